"""The recipe of "A real model, loaded wrong and put right": its reference, and what it finds."""

import math
import re
from pathlib import Path

import nbformat
import pytest
import torch
from torch.testing import assert_close

from mha_lib import layouts
from mha_lib.book.exercises.loaded_wrong import stand_in
from mha_lib.book.pretrained import Encoder

pytest.importorskip("transformers", reason="transformers is in .venv alone")
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertModel,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
)

CHAPTER = Path(__file__).parents[2] / "book" / "loaded_wrong.ipynb"
CELLS = ["imports", "wrong-loads"]
IDS, LENGTHS = torch.tensor([[7, 21, 4], [30, 2, 0]]), [3, 2]


@pytest.fixture(scope="module")
def page():
    """What the chapter defines: its wrong loads and its checks."""
    sources = {cell.id: cell.source for cell in nbformat.read(CHAPTER, as_version=4).cells}
    found = {}
    for name in [*CELLS, "outputs", "error", "first-off", "bert-names"]:
        exec(sources[name], found)
    torch.set_grad_enabled(True)
    return found


@pytest.fixture(scope="module")
def bert():
    """transformers' model with the numbers of the small one."""
    sizes = {
        **{"vocab_size": 40, "hidden_size": 24, "num_hidden_layers": 4, "num_attention_heads": 3},
        **{"intermediate_size": 33, "max_position_embeddings": 11, "layer_norm_eps": 1e-12},
    }
    bert = BertModel(BertConfig(**sizes, attn_implementation="eager"), add_pooling_layer=False)
    bert = bert.double().eval()
    missing, unexpected = bert.load_state_dict(stand_in(), strict=False)
    assert not unexpected
    assert all("position_ids" in name for name in missing)
    return bert


MASK = torch.arange(3) < torch.tensor(LENGTHS)[:, None]


def test_the_small_model_equals_transformers(bert):
    """Its states and weights, on sentences of two lengths, from the same numbers."""
    options = {"output_hidden_states": True, "output_attentions": True}
    with torch.no_grad():
        theirs = bert(IDS, attention_mask=MASK.long(), **options)
        states, weights = Encoder(stand_in(), 3)(IDS, LENGTHS)
    for ours, wanted in zip(states, theirs.hidden_states, strict=True):
        assert_close(ours[MASK], wanted[MASK], rtol=0, atol=1e-12)
    for ours, wanted in zip(weights, theirs.attentions, strict=True):
        assert_close(ours[0], wanted[0], rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("load", "found"), [(None, "none"), ("K and V exchanged in layer 2", "layers.2.attention")]
)
def test_the_lines_compare_with_transformers_own_names(page, capsys, load, found):
    source = next(c.source for c in nbformat.read(CHAPTER, 4).cells if c.id == "bert")
    model = Encoder(stand_in(), 3)
    model = model.change(page["load_wrong"](load, 3, 4)) if load else model
    exec(source, dict(page) | {"wrong": model, "ids": IDS[:1]})
    assert capsys.readouterr().out == f"first module that is off: {found}\n"


def test_the_modules_are_listed_in_the_order_in_which_they_run(page):
    run = page["outputs"](Encoder(stand_in(), 3), IDS[:1])
    assert sorted(page["names"], key=list(run).index) == list(page["names"])


SMALL = {"vocab_size": 40, "use_cache": True}
LLAMA = {"hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 3}
LLAMA |= {"intermediate_size": 33, "num_key_value_heads": 1}
THEIRS = {
    "llama": lambda: LlamaForCausalLM(LlamaConfig(**SMALL, **LLAMA)),
    "gpt2": lambda: GPT2LMHeadModel(GPT2Config(**SMALL, n_layer=2, n_head=3, n_embd=24)),
    "bert": lambda: BertForMaskedLM(BertConfig(**SMALL, **LLAMA)),
}


def made(kind):
    torch.manual_seed(1)
    return THEIRS[kind]().eval()


@pytest.mark.parametrize("kind", THEIRS)
def test_first_off_takes_models_of_transformers(page, kind, capsys):
    """Their trunk returns no tensor, and nothing, the head or an attention may be off."""
    options = {"attention_mask": MASK.long()}
    assert page["first_off"](made(kind), made(kind), IDS, **options) == "none"
    wrong = made(kind)
    head = wrong.get_output_embeddings()
    head.weight = torch.nn.Parameter(head.weight.flip(0))  # no longer that of the embedding
    name = next(name for name, module in wrong.named_modules() if module is head)
    assert page["first_off"](made(kind), wrong, IDS, **options) == name
    wrong = made(kind)
    ends = "o_proj", "attn.c_proj", "attention.output.dense"
    *_, name = [name for name, _ in wrong.named_modules() if name.endswith(ends)]
    wrong.get_submodule(name).weight.data.mul_(2)
    assert page["first_off"](made(kind), wrong, IDS, **options) == name
    assert capsys.readouterr().out == ""


def test_first_off_names_modules_of_one_model_alone(page, capsys):
    wrong = made("gpt2")
    wrong.lm_head = torch.nn.Sequential(wrong.lm_head)
    assert page["first_off"](made("gpt2"), wrong, IDS) == "none"
    assert capsys.readouterr().out == "in one of the two alone: lm_head.0\n"


def test_first_off_of_models_without_a_common_name_is_not_none(page, capsys):
    one, other = torch.nn.Sequential(torch.nn.Linear(3, 3)), torch.nn.ModuleDict()
    other.add_module("linear", torch.nn.Linear(3, 3))
    other.forward = lambda x: other["linear"](x)
    found = page["first_off"](one, other, torch.ones(2, 3))
    assert found == "no module has the same name in both"
    assert capsys.readouterr().out == "in one of the two alone: 0 linear\n"


def test_an_error_is_nan_for_other_shapes_and_0_for_zeros(page):
    assert math.isnan(page["error"](torch.ones(3, 2), torch.ones(2, 3)))
    assert page["error"](torch.zeros(2), torch.zeros(2)) == 0


def test_a_module_that_returns_nan_counts_as_wrong(page):
    reference = Encoder(stand_in(), 3)
    wrong = Encoder(stand_in(), 3)
    wrong.layers[3].narrow.bias.data[3] = torch.nan
    assert page["first_off"](reference, wrong, IDS[:1]) == "layers.3.narrow"


# For each wrong load: the first wrong module, and what check 3 says about the first attention.
FOUND = {
    "mixed heads": (0, "self.query.weight differs.*explained by: entries collected from the heads"),
    "W_O transposed": (0, "output.dense.weight differs.*explained by: transposed"),
    "6 heads for 12": (0, "all equal"),
    "divided by √384": (0, "self.query.weight differs.*explained by: times 0.5774"),
    "no query bias": (0, "self.query.bias differs.*all zeros in ours"),
    "K and V exchanged in layer 2": (
        2,
        "self.key.weight differs.*exchanged with self.value.weight",
    ),
    "layer 3 left at random": (3, "self.query.weight differs.*no explanation was found"),
    "Q and K exchanged": (0, "self.query.weight differs.*exchanged with self.key.weight"),
    "[Q|K|V] interleaved": (0, "self.query.weight differs.*interleaved head by head.*cut in three"),
}


def test_every_wrong_load_on_the_page_is_tested(page):
    assert list(page["wrong_loads"](3, range(4))) == list(FOUND)


@pytest.mark.parametrize("name", FOUND)
def test_the_recipe_finds_every_wrong_load_on_the_page(page, name):
    reference = Encoder(stand_in(), 3)
    wrong = reference.change(page["load_wrong"](name, n_heads=3, n_layers=4))
    layer, said = FOUND[name]
    assert page["first_off"](reference, wrong, IDS, LENGTHS) == f"layers.{layer}.attention"
    theirs, ours = (
        layouts.pack(model.layers[layer].attention.head_parameters(), "bert")
        for model in (reference, wrong)
    )
    assert re.search(said, str(layouts.compare(theirs, ours, n_heads=3)), re.DOTALL)


def test_the_recipe_finds_nothing_in_a_correct_load(page):
    reference = Encoder(stand_in(), 3)
    again = reference.change(lambda params, layer: params)
    assert page["first_off"](reference, again, IDS, LENGTHS) == "none"


@pytest.mark.parametrize(
    ("module", "parameter"), [("words", "weight"), ("norm", "bias"), ("layers.1.widen", "bias")]
)
def test_the_first_wrong_module_is_the_one_that_was_changed(page, module, parameter):
    reference, wrong = (Encoder(stand_in(), 3) for _ in range(2))
    with torch.no_grad():
        getattr(wrong.get_submodule(module), parameter).add_(0.1)
    assert page["first_off"](reference, wrong, IDS, LENGTHS) == module
