"""Programs that know nothing of Ambit, reading what it serves by open standards.

The abstract tests of OGC API - Features, Parts 1 and 2, are restated here from outside; this is no certificate.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import unittest
import urllib.error
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "PythonSupport"))

from served import Service  # noqa: E402

import openapi_spec_validator  # noqa: E402
import pyarrow.parquet  # noqa: E402
import pyogrio  # noqa: E402
import pyogrio.raw  # noqa: E402
import pyproj  # noqa: E402
import shapely  # noqa: E402
import shapely.geometry  # noqa: E402
from owslib.ogcapi.features import Features  # noqa: E402

CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
EPSG = "http://www.opengis.net/def/crs/EPSG/0/"


def setUpModule():
    global SERVICE, ROOT
    SERVICE = Service("--ogc-crs", "EPSG:26914")
    unittest.addModuleCleanup(SERVICE.close)
    ROOT = f"{SERVICE.url}/ogc"


def ask(address, **headers):
    """An answer's status, its fields and its body, whatever they are."""
    if not address.startswith("http"):
        address = ROOT + address
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def told(address, **headers):
    """What a document in JSON tells."""
    status, _, body = ask(address, **headers)
    assert status == 200, body
    return json.loads(body)


def pages(address):
    """Every page of a list."""
    while address:
        page = told(address)
        yield page
        address = next((link["href"] for link in page["links"] if link["rel"] == "next"), None)


def features(address):
    """The features of all pages."""
    return [feature for page in pages(address) for feature in page["features"]]


def shape(feature):
    """The feature's geometry; an empty one where it has none."""
    return shapely.geometry.shape(feature["geometry"] or {"type": "Point", "coordinates": []})


class CoreTests(unittest.TestCase):
    """OGC API - Features, Part 1, annex A."""

    def linked(self, document, *relations):
        for relation in relations:
            links = [link for link in document["links"] if link["rel"] == relation]
            self.assertTrue(links, relation)
            for link in links:
                self.assertTrue(link["type"])
                self.assertTrue(link["href"].startswith(ROOT), link)
                self.assertEqual(ask(link["href"])[0], 200, link)

    def test_landing_page_links_to_all_there_is(self):
        self.linked(told("/"), "self", "alternate", "service-desc", "service-doc", "conformance",
                    "data")

    def test_api_definition_is_valid_and_is_what_it_says(self):
        _, headers, body = ask("/api")
        self.assertEqual(headers["Content-Type"], "application/vnd.oai.openapi+json;version=3.0")
        document = json.loads(body)
        openapi_spec_validator.validate(document)
        openapi_spec_validator.validate(told(f"{SERVICE.url}/openapi.json"))
        self.assertTrue(document["openapi"].startswith("3.0."))

    def test_conformance_names_its_classes(self):
        classes = told("/conformance")["conformsTo"]
        for name in ("core", "oas30", "html", "geojson"):
            self.assertIn(f"http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/{name}", classes)
        self.assertIn("http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs", classes)

    def test_collections_tell_what_they_are_and_never_messages(self):
        document = told("/collections")
        self.linked(document, "self", "alternate")
        names = [collection["id"] for collection in document["collections"]]
        self.assertEqual(len(names), len(set(names)))
        self.assertLessEqual({"stations", "districts-precinct", "roads", "ground", "elections", "events",
                              "tournaments", "message-density"}, set(names))
        self.assertNotIn("messages", names)
        for collection in document["collections"]:
            self.assertTrue(collection["title"] and collection["description"])
            self.assertEqual(collection["itemType"], "feature")
            self.linked(collection, "items")
            alone = told(f"/collections/{collection['id']}")
            self.linked(alone, "self", "alternate", "items", "describedby")
            for member in ("id", "title", "description", "extent", "itemType", "storageCrs"):
                self.assertEqual(alone[member], collection[member])
            everything = features(f"/collections/{collection['id']}/items?limit=10000")
            if "spatial" not in alone["extent"]:
                self.assertFalse(any(feature["geometry"] for feature in everything))
                continue
            west, south, east, north = alone["extent"]["spatial"]["bbox"][0]
            for feature in everything:
                for x, y in shapely.get_coordinates(shape(feature)):
                    # A box whose west is more than its east goes over the antimeridian.
                    self.assertTrue(west <= x <= east if west <= east else x >= west or x <= east)
                    self.assertTrue(south <= y <= north)

    def test_elections_have_their_days_and_what_is_on_their_ballots(self):
        entries = told(f"{SERVICE.url}/v1/elections")["elections"]
        found = features("/collections/elections/items")
        self.assertTrue(entries)
        self.assertEqual(sorted(one["id"] for one in entries), [feature["id"] for feature in found])
        for feature in found:
            address = f"{SERVICE.url}/v1/elections/{urllib.parse.quote(feature['id'])}"
            detail = told(address)
            self.assertEqual(feature["properties"]["date"], detail.get("date"))
            self.assertEqual(feature["properties"]["contests"], len(told(address + "/contests")["contests"]))
            self.assertEqual(feature["properties"]["measures"], len(detail["measures"]))
            self.assertIsNone(feature["geometry"])
        day = next(feature["properties"]["date"] for feature in found if feature["properties"]["date"])
        held = features(f"/collections/elections/items?datetime={day}T12:00:00Z")
        self.assertEqual([feature["id"] for feature in found if feature["properties"]["date"] in (day, None)],
                         [feature["id"] for feature in held])

    def test_parameters_are_described_as_the_standard_has_them(self):
        document = told("/api")
        operation = document["paths"]["/collections/stations/items"]["get"]
        parameters = {}
        for parameter in operation["parameters"]:
            if "$ref" in parameter:
                parameter = document["components"]["parameters"][parameter["$ref"].split("/")[-1]]
            parameters[parameter["name"]] = parameter
        for name in ("limit", "bbox", "datetime"):
            self.assertEqual(parameters[name]["in"], "query")
            self.assertIs(parameters[name]["required"], False)
            self.assertEqual(parameters[name]["style"], "form")
            self.assertIs(parameters[name]["explode"], False)
        self.assertEqual(parameters["limit"]["schema"]["type"], "integer")
        self.assertEqual(parameters["limit"]["schema"]["minimum"], 1)
        self.assertEqual(parameters["limit"]["schema"]["default"], 10)
        self.assertEqual(parameters["bbox"]["schema"]["items"]["type"], "number")

    def test_items_have_what_a_page_must_have(self):
        for limit in (1, 7, 120, 10_000, 1_000_000):
            page = told(f"/collections/stations/items?limit={limit}")
            self.assertEqual(page["type"], "FeatureCollection")
            self.assertLessEqual(len(page["features"]), limit)
            self.assertEqual(page["numberReturned"], len(page["features"]))
            self.assertRegex(page["timeStamp"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")
            self.linked(page, "self", "alternate")
        self.assertEqual(len(features("/collections/stations/items?limit=7")),
                         told("/collections/stations/items")["numberMatched"])

    def test_items_answer_an_unknown_parameter_with_400(self):
        for query in ("unknown=1", "limit=0", "limit=unlimited", "bbox=1,2,3", "datetime=x",
                      "crs=x", "bbox-crs=x", "f=xml", "cursor=x"):
            status, headers, body = ask(f"/collections/stations/items?{query}")
            self.assertEqual(status, 400, query)
            self.assertEqual(headers["Content-Type"], "application/problem+json")
            name, _, value = query.partition("=")
            error = json.loads(body)["errors"][0]
            self.assertEqual(error["parameter"], name)

    def test_boxes_agree_with_shapely(self):
        for name in ("stations", "districts-precinct", "roads"):
            path = f"/collections/{name}/items"
            everything = features(f"{path}?limit=10000")
            shapes = [shape(feature) for feature in everything]
            bounds = shapely.total_bounds(shapes)
            for share in range(1, 8):
                box = shapely.box(
                    bounds[0] + (bounds[2] - bounds[0]) * share / 11,
                    bounds[1] + (bounds[3] - bounds[1]) * share / 13,
                    bounds[0] + (bounds[2] - bounds[0]) * (share + 3) / 12,
                    bounds[1] + (bounds[3] - bounds[1]) * (share + 4) / 12)
                found = features(f"{path}?limit=1000&bbox={','.join(map(repr, map(float, box.bounds)))}")
                self.assertEqual(
                    {feature["id"] for feature in found},
                    {feature["id"] for feature, place in zip(everything, shapes)
                     if place.intersects(box)})

    def test_a_feature_alone_is_the_feature_of_the_list(self):
        for feature in told("/collections/districts-ward/items")["features"]:
            alone = told(f"/collections/districts-ward/items/{urllib.parse.quote(feature['id'])}")
            self.linked(alone, "self", "alternate", "collection")
            del alone["links"]
            self.assertEqual(alone, feature)
        self.assertEqual(ask("/collections/districts-ward/items/none")[0], 404)
        self.assertEqual(ask("/collections/none/items")[0], 404)

    def test_properties_are_asked_for_by_their_names(self):
        names = told("/collections/stations/queryables")["properties"]
        self.assertEqual(names, told("/collections/stations/schema")["properties"])
        everything = features("/collections/stations/items?limit=10000")
        for feature in everything:
            self.assertEqual(set(feature["properties"]) | {"geometry"}, set(names))
        found = features("/collections/stations/items?limit=10000&wheelchair=yes")
        self.assertEqual([feature["id"] for feature in found],
                         [feature["id"] for feature in everything
                          if feature["properties"]["wheelchair"] == "yes"])

    def test_pages_are_there_as_files_of_other_programs(self):
        for collection in ["stations", "roads", "districts-precinct"]:
            wanted = {feature["id"]: feature
                      for page in pages(f"/collections/{collection}/items?limit=40")
                      for feature in page["features"]}
            for form, kind in [("fgb", "application/flatgeobuf"),
                               ("parquet", "application/vnd.apache.parquet")]:
                found = {}
                address = f"{ROOT}/collections/{collection}/items?limit=40&f={form}"
                while address:
                    status, fields, body = ask(address)
                    self.assertEqual(status, 200, body)
                    self.assertEqual(fields["Content-Type"], kind)
                    self.assertEqual(fields["Content-Crs"], f"<{CRS84}>")
                    self.assertEqual(int(fields["OGC-NumberMatched"]), len(wanted))
                    rows = self.rows(form, body)
                    self.assertEqual(int(fields["OGC-NumberReturned"]), len(rows))
                    found.update(rows)
                    following = re.fullmatch(r'<([^>]+)>; rel="next"; type="[^"]+"',
                                             fields["Link"] or "")
                    address = following[1] if following else None
                self.assertEqual(set(found), set(wanted))
                for name, (geometry, values) in found.items():
                    feature = wanted[name]
                    if feature["geometry"] is None:
                        self.assertIsNone(geometry)
                        continue
                    told_shape = shapely.geometry.shape(feature["geometry"])
                    self.assertEqual(geometry.geom_type, told_shape.geom_type)
                    self.assertLess(shapely.hausdorff_distance(geometry, told_shape), 1e-12)
                    for field, value in feature["properties"].items():
                        if value is None:
                            self.assertTrue(values[field] is None or values[field] != values[field])
                        else:
                            self.assertEqual(values[field], value)
            listed = told(f"/collections/{collection}/items")["links"]
            self.assertLessEqual({"application/flatgeobuf", "application/vnd.apache.parquet"},
                                 {link["type"] for link in listed if link["rel"] == "alternate"})
        status, fields, _ = ask("/collections/stations/items", Accept="application/flatgeobuf")
        self.assertEqual(fields["Content-Type"], "application/flatgeobuf")
        status, _, body = ask(f"/collections/stations/items?f=fgb&crs={EPSG}4326")
        self.assertEqual(status, 400)
        self.assertEqual(json.loads(body)["errors"][0]["parameter"], "crs")
        self.assertEqual(ask("/collections/stations/items/curlew.s001?f=fgb")[0], 400)

    def rows(self, form, body):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / f"page.{form}"
            path.write_bytes(body)
            if form == "parquet":
                table = pyarrow.parquet.read_table(path).to_pylist()
                return {row["id"]: (self.shape(row["geometry"]), row) for row in table}
            meta, _, geometries, columns = pyogrio.raw.read(str(path))
            rows = {}
            for index, geometry in enumerate(geometries):
                row = {name: column[index] for name, column in zip(meta["fields"], columns)}
                rows[row["id"]] = (self.shape(geometry), row)
            return rows

    def shape(self, binary):
        return None if binary is None else shapely.from_wkb(binary)

    def test_html_is_there_for_everything(self):
        for path in ("/", "/conformance", "/api", "/collections", "/collections/stations",
                     "/collections/stations/items", "/collections/stations/schema"):
            status, headers, body = ask(path, Accept="text/html")
            self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"))
            self.assertNotIn(b"<script", body)


class SystemTests(unittest.TestCase):
    """OGC API - Features, Part 2, annex A."""

    def test_systems_are_listed_and_referred_to(self):
        document = told("/collections")
        self.assertEqual(document["crs"], [CRS84, EPSG + "4326", EPSG + "3857", EPSG + "26914"])
        for collection in document["collections"]:
            self.assertEqual(collection["crs"], ["#/crs"])
            self.assertEqual(collection["storageCrs"], CRS84)
            self.assertEqual(told(f"/collections/{collection['id']}")["crs"], document["crs"])

    def test_every_answer_names_its_system(self):
        for path in ("/collections/stations/items", "/collections/stations/items/curlew.s001"):
            self.assertEqual(ask(path)[1]["Content-Crs"], f"<{CRS84}>")
            for uri in told("/collections")["crs"]:
                self.assertEqual(ask(f"{path}?crs={uri}")[1]["Content-Crs"], f"<{uri}>")

    def test_coordinates_are_those_of_proj_in_the_order_of_the_register(self):
        plain = features("/collections/stations/items?limit=1000")
        for code in (4326, 3857, 26914):
            turn = pyproj.Transformer.from_crs("OGC:CRS84", f"EPSG:{code}")
            turned = features(f"/collections/stations/items?limit=1000&crs={EPSG}{code}")
            for one, other in zip(plain, turned, strict=True):
                if one["geometry"] is None:
                    self.assertIsNone(other["geometry"])
                    continue
                expected = turn.transform(*one["geometry"]["coordinates"])
                for left, right in zip(expected, other["geometry"]["coordinates"], strict=True):
                    self.assertAlmostEqual(left, right, delta=0.001 if code != 4326 else 1e-9)

    def test_boxes_are_read_in_their_own_system(self):
        west, south, east, north = -101.5, 42.1, -101.45, 42.2
        path = "/collections/stations/items?limit=1000"
        ids = lambda address: {one["id"] for one in features(address)}  # noqa: E731
        expected = ids(f"{path}&bbox={west},{south},{east},{north}")
        self.assertGreater(len(expected), 10)
        self.assertEqual(
            ids(f"{path}&bbox={south},{west},{north},{east}&bbox-crs={EPSG}4326"), expected)
        turn = pyproj.Transformer.from_crs("OGC:CRS84", "EPSG:3857")
        edges = (*turn.transform(west, south), *turn.transform(east, north))
        self.assertEqual(
            ids(f"{path}&bbox={','.join(map(repr, edges))}&bbox-crs={EPSG}3857"), expected)


class ProgramTests(unittest.TestCase):
    def test_gdal_copies_every_collection_without_a_warning(self):
        if not shutil.which("ogr2ogr"):
            self.skipTest("ogr2ogr is not installed (apt install gdal-bin)")
        with tempfile.TemporaryDirectory() as folder:
            for name in [one["id"] for one in told("/collections")["collections"]]:
                file = f"{folder}/{name}.gpkg"
                run = subprocess.run(
                    ["ogr2ogr", "-f", "GPKG", file, f"OAPIF:{ROOT}", name, "-oo", "PAGE_SIZE=50"],
                    capture_output=True, text=True, check=False)
                self.assertEqual((run.returncode, run.stderr), (0, ""), name)
                self.assertEqual(pyogrio.read_info(file)["features"],
                                 told(f"/collections/{name}/items")["numberMatched"])

    def test_a_newer_gdal_reads_other_systems(self):
        meta, _, shapes, _ = pyogrio.raw.read(f"OAPIF:{ROOT}", layer="stations", CRS="EPSG:26914",
                                              PAGE_SIZE="50")
        self.assertEqual(meta["crs"], "EPSG:26914")
        turn = pyproj.Transformer.from_crs("OGC:CRS84", "EPSG:26914")
        plain = features("/collections/stations/items?limit=1000")
        for feature, point in zip(plain, shapely.from_wkb(shapes), strict=True):
            if feature["geometry"] is None:
                self.assertIsNone(point)
                continue
            x, y = turn.transform(*feature["geometry"]["coordinates"])
            self.assertLess(((point.x - x) ** 2 + (point.y - y) ** 2) ** 0.5, 0.001)

    def test_owslib_finds_and_reads_collections(self):
        service = Features(ROOT)
        self.assertIn("stations", service.feature_collections())
        self.assertEqual(len(service.collection_items("stations", limit=50)["features"]), 50)
        self.assertEqual(service.collection_item("stations", "curlew.s001")["id"], "curlew.s001")
        self.assertIn("wheelchair", service.collection_queryables("stations")["properties"])

    def test_made_up_requests_find_nothing_wrong(self):
        with tempfile.TemporaryDirectory() as folder:
            # Whether a box is one on the Earth is nothing that OpenAPI has words for.
            (pathlib.Path(folder) / "schemathesis.toml").write_text(
                "[checks.positive_data_acceptance]\n"
                'expected-statuses = ["2xx", "3xx", 400, 404, 410]\n')
            run = subprocess.run(
                [f"{sysconfig.get_path('scripts')}/schemathesis", "run", f"{ROOT}/api",
                 "--checks", "all", "--max-examples", "5", "--seed", "1", "--warnings", "off"],
                text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                cwd=folder)
            self.assertEqual(run.returncode, 0, run.stdout[-10_000:])
            tested = re.search(r"Selected: (\d+)/(\d+)\s+Tested: (\d+)", run.stdout)
            self.assertEqual(len(set(tested.groups())), 1, run.stdout[-2000:])


if __name__ == "__main__":
    unittest.main()
