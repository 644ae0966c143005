"""A whole attention layer, and the small one that the book draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import pad

from mha_lib import checks
from mha_lib.attention import attention_scores, attention_weights
from mha_lib.book.drawings._marks import (
    INK,
    LABEL,
    LINE,
    NUMBER,
    SOFT,
    Drawing,
    Form,
    arrow,
    draw_sign,
    draw_tint,
    head_color,
    text,
)
from mha_lib.book.drawings._matrix import Matrix, draw_below, draw_column_names, draw_row_names
from mha_lib.book.figures import map_table
from mha_lib.head_parameters import HeadParameters

PARTS = ("x", "projections", "weights", "head outputs", "concatenation", "W_O", "output")
_MAX_HEADS, _MAX_TOKENS, _MAX_WIDTH = 3, 6, 6


def hot_tea() -> tuple[list[str], Tensor, HeadParameters]:
    """The layer that the book draws: two heads that read "the tea here is hot".

    A token has six features. Three are its meaning: whether it is "the", a drink, or hot. Three are
    its position. In head 0, a drink attends to what is hot, and what is hot attends to a drink. In
    head 1, each token attends to the one before it. Both heads return meanings, and write them into
    the columns that these have in x. So the output can be added to x: it adds to a token's meaning,
    and leaves its position as it is.

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
    W_O[:, :, :3] = eye
    return tokens, x, HeadParameters(W_Q, W_K, W_V, W_O)


def hot_tea_for_class() -> tuple[list[str], Tensor, HeadParameters]:
    """The layer that a class follows on paper: that of `hot_tea` without negative numbers.

    Three columns tell three words apart, so the position of the other two is zero in x, and head 1
    gives them the plain average. Its 6.5 leaves "the" the weight that it has in `hot_tea`. Its
    values are "the" alone, so no matrix is the same in both heads.

    A seventh column is free: it is zero in x. Head 1 writes there how much of "the" it has found,
    so what it writes and what head 0 writes stay apart.

    Returns:
        As `hot_tea` does, with vectors of width 7.
    """
    tokens, x, of_book = hot_tea()
    x[3:, 3:] = 0
    x = pad(x, (0, 1))
    W_Q, W_K, W_V = (pad(W, (0, 0, 0, 1)) for W in (of_book.W_Q, of_book.W_K, of_book.W_V))
    W_Q[1] *= 6.5 / 6
    W_K[1, 5] = 0
    W_V[1, 1:] = 0
    W_O = pad(of_book.W_O, (0, 1))
    W_O[1] = 0
    W_O[1, 0, 6] = 1
    return tokens, x, HeadParameters(W_Q, W_K, W_V, W_O)


def hot_tea_layer(lit: Sequence[str] = ()) -> Drawing:
    """Draws the layer of `hot_tea`; the row of "tea" is framed and printed.

    Args:
        lit: The parts, out of `PARTS`, that do not fade; if empty, no part fades.

    Raises:
        ValueError: There is no such part.
    """
    tokens, x, head_parameters = hot_tea()
    notes = ["“tea” attends to “hot”", "each token, one back"]
    aside = [
        "Each head returns its averages.",
        "Through W_O, each head adds",
        "its part to the output, which",
        "is then added to x.",
        "",
        "A real layer, in MiniLM: 12 heads",
        "of width 32, and 384 = 12 × 32.",
        "",
        "Filled: above 0. Hollow: below 0.",
    ]
    meaning = ["the", "drink", "hot"]
    columns = {"": meaning, "position": ["", "", ""]}
    return layer(
        x,
        head_parameters,
        tokens,
        row=1,
        lit=lit,
        notes=notes,
        aside=aside,
        columns=columns,
        output_columns=columns,
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
            raise ValueError(
                f"lit must contain parts out of {checks.join_words(PARTS)}; got {part!r}"
            )
    notes = checks.require_strings(
        "notes", notes or [""] * head_parameters.n_heads, head_parameters.n_heads
    )
    own = [(note, ()) for note in notes]
    token, heads, output = matrices_of_layer(x, head_parameters, row, own, plain=False)
    softmax = f"softmax(Q Kᵀ / √{head_parameters.d_head})"
    named = [columns or {}, output_columns or {}]
    for what, groups in zip(("columns", "output_columns"), named, strict=True):
        if groups:
            checks.require_strings(what, list(chain(*groups.values())), head_parameters.d_model)
    given = tokens, token, heads, output, softmax, lit, aside, named
    name = f"a layer of attention with {len(heads)} head{'s' * (len(heads) > 1)}"
    tables = tables_of_layer(tokens, token, heads, output)
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
            f"head_parameters must contain at most {_MAX_HEADS} heads, each with its own keys; "
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


def matrices_of_layer(x, params, row, own_words, *, plain):
    """Computes x, the heads and the output, as matrices to draw.

    Args:
        x: A vector per token.
        params: The parameters of the heads.
        row: The token whose row is framed and printed; None for none.
        own_words: Per head, a few words, and names for the columns of its values and averages.
        plain: Whether to print also all keys and values, and the rows of W_Q, W_K and W_V that the
            row uses. Printed rows then have no shades, and captions do not say what is shared.
    """
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
    token = ink("x", "x", x, full=largest(x), wide=not whole)
    out = ink("output", "sum", output, full=largest(output), wide=True)
    return token, [of_head(h) for h in range(params.n_heads)], out


def tables_of_layer(tokens, x, heads, output):
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


def draw_with_title(matrix, x, y):
    """Draws a matrix under its name."""
    size = max(LABEL, matrix.label_size)
    return matrix.draw(x, y) + text(x + matrix.width / 2, y - 7, matrix.name, size=size, bold=True)


def _row(matrices, x, y, gap=6):
    """Draws matrices next to each other under their names; also returns where they end."""
    marks = ""
    for matrix in matrices:
        marks += draw_with_title(matrix, x, y)
        x += matrix.width + gap
    return marks, x - gap


def _products(head, x, y, columns):
    """Draws Q, K and V, and below each what it is: x times one matrix, not times all three.

    Args:
        head: The head.
        x, y: Where Q begins.
        columns: Names for the columns of V.

    Returns:
        The marks, and where V ends.
    """
    gap = max(6, 40 - min(matrix.width for matrix in head.products))  # room for the words
    marks, end = _row(head.products, x, y, gap)
    names, deep = draw_column_names(columns, head.products[2], end - head.products[2].width, y)
    for matrix in head.products:
        low = y + max(0, deep - 20) * (matrix.name == "V")
        marks += draw_below(matrix, x, low, f"x W_{matrix.name}")
        x += matrix.width + gap
    return marks + names, end


def _key_names(tokens, head, x, y):
    """Draws the tokens below the columns of a head's weights; also returns how high they are."""
    marks, deep = draw_column_names({"": tokens}, head.weights, x, y)
    return marks, deep - 14  # no group has a name


def _lane(head, x, y, width, height):
    """Draws the tinted background of a head, with its name."""
    color, size = head_color(head.number), max(LABEL, head.weights.label_size)
    return draw_tint(color, x, y, width, height) + text(
        x + 12, y + 21, f"head {head.number}", fill=color, anchor="start", bold=True, size=size
    )


def _concatenated(tokens, heads, x, y):
    """Draws the averages of all heads in one matrix; also returns where it ends."""
    marks, left = draw_row_names(tokens, heads[0].averages, x, y), x
    for head in heads:
        marks += head.averages.draw(x, y)
        x += head.averages.width
    last, middle = heads[-1].averages, (left + x) / 2
    columns = sum(head.averages.numbers.shape[1] for head in heads)
    small = last.label_size
    marks += text(middle, y - 7, "concatenated", size=max(LABEL, small), bold=True)
    marks += text(middle, y + last.height + 17, f"{len(tokens)} × {columns}", size=small, fill=SOFT)
    return marks, x


def _blocks_of_rows(heads, x, middle):
    """Draws W_O as a block of rows for each head, one below the other."""
    y = middle - sum(head.W_O.height for head in heads) / 2
    size = max(LABEL, heads[0].W_O.label_size)
    marks = text(x + heads[0].W_O.width / 2, y - 7, "W_O", size=size, bold=True)
    for head in heads:
        marks += head.W_O.draw(x, y)
        y += head.W_O.height
    return marks + draw_below(heads[-1].W_O, x, y - heads[-1].W_O.height, "a block per head")


def _wide_layer(tokens, x, heads, output, softmax, lit, aside, named):
    """Draws the heads one below the other, from left to right, and then the rest of the layer."""
    sheet, start = _Sheet(lit), 8 + 7 * max(map(len, tokens))
    high = max(x.height, heads[0].parameters[0].height)
    first, right, shift = 44, 0.0, (high - x.height) / 2
    captions = 33 if any(head.note for head in heads) else 17
    low = shift + x.height + _key_names(tokens, heads[0], 0, 0)[1] + captions - high
    lane = high + 42 + max(42, low + 10)
    step = lane + 10
    for n, head in enumerate(heads):
        top = first + n * step
        rows, middle, left = top + shift, top + high / 2, start
        names = draw_row_names(tokens, x, left, rows)
        names += draw_column_names(named[0], x, left, rows)[0]
        parts = [("x", names + draw_with_title(x, left, rows))]
        left += x.width
        marks, left = draw_sign(left + 10, middle, "×"), left + 20
        drawn, end = _row(head.parameters, left, top)
        words = "its own, each {} × {}".format(*head.parameters[0].numbers.shape)
        caption = text((left + end) / 2, top + high + 17, words, size=NUMBER, fill=SOFT)
        marks, left = marks + drawn + caption + draw_sign(end + 10, middle, "→"), end + 20
        drawn, left = _products(head, left, rows, head.columns)
        parts.append(("projections", marks + drawn))
        flow = arrow([(left + 4, middle), (left + 26, middle)], head_color(head.number))
        left += 30
        caption, deep = _key_names(tokens, head, left, rows)
        caption += draw_below(head.weights, left, rows + deep, softmax)
        caption += draw_below(head.weights, left, rows + deep, head.note, line=1)
        parts.append(("weights", flow + draw_with_title(head.weights, left, rows) + caption))
        left += head.weights.width
        marks, left = draw_sign(left + 23, middle, "× V =", size=14), left + 46
        names = draw_column_names(head.columns, head.averages, left, rows)[0]
        parts.append(("head outputs", marks + names + draw_with_title(head.averages, left, rows)))
        right = left + head.averages.width
        sheet.marks.append(_lane(head, 2, top - 42, right + 17, lane))
        for part in parts:
            sheet.put(*part)
    turn = right + 9
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
    sheet.put("W_O", draw_sign(end + 17, middle, "×"), _blocks_of_rows(heads, left, middle))
    left += heads[0].W_O.width
    size = "{} × {}, like x".format(*output.numbers.shape)
    marks, left = draw_sign(left + 17, middle, "="), left + 34
    names, deep = draw_column_names(named[1], output, left, rows)
    caption = names + draw_below(output, left, rows + deep, size)
    sheet.put("output", marks, draw_with_title(output, left, rows), caption)
    sheet.marks.append(_lines(aside, left + output.width + 24, middle))
    return Form(right + 20, top + high + 30 + max(0, deep - 8), "".join(sheet.marks))


def _lines(words, x, middle):
    """Draws lines of words one below the other, centered on this height."""
    top = middle - 9 * len(words) + 13
    return "".join(
        text(x, top + 18 * n, line, size=NUMBER, anchor="start", fill=SOFT)
        for n, line in enumerate(words)
    )


def _tall_layer(tokens, x, heads, output, softmax, lit, aside, named):
    """Draws a layer for a phone: each head from top to bottom, one head below the other."""
    sheet, start, width = _Sheet(lit), 10 + 7 * max(map(len, tokens)), 350.0
    high = max(x.height, heads[0].parameters[0].height)
    shift, below, top = (high - x.height) / 2, 60, 44
    for head in heads:
        named_x, deep = draw_column_names(named[0], x, start, top + shift)
        room, under = max(0, deep - 7), _key_names(tokens, head, 0, 0)[1]
        lane, height = top - 42, 2 * x.height + high + 2 * below + 76 + room + under
        sheet.marks.append(_lane(head, 2, lane, width - 4, height))
        middle = top + high / 2
        names = draw_row_names(tokens, x, start, top + shift) + named_x
        sheet.put("x", names, draw_with_title(x, start, top + shift))
        drawn, end = _row(head.parameters, start + x.width + 24, top)
        marks = (
            draw_sign(start + x.width + 12, middle, "×") + drawn + draw_sign(end + 14, middle, "→")
        )
        top += high - shift + below - 24 + room
        drawn, end = _products(head, start, top, {})
        sheet.put("projections", marks, draw_row_names(tokens, x, start, top), drawn)
        middle = top + x.height / 2
        turn = end + 26
        path = [(end + 5, middle), (turn, middle), (turn, top + x.height + 28)]
        middle_of_weights = start + head.weights.width / 2
        path += [(middle_of_weights, path[-1][1]), (middle_of_weights, top + x.height + below - 10)]
        flow = arrow(path, head_color(head.number))
        top += x.height + below + 12
        middle = top + x.height / 2
        names = draw_row_names(tokens, x, start, top) + _key_names(tokens, head, start, top)[0]
        caption = draw_below(head.weights, start, top + under, softmax)
        caption += draw_below(head.weights, start, top + under, head.note, line=1)
        sheet.put("weights", flow, names, draw_with_title(head.weights, start, top), caption)
        left = start + head.weights.width
        marks, left = draw_sign(left + 27, middle, "× V =", size=14), left + 54
        sheet.put("head outputs", marks, draw_with_title(head.averages, left, top))
        top += x.height + 104 + under
    top += 6
    marks, end = _concatenated(tokens, heads, start, top)
    sheet.put("concatenation", marks)
    middle = top + x.height / 2
    sheet.put(
        "W_O",
        draw_sign(end + 17, middle, "×"),
        _blocks_of_rows(heads, end + 34, middle),
        draw_sign(end + 34 + heads[0].W_O.width + 16, middle, "="),
    )
    top += x.height + 62
    size = "{} × {}, like x".format(*output.numbers.shape)
    names, deep = draw_column_names(named[1], output, start, top)
    names += draw_row_names(tokens, x, start, top) + draw_below(output, start, top + deep, size)
    sheet.put("output", names, draw_with_title(output, start, top))
    top += output.height + 40 + deep
    sheet.marks.append(_lines(aside, 12, top + 9 * len(aside)))
    return Form(width, top + 18 * len(aside) + 8, "".join(sheet.marks))
