"""CodeView in Python: what it sends to the page, and what it refuses at first and later."""

import base64
import gzip
import hashlib
import json

import pytest
import safetensors.torch
import torch

from mha_lib.book import code_model
from mha_lib.book.code_model import CodeModel
from mha_lib.widgets import CodeView, code_view
from tests.helpers import labels

MERGES = [
    *("Ġ Ġ", "ĠĠ ĠĠ", "Ċ ĠĠ", "s e", "l f", "se lf", "d e", "de f", "r e", "t u", "r n", "tu rn"),
    *("re turn", "Ġ return", "Ġ self", "i n", "o r", "Ġ in", "f or", "a t", "( )", ") :", "m e"),
]
TEXT = "def area(self):\n    return self"


def small(seed=0, merges=MERGES, **sizes):
    """A model of 2 layers of 2 heads that was never trained, but is not silent either."""
    own = {"context": 80, "n_layers": 2, "n_heads": 2, "d_model": 16, "d_mlp": 24} | sizes
    generator = torch.Generator().manual_seed(seed)
    model = CodeModel(257 + len(merges), **own, merges=merges, generator=generator)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.3 * torch.randn(parameter.shape, generator=generator))
    return model.eval()


def make(**options):
    examples = {labels.MARKUP: labels.MARKUP, "a loop": "for me in self:\n    me()"}
    return CodeView(
        **{"model": small(), "text": TEXT, "position": 4, "examples": examples} | options
    )


def something_off():
    return make(off=(0, 3), mlps_off=(1,), head=3)


def odd_signs():
    return make(text="\tdef é😀\r\n\n  \x00\u00a0\u200f\ufeff\ud800x", position=-1, head=1)


def most_heads_of_a_layer():
    model = small(n_layers=1, n_heads=16, d_model=32)
    examples = {name: "x" * (i + 1) for i, name in enumerate(labels.long(9))}
    return CodeView(model, text="lf" * 32 + "at" * 32, head=15, examples=examples)


def most_layers():
    return CodeView(small(n_layers=16, n_heads=1), text="(\n" * 32, head=15, off=(*range(15),))


EXAMPLES = [something_off, odd_signs]
LARGEST = [most_heads_of_a_layer, most_layers]
LONG = "must have 1 to 64 tokens and at most 1000 characters; got "
REFUSED = [
    ({"text": ""}, ValueError, f"text {LONG}0 characters"),
    ({"text": "a" * 1001}, ValueError, f"text {LONG}1001 characters"),
    # A link's text is judged by its length; its tokens are counted when the model has come.
    ({"text": "x" * 65, "position": 0}, ValueError, f"text {LONG}65 tokens"),
    ({"text": 3, "position": 0}, TypeError, "text must be a string; got 3 (int)"),
    ({"position": 64}, ValueError, "position must be below 64; got 64"),
    ({"position": -2}, ValueError, "position must be at least -1; got -2"),
    ({"head": 4}, ValueError, "head must be below 4; got 4"),
    ({"head": -1}, ValueError, "head must be at least 0; got -1"),
    ({"off": [4]}, ValueError, "off must be below 4; got 4"),
    ({"off": [-1]}, ValueError, "off must be at least 0; got -1"),
    ({"off": "3.5"}, TypeError, "off must be a list; got '3.5' (str)"),
    ({"mlps_off": [2]}, ValueError, "mlps_off must be below 2; got 2"),
    ({"mlps_off": "all"}, TypeError, "mlps_off must be a list; got 'all' (str)"),
    ({"examples": ["x"]}, TypeError, "examples must map names to strings; got ['x'] (list)"),
    ({"examples": {1: "x"}}, TypeError, "examples must have strings as names; got [1]"),
    ({"examples": {"x": 1}}, TypeError, "examples must be a string; got 1 (int)"),
    ({"examples": {"x": ""}}, ValueError, f"examples {LONG}0 characters"),
    ({"examples": {"x": "y" * 65}}, ValueError, f"examples {LONG}65 tokens"),
    *(({"model": model}, error, f"model must {rule}") for model, error, rule in [
        (torch.nn.Linear(2, 3), TypeError, "be a CodeModel; got Linear"),
        (CodeModel(300, 64, 1, 1, 8, 8), ValueError, "have merges; got None"),
        (small(n_layers=17, n_heads=1), ValueError,
         "have at most 16 heads and 1000000 parameters; got 17 heads, "),
        (small(n_layers=1, d_model=2000, n_heads=1, d_mlp=1), ValueError,
         "have at most 16 heads and 1000000 parameters; got 1 heads, "),
    ]),
]  # fmt: skip


def sent(widget, *messages):
    """What the widget answers to messages of a page."""
    answers = []
    widget.send = answers.append
    for content in messages:
        data = {"method": "custom", "content": content}
        widget._handle_msg({"content": {"data": data}, "buffers": []})
    return answers


def file_of(widget):
    (answer,) = sent(widget, {"wanted": widget.model["hash"]})
    assert answer["hash"] == widget.model["hash"]
    return base64.b64decode(answer["base64"])


def test_the_state_has_the_model_s_hash_and_not_its_parameters():
    widget = CodeView()
    file = code_model.STORED.read_bytes()
    model = widget.state()["model"]
    assert model == {
        "hash": hashlib.sha256(file).hexdigest()[:16],
        "bytes": len(file),
        "parameters": sum(p.numel() for p in code_model.load().parameters()),
        "sizes": code_model.load().sizes,
    }
    assert len(json.dumps(widget.state())) < 1000
    assert len(gzip.compress(widget.html().encode())) < 40_000
    assert file_of(widget) == file


def test_a_stored_model_is_recognized_however_it_was_loaded():
    assert CodeView(code_model.load()).model == CodeView().model
    other = code_model.load()
    with torch.no_grad():
        other.embedding[5, 5] += 1
    assert CodeView(other).model["hash"] != CodeView().model["hash"]


def test_a_model_of_one_s_own_is_sent_as_a_file(tmp_path):
    model = small()
    code_model.save(model, tmp_path / "model.safetensors", {})
    saved = (tmp_path / "model.safetensors").read_bytes()
    file = file_of(make())
    assert len(file) - len(saved) in range(-8, 9)
    numbers, wanted = safetensors.torch.load(file), safetensors.torch.load(saved)
    assert numbers.keys() == wanted.keys()
    assert all(torch.equal(numbers[name], wanted[name]) for name in wanted)
    (tmp_path / "model.safetensors").write_bytes(file)
    assert code_model.load(tmp_path / "model.safetensors").merges == model.merges
    assert len({make().model["hash"] for _ in range(5)}) == 1


def test_the_model_is_sent_only_to_a_page_that_asks_for_it():
    widget = make()
    assert sent(widget, {"wanted": "another"}, {}, "wanted", None) == []
    assert len(sent(widget, {"wanted": widget.model["hash"]})) == 1


def test_a_saved_page_contains_the_model(tmp_path):
    widget = make()
    widget.save(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    script = code_view.as_script(file_of(widget))
    assert script.count(widget.model["hash"]) == 1
    assert page.index(script) < page.index("data-mha=")
    assert script not in widget.html()


def test_text_length_is_counted_in_the_model_s_tokens():
    widget = make()
    widget.text = "self" * 64
    widget.text = "\ud800" * 21  # read as three bytes each
    for text in ("self" * 65, "\ud800" * 22):
        with pytest.raises(ValueError, match=r"must have 1 to 64 tokens .* got 6[56] tokens"):
            widget.text = text
    shorter = CodeView(small(context=9), text="self" * 9)
    with pytest.raises(ValueError, match="must have 1 to 9 tokens"):
        shorter.text = "self" * 10
    with pytest.raises(ValueError, match="position must be below 9; got 9"):
        shorter.position = 9


def test_without_tokenizers_only_characters_are_counted(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "tokenizers", None)
    code_view._tokenizer.cache_clear()
    try:
        widget = make(text="x" * 1000)
        with pytest.raises(ValueError, match="got 1001 characters"):
            widget.text = "x" * 1001
        with pytest.raises(ValueError, match="got 0 characters"):
            widget.text = ""
    finally:
        code_view._tokenizer.cache_clear()


def test_choices_in_range_can_be_set():
    widget = make()
    choices = {"text": "x", "position": 63, "head": 3, "off": [3, 0], "mlps_off": [1]}
    for name, value in choices.items():
        setattr(widget, name, value)
        assert widget.state()[name] == value
