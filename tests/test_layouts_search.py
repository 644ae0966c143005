"""layouts.search: the reading that was recorded is found, by other people's layers and by torch."""

import pytest
import torch
from head_weights import random_weights
from oracles import random
from torch import nn

from mha_lib import StackedAttention, causal_mask, layouts, rotate
from mha_lib.layouts import LAYOUTS

HEADS, D_HEAD, D_MODEL, TOKENS = 4, 4, 16, 7
ONE_ORDER = {"bloom", "falcon", "gpt_neox"}


def weights(layout, n_kv_heads=HEADS):
    biases = max(LAYOUTS[layout].storage.biases, key=len)
    letters = "".join(sorted(biases)).replace("b_", "")
    return random_weights(HEADS, D_MODEL, D_HEAD, n_kv_heads=n_kv_heads, biases=letters)


def close(readings):
    """What fits: layout, heads, transposed, rotary pairs."""
    return {(r.layout, r.n_heads, r.transposed, r.rotary) for r in readings if r.gap < 1e-4}


@pytest.mark.parametrize("rotary", [None, rotate])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_was_packed_is_found_again(layout, rotary):
    hw, x, mask = weights(layout), random(2, TOKENS, D_MODEL), causal_mask(TOKENS)
    with torch.no_grad():
        recorded, _ = StackedAttention.from_head_weights(hw)(x, mask=mask, rotary=rotary)
    found = layouts.search(layouts.pack(hw, layout), x, recorded, mask=mask)
    names = (
        ONE_ORDER
        if layout in ONE_ORDER
        else {"gptj", "bart"} & set(layouts.detect(layouts.pack(hw, layout))) or {layout}
    )
    pairs = "halves" if rotary else ""
    assert close(found) == {(name, HEADS, False, pairs) for name in names}
    assert [reading.gap for reading in found] == sorted(reading.gap for reading in found)


def test_a_transpose_is_found():
    hw, x = weights("llama"), random(1, TOKENS, D_MODEL)
    with torch.no_grad():
        recorded, _ = StackedAttention.from_head_weights(hw)(x)
    state = {n: t.T if t.dim() == 2 else t for n, t in layouts.pack(hw, "llama").items()}
    found = layouts.search(state, x, recorded)
    assert close(found) == {("llama", HEADS, True, "")}
    assert str(found[0]).startswith("llama, 4 heads, transposed: off by ")


def test_torchs_module_is_found_and_not_under_another_mask():
    module = nn.MultiheadAttention(D_MODEL, HEADS, batch_first=True)
    x, mask = torch.randn(2, TOKENS, D_MODEL), causal_mask(TOKENS)
    recorded = module(x, x, x, attn_mask=~mask)[0]
    assert close(layouts.search(module.state_dict(), x, recorded, mask=mask)) == {
        ("torch", HEADS, False, "")
    }
    without = layouts.search(module.state_dict(), x, recorded)
    assert close(without) == set()
    assert without[0].gap > 0.05


def test_a_number_of_heads_that_is_known_is_the_only_one_tried():
    hw, x = weights("gpt2"), random(1, TOKENS, D_MODEL)
    with torch.no_grad():
        recorded, _ = StackedAttention.from_head_weights(hw)(x)
    state = layouts.pack(hw, "gpt2")
    assert {r.n_heads for r in layouts.search(state, x, recorded)} == {1, 2, 4, 8, 16}
    assert {r.n_heads for r in layouts.search(state, x, recorded, 2)} == {2}


def test_names_of_no_layout_give_nothing():
    assert layouts.search({"a.weight": random(4, 4)}, random(1, 3, 4), random(1, 3, 4)) == []


def test_transformers_own_layers_are_found_as_they_were_recorded():
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    from transformers.models.gptj.modeling_gptj import GPTJAttention
    from transformers.models.llama import modeling_llama

    x, mask = torch.randn(1, TOKENS, D_MODEL), causal_mask(TOKENS)
    added = torch.zeros(1, 1, TOKENS, TOKENS).masked_fill(~mask, torch.finfo().min)
    eager = {"attn_implementation": "eager"}
    config = transformers.LlamaConfig(
        hidden_size=D_MODEL, num_attention_heads=HEADS, num_key_value_heads=2, **eager
    )
    llama = modeling_llama.LlamaAttention(config, layer_idx=0).eval()
    angles = modeling_llama.LlamaRotaryEmbedding(config)(x, torch.arange(TOKENS)[None])
    recorded = llama(x, position_embeddings=angles, attention_mask=added)[0]
    found = layouts.search(llama.state_dict(), x, recorded, mask=mask)
    assert close(found) == {("llama", HEADS, False, "halves")}
    assert str(found[0]).startswith("llama, 4 heads, 2 key heads, rotary by halves: off by ")

    gptj = GPTJAttention(
        transformers.GPTJConfig(
            n_embd=D_MODEL, n_head=HEADS, rotary_dim=D_HEAD, bos_token_id=0, eos_token_id=0, **eager
        ),
        layer_idx=0,
    ).eval()
    recorded = gptj(x, attention_mask=added, position_ids=torch.arange(TOKENS)[None])[0]
    state = {n: t for n, t in gptj.state_dict().items() if n != "embed_positions"}
    assert close(layouts.search(state, x, recorded, mask=mask)) == {
        (name, HEADS, False, "neighbours") for name in ("bart", "gptj")
    }


@pytest.mark.parametrize(
    ("change", "error", "said"),
    [
        ({"inputs": torch.ones(3, 16)}, ValueError, "outputs must have the shape of inputs, "),
        ({"inputs": [1.0]}, TypeError, "inputs must be a torch.Tensor; got"),
        ({"outputs": torch.ones(2, 7, 16).long()}, TypeError, "outputs must be floating point"),
        ({"outputs": torch.zeros(2, 7, 16)}, ValueError, "outputs must not be all zeros"),
        ({"inputs": torch.full((2, 7, 16), torch.nan)}, ValueError, "inputs must be finite; got"),
        ({"n_heads": 2.0}, TypeError, "n_heads must be an integer; got 2.0"),
        ({"n_heads": 0}, ValueError, "n_heads must be at least 1; got 0"),
        ({"mask": torch.ones(7, 7)}, TypeError, "mask must be boolean"),
        ({"mask": torch.ones(6, 7).bool()}, ValueError, "mask must"),
        ({"base": -1.0}, ValueError, "base must be above 0; got -1.0"),
        ({"state_dict": [1]}, TypeError, "state_dict must map names to tensors"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_bad_input_is_refused(change, error, said):
    given = {
        "state_dict": layouts.pack(weights("torch"), "torch"),
        "inputs": random(2, TOKENS, D_MODEL),
        "outputs": random(2, TOKENS, D_MODEL),
    }
    with pytest.raises(error, match=said):
        layouts.search(**given | change)
