"""Where the book's source lies, and where its pages do; buttons and previews lead there.

Both follow from `repository.url` in `_config.yml`. A public runner that finds none there builds the
book of the repository it runs in, so that a fork's pages lead to the fork.
"""

import os
from urllib.parse import urlsplit

from notebooks import public_address


def setup(app):
    app.connect("config-inited", set_addresses)


def repository():
    """The repository's address; empty where nobody has said one."""
    on_runner = [os.environ.get(f"GITHUB_{name}", "") for name in ("SERVER_URL", "REPOSITORY")]
    return public_address() or ("/".join(on_runner) if all(on_runner) else "")


def pages(url):
    """Where GitHub Pages shows this repository, with a slash at its end; empty for another host."""
    address = urlsplit(url)
    if address.hostname != "github.com":
        return ""
    owner, name = address.path.strip("/").split("/")
    home = f"https://{owner.lower()}.github.io/"
    return home if name.lower() == urlsplit(home).netloc else f"{home}{name}/"


def set_addresses(app, config):
    """Offers Colab and the repository where there is an address, and says where the pages lie.

    Without one Jupyter Book fills in its own repository, and buttons would lead there.
    """
    url = repository()
    if not url:
        return
    config.html_baseurl = config.html_baseurl or pages(url)
    config.html_theme_options |= {
        "launch_buttons": {"colab_url": "https://colab.research.google.com"},
        "path_to_docs": "",
        "repository_branch": "main",
        "repository_url": url,
        "use_repository_button": True,
        "use_source_button": True,
    }
