"""The whole book as one file, for readers without a network."""

import zipfile
from pathlib import Path

NAME = "multi-head-attention-book"


def setup(app):
    app.connect("html-page-context", offer_archive, priority=502)  # after the theme's own buttons
    app.connect(
        "build-finished", pack, priority=900
    )  # after everything that other extensions write


def offer_archive(app, pagename, templatename, context, doctree):
    """Adds the archive to a page's download menu, if the book's URL is known.

    The link is absolute, because the unpacked book does not contain the archive.
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
    """Writes the archive next to the site's folder; inside, the pages are in a folder NAME."""
    if exception is not None:
        return
    site = Path(app.outdir)
    with zipfile.ZipFile(site.with_name(f"{NAME}.zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(site.rglob("*")):
            if path.is_file():
                archive.write(path, Path(NAME) / path.relative_to(site))
