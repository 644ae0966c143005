"""KVCache: the keys and values of the tokens so far, so that generation does not recompute them.

The query of a new token attends to the keys and values of all tokens before it. Under a causal mask
they never change, because no token attends to later ones. Past queries are not needed again.
"""

# `begin_step` and `StepWithCache` call private methods of `KVCache`: only layers write to a cache.
# pyright: reportPrivateUsage=false

import copy
import weakref
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from mha_lib import checks
from mha_lib.masks import Mask, causal_mask


class KVCache:
    """The keys and values of the tokens so far, in one attention layer.

        cache = KVCache()
        with torch.no_grad():
            for tokens in (prompt, next_token, ...):
                output, weights = layer(tokens, cache=cache)

    The outputs equal the outputs of one call with all tokens and a causal mask. The memory for new
    tokens doubles whenever it is full.

    If prompts have different lengths, pad them on the right, pass them to the layer, then `crop`
    the cache to their real lengths. Later tokens are appended to each sample's real tokens.

    If a call fails, the cache stays as it was. A copy has separate memory, and belongs to the first
    layer that uses the copy.

    Args:
        capacity: How many tokens to allocate memory for at first.

    Raises:
        TypeError: `capacity` is not an integer.
        ValueError: `capacity` is below 1.
    """

    def __init__(self, capacity: int = 16):
        self._capacity = checks.require_int("capacity", capacity)
        self._filled = False  # whether a layer has finished a call
        self._owner: weakref.ref[nn.Module] | None = None  # also None in a copy, until it is used
        self._rotary = False  # whether the keys are rotated
        self._keys = self._values = torch.empty(0, 0, 0)  # (*batch, n_kv_heads, room, width)
        self._lengths = torch.zeros((), dtype=torch.long)  # one per sample
        self._longest = 0
        self._same_lengths = True  # whether all samples have the same length

    @property
    def n_tokens(self) -> int:
        """Number of tokens of the longest sample."""
        return self._longest

    @property
    def lengths(self) -> Int[Tensor, "*batch"]:
        """Number of tokens of each sample."""
        return self._lengths.clone()

    @property
    def keys(self) -> Float[Tensor, "*batch n_kv_heads tokens d_head"]:
        """The keys of all tokens. Entries beyond a sample's own length mean nothing."""
        return self._keys[..., : self._longest, :]

    @property
    def values(self) -> Float[Tensor, "*batch n_kv_heads tokens d_value"]:
        """The values of all tokens, laid out like the keys."""
        return self._values[..., : self._longest, :]

    @property
    def nbytes(self) -> int:
        """Bytes of the keys and values: n_kv_heads * (d_head + d_value) numbers per token.

        The memory allocated is larger: it has room for padding and for later tokens.
        """
        if not self._filled:
            return 0
        numbers = self._keys.shape[-3] * (self._keys.shape[-1] + self._values.shape[-1])
        return int(self._lengths.sum()) * numbers * self._keys.element_size()

    def crop(self, lengths: int | Sequence[int] | Int[Tensor, "*batch"]) -> None:
        """Keeps the first tokens of each sample and drops the rest.

        Args:
            lengths: How many tokens to keep: one number for all samples or one per sample, each
                between 0 and the sample's current length.

        Raises:
            TypeError: `lengths` does not hold integers.
            ValueError: The shape is not the batch's shape, a number is out of range, or the cache
                is on the meta device.
        """
        if self._lengths.is_meta:
            raise ValueError(
                "the cache must have numbers to be cropped; got one on the meta device, where "
                "tensors have only a shape"
            )
        rule = "integers, one for all samples or one per sample"
        kept = _require_integers("lengths", lengths, rule, self._lengths.device)
        if kept.shape not in ((), self._lengths.shape):
            raise ValueError(
                f"lengths must be one number or have the batch's shape "
                f"{tuple(self._lengths.shape)}; got {checks.describe(kept)}"
            )
        if not self._filled or ((kept < 0) | (kept > self._lengths)).any():
            held = self._lengths.tolist() if self._filled else 0
            raise ValueError(
                f"lengths must be between 0 and the cached lengths, {held}; got {kept.tolist()}"
            )
        self._set_lengths(kept.long().expand_as(self._lengths).clone())

    def reorder(self, indices: Sequence[int] | Int[Tensor, " samples"]) -> None:
        """Replaces the samples: the new sample i is the old sample `indices[i]`.

        Beam search needs this after each step. An index may be repeated or left out, so the number
        of samples may change.

        Args:
            indices: Indices along the first axis of the batch.

        Raises:
            TypeError: `indices` does not hold integers.
            ValueError: The cache is empty or has no batch, `indices` is not a flat list of at least
                one index, or an index is out of range. (On a device other than the CPU, torch
                reports an index out of range.)
        """
        device = getattr(indices, "device", "cpu")
        chosen = _require_integers("indices", indices, "integers, one per sample", device)
        if chosen.dim() != 1 or not chosen.numel():
            raise ValueError(
                f"indices must be a flat list, one entry per sample; got {checks.describe(indices)}"
            )
        n_samples = self._lengths.shape[0] if self._filled and self._lengths.dim() else 0
        if not n_samples:
            raise ValueError("the cache must contain a batch to be reordered; got none")
        if checks.is_concrete_on_cpu(chosen) and ((chosen < 0) | (chosen >= n_samples)).any():
            raise ValueError(
                f"indices must be between 0 and {n_samples - 1}; got {chosen.tolist()}"
            )
        chosen = chosen.to(self._keys.device)
        with _normal_tensors():
            tensors = (self._keys, self._values, self._lengths)
            self._keys, self._values, lengths = [x.index_select(0, chosen) for x in tensors]
        if self._same_lengths:
            self._lengths = lengths
        else:
            self._set_lengths(lengths)

    def _set_lengths(self, lengths: Tensor) -> None:
        self._lengths = lengths
        self._longest = int(lengths.max()) if lengths.numel() else 0
        self._same_lengths = bool((lengths == self._longest).all())

    def __copy__(self) -> "KVCache":
        return copy.deepcopy(self)  # otherwise both would write to the same memory

    def __getstate__(self) -> dict[str, Any]:
        # The layer of a copy may be a copy as well, and a weak reference cannot be pickled.
        return self.__dict__ | {"_owner": None}

    # A step of a layer calls the next three methods in a row: before the layer projects the new
    # tokens, after that, and after the layer has computed its output.

    def _require_usable(
        self,
        layer: nn.Module,
        queries: Tensor,
        mask: Mask | None,
        rotary: Callable[[Tensor, Tensor], Tensor] | None,
    ) -> None:
        """Refuses a call of a layer that would otherwise silently give wrong results.

        Args:
            layer: The layer.
            queries: The new tokens.
            mask: The caller's mask.
            rotary: The function that rotates keys and queries, if there is one.

        Raises:
            ValueError: Gradients are on, another layer or batch filled the cache, the mask is a
                causal one whose first query is at the first key, or `rotary` was given with some
                calls only.
        """
        if torch.is_grad_enabled():
            raise ValueError(
                "cache must be used without gradients, under torch.no_grad(); got gradients on"
            )
        if not self._filled:
            return
        if self._owner is not None and self._owner() is not layer:
            raise ValueError(
                "cache must belong to this layer; got one that another layer filled (use one cache "
                "per layer)"
            )
        if isinstance(queries, Tensor) and queries.shape[:-2] != self._lengths.shape:
            raise ValueError(
                f"queries must have the leading sizes of the cache, {tuple(self._lengths.shape)}; "
                f"got {checks.describe(queries)}"
            )
        if self._longest and isinstance(mask, Tensor) and _starts_at_first_key(mask):
            raise ValueError(
                "mask must be omitted, because a cache is causal by itself, or aligned to the last "
                "key (masks.causal_mask(n_queries, n_keys)); got a causal mask aligned to the "
                "first key"
            )
        if self._longest and self._rotary and rotary is None:
            raise ValueError(
                "rotary must be given again, because the cached keys are rotated; got None"
            )
        if self._longest and not self._rotary and rotary is not None:
            raise ValueError(
                f"rotary must be left out, because the cached keys are not rotated; "
                f"got {checks.describe(rotary)}"
            )

    def _append(self, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor, Mask | None]:
        """Writes the keys and values of new tokens after the earlier tokens' keys and values.

        The new tokens do not count until `_commit`, so that a call that fails leaves the cache as
        it was.

        Returns:
            All keys, all values, and the causal mask of the new tokens. The mask is None if the new
            tokens may attend to all keys.

        Raises:
            TypeError: Their dtype or device differs from the cache's.
            ValueError: Their number of heads or their widths differ from the cache's.
        """
        n_new, n_past = keys.shape[-2], self._longest
        if not self._filled:
            room = max(self._capacity, n_new)
            with _normal_tensors():
                self._keys = keys.new_zeros(*keys.shape[:-2], room, keys.shape[-1])
                self._values = values.new_zeros(*values.shape[:-2], room, values.shape[-1])
        checks.require_same_dtype_and_device("keys", keys, "the cache", self._keys)
        for name, new, held in (("keys", keys, self._keys), ("values", values, self._values)):
            sizes = (held.shape[-3], held.shape[-1])
            if (new.shape[-3], new.shape[-1]) != sizes:
                raise ValueError(
                    f"{name} must have the {sizes[0]} heads of width {sizes[1]} that the cache "
                    f"has; got {checks.describe(new)}"
                )
        end = n_past + n_new
        self._make_room(end)
        causal: Mask | None
        if self._same_lengths:
            self._keys[..., n_past:end, :] = keys
            self._values[..., n_past:end, :] = values
            causal = "causal" if n_new > 1 else None
        else:
            positions = self._lengths[..., None] + torch.arange(n_new, device=keys.device)
            index = positions[..., None, :, None]  # the same for all heads and features
            self._keys.scatter_(-2, index.expand_as(keys), keys)
            self._values.scatter_(-2, index.expand_as(values), values)
            tokens = torch.arange(end, device=keys.device)
            causal = (tokens <= positions[..., None])[..., None, :, :]
        return self._keys[..., :end, :], self._values[..., :end, :], causal

    def _commit(self, layer: nn.Module, n_new: int, *, rotated: bool) -> None:
        """Counts the tokens appended last. From now on the cache belongs to the layer."""
        if not self._filled:
            lead, device = self._keys.shape[:-3], self._keys.device
            self._lengths = torch.zeros(lead, dtype=torch.long, device=device)
        self._lengths = self._lengths + n_new
        self._longest += n_new
        self._filled, self._owner, self._rotary = True, weakref.ref(layer), rotated

    def _make_room(self, n_tokens: int) -> None:
        room = self._keys.shape[-2]
        if n_tokens <= room:
            return
        added = max(n_tokens, 2 * room) - room
        with _normal_tensors():
            self._keys, self._values = [
                torch.cat([x, x.new_zeros(*x.shape[:-2], added, x.shape[-1])], -2)
                for x in (self._keys, self._values)
            ]


class StepWithoutCache:
    """The step of a layer that is called without a cache: it has no past, and nothing is kept."""

    n_past = 0

    def positions(self, queries: Tensor) -> Tensor:
        """The positions of the tokens, (tokens,)."""
        return torch.arange(queries.shape[-2], device=queries.device)

    def append(
        self, keys: Tensor, values: Tensor, mask: Mask | None
    ) -> tuple[Tensor, Tensor, Mask | None]:
        """The keys, values and mask, unchanged."""
        return keys, values, mask

    def commit(self) -> None:
        """Does nothing."""


class StepWithCache:
    """What one call of a layer reads from its cache and writes to it.

    The layer begins the step before it projects the new tokens. It then appends their keys and
    values, and commits the step after it has computed its output, so that a call that fails leaves
    the cache as it was.

    Args:
        cache: The cache.
        layer: The layer.
        rotated: Whether the keys are rotated.
    """

    def __init__(self, cache: KVCache, layer: nn.Module, *, rotated: bool):
        self.cache, self.layer, self.rotated = cache, layer, rotated
        self.n_past = cache.n_tokens  # of the longest sample
        self.n_new = 0

    def positions(self, queries: Tensor) -> Tensor:
        """The positions of the new tokens: they continue where each sample ends.

        Returns:
            (*batch, 1, tokens).
        """
        new = torch.arange(queries.shape[-2], device=queries.device)
        return self.cache.lengths.to(queries.device)[..., None, None] + new

    def append(
        self, keys: Tensor, values: Tensor, mask: Mask | None
    ) -> tuple[Tensor, Tensor, Mask | None]:
        """Appends the keys and values of the new tokens, which do not count until `commit`.

        Returns:
            All keys and values, old and new, and a mask that allows what the caller's mask and the
            cache's causal mask both allow.
        """
        self.n_new = keys.shape[-2]
        keys, values, causal = self.cache._append(keys, values)
        if mask is None or isinstance(mask, str):  # a cache is causal by itself
            return keys, values, causal
        if isinstance(causal, str):
            causal = causal_mask(self.n_new, keys.shape[-2], device=keys.device)
        return keys, values, mask if causal is None else mask & causal

    def commit(self) -> None:
        """Counts the appended tokens. From now on the cache belongs to the layer."""
        self.cache._commit(self.layer, self.n_new, rotated=self.rotated)


# One object for all calls, because torch.compile traces layers without a cache.
_WITHOUT_CACHE = StepWithoutCache()


def begin_step(
    cache: KVCache | None,
    layer: nn.Module,
    queries: Tensor,
    mask: Mask | None,
    rotary: Callable[[Tensor, Tensor], Tensor] | None,
) -> StepWithCache | StepWithoutCache:
    """Begins one call of a layer, with its cache or without one. Only layers use it.

    Args:
        cache: The cache; None if the layer is called without one.
        layer: The layer.
        queries: The new tokens.
        mask: The caller's mask.
        rotary: The function that rotates keys and queries, if there is one.

    Raises:
        TypeError: `cache` is not a KVCache.
        ValueError: The call would silently give wrong results; see `KVCache._require_usable`.
    """
    if cache is None:
        return _WITHOUT_CACHE
    if not isinstance(cache, KVCache):
        raise TypeError(f"cache must be a KVCache; got {checks.describe(cache)}")
    cache._require_usable(layer, queries, mask, rotary)
    return StepWithCache(cache, layer, rotated=rotary is not None)


@contextmanager
def _normal_tensors():
    """Makes tensors that later calls can write to, even if this call is in inference mode."""
    with torch.inference_mode(False), torch.no_grad():
        yield


def _starts_at_first_key(mask: Tensor) -> bool:
    """Whether the mask is causal, has fewer queries than keys, and puts query 0 at key 0."""
    n_queries, n_keys = mask.shape[-2:] if mask.dim() > 1 else (0, 0)
    if n_queries >= n_keys or mask.dtype != torch.bool or not checks.is_concrete_on_cpu(mask):
        return False
    return bool((mask == torch.ones_like(mask).tril()).all())


def _require_integers(name: str, value: Any, rule: str, device: torch.device | str) -> Tensor:
    """Accepts integers, alone, in lists or in a tensor; returns them as a tensor."""
    refusal = TypeError(f"{name} must be {rule}; got {checks.describe(value)}")
    try:
        integers = torch.as_tensor(value, device=device)
    except (TypeError, ValueError, RuntimeError):
        raise refusal from None
    if integers.dtype not in (torch.int64, torch.int32):
        raise refusal
    return integers
