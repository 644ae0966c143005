"""What holds for every widget in Python: one rule for each value, and a page that is plain data."""

import inspect
import json
import re

import pytest
import torch
from every_widget import TESTS, WIDGETS, every_widget
from refusals import refusal

from mha_lib.widgets.base import Choice, Shown

HELD = [
    (name, trait)
    for name, widget in WIDGETS.items()
    for trait, held in sorted(widget._traits.items())
    if isinstance(held, Choice)
]
REFUSED = [
    pytest.param(name, options, error, message, id=f"{name}-{i}")
    for name, module in TESTS.items()
    for i, (options, error, message) in enumerate(module.REFUSED)
]


def refuses_later(widget, trait, value):
    """The refusal of another value for a trait; everything stays as it was."""
    before = widget.state()
    refused = refusal(setattr, widget, trait, value)
    assert widget.state() == before
    return refused


@pytest.mark.parametrize(("name", "options", "error", "message"), REFUSED)
@pytest.mark.usefixtures("no_type_hook")
def test_what_a_page_could_not_show_is_refused_at_first_and_later(name, options, error, message):
    known = set(inspect.signature(WIDGETS[name]).parameters)
    if options.keys() <= known:
        raised, said = refusal(lambda: TESTS[name].make(**options))
        assert (raised, said[: len(message)]) == (error, message)
    for trait, value in options.items():
        held = getattr(WIDGETS[name], trait, None)
        if isinstance(held, Choice) and not isinstance(held, Shown) and len(options) == 1:
            raised, said = refuses_later(TESTS[name].make(), trait, value)
            assert (raised, said[: len(message)]) == (error, message)


@pytest.mark.parametrize(("name", "trait"), HELD)
@pytest.mark.parametrize("odd", [None, [0.5], object(), {"a": 1}])
def test_no_trait_takes_a_value_of_any_type(name, trait, odd):
    raised, said = refuses_later(TESTS[name].make(), trait, odd)
    assert raised in (TypeError, ValueError)
    assert re.match(rf"{trait} must .*; got ", said)


@pytest.mark.parametrize(("name", "trait"), HELD)
def test_a_trait_takes_the_value_that_it_has(name, trait):
    widget = TESTS[name].make()
    before = widget.state()
    setattr(widget, trait, before[trait])
    assert widget.state() == before


@pytest.mark.parametrize(("name", "trait"), HELD)
def test_what_the_page_lays_out_stays_as_made(name, trait):
    if isinstance(getattr(WIDGETS[name], trait), Shown):
        raised, said = refuses_later(TESTS[name].make(), trait, ["another"])
        assert raised is ValueError
        assert said == (f"{trait} must stay as made; got ['another'] (list) (make another {name})")


@every_widget
def test_the_page_holds_the_state_and_no_markup_of_a_text(name):
    pages = []
    for _ in range(2):
        torch.manual_seed(0)
        widget = TESTS[name].make()
        pages.append(widget.html())
        (state,) = re.findall(r'data-mha-state="\w+">(.*?)</script>', pages[-1], re.DOTALL)
        assert json.loads(state) == json.loads(json.dumps(widget.state()))
        assert "<" not in state
    assert pages[0] == pages[1]  # the same cell gives the same bytes
