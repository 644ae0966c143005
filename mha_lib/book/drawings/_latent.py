"""What a decode step of latent attention reads: one vector and one small key, for all heads."""

from mha_lib import checks
from mha_lib.book.drawings._marks import (
    INK,
    LINE,
    NUMBER,
    SOFT,
    Drawing,
    Form,
    arrow,
    draw_tint,
    frame,
    head_color,
    text,
)
from mha_lib.book.figures import Table

_BAR, _ROW = 24, 32  # px: the height of a vector, and from one head's to the next
_SHOWN = 2  # heads; a line of text stands for the others


def latent_cache(*, latent: int, rotated: int, d_head: int, n_heads: int) -> Drawing:
    """Draws what the heads of a latent attention (MLA) read of one token, with all sizes.

    Args:
        latent: Width of the vector c, which is part of the key, and the value.
        rotated: Width of the rotated key that all heads share.
        d_head: Width of a head's own key and of its own value.
        n_heads: Number of heads, at least 3.

    Raises:
        TypeError: A number is not an integer.
        ValueError: A number is too small.
    """
    for name, size in {"latent": latent, "rotated": rotated, "d_head": d_head}.items():
        checks.require_int(name, size)
    if checks.require_int("n_heads", n_heads) <= _SHOWN:
        raise ValueError(f"n_heads must be at least {_SHOWN + 1}; got {n_heads}")
    own = 2 * n_heads * d_head
    rows = [
        ["a head's query, moved", f"{latent} + {rotated}"],
        ["the cache, for all heads: the key", f"{latent} + {rotated}"],
        ["the cache, for all heads: the value", f"{latent}"],
        ["a head's average of c", f"{latent}"],
        ["a head's output, after W_UV", f"{d_head}"],
        ["keys and values of every head", f"{own:,}"],
    ]
    table = Table("numbers per token", ["", "numbers"], rows)
    wide, tall = (_form(latent, rotated, d_head, n_heads, width) for width in (620, 350))
    return Drawing("what latent attention reads of one token", wide, tall, [table])


def _form(latent, rotated, d_head, n_heads, width):
    small = 84  # px, of the rotated part: its label needs more room than its share
    wide = width - 24 - small - 6
    left, right = 12, 12 + wide + 6  # where c and the rotated key begin
    line, words = left + 12, left + 26  # arrows at the left, and the words beside them
    others = f"… and {n_heads - _SHOWN} more heads"
    marks = text(0, 16, "each head’s query, moved to c by its own W_UK", anchor="start")
    y = 26
    for head in range(_SHOWN):
        marks += _bar(left, y, wide, f"Q{head} W_UKᵀ: {latent}", head_color(head))
        marks += _bar(right, y, small, f"rotated: {rotated}", head_color(head))
        y += _ROW
    marks += text(words, y + 11, others, size=NUMBER, fill=SOFT, anchor="start")
    marks += _down(line, y - 6, y + 34) + _down(right + small / 2, y - 6, y + 34)
    marks += text(words, y + 29, "scores", size=NUMBER, anchor="start")
    y += 40
    marks += draw_tint(LINE, 0, y, width, 124)
    both = f"key: c and the rotated part, {latent + rotated} numbers"
    marks += text(left, y + 19, both, anchor="start", bold=True)
    marks += _bracket(left, right + small, y + 28, 6)
    marks += _bar(left, y + 38, wide, f"c: {latent}", SOFT)
    marks += _bar(right, y + 38, small, f"rotated: {rotated}", SOFT)
    marks += _bracket(left, left + wide, y + 72, -6)
    marks += text(words, y + 91, f"value: c alone, {latent} numbers", anchor="start", bold=True)
    kept = f"the cache of one token, for all {n_heads} heads"
    marks += text(words, y + 113, kept, size=NUMBER, fill=SOFT, anchor="start")
    marks += _down(line, y + 72, y + 162)
    marks += text(words, y + 148, "averaged with each head’s weights", size=NUMBER, anchor="start")
    y += 166
    for head in range(_SHOWN):
        marks += _bar(left, y, wide, f"average of c, head {head}: {latent}", head_color(head))
        marks += text(right + 2, y + 16.5, f"× W_UV: {d_head}", size=NUMBER, anchor="start")
        y += _ROW
    marks += text(left, y + 11, others, size=NUMBER, fill=SOFT, anchor="start")
    label = (
        f"each head's query is moved to c; the key is c and the rotated part, the value is c "
        f"alone; {latent + rotated} numbers per token in the cache"
    )
    return Form(width, y + 20, f'<g role="img" aria-label="{label}">{marks}</g>')


def _bar(x, y, width, label, color):
    fill = (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{_BAR}" fill="{color}" '
        f'fill-opacity="0.16"/>'
    )
    words = text(x + width / 2, y + 16.5, label, size=NUMBER)
    return fill + frame(x, y, width, _BAR, color, 1.5) + words


def _down(x, top, bottom):
    return arrow([(x, top), (x, bottom)], INK, 1.5)


def _bracket(left, right, y, depth):
    """Draws a bracket whose ends point down, or up if its depth is negative."""
    points = f"{left:g},{y + depth:g} {left:g},{y:g} {right:g},{y:g} {right:g},{y + depth:g}"
    return f'<polyline points="{points}" fill="none" stroke="{INK}" stroke-width="1.5"/>'
