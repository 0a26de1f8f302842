#!/usr/bin/env python3
"""Writes a million messages and query places for the benchmarks of the service.

usage: messages.py DATA N OUT

DATA holds C_N.pts and C.qry as scripts/bench-peers/data.py writes them: places clustered like people.
OUT gets messages.csv (each with a text of 20 to 200 characters, a category, a range of 50 km and 30
days to live) and places.txt (a latitude and a longitude a line). Places are rounded to 7 decimals,
11 mm, which is more than telephones know.
"""
import struct
import sys
import time

import numpy

WORDS = ("coffee free today at the corner lost grey cat answers to Momo road closed until noon who "
         "plays chess in the park tonight best soup in town says everybody the bridge is open "
         "again bring a chair and a song bakery sells yesterday's bread for half").split()
CATEGORIES = ["funny", "cute", "educational", "news", "question", "help"]


def read(path):
    with open(path, "rb") as file:
        assert file.read(8) == b"GPTS0001"
        (count,) = struct.unpack("<Q", file.read(8))
        lon = numpy.frombuffer(file.read(8 * count))
        lat = numpy.frombuffer(file.read(8 * count))
        file.read(4 * count)
        category = numpy.frombuffer(file.read(count), dtype=numpy.uint8)
    return numpy.round(lat, 7), numpy.round(lon, 7), category


def main():
    data, count, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    random = numpy.random.default_rng(7)
    lat, lon, category = read(f"{data}/C_{count}.pts")
    lengths = random.integers(20, 201, count)
    long = " ".join(random.choice(WORDS, 4000))
    starts = random.integers(0, len(long) - 200, count)
    form = "%Y-%m-%dT%H:%M:%SZ"
    posted = time.strftime(form, time.gmtime())
    expires = time.strftime(form, time.gmtime(time.time() + 30 * 86400))
    with open(f"{out}/messages.csv", "w") as file:
        file.write("id,text,category,lat,lon,visible_radius_m,posted_at,expires_at\n")
        for n in range(count):
            text = long[starts[n]:starts[n] + lengths[n]]
            text = ("m" + text[1:-1] + ".") if len(text) > 2 else "mm"
            file.write(f"{n},{text},{CATEGORIES[category[n]]},{lat[n]:.7f},{lon[n]:.7f},50000,"
                       f"{posted},{expires}\n")
    lat, lon, _ = read(f"{data}/C.qry")
    with open(f"{out}/places.txt", "w") as file:
        for n in range(len(lat)):
            file.write(f"{lat[n]:.7f} {lon[n]:.7f}\n")


main()
