"""The files that Ambit writes for geographic programs, read by others: FlatGeobuf, GeoParquet and KML."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "PythonSupport"))

from served import AMBIT, load_county  # noqa: E402

import pyarrow.parquet  # noqa: E402
import pyogrio  # noqa: E402
import pyogrio.raw  # noqa: E402
import shapely  # noqa: E402
import shapely.geometry  # noqa: E402


def setUpModule():
    global FOLDER, DATABASE
    folder = tempfile.TemporaryDirectory(prefix="ambit-formats-")
    unittest.addModuleCleanup(folder.cleanup)
    FOLDER = pathlib.Path(folder.name)
    DATABASE = str(FOLDER / "county.sqlite")
    load_county(DATABASE)


def ambit(*arguments):
    return subprocess.run([AMBIT, *arguments], check=True, capture_output=True, text=True)


def written(name, *question):
    """The file that a question's answer becomes, and the same as GeoJSON."""
    path = FOLDER / name
    ambit(*question, "-o", str(path))
    told = json.loads(ambit(*question, "--format", "geojson").stdout)
    return path, told["features"]


def read_with_gdal(path):
    """The rows of a file: a geometry and what is said of it."""
    meta, _, geometries, values = pyogrio.raw.read(str(path))
    rows = []
    for index in range(len(geometries) if geometries is not None else 0):
        geometry = geometries[index]
        told = {name: column[index] for name, column in zip(meta["fields"], values)}
        # Of KML, GDAL has an id and a name of its own.
        for name in ["id", "name"]:
            if f"{name}2" in told:
                told[name] = told[f"{name}2"]
        rows.append((shapely.from_wkb(geometry) if geometry is not None else None, told))
    return meta, rows


def read_parquet(path):
    table = pyarrow.parquet.read_table(path)
    about = json.loads(table.schema.metadata[b"geo"])
    rows = []
    for row in table.to_pylist():
        geometry = row.pop("geometry")
        rows.append((shapely.from_wkb(geometry) if geometry is not None else None, row))
    return about, table.schema, rows


def is_same(one, other):
    """Whether two values say the same: programs write numbers and nothing in their own ways."""
    if other is None or other == "":
        return one is None or one == "" or one != one
    if isinstance(other, bool):
        return int(one) == int(other)
    if isinstance(other, (int, float)):
        return abs(float(one) - other) <= 1e-9 * max(1, abs(other))
    return str(one) == str(other)


STATIONS = ("within", "stations", "--bbox", "-180,-90,180,90", "--fields",
            "id,name,address,wheelchair,lat,lon")
WARDS = ("within", "districts", "--bbox", "-180,-90,180,90", "--fields", "id,name,type")


def with_database(question):
    return (*question, "--database", DATABASE)


class FormatTests(unittest.TestCase):
    def check(self, rows, features, key="id"):
        self.assertEqual(len(rows), len(features))
        told = {feature["id"]: feature for feature in features}
        self.assertEqual(len(told), len(features))
        for geometry, values in rows:
            feature = told.pop(values[key])
            wanted = shapely.geometry.shape(feature["geometry"])
            if isinstance(geometry, shapely.MultiPolygon):
                self.assertTrue(geometry.is_valid)
                self.assertLess(shapely.symmetric_difference(geometry, wanted).area, 1e-15)
                self.assertEqual(shapely.get_num_coordinates(geometry),
                                 shapely.get_num_coordinates(wanted))
            else:
                self.assertTrue(shapely.equals(geometry, wanted), (geometry, wanted))
            for name, value in feature["properties"].items():
                self.assertTrue(is_same(values[name], value), (name, values[name], value))
        self.assertEqual(told, {})

    def test_flatgeobuf_has_every_row(self):
        for number, question in enumerate([STATIONS, WARDS]):
            path, features = written(f"all{number}.fgb", *with_database(question))
            self.assertGreater(len(features), 30)
            meta, rows = read_with_gdal(path)
            self.assertEqual(meta["crs"], "EPSG:4326")
            self.check(rows, features)

    def test_the_index_of_a_flatgeobuf_finds_what_lies_in_a_box(self):
        path, features = written("index.fgb", *with_database(STATIONS))
        for box in [(-101.6, 42.0, -101.4, 42.2), (-101.5, 42.1, -101.49, 42.11),
                    (0, 0, 1, 1), (-180, -90, 180, 90)]:
            _, _, geometries, values = pyogrio.raw.read(str(path), bbox=box)
            wanted = {
                feature["id"] for feature in features
                if box[0] <= feature["geometry"]["coordinates"][0] <= box[2]
                and box[1] <= feature["geometry"]["coordinates"][1] <= box[3]
            }
            self.assertEqual(set(values[0]), wanted)

    def test_geoparquet_has_every_row_and_says_what_it_holds(self):
        for number, (question, kind) in enumerate([(STATIONS, "Point"), (WARDS, "MultiPolygon")]):
            path, features = written(f"all{number}.parquet", *with_database(question))
            about, schema, rows = read_parquet(path)
            self.assertEqual(about["version"], "1.1.0")
            column = about["columns"][about["primary_column"]]
            self.assertEqual(column["encoding"], "WKB")
            self.assertEqual(column["geometry_types"], [kind])
            bounds = shapely.total_bounds([geometry for geometry, _ in rows])
            for one, other in zip(column["bbox"], bounds):
                self.assertAlmostEqual(one, other, 9)
            self.assertEqual(str(schema.field("name").type), "string")
            self.check(rows, features)

    def test_kml_has_every_row(self):
        path, features = written("all.kml", *with_database(STATIONS))
        meta, rows = read_with_gdal(path)
        self.check(rows, features)

    def test_columns_keep_their_kinds_and_what_is_missing(self):
        places = FOLDER / "kinds.csv"
        places.write_text(
            "id,lat,lon,name,geom,Name\n"
            "1,0,180,\"a,b\",x,\n"
            "2,89.9999,-179.999,<é> & \"q\",,y\n"
            "3,-90,0,,z,\n"
        )
        question = ("nearest", str(places), "--at", "0,180", "-k", "3")
        for name, read in [("kinds.fgb", read_with_gdal), ("kinds.parquet", read_parquet),
                           ("kinds.kml", read_with_gdal)]:
            path, features = written(name, *question)
            *_, rows = read(path)
            self.assertEqual(len(rows), 3)
            by_id = {str(values["id"]): (geometry, values) for geometry, values in rows}
            self.assertEqual(sorted(by_id), ["1", "2", "3"])
            for feature in features:
                geometry, values = by_id[str(feature["id"])]
                self.assertEqual(list(geometry.coords)[0],
                                 tuple(feature["geometry"]["coordinates"]))
                self.assertAlmostEqual(float(values["distance_m"]),
                                       feature["properties"]["distance_m"], 3)
            self.assertIn("Name_2", by_id["2"][1])

    def test_none_and_many(self):
        many = FOLDER / "many.csv"
        many.write_text("id,lat,lon\n" + "".join(
            f"{number},{(number % 1789) / 10 - 89},{(number % 3599) / 10 - 179.9}\n"
            for number in range(150_001)))
        for ending in ["fgb", "parquet", "kml"]:
            path = FOLDER / f"none.{ending}"
            ambit("within", str(many), "--at", "80.05,10.05", "--radius", "1m", "-o", str(path))
            if ending == "parquet":
                self.assertEqual(pyarrow.parquet.read_table(path).num_rows, 0)
            else:
                info = pyogrio.read_info(str(path), force_feature_count=True)
                self.assertEqual(info["features"], 0)
            path = FOLDER / f"many.{ending}"
            ambit("within", str(many), "--bbox", "-180,-90,180,90", "-o", str(path))
            if ending == "parquet":
                table = pyarrow.parquet.read_table(path)
                self.assertEqual(sorted(map(int, table["id"].to_pylist())), list(range(150_001)))
            else:
                name = "id2" if ending == "kml" else "id"
                _, _, _, values = pyogrio.raw.read(str(path), columns=[name])
                self.assertEqual(sorted(map(int, values[0])), list(range(150_001)))

    def test_what_needs_a_file_says_so(self):
        for ending in ["fgb", "parquet", "kml"]:
            refused = subprocess.run(
                [AMBIT, "within", "stations", "--at", "1,2", "--radius", "1m", "--format", ending],
                capture_output=True, text=True)
            self.assertEqual(refused.returncode, 64)
            self.assertIn("add --output FILE", refused.stderr)


if __name__ == "__main__":
    unittest.main()
