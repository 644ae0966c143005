// The vote that opens a chapter: its options become buttons, and where the text gives the answer it
// shows what comes of the chosen one. Without this script both are lists, as in a notebook.

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

document.addEventListener("DOMContentLoaded", () => {
  const [question, answer] = [quote(QUESTION), quote(ANSWER)];
  const list = question?.querySelector("ul");
  if (!list || !answer) return;
  const page = location.pathname.split("/").pop();
  const choice = remembered(`vote ${page}`);
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

  let all = false; // whether the answers that were not chosen are shown, too
  const show = () => {
    const chosen = inputs.findIndex((input) => input.checked);
    status.textContent = chosen < 0 ? "" : "Noted, in this browser alone. The answer comes below.";
    clear.hidden = more.hidden = chosen < 0;
    more.textContent = all ? "Show less" : "What others choose";
    more.ariaExpanded = all;
    answers.forEach((item, i) => {
      item.classList.toggle("chosen", i === chosen);
      item.hidden = chosen >= 0 && i !== chosen && !all;
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
});
