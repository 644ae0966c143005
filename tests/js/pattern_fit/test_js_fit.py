"""fit.js: queries and keys of one head, fitted to a pattern as torch fits them."""

import math

import pytest
import torch
from torch.testing import assert_close

from tests.helpers import javascript

ONE, TWO, THREE = (torch.eye(8, dtype=torch.float64).roll(k, dims=0) for k in (1, 2, 3))


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


def weights_of(queries, keys):
    return (queries @ keys.mT / keys.shape[-1] ** 0.5).softmax(dim=-1)


def by_torch(pattern, start, steps):
    """The same steps, by torch's Adam, schedule and gradients."""
    vectors = start.clone().requires_grad_()
    optimizer = torch.optim.Adam([vectors], lr=0.1)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: (1 + math.cos(math.pi * step / steps)) / 2
    )
    for _ in range(steps):
        log_weights = weights_of(*vectors).log()
        optimizer.zero_grad()
        (-(pattern * log_weights).sum(dim=-1).mean()).backward()
        optimizer.step()
        schedule.step()
    return vectors.detach()


@pytest.mark.parametrize("width", [1, 2, 5])
def test_descent_steps_equal_torch_adam(width):
    pattern = torch.rand(7, 7, dtype=torch.float64).softmax(dim=-1)
    start = torch.randn(2, 7, width, dtype=torch.float64)
    body = """
        const numbers = Float64Array.from(start);
        finish(m.descend(pattern, numbers, width, 60));
        return [...numbers];
    """
    given = {"pattern": pattern.tolist(), "start": start.flatten().tolist(), "width": width}
    found = tensor(javascript.run("fit.js", body, **given)).view_as(start)
    assert_close(found, by_torch(pattern, start, 60), rtol=1e-6, atol=1e-6)


def test_misplaced_weight_is_the_mean_total_variation():
    pattern, weights = torch.randn(2, 5, 5, dtype=torch.float64).softmax(dim=-1)
    given = {"pattern": pattern.tolist(), "weights": weights.tolist()}
    found = javascript.run("fit.js", "return m.misplacedWeight(pattern, weights);", **given)
    assert found == pytest.approx((pattern - weights).abs().sum(dim=1).mean().item() / 2)


RANDOM = torch.randn(8, 8, generator=torch.Generator().manual_seed(3)).double().softmax(dim=1)


@pytest.mark.parametrize(
    ("pattern", "least"),
    [
        (torch.full((8, 8), 1 / 8).double(), 1),
        (ONE, 2),
        ((ONE + TWO) / 2, 2),
        ((ONE + THREE) / 2, 3),
        (RANDOM, 7),
    ],
)
def test_a_pattern_is_fitted_from_its_smallest_width_on(pattern, least):
    """The smallest widths were derived by hand."""
    body = "return finish(m.makeFits(7)(pattern));"
    fits = javascript.run("fit.js", body, pattern=pattern.tolist())
    for width, fit in enumerate(fits, start=1):
        queries, keys = tensor(fit["queries"]), tensor(fit["keys"])
        assert queries.shape == keys.shape == (8, width)
        weights = weights_of(queries, keys)
        assert_close(tensor(fit["weights"]), weights, rtol=0, atol=1e-9)
        misplaced = (weights - pattern).abs().sum(dim=1).mean().item() / 2
        assert fit["misplaced"] == pytest.approx(misplaced, abs=1e-9)
        assert (misplaced < 0.005) == (width >= least)


def test_a_fit_is_the_same_each_time():
    body = "return finish(m.fit(pattern, 2));"
    first, second = (javascript.run("fit.js", body, pattern=RANDOM.tolist()) for _ in range(2))
    assert first == second


def test_evenly_spreads_weight_over_chosen_keys_or_over_all():
    chosen = [[True, False, True], [False, True, False], [False, False, False]]
    found = javascript.run("fit.js", "return m.evenly(chosen);", chosen=chosen)
    assert_close(tensor(found), tensor([[0.5, 0, 0.5], [0, 1, 0], [1 / 3, 1 / 3, 1 / 3]]))


FITS = "less than 0.01 is: this is the pattern, to two digits. "


@pytest.mark.parametrize(
    ("width", "misplaced", "tried", "displayed"),
    [
        (1, [0.567, 0.0004], [1], "0.57 is: this is not the pattern. "),
        (2, [0.567, 0.0049], [1, 2], FITS + "No smaller width was enough."),
        (2, [0.567, 0.0049], [2], FITS + "Is a smaller width enough? Try it."),
        (2, [0.004, 0.0004], [1, 2], FITS + "A smaller width is enough too."),
        (3, [0.5, 0.004, 0], [2, 3], FITS + "A smaller width is enough too."),
        (3, [0.5, 0.004, 0], [1, 3], FITS + "Is a smaller width enough? Try it."),
        (1, [0.0004], [1], FITS + "No smaller width was enough."),
        (2, [0.004, 0.006], [2], "0.01 is: this is not the pattern. "),
    ],
)
def test_describe_says_how_well_a_width_fits(width, misplaced, tried, displayed):
    """Of smaller widths it says only what the reader has tried."""
    body = "return m.describeFit(width, misplaced, [4, 6, 7], 8, new Set(tried)).join(' ');"
    rows = {1: 4, 2: 6, 3: 7}[width]
    start = f"With width {width}, {rows} of 8 rows are right, with at most 0.05 of "
    start += "their weight on wrong keys. On average, "
    said = javascript.run("fit.js", body, width=width, misplaced=misplaced, tried=tried)
    assert said == start + displayed


def test_pairs_are_the_two_keys_of_rows_with_even_weight_on_two():
    pattern = [[0.5, 0, 0.5, 0], [1, 0, 0, 0], [0.5, 0.25, 0.25, 0], [0, 0, 0.5, 0.5]]
    found = javascript.run("fit.js", "return m.pairs(pattern);", pattern=pattern)
    assert found == [[0, 2], [], [], [2, 3]]


def test_rows_fail_if_more_than_a_twentieth_of_their_weight_is_on_wrong_keys():
    weights = [[0.94, 0.06, 0], [0, 0.96, 0.04], [0.5, 0, 0.5]]
    given = {"pattern": torch.eye(3).tolist(), "weights": weights}
    assert javascript.run("fit.js", "return m.failingRows(pattern, weights);", **given) == [0, 2]


def test_describe_failing_says_why_rows_fail_in_a_plane():
    """The keys of a, b, c and d are the corners of a square, in this order; e is inside."""
    keys = [[1, 1], [-1, 1], [-1, -1], [1, -1], [0.2, 0.3]]
    halves = {name: [0.5 * (letter in name) for letter in "abcde"] for name in ("ab", "ac", "ce")}
    wrong = [0.0, 0.0, 0.0, 1.0, 0.0]

    def said(*rows, keys=keys):
        """Each row is its two keys; one in capitals fails."""
        pattern = [halves[row.lower()] for row in rows]
        weights = [wrong if row.isupper() else halves[row] for row in rows]
        given = {"pattern": pattern, "weights": weights, "keys": keys}
        return javascript.run("fit.js", "return m.describeFailing([...'vwxyz'], pattern, "
                              "{ keys, weights });", **given)  # fmt: skip

    assert not said("ab", "ac", "ce")
    assert said("AB", "AC") == "All rows fail."
    why = "no side of the outer edge joins the two keys that"
    assert said("ab", "AC") == f"Row “w” fails (✗): {why} it needs."
    assert said("ab", "AC", "CE") == f"Rows “w” and “x” fail (✗): {why} each needs."
    assert said("AB", "AC", "ce") == "Rows “v” and “w” fail (✗)."  # a and b are neighbors
    assert said("ab", "AC", keys=[[*key, 0] for key in keys]) == "Row “w” fails (✗)."


def about(axis, degrees):
    """The matrix of a turn about an axis; y goes to x where z is the axis."""
    a, (i, j) = math.radians(degrees), [k for k in range(3) if k != axis]
    matrix = torch.eye(3, dtype=torch.float64)
    matrix[i, i] = matrix[j, j] = math.cos(a)
    matrix[i, j], matrix[j, i] = math.sin(a), -math.sin(a)
    return matrix


@pytest.mark.parametrize("turn", [0, 15, 105, 345])
def test_a_key_of_width_3_turns_about_the_tilted_vertical_axis(turn):
    key = torch.randn(3, dtype=torch.float64)
    seen = javascript.run("fit.js", "return m.project(key, turn);", key=key.tolist(), turn=turn)
    assert_close(tensor(seen), about(0, -20) @ about(1, turn) @ key, rtol=0, atol=1e-12)


def test_describe_row_compares_pattern_and_head():
    body = "return m.describeRow(['a', 'b', 'c'], 1, pattern, weights);"
    pattern, weights = [[], [0.5, 0.5, 0]], [[], [0.5004, 0.4998, 0.0002]]
    assert javascript.run("fit.js", body, pattern=pattern, weights=weights) == (
        "In row “b” the pattern has most weight on “a” and “b” with 0.500 each; the head has most "
        "weight on “a” and “b” with 0.500 each."
    )


def test_slices_of_a_fit_are_short_and_a_known_pattern_is_not_fitted_again():
    body = """
        const { exp } = Math;
        let [count, most] = [0, 0];
        Math.exp = (x) => (count++, exp(x));
        const fits = m.makeFits(7);
        for (const _ of fits(pattern)) [count, most] = [0, Math.max(count, most)];
        count = 0;
        finish(fits(pattern));
        Math.exp = exp;
        return [most, count];
    """
    most, again = javascript.run("fit.js", body, pattern=RANDOM.tolist())
    assert 0 < most <= 101 * 2 * 8 * 8  # a hundred steps, each with two for a weight, and the end's
    assert again == 0


def test_a_second_call_for_the_same_pattern_continues_the_first():
    body = """
        const fits = m.makeFits(2);
        const first = fits(pattern);
        for (let i = 0; i < 50; i++) first.next();
        let left = 0;
        for (const _ of fits(pattern)) left++;
        let all = 0;
        for (const _ of m.makeFits(2)(pattern)) all++;
        return all - left;
    """
    assert javascript.run("fit.js", body, pattern=RANDOM.tolist()) == 50
