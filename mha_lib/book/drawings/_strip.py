"""One row of one head, from its query to its average."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.book.drawings._marks import LINE, NUMBER, SOFT, Drawing, Form, frame, head_color, text
from mha_lib.book.figures import Table, format_number

_MAX_TOKENS = 6


def strip(
    query: Float[Tensor, " d_head"],
    keys: Float[Tensor, "keys d_head"],
    values: Float[Tensor, "keys d_value"],
    tokens: Sequence[str],
    *,
    query_token: str,
    head: int = 0,
) -> Drawing:
    """Draws how one row of one head is computed: from left to right, one line per key.

    Args:
        query: The query of one token.
        keys: A key per token, at most 6.
        values: A value per token.
        tokens: A label per key.
        query_token: The label of the token whose query it is.
        head: The number of the head, for its color.

    Raises:
        TypeError: A tensor is not a dense floating-point one.
        ValueError: Sizes do not fit each other or the drawing.
    """
    for name, tensor, dims in (("query", query, 1), ("keys", keys, 2), ("values", values, 2)):
        checks.require_floating(name, tensor, min_dims=dims)
        checks.require_finite(name, tensor)
    tokens = checks.require_strings("tokens", tokens, len(keys))
    fits = keys.shape[1:] == query.shape and len(values) == len(keys) <= _MAX_TOKENS
    if not fits or keys.dim() != 2 or values.dim() != 2 or values.shape[1] > 3:
        raise ValueError(
            f"query, keys and values must have shapes (d_head,), (keys, d_head) and "
            f"(keys, d_value), at most {_MAX_TOKENS} keys and 3 numbers per value; got "
            f"{checks.describe(query)}, {checks.describe(keys)}, {checks.describe(values)}"
        )
    query, keys, values = (part.detach().double().cpu() for part in (query, keys, values))
    dots = keys @ query
    scores = dots / len(query) ** 0.5
    raised = scores.exp()
    weights = raised / raised.sum()
    parts = weights[:, None] * values
    room = 20 * max(0, values.shape[1] - 2)  # for a third number
    steps = {
        "key": _Step(96, [_vector(key) for key in keys]),
        "query · key": _Step(86, [_plain(dot) for dot in dots]),
        f"÷ √{len(query)}": _Step(72, [_plain(score) for score in scores]),
        "exponential": _Step(74, [_plain(score) for score in raised], _plain(raised.sum())),
        "weight": _Step(
            150 - 2 * room, [_plain(weight) for weight in weights], "1", weights.tolist()
        ),
        "value": _Step(90 + room / 2, [_vector(value) for value in values]),
        "weight × value": _Step(
            112 + 1.5 * room, [_vector(part) for part in parts], _vector(parts.sum(dim=0))
        ),
    }
    caption = f"“{query_token}” asks with its query {_vector(query)}"
    rows = [
        [token, *cells]
        for token, *cells in zip(tokens, *(step.cells for step in steps.values()), strict=True)
    ]
    table = Table(caption, ["", *steps], [*rows, ["sum", *(step.total for step in steps.values())]])
    look = tokens, int(weights.argmax()), head_color(head)
    title = text(8, 20, caption, anchor="start", bold=True)
    every, end = _block(steps, *look, 36)
    names = list(steps)
    short_steps = {name: replace(steps[name], width=steps[name].width * 0.86) for name in names}
    upper, half = _block({name: short_steps[name] for name in names[:4]}, *look, 36)
    lower, foot = _block({name: short_steps[name] for name in names[4:]}, *look, half + 14)
    name = f"one row of a head, from its query to its average: {caption}"
    return Drawing(
        name, Form(740, end, title + every), Form(356, foot, title + upper + lower), [table]
    )


def _plain(number):
    """Formats a number with two decimals and a typographic minus sign."""
    return format_number(float(number), 2).replace("-", "−")


def _vector(numbers):
    return f"({', '.join(map(_plain, numbers))})"


@dataclass(frozen=True)
class _Step:
    """A column of the strip: its width, a cell per key, their sum, and bars for weights."""

    width: float
    cells: list[str]
    total: str = ""
    bars: Sequence[float] = ()


def _block(steps, tokens, best, color, top):
    """Draws steps next to each other, one line per key; also returns where they end."""
    left, line, low = 12 + 7 * max(map(len, tokens)), 25, top + 24
    bottom = low + line * len(tokens)
    last, marks = list(steps)[-1], []
    framed = steps[last].total.startswith("(")  # the average
    wide = 14 + 8 * len(steps[last].total)  # its frame
    for i, token in enumerate(tokens):
        base = low + line * i + 17
        if i == best:
            width = sum(step.width for step in steps.values()) + left - 6
            marks.append(
                f'<rect x="4" y="{base - 17:g}" width="{width:g}" height="{line}" rx="5" '
                f'fill="{color}" fill-opacity="0.12"/>'
            )
        marks.append(text(left - 2, base, token, anchor="end", bold=i == best))
    for name, step in steps.items():
        middle = left + step.width / 2
        marks.append(text(middle, top + 14, name, size=NUMBER, fill=SOFT))
        for i, cell in enumerate(step.cells):
            base = low + line * i + 17
            if step.bars:
                long = (step.width - 56) * step.bars[i]
                marks.append(
                    f'<rect x="{left + 14:g}" y="{base - 12:g}" width="{long:.1f}" height="15" '
                    f'fill="{color}"/>'
                )
                marks.append(text(left + 19 + long, base, cell, anchor="start", bold=i == best))
            else:
                marks.append(text(middle, base, cell, bold=i == best))
        if step.total:
            at, anchor = (left + 19, "start") if step.bars else (middle, "middle")
            if framed and name == last:
                at = left + step.width - max(step.width, wide) / 2
            marks.append(text(at, bottom + 22, step.total, anchor=anchor, bold=name == last))
        left += step.width
    marks.append(text(12, bottom + 22, "sum", anchor="start", fill=SOFT))
    marks.append(f'<path d="M4 {bottom + 4:g}H{left - 4:g}" stroke="{LINE}" fill="none"/>')
    if framed:
        x = left - max(steps[last].width / 2 + wide / 2, wide)
        marks.append(frame(x, bottom + 7, wide, 22, color, 2))
        marks.append(text(x - 6, bottom + 22, "average", anchor="end", fill=SOFT, size=NUMBER))
    return "".join(marks), bottom + 36
