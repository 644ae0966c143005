"""Four layers that compute the same function from differently stored parameters.

    SingleHeadAttention   one head
    PerHeadAttention      3 * n_heads small matrices, multiplied in a loop
    StackedAttention      3 matrices, each with the blocks of all heads concatenated
    PackedAttention       1 matrix, with the blocks of queries, keys and values concatenated

All are called in the same way and make the same checks: their base class is `Attention`.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor, nn

from mha_lib import checks
from mha_lib.attention import attend_unchecked
from mha_lib.cache import KVCache, begin_step
from mha_lib.head_parameters import HeadParameters, head_sizes
from mha_lib.heads import merge_heads, split_heads
from mha_lib.masks import Mask
from mha_lib.parameter_table import ParameterTable, head_letter, with_bias_rows

# Q, K and V have biases together; the output's bias is independent.
QKV_OR_OUTPUT_BIASES = ("", "QKV", "O", "QKVO")

# Like typing.Self, which the type checker of the tests does not support on a single method.
Self = TypeVar("Self", bound="Attention")


class Attention(nn.Module):
    """The base class of the four layers. It checks sizes, attends, and multiplies with W_O.

    A subclass has a table of its parameters, and projects tokens to queries, keys and values.

    Args:
        d_model: Width of the tokens, both input and output.
        n_heads: Number of heads.
        d_head: Width of one head's queries and keys. Defaults to d_model / n_heads.
        d_value: Width of one head's values. Defaults to d_head.
        n_kv_heads: Number of key and value heads; must divide n_heads. Defaults to n_heads. With
            fewer, neighboring query heads use the same one: query head i uses KV head
            i // (n_heads / n_kv_heads).
        bias: Whether the projections have biases.
        dropout: Probability of dropping an attention weight in training, 0 <= dropout < 1.
        dtype: A floating-point type. Defaults to torch's default dtype.
        device: Device of the parameters.

    Raises:
        TypeError: A size is not an integer, `bias` is not a bool, or `dropout` is not a number.
        ValueError: A size is below 1, `dropout` is out of range, `n_heads` does not divide
            `d_model` and `d_head` is left out, or `n_kv_heads` does not divide `n_heads`.
    """

    table: ParameterTable  # what each parameter of the subclass holds, in which order of axes
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
        self.dropout = checks.require_probability("dropout", dropout)
        params = HeadParameters.random(
            *sizes, n_kv_heads=n_kv_heads, bias=bias, dtype=dtype, device=device
        )
        self.n_kv_heads = params.n_kv_heads
        self._store(params)

    def forward(
        self,
        queries: Float[Tensor, "*batch queries d_model"],
        keys: Float[Tensor, "*batch keys d_model"] | None = None,
        values: Float[Tensor, "*batch keys d_model"] | None = None,
        *,
        mask: Bool[Tensor, "*#mask"] | Literal["causal"] | None = None,
        need_weights: bool = True,
        cache: KVCache | None = None,
        rotary: Callable[[Tensor, Tensor], Tensor] | None = None,
    ) -> tuple[
        Float[Tensor, "*batch queries d_model"],
        Float[Tensor, "*batch heads queries keys"] | None,
    ]:
        """Lets the tokens of `queries` attend to the tokens of `keys`, and averages the values.

        Args:
            queries: Tokens that attend. Batch first: (batch, tokens, d_model), any leading sizes.
            keys: Tokens that they attend to. Defaults to `queries` (self-attention).
            values: Tokens that are averaged, one per key. Defaults to `keys`.
            mask: True = may attend; (queries, keys), or all dimensions of
                (*batch, n_heads, queries, keys), where a size of 1 is broadcast. "causal" means
                `causal_mask(queries, keys)`. It is faster than a mask tensor, which must first be
                compared with the causal mask. In compiled code, only "causal" uses the fused
                kernel's `is_causal`.
            need_weights: Whether to return the weights. If not, a faster fused kernel is used.
            cache: Keys and values of the tokens so far; the new tokens' keys and values are
                appended. With a cache, attention is causal. If `mask` is given as well, a query may
                attend only where both allow it; the last axis of `mask` covers all tokens, old and
                new.
            rotary: Function that rotates each head's queries and keys by their positions:
                `mha_lib.rotate`, `partial(rotate, base=500000.0)` for another base, or any function
                that maps heads (*batch, heads, tokens, d_head) and positions to heads of the same
                shape. Positions are 0, 1, 2, ... of shape (tokens,). With a cache they continue
                where each sample ends, and have shape (*batch, 1, tokens).

        Returns:
            The output, and the weights of each head, or None if they are not needed. They
            are the weights before dropout, not averaged over heads, and each row sums to 1. If a
            query may attend to no key, its weights and head outputs are 0, so its output is b_O.

        Raises:
            TypeError: One of these:

                - an input is not a dense tensor of this layer's dtype and device
                - `mask` is not a boolean tensor
                - `cache` is not a KVCache, or `rotary` is not a function

            ValueError: One of these:

                - sizes do not fit
                - `mask` is "causal", and there are fewer keys than queries
                - an input holds NaN or infinity (checked on the CPU only, as below)
                - `cache` is given, and gradients are on
                - `cache` was filled by another layer, or with another batch
                - `cache` is given, and `rotary` was given with some calls only
                - `cache` is given, and `mask` is causal from the first key on (checked on the CPU
                  only)
                - `cache` or `rotary` is given, and `keys` or `values` are other tokens than
                  `queries`
                - `rotary` returns another shape

        Shapes, dtypes and devices are always checked. Values are read on the CPU only, where that
        is cheap: to refuse NaN and infinity, and to recognize masks that allow a faster method.
        No value is read on other devices, or while torch.compile, torch.export, torch.jit.trace,
        make_fx or torch.func traces or transforms the layer. Then NaN is not refused, and only
        `mask="causal"` uses the kernel for causal masks.

        >>> from mha_lib import causal_mask, rotate
        >>> layer, x = StackedAttention(d_model=12, n_heads=3), torch.randn(2, 5, 12)
        >>> output, weights = layer(x, mask=causal_mask(5), rotary=rotate)
        """
        for name, option in (("cache", cache), ("rotary", rotary)):
            if option is not None:
                _require_same_tokens(name, queries, keys, values)
        keys = queries if keys is None else keys
        values = keys if values is None else values
        step = begin_step(cache, self, queries, mask, rotary)
        W_O = self.W_O  # read once, because a parametrization recomputes it each time
        self._require_inputs(queries, keys, values, mask, need_weights, step.n_past, W_O)
        q, k, v = self._project(queries, keys, values)
        if rotary is not None:
            positions = step.positions(q)
            q, k = (_rotated(rotary, heads, positions) for heads in (q, k))
        k, v, mask = step.append(k, v, mask)
        dropout = self.dropout if self.training else 0.0
        heads, weights = attend_unchecked(q, k, v, mask, self.d_head**-0.5, dropout, need_weights)
        output = F.linear(merge_heads(heads), W_O.T, self.b_O)
        step.commit()  # last of all, so that a call that fails leaves the cache as it was
        return output, weights

    if TYPE_CHECKING:  # calling a layer calls `forward`; these types say when weights are None

        @overload
        def __call__(
            self,
            queries: Tensor,
            keys: Tensor | None = None,
            values: Tensor | None = None,
            *,
            mask: Mask | None = None,
            need_weights: Literal[True] = True,
            cache: KVCache | None = None,
            rotary: Callable[[Tensor, Tensor], Tensor] | None = None,
        ) -> tuple[Tensor, Tensor]: ...
        @overload
        def __call__(
            self,
            queries: Tensor,
            keys: Tensor | None = None,
            values: Tensor | None = None,
            *,
            mask: Mask | None = None,
            need_weights: Literal[False],
            cache: KVCache | None = None,
            rotary: Callable[[Tensor, Tensor], Tensor] | None = None,
        ) -> tuple[Tensor, None]: ...
        @overload
        def __call__(
            self,
            queries: Tensor,
            keys: Tensor | None = None,
            values: Tensor | None = None,
            *,
            mask: Mask | None = None,
            need_weights: bool,
            cache: KVCache | None = None,
            rotary: Callable[[Tensor, Tensor], Tensor] | None = None,
        ) -> tuple[Tensor, Tensor | None]: ...
        def __call__(self, *args: Any, **kwargs: Any) -> Any: ...

    def head_parameters(self, grad: bool = False) -> HeadParameters:
        """Returns the parameters that the layer computes with, head by head.

        Gradients flow through to the parameters. If torch.nn.utils computes a matrix from other
        parameters, you get the computed matrix. (After pruning, you get the matrix of the last
        call, because torch computes it before each call.)

        Args:
            grad: Whether to return the gradients of the parameters instead, arranged like them. The
                gradient of a tied parameter is the sum over its uses.

        Returns:
            Views of the parameters. Only PerHeadAttention's small matrices are copied.

        Raises:
            ValueError: `grad` is True, and a parameter has no gradient yet, or a matrix is
                computed from other parameters, which have the gradients.
        """
        state = self._tensors()
        if grad:
            _require_parameters(state)
            without = [name for name, p in state.items() if p.grad is None]
            if without:
                raise ValueError(
                    f"every parameter must have a gradient; got none for {', '.join(without)} "
                    f"(call backward first)"
                )
            state = {name: p.grad for name, p in state.items() if p.grad is not None}
        sizes = ("n_heads", "n_kv_heads", "d_model", "d_head", "d_value")
        return self.table.read(state, {name: getattr(self, name) for name in sizes})

    @classmethod
    def from_head_parameters(
        cls: type[Self], params: HeadParameters, *, dropout: float = 0.0
    ) -> Self:
        """Builds a layer with a copy of these parameters.

        Args:
            params: Parameters whose keys and values also come from d_model features.
            dropout: As in the constructor.

        Raises:
            TypeError: `params` is not a HeadParameters.
            ValueError: The layer cannot hold such parameters.
        """
        cls.table.require_storable(params)
        # On the meta device the constructor neither draws numbers nor allocates memory for them.
        layer = cls(**cls._sizes(params), bias=False, dropout=dropout, device="meta")
        layer._store(params)
        return layer

    @torch.no_grad()
    def reset_parameters(self) -> None:
        """Redraws all parameters in place, as the constructor draws them.

        Raises:
            ValueError: A matrix is computed from other parameters, as after pruning.
        """
        state = self._tensors()
        _require_parameters(state)
        params = HeadParameters.random(
            self.d_model,
            self.n_heads,
            self.d_head,
            self.d_value,
            n_kv_heads=self.n_kv_heads,
            bias=self._has_bias(state),
            dtype=self.W_O.dtype,
            device=self.W_O.device,
        )
        state |= dict(self.named_buffers(recurse=False))  # `groups` has no values after `to_empty`
        for name, tensor in self.table.write(params).items():
            if name in state:  # a layer may have only some of the biases
                state[name].copy_(tensor)

    def _tensors(self) -> dict[str, Tensor]:
        """The tensors that the layer computes with, under the names in its table.

        `named_parameters` would leave out tied parameters, and rename pruned ones.
        """
        tensors: dict[str, Tensor] = {}
        for name in self.table.rows:
            attribute = name.partition(".")[0]
            held = getattr(self, attribute)
            if held is None:
                continue
            if head_letter(name):
                tensors |= {f"{attribute}.{i}": tensor for i, tensor in enumerate(held)}
            else:
                tensors[attribute] = held
        return tensors

    @staticmethod
    def _sizes(params: HeadParameters) -> dict[str, Any]:
        """The sizes, as the constructor's arguments."""
        sizes = ("d_model", "n_heads", "d_head", "d_value", "n_kv_heads")
        return {name: getattr(params, name) for name in sizes}

    def _store(self, params: HeadParameters) -> None:
        """Creates the parameters that the table names, each in separate memory."""
        state = self.table.write(params)
        for name in self.table.rows:
            attribute = name.partition(".")[0]
            if head_letter(name):
                heads = [t for full, t in state.items() if full.startswith(f"{attribute}.")]
                parameter = nn.ParameterList(map(_parameter, heads)) if heads else None
            else:
                parameter = _parameter(state[attribute]) if attribute in state else None
            setattr(self, attribute, parameter)
        if self.table.groups_name:
            self.register_buffer(self.table.groups_name, state.get(self.table.groups_name))

    def _project(
        self, queries: Tensor, keys: Tensor, values: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Projects each from (*batch, tokens, d_model) to (*batch, n_heads, tokens, d_head)."""
        raise NotImplementedError

    def _require_inputs(self, queries, keys, values, mask, need_weights, n_past, W_O):
        checks.require_attention_inputs(queries, keys, values)
        inputs = checks.distinct_inputs(queries, keys, values)
        for name, tensor in inputs:
            if tensor.shape[-1] != self.d_model:
                raise ValueError(
                    f"{name} must have d_model={self.d_model} features; "
                    f"got {checks.describe(tensor)}"
                )
        dtype, device = W_O.dtype, W_O.device
        if queries.device != device:
            raise TypeError(f"queries must be on the layer's device {device}; got {queries.device}")
        if queries.dtype != dtype and not torch.is_autocast_enabled(device.type):
            raise TypeError(
                f"queries must have the layer's dtype {dtype}; got {queries.dtype} "
                f"(try layer.to({queries.dtype}))"
            )
        checks.require_attention_mask(
            mask,
            (*queries.shape[:-2], self.n_heads, queries.shape[-2], n_past + keys.shape[-2]),
            device,
            or_causal=True,
        )
        checks.require_bool("need_weights", need_weights)
        if checks.is_concrete_on_cpu(queries):
            for name, tensor in inputs:
                checks.require_finite(name, tensor)

    @staticmethod
    def _has_bias(tensors: Mapping[str, Tensor]) -> bool:
        return any(name.startswith("b_") for name in tensors)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.extra_repr()})"  # on one line, without submodules

    def extra_repr(self) -> str:
        bias = self._has_bias(self._tensors())
        shared = "" if self.n_kv_heads == self.n_heads else f"n_kv_heads={self.n_kv_heads}, "
        return (
            f"d_model={self.d_model}, n_heads={self.n_heads}, {shared}d_head={self.d_head}, "
            f"d_value={self.d_value}, bias={bias}, dropout={self.dropout}"
        )


class SingleHeadAttention(Attention):
    """Attention with one head: W_Q and W_K are (d_model, d_head), W_V is (d_model, d_value).

        output = softmax(x W_Q (x W_K)^T / sqrt(d_head)) x W_V W_O

    Its weights and masks still have a heads axis, of size 1.

    Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.

    Args:
        d_model: Width of the tokens, both input and output.
        d_head: Width of the queries and keys. Defaults to d_model.
        d_value: Width of the values. Defaults to d_head.
        bias: Whether the projections have biases.
        dropout: Probability of dropping an attention weight in training, 0 <= dropout < 1.
        dtype: A floating-point type. Defaults to torch's default dtype.
        device: Device of the parameters.

    Raises:
        TypeError: A size is not an integer, `bias` is not a bool, or `dropout` is not a number.
        ValueError: A size is below 1, or `dropout` is out of range.
    """

    W_Q: nn.Parameter
    W_K: nn.Parameter
    W_V: nn.Parameter
    b_Q: nn.Parameter | None
    b_K: nn.Parameter | None
    b_V: nn.Parameter | None

    table = ParameterTable(
        with_bias_rows(
            {
                "W_Q": ("W_Q", "m d"),
                "W_K": ("W_K", "m d"),
                "W_V": ("W_V", "m v"),
                "W_O": ("W_O", "v m"),
            }
        ),
        biases=QKV_OR_OUTPUT_BIASES,
    )

    def __init__(
        self,
        d_model: int,
        d_head: int | None = None,
        d_value: int | None = None,
        *,
        bias: bool = True,
        dropout: float = 0.0,
        dtype: torch.dtype | None = None,
        device: torch.device | str | None = None,
    ):
        super().__init__(
            d_model, 1, d_head, d_value, bias=bias, dropout=dropout, dtype=dtype, device=device
        )

    @staticmethod
    def _sizes(params):
        return {name: getattr(params, name) for name in ("d_model", "d_head", "d_value")}

    def _project(self, queries, keys, values):
        return (
            F.linear(queries, self.W_Q.T, self.b_Q).unsqueeze(-3),
            F.linear(keys, self.W_K.T, self.b_K).unsqueeze(-3),
            F.linear(values, self.W_V.T, self.b_V).unsqueeze(-3),
        )


class PerHeadAttention(Attention):
    """Multi-head attention as in the paper: 3 * n_heads small projections, in a loop.

        head_i = Attention(x W_Q[i], x W_K[i], x W_V[i])
        output = [head_1 ... head_h] W_O

    This layer is the clearest and the slowest: the others compute the same outputs with fewer,
    larger products.

    Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.
    """

    W_Q: nn.ParameterList
    W_K: nn.ParameterList
    W_V: nn.ParameterList
    b_Q: nn.ParameterList | None
    b_K: nn.ParameterList | None
    b_V: nn.ParameterList | None

    table = ParameterTable(
        with_bias_rows(
            {
                "W_Q.{h}": ("W_Q", "m d"),
                "W_K.{g}": ("W_K", "m d"),
                "W_V.{g}": ("W_V", "m v"),
                "W_O": ("W_O", "(h v) m"),
            }
        ),
        biases=QKV_OR_OUTPUT_BIASES,
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


class StackedAttention(Attention):
    """Multi-head attention with three wide projections: W_Q = [W_Q[0] W_Q[1] ... W_Q[h-1]].

    One product computes the queries of all heads, concatenated; `split_heads` separates them.
    """

    W_Q: nn.Parameter
    W_K: nn.Parameter
    W_V: nn.Parameter
    b_Q: nn.Parameter | None
    b_K: nn.Parameter | None
    b_V: nn.Parameter | None

    table = ParameterTable(
        with_bias_rows(
            {
                "W_Q": ("W_Q", "m (h d)"),
                "W_K": ("W_K", "m (g d)"),
                "W_V": ("W_V", "m (g v)"),
                "W_O": ("W_O", "(h v) m"),
            }
        ),
        biases=QKV_OR_OUTPUT_BIASES,
    )

    def _project(self, queries, keys, values):
        return (
            split_heads(F.linear(queries, self.W_Q.T, self.b_Q), self.n_heads),
            split_heads(F.linear(keys, self.W_K.T, self.b_K), self.n_kv_heads),
            split_heads(F.linear(values, self.W_V.T, self.b_V), self.n_kv_heads),
        )


class PackedAttention(Attention):
    """Multi-head attention with one projection: W_QKV = [W_Q W_K W_V], each of them stacked.

    Self-attention takes one product. If queries, keys and values are different tokens, each is
    multiplied with its own columns of the matrix.

    If query heads share KV heads, the shape of W_QKV does not show which columns belong to the
    keys. The state_dict of such a layer has one more tensor, the buffer `groups`, of shape
    (n_heads, n_kv_heads): 1 where a query head uses a KV head, otherwise 0. `layouts.unpack` and
    `load_state_dict` rely on its shape.
    """

    W_QKV: nn.Parameter
    b_QKV: nn.Parameter | None
    groups: Tensor | None

    table = ParameterTable(
        with_bias_rows(
            {"W_QKV": ("W_Q W_K W_V", "m (h d + g d + g v)"), "W_O": ("W_O", "(h v) m")}
        ),
        biases=QKV_OR_OUTPUT_BIASES,
        groups_name="groups",
    )

    def _project(self, queries, keys, values):
        if queries is keys is values:
            q, k, v = self._split_columns(F.linear(queries, self.W_QKV.T, self.b_QKV))
        else:
            W_Q, W_K, W_V = self._split_columns(self.W_QKV)
            b_Q, b_K, b_V = (None,) * 3 if self.b_QKV is None else self._split_columns(self.b_QKV)
            q = F.linear(queries, W_Q.T, b_Q)
            k = F.linear(keys, W_K.T, b_K)
            v = F.linear(values, W_V.T, b_V)
        n = self.n_kv_heads
        return split_heads(q, self.n_heads), split_heads(k, n), split_heads(v, n)

    def _split_columns(self, packed: Tensor) -> tuple[Tensor, ...]:
        """Splits the columns into the columns of queries, keys and values."""
        widths = (
            self.n_heads * self.d_head,
            self.n_kv_heads * self.d_head,
            self.n_kv_heads * self.d_value,
        )
        return packed.split_with_sizes(widths, -1)


def _require_parameters(tensors: dict[str, Tensor]) -> None:
    """Refuses a tensor that is computed from parameters, as torch's prune and parametrize do."""
    for name, tensor in tensors.items():
        if not isinstance(tensor, nn.Parameter):
            raise ValueError(
                f"{name} must be a parameter itself; got one that is computed from others, as by "
                f"torch.nn.utils.parametrize or prune"
            )


def _require_same_tokens(
    option: str, queries: Tensor, keys: Tensor | None, values: Tensor | None
) -> None:
    """Refuses keys and values that are not the queries' tokens."""
    for name, tokens in (("keys", keys), ("values", values)):
        if tokens is not None and tokens is not queries:
            raise ValueError(
                f"{name} must be left out if {option} is given, because they then come from "
                f"queries; got {checks.describe(tokens)}"
            )


def _rotated(
    rotary: Callable[[Tensor, Tensor], Tensor], heads: Tensor, positions: Tensor
) -> Tensor:
    """Applies `rotary` to the heads, and requires the same shape and dtype."""
    if not callable(rotary):
        raise TypeError(
            f"rotary must be a function of heads and positions; got {checks.describe(rotary)}"
        )
    rotated = rotary(heads, positions)
    if isinstance(rotated, Tensor):
        checks.require_dense("rotary", rotated)
    same = isinstance(rotated, Tensor) and rotated.shape == heads.shape
    if not same or rotated.dtype != heads.dtype:
        raise ValueError(
            f"rotary must return heads of the shape and dtype that it was given, "
            f"{checks.describe(heads)}; got {checks.describe(rotated)}"
        )
    return rotated


def _parameter(tensor: Tensor) -> nn.Parameter:
    """A parameter with a contiguous copy of the tensor, detached from its graph."""
    return nn.Parameter(tensor.detach().clone(memory_format=torch.contiguous_format))
