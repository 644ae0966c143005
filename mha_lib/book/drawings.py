"""The book's drawings: tensors in, SVG out.

A drawing has two forms: a wide one for desktops and paper, and a tall one for phones, which has a
layout of its own and is not a smaller copy. The built book puts both into the page and shows the
one that fits. Its colors are CSS variables with the names that the widgets use, so they follow the
page's theme. A drawing in a separate file is dark on white.

Hue means head: a head keeps its color from its weights to its rows of W_O. Its parameters are
gray, with an outline in its color. The larger a number, the darker its cell; cells of positive
numbers are filled, and cells of negative numbers are outlined. One row can be followed from left to
right: it is framed, and its numbers are printed.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from itertools import chain

import torch
from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.attention import attention_scores, attention_weights
from mha_lib.book.figures import HEAD_COLORS, Table, format_number, map_table
from mha_lib.head_parameters import HeadParameters

PARTS = ("x", "projections", "weights", "head outputs", "concatenation", "W_O", "output")

INK = "var(--mha-ink, #1f2933)"
SOFT = "var(--mha-soft, #55606b)"
LINE = "var(--mha-line, #8a949e)"
GROUND = "var(--mha-ground, #ffffff)"

_FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_LABEL, _NUMBER = 13, 12  # px, as rendered
_PAGE = 745  # px, the width of a page's text
_NARROW, _WIDE, _HIGH = 13, 22, 18  # a cell's width without and with decimals, and its height
# For a class: without shades, only space separates a number from the next one.
_CLASS_LABEL, _CLASS_NARROW, _CLASS_WIDE = 15, 22, 29
_MAX_HEADS, _MAX_TOKENS, _MAX_WIDTH = 3, 6, 6


def head_color(head: int) -> str:
    """Returns the color of a head, as CSS; a dark page may have another one."""
    return f"var(--mha-head-{head}, {HEAD_COLORS[head]})"


@dataclass(frozen=True)
class Form:
    """One form of a drawing: its size, what is in it, as SVG, and pixels per unit of its size."""

    width: float
    height: float
    body: str
    scale: float = 1

    def svg(self, kind: str, name: str, shown: bool = True) -> str:
        """Returns the form as a separate SVG element."""
        hidden = "" if shown else ' display="none"'
        size = f'width="{self.scale * self.width:g}" height="{self.scale * self.height:g}"'
        view = f'viewBox="0 0 {self.width:g} {self.height:g}"'
        return (
            f'<svg class="mha-{kind}" {size} {view}{hidden} role="group" '
            f'aria-label="{escape(name)}">{self.body}</svg>'
        )


@dataclass(frozen=True)
class Drawing:
    """A drawing in its two forms, with the numbers that it shows.

    In a notebook it is displayed as SVG, together with its numbers as text.
    """

    name: str
    wide: Form
    tall: Form
    tables: list[Table] = field(default_factory=list)

    def svg(self) -> str:
        """Returns an SVG file with the wide form on white and the tall form, not displayed."""
        width, height = self.wide.scale * self.wide.width, self.wide.scale * self.wide.height
        white = f'<rect class="mha-paper" width="{width:g}" height="{height:g}" fill="#ffffff"/>'
        forms = self.wide.svg("wide", self.name) + self.tall.svg("tall", self.name, shown=False)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="mha-drawing" width="{width:g}" '
            f'height="{height:g}" viewBox="0 0 {width:g} {height:g}" font-family="{_FONT}">'
            f"{white}{forms}</svg>\n"
        )

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.tables))

    def _repr_mimebundle_(self, **_):
        return {"image/svg+xml": self.svg(), "text/plain": str(self)}


# --- marks


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: float = _LABEL,
    fill: str = INK,
    anchor: str = "middle",
    bold: bool = False,
) -> str:
    """Draws text with its baseline at a point; the Q in W_Q becomes a subscript."""
    weight = ' font-weight="600"' if bold else ""
    content = _with_subscripts(escape(words), max(size - 2, 11))
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" '
        f'text-anchor="{anchor}"{weight}>{content}</text>'
    )


def _with_subscripts(words, size):
    """Draws the letter after each W as a subscript."""
    match = re.search("W_([QKVO])(.*)", words)
    if not match:
        return words
    start, (letter, rest) = words[: match.start()], match.groups()
    back = f'<tspan dy="-3">{_with_subscripts(rest, size)}</tspan>' if rest else ""
    return f'{start}W<tspan dy="3" font-size="{size:g}">{letter}</tspan>{back}'


def halo_text(x: float, y: float, words: str) -> str:
    """Draws a number with an outline in the page's color, readable on a cell of any shade."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{_NUMBER}" fill="{INK}" stroke="{GROUND}" '
        f'stroke-width="2.5" paint-order="stroke" stroke-linejoin="round" '
        f'text-anchor="middle">{words}</text>'
    )


def arrow(points: Sequence[tuple[float, float]], color: str, width: float = 2) -> str:
    """Draws a line through points, with an arrowhead at its end."""
    (x0, y0), (x, y) = points[-2:]
    length = math.hypot(x - x0, y - y0)
    dx, dy = (x - x0) / length, (y - y0) / length
    base = x - 8 * dx, y - 8 * dy
    path = " ".join(f"{px:g},{py:g}" for px, py in [*points[:-1], base])
    left, right = (
        f"{base[0] + side * 4.5 * dy:g},{base[1] - side * 4.5 * dx:g}" for side in (1, -1)
    )
    return (
        f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width:g}"/>'
        f'<polygon points="{x:g},{y:g} {left} {right}" fill="{color}"/>'
    )


def frame(x: float, y: float, width: float, height: float, color: str, stroke: float) -> str:
    """Draws an empty rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="none" '
        f'stroke="{color}" stroke-width="{stroke:g}"/>'
    )


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
        head: The head that it belongs to, if it belongs to one.
        printed: The row that is framed and whose numbers are printed.
        prints: Whether they are printed; if not, the row is only framed.
        also_printed: Other rows whose numbers are printed.
        plain: Whether printed rows have no shades, so their numbers are dark on white, and larger.
        missing: The column of the framed row that has a "?" for its number.
    """

    name: str
    stage: str
    numbers: Tensor
    color: str
    edge: str
    full: float
    strength: float = 0.85
    wide: bool = False
    head: int | None = None
    printed: int | None = None
    prints: bool = True
    also_printed: Sequence[int] = ()
    plain: bool = False
    missing: int | None = None

    @property
    def cell(self) -> int:
        """A cell's width."""
        narrow, wide = (_CLASS_NARROW, _CLASS_WIDE) if self.plain else (_NARROW, _WIDE)
        return wide if self.wide else narrow

    @property
    def label_size(self) -> int:
        """The size of the small words around it."""
        return _CLASS_LABEL if self.plain else _NUMBER

    @property
    def width(self) -> int:
        """The matrix's width in pixels."""
        return self.cell * self.numbers.shape[1]

    @property
    def height(self) -> int:
        """The matrix's height in pixels."""
        return _HIGH * self.numbers.shape[0]

    def draw(self, x: float, y: float) -> str:
        """Draws its cells, its grid, its outline, and the printed row."""
        rows, columns = self.numbers.shape
        cell, high = self.cell, _HIGH
        marks = []
        for i, line in enumerate(self.numbers.tolist()):
            if self.plain and (i == self.printed or i in self.also_printed):
                continue
            for j, number in enumerate(line):
                shade = self.strength * min(1, abs(number) / self.full)
                if shade < 0.005:
                    continue
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
            parts += self._row(self.printed, x, y) if self.prints else []
        box = " ".join(f"{n:g}" for n in (x, y, cell, high, rows, columns))
        owner = "" if self.head is None else f' data-head="{self.head}"'
        return (
            f'<g role="img" aria-label="{escape(self.label())}" data-stage="{self.stage}"{owner} '
            f'data-box="{box}">{"".join(parts)}</g>'
        )

    def _row(self, i, x, y):
        """Draws the numbers of a row."""
        mark = partial(text, size=self.label_size) if self.plain else halo_text
        base = y + i * _HIGH + (14 if self.plain else 13)
        numbers = list(map(short, self.numbers[i].tolist()))
        if i == self.printed and self.missing is not None:
            numbers[self.missing] = "?"
        return [mark(x + (j + 0.5) * self.cell, base, number) for j, number in enumerate(numbers)]

    def label(self) -> str:
        """The text that a screen reader reads out for it."""
        rows, columns = self.numbers.shape
        whose = "" if self.head is None else f" of head {self.head}"
        name = f"{self.name.replace('_', ' ')}{whose}, {rows} by {columns}"
        if self.printed is None:
            return name
        row = [format_number(number, 2) for number in self.numbers[self.printed].tolist()]
        if self.missing is not None:
            row[self.missing] = "?"
        return f"{name}; the framed row is {', '.join(row)}"


def short(number: float) -> str:
    """Formats a number for a small cell, without the 0 before the decimal point."""
    digits = format_number(number, 2)
    digits = digits.rstrip("0") if "." in digits else digits
    return re.sub(r"^(-?)0\.", r"\1.", digits).replace("-", "−")


# --- the layer


def hot_tea() -> tuple[list[str], Tensor, HeadParameters]:
    """The layer that the book draws: two heads that read "the tea here is hot".

    A token has six features. Three are its meaning: whether it is "the", a drink, or hot. Three are
    its position. In head 0, a drink attends to what is hot, and what is hot attends to a drink. In
    head 1, each token attends to the one before it. Both heads return meanings. Head 0 adds its
    averages to the first three numbers of the output, and head 1 to the other three.

    Returns:
        The tokens, their vectors, (5, 6), and the matrices of two heads of width 3.
    """
    tokens = ["the", "tea", "here", "is", "hot"]
    eye = torch.eye(3, dtype=torch.float64)
    zero, (a, b, c) = torch.zeros(3, dtype=torch.float64), eye
    meaning = torch.stack([eye[0], eye[1], zero, zero, eye[2]])
    x = torch.cat([meaning, torch.stack([a, b, c, -a, -b])], dim=1)
    W_Q, W_K, W_V = torch.zeros(3, 2, 6, 3, dtype=torch.float64)
    # Over the root of 3, the score is 2.14 and the weight 0.68, as in the chapter on one head.
    W_Q[0, 1, 2] = W_Q[0, 2, 1] = 3.7
    W_K[0, 2, 2] = W_K[0, 1, 1] = 1
    W_V[0, :3] = eye
    W_Q[1, 3:] = 6 * eye
    W_K[1, 3:] = torch.stack([b, c, -a])  # a position's key is the next position's query
    W_V[1, :3] = eye
    W_O = torch.zeros(2, 3, 6, dtype=torch.float64)
    W_O[0, :, :3] = eye
    W_O[1, :, 3:] = eye
    return tokens, x, HeadParameters(W_Q, W_K, W_V, W_O)


def hot_tea_layer(
    lit: Sequence[str] = (), *, for_class: bool = False, overview: bool = False
) -> Drawing:
    """Draws the layer of `hot_tea`; the row of "tea" is framed and printed.

    Args:
        lit: The parts, out of `PARTS`, that do not fade; if empty, no part fades.
        for_class: Whether it is for a hand-out: the numbers that the row of "tea" needs are then
            printed, on white, but for a "?" in the output, and it does not say what heads do.
        overview: Whether the numbers of x and Q are left out, for readers who cannot know yet what
            they mean.

    Raises:
        ValueError: There is no such part.
    """
    tokens, x, head_parameters = hot_tea()
    notes = ["“tea” attends to “hot”", "each token, one back"]
    aside = [
        "Each head returns its averages.",
        "They are concatenated. Through W_O,",
        "each head adds its part.",
        "",
        "A real layer, in MiniLM: 12 heads",
        "of width 32, and 384 = 12 × 32.",
        "",
        "Filled: above 0. Hollow: below 0.",
    ]
    meaning = ["the", "drink", "hot"]
    groups = ("this word", "word before") if for_class else ("itself", "before it")
    return layer(
        x,
        head_parameters,
        tokens,
        row=1,
        lit=lit,
        notes=[] if for_class else notes,
        aside=[] if for_class else aside,
        columns={"": meaning, "position": ["", "", ""]},
        output_columns=dict.fromkeys(groups, meaning),
        value_columns=[meaning, meaning] if for_class else (),
        plain=for_class,
        missing=2 if for_class else None,
        print_inputs=not overview,
    )


@dataclass(frozen=True)
class _Head:
    """The matrices of a head, ready to be drawn."""

    number: int
    parameters: list[Matrix]  # W_Q, W_K, W_V
    products: list[Matrix]  # Q, K, V
    weights: Matrix
    averages: Matrix
    W_O: Matrix
    note: str
    columns: Mapping[str, Sequence[str]]  # of its values and its averages


def layer(
    x: Float[Tensor, "tokens d_model"],
    head_parameters: HeadParameters,
    tokens: Sequence[str],
    *,
    row: int | None = None,
    lit: Sequence[str] = (),
    notes: Sequence[str] = (),
    aside: Sequence[str] = (),
    columns: Mapping[str, Sequence[str]] | None = None,
    output_columns: Mapping[str, Sequence[str]] | None = None,
    value_columns: Sequence[Sequence[str]] = (),
    plain: bool = False,
    missing: int | None = None,
    print_inputs: bool = True,
) -> Drawing:
    """Draws everything that a small layer of attention computes, head by head.

    Args:
        x: A vector per token.
        head_parameters: At most 3 heads, without biases, each with its own keys and values.
        tokens: A label per token, at most 6.
        row: The token whose row is framed and printed from x to the output; None for none.
        lit: The parts, out of `PARTS`, that do not fade; if empty, no part fades.
        notes: A few words per head, below its weights.
        aside: Lines of words next to the output.
        columns: Names for the columns of x: from the name of a group of columns, or "", to the
            columns' own names.
        output_columns: Names for the columns of the output, likewise.
        value_columns: Per head, names for the columns of its values and averages; in the wide form.
        plain: Whether to print also all keys and values, and the rows of W_Q, W_K and W_V that the
            row uses. Printed rows then have no shades, and captions do not say what is shared.
        missing: The column of the output that has a "?" in the framed row; None for none.
        print_inputs: Whether to print the row's numbers in x and Q, not only from the weights on.

    Raises:
        TypeError: `x` is not a dense floating-point tensor, or `row` not an integer.
        ValueError: Sizes do not fit each other or the drawing, a head has biases, there is no such
            row or part, or names do not fit the columns.
    """
    head_parameters, tokens = _require_drawable(x, head_parameters, tokens)
    if row is not None and checks.require_int("row", row, 0) >= len(tokens):
        raise ValueError(f"row must be below {len(tokens)}, the number of tokens; got {row}")
    for part in lit:
        if part not in PARTS:
            raise ValueError(f"lit must hold parts out of {checks.join_words(PARTS)}; got {part!r}")
    notes = checks.require_strings(
        "notes", notes or [""] * head_parameters.n_heads, head_parameters.n_heads
    )
    for names in value_columns:
        checks.require_strings("value_columns", names, head_parameters.d_value)
    own = zip(notes, value_columns or [[]] * len(notes), strict=True)
    token, heads, output = _matrices_of_layer(
        x, head_parameters, row, list(own), plain, print_inputs
    )
    output = replace(output, missing=missing)
    softmax = f"softmax(Q Kᵀ / √{head_parameters.d_head})"
    named = [columns or {}, output_columns or {}]
    for what, groups in zip(("columns", "output_columns"), named, strict=True):
        if groups:
            checks.require_strings(what, list(chain(*groups.values())), head_parameters.d_model)
    given = tokens, token, heads, output, softmax, lit, aside, named
    name = f"a layer of attention with {len(heads)} head{'s' * (len(heads) > 1)}"
    tables = _tables(tokens, token, heads, output)
    return Drawing(name, _wide_layer(*given), _tall_layer(*given), tables)


def _require_drawable(x, params, tokens):
    """Accepts a layer that is small enough to be drawn; returns it in double precision."""
    checks.require_floating("x", x)
    tokens = checks.require_strings("tokens", tokens, len(x))
    if x.dim() != 2 or not 0 < len(x) <= _MAX_TOKENS or x.shape[1] != params.d_model:
        raise ValueError(
            f"x must have shape (tokens, {params.d_model}) with 1 to {_MAX_TOKENS} tokens; "
            f"got {checks.describe(x)}"
        )
    if params.n_heads > _MAX_HEADS or params.n_kv_heads != params.n_heads:
        raise ValueError(
            f"head_parameters must hold at most {_MAX_HEADS} heads, each with its own keys; "
            f"got {params.n_heads} heads and {params.n_kv_heads} of keys"
        )
    if max(params.d_model, params.n_heads * params.d_value) > _MAX_WIDTH:
        raise ValueError(
            f"head_parameters must be at most {_MAX_WIDTH} wide, as must all heads together; "
            f"got a width of {params.d_model}, and {params.n_heads} heads of {params.d_value}"
        )
    if any(bias is not None for bias in (params.b_Q, params.b_K, params.b_V, params.b_O)):
        raise ValueError("head_parameters must have no biases; got some")
    checks.require_finite("x", x)
    return params.map(lambda W: W.detach().double().cpu()), tokens


def _matrices_of_layer(x, params, row, own_words, plain, print_inputs):
    """Computes x, the heads and the output, as matrices to draw."""
    x = x.detach().double().cpu()
    matrices = {"W_Q": params.W_Q, "W_K": params.W_K, "W_V": params.W_V}
    products = [x @ W for W in matrices.values()]
    weights = attention_weights(attention_scores(*products[:2]))
    averages = weights @ products[2]
    output = (averages @ params.W_O).sum(dim=0)

    def largest(numbers):
        return numbers.abs().max().item() or 1.0

    every = range(len(x)) if plain else ()
    used = x[row].nonzero().flatten().tolist() if plain and row is not None else ()

    def of_head(h):
        own = partial(Matrix, head=h, edge=head_color(h))
        gray = partial(own, color=LINE)
        tint = partial(own, color=head_color(h), strength=0.55, plain=plain, also_printed=every)
        shown = partial(own, color=head_color(h), printed=row, plain=plain)
        queries, keys, values = products
        decimal = row is not None and not torch.equal(queries[:, row], queries[:, row].round())
        of_row = partial(gray, plain=plain, also_printed=used)
        parameters = [
            of_row(n, n, W[h], full=largest(W[h]), wide=plain and not torch.equal(W, W.round()))
            for n, W in matrices.items()
        ]
        Q = shown(
            "Q",
            "Q",
            queries[h],
            full=largest(queries),
            strength=0.55,
            wide=decimal,
            prints=print_inputs,
        )
        K = tint("K", "K", keys[h], full=largest(keys))  # the keys of all tokens take part
        V = tint("V", "V", values[h], full=largest(values))
        name = "attention weights"
        mine = shown(name, "weights", weights[h], full=1.0, strength=1.0, wide=True)
        mean = shown(
            "averages", "average", averages[h], full=largest(averages), strength=0.55, wide=True
        )
        block = gray("W_O", "W_O", params.W_O[h], full=largest(params.W_O), plain=plain)
        note, columns = own_words[h]
        return _Head(
            h, parameters, [Q, K, V], mine, mean, block, note, {"": columns} if columns else {}
        )

    ink = partial(Matrix, color=INK, edge=INK, strength=0.7, printed=row, plain=plain)
    whole = row is None or torch.equal(x[row], x[row].round())
    token = ink("x", "x", x, full=largest(x), wide=not whole, prints=print_inputs)
    out = ink("output", "sum", output, full=largest(output), wide=True)
    return token, [of_head(h) for h in range(params.n_heads)], out


def _tables(tokens, x, heads, output):
    """Returns the numbers of the drawing, a table per matrix."""

    def table(matrix, rows=tokens):
        n_rows, n_columns = matrix.numbers.shape
        whose = "" if matrix.head is None else f" of head {matrix.head}"
        rows = [f"{i}" for i in range(n_rows)] if rows is None else rows
        columns = [f"{j}" for j in range(n_columns)]
        return map_table(matrix.name + whose, "", rows, columns, matrix.numbers, 2)

    own = [
        [
            *(table(W, None) for W in head.parameters),
            *map(table, (*head.products, head.weights, head.averages)),
            table(head.W_O, None),
        ]
        for head in heads
    ]
    return [table(x), *(entry for tables in own for entry in tables), table(output)]


class _Sheet:
    """The marks of a form; parts that are not lit fade."""

    def __init__(self, lit: Sequence[str]):
        self.lit = lit
        self.marks: list[str] = []

    def put(self, part: str, *marks: str) -> None:
        """Adds marks that belong to a part."""
        fades = ' opacity="0.3"' if self.lit and part not in self.lit else ""
        self.marks.append(f'<g data-part="{part}"{fades}>{"".join(marks)}</g>')


def _draw_with_title(matrix, x, y):
    """Draws a matrix under its name."""
    size = max(_LABEL, matrix.label_size)
    return matrix.draw(x, y) + text(x + matrix.width / 2, y - 7, matrix.name, size=size, bold=True)


def _row(matrices, x, y, gap=7):
    """Draws matrices next to each other under their names; returns also where they end."""
    marks = ""
    for matrix in matrices:
        marks += _draw_with_title(matrix, x, y)
        x += matrix.width + gap
    return marks, x - gap


def _token_names(tokens, matrix, x, y):
    """Draws a name before each row of a matrix that begins at x."""
    return "".join(
        text(x - 6, y + 13 + i * _HIGH, token, fill=SOFT, anchor="end", size=matrix.label_size)
        for i, token in enumerate(tokens)
    )


def _below(matrix, x, y, words, line=0):
    """Draws a line of small words below a matrix."""
    middle, base = x + matrix.width / 2, y + matrix.height + 17 + 16 * line
    return text(middle, base, words, size=matrix.label_size, fill=SOFT)


def _column_names(groups, matrix, x, y):
    """Draws names below columns, and brackets below groups; returns also how high they are."""
    if not groups:
        return "", 0
    base, marks = y + matrix.height + 5, ""
    size = matrix.label_size if matrix.plain else 11
    high = max(round(size * 0.58) * len(name) for names in groups.values() for name in names)
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


def _sign(x, y, words, size=16):
    """Draws a sign between two matrices, centered on this height."""
    return text(x, y + 5, words, size=size)


def _lane(head, x, y, width, height):
    """Draws the tinted background of a head, with its name."""
    color, size = head_color(head.number), max(_LABEL, head.weights.label_size)
    return _tint(color, x, y, width, height) + text(
        x + 12, y + 21, f"head {head.number}", fill=color, anchor="start", bold=True, size=size
    )


def _tint(color, x, y, width, height):
    """Draws the tinted background of a head."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="10" '
        f'fill="{color}" fill-opacity="0.06"/>'
    )


def _concatenated(tokens, heads, x, y):
    """Draws the averages of all heads in one matrix; returns also where it ends."""
    marks, left = _token_names(tokens, heads[0].averages, x, y), x
    for head in heads:
        marks += head.averages.draw(x, y)
        x += head.averages.width
    last, middle = heads[-1].averages, (left + x) / 2
    columns = sum(head.averages.numbers.shape[1] for head in heads)
    small = last.label_size
    marks += text(middle, y - 7, "concatenated", size=max(_LABEL, small), bold=True)
    marks += text(middle, y + last.height + 17, f"{len(tokens)} × {columns}", size=small, fill=SOFT)
    return marks, x


def _blocks_of_rows(heads, x, middle):
    """Draws W_O as a block of rows for each head, one below the other."""
    y = middle - sum(head.W_O.height for head in heads) / 2
    size = max(_LABEL, heads[0].W_O.label_size)
    marks = text(x + heads[0].W_O.width / 2, y - 7, "W_O", size=size, bold=True)
    for head in heads:
        marks += head.W_O.draw(x, y)
        y += head.W_O.height
    return marks + _below(heads[-1].W_O, x, y - heads[-1].W_O.height, "a block per head")


def _wide_layer(tokens, x, heads, output, softmax, lit, aside, named):
    """Draws the heads one below the other, from left to right, and then the rest of the layer."""
    sheet, start = _Sheet(lit), 10 + (9 if x.plain else 7) * max(map(len, tokens))
    high = max(x.height, heads[0].parameters[0].height)
    lane, first, right = high + (100 if x.plain else 84), 44, 0.0
    step, shift = lane + 10, (high - x.height) / 2
    for n, head in enumerate(heads):
        top = first + n * step
        rows, middle, left = top + shift, top + high / 2, start
        names = _token_names(tokens, x, left, rows)
        names += _column_names(named[0], x, left, rows)[0]
        parts = [("x", names + _draw_with_title(x, left, rows))]
        left += x.width
        marks, left = _sign(left + 12, middle, "×"), left + 24
        drawn, end = _row(head.parameters, left, top)
        size = "{} × {}".format(*head.parameters[0].numbers.shape)
        words = f"each {size}" if x.plain else f"its own, each {size}"
        caption = text((left + end) / 2, top + high + 17, words, size=x.label_size, fill=SOFT)
        marks, left = marks + drawn + caption + _sign(end + 12, middle, "="), end + 24
        drawn, left = _row(head.products, left, rows)
        values = head.products[2]
        drawn += _column_names(head.columns, values, left - values.width, rows)[0]
        parts.append(("projections", marks + drawn))
        flow = arrow([(left + 5, middle), (left + 30, middle)], head_color(head.number))
        left += 35
        caption = _below(head.weights, left, rows, softmax)
        caption += _below(head.weights, left, rows, head.note, line=1)
        parts.append(("weights", flow + _draw_with_title(head.weights, left, rows) + caption))
        left += head.weights.width
        marks, left = _sign(left + 27, middle, "× V =", size=14), left + 54
        names = _column_names(head.columns, head.averages, left, rows)[0]
        parts.append(("head outputs", marks + names + _draw_with_title(head.averages, left, rows)))
        right = left + head.averages.width
        sheet.marks.append(_lane(head, 2, top - 42, right + 22, lane))
        for part in parts:
            sheet.put(*part)
    turn = right + 12
    lanes = [first + n * step + high / 2 for n in range(len(heads))]
    top = first + len(heads) * step + 18
    rows, middle, left = top + shift, top + high / 2, start
    marks, end = _concatenated(tokens, heads, left, rows)
    above = (left + end) / 2
    corner = first + len(heads) * step - 26
    path = arrow([(turn, lanes[0]), (turn, corner), (above, corner), (above, rows - 22)], LINE)
    stubs = "".join(f"M{right + 3:g} {y:g}H{turn:g}" for y in lanes)
    joined = f'<path d="{stubs}" stroke="{LINE}" stroke-width="2" fill="none"/>{path}'
    sheet.put("concatenation", joined, marks)
    left = end + 34
    sheet.put("W_O", _sign(end + 17, middle, "×"), _blocks_of_rows(heads, left, middle))
    left += heads[0].W_O.width
    size = "{} × {}".format(*output.numbers.shape) + ", like x" * (not x.plain)
    marks, left = _sign(left + 17, middle, "="), left + 34
    names, deep = _column_names(named[1], output, left, rows)
    caption = names + _below(output, left, rows + deep, size)
    sheet.put("output", marks, _draw_with_title(output, left, rows), caption)
    sheet.marks.append(_lines(aside, left + output.width + 26, middle))
    return Form(right + 26, top + high + 30 + max(0, deep - 8), "".join(sheet.marks))


def _lines(words, x, middle):
    """Draws lines of words one below the other, centered on this height."""
    top = middle - 9 * len(words) + 13
    return "".join(
        text(x, top + 18 * n, line, size=_NUMBER, anchor="start", fill=SOFT)
        for n, line in enumerate(words)
    )


def _tall_layer(tokens, x, heads, output, softmax, lit, aside, named):
    """Draws a layer for a phone: each head from top to bottom, one head below the other."""
    sheet, start, width = _Sheet(lit), 10 + 7 * max(map(len, tokens)), 350.0
    high = max(x.height, heads[0].parameters[0].height)
    shift, below, top = (high - x.height) / 2, 60, 44
    for head in heads:
        named_x, deep = _column_names(named[0], x, start, top + shift)
        room = max(0, deep - 7)
        lane, height = top - 42, 3 * x.height + high - x.height + 2 * below + 64 + room
        sheet.marks.append(_lane(head, 2, lane, width - 4, height))
        middle = top + high / 2
        names = _token_names(tokens, x, start, top + shift) + named_x
        sheet.put("x", names, _draw_with_title(x, start, top + shift))
        drawn, end = _row(head.parameters, start + x.width + 24, top)
        marks = _sign(start + x.width + 12, middle, "×") + drawn + _sign(end + 14, middle, "=")
        top += high - shift + below - 24 + room
        drawn, end = _row(head.products, start, top)
        sheet.put("projections", marks, _token_names(tokens, x, start, top), drawn)
        middle = top + x.height / 2
        turn = end + 26
        path = [(end + 5, middle), (turn, middle), (turn, top + x.height + 16)]
        middle_of_weights = start + head.weights.width / 2
        path += [(middle_of_weights, path[-1][1]), (middle_of_weights, top + x.height + below - 22)]
        flow = arrow(path, head_color(head.number))
        top += x.height + below
        middle = top + x.height / 2
        caption = _below(head.weights, start, top, softmax)
        caption += _below(head.weights, start, top, head.note, line=1)
        names = _token_names(tokens, x, start, top)
        sheet.put("weights", flow, names, _draw_with_title(head.weights, start, top), caption)
        left = start + head.weights.width
        marks, left = _sign(left + 27, middle, "× V =", size=14), left + 54
        sheet.put("head outputs", marks, _draw_with_title(head.averages, left, top))
        top += x.height + 104
    top += 6
    marks, end = _concatenated(tokens, heads, start, top)
    sheet.put("concatenation", marks)
    middle = top + x.height / 2
    sheet.put(
        "W_O",
        _sign(end + 17, middle, "×"),
        _blocks_of_rows(heads, end + 34, middle),
        _sign(end + 34 + heads[0].W_O.width + 16, middle, "="),
    )
    top += x.height + 62
    size = "{} × {}, like x".format(*output.numbers.shape)
    names, deep = _column_names(named[1], output, start, top)
    names += _token_names(tokens, x, start, top) + _below(output, start, top + deep, size)
    sheet.put("output", names, _draw_with_title(output, start, top))
    top += output.height + 40 + deep
    sheet.marks.append(_lines(aside, 12, top + 9 * len(aside)))
    return Form(width, top + 18 * len(aside) + 8, "".join(sheet.marks))


# --- the layer, step by step


@dataclass(frozen=True)
class _Term:
    """A matrix of an equation, or several that are put together, with words around it."""

    blocks: Sequence[Matrix]
    name: str = ""  # that of the matrix, if empty
    down: bool = False  # whether the blocks are below each other, not next to each other
    rows: Sequence[str] = ()
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    captions: Sequence[str] = ()

    @property
    def margin(self) -> float:
        """The room before it that the names of its rows take."""
        return 8 + 7.5 * max(map(len, self.rows)) if self.rows else 0

    @property
    def width(self) -> float:
        """The width of the matrix, or of the words below it, if they are wider."""
        widths = [block.width for block in self.blocks]
        return max(
            max(widths) if self.down else sum(widths), 7 * max(map(len, self.captions), default=0)
        )

    @property
    def height(self) -> float:
        """The height of the matrix alone."""
        heights = [block.height for block in self.blocks]
        return sum(heights) if self.down else max(heights)

    def draw(self, x: float, middle: float) -> tuple[str, float]:
        """Draws it from the left, centered on a height; returns also how deep its words go."""
        first = self.blocks[0]
        inner = first.width if self.down else sum(block.width for block in self.blocks)
        left, top = x + (self.width - inner) / 2, middle - self.height / 2
        center = left + inner / 2
        marks = text(center, top - 7, self.name or first.name, bold=True)
        marks += _token_names(self.rows, first, left, top)
        at_x, at_y = left, top
        for block in self.blocks:
            marks += block.draw(at_x, at_y)
            at_x, at_y = (at_x, at_y + block.height) if self.down else (at_x + block.width, at_y)
        low = top + self.height
        below, deep = _column_names(self.columns, first, left, low - first.height)
        deep -= 0 if any(self.columns) or not deep else 14  # no group has a name
        for n, line in enumerate(self.captions):
            below += text(center, low + deep + 17 + 16 * n, line, size=_NUMBER, fill=SOFT)
        return marks + below, low + deep + 16 * len(self.captions) + 10


def _equation(terms, left, middle):
    """Draws terms and the signs between them in a line; returns also its right and lower ends."""
    marks, low = "", 0.0
    for term in terms:
        if isinstance(term, str):
            wide = 10 + 9 * len(term)
            marks += _sign(left + wide / 2, middle, term)
            left += wide
            continue
        left += term.margin
        drawn, deep = term.draw(left, middle)
        marks, left, low = marks + drawn, left + term.width + 6, max(low, deep)
    return marks, left, low


def _step(name, lines, tables, head=None):
    """Draws an equation, in one line for a page and in several lines for a phone."""

    def form(rows, least):
        marks, top, right = "", 32.0, least
        for terms in rows:
            high = max(term.height for term in terms if not isinstance(term, str))
            drawn, end, top = _equation(terms, 6, top + high / 2)
            marks, top, right = marks + drawn, top + 26, max(right, end)
        lane = "" if head is None else _tint(head_color(head), 0, 0, right, top - 20)
        return Form(right, top - 18, lane + marks)

    return _enlarged(Drawing(name, form([list(chain(*lines))], 140), form(lines, 340), tables))


def _enlarged(drawing):
    """Enlarges the wide form, if a page has room for it."""
    wide = drawing.wide
    return replace(drawing, wide=replace(wide, scale=min(1.4, _PAGE / wide.width)))


def hot_tea_steps() -> dict[str, Drawing]:
    """Draws the layer of `hot_tea` step by step, following the row of "tea".

    Returns:
        By name: "tokens", x; "projections", those of head 0; "one row", that of "tea" in head 0;
        "one head", all rows of head 0; "two heads", the weights of both; and "output", the
        averages, concatenated, and W_O.
    """
    tokens, x, params = hot_tea()
    tea, hot = tokens.index("tea"), tokens.index("hot")
    vectors, heads, output = _matrices_of_layer(x, params, tea, [("", ())] * 2, False, True)
    tables = _tables(tokens, vectors, heads, output)
    (Q, K, V), first = heads[0].products, heads[0]
    meaning = ["the", "drink", "hot"]
    matched = ["", *meaning[1:]]  # the columns of queries and keys
    drawn_x = _Term([vectors], rows=tokens, columns={"": meaning, "position": ["", "", ""]})
    # "tea" asks, and "hot" is what it finds.
    asks = _Term([Q], rows=tokens, columns={"asks for": matched})
    offers = _Term([replace(K, printed=hot)], columns={"offers": matched})
    gives = _Term([replace(V, printed=hot)], columns={"gives": meaning})
    softmax = f"softmax(Q Kᵀ / √{Q.numbers.shape[1]})"
    weights = _Term([first.weights], rows=tokens, captions=[softmax])
    averages = _Term([first.averages], columns={"": meaning})
    both = _Term(
        [head.averages for head in heads],
        "concatenated",
        rows=tokens,
        columns={"head 0": meaning, "head 1": meaning},
    )
    blocks = _Term([head.W_O for head in heads], down=True, captions=["a block per head"])
    out = _Term([output], rows=tokens, columns=dict.fromkeys(("itself", "before it"), meaning))
    all_K, all_V = (_Term([replace(matrix, printed=None)]) for matrix in (K, V))
    parameters = [_Term([W]) for W in first.parameters]
    return {
        "tokens": _step("the tokens as rows of numbers", [[drawn_x]], tables[:1]),
        "projections": _step(
            "queries, keys and values of head 0",
            [[drawn_x, "×", *parameters, "="], [asks, offers, gives]],
            tables[1:7],
            head=0,
        ),
        "one row": strip(Q.numbers[tea], K.numbers, V.numbers, tokens, query_token="tea"),
        "one head": _step(
            "all rows of head 0",
            [
                [replace(asks, columns={}), all_K, "→"],
                [weights, "×", all_V, "=", averages],
            ],
            tables[7:9],
            head=0,
        ),
        "two heads": _enlarged(maps([head.weights.numbers for head in heads], tokens, row=tea)),
        "output": _step(
            "the averages of both heads, concatenated, times W_O",
            [[both, "×", blocks, "="], [out]],
            tables[-1:],
        ),
    }


# --- attention weights


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
        if left and left + weight_map.width > _PAGE:
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
            marks.append(text(at, top - 6, short_key, size=_NUMBER, fill=SOFT))
        cells = self.weights.tolist()
        for i, (row, name) in enumerate(zip(cells, self.rows, strict=True)):
            base = top + i * self.line + self.line / 2 + 4.5
            marks.append(text(left - 6, base, name, size=_NUMBER, fill=SOFT, anchor="end"))
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


# --- one row of one head


def strip(
    query: Float[Tensor, " d_head"],
    keys: Float[Tensor, "keys d_head"],
    values: Float[Tensor, "keys d_value"],
    tokens: Sequence[str],
    *,
    query_token: str,
    head: int = 0,
) -> Drawing:
    """Draws how one row of one head is computed: from left to right, one line per key.

    Args:
        query: The query of one token.
        keys: A key per token, at most 6.
        values: A value per token.
        tokens: A label per key.
        query_token: The label of the token whose query it is.
        head: The number of the head, for its color.

    Raises:
        TypeError: A tensor is not a dense floating-point one.
        ValueError: Sizes do not fit each other or the drawing.
    """
    for name, tensor, dims in (("query", query, 1), ("keys", keys, 2), ("values", values, 2)):
        checks.require_floating(name, tensor, min_dims=dims)
        checks.require_finite(name, tensor)
    tokens = checks.require_strings("tokens", tokens, len(keys))
    fits = keys.shape[1:] == query.shape and len(values) == len(keys) <= _MAX_TOKENS
    if not fits or keys.dim() != 2 or values.dim() != 2 or values.shape[1] > 3:
        raise ValueError(
            f"query, keys and values must have shapes (d_head,), (keys, d_head) and "
            f"(keys, d_value), at most {_MAX_TOKENS} keys and 3 numbers per value; got "
            f"{checks.describe(query)}, {checks.describe(keys)}, {checks.describe(values)}"
        )
    query, keys, values = (part.detach().double().cpu() for part in (query, keys, values))
    dots = keys @ query
    scores = dots / len(query) ** 0.5
    raised = scores.exp()
    weights = raised / raised.sum()
    parts = weights[:, None] * values
    room = 20 * max(0, values.shape[1] - 2)  # for a third number
    steps = {
        "key": _Step(96, [_vector(key) for key in keys]),
        "query · key": _Step(86, [_plain(dot) for dot in dots]),
        f"÷ √{len(query)}": _Step(72, [_plain(score) for score in scores]),
        "exponential": _Step(74, [_plain(score) for score in raised], _plain(raised.sum())),
        "weight": _Step(
            150 - 2 * room, [_plain(weight) for weight in weights], "1", weights.tolist()
        ),
        "value": _Step(90 + room / 2, [_vector(value) for value in values]),
        "weight × value": _Step(
            112 + 1.5 * room, [_vector(part) for part in parts], _vector(parts.sum(dim=0))
        ),
    }
    caption = f"“{query_token}” asks with its query {_vector(query)}"
    rows = [
        [token, *cells]
        for token, *cells in zip(tokens, *(step.cells for step in steps.values()), strict=True)
    ]
    table = Table(caption, ["", *steps], [*rows, ["sum", *(step.total for step in steps.values())]])
    look = tokens, int(weights.argmax()), head_color(head)
    title = text(8, 20, caption, anchor="start", bold=True)
    every, end = _block(steps, *look, 36)
    names = list(steps)
    short_steps = {name: replace(steps[name], width=steps[name].width * 0.86) for name in names}
    upper, half = _block({name: short_steps[name] for name in names[:4]}, *look, 36)
    lower, foot = _block({name: short_steps[name] for name in names[4:]}, *look, half + 14)
    name = f"one row of a head, from its query to its average: {caption}"
    return Drawing(
        name, Form(740, end, title + every), Form(356, foot, title + upper + lower), [table]
    )


def _plain(number):
    """Formats a number with two decimals and a typographic minus sign."""
    return format_number(float(number), 2).replace("-", "−")


def _vector(numbers):
    return f"({', '.join(map(_plain, numbers))})"


@dataclass(frozen=True)
class _Step:
    """A column of the strip: its width, a cell per key, their sum, and bars for weights."""

    width: float
    cells: list[str]
    total: str = ""
    bars: Sequence[float] = ()


def _block(steps, tokens, best, color, top):
    """Draws steps next to each other, one line per key; returns also where they end."""
    left, line, low = 12 + 7 * max(map(len, tokens)), 25, top + 24
    bottom = low + line * len(tokens)
    last, marks = list(steps)[-1], []
    framed = steps[last].total.startswith("(")  # the average
    wide = 14 + 8 * len(steps[last].total)  # its frame
    for i, token in enumerate(tokens):
        base = low + line * i + 17
        if i == best:
            width = sum(step.width for step in steps.values()) + left - 6
            marks.append(
                f'<rect x="4" y="{base - 17:g}" width="{width:g}" height="{line}" rx="5" '
                f'fill="{color}" fill-opacity="0.12"/>'
            )
        marks.append(text(left - 2, base, token, anchor="end", bold=i == best))
    for name, step in steps.items():
        middle = left + step.width / 2
        marks.append(text(middle, top + 14, name, size=_NUMBER, fill=SOFT))
        for i, cell in enumerate(step.cells):
            base = low + line * i + 17
            if step.bars:
                long = (step.width - 56) * step.bars[i]
                marks.append(
                    f'<rect x="{left + 14:g}" y="{base - 12:g}" width="{long:.1f}" height="15" '
                    f'fill="{color}"/>'
                )
                marks.append(text(left + 19 + long, base, cell, anchor="start", bold=i == best))
            else:
                marks.append(text(middle, base, cell, bold=i == best))
        if step.total:
            at, anchor = (left + 19, "start") if step.bars else (middle, "middle")
            if framed and name == last:
                at = left + step.width - max(step.width, wide) / 2
            marks.append(text(at, bottom + 22, step.total, anchor=anchor, bold=name == last))
        left += step.width
    marks.append(text(12, bottom + 22, "sum", anchor="start", fill=SOFT))
    marks.append(f'<path d="M4 {bottom + 4:g}H{left - 4:g}" stroke="{LINE}" fill="none"/>')
    if framed:
        x = left - max(steps[last].width / 2 + wide / 2, wide)
        marks.append(frame(x, bottom + 7, wide, 22, color, 2))
        marks.append(text(x - 6, bottom + 22, "average", anchor="end", fill=SOFT, size=_NUMBER))
    return "".join(marks), bottom + 36


# --- the map of a chapter

# A part's name on the map, where it is, and its boxes: left, top, width, height, and the head.
_MAP = {
    "x": ("tokens", 40, [(22, 22, 36, 30, None)]),
    "projections": (
        "W_Q W_K W_V",
        150,
        [(118 + 24 * n, 6 + 36 * h, 14, 26, h) for h in (0, 1) for n in (0, 1, 2)],
    ),
    "weights": ("attention weights", 266, [(251, 6 + 36 * h, 30, 26, h) for h in (0, 1)]),
    "head outputs": ("averages", 372, [(363, 6 + 36 * h, 18, 26, h) for h in (0, 1)]),
    "concatenation": ("concatenated", 467, [(449 + 18 * h, 22, 18, 30, h) for h in (0, 1)]),
    "W_O": ("W_O", 558, [(540, 18 + 19 * h, 36, 19, h) for h in (0, 1)]),
    "output": ("output", 646, [(628, 22, 36, 30, None)]),
}
_MAP_FLOWS = [
    *(((62, 37), (86, 37), (86, 19 + 36 * h), (112, 19 + 36 * h)) for h in (0, 1)),
    *(((184, 19 + 36 * h), (245, 19 + 36 * h)) for h in (0, 1)),
    *(((285, 19 + 36 * h), (357, 19 + 36 * h)) for h in (0, 1)),
    *(((385, 19 + 36 * h), (415, 19 + 36 * h), (415, 37), (443, 37)) for h in (0, 1)),
    ((489, 37), (534, 37)),
    ((580, 37), (622, 37)),
]


def name_of(part: str) -> str:
    """Returns the name of a part on the map.

    >>> name_of("head outputs")
    'averages'
    """
    return _MAP[part][0]


def layer_map(lit: Sequence[str], links: Mapping[str, str] | None = None) -> str:
    """Draws a small layer with some parts highlighted, as an SVG element for a page.

    Args:
        lit: The parts, out of `PARTS`, that a chapter is about.
        links: Maps a part to the address of the chapter that explains it.

    Raises:
        ValueError: There is no such part.
    """
    links = links or {}
    for part in (*lit, *links):
        if part not in PARTS:
            raise ValueError(f"lit must hold parts out of {checks.join_words(PARTS)}; got {part!r}")
    marks = [arrow(points, LINE, 1.5) for points in _MAP_FLOWS]
    for part, (name, middle, boxes) in _MAP.items():
        on = part in lit
        drawn = "".join(
            f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="2" stroke-width="1.5" '
            + f'stroke="{INK if head is None else head_color(head)}" '
            + f'fill="{INK if head is None else head_color(head)}" '
            + f'fill-opacity="{0.75 if on else 0.06}" stroke-opacity="{1 if on else 0.8}"/>'
            for x, y, w, h, head in boxes
        )
        drawn += text(middle, 92, name, size=_NUMBER, fill=INK if on else SOFT, bold=on)
        caption = f"{part}{', this chapter' if on else ''}"
        if part in links:
            left = min(x for x, *_ in boxes) - 12
            wide = max(x + w for x, _, w, *_ in boxes) + 12 - left
            room = f'<rect x="{left}" y="0" width="{wide}" height="98" fill-opacity="0"/>'
            marks.append(
                f'<a href="{escape(links[part])}" aria-label="{caption}">{room}{drawn}</a>'
            )
        else:
            marks.append(f'<g role="img" aria-label="{caption}">{drawn}</g>')
    return Form(690, 100, "".join(marks)).svg("map", "where in a layer this chapter is")
