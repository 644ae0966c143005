"""The attention layers of a whole model: finding them by their names, and converting them."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import torch
from torch import Tensor

from mha_lib import checks
from mha_lib.layouts._layout import Layout
from mha_lib.layouts._other_tensors import (
    CANNOT_HOLD,
    UNREADABLE,
    computed_parameters,
    is_buffer,
    is_other_part,
    learned_angles,
    parts_of_attention,
)
from mha_lib.layouts._tables import ALL_LAYOUTS
from mha_lib.parameter_table import BIASES, first_name

OTHER_PART = "another part of the layer, by its name"
UNCLEAR = "its name does not show whether it is part of the attention"
ANGLES = "it computes the angles that rotate queries and keys, which no layout stores"
OTHER_LAYOUT = "; another system may have these names without that bias, and search can read it"
BUFFER = "a mask or a table of positions, which no layout stores"


@dataclass(frozen=True)
class FoundAttention:
    """One attention of a whole model.

    Args:
        prefix: The prefix of its names in the model, such as "h.0.attn.".
        layouts: The layouts that fit its names and shapes. If there are several, they store
            parameters in different orders, scale them differently, or differ in settings outside
            the parameters; only the origin of the model can decide between them.
        n_heads: Number of heads; None if names and shapes do not show it.
        state: Its tensors by the layout's own names, for `layouts.unpack`. If no layout fits,
            unknown tensors are included.
        refusal: Why no layout fits; "" if one does.
        left_out: Names of tensors with the same prefix that are not in `state`, each with what it
            is, such as a causal mask. Also the name of a matrix elsewhere in the model that
            computes the angles of rotary positions.
    """

    prefix: str
    layouts: tuple[str, ...]
    n_heads: int | None
    state: Mapping[str, Tensor] = field(repr=False)  # the numbers would fill pages
    refusal: str = ""
    left_out: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        where = self.prefix or "(top level)"
        if not self.layouts:
            return f"{where}  {self.refusal}"
        heads = (
            "unknown number of heads"
            if self.n_heads is None
            else checks.count_noun(self.n_heads, "head")
        )
        angles = [name for name, what in self.left_out.items() if what == ANGLES]
        without = f", without the angles that {angles[0]} computes" if angles else ""
        return f"{where}  {' or '.join(self.layouts)}, {heads}{without}"


class Names:
    """The names of a model's tensors, indexed by each of their prefixes.

    >>> names = Names(["h.0.attn.c_attn.weight", "h.0.ln_1.weight"])
    >>> names.prefixes_of("c_attn.weight")
    ['h.0.attn.']
    >>> names.under("h.0.")
    {'attn.c_attn.weight': 'h.0.attn.c_attn.weight', 'ln_1.weight': 'h.0.ln_1.weight'}
    """

    def __init__(self, names: Iterable[str]):
        self._by_prefix: dict[str, list[str]] = defaultdict(list)
        self._by_end: dict[str, list[str]] = defaultdict(list)
        for name in names:
            # A prefix ends at a separator, which may be of either kind.
            for start in (0, *(match.end() for match in re.finditer("[./]", name))):
                self._by_prefix[name[:start]].append(name)
                self._by_end[name[start:].replace("/", ".")].append(name[:start])

    def prefixes_of(self, short: str) -> list[str]:
        """Every prefix in front of this name, whose separators may be of either kind."""
        return self._by_end.get(short.replace("/", "."), [])

    def under(self, prefix: str) -> dict[str, str]:
        """Maps each name with this prefix, cut after the prefix, to the whole name."""
        names = self._by_prefix.get(prefix, [])
        return {name.removeprefix(prefix): name for name in names}


@dataclass(frozen=True)
class AttentionNames:
    """Maps the names of one attention in its layout to its names in the model.

    Args:
        known: Names that the layout has or refuses.
        others: Other names under the prefix that may be part of this attention, and belong to no
            other attention.
        left_out: Names under the prefix that are not part of this attention, each with what it is.
    """

    known: Mapping[str, str]
    others: Mapping[str, str]
    left_out: Mapping[str, str]

    @property
    def names(self) -> dict[str, str]:
        """The names of all tensors that may be part of the attention."""
        return {**self.known, **self.others}


def find_attentions_of(
    state: Mapping[str, Tensor], layouts: Iterable[Layout]
) -> list[FoundAttention]:
    """Every attention whose names a layout has; refused ones come last."""
    # Two attention layers with different names may have the same prefix.
    fitting: dict[tuple[str, frozenset[str]], FoundAttention] = {}
    refused: dict[str, FoundAttention] = {}
    layouts = list(layouts)
    angles = dict.fromkeys(learned_angles(state), ANGLES)
    for layout, attentions in zip(layouts, _attentions_by_layout(state, layouts), strict=True):
        for prefix, attention in attentions.items():
            names = attention.names
            tensors = {short: state[name] for short, name in names.items()}
            left_out = {**attention.left_out, **angles}
            try:
                _, _, sizes = layout.match(tensors)
            except (TypeError, ValueError) as error:
                refusal = f"not {layout.name}: {error}"
                if re.search(r"\(missing \[[^]]", refusal):
                    refusal += OTHER_LAYOUT
                attention_refused = FoundAttention(prefix, (), None, tensors, refusal, left_out)
                refused.setdefault(prefix, attention_refused)
                continue
            key = (prefix, frozenset(names.values()))
            names_of_layouts = (*(fitting[key].layouts if key in fitting else ()), layout.name)
            n_heads = sizes.get("n_heads")
            fitting[key] = FoundAttention(prefix, names_of_layouts, n_heads, tensors, "", left_out)
    fit = {prefix for prefix, _ in fitting}
    refused = _unreadable_attentions(state) | refused
    return [*fitting.values(), *(refused[prefix] for prefix in refused if prefix not in fit)]


def names_by_prefix(
    state: Iterable[str] | Mapping[str, Tensor], layout: Layout
) -> dict[str, dict[str, str]]:
    """Finds every prefix in front of all names of one of the layout's tables.

    Args:
        state: All tensors of a model, or their names.
        layout: The layout.

    Returns:
        For each prefix, such as "h.0.attn.", the names of the attention's tensors: a mapping from
        name in the layout to name in the model. It includes names that the layout refuses or does
        not have, if they may be part of the attention.

    >>> from mha_lib.layouts import LAYOUTS
    >>> names = ["h.0.attn.c_attn.weight", "h.0.attn.c_attn.bias", "h.0.ln_1.weight"]
    >>> names += ["h.0.attn.c_proj.weight", "h.0.attn.c_proj.bias"]
    >>> list(names_by_prefix(names, LAYOUTS["gpt2"]))
    ['h.0.attn.']
    """
    return {
        prefix: attention.names for prefix, attention in attentions_by_prefix(state, layout).items()
    }


def attentions_by_prefix(
    state: Iterable[str] | Mapping[str, Tensor], layout: Layout
) -> dict[str, AttentionNames]:
    """As `names_by_prefix`, with the names that are left out."""
    return _attentions_by_layout(state, [layout, *ALL_LAYOUTS])[0]


def incomplete_attentions(
    state: Iterable[str] | Mapping[str, Tensor],
    layouts: Iterable[Layout],
    refused: Iterable[str] = (),
) -> dict[str, list[str]]:
    """Finds attention layers that lack tensors, as when a model is stored in several files.

    An incomplete attention is reported if it has queries, keys or values, or if its prefix differs
    only in numbers from the prefix of a whole attention. An output matrix alone is not enough,
    because other modules have output matrices of the same name.

    Args:
        state: All tensors of a model, or their names.
        layouts: The layouts whose names to look for.
        refused: Names of tensors in attentions that are refused for another reason, such as those
            of another layout. They do not count.

    Returns:
        For each prefix, the names that are missing.
    """
    names = Names(state)
    not_counted = {name.replace("/", ".") for name in refused}
    result: dict[str, list[str]] = {}
    for layout in layouts:
        whole = _known_names(names, layout)
        whole_forms = {re.sub(r"\d+", "0", prefix) for prefix in whole}
        for table in layout.tables:
            rows = table.rows_with(table.required_biases)
            present_by_prefix: dict[str, set[str]] = defaultdict(set)
            with_inputs: set[str] = set()  # prefixes of attentions with queries, keys or values
            for name, row in rows.items():
                for prefix in names.prefixes_of(first_name(name)):
                    if f"{prefix}{first_name(name)}".replace("/", ".") in not_counted:
                        continue
                    present_by_prefix[prefix].add(name)
                    if not row.contents[0].endswith("_O"):
                        with_inputs.add(prefix)
            for prefix, present in present_by_prefix.items():
                missing = [first_name(name) for name in rows if name not in present]
                has_form_of_whole = re.sub(r"\d+", "0", prefix) in whole_forms
                counts = has_form_of_whole or (prefix in with_inputs and not whole_forms)
                if missing and prefix not in whole and counts:
                    result.setdefault(prefix, missing)
    return result


def _attentions_by_layout(
    state: Iterable[str] | Mapping[str, Tensor], layouts: list[Layout]
) -> list[dict[str, AttentionNames]]:
    """For each layout, the attention layers with its names, by their prefixes."""
    names = Names(state)
    tensors: Mapping[str, Tensor] = state if isinstance(state, Mapping) else {}
    known_by_layout = [_known_names(names, layout) for layout in layouts]
    prefixes = {prefix for attentions in known_by_layout for prefix in attentions}
    # For each tensor, the attention layers that have it, each as the set of its names.
    owners: dict[str, set[frozenset[str]]] = defaultdict(set)
    for attentions in known_by_layout:
        for known in attentions.values():
            for name in known.values():
                owners[name].add(frozenset(known.values()))
    result: list[dict[str, AttentionNames]] = []
    for layout, attentions in zip(layouts, known_by_layout, strict=True):
        by_prefix: dict[str, AttentionNames] = {}
        for prefix, known in attentions.items():
            under = layout.with_own_separator(names.under(prefix))
            others = _without_other_attentions(under, prefix, known, owners, prefixes)
            by_prefix[prefix] = _separate_other_parts(layout, known, others, tensors)
        result.append(by_prefix)
    return result


def _without_other_attentions(
    under: Mapping[str, str],
    prefix: str,
    known: Mapping[str, str],
    owners: Mapping[str, set[frozenset[str]]],
    prefixes: set[str],
) -> dict[str, str]:
    """Names under the prefix that belong to no known attention.

    For example, attentions begin at "layer." and at "layer.cross.". The names of the first one that
    begin with "layer.cross." are left out, because they belong to the second one. If the first one
    has the matrix "layer.query.weight" and another layout finds an attention at "layer.query.",
    names that begin with "layer.query." are kept.

    Args:
        under: All names under the prefix: from the name without the prefix to the whole name.
        prefix: The attention's prefix.
        known: The names that the layout knows.
        owners: For each tensor, the attention layers that have it, each as the set of its names.
        prefixes: The prefixes of all attention layers of the model.
    """
    own_names = frozenset(known.values())
    inner_prefixes = [p for p in prefixes if p.startswith(prefix) and p != prefix]
    prefixes_of_others = tuple(
        inner for inner in inner_prefixes if not any(name.startswith(inner) for name in own_names)
    )

    def belongs_to_another(name: str) -> bool:
        has_another_owner = any(own_names.isdisjoint(owner) for owner in owners.get(name, ()))
        return has_another_owner or name.startswith(prefixes_of_others)

    return {
        short: name
        for short, name in under.items()
        if short not in known and not belongs_to_another(name)
    }


def _separate_other_parts(
    layout: Layout,
    known: Mapping[str, str],
    others: Mapping[str, str],
    tensors: Mapping[str, Tensor],
) -> AttentionNames:
    """Decides for each unknown name whether its tensor may be part of the attention, or what it is.

    Args:
        layout: The layout.
        known: The names that the layout knows: from the layout's name to the model's.
        others: All unknown names under the prefix, in the same form.
        tensors: All tensors of the model; empty if only their names are known.
    """
    reasons = {short: BUFFER for short in others if is_buffer(short, tensors.get(others[short]))}
    must_be_removed = layout.must_be_removed
    reasons |= {short: must_be_removed[short] for short in others if short in must_be_removed}
    rest = [short for short in others if short not in reasons]
    parts = parts_of_attention(rest, known)
    for short in rest:
        if short not in parts:
            reasons[short] = OTHER_PART if is_other_part(short) else UNCLEAR
    left_out = {others[short]: reason for short, reason in reasons.items()}
    return AttentionNames(known, {short: others[short] for short in parts}, left_out)


def _known_names(names: Names, layout: Layout) -> dict[str, dict[str, str]]:
    """For each prefix, the names that the layout has or refuses, if they are a whole attention."""
    by_prefix: dict[str, dict[str, str]] = {}
    for table in layout.tables:
        for prefix in names.prefixes_of(first_name(next(iter(table.rows)))):
            full = layout.with_own_separator(names.under(prefix))
            heads = table.count_heads(full)
            known = [*table.shapes(BIASES, heads), *layout.refused]
            if table.shapes(table.required_biases, heads).keys() <= full.keys():
                by_prefix[prefix] = {name: full[name] for name in known if name in full}
    return by_prefix


def why_unreadable(state: Mapping[str, Tensor]) -> str:
    """Why no layout reads the attention with these names; "" if they do not show it."""
    reasons = [reason for anchor, reason in UNREADABLE.items() if anchor in state]
    for name in learned_angles(state):
        reasons.append(f"learned angles (they rotate queries and keys, {CANNOT_HOLD}); got {name}")
    return reasons[0] if reasons else ""


def _unreadable_attentions(state: Mapping[str, Tensor]) -> dict[str, FoundAttention]:
    """Attentions whose names show that no layout reads them."""
    unreadable: dict[str, FoundAttention] = {}
    names = Names(state)
    for anchor, reason in UNREADABLE.items():
        for prefix in names.prefixes_of(anchor):
            tensors = {short: state[name] for short, name in names.under(prefix).items()}
            refusal = f"no layout reads this attention: {reason}; got {anchor}"
            unreadable.setdefault(prefix, FoundAttention(prefix, (), None, tensors, refusal))
    return unreadable | _computed_attentions(state, names)


def _computed_attentions(state: Mapping[str, Tensor], names: Names) -> dict[str, FoundAttention]:
    """Attentions with a parameter that is not stored, but computed from others that are."""
    computed = computed_parameters(state.keys())
    if not computed:
        return {}
    stored_as = {name: (stored, reason) for stored, (name, reason) in computed.items()}
    with_computed = Names([*(name for name in state if name not in computed), *stored_as])
    found: dict[str, FoundAttention] = {}
    for layout in ALL_LAYOUTS:
        for prefix, known in _known_names(with_computed, layout).items():
            own = [stored_as[name] for name in known.values() if name in stored_as]
            if own:
                stored, reason = own[0]
                tensors = {short: state[name] for short, name in names.under(prefix).items()}
                refusal = (
                    f"no layout reads this attention: {reason}; got {stored.removeprefix(prefix)}"
                )
                found.setdefault(prefix, FoundAttention(prefix, (), None, tensors, refusal))
    return found


def convert_each(
    tensors: Mapping[str, Tensor],
    groups: Iterable[tuple[str, Mapping[str, str]]],
    convert: Callable[[Mapping[str, Tensor]], Mapping[str, Tensor]],
) -> dict[str, Tensor]:
    """Converts each group of tensors under its prefix, and keeps all other tensors.

    Args:
        tensors: All tensors of a model.
        groups: Prefixes and attentions, as `names_by_prefix(...).items()` gives them.
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
                raise ValueError(
                    f"{prefix + short} must not be in the model yet; got a tensor of that name"
                )
            # A copy, because most new tensors are views of the old ones.
            result[prefix + short] = tensor.clone(memory_format=torch.contiguous_format)
    return result
