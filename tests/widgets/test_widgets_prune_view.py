"""PruneView holds tables and lines that fit together, and refuses others."""

import pytest
import torch

from mha_lib.widgets import PruneView, prune_view
from tests.helpers import labels

TABLE = torch.rand(16, generator=torch.Generator().manual_seed(3))
ORDER = [3, 0, 2, 1]
LINE = (ORDER, [1.0, 0.9, 0.5, 0.2, 0.1])


def make(**options):
    lines = {"gradient": ORDER, labels.MARKUP: ORDER[::-1]}
    given = {"n_layers": 2, "n_heads": 2, "subsets": TABLE, "lines": lines, "n_removed": 2}
    return PruneView(**given | options)


def recorded(**options):
    lines = {"greedy": LINE, "random": (None, [1.0, 0.8, 0.4, 0.2, 0.1])}
    return PruneView(2, 2, **({"lines": lines} | options))


def most_heads_to_cut():
    layers, heads = prune_view.MAX_LAYERS, prune_view.MAX_HEADS
    order = torch.randperm(layers * heads).tolist()
    line = (order, torch.linspace(1, -1, layers * heads + 1).tolist())
    return PruneView(layers, heads, lines=dict.fromkeys(labels.long(6), line), n_removed=99)


def most_subsets():
    n = prune_view.MAX_TABLE_HEADS
    lines = {name: torch.randperm(n).tolist() for name in labels.long(6)}
    return PruneView(1, n, subsets=torch.rand(2**n), lines=lines, line="greedy", n_removed=9)


EXAMPLES = [recorded]
LARGEST = [most_heads_to_cut, most_subsets]
REFUSED_LINES = [  # lines where there is no table
    (None, ValueError, "lines must have at least one line if subsets is None; got none"),
    ({"a": ORDER}, TypeError, "line 'a' must be a pair (heads, accuracies); got [3, 0, 2, 1]"),
    ({"a": (ORDER, 1)}, TypeError, "line 'a' must be a pair (heads, accuracies); got"),
    ({"a": (ORDER, [1.0, 0.9])}, ValueError, "line 'a' must name 1 different head below 4"),
    ({"a": (None, [1.0])}, ValueError, "line 'a' must have 2 to 5 accuracies; got 1"),
    ({"a": (None, [1.0] * 6)}, ValueError, "line 'a' must have 2 to 5 accuracies; got 6"),
    ({"a": (None, [1.0, 1.1])}, ValueError, "line 'a' must be between -1 and 1; got 1.1"),
    ({"a": (None, [1.0, "x"])}, TypeError, "line 'a' must be a number; got 'x'"),
    (
        {"a": LINE, "b": (None, [1.0, 0.5])},
        ValueError,
        "lines must have the same number of accuracies; got 2 and 5",
    ),
    (
        {"your own": LINE},
        ValueError,
        "lines must not use the reserved name 'your own'; got the names your own",
    ),
]
HEADS = "line 'a' must name 4 different heads below 4; got "
REFUSED = [
    *(({"subsets": None, "lines": lines}, *refused) for lines, *refused in REFUSED_LINES),
    ({"subsets": TABLE[:15]}, ValueError, "subsets must have 2^4 = 16 accuracies; got 15"),
    ({"subsets": TABLE.tolist()}, TypeError, "subsets must be a torch.Tensor; got"),
    ({"subsets": TABLE[None]}, ValueError, "subsets must have 1 dimension,"),
    ({"subsets": TABLE.where(TABLE < 0.5, torch.nan)}, ValueError, "subsets must be finite"),
    ({"subsets": 2 * TABLE}, ValueError, "subsets must be between -1 and 1; got"),
    ({"lines": [ORDER]}, TypeError, "lines must map at most 6 names to heads; got"),
    ({"lines": dict.fromkeys("abcdefg", ORDER)}, ValueError, "lines must map at most 6"),
    ({"lines": {1: ORDER}}, TypeError, "lines must be 1 string, one per entry; got"),
    (
        {"lines": {"best": ORDER}},
        ValueError,
        "lines must not use the reserved name 'best'; got the names best",
    ),
    ({"lines": {"a": [0, 1, 2]}}, ValueError, f"{HEADS}[0, 1, 2]"),
    ({"lines": {"a": [0, 1, 2, 2]}}, ValueError, HEADS),
    ({"lines": {"a": [0, 1, 2, 4]}}, ValueError, HEADS),
    ({"lines": {"a": [0, 1, 2, 3.0]}}, TypeError, "line 'a' must be an integer; got 3.0"),
    ({"lines": {"a": 7}}, TypeError, "line 'a' must be a list of heads; got 7 (int)"),
    ({"measure": 1, "n_removed": 0}, TypeError, "measure must be a string; got 1 (int)"),
    ({"line": "luck"}, ValueError, "line must be one of gradient, "),
    ({"n_removed": 5}, ValueError, "n_removed must be at most 4; got 5"),
    ({"n_removed": -1}, ValueError, "n_removed must be at least 0; got -1"),
    ({"your_order": [0, 1, 2]}, ValueError, "your_order must name 4 different heads below 4; got"),
    (
        {"your_order": [0, 1, 2, 2]},
        ValueError,
        "your_order must name 4 different heads below 4; got",
    ),
    ({"n_layers": 17}, ValueError, "n_layers must be at most 16; got 17"),
    ({"n_heads": 17}, ValueError, "n_heads must be at most 16; got 17"),
    ({"n_layers": 0}, ValueError, "n_layers must be at least 1; got 0"),
    ({"n_layers": 1, "n_heads": 11}, ValueError, "subsets must be None for more than 10 heads"),
]


def test_state_of_prune_view():
    state = make(lines={"gradient": ORDER}, line="greedy", n_removed=3, measure="score").state()
    assert state["subsets"] == pytest.approx(TABLE.tolist(), abs=5e-5)
    assert state["lines"] == [{"name": "gradient", "heads": ORDER, "accuracies": None}]
    assert (state["n_layers"], state["n_heads"], state["measure"]) == (2, 2, "score")
    assert (state["line"], state["n_removed"], state["your_order"]) == ("greedy", 3, [0, 1, 2, 3])


def test_lines_without_a_table():
    state = recorded(line="random").state()
    assert state["subsets"] == []
    assert [line["heads"] for line in state["lines"]] == [ORDER, None]
    assert state["lines"][0]["accuracies"] == LINE[1]


def test_a_line_may_stop_early():
    widget = PruneView(2, 2, lines={"greedy": ([3, 0], [1.0, 0.9, 0.5])}, n_removed=2)
    with pytest.raises(ValueError, match="n_removed must be at most 2; got 3"):
        widget.n_removed = 3


def test_a_layer_may_have_one_head():
    assert PruneView(4, 1, subsets=TABLE).state()["n_heads"] == 1


def test_the_default_line_is_the_first():
    assert make().line == "gradient"
    assert make(lines=None).line == "one at a time"
    assert recorded().line == "greedy"


def test_orders_from_tolist_are_accepted():
    assert make(lines={"a": torch.tensor(ORDER).tolist()}).lines[0]["heads"] == ORDER


def test_the_reader_s_own_order_can_be_set():
    widget = make()
    widget.your_order, widget.n_removed, widget.line = [2, 3, 1, 0], 2, "your own"
    assert widget.state()["your_order"] == [2, 3, 1, 0]
