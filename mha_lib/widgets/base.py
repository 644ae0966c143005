"""The base of every widget: data in Python, a picture that draws and computes in the page.

A widget is an anywidget: with a kernel its traits work both ways. Without one (the built book, an
exported or stored notebook) the text/html next to the widget view mounts the same ES
module on a plain object with the same state, so every control works without kernel or network.
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
_MOUNT = (_STATIC / "mount.js").read_text()

# A page with a widget and nothing else.
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
# two equal widgets on a page share mark, state and module. The name is the widget's name in links:
# its class, and a hash of the values that no reader changes, so that a link leads to it wherever it
# is on the page, and never to another widget. The last script is a classic one, because a module
# would wait for the whole page and the theme's scripts.
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
class Editable(traitlets.TraitType):  # pyright: ignore[reportMissingTypeArgument]
    """A trait that the reader and a program may change, to what `rule(widget, value)` accepts.

    The constructor's value passes through the same rule.
    """

    def __init__(self, rule: Callable[[Any, Any], Any]):
        # No default: traitlets validates changes, and so every value that a constructor sets.
        super().__init__()
        self.tag(sync=True)
        self.rule = rule


class Fixed(Editable):
    """A trait that the page lays out once: it stays as the constructor made it."""

    def __init__(self):
        super().__init__(lambda widget, value: widget._as_made(self.name, value))


class Widget(anywidget.AnyWidget):
    """Base class of the widgets: it holds the module, and mounts it where there is no kernel.

    A subclass names its module, `_module = "heads_view.js"`, and declares a `Fixed` or an
    `Editable` for each value that the module reads or writes. Its constructor checks the arguments
    and sets each of these values. When several values are set at once, by the constructor or by a
    message of the page, all are assigned before any is validated, so a rule may read the others.
    The constructor's values are validated in their order.
    """

    _module: ClassVar[str]
    _css = (_HERE / "widgets.css").read_text()

    def __init__(self, **state: Any):
        self._made = state
        with self.hold_trait_notifications():
            for name, value in state.items():
                setattr(self, name, value)
        super().__init__()

    def __init_subclass__(cls, **kwargs):
        # anywidget subclasses each widget once more; that class inherits all of this.
        if "_module" in cls.__dict__:
            cls._esm = (_STATIC / cls._module).read_text()
            held = [name for name, trait in vars(cls).items() if isinstance(trait, Editable)]
            cls._accept = traitlets.validate(*held)(_accept)
        super().__init_subclass__(**kwargs)

    def _as_made(self, name, value):
        if value != self._made[name]:
            raise ValueError(
                f"{name} must stay as made; got {checks.describe(value)} "
                f"(make another {type(self).__name__})"
            )
        return value

    def state(self) -> dict[str, Any]:
        """The values that the module sees: this widget's own synced traits."""
        traits = sorted(self.traits().items())
        return {name: getattr(self, name) for name, trait in traits if isinstance(trait, Editable)}

    def html(self, *, whole: bool = False) -> str:
        """The widget for a page without a kernel; the same bytes for the same state.

        Args:
            whole: Whether to include what the page would otherwise load when a reader asks.
        """
        held, of = self.state(), type(self).__name__
        shown = {
            name: value for name, value in held.items() if isinstance(self.traits()[name], Fixed)
        }
        state = _written(held)
        return (self._loads() if whole else "") + _HTML.format(
            mark=_hash(of + state)[:16],
            name=f"{of}-{_hash(_written(shown))[:6]}",
            css=self._css,
            state=state,
            module=self._esm,
            mount=_MOUNT,
        )

    def _loads(self) -> str:
        """What the page would load when a reader asks, as script elements."""
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
            raise TypeError(f"title must be a text; got {checks.describe(title)}")
        page = _PAGE.format(title=html.escape(title), widget=self.html(whole=True))
        Path(path).write_text(page, encoding="utf-8")

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {
            **data,
            "text/plain": f"{type(self).__name__}()",
            "text/html": self.html(),
        }, metadata


def _written(state: dict[str, Any]) -> str:
    """Values as JSON in which no token can close the script element."""
    text = json.dumps(state, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _accept(widget: Any, proposal: Any) -> Any:
    return proposal["trait"].rule(widget, proposal["value"])


MAX_NUMBERS = 2**20


def numbers(name: str, value: object, dims: tuple[int, ...], most: int = MAX_NUMBERS) -> Tensor:
    """Accepts a finite floating-point tensor with `dims` dimensions and at most `most` numbers."""
    tensor = checks.require_floating(name, value, min_dims=min(dims))
    if tensor.dim() not in dims or 0 in tensor.shape:
        wanted = " or ".join(str(d) for d in dims)
        raise ValueError(
            f"{name} must have {wanted} dimensions, none of size 0; got {checks.describe(tensor)}"
        )
    if tensor.numel() > most:
        raise ValueError(
            f"{name} must hold at most {most} numbers, for a page to carry; "
            f"got {checks.describe(tensor)}"
        )
    checks.require_finite(name, tensor)
    return tensor.detach().double().cpu()


def nested_list(name: str, value: object, dims: tuple[int, ...]) -> list[Any]:
    """Accepts what `numbers` does; returns nested lists, rounded to nine digits.

    Single precision has nine digits. Rounding makes a stored page the same on machines that differ
    in the last bits.
    """
    return rounded(numbers(name, value, dims).tolist(), ".9g")


def packed(tensor: Tensor, *, weights: bool) -> dict[str, Any]:
    """Numbers as bytes in base64, as `js/src/heads.js` reads them: weights in units of 1/60,000.

    A half, a third ... a sixth are exact in these units. A weight above 0 stays above 0.
    """
    parts = tensor.mul(60_000).round().clamp(0, 60_000) if weights else tensor
    parts = parts.clamp(min=1).where(tensor > 0, parts) if weights else parts
    stored = parts.numpy().astype("<u2" if weights else "<f4")
    return {
        "shape": list(tensor.shape),
        "type": "uint16" if weights else "float32",
        "data": base64.b64encode(stored.tobytes()).decode(),
    }


def index_below(name: str, value: object, size: int, least: int = 0) -> int:
    """Accepts an index from `least` to `size` - 1."""
    index = checks.require_int(name, value, least)
    if index >= size:
        raise ValueError(f"{name} must be below {size}; got {index}")
    return index


def one_of(name: str, value: Any, known: Sequence[Any]) -> Any:
    """Accepts one of some names or numbers."""
    if value not in known:
        raise ValueError(
            f"{name} must be one of {checks.join_words(map(str, known))}; got {value!r}"
        )
    return value


def listed_as(name: str, value: Any) -> Sequence[Any]:
    """Accepts a list or a tuple."""
    if not isinstance(value, list | tuple):
        raise TypeError(f"{name} must be a list; got {checks.describe(value)}")
    return value


def booleans(name: str, value: Any, rows: int, columns: int) -> list[list[bool]]:
    """Accepts `rows` lists of `columns` booleans."""
    listed = [row if isinstance(row, list | tuple) else () for row in listed_as(name, value)]
    if len(listed) != rows or any(len(row) != columns for row in listed):
        raise ValueError(f"{name} must be {rows} lists of {columns}; got {checks.describe(value)}")
    if not all(isinstance(entry, bool) for row in listed for entry in row):
        raise TypeError(f"{name} must hold True and False; got {checks.describe(value)}")
    return [list(row) for row in listed]


def rounded(value: Any, form: str) -> Any:
    """Numbers in nested lists, rounded by a format such as ".4g"."""
    if isinstance(value, list):
        return [rounded(v, form) for v in value]
    return float(f"{value:{form}}")
