"""What the theme and other extensions leave wrong on a page.

sphinx-thebe, which Jupyter Book always loads and this book does not use, is taken off the pages: it
declares a constant twice and logs an error on each.
"""


def setup(app):
    app.connect("env-get-outdated", read_all_again)
    app.connect("html-page-context", drop_thebe, priority=900)
    app.connect("html-page-context", name_entries)


def read_all_again(app, env, added, changed, removed):
    """Reads every page where one has changed: an index for searches that Sphinx mends in part
    ranks the pages that stayed below the others."""
    return env.found_docs if added or changed or removed else []


def name_entries(app, pagename, templatename, context, doctree):
    """Calls the bibliography's entries what their list needs; docutils' role is deprecated."""
    body = context.get("body", "")
    context["body"] = body.replace('role="doc-biblioentry"', 'role="listitem"')


def drop_thebe(app, pagename, templatename, context, doctree):
    """Removes sphinx-thebe's scripts and styles from the page."""
    for kind in ("script_files", "css_files"):
        context[kind] = [
            f
            for f in context.get(kind, [])
            if "thebe" not in str(f.filename or f.attributes.get("body", "")).lower()
        ]
