// Boxes for lists that are too long to read.

// Adds a box to a long list of questions or messages. It keeps the entries whose section contains
// every word that is typed, or, if there is none, those with most of them. A pasted message contains
// sizes and names of the reader's own code. So numbers do not count, nor words that are in no section,
// nor a plural s.

// In a very long list, only the first entries of each group are open, and those of the first group.

const LONG = 20; // entries; a shorter list needs no box
const VERY_LONG = 60; // entries; a shorter list needs no folds
const OPEN_ENTRIES = 4; // of a group with a fold

/** @param {string} text @returns {string[]} */
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/**
 * Folds all but the first entries of a group.
 * @param {Element} group
 * @returns {HTMLDetailsElement | null} The fold, if there is more than one entry to fold.
 */
function foldGroup(group) {
  const rest = [...group.querySelectorAll("li")].slice(OPEN_ENTRIES);
  if (rest.length < 2) return null;
  const fold = document.createElement("details");
  const summary = document.createElement("summary");
  const list = document.createElement("ul");
  fold.className = "more";
  const ofGroup = document.createElement("span");
  ofGroup.className = "visually-hidden";
  ofGroup.textContent = `: ${group.querySelector("a")?.textContent}`;
  summary.append(`${rest.length} more`, ofGroup);
  list.append(...rest);
  fold.append(summary, list);
  group.append(fold);
  return fold;
}

/** @param {Element} contents The list of contents. */
function addFilter(contents) {
  const items = [...contents.querySelectorAll("li")];
  const groups = items.filter((item) => item.querySelector("ul"));
  const entries = items
    .filter((item) => !groups.includes(item))
    .map((item) => {
      const id = decodeURIComponent(item.querySelector("a")?.hash.slice(1) ?? "");
      const section = document.getElementById(id)?.closest("section");
      return { item, text: wordsOf(section?.textContent ?? "").join(" ") };
    });
  if (entries.length < LONG) return;
  const folded = entries.length < VERY_LONG ? [] : groups.slice(1);
  const folds = folded.flatMap((group) => foldGroup(group) ?? []);

  const label = document.createElement("label");
  const box = document.createElement("input");
  const count = document.createElement("span");
  label.className = "filter";
  label.append("Show only those with ", box, count);
  box.type = "search";
  count.setAttribute("role", "status");
  box.addEventListener("input", () => {
    const typed = wordsOf(box.value).map((word) => word.replace(/(?<=..[^s])s$/, ""));
    /** @param {string} word */
    const known = (word) => !/^\d/.test(word) && entries.some(({ text }) => text.includes(word));
    const wanted = typed.filter(known);
    const counts = entries.map(({ text }) => wanted.filter((word) => text.includes(word)).length);
    const most = typed.length > 0 ? Math.max(1, ...counts) : 0;
    entries.forEach(({ item }, i) => {
      item.hidden = counts[i] < most;
    });
    for (const fold of folds) {
      fold.open = typed.length > 0;
      fold.classList.toggle("all", typed.length > 0);
    }
    for (const group of groups) group.hidden = !group.querySelector("li:not([hidden])");
    const nShown = entries.filter(({ item }) => !item.hidden).length;
    count.textContent = typed.length > 0 ? ` ${nShown} of ${entries.length}` : "";
  });
  contents.querySelector(".topic-title")?.after(label);
}

for (const contents of document.querySelectorAll("nav.contents")) addFilter(contents);

// Adds a box to a section whose folds list families of models, such as "qwen3". A fold lists names
// separated by commas, or has list items: "reason: name, name", or "name: what is read of it". The box
// shows what the folds say of the families whose names contain what is typed.

const SHOWN_FAMILIES = 8;
const NAMES = /^[\w.-]+(?:,\s+[\w.-]+)*$/;

/** Lists the families in a fold, each with what the fold says of it. @param {HTMLElement} fold */
function familiesIn(fold) {
  const verdict = (fold.querySelector("summary")?.textContent ?? "").replace(/: \d+$/, "");
  const lists = [...fold.querySelectorAll("li, :scope > p")].map((node) => {
    const text = node.textContent.trim();
    const [, before, after] = /^(.*): (.*)$/s.exec(text) ?? ["", "", text];
    if (NAMES.test(after))
      return { names: after, says: before ? `${verdict}: ${before}` : verdict };
    const [, name, rest] = /^([\w.-]+): (.*)$/s.exec(text) ?? ["", "", ""];
    return { names: name, says: `${verdict}: ${rest}` };
  });
  return lists.flatMap(({ names, says }) =>
    names
      .split(/,\s+/)
      .filter(Boolean)
      .map((name) => ({ name, verdict: says })),
  );
}

/** @param {HTMLElement} section */
function addFamilySearch(section) {
  const folds = [...section.querySelectorAll("details")];
  const families = folds.flatMap(familiesIn);
  const label = document.createElement("label");
  const box = document.createElement("input");
  const results = document.createElement("div");
  label.className = "filter";
  label.append("Your model_type ", box);
  box.type = "search";
  box.placeholder = "qwen3";
  results.setAttribute("role", "status");
  box.addEventListener("input", () => {
    const typed = box.value
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, "");
    const matches = families.filter(({ name }) => name.replace(/[_-]/g, "").includes(typed));
    // The shortest first: "bert" before "albert".
    matches.sort((a, b) => a.name.length - b.name.length);
    results.replaceChildren();
    if (typed === "") return;
    for (const { name, verdict } of matches.slice(0, SHOWN_FAMILIES)) {
      const line = document.createElement("p");
      const bold = document.createElement("strong");
      bold.textContent = name;
      line.append(bold, ` ${verdict}`);
      results.append(line);
    }
    const nHidden = matches.length - SHOWN_FAMILIES;
    if (nHidden > 0) results.append(`and ${nHidden} more`);
    if (matches.length === 0) results.append("No family's name contains this.");
  });
  folds[0].before(label, results);
}

const families = document.getElementById("is-your-model-among-them");
if (families) addFamilySearch(families);
