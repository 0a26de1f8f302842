"""The land: a grid of small cells that the river bends, and the polygons made of them.

Places are pairs (x, y) of whole numbers of 1e-7 degrees, longitude first. Every district is a union
of atoms: cells of an eighth of a mile, or their halves where the river cuts one diagonally. Two
districts that touch therefore share their vertices to the last digit.
"""

from math import isqrt

from dice import Dice

DEGREE = 10_000_000
WEST, SOUTH = -1_018_500_000, 418_830_000
CELL_X, CELL_Y = 24_300, 18_110  # an eighth of a mile, 201 m, at 42.1 degrees north
COLUMNS, ROWS = 288, 240  # 36 by 30 miles
MILE = 8  # cells

# Nanometres in 1e-7 degrees at 42.1 degrees north, on WGS84.
NANOMETERS_X, NANOMETERS_Y = 8_277_200, 11_106_900

# The river's course in cells, from the west border to the east border.
_COURSE = [
    (0, 140),
    (30, 128),
    (64, 138),
    (96, 118),
    (120, 112),
    (142, 119),
    (164, 118),
    (190, 126),
    (220, 116),
    (250, 112),
    (288, 98),
]


def _river_rows():
    """The river's row at each column of nodes, in hundredths of a cell; at most a cell a step."""
    dice = Dice("river")
    wide = [dice.between(-260, 260) for _ in range(COLUMNS // 8 + 2)]
    narrow = [dice.between(-90, 90) for _ in range(COLUMNS // 3 + 2)]

    def swing(values, column, step):
        left, part = divmod(column, step)
        weight = part * part * (3 * step - 2 * part)  # smoothstep, out of step ** 3
        return values[left] + (values[left + 1] - values[left]) * weight // step**3

    rows = []
    for column in range(COLUMNS + 1):
        for (x0, y0), (x1, y1) in zip(_COURSE, _COURSE[1:]):
            if x0 <= column <= x1:
                base = 100 * y0 + 100 * (y1 - y0) * (column - x0) // (x1 - x0)
                break
        row = base + swing(wide, column, 8) + swing(narrow, column, 3)
        if rows:
            row = max(rows[-1] - 100, min(rows[-1] + 100, row))
        rows.append(row)
    return rows


RIVER = _river_rows()
RIVER_NODE = [(row + 50) // 100 for row in RIVER]


def node(i, j):
    """The place of a grid node; nodes on the river lie on its course."""
    hundredths = RIVER[i] if j == RIVER_NODE[i] else 100 * j
    return (WEST + i * CELL_X, SOUTH + hundredths * CELL_Y // 100)


def half_node(h, v):
    """The place of a node of the grid of half cells that roads follow; never moved by the river."""
    return (WEST + h * CELL_X // 2, SOUTH + v * CELL_Y // 2)


def river_line():
    return [node(i, RIVER_NODE[i]) for i in range(COLUMNS + 1)]


def meters_squared(a, b):
    dx = (b[0] - a[0]) * NANOMETERS_X // 1_000_000
    dy = (b[1] - a[1]) * NANOMETERS_Y // 1_000_000
    return (dx * dx + dy * dy) // 1_000_000


def meters(a, b):
    """Plane distance, good to half a percent within the county."""
    return isqrt(meters_squared(a, b))


class Atom:
    __slots__ = ("ring", "i", "j", "north")

    def __init__(self, ring, i, j, north):
        self.ring, self.i, self.j, self.north = ring, i, j, north


def in_county(i, j):
    """The county lacks a piece in the north-east and is set back in the south-west."""
    if i >= 248 and j >= 200:
        return False
    if i < 40 and j < 16:
        return False
    return not (i >= 272 and j < 24)


def _atoms():
    atoms = []
    for i in range(COLUMNS):
        left, right = RIVER_NODE[i], RIVER_NODE[i + 1]
        for j in range(ROWS):
            if not in_county(i, j):
                continue
            a, b, c, d = (i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)
            if right == left + 1 and j == left:
                atoms += [Atom((a, c, d), i, j, True), Atom((a, b, c), i, j, False)]
            elif right == left - 1 and j == right:
                atoms += [Atom((d, b, c), i, j, True), Atom((a, b, d), i, j, False)]
            else:
                atoms.append(Atom((a, b, c, d), i, j, j >= max(left, right)))
    return atoms


ATOMS = _atoms()


def _edges(ring):
    return zip(ring, ring[1:] + ring[:1])


_OWNER = {edge: index for index, atom in enumerate(ATOMS) for edge in _edges(atom.ring)}
NEIGHBORS = [[_OWNER[(b, a)] for a, b in _edges(atom.ring) if (b, a) in _OWNER] for atom in ATOMS]
_AROUND = {}
for _index, _atom in enumerate(ATOMS):
    for _corner in _atom.ring:
        _AROUND.setdefault(_corner, []).append(_index)


def pieces(members):
    """The connected parts of a set of atoms, the largest first."""
    left, found = set(members), []
    for start in sorted(members):
        if start not in left:
            continue
        left.discard(start)
        piece, front = [start], [start]
        while front:
            for other in NEIGHBORS[front.pop()]:
                if other in left:
                    left.discard(other)
                    piece.append(other)
                    front.append(other)
        found.append(piece)
    return sorted(found, key=lambda piece: (-len(piece), min(piece)))


def tidy(labels, fixed):
    """Gives stray parts of a district to the neighbour with the longest common border, and parts
    cells that touch at a corner alone, until every district is one piece. `fixed` labels stay."""
    while True:
        changed = False
        members = {}
        for index, label in enumerate(labels):
            members.setdefault(label, []).append(index)
        for label in sorted(members, key=str):
            if label in fixed:
                continue
            for piece in pieces(members[label])[1:]:
                borders = {}
                for index in piece:
                    for other in NEIGHBORS[index]:
                        if labels[other] != label and labels[other] not in fixed:
                            borders[labels[other]] = borders.get(labels[other], 0) + 1
                if not borders:
                    continue
                heir = min(borders, key=lambda name: (-borders[name], str(name)))
                for index in piece:
                    labels[index] = heir
                changed = True
        for corner, around in sorted(_AROUND.items()):
            for label in sorted({labels[index] for index in around}, key=str):
                mine = [index for index in around if labels[index] == label]
                if len(mine) < 2 or len(_fans(mine, around)) < 2:
                    continue
                others = [index for index in around if labels[index] not in fixed | {label}]
                if others:
                    labels[others[0]] = label
                    changed = True
                    break
        if not changed:
            return labels


def _fans(mine, around):
    """The parts of `mine`, atoms around one corner, that share edges."""
    left, fans = set(mine), []
    while left:
        front = [left.pop()]
        fan = list(front)
        while front:
            for other in NEIGHBORS[front.pop()]:
                if other in left:
                    left.discard(other)
                    fan.append(other)
                    front.append(other)
        fans.append(fan)
    return fans


def _straight(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) == (c[0] - a[0]) * (b[1] - a[1])


def polygons(labels):
    """Label -> list of polygons, each a list of closed rings of places, the outer one first and
    counter-clockwise. Vertices in the middle of a straight border between the same two are left out
    on both sides."""
    borders, degree = {}, {}
    for (a, b), index in _OWNER.items():
        other = _OWNER.get((b, a))
        if other is None or labels[other] != labels[index]:
            if labels[index] is not None:
                borders.setdefault(labels[index], {}).setdefault(a, []).append(b)
            degree.setdefault(a, set()).add(b)
            degree.setdefault(b, set()).add(a)

    def needed(corner):
        ends = sorted(degree[corner])
        return len(ends) != 2 or not _straight(node(*ends[0]), node(*corner), node(*ends[1]))

    kept = {corner for corner in degree if needed(corner)}
    result = {}
    for label in sorted(borders, key=str):
        follow = borders[label]
        rings = []
        while follow:
            start = min(follow)
            ring, at = [], start
            while True:
                ring.append(at)
                ends = follow.pop(at)
                if len(ends) > 1:
                    raise ValueError(f"district {label} touches itself at the corner {at}")
                at = ends[0]
                if at == start:
                    break
            ring = [node(*corner) for corner in ring if corner in kept]
            rings.append(ring + ring[:1])
        result[label] = _nest(rings)
    return result


def doubled_area(ring):
    """Twice the signed area of a closed ring; positive when it runs counter-clockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:]))


def _nest(rings):
    outer = sorted(
        (ring for ring in rings if doubled_area(ring) > 0), key=doubled_area, reverse=True
    )
    shapes = [[ring] for ring in outer]
    for hole in (ring for ring in rings if doubled_area(ring) < 0):
        home = [shape for shape in shapes if ring_covers(shape[0], hole[0])]
        home[-1].append(hole)
    return shapes


def ring_covers(ring, place):
    """Ray casting: each border belongs to the district north or east of it."""
    x, y = place
    inside = False
    for (x0, y0), (x1, y1) in zip(ring, ring[1:]):
        if (y0 > y) != (y1 > y):
            side = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
            if (side > 0) == (y1 > y0):
                inside = not inside
    return inside


class Layer:
    """Districts of one kind: which one holds a place."""

    def __init__(self, shapes):
        self.shapes = shapes
        self._boxes = {}
        for label, parts in shapes.items():
            xs = [x for part in parts for x, _ in part[0]]
            ys = [y for part in parts for _, y in part[0]]
            self._boxes[label] = (min(xs), min(ys), max(xs), max(ys))

    def covers(self, label, place):
        west, south, east, north = self._boxes[label]
        if not (west <= place[0] <= east and south <= place[1] <= north):
            return False
        return any(
            sum(ring_covers(ring, place) for ring in part) % 2 for part in self.shapes[label]
        )

    def holding(self, place):
        """The label of the district that holds a place, or None."""
        for label in self.shapes:
            if self.covers(label, place):
                return label
        return None
