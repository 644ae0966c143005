"""The page of error messages: each message is raised as it is quoted, and each repair runs."""

import re
import warnings
from pathlib import Path

import pytest
import torch
from torch import nn

PAGE = (Path(__file__).parents[2] / "book" / "messages.md").read_text()
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
SECTIONS = re.split(r"^### (.*)\n", PAGE, flags=re.MULTILINE)
NAMES: dict = {}  # of all blocks, in the order of the page


def plain(text):
    return re.sub(r"\s+", " ", text.replace("`", ""))


@pytest.fixture(scope="module", autouse=True)
def _setup():
    (setup,) = BLOCK.findall(SECTIONS[0])
    exec(setup, NAMES)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        pytest.param(*pair, id=pair[0][:40])
        for pair in zip(SECTIONS[1::2], SECTIONS[2::2], strict=True)
    ],
)
def test_a_message_is_raised_as_quoted_and_its_repair_runs(message, text):
    raising, repaired = BLOCK.findall(text)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(Exception) as raised:  # noqa: PT011
            exec(raising, NAMES)
        exec(repaired, NAMES)
    # PyTorch calls it masked_fill_ when it is called on a copy.
    assert plain(message) in plain(str(raised.value)).replace("masked_fill_", "masked_fill")


@pytest.mark.parametrize("batch_first", [True, False])
def test_a_batch_taken_for_tokens_raises_the_message_either_way(batch_first):
    module = nn.MultiheadAttention(12, 3, batch_first=batch_first)
    right = torch.randn((2, 5, 12) if batch_first else (5, 2, 12))
    wrong, mask = right.transpose(0, 1), torch.zeros(5, 5).bool()
    with pytest.raises(RuntimeError, match=r"2D attn_mask is .*\[5, 5\].* should be \(2, 2\)"):
        module(wrong, wrong, wrong, attn_mask=mask)
    assert module(right, right, right, attn_mask=mask)[0].shape == right.shape
