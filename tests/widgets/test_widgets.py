"""What holds for every widget in Python: one rule for each value, and a page that is plain data."""

import inspect
import json
import re

import pytest
import torch
from anywidget import AnyWidget

from mha_lib.checks import describe
from mha_lib.widgets.base import Editable, Fixed, PageTrait, require_one_of
from tests.helpers.every_widget import TESTS, WIDGETS, every_widget, modules_of_tests
from tests.helpers.refusals import refusal

REFUSED = [
    pytest.param(name, options, error, message, id=f"{name}-{i}")
    for name, module in TESTS.items()
    for i, (options, error, message) in enumerate(getattr(module, "REFUSED", []))
]


@pytest.mark.parametrize("name", WIDGETS)
def test_every_widget_has_tests(name):
    names = " or ".join(f"{module}.py" for module in modules_of_tests(WIDGETS[name]))
    assert name in TESTS, (
        f"{name} must have a test file, {names} (see tests/helpers/every_widget.py)"
    )
    missing = {"make", "EXAMPLES", "LARGEST", "REFUSED"} - {*vars(TESTS[name])}
    assert not missing, (
        f"{TESTS[name].__file__} must have {missing} (see tests/helpers/every_widget.py)"
    )


def refuses_later(widget, trait, value):
    """The refusal of another value for a trait; everything stays as it was."""
    before = widget.state()
    refused = refusal(setattr, widget, trait, value)
    assert widget.state() == before
    return refused


@pytest.mark.parametrize(("name", "options", "error", "message"), REFUSED)
@pytest.mark.usefixtures("no_type_hook")
def test_wrong_values_are_refused_by_constructor_and_assignment(name, options, error, message):
    known = set(inspect.signature(WIDGETS[name]).parameters)
    if options.keys() <= known:
        raised, said = refusal(lambda: TESTS[name].make(**options))
        assert (raised, said[: len(message)]) == (error, message)
    for trait, value in options.items():
        held = getattr(WIDGETS[name], trait, None)
        if isinstance(held, Editable) and len(options) == 1:
            raised, said = refuses_later(TESTS[name].make(), trait, value)
            assert (raised, said[: len(message)]) == (error, message)


def held(name):
    """What a widget's page knows: each trait's name and its rule."""
    traits = sorted(WIDGETS[name]._traits.items())
    return [(trait, rule) for trait, rule in traits if isinstance(rule, PageTrait)]


@every_widget
def test_every_trait_refuses_values_of_the_wrong_type(name):
    widget = TESTS[name].make()
    for trait, _ in held(name):
        odd = [None, [0.5], object(), {"a": 1}, torch.ones(1), torch.ones(2)]
        if not isinstance(getattr(widget, trait), bool):
            odd += [True, False]  # which Python takes for 1 and 0
        for value in odd:
            raised, said = refuses_later(widget, trait, value)
            assert raised in (TypeError, ValueError)
            assert re.match(rf"{trait} must .*; got ", said)


@every_widget
def test_every_trait_accepts_its_own_value(name):
    widget = TESTS[name].make()
    before = widget.state()
    for trait, _ in held(name):
        setattr(widget, trait, before[trait])
        assert widget.state() == before


@every_widget
def test_fixed_traits_cannot_change(name):
    widget = TESTS[name].make()
    for trait, rule in held(name):
        if isinstance(rule, Fixed):
            raised, said = refuses_later(widget, trait, ["another"])
            assert raised is ValueError
            stays = f"{trait} must not change; got ['another'] (list) (make a new {name})"
            assert said == stays


@every_widget
def test_html_contains_the_state_as_json_and_no_markup_from_labels(name):
    pages = []
    for _ in range(2):
        torch.manual_seed(0)
        widget = TESTS[name].make()
        pages.append(widget.html())
        (state,) = re.findall(r'data-mha-state="\w+">(.*?)</script>', pages[-1], re.DOTALL)
        assert json.loads(state) == json.loads(json.dumps(widget.state()))
        assert "<" not in state
    assert pages[0] == pages[1]  # the same cell gives the same bytes


@every_widget
def test_showing_a_widget_creates_no_second_one(name):
    widget, made = TESTS[name].make(), []
    AnyWidget.on_widget_constructed(made.append)
    try:
        widget._repr_mimebundle_()
    finally:
        AnyWidget.on_widget_constructed(None)
    assert made == []


@pytest.mark.parametrize(
    ("known", "right", "wrong"),
    [
        ((1, 2), 1, [True, 1.0, torch.ones(1), torch.ones(2)]),
        ((0, 0.5, 1.0), 1, [True, False, torch.tensor(1), torch.ones(2)]),
        ((0.5, 1.0), 0.5, [True, torch.ones(1)]),
        ((True, False), True, [1, 0.0, torch.tensor(True)]),
        (("a", "b"), "a", [1, True, torch.ones(2)]),
    ],
)
def test_only_a_value_of_an_option_s_type_is_one_of_the_options(known, right, wrong):
    assert require_one_of("choice", right, known) is right
    options = f"{', '.join(map(str, known[:-1]))} and {known[-1]}"
    for value in wrong:
        got = describe(value) if isinstance(value, torch.Tensor) else value
        said = f"choice must be one of {options}; got {got}"
        assert refusal(require_one_of, "choice", value, known) == (ValueError, said)
