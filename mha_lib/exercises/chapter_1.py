"""Exercises of chapter 1, "One head is a weighted average"."""

import math

import torch

from mha_lib import attention_scores, attention_weights, causal_mask
from mha_lib.exercises import Exercise

_random = torch.Generator().manual_seed(1)


def _draw(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=_random, dtype=torch.float64)


_queries_and_keys = tuple((_draw(n, d), _draw(m, d)) for n, m, d in ((3, 5, 4), (7, 2, 9)))
# Scores so far apart that no finite number but a huge one blocks a key.
_square_scores = tuple((size * _draw(n, n),) for n, size in ((2, 1), (5, 100)))


def _row_softmax(scores):
    raised = scores.exp()
    return raised / raised.sum(1, keepdim=True)


EXERCISES = {
    1: Exercise(
        solution=attention_scores,
        cases=_queries_and_keys,
        mistakes={
            "the scores are not divided by sqrt(d_head)": lambda q, k: q @ k.T,
            "the scores are divided by d_head, not by its square root": (
                lambda q, k: q @ k.T / q.shape[-1]
            ),
            "the scores are divided by the square root of the number of keys": (
                lambda q, k: q @ k.T / math.sqrt(len(k))
            ),
            "rows belong to queries and columns to keys; yours are the other way round": (
                lambda q, k: k @ q.T / math.sqrt(q.shape[-1])
            ),
        },
    ),
    2: Exercise(
        solution=attention_weights,
        cases=(
            (_draw(3, 5),),
            (_draw(4, 2) + 1000,),
            (_draw(3, 4) + torch.tensor([[1000.0], [0.0], [-1000.0]]),),
            (torch.tensor([[0.0, 0.0, 0.0, 2000.0]], dtype=torch.float64),),
        ),
        mistakes={
            "right for small scores, but exp(1000) overflows: subtract each row's maximum first": (
                _row_softmax
            ),
            "rows do not sum to 1 yet: divide by each row's sum": (
                lambda scores: (scores - scores.amax(1, keepdim=True)).exp()
            ),
            "the row's mean is not enough where scores differ much; subtract its maximum": (
                lambda scores: _row_softmax(scores - scores.mean(1, keepdim=True))
            ),
            "right until rows lie far apart: subtract each row's own maximum": (
                lambda scores: _row_softmax(scores - scores.max())
            ),
            "your columns sum to 1; each row should": lambda scores: scores.softmax(0),
            "all entries together sum to 1; each row should": (
                lambda scores: scores.flatten().softmax(0).view_as(scores)
            ),
        },
    ),
    3: Exercise(
        solution=lambda scores: attention_weights(scores, causal_mask(len(scores))),
        cases=_square_scores,
        mistakes={
            "rows no longer sum to 1: block the scores before the softmax, not the weights after": (
                lambda scores: scores.softmax(1).tril()
            ),
            "query i attends to the keys from i on; it should attend to those up to i": (
                lambda scores: attention_weights(scores, causal_mask(len(scores)).T)
            ),
            "no key is blocked yet": attention_weights,
            "True and False are swapped: you block what query i may see": (
                lambda scores: scores.masked_fill(causal_mask(len(scores)), -math.inf).softmax(1)
            ),
            "your columns sum to 1; each row should": (
                lambda scores: attention_weights(scores.T, causal_mask(len(scores)).T).T
            ),
            "0 times infinity is NaN: put minus infinity where the mask blocks, do not multiply": (
                lambda scores: (scores * causal_mask(len(scores)) * math.inf).softmax(1)
            ),
            "a score of 0 is not blocked, for exp(0) is 1: use minus infinity": (
                lambda scores: scores.tril().softmax(1)
            ),
            "query i should see itself too, key i": (
                lambda scores: scores.masked_fill(
                    ~causal_mask(len(scores)).tril(-1), -math.inf
                ).softmax(1)
            ),
        },
    ),
    4: Exercise(
        solution=lambda values: values.mean(0),
        cases=((_draw(3, 4),), (_draw(5, 2),)),
        mistakes={
            "that is the sum; weights sum to 1, so each is 1 / keys": lambda values: values.sum(0),
            "that averages over features; the average is over keys": lambda values: values.mean(1),
            "the common score cancels in the softmax": lambda values: 7.5 * values.mean(0),
            "no key wins: all have the same score": lambda values: values[0],
        },
    ),
}
