"""Copies the book's public URL from `_config.yml` to all other files that need it.

    python tools/write_public_url.py    into the set-up cell of every notebook, the Colab links in
                                        README.md, its commands to install, and CITATION.cff

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
INSTALLATION = re.compile(r"(?<=<!-- install -->\n).*?(?=<!-- /install -->)", re.DOTALL)


def readme_with_url(text, url):
    """The README with links to Colab and with commands that install from the URL.

    Without a URL it has no links, and its commands install from a clone.
    """
    links = ""
    if url:
        home = f"https://colab.research.google.com/github{urlsplit(url).path}/blob/main"
        links = "These links open chapters there:\n\n" + "".join(
            f"- [{title(path)}]({home}/{path.relative_to(ROOT).as_posix()})\n" for path in NOTEBOOKS
        )
    text = INSTALLATION.sub(lambda _: installation(url), text)
    return COLAB_LINKS.sub(lambda _: links, text)


def installation(url):
    """The commands that install the library, without and with what figures and widgets need."""
    small, whole = (f'"git+{url}"', f'"mha_lib[book] @ git+{url}"') if url else (".", '".[book]"')
    width = max(len(small), len(whole))
    return ("" if url else "In a clone of this repository:\n\n") + (
        "```sh\n"
        f"pip install {small:{width}}  # installs torch, jaxtyping, safetensors\n"
        f"pip install {whole:{width}}  # also what figures and widgets need\n"
        "```\n"
    )


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
