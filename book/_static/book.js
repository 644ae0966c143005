// Adds what the theme's scripts lack for readers who use the keyboard or a screen reader.

const TABLE_CONTAINERS = ".pst-scrollable-table-container, details.numbers > div";
const find = (what) => document.querySelector(what);

// The theme takes the focus from a button once it is pressed, and so does copying. A button that was
// pressed by a key gets the focus back, at once or when the dialog that it opened is closed.
function keepFocus() {
  let pressed = null;
  const giveBack = () => {
    if (document.activeElement === document.body) pressed?.focus({ preventScroll: true });
  };
  const remember = (event) => {
    if (event.target.closest("dialog")) return;
    // Only mouse clicks are counted. After one, focus would keep the theme's tooltip open.
    pressed = event.detail === 0 ? event.target.closest("button") : null;
    setTimeout(giveBack);
  };
  document.addEventListener("click", remember, true);
  document.addEventListener("close", () => setTimeout(giveBack), true);
}

// The theme shows with an icon and a tooltip that code was copied; this announces it.
function announceCopying() {
  const status = document.createElement("div");
  status.role = "status";
  status.className = "visually-hidden";
  document.body.append(status);
  const say = ([{ target }]) => {
    // The button's name changes with the icon, and would be read out a second time.
    target.ariaLabel = "Copy to clipboard";
    status.textContent = target.dataset.tooltip === "Copy" ? "" : target.dataset.tooltip;
  };
  new MutationObserver(say).observe(find("main"), {
    attributeFilter: ["data-tooltip"],
    subtree: true,
  });
}

// On a wide screen the first button folds the sidebar, otherwise it opens a dialog.
function announceSidebar() {
  const [button, bar] = [find(".primary-toggle"), find("#pst-primary-sidebar")];
  const wide = matchMedia("(min-width: 992px)"); // the theme's breakpoint
  const say = () => {
    button.ariaExpanded = wide.matches ? !bar.classList.contains("pst-sidebar-hidden") : null;
    button.ariaHasPopup = wide.matches ? null : "dialog";
  };
  say();
  wide.addEventListener("change", say);
  new MutationObserver(say).observe(bar, { attributeFilter: ["class"] });
}

// Measures how much of a wide table is hidden on either side, where it fades, because a phone shows
// no scrollbar. The theme lets the keyboard stop at the containers.
function fadeWideTables() {
  const measure = (box) => [box, box.scrollLeft, box.scrollWidth - box.clientWidth];
  const show = ([box, before, all]) => {
    box.classList.toggle("wide", all > 1);
    box.style.setProperty("--before", `${before}px`);
    box.style.setProperty("--after", `${all - before}px`);
  };
  // Measures all tables before changing one, because a change makes the next measurement lay out the
  // page again.
  const look = (...boxes) => boxes.map(measure).forEach(show);
  const watch = new ResizeObserver((seen) =>
    look(...new Set(seen.map(({ target }) => target.closest(TABLE_CONTAINERS)))),
  );
  for (const box of document.querySelectorAll(TABLE_CONTAINERS)) {
    box.addEventListener("scroll", () => look(box), { passive: true });
    for (const part of [box, ...box.children]) watch.observe(part);
  }
}

keepFocus();
document.addEventListener("DOMContentLoaded", () => {
  announceCopying();
  announceSidebar();
  fadeWideTables();
});
