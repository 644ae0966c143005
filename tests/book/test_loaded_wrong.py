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
OWN = CHAPTER.with_name("your_own_model.ipynb")
CELLS = ["imports", "wrong-loads"]
IDS, LENGTHS = torch.tensor([[7, 21, 4], [30, 2, 0]]), [3, 2]


@pytest.fixture(scope="module")
def page():
    """What the chapter defines: its wrong loads and its checks."""
    sources = {cell.id: cell.source for cell in nbformat.read(CHAPTER, as_version=4).cells}
    found = {}
    for name in [*CELLS, "outputs", "error", "first-off"]:
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


def first_off(page, reference, model, *inputs, **options):
    """What the page's function says of two models on the same input."""
    run = page["outputs"]
    return page["first_off"](*(run(module, *inputs, **options) for module in (reference, model)))


def sources_of(notebook):
    return {cell.id: cell.source for cell in nbformat.read(notebook, 4).cells}


def test_your_own_model_has_the_same_functions():
    chapter, own = sources_of(CHAPTER), sources_of(OWN)["modules-functions"]
    for name in ("outputs", "error", "first-off"):
        assert f"\n{chapter[name]}\n" in f"{own}\n"


@pytest.mark.parametrize("fault", [True, False])
def test_the_fused_layer_is_off_at_its_norm_unless_it_norms_first(capsys, fault):
    sources = sources_of(OWN)
    layer, norm = sources["qwen-layer"], "        q, k = self.q_norm(q), self.k_norm(k)\n"
    rotate = "        q, k = qwen3.apply_rotary_pos_emb(q, k, *angles)\n"
    assert rotate + norm in layer
    layer = layer if fault else layer.replace(rotate + norm, norm + rotate)
    found = {}
    with torch.no_grad():
        exec(sources["imports"], found)
        exec(sources["modules-functions"], found)
        exec(layer, found)
        compare = sources["qwen"]
        if not fault:
            compare = compare.split("per_token")[0] + "print(off)"
        exec(compare, found)
    torch.set_grad_enabled(True)
    said = capsys.readouterr().out
    if fault:
        assert said.startswith("first module that is off: q_norm, token by token 0.0 ")
        assert not re.search(r" 0\.0", said.split("token by token 0.0")[1])
    else:
        assert said == "none\n"


@pytest.mark.parametrize("axes", [(1, 3, 5), (1, 5, 4), (5, 3)])
def test_other_axes_are_named(page, axes):
    theirs, ours = {"norm": torch.ones(1, 5, 3)}, {"norm": torch.ones(axes)}
    message = rf"norm must have axes \[1, 5, 3\]; got {re.escape(str([*axes]))}"
    with pytest.raises(ValueError, match=message):
        page["first_off"](theirs, ours)


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
    """The model's body returns an object, not a tensor; the head or an attention may be wrong."""
    options = {"attention_mask": MASK.long()}
    assert first_off(page, made(kind), made(kind), IDS, **options) == "none"
    wrong = made(kind)
    head = wrong.get_output_embeddings()
    head.weight = torch.nn.Parameter(head.weight.flip(0))  # no longer the embedding's weight
    name = next(name for name, module in wrong.named_modules() if module is head)
    assert first_off(page, made(kind), wrong, IDS, **options) == name
    wrong = made(kind)
    ends = "o_proj", "attn.c_proj", "attention.output.dense"
    *_, name = [name for name, _ in wrong.named_modules() if name.endswith(ends)]
    wrong.get_submodule(name).weight.data.mul_(2)
    assert first_off(page, made(kind), wrong, IDS, **options) == name
    assert capsys.readouterr().out == ""


def test_first_off_names_modules_of_one_model_alone(page, capsys):
    wrong = made("gpt2")
    wrong.lm_head = torch.nn.Sequential(wrong.lm_head)
    assert first_off(page, made("gpt2"), wrong, IDS) == "none"
    assert capsys.readouterr().out == "in one of the two alone: lm_head.0\n"


def test_first_off_of_models_without_a_common_name_is_not_none(page, capsys):
    one, other = torch.nn.Sequential(torch.nn.Linear(3, 3)), torch.nn.ModuleDict()
    other.add_module("linear", torch.nn.Linear(3, 3))
    other.forward = lambda x: other["linear"](x)
    found = first_off(page, one, other, torch.ones(2, 3))
    assert found == "no module has the same name in both"
    assert capsys.readouterr().out == "in one of the two alone: 0 linear\n"


def test_an_error_is_nan_for_other_shapes_and_0_for_zeros(page):
    assert math.isnan(page["error"](torch.ones(3, 2), torch.ones(2, 3)))
    assert page["error"](torch.zeros(2), torch.zeros(2)) == 0


def test_a_module_that_returns_nan_counts_as_wrong(page):
    reference = Encoder(stand_in(), 3)
    wrong = Encoder(stand_in(), 3)
    wrong.layers[3].narrow.bias.data[3] = torch.nan
    assert first_off(page, reference, wrong, IDS[:1]) == "layers.3.narrow"


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
    assert first_off(page, reference, wrong, IDS, LENGTHS) == f"layers.{layer}.attention"
    theirs, ours = (
        layouts.pack(model.layers[layer].attention.head_parameters(), "bert")
        for model in (reference, wrong)
    )
    assert re.search(said, str(layouts.compare(theirs, ours, n_heads=3)), re.DOTALL)


def test_the_recipe_finds_nothing_in_a_correct_load(page):
    reference = Encoder(stand_in(), 3)
    again = reference.change(lambda params, layer: params)
    assert first_off(page, reference, again, IDS, LENGTHS) == "none"


@pytest.mark.parametrize(
    ("module", "parameter"), [("words", "weight"), ("norm", "bias"), ("layers.1.widen", "bias")]
)
def test_the_first_wrong_module_is_the_one_that_was_changed(page, module, parameter):
    reference, wrong = (Encoder(stand_in(), 3) for _ in range(2))
    with torch.no_grad():
        getattr(wrong.get_submodule(module), parameter).add_(0.1)
    assert first_off(page, reference, wrong, IDS, LENGTHS) == module
