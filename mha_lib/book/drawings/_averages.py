"""What one token gets from its heads, in several sentences: one average per head."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import torch
from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.book.drawings._marks import (
    INK,
    LABEL,
    LINE,
    NUMBER,
    SOFT,
    Drawing,
    Form,
    arrow,
    draw_sign,
    enlarge,
    frame,
    halo_text,
    head_color,
    require_weights,
    short,
    text,
)
from mha_lib.book.figures import Table, format_number

_WORD, _BOX, _CELL = 48, 24, 34  # px: a word's width, the height of words and cells, a cell's width
_HEAD, _ROW, _ARC = 54, 66, 17  # px: above the first sentence, from one to the next, an arc


def averages(
    sentences: Sequence[Sequence[str]],
    values: Mapping[str, Sequence[float]],
    weights: Mapping[str, Float[Tensor, "heads keys"]],
    *,
    query: int,
    features: Sequence[str],
) -> Drawing:
    """Draws what a token gets in several sentences, with the heads of one model or another.

    Each model has a panel. In it are the sentences, arcs from the token to the words that it
    attends to, and the average that each head returns. A sign says whether the averages of one
    sentence equal those of the next.

    Args:
        sentences: The words of each sentence, 2 to 5 of them, all lists of the same length.
        values: The value of each word.
        weights: By the name of the model, the weights of the token in each head, 0 to 1, the same
            in every sentence. A single head is gray, as it is neither of two.
        query: The position of the token.
        features: A name for each number of a value.

    Raises:
        TypeError: Weights are not dense floating-point tensors, or `query` is not an integer.
        ValueError: Sizes do not fit, a weight is outside 0 to 1, or a word has no value.
    """
    n_words = len(sentences[0])
    sentences = [checks.require_strings("sentences", words, n_words) for words in sentences]
    if not 2 <= n_words <= 5:
        raise ValueError(f"sentences must have 2 to 5 words; got {n_words}")
    query = checks.require_int("query", query, 0)
    if query >= n_words:
        raise ValueError(f"query must be below {n_words}, the number of words; got {query}")
    missing = [word for words in sentences for word in words if word not in values]
    if missing:
        raise ValueError(f"values must have every word of the sentences; {missing[0]!r} has none")
    for own in values.values():
        checks.require_strings("features", features, len(own))
    panels = []
    for name, rows in weights.items():
        checks.require_floating("weights", rows, min_dims=2)
        if rows.dim() != 2 or rows.shape[1] != n_words or not len(rows):
            rule = f"weights must have shape (heads, {n_words}), a column per word"
            raise ValueError(f"{rule}; got {checks.describe(rows)}")
        require_weights(rows)
        rows = rows.detach().double().cpu()
        got = [
            rows @ torch.tensor([values[word] for word in words]).double() for words in sentences
        ]
        panels.append(_Panel(name, sentences, rows, got, query, list(features)))
    left, marks, below = 0.0, "", []
    for panel in panels:
        marks += panel.draw(left, 0)
        left += panel.width + 40
    for n, panel in enumerate(panels):
        below.append(panel.draw(0, n * (panel.height + 12)))
    height = panels[0].height
    name = "the averages of " + checks.join_words([panel.name for panel in panels])
    wide = Form(left - 40, height, marks)
    tall = Form(
        max(panel.width for panel in panels), (height + 12) * len(panels) - 12, "".join(below)
    )
    return enlarge(Drawing(name, wide, tall, [panel.table() for panel in panels]))


@dataclass(frozen=True)
class _Panel:
    """One model: the sentences below each other, and behind each the averages of its heads."""

    name: str
    sentences: list[list[str]]
    weights: Tensor  # (heads, words)
    averages: list[Tensor]  # per sentence, (heads, features)
    query: int
    features: list[str]

    @property
    def words_width(self) -> int:
        return (_WORD + 5) * len(self.sentences[0]) - 5

    @property
    def tile(self) -> int:
        return _CELL * len(self.features)

    @property
    def width(self) -> float:
        return self.words_width + 36 + (self.tile + 12) * len(self.weights) - 12 + 2

    @property
    def height(self) -> float:
        return _HEAD + _ROW * len(self.sentences) - (_ROW - _BOX) + _ARC + 6

    def color(self, head: int) -> str:
        return SOFT if len(self.weights) == 1 else head_color(head)

    def draw(self, x: float, y: float) -> str:
        """Draws the panel with its upper left corner at a point."""
        marks = text(x, y + 17, self.name, anchor="start", bold=True)
        first = x + self.words_width + 36
        for head in range(len(self.weights)):
            at = first + head * (self.tile + 12)
            title = "its average" if len(self.weights) == 1 else f"head {head}"
            marks += text(at + self.tile / 2, y + 17, title, fill=self.color(head), bold=True)
            for n, feature in enumerate(self.features):
                middle = at + (n + 0.5) * _CELL
                marks += text(middle, y + _HEAD - 8, feature, size=NUMBER, fill=SOFT)
        for n, words in enumerate(self.sentences):
            top = y + _HEAD + n * _ROW
            marks += self._words(words, x, top)
            marks += arrow([(first - 30, top + _BOX / 2), (first - 6, top + _BOX / 2)], LINE)
            for head, average in enumerate(self.averages[n]):
                marks += self._tile(average, head, first + head * (self.tile + 12), top)
            if n:
                same = torch.allclose(self.averages[n], self.averages[n - 1])
                middle = (first + x + self.width) / 2
                sign = "=" if same else "≠"
                marks += draw_sign(middle, top - (_ROW - _BOX) / 2, sign, size=20)
        return f'<g role="img" aria-label="{escape(self.label())}">{marks}</g>'

    def _words(self, words, x, top):
        """Draws a sentence in boxes, and above or below it an arc per weight."""
        marks = ""
        start = x + (_WORD + 5) * self.query + _WORD / 2
        for head, row in enumerate(self.weights.tolist()):
            for key, weight in enumerate(row):
                if key == self.query or weight < 0.05:
                    continue
                end = x + (_WORD + 5) * key + _WORD / 2
                foot, peak = (top, top - _ARC) if head % 2 == 0 else (top + _BOX, top + _BOX + _ARC)
                path = f"M{start:g} {foot:g}C{start:g} {peak:g} {end:g} {peak:g} {end:g} {foot:g}"
                marks += (
                    f'<path d="{path}" fill="none" stroke="{self.color(head)}" '
                    f'stroke-width="{1.5 + 5 * weight:g}"/>'
                )
        for n, word in enumerate(words):
            left = x + (_WORD + 5) * n
            color, stroke = (INK, 2) if n == self.query else (LINE, 1)
            marks += (
                f'<rect x="{left + 1:g}" y="{top:g}" width="{_WORD - 2}" height="{_BOX}" rx="4" '
                f'fill="none" stroke="{color}" stroke-width="{stroke}"/>'
            )
            marks += text(left + _WORD / 2, top + 16.5, word, size=LABEL, bold=n == self.query)
        return marks

    def _tile(self, average, head, left, top):
        """Draws an average: a cell for each number, the darker the larger."""
        marks = ""
        for n, number in enumerate(average.tolist()):
            at = left + n * _CELL
            if number > 0:
                marks += (
                    f'<rect x="{at:g}" y="{top:g}" width="{_CELL}" height="{_BOX}" '
                    f'fill="{self.color(head)}" fill-opacity="{min(1, number) * 0.8:.2f}"/>'
                )
            marks += halo_text(at + _CELL / 2, top + 16.5, short(number))
        return marks + frame(left, top, self.tile, _BOX, self.color(head), 1.5)

    def label(self) -> str:
        """The text that a screen reader reads out for it."""
        parts = []
        for words, heads in zip(self.sentences, self.averages, strict=True):
            got = "; ".join(
                f"head {head}: {', '.join(format_number(number, 2) for number in row)}"
                for head, row in enumerate(heads.tolist())
            )
            parts.append(f"{' '.join(words)}: {words[self.query]} gets {got}")
        return f"{self.name}. {'. '.join(parts)}"

    def table(self) -> Table:
        heads = range(len(self.weights))
        columns = [f"head {head}: {feature}" for head in heads for feature in self.features]
        rows = [
            [" ".join(words), *(format_number(number, 2) for number in got.flatten().tolist())]
            for words, got in zip(self.sentences, self.averages, strict=True)
        ]
        query = self.sentences[0][self.query]
        return Table(f"{self.name}: what “{query}” gets", ["sentence", *columns], rows)
