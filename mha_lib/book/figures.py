"""The book's figures: tensors in, a matplotlib Figure out.

All heads have the same scale: weights go from the page's background at 0 to the head's color at 1,
or to gray without a head. Signed numbers have the diverging map `SIGNED`, centered on 0. Queries
are rows, and keys are columns. Figures are readable on a phone and on a desk.

A figure has no background, so that it can be read on a white page and on a dark one. A head has a
color, from `HEAD_COLORS`, for its frame, title and blocks; the widgets use the same colors.

Readers who cannot see a figure, or want to check it, get its numbers: `tables` returns them, and a
terminal, which shows no pictures, prints them.
"""

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise, zip_longest
from statistics import median
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import torch
from jaxtyping import Bool, Float
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize, to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import LogLocator, MaxNLocator
from torch import Tensor

from mha_lib import checks
from mha_lib.parameter_table import CANONICAL_AXES, Row

# Head 0 is blue, head 1 orange, then green, plum, ochre, pink, teal and violet. Each has a contrast
# of at least 3.3 : 1 to a white page and to a dark one. No two are closer than 0.055 in OKLab, to
# color-blind readers either; still, a head's color never appears without its number.
HEAD_COLORS = (
    "#2673c4",
    "#c04f0c",
    "#4c7745",
    "#935789",
    "#b08428",
    "#e2579d",
    "#0b9ba7",
    "#a274ea",
)
# Signed numbers: indigo below 0, red above, two hues that no head has. Lightness changes evenly,
# and color-blind readers can distinguish the two sides too.
_INDIGOS = ["#2a2287", "#4548ae", "#656dd7", "#8e9aed", "#bfc7f7"]
_REDS = ["#f4bab8", "#e48182", "#c74a51", "#9e2030", "#6e0017"]
SIGNED = LinearSegmentedColormap.from_list("signed", [*_INDIGOS, "#f7f6f6", *_REDS])
# Text, ticks and lines: 4.2 : 1 on white and on a dark page (#14181e), the most that a gray can
# have on both.
INK = "#767c84"

# The keys are plain strings: matplotlib's own type for them exists only in its latest releases.
_STYLE: dict[Any, Any] = {
    "figure.dpi": 130,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "figure.constrained_layout.use": True,
    "font.size": 12,
    "axes.titlesize": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 1.2,
    "grid.color": INK,
    **dict.fromkeys(["text.color", "axes.labelcolor", "axes.edgecolor"], INK),
    **dict.fromkeys(["xtick.color", "ytick.color"], INK),
    "hatch.linewidth": 0.8,
}
_WIDTH = 5.2  # inches; 12 point is then 11 px on a phone, 390 px wide
_MAX_CELLS_WITH_GRID = 3  # cells per side, up to which lines separate them
_COLORS = HEAD_COLORS[:4]  # those on which white text can be read
_MARKERS = "osD^"
_LINES = ["-", "--", "-.", ":"]
_LIMIT_LINES = [(0, (4, 3)), (0, (1, 1.5))]
_FLOOR_LINES = [(0, (1, 3)), "-."]  # thin and without markers, unlike curves
_MAX_LEGEND_LETTERS = 45  # in one line
_MAX_PRINTED = 10_000  # numbers printed next to a figure; more would make a notebook too large
_SPACES = str.maketrans({"\t": "\\t", "\n": "\\n", "\r": "\\r"})


@dataclass(frozen=True)
class Table:
    """The numbers of a part of a figure, as strings, rounded to what the eye can distinguish.

    `str` separates cells by tabs, which a spreadsheet can read.
    """

    title: str
    head: list[str]  # what the rows' labels are, then a label a column
    rows: list[list[str]]  # each a label, then its cells

    def __str__(self):
        lines = [[self.title], self.head, *self.rows]
        return "\n".join("\t".join(text.translate(_SPACES) for text in line) for line in lines)


class _FigureWithTables(Figure):
    """A figure with its tables, which are printed where no picture can be shown."""

    def __init__(self, *args: Any, make_tables: Callable[[], list[Table]], **options: Any):
        super().__init__(*args, **options)
        self.make_tables = make_tables

    def __str__(self):
        maps = [math.prod(image.get_size()) for axis in self.axes for image in axis.images]
        lines = [np.size(line.get_ydata()) for axis in self.axes for line in axis.lines]
        size = sum(maps + lines)
        if size > _MAX_PRINTED:
            return f"{size} numbers, which figures.tables(figure) gives"
        return "\n\n".join(map(str, self.make_tables()))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """The text next to the picture in a notebook's outputs."""
        printer.text(str(self))


def tables(figure: Figure) -> list[Table]:
    """Returns the numbers that a figure of this module shows, as tables.

    Args:
        figure: A figure that a function of this module returned.

    Returns:
        A table for each matrix that the figure draws, or one table if it draws none. NaN is
        written as "NaN".

    Raises:
        TypeError: The figure was not made by this module.

    >>> figure = draw_heads(torch.eye(2)[None], ["the", "cat"])
    >>> tables(figure)[0].rows
    [['the', '1', '0'], ['cat', '0', '1']]
    """
    if not isinstance(figure, _FigureWithTables):
        rule = "figure must come from a function of mha_lib.book.figures"
        raise TypeError(f"{rule}; got {checks.describe(figure)}")
    return figure.make_tables()


def _decimals(number, digits=3):
    """How many decimals a number needs to have this many significant digits."""
    return digits - 1 - int(f"{number:.{digits - 1}e}".partition("e")[2])


def format_number(number, decimals):
    """Formats a number with this many decimals, or without a decimal point if it is whole."""
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else f"{number}"
    # Round to six digits first, so that noise in the last bits does not decide how a number halfway
    # is rounded. Adding 0 makes -0.0 a plain 0.
    rounded = round(float(f"{number:.6g}"), decimals) + 0.0
    plain = 0 < decimals < 6 and not rounded.is_integer()
    return f"{rounded:.{decimals}f}" if plain else f"{rounded:g}"


def _subplots(make_tables, height, *grid, **options) -> tuple[Any, Any]:
    """Makes an empty figure of this height with its tables; also returns its axes."""
    size = _WIDTH, height
    return plt.subplots(
        *grid, FigureClass=_FigureWithTables, make_tables=make_tables, figsize=size, **options
    )


def map_table(title, corner, rows, columns, matrix, decimals):
    """A matrix as a table; a row or column with an empty label gets its number."""
    cells = [[format_number(number, decimals) for number in line] for line in matrix.tolist()]
    rows, columns = (
        [label if label.strip() else f"{place}" for place, label in enumerate(labels)]
        for labels in (rows, columns)
    )
    named = [[row, *line] for row, line in zip(rows, cells, strict=True)]
    return Table(title or "numbers", [corner, *columns], named)


def draw_heads(
    weights: Float[Tensor, "heads queries keys"],
    tokens: Sequence[str],
    *,
    key_tokens: Sequence[str] | None = None,
    titles: Sequence[str] | None = None,
    columns: int = 2,
    head_colors: Sequence[int | None] | None = None,
    outline: Bool[Tensor, "heads queries keys"] | None = None,
) -> Figure:
    """Draws attention matrices next to each other, all on one scale from 0 to 1.

    Args:
        weights: One matrix per head. NaN is hatched; a row of NaN, as other libraries may give for
            a query without keys, is framed and labeled.
        tokens: A label per query.
        key_tokens: A label per key; by default `tokens`.
        titles: A title per matrix; by default "head 0", "head 1", ...
        columns: How many matrices to draw in a row.
        head_colors: For each matrix the number of the head whose color it gets, with frame and
            title, or None for gray. By default a matrix with the title "head 3" gets the color of
            head 3, and a matrix with any other title is gray. From nine heads on, all are gray.
        outline: The cells of each matrix to draw a line around, such as those that a mask allows:
            a small weight there looks like 0.

    Raises:
        TypeError: `weights` is not a dense floating-point tensor, `outline` is not a dense boolean
            one, or a head is not an integer.
        ValueError: A weight is outside 0 to 1, a head is negative, there is not one label or head
            per entry, or `outline` has another shape than `weights`.
    """
    _require_three_dims("weights", weights)
    outside = weights[(weights < 0) | (weights > 1 + 1e-6)]
    if len(outside):
        raise ValueError(f"weights must be between 0 and 1; got {outside[0].item():.3g}")
    titles = [f"head {i}" for i in range(len(weights))] if titles is None else titles
    titles = checks.require_strings("titles", titles, len(weights))
    key_tokens = tokens if key_tokens is None else key_tokens
    colors = _head_colors(len(weights), titles, head_colors)
    n_rows, n_columns = weights.shape[1:]
    if outline is not None:
        checks.require_dense("outline", outline)
        if outline.dtype != torch.bool:
            rule = "outline must be boolean, True inside the line"
            raise TypeError(f"{rule}; got {checks.describe(outline)}")
        if outline.shape != weights.shape:
            rule = f"outline must have the shape {tuple(weights.shape)}"
            raise ValueError(f"{rule}; got {checks.describe(outline)}")
    figure = _draw_matrices(
        weights,
        row_labels=checks.require_strings("tokens", tokens, n_rows),
        column_labels=checks.require_strings("key_tokens", key_tokens, n_columns),
        titles=titles,
        columns=columns,
        axes=("queries", "keys"),
        bar="weight",
        scale=Normalize(0, 1),
        colors=colors,
    )
    for axis, inside in zip(figure.axes, () if outline is None else outline, strict=False):
        _outline(axis, inside.detach().cpu().numpy())
    return figure


def _head_colors(n, titles, numbers):
    """A color per matrix, or None."""
    if numbers is None:
        named = [re.fullmatch(r"head ([0-9]+)", title) for title in titles]
        numbers = [match and int(match[1]) for match in named]
    rule = f"head_colors must be {n} heads' numbers, one per entry"
    try:
        numbers = list(numbers)
    except TypeError:
        raise TypeError(f"{rule}; got {checks.describe(numbers)}") from None
    if len(numbers) != n:
        raise ValueError(f"{rule}; got {len(numbers)}")
    numbers = [i if i is None else checks.require_int("head_colors", i, 0) for i in numbers]
    if any(i is not None and i >= len(HEAD_COLORS) for i in numbers):
        return [None] * n
    return [i if i is None else HEAD_COLORS[i] for i in numbers]


def draw_signed(
    matrices: Float[Tensor, "matrices rows columns"],
    row_labels: Sequence[str],
    column_labels: Sequence[str],
    titles: Sequence[str],
    *,
    columns: int = 2,
    axes: tuple[str, str] = ("queries", "keys"),
    bar: str = "difference",
    column_groups: Mapping[str, int] | None = None,
    decimals: int | None = None,
) -> Figure:
    """Draws scores, differences or contributions, all on one scale centered on 0.

    Exact zeros are blank, to distinguish them from small numbers.

    Args:
        matrices: Numbers of either sign.
        row_labels: A label per row.
        column_labels: A label per column.
        titles: A title per matrix.
        columns: How many matrices to draw in a row.
        axes: What rows and columns are.
        bar: What the color means.
        column_groups: Maps a group's name to how many columns it has, from left to right; a gap
            separates the groups.
        decimals: Writes each number into its cell, with this many decimals; None writes none. For
            matrices of few columns.

    Raises:
        TypeError: `matrices` is not a dense floating-point tensor, or a group's size or `decimals`
            is not an integer.
        ValueError: A number is not finite, there is not one label or title per entry, the groups
            do not contain all columns, or `decimals` is negative.
    """
    if decimals is not None:
        checks.require_int("decimals", decimals, 0)
    _require_three_dims("matrices", matrices)
    checks.require_finite("matrices", matrices)
    limit = matrices.abs().max().item() or 1.0
    return _draw_matrices(
        matrices,
        **_require_labels(matrices, row_labels, column_labels, titles),
        columns=columns,
        axes=axes,
        bar=bar,
        scale=Normalize(-limit, limit),
        cmap=SIGNED,
        blank_zeros=True,
        groups=column_groups,
        decimals=decimals,
    )


def draw_sizes(
    matrices: Float[Tensor, "matrices rows columns"],
    row_labels: Sequence[str],
    column_labels: Sequence[str],
    titles: Sequence[str],
    *,
    columns: int = 2,
    axes: tuple[str, str] = ("queries", "keys"),
    bar: str | None = "size",
    top: float | None = None,
    column_groups: Mapping[str, int] | None = None,
    outline: Float[Tensor, "rows columns"] | None = None,
) -> Figure:
    """Draws sizes, such as norms: like `draw_signed`, but on one scale from 0 to the largest.

    Args:
        matrices: Numbers of at least 0.
        row_labels, column_labels, titles, columns, axes, column_groups: As in `draw_signed`.
        bar: What the color means; None omits the color bar, for yes and no.
        top: End of the scale, to match another figure; by default the largest size.
        outline: Mask of cells to outline in every matrix. Not allowed with `column_groups`.

    Raises:
        TypeError: `matrices` is not a dense floating-point tensor, `top` is not a number, or a
            group's size is not an integer.
        ValueError: A number is negative or not finite, `top` is below the largest, there is not one
            label or title per entry, the groups do not contain all columns, or `outline` has
            another shape than a matrix.
    """
    _require_three_dims("matrices", matrices)
    checks.require_finite("matrices", matrices)
    if outline is not None:
        checks.require_floating("outline", outline)
        if outline.shape != matrices.shape[1:] or column_groups:
            rule = f"outline must have the shape {tuple(matrices.shape[1:])}, without groups"
            raise ValueError(f"{rule}; got {checks.describe(outline)}")
    if matrices.min() < 0:
        raise ValueError(f"matrices must not be negative; got {matrices.min().item():.3g}")
    largest = matrices.max().item()
    limit = largest or 1.0 if top is None else checks.require_number("top", top)
    if limit < largest:
        raise ValueError(f"top must be at least the largest size, {largest:.3g}; got {limit:.3g}")
    figure = _draw_matrices(
        matrices,
        **_require_labels(matrices, row_labels, column_labels, titles),
        columns=columns,
        axes=axes,
        bar=bar,
        scale=Normalize(0, limit),
        groups=column_groups,
    )
    if outline is not None:
        for axis in figure.axes[: len(matrices)]:
            _outline(axis, outline.detach().cpu().numpy() != 0)
    return figure


def _outline(axis, inside):
    """Draws the border of some cells, over whatever fills them."""
    padded = np.pad(inside, 1)
    rows, columns = inside.shape  # the frame moves out, apart from a border at the edge
    axis.set(xlim=(-0.5 - 0.03 * columns, columns - 0.5 + 0.03 * columns))
    axis.set(ylim=(rows - 0.5 + 0.03 * rows, -0.5 - 0.03 * rows))
    lines = {"color": INK, "lw": 2.5, "capstyle": "projecting", "zorder": 3}
    for row, column in np.argwhere(padded[1:, 1:-1] != padded[:-1, 1:-1]):
        axis.hlines(row - 0.5, column - 0.5, column + 0.5, **lines)
    for row, column in np.argwhere(padded[1:-1, 1:] != padded[1:-1, :-1]):
        axis.vlines(column - 0.5, row - 0.5, row + 0.5, **lines)


def _require_three_dims(name, value):
    checks.require_floating(name, value, min_dims=3)
    if value.dim() != 3 or 0 in value.shape:
        raise ValueError(
            f"{name} must have 3 dimensions, none of size 0; got {checks.describe(value)}"
        )


def _group_ends(groups, n_cols):
    """Where each group of columns ends; a single end if there are no groups."""
    if groups is None:
        return [n_cols]
    sizes = [checks.require_int("column_groups", size) for size in groups.values()]
    if sum(sizes) != n_cols:
        rule = f"column_groups must have {n_cols} columns between them"
        raise ValueError(f"{rule}; got {checks.describe(dict(groups))}")
    return list(accumulate(sizes))


def _require_labels(matrices, row_labels, column_labels, titles) -> dict[str, Any]:
    """Accepts a label per row and column and a title per matrix, as arguments to draw them."""
    n, n_rows, n_columns = matrices.shape
    return {
        "row_labels": checks.require_strings("row_labels", row_labels, n_rows),
        "column_labels": checks.require_strings("column_labels", column_labels, n_columns),
        "titles": checks.require_strings("titles", titles, n),
    }


def _draw_matrices(
    matrices,
    *,
    row_labels,
    column_labels,
    titles,
    columns,
    axes,
    bar,
    scale,
    cmap=None,
    colors=(),
    blank_zeros=False,
    groups=None,
    decimals=None,
):
    """Draws matrices in a grid, all on one scale.

    Args:
        matrices: (matrices, rows, columns).
        row_labels, column_labels, titles: Checked labels.
        columns: How many matrices to draw in a row.
        axes: What rows and columns are.
        bar: What the color means; None omits the color bar.
        scale: The smallest and the largest number, as a Normalize.
        cmap: Colors of the numbers; None for those from the page's background to a head's color.
        colors: A head's color per matrix, or None for gray; () if all are gray.
        blank_zeros: Whether exact zeros are left blank.
        groups: Maps a group's name to how many columns it has.
        decimals: How many decimals of each number are written into its cell; None for no number.
    """
    n, n_rows, n_cols = matrices.shape
    columns = min(checks.require_int("columns", columns), n)
    ends = _group_ends(groups, n_cols)
    # A gap is a column without numbers.
    gaps, wide = ends[:-1], n_cols + len(ends) - 1
    at = [column + sum(gap <= column for gap in gaps) for column in range(n_cols)]
    lines = -(-n // columns)
    cell = (_WIDTH - 0.9) / columns
    more_lines = max(title.count("\n") for title in titles)
    above = (0.84 if groups else 0.62) + 0.2 * more_lines
    height = lines * (cell * n_rows / wide + above) + 0.45
    # In single precision, noise in the last bits does not change a number's color.
    shown = matrices.detach().cpu().float().clone().numpy()
    row_axis, column_axis = axes
    details = (f": {bar}" if bar else "") + (f"; columns: {column_axis}" if column_axis else "")
    names = [title.replace("\n", ": ") + details for title in titles]
    make_tables = partial(
        _map_tables, names, row_axis, row_labels, column_labels, shown, _decimals(scale.vmax)
    )
    with plt.rc_context(_STYLE):
        shared = {"squeeze": False, "sharex": True, "sharey": True}
        figure, grid = _subplots(make_tables, height, lines, columns, **shared)
        for axis in grid.flat[n:]:
            axis.set_axis_off()
        for axis, matrix, title, color in zip(
            grid.flat, shown, titles, colors or [None] * n, strict=False
        ):
            displayed = np.ma.masked_equal(matrix, 0) if blank_zeros else matrix
            if gaps:
                with_gaps = np.insert(np.ma.filled(displayed, np.nan), gaps, np.nan, 1)
                displayed = np.ma.masked_invalid(with_gaps)
            shades = cmap or _ramp(color or INK)
            axis.imshow(displayed, aspect="auto", cmap=shades, norm=scale)
            pad = 22 if groups else None  # room for the groups' names, in points
            if color:
                axis.set_title(title, color=color, fontweight="bold", pad=pad)
                axis.spines[:].set(color=color, linewidth=2.5)
            else:
                axis.set_title(title, pad=pad)
            _name_groups(axis, list(groups or ()), ends, at)
            # A letter is 8 points wide; labels that do not fit next to each other are vertical.
            needed, room = 8 * max(map(len, column_labels)), 72 * cell / wide
            look = {"rotation": 90} if needed > 0.9 * room else {}
            axis.set_xticks(at, column_labels, **look)
            axis.set_yticks(range(n_rows), row_labels)
            axis.tick_params(length=0)
            if (
                max(n_rows, wide) <= _MAX_CELLS_WITH_GRID
            ):  # equal neighbors would look like one wide cell
                axis.vlines([j - 0.5 for j in range(1, wide)], -0.5, n_rows - 0.5, color=INK, lw=1)
                axis.hlines([i - 0.5 for i in range(1, n_rows)], -0.5, wide - 0.5, color=INK, lw=1)
            # A frame shows where cells of the page's color end. NaN is hatched instead.
            axis.spines[:].set_visible(True)
            _mark_nan(axis, matrix)
            if decimals is not None:
                _write_numbers(axis, matrix, at, decimals, shades(scale(matrix)))
        figure.supxlabel(column_axis, fontsize="medium")
        figure.supylabel(row_axis, fontsize="medium")
        if bar is not None:
            shades = ScalarMappable(scale, cmap or _ramp(INK))
            figure.colorbar(shades, ax=grid, label=bar, shrink=0.9, aspect=30)
    return figure


def _ramp(color):
    """Colors from the page's background, whatever it is, to this one."""
    return LinearSegmentedColormap.from_list(color, [to_rgba(color, 0), to_rgba(color, 1)])


def _name_groups(axis, names, ends, at):
    """Writes a group's name above the middle of its columns."""
    start = 0
    for name, end in zip(names, ends, strict=False):
        middle = (at[start] + at[end - 1]) / 2
        above = {"xytext": (0, 4), "textcoords": "offset points", "ha": "center", "va": "bottom"}
        axis.annotate(name, (middle, -0.5), annotation_clip=False, **above)
        start = end


def _map_tables(titles, corner, rows, columns, matrices, decimals):
    return [
        map_table(title, corner, rows, columns, matrix, decimals)
        for title, matrix in zip(titles, matrices, strict=True)
    ]


def _write_numbers(axis, matrix, at, decimals, shades):
    """Writes each number into its cell: white on dark shades, black on light, ink on the page."""
    light = shades[..., :3] ** 2.2 @ [0.2126, 0.7152, 0.0722]  # (rows, columns)
    for row, numbers in enumerate(matrix.tolist()):
        for i, (column, number) in enumerate(zip(at, numbers, strict=True)):
            # Of black and white, the one with more contrast. Exact zeros are blank.
            color = ("black" if light[row, i] > 0.18 else "white") if number else INK
            # Rounded first, as in format_number; all numbers of a map have as many decimals.
            rounded = round(float(f"{number:.6g}"), decimals) + 0.0
            text = f"{rounded:.{decimals}f}".replace("-", "\N{MINUS SIGN}")
            axis.text(column, row, text, ha="center", va="center", color=color)


def _mark_nan(axis, matrix):
    """Hatches NaN; a row of only NaN is also framed and labeled.

    Otherwise the row would look like the page, and the matrix as if it had fewer rows.
    """
    n_cols = matrix.shape[1]
    middle, word = (n_cols - 1) / 2, min(2.4, n_cols / 2)  # the word's width, in cells
    whole = np.isnan(matrix).all(axis=1)

    def hatch(left, row, width):
        patch = Rectangle((left, row - 0.5), width, 1)
        patch.set(fill=False, hatch="///", edgecolor=INK, linewidth=0)
        axis.add_patch(patch)

    for row, column in np.argwhere(np.isnan(matrix) & ~whole[:, None]):
        hatch(column - 0.5, row, 1)
    for row in np.flatnonzero(whole):
        side = (n_cols - word) / 2
        hatch(-0.5, row, side)
        hatch(middle + word / 2, row, side)
        frame = Rectangle((-0.5, row - 0.5), n_cols, 1, fill=False, edgecolor=INK, linewidth=1.2)
        axis.add_patch(frame)
        axis.text(middle, row, "NaN", ha="center", va="center", color=INK)


def draw_curves(
    x: Sequence[float],
    series: Mapping[str, Sequence[float | Sequence[float]]],
    *,
    x_label: str,
    y_label: str,
    log: str = "",
    floor: tuple[str, float] | Mapping[str, float] | None = None,
    ink: bool = False,
    columns: int = 1,
    beside: Mapping[str, tuple[float, float]] | None = None,
) -> Figure:
    """Draws lines over one x axis, which differ by color, dash, marker and label.

    Args:
        x: Positions, the same for all lines.
        series: Maps a line's label to its heights. Several numbers for one position, such as those
            of several seeds, are drawn as their median and their range.
        x_label: What x is, with its unit.
        y_label: What the heights are, with their unit.
        log: Axes on a logarithmic scale: "", "x", "y" or "xy".
        floor: A height to compare with, such as that of a random guess, and its label; or two,
            as a mapping from labels to heights.
        ink: Whether all lines are in ink, for models, which have no color. The first is solid, the
            others have hollow markers; lines are a little apart, so that none covers another.
        columns: Number of columns of the legend.
        beside: Where each label begins, in the units of the axes, to write it next to its line
            instead of in a legend. The heights to compare with are then solid lines.

    Raises:
        ValueError: There are more than four lines or two heights to compare with, a line is not
            as long as `x`, `log` is something else, or `beside` leaves out a label.
    """
    if log not in ("", "x", "y", "xy"):
        raise ValueError(f'log must be "", "x", "y" or "xy"; got {log!r}')
    if len(series) > len(_COLORS):
        raise ValueError(f"series must contain at most {len(_COLORS)} lines; got {len(series)}")
    for label, y in series.items():
        if len(y) != len(x):
            raise ValueError(f"series {label!r} must have {len(x)} heights; got {len(y)}")
    floors = dict([floor]) if isinstance(floor, tuple) else dict(floor or {})
    if len(floors) > len(_FLOOR_LINES):
        raise ValueError(f"floor must have at most {len(_FLOOR_LINES)} heights; got {len(floors)}")
    labels = [*series, *floors]
    if beside is not None and set(beside) != set(labels):
        raise ValueError(f"beside must have the labels {labels}; got {[*beside]}")
    runs = {label: [_as_list(height) for height in y] for label, y in series.items()}
    levels = {label: [[float(height)]] * len(x) for label, height in floors.items()}
    make_tables = partial(_curve_tables, list(x), runs | levels, x_label, y_label, "y" in log)
    with plt.rc_context(_STYLE):
        figure, axis = _subplots(make_tables, 3.4)
        styles = zip(_COLORS, _MARKERS, _LINES, strict=True)
        apart = min((b - a for a, b in pairwise(x)), default=0) * 0.08 if ink else 0
        for i, ((label, y), (hue, marker, line)) in enumerate(
            zip(runs.items(), styles, strict=False)
        ):
            color, width = (INK, 3) if ink else (hue, 5)
            at = [position + apart * (i - (len(runs) - 1) / 2) for position in x]
            look: dict[str, Any] = {"color": color, "marker": marker, "markersize": 4}
            if ink:
                look |= {"markersize": 5, "linewidth": 1.3 if i else 2.5}
                look |= {"markerfacecolor": "none"} if i else {}
            axis.plot(at, [median(heights) for heights in y], line, label=label, **look)
            for position, heights in zip(at, y, strict=True):
                if len(heights) > 1:
                    ends = min(heights), max(heights)
                    axis.vlines(position, *ends, color=color, lw=width, alpha=0.35)
        for (label, height), dashes in zip(floors.items(), _FLOOR_LINES, strict=False):
            look = {"lw": 1.6, "linestyle": "-"} if beside else {"lw": 1, "linestyle": dashes}
            axis.axhline(height, color=INK, label=label, **look)
        for label, (left, bottom) in (beside or {}).items():
            axis.text(left, bottom, label)
        axis.set_xlabel(x_label)
        axis.set_ylabel(y_label)
        axis.set_xscale("log" if "x" in log else "linear")
        axis.set_yscale("log" if "y" in log else "linear")
        if ("x" in log and len(x) <= 8) or (ink and len(x) <= 13):
            axis.set_xticks(x, [f"{value:g}" for value in x])
            axis.minorticks_off()
        elif "x" not in log and all(float(value).is_integer() for value in x):
            axis.xaxis.set_major_locator(MaxNLocator(integer=True))
        axis.grid(alpha=0.3)
        if beside is None and (len(series) > 1 or floors):
            figure.legend(loc="outside upper left", frameon=False, ncols=columns)
    return figure


def draw_ruler(
    bands: Mapping[str, Sequence[float]],
    marks: Mapping[str, Sequence[float]],
    *,
    label: str,
    limits: Mapping[str, float] | None = None,
) -> Figure:
    """Draws ranges on one logarithmic ruler: some as bands through all rows, the others as marks.

    A mark inside a band is as large as the band's numbers; a mark to the right of it is larger.

    Args:
        bands: Maps a row's label to its numbers, drawn as their range. These rows are at the top,
            and their ranges continue downwards, behind the marks.
        marks: Maps a row's label to its numbers, drawn as their median and their range.
        label: What the numbers are, with their unit.
        limits: Maps a name to a number that a row may be compared with: a line through all rows,
            named in a legend; at most two, by default none.

    Raises:
        ValueError: There is no row, there are more than four bands or two limits, a row has no
            number, or a number is not positive and finite.
    """
    if len(bands) > len(_COLORS):
        raise ValueError(f"bands must contain at most {len(_COLORS)} rows; got {len(bands)}")
    rows = [(name, [float(x) for x in row]) for name, row in [*bands.items(), *marks.items()]]
    if not rows:
        raise ValueError("bands and marks must contain a row; got none")
    for name, row in rows:
        if not row or not all(0 < x < math.inf for x in row):
            raise ValueError(f"row {name!r} must contain positive finite numbers; got {row}")
    ends = {name: float(x) for name, x in (limits or {}).items()}
    if len(ends) > len(_LIMIT_LINES) or not all(0 < x < math.inf for x in ends.values()):
        raise ValueError(
            f"limits must be at most {len(_LIMIT_LINES)} positive finite numbers; got {ends}"
        )
    make_tables = partial(_ruler_tables, rows, label, ends)
    with plt.rc_context(_STYLE):
        figure, axis = _subplots(make_tables, 0.33 * len(rows) + (1.2 if ends else 0.8))
        for (name, end), dashes in zip(ends.items(), _LIMIT_LINES, strict=False):
            axis.axvline(end, color=INK, lw=1.5, ls=dashes, label=name)
        for place, (_, row) in enumerate(rows):
            low, high = min(row), max(row)
            color = _COLORS[place] if place < len(bands) else INK
            if place < len(bands):
                axis.fill_between([low, high], place, len(rows), color=color, alpha=0.25, lw=0)
                axis.hlines(place, low, high, color=color, lw=9)
            else:
                axis.hlines(place, low, high, color=color, lw=3)
                axis.plot(median(row), place, "o", color=color, markersize=7)
        axis.set_xscale("log")
        axis.set_yticks(range(len(rows)), [name for name, _ in rows])
        axis.set(xlabel=label, ylim=(len(rows) - 0.4, -0.6))
        axis.xaxis.set_major_locator(LogLocator(numticks=6))
        axis.minorticks_off()
        axis.tick_params(axis="y", length=0)
        axis.grid(axis="x", alpha=0.3)
        if ends:
            figure.legend(loc="outside upper left", frameon=False, ncols=len(ends))
    return figure


def _ruler_tables(rows, label, ends):
    def cells(*numbers):
        return [format_number(x, _decimals(x, 2)) for x in numbers]

    lines = [[name, *cells(min(row), median(row), max(row))] for name, row in rows]
    found = [Table(label, ["row", "lowest", "median", "highest"], lines)]
    if ends:
        found.append(Table("limits", ["limit", label], [[n, *cells(x)] for n, x in ends.items()]))
    return found


def draw_bars(
    bars: Mapping[str, Mapping[str, float]],
    *,
    label: str,
    notes: Sequence[str] = (),
    colors: Mapping[str, str] | None = None,
    hatched: Collection[str] = (),
) -> Figure:
    """Draws a bar per row, whose parts lie end to end, with the numbers of the parts and their sum.

    A bar with one part has its number once.

    Args:
        bars: Maps a row's label, in which a newline begins a second line, to its parts: a part's
            name to its length. A name has the same color in all rows.
        label: What the lengths are, with their unit.
        notes: A text per row, below the sum at the bar's end; by default none.
        colors: Maps the parts' names to their colors, so that two figures give a name the same one;
            by default, each name gets the next head's color.
        hatched: The labels of rows whose bars are outlined and hatched, such as measured ones among
            calculated ones. Their parts have no number of their own, only their sum.

    Raises:
        ValueError: There is no part, there are more than four names, a name has no color in
            `colors`, a length is negative or not finite, there is not one note per row, or a row of
            `hatched` has no bar.
    """
    names = list(dict.fromkeys(name for parts in bars.values() for name in parts))
    if not 1 <= len(names) <= len(_COLORS):
        raise ValueError(f"bars must have parts of 1 to {len(_COLORS)} names; got {len(names)}")
    if colors is None:
        colors = dict(zip(names, _COLORS, strict=False))
    if uncolored := [name for name in names if name not in colors]:
        raise ValueError(f"colors must contain every part's name; got none for {uncolored}")
    lengths = {row: {name: float(x) for name, x in parts.items()} for row, parts in bars.items()}
    for row, parts in lengths.items():
        if not all(0 <= x < math.inf for x in parts.values()):
            raise ValueError(f"bar {row!r} must have finite lengths of at least 0; got {parts}")
    if notes and len(notes) != len(lengths):
        raise ValueError(f"notes must have {len(lengths)} texts, one per row; got {len(notes)}")
    if unknown := [row for row in hatched if row not in lengths]:
        raise ValueError(f"hatched must be rows of bars; got {unknown}")
    longest = max(sum(parts.values()) for parts in lengths.values()) or 1.0
    make_tables = partial(_bar_tables, lengths, names, label, list(notes))
    with plt.rc_context(_STYLE):
        lines = sum(row.count("\n") + 1 for row in lengths)
        figure, axis = _subplots(make_tables, 0.28 * lines + 0.14 * len(lengths) + 1.1)
        for place, (row, parts) in enumerate(lengths.items()):
            left, solid = 0.0, row not in hatched
            for name, x in parts.items():
                look = {"color": colors[name]}
                if not solid:
                    look = {"fc": "none", "ec": colors[name], "hatch": "////", "lw": 1.5}
                axis.barh(place, x, 0.66, left=left, **look)
                if solid and len(parts) > 1 and x > 0.1 * longest:
                    number = format_number(x, _decimals(x, 2))
                    look = {"ha": "center", "va": "center", "color": "white"}
                    axis.text(left + x / 2, place, number, **look)
                left += x
            total = format_number(left, _decimals(left, 2))
            lift = "bottom" if notes else "center"
            axis.text(left + 0.015 * longest, place, total, va=lift, fontweight="bold")
            if notes:
                axis.text(left + 0.015 * longest, place, notes[place], va="top")
        axis.set_yticks(range(len(lengths)), [*lengths])
        sums = [sum(parts.values()) for parts in lengths.values()]
        letters = [len(note) for note in notes] or [0] * len(sums)
        # Each row needs room for its own note, so a long note is best at a short bar.
        needs = [x + (0.15 + 0.035 * n) * longest for x, n in zip(sums, letters, strict=True)]
        axis.set(xlabel=label, xlim=(0, max(needs)), ylim=(len(lengths) - 0.5, -0.5))
        axis.tick_params(axis="y", length=0)
        axis.grid(axis="x", alpha=0.3)
        axis.set_axisbelow(True)
        if len(names) > 1:
            patches = [Rectangle((0, 0), 1, 1, fc=colors[name]) for name in names]
            columns = len(names) if sum(map(len, names)) <= _MAX_LEGEND_LETTERS else 2
            figure.legend(
                patches, names, loc="outside upper left", frameon=False, ncols=columns,
                handlelength=1, columnspacing=1.2,
            )  # fmt: skip
    return figure


def _bar_tables(lengths, names, label, notes):
    def cell(x):
        return format_number(x, _decimals(x, 2))

    rows = [
        [row.replace("\n", ", "), *(cell(parts.get(name, 0.0)) for name in names)]
        for row, parts in lengths.items()
    ]
    head = ["row", *names]
    if any(len(parts) > 1 for parts in lengths.values()):
        head.append("together")
        totals = [cell(sum(parts.values())) for parts in lengths.values()]
        rows = [[*row, total] for row, total in zip(rows, totals, strict=True)]
    if notes:
        head.append("note")
        rows = [[*row, note] for row, note in zip(rows, notes, strict=True)]
    return [Table(label, head, rows)]


def draw_measures(
    measures: Mapping[str, Sequence[float]],
    rows: Sequence[str],
    *,
    decimals: Sequence[int] = (2, 2),
) -> Figure:
    """Draws several measures of the same things next to each other, as bars from 0 with numbers.

    Args:
        measures: Maps a measure's name, in which a newline begins a second line, to a number per
            row. Each measure has a scale of its own, and a number below 0 a bar to the left.
        rows: A label per row.
        decimals: How many decimals the numbers of each measure have.

    Raises:
        ValueError: There are more than two measures or none, one does not have a number per row or
            has no `decimals`, or a number is not finite.
    """
    if not 1 <= len(measures) <= 2:
        raise ValueError(f"measures must contain 1 or 2 measures; got {len(measures)}")
    if len(decimals) < len(measures):
        raise ValueError(f"decimals must have a number per measure; got {[*decimals]}")
    columns = {name: [float(x) for x in numbers] for name, numbers in measures.items()}
    for name, numbers in columns.items():
        if len(numbers) != len(rows) or not all(map(math.isfinite, numbers)):
            raise ValueError(f"{name!r} must have {len(rows)} finite numbers; got {numbers}")
    cells = {
        name: [format_number(x, places) for x in numbers]
        for (name, numbers), places in zip(columns.items(), decimals, strict=False)
    }
    make_tables = partial(_measure_tables, cells, list(rows))
    with plt.rc_context(_STYLE):
        height = 0.34 * len(rows) + 0.75
        figure, axes = _subplots(make_tables, height, 1, len(columns), sharey=True, squeeze=False)
        for axis, (name, numbers) in zip(axes[0], columns.items(), strict=True):
            axis.barh(range(len(rows)), numbers, 0.6, color=INK)
            longest = max(map(abs, numbers)) or 1.0
            for place, x in enumerate(numbers):
                end = max(x, 0) + 0.04 * longest
                axis.text(end, place, cells[name][place], va="center")
            axis.set_title(name, loc="left")
            left = -1.05 * longest if min(numbers) < -0.02 * longest else 0
            axis.set(xlim=(left, 1.4 * longest), xticks=[], ylim=(len(rows) - 0.5, -0.5))
            axis.axvline(0, color=INK, lw=1.2)
            axis.spines[["left", "bottom"]].set_visible(False)
            axis.tick_params(axis="y", length=0)
        axes[0][0].set_yticks(range(len(rows)), rows)
    return figure


def _measure_tables(cells, rows):
    head = ["row", *(name.replace("\n", " ") for name in cells)]
    lines = [list(line) for line in zip(rows, *cells.values(), strict=True)]
    return [Table("measures", head, lines)]


def draw_points(
    line: Float[Tensor, "vectors"],
    plane: Float[Tensor, "vectors 2"],
    labels: Sequence[str],
    *,
    axes: tuple[str, str],
) -> Figure:
    """Draws vectors of width 1 on a line, and below it others of width 2 in the plane, around 0.

    Those that are the furthest in some direction get a disc.

    Args:
        line: One number per vector of width 1.
        plane: One vector of width 2 per row, as many as on the line.
        labels: A label per vector, the same for both.
        axes: What the two numbers of a vector are.

    Raises:
        TypeError: A tensor is not a dense floating-point one.
        ValueError: Vectors are not of width 1 and 2 or differ in number, a number is not finite, or
            there is not one label per vector.
    """
    checks.require_floating("line", line, min_dims=1)
    checks.require_floating("plane", plane)
    if plane.dim() != 2 or plane.shape[1] != 2 or not len(plane):
        raise ValueError(f"plane must have vectors of width 2; got {checks.describe(plane)}")
    if line.shape != (len(plane),):
        raise ValueError(f"line must have {len(plane)} numbers; got {checks.describe(line)}")
    for name, part in {"line": line, "plane": plane}.items():
        checks.require_finite(name, part)
    labels = checks.require_strings("labels", labels, len(plane))
    shown = plane.detach().cpu().float()
    flat = torch.stack([line.detach().cpu().float(), torch.zeros(len(line))], dim=1)
    limit = 1.2 * (max(shown.abs().max().item(), flat.abs().max().item()) or 1.0)
    cells = [
        [label, *(format_number(x, 2) for x in row)]
        for label, row in zip(labels, torch.cat([flat[:, :1], shown], dim=1).tolist(), strict=True)
    ]
    head = ["label", f"width 1: {axes[0]}", *(f"width 2: {axis}" for axis in axes)]
    make_tables = partial(lambda rows: [Table("points", head, rows)], cells)
    with plt.rc_context(_STYLE):
        ratios = {"height_ratios": [1, 5]}
        figure, (upper, lower) = _subplots(make_tables, 5.4, 2, 1, gridspec_kw=ratios)
        lower.axvline(0, color=INK, lw=0.8, alpha=0.5)
        heights = _stack(flat[:, 0].tolist(), limit / 10)
        for x, height in zip(flat[:, 0].tolist(), heights, strict=True):
            if height:
                upper.plot([x, x], [0.25, 0.3 + height], color=INK, lw=0.6, alpha=0.6, zorder=1)
        above = torch.tensor([[0.0, 0.65 + height] for height in heights])
        outward = 0.11 * limit * torch.nn.functional.normalize(shown, dim=1)
        # On the line, discs are small, so that each is around one point.
        for axis, vectors, shift, size in ((upper, flat, above, 90), (lower, shown, outward, 300)):
            axis.axhline(0, color=INK, lw=0.8, alpha=0.5, zorder=0)
            furthest = _furthest(vectors)
            discs = {"s": size, "facecolors": _COLORS[0] + "30", "edgecolors": _COLORS[0]}
            axis.scatter(*vectors[furthest].T.numpy(), **discs, zorder=2, clip_on=False)
            axis.scatter(*vectors.T.numpy(), s=20, c=INK, zorder=2, clip_on=False)
            for i, (x, y) in enumerate((vectors + shift).tolist()):
                look = {"fontweight": "bold", "color": _COLORS[0]} if i in furthest else {}
                axis.text(x, y, labels[i], ha="center", va="center", **look)
            axis.set(xlim=(-limit, limit), xlabel=axes[0])
        upper.set(title="width 1", ylim=(-0.5, 1.2 + max(heights)), xticks=[], xlabel="")
        upper.set_yticks([])
        upper.spines[:].set_visible(False)
        lower.set(title="width 2", ylim=(-limit, limit), ylabel=axes[1])
        lower.set_aspect("equal")
    return figure


def _furthest(vectors):
    """Lists the vectors that are the furthest in some direction."""
    angles = torch.arange(720) * (2 * math.pi / 720)
    ends = (vectors @ torch.stack([angles.cos(), angles.sin()])).argmax(dim=0)
    return ends.unique().tolist()


def _stack(x, gap):
    """Finds how many labels are below each one, if labels nearer than a gap are stacked."""
    levels, ends = [0] * len(x), []  # ends: the last label of each level
    for i in sorted(range(len(x)), key=x.__getitem__):
        free = [level for level, end in enumerate(ends) if x[i] - end >= gap]
        levels[i] = free[0] if free else len(ends)
        ends[levels[i] : levels[i] + 1] = [x[i]]
    return levels


def draw_scatter(
    groups: Mapping[str, Sequence[Sequence[float]]],
    *,
    x_label: str,
    y_label: str,
    in_ink: bool = False,
    from_zero: bool = False,
) -> Figure:
    """Draws points of several kinds, which differ by color and shape.

    Args:
        groups: Maps a kind's label to its points (x, y); later ones are drawn over earlier ones.
        x_label: What x is, with its unit.
        y_label: What y is, with its unit.
        in_ink: Whether kinds differ by shape alone. The first is filled, the others are hollow.
        from_zero: Whether the y axis begins at 0, so that heights can be compared.

    Raises:
        ValueError: There are more than four kinds, or none has a point.
    """
    if len(groups) > len(_COLORS):
        raise ValueError(f"groups must contain at most {len(_COLORS)} kinds; got {len(groups)}")
    kinds = {label: [(float(x), float(y)) for x, y in of] for label, of in groups.items()}
    if not any(kinds.values()):
        raise ValueError(f"groups must contain a point; got {groups}")
    rows = [
        [label, *(format_number(part, 2) for part in xy)]
        for label, of in kinds.items()
        for xy in of
    ]
    make_tables = partial(lambda rows: [Table("points", ["kind", x_label, y_label], rows)], rows)
    with plt.rc_context(_STYLE):
        figure, axis = _subplots(make_tables, 3.8)
        colors = [INK] * len(_COLORS) if in_ink else _COLORS
        for (label, of), color, marker in zip(kinds.items(), colors, _MARKERS, strict=False):
            # In ink, later shapes are hollow and larger, so that they do not hide earlier ones.
            hollow = in_ink and marker != _MARKERS[0]
            look = {"facecolors": "none" if hollow else color, "edgecolors": color}
            look |= {"marker": marker, "s": 80 if hollow else 36}
            axis.scatter(*zip(*of, strict=True), label=label, **look)
        axis.set(xlabel=x_label, ylabel=y_label)
        if from_zero:
            axis.set_ylim(bottom=0)
        axis.grid(alpha=0.3)
        in_a_line = sum(map(len, kinds)) <= _MAX_LEGEND_LETTERS
        columns = len(kinds) if in_a_line else 1
        figure.legend(loc="outside upper left", frameon=False, ncols=columns)
    return figure


def _as_list(height):
    """Lists the numbers at one position of a line."""
    return [float(number) for number in (height if isinstance(height, Sequence) else [height])]


def _curve_tables(x, runs, x_label, y_label, log):
    """One table, with a column per line; to two digits if the axis is logarithmic."""
    lines = runs.values()
    sizes = [abs(h) for line in lines for heights in line for h in heights if math.isfinite(h)]
    common = _decimals(max(sizes, default=1.0))

    def cell(heights):
        low, middle, high = (
            format_number(height, _decimals(height, 2) if log else common)
            for height in (min(heights), median(heights), max(heights))
        )
        return middle if len(heights) == 1 else f"{middle} ({low} to {high})"

    columns = [[cell(heights) for heights in line] for line in lines]
    rows = [[f"{float(place):g}", *cells] for place, *cells in zip(x, *columns, strict=True)]
    return [Table(y_label, [x_label, *runs], rows)]


def draw_blocks(
    n_heads: int, rows: int, d_model: int, d_head: int, *, matrices: str = "Q"
) -> Figure:
    """Draws a layer's products, block by block, in proportion to their sizes.

    Head i has columns of W_Q, W_K and W_V, which give its columns of the product:

        x [W_0 ... W_(h-1)] = [Q_0 ... Q_(h-1)]

    It has rows of W_O, by which its columns of the concatenated outputs are multiplied:

        [H_0 ... H_(h-1)] W_O = H_0 B_0 + ... + H_(h-1) B_(h-1)

    where B_i are head i's rows of W_O.

    Args:
        n_heads: Number of heads, 1 to 4.
        rows: Number of tokens.
        d_model: Width of a token.
        d_head: Width of a head.
        matrices: Which products to draw, from the top down: different letters of "QKVO".

    Raises:
        TypeError: A size is not an integer.
        ValueError: A size is below 1, there are more than 4 heads, or `matrices` has another letter
            or one letter twice.
    """
    sizes = {"n_heads": n_heads, "rows": rows, "d_model": d_model, "d_head": d_head}
    for name, size in sizes.items():
        checks.require_int(name, size)
    if n_heads > len(_COLORS):
        raise ValueError(f"n_heads must be at most {len(_COLORS)}; got {n_heads}")
    if not matrices or set(matrices) - set("QKVO") or len(set(matrices)) < len(matrices):
        raise ValueError(f'matrices must be different letters of "QKVO"; got {matrices!r}')
    wide, gap = n_heads * d_head, 0.9
    make_tables = partial(_block_tables, n_heads, rows, d_model, d_head, matrices)
    total = d_model + 2 * wide + 4 * gap
    if "O" in matrices:
        total = max(total, wide + 2 * d_model + 4 * gap)
    depths = [max(rows, wide if letter == "O" else d_model) + 2.2 for letter in matrices]
    with plt.rc_context(_STYLE):
        figure, axis = _subplots(make_tables, _WIDTH * sum(depths) / total)
        inset = total / 400  # the page shows between two blocks

        def block(left, top, width, height, label, color=None):
            place, size = (left + inset, top - inset), (width - 2 * inset, -height + 2 * inset)
            face, edge, ink = (color, "none", "white") if color else ("none", INK, INK)
            axis.add_patch(Rectangle(place, *size, fc=face, ec=edge, lw=1.6))
            middle = left + width / 2, top - height / 2
            axis.text(*middle, label, ha="center", va="center", color=ink)

        top = 0.0
        for letter, depth in zip(matrices, depths, strict=True):
            left = 0.0
            for sign, (name, height, width, cut, labels) in zip(
                ("×", "=", ""), _factors(letter, n_heads, rows, d_model, d_head), strict=True
            ):
                title = f"{name} ({height}, {width})"
                axis.text(left + width / 2, top + 0.35, title, ha="center", va="bottom")
                for i, label in enumerate(labels):
                    color = _COLORS[i] if cut else None
                    if cut == "rows":
                        block(left, top - i * d_head, width, d_head, label, color)
                    else:
                        block(left + i * d_head, top, width / len(labels), height, label, color)
                left += width + gap
                place = left - gap / 2, top - rows / 2
                axis.text(*place, sign, ha="center", va="center")
            top -= depth
        axis.set_xlim(-0.2, total - gap)
        axis.set_ylim(-sum(depths) + 1.9, 1.9)
        axis.set_aspect("equal")
        axis.set_axis_off()
    return figure


def _factors(letter, n_heads, rows, d_model, d_head):
    """The two factors of a product, and the product: name, sizes, how it is cut, its blocks."""
    wide, heads = n_heads * d_head, range(n_heads)
    if letter == "O":
        parts = [f"$H_{i}$" for i in heads]
        return [
            ("heads", rows, wide, "columns", parts),
            ("$W_O$", wide, d_model, "rows", [f"$B_{i}$" for i in heads]),
            ("output", rows, d_model, "", [r"$\sum\,H_i B_i$"]),
        ]
    return [
        ("x", rows, d_model, "", [""]),
        (f"$W_{letter}$", d_model, wide, "columns", [f"$W_{i}$" for i in heads]),
        (letter, rows, wide, "columns", [f"${letter}_{i}$" for i in heads]),
    ]


def _block_tables(n_heads, rows, d_model, d_head, matrices):
    """A table for each product, with a row for each head."""
    wide = n_heads * d_head
    spans = [f"{head * d_head} to {(head + 1) * d_head - 1}" for head in range(n_heads)]
    product_tables = []
    for letter in matrices:
        if letter == "O":
            title = f"heads ({rows}, {wide}) × W_O ({wide}, {d_model}) = output ({rows}, {d_model})"
            columns = ["head", "rows of W_O", "output of the head", "block of W_O", "what it adds"]
            shapes = f"H_{{0}} ({rows}, {d_head})", f"B_{{0}} ({d_head}, {d_model})"
            shapes += (f"H_{{0}} B_{{0}} ({rows}, {d_model})",)
        else:
            title = f"x ({rows}, {d_model}) × W_{letter} ({d_model}, {wide})"
            title += f" = {letter} ({rows}, {wide})"
            columns = ["head", "columns", "block", "product"]
            shapes = f"W_{{0}} ({d_model}, {d_head})", f"{letter}_{{0}} ({rows}, {d_head})"
        lines = [
            [f"{head}", span, *(shape.format(head) for shape in shapes)]
            for head, span in enumerate(spans)
        ]
        product_tables.append(Table(title, columns, lines))
    return product_tables


def draw_memory(n_heads: int, tokens: int, d_head: int) -> Figure:
    """Draws rows of a product, such as x W_Q, as they are in memory: one after the other.

    Each cell has its head's color and is labeled with its token and its head: 12 is token 1, head
    2.

    Args:
        n_heads: Number of heads, 1 to 4.
        tokens: Number of rows, one for each token.
        d_head: Width of a head.

    Raises:
        TypeError: A size is not an integer.
        ValueError: A size is below 1, there are more than 4 heads, or more than 24 cells.
    """
    for name, size in {"n_heads": n_heads, "tokens": tokens, "d_head": d_head}.items():
        checks.require_int(name, size)
    if n_heads > len(_COLORS):
        raise ValueError(f"n_heads must be at most {len(_COLORS)}; got {n_heads}")
    wide = n_heads * d_head
    cells = tokens * wide
    if cells > 24:
        raise ValueError(f"tokens * n_heads * d_head must be at most 24; got {cells}")
    owners = [(i // wide, i % wide // d_head) for i in range(cells)]
    if tokens > 10:
        raise ValueError(f"tokens must be at most 10; got {tokens}")
    make_tables = partial(_memory_tables, owners)
    with plt.rc_context(_STYLE):
        # A wide cell is no taller than it needs to be.
        tall = min(1.0, cells / 12)
        figure, axis = _subplots(make_tables, _WIDTH * (tall + 0.075 * cells) / (cells + 0.4))
        for i, (token, head) in enumerate(owners):
            inset = 0.04
            cell = Rectangle((i + inset, 0), 1 - 2 * inset, tall, fc=_COLORS[head], lw=0)
            axis.add_patch(cell)
            label = {"ha": "center", "va": "center", "color": "white"}
            axis.text(i + 0.5, tall / 2, f"{token}{head}", **label)
        for token in range(tokens):
            place = (token + 0.5) * wide, tall + 0.012 * cells
            axis.text(*place, f"token {token}", ha="center", va="bottom")
            if token:
                axis.vlines(token * wide, -0.02 * cells, tall + 0.065 * cells, color=INK, lw=1.5)
        axis.set(xlim=(-0.2, cells + 0.2), ylim=(-0.02 * cells, tall + 0.065 * cells))
        axis.set_axis_off()
    return figure


def _memory_tables(owners):
    lines = [[f"{i}", f"{token}", f"{head}"] for i, (token, head) in enumerate(owners)]
    return [Table("cells in the order of memory", ["cell", "token", "head"], lines)]


def draw_products(
    weights: Float[Tensor, "heads keys"], single: Float[Tensor, "keys"], tokens: Sequence[str]
) -> Figure:
    """Draws one query's weights in each head, their product, and the single head's weights.

    An arrow leads from the product to the single head's weights: the product is raised to the power
    1 / sqrt(heads) and scaled to sum to 1 (`mha_lib.analysis.product_of_experts`).

    Args:
        weights: The query's weights, one row per head, 2 to 4 heads.
        single: The single head's weights for the same query.
        tokens: A label per key.

    Raises:
        TypeError: A tensor is not a dense floating-point one.
        ValueError: A weight is outside 0 to 1 or not finite, a row does not sum to 1, sizes do not
            fit each other or the labels, or there are not 2 to 4 heads.
    """
    checks.require_floating("weights", weights)
    checks.require_floating("single", single, min_dims=1)
    if weights.dim() != 2 or not 2 <= len(weights) <= len(_COLORS) or not weights.shape[1]:
        rule = f"weights must have 2 to {len(_COLORS)} rows, one per head, and a key"
        raise ValueError(f"{rule}; got {checks.describe(weights)}")
    n_heads, n_keys = weights.shape
    if tuple(single.shape) != (n_keys,):
        raise ValueError(f"single must have {n_keys} weights; got {checks.describe(single)}")
    rows = torch.cat([part.detach().cpu().double() for part in (weights, single[None])])
    for name, part in {"weights": rows[:-1], "single": rows[-1:]}.items():
        checks.require_finite(name, part)
        outside = part[(part < 0) | (part > 1 + 1e-6)]
        if len(outside):
            raise ValueError(f"{name} must be between 0 and 1; got {outside[0].item():.3g}")
        off = part.sum(dim=1)[(part.sum(dim=1) - 1).abs() > 0.01]
        if len(off):
            raise ValueError(f"{name} must sum to 1 in each row; got {off[0].item():.3g}")
    tokens = checks.require_strings("tokens", tokens, n_keys)
    shown = torch.cat([rows[:-1], rows[:-1].prod(dim=0, keepdim=True), rows[-1:]])
    titles = [*(f"head {i}" for i in range(n_heads)), "product", "single head"]
    signs = ["×"] * (n_heads - 1) + ["=", "→"]
    matrix = (shown.T.clone(), 2)
    make_tables = partial(_part_tables, [("weights of one query", "key", tokens, titles, *matrix)])
    # In lengths of a bar: from one panel to the next, with room for a number and for a sign.
    step, names = 1.2 + 0.18 * len(titles), 0.2 + 0.22 * max(map(len, tokens))
    with plt.rc_context(_STYLE):
        figure, axis = _subplots(make_tables, 0.32 * n_keys + 0.5)
        for key, token in enumerate(tokens):
            axis.text(-0.12, key, token, ha="right", va="center")
        for panel, (title, row, sign) in enumerate(zip(titles, shown, [*signs, ""], strict=True)):
            left, color = panel * step, _COLORS[panel] if panel < n_heads else INK
            weight = "bold" if panel < n_heads else "normal"
            axis.text(left, -0.75, title, color=color, fontweight=weight, va="bottom")
            axis.barh(range(n_keys), row.tolist(), 0.7, left=left, color=color)
            axis.vlines(left, -0.5, n_keys - 0.5, color=INK, lw=1)
            for key, share in enumerate(row.tolist()):
                axis.text(left + share + 0.06, key, f"{share:.2f}", va="center")
            middle = left + step - 0.22, (n_keys - 1) / 2
            axis.text(*middle, sign, ha="center", va="center", size=15)
        axis.set(xlim=(-names, len(titles) * step - 0.4), ylim=(n_keys - 0.4, -1.4))
        axis.set_axis_off()
    return figure


def _part_tables(parts):
    return [map_table(*part) for part in parts]


_CUT = {"color": INK, "linewidth": 2, "linestyle": (0, (3, 2)), "zorder": 3}


def draw_stored(
    rows: Mapping[str, tuple[str, str]],
    *,
    n_heads: int = 2,
    n_kv_heads: int | None = None,
    d_head: int = 1,
    parts: int = 1,
) -> Figure:
    """Draws the order in which parameters store their heads' queries, keys and values.

    Args:
        rows: Maps a title to a row of a table (see `mha_lib.parameter_table`), what it holds and
            the order of its axes.
        n_heads: Number of query heads, 1 to 4.
        n_kv_heads: Number of KV heads, a divisor of `n_heads`; by default `n_heads`.
        d_head: Into how many features a head's block is cut. By default it is not cut; otherwise
            a block's number in brackets is its feature.
        parts: Into how many equal parts dashed lines cut the parameters, at least 1.

    A block has its head's color. Keys and values that several heads share are gray, and the heads
    that use them are written next to them.

    Raises:
        TypeError: A number is not an integer.
        ValueError: There is no row; a row holds something other than W_Q, W_K, W_V and W_O, has
            more than two axes, or has no axis for shared KV heads; or a number is out of range.
    """
    n_heads = checks.require_int("n_heads", n_heads)
    n_kv_heads = n_heads if n_kv_heads is None else checks.require_int("n_kv_heads", n_kv_heads)
    d_head = checks.require_int("d_head", d_head)
    ends = [i / checks.require_int("parts", parts) for i in range(1, parts)]
    if n_heads > len(_COLORS) or n_heads % n_kv_heads:
        raise ValueError(
            f"n_heads must be at most {len(_COLORS)} and a multiple of n_kv_heads; got "
            f"n_heads={n_heads}, n_kv_heads={n_kv_heads}"
        )
    runs_by_title = {title: _runs(*row, n_heads, n_kv_heads, d_head) for title, row in rows.items()}
    if not rows or not all(runs_by_title.values()):
        raise ValueError(
            f"rows must each be a matrix of W_Q, W_K, W_V or W_O, with an axis g where KV heads "
            f"are shared; got {checks.describe(dict(rows))}"
        )
    apart = 5 if n_kv_heads == n_heads else 6  # room for the heads that share a block
    vertical = [title for title, row in rows.items() if row[1].endswith(" m")]
    horizontal = [title for title in rows if title not in vertical]
    tallest = max((len(runs_by_title[title]) for title in vertical), default=0)
    widest = max(
        len(vertical) * apart, *(3 * len(runs_by_title[title]) / 2 for title in horizontal), 12
    )
    content = max(
        [apart * len(vertical) - 2, *(1.5 * len(runs_by_title[title]) for title in horizontal)]
    )
    left = (widest - content) / 2
    depth = tallest + 1.8 * bool(vertical) + 4.4 * len(horizontal) - 1.2
    make_tables = partial(_stored_tables, runs_by_title, horizontal, n_heads, n_kv_heads)
    with plt.rc_context(_STYLE):
        figure, axis = _subplots(make_tables, _WIDTH * depth / widest)
        for place, title in enumerate(vertical):
            axis.text(apart * place + 1.5, 0.4, title, ha="center", va="bottom")
            for i, run in enumerate(runs_by_title[title]):
                _block(axis, apart * place, -i - 1, 3, 1, *run)
            for end in ends:
                cut = -end * len(runs_by_title[title])
                axis.hlines(cut, apart * place - 0.5, apart * place + 3.5, **_CUT)
        top = -tallest - 1.8 * bool(vertical)
        for place, title in enumerate(horizontal):
            axis.text(0, top - 4.4 * place + 0.2, title, ha="left", va="bottom")
            for i, run in enumerate(runs_by_title[title]):
                _block(axis, 1.5 * i, top - 4.4 * place - 3, 1.5, 3, *run)
            for end in ends:
                bottom = top - 4.4 * place - 3
                axis.vlines(
                    1.5 * end * len(runs_by_title[title]), bottom - 0.4, bottom + 3.4, **_CUT
                )
        axis.set_xlim(-left, widest - left)
        axis.set_ylim(-depth, 1.4)
        axis.set_aspect("equal")
        axis.set_axis_off()
    return figure


def _runs(
    contents: str, axes: str, n_heads: int, n_kv_heads: int, d_head: int
) -> list[tuple[str, int, range, int | None]]:
    """Lists the blocks along a stored axis, in order.

    Each is its kind, its head, the query heads that use it, and its feature if heads are cut.
    Empty if the row is not a matrix, or has no axis for shared KV heads.
    """
    row = Row.parse(contents, axes)
    shared = n_kv_heads < n_heads and {"W_K", "W_V"} & set(row.contents)
    if len(row.axes) != 2 or not set(row.contents) <= {"W_Q", "W_K", "W_V", "W_O"}:
        return []
    if shared and not any("g" in row.letters(part) for part in range(len(row.contents))):
        return []
    sizes = dict.fromkeys("dv", d_head) | dict.fromkeys(("m", "mk", "mv"), 1)
    sizes |= {"h": n_heads, "g": n_kv_heads, "r": n_heads // n_kv_heads}
    parts = {}
    for kind, content in enumerate(row.contents):
        heads = torch.arange(sizes[CANONICAL_AXES[content][0]]) + 10 * kind
        parts[content] = heads[:, None] * d_head + torch.arange(d_head)
    runs = []
    for tag in row.write(parts, sizes).flatten().tolist():
        tag, feature = divmod(tag, d_head)
        kind, head = row.contents[tag // 10][2], tag % 10
        shared_by = n_heads // n_kv_heads if kind in "KV" else 1
        used_by = range(head * shared_by, (head + 1) * shared_by)
        runs.append((kind, head, used_by, None if d_head == 1 else feature))
    return runs


def _stored_tables(runs_by_title, horizontal, n_heads, n_kv_heads):
    """The order of the blocks, one column per parameter."""

    def name_block(kind, head, _, feature):
        if feature is not None:
            return f"{kind} of head {head}, feature {feature}"
        if n_kv_heads == n_heads:
            return f"{kind} of head {head}"
        if kind in "KV":
            return f"{kind} of group {head}"
        return f"{kind} of head {head}, group {head * n_kv_heads // n_heads}"

    heads = [
        f"{title}, {'left to right' if title in horizontal else 'downwards'}"
        for title in runs_by_title
    ]
    columns = [[name_block(*run) for run in runs] for runs in runs_by_title.values()]
    lines = zip_longest(*columns, fillvalue="")
    rows = [[f"{place}", *cells] for place, cells in enumerate(lines)]
    return [Table("what is stored, block by block", ["block", *heads], rows)]


def _block(axis, left, bottom, width, height, kind, head, used_by, feature):
    """One head's queries, keys or values in a stored matrix, gray if several heads share it."""
    inset = 0.04  # the page shows between two blocks
    middle = left + width / 2, bottom + height / 2
    size = width - 2 * inset, height - 2 * inset
    color = _COLORS[head] if len(used_by) == 1 else INK
    axis.add_patch(Rectangle((left + inset, bottom + inset), *size, fc=color))
    label = f"${kind}_{head}$" + ("" if feature is None else f"[{feature}]")
    if len(used_by) > 1:
        users = f"{used_by[0]}{', ' if len(used_by) == 2 else ' to '}{used_by[-1]}"
        if width > height:
            axis.text(left + width + 0.2, middle[1], f"for {users}", va="center", color=INK)
        else:
            label += f"\nfor\n{users}"
    axis.text(*middle, label, ha="center", va="center", color="white")
