"""Parks, for a background map: blocks of the towns, a meadow along the river, land around lakes."""

from land import CELL_X, CELL_Y, RIVER_NODE, half_node, node
from water import lakes

# Name, kind, and the nodes of the road grid at the south-west and the north-east corner.
_BLOCKS = [
    ("Courthouse Green", "park", (302, 256), (304, 258)),
    ("Cottonwood Park", "park", (312, 262), (318, 268)),
    ("Sandhill Crane Park", "park", (288, 246), (294, 250)),
    ("Prairie Playground", "playground", (308, 248), (310, 250)),
    ("Northside Playground", "playground", (298, 270), (300, 272)),
    ("Curlew County Fairgrounds", "fairground", (284, 262), (288, 270)),
    ("Veselý Park", "park", (124, 354), (128, 358)),
    ("Haystead Green", "park", (430, 382), (432, 385)),
    ("Owl Creek Park", "park", (466, 140), (470, 143)),
]
# The columns between which Riverside Park lies, and how many cells it is high.
_RIVERSIDE = (147, 159, 1)
_RECREATION = ["Swan Lake", "Pelican Lake", "Tamarack Lake"]


def parks():
    """Name, kind and closed ring, counter-clockwise."""
    for name, kind, south_west, north_east in _BLOCKS:
        (west, south), (east, north) = half_node(*south_west), half_node(*north_east)
        # The streets around a park are not in it.
        west, east = west + CELL_X * 6 // 100, east - CELL_X * 6 // 100
        south, north = south + CELL_Y * 6 // 100, north - CELL_Y * 6 // 100
        ring = [(west, south), (east, south), (east, north), (west, north)]
        yield name, kind, ring + ring[:1]
    first, last, high = _RIVERSIDE
    columns = range(first, last + 1)
    bank = [node(i, RIVER_NODE[i]) for i in columns]
    meadow = [node(i, RIVER_NODE[i] + high) for i in reversed(columns)]
    yield "Riverside Park", "park", bank + meadow + bank[:1]
    for name, ring in lakes():
        if name in _RECREATION:
            yield f"{name} Recreation Area", "recreation area", _around(ring)


def _around(ring):
    """A ring half as wide again, about the middle of the places of another."""
    places = ring[:-1]
    x = sum(place[0] for place in places) // len(places)
    y = sum(place[1] for place in places) // len(places)
    return [(x + (a - x) * 3 // 2, y + (b - y) * 3 // 2) for a, b in ring]
