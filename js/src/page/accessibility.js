// Adds what the theme's scripts lack for readers who use a keyboard or a screen reader.

const THEME_TABLES = ".pst-scrollable-table-container";
const TABLE_CONTAINERS = `${THEME_TABLES}, details.numbers > div`;
/** @type {(selector: string) => HTMLElement | null} */
const find = (selector) => document.querySelector(selector);

// The theme takes the focus from a button when it is pressed, and so does copying. If a key pressed
// the button, this gives the focus back, at once or when the dialog that the button opened is
// closed.
function keepFocus() {
  /** @type {HTMLButtonElement | null | undefined} */
  let pressed = null;
  const giveBack = () => {
    if (document.activeElement === document.body) pressed?.focus({ preventScroll: true });
  };
  /** @param {MouseEvent} event */
  const remember = ({ target, detail }) => {
    if (!(target instanceof Element) || target.closest("dialog")) return;
    // `detail` is 0 for a key. After a mouse click, focus would keep the theme's tooltip open.
    pressed = detail === 0 ? target.closest("button") : null;
    setTimeout(giveBack);
  };
  document.addEventListener("click", remember, true);
  document.addEventListener("close", () => setTimeout(giveBack), true);
}

// Announces that code was copied. The theme shows it only by an icon and a tooltip.
function announceCopying() {
  const status = document.createElement("div");
  status.role = "status";
  status.className = "visually-hidden";
  document.body.append(status);
  /** @param {MutationRecord[]} changes */
  const say = ([{ target }]) => {
    const button = /** @type {HTMLElement} */ (target);
    // The theme changes the button's name with its icon; a screen reader would announce that as
    // well.
    button.ariaLabel = "Copy to clipboard";
    const { tooltip = "" } = button.dataset;
    status.textContent = tooltip === "Copy" ? "" : tooltip;
  };
  const main = /** @type {HTMLElement} */ (find("main"));
  new MutationObserver(say).observe(main, {
    attributeFilter: ["data-tooltip"],
    subtree: true,
  });
}

// Announces what the first button does: on a wide screen it folds the sidebar, otherwise it opens a
// dialog.
function announceSidebar() {
  const button = /** @type {HTMLElement} */ (find(".primary-toggle"));
  const bar = /** @type {HTMLElement} */ (find("#pst-primary-sidebar"));
  const wide = matchMedia("(min-width: 992px)"); // the theme's breakpoint
  const say = () => {
    const hidden = bar.classList.contains("pst-sidebar-hidden");
    button.ariaExpanded = wide.matches ? String(!hidden) : null;
    button.ariaHasPopup = wide.matches ? null : "dialog";
  };
  say();
  wide.addEventListener("change", say);
  new MutationObserver(say).observe(bar, { attributeFilter: ["class"] });
}

// Measures how much of a wide table is hidden on either side, so that the style sheet can fade that
// side: a phone shows no scrollbar. Also makes the theme's tables stops of the Tab key while they are
// too wide. The theme does so once after a resize, which may be before the layout's last change.
function fadeWideTables() {
  /** @param {HTMLElement} box */
  const measure = (box) => ({
    box,
    before: box.scrollLeft,
    all: box.scrollWidth - box.clientWidth,
  });
  /** @param {ReturnType<typeof measure>} measured */
  const show = ({ box, before, all }) => {
    box.classList.toggle("wide", all > 1);
    if (box.matches(THEME_TABLES)) box.tabIndex = all > 0 ? 0 : -1;
    box.style.setProperty("--before", `${before}px`);
    box.style.setProperty("--after", `${all - before}px`);
  };
  // Measures all tables before changing any, because after a change the next measurement would lay
  // out the page again.
  /** @param {HTMLElement[]} boxes */
  const update = (boxes) => boxes.map(measure).forEach(show);
  const watch = new ResizeObserver((entries) => {
    const boxes = entries.map(({ target }) => target.closest(TABLE_CONTAINERS));
    update([...new Set(/** @type {HTMLElement[]} */ (boxes))]);
  });
  /** @type {NodeListOf<HTMLElement>} */
  const containers = document.querySelectorAll(TABLE_CONTAINERS);
  for (const box of containers) {
    box.addEventListener("scroll", () => update([box]), { passive: true });
    for (const part of [box, ...box.children]) watch.observe(part);
  }
}

keepFocus();
document.addEventListener("DOMContentLoaded", () => {
  announceCopying();
  announceSidebar();
  fadeWideTables();
});
