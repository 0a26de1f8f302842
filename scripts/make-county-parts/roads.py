"""The roads: county roads on section lines, two highways, the streets of the towns, few bridges.

Roads are steps between nodes of the grid of half cells, later joined into links between junctions.
Ends of links that meet are the same numbers.
"""

from dice import Dice
from districts import SEAT, TOWNS, in_city, town_of
from land import CELL_X, CELL_Y, COLUMNS, MILE, RIVER, ROWS, half_node, in_county

HIGHWAY, COUNTY_ROAD, STREET = "highway", "county road", "street"

# Section lines with a county road: (row or column in cells, from, to).
_EAST_WEST = [
    (8, 40, 272),
    (32, 0, 288),
    (48, 0, 288),
    (72, 0, 288),
    (88, 0, 288),
    (104, 0, 288),
    (152, 0, 288),
    (176, 0, 288),
    (192, 0, 288),
    (216, 0, 248),
    (232, 0, 248),
]
_NORTH_SOUTH = [
    (8, 16, 240),
    (24, 16, 240),
    (48, 0, 240),
    (64, 0, 240),
    (72, 0, 104),
    (96, 0, 240),
    (120, 0, 240),
    (136, 176, 240),
    (176, 0, 240),
    (192, 0, 240),
    (216, 0, 240),
    (232, 0, 200),
    (256, 0, 200),
    (272, 24, 200),
]
_HIGHWAY_ROW, _HIGHWAY_COLUMN = 128, 152
_BRIDGES = {24, 96, 146, 152, 216}

# Bluestem's avenues from west to east; the one at column 152 is Center Avenue, Highway 185.
_AVENUES = [
    "Alfalfa",
    "Bison",
    "Cottonwood",
    "Dvořák",
    "Elm",
    "Foxtail",
    "Grama",
    "Hawthorn",
    "Indigo",
    "Juniper",
    "Kestrel",
    "Center",
    "Larkspur",
    "Milkweed",
    "Nighthawk",
    "Orchard",
    "Peña",
    "Quail",
    "Redbud",
    "Sumac",
    "Thistle",
    "Upland",
    "Verbena",
]
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TOWN_AVENUES = [
    "Ash",
    "Birch",
    "Cedar",
    "Maple",
    "Oak",
    "Pine",
    "Plum",
    "Rose",
    "Spruce",
    "Willow",
]
_ONE_WAY_STREETS = {2: 1, 3: -1}  # Bluestem's 2nd Street runs east, its 3rd Street west
_ONE_WAY_AVENUES = {151: 1, 153: -1}  # Kestrel Avenue runs north, Larkspur Avenue south


def _ordinal(number):
    ending = (
        "th" if 10 <= number % 100 <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    )
    return f"{number}{ending}"


def _dry(h, v):
    """Whether a node lies in the county and 120 m or more from the river."""
    i, j = h // 2, v // 2
    if not (0 <= h <= 2 * COLUMNS and 0 <= v <= 2 * ROWS):
        return False
    if not any(
        in_county(a, b)
        for a in (i, i - 1)
        for b in (j, j - 1)
        if 0 <= a < COLUMNS and 0 <= b < ROWS
    ):
        return False
    return all(abs(50 * v - RIVER[x]) >= 60 for x in {i, (h + 1) // 2})


def _north(h, v):
    return 50 * v > RIVER[min(h // 2, COLUMNS)]


class Steps:
    """Undirected steps between nodes, each with what the road is there."""

    def __init__(self):
        self.of = {}

    def lay(self, a, b, **road):
        """Lays a step; a later one replaces the name and keeps the higher class."""
        if not (_dry(*a) and _dry(*b)):
            return
        if _north(*a) != _north(*b) and not road.get("bridge"):
            return
        key = (min(a, b), max(a, b))
        before = self.of.get(key)
        if before and before["kind"] == HIGHWAY:
            road = dict(road, kind=HIGHWAY, speed=min(before["speed"], road["speed"]), oneway=0)
        self.of[key] = dict({"oneway": 0, "bridge": False}, **road)


def _rural(steps):
    dice = Dice("county roads")

    def line(fixed, start, end, vertical, name, kind, speed, gaps):
        at = 2 * start
        dropped = False
        while at < 2 * end:
            if at % (2 * MILE) == 0:
                # A mile near a town is always there.
                x, y = (2 * fixed, at) if vertical else (at, 2 * fixed)
                near = any(
                    abs(x // 2 - a) <= 12 and abs(y // 2 - b) <= 12
                    for (a, b), _, _ in TOWNS.values()
                )
                dropped = dice.percent(gaps) and not near
            if not dropped:
                a, b = (fixed * 2, at), (fixed * 2, at + 1)
                if not vertical:
                    a, b = a[::-1], b[::-1]
                steps.lay(a, b, name=name, kind=kind, speed=speed)
            at += 1

    for row, start, end in _EAST_WEST:
        line(row, start, end, False, f"Township Road {row // MILE}", COUNTY_ROAD, 80, 9)
    for column, start, end in _NORTH_SOUTH:
        line(column, start, end, True, f"Range Road {column // MILE}", COUNTY_ROAD, 80, 9)
    line(_HIGHWAY_ROW, 0, COLUMNS, False, "Highway 240", HIGHWAY, 105, 0)
    line(_HIGHWAY_COLUMN, 0, ROWS, True, "Highway 185", HIGHWAY, 105, 0)
    # Old Stage Road runs askew from Veselý to the edge of Bluestem, one node down for two across.
    for k in range(78):
        a, b = (132 + 2 * k, 352 - k), (134 + 2 * k, 351 - k)
        steps.lay(a, b, name="Old Stage Road", kind=COUNTY_ROAD, speed=80)


def _city(steps):
    dice = Dice("streets of " + SEAT)
    (cx, cy), (west, south, east, north), _ = TOWNS[SEAT]

    def inside(h, v, dh, dv):
        sides = [(h, v), (h - dv, v - dh)]  # the cells left and right of the step
        return any(in_city(x // 2, y // 2) for x, y in sides)

    for v in range(2 * south, 2 * north + 1):
        number = v - 2 * cy
        if number == 0:
            name = "Main St"
        elif number > 0:
            name = f"{_ordinal(number)} St"
        else:
            name = f"{_LETTERS[(-number if number >= -8 else (8 - number) // 2) - 1]} St"
        if number % 2 and not -8 <= number <= 16:
            continue  # the newer parts have longer blocks
        for i in range(west, east):
            if number and abs(number) > 4 and dice.percent(14):
                continue
            for h in (2 * i, 2 * i + 1):
                if inside(h, v, 1, 0):
                    one_way = _ONE_WAY_STREETS.get(number, 0) if 147 <= i < 158 else 0
                    steps.lay(
                        (h, v),
                        (h + 1, v),
                        name=name,
                        kind=STREET,
                        speed=50 if number == 0 else 40,
                        oneway=one_way,
                        prefix="E" if i >= cx else "W",
                    )
    for i in range(west, east + 1):
        name = _AVENUES[(i - west) % len(_AVENUES)] + " Ave"
        if i == cx:
            name = "Center Ave"
        for v in range(2 * south, 2 * north):
            if abs(i - cx) > 2 and abs(v - 2 * cy) > 6 and dice.percent(9):
                continue
            if inside(2 * i, v, 0, 1):
                one_way = _ONE_WAY_AVENUES.get(i, 0) if 2 * cy - 2 <= v < 2 * cy + 10 else 0
                steps.lay(
                    (2 * i, v),
                    (2 * i, v + 1),
                    name=name,
                    kind=STREET,
                    speed=50 if i == cx else 40,
                    oneway=one_way,
                    prefix="N" if v >= 2 * cy else "S",
                )


def _towns(steps):
    for town, ((cx, cy), (west, south, east, north), _) in TOWNS.items():
        if town == SEAT:
            continue
        dice = Dice("streets of " + town)
        names = dice.shuffled(_TOWN_AVENUES)
        reach = min(east - cx, north - cy, cx - west, cy - south)
        wide = reach if reach > 3 else reach - 1
        for v in range(2 * cy - 2 * wide + 1, 2 * cy + 2 * wide):
            name = "Main St" if v == 2 * cy else f"{_ordinal(abs(v - 2 * cy))} St"
            for h in range(2 * cx - 2 * wide + 1, 2 * cx + 2 * wide - 1):
                if v == 2 * cy or not dice.percent(18):
                    steps.lay(
                        (h, v),
                        (h + 1, v),
                        name=name,
                        kind=STREET,
                        speed=40,
                        prefix=("N" if v > 2 * cy else "S") if v != 2 * cy else "",
                    )
        for k, h in enumerate(range(2 * cx - 2 * wide + 1, 2 * cx + 2 * wide)):
            name = "Center St" if h == 2 * cx else f"{names[k % len(names)]} St"
            if k >= len(names):
                name = f"{names[k % len(names)]} Ln"
            for v in range(2 * cy - 2 * wide + 1, 2 * cy + 2 * wide - 1):
                if h == 2 * cx or not dice.percent(12):
                    steps.lay((h, v), (h, v + 1), name=name, kind=STREET, speed=40, prefix="")


def _bridges(steps):
    """A road that meets the river has a bridge, straight across, only where one was built."""
    for column in sorted(_BRIDGES):
        low = RIVER[column] // 50 - 2
        while not _dry(2 * column, low):
            low -= 1
        high = RIVER[column] // 50 + 1
        while not _dry(2 * column, high):
            high += 1
        name, kind, speed = f"Range Road {column // MILE}", COUNTY_ROAD, 80
        prefix = ""
        if town_of(column, low // 2):
            name, kind, speed = _AVENUES[column - TOWNS[SEAT][1][0]] + " Ave", STREET, 50
            prefix = "S"
        if column == _HIGHWAY_COLUMN:
            kind = HIGHWAY
        steps.lay(
            (2 * column, low),
            (2 * column, high),
            name=name,
            kind=kind,
            speed=speed,
            bridge=True,
            prefix=prefix,
        )
        # The approaches, should a street be missing there.
        for v, way in ((low, -1), (high, 1)):
            for _ in range(40):
                if any((2 * column, v) in key for key in steps.of if not steps.of[key]["bridge"]):
                    break
                steps.lay(
                    (2 * column, v),
                    (2 * column, v + way),
                    name=name,
                    kind=kind,
                    speed=speed,
                    prefix=prefix,
                )
                v += way


def _largest_part(steps):
    """Only what hangs together with the crossing of the two highways."""
    beside = {}
    for a, b in steps.of:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    start = (2 * _HIGHWAY_COLUMN, 2 * _HIGHWAY_ROW)
    seen, front = {start}, [start]
    while front:
        for other in beside[front.pop()]:
            if other not in seen:
                seen.add(other)
                front.append(other)
    return {key: road for key, road in steps.of.items() if key[0] in seen}


class Link:
    """A road between two junctions."""

    def __init__(self, points, road, town):
        self.points = points
        self.name, self.kind, self.speed = road["name"], road["kind"], road["speed"]
        self.prefix = road.get("prefix", "")
        self.oneway, self.bridge = road["oneway"] != 0, road["bridge"]
        self.town = town

    @property
    def full_name(self):
        return f"{self.prefix} {self.name}".strip()


def _contract(kept):
    """Joins steps of one road through nodes where nothing else happens."""
    ends = {}
    for key in kept:
        for end in key:
            ends.setdefault(end, []).append(key)

    def same(one, two):
        return all(
            kept[one].get(word) == kept[two].get(word)
            for word in ("name", "kind", "speed", "oneway", "bridge", "prefix")
        )

    def passes(end):
        keys = ends[end]
        return len(keys) == 2 and same(*keys)

    links, done = [], set()
    for key in sorted(kept):
        if key in done:
            continue
        done.add(key)
        chain = list(key)
        for forward in (True, False):
            while True:
                tip = chain[-1] if forward else chain[0]
                if not passes(tip):
                    break
                following = [other for other in ends[tip] if other not in done]
                if not following:
                    break
                done.add(following[0])
                after = following[0][0] if following[0][1] == tip else following[0][1]
                chain = chain + [after] if forward else [after] + chain
        road = kept[key]
        if chain[0] > chain[-1]:
            chain.reverse()
        if road["oneway"] < 0:
            chain.reverse()
        corners = [chain[0]]
        for before, at, after in zip(chain, chain[1:], chain[2:]):
            if (at[0] - before[0]) * (after[1] - at[1]) != (after[0] - at[0]) * (at[1] - before[1]):
                corners.append(at)
        corners.append(chain[-1])
        middle = chain[len(chain) // 2]
        links.append(
            Link(
                [half_node(*corner) for corner in corners],
                road,
                town_of(middle[0] // 2, middle[1] // 2),
            )
        )
    return links


# Lanes that bend, in Bluestem: name, both ends in half cells, the point they bend towards.
_LANES = [
    ("Meadowlark Ln", (316, 272), (324, 268), (324, 273)),
    ("Bobolink Cir", (324, 268), (326, 262), (329, 266)),
    ("Sandpiper Dr", (288, 230), (300, 224), (291, 222)),
    ("Old Mill Rd", (286, 244), (296, 242), (290, 240)),
    ("Fairgrounds Dr", (282, 264), (282, 256), (278, 260)),
    ("Campus Loop", (300, 272), (306, 272), (303, 277)),
]


def _lanes(links):
    """Curves of six pieces between nodes that are junctions already."""
    junctions = {place for link in links for place in (link.points[0], link.points[-1])}
    for name, a, b, bend in _LANES:
        start, end, pull = half_node(*a), half_node(*b), half_node(*bend)
        nearest = [
            min(junctions, key=lambda place: (_square(place, goal), place)) for goal in (start, end)
        ]
        start, end = nearest
        points = [start]
        for k in range(1, 6):
            points.append(
                tuple(
                    (
                        (6 - k) * (6 - k) * start[axis]
                        + 2 * k * (6 - k) * pull[axis]
                        + k * k * end[axis]
                    )
                    // 36
                    for axis in (0, 1)
                )
            )
        points.append(end)
        links.append(
            Link(points, dict(name=name, kind=STREET, speed=30, oneway=0, bridge=False), SEAT)
        )


def _square(a, b):
    dx, dy = (a[0] - b[0]) * CELL_Y, (a[1] - b[1]) * CELL_X
    return dx * dx + dy * dy


def roads():
    """All links, in the order of their places."""
    steps = Steps()
    _rural(steps)
    _towns(steps)
    _city(steps)
    _bridges(steps)
    links = _contract(_largest_part(steps))
    _lanes(links)
    return sorted(links, key=lambda link: (link.points, link.name))
