"""Filters of CQL2, answered by Ambit and by programs that know nothing of it.

The abstract tests of OGC API - Features, Part 3, and of CQL2 are restated here from outside; this is no certificate.
"""

import json
import pathlib
import random
import re
import sys
import unittest
import urllib.error
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "PythonSupport"))

from served import Service  # noqa: E402

import cql2  # noqa: E402
import pygeofilter.parsers.cql2_json  # noqa: E402
import pyproj  # noqa: E402
import shapely.geometry  # noqa: E402
from pygeofilter import ast  # noqa: E402
from pygeofilter.backends.native.evaluate import NativeEvaluator  # noqa: E402

CQL2 = "http://www.opengis.net/spec/cql2/1.0/conf/"
FEATURES = "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/"
EPSG = "http://www.opengis.net/def/crs/EPSG/0/"


def setUpModule():
    global SERVICE, ROOT, EVERYTHING
    SERVICE = Service()
    unittest.addModuleCleanup(SERVICE.close)
    ROOT = f"{SERVICE.url}/ogc"
    EVERYTHING = {name: items(name) for name in ("stations", "roads", "districts-precinct")}


def ask(name, **query):
    """An answer's status and what it tells."""
    address = f"{ROOT}/collections/{name}/items?" + urllib.parse.urlencode(
        {key.replace("_", "-"): value for key, value in query.items()})
    try:
        with urllib.request.urlopen(address) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def items(name, **query):
    status, page = ask(name, limit=10_000, **query)
    assert status == 200, page
    assert len(page["features"]) == page["numberMatched"]
    return page["features"]


def ids(features):
    return {feature["id"] for feature in features}


class Maker:
    """Filters by chance, of what collections have."""

    def __init__(self, name, numbers):
        self.numbers = numbers
        self.features = EVERYTHING[name]
        self.texts = {"stations": ["name", "station_type", "wheelchair", "dataset"],
                      "roads": ["kind", "driving", "walking", "name"],
                      # Not their type: the judge takes that for the feature's own.
                      "districts-precinct": ["code", "name", "dataset"]}[name]
        self.measures = {"roads": ["speed_km_h"]}.get(name, [])
        self.flags = {"roads": ["roundabout"]}.get(name, [])

    def text(self, key):
        values = sorted({one["properties"][key] for one in self.features
                         if one["properties"][key] is not None})
        return self.numbers.choice(values)

    @staticmethod
    def quoted(text):
        return "'" + text.replace("'", "''") + "'"

    def place(self):
        spread = 0.12
        return (round(-101.5 + self.numbers.uniform(-spread, spread), 4),
                round(42.12 + self.numbers.uniform(-spread, spread), 4))

    def geometry(self):
        (a, b), (c, d), (e, f) = self.place(), self.place(), self.place()
        kind = self.numbers.randrange(4)
        if kind == 0:
            return f"BBOX({min(a, c)}, {min(b, d)}, {max(a, c)}, {max(b, d)})"
        if kind == 1:
            return f"POLYGON(({a} {b}, {c} {d}, {e} {f}, {a} {b}))"
        if kind == 2:
            return f"LINESTRING({a} {b}, {c} {d}, {e} {f})"
        return f"MULTIPOLYGON((({a} {b}, {a + 0.05} {b}, {a + 0.05} {b + 0.05}, {a} {b})))"

    def primary(self):
        pick = self.numbers.choice
        choice = self.numbers.randrange(8)
        if choice == 0 and self.measures:
            key, low = pick(self.measures), self.numbers.randrange(10, 120)
            return pick([f"{key} {pick(['=', '<>', '<', '<=', '>', '>='])} {low}",
                         f"{key} BETWEEN {low} AND {low + self.numbers.randrange(40)}",
                         f"{key} IN ({low}, 50, 30)"])
        if choice == 1 and self.flags:
            return pick([pick(self.flags), f"{pick(self.flags)} = {pick(['true', 'false'])}"])
        if choice in (2, 3):
            return f"{pick(['S_INTERSECTS', 'S_DISJOINT'])}(geometry, {self.geometry()})"
        key = pick(self.texts)
        value = self.text(key)
        part = value[self.numbers.randrange(len(value)):][:self.numbers.randrange(1, 5)]
        return pick([
            f"{key} {pick(['=', '<>', '<', '<=', '>', '>='])} {self.quoted(value)}",
            f"casei({key}) = casei({self.quoted(value.upper())})",
            f"{key} IN ({self.quoted(value)}, {self.quoted(self.text(key))})",
            f"{key} LIKE {self.quoted('%' + part + '%')}",
            f"{key} LIKE {self.quoted(value[:2] + '%')}",
            f"casei({key}) LIKE casei({self.quoted('%' + part.upper() + '%')})",
            f"{key} IS NOT NULL",
        ])

    def condition(self, depth=0):
        choice = self.numbers.randrange(6) if depth < 3 else 5
        if choice == 0:
            return f"NOT ({self.condition(depth + 1)})"
        if choice < 3:
            word = self.numbers.choice([" AND ", " OR "])
            return "(" + word.join(self.condition(depth + 1)
                                   for _ in range(self.numbers.randrange(2, 4))) + ")"
        return self.primary()

    def is_known(self, feature, text):
        """Whether the filter asks for nothing of the feature that is null: of that, programs differ."""
        if feature["geometry"] is None and "geometry" in text:
            return False
        return not any(value is None and re.search(rf"\b{key}\b", text)
                       for key, value in feature["properties"].items())


class SecondJudge:
    """What PyPI's pygeofilter finds among features, by a filter in JSON.

    It reads an earlier draft of CQL2, so three things are said in its words: a box is a polygon, the bounds of
    BETWEEN are a list, and a pattern is a text. `_` is its single letter only where it is told so.
    """

    def __init__(self, features):
        self.items = {one["id"]: {"properties": one["properties"], "geometry":
                                  one["geometry"] and shapely.geometry.shape(one["geometry"])}
                      for one in features}

    @classmethod
    def drafted(cls, node):
        if isinstance(node, list):
            return [cls.drafted(one) for one in node]
        if not isinstance(node, dict):
            return node
        if "bbox" in node:
            west, south, east, north = node["bbox"]
            return {"type": "Polygon", "coordinates": [[
                [west, south], [east, south], [east, north], [west, north], [west, south]]]}
        if "op" not in node:
            return node
        arguments = [cls.drafted(one) for one in node["args"]]
        if node["op"] == "between":
            arguments = [arguments[0], arguments[1:]]
        elif node["op"] == "like" and isinstance(arguments[1], dict):
            arguments = [arguments[0], node["args"][1]["args"][0].lower()]
        return {"op": node["op"], "args": arguments}

    @classmethod
    def tell_single_letter(cls, node):
        if isinstance(node, ast.Like):
            node.singlechar = "_"
        if isinstance(node, ast.Node):
            parts = node.get_sub_nodes()
            for part in parts if isinstance(parts, list) else [parts]:
                cls.tell_single_letter(part)

    def matches(self, condition, ids):
        """Those of some features that a filter, as JSON has it, is true of."""
        tree = pygeofilter.parsers.cql2_json.parse(self.drafted(condition))
        self.tell_single_letter(tree)
        is_true = NativeEvaluator(
            {"lower": str.lower}, {"geometry": "geometry", "*": "properties.*"}, use_getattr=False,
        ).evaluate(tree)
        return {key for key in ids if is_true(self.items[key])}


class FilterTests(unittest.TestCase):
    def test_conformance_names_the_classes(self):
        with urllib.request.urlopen(f"{ROOT}/conformance") as answer:
            classes = json.loads(answer.read())["conformsTo"]
        for name in ("queryables", "queryables-query-parameters", "filter", "features-filter"):
            self.assertIn(FEATURES + name, classes)
        for name in ("cql2-text", "cql2-json", "basic-cql2", "advanced-comparison-operators",
                     "case-insensitive-comparison", "basic-spatial-functions",
                     "basic-spatial-functions-plus", "temporal-functions", "functions"):
            self.assertIn(CQL2 + name, classes)

    def test_filters_by_chance_find_what_two_other_programs_find(self):
        numbers = random.Random(4)
        found = 0
        for name, count in (("stations", 250), ("roads", 100), ("districts-precinct", 150)):
            maker = Maker(name, numbers)
            second = SecondJudge(maker.features)
            for number in range(count):
                text = maker.condition()
                judge = cql2.Expr(text)
                known = [one for one in maker.features if maker.is_known(one, text)]
                expected = {one["id"] for one in known if judge.matches(one)}
                listed = [one["id"] for one in items(name, filter=text)]
                mine = set(listed)
                self.assertEqual(mine & ids(known), expected, text)
                if number % 3 == 0:  # it takes its time
                    self.assertEqual(second.matches(judge.to_json(), ids(known)), expected, text)
                written = json.dumps(judge.to_json())
                # The order is the same, so that a first page and the number of all tell whether all are.
                status, page = ask(name, filter=written, filter_lang="cql2-json", limit=100)
                self.assertEqual(status, 200, written)
                self.assertEqual([one["id"] for one in page["features"]], listed[:100], written)
                self.assertEqual(page["numberMatched"], len(listed), written)
                found += bool(expected) and len(expected) < len(known)
        self.assertGreater(found, 200)

    def test_what_is_near_is_what_proj_measures(self):
        geod = pyproj.Geod(ellps="WGS84")
        numbers = random.Random(5)
        stations = [one for one in EVERYTHING["stations"] if one["geometry"]]
        for _ in range(40):
            lon, lat = -101.5 + numbers.uniform(-0.2, 0.2), 42.1 + numbers.uniform(-0.2, 0.2)
            away = {one["id"]: geod.inv(lon, lat, *one["geometry"]["coordinates"])[2]
                    for one in stations}
            meters = numbers.choice(sorted(away.values()))
            for bound in (meters + 0.001, meters - 0.001):
                mine = ids(items("stations",
                                 filter=f"S_DWITHIN(geometry, POINT({lon!r} {lat!r}), {bound!r})"))
                self.assertEqual(mine, {key for key, value in away.items() if value <= bound})

    def test_malformed_filters_are_400_with_the_place(self):
        numbers = random.Random(6)
        maker = Maker("stations", numbers)
        refused = 0
        for _ in range(300):
            text = maker.condition()
            place = numbers.randrange(len(text))
            broken = numbers.choice([text[:place], text[place:], text[:place] + "'" + text[place:],
                                     text[:place] + ")" + text[place:],
                                     text[:place] + "\u00e9\u0000" + text[place:],
                                     text.replace("name", "nmae"), text + " AND"])
            status, answer = ask("stations", filter=broken, limit=1)
            self.assertIn(status, (200, 400), broken)
            if status == 400:
                refused += 1
                error = answer["errors"][0]
                self.assertEqual(error["parameter"], "filter")
                if broken:
                    self.assertRegex(error["message"], r"at character \d+: |is empty|not percent")
        self.assertGreater(refused, 150)
        for depth in (40, 1000, 2000):
            for text in ("(" * depth + "name = 'a'" + ")" * depth, "NOT " * depth + "name = 'a'"):
                self.assertEqual(ask("stations", filter=text)[0], 400)

    def test_systems_and_old_names(self):
        box = "S_INTERSECTS(geometry, BBOX(-101.5, 42.1, -101.45, 42.2))"
        plain = ids(items("stations", filter=box))
        self.assertGreater(len(plain), 10)
        turned = "S_INTERSECTS(geometry, BBOX(42.1, -101.5, 42.2, -101.45))"
        self.assertEqual(ids(items("stations", filter=turned, filter_crs=EPSG + "4326")), plain)
        self.assertEqual(ids(items("stations", filter=box, filter_lang="cql-text")), plain)


if __name__ == "__main__":
    unittest.main()
