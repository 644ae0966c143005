"""What the theme and other extensions leave wrong on a page.

sphinx-thebe, which Jupyter Book always loads and this book does not use, is taken off the pages: it
declares a constant twice and logs an error on each.
"""


def setup(app):
    app.connect("env-get-outdated", read_all_again)
    app.connect("html-page-context", drop_thebe, priority=900)
    app.connect("html-page-context", name_entries)
    app.connect("html-page-context", name_folds, priority=900)


def read_all_again(app, env, added, changed, removed):
    """Reads every page where one has changed: an index for searches that Sphinx mends in part
    ranks the pages that stayed below the others."""
    return env.found_docs if added or changed or removed else []


def name_entries(app, pagename, templatename, context, doctree):
    """Calls the bibliography's entries what their list needs; docutils' role is deprecated."""
    body = context.get("body", "")
    context["body"] = body.replace('role="doc-biblioentry"', 'role="listitem"')


def name_folds(app, pagename, templatename, context, doctree):
    """Gives the sign that unfolds pages in the sidebar a name, which its drawing has not."""
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
