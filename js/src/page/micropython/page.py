"""Judges an answer in a page with the source that judges it in a notebook.

That source is mha_lib/book/exercises, with its syntax rewritten by prepare.js. What it imports
besides torch is defined below, as far as judging a function needs it.
"""

import builtins
import io
import json
import math
import sys
from collections import OrderedDict, namedtuple

import syntax
import torch

_zip, _import = zip, builtins.__import__


def _strict(rows):
    rows, end = [iter(row) for row in rows], object()
    while True:
        entries = []
        for i, row in enumerate(rows):
            entry = next(row, end)
            if i and (entry is end) == (len(entries) == i):
                others = f"arguments 1-{i}" if i > 1 else "argument 1"
                longer = "shorter" if entry is end else "longer"
                raise ValueError(f"zip() argument {i + 1} is {longer} than {others}")
            if entry is not end:
                entries.append(entry)
        if not entries:
            return
        yield tuple(entries)


builtins.zip = lambda *rows, strict=False: _strict(rows) if strict else _zip(*rows)


def _imported(name, *rest):
    # Raised here, because an answer may catch an ImportError, which a notebook never raises.
    try:
        return _import(name, *rest)
    except ImportError:
        raise torch.missing(name)  # noqa: B904  MicroPython keeps no causes


class _Module:
    def __init__(self, **names):
        for name, value in names.items():
            setattr(self, name, value)


class _Types:
    """A module of types, whose names have no effect here."""

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return self

    def __getitem__(self, key):
        return self

    def __call__(self, *values, **named):
        return values[-1] if values else self


class _Math:
    """The module math; its functions also take a tensor of one number."""

    def __getattr__(self, name):
        known = getattr(math, name)

        def function(*values):
            return known(*[v.item() if isinstance(v, torch.Tensor) else v for v in values])

        return function if callable(known) else known

    def prod(self, values, start=1):
        for value in values:
            start = start * value
        return start


def _deepcopy(value):
    if isinstance(value, torch.Tensor):
        return value.clone()
    return type(value)([_deepcopy(v) for v in value]) if isinstance(value, (list, tuple)) else value


def _short(value):
    """A value's text, shortened as reprlib does."""
    if isinstance(value, (list, tuple)):
        inner = ", ".join([_short(v) for v in value[:6]] + ["..."] * (len(value) > 6))
        one = "," if isinstance(value, tuple) and len(value) == 1 else ""
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{one})"
    text, most = repr(value), 40 if isinstance(value, int) else 30
    half = (most - 3) // 2
    return text if len(text) <= most else text[:half] + "..." + text[half + 3 - most :]


class _Watched:
    """Lists the forbidden calls that were made, from those that torch.py records."""

    def __init__(self, names):
        self.names, self.found = names, []

    def __enter__(self):
        del torch.called[:]
        return self.found

    def __exit__(self, *error):
        self.found += [c for c in torch.called if any(part in c for part in self.names)]


_ITERATORS = tuple(type(i) for i in (iter([]), iter(()), zip(), map(len, []), (i for i in ())))
# What MicroPython lacks, or has in another form than Python.
_BUILTINS = (
    " BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning "
    "ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError "
    "ConnectionResetError DeprecationWarning EncodingWarning EnvironmentError ExceptionGroup "
    "FileExistsError FileNotFoundError FloatingPointError FutureWarning IOError ImportWarning "
    "InterruptedError IsADirectoryError NotADirectoryError PendingDeprecationWarning "
    "PermissionError ProcessLookupError PythonFinalizationError ReferenceError ResourceWarning "
    "RuntimeWarning "
    "SyntaxWarning SystemError TabError TimeoutError UnboundLocalError UnicodeDecodeError "
    "UnicodeEncodeError UnicodeTranslateError UnicodeWarning UserWarning Warning aiter anext ascii "
    "breakpoint copyright credits help license vars "
)
_OF_NUMBERS = (
    " as_integer_ratio bit_count bit_length conjugate denominator from_bytes fromhex hex imag "
    "is_integer numerator real to_bytes "
)
sys.modules.update(
    {
        "collections.abc": _Module(
            Callable=None,
            Iterable=None,
            Iterator=_ITERATORS,
            KeysView=type({}.keys()),
            Mapping=dict,
            ValuesView=type({}.values()),
        ),
        "contextlib": _Module(contextmanager=lambda function: function),
        "copy": _Module(deepcopy=_deepcopy),
        "dataclasses": _Module(
            dataclass=lambda **_: lambda cls: cls,
            field=lambda **_: None,
            fields=None,
            is_dataclass=lambda value: False,
        ),
        "importlib": _Module(),
        "importlib.util": _Module(),
        "numbers": _Module(),
        "operator": _Module(),
        "reprlib": _Module(repr=_short),
        "typing": _Module(Any=None),
        "warnings": _Module(catch_warnings=torch.no_grad, simplefilter=lambda action: None),
        "torch.nn": torch.nn,
        "torch.nn.functional": torch.nn.functional,
    }
)

from mha_lib.book import exercises  # noqa: E402  after what it imports

exercises.Verdict = namedtuple("Verdict", ("correct", "text"))
exercises._given.watched = _Watched

# The stand-ins above were for that source only. An answer gets working functions, or an error that
# says what is missing.
for _name in ("contextlib", "dataclasses", "importlib", "importlib.util", "numbers", "reprlib"):
    del sys.modules[_name]
del sys.modules["warnings"]
sys.modules.update({"collections.abc": _Types(), "math": _Math(), "typing": _Types()})
builtins.__import__ = _imported

# MicroPython's errors where Python words them differently, or raises none.
_WORDS = (
    ("isn't", "is not"),
    ("divide by zero", "division by zero"),
    ("takes 1 positional arguments", "takes 1 positional argument"),
    ("but 1 were given", "but 1 was given"),
    ("'closure' object", "'function' object"),
)
_ITS_OWN = (
    "unsupported types for",
    "module '",  # Python's message has the module's name
    "only slices with step=1",
    "can't convert Tensor to",
    "for object of type 'Tensor'",
    "'tuple' object has no attribute",  # a shape here is not a torch.Size
    "'str' object has no attribute",
    "'bytes' object has no attribute",
    "'range' object has no attribute",
    "has no attribute '__",
    "indices must be integers, not Tensor",
    "isinstance() arg 2",
    "invalid format specifier",
)
# Calls that this torch handles differently than torch does. That the call itself is wrong is known
# only if the answer made it.
_CALL = ("positional argument", "keyword argument")


def _told(error):
    text = repr(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    for its, pythons in _WORDS:
        text = text.replace(its, pythons)
    return text


def _checked(error):
    """Re-raises an error, unless Python itself would not have raised it."""
    text = str(error)
    if isinstance(error, ImportError):
        raise torch.missing(text.split()[-1].replace("'", ""))
    if isinstance(error, MemoryError):
        raise torch.beyond("this takes more memory than the page's Python has: open the notebook")
    if text in ("maximum recursion depth exceeded", "pystack exhausted"):
        raise torch.beyond(
            "calls inside of calls go deeper than the page's Python can follow, 50 to 150 deep "
            "(a notebook's: 1000). Does the recursion end? Then open the notebook"
        )
    if isinstance(error, NotImplementedError) and "not implemented for" not in text:
        raise torch.missing(f"something that you use ({text or type(error).__name__})")
    name = text.split("'")[1] if text.count("'") > 1 else ""
    if isinstance(error, NameError) and f" {name} " in _BUILTINS:
        raise torch.missing(name)
    of_torch = 'required positional arguments: "' in text  # torch's own words, such as softmax()'s
    wrong_call = isinstance(error, TypeError) and any(part in text for part in _CALL)
    wrong_call = wrong_call and not of_torch
    wrong_call = wrong_call or (isinstance(error, AttributeError) and _is_of_numbers(text))
    if _inside(error) and not of_torch:
        raise torch.missing(f"something that you use ({text})")
    if any(part in text for part in _ITS_OWN) or (
        wrong_call and _traceback(error)[-1][0] != "page.py"
    ):
        raise torch.missing(f"something that you use ({text})")
    raise type(error)(_told(error))


def _is_of_numbers(text):
    """Whether the missing attribute is one that Python's numbers have."""
    parts = text.split("'")
    return (
        len(parts) > 3 and parts[1] in ("int", "float", "bool") and f" {parts[3]} " in _OF_NUMBERS
    )


def _inside(error):
    """Whether torch.py got arguments it does not handle: its own errors have torch's words."""
    if _traceback(error)[-1][0] != "torch.py":
        return False
    words = isinstance(error, TypeError) and any(w in str(error) for w in ("n't ", "is not "))
    own = "only implemented on" in str(error) or "not supported" in str(error)
    return (words and not own) or isinstance(error, (AttributeError, KeyError, NameError))


class _Slice:
    """slice(), which MicroPython cannot call by name."""

    def __getitem__(self, key):
        return key

    def __call__(self, start, stop=..., step=None):
        return self[:start] if stop is ... else self[start:stop:step]


_SLICE = _Slice()
_SLICE_TYPE = type(_SLICE[:])


def _ended(code=None):
    raise SystemExit(code)


def _lacking(name):
    def function(*values, **named):
        raise torch.missing(f"{name}()")

    return function


class _Float:
    """float(), which also takes a tensor of one number."""

    __name__ = "float"

    def __repr__(self):
        return "<class 'float'>"

    def __call__(self, value=0.0):
        return float(value.item() if isinstance(value, torch.Tensor) else value)


_FLOAT = _Float()
torch.PYTHONS.append((_FLOAT, torch.float64))


def _type(value, *more):
    kind = type(value, *more)
    return _FLOAT if kind is float else kind


syntax.STANDS_FOR.update({id(_FLOAT): float, id(_SLICE): _SLICE_TYPE, id(_type): type})


def _extreme(name, before):
    """max() or min(): MicroPython's do not call bool() on a comparison of tensors."""

    def function(*values, key=lambda value: value, default=...):
        rows = list(values[0] if len(values) == 1 else values)
        if not rows and default is ...:
            raise ValueError(f"{name}() iterable argument is empty")
        best = rows[0] if rows else default
        for row in rows[1:]:
            best = row if before(key(row), key(best)) else best
        return best

    return function


def _sorted(values, **named):
    values = list(values)
    if any(isinstance(value, torch.Tensor) for value in values):
        raise torch.missing("sorted() of tensors")
    return sorted(values, **named)


def _decoded(value):
    if isinstance(value, dict):
        kind, shape, numbers = value["tensor"]
        numbers = torch.array("d", bytes.fromhex(numbers))
        return torch.Tensor(numbers, tuple(shape), getattr(torch, kind))
    return [_decoded(v) for v in value] if isinstance(value, list) else value


def _key(value):
    """The key of a case, which distinguishes it from the others."""
    if isinstance(value, torch.Tensor):
        return bytes(value._numbers)
    return tuple(_key(v) for v in value) if isinstance(value, (list, tuple)) else value


_NOTHING = object()


def _layer(function):
    """A layer that an answer is given; the calls inside it are not the answer's."""

    def layer(x=_NOTHING, W=_NOTHING, *more, **named):
        lacking = [name for name, value in (("'x'", x), ("'W'", W)) if value is _NOTHING]
        if named:
            raise TypeError(f"layer() got an unexpected keyword argument '{list(named)[0]}'")
        if more:
            raise TypeError(f"layer() takes 2 positional arguments but {2 + len(more)} were given")
        if lacking:
            s = "s" if len(lacking) > 1 else ""
            names = " and ".join(lacking)
            raise TypeError(
                f"layer() missing {len(lacking)} required positional argument{s}: {names}"
            )
        before = len(torch.called)
        try:
            return function(x, W)
        finally:
            del torch.called[before:]

    return layer


def _exercise(text):
    """An exercise from its export: its functions know only the recorded cases."""
    data = json.loads(text)
    spec = _Module(judge=None, tolerance=0.0, forbidden_calls=tuple(data["forbidden_calls"]))
    if "judge" in data:
        file, name = data["judge"]
        own = _import(file, None, None, (name,))
        spec.judge = getattr(own, name)
        spec.cases = [
            tuple(_layer(entry) if callable(entry) else entry for entry in case)
            for case in own.CASES
        ]
        return data["name"], spec
    spec.cases = tuple(tuple(_decoded(case)) for case in data["cases"])
    place = {_key(case): i for i, case in enumerate(spec.cases)}

    def recorded(results):
        return lambda *case: _decoded(results[place[_key(case)]])

    spec.solution = recorded(data["solution"])
    # In order, which MicroPython's dict does not keep: the first that agrees is named.
    mistakes = [(sentence, recorded(results)) for sentence, results in data["mistakes"]]
    spec.mistakes = OrderedDict(mistakes)
    return data["name"], spec


_ENDED = "the cell ends here, before anything was checked."


def run(code, exercise, valid):
    """Runs a cell; returns the last verdict of its `check`, or the error that stopped it."""
    wanted, spec = _exercise(exercise)
    verdicts = []
    del torch.lacking[:]

    def judged(answer):
        if answer is None or answer is ...:
            return exercises.Verdict(False, "not answered yet.")
        if not callable(answer):
            answer = exercises.describe(answer)
            return exercises.Verdict(False, f"the answer must be a function; got {answer}.")

        def guarded(*case):
            try:
                return answer(*case)
            except Exception as error:
                _checked(error)

        return exercises._judge_function(guarded, spec)

    def check(name, answer):
        if name != wanted:
            raise torch.missing(f"exercise {name}")
        verdict = judged(answer)
        verdicts.append((verdict.correct, verdict.text))

    names = {
        "__name__": "__main__",
        "check": check,
        "torch": torch,
        "nn": torch.nn,
        "math": sys.modules["math"],
        "F": torch.nn.functional,
        "ModuleNotFoundError": ImportError,
        "RecursionError": RuntimeError,
        "exit": _ended,
        "quit": _ended,
        "format": syntax.formatted,
        "float": _FLOAT,
        "isinstance": syntax.instance,
        "max": _extreme("max", lambda a, b: a > b),
        "min": _extreme("min", lambda a, b: a < b),
        "slice": _SLICE,
        "sorted": _sorted,
        "type": _type,
    }
    names.update({name: _lacking(name) for name in ("input", "open")})
    try:
        exec(compile(code, "answer", "exec"), names)
        if not verdicts:
            return False, f'nothing was checked: end with check("{wanted}", ...).'
        return (False, f"{torch.lacking[0]}.") if torch.lacking else verdicts[-1]
    except torch.NotHere as error:
        return False, f"{error}."
    except SystemExit as error:
        return verdicts[-1] if verdicts else (False, f"{_line(error)}{_ENDED}")
    except SyntaxError as error:
        if valid:  # valid Python that MicroPython cannot parse
            return (
                False,
                f"{_line(error)}this is not here: write it otherwise, or open the notebook.",
            )
        return False, f"{_line(error)}SyntaxError: {error}."
    except Exception as error:
        try:
            _checked(error)
        except torch.NotHere as found:
            return False, f"{found}."
        except Exception as raised:
            return False, f"{_line(error)}{type(raised).__name__}: {raised}."
    except BaseException as error:
        return False, f"{_line(error)}{type(error).__name__}: {error}."


def _traceback(error):
    """The files and lines of an error's traceback; those of syntax.py are the caller's own."""
    said = io.StringIO()
    sys.print_exception(error, said)
    rows = [line.split('"') for line in said.getvalue().split("\n") if line[:8] == '  File "']
    calls = [
        (file.split("/")[-1], after.split("line ")[1].split(",")[0]) for _, file, after in rows
    ]
    return [call for call in calls if call[0] != "syntax.py"]


def _line(error):
    """The last line of the answer in an error's traceback."""
    lines = [line for file, line in _traceback(error) if file == "answer"]
    return f"line {lines[-1]}: " if lines else ""


def run_json(code, exercise, valid):
    correct, text = run(code, exercise, valid)
    return json.dumps({"correct": correct, "text": text})
