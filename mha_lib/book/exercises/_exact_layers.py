"""The causal layers that "How exact is exact?" measures, and the judge of its exercise 2.

A page runs this file too, so it needs nothing but the part of torch that is there.
"""

import torch

from mha_lib.book.exercises import _given


def _split(t, n_heads):
    return t.unflatten(-1, (n_heads, -1)).transpose(1, 2)


def _merge(heads):
    return heads.transpose(1, 2).flatten(2)


def layer(n_heads, **wrong):
    """Makes a causal layer, in which `wrong` may replace single steps.

    Args:
        n_heads: Number of heads.
        wrong: `split`, `softmax` and `merge` are functions that replace the right ones, `scale` is
            the factor of the scores, `low` the value of a blocked score.
    """
    split = wrong.get("split", lambda t: _split(t, n_heads))
    softmax = wrong.get("softmax", lambda scores: scores.softmax(-1))
    merge = wrong.get("merge", _merge)

    def attend(x, W):
        Q, K, V = (split(x @ W_i) for W_i in W[:3])
        scores = Q @ K.mT * wrong.get("scale", (W.shape[-1] / n_heads) ** -0.5)
        future = torch.ones_like(scores).triu(1).bool()
        scores = scores.masked_fill(future, wrong.get("low", torch.finfo(x.dtype).min))
        return merge(softmax(scores) @ V) @ W[3]

    return attend


def bugs(n_heads, d_head):
    """The seven wrong layers of the bug lab, under a causal mask.

    Args:
        n_heads: Number of heads.
        d_head: Width of a head.
    """
    d_model = n_heads * d_head
    by_view = {"split": lambda t: t.reshape(len(t), n_heads, -1, d_head)}
    back = {"merge": lambda heads: heads.reshape(len(heads), -1, d_model)}
    return {
        "split by view": layer(n_heads, **by_view),
        "merge by view": layer(n_heads, **back),
        "both by view": layer(n_heads, **by_view, **back),
        "by √d_model": layer(n_heads, scale=d_model**-0.5),
        "over queries": layer(n_heads, softmax=lambda scores: scores.softmax(-2)),
        "over heads": layer(n_heads, softmax=lambda scores: scores.softmax(1)),
        "over batch": layer(
            n_heads,
            split=lambda t: _split(t, n_heads).permute(2, 1, 0, 3),
            merge=lambda heads: _merge(heads.permute(2, 1, 0, 3)),
        ),
    }


def faults(n_heads, d_head):
    """Three smaller faults: a rounded scale, a mask that leaks, rows that sum to less than 1.

    Args:
        n_heads: Number of heads.
        d_head: Width of a head.
    """
    return {
        "scale of two digits": layer(n_heads, scale=round(d_head**-0.5, 2)),
        "mask fills -10": layer(n_heads, low=-10.0),
        "sum + 1e-6": layer(n_heads, softmax=_sum_and_more),
    }


def _sum_and_more(scores):
    """A softmax by hand, with the small number that some code adds to avoid a division by 0."""
    powers = (scores - scores.amax(-1, keepdim=True)).exp()
    return powers / (powers.sum(-1, keepdim=True) + 1e-6)


def rough(n_heads):
    """A right layer that rounds often: it adds the keys one by one, in the tokens' dtype.

    Args:
        n_heads: Number of heads.
    """

    def attend(x, W):
        Q, K, V = (_split(x @ W_i, n_heads) for W_i in W[:3])
        scores = Q @ K.mT * Q.shape[-1] ** -0.5
        future = torch.ones_like(scores).triu(1).bool()
        scores = scores.masked_fill(future, -torch.inf)
        powers = (scores - scores.amax(-1, keepdim=True)).exp()
        top, bottom = torch.zeros_like(Q), torch.zeros_like(Q[..., :1])
        for key in range(x.shape[-2]):  # earlier queries do not see this key
            power = powers[..., key:, key : key + 1]
            top[..., key:, :] += power * V[..., key : key + 1, :]
            bottom[..., key:, :] += power
        return _merge(top / bottom) @ W[3]

    return attend


def numbers():
    """Tokens and matrices, as `draw` of the chapter gives them; a page draws no random numbers.

    They are in float32.
    """
    state, drawn = 1, []
    for _ in range(2 * 12 * 24 + 4 * 24 * 24):
        state = (1366 * state + 150889) % 714025
        drawn.append(12**0.5 * (state / 714025 - 0.5))  # of variance 1
    all_of_them = torch.tensor(drawn, dtype=torch.float32)
    x, W = all_of_them[: 2 * 12 * 24], all_of_them[2 * 12 * 24 :]
    return x.reshape(2, 12, 24), W.reshape(4, 24, 24) / 24**0.5


_HEADS, _WIDTH = 4, 6
_REFERENCE = layer(_HEADS)
_RIGHT = (_REFERENCE, rough(_HEADS))
# Names apart from the layers, because the page's Python keeps no order in a dict.
NAMES = (
    "split by view",
    "merge by view",
    "both by view",
    "by √d_model",
    "over queries",
    "over heads",
    "over batch",
    "scale of two digits",
    "mask fills -10",
    "sum + 1e-6",
)
_BUGS, _FAULTS = bugs(_HEADS, _WIDTH), faults(_HEADS, _WIDTH)
_WRONG = tuple(_BUGS[name] if name in _BUGS else _FAULTS[name] for name in NAMES)
CASES = tuple((made, _REFERENCE, *numbers()) for made in (*_RIGHT, *_WRONG))
VERDICT = "return True for a layer that passes, False for one that does not"
FAILS = "it fails a right layer, which rounds differently"
MISSES = "it does not catch: "


def shortcoming(results) -> str | None:
    """What is wrong with a check, from its results on the right and on the wrong layers."""
    passed = [_given.truth(result) for result in results]
    if None in passed:
        return VERDICT
    if not all(passed[: len(_RIGHT)]):
        return FAILS
    missed = [name for name, ok in zip(NAMES, passed[len(_RIGHT) :], strict=True) if ok]
    return MISSES + ", ".join(missed) if missed else None
