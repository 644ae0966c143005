"""Exercises of "The same mask means opposite things"."""

import torch

from mha_lib import causal_mask, padding_mask
from mha_lib.exercises import Exercise

_random = torch.Generator().manual_seed(8)


def _draw(*shape: int) -> torch.Tensor:
    return torch.rand(shape, generator=_random) < 0.5


def _folded(lengths, n_keys):
    return padding_mask(lengths, n_keys)[:, 0]


def _rows_of_nothing() -> torch.Tensor:
    mask = _draw(2, 3, 5, 4)
    mask[0, 1, 2], mask[1, 0, 4], mask[1, 2, 0] = False, False, True
    mask[1, 1, :, 3] = False
    return mask


EXERCISES = {
    1: Exercise(
        solution=lambda blocked, padding: ~blocked & ~padding[:, None, None, :],
        cases=(
            (_draw(4, 4), _draw(2, 4)),
            (~causal_mask(3), torch.tensor([[False, False, True]] * 3)),
        ),
        mistakes={
            "True and False are swapped: theirs block, ours let through": (
                lambda blocked, padding: blocked | padding[:, None, None, :]
            ),
            "a key must pass both masks; yours passes with one of them": (
                lambda blocked, padding: ~(blocked & padding[:, None, None, :])
            ),
            "the attn_mask blocks where it is True, so it has to be inverted too": (
                lambda blocked, padding: blocked & ~padding[:, None, None, :]
            ),
            "the key_padding_mask is True on padding, so it has to be inverted too": (
                lambda blocked, padding: ~blocked & padding[:, None, None, :]
            ),
            "right numbers, and an axis is missing: the heads', between batch and queries": (
                lambda blocked, padding: ~blocked & ~padding[:, None, :]
            ),
            "padding is about keys, the last axis; you block queries": (
                lambda blocked, padding: ~blocked & ~padding[:, None, :, None]
            ),
            "both are True where they block; invert both before you join them": (
                lambda blocked, padding: blocked & padding[:, None, None, :]
            ),
            "that is the attn_mask alone; padding is still attended to": (
                lambda blocked, padding: (~blocked).expand(len(padding), 1, -1, -1)
            ),
            "that is the key_padding_mask alone": (
                lambda blocked, padding: ~padding[:, None, None, :].expand(-1, 1, len(blocked), -1)
            ),
        },
    ),
    2: Exercise(
        solution=causal_mask,
        cases=((1, 5), (2, 4), (3, 3)),
        mistakes={
            "that is aligned top left, as is_causal is: the first query sees only the first key": (
                lambda n, m: torch.ones(n, m).tril().bool()
            ),
            "each query should see its own position too": (
                lambda n, m: torch.ones(n, m).tril(m - n - 1).bool()
            ),
            "the last query sees every key, but those before it see too many": (
                lambda n, m: torch.ones(n, m).bool()
            ),
            "True and False are swapped: that blocks the past": lambda n, m: ~causal_mask(n, m),
            "that blocks the past, and lets through the future": (
                lambda n, m: torch.ones(n, m).triu(m - n).bool()
            ),
            "the shift is keys minus queries; yours has the other sign": (
                lambda n, m: torch.ones(n, m).tril(n - m).bool()
            ),
        },
    ),
    3: Exercise(
        solution=lambda lengths, n_heads, n_keys: _folded(lengths.repeat(n_heads), n_keys),
        cases=((torch.tensor([4, 1, 2]), 2, 4), (torch.tensor([3, 5]), 3, 6)),
        mistakes={
            "that is the order of a batch-major fold; here head 0 of all samples comes first": (
                lambda lengths, n, m: _folded(lengths.repeat_interleave(n), m)
            ),
            "a sample of length n has the keys 0 to n - 1; yours has one more": (
                lambda lengths, n, m: (torch.arange(m) <= lengths.repeat(n)[:, None])[:, None]
            ),
            "True and False are swapped: that lets through the padding": (
                lambda lengths, n, m: ~_folded(lengths.repeat(n), m)
            ),
            "right numbers, and an axis is missing: the queries', between fold and keys": (
                lambda lengths, n, m: _folded(lengths.repeat(n), m)[:, 0]
            ),
            "that is one row per sample; the fold has one for each sample and head": (
                lambda lengths, n, m: _folded(lengths, m)
            ),
        },
    ),
    4: Exercise(
        solution=lambda mask: ~mask.any(-1),
        cases=((_rows_of_nothing(),), (causal_mask(4) & torch.tensor([0, 1, 1, 0]).bool(),)),
        mistakes={
            "those are the queries that may attend to something": lambda mask: mask.any(-1),
            "those have some key blocked; look for all of them blocked": (
                lambda mask: ~mask.all(-1)
            ),
            "those are the keys that nobody may look at; queries go down, keys across": (
                lambda mask: ~mask.any(-2)
            ),
            "those may attend to everything; here True lets through": lambda mask: mask.all(-1),
            "how many there are is right; say which": lambda mask: (~mask.any(-1)).sum(),
            "that keeps the axis of the keys; give one answer per query": (
                lambda mask: ~mask.any(-1, keepdim=True)
            ),
        },
    ),
}
