"""scale.js: real dot products of a seed's vectors, and torch's numbers of them."""

import math

import javascript
import pytest
import torch
from torch.testing import assert_close


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
def test_random_numbers_are_those_of_the_seed(seed):
    body = "const next = m.makeNormal(seed); return Array.from({ length: 1000 }, next);"
    numbers = javascript.run("scale.js", body, seed=seed)
    wanted = [next(draw) for draw in [normal(seed)] for _ in range(1000)]
    assert_close(tensor(numbers), tensor(wanted), rtol=1e-12, atol=1e-12)


def test_dot_products_are_those_of_vectors_that_grow():
    body = "const at = m.makeDots(3); return [0, 1, 2].map((level) => at(level));"
    levels = javascript.run("scale.js", body)
    row, pairs = torch.zeros(8), torch.zeros(1000)
    for level, (found, width) in enumerate(zip(levels, [1, 1, 2], strict=True)):
        draw = normal(16 * 3 + level)
        query = [next(draw) for _ in range(width)]
        row = tensor([dot + sum(q * next(draw) for q in query) for dot in row.tolist()])
        pairs = tensor(
            [dot + sum(next(draw) * next(draw) for _ in query) for dot in pairs.tolist()]
        )
        assert_close(tensor(found["row"]), row, rtol=1e-12, atol=1e-12)
        assert_close(tensor(found["pairs"]), pairs, rtol=1e-12, atol=1e-12)


DIVIDE = {"none": lambda d: 1, "sqrt(d_head)": math.sqrt, "d_head": float}


@pytest.mark.parametrize("divisor", DIVIDE)
def test_scale_numbers_are_those_of_torch_at_every_width(divisor):
    body = """
        const dots = m.makeDots(seed);
        return m.upTo(11).map((power) => ({
            ...m.compute(dots, 2 ** power, divisor), dots: dots(power).pairs,
        }));
    """.replace("m.upTo(11)", "Array.from({ length: 11 }, (_, i) => i)")
    for power, numbers in enumerate(javascript.run("scale.js", body, seed=1, divisor=divisor)):
        width = 2**power
        assert (numbers["d_head"], numbers["divisor"]) == (width, divisor)
        by = DIVIDE[divisor](width)
        scores, row = tensor(numbers["scores"]), tensor(numbers["row_scores"])
        assert_close(scores, tensor(numbers["dots"]) / by, rtol=1e-12, atol=0)
        assert_close(tensor(numbers["weights"]), row.softmax(0), rtol=1e-9, atol=1e-12)
        assert numbers["deviation"] == pytest.approx(scores.std().item())
        # Entries of variance 1 make dot products of variance d_head.
        assert numbers["deviation"] == pytest.approx(math.sqrt(width) / by, rel=0.1)
        bins = torch.histc(scores, 65, -32.5, 32.5) / len(scores)
        assert_close(tensor(numbers["bins"]), bins, rtol=0, atol=1e-9)


def test_scores_are_dot_products_and_not_normal_where_a_head_is_narrow():
    body = "const at = m.makeDots(1); return [at(0).pairs, at(10).pairs];"
    narrow, wide = (tensor(pairs) for pairs in javascript.run("scale.js", body))
    kurtosis = [((s - s.mean()) / s.std()).pow(4).mean().item() for s in (narrow, wide)]
    # A product of two normal numbers has kurtosis 9, a normal number 3.
    assert kurtosis[0] > 5
    assert 2.5 < kurtosis[1] < 3.5


def story(d_head, divisor, top):
    body = "return m.story({ d_head, divisor, weights: [0.1, top, 0.1] }).join(' ');"
    return javascript.run("scale.js", body, d_head=d_head, divisor=divisor, top=top)


@pytest.mark.parametrize(
    ("top", "told"),
    [
        (0.125, "0.13: all keys get nearly the same"),
        (0.15, "0.15: no key takes more than half"),
        (0.5, "0.50: no key takes more than half"),
        (0.501, "0.50: one key takes more than all others together"),
        (0.9, "0.90: one key takes more than all others together"),
        (0.901, "0.90: one key takes nearly everything"),
        (0.9949, "0.99: one key takes nearly everything"),
        (0.995, "above 0.99: one key takes nearly everything"),
    ],
)
def test_the_largest_weight_is_told_and_what_it_means(top, told):
    start = "Divided by nothing, the largest of the eight weights is "
    assert story(64, "none", top).startswith(f"{start}{told}. ")


@pytest.mark.parametrize(
    ("d_head", "divisor", "by", "rest"),
    [
        (1, "none", "nothing", "At width 1 all three choices divide by 1."),
        (2, "none", "nothing", "the more often one key takes over."),
        (2, "sqrt(d_head)", "√d_head", "scores spread by about 1 at every width, so the width"),
        (2, "d_head", "d_head", "the closer every weight comes to 1/8, whatever the query asks"),
    ],
)
def test_what_the_width_does_is_told_for_each_divisor(d_head, divisor, by, rest):
    said = story(d_head, divisor, 0.3)
    assert said.startswith(f"Divided by {by}, the largest of the eight weights is 0.30: no key")
    assert rest in said
