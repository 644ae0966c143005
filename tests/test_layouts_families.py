"""layouts.find on the models of transformers, family by family: nothing is silently wrong.

Each family is built on the meta device with its default sizes and few layers. One attention of each
class is then filled with random numbers and called. What `find` reads must compute what the class
computes; or it is refused, or its names are those of no layout.

Wide models have a quarter of their width. A call is made at angle 0, so that rotary positions do
nothing, and with the class's own scale, which no weight shows.
"""

import inspect
import itertools
import math
import random
import warnings
from dataclasses import replace
from functools import partial

import pytest
import torch
from oracles import multi_head, one_key_head_per_query_head

from mha_lib import causal_mask, layouts

transformers = pytest.importorskip(
    "transformers", reason="transformers is not installed (pip install -e '.[dev]')"
)
from transformers import AutoModel  # noqa: E402
from transformers.models.auto.configuration_auto import CONFIG_MAPPING  # noqa: E402
from transformers.models.auto.modeling_auto import MODEL_MAPPING  # noqa: E402

LAST_MATRICES = ("o_proj", "out_proj", "output.dense", "dense", "c_proj", "out_lin")
SCALES = ("scaling", "scale", "scale_attn", "softmax_scale", "inv_norm_factor")
BATCH, TOKENS = 2, 7
SEED, DRAWN = 20261126, 60
LAYER_COUNTS = (
    "num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers", "decoder_layers",
    "num_encoder_layers", "num_decoder_layers", "depth",
)  # fmt: skip
# Settings without which a default configuration is not that of a model.
LENGTH, WIDTH = {"prediction_length": 5}, {"head_dim": 128}
SETTINGS = {
    "autoformer": LENGTH, "informer": LENGTH, "time_series_transformer": LENGTH,
    "hunyuan_v1_dense": WIDTH, "hunyuan_v1_moe": WIDTH, "ministral": WIDTH,
    "esm": {"vocab_size": 33, "pad_token_id": 1},
}  # fmt: skip
# What these compute is no softmax over all keys, and no tensor shows it.
APPROXIMATED = {"mra", "yoso", "big_bird", "longformer", "led"}
# Families with an attention that has a layout's names, and tensors that act next to them.
WITH_ACTING_TENSORS = """
    afmoe apertus bailing_hybrid beam bitnet blt canary clap cohere_asr convbert cosmos3_omni
    diffllama doge donut-swin embedding_gemma2 embedding_gemma2_text esmc exaone4 exaone4_5
    exaone_moe flex_olmo flint fun_asr_nano fun_asr_nano_encoder fuyu gemma3 gemma3_text
    gemma3n_text gemma4 gemma4_text gemma4_unified gemma4_unified_text glm5_next glm5_next_text
    glpn gpt_oss granite_speech5_ctc granite_speech5_encoder granite_swa granitemoe_swa
    grounding-dino hrm_text hy_v3 ibert inkling2 inkling2_text inkling_mm_model inkling_text
    kimi_linear kolibri1 kosmos-2 laguna lfm2 lfm2_vl lighton_ocr lilt longt5 mask2former
    maskformer maskformer-swin megatron-bert mellum mimo_v2_flash minimax_m2 minimax_m3_vl
    minimax_m3_vl_text mm-grounding-dino molmo2 molmo2_text moss_transcribe_diarize mt5
    muse_glimmer muse_glimmer_assistant muse_glimmer_text muse_spark muse_spark_text nemo_speechlm
    nemotron3_5_asr nemotron3_5_transcribe_asr_audio nemotron3_5_transcribe_audio
    nemotron3_5_transcribe_word_timestamp nemotron_asr_streaming nemotron_asr_streaming_encoder
    nystromformer olmo2 olmo3 olmo_hybrid olmoe oneformer openai_privacy_filter parakeet_ctc
    parakeet_encoder parakeet_rnnt parakeet_tdt pe_audio pe_audio_encoder perceiver persimmon pvt
    qianfan_ocr qwen3 qwen3_asr qwen3_moe qwen3_omni_moe_thinker qwen3_vl qwen3_vl_moe
    qwen3_vl_moe_text qwen3_vl_text roberta-prelayernorm sapiens2 segformer step3p7 swin
    switch_transformers t5 t5gemma2 timesfm timesfm2_5 tvp udop umt5 videoprism vits wavlm
    xlm-roberta-xl
"""
JUDGED = {}
HEAD_COUNTS = ("num_heads", "n_heads", "num_attention_heads", "n_head", "num_query_heads", "heads")


def with_few_layers(config, at_most=4):
    """The configuration with few layers, in its parts too, where it allows that."""
    for name in LAYER_COUNTS:
        value = getattr(config, name, None)
        if isinstance(value, int) and value > at_most:
            setattr(config, name, at_most)
    for part in list(vars(config).values()):
        if isinstance(part, transformers.PretrainedConfig):
            with_few_layers(part, at_most)
    return config


def narrow(config):
    """The configuration with a quarter of the width and of the heads, if it is wide."""
    config = with_few_layers(config)
    parts = [p for p in vars(config).values() if isinstance(p, transformers.PretrainedConfig)]
    for part in (config, *parts):
        heads = getattr(part, "num_attention_heads", None)
        if isinstance(heads, int) and heads % 4 == 0 and getattr(part, "hidden_size", 0) >= 2048:
            for name in ("hidden_size", "num_attention_heads", "num_key_value_heads"):
                size = getattr(part, name, None)
                if isinstance(size, int):
                    setattr(part, name, max(1, size // 4))
    return config


def build(family):
    """The model of a family on the meta device, without numbers."""
    first = None
    for shrink in (
        narrow,
        with_few_layers,
        partial(with_few_layers, at_most=2),
        lambda config: config,
    ):
        try:
            config = shrink(CONFIG_MAPPING[family](**SETTINGS.get(family, {})))
            with torch.device("meta"):
                return AutoModel.from_config(config)
        except Exception as error:
            first = first or error
    raise first


def filled(attention):
    """The attention on the CPU, with random numbers of a size that keeps scores small."""
    attention = attention.to_empty(device="cpu").eval()
    pool = torch.randn(1_000_003)
    for tensor in [*attention.parameters(), *attention.buffers()]:
        if tensor.is_floating_point():
            numbers = pool.repeat(math.ceil(tensor.numel() / len(pool)))[: tensor.numel()]
            width = max(tensor.shape, default=1) if tensor.dim() > 1 else 1
            tensor.data.copy_(numbers.view(tensor.shape) * 1.5 / width**0.5)
        elif tensor.dtype == torch.bool:
            tensor.fill_(True)
        else:
            tensor.zero_()
    for name, buffer in attention.named_buffers():
        if name == "bias" and buffer.dim() == 4:  # a causal mask
            buffer.copy_(torch.ones_like(buffer).tril())
    # A soft cap is a setting, which `settings_outside_weights` names; no weight shows it.
    for name in ("attn_logit_softcapping", "softcap"):
        if hasattr(attention, name):
            setattr(attention, name, None)
    return attention


def calls(attention, x, d_head):
    """Tokens and arguments to try, by the names in the signature."""
    parameters = inspect.signature(attention.forward).parameters
    names = [name for name, p in parameters.items() if p.kind is not p.VAR_KEYWORD][1:]
    zeros = torch.zeros(BATCH, 1, TOKENS, TOKENS)
    masks = (None, zeros, torch.ones(BATCH, 1, TOKENS, TOKENS).bool(), torch.ones(BATCH, TOKENS))
    cross = (False, True)  # a class may take the keys' tokens as another argument, or must not
    widths = {d_head, getattr(attention, "rotary_ndims", None) or d_head, d_head // 2, d_head // 4}
    rotary = any("emb" in name or "cos" in name or "freq" in name for name in names)
    turns = [None]
    for width in sorted(widths - {0}, reverse=True) if rotary else ():
        cos = torch.ones(1, TOKENS, width)
        turns += [(cos, 0 * cos), (cos[0], 0 * cos[0]), cos + 0j]
    shapes = [x, x[:, None], x[0]]  # with an axis for groups of tokens; and without a batch
    if isinstance(attention, torch.nn.MultiheadAttention) and not attention.batch_first:
        shapes = [x.transpose(0, 1)]
    for turn, mask, tokens, other in itertools.product(turns, masks, shapes, cross):
        given = {
            "position_embeddings": turn, "rotary_pos_emb": turn, "freqs_ci": turn,
            "freqs_cis": turn,
            "attention_mask": mask, "mask": mask, "cache_position": torch.arange(TOKENS),
            "position_ids": torch.zeros(1, TOKENS, dtype=torch.long),
            "cu_seqlens": torch.tensor([0, TOKENS], dtype=torch.int32), "max_seqlen": TOKENS,
            "max_seqlens": TOKENS, "height": 1, "width": TOKENS, "residual": 0 * tokens,
            "alibi": torch.zeros(BATCH * getattr(attention, "num_heads", 1), 1, TOKENS),
            "position_bias": None, "layer_past": None, "past_key_values": None, "context": tokens,
        }  # fmt: skip
        given |= dict.fromkeys(
            ("key", "value", "key_states", "value_states", "keys", "values"), tokens
        )
        if other:
            given |= {"key_value_states": tokens, "encoder_hidden_states": tokens}
        yield tokens, {name: given[name] for name in names if name in given}


def outputs_of(attention, x, d_head, output_matrix):
    """For each call that works, the outputs of the class, and of its last matrix."""
    last, errors, worked = [], [], False
    hook = None
    if output_matrix:
        hook = attention.get_submodule(output_matrix).register_forward_hook(
            lambda *call: last.append(call[2])
        )
    for tokens, options in calls(attention, x, d_head):
        last.clear()
        try:
            result = attention(tokens, **options)
        except Exception as error:
            errors.append(error)
            continue
        worked = True
        output = result[0] if isinstance(result, tuple | list) else result
        for each in (output, *last):
            if tokens.dim() == 3 and tokens.shape[0] == TOKENS:
                each = each.transpose(0, 1)
            yield each[:, 0] if each.dim() == 4 else each
    if hook:
        hook.remove()
    if not worked:
        raise errors[0]


def is_close(output, expected):
    if output.dim() == 2:  # one sequence
        expected = expected[0]
    return output.shape == expected.shape and (output - expected).norm() < 1e-3 * expected.norm()


@torch.no_grad()
def is_read_rightly(attention, found):
    """Whether some layout that fits computes what the class computes."""
    attention = filled(attention)
    own = attention.state_dict()
    state = {name: own[name] for name in found.state}
    owners = [attention, getattr(attention, "self", None), getattr(attention, "config", None)]
    counts = {getattr(each, name, None) for each in owners for name in HEAD_COUNTS}
    counts = {n for n in counts if isinstance(n, int) and n > 0} or {1, 2, 4, 8, 12, 16, 32}
    last = next((name for name in LAST_MATRICES if f"{name}.weight" in state), "")
    candidates, x = [], None
    for layout, n_heads in itertools.product(found.layouts, sorted(counts)):
        try:
            hw = layouts.unpack(state, layout, n_heads, rounding=True)
        except ValueError:
            continue  # another number of heads
        x = torch.randn(BATCH, TOKENS, hw.W_Q.shape[1]) if x is None else x
        scales = {hw.d_head**-0.5, 1.0} | {getattr(attention, name, None) for name in SCALES}
        for scale in (scale for scale in scales if isinstance(scale, float)):
            factor = scale * hw.d_head**0.5
            b_Q = None if hw.b_Q is None else hw.b_Q * factor
            scaled = replace(hw, W_Q=hw.W_Q * factor, b_Q=b_Q)
            for mask in (None, causal_mask(TOKENS)):
                candidates.append(multi_head(one_key_head_per_query_head(scaled), x, x, x, mask)[0])
    # After the output's matrix some classes add a residual and a norm, which is then left out.
    outputs = outputs_of(attention, x, hw.d_head, last if found.left_out else "")
    return any(is_close(output, expected) for output in outputs for expected in candidates)


def judge(family):
    """(verdict, detail) for each class of attention in a model of this family."""
    warnings.simplefilter("ignore")
    model = build(family)
    verdicts = {}
    for found in layouts.find(model.state_dict()):
        attention = model.get_submodule(found.prefix.rstrip("."))
        kind = (type(attention).__name__, found.layouts, frozenset(found.state))
        if kind in verdicts:
            continue
        if kind in JUDGED:  # many families have the class of another
            verdicts[kind] = JUDGED[kind]
            continue
        if not found.layouts:
            verdicts[kind] = ("refused", found.refusal)
        else:
            try:
                right = is_read_rightly(attention, found)
                verdicts[kind] = ("right" if right else "wrong", str(found))
            except Exception as error:
                verdicts[kind] = ("not called", f"{type(error).__name__}: {error}"[:150])
    JUDGED.update(verdicts)
    return [(kind[0], *verdict) for kind, verdict in verdicts.items()]


def families():
    """All families with a model; without those that need a package that is not installed."""
    return sorted(name for name, config in CONFIG_MAPPING.items() if config in MODEL_MAPPING)


@pytest.mark.slow
def test_sampled_families_are_read_correctly_or_refused(capsys):
    drawn = random.Random(SEED).sample(families(), DRAWN)
    verdicts, exceptions = {}, {}
    for family in drawn:
        try:
            verdicts[family] = judge(family)
        except ImportError:
            pass  # its class needs a package that is not installed
        except Exception as error:
            exceptions[family] = f"{type(error).__name__}: {error}"
    called = {
        family: found
        for family, found in verdicts.items()
        if "not called" in {v for _, v, _ in found}
    }
    wrong = {family: v for family, v in verdicts.items() if "wrong" in {w for _, w, _ in v}}
    with capsys.disabled():
        for family, found in verdicts.items():
            print(family, *(f"{kind}: {verdict}" for kind, verdict, _ in found), sep="  ")
        print("not built:", exceptions, "not called:", called)
    assert set(wrong) <= APPROXIMATED
    assert sum(bool(found) for found in verdicts.values()) >= 40
    assert len(exceptions) + len(called) <= len(verdicts) // 20


@pytest.mark.slow
def test_families_with_other_acting_tensors_are_never_read_without_them():
    for family in WITH_ACTING_TENSORS.split():
        model = build(family)
        refused = 0
        for found in layouts.find(model.state_dict()):
            own = {f"{found.prefix}{name}" for name in found.state} | set(found.left_out)
            attention = model.get_submodule(found.prefix.rstrip("."))
            for name, _ in attention.named_parameters(prefix=found.prefix.rstrip(".")):
                assert name in own
            refused += "must not hold" in found.refusal
        assert refused > 0, family
