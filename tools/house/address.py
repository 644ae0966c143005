"""The buttons for Colab and the repository, which need the book's public address."""

from notebooks import public_address


def setup(app):
    app.connect("config-inited", set_launch_buttons)


def set_launch_buttons(app, config):
    """Offers Colab and the repository once `_config.yml` has its address; before, no button.

    Without an address Jupyter Book fills in its own repository, and buttons would lead there.
    """
    url = public_address()
    if url:
        config.html_theme_options |= {
            "launch_buttons": {"colab_url": "https://colab.research.google.com"},
            "path_to_docs": "",
            "repository_branch": "main",
            "repository_url": url,
            "use_repository_button": True,
        }
