"""The blocks of "By symptom" print what the page says, for right layers and for broken ones."""

import ast
import contextlib
import importlib
import inspect
import io
import os
import re
import subprocess
import sys
import textwrap
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
import torch.nn.functional as F
from sphinx_extensions import check_file
from torch import nn
from torch.nn.attention.bias import causal_lower_right

import mha_lib

PAGE = (Path(__file__).parents[2] / "book" / "by_symptom.md").read_text()
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
SECTIONS = dict(part.split("\n", 1) for part in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:])
BLOCKS = {title: BLOCK.findall(text) for title, text in SECTIONS.items()}
LAYER, *ADAPTERS = BLOCKS.pop("Your layer as a function")
CHECKS = "\n".join(BLOCKS.pop("Eleven checks"))
(FORMULA,) = BLOCKS.pop("What no property sees")
(LINEAR,) = BLOCKS.pop("Layers without a softmax")
BLOCKS = {title: blocks for title, blocks in BLOCKS.items() if blocks}

AFTER_EVAL = "NaN after eval()"
FIRST_STEP = "NaN from the first step"
ALIKE = "All heads look alike"
CONSTANT = "The output is the same for every input, or the loss does not fall"
SUMS = "The weights do not sum to 1"
PADDING = "Padding changes the result"
CACHE = "With a cache, new tokens come out differently"
DIGITS = "Two implementations differ in the last digits"
ELEVEN = (
    "twice", "batch", "order", "doubled", "reach", "one key", "future", "past", "prefix", "lengths",
    "shift",
)  # fmt: skip
LOADED = "It loads without an error, the output is wrong"
FIRST = "My layer and the reference disagree"
UNMASKED_CAUSAL = ("causal", "no mask")
OF_ENGINE = ["positions", "causal", "padding only"]
POSITIONS = {"order", "doubled"}  # a layer with positions should fail these


@pytest.fixture(autouse=True)
def _fast_path_stays():
    yield
    torch.backends.mha.set_fastpath_enabled(True)


def printed(block, variables):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(block, variables)
    return out.getvalue()


def reader(f=None, **others):
    """What the reader has after the checks: their own f, or the example layer's f."""
    variables = {}
    exec(LAYER, variables)
    variables |= others | ({"f": f} if f else {})
    printed(CHECKS, variables)
    return variables


def answers(f, *layer_has):
    """What each check prints, with its arrow, for a layer with the named fault."""
    checks = CHECKS.replace("layer_has=[]", f"layer_has={[*layer_has]}")
    variables = reader(f)
    output = printed(checks, variables)
    found = dict(re.findall(r"^(\w+(?: key)?) (.*)$", output, re.MULTILINE))
    assert tuple(found) == ELEVEN
    assert variables["suspects"] == [name for name in ELEVEN if found[name].endswith("  <--")]
    return found


def fails(f):
    """The checks that do not print True. Each has an arrow, and no other one has."""
    failed = {name for name, answer in answers(f).items() if answer != "True"}
    assert failed == arrows(f)
    return failed


def arrows(f, *layer_has):
    return {name for name, answer in answers(f, *layer_has).items() if answer.endswith("  <--")}


def must_print_false(*layer_has):
    """The lines that a correct layer with all of this prints False for, by the page's code."""
    return arrows(reader()["f"], *layer_has)  # the example layer prints True for all


def lines(*values):
    return "".join(f"{value}\n" for value in values)


def ends(*answers):
    return lines(*map("{} {}".format, ("input", "output", "gradient"), answers))


# What the example layer prints, block by block, and the words of the page that say so.
PRINTED_BY_EXAMPLE = {
    AFTER_EVAL: [(lines(found := [[1, 0], [2, 0], [2, 1]]), f"`{found}`"), ("", "fast path")],
    FIRST_STEP: [(ends(True, True, True), "`True` three times")],
    ALIKE: [(lines("(3, 2, 5, 5) True"), "`(3, 2, 5, 5) True`")],
    CONSTANT: [(lines(False), "`False` in both"), (lines([]), "`[]` is what you want")],
    SUMS: [(lines([-1]), "`[-1]`")],
    PADDING: [(lines(True, True), "`True`")],
    CACHE: [("chunks of 1: off at []\nchunks of 3: off at []\n", "`[]` both times")],
    DIGITS: [(lines(True), "`True`")],
}


def test_the_whole_example_prints_what_the_page_shows():
    variables = reader()
    assert printed(CHECKS, variables) == lines(*(f"{name} True" for name in ELEVEN))
    assert "prints `True` eleven times" in SECTIONS["Eleven checks"]
    assert printed(FORMULA, variables) == lines(True)
    assert printed(*BLOCKS[FIRST], {}) == lines("............", "............")
    said = printed(*BLOCKS[LOADED], {})
    assert "explained by: [Q|K|V] interleaved head by head" in said
    assert "It says `explained by: [Q|K|V] interleaved head by head`" in SECTIONS[LOADED]
    assert set(BLOCKS) == {*PRINTED_BY_EXAMPLE, FIRST, LOADED}
    for title, expected_words in PRINTED_BY_EXAMPLE.items():
        for block, (expected, words) in zip(BLOCKS[title], expected_words, strict=True):
            assert printed(block, variables) == expected
            assert words in SECTIONS[title]


def test_the_checks_use_no_librarys_class():
    assert not re.search(r"\bnn\.|mha_lib|transformers|Attention", CHECKS)


# Correct layers of other libraries.


@pytest.mark.parametrize(
    ("adapter", "expected"),
    [*zip(ADAPTERS, ([], OF_ENGINE, ["padding only"]), strict=True)],
    ids=["torch", "a decoder that takes ids", "cross-attention with padding alone"],
)
def test_other_libraries_layers_print_what_the_page_shows(adapter, expected):
    if "transformers" in adapter:
        pytest.importorskip("transformers", reason="transformers is in .venv alone")
    variables = {"torch": torch, "nn": nn}
    exec(adapter, variables)
    for module in (
        value for value in variables.values() if isinstance(value, nn.MultiheadAttention)
    ):
        nn.init.normal_(module.out_proj.bias)  # it starts at 0, training moves it
    (f,) = (value for name, value in variables.items() if name.startswith("f_"))
    assert fails(f) == must_print_false(*expected)
    assert arrows(f, *expected) == set()
    if "transformers" in adapter:
        assert "`" + str(expected).replace("'", '"') + "` in `layer_has`" in PAGE
        dropped = arrows(lambda x, mask=None: f(x), *expected)  # no padding arrives
        assert dropped == {"shift"}
    assert "what you declare away is not checked" in PAGE


@pytest.mark.parametrize(("size", "blind"), [(1.0, {"reach"}), (0.1, set())])
def test_where_weights_round_to_0_a_right_layer_passes_with_smaller_tokens(size, blind):
    layer = reader()["layer"]
    with torch.no_grad():
        layer.qkv.weight *= 20
    failed = fails(lambda x, mask=None: layer(size * x, mask))
    assert blind <= failed <= {name for name in ("reach", "past") if blind}
    assert "`x = 0.1 * x`" in SECTIONS["Eleven checks"]


def added(mask):
    """A boolean mask as numbers to add, with axes for the batch and the heads."""
    blocked = torch.zeros(mask.shape).masked_fill(~mask, torch.finfo(torch.float32).min)
    return blocked[(None,) * (4 - mask.dim())]


@pytest.mark.parametrize("way", ["eager", "sdpa"])
def test_transformers_layers_pass_except_for_positions(way):
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    from transformers.models.bert.modeling_bert import BertSelfAttention
    from transformers.models.llama import modeling_llama

    sizes = {"hidden_size": 12, "num_attention_heads": 2, "attn_implementation": way}
    bert = BertSelfAttention(transformers.BertConfig(**sizes)).eval()
    config = transformers.LlamaConfig(**sizes | {"num_attention_heads": 6, "hidden_size": 12})
    config.num_key_value_heads = 3
    llama = modeling_llama.LlamaAttention(config, layer_idx=0).eval()
    rotary = modeling_llama.LlamaRotaryEmbedding(config)

    def of_llama(x, mask=None):
        tokens = x.shape[1]
        mask = torch.ones(tokens, tokens).bool() if mask is None else mask
        angles = rotary(x, torch.arange(tokens)[None])
        return llama(x, position_embeddings=angles, attention_mask=added(mask))[0]

    assert fails(lambda x, mask=None: bert(x, None if mask is None else added(mask))[0]) == set()

    def of_bert(x, mask=None):
        """As in a model: a mask (batch, 1, 1, keys), from the padding."""
        tokens = x.shape[1]
        may = torch.tensor(True) if mask is None else mask
        keys = may.expand(len(x), 1, tokens, tokens)[:, :, -1:]
        return bert(x, added(keys))[0]

    assert fails(of_llama) == must_print_false("positions")
    assert must_print_false("positions") == POSITIONS
    assert fails(of_bert) == must_print_false("padding only")
    assert fails(lambda x, mask=None: bert(x)[0]) == must_print_false("no mask")
    gpt2_config = transformers.GPT2Config(n_embd=12, n_head=2, attn_implementation="sdpa")
    gpt2 = transformers.models.gpt2.modeling_gpt2.GPT2Attention(gpt2_config, layer_idx=0).eval()
    assert fails(lambda x, mask=None: gpt2(x)[0]) == must_print_false(*UNMASKED_CAUSAL)
    assert arrows(of_llama, "positions") == set()
    assert arrows(lambda x, mask=None: of_llama(x), "positions", "no mask") == set()
    assert arrows(lambda x, mask=None: bert(x)[0], "positions", "no mask") == {"order", "doubled"}


def rotating(name, way):
    """An attention of transformers with rotary positions, its angles, and its configuration."""
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    kind = name.removesuffix("Text").lower()
    module = importlib.import_module(f"transformers.models.{kind}.modeling_{kind}")
    sizes = {"hidden_size": 12, "num_attention_heads": 6, "num_key_value_heads": 3, "head_dim": 4}
    config = getattr(transformers, f"{name}Config")(
        **sizes, num_hidden_layers=2, layer_types=None, pad_token_id=0, attn_implementation=way
    )
    kind = name.removesuffix("Text")
    attention = getattr(module, f"{kind}Attention")(config, layer_idx=0).eval()
    for parameter in attention.parameters():  # the norms' weights too, which start at 1 or 0
        nn.init.normal_(parameter, std=0.5)
    embedding = getattr(module, f"{kind}RotaryEmbedding")(config)
    more = () if kind != "Gemma3" else ("sliding_attention",)

    def angles(x):
        return embedding(x, torch.arange(x.shape[1])[None], *more)

    return attention, angles, config


CAUSAL_ALONE = lambda x: torch.ones(x.shape[1], x.shape[1]).tril().bool()  # noqa: E731


@pytest.mark.parametrize("way", ["eager", "sdpa"])
@pytest.mark.parametrize("name", ["Llama", "Qwen3", "Gemma3Text"])
def test_no_arrow_is_false_for_layers_with_positions_and_their_own_causal_mask(name, way):
    attention, angles, _ = rotating(name, way)

    def with_mask(x, mask=None):
        may = torch.ones(x.shape[1], x.shape[1]).bool() if mask is None else mask
        return attention(x, position_embeddings=angles(x), attention_mask=added(may))[0]

    def always_causal(x, mask=None):
        may = torch.tensor(True) if mask is None else mask
        return with_mask(x, may & CAUSAL_ALONE(x))

    def unmasked_causal(x, mask=None):
        if way == "sdpa":  # transformers' own
            return attention(x, position_embeddings=angles(x), attention_mask=None)[0]
        return with_mask(x, CAUSAL_ALONE(x))

    def causal_with_padding(x, mask=None):
        may = torch.tensor(True) if mask is None else mask
        last = may.expand(len(x), 1, x.shape[1], x.shape[1])[:, :, -1:]
        return with_mask(x, last & CAUSAL_ALONE(x))

    assert arrows(with_mask, "positions") == set()
    assert arrows(always_causal, "positions", "causal") == set()
    assert arrows(unmasked_causal, "positions", "causal", "no mask") == set()
    assert arrows(causal_with_padding, "positions", "causal", "padding only") == set()
    # The arrows can appear.
    assert arrows(with_mask, "positions", "causal") == {"doubled", "reach", "one key"}
    assert arrows(unmasked_causal, "no mask") >= {"order", "reach"}


def test_no_arrow_is_false_for_t5_which_adds_a_bias_by_distance():
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    from transformers.models.t5.modeling_t5 import T5Attention

    config = transformers.T5Config(d_model=12, num_heads=2, d_kv=6)
    t5 = T5Attention(config, has_relative_attention_bias=True, layer_idx=0).eval()
    for parameter in t5.parameters():
        nn.init.normal_(parameter, std=0.3)

    def f(x, mask=None):
        may = torch.ones(x.shape[1], x.shape[1]).bool() if mask is None else mask
        return t5(x, mask=added(may))[0]

    assert arrows(f, "positions") == set()
    assert arrows(f) == POSITIONS


def test_a_rotation_by_head_cancels_so_shuffled_tokens_give_shuffled_outputs():
    ours = mha_lib.StackedAttention(12, 2, bias=False)

    def f(x, mask=None, along=1):  # 1: the axis of the heads, before the transpose
        q, k, v = ((x @ W).unflatten(-1, (2, -1)) for W in (ours.W_Q, ours.W_K, ours.W_V))
        moved = (t.movedim(along, -2) for t in (q, k))
        positions = torch.arange(x.shape[1] if along == 1 else 2)
        q, k = (mha_lib.rotate(t, positions).movedim(-2, along) for t in moved)
        q, k, v = (t.transpose(1, 2) for t in (q, k, v))
        return JOIN(F.scaled_dot_product_attention(q, k, v, mask)) @ ours.W_O

    with torch.no_grad():
        assert arrows(f, "positions") == set()
        by_head = answers(partial(f, along=2), "positions")
    assert {name for name, said in by_head.items() if said.endswith("<--")} == {"order", "doubled"}
    assert by_head["order"].startswith("True")


def test_qwen3_next_has_a_query_and_a_gate_for_each_head_in_turn():
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    from transformers.models.qwen3_next import modeling_qwen3_next as qwen

    sizes = {"hidden_size": 12, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 6}
    config = transformers.Qwen3NextConfig(**sizes, attn_implementation="eager")
    attention, seen = qwen.Qwen3NextAttention(config, layer_idx=0), []
    attention.q_norm.register_forward_pre_hook(lambda _, inputs: seen.append(inputs[0]))
    x = torch.randn(1, 5, 12)
    angles = qwen.Qwen3NextRotaryEmbedding(config)(x, torch.arange(5)[None])
    with torch.no_grad():
        attention(x, position_embeddings=angles, attention_mask=None)
        projected = attention.q_proj(x)
    right = projected.unflatten(-1, (4, 2, 6)).unbind(-2)[0]
    torch.testing.assert_close(seen[0], right)
    halves = projected.chunk(2, dim=-1)[0].unflatten(-1, (4, 6))
    assert [torch.equal(halves[..., h, :], right[..., h, :]) for h in range(4)] == [True] + [
        False
    ] * 3
    assert "unflatten(-1, (heads, 2, d_head)).unbind(-2)" in SECTIONS[FIRST]


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("window", [False, True])
@pytest.mark.parametrize("sink", [False, True])
@pytest.mark.parametrize("positions", [False, True])
@pytest.mark.parametrize("takes", ["", "no mask", "padding only", "lengths only"])
def test_what_a_layer_has_combines(causal, window, sink, positions, takes):
    """A right layer with any combination of what the page lists has no arrow."""
    clears = takes in ("", "padding only") and not causal
    ours = mha_lib.StackedAttention(12, 2, bias=False)

    def f(x, mask=None):
        tokens = x.shape[1]
        may = torch.tensor(True) if mask is None or takes == "no mask" else mask
        may = may.expand(len(x), 1, tokens, tokens)
        if takes == "padding only":
            may = may[:, :, -1:].expand(-1, -1, tokens, -1)
        if takes == "lengths only":
            may = torch.arange(tokens) < may[:, :, -1:].sum(-1, keepdim=True)
            may = may.expand(-1, -1, tokens, -1)
        padded = ~may[:, 0, -1, :, None]
        may = may & CAUSAL_ALONE(x) if causal else may
        may = may & torch.ones(tokens, tokens).tril(1).triu(-1).bool() if window else may
        q, k, v = (CUT(x @ W, 2) for W in (ours.W_Q, ours.W_K, ours.W_V))
        q, k = (turned(q), turned(k)) if positions else (q, k)
        scores = block_out(q @ k.mT / 6**0.5, may)
        weights = with_a_sink(scores) if sink else scores.softmax(-1)
        return (JOIN(weights @ v) @ ours.W_O).masked_fill(padded & clears, 0)

    said = ["causal"] * causal + ["sink"] * sink + ["positions"] * positions + [takes] * bool(takes)
    said += ["window"] * window + ["clears"] * clears
    with torch.no_grad():
        assert arrows(f, *said) == set()
        assert fails(f) == must_print_false(*said)


def test_lengths_are_counted_in_the_last_row_as_the_page_says():
    theirs = nn.MultiheadAttention(12, 2, batch_first=True).eval()
    nn.init.normal_(theirs.out_proj.bias)

    def f(x, mask=None):
        batch, tokens, _ = x.shape
        may = torch.tensor(True) if mask is None else mask
        lengths = may.expand(batch, 1, tokens, tokens)[:, 0, -1].sum(-1)
        return theirs(x, x, x, key_padding_mask=torch.arange(tokens) >= lengths[:, None])[0]

    assert "(lengths: `last.sum(-1)`)" in SECTIONS["Your layer as a function"]
    assert fails(f) == must_print_false("lengths only")
    assert arrows(f, "lengths only") == set()


@pytest.mark.parametrize("n_kv_heads", [4, 2, 1])
def test_this_librarys_layer_passes_all_eleven_checks_and_the_formula(n_kv_heads):
    layer = mha_lib.StackedAttention(12, 4, n_kv_heads=n_kv_heads, bias=False).eval()
    assert fails(lambda x, mask=None: layer(x, mask=mask)[0]) == set()
    assert of_formula(lambda x, mask=None: layer(x, mask=mask)[0], layer, n_heads=4)


# The map of what disagrees, and the first module that is off, against transformers' Qwen3.

N_TOKENS = 12
PARTS = ("projections", "norms", "rotated", "heads", "output")


def stages(attention, angles, x, fault=""):
    """What each part of a layer with Qwen3's weights returns, with one fault."""
    n_heads = 6
    q, k, v = (
        cut(getattr(attention, f"{name}_proj")(x), size)
        for name, size, cut in (("q", n_heads, CUT), ("k", 3, CUT), ("v", 3, CUT))
    )
    if fault == "projections":
        q, k, v = (cut(x.roll(1, -1) @ W.T, n) for W, n, cut in (
            (attention.q_proj.weight, n_heads, CUT),
            (attention.k_proj.weight, 3, CUT),
            (attention.v_proj.weight, 3, CUT),
        ))  # fmt: skip
    made = {"projections": [q, k, v]}

    def norms(q, k):
        return attention.q_norm(q), attention.k_norm(k)

    cos, sin = angles(x)
    base = 50.0 if fault == "base" else None

    def rotated(*parts):
        positions = torch.arange(x.shape[1])
        if base:
            return [mha_lib.rotate(t, positions, base=base) for t in parts]
        if fault == "neighbors":
            pairs = [t.unflatten(-1, (-1, 2)).mT.flatten(-2) for t in parts]
            return [rotate_halves(t, cos, sin) for t in pairs]
        if fault == "partial":
            return [
                torch.cat([mha_lib.rotate(t[..., :2], positions), t[..., 2:]], -1) for t in parts
            ]
        return [rotate_halves(t, cos, sin) for t in parts]

    if fault == "norm last":
        q, k = norms(*rotated(q, k))
        made |= {"norms": [q, k], "rotated": [q, k]}
    else:
        q, k = norms(q, k)
        made["norms"] = [q, k]
        q, k = rotated(q, k)
        made["rotated"] = [q, k]
    repeat = (lambda t: t.repeat(1, 2, 1, 1)) if fault == "in turn" else (
        lambda t: t.repeat_interleave(2, dim=1)
    )  # fmt: skip
    if fault == "number of heads":  # 3 heads of 8 in place of 6 of 4
        k, v = k.repeat_interleave(2, dim=1), v.repeat_interleave(2, dim=1)
        q, k, v = (JOIN(t).unflatten(-1, (3, 8)).transpose(1, 2) for t in (q, k, v))
        repeat = lambda t: t  # noqa: E731
    mask = CAUSAL_ALONE(x)
    if fault == "sees later tokens":
        mask = torch.ones_like(mask)
    if fault == "a window":
        mask = mask.triu(-6)
    if fault == "a step late":
        mask = torch.ones_like(mask).tril(1)
    if fault == "inverted":
        mask = ~mask
    if fault == "transposed":
        mask = mask.mT
    scale = 12**-0.5 if fault == "divisor" else None
    made["heads"] = [F.scaled_dot_product_attention(q, repeat(k), repeat(v), mask, scale=scale)]
    joined = JOIN(made["heads"][0])
    if fault == "merge":
        joined = made["heads"][0].transpose(1, 2).transpose(2, 3).flatten(2)
    made["heads"] = [JOIN(made["heads"][0])]
    made["output"] = [attention.o_proj(joined)]
    return made


def rotate_halves(t, cos, sin):
    first, second = t.chunk(2, -1)
    return t * cos + torch.cat([-second, first], -1) * sin


ALL_BUT_0 = "." + "x" * (N_TOKENS - 1)
EVERY = "x" * N_TOKENS
# The fault, the map, the first part that is off and where.
DISAGREE = {
    "": ("." * N_TOKENS, None, ""),
    "projections": (EVERY, "projections", EVERY),
    "norm last": (ALL_BUT_0, "norms", ALL_BUT_0),
    "neighbors": (ALL_BUT_0, "rotated", None),
    "partial": (ALL_BUT_0, "rotated", ALL_BUT_0),
    "base": (ALL_BUT_0, "rotated", ALL_BUT_0),
    "divisor": (ALL_BUT_0, "heads", ALL_BUT_0),
    "number of heads": (ALL_BUT_0, "heads", ALL_BUT_0),
    "a window": (".......xxxxx", "heads", ".......xxxxx"),
    "in turn": (EVERY, "heads", EVERY),
    "sees later tokens": ("x" * (N_TOKENS - 1) + ".", "heads", "x" * (N_TOKENS - 1) + "."),
    "a step late": ("x" * (N_TOKENS - 1) + ".", "heads", None),
    "inverted": (EVERY, "heads", EVERY),
    "transposed": (EVERY, "heads", EVERY),
    "merge": (EVERY, "output", EVERY),
}


@pytest.mark.parametrize("fault", DISAGREE)
def test_the_map_and_the_first_module_that_is_off_are_those_of_the_page(fault):
    attention, angles, _ = rotating("Qwen3", "eager")
    variables = {}
    printed(*BLOCKS[FIRST], variables)

    def shown(mine, theirs):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            variables["print_map"](mine, theirs)
        return out.getvalue().split("\n")[0]

    x = torch.randn(1, N_TOKENS, 12)
    the_map, part, where = DISAGREE[fault]
    with torch.no_grad():
        blocked = added(CAUSAL_ALONE(x))
        theirs = attention(x, position_embeddings=angles(x), attention_mask=blocked)[0]
        right, wrong = stages(attention, angles, x), stages(attention, angles, x, fault)
        assert shown(right["output"][0], theirs) == "." * N_TOKENS  # the stages are Qwen3's
        assert shown(wrong["output"][0], theirs) == the_map
    maps = {
        name: {shown(join(a), join(b)) for a, b in zip(wrong[name], right[name], strict=True)}
        for name in PARTS
    }
    off = [name for name in PARTS if maps[name] != {"." * N_TOKENS}]
    assert (off[0] if off else None) == part
    if where:
        assert maps[part] == {where}
    assert f"`{the_map}`" in SECTIONS[FIRST]


def join(part):
    return JOIN(part) if part.dim() == 4 else part


# In an encoder: the fault, and whether the output is right in the batch, for each sample alone, and
# for one token alone.
ENCODER = {
    "": (True, True, True),
    "padding repeated": (False, True, True),
    "divisor": (False, False, True),
    "queries": (False, False, True),
    "values": (False, False, False),
    "output": (False, False, False),
}


@pytest.mark.parametrize("fault", ENCODER)
def test_the_three_maps_of_an_encoder_are_those_of_the_page(fault):
    theirs = nn.MultiheadAttention(12, 4, bias=False, batch_first=True).eval()
    matrices = dict(zip("QKV", theirs.in_proj_weight.detach().chunk(3), strict=True))
    matrices["O"] = theirs.out_proj.weight.detach()
    wrong = {"queries": "Q", "values": "V", "output": "O"}.get(fault)
    if wrong:
        matrices[wrong] = matrices[wrong].flip(0)

    def mine(x, padding):  # heads are part of the batch axis
        q, k, v = (CUT(x @ matrices[name].T, 4).flatten(0, 1) for name in "QKV")
        repeated = padding.repeat_interleave(4, dim=0)
        if fault == "padding repeated":
            repeated = padding.repeat(4, 1)
        scores = q @ k.mT / (12 if fault == "divisor" else 3) ** 0.5
        weights = scores.masked_fill(repeated[:, None], -torch.inf).softmax(-1)
        return JOIN((weights @ v).unflatten(0, (-1, 4))) @ matrices["O"].T

    def right(x, padding):
        with torch.no_grad():
            expected = theirs(x, x, x, key_padding_mask=padding)[0]
        return torch.allclose(mine(x, padding)[~padding], expected[~padding], atol=1e-5)

    x, lengths = torch.randn(3, 6, 12), torch.tensor([6, 4, 2])
    padding = torch.arange(6) >= lengths[:, None]
    alone = all(right(x[i : i + 1], padding[i : i + 1]) for i in range(3))
    token = right(x[:1, :1], padding[:1, :1])
    assert (right(x, padding), alone, token) == ENCODER[fault]


def test_the_formula_takes_t5s_bias_and_the_bias_differs_off_the_diagonal():
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    from transformers.models.t5.modeling_t5 import T5Attention

    config = transformers.T5Config(d_model=12, num_heads=2, d_kv=6)
    t5 = T5Attention(config, has_relative_attention_bias=True, layer_idx=0).eval()
    x = torch.randn(3, 7, 12)
    with torch.no_grad():
        bias = t5.compute_bias(7, 7)
        expected = t5(x)[0]
        variables = reader()
        printed(CHECKS, variables)
        printed(FORMULA, variables)
        q, k, v = t5.q(x) * 6**0.5, t5.k(x), t5.v(x)
        heads = variables["formula"](q, k, v, n_heads=2, bias=bias)
    assert torch.allclose(t5.o(heads), expected, atol=1e-5)
    exchanged = bias.mT  # query - key in place of key - query
    same = (exchanged == bias).all(dim=1)[0]
    assert torch.equal(same, torch.eye(7).bool())


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("divisor", ALL_BUT_0),
        ("a window", ".......xxxxx"),
        ("sees later tokens", EVERY),
    ],
)
def test_over_several_layers_the_map_shows_the_first_token_alone(fault, expected):
    attention, angles, _ = rotating("Qwen3", "eager")
    variables = {}
    printed(*BLOCKS[FIRST], variables)
    with torch.no_grad():
        right = wrong = torch.randn(1, N_TOKENS, 12)
        for _ in range(2):
            right = right + stages(attention, angles, right)["output"][0]
            wrong = wrong + stages(attention, angles, wrong, fault)["output"][0]
        with contextlib.redirect_stdout(io.StringIO()) as out:
            variables["print_map"](wrong, right)
    assert out.getvalue() == lines(expected)
    assert "a missing causal mask gives `x` everywhere" in SECTIONS[FIRST]


def test_the_models_norm_and_rotate_in_the_order_of_the_page():
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    assert transformers.__version__
    for kind, name, norm, first in (
        ("qwen3", "Qwen3", "q_norm(", "norm"),
        ("gemma3", "Gemma3", "q_norm(", "norm"),
        ("hunyuan_v1_dense", "HunYuanDenseV1", "query_layernorm(", "rotation"),
    ):
        module = importlib.import_module(f"transformers.models.{kind}.modeling_{kind}")
        code = inspect.getsource(getattr(module, f"{name}Attention").forward)
        normed, rotated = code.index(norm), code.index("apply_rotary_pos_emb(")
        assert (normed < rotated) == (first == "norm"), kind


# Broken layers.

CUT = lambda t, n: t.unflatten(-1, (n, -1)).transpose(1, 2)  # noqa: E731
JOIN = lambda t: t.transpose(1, 2).flatten(2)  # noqa: E731
VIEW = lambda t, n: t.reshape(len(t), n, t.shape[1], -1)  # noqa: E731
STRAIGHT_BACK = lambda t: t.reshape(len(t), t.shape[2], -1)  # noqa: E731
BY_BATCH = {
    "cut": lambda t, n: t.unflatten(-1, (n, -1)).permute(1, 2, 0, 3),
    "join": lambda t: t.permute(2, 0, 1, 3).flatten(2),
}


def over(axis):
    return lambda scores: scores.softmax(axis)


def block_out(scores, mask):
    return scores.masked_fill(~mask, -torch.inf)


OVER_KEYS = over(-1)


def plain(
    ours=None, *, n_heads=2, cut=CUT, width=None, mix=block_out, softmax=OVER_KEYS, after=None,
    values=None, join=JOIN,
):  # fmt: skip
    """A plain layer without biases, in lines that a test can break."""
    ours = ours or mha_lib.StackedAttention(12, n_heads, bias=False)

    def layer(x, mask=None):
        q = cut(x @ ours.W_Q, n_heads)
        k, v = (cut(x @ W, n_heads * W.shape[1] // 12) for W in (ours.W_K, ours.W_V))
        if values:
            k, v = values(k), values(v)
        scores = q @ k.mT / (width or q.shape[-1]) ** 0.5
        weights = softmax(scores if mask is None else mix(scores, mask))
        return join((after(weights) if after else weights) @ v) @ ours.W_O

    return layer


def of_formula(f, ours, n_heads):
    """What the reader's comparison with the formula says."""
    variables = reader(f)
    printed(FORMULA, variables)
    x, causal = variables["x"], variables["causal"]
    projections = (x @ W for W in (ours.W_Q, ours.W_K, ours.W_V))
    expected = variables["formula"](*projections, n_heads=n_heads, mask=causal) @ ours.W_O
    return variables["same"](f(x, causal), expected)


def as_numbers(scores, mask):
    return scores + mask.float()


def top_left(scores, mask):
    return block_out(scores, torch.ones(scores.shape[-2:]).tril().bool())


def cleaned(ours=None):
    """The mask of the other sign, added, and its NaN cleaned away."""

    def add(scores, mask):
        return scores + torch.zeros(mask.shape).masked_fill(mask, -torch.inf)

    return plain(ours, mix=add, after=torch.nan_to_num)


def causal_without_padding():
    """A layer with a causal mask of its own, which no padding mask reaches."""
    layer = plain()
    return lambda x, mask=None: layer(x, CAUSAL_ALONE(x))


def inverted(ours=None):
    return plain(ours, mix=lambda scores, mask: block_out(scores, ~mask))


def short_of_values():
    """As many keys as tokens, and a value less: the kernel goes by the number of values."""
    variables = {}
    exec(LAYER, variables)
    layer = variables["layer"]

    def f(x, mask=None):
        cut = layer.qkv(x).unflatten(-1, (3, layer.n_heads, -1))
        q, k, v = cut.permute(2, 0, 3, 1, 4)
        mask = None if mask is None else mask[..., :-1]
        heads = F.scaled_dot_product_attention(q, k, v[:, :, :-1], attn_mask=mask)
        return layer.out(heads.transpose(1, 2).flatten(2))

    return f


def window(scores, mask):
    """Two tokens back and no further, whatever the mask says."""
    near = torch.ones(scores.shape[-2:]).triu(-2).bool()
    return block_out(scores, mask & near)


def dropping(x, mask=None):
    """Dropout in a function, which has no eval()."""
    scores = F.scaled_dot_product_attention(x, x, x, attn_mask=mask, dropout_p=0.5)
    return scores


def tokens_first():
    module = nn.MultiheadAttention(12, 2).eval()

    def layer(x, mask=None):
        return module(x, x, x, attn_mask=None if mask is None else ~mask)[0]

    return layer


def swapped(there, back, *, batch_first=False):
    """PyTorch's module, tokens first, in a wrapper that swaps the axes there and back."""
    module = nn.MultiheadAttention(12, 2, batch_first=batch_first).eval()

    def layer(x, mask=None):
        batch, tokens, _ = x.shape
        mask = None if mask is None else ~mask.expand(batch, 2, tokens, tokens).flatten(0, 1)
        x = there(x)
        return back(module(x, x, x, attn_mask=mask)[0], batch, tokens)

    return layer


def swap(x, *_):
    return x.transpose(0, 1)


def swap_by_reshape(x, *_):
    return x.reshape(x.shape[1], x.shape[0], -1)


@pytest.mark.parametrize(
    ("layer", "failed", "right_alone"),
    [
        (swapped(swap, swap), None, True),
        (swapped(swap_by_reshape, swap_by_reshape), {"batch", "order", "doubled"}, True),
        (swapped(swap, swap_by_reshape), {"batch", "order", "doubled"}, True),
        (
            swapped(swap_by_reshape, swap_by_reshape, batch_first=True),
            {"batch", "order", "doubled", "reach"},
            False,
        ),
        (tokens_first(), {"batch", "reach"}, False),
    ],
    ids=["right", "reshapes", "a reshape back", "reshapes and batch_first", "no batch_first"],
)
def test_order_tells_a_reshape_from_the_batch_axis_itself(layer, failed, right_alone):
    """The masks are left out: with them, a module that reads the axes wrongly raises errors."""
    with torch.no_grad():
        found = answers(lambda x, mask=None: layer(x), "no mask")
    off = {name for name in ("batch", "order", "doubled", "reach") if "False" in found[name]}
    assert off == (failed or set())
    (module,) = (
        c.cell_contents for c in layer.__closure__ if isinstance(c.cell_contents, nn.Module)
    )
    x, first = torch.randn(1, 5, 12), module.batch_first
    module.batch_first = True
    right = module(x, x, x)[0]
    module.batch_first = first
    assert torch.allclose(layer(x), right, atol=1e-5) == right_alone
    assert "- **`False`:** [a `reshape` or `view`]" in SECTIONS["It works at batch size 1"]


def test_the_layers_to_be_broken_are_right_at_first():
    assert fails(plain()) == set()


def as_heads_mask(scores, mask):
    """Reads (batch, queries, keys) as (heads, queries, keys)."""
    return block_out(scores, mask.squeeze(1) if mask.dim() == 4 else mask)


def on_queries_axis(scores, mask):
    """Blocks padded queries, where padded keys were meant."""
    return block_out(scores, mask.mT if mask.shape[-2] == 1 else mask)


def repeated(scores, mask):
    """A mask for (batch * heads), samples first, by `repeat`, which puts the heads first."""
    n_heads = scores.shape[1]
    mask = mask if mask.dim() == 4 else mask[None, None]
    of_samples = mask[:, 0].expand(len(scores), -1, -1)
    return of_samples.repeat(n_heads, 1, 1).unflatten(0, (len(scores), n_heads))


# The seven bugs of "Bug lab", wrong masks, and bugs of "Calling PyTorch" that a reader's layer can
# have, each with the checks that find it. Every check is needed: some bug is found by it alone.
MASKED = {"one key", "future", "past", "prefix"}
NEWER = {"lengths", "shift"}
BROKEN = {
    "split by view": (plain(cut=VIEW), {"order", "doubled"} | MASKED | NEWER),
    "merge by view": (
        plain(join=STRAIGHT_BACK),
        {"order", "doubled", "one key", "future", "prefix"} | NEWER,
    ),
    "both by view": (
        plain(cut=VIEW, join=STRAIGHT_BACK),
        {"order", "doubled", "reach", "one key", "past", "prefix"} | NEWER,
    ),
    "over queries": (plain(softmax=over(-2)), MASKED - {"past"} | {"lengths"}),
    "over heads": (plain(softmax=over(1)), {"doubled"} | MASKED - {"past"} | NEWER),
    "over batch": (plain(**BY_BATCH), {"batch", "reach"} | MASKED | NEWER),
    "batch second, call 1": (tokens_first(), {"batch", "reach"} | MASKED | NEWER),
    "dropout in a function, call 4": (dropping, set(ELEVEN) - {"reach", "past"}),
    "a value short, call 5": (short_of_values(), set(ELEVEN) - {"twice", "batch"}),
    "the other sign": (inverted(), MASKED | NEWER),
    "the other sign, cleaned": (cleaned(), MASKED | NEWER),
    "a mask of 0 and 1, added": (plain(mix=as_numbers), MASKED - {"past"} | NEWER),
    "too small a number": (
        plain(mix=lambda s, m: s.masked_fill(~m, -3)),
        MASKED - {"past"} | NEWER,
    ),
    "transposed": (plain(mix=lambda s, m: block_out(s, m.mT)), MASKED | {"lengths"}),
    "the mask ignored": (plain(mix=lambda s, _: s), MASKED - {"past"} | NEWER),
    "one row for all queries": (
        plain(mix=lambda s, m: block_out(s, m[..., :1, :])),
        {"past"} | {"shift"},
    ),
    "a window": (plain(mix=window), {"past", "one key"} | NEWER),
    "samples as heads": (plain(mix=as_heads_mask, n_heads=3), {"lengths"}),
    "samples as heads, of another number": (
        plain(mix=as_heads_mask, n_heads=4),
        {"lengths", "shift"},
    ),
    "repeated for the heads in the wrong order": (
        plain(mix=lambda s, m: block_out(s, repeated(s, m))),
        {"lengths"},
    ),
    "the queries' axis": (plain(mix=on_queries_axis), {"lengths"}),
}


@pytest.mark.parametrize("bug", BROKEN)
def test_the_checks_find_each_broken_layer(bug):
    layer, seen = BROKEN[bug]
    with torch.no_grad():
        assert fails(layer) == seen


# Layers without a softmax.

WITHOUT_SOFTMAX = {  # what replaces what in the page's layer: which lines have an arrow; "average"
    "right": ([], set(), "True"),
    "no divisor": (
        [("(q @ (k.mT @ v) / (q @ k.sum(1).unsqueeze(-1)))", "(q @ (k.mT @ v))")],
        {"doubled", "one key"},
        "False",
    ),
    "zeroed keys": ([("phi(k) * last", "phi(k * last)")], {"one key", "lengths", "shift"}, "True"),
    "zeroed keys and values": (
        [("phi(k) * last", "phi(k * last)"), ("k.mT @ v", "k.mT @ (v * last)")],
        {"one key", "lengths", "shift"},
        "True",
    ),
    "divided by the number of tokens": (
        [("(q @ k.sum(1).unsqueeze(-1))", "x.shape[1]")],
        {"one key", "lengths", "shift"},
        "True",
    ),
}
OF_PADDING_ALONE = ["padding only"]


def of_linear(changes, layer_has=OF_PADDING_ALONE):
    """The lines with an arrow, and the last line, that the page's block prints."""
    block = LINEAR.replace('["padding only"]', repr(layer_has))
    for old, new in changes:
        assert old in block
        block = block.replace(old, new)
    variables = reader()
    with torch.no_grad():
        *_, last = printed(block, variables).splitlines()
    return set(variables["suspects"]), last.removeprefix("average ")


@pytest.mark.parametrize("bug", WITHOUT_SOFTMAX)
def test_linear_attention_prints_what_the_page_shows(bug):
    changes, seen, average = WITHOUT_SOFTMAX[bug]
    assert of_linear(changes) == (seen, average)
    if bug == "no divisor":
        assert of_linear(changes, ["padding only", "sum"]) == (set(), "False")


CAUSAL_LINEAR = [
    ("q @ (k.mT @ v)", "(q[:, :, None] @ (k[..., None] * v[:, :, None]).cumsum(1))[:, :, 0]"),
]
CAUSAL_DIVISOR = ("(q @ k.sum(1).unsqueeze(-1))", "(q * k.cumsum(1)).sum(-1, keepdim=True)")


@pytest.mark.parametrize(
    ("changes", "seen", "average"),
    [
        ([CAUSAL_DIVISOR], set(), "True"),
        ([("(q @ k.sum(1).unsqueeze(-1))", "1")], set(), "False"),
        ([], {"doubled", "reach", "future", "prefix"}, "False"),
    ],
    ids=["right", "no divisor", "a divisor of all tokens"],
)
def test_causal_linear_attention_prints_what_the_page_shows(changes, seen, average):
    has = ["padding only", "causal"]
    assert of_linear(CAUSAL_LINEAR + changes, has) == (seen, average)


CAUSAL_DECODE = """
def decode(x, chunk):
    state, total, outputs = 0, 0, []
    for tokens in x.split(chunk, dim=1):
        q, k, v = layer.qkv(tokens).chunk(3, dim=-1)
        q, k = phi(q), phi(k)
        states = state + (k[..., None] * v[:, :, None]).cumsum(1)
        totals = total + k.cumsum(1)
        sums, divisors = (q[:, :, None] @ states)[:, :, 0], (q * totals).sum(-1, keepdim=True)
        outputs.append(layer.out(sums / divisors))
        state, total = states[:, -1:], totals[:, -1:]
    return torch.cat(outputs, dim=1)
"""


def test_without_a_softmax_the_cache_s_loop_holds_and_a_search_finds_nothing():
    block = LINEAR.replace('["padding only"]', '["padding only", "causal"]')
    for old, new in [*CAUSAL_LINEAR, CAUSAL_DIVISOR]:
        block = block.replace(old, new)
    variables = reader()
    with torch.no_grad():
        printed(block, variables)
        variables["f"] = variables["linear"]
        (cache,) = BLOCKS[CACHE]
        before, loop = cache[: cache.index("def decode")], cache[cache.index("for chunk in ") :]
        without_window = before.replace("window = 5", "window = 15").replace("3 * window", "window")
        for decode, expected in (
            (CAUSAL_DECODE, [[], []]),
            (CAUSAL_DECODE.replace("totals[:, -1:]", "0"), [[*range(1, 15)], [*range(3, 15)]]),
        ):
            out = printed(without_window + decode + loop, variables)
            assert [ast.literal_eval(line.split("off at ")[1]) for line in out.splitlines()] == (
                expected
            )
        layer, x = variables["layer"], variables["x"]
        w, b = layer.qkv.weight, layer.qkv.bias
        state = {"qkv": w, "b": b, "out": layer.out.weight, "b_out": layer.out.bias}
        y = F.scaled_dot_product_attention(*layer.qkv(x).chunk(3, -1))
        assert mha_lib.layouts.search(state, x, layer.out(y)).close  # with a softmax
        result = mha_lib.layouts.search(state, x, variables["linear"](x))
        assert result.close == []


def test_without_a_softmax_a_query_without_a_key_gets_0_or_nan():
    variables = reader()
    with torch.no_grad():
        printed(LINEAR, variables)
        none = torch.zeros(3, 1, 1, 5).bool()
        assert variables["linear"](variables["x"], none).isnan().all()
        assert not without_a_sum("sigmoid")(variables["x"], none).any()


def without_a_sum(kind, norm=False):
    """Sigmoid attention, or retention as in its paper: scores times a decay, and no softmax."""
    ours = mha_lib.StackedAttention(12, 2, bias=False)

    def f(x, mask=None):
        q, k, v = (CUT(x @ W, 2) for W in (ours.W_Q, ours.W_K, ours.W_V))
        scores = q @ k.mT / 6**0.5
        if kind == "retention":
            distance = (torch.arange(x.shape[1])[:, None] - torch.arange(x.shape[1])).float()
            decay = torch.tensor([0.9, 0.8])[:, None, None] ** distance.clamp(min=0)
            weights = (scores * decay).tril()
        else:
            weights = scores.sigmoid() if mask is None else scores.sigmoid() * mask
        heads = weights @ v
        return JOIN(F.rms_norm(heads, (6,), eps=1e-8) if norm else heads) @ ours.W_O

    return f


OF_RETENTION = ("positions", "causal", "no mask")


@pytest.mark.parametrize(
    ("kind", "norm", "has"),
    [
        ("sigmoid", False, ["sum"]),
        ("sigmoid", True, []),
        ("retention", False, [*OF_RETENTION, "sum"]),
        ("retention", True, [*OF_RETENTION]),
    ],
)
def test_layers_that_do_not_divide_have_no_arrow_with_what_the_page_says(kind, norm, has):
    f = without_a_sum(kind, norm)
    with torch.no_grad():
        assert arrows(f, *has) == set()
        if not norm and kind == "sigmoid":
            assert arrows(f) == {"doubled", "one key"}
        if not norm:  # the last line of the block would print False
            equal = torch.randn(3, 1, 12).expand(-1, 5, -1)
            assert not torch.allclose(f(equal), f(equal[:, :1]).expand_as(equal), rtol=1e-3)


# The file with all checks.

FILE = check_file.as_file(PAGE)
OF_FILE = {
    "print_map", "same", "masks", "run_checks", "formula", "without_a_key", "print_finite",
    "heads_differ", "axes_that_sum_to_1", "ignores_padding", "tokens_off",
}  # fmt: skip
CLEAN = """
import contextlib, io, sys
import torch
from torch import nn
import attention_checks
from attention_checks import *

theirs = nn.MultiheadAttention(12, 2, batch_first=True).eval()
nn.init.normal_(theirs.out_proj.bias)

def right(x, mask=None):
    if mask is not None:
        mask = ~mask.expand(len(x), 2, x.shape[1], x.shape[1]).flatten(0, 1)
    return theirs(x, x, x, attn_mask=mask, need_weights=False)[0]

def inverted(x, mask=None):
    return right(x, None if mask is None else ~mask)

x = torch.randn(3, 5, 12)
causal, real = masks(x)
for f in (right, inverted):
    with contextlib.redirect_stdout(io.StringIO()):
        print("suspects", run_checks(f, x), file=sys.stderr)
    print("padding", ignores_padding(f, x, real), file=sys.stderr)
print_map(right(x), inverted(x, causal))
assert not {"mha_lib", "transformers", "IPython"} & set(sys.modules)
"""


def test_the_file_runs_alone_on_torchs_module_and_on_a_broken_one(tmp_path):
    (tmp_path / "attention_checks.py").write_text(FILE)
    run = subprocess.run(
        [sys.executable, "-c", CLEAN],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={name: os.environ[name] for name in os.environ if name != "PYTHONPATH"},
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr.splitlines() == [
        "suspects []",
        "padding True",
        "suspects ['one key', 'future', 'past', 'prefix', 'lengths', 'shift']",
        "padding False",
    ]
    assert re.fullmatch("([.x]{5}\n){3}", run.stdout)


@pytest.mark.parametrize("sign", ["", "~"])
def test_the_test_to_keep_passes_for_a_right_layer_and_fails_for_an_inverted_mask(tmp_path, sign):
    docstring = ast.get_docstring(ast.parse(FILE))
    kept = textwrap.dedent("".join(re.findall(r"^(?: {4}.*)?\n", docstring, re.MULTILINE)))
    assert "def test_attention():" in kept
    layer = LAYER.replace(
        "return layer(x, mask)", f"return layer(x, None if mask is None else {sign}mask)"
    )
    assert layer != LAYER
    files = {"attention_checks": FILE, "my_code": layer, "test_attention": kept}
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_attention.py"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ("1 passed" in run.stdout, run.returncode) == (not sign, int(bool(sign))), run.stdout


def test_what_pack_writes_after_a_search_with_an_own_layer_repeats_its_mistake():
    """A layer that rotates neighbors, with the tensors of a file that is for halves."""
    ours = mha_lib.StackedAttention(24, 4, n_kv_heads=2, bias=False)
    file = mha_lib.layouts.pack(ours.head_parameters().map(torch.detach), "llama")
    x, causal = torch.randn(2, 9, 24), mha_lib.causal_mask(9)

    def computed(state, neighbors):
        q, k, v = (
            CUT(x @ state[f"{name}_proj.weight"].T, n)
            for name, n in zip("qkv", (4, 2, 2), strict=True)
        )
        angles = torch.arange(9)[:, None] / 10_000 ** (torch.arange(3) / 3)

        def turn(t):
            a, b = t.unflatten(-1, (-1, 2)).unbind(-1) if neighbors else t.chunk(2, dim=-1)
            turned = [a * angles.cos() - b * angles.sin(), a * angles.sin() + b * angles.cos()]
            return torch.stack(turned, -1).flatten(-2) if neighbors else torch.cat(turned, -1)

        heads = F.scaled_dot_product_attention(turn(q), turn(k), v, causal, enable_gqa=True)
        return JOIN(heads) @ state["o_proj.weight"].T

    wrong, right = computed(file, True), computed(file, False)
    assert not torch.allclose(wrong, right, atol=1e-2)
    best = mha_lib.layouts.search(file, x, wrong, mask=causal)[0]
    packed = mha_lib.layouts.pack(best, "llama")
    assert torch.allclose(computed(packed, False), wrong, atol=1e-5)
    assert "`pack` would write your mistake into the file" in SECTIONS[LOADED]
    best = mha_lib.layouts.search(file, x, right, mask=causal)[0]
    packed = mha_lib.layouts.pack(best, "llama")
    assert torch.allclose(computed(packed, False), right, atol=1e-5)

    def to_neighbors(W, n_heads):
        return W.unflatten(0, (n_heads, 2, -1)).transpose(1, 2).flatten(0, 2)

    reordered = {
        f"{name}_proj.weight": to_neighbors(file[f"{name}_proj.weight"], n)
        for name, n in (("q", 4), ("k", 2))
    }
    assert torch.allclose(computed(file | reordered, True), right, atol=1e-5)


def test_torchvisions_thirds_are_converted_for_code_that_cuts_head_by_head():
    """Its encoder blocks call their nn.MultiheadAttention `self_attention`."""
    theirs = nn.MultiheadAttention(12, 3, batch_first=True)
    file = {f"layers.0.self_attention.{name}": t for name, t in theirs.state_dict().items()}
    converted = mha_lib.layouts.convert(file, "torch", "bloom", n_heads=3)
    (weight,) = (t for name, t in converted.items() if name.endswith("query_key_value.weight"))
    parts = weight.unflatten(0, (3, 3, 4)).unbind(1)
    for part, third in zip(parts, theirs.in_proj_weight.chunk(3), strict=True):
        assert torch.equal(part.flatten(0, 1), third)
    assert "convert to `bloom`" in SECTIONS[LOADED]


def test_the_file_has_every_function_of_the_page_but_the_readers_and_runs_nothing():
    body = ast.parse(FILE).body
    assert {part.name for part in body if isinstance(part, ast.FunctionDef)} == OF_FILE
    docstring, *imports = (part for part in body if not isinstance(part, ast.FunctionDef))
    assert [ast.unparse(part) for part in imports] == ["import torch"]
    assert "layer_has" in docstring.value.value
    for name in OF_FILE:
        assert f"def {name}(" in PAGE
    undefined = {name.id for name in ast.walk(ast.parse(FILE)) if isinstance(name, ast.Name)}
    assert not undefined & {"f_module", "layer", "F", "nn", "mha_lib", "d_model"}


def test_the_page_links_to_the_file_that_the_build_writes(tmp_path):
    assert f'<a href="{check_file.FILE}" download>{check_file.FILE}</a>' in PAGE.split("## ")[0]
    app = SimpleNamespace(
        builder=SimpleNamespace(format="html"),
        env=SimpleNamespace(found_docs={check_file.PAGE}),
        srcdir=Path(__file__).parents[2],
        outdir=tmp_path,
        config=SimpleNamespace(html_baseurl="https://one.example/"),
    )
    (tmp_path / "book").mkdir()
    check_file.write(app, None)
    written = (tmp_path / "book" / "attention_checks.py").read_text()
    assert written == FILE.replace(
        'page "By symptom".',
        'page "By symptom" (https://one.example/book/by_symptom.html).',
    )


def with_a_sink(scores):
    return nn.functional.pad(scores, (0, 1)).softmax(-1)[..., :-1]


def test_properties_that_seem_right_and_are_not_true():
    torch.manual_seed(0)
    variables = {}
    exec(LAYER, variables)
    layer = variables["layer"]
    causal = lambda n: torch.ones(n, n).tril().bool()  # noqa: E731
    always = lambda x, mask=None: layer(x, causal(x.shape[1]))  # noqa: E731
    assert fails(always) == must_print_false(*UNMASKED_CAUSAL)
    assert fails(lambda x, mask=None: x + layer(x, mask)) == {"one key"}  # a residual left in
    assert fails(plain(softmax=with_a_sink)) == must_print_false("sink")


def turned(heads):
    """Rotated by their positions, in the axis before the last one."""
    return mha_lib.rotate(heads, torch.arange(heads.shape[-2]))


def with_rotary(before_the_cut="", after=""):
    """A plain layer that rotates some of q, k and v, before or after the cut into heads."""
    ours = mha_lib.StackedAttention(12, 2, bias=False)

    def layer(x, mask=None):
        parts = []
        for name, W in (("q", ours.W_Q), ("k", ours.W_K), ("v", ours.W_V)):
            part = x @ W
            part = CUT(turned(part) if name in before_the_cut else part, 2)
            parts.append(turned(part) if name in after else part)
        return JOIN(F.scaled_dot_product_attention(*parts, attn_mask=mask)) @ ours.W_O

    return layer


@pytest.mark.parametrize(
    ("layer", "seen"),
    [
        (with_rotary(after="qk"), set()),
        (with_rotary(before_the_cut="qk"), {"shift"}),
        (with_rotary(after="q"), {"shift"}),
        (with_rotary(after="k"), {"shift"}),
        (with_rotary(after="qkv"), {"shift", "one key"}),
    ],
    ids=["right", "before the cut", "queries alone", "keys alone", "values too"],
)
def test_wrong_rotary_positions_are_seen_by_a_shift(layer, seen):
    with torch.no_grad():
        assert fails(layer) - POSITIONS == seen


def test_absolute_positions_inside_are_seen_by_a_shift():
    layer = plain()
    positions = torch.randn(10, 12)
    f = lambda x, mask=None: layer(x + positions[: x.shape[1]], mask)  # noqa: E731
    assert "shift" in fails(f)


@pytest.mark.parametrize(
    "bug",
    [
        {"width": 12},  # divided by sqrt(d_model)
        {"n_heads": 4, "values": lambda t: t.repeat(1, 2, 1, 1)},  # call 6
        {"n_heads": 4, "values": lambda t: t[:, :1]},  # call 7
        {"join": lambda t: t.permute(0, 2, 3, 1).flatten(2)},  # feature 0 of every head first
    ],
    ids=[
        "by sqrt(d_model)",
        "KV heads in turns, call 6",
        "one KV head for all, call 7",
        "merged as (d h)",
    ],
)
def test_the_formula_finds_what_no_property_finds(bug):
    n_heads = bug.get("n_heads", 2)
    n_kv_heads = {2: 2, 4: 2}[n_heads]
    ours = mha_lib.StackedAttention(12, n_heads, n_kv_heads=n_kv_heads, bias=False)
    wrong = plain(ours, **bug)
    assert fails(wrong) == set()
    assert not of_formula(wrong, ours, n_heads)
    bug = {name: value for name, value in bug.items() if name not in ("width", "join")}
    if "values" in bug:
        bug["values"] = lambda t: t.repeat_interleave(2, dim=1)
    assert of_formula(plain(ours, **bug), ours, n_heads)


def in_blocks(x, mask=None, size=10):
    """A running softmax over blocks of keys that forgets to shrink what it has at a new maximum."""
    top, total, parts = None, 0, 0
    scores = x @ x.mT / x.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~(mask[:, 0] if mask.dim() == 4 else mask), -torch.inf)
    for block, values in zip(scores.split(size, -1), x.split(size, 1), strict=True):
        here = block.amax(-1, keepdim=True).clamp(min=-1e30)
        top = here if top is None else torch.maximum(top, here)
        total = total + (block - top).exp().sum(-1, keepdim=True)
        parts = parts + (block - top).exp() @ values
    return parts / total


def test_a_wrong_sum_over_blocks_shows_only_with_more_tokens_than_two_blocks():
    assert fails(in_blocks) == set()
    checks = CHECKS.replace("torch.randn(3, 5,", "torch.randn(3, 20,")
    assert checks != CHECKS
    with_more = printed(checks, reader(in_blocks))
    assert re.findall(r"^(.*) False  <--$", with_more, re.MULTILINE)[:2] == ["order", "doubled"]
    assert " <--" not in printed(checks, reader(plain()))


def test_olmo_2_norms_all_heads_together_and_a_norm_of_each_head_is_off_everywhere():
    attention, angles, config = rotating("Olmo2", "eager")
    n_heads, d_head = config.num_attention_heads, config.head_dim
    assert attention.q_norm.weight.shape == (n_heads * d_head,)
    assert rotating("Qwen3", "eager")[0].q_norm.weight.shape == (4,)
    x = torch.randn(1, N_TOKENS, 12)

    def of_each_head(module, inputs, _):
        cut = inputs[0].unflatten(-1, (-1, d_head))
        normed = F.rms_norm(cut, (d_head,), eps=module.variance_epsilon)
        return normed.flatten(-2) * module.weight

    def run():
        with torch.no_grad():
            blocked = added(CAUSAL_ALONE(x))
            normed = attention.q_norm(attention.q_proj(x))
            return normed, attention(x, position_embeddings=angles(x), attention_mask=blocked)[0]

    right = run()
    for norm in (attention.q_norm, attention.k_norm):
        norm.register_forward_hook(of_each_head)
    norm_off, output_off = (
        ((one - other).norm(dim=-1) > 1e-4 * other.norm(dim=-1))[0].tolist()
        for one, other in zip(run(), right, strict=True)
    )
    assert all(norm_off)
    assert output_off == [False] + [True] * (N_TOKENS - 1)


def test_names_as_in_meta_s_files_are_unknown_and_a_search_needs_no_names():
    layer = mha_lib.StackedAttention(24, 4, n_kv_heads=2, bias=False)
    state = mha_lib.layouts.pack(layer.head_parameters().map(torch.detach), "llama")
    renamed = {f"layers.0.attention.w{name[0]}.weight": tensor for name, tensor in state.items()}
    assert mha_lib.layouts.find_attentions(renamed) == []
    x = torch.randn(2, 9, 24)
    with torch.no_grad():
        y = layer(x)[0]
    best = mha_lib.layouts.search(renamed, x, y)[0]
    assert best.gap < 1e-5
    assert (best.n_heads, best.n_kv_heads) == (4, 2)


def weights_of(**options):
    module = nn.MultiheadAttention(12, 2, batch_first=True, dropout=options.pop("dropout", 0.0))
    x = torch.randn(3, 5, 12)
    return module(x, x, x, **options)[1]


EACH = {"average_attn_weights": False}
SHOWN = {  # weights, and what the block prints of them
    "the mean, call 2": (ALIKE, weights_of(), "(3, 5, 5) "),
    "heads that are equal": (
        ALIKE,
        weights_of(**EACH)[:, :1].expand(-1, 2, -1, -1),
        lines("(3, 2, 5, 5) False"),
    ),
    "over queries": (SUMS, weights_of(**EACH).mT, lines([-2])),
    "over heads": (SUMS, torch.randn(3, 2, 5, 5).softmax(1), lines([-3])),
    "dropout, call 3": (SUMS, weights_of(dropout=0.5, **EACH), lines([])),
    "multiplied in": (SUMS, weights_of(**EACH).tril(), lines([])),
}


@pytest.mark.parametrize("fault", SHOWN)
def test_weights_print_what_the_page_shows(fault):
    title, weights, expected = SHOWN[fault]
    (block,) = BLOCKS[title]
    own = re.sub("^.*# yours\n", "", block, flags=re.MULTILINE)  # the reader has weights
    assert printed(own, reader(weights=weights)).startswith(expected)


def test_a_width_of_1_gives_every_input_the_same_output():
    outputs = {}
    for width in 1, 3:
        layer = nn.TransformerEncoderLayer(width, 1, 8, batch_first=True, dropout=0.0)
        x = torch.randn(4, 6, width)
        outputs[width] = layer(x).detach().flatten(0, 1).round(decimals=3)
    assert len(outputs[1].unique(dim=0)) == 1
    assert len(outputs[3].unique(dim=0)) == 24


def test_a_tgt_of_zeros_gives_every_place_the_same_output():
    model = nn.Transformer(12, 2, 1, 1, 24, batch_first=True, dropout=0.0)
    output = model(torch.randn(2, 7, 12), torch.zeros(2, 4, 12))
    torch.testing.assert_close(output, output[:, :1].expand_as(output), atol=1e-5, rtol=1e-4)
    assert not torch.allclose(output[0], output[1], atol=1e-2)


@pytest.mark.parametrize(
    ("rate", "norm_first", "expected"),
    [(0.03, False, True), (0.001, False, False), (0.03, True, False)],
)
def test_a_high_rate_makes_outputs_of_post_norm_layers_equal(rate, norm_first, expected):
    torch.manual_seed(0)
    layer = nn.TransformerEncoderLayer(
        32, 4, 64, dropout=0.0, batch_first=True, norm_first=norm_first
    )
    encoder = nn.TransformerEncoder(layer, num_layers=6, enable_nested_tensor=False)
    embed, places, out = nn.Embedding(10, 32), nn.Embedding(8, 32), nn.Linear(32, 10)
    parts = nn.ModuleList([encoder, embed, places, out])

    def model(ids):
        return out(encoder(embed(ids) + places.weight))

    (block, _) = BLOCKS[CONSTANT]
    block = block.replace("torch.randn_like(x)", "torch.randint_like(x, 10)")
    variables = {"torch": torch, "f": model, "x": torch.randint(10, (3, 8))}
    assert printed(block, variables) == lines(False)  # when it is new
    optimizer = torch.optim.Adam(parts.parameters(), lr=rate)
    for _ in range(60):
        ids = torch.randint(10, (32, 8))
        loss = F.cross_entropy(model(ids).transpose(1, 2), ids.flip(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert printed(block, variables) == lines(expected)


def test_parameters_that_a_step_does_not_move_are_named():
    (_, block) = BLOCKS[CONSTANT]
    variables = reader()
    variables["layer"].qkv.weight.requires_grad_(False)
    assert printed(block, variables) == lines(["qkv.weight"])
    variables = reader()
    half = block.replace("Adam(layer.", "Adam(layer.out.")
    assert printed(half, variables) == lines(["qkv.weight", "qkv.bias"])


def test_a_layer_in_a_python_list_has_no_name_and_gradients_add_up():
    model = nn.Module()
    model.layers = [nn.Linear(2, 2)]
    assert not list(model.named_parameters())
    (layer,) = model.layers
    x, grads = torch.randn(3, 2), []
    for _ in range(2):
        layer(x).sum().backward()
        grads.append(layer.weight.grad.clone())
    torch.testing.assert_close(grads[1], 2 * grads[0])


def test_tokens_that_are_equal_make_heads_look_alike():
    variables = reader() | {"x": torch.ones(3, 5, 12)}
    assert printed(*BLOCKS[ALIKE], variables) == lines("(3, 2, 5, 5) False")


@pytest.mark.parametrize(
    ("title", "layer", "expected"),
    [
        (FIRST_STEP, inverted, ends(True, False, False)),
        (FIRST_STEP, cleaned, ends(True, True, False)),
        (PADDING, inverted, lines(False, False)),
        (PADDING, lambda: plain(mix=as_numbers), lines(False, False)),
        (PADDING, causal_without_padding, lines(True, False)),
    ],
    ids=["NaN", "NaN cleaned away", "padding, the other sign", "padding added", "causal alone"],
)
def test_a_broken_layer_prints_what_the_page_shows(title, layer, expected):
    (block,) = BLOCKS[title]
    assert printed(block, reader(layer())) == expected


def off_at(decoder, **variables):
    """What the reader's loop prints, for single tokens and for chunks of 3."""
    output = printed(decoder, reader() | variables)
    return [ast.literal_eval(line.split("off at ")[1]) for line in output.splitlines()]


@pytest.mark.parametrize(
    ("right", "wrong", "first"),
    [
        ("attn_mask=mask", "is_causal=True", [1, 3]),
        ("attn_mask=mask", "is_causal=q.shape[2] > 1", [5, 3]),
        ("triu(1 - window)", "triu(-window)", [5, 5]),
        ("k, v = k[:, :, -window:], v[:, :, -window:]", "mask = None", [5, 5]),
        ("[:, :, -window:]", "[:, :, 2 - window :]", [4, 6]),
    ],
    ids=[
        "is_causal",
        "is_causal for several tokens",
        "a key too many",
        "nothing is forgotten",
        "a key too few",
    ],
)
def test_a_cache_with_a_bug_is_named_by_the_first_tokens_that_are_off(right, wrong, first):
    (block,) = BLOCKS[CACHE]
    before, after = block.split("def decode")
    own = "def decode" + after.replace("near[", "seen[").replace(right, wrong)
    if right.startswith("k, v"):  # a cache without a mask of its own lets all through
        own = own.replace(
            "attn_mask=mask",
            "attn_mask=mask.new_ones(()).expand_as(mask).tril(k.shape[2] - q.shape[2])",
        )
    seen = (
        "seen = near\n"
        if "triu" not in right
        else ("seen = torch.ones(15, 15).tril().triu(-window).bool()\n")
    )
    own = own.replace("-window:]", "-window - 1 :]") if "triu" in right else own
    found = off_at(before + seen + own)
    assert [tokens[0] for tokens in found] == first


def test_a_window_too_wide_on_one_side_is_named_and_another_token_0_says_on_which():
    (block,) = BLOCKS[CACHE]
    wide = "torch.ones(15, 15).tril().triu(-window).bool()"
    in_chunks = block.replace("mask = near[", f"mask = ({wide} if chunk > 1 else near)[")
    from_5 = [*range(5, 15)]
    assert off_at(in_chunks) == [[], from_5]
    assert off_at(block.replace("f(long, near)", f"f(long, {wide})")) == [from_5, from_5]
    assert "| `[]` | from 5 on | the chunks' window is one key too wide" in SECTIONS[CACHE]

    variables = reader()
    printed(block + "other = long.clone()\nother[:, 0] += 1\n", variables)
    right = "tokens_off(f(other, near), f(long, near))"
    assert f"`{right}` is `[0, 1, 2, 3, 4]`" in SECTIONS[CACHE]
    assert eval(right, variables) == [0, 1, 2, 3, 4]
    assert eval(right.replace("near", wide), variables) == [0, 1, 2, 3, 4, 5]
    for chunk in (1, 3):
        decoded = f"tokens_off(decode(other, {chunk}), decode(long, {chunk}))"
        assert eval(decoded, variables) == [0, 1, 2, 3, 4]


def test_a_chunk_without_a_mask_is_named_by_what_it_leaves_right():
    (block,) = BLOCKS[CACHE]
    (mask,) = (line for line in block.splitlines() if "mask = near[" in line)
    free = f"{mask}\n        mask = mask | mask.new_ones(mask.shape).triu(k.shape[2] - q.shape[2])"
    single, chunks = off_at(block.replace(mask, free))
    assert single == []
    assert chunks == [token for token in range(15) if token % 3 != 2]
    assert "but the others, from 0 on" in SECTIONS[CACHE]


def test_a_chunk_that_overwrites_keys_is_named_by_what_it_leaves_right():
    (block,) = BLOCKS[CACHE]
    after = "        k, v = k[:, :, -window:], v[:, :, -window:]  # forget after attending\n"
    assert after in block
    attends = "        mask = near["
    stores_first = block.replace(after, "").replace(
        attends, after.split("#")[0].rstrip() + "\n" + attends
    )
    stores_first = stores_first.replace(
        "near[: k.shape[2], : k.shape[2]][-q.shape[2] :]",
        "near[:n, :n][-q.shape[2] :, -k.shape[2] :]",
    ).replace(
        "        q, new_k",
        "        n = sum(o.shape[1] for o in outputs) + tokens.shape[1]\n        q, new_k",
    )
    single, chunks = off_at(stores_first)
    assert single == []
    assert chunks == [3, 4, 6, 7, 9, 10, 12, 13]  # 5, 8, 11 and 14 are the last of their chunks
    assert "never the last token of a chunk, and none of the first chunk" in SECTIONS[CACHE]


@pytest.mark.parametrize(
    ("so_far", "first"),
    [
        ("sum(o.shape[1] for o in outputs)", [None, None]),
        ("min(k.shape[2], window - 1)", [5, 6]),  # as if the cache kept one key less
        ("k.shape[2]", [6, 6]),
        ("0", [1, 3]),
        ("sum(o.shape[1] for o in outputs) + bool(outputs)", [1, 3]),
    ],
)
def test_positions_that_start_again_in_a_cache_are_found(so_far, first):
    (block,) = BLOCKS[CACHE]
    layer = reader()["layer"]

    def rotated(cut, positions):
        q, k, v = cut.permute(2, 0, 3, 1, 4)
        return torch.stack([mha_lib.rotate(q, positions), mha_lib.rotate(k, positions), v])

    def f(x, mask=None):
        cut = layer.qkv(x).unflatten(-1, (3, layer.n_heads, -1))
        q, k, v = rotated(cut, torch.arange(x.shape[1]))
        heads = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return layer.out(heads.transpose(1, 2).flatten(2))

    with_positions = block.replace(
        "cut.permute(2, 0, 3, 1, 4)",
        f"rotated(cut, {so_far} + torch.arange(tokens.shape[1]))",
    )
    assert with_positions != block
    with torch.no_grad():
        off = off_at(with_positions, layer=layer, f=f, rotated=rotated)
    assert [next(iter(tokens), None) for tokens in off] == first


def test_nan_from_an_earlier_layer_is_found_in_the_input():
    variables = reader(plain())
    variables["x"][1, 2] = torch.nan
    assert printed(*BLOCKS[FIRST_STEP], variables) == ends(False, False, False)


@pytest.mark.parametrize("way", ["nan_to_num", "where", "masked_fill"])
def test_nan_after_many_steps_comes_from_the_last_batch_with_a_finite_loss(way):
    page = SECTIONS[FIRST_STEP]
    (stop,) = re.findall(r"`(nn\.utils\.clip_grad_norm_\(.*?\))`", page)
    module, embed = nn.MultiheadAttention(12, 2, batch_first=True), nn.Linear(12, 12)
    model = nn.ModuleList([embed, module])
    clear = {
        "nan_to_num": lambda t, lost: t.nan_to_num(),
        "where": lambda t, lost: torch.where(lost, torch.zeros(()), t),
        "masked_fill": lambda t, lost: t.masked_fill(lost, 0),
    }[way]

    def f(x, mask):
        may = mask.expand(len(x), 1, x.shape[1], x.shape[1])
        x = embed(x)
        output = module(x, x, x, attn_mask=~may.expand(-1, 2, -1, -1).flatten(0, 1))[0]
        return x + clear(output, ~may[:, 0].any(-1, keepdim=True))

    variables = reader(f) | {"nn": nn, "model": model}
    x, causal, real = (variables[name] for name in ("x", "causal", "real"))
    before = {name: t.clone() for name, t in model.state_dict().items()}
    batches, losses = [causal & real] * 3 + [causal & real.flip(-1), causal & real], []
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step, mask in enumerate(batches):
        optimizer.zero_grad()
        loss = f(x, mask).square().mean()
        losses.append(loss.isfinite().item())
        loss.backward()
        old = [p.grad.clone() for p in model.parameters()]
        if step == 3:  # the line of the page stops here, and a clip makes all of it NaN
            with pytest.raises(RuntimeError, match="non-finite"):
                eval(stop, variables)
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            assert all(p.grad.isnan().all() for p in model.parameters())
        elif step < 3:
            eval(stop, variables)
            assert all(map(torch.equal, old, (p.grad for p in model.parameters())))
        optimizer.step()
    assert losses == [True, True, True, True, False]
    printed(*BLOCKS[FIRST_STEP], variables)
    model.load_state_dict(before)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        variables["print_finite"](f, x, batches[3])
    assert out.getvalue() == ends(True, True, False)
    assert "The last batch with a finite loss spoiled them" in page
    assert "`torch.where` or `masked_fill` removed a NaN from the output alone" in page


def test_compare_stops_at_zeros_and_at_what_it_cannot_explain():
    right = mha_lib.layouts.pack(mha_lib.HeadParameters.random(12, 3), "bert")
    for bad in (torch.zeros(12, 12), torch.randn(12, 12)):
        wrong = right | {"self.key.weight": bad, "self.value.weight": torch.zeros(12, 12)}
        found = mha_lib.layouts.compare(right, wrong, n_heads=3)
        assert "self.value.weight" not in found.text
        assert ("all zeros in ours" in found.text) == (not bad.any())
    assert "stops at one that it cannot explain, or that is all zeros" in PAGE


def test_your_own_model_says_how_a_model_with_a_matrix_per_head_reads_a_file():
    page = (Path(__file__).parents[2] / "book" / "your_own_model.ipynb").read_text()
    (line,) = (one for one in page.splitlines() if "Is your model per head" in one)
    read, write = re.findall(r"`([^`]*layouts\.\w+\(.*?)`", line.replace("\\", ""))
    ours = mha_lib.StackedAttention(12, 3, n_kv_heads=1, bias=False)
    state = mha_lib.layouts.pack(ours.head_parameters().map(torch.detach), "llama")
    variables = {"layouts": mha_lib.layouts, "mha_lib": mha_lib, "state": state, "n_heads": 3}
    exec(read, variables)
    names = ("W_Q", "W_K", "W_V", "W_O")
    variables |= {name: getattr(variables["params"], name) for name in names}
    sizes = [tuple(variables[name].shape) for name in names]
    assert sizes == [(3, 12, 4), (1, 12, 4), (1, 12, 4), (3, 4, 12)]
    back = eval(write, variables)
    assert set(back) == set(state)
    assert all(torch.equal(back[name], state[name]) for name in state)


def test_the_mask_for_several_tokens_counts_from_the_end():
    (code,) = re.findall(r"pass `(torch\.ones\(n, seen\).*?)` \|", SECTIONS[CACHE])
    for n, seen in ((1, 6), (2, 6), (3, 3)):
        mask = eval(code, {"torch": torch, "n": n, "seen": seen})
        assert torch.equal(mask, mha_lib.causal_mask(n, seen))


def test_one_number_per_token_is_off_by_rounding_where_its_tokens_are_not():
    variables = reader()
    printed(BLOCKS[CACHE][0], variables)
    tokens, last = torch.randn(1, 2000, 48), nn.Linear(48, 1)
    rounded = tokens * (1 + 1e-7 * torch.randn_like(tokens))
    with torch.no_grad():
        assert variables["tokens_off"](rounded, tokens) == []
        assert variables["tokens_off"](last(rounded), last(tokens))
    assert "**One number per token,**" in SECTIONS[CACHE]


def test_padding_on_the_right_leaves_every_query_a_key():
    block = BLOCKS[AFTER_EVAL][0].replace("[:, 0, 0].flip(-1)", "[:, 0, 0]")
    assert block != BLOCKS[AFTER_EVAL][0]
    assert printed(block, reader()) == lines([])


@pytest.mark.parametrize(
    ("n_heads", "options", "finite_after"),
    [
        (2, {"batch_first": True}, False),
        (3, {"batch_first": True}, True),
        (2, {"batch_first": False}, True),
        (2, {"batch_first": True, "bias": False}, True),
    ],
)
def test_queries_without_keys_get_nan_in_eval_mode_on_the_fast_path(n_heads, options, finite_after):
    variables = reader()
    printed(BLOCKS[AFTER_EVAL][0], variables)
    x, causal, padding = variables["x"], variables["causal"], variables["padding"]
    module = nn.MultiheadAttention(12, n_heads, **options)
    x = x if options["batch_first"] else x.transpose(0, 1)

    def finite():
        call = {"attn_mask": ~causal, "key_padding_mask": padding, "need_weights": False}
        return module(x, x, x, **call)[0].isfinite().all().item()

    assert finite()  # in training
    module.eval()
    with torch.no_grad():
        assert finite() == finite_after
        exec(BLOCKS[AFTER_EVAL][1], variables)
        assert finite()


@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")
def test_an_encoder_that_writes_zeros_differs_between_its_two_modes():
    layer = nn.TransformerEncoderLayer(12, 2, dim_feedforward=16, dropout=0.0, batch_first=True)
    encoder = nn.TransformerEncoder(layer, num_layers=2)
    x, padding = torch.randn(2, 4, 12), torch.tensor([[0, 0, 0, 0], [0, 0, 1, 1]]).bool()
    with torch.no_grad():
        both = [encoder.train(mode)(x, src_key_padding_mask=padding) for mode in (True, False)]
    assert not torch.allclose(*both, atol=1e-5)
    assert "compare its outputs in both modes, without dropout" in SECTIONS[PADDING]


def test_a_bug_as_small_as_rounding_shows_in_float64():
    variables = reader()
    printed(BLOCKS[CACHE][0], variables)
    (block,) = BLOCKS[DIGITS]
    close = "print(same(f(x, causal), (1 + 2**-20) * decode(x, 3)))"
    assert printed(close, variables) == lines(True)
    assert printed(block.replace("- decode", "- (1 + 2**-20) * decode"), variables) == lines(False)


def test_a_softmax_in_float32_leaves_what_the_page_says():
    torch.manual_seed(0)
    ours = mha_lib.StackedAttention(12, 2, bias=False).double()
    in_float32 = plain(ours, softmax=lambda scores: scores.float().softmax(-1).double())
    x = torch.randn(3, 5, 12).double()
    gap = (in_float32(x) - plain(ours)(x)).abs().max()
    assert 1e-9 < gap < 1e-7
    assert "about 3e-8" in SECTIONS[DIGITS]


# What the pages of names and questions say of other code, in the version that is locked.


def test_torchs_prototype_mask_counts_from_the_end_like_ours():
    queries, keys = torch.randn(1, 2, 2, 4), torch.randn(1, 2, 5, 4)
    theirs, ours = (
        F.scaled_dot_product_attention(queries, keys, keys, attn_mask=mask)
        for mask in (causal_lower_right(2, 5), mha_lib.causal_mask(2, 5))
    )
    torch.testing.assert_close(theirs, ours)


def arguments(call):
    return set(inspect.signature(call).parameters)


def test_the_names_quoted_from_torch_exist():
    module = nn.MultiheadAttention(12, 2)
    assert {"embed_dim", "num_heads", "kdim", "vdim"} <= arguments(nn.MultiheadAttention)
    asked = {"attn_mask", "key_padding_mask", "need_weights", "average_attn_weights"}
    assert asked <= arguments(module.forward)
    assert module.head_dim == 6
    assert {"in_proj_weight", "out_proj.weight"} <= set(dict(module.named_parameters()))
    for name in ("attn_mask", "is_causal", "enable_gqa"):
        assert f"{name}=" in F.scaled_dot_product_attention.__doc__


def test_the_names_quoted_from_transformers_exist():
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    sizes = {"hidden_size": 24, "num_attention_heads": 4, "vocab_size": 7, "num_hidden_layers": 1}
    eager = {"intermediate_size": 8, "attn_implementation": "eager"}
    config = transformers.LlamaConfig(**sizes, **eager, num_key_value_heads=2)
    llama = transformers.LlamaModel(config).eval()
    assert (config.head_dim, config.num_key_value_heads) == (6, 2)
    names = " ".join(llama.state_dict())
    assert all(f"{letter}_proj.weight" in names for letter in "qkvo")

    tokens, real = torch.randint(7, (2, 5)), torch.ones(2, 5).long()
    real[1, 3:] = 0  # 1 for a real token
    asked = {"attention_mask": real, "output_attentions": True}
    (weights,) = llama(tokens, **asked).attentions
    assert weights.shape == (2, 4, 5, 5)
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 4, 5))
    assert not weights[1, :, :, 3:].any()

    gpt2 = transformers.GPT2Config(n_embd=24, n_head=4, n_layer=1, vocab_size=7)
    assert (gpt2.hidden_size, gpt2.num_attention_heads) == (24, 4)
    names = " ".join(transformers.GPT2Model(gpt2).state_dict())
    assert "c_attn.weight" in names
    assert "c_proj.weight" in names
    bert = transformers.BertModel(transformers.BertConfig(**sizes, intermediate_size=8)).eval()
    names = " ".join(bert.state_dict())
    ignored, plain = (bert(tokens, head_mask=mask)[0] for mask in (torch.zeros(1, 4), None))
    assert torch.equal(ignored, plain)
    keys = torch.randn(1, 2, 5, 3)
    repeated = transformers.models.llama.modeling_llama.repeat_kv(keys, 3)
    assert torch.equal(repeated, keys.repeat_interleave(3, dim=1))
    assert all(f"self.{name}.weight" in names for name in ("query", "key", "value"))


@pytest.mark.filterwarnings("ignore:__array__ implementation")  # Keras's own, about numpy
def test_the_names_quoted_from_keras_exist(monkeypatch):
    monkeypatch.setenv("KERAS_BACKEND", "torch")
    keras = pytest.importorskip("keras", reason="Keras is in .venv-jax-keras alone")
    x = torch.randn(2, 5, 12).numpy()
    layer = keras.layers.MultiHeadAttention(num_heads=3, key_dim=4, value_dim=7)
    may = torch.ones(1, 5, 5).tril().bool().numpy()
    _, weights = layer(x, x, attention_mask=may, return_attention_scores=True)
    weights = torch.as_tensor(keras.ops.convert_to_numpy(weights))
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 3, 5))  # no scores
    assert not weights.triu(1).any()
    shapes = {variable.path.split("/", 1)[1]: tuple(variable.shape) for variable in layer.weights}
    assert shapes["query/kernel"] == shapes["key/kernel"] == (12, 3, 4)
    assert shapes["value/kernel"] == (12, 3, 7)
    assert shapes["attention_output/kernel"] == (3, 7, 12)
    sizes = {"head_dim": 4, "num_query_heads": 6, "num_key_value_heads": 2}
    group = keras.layers.GroupQueryAttention(**sizes)
    group(x, x)
    widths = [tuple(variable.shape) for variable in group.weights if len(variable.shape) == 3]
    assert widths == [(12, 6, 4), (12, 2, 4), (12, 2, 4), (6, 4, 12)]
