"""PruneView holds tables and lines that fit together, and refuses others."""

import re

import pytest
import torch
import traitlets

from mha_lib.widgets import PruneView

TABLE = torch.rand(16, generator=torch.Generator().manual_seed(3))
ORDER = [3, 0, 2, 1]
LINE = (ORDER, [1.0, 0.9, 0.5, 0.2, 0.1])


def free(**options):
    return PruneView(2, 2, **({"subsets": TABLE, "orders": {"gradient": ORDER}} | options))


def recorded(**options):
    orders = {"greedy": LINE, "random": (None, [1.0, 0.8, 0.4, 0.2, 0.1])}
    return PruneView(2, 2, **({"orders": orders} | options))


def test_the_state_is_what_the_page_needs():
    state = free(ruler="greedy", cuts=3, measure="score").state()
    assert state["subsets"] == pytest.approx(TABLE.tolist(), abs=5e-5)
    assert state["orders"] == [{"name": "gradient", "heads": ORDER, "shares": None}]
    assert (state["layers"], state["heads"], state["measure"]) == (2, 2, "score")
    assert (state["ruler"], state["cuts"], state["own"]) == ("greedy", 3, [0, 1, 2, 3])


def test_without_a_table_it_shows_recorded_lines():
    state = recorded(ruler="random").state()
    assert state["subsets"] == []
    assert [line["heads"] for line in state["orders"]] == [ORDER, None]
    assert state["orders"][0]["shares"] == LINE[1]


def test_a_line_may_stop_early():
    widget = PruneView(2, 2, orders={"greedy": ([3, 0], [1.0, 0.9, 0.5])}, cuts=2)
    with pytest.raises(ValueError, match="cuts must be below 3; got 3"):
        widget.cuts = 3


def test_the_first_line_is_followed_where_none_is_named():
    assert free().ruler == "gradient"
    assert free(orders=None).ruler == "one at a time"
    assert recorded().ruler == "greedy"


def test_orders_made_by_torch_are_taken():
    assert free(orders={"a": torch.tensor(ORDER).tolist()}).orders[0]["heads"] == ORDER


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"subsets": TABLE[:15]}, ValueError, "subsets must hold 2^4 = 16 accuracies; got 15"),
        ({"subsets": TABLE.tolist()}, TypeError, "subsets must be a torch.Tensor; got"),
        ({"subsets": TABLE[None]}, ValueError, "subsets must have 1 dimensions"),
        ({"subsets": TABLE.where(TABLE < 0.5, torch.nan)}, ValueError, "subsets must be finite"),
        ({"subsets": 2 * TABLE}, ValueError, "subsets must lie in -1 to 1; got"),
        ({"orders": [ORDER]}, ValueError, "orders must map at most 6 names to heads; got"),
        ({"orders": dict.fromkeys("abcdefg", ORDER)}, ValueError, "orders must map at most 6"),
        ({"orders": {1: ORDER}}, ValueError, "orders must be 1 texts, one per entry; got"),
        ({"orders": {"best": ORDER}}, ValueError, "orders must leave the name 'best' to the page"),
        (
            {"orders": {"a": [0, 1, 2]}},
            ValueError,
            "order 'a' must name 4 different heads below 4; got [0, 1, 2]",
        ),
        ({"orders": {"a": [0, 1, 2, 2]}}, ValueError, "order 'a' must name 4 different heads"),
        ({"orders": {"a": [0, 1, 2, 4]}}, ValueError, "order 'a' must name 4 different heads"),
        ({"orders": {"a": [0, 1, 2, 3.0]}}, TypeError, "order 'a' must be an integer; got 3.0"),
        ({"orders": {"a": 7}}, TypeError, "order 'a' must be a list of heads; got 7 (int)"),
        ({"measure": 1}, TypeError, "measure must be text; got 1 (int)"),
        ({"ruler": "luck"}, ValueError, "ruler must be one of gradient, one at a time, greedy, "),
        ({"cuts": 5}, ValueError, "cuts must be below 5; got 5"),
        ({"cuts": -1}, ValueError, "cuts must be at least 0; got -1"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_what_does_not_fit_a_table_is_refused(options, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        free(**options)


@pytest.mark.parametrize(
    ("orders", "error", "message"),
    [
        (None, ValueError, "orders must hold at least one line where subsets is None; got none"),
        ({"a": ORDER}, TypeError, "order 'a' must be a pair (heads, accuracies); got [3, 0, 2, 1]"),
        ({"a": (ORDER, 1)}, TypeError, "order 'a' must be a pair (heads, accuracies); got"),
        ({"a": (ORDER, [1.0, 0.9])}, ValueError, "order 'a' must name 1 different heads below 4"),
        ({"a": (None, [1.0])}, ValueError, "order 'a' must have 2 to 5 accuracies; got 1"),
        ({"a": (None, [1.0] * 6)}, ValueError, "order 'a' must have 2 to 5 accuracies; got 6"),
        ({"a": (None, [1.0, 1.1])}, ValueError, "order 'a' must lie in -1 to 1; got 1.1"),
        ({"a": (None, [1.0, "x"])}, TypeError, "order 'a' must be a number; got 'x'"),
        (
            {"a": LINE, "b": (None, [1.0, 0.5])},
            ValueError,
            "orders must be equally long; got 2 and 5 accuracies",
        ),
        ({"your own": LINE}, ValueError, "orders must leave the name 'your own' to the page"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_what_is_no_recorded_line_is_refused(orders, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        PruneView(2, 2, orders=orders)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ((17, 1), "n_layers must be at most 16; got 17"),
        ((1, 17), "n_heads must be at most 16; got 17"),
        ((0, 1), "n_layers must be at least 1; got 0"),
        ((1, 11), "subsets must be None for more than 10 heads"),
    ],
)
def test_sizes_that_no_page_shows_are_refused(sizes, message):
    with pytest.raises(ValueError, match=message):
        PruneView(*sizes, subsets=torch.rand(2 ** (sizes[0] * sizes[1]) if sizes[1] == 11 else 2))


@pytest.mark.parametrize(
    ("name", "value"),
    [("ruler", "luck"), ("cuts", 5), ("own", [0, 1, 2]), ("own", [0, 1, 2, 2]), ("subsets", [])],
)
def test_what_changes_later_is_held_to_the_same_rules(name, value):
    with pytest.raises((ValueError, traitlets.TraitError), match=f"^{name} must"):
        setattr(free(), name, value)


def test_the_reader_s_own_order_may_change():
    widget = free()
    widget.own, widget.cuts, widget.ruler = [2, 3, 1, 0], 2, "your own"
    assert widget.state()["own"] == [2, 3, 1, 0]
