"""The districts: who votes where, who governs what, which postcode is whose."""

from dice import Dice
from land import ATOMS, MILE, Layer, in_county, polygons, tidy

# Towns: the section corner at which the main roads meet, the cells that the town fills (west,
# south, east, north), and how many people live there.
TOWNS = {
    "Bluestem": ((152, 128), (141, 110, 165, 139), 6480),
    "Veselý": ((64, 176), (60, 173, 68, 181), 940),
    "Haystead": ((216, 192), (212, 189, 220, 196), 610),
    "Owl Creek": ((232, 72), (228, 69, 236, 76), 520),
    "Plover": ((72, 48), (69, 45, 75, 51), 260),
    "Ringdal": ((256, 136), (253, 133, 259, 139), 230),
    "Three Lakes": ((136, 216), (133, 213, 139, 219), 180),
    "Saint Odile": ((152, 32), (149, 29, 155, 35), 150),
    "Dry Fork": ((24, 88), (21, 85, 27, 91), 120),
}
SEAT = "Bluestem"

AIRPORT = (173, 124, 178, 127)
CAMPUS = (150, 135, 153, 137)

# Bluestem's precincts by rectangles of cells; a later one wins. 114 takes all that lies south of
# the river; 107 also holds the annexed airport, apart from the town.
_CITY_RECTANGLES = [
    ("101", (141, 133, 148, 139)),
    ("102", (148, 133, 157, 139)),
    ("103", (157, 133, 165, 139)),
    ("104", (141, 128, 147, 133)),
    ("105", (147, 128, 152, 133)),
    ("106", (152, 128, 157, 133)),
    ("107", (157, 128, 165, 133)),
    ("108", (141, 124, 149, 128)),
    ("109", (149, 124, 152, 128)),
    ("110", (152, 124, 156, 128)),
    ("111", (156, 124, 165, 128)),
    ("112", (141, 110, 152, 124)),
    ("113", (152, 110, 165, 124)),
    ("101", (148, 137, 149, 139)),
    ("105", (146, 129, 147, 131)),
    ("106", (157, 131, 158, 133)),
    ("103", (156, 133, 157, 135)),
    ("111", (155, 126, 156, 128)),
    ("112", (152, 123, 153, 124)),
    ("108", (141, 123, 144, 124)),
    ("115", CAMPUS),
]

_CITY_NAMES = {
    "101": "Bluestem Northwest",
    "102": "Bluestem College Heights",
    "103": "Bluestem Northeast",
    "104": "Bluestem Fairgrounds",
    "105": "Bluestem Courthouse",
    "106": "Bluestem Depot",
    "107": "Bluestem East and Airport",
    "108": "Bluestem Westgate",
    "109": "Bluestem Mill",
    "110": "Bluestem Library",
    "111": "Bluestem Eastgate",
    "112": "Bluestem Riverside West",
    "113": "Bluestem Riverside East",
    "114": "Bluestem South Bank",
    "115": "Sandhills College",
}
_TOWN_PRECINCTS = [  # code, name, town, cells (None: the whole town)
    ("201", "Veselý West", "Veselý", (60, 173, 64, 181)),
    ("202", "Veselý East", "Veselý", (64, 173, 68, 181)),
    ("203", "Haystead North", "Haystead", (212, 192, 220, 196)),
    ("204", "Haystead South", "Haystead", (212, 189, 220, 192)),
    ("205", "Owl Creek North", "Owl Creek", (228, 72, 236, 76)),
    ("206", "Owl Creek South", "Owl Creek", (228, 69, 236, 72)),
    ("207", "Plover", "Plover", None),
    ("208", "Ringdal", "Ringdal", None),
    ("209", "Three Lakes", "Three Lakes", None),
    ("210", "Saint Odile", "Saint Odile", None),
    ("211", "Dry Fork", "Dry Fork", None),
]
_RING = [
    ("301", "Hay Flats"),
    ("302", "Airport Table"),
    ("303", "River Bottoms"),
    ("304", "South Prairie"),
]
_RURAL_NAMES = [
    "Antelope Flats",
    "Badger Hollow",
    "Box Elder",
    "Chokecherry",
    "Coyote Bench",
    "Curlew Lake",
    "Dismal Ridge",
    "Eagle Blowout",
    "Fencepost",
    "Gooseberry",
    "Grouse Hill",
    "Hackberry",
    "Home Valley",
    "Jackrabbit",
    "Kinnikinnick",
    "Long Meadow",
    "Marsh Hay",
    "Needlegrass",
    "Old Stage",
    "Pelican Slough",
    "Prairie Dog",
    "Quaking Bog",
    "Sandbur",
    "Soapweed",
    "Swan Lake",
    "Switchgrass",
    "Tamarack",
    "Turkey Track",
    "Windmill",
    "Yucca Valley",
]
# Towns that one rural precinct surrounds.
_HOLES = ["Plover", "Ringdal", "Three Lakes", "Saint Odile", "Dry Fork", "Veselý", "Owl Creek"]


def _within(atom, cells):
    west, south, east, north = cells
    return west <= atom.i < east and south <= atom.j < north


def in_city(i, j):
    """The cells of Bluestem: its rectangle without three corners."""
    west, south, east, north = TOWNS[SEAT][1]
    if not (west <= i < east and south <= j < north):
        return False
    if i >= 161 and j >= 136 or i < 144 and j >= 137:
        return False
    return not (i < 146 and j < 119 or i >= 160 and j < 113)


def town_of(i, j):
    """The town that fills a cell, or None."""
    if in_city(i, j):
        return SEAT
    for town, (_, (west, south, east, north), _) in TOWNS.items():
        if town != SEAT and west <= i < east and south <= j < north:
            return town
    return None


def _nearest(seeds, x, y):
    """The seed nearest to a cell, by a measure that makes square-cornered regions."""

    def far(seed):
        dx, dy = abs(seed[1] - x), abs(seed[2] - y)
        return 2 * max(dx, dy) + min(dx, dy) - seed[3]

    return min(seeds, key=lambda seed: (far(seed), seed[0]))[0]


def _center(value, step):
    return value // step * step + step // 2


def _step(atom):
    """Most rural borders follow section lines, some quarter sections."""
    return MILE // 2 if (atom.i // MILE * 5 + atom.j // MILE * 3) % 4 == 0 else MILE


def _rural_seeds():
    dice = Dice("rural precincts")
    seeds = []
    for town in _HOLES:
        (x, y), _, _ = TOWNS[town]
        seeds.append((x + 4, y + 4))
    tries = 0
    apart = 44
    while len(seeds) < len(_RURAL_NAMES):
        x, y = dice.between(8, 280), dice.between(8, 232)
        tries += 1
        if tries % 400 == 0:
            apart -= 1
        if not in_county(x, y) or not in_county(x + 8, y + 8) or 112 < x < 192 and 96 < y < 160:
            continue
        if all(max(abs(x - a), abs(y - b)) >= apart for a, b in seeds):
            seeds.append((x, y))
    seeds.sort(key=lambda seed: (-(seed[1] // 48), seed[0]))
    return [(str(305 + k), x, y, dice.between(0, 8)) for k, (x, y) in enumerate(seeds)]


def _rural_side(seeds):
    """Which seeds stand north of the river."""
    north = {(atom.i, atom.j): atom.north for atom in ATOMS}
    return {seed[0]: north[(seed[1], seed[2])] for seed in seeds}


def precincts():
    """Names by code, and the layer."""
    seeds = _rural_seeds()
    side = _rural_side(seeds)
    town_codes = {code for code, *_ in _TOWN_PRECINCTS} | set(_CITY_NAMES)
    labels = []
    for atom in ATOMS:
        town = town_of(atom.i, atom.j)
        if town == SEAT:
            label = [code for code, cells in _CITY_RECTANGLES if _within(atom, cells)][-1]
            if not atom.north:
                label = "114"
        elif _within(atom, AIRPORT):
            label = "107"
        elif town:
            label = [
                code
                for code, _, name, cells in _TOWN_PRECINCTS
                if name == town and (cells is None or _within(atom, cells))
            ][-1]
        elif 120 <= atom.i < 192 and 96 <= atom.j < 160:
            # The edge of the ring follows section lines and is notched at the corners.
            label = {
                (True, True): "302",
                (True, False): "301",
                (False, True): "304",
                (False, False): "303",
            }[(atom.north, atom.i >= 152)]
        else:
            step = _step(atom)
            mine = [seed for seed in seeds if atom.i < 64 or side[seed[0]] == atom.north]
            label = _nearest(mine, _center(atom.i, step), _center(atom.j, step))
        labels.append(label)
    tidy(labels, town_codes)
    names = dict(_CITY_NAMES)
    names.update({code: name for code, name, *_ in _TOWN_PRECINCTS})
    names.update(_RING)
    names.update({str(305 + k): name for k, name in enumerate(_RURAL_NAMES)})
    return names, Layer(polygons(labels))


def _by_seeds(seeds, step, first=lambda atom: None, fixed=frozenset()):
    labels = []
    for atom in ATOMS:
        size = step or _step(atom)
        labels.append(first(atom) or _nearest(seeds, _center(atom.i, size), _center(atom.j, size)))
    return Layer(polygons(tidy(labels, fixed)))


def wards():
    """Six wards of the county board. They cut precincts: they were drawn by other people."""
    seeds = [
        ("2", 62, 196, 0),
        ("3", 176, 206, 0),
        ("4", 246, 138, 0),
        ("5", 204, 44, 0),
        ("6", 66, 66, 0),
    ]
    layer = _by_seeds(
        seeds, MILE // 2, lambda atom: "1" if _within(atom, (144, 120, 160, 136)) else None, {"1"}
    )
    return {code: f"Ward {code}" for code in layer.shapes}, layer


def school_districts():
    seeds = [
        ("1", 152, 122, 26),
        ("7", 214, 204, 0),
        ("12", 60, 184, 4),
        ("23", 236, 66, 6),
        ("31", 52, 62, 8),
    ]
    names = {
        "1": "Bluestem Public Schools",
        "7": "Haystead-Three Lakes Schools",
        "12": "Veselý Consolidated School",
        "23": "Owl Creek Valley Schools",
        "31": "Plover-Dry Fork Schools",
    }
    return names, _by_seeds(seeds, MILE)


def cities():
    """The incorporated towns; the airport belongs to Bluestem."""
    labels = [SEAT if _within(atom, AIRPORT) else town_of(atom.i, atom.j) for atom in ATOMS]
    layer = Layer(polygons(labels))
    codes = {town: str(10 * (k + 1)) for k, town in enumerate(TOWNS)}
    return (
        {codes[town]: town for town in layer.shapes},
        Layer({codes[town]: layer.shapes[town] for town in TOWNS}),
    )


def county():
    return {"990": "Curlew County"}, Layer(polygons(["990"] * len(ATOMS)))


# Codes of a range that the postal service has not given out: no letter can go astray.
POSTCODE_PLACES = {
    "69701": "Bluestem",
    "69702": "Bluestem",
    "69704": "Bluestem",
    "69705": "Veselý",
    "69708": "Haystead",
    "69711": "Owl Creek",
    "69714": "Plover",
    "69717": "Three Lakes",
    "69720": "Saint Odile",
    "69723": "Dry Fork",
    "69726": "Ringdal",
}
# Codes with no area of their own: boxes at the post office, and the court house.
POSTCODE_POINTS = {"69703": ("Bluestem", (303, 259)), "69799": ("Bluestem", (307, 257))}


def postcodes():
    seeds = [
        ("69701", 160, 132, 10),
        ("69702", 140, 124, 10),
        ("69705", 64, 176, 8),
        ("69708", 216, 192, 0),
        ("69711", 232, 72, 6),
        ("69714", 82, 50, 0),
        ("69717", 136, 220, 0),
        ("69720", 156, 30, 0),
        ("69723", 26, 86, 0),
    ]

    def first(atom):
        if _within(atom, CAMPUS):
            return "69704"
        if _within(atom, (254, 134, 258, 138)):
            return "69726"
        if _within(atom, TOWNS["Plover"][1]):
            return "69714"
        return None

    return POSTCODE_PLACES, _by_seeds(seeds, None, first, {"69704", "69726"})
