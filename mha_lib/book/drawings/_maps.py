"""Attention weights, a square per head."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.book.drawings._marks import (
    INK,
    LINE,
    NUMBER,
    PAGE_WIDTH,
    SOFT,
    Drawing,
    Form,
    frame,
    halo_text,
    head_color,
    text,
)
from mha_lib.book.figures import Table, format_number, map_table


def maps(
    weights: Float[Tensor, "maps queries keys"] | Sequence[Float[Tensor, "_ keys"]],
    tokens: Sequence[str] | Sequence[Sequence[str]],
    *,
    key_tokens: Sequence[str] | None = None,
    titles: Sequence[str] | None = None,
    heads: Sequence[int | None] | None = None,
    row: int | None = None,
) -> Drawing:
    """Draws attention weights next to each other, from the ground at 0 to the head's hue at 1.

    Args:
        weights: A matrix per map, each row a query's weights; the maps may differ in their queries.
        tokens: A label per query: one list for all maps, or one per map.
        key_tokens: A label per key; `tokens` if left out.
        titles: A title per map; "head 0", "head 1", ... if left out.
        heads: The number of each map's head, for its color, or None for gray; 0, 1, ... if left
            out.
        row: A query whose row is framed.

    Raises:
        TypeError: A matrix is not a dense floating-point tensor, or a number is not an integer.
        ValueError: A weight is outside 0 to 1, or labels do not fit.
    """
    shown = []
    lists = [tokens] * len(weights) if isinstance(tokens[0], str) else tokens
    titles = [f"head {i}" for i in range(len(weights))] if titles is None else titles
    titles = checks.require_strings("titles", titles, len(weights))
    numbers = list(range(len(weights))) if heads is None else list(heads)
    for n, matrix in enumerate(weights):
        checks.require_floating("weights", matrix)
        checks.require_finite("weights", matrix)
        outside = matrix[(matrix < 0) | (matrix > 1 + 1e-6)]
        if len(outside):
            raise ValueError(f"weights must be between 0 and 1; got {outside[0].item():.3g}")
        names = checks.require_strings("tokens", lists[n], len(matrix))
        keys = checks.require_strings("key_tokens", key_tokens or lists[n], matrix.shape[1])
        number = numbers[n]
        color = SOFT if number is None else head_color(number)
        shown.append(_Map(titles[n], matrix.detach().double().cpu(), names, keys, color, row))
    wide, ends, low, left, high = [], [], 0, 0, 0
    for weight_map in shown:
        if left and left + weight_map.width > PAGE_WIDTH:
            low, left, high = low + high, 0, 0
        wide.append(weight_map.draw(left, low))
        left, high = left + weight_map.width + 18, max(high, weight_map.height)
        ends.append(left - 18)
    across = Form(max(ends), low + high, "".join(wide))
    tall, low = [], 0
    for weight_map in shown:
        tall.append(weight_map.draw(0, low))
        low += weight_map.height
    down = Form(max(weight_map.width for weight_map in shown), low, "".join(tall))
    name = f"attention weights of {', '.join(titles)}"
    return Drawing(name, across, down, [weight_map.table() for weight_map in shown])


@dataclass(frozen=True)
class _Map:
    """A matrix of weights under its title, with its numbers where there is room for them."""

    title: str
    weights: Tensor
    rows: list[str]
    keys: list[str]
    color: str
    framed: int | None

    @property
    def cell(self) -> int:
        n = self.weights.shape[1]
        return 30 if n <= 7 else max(15, 300 // n)  # three of seven keys fit a page

    @property
    def line(self) -> int:
        return 24 if self.cell > 20 else self.cell

    @property
    def names(self) -> int:
        return 12 + 7 * max(map(len, self.rows))

    @property
    def width(self) -> int:
        return self.names + self.cell * len(self.keys) + 4

    @property
    def height(self) -> int:
        return 68 + self.line * len(self.rows)

    def draw(self, x: float, y: float) -> str:
        left, top, n = x + self.names, y + 50, len(self.keys)
        middle = left + self.cell * n / 2
        marks = [text(middle, y + 17, self.title, fill=self.color, bold=True)]
        rotated = max(map(len, self.keys)) * 7 > self.cell + 4
        for j, key in enumerate(self.keys):
            at = left + (j + 0.5) * self.cell
            short_key = key if not rotated else key[: max(1, self.cell // 7)]
            marks.append(text(at, top - 6, short_key, size=NUMBER, fill=SOFT))
        cells = self.weights.tolist()
        for i, (row, name) in enumerate(zip(cells, self.rows, strict=True)):
            base = top + i * self.line + self.line / 2 + 4.5
            marks.append(text(left - 6, base, name, size=NUMBER, fill=SOFT, anchor="end"))
            for j, weight in enumerate(row):
                if weight < 0.005:
                    continue
                at = left + j * self.cell
                marks.append(
                    f'<rect x="{at:g}" y="{top + i * self.line:g}" width="{self.cell}" '
                    f'height="{self.line}" fill="{self.color}" fill-opacity="{weight:.2f}"/>'
                )
                if self.cell > 20:
                    number = re.sub("^0", "", format_number(weight, 2))
                    marks.append(halo_text(at + self.cell / 2, base, number))
        high, wide = self.line * len(self.rows), self.cell * n
        across = "".join(f"M{left:g} {top + i * self.line:g}h{wide}" for i in range(1, len(cells)))
        down = "".join(f"M{left + j * self.cell:g} {top:g}v{high}" for j in range(1, n))
        marks.append(f'<path d="{across}{down}" stroke="{LINE}" stroke-opacity="0.35"/>')
        marks.append(frame(left, top, wide, high, self.color, 1.5))
        if self.framed is not None and self.framed < len(cells):
            marks.append(frame(left, top + self.framed * self.line, wide, self.line, INK, 2))
        label = f"attention weights of {self.title}, {len(cells)} queries by {n} keys"
        return f'<g role="img" aria-label="{escape(label)}">{"".join(marks)}</g>'

    def table(self) -> Table:
        title = f"{self.title}: weight; columns: keys"
        return map_table(title, "queries", self.rows, self.keys, self.weights, 2)
