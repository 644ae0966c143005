"""A matrix, with the names of its rows and columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from html import escape

from torch import Tensor

from mha_lib.book.drawings._marks import INK, LINE, NUMBER, SOFT, frame, halo_text, short, text
from mha_lib.book.figures import format_number

_NARROW, _WIDE, CELL_HEIGHT = 13, 25, 18  # a cell's width without and with decimals, and its height
# For a class: without shades, only space separates a number from the next one.
_CLASS_LABEL, _CLASS_NARROW, _CLASS_WIDE = 15, 22, 29
_LEAST_CLASS_SHADE = 0.12  # a class reads that an empty cell is 0, so no other cell looks empty


@dataclass(frozen=True)
class Matrix:
    """A matrix with everything that is needed to draw it.

    Args:
        name: What it is called, such as "W_Q".
        stage: What the widgets call a number in it, such as "Q".
        numbers: (rows, columns).
        color: The color of its cells.
        edge: The color of its outline.
        full: The absolute value from which a cell has the full shade.
        strength: How opaque the full shade is, 0 to 1.
        wide: Whether its cells have room for two decimals.
        wider: Pixels that its cells have in addition, for a digit before the decimal point.
        head: The head that it belongs to, if it belongs to one.
        printed: The row that is framed and whose numbers are printed.
        also_printed: Other rows whose numbers are printed.
        plain: Whether printed rows have no shades, so their numbers are dark on white, and larger.
        missing: The columns of the framed row that have a "?" for their number.
    """

    name: str
    stage: str
    numbers: Tensor
    color: str
    edge: str
    full: float
    strength: float = 0.85
    wide: bool = False
    wider: int = 0
    head: int | None = None
    printed: int | None = None
    also_printed: Sequence[int] = ()
    plain: bool = False
    missing: Sequence[int] = ()

    @property
    def cell(self) -> int:
        """A cell's width."""
        narrow, wide = (_CLASS_NARROW, _CLASS_WIDE) if self.plain else (_NARROW, _WIDE)
        return (wide if self.wide else narrow) + self.wider

    @property
    def label_size(self) -> int:
        """The size of the small words around it."""
        return _CLASS_LABEL if self.plain else NUMBER

    @property
    def width(self) -> int:
        """The matrix's width in pixels."""
        return self.cell * self.numbers.shape[1]

    @property
    def height(self) -> int:
        """The matrix's height in pixels."""
        return CELL_HEIGHT * self.numbers.shape[0]

    def draw(self, x: float, y: float) -> str:
        """Draws its cells, its grid, its outline, and the printed row."""
        rows, columns = self.numbers.shape
        cell, high = self.cell, CELL_HEIGHT
        marks = []
        for i, line in enumerate(self.numbers.tolist()):
            if self.plain and (i == self.printed or i in self.also_printed):
                continue
            for j, number in enumerate(line):
                shade = self.strength * min(1, abs(number) / self.full)
                if shade < 0.005:
                    continue
                if self.plain:
                    shade = max(shade, _LEAST_CLASS_SHADE)
                if number > 0:
                    box = x + j * cell, y + i * high, cell, high
                    look = f'fill="{self.color}" fill-opacity="{shade:.2f}"'
                else:
                    box = x + j * cell + 3, y + i * high + 3, cell - 6, high - 6
                    look = f'fill="none" stroke="{self.color}" stroke-width="2"'
                    look += f' stroke-opacity="{max(shade, 0.35):.2f}"'
                left, top, w, h = box
                marks.append(
                    f'<rect x="{left:g}" y="{top:g}" width="{w:g}" height="{h:g}" {look}/>'
                )
        across = "".join(f"M{x:g} {y + i * high:g}h{self.width:g}" for i in range(1, rows))
        down = "".join(f"M{x + j * cell:g} {y:g}v{self.height:g}" for j in range(1, columns))
        grid = f'<path d="{across}{down}" stroke="{LINE}" stroke-opacity="0.35" fill="none"/>'
        parts = [*marks, grid, frame(x, y, self.width, self.height, self.edge, 1.5)]
        for i in self.also_printed:
            parts += self._row(i, x, y)
        if self.printed is not None:
            parts += [frame(x, y + self.printed * high, self.width, high, INK, 2)]
            parts += self._row(self.printed, x, y)
        box = " ".join(f"{n:g}" for n in (x, y, cell, high, rows, columns))
        owner = "" if self.head is None else f' data-head="{self.head}"'
        return (
            f'<g role="img" aria-label="{escape(self.label())}" data-stage="{self.stage}"{owner} '
            f'data-box="{box}">{"".join(parts)}</g>'
        )

    def _row(self, i, x, y):
        """Draws the numbers of a row."""
        mark = partial(text, size=self.label_size) if self.plain else halo_text
        base = y + i * CELL_HEIGHT + (14 if self.plain else 13)
        numbers = list(map(short, self.numbers[i].tolist()))
        for column in self.missing if i == self.printed else ():
            numbers[column] = "?"
        return [mark(x + (j + 0.5) * self.cell, base, number) for j, number in enumerate(numbers)]

    def label(self) -> str:
        """The text that a screen reader reads out for it."""
        rows, columns = self.numbers.shape
        whose = "" if self.head is None else f" of head {self.head}"
        name = f"{self.name.replace('_', ' ')}{whose}, {rows} by {columns}"
        if self.printed is None:
            return name
        row = [format_number(number, 2) for number in self.numbers[self.printed].tolist()]
        for column in self.missing:
            row[column] = "?"
        return f"{name}; the framed row is {', '.join(row)}"


def draw_row_names(tokens, matrix, x, y):
    """Draws a name before each row of a matrix that begins at x."""
    return "".join(
        text(
            x - 6, y + 13 + i * CELL_HEIGHT, token, fill=SOFT, anchor="end", size=matrix.label_size
        )
        for i, token in enumerate(tokens)
    )


def draw_below(matrix, x, y, words, line=0):
    """Draws a line of small words below a matrix."""
    middle, base = x + matrix.width / 2, y + matrix.height + 17 + 16 * line
    return text(middle, base, words, size=matrix.label_size, fill=SOFT)


def draw_column_names(groups, matrix, x, y):
    """Draws names below columns, and brackets below groups; also returns how high they are."""
    if not groups:
        return "", 0
    base, marks = y + matrix.height + 5, ""
    size = matrix.label_size if matrix.plain else 11
    longest = max(len(name) for names in groups.values() for name in names)
    high = round(size * 0.58) * longest + (3 if longest > 5 else 0)
    for group, names in groups.items():
        if group:
            width, low = matrix.cell * len(names), base + high
            tip = low - 4 if any(names) else base - 1
            path = f"M{x + 2:g} {tip:g}V{low:g}h{width - 4:g}V{tip:g}"
            marks += f'<path d="{path}" stroke="{SOFT}" fill="none"/>'
            marks += text(x + width / 2, low + 13, group, size=matrix.label_size, fill=SOFT)
        for i, name in enumerate(names):
            at = x + matrix.cell * (i + 0.5) + 4  # the middle of its letters
            marks += (
                f'<text x="{at:g}" y="{base:g}" transform="rotate(-90 {at:g} {base:g})" '
                f'font-size="{size}" fill="{SOFT}" text-anchor="end">{escape(name)}</text>'
            )
        x += matrix.cell * len(names)
    return marks, high + 18
