"""storage.js: every number is where the library's layers store it."""

import pytest
import torch
from torch.testing import assert_close

from mha_lib.widgets.block_stack import STORAGES
from tests.helpers import javascript
from tests.helpers.storages import matrices, unique_parameters


def sizes(n_heads, d_model, d_head):
    return {"nHeads": n_heads, "dModel": d_model, "dHead": d_head}


@pytest.mark.parametrize("shape", [(4, 8, 2), (2, 5, 3), (8, 16, 2), (1, 1, 1)])
@pytest.mark.parametrize("storage", STORAGES)
def test_blocks_are_where_the_layers_store_them(storage, shape):
    params, (n_heads, _, d_head) = unique_parameters(*shape), shape
    body = "return m.arrangeBlocks(storage, sizes);"
    blocks = javascript.run("storage.js", body, storage=storage, sizes=sizes(*shape))
    stored = matrices(params, storage)
    assert len(blocks) == 3 * n_heads
    for block in blocks:
        columns = slice(block["column"], block["column"] + d_head)
        wanted = getattr(params, f"W_{block['p']}")[block["head"]]
        assert_close(stored[block["matrix"]][:, columns].double(), wanted)
    # From left to right in the order of the matrices, with a gap between two of them.
    order = list(stored)
    left = [block["left"] for block in blocks]
    wanted = [i * d_head + order.index(b["matrix"]) / 3 for i, b in enumerate(blocks)]
    assert left == pytest.approx(wanted)
    body = "return m.stripWidth(m.arrangeBlocks(storage, sizes), sizes);"
    width = javascript.run("storage.js", body, storage=storage, sizes=sizes(*shape))
    assert width == pytest.approx(left[-1] + d_head)


@pytest.mark.parametrize("storage", STORAGES)
def test_steps_follow_the_stored_columns_and_stop_at_the_edges(storage):
    shape = (2, 5, 3)
    wide = torch.cat(list(matrices(unique_parameters(*shape), storage).values()), dim=1)
    body = """
        const blocks = m.arrangeBlocks(storage, sizes);
        const cells = ["Q", "K", "V"].flatMap((p) => [0, 1].flatMap((h) =>
            [0, 1, 2, 3, 4].flatMap((r) => [0, 1, 2].map((c) => [p, h, r, c]))));
        const number = (cell) => cell && m.cellNumber(sizes, cell);
        return cells.map((cell) => [number(cell), [[-1, 0], [1, 0], [0, -1], [0, 1]].map((by) =>
            number(m.nextCell(blocks, sizes, cell, ...by)))]);
    """
    found = javascript.run("storage.js", body, storage=storage, sizes=sizes(*shape))
    assert len(found) == wide.numel()
    for number, steps in found:
        ((i, j),) = (wide == number).nonzero().tolist()
        inside = [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]
        wanted = [
            wide[r, c].item() if 0 <= r < wide.shape[0] and 0 <= c < wide.shape[1] else None
            for r, c in inside
        ]
        assert steps == wanted


@pytest.mark.parametrize(
    ("storage", "d_head", "said"),
    [
        ("per head", 2, "columns 0 to 1 of W_Q[2], W_K[2] and W_V[2]"),
        ("stacked", 2, "columns 4 to 5 of W_Q, W_K and W_V"),
        ("packed", 2, "columns 4 to 5, 12 to 13 and 20 to 21 of W_QKV"),
        ("interleaved", 2, "columns 12 to 17 of W_QKV"),
        ("stacked", 1, "columns 2 of W_Q, W_K and W_V"),
        ("interleaved", 1, "columns 6 to 8 of W_QKV"),
    ],
)
def test_columns_of_a_head_are_named(storage, d_head, said):
    body = "return m.formatColumns(m.arrangeBlocks(storage, sizes), 2, sizes.dHead);"
    found = javascript.run("storage.js", body, storage=storage, sizes=sizes(4, 8, d_head))
    assert found == said


@pytest.mark.parametrize(
    ("storage", "said"),
    [
        ("per head", "W_Q[0] … W_V[3]: 12 matrices (8, 2), and below each x @ it"),
        ("stacked", "W_Q, W_K, W_V: 3 matrices (8, 8), and below each x @ it"),
        ("packed", "W_QKV (8, 24), and below it x @ W_QKV"),
    ],
)
def test_the_matrices_are_named_with_their_shape(storage, said):
    body = "return m.formatMatrices(m.arrangeBlocks(storage, sizes), sizes);"
    assert javascript.run("storage.js", body, storage=storage, sizes=sizes(4, 8, 2)) == said


@pytest.mark.parametrize("storage", STORAGES)
def test_a_number_is_where_the_layers_store_it(storage):
    shape = (2, 5, 3)
    params = unique_parameters(*shape)
    stored = matrices(params, storage)
    cells = [[p, h, r, c] for p in "QKV" for h in range(2) for r in range(5) for c in range(3)]
    body = """
        const blocks = m.arrangeBlocks(storage, sizes);
        return cells.map((cell) => [m.locate(blocks, cell), m.formatIndices(blocks, cell)]);
    """
    places = javascript.run("storage.js", body, storage=storage, sizes=sizes(*shape), cells=cells)
    for (p, h, r, c), ((matrix, row, column), displayed) in zip(cells, places, strict=True):
        assert stored[matrix][row, column] == getattr(params, f"W_{p}")[h, r, c]
        assert stored[matrix].T[column, row] == stored[matrix][row, column]
        assert displayed == [f"{matrix}[{row}, {column}]", f"weight[{column}, {row}]"]


def test_the_sentences_name_the_head_and_the_chosen_number():
    blocks = "m.arrangeBlocks(storage, sizes)"
    body = f"return m.describeHeadAndCell(sizes, {blocks}, {{ head: 2, storage, cell }});"
    given = {"sizes": sizes(4, 8, 2), "storage": "stacked"}
    about = "Head 2 has columns 4 to 5 of W_Q, W_K and W_V, and rows 4 to 5 of W_O."
    none = javascript.run("storage.js", body, cell=[], **given)
    assert none == ["", {"heard": ""}, about, "Choose a number, by pointer or arrow keys."]
    one = javascript.run("storage.js", body, cell=["K", 2, 7, 1], **given)
    number = ((1 * 4 + 2) * 8 + 7) * 2 + 1
    assert one == [
        f"Number {number}: W_K, head 2, row 7, column 1.",
        {"heard": "It is W_K[7, 5], stacked."},
        about,
        "",
    ]
