"""Functions that prepare.js calls in the place of syntax that MicroPython lacks."""

import builtins
from array import array
from collections import deque

# A class of our own that is used as this built-in type.
STANDS_FOR = {}
native_isinstance = _isinstance = isinstance
_SEQUENCES = (list, tuple, range, array, deque)
# A class pattern with one position compares that with the value itself.
_WHOLE = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)


def instance(value, kinds):
    """isinstance(); in MicroPython a bool is not an int."""
    if _isinstance(kinds, tuple):
        return any(instance(value, kind) for kind in kinds)
    if kinds is None:  # in a union
        return value is None
    kind = STANDS_FOR.get(id(kinds), kinds)
    return _isinstance(value, kind) or (kind is int and _isinstance(value, bool))


class _Key:
    """Returns what is between the brackets: an index, which may have slices."""

    def __getitem__(self, key):
        return key


class _Stepped:
    """A sequence for an index with a step, which those of MicroPython lack."""

    def __init__(self, value):
        self.value = value

    def __getitem__(self, key):
        entries = [self.value[i] for i in range(*key.indices(len(self.value)))]
        kind = type(self.value)
        return "".join(entries) if kind is str else kind(entries)

    def __setitem__(self, key, entries):
        self.value[key] = entries

    def __delitem__(self, key):
        del self.value[key]


def _stepped(value):
    return _Stepped(value) if type(value) in (bytes, list, str, tuple) else value


def formatted(value, how=""):
    """The text that format() and an f-string produce."""
    if hasattr(value, "__format__"):
        return value.__format__(how)
    if _isinstance(value, (int, float, str)):
        return str(value) if not how else ("{:" + how + "}").format(value)
    if how:
        kind = type(value).__name__
        raise TypeError("unsupported format string passed to " + kind + ".__format__")
    return str(value)


# What keeps a set or dict the same object.
_UPDATES = {
    "and": "intersection_update",
    "or": "update",
    "xor": "symmetric_difference_update",
}


def _in_place(name, target, value):
    """An augmented assignment other than += and -=."""
    if not _isinstance(target, (int, float, str)):
        own, update = "__i" + name + "__", _UPDATES.get(name, "")
        if hasattr(target, own):
            return getattr(target, own)(value)
        if update and hasattr(target, update) and _isinstance(value, (dict, frozenset, set)):
            getattr(target, update)(value)
            return target
        if name == "mul" and _isinstance(target, list):
            target[:] = target * value
            return target
    return _PLAIN[name](target, value)


def _in_place_item(name, target, key, value):
    target[key] = _in_place(name, target[key], value)


def _in_place_attribute(name, target, key, value):
    setattr(target, key, _in_place(name, getattr(target, key), value))


_PLAIN = {
    "mul": lambda a, b: a * b,
    "truediv": lambda a, b: a / b,
    "floordiv": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "pow": lambda a, b: a**b,
    "matmul": lambda a, b: a @ b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


def _merged(*parts):
    merged = {}
    for part in parts:
        merged.update(part)
    return merged


# What a value's parts are, if a pattern may match it; otherwise None.


def _match_sequence(value, before, after):
    """The entries; with a star, `after` is a number, and one part is what the star takes."""
    if not _isinstance(value, _SEQUENCES):
        return None
    entries, n = list(value), len(value)
    if after is None:
        return entries if n == before else None
    if n < before + after:
        return None
    return [*entries[:before], entries[before : n - after], *entries[n - after :]]


def _match_mapping(value, keys, rest):
    if not _isinstance(value, dict) or not all(key in value for key in keys):
        return None
    parts = [value[key] for key in keys]
    return [*parts, {k: v for k, v in value.items() if k not in keys}] if rest else parts


def _match_class(value, kind, n, *names):
    if not instance(value, kind):
        return None
    if n == 1 and STANDS_FOR.get(id(kind), kind) in _WHOLE:
        own, names = [value], names
    else:
        own = []
        known = getattr(kind, "__match_args__", ()) if n else ()
        if n > len(known):
            raise TypeError(
                f"{kind.__name__}() accepts {len(known)} positional sub-patterns ({n} given)"
            )
        names = tuple(known[:n]) + names
    if not all(hasattr(value, name) for name in names):
        return None
    return own + [getattr(value, name) for name in names]


for _name, _function in {
    "isinstance": instance,
    "__decorator__": lambda decorator: decorator,
    "__dict__": _merged,
    "__format__": formatted,
    "__in_place__": _in_place,
    "__in_place_attribute__": _in_place_attribute,
    "__in_place_item__": _in_place_item,
    "__key__": _Key(),
    "__list__": lambda *entries: list(entries),
    "__match_class__": _match_class,
    "__match_mapping__": _match_mapping,
    "__match_sequence__": _match_sequence,
    "__set__": lambda *entries: set(entries),
    "__stepped__": _stepped,
    "__tuple__": lambda *entries: entries,
}.items():
    setattr(builtins, _name, _function)
