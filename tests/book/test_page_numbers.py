"""Numbers are read as people write them: `numbers.js` against Python's own arithmetic."""

import itertools
import math
import random
from fractions import Fraction

import pytest

from tests.helpers import javascript

CALL = """
const number = ({ refused, value }) => refused ?? value;
return given.map((one) => (pairs ? m.readPair(one) : number(m.readNumber(one))));
"""


def read(given, pairs=False):
    """What a page reads in each text: a number, two, or a sentence that refuses it."""
    return javascript.run("numbers.js", CALL, given=list(given), pairs=pairs)


BLANKS = ["", " ", "\u00a0", "\u202f"]
VULGAR = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾", Fraction(2, 3): "⅔"}
VULGAR |= {Fraction(1, 7): "⅐", Fraction(5, 8): "⅝", Fraction(1, 10): "⅒"}
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
WIDE = {ord(sign): ord(sign) + 0xFEE0 for sign in "0123456789.,%+"}


def wholes(draw):
    """A whole number and a spelling, in groups of three or not."""
    number = draw.choice([draw.randrange(20), draw.randrange(10**4), draw.randrange(10**9)])
    separators = ["", ",", " ", "\u00a0", "\u202f", "\u2009", "'", "’", "_"]
    return number, f"{number:,}".replace(",", draw.choice(separators))


def decimals(draw):
    """Converts digits with a decimal point or comma to the exact fraction."""
    whole, behind = draw.randrange(10**6), "".join(draw.choices("0123456789", k=draw.randint(1, 6)))
    value = Fraction(f"{whole}.{behind}")
    comma = f"{whole},{behind}"
    if len(behind) == 3 and 0 < whole < 1000:  # that is a group, not a decimal comma
        comma = f"{whole},{behind}0"
    grouped = f"{whole:,}.{behind}"
    spellings = [f"{whole}.{behind}", comma, grouped, grouped.replace(",", " ")]
    swapped = f"{whole:,}".replace(",", ".") + f",{behind}"
    if whole >= 1000:
        spellings += [swapped, swapped.replace(".", "’")]
    if not whole:
        spellings += [f".{behind}", f",{behind}"]
    return value, draw.choice(spellings)


def powers_of_ten(draw):
    value, typed = draw.choice([wholes, decimals])(draw)
    power, blank = draw.randint(-12, 12), draw.choice(BLANKS)
    e = draw.choice(["e", "E"]) + draw.choice(["", "+"] if power >= 0 else [""])
    raised = draw.choice([f"^{power}", f"**{power}", f"^({power})", str(power).translate(RAISED)])
    times = blank + draw.choice("×*·x") + blank
    spelling = draw.choice([f"{typed}{e}{power}", f"{typed}{times}10{raised}"])
    return value * Fraction(10) ** power, spelling


def fractions(draw):
    (above, typed), below = wholes(draw), draw.randint(1, 99)
    over, blank = draw.choice("/÷∕⁄"), draw.choice(BLANKS)
    return Fraction(above, below), f"{typed}{blank}{over}{blank}{below}"


def mixed(draw):
    value, sign = draw.choice(list(VULGAR.items()))
    whole = draw.randrange(100)
    plain = f"{whole} {value.numerator}/{value.denominator}"
    return draw.choice([(value, sign), *((whole + value, f"{whole}{b}{sign}") for b in BLANKS),
                        (whole + value, plain)])  # fmt: skip


def percents(draw):
    value, typed = draw.choice([wholes, decimals])(draw)
    return value / 100, typed + draw.choice(["%", " %", "\u202f%", " percent"])


def roots(draw):
    under = draw.randrange(400)
    sign = draw.choice(
        ["√{}", "√ {}", "√({})", "sqrt({})", "sqrt {}", "Sqrt( {} )", "math.sqrt({})"]
    )
    root, spelling = math.sqrt(under), sign.format(under)
    factor, divisor = draw.randint(1, 30), draw.randint(1, 30)
    times = draw.choice(["", " ", "*", " · ", "×"])
    return draw.choice([
        (root, spelling),
        (factor * root, f"{factor}{times}{spelling}"),
        (root / divisor, f"{spelling}/{divisor}"),
        (factor / divisor * root, f"{factor}{times}{spelling} / {divisor}"),
        (factor + root, f"({factor} + {spelling})"),
        (math.sqrt(under / divisor), f"√({under}/{divisor})"),
        (factor / (1 + divisor * root), f"{factor}/(1+{divisor}{spelling})"),
    ])  # fmt: skip


def powers(draw):
    base, power = draw.randint(1, 9), draw.randint(-6, 9)
    by = draw.choice([f"^{power}", f"**{power}", f" ** {power}", str(power).translate(RAISED)])
    return draw.choice([(Fraction(base) ** power, f"{base}{by}"),
                        (Fraction(base, 7) ** power, f"({base}/7){by}")])  # fmt: skip


KINDS = [wholes, decimals, powers_of_ten, fractions, mixed, percents, roots, powers]


def dressed(value, typed, draw):
    """The same number, or its negative, with what people put around one."""
    minus = draw.choice("-−–—‒－") + draw.choice(BLANKS)
    sign, value = draw.choice([("", value), ("+", value), (minus, -value)])
    before = draw.choice(["", "", "", " ", "= ", "=", "≈ ", "~", "x = ", "W_0≈"])
    after = draw.choice(["", "", "", " ", "."])
    # As in Python, -2**2 is -(2**2).
    wide = typed.translate(WIDE) if draw.random() < 0.1 else typed
    return value, f"{before}{sign}{wide}{after}"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_number_is_read_in_every_spelling(kind):
    draw = random.Random(kind.__name__)
    pairs = [dressed(*kind(draw), draw) for _ in range(2000)]
    found = read(typed for _, typed in pairs)
    for (value, typed), number in zip(pairs, found, strict=True):
        assert isinstance(number, int | float), (typed, number)
        assert math.isclose(number, value, rel_tol=1e-14), typed
    assert len({typed for _, typed in pairs}) > 500


def test_sums_and_products_of_numbers_are_worked_out_as_python_does():
    draw = random.Random(0)
    texts = [f"{draw.randint(1, 99)}" for _ in range(3000)]
    for i, text in enumerate(texts):
        for _ in range(draw.randint(1, 4)):
            other = draw.choice([f"{draw.randint(1, 99)}", f"({draw.choice(texts[: i + 1])})"])
            text = f"{text}{draw.choice([' + ', '-', '*', ' / '])}{other}"
        texts[i] = text if len(text) < 200 else "1"
    for text, number in zip(texts, read(texts), strict=True):
        try:
            value = eval(text)
        except ZeroDivisionError:
            assert "divides by zero" in number
        else:
            assert math.isclose(number, value, rel_tol=1e-14), text


# What could be read in two ways, and how it is read.
DECIDED = {
    "1,500": 1500,  # one comma and exactly three digits: thousands
    "-1,500": -1500,
    "12,345e2": 1234500,
    "√1,600": 40,
    "0,125": 0.125,  # no group starts with 0
    "00,125": 0.125,
    "1234,567": 1234.567,  # four digits are no group
    "1,5": 1.5,
    "12,5000": 12.5,
    "1.500": 1.5,  # one full stop is a decimal point
    "1.234.567": 1234567,
    "1.234,5": 1234.5,
    "1,234.5": 1234.5,
    "1 500": 1500,
    "1 500/3000": 0.5,
    "1 1/2": 1.5,
    "√16/4": 1,  # the root is of what comes next
    "√1/16": 1 / 16,
    "2^3^2": 512,  # as Python does
    "-2^2": -4,
    "2^-1": 0.5,
    "8/4/2": 1,
    "16√2/4": 4 * 2**0.5,
    "5.": 5,
    "1\u200b2": 12,  # a blank of no width
}
UNREAD = [
    *("", " ", "a", "0x10", "1 2", "12 34", "0 125", "--1", "+-1", "1..2", "1.2.3", "5,", "1,5,2"),
    *("1,23,456", "1,234,56", "1 2345", "1,000½", "1.5½", "1 3/2", "1 1/2/3", "1/2√3", "1/2(3)"),
    *(
        "(1)2",
        "(1",
        "1)",
        "()",
        "1/4%",
        "%",
        "1%%",
        "e5",
        "1e",
        "1e5.5",
        "1e5 5",
        "2^",
        "√",
        "sqrt()",
    ),
    *(
        "/2",
        "0.25 MB",
        "0.25 = 1/4",
        "$4$",
        "[1]",
        "1;2",
        "0.2x",
        "3x4",
        "1" * 1001,
        "(" * 5000,
        "😀",
    ),
]
INFINITE = {
    "is too large": ["1e999", "-1e999", "9" * 400, "10^400", "1e300*1e300", "1e308*9", "2^2^99"],
    "divides by zero": ["1/0", "0/0", "1/(1-1)", "0^-1", "1/√0", "-1/0.0"],
    "has no real value": ["√-1", "sqrt(-2)", "(-8)^(1/3)", "√(1-2)"],
    "is not finite": ["inf", "-inf", "Infinity", "∞", "-∞", "nan", "NaN"],
}  # fmt: skip


def test_ambiguous_numbers_are_read_in_one_way():
    assert dict(zip(DECIDED, read(DECIDED), strict=True)) == pytest.approx(DECIDED, rel=1e-14)


def test_text_that_is_not_a_number_is_refused_with_examples():
    for typed, sentence in zip(UNREAD, read(UNREAD), strict=True):
        shown, how = sentence.split("” cannot be read as a number: write it like ")
        assert typed.strip().startswith(shown.removeprefix("“").removesuffix("…"))
        assert len(shown) <= 31
    assert all(
        isinstance(number, int | float) for number in read(how.replace(" or", ",").split(", "))
    )


def test_infinite_numbers_are_refused():
    texts = list(itertools.chain(*INFINITE.values()))
    found = dict(zip(texts, read(texts), strict=True))
    for why, spellings in INFINITE.items():
        for typed in spellings:
            assert str(found[typed]).endswith(f"” {why}: give a finite number"), typed


# What separates two numbers is what leaves no doubt.
PAIRS = {
    "1.5, 0": (1.5, 0), "(1.5, 0)": (1.5, 0), "[1.5 0.]": (1.5, 0), "1.5,0": (1.5, 0),
    "1,5": (1, 5), "1, 5": (1, 5), "1 ,5": (1, 5), "0,25, 0": (0.25, 0), "1,5 0": (1.5, 0),
    "1,5; −2,5": (1.5, -2.5), "1,000, 2": (1000, 2), "1,000 2": (1000, 2), "1 1/2": (1, 0.5),
    "1 / 4, 0": (0.25, 0), "(√(4), 0)": (2, 0), "(1)/2, (3)": (0.5, 3), "½ 25%": (0.5, 0.25),
    "1": None, "1 2 3": None, "1,000,2": None, "a, b": None, ", 1": None, "1e999, 0": None,
    "": None, "()": None, "(1, 2": None,
}  # fmt: skip


def test_two_different_numbers_are_printed_differently():
    found = [pair and tuple(pair) for pair in read(PAIRS, pairs=True)]
    assert dict(zip(PAIRS, found, strict=True)) == PAIRS
