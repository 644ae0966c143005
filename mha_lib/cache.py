"""KVCache: the keys and values of the tokens so far, so that generation does not recompute them.

A new token's query attends to the keys and values of all tokens before it. Under a causal mask
those never change, because no token attends to later ones. Past queries are not needed again.
"""

import weakref
from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from mha_lib import checks
from mha_lib.masks import causal_mask


class KVCache:
    """Keys and values of the tokens so far, in one attention layer.

        cache = KVCache()
        with torch.no_grad():
            for tokens in (prompt, next_token, ...):
                output, weights = layer(tokens, cache=cache)

    The outputs equal the rows that the whole sequence gives at once under a causal mask. New tokens
    are written into memory that doubles when it is full.

    For prompts of unequal lengths, pad them on the right, pass them to the layer, then `crop` the
    cache to their own lengths. Later tokens are appended to each sample's own.

    Args:
        capacity: How many tokens to make room for at first.

    Raises:
        TypeError: `capacity` is not an integer.
        ValueError: `capacity` is below 1.
    """

    def __init__(self, capacity: int = 16):
        self._capacity = checks.whole_number("capacity", capacity)
        self._owner: weakref.ref[nn.Module] | None = None
        self._keys = self._values = torch.empty(0, 0, 0)  # (*batch, n_kv_heads, room, width)
        self._lengths = torch.zeros((), dtype=torch.long)  # of each sample
        self._longest = 0
        self._even = True  # whether all samples are of one length

    @property
    def n_tokens(self) -> int:
        """How many tokens the longest sample has."""
        return self._longest

    @property
    def lengths(self) -> Int[Tensor, "*batch"]:
        """How many tokens each sample has."""
        return self._lengths.clone()

    @property
    def keys(self) -> Float[Tensor, "*batch n_kv_heads tokens d_head"]:
        """Keys of these tokens. Beyond a sample's own length, the numbers mean nothing."""
        return self._keys[..., : self._longest, :]

    @property
    def values(self) -> Float[Tensor, "*batch n_kv_heads tokens d_value"]:
        """Values of these tokens, likewise."""
        return self._values[..., : self._longest, :]

    @property
    def nbytes(self) -> int:
        """Bytes of these keys and values: n_kv_heads * (d_head + d_value) numbers per token.

        More memory is allocated: for padding, and for tokens to come.
        """
        if not self._owner:
            return 0
        numbers = self._keys.shape[-3] * (self._keys.shape[-1] + self._values.shape[-1])
        return int(self._lengths.sum()) * numbers * self._keys.element_size()

    def crop(self, lengths: int | Sequence[int] | Int[Tensor, "*batch"]) -> None:
        """Keeps the first tokens of each sample and drops the rest.

        Args:
            lengths: How many to keep: one number for all samples, or one for each, from 0 to the
                number of tokens there.

        Raises:
            TypeError: `lengths` are not integers.
            ValueError: The shape is not the batch's, or a number is out of range.
        """
        try:
            kept = torch.as_tensor(lengths, device=self._lengths.device)
        except (TypeError, ValueError, RuntimeError):
            kept = torch.empty(0)
        if kept.dtype not in (torch.int64, torch.int32):
            raise TypeError(
                f"lengths must be integers, one for all samples or one a sample; "
                f"got {checks.describe(lengths)}"
            )
        if kept.shape not in ((), self._lengths.shape):
            raise ValueError(
                f"lengths must be one number or have the batch's shape "
                f"{tuple(self._lengths.shape)}; got {checks.describe(kept)}"
            )
        if self._owner is None or ((kept < 0) | (kept > self._lengths)).any():
            held = self._lengths.tolist() if self._owner else 0
            raise ValueError(f"lengths must lie in 0 to what is held, {held}; got {kept.tolist()}")
        self._lengths = kept.long().expand_as(self._lengths).clone()
        self._longest = int(self._lengths.max()) if self._lengths.numel() else 0
        self._even = bool((self._lengths == self._longest).all())

    def check(self, layer: nn.Module, queries: Tensor, mask: Tensor | None) -> None:
        """Raises for misuse that would otherwise give wrong results silently.

        `layer` calls it before it changes any state.

        Raises:
            ValueError: Gradients would be kept, another layer or batch filled the cache, or the
                mask is a causal one that was counted from the first key.
        """
        if torch.is_grad_enabled():
            raise ValueError(
                "cache must be used without gradients, under torch.no_grad(); got gradients on"
            )
        if self._owner is None:
            return
        if self._owner() is not layer:
            raise ValueError(
                "cache must be one layer's; got one that another layer filled (each layer takes "
                "its own)"
            )
        if isinstance(queries, Tensor) and queries.shape[:-2] != self._lengths.shape:
            raise ValueError(
                f"queries must have the batch of the cache, {tuple(self._lengths.shape)}; got "
                f"{checks.describe(queries)}"
            )
        if self._longest and isinstance(mask, Tensor) and _from_the_first(mask):
            raise ValueError(
                "mask must be counted from the last key, as masks.causal_mask(n_queries, n_keys) "
                "is, or be left out, for a cache is causal by itself; got the triangle that begins "
                "at the first key"
            )

    def add(
        self, layer: nn.Module, keys: Tensor, values: Tensor
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Adds the keys and values of new tokens, for a layer that called `check`.

        Returns:
            All keys, all values, and the causal mask of the new tokens; None where they may attend
            to all of them.

        Raises:
            TypeError: Their dtype or device differs from the cache's.
        """
        n_new, n_past = keys.shape[-2], self._longest
        if self._owner is None:
            room = max(self._capacity, n_new)
            self._keys = keys.new_zeros(*keys.shape[:-2], room, keys.shape[-1])
            self._values = values.new_zeros(*values.shape[:-2], room, values.shape[-1])
            self._lengths = torch.zeros(keys.shape[:-3], dtype=torch.long, device=keys.device)
            self._owner = weakref.ref(layer)
        checks.alike("keys", keys, "the cache", self._keys)
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


def _from_the_first(mask: Tensor) -> bool:
    """Whether this is a causal mask of fewer queries than keys, counted from the first of both."""
    n_queries, n_keys = mask.shape[-2:] if mask.dim() > 1 else (0, 0)
    if n_queries >= n_keys or mask.dtype != torch.bool or not checks.concrete(mask):
        return False
    return bool((mask == torch.ones_like(mask).tril()).all())
