"""What a screen reader announces when a page changes."""

from tests.browser.pages import settle
from tests.helpers import scripts

# Records each text that changes in a live region: the smallest atomic part around it, or itself.
LISTEN = scripts.read("spoken_listen")


def listen(page):
    """Starts to listen; returns a function that gives what was announced since its last call."""
    page.evaluate(LISTEN)

    def heard():
        settle(page)
        return page.evaluate("() => spoken.splice(0)")

    return heard
