"""format.js: numbers are formatted for readers, and ties are described."""

import re

import pytest

from tests.helpers import javascript


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
    assert javascript.run("format.js", f"return m.formatNumber({x});") == displayed


@pytest.mark.parametrize(
    ("x", "displayed"),
    [
        ("0", "0"),
        ("0.0783", ".078"),
        ("0.5", ".50"),
        ("0.00211", ".0021"),
        ("0.000118", ".00012"),
        ("1.25e-9", "1.3e−9"),
        ("-0.0021", "−.0021"),
        ("0.994", ".99"),
        ("0.996", "1"),
        ("1", "1"),
    ],
)
def test_format_small_gives_two_digits_that_count(x, displayed):
    assert javascript.run("format.js", f"return m.formatSmall({x});") == displayed


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
    assert javascript.run("format.js", f"return m.formatFixed({x});") == displayed


@pytest.mark.parametrize(
    ("x", "displayed"),
    [
        (0, "0"),
        (0.678, "0.68"),
        (3.7, "3.7"),
        (-1, "−1"),
        (0.0049, "0.005"),
        (-0.0003, "−0.0003"),
        (0.00002, "2.0e−5"),
        (12345, "1.2e+4"),
    ],
)
def test_format_brief_gives_two_digits_or_one_that_counts(x, displayed):
    assert javascript.run("format.js", "return m.formatBrief(x);", x=x) == displayed


@pytest.mark.parametrize(
    ("weight", "displayed"),
    [(1, "1"), (0.995, "1"), (0.9949, ".99"), (0.5, ".50"), (0.04, ".04"), (0.006, ".01")],
)
def test_format_weight_gives_two_digits_without_a_leading_zero(weight, displayed):
    assert javascript.run("format.js", "return m.formatWeight(weight);", weight=weight) == displayed


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
        javascript.run("format.js", "return m.formatSignificant(x, n);", x=x, n=digits) == displayed
    )


def test_integers_have_commas_between_thousands():
    counts = [0, 999, 1000, 1234567]
    displayed = javascript.run("format.js", "return counts.map(m.formatCount);", counts=counts)
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
        "format.js", "return [1000, 1024].map((s) => m.formatBytes(n, s));", n=n
    )
    assert displayed == [decimal, binary]
    assert javascript.run("format.js", "return m.formatBytes(n);", n=n) == decimal


def test_memory_and_rate_are_formatted():
    body = "return [m.formatMemory(80e9), m.formatRate(3.35e12), m.formatRate(1.008e12)];"
    assert javascript.run("format.js", body) == ["80 GB", "3.35 TB/s", "1.01 TB/s"]


def test_only_0_is_0_percent_and_only_1_is_100_percent():
    displayed = javascript.run(
        "format.js", "return shares.map(m.formatPercent);", shares=list(PER_CENTS)
    )
    assert displayed == [f"{said}%" for said in PER_CENTS.values()]


PER_CENTS = {
    **{0: "0", 1e-12: "below 1", 0.00999: "below 1", 0.01: "1", 0.124: "12", 0.5: "50"},
    **{0.986: "99", 0.99: "99", 0.9901: "above 99", 0.996: "above 99", 1 - 1e-15: "above 99"},
    1: "100",
}


def test_only_one_file_formats_numbers():
    """Otherwise another file may forget what readers need: a true minus, and none before 0.

    Verdicts on answers are the notebook's, so judge.js writes numbers as Python does.
    """
    ways = re.compile(r"\.to(Fixed|Precision|Exponential|LocaleString)\(|\bIntl\b")
    sources = sorted((javascript.JS / "src").rglob("*.js"))
    found = [path.name for path in sources if ways.search(path.read_text())]
    assert found == ["judge.js", "format.js"]


def test_series_lists_words():
    lists = [["a"], ["a", "b"], ["a", "b", "c"]]
    displayed = javascript.run("format.js", "return lists.map(m.formatList);", lists=lists)
    assert displayed == ["a", "a and b", "a, b and c"]


def test_counted_adds_a_plural_s():
    displayed = javascript.run(
        "format.js", "return [0, 1, 2].map((n) => m.formatCountOf(n, 'term'));"
    )
    assert displayed == ["0 terms", "1 term", "2 terms"]


def test_ties_are_described_as_ties():
    body = "return [m.describeTie('weight', 0.2, 5, 5), m.describeTie('score', -1, 2, 2)];"
    assert javascript.run("format.js", body) == [
        "equal weight, 0.200, on all 5 keys",
        "equal score, −1.000, on both keys",
    ]


def test_a_token_is_formatted_with_its_position():
    body = "return [m.formatToken(['the', 'cat'], 1), m.formatToken('abc', 0)];"
    assert javascript.run("format.js", body) == ["“cat” (1)", "“a” (0)"]


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
    assert javascript.run("format.js", body, row=row) == displayed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x" * 300, ""),
        ("😀" * 300, ""),
        ("x" * 301, "That is 301 characters; the limit is 300."),
        ("", "Type at least one character."),
    ],
)
def test_long_and_empty_texts_are_refused(text, why):
    body = "return m.describeWrongLength(text, 300);"
    assert javascript.run("format.js", body, text=text) == why
