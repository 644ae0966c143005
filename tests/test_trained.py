"""What chapters recorded of trainings that take too long for a page, trained again.

Minutes, so only `make test-trained` runs it. Bits of a training differ between machines, what a
model can do does not: the better answer, the worse one, not which letter's.
"""

import json
import os
from pathlib import Path

import nbformat
import pytest
import safetensors
import torch
from test_tiny import TRAINED, behaves
from torch import nn

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


@pytest.mark.parametrize("path", TRAINED, ids=lambda path: path.stem)
def test_the_command_of_a_stored_model_makes_one_that_behaves_alike(path, tmp_path, capsys):
    torch.set_default_dtype(torch.float32)
    with safetensors.safe_open(path, "pt") as stored:
        command = stored.metadata()["made_by"].split()
    tiny.main([*command[3:-1], str(tmp_path / "again.safetensors")])
    said = json.loads(capsys.readouterr().out)
    again = tiny.load(tmp_path / "again.safetensors")
    assert tiny.accuracy(again, "two_letters") == pytest.approx(said["accuracy"], abs=0.02)
    assert behaves(again, said["heads"])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_with_a_hidden_layer_after_it_one_head_learns_both_answers(seed):
    torch.set_default_dtype(torch.float32)
    torch.manual_seed(seed)
    generator, task = torch.Generator().manual_seed(seed), tiny.TASKS["two_letters"]
    model = tiny.TinyModel(8, 12, 2, generator=generator)
    model.readout = nn.Sequential(nn.Linear(20, 20), nn.ReLU(), nn.Linear(20, 16))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(1500):
        letters = task.draw(64, generator)
        answers = model(letters)[0].flatten(0, 2)
        optimizer.zero_grad()
        nn.functional.cross_entropy(answers, task.targets(letters).flatten()).backward()
        optimizer.step()
    assert min(tiny.accuracy(model, "two_letters")) > 0.97
