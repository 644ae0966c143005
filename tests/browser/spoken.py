"""What a screen reader announces when a page changes."""

from tests.browser.pages import settle

# Records each text that changes in a live region: the smallest atomic part around it, or itself.
LISTEN = """() => {
    window.spoken = [];
    new MutationObserver((changes) => {
        const parts = changes.map(({ target }) => target.parentElement?.closest("[aria-atomic]")
            ?? (target instanceof Element ? target : target.parentElement));
        const own = changes.map(({ target }, i) =>
            target instanceof Element && target.ariaAtomic === "true" ? target : parts[i]);
        for (const part of new Set(own)) {
            const region = part.closest("[aria-live], output, [role=status]");
            if (region && region.ariaLive !== "off" && part.textContent.trim())
                spoken.push(part.textContent.trim());
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def listen(page):
    """Starts to listen; returns a function that gives what was announced since its last call."""
    page.evaluate(LISTEN)

    def heard():
        settle(page)
        return page.evaluate("() => spoken.splice(0)")

    return heard
