"""Drawings of what heads attend to from one word, read back from their SVG."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
import torch

from mha_lib.book import figures, pretrained
from mha_lib.book.sentences import arcs, rows
from tests.book.test_figures import contrast

CSS = (Path(__file__).parents[2] / "mha_lib" / "widgets" / "widgets.css").read_text()
SVG = "{http://www.w3.org/2000/svg}"
IT = list(pretrained.precomputed().pronoun_sentences)
FORMS = ["wide", "tall"]
each_form = pytest.mark.parametrize("form", FORMS)


def sentence(text=IT[0]):
    tokens, weights = pretrained.precomputed().pronoun_sentences[text]
    return tokens, weights[3], tokens.index("it")


def random_layer(seed, n_tokens=9, n_heads=4):
    torch.manual_seed(seed)
    weights = (3 * torch.randn(n_heads, n_tokens, n_tokens)).softmax(dim=-1)
    return [f"word{i}" for i in range(n_tokens)], weights, seed % n_tokens


def form_of(drawing, kind):
    root = ElementTree.fromstring(drawing.svg())
    return next(one for one in root if one.get("class") == f"mha-{kind}")


def groups(form):
    """The marks of each head, by what a screen reader says of them."""
    return {one.get("aria-label"): one for one in form.iter(f"{SVG}g") if one.get("role") == "img"}


def points(path):
    """A path's points, 2 pixels from each other or less."""
    found, at = [], None
    for command, rest in re.findall(r"([MLC])([^MLC]*)", path.get("d")):
        ends = [torch.tensor([*map(float, pair.split(","))]) for pair in rest.split()]
        if command != "M":
            a, b, c, d = (at, *ends) if command == "C" else (at, at, ends[0], ends[0])
            t = torch.linspace(0, 1, 2 + int((d - at).norm() * 0.6))[:, None]
            found.append(
                (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t**2 * (1 - t) * c + t**3 * d
            )
        at = ends[-1]
    return torch.cat(found)


def boxes(form):
    """What each text takes up at most: left, top, right and bottom."""
    for one in form.iter(f"{SVG}text"):
        size, x, y = (float(one.get(name)) for name in ("font-size", "x", "y"))
        width = 0.6 * size * len("".join(one.itertext()))
        left = x - width * {"start": 0, "middle": 0.5, "end": 1}[one.get("text-anchor")]
        yield left, y - 0.75 * size, left + width, y + 0.2 * size


CASES = [
    *((sentence(text), [1, 8, 5]) for text in (IT[0], IT[1], *IT[-2:])),
    *((sentence(), heads) for heads in ([2, 11, 0, 7], [5, 4, 3])),
    *((random_layer(seed), heads) for seed, heads in enumerate([[0, 1, 2], [3, 0, 2, 1]])),
    ((["a", "b"], torch.full((2, 2, 2), 0.5), 0), [1, 0]),
    ((["alone"], torch.ones(1, 1, 1), 0), [0]),
    ((["a" * 40, "<b>&", "_", ""], torch.full((4, 4, 4), 0.25), 2), [0, 1, 2, 3]),
    ((["word"] * 30, torch.full((1, 30, 30), 1 / 30), 2), [0]),  # nothing to draw
]
each_case = pytest.mark.parametrize("case", range(len(CASES)))


@cache
def drawn_arcs(case):
    layer, heads = CASES[case]
    return arcs(*layer, heads, notes=["a few words"] * len(heads))


@each_case
@each_form
def test_a_line_is_as_thick_as_its_weight_is_large(case, form):
    layer, heads = CASES[case]
    own = groups(form_of(drawn_arcs(case), form)).values()
    assert len(own) == len(heads)
    for head, group in zip(heads, own, strict=True):
        row = layer[1][head, layer[2]].double()
        wanted = 1.5 + 10.5 * (row[row >= 0.05] - 0.05) / 0.95
        widths = [float(one.get("stroke-width")) for one in group.iter(f"{SVG}path")]
        assert sorted(widths) == pytest.approx(sorted(wanted.tolist()), rel=0.01)


@each_case
@each_form
def test_no_line_is_over_another_or_over_words(case, form):
    drawn = form_of(drawn_arcs(case), form)
    lines = [(points(one), float(one.get("stroke-width")) / 2) for one in drawn.iter(f"{SVG}path")]
    for (one, half), (other, other_half) in combinations(lines, 2):
        assert torch.cdist(one, other).min() >= half + other_half + 1
    for left, top, right, bottom in boxes(drawn):
        nearest, farthest = torch.tensor([left, top]), torch.tensor([right, bottom])
        for line, half in lines:
            outside = (nearest - line).clamp(min=0) + (line - farthest).clamp(min=0)
            assert outside.norm(dim=1).min() >= half


@each_case
@each_form
def test_words_do_not_overlap_and_are_inside_and_large_enough(case, form):
    layer, _ = CASES[case]
    for drawing in (drawn_arcs(case), rows(*layer)):
        drawn = form_of(drawing, form)
        _, _, width, height = map(float, drawn.get("viewBox").split())
        if form == "tall":
            assert width <= 350 or max(map(len, layer[0])) > 10
        assert min(float(one.get("font-size")) for one in drawn.iter(f"{SVG}text")) >= 11
        found = list(boxes(drawn))
        for one, other in combinations(found, 2):
            assert any(one[i] >= other[i + 2] or other[i] >= one[i + 2] for i in (0, 1))
        for left, top, right, bottom in found:
            assert min(left, top) >= -0.5
            assert (right <= width + 0.5, bottom <= height + 0.5) == (True, True)


def themes():
    """The colors of each theme, by the names of their variables, and its page."""
    blocks = re.findall(r"\.mha(?:\[data-theme=\"dark\"\])? \{([^}]*)\}", CSS)[:2]
    return list(zip(blocks, ["#ffffff", "#14181e"], strict=True))


@pytest.mark.parametrize(("block", "page"), themes())
def test_words_and_lines_have_contrast_on_light_and_dark_pages(block, page):
    values = dict(re.findall(r"(--mha-[\w-]+): (#\w+);", block))

    def color(said):
        return values[re.match(r"var\((--mha-[\w-]+), #\w+\)$", said)[1]]

    layer = sentence()
    for drawing in (arcs(*layer, [1, 8, 5]), rows(*layer, [1, 8, 5])):
        for form in FORMS:
            drawn = form_of(drawing, form)
            on_ink = 0
            for one in drawn.iter(f"{SVG}text"):
                if one.get("fill").startswith("var(--mha-ground"):
                    on_ink += 1
                    assert contrast(color(one.get("fill")), values["--mha-ink"]) >= 4.5
                else:
                    assert contrast(color(one.get("fill")), page) >= 4.5
            assert on_ink == 1  # the word that is asked
            for one in [*drawn.iter(f"{SVG}path"), *drawn.iter(f"{SVG}rect")]:
                look = one.get("stroke") or one.get("fill")
                assert contrast(color(look), page) >= 3
            assert "opacity" not in ElementTree.tostring(drawn, "unicode")


def test_a_heads_label_has_all_drawn_weights_and_its_row_is_in_the_table():
    drawing = arcs(*sentence(), [1, 8], notes=["what it is", "what is said of it"])
    said = ["head 1: phone 0.89, [CLS] 0.06", "head 8: broken 0.83"]
    for form in FORMS:
        assert list(groups(form_of(drawing, form))) == said
    words = ["".join(one.itertext()) for one in form_of(drawing, "wide").iter(f"{SVG}text")]
    assert words[:2] == ["head 1 → phone 0.89, [CLS] 0.06", "what it is"]
    (table,) = drawing.tables
    assert [row[0] for row in table.rows] == ["head 1", "head 8"]
    assert table.rows[0][1:4] == ["0.06", "0.01", "0.89"]


@each_form
def test_a_row_has_a_bar_for_each_weight_that_counts(form):
    tokens, weights, query = sentence()
    found = groups(form_of(rows(tokens, weights, query), form))
    assert len(found) == 12
    across = "height" if form == "wide" else "width"
    full = 26 if form == "wide" else None
    for own, group in zip(weights[:, query], found.values(), strict=True):
        sizes = [float(one.get(across)) for one in group.iter(f"{SVG}rect")]
        drawn = own[own >= 0.05]
        full = full or sizes[0] / drawn[0].item()
        assert sizes == pytest.approx((full * drawn).tolist(), rel=0.01)


def test_a_head_has_one_color_in_both_pictures():
    for colors in [(0, 1, 3), (7, 2, 4)]:
        pictures = [draw(*sentence(), [1, 8, 5], colors=colors) for draw in (arcs, rows)]
        for label, group in groups(form_of(pictures[0], "wide")).items():
            number = colors[["head 1", "head 8", "head 5"].index(label.partition(":")[0])]
            color = f"var(--mha-head-{number}, {figures.HEAD_COLORS[number]})"
            assert {one.get("stroke") for one in group.iter(f"{SVG}path")} == {color}
            twin = groups(form_of(pictures[1], "wide"))[label]
            assert {one.get("fill") for one in twin.iter(f"{SVG}rect")} == {color}


T, V = TypeError, ValueError


@pytest.mark.usefixtures("no_type_hook")
@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"weights": [[1.0]]}, T, "weights must be a torch.Tensor; got"),
        ({"weights": torch.ones(3, 3)}, V, "weights must have at least 3 dimensions; got"),
        ({"weights": torch.ones(2, 2, 3)}, V, "weights must have shape (heads, tokens, tokens)"),
        ({"weights": torch.full((2, 3, 3), 1.5)}, V, "weights must be between 0 and 1; got 1.5"),
        ({"weights": torch.full((2, 3, 3), float("nan"))}, V, "weights must "),
        ({"tokens": ["a", "b"]}, V, "tokens must be 3 strings, one per entry; got 2"),
        ({"query": 3}, V, "query must be below 3, the number of tokens; got 3"),
        ({"query": -1}, V, "query must be at least 0; got -1"),
        ({"query": "b"}, T, "query must be an integer; got 'b'"),
        ({"heads": 1}, T, "heads must be a list; got 1"),
        ({"heads": []}, V, "heads must be 1 to 4 different heads; got none"),
        ({"heads": [0, 0]}, V, "heads must be 1 to 4 different heads; got 0 and 0"),
        ({"heads": [2]}, V, "heads must be below 2; got 2"),
        ({"heads": [-1]}, V, "heads must be at least 0; got -1"),
        ({"notes": ["a"]}, V, "notes must be 2 strings, one per entry; got 1"),
        ({"colors": [0]}, V, "colors must be 2 different ones, one per head; got 0"),
        ({"colors": [1, 1]}, V, "colors must be 2 different ones, one per head; got 1 and 1"),
        ({"colors": [1, 8]}, V, "colors must be below 8; got 8"),
    ],
)
def test_sentences_that_cannot_be_drawn_are_refused(change, error, message):
    given = {"tokens": ["a", "b", "c"], "weights": torch.ones(2, 3, 3) / 3, "query": 1}
    with pytest.raises(error, match=re.escape(message)):
        arcs(**{**given, "heads": [0, 1], **change})
    if not change.keys() & {"heads", "notes", "colors"}:
        with pytest.raises(error, match=re.escape(message)):
            rows(**{**given, **change})
