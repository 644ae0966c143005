"""The layouts of all systems: their tables, and properties that a table cannot express.

For example, GPT-2's entry, without the parameters that it refuses:

    _layout("gpt2", HF + "gpt2/modeling_gpt2.py", {
        "c_attn.weight": ("W_Q W_K W_V", "m (h d + h d + h d)"),
        "c_proj.weight": ("W_O", "(h d) m"),
    }, square=True, must_be_removed=CAUSAL_MASKS)

Its name is "gpt2", and its table was read in that file. "c_attn.weight" contains W_Q, W_K and W_V,
and "c_proj.weight" contains W_O; `mha_lib/parameter_table.py` explains the order of the axes.
`_layout` adds "c_attn.bias" and "c_proj.bias". `square` means that n_heads * d_head is d_model.
`biases` lists the sets of biases that a system may have; without it, all four are required. The
other arguments are `Layout`'s.

Options of a configuration, such as another scale, are not part of a table.
"""

from collections.abc import Mapping
from typing import Any

from mha_lib.layers import (
    QKV_OR_OUTPUT_BIASES,
    PackedAttention,
    PerHeadAttention,
    StackedAttention,
)
from mha_lib.layouts._layout import Layout
from mha_lib.layouts._other_tensors import CANNOT_HOLD
from mha_lib.parameter_table import ParameterTable, with_bias_rows

EXTRA_KEY = f"one more key and value than there are tokens, {CANNOT_HOLD}"
NORM_BEFORE_SCORES = f"a norm between projection and scores, {CANNOT_HOLD}"
GATE = f"it multiplies the heads' outputs, {CANNOT_HOLD}"
PHI_NORMS = {f"{x}_layernorm.{y}": NORM_BEFORE_SCORES for x in "qk" for y in ("weight", "bias")}
QK_NORMS = {"q_norm.weight": NORM_BEFORE_SCORES, "k_norm.weight": NORM_BEFORE_SCORES}
FLAX_NORMS = {"query_ln/scale": NORM_BEFORE_SCORES, "key_ln/scale": NORM_BEFORE_SCORES}
CROSS = "it belongs to a cross-attention, whose c_attn contains only [K|V]"
RELATIVE = "it is added to the scores, position by position"
DISTANCE_TERMS = "its terms for distances are added to the scores"
MIXES_HEADS = f"it mixes the heads' scores or weights, {CANNOT_HOLD}"
DEBERTA_V2_REFUSED = {
    f"self.pos_{x}_proj.{y}": DISTANCE_TERMS for x in ("key", "query") for y in ("weight", "bias")
}
DEBERTA_REFUSED = {
    f"self.pos_{x}": DISTANCE_TERMS for x in ("proj.weight", "q_proj.weight", "q_proj.bias")
}
DEBERTA_REFUSED |= {f"self.head_{x}_proj.weight": MIXES_HEADS for x in ("logits", "weights")}
NORM_AFTER = "the layer norm after the attention is not part of it"
ROTARY_FREQUENCIES = {"rotary_emb.inv_freq": "the frequencies of the rotary embedding"}
# The oldest files use the names gamma and beta.
OUTPUT_NORMS = {f"output.LayerNorm.{x}": NORM_AFTER for x in ("weight", "bias", "gamma", "beta")}
LAYER_NORM = {f"LayerNorm.{x}": NORM_AFTER for x in ("weight", "bias")}
ROTARY_ANGLES = {"embed_positions": "the angles of the rotary embedding"}
CAUSAL_MASKS = dict.fromkeys(("bias", "masked_bias"), "the causal mask that old releases stored")
ROTARY = "a rotary embedding rotates queries and keys"
DISENTANGLED = "terms by distance are added to scores, which are divided by more than usual"
BY_DISTANCE = "a bias by relative position is added to the scores"
BIAS_T5 = "relative_attention_bias.weight"
ADDS_ALIBI = "ALiBi is added to scores"

ALL_BIASES_OR_NONE, NO_BIASES = ("", "QKVO"), ("",)
OUR_LAYERS = "mha_lib/layers.py"
HF = "transformers 5.23, models/"
MEGATRON = "transformers 4, convert_megatron_gpt2_checkpoint.py, fix_query_key_value_ordering"


def _layout(
    name: str, source: str, rows: Mapping[str, tuple[str, str]], *,
    biases: tuple[str, ...] | None = None, square: bool = False, **more: Any,
) -> Layout:  # fmt: skip
    table = ParameterTable(with_bias_rows(rows), biases=biases, square=square)
    return Layout(name=name, table=table, source=source, **more)


TORCH_SEPARATE_PROJECTIONS = ParameterTable({  # torch's table if kdim or vdim differs from d_model
    "q_proj_weight": ("W_Q", "(h d) m"),
    "k_proj_weight": ("W_K", "(h d) mk"),
    "v_proj_weight": ("W_V", "(h d) mv"),
    "out_proj.weight": ("W_O", "m (h d)"),
    "in_proj_bias": ("b_Q b_K b_V", "(h d + h d + h d)"),
    "out_proj.bias": ("b_O", "m"),
}, biases=ALL_BIASES_OR_NONE, square=True)  # fmt: skip

ALL_LAYOUTS = (
    # The layers of this library. SingleHeadAttention is "stacked" with one head.

    Layout(name="per_head", source=OUR_LAYERS, table=PerHeadAttention.table),
    Layout(name="stacked", source=OUR_LAYERS, table=StackedAttention.table),
    # Shared heads need the tensor `groups`, because the shape of W_QKV is ambiguous.
    _layout("packed", OUR_LAYERS, {
        "W_QKV": ("W_Q W_K W_V", "m (h d + h d + h v)"),
        "W_O": ("W_O", "(h v) m"),
    }, biases=QKV_OR_OUTPUT_BIASES, fallback_table=PackedAttention.table),

    # Frameworks. torch's add_zero_attn=True adds a key and value of zeros and does not show in a
    # state_dict, so it cannot be refused. Flax's names are nested parameters' names, joined by
    # "/", as flax.traverse_util.flatten_dict(params, sep="/") returns them; Keras's are the ends of
    # the variables' paths. HeadParameters cannot hold a Keras layer whose output_shape differs from
    # the width of the queries.

    _layout("torch", "torch 2.13, torch/nn/modules/activation.py, MultiheadAttention", {
        "in_proj_weight": ("W_Q W_K W_V", "(h d + h d + h d) m"),
        "out_proj.weight": ("W_O", "m (h d)"),
    }, biases=ALL_BIASES_OR_NONE, square=True, refused={"bias_k": EXTRA_KEY, "bias_v": EXTRA_KEY},
        fallback_table=TORCH_SEPARATE_PROJECTIONS),
    _layout("flax", "flax 0.12, flax/linen/attention.py, MultiHeadDotProductAttention; nnx alike", {
        "query/kernel": ("W_Q", "m h d"),
        "key/kernel": ("W_K", "mk h d"),
        "value/kernel": ("W_V", "mv h d"),
        "out/kernel": ("W_O", "h d m"),
    }, biases=ALL_BIASES_OR_NONE, refused=FLAX_NORMS),
    _layout("keras", "keras 3, keras/src/layers/attention/multi_head_attention.py", {
        "query/kernel": ("W_Q", "m h d"),
        "key/kernel": ("W_K", "mk h d"),
        "value/kernel": ("W_V", "mv h v"),
        "attention_output/kernel": ("W_O", "h v m"),
    }, biases=ALL_BIASES_OR_NONE, refused={"gate/kernel": GATE, "gate/bias": GATE}),

    # Hugging Face transformers. Many models use the names of another. RoBERTa and ELECTRA use
    # BERT's; Mistral and Qwen2 (with three biases) use Llama's; OPT, CLIP, SigLIP, Wav2Vec2,
    # M2M100, Marian, Pegasus and XGLM use BART's. Without biases, BART's names are also GPT-J's;
    # with an output bias alone, which CLVP may have, they are also GPT-Neo's.
    #
    # In Llama's and Phi's tables, KV head j serves the query heads from j * n_heads / n_kv_heads
    # on. Falcon's r is 1 in falcon-rw and n_heads in falcon-7b; GPT-BigCode's is n_heads with
    # multi_query, otherwise 1.
    #
    # Not in a state_dict: GPT-2's scale_attn_weights and scale_attn_by_inverse_layer_idx, at whose
    # defaults scores are divided by sqrt(d_head); MPT's clip_qkv and scale; DeBERTa's terms by
    # distance if share_att_key is on. Only the first layer of a T5 stack stores the relative bias,
    # and all layers use it.

    _layout("albert", HF + "albert/modeling_albert.py", {
        "query.weight": ("W_Q", "(h d) m"),
        "key.weight": ("W_K", "(h d) m"),
        "value.weight": ("W_V", "(h d) m"),
        "dense.weight": ("W_O", "m (h d)"),
    }, biases=("QKVO",), square=True, must_be_removed=LAYER_NORM),
    _layout("bart", HF + "bart/modeling_bart.py", {
        "q_proj.weight": ("W_Q", "(h d) m"),
        "k_proj.weight": ("W_K", "(h d) m"),
        "v_proj.weight": ("W_V", "(h d) m"),
        "out_proj.weight": ("W_O", "m (h d)"),
    }, biases=("", "O", "QKVO"), square=True),
    _layout("bert", HF + "bert/modeling_bert.py", {
        "self.query.weight": ("W_Q", "(h d) m"),
        "self.key.weight": ("W_K", "(h d) m"),
        "self.value.weight": ("W_V", "(h d) m"),
        "output.dense.weight": ("W_O", "m (h d)"),
    }, square=True, must_be_removed=OUTPUT_NORMS,
        refused={"self.distance_embedding.weight": RELATIVE}),
    _layout("bloom", HF + "bloom/modeling_bloom.py", {
        "query_key_value.weight": ("W_Q W_K W_V", "(h (d + d + d)) m"),
        "dense.weight": ("W_O", "m (h d)"),
    }, square=True, must_be_removed=CAUSAL_MASKS, behavior_outside_parameters=ADDS_ALIBI),
    Layout(name="deberta", source=HF + "deberta/modeling_deberta.py", table=ParameterTable({
        "self.in_proj.weight": ("W_Q W_K W_V", "(h (d + d + d)) m"),
        "self.q_bias": ("b_Q", "(h d)"),
        "self.v_bias": ("b_V", "(h d)"),
        "output.dense.weight": ("W_O", "m (h d)"),
        "output.dense.bias": ("b_O", "m"),
    }, biases=("QVO",), square=True), must_be_removed=OUTPUT_NORMS,
        behavior_outside_parameters=DISENTANGLED, refused=DEBERTA_REFUSED),
    _layout("deberta_v2", HF + "deberta_v2/modeling_deberta_v2.py; version 3 alike", {
        "self.query_proj.weight": ("W_Q", "(h d) m"),
        "self.key_proj.weight": ("W_K", "(h d) m"),
        "self.value_proj.weight": ("W_V", "(h d) m"),
        "output.dense.weight": ("W_O", "m (h d)"),
    }, biases=("QKVO",), square=True, must_be_removed=OUTPUT_NORMS,
        behavior_outside_parameters=DISENTANGLED, refused=DEBERTA_V2_REFUSED),
    _layout("distilbert", HF + "distilbert/modeling_distilbert.py", {
        "q_lin.weight": ("W_Q", "(h d) m"),
        "k_lin.weight": ("W_K", "(h d) m"),
        "v_lin.weight": ("W_V", "(h d) m"),
        "out_lin.weight": ("W_O", "m (h d)"),
    }, biases=("QKVO",), square=True),
    _layout("falcon", HF + "falcon/modeling_falcon.py", {
        "query_key_value.weight": ("W_Q W_K W_V", "(g (r d + d + d)) m"),
        "dense.weight": ("W_O", "m (h d)"),
    }, biases=ALL_BIASES_OR_NONE, square=True, must_be_removed=CAUSAL_MASKS | ROTARY_FREQUENCIES,
        rotary="halves", behavior_outside_parameters=f"{ROTARY}, or {ADDS_ALIBI}"),
    _layout("gpt2", HF + "gpt2/modeling_gpt2.py", {
        "c_attn.weight": ("W_Q W_K W_V", "m (h d + h d + h d)"),
        "c_proj.weight": ("W_O", "(h d) m"),
    }, square=True, must_be_removed=CAUSAL_MASKS,
        refused={"q_attn.weight": CROSS, "q_attn.bias": CROSS}),
    _layout("gpt_bigcode", HF + "gpt_bigcode/modeling_gpt_bigcode.py", {
        "c_attn.weight": ("W_Q W_K W_V", "(g (r d + d + d)) m"),
        "c_proj.weight": ("W_O", "m (h d)"),
    }, square=True, refused={"q_attn.weight": CROSS, "q_attn.bias": CROSS}),
    _layout("gpt_neo", HF + "gpt_neo/modeling_gpt_neo.py", {
        "q_proj.weight": ("W_Q", "(h d) m"),
        "k_proj.weight": ("W_K", "(h d) m"),
        "v_proj.weight": ("W_V", "(h d) m"),
        "out_proj.weight": ("W_O", "m (h d)"),
    }, biases=("O",), square=True, must_be_removed=CAUSAL_MASKS, divides_scores=False),
    _layout("gpt_neox", HF + "gpt_neox/modeling_gpt_neox.py", {
        "query_key_value.weight": ("W_Q W_K W_V", "(h (d + d + d)) m"),
        "dense.weight": ("W_O", "m (h d)"),
    }, biases=ALL_BIASES_OR_NONE, square=True, must_be_removed=CAUSAL_MASKS | ROTARY_FREQUENCIES,
        rotary="halves", behavior_outside_parameters=ROTARY),
    _layout("gptj", HF + "gptj/modeling_gptj.py", {
        "q_proj.weight": ("W_Q", "(h d) m"),
        "k_proj.weight": ("W_K", "(h d) m"),
        "v_proj.weight": ("W_V", "(h d) m"),
        "out_proj.weight": ("W_O", "m (h d)"),
    }, biases=NO_BIASES, square=True, must_be_removed=CAUSAL_MASKS | ROTARY_ANGLES,
        rotary="neighbors", behavior_outside_parameters=f"{ROTARY}, in pairs of neighbors"),
    _layout("llama", HF + "llama/modeling_llama.py", {
        "q_proj.weight": ("W_Q", "(h d) m"),
        "k_proj.weight": ("W_K", "(g d) m"),
        "v_proj.weight": ("W_V", "(g d) m"),
        "o_proj.weight": ("W_O", "m (h d)"),
    }, biases=("", "QKV", "QKVO"), must_be_removed=ROTARY_FREQUENCIES,
        rotary="halves", behavior_outside_parameters=ROTARY, refused=QK_NORMS),
    _layout("mpt", HF + "mpt/modeling_mpt.py", {
        "Wqkv.weight": ("W_Q W_K W_V", "(h d + h d + h d) m"),
        "out_proj.weight": ("W_O", "m (h d)"),
    }, biases=NO_BIASES, square=True, behavior_outside_parameters=ADDS_ALIBI),
    _layout("phi", HF + "phi/modeling_phi.py", {
        "q_proj.weight": ("W_Q", "(h d) m"),
        "k_proj.weight": ("W_K", "(g d) m"),
        "v_proj.weight": ("W_V", "(g d) m"),
        "dense.weight": ("W_O", "m (h d)"),
    }, biases=("QKVO",), square=True, must_be_removed=ROTARY_FREQUENCIES,
        rotary="halves", behavior_outside_parameters=ROTARY, refused=PHI_NORMS),
    _layout("phi3", HF + "phi3/modeling_phi3.py", {
        "qkv_proj.weight": ("W_Q W_K W_V", "(h d + g d + g d) m"),
        "o_proj.weight": ("W_O", "m (h d)"),
    }, biases=NO_BIASES, must_be_removed=ROTARY_FREQUENCIES, rotary="halves",
        behavior_outside_parameters=ROTARY),
    _layout("t5", HF + "t5/modeling_t5.py", {
        "q.weight": ("W_Q", "(h d) m"),
        "k.weight": ("W_K", "(h d) m"),
        "v.weight": ("W_V", "(h d) m"),
        "o.weight": ("W_O", "m (h d)"),
    }, biases=NO_BIASES, divides_scores=False, behavior_outside_parameters=BY_DISTANCE,
        refused={BIAS_T5: RELATIVE}),
    _layout("whisper", HF + "whisper/modeling_whisper.py", {
        "q_proj.weight": ("W_Q", "(h d) m"),
        "k_proj.weight": ("W_K", "(h d) m"),
        "v_proj.weight": ("W_V", "(h d) m"),
        "out_proj.weight": ("W_O", "m (h d)"),
    }, biases=("QVO",), square=True, refused={"k_proj.bias": "keys have no bias"}),

    # Megatron-LM, checkpoint version 0. Version 1 has a third order. From version 2 on, rows are
    # interleaved as in "gpt_neox", under the same names. The checkpoint stores the version next to
    # the state_dict, not in it.

    _layout("megatron_v0", MEGATRON, {
        "query_key_value.weight": ("W_Q W_K W_V", "(h d + h d + h d) m"),
        "dense.weight": ("W_O", "m (h d)"),
    }, square=True, must_be_removed=CAUSAL_MASKS),

    # Teaching code, and models whose code is not public. d2l's num_hiddens is d_model;
    # HeadParameters cannot hold queries of another width. "module_list" has names made up here, for
    # the class that many people write first.

    _layout("annotated", "https://nlp.seas.harvard.edu/annotated-transformer/", {
        "linears.0.weight": ("W_Q", "(h d) m"),
        "linears.1.weight": ("W_K", "(h d) m"),
        "linears.2.weight": ("W_V", "(h d) m"),
        "linears.3.weight": ("W_O", "m (h d)"),
    }, square=True),
    _layout("d2l", "Zhang et al., Dive into Deep Learning, section 11.5, for PyTorch", {
        "W_q.weight": ("W_Q", "(h d) m"),
        "W_k.weight": ("W_K", "(h d) mk"),
        "W_v.weight": ("W_V", "(h d) mv"),
        "W_o.weight": ("W_O", "m (h d)"),
    }, biases=ALL_BIASES_OR_NONE, square=True),
    _layout("einops", "https://einops.rocks/pytorch-examples.html", {
        "w_qs.weight": ("W_Q", "(h d) m"),
        "w_ks.weight": ("W_K", "(h d) m"),
        "w_vs.weight": ("W_V", "(h v) m"),
        "fc.weight": ("W_O", "m (h v)"),
    }, must_be_removed={"layer_norm.weight": NORM_AFTER, "layer_norm.bias": NORM_AFTER}),
    _layout("module_list", "the paper's 3 * n_heads projections, read literally", {
        "queries.{h}.weight": ("W_Q", "d m"),
        "keys.{h}.weight": ("W_K", "d mk"),
        "values.{h}.weight": ("W_V", "v mv"),
        "output.weight": ("W_O", "m (h v)"),
    }, biases=ALL_BIASES_OR_NONE),
)  # fmt: skip


def get_layout(name: str) -> Layout:
    """Returns the layout with this name.

    Raises:
        ValueError: There is none; the message lists the names.
    """
    if name == "megatron":
        raise ValueError(
            "layout must say which of Megatron-LM's orders: 'megatron_v0' for checkpoint version "
            "0, 'gpt_neox' for the interleaved rows since version 2; got 'megatron'"
        )
    layouts = {layout.name: layout for layout in ALL_LAYOUTS}
    if not isinstance(name, str) or name not in layouts:
        known = ", ".join(repr(name) for name in sorted(layouts))
        raise ValueError(f"layout must be one of {known}; got {name!r}")
    return layouts[name]
