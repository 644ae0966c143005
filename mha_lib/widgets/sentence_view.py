"""SentenceView: every head of a real model in a sentence, precomputed or the reader's own."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from mha_lib import checks
from mha_lib.book import pretrained
from mha_lib.book.pretrained import Precomputed
from mha_lib.widgets.base import (
    Editable,
    Fixed,
    Widget,
    pack_weights,
    require_index,
    require_list,
    require_one_of,
    rounded,
)
from mha_lib.widgets.heads_view import ARCS

MAX_CHARACTERS, MAX_TOKENS, MAX_SENTENCES = 300, 64, 16
MAX_WORD_CHARACTERS = 100  # a longer word has no piece
N_HEADS = 72  # in the model's 6 layers
SORTS = (
    "layer and head", "previous", "next", "first", "last", "same word", "broad", "effect",
    "to word", "change",
)  # fmt: skip
SENTENCES = (
    "My phone fell into the lake, and now it is broken.",
    "The animal didn't cross the street because it was too tired.",
    "The animal didn't cross the street because it was too wide.",
)


class SentenceView(Widget):
    """Shows every head of all-MiniLM-L6-v2 in a sentence, and what removing the head changes.

    The reader chooses one of the precomputed sentences. In a book that was built with the model,
    readers can also type a sentence. When the reader asks, the page loads the model, with
    parameters rounded to 8 bits, and runs it. A precomputed sentence keeps the weights of the model
    itself: if heads are off, the weights after the layer of the first one change by the factors by
    which they change in the loaded model, and those up to this layer do not change.

    The reader chooses a token and a head. The page shows arcs from this token (those of the chosen
    head, or those of all heads of its layer, with the numbers of the heads, without those to
    "[CLS]" and "[SEP]"), the keys with the largest weights and, in a fold, thumbnails of all heads.
    Those that are off are crossed out.
    Thumbnails can be sorted by what a head attends to, as in `HeadsView`. They can also be sorted
    by the weight on the last token, "[SEP]" ("last"), or by the effect of a head: 1 minus the
    cosine of the sentence's vectors with all heads and without this head ("effect"). If the reader
    also chooses a word that the token attends to, they are sorted by the weight on that word ("to
    word"). A word that occurs several times gets the sum. They can also be sorted by how much this
    weight changes ("change"): the weight in this sentence minus that in the sentence before it (the
    first one, for a typed sentence) or, if that lacks one of the two words, in the first
    precomputed one that has both. The largest changes come first, whatever their sign, and are
    those with all heads on.

    The page remembers the chosen word, and takes it in every sentence that has it: the same
    occurrence, or the first if there are fewer. A table at the bottom compares the chosen head from
    this word across sentences: the precomputed ones and up to 8 of the reader's own. It shows the
    three keys with the largest weights and, if a word is chosen for it, the weight on that word.
    These are always weights with all heads on. The token that is chosen when the reader keeps a
    sentence stays the own word of its row, until the reader chooses another one in the row's menu,
    or lets the row follow the chosen word. In another sentence without the chosen word, the reader
    can choose a different one for that row. Above the table, the reader can write down a claim.

    A page without a kernel stores the claim and the kept sentences, with their own words, in the
    reader's browser; in a notebook they last until the page is closed. A link carries neither them
    nor the words that were chosen for rows.

    Args:
        sentences: The precomputed sentences to choose from, 1 to 16 of the
            `pronoun_sentences` of `pretrained.precomputed()`. A page stores each in about 25 kB.
        text: The sentence at first; the first of `sentences` when left out.
        query: The position of the token that is chosen at first; past the end, the last token.
        head: The head that is chosen at first, counted through all layers: head 1 of layer 3 is
            number 37.
        off: Heads that are off at first, counted in the same way.
        sort: How the thumbnails are sorted at first: "layer and head", "previous",
            "next", "first", "last", "same word", "broad", "effect", "to word" or "change".
        arcs: Whose arcs are drawn at first: the chosen head's ("head"), or those of all heads of
            its layer ("layer").
        to: A word, in lower case, whose weight from the chosen token is shown at first; "" for
            none.

    Raises:
        TypeError: A text is not a string, or an index is not an integer.
        ValueError: A sentence is not precomputed, a text is empty or has more than 300 characters,
            `to` has more than 100 characters, or an index is out of range.
    """

    _module = "sentence_view.js"

    sentences = Fixed()
    max_characters = Fixed()
    max_tokens = Fixed()
    text = Editable(lambda self, value: _require_text(value))
    query = Editable(lambda self, value: require_index("query", value, MAX_TOKENS))
    head = Editable(lambda self, value: require_index("head", value, N_HEADS))
    off = Editable(
        lambda self, value: [
            require_index("off", head, N_HEADS) for head in require_list("off", value)
        ]
    )
    sort = Editable(lambda self, value: require_one_of("sort", value, SORTS))
    arcs = Editable(lambda self, value: require_one_of("arcs", value, ARCS))
    to = Editable(lambda self, value: _require_word(value))

    def __init__(
        self,
        sentences: Sequence[str] = SENTENCES,
        *,
        text: str | None = None,
        query: int = 0,
        head: int = 0,
        off: Sequence[int] = (),
        sort: str = "layer and head",
        arcs: str = "head",
        to: str = "",
    ):
        known = _precomputed()
        listed = list(require_list("sentences", sentences))
        if not 1 <= len(listed) <= MAX_SENTENCES:
            raise ValueError(f"sentences must be 1 to {MAX_SENTENCES}; got {len(listed)}")
        for sentence in listed:
            if sentence not in known.pronoun_sentences:
                raise ValueError(
                    f"sentences must be precomputed ones; got {checks.describe(sentence)} "
                    "(pretrained.precomputed().pronoun_sentences lists them)"
                )
        super().__init__(
            sentences=[_packed(known, sentence) for sentence in listed],
            max_characters=MAX_CHARACTERS,
            max_tokens=MAX_TOKENS,
            text=listed[0] if text is None else text,
            query=query,
            head=head,
            off=off,
            sort=sort,
            arcs=arcs,
            to=to,
        )


@cache
def _precomputed() -> Precomputed:
    return pretrained.precomputed()


def _packed(known: Precomputed, sentence: str) -> dict[str, Any]:
    """What the page gets of a sentence."""
    tokens, weights = known.pronoun_sentences[sentence]
    return {
        "text": sentence,
        "tokens": tokens,
        "weights": pack_weights(weights),
        "without": rounded(known.without[sentence].flatten().tolist(), ".6g"),
    }


def _require_text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"text must be a string; got {checks.describe(value)}")
    if not 1 <= len(value) <= MAX_CHARACTERS:
        raise ValueError(
            f"text must have 1 to {MAX_CHARACTERS} characters; got {len(value)} characters"
        )
    return value


def _require_word(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"to must be a string; got {checks.describe(value)}")
    if len(value) > MAX_WORD_CHARACTERS:
        raise ValueError(
            f"to must have at most {MAX_WORD_CHARACTERS} characters; got {len(value)} characters"
        )
    return value
