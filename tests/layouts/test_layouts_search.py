"""layouts.search: the right candidate is found, by other people's layers and by torch."""

import functools
import importlib
import itertools
import warnings
from dataclasses import replace

import einops
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from mha_lib import StackedAttention, causal_mask, layouts, rotate
from mha_lib.layouts import LAYOUTS, _search
from mha_lib.layouts._guess_contents import Matrices, name_similarity
from mha_lib.layouts._row_orders import HEAD_AFTER_HEAD
from tests.helpers.head_parameters import random_parameters
from tests.helpers.oracles import random
from tests.helpers.refusals import refusal

HEADS, D_HEAD, D_MODEL, TOKENS = 4, 4, 16, 7
ONE_ORDER = {"bloom", "falcon", "gpt_neox"}


def parameters(layout, n_kv_heads=HEADS):
    biases = max(LAYOUTS[layout].table.biases, key=len)
    letters = "".join(sorted(biases)).replace("b_", "")
    return random_parameters(HEADS, D_MODEL, D_HEAD, n_kv_heads=n_kv_heads, biases=letters)


def close(candidates):
    """The candidates that fit: layout, heads, transposed, rotary pairs."""
    return {(c.description, c.n_heads, c.transposed, c.rotary) for c in candidates if c.gap < 1e-4}


# Layouts differ in storage; neither rotary positions nor the number of heads depends on it. So each
# layout is searched once with known heads, and three of them in all four ways.
@pytest.mark.parametrize(
    ("layout", "rotary", "n_heads"),
    [
        *((layout, (None, rotate)[i % 2], HEADS) for i, layout in enumerate(LAYOUTS)),
        *itertools.product(["gpt2", "gptj", "t5"], [None, rotate], [None]),
    ],
)
def test_packed_weights_are_found_in_every_layout(layout, rotary, n_heads):
    params, x, mask = parameters(layout), random(2, TOKENS, D_MODEL), causal_mask(TOKENS)
    with torch.no_grad():
        recorded, _ = StackedAttention.from_head_parameters(params)(x, mask=mask, rotary=rotary)
    state = layouts.pack(params, layout)
    found = layouts.search(state, x, recorded, n_heads, mask=mask)
    twins = next((names for names in (ONE_ORDER, {"bart", "gptj"}) if layout in names), {layout})
    names = twins & set(layouts.detect(state))
    pairs = "halves" if rotary else ""
    assert close(found) == {(name, HEADS, False, pairs) for name in names}
    assert [candidate.gap for candidate in found] == sorted(candidate.gap for candidate in found)
    assert found[0].gap < 1e-9


@pytest.mark.parametrize("d_head", [D_HEAD, 3])
def test_transposed_matrices_are_found(d_head):
    params, x = random_parameters(HEADS, D_MODEL, d_head, biases=""), random(1, TOKENS, D_MODEL)
    with torch.no_grad():
        recorded, _ = StackedAttention.from_head_parameters(params)(x)
    state = {n: t.T if t.dim() == 2 else t for n, t in layouts.pack(params, "llama").items()}
    found = layouts.search(state, x, recorded)
    assert close(found) == {("llama", HEADS, True, "")}
    assert {candidate.description for candidate in found} == {
        "llama"
    }  # right: nothing else is tried
    assert str(found[0]).startswith("llama, 4 heads, transposed: off by ")


def test_torchs_module_is_found_only_with_the_right_mask():
    module = nn.MultiheadAttention(D_MODEL, HEADS, batch_first=True)
    x, mask = torch.randn(2, TOKENS, D_MODEL), causal_mask(TOKENS)
    recorded = module(x, x, x, attn_mask=~mask)[0]
    assert close(layouts.search(module.state_dict(), x, recorded, mask=mask)) == {
        ("torch", HEADS, False, "")
    }
    without = layouts.search(module.state_dict(), x, recorded)
    assert close(without) == set()
    assert without[0].gap > 0.05


@pytest.mark.parametrize("layout", ["gpt2", "llama"])
def test_only_the_given_number_of_heads_is_tried(layout):
    params, x = parameters(layout), random(1, TOKENS, D_MODEL)
    with torch.no_grad():
        recorded, _ = StackedAttention.from_head_parameters(params)(x)
    state = layouts.pack(params, layout)
    assert {c.n_heads for c in layouts.search(state, x, recorded)} == {1, 2, 4, 8, 16}
    assert {c.n_heads for c in layouts.search(state, x, recorded, 2)} == {2}


def test_matrices_for_tokens_of_another_width_are_not_read():
    state, x = layouts.pack(parameters("llama"), "llama"), random(2, TOKENS, D_MODEL - 4)
    assert layouts.search(state, x, random(2, TOKENS, D_MODEL - 4)) == []


def test_scores_that_are_not_divided_are_found_at_any_width():
    (q, k, v, out), x = drawn(d_head=3), random(2, TOKENS, D_MODEL)
    names = (f"{name}.weight" for name in "qkv")
    state = dict(zip(names, (t.flatten(0, 1) for t in (q / 3**0.5, k, v)), strict=True))
    found = layouts.search(state | {"o.weight": out}, x, by_hand(x, q, k, v, out))
    assert close(found) == {("t5", HEADS, False, "")}


def test_unknown_names_with_unfit_shapes_give_no_candidates():
    assert layouts.search({"a.weight": random(4, 4)}, random(1, 3, 4), random(1, 3, 4)) == []


def test_rotary_dim_may_be_at_most_d_head():
    x, state = random(2, 5, D_MODEL), layouts.pack(parameters("llama"), "llama")
    outputs = random(2, 5, D_MODEL)
    found = layouts.search(state, x, outputs, HEADS, rotary_dim=D_HEAD)
    assert {candidate.rotary for candidate in found} > {""}
    unknown = dict(zip("abcdefgh", state.values(), strict=True))  # these are read by their shapes
    with pytest.raises(ValueError, match=f"^rotary_dim must be at most d_head, {D_HEAD}; got"):
        layouts.search(unknown, x, outputs, HEADS, rotary_dim=D_HEAD + 2)


def test_without_candidates_no_rotary_dim_is_refused():
    x = random(2, 5, D_MODEL)
    assert layouts.search({"a": random(3, 3)}, x, random(2, 5, D_MODEL), rotary_dim=4) == []


# Cross-attention: queries and keys are made from different tokens.


@pytest.mark.parametrize("d_source", [D_MODEL, 10])
@pytest.mark.parametrize("batch_first", [False, True])
def test_torchs_cross_attention_is_found_and_without_its_source_it_is_not(d_source, batch_first):
    module = nn.MultiheadAttention(
        D_MODEL, HEADS, kdim=d_source, vdim=d_source, batch_first=batch_first
    )
    nn.init.normal_(module.in_proj_bias)  # torch begins with zeros
    x, source = torch.randn(2, TOKENS, D_MODEL), torch.randn(2, 11, d_source)
    real = torch.arange(11) < torch.tensor([[11], [6]])
    given = [t if batch_first else t.transpose(0, 1) for t in (x, source, source)]
    with layouts.record_calls(module) as calls, torch.no_grad():
        module(*given, key_padding_mask=~real)
    (call,) = calls
    assert torch.equal(call.source, source)
    assert torch.equal(call.mask, real[:, None, None])
    searched = layouts.search(module.state_dict(), **vars(call))
    assert close(searched) == {("torch", HEADS, False, "")}
    call = replace(call, mask=None)
    assert close(layouts.search(module.state_dict(), **vars(call))) == set()
    without = layouts.search(module.state_dict(), call.inputs, call.outputs)
    assert close(without) == set()
    if d_source == D_MODEL:
        assert "in cross-attention, pass source=" in str(without)


CROSS_WORDS = ("V|K q=b", "head by head V|K q=b", "q=c k=b v=d out=a")


@pytest.mark.parametrize("words", CROSS_WORDS)
@pytest.mark.parametrize("d_source", [12, 10])
def test_cross_attention_is_found_by_shapes(words, d_source):
    (q, k, v, out), x = drawn(HEADS, 12, 3), random(2, TOKENS, 12)
    k, v = random(2, HEADS, 3, d_source)
    source = random(2, 9, d_source)
    heads = zip(q, k, v, strict=True)
    recorded = sum(
        F.scaled_dot_product_attention(x @ a.T, source @ b.T, source @ c.T) @ rows.T
        for (a, b, c), rows in zip(heads, out.unflatten(1, (HEADS, 3)).unbind(1), strict=True)
    )
    rows_q, rows_k, rows_v = (t.flatten(0, 1) for t in (q, k, v))
    state = {
        "V|K q=b": {"a": torch.cat([rows_v, rows_k]), "b": rows_q, "c": out},
        "head by head V|K q=b": {
            "a": torch.cat([v, k], dim=1).flatten(0, 1), "b": rows_q, "c": out
        },
        "q=c k=b v=d out=a": {"a": out, "b": rows_k, "c": rows_q, "d": rows_v},
    }[words]  # fmt: skip
    assert close(layouts.search(state, x, recorded, source=source)) == {(words, HEADS, False, "")}


@pytest.mark.parametrize("d_source", [12, 10])
def test_one_matrix_for_all_three_takes_only_a_source_of_the_same_width(d_source):
    (q, k, v, out), x = drawn(HEADS, 12, 3), random(2, TOKENS, 12)
    source = random(2, 9, d_source)
    state = {"a": torch.cat([t.flatten(0, 1) for t in (k, q, v)]), "b": out}
    if d_source != 12:
        assert layouts.search(state, x, random(2, TOKENS, 12), source=source) == []
        return
    heads = [(tokens[:, None] @ W.mT) for tokens, W in ((x, q), (source, k), (source, v))]
    recorded = F.scaled_dot_product_attention(*heads).transpose(1, 2).flatten(2) @ out.T
    assert close(layouts.search(state, x, recorded, source=source)) == {("K|Q|V", HEADS, False, "")}


def test_a_found_cross_attention_packs_into_torchs_module():
    (q, _, _, out), x = drawn(HEADS, 12, 3), random(1, TOKENS, 12)
    source = random(1, 9, 10)
    module = nn.MultiheadAttention(12, HEADS, kdim=10, vdim=10, batch_first=True).double()
    k, v = random(2, HEADS * 3, 10)
    state = {"first": q.flatten(0, 1), "second": k, "third": v, "last": out}
    heads = [t.unflatten(-1, (HEADS, 3)).transpose(1, 2) for t in
             (x @ state["first"].T, source @ k.T, source @ v.T)]  # fmt: skip
    recorded = F.scaled_dot_product_attention(*heads).transpose(1, 2).flatten(2) @ out.T
    best = layouts.search(state, x, recorded, source=source)[0]
    module.load_state_dict(layouts.pack(best, "torch"), strict=False)
    nn.init.zeros_(module.in_proj_bias)
    nn.init.zeros_(module.out_proj.bias)
    torch.testing.assert_close(module(x, source, source)[0], recorded)


@pytest.mark.parametrize("way", ["eager", "sdpa"])
@pytest.mark.parametrize("name", ["bart", "t5", "gpt2"])
def test_transformers_cross_attentions_are_recorded_and_found(name, way):
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    few = {"vocab_size": 11, "attn_implementation": way, "pad_token_id": 1}
    few |= {"decoder_start_token_id": 2, "bos_token_id": 2, "eos_token_id": 3}
    if name == "bart":
        layers = {"encoder_layers": 1, "decoder_layers": 2, "encoder_ffn_dim": 8}
        heads = {"encoder_attention_heads": HEADS, "decoder_attention_heads": HEADS}
        config = transformers.BartConfig(
            d_model=D_MODEL, decoder_ffn_dim=8, **layers, **heads, **few
        )
        model = transformers.BartModel(config)
        attention = model.decoder.layers[1].encoder_attn
    elif name == "t5":
        config = transformers.T5Config(
            d_model=D_MODEL, num_heads=HEADS, d_kv=D_HEAD, d_ff=8, num_layers=2, **few
        )
        model = transformers.T5Model(config)
        attention = model.decoder.block[1].layer[1].EncDecAttention
    else:
        sizes = {"n_embd": D_MODEL, "n_head": HEADS, "n_layer": 2, "add_cross_attention": True}
        model = transformers.GPT2Model(transformers.GPT2Config(**sizes, **few))
        attention = model.h[1].crossattention
    for parameter in attention.parameters():
        nn.init.normal_(parameter, std=0.5)
    source, real = torch.randn(2, 11, D_MODEL), torch.arange(11) < torch.tensor([[11], [6]])
    ids, given = torch.randint(4, 11, (2, TOKENS)), {"encoder_attention_mask": real.long()}
    with torch.no_grad(), layouts.record_calls(attention) as calls:
        if name == "gpt2":
            model.eval()(ids, encoder_hidden_states=source, **given)
        else:
            encoded = transformers.modeling_outputs.BaseModelOutput(source)
            model.eval()(encoder_outputs=encoded, attention_mask=real.long(), decoder_input_ids=ids)
    (call,) = calls
    assert torch.equal(call.source, source)
    found = layouts.search(attention.state_dict(), **vars(call))
    assert {c.n_heads for c in found.close} == {HEADS}, found
    assert found.limit < found[len(found.close)].gap
    assert found[0].description == {"bart": "bart", "t5": "t5", "gpt2": "K|V q=q_attn.weight"}[name]


def test_recorded_transformers_layers_are_found():
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
    assert str(found[0]).startswith("llama, 4 heads, 2 KV heads, rotary by halves: off by ")

    gptj = GPTJAttention(
        transformers.GPTJConfig(
            n_embd=D_MODEL, n_head=HEADS, rotary_dim=D_HEAD, bos_token_id=0, eos_token_id=0, **eager
        ),
        layer_idx=0,
    ).eval()
    recorded = gptj(x, attention_mask=added, position_ids=torch.arange(TOKENS)[None])[0]
    state = {n: t for n, t in gptj.state_dict().items() if n != "embed_positions"}
    assert close(layouts.search(state, x, recorded, mask=mask)) == {
        (name, HEADS, False, "neighbors") for name in ("bart", "gptj")
    }


# Read by their shapes: orders and names that no layout has. The oracle is F.linear and a softmax.
# Heads of width 3 have no rotary pairs, and are tried in a third of the time.


def by_hand(x, q, k, v, out, biases=(None, None, None, None), mask=None, rotary=None):
    """Attention head by head; q is (heads, d_head, d_model), k and v (KV heads, ...)."""
    outputs = []
    for i in range(len(q)):
        j = i * len(k) // len(q)
        of_head = zip((q[i], k[j], v[j]), biases[:3], (i, j, j), strict=True)
        queries, keys, values = (F.linear(x, W, b if b is None else b[n]) for W, b, n in of_head)
        if rotary is not None:
            queries, keys = rotary(queries), rotary(keys)
        scores = queries @ keys.mT / q.shape[1] ** 0.5
        scores = scores if mask is None else scores.masked_fill(~mask, -torch.inf)
        outputs.append(scores.softmax(-1) @ values)
    return F.linear(torch.cat(outputs, -1), out, biases[3])


def joined(order, shards, q, k, v):
    """Joins the rows of q, k and v: each shard has the rows of its heads, in this order."""
    heads = {"Q": q, "K": k, "V": v}
    return torch.cat(
        [heads[part].chunk(shards)[i].flatten(0, 1) for i in range(shards) for part in order]
    )


def drawn(n_kv_heads=HEADS, d_model=D_MODEL, d_head=D_HEAD):
    """Rows of queries, keys and values, each (heads, d_head, d_model), and the output's matrix."""
    q, k, v = (random(n, d_head, d_model) / 2 for n in (HEADS, n_kv_heads, n_kv_heads))
    return q, k, v, random(d_model, HEADS * d_head)


def found_alone(state, x, recorded, words, *rest, n_heads=HEADS, **options):
    """Asserts that this candidate comes first and fits, and that no other does."""
    first, *others = layouts.search(state, x, recorded, n_heads, **options)
    assert (first.description, first.n_heads, first.n_kv_heads, first.transposed, first.rotary) == (
        words, HEADS, *rest,
    )  # fmt: skip
    assert first.gap < 1e-6
    assert min(other.gap for other in others) > 1e-2
    return first


ORDERS = {
    f"{before}{'|'.join(order)}": (order, shards)
    for before, shards in (("", 1), ("2 shards of ", 2), ("head by head ", HEADS))
    for order in map("".join, itertools.permutations("QKV"))
}


@pytest.mark.parametrize(("words", "order", "shards"), [(w, *o) for w, o in ORDERS.items()])
def test_a_joined_matrix_is_found_in_every_order(words, order, shards):
    (*heads, out), x, mask = drawn(d_head=3), random(2, TOKENS, D_MODEL), causal_mask(TOKENS)
    state = {"a": joined(order, shards, *heads), "b": out}
    recorded = by_hand(x, *heads, out, mask=mask)
    found_alone(state, x, recorded, words, HEADS, False, "", mask=mask)


@pytest.mark.parametrize(
    ("d_head", "words"), [(1, "head by head Q|K|V"), (2, "megatron_v1"), (3, "megatron_v1")]
)
def test_megatrons_order_of_version_1_is_found(d_head, words):
    (*heads, out), x = drawn(d_head=d_head), random(2, TOKENS, D_MODEL)
    rows = einops.rearrange(torch.stack(heads), "three h d m -> (h d three) m")
    recorded = by_hand(x, *heads, out)
    found_alone({"dense": out, "qkv": rows}, x, recorded, words, HEADS, False, "")


@pytest.mark.parametrize(
    ("d_model", "transposed", "out_transposed"),
    [(D_MODEL, False, False), (D_MODEL, True, True), (11, True, False), (11, False, True)],
)  # every pair
def test_biases_and_transposes_are_found(d_model, transposed, out_transposed):
    (*heads, out), x = drawn(d_model=d_model), random(2, TOKENS, d_model)
    biases = [random(HEADS, D_HEAD) for _ in "QKV"]
    matrix, bias = joined("KQV", 1, *heads), joined("KQV", 1, *(b[..., None] for b in biases))
    b_out = random(d_model)
    state = {
        "w_qkv": matrix.T if transposed else matrix,
        "w_out": out.T if transposed != out_transposed else out,
        "b_out": b_out,
        "b_qkv": bias[:, 0],
    }
    recorded = by_hand(x, *heads, out, (*biases, b_out))
    words = "K|Q|V, out transposed" if out_transposed else "K|Q|V"
    found_alone(state, x, recorded, words, HEADS, transposed, "")
    del state["b_qkv"]
    recorded = by_hand(x, *heads, out, (None, None, None, b_out))
    found_alone(state, x, recorded, words, HEADS, transposed, "")


@pytest.mark.parametrize(
    ("words", "order", "shards", "n_kv_heads"),
    [
        ("V|Q|K", "VQK", 1, 2),
        ("head by head V|Q|K", "VQK", 2, 2),
        ("Q|V|K", "QVK", 1, 1),
    ],
)
def test_shared_key_heads_follow_from_the_sizes(words, order, shards, n_kv_heads):
    (*heads, out), x = drawn(n_kv_heads, 12, 3), random(2, TOKENS, 12)
    recorded = by_hand(x, *heads, out)
    state = {"a": joined(order, shards, *heads), "b": out}
    found = found_alone(state, x, recorded, words, n_kv_heads, False, "", n_heads=None)
    of_keys = "1 KV head" if n_kv_heads == 1 else f"{n_kv_heads} KV heads"
    assert str(found).startswith(f"{words}, {HEADS} heads, {of_keys}: off by ")


def test_a_mask_per_head_and_sequence_is_used():
    (*heads, out), x = drawn(HEADS, 12, 3), random(3, TOKENS, 12)
    lengths = torch.arange(TOKENS) < torch.tensor([[1], [TOKENS], [4]])
    mask = causal_mask(TOKENS) & lengths[:, None, None]
    recorded = torch.cat([by_hand(x[i : i + 1], *heads, out, mask=mask[i]) for i in range(3)])
    state = {"a": joined("VKQ", 2, *heads), "b": out}
    found_alone(state, x, recorded, "2 shards of V|K|Q", HEADS, False, "", mask=mask)
    each = mask.expand(-1, HEADS, -1, -1)
    assert {c.n_heads for c in layouts.search(state, x, recorded, mask=each)} == {HEADS}
    # Only one sequence has a query with a key: the other sequences are not compared.
    nobody = mask & torch.tensor([False, False, True])[:, None, None, None]
    found_alone(state, x, recorded, "2 shards of V|K|Q", HEADS, False, "", mask=nobody)


@pytest.mark.parametrize("idle", ["in every head", "in one head"])
def test_a_query_without_a_key_in_some_head_is_not_compared(idle):
    """Here the first one: a query attends only to keys before it, so the last key has no query."""
    (*heads, out), x = drawn(HEADS, 12, 3), random(TOKENS, 12)
    mask = causal_mask(TOKENS).tril(-1)
    recorded = by_hand(x, *heads, out, mask=mask)
    if idle == "in one head":
        mask = mask.repeat(HEADS, 1, 1)
        mask[1:, 0, 0] = True
    state = {"a": joined("VKQ", 2, *heads), "b": out}
    recorded = recorded.nan_to_num(9.0)
    known = HEADS if idle == "in every head" else None  # a mask for each head shows it
    found_alone(state, x, recorded, "2 shards of V|K|Q", HEADS, False, "", n_heads=known, mask=mask)


@pytest.mark.parametrize(("n_kv_heads", "d_head"), [(HEADS, 3), (2, 3), (1, 1)])
def test_four_matrices_are_found_in_their_roles(n_kv_heads, d_head):
    (*heads, out), x = drawn(n_kv_heads, 12, d_head), random(2, TOKENS, 12)
    biases = [random(*rows.shape[:2]) for rows in heads[:2]]
    recorded = by_hand(x, *heads, out, (*biases, None, None))
    state = {"wk": out, "wq": heads[1].flatten(0, 1), "wv": heads[2].flatten(0, 1)}
    state |= {"wo": heads[0].flatten(0, 1), "bo": biases[0].flatten(), "bq": biases[1].flatten()}
    words = "q=wo k=wq v=wv out=wk"
    found_alone(state, x, recorded, words, n_kv_heads, False, "")
    transposed = {name: t.T if t.dim() == 2 else t for name, t in state.items()}
    found_alone(transposed, x, recorded, words, n_kv_heads, True, "")


def test_exchanged_queries_and_keys_are_found():
    (*heads, out), x = drawn(HEADS, 12, 3), random(2, TOKENS, 12)
    recorded = by_hand(x, *heads, out)
    names = [f"{name}_proj.weight" for name in "kqvo"]  # llama's, two of them exchanged
    state = dict(zip(names, [*(rows.flatten(0, 1) for rows in heads), out], strict=True))
    roles = zip(("q", "k", "v", "out"), names, strict=True)
    words = " ".join(f"{role}={name}" for role, name in roles)
    found_alone(state, x, recorded, words, HEADS, False, "")


def test_a_subsample_ranks_the_right_candidate_first():
    (*heads, out), x = drawn(2, d_model=70, d_head=6), random(2, 3 * TOKENS, 70)
    lengths = torch.arange(3 * TOKENS) >= torch.tensor(
        [[20], [5]]
    )  # two sequences, padded in front
    mask = causal_mask(3 * TOKENS) & lengths[:, None, None]
    rotary = rotated_in_part(4, neighbors=True, base=50.0)
    biases = [random(*rows.shape[:2]) for rows in heads]
    vectors = {"b_a": joined("KVQ", 2, *(b[..., None] for b in biases))[:, 0], "b_b": random(70)}
    given = {"biases": (*biases, vectors["b_b"]), "rotary": rotary}
    outputs = [by_hand(x[i], *heads, out, mask=mask[i, 0], **given) for i in range(2)]
    reference = _search.Reference.from_call(x, torch.stack(outputs).nan_to_num(9.0), None, mask)
    (matrices, *_) = Matrices.in_each_orientation(
        {"a": joined("KVQ", 2, *heads), "b": out} | vectors
    )
    subsample = reference.subsample()
    kinds = functools.partial(_search.rotary_kinds, 50.0, 4)
    assert subsample.queries.tolist() == [5, 10, 15, 20]
    assert (subsample.features[0], subsample.features[-1], len(subsample.features)) == (0, 69, 64)
    tried = subsample.distances(matrices, [1, 2, HEADS, 8], kinds, lambda _: [HEAD_AFTER_HEAD])
    right, *others = sorted(tried, key=lambda t: t[0])
    assert (right[1].description, right[1].n_heads, right[2]) == (
        "head by head K|V|Q",
        HEADS,
        "neighbors",
    )
    assert right[0] < 1e-4 * subsample.outputs.norm()
    assert others[0][0] > 1e-2 * subsample.outputs.norm()


def test_parameters_are_equal_with_equal_numbers_and_the_same_biases():
    params = parameters("torch")
    assert _search.are_equal(params, params.map(torch.clone))
    assert not _search.are_equal(params, replace(params, W_V=2 * params.W_V))
    bare = replace(params, b_K=None)
    assert _search.are_equal(bare, bare.map(torch.clone))
    assert not _search.are_equal(params, bare)
    assert not _search.are_equal(bare, params)


@pytest.mark.parametrize(
    ("one", "other", "letters"), [("b_out", "w_out", 4), ("q", "wq", 1), ("q_b", "q_w", 2)]
)
def test_name_similarity_counts_common_letters_at_both_ends(one, other, letters):
    assert name_similarity(one, other) == name_similarity(other, one) == letters


@pytest.mark.parametrize("mask", [None, causal_mask(TOKENS)], ids=["no mask", "mask"])
def test_search_stays_on_the_recorded_tensors_device_under_another_default_device(mask):
    (*heads, out), x = drawn(d_head=2), random(2, TOKENS, D_MODEL)
    state = {"a": joined("KVQ", 2, *heads), "b": out}
    recorded = by_hand(x, *heads, out, mask=mask)
    with torch.device("meta"):  # no numbers there
        found_alone(state, x, recorded, "2 shards of K|V|Q", HEADS, False, "", mask=mask)


def test_a_candidate_by_shape_that_equals_a_layout_is_not_listed():
    params, x = parameters("gpt_neox"), random(2, TOKENS, D_MODEL)
    with torch.no_grad():
        recorded, _ = StackedAttention.from_head_parameters(params)(x)
    recorded += 1e-4 * torch.randn_like(recorded)  # no candidate is right
    for name, twin in (("gpt_neox", "head by head Q|K|V"), ("megatron_v0", "Q|K|V")):
        found = layouts.search(layouts.pack(params, name), x, recorded, HEADS)
        assert found[0].description in ONE_ORDER | {name}
        assert twin not in {c.description for c in found if c.rotary == ""}
        assert any("|" in candidate.description for candidate in found)


@pytest.mark.parametrize(
    ("n_kv_heads", "order", "shards", "transposed"),
    [
        (HEADS, "KV", 1, False),
        (HEADS, "KV", "all", True),
        (HEADS, "VK", "all", False),
        (2, "KV", "all", False),
        (2, "VK", 1, True),
        (2, "VK", "all", True),
    ],
)  # every pair
def test_keys_and_values_in_one_matrix_are_found(n_kv_heads, order, shards, transposed):
    (q, k, v, out), x = drawn(n_kv_heads), random(2, TOKENS, D_MODEL)
    biases = [random(len(part), D_HEAD) for part in (q, k, v)]
    recorded = by_hand(x, q, k, v, out, [*biases, None])
    shards = n_kv_heads if shards == "all" else 1
    b_q, b_kv = biases[0].flatten(), joined(order, shards, *biases).flatten()
    state = {
        "to_kv.weight": joined(order, shards, q, k, v),
        "to_out.weight": out.T if transposed else out,
        "to_q.weight": q.flatten(0, 1),
        "to_q.bias": b_q,
        "to_kv.bias": b_kv,
    }
    words = "head by head " * (shards > 1) + "|".join(order) + " q=to_q.weight"
    first, *_ = found = layouts.search(state, x, recorded, HEADS)
    assert found.close == [first]
    right = (words + ", out transposed" * transposed, HEADS, n_kv_heads)
    assert (first.description, first.n_heads, first.n_kv_heads) == right
    rebuilt = layouts.pack(first.head_parameters(), "llama")
    assert torch.equal(rebuilt["k_proj.weight"], k.flatten(0, 1))
    assert torch.equal(rebuilt["v_proj.weight"], v.flatten(0, 1))


def test_only_two_to_four_matrices_are_read_by_shape():
    x = random(1, 3, 4)
    for shapes in ([(4, 4)] * 5, [(12, 4), (4, 4), (5,)], [(12, 4), (4, 4), (2, 2, 2)], []):
        state = {f"t{i}": random(*shape) for i, shape in enumerate(shapes)}
        assert layouts.search(state, x, random(1, 3, 4)) == []


# Orders that neither names nor shapes show. The oracle is einops, on the stored tensors.


LLAMA = ("q_proj.weight", "k_proj.weight", "v_proj.weight", "o_proj.weight")
STRIDED = "h d m -> (d h) m"
STRAIGHT = "h d m -> (h d) m"
AS_HALVES = "h (pair two) m -> (h two pair) m"  # neighbors, stored for a rotation of halves


def stored_strided(q, k, v, out, before=True, in_output=True):
    rows = [einops.rearrange(t, STRIDED if before else STRAIGHT) for t in (q, k, v)]
    columns = einops.rearrange(out, "m (h d) -> m (d h)", h=HEADS) if in_output else out
    return [*rows, columns]


def stored_in_turn(q, k, v, out):
    """Query head i uses KV head i % 2, as after `k.repeat(1, 2, 1, 1)`."""
    of_key = "(key turn) d m -> (turn key d) m"
    columns = einops.rearrange(out, "m (key turn d) -> m (turn key d)", key=2, turn=2)
    rows = einops.rearrange(q, of_key, key=2)
    return [rows, *(einops.rearrange(t, STRAIGHT) for t in (k, v)), columns]


def stored_for_two_kinds_of_pairs(of_queries):
    """A rotation of neighbors, where one of queries and keys was reordered for halves."""

    def stored(q, k, v, out):
        orders = (AS_HALVES, STRAIGHT) if of_queries else (STRAIGHT, AS_HALVES)
        rows = (
            einops.rearrange(t, order, **{"two": 2} if order == AS_HALVES else {})
            for t, order in zip((q, k), orders, strict=True)
        )
        return [*rows, einops.rearrange(v, STRAIGHT), out]

    return stored


UNSEEN_ORDERS = {
    "order (d h)": (stored_strided, HEADS, False),
    "order (d h) before the output": (
        functools.partial(stored_strided, in_output=False), HEADS, False,
    ),
    "order (d h) in the output": (functools.partial(stored_strided, before=False), HEADS, False),
    "query heads take KV heads in turn": (stored_in_turn, 2, False),
    "rotary by halves in queries and by neighbors in keys": (
        stored_for_two_kinds_of_pairs(True), 2, True,
    ),
    "rotary by neighbors in queries and by halves in keys": (
        stored_for_two_kinds_of_pairs(False), 2, True,
    ),
}  # fmt: skip


# How matrices are found by their names and shapes does not depend on their order.
NAMED = ["a layout's", "no layout's", "joined"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        *((words, NAMED[i % 3]) for i, words in enumerate(UNSEEN_ORDERS)),
        *(("order (d h)", names) for names in NAMED[1:]),
    ],
)
def test_an_order_that_neither_names_nor_shapes_show_is_found(words, names):
    store, n_kv_heads, rotated = UNSEEN_ORDERS[words]
    parts, x, mask = drawn(n_kv_heads, 12, 6), random(2, TOKENS, 12), causal_mask(TOKENS)
    rotary = rotated_in_part(6, neighbors=True, base=10_000.0) if rotated else None
    recorded = by_hand(x, *parts, mask=mask, rotary=rotary)
    q, k, v, out = store(*parts)
    state, layout = dict(zip(LLAMA, (q, k, v, out), strict=True)), "llama"
    if names == "no layout's":
        state, layout = dict(zip("abcd", (q, k, v, out), strict=True)), "q=a k=b v=c out=d"
    if names == "joined":
        state, layout = {"a": torch.cat([q, k, v]), "b": out}, "Q|K|V"
    first, *others = found = layouts.search(state, x, recorded, HEADS, mask=mask)
    pairs = "halves" if rotated else ""
    assert (first.description, first.n_heads, first.n_kv_heads) == (layout, HEADS, n_kv_heads)
    assert (first.order, first.rotary, first.transposed) == (words, pairs, False)
    assert first.gap < 1e-7  # the oracle's angles are in float32
    assert min(other.gap for other in others) > 1e-3
    assert found.close == [first]
    assert str(first).endswith(f"{words}: off by {first.gap:.1g}")
    assert "rotary by" not in str(first).replace(words, "")
    # Its parameters are in this library's order, so that any layout can hold them.
    packed = layouts.pack(first.head_parameters(), "llama")
    right = layouts.search(packed, x, recorded, HEADS, mask=mask)[0]
    assert (right.description, right.order, right.rotary) == ("llama", "", pairs)
    assert right.gap < 1e-7


def test_biases_follow_their_rows_into_another_order():
    (*heads, out), x = drawn(HEADS, 12, 6), random(2, TOKENS, 12)
    biases = [random(HEADS, 6) for _ in "QKV"]
    recorded = by_hand(x, *heads, out, (*biases, None))
    q, k, v, out = stored_strided(*heads, out)
    state = dict(zip("abcd", (q, k, v, out), strict=True))
    state |= {f"{n}_bias": b.T.flatten() for n, b in zip("abc", biases, strict=True)}
    found = layouts.search(state, x, recorded, HEADS)
    assert found[0].order == "order (d h)"
    assert found[0].gap < 1e-9


# What the result says before its candidates.


def test_a_result_prints_what_is_close_and_the_next():
    params, x = parameters("gpt_neox"), random(2, TOKENS, D_MODEL)
    with torch.no_grad():
        recorded, _ = StackedAttention.from_head_parameters(params)(x)
    found = layouts.search(layouts.pack(params, "gpt_neox"), x, recorded, HEADS)
    assert [line.split(",")[0] for line in str(found).splitlines()] == [
        "bloom", "falcon", "gpt_neox", f"the next is {found[3].description}",
    ]  # fmt: skip
    assert found.reason == ""
    assert found[0].gap <= found.limit == 1e-5


def test_where_no_candidate_is_close_the_result_says_so_first():
    state, x = layouts.pack(parameters("torch"), "torch"), random(2, TOKENS, D_MODEL)
    found = layouts.search(state, x, random(2, TOKENS, D_MODEL), HEADS)
    first, *checks_, last = str(found).splitlines()
    assert first == "no candidate is close; check, in this order:"
    assert all(line.startswith("- ") for line in checks_)
    assert last == f"the closest of {len(found)}: {found[0]}"
    assert found.close == []


@pytest.mark.parametrize(
    ("rounded", "dtype"), [("parameters", torch.bfloat16), ("outputs", torch.float16)]
)
def test_close_is_wider_for_weights_and_outputs_of_fewer_bits(dtype, rounded):
    state, x = layouts.pack(parameters("torch"), "torch"), random(2, TOKENS, D_MODEL)
    with torch.no_grad():
        recorded = StackedAttention.from_head_parameters(layouts.unpack(state, "torch", HEADS))(x)[
            0
        ]
    if rounded == "parameters":
        state = {name: tensor.to(dtype) for name, tensor in state.items()}
    else:
        recorded = recorded.to(dtype)
    found = layouts.search(state, x, recorded, HEADS)
    assert 1e-5 < found[0].gap < found.limit
    assert [candidate.description for candidate in found.close] == ["torch"]


def split_over_two(params):
    q, k, v, out = layouts.pack(params, "llama").values()
    both = zip(*(t.chunk(2) for t in (q, k, v)), out.chunk(2, dim=1), strict=True)
    return {
        f"rank{i}.{name}": tensor
        for i, (*three, columns) in enumerate(both)
        for name, tensor in (("qkv", torch.cat(three)), ("out", columns))
    }


def whole_model(params):
    names = {f"h.{i}.attn.{n}": t for i in (0, 1) for n, t in layouts.pack(params, "llama").items()}
    return names | {"h.0.mlp.fc1.weight": random(5, D_MODEL)}


EMPTY = {
    "two ranks": (split_over_two, {}, "here are two parts of each matrix, as for two machines: "),
    "a norm, other names": (
        lambda params: dict(zip("abcd", layouts.pack(params, "llama").values(), strict=True))
        | {f"{n}{end}": random(D_MODEL) for n in ("ln", "norm", "n3") for end in ("_w", "_b")}, {},
        "not every vector is the bias of a matrix: ln_w, ",
    ),
    "a norm on queries and keys": (
        lambda params: layouts.pack(params, "llama") | {"q_norm.weight": random(D_HEAD)}, {},
        "not llama: state_dict must not hold q_norm.weight for layout 'llama': a norm between",
    ),
    "a whole model": (
        whole_model, {},
        "state_dict holds more than an attention: 2 attentions, first h.0.attn. (search ",
    ),
    "one of two files": (
        lambda params: dict([*layouts.pack(params, "llama").items()][:2]), {},
        "state_dict lacks v_proj.weight and out_proj.weight (one of several files? join them)",
    ),
    "heads that fit no matrix": (
        lambda params: layouts.pack(params, "llama"), {"n_heads": 5},
        "no matrix can be split into 5 heads (n_heads): q_proj.weight (16, 16), ",
    ),
    "a mask of other heads": (
        lambda params: layouts.pack(params, "llama"),
        {"mask": torch.ones(1, 3, TOKENS, TOKENS).bool()},
        "the mask is for 3 heads, which fit no matrix: q_proj.weight (16, 16), ",
    ),
    "another width": (
        lambda params: {"a": random(3, 3), "b": random(9, 3)}, {},
        "no matrix takes tokens of width 16: a (3, 3), b (9, 3)",
    ),
    "five matrices": (
        lambda params: {name: random(16, 16) for name in "abcde"}, {},
        "expected 2 matrices (QKV, output), 3 (Q, KV, output) or 4 (Q, K, V, output); got 5: a (16",
    ),
    "a kernel": (
        lambda params: {"a": random(16, 4, 4), "b": random(16, 48)}, {},
        "a is neither a matrix nor a vector, and no layout has these names",
    ),
    "nothing": (lambda params: {}, {}, "expected 2 matrices (QKV, output), 3 (Q, KV, output) or "),
    "shapes of no attention": (
        lambda params: {"a": random(17, 16), "b": random(16, 16)}, {},
        "the shapes fit no attention for tokens of width 16, which has 2 matrices (",
    ),
}  # fmt: skip


def test_a_norm_that_could_be_a_bias_is_the_first_thing_to_check():
    state = layouts.pack(random_parameters(HEADS, D_MODEL, D_HEAD, biases=""), "llama")
    x = random(2, TOKENS, D_MODEL)
    found = layouts.search(state | {"norm.weight": random(D_MODEL)}, x, x.flip(0), HEADS)
    assert (
        str(found)
        .splitlines()[1]
        .startswith(
            "- the tensors: not llama: state_dict must not hold norm.weight for layout 'llama'"
        )
    )


@pytest.mark.parametrize("case", EMPTY)
def test_an_empty_list_has_a_reason(case):
    make, options, expected = EMPTY[case]
    x = random(2, TOKENS, D_MODEL)
    params = random_parameters(HEADS, D_MODEL, D_HEAD, biases="")
    found = layouts.search(make(params), x, random(2, TOKENS, D_MODEL), **options)
    assert found == []
    assert found.reason.startswith(expected)
    assert str(found) == f"no candidate: {found.reason}"


# Rotary positions of a part of each head.


def rotated_in_part(width, neighbors, base):
    """Pairs of the first features as complex numbers, each times e^(i angle)."""

    def rotary(x):
        first, rest = x[..., :width], x[..., width:]
        pairs = first.unflatten(-1, (-1, 2)) if neighbors else first.unflatten(-1, (2, -1)).mT
        angles = torch.arange(x.shape[-2])[:, None] / base ** (torch.arange(0, width, 2) / width)
        rotated = torch.view_as_complex(pairs.contiguous()) * (1j * angles.double()).exp()
        rotated = torch.view_as_real(rotated)
        return torch.cat([(rotated if neighbors else rotated.mT).flatten(-2), rest], -1)

    return rotary


@pytest.mark.parametrize("neighbors", [True, False])
def test_partial_rotary_positions_are_found(neighbors):
    (*heads, out), x = drawn(2, d_head=6), random(2, TOKENS, D_MODEL)
    recorded = by_hand(x, *heads, out, rotary=rotated_in_part(4, neighbors, base=50.0))
    state = {"a": joined("KVQ", 1, *heads), "b": out}
    pairs = "neighbors" if neighbors else "halves"
    found_alone(state, x, recorded, "K|V|Q", 2, False, pairs, base=50.0, rotary_dim=4)
    assert layouts.search(state, x, recorded, HEADS, base=50.0)[0].gap > 1e-2


def test_partial_rotary_positions_of_transformers_are_found():
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    from transformers.models.codegen.modeling_codegen import CodeGenAttention
    from transformers.models.gpt_neox import modeling_gpt_neox

    x, mask, positions = torch.randn(1, TOKENS, 64), causal_mask(TOKENS), torch.arange(TOKENS)[None]
    added = torch.zeros(1, 1, TOKENS, TOKENS).masked_fill(~mask, torch.finfo().min)
    config = transformers.CodeGenConfig(
        n_embd=64, n_head=8, rotary_dim=4, bos_token_id=0, eos_token_id=0
    )
    codegen = CodeGenAttention(config, layer_idx=0).eval()
    recorded = codegen(x, attention_mask=added, position_ids=positions)[0]
    found = layouts.search(codegen.state_dict(), x, recorded, 8, mask=mask, rotary_dim=4)
    assert close(found) == {("4 shards of Q|V|K", 8, False, "neighbors")}

    config = transformers.GPTNeoXConfig(
        hidden_size=64, num_attention_heads=8, attn_implementation="eager",
        rope_parameters={"rope_type": "default", "rope_theta": 100.0, "partial_rotary_factor": 0.5},
    )  # fmt: skip
    neox = modeling_gpt_neox.GPTNeoXAttention(config, layer_idx=0).eval()
    angles = modeling_gpt_neox.GPTNeoXRotaryEmbedding(config)(x, positions)
    recorded = neox(x, attention_mask=added, position_embeddings=angles)[0]
    known = {"mask": mask, "base": 100.0}
    assert angles[0].shape[-1] == 4
    found = layouts.search(neox.state_dict(), x, recorded, 8, **known, rotary_dim=4)
    assert close(found) == {(name, 8, False, "halves") for name in ONE_ORDER}
    assert close(layouts.search(neox.state_dict(), x, recorded, 8, **known)) == set()


REFUSED = [
    ({"inputs": torch.ones(3, 16)}, ValueError,
     "outputs must have the shape of inputs, (3, 16); got float64 of shape (2, 7, 16)"),
    ({"inputs": [1.0]}, TypeError, "inputs must be a torch.Tensor; got [1.0] (list)"),
    ({"outputs": torch.ones(2, 7, 16).long()}, TypeError,
     "outputs must be floating point; got int64 of shape (2, 7, 16)"),
    ({"outputs": torch.zeros(2, 7, 16)}, ValueError,
     "outputs must not be all zeros, because many candidates would fit; got zeros"),
    ({"inputs": torch.full((2, 7, 16), torch.nan)}, ValueError,
     "inputs must be finite; got nan at index (0, 0, 0)"),
    ({"outputs": torch.full((2, 7, 16), torch.inf)}, ValueError,
     "outputs must be finite; got inf at index (0, 0, 0)"),
    ({"source": [1.0]}, TypeError, "source must be a torch.Tensor; got [1.0] (list)"),
    ({"source": torch.ones(1, 9, 16)}, ValueError,
     "source must have the batch axes of inputs, (2,); got float32 of shape (1, 9, 16)"),
    ({"source": torch.full((2, 9, 16), torch.nan)}, ValueError,
     "source must be finite; got nan at index (0, 0, 0)"),
    ({"source": torch.ones(2, 9, 16), "mask": torch.ones(7, 7).bool()}, ValueError,
     "mask must broadcast to the scores' shape (2, 1, 7, 9); got bool of shape (7, 7)"),
    ({"n_heads": 2.0}, TypeError, "n_heads must be an integer; got 2.0 (float)"),
    ({"mask": torch.ones(6, 7).bool()}, ValueError,
     "mask must broadcast to the scores' shape (2, 1, 7, 7); got bool of shape (6, 7)"),
    ({"mask": torch.ones(7, 7).bool().to("meta")}, TypeError,
     "mask must be on the device of the scores, cpu; got meta"),
    ({"base": -1.0}, ValueError, "base must be above 0; got -1.0"),
    ({"rotary_dim": 3}, ValueError, "rotary_dim must be even, to form pairs; got 3"),
    ({"rotary_dim": 2.0}, TypeError, "rotary_dim must be an integer; got 2.0 (float)"),
    ({"rotary_dim": 18}, ValueError, "rotary_dim must be at most d_head, 16; got 18"),
    ({"rotary_dim": 6, "n_heads": 4}, ValueError, "rotary_dim must be at most d_head, 4; got 6"),
    ({"state_dict": [1]}, TypeError, "state_dict must map names to tensors; got [1] (list)"),
    ({"state_dict": {"bias": torch.ones(3, 3).bool()}}, TypeError,
     "bias must be floating point; got bool of shape (3, 3) (a buffer? leave it out)"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "error", "said"), REFUSED, ids=[said for _, _, said in REFUSED])
@pytest.mark.usefixtures("no_type_hook")
def test_bad_input_is_refused(change, error, said):
    given = {
        "state_dict": layouts.pack(parameters("torch"), "torch"),
        "inputs": random(2, TOKENS, D_MODEL),
        "outputs": random(2, TOKENS, D_MODEL),
    }
    assert refusal(lambda: layouts.search(**given | change)) == (error, said)


def test_a_candidates_parameters_pack_into_any_layout():
    """What was exported head by head, keys first, becomes PyTorch's module again."""
    module, x = nn.MultiheadAttention(12, 3, batch_first=True), torch.randn(2, 5, 12)
    nn.init.normal_(module.in_proj_bias)
    q, k, v = module.in_proj_weight.detach().chunk(3)
    b_q, b_k, b_v = module.in_proj_bias.detach().chunk(3)
    cut = [[t.unflatten(0, (3, 4)) for t in three] for three in ((k, q, v), (b_k, b_q, b_v))]
    weight, bias = (torch.stack(three, 1).flatten(0, 2) for three in cut)
    state = {"in": weight, "in_bias": bias} | {
        f"out{'_bias' * (name == 'bias')}": t.detach()
        for name, t in module.out_proj.named_parameters()
    }
    outputs = module(x, x, x)[0]
    named = layouts.search(module.state_dict(), x, outputs, 3)[0]
    by_shape = layouts.search(state, x, outputs, 3)[0]
    assert (named.description, by_shape.description) == ("torch", "head by head K|Q|V")
    assert (named.layout, by_shape.layout) == ("torch", None)
    for candidate in (named, by_shape):
        again = nn.MultiheadAttention(12, 3, batch_first=True)
        packed = layouts.pack(candidate, "torch")
        assert {tensor.dtype for tensor in packed.values()} == {torch.float32}
        again.load_state_dict(packed)
        torch.testing.assert_close(again(x, x, x)[0], outputs)


def rotating_two_ways():
    """transformers' GLM, which pairs neighbors, and StableLM, which pairs halves: half of a head.

    Both have Llama's names. Yields for each its attention and a function that runs it.
    """
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    from transformers.models.glm import modeling_glm as glm
    from transformers.models.stablelm import modeling_stablelm as stablelm

    sizes = {"hidden_size": 32, "num_attention_heads": 4, "num_key_value_heads": 2}
    rope = {"rope_theta": 50.0, "partial_rotary_factor": 0.5, "rope_type": "default"}
    sizes |= {"rope_parameters": rope, "attn_implementation": "eager", "pad_token_id": 0}
    for config, attention, angles in (
        (
            transformers.GlmConfig(**sizes, head_dim=8, attention_bias=True),
            glm.GlmAttention,
            glm.GlmRotaryEmbedding,
        ),
        (
            transformers.StableLmConfig(**sizes, use_qkv_bias=True),
            stablelm.StableLmAttention,
            stablelm.StableLmRotaryEmbedding,
        ),
    ):
        module, embedding = attention(config, 0).eval(), angles(config)
        for parameter in module.parameters():  # biases too, which start at 0
            nn.init.normal_(parameter, std=0.3)

        def run(x, module=module, embedding=embedding):
            tokens = x.shape[1]
            blocked = ~causal_mask(tokens)[None, None] * torch.finfo(torch.float32).min
            turned = embedding(x, torch.arange(tokens)[None])
            with torch.no_grad():
                return module(x, position_embeddings=turned, attention_mask=blocked)[0]

        yield module, run


@pytest.mark.parametrize("source", ["neighbors", "halves"])
def test_a_candidate_that_rotates_other_pairs_is_reordered(source):
    (module, run), (other, run_other) = [*rotating_two_ways()][
        :: 1 if source == "neighbors" else -1
    ]
    x, target = torch.randn(2, TOKENS, 32), {"neighbors": "halves", "halves": "neighbors"}[source]
    given = {"mask": causal_mask(TOKENS), "base": 50.0, "rotary_dim": 4}
    best = layouts.search(module.state_dict(), x, run(x), **given)[0]
    assert (best.layout, best.rotary) == ("llama", source)
    other.load_state_dict(layouts.pack(best.for_rotary(target), "llama"))
    torch.testing.assert_close(run_other(x), run(x))
    if target == "halves":  # as Llama's own class rotates, so `pack` does the same by itself
        for name, tensor in layouts.pack(best, "llama").items():
            assert torch.equal(tensor, other.state_dict()[name]), name
    other.load_state_dict(module.state_dict())
    assert (run_other(x) - run(x)).abs().max() > 0.01


def test_a_candidate_is_not_packed_for_a_system_without_rotary_positions():
    params, x = random_parameters(HEADS, D_MODEL, D_HEAD, biases=""), random(2, TOKENS, D_MODEL)
    with torch.no_grad():
        recorded, _ = StackedAttention.from_head_parameters(params)(x, rotary=rotate)
    best = layouts.search(layouts.pack(params, "llama"), x, recorded)[0]
    assert refusal(layouts.pack, best, "torch") == (
        ValueError,
        "layout must be one with rotary positions, because the candidate rotates halves; got "
        "'torch' (your own code rotates? pack candidate.for_rotary('halves') or ('neighbors'))",
    )
    assert refusal(best.for_rotary, "thirds") == (
        ValueError,
        "pairs must be 'halves' or 'neighbors'; got 'thirds'",
    )


def test_the_systems_rotate_what_their_code_rotates():
    """Which pairs, read from transformers' own code."""
    pytest.importorskip("transformers", reason="transformers is in .venv alone")
    x = torch.tensor([2.0, 3, 5, 7, 11, 13])
    for name, layout in LAYOUTS.items():
        if not layout.source.startswith("transformers 5"):
            assert layout.rotary == ""
            continue
        module = importlib.import_module(f"transformers.models.{name}.modeling_{name}")
        assert layout.source.partition(";")[0].endswith(f", models/{name}/modeling_{name}.py")
        found = ""
        if hasattr(module, "rotate_half"):
            assert module.rotate_half(x).tolist() == [-7, -11, -13, 2, 3, 5]
            found = "halves"
        elif hasattr(module, "rotate_every_two"):
            rotated = module.rotate_every_two(x[None, None, None]).flatten()
            assert rotated.tolist() == [-3, 2, -7, 5, -13, 11]
            found = "neighbors"
        assert layout.rotary == found, name


def test_a_bias_that_another_system_has_is_no_reason():
    state = layouts.pack(parameters("gpt_neox"), "gpt_neox")
    del state["dense.bias"]
    x = random(2, TOKENS, D_MODEL)
    (found,) = layouts.find_attentions(state)
    assert found.refusal.endswith(
        "(missing ['dense.bias'], unexpected []); another system may have these names without "
        "that bias, and search can read it"
    )
    first = layouts.search(state, x, x.flip(0), HEADS).reason.splitlines()[1]
    assert first.startswith("- the recording: ")
    assert "pass mask=mha_lib.causal_mask(tokens)" in first


@pytest.mark.parametrize(
    ("dtype", "least", "most"),
    [(torch.float32, 1e-8, 1e-5), (torch.float16, 1e-5, 3e-3), (torch.bfloat16, 1e-4, 3e-2)],
)
def test_the_gap_is_the_rounding_of_the_dtype(dtype, least, most):
    module = nn.MultiheadAttention(64, 4, batch_first=True).to(dtype).eval()
    x = torch.randn(1, 16, 64).to(dtype)
    best = layouts.search(module.state_dict(), x, module(x, x, x)[0], 4)[0]
    assert best.description == "torch"
    assert least < best.gap < most


def test_search_takes_what_find_returns_and_a_call_read_from_a_file(tmp_path):
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    config = transformers.BertConfig(
        hidden_size=16, num_attention_heads=4, num_hidden_layers=2, intermediate_size=8,
        vocab_size=9,
    )  # fmt: skip
    model = transformers.BertModel(config).eval()
    layer = model.encoder.layer[1]
    inside = {"outputs_of": layer.attention.output.dense}
    with torch.no_grad(), layouts.record_calls(layer.attention.self, **inside) as calls:
        model(torch.arange(9)[None])
    torch.save(vars(calls[0]), tmp_path / "call.pt")
    call = layouts.RecordedCall(**torch.load(tmp_path / "call.pt"))
    found = layouts.find_attentions(model.state_dict())[1]
    assert found.prefix == "encoder.layer.1.attention."
    best = layouts.search(found.state, **vars(call))[0]
    assert (best.description, best.n_heads) == ("bert", 4)
    assert best.gap < 1e-5


def test_inputs_with_more_than_three_dimensions_get_a_warning():
    module = nn.MultiheadAttention(8, 2, batch_first=True)
    image = torch.randn(2, 3, 5, 8)
    flat = image.flatten(1, 2)
    outputs = module(flat, flat, flat)[0]
    with pytest.warns(UserWarning, match=r"^inputs has 4 dimensions, .*inputs\.flatten\(-3, -2\)$"):
        layouts.search(module.state_dict(), image, outputs.unflatten(1, (3, 5)), 2)
    assert layouts.search(module.state_dict(), flat, outputs, 2)[0].gap < 1e-5
    with warnings.catch_warnings():  # batches of any number of axes are no images
        warnings.simplefilter("error")
        rows = image.flatten(0, 1)
        outputs = module(rows, rows, rows)[0].unflatten(0, (2, 3))
        assert layouts.search(module.state_dict(), image, outputs, 2)[0].gap < 1e-5


def test_latent_attention_is_refused_with_the_reason():
    names = ("q_a_proj", "q_b_proj", "kv_a_proj_with_mqa", "kv_b_proj", "o_proj")
    state = {f"{name}.weight": torch.randn(4, 4) for name in names}
    x = torch.randn(2, 5, 4)
    with pytest.raises(
        ValueError, match=r"^state_dict must contain an attention .* got latent atten"
    ):
        layouts.search(state, x, x)


def test_learned_angles_are_refused_with_the_reason():
    names = ("q", "k", "v", "o", "norm_of_something")
    state = {f"{name}.weight": torch.randn(4, 4) for name in names}
    state["positional_encoder.projector.weight"] = torch.randn(1, 2)
    x = torch.randn(2, 5, 4)
    said = (
        r"^state_dict must contain an attention that some layout reads; got learned angles \(they "
        r"rotate queries and keys, which HeadParameters cannot hold\); got positional_encoder\."
    )
    with pytest.raises(ValueError, match=said):
        layouts.search(state, x, x)
