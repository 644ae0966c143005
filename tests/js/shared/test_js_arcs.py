"""arcs.js: where arcs run, in one row of tokens or several, and where their labels are."""

import itertools
import random
import re

import pytest

from tests.helpers import javascript

WIDTH, ROOM, HIGH = 340, 84, 24
PART = r"M(?:([\d.-]+) ([\d.-]+)V[\d.-]+Q([\d.-]+) ([\d.-]+) )?([\d.-]+) ([\d.-]+)H([\d.-]+)"
PART += r"(?:Q([\d.-]+) [\d.-]+ [\d.-]+ [\d.-]+V([\d.-]+))?"


def rows_of_boxes(widths):
    """Tokens in rows, as a browser wraps them."""
    boxes, x, row = [], 0, 0
    for width in widths:
        if x + width > WIDTH:
            x, row = 0, row + 1
        y = ROOM + row * (ROOM + HIGH)
        boxes.append({"x": x, "y": y, "width": width, "height": HIGH, "row": row})
        x += width + 3
    return boxes


def lay_out(arcs, boxes, chosen):
    body = "return m.layOutArcs(arcs, boxes, chosen, width, room);"
    values = {"arcs": arcs, "boxes": boxes, "chosen": chosen, "width": WIDTH, "room": ROOM}
    return javascript.run("arcs.js", body, **values)


def parts(d):
    """The corners of an arc's parts, one in each row: without a leg where it is open."""
    found = list(re.finditer(PART, d))
    assert "".join(m[0] for m in found) == d
    for m in found:
        x0, foot0, corner, y, start, level, end, x1, foot1 = m.groups()
        near = [(x0, foot0), (corner, y)] if x0 else [(start, level)]
        far = [(x1, level), (x1, foot1)] if x1 else [(end, level)]
        yield [(float(a), float(b)) for a, b in [*near, *far]]


def lines(points):
    """The horizontal and the vertical lines of a part."""
    for (a, b), (c, d) in itertools.pairwise(points):
        yield (min(a, c), max(a, c), min(b, d), max(b, d))


def cross(one, other):
    """Whether a horizontal and a vertical line cross, more than in an end."""
    (x0, x1, y0, y1), (u0, u1, v0, v1) = one, other
    inside = 1e-6
    return (
        y0 == y1 and u0 == u1 and x0 + inside < u0 < x1 - inside and v0 + inside < y0 < v1 - inside
    )


def example(seed):
    chance = random.Random(seed)
    boxes = rows_of_boxes([chance.randrange(24, 90) for _ in range(chance.choice([5, 16, 30]))])
    chosen = chance.randrange(len(boxes))
    arcs = [
        {"head": head, "position": position, "weight": weight, "width": 0.6 + 2 * weight}
        for head in range(12)
        for position in chance.sample(range(len(boxes)), 2)
        for weight in [chance.uniform(0.1, 0.5)]
    ]
    return boxes, chosen, arcs


@pytest.mark.parametrize("seed", range(8))
def test_arcs_lead_from_token_to_token_row_by_row_and_never_cross(seed):
    boxes, chosen, arcs = example(seed)
    laid_out = lay_out(arcs, boxes, chosen)
    of_rows: dict[int, list] = {}
    for arc, shape in zip(arcs, laid_out, strict=True):
        own = {}
        for points in parts(shape["d"]):
            level = min(y for _, y in points)
            row = int(level // (ROOM + HIGH))
            bottom = ROOM + row * (ROOM + HIGH)
            assert bottom - ROOM + 6 <= level <= bottom - 6  # there is room for its label
            assert {y for _, y in points} <= {level, bottom}
            own[row] = points
        ends = sorted({boxes[chosen]["row"], boxes[arc["position"]]["row"]})
        assert sorted(own) == [*range(ends[0], ends[-1] + 1)]
        back = arc["position"] < chosen
        for row, points in own.items():
            for token, (x, y), edge in (
                (chosen, points[0], WIDTH if back else 0),
                (arc["position"], points[-1], 0 if back else WIDTH),
            ):
                box = boxes[token]
                if row == box["row"]:
                    assert box["x"] <= x <= box["x"] + box["width"]
                    assert y == box["y"]
                else:
                    assert x == edge
            if arc["position"] != chosen:
                of_rows.setdefault(row, []).append((arc, points))
        # Its label can be in the row of its token and in that of the chosen one.
        assert len(shape["tops"]) == len(ends)
    for of_row in of_rows.values():
        for (_, one), (_, other) in itertools.permutations(of_row, 2):
            assert not any(cross(a, b) for a in lines(one) for b in lines(other))


def test_of_two_arcs_to_one_token_the_larger_weight_is_higher():
    boxes = rows_of_boxes([40] * 6)
    arcs = [
        {"head": head, "position": position, "weight": weight, "width": 2}
        for head, position, weight in ((3, 1, 0.2), (1, 1, 0.6), (0, 3, 0.9))
    ]
    heights = [shape["tops"][0]["y"] for shape in lay_out(arcs, boxes, 4)]
    assert heights[1] < heights[0] < heights[2]


def test_labels_avoid_each_other_and_are_left_out_without_room():
    body = """const placed = [];
    for (const top of tops) {
        const place = m.placeLabel(top, 12, placed);
        if (place) placed.push({ ...place, width: 12 });
    }
    return placed;"""
    tops = [{"low": 100, "high": 200, "y": 10 + 4 * i} for i in range(8)]
    placed = javascript.run("arcs.js", body, tops=tops)
    assert len(placed) >= 6
    assert placed[0] == {"x": 150, "y": 10, "width": 12}
    for one, other in itertools.combinations(placed, 2):
        assert abs(one["x"] - other["x"]) >= 12 or abs(one["y"] - other["y"]) >= 12
    assert all(106 <= one["x"] <= 194 for one in placed)
    short = [{"low": 100, "high": 110, "y": y} for y in (10, 15, 30)]
    placed = javascript.run("arcs.js", body, tops=short)
    assert [one["y"] for one in placed] == [10, 30]
