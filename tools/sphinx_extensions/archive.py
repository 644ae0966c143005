"""The whole book as one file, for readers without a network."""

import zipfile
from pathlib import Path

NAME = "multi-head-attention-run"


def setup(app):
    app.connect("html-page-context", offer_archive, priority=502)  # after the theme's own buttons
    app.connect("build-finished", pack, priority=900)  # what is finished, with all that others do


def offer_archive(app, pagename, templatename, context, doctree):
    """Adds the file to what a page can be downloaded as, where the book has an address.

    The link is a whole one: in the unpacked book there is no archive beside the pages.
    """
    if site := app.config.html_baseurl:
        for group in context["header_buttons"]:
            if group.get("label") == "download-buttons":
                group["buttons"].append(
                    {
                        "type": "link",
                        "url": f"{site}{NAME}.zip",
                        "text": "whole book",
                        "tooltip": "Download the whole book, to read offline",
                        "icon": "fas fa-book",
                        "label": "download-book-button",
                    }
                )


def pack(app, exception):
    """Writes the site beside its folder, in a folder of its own name."""
    if exception is not None:
        return
    site = Path(app.outdir)
    with zipfile.ZipFile(site.with_name(f"{NAME}.zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(site.rglob("*")):
            if path.is_file():
                archive.write(path, Path(NAME) / path.relative_to(site))
