"""The reference: every public object is in it, and docstrings are converted correctly."""

import importlib
import inspect
from pathlib import Path

import pytest

import mha_lib

ROOT = Path(__file__).parents[2]
reference = importlib.import_module("sphinx_extensions.reference")

# Public names that only the library itself uses.
INTERNAL = {
    "mha_lib.attention.attend_unchecked",
    "mha_lib.cache.StepWithCache",
    "mha_lib.cache.StepWithoutCache",
    "mha_lib.cache.begin_step",
    "mha_lib.book.exercises.Exercise",
    "mha_lib.book.exercises.Verdict",
    "mha_lib.book.exercises.draw",
    "mha_lib.book.exercises.get_exercise",
    "mha_lib.book.exercises.judge",
    "mha_lib.book.code_training.main",
    "mha_lib.book.pretrained.read_files",
    "mha_lib.book.tiny.main",
    "mha_lib.head_parameters.head_sizes",
    "mha_lib.head_parameters.concatenate_heads",
}


def in_reference():
    modules = reference.entries_by_module().values()
    return [thing for module in modules for thing in module.values()]


def public_objects():
    """Every class and function without an underscore in a module of the library, and its name."""
    for module in reference.modules():
        short = module.__name__
        for name, thing in vars(module).items():
            # What torch.compile leaves in a module has no module of its own.
            own = (getattr(thing, "__module__", None) or "").startswith(short)
            if own and not name.startswith("_") and (inspect.isclass(thing) or callable(thing)):
                yield f"{short}.{name}", thing


def test_every_public_object_is_in_the_reference():
    lost = {
        name
        for name, thing in public_objects()
        if not any(thing is there for there in in_reference())
        and not name.startswith("mha_lib.checks.")
    }
    assert lost == INTERNAL
    for name in mha_lib.__all__:
        thing = getattr(mha_lib, name)
        module = thing.__name__ if inspect.ismodule(thing) else None
        assert (
            module in reference.entries_by_module()
            or f"mha_lib.{name}" in reference.entries().values()
        )


def test_every_module_that_readers_import_has_its_page():
    pages = {path.stem for path in (ROOT / "book" / "reference").glob("*.md")}
    assert pages == {module.rpartition(".")[2] for module in reference.entries_by_module()}


@pytest.mark.parametrize("path", sorted((ROOT / "book" / "reference").glob("*.md")))
def test_a_page_opens_with_two_sentences(path):
    title, opening, *_ = path.read_text().split("\n\n")
    assert title == f"# Reference: {path.stem}"
    assert opening.startswith("Here ")
    assert opening.rstrip().count(". ") == 1


def converted(docstring, thing=None):
    lines = docstring.split("\n")
    reference.from_markdown(None, "function", "f", thing, None, lines)
    return "\n".join(lines).strip()


@pytest.mark.parametrize(
    ("docstring", "made"),
    [
        ("Divides `x` by |x| * 2.", r"Divides ``x`` by \|x\| \* 2."),
        ('Says "" for W_Q and b_.', r"Says \"\" for W_Q and b\_."),
        ("Is\n\n    a   b\n\nhere.", "Is\n\n.. code-block:: text\n\n    a   b\n\nhere."),
        ("Is.\n\n>>> f(*x)\n[1]", "Is.\n\n>>> f(*x)\n[1]"),
        ("Args:\n    x: One.\n\n    y: `z`.", "Args:\n    x: One.\n\n    y: ``z``."),
        ("Returns:\n    True where: so.", "Returns:\n    : True where: so."),
        ("Source: A 2017,\nsection 3.", ":Source: A 2017,\n    section 3."),
    ],
)
def test_a_docstring_is_converted_without_changing_its_words(docstring, made):
    assert converted(docstring) == made


def test_a_layer_has_the_arguments_of_its_base():
    made = converted(inspect.getdoc(mha_lib.StackedAttention), mha_lib.StackedAttention)
    assert "\nArgs:\n    d_model: Width of the tokens, both input and output.\n" in made
    assert (
        converted(inspect.getdoc(mha_lib.HeadParameters), mha_lib.HeadParameters).count("Args:")
        == 1
    )


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("HeadParameters", "mha_lib.HeadParameters"),
        ("mha_lib.causal_mask(n_queries, n_keys)", "mha_lib.causal_mask"),
        ("masks.causal_mask", "mha_lib.causal_mask"),
        ("layouts.convert", "mha_lib.layouts.convert"),
        ("padding_mask(lengths)", "mha_lib.padding_mask"),
        ("StackedAttention.from_head_parameters", "mha_lib.StackedAttention.from_head_parameters"),
        ("mha_lib.layouts", "mha_lib.layouts"),
        # Other libraries use these names too. They are linked only on a page that uses ours.
        ("convert", None),
        ("attention_weights", None),
        ("is_causal=True", None),
        ("nn.MultiheadAttention", None),
        ("load(path)", None),
    ],
)
def test_a_name_in_a_text_means_an_entry_or_none(text, full):
    assert reference.entry_meant(text, set()) == full


def test_a_name_alone_means_what_the_page_uses():
    used = set(reference.in_cell("import torch\nlayouts.convert(state)", set()))
    assert used == {"mha_lib.layouts.convert"}
    assert reference.entry_meant("convert", used) == "mha_lib.layouts.convert"
    assert reference.in_cell("from mha_lib.book import check", {"check"}) == []
    assert reference.in_cell("check('a.1', None)", {"check"}) == ["mha_lib.book.exercises.check"]
