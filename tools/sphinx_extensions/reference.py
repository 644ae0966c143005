"""The library's reference: pages made from docstrings, and the links between them and chapters.

A page in `book/reference/` is a few lines of text, and the build goes on with the module that has
the page's name. What a chapter names as code, in its text or in a cell, leads to its entry there,
and an entry says which chapters name it.
"""

import functools
import importlib
import inspect
import pkgutil
import re

from docutils import nodes
from sphinx import addnodes
from sphinx.domains.python import PythonDomain
from sphinx.util.inspect import signature, stringify_signature

import mha_lib
import mha_lib.book

PAGES = "book/reference/"
LIBRARY = mha_lib.__name__
# Rules of input. What breaks one says so, and nobody calls them.
LEFT_OUT = {f"{LIBRARY}.checks"}

SECTIONS = ("Args:", "Returns:", "Raises:")
MEANT = re.compile(r"`[^`]+`|[*|\"\\]|(?<=\w)_(?!\w)")  # code, and signs that docutils would read
NAME = re.compile(r"(?<![\w.])[A-Za-z_][\w.]*")
IMPORTED = re.compile(rf"^from {LIBRARY}\S* import (.+)", re.MULTILINE)
WRITTEN = re.compile(r"([A-Za-z_][\w.]*)(\([^()]*\))?")
# A name in a cell with what it is taken from, in the colours of Pygments.
PART = r'<span class="n[a-z]?">(\w+)</span>'
CHAIN = re.compile(rf'(?<!<span class="o">\.</span>){PART}(?:<span class="o">\.</span>{PART})+')
NO_LINK = nodes.reference | nodes.title | addnodes.desc_signature


class Entries(PythonDomain):
    """Python's objects; a search for a class finds pages before all that the class has."""

    def get_objects(self):
        for *entry, priority in super().get_objects():
            inner = entry[2] in ("method", "classmethod", "property") and priority > 0
            yield *entry, 2 if inner else priority


def setup(app):
    app.add_domain(Entries, override=True)
    app.connect("source-read", fill_page)
    app.connect("autodoc-process-signature", mend_signature)
    app.connect("autodoc-process-docstring", from_markdown, priority=400)  # before napoleon
    app.connect("doctree-read", collect_names)
    app.connect("doctree-resolved", link_text)
    app.connect("doctree-resolved", name_chapters)
    app.connect("html-page-context", link_cells)
    app.connect("html-page-context", line_parameters)
    app.connect("html-collect-pages", title_pages)


# What there is


def modules():
    """The library's public modules; of `mha_lib.book`, which is a folder of them, each."""
    for package in (mha_lib, mha_lib.book):
        for _, name, _ in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            if name != mha_lib.book.__name__ and not name.rpartition(".")[2].startswith("_"):
                yield importlib.import_module(name)


@functools.cache
def rooms():
    """From a module that readers import to its entries: the names they write, and what has them.

    What `mha_lib` itself brings is called by its short name. A module that is there for nothing
    else has no page.
    """
    brought = {n: getattr(mha_lib, n) for n in mha_lib.__all__}
    things = {n: thing for n, thing in brought.items() if not inspect.ismodule(thing)}
    homes = {thing.__module__ for thing in things.values()}
    found = {LIBRARY: {}}
    for module in modules():
        full = module.__name__
        short = full.rpartition(".")[2]
        if full not in LEFT_OUT and (short in brought or full not in homes):
            found[full] = {f"{full}.{n}": getattr(module, n) for n in offered(module)}
    for n, thing in things.items():
        room = found.get(thing.__module__, found[LIBRARY])
        room.pop(f"{thing.__module__}.{n}", None)
        room[f"{LIBRARY}.{n}"] = thing
    return {name: dict(sorted(room.items(), key=place)) for name, room in found.items()}


def offered(module):
    """The names in a module's `__all__`, else those of its own functions and classes."""
    own = [n for n, thing in vars(module).items() if belongs(thing, module.__name__)]
    return getattr(module, "__all__", [n for n in own if not n.startswith("_")])


def belongs(thing, module):
    """Whether a thing is a function or a class of a module, or of one inside it."""
    made = inspect.isroutine(thing) or inspect.isclass(thing)
    return made and f"{thing.__module__}.".startswith(f"{module}.")


def place(item):
    """Where an entry is defined, for entries stand in the order of their source; data first."""
    _, thing = item
    if not (inspect.isclass(thing) or inspect.isroutine(thing)):
        return "", 0
    return thing.__module__, inspect.getsourcelines(thing)[1]


def members(cls):
    """The documented methods and properties of a class, and of its bases in the library."""
    own = [vars(base) for base in reversed(cls.__mro__) if belongs(base, LIBRARY)]
    found = {n: thing for base in own for n, thing in base.items()}
    kinds = (property, classmethod, staticmethod)
    methods = [n for n, t in found.items() if inspect.isfunction(t) or isinstance(t, kinds)]
    return [n for n in methods if not n.startswith("_") and found[n].__doc__]


@functools.cache
def entries():
    """From every way to write an entry's name, without `mha_lib.`, to the name it stands under."""
    found = {room.removeprefix(f"{LIBRARY}."): room for room in rooms()}
    found |= {room.rpartition(".")[2]: room for room in rooms()}
    for full, thing in ((n, t) for room in rooms().values() for n, t in room.items()):
        short = full.removeprefix(f"{LIBRARY}.")
        home = getattr(thing, "__module__", LIBRARY).removeprefix(f"{LIBRARY}.")
        last = full.rpartition(".")[2]
        for spelling in {short, f"{home}.{last}", f"{home.rpartition('.')[2]}.{last}"}:
            found[spelling] = full
            if inspect.isclass(thing):
                found |= {f"{spelling}.{n}": f"{full}.{n}" for n in members(thing)}
    return found


@functools.cache
def last_names():
    """From an entry's name alone to the entry, where no other one has it."""
    every = [full for room in rooms().values() for full in room]
    last = [full.rpartition(".")[2] for full in every]
    return {n: full for n, full in zip(last, every, strict=True) if last.count(n) == 1}


def entry_of(name):
    """The entry that a name with its module means, or what it is a part of; None for others."""
    name = name.removeprefix(f"{LIBRARY}.")
    while name and name not in entries():
        name = name.rpartition(".")[0]
    return entries().get(name)


# Pages


def fill_page(app, docname, source):
    """Goes on where the text of a page of the reference ends."""
    room = room_on(docname)
    if room:
        lines = [f".. automodule:: {room}", ""]
        for full, thing in rooms()[room].items():
            lines += [*directive(full, thing), ""]
        source[0] += "\n".join(["", "```{eval-rst}", *lines, "```", ""])


def room_on(docname):
    """The module that a page of the reference is about; None for another page."""
    by_page = {f"{PAGES}{room.rpartition('.')[2]}": room for room in rooms()}
    return by_page.get(docname)


def directive(full, thing):
    """What Sphinx is told to make an entry."""
    if inspect.isclass(thing):
        return [f".. autoclass:: {full}", f"   :members: {', '.join(members(thing))}"]
    if inspect.isroutine(thing):
        return [f".. autofunction:: {full}"]
    return [f".. autodata:: {full}", "   :no-value:"]


def mend_signature(app, what, name, thing, options, arguments, result):
    """Takes a class's signature from its constructor, not from what makes widgets; and says of a
    layer which class it gives back, where the annotation names the private base of several."""
    if what == "class" and "__init__" in vars(thing):
        own = signature(thing.__init__, bound_method=True)
        options = {"show_return_annotation": False, "unqualified_typehints": True}
        return stringify_signature(own, **options).replace("<factory>", "{}"), ""
    if result and result.rpartition(".")[2].startswith("_"):
        result = f"~{name.rpartition('.')[0]}"
    return arguments, result


def from_markdown(app, what, name, thing, options, lines):
    """Makes of a docstring, which is written to be read as it stands, what Sphinx reads.

    Backticks are code, a block that is indented before the first section stands as it is, and other
    signs mean nothing. A layer has the arguments of its base.
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
            # Else what stands before a colon is taken for a type.
            block[1] = re.sub(r"\S", r": \g<0>", block[1], count=1)
        if block[0].startswith("Source: "):
            block = [f":{block[0]}", *("    " + line for line in block[1:])]
        lines += [*block, ""]


def as_meant(found):
    """Code as docutils writes it, and a sign as nothing but itself."""
    return f"`{found[0]}`" if found[0][0] == "`" else f"\\{found[0]}"


def arguments_of_base(cls):
    """The sections in the docstring of the nearest base of the library that has some."""
    for base in cls.__mro__[1:]:
        blocks = (inspect.getdoc(base) or "").split("\n\n")
        if belongs(base, LIBRARY) and any(block.startswith("Args:") for block in blocks):
            return [block.split("\n") for block in blocks if block.startswith(SECTIONS)]
    return []


# Links


def written(text, used):
    """The entry that a piece of code in a text means; None where it may mean something else.

    A name alone means one where it is a class, is called, or is one of those that the page uses.
    """
    found = WRITTEN.fullmatch(text)
    if not found or "." in found[1]:
        return found and entry_of(found[1])
    full = last_names().get(found[1])
    return full if found[2] or found[1][0].isupper() or full in used else None


def in_cell(code, imported):
    """The entries that a cell names, apart from what it imports."""
    names = NAME.findall(re.sub(r"^(from|import) .*", "", code, flags=re.MULTILINE))
    every = [entry_of(n) if "." in n else imported & {n} and last_names().get(n) for n in names]
    return [full for full in every if full]


def cells(doctree):
    """From a page's blocks of Python to their code."""
    blocks = doctree.findall(nodes.literal_block)
    return {block: block.astext() for block in blocks if "python" in block.get("language", "")}


def collect_names(app, doctree):
    """Keeps what a page names: each entry with the heading under which it comes first."""
    docname, code = app.env.docname, cells(doctree)
    if room_on(docname):
        used = {*rooms()[room_on(docname)], *rooms()[LIBRARY]}
        # A search finds entries by name, and once, not in the index again; what it finds for words
        # are the pages that explain.
        app.env.domains["index"].data["entries"][docname] = []
        app.env.metadata[docname] |= {"used": used, "named": {}, "nosearch": True}
        return
    everything = "\n".join(code.values())
    imported = set(re.findall(r"\w+", " ".join(IMPORTED.findall(everything))))
    used = set(in_cell(everything, imported))
    named = {}
    for node in doctree.findall(lambda node: node in code or isinstance(node, nodes.literal)):
        found = in_cell(code[node], imported) if node in code else [written(node.astext(), used)]
        for full in filter(None, found):
            for entry in {full, entry_of(full.rpartition(".")[0])} - {None}:
                named.setdefault(entry, heading(node))
    app.env.metadata[docname] |= {"used": used, "named": named}


def title_pages(app):
    """Gives a search the pages' titles, which are left out with their words."""
    if app.builder.search:
        for docname in filter(room_on, app.env.found_docs):
            app.builder.indexer._titles[docname] = app.env.titles[docname].astext()
    return []


def heading(node):
    """The id of the section that a node stands in."""
    while not isinstance(node, nodes.section | nodes.document):
        node = node.parent
    return (node["ids"] or [""])[0]


def within(node, kind):
    """The outermost node of a kind that a node stands in, or None."""
    found = None
    while node := node.parent:
        found = node if isinstance(node, kind) else found
    return found


def address(app, docname, full):
    """Where an entry stands, seen from a page."""
    entry = app.env.domains["py"].objects[full]
    return f"{app.builder.get_relative_uri(docname, entry.docname)}#{entry.node_id}"


def link_text(app, doctree, docname):
    """Leads from a name in a text to its entry: from the first on a page, or in an entry."""
    seen = set()
    for node in list(doctree.findall(nodes.literal)):
        full = written(node.astext(), app.env.metadata[docname].get("used", ()))
        entry = within(node, addnodes.desc)
        own = entry and full in entry[0]["ids"]
        if full and not own and (entry, full) not in seen and not within(node, NO_LINK):
            seen.add((entry, full))
            about = {"internal": True, "refuri": address(app, docname, full)}
            node.replace_self(nodes.reference("", "", node.deepcopy(), classes=["entry"], **about))


def name_chapters(app, doctree, docname):
    """Says at each entry under which headings of which chapters it is named."""
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
    """Leads from a name in a cell to its entry, from the first of each in a cell."""

    def in_block(block):
        seen = set()

        def link(chain):
            full = entry_of(".".join(re.findall(PART, chain[0])))
            if not full or full in seen:
                return chain[0]
            seen.add(full)
            return f'<a class="entry" href="{address(app, pagename, full)}">{chain[0]}</a>'

        return CHAIN.sub(link, block[0])

    if "body" in context and not room_on(pagename):
        context["body"] = re.sub(r"<pre>.*?</pre>", in_block, context["body"], flags=re.DOTALL)


def line_parameters(app, pagename, templatename, context, doctree):
    """Calls the parameters of a signature lines, not definitions of no term, which they are not."""

    def lines(sig):
        text = re.sub(r"</?dl>", "", sig[0])
        return text.replace("<dd>", '<span class="sig-line">').replace("</dd>", "</span>")

    if room_on(pagename):
        context["body"] = re.sub(
            r"<dt class=\"sig .*?</dt>", lines, context["body"], flags=re.DOTALL
        )
