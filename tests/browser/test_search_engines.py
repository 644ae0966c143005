"""The search works from a file in Firefox and WebKit as in Chromium."""

import json
import os

import pytest

# Types a query into the dialog, chooses the first result by keys, and returns what the page shows,
# with the address that Enter leads to.
TRY = """(async () => {
    const until = async (holds) => {
        for (const end = Date.now() + 60_000; !holds(); ) {
            if (Date.now() > end) throw new Error("not within a minute");
            await new Promise((resolve) => setTimeout(resolve, 20));
        }
    };
    const key = (node, key, more) => node.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
    await until(() => document.readyState === "complete");
    const before = Boolean(globalThis.bookIndex);
    document.querySelector(".search-button__button").click();
    const dialog = document.querySelector("#pst-search-dialog");
    const input = dialog.querySelector("input");
    const status = dialog.querySelector("[role=status]");
    input.dispatchEvent(new Event("focus"));
    input.value = "weights dont sum to one";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await until(() => dialog.querySelector("[role=option]") && status.textContent);
    key(input, "ArrowDown");
    const options = [...dialog.querySelectorAll("[role=option]")];
    const shown = options.map((one) => [one.href.split("/book/")[1], one.innerText]);
    const [open, active] = [dialog.open, input.getAttribute("aria-activedescendant")];
    const colors = getComputedStyle(options[0]).backgroundColor !== "rgba(0, 0, 0, 0)";
    let led = null;
    options[0].addEventListener("click", (event) => {
        event.preventDefault();
        led = options[0].href;
    });
    key(input, "Enter");
    return JSON.stringify({ before, open, active, said: status.textContent, colors, shown, led });
})()"""

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
