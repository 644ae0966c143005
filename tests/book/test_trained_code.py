"""The stored CodeModel, by its hash and behavior; and training runs of it and of a smaller one.

The first part runs with every change. `make test-trained` with TRAIN=all also runs it under torch's
plainest kernels, and trains both models.
"""

import hashlib
import os

import pytest
import torch
import torch.nn.functional as F

from mha_lib.book import code_model, code_training
from mha_lib.book.code_model import STORED, load, without_parts

HASH = "0ac9f2d7beeb9e0579aa78bccced623a4d175e03de5ca66bf2b5dc3bbf3b1766"
LONG = pytest.mark.skipif(
    os.environ.get("TRAIN") in (None, "short"), reason="trains for minutes; TRAIN=all runs it"
)


def looks(model, rows):
    """Each head's mean weights: one back, and after earlier copies, both (layers, heads)."""
    weights = torch.stack(model(rows)[1])  # (layers, texts, heads, queries, keys)
    one_back = weights.diagonal(-1, -2, -1).mean(dim=(1, 3))
    places = torch.arange(rows.shape[1])
    behind = (rows[:, :, None] == rows[:, None, :]) & (places < places[:, None])
    behind = F.pad(behind, (1, 0))[..., :-1]
    looked = (weights * behind[:, None]).sum(dim=-1).transpose(1, 2)
    return one_back, looked[:, :, behind.any(dim=-1)].mean(dim=-1)


def random_losses(model):
    once = torch.randint(1, model.sizes["vocabulary"], (64, 64), generator=torch.manual_seed(5))
    twice = torch.cat([once, once], dim=1)
    nats = F.cross_entropy(model(twice[:, :-1])[0].mT, twice[:, 1:], reduction="none")
    return nats[:, :63].mean(), nats[:, 64:].mean()


def loss(model, rows):
    return F.cross_entropy(model(rows[:, :-1])[0].mT, rows[:, 1:]).item()


def finds_what_stood_behind(model, rows):
    """One head attends one back, one to what follows copies, and random tokens are copied."""
    one_back, behind = looks(model, rows)
    assert one_back.max() > 0.6
    assert behind.max() > 0.35
    first, second = random_losses(model)
    assert first - second > 1


@torch.no_grad()
def test_the_stored_model_is_the_one_that_pages_show():
    assert hashlib.sha256(STORED.read_bytes()).hexdigest() == HASH
    assert STORED.stat().st_size <= 600_000
    model, rows, about = load(), code_model.held_out()[:16], code_model.about()
    finds_what_stood_behind(model, rows)
    one_back, behind = looks(model, rows)
    assert one_back.argmax() == 4 + 2
    assert behind.argmax() == 8
    full = loss(model, rows)
    assert full < 2.8
    assert abs(loss(model, code_model.held_out()) - about["loss_before_rounding"]) < 0.1
    assert loss(without_parts(model, heads=[(2, 0)]), rows) - full > 0.25
    assert looks(without_parts(model, heads=[(1, 2)]), rows)[1][2, 0] < 0.2
    held = [line.endswith("held out") for line in about["files"]]
    assert (held.count(False), held.count(True)) == (452, 24)
    assert about["made_by"].startswith("python -m mha_lib.book.code_training train --seed 1 ")


@pytest.fixture(scope="module")
def corpus():
    pytest.importorskip("tokenizers")
    return code_training.read_library()


@pytest.mark.slow
def test_examples_on_pages_were_held_out(corpus):
    if corpus.files != code_model.about()["files"]:
        pytest.skip("another Python has another library")
    model = load()
    assert corpus.merges == [*model.merges]
    rows = code_training._spaced_windows(model, corpus.held_out, 64)
    assert torch.equal(code_model.held_out(), rows)
    read = code_model.byte_pairs(model.merges).decode(corpus.training.tolist())
    assert "parentNode" in read
    assert "_nodeTypes_with_children" not in read


@LONG
def test_a_model_of_a_tenth_of_the_size_first_learns_to_attend_one_back():
    sizes = {"context": 64, "n_layers": 2, "n_heads": 2, "d_model": 48, "d_mlp": 64}
    corpus = code_training.read_library(512)
    model, (_, row) = code_training.train(corpus, seed=1, steps=500, **sizes)
    assert 50_000 < sum(p.numel() for p in model.parameters()) < 60_000
    assert row["loss"] < 4  # a blind guess: 6.2
    assert row["one_back"] > 0.35
    assert row["induction"] < 0.15  # that comes later


@LONG
def test_the_same_training_gives_a_model_that_behaves_the_same(corpus):
    model, _ = code_training.train(corpus, seed=1)
    with torch.no_grad():
        finds_what_stood_behind(model, code_model.held_out())
