#!/usr/bin/env python3
"""Analysts' questions to Ambit and to what else answers them: whole commands, from CSV to CSV, by turns.

usage: run.py AMBIT PEERS_PYTHON WORK [STATIONS] [PLACES] [ROUNDS] [POINTS]

Called by scripts/bench cli. Prints a table with the median and the least time of each and the most memory that it took, and
whether all found the same; tells what was left out. What Ambit finds for a sample is compared with every distance. POINTS is
how many are put into 3,000 polygons (0: left out).
"""
import json
import math
import os
import random
import statistics
import subprocess
import sys
import time

import numpy

ambit, python, work = sys.argv[1:4]
stations, places, rounds, points = (int(v) for v in sys.argv[4:8] + ["1000000", "100000", "3", "10000000"][len(sys.argv) - 4:])
here = os.path.dirname(os.path.abspath(__file__))
database = f"{work}/analysts-{stations}.sqlite"


def made(path, make):
    """Makes a file that is missing; it appears when it is whole."""
    if not os.path.exists(path):
        make(path + ".new")
        os.replace(path + ".new", path)
    return path


def towns():
    random.seed(20261103)
    return [(random.uniform(30, 48), random.uniform(-120, -75), random.uniform(0.02, 0.3), random.uniform(0.5, 1.5))
            for _ in range(2000)]


def points_file(count, seed):
    """Towns all over a continent: a place has two or three others within 1 km."""
    def make(path):
        all_towns = numpy.array(towns())
        source = numpy.random.default_rng(seed)
        with open(path, "w") as file:
            file.write("id,lat,lon\n")
            for start in range(0, count, 500_000):
                size = min(500_000, count - start)
                town = all_towns[source.choice(len(all_towns), size, p=all_towns[:, 3] / all_towns[:, 3].sum())]
                lat = source.normal(town[:, 0], town[:, 2])
                lon = source.normal(town[:, 1], town[:, 2])
                file.write("".join(f"{start + n},{a:.7f},{o:.7f}\n" for n, (a, o) in enumerate(zip(lat, lon), 1)))
    return made(f"{work}/points-{count}-{seed}.csv", make)


def areas_file():
    def make(path):
        source = random.Random(5)
        features = []
        for number in range(3000):
            lon, lat = -120 + number % 60 * 0.75 + 0.375, 30 + number // 60 * 0.36 + 0.18
            ring = []
            for step in range(40):
                turn, far = 2 * math.pi * step / 40, 0.8 + 0.2 * source.random()
                ring.append([round(lon + 0.36 * far * math.cos(turn), 6), round(lat + 0.17 * far * math.sin(turn), 6)])
            features.append({"type": "Feature", "properties": {"id": number},
                             "geometry": {"type": "Polygon", "coordinates": [ring + ring[:1]]}})
        with open(path, "w") as file:
            json.dump({"type": "FeatureCollection", "features": features}, file)
    return made(f"{work}/areas-3000.geojson", make)


def measure(command, out):
    """Seconds, megabytes and the exit code of a command that writes to a file."""
    with open(out, "wb") as file:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.PIPE)
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return seconds, usage.ru_maxrss / 1024, process.returncode, errors.decode(errors="replace")


def answers(path):
    """First and second ids, sorted, and metres beside them where there are any."""
    if os.path.getsize(path) > 200 << 20:
        return None
    with open(path, "rb") as file:
        lines = file.read().replace(b"bench.", b"").splitlines()[1:]
    table = numpy.loadtxt(lines, delimiter=",", ndmin=2)
    return table[numpy.lexsort((table[:, 1], table[:, 0]))]


def compare(mine, others, exact):
    if mine is None or others is None:
        return "not compared"
    if mine.shape == others.shape and (mine[:, :2] == others[:, :2]).all():
        if mine.shape[1] > 2 and exact and numpy.abs(mine[:, 2] - others[:, 2]).max() > 0.0011:
            return "other distances"
        return "same"
    pairs = [set(zip(table[:, 0].astype(int), table[:, 1].astype(int))) for table in (mine, others)]
    return f"{len(pairs[1] - pairs[0]):,} more, {len(pairs[0] - pairs[1]):,} missing"


def brute_force(mine, first, second, radius=None, count=None):
    """Compares a sample of answers with every distance by PROJ."""
    import pyproj
    geod = pyproj.Geod(ellps="WGS84")
    one, two = (numpy.loadtxt(path, delimiter=",", skiprows=1) for path in (first, second))
    for row in random.Random(1).sample(range(len(one)), 40):
        near = numpy.flatnonzero(numpy.abs(two[:, 1] - one[row, 1]) < 20)
        meters = geod.inv(numpy.full(len(near), one[row, 2]), numpy.full(len(near), one[row, 1]),
                          two[near, 2], two[near, 1])[2]
        order = numpy.lexsort((two[near, 0], meters))
        wanted = [n for n in order if meters[n] <= radius] if radius else order[:count]
        got = mine[mine[:, 0] == one[row, 0]]
        if set(got[:, 1]) != set(two[near[wanted], 0]):
            return f"WRONG for place {one[row, 0]:.0f}"
    return "a sample equals every distance"


def polygons_by_shapely(mine, first, second):
    """Compares a sample of places with every polygon."""
    import shapely
    with open(second) as file:
        areas = [(feature["properties"]["id"], shapely.geometry.shape(feature["geometry"]))
                 for feature in json.load(file)["features"]]
    wanted = set(random.Random(1).sample(range(sum(1 for _ in open(first)) - 1), 300))
    with open(first) as file:
        next(file)
        for number, line in enumerate(file):
            if number not in wanted:
                continue
            row, lat, lon = (float(cell) for cell in line.split(","))
            point = shapely.Point(lon, lat)
            low, high = numpy.searchsorted(mine[:, 0], [row, row + 1])
            if {area for area, shape in areas if shape.intersects(point)} != set(mine[low:high, 1]):
                return f"WRONG for place {row:.0f}"
    return "a sample equals a look at every polygon"


def table(title, name, commands, reference, exact=(), check=None):
    """Runs commands by turns and prints what they took."""
    print(f"\n{title}\n{'':34}{'median s':>10}{'least s':>10}{'memory MB':>11}  found", flush=True)
    results = {}
    for turn in range(rounds):
        for label, command in commands.items():
            out = f"{work}/out-{name}-{label.split()[0].lower()}.csv"
            if results.get(label, [[]])[0] is None:
                continue
            seconds, memory, code, errors = measure([part if part != "OUT" else out for part in command], out + (
                "" if "OUT" not in command else ".log"))
            if code != 0:
                results[label] = [None, errors.strip().splitlines()[-1:] or [f"exit code {code}"]]
                continue
            entry = results.setdefault(label, [[], 0, out])
            entry[0].append(seconds)
            entry[1] = max(entry[1], memory)
    mine = answers(results[reference][2]) if results[reference][0] else None
    for label in commands:
        result = results[label]
        if result[0] is None:
            print(f"{label:34}left out: {result[1][0]}")
            continue
        if label == reference:
            found = f"{sum(1 for _ in open(result[2])) - 1:,}" + (f", {check(mine)}" if check and mine is not None else "")
        else:
            found = compare(mine, answers(result[2]), label.split()[0] in exact)
        print(f"{label:34}{statistics.median(result[0]):10.2f}{min(result[0]):10.2f}{result[1]:11.0f}  {found}", flush=True)


def peer(name, task, *rest):
    return [python, f"{here}/peers.py", name, task, *rest[:2], "OUT", *rest[2:]]


def ambit_command(*arguments):
    return [ambit, *arguments, "--format", "csv", "--database", database]


def main():
    layer, at = points_file(stations, 1), points_file(places, 2)
    if not os.path.exists(database):
        named = f"{work}/named-{stations}.csv"
        with open(layer) as source, open(named, "w") as target:
            for number, line in enumerate(source):
                target.write("name," + line if number == 0 else f"Hall {number - 1}," + line)
        subprocess.run([ambit, "import", "stations", named, "--dataset", "bench", "--quiet",
                        "--database", database + ".new"], check=True)
        for ending in ("", "-wal", "-shm"):
            if os.path.exists(database + ".new" + ending):
                os.replace(database + ".new" + ending, database + ending)
    row = ["--fields", "at_id,id,distance_m"]
    joined = ["--fields", "a_id,b_id,distance_m"]
    exact = ("DuckDB", "shapely", "scipy")
    table(f"pairs within 1 km, {places:,} places, {stations:,} stations", "pairs", {
        "Ambit within (database)": ambit_command("within", "stations", "--at", at, "--radius", "1000m", *row),
        "joined (Ambit, two files)": ambit_command("join", at, layer, "--within", "1000m", *joined),
        "DuckDB spatial, spheroid": peer("duckdb", "pairs", at, layer, "1000"),
        "shapely and pyproj": peer("shapely", "pairs", at, layer, "1000"),
        "scipy and pyproj": peer("scipy", "pairs", at, layer, "1000"),
        "SedonaDB geography, sphere": peer("sedonadb", "pairs", at, layer, "1000"),
    }, "Ambit within (database)", exact + ("joined",), lambda mine: brute_force(mine, at, layer, radius=1000))
    table("how many within 1 km of each place", "count", {
        "Ambit within --count (database)": ambit_command("within", "stations", "--at", at, "--radius", "1000m", "--count"),
    }, "Ambit within --count (database)")
    table("the nearest 10 of each place", "nearest", {
        "Ambit nearest (database)": ambit_command("nearest", "stations", "--at", at, "-k", "10", *row),
        "joined (Ambit, two files)": ambit_command("join", at, layer, "--nearest", "-k", "10", *joined),
        "scipy and pyproj": peer("scipy", "nearest", at, layer, "10"),
        "SedonaDB, planar degrees": peer("sedonadb", "nearest", at, layer, "10"),
    }, "Ambit nearest (database)", ("scipy", "joined"), lambda mine: brute_force(mine, at, layer, count=10))
    other = points_file(stations, 3)
    table(f"{stations:,} by {stations:,} of two files within 100 m", "files", {
        "Ambit join (two files)": ambit_command("join", other, layer, "--within", "100m", *joined),
        "DuckDB spatial, spheroid": peer("duckdb", "pairs", other, layer, "100"),
        "shapely and pyproj": peer("shapely", "pairs", other, layer, "100"),
        "scipy and pyproj": peer("scipy", "pairs", other, layer, "100"),
        "SedonaDB geography, sphere": peer("sedonadb", "pairs", other, layer, "100"),
    }, "Ambit join (two files)", exact, lambda mine: brute_force(mine, other, layer, radius=100))
    if points:
        many, areas = points_file(points, 4), areas_file()
        table(f"{points:,} points in 3,000 polygons, two files", "polygons", {
            "Ambit join (two files)": ambit_command("join", many, areas, "--within", "0m", "--fields", "a_id,b_id"),
            "DuckDB spatial": peer("duckdb", "polygons", many, areas),
            "SedonaDB": peer("sedonadb", "polygons", many, areas),
            "geopandas": peer("geopandas", "polygons", many, areas),
        }, "Ambit join (two files)", check=lambda mine: polygons_by_shapely(mine, many, areas))
    table("the nearest 100 of each place: many rows out", "rows", {
        "Ambit nearest (database)": ambit_command("nearest", "stations", "--at", at, "-k", "100", *row),
    }, "Ambit nearest (database)")


main()
