"""The addresses of the book's repository and of its pages, for buttons and previews.

Both come from `repository.url` in `_config.yml`. If it is not set, a GitHub runner uses the
repository that it runs in, so that a fork's pages link to the fork.
"""

import os
from urllib.parse import urlsplit

from notebooks import public_url


def setup(app):
    app.connect("config-inited", set_addresses)


def repository():
    """The repository's URL; empty if none is set."""
    on_runner = [os.environ.get(f"GITHUB_{name}", "") for name in ("SERVER_URL", "REPOSITORY")]
    return public_url() or ("/".join(on_runner) if all(on_runner) else "")


def pages(url):
    """The URL of this repository's GitHub Pages, ending in a slash; empty for another host."""
    address = urlsplit(url)
    if address.hostname != "github.com":
        return ""
    owner, name = address.path.strip("/").split("/")
    home = f"https://{owner.lower()}.github.io/"
    return home if name.lower() == urlsplit(home).netloc else f"{home}{name}/"


def set_addresses(app, config):
    """Sets buttons, a link to report a mistake and the pages' URL, if the repository's is known.

    The link, in `mistake.html`, opens the form in `.github/ISSUE_TEMPLATE/mistake.yml`. Without a
    URL, Jupyter Book fills in its own repository, and buttons would lead there.
    """
    url = repository()
    if not url:
        return
    config.html_baseurl = config.html_baseurl or pages(url)
    config.html_theme_options |= {
        "article_footer_items": ["mistake"],
        "launch_buttons": {"colab_url": "https://colab.research.google.com"},
        "path_to_docs": "",
        "repository_branch": "main",
        "repository_url": url,
        "use_repository_button": True,
        "use_source_button": True,
    }
