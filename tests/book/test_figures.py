"""Figures have one scale and all labels, and show nothing by color alone."""

import inspect
import io
import re

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from IPython.core.pylabtools import print_figure
from IPython.lib.pretty import pretty
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.spines import Spine
from matplotlib.text import Text

from mha_lib.book import figures

mpl.use("Agg")


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def images(figure):
    return [image for axis in figure.axes for image in axis.get_images()]


def ticks(axis, which):
    return [label.get_text() for label in getattr(axis, f"get_{which}ticklabels")()]


def test_all_heads_share_the_scale_0_to_1():
    weights = torch.rand(3, 4, 5) * torch.tensor([0.1, 0.5, 1.0])[:, None, None]
    drawn = images(figures.draw_heads(weights, list("abcd"), key_tokens=list("vwxyz")))
    assert [image.get_clim() for image in drawn] == [(0, 1)] * 3


def test_heads_draws_the_given_weights():
    weights = torch.rand(2, 4, 5)
    drawn = images(figures.draw_heads(weights, list("abcd"), key_tokens=list("vwxyz")))
    for image, matrix in zip(drawn, weights, strict=True):
        assert torch.equal(torch.tensor(image.get_array()), matrix)


def test_both_axes_are_labeled_with_tokens():
    figure = figures.draw_heads(torch.rand(1, 2, 3), ["a", "b"], key_tokens=["x", "y", "z"])
    assert ticks(figure.axes[0], "y") == ["a", "b"]
    assert ticks(figure.axes[0], "x") == ["x", "y", "z"]


def test_there_is_one_color_bar_for_all_heads():
    figure = figures.draw_heads(torch.rand(4, 3, 3), list("abc"))
    assert len(figure.axes) == 4 + 1


@pytest.mark.parametrize("wrong", [-0.1, 1.5])
def test_weights_outside_0_to_1_are_refused(wrong):
    weights = torch.rand(1, 2, 2)
    weights[0, 1, 0] = wrong
    with pytest.raises(ValueError, match="weights must be between 0 and 1; got"):
        figures.draw_heads(weights, ["a", "b"])


def test_nan_has_no_color_and_does_not_hide_a_weight_out_of_range():
    weights = torch.rand(1, 2, 2)
    weights[0, 1, 0] = torch.nan
    (image,) = images(figures.draw_heads(weights, ["a", "b"]))
    assert image.get_array().mask.tolist() == [[False, False], [True, False]]
    weights[0, 0, 0] = 5
    with pytest.raises(ValueError, match=r"^weights must be between 0 and 1; got 5$"):
        figures.draw_heads(weights, ["a", "b"])


@pytest.mark.parametrize(
    ("labels", "error", "message"),
    [
        ({"tokens": ["a", "b"]}, ValueError, r"^tokens must be 3 strings, .*; got 2: \['a', 'b'\]"),
        ({"tokens": [0, 1, 2]}, TypeError, r"^tokens must be 3 strings, .*; got 3: \[0, 1, 2\]"),
        ({"tokens": 5}, TypeError, r"^tokens must be 3 strings, one per entry; got 5 \(int\)$"),
        ({"tokens": None}, TypeError, r"^tokens must be 3 strings, .*; got None \(NoneType\)$"),
        ({"key_tokens": ["a"]}, ValueError, r"^key_tokens must be 4 strings, .*; got 1: \['a'\]"),
        ({"key_tokens": None}, ValueError, r"^key_tokens must be 4 strings, .*; got 3: "),
        ({"titles": ["a"]}, ValueError, r"^titles must be 2 strings, .*; got 1: \['a'\]"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_wrong_labels_are_refused(labels, error, message):
    fitting = {"tokens": list("abc"), "key_tokens": list("wxyz")}
    with pytest.raises(error, match=message):
        figures.draw_heads(torch.rand(2, 3, 4), **fitting | labels)


@pytest.mark.parametrize("draw", [figures.draw_signed, figures.draw_sizes])
@pytest.mark.parametrize("position", range(3))
def test_the_message_names_the_argument_that_lacks_a_label(draw, position):
    labels = [list("abc"), list("wxyz"), ["one", "two"]]
    name, size = ["row_labels", "column_labels", "titles"][position], len(labels[position])
    labels[position] = ["a"]
    with pytest.raises(ValueError, match=f"^{name} must be {size} strings, one per entry; got 1: "):
        draw(torch.rand(2, 3, 4), *labels)


def draw_heads(matrices, **options):
    return figures.draw_heads(matrices, list("abc"), key_tokens=list("wxyz"), **options)


def draw_signed(matrices, **options):
    return figures.draw_signed(matrices, list("abc"), list("wxyz"), ["one", "two"], **options)


def draw_sizes(matrices, **options):
    return figures.draw_sizes(matrices, list("abc"), list("wxyz"), ["one", "two"], **options)


each_map = pytest.mark.parametrize("draw", [draw_heads, draw_signed, draw_sizes])


@each_map
@pytest.mark.parametrize("shape", [(3, 4), (1, 2, 3, 4), (0, 3, 4), (2, 0, 4), (2, 3, 0)])
@pytest.mark.usefixtures("no_type_hook")
def test_matrices_of_another_shape_or_without_entries_are_refused(draw, shape):
    with pytest.raises(ValueError, match=r"^(weights|matrices) must have .*3 dimensions.*; got"):
        draw(torch.rand(shape))


@each_map
@pytest.mark.parametrize(
    ("columns", "error", "message"),
    [
        (0, ValueError, "columns must be at least 1; got 0"),
        (2.0, TypeError, r"columns must be an integer; got 2\.0 \(float\)"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_columns_must_be_a_positive_integer(draw, columns, error, message):
    with pytest.raises(error, match=message):
        draw(torch.rand(2, 3, 4), columns=columns)


@pytest.mark.parametrize("draw", [draw_signed, draw_sizes])
@pytest.mark.parametrize("wrong", [torch.nan, torch.inf])
def test_numbers_that_are_not_finite_are_refused(draw, wrong):
    matrices = torch.rand(2, 3, 4)
    matrices[1, 2, 3] = wrong
    with pytest.raises(ValueError, match=r"matrices must be finite; got .* at index \(1, 2, 3\)"):
        draw(matrices)


@each_map
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_tensors_may_have_any_precision_and_gradients(draw, dtype):
    matrices = torch.rand(2, 3, 4).to(dtype)
    assert same_maps(draw(matrices.clone().requires_grad_()), draw(matrices.float()))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="torch sees no CUDA device")
@each_map
def test_tensors_may_be_on_a_cuda_device(draw):
    matrices = torch.rand(2, 3, 4)
    assert same_maps(draw(matrices.cuda()), draw(matrices))


def same_maps(*both):
    """Whether two figures map the same numbers on the same scales."""
    (first, scales), (second, other_scales) = (
        zip(*((image.get_array(), image.get_clim()) for image in images(figure)), strict=True)
        for figure in both
    )
    return all(map(np.array_equal, first, second)) and scales == other_scales


def test_signed_numbers_share_a_scale_centered_on_0():
    matrices = torch.randn(2, 3, 4)
    drawn = images(figures.draw_signed(matrices, list("abc"), list("wxyz"), ["one", "two"]))
    largest = matrices.abs().max().item()
    assert [image.get_clim() for image in drawn] == [(-largest, largest)] * 2


@pytest.mark.parametrize("groups", [None, {"left": 3, "right": 6}])
def test_numbers_in_cells_are_those_of_the_matrix_and_readable(groups):
    matrices = torch.linspace(-4.0, 4.0, 9).expand(2, 3, 9)
    labels = [list("abc"), list("stuvwxyzA"), ["one", "two"]]
    shown = ["−4.0", "−3.0", "−2.0", "−1.0", "0.0", "1.0", "2.0", "3.0", "4.0"]
    figure = figures.draw_signed(matrices, *labels, decimals=1, column_groups=groups)
    for axis in figure.axes[:2]:
        numbers = [text for text in axis.texts if text.get_text() not in (groups or {})]
        assert [text.get_text() for text in numbers] == shown * 3
        assert [text.get_position()[0] for text in numbers[:9]] == [
            column + bool(groups and column > 2) for column in range(9)
        ]
        for text, number in zip(numbers, matrices[0].flatten().tolist(), strict=True):
            if number:
                shade = to_hex(figures.SIGNED(number / 8 + 0.5))
                assert contrast(text.get_color(), shade) >= 4.5
            else:  # the cell is blank
                assert text.get_color() == figures.INK
    assert not figures.draw_signed(matrices, *labels).axes[0].texts


def test_decimals_of_numbers_in_cells_are_a_whole_number():
    with pytest.raises(ValueError, match=r"^decimals must be at least 0; got -1$"):
        draw_signed(torch.rand(2, 3, 4), decimals=-1)


def test_a_curve_of_several_runs_shows_median_and_range():
    series = {"a": [[0.5, 0.25, 1.0], [0.75]]}
    figure = figures.draw_curves([1.0, 2.0], series, x_label="x", y_label="y")
    axis = figure.axes[0]
    assert axis.lines[0].get_ydata() == pytest.approx([0.5, 0.75])
    (one,) = axis.collections
    assert one.get_segments()[0].tolist() == [[1.0, 0.25], [1.0, 1.0]]
    assert figures.tables(figure)[0].rows == [["1", "0.50 (0.25 to 1)"], ["2", "0.75"]]


def test_curves_differ_in_line_style_and_marker():
    series = {name: [1.0, 2.0, 3.0] for name in "abcd"}
    axis = figures.draw_curves([1.0, 2.0, 3.0], series, x_label="x", y_label="y").axes[0]
    assert len({line.get_linestyle() for line in axis.lines}) == 4
    assert len({line.get_marker() for line in axis.lines}) == 4


def test_curves_in_ink_have_a_tick_at_each_of_their_positions():
    x = [*range(0, 73, 6)]
    figure = figures.draw_curves(x, {"a": x}, x_label="x", y_label="y", ink=True)
    assert ticks(figure.axes[0], "x") == [str(position) for position in x]


def test_curves_in_ink_differ_and_the_first_is_solid_and_widest():
    series = {name: [[1.0, 3.0], [2.0, 4.0]] for name in "abcd"}
    figure = figures.draw_curves([10.0, 20.0], series, x_label="x", y_label="y", ink=True)
    first, *others = figure.axes[0].lines
    assert {line.get_color() for line in (first, *others)} == {figures.INK}
    assert first.get_linestyle() == "-"
    assert all(line.get_linewidth() < first.get_linewidth() for line in others)
    assert {line.get_markerfacecolor() for line in others} == {"none"}
    at = [line.get_xdata()[0] for line in (first, *others)]
    assert at == pytest.approx([8.8, 9.6, 10.4, 11.2])
    assert len({line.get_linestyle() for line in (first, *others)}) == 4


def test_a_floor_is_a_horizontal_line_and_a_table_column():
    options = {"x_label": "x", "y_label": "y", "floor": ("a blind guess", 0.25)}
    figure = figures.draw_curves([1.0, 2.0], {"a": [0.5, 0.75]}, **options)
    _, floor = figure.axes[0].lines
    assert set(floor.get_ydata()) == {0.25}
    assert [text.get_text() for text in figure.legends[0].texts] == ["a", "a blind guess"]
    (table,) = figures.tables(figure)
    assert table.head[-1] == "a blind guess"
    assert [float(row[-1]) for row in table.rows] == [0.25, 0.25]


def test_two_floors_differ_in_line_style_and_are_two_table_columns():
    options = {"x_label": "x", "y_label": "y", "floor": {"a guess": 0.25, "solved": 0.125}}
    figure = figures.draw_curves([1.0, 2.0], {"a": [0.5, 0.75]}, **options)
    _, *floors = figure.axes[0].lines
    assert [set(line.get_ydata()) for line in floors] == [{0.25}, {0.125}]
    assert len({line.get_linestyle() for line in floors}) == 2
    (table,) = figures.tables(figure)
    assert table.head[-2:] == ["a guess", "solved"]


def test_labels_beside_their_lines_replace_the_legend_and_a_floor_is_solid():
    places = {"a": (1.0, 0.8), "b": (1.0, 0.1), "the limit": (1.5, 0.3)}
    options = {"x_label": "x", "y_label": "y", "floor": ("the limit", 0.25), "ink": True}
    lines = {"a": [0.5, 0.75], "b": [0.1, 0.2]}
    figure = figures.draw_curves([1.0, 2.0], lines, beside=places, **options)
    axis = figure.axes[0]
    assert {text.get_text(): text.get_position() for text in axis.texts} == places
    assert not figure.legends
    assert axis.lines[-1].get_linestyle() == "-"


def test_a_label_that_is_nowhere_beside_its_line_is_refused():
    options = {"x_label": "x", "y_label": "y", "floor": ("c", 0.25)}
    with pytest.raises(ValueError, match=r"beside must have the labels \['a', 'c'\]; got \['a'\]"):
        figures.draw_curves([1.0], {"a": [1.0]}, beside={"a": (1.0, 1.0)}, **options)


def test_a_third_floor_is_refused():
    options = {"x_label": "x", "y_label": "y", "floor": dict.fromkeys("abc", 1.0)}
    with pytest.raises(ValueError, match="floor must have at most 2 heights; got 3"):
        figures.draw_curves([1.0], {"a": [1.0]}, **options)


def test_a_fifth_curve_is_refused():
    with pytest.raises(ValueError, match="series must contain at most 4 lines; got 5"):
        figures.draw_curves([1.0], {name: [1.0] for name in "abcde"}, x_label="x", y_label="y")


def test_a_curve_of_the_wrong_length_is_refused():
    with pytest.raises(ValueError, match="series 'a' must have 2 heights; got 3"):
        figures.draw_curves([1.0, 2.0], {"a": [1.0, 2.0, 3.0]}, x_label="x", y_label="y")


@pytest.mark.parametrize("log", ["z", "yx", "xyz", "X", None, True])
@pytest.mark.usefixtures("no_type_hook")
def test_an_unknown_scale_is_refused(log):
    with pytest.raises(ValueError, match='log must be "", "x", "y" or "xy"; got'):
        figures.draw_curves([1.0], {"a": [1.0]}, x_label="x", y_label="y", log=log)


@pytest.mark.parametrize("log", ["", "x", "y", "xy"])
def test_each_axis_has_the_chosen_scale(log):
    axis = figures.draw_curves([1.0], {"a": [1.0]}, x_label="x", y_label="y", log=log).axes[0]
    assert (axis.get_xscale() == "log", axis.get_yscale() == "log") == ("x" in log, "y" in log)


def test_a_refused_curve_leaves_no_open_figure():
    with pytest.raises(ValueError, match="must have 1 heights"):
        figures.draw_curves([1.0], {"a": [1.0, 2.0]}, x_label="x", y_label="y")
    assert not plt.get_fignums()


def test_blocks_labels_every_head_in_both_matrices():
    figure = figures.draw_blocks(n_heads=3, rows=5, d_model=7, d_head=2, matrices="VO")
    texts = [text.get_text() for text in figure.axes[0].texts]
    for name in ("W", "V", "H", "B"):
        assert [text for text in texts if re.fullmatch(rf"\${name}_\d\$", text)] == [
            f"${name}_{head}$" for head in range(3)
        ]
    for text in ("x (5, 7)", "$W_V$ (7, 6)", "V (5, 6)"):
        assert text in texts
    for text in ("heads (5, 6)", "$W_O$ (6, 7)", "output (5, 7)"):
        assert text in texts


@pytest.mark.parametrize("letter", "QKVO")
def test_blocks_draws_columns_of_w_q_w_k_w_v_and_rows_of_w_o(letter):
    patches = figures.draw_blocks(3, 5, 7, 2, matrices=letter).axes[0].patches
    for head, color in enumerate(figures.HEAD_COLORS[:3]):
        first, second = (p for p in patches if to_hex(p.get_facecolor()) == color)
        sizes = [(abs(p.get_width()), abs(p.get_height())) for p in (first, second)]
        wanted = [(2, 5), (7, 2)] if letter == "O" else [(2, 7), (2, 5)]
        assert sizes == [pytest.approx(size, abs=0.2) for size in wanted]
        down = second.get_y() if letter == "O" else 0
        assert down == pytest.approx(-2 * head if letter == "O" else 0, abs=0.1)


@pytest.mark.parametrize("wrong", ["", "q", "QQ", "QX"])
def test_blocks_refuses_unknown_matrices(wrong):
    with pytest.raises(ValueError, match=r'^matrices must be different letters of "QKVO"; got '):
        figures.draw_blocks(2, 3, 4, 5, matrices=wrong)
    assert not plt.get_fignums()


def test_memory_draws_features_in_the_order_of_memory():
    figure = figures.draw_memory(n_heads=3, tokens=2, d_head=2)
    rows = torch.arange(2)[:, None, None] * 10 + torch.arange(3)[:, None].expand(3, 2)
    wanted = [f"{label:02d}" for label in rows.flatten().tolist()]
    (axis,) = figure.axes
    texts = [text.get_text() for text in axis.texts]
    assert [text for text in texts if text.isdigit()] == wanted
    assert [text for text in texts if not text.isdigit()] == ["token 0", "token 1"]
    colors = [to_hex(patch.get_facecolor()) for patch in axis.patches]
    assert colors == [figures.HEAD_COLORS[int(label[1])] for label in wanted]
    lefts = [patch.get_x() for patch in axis.patches]
    assert lefts == sorted(lefts)
    (table,) = figures.tables(figure)
    assert ["".join(row[1:]) for row in table.rows] == wanted


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ((5, 1, 1), "n_heads must be at most 4; got 5"),
        ((0, 1, 1), "n_heads must be at least 1; got 0"),
        ((4, 2, 4), "tokens * n_heads * d_head must be at most 24; got 32"),
        ((1, 11, 1), "tokens must be at most 10; got 11"),
    ],
)
def test_memory_refuses_wrong_sizes(sizes, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        figures.draw_memory(*sizes)
    assert not plt.get_fignums()


@pytest.mark.parametrize("draw", [figures.draw_signed, figures.draw_sizes])
def test_groups_of_columns_have_a_gap_and_a_name(draw):
    numbers_in = torch.rand(1, 2, 5) + 1
    names = list("ab"), list("vwxyz"), ["one"]
    figure = draw(numbers_in, *names, column_groups={"left": 2, "right": 3})
    (drawn,) = images(figure)[:1]
    array = np.ma.filled(drawn.get_array(), np.nan)
    assert np.isnan(array).all(0).tolist() == [False, False, True, False, False, False]
    assert np.array_equal(array[:, [0, 1, 3, 4, 5]], numbers_in[0])
    axis = figure.axes[0]
    assert axis.get_xticks().tolist() == [0, 1, 3, 4, 5]
    assert [(text.get_text(), text.xy[0]) for text in axis.texts] == [("left", 0.5), ("right", 4)]
    ungrouped = draw(numbers_in, *names)
    assert figures.tables(figure) == figures.tables(ungrouped)


@pytest.mark.parametrize("draw", [draw_signed, draw_sizes])
@pytest.mark.parametrize(
    ("groups", "error", "message"),
    [
        ({"a": 1, "b": 2}, ValueError, "column_groups must have 4 columns between them; got {'a'"),
        ({}, ValueError, "column_groups must have 4 columns between them; got {}"),
        ({"a": 0, "b": 4}, ValueError, "column_groups must be at least 1; got 0"),
        ({"a": 4.0}, TypeError, "column_groups must be an integer; got 4.0"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_column_groups_that_do_not_match_the_columns_are_refused(draw, groups, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        draw(torch.rand(2, 3, 4), column_groups=groups)
    assert not plt.get_fignums()


EVEN = torch.tensor([[0.5, 0.5, 0.0], [0.0, 0.5, 0.5]])
ONE_KEY = torch.tensor([0.0, 1.0, 0.0])


def test_products_draws_the_rows_and_their_product():
    scores = torch.tensor([[1.0, 0.5, -2.0], [-1.0, 0.0, 2.0], [0.3, 0.2, 0.1]])
    single = (scores.sum(0) / 3**0.5).softmax(0)
    figure = figures.draw_products(scores.softmax(1), single, list("abc"))
    (axis,) = figure.axes
    bars = torch.tensor([bar.get_width() for bar in axis.patches]).view(5, 3)
    heads = scores.softmax(1)
    wanted = torch.cat([heads, (heads[0] * heads[1] * heads[2])[None], single[None]])
    torch.testing.assert_close(bars, wanted, check_dtype=False)
    colors = [to_hex(bar.get_facecolor()) for bar in axis.patches[::3]]
    assert colors == [*figures.HEAD_COLORS[:3], figures.INK, figures.INK]
    texts = [text.get_text() for text in axis.texts]
    assert [text for text in texts if text in "×=→"] == ["×", "×", "=", "→", ""]
    for share in bars.flatten().tolist():
        assert f"{share:.2f}" in texts
    (table,) = figures.tables(figure)
    assert table.head == ["key", "head 0", "head 1", "head 2", "product", "single head"]
    torch.testing.assert_close(numbers(table).T, wanted, rtol=0, atol=0.0051)


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"weights": EVEN[:1]}, ValueError, "weights must have 2 to 4 rows, one per head, and"),
        ({"weights": EVEN[0]}, ValueError, "weights must have at least 2 dimensions"),
        ({"weights": EVEN[:, :0]}, ValueError, "weights must have 2 to 4 rows, one per head, and"),
        ({"weights": EVEN.tolist()}, TypeError, r"weights must be a torch\.Tensor; got"),
        ({"weights": EVEN * 2}, ValueError, "weights must sum to 1 in each row; got 2"),
        ({"weights": EVEN - 1}, ValueError, "weights must be between 0 and 1; got -0.5"),
        ({"weights": EVEN / 0}, ValueError, "weights must be finite; got"),
        ({"single": ONE_KEY[:2]}, ValueError, "single must have 3 weights; got"),
        ({"single": ONE_KEY / 2}, ValueError, "single must sum to 1 in each row; got 0.5"),
        ({"single": ONE_KEY.int()}, TypeError, "single must be floating point; got int32"),
        ({"tokens": ["a"]}, ValueError, "tokens must be 3 strings, one per entry; got 1"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_products_refuses_wrong_input(wrong, error, message):
    fitting = {"weights": EVEN, "single": ONE_KEY, "tokens": list("abc")}
    with pytest.raises(error, match=f"^{message}"):
        figures.draw_products(**fitting | wrong)
    assert not plt.get_fignums()


def test_sizes_share_a_scale_from_0():
    matrices = torch.rand(2, 3, 4)
    drawn = images(figures.draw_sizes(matrices, list("abc"), list("wxyz"), ["one", "two"]))
    assert [image.get_clim() for image in drawn] == [(0, matrices.max().item())] * 2


def test_sizes_draws_no_color_bar_if_bar_is_false():
    named = ["a"], ["b"], ["one"]
    figure = figures.draw_sizes(torch.ones(1, 1, 1), *named, bar=None)
    assert len(figure.axes) == 1
    assert len(figures.draw_sizes(torch.ones(1, 1, 1), *named).axes) == 2


def test_an_outline_goes_around_its_cells_in_every_matrix():
    inside = torch.zeros(4, 4)  # so many that no grid is drawn
    inside[:2, :2] = torch.tensor([[1.0, 0.0], [1.0, 1.0]])
    named = list("abcd"), list("wxyz"), ["one", "two"]
    figure = figures.draw_sizes(torch.rand(2, 4, 4), *named, bar=None, outline=inside)
    border = {((0, 0), (1, 0)), ((1, 1), (2, 1)), ((0, 2), (1, 2)), ((1, 2), (2, 2))}
    border |= {((0, 0), (0, 1)), ((0, 1), (0, 2)), ((1, 0), (1, 1)), ((2, 1), (2, 2))}
    for axis in figure.axes:
        lines = [one.get_segments()[0] + 0.5 for one in axis.collections]
        assert {tuple(map(tuple, line.round().astype(int).tolist())) for line in lines} == border
        assert axis.get_xlim() == pytest.approx((-0.62, 3.62))  # the frame is apart from it
        assert axis.get_ylim() == pytest.approx((3.62, -0.62))


def test_an_outline_of_heads_goes_around_other_cells_in_each():
    weights, inside = torch.full((2, 2, 2), 0.04), torch.zeros(2, 2, 2).bool()
    inside[0, 0, 1] = inside[1, 1, 0] = True
    figure = figures.draw_heads(weights, ["a", "b"], outline=inside)
    for axis, (left, top) in zip(figure.axes, ((1, 0), (0, 1)), strict=False):
        ends = [one.get_segments()[0] + 0.5 for one in axis.collections if one.get_lw()[0] > 2]
        corners = {tuple(point) for line in ends for point in line.round().astype(int).tolist()}
        assert corners == {(left + i, top + j) for i in (0, 1) for j in (0, 1)}


@pytest.mark.usefixtures("no_type_hook")
def test_an_outline_of_heads_of_another_shape_is_refused():
    outline = torch.ones(1, 2, 1).bool()
    with pytest.raises(ValueError, match=r"outline must have the shape \(1, 2, 2\)"):
        figures.draw_heads(torch.rand(1, 2, 2), ["a", "b"], outline=outline)
    with pytest.raises(TypeError, match=r"outline must be boolean, .* got float32 of shape"):
        figures.draw_heads(torch.rand(1, 2, 2), ["a", "b"], outline=torch.ones(1, 2, 2))


@pytest.mark.usefixtures("no_type_hook")
@pytest.mark.parametrize("options", [{"outline": torch.ones(2, 1)}, {"column_groups": {"a": 2}}])
def test_an_outline_of_another_shape_is_refused(options):
    options = {"outline": torch.ones(1, 2)} | options
    with pytest.raises(ValueError, match=r"outline must have the shape \(1, 2\), without groups"):
        figures.draw_sizes(torch.ones(1, 1, 2), ["a"], list("xy"), ["one"], **options)


def test_a_negative_size_is_refused():
    with pytest.raises(ValueError, match="matrices must not be negative; got -1"):
        figures.draw_sizes(-torch.ones(1, 1, 1), ["a"], ["b"], ["one"])


def contrast(*colors):
    """WCAG's, from 1 to 21."""
    light = []
    for color in colors:
        parts = np.array(to_rgb(color))
        linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
        light.append(linear @ [0.2126, 0.7152, 0.0722] + 0.05)
    return max(light) / min(light)


def test_contrast_follows_the_wcag_formula():
    assert contrast("black", "white") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # WebAIM's checker


PAGES = ["#ffffff", "#14181e", "#121212", "#0d1117"]  # white; dark in a theme, the book, on GitHub
each_page = pytest.mark.parametrize("page", PAGES)


@each_page
def test_head_colors_and_ink_have_contrast_on_light_and_dark_pages(page):
    assert min(contrast(color, page) for color in figures.HEAD_COLORS) >= 3.3
    assert contrast(figures.INK, page) >= 4.2


def test_white_text_is_readable_on_block_colors():
    assert min(contrast(color, "white") for color in figures._COLORS) >= 4.5


# Linear RGB as seen by people who lack one kind of cone: Machado et al. 2009, severity 1.
SEEN_BY = {
    "everyone else": np.eye(3),
    "protanopes": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopes": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopes": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def oklab(colors, sight):
    """Ottosson 2020: a distance of about 0.02 is one that is noticed."""
    parts = np.array([to_rgb(color) for color in colors])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ np.array(sight).T, 0, 1)
    cones = seen @ [
        [0.4122214708, 0.2119034982, 0.0883024619],
        [0.5363325363, 0.6806995451, 0.2817188376],
        [0.0514459929, 0.1073969566, 0.6299787005],
    ]
    return np.cbrt(cones) @ [
        [0.2104542553, 1.9779984951, 0.0259040371],
        [0.7936177850, -2.4285922050, 0.7827717662],
        [-0.0040720468, 0.4505937099, -0.8086757660],
    ]


def test_signed_numbers_use_hues_that_no_head_has():
    ends = [figures.SIGNED(at) for at in (0.0, 0.25, 0.75, 1.0)]
    hues = [
        np.degrees(np.arctan2(b, a)) % 360
        for _, a, b in oklab([*figures.HEAD_COLORS, *ends], SEEN_BY["everyone else"])
    ]
    for hue in hues[8:]:
        away = [abs((hue - of_head + 180) % 360 - 180) for of_head in hues[:8]]
        assert min(away) > 20  # degrees


@pytest.mark.parametrize("readers", SEEN_BY)
@pytest.mark.parametrize("size", [0.5, 1.0])
def test_signed_colors_differ_at_equal_lightness(readers, size):
    low, high = oklab([figures.SIGNED(0.5 - size / 2), figures.SIGNED(0.5 + size / 2)], np.eye(3))
    assert low[0] == pytest.approx(high[0], abs=0.02)
    both = [figures.SIGNED(0.5 - size / 2), figures.SIGNED(0.5 + size / 2)]
    low, high = oklab(both, SEEN_BY[readers])
    assert np.linalg.norm(high - low) > 0.18


@pytest.mark.parametrize("readers", SEEN_BY)
def test_no_two_heads_look_alike(readers):
    places = oklab(figures.HEAD_COLORS, SEEN_BY[readers])
    apart = np.linalg.norm(places[:, None] - places, axis=-1)
    assert apart[np.triu_indices(8, 1)].min() >= 0.055


def draw_curves(matrices):
    series = {f"line {i}": row.tolist() for i, row in enumerate(matrices[0])}
    return figures.draw_curves([0.0, 1.0, 2.0, 3.0], series, x_label="x", y_label="y")


def draw_blocks(matrices):
    return figures.draw_blocks(2, *matrices.shape, matrices="QO")


def draw_memory(matrices):
    return figures.draw_memory(*matrices.shape)


def draw_products(matrices):
    rows = matrices[0].softmax(dim=1)
    return figures.draw_products(rows, rows[0], "wxyz")


def draw_points(matrices):
    vectors = matrices.reshape(-1, 2)
    labels = "abcdefghijkl"[: len(vectors)]
    return figures.draw_points(vectors[:, 0], vectors, labels, axes=("first", "second"))


def draw_ruler(matrices):
    rows = {f"row {i}": (row + 0.1).tolist() for i, row in enumerate(matrices[0])}
    return figures.draw_ruler({"band": [0.5, 1.0]}, rows, label="error")


def draw_bars(matrices):
    rows = {
        f"row {i}\nof it": {"one": a, "two": b} for i, (a, b, *_) in enumerate(matrices[0].tolist())
    }
    return figures.draw_bars(rows, label="time, ms")


def draw_scatter(matrices):
    groups = {f"kind {i}": matrix[:2].T.tolist() for i, matrix in enumerate(matrices)}
    return figures.draw_scatter(groups, x_label="x", y_label="y")


def draw_measures(matrices):
    one, two = matrices[:, 0].tolist()
    rows = [f"layer {i}, head {i}" for i in range(len(one))]
    return figures.draw_measures({"one measure\nof it": one, "the other": two}, rows)


DRAW = [draw_heads, draw_signed, draw_sizes, draw_curves, draw_blocks, draw_points, draw_ruler]
DRAW += [draw_scatter, draw_memory, draw_products, draw_bars, draw_measures]


PHONE = 358  # px that a page leaves a figure on a phone, 390 px wide


@pytest.mark.parametrize("draw", DRAW)
def test_figures_are_transparent_and_readable_on_light_and_dark_pages_and_phones(draw):
    figure = draw(torch.rand(2, 3, 4))
    shown = plt.imread(io.BytesIO(print_figure(figure)))  # as plt.show() does in a notebook
    alpha = shown[..., 3]
    assert (alpha[0] == 0).all()
    assert 0.2 < (alpha == 0).mean() < 0.95
    for text in figure.findobj(Text):
        pixels = text.get_fontsize() / 72 * figure.dpi
        assert not text.get_text().strip() or pixels * min(1, PHONE / shown.shape[1]) >= 11, text
    texts = [text for text in figure.findobj(Text) if text.get_text().strip()]
    texts = [text for text in texts if to_hex(text.get_color()) != "#ffffff"]  # on a block
    assert len(texts) > (0 if draw is draw_memory else 4)
    rules = [line.get_color() for line in figure.findobj(Line2D)]
    rules += [spine.get_edgecolor()[:3] for spine in figure.findobj(Spine)]
    for page in PAGES:
        for text in texts:
            bold = text.get_fontweight() == "bold"
            assert contrast(text.get_color(), page) >= (3.3 if bold else 4.2), text
        assert min(contrast(color, page) for color in rules) >= 3.3


def frames_and_titles(figure, n):
    """Of the first n maps: the colors of their frames, and of their titles."""
    frames = [{to_hex(s.get_edgecolor()) for s in axis.spines.values()} for axis in figure.axes[:n]]
    assert all(spine.get_visible() for axis in figure.axes[:n] for spine in axis.spines.values())
    assert all(len(frame) == 1 for frame in frames)
    titles = [to_hex(axis.title.get_color()) for axis in figure.axes[:n]]
    return [frame.pop() for frame in frames], titles


def colored(n, **options):
    frames, titles = frames_and_titles(figures.draw_heads(torch.rand(n, 2, 2), "ab", **options), n)
    assert frames == titles
    return frames


def test_frame_and_title_have_the_head_s_color():
    assert colored(8) == [*figures.HEAD_COLORS]


def test_only_titles_that_name_a_head_give_its_color():
    titles = ["head 2", "the one head", "head 0 of 2", "head 0"]
    third, first = figures.HEAD_COLORS[2], figures.HEAD_COLORS[0]
    assert colored(4, titles=titles) == [third, figures.INK, figures.INK, first]


def test_head_colors_override_titles():
    titles = ["head 0", "right: head 5", "mean"]
    numbers = [None, 5, 5]
    sixth = figures.HEAD_COLORS[5]
    assert colored(3, titles=titles, head_colors=numbers) == [figures.INK, sixth, sixth]


def test_with_nine_or_more_heads_all_are_gray():
    assert colored(9) == [figures.INK] * 9
    assert colored(2, head_colors=[0, 8]) == [figures.INK] * 2


def test_signed_numbers_and_sizes_have_no_heads_color():
    for draw in (figures.draw_signed, figures.draw_sizes):
        figure = draw(torch.rand(2, 2, 2), "ab", "ab", ["head 0", "head 1"])
        assert frames_and_titles(figure, 2) == ([figures.INK] * 2, [figures.INK] * 2)


@pytest.mark.parametrize(
    ("numbers", "error", "message"),
    [
        ([0], ValueError, r"^head_colors must be 2 heads' numbers, one per entry; got 1$"),
        (3, TypeError, r"^head_colors must be 2 heads' numbers, one per entry; got 3 \(int\)$"),
        ([0, -1], ValueError, "^head_colors must be at least 0; got -1$"),
        ([0, "1"], TypeError, r"^head_colors must be an integer; got '1' \(str\)$"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_wrong_head_colors_are_refused(numbers, error, message):
    with pytest.raises(error, match=message):
        draw_heads(torch.rand(2, 3, 4), head_colors=numbers)


def hatches(axis):
    """The cells (left, top, width) that hatched patches of an axis cover."""
    patches = [patch for patch in axis.patches if patch.get_hatch()]
    return sorted((*patch.get_xy(), patch.get_width()) for patch in patches)


def test_only_nan_is_hatched():
    weights = torch.rand(2, 2, 2)
    weights[1, 0, 1] = torch.nan
    figure = figures.draw_heads(weights, "ab")
    assert [hatches(axis) for axis in figure.axes[:2]] == [[], [(0.5, -0.5, 1)]]
    assert not any(axis.texts for axis in figure.axes[:2])  # no row holds nothing but NaN
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())
    for axis, cell, hatched in ((1, (1, 0), True), (1, (0, 0), False), (0, (1, 0), False)):
        x, y = figure.axes[axis].transData.transform(np.add(cell, [[-0.4, 0.4], [0.4, -0.4]])).T
        (left, right), (low, high) = np.sort(x).astype(int), np.sort(y).astype(int)
        alpha = pixels[len(pixels) - high : len(pixels) - low, left:right, 3]
        # A hatched cell is partly ink and partly page; any other is one shade.
        assert (alpha.min() < alpha.max()) == hatched
        assert not hatched or 0.05 < (alpha > 0).mean() < 0.6


def test_color_maps_go_from_transparent_to_the_head_s_color_or_gray():
    shown = torch.tensor([[[0.0, 1.0]]]).expand(2, 1, 2)
    colored = figures.draw_heads(shown, "a", key_tokens="ab", titles=["head 2", "mean"])
    sizes = figures.draw_sizes(shown[:1], "a", "ab", ["norms"])
    wanted = [figures.HEAD_COLORS[2], figures.INK, figures.INK]
    drawn = [axis.images[0] for axis in (*colored.axes[:2], sizes.axes[0])]
    for image, color in zip(drawn, wanted, strict=True):
        low, high = image.cmap(image.norm(image.get_array()))[0]
        assert low[3] == 0  # the page shows through
        assert (to_hex(high), high[3]) == (color, 1)


def test_a_row_of_nan_is_framed_and_labeled():
    """Without a frame the matrix would look as if it had fewer rows."""
    weights = torch.rand(2, 4, 6)
    weights[1, 3] = torch.nan
    clean, marked = figures.draw_heads(weights, "abcd", key_tokens=list("uvwxyz")).axes[:2]
    assert (list(clean.texts), list(clean.patches)) == ([], [])
    (text,) = marked.texts
    assert (text.get_text(), text.get_position()) == ("NaN", (2.5, 3))
    (frame,) = [patch for patch in marked.patches if not patch.get_hatch()]
    assert (*frame.get_xy(), frame.get_width(), frame.get_height()) == (-0.5, 2.5, 6, 1)
    assert frame.get_linewidth() > 0
    (left, _, wide), (right, _, same) = hatches(marked)  # both ends; none under the word
    assert (left, right + same) == (-0.5, 5.5)
    assert wide == pytest.approx(same)
    marked.figure.canvas.draw()
    word = text.get_window_extent().transformed(marked.transData.inverted())
    assert left + wide < word.x0 < word.x1 < right


@pytest.mark.parametrize(("n_queries", "n_keys", "lines"), [(1, 3, 2), (3, 2, 3), (4, 3, 0)])
def test_lines_separate_cells_in_small_matrices_only(n_queries, n_keys, lines):
    even = torch.full((1, n_queries, n_keys), 0.5)
    figure = figures.draw_heads(even, ["q"] * n_queries, key_tokens=["k"] * n_keys)
    drawn = sum(len(collection.get_segments()) for collection in figure.axes[0].collections)
    assert drawn == lines


ORDERS = {
    "torch": ("(h d + h d + h d) m", "Q0 Q1 K0 K1 V0 V1"),
    "bloom": ("(h (d + d + d)) m", "Q0 K0 V0 Q1 K1 V1"),
    "gpt2": ("m (h d + h d + h d)", "Q0 Q1 K0 K1 V0 V1"),
}


@pytest.mark.parametrize("layout", ORDERS)
def test_stored_draws_a_block_for_each_head_in_the_order_of_storage(layout):
    order, blocks = ORDERS[layout]
    axis = figures.draw_stored({layout: ("W_Q W_K W_V", order)}).axes[0]
    title, *labels = axis.texts
    assert title.get_text() == layout
    assert " ".join(re.sub(r"[$_]", "", label.get_text()) for label in labels) == blocks
    # Upright from the top down, lying from the left to the right.
    along = [label.get_position() for label in labels]
    turned = [-y for _, y in along] if order.endswith(" m") else [x for x, _ in along]
    assert turned == sorted(turned)
    colors = [to_hex(patch.get_facecolor()) for patch in axis.patches]
    assert colors == [figures.HEAD_COLORS[int(block[1])] for block in blocks.split()]


def test_stored_draws_lines_between_equal_parts():
    rows = {"torch": ("W_Q W_K W_V", "(h d + h d + h d) m"), "gpt2": ("W_O", "(h d) m")}
    axis = figures.draw_stored(rows, n_heads=4, parts=2).axes[0]
    cuts = [c.get_segments()[0] for c in axis.collections]
    assert [cut[0, 1] for cut in cuts] == [-6, -2]  # of twelve blocks, and of four
    assert not figures.draw_stored(rows, n_heads=4).axes[0].collections
    lying = figures.draw_stored({"gpt2": ("W_Q W_K W_V", "m (h d + h d + h d)")}, parts=3).axes[0]
    cuts = [c.get_segments()[0] for c in lying.collections]
    assert [cut[0, 0] for cut in cuts] == [3, 6]  # of six blocks of width 1.5


def test_stored_draws_shared_key_heads_once_for_their_group():
    falcon = {"falcon": ("W_Q W_K W_V", "(g (r d + d + d)) m")}
    axis = figures.draw_stored(falcon, n_heads=4, n_kv_heads=2).axes[0]
    _, *texts = (re.sub(r"[$_]", "", text.get_text()) for text in axis.texts)
    users = ["K0 for 0, 1", "V0 for 0, 1", "K1 for 2, 3", "V1 for 2, 3"]
    said = "; ".join(texts)
    for block in users:  # the heads that use a block, next to it
        label, _, heads = block.partition(" ")
        assert f"{heads}; {label}" in said
    drawn = [text for text in texts if not text.startswith("for")]
    assert drawn == ["Q0", "Q1", "K0", "V0", "Q2", "Q3", "K1", "V1"]
    colors = [to_hex(patch.get_facecolor()) for patch in axis.patches]
    heads = figures.HEAD_COLORS
    shared = [figures.INK] * 2  # belongs to no single head, so it has no head's color
    assert colors == [*heads[:2], *shared, *heads[2:4], *shared]
    levels = {round(text.get_position()[1], 2) for text in axis.texts if "for" in text.get_text()}
    assert levels == {-2.5, -3.5, -6.5, -7.5}  # those of K0, V0, K1 and V1


def test_stored_says_in_a_lying_block_which_heads_share_it():
    row = {"lying": ("W_K W_V", "m (g d + g d)")}
    axis = figures.draw_stored(row, n_heads=4, n_kv_heads=1).axes[0]
    assert [text.get_text() for text in axis.texts[1:]] == [
        "$K_0$\nfor\n0 to 3",
        "$V_0$\nfor\n0 to 3",
    ]


@pytest.mark.parametrize(
    ("axes", "order"),
    [("(h d) m", "Q0[0] Q0[1] Q0[2] Q1[0] Q1[1] Q1[2]"), ("(d h) m", "Q0[0] Q1[0] Q0[1] Q1[1]")],
)
def test_stored_draws_single_features_in_the_order_of_storage(axes, order):
    blocks = order.split()
    figure = figures.draw_stored({axes: ("W_Q", axes)}, d_head=len(blocks) // 2)
    labels = [re.sub(r"[$_]", "", text.get_text()) for text in figure.axes[0].texts[1:]]
    assert labels == blocks
    colors = [to_hex(patch.get_facecolor()) for patch in figure.axes[0].patches]
    assert colors == [figures.HEAD_COLORS[int(block[1])] for block in blocks]
    (table,) = figures.tables(figure)
    assert table.rows[1][1] == f"Q of head {blocks[1][1]}, feature {blocks[1][3]}"


ROW = ("W_Q W_K W_V", "(h d + h d + h d) m")


@pytest.mark.parametrize(
    ("rows", "sizes", "message"),
    [
        ({}, {}, r"rows must each be a matrix of .* shared; got \{\} \(dict\)$"),
        ({"a": ROW}, {"n_heads": 4, "n_kv_heads": 2}, "rows must .* an axis g where KV heads are"),
        (
            {"bias": ("b_Q", "(h d)")},
            {},
            "rows must each be a matrix of W_Q, W_K, W_V or W_O, with",
        ),
        ({"a kernel": ("W_Q", "m h d")}, {}, "rows must each be a matrix of W_Q, W_K"),
        ({"a": ROW}, {"n_heads": 5}, "n_heads must be at most 4 and a multiple of n_kv_heads; got"),
        ({"a": ROW}, {"n_kv_heads": 3}, "n_heads must be .* got n_heads=2, n_kv_heads=3$"),
    ],
)
def test_stored_refuses_wrong_input(rows, sizes, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        figures.draw_stored(rows, **sizes)
    assert not plt.get_fignums()


def test_sizes_use_a_given_maximum():
    small = torch.tensor([[[1.0, 2.0]]])
    named = ["r"], ["a", "b"], ["t"]
    for top, limit in ((None, 2.0), (5.0, 5.0), (2.0, 2.0)):
        image, *_ = figures.draw_sizes(small, *named, top=top).axes[0].images
        assert image.get_clim() == (0, limit)
    message = r"^top must be at least the largest size, 2; got 1\.5$"
    with pytest.raises(ValueError, match=message):
        figures.draw_sizes(small, *named, top=1.5)


def numbers(table):
    """What a table says, number by number."""
    return torch.tensor([[float(cell) for cell in cells] for _, *cells in table.rows])


def labels(table):
    return [label for label, *_ in table.rows]


SIGNED = torch.tensor([[[-12.3, 0.04, 0.0], [0.3, 5.0, -0.26]]])
LINES = {"one": [1.0, 2.34, 9.876], "two": [0.5, -3.0, torch.nan]}
BANDS = {"rough": [2e-3, 1e-3, 5e-3], "fine": [1e-7]}
KINDS = {"one": [(0.5, 1.0), (2.25, -3.0)], "two": [(1.0, 0.125)]}
BARS = {"few\nlines": {"read": 2.0, "send": 0.06}, "many": {"send": 0.7, "wait": 12.34}}
MEASURES = {"time,\nms": [2.0, 0.06, 12.34], "error": [-0.5, 0.0, 0.25]}
MARKS = {"bug": [0.5, 0.25, 0.123], "slip": [1e-4]}
# One of each: a function that draws and is missing here fails the first test below.
DRAWN = {
    "draw_heads": lambda: draw_heads(torch.rand(2, 3, 4)),
    "draw_signed": lambda: figures.draw_signed(SIGNED, "ab", "xyz", ["one"]),
    "draw_sizes": lambda: draw_sizes(torch.rand(2, 3, 4)),
    "draw_curves": lambda: figures.draw_curves(
        [1.0, 2.0, 4.0], LINES, x_label="width", y_label="time"
    ),
    "draw_points": lambda: draw_points(SIGNED),
    "draw_scatter": lambda: figures.draw_scatter(KINDS, x_label="width", y_label="time"),
    "draw_ruler": lambda: figures.draw_ruler(BANDS, MARKS, label="error"),
    "draw_bars": lambda: figures.draw_bars(BARS, label="time, ms"),
    "draw_measures": lambda: figures.draw_measures(MEASURES, list("abc"), decimals=(1, 2)),
    "draw_blocks": lambda: figures.draw_blocks(3, 5, 7, 2, matrices="QO"),
    "draw_memory": lambda: figures.draw_memory(3, 2, 2),
    "draw_products": lambda: figures.draw_products(EVEN, ONE_KEY, "abc"),
    "draw_stored": lambda: figures.draw_stored({"a": ROW, "b": ("W_O", "m (h d)")}),
}


def test_every_drawing_function_has_tables():
    found = inspect.getmembers(figures, inspect.isfunction)
    draws = [name for name, f in found if f.__annotations__.get("return") is Figure]
    assert sorted(DRAWN) == [name for name in draws if not name.startswith("_")]
    for name, draw in DRAWN.items():
        for table in figures.tables(draw()):
            assert table.title, name
            assert table.rows, name
            assert {len(row) for row in table.rows} == {len(table.head)}, name


@each_map
def test_a_map_s_table_has_every_cell(draw):
    matrices = torch.rand(2, 3, 4)
    matrices[1, 2] = 0
    if draw is draw_heads:
        matrices[0, 1, 2] = torch.nan
    said = figures.tables(draw(matrices))
    for table, matrix in zip(said, matrices, strict=True):
        torch.testing.assert_close(numbers(table), matrix, rtol=0, atol=0.0051, equal_nan=True)
        assert table.head == ["queries", "w", "x", "y", "z"]
        assert labels(table) == ["a", "b", "c"]
    assert said[1].rows[2] == ["c", "0", "0", "0", "0"]
    assert (said[0].rows[1][3] == "NaN") == (draw is draw_heads)


def test_a_map_s_table_has_its_title_bar_and_axes():
    (table,) = figures.tables(figures.draw_heads(torch.rand(1, 2, 2), "ab"))
    assert table.title == "head 0: weight; columns: keys"
    look = {"axes": ("", "feature"), "bar": None}
    (table,) = figures.tables(
        figures.draw_sizes(torch.ones(1, 1, 2), ["r"], ["x", ""], ["t"], **look)
    )
    assert (table.title, table.head) == ("t; columns: feature", ["", "x", "1"])


def test_the_largest_number_in_a_table_has_three_digits():
    (table,) = figures.tables(DRAWN["draw_signed"]())
    assert table.rows == [["a", "-12.3", "0", "0"], ["b", "0.3", "5", "-0.3"]]
    small = figures.tables(figures.draw_signed(SIGNED / 1e9, "ab", "xyz", ["one"]))[0]
    assert small.rows[0] == ["a", "-1.23e-08", "0", "0"]
    wide = torch.tensor([[[1.0, 2.0]]])
    for top, said in ((None, ["r", "1", "2"]), (1e4, ["r", "0", "0"])):
        assert figures.tables(figures.draw_sizes(wide, ["r"], "ab", ["t"], top=top))[0].rows == [
            said
        ]


@pytest.mark.parametrize("exact", [0.125, 0.0625, 0.5, 0.375])
def test_tables_do_not_show_rounding_noise(exact):
    """It would decide how a number halfway is rounded, such as 1/8 to 0.12 or 0.13."""
    noise = torch.tensor([[[-1e-8, 0, 1e-8]]], dtype=torch.float64)
    (table,) = figures.tables(figures.draw_heads(exact + noise, ["q"], key_tokens=list("abc")))
    assert len(set(table.rows[0][1:])) == 1
    for log in ("", "y"):
        heights = {"one": (exact + noise).flatten().tolist()}
        figure = figures.draw_curves([1.0, 2.0, 3.0], heights, x_label="x", y_label="y", log=log)
        assert len({cell for _, cell in figures.tables(figure)[0].rows}) == 1


def test_changing_the_data_after_drawing_does_not_change_the_table():
    weights = torch.full((1, 2, 2), 0.5)
    figure = figures.draw_heads(weights, "ab")
    before = figures.tables(figure)
    weights.zero_()
    assert figures.tables(figure) == before


def test_each_line_is_a_table_column():
    (table,) = figures.tables(DRAWN["draw_curves"]())
    assert (table.title, table.head) == ("time", ["width", "one", "two"])
    assert table.rows == [["1", "1", "0.50"], ["2", "2.34", "-3"], ["4", "9.88", "NaN"]]


def test_tables_of_logarithmic_axes_have_two_digits():
    heights = [123.0, 0.98, 0.00456, 0.0000123]
    figure = figures.draw_curves(
        [1.0, 2.0, 3.0, 4.0], {"a": heights}, x_label="x", y_label="y", log="y"
    )
    (table,) = figures.tables(figure)
    assert [cell for _, cell in table.rows] == ["120", "0.98", "0.0046", "1.2e-05"]
    torch.testing.assert_close(numbers(table)[:, 0], torch.tensor(heights), rtol=0.05, atol=0)


def test_scatter_draws_each_kind_in_its_color_and_shape_with_a_table():
    figure = DRAWN["draw_scatter"]()
    drawn = figure.axes[0].collections
    for kind, points in zip(KINDS.values(), drawn, strict=True):
        assert points.get_offsets().tolist() == [pytest.approx(xy) for xy in kind]
    assert len({to_hex(points.get_facecolors()[0]) for points in drawn}) == 2
    assert len({len(points.get_paths()[0].vertices) for points in drawn}) == 2
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["one", "two"]
    (table,) = figures.tables(figure)
    assert table.head == ["kind", "width", "time"]
    assert table.rows == [["one", "0.50", "1"], ["one", "2.25", "-3"], ["two", "1", "0.12"]]


def test_scatter_in_ink_has_one_color_and_can_begin_at_zero():
    high = {kind: [(x, y + 7.0) for x, y in points] for kind, points in KINDS.items()}
    for plain in (False, True):
        options = {"in_ink": plain, "from_zero": plain}
        (axis,) = figures.draw_scatter(high, x_label="x", y_label="y", **options).axes
        colors = {to_hex(points.get_edgecolors()[0]) for points in axis.collections}
        assert (colors == {figures.INK}) is plain
        first, later = axis.collections  # hollow and larger: a filled one inside stays visible
        assert len(first.get_facecolors()) == 1
        assert len(later.get_facecolors()) == (not plain)
        assert bool(later.get_sizes()[0] > first.get_sizes()[0]) is plain
        assert bool(axis.get_ylim()[0] == 0) is plain


@pytest.mark.parametrize(
    ("groups", "displayed"),
    [
        ({}, "groups must contain a point; got"),
        ({"one": []}, "groups must contain a point; got"),
        ({kind: [(0.0, 1.0)] for kind in "abcde"}, "groups must contain at most 4 kinds; got 5"),
    ],
)
def test_scatter_refuses_wrong_input(groups, displayed):
    with pytest.raises(ValueError, match=displayed):
        figures.draw_scatter(groups, x_label="x", y_label="y")


def test_points_are_drawn_on_a_line_and_in_the_plane_with_a_table():
    line = torch.tensor([2.0, 2.25, -3.0, 0.5])
    plane = torch.tensor([[1.0, -2.5], [0.0, 3.14159], [-1.0, -1.0], [0.1, 0.2]])
    figure = figures.draw_points(line, plane, list("abcd"), axes=("first", "second"))
    upper, lower = figure.axes
    ends, on_line = (dots.get_offsets() for dots in upper.collections)
    assert on_line.tolist() == pytest.approx(torch.stack([line, 0 * line], dim=1).numpy())
    assert sorted(ends[:, 0].tolist()) == pytest.approx([-3.0, 2.25])  # on the points themselves
    placed = {t.get_text(): t.get_position() for t in upper.texts}
    assert [placed[label][0] for label in "abcd"] == pytest.approx(line.tolist())
    heights = [placed[label][1] for label in "abcd"]
    assert heights == pytest.approx([0.65, 1.65, 0.65, 0.65])  # b is too near a, so it is stacked
    discs, in_plane = (dots.get_offsets() for dots in lower.collections)
    assert in_plane.tolist() == pytest.approx(plane.numpy())
    assert discs.tolist() == pytest.approx(plane[:3].numpy())  # the last is inside their triangle
    for text, point in zip(lower.texts, plane, strict=True):
        beside = torch.tensor(text.get_position()) - point
        assert beside / beside.norm() == pytest.approx(point / point.norm(), abs=1e-5)
        assert beside.norm() == pytest.approx(0.11 * lower.get_xlim()[1], rel=1e-4)
    assert lower.get_aspect() == 1
    for low, high in (lower.get_xlim(), lower.get_ylim(), upper.get_xlim()):
        assert -low == high > 3.2
    assert (lower.get_xlabel(), lower.get_ylabel()) == ("first", "second")
    (table,) = figures.tables(figure)
    assert table.head == ["label", "width 1: first", "width 2: first", "width 2: second"]
    assert table.rows[1] == ["b", "2.25", "0", "3.14"]


def test_ruler_draws_bands_behind_the_rows_with_a_table():
    figure = figures.draw_ruler(BANDS, MARKS, label="error")
    (axis,) = figure.axes
    assert axis.get_xscale() == "log"
    assert ticks(axis, "y") == ["rough", "fine", "bug", "slip"]
    low, high = axis.get_ylim()
    assert low > 3 > 0 > high  # downwards, every row in sight
    fills = [c for c in axis.collections if isinstance(c, PolyCollection)]
    boxes = [c.get_paths()[0].vertices for c in fills]
    assert [(b[:, 0].min(), b[:, 0].max(), b[:, 1].min()) for b in boxes] == [
        (1e-3, 5e-3, 0),
        (1e-7, 1e-7, 1),
    ]
    assert all(box[:, 1].max() > 3 for box in boxes)
    dots = [line for line in axis.lines if line.get_marker() == "o"]
    assert [(*dot.get_xdata(), *dot.get_ydata()) for dot in dots] == [(0.25, 2), (1e-4, 3)]
    ((table),) = figures.tables(figure)
    assert (table.title, table.head) == ("error", ["row", "lowest", "median", "highest"])
    assert table.rows[0] == ["rough", "0.0010", "0.0020", "0.0050"]
    assert table.rows[2:] == [["bug", "0.12", "0.25", "0.50"], ["slip", *3 * ["0.00010"]]]


def test_ruler_draws_named_limits_through_all_rows():
    figure = figures.draw_ruler(BANDS, MARKS, label="error", limits={"far": 1e-2, "near": 1e-6})
    (axis,) = figure.axes
    lines = {line.get_label(): line for line in axis.lines if line.get_marker() == "None"}
    assert {name: {*line.get_xdata()} for name, line in lines.items()} == {
        "far": {1e-2},
        "near": {1e-6},
    }
    assert all([*line.get_ydata()] == [0, 1] for line in lines.values())  # the whole height
    assert lines["far"]._unscaled_dash_pattern != lines["near"]._unscaled_dash_pattern
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["far", "near"]
    _, table = figures.tables(figure)
    assert (table.head, table.rows) == (["limit", "error"], [["far", "0.010"], ["near", "1e-06"]])


@pytest.mark.parametrize("limits", [[1.0, 2.0, 3.0], [1.0, 0.0], [1.0, torch.inf]])
def test_ruler_refuses_limits_that_cannot_be_drawn(limits):
    named = dict(zip("abc", limits, strict=False))
    with pytest.raises(ValueError, match=r"^limits must be at most 2 positive finite numbers; got"):
        figures.draw_ruler(BANDS, MARKS, label="error", limits=named)


@pytest.mark.parametrize(
    ("bands", "marks", "message"),
    [
        ({}, {}, "bands and marks must contain a row; got none"),
        ({name: [1.0] for name in "abcde"}, {}, "bands must contain at most 4 rows; got 5"),
        ({"a": []}, {}, r"row 'a' must contain positive finite numbers; got \[\]"),
        ({}, {"a": [1.0, 0.0]}, r"row 'a' must contain positive finite numbers; got \[1.0, 0.0\]"),
        ({}, {"a": [torch.inf]}, "row 'a' must contain positive finite numbers; got"),
        ({}, {"a": [torch.nan]}, "row 'a' must contain positive finite numbers; got"),
    ],
)
def test_ruler_refuses_numbers_that_cannot_be_drawn(bands, marks, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        figures.draw_ruler(bands, marks, label="error")
    assert not plt.get_fignums()


def test_measures_are_bars_from_zero_with_their_numbers_and_a_table():
    figure = DRAWN["draw_measures"]()
    written = {"time,\nms": ["2", "0.1", "12.3"], "error": ["-0.50", "0", "0.25"]}
    for axis, (name, numbers) in zip(figure.axes, MEASURES.items(), strict=True):
        assert axis.get_title(loc="left") == name
        bars = [(bar.get_x(), bar.get_width()) for bar in axis.patches]
        assert bars == [(0, pytest.approx(x)) for x in numbers]
        assert [text.get_text() for text in axis.texts] == written[name]
        left, right = axis.get_xlim()
        assert left <= min(numbers) <= max(numbers) < right
        low, high = axis.get_ylim()
        assert low > 2 > 0 > high  # downwards
    assert ticks(figure.axes[0], "y") == list("abc")
    (table,) = figures.tables(figure)
    assert table.head == ["row", "time, ms", "error"]
    assert table.rows == [["a", "2", "-0.50"], ["b", "0.1", "0"], ["c", "12.3", "0.25"]]
    plt.close("all")


@pytest.mark.parametrize(
    ("measures", "message"),
    [
        ({}, "measures must contain 1 or 2 measures; got 0"),
        ({key: [1.0] for key in "xyz"}, "measures must contain 1 or 2 measures; got 3"),
        ({"x": [1.0, 2.0]}, r"'x' must have 1 finite numbers; got \[1.0, 2.0\]"),
        ({"x": [torch.nan]}, r"'x' must have 1 finite numbers; got \[nan\]"),
    ],
)
def test_measures_refuse_what_cannot_be_drawn(measures, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        figures.draw_measures(measures, ["a"])
    assert not plt.get_fignums()


def test_measures_refuse_fewer_decimals_than_measures():
    with pytest.raises(ValueError, match=r"^decimals must have a number per measure; got \[1\]"):
        figures.draw_measures({"x": [1.0], "y": [2.0]}, ["a"], decimals=[1])


def test_bars_lay_parts_end_to_end_with_their_sum():
    figure = figures.draw_bars(BARS, label="time, ms")
    (axis,) = figure.axes
    assert ticks(axis, "y") == ["few\nlines", "many"]
    low, high = axis.get_ylim()
    assert low > 1 > 0 > high  # downwards
    boxes = [
        (round(b.get_x(), 6), round(b.get_width(), 6), to_hex(b.get_facecolor()))
        for b in axis.patches
    ]
    read, send, wait, _ = figures.HEAD_COLORS[:4]
    assert boxes == [(0, 2, read), (2, 0.06, send), (0, 0.7, send), (0.7, 12.34, wait)]
    assert [text.get_text() for text in axis.texts] == ["2", "2.1", "12", "13"]
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["read", "send", "wait"]
    colors = [to_hex(patch.get_facecolor()) for patch in legend.get_patches()]
    assert colors == [read, send, wait]
    (table,) = figures.tables(figure)
    assert (table.title, table.head) == ("time, ms", ["row", "read", "send", "wait", "together"])
    assert table.rows == [
        ["few, lines", "2", "0.060", "0", "2.1"],
        ["many", "0", "0.70", "12", "13"],
    ]


def test_bars_of_one_part_need_no_legend():
    figure = figures.draw_bars({"a": {"ms": 2.0}, "b": {"ms": 4.0}}, label="time, ms")
    assert not figure.legends
    assert [text.get_text() for text in figure.axes[0].texts] == ["2", "4"]
    (table,) = figures.tables(figure)
    assert (table.head, table.rows) == (["row", "ms"], [["a", "2"], ["b", "4"]])


def test_a_bar_with_a_single_part_has_its_number_once():
    figure = figures.draw_bars({"a": {"read": 2.0}, "b": {"send": 4.0}}, label="time, ms")
    (axis,) = figure.axes
    assert [text.get_text() for text in axis.texts] == ["2", "4"]
    assert [to_hex(bar.get_facecolor()) for bar in axis.patches] == [*figures.HEAD_COLORS[:2]]
    (table,) = figures.tables(figure)
    assert table.head == ["row", "read", "send"]
    plt.close("all")


def test_names_have_their_given_colors_in_bars_and_legend():
    blue, orange, *_ = figures.HEAD_COLORS
    colors = {"wait": figures.INK, "send": blue, "read": orange, "compute": "black"}
    figure = figures.draw_bars(BARS, label="time, ms", colors=colors)
    read, send, wait = orange, blue, figures.INK
    bars = [to_hex(bar.get_facecolor()) for bar in figure.axes[0].patches]
    assert bars == [read, send, send, wait]
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["read", "send", "wait"]
    assert [to_hex(patch.get_facecolor()) for patch in legend.get_patches()] == [read, send, wait]
    plt.close("all")
    rest = {"read": blue, "send": orange}
    message = r"^colors must contain every part's name; got none for \['wait'\]$"
    with pytest.raises(ValueError, match=message):
        figures.draw_bars(BARS, label="time, ms", colors=rest)
    assert not plt.get_fignums()


def test_a_note_stands_below_the_sum_of_its_bar():
    figure = figures.draw_bars(BARS, label="time, ms", notes=["slow", "slower"])
    (axis,) = figure.axes
    ends = [(text.get_text(), text.get_position()[1]) for text in axis.texts]
    assert ends[1:3] == [("2.1", 0), ("slow", 0)]
    assert ends[-1] == ("slower", 1)
    (table,) = figures.tables(figure)
    assert table.head[-1] == "note"
    assert [row[-1] for row in table.rows] == ["slow", "slower"]
    with pytest.raises(ValueError, match=r"^notes must have 2 texts, one per row; got 1$"):
        figures.draw_bars(BARS, label="time, ms", notes=["slow"])
    plt.close("all")


def test_a_hatched_bar_is_outlined_in_its_parts_colors_and_has_its_sum():
    bars = {"calculated": {"one": 3.0, "two": 4.0}, "measured": {"one": 5.0, "two": 6.0}}
    figure = figures.draw_bars(bars, label="time, ms", hatched=["measured"])
    (axis,) = figure.axes
    looks = [(bar.get_hatch(), bar.get_facecolor()[3]) for bar in axis.patches]
    assert looks == [(None, 1), (None, 1), ("////", 0), ("////", 0)]
    assert [to_hex(bar.get_edgecolor()) for bar in axis.patches[2:]] == [*figures.HEAD_COLORS[:2]]
    assert [text.get_text() for text in axis.texts] == ["3", "4", "7", "11"]
    with pytest.raises(ValueError, match=r"^hatched must be rows of bars; got \['guessed'\]$"):
        figures.draw_bars(bars, label="time, ms", hatched=["guessed"])
    plt.close("all")


def test_a_long_note_at_a_short_bar_leaves_the_long_bar_its_width():
    def width(*notes):
        figure = figures.draw_bars(BARS, label="time, ms", notes=notes)
        return figure.axes[0].get_xlim()[1]

    assert width(20 * "a", "") == width("", "")  # the bar "few" ends at 2 of 13
    assert width("", 20 * "a") > 1.5 * width("", "")
    plt.close("all")


@pytest.mark.parametrize(
    ("bars", "message"),
    [
        ({}, "bars must have parts of 1 to 4 names; got 0"),
        ({"a": dict.fromkeys("vwxyz", 1.0)}, "bars must have parts of 1 to 4 names; got 5"),
        ({"a": {"x": -1.0}}, r"bar 'a' must have finite lengths of at least 0; got \{'x': -1.0\}"),
        ({"a": {"x": torch.inf}}, "bar 'a' must have finite lengths of at least 0; got"),
    ],
)
def test_bars_refuse_lengths_that_cannot_be_drawn(bars, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        figures.draw_bars(bars, label="time, ms")
    assert not plt.get_fignums()


@pytest.mark.parametrize(
    ("line", "plane", "texts", "message"),
    [
        (torch.ones(2), torch.ones(2, 3), "ab", "plane must have vectors of width 2; got"),
        (torch.ones(1), torch.ones(1, 2, 2), "a", "plane must have vectors of width 2; got"),
        (torch.ones(0), torch.ones(0, 2), "", "plane must have vectors of width 2; got"),
        (torch.ones(3), torch.ones(2, 2), "ab", "line must have 2 numbers; got"),
        (torch.ones(2, 1), torch.ones(2, 2), "ab", "line must have 2 numbers; got"),
        (torch.ones(1), torch.tensor([[1.0, torch.inf]]), "a", "plane must be finite; got inf"),
        (torch.tensor([torch.nan]), torch.ones(1, 2), "a", "line must be finite; got nan"),
        (torch.ones(2), torch.ones(2, 2), "abc", "labels must be 2 strings, one per entry; got 3"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_points_refuses_vectors_of_other_widths(line, plane, texts, message):
    with pytest.raises(ValueError, match=message):
        figures.draw_points(line, plane, list(texts), axes=("x", "y"))


def test_blocks_tables_have_a_row_per_head():
    queries, output = figures.tables(DRAWN["draw_blocks"]())
    assert queries.title == "x (5, 7) × W_Q (7, 6) = Q (5, 6)"
    assert queries.rows[1:] == [
        ["1", "2 to 3", "W_1 (7, 2)", "Q_1 (5, 2)"],
        ["2", "4 to 5", "W_2 (7, 2)", "Q_2 (5, 2)"],
    ]
    assert output.title == "heads (5, 6) × W_O (6, 7) = output (5, 7)"
    assert output.rows[2] == ["2", "4 to 5", "H_2 (5, 2)", "B_2 (2, 7)", "H_2 B_2 (5, 7)"]


@pytest.mark.parametrize("n_kv_heads", [2, 4])
def test_stored_s_table_has_the_order_of_the_drawing(n_kv_heads):
    rows = {"a": ("W_Q W_K W_V", "(h d + g d + g d) m"), "b": ("W_O", "m (h d)")}
    figure = figures.draw_stored(rows, n_heads=4, n_kv_heads=n_kv_heads)
    (table,) = figures.tables(figure)
    assert table.head == ["block", "a, downwards", "b, left to right"]
    said = [cell for column in zip(*table.rows, strict=True) for cell in column][len(table.rows) :]
    drawn = [text.get_text() for text in figure.axes[0].texts if "_" in text.get_text()]
    first = [re.sub(r"(\w) of (?:head|group) (\d).*", r"$\1_\2$", cell) for cell in said if cell]
    assert first == drawn
    assert ("Q of head 3, group 1" in said) == (n_kv_heads == 2)


def test_a_figure_prints_as_its_tables():
    figure = draw_heads(torch.rand(2, 3, 4))
    text = "\n\n".join(map(str, figures.tables(figure)))
    assert str(figure) == pretty(figure) == text
    title, head, *rows = text.split("\n\n")[1].split("\n")
    assert title == "head 1: weight; columns: keys"
    assert head.split("\t") == ["queries", "w", "x", "y", "z"]
    assert [row.split("\t") for row in rows] == figures.tables(figure)[1].rows


def test_a_title_of_two_lines_is_one_in_the_table_and_makes_the_figure_taller():
    labels = ["r"], ["a", "b"]
    one, two = (figures.draw_sizes(torch.rand(1, 1, 2), *labels, [t]) for t in ("x", "x\ny"))
    assert figures.tables(two)[0].title == "x: y: size; columns: keys"
    assert two.get_figheight() == pytest.approx(one.get_figheight() + 0.2)


def test_tabs_and_newlines_in_labels_are_escaped():
    figure = figures.draw_heads(torch.rand(1, 2, 2), ["\t", "a\nb"])
    lines = str(figure).split("\n")
    assert [len(line.split("\t")) for line in lines] == [1, 3, 3, 3]
    assert lines[3].startswith("a\\nb\t")


def test_a_figure_with_very_many_numbers_prints_only_their_count():
    figure = figures.draw_sizes(torch.ones(1, 101, 100), ["r"] * 101, ["c"] * 100, ["t"])
    assert str(figure) == "10100 numbers, which figures.tables(figure) gives"
    assert numbers(figures.tables(figure)[0]).shape == (101, 100)


def test_tables_refuses_figures_of_other_modules():
    with pytest.raises(
        TypeError, match=r"^figure must come from a function of mha_lib\.book\.figures; "
    ):
        figures.tables(plt.figure())


def test_only_exact_zeros_are_blank_in_signed_maps():
    matrix = torch.tensor([[[0.0, 1e-9], [-1.0, 1.0]]])
    image = figures.draw_signed(matrix, ["a", "b"], ["c", "d"], ["both"]).axes[0].images[0]
    blank = np.ma.getmaskarray(image.get_array())
    assert blank.tolist() == [[True, False], [False, False]]
    assert image.cmap.get_bad()[3] == 0  # the page shows through
