"""The index of the search: sections, questions, words, captions and entries of the reference.

It is a script, because a page that was opened from a file can load nothing else. A page loads it,
and the engine (`js/src/page/search.js`), when a reader opens the search. It replaces Sphinx's
index, which leads to pages and not to the sections in them.
"""

import functools
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from sphinx_extensions.reference import PAGES

SYNONYMS = Path(__file__).parent / "synonyms.txt"
ASKED = Path(__file__).parent / "asked.txt"
SOURCE = Path(__file__).parents[2] / "js" / "src" / "page" / "search.js"
# Words that the engine skips in a query.
STOP_WORDS = re.compile(r"STOP_WORDS = new Set\(\s*`([^`]*)`")
ENGINE = Path("_static", "search", "engine.js")
INDEX = Path("_static", "search", "index.js")
MAX_COMPRESSED_BYTES = 200_000  # of the engine and the index together
# The index's file has a list of all titles, of all passages, and so on; the engine takes entries.
TO_ROWS = """\
bookIndex.entries = bookIndex.entries[0].map((_, i) =>
  bookIndex.entries.map((column) => column[i]));"""
# Sphinx's own search, which no page loads.
REPLACED = ("searchtools.js", "language_data.js")

# Sections of these pages have their own kind; all others have the kind "section".
KINDS = {"book/questions": "question", "book/by_symptom": "symptom", "book/messages": "message"}
# Pages of which only so many passages of each section are indexed: lists of what is found where it
# is cited or explained, and a plan of which the first passage says what it is for.
MAX_PASSAGES = {"book/bibliography": 0, "book/chapters": 0, "book/teaching": 1}
EXERCISE = re.compile(r"Exercise \d")
# Folds that a reader opens after thinking.
SPOILER = re.compile(r"<summary>\s*(Hint|One solution|The missing numbers)")
# A longer list, with commas or with bullets, is one of names, which its own page looks up.
LONG_LIST = 60
# Where a question was asked in public: no words of the answer.
THREAD = re.compile(
    r"\s*\([Aa]sked [^()]*(?:\([^()]*\)[^()]*)*\)"
    # After other words in the same brackets.
    r"|;? [Aa]sked as (?:[\w./-]+ )?#\d+(?:(?:,| and) (?:[\w./-]+ )?#\d+)*\.?(?=\))"
)
# Before an answer in the plan of a class; steps with answers are left out.
ANSWER = "→ "
# What a formula's source is in plain text, in this order.
PLAIN = [
    (re.compile(pattern), plain)
    for pattern, plain in {
        r"\\(?:text|mathrm|mathbf|mathit|operatorname)\s*{([^{}]*)}": r"\1",
        r"\\sqrt\s*(?:{([^{}]*)}|(\w))": r"√\1\2",
        r"\^(?:{\\top}|{T}|\\top\b|T\b)": "ᵀ",
        r"\\[td]?frac\s*{([^{}]*)}\s*{([^{}]*)}": r"\1/\2",
        r"\\infty\b": "∞",
        r"\\(?:cdot|times)\b": " × ",
        r"\\(?:c?dots|ldots)\b": " … ",
        r"\\(?:le|leq)\b": " ≤ ",
        r"\\(?:ge|geq)\b": " ≥ ",
        r"\\approx\b": " ≈ ",
        r"\\ne\b": " ≠ ",
        r"\\in\b": " ∈ ",
        r"\\[,;:! ]": " ",
        r"\\(?:left|right|big+|Big+)\b": "",
        r"\\([a-zA-Z]+)": r"\1 ",
        r"[{}]|\\\\|&": "",
    }.items()
]


# Nodes that have their own entry, or no text, by their class or their type.
OTHERS = {"cell", "in-the-book"}
APART = (nodes.section, addnodes.desc, addnodes.glossary, nodes.title, nodes.topic, nodes.caption)
NAME = re.compile(r"[a-z]{3,}[a-z0-9_]*")
# A name that readers may search for: an attribute, imported, called, an argument, or in quotes.
SOUGHT = re.compile(
    rf"(?:\.|\bimport |\bfrom )({NAME.pattern})|\b({NAME.pattern})(?:\(|=(?=[^\s=]))"
    r"|(?<=[\"'.])([a-z]+_[a-z0-9_]+)"
)
# What makes the book's own pictures and exercises is found by name alone. Its methods, and those of
# widgets and parameter tables, are not found: their class is.
TOOLS = "mha_lib.book."
WITHOUT_MEMBERS = (TOOLS, "mha_lib.widgets.", "mha_lib.parameter_table.")
MEMBERS = {"method", "property", "attribute"}
OWN = re.compile(r"^(?:def|class) (\w+)|^(\w+) = ")  # a name that the code itself gives
# A name in more entries than this leads to none of them, so no line of code is kept for it.
MANY_ENTRIES = 4


class Entry(NamedTuple):
    """One thing that can be found, with the anchor that a result leads to."""

    anchor: str
    kind: str
    title: str
    passages: list[str]
    code: list[str]
    asked: tuple[str, ...] = ()  # other phrases that people type for it


def setup(app: Sphinx) -> None:
    index = Index()
    app.connect("builder-inited", replace_search)
    # After the extensions that replace pictures, for which there is no text.
    app.connect("doctree-resolved", index.add_page, priority=700)
    app.connect("build-finished", index.write)


def replace_search(app: Sphinx) -> None:
    """Keeps Sphinx from making its own index; its search page stays."""
    if app.builder.format == "html":
        builder: Any = app.builder
        builder.load_indexer = lambda docnames: None
        builder.index_page = lambda pagename, doctree, title: None
        builder.dump_search_index = lambda: None
        app.add_js_file("page/search_box.js", loading_method="defer")


class Index:
    """The entries of each page, by its name in Sphinx."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[str, list[Entry]]] = {}
        self.asked = read_asked(ASKED.read_text(encoding="utf-8"))

    def add_page(self, app: Sphinx, doctree: nodes.document, docname: str) -> None:
        if app.builder.format == "html":
            kind = "reference" if docname.startswith(PAGES) else KINDS.get(docname, "section")
            page_entries = [
                entry._replace(
                    passages=entry.passages[: MAX_PASSAGES.get(docname)],
                    asked=self.asked.pop((Path(docname).name, slug), ()),
                )
                for entry in entries(doctree, kind)
                for slug in [nodes.make_id(entry.title) if is_heading(entry) else ""]
            ]
            title = next(iter(doctree.findall(nodes.title)))
            self.pages[docname] = text_of(title), page_entries

    def write(self, app: Sphinx, exception: Exception | None) -> None:
        """Writes the script, and removes Sphinx's own search. No pages: nothing has changed."""
        if exception or app.builder.format != "html" or not self.pages:
            return
        names = {Path(docname).name for docname in self.pages}
        if places := ", ".join("#".join(place) for place in self.asked if place[0] in names):
            raise ExtensionError(f"{ASKED.name} must name headings of the book; got {places}")
        folder = Path(app.outdir)
        addresses = {name: app.builder.get_target_uri(name) for name in sorted(self.pages)}
        synonyms = read_synonyms(SYNONYMS.read_text(encoding="utf-8"))
        (folder / INDEX).parent.mkdir(parents=True, exist_ok=True)
        (folder / INDEX).write_text(self.script(addresses, synonyms), encoding="utf-8")
        for name in REPLACED:
            (folder / "_static" / name).unlink(missing_ok=True)
        size = sum(len(gzip.compress((folder / path).read_bytes())) for path in (ENGINE, INDEX))
        if size > MAX_COMPRESSED_BYTES:
            raise ExtensionError(
                f"the search's engine and index must have at most {MAX_COMPRESSED_BYTES} bytes, "
                f"compressed; got {size}"
            )

    def script(self, addresses: dict[str, str], synonyms: list[list[str]]) -> str:
        """The index as a script; an entry begins with the number of its page.

        All titles are together, then all passages, and so on, because then they compress better.
        """
        common = names_in_many(entry for _, of_page in self.pages.values() for entry in of_page)
        rows = [
            [number, *shortened(entry, common)]
            for number, name in enumerate(addresses)
            for entry in self.pages[name][1]
        ]
        index = {
            "pages": [[address, self.pages[name][0]] for name, address in addresses.items()],
            "entries": [*zip(*rows, strict=True)],
            "synonyms": synonyms,
        }
        text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
        return f"globalThis.bookIndex={text};\n{TO_ROWS}\n"


# Entries


def names_in_many(all_entries: Iterable[Entry]) -> set[str]:
    """The names that more than `MANY_ENTRIES` entries have."""
    counts = Counter(
        name
        for entry in all_entries
        for name in {*NAME.findall("\n".join([entry.title, *entry.passages, *entry.code]).lower())}
    )
    return {name for name, count in counts.items() if count > MANY_ENTRIES}


def shortened(entry: Entry, common: set[str]) -> Entry:
    """An entry without what the engine knows from the rest of it.

    An anchor that follows from the title is empty. A line of code is kept if it has a name that
    readers may search for and that is neither common nor in the title, the passages or the lines
    before it. An exercise's lines are to be filled in, and those that print say nothing new: none
    is kept. Phrases that people type lose the words that the engine skips.
    """
    anchor, kind, title, passages, code, asked = entry
    implied = title if kind == "reference" else nodes.make_id(title)
    known = {*NAME.findall("\n".join([title, *passages]).lower())} | common
    known |= {name.lower() for line in code for pair in OWN.findall(line) for name in pair}
    kept = []
    for line in code if kind != "exercise" else []:
        line = line.partition("  #")[0]
        names = {name for found in SOUGHT.findall(line.lower()) for name in found if name}
        if not names <= known and not line.startswith("print("):
            kept.append(line)
            known |= names
    if kind == "exercise":
        passages = []  # its title says what it asks, and it answers nothing
    asked = tuple(filter(None, map(without_stop_words, asked)))
    return Entry("" if anchor == implied else anchor, kind, title, passages, kept, asked)


def without_stop_words(phrase: str) -> str:
    return " ".join(word for word in phrase.split() if word.lower() not in stop_words())


@functools.cache
def stop_words() -> set[str]:
    (words,) = STOP_WORDS.findall(SOURCE.read_text(encoding="utf-8"))
    return {*words.split()}


def entries(doctree: nodes.document, kind: str) -> Iterator[Entry]:
    """Sections with the captions in them, words of a glossary, and entries of the reference."""
    for section in doctree.findall(nodes.section):
        title, is_top = text_of(section[0]), isinstance(section.parent, nodes.document)
        texts, code = list(passages(section)), list(lines_of_code(section))
        own_kind = "page" if is_top and kind != "reference" else kind
        own_kind = "exercise" if EXERCISE.match(title) else own_kind
        if texts or code or is_top:
            yield Entry(section["ids"][0], own_kind, title, texts, code)
        for caption in own(section, nodes.caption):
            if isinstance(caption.parent, nodes.figure) and caption.parent["ids"]:
                yield Entry(caption.parent["ids"][0], "figure", title, [text_of(caption)], [])
    for item in doctree.findall(nodes.definition_list_item):
        terms = [term for term in item.findall(nodes.term) if term["ids"]]
        if terms:
            texts = [text for part in item.findall(nodes.definition) for text in passages(part)]
            yield Entry(terms[0]["ids"][0], "word", ", ".join(map(text_of, terms)), texts, [])
    for described in doctree.findall(addnodes.desc):
        signature, content = described.children[0], described.children[-1]
        if isinstance(signature, nodes.Element) and signature["ids"]:
            name = signature["ids"][0]
            if name.startswith(WITHOUT_MEMBERS) and described.get("objtype") in MEMBERS:
                continue
            # What it does; the rest is one click away.
            first = "" if name.startswith(TOOLS) else next(passages(content), "")
            yield Entry(name, "reference", name, [first] if first else [], [])


def own(node: nodes.Node, wanted: type[nodes.Element]) -> Iterator[nodes.Element]:
    """The visible nodes of a type in a section, without those in its subsections."""
    for child in node.children:
        if isinstance(child, wanted):
            yield child
        elif not isinstance(child, nodes.section | HideCodeCellNode):
            yield from own(child, wanted)


def passages(node: nodes.Node) -> Iterator[str]:
    """A node's paragraphs, formulas and rows of tables, without nodes that have their own entry."""
    is_spoiler = False
    for child in node.children:
        classes = child.get("classes", []) if isinstance(child, nodes.Element) else []
        answers = isinstance(child, nodes.list_item) and ANSWER in child.astext()
        is_long = isinstance(child, nodes.bullet_list) and len(child) >= LONG_LIST
        if isinstance(child, nodes.raw):
            html = child.astext()
            is_spoiler = bool(SPOILER.search(html)) or (is_spoiler and "</details>" not in html)
        elif is_spoiler or answers or isinstance(child, APART) or OTHERS & set(classes) or is_long:
            continue
        elif isinstance(child, nodes.paragraph | nodes.math_block | nodes.rubric):
            text = THREAD.sub("", text_of(child))
            if text and len(text.split(", ")) < LONG_LIST:
                yield text
        elif isinstance(child, nodes.row):
            yield " · ".join(filter(None, map(text_of, child.children)))
        else:
            yield from passages(child)


def lines_of_code(section: nodes.Element) -> Iterator[str]:
    """The lines of code that a reader sees without opening a fold."""
    for block in own(section, nodes.literal_block):
        around = block.parent.get("classes", []) if block.parent else []
        if "cell_output" not in around:
            yield from filter(None, map(str.strip, block.astext().splitlines()))


def text_of(node: nodes.Node) -> str:
    """A node's text in one line, with its formulas in plain text."""
    parts: list[str] = []
    for text in node.findall(nodes.Text):
        is_formula = isinstance(text.parent, nodes.math | nodes.math_block)
        if not isinstance(text.parent, nodes.raw):
            parts.append(plain(text.astext()) if is_formula else text.astext())
    return " ".join("".join(parts).split())


def plain(formula: str) -> str:
    r"""A formula in plain text: `\sqrt{d_\text{head}}` as √d_head."""
    for pattern, replacement in PLAIN:
        formula = pattern.sub(replacement, formula)
    return " ".join(formula.split())


def is_heading(entry: Entry) -> bool:
    return entry.kind not in ("figure", "word", "reference")


def read_asked(text: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """Reads the phrases that people type for headings, by page and anchor; `#` begins a comment."""
    asked = {}
    for line in text.splitlines():
        place, _, phrases = line.partition(": ")
        if phrases and not line.startswith("#"):
            page, anchor = place.split("#")
            asked[page, anchor] = tuple(phrase.strip() for phrase in phrases.split(";"))
    return asked


def read_synonyms(text: str) -> list[list[str]]:
    """Groups of words and phrases that mean the same; a line is a group, `#` begins a comment."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [[part.strip() for part in line.split("=")] for line in lines if line]
