"""Writes the checks of "By symptom" as one Python file, whenever the book is built.

The file contains every function in the page's blocks, except those that readers replace by their
own: what is in the section "Your layer as a function", or marked `# yours`.
"""

import ast
import re
from pathlib import Path

PAGE = "book/by_symptom"
FILE = "attention_checks.py"  # next to the page, which links to it
OF_READERS = "Your layer as a function"
MARK = "# yours"
SECTION = re.compile(r"^## (.+)\n", re.MULTILINE)
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
HEAD = '''\
"""Checks for an attention layer of your own, from the page "By symptom"{address}.

A test to keep next to this file, test_attention.py, for `python -m pytest`:

    import torch
    from attention_checks import ignores_padding, masks, run_checks
    from my_code import f  # yours

    def test_attention():
        x = torch.randn(3, 5, 12)  # 12 features; more tokens than a block or window has
        assert run_checks(f, x, layer_has=[]) == []
        assert ignores_padding(f, x, masks(x)[1].flip(-1))  # padding on the left

f(x, mask) calls your attention alone: x is (batch, tokens, features), like the output, and mask is
None or boolean, with True where a query may attend. The page says what each answer means, and what
`layer_has` may contain. Next to each function is the section that it is from.
"""

import torch
'''


def setup(app):
    app.connect("build-finished", write, priority=600)  # before all is packed


def write(app, exception):
    """Writes the file next to the page, if the book has the page."""
    if exception or app.builder.format != "html" or PAGE not in app.env.found_docs:
        return
    text = Path(app.srcdir, f"{PAGE}.md").read_text(encoding="utf-8")
    site = app.config.html_baseurl
    file = as_file(text, f"{site}{PAGE}.html" if site else "")
    Path(app.outdir, PAGE).with_name(FILE).write_text(file, encoding="utf-8")


def as_file(page: str, address: str = "") -> str:
    """The file that is made from the page's text.

    Args:
        page: The page, in Markdown.
        address: Its public URL, if known.
    """
    parts = [HEAD.format(address=f" ({address})" if address else "")]
    _, *sections = SECTION.split(page)
    for title, text in zip(sections[::2], sections[1::2], strict=True):
        for block in BLOCK.findall(text) if title != OF_READERS else []:
            parts += [f"# {title}\n{function}\n" for function in functions_in(block)]
    return "\n\n".join(parts)


def functions_in(block: str) -> list[str]:
    """The functions that a block defines at its top level and that are not the reader's."""
    lines = block.splitlines()
    return [
        "\n".join(lines[part.lineno - 1 : part.end_lineno])
        for part in ast.parse(block).body
        if isinstance(part, ast.FunctionDef) and MARK not in lines[part.lineno - 1]
    ]
