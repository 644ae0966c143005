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
    draw_sign,
    enlarge,
    frame,
    halo_text,
    head_color,
    require_weights,
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
        require_weights(matrix)
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


def average(
    weights: Float[Tensor, "tokens tokens"],
    values: Float[Tensor, "tokens features"],
    tokens: Sequence[str],
    features: Sequence[str],
    *,
    head: int = 0,
    row: int | None = None,
) -> Drawing:
    """Draws one head's weights times its values, and the averages, number by number.

    Args:
        weights: Rows of queries, columns of keys.
        values: Each token's value.
        tokens: A label per token.
        features: A label per number of a value.
        head: The number of the head, for its color.
        row: A query whose weights and average are framed.

    Raises:
        TypeError: A tensor is not a dense floating-point one, or a number is not an integer.
        ValueError: A weight is outside 0 to 1, a number is not finite, sizes do not fit each other
            or the labels, or there is no such row.
    """
    checks.require_floating("weights", weights)
    checks.require_floating("values", values)
    n = len(weights)
    if n == 0 or tuple(weights.shape) != (n, n):
        raise ValueError(f"weights must be square, not empty; got {checks.describe(weights)}")
    if values.dim() != 2 or len(values) != n or values.shape[1] == 0:
        raise ValueError(f"values must have {n} rows, one per token; got {checks.describe(values)}")
    require_weights(weights)
    checks.require_finite("values", values)
    tokens = checks.require_strings("tokens", tokens, n)
    features = checks.require_strings("features", features, values.shape[1])
    if row is not None and checks.require_int("row", row, 0) >= n:
        raise ValueError(f"row must be below {n}, the number of tokens; got {row}")
    weights, values = (part.detach().double().cpu() for part in (weights, values))
    color = head_color(head)
    rows = _Map("weights", weights, tokens, tokens, color, row)
    from_values = _Map("values", values, [""] * n, features, color, None, values)
    averages = _Map("average", weights @ values, [""] * n, features, color, row, values)
    middle = rows.height - (rows.height - 50) / 2

    def equation(top, parts, left=0.0):
        marks = ""
        for part in parts:
            if isinstance(part, str):
                marks += draw_sign(left + 14, top + middle - 9, part)
                left += 22
            else:
                marks, left = marks + part.draw(left, top), left + part.width
        return marks, left

    drawn, end = equation(0, [rows, "×", from_values, "=", averages])
    lower, low_end = equation(rows.height, ["×", from_values, "=", averages], 22.0)
    wide = Form(end, rows.height - 10, drawn)
    tall = Form(max(rows.width, low_end), 2 * rows.height - 10, rows.draw(0, 0) + lower)
    framed = "" if row is None else f"; framed row: {tokens[row]}"
    tables = [
        map_table(f"weights; columns: keys{framed}", "queries", tokens, tokens, weights, 2),
        map_table("values", "keys", tokens, features, values, 2),
        map_table(f"average{framed}", "queries", tokens, features, weights @ values, 2),
    ]
    return enlarge(Drawing("weights times values, and the averages", wide, tall, tables))


@dataclass(frozen=True)
class _Map:
    """A matrix under its title, with its numbers where there is room for them.

    Of weights, zeros are not printed, and 1 has the full shade. Of values and of what is made from
    them, every number is printed, and the largest of the values has the full shade.
    """

    title: str
    numbers: Tensor
    rows: list[str]
    keys: list[str]
    color: str
    framed: int | None
    values: Tensor | None = None

    @property
    def cell(self) -> int:
        n = self.numbers.shape[1]
        if self.values is not None:
            return max(30, 4 + 7 * max(map(len, self.keys)))
        return 30 if n <= 7 else max(15, 300 // n)  # three of seven keys fit a page

    @property
    def line(self) -> int:
        return 24 if self.cell > 20 else self.cell

    @property
    def names(self) -> int:
        return 12 + 7 * max(map(len, self.rows)) if any(self.rows) else 0

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
        cells = self.numbers.tolist()
        for i, (row, name) in enumerate(zip(cells, self.rows, strict=True)):
            base = top + i * self.line + self.line / 2 + 4.5
            marks.append(text(left - 6, base, name, size=NUMBER, fill=SOFT, anchor="end"))
            for j, number in enumerate(row):
                marks += self._cell(number, left + j * self.cell, top + i * self.line)
        high, wide = self.line * len(self.rows), self.cell * n
        across = "".join(f"M{left:g} {top + i * self.line:g}h{wide}" for i in range(1, len(cells)))
        down = "".join(f"M{left + j * self.cell:g} {top:g}v{high}" for j in range(1, n))
        marks.append(f'<path d="{across}{down}" stroke="{LINE}" stroke-opacity="0.35"/>')
        marks.append(frame(left, top, wide, high, self.color, 1.5))
        if self.framed is not None and self.framed < len(cells):
            marks.append(frame(left, top + self.framed * self.line, wide, self.line, INK, 2))
        label = f"{self.title}, {len(cells)} by {n}"
        if self.values is None:
            label = f"attention weights of {self.title}, {len(cells)} queries by {n} keys"
        return f'<g role="img" aria-label="{escape(label)}">{"".join(marks)}</g>'

    def _cell(self, number, x, y):
        """Draws a number: filled if it is positive, as an outline if it is negative."""
        shade = abs(number) / (1 if self.values is None else self.values.abs().max().item() or 1)
        marks = []
        if shade >= 0.005:
            inset, look = 0, f'fill="{self.color}" fill-opacity="{shade:.2f}"'
            if number < 0:
                inset, look = 3, f'fill="none" stroke="{self.color}" stroke-width="2"'
            marks.append(
                f'<rect x="{x + inset:g}" y="{y + inset:g}" width="{self.cell - 2 * inset}" '
                f'height="{self.line - 2 * inset}" {look}/>'
            )
        if self.cell > 20 and (marks or self.values is not None):
            shown = re.sub("^(-?)0[.]", r"\1.", format_number(number, 2)).replace("-", "−")
            marks.append(halo_text(x + self.cell / 2, y + self.line / 2 + 4.5, shown))
        return marks

    def table(self) -> Table:
        title = f"{self.title}: weight; columns: keys"
        return map_table(title, "queries", self.rows, self.keys, self.numbers, 2)
