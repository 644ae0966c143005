"""The page of error messages: each message is raised as it is quoted, and each repair runs."""

import re
import warnings
from pathlib import Path

import pytest
import torch
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel

PAGE = (Path(__file__).parents[2] / "book" / "messages.md").read_text()
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
SECTIONS = re.split(r"^### (.*)\n", PAGE, flags=re.MULTILINE)
OF_FORWARD_MODE = "`torch.jit.script` is deprecated"  # which PyTorch calls for it
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
        warnings.filterwarnings("ignore", OF_FORWARD_MODE, DeprecationWarning)
        with pytest.raises(Exception) as raised:  # noqa: PT011
            exec(raising, NAMES)
        exec(repaired, NAMES)
    # PyTorch calls it masked_fill_ when it is called on a copy.
    assert plain(message) in plain(str(raised.value)).replace("masked_fill_", "masked_fill")


def test_an_id_beyond_the_vocabulary_raises_the_same_message_and_a_larger_one_repairs_it():
    transformers = pytest.importorskip("transformers")
    config = transformers.GPT2Config(n_embd=12, n_head=3, n_layer=1, vocab_size=50)
    model, ids = transformers.GPT2Model(config), torch.tensor([[7, 50]])
    with pytest.raises(IndexError, match=r"^index out of range in self$"):
        model(ids)
    model.resize_token_embeddings(51)
    assert model(ids).last_hidden_state.isfinite().all()


@pytest.mark.parametrize("batch_first", [True, False])
def test_a_batch_taken_for_tokens_raises_the_message_either_way(batch_first):
    module = nn.MultiheadAttention(12, 3, batch_first=batch_first)
    right = torch.randn((2, 5, 12) if batch_first else (5, 2, 12))
    wrong, mask = right.transpose(0, 1), torch.zeros(5, 5).bool()
    with pytest.raises(RuntimeError, match=r"2D attn_mask is .*\[5, 5\].* should be \(2, 2\)"):
        module(wrong, wrong, wrong, attn_mask=mask)
    assert module(right, right, right, attn_mask=mask)[0].shape == right.shape


@pytest.mark.filterwarnings(f"ignore:{OF_FORWARD_MODE}:DeprecationWarning")
@pytest.mark.parametrize("way", ["jvp", "jacfwd", "hessian"])
def test_derivatives_in_forward_mode_need_the_plain_kernel(way):
    q = torch.randn(1, 2, 5, 8)

    def derivative():
        def f(x):
            return nn.functional.scaled_dot_product_attention(x, x, x).sum()

        return torch.func.jvp(f, (q,), (q,)) if way == "jvp" else getattr(torch.func, way)(f)(q)

    with pytest.raises(NotImplementedError, match="forward AD"):
        derivative()
    with sdpa_kernel(SDPBackend.MATH):
        derivative()


def test_a_pruned_model_whose_matrices_were_not_cut_raises_the_message_quoted():
    (message,) = re.findall(r"\"(shape '\[32, 44, 8, 64\]' is invalid .*?)\"", PAGE)
    x = torch.zeros(32, 44, 768)
    with pytest.raises(RuntimeError, match=f"^{re.escape(message)}$"):
        nn.Linear(768, 12 * 64)(x).view(32, 44, 8, 64)
    nn.Linear(768, 8 * 64)(x).view(32, 44, 8, 64)
