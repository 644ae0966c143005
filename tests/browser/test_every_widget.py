"""What holds for every widget in a page: it fits, can be read, and answers to hand and key."""

import pytest

from tests.browser.pages import (
    CLICK_POINT,
    dead_controls,
    picture,
    press_keys,
    settle,
    slide,
    stuck_steps,
)
from tests.browser.spoken import listen
from tests.helpers import scripts
from tests.helpers.every_widget import TESTS, every, every_widget

MIN_TARGET_PX = 23.9  # WCAG 2.2 asks for 24; a box may be rounded
# Colors and sizes are what a theme and a width change; all other rules were held to before.
RULES = ["color-contrast", "target-size"]
VIOLATIONS = """async (rules) => {
    const options = { runOnly: rules, resultTypes: ["violations"], preload: false };
    return (await axe.run("html", options)).violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
}"""
UNNAMED = """(tables) => tables.filter((table) => !(table.ariaHidden || table.caption
    || table.ariaLabel || table.getAttribute("aria-labelledby")))
    .map((table) => table.outerHTML.slice(0, 200))"""
# What kinds of controls are visible: those to type in or to move by their names, which no example
# changes, and the others by their first class, because more classes show a state.
KINDS_OF_CONTROL = """(section) =>
    [...section.querySelectorAll("input, select, textarea, button, summary, [tabindex='0']")]
        .filter((control) => control.checkVisibility())
        .map((control) => [control.localName, control.type, control.classList[0],
            control.matches("input, select, textarea") &&
                (control.ariaLabel ?? control.labels?.[0]?.textContent)].join())"""
# The colors of each visible canvas; none if the canvas was never painted.
PAINTED = """(canvases) => canvases.filter((c) => c.checkVisibility()).map((c) =>
    new Set(new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer)
    ).size)"""


def too_wide(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    settle(page)
    return page.evaluate("() => document.documentElement.scrollWidth") > width


# Controls that are smaller than a fingertip or a mouse's target, and nodes with a missing number in
# their name. A control without a box is there for the next text, and has a name all the same.
CONTROLS = scripts.read("every_widget_controls")


@every("EXAMPLES")
def test_a_widget_fits_and_its_controls_are_large_and_named(open_widget, build):
    page = open_widget(build(), width=360)
    assert not too_wide(page, 360)
    assert page.locator(".mha table").evaluate_all(UNNAMED) == []
    assert page.locator(".mha img").count() == 0  # texts are texts
    assert page.evaluate(CONTROLS, MIN_TARGET_PX) == []
    page.evaluate("() => (document.documentElement.dataset.theme = 'dark')")
    assert not too_wide(page, 1600)
    assert page.evaluate(CONTROLS, MIN_TARGET_PX) == []
    assert page.locator(".mha").get_attribute("data-theme") == "dark"


@pytest.mark.slow
@every("EXAMPLES")
def test_a_widget_is_accessible_in_both_themes(open_widget, axe, build):
    page = open_widget(build(), width=360)
    assert not axe(page)
    page.evaluate("() => (document.documentElement.dataset.theme = 'dark')")
    page.set_viewport_size({"width": 1600, "height": 900})
    settle(page)
    assert page.evaluate(VIOLATIONS, RULES) == []


@pytest.mark.slow
@every_widget
def test_next_to_another_widget_touch_sliders_and_keys_work_and_are_announced(open_widget, name):
    widget = TESTS[name].make()
    page = open_widget(widget, widget, has_touch=True)
    first, second = page.locator(".mha").all()
    heard, untouched = listen(page), picture(second)

    def tap(control):
        page.touchscreen.tap(*control.evaluate(CLICK_POINT))

    def to_the_other_end(slider):
        slide(slider, slider.get_attribute("max") if slider.input_value() == "0" else 0)

    def strike(place):
        place.focus()
        press_keys(page, "ArrowDown", "ArrowRight", "Enter")

    painted = ".mha-painter button, .mha-letters button"
    for where, act in {
        f"input[type=radio]:not(:checked), {painted}": tap,
        "[tabindex='0']:not([role=region])": strike,
        "input[type=range]": to_the_other_end,
    }.items():
        answers = []
        for which in 0, -1:
            found = first.locator(where).element_handles()  # anew: a control may redraw others
            controls = [control for control in found if control.is_visible()]
            if not controls:
                break
            before = picture(first)
            act(controls[which])
            said = heard()  # when it is drawn
            answers.append(said != [] and picture(first) != before)
        assert not answers or any(answers), where
    assert picture(second) == untouched


def test_without_javascript_a_sentence_explains_what_is_missing(open_context, tmp_path):
    page = open_context(java_script_enabled=False).new_page()
    for name, tests in TESTS.items():
        tests.make().save(tmp_path / f"{name}.html")
        page.goto((tmp_path / f"{name}.html").as_uri())
        assert "turned off" in page.locator(".mha-widget").inner_text(), name


@pytest.fixture
def with_other_controls(open_widget):
    """Opens each example of a widget that has controls which those before it lack.

    Examples with the same controls have other numbers, and run the same code.
    """

    def with_other_controls(name):
        known = set()
        for build in [TESTS[name].make, *TESTS[name].EXAMPLES]:
            page = open_widget(build())
            found = {*page.locator(".mha").evaluate(KINDS_OF_CONTROL)}
            if found - known:
                yield build.__name__, page
            known |= found

    return with_other_controls


@pytest.mark.slow
@every_widget
def test_every_control_changes_something(with_other_controls, problems, name):
    for example, page in with_other_controls(name):
        assert dead_controls(page.locator(".mha"), problems) == [], example


@pytest.mark.slow
@every_widget
def test_every_slider_step_changes_the_picture_and_is_announced(with_other_controls, name):
    for example, page in with_other_controls(name):
        assert not stuck_steps(page), example


@pytest.mark.slow
@every("LARGEST")
def test_at_its_largest_a_widget_is_drawn_and_fits(open_widget, build):
    page = open_widget(build(), width=1280)
    for width in (1280, 390):
        assert not too_wide(page, width)
        assert page.locator(".mha-sentences").first.inner_text()
        assert all(colors > 1 for colors in page.locator(".mha canvas").evaluate_all(PAINTED))
    assert not stuck_steps(page, ends_only=True)
