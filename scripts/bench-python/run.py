#!/usr/bin/env python3
"""The same questions in Swift, through the Python package and to what else answers them in Python, by turns.

usage: run.py AMBIT_BENCH WORK [POINTS] [CENTERS] [ROUNDS]

Called by scripts/bench python. Prints a table of the least seconds of a processor of all rounds, on one thread;
where it says all threads, of seconds on the clock. Then what one question for one place costs. Fails where two that are exact find different numbers.
"""

import ctypes
import pathlib
import subprocess
import sys
import time

import geopandas
import numpy
import pyproj
import scipy.spatial
import shapely

import ambit

bench, work = sys.argv[1:3]
points, centers, rounds = (int(v) for v in sys.argv[3:6] + ["1000000", "100000", "5"][len(sys.argv) - 3:])
RADIUS_M, K = 1000.0, 10
GEOD = pyproj.Geod(ellps="WGS84")
TO_EARTH = pyproj.Transformer.from_crs(4979, 4978, always_xy=True)


def towns(count, seed):
    """Towns all over a continent: a place has two or three others within 1 km."""
    source = numpy.random.default_rng(20261103)
    places = numpy.column_stack([source.uniform(30, 48, 2000), source.uniform(-120, -75, 2000), source.uniform(0.02, 0.3, 2000)])
    source = numpy.random.default_rng(seed)
    chosen = places[source.integers(0, 2000, count)]
    return source.normal(chosen[:, 0], chosen[:, 2]), source.normal(chosen[:, 1], chosen[:, 2])


LAT, LON = towns(points, 1)
AT_LAT, AT_LON = towns(centers, 2)


def earth(lat, lon):
    """Earth-centred positions."""
    return numpy.column_stack(TO_EARTH.transform(lon, lat, numpy.zeros(len(lat))))


def swift():
    """Seconds and counts of each question in Swift."""
    for name, columns in (("points", (LAT, LON)), ("centers", (AT_LAT, AT_LON))):
        for ending, column in zip(("lat", "lon"), columns):
            column.tofile(f"{work}/{name}.{ending}")
    said = subprocess.run([bench, "batch", work, str(RADIUS_M), str(K), "1"], text=True, stdout=subprocess.PIPE, check=True)
    rows = [line.split("\t") for line in said.stdout.splitlines()]
    return {row[0]: (float(row[1]), int(row[2])) for row in rows}


class Measured:
    """The least seconds of each row and column of a table, and how many were found."""

    def __init__(self):
        self.seconds, self.found = {}, {}

    def note(self, question, who, seconds, found):
        key = question, who
        self.seconds[key] = min(self.seconds.get(key, numpy.inf), seconds)
        self.found[key] = found

    def time(self, question, who, call, count):
        clock = time.perf_counter if "threads" in who else time.process_time
        start = clock()
        answer = call()
        self.note(question, who, clock() - start, count(answer))
        return answer


def frame(lat, lon):
    return geopandas.GeoDataFrame({"number": range(len(lat))}, geometry=geopandas.points_from_xy(lon, lat), crs=4326)


def scipy_within(tree, positions):
    """Pairs by the chord, which is shorter than the geodesic, then the exact rule."""
    lists = tree.query_ball_point(positions, RADIUS_M)
    counts = numpy.fromiter(map(len, lists), int, len(lists))
    a, b = numpy.repeat(numpy.arange(len(lists)), counts), numpy.concatenate(lists).astype(int)
    metres = GEOD.inv(AT_LON[a], AT_LAT[a], LON[b], LAT[b])[2]
    return metres[metres <= RADIUS_M]


def scipy_nearest(tree, positions):
    """The nearest by the chord, some more than are wanted, put in order by the geodesic."""
    b = tree.query(positions, K + 2)[1]
    a = numpy.repeat(numpy.arange(len(b)), K + 2)
    metres = GEOD.inv(AT_LON[a], AT_LAT[a], LON[b.ravel()], LAT[b.ravel()])[2].reshape(b.shape)
    return numpy.sort(metres, axis=1)[:, :K]


def shapely_within(tree, places):
    """Pairs by a box of degrees that holds the circle, then the exact rule."""
    high = RADIUS_M / 110_500
    wide = high / numpy.cos(numpy.radians(AT_LAT))
    boxes = shapely.box(AT_LON - wide, AT_LAT - high, AT_LON + wide, AT_LAT + high)
    a, b = tree.query(boxes)
    metres = GEOD.inv(AT_LON[a], AT_LAT[a], LON[b], LAT[b])[2]
    return metres[metres <= RADIUS_M]


def measure():
    table = Measured()
    positions, at_positions = earth(LAT, LON), earth(AT_LAT, AT_LON)
    places = shapely.points(LON, LAT)
    left, right = frame(AT_LAT, AT_LON), frame(LAT, LON)
    for _ in range(rounds):
        for name, (seconds, found) in swift().items():
            question, _, kind = name.partition(" ")
            table.note(question, "Swift, numbered" if kind else "Swift", seconds, found)
        tree = table.time("build", "Python", lambda: ambit.QuadTree(lat=LAT, lon=LON), len)
        for threads, who in ((1, "Python"), (None, "Python, all threads")):
            table.time("within", who, lambda: tree.within(lat=AT_LAT, lon=AT_LON, radius_m=RADIUS_M, threads=threads),
                       lambda matches: len(matches.ids))
            table.time("nearest", who, lambda: tree.nearest(lat=AT_LAT, lon=AT_LON, k=K, threads=threads),
                       lambda matches: len(matches.ids))
            count = min(points, centers)
            table.time("distance", who, lambda: ambit.distance(
                lat1=AT_LAT[:count], lon1=AT_LON[:count], lat2=LAT[:count], lon2=LON[:count], threads=threads), len)
        table.time("sjoin_nearest", "Python", lambda: ambit.sjoin_nearest(left, right, distance_col="m", threads=1), len)
        table.time("distance", "scipy, PROJ", lambda: GEOD.inv(AT_LON[:count], AT_LAT[:count], LON[:count], LAT[:count])[2], len)
        kd = table.time("build", "scipy, PROJ", lambda: scipy.spatial.cKDTree(earth(LAT, LON)), lambda tree: tree.n)
        table.time("within", "scipy, PROJ", lambda: scipy_within(kd, at_positions), len)
        table.time("nearest", "scipy, PROJ", lambda: scipy_nearest(kd, at_positions), lambda metres: metres.size)
        tree_of_boxes = table.time("build", "shapely, PROJ", lambda: shapely.STRtree(places), lambda tree: len(tree.geometries))
        table.time("within", "shapely, PROJ", lambda: shapely_within(tree_of_boxes, places), len)
        table.time("sjoin_nearest", "Python, all threads", lambda: ambit.sjoin_nearest(left, right, distance_col="m"), len)
        table.time("sjoin_nearest", "geopandas, a plane", lambda: geopandas.sjoin_nearest(
            left.to_crs(5070), right.to_crs(5070), distance_col="m"), len)
    return table, tree


def one_at_a_time(tree):
    """Microseconds for one place's nearest point: through the module, and through ctypes with the same library."""
    library = ctypes.CDLL(str(next(pathlib.Path(ambit.__path__[0]).glob("libAmbitC.so"))))

    class Places(ctypes.Structure):
        _fields_ = [("latitudes", ctypes.POINTER(ctypes.c_double)), ("longitudes", ctypes.POINTER(ctypes.c_double)),
                    ("count", ctypes.c_int64), ("step", ctypes.c_int64)]

    class Lengths(ctypes.Structure):
        _fields_ = [("meters", ctypes.POINTER(ctypes.c_double)), ("step", ctypes.c_int64)]

    class Matches(ctypes.Structure):
        _fields_ = [("offsets", ctypes.POINTER(ctypes.c_int64)), ("ids", ctypes.POINTER(ctypes.c_int64)),
                    ("meters", ctypes.POINTER(ctypes.c_double))]

    libc = ctypes.CDLL(None)
    libc.free.argtypes = [ctypes.c_void_p]
    function = library.ambit_tree_nearest
    function.argtypes = [ctypes.c_void_p, Places, ctypes.c_int64, ctypes.c_bool, Lengths, ctypes.c_int32,
                         ctypes.POINTER(Matches), ctypes.c_void_p]
    made = ctypes.c_void_p()
    pointer = ctypes.POINTER(ctypes.c_double)
    library.ambit_tree_make(Places(LAT.ctypes.data_as(pointer), LON.ctypes.data_as(pointer), points, 1), None, None,
                            ctypes.byref(made), None)

    def by_ctypes(lat, lon):
        double = ctypes.c_double
        places = Places(ctypes.pointer(double(lat)), ctypes.pointer(double(lon)), 1, 1)
        found = Matches()
        if function(made, places, 1, False, Lengths(ctypes.pointer(double(numpy.inf)), 0), 1, ctypes.byref(found), None):
            raise ValueError
        answer = found.ids[0], found.meters[0]
        for column in found.offsets, found.ids, found.meters:
            libc.free(column)
        return answer

    def by_module(lat, lon):
        found = tree.nearest(lat=lat, lon=lon)
        return found.ids[0], found.distances_m[0]

    if by_ctypes(38.9, -77.0) != by_module(38.9, -77.0):
        sys.exit("error: ctypes and the module find different points")
    least = []
    for ask in (by_module, by_ctypes):
        times = []
        for _ in range(9):
            start = time.perf_counter()
            for _ in range(2000):
                ask(38.9, -77.0)
            times.append((time.perf_counter() - start) / 2000 * 1e6)
        least.append(min(times))
    library.ambit_tree_free(made)
    return least


table, tree = measure()
columns = ["Swift, numbered", "Swift", "Python", "Python, all threads", "scipy, PROJ", "shapely, PROJ", "geopandas, a plane"]
print(f"{points:,} points, {centers:,} places, {RADIUS_M:.0f} m, nearest {K}; least processor seconds of {rounds} rounds")
print("| | " + " | ".join(columns) + " | Python / faster Swift |")
print("|---" * (len(columns) + 2) + "|")
for question in ("build", "within", "nearest", "distance", "sjoin_nearest"):
    values = [table.seconds.get((question, who)) for who in columns]
    python = table.seconds.get((question, "Python"))
    native = min((table.seconds.get((question, who), numpy.inf) for who in columns[:2]))
    ratio = f"{python / native:.2f}" if native < numpy.inf else ""
    print(f"| {question} | " + " | ".join("" if value is None else f"{value:.3f}" for value in values) + f" | {ratio} |")
    if python and python > 1.3 * native:
        sys.exit(f"error: {question} takes more than 1.3 times what it takes in Swift")
for question in ("within", "nearest"):
    counts = {who: count for (name, who), count in table.found.items() if name == question}
    print(f"{question}: {counts['Python']:,} found")
    if len(set(counts.values())) > 1:
        sys.exit(f"error: {question} finds different numbers: {counts}")
module, by_ctypes = one_at_a_time(tree)
print(f"one place's nearest point: {module:.1f} microseconds, through ctypes {by_ctypes:.1f}")
