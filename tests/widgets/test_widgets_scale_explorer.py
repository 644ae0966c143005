"""ScaleExplorer in Python: it has the same choices as the page."""

import numpy as np
import pytest

from mha_lib.widgets import ScaleExplorer


def make(**options):
    return ScaleExplorer(**options)


def widest_vectors():
    return ScaleExplorer(d_head=1024, seed=9999)


EXAMPLES = []
LARGEST = [widest_vectors]
REFUSED = [
    ({"d_head": 3}, ValueError, "d_head must be a power of 2 up to 1024; got 3"),
    ({"d_head": 2048}, ValueError, "d_head must be a power of 2 up to 1024; got 2048"),
    ({"d_head": 0}, ValueError, "d_head must be at least 1; got 0"),
    ({"d_head": 4.0}, TypeError, "d_head must be an integer; got 4.0"),
    ({"divisor": "d"}, ValueError, "divisor must be one of none, sqrt(d_head) and d_head; got 'd'"),
    ({"seed": -1}, ValueError, "seed must be at least 0; got -1"),
    ({"seed": 10_000}, ValueError, "seed must be at most 9999; got 10000"),
]


def test_state_of_scale_explorer():
    state = ScaleExplorer(d_head=16, divisor="d_head", seed=3).state()
    assert state.pop("widths") == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
    assert state == {"max_seed": 9999, "d_head": 16, "divisor": "d_head", "seed": 3}


@pytest.mark.usefixtures("no_type_hook")
def test_numpy_integers_are_accepted():
    explorer = ScaleExplorer(d_head=np.int64(16), seed=np.int32(2))
    assert explorer.html() == ScaleExplorer(d_head=16, seed=2).html()
