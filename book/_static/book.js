// What the theme's scripts leave out for readers who use the keyboard or listen.

const WIDE = ".pst-scrollable-table-container, details.numbers > div"; // what holds tables
const find = (what) => document.querySelector(what);

// The theme takes the focus from a button once it is pressed, and copying loses it, too. A button
// that a key pressed gets it back, at once or when the dialog that it opened is closed.
function keepFocus() {
  let pressed = null;
  const giveBack = () => {
    if (document.activeElement === document.body) pressed?.focus({ preventScroll: true });
  };
  const remember = (event) => {
    if (event.target.closest("dialog")) return;
    // Only a mouse counts its clicks; the theme's tooltip would stay after one.
    pressed = event.detail === 0 ? event.target.closest("button") : null;
    setTimeout(giveBack);
  };
  document.addEventListener("click", remember, true);
  document.addEventListener("close", () => setTimeout(giveBack), true);
}

// That code was copied is shown by an icon and a tooltip.
function sayCopied() {
  const status = document.createElement("div");
  status.role = "status";
  status.className = "visually-hidden";
  document.body.append(status);
  const say = ([{ target }]) => {
    // It would be said a second time as the button's name, which changes with the icon.
    target.ariaLabel = "Copy to clipboard";
    status.textContent = target.dataset.tooltip === "Copy" ? "" : target.dataset.tooltip;
  };
  new MutationObserver(say).observe(find("main"), {
    attributeFilter: ["data-tooltip"],
    subtree: true,
  });
}

// On a wide screen the first button folds the chapters beside the page, else it opens a dialog.
function sayFolded() {
  const [button, bar] = [find(".primary-toggle"), find("#pst-primary-sidebar")];
  const wide = matchMedia("(min-width: 992px)"); // the theme's own limit
  const say = () => {
    button.ariaExpanded = wide.matches ? !bar.classList.contains("pst-sidebar-hidden") : null;
    button.ariaHasPopup = wide.matches ? null : "dialog";
  };
  say();
  wide.addEventListener("change", say);
  new MutationObserver(say).observe(bar, { attributeFilter: ["class"] });
}

// Which search this is, and how many pages it found. Sphinx fills in the number later.
function saySearch() {
  const summary = find("#search-results .search-summary");
  if (!summary) return;
  summary.role = "status";
  document.title = `${new URLSearchParams(location.search).get("q")} - ${document.title}`;
}

// How much of a table is hidden at either side of its place, which fades there: a phone shows no
// scrollbar. The theme lets the keyboard stop at these places.
function showMore() {
  const measure = (place) => [place, place.scrollLeft, place.scrollWidth - place.clientWidth];
  const show = ([place, before, all]) => {
    place.classList.toggle("wide", all > 1);
    place.style.setProperty("--before", `${before}px`);
    place.style.setProperty("--after", `${all - before}px`);
  };
  // To measure a table after another one has changed lays the page out anew: so first all measures.
  const look = (...places) => places.map(measure).forEach(show);
  const watch = new ResizeObserver((seen) =>
    look(...new Set(seen.map(({ target }) => target.closest(WIDE)))),
  );
  for (const place of document.querySelectorAll(WIDE)) {
    place.addEventListener("scroll", () => look(place), { passive: true });
    for (const part of [place, ...place.children]) watch.observe(part);
  }
}

keepFocus();
document.addEventListener("DOMContentLoaded", () => {
  sayCopied();
  sayFolded();
  saySearch();
  showMore();
});
