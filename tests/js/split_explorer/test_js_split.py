"""split.js: one head and many, as the library computes them."""

from itertools import pairwise

import pytest
import torch
from torch.testing import assert_close

import mha_lib
from mha_lib import analysis
from tests.helpers import javascript
from tests.helpers.oracles import random


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


def split(scale, n_heads, projections):
    body = "return m.makeSplit(12, projections)(n_heads, scale);".replace(
        "projections)", "projections.map((p) => p.map((row) => Float64Array.from(row))))"
    )
    return javascript.run(
        "split.js", body, scale=scale, n_heads=n_heads, projections=projections.tolist()
    )


@pytest.mark.parametrize("n_heads", [1, 2, 3, 4, 6, 12])
@pytest.mark.parametrize("scale", [0, 0.001, 0.3, 1, 3, 30])
def test_split_numbers_equal_the_library(scale, n_heads):
    projections = random(3, 5, 12)
    numbers = split(scale, n_heads, projections)
    Q, K, V = (mha_lib.split_heads(p, n_heads) for p in projections)
    heads = mha_lib.attention_weights(mha_lib.attention_scores(scale * Q, scale * K))
    single = analysis.single_head_weights(scale * Q, scale * K)
    # Weights underflow at 30; the product, taken in logs, is the single head all the same.
    wanted = {"heads": heads, "single": single, "product": single}
    for name, value in wanted.items():
        assert_close(tensor(numbers[name]), value, rtol=1e-9, atol=1e-9)
    apart = analysis.relative_difference(single @ V, heads @ V).item()
    assert numbers["outputs_difference"] == pytest.approx(apart, abs=1e-9)
    assert numbers["mean_top_weight"] == pytest.approx(heads.amax(-1).mean().item(), abs=1e-9)
    product = tensor(numbers["product"])
    far = (product - tensor(numbers["single"])).abs().max().item()
    assert numbers["product_difference"] == far < 1e-9
    assert (numbers["n_heads"], numbers["scale"]) == (n_heads, scale)


def test_results_do_not_depend_on_earlier_calls():
    projections = random(3, 5, 12)
    body = """
        const rows = projections.map((p) => p.map((row) => Float64Array.from(row)));
        const compute = m.makeSplit(12, rows);
        for (const [h, scale] of [[12, 3], [3, 30], [3, 0]]) compute(h, scale);
        return compute(4, 1);
    """
    numbers = javascript.run("split.js", body, projections=projections.tolist())
    assert numbers == split(1, 4, projections)


@pytest.mark.parametrize(
    ("n_heads", "scale", "apart", "top", "displayed"),
    [
        (1, 1, 0, 1, "With one head, all matrices are the same."),
        (2, 0, 0, 0.2, "every row is uniform: one head and many agree"),
        (2, 1, 0.5, 0.5, "The product of the heads is the single head"),
        (2, 1, 0.01, 0.5, "The product of the heads is the single head"),
        (
            2,
            1,
            0.0099,
            0.5,
            "Rows are nearly the same in all heads: one head and many nearly agree",
        ),
        (2, 1, 1e-12, 0.5, "one head and many nearly agree"),
        (2, 1, 9e-13, 0.5, "Rows are nearly the same in all heads: one head and many agree"),
        (2, 1, 0.001, 0.991, "on one key, the same in all heads: one head and many nearly"),
        (2, 1, 0.5, 0.991, "but not the same in all heads"),
        (2, 1, 0.5, 0.99, "The product of the heads is the single head"),
    ],
)
def test_describe_fits_the_numbers(n_heads, scale, apart, top, displayed):
    split = {
        "n_heads": n_heads, "scale": scale, "outputs_difference": apart, "mean_top_weight": top,
    }  # fmt: skip
    said = javascript.run("split.js", "return m.describeSplit(split);", split=split)
    assert displayed in said


def test_a_change_report_names_changed_and_unchanged_maps():
    body = """
        const maps = [["single", "one"], ["product", "many"]];
        const tell = m.makeChangeReport(maps.map(([name, title]) => ({ name, title })));
        const rows = (x) => [Float64Array.of(x, 1 - x)];
        const split = (n_heads, single, product) => ({ n_heads, scale: 0.5,
            outputs_difference: 0.25, single: rows(single), product: rows(product) });
        const shown = [[2, 0.5, 0.5], [3, 0.5, 0.6], [1, 0.5004, 0.6], [2, 0, 0]];
        return shown.map((one) => tell(split(...one)));
    """
    displayed = [
        "",
        "3 heads, × 0.5: outputs differ by 0.250. Changed: many; unchanged: one.",
        "1 head, × 0.5: outputs differ by 0.250. Changed: none; unchanged: all maps above.",
        "2 heads, × 0.5: outputs differ by 0.250. Changed: all maps above; unchanged: none.",
    ]
    assert javascript.run("split.js", body) == displayed


def test_a_map_that_only_loses_weight_has_changed():
    body = """
        const maps = [{ name: "single", title: "one" }, { name: "product", title: "many" }];
        const tell = m.makeChangeReport(maps);
        const split = (...single) => ({ n_heads: 2, scale: 1, outputs_difference: 0,
            single: [single], product: [[1, 0, 0]] });
        tell(split(0.5, 0.25, 0.25));
        return tell(split(0.4992, 0.2504, 0.2504));
    """
    assert javascript.run("split.js", body).endswith("Changed: one; unchanged: many.")


def test_slider_steps_are_0_and_0_001_to_30_in_equal_ratios():
    scales = javascript.run(
        "split.js", "return Array.from({ length: m.LAST_STEP + 1 }, (_, i) => m.scaleAt(i));"
    )
    assert scales[:2] == pytest.approx([0, 0.001])
    assert scales[61] == 1
    assert scales[-1] == 30
    ratios = [b / a for a, b in pairwise(scales[1:-1])]
    assert ratios == pytest.approx([10**0.05] * len(ratios))
    assert 30 / scales[-2] <= 10**0.05
    back = javascript.run("split.js", "return scales.map(m.stepOf);", scales=scales)
    assert back == list(range(92))


def test_a_scale_between_two_steps_belongs_to_the_nearer():
    scales = [0.00001, 0.0011, 1.05, 1.07, 29]  # only 0 has step 0
    places = javascript.run("split.js", "return scales.map(m.stepOf);", scales=scales)
    assert places == [1, 2, 61, 62, 90]


def test_a_scale_is_formatted_with_two_digits():
    scales = [0, 0.0316, 1, 17.78, 30]
    displayed = javascript.run("split.js", "return scales.map(m.formatScale);", scales=scales)
    assert displayed == ["× 0", "× 0.032", "× 1", "× 18", "× 30"]


BEST = "has most weight on “b” (1) with 0.750 in the single head"


@pytest.mark.parametrize(
    ("single", "heads", "displayed"),
    [
        ([0.25, 0.75], [[0.4, 0.6], [0.9, 0.1]], f"{BEST}; 1 of 2 heads agrees."),
        ([0.25, 0.75], [[0.6, 0.4], [0.9, 0.1]], f"{BEST}; 0 of 2 heads agree."),
        ([0.25, 0.75], [[0.5, 0.5]], f"{BEST}; 1 of 1 head agrees."),
        ([0.5, 0.5], [[0.4, 0.6]], "has equal weight, 0.500, on both keys in the single head."),
    ],
)
def test_describe_row_names_the_single_head_s_key_and_how_many_heads_agree(
    single, heads, displayed
):
    body = """
        const split = { single: [[], one], heads: heads.map((w) => [[], w]) };
        return m.describeRow(split, ["a", "b"], 1);
    """
    said = javascript.run("split.js", body, one=single, heads=heads)
    assert said == f"Query “b” (1), the marked row, {displayed}"


@pytest.mark.parametrize("n_heads", [1, 3])
def test_the_curve_has_the_difference_at_each_scale(n_heads):
    projections = random(3, 5, 12)
    body = """
        const rows = projections.map((p) => p.map((row) => Float64Array.from(row)));
        const work = m.sweepScale(m.makeSplit(12, rows), n_heads);
        for (;;) {
            const { done, value } = work.next();
            if (done) return { differences: value, displayed: m.describeSweep(value) };
        }
    """
    found = javascript.run("split.js", body, n_heads=n_heads, projections=projections.tolist())
    Q, K, V = (mha_lib.split_heads(p, n_heads) for p in projections)
    wanted = []
    for scale in [0, *(10 ** ((place - 61) / 20) for place in range(1, 91)), 30]:
        heads = mha_lib.attention_weights(mha_lib.attention_scores(scale * Q, scale * K))
        single = analysis.single_head_weights(scale * Q, scale * K)
        wanted.append(analysis.relative_difference(single @ V, heads @ V).item())
    assert found["differences"] == pytest.approx(wanted, abs=1e-9)
    most = max(wanted)
    if n_heads == 1:
        assert found["displayed"] == "Difference of the outputs: 0 at every scale"
    else:
        assert found["displayed"] == f"Difference of the outputs, by scale: at most {most:.3f}"
