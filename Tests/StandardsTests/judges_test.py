"""Other servers of the same standards over the same data: pygeoapi and TiPg, whose answers have to be ours; and
QGIS and MapLibre, which read and draw them.
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "PythonSupport"))
sys.path.insert(0, str(HERE.parent / "ClusterTests"))

from served import Service  # noqa: E402
from servers import Pair, programs  # noqa: E402

import mapbox_vector_tile  # noqa: E402
import shapely  # noqa: E402
import shapely.geometry  # noqa: E402

# Collections of points, of lines and of areas.
COMPARED = ("stations", "roads", "districts-precinct", "message-density")


def setUpModule():
    global SERVICE, ROOT, EVERYTHING
    SERVICE = Service()
    unittest.addModuleCleanup(SERVICE.close)
    ROOT = f"{SERVICE.url}/ogc"
    EVERYTHING = {name: features(name) for name in (*COMPARED, "elections")}


def told(address):
    with urllib.request.urlopen(address) as answer:
        return json.loads(answer.read())


def features(name, **query):
    """All that is found, over all pages."""
    address = f"{ROOT}/collections/{name}/items?" + urllib.parse.urlencode({"limit": 10_000, **query})
    found = []
    while address:
        page = told(address)
        found += page["features"]
        address = next((link["href"] for link in page["links"] if link["rel"] == "next"), None)
    return found


def found(name, **query):
    return {feature["id"] for feature in features(name, **query)}


def boxes(name, count, seed):
    """Boxes of all sizes about the places of a collection, some of them with a place on an edge."""
    numbers = random.Random(seed)
    places = [place for feature in EVERYTHING[name] if feature["geometry"]
              for place in shapely.get_coordinates(shapely.geometry.shape(feature["geometry"])).tolist()]
    for number in range(count):
        x, y = numbers.choice(places)
        width, height = (10 ** numbers.uniform(-4, -0.3) for _ in range(2))
        # Edges with few digits, so that all programs read the same numbers; now and then a place's own.
        west, south = (x, y) if number % 4 == 0 else (round(x - width / 2, 6), round(y - height / 2, 6))
        yield west, south, round(west + width, 6), round(south + height, 6)


def written(box):
    return ",".join(map(repr, box))


class PygeoapiTests(unittest.TestCase):
    """The reference implementation of OGC API, over files of the features that we serve."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="ambit-test-")
        cls.addClassCleanup(folder.cleanup)
        resources = {}
        for name in COMPARED:
            file = f"{folder.name}/{name}.geojson"
            with open(file, "w", encoding="utf-8") as out:
                json.dump({"type": "FeatureCollection", "features": [
                    {**one, "properties": {"key": one["id"]}} for one in EVERYTHING[name] if one["geometry"]]}, out)
            resources[name] = {
                "type": "collection", "title": name, "description": name, "keywords": ["test"],
                "extents": {"spatial": {"bbox": [-180, -90, 180, 90],
                                        "crs": "http://www.opengis.net/def/crs/OGC/1.3/CRS84"}},
                "providers": [{"type": "feature", "name": "GeoJSON", "data": file, "id_field": "key"}],
            }
        config = f"{folder.name}/pygeoapi.yml"
        with open(config, "w", encoding="utf-8") as out:  # YAML holds JSON
            json.dump({
                "server": {"bind": {"host": "127.0.0.1", "port": 5000}, "url": "http://127.0.0.1:5000",
                           "mimetype": "application/json; charset=UTF-8", "encoding": "utf-8",
                           "languages": ["en-US"], "limits": {"default_items": 10, "max_items": 100_000},
                           "map": {"url": "http://127.0.0.1/", "attribution": "none"}},
                "logging": {"level": "ERROR"},
                "metadata": {
                    "identification": {"title": "t", "description": "d", "keywords": ["k"],
                                       "keywords_type": "theme", "terms_of_service": "none", "url": "http://none"},
                    "license": {"name": "none", "url": "http://none"},
                    "provider": {"name": "none", "url": "http://none"},
                    "contact": {"name": "none", "url": "http://none"}},
                "resources": resources}, out)
        document = f"{folder.name}/openapi.json"
        environment = {"PYGEOAPI_CONFIG": config, "PYGEOAPI_OPENAPI": document}
        os.environ.update(environment)
        cls.addClassCleanup(lambda: [os.environ.pop(name) for name in environment])
        pathlib.Path(document).write_text('{"openapi": "3.0.2"}', encoding="utf-8")
        from pygeoapi.flask_app import APP  # reads the environment

        cls.client = APP.test_client()

    def listed(self, name, **query):
        answer = self.client.get(f"/collections/{name}/items", query_string={"f": "json", "limit": 10_000, **query})
        self.assertEqual(answer.status_code, 200, answer.data)
        return answer.json

    def test_boxes_find_the_same(self):
        some = 0
        for name in COMPARED:
            for box in boxes(name, 25, seed=1):
                theirs = {one["properties"]["key"] for one in self.listed(name, bbox=written(box))["features"]}
                mine = found(name, bbox=written(box))
                self.assertEqual(mine, theirs, f"{name} {box}")
                some += 0 < len(mine) < len(EVERYTHING[name])
        self.assertGreater(some, 30)

    def test_a_page_and_a_feature_are_the_same(self):
        for name in COMPARED:
            whole = [one for one in EVERYTHING[name] if one["geometry"]]
            page = self.listed(name, limit=7, offset=3)
            self.assertEqual(page["numberMatched"], len(whole))
            mine = [one for one in features(name) if one["geometry"]][3:10]
            self.assertEqual([one["properties"]["key"] for one in page["features"]], [one["id"] for one in mine])
            for one, other in zip(mine, page["features"], strict=True):
                self.assertEqual(one["geometry"], other["geometry"])


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class TiPgTests(unittest.TestCase):
    """A server over PostGIS, whose boxes, moments, conditions and tiles are the database's own."""

    @classmethod
    def setUpClass(cls):
        import psycopg

        cls.pair = Pair(has_standby=False)
        cls.addClassCleanup(cls.pair.close)
        port = cls.pair.primary.port
        cls.pair.primary.make_database("judge")
        address = f"postgresql://postgres@127.0.0.1:{port}/judge"
        with psycopg.connect(address, autocommit=True) as database:
            try:
                database.execute("CREATE EXTENSION postgis")
            except psycopg.Error as error:
                raise unittest.SkipTest("PostGIS is not installed (apt install postgresql-postgis)") from error
            for name in COMPARED:
                table = name.replace("-", "_")
                database.execute(f"CREATE TABLE {table} (number int PRIMARY KEY, key text, name text COLLATE \"C\","
                                 " geom geometry(Geometry, 4326))")
                with database.cursor() as cursor:
                    cursor.executemany(
                        f"INSERT INTO {table} VALUES (%s, %s, %s, ST_SetSRID(ST_GeomFromGeoJSON(%s), 4326))",
                        [(number, one["id"], one["properties"].get("name"), json.dumps(one["geometry"]))
                         for number, one in enumerate(EVERYTHING[name]) if one["geometry"]])
            database.execute("CREATE TABLE elections (number int PRIMARY KEY, key text, at timestamptz)")
            with database.cursor() as cursor:
                cursor.executemany("INSERT INTO elections VALUES (%s, %s, %s)", [
                    (number, one["id"], f"{one['properties']['date']}T12:00:00Z")
                    for number, one in enumerate(EVERYTHING["elections"]) if one["properties"]["date"]])
        environment = {"DATABASE_URL": address, "TIPG_DB_ONLY_SPATIAL_TABLES": "FALSE"}
        os.environ.update(environment)
        cls.addClassCleanup(lambda: [os.environ.pop(name) for name in environment])
        from starlette.testclient import TestClient
        from tipg.main import app  # reads the environment

        client = TestClient(app)
        cls.client = client.__enter__()
        cls.addClassCleanup(client.__exit__, None, None, None)

    def listed(self, name, **query):
        answer = self.client.get(f"/collections/public.{name.replace('-', '_')}/items",
                                 params={"f": "geojson", "limit": 10_000, **query})
        self.assertEqual(answer.status_code, 200, answer.text)
        return {one["properties"]["key"] for one in answer.json()["features"]}

    def test_boxes_find_the_same(self):
        some = 0
        for name in COMPARED:
            for box in boxes(name, 25, seed=2):
                mine = found(name, bbox=written(box))
                self.assertEqual(mine, self.listed(name, bbox=written(box)), f"{name} {box}")
                some += 0 < len(mine) < len(EVERYTHING[name])
        self.assertGreater(some, 30)

    def test_moments_find_the_same(self):
        days = sorted({one["properties"]["date"] for one in EVERYTHING["elections"] if one["properties"]["date"]})
        undated = {one["id"] for one in EVERYTHING["elections"] if not one["properties"]["date"]}
        self.assertTrue(days)
        for first in days:
            for period in (f"{first}T12:00:00Z", f"../{first}T12:00:00Z", f"{first}T12:00:00Z/..",
                           f"{first}T00:00:00Z/{first}T23:59:59Z", "1999-01-01T00:00:00Z"):
                self.assertEqual(found("elections", datetime=period) - undated,
                                 self.listed("elections", datetime=period), period)

    def test_conditions_find_the_same(self):
        names = sorted({one["properties"]["name"] for one in EVERYTHING["stations"]})
        numbers = random.Random(3)
        for _ in range(40):
            name = numbers.choice(names).replace("'", "''")
            start = numbers.randrange(len(name))
            part = name.replace("''", "")[start:start + 3]
            x, y = -101.5 + numbers.uniform(-0.1, 0.1), 42.1 + numbers.uniform(-0.1, 0.1)
            area = f"POLYGON(({x} {y}, {x + 0.11} {y + 0.02}, {x + 0.05} {y + 0.12}, {x} {y}))"
            condition = numbers.choice([
                f"name = '{name}'", f"name < '{name}' AND NOT name LIKE '%{part}%'", f"name LIKE '%{part}%'",
                f"S_INTERSECTS({{}}, {area})", f"S_INTERSECTS({{}}, {area}) OR name LIKE '{part}%'",
                f"NOT S_INTERSECTS({{}}, {area})"])
            mine = found("stations", filter=condition.format("geometry"))
            placed = mine & {one["id"] for one in EVERYTHING["stations"] if one["geometry"]}
            theirs = self.listed("stations", filter=condition.format("geom"), **{"filter-lang": "cql2-text"})
            self.assertEqual(placed, theirs, condition)

    def test_tiles_have_the_same(self):
        for name in ("stations", "roads", "districts-precinct"):
            limits = told(f"{ROOT}/collections/{name}/tiles/WebMercatorQuad")["tileMatrixSetLimits"]
            seen = 0
            for limit in limits:
                zoom = int(limit["tileMatrix"])
                if zoom not in (10, 12):
                    continue
                for row in range(limit["minTileRow"], limit["maxTileRow"] + 1, 2):
                    for column in range(limit["minTileCol"], limit["maxTileCol"] + 1, 2):
                        seen += self.compare_tile(name, zoom, row, column)
            self.assertGreater(seen, 20, name)

    def compare_tile(self, name, zoom, row, column):
        """Compares what lies within a tile's own square: how far beyond it a tile goes is each server's choice."""
        with urllib.request.urlopen(
                f"{ROOT}/collections/{name}/tiles/WebMercatorQuad/{zoom}/{row}/{column}") as answer:
            mine = within(answer.read(), "id")
        theirs = within(self.client.get(
            f"/collections/public.{name.replace('-', '_')}/tiles/WebMercatorQuad/{zoom}/{column}/{row}").content, "key")
        # Coordinates are rounded by each server in its own way.
        sure, maybe = mine
        their_sure, their_maybe = theirs
        self.assertLessEqual(sure, their_maybe, f"{name} {zoom}/{row}/{column}")
        self.assertLessEqual(their_sure, maybe, f"{name} {zoom}/{row}/{column}")
        return len(sure)


def within(tile, key):
    """The features of a tile that surely reach into its square, and those that may."""
    if not tile:
        return set(), set()
    (layer,) = mapbox_vector_tile.decode(tile, default_options={"y_coord_down": True}).values()
    extent = layer["extent"]
    square = shapely.box(0, 0, extent, extent)
    sure, maybe = set(), set()
    for feature in layer["features"]:
        shape = shapely.geometry.shape(feature["geometry"])
        if not shape.is_valid:
            shape = shape.buffer(0)
        if shape.intersects(square.buffer(2)):
            maybe.add(feature["properties"][key])
        if shape.intersects(square.buffer(-2)) and (shape.geom_type.endswith("Point") or shape.length > 20):
            sure.add(feature["properties"][key])
    return sure, maybe


QGIS = """
import json, sys
from qgis.core import (QgsApplication, QgsVectorLayer, QgsVectorTileLayer, QgsMapSettings,
                       QgsMapRendererSequentialJob, QgsRectangle, QgsCoordinateReferenceSystem)
from qgis.PyQt.QtCore import QSize

root, service = sys.argv[1], sys.argv[2]
application = QgsApplication([], False)
application.initQgis()
told = {}
for name in json.loads(sys.argv[3]):
    layer = QgsVectorLayer(f"url='{root}' typename='{name}' pageSize='500'", name, "OAPIF")
    rows = {}
    if layer.isValid():
        for feature in layer.getFeatures():
            key = feature["id"] if "id" in layer.fields().names() else feature.id()
            geometry = feature.geometry()
            place = None if geometry.isNull() else geometry.boundingBox()
            rows[str(key)] = None if place is None else [
                place.xMinimum(), place.yMinimum(), place.xMaximum(), place.yMaximum()]
    told[name] = {"is_valid": layer.isValid(), "count": layer.featureCount(), "rows": rows,
                  "fields": layer.fields().names()}
    box = QgsRectangle(-101.5, 42.1, -101.45, 42.2)
    from qgis.core import QgsFeatureRequest
    told[name]["boxed"] = len(list(layer.getFeatures(QgsFeatureRequest().setFilterRect(box))))
tiles = QgsVectorTileLayer(
    f"type=xyz&url={service}/ogc/collections/roads/tiles/WebMercatorQuad/{{z}}/{{y}}/{{x}}&zmin=0&zmax=14", "roads")
told["tiles"] = {"is_valid": tiles.isValid()}
settings = QgsMapSettings()
settings.setLayers([tiles])
settings.setOutputSize(QSize(256, 256))
settings.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:3857"))
settings.setExtent(QgsRectangle(-11310000, 5170000, -11280000, 5200000))
job = QgsMapRendererSequentialJob(settings)
job.start()
job.waitForFinished()
picture = job.renderedImage()
told["tiles"]["colors"] = len({picture.pixel(x, y) for x in range(256) for y in range(256)})
told["tiles"]["errors"] = [error.message for error in job.errors()]
print("TOLD " + json.dumps(told))
application.exitQgis()
"""


class QGISTests(unittest.TestCase):
    """QGIS has a client of its own for features, and one for tiles."""

    def test_layers_are_whole(self):
        python = next((path for path in ("/usr/bin/python3",) if subprocess.run(
            [path, "-c", "import qgis.core"], capture_output=True, check=False).returncode == 0), None)
        if not python:
            self.skipTest("QGIS is not installed (apt install python3-qgis)")
        names = ["stations", "roads", "districts-precinct", "elections", "message-density"]
        with tempfile.TemporaryDirectory() as home:
            run = subprocess.run(
                [python, "-c", QGIS, ROOT, SERVICE.url, json.dumps(names)], capture_output=True, text=True,
                timeout=120, check=False,
                env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": home, "XDG_RUNTIME_DIR": home})
        line = next((line for line in run.stdout.splitlines() if line.startswith("TOLD ")), None)
        self.assertIsNotNone(line, run.stdout + run.stderr)
        layers = json.loads(line[5:])
        for name in names:
            layer, whole = layers[name], EVERYTHING[name]
            self.assertTrue(layer["is_valid"], name)
            self.assertEqual(layer["count"], len(whole), name)
            self.assertEqual(len(layer["rows"]), len(whole), name)
            self.assertLessEqual(set(whole[0]["properties"]), set(layer["fields"]), name)
            mine = sorted(
                [] if one["geometry"] is None else list(shapely.geometry.shape(one["geometry"]).bounds)
                for one in whole)
            theirs = sorted([] if box is None else box for box in layer["rows"].values())
            for one, other in zip(mine, theirs, strict=True):
                self.assertEqual(len(one), len(other), name)
                for left, right in zip(one, other):
                    self.assertAlmostEqual(left, right, delta=1e-9, msg=name)
        self.assertEqual(layers["stations"]["boxed"], len(found("stations", bbox="-101.5,42.1,-101.45,42.2")))
        self.assertTrue(layers["tiles"]["is_valid"])
        self.assertEqual(layers["tiles"]["errors"], [])
        self.assertGreater(layers["tiles"]["colors"], 1, "QGIS drew nothing")
