"""Writes two sheets of paper for a class of 90 minutes: a hand-out, and the teacher's run sheet.

The hand-out takes its questions, tables and drawing from the chapters. It has no chapter's title,
because some of them answer a question of the class. The run sheet is the plan on the page for
teachers, with the minute at which each step begins.
"""

import re
import textwrap
from html import escape
from pathlib import Path

import segno
from notebooks import ROOT, notebooks_of_part

from mha_lib.book import drawings, pretrained, sentences
from sphinx_extensions import handouts

PLAN = ROOT / "book" / "teaching.md"
TITLE = "One class of 90 minutes"
MINUTES = 90
EXERCISE = "book/one_head.html?exercise=1"  # without sidebars and its solution (present.js)
BEGIN = "Address of the exercise (your teacher says how it begins):"
INDENT = "    "
# x times W_Q, for all five words.
QUERIES = (
    r"$x\,W_Q=\begin{bmatrix}1&0&0\\0&1&0\\0&0&0\\0&0&0\\0&0&1\end{bmatrix}"
    r"\begin{bmatrix}0&0&0\\0&0&3.7\\0&3.7&0\end{bmatrix}"
    r"=\begin{bmatrix}0&0&0\\0&0&3.7\\0&0&0\\0&0&0\\0&3.7&0\end{bmatrix}$"
)
BLOCK = re.compile(r"^\| \d:\d\d \| (\d+) \| \[(.+)\]\(.*\) \| (\d:\d\d) \| (.+) \|$", re.MULTILINE)
STEP = re.compile(r"\*\*Do\*\* \((\d+) minutes?\)\. ")


def setup(app):
    # After the fonts are cut and before all is packed, as in handouts.py.
    app.connect("build-finished", write, priority=600)


def write(app, exception):
    """Writes both sheets into the folder of the hand-outs."""
    if exception or app.builder.format != "html" or not notebooks_of_part(0) or not PLAN.exists():
        return
    folder = Path(app.outdir, handouts.FOLDER)
    folder.mkdir(exist_ok=True)
    notebooks = {path.stem: handouts.read(path) for path in notebooks_of_part(0)}
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
    one, why = (notebooks[name] for name in ("one_head", "why_more_than_one"))
    before_vote = [
        heading(address),
        text("""\
## 1. A row

*The tea here is **hot**.* What each word asks, offers and returns:"""),
        text(table(one, "| query | key | value |")),
        text("""\
All three have the columns *the*, *drink* and *hot*. The 3.7 is how strongly a word asks. We chose
it."""),
        side_by_side(
            text(QUERIES),
            text("""\
They come from x, which has a row for each word: the, tea, here, is, hot. The queries are x times a
matrix, $W_Q$. Keys and values are x times matrices of their own."""),
        ),
        text("""\
How well do a query and a key fit? Their **score** says it. Multiply them number by number, and
add. Then divide by $\\sqrt 3$, because a query has 3 numbers. (Why the root? The homework shows
it.) The higher a word's score, the more of its value "tea" gets."""),
        vote(one),
        handouts.line("Because"),
    ]
    after_vote = [
        text("""\
**1, continued.** The row of "tea": fill in the white cells (two decimals)."""),
        handouts.blank(text(begun(table(one, "| ? |"), missing_numbers(one)))),
        side_by_side(
            text("""\
1. **Weight.** Take the softmax of the scores ($e^0$ is 1, and $e^{2.136}$ is 8.47).
2. **What "tea" gets.** Multiply each value by its weight, and add up."""),
            extra('Now the row whose query is that of "hot", then the row of "the".'),
        ),
        text("## 2. A head in Python"),
        *map(code_line, given_lines(one)),
        side_by_side(
            "".join(
                code_line(f"{INDENT}{start}", blank=True)
                for start in ("scores =", "weights =", "return")
            ),
            extra(
                "Let x be 5 × 4, and each matrix 4 × 3. What shapes do scores, weights and output "
                "have?"
            ),
        ),
        run_in("""\
## 3. Letters

Queries and keys are made from a letter and its position, values from the letter alone."""),
        vote(why),
    ]
    stage_one = [
        text("""\
**3, continued.** A trained model with one head returns, at the "g" of *cabbage*:
0.51 · value of a + 0.46 · value of b. Take the simplest matrix, which multiplies each letter's
weight by 10. Then take −10. Which letter wins?"""),
        side_by_side(
            handouts.blank(text(table(why, "| ? |")))
            + extra("Which number, computed from the weight in another way, is largest for b?"),
            text("""\
1. Take more than 10 for b alone, so that b wins. Then exchange a and b in the word: b has 0.51 now,
and a 0.46. Who wins, and who is two back?
2. With two heads, head 1 gives "a" 0.09 and "b" 0.82. Take 10 for both. Which letter wins?"""),
        ),
        side_by_side(
            f'<figure class="drawn" id="one-head">{stage("one head")}</figure>',
            text("""\
## 4. A layer

**Stage one: head 0.** It is the head of side 1, as matrices.

Numbers are printed in the row of "tea", and where that row needs them. Elsewhere, a darker cell is
a larger number, and an empty one is 0.

Columns 4 to 6 of x say which word it is: the 1st, 2nd or 3rd. (Three columns tell three words
apart, so "is" and "hot" have zeros there.) The last column is still free."""),
        ),
    ]
    stage_two = [
        text("""\
**Stage two: head 1, and what becomes of both.** x is the same. In $W_O$, filled cells are 1."""),
        beside(
            f'<figure class="drawn" id="layer">{stage("layer")}</figure>',
            extra(
                'In W_O, move the 1 of head 1 from column "free" to column "the". What is the '
                'output of "tea" then, and what can nobody tell any more?'
            ),
        ),
        side_by_side(
            handouts.line("The same for both heads:"), handouts.line("Different in each:")
        ),
        handouts.line("The two missing numbers, and which head each comes from:"),
        '<h2 class="blank-line">5. At the end: why does a layer have several heads?</h2>',
        handouts.line(""),
    ]
    front = folded(before_vote, "this half down, until the vote is counted", after_vote)
    back = folded(stage_one, "until stage two", stage_two)
    return front + back + "".join(map(last_picture, handouts.LAST))


def last_picture(ending):
    """What three heads of a trained model attend to from "it", for the screen alone."""
    real = pretrained.precomputed()
    texts = real.pronoun_sentences | dict(
        zip(real.texts, zip(real.tokens, real.weights, strict=True), strict=True)
    )
    tokens, weights = texts[f"My phone fell into the lake, and now it is {ending}."]
    drawn = sentences.arcs(tokens, weights[3], tokens.index("it"), [1, 8, 5], colors=[7, 6, 4])
    about = (
        "A number is the weight that a head of a trained model gives to a word, from “it”. Every "
        "input of this model begins with [CLS] and ends with [SEP]."
    )
    caption = f"<figcaption>{about}</figcaption>"
    return f'<figure class="drawn on-screen" id="{ending}">{drawn.svg()}{caption}</figure>'


def folded(above, until, below):
    """A side of paper with a line in its middle, so one crease hides the lower half of both."""
    line = f'<p class="fold">Fold back, {escape(until)}</p>'
    return f'<section><div class="half">{"".join(above)}</div>{line}{"".join(below)}</section>'


def heading(address):
    """The title, lines for names, and where the exercise of block 2 is."""
    where = f'<p class="blank-line">{BEGIN} <span>/{EXERCISE}</span></p>'
    code = ""
    if address:
        target = f"{address.rstrip('/')}/{EXERCISE}"
        folder, name = target.rsplit("/", 1)
        where = (
            f"<p>Exercise: <strong>{escape(folder)}/<wbr><span>{escape(name)}</span></strong></p>"
        )
        drawn = segno.make(target, error="m", micro=False)
        code = drawn.svg_inline(omitsize=True, border=4, title=f"QR code of {target}")
    student = '<p class="name">Name:</p>'
    return f"<header><div><h1>Attention</h1>{student}{where}</div>{code}</header>"


def text(markdown):
    return handouts.html(markdown)


def run_in(markdown):
    """A heading with its first paragraph on the same line."""
    return f'<div class="run-in">{text(markdown)}</div>'


def vote(notebook):
    """A chapter's opening question, with boxes to tick."""
    return handouts.options(text(handouts.question(notebook, "Decide before you read on.")))


def table(notebook, part):
    """The chapter's first table that contains this part."""
    source = "\n\n".join(cell.source for cell in notebook.cells)
    tables = re.findall(r"(?:^\|.*\n?)+", source, re.MULTILINE)
    return next(table for table in tables if part in table)


def missing_numbers(notebook):
    """The table below that one, in the fold with its missing numbers."""
    source = "\n\n".join(cell.source for cell in notebook.cells)
    inside = dict(handouts.FOLD.findall(source))[handouts.MISSING]
    return re.search(r"(?:^\|.*\n?)+", inside, re.MULTILINE)[0]


def begun(empty, full):
    """A table that is filled in but for its last two columns."""
    lines = []
    for asked, known in zip(empty.splitlines(), full.splitlines(), strict=True):
        cells = asked.split("|")
        lines.append("|".join([*known.split("|")[:-3], *cells[-3:]]))
    return "\n".join(lines)


def given_lines(notebook):
    """The first lines of the exercise in Python, up to what a student writes."""
    stub = next(cell.source for cell in notebook.cells if cell.id == "exercise-1")
    return stub.partition(f"{INDENT}return")[0].splitlines()


def code_line(code, *, blank=False):
    return f'<p class="code{" blank-line" * blank}"><code>{escape(code)}</code></p>'


def extra(task):
    """A question for those who are done early."""
    return f'<p class="extra"><strong>Done early?</strong> {escape(task)}</p>'


def side_by_side(left, *right):
    """A table or a drawing, with what belongs to it at its right."""
    return f'<div class="two"><div>{left}</div><div>{"".join(right)}</div></div>'


def beside(drawing, words):
    """The drawing of a layer, with words to the right of its output."""
    return f'<div class="beside">{drawing}<div>{words}</div></div>'


def stage(name):
    """A stage of the layer, without the notes that answer the questions about it."""
    return drawings.hot_tea_stages()[name].svg()


# --- the run sheet


def run_sheet(plan):
    """Writes the body of the run sheet from the plan on the page for teachers, two sides."""
    sides, at = ([], []), 0
    for title, _, latest, left_out in blocks(plan):
        side = sides[at >= MINUTES / 2]
        about = section(plan, f"### {title}")
        pages, *items = re.split("^- ", about, flags=re.MULTILINE)
        late = f" **Later than {latest}?** Leave out {left_out}." if left_out != "–" else ""
        pages = pages.strip().strip("*")
        side.append(f"<h2>{escape(title)}</h2>{text(pages + late)}")
        for item in items:
            what = re.sub("^  ", "", item, flags=re.MULTILINE)
            if step := STEP.match(what):
                what = f"**{clock(at)}** {textwrap.dedent(what[step.end() :])}"
                side.append(f'<div class="step">{text(what)}</div>')
                at += int(step[1])
            elif not what.startswith("**Afterwards**"):
                side.append(f"<div>{text(what)}</div>")
    sides[1].append(text(f"**{clock(at)}** The end."))
    return "".join(
        f'<section><p class="blank-line">{head}</p><div>{"".join(side)}</div></section>'
        for head, side in zip((f"{TITLE}. 0:00 is at", "0:00 is at"), sides, strict=True)
    )


def blocks(plan):
    """The plan's blocks: title, minutes, the latest begin, and what to leave out after it."""
    return [(title, int(minutes), *late) for minutes, title, *late in BLOCK.findall(plan)]


def section(plan, heading):
    """What the plan says below a heading, up to the next one."""
    return plan.split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]


def clock(minutes):
    return "{}:{:02d}".format(*divmod(minutes, 60))
