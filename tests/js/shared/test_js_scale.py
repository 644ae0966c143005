"""scale.js: dot products of random vectors, compared with torch's numbers for them."""

import math
import re

import pytest
import torch
from torch.testing import assert_close

from tests.helpers import javascript


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


def uniform(seed):
    """mulberry32, written again from its definition."""
    mask, state = 2**32 - 1, seed & (2**32 - 1)
    while True:
        state = (state + 0x6D2B79F5) & mask
        t = (state ^ state >> 15) * (state | 1) & mask
        t ^= (t + ((t ^ t >> 7) * (t | 61) & mask)) & mask
        yield (t ^ t >> 14) / 2**32


def normal(seed):
    """Box and Muller's transform of it."""
    draw = uniform(seed)
    while True:
        yield math.sqrt(-2 * math.log(1 - next(draw))) * math.cos(2 * math.pi * next(draw))


@pytest.mark.parametrize("seed", [0, 5, 2**31 + 7])
def test_random_numbers_depend_only_on_the_seed(seed):
    body = "const next = m.makeNormal(seed); return Array.from({ length: 1000 }, next);"
    numbers = javascript.run("scale.js", body, seed=seed)
    wanted = [next(draw) for draw in [normal(seed)] for _ in range(1000)]
    assert_close(tensor(numbers), tensor(wanted), rtol=1e-12, atol=1e-12)


def test_wider_vectors_extend_the_narrower_ones():
    body = "const at = m.makeDotProducts(3); return [0, 1, 2].map((level) => finish(at(level)));"
    rows = torch.zeros(125, 8, dtype=torch.float64)
    for level, (found, width) in enumerate(
        zip(javascript.run("scale.js", body), [1, 1, 2], strict=True)
    ):
        draw = normal(16 * 3 + level)
        for n, row in enumerate(rows.tolist()):
            query = [next(draw) for _ in range(width)]
            rows[n] = tensor([dot + sum(q * next(draw) for q in query) for dot in row])
        assert_close(tensor(found), rows, rtol=1e-12, atol=1e-12)


DIVIDE = {"none": lambda d: 1, "sqrt(d_head)": math.sqrt, "d_head": float}


@pytest.mark.parametrize("divisor", DIVIDE)
def test_scale_numbers_equal_torch_at_every_width(divisor):
    body = """
        const dots = m.makeDotProducts(seed);
        return m.upTo(11).map((power) => ({
            ...m.computeScores(finish(dots(power)), 2 ** power, divisor), dots: finish(dots(power)),
        }));
    """.replace("m.upTo(11)", "Array.from({ length: 11 }, (_, i) => i)")
    for power, numbers in enumerate(javascript.run("scale.js", body, seed=1, divisor=divisor)):
        width = 2**power
        assert (numbers["d_head"], numbers["divisor"]) == (width, divisor)
        by = DIVIDE[divisor](width)
        scores, rows = tensor(numbers["scores"]), tensor(numbers["dots"]) / by
        assert_close(scores, rows.flatten(), rtol=1e-12, atol=0)
        shown = tensor(numbers["row_scores"])
        assert (rows - shown).abs().amax(1).min() < 1e-9  # one of them
        assert_close(tensor(numbers["weights"]), shown.softmax(0), rtol=1e-9, atol=1e-12)
        largest = rows.softmax(1).amax(1)
        assert numbers["typical"] == pytest.approx(largest.median().item())
        assert max(numbers["weights"]) == numbers["typical"]
        assert numbers["saturated"] == pytest.approx((largest > 0.9).double().mean().item())
        assert numbers["deviation"] == pytest.approx(scores.std().item())
        # Entries of variance 1 make dot products of variance d_head.
        assert numbers["deviation"] == pytest.approx(math.sqrt(width) / by, rel=0.15)
        bar, reach = numbers["bar"], numbers["reach"]
        assert reach == 32 * bar
        ends = 32.5 * bar
        inside = scores.clamp(-32 * bar, 32 * bar)
        bins = torch.histc(inside, 65, -ends, ends) / len(scores)
        assert_close(tensor(numbers["bins"]), bins, rtol=0, atol=1e-9)
        assert reach == 64  # the same for every width and divisor


@pytest.mark.parametrize(
    ("d_head", "divisor", "said"),
    [
        (
            4,
            "none",
            "at ±64 for every width and divisor; the wider the head, the further the scores",
        ),
        (
            64,
            "sqrt(d_head)",
            "for every width and divisor, and the scores have the same spread at every width.",
        ),
        (
            64,
            "d_head",
            "at ±64 for every width and divisor; the wider the head, the closer the scores",
        ),
    ],
)
def test_describe_axis_explains_axis_bracket_and_bars(d_head, divisor, said):
    body = "return m.describeAxis(m.computeScores(dots, d_head, divisor));"
    dots = 125 * [8 * [0.0]]
    displayed = javascript.run("scale.js", body, dots=dots, d_head=d_head, divisor=divisor)
    assert said in displayed
    assert math.exp(2.3) == pytest.approx(10, abs=0.05)
    assert (
        "The bracket is always 2.3 long: a key whose score is higher by this much gets" in displayed
    )
    assert f"range of {2 * int(re.search('±([0-9]+)', displayed)[1]) / 64:g}." in displayed


def test_scores_beyond_the_axis_count_in_the_outer_bars():
    dots = [[200.0] + 7 * [0.0]] + 124 * [8 * [-200.0]]
    body = "return m.computeScores(dots, 4, 'none').bins;"
    bins = javascript.run("scale.js", body, dots=dots)
    assert (bins[0], bins[-1]) == pytest.approx((0.992, 0.001))
    assert sum(bins) == pytest.approx(1)


def test_the_typical_largest_weight_grows_with_the_width_unless_divided_by_the_root():
    body = """
        const dots = m.makeDotProducts(seed);
        const rows = (power) => finish(dots(power));
        return [0, 2, 4, 6, 8, 10].map((p) => m.computeScores(rows(p), 2 ** p, divisor).typical);
    """
    for seed in (1, 2, 3):
        undivided = javascript.run("scale.js", body, seed=seed, divisor="none")
        assert undivided == sorted(undivided)
        by_root = javascript.run("scale.js", body, seed=seed, divisor="sqrt(d_head)")
        assert max(by_root[1:]) - min(by_root[1:]) < 0.08


def test_scores_of_a_narrow_head_are_not_normal():
    body = (
        "const at = m.makeDotProducts(1); return [0, 10].map((level) => finish(at(level)).flat());"
    )
    narrow, wide = (tensor(scores) for scores in javascript.run("scale.js", body))
    kurtosis = [((s - s.mean()) / s.std()).pow(4).mean().item() for s in (narrow, wide)]
    # A product of two normal numbers has kurtosis 9, a normal number 3.
    assert kurtosis[0] > 5
    assert 2.5 < kurtosis[1] < 3.5


def story(d_head, divisor, typical, saturated=0):
    body = "return m.describeScores({ d_head, divisor, typical, saturated }).join(' ');"
    return javascript.run(
        "scale.js", body, d_head=d_head, divisor=divisor, typical=typical, saturated=saturated
    )


@pytest.mark.parametrize(
    ("typical", "saturated", "displayed"),
    [
        (0.125, 0, "0.13"),
        (0.5, 0.064, "0.50, and over 0.9 for 6% of the queries"),
        (0.9949, 0.9, "0.99, and over 0.9 for 90% of the queries"),
        (0.995, 1, "above 0.99, and over 0.9 for 100% of the queries"),
    ],
)
def test_describe_gives_the_typical_largest_weight(typical, saturated, displayed):
    start = "With scores divided by nothing, the largest of eight weights is typically "
    assert story(64, "none", typical, saturated).startswith(f"{start}{displayed}. ")


@pytest.mark.parametrize(
    ("d_head", "divisor", "by", "rest"),
    [
        (1, "none", "nothing", "At width 1 all three choices divide by 1."),
        (2, "none", "nothing", "the more often one key takes over."),
        (2, "sqrt(d_head)", "√d_head", "scores spread by about 1 at every width, so the width"),
        (2, "d_head", "d_head", "the closer every weight comes to 1/8, whatever the query asks"),
    ],
)
def test_describe_says_what_the_width_does_for_each_divisor(d_head, divisor, by, rest):
    said = story(d_head, divisor, 0.3)
    assert said.startswith(
        f"With scores divided by {by}, the largest of eight weights is typically 0.30. "
    )
    assert rest in said
