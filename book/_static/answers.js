// What a page takes from its reader: a vote before the text, and answers to exercises after it.

const QUESTION = "Decide before you read on.";
const ANSWER = "What you decided.";

// A choice outlives the page, but leaves the browser never. Where nothing may be stored, as in a
// private window, it lasts as long as the page.
function remembered(name) {
  let here = null;
  const tried = (action) => {
    try {
      return action();
    } catch {
      return null;
    }
  };
  return {
    get: () => here ?? tried(() => localStorage.getItem(name)),
    set: (text) => {
      here = text;
      tried(() => (text ? localStorage.setItem(name, text) : localStorage.removeItem(name)));
    },
  };
}

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const quote = (start) =>
  [...document.querySelectorAll(".bd-article blockquote")].find(
    (one) => one.querySelector("p > strong:first-child")?.textContent === start,
  );

// The vote that opens a chapter: its options become buttons, and where the text gives the answer it
// shows what comes of the chosen one, and the right one. Without this script both are lists, as in a
// notebook.
function takeVote() {
  const [question, answer] = [quote(QUESTION), quote(ANSWER)];
  const list = question?.querySelector("ul");
  if (!list || !answer) return;
  const choice = remembered(`vote ${location.pathname.split("/").pop()}`);
  const answers = [...answer.querySelectorAll("li")];

  const inputs = [...list.children].map((option) =>
    make("input", { type: "radio", name: "vote", value: option.textContent.trim() }),
  );
  const labels = [...list.children].map((option, i) =>
    make("label", {}, inputs[i], make("span", {}, ...option.firstChild.childNodes)),
  );
  const status = make("span", { role: "status" });
  const clear = make("button", { type: "button", textContent: "Take it back" });
  const more = make("button", { type: "button" });
  const legend = make("legend", { className: "visually-hidden", textContent: "Your vote" });
  list.replaceWith(make("fieldset", { className: "vote" }, legend, ...labels));
  question.querySelector("fieldset").after(make("p", { className: "vote-noted" }, status, clear));
  answers.at(-1).parentElement.after(make("p", { className: "vote-noted" }, more));

  const right = answers.findIndex((item) => /^[^:]+: right\b/.test(item.textContent.trim()));
  let all = false; // whether the answers that were not chosen are shown, too
  const show = () => {
    const chosen = inputs.findIndex((input) => input.checked);
    status.textContent = chosen < 0 ? "" : "Noted, in this browser alone. The answer comes below.";
    clear.hidden = chosen < 0;
    more.hidden = chosen < 0 || answers.length === (chosen === right ? 1 : 2);
    more.textContent = all ? "Show less" : "The other answers";
    more.ariaExpanded = all;
    answers.forEach((item, i) => {
      item.classList.toggle("chosen", i === chosen);
      item.hidden = chosen >= 0 && i !== chosen && i !== right && !all;
    });
  };
  const before = choice.get();
  for (const input of inputs) {
    input.checked = input.value === before;
    input.addEventListener("change", () => {
      choice.set(input.value);
      show();
    });
  }
  clear.addEventListener("click", () => {
    for (const input of inputs) input.checked = false;
    choice.set(null);
    show();
    inputs[0].focus();
  });
  more.addEventListener("click", () => {
    all = !all;
    show();
  });
  show();
}

// What was typed as a number: a fraction or a root is one, too. Null where it is none.
function readNumber(text) {
  const typed = text
    .trim()
    .replaceAll("−", "-")
    .replace(/^(-?\d*),(\d+)$/, "$1.$2")
    .replace(/(?:√|sqrt) ?\(?(\d+\.?\d*)\)?/g, (_, number) => `${Math.sqrt(Number(number))}`);
  const [, above, below] = /^([^/]+)(?:\/([^/]+))?$/.exec(typed) ?? [];
  const isNumber = (part) => /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(part ?? "1");
  if (!above || !isNumber(above) || !isNumber(below) || Number(below) === 0) return null;
  return { value: Number(above) / Number(below ?? 1), whole: /^[-+]?\d+$/.test(typed) };
}

// A number as Python prints it.
function printed({ value, whole }) {
  if (whole) return `${value}`;
  if (value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e16))
    return value.toExponential().replace(/e([-+])(\d)$/, "e$10$2");
  return Number.isInteger(value) ? `${value}.0` : `${value}`;
}

// The verdict on a typed number, word for word that of the notebook.
function judgeNumber(numbers, text) {
  const read = readNumber(text);
  if (!read) return "give a number, such as 0.5 or 1/3.";
  const { value } = read;
  const near = ([other, limit]) =>
    value === other ||
    Math.abs(value - other) <= limit * Math.max(Math.abs(value), Math.abs(other));
  return numbers.find(near)?.[2] ?? `not yet: ${printed(read)} is not it.`;
}

// The verdict on one option for each part. The last part's option changes first.
function judgeChoice({ parts, sentences, verdicts }, chosen) {
  if (chosen.includes(-1)) return "not answered yet.";
  const place = parts.reduce((all, { options }, i) => all * options.length + chosen[i], 0);
  return sentences[verdicts[place]];
}

// As Python's format g writes a number, with so many digits.
function general(value, digits) {
  const rounded = Number(value.toPrecision(digits));
  const power = rounded === 0 ? 0 : Math.floor(Math.log10(Math.abs(rounded)));
  return power < -4 || power >= digits
    ? rounded.toExponential().replace(/e([-+])(\d)$/, "e$10$2")
    : `${rounded}`;
}

// What keeps a text from telling the circuit from "look seven places back".
function judgeText(typed) {
  const text = typed.replace(/\s/g, "").toLowerCase();
  if (!/^[a-p]{32}$/.test(text)) return "give a text of 32 letters, a to p";
  const periods = [...Array(13).keys()].map((i) => i + 4);
  const period = periods.find((p) => text.slice(p) === text.slice(0, -p));
  if (!period) return "the text must repeat a block of 4 to 16 letters to its end";
  const asked = [...Array(31).keys()].filter((i) => i >= period);
  const lucky = asked.filter((i) => i >= 7 && text[i - 7] === text[i + 1]);
  if (lucky.length === asked.length)
    return "the letter seven places back is the next one here, everywhere";
  return lucky.length
    ? `at place ${lucky[0]} the letter seven places back happens to be the next one`
    : null;
}

// What keeps three vectors from being those of a busy head that writes nothing.
function judgeWritten(typed) {
  const weights = [0.6, 0.3, 0.1];
  const rows = typed.map((row) => row.split(/[\s,()[\]]+/).filter(Boolean));
  const written = rows.map((row) => row.map((one) => readNumber(one)?.value ?? Number.NaN));
  if (!written.every((row) => row.length === 2 && row.every(Number.isFinite)))
    return "give three vectors of two numbers, such as (1.5, 0)";
  const sizes = written.map((row, i) => Math.hypot(...row.map((x) => weights[i] * x)));
  if (Math.min(...sizes) < 1e-6) return "each key writes something";
  if (!(sizes[0] < sizes[1] && sizes[1] < sizes[2])) {
    const told = sizes.map((size) => general(size, 4)).join(", ");
    return `the sizes must grow from the first key to the last; they are ${told}`;
  }
  const total = [0, 1].map((x) => weights.reduce((sum, w, i) => sum + w * written[i][x], 0));
  if (Math.hypot(...total) <= 1e-3 * sizes[2]) return null;
  const [x, y] = total.map((one) => general(Number(one.toFixed(6)) + 0, 3));
  return `the terms must add up to (0, 0); they add up to (${x}, ${y})`;
}

const JUDGES = { "circuit.1": ([text]) => judgeText(text), "reading_weights.2": judgeWritten };

// The verdict on typed texts, word for word that of the notebook.
function judgeTexts(name, texts) {
  if (!texts.some((text) => text.trim())) return "not answered yet.";
  const sentence = JUDGES[name](texts);
  return sentence ? `not yet: ${sentence}.` : "correct.";
}

// One part of an answer: a slider for many numbers, else a button for each option.
function makePart({ label, options }, group, changed) {
  if (options.length > 8) {
    const input = make("input", { type: "range", min: 0, max: options.length - 1 });
    const value = make("span", { ariaHidden: true });
    const show = () => {
      value.textContent = input.ariaValueText = `${options[input.value]}`;
    };
    input.addEventListener("input", () => {
      show();
      changed();
    });
    const set = (i) => {
      input.value = Math.max(i, 0);
      show();
    };
    set(0);
    return { row: make("label", {}, label, input, value), get: () => Number(input.value), set };
  }
  const inputs = options.map(() => make("input", { type: "radio", name: group }));
  const labels = options.map((option, i) => make("label", {}, inputs[i], `${option}`));
  for (const input of inputs) input.addEventListener("change", changed);
  return {
    row: make("fieldset", {}, make("legend", { textContent: label }), make("div", {}, ...labels)),
    get: () => inputs.findIndex((input) => input.checked),
    set: (i) => {
      for (const [j, input] of inputs.entries()) input.checked = i === j;
    },
  };
}

function makeTyped(label, inputMode, changed) {
  const input = make("input", { type: "text", inputMode, autocomplete: "off", spellcheck: false });
  input.addEventListener("input", changed);
  return {
    row: make("label", {}, label, input),
    get: () => input.value,
    set: (text) => (input.value = text ?? ""),
  };
}

// An exercise's control stands before its cell, which is folded: it is for a notebook.
function takeAnswer(exercise, cell) {
  const { name, label, numbers, parts, texts } = exercise;
  const kept = remembered(`answer ${name}`);
  const verdict = make("p", { role: "status", className: "verdict" });
  const wipe = () => (verdict.textContent = "");
  const rows = parts
    ? parts.map((part, i) => makePart(part, `${name} ${i}`, wipe))
    : (texts ?? [label]).map((one) => makeTyped(one, texts ? "text" : "decimal", wipe));
  const check = make("button", { type: "submit", textContent: "Check" });
  const clear = make("button", { type: "button", textContent: "Clear" });
  const buttons = make("p", { className: "vote-noted" }, check, clear);
  const form = make(
    "form",
    { className: "answer" },
    ...rows.map(({ row }) => row),
    buttons,
    verdict,
  );
  form.ariaLabel = `Your answer to exercise ${name.split(".")[1]}`;

  const judge = () => {
    const given = rows.map(({ get }) => get());
    const text = parts
      ? judgeChoice(exercise, given)
      : numbers
        ? judgeNumber(numbers, given[0])
        : judgeTexts(name, given);
    verdict.textContent = text;
    verdict.classList.toggle("right", text.startsWith("correct"));
    return given;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    kept.set(JSON.stringify(judge()));
  });
  clear.addEventListener("click", () => {
    for (const { set } of rows) set(parts ? -1 : "");
    wipe();
    kept.set(null);
  });
  const before = JSON.parse(kept.get() ?? "null");
  if (before?.length === rows.length) {
    for (const [i, { set }] of rows.entries()) set(before[i]);
    judge();
  }
  const fold = make("details", {}, make("summary", { textContent: "In a notebook" }));
  cell.before(form, fold);
  fold.append(cell);
}

const IN_A_NOTEBOOK =
  "This one is answered in Python: open the page as a notebook, from the download menu at its top.";

function takeAnswers() {
  const data = document.querySelector("#exercise-data");
  const cells = [...document.querySelectorAll(".bd-article div.cell")];
  for (const exercise of JSON.parse(data?.textContent ?? "[]")) {
    const unanswered = `Exercise ${exercise.name}: not answered yet.`;
    const cell = cells.find((one) =>
      one.querySelector(".output")?.textContent.includes(unanswered),
    );
    if (exercise.parts || exercise.numbers || exercise.texts) takeAnswer(exercise, cell);
    else if (exercise.code) takeCode(exercise, cell);
    else cell.before(make("p", { className: "in-python", textContent: IN_A_NOTEBOOK }));
  }
}

document.addEventListener("DOMContentLoaded", () => {
  takeVote();
  takeAnswers();
});
