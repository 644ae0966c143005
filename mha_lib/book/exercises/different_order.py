"""Exercises of "Same numbers, different order"."""

import re
from collections.abc import Callable
from functools import partial

import torch

from mha_lib import HeadParameters, StackedAttention
from mha_lib.book.exercises import Exercise, _given, _page, draw
from mha_lib.parameter_table import ParameterTable, Row

_random = torch.Generator().manual_seed(6)
_draw = partial(draw, _random)


def _random_parameters(*sizes: int) -> HeadParameters:
    return HeadParameters.random(*sizes, bias=False, dtype=torch.float64, generator=_random)


# The file of exercise 3, and the output of the model that wrote it for some tokens.
_FOUND = ("W_Q W_V W_K", "(h (d + d + d)) m")
_found = _random_parameters(12, 3).map(lambda t: 3 * t)
FILE = ParameterTable({"qkv.weight": _FOUND, "out.weight": ("W_O", "m (h d)")}).write(_found)
TOKENS = _draw(1, 7, 12)
RECORDED = StackedAttention.from_head_parameters(_found)(TOKENS)[0].detach()

# The weights of exercise 2: two query heads share a KV head, and values have their own width.
_DESCRIBED = ("W_K W_V", "m (g (d + v))")
_both = _random_parameters(7, 6, 5, 2)
_shared = HeadParameters(_both.W_Q, _both.W_K[:3], _both.W_V[:3], _both.W_O)


def _judged_row(
    right: tuple[str, str], params: HeadParameters, explain: Callable[[Row], str]
) -> Callable[[object], str | None]:
    """A judge that accepts any row that stores the weights as `right` does."""
    wanted = ParameterTable({"it": right}).write(params)["it"]

    def judge(answer):
        row = _read_row(answer)
        malformed = _malformed(*row, right[0].split())
        if malformed:
            return malformed
        try:
            parsed = Row.parse(*row)
        except ValueError as error:
            return re.sub("m[kv]", "m", str(error).split("; got ")[0])
        try:
            stored = ParameterTable({"it": row}).write(params)["it"]
        except (KeyError, RuntimeError, ValueError):
            return explain(parsed)
        return None if torch.equal(stored, wanted) else explain(parsed)

    return judge


_ROW_RULE = 'a row is two strings, what it holds and the order of its axes: ("W_O", "m (h d)")'


def _read_row(answer) -> tuple[str, str]:
    """The contents and the axes of a row, in a table's upper and lower case."""
    contents, axes = _given.sequence(answer, _ROW_RULE, 2)
    contents = contents.replace(",", " ") if isinstance(contents, str) else contents
    contents = (
        " ".join(contents)
        if _given.letters(contents) and not isinstance(contents, str)
        else contents
    )
    if not isinstance(contents, str) or not isinstance(axes, str):
        raise _given.RefusedError(_ROW_RULE)
    return " ".join(contents.upper().split()), axes.lower()


def _malformed(contents: str, axes: str, wanted: list[str]) -> str | None:
    if sorted(contents.split()) != sorted(wanted):
        return f"the matrix holds {', '.join(sorted(wanted))}, in one order or another"
    strange = sorted(set(re.findall(r"\w+", axes)) - set("mhgrdv"))
    if strange or axes.count("(") != axes.count(")"):
        return f"{strange[0]} is not an axis" if strange else "a bracket is unbalanced"
    if [part.count("+") for part in axes.split(")") if "+" in part] != [len(wanted) - 1]:
        return f"one axis joins {len(wanted)} things, so it has as many terms with + between them"
    return None


def _keys(qkv, n_heads, n_kv_heads, first=-2):
    d_head = len(qkv) // (n_heads + 2 * n_kv_heads)
    ends = (first + 1) * d_head or None
    return qkv.unflatten(0, (n_kv_heads, -1))[:, first * d_head : ends].mT


def _in_turn(qkv, n_heads, n_kv_heads):
    d_head = len(qkv) // (n_heads + 2 * n_kv_heads)
    first = n_heads * d_head
    return qkv[first : first + n_kv_heads * d_head].unflatten(0, (n_kv_heads, -1)).mT


# Of exercise 2: a sentence for each mistake, what has it, and a row with this mistake alone.
_MISTAKES: dict[str, tuple[Callable[[Row], bool], tuple[str, str]]] = {
    "that is the weight of an nn.Linear, for x @ W.T; in x @ W the width of a token, m, comes "
    "first": (lambda row: row.axes[0].terms != (("m",),), ("W_K W_V", "(g (d + v)) m")),
    "a matrix has two axes; brackets join g with the sum inside it": (
        lambda row: len(row.axes) != 2,
        ("W_K W_V", "m g (d + v)"),
    ),
    "there all keys come first, then all values; here each KV head's keys and values are "
    "together": (
        lambda row: (
            len(row.axes) == 2 and not row.axes[row.concat_axis].outer and not _heads_inside(row)
        ),
        ("W_K W_V", "m (g d + g v)"),
    ),
    "there each head's values come before its keys": (
        lambda row: row.contents[0] == "W_V",
        ("W_V W_K", "m (g (v + d))"),
    ),
    "h counts the query heads; the heads of keys and values, which they share, are g": (
        lambda row: "g" not in row.letters(0) + row.letters(1),
        ("W_K W_V", "m (h (d + v))"),
    ),
    "there values are as wide as keys; a width of their own is v": (
        lambda row: "v" not in _of(row, "W_V") + _of(row, "W_K"),
        ("W_K W_V", "m (g (d + d))"),
    ),
    "v is the width of values; keys have the width d": (
        lambda row: "v" in _of(row, "W_K") and "v" in _of(row, "W_V"),
        ("W_K W_V", "m (g (v + v))"),
    ),
    "the widths are exchanged: keys have the width d, values v": (
        lambda row: "v" in _of(row, "W_K") and "v" not in _of(row, "W_V"),
        ("W_K W_V", "m (g (v + d))"),
    ),
    "with the head inside, its rows would not be together; the outermost axis comes first": (
        lambda row: _heads_inside(row),
        ("W_K W_V", "m (d g + v g)"),
    ),
    "r counts the query heads of a group, and no query is stored here": (
        lambda row: "r" in row.letters(0) + row.letters(1),
        ("W_K W_V", "m (g (r d + r v))"),
    ),
}
_ROWS = {sentence: row for sentence, (_, row) in _MISTAKES.items()}
_SHOWN = [row for row in _ROWS.values() if row[1] not in ("m g (d + v)", "m (g (r d + r v))")]
_OTHERWISE = "these numbers would be in other positions than the description says"


def _of(row: Row, name: str) -> list[str]:
    """The axes of one of a row's contents, as stored."""
    return row.letters(row.contents.index(name))


def _heads_inside(row: Row) -> bool:
    """Whether a width is outside the heads, for keys or for values."""
    wide = [[letter for letter in row.letters(i) if letter != "m"] for i in (0, 1)]
    return any(letters[0] not in "ghr" for letters in wide)


def _explain_described(row: Row) -> str:
    mistakes = [sentence for sentence, (has, _) in _MISTAKES.items() if has(row)]
    if not mistakes:
        return _OTHERWISE
    return mistakes[0] + (f" (and {len(mistakes) - 1} more to mend)" if mistakes[1:] else "")


_LEFT = "the file's matrix is (36, 12), for x @ W.T, so m comes last"
_TOGETHER = "the three do come in that order, but in this file each head's three are together"
_THREE = "each head's three are together; they come in another order"
_NEITHER = "the output would be different: try all orders of the three, with h in either position"


def _explain_found(row: Row) -> str:
    if row.axes[0].terms == (("m",),):
        return _LEFT
    right = Row.parse(*_FOUND)
    if row.axes == right.axes:
        return _THREE
    return _TOGETHER if row.contents == right.contents else _NEITHER


EXERCISES = {
    1: Exercise(
        solution=_keys,
        code=True,
        cases=((_draw(18, 6), 3, 3), (_draw(20, 12), 6, 2), (_draw(12, 8), 4, 1)),
        mistakes={
            "that is the broken loader: it reads all queries first, as Phi-3 stores them": _in_turn,
            "these are the values, which come last in each group": (
                lambda W, n, g: _keys(W, n, g, -1)
            ),
            "these are the last query head's rows; the group's keys come after all its queries": (
                lambda W, n, g: _keys(W, n, g, -3)
            ),
            "each block is the transpose of what x @ W needs: transpose it": lambda W, n, g: (
                _keys(W, n, g).mT
            ),
            "a reshape does not transpose; take each block's transpose, .mT": (
                lambda W, n, g: _keys(W, n, g).mT.reshape(g, W.shape[1], -1)
            ),
            "that is right while no head shares its keys; a group has more queries than keys": (
                lambda W, n, g: W.unflatten(0, (g, -1)).tensor_split(3, 1)[1].mT
            ),
            "the blocks are right; give each KV head a matrix of its own, along a first axis": (
                lambda W, n, g: _keys(W, n, g).movedim(0, 1).flatten(1)
            ),
        },
    ),
    2: Exercise(
        solution=_DESCRIBED,
        mistakes=_ROWS,
        judge=_judged_row(_DESCRIBED, _shared, _explain_described),
        page=_page.Choose(
            {
                "it holds": ("W_V W_K", "W_K W_V"),
                "in the order": tuple(sorted({_DESCRIBED[1], *(order for _, order in _SHOWN)})),
            },
            lambda *row: row,
        ),
    ),
    3: Exercise(
        solution=_FOUND,
        mistakes={
            _LEFT: ("W_Q W_V W_K", "m (h (d + d + d))"),
            _TOGETHER: ("W_Q W_V W_K", "(h d + h d + h d) m"),
            _THREE: ("W_Q W_K W_V", "(h (d + d + d)) m"),
            _NEITHER: ("W_Q W_K W_V", "(h d + h d + h d) m"),
        },
        judge=_judged_row(_FOUND, _found, _explain_found),
    ),
}
