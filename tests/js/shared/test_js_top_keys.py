"""top_keys.js: which keys of a row are named, and what a screen reader reads of several heads."""

import pytest

from tests.helpers import javascript

KEYS = ["the", "cat", "sat", "on", "mat"]


def run(body, **values):
    return javascript.run("top_keys.js", body, keys=KEYS, **values)


def named(row, what="weight"):
    """Keys with their numbers, or the words shown instead."""
    top = run("return m.topKeys({ row: row.map(Number), what }, keys);", row=row, what=what)
    return [KEYS[j] for j in top["positions"]] or top["words"]


@pytest.mark.parametrize(
    ("row", "displayed"),
    [
        ([1.0, 0, 0, 0, 0], ["the"]),
        ([0, 0.25, 0, 0.75, 0], ["on", "cat"]),
        ([0.4, 0.3, 0.15, 0.1, 0.05], ["the", "cat", "sat"]),
        ([0.998, 0.0005, 0.00049, 0, 0.00101], ["the", "mat", "cat"]),
        ([0.2] * 5, "equal weight, 0.200, on all 5 keys"),
        ([0.25] * 4 + [0], "equal weight, 0.250, on 4 of 5 keys: the, cat, sat, on"),
        ([0.1, 0.3, 0.3, 0, 0.3], ["cat", "sat", "mat"]),
        ([0.2, 0.35, 0.1, 0.35, 0], ["cat", "on", "the"]),
        ([1], ["the"]),
        (["NaN", 1], "NaN"),
    ],
)
def test_up_to_three_keys_with_weight_are_named(row, displayed):
    assert named(row) == displayed


def test_small_scores_are_named_and_differences_sorted_by_size():
    assert named([-3, 0, -0.5, 0.0001, -2], "score") == ["on", "cat", "sat"]
    assert named([-3.0, -3.0], "score") == "equal score, −3.000, on both keys"
    assert named([-0.4, 0.1, 0.3, 0, -0.0001], "difference") == ["the", "sat", "cat"]
    assert named([0.1] * 5, "difference") == ["the", "cat", "sat"]
    assert named([0.0004, 0, 0, 0, -0.0004], "difference") == "less than 0.001 on every key"


def read_out(rows, chosen=None):
    lines = [
        {"title": f"head {h}", "row": row, "what": "weight", "chosen": h == chosen}
        for h, row in enumerate(rows)
    ]
    return run("return m.describeTopKeys(lines, keys);", lines=lines)


def test_a_single_head_or_agreeing_heads_are_read_out_once():
    assert read_out([[0.25, 0.75]]) == "“cat” (1) with 0.750."
    assert read_out([[0.25, 0.75]] * 3) == "in every picture, “cat” (1) with 0.750."


def test_five_heads_are_read_out_starting_with_the_chosen_one():
    rows = [[h / 10, 1 - h / 10] for h in range(7)]
    displayed = [f"head {h}, “cat” (1) with {1 - h / 10:.3f}" for h in range(5)]
    assert read_out(rows[:5]) == "; ".join(displayed) + "."
    assert read_out(rows) == "; ".join([*displayed, "and 2 more in the table"]) + "."
    last = "head 6, “the” (0) with 0.600"
    assert read_out(rows, chosen=6) == "; ".join([last, *displayed[:4], "and 2 more in the table."])
