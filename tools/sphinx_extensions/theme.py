"""Fixes what the theme and other extensions get wrong on a page.

One style rule of the theme makes a browser compare each element with all siblings before it, which
takes half of the time needed to style a page of code; it is rewritten. sphinx-thebe, which Jupyter
Book always loads and this book does not use, is removed from the pages: it declares a constant
twice and logs an error on each. Labels for screen readers are fixed here in a page's text, and in
`layout.html` around it.
"""

import re
from pathlib import Path

from docutils import nodes

# Code, or if the class starts with "output ", what code printed.
CODE = re.compile(r'(<div class="(output )?[^"]*\bhighlight-[^"]*"><div class="highlight">)<pre>')
CONTENTS = re.compile(r'(<nav class="contents\b[^"]*")([^>]*>\s*<p class="topic-title">(.*?)</p>)')
EXERCISE = r"(?=<h\d>Exercise \d)"
FOLDED = re.compile(r'(<summary>|admonition-title">)(Hint|One solution)(?=[<,])')
TABLE = '<div class="pst-scrollable-table-container"'
# What follows a title, in an admonition and in a fold: the slow rule and a quick one.
QUICKER = {
    "div.admonition p.admonition-title~*": "div.admonition>:not(p.admonition-title)",
    ".admonition p.admonition-title~*": ".admonition p.admonition-title+*",
}
ROW_LABEL = re.compile(r'<th (?=class="stub\b)')


def setup(app):
    app.connect("config-inited", add_layout)
    app.connect("doctree-read", label_rows)
    app.connect("env-get-outdated", read_all_again)
    app.connect("html-page-context", drop_thebe, priority=900)
    app.connect("html-page-context", name_parts)
    app.connect("html-page-context", name_branches, priority=900)
    app.connect("build-finished", quicken_styles)


def read_all_again(app, env, added, changed, removed):
    """Makes Sphinx read every page again if one has changed.

    Otherwise the search would find only the changed pages.
    """
    return env.found_docs if added or changed or removed else []


def add_layout(app, config):
    """Makes this folder's `layout.html` replace the theme's."""
    config.templates_path.append(str(Path(__file__).parent))


def label_rows(app, doctree):
    """Makes a table's first column the labels of its rows; Markdown has no mark for it.

    If that column has no heading and contains numbers, it counts the rows, and the second column
    labels them.
    """
    for group in doctree.findall(nodes.tgroup):
        rows = [[cell.astext() for cell in row] for row in group.findall(nodes.row)]
        head, *body = [row[0] for row in rows]
        counts = not head and all(text.isdigit() for text in body)
        list(group.findall(nodes.colspec))[counts]["stub"] = 1


def name_parts(app, pagename, templatename, context, doctree):
    """Labels the parts of a page: folds, rows of tables, code and its output."""
    body = context.get("body", "")
    # docutils' role for an entry of a bibliography is deprecated.
    body = body.replace('role="doc-biblioentry"', 'role="listitem"')
    # This label of myst-nb hides the fold's title from screen readers.
    body = body.replace('<summary aria-label="Toggle hidden content">', "<summary>")
    body = ROW_LABEL.sub('<th scope="row" ', body)
    body = CONTENTS.sub(r'\1 aria-label="\3"\2', body)
    # Wide tables and code scroll, and the Tab key stops at them, so they need a role and a name.
    body = body.replace(TABLE, f'{TABLE} role="group" aria-label="table"')
    body = CODE.sub(name_code, body)
    context["body"] = "".join(map(name_folds, re.split(EXERCISE, body)))


def name_code(block):
    return f'{block[1]}<pre role="group" aria-label="{"output" if block[2] else "code"}">'


def name_folds(section):
    """Adds the exercise's number to its hint and solution, which look alike in a list."""
    number = re.match(r"<h\d>Exercise (\d+)", section)
    return FOLDED.sub(rf"\1\2 to exercise {number[1]}", section) if number else section


def name_branches(app, pagename, templatename, context, doctree):
    """Gives a name to the icon that unfolds pages in the sidebar."""
    tree = context.get("generate_toctree_html")
    if tree:
        label = '<summary aria-label="the pages under it">'
        context["generate_toctree_html"] = lambda *args, **options: str(
            tree(*args, **options)
        ).replace("<summary>", label)


def drop_thebe(app, pagename, templatename, context, doctree):
    """Removes sphinx-thebe's scripts and styles from the page."""
    for kind in ("script_files", "css_files"):
        context[kind] = [
            f
            for f in context.get(kind, [])
            if "thebe" not in str(f.filename or f.attributes.get("body", "")).lower()
        ]


def quicken_styles(app, exception):
    """Rewrites the slow rule: the title comes first in an admonition, last but one in a fold."""
    if exception or app.builder.format != "html":
        return
    for sheet in (Path(app.outdir) / "_static" / "styles").glob("*.css"):
        rules = sheet.read_text(encoding="utf-8")
        for slow, quick in QUICKER.items():
            rules = rules.replace(slow, quick)
        sheet.write_text(rules, encoding="utf-8")
