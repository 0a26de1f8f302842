"""Two thousand short messages, clustered where people are."""

import datetime

from dice import Dice
from districts import TOWNS
from land import NANOMETERS_X, NANOMETERS_Y
from phrases import CATEGORIES, LISTS, SINGLE

HEADER = ["id", "text", "category", "lat", "lon", "visible_radius_m", "posted_at", "expires_at"]
COUNT = 2000

# Metres, from a doorstep to the whole county, with how many in a hundred.
_RADII = [
    (10, 1),
    (25, 1),
    (50, 3),
    (100, 6),
    (250, 10),
    (500, 16),
    (1000, 18),
    (2000, 15),
    (5000, 14),
    (10000, 8),
    (20000, 5),
    (50000, 3),
]
# What templates get wrong where two parts meet.
_SLIPS = [
    (" a old", " an old"),
    (" a orange", " an orange"),
    ("m..", "m."),
    (" on today", " today"),
    (" on tomorrow", " tomorrow"),
    (" on tonight", " tonight"),
    (" on this weekend", " this weekend"),
]
_FIRST_POST = datetime.datetime(2025, 1, 6, 6, 0, 0)
_EPOCH_2027 = datetime.datetime(2027, 1, 1)
_EPOCH_2036 = datetime.datetime(2036, 1, 1)


def _expand(dice, text, streets):
    """Replaces the innermost braces until none are left."""
    while "{" in text:
        end = text.index("}")
        start = text.rindex("{", 0, end)
        inner = text[start + 1 : end]
        low, dash, high = inner.partition("-")
        if "|" in inner:
            chosen = dice.pick(inner.split("|"))
        elif dash and low.isdigit() and high.isdigit():
            chosen = str(dice.between(int(low), int(high)))
        elif inner == "street":
            chosen = dice.pick(streets)
        elif inner == "town":
            chosen = dice.pick(list(TOWNS))
        else:
            chosen = dice.pick(LISTS[inner])
        text = text[:start] + chosen + text[end + 1 :]
    for wrong, right in _SLIPS:
        text = text.replace(wrong, right)
    return text[0].upper() + text[1:]


def _weighted(dice, pairs):
    roll = dice.below(sum(weight for _, weight in pairs))
    for value, weight in pairs:
        if roll < weight:
            return value
        roll -= weight
    raise AssertionError("the roll is below the sum of the weights")


def _stamp(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def messages(addresses, county):
    """Rows of id, text, category, place, radius, posted, expires."""
    dice = Dice("messages")
    homes = {}
    for address in addresses:
        homes.setdefault(address.city, []).append(address)
    people = [(city, TOWNS[city][2] + 240) for city in sorted(homes)]
    # A few places draw a crowd.
    haunts = [dice.pick(homes[_weighted(dice, people)]) for _ in range(40)]
    weights = [(name, weight) for name, (weight, _) in CATEGORIES.items()]
    seen, rows = set(), []
    while len(rows) < COUNT:
        home = dice.pick(haunts) if dice.percent(30) else dice.pick(homes[_weighted(dice, people)])
        spread = 60 if dice.percent(70) else 400
        place = tuple(
            home.place[axis] + dice.bell(spread) * 1_000_000_000 // scale
            for axis, scale in ((0, NANOMETERS_X), (1, NANOMETERS_Y))
        )
        if not county.covers("990", place):
            continue
        near = [one.street for one in homes[home.city][::17]] + [home.street] * 12
        if len(rows) % 200 == 100:
            category, text = SINGLE[len(rows) // 200]
        else:
            category = _weighted(dice, weights)
            text = _expand(dice, dice.pick(CATEGORIES[category][1]), near)
        if text in seen or len(text) > 500:
            continue
        seen.add(text)
        posted = _FIRST_POST + datetime.timedelta(
            days=dice.below(350), minutes=dice.between(0, 17 * 60), seconds=dice.below(60)
        )
        roll = dice.below(100)
        if roll < 25:  # expired long ago, as Radar's own messages do: within 30 days
            life = _weighted(dice, [(15, 2), (60, 4), (240, 6), (1440, 8), (10080, 6), (43200, 2)])
            expires = posted + datetime.timedelta(minutes=dice.between(life // 2, life))
        elif roll < 35:  # one more every few weeks
            expires = _EPOCH_2027 + datetime.timedelta(minutes=dice.below(9 * 365 * 1440))
        else:
            expires = _EPOCH_2036 + datetime.timedelta(minutes=dice.below(365 * 1440))
        rows.append(
            [
                f"m{len(rows) + 1:04d}",
                text,
                category,
                place,
                _weighted(dice, _RADII),
                _stamp(posted),
                _stamp(expires),
            ]
        )
    return rows
