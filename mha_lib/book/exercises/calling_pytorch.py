"""Exercises of "Calling PyTorch: nine calls that return the right shape"."""

from functools import partial

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from mha_lib import causal_mask, padding_mask
from mha_lib.book.exercises import Exercise, _given, draw

_draw = partial(draw, torch.Generator().manual_seed(12))


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
    answer = _given.wholes(answer, _FOUR, 4)
    if not all(1 <= n <= 9 for n in answer):
        return _FOUR
    pairs = zip(answer, _CALLS, strict=True)
    wrong = [letter for given, letter in pairs if given != _CALLS[letter]]
    return "; ".join(f"{letter}: {_WHY[letter]}" for letter in wrong) or None


# Exercise 2: queries, keys, mask.
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


# Exercise 3: a function that attends, and its input.
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


def _causal(x):
    return _right(x, x, x, attn_mask=~causal_mask(x.shape[1]))[0]


def _reads(keys):
    """A layer in which queries are right, and keys and values made by this function."""
    return lambda x: _right(x, keys(x), keys(x))[0]


_LAYERS = (
    *(_by_sample, _by_place, _all_as_one, _causal),
    lambda x: 2 * x,  # each token reads itself
    _reads(lambda x: x[:, :1]),
    _reads(lambda x: x[:, -1:]),
    _reads(lambda x: x[:, [0, 1, 3]]),  # token 2 is read by itself alone
    _reads(lambda x: x.roll(-1, 0)),
    # The last sample reads itself, and every other one itself and the next.
    _reads(lambda x: torch.cat([x, torch.cat([x[1:], x[-1:]])], 1)),
    # Sample 0 alone is as it should be.
    lambda x: torch.cat([_by_sample(x[:1]), _causal(x[1:])]),
)


def _follow(attend, x, sample=0, token=0):
    """Which outputs, (batch, tokens), move with one token."""
    moved = x.clone()
    moved[sample, token] += 1
    return (attend(moved) - attend(x)).abs().amax(-1) > 1e-9


def _keeps_samples_apart(attend, x):
    return not _follow(attend, x)[1:].any().item()


def _mixes_tokens(attend, x):
    return _follow(attend, x)[0].all().item()


def _by_the_first_token(attend, x):
    return _keeps_samples_apart(attend, x) and _mixes_tokens(attend, x)


def _by_each_token(attend, x, n_samples=None):
    samples, tokens = range(n_samples or len(x)), range(x.shape[1])
    own = torch.arange(len(x))[:, None].expand(-1, x.shape[1])
    return all(_follow(attend, x, i, t).equal(own == i) for i in samples for t in tokens)


def _by_each_token_of_the_first(attend, x):
    return _by_each_token(attend, x, 1)


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
        solution=_by_identity,
        cases=(
            (_draw(2, 4, 5, 3), _draw(2, 2, 5, 3), _idle_rows(5)),
            (_draw(2, 6, 4, 2), _draw(2, 2, 4, 2), _idle_rows(4)),
            (_draw(2, 6, 3, 5), _draw(2, 3, 3, 5), _idle_rows(3)),
        ),
        without=("attention",),
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
    3: Exercise(
        solution=_by_each_token,
        cases=(
            *((layer, _samples) for layer in _LAYERS),
            *((layer, _samples[:1]) for layer in (_by_sample, _by_place, _causal)),
        ),
        mistakes={
            "a right shape proves nothing; move a token, and see which outputs follow": (
                lambda attend, x: attend(x).shape == x.shape
            ),
            "samples stay apart with one sample, whatever the layer does; see whether a token "
            "reaches its neighbours too": _keeps_samples_apart,
            "the neighbours follow, and so may other samples; those must not": _mixes_tokens,
            "one token is not every token: a layer may read the first and no other, or mix "
            "samples elsewhere; move each in turn": _by_the_first_token,
            "the first sample is not every sample; move the others' tokens too": (
                _by_each_token_of_the_first
            ),
        },
    ),
}
