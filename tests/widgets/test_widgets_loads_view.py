"""LoadsView holds what it is given, and refuses what a page could not show."""

import torch
from torch.testing import assert_close

from mha_lib.widgets import LoadsView, loads_view
from tests.helpers import labels

NAMES = ["right", "wrong", "worse"]
FIRST, SECOND = [*"abc", labels.MARKUP], [f"b{i}" for i in range(4)]
SIMILARITIES = torch.rand(3, 4, 4, generator=torch.Generator().manual_seed(1))
ERRORS = torch.rand(3, 5, generator=torch.Generator().manual_seed(2))


def make(**options):
    given = {
        "names": NAMES,
        "similarities": SIMILARITIES,
        "errors": ERRORS,
        "first": FIRST,
        "second": SECOND,
    }
    return LoadsView(**given | options)


def most_loads():
    loads, n = loads_view.MAX_LOADS, loads_view.MAX_TEXTS
    alike, errors = torch.rand(loads, n, n), torch.rand(loads, loads_view.MAX_STATES)
    texts = labels.long(n)
    return LoadsView(labels.long(loads), alike, errors, texts, texts, load=loads - 1)


EXAMPLES = []
LARGEST = [most_loads]
SIZES = "similarities must be (loads, n, n), at most 12 loads and n = 12; got"
REFUSED = [
    ({"similarities": SIMILARITIES[:, :3]}, ValueError, SIZES),
    ({"similarities": torch.rand(13, 4, 4)}, ValueError, SIZES),
    ({"similarities": torch.rand(3, 13, 13)}, ValueError, SIZES),
    ({"similarities": SIMILARITIES[0]}, ValueError, "similarities must have at least 3 dimensions"),
    ({"similarities": SIMILARITIES.long()}, TypeError, "similarities must be floating point"),
    ({"similarities": SIMILARITIES / 0}, ValueError, "similarities must be finite"),
    ({"similarities": 3 + SIMILARITIES}, ValueError, "similarities must be between -1 and 1; got"),
    ({"errors": ERRORS[:2]}, ValueError, "errors must be (3, at most 25), a row per load"),
    ({"errors": torch.rand(3, 26)}, ValueError, "errors must be (3, at most 25)"),
    ({"errors": -ERRORS}, ValueError, "errors must be at least 0; got"),
    ({"names": NAMES[:2]}, ValueError, "names must be 3 strings"),
    ({"first": FIRST[:2]}, ValueError, "first must be 4 strings"),
    ({"second": [1, 2, 3, 4]}, TypeError, "second must be 4 strings"),
    ({"load": 3}, ValueError, "load must be below 3; got 3"),
    ({"load": -1}, ValueError, "load must be at least 0; got -1"),
    ({"threshold_steps": 21}, ValueError, "threshold_steps must be at most 20; got 21"),
    ({"pair": [0, 4]}, ValueError, "pair must be below 4; got 4"),
    ({"pair": [0]}, ValueError, "pair must be a row and a column; got"),
]


def test_state_of_loads_view():
    widget = make(load=2, threshold_steps=11, pair=(1, 3))
    assert (widget.names, widget.first, widget.second) == (NAMES, FIRST, SECOND)
    assert_close(torch.tensor(widget.similarities), SIMILARITIES, rtol=0, atol=5.1e-5)
    assert_close(torch.tensor(widget.errors), ERRORS, rtol=6e-3, atol=0)
    assert (widget.load, widget.threshold_steps, widget.pair) == (2, 11, [1, 3])
