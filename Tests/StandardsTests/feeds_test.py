"""What Ambit serves to readers of news and to programs that ask for ways as they ask OSRM."""

import json
import pathlib
import sys
import unittest
import urllib.error
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "PythonSupport"))

from served import DOWNTOWN, NOWHERE, Service  # noqa: E402

import feedparser  # noqa: E402
import pyproj  # noqa: E402
import routingpy  # noqa: E402


def setUpModule():
    global SERVICE
    SERVICE = Service()
    unittest.addModuleCleanup(SERVICE.close)


def status(path):
    """The status with which something is refused, and what is said."""
    try:
        with urllib.request.urlopen(SERVICE.url + path) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


class AtomTests(unittest.TestCase):
    def feed(self, at, radius, **more):
        query = urllib.parse.urlencode({**at, "radius_m": radius, **more})
        with urllib.request.urlopen(f"{SERVICE.url}/v1/messages.atom?{query}") as answer:
            self.assertEqual(answer.headers["Content-Type"], "application/atom+xml")
            read = feedparser.parse(answer.read())
        self.assertFalse(read.bozo, read.get("bozo_exception"))
        self.assertEqual(read.version, "atom10")
        return read

    def test_a_feed_has_what_can_be_seen_the_newest_first(self):
        first = SERVICE.post("Soup & bread <free>, \"today\"", at=NOWHERE)
        second = SERVICE.post("Second message " + "x" * 80, at=NOWHERE, category="help")
        read = self.feed(NOWHERE, 500)
        self.assertEqual([entry.id.split(":")[-1] for entry in read.entries], [second, first])
        self.assertEqual(read.entries[0].title, "Second message " + "x" * 64 + "…")
        self.assertEqual(read.entries[1].content[0].value, "Soup & bread <free>, \"today\"")
        self.assertEqual(read.entries[0].tags[0].term, "help")
        longitude, latitude = read.entries[0].where["coordinates"]
        self.assertAlmostEqual(latitude, NOWHERE["lat"], 4)
        self.assertAlmostEqual(longitude, NOWHERE["lon"], 4)
        only = self.feed(NOWHERE, 500, category="help")
        self.assertEqual([entry.id.split(":")[-1] for entry in only.entries], [second])
        # Reaching 1,000 m, they are not seen from 1.1 km however far one looks.
        away = {"lat": NOWHERE["lat"] + 0.01, "lon": NOWHERE["lon"]}
        self.assertEqual(self.feed(away, 50_000).entries, [])

    def test_what_is_wrong_is_told_by_its_name(self):
        for query, name in (("lat=1&lon=2", "radius_m"), ("lat=91&lon=2&radius_m=5", "lat"),
                            ("lat=1&lon=2&radius_m=500&cursor=x", "cursor")):
            code, problem = status(f"/v1/messages.atom?{query}")
            self.assertEqual(code, 400)
            self.assertIn(name, [error["parameter"] for error in problem["errors"]])


class RouteTests(unittest.TestCase):
    START = [DOWNTOWN["lon"], DOWNTOWN["lat"]]
    END = [DOWNTOWN["lon"] + 0.01, DOWNTOWN["lat"] + 0.006]

    def setUp(self):
        self.router = routingpy.OSRM(base_url=SERVICE.url, retry_over_query_limit=False,
                                     skip_api_error=False)

    def own(self, mode):
        query = urllib.parse.urlencode({
            "from": f"{self.START[1]},{self.START[0]}", "to": f"{self.END[1]},{self.END[0]}",
            "mode": mode})
        return SERVICE.ask("GET", f"/v1/directions?{query}")

    def test_the_way_is_that_of_directions_however_it_is_written(self):
        for profile, mode in (("driving", "drive"), ("walking", "walk")):
            own = self.own(mode)
            self.assertEqual(own["method"], "road")
            for geometries, places in (("polyline", 5), ("polyline6", 6), ("geojson", 6)):
                way = self.router.directions([self.START, self.END], profile,
                                             geometries=geometries, overview="full")
                self.assertAlmostEqual(way.distance, own["distance_m"], delta=1)
                self.assertAlmostEqual(way.duration, own["duration_s"], delta=1)
                self.assertEqual(len(way.geometry), len(own["geometry"]["coordinates"]))
                for found, wanted in zip(way.geometry, own["geometry"]["coordinates"]):
                    for one, other in zip(found, wanted):
                        self.assertAlmostEqual(one, other, places - 1)

    def test_steps_follow_each_other_along_the_whole_way(self):
        way = self.router.directions([self.START, self.END], "driving", steps=True,
                                     geometries="geojson", overview="full")
        leg = way.raw["routes"][0]["legs"][0]
        steps = leg["steps"]
        self.assertEqual(steps[0]["maneuver"]["type"], "depart")
        self.assertEqual(steps[-1]["maneuver"]["type"], "arrive")
        self.assertAlmostEqual(sum(step["distance"] for step in steps), leg["distance"], delta=1)
        geodesic = pyproj.Geod(ellps="WGS84")
        length = 0
        for step, following in zip(steps, steps[1:] + [None]):
            line = step["geometry"]["coordinates"]
            length += geodesic.line_length(*zip(*line))
            if following:
                self.assertEqual(line[-1], following["geometry"]["coordinates"][0])
        self.assertAlmostEqual(length, leg["distance"], delta=1)

    def test_places_between_are_passed(self):
        middle = [self.START[0] + 0.004, self.START[1] - 0.003]
        way = self.router.directions([self.START, middle, self.END], "walking", steps=False)
        legs = way.raw["routes"][0]["legs"]
        self.assertEqual(len(legs), 2)
        self.assertEqual(len(way.raw["waypoints"]), 3)
        self.assertAlmostEqual(sum(leg["distance"] for leg in legs),
                               way.raw["routes"][0]["distance"], delta=0.2)

    def test_what_is_wrong_is_told_by_its_name(self):
        for path, name in (
            ("/route/v1/flying/1,2;3,4", "profile"), ("/route/v1/driving/1,2", "coordinates"),
            ("/route/v1/driving/1,2;3,94", "coordinates"),
            ("/route/v1/driving/1,2;x,4", "coordinates"),
            ("/route/v1/driving/1,2;3,4?geometries=wkt", "geometries"),
            ("/route/v1/driving/1,2;3,4?steps=maybe", "steps"),
            ("/route/v1/driving/1,2;3,4?speed=9", "speed"),
        ):
            code, problem = status(path)
            self.assertEqual(code, 400, path)
            self.assertIn(name, [error["parameter"] for error in problem["errors"]])
            self.assertEqual(problem["code"], {"profile": "InvalidValue", "coordinates": "InvalidQuery"}.get(
                name, "InvalidOptions"), path)
            self.assertIn(name, problem["message"])
        for path, word in (("/route/v1/driving/1,2;3,4", "NoSegment"),
                           ("/route/v1/driving/" + ";".join(["1,2"] * 26), "TooBig")):
            code, problem = status(path)
            self.assertEqual(code, 400, path)
            self.assertEqual(problem["code"], word, problem)
            self.assertTrue(problem["message"])


if __name__ == "__main__":
    unittest.main()
