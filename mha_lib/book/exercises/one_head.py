"""Exercises of the chapter "One head, by hand"."""

import math
from functools import partial

import torch

from mha_lib import attention_scores, attention_weights, scaled_dot_product_attention
from mha_lib.book.exercises import Exercise, _given, _page, draw

_draw = partial(draw, torch.Generator().manual_seed(1))


def _head(x, W_Q, W_K, W_V):
    return scaled_dot_product_attention(x @ W_Q, x @ W_K, x @ W_V)[0]


def _scaled_by(divisor):
    """A head that divides its scores by `divisor(x, W_Q)`."""

    def head(x, W_Q, W_K, W_V):
        return (x @ W_Q @ (x @ W_K).T / divisor(x, W_Q)).softmax(1) @ (x @ W_V)

    return head


def _broken_weights():
    """Weights for "the tea here is hot" from three broken heads, in which only "tea" asks."""
    scores = torch.zeros(5, 5, dtype=torch.float64)
    scores[1, 4] = 3.7 / math.sqrt(3)  # the query of "tea" with the key of "hot"
    transposed_weights = scores.softmax(1).T
    queries_and_keys_swapped = scores.T.softmax(1)
    softmax_over_queries = scores.softmax(0)
    return torch.stack([transposed_weights, queries_and_keys_swapped, softmax_over_queries])


BROKEN_WEIGHTS = _broken_weights()


def _row_softmax(scores):
    raised = scores.exp()
    return raised / raised.sum(1, keepdim=True)


def _less(number):
    """A softmax by hand that first subtracts `number(scores)` from the scores."""
    return lambda scores: _row_softmax(scores - number(scores))


# What a page offers for exercise 3.
_SUBTRACTED = {
    "nothing": lambda scores: 0,
    "the mean of the row": lambda scores: scores.mean(1, keepdim=True),
    "the minimum of the row": lambda scores: scores.amin(1, keepdim=True),
    "the maximum of the row": lambda scores: scores.amax(1, keepdim=True),
    "the maximum of all scores": lambda scores: scores.max(),
}

_LENGTHS = (3, 5, 8, 400)  # an entry that is large enough for a few tokens is too small for 400


_SHIFTS = {"i - 1": -1, "i": 0, "i + 1": 1}
_ENTRIES = {"1": (1, 0), "√n": (1, 0.5), "20": (20, 0), "20 √n": (20, 0.5)}  # a factor, a power


def _attending(column, entry):
    """A head whose query i has one entry, in this column; W_K is the identity."""
    factor, power = _ENTRIES[entry]

    def make(n):
        W_K = torch.eye(n, dtype=torch.float64)
        return factor * n**power * W_K.roll(_SHIFTS[column], 1), W_K

    return make


_one_back = _attending("i - 1", "20 √n")


def _judge_one_back(results):
    """Says why a head does not attend one position back, for each number of tokens."""
    for n, result in zip(_LENGTHS, results, strict=True):
        W_Q, W_K = _given.tensors(result, 2, "give two tensors, W_Q and W_K")
        if W_Q.dim() != 2 or len(W_Q) != n or W_Q.shape != W_K.shape:
            shapes = f"{tuple(W_Q.shape)} and {tuple(W_K.shape)}"
            return f"with {n} tokens, W_Q and W_K must both be ({n}, d_head); yours are {shapes}"
        # The features of position i are row i of the identity, so the rows of W_Q are the queries.
        weights = attention_weights(attention_scores(W_Q, W_K))
        if weights.isnan().any():
            return f"with {n} tokens, the weights contain NaN; no entry needs to be that large"
        back = weights.diagonal(-1)
        if (back > 0.9).all():
            continue
        largest = weights.argmax(1)
        if largest[:-1].equal(torch.arange(1, n)):
            return "every token attends to the one after it, not to the one before it"
        if largest.equal(torch.arange(n)):
            return "every token attends to itself"
        worst = int((back <= 0.9).nonzero()[0]) + 1
        least, _ = _given.format_apart(back[worst - 1].item(), 0.9, ".2f")
        if largest[1:].equal(torch.arange(n - 1)) and weights.amax(1).min() < 0.9:
            return (
                f"with {n} tokens, token {worst} does attend one position back, but with a weight "
                f"of only {least}: make its query larger"
            )
        return (
            f"with {n} tokens, token {worst} gives the token before it {least}, and most, "
            f"{weights[worst].max():.2f}, to token {largest[worst]}"
        )
    return None


EXERCISES = {
    1: Exercise(
        solution=_head,
        code=True,
        cases=(
            (_draw(5, 7), _draw(7, 3), _draw(7, 3), _draw(7, 2)),
            (_draw(3, 4), _draw(4, 6), _draw(4, 6), _draw(4, 5)),
        ),
        forbidden_calls=("attention",),
        mistakes={
            "the scores are not divided by sqrt(d_head)": _scaled_by(lambda x, W: 1),
            "the scores are divided by d_head, not by its square root": (
                _scaled_by(lambda x, W: W.shape[1])
            ),
            "the scores are divided by the square root of d_model, the width of x": (
                _scaled_by(lambda x, W: math.sqrt(x.shape[1]))
            ),
            "the scores are divided by sqrt(3), which is right only for heads of width 3": (
                _scaled_by(lambda x, W: math.sqrt(3))
            ),
            "the scores are divided by 3, whatever the width of the head": (
                _scaled_by(lambda x, W: 3)
            ),
            "the scores are divided by the square root of the number of tokens": (
                _scaled_by(lambda x, W: math.sqrt(x.shape[0]))
            ),
            "your columns of weights sum to 1; each row should": (
                lambda x, W_Q, W_K, W_V: attention_scores(x @ W_Q, x @ W_K).softmax(0) @ (x @ W_V)
            ),
            "your columns of weights sum to 1, and the scores are not divided by sqrt(d_head)": (
                lambda x, W_Q, W_K, W_V: (x @ W_Q @ (x @ W_K).T).softmax(0) @ (x @ W_V)
            ),
            "queries and keys are swapped": (lambda x, W_Q, W_K, W_V: _head(x, W_K, W_Q, W_V)),
            "the softmax is missing: rows of scores do not sum to 1": (
                lambda x, W_Q, W_K, W_V: attention_scores(x @ W_Q, x @ W_K) @ (x @ W_V)
            ),
            "those are the weights; the output is the average that they make of the values": (
                lambda x, W_Q, W_K, W_V: attention_weights(attention_scores(x @ W_Q, x @ W_K))
            ),
            "that averages the tokens; a head averages their values, x @ W_V": (
                lambda x, W_Q, W_K, W_V: attention_weights(attention_scores(x @ W_Q, x @ W_K)) @ x
            ),
        },
    ),
    2: Exercise(
        solution="BCA",
        page=_page.Choose(
            {
                "queries and keys swapped": tuple("ABC"),
                "a softmax over the queries": tuple("ABC"),
                "finished weights transposed": tuple("ABC"),
            },
            lambda *letters: "".join(letters),
        ),
        mistakes={
            "C is right; the 0.68 of A and B is in the row of “hot”: see which rows sum to 1": (
                "ACB"
            ),
            "A is right; a swap moves the 0.68 to the row of “hot”; in C it is in that of “tea”": (
                "CBA"
            ),
            "B is right; a softmax over queries leaves the 0.68 in the row of “tea”": "BAC",
            "none is right yet; find the map whose rows sum to 1 first": "ABC",
            "none is right yet; find the map with the 0.68 in the row of “tea” first": "CAB",
        },
    ),
    3: Exercise(
        solution=_less(_SUBTRACTED["the maximum of the row"]),
        code=True,
        cases=(
            (_draw(3, 5),),
            (_draw(4, 2) + 1000,),
            (_draw(3, 4) + torch.tensor([[1000.0], [0.0], [-1000.0]]),),
            (torch.tensor([[0.0, 0.0, 0.0, 2000.0]], dtype=torch.float64),),
            (torch.tensor([[-600.0, 590.0, 600.0, -590.0]], dtype=torch.float64),),
        ),
        forbidden_calls=("softmax", "attention"),
        mistakes={
            "right for small scores, but exp(1000) overflows: make a row smaller beforehand": (
                _row_softmax
            ),
            "rows do not sum to 1 yet: divide by each row's sum": (
                lambda scores: (scores - scores.amax(1, keepdim=True)).exp()
            ),
            "the row's mean is not enough where one score is far above it": (
                _less(_SUBTRACTED["the mean of the row"])
            ),
            "the row's minimum leaves the largest scores large": (
                _less(_SUBTRACTED["the minimum of the row"])
            ),
            "right unless rows differ a lot: in a row of low scores every exponential is 0": (
                _less(_SUBTRACTED["the maximum of all scores"])
            ),
            "your columns sum to 1; each row should": lambda scores: scores.softmax(0),
            "all entries together sum to 1; each row should": (
                lambda scores: scores.flatten().softmax(0).view_as(scores)
            ),
        },
        page=_page.Choose(
            {"Before it takes exponentials, the repaired code subtracts": tuple(_SUBTRACTED)},
            lambda number: _less(_SUBTRACTED[number]),
        ),
    ),
    4: Exercise(
        solution=_one_back,
        cases=tuple((n,) for n in _LENGTHS),
        judge=_judge_one_back,
        page=_page.Choose(
            {
                "W_K is the identity. Row i of W_Q has one entry, in column": tuple(_SHIFTS),
                "This entry is": tuple(_ENTRIES),
            },
            _attending,
        ),
        mistakes={
            "give two tensors, W_Q and W_K": lambda n: torch.eye(n),
            "with 3 tokens, W_Q and W_K must both be (3, d_head); yours are (3, 3) and (4, 3)": (
                lambda n: (torch.eye(n), torch.eye(n + 1, n))
            ),
            "every token attends to the one after it, not to the one before it": (
                lambda n: _one_back(n)[::-1]
            ),
            "every token attends to itself": lambda n: (20 * n**0.5 * torch.eye(n), torch.eye(n)),
            "with 400 tokens, token 1 does attend one position back, but with a weight of only "
            "0.01: make its query larger": (
                lambda n: (30 * torch.eye(n).roll(-1, 1), torch.eye(n))
            ),
            "with 3 tokens, token 1 does attend one position back, but with a weight of only 0.47: "
            "make its query larger": lambda n: (torch.eye(n).roll(-1, 1), torch.eye(n)),
        },
    ),
}
