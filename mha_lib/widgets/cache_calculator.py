"""CacheCalculator: what a model keeps while it writes, in bytes beside its weights."""

from typing import Any

from mha_lib import checks
from mha_lib.widgets.base import Choice, Shown, Widget, one_of

OWN = "your own"
MOST = 128  # layers, and query heads
TOKENS = tuple(2**i for i in range(7, 21))
BATCHES = tuple(2**i for i in range(9))
WIDTHS = (16, 32, 64, 96, 128, 192, 256)
BYTES = (1, 2, 4)
_SIZES = ("n_layers", "n_heads", "n_kv_heads", "d_head")


def _published(name: str, sizes: tuple[int, ...], parameters: int, source: str) -> dict[str, Any]:
    named = dict(zip(_SIZES, sizes, strict=True))
    return {"name": name, **named, "parameters": parameters, "source": source}


# Layers, query heads, key heads, width of a head; weights. tests/test_widgets_cache_calculator.py
# adds the weights up from the sizes in the same sources.
PUBLISHED = [
    _published(
        "GPT-2 small", (12, 12, 12, 64), 124_439_808, "Radford et al. 2019, and its config.json"
    ),
    _published(
        "Llama 2 7B", (32, 32, 32, 128), 6_738_415_616, "arXiv 2307.09288, and its config.json"
    ),
    _published(
        "Llama 2 70B", (80, 64, 8, 128), 68_976_648_192, "arXiv 2307.09288, and its config.json"
    ),
    _published("Llama 3 8B", (32, 32, 8, 128), 8_030_261_248, "arXiv 2407.21783, table 3"),
    _published("Llama 3.1 405B", (126, 128, 8, 128), 405_853_388_800, "arXiv 2407.21783, table 3"),
    _published("Falcon 7B", (32, 71, 1, 64), 6_921_720_704, "arXiv 2311.16867, and its model card"),
]
_NAMES = [known["name"] for known in PUBLISHED]


class CacheCalculator(Widget):
    """The bytes of a cache of keys and values, beside the weights of a published model.

    The reader chooses a model, or sizes of their own, and moves the key heads, tokens,
    conversations and bytes of a number. The page shows what a token takes, the cache and the
    weights on one scale, how many conversations fit in 80 GB beside the weights, and which query
    heads share a key head.

    Args:
        model: A name in `PUBLISHED`.
        n_kv_heads: Key heads of a layer, a divisor of the model's query heads; the model's own
            when left out.
        tokens: Tokens of a conversation, a power of 2 from 128 to 2^20.
        batch: Conversations, a power of 2 from 1 to 256.
        n_bytes: Bytes of a number in the cache: 1, 2 or 4. A weight has 2.

    Raises:
        TypeError: A number is no integer.
        ValueError: There is no such model, or a number is none of those that the page offers.
    """

    _module = "cache_calculator.js"

    models = Shown()
    model = Choice(lambda _, value: one_of("model", value, [*_NAMES, OWN]))
    n_layers = Choice(lambda _, value: _at_most("n_layers", value))
    n_heads = Choice(lambda _, value: _at_most("n_heads", value))
    n_kv_heads = Choice(lambda self, value: _divisor(value, self.n_heads))
    d_head = Choice(lambda _, value: _offered("d_head", value, WIDTHS))
    tokens = Choice(lambda _, value: _offered("tokens", value, TOKENS))
    batch = Choice(lambda _, value: _offered("batch", value, BATCHES))
    n_bytes = Choice(lambda _, value: _offered("n_bytes", value, BYTES))

    def __init__(
        self,
        model: str = "Llama 2 7B",
        *,
        n_kv_heads: int | None = None,
        tokens: int = 4096,
        batch: int = 1,
        n_bytes: int = 2,
    ):
        published = PUBLISHED[_NAMES.index(one_of("model", model, _NAMES))]
        sizes = {name: published[name] for name in _SIZES}
        if n_kv_heads is not None:
            sizes["n_kv_heads"] = n_kv_heads
        super().__init__(
            models=PUBLISHED,
            model=model,
            **sizes,
            tokens=tokens,
            batch=batch,
            n_bytes=n_bytes,
        )


def _at_most(name: str, value: object) -> int:
    number = checks.whole_number(name, value)
    if number > MOST:
        raise ValueError(f"{name} must be at most {MOST}; got {number}")
    return number


def _divisor(n_kv_heads: object, n_heads: int) -> int:
    number = checks.whole_number("n_kv_heads", n_kv_heads)
    if n_heads % number:
        raise ValueError(f"n_kv_heads must divide the {n_heads} query heads; got {number}")
    return number


def _offered(name: str, value: object, offered: tuple[int, ...]) -> int:
    return one_of(name, checks.whole_number(name, value), offered)
