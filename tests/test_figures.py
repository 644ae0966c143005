"""Pictures keep their promises: one scale, every label, nothing told by colour alone."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
import torch

from mha_lib import figures

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
    drawn = images(figures.heads(weights, list("abcd"), key_tokens=list("vwxyz")))
    assert [image.get_clim() for image in drawn] == [(0, 1)] * 3


def test_heads_draw_the_numbers_they_are_given():
    weights = torch.rand(2, 4, 5)
    drawn = images(figures.heads(weights, list("abcd"), key_tokens=list("vwxyz")))
    for image, matrix in zip(drawn, weights, strict=True):
        assert torch.equal(torch.tensor(image.get_array()), matrix)


def test_tokens_stand_on_both_axes():
    figure = figures.heads(torch.rand(1, 2, 3), ["a", "b"], key_tokens=["x", "y", "z"])
    assert ticks(figure.axes[0], "y") == ["a", "b"]
    assert ticks(figure.axes[0], "x") == ["x", "y", "z"]


def test_there_is_one_colour_bar_for_all_heads():
    figure = figures.heads(torch.rand(4, 3, 3), list("abc"))
    assert len(figure.axes) == 4 + 1


@pytest.mark.parametrize("wrong", [-0.1, 1.5])
def test_weights_outside_0_to_1_are_refused(wrong):
    weights = torch.rand(1, 2, 2)
    weights[0, 1, 0] = wrong
    with pytest.raises(ValueError, match="weights must lie in 0 to 1; got"):
        figures.heads(weights, ["a", "b"])


def test_a_missing_label_is_refused():
    with pytest.raises(ValueError, match="row labels must be one an entry, 3; got 2"):
        figures.heads(torch.rand(1, 3, 3), ["a", "b"])


def test_signed_numbers_share_a_scale_centred_on_0():
    matrices = torch.randn(2, 3, 4)
    drawn = images(figures.signed(matrices, list("abc"), list("wxyz"), ["one", "two"]))
    largest = matrices.abs().max().item()
    assert [image.get_clim() for image in drawn] == [(-largest, largest)] * 2


def test_curves_are_told_apart_without_colour():
    series = {name: [1.0, 2.0, 3.0] for name in "abcd"}
    axis = figures.curves([1.0, 2.0, 3.0], series, x_label="x", y_label="y").axes[0]
    assert len({line.get_linestyle() for line in axis.lines}) == 4
    assert len({line.get_marker() for line in axis.lines}) == 4


def test_a_fifth_curve_is_refused():
    with pytest.raises(ValueError, match="series must hold at most 4 lines; got 5"):
        figures.curves([1.0], {name: [1.0] for name in "abcde"}, x_label="x", y_label="y")


def test_a_curve_of_another_length_is_refused():
    with pytest.raises(ValueError, match="series 'a' must have 2 heights; got 3"):
        figures.curves([1.0, 2.0], {"a": [1.0, 2.0, 3.0]}, x_label="x", y_label="y")


def test_the_hull_has_the_corners_and_nothing_else():
    # A square, a point on its side's inside, its middle, and a corner given twice.
    points = torch.tensor([[0, 0], [2, 0], [2, 2], [0, 2], [1, 1], [0.5, 1.5], [2, 2]])
    corners = {tuple(points[i].tolist()) for i in figures._hull_corners(points)}
    assert corners == {(0, 0), (2, 0), (2, 2), (0, 2)}


def test_random_points_lie_on_one_side_of_every_hull_edge():
    points = torch.randn(30, 2, dtype=torch.float64)
    corners = points[figures._hull_corners(points)]
    edges = corners.roll(-1, 0) - corners
    away = points[:, None] - corners
    turn = edges[:, 0] * away[..., 1] - edges[:, 1] * away[..., 0]
    assert (turn <= 1e-12).all()
    assert len(corners) >= 3


@pytest.mark.usefixtures("no_type_hook")
def test_hull_wants_values_of_width_2():
    with pytest.raises(ValueError, match="values must be of width 2 with a token each"):
        figures.hull(torch.randn(3, 4), {}, list("abc"))


def test_blocks_name_every_head_on_both_sides():
    figure = figures.blocks(n_heads=3, rows=5, d_model=7, d_head=2)
    texts = [text.get_text() for text in figure.axes[0].texts]
    for head in range(3):
        assert f"$W_{head}$" in texts
        assert f"$xW_{head}$" in texts
    assert {"(5, 7)", "(7, 6)", "(5, 6)"} <= set(texts)


def test_sizes_share_a_scale_from_0():
    matrices = torch.rand(2, 3, 4)
    drawn = images(figures.sizes(matrices, list("abc"), list("wxyz"), ["one", "two"]))
    assert [image.get_clim() for image in drawn] == [(0, matrices.max().item())] * 2


def test_a_negative_size_is_refused():
    with pytest.raises(ValueError, match="matrices must not be negative; got -1"):
        figures.sizes(-torch.ones(1, 1, 1), ["a"], ["b"], ["one"])
