"""The attentions of a whole model: finding them by their names, and writing them anew."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from mha_lib.layouts._layout import Layout
from mha_lib.storage import BIASES, first


@dataclass(frozen=True)
class Found:
    """One attention of a whole model.

    Args:
        prefix: What its names begin with in the model, "h.0.attn.".
        layouts: The layouts that its names and shapes fit. Where there are several, they keep the
            numbers in different orders, or differ in the scale or in what no weight holds, and only
            the model's origin tells which.
        n_heads: Number of heads, where names or shapes tell it.
        state: Its tensors under the layout's own names, for `layouts.unpack`.
        refusal: Where no layout fits, why not.
    """

    prefix: str
    layouts: tuple[str, ...]
    n_heads: int | None
    state: Mapping[str, Tensor]
    refusal: str = ""

    def __str__(self) -> str:
        where = self.prefix or "(top level)"
        if not self.layouts:
            return f"{where}  {self.refusal}"
        heads = "unknown number of heads" if self.n_heads is None else count(self.n_heads, "head")
        return f"{where}  {' or '.join(self.layouts)}, {heads}"


def find_all(state: Mapping[str, Tensor], layouts: Iterable[Layout]) -> list[Found]:
    """Every attention that some layout has the names of; refused ones last."""
    # Under one prefix two attentions of different names may stand.
    fitting: dict[tuple[str, frozenset[str]], Found] = {}
    refused: dict[str, Found] = {}
    for layout in layouts:
        for prefix, names in find(state, layout).items():
            tensors = {short: state[name] for short, name in names.items()}
            try:
                _, _, sizes = layout.match(tensors)
            except (TypeError, ValueError) as error:
                refusal = f"not {layout.name}: {error}"
                refused.setdefault(prefix, Found(prefix, (), None, tensors, refusal))
                continue
            key = (prefix, frozenset(names.values()))
            others = fitting[key].layouts if key in fitting else ()
            fitting[key] = Found(prefix, (*others, layout.name), sizes.get("n_heads"), tensors)
    fit = {prefix for prefix, _ in fitting}
    return [*fitting.values(), *(refused[prefix] for prefix in refused if prefix not in fit)]


def find(names: Iterable[str], layout: Layout) -> dict[str, dict[str, str]]:
    """Finds every prefix under which all names of one of the layout's tables stand.

    Returns:
        From the prefix, such as "h.0.attn.", to the attention's tensors: name in the layout, with
        the layout's refused names where they are there too, to name in the model.

    >>> from mha_lib.layouts import LAYOUTS
    >>> names = ["h.0.attn.c_attn.weight", "h.0.attn.c_attn.bias", "h.0.ln_1.weight"]
    >>> names += ["h.0.attn.c_proj.weight", "h.0.attn.c_proj.bias"]
    >>> list(find(names, LAYOUTS["gpt2"]))
    ['h.0.attn.']
    """
    names = list(names)
    by_prefix = {}
    for table in layout.tables:
        anchor = first(next(iter(table.rows)))
        # At the start or behind a joint, with joints of either kind.
        ends = re.compile(rf"(^|[./]){re.escape(anchor).replace('/', '[./]')}\Z")
        for prefix in [name[: -len(anchor)] for name in names if ends.search(name)]:
            under = {name.removeprefix(prefix): name for name in names if name.startswith(prefix)}
            full = layout.rejoined(under)
            heads = table.count_heads(full)
            known = [*table.shapes(BIASES, heads), *layout.refused]
            if table.shapes(table.required_biases, heads).keys() <= full.keys():
                by_prefix[prefix] = {name: full[name] for name in known if name in full}
    return by_prefix


def convert_each(
    tensors: Mapping[str, Tensor],
    groups: Iterable[tuple[str, Mapping[str, str]]],
    convert: Callable[[Mapping[str, Tensor]], Mapping[str, Tensor]],
) -> dict[str, Tensor]:
    """Writes each group anew under its prefix, and keeps every other tensor.

    Args:
        tensors: All tensors of a model.
        groups: Prefixes and attentions, as `find` gives them.
        convert: From one attention's tensors to the other layout's.

    Raises:
        ValueError: An attention cannot be converted, or a new name is taken.
    """
    result = dict(tensors)
    for prefix, names in groups:
        try:
            new = convert({short: result.pop(name) for short, name in names.items()})
        except (RuntimeError, TypeError, ValueError) as error:
            raise ValueError(f"{prefix or 'top level'}: {error}") from None
        for short, tensor in new.items():
            if prefix + short in result:
                raise ValueError(f"{prefix + short} must be free for the new tensor; got two of it")
            # Apart from the old memory, of which most new tensors are views.
            result[prefix + short] = tensor.clone(memory_format=torch.contiguous_format)
    return result


def count(number: int, what: str) -> str:
    """`1 head`, `2 heads`."""
    return f"{number} {what}{'' if number == 1 else 's'}"
