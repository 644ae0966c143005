"""masks.js: three readers of one mask, and the sentences about them."""

import math

import pytest
import torch
from torch.testing import assert_close

import mha_lib
from tests.helpers import javascript
from tests.helpers.oracles import random


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


def test_three_readings_equal_this_book_and_torch():
    scores, mask = random(4, 5), torch.rand(4, 5) < 0.5
    mask[1], mask[2] = True, False
    body = "return Object.fromEntries(m.READERS.map((r) => [r.id, m.readMask(r, scores, mask)]));"
    found = javascript.run("masks.js", body, scores=scores.tolist(), mask=mask.tolist())
    # The last reading blocks where the mask is True. A query without keys gets zeros here and in
    # F.scaled_dot_product_attention, and NaN in nn.MultiheadAttention.
    attended = scores.masked_fill(~mask, -math.inf).softmax(-1)
    blocked = scores.masked_fill(mask, -math.inf).softmax(-1)
    assert_close(tensor(found["ours"]), attended.nan_to_num(0))
    assert_close(tensor(found["sdpa"]), attended.nan_to_num(0))
    assert_close(tensor(found["mha"]), blocked, equal_nan=True)
    assert blocked[1].isnan().all()


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (3, 3), (2, 5), (5, 2), (12, 12)])
def test_presets_match_their_names(shape):
    n_queries, n_keys = shape
    body = "return m.presets(nQueries, nKeys).map((p) => [p.name, p.mask]);"
    found = dict(javascript.run("masks.js", body, nQueries=n_queries, nKeys=n_keys))
    wanted = {"all": torch.ones(shape).bool(), "one row all False": torch.ones(shape).bool()}
    wanted["one row all False"][n_queries // 2] = False
    if n_keys >= n_queries:
        wanted["causal"] = mha_lib.causal_mask(n_queries, n_keys)
    if n_keys > 2:
        wanted["padding: last two keys"] = mha_lib.padding_mask(
            torch.tensor([n_keys - 2]), n_keys
        ).expand(1, 1, *shape)[0, 0]
    assert found == {name: mask.tolist() for name, mask in wanted.items()}


@pytest.mark.parametrize(
    ("mask", "said"),
    [
        ("TF FT", "True in 2 of 4 cells. {} let these 2 through, {} the other 2."),
        (
            "TTT TTF",
            "True in 5 of 6 cells. {} let these 5 through, {} the other 1. Row 0 is all True:",
        ),
        (
            "TT TT",
            "True in 4 of 4 cells. {} let these 4 through, {} the other 0. "
            "All 2 rows are all True:",
        ),
        (
            "FF TF",
            "True in 1 of 4 cells. {} let these 1 through, {} the other 3. Row 0 is all False:",
        ),
        (
            "FF FF",
            "True in 0 of 4 cells. {} let these 0 through, {} the other 4. "
            "All 2 rows are all False:",
        ),
        (
            "TT TF TT",
            "True in 5 of 6 cells. {} let these 5 through, {} the other 1. "
            "Rows 0 and 2 are all True:",
        ),
    ],
)
def test_describe_says_what_a_mask_lets_through(mask, said):
    rows = [[entry == "T" for entry in row] for row in mask.split()]
    displayed = javascript.run("masks.js", "return m.describeMask(mask);", mask=rows)
    assert len(displayed) == 3  # each in its turn, so that what stays is not read out again
    found = " ".join(filter(None, displayed))
    start = said.format(
        "This book and SDPA (F.scaled_dot_product_attention)", "nn.MultiheadAttention"
    )
    assert found.startswith(start)
    assert ("gives NaN" in found) == any(all(row) for row in rows)
    assert ("zeros in this book and in SDPA" in found) == any(not any(row) for row in rows)


def test_describe_cell_gives_the_weight_of_every_reader():
    state = {"scores": [[1, -2.5]], "tokens": ["a"], "key_tokens": ["b", "c"]}
    body = "return m.describeCell({ ...state, mask }, [0, 1], [[[0, 0.5]], [[0, NaN]], [[0, 0]]]);"
    for entry in (True, False):
        displayed = javascript.run("masks.js", body, state=state, mask=[[True, entry]])
        assert displayed == (
            f"Query “a” (0), key “c” (1): score −2.500, mask {entry}. Weight in this book 0.500, "
            "nn.MultiheadAttention NaN, SDPA 0.000."
        )
