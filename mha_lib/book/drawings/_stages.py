"""The small layer that a class follows on paper, in two stages."""

from dataclasses import replace

from mha_lib.book.drawings._layer import (
    draw_with_title,
    hot_tea_for_class,
    matrices_of_layer,
    tables_of_layer,
)
from mha_lib.book.drawings._marks import (
    SOFT,
    Drawing,
    Form,
    arrow,
    draw_sign,
    draw_tint,
    head_color,
    text,
)
from mha_lib.book.drawings._matrix import draw_column_names, draw_row_names

_MEANING, _POSITION = ["the", "drink", "hot"], ["1st", "2nd", "3rd"]
_FEATURES = [*_MEANING, *_POSITION, "free"]
_COMPARED = [_MEANING, _POSITION]  # by head: what the columns of its queries and keys mean
_LABEL = 15  # px
_SIDE = 9 * max(map(len, _FEATURES)) + 6  # room for the names of rows
_NAMES = 52  # how high the names below columns are
_TOP = 44  # room for the name of a head and the names of its matrices
_GAP = 6  # between matrices of the same kind


def hot_tea_stages() -> dict[str, Drawing]:
    """Draws the layer of `hot_tea_for_class` in two stages, for a hand-out.

    The numbers that the row of "tea" needs are printed, on white. Head 1's query and key are in
    words too, because the columns of its keys mean another word's position.

    Returns:
        By name: "one head", the path from x to the averages of head 0; and "layer", the path of
        head 1, and what the layer does with the averages of both. Two numbers of its output are
        missing.
    """
    tokens, x, params = hot_tea_for_class()
    tea = tokens.index("tea")
    vectors, heads, output = matrices_of_layer(x, params, tea, [("", ())] * 2, plain=True)
    output = replace(output, missing=(_FEATURES.index("hot"), _FEATURES.index("free")))
    softmax = f"softmax(Q Kᵀ / √{params.d_head})"
    first = _first_stage(tokens, vectors, heads[0], softmax)
    second = _second_stage(tokens, heads, output, softmax)
    tables = tables_of_layer(tokens, vectors, heads, output)
    return {
        "one head": Drawing("one head of attention", first, first, tables[:9]),
        "layer": Drawing("the other head, and the layer's output", second, second, tables),
    }


def _first_stage(tokens, x, head, softmax):
    """Draws x and the head's matrices, and below them what the head computes, step by step."""
    marks = _named(x, _SIDE, _TOP, tokens, _FEATURES)
    left = _SIDE + x.width + 24
    marks += draw_sign(left - 12, _TOP + x.height / 2, "×")
    drawn, middles, right = _parameters(head, left, _TOP)
    marks += drawn
    under = _TOP + x.height + _NAMES + 6
    low = under + 50
    drawn, ends, width = _attended(head, tokens, _SIDE, low, softmax)
    marks += drawn
    bottom = _TOP + head.parameters[0].height + 4
    # A later line is lower, so no two of them cross.
    for n, (middle, end) in enumerate(zip(middles, ends, strict=True)):
        line = under + 8 * n
        path = [(middle, bottom), (middle, line), (end, line), (end, low - 22)]
        marks += arrow(path, head_color(head.number))
    width = max(right, width) + 10
    height = low + x.height + _NAMES + 28
    return Form(width, height, _lane(head, width, height) + marks)


def _second_stage(tokens, heads, output, softmax):
    """Draws the other head, whose x is that of the first stage, and below it the layer's output."""
    head, concatenated = heads[1], [one.averages for one in heads]
    color = head_color(head.number)
    high = head.parameters[0].height
    marks = text(16, _TOP + high / 2 + 5, "x", size=_LABEL, bold=True)
    marks += draw_sign(34, _TOP + high / 2, "×")
    drawn, _, left = _parameters(head, 42, _TOP)
    marks += drawn
    drawn, _, right = _attended(head, tokens, left + _SIDE, _TOP, softmax)
    marks += drawn
    keys = left + _SIDE + head.products[0].width + _GAP
    for x, anchor, words in (
        (keys - _GAP - 10, "end", "query of “tea”: I am the 2nd word"),
        (keys, "start", "key of “the”: I come before the 2nd word"),
    ):
        marks += text(x, 19, words, size=_LABEL, fill=SOFT, anchor=anchor)
    end = right - head.averages.width / 2  # of the averages' middle
    lane = _TOP + max(high, head.weights.height + _NAMES + 18) + 10
    width = right + 12
    marks = _lane(head, width, lane) + marks

    rows, x = lane + 74, _SIDE
    whole = sum(matrix.width for matrix in concatenated)
    marks += draw_row_names(tokens, concatenated[0], x, rows)
    marks += text(x + whole / 2, rows - 27, "averages, concatenated", size=_LABEL, bold=True)
    for matrix in concatenated:
        middle, hue = x + matrix.width / 2, head_color(matrix.head)
        marks += text(middle, rows - 8, f"head {matrix.head}", size=_LABEL, fill=hue, bold=True)
        marks += matrix.draw(x, rows) + _columns(_MEANING, matrix, x, rows)
        x += matrix.width
    start = _TOP + head.averages.height + _NAMES + 2
    corner, into = lane + 10, x - concatenated[-1].width / 2
    marks += arrow([(end, start), (end, corner), (into, corner), (into, rows - 44)], color)
    x += 24
    middle = rows + output.height / 2
    marks += draw_sign(x - 12, middle, "×")
    x += _SIDE
    blocks = [one.W_O for one in heads]
    y = middle - sum(block.height for block in blocks) / 2
    marks += text(x + blocks[0].width / 2, y - 7, "W_O", size=_LABEL, bold=True)
    for block in blocks:
        marks += block.draw(x, y) + draw_row_names(_MEANING, block, x, y)
        y += block.height
    marks += _columns(_FEATURES, blocks[0], x, y - blocks[0].height)
    x += blocks[0].width + 32
    marks += draw_sign(x - 16, middle, "=") + _named(output, x, rows, (), _FEATURES)
    return Form(width, y + _NAMES + 4, marks)


def _lane(head, width, height):
    """Draws the tinted background of a head, with its name."""
    color = head_color(head.number)
    name = text(14, 23, f"head {head.number}", fill=color, anchor="start", bold=True, size=_LABEL)
    return draw_tint(color, 2, 2, width - 4, height - 4) + name


def _columns(names, matrix, x, y):
    return draw_column_names({"": names}, matrix, x, y)[0]


def _named(matrix, x, y, rows, columns):
    """Draws a matrix with its name, and the names of its rows and columns."""
    names = draw_row_names(rows, matrix, x, y) + _columns(columns, matrix, x, y)
    return names + draw_with_title(matrix, x, y)


def _parameters(head, x, y):
    """Draws W_Q, W_K and W_V with the names of their rows; also their middles, and the end."""
    x += _SIDE
    marks, middles = draw_row_names(_FEATURES, head.parameters[0], x, y), []
    for matrix in head.parameters:
        marks += draw_with_title(matrix, x, y)
        middles.append(x + matrix.width / 2)
        x += matrix.width + _GAP
    return marks, middles, x - _GAP


def _attended(head, tokens, x, y, softmax):
    """Draws the head's weights between Q and K, which they use, and V, which they multiply.

    Returns:
        The marks, the middles of Q, K and V, and where the averages end.
    """
    Q, K, V = head.products
    marks, middles = draw_row_names(tokens, Q, x, y), []

    def product(matrix, columns):
        nonlocal marks, x
        marks += _named(matrix, x, y, (), columns)
        middle = x + matrix.width / 2
        words = f"x W_{matrix.name}"
        marks += text(middle, y + matrix.height + _NAMES + 14, words, size=_LABEL, fill=SOFT)
        middles.append(middle)
        x += matrix.width

    for matrix in (Q, K):
        product(matrix, _COMPARED[head.number])
        x += _GAP
    middle = y + Q.height / 2
    marks += arrow([(x, middle), (x + 24, middle)], head_color(head.number))
    x += 30
    marks += _named(head.weights, x, y, (), tokens)
    words = x + head.weights.width / 2, y + Q.height + _NAMES + 14
    marks += text(*words, softmax, size=_LABEL, fill=SOFT)
    x += head.weights.width + 24
    marks += draw_sign(x - 12, middle, "×")
    product(V, _MEANING)
    x += 24
    marks += draw_sign(x - 12, middle, "=") + _named(head.averages, x, y, (), _MEANING)
    return marks, middles, x + head.averages.width
