"""Writes two sheets of paper for a class of 90 minutes: a hand-out, and the teacher's run sheet.

The hand-out takes its questions, tables and drawing from the chapters. It has no chapter's title,
because some of them answer a question of the class. The run sheet is the plan on the page for
teachers, with the minute at which each step begins.
"""

import re
from html import escape
from pathlib import Path

import segno
from notebooks import ROOT, first_part

from mha_lib.book import drawings
from sphinx_extensions import handouts

PLAN = ROOT / "book" / "teaching.md"
TITLE = "One class of 90 minutes"
STEP = re.compile(r"^- \*\*Do\*\* \((\d+) minutes?\)\. (.*)$", re.MULTILINE)


def setup(app):
    # After the fonts are cut and before all is packed, as in handouts.py.
    app.connect("build-finished", write, priority=600)


def write(app, exception):
    """Writes both sheets into the folder of the hand-outs."""
    if exception or app.builder.format != "html" or not first_part() or not PLAN.exists():
        return
    folder = Path(app.outdir, handouts.FOLDER)
    folder.mkdir(exist_ok=True)
    notebooks = {path.stem: handouts.read(path) for path in first_part()}
    for kind, body in (
        ("hand-out", handout(notebooks, app.config.html_baseurl)),
        ("run sheet", run_sheet(PLAN.read_text(encoding="utf-8"))),
    ):
        page = handouts.whole_page(app, kind, TITLE, body)
        (folder / handouts.FOR_ONE_CLASS[kind]).write_text(page, encoding="utf-8")


# --- the hand-out


def handout(notebooks, address=""):
    """Writes the body of the hand-out, two sides of paper.

    Args:
        notebooks: The first part's chapters, by name.
        address: The URL of the published book; if empty, there is a line to write it on.
    """
    one, why, lied = (
        notebooks[name] for name in ("one_head", "why_more_than_one", "the_experiment_that_lied")
    )
    front = [
        heading(address),
        text("""\
## 1. A row

*The **hot** tea is here.* What each word asks, offers and returns:"""),
        text(table(one, "| query | key | value |")),
        text("""\
In queries and keys, the first number is about describing words and the second about drinks. In
values, the first is the warmth and the second says "drink"."""),
        vote(one),
        text("""\
Work out the row of "tea", whose query is (3, 0). Round to two decimals.

1. **Score.** Multiply the query and each key, number by number, and add. Divide by $\\sqrt 2$.
2. **Weight.** Raise $e$ to each score ($e^0$ is 1, and $e^{3/\\sqrt2}$ is 8.34). Divide by the sum.
3. **What "tea" gets.** Multiply each value by its weight, and add up, in the last row."""),
        handouts.blank(text(table(one, "| ? |"))),
        text("""\
## 2. A head in Python

`def my_head(x, W_Q, W_K, W_V):`\\
`queries, keys, values = x @ W_Q, x @ W_K, x @ W_V; d_head = queries.shape[1]`"""),
        *map(code_line, ("scores =", "weights =", "return")),
        text("## 3. Letters"),
        vote(why),
        text("""\
At the "g" of *cabbage*, one head has these weights. Suppose that the linear layer treats all
letters alike, so a letter's score is a fixed number times its weight. Which letter wins?"""),
        handouts.blank(text(table(why, "| ? |"))),
    ]
    back = [
        text("""\
## 4. A layer

Follow the row of "tea". Filled cells are above 0, and hollow ones below 0."""),
        f'<figure class="drawn whole">{layer()}</figure>',
        handouts.line("The same for both heads:"),
        handouts.line("Different in each head:"),
        handouts.line('The output 0.11 of "tea" is made of'),
        text("""\
## 5. A run

Somebody computed attention with eight heads and with one head, from the same matrices, drawn with
`torch.rand`. Then `torch.equal` compared the two outputs, and printed `True`."""),
        vote(lied),
        handouts.line("To learn more, I would change"),
        text("""\
## 6. One sentence

Why do layers have several heads?"""),
        handouts.line(""),
        handouts.line(""),
    ]
    return "".join(f"<section>{''.join(side)}</section>" for side in (front, back))


def heading(address):
    """The title, lines for names, and where the book is."""
    where, code = handouts.line("The book is at"), ""
    if address:
        where = f"<p>The book is at <strong>{escape(address)}</strong></p>"
        drawn = segno.make(address, error="m", micro=False)
        code = drawn.svg_inline(omitsize=True, border=4, title=f"QR code of {address}")
    name = '<p class="name">Name:</p>'
    return f"<header><div><h1>Multi-head attention</h1>{name}{where}</div>{code}</header>"


def text(markdown):
    return handouts.html(markdown)


def vote(notebook):
    """A chapter's opening question, with boxes to tick."""
    return handouts.options(text(handouts.question(notebook, "Decide before you read on.")))


def table(notebook, part):
    """The chapter's first table that contains this part."""
    source = "\n\n".join(cell.source for cell in notebook.cells)
    tables = re.findall(r"(?:^\|.*\n?)+", source, re.MULTILINE)
    return next(table for table in tables if part in table)


def code_line(start):
    return f'<p class="blank-line"><code>{escape(start)}</code></p>'


def layer():
    """The layer that the book draws, without the notes that answer the questions about it."""
    return drawings.hot_tea_layer(explained=False).svg().replace("its own, each ", "each ")


# --- the run sheet


def run_sheet(plan):
    """Writes the body of the run sheet from the plan on the page for teachers."""
    before = handouts.options(text(section(plan, "## The day before")))
    rows, at = [], 0
    for title, minutes in blocks(plan):
        about = section(plan, f"### {title}")
        steps = STEP.findall(about) or [(minutes, paragraph(about))]
        pages = re.match(r"\s*\*(.*?)\*(?=\s)", about)[1]  # its minutes and where it is
        rows.append(row("", inline(f"**{title}.** {pages}"), "th"))
        for length, what in steps:
            rows.append(row(clock(at), inline(what)))
            at += int(length)
        ways = re.findall(r"^- (\*\*For the .*)$", about, re.MULTILINE)
        if ways:
            rows.append(row("", inline(" ".join(ways))))
    to_spare = section(plan, f"## {TITLE}").strip().split("\n\n")[-1]
    rows.append(row(clock(at), inline(to_spare)))
    return (
        f"<h1>{TITLE}: the day before</h1>{before}"
        '<h2 class="blank-line">In class. 0:00 is at</h2>'
        f"<table><tbody>{''.join(rows)}</tbody></table>"
    )


def blocks(plan):
    """The plan's blocks: title and minutes."""
    found = re.findall(r"^\| \d:\d\d \| (\d+) \| \[(.+)\]", plan, re.MULTILINE)
    return [(title, int(minutes)) for minutes, title in found]


def section(plan, heading):
    """What the plan says below a heading, up to the next one."""
    return plan.split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]


def paragraph(about):
    """A block's first paragraph, without its minutes."""
    return re.sub(r"^\*\d+ minutes[^*]*\*\s*", "", about.strip()).split("\n\n")[0]


def inline(markdown):
    return text(markdown).strip().removeprefix("<p>").removesuffix("</p>")


def clock(minutes):
    return "{}:{:02d}".format(*divmod(minutes, 60))


def row(at, what, kind="td"):
    return f'<tr><th scope="row">{at}</th><{kind}>{what}</{kind}></tr>'
