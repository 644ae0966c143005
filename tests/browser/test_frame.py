"""What all widgets share in a page: they start, draw once per frame, and can be removed."""

import pytest
import torch

from mha_lib.widgets import HeadsView
from tests.browser.pages import move, settle
from tests.helpers import scripts

TOKENS = ["the", "cat", "sat"]

# A front end that renders a widget, and notes what it hears and when it draws.
FRONT_END = scripts.read("frame_front_end")


@pytest.fixture
def rendered(open_widget):
    """A page with one widget mounted, and another that this test's own front end has rendered."""
    widget = HeadsView(torch.rand(2, 2, 3, 3).softmax(-1), TOKENS)
    page = open_widget(widget)
    page.evaluate(FRONT_END, [widget._esm, widget.state()])
    return page


def test_a_widget_follows_its_traits_and_saves_the_reader_s_changes(rendered):
    events = rendered.evaluate("() => model.heard.map(([event]) => event)")
    heard = ["arcs", "head", "layer", "query", "sort", "text"]
    assert sorted(events) == [f"change:{name}" for name in heard]
    own = rendered.locator(".mha").nth(1)
    move(own.get_by_label("query", exact=True), 2)
    assert rendered.evaluate("() => [model.get('query'), saved]") == [2, 1]
    rendered.evaluate("() => model.set('query', 1)")
    settle(rendered)
    assert own.get_by_label("query", exact=True).input_value() == "1"
    assert rendered.evaluate("() => saved") == 1


def test_text_and_query_may_change_together_or_one_after_the_other(open_widget):
    texts = [["the", "cat", "sat"], ["go"]]
    widget = HeadsView([torch.rand(2, len(t), len(t)) for t in texts], texts, query=2)
    page = open_widget(widget)
    page.evaluate(FRONT_END, [widget._esm, widget.state()])
    own = page.locator(".mha").nth(1)
    own.get_by_label("text", exact=True).select_option("1")
    settle(page)
    displayed = "() => [model.get('text'), model.get('query'), saved]"
    assert page.evaluate(displayed) == [1, 0, 1]
    page.evaluate("() => { model.set('text', 0); model.set('query', 2); }")
    settle(page)
    page.evaluate("() => model.set('text', 1)")  # a kernel's query comes in a message of its own
    settle(page)
    assert (
        own.locator(".mha-sentences")
        .inner_text()
        .startswith("Text 2 of 2, 1 token. Query “go” (0),")
    )
    assert page.evaluate(displayed) == [1, 2, 1]


def test_many_changes_in_a_frame_cause_one_drawing(rendered):
    drawings = rendered.evaluate(
        """async () => {
            let drawings = 0;
            const own = document.querySelectorAll(".mha")[1];
            new MutationObserver(() => drawings++).observe(own.querySelector(".mha-sentences"),
                { childList: true, subtree: true });
            for (const query of [1, 2, 0, 2]) model.set("query", query);
            await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
            return drawings;
        }"""
    )
    assert drawings == 1


def test_a_removed_widget_no_longer_listens(rendered):
    assert rendered.locator(".mha").count() == 2
    # What was asked of the next frame is called off, and no change of theme is followed.
    drawings, theme = rendered.evaluate(
        """async () => {
            let drawings = 0;
            const own = document.querySelectorAll(".mha")[1];
            new MutationObserver(() => drawings++).observe(own, { childList: true, subtree: true });
            model.set("query", 2);
            leave();
            drawings = 0;
            document.documentElement.dataset.theme = "dark";
            await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
            return [drawings, own.dataset.theme];
        }"""
    )
    assert (drawings, theme) == (0, "light")
    assert rendered.locator(".mha").count() == 1
    assert rendered.locator(".mha").get_attribute("data-theme") == "dark"
    assert rendered.evaluate("() => model.heard") == []


# Renders a widget that has a name in URLs, removes it, and returns the events of the page that it
# listens to before and afterwards.
LINKED = scripts.read("frame_linked")


def test_a_removed_widget_with_a_link_no_longer_listens_to_the_page(open_widget):
    widget = HeadsView(torch.rand(2, 2, 3, 3).softmax(-1), TOKENS)
    before, after = open_widget(widget).evaluate(LINKED, [widget._esm, widget.state()])
    assert (before, after) == (["DOMContentLoaded", "hashchange"], [])
