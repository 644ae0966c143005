"""A small language model of Python, trained on Python's own library.

    model = load()                            # 526,720 parameters
    tokens = model.tokens("for i in range(")  # needs the package tokenizers
    logits, weights = model(tokens[None])     # weights: a list, one tensor per layer

It predicts the next token with three layers of attention and MLP, and a norm before each. A score
is the sum of two parts: query times key, and a bias that each head has learned for each distance.
The model has no other information about positions. `mha_lib.book.code_training` trains it.

Source: Radford et al. 2019, "Language Models are Unsupervised Multitask Learners", for the layers'
order and the tokens; Raffel et al. 2020, "Exploring the Limits of Transfer Learning" (T5), for
biases by distance, which T5 shares among large distances; Zhang & Sennrich 2019, "Root Mean Square
Layer Normalization"; Press & Wolf 2017 for one table that both embeds tokens and scores them.
"""

import copy
import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from mha_lib import checks
from mha_lib.heads import merge_heads, split_heads
from mha_lib.layers import StackedAttention
from mha_lib.layouts.files import read, write

__all__ = ["Block", "CodeModel", "about", "byte_pairs", "held_out", "load", "save", "without_parts"]

FILE_START = "<|file|>"  # token 0, which begins each file
STORED = Path(__file__).parent / "trained" / "code.safetensors"
_NORM_EPSILON = 1e-6
_LOGIT_SCALE = 3.0  # with small embeddings, confident predictions need larger logits
_INT8_MAX = 127
_HELD_OUT = "held out"


class Block(nn.Module):
    """One layer: causal attention, then an MLP on each token.

    x = x + attention(norm(x))
    x = x + narrow(gelu(widen(norm(x))))

    Args:
        context: The longest sequence, in tokens.
        n_heads: Heads of the attention.
        d_model: Width of a token.
        d_mlp: Width of the MLP's hidden layer.
        generator: Draws the initial parameters; by default torch's global one.
    """

    def __init__(
        self,
        context: int,
        n_heads: int,
        d_model: int,
        d_mlp: int,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        self.before_attention = nn.RMSNorm(d_model, _NORM_EPSILON)
        self.attention = StackedAttention(d_model, n_heads, bias=False)
        #: What a head adds to its score of a key, by how many tokens back it is: (heads, context).
        self.distances = nn.Parameter(torch.zeros(n_heads, context))
        self.before_mlp = nn.RMSNorm(d_model, _NORM_EPSILON)
        self.widen = nn.Linear(d_model, d_mlp, bias=False)
        self.narrow = nn.Linear(d_mlp, d_model, bias=False)
        with torch.no_grad():
            bound = d_model**-0.5
            for matrix in (self.attention.W_Q, self.attention.W_K, self.attention.W_V):
                matrix.uniform_(-bound, bound, generator=generator)
            self.widen.weight.uniform_(-bound, bound, generator=generator)
            # At the start a layer adds nothing.
            self.attention.W_O.zero_()
            self.narrow.weight.zero_()

    def scores(
        self, x: Float[Tensor, "batch tokens d_model"]
    ) -> tuple[Float[Tensor, "batch heads tokens tokens"], Float[Tensor, "heads tokens tokens"]]:
        """Computes the parts of each score: query times key / sqrt(d_head), and a distance bias.

        The bias of later tokens is -infinity: a token attends to itself and to earlier ones.
        """
        layer, normed = self.attention, self.before_attention(x)
        q, k = (split_heads(normed @ W, layer.n_heads) for W in (layer.W_Q, layer.W_K))
        positions = torch.arange(x.shape[-2], device=x.device)
        back = positions[:, None] - positions
        biases = self.distances[:, back.clamp(min=0)].masked_fill(back < 0, float("-inf"))
        return q @ k.mT * layer.d_head**-0.5, biases

    def forward(
        self, x: Float[Tensor, "batch tokens d_model"]
    ) -> tuple[Float[Tensor, "batch tokens d_model"], Float[Tensor, "batch heads tokens tokens"]]:
        """Returns the tokens after the layer, and every head's weights."""
        products, biases = self.scores(x)
        weights = (products + biases).softmax(dim=-1)
        layer = self.attention
        values = split_heads(self.before_attention(x) @ layer.W_V, layer.n_heads)
        x = x + merge_heads(weights @ values) @ layer.W_O
        return x + self.narrow(F.gelu(self.widen(self.before_mlp(x)))), weights


class CodeModel(nn.Module):
    """Reads tokens, and predicts the next token at each position.

    Args:
        vocabulary: Number of different tokens.
        context: The longest sequence, in tokens.
        n_layers: Number of layers.
        n_heads: Heads in each layer, a divisor of `d_model`.
        d_model: Width of a token.
        d_mlp: Width of the hidden layer of an MLP.
        merges: Pairs of tokens "a b" that become one, in this order; `tokens` and `words` need
            them. The tokens are the start of a file, the bytes, and the merged pairs.
        generator: Draws the initial parameters; by default torch's global one.

    Raises:
        TypeError: A size is not an integer.
        ValueError: A size is below 1, or `n_heads` does not divide `d_model`.
    """

    def __init__(
        self,
        vocabulary: int = 1024,
        context: int = 128,
        n_layers: int = 3,
        n_heads: int = 4,
        d_model: int = 128,
        d_mlp: int = 256,
        *,
        merges: Sequence[str] | None = None,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        self.sizes = {
            "vocabulary": vocabulary, "context": context, "n_layers": n_layers,
            "n_heads": n_heads, "d_model": d_model, "d_mlp": d_mlp,
        }  # fmt: skip
        for name, size in self.sizes.items():
            checks.require_int(name, size, 1)
        self.merges = None if merges is None else tuple(merges)
        self.embedding = nn.Parameter(0.3 * torch.randn(vocabulary, d_model, generator=generator))
        self.layers = nn.ModuleList(
            Block(context, n_heads, d_model, d_mlp, generator) for _ in range(n_layers)
        )
        self.norm = nn.RMSNorm(d_model, _NORM_EPSILON)

    def forward(
        self, tokens: Int[Tensor, "batch tokens"]
    ) -> tuple[
        Float[Tensor, "batch tokens vocabulary"], list[Float[Tensor, "batch heads tokens tokens"]]
    ]:
        """Returns the next token's logits at every position, and each layer's weights.

        Args:
            tokens: The numbers of the tokens, at most `context` of them in a row.

        Raises:
            TypeError: `tokens` is not a tensor of integers.
            ValueError: A row is too long, or a number is not in the vocabulary.
        """
        states, weights = self.states(tokens)
        return self.logits(states[-1]), weights

    def states(
        self, tokens: Int[Tensor, "batch tokens"]
    ) -> tuple[
        list[Float[Tensor, "batch tokens d_model"]],
        list[Float[Tensor, "batch heads tokens tokens"]],
    ]:
        """Returns the states before the first layer and after each, and each layer's weights.

        Raises:
            TypeError, ValueError: As `forward`.
        """
        self._require_tokens(tokens)
        states, weights = [self.embedding[tokens]], []
        for layer in self.layers:
            x, of_layer = layer(states[-1])
            states.append(x)
            weights.append(of_layer)
        return states, weights

    def logits(
        self, x: Float[Tensor, "*batch tokens d_model"]
    ) -> Float[Tensor, "*batch tokens vocabulary"]:
        """Returns the next token's logits from the states after the last layer or another."""
        width = self.embedding.shape[1]
        return self.norm(x) @ self.embedding.T * (_LOGIT_SCALE * width**-0.5)

    def tokens(self, text: str) -> Int[Tensor, " tokens"]:
        """Converts a string to token numbers; needs the package tokenizers.

        Raises:
            TypeError: `text` is not a string.
            ValueError: The model has no merges.
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a string; got {checks.describe(text)}")
        return torch.tensor(self._tokenizer.encode(text).ids, dtype=torch.long)

    def words(self, tokens: Int[Tensor, " tokens"] | Sequence[int]) -> list[str]:
        """Converts each token to its characters, or to "�" if it is only part of one.

        Raises:
            ValueError: The model has no merges, or a token is not in the vocabulary.
        """
        listed = [int(token) for token in tokens]
        for token in listed:
            if not 0 <= token < self.sizes["vocabulary"]:
                last = self.sizes["vocabulary"] - 1
                raise ValueError(f"tokens must be from 0 to {last}; got {token}")
        return [self._tokenizer.decode([token], skip_special_tokens=False) for token in listed]

    @cached_property
    def _tokenizer(self) -> Any:
        if self.merges is None:
            raise ValueError("merges must be given to read text; got None")
        return byte_pairs(self.merges)

    def _require_tokens(self, tokens):
        if not isinstance(tokens, Tensor) or tokens.dtype != torch.long or tokens.dim() != 2:
            raise TypeError(
                f"tokens must be a tensor (batch, tokens) of torch.int64; "
                f"got {checks.describe(tokens)}"
            )
        context, last = self.sizes["context"], self.sizes["vocabulary"] - 1
        if not 1 <= tokens.shape[1] <= context:
            raise ValueError(
                f"tokens must have 1 to {context} columns; got {checks.describe(tokens)}"
            )
        if tokens.numel() and (tokens.min() < 0 or tokens.max() > last):
            raise ValueError(
                f"tokens must be from 0 to {last}; got {tokens.min().item()} to "
                f"{tokens.max().item()}"
            )


def byte_pairs(merges: Sequence[str] = ()) -> Any:
    """Builds a tokenizer that starts from bytes and merges pairs of tokens.

    Args:
        merges: Pairs "a b", in the order in which they are merged.
    """
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    pairs = [(left, right) for left, right in (merge.split(" ") for merge in merges)]
    tokens = [FILE_START, *sorted(pre_tokenizers.ByteLevel.alphabet()), *map("".join, pairs)]
    numbers = {token: i for i, token in enumerate(tokens)}
    tokenizer = Tokenizer(models.BPE(numbers, pairs))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def without_parts(
    model: CodeModel, *, heads: Sequence[tuple[int, int]] = (), mlps: Sequence[int] = ()
) -> CodeModel:
    """Copies a model and switches some of its parts off, so that they write zero.

    Args:
        model: The model, which does not change.
        heads: Pairs (layer, head), counted from 0.
        mlps: The layers whose MLP is off.

    Raises:
        TypeError: A number is not an integer.
        ValueError: There is no such head or layer.
    """
    model = copy.deepcopy(model)
    n_layers, n_heads = model.sizes["n_layers"], model.sizes["n_heads"]

    def block(name, layer):
        if checks.require_int(name, layer, 0) >= n_layers:
            raise ValueError(f"{name} must be in layers 0 to {n_layers - 1}; got {layer}")
        return cast(Block, model.layers[layer])

    with torch.no_grad():
        for pair in heads:
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise TypeError(f"heads must be pairs (layer, head); got {pair!r}")
            layer, head = pair
            if checks.require_int("heads", head, 0) >= n_heads:
                raise ValueError(f"heads must be numbered 0 to {n_heads - 1}; got {pair}")
            block("heads", layer).attention.head_parameters().W_O[head] = 0  # a view
        for layer in mlps:
            block("mlps", layer).narrow.weight.zero_()
    return model


def save(
    model: CodeModel,
    path: str | Path,
    about: Mapping[str, Any],
    held_out: Int[Tensor, "windows context"] | None = None,
) -> None:
    """Writes a model as safetensors, with one byte per entry of a matrix.

    Every row of a matrix, or column of one that multiplies from the right, has its own scale: its
    largest entry is 127 steps. Norms and distances are not rounded.

    Args:
        model: The model.
        path: The file; an existing one is replaced.
        about: What else to write into the file, such as the command that made it.
        held_out: Tokens that the model was not trained on, to test it with.

    Raises:
        ValueError: The file cannot be written.
    """
    numbers: dict[str, Tensor] = {}
    for name, parameter in model.state_dict().items():
        if not _is_rounded(name):
            numbers[name] = parameter
            continue
        rows = parameter.mT if _by_column(name) else parameter
        steps = rows.abs().amax(dim=1, keepdim=True).clamp(min=1e-30) / _INT8_MAX
        numbers[name] = (rows / steps).round().to(torch.int8).contiguous()
        numbers[f"{name} step"] = steps.squeeze(1)
    if held_out is not None:
        numbers[_HELD_OUT] = held_out.to(torch.int16).contiguous()
    metadata = {"sizes": json.dumps(model.sizes), "about": json.dumps(about)}
    if model.merges is not None:
        metadata["merges"] = "\n".join(model.merges)
    write(Path(path), numbers, metadata, force=True)


def load(path: str | Path = STORED) -> CodeModel:
    """Reads a model that `save` wrote; by default the one that comes with this library.

    Raises:
        ValueError: There is no such file, or `save` did not write it.
    """
    numbers, metadata = _read(path)
    merges = metadata["merges"].splitlines() if "merges" in metadata else None
    model = CodeModel(**json.loads(metadata["sizes"]), merges=merges)
    state = {}
    for name in model.state_dict():
        state[name] = numbers[name]
        if _is_rounded(name):
            rows = numbers[name].float() * numbers[f"{name} step"][:, None]
            state[name] = rows.mT if _by_column(name) else rows
    model.load_state_dict(state)
    return model.eval()


def about(path: str | Path = STORED) -> dict[str, Any]:
    """Reads what `save` wrote into a model's file as `about`.

    Raises:
        ValueError: There is no such file, or `save` did not write it.
    """
    return json.loads(_read(path)[1]["about"])


def held_out(path: str | Path = STORED) -> Int[Tensor, "windows context"]:
    """Reads the tokens from a model's file that the model was not trained on.

    Raises:
        ValueError: There is no such file, `save` did not write it, or it holds no such tokens.
    """
    numbers, _ = _read(path)
    if _HELD_OUT not in numbers:
        raise ValueError(f"{path} must contain held-out tokens; got none")
    return numbers[_HELD_OUT].long()


def _read(path):
    numbers, metadata = read(Path(path))
    if "vocabulary" not in metadata.get("sizes", ""):
        raise ValueError(f"{path} must be the file of a CodeModel; got another file")
    return numbers, metadata


def _is_rounded(name: str) -> bool:
    """Whether a parameter is a matrix, not a norm or a table of distances."""
    return not name.endswith(("distances", "norm.weight", "attention.weight", "mlp.weight"))


def _by_column(name: str) -> bool:
    """Whether a matrix multiplies from the right, so that a column gives one output."""
    return "attention.W_" in name
