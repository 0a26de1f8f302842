"""Points of every kind, and GeographicLib's own distances between them: what answers are compared with."""

import random

from geographiclib.geodesic import Geodesic

# Closer than this to a radius, two right implementations may disagree.
TOLERANCE_M = 0.0002


def oracle(lat1, lon1, lat2, lon2):
    """The distance in metres by GeographicLib."""
    return Geodesic.WGS84.Inverse(lat1, lon1, lat2, lon2, Geodesic.DISTANCE)["s12"]


def _uniform(source):
    return source.uniform(-90, 90), source.uniform(-180, 180)


def _clustered(source):
    town = source.choice([(38.9, -77.0), (51.5, -0.1), (-33.9, 151.2)])
    return source.gauss(town[0], 0.05), source.gauss(town[1], 0.05)


def _duplicate(source):
    return source.choice([(10.0, 20.0), (10.0, 20.001), (0.0, 0.0), (0.0, 180.0)])


def _polar(source):
    pole = source.choice([90, -90])
    return pole - source.choice([0, source.uniform(0, 1)]) * (1 if pole > 0 else -1), source.uniform(-180, 180)


def _antimeridian(source):
    lon = source.choice([-180.0, 180.0, -180 + source.uniform(0, 0.1), 180 - source.uniform(0, 0.1)])
    return source.uniform(-0.1, 0.1), lon


TERRAINS = {
    "uniform": (_uniform, 3_000_000),
    "clustered": (_clustered, 5_000),
    "duplicate": (_duplicate, 200),
    "polar": (_polar, 60_000),
    "antimeridian": (_antimeridian, 9_000),
}


def points(name, count, seed):
    """So many latitudes and as many longitudes of a terrain."""
    make = TERRAINS[name][0]
    source = random.Random(f"{name} {seed}")
    places = [make(source) for _ in range(count)]
    return [place[0] for place in places], [place[1] for place in places]
