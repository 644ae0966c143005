"""KVCache: the keys and values of the tokens so far, so that generation does not recompute them.

The query of a new token attends to the keys and values of all tokens before it. Under a causal mask
they never change, because no token attends to later ones. Past queries are not needed again.
"""

import weakref
from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from mha_lib import checks
from mha_lib.masks import causal_mask


class KVCache:
    """The keys and values of the tokens so far, in one attention layer.

        cache = KVCache()
        with torch.no_grad():
            for tokens in (prompt, next_token, ...):
                output, weights = layer(tokens, cache=cache)

    The outputs equal those of the whole sequence at once, under a causal mask. The memory for new
    tokens doubles whenever it is full.

    If prompts have different lengths, pad them on the right, pass them to the layer, then `crop`
    the cache to their real lengths. Later tokens are appended to each sample's real ones.

    Args:
        capacity: How many tokens to allocate memory for at first.

    Raises:
        TypeError: `capacity` is not an integer.
        ValueError: `capacity` is below 1.
    """

    def __init__(self, capacity: int = 16):
        self._capacity = checks.require_int("capacity", capacity)
        self._owner: weakref.ref[nn.Module] | None = None
        self._keys = self._values = torch.empty(0, 0, 0)  # (*batch, n_kv_heads, room, width)
        self._lengths = torch.zeros((), dtype=torch.long)  # one per sample
        self._longest = 0
        self._even = True  # whether all samples have the same length

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
        """The keys of all tokens. Beyond a sample's own length, the entries mean nothing."""
        return self._keys[..., : self._longest, :]

    @property
    def values(self) -> Float[Tensor, "*batch n_kv_heads tokens d_value"]:
        """The values of all tokens, in the same way."""
        return self._values[..., : self._longest, :]

    @property
    def nbytes(self) -> int:
        """Bytes of the keys and values: n_kv_heads * (d_head + d_value) numbers per token.

        The memory allocated is larger: it has room for padding and for later tokens.
        """
        if not self._owner:
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
            ValueError: The shape is not that of the batch, or a number is out of range.
        """
        try:
            kept = torch.as_tensor(lengths, device=self._lengths.device)
        except (TypeError, ValueError, RuntimeError):
            kept = torch.empty(0)
        if kept.dtype not in (torch.int64, torch.int32):
            raise TypeError(
                f"lengths must be integers, one for all samples or one per sample; "
                f"got {checks.describe(lengths)}"
            )
        if kept.shape not in ((), self._lengths.shape):
            raise ValueError(
                f"lengths must be one number or have the batch's shape "
                f"{tuple(self._lengths.shape)}; got {checks.describe(kept)}"
            )
        if self._owner is None or ((kept < 0) | (kept > self._lengths)).any():
            held = self._lengths.tolist() if self._owner else 0
            raise ValueError(
                f"lengths must be between 0 and the cached lengths, {held}; got {kept.tolist()}"
            )
        self._lengths = kept.long().expand_as(self._lengths).clone()
        self._longest = int(self._lengths.max()) if self._lengths.numel() else 0
        self._even = bool((self._lengths == self._longest).all())

    def check(self, layer: nn.Module, queries: Tensor, mask: Tensor | None) -> None:
        """Raises for misuse that would otherwise silently give wrong results.

        `layer` calls this before it changes any state.

        Raises:
            ValueError: Gradients are on, another layer or batch filled the cache, or the mask is a
                causal one whose first query is at the first key.
        """
        if torch.is_grad_enabled():
            raise ValueError(
                "cache must be used without gradients, under torch.no_grad(); got gradients on"
            )
        if self._owner is None:
            return
        if self._owner() is not layer:
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
                "mask must have its last query at the last key, as in masks.causal_mask(n_queries, "
                "n_keys), or be left out, because a cache is causal by itself; got a causal mask "
                "whose first query is at the first key"
            )

    def add(
        self, layer: nn.Module, keys: Tensor, values: Tensor
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Appends the keys and values of new tokens; `layer` has called `check` before.

        Returns:
            All keys, all values, and the causal mask of the new tokens. The mask is None if the new
            tokens may attend to all keys.

        Raises:
            TypeError: Their dtype or device differs from that of the cache.
        """
        n_new, n_past = keys.shape[-2], self._longest
        if self._owner is None:
            room = max(self._capacity, n_new)
            self._keys = keys.new_zeros(*keys.shape[:-2], room, keys.shape[-1])
            self._values = values.new_zeros(*values.shape[:-2], room, values.shape[-1])
            self._lengths = torch.zeros(keys.shape[:-3], dtype=torch.long, device=keys.device)
            self._owner = weakref.ref(layer)
        checks.require_same_dtype_and_device("keys", keys, "the cache", self._keys)
        self._make_room(n_past + n_new)
        if self._even:
            self._keys[..., n_past : n_past + n_new, :] = keys
            self._values[..., n_past : n_past + n_new, :] = values
            causal = causal_mask(n_new, n_past + n_new, device=keys.device) if n_new > 1 else None
        else:
            positions = self._lengths[..., None] + torch.arange(n_new, device=keys.device)
            index = positions[..., None, :, None]  # the same for all heads and features
            self._keys.scatter_(-2, index.expand_as(keys), keys)
            self._values.scatter_(-2, index.expand_as(values), values)
            tokens = torch.arange(n_past + n_new, device=keys.device)
            causal = (tokens <= positions[..., None])[..., None, :, :]
        self._lengths = self._lengths + n_new
        self._longest += n_new
        return self.keys, self.values, causal

    def _make_room(self, n_tokens: int) -> None:
        room = self._keys.shape[-2]
        if n_tokens > room:
            more = max(n_tokens, 2 * room) - room
            self._keys, self._values = (
                torch.cat([x, x.new_zeros(*x.shape[:-2], more, x.shape[-1])], -2)
                for x in (self._keys, self._values)
            )


def _starts_at_first_key(mask: Tensor) -> bool:
    """Whether the mask is causal, has fewer queries than keys, and puts query 0 at key 0."""
    n_queries, n_keys = mask.shape[-2:] if mask.dim() > 1 else (0, 0)
    if n_queries >= n_keys or mask.dtype != torch.bool or not checks.has_values(mask):
        return False
    return bool((mask == torch.ones_like(mask).tril()).all())
