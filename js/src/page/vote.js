// Lets readers vote before they read the text.

import { make } from "./elements.js";
import { makeStore } from "./store.js";

export const QUESTION = "Decide before you read on.";
export const ANSWER = "What you decided.";

/**
 * Finds the quote that starts with these words in bold.
 * @param {string} start
 * @returns {HTMLQuoteElement | undefined}
 */
export function findQuote(start) {
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
export function addVote() {
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
  const othersButton = make("button", { type: "button" });
  const legend = make("legend", { className: "visually-hidden", textContent: "Your vote" });
  const vote = make("fieldset", { className: "vote" }, legend, ...labels);
  list.replaceWith(vote);
  vote.after(make("p", { className: "vote-noted" }, status, clear));
  answers.at(-1)?.parentElement?.after(make("p", { className: "vote-noted" }, othersButton));

  const right = answers.findIndex((item) => /^[^:]+: right\b/.test(item.textContent?.trim() ?? ""));
  let all = false; // whether the options that were not chosen are shown too
  const show = () => {
    const chosen = inputs.findIndex((input) => input.checked);
    status.textContent = chosen < 0 ? "" : "Noted, only in this browser. The answer comes below.";
    clear.hidden = chosen < 0;
    othersButton.hidden = chosen < 0 || answers.length === (chosen === right ? 1 : 2);
    othersButton.textContent = all ? "Show less" : "The other answers";
    othersButton.ariaExpanded = String(all);
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
  othersButton.addEventListener("click", () => {
    all = !all;
    show();
  });
  show();
}
