"""What commands write into files of geographic programs, read back by GDAL: every value as it was, or a word of it."""

import datetime
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

import numpy
import pyarrow as pa
import pyarrow.parquet as pq
import pyogrio.raw
import shapely

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "PythonSupport"))

from served import AMBIT  # noqa: E402

EARTH = "--bbox=-180,-90,180,90"


class OutputTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ambit-outputs-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, name):
        return f"{self.folder}/{name}"

    def run_ambit(self, *arguments, code=0):
        said = subprocess.run([AMBIT, *arguments], capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(said.returncode, code, said.stderr)
        return said

    def places(self, rows, name="places.geojson"):
        """A layer of points on a line, with a value each of the columns that rows have."""
        features = [{"type": "Feature", "properties": row,
                     "geometry": {"type": "Point", "coordinates": [number / 1000, 1]}}
                    for number, row in enumerate(rows)]
        path = self.file(name)
        pathlib.Path(path).write_text(json.dumps({"type": "FeatureCollection", "features": features}))
        return path

    def written(self, rows, name, code=0):
        said = self.run_ambit("within", self.places(rows), EARTH, "-o", self.file(name), code=code)
        return said.stderr

    def columns(self, name):
        meta, _, geometry, fields = pyogrio.raw.read(self.file(name))
        return dict(zip(meta["fields"], fields)), shapely.from_wkb(geometry)

    NUMBERS = [4294967296, 18005551234, 1764201600123, -9007199254740993, 999999999999999999, 0, 7]
    REALS = [1e12, 1.5e12, -0.1, 1e-9, 123456789.125, 0.30000000000000004, 5e15]

    def test_shapefile_keeps_numbers(self):
        wide = [1e200, -2.2250738585072014e-308, 1.7976931348623157e308, 5e-324, 1e16, 0.1, -1.0]
        rows = [{"whole": whole, "real": real, "wide": far}
                for whole, real, far in zip(self.NUMBERS, self.REALS, wide)]
        rows.append({"whole": None, "real": None, "wide": None})
        self.assertEqual(self.written(rows, "x.shp"), "")
        columns, points = self.columns("x.shp")
        # GDAL reads whole numbers with a missing one among them as numbers with a point.
        raw = self.cells("x.dbf")
        self.assertEqual([int(text) if text else None for text in raw["whole"]],
                         [row["whole"] for row in rows])
        for name in ("real", "wide"):
            self.assertEqual([float(text) if text else None for text in raw[name]], [row[name] for row in rows])
            read = [None if numpy.isnan(value) else float(value) for value in columns[name]]
            self.assertEqual(read, [row[name] for row in rows])
        self.assertEqual([point.x for point in points], [number / 1000 for number in range(len(rows))])

    def cells(self, name):
        """The cells of a dBASE table, by a reader of its own."""
        data = pathlib.Path(self.file(name)).read_bytes()
        count = int.from_bytes(data[4:8], "little")
        head = int.from_bytes(data[8:10], "little")
        width = int.from_bytes(data[10:12], "little")
        self.assertEqual(len(data), head + count * width + 1)
        cells, start = {}, 1
        for place in range(32, head - 1, 32):
            field = data[place:place + 32]
            size = field[16]
            column = field[:11].split(b"\0")[0].decode()
            cells[column] = [data[head + row * width + start:head + row * width + start + size].decode().strip()
                             for row in range(count)]
            start += size
        self.assertEqual(start, width)
        return cells

    def test_shapefile_reads_back(self):
        """Its own reader, on what it wrote."""
        rows = [{"whole": whole, "real": real} for whole, real in zip(self.NUMBERS, self.REALS)]
        rows.append({"whole": None, "real": None})
        self.written(rows, "x.shp")
        said = self.run_ambit("within", self.file("x.shp"), EARTH, "--format", "ndjson")
        read = [json.loads(line) for line in said.stdout.splitlines()]
        self.assertEqual([None if row["whole"] is None else int(row["whole"]) for row in read],
                         [row["whole"] for row in rows])
        self.assertEqual([None if row["real"] is None else float(row["real"]) for row in read],
                         [row["real"] for row in rows])

    def test_shapefile_tells_what_is_cut(self):
        long = "ä" * 200
        said = self.written([{"a_very_long_name": long, "a_very_long_one": "x" * 254, "flag": True},
                             {"a_very_long_name": "b" * 255, "a_very_long_one": "", "flag": False},
                             {"a_very_long_name": "c\0d", "a_very_long_one": None, "flag": None}], "x.shp")
        self.assertIn("a_very_long_name is a_very_lon, a_very_long_one is a_very_l_2", said)
        self.assertIn("texts of more than 254 bytes were cut: a_very_long_name (2)", said)
        self.assertIn("1 character NUL", said)
        columns, _ = self.columns("x.shp")
        self.assertEqual(list(columns["a_very_lon"]), ["ä" * 127, "b" * 254, "cd"])
        self.assertEqual(columns["a_very_l_2"][0], "x" * 254)
        self.assertEqual([bool(value) for value in columns["flag"][:2]], [True, False])
        self.assertEqual(self.cells("x.dbf")["flag"], ["T", "F", "?"])

    def test_shapefile_without_rows(self):
        layer = self.places([{"name": "x", "rooms": 1}])
        self.run_ambit("within", layer, "--bbox=10,10,11,11", "-o", self.file("x.shp"))
        meta, _, _, fields = pyogrio.raw.read(self.file("x.shp"))
        self.assertEqual(list(meta["fields"]), ["name", "rooms", "lat", "lon", "distance_m"])
        self.assertEqual(len(fields[0]), 0)

    def test_shapefile_of_areas_and_mixed(self):
        box = {"type": "Polygon", "coordinates": [
            [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]], [[1, 1], [1, 2], [2, 2], [2, 1], [1, 1]]]}
        far = {"type": "MultiPolygon", "coordinates": [box["coordinates"],
                                                       [[[10, 10], [10, 11], [11, 11], [11, 10], [10, 10]]]]}
        path = self.file("areas.geojson")
        pathlib.Path(path).write_text(json.dumps({"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {"n": number}, "geometry": shape}
            for number, shape in enumerate([box, far])]}))
        self.run_ambit("nearest", path, "--at=0,0", "-k", "2", "-o", self.file("x.shp"))
        _, shapes = self.columns("x.shp")
        for shape, wanted in zip(shapes, [box, far]):
            self.assertTrue(shapely.is_valid(shape))
            self.assertTrue(shapely.equals(shape, shapely.geometry.shape(wanted)))

    def test_too_many_columns(self):
        said = self.written([{f"c{number}": 1 for number in range(300)}], "x.shp", code=1)
        self.assertIn("303 columns are more than the 255 of a Shapefile", said)
        said = self.written([{f"c{number}": "x" * 254 for number in range(200)}], "x.shp", code=1)
        self.assertIn("bytes wide", said)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("x.")], [])

    def test_indexes_of_a_replaced_shapefile_go(self):
        rows = [{"n": 1}]
        self.written(rows, "x.shp")
        stale = pathlib.Path(self.file("x.qix"))
        stale.write_bytes(b"stale")
        self.written(rows, "x.shp")
        self.assertFalse(stale.exists())

    def test_flags_stay_flags(self):
        rows = [{"flag": flag} for flag in (True, False, None, True, True, False, True, False, True, None, True)]
        wanted = [row["flag"] for row in rows]
        for name in ("x.parquet", "x.fgb", "x.gpkg", "x.shp"):
            self.written(rows, name)
            if name == "x.parquet":
                table = pq.read_table(self.file(name))
                self.assertEqual(str(table.schema.field("flag").type), "bool")
                self.assertEqual(table["flag"].to_pylist(), wanted)
                continue
            meta, _, geometry, fields = pyogrio.raw.read(self.file(name))
            order = numpy.argsort([point.x for point in shapely.from_wkb(geometry)])
            values = dict(zip(meta["fields"], fields))["flag"][order]
            self.assertEqual([None if value is None or value != value else bool(value) for value in values],
                             wanted, name)
        kinds = sqlite3.connect(self.file("x.gpkg")).execute("PRAGMA table_info('x')").fetchall()
        self.assertIn(("flag", "BOOLEAN"), [(row[1], row[2]) for row in kinds])

    def test_columns_of_parquet_stay_what_they_are(self):
        utc = datetime.timezone.utc
        values = {
            "lat": [1.0, 1.0], "lon": [2.0, 2.0], "code": ["01234", None], "n": [5, None], "x": [2.0, None],
            "flag": [True, None], "day": [datetime.date(2026, 11, 3), None],
            "at": [datetime.datetime(2026, 11, 3, 7, 0, 0, 250_001, utc), None],
            "local": [datetime.datetime(2026, 11, 3, 7), None],
        }
        kinds = {"code": pa.string(), "n": pa.int64(), "x": pa.float64(), "flag": pa.bool_(), "day": pa.date32(),
                 "at": pa.timestamp("us", "UTC"), "local": pa.timestamp("us"), "lat": pa.float64(),
                 "lon": pa.float64()}
        path = self.file("in.parquet")
        pq.write_table(pa.table({name: pa.array(values[name], kinds[name]) for name in values}), path)
        for box in (EARTH, "--bbox=50,50,51,51"):
            self.run_ambit("within", path, box, "-o", self.file("x.parquet"))
            table = pq.read_table(self.file("x.parquet"))
            found = {name: table.schema.field(name).type for name in kinds}
            self.assertEqual(found, kinds, box)
            self.assertEqual(table.schema.field("distance_m").type, pa.float64())
            if box != EARTH:
                self.assertEqual(table.num_rows, 0)
                continue
            for name, wanted in values.items():
                self.assertEqual(table[name].to_pylist(), wanted, name)
        # By way of what it wrote itself, whose places are geometries.
        self.run_ambit("within", path, EARTH, "-o", self.file("y.parquet"))
        self.run_ambit("within", self.file("y.parquet"), EARTH, "-o", self.file("z.parquet"))
        table = pq.read_table(self.file("z.parquet"))
        self.assertEqual({name: table.schema.field(name).type for name in kinds}, kinds)
        self.assertEqual(table["at"].to_pylist(), values["at"])
        self.run_ambit("within", path, EARTH, "-o", self.file("x.gpkg"))
        told = sqlite3.connect(self.file("x.gpkg")).execute("PRAGMA table_info('x')").fetchall()
        told = {row[1]: row[2] for row in told}
        self.assertEqual([told[name] for name in ("n", "x", "flag", "day", "at", "local")],
                         ["INTEGER", "DOUBLE", "BOOLEAN", "DATE", "DATETIME", "TEXT"])

    def test_long_integers_are_kept(self):
        numbers = [2**53, 2**53 + 1, -(2**63), 2**63 - 1, 2**63, 10**30]
        features = [{"type": "Feature", "id": number, "properties": {"n": number, "list": [number]},
                     "geometry": {"type": "Point", "coordinates": [index, 0]}}
                    for index, number in enumerate(numbers)]
        path = self.file("ids.geojson")
        pathlib.Path(path).write_text(json.dumps({"type": "FeatureCollection", "features": features}))
        for layer in (path, self.areas_of(numbers)):
            said = self.run_ambit("within", layer, EARTH, "--format", "geojson")
            found = json.loads(said.stdout)["features"]
            self.assertEqual(sorted(int(feature["properties"]["n"]) for feature in found), sorted(numbers))
            self.assertEqual(sorted(int(feature["id"]) for feature in found), sorted(numbers))
            lists = [json.loads(feature["properties"]["list"])[0] for feature in found]
            self.assertEqual(sorted(lists), sorted(numbers))
        # A column is of one type for the whole file: with numbers that no type of 64 bits holds, it is of texts.
        fitting = self.file("fitting.geojson")
        pathlib.Path(fitting).write_text(json.dumps({"type": "FeatureCollection", "features": features[:4]}))
        for layer, wanted in ((path, str(2**53 + 1)), (fitting, 2**53 + 1)):
            self.run_ambit("within", layer, EARTH, "--where", f"n = {2**53 + 1}", "-o", self.file("one.parquet"))
            self.assertEqual(pq.read_table(self.file("one.parquet"))["n"].to_pylist(), [wanted])

    def areas_of(self, numbers):
        features = [{"type": "Feature", "id": number, "properties": {"n": number, "list": [number]},
                     "geometry": {"type": "Polygon", "coordinates": [
                         [[index, 0], [index + 1, 0], [index + 1, 1], [index, 0]]]}}
                    for index, number in enumerate(numbers)]
        path = self.file("areas.geojson")
        pathlib.Path(path).write_text(json.dumps({"type": "FeatureCollection", "features": features}))
        return path

    def test_no_id_is_made_up(self):
        features = [{"type": "Feature", "properties": {"n": 1}, "geometry": {"type": "Point", "coordinates": [0, 0]}},
                    {"type": "Feature", "id": 1, "properties": {"n": 2},
                     "geometry": {"type": "Point", "coordinates": [1, 0]}}]
        path = self.file("ids.geojson")
        pathlib.Path(path).write_text(json.dumps({"type": "FeatureCollection", "features": features}))
        said = self.run_ambit("within", path, EARTH, "--format", "geojson")
        ids = {feature["properties"]["n"]: feature.get("id") for feature in json.loads(said.stdout)["features"]}
        self.assertEqual(ids, {1: None, 2: 1})
        # Where none has an id, all are known by their numbers.
        said = self.run_ambit("within", self.places([{"n": 1}, {"n": 2}]), EARTH, "--format", "geojson")
        ids = {feature["properties"]["n"]: feature.get("id") for feature in json.loads(said.stdout)["features"]}
        self.assertEqual(ids, {1: 1, 2: 2})

    def test_other_layers_are_kept(self):
        rows = [{"n": 1}]
        self.written(rows, "x.gpkg")
        self.written(rows, "x.gpkg")
        with sqlite3.connect(self.file("x.gpkg")) as database:
            database.execute("CREATE TABLE theirs (a)")
            database.execute("INSERT INTO gpkg_contents (table_name, data_type, identifier) "
                             "VALUES ('theirs', 'attributes', 'theirs')")
        before = pathlib.Path(self.file("x.gpkg")).read_bytes()
        self.assertIn('it holds other layers ("theirs"), which would be lost', self.written(rows, "x.gpkg", code=1))
        self.assertEqual(pathlib.Path(self.file("x.gpkg")).read_bytes(), before)
        sqlite3.connect(self.file("y.gpkg")).execute("CREATE TABLE t (a)").connection.commit()
        self.assertIn("it is a database that is no GeoPackage", self.written(rows, "y.gpkg", code=1))

    def test_cells_at_a_pole_have_their_area(self):
        """The cells of a density map by a pole cover it, without a gap and with the area that they have."""
        random.seed(3)
        for pole in (90, -90):
            path = self.file("polar.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("lat,lon\n")
                for _ in range(3000):
                    file.write(f"{pole * (1 - abs(random.gauss(0, 0.01)))},{random.uniform(-180, 180)}\n")
            for shape in ("square", "hexagon"):
                said = self.run_ambit("density", path, "--cell", "100km", "--shape", shape, "--format", "geojson")
                cells = json.loads(said.stdout)["features"]
                self.assertTrue(all(cell["geometry"] for cell in cells), shape)
                shapes = [shapely.geometry.shape(cell["geometry"]) for cell in cells]
                self.assertTrue(all(shapely.is_valid(shapes)), shape)
                holding = [area for area in shapes if area.covers(shapely.Point(180, pole))]
                self.assertGreaterEqual(len(holding), 1)
                # Cylindrical equal-area: what lies between parallels is as large there as on the Earth, but for
                # the flattening, which by a pole is the same for all.
                sizes = [shapely.transform(area, lambda xy: numpy.column_stack(
                    [numpy.radians(xy[:, 0]), numpy.sin(numpy.radians(xy[:, 1]))]), include_z=False).area
                    for area in shapes]
                middle = sorted(sizes)[len(sizes) // 2]
                for size in sizes:
                    self.assertAlmostEqual(size / middle, 1, delta=0.02)

    def test_a_stop_leaves_files_as_they_were(self):
        """Ctrl-C and SIGTERM, at any moment: the old file, nothing beside it, and the exit code of a signal."""
        path = self.file("many.csv")
        random.seed(5)
        with open(path, "w", encoding="utf-8") as file:
            file.write("lat,lon,name\n")
            for number in range(60_000):
                file.write(f"{random.uniform(38, 39):.6f},{random.uniform(-78, -77):.6f},n{number}\n")
        for name in ("x.csv", "x.geojson", "x.gpkg", "x.shp"):
            old = pathlib.Path(self.file(name))
            if name.endswith("csv") or name.endswith("json"):
                old.write_text("old\n")
            for stop, codes in ((signal.SIGINT, (130, -signal.SIGINT)), (signal.SIGTERM, (-signal.SIGTERM,))):
                before = old.read_bytes() if old.exists() else None
                process = subprocess.Popen(
                    [AMBIT, "within", path, "--at", path, "--radius", "3km", "--format", name.split(".")[-1],
                     "-o", str(old)], stderr=subprocess.PIPE, text=True)
                time.sleep(2)
                process.send_signal(stop)
                _, errors = process.communicate(timeout=20)
                self.assertIn(process.returncode, codes, (name, errors))
                self.assertEqual(old.read_bytes() if old.exists() else None, before, name)
                if process.returncode == 130:
                    self.assertRegex(errors, f"Stopped after .* places; {old} is written when all are answered")
                left = {entry for entry in os.listdir(self.folder) if entry.startswith("x.")}
                self.assertLessEqual(left, {"x.csv", "x.geojson"})


if __name__ == "__main__":
    unittest.main()
