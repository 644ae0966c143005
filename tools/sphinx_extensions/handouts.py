"""Writes hand-outs for a class from the chapters of the first part, whenever the book is built.

Each chapter gives a worksheet and its key, both as pages to print, and a notebook without
solutions. All pictures are in one archive. A section called "Hand-outs" gets the links to them.

A worksheet contains the chapter's opening question, the cells with the tag `worksheet`, and two
exercises, preferably without code. The key contains the answers.
"""

import base64
import copy
import functools
import io
import itertools
import re
import tokenize
import zipfile
from html import escape, unescape
from pathlib import Path

import nbformat
from docutils import nodes
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from notebooks import drawing, notebooks_of_part, pictures
from PIL import Image
from sphinx.util.osutil import relative_uri
from sphinxcontrib import katex

from mha_lib.book import exercises
from mha_lib.book.exercises import _page
from sphinx_extensions import figures
from sphinx_extensions.address import repository

FOLDER = "handouts"
FOR_ONE_CLASS = {"hand-out": "class-hand-out.html", "run sheet": "class-run-sheet.html"}
# Its drawings on the whole screen, in the order in which a class sees them.
STAGES = {"one-head": "stage one", "layer": "stage two"}
LAST = {"broken": "the last picture", "deep": "its other ending"}
PICTURES = "figures.zip"
DESCRIBED = r"<title>(.*)</title>\s*<desc>(.*)</desc>"
SECTION = "hand-outs"
TAG = "worksheet"
MISSING = "The missing numbers"
STYLES = Path(__file__).with_name("handouts.css")
QUOTE = r"^> \*\*{}\*\*(.*(?:\n>.*)*)"
FOLD = re.compile(r"<details><summary>(.*?)</summary>\n(.*?)</details>\n*", re.DOTALL)
EXERCISES_PER_SHEET = 2
MAX_BOXES = 8  # with more options, the page shows a slider and the worksheet a line


def setup(app):
    app.connect("doctree-resolved", add_links)
    # After the fonts are cut, because sheets contain the formulas' fonts; before all is packed.
    app.connect("build-finished", write, priority=600)


def add_links(app, doctree, docname):
    """Adds a list of all hand-outs to the end of the section "Hand-outs"."""
    folder = relative_uri(app.builder.get_target_uri(docname), FOLDER)
    for section in doctree.findall(nodes.section):
        if SECTION in section["ids"] and app.builder.format == "html":
            section.append(figures.Numbers(html=links(notebooks_of_part(0), folder)))


def links(paths, folder):
    items = []
    for path in paths:
        title = escape(title_of(read(path)))
        files = [
            f'<a href="{folder}/{file}" aria-label="{kind} of {title}">{kind}</a>'
            for kind, file in files_of(path).items()
        ]
        items.append(f"<li>{title}: {', '.join(files)}</li>")
    paper = " and ".join(
        f'<a href="{folder}/{file}">{kind}</a>' for kind, file in FOR_ONE_CLASS.items()
    )
    stages = ", ".join(
        f'<a href="{folder}/{FOR_ONE_CLASS["hand-out"]}#{name}">{words}</a>'
        for name, words in (STAGES | LAST).items()
    )
    items.insert(0, f"<li>For the class of 90 minutes: {paper}; for the screen, {stages}</li>")
    every = f'<a href="{folder}/{PICTURES}">all figures of these chapters</a>'
    return f"<ul>{''.join(items)}<li>{every}, as SVG and most as PNG too</li></ul>\n"


def files_of(path):
    name = path.stem.replace("_", "-")
    # The notebook keeps its name, because other notebooks link to it.
    return {
        "worksheet": f"{name}-worksheet.html",
        "key": f"{name}-key.html",
        "notebook": path.name,
    }


def write(app, exception):
    """Writes every hand-out into a folder of the built book."""
    paths = notebooks_of_part(0)
    if exception or app.builder.format != "html" or not paths:
        return
    folder = Path(app.outdir, FOLDER)
    folder.mkdir(exist_ok=True)
    for path in paths:
        notebook, files = read(path), files_of(path)
        for kind, body in (
            ("worksheet", worksheet(notebook, path.stem)),
            ("key", key(notebook, path.stem)),
        ):
            page = whole_page(app, kind, title_of(notebook), body)
            (folder / files[kind]).write_text(page, encoding="utf-8")
        nbformat.write(without_solutions(notebook), folder / files["notebook"])
    pack_pictures(Path(app.outdir, figures.FOLDER), paths, folder / PICTURES)


def read(path):
    return nbformat.read(path, as_version=4)


def title_of(notebook):
    return re.search("^# (.+)$", notebook.cells[1].source, re.MULTILINE)[1]


# --- the content of a sheet


def worksheet(notebook, chapter):
    """Writes the body of a worksheet: the question, the work by hand, and two exercises."""
    vote = question(notebook, "Decide before you read on.")
    hand = by_hand(notebook)
    asked = [
        task(notebook, chapter, entry) + '<div class="room"></div>'
        for entry in chosen_exercises(chapter)
    ]
    first = (
        # The chapter's title can give the answer away, so it is in the footer.
        f'<h1>Worksheet</h1>\n<p class="name">Name:</p>'
        f"<h2>Decide first</h2>\n{options(html(vote))}{line('Because')}"
    )
    if hand:
        return f"<section>{first}{hand}</section>\n<section>{''.join(asked)}</section>"
    return f'<section>{first}<div class="room"></div>{"".join(asked)}</section>'


def key(notebook, chapter):
    """Writes the body of a key: the answers to the worksheet, in the same order."""
    parts = [f"<h1>{escape(title_of(notebook))}: key</h1>"]
    parts += [f"<h2>Decide first</h2>\n{html(question(notebook, 'What you decided.'))}"]
    for _, text in marked(notebook):
        parts += [
            f"<h2>{MISSING}</h2>\n{html(inside)}"
            for name, inside in FOLD.findall(text)
            if name == MISSING
        ]
    parts += [solution(notebook, chapter, entry) for entry in chosen_exercises(chapter)]
    return "\n".join(parts)


def question(notebook, start):
    """The text of the quote that starts with these words, without them."""
    text = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    quote = re.search(QUOTE.format(re.escape(start)), text, re.MULTILINE)[1]
    return re.sub("^> ?", "", quote, flags=re.MULTILINE).strip()


def options(text):
    """Turns the last list of a cell into boxes to tick."""
    before, _, last = text.rpartition("<ul>")
    return f'{before}<ul class="options">{last}'


def marked(notebook):
    """Yields the number of each tagged cell, and its text from its last heading on."""
    for number, cell in enumerate(notebook.cells):
        if TAG in cell.metadata.get("tags", []):
            yield number, re.split(r"^(?=## )", cell.source, flags=re.MULTILINE)[-1]


def by_hand(notebook):
    """The marked cells up to their first fold, with an empty cell for each "?" in a table."""
    parts, numbers = [], {number for number, _ in marked(notebook)}
    for number, text in marked(notebook):
        cell = notebook.cells[number]
        if cell.cell_type == "code":
            parts.append(outputs(cell))
            continue
        *paragraphs, last = re.split(r"<details>|^> ", text, flags=re.MULTILINE)[0].split("\n\n")
        # A paragraph that ends in a colon introduces the next cell, which may not be marked.
        if last.strip().endswith(":") and number + 1 not in numbers:
            last = ""
        parts.append(html("\n\n".join([*paragraphs, last])))
    return blank("".join(parts))


def blank(text):
    return text.replace("<td>?</td>", '<td class="blank"></td>')


def outputs(cell, numbers=False):
    """What a cell shows on paper: a picture (with its numbers), what it printed, or its code."""
    shown = []
    for output in cell.outputs:
        if "text" in output:
            shown.append(f"<pre>{escape(output.text)}</pre>")
        elif svg := output.get("data", {}).get("image/svg+xml"):
            shown.append(f'<figure class="drawn">{svg}</figure>')
        elif picture := output.get("data", {}).get("image/png"):
            alt, text = cell.metadata.mystnb.image.alt, output.data.get("text/plain", "")
            source = f"data:image/png;base64,{picture.strip()}"
            shown.append(f'<figure><img src="{source}" alt="{escape(alt)}"></figure>')
            if numbers and "\t" in text:
                tables = "".join(map(figures.table, text.split("\n\n")))
                shown.append(f'<div class="numbers">{tables}</div>')
    return "".join(shown) or f"<pre>{escape(cell.source)}</pre>"


# --- exercises


@functools.cache  # on_page computes the verdict on every choice
def chosen_exercises(chapter):
    """Chooses two exercises, preferably ones that the page takes without code."""
    entries = _page.on_page(chapter)
    first = sorted(entries, key=lambda entry: len(entry) == 1)[:EXERCISES_PER_SHEET]
    return sorted(first, key=lambda entry: entry["name"])


def cells_of(notebook, entry):
    """An exercise's cells: its task's cells, the stub, and the solution."""
    number = entry["name"].partition(".")[2]
    names = [cell.id for cell in notebook.cells]
    stub, end = names.index(f"exercise-{number}"), names.index(f"solution-{number}")
    heading = f"### Exercise {number}:"
    start = next(i for i, cell in enumerate(notebook.cells) if heading in cell.source)
    return notebook.cells[start:stub], notebook.cells[stub], notebook.cells[end]


def task(notebook, chapter, entry):
    """An exercise's text with what it shows, and space for the answer."""
    cells, stub, _ = cells_of(notebook, entry)
    shown = []
    for cell in cells:
        if cell.cell_type == "markdown":
            text = FOLD.sub("", cell.source[max(cell.source.find("### "), 0) :])
            shown.append(html(text.replace("### ", "## ")))
        elif "hide-cell" not in cell.metadata.get("tags", []):
            shown.append(
                outputs(cell, numbers=True)
            )  # in black and white, two dark colors look alike
    return "".join(shown) + answer_space(entry, stub)


def answer_space(entry, stub):
    """Space for the answer: boxes to tick, lines to write on, or code to complete."""
    if "parts" in entry:
        return "".join(map(part, entry["parts"]))
    if "label" in entry:
        return line(entry["label"])
    if "table" in entry:
        return grid(entry)
    if "texts" in entry:
        return "".join(map(line, entry["texts"]))
    return f"<pre>{escape(before_check(stub))}</pre>"


def part(one):
    if len(one["options"]) > MAX_BOXES:
        return line(one["label"])
    boxes = "".join(f"<li>{escape(format_answer(option))}</li>" for option in one["options"])
    return (
        f'<div class="across"><p>{escape(one["label"])}:</p><ul class="options">{boxes}</ul></div>'
    )


def grid(entry, right=()):
    """A table with these numbers or painted cells, row by row; by default with empty cells."""
    texts = itertools.chain((format_entry(number) for number in right), itertools.repeat(""))
    cells = (f'<td class="answer">{text}</td>' for text in texts)
    width = len(entry["columns"])
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in entry["columns"])
    lines = "".join(
        f'<tr><th scope="row">{escape(row)}</th>{"".join(itertools.islice(cells, width))}</tr>'
        for row in entry["rows"]
    )
    return (
        f"<table><caption>{escape(entry['table'])}</caption>"
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{lines}</tbody></table>"
    )


def format_entry(entry):
    """Formats an entry of a table for print: a number, or a square if it is painted."""
    return ("", "■")[entry] if isinstance(entry, bool) else format_answer(entry)


def line(label):
    return f'<p class="blank-line">{escape(label)}</p>'


def before_check(cell):
    """A cell's code without its title, up to the call of `check`."""
    code = re.split(r"^check\(", cell.source, flags=re.MULTILINE)[0]
    return re.sub("^# @title .*\n", "", code).strip()


def solution(notebook, chapter, entry):
    """An exercise's right answers and the reason, its known mistakes, and its hint."""
    cells, _, cell = cells_of(notebook, entry)
    text = "\n\n".join(part.source for part in cells if part.cell_type == "markdown")
    heading = re.search("^### (.+)$", text, re.MULTILINE)[1]
    shown = [f"<h2>{escape(heading)}</h2>", answers(entry)]
    spec = exercises.get_exercise(entry["name"])
    if callable(spec.solution):
        shown.append(f"<pre>{escape(before_check(cell))}</pre>")
    elif reason := comments(cell.source):
        shown.append(f"<p>{escape(reason)}</p>")
    wrong = [
        f"<li><strong>{escape(format_answer(answer))}</strong>: {escape(sentence)}.</li>"
        for sentence, answer in spec.mistakes.items()
        if not callable(spec.solution) and alike(answer, spec.solution)
    ]
    if wrong:
        shown.append(f"<p>What wrong answers show:</p><ul>{''.join(wrong)}</ul>")
    for name, hint in FOLD.findall(text):
        shown.append(html(f"*{name}:* {hint.strip()}"))
    return "".join(shown)


def answers(entry):
    """The right answers of an exercise without code, one per row of a table."""
    if "parts" in entry:
        labels = [part["label"] for part in entry["parts"]]
        choices = itertools.product(*(part["options"] for part in entry["parts"]))
        verdicts = (entry["sentences"][number] for number in entry["verdicts"])
        rows = [
            chosen
            for chosen, verdict in zip(choices, verdicts, strict=True)
            if verdict.startswith("correct")
        ]
    elif "label" in entry:
        labels, rows = [entry["label"]], [entry["numbers"][0][:1]]
    elif "table" in entry:
        (right, _), *_ = entry["known"]
        return grid(entry, right)
    else:
        return ""
    head = "".join(f'<th scope="col">{escape(label)}</th>' for label in labels)
    lines = ("".join(f"<td>{escape(format_answer(answer))}</td>" for answer in row) for row in rows)
    return (
        f"<table><caption>Right</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody></table>"
    )


def comments(code):
    """The comments in code, joined."""
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    texts = [token.string for token in tokens if token.type == tokenize.COMMENT]
    return " ".join(text.lstrip("# ") for text in texts if not text.startswith("# @title"))


def format_answer(answer):
    """Formats an answer as a reader would write it."""
    if isinstance(answer, dict):
        return ", ".join(f"{name} {value}" for name, value in answer.items())
    if isinstance(answer, tuple):
        return ", ".join(map(format_answer, answer))
    text = f"{answer:.3g}" if isinstance(answer, float) else str(answer)
    return f"−{text[1:]}" if text.startswith("-") else text


def alike(answer, right):
    """Whether an answer has the same kind as the right one."""
    numbers = isinstance(answer, int | float) and isinstance(right, int | float)
    return numbers or type(answer) is type(right)


# --- pages


def html(text):
    """Markdown as HTML, with formulas drawn, links as text, and no links in brackets."""
    text = re.sub(r" \(\[[^]]+\]\([^)]+\)\)|<span id=.*?></span>\s*", "", text)
    text = re.sub(r"(\([\d.−]+,) (?=[\d.−]+\))", "\\1\N{NO-BREAK SPACE}", text)
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.use(dollarmath_plugin, renderer=formula)
    for name in ("link_open", "link_close"):
        reader.add_render_rule(name, lambda *_: "")
    return reader.render(text)


def formula(text, options):
    return katex.render_latex(text, {"displayMode": options["display_mode"]})


def formula_styles(static, body):
    """KaTeX's styles with the fonts that a page uses embedded; empty without formulas."""
    classes = set(" ".join(re.findall(r'class="([^"]*)"', body)).split())
    if "katex" not in classes:
        return ""
    styles = (static / "katex.min.css").read_text(encoding="utf-8")
    used = {("KaTeX_Main", False, False)}
    for selectors, rule in re.findall(r"([^{}]+)\{([^{}]*font-family:KaTeX[^{}]*)\}", styles):
        for selector in selectors.split(","):
            if set(re.findall(r"\.([\w-]+)", selector) or "@") <= classes:
                used.add(face(rule))

    def inside(rule):
        file = static / re.search(r"url\(([^)]+)\)", rule[0])[1]
        font = f"data:font/woff2;base64,{base64.b64encode(file.read_bytes()).decode()}"
        return re.sub(r"url\([^)]+\)", f"url({font})", rule[0]) if face(rule[0]) in used else ""

    return re.sub(r"@font-face\{[^}]*\}", inside, styles)


def face(rule):
    """The font that a rule of a style sheet names: its family, whether bold, whether italic."""
    family = re.search(r"font-family:\"?(\w+)", rule)[1]
    return family, "font-weight:700" in rule, "font-style:italic" in rule


def whole_page(app, kind, title, body):
    """A page that needs no other file."""
    address = f" {repository()}" if repository() else ""
    styles = STYLES.read_text(encoding="utf-8")
    styles += formula_styles(Path(app.outdir, "_static"), body)
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>{escape(title)}: {kind}</title>
<style>
{styles}
</style>
</head>
<body class="{kind.replace(" ", "-")}">
<main>
{body}
</main>
<footer>From {escape(app.config.html_title)}: {escape(title)}.{escape(address)}
{escape(figures.COPYRIGHT)}, {escape(figures.LICENSE)}.</footer>
</body>
</html>
"""


# --- files


def without_solutions(notebook):
    """The notebook for a student: without solutions, and exercises without outputs."""
    notebook = copy.deepcopy(notebook)
    notebook.cells = [cell for cell in notebook.cells if not cell.id.startswith("solution-")]
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.id.startswith("exercise-"):
            cell.outputs, cell.execution_count = [], None
    nbformat.validate(notebook)
    return notebook


def pack_pictures(folder, paths, archive):
    """Writes an archive of all pictures as SVG, and plots as PNG too, with their sources."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as pack:
        listed = []
        for path in paths:
            for cell in pictures(read(path), "image/svg+xml"):
                file = folder / drawing(path, cell).name
                pack.write(file, file.name)
                title, about = re.search(DESCRIBED, file.read_text(encoding="utf-8")).groups()
                listed.append("\n".join([file.name, unescape(title), unescape(about)]))
            for cell in pictures(read(path)):
                drawn = drawing(path, cell)
                file = folder / drawn.with_suffix(".png").name
                with Image.open(file) as image:
                    about = [f"{name}: {text}" for name, text in image.text.items()]
                pack.write(file, file.name)
                svg = drawn.read_text(encoding="utf-8")
                pack.writestr(drawn.name, figures.described(svg, about))
                listed.append("\n".join([f"{file.name}, {drawn.name}", *about]))
        pack.writestr("README.txt", "\n\n".join(listed) + "\n")
        pack.write(figures.ROOT / "LICENSE", "LICENSE")
