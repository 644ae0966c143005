"""numbers.js: the softmax equals torch's, and numbers are formatted for readers."""

import math
import re

import javascript
import pytest
import torch
from oracles import random
from torch.testing import assert_close


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


@pytest.mark.parametrize("factor", [0, 1, 1000])
def test_softmax_and_its_logarithms_equal_torch(factor):
    scores = factor * random(7)
    body = "const logs = []; return [m.softmax(scores, [], logs), logs];"
    weights, logs = javascript.run("numbers.js", body, scores=scores.tolist())
    assert_close(tensor(weights), scores.softmax(0), rtol=1e-12, atol=1e-300)
    assert_close(tensor(logs), scores.log_softmax(0), rtol=1e-12, atol=1e-12)


def test_a_blocked_key_gets_0_and_a_row_of_them_nan():
    body = "return [[1, -Infinity, 2], [-Infinity, -Infinity]].map((s) => m.softmax(s, []));"
    some, none = javascript.run("numbers.js", body)
    assert some[1] == 0
    assert_close(tensor(some), tensor([1, -math.inf, 2]).softmax(0), rtol=1e-12, atol=0)
    assert all(math.isnan(weight) for weight in none)


def test_logarithms_may_overwrite_the_scores():
    body = "const row = new Float64Array([1, 2]); m.softmax(row, [], row); return row;"
    logs = javascript.run("numbers.js", body)
    assert_close(tensor(logs), tensor([1, 2]).log_softmax(0), rtol=1e-12, atol=0)


@pytest.mark.parametrize(
    ("x", "displayed"),
    [
        ("0", "0.000"),
        ("0.12345", "0.123"),
        ("-2.5", "−2.500"),
        ("0.001", "0.001"),
        ("0.00099", "9.9e−4"),
        ("-0.00025", "−2.5e−4"),
        ("9999", "9999.000"),
        ("10000", "1.0e+4"),
        ("1e-12", "1.0e−12"),
        ("Infinity", "∞"),
        ("-Infinity", "−∞"),
        ("NaN", "NaN"),
    ],
)
def test_format_number_gives_three_digits(x, displayed):
    assert javascript.run("numbers.js", f"return m.formatNumber({x});") == displayed


@pytest.mark.parametrize(
    ("x", "displayed"),
    [
        ("0", "0.00"),
        ("-0", "0.00"),
        ("-0.004", "0.00"),
        ("-1e-300", "0.00"),
        ("-0.006", "−0.01"),
        ("-0.1", "−0.10"),
        ("0.125", "0.13"),
        ("-12.5", "−12.50"),
        ("0.004, 3", "0.004"),
        ("-0.0004, 3", "0.000"),
        ("-0.4, 0", "0"),
    ],
)
def test_format_fixed_has_no_minus_before_zero(x, displayed):
    assert javascript.run("numbers.js", f"return m.formatFixed({x});") == displayed


@pytest.mark.parametrize(
    ("weight", "displayed"),
    [(1, "1"), (0.995, "1"), (0.9949, ".99"), (0.5, ".50"), (0.04, ".04"), (0.006, ".01")],
)
def test_format_weight_gives_two_digits_without_a_leading_zero(weight, displayed):
    assert (
        javascript.run("numbers.js", "return m.formatWeight(weight);", weight=weight) == displayed
    )


@pytest.mark.parametrize(
    ("x", "digits", "displayed"),
    [
        (3.36, 2, "3.4"),
        (2, 2, "2.0"),
        (0.0312, 2, "0.031"),
        (99.7, 2, "100"),
        (999.7, 3, "1000"),
        (123.4, 3, "123"),
    ],
)
def test_format_significant_never_uses_a_power_of_ten(x, digits, displayed):
    assert (
        javascript.run("numbers.js", "return m.formatSignificant(x, n);", x=x, n=digits)
        == displayed
    )


def test_integers_have_commas_between_thousands():
    counts = [0, 999, 1000, 1234567]
    displayed = javascript.run("numbers.js", "return counts.map(m.formatCount);", counts=counts)
    assert displayed == ["0", "999", "1,000", "1,234,567"]


@pytest.mark.parametrize(
    ("n", "decimal", "binary"),
    [
        (999, "999 bytes", "999 bytes"),
        (999.5, "1.00 kB", "1,000 bytes"),
        (3360, "3.36 kB", "3.28 KiB"),
        (123_400, "123 kB", "121 KiB"),
        (99_949, "99.9 kB", "97.6 KiB"),
        (999_499, "999 kB", "976 KiB"),
        (999_500, "1.00 MB", "976 KiB"),
        (33_554_432, "33.6 MB", "32.0 MiB"),
        (2**31, "2.15 GB", "2.00 GiB"),
        (999_500_000_000, "1.00 TB", "931 GiB"),
        (2**53, "9,007 TB", "8,388,608 GiB"),
        (0, "0 bytes", "0 bytes"),
    ],
)
def test_format_bytes_gives_three_digits_in_a_fitting_unit(n, decimal, binary):
    displayed = javascript.run(
        "numbers.js", "return [1000, 1024].map((s) => m.formatBytes(n, s));", n=n
    )
    assert displayed == [decimal, binary]
    assert javascript.run("numbers.js", "return m.formatBytes(n);", n=n) == decimal


def test_memory_and_rate_are_formatted():
    body = "return [m.formatMemory(80e9), m.formatRate(3.35e12), m.formatRate(1.008e12)];"
    assert javascript.run("numbers.js", body) == ["80 GB", "3.35 TB/s", "1.01 TB/s"]


def test_only_0_is_0_percent_and_only_1_is_100_percent():
    displayed = javascript.run(
        "numbers.js", "return shares.map(m.formatPercent);", shares=list(PER_CENTS)
    )
    assert displayed == [f"{said}%" for said in PER_CENTS.values()]


PER_CENTS = {
    **{0: "0", 1e-12: "below 1", 0.00999: "below 1", 0.01: "1", 0.124: "12", 0.5: "50"},
    **{0.986: "99", 0.99: "99", 0.9901: "above 99", 0.996: "above 99", 1 - 1e-15: "above 99"},
    1: "100",
}


def test_only_one_file_formats_numbers():
    """Else another file may forget what a reader wants: a true minus, and none before a zero."""
    ways = re.compile(r"\.to(Fixed|Precision|Exponential|LocaleString)\(|\bIntl\b")
    sources = sorted((javascript.JS / "src").rglob("*.js"))
    assert [path.name for path in sources if ways.search(path.read_text())] == ["numbers.js"]


def test_series_lists_words():
    lists = [["a"], ["a", "b"], ["a", "b", "c"]]
    displayed = javascript.run("numbers.js", "return lists.map(m.formatList);", lists=lists)
    assert displayed == ["a", "a and b", "a, b and c"]


def test_counted_adds_a_plural_s():
    displayed = javascript.run(
        "numbers.js", "return [0, 1, 2].map((n) => m.formatCountOf(n, 'term'));"
    )
    assert displayed == ["0 terms", "1 term", "2 terms"]


@pytest.mark.parametrize(
    ("numbers", "positions"),
    [
        ([3, 1, 2], [0]),
        ([1, 3, 2, 3], [1, 3]),
        ([0.2, 0.2, 0.2], [0, 1, 2]),
        ([1 - 9e-10, 1], [0, 1]),
        ([1 - 1.1e-9, 1], [1]),
        ([2e-9, 2e-9 * (1 - 9e-10), 1e-9], [0, 1]),
        ([-4e3, -4e3 - 3e-6, -5e3], [0, 1]),
        ([-4e3, -4e3 - 5e-6, -5e3], [0]),
        ([0, 0, -1e-12], [0, 1]),
        ([7], [0]),
        ([1, math.nan], []),
    ],
)
def test_tops_returns_every_tied_index(numbers, positions):
    values = ["NaN" if math.isnan(x) else x for x in numbers]
    assert (
        javascript.run("numbers.js", "return m.indicesOfLargest(list.map(Number));", list=values)
        == positions
    )


def test_ties_are_described_as_ties():
    body = "return [m.describeTie('weight', 0.2, 5, 5), m.describeTie('score', -1, 2, 2)];"
    assert javascript.run("numbers.js", body) == [
        "equal weight, 0.200, on all 5 keys",
        "equal score, −1.000, on both keys",
    ]


@pytest.mark.parametrize(("n", "limit", "nearest"), [(12, 5, 4), (12, 12, 12), (71, 32, 1)])
def test_divisors_and_the_largest_one_up_to_a_limit(n, limit, nearest):
    body = "return [m.divisors(n), m.divisorUpTo(n, limit)];"
    divisors = [i for i in range(1, n + 1) if n % i == 0]
    assert javascript.run("numbers.js", body, n=n, limit=limit) == [divisors, nearest]


def test_argmax_and_descending_equal_torch():
    numbers = random(9)
    numbers[7] = numbers[2]
    body = "return [m.argmax(list), m.descending(list), m.argmax([1, 3, 3]), m.mean(list)];"
    top, order, tied, mean = javascript.run("numbers.js", body, list=numbers.tolist())
    assert (top, tied) == (numbers.argmax().item(), 1)
    assert order == numbers.argsort(descending=True, stable=True).tolist()
    assert mean == pytest.approx(numbers.mean().item())


def test_dot_products_over_all_or_some_indices_equal_torch():
    a, b = random(2, 7)
    body = "return [m.dot(a, b), m.dot(a, b, 2, 5)];"
    products = javascript.run("numbers.js", body, a=a.tolist(), b=b.tolist())
    assert products == pytest.approx([(a @ b).item(), (a[2:5] @ b[2:5]).item()])


def test_a_token_is_formatted_with_its_position():
    body = "return [m.formatToken(['the', 'cat'], 1), m.formatToken('abc', 0)];"
    assert javascript.run("numbers.js", body) == ["“cat” (1)", "“a” (0)"]


def test_sums_and_the_largest_of_a_long_list():
    body = """
        const long = m.upTo(1000000).map((i) => -i);
        return [m.upTo(3), m.total([1, 2, 4]), m.largest(long), m.largest([-3, -2]),
            m.largest([1, NaN, 2]), m.largest([])];
    """
    first, *rest = javascript.run("numbers.js", body)
    assert first == [0, 1, 2]
    assert rest == pytest.approx([7, 0, -2, math.nan, -math.inf], nan_ok=True)


@pytest.mark.parametrize(
    ("row", "displayed"),
    [
        ([0.2, 0.7, 0.1], "most weight on (1) with 0.700"),
        ([0.4, 0.2, 0.4], "most weight on (0) and (2) with 0.400 each"),
        ([0.3 - 1e-11, 0.3, 0.1, 0.3], "most weight on (0), (1) and (3) with 0.300 each"),
        ([0.2, 0.2, 0.2, 0.2, 0.2], "equal weight, 0.200, on all 5 keys"),
        ([0.5, 0.5], "equal weight, 0.500, on both keys"),
        ([0.2, 0.2, 0.2, 0.2, 0.1, 0.1], "equal weight, 0.200, on 4 of 6 keys"),
        ([1], "most weight on (0) with 1.000"),
        (["NaN", 1], "most weight on nothing"),
    ],
)
def test_describe_top_names_the_largest_weight_and_ties(row, displayed):
    body = """
        const numbers = Float64Array.from(row, Number);
        return m.describeTop(numbers, (j) => `(${j})`, "weight", "most weight on ");
    """
    assert javascript.run("numbers.js", body, row=row) == displayed
