#!/usr/bin/env python3
"""Compares whole answers of GET /v1/vote with what the files of Washington say.

usage: check.py FILES PORT PLACES

Writes random places of the city into PLACES, and asks for the first of them. Which polygons hold a
place is found by counting the edges that a ray crosses, distances by PROJ, and the ballot by the rows
of the place's precinct and the number of its single-member district. Exits with 1 at the first answer
that differs.
"""
import csv
import ctypes
import ctypes.util
import gzip
import io
import json
import random
import re
import sys
import urllib.request

PLACES, CHECKED = 2000, 200
PSEUDO = {"WRITE-IN", "OVER VOTES", "UNDER VOTES"}

proj = ctypes.CDLL(ctypes.util.find_library("proj"))
ellipsoid = (ctypes.c_double * 256)()
proj.geod_init(ellipsoid, ctypes.c_double(6378137), ctypes.c_double(1 / 298.257223563))


def distance(a, b):
    meters = ctypes.c_double()
    proj.geod_inverse(ellipsoid, *map(ctypes.c_double, (*a, *b)), ctypes.byref(meters), None, None)
    return meters.value


def rings(path):
    with gzip.open(path) as file:
        features = json.load(file)["features"]
    for feature in features:
        geometry = feature["geometry"]
        parts = geometry["coordinates"]
        if geometry["type"] == "Polygon":
            parts = [parts]
        every = [ring for part in parts for ring in part]
        xs = [p[0] for ring in every for p in ring]
        ys = [p[1] for ring in every for p in ring]
        yield feature["properties"], every, (min(xs), min(ys), max(xs), max(ys))


def holds(area, lat, lon):
    _, every, (west, south, east, north) = area
    if not (west <= lon <= east and south <= lat <= north):
        return False
    inside = False
    for ring in every:
        for (x1, y1, *_), (x2, y2, *_) in zip(ring, ring[1:]):
            if (y1 > lat) != (y2 > lat) and lon < (x2 - x1) * (lat - y1) / (y2 - y1) + x1:
                inside = not inside
    return inside


def main():
    files, port, places_file = sys.argv[1:4]
    layers = {
        "precinct": ("voting_precincts_2012", lambda p: re.search(r"\d+", p["NAME"]).group()),
        "ward": ("wards_2012", lambda p: str(p["WARD"])),
        "single_member_district": ("smd_2013", lambda p: p["SMD_ID"]),
        "commission": ("anc_2013", lambda p: p["ANC_ID"]),
        "postcode": ("zip_codes", lambda p: str(p["ZIPCODE"])),
        "school_district": ("school_election_districts", None),
        "city": ("boundary", None),
    }
    # The file has two polygons of some codes, which overlap: the second is refused.
    areas = {kind: list(rings(f"{files}/{name}.geojson.gz")) for kind, (name, _) in layers.items()}
    codes = [layers["postcode"][1](a[0]) for a in areas["postcode"]]
    doubtful = {c for c in codes if codes.count(c) > 1}
    with open(f"{files}/polling_places.csv", newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    served = {}
    for row in rows:
        # The importer keeps one blank of "J.O.  WILSON SCHOOL".
        served.setdefault(row["PRECINCT_N"], set()).add(" ".join(row["NAME"].split()))
    points = {(float(r["LATITUDE"]), float(r["LONGITUDE"]), r["NAME"].strip()) for r in rows}
    with open(f"{files}/contests_20161108_precinct.csv", encoding="utf-8-sig", newline="") as file:
        text = file.read().replace("\r", "\n")
    ballots = {}
    for row in csv.DictReader(io.StringIO(text)):
        if row["candidate"].strip() in PSEUDO or row["office"].startswith("Registered"):
            continue
        contest = (row["office"], row["district"])
        ballots.setdefault(row["precinct"], {}).setdefault(contest, set()).add(" ".join(row["candidate"].split()))
    by_smd = {}
    for contests in ballots.values():
        for (office, _), names in contests.items():
            match = re.match(r"ANC - (\S+)", office)
            if match:
                by_smd.setdefault(match.group(1), set()).update(names)

    dice = random.Random(2016)
    places = []
    while len(places) < PLACES:
        lat, lon = round(dice.uniform(38.79, 39.0), 7), round(dice.uniform(-77.12, -76.9), 7)
        if holds(areas["city"][0], lat, lon):
            places.append((lat, lon))
    with open(places_file, "w") as file:
        file.writelines(f"{lat:.7f} {lon:.7f}\n" for lat, lon in places)

    ballots_seen = 0
    for lat, lon in places[:CHECKED]:
        url = f"http://127.0.0.1:{port}/v1/vote?lat={lat:.7f}&lon={lon:.7f}"
        with urllib.request.urlopen(url) as reply:
            answer = json.load(reply)

        def require(what, found, expected):
            if found != expected:
                sys.exit(f"error: {url}: {what}: {found}, but the files say {expected}")

        inside = {kind: [a for a in areas[kind] if holds(a, lat, lon)] for kind in layers}
        for kind, (_, code) in layers.items():
            found = sorted(d["code"].removeprefix("ANC ") for d in answer["districts"]
                           if d["type"] == kind)
            if code is None:
                require(f"number of {kind}", len(found), len(inside[kind]))
            else:
                expected = sorted({code(a[0]) for a in inside[kind]})
                require(kind, [c for c in found if c not in doubtful],
                        [c for c in expected if c not in doubtful])
        precincts = [layers["precinct"][1](a[0]) for a in inside["precinct"]]
        if len(precincts) == 1:
            names = {f["properties"]["name"] for f in answer["assignment"]["stations"]}
            require("assigned stations", names, served[precincts[0]])
            smd = [a[0]["SMD_ID"] for a in inside["single_member_district"]]
            expected = [n for (office, _), n in ballots[precincts[0]].items()
                        if not office.startswith("ANC - ")] + [by_smd[s] for s in smd if s in by_smd]
            found = [{c["name"] for c in contest["candidates"]} for contest in answer["contests"]]
            key = lambda names: sorted(names)
            require("candidates", sorted(map(key, found)), sorted(map(key, expected)))
            ballots_seen += 1
        near = sorted(round(distance((lat, lon), p[:2]), 3) for p in points)[:5]
        shown = [f["properties"]["distance_m"] for f in answer["nearby"]["features"]]
        if len(shown) != 5 or any(abs(a - b) > 0.0011 for a, b in zip(shown, near)):
            require("nearby", shown, near)
    print(f"{CHECKED} whole answers agree with the files, {ballots_seen} of them with their ballots")


main()
