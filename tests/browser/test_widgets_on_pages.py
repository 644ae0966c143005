"""Every widget in the built book is alive: each of its controls changes what it shows."""

import re
from pathlib import Path

import nbformat
import pytest
from pages import dead_controls, picture, settle

SOURCES = Path(__file__).parents[2] / "book"
MADE = re.compile(r"\bwidgets\.[A-Z]\w*\(")
KEPT_OFF = {"remove-cell", "remove-output"}

# A widget in the small: what its slider and its button do is filled in.
SMALL = """<section class="mha"><input type="range" max="4" aria-label="size">
<button>again</button><p>0</p></section>
<script>
const [slider, button, shown] = ["input", "button", "p"].map((n) => document.querySelector(n));
slider.oninput = () => {{ {slider} }};
button.onclick = () => {{ {button} }};
</script>"""
ALIVE = "shown.textContent += slider.value"


def widgets_made(name):
    """How many widgets the code of a page's notebook makes where the page shows it."""
    source = SOURCES / f"{Path(name).stem}.ipynb"
    if not source.exists():
        return 0
    cells = nbformat.read(source, as_version=4).cells
    shown = [c for c in cells if not KEPT_OFF & set(c.metadata.get("tags", []))]
    code = "\n".join(cell.source for cell in shown if cell.cell_type == "code")
    return len(MADE.findall(re.sub(r"#.*", "", code)))


def test_a_page_has_its_widgets_and_all_their_controls_live(open_page, built_page, problems):
    page = open_page(built_page)
    page.wait_for_function("() => !document.querySelector('[data-mha]:not([data-mounted])')")
    settle(page)
    sections = page.locator(".mha").all()
    assert len(sections) == widgets_made(built_page)

    # At rest a widget keeps its picture; what changes is then the control's doing.
    before = [picture(section) for section in sections]
    if sections:
        page.wait_for_timeout(300)
    assert [picture(section) for section in sections] == before
    for section in sections:
        # What is in a folded cell is folded out first, as its reader does.
        section.evaluate(
            "(s) => { for (let n = s; (n = n.parentElement?.closest('details')); ) n.open = true; }"
        )
        assert dead_controls(section, problems) == []


class TestADeadControlIsFound:
    def dead(self, open_context, problems, slider, button):
        page = open_context().new_page()
        page.set_content(SMALL.format(slider=slider, button=button))
        return dead_controls(page.locator(".mha"), problems)

    def test_none_where_all_live(self, open_context, problems):
        assert self.dead(open_context, problems, ALIVE, ALIVE) == []

    def test_a_slider_that_does_nothing(self, open_context, problems):
        assert self.dead(open_context, problems, "", ALIVE) == ["size"]

    def test_a_button_that_does_nothing(self, open_context, problems):
        (dead,) = self.dead(open_context, problems, ALIVE, "")
        assert "again" in dead

    def test_a_control_that_only_a_switch_brings_to_life_is_alive(self, open_context, problems):
        slider = "if (button.dataset.on) " + ALIVE
        button = "button.dataset.on = 1; " + ALIVE
        assert self.dead(open_context, problems, slider, button) == []

    def test_an_error_names_its_control(self, open_context, problems):
        with pytest.raises(AssertionError, match=r"size.*not here"):
            self.dead(open_context, problems, "throw new Error('not here')", ALIVE)
        problems.clear()
