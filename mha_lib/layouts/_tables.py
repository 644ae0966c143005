"""The systems: each its table, what it has no place for, what it does without a weight, a source.

mha_lib/storage.py explains the notation. To every matrix in a table belongs the row of its bias,
under the name with "bias" in it; `biases` says which sets of them a system may have, all four where
it is silent. `square`: n_heads * d_head is d_model. Layout's docstring has the rest: parameters
refused, tensors to be left out, what a system does without a weight. Options that a configuration
holds, such as another scale, are no part of a table.
"""

from collections.abc import Mapping
from typing import Any

from mha_lib.layers import (
    INNER_OR_OUTER_BIASES,
    PackedAttention,
    PerHeadAttention,
    StackedAttention,
)
from mha_lib.layouts._layout import Layout
from mha_lib.storage import Storage, with_bias_rows

NO_PLACE = "which HeadWeights has no place for"
EXTRA = f"one more key and value than the tokens have, {NO_PLACE}"
NORM = f"a norm between projection and scores, {NO_PLACE}"
GATE = f"it multiplies the heads' outputs, {NO_PLACE}"
PHI_NORMS = {f"{x}_layernorm.{y}": NORM for x in "qk" for y in ("weight", "bias")}
QK_NORMS = {"q_norm.weight": NORM, "k_norm.weight": NORM}
CROSS = "in a cross-attention c_attn holds [K|V] alone"
RELATIVE = "it is added to the scores, position by position"
TERMS = "what it gives for distances is added to the scores"
MIXES = f"it mixes the heads' scores or weights, {NO_PLACE}"
OF_DEBERTA_V2 = {
    f"self.pos_{x}_proj.{y}": TERMS for x in ("key", "query") for y in ("weight", "bias")
}
OF_DEBERTA = {f"self.pos_{x}": TERMS for x in ("proj.weight", "q_proj.weight", "q_proj.bias")}
OF_DEBERTA |= {f"self.head_{x}_proj.weight": MIXES for x in ("logits", "weights")}
BEHIND = "the layer norm behind the attention is no part of it"
FREQUENCIES = {"rotary_emb.inv_freq": "the frequencies of the rotary embedding"}
# gamma and beta are the oldest files' words.
NORMS = {f"output.LayerNorm.{x}": BEHIND for x in ("weight", "bias", "gamma", "beta")}
OWN_NORM = {f"LayerNorm.{x}": BEHIND for x in ("weight", "bias")}
ANGLES = {"embed_positions": "the angles of the rotary embedding"}
OLD = dict.fromkeys(("bias", "masked_bias"), "the causal mask that older releases stored")
ROTARY = "a rotary embedding turns queries and keys"
DISENTANGLED = "terms by distance are added to scores, divided by more than usual"
BY_DISTANCE = "a bias by relative position is added to the scores"
BIAS_T5 = "relative_attention_bias.weight"
ALIBI = "ALiBi is added to scores"

ANY, NONE = ("", "QKVO"), ("",)
OURS = "mha_lib/layers.py"
HF = "transformers 5.23, models/"
MEGATRON = "transformers 4, convert_megatron_gpt2_checkpoint.py, fix_query_key_value_ordering"


def _system(
    name: str, source: str, rows: Mapping[str, tuple[str, str]], *,
    biases: tuple[str, ...] | None = None, square: bool = False, **more: Any,
) -> Layout:  # fmt: skip
    table = Storage(with_bias_rows(rows), biases=biases, square=square)
    return Layout(name=name, storage=table, source=source, **more)


APART = Storage({  # torch's, where kdim or vdim is another width than d_model
    "q_proj_weight": ("W_Q", "(h d) m"),
    "k_proj_weight": ("W_K", "(h d) mk"),
    "v_proj_weight": ("W_V", "(h d) mv"),
    "out_proj.weight": ("W_O", "m (h d)"),
    "in_proj_bias": ("b_Q b_K b_V", "(h d + h d + h d)"),
    "out_proj.bias": ("b_O", "m"),
}, biases=ANY, square=True)  # fmt: skip

SYSTEMS = (
    # Our own layers. SingleHeadAttention is "stacked" with one head.

    Layout(name="per_head", source=OURS, storage=PerHeadAttention.storage),
    Layout(name="stacked", source=OURS, storage=StackedAttention.storage),
    # Without `groups` no heads are shared: of a pack no other shape tells which columns are keys'.
    _system("packed", OURS, {
        "W_QKV": ("W_Q W_K W_V", "m (h d + h d + h v)"),
        "W_O": ("W_O", "(h v) m"),
    }, biases=INNER_OR_OUTER_BIASES, apart=PackedAttention.storage),

    # Frameworks. torch's add_zero_attn=True adds a key and value of zeros and leaves no trace in a
    # state_dict: it cannot be refused. Flax's names are the nested parameters' joined by "/", as
    # flax.traverse_util.flatten_dict(params, sep="/") gives them, Keras's the ends of the
    # variables' paths; a Keras output_shape other than the width of the queries does not fit
    # HeadWeights.

    _system("torch", "torch 2.13, torch/nn/modules/activation.py, MultiheadAttention", {
        "in_proj_weight": ("W_Q W_K W_V", "(h d + h d + h d) m"),
        "out_proj.weight": ("W_O", "m (h d)"),
    }, biases=ANY, square=True, refused={"bias_k": EXTRA, "bias_v": EXTRA}, apart=APART),
    _system("flax", "flax 0.12, flax/linen/attention.py, MultiHeadDotProductAttention; nnx alike", {
        "query/kernel": ("W_Q", "m h d"),
        "key/kernel": ("W_K", "mk h d"),
        "value/kernel": ("W_V", "mv h d"),
        "out/kernel": ("W_O", "h d m"),
    }, biases=ANY, refused={"query_ln/scale": NORM, "key_ln/scale": NORM}),
    _system("keras", "keras 3, keras/src/layers/attention/multi_head_attention.py", {
        "query/kernel": ("W_Q", "m h d"),
        "key/kernel": ("W_K", "mk h d"),
        "value/kernel": ("W_V", "mv h v"),
        "attention_output/kernel": ("W_O", "h v m"),
    }, biases=ANY, refused={"gate/kernel": GATE, "gate/bias": GATE}),

    # Hugging Face transformers. Descendants share names: RoBERTa and ELECTRA BERT's, Mistral and
    # Qwen2 (with three biases) Llama's; OPT, CLIP, SigLIP, Wav2Vec2, M2M100, Marian, Pegasus and
    # XGLM BART's, which without biases are GPT-J's too, and with an output's alone, as CLVP may,
    # GPT-Neo's. In Llama's and Phi's tables key head j serves the query heads from
    # j * n_heads / n_kv_heads on. Falcon's r is 1 in falcon-rw, all heads in falcon-7b;
    # GPT-BigCode's all heads with multi_query, else 1. GPT-2's scale_attn_weights and
    # scale_attn_by_inverse_layer_idx are not in a state_dict; at their defaults scores are divided
    # by sqrt(d_head). Of T5 only a stack's first layer stores the relative bias, and all use it;
    # DeBERTa's are left with no trace in an attention where share_att_key is on. MPT's clip_qkv and
    # scale are not stored.

    _system("albert", HF + "albert/modeling_albert.py", {
        "query.weight": ("W_Q", "(h d) m"),
        "key.weight": ("W_K", "(h d) m"),
        "value.weight": ("W_V", "(h d) m"),
        "dense.weight": ("W_O", "m (h d)"),
    }, biases=("QKVO",), square=True, left_out=OWN_NORM),
    _system("bart", HF + "bart/modeling_bart.py", {
        "q_proj.weight": ("W_Q", "(h d) m"),
        "k_proj.weight": ("W_K", "(h d) m"),
        "v_proj.weight": ("W_V", "(h d) m"),
        "out_proj.weight": ("W_O", "m (h d)"),
    }, biases=("", "O", "QKVO"), square=True),
    _system("bert", HF + "bert/modeling_bert.py", {
        "self.query.weight": ("W_Q", "(h d) m"),
        "self.key.weight": ("W_K", "(h d) m"),
        "self.value.weight": ("W_V", "(h d) m"),
        "output.dense.weight": ("W_O", "m (h d)"),
    }, square=True, left_out=NORMS, refused={"self.distance_embedding.weight": RELATIVE}),
    _system("bloom", HF + "bloom/modeling_bloom.py", {
        "query_key_value.weight": ("W_Q W_K W_V", "(h (d + d + d)) m"),
        "dense.weight": ("W_O", "m (h d)"),
    }, square=True, left_out=OLD, unstored=ALIBI),
    Layout(name="deberta", source=HF + "deberta/modeling_deberta.py", storage=Storage({
        "self.in_proj.weight": ("W_Q W_K W_V", "(h (d + d + d)) m"),
        "self.q_bias": ("b_Q", "(h d)"),
        "self.v_bias": ("b_V", "(h d)"),
        "output.dense.weight": ("W_O", "m (h d)"),
        "output.dense.bias": ("b_O", "m"),
    }, biases=("QVO",), square=True), left_out=NORMS, unstored=DISENTANGLED, refused=OF_DEBERTA),
    _system("deberta_v2", HF + "deberta_v2/modeling_deberta_v2.py; version 3 alike", {
        "self.query_proj.weight": ("W_Q", "(h d) m"),
        "self.key_proj.weight": ("W_K", "(h d) m"),
        "self.value_proj.weight": ("W_V", "(h d) m"),
        "output.dense.weight": ("W_O", "m (h d)"),
    }, biases=("QKVO",), square=True, left_out=NORMS, unstored=DISENTANGLED, refused=OF_DEBERTA_V2),
    _system("distilbert", HF + "distilbert/modeling_distilbert.py", {
        "q_lin.weight": ("W_Q", "(h d) m"),
        "k_lin.weight": ("W_K", "(h d) m"),
        "v_lin.weight": ("W_V", "(h d) m"),
        "out_lin.weight": ("W_O", "m (h d)"),
    }, biases=("QKVO",), square=True),
    _system("falcon", HF + "falcon/modeling_falcon.py", {
        "query_key_value.weight": ("W_Q W_K W_V", "(g (r d + d + d)) m"),
        "dense.weight": ("W_O", "m (h d)"),
    }, biases=ANY, square=True, left_out=OLD | FREQUENCIES, unstored=f"{ROTARY}, or {ALIBI}"),
    _system("gpt2", HF + "gpt2/modeling_gpt2.py", {
        "c_attn.weight": ("W_Q W_K W_V", "m (h d + h d + h d)"),
        "c_proj.weight": ("W_O", "(h d) m"),
    }, square=True, left_out=OLD, refused={"q_attn.weight": CROSS, "q_attn.bias": CROSS}),
    _system("gpt_bigcode", HF + "gpt_bigcode/modeling_gpt_bigcode.py", {
        "c_attn.weight": ("W_Q W_K W_V", "(g (r d + d + d)) m"),
        "c_proj.weight": ("W_O", "m (h d)"),
    }, square=True, refused={"q_attn.weight": CROSS, "q_attn.bias": CROSS}),
    _system("gpt_neo", HF + "gpt_neo/modeling_gpt_neo.py", {
        "q_proj.weight": ("W_Q", "(h d) m"),
        "k_proj.weight": ("W_K", "(h d) m"),
        "v_proj.weight": ("W_V", "(h d) m"),
        "out_proj.weight": ("W_O", "m (h d)"),
    }, biases=("O",), square=True, left_out=OLD, divides_scores=False),
    _system("gpt_neox", HF + "gpt_neox/modeling_gpt_neox.py", {
        "query_key_value.weight": ("W_Q W_K W_V", "(h (d + d + d)) m"),
        "dense.weight": ("W_O", "m (h d)"),
    }, biases=ANY, square=True, left_out=OLD | FREQUENCIES, unstored=ROTARY),
    _system("gptj", HF + "gptj/modeling_gptj.py", {
        "q_proj.weight": ("W_Q", "(h d) m"),
        "k_proj.weight": ("W_K", "(h d) m"),
        "v_proj.weight": ("W_V", "(h d) m"),
        "out_proj.weight": ("W_O", "m (h d)"),
    }, biases=NONE, square=True, left_out=OLD | ANGLES, unstored=f"{ROTARY}, in neighbours"),
    _system("llama", HF + "llama/modeling_llama.py", {
        "q_proj.weight": ("W_Q", "(h d) m"),
        "k_proj.weight": ("W_K", "(g d) m"),
        "v_proj.weight": ("W_V", "(g d) m"),
        "o_proj.weight": ("W_O", "m (h d)"),
    }, biases=("", "QKV", "QKVO"), left_out=FREQUENCIES, unstored=ROTARY, refused=QK_NORMS),
    _system("mpt", HF + "mpt/modeling_mpt.py", {
        "Wqkv.weight": ("W_Q W_K W_V", "(h d + h d + h d) m"),
        "out_proj.weight": ("W_O", "m (h d)"),
    }, biases=NONE, square=True, unstored=ALIBI),
    _system("phi", HF + "phi/modeling_phi.py", {
        "q_proj.weight": ("W_Q", "(h d) m"),
        "k_proj.weight": ("W_K", "(g d) m"),
        "v_proj.weight": ("W_V", "(g d) m"),
        "dense.weight": ("W_O", "m (h d)"),
    }, biases=("QKVO",), square=True, left_out=FREQUENCIES, unstored=ROTARY, refused=PHI_NORMS),
    _system("phi3", HF + "phi3/modeling_phi3.py", {
        "qkv_proj.weight": ("W_Q W_K W_V", "(h d + g d + g d) m"),
        "o_proj.weight": ("W_O", "m (h d)"),
    }, biases=NONE, left_out=FREQUENCIES, unstored=ROTARY),
    _system("t5", HF + "t5/modeling_t5.py", {
        "q.weight": ("W_Q", "(h d) m"),
        "k.weight": ("W_K", "(h d) m"),
        "v.weight": ("W_V", "(h d) m"),
        "o.weight": ("W_O", "m (h d)"),
    }, biases=NONE, divides_scores=False, unstored=BY_DISTANCE, refused={BIAS_T5: RELATIVE}),
    _system("whisper", HF + "whisper/modeling_whisper.py", {
        "q_proj.weight": ("W_Q", "(h d) m"),
        "k_proj.weight": ("W_K", "(h d) m"),
        "v_proj.weight": ("W_V", "(h d) m"),
        "out_proj.weight": ("W_O", "m (h d)"),
    }, biases=("QVO",), square=True, refused={"k_proj.bias": "whose keys have no bias"}),

    # Megatron-LM, checkpoint version 0. Version 1 has a third order; from version 2 on rows are
    # interleaved, as in "gpt_neox", under the same names. The checkpoint around a state_dict holds
    # the version, the state_dict does not.

    _system("megatron_v0", MEGATRON, {
        "query_key_value.weight": ("W_Q W_K W_V", "(h d + h d + h d) m"),
        "dense.weight": ("W_O", "m (h d)"),
    }, square=True, left_out=OLD),

    # Teaching code. d2l's num_hiddens is d_model; queries of another width do not fit HeadWeights.
    # The names of "module_list" are ours, for the class that many write first.

    _system("annotated", "https://nlp.seas.harvard.edu/annotated-transformer/", {
        "linears.0.weight": ("W_Q", "(h d) m"),
        "linears.1.weight": ("W_K", "(h d) m"),
        "linears.2.weight": ("W_V", "(h d) m"),
        "linears.3.weight": ("W_O", "m (h d)"),
    }, square=True),
    _system("d2l", "Zhang et al., Dive into Deep Learning, section 11.5, for PyTorch", {
        "W_q.weight": ("W_Q", "(h d) m"),
        "W_k.weight": ("W_K", "(h d) mk"),
        "W_v.weight": ("W_V", "(h d) mv"),
        "W_o.weight": ("W_O", "m (h d)"),
    }, biases=ANY, square=True),
    _system("einops", "https://einops.rocks/pytorch-examples.html", {
        "w_qs.weight": ("W_Q", "(h d) m"),
        "w_ks.weight": ("W_K", "(h d) m"),
        "w_vs.weight": ("W_V", "(h v) m"),
        "fc.weight": ("W_O", "m (h v)"),
    }, left_out={"layer_norm.weight": BEHIND, "layer_norm.bias": BEHIND}),
    _system("module_list", "the paper's 3 * n_heads projections, read literally", {
        "queries.{h}.weight": ("W_Q", "d m"),
        "keys.{h}.weight": ("W_K", "d mk"),
        "values.{h}.weight": ("W_V", "v mv"),
        "output.weight": ("W_O", "m (h v)"),
    }, biases=ANY),
)  # fmt: skip
