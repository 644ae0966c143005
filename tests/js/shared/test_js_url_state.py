"""url_state.js: a widget's state as a link's fragment; a link with anything wrong is refused."""

import re
import string
from urllib.parse import parse_qsl

import pytest

from mha_lib.widgets.base import Editable
from tests.helpers import javascript
from tests.helpers.every_widget import TESTS, WIDGETS

NAME = "HeadsView-3fa2c1"
MARKUP = "<img src=x onerror=alert(1)>"


def write(**values):
    return javascript.run(
        "url_state.js", "return m.formatFragment(name, values);", name=NAME, values=values
    )


def take(fragment):
    return javascript.run("url_state.js", "return m.parseFragment(fragment);", fragment=fragment)


def read(query):
    """Read by rules for a text of some letters, a position in it, some heads, and a name."""
    body = """
    const choices = {
        text: (given) => given.length <= 12 ? given : undefined,
        position: (given, get) => m.parseIndex(given, get("text").length),
        off: (given) => m.parseIndices(given, 4),
        sort: (given, get) => m.oneOf(given, get("sorts")),
    };
    const known = { sorts: ["place", "same word", 3], text: "" };
    return m.readChoices(query, choices, (name) => known[name]);
    """
    return javascript.run("url_state.js", body, query=query)


@pytest.mark.parametrize(
    "text", ["a&b=c", "100 %", "#?/+", "\"'`<>", "ä😀é", "%26", "a,b", MARKUP, ""]
)
def test_any_text_survives_a_link(text):
    fragment = write(text=text[:12], position=0, off=[3, 0], sort="same word")
    assert not re.search(rf"[^{string.ascii_letters}{string.digits}?&=%+,_.*-]", fragment)
    taken = take(f"#{fragment}")
    assert taken == {"name": NAME, "className": "HeadsView", "query": fragment.split("?")[1]}
    # The standard library is the oracle for a query's contents.
    wanted = {"text": text[:12], "position": "0", "off": "3,0", "sort": "same word"}
    assert dict(parse_qsl(taken["query"], keep_blank_values=True)) == wanted
    if text:
        values = {"text": text[:12], "position": 0, "off": [3, 0], "sort": "same word"}
        assert read(taken["query"]) == {"values": values, "wrong": ""}


def test_a_link_is_readable():
    fragment = write(text="abc", position=2, off=[], sort="same word")
    assert fragment == f"{NAME}?text=abc&position=2&off=&sort=same+word"


@pytest.mark.parametrize(
    "fragment",
    [
        "",
        "#",
        "#why-divide?",
        f"#{NAME}",
        "#HeadsView-3fa2?text=0",
        f"#{MARKUP}-3fa2c1?a=b",
        "#?a=b",
    ],
)
def test_links_to_headings_are_not_widget_links(fragment):
    assert take(fragment) is None


def test_the_second_of_equal_widgets_has_its_own_name():
    assert take(f"#{NAME}-2?a=b") == {"name": f"{NAME}-2", "className": "HeadsView", "query": "a=b"}


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ("text=abc&position=3&off=&sort=3", "position cannot be “3”"),
        ("text=abc&position=-1&off=&sort=3", "position cannot be “-1”"),
        ("text=abc&position=1.5&off=&sort=3", "position cannot be “1.5”"),
        ("text=abc&position=01&off=&sort=3", "position cannot be “01”"),
        ("text=abc&position=&off=&sort=3", "position cannot be “”"),
        ("text=abc&position=Infinity&off=&sort=3", "position cannot be “Infinity”"),
        ("text=abc&position=1e999&off=&sort=3", "position cannot be “1e999”"),
        (f"text=abc&position={'9' * 400}&off=&sort=3", f"position cannot be “{'9' * 40}…”"),
        (f"text={'😀' * 60}&position=0&off=&sort=3", f"text cannot be “{'😀' * 40}…”"),
        ("text=abc&position=0&off=0,4&sort=3", "off cannot be “0,4”"),
        ("text=abc&position=0&off=0,&sort=3", "off cannot be “0,”"),
        ("text=abc&position=0&off=&sort=toString", "sort cannot be “toString”"),
        ("text=abc&position=0&off=", "sort is missing"),
        ("text=abc&position=0&position=1&off=&sort=3", "position is given twice"),
        ("text=abc&position=0&off=&off=1&off=2&sort=3", "off is given 3 times"),
        ("text=abc&position=0&off=&sort=3&kind=x", "nothing here is called “kind”"),
        ("text=abc&position=0&off=&sort=3&__proto__=x", "nothing here is called “__proto__”"),
        ("", "text is missing"),
        ("text=abc&position=0&off=&sort=3" + "&" * 2000, "it is longer than 2000 characters"),
    ],
)
def test_a_link_with_any_wrong_choice_is_refused_and_names_it(query, wrong):
    assert read(query) == {"values": None, "wrong": wrong}


LINKED = {
    name: view
    for name, widget in WIDGETS.items()
    if "withLink(" in javascript.find(view := widget._module.replace(".js", "/view.js")).read_text()
}
linked = pytest.mark.parametrize("name", LINKED)


def choices(name):
    """What a reader may choose, as the class declares it."""
    rules = WIDGETS[name]._traits
    return {t for t in rules if isinstance(rules[t], Editable)}


def in_order(name):
    """The same, as the page reads them: in an order in which each rule finds what it asks for."""
    return javascript.run(LINKED[name], "return Object.keys(m.default.choices);")


def as_text(value):
    """A value as JavaScript writes it."""
    if isinstance(value, list):
        return ",".join(map(as_text, value))
    if isinstance(value, float):
        names = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}
        return names.get(str(value), f"{value:.17g}" if value % 1 == 0 else repr(value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def page_accepts(name, state, trait, values):
    body = """const rule = m.default.choices[trait];
        return texts.map((text) => rule(text, (other) => state[other]) !== undefined);"""
    texts = [as_text(value) for value in values]
    return javascript.run(LINKED[name], body, state=state, trait=trait, texts=texts)


def class_accepts(widget, trait, value):
    start = getattr(widget, trait)
    try:
        setattr(widget, trait, value)
    except (TypeError, ValueError):
        return False
    setattr(widget, trait, start)
    return True


@linked
def test_choices_in_links_are_the_editable_traits(name):
    assert set(in_order(name)) == choices(name)


@linked
def test_page_and_class_accept_the_same_values(name):
    module = TESTS[name]
    for make in [module.make, *module.EXAMPLES]:
        widget = make()
        state = widget.state()
        for trait in choices(name):
            assert page_accepts(name, state, trait, [state[trait]]) == [True], trait
            if isinstance(state[trait], int | float):
                values = [*range(-2, 40), 0.0005, 0.001, 0.5, 30.5, 31]
                wanted = [class_accepts(widget, trait, value) for value in values]
                assert page_accepts(name, state, trait, values) == wanted, trait
    state = module.make().state()
    for options, _, message in module.REFUSED:
        trait, value = next(iter(options.items()))
        # All values in a link are strings, so a number must be written as JavaScript writes it.
        is_text = isinstance(value, str) and not isinstance(state.get(trait), str)
        if len(options) == 1 and trait in choices(name) and not is_text:
            assert page_accepts(name, state, trait, [value]) == [False], message


def test_every_number_that_a_model_computes_can_be_asked_about_and_no_other():
    for make in (TESTS["ModelView"].make, TESTS["ModelView"].several_layers):
        widget = make()
        state = widget.state()
        body = """
        const ids = [...state.text].map((letter) => state.alphabet.indexOf(letter));
        const run = m.run(state.models[state.model], ids, []);
        const stages = ["x", "sum", "logits", "answers", ...Object.keys(run.heads[0])];
        return stages.map((stage) => {
            const rooms = stage === "sum" ? run.sums : run.heads;
            const count = stage in run ? 1 : rooms.length;
            return [stage, count, m.stageNumbers(run, stage, count - 1)[0].length];
        });
        """
        sizes = javascript.run("model.js", body, state=state)
        assert len(sizes) == 11
        for stage, count, width in sizes:
            asked = [[stage, count - 1, width - 1], [stage, count, 0], [stage, 0, width]]
            for accepted in (
                page_accepts("ModelView", state, "asked", asked),
                [class_accepts(widget, "asked", value) for value in asked],
            ):
                assert accepted == [True, False, False], stage


def test_every_number_of_a_drawn_layer_can_be_asked_about_and_no_other():
    widget = TESTS["LayerView"].sizes_that_differ()
    state = widget.state()
    sizes = javascript.run("layer.js", "return m.matrixSizes(x, parameters);", **{
        name: state[name] for name in ("x", "parameters")
    })  # fmt: skip
    for stage, last in sizes.items():
        drawn = f'data-stage="{stage}"' in state["wide"] or stage == "concatenated"
        most = [size - 1 for size in last]
        beyond = [[stage, *most[:i], last[i], *most[i + 1 :]] for i in range(3)]
        asked = [[stage, *most], *beyond, [stage, *most, 0]]
        for accepted in (
            page_accepts("LayerView", state, "asked", asked),
            [class_accepts(widget, "asked", value) for value in asked],
        ):
            assert accepted == [drawn, False, False, False, False], stage
