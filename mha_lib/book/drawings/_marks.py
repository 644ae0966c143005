"""What every drawing is made of: its two forms, and texts, arrows and frames."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape

from torch import Tensor

from mha_lib import checks
from mha_lib.book.figures import HEAD_COLORS, Table, format_number

INK = "var(--mha-ink, #1f2933)"
SOFT = "var(--mha-soft, #55606b)"
LINE = "var(--mha-line, #8a949e)"
GROUND = "var(--mha-ground, #ffffff)"

_FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
LABEL, NUMBER = 13, 12  # px, as rendered
PAGE_WIDTH = 745  # px, of a page's text


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


def enlarge(drawing: Drawing) -> Drawing:
    """Enlarges the wide form, if a page has room for it."""
    wide = drawing.wide
    return replace(drawing, wide=replace(wide, scale=min(1.4, PAGE_WIDTH / wide.width)))


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: float = LABEL,
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
    """Draws the letters after each W as a subscript."""
    match = re.search("W_(U[KV]|[QKVO])(.*)", words)
    if not match:
        return words
    start, (letters, rest) = words[: match.start()], match.groups()
    back = f'<tspan dy="-3">{_with_subscripts(rest, size)}</tspan>' if rest else ""
    return f'{start}W<tspan dy="3" font-size="{size:g}">{letters}</tspan>{back}'


def halo_text(x: float, y: float, words: str) -> str:
    """Draws a number with an outline in the page's color, readable on a cell of any shade."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{NUMBER}" fill="{INK}" stroke="{GROUND}" '
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


def draw_sign(x, y, words, size=16):
    """Draws a sign between two matrices, centered on this height."""
    return text(x, y + 5, words, size=size)


def draw_tint(color, x, y, width, height):
    """Draws the tinted background of a head."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="10" '
        f'fill="{color}" fill-opacity="0.06"/>'
    )


def short(number: float) -> str:
    """Formats a number for a small cell, without the 0 before the decimal point."""
    digits = format_number(number, 2)
    digits = digits.rstrip("0") if "." in digits else digits
    return re.sub(r"^(-?)0\.", r"\1.", digits).replace("-", "−")


def require_weights(weights: Tensor) -> None:
    """Requires finite numbers from 0 to 1."""
    checks.require_finite("weights", weights)
    outside = weights[(weights < 0) | (weights > 1 + 1e-6)]
    if len(outside):
        raise ValueError(f"weights must be between 0 and 1; got {outside[0].item():.3g}")
