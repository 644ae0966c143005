// Puts controls for an answer before each exercise of a page.

import { makePart, makeTable, makeTextField } from "./answer_controls.js";
import { addCode } from "./code_cell.js";
import { bringIntoView, make } from "./elements.js";
import { judgeChoice, judgeNumber, judgeTable, judgeTexts } from "./judge.js";
import { fits, makeStore } from "./store.js";
import { addVote } from "./vote.js";

/** @import { ChoiceExercise, PageExercise, TableExercise } from "./judge.js" */

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
      : fields.texts.map((fieldLabel) => makeTextField(fieldLabel, wipe));
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
    const answers = rows.map(({ get }) => get());
    const text = parts
      ? judgeChoice(choices, answers)
      : table
        ? judgeTable(grid, answers[0])
        : numbers
          ? judgeNumber(numbers, answers[0])
          : judgeTexts(fields, answers);
    verdict.textContent = text;
    verdict.classList.toggle("right", text.startsWith("correct"));
    verdict.classList.toggle("wrong", text.startsWith("not yet"));
    return answers;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    store.set(JSON.stringify(judge()));
    bringIntoView(verdict);
  });
  clear.addEventListener("click", () => {
    for (const { set } of rows) set(parts ? -1 : "");
    wipe();
    store.set(null);
  });
  const before = store.read((answers) => fits(exercise, rows.length, answers));
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
    const cell = cells.find((candidate) =>
      candidate.querySelector(".output")?.textContent?.includes(unanswered),
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
