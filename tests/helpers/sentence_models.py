"""A small BERT that was never trained, and the scripts that bring a model into a page."""

from functools import cache

import torch
from sphinx_extensions import sentence_model
from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer
from transformers import BertConfig, BertModel

SIZES = {
    "num_hidden_layers": 6,
    "num_attention_heads": 12,
    "hidden_size": 48,
    "intermediate_size": 56,
}
LETTERS = "abcdefghijklmnopqrstuvwxyz.,'?!"
VOCABULARY = [
    *("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"),
    *(mark + letter for mark in ("", "##") for letter in LETTERS),
    *("the", "animal", "cross", "street", "it", "was", "too", "tire", "##d", "wide", "##ing"),
    *("didn", "because", "tired"),  # so that precomputed sentences have the same tokens
]


@cache
def small():
    """The model's parameters, large enough that its heads differ."""
    torch.manual_seed(5)
    model = BertModel(BertConfig(vocab_size=len(VOCABULARY), **SIZES))
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn(parameter.shape))
    return {name: table.float() for name, table in model.state_dict().items()}


def oracle(state, vocabulary_size, **sizes):
    """transformers' model in double precision, with the values that the file stores."""
    options = {"output_attentions": True, "attn_implementation": "eager"}
    model = BertModel(BertConfig(vocab_size=vocabulary_size, **sizes, **options))
    model.load_state_dict(sentence_model.rounded(state), strict=False)
    return model.double().eval()


def tokenizer(vocabulary):
    """The tokenizer of the package tokenizers."""
    return BertWordPieceTokenizer(vocab={piece: i for i, piece in enumerate(vocabulary)})


def parts(state=None, vocabulary=VOCABULARY):
    """The model's file, in parts."""
    state = small() if state is None else state
    return sentence_model.split(sentence_model.as_file(state, vocabulary))


def write_scripts(folder, pieces):
    """Writes the parts next to a page, and returns what the page must say about them."""
    name, n_parts, n_bytes = sentence_model.describe(pieces)
    (folder / "_static" / "models" / name).mkdir(parents=True)
    for i, part in enumerate(pieces):
        script = sentence_model.as_script(name, i, part)
        (folder / "_static" / "models" / name / f"{i}.js").write_text(script)
    return f'<meta name="mha-sentence-model" content="{name} {n_parts} {n_bytes}">'
