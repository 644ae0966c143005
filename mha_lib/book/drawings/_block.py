"""One block of a transformer: what each part adds to a token's vector."""

from html import escape

from mha_lib.book.drawings._marks import (
    GROUND,
    INK,
    LINE,
    NUMBER,
    SOFT,
    Drawing,
    Form,
    arrow,
    enlarge,
    head_color,
    text,
)
from mha_lib.book.figures import Table

_PARTS = (
    ("attention", "each position reads others", head_color(0)),
    ("MLP", "each position alone", SOFT),
)
_HIGH = 40  # px, of a box


def block() -> Drawing:
    """Draws a block: a line from the input to the output, and two parts that add to it.

    Each part reads the line through a norm.
    """
    name = "a block: x + attention(norm(x)), and to that + MLP(norm of it)"
    rows = [[part, "a norm of x", about, "is added to x"] for part, about, _ in _PARTS]
    table = Table("one block", ["part", "reads", "what it does", "what it returns"], rows)
    return enlarge(Drawing(name, _wide(), _tall(), [table]))


def _part_box(x, y, width, label, about="", color=LINE):
    """Draws a named box, with a few words below its name."""
    marks = (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{_HIGH}" rx="5" fill="{color}" '
        f'fill-opacity="0.12" stroke="{color}" stroke-width="1.5"/>'
    )
    middle = x + width / 2
    marks += text(middle, y + (17 if about else 25), label, bold=True)
    return marks + (text(middle, y + 33, about, size=NUMBER, fill=SOFT) if about else "")


def _plus(x, y):
    """Draws a sum on the line."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="{GROUND}" stroke="{INK}" '
        f'stroke-width="1.5"/>' + text(x, y + 5, "+", size=16)
    )


def _labeled(marks):
    label = "a line from x to the output; attention and MLP read it, normed, and add to it"
    return f'<g role="img" aria-label="{escape(label)}">{marks}</g>'


def _wide():
    line, low, wide, about = 30, 74, 84, 174
    marks, left, ends = text(14, line + 5, "x", bold=True), 28.0, 28.0
    for part, words, color in _PARTS:
        turn, norm = left + 12, left + 28
        box = norm + wide + 20
        plus = box + about + 24
        middle = low + _HIGH / 2
        marks += arrow([(turn, line), (turn, middle), (norm, middle)], LINE, 1.5)
        marks += _part_box(norm, low, wide, "LayerNorm")
        marks += arrow([(norm + wide, middle), (box, middle)], LINE, 1.5)
        marks += _part_box(box, low, about, part, words, color)
        marks += arrow([(box + about, middle), (plus, middle), (plus, line + 10)], LINE, 1.5)
        marks += f'<path d="M{ends:g} {line}H{plus - 10:g}" stroke="{INK}" stroke-width="3"/>'
        marks += _plus(plus, line)
        left = ends = plus + 10
    marks += arrow([(ends, line), (ends + 26, line)], INK, 3)
    return Form(ends + 32, low + _HIGH + 8, _labeled(marks))


def _tall():
    line, left, about = 40, 96, 190
    marks, top, ends = text(line, 16, "x", bold=True), 24.0, 24.0
    for part, words, color in _PARTS:
        first = top + 18
        second = first + _HIGH + 18
        plus = second + _HIGH + 30
        middle = left + about / 2
        marks += arrow([(line, first + 20), (left, first + 20)], LINE, 1.5)
        marks += _part_box(left, first, about, "LayerNorm")
        marks += arrow([(middle, first + _HIGH), (middle, second)], LINE, 1.5)
        marks += _part_box(left, second, about, part, words, color)
        marks += arrow([(middle, second + _HIGH), (middle, plus), (line + 10, plus)], LINE, 1.5)
        marks += f'<path d="M{line} {ends:g}V{plus - 10:g}" stroke="{INK}" stroke-width="3"/>'
        marks += _plus(line, plus)
        top = ends = plus + 10
    marks += arrow([(line, ends), (line, ends + 34)], INK, 3)
    return Form(left + about + 6, ends + 40, _labeled(marks))
