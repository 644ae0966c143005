"""CacheCalculator: the memory of a model's weights and KV cache, and the least time of a step."""

from typing import Any

from mha_lib import checks
from mha_lib.widgets.base import Editable, Fixed, Widget, require_int_between, require_one_of

YOUR_OWN = "your own"
# The numbers that a reader can choose.
OFFERED = {
    "n_devices": [1, 2, 4, 8, 16, 32],
    "n_layers": [*range(1, 129)],
    "n_heads": [*range(1, 129)],
    "d_head": [16, 32, 64, 96, 128, 192, 256],
    "parameters": [digit * 10**power for power in range(8, 12) for digit in range(1, 10)],
    "tokens": [2**i for i in range(7, 21)],
    "batch": [2**i for i in range(11)],
    "n_bytes": [2, 1],
    "weight_bits": [16, 8, 4],
}
_SIZES = ("n_layers", "n_heads", "n_kv_heads", "d_head")


def _published(
    name: str,
    sizes: tuple[int, ...],
    parameters: int,
    context: int,
    source: str,
    *,
    in_tables: int,
    bias: int = 0,
) -> dict[str, Any]:
    """A published model for the page.

    `per_kv_head` are the parameters of one KV head's keys and values, in all layers; `context` is
    the largest number of tokens that the model takes; `in_tables` are the parameters of tables of
    which a decode step reads only a few rows.
    """
    n_layers, n_heads, _, d_head = sizes
    return {
        "name": name,
        **dict(zip(_SIZES, sizes, strict=True)),
        "parameters": parameters,
        "per_kv_head": 2 * n_layers * d_head * (n_heads * d_head + bias),
        "in_tables": in_tables,
        "context": context,
        "source": source,
    }


# Layers, query heads, KV heads, width of a head; parameters; largest context. An embedding table
# that is also the output layer, as in GPT-2 and Falcon, is read as a whole; GPT-2 also has a table
# of positions.
# test_widgets_cache_calculator.py sums the parameters from the sizes in the same sources.
PUBLISHED = [
    _published(
        "GPT-2 small",
        (12, 12, 12, 64),
        124_439_808,
        1024,
        "Radford et al. 2019, and its config.json",
        in_tables=1024 * 768,
        bias=1,
    ),
    _published(
        "Llama 2 7B",
        (32, 32, 32, 128),
        6_738_415_616,
        4096,
        "arXiv 2307.09288, and its config.json",
        in_tables=32_000 * 4096,
    ),
    _published(
        "Llama 2 70B",
        (80, 64, 8, 128),
        68_976_648_192,
        4096,
        "arXiv 2307.09288, and its config.json",
        in_tables=32_000 * 8192,
    ),
    _published(
        "Llama 3 8B",
        (32, 32, 8, 128),
        8_030_261_248,
        8192,
        "arXiv 2407.21783, table 3, and its config.json",
        in_tables=128_256 * 4096,
    ),
    _published(
        "Llama 3.1 405B",
        (126, 128, 8, 128),
        405_853_388_800,
        131_072,
        "arXiv 2407.21783, table 3",
        in_tables=128_256 * 16_384,
    ),
    _published(
        "Falcon 7B",
        (32, 71, 1, 64),
        6_921_720_704,
        2048,
        "arXiv 2311.16867, and its model card",
        in_tables=0,
    ),
]
_NAMES = [known["name"] for known in PUBLISHED]


def _device(
    name: str, gigabytes: int, gigabytes_a_second: int, teraflops: int, source: str
) -> dict[str, Any]:
    return {
        "name": f"{name} {gigabytes} GB",
        "memory": gigabytes * 10**9,
        "bandwidth": gigabytes_a_second * 10**9,
        "flops": teraflops * 10**12,
        "source": source,
    }


# Memory, its bandwidth, and the operations a second of dense products in bfloat16, as the makers
# publish them, in powers of 1,000. (Some give the operations of sparse matrices: half of those.)
DEVICES = [
    _device("RTX 4090", 24, 1008, 165, "NVIDIA's whitepaper on Ada"),
    _device("A100", 40, 1555, 312, "NVIDIA's data sheet of the A100 (SXM)"),
    _device("A100", 80, 2039, 312, "NVIDIA's data sheet of the A100 (SXM)"),
    _device("H100", 80, 3350, 990, "NVIDIA's data sheet of the H100 (SXM)"),
    _device("H200", 141, 4800, 990, "NVIDIA's data sheet of the H200 (SXM)"),
    _device("MI300X", 192, 5300, 1307, "AMD's data sheet of the MI300X"),
]
_DEVICE_NAMES = [known["name"] for known in DEVICES]


class CacheCalculator(Widget):
    """Shows what fits next to a published model's weights, and the least time of a decode step.

    The reader chooses a model and device, then adjusts KV heads, tokens, conversations, devices,
    and the bytes of a cached value and of a weight. Readers can also enter sizes of their own. The
    page shows the bytes per token, the weights and the cache on one scale, how many conversations
    fit, which query heads share a KV head, and the least time of a decode step.

    The time is a lower bound: a decode step reads the whole cache and every weight, except in
    tables of which it reads a few rows, such as Llama's embedding. (If the sizes are the reader's
    own, every weight counts as read.) If the products by them take longer in bfloat16, the bound is
    that time. Communication takes extra time. For up to eight H100s or H200s, the page adds the
    time of two sums per layer, as NCCL expects it by NVLink; for others, it counts the sums. Only
    weights and cache are counted in memory. With fewer KV heads, the weights of the removed ones
    are not counted either. On several devices, each device holds its part of the query heads and
    every KV head that they read; all other weights are divided equally. The numbers of `DEVICES`
    are as the makers publish them.

    Args:
        model: A name in `PUBLISHED`.
        device: A name in `DEVICES`.
        n_devices: Devices that share the query heads: 1, 2, 4, 8, 16 or 32.
        n_kv_heads: KV heads of a layer, a divisor of the model's query heads; the model's own when
            left out.
        tokens: Tokens of a conversation, a power of 2 from 128 to 2^20.
        batch: Conversations, a power of 2 from 1 to 1,024.
        n_bytes: Bytes of a value in the cache: 1 or 2.
        weight_bits: Bits of a weight: 4, 8 or 16.

    Raises:
        TypeError: A number is not an integer.
        ValueError: There is no such model or device, or the page does not offer a number.
    """

    _module = "cache_calculator.js"

    models = Fixed()
    known_devices = Fixed()
    offered = Fixed()
    model = Editable(lambda _, value: require_one_of("model", value, [*_NAMES, YOUR_OWN]))
    device = Editable(lambda _, value: require_one_of("device", value, _DEVICE_NAMES))
    n_devices = Editable(lambda _, value: _require_offered("n_devices", value))
    n_layers = Editable(lambda _, value: _require_offered("n_layers", value))
    n_heads = Editable(lambda _, value: _require_offered("n_heads", value))
    n_kv_heads = Editable(lambda self, value: _require_divisor(value, self.n_heads))
    d_head = Editable(lambda _, value: _require_offered("d_head", value))
    parameters = Editable(lambda _, value: _require_offered("parameters", value))
    tokens = Editable(lambda _, value: _require_offered("tokens", value))
    batch = Editable(lambda _, value: _require_offered("batch", value))
    n_bytes = Editable(lambda _, value: _require_offered("n_bytes", value))
    weight_bits = Editable(lambda _, value: _require_offered("weight_bits", value))

    def __init__(
        self,
        model: str = "Llama 2 7B",
        *,
        device: str = "H100 80 GB",
        n_devices: int = 1,
        n_kv_heads: int | None = None,
        tokens: int = 4096,
        batch: int = 1,
        n_bytes: int = 2,
        weight_bits: int = 16,
    ):
        published = PUBLISHED[_NAMES.index(require_one_of("model", model, _NAMES))]
        sizes = {name: published[name] for name in _SIZES}
        if n_kv_heads is not None:
            sizes["n_kv_heads"] = n_kv_heads
        super().__init__(
            models=PUBLISHED,
            known_devices=DEVICES,
            offered=OFFERED,
            model=model,
            device=device,
            n_devices=n_devices,
            **sizes,
            # For the reader's own model, whose slider starts near this model's count.
            parameters=max(n for n in OFFERED["parameters"] if n <= published["parameters"]),
            tokens=tokens,
            batch=batch,
            n_bytes=n_bytes,
            weight_bits=weight_bits,
        )


def _require_divisor(n_kv_heads: object, n_heads: int) -> int:
    number = checks.require_int("n_kv_heads", n_kv_heads)
    if n_heads % number:
        raise ValueError(f"n_kv_heads must divide the {n_heads} query heads; got {number}")
    return number


def _require_offered(name: str, value: object) -> int:
    offered = OFFERED[name]
    if offered == [*range(1, len(offered) + 1)]:
        return require_int_between(name, value, 1, len(offered))
    return require_one_of(name, checks.require_int(name, value), sorted(offered))
