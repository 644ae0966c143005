"""Precomputes what "A real model, loaded wrong and put right" shows of all-MiniLM-L6-v2.

The wrong loads are made by the chapter's own cells, which are run here.
"""

import copy
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbformat
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from mha_lib.book.pretrained import Encoder

CHAPTER = Path(__file__).parents[1] / "book" / "loaded_wrong.ipynb"
CELLS = ("imports", "wrong-loads")
SENTENCE = "a cat sleeps"
PAIRS = [
    ("How do I bake bread without yeast?", "A recipe for a loaf that needs no yeast"),
    ("The train to Paris was two hours late", "Our arrival in Paris was delayed by two hours"),
    ("My laptop does not turn on any more", "The computer will not start"),
    ("Bees are dying in large numbers", "Many colonies of honeybees have been lost"),
    ("She plays the violin in an orchestra", "She is a professional violinist"),
    ("The match was called off because of rain", "Bad weather stopped the game"),
    ("Where can I change money?", "Is there a place to exchange currency?"),
    ("The doctor told him to stop smoking", "His physician advised him to give up cigarettes"),
    ("House prices have doubled in ten years", "Homes cost twice as much as a decade ago"),
    ("The moon is full tonight", "Tonight you can see the whole moon"),
]


@torch.no_grad()
def record(model: Encoder, bert: nn.Module) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Runs the model, loaded right and wrong, and transformers' own.

    Args:
        model: all-MiniLM-L6-v2 on this library's layers.
        bert: The same file in transformers' BertModel.

    Returns:
        Tensors, and lists that describe them, under names that begin with "loads.". Errors are
        relative to transformers' states, before the first layer and after each layer.
    """
    ids, _ = model.ids([SENTENCE])
    theirs = torch.cat(bert(ids, output_hidden_states=True).hidden_states)
    ours = torch.cat(model(ids)[0])
    texts = [text for side in zip(*PAIRS, strict=True) for text in side]
    loads = {"right": model} | {name: model.change(read) for name, read in wrong_loads()}
    errors = {name: _errors(one(ids)[0], theirs) for name, one in loads.items()}
    errors |= {
        f"{dtype}".removeprefix("torch."): _errors(copy.deepcopy(model).to(dtype)(ids)[0], theirs)
        for dtype in (torch.float16, torch.bfloat16)
    }
    with patch.object(F, "gelu", partial(F.gelu, approximate="tanh")):
        errors["GELU by tanh"] = _errors(model(ids)[0], theirs)
    numbers = {
        "loads.theirs": theirs,
        "loads.ours": ours,
        "loads.vectors": torch.stack([encoder.encode(texts) for encoder in loads.values()]).half(),
        "loads.errors": torch.stack(list(errors.values())),
    }
    names = {
        "loads.file": {name: list(tensor.shape) for name, tensor in bert.state_dict().items()},
        "loads.vectors": list(loads),
        "loads.errors": list(errors),
        "loads.sentence": model.pieces(SENTENCE),
        "loads.texts": texts,
    }
    return numbers, names


def wrong_loads():
    """The chapter's wrong loads: names, and functions for `Encoder.change`."""
    cells = {cell.id: cell.source for cell in nbformat.read(CHAPTER, as_version=4).cells}
    scope: dict[str, Any] = {}
    with torch.set_grad_enabled(torch.is_grad_enabled()):  # a cell turns gradients off
        for name in CELLS:
            exec(cells[name], scope)
    return [(name, scope["load_wrong"](name)) for name in scope["wrong_loads"](12, range(6))]


def _errors(states, theirs):
    ours = torch.cat(states).float()
    return (ours - theirs).flatten(1).norm(dim=1) / theirs.flatten(1).norm(dim=1)
