"""HeadWeights: the numbers of a multi-head attention, with the heads kept apart.

Systems store these numbers stacked, packed, transposed or interleaved. Here every head has its
own matrices: `W_Q[i]` is the paper's W_i^Q, and x @ W_Q[i] are the queries of head i. All other
storage is converted to this form and from it.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace

import torch
from jaxtyping import Float
from torch import Tensor

from mha_lib import checks


@dataclass(frozen=True, eq=False)
class HeadWeights:
    """Weights and biases of one multi-head attention, head by head.

        q_i, k_i, v_i = x W_Q[i] + b_Q[i], x W_K[i] + b_K[i], x W_V[i] + b_V[i]
        output = sum_i softmax(q_i k_i^T / sqrt(d_head)) v_i W_O[i] + b_O

    Args:
        W_Q: (n_heads, d_model, d_head).
        W_K: (n_kv_heads, d_keys_in, d_head). n_kv_heads divides n_heads; d_keys_in is the width of
            the tokens that keys are made from, d_model in self-attention.
        W_V: (n_kv_heads, d_values_in, d_value).
        W_O: (n_heads, d_value, d_model).
        b_Q: (n_heads, d_head). A bias that is None is one of 0.
        b_K: (n_kv_heads, d_head).
        b_V: (n_kv_heads, d_value).
        b_O: (d_model,).

    Raises:
        TypeError: A weight is not a dense floating-point tensor, or dtypes or devices differ.
        ValueError: Sizes do not fit each other.

    Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2; names as in
    TransformerLens.
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
            checks.floating(name, getattr(self, name), min_dims=3)
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
            checks.floating(name, tensor, min_dims=1)
            if tuple(tensor.shape) != shape:
                raise ValueError(f"{name} must have shape {shape}; got {checks.describe(tensor)}")
            checks.alike(name, tensor, "W_Q", self.W_Q)

    @property
    def n_heads(self) -> int:
        """Number of query heads."""
        return self.W_Q.shape[0]

    @property
    def n_kv_heads(self) -> int:
        """Number of key and value heads; `n_heads` unless heads share them in groups."""
        return self.W_K.shape[0]

    @property
    def d_model(self) -> int:
        """Width of the tokens that come in as queries and go out."""
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
    ) -> "HeadWeights":
        """Draws every number from U(-1/sqrt(fan_in), 1/sqrt(fan_in)), biases too.

        Fan-in is the width of what a matrix is multiplied with: d_model for W_Q, W_K and W_V,
        n_heads * d_value for W_O. It does not depend on whether heads are stored apart or stacked,
        so layers that differ in storage alone start from the same distribution. (Initialisations
        that look at fan-out, such as Xavier's, do depend on it.)

        Args:
            d_model: Width of the tokens.
            n_heads: Number of heads.
            d_head: Width of one head's queries and keys; d_model / n_heads when left out.
            d_value: Width of one head's values; d_head when left out.
            n_kv_heads: Number of key and value heads, a divisor of n_heads; n_heads when left out.
            bias: Whether there are biases, on all four projections.
            dtype: A floating-point type; torch's default when left out.
            device: Where the tensors are made.
            generator: Source of randomness; torch's global one when left out.

        Raises:
            TypeError: A size is not an integer, `bias` not a bool, or `dtype` not floating point.
            ValueError: A size is below 1, `n_heads` does not divide `d_model` and `d_head` is left
                out, or `n_kv_heads` does not divide `n_heads`.

        >>> HeadWeights.random(d_model=6, n_heads=2).W_Q.shape
        torch.Size([2, 6, 3])
        """
        d_model, n_heads, d_head, d_value = head_sizes(d_model, n_heads, d_head, d_value)
        n_kv_heads = n_heads if n_kv_heads is None else _shared("n_kv_heads", n_kv_heads, n_heads)
        checks.yes_or_no("bias", bias)
        if dtype is not None:
            checks.floating_dtype("dtype", dtype)

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

    def map(self, function: Callable[[Tensor], Tensor]) -> "HeadWeights":
        """Applies `function` to every tensor that is there: `hw.map(torch.clone)`."""
        changed = {}
        for field in fields(self):
            tensor = getattr(self, field.name)
            changed[field.name] = None if tensor is None else function(tensor)
        return HeadWeights(**changed)

    def as_one_head(self) -> "HeadWeights":
        """Reads the same matrices as ONE head of width n_heads * d_head.

        This is what "h = 1 with the same W_Q, W_K and W_V" means: not one number changes, but the
        scores are summed over all columns before the only softmax.

        Raises:
            ValueError: Heads share keys and values, so that there is no such head.
        """
        self._require_own("read the heads as one")
        side_by_side = {
            name: stack_heads(getattr(self, name)).unsqueeze(0)
            for name in ("W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V")
            if getattr(self, name) is not None
        }
        return HeadWeights(**side_by_side, W_O=self.W_O.flatten(0, 1).unsqueeze(0), b_O=self.b_O)

    def prune_heads(self, heads: Iterable[int]) -> "HeadWeights":
        """Takes heads away: their columns of W_Q, W_K and W_V, and their rows of W_O.

        What the layer gives is then what it gives with these heads switched off. b_O, which belongs
        to no head, stays.

        Args:
            heads: Numbers of heads, counted from 0; none gives the same numbers again.

        Raises:
            TypeError: `heads` is no list of integers.
            ValueError: There is no such head, one is named twice, none would be left, or heads
                share keys and values.

        Source: Michel et al. 2019, "Are Sixteen Heads Really Better than One?".

        >>> HeadWeights.random(d_model=6, n_heads=3).prune_heads([1]).W_Q.shape
        torch.Size([2, 6, 2])
        """
        gone = _heads(heads, self.n_heads)
        self._require_own("prune heads one by one")
        kept = [head for head in range(self.n_heads) if head not in gone]
        cut = {}
        for field in fields(self):
            tensor = getattr(self, field.name)
            if tensor is not None and field.name != "b_O":
                tensor = tensor[kept]
            cut[field.name] = tensor
        return HeadWeights(**cut)

    def share_heads(self, n_kv_heads: int, how: str = "mean") -> "HeadWeights":
        """Lets neighbouring heads share one key head and one value head: another function.

        Group j becomes key head j: query heads j * n_heads / n_kv_heads and on. Grouped-query
        attention begins like this, with the mean, and then trains on.

        Args:
            n_kv_heads: How many key heads are left, a divisor of how many there are; 1 gives
                multi-query attention.
            how: "mean" of a group's matrices and biases, or its "first".

        Raises:
            TypeError: `n_kv_heads` is not an integer.
            ValueError: `n_kv_heads` is no such divisor, or `how` neither of the two.

        Source: Ainslie et al. 2023, "GQA: Training Generalized Multi-Query Transformer Models from
        Multi-Head Checkpoints", section 2.1.

        >>> HeadWeights.random(d_model=6, n_heads=6).share_heads(2).W_K.shape
        torch.Size([2, 6, 1])
        """
        n_kv_heads = _shared("n_kv_heads", n_kv_heads, self.n_kv_heads, "the key heads there are")
        if how not in ("mean", "first"):
            raise ValueError(f"how must be 'mean' or 'first'; got {how!r}")

        def share(heads: Tensor) -> Tensor:
            groups = heads.unflatten(0, (n_kv_heads, -1))
            return groups.mean(1) if how == "mean" else groups[:, 0]

        return self._of_keys(share)

    def repeat_heads(self) -> "HeadWeights":
        """Writes shared key and value heads out, one for each query head: the same function.

        Key head j is repeated before j + 1 comes, as torch's repeat_interleave does it.

        >>> hw = HeadWeights.random(d_model=6, n_heads=6, n_kv_heads=2)
        >>> hw.repeat_heads().W_K.shape
        torch.Size([6, 6, 1])
        """
        group = self.n_heads // self.n_kv_heads
        return self._of_keys(lambda heads: heads.repeat_interleave(group, 0))

    def _of_keys(self, change: Callable[[Tensor], Tensor]) -> "HeadWeights":
        """These weights with `change` applied to the matrices and biases of keys and values."""
        of_keys = {name: getattr(self, name) for name in ("W_K", "W_V", "b_K", "b_V")}
        return replace(self, **{k: None if w is None else change(w) for k, w in of_keys.items()})

    def _require_own(self, to_do: str) -> None:
        """Refuses key heads that query heads share."""
        if self.n_kv_heads != self.n_heads:
            raise ValueError(
                f"n_kv_heads must equal n_heads to {to_do}; got n_kv_heads={self.n_kv_heads}, "
                f"n_heads={self.n_heads} (hw.repeat_heads() writes shared ones out)"
            )


def _shared(name: str, value: int, n_heads: int, which: str = "n_heads") -> int:
    """Accepts a number of key heads of which each serves as many of `n_heads`."""
    number = checks.whole_number(name, value)
    if n_heads % number:
        raise ValueError(f"{name} must divide {which}, {n_heads}; got {number}")
    return number


def _heads(heads: Iterable[int], n_heads: int) -> list[int]:
    """Accepts different heads out of so many, and not all of them."""
    try:
        listed = [checks.whole_number("heads", head, 0) for head in heads]
    except TypeError:
        raise TypeError(f"heads must be a list of integers; got {checks.describe(heads)}") from None
    for head in listed:
        if head >= n_heads:
            raise ValueError(f"heads must be below {n_heads}; got {head}")
    if len(set(listed)) < len(listed):
        raise ValueError(f"heads must be named once each; got {listed}")
    if len(listed) == n_heads:
        raise ValueError(f"heads must leave at least one of {n_heads}; got all")
    return listed


def stack_heads(
    blocks: Float[Tensor, "n_heads *rows d_head"],
) -> Float[Tensor, "*rows n_heads*d_head"]:
    """Puts the heads' blocks side by side: [W_1 W_2 ... W_h], or [b_1 b_2 ... b_h].

    Raises:
        TypeError: `blocks` is not a dense floating-point tensor.
        ValueError: `blocks` has fewer than 2 dimensions.

    >>> stack_heads(torch.tensor([[[1.0]], [[2.0]]])).tolist()
    [[1.0, 2.0]]
    """
    checks.floating("blocks", blocks)
    return blocks.movedim(0, -2).flatten(-2)


def head_sizes(
    d_model: int, n_heads: int, d_head: int | None, d_value: int | None
) -> tuple[int, int, int, int]:
    """Checks the sizes that define an attention and fills in those left out.

    Returns:
        d_model, n_heads, d_head (d_model / n_heads by default) and d_value (d_head by default).

    Raises:
        TypeError: A size is not an integer.
        ValueError: A size is below 1, or `n_heads` does not divide `d_model` and `d_head` is None.
    """
    d_model = checks.whole_number("d_model", d_model)
    n_heads = checks.whole_number("n_heads", n_heads)
    if d_head is None:
        if d_model % n_heads:
            small = [n for n in range(1, math.isqrt(d_model) + 1) if d_model % n == 0]
            divisors = ", ".join(str(n) for n in sorted({*small, *(d_model // n for n in small)}))
            raise ValueError(
                f"n_heads must divide d_model when d_head is not given; got n_heads={n_heads}, "
                f"d_model={d_model} (d_model divides by {divisors})"
            )
        d_head = d_model // n_heads
    d_head = checks.whole_number("d_head", d_head)
    d_value = d_head if d_value is None else checks.whole_number("d_value", d_value)
    return d_model, n_heads, d_head, d_value
