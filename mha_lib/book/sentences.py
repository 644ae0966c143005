"""Draws what the heads of one layer attend to from one word of a sentence.

    sentence = "My phone fell into the lake, and now it is broken."
    tokens, weights = precomputed().pronoun_sentences[sentence]
    it = tokens.index("it")
    arcs(tokens, weights[3], it, heads=[1, 8, 5])  # a few heads, as arcs
    rows(tokens, weights[3], it)                   # all heads, as bars

A real layer has more heads than there are colors. The heads that `arcs` shows get colors in the
order in which they are given; by default `rows` uses no colors. Every number that a drawing shows
is also in its tables, and a screen reader reads it out, head by head.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate, pairwise, permutations

from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.book.drawings import GROUND, INK, LINE, Drawing, Form, head_color
from mha_lib.book.figures import HEAD_COLORS, format_number, map_table

COLORS = (0, 1, 3, 2)  # indices into HEAD_COLORS, for the heads that are shown, in their order
MIN_DRAWN_WEIGHT = 0.05  # the smallest weight that is drawn
_THIN, _THICK = 1.5, 12.0  # px, of lines for the weights MIN_DRAWN_WEIGHT and 1
_LABEL, _NUMBER, _TOKEN = 13, 12, 14  # px, as rendered
_EM = 0.6  # an upper bound for the average letter's width
_LINE_HEIGHT = 17.0
_WIDE, _TALL = 720.0, 350.0  # px
_MAX_ARCS, _MAX_NAMED, _MAX_LETTERS = 4, 3, 14
_COLUMNS = 12  # heads next to each other in the tall form of `rows`


def arcs(
    tokens: Sequence[str],
    weights: Float[Tensor, "heads queries keys"],
    query: int,
    heads: Sequence[int],
    notes: Sequence[str] = (),
    colors: Sequence[int] = COLORS,
) -> Drawing:
    """Draws what a few heads of one layer attend to from one token.

    A line's thickness shows its weight; weights below 0.05 have no line. Lines never cross: heads
    whose lines would cross others are drawn on another copy of the sentence.

    Args:
        tokens: A label per token. The wide form has room for about 16 short ones in 720 pixels,
            and gets wider with more.
        weights: Attention weights of the whole layer, each from 0 to 1.
        query: The position of the token whose weights are drawn.
        heads: The heads to show, 1 to 4 of them.
        notes: A few words for each of these heads, printed next to its arcs.
        colors: For each of these heads, the index of its color in the book's eight, 0 to 7.

    Raises:
        TypeError: `weights` is not a dense floating-point tensor; a position or head is not an
            integer.
        ValueError: A weight is outside 0 to 1; there is no such position, head or color; or there
            is not one label or note per entry.
    """
    tokens, layer, query = _require_arguments(tokens, weights, query)
    colored = _colored(heads, colors, len(layer))
    if not colored:
        raise ValueError(f"heads must be 1 to {_MAX_ARCS} different heads; got none")
    notes = checks.require_strings("notes", notes or [""] * len(colored), len(colored))
    shown = [
        _Head(head, color, note, tokens, layer[head, query].tolist())
        for (head, color), note in zip(colored.items(), notes, strict=True)
    ]
    heads = [*colored]
    name = f"what {checks.join_words(f'head {head}' for head in heads)} attend to"
    name = f"{name if len(heads) > 1 else f'{name}s'} from “{tokens[query]}”"
    forms = _wide_arcs(shown, tokens, query), _tall_arcs(shown, tokens, query)
    return Drawing(name, *forms, [_table(tokens, layer, query, heads)])


def rows(
    tokens: Sequence[str],
    weights: Float[Tensor, "heads queries keys"],
    query: int,
    heads: Sequence[int] = (),
    colors: Sequence[int] = COLORS,
) -> Drawing:
    """Draws what every head of one layer attends to from one token: bars, and the largest weight.

    Args:
        tokens: A label per token.
        weights: Attention weights of the whole layer, each from 0 to 1.
        query: The position of the token whose weights are drawn.
        heads: Heads to draw in color: those that `arcs` shows on the same page, with the same
            colors.
        colors: As in `arcs`.

    Raises:
        TypeError, ValueError: As `arcs`.
    """
    tokens, layer, query = _require_arguments(tokens, weights, query)
    colored = _colored(heads, colors, len(layer))
    shown = [
        _Head(head, colored.get(head, INK), "", tokens, own[query].tolist())
        for head, own in enumerate(layer)
    ]
    name = f"what each of {len(shown)} heads attends to from “{tokens[query]}”"
    forms = _wide_rows(shown, tokens, query), _tall_rows(shown, tokens, query)
    return Drawing(name, *forms, [_table(tokens, layer, query, range(len(layer)))])


def _require_arguments(tokens, weights, query):
    """Accepts the arguments; returns the weights in double precision."""
    checks.require_floating("weights", weights, min_dims=3)
    if weights.dim() != 3 or 0 in weights.shape or weights.shape[1] != weights.shape[2]:
        rule = "weights must have shape (heads, tokens, tokens), none of size 0"
        raise ValueError(f"{rule}; got {checks.describe(weights)}")
    checks.require_finite("weights", weights)
    outside = weights[(weights < 0) | (weights > 1 + 1e-3)]  # half precision
    if len(outside):
        raise ValueError(f"weights must be between 0 and 1; got {outside[0].item():.3g}")
    tokens = checks.require_strings("tokens", tokens, weights.shape[-1])
    query = checks.require_int("query", query, 0)
    if query >= len(tokens):
        raise ValueError(f"query must be below {len(tokens)}, the number of tokens; got {query}")
    return tokens, weights.detach().double().cpu().clamp(max=1), query


def _require_indices(name, values, below):
    """Accepts a list of integers from 0 to `below` - 1."""
    try:
        listed = list(values)
    except TypeError:
        raise TypeError(f"{name} must be a list; got {checks.describe(values)}") from None
    numbers = [checks.require_int(name, value, 0) for value in listed]
    if numbers and max(numbers) >= below:
        raise ValueError(f"{name} must be below {below}; got {max(numbers)}")
    return numbers


def _colored(heads, colors, n_heads):
    """Maps the heads that are shown to their colors."""
    heads, colors = (
        _require_indices("heads", heads, n_heads),
        _require_indices("colors", colors, len(HEAD_COLORS)),
    )
    if len(set(heads)) < len(heads) or len(heads) > _MAX_ARCS:
        rule = f"heads must be 1 to {_MAX_ARCS} different heads"
        raise ValueError(f"{rule}; got {checks.join_words(map(str, heads))}")
    if len(set(colors[: len(heads)])) < len(heads):
        rule = f"colors must be {len(heads)} different ones, one per head"
        raise ValueError(f"{rule}; got {checks.join_words(map(str, colors)) or 'none'}")
    return {head: head_color(color) for head, color in zip(heads, colors, strict=False)}


def _table(tokens, layer, query, heads):
    """Returns the weights from the token, a row per head."""
    names = [f"head {head}" for head in heads]
    numbers = layer[list(heads), query]
    return map_table(f"weights from “{tokens[query]}”", "", names, tokens, numbers, 2)


@dataclass(frozen=True)
class _Head:
    """One head's weights from the token."""

    number: int
    color: str
    note: str
    tokens: list[str]
    weights: list[float]

    @property
    def drawn(self) -> list[int]:
        """Positions whose weights are drawn, the largest weight first."""
        order = sorted(range(len(self.weights)), key=lambda t: -self.weights[t])
        return [t for t in order if self.weights[t] >= MIN_DRAWN_WEIGHT]

    def token_and_weight(self, t: int) -> str:
        """Formats a token and its weight."""
        return f"{_short(self.tokens[t])} {format_number(self.weights[t], 2)}"

    def group(self, marks: str) -> str:
        """Groups its marks, with the text that a screen reader reads out for them."""
        listed = ", ".join(
            f"{self.tokens[t]} {format_number(self.weights[t], 2)}" for t in self.drawn
        )
        label = escape(
            f"head {self.number}: {listed or f'no weight of {MIN_DRAWN_WEIGHT} or more'}"
        )
        return f'<g role="img" aria-label="{label}">{marks}</g>'


def _short(token):
    """Shortens a token to what fits a phone."""
    return token if len(token) <= _MAX_LETTERS else f"{token[: _MAX_LETTERS - 1]}…"


def _length(words, size):
    """Returns an upper bound for the length of words, in pixels."""
    return _EM * size * len(words)


def _text(x, y, *runs, size=_LABEL, fill=INK, anchor="middle"):
    """Draws text with its baseline at a point, in runs that are bold or not."""
    spans = "".join(
        f'<tspan font-weight="600">{escape(words)}</tspan>' if bold else escape(words)
        for words, bold in runs
    )
    return (
        f'<text x="{x:.5g}" y="{y:.5g}" font-size="{size:g}" fill="{fill}" '
        f'text-anchor="{anchor}" xml:space="preserve">{spans}</text>'
    )


def _box(x, y, width, height, look):
    """Draws a rectangle with round corners."""
    return (
        f'<rect x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:.5g}" rx="5" {look}/>'
    )


def _token(x, y, width, height, token, asked, color):
    """Draws a token in a box with a colored or gray outline; the query token's box is filled."""
    look = f'fill="none" stroke="{color or LINE}" stroke-width="{2 if color else 1}"'
    look = f'fill="{INK}"' if asked else look
    return _box(x, y, width, height, look) + _text(
        x + width / 2,
        y + height / 2 + 0.35 * _TOKEN,
        (_short(token), asked),
        size=_TOKEN,
        fill=GROUND if asked else INK,
    )


def _colors_of_top_tokens(shown):
    """Maps each token that exactly one of the heads attends to most to this head's color."""
    tops = [(head.drawn[0], head.color) for head in shown if head.drawn]
    tokens = [t for t, _ in tops]
    return {t: color for t, color in tops if tokens.count(t) == 1}


# --- arcs
#
# Both forms are laid out in the same way. Tokens follow each other along an axis, and arcs rise
# across it, on either side. An arc is two legs and a lane that joins them; `along` and `across` are
# x and y in the wide form, y and x in the tall one.


@dataclass(frozen=True)
class _Arc:
    """A line from the query token to another, or a loop back to it."""

    start: float  # along
    end: float
    lane: float  # across
    width: float


@dataclass(frozen=True)
class _Rect:
    """The area that a lane or a label takes up."""

    along: tuple[float, float]
    across: tuple[float, float]

    def meets(self, low: float, high: float) -> bool:
        """Whether it overlaps an interval along the axis."""
        return self.along[0] < high and low < self.along[1]


@dataclass(frozen=True)
class _Side:
    """The arcs and the label of each head on one side of the tokens, and how far they reach."""

    arcs: dict[int, list[_Arc]]
    labels: dict[int, _Rect]
    reach: float

    def radii(self) -> dict[_Arc, float]:
        """The largest radius of each arc's corners at which they touch nothing below them."""
        radii = {}
        every = (arc for arcs in self.arcs.values() for arc in arcs)
        for arc in sorted(every, key=lambda arc: arc.lane):
            radius = min(arc.lane, (arc.end - arc.start) / 2, _ROUND)
            for other, own in radii.items():
                if arc.start < other.end and other.start < arc.end:
                    apart = other.start - arc.start, arc.end - other.end, arc.lane - other.lane
                    radius = min(radius, own + min(apart))
            for rect in self.labels.values():
                up = arc.lane - rect.across[1]
                if up <= 0 or not rect.meets(arc.start, arc.end):
                    continue
                for along in (rect.along[0] - arc.start, arc.end - rect.along[1]):
                    while min(radius - along, radius - up) > 0 and (
                        math.hypot(radius - along, radius - up) > radius - arc.width / 2 - 2
                    ):
                        radius -= 1
            radii[arc] = radius
        return radii


@dataclass(frozen=True)
class _Layout:
    """The tokens' intervals along the axis, and what is on both sides of them."""

    tokens: list[tuple[float, float]]
    sides: tuple[_Side, _Side]


_GAP = 4  # between lines, and between a line and words
_ROUND = 44.0  # a corner's radius, at most
_LOOP = 8  # inside a loop
_FIRST = 20.0  # from a token to its lowest lane


def _thickness(weight):
    """Returns a line's width, linear in the weight."""
    return _THIN + (_THICK - _THIN) * (weight - MIN_DRAWN_WEIGHT) / (1 - MIN_DRAWN_WEIGHT)


def _legs(shown, order, query):
    """Maps each token to its legs on one side, in order: (head, target, whether the second leg).

    `order` has the inner heads first. The further out an arc is, the further out it ends and the
    nearer it begins to the middle of the query token.
    """
    legs = {}
    ranked = [(n, t) for n in order for t in sorted(shown[n].drawn, key=lambda t: abs(t - query))]
    left = [(n, t) for n, t in ranked if t < query]
    right = [(n, t) for n, t in ranked if t > query]
    loops = [(n, t, second) for n, t in ranked if t == query for second in (False, True)]
    for n, t in left[::-1] + right:
        legs.setdefault(t, []).append((n, t, True))
    own = [(n, t, False) for n, t in left], [(n, t, False) for n, t in right[::-1]]
    legs[query] = [*own[0], *loops, *own[1]]
    return legs


def _extent(shown, legs):
    """Returns the width of some legs next to each other, including the space inside a loop."""
    widths = [_thickness(shown[n].weights[t]) for n, t, _ in legs]
    loops = sum(leg[:2] == next_leg[:2] for leg, next_leg in pairwise(legs))
    return sum(widths) + _GAP * max(0, len(widths) - 1) + _LOOP * loops


def _slots(shown, legs, middle):
    """Returns the positions of the legs at one token, along the axis."""
    at, left = {}, middle - _extent(shown, legs) / 2
    for i, leg in enumerate(legs):
        n, t, _ = leg
        if i and legs[i - 1][:2] == (n, t):
            left += _LOOP
        width = _thickness(shown[n].weights[t])
        at[leg] = left + width / 2
        left += width + _GAP
    return at


def _layout(shown, heads, sizes, query, labels, gap, most):
    """Arranges heads on both sides of the tokens so that nothing crosses; None if impossible.

    Args:
        shown: All heads.
        heads: Which of them to arrange.
        sizes: Each token's size along the axis, to begin with.
        query: The query token.
        labels: The size of each head's label, along and across.
        gap: The space between tokens.
        most: The largest sum of both sides' reaches.
    """
    keyed_layouts = []
    for order in permutations(heads):
        for cut in range(len(order), -1, -1):
            both = [_legs(shown, part, query) for part in (order[:cut], order[cut:])]
            needed = [
                max(size, *(_extent(shown, legs.get(t, [])) + 6 for legs in both))
                for t, size in enumerate(sizes)
            ]
            ends = [*accumulate(size + gap for size in needed)]
            intervals = [
                (end - gap - size, end - gap) for end, size in zip(ends, needed, strict=True)
            ]
            first = _place(shown, order[:cut], both[0], intervals, query, labels)
            second = _place(shown, order[cut:], both[1], intervals, query, labels)
            if first is None or second is None:
                continue
            reaches = round(first.reach), round(second.reach)
            if sum(reaches) <= most:
                later = [head in order[cut:] for head in heads]
                key = max(reaches), sum(reaches), later, order
                keyed_layouts.append((key, _Layout(intervals, (first, second))))
    return min(keyed_layouts, key=lambda keyed: keyed[0])[1] if keyed_layouts else None


def _place(shown, order, legs, intervals, query, labels):
    """Places arcs and labels on one side, inner heads first; None if something would cross."""
    at = {
        leg: position
        for t, own in legs.items()
        for leg, position in _slots(shown, own, sum(intervals[t]) / 2).items()
    }
    limits = intervals[0][0], intervals[-1][1]

    def add(rest, side, rects):
        if not rest:
            return side
        n, *rest = rest
        added, rects = [], [*rects]
        for t in sorted(shown[n].drawn, key=lambda t: abs(t - query)):
            width = _thickness(shown[n].weights[t])
            start, end = sorted((at[n, t, False], at[n, t, True]))
            for leg in (start, end):
                room = width / 2 + _GAP - 1
                if any(rect.meets(leg - room, leg + room) for rect in rects):
                    return None
            interval = start - width / 2, end + width / 2
            below = [rect.across[1] for rect in rects if rect.meets(*interval)]
            lane = max([_FIRST, *(top + _GAP for top in below)]) + width / 2
            added.append(_Arc(start, end, lane, width))
            rects.append(_Rect(interval, (lane - width / 2, lane + width / 2)))
        sides = []
        for rect in _label_positions(added, labels[n], limits, rects):
            reach = max(side.reach, rect.across[1])
            next_side = _Side(side.arcs | {n: added}, side.labels | {n: rect}, reach)
            sides.append(add(rest, next_side, [*rects, rect]))
        return min((side for side in sides if side), key=lambda side: side.reach, default=None)

    return add(list(order), _Side({}, {}, 0.0), [])


def _label_positions(arcs, size, limits, rects):
    """Yields positions for a head's label: above its thickest arc's middle, start or end."""
    along, across = size
    arc = max(arcs, key=lambda arc: arc.width, default=None)
    start, end = (arc.start, arc.end) if arc else limits
    for low in ((start + end - along) / 2, start, end - along):
        low = max(limits[0], min(low, limits[1] - along))
        low = min(low, (sum(limits) - along) / 2) if along > limits[1] - limits[0] else low
        below = [rect.across[1] for rect in rects if rect.meets(low - 6, low + along + 6)]
        bottom = max([_FIRST, *(top + _GAP for top in below)])
        yield _Rect((low, low + along), (bottom, bottom + across))


def _layouts(shown, heads, sizes, query, labels, gap, most=math.inf):
    """Puts as many heads as possible on one copy of the sentence, the others on further copies."""
    if not heads:
        return []
    for n in range(len(heads), 0, -1):
        room = most if n > 1 else math.inf  # one alone may make the drawing wider
        layout = _layout(shown, heads[:n], sizes, query, labels, gap, room)
        if layout:
            return [layout, *_layouts(shown, heads[n:], sizes, query, labels, gap, most)]
    raise AssertionError("a head's own arcs never cross")


def _path(arc, radius, to_point, color):
    """Draws an arc: up, round a corner, along its lane and down again."""
    bend = 0.45 * radius  # the control point that makes a Bézier curve nearly a quarter circle
    a, b, lane = arc.start, arc.end, arc.lane
    points = [
        *[(a, 0), (a, lane - radius), (a, lane - bend), (a + bend, lane), (a + radius, lane)],
        *[(b - radius, lane), (b - bend, lane), (b, lane - bend), (b, lane - radius), (b, 0)],
    ]
    pairs = ["{:.5g},{:.5g}".format(*to_point(*point)) for point in points]
    start, up, *first = pairs[:5]
    along, *second, down = pairs[5:]
    path = f"M{start} L{up} C{' '.join(first)} L{along} C{' '.join(second)} L{down}"
    return f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{arc.width:.3g}"/>'


def _wide_arcs(shown, tokens, query):
    """Draws the sentence in a line, with arcs above and below it."""
    lines = [_wide_label(head) for head in shown]
    labels = [
        (max(_length("".join(run for run, _ in line), _LABEL) for line in own),
         _LINE_HEIGHT * len(own))
        for own in lines
    ]  # fmt: skip
    sizes, gap = _token_widths(tokens)
    layouts = _layouts(shown, range(len(shown)), sizes, query, labels, gap)
    widths = [layout.tokens[-1][1] for layout in layouts]
    width = max(_WIDE, 4 + max([*widths, *(along for along, _ in labels)]))
    marks, top, high = "", 4, 32
    for layout in layouts:
        shift = (width - layout.tokens[-1][1]) / 2
        base = top + layout.sides[0].reach
        drawn = dict.fromkeys(range(len(shown)), "")
        for side, edge, sign in zip(layout.sides, (base, base + high), (-1, 1), strict=True):

            def to_point(along, across, shift=shift, edge=edge, sign=sign):
                return along + shift, edge + sign * across

            radii = side.radii()
            for n, arcs in side.arcs.items():
                head, rect = shown[n], side.labels[n]
                drawn[n] += "".join(_path(arc, radii[arc], to_point, head.color) for arc in arcs)
                x, y = to_point(sum(rect.along) / 2, rect.across[sign < 0])
                for line in lines[n]:
                    y += _LINE_HEIGHT
                    drawn[n] += _text(x, y - 4, *line, fill=head.color)
        marks += "".join(shown[n].group(own) for n, own in drawn.items() if own)
        colors = _colors_of_top_tokens(shown[n] for n, own in drawn.items() if own)
        for t, (start, end) in enumerate(layout.tokens):
            marks += _token(
                start + shift, base, end - start, high, tokens[t], t == query, colors.get(t)
            )
        top = base + high + layout.sides[1].reach + 24
    return Form(width, top - 20, marks)


def _token_widths(tokens):
    """Returns the widths of tokens in a line, and the gaps between them, in 720 pixels."""
    letters = [_length(_short(token), _TOKEN) for token in tokens]
    room = (_WIDE - 4 - sum(letters)) / (3 * len(tokens))
    padding = max(3, min(8, room))
    return [size + 2 * padding for size in letters], padding


def _wide_label(head):
    """Writes a label: the head's name, the tokens with the largest weights, and the note below."""
    name, drawn = f"head {head.number}", head.drawn
    if not drawn:
        return [[(name, True), (f": no weight of {MIN_DRAWN_WEIGHT} or more", False)]]
    rest = "".join(f", {head.token_and_weight(t)}" for t in drawn[1:_MAX_NAMED])
    rest += f" and {len(drawn) - _MAX_NAMED} more" * (len(drawn) > _MAX_NAMED)
    line = [(f"{name} → {head.token_and_weight(drawn[0])}", True), (rest, False)]
    return [line, *([[(head.note, False)]] if head.note else [])]


def _tall_label(head):
    """Writes the same label as `_wide_label`, in short lines."""
    drawn = head.drawn
    lines = [[(f"head {head.number}", True)], *_wrapped(head.note)]
    if not drawn:
        return [*lines, [("no weight of", False)], [(f"{MIN_DRAWN_WEIGHT} or more", False)]]
    lines += [[(f"→ {head.token_and_weight(t)}", t == drawn[0])] for t in drawn[:_MAX_NAMED]]
    n_unnamed = len(drawn) - _MAX_NAMED
    return [*lines, *([[(f"and {n_unnamed} more", False)]] if n_unnamed > 0 else [])]


def _wrapped(words, most=14):
    """Breaks words into lines of a few letters."""
    lines = []
    for word in words.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [[(line, False)] for line in lines]


def _tall_arcs(shown, tokens, query):
    """Draws the sentence for a phone: in a column, with arcs on the left and right."""
    lines = [_tall_label(head) for head in shown]
    labels = [
        (_LINE_HEIGHT * len(own), max(_length("".join(run for run, _ in line), _LABEL)
                                      for line in own))
        for own in lines
    ]  # fmt: skip
    column = max(_length(_short(token), _TOKEN) for token in tokens) + 14
    most = _TALL - 8 - column
    sizes = [25.0] * len(tokens)
    layouts = _layouts(shown, range(len(shown)), sizes, query, labels, 4, most=most)
    reaches = [sum(side.reach for side in layout.sides) for layout in layouts]
    width = max(_TALL, column + 8 + max(reaches))
    marks, top = "", 4
    for layout in layouts:
        rects = [rect.along for side in layout.sides for rect in side.labels.values()]
        top -= min(0, *(start for start, _ in rects))
        reach = layout.sides[1].reach, layout.sides[0].reach  # the first heads are on the right
        x = (width - sum(reach) - column) / 2 + reach[0]
        drawn = dict.fromkeys(range(len(shown)), "")
        edges = zip(layout.sides, (x + column, x), (1, -1), strict=True)
        for side, edge, sign in edges:

            def to_point(along, across, top=top, edge=edge, sign=sign):
                return edge + sign * across, top + along

            radii = side.radii()
            for n, arcs in side.arcs.items():
                head, rect = shown[n], side.labels[n]
                drawn[n] += "".join(_path(arc, radii[arc], to_point, head.color) for arc in arcs)
                left, y = to_point(rect.along[0], rect.across[0])
                anchor = "start" if sign > 0 else "end"
                for line in lines[n]:
                    y += _LINE_HEIGHT
                    drawn[n] += _text(left, y - 4, *line, fill=head.color, anchor=anchor)
        marks += "".join(shown[n].group(own) for n, own in drawn.items() if own)
        colors = _colors_of_top_tokens(shown[n] for n, own in drawn.items() if own)
        for t, (start, end) in enumerate(layout.tokens):
            marks += _token(
                x, top + start, column, end - start, tokens[t], t == query, colors.get(t)
            )
        top += max(layout.tokens[-1][1], *(end for _, end in rects)) + 28
    return Form(width, top - 24, marks)


# --- rows


def _wide_rows(shown, tokens, query):
    """Draws a line of bars for each head, below the sentence."""
    names = max(_length(f"head {head.number}", _LABEL) for head in shown) + 10
    strongest = [
        head.token_and_weight(max(range(len(tokens)), key=head.weights.__getitem__))
        for head in shown
    ]
    right = max(_length(words, _LABEL) for words in strongest) + 14
    letters = [_length(_short(token), _NUMBER) for token in tokens]
    gap = max(6, min(12, (_WIDE - names - right - sum(letters)) / len(tokens)))
    ends = [*accumulate(size + gap for size in letters)]
    middles = [names + end - (size + gap) / 2 for end, size in zip(ends, letters, strict=True)]
    width = names + ends[-1] + right
    high, top, bar = 30.0, 36.0, 14
    marks = ""
    for t, (token, x) in enumerate(zip(tokens, middles, strict=True)):
        size = letters[t] + min(gap, 8)
        if t == query:
            marks += _box(x - size / 2, 4, size, 22, f'fill="{INK}"')
        color = GROUND if t == query else INK
        marks += _text(x, 19, (_short(token), t == query), size=_NUMBER, fill=color)
    for n, head in enumerate(shown):
        base = top + high * (n + 1) - 4
        name = f"head {head.number}", True
        own = _text(0, base - 4, name, fill=head.color, anchor="start")
        own += f'<path d="M{names:.5g} {base:.5g}h{ends[-1]:.5g}" stroke="{LINE}"/>'
        for weight, x in zip(head.weights, middles, strict=True):
            if weight >= MIN_DRAWN_WEIGHT:
                own += _bar(head, weight, x - bar / 2, base, bar, (high - 4) * weight)
        own += _text(width, base - 4, (strongest[n], False), fill=head.color, anchor="end")
        marks += head.group(own)
    return Form(width, top + high * len(shown) + 4, marks)


def _bar(head, weight, x, base, width, height):
    """Draws a bar in the head's color. For a head without a color, the largest bar is in ink."""
    color = LINE if head.color == INK and weight < max(head.weights) else head.color
    return (
        f'<rect x="{x:.5g}" y="{base - height:.5g}" width="{width:.4g}" height="{height:.4g}" '
        f'fill="{color}"/>'
    )


def _tall_rows(shown, tokens, query):
    """Draws the bars for a phone: a column for each head, a line for each token."""
    names = max(_length(_short(token), _NUMBER) for token in tokens) + 12
    marks, top, high = "", 8.0, 30
    for first in range(0, len(shown), _COLUMNS):
        block = shown[first : first + _COLUMNS]
        cell = (_TALL - names) / min(_COLUMNS, max(len(block), 6))
        marks += _text(0, top + 13, ("head", True), size=_NUMBER, anchor="start")
        for t, token in enumerate(tokens):
            y = top + 24 + high * t
            if t == query:
                marks += _box(0, y + 6, names - 4, 22, f'fill="{INK}"')
            color = GROUND if t == query else INK
            words = _short(token), t == query
            marks += _text(5, y + 21, words, size=_NUMBER, fill=color, anchor="start")
        for n, head in enumerate(block):
            x = names + cell * n
            own = _text(
                x + cell / 2, top + 13, (f"{head.number}", True), size=_NUMBER, fill=head.color
            )
            own += f'<path d="M{x + 1:.5g} {top + 22:g}v{high * len(tokens) + 4}" stroke="{LINE}"/>'
            largest = max(head.weights)
            for t, weight in enumerate(head.weights):
                base = top + 24 + high * (t + 1) - 4
                if weight >= MIN_DRAWN_WEIGHT:
                    own += _bar(head, weight, x + 2, base, (cell - 4) * weight, 8)
                if weight == largest:
                    number = format_number(weight, 2).removeprefix("0")
                    own += _text(
                        x + cell / 2 + 1, base - 11, (number, False), size=11, fill=head.color
                    )
            marks += head.group(own)
        top += 24 + high * len(tokens) + 24
    return Form(_TALL, top - 16, marks)
