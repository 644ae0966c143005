"""layer.js: every number of a drawn layer is the sum of the numbers that it frames."""

import pytest
import torch

from mha_lib.book.drawings import hot_tea
from mha_lib.widgets import LayerView
from tests.helpers import javascript
from tests.widgets.test_widgets_layer_view import random_layer

TOKENS, X, HEADS = hot_tea()
LAYERS = {
    "hot tea": LayerView(X, HEADS, TOKENS),
    "three heads": LayerView(*random_layer(3, 3, 4, 2), ["a", "b", "a"]),
    "values wider than keys": LayerView(*random_layer(4, 2, 5, 2, 3), list("abcd")),
}
STAGES = [
    "x",
    "W_Q",
    "W_K",
    "W_V",
    "Q",
    "K",
    "V",
    "weights",
    "average",
    "concatenated",
    "W_O",
    "sum",
]


def call(body, widget, **values):
    body = f"const layer = m.makeLayer(x, parameters, tokens); {body}"
    shown = {"x": widget.x, "parameters": widget.parameters, "tokens": widget.tokens}
    return javascript.run("layer.js", body, **shown, **values)


def ask(widget, stage, index, row, column):
    asked = {"stage": stage, "index": index, "row": row, "column": column}
    return call("return m.explainCell(layer, asked);", widget, asked=asked)


def in_torch(widget):
    """Every matrix of the drawing by its stage and head, by torch's own attention."""
    x = torch.tensor(widget.x, dtype=torch.float64)
    W = {name: torch.tensor(W, dtype=torch.float64) for name, W in widget.parameters.items()}
    Q, K, V = (x @ W[name] for name in ("W_Q", "W_K", "W_V"))
    eye = torch.eye(len(x), dtype=torch.float64).expand(len(Q), -1, -1)
    attend = torch.nn.functional.scaled_dot_product_attention
    average = attend(Q, K, V)
    heads = {**W, "Q": Q, "K": K, "V": V, "weights": attend(Q, K, eye)}
    heads |= {"average": average, "concatenated": average}
    output = torch.cat([*average], dim=1) @ torch.cat([*W["W_O"]])
    return {name: list(each) for name, each in heads.items()} | {"x": [x], "sum": [output]}


def framed(matrices, frames):
    """The numbers in frames, one list per side of the product."""
    sides = {}
    for frame in frames:
        rows = matrices[frame["stage"]][frame["index"]][frame["row"] :][: frame["rows"]]
        numbers = rows[:, frame["column"]] if "column" in frame else rows
        sides.setdefault(frame["stage"], []).append(numbers.flatten())
    return [torch.cat(numbers) for numbers in sides.values()]


@pytest.mark.parametrize("name", LAYERS)
@pytest.mark.parametrize("stage", STAGES)
def test_every_number_follows_from_the_framed_numbers(name, stage):
    widget = LAYERS[name]
    matrices = in_torch(widget)
    body = "return [m.explainCell(layer, asked), m.matrixNumbers(layer, asked.stage, asked.index)];"
    for index, expected in enumerate(matrices[stage]):
        for row, column in ((0, 0), (len(expected) - 1, expected.shape[1] - 1), (1, 0)):
            asked = {"stage": stage, "index": index, "row": row, "column": column}
            displayed, numbers = call(body, widget, asked=asked)
            assert numbers[row][column] == pytest.approx(expected[row, column].item(), abs=1e-6)
            sides = framed(matrices, displayed["frames"])
            if stage == "x" or stage.startswith("W_"):
                assert sides == displayed["tables"] == []
            elif stage == "concatenated":
                assert sides[0].item() == pytest.approx(numbers[row][column], abs=1e-6)
            elif stage == "weights":
                keys = matrices["K"][index]
                scores = (sides[0] * keys).sum(dim=1) / len(sides[0]) ** 0.5
                assert sides[1].equal(keys[column])
                assert scores.softmax(0)[column].item() == pytest.approx(
                    numbers[row][column], abs=1e-6
                )
            else:
                left, right = sides
                assert (left @ right).item() == pytest.approx(numbers[row][column], abs=1e-6)


def test_sentence_and_tables_show_the_sum():
    displayed = ask(LAYERS["hot tea"], "weights", 0, 1, 4)
    assert " ".join(displayed["sentences"]) == (
        "The weight of “hot” for “tea” in head 0 is 0.68: "
        "e^2.14 = 8.47, divided by the sum over all tokens, 12.47."
    )
    score, softmax = displayed["tables"]
    assert [score["columns"], *score["lines"]] == [
        ["number", "0", "1", "2", "sum", "÷ √3"],
        ["query", "0", "0", "3.7", "", ""],
        ["key", "0", "0", "1", "", ""],
        ["product", "0", "0", "3.7", "3.7", "2.14"],
    ]
    assert softmax["marked"] == 4
    assert softmax["lines"] == [
        ["score", "0", "0", "0", "0", "2.14", ""],
        ["e^score", "1", "1", "1", "1", "8.47", "12.47"],
        ["weight", "0.08", "0.08", "0.08", "0.08", "0.68", "1"],
    ]


@pytest.mark.parametrize(
    ("stage", "names"),
    [
        ("Q", ["number", "x", "W_Q"]),
        ("average", ["token", "weight", "value"]),
        ("sum", ["number", "average", "W_O"]),
    ],
)
def test_a_table_names_both_sides_of_the_products(stage, names):
    (table,) = ask(LAYERS["hot tea"], stage, 0, 1, 2)["tables"]
    assert [row[0] for row in (table["columns"], *table["lines"][:2])] == names


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("x", 0, 1, 1), "Number 1 of the vector of “tea” is 1: part of what goes into the layer."),
        (("W_Q", 0, 1, 2), "Row 1, column 2 of W_Q in head 0 is 3.7: a parameter."),
        (("Q", 0, 1, 2), "Number 2 of the query of “tea” in head 0 is 3.7: the token's vector "),
        (
            ("average", 0, 1, 2),
            "Number 2 of the average of “tea” in head 0 is 0.68: weight times value",
        ),
        (
            ("concatenated", 1, 1, 0),
            "Number 3 of the concatenated averages of “tea” is 0.91: number 0 of the average in "
            "head 1, copied.",
        ),
        (
            ("sum", 0, 1, 2),
            "Number 2 of the output for “tea” is 0.71: head 0 adds 0.68, head 1 adds 0.03.",
        ),
    ],
)
def test_a_sentence_says_what_a_number_is(asked, sentence):
    assert " ".join(ask(LAYERS["hot tea"], *asked)["sentences"]).startswith(sentence)


def test_equal_tokens_are_named_with_their_position():
    said = ask(LAYERS["three heads"], "weights", 0, 2, 1)["sentences"][0]
    assert said.startswith("The weight of “b” for “a” (2) in head 0 is ")


def test_the_largest_score_is_subtracted_if_its_exponential_is_too_large():
    displayed = ask(LayerView(30 * X, HEADS, TOKENS), "weights", 0, 1, 4)
    top = f"{900 * 3.7 / 3**0.5:.2f}"
    assert displayed["sentences"][1].startswith(
        f"e^({top} − {top}) = 1, divided by the sum over all tokens, 1. (Subtracting the largest "
    )
    assert displayed["tables"][1]["lines"][0] == [
        f"score − {top}",
        *[f"−{top}"] * 4,
        "0",
        "",
    ]


# From a number one step down or right, in two heads of width 3.
@pytest.mark.parametrize(
    ("start", "move", "end"),
    [
        (("weights", 0, 2, 1), (1, 0), ("weights", 0, 3, 1)),
        (("weights", 0, 4, 4), (1, 0), ("weights", 0, 4, 4)),
        (("weights", 1, 0, 0), (0, -1), ("weights", 1, 0, 0)),
        (("concatenated", 0, 2, 2), (0, 1), ("concatenated", 1, 2, 0)),
        (("concatenated", 1, 2, 0), (0, -1), ("concatenated", 0, 2, 2)),
        (("concatenated", 1, 2, 2), (0, 1), ("concatenated", 1, 2, 2)),
        (("W_O", 0, 2, 5), (1, 0), ("W_O", 1, 0, 5)),
        (("W_O", 1, 0, 5), (-1, 0), ("W_O", 0, 2, 5)),
        (("W_O", 1, 2, 5), (1, 1), ("W_O", 1, 2, 5)),
        (("average", 0, 2, 2), (0, 1), ("average", 0, 2, 2)),
    ],
)
def test_a_step_leads_to_the_next_number(start, move, end):
    keys = ("stage", "index", "row", "column")
    body = "return m.nextCell(m.matrixSizes(x, parameters), asked, ...move);"
    found = call(body, LAYERS["hot tea"], asked=dict(zip(keys, start, strict=True)), move=move)
    assert found == dict(zip(keys, end, strict=True))
