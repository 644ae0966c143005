"""Actions on a page, checks that they had an effect, and checks of what may be wrong."""

import contextlib
import functools
import gzip
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import torch
from fontTools.ttLib import TTFont
from matplotlib.colors import LinearSegmentedColormap
from playwright.sync_api import TimeoutError

from tests.helpers import scripts

KEYS = ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "Home", "End", " ", "Enter"]
TESTED = "[type=range], [type=radio], [type=checkbox], [type=text]"
UNTESTED = f"input:not({TESTED}), [contenteditable]"

# The picture of a widget: its canvases, drawings and text, without its controls, because a slider
# that changes only its own handle and number is dead.
PICTURE = scripts.read("pages_picture")

# The point where a reader clicks a control, or its label if only the label is visible; null if
# something covers it. It scrolls only if needed, because then the whole page is drawn again.
CLICK_POINT = scripts.read("pages_click_point")

# The innermost texts and elements that stick out at the right edge and are not in a scrolling box.
TOO_WIDE = scripts.read("pages_too_wide")

# Code and outputs that must be scrolled to be read, each by its longest line.
SCROLLS = """() => [...document.querySelectorAll("pre")]
    .filter((block) => block.scrollWidth > block.clientWidth)
    .map((block) => block.textContent.split("\\n").sort((a, b) => b.length - a.length)[0])"""

# Tables that are cut off, if no key leads to the rest or nothing shows that there is a rest.
CUT_OFF = scripts.read("pages_cut_off")

# Formulas that lack their visible form or their MathML, or are drawn as an error.
UNDRAWN_FORMULAS = """(all) => all.filter((math) => !math.querySelector(".katex-html")
        || !math.querySelector("math") || math.querySelector(".katex-error"))
    .map((math) => math.textContent)"""

# Faults for users of screen readers: folds whose name is not their title, or lacks their
# exercise's number; tab stops and parts of the page without a name; empty landmarks; rows without a
# label; code that cannot be distinguished from its output; headings before the title; a skip link
# that does not lead to the title.
UNNAMED = scripts.read("pages_unnamed")

# Tab stops whose focus is not visible; three stops of each class are tried. A search field shows it
# on its form, and a fold of the sidebar on its arrow.
RINGLESS = scripts.read("pages_ringless")

# What the page has loaded.
LOADED = """() => ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type))
    .map((entry) => entry.name)"""
# A phone on a slow line (1.6 Mbit/s) loads this much in 2 seconds, after which readers lose their
# train of thought. Pictures count too.
MAX_PAGE_BYTES = 400_000

# The icons before or after elements of a page, each with its font family and weight.
SIGNS = r"""() => [...document.querySelectorAll("*")].flatMap((node) =>
    ["::before", "::after"].map((part) => getComputedStyle(node, part))
        .filter((style) => /^"[\ue000-\uf8ff]"$/.test(style.content))
        .map((style) => [style.content[1], style.fontFamily, style.fontWeight]))"""
FONTS = {"Brands": "fa-brands-400", "Free900": "fa-solid-900", "Free400": "fa-regular-400"}

SOURCES = Path(__file__).parents[2] / "book"
WIDGET_CALL = re.compile(r"^widgets\.[A-Z]\w*\(", re.MULTILINE)
HIDDEN_TAGS = {"remove-cell", "remove-output"}


# Resolves after the next frame, when no widget has a slice of its drawing left.
DRAWN = scripts.read("pages_drawn")

# Adds a widget as JupyterLab does: the page is there already, and scripts are created again.
ADD_LATER = scripts.read("pages_add_later")


def settle(page):
    """Waits until what was asked of the page is drawn."""
    page.evaluate(DRAWN)


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
    """Clicks a button, radio or checkbox where a reader would; nothing may cover it."""
    middle = control.evaluate(CLICK_POINT)
    assert middle, f"something covers the control {describe(control)}"
    page.mouse.click(*middle)


def strike(page, stop, key):
    stop.focus()
    page.keyboard.press(key)


def press_keys(page, *keys):
    for key in keys:
        page.keyboard.press(key)
    settle(page)


def state(page):
    """The numbers that the page's first widget draws."""
    settle(page)
    return page.evaluate("() => document.querySelector('.mha').stateForTests()")


PIXELS = """(canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    return { shape: [height, width, 4], data: [...data] };
}"""
RAMP_ENDS = """(canvas) => {
    const { backgroundColor, color } = getComputedStyle(canvas);
    return [backgroundColor, color].map((text) => text.match(/\\d+/g).map((part) => part / 255));
}"""


def painted(canvas):
    """Red, green and blue of a map's pixels, 0 to 255."""
    found = canvas.evaluate(PIXELS)
    return torch.tensor(found["data"]).view(found["shape"])[..., :3]


def assert_painted(canvas, shares, colors=None):
    """A map has matplotlib's colors for numbers from 0 to 1; NaN is gray.

    Without `colors` they go from the ground to the map's own.
    """
    colors = colors or LinearSegmentedColormap.from_list("ramp", canvas.evaluate(RAMP_ENDS))
    shares = torch.as_tensor(shares).double()
    wanted = torch.tensor(colors(shares.numpy(), bytes=True))[..., :3].long()
    wanted[shares.isnan()] = 153
    torch.testing.assert_close(painted(canvas), wanted, rtol=0, atol=4)


def tensors(page):
    """The same, with lists as tensors."""
    return {
        name: torch.tensor(value, dtype=torch.float64) if isinstance(value, list) else value
        for name, value in state(page).items()
    }


def stuck_steps(page, ends_only=False):
    """Steps of the sliders of the page's widget that have no effect or no spoken value.

    Six steps of a slider are tried: its ends, and four between them.
    """
    section, stuck = page.locator(".mha"), []
    for slider in section.locator("input[type=range]").all():
        last = int(slider.get_attribute("max"))
        before = picture(section), slider.get_attribute("aria-valuetext")
        for value in (0, last) if ends_only else sorted({last * i // 5 for i in range(6)}):
            moved = slider.input_value() != str(value)
            move(slider, value)
            after = picture(section), slider.get_attribute("aria-valuetext")
            if (after != before) != moved or not after[1]:
                stuck.append((describe(slider), value))
            before = after
    return stuck


def controls(page, widget):
    """Every control of a widget, with the actions that a reader can take on it."""
    find = widget.query_selector_all
    strange = [node.evaluate("(node) => node.outerHTML") for node in find(UNTESTED)]
    assert not strange, f"no test moves these controls: {strange}"
    for slider in find("input[type=range]"):
        low, high, step = slider.evaluate("(s) => [s.min || 0, s.max || 100, s.step].map(Number)")
        steps = round((high - low) / (step or 1))
        # To its ends and then to the middle: at an end, other controls may have no effect.
        values = [f"{low + i * (step or 1):.9g}" for i in (0, steps, steps // 2)]
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
    for field in find("textarea"):
        first = field.input_value()
        texts = [first[::-1], first[:3], "?", 20 * first, first]
        yield field, [functools.partial(field.fill, text) for text in texts]
    for choice in find("select"):
        values = choice.evaluate("(choice) => [...choice.options].map((o) => o.value)")
        yield choice, [functools.partial(choice.select_option, v) for v in [*values, values[0]]]
    stops = find("[tabindex='0']:not([role=region])")
    # Of many similar elements, such as a drawing's matrices, only the first two and the last two.
    for stop in stops if len(stops) < 7 else [*stops[:2], *stops[-2:]]:
        yield stop, [functools.partial(strike, page, stop, key) for key in KEYS]


def changes(page, widget, control, actions):
    """Takes every action on a control, each until it is drawn; says if any changed the picture."""
    if not control.evaluate("(control) => control.isConnected"):
        return True  # another control has replaced it
    if not (control.is_enabled() and control.is_visible()):
        return False
    before, changed = picture(widget), False
    for action in actions:
        if control.evaluate("(control) => control.isConnected && !control.disabled"):
            action()
            settle(page)
        changed = changed or picture(widget) != before
    return changed


def dead_controls(section, problems):
    """Takes every action on every control; returns the controls that never change the picture.

    A control without effect, hidden or disabled, is tried again after every action on the others.
    It counts as dead only if none of them makes it work. The first control that causes problems is
    named in them, and ends the search.
    """
    # Element handles, because looking up a locator again takes longer than moving the control.
    page, widget = section.page, section.element_handle()
    widget.evaluate("(node) => node.querySelectorAll('details').forEach((d) => (d.open = true))")
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
            if other.is_visible() and other.is_enabled():
                action()
                settle(page)
                dead = [(c, a) for c, a in dead if not changes(page, widget, c, a)]
    return [describe(control) for control, _ in dead]


def answers(section):
    """Whether some control of a widget changes its picture."""
    page, widget = section.page, section.element_handle()
    return any(changes(page, widget, *one) for one in controls(page, widget))


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
    return [
        f"this formula is not drawn: {f}"
        for f in page.locator(".math").evaluate_all(UNDRAWN_FORMULAS)
    ]


@functools.cache
def has_formulas(source):
    """Whether a page's source contains formulas."""
    text = source.read_text(encoding="utf-8") if source else ""
    if source and source.suffix == ".ipynb":  # shell variables are not formulas
        cells = nbformat.reads(text, as_version=4).cells
        text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    text = re.sub(r"`[^`\n]*`", "", text)
    return bool(re.search(r"\$[^$\n\"]+\$|\\begin{(align|equation)}", text))


def lost_formulas(page, source):
    """Whether formulas are drawn if, and only if, the page's source has some."""
    written, drawn = has_formulas(source), page.locator(".math .katex").count()
    return [] if written == (drawn > 0) else [f"{drawn} formulas are drawn; {written=}"]


def unsaid(page):
    """A page's faults for users of screen readers."""
    return page.evaluate(UNNAMED, int("/book/" in urlsplit(page.url).path))


def ringless(page):
    """Tab stops without a visible focus ring, in the page's colors and in forced colors."""
    bare = []
    for colors in ("active", "none"):
        page.emulate_media(forced_colors=colors)
        bare += [f"no ring, forced colors {colors}: {stop}" for stop in page.evaluate(RINGLESS)]
    return bare


def unfold_numbers(page):
    """Opens the folded numbers under figures."""
    page.locator("details.numbers").evaluate_all("(all) => all.forEach((n) => (n.open = true))")


@functools.cache
def compressed(file):
    return len(gzip.compress(file.read_bytes()))


def too_heavy(page, book):
    """Whether a served page has loaded more of the book than `MAX_PAGE_BYTES`."""
    paths = {unquote(urlsplit(url).path) for url in page.evaluate(LOADED)} - {"/"}
    sizes = {path: compressed(book / path[1:]) for path in paths if (book / path[1:]).is_file()}
    assert len(sizes) > 10  # the page has loaded other files too
    heaviest = sorted(sizes.items(), key=lambda item: -item[1])[:5]
    weight = sum(sizes.values())
    return [] if weight < MAX_PAGE_BYTES else [f"the page loads {weight} bytes: {heaviest}"]


@functools.cache
def glyphs(font):
    return TTFont(font).getBestCmap()


def missing_signs(page, book):
    """Icons on a page that are missing in the book's fonts, which are cut to those in use."""
    missing = []
    for sign, family, weight in map(tuple, page.evaluate(SIGNS)):
        name = FONTS["Brands" if "Brands" in family else f"Free{weight}"]
        fonts = book / "_static" / "vendor" / "fontawesome" / "webfonts"
        if ord(sign) not in glyphs(fonts / f"{name}.woff2"):
            missing.append(f"the sign {ord(sign):x} is not in {name}")
    return missing


def too_wide(page):
    return page.evaluate(TOO_WIDE)


def cut_off(page):
    """Tables that hide a part and cannot be scrolled to it by keyboard.

    After a change of the width a page takes some tenths of a second until its layout is final.
    """
    with contextlib.suppress(TimeoutError):
        page.wait_for_function(f"() => ({CUT_OFF})().length === 0", timeout=5000)
    return [f"this table is cut off: {text}" for text in page.evaluate(CUT_OFF)]


def must_scroll(page):
    return [f"this must be scrolled to be read: {line}" for line in page.evaluate(SCROLLS)]


def widgets_made(name):
    """How many widgets a page should have: those that its notebook shows, or its text includes."""
    source = SOURCES / f"{Path(name).stem}.ipynb"
    if not source.exists():
        text = source.with_suffix(".md")
        return text.read_text().count("```{raw} html") if text.exists() else 0
    cells = nbformat.read(source, as_version=4).cells
    shown = [c for c in cells if not HIDDEN_TAGS & set(c.metadata.get("tags", []))]
    code = "\n".join(cell.source for cell in shown if cell.cell_type == "code")
    return len(WIDGET_CALL.findall(re.sub(r"#.*", "", code)))


def lifeless(page, made, problems):
    """Widgets that are missing, that change by themselves, or that respond to no control.

    `dead_controls` tries every control of each widget on a page of its own.
    """
    sections = page.locator(".mha").all()
    faults = [] if len(sections) == made else [f"{len(sections)} widgets, {made} made in its code"]
    # A widget must not change by itself, so that a change below is due to a control.
    before = [picture(section) for section in sections]
    if sections:
        page.wait_for_timeout(300)
    for section, old in zip(sections, before, strict=True):
        name = section.get_attribute("aria-label")
        if picture(section) != old:
            faults.append(f"{name}: changes by itself")
        # Folded cells are opened first, as a reader would.
        section.evaluate(
            "(s) => { for (let n = s; (n = n.parentElement?.closest('details')); ) n.open = true; }"
        )
        if not answers(section):
            faults.append(f"{name}: no control changes its picture")
        faults += [f"{name}: {problem}" for problem in problems]
        problems.clear()
    return faults
