"""BlockStack in Python: its sizes can be read, and its choices fit them."""

import json

import numpy as np
import pytest

from mha_lib.widgets import BlockStack


def make(**options):
    return BlockStack(**{"n_heads": 3, "d_model": 5, "n_tokens": 4} | options)


def most_heads():
    return BlockStack(8, 16, 2, 8, head=7, storage="per head")


def widest_head():
    return BlockStack(1, 16, 16, 8, storage="packed")


EXAMPLES = []
LARGEST = [most_heads, widest_head]
REFUSED = [
    ({"n_heads": 0}, ValueError, "n_heads must be at least 1; got 0"),
    ({"n_heads": 9}, ValueError, "n_heads must be at most 8; got 9"),
    ({"d_model": 17}, ValueError, "d_model must be at most 16; got 17"),
    ({"d_head": 0}, ValueError, "d_head must be at least 1; got 0"),
    ({"n_tokens": 9}, ValueError, "n_tokens must be at most 8; got 9"),
    ({"n_heads": 5, "d_head": 4},
     ValueError, "n_heads * d_head must be at most 16; got 5 * 4 = 20"),
    ({"head": 3}, ValueError, "head must be below 3; got 3"),
    ({"head": -1}, ValueError, "head must be at least 0; got -1"),
    ({"storage": "heap"},
     ValueError, "storage must be one of per head, stacked, packed and interleaved; "),
    ({"cell": ["Q"]}, ValueError, "cell must be"),
    ({"cell": ["O", 0, 0, 0]}, ValueError, "cell must be"),
    ({"cell": ["Q", 3, 0, 0]}, ValueError, "cell's head must be below 3; got 3"),
    ({"cell": ["K", 0, 5, 0]}, ValueError, "cell's row must be below 5; got 5"),
    ({"cell": ["V", 0, 0, 2]}, ValueError, "cell's column must be below 2; got 2"),
]  # fmt: skip


@pytest.mark.parametrize("cell", [[], ["Q", 0, 0, 0], ["V", 3, 7, np.int64(1)]])
def test_cell_accepts_a_cell_or_none(cell):
    stack = BlockStack(cell=cell)
    assert json.loads(json.dumps(stack.state()))["cell"] == cell
