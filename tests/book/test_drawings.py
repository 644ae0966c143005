"""Drawings show the numbers that PyTorch computes, and can be read."""

import functools
import math
import re
from itertools import chain
from xml.etree import ElementTree

import pytest
import torch
import torch.nn.functional as F

from mha_lib import HeadParameters
from mha_lib.book import drawings

TOKENS, X, HEADS = drawings.hot_tea()
SVG = "{http://www.w3.org/2000/svg}"
STAGES = drawings.hot_tea_stages()  # for paper and a screen in class, so not for a phone


def layer(**options):
    return drawings.layer(X, HEADS, TOKENS, **options)


def who_saw_whom(**options):
    one, two = torch.tensor([[0.5, 0, 0.5]]), torch.tensor([[1.0, 0, 0], [0, 0, 1]])
    arguments = {
        "sentences": [["cat", "saw", "dog"], ["dog", "saw", "cat"]],
        "values": {"cat": (1, 0), "saw": (0, 0), "dog": (0, 1)},
        "weights": {"one head": one, "two heads": two},
        "query": 1,
        "features": ["cat", "dog"],
    }
    return drawings.averages(**arguments | options)


def four_caches(**options):
    arguments = {"kinds": {"MHA": 4, "GQA": 2, "MQA": 1}, "n_heads": 4, "d_head": 3}
    return drawings.caches(**arguments | options)


def narrow_cache(**options):
    arguments = {"latent": 11, "rotated": 5, "d_head": 3, "n_heads": 7}
    return drawings.latent_cache(**arguments | options)


SHARES = torch.tensor([[0.25, 0.25, 0.5], [1.0, 0.0, 0.0], [0.0, 0.5, 0.5]])
PASSED_ON = torch.tensor([[1.0, 0.0], [-1.0, 0.0], [0.0, 2.0]])


def average(**options):
    arguments = {
        "weights": SHARES,
        "values": PASSED_ON,
        "tokens": list("abc"),
        "features": ["x", "y"],
    }
    return drawings.average(**arguments | options)


@functools.cache  # for the tests of every drawing
def drawn():
    chance = torch.Generator().manual_seed(0)
    keys = torch.tensor([[0.0, 0], [1, 0], [0, 1]])
    values = torch.tensor([[-1.0, 2], [1, 0.25], [0, 1]])
    weights = torch.rand(2, 3, 3, generator=chance).softmax(dim=-1)
    return {
        "layer": layer(row=1, notes=["a", "b"], aside=["one line", "another"]),
        "layer without a row": layer(),
        "the book's": drawings.hot_tea_layer(["weights"]),
        "strip": drawings.strip(torch.tensor([3.0, 0]), keys, values, list("abc"), query_token="b"),
        "maps": drawings.maps(weights, list("abc"), row=1),
        **drawings.hot_tea_steps(),
        "averages": who_saw_whom(),
        "average": average(row=1),
        "block": drawings.block(),
        "caches": four_caches(),
        "latent cache": narrow_cache(),
        "many": drawings.maps(
            torch.rand(3, 12, 12, generator=chance).softmax(dim=-1), list("abcdefghijkl")
        ),
    }


every_form = pytest.mark.parametrize("form", ["wide", "tall"])
every_drawing = pytest.mark.parametrize("name", drawn())


def elements(form):
    return ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{form.body}</svg>').iter()


def by_torch():
    """The weights and the output of the layer in the book."""
    q, k, v = (X @ W for W in (HEADS.W_Q, HEADS.W_K, HEADS.W_V))
    weights = F.scaled_dot_product_attention(q, k, torch.eye(5).double().expand(2, -1, -1))
    output = F.scaled_dot_product_attention(q, k, v).transpose(0, 1).flatten(1)
    return weights, output @ HEADS.W_O.flatten(0, 1)


def numbers(drawing, title):
    (table,) = (table for table in drawing.tables if table.title == title)
    return torch.tensor([[float(cell) for cell in row[1:]] for row in table.rows])


def test_a_layer_shows_what_torch_computes():
    weights, output = by_torch()
    for head in (0, 1):
        shown = numbers(layer(), f"attention weights of head {head}")
        torch.testing.assert_close(shown, weights[head].float(), atol=0.005, rtol=0)
    torch.testing.assert_close(numbers(layer(), "output"), output.float(), atol=0.005, rtol=0)


def test_the_heads_of_the_book_s_layer_attend_to_different_words():
    weights, output = by_torch()
    tea, hot = TOKENS.index("tea"), TOKENS.index("hot")
    assert abs(weights[0, tea, hot] - 0.68) < 0.005
    assert weights[1].argmax(dim=1)[1:].tolist() == [0, 1, 2, 3]
    assert abs(weights[1, tea, 0] - 0.91) < 0.005
    assert [round(number, 2) for number in output[tea].tolist()] == [0.99, 0.11, 0.71, 0, 0, 0]


def test_both_heads_of_the_book_s_layer_write_into_the_columns_that_meanings_have_in_x():
    meanings = X.clone()
    meanings[:, 3:] = 0  # the columns of the position
    for head in (0, 1):
        assert torch.equal(X @ HEADS.W_V[head] @ HEADS.W_O[head], meanings)


def test_the_steps_show_what_torch_computes():
    weights, output = by_torch()
    steps = drawings.hot_tea_steps()
    for head, step in ((0, "one head"), (0, "two heads"), (1, "two heads")):
        titles = f"attention weights of head {head}", f"head {head}"
        (table,) = (one for one in steps[step].tables if one.title.startswith(titles))
        shown = torch.tensor([[float(cell) for cell in row[1:]] for row in table.rows])
        torch.testing.assert_close(shown, weights[head].float(), atol=0.005, rtol=0)
    shown = numbers(steps["output"], "output")
    torch.testing.assert_close(shown, output.float(), atol=0.005, rtol=0)
    q, k, v = (X @ W[0] for W in (HEADS.W_Q, HEADS.W_K, HEADS.W_V))
    for name, wanted in (("Q", q), ("K", k), ("V", v)):
        shown = numbers(steps["projections"], f"{name} of head 0")
        torch.testing.assert_close(shown, wanted.float())
    assert steps["one row"].tables[0].rows[-1][-1] == "(0.08, 0.08, 0.68)"
    tea = TOKENS.index("tea")
    in_x, out, both = numbers(steps["added"], "the row of “tea”")
    torch.testing.assert_close(in_x, X[tea].float())
    torch.testing.assert_close(out, output[tea].float(), atol=0.005, rtol=0)
    torch.testing.assert_close(both, (X[tea] + output[tea]).float(), atol=0.005, rtol=0)


def test_a_cache_keeps_a_key_and_a_value_per_kv_head_and_heads_read_the_one_of_their_group():
    drawn = four_caches()
    assert [row[-1] for row in drawn.tables[0].rows] == ["24", "12", "6"]
    lines = [e.attrib for e in elements(drawn.wide) if e.tag == f"{SVG}line"]
    ends = [(line["stroke"], float(line["x2"])) for line in lines]
    colors = [drawings.head_color(head) for head in range(4)]
    mha, gqa, mqa = ends[:4], ends[4:8], ends[8:]
    assert [color for color, _ in mha] == colors
    assert [len({x for _, x in kind}) for kind in (mha, gqa, mqa)] == [4, 2, 1]
    assert gqa[0][1] == gqa[1][1] < gqa[2][1] == gqa[3][1]


def test_in_latent_attention_c_is_in_the_key_and_the_value_and_no_head_keeps_a_key_of_its_own():
    drawn = narrow_cache()
    rows = [row[-1] for row in drawn.tables[0].rows]
    assert rows == ["11 + 5", "11 + 5", "11", "11", "3", "42"]
    for form in (drawn.wide, drawn.tall):
        words = ["".join(e.itertext()) for e in elements(form) if e.tag == f"{SVG}text"]
        assert "key: c and the rotated part, 16 numbers" in words
        assert "value: c alone, 11 numbers" in words
        assert words.count("c: 11") == 1
        assert {f"average of c, head {head}: 11" for head in (0, 1)} <= {*words}
        assert not {"K0", "V0"} & {*words}
        boxes = [e.attrib for e in elements(form) if e.tag == f"{SVG}rect"]
        gray = {(box["x"], box["width"]) for box in boxes if "mha-soft" in box.get("stroke", "")}
        lines = [e.attrib["points"] for e in elements(form) if e.tag == f"{SVG}polyline"]
        # Each bracket is a line of four points. The key's spans both boxes, the value's c alone.
        spans = [[p.split(",")[0] for p in line.split()] for line in lines]
        key, value = sorted(
            [(float(s[0]), float(s[-1])) for s in spans if len(s) == 4], reverse=True
        )
        c, turned = sorted((float(x), float(x) + float(w)) for x, w in gray)
        assert (key, value) == ((c[0], turned[1]), c)


def test_latent_cache_refuses_what_it_cannot_draw():
    with pytest.raises(ValueError, match="rotated must be at least 1; got 0"):
        narrow_cache(rotated=0)
    with pytest.raises(ValueError, match="n_heads must be at least 3; got 2"):
        narrow_cache(n_heads=2)
    with pytest.raises(TypeError, match="latent must be an integer"):
        narrow_cache(latent=2.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_heads": 5}, "n_heads must be 2 to 4; got 5"),
        ({"n_heads": 2.0}, "n_heads must be an integer"),
        ({"kinds": {"odd": 3}}, "kinds must be numbers of KV heads that divide n_heads=4; got 3"),
        ({"d_head": 0}, "d_head must be at least 1; got 0"),
    ],
)
def test_caches_refuses_what_it_cannot_draw(options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        four_caches(**options)


def test_averages_are_those_of_torch_and_the_sign_says_whether_they_are_equal():
    one, two = torch.tensor([[0.5, 0, 0.5]]), torch.tensor([[0.75, 0, 0.25], [0, 0, 1]])
    shown = who_saw_whom(weights={"one head": one, "two heads": two})
    signs = [node.text for node in elements(shown.wide) if node.text in ("=", "≠")]
    assert signs == ["=", "≠"]
    cat_first = torch.tensor([[1.0, 0], [0, 0], [0, 1]])
    for title, weights in (("one head", one), ("two heads", two)):
        wanted = torch.stack([weights @ cat_first, weights @ cat_first.flip(0)])
        got = numbers(shown, f"{title}: what “saw” gets")
        torch.testing.assert_close(got, wanted.flatten(1))


@every_form
def test_an_average_shows_weights_values_and_their_product(form):
    shown = average(row=1)
    titles = ["weights; columns: keys; framed row: b", "values", "average; framed row: b"]
    for title, matrix in zip(titles, [SHARES, PASSED_ON, SHARES @ PASSED_ON], strict=True):
        torch.testing.assert_close(numbers(shown, title), matrix)
    said = [node.text for node in elements(getattr(shown, form)) if node.tag == f"{SVG}text"]
    for number in (".25", ".50", "−1", "2", "−.50"):
        assert number in said
    hollow = [node for node in elements(shown.wide) if node.get("fill") == "none"]
    assert sum(node.get("stroke-width") == "2" for node in hollow) == 4  # -1, -0.5, two frames


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_an_average_accepts_any_precision_and_gradients(dtype):
    parts = (part.to(dtype).requires_grad_() for part in (SHARES, PASSED_ON))
    assert average(**dict(zip(("weights", "values"), parts, strict=True))).svg() == average().svg()


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"weights": SHARES[:2]}, ValueError, "weights must be square, not empty; got"),
        ({"weights": SHARES[:0, :0]}, ValueError, "weights must be square, not empty; got"),
        ({"weights": SHARES + 0.1}, ValueError, r"weights must be between 0 and 1; got 1\.1"),
        ({"weights": SHARES / 0}, ValueError, "weights must be finite; got"),
        ({"weights": SHARES.tolist()}, TypeError, r"weights must be a torch\.Tensor; got"),
        ({"values": PASSED_ON[:2]}, ValueError, "values must have 3 rows, one per token; got"),
        ({"values": PASSED_ON[:, :0]}, ValueError, "values must have 3 rows, one per token; got"),
        ({"values": PASSED_ON / 0}, ValueError, "values must be finite; got"),
        ({"values": PASSED_ON.int()}, TypeError, "values must be floating point; got int32"),
        ({"tokens": ["a"]}, ValueError, "tokens must be 3 strings, one per entry; got 1"),
        ({"features": ["x"]}, ValueError, "features must be 2 strings, one per entry; got 1"),
        ({"row": 3}, ValueError, "row must be below 3, the number of tokens; got 3"),
        ({"row": -1}, ValueError, "row must be at least 0; got -1"),
        ({"row": 1.0}, TypeError, "row must be an integer; got"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_an_average_refuses_wrong_input(wrong, error, message):
    with pytest.raises(error, match=f"^{message}"):
        average(**wrong)


@every_form
def test_the_printed_row_belongs_to_the_token(form):
    texts = [one.text for one in elements(getattr(layer(row=1), form)) if one.tag == f"{SVG}text"]
    for shown in (".68", ".91", "3.7", ".03", ".99", ".11", ".71"):
        assert shown in texts


@every_form
def test_a_layer_names_the_keys_of_its_weights_and_what_its_products_are(form):
    drawing = getattr(layer(), form)
    # Of 2 heads: below the weights. Nothing else is rotated, as no columns have names.
    rotated = [one.text for one in elements(drawing) if one.get("transform")]
    assert rotated == 2 * TOKENS
    said = ["".join(one.itertext()) for one in elements(drawing) if one.tag == f"{SVG}text"]
    for product in ("x WQ", "x WK", "x WV"):
        assert said.count(product) == 2


@every_form
@pytest.mark.parametrize("name", [*drawn(), *STAGES])
def test_text_is_large_enough_and_inside_the_drawing(name, form):
    form = getattr((drawn() | STAGES)[name], form)
    for one in elements(form):
        if one.tag not in (f"{SVG}text", f"{SVG}tspan"):
            continue
        assert float(one.get("font-size", 12)) >= 11
        if one.tag == f"{SVG}text":
            size = float(one.get("font-size"))
            width = 0.6 * size * len("".join(one.itertext()).replace("\N{ZERO WIDTH SPACE}", ""))
            x, y = float(one.get("x")), float(one.get("y"))
            if one.get("transform"):  # rotated: it starts at the bottom
                assert one.get("text-anchor") == "end"
                assert size <= x <= form.width
                assert 0 <= y <= y + width <= form.height
                continue
            left = x - {"start": 0, "middle": width / 2, "end": width}[one.get("text-anchor")]
            assert -1 <= left <= left + width <= form.width + 1, one.text
            assert size - 2 <= y <= form.height


@every_drawing
def test_on_a_phone_a_drawing_has_the_width_of_a_phone(name):
    assert drawn()[name].tall.width <= 360


@every_drawing
def test_every_part_has_a_label_for_screen_readers(name):
    parts = [one for one in elements(drawn()[name].wide) if one.get("role") == "img"]
    assert all(part.get("aria-label") for part in parts)


@pytest.mark.parametrize("part", drawings.PARTS)
def test_parts_that_are_not_lit_fade(part):
    groups = [one for one in elements(layer(lit=[part]).wide) if one.get("data-part")]
    assert {one.get("data-part") for one in groups} == set(drawings.PARTS)
    assert all((one.get("opacity") is None) == (one.get("data-part") == part) for one in groups)
    assert "opacity" not in groups[0].attrib or groups[0].get("data-part") != part


def test_a_file_displays_only_the_wide_form():
    file = ElementTree.fromstring(layer().svg())
    wide, tall = file.findall(f"{SVG}svg")
    assert (wide.get("display"), tall.get("display")) == (None, "none")


def test_a_strip_shows_one_row_of_a_softmax():
    (table,) = drawn()["strip"].tables
    b = next(row for row in table.rows if row[0] == "b")
    weight = (3 / 2**0.5) - torch.tensor([0, 3 / 2**0.5, 0]).logsumexp(0)
    assert b[5] == f"{weight.exp():.2f}"
    assert table.rows[-1][-1].count(",") == 1


@pytest.mark.parametrize(
    ("number", "said"), [(0.5, ".5"), (-0.25, "−.25"), (10.5, "10.5"), (-20.25, "−20.25"), (0, "0")]
)
def test_a_short_number_is_still_that_number(number, said):
    assert drawings.short(number) == said


def test_a_map_links_to_the_chapters():
    svg = drawings.layer_map(["weights"], {"W_O": "there.html"})
    assert re.findall('href="(.*?)"', svg) == ["there.html"]
    assert svg.count(", this chapter") == 1


wide_heads = HeadParameters.random(7, 1, bias=False, dtype=torch.float64)


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: layer(row=5), "row must be below 5, the number of tokens; got 5"),
        (lambda: layer(lit=["heads"]), "lit must contain parts out of x, projections"),
        (lambda: drawings.layer(X[:, :4], HEADS, TOKENS), "x must have shape (tokens, 6)"),
        (lambda: drawings.layer(X, HEADS, TOKENS[:4]), "tokens must be 5"),
        (lambda: drawings.layer(torch.rand(5, 7), wide_heads, TOKENS), "at most 6 wide"),
        (
            lambda: layer(columns={"": ["a"], "b": ["c"]}),
            "columns must be 6 strings, one per entry; got 2",
        ),
        (
            lambda: layer(output_columns={"": ["a"]}),
            "output_columns must be 6 strings, one per entry; got 1",
        ),
        (lambda: drawings.layer_map(["head"]), "lit must contain parts out of x, projections"),
        (
            lambda: who_saw_whom(weights={"a": torch.ones(1, 2)}),
            "weights must have shape (heads, 3), a column per word; got",
        ),
        (
            lambda: who_saw_whom(weights={"a": torch.full((1, 3), 1.5)}),
            "weights must be between 0 and 1; got 1.5",
        ),
        (lambda: who_saw_whom(query=3), "query must be below 3, the number of words; got 3"),
        (
            lambda: who_saw_whom(values={"cat": (1, 0)}),
            "values must have every word of the sentences; 'saw' has none",
        ),
        (lambda: who_saw_whom(features=["cat"]), "features must be 2 strings"),
        (
            lambda: who_saw_whom(sentences=[["cat"]]),
            "sentences must have 2 to 5 words; got 1",
        ),
        (
            lambda: drawings.maps([torch.full((2, 2), 1.5)], ["a", "b"]),
            "weights must be between 0 and 1",
        ),
    ],
)
def test_layers_that_cannot_be_drawn_are_refused(draw, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        draw()


def test_a_class_s_drawings_print_all_numbers_that_their_row_uses_but_two_of_the_output():
    _, x, heads = drawings.hot_tea_for_class()
    assert list(STAGES) == ["one head", "layer"]
    drawn = [ElementTree.fromstring(stage.svg())[1] for stage in STAGES.values()]
    printed = {
        (group.get("data-head"), group.get("data-stage")): [
            float(node.text.replace("−", "-").replace("?", "nan"))
            for node in group.iter()
            if node.tag.endswith("text")
        ]
        for group in chain(*(stage.iter() for stage in drawn))
        if group.get("data-stage")
    }
    lanes = [{g.get("data-head") for g in s.iter() if g.get("data-stage") == "Q"} for s in drawn]
    assert lanes == [{"0"}, {"1"}]  # a head in each stage
    shown = [math.isnan(number) for number in printed[None, "sum"]]
    assert shown == [False, False, True, False, False, False, True]
    used = x[1] != 0  # the features of "tea"
    for head in (0, 1):
        for name in ("W_Q", "W_K", "W_V"):
            W = getattr(heads, name)[head]
            assert printed[str(head), name] == W[used].flatten().tolist()
            result = printed[str(head), name[-1]]
            assert result == (x[1:2] if name == "W_Q" else x).matmul(W).flatten().tolist()
    labels = [node.text for stage in drawn for node in stage.iter() if node.get("transform")]
    # x, Q and K of head 0, V and averages of both, the two in one, W_O and the output
    assert labels.count("drink") == 3 + 2 * 2 + 2 + 2
    assert labels.count("2nd") == 1 + 2 + 2
