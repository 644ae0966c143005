"""Writes the book's public address where it is needed. It stands in one place: `_config.yml`.

    python tools/stamp.py    the set-up cell of every notebook, the Colab links in README.md, and
                             the address in CITATION.cff

The pages' launch buttons need no stamp: tools/sphinx_extensions reads the address while building.
"""

import re
from urllib.parse import urlsplit

import nbformat
from notebooks import NOTEBOOKS, ROOT, public_address, set_up_cell

README = ROOT / "README.md"
CITATION = ROOT / "CITATION.cff"
LINKS = re.compile(r"(?<=<!-- colab -->\n).*?(?=<!-- /colab -->)", re.DOTALL)


def stamped_readme(text, url):
    """The README with a Colab link a chapter, or with the sentence that says what to set."""
    links = "Set `repository.url` in `_config.yml` and run `make stamp`: the links come here.\n"
    if url:
        home = f"https://colab.research.google.com/github{urlsplit(url).path}/blob/main"
        links = "".join(
            f"- [{title(path)}]({home}/{path.relative_to(ROOT).as_posix()})\n" for path in NOTEBOOKS
        )
    return LINKS.sub(lambda _: links, text)


def stamped_citation(text, url):
    """The citation with the address where the code lies, or without one."""
    text = re.sub("^repository-code: .*\n", "", text, flags=re.MULTILINE)
    return text + f"repository-code: {url}\n" if url else text


def stamped_notebook(notebook, url):
    """The notebook with its set-up cell for this address; outputs stay as they are."""
    notebook.cells[0].source = set_up_cell(url).source
    return notebook


def title(path):
    """A chapter's first heading."""
    return nbformat.read(path, as_version=4).cells[1].source.splitlines()[0].removeprefix("# ")


def main():
    url = public_address()
    for path in NOTEBOOKS:
        nbformat.write(stamped_notebook(nbformat.read(path, as_version=4), url), path)
    README.write_text(stamped_readme(README.read_text(), url))
    CITATION.write_text(stamped_citation(CITATION.read_text(), url))
    print(f"stamped with {url}" if url else "repository.url in _config.yml is not set yet")


if __name__ == "__main__":
    main()
