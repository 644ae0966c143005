"""Four layers that compute the same function from differently stored weights.

    SingleHeadAttention   one head, and nothing about heads in it
    PerHeadAttention      3 * n_heads small matrices, multiplied in a loop
    StackedAttention      3 matrices; the heads' blocks next to each other
    PackedAttention       1 matrix; the blocks of queries, keys and values next to each other

They share one call contract and one set of checks (`_Attention`). Each adds a table of its
parameters, `storage`, and says how it projects tokens to queries, keys and values.
"""

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor, nn

from mha_lib import checks
from mha_lib.attention import attend
from mha_lib.cache import KVCache
from mha_lib.heads import merge_heads, split_heads
from mha_lib.storage import Storage, with_bias_rows
from mha_lib.weights import HeadWeights, head_sizes

# Biases on Q, K, V and on the output can be present independently.
INNER_OR_OUTER_BIASES = ("", "QKV", "O", "QKVO")


class _Attention(nn.Module):
    """What the four layers share: sizes, checks, attention, and the way out through W_O.

    Args:
        d_model: Width of the tokens, in and out.
        n_heads: Number of heads.
        d_head: Width of one head's queries and keys; d_model / n_heads when left out.
        d_value: Width of one head's values; d_head when left out.
        n_kv_heads: Number of key and value heads, a divisor of n_heads; n_heads when left out. With
            fewer, neighbouring heads share one: query head i uses key head
            i // (n_heads / n_kv_heads).
        bias: Whether the projections have biases.
        dropout: Share of the attention weights dropped while training, 0 <= dropout < 1.
        dtype: A floating-point type; torch's default when left out.
        device: Where the parameters live.

    Raises:
        TypeError: A size is not an integer, `bias` not a bool, `dropout` not a number.
        ValueError: A size is below 1, `dropout` is out of range, `n_heads` does not divide
            `d_model` and `d_head` is left out, or `n_kv_heads` does not divide `n_heads`.
    """

    storage: Storage  # of the subclass: its parameters, and what each holds in which order
    W_O: nn.Parameter
    b_O: nn.Parameter | None

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        d_head: int | None = None,
        d_value: int | None = None,
        *,
        n_kv_heads: int | None = None,
        bias: bool = True,
        dropout: float = 0.0,
        dtype: torch.dtype | None = None,
        device: torch.device | str | None = None,
    ):
        super().__init__()
        sizes = head_sizes(d_model, n_heads, d_head, d_value)
        self.d_model, self.n_heads, self.d_head, self.d_value = sizes
        self.dropout = checks.probability("dropout", dropout)
        hw = HeadWeights.random(
            *sizes, n_kv_heads=n_kv_heads, bias=bias, dtype=dtype, device=device
        )
        self.n_kv_heads = hw.n_kv_heads
        self._store(hw)

    def forward(
        self,
        queries: Float[Tensor, "*batch queries d_model"],
        keys: Float[Tensor, "*batch keys d_model"] | None = None,
        values: Float[Tensor, "*batch keys d_model"] | None = None,
        mask: Bool[Tensor, "*#mask"] | None = None,
        need_weights: bool = True,
        cache: KVCache | None = None,
        rotary: Callable[[Tensor, Tensor], Tensor] | None = None,
    ) -> tuple[
        Float[Tensor, "*batch queries d_model"],
        Float[Tensor, "*batch heads queries keys"] | None,
    ]:
        """Attends from the queries' tokens to the keys' tokens and averages the values'.

        Args:
            queries: Tokens that attend. Batch first: (batch, tokens, d_model), any leading sizes.
            keys: Tokens that they attend to; `queries` when left out (self-attention).
            values: Tokens that are averaged, one per key; `keys` when left out.
            mask: True = may attend; (queries, keys), or all dimensions of
                (*batch, n_heads, queries, keys), each of them full or 1.
            need_weights: Whether to return the weights; without them a fused kernel does the work.
            cache: Keys and values of the tokens so far; those of the new tokens are appended. With
                a cache, attention is causal. `mask`, if given, is applied on top; its last axis
                covers all tokens so far.
            rotary: Rotates each head's queries and keys by their positions: `mha_lib.rotate`, or
                `partial(rotate, base=500000.0)` for another base, or any function of heads
                (*batch, heads, tokens, d_head) and positions that returns heads of that shape.
                Positions are 0, 1, 2, ..., (tokens,). With a cache they continue where it ends, in
                each sample, (*batch, 1, tokens).

        Returns:
            The output, and the weights each head used, before dropout and not averaged over
            heads (each row sums to 1), or None in their place. A query that may attend to no
            key gets zero weights and a zero head output, hence b_O as its output.

        Raises:
            TypeError: An input is not a dense tensor of this layer's dtype and device, or `mask`
                not a boolean one, `cache` not a KVCache, or `rotary` not a function.
            ValueError: Sizes do not fit, or an input holds NaN or infinity. (Inside torch.compile
                and torch.func's transforms nothing can look, and these spread.) Or `cache` was
                filled by another layer or batch, or there are gradients to keep; or there are
                other tokens than the queries' beside `cache` or `rotary`, or `rotary` gives
                another shape.

        >>> from mha_lib import causal_mask, rotate
        >>> layer, x = StackedAttention(d_model=12, n_heads=3), torch.randn(2, 5, 12)
        >>> output, weights = layer(x, mask=causal_mask(5), rotary=rotate)
        """
        for name, option in (("a cache", cache), ("rotary positions", rotary)):
            if option is not None:
                _check_one_text(name, queries, keys, values)
        if cache is not None:
            if not isinstance(cache, KVCache):
                raise TypeError(f"cache must be a KVCache; got {checks.describe(cache)}")
            cache.check(self, queries, mask)
        keys = queries if keys is None else keys
        values = keys if values is None else values
        self._check(
            queries, keys, values, mask, need_weights, 0 if cache is None else cache.n_tokens
        )
        q, k, v = self._project(queries, keys, values)
        if rotary is not None:
            positions = torch.arange(q.shape[-2], device=q.device)
            if cache is not None:
                positions = cache.lengths.to(q.device)[..., None, None] + positions
            q, k = (_rotated(rotary, heads, positions) for heads in (q, k))
        if cache is not None:
            k, v, causal = cache.add(self, k, v)
            mask = causal if mask is None else mask if causal is None else mask & causal
        dropout = self.dropout if self.training else 0.0
        heads, weights = attend(q, k, v, mask, self.d_head**-0.5, dropout, need_weights)
        return F.linear(merge_heads(heads), self.W_O.T, self.b_O), weights

    def head_weights(self, grad: bool = False) -> HeadWeights:
        """Gives the parameters head by head; gradients flow through.

        Args:
            grad: Whether to give the parameters' gradients instead, in the same arrangement.

        Returns:
            Views, except for the list of small matrices of PerHeadAttention, which is copied.

        Raises:
            ValueError: `grad` is asked for and a parameter has none yet.
        """
        named = dict(self.named_parameters())
        if grad:
            without = [name for name, p in named.items() if p.grad is None]
            if without:
                raise ValueError(
                    f"every parameter must have a gradient; got none for {', '.join(without)} "
                    f"(call backward first)"
                )
        state = {name: p if p.grad is None or not grad else p.grad for name, p in named.items()}
        sizes = ("n_heads", "n_kv_heads", "d_model", "d_head", "d_value")
        return self.storage.read(state, {name: getattr(self, name) for name in sizes})

    @classmethod
    def from_head_weights(cls, hw: HeadWeights, *, dropout: float = 0.0) -> "_Attention":
        """Builds a layer that holds a copy of these weights.

        Args:
            hw: Weights whose heads are all fed d_model features.
            dropout: As for the layer itself.

        Raises:
            TypeError: `hw` is not a HeadWeights.
            ValueError: The layer cannot hold such weights.
        """
        cls.storage.check(hw, "hw")
        layer = cls(**cls._sizes(hw), bias=False, dropout=dropout, device="meta")
        layer._store(hw)
        return layer

    @staticmethod
    def _sizes(hw: HeadWeights) -> dict[str, Any]:
        """The sizes that the constructor takes."""
        sizes = ("d_model", "n_heads", "d_head", "d_value", "n_kv_heads")
        return {name: getattr(hw, name) for name in sizes}

    def _store(self, hw: HeadWeights) -> None:
        """Makes the parameters that the table names, each of its own memory."""
        state = self.storage.write(hw)
        for name in self.storage.rows:
            attribute, *list_of_heads = name.split(".")
            if list_of_heads:
                heads = [t for full, t in state.items() if full.startswith(f"{attribute}.")]
                parameter = nn.ParameterList(map(_parameter, heads)) if heads else None
            else:
                parameter = _parameter(state[attribute]) if attribute in state else None
            setattr(self, attribute, parameter)
        if self.storage.groups:
            self.register_buffer(self.storage.groups, state.get(self.storage.groups))

    def _project(
        self, queries: Tensor, keys: Tensor, values: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Tokens (*batch, tokens, d_model) to heads (*batch, n_heads, tokens, d_head), thrice."""
        raise NotImplementedError

    def _check(self, queries, keys, values, mask, need_weights, n_past):
        checks.attention_inputs(queries, keys, values)
        for name, tensor in (("queries", queries), ("keys", keys), ("values", values)):
            if tensor.shape[-1] != self.d_model:
                raise ValueError(
                    f"{name} must have d_model={self.d_model} features; "
                    f"got {checks.describe(tensor)}"
                )
        dtype, device = self.W_O.dtype, self.W_O.device
        if queries.device != device:
            raise TypeError(f"queries must be on the layer's device {device}; got {queries.device}")
        if queries.dtype != dtype and not torch.is_autocast_enabled(device.type):
            raise TypeError(
                f"queries must have the layer's dtype {dtype}; got {queries.dtype} "
                f"(try layer.to({queries.dtype}))"
            )
        checks.attention_mask(
            mask,
            (*queries.shape[:-2], self.n_heads, queries.shape[-2], n_past + keys.shape[-2]),
            device,
        )
        checks.yes_or_no("need_weights", need_weights)
        checks.finite("queries", queries)
        if keys is not queries:
            checks.finite("keys", keys)
        if values is not keys:
            checks.finite("values", values)

    def extra_repr(self) -> str:
        bias = any(name.startswith("b_") for name, _ in self.named_parameters())
        shared = "" if self.n_kv_heads == self.n_heads else f"n_kv_heads={self.n_kv_heads}, "
        return (
            f"d_model={self.d_model}, n_heads={self.n_heads}, {shared}d_head={self.d_head}, "
            f"d_value={self.d_value}, bias={bias}, dropout={self.dropout}"
        )


class SingleHeadAttention(_Attention):
    """Attention with one head: W_Q, W_K are (d_model, d_head), W_V is (d_model, d_value).

        output = softmax(x W_Q (x W_K)^T / sqrt(d_head)) x W_V W_O

    The heads axis of its weights and masks has size 1.

    Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.

    Args:
        d_model: Width of the tokens, in and out.
        d_head: Width of the queries and keys; d_model when left out.
        d_value: Width of the values; d_head when left out.
        bias, dropout, dtype, device: As for the other layers.

    Raises:
        TypeError: A size is not an integer, `bias` not a bool, `dropout` not a number.
        ValueError: A size is below 1, or `dropout` is out of range.
    """

    W_Q: nn.Parameter
    W_K: nn.Parameter
    W_V: nn.Parameter
    b_Q: nn.Parameter | None
    b_K: nn.Parameter | None
    b_V: nn.Parameter | None

    storage = Storage(
        with_bias_rows(
            {
                "W_Q": ("W_Q", "m d"),
                "W_K": ("W_K", "m d"),
                "W_V": ("W_V", "m v"),
                "W_O": ("W_O", "v m"),
            }
        ),
        biases=INNER_OR_OUTER_BIASES,
    )

    def __init__(
        self, d_model: int, d_head: int | None = None, d_value: int | None = None, **options: Any
    ):
        for name in ("n_heads", "n_kv_heads"):
            if name in options:
                raise TypeError(
                    f"{name} must be left out of {type(self).__name__}, which has one head; "
                    f"got {options[name]!r}"
                )
        super().__init__(d_model, 1, d_head, d_value, **options)

    @staticmethod
    def _sizes(hw):
        return {name: getattr(hw, name) for name in ("d_model", "d_head", "d_value")}

    def _project(self, queries, keys, values):
        return (
            F.linear(queries, self.W_Q.T, self.b_Q).unsqueeze(-3),
            F.linear(keys, self.W_K.T, self.b_K).unsqueeze(-3),
            F.linear(values, self.W_V.T, self.b_V).unsqueeze(-3),
        )


class PerHeadAttention(_Attention):
    """Multi-head attention as the paper writes it: 3 * n_heads small projections, in a loop.

        head_i = Attention(x W_Q[i], x W_K[i], x W_V[i])
        output = [head_1 ... head_h] W_O

    Honest and slow: the other layers compute the same with fewer, larger products.

    Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.
    """

    W_Q: nn.ParameterList
    W_K: nn.ParameterList
    W_V: nn.ParameterList
    b_Q: nn.ParameterList | None
    b_K: nn.ParameterList | None
    b_V: nn.ParameterList | None

    storage = Storage(
        with_bias_rows(
            {
                "W_Q.{h}": ("W_Q", "m d"),
                "W_K.{g}": ("W_K", "m d"),
                "W_V.{g}": ("W_V", "m v"),
                "W_O": ("W_O", "(h v) m"),
            }
        ),
        biases=INNER_OR_OUTER_BIASES,
    )

    def _project(self, queries, keys, values):
        return (
            self._head_by_head(queries, self.W_Q, self.b_Q),
            self._head_by_head(keys, self.W_K, self.b_K),
            self._head_by_head(values, self.W_V, self.b_V),
        )

    def _head_by_head(self, x, W, b):
        biases = [None] * len(W) if b is None else b
        return torch.stack(
            [F.linear(x, W_i.T, b_i) for W_i, b_i in zip(W, biases, strict=True)], -3
        )


class StackedAttention(_Attention):
    """Multi-head attention from three wide projections: W_Q = [W_Q[1] W_Q[2] ... W_Q[h]].

    One product gives the queries of all heads, next to each other; `split_heads` separates them.
    """

    W_Q: nn.Parameter
    W_K: nn.Parameter
    W_V: nn.Parameter
    b_Q: nn.Parameter | None
    b_K: nn.Parameter | None
    b_V: nn.Parameter | None

    storage = Storage(
        with_bias_rows(
            {
                "W_Q": ("W_Q", "m (h d)"),
                "W_K": ("W_K", "m (g d)"),
                "W_V": ("W_V", "m (g v)"),
                "W_O": ("W_O", "(h v) m"),
            }
        ),
        biases=INNER_OR_OUTER_BIASES,
    )

    def _project(self, queries, keys, values):
        return (
            split_heads(F.linear(queries, self.W_Q.T, self.b_Q), self.n_heads),
            split_heads(F.linear(keys, self.W_K.T, self.b_K), self.n_kv_heads),
            split_heads(F.linear(values, self.W_V.T, self.b_V), self.n_kv_heads),
        )


class PackedAttention(_Attention):
    """Multi-head attention from one projection: W_QKV = [W_Q W_K W_V], each of them stacked.

    Self-attention takes one product. Where queries, keys and values are different tokens, each
    is multiplied with its own columns of the one matrix.

    With shared key heads no shape of these tells which columns are keys'. Such a layer's state_dict
    holds one tensor more, a buffer: `groups`, (n_heads, n_kv_heads), 1 where a query head uses a
    key head, else 0. Its shape is what `layouts.unpack` and `load_state_dict` go by.
    """

    W_QKV: nn.Parameter
    b_QKV: nn.Parameter | None
    groups: Tensor | None

    storage = Storage(
        with_bias_rows(
            {"W_QKV": ("W_Q W_K W_V", "m (h d + g d + g v)"), "W_O": ("W_O", "(h v) m")}
        ),
        biases=INNER_OR_OUTER_BIASES,
        groups="groups",
    )

    def _project(self, queries, keys, values):
        if queries is keys is values:
            q, k, v = self._cut(F.linear(queries, self.W_QKV.T, self.b_QKV))
        else:
            W_Q, W_K, W_V = self._cut(self.W_QKV)
            b_Q, b_K, b_V = (None,) * 3 if self.b_QKV is None else self._cut(self.b_QKV)
            q = F.linear(queries, W_Q.T, b_Q)
            k = F.linear(keys, W_K.T, b_K)
            v = F.linear(values, W_V.T, b_V)
        n = self.n_kv_heads
        return split_heads(q, self.n_heads), split_heads(k, n), split_heads(v, n)

    def _cut(self, packed: Tensor) -> tuple[Tensor, ...]:
        """The columns of queries, keys and values."""
        widths = (
            self.n_heads * self.d_head,
            self.n_kv_heads * self.d_head,
            self.n_kv_heads * self.d_value,
        )
        return packed.split(widths, -1)


def _check_one_text(
    option: str, queries: Tensor, keys: Tensor | None, values: Tensor | None
) -> None:
    """Refuses keys and values from other tokens than the queries'."""
    for name, tokens in (("keys", keys), ("values", values)):
        if tokens is not None and tokens is not queries:
            raise ValueError(
                f"{name} must be left out beside {option}, whose tokens are the queries' own; "
                f"got {checks.describe(tokens)}"
            )


def _rotated(
    rotary: Callable[[Tensor, Tensor], Tensor], heads: Tensor, positions: Tensor
) -> Tensor:
    """The heads after `rotary`, whose shape and dtype must be unchanged."""
    if not callable(rotary):
        raise TypeError(
            f"rotary must be a function of heads and positions; got {checks.describe(rotary)}"
        )
    rotated = rotary(heads, positions)
    if isinstance(rotated, Tensor):
        checks.dense("rotary", rotated)
    same = isinstance(rotated, Tensor) and rotated.shape == heads.shape
    if not same or rotated.dtype != heads.dtype:
        raise ValueError(
            f"rotary must give heads of the shape and dtype it was given, "
            f"{checks.describe(heads)}; got {checks.describe(rotated)}"
        )
    return rotated


def _parameter(tensor: Tensor) -> nn.Parameter:
    """A parameter that holds a copy, contiguous and outside of any graph."""
    return nn.Parameter(tensor.detach().clone(memory_format=torch.contiguous_format))
