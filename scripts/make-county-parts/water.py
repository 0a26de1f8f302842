"""The river and the lakes, for a background map."""

from dice import Dice
from land import CELL_X, CELL_Y, SOUTH, WEST, river_line

# Name, the middle in cells, and half the width and height in hundredths of a cell.
_LAKES = [
    ("Swan Lake", (44, 58), 420, 150),
    ("Curlew Lake", (20, 180), 310, 130),
    ("Pelican Lake", (120, 60), 380, 170),
    ("First Lake", (128, 224), 260, 120),
    ("Second Lake", (140, 225), 240, 100),
    ("Third Lake", (149, 222), 200, 130),
    ("Marsh Hay Lake", (34, 76), 280, 90),
    ("Tamarack Lake", (170, 20), 360, 140),
    ("Windmill Lake", (236, 40), 330, 110),
    ("Needlegrass Lake", (92, 36), 260, 120),
]
# Cosines and sines of multiples of 22.5 degrees, in thousandths.
_CIRCLE = [
    (1000, 0),
    (924, 383),
    (707, 707),
    (383, 924),
    (0, 1000),
    (-383, 924),
    (-707, 707),
    (-924, 383),
    (-1000, 0),
    (-924, -383),
    (-707, -707),
    (-383, -924),
    (0, -1000),
    (383, -924),
    (707, -707),
    (924, -383),
]


def lakes():
    """Name and closed ring, counter-clockwise."""
    dice = Dice("lakes")
    for name, (x, y), wide, high in _LAKES:
        ring = []
        for cosine, sine in _CIRCLE:
            swell = dice.between(82, 118)
            ring.append(
                (
                    WEST + x * CELL_X + cosine * wide * swell * CELL_X // 10_000_000,
                    SOUTH + y * CELL_Y + sine * high * swell * CELL_Y // 10_000_000,
                )
            )
        yield name, ring + ring[:1]


def river():
    return "Little Curlew River", river_line()
