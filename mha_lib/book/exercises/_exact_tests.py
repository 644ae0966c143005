"""The outputs that exercise 3 of "How exact is exact?" tries a test on, and its judge.

A page runs this file too, and its torch has no 16-bit numbers. So the layers compute in float64 and
round what they store to the digits of another type.
"""

from mha_lib.book.exercises import _given
from mha_lib.book.exercises._exact_layers import layer, numbers

_HEADS, _WIDTH = 4, 6
_BLOCKED = -1e30  # instead of -inf, which cannot be rounded like this
# Each type's binary digits.
_TYPES = (("bfloat16", 8), ("float16", 11), ("float32", 24))
# Powers of two keep the digits.
_SIZES = (
    (1, ""),
    (64, ", if all numbers are 64 times as large"),
    (1 / 64, ", if all numbers are 64 times smaller"),
)


def _rounded(t, digits):
    """Rounds float64 numbers to so many binary digits."""
    large = t * (2.0 ** (53 - digits) + 1)
    return large - (large - t)


def _stores(digits, scale=_WIDTH**-0.5, low=_BLOCKED, by_view=False):
    """A layer that rounds queries, keys, values, scores, weights and outputs."""

    def split(t):
        one = (len(t), _HEADS, -1, _WIDTH)
        heads = t.reshape(*one) if by_view else t.unflatten(-1, (_HEADS, -1)).transpose(1, 2)
        return _rounded(heads, digits)

    def merge(heads):
        heads = _rounded(heads, digits)
        one = (len(heads), -1, _HEADS * _WIDTH)
        return heads.reshape(*one) if by_view else heads.transpose(1, 2).flatten(2)

    def softmax(scores):
        return _rounded(_rounded(scores, digits).softmax(-1), digits)

    made = layer(_HEADS, split=split, merge=merge, softmax=softmax, scale=scale, low=low)
    return lambda x, W: _rounded(made(x, W), digits)


def _pairs():
    """What each test is called with, and in words: whether it must pass, the layer, type, size."""
    x, W = (t.double() for t in numbers())
    exact = layer(_HEADS)(x, W)
    pairs = []
    for name, digits in _TYPES:
        made = [
            ("a right layer", _stores(digits)),
            ("a layer that divides by √d_model", _stores(digits, scale=(_HEADS * _WIDTH) ** -0.5)),
            ("a layer that splits and merges by view", _stores(digits, by_view=True)),
        ]
        if name == "float32":  # in 16 bits, rounding is as large as what leaks through the mask
            made += [
                (f"a mask that fills in −{n}", _stores(digits, low=-float(n))) for n in (10, 15)
            ]
        for what, own in made:
            output = own(x, W)
            for size, words in _SIZES:
                case = (size * output, size * exact, 2.0 ** (1 - digits))
                pairs.append((case, what == "a right layer", f"{what} in {name}{words}"))
    return pairs


_PAIRS = _pairs()
CASES = tuple(case for case, _, _ in _PAIRS)
ANSWER = "return True where two outputs agree, False where they do not"


def unfair(results):
    """What is wrong with a test, from its results on the pairs."""
    passed = [_given.truth(result) for result in results]
    if None in passed:
        return ANSWER
    said = [(ok, right, words) for ok, (_, right, words) in zip(passed, _PAIRS, strict=True)]
    failed = [f"it fails {words}" for ok, right, words in said if right and not ok]
    missed = [f"it passes {words}" for ok, right, words in said if ok and not right]
    return next(iter(failed + missed), None)
