"""The book's small layer, step by step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain

import torch

from mha_lib.book.drawings._layer import hot_tea, matrices_of_layer, tables_of_layer
from mha_lib.book.drawings._maps import maps
from mha_lib.book.drawings._marks import (
    INK,
    NUMBER,
    SOFT,
    Drawing,
    Form,
    draw_sign,
    draw_tint,
    enlarge,
    head_color,
    text,
)
from mha_lib.book.drawings._matrix import Matrix, draw_column_names, draw_row_names
from mha_lib.book.drawings._strip import strip
from mha_lib.book.figures import map_table


@dataclass(frozen=True)
class _Term:
    """A matrix of an equation, or several that are put together, with words around it."""

    blocks: Sequence[Matrix]
    name: str = ""  # that of the matrix, if empty
    down: bool = False  # whether the blocks are below each other, not next to each other
    rows: Sequence[str] = ()
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    captions: Sequence[str] = ()

    @property
    def margin(self) -> float:
        """The room before it that the names of its rows take."""
        return 8 + 7.5 * max(map(len, self.rows)) if self.rows else 0

    @property
    def width(self) -> float:
        """The width of the matrix, or of the words around it, if they are wider."""
        widths = [block.width for block in self.blocks]
        words = max(8 * len(self.name), 7 * max(map(len, self.captions), default=0))
        return max(max(widths) if self.down else sum(widths), words)

    @property
    def height(self) -> float:
        """The height of the matrix alone."""
        heights = [block.height for block in self.blocks]
        return sum(heights) if self.down else max(heights)

    def draw(self, x: float, middle: float) -> tuple[str, float]:
        """Draws it from the left, centered on a height; also returns how deep its words go."""
        first = self.blocks[0]
        inner = first.width if self.down else sum(block.width for block in self.blocks)
        left, top = x + (self.width - inner) / 2, middle - self.height / 2
        center = left + inner / 2
        marks = text(center, top - 7, self.name or first.name, bold=True)
        marks += draw_row_names(self.rows, first, left, top)
        at_x, at_y = left, top
        for block in self.blocks:
            marks += block.draw(at_x, at_y)
            at_x, at_y = (at_x, at_y + block.height) if self.down else (at_x + block.width, at_y)
        low = top + self.height
        below, deep = draw_column_names(self.columns, first, left, low - first.height)
        deep -= 0 if any(self.columns) or not deep else 14  # no group has a name
        for n, line in enumerate(self.captions):
            below += text(center, low + deep + 17 + 16 * n, line, size=NUMBER, fill=SOFT)
        return marks + below, low + deep + 16 * len(self.captions) + 10


def _equation(terms, left, middle):
    """Draws terms and the signs between them in a line; also returns its right and lower ends."""
    marks, low = "", 0.0
    for term in terms:
        if isinstance(term, str):
            wide = 10 + 9 * len(term)
            marks += draw_sign(left + wide / 2, middle, term)
            left += wide
            continue
        left += term.margin
        drawn, deep = term.draw(left, middle)
        marks, left, low = marks + drawn, left + term.width + 6, max(low, deep)
    return marks, left, low


def _step(name, lines, tables, head=None):
    """Draws an equation, in one line for a page and in several lines for a phone."""

    def form(rows, least):
        marks, top, right = "", 32.0, least
        for terms in rows:
            high = max(term.height for term in terms if not isinstance(term, str))
            drawn, end, top = _equation(terms, 6, top + high / 2)
            marks, top, right = marks + drawn, top + 26, max(right, end)
        lane = "" if head is None else draw_tint(head_color(head), 0, 0, right, top - 20)
        return Form(right, top - 18, lane + marks)

    return enlarge(Drawing(name, form([list(chain(*lines))], 140), form(lines, 340), tables))


def hot_tea_steps() -> dict[str, Drawing]:
    """Draws the layer of `hot_tea` step by step, following the row of "tea".

    Returns:
        By name: "tokens", x; "projections", those of head 0; "one row", that of "tea" in head 0;
        "one head", all rows of head 0; "two heads", the weights of both; "output", the averages,
        concatenated, and W_O; and "added", the row of "tea" in x plus the one in the output.
    """
    tokens, x, params = hot_tea()
    tea, hot = tokens.index("tea"), tokens.index("hot")
    vectors, heads, output = matrices_of_layer(x, params, tea, [("", ())] * 2, plain=False)
    tables = tables_of_layer(tokens, vectors, heads, output)
    (Q, K, V), first = heads[0].products, heads[0]
    meaning = ["the", "drink", "hot"]
    of_x = {"": meaning, "position": ["", "", ""]}
    drawn_x = _Term([vectors], rows=tokens, columns=of_x)
    # "tea" asks, and "hot" is what it finds.
    # Each is x times one matrix: W_Q, W_K and W_V are not multiplied with each other.
    asks = _Term([Q], "Q = x W_Q", rows=tokens, columns={"asks for": meaning})
    offers = _Term([replace(K, printed=hot)], "K = x W_K", columns={"offers": meaning})
    gives = _Term([replace(V, printed=hot)], "V = x W_V", columns={"gives": meaning})
    softmax = f"softmax(Q Kᵀ / √{Q.numbers.shape[1]})"
    weights = _Term([first.weights], rows=tokens, columns={"": tokens}, captions=[softmax])
    averages = _Term([first.averages], columns={"": meaning})
    both = _Term(
        [head.averages for head in heads],
        "concatenated",
        rows=tokens,
        columns={"head 0": meaning, "head 1": meaning},
    )
    blocks = _Term([head.W_O for head in heads], down=True, captions=["a block per head"])
    out = _Term([output], rows=tokens, columns=of_x)
    added = torch.stack([x[tea], output.numbers[tea], x[tea] + output.numbers[tea]])
    ink = partial(Matrix, color=INK, edge=INK, full=2.0, strength=0.7, wide=True, wider=8)
    three = ink("“tea”", "added", added, printed=2, also_printed=(0, 1))
    lines = ["x", "+ output", "= sum"]
    all_K, all_V = (_Term([replace(matrix, printed=None)]) for matrix in (K, V))
    parameters = [_Term([W]) for W in first.parameters]
    return {
        "tokens": _step("the tokens as rows of numbers", [[drawn_x]], tables[:1]),
        "projections": _step(
            "queries, keys and values of head 0",
            [[drawn_x, "×", *parameters, "→"], [asks, offers, gives]],
            tables[1:7],
            head=0,
        ),
        "one row": strip(Q.numbers[tea], K.numbers, V.numbers, tokens, query_token="tea"),
        "one head": _step(
            "all rows of head 0",
            [
                [replace(asks, name="", columns={}), all_K, "→"],
                [weights, "×", all_V, "=", averages],
            ],
            tables[7:9],
            head=0,
        ),
        "two heads": enlarge(maps([head.weights.numbers for head in heads], tokens, row=tea)),
        "output": _step(
            "the averages of both heads, concatenated, times W_O",
            [[both, "×", blocks, "="], [out]],
            tables[-1:],
        ),
        "added": _step(
            "the output of “tea” added to its row of x",
            [[_Term([three], rows=lines, columns=of_x)]],
            [map_table("the row of “tea”", "", lines, [f"{j}" for j in range(6)], added, 2)],
        ),
    }
