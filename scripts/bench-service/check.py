#!/usr/bin/env python3
"""Compares whole answers of the service with brute force over the file that it was given.

usage: check.py MESSAGES.csv PLACES.txt PORT [QUERIES]

Distances come from PROJ's geod_inverse. Every text, category, place and range, the order and each
distance to the millimetre must agree. Exits with 1 at the first that does not.
"""
import csv
import ctypes
import ctypes.util
import gzip
import json
import math
import sys
import urllib.request

import numpy

BROWSER = "gzip, deflate, br, zstd"
proj = ctypes.CDLL(ctypes.util.find_library("proj"))
ellipsoid = (ctypes.c_double * 256)()
proj.geod_init(ellipsoid, ctypes.c_double(6378137), ctypes.c_double(1 / 298.257223563))


def distance(lat1, lon1, lat2, lon2):
    meters = ctypes.c_double()
    proj.geod_inverse(ellipsoid, *map(ctypes.c_double, (lat1, lon1, lat2, lon2)),
                      ctypes.byref(meters), None, None)
    return meters.value


def rounded(text):
    # Halves away from zero.
    degrees = float(text)
    return math.copysign(math.floor(abs(degrees) * 100000 + 0.5) / 100000, degrees)


def main():
    with open(sys.argv[1]) as file:
        rows = list(csv.DictReader(file))
    # Places are told, and measured, with five decimals.
    lat = numpy.array([rounded(row["lat"]) for row in rows])
    lon = numpy.array([rounded(row["lon"]) for row in rows])
    with open(sys.argv[2]) as file:
        places = [tuple(map(float, line.split())) for line in file]
    asked = found = 0
    for north, east in places[:int(sys.argv[4]) if len(sys.argv) > 4 else 100]:
        for radius in (1000, 5000):
            url = (f"http://127.0.0.1:{sys.argv[3]}/v1/messages?lat={north:.7f}&lon={east:.7f}"
                   f"&radius_m={radius}&limit=1000")
            # Each second one packed, as browsers ask.
            packs = asked % 2 == 1
            request = urllib.request.Request(url, headers={"Accept-Encoding": BROWSER} if packs else {})
            with urllib.request.urlopen(request) as answer:
                body = answer.read()
                if answer.headers["Content-Encoding"] == "gzip":
                    body = gzip.decompress(body)
                features = json.loads(body)["features"]
            # A degree is at least 110.5 km northward; eastward the cosine counts.
            span = radius / 110500
            far = numpy.minimum(abs(lon - east), 360 - abs(lon - east))
            cosine = max(0.01, numpy.cos(numpy.radians(min(89.9, abs(north) + span))))
            near = numpy.flatnonzero((abs(lat - north) <= span) & (far <= span / cosine))
            expected = []
            for n in near:
                meters = distance(north, east, lat[n], lon[n])
                if meters <= radius:
                    expected.append((meters, rows[n], [lon[n], lat[n]]))
            expected.sort(key=lambda entry: entry[0])
            expected = expected[:1000]
            if len(features) != len(expected):
                sys.exit(f"error: {url}: {len(features)} found, {len(expected)} expected")
            for feature, (meters, row, point) in zip(features, expected):
                properties = feature["properties"]
                place = feature["geometry"]["coordinates"]
                same = (abs(properties["distance_m"] - meters) < 0.0011
                        and properties["text"] == row["text"]
                        and properties["category"] == row["category"]
                        and properties["visible_radius_m"] == float(row["visible_radius_m"])
                        and place == point)
                if not same:
                    sys.exit(f"error: {url}: {feature} is not {row} at {meters} m")
            asked += 1
            found += len(features)
    print(f"{asked} whole answers agree with brute force, {found} messages in them")


main()
