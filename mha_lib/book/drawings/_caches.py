"""What a cache keeps of one token: a KV head per head, fewer, or one."""

from collections.abc import Mapping
from html import escape

from mha_lib import checks
from mha_lib.book.drawings._marks import (
    LINE,
    NUMBER,
    SOFT,
    Drawing,
    Form,
    draw_tint,
    enlarge,
    frame,
    head_color,
    text,
)
from mha_lib.book.figures import Table

_STEP, _SIDE = 38, 30  # px: from one head to the next, the width of a head's box
_QUERIES, _CACHE = 44, 128  # px: where the rows begin, below the panel's upper edge
_LOW, _PART = 24, 19  # px: the height of a query's box, of a key's or a value's
_BELOW = 84  # px: from where the cache begins to the panel's lower edge
_APART = 34  # px, between panels


def caches(kinds: Mapping[str, int], *, n_heads: int, d_head: int) -> Drawing:
    """Draws what each query head reads in a decode step, and what the cache keeps of one token.

    Args:
        kinds: The number of KV heads of each kind of attention, by its name.
        n_heads: Query heads, 2 to 4.
        d_head: Width of a head.

    Raises:
        TypeError: A number is not an integer.
        ValueError: `n_heads` is not 2 to 4, or a number of KV heads does not divide it.
    """
    n_heads = checks.require_int("n_heads", n_heads)
    d_head = checks.require_int("d_head", d_head)
    if not 2 <= n_heads <= 4:
        raise ValueError(f"n_heads must be 2 to 4; got {n_heads}")
    panels, rows = [], []
    for name, n_kv_heads in kinds.items():
        if n_heads % checks.require_int("kinds", n_kv_heads):
            rule = f"kinds must be numbers of KV heads that divide n_heads={n_heads}"
            raise ValueError(f"{rule}; got {n_kv_heads}")
        numbers = 2 * n_kv_heads * d_head
        heads = checks.count_noun(n_kv_heads, "KV head")
        panels.append(_panel(name, heads, n_heads, n_kv_heads, f"{numbers} numbers"))
        rows.append([name, heads, str(numbers)])
    width, height = _width(n_heads), _CACHE + _BELOW
    table = Table("what a cache keeps of one token", ["kind", "it keeps", "numbers"], rows)
    wide = Form(
        (width + _APART) * len(panels) - _APART,
        height,
        "".join(_at(n * (width + _APART), 0, panel) for n, panel in enumerate(panels)),
    )
    in_twos = [
        _at(n % 2 * (width + _APART), n // 2 * (height + 18), panel)
        for n, panel in enumerate(panels)
    ]
    tall = Form(2 * width + _APART, (height + 18) * -(-len(panels) // 2) - 18, "".join(in_twos))
    name = "what the cache keeps of one token: " + checks.join_words([row[0] for row in rows])
    return enlarge(Drawing(name, wide, tall, [table]))


def _width(n_heads):
    return _STEP * n_heads + 8


def _at(x, y, panel):
    return f'<g transform="translate({x:g} {y:g})">{panel}</g>'


def _panel(name, kept, n_heads, n_kv_heads, numbers):
    """Draws one kind: query heads, the keys and values that they read, and what is kept of them."""
    width, height = _width(n_heads), _CACHE + _BELOW
    marks = text(width / 2, 14, name, bold=True) + text(width / 2, 31, kept, size=NUMBER, fill=SOFT)
    marks += draw_tint(LINE, 0, _CACHE - 12, width, height - _CACHE + 12)
    marks += text(width / 2, height - 10, f"cache: {numbers}", bold=True)
    for head in range(n_heads):
        color, middle = head_color(head), _middle(head, n_heads, n_heads)
        marks += _box(middle, _QUERIES, _LOW, f"Q{head}", color)
        end = _middle(head * n_kv_heads // n_heads, n_kv_heads, n_heads), _CACHE
        marks += _line((middle, _QUERIES + _LOW), end, color)
    for group in range(n_kv_heads):
        middle = _middle(group, n_kv_heads, n_heads)
        # A KV head that only one query head reads belongs to it, and has its color.
        color = head_color(group) if n_kv_heads == n_heads else SOFT
        for n, letter in enumerate("KV"):
            marks += _box(middle, _CACHE + n * _PART, _PART, f"{letter}{group}", color)
    label = f"{name}: {kept}; {numbers} per token in the cache"
    return f'<g role="img" aria-label="{escape(label)}">{marks}</g>'


def _middle(n, count, n_heads):
    """The middle of the n-th of `count` boxes, spread over the width of all heads."""
    return (n + 0.5) * _STEP * n_heads / count + 4


def _box(middle, top, height, label, color):
    left = middle - _SIDE / 2
    marks = (
        f'<rect x="{left:g}" y="{top:g}" width="{_SIDE}" height="{height:g}" fill="{color}" '
        f'fill-opacity="0.16"/>'
    )
    marks += frame(left, top, _SIDE, height, color, 1.5)
    return marks + text(middle, top + height / 2 + 4.5, label, size=NUMBER)


def _line(start, end, color):
    (x0, y0), (x1, y1) = start, end
    return (
        f'<line x1="{x0:g}" y1="{y0:g}" x2="{x1:g}" y2="{y1:g}" stroke="{color}" stroke-width="2"/>'
    )
