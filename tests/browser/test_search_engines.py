"""The search works from a file in Firefox and WebKit as in Chromium."""

import json
import os

import pytest

from tests.helpers import scripts

# Types a query into the dialog, chooses the first result by keys, and returns what the page shows,
# with the address that Enter leads to.
TRY = scripts.read("search_engines_try")

TOP = """(async () => {
    const part = document.getElementById("the-weights-do-not-sum-to-1");
    for (const end = Date.now() + 60_000; Date.now() < end && scrollY === 0; )
        await new Promise((resolve) => setTimeout(resolve, 20));
    return `${part.getBoundingClientRect().top}`;
})()"""


@pytest.mark.slow
def test_the_dialog_does_the_same_in_every_engine(started, book):
    seen = {}
    for name, engine in started.items():
        if engine is None:
            assert os.environ.get("CI") != "true", f"{name} is not installed"
            continue
        engine.open((book / "book" / "one_head.html").as_uri())
        seen[name] = json.loads(engine.evaluate(TRY))
        engine.open(seen[name]["led"])
        assert 0 <= float(engine.evaluate(TOP)) < 200, name
    first = seen["Chromium"]
    assert first["shown"][0][0] == "by_symptom.html#the-weights-do-not-sum-to-1"
    assert (first["before"], first["open"], first["active"]) == (False, True, "search-option-0")
    for name, other in seen.items():
        words = {**other, "shown": [[link, text.split()] for link, text in other["shown"]]}
        wanted = {**first, "shown": [[link, text.split()] for link, text in first["shown"]]}
        assert words == wanted, name
