#!/usr/bin/env python3
"""Map matchers on made drives along a file of roads: Ambit beside Valhalla, on the same fixes and with one judge.

usage: monaco.py AMBIT VALHALLA ROADS [--count 1000] [--seed 42] [--noise 4] [--only Ambit,...]

Called by scripts/bench match monaco peers. A drive is the way that the service tells between two random places of drivable
roads (500 m or more), at an even pace, with normal noise to the north and to the east, and a fix each 1, 10 and 30 s. What a
matcher draws is made stretches between two places of the roads; their longest chain, in metres, that the way has too counts
as right, and what is beside it as false. The ways keep Ambit's rules of access; where Valhalla knows others, it goes round.
Exits with 1 where Ambit has less than 99, 98 and 95 %.
"""
import argparse
import json
import math
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time
import types
import urllib.request

import numpy

import match
import networks

BARS = {1: 0.99, 10: 0.98, 30: 0.95}
DRIVEN = {"motorway", "trunk", "primary", "secondary", "tertiary", "unclassified", "residential", "living_street",
          "motorway_link", "trunk_link", "primary_link", "secondary_link", "tertiary_link"}


def network(path):
    """All stretches of all highways, both ways, and the places of those that are driven on."""
    import osmium
    nodes, index, number, driven = [], {}, {}, set()
    for way in osmium.FileProcessor(path).with_locations().with_filter(osmium.filter.KeyFilter("highway")):
        if not way.is_way():
            continue
        line = []
        for node in way.nodes:
            if node.location.valid():
                place = node.location.lon, node.location.lat
                if place not in index:
                    index[place] = len(nodes)
                    nodes.append(place)
                line.append(index[place])
        for pair in zip(line, line[1:]):
            number.setdefault(pair, len(number))
            number.setdefault(pair[::-1], len(number))
        if way.tags["highway"] in DRIVEN:
            driven.update(line)
    return types.SimpleNamespace(nodes=numpy.array(nodes), number=number), sorted(driven)


def meters(a, b):
    return float(networks.meters_between(numpy.float64(a[0]), numpy.float64(a[1]), b[0], b[1]))


class Judge:
    def __init__(self, roads):
        self.lines = networks.Lines(roads)
        pairs = numpy.array(list(roads.number))
        start, end = roads.nodes[pairs[:, 0]], roads.nodes[pairs[:, 1]]
        self.meters = networks.meters_between(start[:, 0], start[:, 1], end[:, 0], end[:, 1])

    def stretches(self, lines):
        """The stretches of lines, and how much of each is gone: the first and the last are cut."""
        found, lengths = [], []
        for line in lines:
            arcs = self.lines.arcs(line)
            if not arcs:
                continue
            gone = [self.meters[arc] for arc in arcs]
            if len(line) > 2:
                if not self.lines.nodes_at(*line[0]):
                    gone[0] = min(gone[0], meters(line[0], line[1]))
                if not self.lines.nodes_at(*line[-1]):
                    gone[-1] = min(gone[-1], meters(line[-1], line[-2]))
            found += arcs
            lengths += gone
        return numpy.array(found, dtype=int), numpy.array(lengths)

    def score(self, truth, lines):
        found, lengths = self.stretches(lines)
        row = numpy.zeros(len(found) + 1)
        for arc in truth[::-1]:
            taken = numpy.where(found == arc, row[1:] + lengths, row[:-1])
            row[:-1] = numpy.maximum.accumulate(taken[::-1])[::-1]
        return self.meters[truth].sum(), row[0], lengths.sum() - row[0], lengths.sum()


def drives(arguments, roads, driven, judge, folder):
    """Ways of the service between random places."""
    database = folder / "roads.sqlite"
    subprocess.run([arguments.ambit, "import", "roads", arguments.roads, "--dataset", "roads", "--quiet",
                    "--database", database], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    service = subprocess.Popen(
        [arguments.ambit, "serve", "--port", "0", "--database", database], text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ, "AMBIT_RATE_LIMIT": "off"})
    chance, ways = random.Random(arguments.seed), []
    try:
        port = next(line.split("http://127.0.0.1:")[1].split()[0].strip("/.,") for line in service.stderr
                    if "http://127.0.0.1:" in line)
        while len(ways) < arguments.count:
            a, b = (roads.nodes[chance.choice(driven)] for _ in range(2))
            url = (f"http://127.0.0.1:{port}/route/v1/driving/{a[0]:.7f},{a[1]:.7f};{b[0]:.7f},{b[1]:.7f}"
                   "?overview=full&geometries=geojson")
            try:
                with urllib.request.urlopen(url) as answer:
                    route = json.load(answer)["routes"][0]
            except urllib.error.HTTPError as error:
                if error.code == 503:
                    time.sleep(0.1)
                error.read()
                continue
            line = route["geometry"]["coordinates"]
            # What leads to the road and from it is no part of the way.
            while line and not judge.lines.nodes_at(*line[0]):
                line = line[1:]
            while line and not judge.lines.nodes_at(*line[-1]):
                line = line[:-1]
            truth = judge.lines.arcs(line)
            length = judge.meters[truth].sum() if truth else 0
            if length >= 500:
                ways.append((line, numpy.array(truth), route["distance"] / route["duration"]))
    finally:
        service.terminate()
        service.wait()
    return database, ways


def fixes(line, pace, every, noise, chance):
    """(longitude, latitude, second) of a drive at an even pace."""
    line = numpy.array(line)
    gone = numpy.concatenate([[0], numpy.cumsum(networks.meters_between(
        line[:-1, 0], line[:-1, 1], line[1:, 0], line[1:, 1]))])
    seconds = numpy.arange(0, gone[-1] / pace, every)
    along = numpy.append(seconds * pace, gone[-1])
    seconds = numpy.append(seconds, math.ceil(gone[-1] / pace))
    lon, lat = numpy.interp(along, gone, line[:, 0]), numpy.interp(along, gone, line[:, 1])
    lat += chance.normal(0, noise, len(lat)) / 111_132
    lon += chance.normal(0, noise, len(lon)) / (111_320 * math.cos(math.radians(lat[0])))
    return numpy.column_stack([lon, lat, seconds])


def by_ambit(arguments, database, tracks, folder):
    """The lines of each track, and the seconds of the command from start to exit."""
    names = []
    for number, track in enumerate(tracks):
        names.append(folder / f"{number:06}.csv")
        with open(names[-1], "w") as file:
            file.write("time,lat,lon\n")
            for lon, lat, second in track.tolist():
                moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_000_000_000 + second))
                file.write(f"{moment},{lat:.7f},{lon:.7f}\n")
    start = time.perf_counter()
    text = subprocess.run([arguments.ambit, "match", *names, "--mode", "drive", "--format", "geojson",
                           "--database", database], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout
    seconds = time.perf_counter() - start
    lines = [[] for _ in tracks]
    for feature in json.loads(text)["features"]:
        if feature["properties"]["kind"] == "part" and feature["geometry"]["type"] == "LineString":
            number = int(pathlib.Path(feature["properties"]["track"]).stem)
            lines[number].append(feature["geometry"]["coordinates"])
    return lines, seconds


def by_valhalla(valhalla, tracks):
    lines, seconds = [], 0.0
    for track in tracks:
        found, took, *_ = valhalla.trace(track)
        lines.append(found)
        seconds += took
    return lines, seconds


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("ambit")
    parser.add_argument("valhalla")
    parser.add_argument("roads")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--noise", type=float, default=4)
    parser.add_argument("--only", default="Ambit,Valhalla,WideValhalla")
    arguments = parser.parse_args()
    roads, driven = network(arguments.roads)
    judge = Judge(roads)
    short = False
    with tempfile.TemporaryDirectory(prefix="ambit-match-") as folder:
        folder = pathlib.Path(folder)
        database, ways = drives(arguments, roads, driven, judge, folder)
        kilometers = sum(judge.meters[truth].sum() for _, truth, _ in ways) / 1000
        print(f"{len(ways)} ways, {kilometers:.0f} km, {arguments.noise:g} m of noise, seed {arguments.seed}\n")
        print("| fix each | matcher | found | false | correct | length off in the median | seconds |")
        print("|---|---|---|---|---|---|---|")
        matchers = []
        for name in arguments.only.split(","):
            matchers.append((name, None))
            if name != "Ambit":
                (folder / name).mkdir()
                matchers[-1] = (name, getattr(match, name)(arguments))
                matchers[-1][1].serve(pathlib.Path(arguments.roads), folder / name)
        try:
            for every in BARS:
                chance = numpy.random.default_rng([arguments.seed, every])
                tracks = [fixes(line, pace, every, arguments.noise, chance) for line, _, pace in ways]
                for name, matcher in matchers:
                    lines, seconds = (by_valhalla(matcher, tracks) if matcher
                                      else by_ambit(arguments, database, tracks, folder))
                    scores = [judge.score(truth, found) for (_, truth, _), found in zip(ways, lines)]
                    whole, right, false, _ = (sum(column) for column in zip(*scores))
                    off = statistics.median(abs(score[3] - score[0]) / score[0] for score in scores)
                    correct = (right - false) / whole
                    short |= name == "Ambit" and correct < BARS[every]
                    print(f"| {every} s | {matcher.name if matcher else 'Ambit (the whole command)'} | {right / whole:.2%}"
                          f" | {false / whole:.2%} | {correct:.2%} | {off:.2%} | {seconds:.1f} |", flush=True)
        finally:
            for _, matcher in matchers:
                if matcher:
                    matcher.end()
    print(f"\nload {os.getloadavg()[0]:.1f}")
    sys.exit(1 if short else 0)


if __name__ == "__main__":
    main()
