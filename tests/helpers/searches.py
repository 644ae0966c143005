"""Searches as readers type them, with what must be found.

They are written as people type, and before anything was tuned to them. If a chapter gets a section
that answers one better, add it.
"""

Q = "questions#"

# A query, and the sections that answer it: one of them must be among the first three results, for
# most queries. A section is a page of `book/` and an anchor in it.
PLACES = {
    # words of the field that the book writes in another way
    "fp8": ["eight_bits#what-does-it-cost"],
    "decode slow": [
        f"{Q}grouped-query-attention-gqa-has-fewer-kv-heads-why-is-it-not-faster-or-even-slower",
        "sharing_heads#what-is-saved-and-what-is-not",
        "sharing_heads#what-a-token-costs",
        "sharing_heads#keep-keys-and-values-forget-queries",
    ],
    "symmetric query key": [
        f"{Q}queries-and-keys-are-computed-alike-why-do-they-learn-different-things",
        f"{Q}can-w-q-and-w-k-be-merged-why-both-and-not-a-layer-on-pairs-of-words",
        "per_head#two-thin-matrices-one-table",
    ],
    "mla weight absorption": ["latent#move-the-matrix-to-the-query"],
    "positional encoding": [
        "from_a_layer_to_a_model#without-positions",
        "notation#term-RoPE",
        f"{Q}rope-rotary-positions-why-head-by-head-and-why-not-on-values",
        f"{Q}add-or-concatenate-positions-why-is-the-positional-encoding-summed-with-the-embedding",
    ],
    "encoder decoder attention": [
        "one_head#who-may-attend-to-whom",
        f"{Q}cross-attention-which-sizes-must-match",
        f"{Q}what-does-the-encoder-pass-to-the-decoder-memory-encoder-hidden-states-"
        "where-do-its-keys-and-values-come-from",
    ],
    "bf16 tolerance": [
        f"{Q}which-tolerance-shall-a-test-have-in-bfloat16",
        "how_exact#how-large-is-rounding",
    ],
    "quantisation int8": [
        f"{Q}does-stacking-survive-8-bit-storage",
        "where_the_equality_stops#rounding-a-rule-that-looks-for-the-largest-number",
        "eight_bits#what-does-it-cost",
    ],
    "visualize attention": [
        f"{Q}visualize-the-heads-of-this-experiment-whose-inputs-are-all-ones",
        f"{Q}which-head-shall-i-draw-may-i-average",
        f"{Q}how-do-i-draw-a-vit-s-attention-map",
        "reading_weights#two-models-equal-answers",
        "your_own_model#see-its-heads",
    ],
    "weight initialization": [
        "where_the_equality_stops#initializing-a-rule-that-counts-columns",
        f"{Q}xavier-for-w-v-does-fan-out-count-one-head-or-all",
    ],
    # names
    "mha": ["notation#term-MHA"],
    "num_heads": ["notation#sizes"],
    "attention mask": [
        f"{Q}attn-mask-key-padding-mask-attention-mask-or-src-mask",
        "notation#masks",
        "notation#term-attention_mask",
    ],
    "attn_mask true or false": [
        f"{Q}does-true-in-a-mask-block-or-keep-is-my-mask-inverted",
        f"{Q}attn-mask-key-padding-mask-attention-mask-or-src-mask",
        "what_masks_mean#one-array-three-readers",
        "notation#masks",
    ],
    "batch_first": [
        f"{Q}may-i-pass-batch-tokens-features",
        "calling_pytorch#which-axis-is-the-batch",
    ],
    "gpt2 c_attn split": [
        f"{Q}how-do-i-split-a-fused-qkv-in-proj-weight-c-attn-qkv-proj-query-key-value-timm-s-qkv-weight",
        "different_order#reading-gpt-2-by-hand",
        "notation#term-c_attn",
    ],
    "key dim vs head dim": [
        "notation#term-key_dim",
        "notation#sizes",
        f"{Q}key-dim-hidden-size-num-key-value-heads-mqa-what-are-they-called-here",
    ],
    "muon": ["where_the_equality_stops#hand-muon-the-heads"],
    # names of the library
    "KVCache": ["reference/mha_lib#mha_lib.KVCache"],
    "layouts.convert": ["reference/layouts#mha_lib.layouts.convert"],
    "causal_mask": ["reference/masks#mha_lib.causal_mask"],
    # symptoms
    "nan": [
        "notation#term-NaN",
        "by_symptom#nan-after-eval",
        "by_symptom#nan-from-the-first-step",
        f"{Q}why-does-scaled-dot-product-attention-give-me-nan",
    ],
    "nan after some steps": ["by_symptom#nan-from-the-first-step"],
    "nan gradient torch.where": [
        "by_symptom#nan-from-the-first-step",
        "what_masks_mean#a-mask-does-not-stop-nan",
    ],
    "padding left nan": [
        "by_symptom#nan-after-eval",
        "what_masks_mean#a-mask-does-not-stop-nan",
        "what_masks_mean#a-query-that-may-attend-to-nothing",
    ],
    "eval changes output": [
        f"{Q}why-does-the-output-differ-between-train-and-eval-or-under-no-grad",
        "calling_pytorch#the-answer-changes-after-eval",
    ],
    "weights dont sum to one": ["by_symptom#the-weights-do-not-sum-to-1"],
    "heads all the same": [
        "by_symptom#all-heads-look-alike",
        f"{Q}what-stops-the-heads-from-learning-the-same-thing-if-all-get-the-same-input-where-does-their-diversity-come-from",
    ],
    "loaded weights wrong output": [
        "by_symptom#it-loads-without-an-error-the-output-is-wrong",
        "by_symptom#the-demo-works-the-numbers-drift",
        "different_order#a-wrong-order-is-silent",
    ],
    "pruned heads no speedup": [
        f"{Q}i-pruned-heads-with-a-mask-head-mask-prune-heads-why-is-there-no-speed-up"
    ],
    "flash attention different result": [
        f"{Q}flash-attn-and-sdpa-give-completely-different-results"
    ],
    "The size of tensor a (3) must match the size of tensor b (8)": [
        "messages#the-size-of-tensor-a-3-must-match-the-size-of-tensor-b-2-at-non-singleton-"
        "dimension-1",
        f"{Q}cross-attention-which-sizes-must-match",
    ],
    # questions
    "why sqrt d_k": [
        "one_head#why-divide-by-the-square-root",
        f"{Q}why-do-some-models-divide-the-scores-by-d-head-and-not-by-its-root",
    ],
    "multihead vs single head": [
        f"{Q}with-the-same-w-q-w-k-and-w-v-eight-heads-and-one-head-gave-the-same-tensor-my-code-"
        "printed-true-the-output-is-certainly-different",
        f"{Q}is-there-any-proof-that-multiple-heads-are-better-than-one-an-mlp-follows-anyway",
        "why_more_than_one#one-head-against-two",
        "not_the_same_matrix#several-heads-add-up",
    ],
    "kv cache memory": [
        f"{Q}how-much-memory-does-the-kv-cache-take",
        "sharing_heads#what-a-token-costs",
    ],
    "get attention weights scaled_dot_product_attention": [
        f"{Q}how-do-i-get-the-weights-out-of-scaled-dot-product-attention-sdpa",
        "calling_pytorch#what-the-weights-cost",
    ],
    "embed_dim divisible": [
        f"{Q}embed-dim-must-be-divisible-by-num-heads-why-if-the-split-comes-after-the-projection"
    ],
    "w_o purpose": [
        f"{Q}what-is-w-o-c-proj-out-proj-for-is-it-redundant-after-w-v-or-before-the-next-layer",
        "per_head#the-heads-add-up",
    ],
    "lora out proj": [
        f"{Q}a-hook-lora-or-quantization-on-out-proj-of-nn-multiheadattention-does-nothing-why"
    ],
    "mask with kv cache": [
        f"{Q}is-is-causal-right-with-a-cache-or-with-fewer-queries-than-keys-which-mask-does-that-need",
        "what_masks_mean#causal-counted-from-which-corner",
        "by_symptom#with-a-cache-new-tokens-come-out-differently",
        "notation#term-KV-cache",
    ],
    "gqa which head order": [
        f"{Q}gqa-repeat-kv-repeat-or-repeat-interleave-kv-heads-in-which-order",
        "calling_pytorch#which-kv-head-belongs-to-which-query-head",
    ],
    "merge wq wk one matrix": [
        f"{Q}can-w-q-and-w-k-be-merged-why-both-and-not-a-layer-on-pairs-of-words"
    ],
    "how many heads": [
        f"{Q}how-many-heads-and-how-wide-head-dim-32-64-128-are-8-heads-cheaper-than-16"
    ],
    "positional encodings needed": [
        f"{Q}does-attention-know-the-order-of-the-tokens-why-are-positions-needed"
    ],
    "permutation equivariant": [
        "notation#term-permutation-equivariant",
        f"{Q}does-attention-know-the-order-of-the-tokens-why-are-positions-needed",
    ],
    "concat vs sum heads": [
        f"{Q}why-are-heads-concatenated-could-one-sum-them-or-take-their-mean",
        "per_head#the-heads-add-up",
    ],
    "mask after softmax": [f"{Q}mask-before-or-after-the-softmax-why-add-it-and-not-multiply"],
    # programs that run and are wrong, or too large
    "eval train different output": [
        f"{Q}why-does-the-output-differ-between-train-and-eval-or-under-no-grad"
    ],
    "same input different result layer": [
        f"{Q}my-layer-and-the-library-s-pytorch-keras-give-different-outputs-for-the-same-input-why"
    ],
    "view transpose heads why": [
        f"{Q}why-transpose-may-i-view-or-reshape-straight-to-batch-heads-tokens-d-head",
        "stacking#cutting-the-product-apart-again",
    ],
    "left padding wrong output": [
        f"{Q}a-batch-with-left-padding-gives-other-outputs-than-one-prompt-alone-why"
    ],
    "mask per sample multihead": [f"{Q}which-shape-must-a-mask-have-one-per-sample-one-per-head"],
    "sliding window": [
        "notation#term-sliding-window",
        f"{Q}how-do-i-mask-a-sliding-window-sinks-a-prefix-or-packed-documents",
    ],
    "oom long sequence": [f"{Q}out-of-memory-on-long-sequences-what-is-so-large"],
    "online softmax": [f"{Q}how-can-flashattention-skip-the-big-matrix-is-it-exact-online-softmax"],
    "einsum attention": [f"{Q}how-do-i-write-it-with-einsum-or-einops"],
    "split fused qkv gqa": [
        f"{Q}how-do-i-split-a-fused-qkv-in-proj-weight-c-attn-qkv-proj-query-key-value-timm-s-qkv-weight",
        "different_order#fewer-kv-heads-than-query-heads",
    ],
    "flash attention slower": [f"{Q}flashattention-brings-no-speed-up-or-is-slower-why"],
    "causal fewer queries than keys": [
        f"{Q}is-is-causal-right-with-a-cache-or-with-fewer-queries-than-keys-which-mask-does-that-need"
    ],
    "sdpa eager different fp16": [
        f"{Q}results-differ-a-little-sdpa-and-eager-batch-size-cache-bf16-or-fp16-is-that-a-bug"
    ],
    "why multi-head attention": ["why_more_than_one#why-more-than-one-head"],
    "why several heads": [f"{Q}why-several-heads-multi-head-attention-is-one-wide-head-not-enough"],
    "src_mask vs src_key_padding_mask": [
        f"{Q}attn-mask-key-padding-mask-attention-mask-or-src-mask"
    ],
    "causal mask at inference": [f"{Q}is-the-causal-mask-needed-at-inference"],
    "garbage output without flash attention": [
        f"{Q}results-differ-a-little-sdpa-and-eager-batch-size-cache-bf16-or-fp16-is-that-a-bug",
        f"{Q}fp16-attention-gives-inf-nan-or-divide-first-or-softmax-in-float32-what-is-that-upcast-for",
    ],
    "rope why not values": [f"{Q}rope-rotary-positions-why-head-by-head-and-why-not-on-values"],
    "rope cos sin bf16 error": [f"{Q}rope-may-cos-and-sin-be-in-bfloat16"],
    "fairseq incremental_state": [
        f"{Q}what-is-in-a-kv-cache-past-key-values-incremental-state-why-no-queries"
    ],
    "kv cache quantization keys more bits": [
        f"{Q}may-a-cache-quantize-keys-and-values-differently"
    ],
    "get attention weights vit": [f"{Q}how-do-i-draw-a-vit-s-attention-map"],
    "which dimension are heads out_lin": [
        f"{Q}i-pruned-heads-with-a-mask-head-mask-prune-heads-why-is-there-no-speed-up"
    ],
    "NonDynamicallyQuantizableLinear": [
        f"{Q}a-hook-lora-or-quantization-on-out-proj-of-nn-multiheadattention-does-nothing-why"
    ],
    "gradient checkpointing attention memory": [
        f"{Q}does-gradient-checkpointing-change-the-result"
    ],
    "self-attention complexity n^2 d": [
        f"{Q}complexity-of-self-attention-flops-o-n2d-or-o-n2d-nd2"
    ],
    "log attention nan": [f"{Q}entropy-of-attention-how-without-nan"],
    "why add mask not multiply": [
        f"{Q}mask-before-or-after-the-softmax-why-add-it-and-not-multiply"
    ],
    # kinds that recur in public
    "split into chunks or full": [
        f"{Q}when-does-the-split-into-heads-happen-on-tokens-in-chunks-or-on-queries-keys-and-values",
        "per_head#when-does-the-split-into-heads-happen",
    ],
    "mean of heads": [f"{Q}why-are-heads-concatenated-could-one-sum-them-or-take-their-mean"],
    "separate or fused qkv": [
        f"{Q}separate-projections-for-q-k-and-v-or-one-fused-linear-layer-to-qkv-x-chunk-3-does-each-then-get-only-a-part-of-x"
    ],
    "generate_square_subsequent_mask": [
        f"{Q}which-number-blocks-a-key-100-1e9-1e10-inf-or-finfo-min-must-a-mask-be-0-and-inf"
    ],
    "loss below entropy": [
        f"{Q}training-and-validation-loss-are-both-too-low-and-the-generated-text-is-bad-data-leakage"
    ],
    "torchvision vit_b_16 import": [
        f"{Q}how-do-i-split-a-fused-qkv-in-proj-weight-c-attn-qkv-proj-query-key-value-timm-s-qkv-weight",
    ],
    "vision transformer weights loaded": [
        f"{Q}how-do-i-split-a-fused-qkv-in-proj-weight-c-attn-qkv-proj-query-key-value-timm-s-qkv-weight",
    ],
    "data leakage causal mask": [
        f"{Q}training-and-validation-loss-are-both-too-low-and-the-generated-text-is-bad-data-leakage"
    ],
    "attention_mask as tgt_mask": [
        f"{Q}attn-mask-key-padding-mask-attention-mask-or-src-mask",
        "messages#the-shape-of-the-2d-attn-mask-is-torch-size-5-7-but-should-be-5-5",
    ],
    "attention weights all equal": [
        f"{Q}all-attention-weights-are-equal-uniform-in-a-converted-model-or-a-new-one-why"
    ],
    "project before nn.MultiheadAttention": [
        f"{Q}must-i-project-the-input-to-queries-keys-and-values-before-nn-multiheadattention"
    ],
    "lora merged qkv": [f"{Q}lora-which-target-modules-one-adapter-on-a-packed-qkv-or-one-on-each"],
    "2d rope images": [
        f"{Q}rope-for-images-how-does-rotary-embedding-work-in-2-d-vision-transformers"
    ],
    "cache_seqlens": [
        f"{Q}may-sequences-in-a-batch-have-different-lengths-in-the-kv-cache-cache-seqlens"
    ],
    "cross attention cache": [
        f"{Q}cross-attention-with-a-cache-is-the-encoder-output-needed-after-the-first-step"
    ],
    "tensor parallel more gpus than kv heads": [
        f"{Q}why-must-the-heads-divide-by-the-number-of-gpus-in-tensor-parallelism-more-gpus-than-kv-"
        "heads"
    ],
    "fewer kv heads flash attention": [
        f"{Q}gqa-repeat-kv-repeat-or-repeat-interleave-kv-heads-in-which-order"
    ],
    "rollout": [f"{Q}how-do-i-draw-a-vit-s-attention-map"],
    "window attention evict first tokens": [
        f"{Q}sliding-window-why-does-evicting-the-first-tokens-hurt-and-recomputing-the-window-not"
    ],
    "flash attention padding": [
        f"{Q}can-flashattention-take-a-mask-how-do-i-leave-padding-out-varlen-unpad-cu-seqlens"
    ],
    "sdpa flash attn_mask ignored": [
        f"{Q}does-scaled-dot-product-attention-sdpa-ignore-attn-mask-with-flash-attention-which-"
        "backend-runs"
    ],
    "tensorrt attention accuracy": [
        f"{Q}my-exported-model-onnx-tensorrt-torch-export-gives-different-output-or-bad-accuracy-"
        "where-do-i-look"
    ],
    "output projection initialization": [
        f"{Q}why-does-gpt-2-scale-w-o-s-initialization-by-1-n-if-a-norm-follows"
    ],
    "where is dropout in attention": [
        f"{Q}where-is-dropout-in-attention-on-the-weights-or-on-the-output-is-it-in-the-paper"
    ],
    "rope longer context": [
        f"{Q}rope-on-a-longer-context-than-in-training-why-does-it-fail-what-does-scaling-do-ntk"
    ],
    "alibi bidirectional encoder": [
        f"{Q}alibi-which-slopes-if-the-number-of-heads-is-not-a-power-of-two-which-bias-with-sdpa-or-"
        "in-an-encoder"
    ],
    "packing sequences position ids": [
        f"{Q}how-do-i-mask-a-sliding-window-sinks-a-prefix-or-packed-documents"
    ],
    "batch size changes output": [
        f"{Q}results-differ-a-little-sdpa-and-eager-batch-size-cache-bf16-or-fp16-is-that-a-bug"
    ],
    "softcap": [
        f"{Q}what-is-a-soft-cap-on-the-scores-softcap-attn-logit-softcapping-does-sdpa-have-it"
    ],
    "can attention weights be negative": [
        f"{Q}why-a-softmax-can-attention-weights-be-negative",
        "notation#term-weights",
    ],
    "masked attention no effect TransformerEncoderLayer": [
        f"{Q}may-i-pass-attn-mask-and-is-causal-together-why-has-my-mask-no-effect"
    ],
    "number of parameters multi-head attention": [
        f"{Q}how-many-parameters-has-multi-head-attention-as-many-for-any-number-of-heads"
    ],
    # questions of one library, and of one run
    "fully masked row uniform": [
        f"{Q}which-number-blocks-a-key-100-1e9-1e10-inf-or-finfo-min-must-a-mask-be-0-and-inf"
    ],
    "why return attention weights": [
        f"{Q}why-return-attention-weights-what-are-they-used-for-and-what-does-need-weights-true-cost"
    ],
    "no operator found memory_efficient_attention": [
        f"{Q}xformers-no-operator-found-for-memory-efficient-attention-forward-attn-bias-stride-2-8-0"
    ],
    "flax attention output wrong": [
        f"{Q}flax-jax-multiheaddotproductattention-which-formula-which-kernel-shapes"
    ],
    "positional encoding sum": [
        f"{Q}add-or-concatenate-positions-why-is-the-positional-encoding-summed-with-the-embedding"
    ],
    "kv cache different logits": [
        f"{Q}logits-differ-with-and-without-a-kv-cache-is-that-a-loss-of-precision"
    ],
    "keras attention_mask padding look-ahead": [
        f"{Q}keras-how-do-i-join-a-padding-mask-and-a-look-ahead-mask-mask-inverted-loss-too-low"
    ],
    "flash-attn undefined symbol": [
        f"{Q}flash-attn-undefined-symbol-in-flash-attn-2-cuda-after-installation-importerror"
    ],
    "sliding window nan": [
        f"{Q}sliding-window-in-a-flash-kernel-why-nan-with-inf-and-not-with-1e6"
    ],
    "dot product faster": [f"{Q}additive-or-dot-product-attention-why-is-the-dot-product-faster"],
    "key not equal value export": [
        f"{Q}onnx-export-expected-scalar-type-long-but-found-float-must-key-equal-value-self-attention"
    ],
    "attention heatmap": [f"{Q}how-do-i-visualize-attention-weights-as-a-heat-map-for-example"],
    # messages, and parts of them
    "expected scalar type Half": ["messages#expected-scalar-type-half-but-found-float"],
    "size mismatch wk weight n_kv_heads": [
        "messages#size-mismatch-for-layers-0-self-attn-k-proj-weight-copying-a-param-with-"
        "shape-torch-size-12-12-from-checkpoint-the-shape-in-current-model-is-torch-size-4-12"
    ],
    "FlashAttention only support fp16 and bf16": [
        "messages#flashattention2-has-been-toggled-on-but-it-cannot-be-used-due-to-the-following-"
        "error-the-package-for-flashattention2-doesn-t-seem-to-be-installed"
    ],
    "mat1 and mat2 must have the same dtype": [
        "messages#expected-m1-and-m2-to-have-the-same-dtype-but-got-c10-half-float"
    ],
    # typing errors
    "indcution heads": [
        "notation#term-induction-head",
        "circuit#three-steps",
        "python_model#find-a-head-by-a-measure",
    ],
    "atention is explanation": [
        f"{Q}are-attention-weights-an-explanation",
        "reading_weights#two-models-equal-answers",
    ],
}

# A query, and the pages that must all be among the pages of the first five results.
PAGES = {
    # names in code
    "key_padding_mask": ["notation", "questions"],
    "attention_mask": ["notation", "questions"],
    "attn_mask": ["notation", "questions"],
    "is_causal": ["notation", "questions"],
    "need_weights": ["notation", "questions"],
    "c_attn": ["notation", "questions"],
    "in_proj_weight": ["notation"],
    "num_key_value_heads": ["notation", "questions"],
    "num_attention_heads": ["notation"],
    "key_dim": ["notation", "questions"],
    "hidden_size": ["notation", "questions"],
    "head_dim": ["notation"],
    "enable_gqa": ["notation"],
    "add_zero_attn": ["questions"],
    "repeat_interleave": ["questions"],
    "head_mask": ["questions"],
    "causal_lower_right": ["questions"],
    "valid_lens": ["notation"],
    # names of the library, each with a page that uses it
    "causal_mask": ["reference/masks"],
    "split_heads": ["reference/mha_lib"],
    "HeadParameters": ["reference/mha_lib"],
    "layouts.convert": ["reference/layouts"],
    # words
    "nan": ["by_symptom", "notation"],
    "NaN after eval": ["by_symptom"],
    "eval": ["by_symptom", "calling_pytorch"],
    "idle": ["notation"],
    "padding": ["notation", "by_symptom"],
    "GQA": ["notation"],
    "MQA": ["notation", "questions"],
    "cache": ["notation"],
    "kv cache": ["notation"],
    "batch size 1": ["by_symptom"],
    "heads look alike": ["by_symptom"],
    "sum to 1": ["by_symptom"],
    "fully masked row": ["notation"],
    "weight tying": ["notation"],
    "attention sink": ["notation", "questions"],
    "induction head": ["circuit", "notation"],
    "ablation": ["notation"],
    "low rank": ["how_narrow"],
    "explanation": ["questions"],
    "RoPE": ["notation"],
    "importance": ["questions"],
    "pruned": ["questions"],
    "rotary": ["questions"],
    "lora": ["questions"],
    "GQA not faster": ["questions"],
    "GQA slower": ["questions"],
    "head dimension": ["questions"],
    "multiple heads better": ["questions"],
    "prune_heads": ["questions"],
    "c_proj": ["questions"],
    "1e10": ["questions"],
    "mean pooling": ["questions"],
    "tensor parallel": ["questions"],
    "dropout": ["questions"],
    "muon": ["where_the_equality_stops"],
    "interleaved": ["notation"],
    "batch": ["calling_pytorch", "by_symptom"],
}
