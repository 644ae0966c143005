"""Makes the library's reference from docstrings, and links it with the chapters.

A page in `book/reference/` is a few lines of text, to which the build adds the entries of the
module with the page's name. Names of the library in a chapter's text or cells link to their
entries, and entries link to the chapters that name them.
"""

import functools
import importlib
import inspect
import pkgutil
import re
from typing import get_overloads

from docutils import nodes
from sphinx import addnodes
from sphinx.domains.python import PythonDomain
from sphinx.util.inspect import signature, stringify_signature

import mha_lib
import mha_lib.book

PAGES = "book/reference/"
LIBRARY = mha_lib.__name__
# The checks of arguments, which readers do not call.
LEFT_OUT = {f"{LIBRARY}.checks"}

SECTIONS = ("Args:", "Returns:", "Raises:")
MEANT = re.compile(
    r"`[^`]+`|[*|\"\\]|(?<=\w)_(?!\w)"
)  # code, and characters with a meaning in docutils
NAME = re.compile(r"(?<![\w.])[A-Za-z_][\w.]*")
IMPORTED = re.compile(rf"^from {LIBRARY}\S* import (.+)", re.MULTILINE)
WRITTEN = re.compile(r"([A-Za-z_][\w.]*)(\([^()]*\))?")
# A dotted name in a cell, as Pygments highlights it.
PART = r'<span class="n[a-z]?">(\w+)</span>'
CHAIN = re.compile(rf'(?<!<span class="o">\.</span>){PART}(?:<span class="o">\.</span>{PART})+')
NO_LINK = nodes.reference | nodes.title | addnodes.desc_signature


class Entries(PythonDomain):
    """Python's domain, in which a search ranks methods below classes and functions."""

    def get_objects(self):
        for *entry, priority in super().get_objects():
            inner = entry[2] in ("method", "classmethod", "property") and priority > 0
            yield *entry, 2 if inner else priority


def setup(app):
    app.add_domain(Entries, override=True)
    app.connect("source-read", fill_page)
    app.connect("autodoc-process-signature", correct_signature)
    app.connect("autodoc-process-docstring", from_markdown, priority=400)  # before napoleon
    app.connect("doctree-read", collect_names)
    app.connect("doctree-resolved", link_text)
    app.connect("doctree-resolved", name_chapters)
    app.connect("html-page-context", link_cells)
    app.connect("html-page-context", line_parameters)
    app.connect("html-collect-pages", title_pages)


# Entries


def modules():
    """The library's public modules, including those in `mha_lib.book`."""
    for package in (mha_lib, mha_lib.book):
        for _, name, _ in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            if name != mha_lib.book.__name__ and not name.rpartition(".")[2].startswith("_"):
                yield importlib.import_module(name)


@functools.cache
def entries_by_module():
    """Maps each module that readers import to its entries, a mapping from full names to objects.

    What `mha_lib` itself exports has its short name. A module whose names are all exported has no
    page.
    """
    exported = {n: getattr(mha_lib, n) for n in mha_lib.__all__}
    things = {n: thing for n, thing in exported.items() if not inspect.ismodule(thing)}
    homes = {thing.__module__ for thing in things.values()}
    by_module = {LIBRARY: {}}
    for module in modules():
        full = module.__name__
        short = full.rpartition(".")[2]
        if full not in LEFT_OUT and (short in exported or full not in homes):
            by_module[full] = {f"{full}.{n}": getattr(module, n) for n in public_names(module)}
    for n, thing in things.items():
        module = by_module.get(thing.__module__, by_module[LIBRARY])
        module.pop(f"{thing.__module__}.{n}", None)
        module[f"{LIBRARY}.{n}"] = thing
    return {name: dict(sorted(module.items(), key=position)) for name, module in by_module.items()}


def public_names(module):
    """The names in a module's `__all__`, or the names of its own functions and classes."""
    own = [n for n, thing in vars(module).items() if is_defined_in(thing, module.__name__)]
    return getattr(module, "__all__", [n for n in own if not n.startswith("_")])


def is_defined_in(thing, module):
    """Whether an object is a function or a class of a module, or of a module inside it."""
    made = inspect.isroutine(thing) or inspect.isclass(thing)
    return made and f"{thing.__module__}.".startswith(f"{module}.")


def position(item):
    """Where an entry is defined: entries are in the order of their source, data first."""
    _, thing = item
    if not (inspect.isclass(thing) or inspect.isroutine(thing)):
        return "", 0
    return thing.__module__, inspect.getsourcelines(thing)[1]


def members(cls):
    """The documented methods and properties of a class and of its bases in the library."""
    own = [vars(base) for base in reversed(cls.__mro__) if is_defined_in(base, LIBRARY)]
    defined = {n: thing for base in own for n, thing in base.items()}
    kinds = (property, classmethod, staticmethod)
    methods = [n for n, t in defined.items() if inspect.isfunction(t) or isinstance(t, kinds)]
    return [n for n in methods if not n.startswith("_") and defined[n].__doc__]


@functools.cache
def entries():
    """Maps every spelling of an entry's name, without `mha_lib.`, to its full name."""
    modules = entries_by_module()
    full_names = {module.removeprefix(f"{LIBRARY}."): module for module in modules}
    full_names |= {module.rpartition(".")[2]: module for module in modules}
    for full, thing in ((n, t) for module in modules.values() for n, t in module.items()):
        short = full.removeprefix(f"{LIBRARY}.")
        home = getattr(thing, "__module__", LIBRARY).removeprefix(f"{LIBRARY}.")
        last = full.rpartition(".")[2]
        for spelling in {short, f"{home}.{last}", f"{home.rpartition('.')[2]}.{last}"}:
            full_names[spelling] = full
            if inspect.isclass(thing):
                full_names |= {f"{spelling}.{n}": f"{full}.{n}" for n in members(thing)}
    return full_names


@functools.cache
def last_names():
    """Maps the last part of an entry's name to the entry, if no other entry has it."""
    every = [full for module in entries_by_module().values() for full in module]
    last = [full.rpartition(".")[2] for full in every]
    return {n: full for n, full in zip(last, every, strict=True) if last.count(n) == 1}


def entry_of(name):
    """The entry that a dotted name means, or the entry it is a part of; otherwise None."""
    name = name.removeprefix(f"{LIBRARY}.")
    while name and name not in entries():
        name = name.rpartition(".")[0]
    return entries().get(name)


# Pages


def fill_page(app, docname, source):
    """Adds a module's entries after the text of its page."""
    module = module_on(docname)
    if module:
        lines = [f".. automodule:: {module}", ""]
        for full, thing in entries_by_module()[module].items():
            lines += [*directive(full, thing), ""]
        source[0] += "\n".join(["", "```{eval-rst}", *lines, "```", ""])


def module_on(docname):
    """The module that a page of the reference is about; None for another page."""
    by_page = {f"{PAGES}{module.rpartition('.')[2]}": module for module in entries_by_module()}
    return by_page.get(docname)


def directive(full, thing):
    """The directive with which Sphinx makes an entry."""
    if inspect.isclass(thing):
        return [f".. autoclass:: {full}", f"   :members: {', '.join(members(thing))}"]
    if inspect.isroutine(thing):
        # Of an overloaded function, show only the implementation, whose types include shapes.
        shown = stringify_signature(signature(thing)) if get_overloads(thing) else ""
        return [f".. autofunction:: {full}{shown}"]
    return [f".. autodata:: {full}", "   :no-value:"]


def correct_signature(app, what, name, thing, options, arguments, result):
    """Takes a class's signature from its `__init__`, not from the metaclass of widgets.

    If a method returns a layer, replaces the private base class in its annotation by the class.
    """
    if what == "class" and "__init__" in vars(thing):
        own = signature(thing.__init__, bound_method=True)
        options = {"show_return_annotation": False, "unqualified_typehints": True}
        return stringify_signature(own, **options).replace("<factory>", "{}"), ""
    if result and result.rpartition(".")[2].startswith("_"):
        result = f"~{name.rpartition('.')[0]}"
    return arguments, result


def from_markdown(app, what, name, thing, options, lines):
    """Converts a docstring, which is written to be readable as it is, to what Sphinx reads.

    Backticks are code, a block that is indented before the first section is kept as it is, and
    other characters have no special meaning. A layer has the arguments of its base.
    """
    blocks = [block.split("\n") for block in re.split(r"\n\n+", "\n".join(lines).strip("\n"))]
    if inspect.isclass(thing) and ["Args:"] not in [block[:1] for block in blocks]:
        blocks += arguments_of_base(thing)
    lines.clear()
    in_sections = False
    for block in blocks:
        in_sections = in_sections or block[0] in SECTIONS
        if block[0].startswith("    ") and not in_sections:
            block = [".. code-block:: text", "", *block]
        elif not block[0].startswith(">>> "):
            block = [MEANT.sub(as_meant, line) for line in block]
        if block[0] == "Returns:":
            # Otherwise napoleon takes the words before a colon for a type.
            block[1] = re.sub(r"\S", r": \g<0>", block[1], count=1)
        if block[0].startswith("Source: "):
            block = [f":{block[0]}", *("    " + line for line in block[1:])]
        lines += [*block, ""]


def as_meant(found):
    """Code in docutils' notation, or an escaped character."""
    return f"`{found[0]}`" if found[0][0] == "`" else f"\\{found[0]}"


def arguments_of_base(cls):
    """The sections in the docstring of the nearest base in the library that has arguments."""
    for base in cls.__mro__[1:]:
        blocks = (inspect.getdoc(base) or "").split("\n\n")
        if is_defined_in(base, LIBRARY) and any(block.startswith("Args:") for block in blocks):
            return [block.split("\n") for block in blocks if block.startswith(SECTIONS)]
    return []


# Links


def entry_meant(text, used):
    """The entry that a piece of code in a text means; None if it may mean something else.

    A name without its module means an entry if it is a class, is called, or is used on the page.
    """
    match = WRITTEN.fullmatch(text)
    if not match or "." in match[1]:
        return match and entry_of(match[1])
    full = last_names().get(match[1])
    return full if match[2] or match[1][0].isupper() or full in used else None


def in_cell(code, imported):
    """The entries that a cell names, except in its imports."""
    names = NAME.findall(re.sub(r"^(from|import) .*", "", code, flags=re.MULTILINE))
    every = [entry_of(n) if "." in n else imported & {n} and last_names().get(n) for n in names]
    return [full for full in every if full]


def cells(doctree):
    """Maps a page's blocks of Python to their code."""
    blocks = doctree.findall(nodes.literal_block)
    return {block: block.astext() for block in blocks if "python" in block.get("language", "")}


def collect_names(app, doctree):
    """Stores the entries that a page names, each with the heading under which it comes first."""
    docname, code = app.env.docname, cells(doctree)
    if module_on(docname):
        used = {*entries_by_module()[module_on(docname)], *entries_by_module()[LIBRARY]}
        # A search finds entries by their names, so they are not in the index; for other words, it
        # finds the pages that explain them.
        app.env.domains["index"].data["entries"][docname] = []
        app.env.metadata[docname] |= {"used": used, "named": {}, "nosearch": True}
        return
    everything = "\n".join(code.values())
    imported = set(re.findall(r"\w+", " ".join(IMPORTED.findall(everything))))
    used = set(in_cell(everything, imported))
    named = {}
    for node in doctree.findall(lambda node: node in code or isinstance(node, nodes.literal)):
        full_names = (
            in_cell(code[node], imported) if node in code else [entry_meant(node.astext(), used)]
        )
        for full in filter(None, full_names):
            for entry in {full, entry_of(full.rpartition(".")[0])} - {None}:
                named.setdefault(entry, heading(node))
    app.env.metadata[docname] |= {"used": used, "named": named}


def title_pages(app):
    """Adds the titles of the reference's pages to the search; "nosearch" leaves them out."""
    if app.builder.search:
        for docname in filter(module_on, app.env.found_docs):
            app.builder.indexer._titles[docname] = app.env.titles[docname].astext()
    return []


def heading(node):
    """The id of the section that a node is in."""
    while not isinstance(node, nodes.section | nodes.document):
        node = node.parent
    return (node["ids"] or [""])[0]


def outermost_parent(node, kind):
    """The outermost node of a kind that a node is in, or None."""
    outermost = None
    while node := node.parent:
        outermost = node if isinstance(node, kind) else outermost
    return outermost


def address(app, docname, full):
    """The link from a page to an entry."""
    entry = app.env.domains["py"].objects[full]
    return f"{app.builder.get_relative_uri(docname, entry.docname)}#{entry.node_id}"


def link_text(app, doctree, docname):
    """Links names in a text to their entries: the first on a page, or in an entry."""
    linked = set()
    for node in list(doctree.findall(nodes.literal)):
        full = entry_meant(node.astext(), app.env.metadata[docname].get("used", ()))
        entry = outermost_parent(node, addnodes.desc)
        own = entry and full in entry[0]["ids"]
        if full and not own and (entry, full) not in linked and not outermost_parent(node, NO_LINK):
            linked.add((entry, full))
            about = {"internal": True, "refuri": address(app, docname, full)}
            node.replace_self(nodes.reference("", "", node.deepcopy(), classes=["entry"], **about))


def name_chapters(app, doctree, docname):
    """Lists at each entry the chapters that name it, with links to the headings."""
    pages = {page: app.env.metadata[page].get("named", {}) for page in app.env.collect_relations()}
    for entry in doctree.findall(addnodes.desc) if docname.startswith(PAGES) else ():
        full = entry[0]["ids"][0]
        chapters = nodes.paragraph("", "In the book: ", classes=["in-the-book"])
        for page, named in pages.items():
            if full in named:
                uri = f"{app.builder.get_relative_uri(docname, page)}#{named[full]}"
                title = app.env.titles[page].astext().partition(":")[0]
                chapters += [nodes.Text(" · ")] * (len(chapters) > 1)
                chapters += nodes.reference("", title, internal=True, refuri=uri)
        if len(chapters) > 1:
            content = entry[-1]
            inner = [i for i, node in enumerate(content) if isinstance(node, addnodes.desc)]
            content.insert(inner[0] if inner else len(content), chapters)


def link_cells(app, pagename, templatename, context, doctree):
    """Links names in a cell to their entries: the first of each in the cell."""

    def in_block(block):
        linked = set()

        def link(chain):
            full = entry_of(".".join(re.findall(PART, chain[0])))
            if not full or full in linked:
                return chain[0]
            linked.add(full)
            return f'<a class="entry" href="{address(app, pagename, full)}">{chain[0]}</a>'

        return CHAIN.sub(link, block[0])

    if "body" in context and not module_on(pagename):
        context["body"] = re.sub(r"<pre>.*?</pre>", in_block, context["body"], flags=re.DOTALL)


def line_parameters(app, pagename, templatename, context, doctree):
    """Marks the parameters of a signature as lines, not as definitions without terms."""

    def lines(sig):
        text = re.sub(r"</?dl>", "", sig[0])
        return text.replace("<dd>", '<span class="sig-line">').replace("</dd>", "</span>")

    if module_on(pagename):
        context["body"] = re.sub(
            r"<dt class=\"sig .*?</dt>", lines, context["body"], flags=re.DOTALL
        )
