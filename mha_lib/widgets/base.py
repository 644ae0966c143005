"""The base class of all widgets: Python provides data, and the page computes and draws.

A widget is an anywidget: with a kernel its traits are synchronized both ways. Without one (in the
built book, in an exported or stored notebook) the text/html next to the widget view mounts the same
ES module on a plain object with the same state, so every control works without kernel or network.
"""

import base64
import hashlib
import html
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import anywidget
import traitlets
from torch import Tensor

from mha_lib import checks

_HERE = Path(__file__).parent
_STATIC = _HERE / "static"  # bundled from js/src by `make widgets`


def _read_bundle(name: str) -> str:
    try:
        return (_STATIC / name).read_text()
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{name} must be bundled; got no such file in {_STATIC} (run make widgets)"
        ) from None


_MOUNT = _read_bundle("mount.js")

# A page that contains only a widget.
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ background: #fff; color-scheme: light dark; margin: 16px; }}
.mha {{ margin: 0 auto; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #14181e; }} }}
</style>
</head>
<body><main>{widget}</main></body>
</html>
"""

# One widget's HTML. The mark is a hash of the state, so that the same cell gives the same bytes;
# two equal widgets on a page share mark, state and module. `name` identifies the widget in links:
# its class and a hash of its fixed values. The last script is a classic one, because a module would
# wait for the whole page and the theme's scripts.
_HTML = """\
<div class="mha-widget" data-mha="{mark}" data-mha-name="{name}"><noscript><p>An \
interactive picture belongs here. It needs JavaScript, which this browser has turned off. The text \
says what it shows.</p></noscript></div>
<style>{css}</style>
<script type="application/json" data-mha-state="{mark}">{state}</script>
<script type="text/plain" data-mha-module="{mark}">{module}</script>
<script>{mount}</script>
"""


# Colab's traitlets, 5.7.1, has no `TraitType[Any, Any]`.
class PageTrait(traitlets.TraitType):  # pyright: ignore[reportMissingTypeArgument]
    """A trait that the page gets; the base class of `Fixed` and `Editable`.

    Args:
        rule: Called with the widget and a value, the constructor's or a new one. Returns the value
            to store, or raises.
    """

    def __init__(self, rule: Callable[[Any, Any], Any]):
        # With a default, traitlets would not validate a constructor value equal to it.
        super().__init__()
        self.tag(sync=True)
        self.rule = rule


class Editable(PageTrait):
    """A trait that the reader and a program may change to any value that `rule` accepts."""


class Fixed(PageTrait):
    """A trait that never changes after construction, so the page reads it only once."""

    def __init__(self):
        super().__init__(lambda widget, value: widget._require_unchanged(self.name, value))


class Widget(anywidget.AnyWidget):
    """Base class of the widgets. It mounts the widget's module where there is no kernel.

    A subclass names its module, `_module = "heads_view.js"`, and declares a `Fixed` or an
    `Editable` for each value that the module reads or writes. Its constructor checks the arguments
    and passes each of these values to this one's. When several values are set at once, by the
    constructor or by a message from the page, all are assigned before any is validated, so a rule
    may read the others. The constructor's values are validated in the order in which it passes
    them.
    """

    _module: ClassVar[str]
    _css = (_HERE / "widgets.css").read_text()

    def __init__(self, **state: Any):
        # The order of these three steps matters.
        # 1. Store the values that a `Fixed` compares new values with.
        self._constructor_values = state
        # 2. Set the traits; the end of the `with` block validates them. Traits can be set before
        #    `super().__init__`, because traitlets prepares them in `__new__`.
        with self.hold_trait_notifications():
            for name, value in state.items():
                setattr(self, name, value)
        # 3. Send the state to the page. It is complete and valid by now, so a widget with a refused
        #    value never reaches a page.
        super().__init__()

    def __init_subclass__(cls, **kwargs):
        # Python calls this before traitlets collects the validators of a class, so traitlets finds
        # one that is added here. anywidget makes a subclass of every widget's class. It has no
        # `_module` of its own, and inherits both module and validator.
        if "_module" in cls.__dict__:
            cls._esm = _read_bundle(cls._module)
            names = [name for name, trait in vars(cls).items() if isinstance(trait, PageTrait)]
            cls._validate_trait = traitlets.validate(*names)(_validate_trait)
        super().__init_subclass__(**kwargs)

    def _require_unchanged(self, name, value):
        # Types first: True equals 1, and a tensor compares entry by entry.
        first = self._constructor_values[name]
        if type(value) is not type(first) or value != first:
            raise ValueError(
                f"{name} must not change; got {checks.describe(value)} "
                f"(make a new {type(self).__name__})"
            )
        return value

    def state(self) -> dict[str, Any]:
        """The values that the module sees: this widget's own synced traits."""
        traits = sorted(self.traits().items())
        return {name: getattr(self, name) for name, trait in traits if isinstance(trait, PageTrait)}

    def html(self, *, include_deferred: bool = False) -> str:
        """Returns HTML for a page without a kernel; the same state gives the same bytes.

        Args:
            include_deferred: Whether to include what the page would otherwise load when a reader
                asks.
        """
        values, class_name = self.state(), type(self).__name__
        fixed = {
            name: value for name, value in values.items() if isinstance(self.traits()[name], Fixed)
        }
        state = _to_json(values)
        return (self._deferred_scripts() if include_deferred else "") + _HTML.format(
            mark=_hash(class_name + state)[:16],
            name=f"{class_name}-{_hash(_to_json(fixed))[:6]}",
            css=self._css,
            state=state,
            module=self._esm,
            mount=_MOUNT,
        )

    def _deferred_scripts(self) -> str:
        """Returns script elements with what the page would otherwise load when a reader asks."""
        return ""

    def save(self, path: str | Path, *, title: str | None = None) -> None:
        """Writes a page with this widget in its current state: one file, for any browser, offline.

        Args:
            path: The file to write; an existing one is replaced.
            title: The page's title; the class's name when left out.

        Raises:
            TypeError: `title` is not a string.
            OSError: The file cannot be written.
        """
        title = type(self).__name__ if title is None else title
        if not isinstance(title, str):
            raise TypeError(f"title must be a string; got {checks.describe(title)}")
        page = _PAGE.format(title=html.escape(title), widget=self.html(include_deferred=True))
        Path(path).write_text(page, encoding="utf-8")

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {
            **data,
            "text/plain": f"{type(self).__name__}()",
            "text/html": self.html(),
        }, metadata


def _to_json(values: dict[str, Any]) -> str:
    """Writes values as JSON in which no token can close the script element."""
    text = json.dumps(values, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _validate_trait(widget: Any, proposal: Any) -> Any:
    return proposal["trait"].rule(widget, proposal["value"])


MAX_NUMBERS = 2**20


def require_numbers(
    name: str, value: object, dims: tuple[int, ...], maximum: int = MAX_NUMBERS
) -> Tensor:
    """Accepts a finite floating-point tensor that fits into a page; returns it as float64.

    Args:
        name: What a message calls it.
        value: The tensor.
        dims: How many dimensions it may have.
        maximum: The most numbers that it may have.

    Raises:
        TypeError: It is not a dense floating-point tensor.
        ValueError: It has another number of dimensions, no number or too many, or one that is not
            finite.
    """
    tensor = checks.require_floating(name, value, min_dims=min(dims))
    if tensor.dim() not in dims or 0 in tensor.shape:
        *others, last = dims
        wanted = " or ".join([*map(str, others), checks.count_noun(last, "dimension")])
        raise ValueError(
            f"{name} must have {wanted}, none of size 0; got {checks.describe(tensor)}"
        )
    if tensor.numel() > maximum:
        raise ValueError(
            f"{name} must have at most {maximum} numbers; got {checks.describe(tensor)} "
            "(a page cannot hold more)"
        )
    checks.require_finite(name, tensor)
    return tensor.detach().double().cpu()


def to_nested_list(name: str, value: object, dims: tuple[int, ...]) -> list[Any]:
    """Accepts what `require_numbers` does; returns nested lists, rounded to nine digits.

    Single precision has nine digits. Rounding makes a stored page the same on machines that differ
    in the last bits.
    """
    return rounded(require_numbers(name, value, dims).tolist(), ".9g")


def pack_weights(weights: Tensor) -> dict[str, Any]:
    """Packs weights in units of 1/60,000, for `js/src/shared/heads.js`.

    In these units a half, a third, ... and a sixth are exact. A weight above 0 stays above 0.
    """
    units = weights.mul(60_000).round().clamp(0, 60_000)
    units = units.clamp(min=1).where(weights > 0, units)
    return {"type": "uint16", **_pack(units, "<u2")}


def pack_scores(scores: Tensor) -> dict[str, Any]:
    """Packs scores in single precision, for `js/src/shared/heads.js`."""
    return {"type": "float32", **_pack(scores, "<f4")}


def _pack(tensor: Tensor, dtype: str) -> dict[str, Any]:
    """The shape of a tensor, and its numbers as bytes in base64."""
    stored = tensor.numpy().astype(dtype)
    return {"shape": list(tensor.shape), "data": base64.b64encode(stored.tobytes()).decode()}


def require_int_between(name: str, value: object, minimum: int, maximum: int) -> int:
    """Accepts an integer from `minimum` to `maximum`, both included."""
    number = checks.require_int(name, value, minimum)
    if number > maximum:
        raise ValueError(f"{name} must be at most {maximum}; got {number}")
    return number


def require_index(name: str, value: object, size: int, minimum: int = 0) -> int:
    """Accepts an index from `minimum` to `size` - 1."""
    index = checks.require_int(name, value, minimum)
    if index >= size:
        raise ValueError(f"{name} must be below {size}; got {index}")
    return index


def require_one_of(name: str, value: Any, known: Sequence[Any]) -> Any:
    """Accepts one of the `known` names or numbers.

    Only an int or a float can be one of these numbers, and only an int if all are ints: True is not
    1, and a tensor is no number.
    """
    kinds = {type(option) for option in known}
    kinds |= {int} if float in kinds else set()  # a page sends 1.0 as 1
    if type(value) not in kinds or value not in known:
        plain = isinstance(value, str | int | float)
        raise ValueError(
            f"{name} must be one of {checks.join_words(map(str, known))}; "
            f"got {repr(value) if plain else checks.describe(value)}"
        )
    return value


def require_list(name: str, value: Any) -> Sequence[Any]:
    """Accepts a list or a tuple."""
    if not isinstance(value, list | tuple):
        raise TypeError(f"{name} must be a list; got {checks.describe(value)}")
    return value


def require_booleans(name: str, value: Any, rows: int, columns: int) -> list[list[bool]]:
    """Accepts `rows` lists of `columns` booleans."""
    listed = [row if isinstance(row, list | tuple) else () for row in require_list(name, value)]
    if len(listed) != rows or any(len(row) != columns for row in listed):
        rule = f"{name} must be {rows} lists of {columns} booleans"
        raise ValueError(f"{rule}; got {checks.describe(value)}")
    if not all(isinstance(entry, bool) for row in listed for entry in row):
        raise TypeError(f"{name} must contain only True and False; got {checks.describe(value)}")
    return [list(row) for row in listed]


def rounded(value: Any, form: str) -> Any:
    """Numbers in nested lists, rounded by a format such as ".4g"; whole ones as integers.

    An integer is shorter in a page: "1" instead of "1.0".
    """
    if isinstance(value, list):
        return [rounded(v, form) for v in value]
    number = float(f"{value:{form}}")
    return int(number) if number.is_integer() and abs(number) < 1e9 else number
