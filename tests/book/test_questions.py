"""The page of questions: its code prints what the page says, and its other claims hold."""

import contextlib
import functools
import io
import itertools
import re
import warnings
from pathlib import Path
from typing import ClassVar

import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.utils import parametrize
from torch.profiler import profile
from torch.utils import checkpoint as checkpointing
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode, flop_registry

from mha_lib import KVCache, StackedAttention, causal_mask, layouts
from tests.helpers.oracles import random

PAGE = (Path(__file__).parents[2] / "book" / "questions.md").read_text()
HEADS, D_HEAD, D_MODEL, TOKENS = 3, 4, 7, 5

QUIET = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")

BLOCKS = re.findall(
    r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", PAGE, re.DOTALL | re.MULTILINE
)


@functools.cache
def run_blocks():
    """Runs the page's code from top to bottom: the names it defines, and what each block prints."""
    names, printed = {}, []
    for code, _ in BLOCKS:
        torch.manual_seed(0)
        with contextlib.redirect_stdout(io.StringIO()) as out, warnings.catch_warnings():
            known = (
                "torch.ao.quantization is deprecated|torch.quantize_per_tensor|.*nested"
                "|flex_attention called without torch.compile"
            )
            warnings.filterwarnings("ignore", known)
            exec(code, names)
        printed.append(out.getvalue())
    return names, printed


def test_code_prints_what_the_page_says():
    _, printed = run_blocks()
    assert len(printed) > 20
    for (code, said), found in zip(BLOCKS, printed, strict=True):
        assert found == said, code


def test_a_fused_layer_starts_as_separate_ones_do_except_under_xaviers_rule():
    def spread(outputs, start):
        W = nn.Linear(512, outputs).weight
        return start(W).std().item()

    for start, ratio in ((lambda W: W, 1), (nn.init.xavier_uniform_, 2**0.5)):
        assert spread(512, start) / spread(3 * 512, start) == pytest.approx(ratio, rel=0.01)


def test_the_causal_mask_of_numbers_does_what_the_boolean_one_does():
    x = random(1, TOKENS, 12)
    module = nn.MultiheadAttention(12, HEADS, batch_first=True).double()
    numbers = nn.Transformer.generate_square_subsequent_mask(TOKENS).double()
    output = module(x, x, x, attn_mask=numbers)[0]
    torch.testing.assert_close(module(x, x, x, attn_mask=~causal_mask(TOKENS))[0], output)


@pytest.mark.parametrize("spoiled", ["key", "value"])
def test_nan_at_a_masked_position_spoils_real_tokens_until_it_is_cleared(spoiled):
    q, k, v = random(3, 1, 2, TOKENS, D_HEAD)
    padding = torch.tensor([False] * (TOKENS - 1) + [True])
    (k if spoiled == "key" else v)[..., -1, :] = torch.nan
    attend = functools.partial(F.scaled_dot_product_attention, attn_mask=~padding[None])
    assert attend(q, k, v)[..., :-1, :].isnan().all()
    k, v = (t.masked_fill(padding[..., None], 0) for t in (k, v))
    assert attend(q, k, v).isfinite().all()


def test_a_linear_layer_before_the_module_is_part_of_its_matrices():
    before, module = nn.Linear(12, 12, bias=False), nn.MultiheadAttention(12, HEADS)
    x = torch.randn(TOKENS, 2, 12)
    expected = module(*[before(x)] * 3)[0]
    with torch.no_grad():
        module.in_proj_weight.copy_(module.in_proj_weight @ before.weight)
    torch.testing.assert_close(module(x, x, x)[0], expected)


def test_t5_computes_its_bias_in_the_first_layer_for_all():
    transformers = pytest.importorskip("transformers")
    config = transformers.T5Config(
        vocab_size=50, d_model=12, d_kv=6, num_heads=2, num_layers=3, d_ff=24
    )
    model = transformers.T5EncoderModel._from_config(config, attn_implementation="eager").eval()
    (table,) = [W for name, W in model.named_parameters() if "relative_attention_bias" in name]
    table.data[0] = 50  # distance 0
    maps = model(torch.arange(1, 6)[None], output_attentions=True).attentions
    assert len(maps) == 3
    for weights in maps:
        torch.testing.assert_close(weights[0, 0], torch.eye(5))


def test_t5_has_a_row_for_each_short_distance_and_one_for_all_long_ones():
    t5 = pytest.importorskip("transformers.models.t5.modeling_t5")
    rows = t5.T5Attention._relative_position_bucket(torch.arange(-500, 501))
    back, forth = rows[:501].flip(0).tolist(), rows[500:].tolist()
    for one in back, forth:
        assert len({*one[:8]}) == 8
        assert one[8] == one[9]
        assert len({*one[91:]}) == 1
        assert one[90] != one[91]
    assert not {*back[1:]} & {*forth[1:]}
    assert max(rows) == 31


def test_a_zero_key_is_one_more_in_the_sum_of_the_softmax():
    module = nn.MultiheadAttention(12, HEADS, batch_first=True, add_zero_attn=True)
    x = torch.randn(1, TOKENS, 12)
    packed = F.linear(x, module.in_proj_weight, module.in_proj_bias)
    q, k, _ = (t.unflatten(-1, (HEADS, 4)).transpose(1, 2) for t in packed.chunk(3, -1))
    exponentials = (q @ k.mT / 2).exp()
    expected = exponentials / (1 + exponentials.sum(-1, keepdim=True))
    _, weights = module(x, x, x, average_attn_weights=False)
    torch.testing.assert_close(weights[..., :TOKENS], expected)


def test_divided_queries_need_a_scale_of_one():
    q, k, v = random(3, HEADS, TOKENS, D_HEAD)
    expected = F.scaled_dot_product_attention(q, k, v)
    divided = q / D_HEAD**0.5
    once = F.scaled_dot_product_attention(divided, k, v, scale=1.0)
    torch.testing.assert_close(once, expected)
    assert relative(F.scaled_dot_product_attention(divided, k, v), expected) > 0.01


def test_a_window_needs_only_as_many_slots_and_their_order_does_not_matter():
    window, tokens = 3, 8
    q, k, v = random(3, tokens, D_HEAD)
    keys, values = torch.zeros(2, window, D_HEAD, dtype=torch.float64)
    for t in range(tokens):
        keys[t % window], values[t % window] = k[t], v[t]
    found = F.scaled_dot_product_attention(q[-1:], keys, values)
    expected = F.scaled_dot_product_attention(q[-1:], k[-window:], v[-window:])
    torch.testing.assert_close(found, expected)


def test_llama_caches_rotated_keys_and_a_cache_follows_beams():
    llama = pytest.importorskip("transformers.models.llama.modeling_llama")
    config = llama.LlamaConfig(
        vocab_size=50, num_hidden_layers=1, num_attention_heads=2, hidden_size=12,
        intermediate_size=24, num_key_value_heads=2,
    )  # fmt: skip
    model, ids = llama.LlamaModel(config).eval(), torch.tensor([[7, 3, 9], [4, 1, 8]])
    cache = model(ids, use_cache=True).past_key_values
    layer, tokens = model.layers[0], model.embed_tokens(ids)
    keys = layer.self_attn.k_proj(layer.input_layernorm(tokens)).unflatten(-1, (2, 6))
    cos, sin = model.rotary_emb(tokens, torch.arange(3)[None])
    rotated = llama.apply_rotary_pos_emb(*[keys.transpose(1, 2)] * 2, cos, sin)[1]
    torch.testing.assert_close(cache.layers[0].keys, rotated)
    cache.reorder_cache(torch.tensor([1, 1]))
    torch.testing.assert_close(cache.layers[0].keys, rotated[[1, 1]])


def test_another_batch_size_changes_no_more_than_rounding():
    module, x = nn.MultiheadAttention(96, 6, batch_first=True), torch.randn(32, 20, 96)
    eps = {torch.float32: 1e-5, torch.float64: 1e-13}
    for dtype, tolerance in eps.items():
        f, tokens = module.to(dtype), x.to(dtype)
        many, one = f(*[tokens] * 3)[0][:1], f(*[tokens[:1]] * 3)[0]
        assert relative(many, one) < tolerance


def test_gpt2_draws_what_writes_to_the_stream_smaller():
    transformers = pytest.importorskip("transformers")
    config = transformers.GPT2Config(
        vocab_size=50, n_layer=8, n_embd=96, n_head=4, bos_token_id=0, eos_token_id=0
    )
    layer = transformers.GPT2Model(config).h[-1]
    for part in layer.attn, layer.mlp:
        ratio = part.c_proj.weight.std() / layer.attn.c_attn.weight.std()
        assert ratio.item() == pytest.approx(16**-0.5, rel=0.05)


def test_dropout_does_not_keep_the_fast_path_away():
    class Called(TorchDispatchMode):
        names: ClassVar[list] = []

        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            self.names.append(str(func))
            return func(*args, **(kwargs or {}))

    module, x = (
        nn.MultiheadAttention(8, 2, dropout=0.1, batch_first=True).eval(),
        torch.ones(1, 3, 8),
    )
    with torch.no_grad(), Called() as called:
        module(x, x, x)
    assert "aten._native_multi_head_attention.default" in called.names


def test_an_encoder_layer_with_a_hook_on_its_attention_calls_it_after_eval():
    layer, calls = nn.TransformerEncoderLayer(12, 2, batch_first=True).eval(), []
    layer.self_attn.register_forward_hook(lambda *call: calls.append(call))
    with torch.inference_mode():
        layer(torch.randn(1, 5, 12))
    assert len(calls) == 1


def test_code_fits_in_80_columns():
    texts = [PAGE, (Path(__file__).parents[2] / "book" / "messages.md").read_text()]
    blocks = re.findall(r"^```python\n(.*?)^```", "".join(texts), re.DOTALL | re.MULTILINE)
    assert [line for block in blocks for line in block.splitlines() if len(line) > 80] == []


def turned(x, pairs):
    """Rotary positions by the formula, on (heads, tokens, d_head): neighbors, or halves."""
    angles = torch.arange(TOKENS)[:, None] * torch.tensor([1.0, 0.01])
    index = torch.tensor({"neighbors": [[0, 1], [2, 3]], "halves": [[0, 2], [1, 3]]}[pairs]).T
    a, b = x[..., index[0]], x[..., index[1]]
    result = torch.empty_like(x)
    result[..., index[0]] = a * angles.cos() - b * angles.sin()
    result[..., index[1]] = a * angles.sin() + b * angles.cos()
    return result


def scores(x, W_Q, W_K, pairs):
    cut = ((x @ W.T).unflatten(-1, (HEADS, -1)).transpose(0, 1) for W in (W_Q, W_K))
    q, k = (turned(t, pairs) for t in cut)
    return q @ k.mT


def test_metas_order_and_hugging_faces_give_the_same_scores():
    x, W_Q, W_K = random(TOKENS, D_MODEL), *random(2, HEADS * D_HEAD, D_MODEL)
    to_halves, to_neighbors = (run_blocks()[0][name] for name in ("to_halves", "to_neighbors"))
    Q, K = (to_halves(W, HEADS) for W in (W_Q, W_K))
    expected = scores(x, W_Q, W_K, "neighbors")
    torch.testing.assert_close(scores(x, Q, K, "halves"), expected)
    torch.testing.assert_close(to_neighbors(Q, HEADS), W_Q)
    bias = random(HEADS * D_HEAD)
    torch.testing.assert_close(to_halves(bias, HEADS), to_halves(bias[:, None], HEADS)[:, 0])
    neither, one = scores(x, W_Q, W_K, "halves"), scores(x, Q, W_K, "halves")
    diagonal = expected.diagonal(dim1=-2, dim2=-1)
    torch.testing.assert_close(neither.diagonal(dim1=-2, dim2=-1), diagonal)
    assert (neither - expected).abs().amax(0).triu(1)[:-1, 1:].diagonal().min() > 1e-3
    assert (one.diagonal(dim1=-2, dim2=-1) - diagonal).abs().max() > 0.1


def test_keys_of_shared_heads_are_reordered_with_the_number_of_key_heads():
    assert "`n_heads` is then the number of KV heads (`num_key_value_heads`)" in PAGE
    x, W_Q, W_K = random(TOKENS, D_MODEL), *random(2, HEADS * D_HEAD, D_MODEL)
    to_halves = run_blocks()[0]["to_halves"]
    shared = W_K[:D_HEAD]  # one KV head for all queries
    expected = scores(x, W_Q, shared.repeat(HEADS, 1), "neighbors")

    def of(n_heads):
        keys = to_halves(shared, n_heads).repeat(HEADS, 1)
        return scores(x, to_halves(W_Q, HEADS), keys, "halves")

    torch.testing.assert_close(of(1), expected)
    assert (of(2) - expected).abs().max() > 0.1  # raises nothing


def test_only_the_rotated_rows_are_reordered_if_rotary_is_partial():
    """transformers' GLM pairs neighbors, its StableLM halves, both in half of each head."""
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    from transformers.models.glm import modeling_glm as glm
    from transformers.models.stablelm import modeling_stablelm as stablelm

    sizes = {"hidden_size": 32, "num_attention_heads": 4, "num_key_value_heads": 2}
    rope = {"rope_theta": 50.0, "partial_rotary_factor": 0.5, "rope_type": "default"}
    sizes |= {"rope_parameters": rope, "attn_implementation": "eager", "pad_token_id": 0}
    of_glm = transformers.GlmConfig(**sizes, head_dim=8, attention_bias=True)
    of_stablelm = transformers.StableLmConfig(**sizes, use_qkv_bias=True)
    given, wanted = glm.GlmAttention(of_glm, 0), stablelm.StableLmAttention(of_stablelm, 0)
    for parameter in given.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    x = torch.randn(2, TOKENS, 32)
    mask = torch.full((TOKENS, TOKENS), -torch.inf).triu(1)[None, None]

    def run(module, angles):
        turned = angles(x, torch.arange(TOKENS)[None])
        return module(x, position_embeddings=turned, attention_mask=mask)[0]

    expected = run(given, glm.GlmRotaryEmbedding(of_glm))
    functions = run_blocks()[0]
    for rotary_dim, right in ((4, True), (None, False)):
        state = given.state_dict()
        for name in ("q_proj", "k_proj"):
            for kind in ("weight", "bias"):
                tensor, n_heads = state[f"{name}.{kind}"], {"q_proj": 4, "k_proj": 2}[name]
                moved = functions["to_halves"](tensor, n_heads, rotary_dim)
                back = functions["to_neighbors"](moved, n_heads, rotary_dim)
                assert torch.equal(back, tensor)
                state[f"{name}.{kind}"] = moved
        wanted.load_state_dict(state)
        found = run(wanted, stablelm.StableLmRotaryEmbedding(of_stablelm))
        assert torch.allclose(found, expected, atol=1e-5) == right


def test_deepseek_s_rotated_rows_are_the_last_of_each_head():
    deepseek = pytest.importorskip(
        "transformers.models.deepseek_v3.modeling_deepseek_v3", reason="transformers is in .venv"
    )
    sizes = {"hidden_size": 32, "num_attention_heads": 4, "num_key_value_heads": 4}
    sizes |= {"q_lora_rank": 12, "kv_lora_rank": 10, "v_head_dim": 6, "qk_nope_head_dim": 6}
    sizes |= {"qk_rope_head_dim": 8, "attn_implementation": "eager"}
    configs = [deepseek.DeepseekV3Config(**sizes, rope_interleave=way) for way in (True, False)]
    given, wanted = (deepseek.DeepseekV3Attention(config, 0) for config in configs)
    x, mask = torch.randn(2, TOKENS, 32), torch.full((TOKENS, TOKENS), -torch.inf).triu(1)
    angles = deepseek.DeepseekV3RotaryEmbedding(configs[0])(x, torch.arange(TOKENS)[None])
    call = {"position_embeddings": angles, "attention_mask": mask[None, None]}
    to_halves, state = run_blocks()[0]["to_halves"], given.state_dict()
    for first, right in ((6, True), (0, False)):
        moved = dict(state)
        moved["q_b_proj.weight"] = to_halves(state["q_b_proj.weight"], 4, 8, first)
        shared = state["kv_a_proj_with_mqa.weight"]
        moved["kv_a_proj_with_mqa.weight"] = torch.cat([shared[:-8], to_halves(shared[-8:], 1)])
        wanted.load_state_dict(moved)
        found, expected = (module(x, **call)[0] for module in (wanted, given))
        assert torch.allclose(found, expected, atol=1e-5) == right


def test_another_cut_of_permuted_rows_is_the_same_function():
    x, W = random(TOKENS, D_MODEL), random(HEADS * D_HEAD, D_MODEL)
    right = (x @ W.T).unflatten(-1, (HEADS, D_HEAD)).transpose(0, 1)
    permuted = W.unflatten(0, (HEADS, D_HEAD)).transpose(0, 1).flatten(0, 1)
    other = (x @ permuted.T).unflatten(-1, (D_HEAD, HEADS)).permute(2, 0, 1)
    torch.testing.assert_close(other, right)


def test_a_reshape_with_smaller_numbers_makes_tokens_and_unflatten_refuses():
    product = random(2, 11, 128)
    assert product.reshape(2, -1, 4, 16).shape[1] == 22
    with pytest.raises(RuntimeError):
        product.unflatten(-1, (4, 16))


def test_axes_of_another_library_raise_nothing():
    q, k, v = random(3, 2, HEADS, 32, D_HEAD)  # (batch, heads, tokens, d_head)
    right = F.scaled_dot_product_attention(q, k, v)
    swapped = F.scaled_dot_product_attention(*(t.transpose(1, 2) for t in (q, k, v)))
    assert ((swapped.transpose(1, 2) - right).norm() / right.norm()) > 1
    by_tokens = q.transpose(1, 2)
    assert not torch.equal(by_tokens.reshape(q.shape), q)
    assert torch.equal(by_tokens.transpose(1, 2), q)


def test_which_libraries_broadcast_a_batch_of_one():
    q, k = random(1, HEADS, TOKENS, D_HEAD), random(4, HEADS, TOKENS, D_HEAD)
    assert F.scaled_dot_product_attention(q, k, k).shape[0] == 4
    assert F.scaled_dot_product_attention(k, k[:, :1], k[:, :1]).shape == k.shape
    with pytest.raises(RuntimeError):
        F.scaled_dot_product_attention(k[:2], k, k)
    module = nn.MultiheadAttention(12, HEADS, batch_first=True)
    for n in (1, 2):
        with pytest.raises((RuntimeError, AssertionError)):
            module(torch.randn(n, TOKENS, 12), *[torch.randn(4, TOKENS, 12)] * 2)


@pytest.mark.parametrize("training", [True, False])
def test_nn_multihead_attention_reads_out_proj_without_calling_it(training):
    module = nn.MultiheadAttention(12, HEADS, batch_first=True).train(training)
    x, calls = torch.randn(2, TOKENS, 12), []
    module.out_proj.register_forward_hook(lambda *call: calls.append(call))
    before = module(x, x, x)[0]
    assert calls == []

    class Twice(nn.Module):
        def forward(self, W):
            return 2 * W

    parametrize.register_parametrization(module.out_proj, "weight", Twice())
    torch.testing.assert_close(module(x, x, x)[0], 2 * before)  # its bias starts at 0
    parametrize.register_parametrization(module, "in_proj_weight", Twice())
    assert not torch.allclose(module(x, x, x)[0], 2 * before)


def test_every_slice_of_features_depends_on_every_head():
    layer = StackedAttention(12 * 16, 12, bias=False)
    params = layer.head_parameters()
    x = torch.randn(1, 20, 12 * 16)
    with torch.no_grad():
        _, weights = layer(x)
        written = weights[0] @ x @ params.W_V @ params.W_O  # (heads, tokens, d_model)
    slices = written.unflatten(-1, (12, 16)).square().sum((1, 3))  # (heads, slices)
    assert (slices.diagonal() / slices.sum(0)).mean().item() == pytest.approx(1 / 12, abs=0.02)


def test_three_ways_switch_a_head_off_and_masking_its_scores_does_not():
    layer = StackedAttention(12, HEADS, bias=False)
    params = layer.head_parameters().map(torch.detach)
    x = torch.randn(TOKENS, 12)
    q, k, v = (x @ W for W in (params.W_Q, params.W_K, params.W_V))
    plain = q @ k.mT / D_HEAD**0.5

    def output(scores, v=v, W_O=params.W_O, after=None):
        weights = scores.masked_fill(~causal_mask(TOKENS), -torch.inf).softmax(-1)
        weights = weights if after is None else weights * after
        return (weights @ v @ W_O).sum(0)

    off = torch.tensor([1.0, 0.0, 1.0])[:, None, None]
    ways = output(plain, v=v * off), output(plain, W_O=params.W_O * off), output(plain, after=off)
    torch.testing.assert_close(ways[0], ways[1])
    torch.testing.assert_close(ways[0], ways[2])
    blocked = plain.clone()
    blocked[1] = -torch.inf
    assert output(blocked).isnan().all()
    assert not torch.allclose(output(plain * off), ways[0])


# What further answers compute, in the order of the page.


def relative(actual, expected):
    return ((actual - expected).norm() / expected.norm()).item()


def test_weights_that_depend_only_on_position_need_a_bias_for_each_head():
    tokens, width, samples = 12, 3, 200
    x = random(samples, tokens, width)
    places = torch.arange(tokens)

    def weights(bias):  # by how far back a key is
        distance = places[:, None] - places
        row = bias[distance.clamp(min=0)]
        return row.masked_fill(distance < 0, -torch.inf).softmax(-1)

    def far(*back):  # a bias that looks so far back
        bias = torch.full((tokens,), -50.0, dtype=torch.float64)
        bias[list(back)] = 50
        return bias

    wanted = torch.cat([x[:, 4:-1], x[:, :-5]], -1)  # one back and five back, from position 5

    def missed(*biases):  # in mean square, by the best linear readout of all heads
        heads = torch.cat([weights(bias) @ x for bias in biases], -1)[:, 5:]
        A, y = heads.flatten(0, 1), wanted.flatten(0, 1)
        return relative(A @ torch.linalg.lstsq(A, y, driver="gelsd").solution, y) ** 2

    assert missed(far(1), far(5)) < 1e-12
    assert missed(far(1, 5), far(1, 5)) == pytest.approx(0.5, abs=0.03)
    for bias in (far(1), far(5), far(1, 2, 5), *random(3, tokens)):
        assert missed(bias, bias) > 0.47

    # If tokens contain their position, each head can ask for it, whatever bias the heads share.
    place = torch.eye(tokens, dtype=torch.float64)
    shared = random(tokens)[places[:, None] - places]
    for back in (1, 5):
        W_Q = 100 * torch.roll(place, -back, 1)  # position t asks for position t - back
        found = ((place @ W_Q) @ place.T + shared).softmax(-1) @ x
        torch.testing.assert_close(found[:, 5:], x[:, 5 - back : -back])


def test_a_step_of_adam_raises_a_product_with_the_width():
    def raised(d_head, pairs=64, d_model=8):
        x, y = random(2, pairs, 1, d_model)
        W_Q, W_K = (random(pairs, d_model, d_head).div(d_model**0.5).requires_grad_() for _ in "qk")
        products = ((x @ W_Q) * (y @ W_K)).sum(-1)
        (-products / d_head**0.5).sum().backward()
        torch.optim.Adam([W_Q, W_K], lr=1e-3).step()
        return (((x @ W_Q) * (y @ W_K)).sum(-1) - products).mean().item()

    assert raised(1024) / raised(16) == pytest.approx(64, rel=0.2)  # by the root: 8


@pytest.mark.parametrize(
    ("optimizer", "rate"), [(torch.optim.SGD, 1 / D_HEAD), (torch.optim.Adam, D_HEAD**-0.5)]
)
def test_a_smaller_start_takes_the_same_path_at_a_smaller_rate(optimizer, rate):
    x, target, W_K = random(TOKENS, D_MODEL), random(TOKENS, D_MODEL), random(D_MODEL, D_HEAD)
    start = random(D_MODEL, D_HEAD)

    def trained(divisor, smaller, rate):
        W_Q = (start / smaller).requires_grad_()
        steps = optimizer([W_Q], lr=0.1 * rate)
        for _ in range(20):
            steps.zero_grad()
            weights = ((x @ W_Q) @ (x @ W_K).T / divisor).softmax(-1)
            (weights @ x - target).square().sum().backward()
            steps.step()
        return W_Q.detach() * smaller

    root = D_HEAD**0.5
    plain = trained(root, 1, 1)
    assert relative(plain, start) > 0.05
    assert relative(trained(1, root, rate), plain) < 1e-4
    assert relative(trained(1, root, 1), plain) > 0.05


def test_two_hidden_units_a_letter_read_two_letters_off_one_average():
    letters = torch.eye(8, dtype=torch.float64)
    pairs = torch.cartesian_prod(torch.arange(8), torch.arange(8))
    share = 2 / 3 * letters[pairs[:, 0]] + 1 / 3 * letters[pairs[:, 1]]
    hidden = torch.cat([share.relu(), (share - 1 / 3).relu()], 1)
    assert hidden.shape[1] == 2 * 8
    near = hidden @ torch.cat([letters, 0 * letters])
    far = hidden @ torch.cat([letters, -1.25 * letters])
    for scores, right in ((near, pairs[:, 0]), (far, pairs[:, 1])):
        best = scores.topk(2).values
        assert torch.equal(scores.argmax(1), right)
        assert (best[:, 0] - best[:, 1]).min() > 0.05


def test_the_next_layer_can_absorb_the_output_matrix_only_without_a_residual():
    x, heads = random(2, 200, D_MODEL)
    W_O, W = random(2, D_MODEL, D_MODEL)
    torch.testing.assert_close((heads @ W_O) @ W, heads @ (W_O @ W))
    for residual in (0, 1):
        y, both = (residual * x + heads @ W_O) @ W, residual * x + heads
        missed = relative(both @ torch.linalg.lstsq(both, y).solution, y)
        assert missed > 0.3 if residual else missed < 1e-9


def test_which_sizes_must_match_in_cross_attention():
    def layer(**widths):
        return nn.MultiheadAttention(12, HEADS, batch_first=True, **widths)

    x, keys, values = torch.randn(2, 5, 12), torch.randn(2, 9, 11), torch.randn(2, 9, 10)
    cross = layer(kdim=11, vdim=10)
    output, weights = cross(x, keys, values)
    assert (output.shape, weights.shape) == ((2, 5, 12), (2, 5, 9))
    wrong = [
        (layer(), x, keys, keys),  # a projection of another width
        (cross, x, keys, values[:, 1:]),  # nine keys, eight values
        (cross, torch.cat([x, x]), keys, values),  # four samples, two samples
    ]
    for module, *three in wrong:
        with pytest.raises((RuntimeError, AssertionError)):
            module(*three)
    queries, wider = torch.randn(2, HEADS, 5, 4), torch.randn(2, HEADS, 9, 6)
    assert F.scaled_dot_product_attention(queries, wider[..., :4], wider).shape[2:] == (5, 6)
    with pytest.raises(RuntimeError):
        F.scaled_dot_product_attention(queries, wider, wider)


def test_key_heads_repeated_three_ways():
    q, k, v = random(1, 4, TOKENS, D_HEAD), random(1, 2, TOKENS, D_HEAD), random(1, 2, TOKENS, 3)
    right = F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
    in_turns = [t.repeat(1, 2, 1, 1) for t in (k, v)]
    renamed = [0, 2, 1, 3]
    of_renamed = F.scaled_dot_product_attention(q[:, renamed], *in_turns)[:, renamed]
    torch.testing.assert_close(of_renamed, right)
    assert relative(F.scaled_dot_product_attention(q, *in_turns), right) > 0.3

    flat = k.transpose(1, 2).flatten(2)  # (batch, tokens, features)
    along_features = flat.repeat_interleave(2, dim=-1).unflatten(-1, (4, D_HEAD)).transpose(1, 2)
    assert along_features.shape == q.shape
    torch.testing.assert_close(along_features[:, 0], k[:, 0, :, [0, 0, 1, 1]])
    assert torch.linalg.matrix_rank(along_features).tolist() == [[D_HEAD // 2] * 4]
    assert relative(along_features, k.repeat_interleave(2, dim=1)) > 0.3


@pytest.mark.parametrize(("turned", "kept"), [(64, 0.82), (256, 0.29)])
def test_rotary_positions_reduce_the_score_of_a_match_as_stated(turned, kept):
    width, base = 256, 10000
    pairs = torch.complex(*random(2, 400, turned // 2))  # of queries, equal to their keys
    free = random(400, width - turned).square().sum(-1)
    speeds = base ** (-torch.arange(0, turned, 2, dtype=torch.float64) / turned)
    angles = torch.arange(1001)[:, None] * speeds
    keys = torch.polar(torch.ones_like(angles), angles).mean(0) * pairs  # over the distances
    scores = (pairs.conj() * keys).real.sum(-1) + free
    there = pairs.abs().square().sum(-1) + free
    assert (scores.mean() / there.mean()).item() == pytest.approx(kept, abs=0.01)


def test_a_layer_over_positions_has_the_same_weights_for_all_inputs_and_one_length():
    one, other, mix = *random(2, 1, TOKENS, 12).float(), nn.Linear(TOKENS, TOKENS)
    module = nn.MultiheadAttention(12, HEADS, batch_first=True)

    def shares(x, layer):  # of each token in each output
        slope = torch.autograd.functional.jacobian(layer, x)
        return slope.square().sum(dim=(0, 2, 3, 5))

    for layer, same in (
        (lambda x: mix(x.mT).mT, True),
        (lambda x: module(x, x, x)[0], False),
    ):
        assert torch.allclose(shares(one, layer), shares(other, layer), rtol=1e-3) == same
    longer = torch.cat([one, other], dim=1)
    assert module(longer, longer, longer)[0].shape == longer.shape
    with pytest.raises(RuntimeError):
        mix(longer.mT)


def test_random_features_miss_a_softmax_of_unit_scores_by_more_than_the_mean_does():
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 256, 64).double()
    right = F.scaled_dot_product_attention(q, k, v)

    def missed(n_features):
        W = torch.randn(n_features, 64).double()
        of_q, of_k = (
            t @ W.T - t.square().sum(-1, keepdim=True) / 2 for t in (q / 8**0.5, k / 8**0.5)
        )
        features_q = (of_q - of_q.amax(-1, keepdim=True)).exp()  # a factor for each query cancels
        features_k = (of_k - of_k.max()).exp()
        output = features_q @ (features_k.T @ v) / (features_q @ features_k.sum(0))[:, None]
        return relative(output, right)

    assert missed(4096) > relative(v.mean(0).expand_as(v), right) > 0.5
    q, k = q / 4, k / 4  # short ones need few
    right = F.scaled_dot_product_attention(q, k, v)
    assert missed(4096) < 0.2


@pytest.mark.parametrize(("way", "cosine"), [("post-norm", 0.7), ("pre-norm", 0.5)])
def test_how_alike_24_fresh_layers_make_tokens(way, cosine):
    found = []
    for seed in range(5):
        torch.manual_seed(seed)
        x = torch.randn(1, 16, 64)
        for _ in range(24):
            attention = nn.MultiheadAttention(64, 4, bias=False, batch_first=True)
            read = F.layer_norm(x, [64]) if way == "pre-norm" else x
            x = x + attention(read, read, read)[0].detach()
            x = x if way == "pre-norm" else F.layer_norm(x, [64])
        unit = F.normalize(x[0], dim=-1)
        found.append((unit @ unit.T)[~torch.eye(16).bool()].mean())
    assert torch.stack(found).mean().item() == pytest.approx(cosine, abs=0.05)


def evicted(n_layers, token):
    """The next token's output, at the position of all and of the cached tokens, and its model.

    From the cache of five tokens, the second, `token`, was evicted.
    """
    transformers = pytest.importorskip("transformers")
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=50, num_hidden_layers=n_layers, num_attention_heads=2, hidden_size=12,
        intermediate_size=24,
    )  # fmt: skip
    model = transformers.LlamaModel(config).eval().double()
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter)
    ids, outputs = torch.tensor([[7, token, 3, 9, 5]]), []
    for position in 5, 4:
        past = model(ids, use_cache=True).past_key_values
        for layer in past.layers:
            layer.keys, layer.values = (t[:, :, [0, 2, 3, 4]] for t in (layer.keys, layer.values))
        next_one = {"past_key_values": past, "position_ids": torch.tensor([[position]])}
        outputs.append(model(torch.tensor([[8]]), **next_one).last_hidden_state[0, 0])
    return *outputs, model


def test_an_evicted_token_leaves_its_weight_its_position_and_its_traces():
    scores = random(TOKENS, TOKENS)
    weights, kept = scores.softmax(-1), [0, 2, 3, 4]
    grown = weights[:, kept] / (1 - weights[:, 1:2])
    torch.testing.assert_close(scores[:, kept].softmax(-1), grown)

    with torch.no_grad():
        of_all, of_cached, model = evicted(1, token=4)
        blocked, ids = torch.tensor([[1, 0, 1, 1, 1, 1]]), torch.tensor([[7, 4, 3, 9, 5, 8]])
        options = {"attention_mask": blocked, "position_ids": torch.arange(6)[None]}
        expected = model(ids, **options).last_hidden_state[0, -1]
        torch.testing.assert_close(of_all, expected)
        assert relative(of_cached, expected) > 0.01

        for n_layers, same in ((1, True), (2, False)):
            one, other = (evicted(n_layers, token)[0] for token in (4, 6))
            assert torch.allclose(one, other) == same


def test_codes_count_a_window_as_the_table_says():
    """transformers' mask, and the one of FlexAttention's example; other rows are read, not run."""
    transformers = pytest.importorskip("transformers")
    from torch.nn.attention.flex_attention import create_mask

    window, seen = transformers.masking_utils.sliding_window_overlay(3), []
    rules = (
        lambda b, h, q_idx, kv_idx: window(b, h, q_idx, kv_idx) & (q_idx >= kv_idx),
        lambda b, h, q_idx, kv_idx: (q_idx - kv_idx <= 3) & (q_idx >= kv_idx),
    )
    for rule in rules:
        may = create_mask(rule, 1, 1, 9, 9, device="cpu")
        seen.append(may.sum(-1).max().item())
    assert seen == [3, 3 + 1]
    assert "| w keys | transformers' `sliding_window=w`" in PAGE
    assert re.search(r"^\| w \+ 1 keys \| .*`q_idx - kv_idx <= w`", PAGE, re.MULTILINE)


def test_how_a_cache_takes_tokens_back():
    transformers = pytest.importorskip("transformers")
    config = transformers.MistralConfig(
        vocab_size=50, num_hidden_layers=2, num_attention_heads=2, hidden_size=12,
        intermediate_size=24, num_key_value_heads=2, sliding_window=3,
    )  # fmt: skip
    model, ids = transformers.MistralModel(config).eval().double(), torch.arange(1, 6)[None]
    expected = model(ids).last_hidden_state[:, 3:]
    for record in True, False:
        past = model(ids[:, :3], use_cache=True).past_key_values
        if record:
            past.activate_past_recording()
        model(ids[:, :2] + 20, past_key_values=past)
        if not record:
            with pytest.raises(RuntimeError, match="activate_past_recording"):
                past.crop(-2)
            continue
        past.crop(-2)
        found = model(ids[:, 3:], past_key_values=past).last_hidden_state
        torch.testing.assert_close(found, expected)
    past = transformers.DynamicCache()
    past.update(*random(2, 1, 2, 5, 4), 0)
    with pytest.raises(ValueError, match="positive"):
        past.crop(3)

    layer, cache, x = StackedAttention(12, HEADS).double(), KVCache(), random(2, TOKENS, 12)
    with torch.no_grad():
        full = layer(x, mask=causal_mask(TOKENS))[0]
        layer(x[:, :3], cache=cache)
        layer(random(2, 2, 12), cache=cache)
        cache.crop(3)
        torch.testing.assert_close(layer(x[:, 3:], cache=cache)[0], full[:, 3:])


@pytest.mark.parametrize("decay", [0.0, 0.1])
def test_rows_of_a_packed_matrix_without_a_gradient_move_by_weight_decay_alone(decay):
    module, x = nn.MultiheadAttention(12, HEADS, batch_first=True), torch.randn(1, TOKENS, 12)
    W = module.in_proj_weight
    before, of_queries = W.detach().clone(), torch.arange(36)[:, None] < 12
    W.register_hook(lambda gradient: gradient * of_queries)
    optimizer = torch.optim.AdamW([W], lr=0.1, weight_decay=decay)
    module(x, x, x)[0].square().sum().backward()
    optimizer.step()
    assert (W[:12] != before[:12]).all()
    torch.testing.assert_close(W[12:].detach(), before[12:] * (1 - 0.1 * decay))


def test_a_function_compiled_for_each_length_is_given_up_after_eight():
    graphs = []

    def only_count(graph, inputs):
        graphs.append(graph)
        return graph.forward

    torch._dynamo.reset()
    attend = torch.compile(lambda q: F.scaled_dot_product_attention(q, q, q),
                           backend=only_count, dynamic=False)  # fmt: skip
    for n in range(2, 14):
        q = torch.randn(1, 2, n, 8)
        torch.testing.assert_close(attend(q), F.scaled_dot_product_attention(q, q, q))
    assert len(graphs) == torch._dynamo.config.recompile_limit == 8
    torch._dynamo.reset()


def test_without_a_mask_a_new_token_changes_all_old_keys_from_the_second_layer_on():
    layer = nn.TransformerEncoderLayer(12, 2, dropout=0.0, batch_first=True)
    model, seen = nn.TransformerEncoder(layer, num_layers=2).double(), []
    for one in model.layers:
        one.self_attn.register_forward_pre_hook(lambda _, given: seen.append(given[1]))
    x = random(1, 6, 12)
    for n in (5, 6):
        model(x[:, :n])
    moved = [(seen[i] - seen[i + 2][:, :5]).norm(dim=-1) for i in (0, 1)]
    assert moved[0].max() == 0
    assert moved[1].min() > 1e-3


def rotated(x, cos, sin):
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


def test_what_tables_in_bfloat16_cost():
    assert "by 0.0027 of its length, where rounding the result alone costs 0.0017" in PAGE
    positions = torch.arange(1001)[:, None]
    angles = positions * 10_000 ** (-torch.arange(0, 128, 2) / 128)
    x = torch.randn(1001, 128).bfloat16()
    cos, sin = angles.cos(), angles.sin()
    exact = rotated(x.double(), cos.double(), sin.double())
    tables = rotated(x, cos.bfloat16(), sin.bfloat16()).double()
    rounded = rotated(x.float(), cos, sin).bfloat16().double()
    assert relative(tables, exact) == pytest.approx(0.0027, abs=1e-4)
    assert relative(rounded, exact) == pytest.approx(0.0017, abs=1e-4)
    assert ((tables - exact) / exact).abs().max() > 1
    whole = torch.arange(1, 1024)
    held = whole[whole.bfloat16().long() == whole]
    assert (held[held > 256] % 2 == 0).all()
    assert (held[:256] == whole[:256]).all()

    speeds = 10_000 ** (-torch.arange(0, 128, 2) / 128)
    positions_16, speeds_16 = positions.bfloat16(), speeds.bfloat16()
    first = {
        "positions": positions_16.double() * speeds.double(),
        "inv_freq": positions.double() * speeds_16.double(),
        "both": (positions_16 * speeds_16).double(),
    }
    for name, coarse in first.items():
        turned = coarse - positions.double() * speeds.double()
        off = (2 - 2 * turned.cos()).mean(dim=-1).sqrt()  # of a rotated vector's length
        first[name] = (off > 0.03).nonzero()[0].item()
    assert first == {"positions": 257, "inv_freq": 126, "both": 61}
    assert "first show at position 257" in PAGE
    assert "of its length at position 126; with both and their product rounded, at 61" in PAGE

    llama = pytest.importorskip("transformers.models.llama.modeling_llama")
    rotary = llama.LlamaRotaryEmbedding(llama.LlamaConfig(hidden_size=16, num_attention_heads=2))
    for wide, narrow in zip(
        *(rotary(x.to(dtype), positions.T) for dtype in (torch.float32, torch.bfloat16)),
        strict=True,
    ):
        assert torch.equal(wide.bfloat16(), narrow)


def test_keys_of_cross_attention_are_computed_once():
    transformers = pytest.importorskip("transformers")
    config = transformers.BartConfig(
        vocab_size=50, d_model=12, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=5, decoder_ffn_dim=5, bos_token_id=0,
        eos_token_id=2, pad_token_id=1, decoder_start_token_id=2, forced_eos_token_id=None,
    )  # fmt: skip
    model, calls = transformers.BartForConditionalGeneration(config).eval(), []
    layer = model.model.decoder.layers[0]
    for name in ("self_attn", "encoder_attn"):
        module = getattr(layer, name).k_proj
        module.register_forward_hook(lambda *call, name=name: calls.append((name, call[2].shape)))
    model.generate(
        torch.tensor([[7, 3, 9]]), max_new_tokens=4, min_new_tokens=4, num_beams=1,
        do_sample=False,
    )  # fmt: skip
    assert [shape[1] for name, shape in calls if name == "self_attn"] == [1] * 4
    assert [shape[1] for name, shape in calls if name == "encoder_attn"] == [3]


def test_what_four_bits_cost_keys_and_values():
    rounded = run_blocks()[0]["rounded"]
    q, k, v = torch.randn(3, 8, 256, 64)

    def errors(q, k, dim=-1, bits=4):
        exact = F.scaled_dot_product_attention(q, k, v)
        pairs = (rounded(k, dim, bits), v), (k, rounded(v, dim, bits))
        return [relative(F.scaled_dot_product_attention(q, *pair), exact) for pair in pairs]

    assert errors(q, k) == pytest.approx([0.11, 0.11], abs=0.01)
    assert errors(4 * q, k) == pytest.approx([0.23, 0.11], abs=0.01)
    large = k.clone()
    large[..., 0] *= 20
    assert errors(q, large, bits=8)[0] == pytest.approx(0.07, abs=0.005)
    assert errors(q, large)[0] > 0.5
    assert errors(q, large, dim=-2)[0] < 0.3
    assert errors(q, large)[1] == pytest.approx(0.11, abs=0.01)


def test_patches_of_a_vit_follow_its_first_token_in_rows():
    names, _ = run_blocks()
    vit, images = names["ViTModel"](names["config"]), names["images"].clone()
    before = vit.embeddings(images)
    images[:, :, 16:32, 32:48] += 1  # row 1, column 2
    moved = (vit.embeddings(images) - before).abs().sum((0, 2)).nonzero().flatten()
    assert moved.tolist() == [1 + 1 * 4 + 2]


@pytest.mark.parametrize("dropout", [0.0, 0.5])
def test_checkpointing_keeps_gradients_and_each_head_saves_no_more(dropout):
    W, x = random(HEADS, 3, 12, D_HEAD), random(1, 50, 12).requires_grad_()
    again = functools.partial(checkpointing.checkpoint, use_reentrant=False)
    calls, kept = [], []

    def keep(tensor):
        kept.append(tensor.numel())
        return tensor

    def head(x, W):
        calls.append(1)
        q, k, v = (x @ W_i for W_i in W)
        return F.dropout((q @ k.mT).softmax(-1), dropout) @ v

    def layer(x, each):
        return torch.cat([each(head, x, W_i) for W_i in W], dim=-1)

    def plain(f, *args):
        return f(*args)

    found = {}
    for name, whole, each in (
        ("plain", plain, plain), ("layer", again, plain), ("both", again, again)
    ):  # fmt: skip
        kept.clear()
        calls.clear()
        torch.manual_seed(0)
        with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
            output = whole(layer, x, each)
        (grad,) = torch.autograd.grad(output.square().sum(), x)
        found[name] = sum(kept), grad, len(calls)
    assert torch.equal(found["plain"][1], found["layer"][1])
    assert torch.equal(found["plain"][1], found["both"][1])
    assert found["both"][0] == found["layer"][0] < found["plain"][0] / 10
    assert (found["plain"][2], found["layer"][2]) == (HEADS, 2 * HEADS)


@pytest.mark.parametrize("heads", [1, 2, 8])
def test_what_scores_and_projections_cost_does_not_depend_on_the_number_of_heads(heads):
    n, d = 96, 64
    x, W = random(n, d), random(4, d, d)
    with FlopCounterMode(display=False) as counter:
        q, k, v = ((x @ W_i).unflatten(-1, (heads, -1)).transpose(0, 1) for W_i in W[:3])
        ((q @ k.mT).softmax(-1) @ v).transpose(0, 1).flatten(1) @ W[3]
    assert counter.get_total_flops() == 2 * (2 * n**2 * d + 4 * n * d**2)


@QUIET
def test_what_quantization_aware_training_makes_of_the_module(monkeypatch):
    quantization = torch.ao.quantization
    model = nn.Sequential(nn.MultiheadAttention(12, HEADS)).train()
    model.qconfig = quantization.get_default_qat_qconfig("x86")
    refusal = "qat.Linear.from_float only works for Linear, got NonDynamicallyQuantizableLinear"
    assert refusal in PAGE
    with pytest.raises(AssertionError, match=refusal):
        quantization.prepare_qat(model)
    # The assert removed: the module is replaced, and none of its matrices is a QAT one.
    qat = torch.ao.nn.qat.Linear
    monkeypatch.setattr(qat, "_FLOAT_MODULE", type(model[0].out_proj))
    (replaced,) = quantization.prepare_qat(model)
    assert type(replaced) is torch.ao.nn.quantizable.MultiheadAttention
    parts = [replaced.linear_Q, replaced.linear_K, replaced.linear_V, replaced.out_proj]
    assert not any(hasattr(part, "weight_fake_quant") for part in parts)
    assert all(hasattr(part, "activation_post_process") for part in parts)
    monkeypatch.undo()
    mine = nn.Sequential(run_blocks()[0]["Mine"]()).train()
    mine.qconfig = model.qconfig
    (prepared,) = quantization.prepare_qat(mine)
    assert sum(isinstance(part, qat) for part in prepared.modules()) == 4


@QUIET
@pytest.mark.parametrize("batch_first", [False, True])
def test_the_quantizable_module_merges_heads_without_the_transpose(batch_first):
    module = nn.MultiheadAttention(12, HEADS, batch_first=batch_first).eval()
    x = torch.randn(2, TOKENS, 12)
    given = x if batch_first else x.transpose(0, 1)
    right = module(given, given, given)[0]
    model = nn.Sequential(module)
    model.qconfig = torch.ao.quantization.get_default_qconfig("x86")
    (replaced,) = torch.ao.quantization.prepare(model)
    found = replaced(given, given, given)[0]
    assert torch.allclose(found, right, atol=1e-5) != batch_first
    q, k, v = (
        t.unflatten(-1, (HEADS, -1)).transpose(1, 2)
        for t in F.linear(x, module.in_proj_weight, module.in_proj_bias).chunk(3, -1)
    )
    wrong = module.out_proj(F.scaled_dot_product_attention(q, k, v).reshape(2, TOKENS, 12))
    by_samples = found if batch_first else found.transpose(0, 1)
    assert torch.allclose(by_samples, wrong, atol=1e-5) == batch_first


def test_xlogy_has_the_slope_of_entr():
    scores = torch.tensor([0.0, 1.0, -torch.inf], requires_grad=True)
    weights = scores.softmax(-1)
    entropy = -torch.xlogy(weights, weights).sum()
    torch.testing.assert_close(entropy, torch.special.entr(weights).sum())
    assert torch.autograd.grad(entropy, scores)[0].isnan().any()
    weights = scores.half().softmax(-1)
    for smallest, is_finite in ((1e-30, False), (1e-7, True)):
        entropy = -(weights * weights.clamp(min=smallest).log()).sum()
        (grad,) = torch.autograd.grad(entropy, scores, retain_graph=True)
        assert (entropy.isfinite() & grad.isfinite().all()).item() == is_finite


def test_cutting_rows_and_columns_of_linear_layers_removes_a_head():
    projections = nn.ModuleList(nn.Linear(12, 12) for _ in range(4)).double()
    x, kept = random(1, TOKENS, 12), torch.tensor([0, 1, 2, 3, 8, 9, 10, 11])

    def attend(parameters, heads):
        (q, k, v), (W_O, b_O) = (
            [F.linear(x, *p).unflatten(-1, (heads, -1)).transpose(1, 2) for p in parameters[:3]],
            parameters[3],
        )
        return F.linear(
            F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2), W_O, b_O
        )

    whole = [(one.weight, one.bias) for one in projections]
    (W_O, b_O), cut = whole[3], [(W[kept], b[kept]) for W, b in whole[:3]]
    zeroed = torch.zeros_like(W_O)
    zeroed[:, kept] = W_O[:, kept]
    expected = attend([*whole[:3], (zeroed, b_O)], 3)
    torch.testing.assert_close(attend([*cut, (W_O[:, kept], b_O)], 2), expected)


def test_which_masks_a_transformer_passes_on_to_which_attention():
    model = nn.Transformer(12, 2, 1, 1, 24, dropout=0.0, batch_first=True)
    seen = {}
    for name, module in model.named_modules():
        if isinstance(module, nn.MultiheadAttention):
            module.register_forward_pre_hook(
                lambda _, args, kwargs, name=name: seen.update({name: kwargs}), with_kwargs=True
            )
    masks = {
        "src_mask": torch.rand(7, 7) > 0.9, "tgt_mask": torch.rand(5, 5) > 0.9,
        "memory_mask": torch.rand(5, 7) > 0.9,
        "src_key_padding_mask": torch.arange(7).expand(2, 7) > 5,
        "tgt_key_padding_mask": torch.arange(5).expand(2, 5) > 3,
        "memory_key_padding_mask": torch.arange(7).expand(2, 7) > 4,
    }  # fmt: skip
    model(torch.randn(2, 7, 12), torch.randn(2, 5, 12), **masks)
    for start, module in (
        ("src", "encoder.layers.0.self_attn"),
        ("tgt", "decoder.layers.0.self_attn"),
        ("memory", "decoder.layers.0.multihead_attn"),
    ):
        for ours, theirs in (("_mask", "attn_mask"), ("_key_padding_mask", "key_padding_mask")):
            passed = seen[module][theirs]  # as a boolean, or as numbers to add
            blocked = passed if passed.dtype == torch.bool else passed == -torch.inf
            assert torch.equal(blocked, masks[start + ours])


def test_swin_adds_a_fixed_mask_and_a_learned_bias():
    swin = pytest.importorskip("transformers.models.swin.modeling_swin")
    config = swin.SwinConfig(embed_dim=12, window_size=4, num_heads=[3])
    layer = swin.SwinLayer(config, 12, (8, 8), 3, shift_size=2)
    mask = layer.get_attn_mask(8, 8, torch.float32, torch.device("cpu"))
    assert set(mask.unique().tolist()) == {0.0, -100.0}
    tables = [p for name, p in layer.named_parameters() if "relative_position_bias_table" in name]
    assert [tuple(table.shape) for table in tables] == [(7 * 7, 3)]  # distances, heads


def block_with(line):
    (code,) = [code for code, _ in BLOCKS if line in code]
    names = {"torch": torch}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, names)
    return names


def test_four_regions_give_the_mask_of_swins_nine():
    swin = pytest.importorskip("transformers.models.swin.modeling_swin")
    config = swin.SwinConfig(embed_dim=12, window_size=4, num_heads=[3])
    layer = swin.SwinLayer(config, 12, (8, 8), 3, shift_size=2)
    mask = layer.get_attn_mask(8, 8, torch.float32, torch.device("cpu"))
    assert torch.equal(mask == -100, block_with("place = torch.arange(8).roll(-2)")["blocked"])


@pytest.mark.parametrize(("window", "rows"), [(7, 169), (12, 529)])
def test_swins_index_and_table_are_those_of_the_page(window, rows):
    swin = pytest.importorskip("transformers.models.swin.modeling_swin")
    config = swin.SwinConfig(embed_dim=12, window_size=window, num_heads=[3])
    for side in (window, 3 * window):  # a larger picture has the same table
        bias = swin.SwinLayer(config, 12, (side, side), 3).attention.relative_position_bias
        assert tuple(bias.relative_position_bias_table.shape) == (rows, 3)
    names = block_with("h, w = 2, 2")
    row, column = torch.cartesian_prod(torch.arange(window), torch.arange(window)).T
    names |= {"down": row[:, None] - row, "right": column[:, None] - column, "h": window}
    formula = "(down + h - 1) * (2 * w - 1) + right + w - 1"
    assert formula in PAGE
    found = eval(formula, names | {"w": window})
    assert torch.equal(found.flatten(), bias.relative_position_index.flatten())


def test_swins_table_shows_its_number_of_heads():
    transformers = pytest.importorskip("transformers")
    sizes = {"image_size": 32, "patch_size": 2, "embed_dim": 12, "depths": [1], "window_size": 4}
    three, two = (
        transformers.SwinModel(transformers.SwinConfig(num_heads=[n], **sizes)) for n in (3, 2)
    )
    with pytest.raises(RuntimeError, match=r"size mismatch for .*relative_position_bias_table"):
        two.load_state_dict(three.state_dict())


def test_object_queries_are_added_to_queries_and_keys_alone():
    detr = pytest.importorskip("transformers.models.detr.modeling_detr")
    config = detr.DetrConfig(d_model=12, decoder_attention_heads=3, decoder_ffn_dim=24)
    config._attn_implementation = "eager"
    layer, slots, seen = detr.DetrDecoderLayer(config).eval(), torch.randn(1, 5, 12), {}
    for name in ("self_attn", "encoder_attn"):
        attention = getattr(layer, name)
        torch.nn.init.normal_(attention.v_proj.bias)
        attention.register_forward_hook(lambda *call, name=name: seen.update({name: call[2][0]}))
        for part in "qkv":
            getattr(attention, f"{part}_proj").register_forward_pre_hook(
                lambda _, args, key=(name, part): seen.update({key: args[0]})
            )
    picture, zeros = torch.randn(1, 20, 12), torch.zeros(1, 5, 12)
    layer(zeros, object_queries_position_embeddings=slots, encoder_hidden_states=picture)
    same, later = (seen[name][0] for name in ("self_attn", "encoder_attn"))
    torch.testing.assert_close(same, same[:1].expand(5, -1))
    assert same.abs().max() > 0.1
    assert (later - later[:1]).abs().max() > 1e-3
    for part, expected in (("q", slots), ("k", slots), ("v", zeros)):
        torch.testing.assert_close(seen["self_attn", part], expected)
    asked = layer.self_attn_layer_norm(seen["self_attn"]) + slots
    torch.testing.assert_close(seen["encoder_attn", "q"], asked)
    for part in "kv":
        torch.testing.assert_close(seen["encoder_attn", part], picture)


def test_over_which_features_models_normalize_their_queries():
    transformers = pytest.importorskip("transformers")
    sizes = {"hidden_size": 24, "num_attention_heads": 3, "num_key_value_heads": 3}
    sizes |= {"intermediate_size": 24, "vocab_size": 50, "num_hidden_layers": 1}
    for family, width in (("Qwen3", 8), ("Olmo2", 24)):
        extra = {"head_dim": 8} if family == "Qwen3" else {"pad_token_id": 0}
        config = getattr(transformers, f"{family}Config")(**sizes, **extra)
        model = getattr(transformers, f"{family}Model")(config)
        assert tuple(model.layers[0].self_attn.q_norm.weight.shape) == (width,)


def test_new_rows_of_a_table_of_positions_leave_old_outputs():
    transformers = pytest.importorskip("transformers")
    short, longer = (
        transformers.GPT2Model(
            transformers.GPT2Config(n_positions=n, n_embd=12, n_head=3, n_layer=2, vocab_size=50)
        ).eval()
        for n in (8, 16)
    )
    state, table = short.state_dict(), longer.wpe.weight.detach().clone()
    table[:8] = state["wpe.weight"]
    longer.load_state_dict(state | {"wpe.weight": table})
    text = torch.arange(11)[None]
    expected = short(text[:, :8]).last_hidden_state
    torch.testing.assert_close(longer(text).last_hidden_state[:, :8], expected)


def test_generate_finds_padding_unless_it_is_the_end_token():
    transformers = pytest.importorskip("transformers")
    config = transformers.LlamaConfig(
        vocab_size=50, num_hidden_layers=1, num_attention_heads=2, hidden_size=12,
        intermediate_size=24, num_key_value_heads=2,
    )  # fmt: skip
    model = transformers.LlamaForCausalLM(config).eval()
    ids = torch.tensor([[0, 0, 7, 3, 9]])

    def logits(end, **options):
        made = model.generate(
            ids, max_new_tokens=1, pad_token_id=0, eos_token_id=end, do_sample=False,
            output_logits=True, return_dict_in_generate=True, **options,
        )  # fmt: skip
        return made.logits[0]

    expected = logits(end=1, attention_mask=(ids != 0).long())
    torch.testing.assert_close(logits(end=1), expected)
    assert not torch.allclose(logits(end=0), expected, atol=1e-4)


def test_a_block_norms_its_sum_or_what_attention_reads():
    x, options = torch.randn(2, TOKENS, 12), {"dropout": 0.0, "batch_first": True}
    for norm_first in False, True:
        block = nn.TransformerEncoderLayer(12, 2, norm_first=norm_first, **options)

        def attention(x, block=block):
            return block.self_attn(x, x, x)[0]

        def mlp(x, block=block):
            return block.linear2(block.linear1(x).relu())

        if norm_first:
            expected = x + attention(block.norm1(x))
            expected = expected + mlp(block.norm2(expected))
        else:
            expected = block.norm1(x + attention(x))
            expected = block.norm2(expected + mlp(expected))
        torch.testing.assert_close(block(x), expected)
        tokens_first = nn.TransformerEncoderLayer(12, 2, dropout=0.0, norm_first=norm_first)
        tokens_first.load_state_dict(block.state_dict())
        torch.testing.assert_close(tokens_first(x.transpose(0, 1)).transpose(0, 1), expected)
    normed = F.layer_norm(100 * x, [12])
    torch.testing.assert_close(F.layer_norm(normed, [12]), normed, rtol=0, atol=1e-4)


def test_the_logits_that_are_kept_are_the_last_ones():
    names, _ = run_blocks()
    with torch.no_grad():
        ids = torch.randint(50, (1, 6))
        kept = names["writer"](ids, logits_to_keep=1).logits
        torch.testing.assert_close(kept, names["writer"](ids).logits[:, -1:])


def test_token_0_of_vocabularies_of_bytes_is_an_exclamation_mark():
    gpt2 = pytest.importorskip("transformers.convert_slow_tokenizer")
    assert next(iter(gpt2.bytes_to_unicode().values())) == "!"


def test_a_gain_makes_up_for_the_packed_matrix():
    packed = torch.empty(3 * 512, 512)
    nn.init.xavier_uniform_(packed, gain=2**0.5)
    assert packed.var().item() * 512 == pytest.approx(1, rel=0.02)


def test_a_linear_layer_on_the_sum_of_two_words_ignores_the_query():
    x, W = random(TOKENS, 12), random(12)
    rows = ((x[:, None] + x) @ W).softmax(-1)
    torch.testing.assert_close(rows, rows[:1].expand_as(rows))


@QUIET
def test_rows_of_padded_queries_are_zeros_in_the_fast_path_alone():
    ask = run_blocks()[0]["ask_for_weights"]
    layer = nn.TransformerEncoderLayer(12, 2, batch_first=True)
    encoder, maps = nn.TransformerEncoder(layer, num_layers=3).eval(), []
    for one in encoder.layers:
        one.self_attn.register_forward_pre_hook(ask, with_kwargs=True)
        one.self_attn.register_forward_hook(lambda *call: maps.append(call[2][1]))
    x, padding = torch.randn(2, 5, 12), torch.arange(5) >= torch.tensor([[5], [3]])
    for with_gradients in (False, True):
        maps.clear()
        with torch.set_grad_enabled(with_gradients):
            encoder(x, src_key_padding_mask=padding)
        sums = torch.stack(maps)[:, 1, :, 3:].sum(-1)
        torch.testing.assert_close(sums, torch.full_like(sums, with_gradients))


def test_configurations_with_a_width_of_heads_and_models_with_biases():
    transformers = pytest.importorskip("transformers")
    (line,) = re.findall(r'`(getattr\(config, "head_dim".*?)`', PAGE)
    sizes = {"hidden_size": 2560, "num_attention_heads": 32}
    for family, width in (("Qwen3", 128), ("Bert", 80)):
        config = getattr(transformers, f"{family}Config")(**sizes)
        assert eval(line, {"config": config}) == width
    biased = {
        family: any(
            "bias" in name
            for name, _ in getattr(transformers, f"{family}Model")(
                getattr(transformers, f"{family}Config")(
                    vocab_size=5, hidden_size=12, num_attention_heads=2, num_hidden_layers=1,
                    intermediate_size=5, num_key_value_heads=2,
                )
            ).named_parameters()
            if "att" in name and "norm" not in name.lower()
        )
        for family in ("Llama", "GPT2", "Bert")
    }  # fmt: skip
    assert biased == {"Llama": False, "GPT2": True, "Bert": True}


def test_a_pruned_layer_saves_the_stated_fraction_of_products():
    d_model, tokens, hidden = 768, 128, 4 * 768

    def products(heads):
        d_heads = 64 * heads
        with FlopCounterMode(display=False) as counter, torch.device("meta"):
            x = torch.empty(tokens, d_model)
            q, k, v = (x @ torch.empty(d_model, d_heads) for _ in "qkv")
            q, k, v = (t.unflatten(1, (heads, 64)).transpose(0, 1) for t in (q, k, v))
            z = ((q @ k.mT).softmax(-1) @ v).transpose(0, 1).flatten(1)
            z @ torch.empty(d_heads, d_model)
            attention = counter.get_total_flops()
            x @ torch.empty(d_model, hidden) @ torch.empty(hidden, d_model)
        return attention, counter.get_total_flops()

    (attention, whole), (_, pruned) = products(12), products(2)
    assert attention / whole == pytest.approx(0.35, abs=0.005)
    assert pruned / whole == pytest.approx(0.71, abs=0.005)


def test_a_full_column_needs_queries_with_something_in_common():
    tokens, d_head = 256, 16
    queries, keys, values = random(3, tokens, d_head)

    def column(queries, keys):
        weights = (queries @ keys.mT / d_head**0.5).softmax(-1)
        return weights[:, 0], weights @ values

    direction = F.normalize(random(d_head), dim=0)
    long = keys.clone()
    long[0] = 6 * d_head**0.5 * direction  # six times as long as the others
    broken, _ = column(queries, long)
    assert 0.15 < (broken > 0.1).double().mean() < 0.6
    assert 0.15 < (broken < 0.001).double().mean() < 0.6

    pointing = keys.clone()
    pointing[0] = 8 * direction
    full, output = column(queries + 8 * direction, pointing)
    assert full.min() > 0.5
    alike = F.cosine_similarity(output[:, None], output, dim=-1)
    assert alike.min() > 0.9
    assert F.cosine_similarity(values[:, None], values, dim=-1).abs().mean() < 0.3

    shift = (queries + 8 * direction) @ keys.mT - queries @ keys.mT
    torch.testing.assert_close(shift, (8 * keys @ direction).expand(tokens, -1))


@pytest.mark.parametrize("training", [True, False])
def test_add_zero_attn_keeps_the_order_of_time(training):
    module = nn.MultiheadAttention(12, HEADS, batch_first=True, add_zero_attn=True)
    plain = nn.MultiheadAttention(12, HEADS, batch_first=True)
    plain.load_state_dict(module.state_dict())
    x = torch.randn(1, TOKENS, 12)
    blocked = ~causal_mask(TOKENS)
    for layer in (module, plain):
        layer.train(training)

    def output(x):
        return module(x, x, x, attn_mask=blocked)[0].sum((0, 2))

    moved = torch.autograd.functional.jacobian(output, x)[:, 0].norm(dim=-1)  # (outputs, tokens)
    assert (moved[blocked] == 0).all()
    assert (moved[~blocked] > 1e-6).all()

    # A whole row at -10,000 and no option: as if nothing were masked.
    low = torch.full((TOKENS, TOKENS), -1e4).triu(1)
    low[0] = -1e4
    row = {
        layer: layer(x, x, x, attn_mask=low, average_attn_weights=False)[1][0, :, 0, :TOKENS]
        for layer in (module, plain)
    }
    free = plain(x, x, x, average_attn_weights=False)[1][0, :, 0]
    torch.testing.assert_close(row[plain], free, atol=2e-3, rtol=0)
    assert (row[module] == 0).all()


def test_which_xavier_keeps_values_and_gradients():
    x, gradient = torch.randn(2, 256, 512)
    for columns, size in ((512, 1), (64, 1.78), (1536, 0.5)):
        draws = [torch.empty(512, columns) for _ in range(max(1, 512 // columns))]
        W_V = torch.cat([nn.init.xavier_uniform_(W) for W in draws], 1)[:, :512]
        assert (x @ W_V).var().item() == pytest.approx(size, rel=0.04)
        assert (gradient @ W_V.T).var().item() == pytest.approx(size, rel=0.04)
    packed = nn.MultiheadAttention(512, 8).in_proj_weight
    assert packed.var().item() * 512 == pytest.approx(0.5, rel=0.02)


def test_dropped_weights_and_a_dropped_output_share_their_mean_alone():
    n, d_head, p = 3, 4, 0.25
    weights = torch.tensor([0.5, 0.3, 0.2], dtype=torch.float64)

    def draws(n):  # every way of keeping n numbers, and its probability
        kept = torch.tensor(list(itertools.product([0.0, 1], repeat=n)), dtype=torch.float64)
        return kept / (1 - p), (p ** (1 - kept) * (1 - p) ** kept).prod(-1)

    (keys, by_keys), (features, by_features) = draws(n), draws(d_head)

    def both(values):  # mean and variance, of dropped weights and of a dropped output
        dropped = (keys * weights) @ values, features * (weights @ values)
        for chance, outputs in zip((by_keys, by_features), dropped, strict=True):
            mean = chance @ outputs
            yield mean, chance @ (outputs - mean).square().sum(-1)

    one = random(d_head)
    agree = one.expand(n, -1) + 0.1 * random(n, d_head)
    cancel = random(n, d_head)
    cancel[2] = -(weights[:2] @ cancel[:2]) / weights[2]
    for values, quieter in ((agree, 0), (cancel, 1)):
        (by_weights, var_weights), (by_output, var_output) = both(values)
        torch.testing.assert_close(by_weights, by_output)
        variances = [var_weights, var_output]
        assert variances[quieter] < 0.6 * variances[1 - quieter]

    sharp = torch.tensor([0.995, 0.004, 0.001], dtype=torch.float64)
    values = random(n, d_head).sign()
    whole = sharp @ values
    for chance, outputs, erased in (
        (by_keys, (keys * sharp) @ values, p),
        (by_features, features * whole, p**d_head),
    ):
        left = outputs.norm(dim=-1) / whole.norm()
        assert chance[left < 0.1].sum().item() == pytest.approx(erased)


def test_where_float16_overflows():
    d_head, largest = 64, torch.finfo(torch.float16).max
    assert largest / d_head**0.5 == 8188
    for entry, fits in ((31.5, True), (32.5, False)):  # scores after the division: 7,938, 8,450
        q = torch.full((4, d_head), entry, dtype=torch.float16)
        k = torch.cat([q, -q])
        exact = (q.double() @ k.double().T) / 8
        assert (exact.max() < 8188) == fits
        late = (q @ k.T) / 8
        assert late.isfinite().all() == fits
        assert late.float().softmax(-1).isfinite().all() == fits
        root = 8**0.5
        for early in ((q / 8) @ k.T, (q / root) @ (k / root).T):
            torch.testing.assert_close(early.double(), exact, rtol=0.005, atol=0)
            assert early.float().softmax(-1).isfinite().all()
    q = torch.full((4, d_head), 92.0, dtype=torch.float16)  # scores of 67,712
    assert not ((q / 8) @ q.T).isfinite().any()
    assert ((q.bfloat16() @ q.bfloat16().T) / 8).isfinite().all()

    # The sum of 16,384 ones in float16 would be 2,048: its softmax does not add in float16.
    assert (torch.zeros(16384, dtype=torch.float16).softmax(0) == 2**-14).all()
    stuck = torch.tensor(2048, dtype=torch.float16)
    assert stuck + 1 == stuck


def test_a_wider_product_passes_float16s_end_and_so_does_sdpa():
    generator = torch.Generator().manual_seed(0)
    q, k, v = torch.randn(3, 1, 1, 8, 64, generator=generator)
    q, k = (300 * q).half(), (300 * k).half()
    wide = (q.double() @ k.double().mT / 8).softmax(-1)
    assert (q.double() @ k.double().mT / 8).abs().max() > 65_504
    assert (q / 8 @ k.mT).isinf().any()
    torch.testing.assert_close((q.float() @ k.float().mT / 8).softmax(-1).double(), wide)
    fused = F.scaled_dot_product_attention(q, k, v.half())
    torch.testing.assert_close(fused.double(), wide @ v.half().double(), rtol=0, atol=0.01)


def test_add_zero_attn_has_no_effect_with_is_causal():
    module = nn.MultiheadAttention(12, HEADS, batch_first=True, add_zero_attn=True)
    plain = nn.MultiheadAttention(12, HEADS, batch_first=True)
    plain.load_state_dict(module.state_dict())
    x, blocked = torch.randn(1, TOKENS, 12), ~causal_mask(TOKENS)
    for is_causal, same in ((True, True), (False, False)):
        options = {"attn_mask": blocked, "need_weights": False, "is_causal": is_causal}
        out, other = (layer(x, x, x, **options)[0] for layer in (module, plain))
        assert torch.allclose(out, other, atol=1e-6) == same


def test_lengths_are_repeated_as_heads_and_samples_are_folded():
    """For nn.MultiheadAttention samples come first: 6, 6, 4, 4; where heads do: 6, 4, 6, 4."""
    module = nn.MultiheadAttention(6, 2, batch_first=True, dtype=torch.float64)
    x, lengths = random(2, 5, 6), torch.tensor([5, 3])
    padding = torch.arange(5) >= lengths[:, None]
    expected = module(x, x, x, key_padding_mask=padding)[0]
    for right, repeated in ((1, lengths.repeat_interleave(2)), (0, lengths.repeat(2))):
        blocked = (torch.arange(5) >= repeated[:, None])[:, None].expand(4, 5, 5)
        assert torch.allclose(module(x, x, x, attn_mask=blocked)[0], expected) == right
    heads_first = lengths.repeat(2).unflatten(0, (2, 2))  # (heads, batch)
    assert heads_first.equal(lengths.expand(2, 2))


def test_keys_values_and_columns_may_be_reordered_alike():
    queries, keys, values = random(3, 5, 4)
    mask, order = causal_mask(5), torch.tensor([3, 0, 4, 2, 1])
    moved = F.scaled_dot_product_attention(
        queries, keys[order], values[order], attn_mask=mask[:, order]
    )
    expected = F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)
    torch.testing.assert_close(moved, expected)


@pytest.mark.parametrize("optimizer", [torch.optim.SGD, torch.optim.Adam])
def test_tied_parameters_shared_memory_and_copies_train_differently(optimizer):
    text, table = torch.randint(11, (200,)), random(11, 6)  # 200 of 11 words
    tied, one, other, copy, second = (nn.Parameter(table.clone()) for _ in range(5))
    other.data = one.data
    for a, b in ((tied, tied), (one, other), (copy, second)):
        F.cross_entropy(a[text[:-1]] @ b.T, text[1:]).backward()
        optimizer([a] if a is b else [a, b], lr=0.1).step()
    torch.testing.assert_close(tied.grad, copy.grad + second.grad)
    assert torch.equal(one, other)
    assert not torch.equal(copy, second)
    assert torch.allclose(one, tied) == (optimizer is torch.optim.SGD)


def test_dropout_empties_the_stated_fraction_of_rows():
    weights = torch.ones(50_000, 5, 5).tril()  # rows of 1 to 5 keys
    dropped = F.dropout(weights / weights.sum(-1, keepdim=True), p=0.1)
    empty = (dropped.sum(dim=-1) == 0).double().mean(dim=0)
    expected = 0.1 ** torch.arange(1, 6)
    assert ((empty - expected).abs() < 5 * (expected / 50_000).sqrt() + 1e-4).all()
    assert not (dropped @ torch.randn(5, 3))[dropped.sum(-1) == 0].any()


def test_neither_a_low_rank_change_of_a_pack_nor_three_contain_the_other():
    def change(columns, rank):
        return random(12, rank) @ random(rank, columns)

    pack, three = change(36, 3), torch.cat([change(12, 2) for _ in "QKV"], dim=1)
    assert 3 * (12 + 36) == 3 * 2 * (12 + 12)  # numbers of each
    ranks = [
        (torch.linalg.matrix_rank(W).item(), torch.linalg.matrix_rank(W[:, :12]).item())
        for W in (pack, three)
    ]
    assert ranks == [(3, 3), (6, 2)]  # of the whole, of the queries


class Made(TorchDispatchMode):
    """Counts the tensors of one size that are made."""

    def __init__(self, size):
        super().__init__()
        self.size, self.found = size, {}

    def __torch_dispatch__(self, op, types, args=(), kwargs=None):
        made = op(*args, **kwargs or {})
        if torch.is_tensor(made) and made.untyped_storage().nbytes() == self.size:
            self.found[made.data_ptr()] = made  # kept: its memory is not used again
        return made


@pytest.mark.parametrize(
    ("dropout", "need_weights", "tensors"),
    [(0.0, False, 0), (0.0, True, 2), (0.1, False, 4), (0.1, True, 4)],
)
def test_how_many_tensors_as_large_as_all_weights_are_made(dropout, need_weights, tensors):
    module = nn.MultiheadAttention(10, 2, dropout=dropout, batch_first=True).double()
    x = random(1, 30, 10)
    with Made(2 * 30 * 30 * 8) as made:  # 2 heads, 8 bytes a number
        module(x, x, x, need_weights=need_weights)
    assert len(made.found) == tensors
    assert round(8 * 2048**2 * 4 / 1e6) == 134  # of 8 heads and 2,048 tokens, in float32


def test_weights_of_an_encoder_are_caught_without_changing_its_output():
    names, _ = run_blocks()
    encoder, maps = names["encoder"], names["maps"]
    assert all(torch.allclose(W.sum(dim=-1), torch.ones(1, 2, 5)) for W in maps)
    plain = nn.TransformerEncoder(names["layer"], num_layers=3).eval()
    plain.load_state_dict(encoder.state_dict())
    x = torch.randn(1, 5, 12)
    torch.testing.assert_close(encoder(x), plain(x))


def test_generated_attentions_stacked_are_the_map_of_the_finished_sequence():
    transformers = pytest.importorskip("transformers")
    config = transformers.GPT2Config(
        vocab_size=50, n_layer=1, n_head=12, n_embd=24, attn_implementation="eager",
        bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    model = transformers.GPT2LMHeadModel(config).eval()
    prompt = torch.tensor([[7, 3, 9, 4, 1, 8]])
    made = model.generate(
        prompt, max_new_tokens=3, min_new_tokens=3, do_sample=False, pad_token_id=0,
        output_attentions=True, return_dict_in_generate=True,
    )  # fmt: skip
    steps = [step[0] for step in made.attentions]
    assert [tuple(step.shape) for step in steps[:2]] == [(1, 12, 6, 6), (1, 12, 1, 7)]
    rows = torch.cat([F.pad(step, (0, 8 - step.shape[-1])) for step in steps], dim=2)
    whole = model(made.sequences[:, :8], output_attentions=True).attentions[0]
    torch.testing.assert_close(rows, whole)


def test_weights_of_two_norms_can_hold_the_scale():
    q, k = random(2, TOKENS, 16)
    g = nn.Parameter(torch.full((16,), 16**-0.25, dtype=torch.float64))
    normed = F.rms_norm(q, (16,), g) @ F.rms_norm(k, (16,), g).T
    torch.testing.assert_close(normed, F.rms_norm(q, (16,)) @ F.rms_norm(k, (16,)).T / 16**0.5)


@pytest.mark.parametrize(
    ("name", "layout", "stop"),
    [
        ("in_proj_weight", "torch", "c_attn ="),
        ("c_attn", "gpt2", "query_key_value ="),
        ("query_key_value", "gpt_neox", None),
    ],
)
def test_a_fused_matrix_is_split_as_its_layout_stores_it(name, layout, stop):
    params = StackedAttention(12, 3, bias=True).head_parameters().map(torch.detach)
    stored = layouts.pack(params, layout)
    (matrix,) = [stored[key] for key in stored if key.removesuffix(".weight") == name]
    (code,) = [code for code, _ in BLOCKS if "in_proj_weight.chunk" in code]
    code = re.sub(rf"^{name} = .*$", "", code.partition(stop)[0] if stop else code, flags=re.M)
    names = {"torch": torch, name: matrix}
    exec(code, names)
    for found, expected in zip("qkv", (params.W_Q, params.W_K, params.W_V), strict=True):
        torch.testing.assert_close(names[f"W_{found}"].T, torch.cat([*expected], dim=1))


def test_einsum_and_einops_compute_what_the_module_does():
    module = nn.MultiheadAttention(12, 3, bias=False, batch_first=True)
    W_O = module.out_proj.weight.T.unflatten(0, (3, 4)).transpose(1, 2)  # as the others
    W = module.in_proj_weight.unflatten(0, (3, 3, 4)).transpose(2, 3)
    torch.manual_seed(0)
    x = torch.randn(2, 5, 12)
    (code,) = [code for code, _ in BLOCKS if "torch.einsum(" in code and "btm,hmd" in code]
    code = code.replace("torch.randn(4, 3, 12, 4)", "four").replace("print(tuple(", "output = ((")
    names = {"torch": torch, "four": torch.stack([*W, W_O])}
    torch.manual_seed(0)
    exec(code.replace(".shape))", "))"), names)
    torch.testing.assert_close(names["output"], module(x, x, x)[0])

    einops = pytest.importorskip("einops")
    split, merge = re.findall(r'rearrange\(x, "([^"]+)"', PAGE)
    heads = einops.rearrange(x, split, h=3)
    torch.testing.assert_close(heads, x.unflatten(-1, (3, 4)).transpose(1, 2))
    torch.testing.assert_close(einops.rearrange(heads, merge), x)


@pytest.mark.parametrize("family", ["GPT2", "Llama"])
def test_padding_on_the_left_moves_learned_positions_and_not_rotary_ones(family):
    transformers = pytest.importorskip("transformers")
    config = getattr(transformers, f"{family}Config")(
        vocab_size=50, num_hidden_layers=2, num_attention_heads=2, hidden_size=12,
        intermediate_size=24, num_key_value_heads=2,
    )  # fmt: skip
    model = getattr(transformers, f"{family}Model")(config).eval().double()
    prompt = torch.tensor([[7, 3, 9]])
    ids, mask = F.pad(prompt, (2, 0)), F.pad(torch.ones_like(prompt), (2, 0))
    alone = model(prompt).last_hidden_state
    positions = (mask.cumsum(-1) - 1).clamp(min=0)

    def right(**options):
        padded = model(ids, attention_mask=mask, **options).last_hidden_state[:, 2:]
        return torch.allclose(padded, alone, atol=1e-9)

    assert right(position_ids=positions)
    assert right() == (family == "Llama")
    assert not torch.allclose(model(ids).last_hidden_state[:, 2:], alone, atol=1e-3)  # no mask


def test_after_the_softmax_a_mask_leaks_the_future():
    scores, allowed = random(5, 5), causal_mask(5)
    other = scores.clone()
    other[:, 4] += 1  # the last key, which only the last query may attend to
    after, moved = (((s.softmax(-1) * allowed)[:4]) for s in (scores, other))
    assert (after - moved).abs().amax(-1).min() > 1e-3
    before, same = (s.masked_fill(~allowed, -torch.inf).softmax(-1)[:4] for s in (scores, other))
    assert torch.equal(before, same)


def test_without_positions_only_a_mask_makes_order_matter():
    x, order = random(1, TOKENS, 12), torch.tensor([3, 0, 4, 2, 1])
    module = nn.MultiheadAttention(12, HEADS, batch_first=True).double()
    for mask, same in ((None, True), (~causal_mask(TOKENS), False)):
        output = module(x, x, x, attn_mask=mask)[0]
        shuffled = module(*[x[:, order]] * 3, attn_mask=mask)[0]
        assert torch.allclose(shuffled, output[:, order]) == same


def test_hugging_face_repeats_the_cosines_of_its_halves():
    llama = pytest.importorskip("transformers.models.llama.modeling_llama")
    config = llama.LlamaConfig(hidden_size=16, num_attention_heads=2)
    x, positions = torch.zeros(1, 5, 8), torch.arange(5)[None]
    cos, _ = llama.LlamaRotaryEmbedding(config)(x, positions)
    assert torch.equal(*cos.chunk(2, dim=-1))
    torch.testing.assert_close(llama.rotate_half(torch.arange(4)), torch.tensor([-2, -3, 0, 1]))


def test_no_number_gives_zeros_to_a_query_without_keys_and_a_product_does():
    scores, may_attend = random(2, TOKENS, TOKENS).float(), torch.ones(TOKENS, TOKENS).tril(-1) > 0
    filled = scores.masked_fill(~may_attend, -1e9).softmax(-1)
    torch.testing.assert_close(filled[:, 0], torch.full((2, TOKENS), 1 / TOKENS))
    cleared = filled * may_attend.any(dim=-1, keepdim=True)
    assert not cleared[:, 0].any()
    assert torch.equal(cleared[:, 1:], filled[:, 1:])
    infinite = scores.masked_fill(~may_attend, -torch.inf).softmax(-1)
    assert (infinite * may_attend.any(dim=-1, keepdim=True))[:, 0].isnan().all()


def test_an_inverted_causal_mask_shows_the_future_alone():
    x = random(1, TOKENS, D_HEAD).requires_grad_()
    values = x * 1
    inverted = ~causal_mask(TOKENS)
    output = F.scaled_dot_product_attention(x.detach(), x.detach(), values, attn_mask=inverted)
    for query in range(TOKENS):
        (gradient,) = torch.autograd.grad(output[0, query].sum(), x, retain_graph=True)
        seen = gradient[0].any(-1).nonzero().flatten().tolist()
        assert seen == list(range(query + 1, TOKENS))


def test_output_and_gradients_do_not_need_the_weights_that_are_returned():
    module = nn.MultiheadAttention(12, HEADS, batch_first=True).double()
    x, results = random(2, TOKENS, 12), []
    for need_weights in True, False:
        output = module(x, x, x, need_weights=need_weights)[0]
        results.append([output, *torch.autograd.grad(output.square().sum(), module.parameters())])
    for one, other in zip(*results, strict=True):
        torch.testing.assert_close(one, other)


def test_no_matrix_takes_positions_off_if_words_fill_all_features():
    positions = random(6, 12)
    for n_words, exact in ((5, True), (13, False)):
        words = random(n_words, 12)
        sums = (words[:, None] + positions).flatten(0, 1)
        wanted = words.repeat_interleave(6, dim=0)
        W = torch.linalg.lstsq(sums, wanted, driver="gelsd").solution
        assert (relative(sums @ W, wanted) < 1e-10) == exact


@pytest.mark.parametrize("width", [64, 1024])
def test_random_directions_have_cosines_as_small_as_the_page_says(width):
    cosines = F.cosine_similarity(*random(2, 4000, width))
    assert cosines.std().item() == pytest.approx(width**-0.5, rel=0.05)


def test_queries_in_pieces_keep_as_many_weights_for_the_gradient():
    q, k, v = (t.requires_grad_() for t in random(3, 64, 16))

    def kept(pieces):
        sizes = {}

        def keep(tensor):
            sizes[tensor.data_ptr()] = tensor
            return tensor

        with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
            outputs = [(some @ k.T).softmax(-1) @ v for some in q.split(64 // pieces)]
        assert len(outputs) == pieces
        return sum(t.numel() for t in sizes.values() if t.shape[-1] == 64)

    assert kept(4) == kept(1) >= 64 * 64


def test_alibi_by_distance_cannot_tell_left_from_right():
    x, position = random(1, 4, TOKENS, 8), torch.arange(TOKENS)
    slope = torch.tensor([0.5, 0.25, 0.125, 0.0625]).double()[:, None, None]
    left = position[:, None] - position  # above 0 where the key is on the left
    bias = -slope * left.abs()

    def is_mirrored(bias):
        attend = functools.partial(F.scaled_dot_product_attention, attn_mask=bias)
        return torch.allclose(attend(*[x.flip(2)] * 3), attend(x, x, x).flip(2))

    assert is_mirrored(bias)
    halves = [
        bias[:2].masked_fill(left < 0, -torch.inf),
        bias[2:].masked_fill(left > 0, -torch.inf),
    ]
    assert not is_mirrored(torch.cat(halves))
    assert not is_mirrored(torch.where(left > 0, bias, 2 * bias))


def test_both_masks_are_joined_into_one_as_large_as_the_scores_on_each_path():
    layers = (
        (nn.MultiheadAttention(64, 4, batch_first=True), True),
        (
            nn.TransformerEncoderLayer(64, 4, 64, batch_first=True),
            False,
        ),
    )
    x, n_bytes = torch.randn(2, 128, 64), 2 * 4 * 128**2 * 4
    padding, future = torch.zeros(2, 128).bool(), ~causal_mask(128)
    for layer, is_bare in layers:
        for fast in (False, True):
            torch.backends.mha.set_fastpath_enabled(fast)
            with torch.no_grad(), profile(profile_memory=True) as seen:
                if is_bare:
                    masks = {"attn_mask": future, "key_padding_mask": padding}
                    layer.eval()(x, x, x, need_weights=False, **masks)
                else:
                    layer.eval()(x, src_mask=future, src_key_padding_mask=padding)
            made = {op.key: op.self_cpu_memory_usage for op in seen.key_averages()}
            assert made.get("aten::bmm", 0) == (n_bytes if fast else 0)
            assert made["aten::add"] >= n_bytes


def test_detr_adds_positions_to_queries_and_keys_of_its_encoder_in_every_layer():
    detr = pytest.importorskip("transformers.models.detr.modeling_detr")
    config = detr.DetrConfig(
        d_model=12, encoder_attention_heads=3, encoder_ffn_dim=24, encoder_layers=2
    )
    config._attn_implementation = "eager"
    encoder, seen = detr.DetrEncoder(config).eval(), {}
    for i, layer in enumerate(encoder.layers):
        for part in "qkv":
            getattr(layer.self_attn, f"{part}_proj").register_forward_pre_hook(
                lambda _, args, key=(i, part): seen.update({key: args[0]})
            )
    picture, positions = torch.randn(2, 1, 20, 12)
    encoder(picture, torch.ones(1, 20), spatial_position_embeddings=positions)
    for i in range(2):
        for part in "qk":
            torch.testing.assert_close(seen[i, part], seen[i, "v"] + positions)
    torch.testing.assert_close(seen[0, "v"], picture)


def test_linear_attention_needs_one_matrix_and_one_vector_to_write():
    q, k, v = random(3, TOKENS, 4)
    q, k = q.exp(), k.exp()
    weights = (q @ k.T).tril()
    expected = weights / weights.sum(dim=-1, keepdim=True) @ v
    state, total = torch.zeros(4, 4).double(), torch.zeros(4).double()
    for i in range(TOKENS):
        state, total = state + torch.outer(k[i], v[i]), total + k[i]
        torch.testing.assert_close(q[i] @ state / (q[i] @ total), expected[i])


def test_heads_of_width_1_prefer_the_largest_or_the_smallest_key():
    q, k = random(2, 100, 1)
    assert set((q @ k.T).argmax(dim=1).tolist()) == {k.argmax().item(), k.argmin().item()}


def test_a_bias_gathered_once_misses_a_loaded_table():
    class Windows(nn.Module):
        def __init__(self):
            super().__init__()
            self.table = nn.Parameter(random(9, HEADS))
            self.register_buffer("rows", torch.arange(9).flip(0), persistent=False)
            self.early = self.table[self.rows]

        def bias(self):
            return self.table[self.rows]

    trained, loaded = Windows(), Windows()
    loaded.table.data.zero_()
    built = loaded.early.clone()
    loaded.load_state_dict(trained.state_dict())
    torch.testing.assert_close(loaded.bias(), trained.bias())
    torch.testing.assert_close(loaded.early, built)
    assert not torch.allclose(loaded.early, trained.bias(), atol=0.1)


def test_a_cache_lacks_the_last_generated_token_and_a_next_turn_can_use_the_rest():
    from transformers import LlamaConfig, LlamaForCausalLM

    sizes = {"hidden_size": 16, "num_attention_heads": 2, "num_hidden_layers": 2}
    config = LlamaConfig(**sizes, intermediate_size=24, vocab_size=50)
    torch.manual_seed(0)
    llama = LlamaForCausalLM(config).eval().double()
    prompt = torch.tensor([[3, 4, 5]])
    first = llama.generate(
        prompt,
        attention_mask=torch.ones_like(prompt),
        max_new_tokens=6,
        min_new_tokens=6,
        do_sample=False,
        pad_token_id=0,
        return_dict_in_generate=True,
    )
    ids, cache = first.sequences, first.past_key_values
    assert ids.shape[1] == 9
    assert cache.get_seq_length() == 8
    turn = torch.cat([ids, torch.tensor([[7, 8]])], dim=1)
    with torch.no_grad():
        whole = llama(turn).logits[:, -1]
        rest = llama(turn[:, cache.get_seq_length() :], past_key_values=cache).logits[:, -1]
    torch.testing.assert_close(rest, whole)


def test_a_learned_seed_pools_a_set_of_any_size_in_any_order():
    pool = nn.MultiheadAttention(12, HEADS, batch_first=True).double()
    seed = random(1, 1, 12)
    sizes = [tuple(parameter.shape) for parameter in pool.parameters()]
    for count in (2, 7, 30):
        points, order = random(1, count, 12), torch.randperm(count)
        torch.testing.assert_close(
            pool(seed, points[:, order], points[:, order])[0], pool(seed, points, points)[0]
        )
    assert sizes == [tuple(parameter.shape) for parameter in pool.parameters()]


def test_a_score_of_xpos_depends_on_the_distance_alone():
    xpos = run_blocks()[0]["xpos"]
    q, k = random(2, 6, 4)
    at = torch.arange(6)
    here, there = (
        xpos(q, at + start, at + start, 1) @ xpos(k, at + start, at + start, -1).T
        for start in (0, 100)
    )
    torch.testing.assert_close(here, there)
    keys_from_elsewhere = xpos(q, at, at, 1) @ xpos(k, at, at + 100, -1).T
    assert not torch.allclose(keys_from_elsewhere, here)


def test_an_unshifted_decoder_learns_to_copy_and_cannot_write():
    class Reverses(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed, self.places = nn.Embedding(11, 32), nn.Embedding(8, 32)
            options = {"dropout": 0.0, "batch_first": True}
            self.model = nn.Transformer(32, 4, 1, 1, 64, **options)
            self.out = nn.Linear(32, 10)

        def forward(self, source, tgt):
            mask = nn.Transformer.generate_square_subsequent_mask(tgt.shape[1])
            both = (self.embed(t) + self.places.weight[: t.shape[1]] for t in (source, tgt))
            return self.out(self.model(*both, tgt_mask=mask))

    right = {}
    for shifted in True, False:
        torch.manual_seed(0)
        model = Reverses()
        optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
        for _ in range(300):
            source = torch.randint(10, (64, 5))
            answer = source.flip(1)
            tgt = F.pad(answer, (1, 0), value=10)[:, :-1] if shifted else answer
            loss = F.cross_entropy(model(source, tgt).transpose(1, 2), answer)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        assert loss < 0.05
        source, written = torch.randint(10, (500, 5)), torch.full((500, 1), 10)
        with torch.no_grad():
            for _ in range(5):
                guess = model(source, written)[:, -1:].argmax(dim=-1)
                written = torch.cat([written, guess], dim=1)
        right[shifted] = (written[:, 1:] == source.flip(1)).float().mean().item()
    assert right[True] > 0.95
    assert right[False] < 0.4


def test_transformers_shifts_labels_itself():
    transformers = pytest.importorskip("transformers")
    ids, labels = torch.randint(1, 50, (2, 6)), torch.randint(1, 50, (2, 4))
    gpt2 = transformers.GPT2Config(n_embd=12, n_head=3, n_layer=1, vocab_size=50)
    said = transformers.GPT2LMHeadModel(gpt2).eval()(ids, labels=ids)
    next_ones = F.cross_entropy(said.logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
    torch.testing.assert_close(said.loss, next_ones)
    sizes = {"vocab_size": 50, "d_model": 12, "d_kv": 6, "num_heads": 2, "num_layers": 1}
    t5 = transformers.T5Config(**sizes, d_ff=24, decoder_start_token_id=0, pad_token_id=0)
    model = transformers.T5ForConditionalGeneration(t5).eval()
    tgt = F.pad(labels, (1, 0), value=0)[:, :-1]
    torch.testing.assert_close(
        model(ids, labels=labels).logits, model(ids, decoder_input_ids=tgt).logits
    )


def test_a_block_of_gpt_is_a_decoder_layer_without_its_cross_attention():
    sizes = {"d_model": 12, "nhead": 2, "dim_feedforward": 24, "dropout": 0.0, "batch_first": True}
    encoder, decoder = nn.TransformerEncoderLayer(**sizes), nn.TransformerDecoderLayer(**sizes)
    state = {name.replace("norm2", "norm3"): W for name, W in encoder.state_dict().items()}
    missing, unknown = decoder.load_state_dict(state, strict=False)
    assert not unknown
    assert all(name.startswith(("multihead_attn", "norm2")) for name in missing)
    nn.init.zeros_(decoder.multihead_attn.out_proj.weight)
    decoder.norm2 = nn.Identity()
    x, memory = torch.randn(2, TOKENS, 12), torch.randn(2, 3, 12)
    future = ~causal_mask(TOKENS)
    torch.testing.assert_close(
        encoder(x, src_mask=future), decoder(x, memory, tgt_mask=future), atol=1e-5, rtol=1e-4
    )


def test_a_residual_block_with_an_output_matrix_of_zeros_changes_nothing():
    block = nn.TransformerEncoderLayer(12, 2, 24, norm_first=True, dropout=0.0)
    for layer in block.self_attn.out_proj, block.linear2:
        nn.init.zeros_(layer.weight)
        nn.init.zeros_(layer.bias)
    x = torch.randn(TOKENS, 2, 12)
    torch.testing.assert_close(block(x), x)


def test_how_long_the_gradient_is_with_and_without_the_residual_sum():
    def length(depth, seed, residual):
        torch.manual_seed(seed)
        tokens = stream = torch.randn(1, 16, 64, requires_grad=True)
        for _ in range(depth):
            normed = F.layer_norm(stream, [64])
            mixed, _ = nn.MultiheadAttention(64, 4, batch_first=True)(normed, normed, normed)
            stream = stream + mixed if residual else mixed
        loss = (F.layer_norm(stream, [64]) * torch.randn(1, 16, 64)).sum()
        return torch.autograd.grad(loss, tokens)[0].norm().item()

    kept, replaced = ([length(24, seed, way) for seed in range(6)] for way in (True, False))
    assert "25 to 39 with the sum, and anywhere from 10 to 140 without it" in PAGE
    assert (min(kept), max(kept)) == pytest.approx((25, 39), rel=0.05)
    assert (min(replaced), max(replaced)) == pytest.approx((10, 140), rel=0.1)


def test_gated_mlps_of_two_thirds_have_as_many_parameters():
    width = 12 * 64
    assert 3 * width * (4 * width * 2 // 3) == 2 * width * 4 * width


def test_attention_for_given_weights_is_linear_in_the_tokens():
    weights, values = random(TOKENS, TOKENS).softmax(-1), random(2, TOKENS, D_HEAD)
    one, other = values
    torch.testing.assert_close(weights @ (2 * one + other), 2 * weights @ one + weights @ other)


def test_a_resized_table_of_positions_loads_for_another_image_size():
    transformers = pytest.importorskip("transformers")
    sizes = {"hidden_size": 12, "num_attention_heads": 3, "intermediate_size": 24}
    small, large = (
        transformers.ViTModel(
            transformers.ViTConfig(image_size=size, num_hidden_layers=1, **sizes)
        ).eval()
        for size in (64, 96)
    )
    name, state = "embeddings.position_embeddings", small.state_dict()
    with pytest.raises(RuntimeError, match=rf"size mismatch for {name}: .*\[1, 17, 12\].*\[1, 37"):
        large.load_state_dict(state)
    cls, learned = nn.init.normal_(state[name]).split([1, 16], dim=1)
    grid = learned.unflatten(1, (4, 4)).permute(0, 3, 1, 2)
    larger = F.interpolate(grid, size=(6, 6), mode="bicubic").flatten(2).mT
    large.load_state_dict(state | {name: torch.cat([cls, larger], dim=1)})
    picture = torch.randn(1, 3, 96, 96)
    torch.testing.assert_close(
        large(picture).last_hidden_state,
        small(picture, interpolate_pos_encoding=True).last_hidden_state,
        atol=1e-5,
        rtol=1e-4,
    )


def test_weights_on_a_feature_map_take_the_stated_memory():
    for side, mebibytes in ((56, 37.5), (14, 0.15)):
        weights = torch.empty((side**2,) * 2, device="meta")
        found = weights.nbytes / 2**20
        assert found == pytest.approx(mebibytes, rel=0.03)
        assert f"{mebibytes:g} MiB" in PAGE


class SmallEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.letters, self.places = nn.Embedding(8, 32), nn.Embedding(10, 32)
        block = nn.TransformerEncoderLayer(
            32, 4, 64, dropout=0.0, batch_first=True, norm_first=True
        )
        self.blocks = nn.TransformerEncoder(block, 2, enable_nested_tensor=False)
        self.read_out = nn.Linear(32, 8)

    def forward(self, x):
        x = self.letters(x) + self.places.weight
        return self.read_out(self.blocks(x, mask=~causal_mask(10)))


class SmallGRU(nn.Module):
    def __init__(self):
        super().__init__()
        self.letters, self.gru = nn.Embedding(8, 32), nn.GRU(32, 64, batch_first=True)
        self.read_out = nn.Linear(64, 8)

    def forward(self, x):
        return self.read_out(self.gru(self.letters(x))[0])


@pytest.mark.parametrize(
    ("kind", "thousands", "ranges"),
    [
        (SmallEncoder, 18, {5: (0.15, 0.35), 20: (0.7, 0.9), 100: (0.98, 1)}),
        (SmallGRU, 20, {5: (0.55, 0.85), 20: (0.93, 1), 100: (0.98, 1)}),
    ],
)
def test_an_encoder_needs_more_sequences_than_a_gru_to_repeat_the_letter_before(
    kind, thousands, ranges
):
    fresh = torch.randint(8, (1000, 10))
    for n, (low, high) in ranges.items():
        torch.manual_seed(0)
        model, known = kind(), torch.randint(8, (n, 10))
        assert round(sum(p.numel() for p in model.parameters()) / 1000) == thousands
        optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
        for _ in range(300):
            batch = known[torch.randint(n, (32,))]
            guesses = model(batch)[:, 1:]
            loss = F.cross_entropy(guesses.flatten(0, 1), batch[:, :-1].flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            right = (model(fresh)[:, 1:].argmax(-1) == fresh[:, :-1]).float().mean()
        assert low <= right <= high


def test_which_names_set_a_longer_context_and_what_yarn_multiplies():
    transformers = pytest.importorskip("transformers")
    from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding

    def rotary(**entry):
        return LlamaRotaryEmbedding(
            transformers.LlamaConfig(
                hidden_size=128, num_attention_heads=1, max_position_embeddings=4096, **entry
            )
        )

    yarn = {"factor": 4.0, "rope_theta": 1e4}
    trained = {"original_max_position_embeddings": 1024}
    new = rotary(rope_parameters=yarn | trained | {"rope_type": "yarn"})
    old = rotary(rope_scaling=yarn | trained | {"type": "yarn"})
    assert torch.equal(old.inv_freq, new.inv_freq)
    yarn["rope_type"] = "yarn"
    trained["original_max_position_embeddings"] = 4096  # as long as the model's table
    missing, whole = rotary(rope_parameters=dict(yarn)), rotary(rope_parameters=yarn | trained)
    assert torch.equal(missing.inv_freq, whole.inv_freq)
    assert not torch.equal(missing.inv_freq, new.inv_freq)
    assert new.attention_scaling == pytest.approx(0.1 * torch.tensor(4.0).log().item() + 1)


def test_all_nodes_of_a_graph_rank_their_neighbors_alike_in_gat():
    nodes, W, (to, of) = random(9, 8), random(8, 4), random(2, 4)
    number = F.leaky_relu((nodes @ W @ to)[:, None] + nodes @ W @ of, 0.2)  # the paper's form
    assert (number.argsort(dim=-1) == number.argsort(dim=-1)[0]).all()


def test_attention_across_channels_follows_shuffled_pixels_and_costs_grow_with_their_number():
    names = run_blocks()[0]
    across_channels = names["across_channels"]
    q, k, v = random(3, 2, 30, 8)
    shuffle = torch.randperm(30)
    expected = across_channels(q, k, v)[:, shuffle]
    torch.testing.assert_close(
        across_channels(q[:, shuffle], k[:, shuffle], v[:, shuffle]), expected
    )

    def cost(pixels):
        with FlopCounterMode(display=False) as flops:
            across_channels(*torch.randn(3, 2, pixels, 8))
        return flops.get_total_flops()

    assert cost(60) == 2 * cost(30)


def test_a_prefix_moves_positions_and_mixes_in_an_average():
    transformers = pytest.importorskip("transformers")
    config = transformers.GPT2Config(
        n_embd=12, n_head=3, n_layer=2, vocab_size=50, bos_token_id=0, eos_token_id=0
    )
    model, ids = transformers.GPT2Model(config).eval(), torch.randint(50, (1, 6))

    def output(**options):
        torch.manual_seed(1)
        prefix = transformers.DynamicCache()
        for layer in range(2):
            prefix.update(*torch.randn(2, 1, 3, 4, 4), layer)
        return model(ids, past_key_values=prefix, **options)[0]

    given = output(position_ids=torch.arange(4, 10)[None])
    torch.testing.assert_close(output(), given)
    assert not torch.allclose(output(position_ids=torch.arange(6)[None]), given, atol=1e-3)

    q, k, v = random(3, 2, 5, 8)
    keys, values = random(2, 2, 3, 8)
    both = torch.cat([keys, k], dim=1), torch.cat([values, v], dim=1)
    s = (q @ both[0].mT / 8**0.5).softmax(dim=-1)[..., :3].sum(dim=-1, keepdim=True)
    attend = F.scaled_dot_product_attention
    mix = (1 - s) * attend(q, k, v) + s * attend(q, keys, values)
    torch.testing.assert_close(attend(q, *both), mix)


def test_registers_stand_between_cls_and_the_patches():
    transformers = pytest.importorskip("transformers")
    config = transformers.Dinov2WithRegistersConfig(
        image_size=56, patch_size=14, hidden_size=12, num_attention_heads=3,
        num_hidden_layers=1, num_register_tokens=4,
    )  # fmt: skip
    model = transformers.Dinov2WithRegistersModel(config).eval()
    nn.init.constant_(model.embeddings.register_tokens, 50.0)
    tokens = model.embeddings(torch.randn(1, 3, 56, 56))[0]
    assert (tokens == 50).all(dim=-1).nonzero().flatten().tolist() == [1, 2, 3, 4]
    assert len(tokens) == 1 + 4 + (56 // 14) ** 2
    assert (416 // 14) ** 2 == 841
    assert 841 + 1 + 4 == 846


def test_fresh_norms_on_trained_queries_and_keys_change_the_scores():
    q, k = 3 * random(2, 6, 64)
    assert relative(F.rms_norm(q, [64]) @ F.rms_norm(k, [64]).mT, q @ k.mT) > 0.1


def test_a_temperature_is_a_longer_query_and_clip_stores_its_logarithm():
    transformers = pytest.importorskip("transformers")
    q, k = random(2, TOKENS, D_HEAD)
    torch.testing.assert_close((3 * q) @ k.mT, 3 * (q @ k.mT))
    start = torch.tensor(transformers.CLIPConfig().logit_scale_init_value)
    assert start.item() == pytest.approx(-torch.tensor(0.07).log().item(), abs=1e-4)
    assert f"= {start:.2f}" in PAGE
    assert f"exponential, {start.exp():.1f}" in PAGE


def test_qwen3_next_multiplies_its_heads_by_a_gate_before_the_output_projection():
    transformers = pytest.importorskip("transformers")
    from transformers.models.qwen3_next import modeling_qwen3_next as qwen

    config = transformers.Qwen3NextConfig(
        hidden_size=12, num_attention_heads=3, num_key_value_heads=3, head_dim=4,
        attn_implementation="eager",
    )  # fmt: skip
    layer, x = qwen.Qwen3NextAttention(config, 0), torch.randn(1, TOKENS, 12)
    angles = qwen.Qwen3NextRotaryEmbedding(config)(x, torch.arange(TOKENS)[None])
    written = []
    layer.o_proj.register_forward_pre_hook(lambda _, inputs: written.append(inputs[0]))
    for gate in (0.0, -1e4):  # the sigmoid of 0 is a half
        with torch.no_grad():
            rows = layer.q_proj.weight.unflatten(0, (3, 8))[:, 4:]
            rows.copy_(rows * 0 + gate * x[0, 0] / x[0, 0].square().sum())
            layer(x, position_embeddings=angles, attention_mask=None)
    assert written[0][0, 0].abs().min() > 0
    assert (written[1][0, 0] == 0).all()


def test_a_rollout_under_a_causal_mask_favors_first_tokens_also_per_query():
    assert "A rollout favors the first tokens even then" in PAGE
    rollout = torch.eye(6)
    for _ in range(3):
        scores = torch.randn(1000, 6, 6).masked_fill(~causal_mask(6), -torch.inf)
        rollout = (scores.softmax(dim=-1) + torch.eye(6)) / 2 @ rollout
    received = [rollout[:, k:, k].mean().item() for k in range(6)]
    assert received[0] > 1.5 * received[1]
    assert received[1] > 1.2 * received[2]


def test_a_counter_of_flops_misses_what_it_has_no_formula_for():
    x = torch.randn(1, 30, 48)

    def count(heads, backend=None):
        module = nn.MultiheadAttention(48, heads, batch_first=True)
        kernel = sdpa_kernel(backend) if backend else contextlib.nullcontext()
        with FlopCounterMode(display=False) as counter, kernel:
            module(x, x, x, need_weights=backend is None)
        return counter.get_total_flops()

    by_hand = 2 * (4 * 30 * 48**2 + 2 * 30**2 * 48)
    assert count(4) == count(8) == count(4, SDPBackend.MATH) == by_hand
    assert count(4, SDPBackend.FLASH_ATTENTION) == 2 * 4 * 30 * 48**2
    known = {str(op) for op in flop_registry}
    assert "aten._scaled_dot_product_flash_attention" in known
    assert "aten._scaled_dot_product_flash_attention_for_cpu" not in known
    assert "aten._native_multi_head_attention" not in known
    assert "552,960 are the projections alone" in PAGE


def test_noam_needs_a_rate_of_one_and_counts_from_one():
    noam, number = run_blocks()[0]["noam"], nn.Parameter(torch.ones(1))
    optimizer = torch.optim.Adam([number], lr=1.0)
    with pytest.raises(ZeroDivisionError):
        torch.optim.lr_scheduler.LambdaLR(optimizer, noam)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: noam(step + 1))
    for step in range(1, 6):
        assert schedule.get_last_lr() == [pytest.approx(noam(step))]
        optimizer.step()
        schedule.step()
    assert max(range(1, 9000), key=noam) == 4000
    assert noam(16000) == pytest.approx(noam(4000) / 2)


def test_a_rule_by_the_name_bias_misses_norms_and_swins_table_has_two_axes():
    transformers = pytest.importorskip("transformers")
    layer = nn.TransformerEncoderLayer(12, 2)
    decayed = {name for name, _ in layer.named_parameters() if "bias" not in name}
    assert {name for name in decayed if "norm" in name} == {"norm1.weight", "norm2.weight"}
    matrices = {name for name, W in layer.named_parameters() if W.ndim >= 2}
    assert {name for name in decayed if "norm" not in name} == matrices
    config = transformers.SwinConfig(
        image_size=16, embed_dim=12, depths=[1], num_heads=[2], window_size=2
    )
    tables = {
        name: W.ndim
        for name, W in transformers.SwinModel(config).named_parameters()
        if name.endswith("relative_position_bias_table")
    }
    assert tables
    assert set(tables.values()) == {2}


@pytest.mark.parametrize(
    ("family", "names"),
    [
        ("Llama", "q_proj k_proj v_proj o_proj"),
        ("Mistral", "q_proj k_proj v_proj o_proj"),
        ("Qwen2", "q_proj k_proj v_proj o_proj"),
        ("Qwen3", "q_proj k_proj v_proj o_proj"),
        ("Bloom", "query_key_value dense"),
        ("Falcon", "query_key_value dense"),
        ("GPTNeoX", "query_key_value dense"),
    ],
)
def test_attentions_matrices_have_the_names_that_the_page_gives(family, names):
    transformers = pytest.importorskip("transformers")
    sizes = {"hidden_size": 16, "intermediate_size": 24, "vocab_size": 50, "head_dim": 8}
    sizes |= {"num_hidden_layers": 1, "num_attention_heads": 2, "num_key_value_heads": 2}
    sizes = sizes if "_proj" in names else {**sizes, "head_dim": None}
    config = getattr(transformers, f"{family}Config")(
        **{name: size for name, size in sizes.items() if size}
    )
    model = transformers.AutoModel.from_config(config)
    found = {
        name.split(".")[-2] for name, W in model.named_parameters() if W.ndim == 2 and "att" in name
    }
    assert found == {*names.split()}


def test_what_a_call_leaves_behind_ends_with_its_graph():
    layer, x = nn.TransformerEncoderLayer(12, 2, batch_first=True), torch.randn(1, 100, 12)

    def left_behind(run):
        kept = {}

        def hold(tensor):
            kept[tensor.data_ptr()] = tensor.numel()
            return tensor

        with torch.autograd.graph.saved_tensors_hooks(hold, lambda tensor: tensor):
            output = run(x.clone().requires_grad_())
        assert output.grad_fn is not None
        return sum(kept.values())

    def checkpointed(x):
        return checkpointing.checkpoint(layer, x, use_reentrant=False)

    assert 0 < left_behind(checkpointed) < left_behind(layer.eval()) < left_behind(layer.train())
    total = 0.0
    for _ in range(2):
        total += layer(x).sum()
    assert total.grad_fn is not None
    output = layer(x)
    assert output.to("meta").grad_fn is not None  # as on any other device
    assert output[:, 0].cpu().untyped_storage().nbytes() == output.untyped_storage().nbytes()
    assert output[:, 0].clone().untyped_storage().nbytes() == 12 * 4


def test_a_relu_makes_weights_depend_on_the_query_only_where_it_switches():
    query, key, v = torch.randn(6, 8), torch.randn(9, 8), torch.randn(8)
    pair = query[:, None] + key
    for shift, depends in ((0, True), (20, False), (-20, False)):
        weights = ((pair + shift).relu() @ v).softmax(dim=-1)
        assert bool(weights.std(dim=0).max() > 1e-4) == depends


def test_alibi_and_xpos_damp_what_is_4096_tokens_back_as_the_page_says():
    gentlest = 2.0**-8  # with eight heads: 1/2, 1/4, ..., 1/256
    assert gentlest * 4096 == 16
    assert f"{torch.tensor(-16.0).exp():.7f}" == "0.0000001"
    pair = torch.arange(0, 128, 2) / 128
    part = ((pair + 0.4) / 1.4) ** (4096 / 512)
    assert f"{part[0]:.5f}" == "0.00004"
    assert f"{part[-1]:.1f}" == "0.9"
    assert part.argmax() == 63


def test_one_query_row_is_not_the_same_without_its_own_key():
    module, both = nn.MultiheadAttention(16, 2, batch_first=True), torch.randn(1, 10, 16)
    with_cls, patches = (module(both[:, :1], keys, keys)[0] for keys in (both, both[:, 1:]))
    assert not torch.allclose(with_cls, patches, atol=1e-2)


def test_an_encoder_that_writes_needs_its_mask_in_every_call():
    layer = nn.TransformerEncoderLayer(12, 2, batch_first=True)
    encoder, old = nn.TransformerEncoder(layer, 2).eval(), torch.randn(1, 5, 12)
    new = torch.cat([old[:, :4], torch.randn(1, 1, 12)], dim=1)
    mask = nn.Transformer.generate_square_subsequent_mask(5)
    for settings, causal in (({"mask": mask}, True), ({}, False)):  # without: after a call with it
        first, second = (encoder(tokens, **settings)[:, :4] for tokens in (old, new))
        assert torch.allclose(first, second, atol=1e-6) == causal
    with pytest.raises(RuntimeError, match="Need attn_mask"):
        encoder(old, is_causal=True)


def test_without_matrices_tokens_of_one_length_score_highest_with_themselves():
    x = F.normalize(torch.randn(50, 64).double(), dim=-1)
    scores = x @ x.T
    assert torch.equal(scores.argmax(dim=-1), torch.arange(50))


def test_the_cpp_layer_of_this_pytorch_still_wants_equal_sizes():
    header = "include/torch/csrc/api/include/torch/nn/functional/activation.h"
    assert "key.sizes() == value.sizes()" in (Path(torch.__file__).parent / header).read_text()
    assert torch.__version__.startswith("2.13.0")


def trained_once(gradient, dtype, **options):
    w = nn.Parameter(torch.ones(1, dtype=dtype))
    w.grad = torch.tensor([gradient], dtype=dtype)
    torch.optim.AdamW([w], lr=1e-3, **options).step()
    return w.item()


def test_adamw_divides_by_zero_in_float16_below_the_gradient_on_the_page():
    assert "below 0.005" in PAGE
    for gradient, finite in ((0.0, False), (1e-4, False), (0.005, False), (0.006, True)):
        for foreach in True, False:
            weight = trained_once(gradient, torch.float16, foreach=foreach)
            assert torch.tensor(weight).isfinite() == finite
        weight = trained_once(gradient, torch.float16, fused=True)
        assert weight == pytest.approx(1 - 1e-3 * bool(gradient), abs=5e-4)
        assert trained_once(gradient, torch.bfloat16) == 1.0


def test_float32_weights_with_autocast_and_a_scaler_stay_finite():
    layer = nn.Linear(8, 8)
    start = layer.weight.detach().clone()
    optimizer, scaler = torch.optim.AdamW(layer.parameters()), torch.amp.GradScaler("cpu")
    for _ in range(3):
        with torch.autocast("cpu", torch.float16):
            loss = layer(torch.randn(4, 8)).float().square().mean() * 1e-6
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
    assert layer.weight.isfinite().all()
    assert not torch.equal(layer.weight, start)


def test_a_slice_beyond_a_buffer_raises_nothing_and_the_next_line_does():
    mask = torch.ones(1, 1, 8, 8).tril().bool()
    cut = mask[:, :, :10, :10]
    assert cut.shape == mask.shape
    (message,) = set(re.findall(r"The size of tensor a \(8\) must match .*? \(10\)", PAGE))
    with pytest.raises(RuntimeError, match=re.escape(message)):
        torch.randn(1, 1, 10, 10).masked_fill(~cut, -torch.inf)


@pytest.mark.parametrize("step", ["position", "bias", "layer"])
def test_zeros_mark_padding_until_anything_is_added(step):
    ids = torch.tensor([[3, 4, 0, 0]])
    x = nn.Embedding(10, 12, padding_idx=0)(ids)
    assert torch.equal((x == 0).all(-1), ids == 0)
    layer = nn.TransformerEncoderLayer(12, 2, dropout=0.0, batch_first=True)
    after = {
        "position": lambda: x + torch.randn(4, 12),
        "bias": lambda: nn.Linear(12, 12)(x),
        "layer": lambda: layer(x, src_key_padding_mask=ids == 0),
    }[step]()
    assert not (after == 0).all(-1).any()


def test_two_learned_tables_tell_a_place_from_its_mirror_image():
    rows, columns = torch.randn(2, 6, 8)
    assert not torch.allclose(rows[3] + columns[5], rows[5] + columns[3])


def test_a_row_of_nystroms_product_needs_one_row_of_its_first_matrix():
    q, k = random(2, 17, 4)
    q_marks, k_marks = random(2, 4, 4)
    first, middle, last = (
        (a @ b.mT).softmax(-1) for a, b in ((q, k_marks), (q_marks, k_marks), (q_marks, k))
    )
    product = first @ torch.linalg.pinv(middle) @ last
    torch.testing.assert_close(first[:1] @ torch.linalg.pinv(middle) @ last, product[:1])
    torch.testing.assert_close(product.sum(-1), torch.ones(17).double())
    assert product.min() < 0


def test_padding_in_the_middle_changes_nothing_if_positions_skip_it():
    transformers = pytest.importorskip("transformers")
    config = transformers.GPT2Config(
        vocab_size=50, n_embd=12, n_head=3, n_layer=2, bos_token_id=0, eos_token_id=0
    )
    model = transformers.GPT2LMHeadModel(config).eval().double()
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.5)
    mask = torch.tensor([[1, 1, 0, 0, 1, 1]])
    ids = torch.tensor([[5, 6, 0, 0, 7, 8]])
    alone = model(ids[:, mask[0].bool()]).logits

    def right(**options):
        return torch.allclose(model(ids, **options).logits[mask.bool()], alone[0], atol=1e-9)

    positions = mask.cumsum(-1) - 1
    assert right(attention_mask=mask, position_ids=positions)
    assert not right(attention_mask=mask)
    assert not right(position_ids=positions)


def test_keys_of_one_length_make_attention_a_gaussian_kernel():
    q, k = random(2, TOKENS, D_HEAD)
    k = F.normalize(k, dim=-1)
    gaussian = (-torch.cdist(q, k).square() / (2 * D_HEAD**0.5)).exp()
    weights = (q @ k.mT / D_HEAD**0.5).softmax(dim=-1)
    torch.testing.assert_close(gaussian / gaussian.sum(-1, keepdim=True), weights)


def test_a_mask_of_shifted_windows_cuts_half_or_more_of_three_unshifted_ones():
    assert "half or more of the pairs of three of the four windows" in PAGE
    place = torch.arange(8).roll(-2)
    grid = torch.meshgrid(place, place, indexing="ij")
    rows, columns = map(run_blocks()[0]["windows"], grid)
    region = 2 * (rows < 2) + (columns < 2)
    blocked = region[:, :, None] != region[:, None]
    assert blocked.float().mean(dim=(1, 2)).tolist() == [0, 0.5, 0.5, 0.75]


def test_swin_v2_loads_into_another_window_and_swin_does_not():
    transformers = pytest.importorskip("transformers")
    swin = run_blocks()[0]["swin"]
    with pytest.raises(RuntimeError, match=r"size mismatch for .*relative_position_bias_table"):
        swin(8).load_state_dict(swin(4).state_dict(), strict=False)

    def second(window_size):
        return transformers.Swinv2Model(
            transformers.Swinv2Config(
                image_size=32, patch_size=2, embed_dim=12, depths=[1], num_heads=[3],
                window_size=window_size,
            )
        )  # fmt: skip

    file = second(4).state_dict()
    assert any("continuous_position_bias_mlp" in name for name in file)
    second(8).load_state_dict(file)


@pytest.mark.parametrize("width", [256, 512])
def test_a_llama_layer_keeps_46_bytes_per_token_and_feature(width):
    llama = pytest.importorskip("transformers.models.llama.modeling_llama")
    config = llama.LlamaConfig(
        vocab_size=50, num_hidden_layers=1, num_attention_heads=width // 64, hidden_size=width,
        intermediate_size=width * 11008 // 4096, attn_implementation="sdpa",
    )  # fmt: skip
    model, tokens = llama.LlamaModel(config).to(torch.bfloat16), 256
    own = {parameter.untyped_storage().data_ptr() for parameter in model.parameters()}
    x = torch.randn(1, tokens, width, dtype=torch.bfloat16, requires_grad=True)
    angles = model.rotary_emb(x, torch.arange(tokens)[None])

    def layer(x):
        return model.layers[0](x, position_embeddings=angles, attention_mask=None)

    def checkpointed(x):
        return checkpointing.checkpoint(layer, x, use_reentrant=False)

    def kept(run):
        memory, alive = {}, []

        def hold(tensor):
            memory[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
            alive.append(tensor)
            return tensor

        with torch.autograd.graph.saved_tensors_hooks(hold, lambda tensor: tensor):
            run(x)
        return sum(size for at, size in memory.items() if at not in own) / (tokens * width)

    assert kept(layer) == pytest.approx(46, abs=1)
    assert kept(checkpointed) == 2
    assert "about 46 bytes per token and feature" in PAGE


def test_large_widths_and_short_texts_take_what_the_page_says():
    assert 16 * 512**2 * 4 == 16 * 2**20
    assert 500_000**2 * 4 == 1e12
    assert pytest.approx(1e9, rel=0.03) == 500_000 * 512 * 4
    assert pytest.approx(1e9, rel=0.05) == 8192 * 32_000 * 4


def test_a_number_for_dropout_drops_in_eval_too():
    q = torch.randn(1, 2, 5, 8)
    with torch.no_grad():
        output = F.scaled_dot_product_attention(q, q, q, dropout_p=0.5)
    assert not torch.allclose(output, F.scaled_dot_product_attention(q, q, q))


def test_layer_norm_ignores_other_samples_and_batch_norm_does_not():
    x, other = torch.randn(2, 3, 12), torch.randn(1, 3, 12)
    changed = torch.cat([x[:1], other])
    layer, batch = nn.LayerNorm(12), nn.BatchNorm1d(12)
    assert torch.equal(layer(x)[0], layer(changed)[0])
    assert not torch.allclose(batch(x.mT)[0], batch(changed.mT)[0])


def test_layers_left_in_a_model_with_a_cache_need_new_numbers():
    transformers = pytest.importorskip("transformers")
    config = transformers.LlamaConfig(
        vocab_size=50, num_hidden_layers=4, num_attention_heads=2, hidden_size=16,
        intermediate_size=24,
    )  # fmt: skip
    model, ids = transformers.LlamaModel(config).eval(), torch.tensor([[5, 6, 7]])
    model.layers = nn.ModuleList([model.layers[0], model.layers[3]])
    model.config.num_hidden_layers = 2
    with pytest.raises(IndexError, match="list index out of range"):
        model(ids, use_cache=True)
    expected = model(ids, use_cache=False)[0]
    for i, layer in enumerate(model.layers):
        layer.self_attn.layer_idx = i
    torch.testing.assert_close(model(ids, use_cache=True)[0], expected)


@pytest.mark.parametrize("changed", [{"num_attention_heads": 2}, {"hidden_size": 24}])
def test_another_number_of_heads_loads_and_another_width_does_not(changed, tmp_path):
    transformers = pytest.importorskip("transformers")
    sizes = {"hidden_size": 12, "num_attention_heads": 3, "num_hidden_layers": 1}
    config = transformers.BertConfig(**sizes, intermediate_size=24, vocab_size=50)
    model, ids = transformers.BertModel(config).eval(), torch.arange(6)[None]
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.5)
    model.save_pretrained(tmp_path)
    if "hidden_size" in changed:
        with pytest.raises(RuntimeError, match="ignore_mismatched_sizes"):
            transformers.BertModel.from_pretrained(tmp_path, **changed)
        changed["ignore_mismatched_sizes"] = True
    other = transformers.BertModel.from_pretrained(tmp_path, **changed).eval()
    if "hidden_size" not in changed:
        assert not torch.allclose(other(ids)[0], model(ids)[0], atol=1e-3)


def test_a_prefix_per_sample_with_padding_on_either_side():
    real = torch.tensor([[True] * 4 + [False] * 2, [False] * 2 + [True] * 4])
    lengths = torch.tensor([2, 4])  # of the prefix, with the padding in front of it
    position = torch.arange(6)
    distance = position[:, None] - position
    prefix = (distance >= 0) | (position < lengths[:, None, None])
    assert not prefix[0, :4, 4:].any()
    prefix &= real[:, None]
    for sample, first, n in ((0, 0, 4), (1, 2, 4)):
        alone = ((distance >= 0) | (position < 2))[:n, :n]
        inside = slice(first, first + n)
        assert torch.equal(prefix[sample, inside, inside], alone)
        assert not prefix[sample, inside][:, ~real[sample]].any()


def test_linear_attention_takes_fewer_products_with_more_tokens_than_features():
    def products(n, d):
        q, k, v = torch.randn(3, 1, n, d)
        by_softmax, linear = FlopCounterMode(display=False), FlopCounterMode(display=False)
        with by_softmax:
            (q @ k.mT).softmax(dim=-1) @ v
        with linear:
            run_blocks()[0]["phi"](q) @ (run_blocks()[0]["phi"](k).mT @ v)
        return by_softmax.get_total_flops() / 2, linear.get_total_flops() / 2

    for n in (16, 64, 256):
        assert products(n, 64) == (2 * n**2 * 64, 2 * n * 64**2)


def test_the_pooler_output_is_that_of_cls_after_a_linear_layer_and_a_tanh():
    transformers = pytest.importorskip("transformers")
    sizes = {"hidden_size": 12, "num_attention_heads": 3, "num_hidden_layers": 1}
    config = transformers.BertConfig(**sizes, intermediate_size=24, vocab_size=50)
    model, ids = transformers.BertModel(config).eval(), torch.tensor([[2, 7, 9]])
    output = model(ids)
    expected = model.pooler.dense(output.last_hidden_state[:, 0]).tanh()
    torch.testing.assert_close(output.pooler_output, expected)
    by_vectors = model(inputs_embeds=model.embeddings.word_embeddings(ids))
    torch.testing.assert_close(by_vectors.pooler_output, expected)


def test_query_and_key_matrices_of_zeros_stay_zeros():
    x, values = random(8, 16), random(8, 4)

    def gradients(scale):
        W_Q, W_K = (scale * random(2, 16, 4)).requires_grad_()
        weights = ((x @ W_Q) @ (x @ W_K).mT / 2).softmax(dim=-1)
        return torch.autograd.grad((weights @ values).square().sum(), [W_Q, W_K])

    for usual, tiny, none in zip(*map(gradients, (1, 1e-4, 0)), strict=True):
        assert 0 < tiny.norm() < 1e-3 * usual.norm()
        assert not none.any()


def test_a_model_without_batch_first_refuses_cross_attention_from_another_number_of_keys():
    q, k = torch.randn(2, 5, 12), torch.randn(2, 7, 12)
    message = re.escape("shape '[2, 15, 4]' is invalid for input of size 168")
    with pytest.raises(RuntimeError, match=message):
        nn.MultiheadAttention(12, 3)(q, k, k)


def test_a_base_must_grow_68_times_for_a_context_10_times_as_long():
    pairs = torch.arange(0, 128, 2).double()
    slow = 500_000.0 ** (-pairs / 128) * 8192 < 2 * torch.pi
    reached = {times: 10 * times ** (-pairs[slow] / 128) for times in (67, 68)}
    assert [bool((angles > 1).any()) for angles in reached.values()] == [True, False]
