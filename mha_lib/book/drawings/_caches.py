"""What a cache keeps of one token: a KV head per head, fewer, one, or one vector and a key."""

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
_MOVED = 70  # px: from the queries to the moved ones, which take so much more height
_BELOW = 84  # px: from where the cache begins to the panel's lower edge
_APART = 34  # px, between panels


def caches(
    kinds: Mapping[str, int],
    *,
    n_heads: int,
    d_head: int,
    latent: Mapping[str, tuple[int, int]] | None = None,
) -> Drawing:
    """Draws what each query head reads in a decode step, and what the cache keeps of one token.

    Args:
        kinds: The number of KV heads of each kind of attention, by its name.
        n_heads: Query heads, 2 to 4.
        d_head: Width of a head.
        latent: The widths of the one vector c and of the one rotated key that all heads read, by
            the name of such an attention. Its queries are first moved to c.

    Raises:
        TypeError: A number is not an integer.
        ValueError: `n_heads` is not 2 to 4, or a number of KV heads does not divide it.
    """
    n_heads = checks.require_int("n_heads", n_heads)
    d_head = checks.require_int("d_head", d_head)
    if not 2 <= n_heads <= 4:
        raise ValueError(f"n_heads must be 2 to 4; got {n_heads}")
    cache = _CACHE + (_MOVED if latent else 0)
    panels, rows = [], []
    for name, n_kv_heads in kinds.items():
        if n_heads % checks.require_int("kinds", n_kv_heads):
            rule = f"kinds must be numbers of KV heads that divide n_heads={n_heads}"
            raise ValueError(f"{rule}; got {n_kv_heads}")
        numbers = 2 * n_kv_heads * d_head
        heads = checks.count_noun(n_kv_heads, "KV head")
        panels.append(_panel(name, heads, n_heads, n_kv_heads, f"{numbers} numbers", cache))
        rows.append([name, heads, str(numbers)])
    for name, widths in (latent or {}).items():
        numbers = sum(checks.require_int("latent", width) for width in widths)
        kept = "c and a rotated key"
        panels.append(_panel(name, kept, n_heads, 0, f"{numbers} numbers", cache))
        rows.append([name, kept, str(numbers)])
    width, height = _width(n_heads), cache + _BELOW
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


def _panel(name, kept, n_heads, n_kv_heads, numbers, cache):
    """Draws one kind: query heads, the keys and values that they read, and what is kept of them.

    Without KV heads, each query is moved to the one vector that is kept.
    """
    width, height = _width(n_heads), cache + _BELOW
    marks = text(width / 2, 14, name, bold=True) + text(width / 2, 31, kept, size=NUMBER, fill=SOFT)
    marks += draw_tint(LINE, 0, cache - 12, width, height - cache + 12)
    marks += text(width / 2, height - 10, f"cache: {numbers}", bold=True)
    for head in range(n_heads):
        color, middle = head_color(head), _middle(head, n_heads, n_heads)
        marks += _box(middle, _QUERIES, _LOW, f"Q{head}", color)
        start, end = (middle, _QUERIES + _LOW), (width / 2, cache + _PART / 2)
        if n_kv_heads:
            end = _middle(head * n_kv_heads // n_heads, n_kv_heads, n_heads), cache
        else:
            marks += _moved(middle, color)
            start = middle, _QUERIES + _MOVED + _LOW
        marks += _line(start, end, color)
    for group in range(n_kv_heads):
        middle = _middle(group, n_kv_heads, n_heads)
        # A KV head that only one query head reads belongs to it, and has its color.
        color = head_color(group) if n_kv_heads == n_heads else SOFT
        for n, letter in enumerate("KV"):
            marks += _box(middle, cache + n * _PART, _PART, f"{letter}{group}", color)
    if not n_kv_heads:
        marks += text(width / 2, _QUERIES + _LOW + 24, "each times its own W_UK", size=NUMBER)
        for middle, wide, label in ((width / 2 - 25, 50, "c"), (width / 2 + 25, 50, "rotated")):
            marks += _box(middle, cache + _PART / 2, _PART, label, SOFT, wide)
    reads = (
        "each query head is moved to c and reads it as key and value" if not n_kv_heads else kept
    )
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


def _moved(middle, color):
    """Draws a query that is moved to the vector in the cache, below the query as it was."""
    top = _QUERIES + _MOVED
    marks = _line((middle, _QUERIES + _LOW), (middle, _QUERIES + _LOW + 10), color)
    marks += _line((middle, top - 10), (middle, top), color)
    return marks + _box(middle, top, _LOW, "Q′", color, _STEP - 4)


def _line(start, end, color):
    (x0, y0), (x1, y1) = start, end
    return (
        f'<line x1="{x0:g}" y1="{y0:g}" x2="{x1:g}" y2="{y1:g}" stroke="{color}" stroke-width="2"/>'
    )
