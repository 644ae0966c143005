"""The small map of a layer at the top of a chapter."""

from collections.abc import Mapping, Sequence
from html import escape

from mha_lib import checks
from mha_lib.book.drawings._layer import PARTS
from mha_lib.book.drawings._marks import (
    INK,
    LINE,
    NUMBER,
    SOFT,
    Form,
    arrow,
    head_color,
    text,
)

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
            raise ValueError(
                f"lit must contain parts out of {checks.join_words(PARTS)}; got {part!r}"
            )
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
        drawn += text(middle, 92, name, size=NUMBER, fill=INK if on else SOFT, bold=on)
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
