"""prepare.js: what Python can write runs in the page, and prints what Python prints."""

import re

import pytest

from tests.helpers import javascript, page_python

SNIPPETS = r'''
# match: literals, alternatives, a wildcard
def name(x):
    match x:
        case 0 | 1: return "small"
        case -1: return "negative"
        case 1 + 2j: return "complex"
        case 2.5: return "float"
        case "a" | b"b": return "letter"
        case None: return "none"
        case True: return "true"
        case _:
            return "other"
print([name(x) for x in (0, 1, -1, 1 + 2j, 2.5, "a", b"b", None, 7, [])])
---
# match: captures, guards that fall through, and no case that matches
def sign(x):
    found = "nothing"
    match x:
        case n if n > 0:
            found = f"positive {n}"
        case n if n < 0 if isinstance(n, int) else False: found = "negative"
        case 0:
            found = "zero"
    return found
print(sign(3), sign(-2), sign(0), sign(-0.5))
---
# match: the subject is evaluated once
def subject():
    print("called")
    return 3
match subject():
    case 1:
        print("one")
    case 2 | 4:
        print("even")
    case x:
        print("other", x)
---
# match: sequences, with stars
def parts(x):
    match x:
        case []: return "empty"
        case [one]: return "one", one
        case 1, 2, *rest: return "starts", rest
        case (first, [a, b], *_): return "nested", first, a, b
        case [*begin, 9]: return "ends", begin
        case first, *middle, last: return first, middle, last
        case _: return "no sequence"
print([parts(x) for x in ([], (4,), [1, 2], (1, 2, 3), [0, (5, 6), 7], [7, 8, 9], range(4, 8))])
print([parts(x) for x in ("ab", b"ab", {1, 2}, {1: 2}, 5)])
---
# match: mappings
def mapped(x):
    match x:
        case {"kind": "a", "value": [v, *_]}: return v
        case {"kind": "b", **rest}: return sorted(rest.items())
        case {1: None | True as flag}: return "flag", flag
        case {}: return "a mapping"
        case _: return "another"
print([mapped(x) for x in ({"kind": "a", "value": (3, 4)}, {"kind": "b", "x": 1, "y": 2})])
print([mapped(x) for x in ({1: True}, {1: 3}, {}, [], "kind")])
---
# match: classes, by keyword and by position
class Point:
    __match_args__ = ("x", "y")
    def __init__(self, x, y):
        self.x, self.y = x, y
class Named(Point):
    pass
class space:
    Point, ORIGIN = Point, 0
def place(p):
    match p:
        case Named(x=x): return "named", x
        case space.Point(space.ORIGIN, 0): return "origin"
        case Point(0, y=y): return "on y", y
        case Point(x, y) if x == y: return "diagonal", x
        case Point(z=z): return z
        case Point(): return "point"
        case int(n) | float(n): return "number", n
        case str(): return "text"
        case list([a, b]) | dict({"a": a, "b": b}): return a, b
        case _: return "nothing"
print([place(p) for p in (Named(1, 2), Point(0, 0), Point(0, 2), Point(3, 3), Point(3, 4))])
print([place(p) for p in (4, 2.5, True, "t", [1, 2], {"a": 1, "b": 2}, None)])
---
# match: as, alternatives that bind, values with dots, and names bound only by a whole match
def bind(x):
    a = "kept"
    match x:
        case [(1, a) | (a, 1), 3]: return "pair", a
        case ("x" | "y") as a: return "letter", a
        case [1 | 2 as n, (str() as s) | [s]] as whole: return n, s, whole
        case {"k": [a, 0]}: return "k", a
    return a
print([bind(x) for x in ([(1, 5), 3], [(6, 1), 3], [(6, 1), 4], "y", {"k": [1, 2]})])
print(bind([2, "s"]), bind((1, ["t"])))
---
# match: nested, with loops, several lines, comments, and match and case as names
match, case = [1, 2], {"case": 1}
print(match[0], case["case"])
for x in range(6):
    match (  # a pair
        x % 2,
        x % 3,
    ):

        # one case on several lines
        case (
            (0, 0)  # both
            | (1, 1)
        ) if (
            x < 9
        ):
            continue
        case _, 2 as two:
            match two, x:
                case 2, 5:
                    print("last")
                    break
                case *_,:
                    pass
    print(x)
else:
    print("never")
---
# match: a subject that is no plain expression
def f(x):
    match *x, 0:
        case [1, 0]: print("one")
        case _: print("more")
    match y := len(x):
        case 1: print("y", y)
    match x if y else None:
        case [_]: print("list")
    match not x:
        case False: print("some")
    match lambda: 3:
        case g: print(g())
    match y,:
        case n,: print(n)
f([1]); f([1, 2])
---
# match: in a class, a generator, with return and exceptions
class A:
    match 3:
        case int(n): size = n
    def __eq__(self, other):
        match other:
            case A(size=s): return s == self.size
        return NotImplemented
def tokens(rows):
    for row in rows:
        match row:
            case [kind, *values]: yield kind, *values
            case _: raise ValueError(row)
print(A.size, A() == A())
try:
    for t in tokens([[1, 2], (3,), "x"]):
        print(t)
except ValueError as error:
    print(error)
---
# starred values in displays, return, yield, assignment, for and calls
a, b = [1, 2], {"k": 3}
def pair(): return *a, 0
def each():
    got = yield *a, 9
    yield got
    x = yield
    return (*a, x)
def call(*args, **named): return args, sorted(named.items())
c = d = *a, *a
e: tuple = *a, 1
g = each()
print(pair(), next(g), g.send(5), next(g), c, d, e, [*a, 3, *a], (*a,), sorted({*a, 5}))
print(call(*a, 0, *a, x=1, **b, **{"z": 2}), [*range(3), *"ab"])
for x in *a, 7, *a: print(x, end=" ")
for x in 7, *a: print(x)
c += *a, 8
print(c)
---
# starred targets
first, *rest = range(4)
*rest2, last = "abc"
[x, *y], (z, *[w, v]) = [1, 2], (3, 4, 5)
print(first, rest, rest2, last, x, y, z, w, v)
for i, (j, *k) in enumerate([(1, 2, 3)]): print(i, j, k)
print([q for p, *q in [(1, 2, 3)]], {p: q for p, *q in [(1, 2)]})
print([(*q, p) for p, *q in [(1, 2, 3)]], [[*q] for [p, *q] in [(1, 2)] if [*q] for r in [*q]])
---
# a star in an index
class Index:
    def __getitem__(self, key): return key
    def __setitem__(self, key, value): print(key, value)
index, t = Index(), (1, 2)
index[*t] = 3
index[0, *t, ...] = 4
print(index[*t], index[0, *t, 5], index[:, *t][1:], index[1:2, *t, 3][1:], index[(*t, 1)])
---
# dictionaries
a, b = {"x": 1, "y": 2}, {"y": 3}
merged = {**a, **b, "z": 4, **{}}
print(sorted(merged.items()), sorted((a | b).items()), {**a} == a, {"q": 1, **b, "y": 5}["y"])
print(sorted({  # spread
    "w": 0,  # one
    **a,  # two
    # three
    **b,
}.items()))
same = a
a |= {"w": 7}
print(same is a, sorted(a.items()), {k: v for k, v in sorted(b.items())}, {k for k in b})
---
# f-strings
w, name, d = 8, "head", {"a": 0.75, "b": [1]}
print(f"{w=} {w + 1 = } {name!r:>8} {w:>{w}} {d['a']:.1f} {d['b'][0]:03d} {{}} {name:*^{w}}|")
print(f"{'nested ' + f'{w:02d}'} {(lambda q: q + 1)(w)} {[i for i in range(2)]} {w or 0}" "!")
print(rf"\d{w}" f'{name!s}' 'plain' f"""{
    w
} lines""", f"{w:,}", f"{0.5:.0%}", f"{d!r}" == str(d), f"{'a' 'b'}")
---
# walrus
if (n := 3) > 2 and (m := n * 2):
    print(n, m)
while (n := n - 1): print(n)
print([y for x in range(4) if (y := x * x) > 1], (p := 1) + p, max(q := [1, 2]), q, [r := 3, r])
---
# parameters: positional-only, keyword-only, defaults, lambdas, annotations
def f(a, b=2, /, c=3, *, d, e=5, **rest) -> "dict | None":
    return a, b, c, d, e, rest
def g(a: int, /, *args: "A | B", k: list[int] | None = None, **named: dict[str, int]) -> None:
    return a, args, k, named
def only(a, /): return a
print(f(1, d=4), f(1, 2, c=4, d=4, g=6), g(1, 2, k=[1], z=3), only(7))
print((lambda a, /, b=1, *c, d=4: (a, b, c, d))(1, 2, 3), (lambda *, k: k)(k=1), (lambda: 1)())
print((lambda a, /: a)(1), [h() for h in [lambda i=i: i for i in range(3)]])
---
# annotations
from typing import Generic
x: int = 3
y: "list[int] | None"
z: dict[str, tuple[int, ...]] = {}
class Row:
    size: int
    width: int = 4
    def at(self, i: "int | slice", *more: tuple[int, ...]) -> "Row":
        n: int = 2
        self.n: int = n
        return self
print(x, z, Row.width, Row().at(1).n)
---
# decorators of any expression, on functions and classes
def add(n): return lambda f: lambda *x: f(*x) + n
table = {"a": [add(1), add(10)]}
@table["a"][0]
@(lambda f: add(100)(f))
@add(n=1000)
@table["a"][1] if table else add(5)  # the last
def f(x): return x
def tag(cls):
    cls.tag = "tagged"
    return cls
@tag
@(tag)
class A: pass
print(f(1), A.tag)
---
# properties, static and class methods, super, slots, class attributes
class A:
    __slots__ = ("_x",)
    count = 0
    def __init__(self, x=1): self._x = x
    @property
    def x(self): return self._x
    @x.setter
    def x(self, value): self._x = value * 2
    @staticmethod
    def s(v): return v + 1
    @classmethod
    def c(cls, v): return cls(v)
class B(A):
    def __init__(self, *args, **named):
        super().__init__(*args, **named)
        type(self).count += 1
a = B(3)
a.x = 4
a.x += 1
print(a.x, B.s(1), B.c(5).x, B.count, A.count, isinstance(a, A), issubclass(B, A))
---
# exceptions
class Own(ValueError): pass
def f(kind):
    try:
        if kind: raise kind("why") from KeyError("k")
    except (TypeError, Own) as error:
        return "caught", type(error).__name__, str(error)
    except ValueError:
        try:
            raise
        except ValueError as again: return "again", str(again)
    else:
        return "none"
    finally:
        print("finally", end=" ")
print(f(TypeError), f(Own), f(ValueError), f(None))
try:
    raise Own(
        "a"
    ) from None
except Own as error: print(error.args)
try:
    assert 1 > 2, "message"
except AssertionError as error: print(error)
---
# scopes
total = 0
def outer():
    count = 0
    def inner(step=1):
        nonlocal count
        global total
        count += step
        total += step
        return count
    inner(); inner(step=2)
    return count, [count for _ in range(2)], (lambda: count)()
print(outer(), total)
---
# contexts
class Context:
    def __init__(self, name): self.name = name
    def __enter__(self):
        print("in", self.name)
        return self
    def __exit__(self, kind, error, trace):
        print("out", self.name, kind is not None)
        return True
with (
    Context("a") as a,  # the first
    Context(
        "b"
    ) as b,
    Context("c"),
):
    print(a.name, b.name)
    raise ValueError
with (Context("d")): pass
with (Context("e") as e): print(e.name)
with Context("f") as f, Context("g") as g: print(f.name, g.name)
with (Context("h"), Context("i") as i): print(i.name)
---
# operators
a, b = 7, 2
print(1 < a < 10 > b != 3, a // b, -a // b, a % b, -a % b, a ** -1, ~a, a << 2 | 1 ^ b & 3)
print(not a in [1], a not in [7], a is not None, a and b or 0, None is None, 5 if a else 6)
a += 1; a -= 2; a *= 3; a //= 4; a **= 2; a %= 7; a <<= 3; a |= 1; a ^= 2; a &= 11; a >>= 1
print(a)
class M:
    def __init__(self, v): self.v = v
    def __matmul__(self, o): return M(f"{self.v}@{o.v}")
    def __imatmul__(self, o): self.v += f"@={o.v}"; return self
    def __imul__(self, n): self.v *= n; return self
    def __ifloordiv__(self, n): self.v += f"//{n}"; return self
    def __format__(self, how): return how + self.v
m = same = M("m")
m @= M("n"); m *= 2; m //= 3
print(m is same, m.v, (m @ m).v, f"{m:>}")
---
# augmented assignments evaluate their target once, and keep a list, set or dict the same
def part(): print("part", end=" "); return 0
rows, s, t = [1, [2]], {1, 2, 3}, (1,)
kept, k, u = rows, s, t
rows[part()] += 5
rows[part() + 1] *= 2
rows[1][part()] -= 4
rows += (6,); rows *= 2
s |= {4}; s -= {1}; s &= {2, 3}; s ^= {3, 9}
t += (2,)
class Box: pass
box = Box(); box.n = 1
(lambda: print("box", end=" ") or box)().n **= 3
print(rows, kept is rows, sorted(s), k is s, t, u, box.n)
---
# numbers
print(1_000, 0x_ff, 0b_1010, 0o17, 1_0.5_0, 1e1_0, .5, 5., 3j * 2j, 1_0j, 0xFF_FF, 10**20, 1e-3)
---
# strings and bytes
print("a" 'b' "c", b"\x01a" b'c', r"\n", "\u00e9\x41\101", """two
lines""", "tab\tend", 'it\'s', "a\
b", ("in "
    "parentheses"), "%s %d %r" % ("a", 1, "b"), "{:>4}".format(1), "{0}{1}{0}".format(1, 2))
---
# continued lines, names in other alphabets, several statements in a line
total = 1 + \
    2 + (
        3
    )
größe, 变量, _x1 = 1, 2, 3; print(total, größe + 变量 + _x1); del _x1
if total: print("yes"); print("one line")
---
# comprehensions and generators
print([(x, y) for x in range(3) if x for y in range(x) if y or x], {x % 2 for x in range(4)})
print({k: v for k, v in zip("ab", range(2))}, sum(x for x in range(4)), [[y for y in [3]]])
def g():
    got = yield 1
    rest = yield from inner(got)
    return rest
def inner(x):
    yield x
    return "end"
it = g()
print(next(it), it.send(4), list(x for x in g()), [*g()], any(x > 1 for x in [1, 2]))
---
# loops with else, imports in a condition, del, pass and ...
for x in range(2): pass
else: print("else")
while True:
    break
else: print("never")
if True:
    import math as m
    from math import pi, sqrt as root
rows, d = [1, 2, 3], {"a": 1}
del rows[0], rows[-1:], d["a"]
def nothing(): ...
print(m.floor(pi), root(4), rows, d, nothing())
---
# names that belong to a class
class A:
    def __init__(self): self.__x = 1
    def a(self): return self.__x, self.__y_()
    def __y_(self): return A.__z
    __z = 3
class _B(A):
    def __init__(self):
        super().__init__()
        self.__x = 2
b = _B()
print(b._A__x, b._B__x, b.a(), b.__class__ is _B)
---
# slices, with and without a step
x, t = [1, 2, 3, 4, 5], (1, 2, 3)
print(x[::-1], x[1::2], x[-2:0:-1], "abcd"[::2], t[::-1], b"abc"[::-1], x[1:-1], x[:2][::-1])
x[1:3] = [9, *x]
print(x, x[-1], x[: len(t)])
---
# isinstance of a union, and of a bool
class A: pass
print(isinstance(1, int | str), isinstance("a", int | str), isinstance(A(), A | None.__class__))
print(isinstance(1, (int | str, float)), isinstance(None, int | None))
print(isinstance(2.5, (int | str) | float), isinstance(2.5, (int, float)), issubclass(A, A | int))
print(isinstance(True, int), isinstance(1, bool))
'''
CELLS = {re.match(r"\s*# (.+)", cell)[1]: cell.lstrip("\n") for cell in SNIPPETS.split("---\n")}


@pytest.fixture(scope="module")
def found():
    return dict(zip(CELLS, page_python.run(list(CELLS.values())), strict=True))


@pytest.mark.parametrize("name", CELLS)
def test_the_page_prints_what_python_prints(name, found, capsys):
    assert found[name]["text"].startswith("nothing was checked"), found[name]
    exec(CELLS[name], {"__name__": "__main__"})
    assert found[name]["printed"] == capsys.readouterr().out.splitlines()


# Valid Python that the page cannot run. It is never called wrong.
NOT_HERE = {
    "class A:\n    pass\nwith A() as (a, b):\n    pass": 3,
    "x = 1\nmatch 'ab':\n    case 'a' 'b':\n        pass": 3,
    "x = 1\nx[*a, *b]": 2,
    "try:\n    pass\nexcept* ValueError:\n    pass": 3,
    "x = 1\nasync def f():\n    await x\n    [i async for i in x]": 4,
}
WRONG = {
    "match 1:\n    case 1 print(2)": 1,
    "match x:\n    case 1:\n        pass\n    case {1, 2}:\n        pass": 1,
    "x = 1\nfor x in: pass": 2,
    "with (1 as):\n    pass": 1,
    "@\ndef f():\n    pass": 1,
    "x = 3 * * 2": 1,
    "print(*)": 1,
}


@pytest.mark.parametrize("cell", NOT_HERE)
def test_what_the_page_cannot_run_is_reported_with_its_line(cell):
    (found,) = page_python.run([cell])
    message = "this is not here: write it otherwise, or open the notebook."
    assert found["text"] == f"line {NOT_HERE[cell]}: {message}"


@pytest.mark.parametrize("cell", WRONG)
def test_what_is_not_python_stays_a_syntax_error(cell):
    (found,) = page_python.run([cell])
    assert found["text"].startswith(f"line {WRONG[cell]}: SyntaxError: "), found
    with pytest.raises(SyntaxError):
        compile(cell, "answer", "exec")


LINES = """x = [1, 2]
match x:  # two
    case (
        [1,
         3]
    ): pass
    case {"a": 1,
          **rest} | [*rest, 0]: pass

    case [
        first, *_
    ] if (
        first
    ):
        with (
            open_(1) as a,
            open_(2) as b,  # both
        ):
            pass
"""


def test_lines_keep_their_numbers():
    (found,) = page_python.run([LINES])
    assert found["text"] == "line 16: NameError: name 'open_' is not defined."


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("x = 1\nwith a as (b, c):\n    pass\n", 2),
        ("x = 1\n\ny = '\\N{BULLET}'\n", 3),
        ("def f():\n    return 1\nasync def g():\n    [i async for i in f()]\n", 4),
    ],
)
def test_a_library_file_that_cannot_be_rewritten_is_refused_with_its_line(source, line):
    found = page_python.rewritten(source)
    assert "text" not in found
    assert (found["line"], found["why"].endswith("write it differently")) == (line, True)


def test_the_build_names_the_file_and_the_line():
    body = """
        let load;
        m.rewriting(async () => source).setup({ onLoad: (_, found) => { load = found; } });
        return load({ path: "bad.py" });
    """
    source = "x = 1\nwith a as (b, c):\n    pass\n"
    (error,) = javascript.run("library.js", body, source=source)["errors"]
    assert error["location"] == {"file": "bad.py", "line": 2, "lineText": "with a as (b, c):"}
    assert error["text"].endswith("write it differently")
