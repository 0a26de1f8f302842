"""The addresses along the roads, and the polling stations among them."""

from math import isqrt

from dice import Dice
from districts import POSTCODE_POINTS, SEAT, TOWNS
from land import CELL_X, CELL_Y, NANOMETERS_X, NANOMETERS_Y, SOUTH, WEST, half_node, meters
from roads import HIGHWAY

_SETBACK, _BUILDING = 18, 34  # metres from the middle of the road to a door, to a building's middle


class Address:
    __slots__ = ("number", "street", "city", "postcode", "precinct", "place", "foot", "building")

    def text(self):
        return f"{self.number} {self.street}"


def _beside(foot, along, side, distance):
    """The place so many metres left (side 1) or right (side -1) of a road at one of its places."""
    dx, dy = along[0] * NANOMETERS_X // 10_000_000, along[1] * NANOMETERS_Y // 10_000_000
    length = isqrt(dx * dx + dy * dy)
    return (
        foot[0] - side * dy * distance * 1_000_000_000 // (length * NANOMETERS_X),
        foot[1] + side * dx * distance * 1_000_000_000 // (length * NANOMETERS_Y),
    )


def _number(link, foot, even):
    """House numbers count a hundred a block from the crossing of the main roads; on county roads a
    thousand a mile from the county's south-west corner."""
    (x0, y0), (x1, y1) = link.points[0], link.points[-1]
    eastward = abs(x1 - x0) * CELL_Y >= abs(y1 - y0) * CELL_X
    if link.town is None:
        run = (foot[0] - WEST) * 125 // CELL_X if eastward else (foot[1] - SOUTH) * 125 // CELL_Y
        number = 10_000 + run
    else:
        x, y = half_node(2 * TOWNS[link.town][0][0], 2 * TOWNS[link.town][0][1])
        if link.town == SEAT and eastward:
            number = abs(foot[0] - x) * 100 // CELL_X
        elif eastward:
            number = abs(foot[0] - x) * 200 // CELL_X
        else:
            number = abs(foot[1] - y) * 200 // CELL_Y
    return max(2, number // 2 * 2) + (0 if even else 1)


def addresses(links, precincts, postcodes, postcode_places):
    """Houses along both sides of every road, denser in towns, each with what holds its place."""
    dice = Dice("addresses")
    found, seen = [], set()
    for link in links:
        if link.bridge:
            continue
        spacing, chance = (26, 13) if link.town == SEAT else (24, 26)
        if link.town is None:
            spacing, chance = (400, 26) if link.kind == HIGHWAY else (400, 28)
        for a, b in zip(link.points, link.points[1:]):
            length = meters(a, b)
            along = (b[0] - a[0], b[1] - a[1])
            margin = 24 if length > 70 else length // 2
            for run in range(margin, length - margin + 1, spacing):
                for side in (1, -1):
                    if not dice.percent(chance):
                        continue
                    run_here = min(length - margin, run + dice.below(max(1, spacing // 2)))
                    foot = (
                        a[0] + along[0] * run_here // length,
                        a[1] + along[1] * run_here // length,
                    )
                    address = Address()
                    address.foot = foot
                    address.place = _beside(foot, along, side, _SETBACK + dice.below(6))
                    address.building = _beside(foot, along, side, _BUILDING + dice.below(8))
                    # Even numbers stand on the north and on the east side.
                    offset = (address.place[0] - foot[0], address.place[1] - foot[1])
                    even = offset[1] > 0 if abs(offset[1]) >= abs(offset[0]) else offset[0] > 0
                    address.number = _number(link, foot, even)
                    address.street = link.full_name
                    address.precinct = precincts.holding(address.place)
                    address.postcode = postcodes.holding(address.place)
                    if address.precinct is None or precincts.holding(address.building) is None:
                        continue
                    address.city = postcode_places[address.postcode]
                    key = (address.number, address.street, address.city)
                    if key not in seen:
                        seen.add(key)
                        found.append(address)
    return sorted(found, key=lambda one: (one.city, one.street, one.number))


def postcode_rows(postcodes, postcode_places, degrees):
    """Every postcode with a middle; one without an area has a point alone."""
    rows = []
    for code, parts in postcodes.shapes.items():
        ring = parts[0][0]
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        middle = ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
        corner = (max(xs), max(ys))
        rows.append([code, postcode_places[code], middle, meters(middle, corner)])
    for code, (place, node) in POSTCODE_POINTS.items():
        rows.append([code, place, half_node(*node), 2000])
    return [
        [code, place, "NE", degrees(middle[1]), degrees(middle[0]), accuracy]
        for code, place, middle, accuracy in sorted(rows)
    ]
