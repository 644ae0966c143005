"""Copies the book's public URL from `_config.yml` to all other files that need it.

    python tools/write_public_url.py    into the set-up cell of every notebook, the Colab links in
                                        README.md, and CITATION.cff

The launch buttons on the pages are not written here: tools/sphinx_extensions reads the URL while it
builds the book.
"""

import re
from urllib.parse import urlsplit

import nbformat
from notebooks import NOTEBOOKS, ROOT, public_url, set_up_cell

README = ROOT / "README.md"
CITATION = ROOT / "CITATION.cff"
COLAB_LINKS = re.compile(r"(?<=<!-- colab -->\n).*?(?=<!-- /colab -->)", re.DOTALL)


def readme_with_url(text, url):
    """The README with one Colab link per chapter, or without links if there is no URL."""
    links = ""
    if url:
        home = f"https://colab.research.google.com/github{urlsplit(url).path}/blob/main"
        links = "These links open chapters there:\n\n" + "".join(
            f"- [{title(path)}]({home}/{path.relative_to(ROOT).as_posix()})\n" for path in NOTEBOOKS
        )
    return COLAB_LINKS.sub(lambda _: links, text)


def citation_with_url(text, url):
    """The citation with the repository's URL, or without one."""
    text = re.sub("^repository-code: .*\n", "", text, flags=re.MULTILINE)
    return text + f"repository-code: {url}\n" if url else text


def notebook_with_url(notebook, url):
    """The notebook with its set-up cell for this URL; outputs stay as they are."""
    notebook.cells[0].source = set_up_cell(url).source
    return notebook


def title(path):
    """A chapter's first heading."""
    return nbformat.read(path, as_version=4).cells[1].source.splitlines()[0].removeprefix("# ")


def main():
    url = public_url()
    for path in NOTEBOOKS:
        nbformat.write(notebook_with_url(nbformat.read(path, as_version=4), url), path)
    README.write_text(readme_with_url(README.read_text(), url))
    CITATION.write_text(citation_with_url(CITATION.read_text(), url))
    print(f"wrote {url}" if url else "repository.url in _config.yml is not set yet")


if __name__ == "__main__":
    main()
