"""What the tests do to a page, how they see that it did something, and what may be wrong there."""

import functools
import re
from pathlib import Path

import nbformat
import torch

KEYS = ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "Home", "End", " ", "Enter"]
TESTED = "[type=range], [type=radio], [type=checkbox], [type=text]"
UNTESTED = f"input:not({TESTED}), textarea, [contenteditable]"

# The picture of a widget: what its canvases, its drawings and its text show. Its controls are no
# part of it: a slider that moves nothing but its own handle and number is dead.
PICTURE = """(section) => {
    const shown = section.cloneNode(true);
    for (const control of shown.querySelectorAll(".mha-control, input, select")) control.remove();
    for (const node of shown.querySelectorAll("*"))
        for (const name of ["id", "for", "tabindex", "aria-pressed", "aria-checked"])
            node.removeAttribute(name);
    const canvases = [...section.querySelectorAll("canvas")].map((canvas) => canvas.toDataURL());
    return canvases.join() + shown.innerHTML;
}"""

# Where a reader aims at a control, or at its label where that is what is seen; null where something
# lies over it. What is in sight is not scrolled to, for then the whole page is drawn anew.
AIM = """(control) => {
    const seen = (control.matches("input") && control.labels[0]) || control;
    const middle = () => {
        const box = seen.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const free = () => seen.contains(document.elementFromPoint(...middle()));
    if (free()) return middle();
    seen.scrollIntoView({ block: "center", behavior: "instant" });
    return free() ? middle() : null;
}"""

# What has no place left at the right edge and is not inside something that scrolls by itself: the
# innermost, text or element.
TOO_WIDE = """() => {
    const { clientWidth: edge, scrollWidth: width } = document.documentElement;
    if (width <= edge) return [];
    const scrolls = (node) => node && node !== document.body &&
        (getComputedStyle(node).overflowX !== "visible" || scrolls(node.parentElement));
    const hidden = (node) => !node.checkVisibility({ visibilityProperty: true });
    const nodes = document.createNodeIterator(document.body, NodeFilter.SHOW_ALL);
    const [range, wide] = [new Range(), []];
    for (let node; (node = nodes.nextNode()); ) {
        const element = node instanceof Element;
        range.selectNode(node);
        const { right } = (element ? node : range).getBoundingClientRect();
        if (right > edge + 1 && !hidden(element ? node : node.parentElement) &&
            !scrolls(node.parentElement)) wide.push(node);
    }
    const inner = wide.filter((node, i) => !node.contains(wide[i + 1]));
    const told = inner.map((node) => (node.outerHTML ?? node.textContent).slice(0, 200));
    return [`the page is ${width} wide: ${told.join(" ... ").replace(/\\s+/g, " ")}`];
}"""

# Code and outputs that must be scrolled to be read, each by its longest line.
SCROLLS = """() => [...document.querySelectorAll("pre")]
    .filter((block) => block.scrollWidth > block.clientWidth)
    .map((block) => block.textContent.split("\\n").sort((a, b) => b.length - a.length)[0])"""

# Tables that are cut off where no key leads to the rest, or nothing shows that there is one.
CUT_OFF = """() => [...document.querySelectorAll(".bd-article table")]
    .filter((table) => table.checkVisibility() && !table.closest(".mha"))
    .filter((table) => {
        const place = table.parentElement;
        const hidden = place.scrollWidth - place.clientWidth - place.scrollLeft;
        const { overflowX, maskImage } = getComputedStyle(place);
        const reached = overflowX === "auto" && place.tabIndex === 0;
        return hidden > 1 && !(reached && maskImage !== "none");
    })
    .map((table) => table.textContent.replace(/\\s+/g, " ").slice(0, 60))"""

# Formulas that were not drawn for the eye and as maths, or drawn as an error.
BARE = """(all) => all.filter((math) => !math.querySelector(".katex-html")
        || !math.querySelector("math") || math.querySelector(".katex-error"))
    .map((math) => math.textContent)"""

SOURCES = Path(__file__).parents[2] / "book"
MADE = re.compile(r"\bwidgets\.[A-Z]\w*\(")
KEPT_OFF = {"remove-cell", "remove-output"}


def settle(page):
    """Waits until what was asked of the page is drawn: the next frame, and its end."""
    page.evaluate("() => new Promise((r) => requestAnimationFrame(() => setTimeout(r)))")


def picture(section):
    return section.evaluate(PICTURE)


def slide(slider, value):
    """Moves a slider as a reader does: it takes the value and says so."""
    slider.evaluate(
        """(slider, value) => {
            slider.value = value;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
            slider.dispatchEvent(new Event("change", { bubbles: true }));
        }""",
        str(value),
    )


def move(slider, value):
    """Moves a slider, and waits until what follows from it is drawn."""
    slide(slider, value)
    settle(slider.page)


def press(page, control):
    """Clicks a button, a radio or a box where a reader does; nothing may lie over it."""
    middle = control.evaluate(AIM)
    assert middle, f"something lies over the control {describe(control)}"
    page.mouse.click(*middle)


def strike(page, place, key):
    place.focus()
    page.keyboard.press(key)


def press_keys(page, *keys):
    for key in keys:
        page.keyboard.press(key)
    settle(page)


def numbers(page):
    """What the page's first widget draws."""
    settle(page)
    return page.evaluate("() => document.querySelector('.mha').numbers()")


def tensors(page):
    """The same, lists as tensors."""
    return {
        name: torch.tensor(value, dtype=torch.float64) if isinstance(value, list) else value
        for name, value in numbers(page).items()
    }


def stuck_places(page, ends_only=False):
    """Places of the sliders of the page's widget that show and say nothing of their own."""
    section, stuck = page.locator(".mha"), []
    for slider in section.locator("input[type=range]").all():
        last = int(slider.get_attribute("max"))
        for value in (0, last) if ends_only else range(last + 1):
            before, moved = picture(section), slider.input_value() != str(value)
            move(slider, value)
            said = slider.get_attribute("aria-valuetext")
            if (picture(section) != before) != moved or not said:
                stuck.append((describe(slider), value))
    return stuck


def controls(page, widget):
    """Every control of a widget, with the actions that a reader can take on it."""
    find = widget.query_selector_all
    strange = [node.evaluate("(node) => node.outerHTML") for node in find(UNTESTED)]
    assert not strange, f"no test moves these controls: {strange}"
    for slider in find("input[type=range]"):
        low, high, step = slider.evaluate("(s) => [s.min || 0, s.max || 100, s.step].map(Number)")
        steps = round((high - low) / (step or 1))
        stops = sorted({round(i * steps / 5) for i in range(6)})
        values = [f"{low + i * (step or 1):.9g}" for i in stops]
        # To its end and then back to the middle: at an end other controls may have no say.
        values.append(values[len(values) // 2])
        yield slider, [functools.partial(slide, slider, value) for value in values]
    radios = find("input[type=radio]")
    for name in sorted({radio.get_attribute("name") for radio in radios}):
        group = find(f"input[type=radio][name='{name}']")
        yield group[0], [functools.partial(press, page, radio) for radio in [*group, group[0]]]
    for switch in find("input[type=checkbox], button"):
        yield switch, [functools.partial(press, page, switch)] * 2
    for line in find("input[type=text]"):
        first = line.input_value()
        longest = (first * int(line.get_attribute("size")))[: int(line.get_attribute("size"))]
        texts = [first[::-1], first[:3], "?", longest, first]
        yield line, [functools.partial(line.fill, text) for text in texts]
    for choice in find("select"):
        values = choice.evaluate("(choice) => [...choice.options].map((o) => o.value)")
        yield choice, [functools.partial(choice.select_option, v) for v in [*values, values[0]]]
    for place in find("[tabindex='0']:not([role=region])"):
        yield place, [functools.partial(strike, page, place, key) for key in KEYS]


def changes(page, widget, control, actions):
    """Takes every action on a control, each until it is drawn; says if any changed the picture."""
    if not (control.is_enabled() and control.is_visible()):
        return False
    before, changed = picture(widget), False
    for action in actions:
        if control.is_enabled():
            action()
            settle(page)
        changed = changed or picture(widget) != before
    return changed


def dead_controls(section, problems):
    """Takes every action on every control; returns the controls that never change the picture.

    What is without effect, hidden or disabled in one setting of the widget is tried again in its
    others, so a control counts as dead only where no other one brings it to life. The first control
    that causes problems is named in them, and ends the search.
    """
    # Held as they are, for to look each up again by how it was found takes longer than to move it.
    page, widget = section.page, section.element_handle()
    everything = list(controls(page, widget))
    known = len(problems)
    dead = []
    for control, actions in everything:
        if not changes(page, widget, control, actions):
            dead.append((control, actions))
        if len(problems) > known:
            name = describe(control)
            problems[known:] = [f"{name}: {problem}" for problem in problems[known:]]
            return []
    for other, actions in everything:
        for action in actions:
            if not dead:
                return []
            if other.is_enabled() and other.is_visible():
                action()
                settle(page)
                dead = [(c, a) for c, a in dead if not changes(page, widget, c, a)]
    return [describe(control) for control, _ in dead]


def describe(control):
    return control.evaluate(
        """(c) => c.ariaLabel || c.closest("fieldset")?.querySelector("legend")?.innerText
            || c.innerText || c.labels?.[0]?.innerText || c.outerHTML"""
    )


def wrong_theme(page, theme):
    """The page and its widgets, where they are in another theme."""
    themes = page.locator("html, .mha").evaluate_all(
        "(all) => all.map((node) => [node.ariaLabel ?? node.localName, node.dataset.theme])"
    )
    return [f"{name} is {its}, not {theme}" for name, its in themes if its != theme]


def undrawn_formulas(page):
    return [f"this formula is not drawn: {f}" for f in page.locator(".math").evaluate_all(BARE)]


def lost_formulas(page, source):
    """Whether formulas are drawn where, and only where, the page's source holds some."""
    text = source.read_text(encoding="utf-8") if source else ""
    text = re.sub(r"`[^`\n]*`", "", text)
    written = bool(re.search(r"\$[^$\n\"]+\$|\\begin{(align|equation)}", text))
    drawn = page.locator(".math .katex").count()
    return [] if written == (drawn > 0) else [f"{drawn} formulas are drawn; {written=}"]


def too_wide(page):
    return page.evaluate(TOO_WIDE)


def cut_off(page):
    """Tables that hide a part without a way to it.

    The theme makes what scrolls a stop for keys some tenths of a second after the width changed.
    """
    if page.evaluate(CUT_OFF):
        page.wait_for_timeout(1000)
    return [f"this table is cut off: {text}" for text in page.evaluate(CUT_OFF)]


def must_scroll(page):
    return [f"this must be scrolled to be read: {line}" for line in page.evaluate(SCROLLS)]


def widgets_made(name):
    """How many widgets a page's notebook makes where the page shows it, or its text includes."""
    source = SOURCES / f"{Path(name).stem}.ipynb"
    if not source.exists():
        text = source.with_suffix(".md")
        return text.read_text().count("```{raw} html") if text.exists() else 0
    cells = nbformat.read(source, as_version=4).cells
    shown = [c for c in cells if not KEPT_OFF & set(c.metadata.get("tags", []))]
    code = "\n".join(cell.source for cell in shown if cell.cell_type == "code")
    return len(MADE.findall(re.sub(r"#.*", "", code)))


def lifeless(page, made, problems):
    """Widgets that are missing or restless, and their controls that do nothing."""
    sections = page.locator(".mha").all()
    faults = [] if len(sections) == made else [f"{len(sections)} widgets, {made} made in its code"]
    # At rest a widget keeps its picture; what changes is then the control's doing.
    before = [picture(section) for section in sections]
    if sections:
        page.wait_for_timeout(300)
    for section, old in zip(sections, before, strict=True):
        name = section.get_attribute("aria-label")
        if picture(section) != old:
            faults.append(f"{name}: changes by itself")
        # What is in a folded cell is folded out first, as its reader does.
        section.evaluate(
            "(s) => { for (let n = s; (n = n.parentElement?.closest('details')); ) n.open = true; }"
        )
        faults += [f"{name}: {dead} does nothing" for dead in dead_controls(section, problems)]
    return faults
