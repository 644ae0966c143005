"""What the tests of pages look for is found where it is, named, and not found where it is not."""

import functools

import pytest
from pages import (
    cut_off,
    dead_controls,
    lifeless,
    lost_formulas,
    must_scroll,
    too_wide,
    undrawn_formulas,
    wrong_theme,
)

LONG = "a long line " * 200
# A widget in the small: what its slider and its button do is filled in.
SMALL = """<section class="mha" aria-label="small">
<input type="range" max="2" aria-label="size"><button>again</button><p>0</p></section>
<script>
const [slider, button, shown] = ["input", "button", "p"].map((n) => document.querySelector(n));
slider.oninput = () => {{ {slider} }};
button.onclick = () => {{ {button} }};
</script>"""
ALIVE = "shown.textContent += slider.value"


@pytest.fixture
def holding(open_context):
    """Opens a page that holds nothing else."""

    def holding(html):
        page = open_context().new_page()
        page.set_content(f"<!doctype html><html data-theme='dark'><body>{html}")
        return page

    return holding


FAULTS = {
    "wide text": (too_wide, f"<p style='white-space: nowrap'>{LONG}", LONG[:100]),
    "wide element": (too_wide, "<p><b style='display: block; width: 9999px'>x</b>", "<b style"),
    "code": (must_scroll, f"<pre style='overflow: auto'>short\n{LONG}</pre>", LONG),
    "table": (
        cut_off,
        "<div class='bd-article'><div style='overflow: auto' tabindex='0'>"
        "<table style='min-width: 9999px'><tr><td>a  row",
        "a row",
    ),
    "table without a key": (
        cut_off,
        "<div class='bd-article'><div style='overflow: auto; mask-image: url(x)'>"
        "<table style='min-width: 9999px'><tr><td>a row",
        "a row",
    ),
    "formula": (undrawn_formulas, "<i class='math'>$x$</i>", "$x$"),
    "formulas": (
        functools.partial(lost_formulas, source=None),
        "<i class='math'><b class='katex'></b></i>",
        "1 formulas are drawn; written=False",
    ),
    "theme": (
        functools.partial(wrong_theme, theme="dark"),
        "<i class='mha' aria-label='mine' data-theme='light'></i>",
        "mine is light, not dark",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(holding, fault):
    check, html, named = FAULTS[fault]
    (found,) = check(holding(html))
    assert named in found
    assert check(holding(f"<div style='overflow: auto'><p style='width: 9999px'>{LONG}")) == []


def test_a_widget_that_is_missing_or_restless_is_found(holding, problems):
    small = SMALL.format(slider=ALIVE, button=ALIVE)
    assert lifeless(holding(small), 1, problems) == []
    restless = f"{small}<script>setInterval(() => (shown.textContent += 1), 50)</script>"
    faults = lifeless(holding(restless), 2, problems)
    assert faults == ["1 widgets, 2 made in its code", "small: changes by itself"]


class TestADeadControlIsFound:
    def dead(self, holding, problems, slider, button, over=""):
        page = holding(SMALL.format(slider=slider, button=button) + over)
        return dead_controls(page.locator(".mha"), problems)

    def test_none_where_all_live(self, holding, problems):
        assert self.dead(holding, problems, ALIVE, ALIVE) == []

    def test_a_slider_that_does_nothing(self, holding, problems):
        assert self.dead(holding, problems, "", ALIVE) == ["size"]

    def test_a_button_that_does_nothing(self, holding, problems):
        (dead,) = self.dead(holding, problems, ALIVE, "")
        assert "again" in dead

    def test_a_button_that_something_lies_over(self, holding, problems):
        with pytest.raises(AssertionError, match="over the control again"):
            self.dead(holding, problems, ALIVE, ALIVE, "<p style='position: fixed; inset: 0'>")

    def test_a_control_that_only_a_switch_brings_to_life_is_alive(self, holding, problems):
        slider = "if (button.dataset.on) " + ALIVE
        button = "button.dataset.on = 1; " + ALIVE
        assert self.dead(holding, problems, slider, button) == []

    def test_an_error_names_its_control(self, holding, problems):
        self.dead(holding, problems, "throw new Error('not here')", ALIVE)
        assert problems
        assert all(problem.startswith("size: ") and "not here" in problem for problem in problems)
        problems.clear()
