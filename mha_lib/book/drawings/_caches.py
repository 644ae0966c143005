"""What a cache keeps of one token: a KV head per head, fewer, one, or one narrow vector."""

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
_QUERIES, _MADE, _CACHE = 44, 86, 128  # px: where the rows begin, below the panel's upper edge
_LOW, _PART = 24, 19  # px: the height of a query's box, of a key's or a value's
_HEIGHT = _CACHE + 84
_APART = 34  # px, between panels


def caches(
    kinds: Mapping[str, int], *, n_heads: int, d_head: int, latent: Mapping[str, int] | None = None
) -> Drawing:
    """Draws which keys and values each query head reads, and what the cache keeps of one token.

    Args:
        kinds: The number of KV heads of each kind of attention, by its name.
        n_heads: Query heads, 2 to 4.
        d_head: Width of a head.
        latent: The width of the one vector from which every head makes its key and its value, by
            the name of such an attention.

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
    for name, width in (latent or {}).items():
        width = checks.require_int("latent", width)
        panels.append(_panel(name, "one vector c", n_heads, 0, f"{width} numbers"))
        rows.append([name, "one vector c", str(width)])
    width = _width(n_heads)
    table = Table("what a cache keeps of one token", ["kind", "it keeps", "numbers"], rows)
    wide = Form(
        (width + _APART) * len(panels) - _APART,
        _HEIGHT,
        "".join(_at(n * (width + _APART), 0, panel) for n, panel in enumerate(panels)),
    )
    in_twos = [
        _at(n % 2 * (width + _APART), n // 2 * (_HEIGHT + 18), panel)
        for n, panel in enumerate(panels)
    ]
    tall = Form(2 * width + _APART, (_HEIGHT + 18) * -(-len(panels) // 2) - 18, "".join(in_twos))
    name = "what the cache keeps of one token: " + checks.join_words([row[0] for row in rows])
    return enlarge(Drawing(name, wide, tall, [table]))


def _width(n_heads):
    return _STEP * n_heads + 8


def _at(x, y, panel):
    return f'<g transform="translate({x:g} {y:g})">{panel}</g>'


def _panel(name, kept, n_heads, n_kv_heads, numbers):
    """Draws one kind: query heads, the keys and values that they read, and what is kept of them.

    Without KV heads, each head makes a key and a value from the one vector that is kept.
    """
    width = _width(n_heads)
    marks = text(width / 2, 14, name, bold=True) + text(width / 2, 31, kept, size=NUMBER, fill=SOFT)
    marks += draw_tint(LINE, 0, _CACHE - 12, width, _HEIGHT - _CACHE + 12)
    marks += text(width / 2, _HEIGHT - 10, f"cache: {numbers}", bold=True)
    for head in range(n_heads):
        color, middle = head_color(head), _middle(head, n_heads, n_heads)
        marks += _box(middle, _QUERIES, _LOW, f"Q{head}", color)
        if n_kv_heads:
            group = head * n_kv_heads // n_heads
            end = _middle(group, n_kv_heads, n_heads), _CACHE
        else:
            marks += _made(middle, color, width / 2)
            end = middle, _MADE
        marks += _line((middle, _QUERIES + _LOW), end, color)
    for group in range(n_kv_heads):
        middle = _middle(group, n_kv_heads, n_heads)
        # A KV head that only one query head reads belongs to it, and has its color.
        color = head_color(group) if n_kv_heads == n_heads else SOFT
        for n, letter in enumerate("KV"):
            marks += _box(middle, _CACHE + n * _PART, _PART, f"{letter}{group}", color)
    if not n_kv_heads:
        marks += _box(width / 2, _CACHE + _PART / 2, _PART, "c", SOFT, wide=46)
    reads = "each query head makes its key and value from c" if not n_kv_heads else kept
    label = f"{name}: {reads}; {numbers} per token in the cache"
    return f'<g role="img" aria-label="{escape(label)}">{marks}</g>'


def _middle(n, count, n_heads):
    """The middle of the n-th of `count` boxes, spread over the width of all heads."""
    return (n + 0.5) * _STEP * n_heads / count + 4


def _box(middle, top, height, label, color, wide=_SIDE):
    left = middle - wide / 2
    marks = (
        f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{height:g}" fill="{color}" '
        f'fill-opacity="0.16"/>'
    )
    marks += frame(left, top, wide, height, color, 1.5)
    return marks + text(middle, top + height / 2 + 4.5, label, size=NUMBER)


def _made(middle, color, center):
    """Draws a key and a value that are made when they are needed, from the vector in the cache."""
    marks = (
        f'<rect x="{middle - _SIDE / 2:g}" y="{_MADE:g}" width="{_SIDE}" height="18" fill="none" '
        f'stroke="{color}" stroke-width="1.5" stroke-dasharray="3 2"/>'
    )
    marks += text(middle, _MADE + 13.5, "K V", size=NUMBER)
    return marks + _line((middle, _MADE + 18), (center, _CACHE + _PART / 2), color)


def _line(start, end, color):
    (x0, y0), (x1, y1) = start, end
    return (
        f'<line x1="{x0:g}" y1="{y0:g}" x2="{x1:g}" y2="{y1:g}" stroke="{color}" stroke-width="2"/>'
    )
