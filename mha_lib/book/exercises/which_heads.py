"""Exercises of "Which heads matter"."""

import itertools

import torch
from torch import Tensor

from mha_lib.book.exercises import Exercise


def _order(alone: Tensor) -> list[int]:
    """By what is left without each alone, the last of a layer when each layer has one left."""
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


_ALONE = (
    # Layer 1 shares one job; in layer 0 two heads count.
    torch.tensor([[0.98, 0.26, 0.97, 0.84], [0.95, 0.93, 0.96, 0.94]]),
    torch.tensor([[0.91, 0.92, 0.90], [0.40, 0.70, 0.89], [0.88, 0.95, 0.94]]),
    torch.tensor([[0.7, 0.6], [0.9, 0.8], [0.5, 0.95], [0.85, 0.65]]),
)


def _cost(accuracy: Tensor, *heads: int) -> float:
    return (accuracy[0] - accuracy[sum(1 << head for head in heads)]).item()


def _most(accuracy, value) -> tuple[int, int]:
    """The pair of heads with the largest value."""
    pairs = itertools.combinations(range(len(accuracy).bit_length() - 1), 2)
    return max(pairs, key=lambda pair: value(_cost(accuracy, *pair), *pair))


def _pair(accuracy: Tensor) -> tuple[int, int]:
    """The pair that costs most beyond what both cost alone."""
    return _most(
        accuracy,
        lambda both, i, j: both - _cost(accuracy, i) - _cost(accuracy, j),
    )


def _costly_together(accuracy):
    return _most(accuracy, lambda both, i, j: both)


def _cheap_alone(accuracy):
    return _most(accuracy, lambda both, i, j: -_cost(accuracy, i) - _cost(accuracy, j))


def _largest_difference(accuracy):
    return _most(
        accuracy,
        lambda both, i, j: abs(both - _cost(accuracy, i) - _cost(accuracy, j)),
    )


def _larger_first(accuracy):
    return _pair(accuracy)[::-1]


def _least_excess(accuracy):
    return _most(accuracy, lambda both, i, j: _cost(accuracy, i) + _cost(accuracy, j) - both)


def _table(n: int, needs: dict[tuple[int, ...], float]) -> Tensor:
    """Accuracies where a job, done by some heads, is lost when all of these are removed."""
    accuracy = []
    for subset in range(2**n):
        gone = {head for head in range(n) if subset >> head & 1}
        lost = sum(cost for heads, cost in needs.items() if gone.issuperset(heads))
        accuracy.append(0.98 - lost)
    return torch.tensor(accuracy, dtype=torch.float64)


_TABLES = (
    _table(4, {(0,): 0.3, (2,): 0.25, (1, 3): 0.2, (2, 3): 0.05}),
    _table(5, {(4,): 0.2, (1,): 0.15, (0, 4): 0.25, (2, 3): 0.1, (0, 2): 0.02, (1, 3): 0.01}),
    _table(3, {(0,): 0.1, (1,): 0.2, (2,): 0.15, (0, 1): 0.01, (1, 2): 0.3}),
    # Heads 0 and 2 do parts of one job, so that together they cost less than the sum of both.
    _table(4, {(0,): 0.5, (2,): 0.5, (0, 2): -0.4, (1, 3): 0.1}),
)


EXERCISES = {
    1: Exercise(
        solution=_order,
        cases=tuple((alone,) for alone in _ALONE),
        mistakes={
            "this empties a layer while another one still has two heads": _measured_once,
            "the head that costs most goes first here": _largest_cost_first,
            "in each layer the head that costs least is kept here": _smallest_kept,
            "number the heads through the layers: layer * heads + head": _numbered_within_layers,
            "the last heads stand in the order of their layers; give them in the same order as "
            "the others": _lasts_by_layer,
            "among the last heads the highest accuracy goes first too": _lasts_reversed,
        },
    ),
    2: Exercise(
        solution=_pair,
        cases=tuple((table,) for table in _TABLES),
        mistakes={
            "this pair costs most together, but its heads cost much alone": _costly_together,
            "these heads cost least alone; do they cost much together?": _cheap_alone,
            "a pair can also cost less together than both cost alone; that is not hiding": (
                _largest_difference
            ),
            "these are the two heads; give the smaller number first": _larger_first,
            "the excess is a cost: what accuracy loses, and not what is left": _least_excess,
        },
    ),
}
