"""The checks of pages find and name every fault, and report no others."""

import functools

import pytest

from tests.browser.pages import (
    cut_off,
    dead_controls,
    lifeless,
    lost_formulas,
    must_scroll,
    ringless,
    too_wide,
    undrawn_formulas,
    unsaid,
    wrong_theme,
)

pytestmark = pytest.mark.slow

LONG = "a long line " * 200
RIGHT_PAGE = f"""<body><h1>Title</h1><div id="text"><h1>Title</h1></div>
<div style="overflow: auto"><p style="width: 9999px">{LONG}</div>"""
WRONG_PAGE = f"""<body><h1>Title</h1><div id="text"><h1>Title</h1></div><nav></nav>
<i class="mha" aria-label="mine" data-theme="light"></i>
<i class="math"><b class="katex">$x$</b></i>
<button style="outline: none">b</button>
<pre style="overflow: auto">short\n{LONG}</pre>
<b style="display: block; width: 9999px">x</b>
<div class="bd-article"><div style="overflow: auto">
<table style="min-width: 9999px"><tr><td>a  row</table></div></div>"""
FAULTS = {
    functools.partial(wrong_theme, theme="dark"): ["mine is light, not dark"],
    functools.partial(lost_formulas, source=None): ["1 formulas are drawn; written=False"],
    undrawn_formulas: ["$x$"],
    unsaid: ["this part is not said: <nav>"],
    ringless: ["no ring, forced colors active: button.", "no ring, forced colors none: button."],
    must_scroll: [LONG],
    too_wide: ['<b style="display'],
    cut_off: ["a row"],
}
# A widget in the small: what its slider and its button do is filled in.
SMALL = """<section class="mha" aria-label="small">
<input type="range" max="2" aria-label="size"><button>again</button><p>0</p></section>
<script>
const [slider, button, shown] = ["input", "button", "p"].map((n) => document.querySelector(n));
slider.oninput = () => {{ {slider} }};
button.onclick = () => {{ {button} }};
</script>"""
ALIVE = "shown.textContent += slider.value"
SWITCHED = "if (button.dataset.on) " + ALIVE
SWITCH = "button.dataset.on = 1; " + ALIVE


@pytest.fixture
def holding(open_context):
    """Opens a page with only this in it."""

    def holding(html):
        page = open_context().new_page()
        page.set_content(f"<!doctype html><html data-theme='dark'>{html}")
        return page

    return holding


def test_faults_are_reported(holding):
    wrong, right = holding(WRONG_PAGE), holding(RIGHT_PAGE)
    for check, named in FAULTS.items():
        faults = check(wrong)
        assert len(faults) == len(named), faults
        assert all(name in fault for name, fault in zip(named, faults, strict=True)), faults
        assert check(right) == []


def test_a_missing_or_restless_widget_is_reported(holding, problems):
    small = SMALL.format(slider=ALIVE, button=ALIVE)
    restless = f"{small}<script>setInterval(() => (shown.textContent += 1), 50)</script>"
    faults = lifeless(holding(restless), 2, problems)
    assert faults == ["1 widgets, 2 made in its code", "small: changes by itself"]


@pytest.mark.parametrize(
    ("slider", "button", "dead"),
    [(ALIVE, ALIVE, []), ("", ALIVE, ["size"]), (ALIVE, "", ["again"]), (SWITCHED, SWITCH, [])],
)
def test_a_control_that_does_nothing_is_reported(holding, problems, slider, button, dead):
    page = holding(SMALL.format(slider=slider, button=button))
    assert dead_controls(page.locator(".mha"), problems) == dead


def test_an_error_names_its_control(holding, problems):
    page = holding(SMALL.format(slider="throw new Error('not here')", button=ALIVE))
    dead_controls(page.locator(".mha"), problems)
    assert problems
    assert all(problem.startswith("size: ") and "not here" in problem for problem in problems)
    problems.clear()
