// Lets readers vote before they read the text, and answer exercises after it.

/**
 * How a page takes the answer to an exercise, as `mha_lib/book/exercises/_page.py` writes it.
 * @typedef {object} PageExercise
 * @property {string} name The chapter's file and the exercise's number: "stacking.2".
 * @property {boolean} [code] Whether it can be answered in Python.
 * @property {string} [label] What a number to type is.
 * @property {[value: number, relativeTolerance: number, verdict: string][]} [numbers]
 * @property {Part[]} [parts]
 * @property {string[]} [sentences] All verdicts on choices.
 * @property {number[]} [verdicts] For each combination of options, the index of its verdict.
 * @property {string} [table] What a table to fill in is.
 * @property {string[]} [rows]
 * @property {string[]} [columns]
 * @property {boolean} [painted] Whether the reader paints the table's cells.
 * @property {[entries: number[], verdict: string][]} [known] Tables with their verdicts; the right
 *   one comes first.
 * @property {string[]} [texts] The label of each text field.
 *
 * @typedef {Required<Pick<PageExercise, "parts" | "sentences" | "verdicts">>} ChoiceExercise
 * @typedef {Required<Pick<PageExercise, "table" | "rows" | "columns" | "known">>
 *   & { painted?: boolean }} TableExercise
 *
 * @typedef {{ label: string, options: (string | number)[] }} Part
 * @typedef {number | string | (string | boolean)[]} Given What a control holds.
 *
 * @typedef {object} Control
 * @property {HTMLElement} row
 * @property {() => any} get
 * @property {(given: any) => void} set
 */

const QUESTION = "Decide before you read on.";
const ANSWER = "What you decided.";
const MAX_STORED_CHARACTERS = 100_000;

/**
 * Stores a text under a name. It never leaves the browser. If the browser stores nothing, as in a
 * private window, the text lasts as long as the page.
 * @param {string} name
 */
function makeStore(name) {
  /** @type {string | null} */
  let unsaved = null;
  /** @type {<T>(action: () => T) => T | null} */
  const attempt = (action) => {
    try {
      return action();
    } catch {
      return null;
    }
  };
  const get = () => unsaved ?? attempt(() => localStorage.getItem(name));
  /** @param {string | null} text */
  const set = (text) => {
    unsaved = text;
    attempt(() => (text ? localStorage.setItem(name, text) : localStorage.removeItem(name)));
  };
  /**
   * Reads a stored value from JSON. A value that does not fit, such as an answer to an older
   * version of the book, is deleted.
   * @param {(value: unknown) => boolean} fits
   */
  const read = (fits) => {
    const text = get();
    if (text === null) return null;
    const isShort = text.length <= MAX_STORED_CHARACTERS;
    const value = isShort ? attempt(() => JSON.parse(text)) : null;
    if (value !== null && fits(value)) return value;
    set(null);
    return null;
  };
  return { get, set, read };
}

/**
 * Makes an element with its properties and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} properties
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/**
 * Finds the quote that starts with these words in bold.
 * @param {string} start
 * @returns {HTMLQuoteElement | undefined}
 */
function findQuote(start) {
  /** @type {NodeListOf<HTMLQuoteElement>} */
  const quotes = document.querySelectorAll(".bd-article blockquote");
  return [...quotes].find(
    (quote) => quote.querySelector("p > strong:first-child")?.textContent === start,
  );
}

/**
 * Adds the vote that opens a chapter. Its options become radio buttons, and the answer in the text
 * shows only the chosen option and the right one. Without this script both are lists, as in a
 * notebook.
 */
function addVote() {
  const [question, answer] = [findQuote(QUESTION), findQuote(ANSWER)];
  const list = question?.querySelector("ul");
  if (!question || !list || !answer) return;
  const choice = makeStore(`vote ${location.pathname.split("/").pop()}`);
  const answers = [...answer.querySelectorAll("li")];

  const inputs = [...list.children].map((option) =>
    make("input", { type: "radio", name: "vote", value: option.textContent?.trim() }),
  );
  const labels = [...list.children].map((option, i) =>
    make("label", {}, inputs[i], make("span", {}, ...(option.firstChild?.childNodes ?? []))),
  );
  const status = make("span", { role: "status" });
  const clear = make("button", { type: "button", textContent: "Take it back" });
  const more = make("button", { type: "button" });
  const legend = make("legend", { className: "visually-hidden", textContent: "Your vote" });
  const vote = make("fieldset", { className: "vote" }, legend, ...labels);
  list.replaceWith(vote);
  vote.after(make("p", { className: "vote-noted" }, status, clear));
  answers.at(-1)?.parentElement?.after(make("p", { className: "vote-noted" }, more));

  const right = answers.findIndex((item) => /^[^:]+: right\b/.test(item.textContent?.trim() ?? ""));
  let all = false; // whether the options that were not chosen are shown too
  const show = () => {
    const chosen = inputs.findIndex((input) => input.checked);
    status.textContent = chosen < 0 ? "" : "Noted, in this browser alone. The answer comes below.";
    clear.hidden = chosen < 0;
    more.hidden = chosen < 0 || answers.length === (chosen === right ? 1 : 2);
    more.textContent = all ? "Show less" : "The other answers";
    more.ariaExpanded = String(all);
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

/** Formats a number as Python prints it. @param {ReadNumber} read */
function formatNumber({ value, whole }) {
  const digits = `${whole ?? ""}`;
  if (digits) return digits.length > 40 ? `${digits.slice(0, 18)}...${digits.slice(-19)}` : digits;
  if (value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e16))
    return value.toExponential().replace(/e([-+])(\d)$/, "e$10$2");
  return Number.isInteger(value) ? `${value}.0` : `${value}`;
}

/**
 * Judges a typed number. All verdicts are the notebook's, word for word.
 * @param {NonNullable<PageExercise["numbers"]>} numbers
 * @param {string} text
 */
function judgeNumber(numbers, text) {
  if (!text.trim()) return "not answered yet.";
  const read = readNumber(text);
  if ("refused" in read) return `${read.refused}.`;
  const { value } = read;
  /** @param {[value: number, relativeTolerance: number, verdict: string]} known */
  const near = ([other, limit]) =>
    value === other ||
    Math.abs(value - other) <= limit * Math.max(Math.abs(value), Math.abs(other));
  return numbers.find(near)?.[2] ?? `not yet: ${formatNumber(read)} is not right.`;
}

/**
 * Judges the chosen option of each part. The last part varies fastest in the list of verdicts.
 * @param {ChoiceExercise} exercise
 * @param {number[]} chosen
 */
function judgeChoice({ parts, sentences, verdicts }, chosen) {
  if (chosen.includes(-1)) return "not answered yet.";
  const index = parts.reduce((all, { options }, i) => all * options.length + chosen[i], 0);
  return sentences[verdicts[index]];
}

/**
 * Formats a number with this many digits, as Python's format "g" does.
 * @param {number} value
 * @param {number} digits
 */
function formatGeneral(value, digits) {
  // Python rounds halves to the even digit; JavaScript does not.
  const exact = value.toPrecision(digits + 20);
  const down = exact.replace(/([02468]\.?)5(?=\.?0{19}(e|$))/, (_, even) => `${even}4`);
  const rounded = Number(Number(down).toPrecision(digits));
  const power = rounded === 0 ? 0 : Math.floor(Math.log10(Math.abs(rounded)));
  return power < -4 || power >= digits
    ? rounded.toExponential().replace(/e([-+])(\d)$/, "e$10$2")
    : `${rounded}`;
}

/**
 * Formats a number with enough digits to distinguish it from another, at least four.
 * @param {number} number
 * @param {number} other
 */
function formatApart(number, other) {
  let digits = 4;
  while (formatGeneral(number, digits) === formatGeneral(other, digits)) digits += 1;
  return formatGeneral(number, digits);
}

/**
 * Names a cell of a table by its labels. If there is only one row, it is not named.
 * @param {TableExercise} table
 * @param {number} i
 */
function nameCell({ rows, columns }, i) {
  const column = `in column “${columns[i % columns.length]}”`;
  return rows.length > 1
    ? `in row “${rows[Math.floor(i / columns.length)]}”, ${column.slice(3)}`
    : column;
}

/**
 * Judges a table that was typed or painted.
 * @param {TableExercise} table
 * @param {(string | boolean)[]} given
 */
function judgeTable(table, given) {
  const { painted, known } = table;
  const empty = painted ? [] : [...given.keys()].filter((i) => !String(given[i]).trim());
  if (painted ? !given.includes(true) : empty.length === given.length) return "not answered yet.";
  if (empty.length) return `a number is missing ${nameCell(table, empty[0])}.`;
  /** @type {number[]} */
  const values = [];
  for (const [i, one] of given.entries()) {
    const read = typeof one === "string" ? readNumber(one) : { value: Number(one) };
    if ("refused" in read) return `${nameCell(table, i)}: ${read.refused}.`;
    values.push(read.value);
  }
  /** @param {number[]} entries */
  const wrongIn = (entries) =>
    [...entries.keys()].filter(
      (i) => Math.abs(values[i] - entries[i]) > 1e-9 + 1e-6 * Math.abs(entries[i]),
    );
  const same = known.find(([entries]) => !wrongIn(entries).length);
  if (same) return same[1];
  const right = known[0][0];
  const [first, ...others] = wrongIn(right);
  const things = painted ? "cells" : "numbers";
  const [wrong, all] = [1 + others.length, right.length];
  const count =
    wrong === all
      ? `all ${all} ${things} are`
      : `${wrong} of the ${all} ${things} ${others.length ? "are" : "is"}`;
  const gave = painted
    ? `${given[first] ? "you painted it" : "you left it blank"}`
    : `you gave ${formatApart(values[first], right[first])}`;
  const which = `${others.length ? "the first " : ""}${nameCell(table, first)}`;
  return `not yet: ${count} wrong, ${which}: ${gave}.`;
}

/**
 * Says what is wrong with letters that should distinguish the circuit from "seven positions back".
 * @param {string} typed
 */
function judgeLetters(typed) {
  const text = typed.replace(/\s/g, "").toLowerCase();
  if (!/^[a-p]{32}$/.test(text)) return "give 32 letters, a to p";
  const periods = [...Array(13).keys()].map((i) => i + 4);
  const period = periods.find((p) => text.slice(p) === text.slice(0, -p));
  if (!period) return "the letters must repeat a block of 4 to 16 letters to the end";
  const asked = [...Array(31).keys()].filter((i) => i >= period);
  const lucky = asked.filter((i) => i >= 7 && text[i - 7] === text[i + 1]);
  if (lucky.length === asked.length)
    return "here the letter seven positions back is always the next one";
  return lucky.length
    ? `at position ${lucky[0]} the letter seven positions back happens to be the next one`
    : null;
}

/**
 * Says what is wrong with three vectors that a head should write so that their sum is zero.
 * @param {string[]} typed
 */
function judgeWritten(typed) {
  const weights = [0.6, 0.3, 0.1];
  const written = typed.map((text) => readPair(text) ?? []);
  const sizes = written.map((row, i) => Math.hypot(...row.map((x) => weights[i] * x)));
  if (Math.min(...sizes) < 1e-6) return "each key writes something";
  if (!(sizes[0] < sizes[1] && sizes[1] < sizes[2])) {
    const shown = sizes.map((size) => formatGeneral(size, 4)).join(", ");
    return `the sizes must grow from the first key to the last; they are ${shown}`;
  }
  const total = [0, 1].map((x) => weights.reduce((sum, w, i) => sum + w * written[i][x], 0));
  if (Math.hypot(...total) <= 1e-3 * sizes[2]) return null;
  const [x, y] = total.map((x) => formatGeneral(Number(x.toFixed(6)) + 0, 3));
  return `the terms must add up to (0, 0); they add up to (${x}, ${y})`;
}

/**
 * The judges of text fields, by the name of the exercise. `reads` returns null for a text that it
 * cannot read, and `such` says what it can read.
 * @type {Record<string, { judge: (texts: string[]) => string | null,
 *   reads?: (text: string) => unknown, such?: string }>}
 */
const JUDGES = {
  "circuit.2": { judge: ([text]) => judgeLetters(text) },
  "reading_weights.2": {
    reads: readPair,
    such: "two finite numbers, such as (1.5, 0)",
    judge: judgeWritten,
  },
};

/**
 * Judges text fields.
 * @param {{ name: string, texts: string[] }} exercise
 * @param {string[]} texts
 */
function judgeTexts({ name, texts: labels }, texts) {
  if (!texts.some((text) => text.trim())) return "not answered yet.";
  const { reads, such, judge } = JUDGES[name];
  const strange = reads ? texts.findIndex((text) => !reads(text)) : -1;
  if (strange >= 0) return `${labels[strange].split(":")[0]}: give ${such}.`;
  const sentence = judge(texts);
  return sentence ? `not yet: ${sentence}.` : "correct.";
}

/**
 * Makes one part of an answer: a slider if there are many options, otherwise a radio button for
 * each.
 * @param {Part} part
 * @param {string} group The name that the radio buttons share.
 * @param {() => void} changed
 * @returns {Control}
 */
function makePart({ label, options }, group, changed) {
  if (options.length > 8) {
    const input = make("input", { type: "range", min: 0, max: options.length - 1 });
    const value = make("span", { ariaHidden: true });
    const show = () => {
      value.textContent = input.ariaValueText = `${options[Number(input.value)]}`;
    };
    input.addEventListener("input", () => {
      show();
      changed();
    });
    /** @param {number} i */
    const set = (i) => {
      input.value = String(Math.max(i, 0));
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

/**
 * Makes a field for a typed answer. It accepts any text, because a phone's number keyboard has no
 * minus, fraction or root.
 * @param {string} label
 * @param {() => void} changed
 * @returns {Control}
 */
function makeTextField(label, changed) {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: false });
  input.addEventListener("input", changed);
  return {
    row: make("label", {}, label, input),
    get: () => input.value,
    set: (text) => (input.value = text ?? ""),
  };
}

/**
 * Lets the arrow keys move between the cells of a table. In a text field, left and right do so only
 * from its ends.
 * @param {(HTMLInputElement | HTMLButtonElement)[][]} cells
 */
function addArrowKeys(cells) {
  /** @type {Record<string, [down: number, right: number]>} */
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  /** @type {(event: KeyboardEvent, row: number, column: number) => void} */
  const move = (event, row, column) => {
    const cell = cells[row][column];
    const [down, right] = steps[event.key] ?? [0, 0];
    /** @type {HTMLInputElement | HTMLButtonElement | undefined} */
    let next = cells[row + down]?.[column + right];
    if (event.key === "Home") next = cells[row][0];
    if (event.key === "End") next = cells[row].at(-1);
    if (cell instanceof HTMLInputElement) {
      if (event.key === "Enter") next = cells.flat()[row * cells[0].length + column + 1];
      const end = right > 0 ? cell.value.length : 0;
      const inside = cell.selectionStart !== cell.selectionEnd || cell.selectionEnd !== end;
      if (/Home|End/.test(event.key) || (right && inside)) return;
    }
    if (!next || next === cell) return;
    event.preventDefault();
    next.focus();
    if (next instanceof HTMLInputElement) next.select();
  };
  for (const [i, row] of cells.entries()) {
    for (const [j, cell] of row.entries())
      cell.onkeydown = (event) => move(event, i, j);
  }
}

/**
 * Lets a pointer paint buttons: all buttons that it passes get the new state of the first. A key
 * press is a click without a pointer. The Tab key stops at only one of the buttons.
 * @param {HTMLElement} node
 * @param {HTMLButtonElement[]} buttons
 * @param {() => void} changed
 */
function makePaintable(node, buttons, changed) {
  /** @param {HTMLButtonElement} button */
  const isOn = (button) => button.ariaPressed === "true";
  /** @type {(button: HTMLButtonElement, on: unknown) => void} */
  const set = (button, on) => {
    button.ariaPressed = String(Boolean(on));
    button.textContent = on ? "✓" : "";
  };
  /** @type {(button: HTMLButtonElement, on: boolean) => void} */
  const paint = (button, on) => {
    if (isOn(button) === on) return;
    set(button, on);
    changed();
  };
  /** @type {boolean | null} */
  let brush = null;
  for (const button of buttons) {
    button.tabIndex = button === buttons[0] ? 0 : -1;
    set(button, false);
    button.addEventListener("focus", () => {
      for (const one of buttons) one.tabIndex = one === button ? 0 : -1;
    });
    button.addEventListener("click", ({ detail }) => {
      if (!detail) paint(button, !isOn(button));
    });
    button.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button) return;
      brush = !isOn(button);
      paint(button, brush);
    });
  }
  node.addEventListener("pointermove", (event) => {
    if (event.buttons !== 1) brush = null;
    if (brush === null) return;
    // A fast pointer skips cells between two events. Coalesced events list them, but not over plain
    // http.
    for (const { clientX, clientY } of [...(event.getCoalescedEvents?.() ?? []), event]) {
      const under = document.elementFromPoint(clientX, clientY);
      const button = buttons.find((one) => one === under);
      if (button) paint(button, brush);
    }
  });
  return { isOn, set };
}

/**
 * Makes a table to fill in: the reader types a number in each cell, or paints cells.
 * @param {TableExercise} exercise
 * @param {() => void} changed
 * @returns {Control}
 */
function makeTable({ table, rows, columns, painted }, changed) {
  const labels = rows.map((row) => columns.map((column) => `row ${row}, column ${column}`));
  const fields = painted
    ? []
    : labels.map((line) => line.map((ariaLabel) => makeCell(ariaLabel, changed)));
  const buttons = painted
    ? labels.map((line) => line.map((ariaLabel) => make("button", { type: "button", ariaLabel })))
    : [];
  const cells = painted ? buttons : fields;
  /** @type {(scope: string, text: string) => HTMLElement} */
  const head = (scope, text) => make("th", { scope, textContent: text });
  const top = make("tr", {}, make("td", {}), ...columns.map((column) => head("col", column)));
  const lines = cells.map((line, i) =>
    make("tr", {}, head("row", rows[i]), ...line.map((cell) => make("td", {}, cell))),
  );
  const node = make("table", {}, make("thead", {}, top), make("tbody", {}, ...lines));
  if (painted) node.role = "grid";
  node.ariaLabel = table;
  node.style.setProperty("--columns", String(columns.length));
  node.style.setProperty("--head", `${Math.max(...rows.map((row) => row.length)) + 1}ch`);
  addArrowKeys(cells);
  const row = make("div", {}, make("p", { textContent: table }), node);
  if (painted) {
    const all = buttons.flat();
    const { isOn, set } = makePaintable(node, all, changed);
    return {
      row,
      get: () => all.map(isOn),
      set: (entries) => {
        for (const [i, button] of all.entries()) set(button, entries[i]);
      },
    };
  }
  const all = fields.flat();
  return {
    row,
    get: () => all.map((field) => field.value),
    set: (texts) => {
      for (const [i, field] of all.entries()) field.value = texts[i] ?? "";
    },
  };
}

/**
 * Makes a cell of a table that takes a number.
 * @param {string} ariaLabel
 * @param {() => void} changed
 */
function makeCell(ariaLabel, changed) {
  const cell = make("input", { type: "text", autocomplete: "off", spellcheck: false, ariaLabel });
  cell.addEventListener("input", changed);
  return cell;
}

/**
 * Returns whether a stored value can be an answer to this exercise.
 * @param {PageExercise} exercise
 * @param {number} count The number of its controls.
 * @param {unknown} given
 */
function fits({ parts, table, columns = [], painted, rows = [] }, count, given) {
  /** @param {unknown} one */
  const isText = (one) => typeof one === "string" && one.length <= MAX_CHARACTERS;
  /** @param {unknown} one */
  const isCell = (one) => (painted ? typeof one === "boolean" : isText(one));
  if (!Array.isArray(given) || given.length !== count) return false;
  if (parts)
    return given.every(
      (i, part) => Number.isInteger(i) && i >= -1 && i < parts[part].options.length,
    );
  if (!table) return given.every(isText);
  const [cells] = given;
  return (
    Array.isArray(cells) && cells.length === rows.length * columns.length && cells.every(isCell)
  );
}

/**
 * Puts an exercise's controls before its cell. The cell is folded, because it only runs in a
 * notebook.
 * @param {PageExercise} exercise
 * @param {Element} cell
 */
function addAnswer(exercise, cell) {
  const { name, label = "", numbers, parts, table, texts } = exercise;
  const choices = /** @type {ChoiceExercise} */ (exercise);
  const grid = /** @type {TableExercise} */ (exercise);
  const fields = { name, texts: texts ?? [label] };
  const store = makeStore(`answer ${name}`);
  const verdict = make("p", { role: "status", className: "verdict" });
  const wipe = () => {
    verdict.textContent = "";
  };
  const rows = parts
    ? parts.map((part, i) => makePart(part, `${name} ${i}`, wipe))
    : table
      ? [makeTable(grid, wipe)]
      : fields.texts.map((one) => makeTextField(one, wipe));
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
      ? judgeChoice(choices, given)
      : table
        ? judgeTable(grid, given[0])
        : numbers
          ? judgeNumber(numbers, given[0])
          : judgeTexts(fields, given);
    verdict.textContent = text;
    verdict.classList.toggle("right", text.startsWith("correct"));
    verdict.classList.toggle("wrong", text.startsWith("not yet"));
    return given;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    store.set(JSON.stringify(judge()));
  });
  clear.addEventListener("click", () => {
    for (const { set } of rows) set(parts ? -1 : "");
    wipe();
    store.set(null);
  });
  const before = store.read((given) => fits(exercise, rows.length, given));
  if (before) {
    for (const [i, { set }] of rows.entries()) set(before[i]);
    judge();
  }
  const summary = exercise.code ? "In Python, on this page" : "In a notebook";
  const fold = make("details", {}, make("summary", { textContent: summary }));
  cell.before(form, fold);
  fold.append(cell);
}

/**
 * Says how to run this chapter, for an exercise that is answered only in code. The links are those
 * of the theme's buttons; the link to Colab exists only if Colab can find the notebook.
 */
function linkToNotebook() {
  /** @type {(selector: string) => HTMLAnchorElement | null} */
  const findLink = (selector) => document.querySelector(selector);
  const colab = findLink("a[href^='https://colab.research.google.com']");
  const notebook = findLink(".btn-download-source-button");
  /** @type {(href: string | undefined, textContent: string) => HTMLAnchorElement} */
  const link = (href, textContent) => make("a", { href, textContent });
  const file = link(notebook?.href, colab ? "download the notebook" : "Download the notebook");
  // A page that was opened from a file cannot download another file, so the notebook opens in a new
  // tab.
  Object.assign(file, { download: "", target: "_blank" });
  const where = colab ? [link(colab.href, "Open it in Colab"), ", or ", file] : [file];
  const how = link("intro.html#run-it", "how to run it");
  const start = "This one is answered in Python. ";
  return make("p", { className: "in-python" }, start, ...where, "; here is ", how, ".");
}

/** Adds the controls of each exercise of the page. */
function addAnswers() {
  const data = document.querySelector("#exercise-data");
  const cells = [...document.querySelectorAll(".bd-article div.cell")];
  /** @type {PageExercise[]} */
  const exercises = JSON.parse(data?.textContent ?? "[]");
  for (const exercise of exercises) {
    const unanswered = `Exercise ${exercise.name}: not answered yet.`;
    const cell = cells.find((one) =>
      one.querySelector(".output")?.textContent?.includes(unanswered),
    );
    if (!cell) throw new Error(`no cell prints “${unanswered}”`);
    const { code, numbers, parts, table, texts } = exercise;
    const withoutCode = parts || numbers || table || texts;
    if (withoutCode) addAnswer(exercise, cell);
    if (code) addCode(exercise, cell);
    if (!withoutCode && !code) cell.before(linkToNotebook());
  }
}

document.addEventListener("DOMContentLoaded", () => {
  addVote();
  addAnswers();
});
