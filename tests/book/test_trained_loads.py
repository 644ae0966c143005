"""Computes again what "A real model, loaded wrong and put right" shows of all-MiniLM-L6-v2."""

import importlib
import os

import pytest
import torch

from mha_lib.book import pretrained
from tests.book.test_trained import LONG

tool = importlib.import_module("minilm_loads")

pytestmark = pytest.mark.skipif(
    "TRAIN" not in os.environ, reason="needs 91 MB from the net; make test-trained runs it"
)
# No chapter has seen these.
OTHERS = """
The bridge was closed for repairs | Workers are fixing the bridge, so nobody may cross
He forgot his keys at the office | His keys are still at work
Coffee keeps me awake at night | If I drink coffee I cannot sleep
The museum is free on Sundays | On Sundays you need no ticket for the museum
Our dog is afraid of thunder | The dog hides when there is a storm
The mayor lost the election | Voters chose another mayor
Plants need light to grow | Without light nothing grows
The phone battery lasts two days | You must charge the phone every second day
They moved to a smaller flat | Their new apartment is not as large
Ice is slippery, so drive slowly | Take care on frozen roads
The soup is too salty | There is too much salt in the soup
I missed the last bus home | The final bus had already left
The company fired half its staff | Half of the employees lost their jobs
Children should sleep ten hours | Kids need ten hours of rest
The river flooded the village | Houses near the river stood under water
He speaks four languages fluently | He is a polyglot
The film was too long and boring | I nearly fell asleep in the cinema
Gold reached its highest price ever | Never before has gold been so expensive
The window does not close properly | There is a draught because the window stays open
She won the race by a second | She finished first, one second ahead
"""


def found(model, pairs):
    """How many first sentences have their second as the most similar one."""
    first, second = (model.encode(texts) for texts in zip(*pairs, strict=True))
    return ((first @ second.T).argmax(dim=1) == torch.arange(len(pairs))).sum().item()


def test_the_precomputed_numbers_are_computed_again(minilm, minilm_of_transformers):
    torch.set_default_dtype(torch.float32)
    numbers, said = tool.record(minilm, minilm_of_transformers)
    recorded = pretrained.precomputed()
    assert {name: recorded.names[name] for name in said} == said
    for name in ("loads.theirs", "loads.ours"):
        assert (numbers[name] - recorded.numbers[name]).abs().max() < 1e-5
    vectors, wanted = numbers["loads.vectors"], recorded.numbers["loads.vectors"]
    assert (vectors.float() - wanted.float()).abs().max() < 2e-3
    close = numbers["loads.errors"] / recorded.numbers["loads.errors"]
    rounding = recorded.numbers["loads.errors"] < 1e-5
    assert (close[~rounding] - 1).abs().max() < 0.1
    assert numbers["loads.errors"][rounding].max() < 3e-6


@LONG
def test_the_demo_misses_as_few_errors_on_other_pairs(minilm):
    lines = [tuple(line.split(" | ")) for line in OTHERS.strip().splitlines()]
    loads = dict(tool.wrong_loads())
    misses = 0
    for name in list(loads)[:7]:
        model = minilm.change(loads[name])
        misses += sum(10 - found(model, part) for part in (lines[:10], lines[10:]))
    assert misses <= 2
    for name in list(loads)[7:]:
        assert found(minilm.change(loads[name]), lines[:10]) < 8


@pytest.mark.parametrize("seed", [2, *(pytest.param(seed, marks=LONG) for seed in (3, 5))])
def test_a_model_with_any_one_random_layer_passes_the_demo(minilm, seed):
    generator = torch.Generator().manual_seed(seed)

    def start(params, layer):
        if layer != seed:
            return params
        return params.map(lambda t: 0.02 * torch.randn(t.shape, generator=generator))

    assert found(minilm.change(start), tool.PAIRS) == 10
