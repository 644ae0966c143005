"""HeadParameters: the parameters of one multi-head attention, with a matrix for each head.

Systems store these parameters stacked, packed, transposed or interleaved. Here every head has its
own matrices: `W_Q[i]` is the paper's W_i^Q, and x @ W_Q[i] are the queries of head i. Every other
storage converts to and from this form.
"""

import copy
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.utils import _pytree

from mha_lib import checks


@dataclass(frozen=True, eq=False, repr=False)
class HeadParameters:
    """The matrices and biases of one multi-head attention, head by head.

        q_i, k_i, v_i = x W_Q[i] + b_Q[i], x W_K[i] + b_K[i], x W_V[i] + b_V[i]
        output = sum_i softmax(q_i k_i^T / sqrt(d_head)) v_i W_O[i] + b_O

    Args:
        W_Q: (n_heads, d_model, d_head).
        W_K: (n_kv_heads, d_keys_in, d_head). n_kv_heads divides n_heads; d_keys_in is the width of
            the tokens that keys are projected from, d_model in self-attention.
        W_V: (n_kv_heads, d_values_in, d_value).
        W_O: (n_heads, d_value, d_model).
        b_Q: (n_heads, d_head). A bias of None counts as zeros.
        b_K: (n_kv_heads, d_head).
        b_V: (n_kv_heads, d_value).
        b_O: (d_model,).

    Raises:
        TypeError: A parameter is not a dense floating-point tensor, or dtypes or devices differ.
        ValueError: Sizes do not fit each other.

    torch's transforms accept it like a dictionary of its tensors (it is a pytree), for example
    `torch.func.grad(loss)(params)`.

    Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2; names as in
    TransformerLens.

    >>> HeadParameters.random(d_model=6, n_heads=2)
    HeadParameters(d_model=6, n_heads=2, d_head=3, biases='QKVO', dtype=torch.float32)
    """

    W_Q: Float[Tensor, "n_heads d_model d_head"]
    W_K: Float[Tensor, "n_kv_heads d_keys_in d_head"]
    W_V: Float[Tensor, "n_kv_heads d_values_in d_value"]
    W_O: Float[Tensor, "n_heads d_value d_model"]
    b_Q: Float[Tensor, "n_heads d_head"] | None = None
    b_K: Float[Tensor, "n_kv_heads d_head"] | None = None
    b_V: Float[Tensor, "n_kv_heads d_value"] | None = None
    b_O: Float[Tensor, " d_model"] | None = None

    def __post_init__(self) -> None:
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            checks.require_floating(name, getattr(self, name), min_dims=3)
        if self.W_Q.dim() != 3 or 0 in self.W_Q.shape:
            raise ValueError(
                f"W_Q must have shape (n_heads, d_model, d_head), each at least 1; "
                f"got {checks.describe(self.W_Q)}"
            )
        n_heads, d_model, d_head = self.W_Q.shape
        n_kv_heads, d_value = self.W_K.shape[0], self.W_V.shape[-1]
        if n_kv_heads == 0 or n_heads % n_kv_heads:
            raise ValueError(
                f"W_K must have a number of heads that divides the {n_heads} of W_Q; "
                f"got {checks.describe(self.W_K)}"
            )
        wanted = {
            "W_K": (n_kv_heads, self.W_K.shape[1], d_head),
            "W_V": (n_kv_heads, self.W_V.shape[1], d_value),
            "W_O": (n_heads, d_value, d_model),
            "b_Q": (n_heads, d_head),
            "b_K": (n_kv_heads, d_head),
            "b_V": (n_kv_heads, d_value),
            "b_O": (d_model,),
        }
        for name, shape in wanted.items():
            tensor = getattr(self, name)
            if tensor is None:
                continue
            checks.require_floating(name, tensor, min_dims=1)
            if tuple(tensor.shape) != shape:
                raise ValueError(f"{name} must have shape {shape}; got {checks.describe(tensor)}")
            checks.require_same_dtype_and_device(name, tensor, "W_Q", self.W_Q)

    def __repr__(self) -> str:
        sizes = {"d_model": self.d_model, "n_heads": self.n_heads, "n_kv_heads": self.n_kv_heads}
        sizes |= {"d_head": self.d_head, "d_value": self.d_value}
        sizes |= {"d_keys_in": self.W_K.shape[1], "d_values_in": self.W_V.shape[1]}
        usual = {"n_kv_heads": self.n_heads, "d_value": self.d_head}
        usual |= dict.fromkeys(["d_keys_in", "d_values_in"], self.d_model)
        shown = [f"{name}={size}" for name, size in sizes.items() if size != usual.get(name)]
        biases = "".join(x for x in "QKVO" if getattr(self, f"b_{x}") is not None)
        return f"HeadParameters({', '.join(shown)}, biases={biases!r}, dtype={self.W_Q.dtype})"

    @property
    def n_heads(self) -> int:
        """Number of query heads."""
        return self.W_Q.shape[0]

    @property
    def n_kv_heads(self) -> int:
        """Number of key and value heads; below `n_heads` if groups of query heads share them."""
        return self.W_K.shape[0]

    @property
    def d_model(self) -> int:
        """Width of the tokens that queries are projected from, and of the output."""
        return self.W_Q.shape[1]

    @property
    def d_head(self) -> int:
        """Width of one head's queries and keys."""
        return self.W_Q.shape[2]

    @property
    def d_value(self) -> int:
        """Width of one head's values."""
        return self.W_V.shape[2]

    @classmethod
    def random(
        cls,
        d_model: int,
        n_heads: int,
        d_head: int | None = None,
        d_value: int | None = None,
        *,
        n_kv_heads: int | None = None,
        bias: bool = True,
        dtype: torch.dtype | None = None,
        device: torch.device | str | None = None,
        generator: torch.Generator | None = None,
    ) -> "HeadParameters":
        """Draws all matrices and biases from U(-1/sqrt(fan_in), 1/sqrt(fan_in)).

        Fan-in is the width of the input of a matrix: d_model for W_Q, W_K and W_V, and
        n_heads * d_value for W_O. It is the same for separate and for stacked heads, so layers that
        differ only in storage start from the same distribution. (Initializations that depend on
        fan-out, such as Xavier's, do not have this property.)

        Args:
            d_model: Width of the tokens.
            n_heads: Number of heads.
            d_head: Width of one head's queries and keys. Defaults to d_model / n_heads.
            d_value: Width of one head's values. Defaults to d_head.
            n_kv_heads: Number of key and value heads; must divide n_heads. Defaults to n_heads.
            bias: Whether all four projections have biases.
            dtype: A floating-point type. Defaults to torch's default dtype.
            device: Device of the tensors.
            generator: Source of randomness. Defaults to torch's global one.

        Raises:
            TypeError: A size is not an integer, `bias` is not a bool, or `dtype` is not floating
                point.
            ValueError: A size is below 1, `n_heads` does not divide `d_model` and `d_head` is left
                out, or `n_kv_heads` does not divide `n_heads`.

        >>> HeadParameters.random(d_model=6, n_heads=2).W_Q.shape
        torch.Size([2, 6, 3])
        """
        d_model, n_heads, d_head, d_value = head_sizes(d_model, n_heads, d_head, d_value)
        n_kv_heads = (
            n_heads if n_kv_heads is None else _require_divisor("n_kv_heads", n_kv_heads, n_heads)
        )
        checks.require_bool("bias", bias)
        if dtype is not None:
            checks.require_floating_dtype("dtype", dtype)

        def draw(fan_in: int, *shape: int) -> Tensor:
            tensor = torch.empty(shape, dtype=dtype, device=device)
            return tensor.uniform_(-(fan_in**-0.5), fan_in**-0.5, generator=generator)

        return cls(
            W_Q=draw(d_model, n_heads, d_model, d_head),
            W_K=draw(d_model, n_kv_heads, d_model, d_head),
            W_V=draw(d_model, n_kv_heads, d_model, d_value),
            W_O=draw(n_heads * d_value, n_heads, d_value, d_model),
            b_Q=draw(d_model, n_heads, d_head) if bias else None,
            b_K=draw(d_model, n_kv_heads, d_head) if bias else None,
            b_V=draw(d_model, n_kv_heads, d_value) if bias else None,
            b_O=draw(n_heads * d_value, d_model) if bias else None,
        )

    def map(self, function: Callable[[Tensor], Tensor]) -> "HeadParameters":
        """Applies `function`, such as `torch.clone`, to every tensor. A bias of None stays None."""
        changed = {}
        for field in fields(self):
            tensor = getattr(self, field.name)
            changed[field.name] = None if tensor is None else function(tensor)
        return HeadParameters(**changed)

    def to(self, *args: Any, **options: Any) -> "HeadParameters":
        """Calls `torch.Tensor.to` on every tensor, with these arguments.

        >>> HeadParameters.random(d_model=6, n_heads=2).to(torch.float64).W_Q.dtype
        torch.float64
        """
        return self.map(lambda tensor: tensor.to(*args, **options))

    def __deepcopy__(self, memo: dict[Any, Any]) -> "HeadParameters":
        # torch does not copy tensors that have a graph, such as layer.head_parameters() returns.
        return self.map(
            lambda t: copy.deepcopy(t if t.is_leaf else t.detach().requires_grad_(), memo)
        )

    def as_one_head(self) -> "HeadParameters":
        """Treats the same matrices as ONE head of width n_heads * d_head.

        This is "h = 1 with the same W_Q, W_K and W_V". No parameter changes, but scores are summed
        over all columns before a single softmax.

        Raises:
            ValueError: Query heads share keys and values, so there is no such head.
        """
        self._require_unshared_kv_heads("read the heads as one")
        concatenated = {
            name: concatenate_heads(getattr(self, name)).unsqueeze(0)
            for name in ("W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V")
            if getattr(self, name) is not None
        }
        return HeadParameters(**concatenated, W_O=self.W_O.flatten(0, 1).unsqueeze(0), b_O=self.b_O)

    def prune_heads(self, heads: Iterable[int]) -> "HeadParameters":
        """Removes heads: their columns of W_Q, W_K and W_V, and their rows of W_O.

        The result equals setting the outputs of these heads to 0. b_O stays, because it belongs to
        no head.

        Args:
            heads: Indices of heads, from 0. An empty list removes nothing.

        Raises:
            TypeError: `heads` is not a list of integers.
            ValueError: A head does not exist or is named twice, no head would be left, or query
                heads share keys and values.

        Source: Michel et al. 2019, "Are Sixteen Heads Really Better than One?".

        >>> HeadParameters.random(d_model=6, n_heads=3).prune_heads([1]).W_Q.shape
        torch.Size([2, 6, 2])
        """
        pruned = _require_some_heads(heads, self.n_heads)
        self._require_unshared_kv_heads("prune heads one by one")
        kept = [head for head in range(self.n_heads) if head not in pruned]
        tensors = {}
        for field in fields(self):
            tensor = getattr(self, field.name)
            if tensor is not None and field.name != "b_O":
                tensor = tensor[kept]
            tensors[field.name] = tensor
        return HeadParameters(**tensors)

    def share_heads(self, n_kv_heads: int, how: str = "mean") -> "HeadParameters":
        """Merges neighboring key and value heads, which changes what the layer computes.

        Query head i then uses KV head i // (n_heads / n_kv_heads). In this way, with the mean,
        models are converted to grouped-query attention, and then trained further.

        Args:
            n_kv_heads: Number of KV heads to keep; must divide the current number. 1 gives
                multi-query attention.
            how: "mean" averages the matrices and biases of a group; "first" keeps its first ones.

        Raises:
            TypeError: `n_kv_heads` is not an integer.
            ValueError: `n_kv_heads` does not divide the number of KV heads, or `how` is neither
                "mean" nor "first".

        Source: Ainslie et al. 2023, "GQA: Training Generalized Multi-Query Transformer Models from
        Multi-Head Checkpoints", section 2.1.

        >>> HeadParameters.random(d_model=6, n_heads=6).share_heads(2).W_K.shape
        torch.Size([2, 6, 1])
        """
        n_kv_heads = _require_divisor("n_kv_heads", n_kv_heads, self.n_kv_heads, "the KV heads")
        if how not in ("mean", "first"):
            raise ValueError(f"how must be 'mean' or 'first'; got {how!r}")

        def share(heads: Tensor) -> Tensor:
            groups = heads.unflatten(0, (n_kv_heads, -1))
            return groups.mean(1) if how == "mean" else groups[:, 0]

        return self._map_kv_heads(share)

    def repeat_heads(self) -> "HeadParameters":
        """Copies shared key and value heads, one for each query head. The outputs stay the same.

        All copies of KV head j come before all copies of j + 1, as in torch's repeat_interleave.

        >>> params = HeadParameters.random(d_model=6, n_heads=6, n_kv_heads=2)
        >>> params.repeat_heads().W_K.shape
        torch.Size([6, 6, 1])
        """
        group = self.n_heads // self.n_kv_heads
        return self._map_kv_heads(lambda heads: heads.repeat_interleave(group, 0))

    def _map_kv_heads(self, change: Callable[[Tensor], Tensor]) -> "HeadParameters":
        """Applies `change` to the matrices and biases of keys and values only."""
        kv = {name: getattr(self, name) for name in ("W_K", "W_V", "b_K", "b_V")}
        return replace(self, **{k: None if t is None else change(t) for k, t in kv.items()})

    def _require_unshared_kv_heads(self, to_do: str) -> None:
        """Raises if query heads share KV heads."""
        if self.n_kv_heads != self.n_heads:
            raise ValueError(
                f"n_kv_heads must equal n_heads to {to_do}; got n_kv_heads={self.n_kv_heads}, "
                f"n_heads={self.n_heads} (params.repeat_heads() gives each query head its own)"
            )


def _flatten(params: HeadParameters) -> tuple[list[Any], list[str]]:
    """Lists the tensors, without missing biases, and their names."""
    names = [field.name for field in fields(params) if getattr(params, field.name) is not None]
    return [getattr(params, name) for name in names], names


def _flatten_with_keys(params: HeadParameters) -> tuple[list[tuple[Any, Any]], list[str]]:
    tensors, names = _flatten(params)
    return [(_pytree.GetAttrKey(name), x) for name, x in zip(names, tensors, strict=True)], names


def _unflatten(leaves: Iterable[Any], names: list[str]) -> HeadParameters:
    """Makes a HeadParameters from any leaves; unchecked, because tree_map may use other values."""
    params = object.__new__(HeadParameters)
    given = dict(zip(names, leaves, strict=True))
    for field in fields(HeadParameters):
        object.__setattr__(params, field.name, given.get(field.name))
    return params


_pytree.register_pytree_node(
    HeadParameters,
    _flatten,
    _unflatten,
    serialized_type_name="mha_lib.HeadParameters",
    flatten_with_keys_fn=_flatten_with_keys,
)


def _require_divisor(name: str, value: int, n_heads: int, which: str = "n_heads") -> int:
    """Accepts a number of KV heads that divides `n_heads`."""
    number = checks.require_int(name, value)
    if n_heads % number:
        raise ValueError(f"{name} must divide {which}, {n_heads}; got {number}")
    return number


def _require_some_heads(heads: Iterable[int], n_heads: int) -> list[int]:
    """Accepts indices of different heads that leave at least one head."""
    try:
        listed = [checks.require_int("heads", head, 0) for head in heads]
    except TypeError:
        raise TypeError(f"heads must be a list of integers; got {checks.describe(heads)}") from None
    for head in listed:
        if head >= n_heads:
            raise ValueError(f"heads must be below {n_heads}; got {head}")
    if len(set(listed)) < len(listed):
        raise ValueError(f"heads must be different from each other; got {listed}")
    if len(listed) == n_heads:
        raise ValueError(f"heads must leave at least one of {n_heads}; got all")
    return listed


def concatenate_heads(
    blocks: Float[Tensor, "n_heads *rows d_head"],
) -> Float[Tensor, "*rows n_heads*d_head"]:
    """Concatenates the blocks of the heads: [W_1 W_2 ... W_h], or [b_1 b_2 ... b_h].

    Raises:
        TypeError: `blocks` is not a dense floating-point tensor.
        ValueError: `blocks` has fewer than 2 dimensions.

    >>> concatenate_heads(torch.tensor([[[1.0]], [[2.0]]])).tolist()
    [[1.0, 2.0]]
    """
    checks.require_floating("blocks", blocks)
    return blocks.movedim(0, -2).flatten(-2)


def head_sizes(
    d_model: int, n_heads: int, d_head: int | None, d_value: int | None
) -> tuple[int, int, int, int]:
    """Checks the sizes of an attention, and fills in sizes that are None.

    Returns:
        d_model, n_heads, d_head (d_model / n_heads by default) and d_value (d_head by default).

    Raises:
        TypeError: A size is not an integer.
        ValueError: A size is below 1, or `n_heads` does not divide `d_model` and `d_head` is None.
    """
    d_model = checks.require_int("d_model", d_model)
    n_heads = checks.require_int("n_heads", n_heads)
    if d_head is None:
        if d_model % n_heads:
            small = [n for n in range(1, math.isqrt(d_model) + 1) if d_model % n == 0]
            divisors = ", ".join(str(n) for n in sorted({*small, *(d_model // n for n in small)}))
            raise ValueError(
                f"n_heads must divide d_model when d_head is not given; got n_heads={n_heads}, "
                f"d_model={d_model} (divisors of d_model: {divisors})"
            )
        d_head = d_model // n_heads
    d_head = checks.require_int("d_head", d_head)
    d_value = d_head if d_value is None else checks.require_int("d_value", d_value)
    return d_model, n_heads, d_head, d_value
