"""math.js: the softmax, dot products and orders equal torch's; ties, divisors and sums."""

import math

import pytest
import torch
from torch.testing import assert_close

from tests.helpers import javascript
from tests.helpers.oracles import random


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


@pytest.mark.parametrize("factor", [0, 1, 1000])
def test_softmax_and_its_logarithms_equal_torch(factor):
    scores = factor * random(7)
    body = "const logs = []; return [m.softmax(scores, [], logs), logs];"
    weights, logs = javascript.run("math.js", body, scores=scores.tolist())
    assert_close(tensor(weights), scores.softmax(0), rtol=1e-12, atol=1e-300)
    assert_close(tensor(logs), scores.log_softmax(0), rtol=1e-12, atol=1e-12)


def test_a_blocked_key_gets_0_and_a_row_of_them_nan():
    body = "return [[1, -Infinity, 2], [-Infinity, -Infinity]].map((s) => m.softmax(s, []));"
    some, none = javascript.run("math.js", body)
    assert some[1] == 0
    assert_close(tensor(some), tensor([1, -math.inf, 2]).softmax(0), rtol=1e-12, atol=0)
    assert all(math.isnan(weight) for weight in none)


def test_logarithms_may_overwrite_the_scores():
    body = "const row = new Float64Array([1, 2]); m.softmax(row, [], row); return row;"
    logs = javascript.run("math.js", body)
    assert_close(tensor(logs), tensor([1, 2]).log_softmax(0), rtol=1e-12, atol=0)


@pytest.mark.parametrize(
    ("numbers", "positions"),
    [
        ([3, 1, 2], [0]),
        ([1, 3, 2, 3], [1, 3]),
        ([0.2, 0.2, 0.2], [0, 1, 2]),
        ([1 - 9e-10, 1], [0, 1]),
        ([1 - 1.1e-9, 1], [1]),
        ([2e-9, 2e-9 * (1 - 9e-10), 1e-9], [0, 1]),
        ([-4e3, -4e3 - 3e-6, -5e3], [0, 1]),
        ([-4e3, -4e3 - 5e-6, -5e3], [0]),
        ([0, 0, -1e-12], [0, 1]),
        ([7], [0]),
        ([1, math.nan], []),
    ],
)
def test_tops_returns_every_tied_index(numbers, positions):
    values = ["NaN" if math.isnan(x) else x for x in numbers]
    assert (
        javascript.run("math.js", "return m.indicesOfLargest(list.map(Number));", list=values)
        == positions
    )


@pytest.mark.parametrize(("n", "limit", "nearest"), [(12, 5, 4), (12, 12, 12), (71, 32, 1)])
def test_divisors_and_the_largest_one_up_to_a_limit(n, limit, nearest):
    body = "return [m.divisors(n), m.divisorUpTo(n, limit)];"
    divisors = [i for i in range(1, n + 1) if n % i == 0]
    assert javascript.run("math.js", body, n=n, limit=limit) == [divisors, nearest]


def test_argmax_and_descending_equal_torch():
    numbers = random(9)
    numbers[7] = numbers[2]
    body = "return [m.argmax(list), m.descending(list), m.argmax([1, 3, 3]), m.mean(list)];"
    top, order, tied, mean = javascript.run("math.js", body, list=numbers.tolist())
    assert (top, tied) == (numbers.argmax().item(), 1)
    assert order == numbers.argsort(descending=True, stable=True).tolist()
    assert mean == pytest.approx(numbers.mean().item())


def test_dot_products_over_all_or_some_indices_equal_torch():
    a, b = random(2, 7)
    body = "return [m.dot(a, b), m.dot(a, b, 2, 5)];"
    products = javascript.run("math.js", body, a=a.tolist(), b=b.tolist())
    assert products == pytest.approx([(a @ b).item(), (a[2:5] @ b[2:5]).item()])


def test_sums_and_the_largest_of_a_long_list():
    body = """
        const long = m.upTo(1000000).map((i) => -i);
        return [m.upTo(3), m.total([1, 2, 4]), m.largest(long), m.largest([-3, -2]),
            m.largest([1, NaN, 2]), m.largest([])];
    """
    first, *rest = javascript.run("math.js", body)
    assert first == [0, 1, 2]
    assert rest == pytest.approx([7, 0, -2, math.nan, -math.inf], nan_ok=True)
