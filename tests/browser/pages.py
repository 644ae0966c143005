"""What the tests do to a page, and how they see that it did something."""

import functools

KEYS = ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "Home", "End", " ", "Enter"]
TESTED = "[type=range], [type=radio], [type=checkbox]"
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


def settle(page):
    """Waits until what was asked of the page is drawn."""
    page.evaluate("() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))")


def picture(section):
    return section.evaluate(PICTURE)


def move(slider, value):
    """Moves a slider as a reader does: it takes the value and says so."""
    slider.evaluate(
        """(slider, value) => {
            slider.value = value;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
            slider.dispatchEvent(new Event("change", { bubbles: true }));
        }""",
        str(value),
    )
    settle(slider.page)


def press(control):
    """Clicks a button, a radio or a box, by its label where the label is what is seen."""
    control.evaluate("(control) => control.scrollIntoView({ block: 'center' })")
    if control.evaluate("(control) => control.matches('input') && control.labels.length > 0"):
        control.evaluate_handle("(control) => control.labels[0]").as_element().click()
    else:
        control.click()


def strike(place, key):
    place.focus()
    place.page.keyboard.press(key)


def controls(section):
    """Every control of a widget, with the actions that a reader can take on it."""
    strange = section.locator(UNTESTED).evaluate_all("(all) => all.map((node) => node.outerHTML)")
    assert not strange, f"no test moves these controls: {strange}"
    for slider in section.locator("input[type=range]").all():
        low, high, step = slider.evaluate("(s) => [s.min || 0, s.max || 100, s.step].map(Number)")
        steps = round((high - low) / (step or 1))
        stops = sorted({round(i * steps / 5) for i in range(6)})
        values = [f"{low + i * (step or 1):.9g}" for i in stops]
        # To its end and then back to the middle: at an end other controls may have no say.
        values.append(values[len(values) // 2])
        yield slider, [functools.partial(move, slider, value) for value in values]
    radios = section.locator("input[type=radio]")
    for name in sorted(set(radios.evaluate_all("(all) => all.map((radio) => radio.name)"))):
        group = section.locator(f"input[type=radio][name='{name}']")
        yield (
            group.first,
            [functools.partial(press, radio) for radio in [*group.all(), group.first]],
        )
    for switch in section.locator("input[type=checkbox], button").all():
        yield switch, [functools.partial(press, switch)] * 2
    for choice in section.locator("select").all():
        values = choice.locator("option").evaluate_all("(all) => all.map((o) => o.value)")
        yield choice, [functools.partial(choice.select_option, v) for v in [*values, values[0]]]
    for place in section.locator("[tabindex='0']:not([role=region])").all():
        yield place, [functools.partial(strike, place, key) for key in KEYS]


def changes(section, control, actions):
    """Takes every action on a control; says whether any changed the picture."""
    if not (control.is_enabled() and control.is_visible()):
        return False
    before, changed = picture(section), False
    for action in actions:
        if control.is_enabled():
            action()
        if not changed:
            settle(section.page)
            changed = picture(section) != before
    return changed


def dead_controls(section, problems):
    """Takes every action on every control; returns the controls that never change the picture.

    What is without effect, hidden or disabled in one setting of the widget is tried again in its
    others, so a control counts as dead only where no other one brings it to life.
    """
    everything = list(controls(section))
    dead = []
    for control, actions in everything:
        if not changes(section, control, actions):
            dead.append((control, actions))
        assert not problems, f"{describe(control)}: {problems}"
    for other, actions in everything:
        for action in actions:
            if not dead:
                return []
            if other.is_enabled() and other.is_visible():
                action()
                settle(section.page)
                dead = [(c, a) for c, a in dead if not changes(section, c, a)]
    return [describe(control) for control, _ in dead]


def describe(control):
    return control.evaluate(
        """(c) => c.ariaLabel || c.closest("fieldset")?.querySelector("legend")?.innerText
            || c.innerText || c.labels?.[0]?.innerText || c.outerHTML"""
    )
