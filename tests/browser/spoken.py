"""What a screen reader is told when a page changes."""

from pages import settle

# Notes each text that changes in a live region: the smallest atomic part around it, or else itself.
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
    """Starts to listen; the function that comes back gives what was said since its last call."""
    page.evaluate(LISTEN)

    def heard():
        settle(page)
        return page.evaluate("() => spoken.splice(0)")

    return heard
