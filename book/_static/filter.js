// Adds a box to a long list of questions or messages. It keeps the entries whose section contains
// every word that is typed, or, if there is none, most of them. A pasted message has sizes and names of
// its own, so numbers, and words that are in no section, do not count; nor does a plural s.

const LONG = 20; // entries; a shorter list needs no box

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

function addFilter(contents) {
  const items = [...contents.querySelectorAll("li")];
  const groups = items.filter((item) => item.querySelector("ul"));
  const entries = items
    .filter((item) => !groups.includes(item))
    .map((item) => {
      const id = decodeURIComponent(item.querySelector("a").hash.slice(1));
      const section = document.getElementById(id).closest("section");
      return { item, text: wordsOf(section.textContent).join(" ") };
    });
  if (entries.length < LONG) return;

  const label = document.createElement("label");
  const box = document.createElement("input");
  const found = document.createElement("span");
  label.className = "filter";
  label.append("Show only those with ", box, found);
  box.type = "search";
  found.setAttribute("role", "status");
  box.addEventListener("input", () => {
    const typed = wordsOf(box.value).map((word) => word.replace(/(?<=..[^s])s$/, ""));
    const known = (word) => !/^\d/.test(word) && entries.some(({ text }) => text.includes(word));
    const wanted = typed.filter(known);
    const counts = entries.map(({ text }) => wanted.filter((word) => text.includes(word)).length);
    const most = typed.length > 0 ? Math.max(1, ...counts) : 0;
    entries.forEach(({ item }, i) => {
      item.hidden = counts[i] < most;
    });
    for (const group of groups) group.hidden = !group.querySelector("li:not([hidden])");
    const shown = entries.filter(({ item }) => !item.hidden).length;
    found.textContent = typed.length > 0 ? ` ${shown} of ${entries.length}` : "";
  });
  contents.querySelector(".topic-title").after(label);
}

for (const contents of document.querySelectorAll("nav.contents")) addFilter(contents);
