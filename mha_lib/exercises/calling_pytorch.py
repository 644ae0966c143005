"""Exercises of "Calling PyTorch: nine calls that return the right shape"."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from mha_lib import causal_mask, padding_mask
from mha_lib.exercises import Exercise

_random = torch.Generator().manual_seed(12)


def _draw(*shape: int) -> Tensor:
    return torch.randn(shape, generator=_random, dtype=torch.float64)


# Exercise 1: the number of the call behind each report.
_CALLS = {"A": 1, "B": 4, "C": 9, "D": 6}
_FOUR = "give a list of four whole numbers from 1 to 9, for A, B, C and D"
_WHY = {
    "A": "no token attends to another of its sample, though there is nobody else: look at the axes",
    "B": "no module drops anything, so something without an eval() does",
    "C": "the sum over places did not move, and the number of places doubled: what is at padding?",
    "D": "key head 1 serves heads 1 and 3, so the key heads were dealt out in turns",
}


def _wrong_calls(answer) -> str | None:
    """Which reports are still without their call."""
    if not isinstance(answer, list | tuple) or len(answer) != 4:
        return _FOUR
    if any(isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= 9 for n in answer):
        return _FOUR
    pairs = zip(answer, _CALLS, strict=True)
    wrong = [letter for given, letter in pairs if given != _CALLS[letter]]
    return "; ".join(f"{letter}: {_WHY[letter]}" for letter in wrong) or None


# Exercise 2: q, k, v, p, training; the first case comes twice, the last knows no dropout.
_heads = (_draw(2, 4, 5, 3), _draw(2, 2, 5, 3), _draw(2, 2, 5, 3))
_others = (_draw(1, 6, 4, 2), _draw(1, 2, 4, 2), _draw(1, 2, 4, 2))
_shared = (
    (*_heads, 0.5, False),
    (*_heads, 0.5, False),
    (*_heads, 0.5, True),
    (*_others, 0.0, True),
)
_STILL_DROPS = "still in: the dropout (two passes after eval() differ)"
_IN_TURNS = "still in: the order (query heads 0 and 1 share key head 0; repeat gives them 0 and 1)"
_BOTH = "still in: the order of the key heads, and the dropout after eval()"
_NEVER_DROPS = "nothing is dropped in training either; p is meant for training"


def _in_groups(q, k, v, p=0.0):
    return F.scaled_dot_product_attention(q, k, v, dropout_p=p, enable_gqa=True)


def _in_turns(q, k, v, p=0.0):
    k, v = (t.repeat(1, q.shape[1] // t.shape[1], 1, 1) for t in (k, v))
    return F.scaled_dot_product_attention(q, k, v, dropout_p=p)


def _still_in(results) -> str | None:
    """Which of the two faults is left, from what came back on the cases."""
    for result, (q, *_) in zip(results, _shared, strict=True):
        if not isinstance(result, Tensor) or result.shape != q.shape:
            return "give one tensor of the queries' shape"
    first, again, in_training, plain = results
    drops = not torch.equal(first, again)
    if torch.allclose(plain, _in_turns(*_others)):
        return _BOTH if drops else _IN_TURNS
    if not torch.allclose(plain, _in_groups(*_others)):
        return "without any dropout your heads give other numbers than grouped ones"
    if drops:
        return _STILL_DROPS
    if not torch.allclose(first, _in_groups(*_heads)):
        return "with training=False the output should be that without dropout"
    return _NEVER_DROPS if torch.allclose(in_training, first) else None


# Exercise 3: queries, keys, mask.
def _softmaxed(queries, keys, mask, *, blocked=-torch.inf, scale=1.0, groups=True):
    times = queries.shape[1] // keys.shape[1]
    keys = keys.repeat_interleave(times, 1) if groups else keys.repeat(1, times, 1, 1)
    scores = scale * queries @ keys.mT / queries.shape[-1] ** 0.5
    return scores.masked_fill(~mask, blocked).softmax(-1)


def _weights(queries, keys, mask, **options):
    return _softmaxed(queries, keys, mask, **options).masked_fill(~mask, 0)


def _by_identity(queries, keys, mask):
    """SDPA's own answer: the weighted average of an identity's rows."""
    keys = keys.repeat_interleave(queries.shape[1] // keys.shape[1], 1)
    values = torch.eye(keys.shape[2], dtype=keys.dtype).expand(*keys.shape[:2], -1, -1)
    return F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)


def _idle_rows(n_keys: int) -> Tensor:
    """Causal, and the first two keys of the second sample are padding."""
    real = padding_mask(torch.tensor([n_keys, n_keys - 2]), n_keys).flip(-1)
    return causal_mask(n_keys) & real


# Exercise 4: a function that attends, and its input.
def _module(batch_first: bool) -> nn.MultiheadAttention:
    module = nn.MultiheadAttention(6, 2, batch_first=batch_first, dtype=torch.float64)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(_draw(*parameter.shape))
    return module.requires_grad_(requires_grad=False)


_right, _default = _module(batch_first=True), _module(batch_first=False)
_samples = _draw(3, 4, 6)


def _by_sample(x):
    return _right(x, x, x)[0]


def _by_place(x):
    return _default(x, x, x)[0]


def _all_as_one(x):
    return _by_sample(x.flatten(0, 1)[None]).view(x.shape)


def _change(attend, x):
    moved = x.clone()
    moved[0, 0] += 1
    return (attend(moved) - attend(x)).abs().amax(-1) > 1e-9  # (batch, tokens)


def _keeps_samples_apart(attend, x):
    return not _change(attend, x)[1:].any().item()


def _mixes_tokens(attend, x):
    return _change(attend, x)[0].all().item()


EXERCISES = {
    1: Exercise(
        solution=list(_CALLS.values()),
        judge=_wrong_calls,
        mistakes={
            _FOUR: [1, 4, 9],
            f"B: {_WHY['B']}": [1, 3, 9, 6],
            f"C: {_WHY['C']}": [1, 4, 8, 6],
            f"A: {_WHY['A']}; D: {_WHY['D']}": [7, 4, 9, 7],
        },
    ),
    2: Exercise(
        solution=lambda q, k, v, p, training: _in_groups(q, k, v, p if training else 0.0),
        cases=_shared,
        judge=_still_in,
        mistakes={
            _BOTH: lambda q, k, v, p, training: _in_turns(q, k, v, p),
            _STILL_DROPS: lambda q, k, v, p, training: _in_groups(q, k, v, p),
            _IN_TURNS: lambda q, k, v, p, training: _in_turns(q, k, v, p if training else 0.0),
            _NEVER_DROPS: lambda q, k, v, p, training: _in_groups(q, k, v),
        },
    ),
    3: Exercise(
        solution=_by_identity,
        cases=(
            (_draw(2, 4, 5, 3), _draw(2, 2, 5, 3), _idle_rows(5)),
            (_draw(2, 6, 4, 2), _draw(2, 2, 4, 2), _idle_rows(4)),
        ),
        mistakes={
            "a query that may attend to nothing has NaN; SDPA gives it a row of zeros": _softmaxed,
            "a query that may attend to nothing has an even row; SDPA gives it zeros": (
                lambda q, k, mask: _softmaxed(q, k, mask, blocked=-1e9)
            ),
            "neighbouring query heads share a key head: repeat_interleave, not repeat": (
                lambda q, k, mask: _weights(q, k, mask, groups=False)
            ),
            "the scores are not divided by sqrt(d_head)": (
                lambda q, k, mask: _weights(q, k, mask, scale=q.shape[-1] ** 0.5)
            ),
            "the mask is the other way round; True means that a query may attend": (
                lambda q, k, mask: _weights(q, k, ~mask)
            ),
            "the rows do not sum to 1: mask the scores, and not the weights alone": (
                lambda q, k, mask: _softmaxed(q, k, mask | True) * mask
            ),
            "the mask is not used": lambda q, k, mask: _softmaxed(q, k, mask | True),
            "that is the mean over heads; give each head's own": (
                lambda q, k, mask: _weights(q, k, mask).mean(1)
            ),
        },
    ),
    4: Exercise(
        solution=lambda attend, x: _keeps_samples_apart(attend, x) and _mixes_tokens(attend, x),
        cases=(
            (_by_sample, _samples),
            (_by_place, _samples),
            (_all_as_one, _samples),
            (_by_sample, _samples[:1]),
            (_by_place, _samples[:1]),
        ),
        mistakes={
            "a right shape proves nothing; move a token, and see which outputs follow": (
                lambda attend, x: attend(x).shape == x.shape
            ),
            "samples stay apart with one sample, whatever the layer does; see whether a token "
            "reaches its neighbours too": _keeps_samples_apart,
            "the neighbours follow, and so may other samples; those must not": _mixes_tokens,
        },
    ),
}
