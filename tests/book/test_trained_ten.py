"""Ten more wrong loads of all-MiniLM-L6-v2, and what the recipe of "A real model, loaded wrong and
put right" says of each: which parameters differ, which module is off first, what explains it."""

import fnmatch
import os
import re
from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest.mock import patch

import nbformat
import pytest
import torch
import torch.nn.functional as F

from mha_lib import layers, layouts
from mha_lib.head_parameters import HeadParameters

pytestmark = pytest.mark.skipif(
    "TRAIN" not in os.environ, reason="needs 91 MB from the net; make test-trained runs it"
)
CHAPTER = Path(__file__).parents[2] / "book" / "loaded_wrong.ipynb"
TWO = ["A cat sleeps.", "The train to Berlin was two hours late."]
TEXTS = [TWO, TWO[:1], [" ".join(TWO * 15)]]  # of different lengths; one; one of 197 pieces
ATTENTION = ["layers.0.attention"] * 3
BY_TEXT = [0, 1, 10, 11, 2, 3, 4, 5, 6, 7, 8, 9]
# Of each load: all parameters that differ; the first module off, for each of TEXTS; why, if known.
FINDINGS = {
    "biases of queries scaled": ("layers.*.b_Q", ATTENTION, "times 0.1768"),
    "values by text": ("layers.*.W_V", ATTENTION, f"heads in another order, {BY_TEXT}"),
    "first output not transposed": ("layers.0.attention.W_O", ATTENTION, "transposed"),
    "heads cut as thirds": ("layers.*.[Wb]_[QKV]", ATTENTION, "[Q|K|V] interleaved head by head"),
    "positions filled up": ("positions.weight", ["none", "none", "norm"], ""),
    "words in int8": ("words.weight", ["words"] * 3, ""),
    "one norm twice": ("layers.*.after_attention.*", ["layers.0.after_attention"] * 3, ""),
    "layers from 1": ("layers.*", ATTENTION, ""),
    "GELU by tanh": ("", ["layers.0.narrow"] * 3, ""),
    "mask added": ("", ["layers.0.attention", "none", "none"], ""),
}


def load_wrong(right, name):
    """Copies the right model with one mistake; a comment says what the loader did."""
    model = deepcopy(right)
    match name:
        case "biases of queries scaled":  # took the file's 1/√d_head out of W_Q, and left it in b_Q
            return model.change(
                lambda params, layer: replace(params, b_Q=params.b_Q / params.d_head**0.5)
            )
        case "values by text":  # read one file per head, sorted by their names as strings
            return model.change(lambda params, layer: replace(params, W_V=params.W_V[BY_TEXT]))
        case "first output not transposed":  # transposed from layer 1 on; W_O is square and fits
            W_O = model.layers[0].attention.W_O
            W_O.copy_(W_O.T.clone())
        case "heads cut as thirds":
            return model.change(cut_as_thirds)
        case (
            "positions filled up"
        ):  # read 128 positions into 512; the others keep their initial values
            model.positions.weight[128:].normal_(std=0.02)
        case "words in int8":  # rounded them to 255 numbers, one step for the whole table
            step = model.words.weight.abs().max() / 127
            model.words.weight.copy_((model.words.weight / step).round() * step)
        case "one norm twice":  # found both by the end of their names; the later one stays
            for layer in model.layers:
                layer.after_attention.load_state_dict(layer.after_mlp.state_dict())
        case "layers from 1":  # the file counts them so, the model from 0; what does not fit passes
            file = deepcopy(model.state_dict())
            file = {re.sub(r"\d", lambda i: f"{int(i[0]) + 1}", name): file[name] for name in file}
            for parameter in model.parameters():  # as they were made
                parameter.normal_(std=0.02)
            model.said = model.load_state_dict(file, strict=False)
        case "GELU by tanh":  # has all numbers right, and GPT-2's activation
            tanh = patch.object(F, "gelu", partial(F.gelu, approximate="tanh"))
            for layer in model.layers:
                layer.forward = tanh(layer.forward)
        case "mask added":
            for layer in model.layers:
                layer.forward = patch.object(layers, "attend_unchecked", attend_mask_added)(
                    layer.forward
                )
    return model


def cut_as_thirds(params, layer):
    """Cuts q, k, v of head after head as if all queries came first, then all keys."""
    both = (params.W_Q, params.W_K, params.W_V), (params.b_Q, params.b_K, params.b_V)
    W, b = (torch.stack(parts, dim=1).flatten(0, 1).chunk(3) for parts in both)
    return HeadParameters(*W, params.W_O, *b, params.b_O)


def attend_mask_added(q, k, v, mask, scale, *_):
    """Adds 1 to the scores of tokens and 0 to the scores of padding; 0 and -inf were meant."""
    weights = (q @ k.mT * scale + mask.float()).softmax(dim=-1)
    return weights @ v, weights


@pytest.fixture(autouse=True)
def recipe():
    """The chapter's functions; outputs() leaves the padding out."""
    torch.set_default_dtype(torch.float32)
    cells = {cell.id: cell.source for cell in nbformat.read(CHAPTER, as_version=4).cells}
    page = {"torch": torch}
    exec("\n".join(cells[name] for name in ("outputs", "error", "first-off")), page)

    def outputs(model, ids, lengths, everywhere=page["outputs"]):
        real = torch.arange(ids.shape[1]) < lengths[:, None]
        return {name: out[real] for name, out in everywhere(model, ids, lengths).items()}

    page["outputs"] = outputs
    with torch.no_grad():
        yield page


@pytest.mark.parametrize("name", FINDINGS)
def test_the_recipe_finds_each_wrong_load(minilm, recipe, name):
    differ, first, explanation = FINDINGS[name]
    wrong = load_wrong(minilm, name)
    theirs, ours = minilm.state_dict(), wrong.state_dict()
    off = [name for name in theirs if recipe["error"](ours[name], theirs[name]) > 1e-6]
    assert off == fnmatch.filter(theirs, differ)
    found = []
    for ids in map(minilm.ids, TEXTS):
        results = (recipe["outputs"](model, *ids) for model in (minilm, wrong))
        found.append(recipe["first_off"](*results, tolerance=1e-5))
    assert found == first
    attentions = [model.layers[0].attention.head_parameters() for model in (minilm, wrong)]
    layout = "gpt2" if name == "heads cut as thirds" else "bert"
    comparison = layouts.compare(
        *(layouts.pack(params, layout) for params in attentions), n_heads=12
    )
    assert comparison.explanation.split(" along axis ")[0] == explanation


def test_layers_counted_from_1_are_in_the_report_of_the_loading(minilm):
    said = load_wrong(minilm, "layers from 1").said
    of_a_layer = list(minilm.layers[0].state_dict())
    assert said.missing_keys == [f"layers.0.{name}" for name in of_a_layer]
    assert said.unexpected_keys == [f"layers.6.{name}" for name in of_a_layer]
