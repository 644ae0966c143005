"""Exercises of "Which heads matter"."""

import torch
from torch import Tensor

from mha_lib.book.exercises import Exercise, _given, _page


def _order(alone: Tensor) -> list[int]:
    """Heads by the accuracy without each of them; the last of each layer only at the end."""
    layers, heads = alone.shape
    last = [layer * heads + int(alone[layer].argmin()) for layer in range(layers)]
    order = _measured_once(alone)
    return [k for k in order if k not in last] + [k for k in order if k in last]


def _measured_once(alone):
    return alone.flatten().argsort(descending=True).tolist()


def _largest_cost_first(alone):
    return alone.flatten().argsort().tolist()


def _smallest_kept(alone):
    layers, heads = alone.shape
    last = [layer * heads + int(alone[layer].argmax()) for layer in range(layers)]
    order = _measured_once(alone)
    return [k for k in order if k not in last] + [k for k in order if k in last]


def _lasts_by_layer(alone):
    order = _order(alone)
    return [*order[: -len(alone)], *sorted(order[-len(alone) :])]


def _lasts_reversed(alone):
    order = _order(alone)
    return [*order[: -len(alone)], *reversed(order[-len(alone) :])]


def _numbered_within_layers(alone):
    return [k % alone.shape[1] for k in _order(alone)]


#: The accuracies without each head that exercise 1 gives, (layers, heads).
ALONE = torch.tensor([[0.90, 0.60], [0.80, 0.95], [0.70, 0.40]], dtype=torch.float64)


def _row(order: list[int]) -> Tensor:
    return torch.tensor(order, dtype=torch.float64)


# The table in exercise 2: the accuracy that heads cost alone, and two at a time.
_ALONE_COSTS = (0.30, 0.10, 0.02, 0.04)
_TOGETHER = {(0, 1): 0.42, (0, 2): 0.33, (0, 3): 0.35, (1, 2): 0.31, (1, 3): 0.15, (2, 3): 0.11}


def _judge_pair(answer) -> str | None:
    """What is wrong with the pair whose joint cost exceeds both single costs by the most."""
    rule = "give two heads, each 0 to 3"
    first, second = sorted(_given.wholes(answer, rule, 2))
    pair = first, second
    if pair not in _TOGETHER:
        return rule
    if pair == (0, 1):
        return "this pair costs most together, but its heads cost much alone"
    if pair == (2, 3):
        return "these heads cost little alone, and together only 0.05 more"
    excess = _TOGETHER[pair] - sum(_ALONE_COSTS[head] for head in pair)
    return None if pair == (1, 2) else f"together these two cost only {excess:.2f} more than alone"


EXERCISES = {
    1: Exercise(
        solution=_row(_order(ALONE)),
        mistakes={
            "this empties a layer while another one still has two heads": _row(
                _measured_once(ALONE)
            ),
            "this removes the head that costs most first": _row(_largest_cost_first(ALONE)),
            "this keeps the cheapest head of each layer; keep the one that costs most": _row(
                _smallest_kept(ALONE)
            ),
            "number the heads through the layers: layer * heads + head": _row(
                _numbered_within_layers(ALONE)
            ),
            "the last heads are in the order of their layers; give them in the same order as "
            "the others": _row(_lasts_by_layer(ALONE)),
            "among the last heads the highest accuracy also goes first": _row(
                _lasts_reversed(ALONE)
            ),
        },
        page=_page.Table(
            "The order, heads numbered through the layers",
            ("head",),
            ("1st", "2nd", "3rd", "4th", "5th", "6th"),
        ),
    ),
    2: Exercise(
        solution=(1, 2),
        judge=_judge_pair,
        page=_page.Choose(
            {"one head": (0, 1, 2, 3), "the other head": (0, 1, 2, 3)}, lambda *pair: pair
        ),
        mistakes={
            "this pair costs most together, but its heads cost much alone": (0, 1),
            "these heads cost little alone, and together only 0.05 more": (2, 3),
            "together these two cost only 0.01 more than alone": (1, 3),
            "give two heads, each 0 to 3": (1, 1),
        },
    ),
}
