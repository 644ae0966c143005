"""The attentions of a whole model: finding them by their names, and converting them."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from mha_lib.layouts._layout import Layout
from mha_lib.storage import BIASES, first_name


@dataclass(frozen=True)
class Found:
    """One attention of a whole model.

    Args:
        prefix: The prefix of its names in the model, such as "h.0.attn.".
        layouts: The layouts that fit its names and shapes. If there are several, they store
            parameters in different orders, scale them differently, or differ in what no weight
            shows; only the origin of the model can decide between them.
        n_heads: Number of heads; None if names and shapes do not show it.
        state: Its tensors by the layout's own names, for `layouts.unpack`.
        refusal: Why no layout fits; "" if one does.
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
    """Every attention whose names are those of a layout; refused ones come last."""
    # Two attentions with different names may have the same prefix.
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
    """Finds every prefix in front of all names of one of the layout's tables.

    Returns:
        For each prefix, such as "h.0.attn.", the names of the attention's tensors: a mapping from
        name in the layout to name in the model. It includes names that the layout refuses.

    >>> from mha_lib.layouts import LAYOUTS
    >>> names = ["h.0.attn.c_attn.weight", "h.0.attn.c_attn.bias", "h.0.ln_1.weight"]
    >>> names += ["h.0.attn.c_proj.weight", "h.0.attn.c_proj.bias"]
    >>> list(find(names, LAYOUTS["gpt2"]))
    ['h.0.attn.']
    """
    names = list(names)
    by_prefix = {}
    for table in layout.tables:
        anchor = first_name(next(iter(table.rows)))
        # At the start of a name or after a separator, which may be of either kind.
        ends = re.compile(rf"(^|[./]){re.escape(anchor).replace('/', '[./]')}\Z")
        for prefix in [name[: -len(anchor)] for name in names if ends.search(name)]:
            under = {name.removeprefix(prefix): name for name in names if name.startswith(prefix)}
            full = layout.with_own_separator(under)
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
    """Converts each group of tensors under its prefix, and keeps all other tensors.

    Args:
        tensors: All tensors of a model.
        groups: Prefixes and attentions, as `find` returns them.
        convert: Converts the tensors of one attention to the other layout.

    Raises:
        ValueError: An attention cannot be converted, or a new name is already in use.
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
            # A copy, because most new tensors are views of the old ones.
            result[prefix + short] = tensor.clone(memory_format=torch.contiguous_format)
    return result


def count(number: int, what: str) -> str:
    """`1 head`, `2 heads`."""
    return f"{number} {what}{'' if number == 1 else 's'}"
