"""layouts.find_attentions on every family of transformers: no model is read wrongly in silence.

Each family is built on the meta device with its default sizes and few layers. One attention of each
class is then filled with random numbers and called. What `find_attentions` reads must compute what
the class computes; or it is refused, or no layout has its names.

Wide models have a quarter of their width. A call is made at angle 0, so that rotary positions do
nothing. The class's own scale, and a norm without parameters, are left out of the comparison if
`settings_outside_parameters` names them.

The results are in families.json, and the page "Your own model" shows them. To write both again, in
about five minutes:

    python -m tests.layouts.test_layouts_families
"""

import inspect
import itertools
import json
import math
import os
import re
import warnings
from collections import defaultdict
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import torch

from mha_lib import causal_mask, layouts
from tests.helpers.oracles import multi_head, one_key_head_per_query_head

transformers = pytest.importorskip(
    "transformers", reason="transformers is not installed (pip install -e '.[dev]')"
)
from transformers import AutoModel  # noqa: E402
from transformers.models.auto.configuration_auto import CONFIG_MAPPING  # noqa: E402
from transformers.models.auto.modeling_auto import MODEL_MAPPING  # noqa: E402

LAST_MATRICES = ("o_proj", "out_proj", "output.dense", "dense", "c_proj", "out_lin")
# What `settings_outside_parameters` says of other scales, and of norms without parameters.
SCALE, NORM = "scores are (not divided|multiplied) by", "divided by their root mean square"
SCALES = ("scaling", "scale", "scale_attn", "softmax_scale", "inv_norm_factor")
ANGLES = re.compile(r"(^|\.)(embed_positions|(original_)?inv_freq)$")  # buffers
OFFSET = 123_457  # in the pool of random numbers, from one tensor to the next
BATCH, TOKENS = 2, 7
RESULTS = Path(__file__).parent / "families.json"
PAGE = Path(__file__).parents[2] / "book" / "your_own_model.ipynb"
CELL = "families"
WRITE = "write it again: python -m tests.layouts.test_layouts_families"
SLICES = 8  # tests that processes can share
EVERY_TIME = 2  # slices; what the library reads changes seldom, so FAMILIES=all runs the others
LAYER_COUNTS = (
    "num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers", "decoder_layers",
    "num_encoder_layers", "num_decoder_layers", "depth",
)  # fmt: skip
# Settings without which a default configuration is not a model's configuration.
LENGTH, WIDTH = {"prediction_length": 5}, {"head_dim": 128}
SETTINGS = {
    "autoformer": LENGTH, "informer": LENGTH, "time_series_transformer": LENGTH,
    "hunyuan_v1_dense": WIDTH, "hunyuan_v1_moe": WIDTH, "ministral": WIDTH,
    "esm": {"vocab_size": 33, "pad_token_id": 1},
    # `settings_outside_parameters` names what these turn off.
    "llama4": {"text_config": {"use_qk_norm": False, "attn_temperature_tuning": False}},
    "llama4_text": {"use_qk_norm": False, "attn_temperature_tuning": False},
    "sew-d": {"relative_attention": False, "pos_att_type": ()},
}  # fmt: skip
# Families with an attention that is not a softmax over all keys, which no tensor shows.
APPROXIMATED = {
    "autoformer", "big_bird", "bigbird_pegasus", "informer", "led", "longformer", "longt5", "mra",
    "pegasus_x", "yoso",
}  # fmt: skip
# Families with an attention that has a layout's names and more tensors, which change its outputs.
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
REST_OF_FAMILIES = pytest.mark.skipif(
    os.environ.get("FAMILIES") != "all", reason="FAMILIES=all runs it, once a week"
)
OTHER_NAMES = "other parameters than those of a layout with these names"
OTHER_SHAPES = "other shapes than those of a layout with these names"
ATTENTION = re.compile("Attention(?!Bias|Residual)")
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


def narrow(config, at_most=4):
    """The configuration with a quarter of the width and of the heads, if it is wide."""
    config = with_few_layers(config, at_most)
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
    """The model of a family on the meta device, without numbers.

    With few layers a hybrid model may have no attention; it is then built with more of them.
    """
    first, model = None, None
    for shrink in (
        narrow,
        with_few_layers,
        partial(with_few_layers, at_most=2),
        partial(narrow, at_most=12),
        lambda config: config,
    ):
        try:
            config = shrink(CONFIG_MAPPING[family](**SETTINGS.get(family, {})))
            with torch.device("meta"):
                model = AutoModel.from_config(config)
        except Exception as error:
            first = first or error
            continue
        if attention_classes(model):
            break
    if model is None:
        raise first
    return model


def attention_classes(model):
    """The outermost modules whose class is called an attention, by their prefix."""
    found = {}
    for name, module in model.named_modules():
        inside = any(name.startswith(outer) for outer in found)
        if ATTENTION.search(type(module).__name__) and not inside and [*module.parameters()]:
            found[f"{name}."] = module
    return found


def filled(attention, model=None):
    """The attention on the CPU, with random numbers of a size that keeps scores small.

    Each tensor has other numbers: queries and keys that are equal would hide a wrong order. Buffers
    with rotary angles have those that the model gives them.

    Args:
        model: The innermost model of transformers with this attention; None if there is none.
    """
    attention = attention.to_empty(device="cpu").eval()
    angles = {name for name, _ in attention.named_buffers() if ANGLES.search(name)}
    for name in angles if model else ():
        model._init_weights(attention.get_submodule(name.rpartition(".")[0]))
    pool, offset = torch.randn(1_000_003), 0
    tensors = itertools.chain(attention.named_parameters(), attention.named_buffers())
    for name, tensor in tensors:
        if model and name in angles:
            continue
        if tensor.is_floating_point():
            copies = math.ceil((offset + tensor.numel()) / len(pool))
            numbers = pool.repeat(copies)[offset : offset + tensor.numel()]
            offset = (offset + OFFSET) % len(pool)
            width = max(tensor.shape, default=1) if tensor.dim() > 1 else 1
            tensor.data.copy_(numbers.view(tensor.shape) * 1.5 / width**0.5)
        elif tensor.dtype == torch.bool:
            tensor.fill_(True)
        else:
            tensor.zero_()
    for name, buffer in attention.named_buffers():
        if name == "bias" and buffer.dim() == 4:  # a causal mask
            buffer.copy_(torch.ones_like(buffer).tril())
    # A soft cap is a setting, outside the parameters; `settings_outside_parameters` names it.
    for name in ("attn_logit_softcapping", "softcap"):
        if hasattr(attention, name):
            setattr(attention, name, None)
    return attention


def calls(attention, x, d_head):
    """Tokens and arguments to try, by the names in the signature."""
    parameters = inspect.signature(attention.forward).parameters
    names = [name for name, p in parameters.items() if p.kind is not p.VAR_KEYWORD][1:]
    any_name = len(names) + 1 < len(parameters)
    zeros = torch.zeros(BATCH, 1, TOKENS, TOKENS)
    masks = (None, zeros, torch.ones(BATCH, 1, TOKENS, TOKENS).bool(), torch.ones(BATCH, TOKENS))
    cross = (False, True)  # a class may take the keys' tokens as another argument, or must not
    widths = {d_head, getattr(attention, "rotary_ndims", None) or d_head, d_head // 2, d_head // 4}
    rotary = any("emb" in name or "cos" in name or "freq" in name for name in names)
    turns = [None]
    for width in sorted(widths - {0}, reverse=True) if rotary else ():
        cos = torch.ones(1, TOKENS, width)
        turns += [(cos, 0 * cos), (cos[0], 0 * cos[0]), (cos[:, :1], 0 * cos[:, :1]), cos + 0j]
    # With an axis for groups of tokens, without a batch, and with the tokens first.
    shapes = [x, x[:, None], x[0], x.transpose(0, 1)]
    if "position_embeddings" in names:
        turns.append("zeros")  # added to the tokens, of their shape
    if isinstance(attention, torch.nn.MultiheadAttention) and not attention.batch_first:
        shapes = [x.transpose(0, 1)]
    for turn, mask, tokens, other in itertools.product(turns, masks, shapes, cross):
        turn = 0 * tokens if isinstance(turn, str) else turn
        given = {
            "position_embeddings": turn, "rotary_pos_emb": turn, "freqs_ci": turn,
            "freqs_cis": turn,
            "attention_mask": mask, "mask": mask, "cache_position": torch.arange(TOKENS),
            "position_ids": torch.zeros(1, TOKENS, dtype=torch.long),
            "cu_seqlens": torch.tensor([0, TOKENS], dtype=torch.int32), "max_seqlen": TOKENS,
            "max_seqlens": TOKENS, "height": 1, "width": TOKENS, "residual": 0 * tokens,
            "alibi": torch.zeros(BATCH * getattr(attention, "num_heads", 1), 1, TOKENS),
            "position_bias": None, "layer_past": None, "past_key_values": None, "context": tokens,
            "bbox_pos_emb": torch.zeros(TOKENS, TOKENS, BATCH, d_head),
            "rel_pos": torch.zeros(1), "rel_2d_pos": torch.zeros(1),
        }  # fmt: skip
        given |= dict.fromkeys(
            ("key", "value", "key_states", "value_states", "keys", "values"), tokens
        )
        if other:
            given |= {"key_value_states": tokens, "encoder_hidden_states": tokens}
        options = {name: given[name] for name in names if name in given}
        yield tokens, options
        if any_name and "attention_mask" not in names:
            yield tokens, options | {"attention_mask": mask}


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


def home(model, prefix):
    """The innermost model of transformers that has this prefix."""
    models = [
        module
        for name, module in model.named_modules()
        if isinstance(module, transformers.PreTrainedModel)
        and prefix.startswith(f"{name}." if name else "")
    ]
    return models[-1]


def named_settings(model):
    """Which of SCALE and NORM `settings_outside_parameters` names for a model."""
    said = " ".join(layouts.settings_outside_parameters(model.config))
    return {what for what in (SCALE, NORM) if re.search(what, said)}


@torch.no_grad()
def is_read_rightly(model, found):
    """Whether some layout that fits computes what the class computes.

    Another scale than the layout's counts only if `settings_outside_parameters` names it, and so
    does a norm without parameters.
    """
    attention = filled(model.get_submodule(found.prefix.rstrip(".")), home(model, found.prefix))
    named = named_settings(model)
    for name in ("q_norm", "k_norm") if NORM in named else ():
        if not [*getattr(attention, name, torch.nn.Linear(1, 1)).parameters()]:
            setattr(attention, name, torch.nn.Identity())
    own = attention.state_dict()
    state = {name: own[name] for name in found.state}
    owners = [attention, getattr(attention, "self", None), getattr(attention, "config", None)]
    counts = {getattr(each, name, None) for each in owners for name in HEAD_COUNTS}
    counts = {n for n in counts if isinstance(n, int) and n > 0} or {1, 2, 4, 8, 12, 16, 32}
    last = next((name for name in LAST_MATRICES if f"{name}.weight" in state), "")
    candidates, x = [], None
    for layout, n_heads in itertools.product(found.layouts, sorted(counts)):
        try:
            params = layouts.unpack(state, layout, n_heads, allow_rounding=True)
        except ValueError:
            continue  # another number of heads
        x = torch.randn(BATCH, TOKENS, params.W_Q.shape[1]) if x is None else x
        params, tokens = (
            params.to(torch.float64),
            x.double(),
        )  # large scores overflow float32 in the oracle
        scales = {params.d_head**-0.5}
        if SCALE in named:
            scales |= {1.0} | {getattr(attention, name, None) for name in SCALES}
        for scale in (scale for scale in scales if isinstance(scale, float)):
            factor = scale * params.d_head**0.5
            b_Q = None if params.b_Q is None else params.b_Q * factor
            scaled = replace(params, W_Q=params.W_Q * factor, b_Q=b_Q)
            for mask in (None, causal_mask(TOKENS)):
                heads = one_key_head_per_query_head(scaled)
                candidates.append(multi_head(heads, tokens, tokens, tokens, mask)[0].float())
    # After the output's matrix some classes add a residual and a norm, which is then left out.
    outputs = outputs_of(attention, x, params.d_head, last if found.left_out else "")
    return any(is_close(output, expected) for output in outputs for expected in candidates)


def why(refusal):
    """The reason in what `find_attentions` says, without the names that it lists."""
    reason = re.search(r"(?:for layout '\w+'|no layout reads this attention): (.*?); got ", refusal)
    if reason:
        return reason[1]
    return OTHER_NAMES if "must contain the parameters of layout" in refusal else OTHER_SHAPES


def judge(family):
    """(class, verdict, detail) for each class of attention in a model of this family."""
    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    model = build(family)
    verdicts, names, named = {}, set(), named_settings(model)
    for found in layouts.find_attentions(model.state_dict()):
        names |= {f"{found.prefix}{name}" for name in found.state}
        attention = model.get_submodule(found.prefix.rstrip("."))
        kind = (type(attention).__name__, found.layouts, found.refusal, frozenset(found.state))
        kind += (frozenset(named),)
        if kind in verdicts:
            continue
        if kind in JUDGED:  # many families have the class of another
            verdicts[kind] = JUDGED[kind]
            continue
        if not found.layouts:
            verdicts[kind] = ("refused", why(found.refusal))
        else:
            try:
                right = is_read_rightly(model, found)
                verdicts[kind] = ("read" if right else "wrong", " or ".join(found.layouts))
            except Exception as error:
                verdicts[kind] = ("not called", in_one_line(error))
    JUDGED.update(verdicts)
    rows = {(kind[0], *verdict) for kind, verdict in verdicts.items()}
    for prefix, module in attention_classes(model).items():
        if not any(name.startswith(prefix) for name in names):
            rows.add((type(module).__name__, "not found", ""))
    return [list(row) for row in sorted(rows)]


def in_one_line(error):
    """An exception in a few words, without paths of this machine."""
    said = re.sub(r"<module '([\w.]+)' from .*", r"\1", " ".join(str(error).split()))
    return f"{type(error).__name__}: {said}"[:120].replace("`", "'")


def results(names):
    """For each family what `judge` says, or why it was not built."""
    found = {}
    for family in names:
        try:
            found[family] = judge(family)
        except ImportError as error:
            package = re.search(r"requires the (\w+) library", str(error))
            found[family] = f"needs {package[1] if package else in_one_line(error)}"
        except Exception as error:
            found[family] = in_one_line(error)
    return found


def families():
    """All families with a model."""
    return sorted(name for name, config in CONFIG_MAPPING.items() if config in MODEL_MAPPING)


def written():
    return json.loads(RESULTS.read_text())


# The page.

GROUPS = {
    "read": "Every attention is read, and computes what the class computes",
    "in part": "Some attentions are read, others are not",
    "refused": "Refused, with the reason",
    "unknown": "Not found: an attention with names that no layout has",
    "none": "No class called an attention, with the default settings",
    "approximated": "Attention that is not a softmax over all keys",
    "not tried": "Not tried, because the default model cannot be built here",
}
OPENINGS = {
    "in part": "These are not read:",
    "refused": (
        "A tensor next to the matrices acts, or the names or shapes are not those of a layout. "
        "`print(found)` names the tensor."
    ),
    "approximated": (
        "Some attention of these is an approximation or has a window. `find_attentions` reads "
        "the matrices whose names it knows, and no tensor shows the rest."
    ),
}


def group_of(family, found):
    """Which of GROUPS a family belongs to."""
    if isinstance(found, str):
        return "not tried"
    if family in APPROXIMATED:
        return "approximated"
    verdicts = {verdict for _, verdict, _ in found}
    if "not called" in verdicts:
        return "not tried"
    if "read" in verdicts:
        return "read" if verdicts == {"read"} else "in part"
    if "refused" in verdicts:
        return "refused"
    return "unknown" if verdicts else "none"


def short(reason):
    return reason.removesuffix(", which HeadParameters cannot hold")


def in_part(family, found):
    """One line for a family of which some attentions are read: those that are not."""
    rest = sorted({
        f"{kind} ({short(detail)})" if verdict == "refused" else f"{kind} (not found)"
        for kind, verdict, detail in found
        if verdict != "read"
    })  # fmt: skip
    return f"- **{family}:** {', '.join(rest)}"


def by_reason(families_of):
    """One line for each reason, the most frequent first."""
    lines = sorted(families_of.items(), key=lambda item: (-len(item[1]), item[0]))
    return [f"- **{short(reason)}:** {', '.join(sorted(names))}" for reason, names in lines]


def page(version, found):
    """The cell of the page: how many families there are of each kind, and which, in folds."""
    groups = {name: {} for name in GROUPS}
    for family, rows in found.items():
        groups[group_of(family, rows)][family] = rows
    reasons, missing = defaultdict(set), defaultdict(set)
    for family, rows in groups["refused"].items():
        for _, verdict, detail in rows:
            if verdict == "refused":
                reasons[detail].add(family)
    for family, rows in groups["not tried"].items():
        reason = rows if isinstance(rows, str) else "not called"
        missing["an error of the class itself" if ":" in reason else reason].add(family)
    texts = {name: [", ".join(group)] for name, group in groups.items()}
    texts["in part"] = [in_part(family, rows) for family, rows in groups["in part"].items()]
    texts["refused"] = by_reason(reasons)
    texts["not tried"] = [
        f"- {reason}: {', '.join(sorted(names))}"
        for reason, names in sorted(missing.items(), key=lambda item: -len(item[1]))
    ]
    counts = {name: len(group) for name, group in groups.items()}
    folds = [
        f"<details><summary>{title}: {counts[name]}</summary>\n\n"
        + "\n\n".join([*filter(None, [OPENINGS.get(name)]), "\n".join(texts[name])])
        + "\n\n</details>"
        for name, title in GROUPS.items()
        if counts[name]
    ]
    return (
        f"## Is your model among them?\n\n"
        f"transformers {version} has {len(found)} families of models; a family is the "
        f"`model_type` in a model's `config.json`. **Of {counts['read']} families every attention "
        f"is read, of {counts['in part']} some are. {counts['refused']} are refused, with the "
        f"reason.** The others have attentions with other names, or none, or could not be "
        f"tried.\n\n"
        f"All that could be tried got random weights, and what `find_attentions` read was "
        f"compared with what their attention computes. Settings outside the parameters, such as "
        f"rotary positions or a soft cap, were not compared: "
        f"`layouts.settings_outside_parameters(model.config)` lists them.\n\n"
        f"Each family is in one of these lists. On the page, type yours:\n\n" + "\n\n".join(folds)
    )


def test_tensors_are_filled_with_different_numbers_and_angles_with_their_own():
    names = ("query", "key", "value")
    same = filled(torch.nn.ModuleDict({name: torch.nn.Linear(30, 30) for name in names}))
    for one, other in itertools.combinations(same.values(), 2):
        rows = torch.cat([one.weight, other.weight]).corrcoef() - torch.eye(60)
        assert rows.abs().max() < 0.9
    sizes = {"n_embd": 8, "n_head": 2, "n_layer": 1, "rotary_dim": 4, "n_positions": 5}
    config = CONFIG_MAPPING["gptj"](**sizes, vocab_size=3)
    angles = AutoModel.from_config(config).h[0].attn.embed_positions
    with torch.device("meta"):
        model = AutoModel.from_config(config)
    own = filled(model.h[0].attn, home(model, "h.0.attn.")).embed_positions
    assert torch.equal(own, angles)
    assert own[0].tolist() == [0, 0, 1, 1]  # sines and cosines


@pytest.mark.slow
def test_the_page_shows_the_results_for_the_installed_version():
    stored = written()
    assert stored["transformers"] == transformers.__version__, WRITE
    assert list(stored["families"]) == families(), WRITE
    (cell,) = [c for c in json.loads(PAGE.read_text())["cells"] if c["id"] == CELL]
    assert "".join(cell["source"]) == page(stored["transformers"], stored["families"]), WRITE


def test_what_is_read_is_right_and_almost_every_family_was_tried():
    found = written()["families"]
    verdicts = {
        family: {verdict for _, verdict, _ in rows}
        for family, rows in found.items()
        if not isinstance(rows, str)
    }
    assert {family for family, those in verdicts.items() if "wrong" in those} <= APPROXIMATED
    assert sum("read" in those for those in verdicts.values()) > 250
    needing_a_package = {f for f, rows in found.items() if str(rows).startswith("needs ")}
    not_built = found.keys() - verdicts.keys() - needing_a_package
    not_called = {f for f, v in verdicts.items() if "not called" in v} - APPROXIMATED
    assert len(not_built | not_called) <= len(found) // 20


@pytest.mark.slow
@pytest.mark.first
@pytest.mark.parametrize(
    "part",
    [pytest.param(i, marks=() if i < EVERY_TIME else REST_OF_FAMILIES) for i in range(SLICES)],
)
def test_every_family_is_read_rightly_or_refused_as_written(part):
    found, stored = results(families()[part::SLICES]), written()["families"]
    assert found == {family: stored[family] for family in found}, WRITE


@pytest.mark.slow
def test_families_with_other_acting_tensors_are_never_read_without_them():
    for family in WITH_ACTING_TENSORS.split():
        model = build(family)
        refused = 0
        for found in layouts.find_attentions(model.state_dict()):
            own = {f"{found.prefix}{name}" for name in found.state} | set(found.left_out)
            attention = model.get_submodule(found.prefix.rstrip("."))
            for name, _ in attention.named_parameters(prefix=found.prefix.rstrip(".")):
                assert name in own
            refused += "must not hold" in found.refusal
        assert refused > 0, family


def write():
    """Writes the results and the page's cell."""
    found = results(families())
    stored = {"transformers": transformers.__version__, "families": found}
    lines = [f"  {json.dumps(family)}: {json.dumps(rows)}" for family, rows in found.items()]
    version = json.dumps(transformers.__version__)
    body = ",\n".join(lines)
    RESULTS.write_text(
        f'{{\n "transformers": {version},\n "families": {{\n{body}\n }}\n}}\n', encoding="utf-8"
    )
    assert written() == stored
    write_page()


def write_page():
    """Writes the page's cell from the results."""
    notebook = json.loads(PAGE.read_text(encoding="utf-8"))
    (cell,) = [cell for cell in notebook["cells"] if cell["id"] == CELL]
    stored = written()
    cell["source"] = page(stored["transformers"], stored["families"]).splitlines(keepends=True)
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    PAGE.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
