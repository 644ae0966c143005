"""DeviceSharding: the four matrices of attention, divided among devices."""

from mha_lib import checks
from mha_lib.widgets.base import Editable, Fixed, Widget, require_int_between, require_one_of

MAX_DEVICES, MAX_HEADS, MAX_TOKENS = 8, 16, 8192
CUTS = ("between heads", "packed matrix in equal parts")


class DeviceSharding(Widget):
    """Shows which device holds which heads, and what the devices must sum.

    One cut divides the heads as equally as possible. A device gets the columns of W_Q, W_K and W_V
    and the rows of W_O of its heads. If heads on several devices share a KV head, each of these
    devices gets a copy of it. The other cut divides [W_Q W_K W_V] as one matrix into equal parts.

    Args:
        n_heads: Number of heads at first, at most 16.
        n_kv_heads: Number of KV heads at first, a divisor of `n_heads`; `n_heads` when left out.
        n_devices: Number of devices at first, at most 8.
        d_model: Width of the tokens.
        d_head: Width of a head; d_model / n_heads, rounded down, when left out.
        tokens: Tokens at first, a power of 2, at most 8192.
        bytes_per_number: 2 for half precision, 4 for single, 8 for double; 1 to 8.
        cut: "between heads" or "packed matrix in equal parts".

    Raises:
        TypeError: A number is not an integer.
        ValueError: A number is out of range, `n_kv_heads` does not divide `n_heads`, or `cut` is
            neither of the two.
    """

    _module = "device_sharding.js"

    max_devices = Fixed()
    max_heads = Fixed()
    max_tokens = Fixed()
    d_model = Fixed()
    d_head = Fixed()
    bytes_per_number = Fixed()
    n_devices = Editable(lambda _, value: require_int_between("n_devices", value, 1, MAX_DEVICES))
    n_heads = Editable(lambda self, value: _require_heads(value, self.n_kv_heads))
    n_kv_heads = Editable(lambda self, value: _require_kv_heads(value, self.n_heads))
    tokens = Editable(lambda _, value: _require_tokens(value))
    cut = Editable(lambda _, value: require_one_of("cut", value, CUTS))

    def __init__(
        self,
        n_heads: int = 8,
        n_kv_heads: int | None = None,
        *,
        n_devices: int = 2,
        d_model: int = 1024,
        d_head: int | None = None,
        tokens: int = 1024,
        bytes_per_number: int = 2,
        cut: str = CUTS[0],
    ):
        checks.require_int("d_model", d_model)
        if n_kv_heads is None:
            n_kv_heads = n_heads
        if d_head is None:
            d_head = max(1, d_model // _require_heads(n_heads, n_kv_heads))
        super().__init__(
            max_devices=MAX_DEVICES,
            max_heads=MAX_HEADS,
            max_tokens=MAX_TOKENS,
            n_devices=n_devices,
            n_heads=n_heads,
            n_kv_heads=n_kv_heads,
            d_model=d_model,
            d_head=checks.require_int("d_head", d_head),
            tokens=tokens,
            bytes_per_number=require_int_between("bytes_per_number", bytes_per_number, 1, 8),
            cut=cut,
        )


def _require_heads(value: object, n_kv_heads: object) -> int:
    """Accepts a number of heads that the KV heads divide."""
    n_heads = require_int_between("n_heads", value, 1, MAX_HEADS)
    _require_kv_heads(n_kv_heads, n_heads)
    return n_heads


def _require_kv_heads(value: object, n_heads: int) -> int:
    """Accepts a number of KV heads that divides the number of heads."""
    n_kv_heads = checks.require_int("n_kv_heads", value)
    if n_heads % n_kv_heads:
        raise ValueError(
            f"n_kv_heads must divide n_heads; got n_kv_heads={n_kv_heads}, n_heads={n_heads}"
        )
    return n_kv_heads


def _require_tokens(value: object) -> int:
    """Accepts a power of 2 up to `MAX_TOKENS`."""
    tokens = require_int_between("tokens", value, 1, MAX_TOKENS)
    if tokens & (tokens - 1):
        raise ValueError(f"tokens must be a power of 2; got {tokens}")
    return tokens
