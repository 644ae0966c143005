"""ModelView in Python: what it sends to the page, and what it refuses at first and later."""

import colorsys
import gzip
import re

import pytest
import torch

from mha_lib.book import figures
from mha_lib.book.tiny import TinyModel, load
from mha_lib.widgets import ModelView
from tests.helpers import labels

MODELS = {"one head": load("two_letters_1"), "two heads": load("two_letters_2")}


def make(**options):
    return ModelView(**{"models": MODELS, "model": 1} | options)


def every_number():
    return make(view="every number", text="gbadcfbhaegd", position=8)


def several_layers():
    return ModelView(load("repeats"), "repeats", text="mjacpehd" * 4, position=15)


def most_heads_of_a_model():
    models = {name: TinyModel(8, 12, 2, n_heads=8, d_model=40) for name in labels.long(2)}
    return ModelView(models, text="hhhhgggghhhh", position=11, view="every number")


def most_layers_of_a_model():
    sizes = {"d_model": 32, "d_head": 8, "residual": True, "causal": True}
    model = TinyModel(16, 32, 1, n_heads=2, n_layers=4, **sizes)
    return ModelView(model, "repeats", text="mjacpehd" * 4, position=31, view="every number")


EXAMPLES = [every_number, several_layers]
LARGEST = [most_heads_of_a_model, most_layers_of_a_model]
LETTERS = "text must be 1 to 12 letters of 'abcdefgh'; got "
REFUSED = [
    ({"text": "abx"}, ValueError, f"{LETTERS}'abx'"),
    ({"text": ""}, ValueError, f"{LETTERS}''"),
    ({"text": "a" * 13}, ValueError, f"{LETTERS}'aaaaaaa"),
    ({"text": 3}, TypeError, "text must be a string; got 3"),
    ({"model": 2}, ValueError, "model must be below 2; got 2"),
    ({"position": 12}, ValueError, "position must be below 12; got 12"),
    ({"position": -1}, ValueError, "position must be at least 0; got -1"),
    ({"off": [2]}, ValueError, "off must be below 2; got 2"),
    ({"off": [-1]}, ValueError, "off must be at least 0; got -1"),
    ({"answer": 16}, ValueError, "answer must be below 16; got 16"),
    ({"answer": -2}, ValueError, "answer must be at least -1; got -2"),
    ({"asked": ["scores", 0]},
     ValueError, "asked must be empty or have a stage, an index and a column; "),
    ({"asked": ["score", 0, 0]},
     ValueError, "asked must be one of x, Q, K, V, scores, weights, average, writ"),
    ({"asked": ["scores", 2, 0]}, ValueError, "asked must be below 2; got 2"),
    ({"asked": ["scores", 0, 12]}, ValueError, "asked must be below 12; got 12"),
    ({"asked": ["scores", -1, 0]}, ValueError, "asked must be at least 0; got -1"),
    ({"asked": "scores"}, TypeError, "asked must be a list; got 'scores' (str)"),
    ({"view": "some"}, ValueError, "view must be one of attention and every number; got 'some'"),
    ({"view": "every number", "numbers": False},
     ValueError, "view must be one of attention; got 'every number'"),
    ({"numbers": 1}, TypeError, "numbers must be True or False; got 1 (int)"),
    ({"task": "three"}, ValueError, "task must be one of two_letters, "),
    ({"task": "sentences"},
     ValueError, "task must have letters of one character each; got 'sentences'"),
    ({"models": {}}, ValueError, "models must have at least one model; got none"),
    *(({"models": model, "model": 0}, error, f"models must {rule}") for model, error, rule in [
        (torch.nn.Linear(2, 3), TypeError, "be TinyModels; got Linear"),
        (TinyModel(7, 12, 2), ValueError,
         "have the letters, length and questions of two_letters, (8, 12, 2); got (7, 12, 2)"),
        (TinyModel(8, 12, 1), ValueError,
         "have the letters, length and questions of two_letters, (8, 12, 2); got (8, 12, 1)"),
        (TinyModel(8, 12, 2, n_heads=9, d_model=9), ValueError,
         "have at most 8 heads and 12000 parameters; got 9 heads, "),
        (TinyModel(8, 12, 2, n_heads=5, n_layers=2, d_model=5), ValueError,
         "have at most 8 heads and 12000 parameters; got 10 heads, "),
        (TinyModel(8, 12, 2, d_model=60), ValueError,
         "have at most 8 heads and 12000 parameters; got 1 heads, "),
        (TinyModel(8, 12, 2, n_layers=2, positions_in_values=False), ValueError,
         "see positions in their values, or have one layer and one-hot tokens; got 2 layers, "),
        (TinyModel(8, 12, 2, d_model=6, positions_in_values=False), ValueError,
         "see positions in their values, or have one layer and one-hot tokens; got 1 layer, "),
    ]),
]  # fmt: skip


def test_parameters_are_sent_with_four_digits():
    sent = make().models[1]
    params = MODELS["two heads"].layers[0].head_parameters()
    for name in ("W_Q", "W_K", "W_V", "W_O"):
        torch.testing.assert_close(
            torch.tensor(sent["layers"][0][name]),
            getattr(params, name),
            rtol=6e-4,
            atol=0,
            check_dtype=False,
        )
    assert sent["parameters"] == 1936
    assert sent["features"][:2] == ["letter “a”", "letter “b”"]
    assert sent["features"][-1] == "position 11"
    learned = ModelView(TinyModel(8, 12, 2, d_model=3)).models[0]
    assert learned["features"] == ["number 0", "number 1", "number 2"]
    assert learned["name"] == "the model"


def test_html_is_small_enough_for_a_page():
    assert len(gzip.compress(make().html().encode())) < 60_000


def test_choices_in_range_can_be_set():
    widget = make()
    for name, value in {
        "position": 2,
        "text": "abc",
        "off": [1],
        "answer": 15,
        "asked": ["Q", 1, 9],
    }.items():
        setattr(widget, name, value)
        assert widget.state()[name] == value


def test_heads_are_counted_through_all_layers():
    model = TinyModel(16, 32, 1, n_heads=2, n_layers=2, d_model=32, residual=True, causal=True)
    widget = ModelView(model, "repeats", text="mjacmjac", off=(0, 3))
    assert widget.off == [0, 3]
    with pytest.raises(ValueError, match="off must be below 4; got 4"):
        widget.off = [4]
    (sent,) = widget.models
    assert [len(layer["W_Q"]) for layer in sent["layers"]] == [2, 2]
    assert (sent["residual"], sent["causal"]) == (True, True)
    params = model.layers[1].head_parameters()
    torch.testing.assert_close(
        torch.tensor(sent["layers"][1]["W_O"]), params.W_O, rtol=6e-4, atol=0, check_dtype=False
    )
    assert (widget.alphabet, widget.back) == ("abcdefghijklmnop", [-1])


def rgb(color):
    return [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def contrast(one, other):
    """As WCAG 2 defines it: 1 to 21."""

    def luminance(color):
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(color)]
        return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_head_colors_match_the_figures_and_have_contrast_in_both_themes():
    themes = re.findall(r"\.mha(?:\[data-theme=\"dark\"\])? {(.*?)}", ModelView._css, re.S)[:2]
    for theme in themes:
        ground = re.search(r"--mha-ground: (#\w{6})", theme)[1]
        colors = re.findall(r"--mha-head-\d: (#\w{6})", theme)
        assert len(colors) == len(figures.HEAD_COLORS)
        for here, there in zip(colors, figures.HEAD_COLORS, strict=True):
            hues = [colorsys.rgb_to_hls(*rgb(color))[0] for color in (here, there)]
            apart = abs(hues[0] - hues[1])
            assert min(apart, 1 - apart) < 20 / 360, (here, there)
            assert contrast(here, ground) > 4.5, here
