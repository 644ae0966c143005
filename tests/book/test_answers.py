"""Answers that readers gave or could give, each with what its verdict must say."""

import math
import re
import warnings

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

import mha_lib
from mha_lib.book.exercises import get_exercise, judge, per_head, what_masks_mean
from tests.book.test_exercises import NAMES

sdpa = F.scaled_dot_product_attention


def solution(name):
    return get_exercise(name).solution


def after(change, name):
    """The official answer's results, changed."""
    return lambda *case: change(solution(name)(*case))


def times(factor, name):
    return after(lambda result: result * factor, name)


# Rows: the exercise, an answer, and a part of what the verdict must say. None means correct.

KV_HEAD, CACHED, SENT = solution("several_machines.3")
FOUND = solution("loaded_wrong.1")


def positions_by_hand(n, factor):
    return factor * torch.eye(n).roll(-1, 1), torch.eye(n)


def identity_with_numpy(x, W_Q, W_K, W_V):
    scores = (x @ W_Q).numpy() @ (x @ W_K).numpy().T / math.sqrt(W_Q.shape[1])
    weights = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
    return weights @ (x @ W_V).numpy()


def as_int8(k, scale):
    scales = scale.view(-1, 1, 1)
    return (k / scales).round().clamp(-127, 127).to(torch.int8) * scales


MARKS = solution("what_masks_mean.2").int().tolist()
LOGGED = what_masks_mean.LOGGED


def boolean_of_no_axes(W_Q, W_K, other_Q, other_K):
    return torch.isclose(W_Q @ W_K.T, other_Q @ other_K.T).all()


MAY_BE_GIVEN = [
    ("which_heads.2", [2, 1], None),
    ("several_machines.3", [KV_HEAD, CACHED, float(SENT)], None),
    ("several_machines.3", torch.tensor([KV_HEAD, CACHED, SENT]), None),
    ("different_order.2", ("W_K, W_V", "m (g (d + v))"), None),
    ("loaded_wrong.1", {name: list(pair) for name, pair in FOUND.items()}, None),
    ("reading_weights.2", [[1.667, 0], [6.667, 0], [-30, 0]], None),
    ("per_head.1", boolean_of_no_axes, None),
    ("one_head.2", "bca", None),
    ("one_head.2", "B, C, A", None),
    ("the_experiment_that_lied.1", "c", None),
    ("the_experiment_that_lied.3", 508.6, None),
    ("why_more_than_one.2", torch.tensor([0.7, 0.3]), None),
    ("sharing_heads.1", np.array([0, 2, 4, 1, 3, 5]), None),
    ("latent.1", (49_152.0, 2), None),
    ("which_heads.1", [3, 0, 4, 2, 1, 5], None),
    ("which_heads.1", torch.tensor([3, 0, 4, 2, 1, 5]), None),
    ("which_heads.2", np.array([1, 2]), None),
    ("python_model.1", [1, 0, 0.53], None),
    ("python_model.1", torch.tensor([1, 0, 0.53]), None),
    ("circuit.2", ("badge " * 7)[:38].upper(), None),
    ("how_exact.1", {"a": "Rounding", "b": "FAULT", "c": " fault"}, None),
    ("loaded_wrong.2", (torch.tensor([[7, 21], [4, 0]]), torch.tensor([2, 1])), None),
    ("loaded_wrong.2", [np.array([[7, 21], [4, 0]]), (2, 1)], None),
    ("one_head.1", identity_with_numpy, None),
    ("how_exact.2", after(np.bool_, "how_exact.2"), None),
    (
        "on_a_server.1",
        {"a": "Rounding", "b": "BUG", "c": "not  decided", "d": "bug"},
        None,
    ),
    ("eight_bits.2", as_int8, None),
    ("bug_lab.3", after(torch.tensor, "bug_lab.3"), None),
    ("bug_lab.3", after(lambda passes: torch.tensor([passes]), "bug_lab.3"), None),
    ("per_head.1", after(lambda same: np.array([same]), "per_head.1"), None),
    ("not_the_same_matrix.1", torch.tensor(0.25), None),
    ("not_the_same_matrix.2", np.int64(2), None),
    ("how_narrow.1", {"A": np.int64(1), "B": 2.0, "C": torch.tensor(1), "D": 5}, None),
    ("reading_weights.2", np.array([[1 / 0.6, 0], [2 / 0.3, 0], [-30, 0]]), None),
    ("reading_weights.1", {"p": "Drop", "q": "Weight", "r": "Mask", "s": "Size"}, None),
    ("one_head.2", ["B", "C", "A"], None),
    (
        "different_order.2",
        [["W_V", "W_K"], "m (g (v+d))"],
        "each head's values come before its keys",
    ),
    ("different_order.2", ["w_k w_v", "M (G (D+V))"], None),
    ("sharing_heads.2", lambda *sizes: float(solution("sharing_heads.2")(*sizes)), None),
    ("the_experiment_that_lied.3", torch.tensor(530.0), None),
    ("the_experiment_that_lied.3", 560, "560 is not right"),
    ("what_masks_mean.2", MARKS, None),
    ("what_masks_mean.2", np.array(MARKS).astype(bool), None),
    ("per_head.3", [[-2, 0], [-3, 6], [1, 8]], None),
    ("per_head.3", ((-2.0, 0.0), (-3.0, 6.0), (1.0, 8.0)), None),
    (
        "per_head.3",
        [[-2, 0], [-3, 6], [0, 8]],
        "1 of the 6 numbers is wrong, in row “token 2”, column “feature 0”: you gave 0.",
    ),
]

REFUSED = [
    ("sharing_heads.1", (i for i in range(6)), "an iterator (generator) can be read"),
    ("which_heads.1", reversed([3, 0, 4, 2, 1, 5]), "an iterator (list_reve"),
    ("which_heads.1", 0, "gave 0 (int); a tensor of shape (6,) is right"),
    ("which_heads.1", torch.tensor([0.9, 0.6]).argmax(), "gave 0 (int); a tensor of shape (6,)"),
    ("which_heads.2", (1, 4), "two heads, each 0 to 3"),
    ("python_model.1", (1, 0), "a layer, a head and a rise"),
    ("python_model.1", (0, 3, 0.53), "a layer, a head and a rise"),
    ("python_model.1", (1, 0, 0.5), "choose among 0.24, 0.38, 0.53, 1.00"),
    (
        "one_head.1",
        lambda *case: (solution("one_head.1")(*case), torch.ones(5, 5)),
        "only the output",
    ),
    ("how_narrow.1", {"A": "1", "B": "2", "C": "1", "D": "5"}, "'1' is a string; give the number"),
    ("several_machines.3", zip("ab", "cd", strict=True), "an iterator (zip)"),
    ("why_more_than_one.2", iter((0.7, 0.3)), "an iterator (tuple_iterator)"),
    ("loaded_wrong.2", ((row for row in [[7, 21], [4, 0]]), [2, 1]), "an iterator (generator)"),
    ("what_masks_mean.3", lambda *case: filter(None, case), "an iterator (filter)"),
    ("sharing_heads.1", set(range(6)), "(set); a tensor of shape (6,) is right"),
    (
        "sharing_heads.1",
        [0, 2, 4, 1, 5, 3],
        "2 of the 6 numbers are wrong, the first in column “4”: you gave 5.",
    ),
    ("one_head.4", lambda n: 3, "give two tensors, W_Q and W_K"),
    ("reading_weights.2", 1.0, "give three vectors of two numbers"),
    ("several_machines.3", 12, "the answer is three numbers: a KV head"),
    ("not_the_same_matrix.3", lambda *n: [torch.ones(2)] * 3, "give two tensors"),
    ("per_head.3", list(per_head.WEIGHTS @ per_head.X @ per_head.N), "return only the output"),
    ("per_head.3", [[-2, 0], [-3, 6], [1]], "; a tensor of shape (3, 2) is right"),
    ("per_head.3", [-2, 0, -3, 6, 1, 8], "you gave the shape (6,); (3, 2) is right"),
    ("what_masks_mean.2", torch.tensor(MARKS), "int64 of shape (4, 5), but booleans are right"),
    ("circuit.1", [[2] * 8] * 8, "float64 of shape (8, 8), but booleans are right"),
    ("what_masks_mean.1", lambda a, p: [~a, ~p], "return one tensor, of shape (2, 1, 4, 4)"),
    ("stacking.1", lambda weights: weights, "return one tensor, of shape (6, 5)"),
    ("different_order.1", lambda q, n, g: list(torch.ones(3, 6, 2)), "with torch.stack"),
    ("different_order.2", ("W_V W_K", "m (g (d + v))"), "values come before its keys (and 1 more"),
    ("different_order.2", ("W_K W_V", "(h d + h v) m"), "m, comes first (and 2 more to mend)"),
    ("different_order.2", ("W_K W_V", "m (d (g + g))"), "a width of their own is v (and 1 more"),
    ("different_order.2", ("W_K W_V", "m (g d + v)"), "the outermost axis comes first"),
    ("different_order.2", ("W_K W_V", "(g (d + v))"), "a row must give W_K its axes"),
    ("stacking.3", lambda q, k, v, n: (q, torch.ones(n, 5, 5)), "return only the output"),
    ("bug_lab.1", lambda q, k, m: (q @ k.mT, q @ k.mT), "return only the output"),
    ("bug_lab.2", "CD", "give three letters from A to D"),
    ("bug_lab.2", ["c", "b", "d"], "layer 2 does not have B, which would make future False"),
    ("not_the_same_matrix.1", "0.25", "'0.25' is a string; give the number without quotes"),
    ("the_experiment_that_lied.3", "512", "'512' is a string"),
    ("several_machines.3", (KV_HEAD, CACHED, "1966080"), "'1966080' is a string"),
    ("why_more_than_one.2", ("0.7", "0.3"), "'0.7' is a string"),
    ("per_head.1", lambda *case: 1, "give True or False"),
]


def cut(share):
    def part(params, rank, n):
        mine = list(share(params, rank, n))
        kept = params.prune_heads([head for head in range(params.n_heads) if head not in mine])
        return kept if rank == 0 else mha_lib.HeadParameters(**{**vars(kept), "b_O": None})

    return part


def nearly_even(params, rank, n):
    return range(rank * params.n_heads // n, (rank + 1) * params.n_heads // n)


def strictly_less(room, c, t, layers, heads, d, b):
    fit = [
        g for g in range(1, heads + 1) if heads % g == 0 and g * 2 * layers * d * b * t * c < room
    ]
    return max(fit, default=0)


def sums(axis):
    return lambda Q, K, Q2, K2: torch.allclose((Q @ K.T).sum(axis), (Q2 @ K2.T).sum(axis))


CASES_SHOW = [
    ("sharing_heads.2", strictly_less, "to its last byte"),
    (
        "how_exact.3",
        lambda o, e, eps: bool((o - e).norm() <= 0.25 * e.norm()),
        "it passes a mask that fills in −10 in float32",
    ),
    (
        "per_head.1",
        lambda Q, K, Q2, K2: torch.allclose(Q @ K.T, Q2 @ K2.T, atol=1),
        "your tolerance is too wide",
    ),
    ("per_head.1", sums(1), "the same sums of rows"),
    (
        "several_machines.1",
        cut(lambda params, rank, n: range(rank, params.n_heads, n)),
        "device 0 has the heads [0, 2]",
    ),
    (
        "several_machines.1",
        cut(
            lambda params, rank, n: (
                torch.arange(params.n_heads).tensor_split(n)[n - 1 - rank].tolist()
            )
        ),
        "device 0 has the heads [2, 3]; heads stay in their order: [0, 1]",
    ),
    ("several_machines.1", cut(nearly_even), "1 + 2 + 2; the first devices take one more"),
    (
        "several_machines.1",
        cut(lambda params, rank, n: torch.arange(params.n_heads).chunk(n)[rank].tolist()),
        "case 9 raised IndexError",
    ),
    ("one_head.4", lambda n: positions_by_hand(n, 20), "make its query larger"),
    ("one_head.4", lambda n: positions_by_hand(n, 30), "with 400 tokens, token 1 does attend one"),
    (
        "stacking.2",
        lambda queries, n: queries.unflatten(1, (4, -1)).permute(2, 0, 1),
        "case 2 raised RuntimeError",
    ),
    ("what_masks_mean.2", ~(LOGGED > 0.01), "a key with a small weight is not"),
    ("which_heads.2", (0, 1), "its heads cost much alone"),
    ("which_heads.2", (3, 0), "only 0.01 more than alone"),
    (
        "bug_lab.1",
        lambda q, k, mask: (
            (q @ k.mT / q.shape[-1] ** 0.5)
            .masked_fill(torch.ones(q.shape[2], q.shape[2]).triu(1).bool(), -torch.inf)
            .softmax(-1)
        ),
        "your code ignores the given mask",
    ),
    ("per_head.1", sums(0), "the same sums of columns"),
    ("per_head.1", lambda Q, K, Q2, K2: torch.allclose(Q.T @ K, Q2.T @ K2), "d_model features"),
    ("one_head.4", lambda n: positions_by_hand(n, 100), "with 400 tokens"),
]


def changed(name, factor):
    return name, times(1 + factor, name)


# The numbers that are printed must differ.
PRINT_ALIKE = [
    changed("one_head.1", 4e-6),
    changed("stacking.3", 5e-6),
    changed("different_order.1", 2e-6),
]


def shy(n):
    """With three tokens, gives the token before 0.8996 of its weight."""
    return positions_by_hand(n, math.sqrt(n) * math.log(0.8996 / 0.1004 * (n - 1)))


DIGITS = [
    ("why_more_than_one.2", (0.606, 0.394), "are 0.2998 apart, not 0.3"),
    ("why_more_than_one.2", (0.788, 0.212), "moves by 0.2998, not 0.3"),
    ("why_more_than_one.2", (0.70001, 0.3), "yours sum to 1.00001"),
    ("one_head.4", shy, "with a weight of only 0.8996"),
    ("reading_weights.2", [[1 / 0.6, 0.1], [2 / 0.3, 0], [-30, 0]], "add up to (0, 0.06)"),
    ("reading_weights.2", [[1 / 0.6, 0.0], [2 / 0.3, 0], [-29.9, 0]], "add up to (0.01, 0)"),
    ("sharing_heads.2", lambda *sizes: 10**400, "is right"),
]

ENDINGS = [
    ("the_experiment_that_lied.2", solution("the_experiment_that_lied.2"), "correct."),
    ("one_head.1", solution("one_head.1"), "correct in both cases it was tried on."),
    ("several_machines.3", (KV_HEAD, CACHED, None), "the answer is three numbers: a KV head"),
    ("several_machines.3", (4, CACHED, SENT), "which KV head do they read?"),
    ("several_machines.3", (5.5, CACHED, SENT), "which KV head do they read?"),
    ("which_heads.2", (2, 3), "only 0.05 more"),
    ("the_experiment_that_lied.3", 512, "correct."),
    ("the_experiment_that_lied.3", 500, "correct; the exact value is 512."),
    ("not_the_same_matrix.1", 3, "not yet: 3 is not right."),
]


def by_hand(scores):
    def softmax(scores):  # a reader's own, which is not ready-made
        raised = (scores - scores.amax(1, keepdim=True)).exp()
        return raised / raised.sum(1, keepdim=True)

    return softmax(scores)


def beside_a_module(layer):
    x, W = torch.randn(1, 3, 14), torch.randn(4, 14, 14) / 4
    module = nn.MultiheadAttention(14, 2, bias=False, batch_first=True)
    with torch.no_grad():
        module.in_proj_weight.copy_(W[:3].mT.flatten(0, 1))
        module.out_proj.weight.copy_(W[3].T)
        return torch.allclose(layer(x, W), module(x, x, x)[0], atol=1e-5)


def beside_sdpa(layer):
    x, W = torch.randn(1, 3, 14), torch.randn(4, 14, 14) / 4
    heads = sdpa(*(mha_lib.split_heads(x @ M, 2) for M in W[:3]))
    return torch.allclose(layer(x, W), mha_lib.merge_heads(heads) @ W[3], atol=1e-5)


def beside_this_library(layer):
    x, W = torch.randn(1, 3, 14), torch.randn(4, 14, 14) / 4
    heads, _ = mha_lib.scaled_dot_product_attention(*(mha_lib.split_heads(x @ M, 2) for M in W[:3]))
    return torch.allclose(layer(x, W), mha_lib.merge_heads(heads) @ W[3], atol=1e-5)


def by_library(attention_mask, n_queries):
    causal = mha_lib.causal_mask(n_queries, attention_mask.shape[1])
    return causal & attention_mask.bool()[:, None, None, :]


STATED = [
    ("one_head.3", by_hand, None),
    (
        "one_head.3",
        lambda scores: scores.softmax(1),
        "calls softmax, which the task forbids",
    ),
    ("one_head.3", lambda scores: F.softmax(scores, 1), "calls softmax"),
    ("one_head.3", lambda scores: torch.softmax(scores, 1), "calls softmax"),
    ("one_head.3", lambda scores: scores.log_softmax(1).exp(), "calls log_softmax"),
    ("one_head.3", nn.Softmax(dim=1), "calls softmax"),
    ("one_head.3", mha_lib.attention_weights, "calls attention_weights"),
    ("what_masks_mean.3", by_library, "calls causal_mask"),
    ("bug_lab.3", beside_a_module, "calls multi_head_attention_forward"),
    ("bug_lab.3", beside_sdpa, "calls scaled_dot_product_attention"),
    ("bug_lab.3", beside_this_library, "calls scaled_dot_product_attention"),
    ("one_head.1", lambda x, Q, K, V: sdpa(x @ Q, x @ K, x @ V), "calls scaled_dot_product_att"),
]


def induction(word, keep=lambda found: found, rest=lambda n: torch.eye(n)[:1].expand(n, n)):
    """An induction head's map with a fault: in what it keeps of the matches, or without any."""
    pairs = [[i and j and row == word[j - 1] for j in range(8)] for i, row in enumerate(word)]
    found = keep(torch.tensor(pairs).bool().tril().int())
    return torch.where(found.any(1, keepdim=True), found, rest(8)).bool()


def latest(found):
    return found * (found.flip(1).cumsum(1).flip(1) == 1)


def without_bias(model):
    def larger(params, layer):
        return mha_lib.HeadParameters(**{**vars(params), "W_Q": params.d_head**0.5 * params.W_Q})

    return model.change(larger)


def less(number):
    def softmax(scores):
        raised = (scores - number(scores)).exp()
        return raised / raised.sum(1, keepdim=True)

    return softmax


SAY_WHAT_IS_TRUE = [
    (
        "per_head.1",
        lambda Q, K, Q2, K2: torch.equal(Q @ K.T, Q2 @ K2.T),
        "that compares bit by bit",
    ),
    ("per_head.1", lambda *matrices: False, "that is False for all heads"),
    ("one_head.3", less(lambda s: s.amin(1, keepdim=True)), "the row's minimum"),
    ("one_head.3", less(lambda s: s.mean(1, keepdim=True)), "the row's mean"),
    ("several_machines.3", (KV_HEAD, CACHED, SENT / 2), "that is half: the parts go around"),
    ("circuit.1", induction("aardvark"), None),
    ("circuit.1", induction("aardvark", rest=torch.eye), "a row that finds nothing attends to it"),
    ("circuit.1", induction("aardvark", latest), "the latest match alone"),
    ("circuit.1", induction("aardvark", lambda found: found.tril(-1)), "may attend to itself"),
    ("which_heads.1", [3, 0, 4, 1, 2, 5], "in the order of their layers"),
    ("not_the_same_matrix.1", (8 / 225) ** 0.5, "that is the root of the product"),
    ("loaded_wrong.3", without_bias, "the queries' bias is divided too"),
    # Five more.
    ("per_head.1", lambda *matrices: True, "that is True for all heads"),
    ("the_experiment_that_lied.3", 22.6, "a key's is a factor too"),
    ("not_the_same_matrix.1", 1 / 15, "that is head 1's own weight"),
    ("several_machines.3", (KV_HEAD, 1000, SENT), "the KV head is right; the cache is not"),
    ("several_machines.3", (KV_HEAD, CACHED, 1000), "are right; the bytes sent are not"),
    ("how_exact.1", {"A": "rounding", "B": "fault", "C": "rounding"}, "C has a fault"),
    (
        "on_a_server.1",
        {"A": "rounding", "B": "rounding", "C": "bug", "D": "bug"},
        "B has a bug: it is below 4 eps",
    ),
    ("how_exact.1", {"A": "noise", "B": "fault", "C": "fault"}, "the words are rounding and fault"),
    ("how_exact.1", "fault", "give a dictionary with the keys A, B and C"),
    ("which_heads.1", [3, 0, 4, 5, 1, 2], "among the last heads"),
    ("which_heads.1", [3, 0, 2, 4, 1, 5], "this empties a layer"),
    (
        "circuit.1",
        induction("aardvark", rest=lambda n: torch.ones(n, n).tril()),
        "attends to all positions here",
    ),
]

TRIED_ANSWERS = [
    (f"{name} {kind} {i}", *row)
    for kind, rows in {
        "given": MAY_BE_GIVEN,
        "refused": REFUSED,
        "cases": CASES_SHOW,
        "digits": DIGITS,
        "ending": ENDINGS,
        "stated": STATED,
        "true": SAY_WHAT_IS_TRUE,
    }.items()
    for i, row in enumerate(rows)
    for name in [row[0]]
]


@pytest.mark.parametrize(
    ("exercise", "answer", "said"),
    [row[1:] for row in TRIED_ANSWERS],
    ids=[row[0] for row in TRIED_ANSWERS],
)
def test_an_answer_gets_its_verdict(exercise, answer, said):
    verdict = judge(exercise, answer)
    if said is None:
        assert verdict.correct, verdict.text
    else:
        assert said in verdict.text
        assert verdict.correct is verdict.text.startswith("correct")
        assert not verdict.text.endswith("?.")
        assert not said.endswith(("?", ".")) or verdict.text.endswith(said)


@pytest.mark.parametrize(("exercise", "answer"), PRINT_ALIKE, ids=[row[0] for row in PRINT_ALIKE])
def test_different_numbers_are_printed_differently(exercise, answer):
    gave, right = re.search(r"gave (\S+); (\S+) is right", judge(exercise, answer).text).groups()
    assert gave != right
    assert float(gave) == pytest.approx(float(right), rel=1e-4)


class Unprintable:
    def __repr__(self):
        raise RuntimeError("no words")


def endless():
    while True:
        yield 1


def itself():
    entries = []
    entries.append(entries)
    return entries


# No exercise asks for these. Each is made again for every use, because some can be read only once.
ODD = {
    "0": lambda: 0,
    "-7.5": lambda: -7.5,
    "nan": lambda: math.nan,
    "inf": lambda: math.inf,
    "huge": lambda: 10**400,
    "complex": lambda: 1j,
    "True in a list": lambda: [True],
    "no text": lambda: "",
    "text": lambda: "what?",
    "quoted": lambda: "1e3",
    "bytes": lambda: b"BCA",
    "brackets": lambda: ("W_K W_V", "((m"),
    "no order": lambda: ("W_K W_V", ""),
    "plus": lambda: ("W_K W_V", "m (g (d + v) + d)"),
    "strange plus": lambda: ("W_Q W_V W_K", "(+ d + ) m"),
    "text and number": lambda: ("W_K W_V", 3),
    "empty list": lambda: [],
    "Nones": lambda: [None, None],
    "four Nones": lambda: (None,) * 4,
    "list of itself": itself,
    "deep": lambda: [[[[1]]], [[2]]],
    "ragged": lambda: [[1, 2], [3]],
    "ragged pair": lambda: ([[1, 2], [3]], [1, 2]),
    "long ids": lambda: ([[99, 1], [2, 3]], [2, 1]),
    "long lengths": lambda: ([[9, 1], [2, 3]], [2, 7]),
    "no lengths": lambda: ([[9, 1], [2, 3]], [0, 0]),
    "fractions": lambda: ([[0.5, 1], [2, 3]], [2, 1]),
    "no dictionary": dict,
    "dictionary": lambda: dict.fromkeys("ABC"),
    "four of a dictionary": lambda: {key: [1, 2] for key in "ABCD"},
    "tensors in a dictionary": lambda: dict.fromkeys("PQRS", torch.ones(2)),
    "nan in a dictionary": lambda: dict.fromkeys("ABCD", math.nan),
    "set": lambda: {1, 2},
    "set of texts": lambda: {"sign", "nothing"},
    "nan shares": lambda: ([[math.nan]] * 8, 1),
    "object": object,
    "unprintable": Unprintable,
    "generator": endless,
    "iterators": lambda: (endless(), endless()),
    "no axes": lambda: torch.tensor(3),
    "empty tensor": lambda: torch.ones(0),
    "four axes": lambda: torch.ones(2, 1, 4, 5),
    "complex tensor": lambda: torch.ones(3, 2, dtype=torch.complex64),
    "complex tensors": lambda: [torch.ones(3, 3, dtype=torch.complex64)] * 2,
    "meta": lambda: torch.ones(3, 5, device="meta"),
    "two on meta": lambda: [torch.ones(3, 3, device="meta")] * 2,
    "sparse": lambda: torch.eye(3).to_sparse(),
    "two sparse": lambda: [torch.eye(3).to_sparse()] * 2,
    "four of nan": lambda: [torch.full((64, 64), math.nan)] * 4,
    "nan tensors": lambda: [torch.full((3, 3), math.nan)] * 2,
    "nan tensor": lambda: torch.full((3, 2), math.nan),
    "infinite pair": lambda: (math.inf, -math.inf),
    "texts of numpy": lambda: np.array(["a", "b"]),
    "objects of numpy": lambda: np.array([None, object()], dtype=object),
    "dates of numpy": lambda: np.array("2026-11-23", dtype="datetime64"),
    "numbers of numpy": lambda: np.ones((3, 1), dtype=np.longdouble),
    "heads": lambda: mha_lib.HeadParameters.random(4, 2, 2),
    "module": lambda: nn.ModuleList(),
    "module in a list": lambda: [nn.Linear(2, 2)] * 2,
}


@pytest.mark.parametrize("exercise", NAMES)
def test_every_answer_gets_a_sentence_without_errors_or_warnings(exercise):
    asks = (lambda odd: lambda *case: odd) if callable(solution(exercise)) else (lambda odd: odd)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # An exercise of many cases takes its time: it meets every n-th odd answer, another
        # exercise the others.
        step = max(1, len(get_exercise(exercise).cases))
        for name in list(ODD)[NAMES.index(exercise) % step :: step]:
            verdict = judge(exercise, asks(ODD[name]()))
            assert not verdict.correct, name
            assert "judging it raised" not in verdict.text, (name, verdict.text)
            assert re.search("[^?.][?.]$", verdict.text), (name, verdict.text)
            assert len(verdict.text) < 300, (name, verdict.text)


@pytest.mark.parametrize("n", [3, 17, 30, 400])
def test_the_previous_position_gets_its_weight_for_any_number_of_tokens(n):
    W_Q, W_K = solution("one_head.4")(n)
    weights = (W_Q @ W_K.T / n**0.5).softmax(1)
    assert weights.diagonal(-1).min() > 0.9
