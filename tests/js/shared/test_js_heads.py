"""heads.js: matrices are unpacked as they were sent, and measures equal torch's."""

import math

import pytest
import torch

from mha_lib.widgets.base import pack_scores, pack_weights
from tests.helpers import javascript

TOKENS = ["the", "cat", "saw", "the", "cat"]


def run(body, **values):
    return javascript.run("heads.js", body, **values)


def unpacked(packed):
    listed = run("return m.unpack(packed);", packed=packed)
    return torch.tensor(listed, dtype=torch.float64)


def test_weights_are_unpacked_to_one_part_in_60_000_and_simple_fractions_exactly():
    weights = torch.rand(2, 3, 4, 5, dtype=torch.float64)
    torch.testing.assert_close(
        unpacked(pack_weights(weights)), weights, rtol=0, atol=1.0001 / 60_000
    )
    simple = torch.tensor([0, 1, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 6], dtype=torch.float64)
    arrived = unpacked(pack_weights(simple.view(1, 1, 1, 7))).flatten()
    assert arrived.float().equal(simple.float())


def test_scores_are_unpacked_in_single_precision():
    scores = torch.randn(2, 1, 3, 2, dtype=torch.float64) * 10.0 ** torch.arange(-6, 6).view(
        2, 1, 3, 2
    )
    assert unpacked(pack_scores(scores)).float().equal(scores.float())


def measured(weights, tokens=TOKENS, keys=TOKENS):
    body = "return m.measureHead(rows.map((row) => Float32Array.from(row)), tokens, keys);"
    return run(body, rows=weights.tolist(), tokens=tokens, keys=keys)


@pytest.mark.parametrize("causal", [False, True])
def test_measures_are_means_of_weights(causal):
    scores = torch.randn(5, 5)
    if causal:
        scores = scores.masked_fill(torch.ones(5, 5).triu(1).bool(), -torch.inf)
    weights = scores.softmax(-1)
    entropy = torch.distributions.Categorical(weights).entropy()
    used = (weights > 0).sum(-1)
    even = (entropy / used.log())[used > 1]
    # "the" is at 0 and 3, "cat" at 1 and 4.
    same = [weights[0, 3], weights[1, 4], weights[3, 0], weights[4, 1]]
    expected = {
        "previous": weights.diagonal(-1).mean(),
        "next": weights.diagonal(1).mean(),
        "first": weights[1:, 0].mean(),
        "same word": torch.stack(same).mean(),
        "broad": even.mean(),
    }
    found = measured(weights)
    assert list(found) == list(expected)
    assert found == pytest.approx({name: x.item() for name, x in expected.items()}, abs=1e-6)


def test_with_other_keys_there_are_no_neighbors_and_all_queries_count_for_the_first():
    weights = torch.rand(2, 3).softmax(-1)
    found = measured(weights, ["le", "cat"], ["the", "cat", "cat"])
    assert math.isnan(found["previous"])
    assert math.isnan(found["next"])
    assert found["first"] == pytest.approx(weights[:, 0].mean().item())
    assert found["same word"] == pytest.approx(weights[1, 1:].sum().item())


def test_other_keys_of_the_same_number_have_no_neighbor_measures():
    found = measured(torch.rand(2, 2).softmax(-1), ["le", "chat"], ["the", "cat"])
    assert math.isnan(found["previous"])


def test_evenness_does_not_depend_on_the_sum_of_a_row():
    # Weights 3/4 and 1/4 of the sum: (3/4 log2 4/3 + 1/4 log2 4) bits of one.
    halved = torch.tensor([[0.375, 0.125]])
    assert measured(halved, ["a"], ["b", "c"])["broad"] == pytest.approx(0.8112781)


def test_a_measure_that_no_query_has_is_nan():
    found = measured(torch.ones(1, 1), ["a"], ["a"])
    assert all(math.isnan(x) for x in found.values())
    assert math.isnan(measured(torch.eye(3), list("abc"), list("abc"))["same word"])


def test_a_row_of_zeros_uses_no_key():
    weights = torch.tensor([[0.0, 0.0], [0.5, 0.5]])
    assert measured(weights, ["a", "b"], ["a", "b"])["broad"] == pytest.approx(1)


def test_ranked_sorts_by_size_with_nan_last():
    values = [0.5, math.nan, 0.75, 0.5, 0.0]
    body = "return m.rankDescending(values.map((x) => x ?? NaN));"
    listed = [None if math.isnan(x) else x for x in values]
    assert run(body, values=listed) == [2, 0, 3, 4, 1]


def test_a_thumbnail_keeps_the_largest_of_the_cells_that_fall_on_a_pixel():
    weights = torch.randn(100, 70)
    body = "return m.shrink(rows.map((row) => Float32Array.from(row)), 40);"
    small = torch.tensor(run(body, rows=weights.tolist()))
    padded = torch.nn.functional.pad(weights, (0, 2, 0, 2), value=-torch.inf)
    assert small.equal(padded.unflatten(0, (-1, 3)).unflatten(2, (-1, 3)).amax((1, 3)))
    assert torch.tensor(run(body, rows=weights[:40, :40].tolist())).equal(weights[:40, :40])
    one_query, pairs = weights[:1, :60], weights[:1, :60].unflatten(1, (-1, 2)).amax(2)
    assert torch.tensor(run(body, rows=one_query.tolist())).equal(pairs)
