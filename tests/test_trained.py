"""What chapters recorded of trainings that take too long for a page, trained again.

Minutes, so only `make test-trained` runs it. Bits of a training differ between machines, what a
model can do does not: the better answer, the worse one, not which letter's.
"""

import os
from pathlib import Path

import nbformat
import pytest
import torch

from mha_lib import tiny

BOOK = Path(__file__).parents[1] / "book"
pytestmark = pytest.mark.skipif(
    "TRAIN" not in os.environ, reason="trains for minutes; make test-trained runs it"
)


def recorded():
    notebook = nbformat.read(BOOK / "why_more_than_one.ipynb", as_version=4)
    source = next(cell.source for cell in notebook.cells if cell.id == "recorded")
    variables = {}
    exec(source, variables)
    for (n_heads, width), answers in variables["recorded"].items():
        pairs = zip(*(line.split() for line in answers), strict=True)
        for seed, pair in enumerate(pairs, start=1):
            yield n_heads, width, seed, sorted(map(float, pair))


@pytest.mark.parametrize(("n_heads", "width", "seed", "said"), list(recorded()))
def test_two_letters_from_another_start(n_heads, width, seed, said):
    torch.set_default_dtype(torch.float32)
    model = tiny.train("two_letters", n_heads=n_heads, d_head=width, seed=seed)
    worse, better = sorted(tiny.accuracy(model, "two_letters"))
    assert better > 0.95
    assert said[1] > 0.95
    assert (worse > 0.95) == (said[0] > 0.95) == (n_heads == 2)
    if n_heads == 1:
        assert worse < 0.6
