"""Parquet and GeoParquet in, as pyarrow writes them: every type, encoding, codec and page version."""

import csv
import datetime
import decimal
import io
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest
import uuid

import pyarrow as pa
import pyarrow.parquet as pq
import shapely

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "PythonSupport"))

from served import AMBIT  # noqa: E402

ROWS = 2_000
CRS_27700 = {"type": "ProjectedCRS", "name": "OSGB36 / British National Grid",
             "id": {"authority": "EPSG", "code": 27700}}


def geo(encoding="WKB", types=("Point",), **more):
    column = {"encoding": encoding, "geometry_types": list(types), **more}
    return {b"geo": json.dumps({"version": "1.1.0", "primary_column": "geometry",
                                "columns": {"geometry": column}}).encode()}


class ParquetTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="ambit-parquet-")
        self.addCleanup(self.folder.cleanup)
        self.path = f"{self.folder.name}/places.parquet"
        random.seed(7)
        self.points = [(random.uniform(-179, 179), random.uniform(-80, 80)) for _ in range(ROWS)]

    def table(self, columns, points=None, metadata=None):
        points = self.points if points is None else points
        column = pa.array([None if point is None else shapely.to_wkb(shapely.Point(*point))
                           for point in points], pa.binary())
        table = pa.table({**columns, "geometry": column})
        return table.replace_schema_metadata(geo() if metadata is None else metadata)

    def run_ambit(self, *arguments, path=None):
        return subprocess.run([AMBIT, *arguments], capture_output=True, text=True, timeout=120, check=False)

    def rows(self, path=None):
        """What Ambit reads, by way of a join of the file with itself at no distance."""
        said = self.run_ambit("within", path or self.path, "--bbox=-180,-90,180,90", "--format", "csv")
        self.assertEqual(said.returncode, 0, said.stderr)
        return list(csv.DictReader(io.StringIO(said.stdout)))

    def columns(self):
        numbers = list(range(ROWS))
        some = lambda values: [None if n % 7 == 3 else value for n, value in enumerate(values)]  # noqa: E731
        return {
            "id": pa.array([f"p{n}" for n in numbers]),
            "word": pa.array(some([["ä", "b,c", 'say "x"', ""][n % 4] for n in numbers])),
            "small": pa.array(some([n - 1000 for n in numbers]), pa.int16()),
            "unsigned": pa.array([2 ** 32 - 1 - n for n in numbers], pa.uint32()),
            "huge": pa.array([2 ** 64 - 1 - n for n in numbers], pa.uint64()),
            "long": pa.array(some([n * 10 ** 12 for n in numbers]), pa.int64()),
            "float": pa.array([n / 10 for n in numbers], pa.float32()),
            "double": pa.array(some([n / 3 for n in numbers]), pa.float64()),
            "flag": pa.array(some([n % 3 == 0 for n in numbers])),
            "day": pa.array([datetime.date(1900, 1, 1) + datetime.timedelta(n * 37) for n in numbers]),
            "ms": pa.array([1_700_000_000_000 + n * 1001 for n in numbers], pa.timestamp("ms", "UTC")),
            "us": pa.array([1_700_000_000_000_000 - n * 86_400_000_001 for n in numbers], pa.timestamp("us")),
            "time": pa.array([n * 43_000 % 86_400_000 for n in numbers], pa.time32("ms")),
            "money": pa.array([decimal.Decimal(n - 5).scaleb(-2) for n in numbers], pa.decimal128(9, 2)),
            "wide": pa.array([decimal.Decimal(-n * 10 ** 20) for n in numbers], pa.decimal128(38, 0)),
            "category": pa.array([f"kind {n % 5}" for n in numbers]).dictionary_encode(),
        }

    def expected(self, name, value):
        if value is None:
            return ""
        if name == "flag":
            return "true" if value else "false"
        if isinstance(value, datetime.datetime):
            text = value.isoformat().replace("+00:00", "")
            if "." in text:
                text = text.rstrip("0")
            return text + ("Z" if value.tzinfo else "")
        if isinstance(value, (datetime.date, datetime.time)):
            text = value.isoformat()
            return text.rstrip("0") if "." in text else text
        if isinstance(value, decimal.Decimal):
            return format(value, "f")
        return str(value)

    def compare(self, table, rows):
        self.assertEqual(len(rows), table.num_rows)
        for name in table.column_names:
            if name == "geometry":
                continue
            for number, value in enumerate(table[name].to_pylist()):
                found = rows[number][name]
                if name == "float":
                    value = struct.unpack("f", struct.pack("f", value))[0]
                    self.assertEqual(struct.pack("f", float(found)), struct.pack("f", value))
                elif name == "money":
                    self.assertEqual(decimal.Decimal(found), value)
                elif name == "double" and value is not None:
                    self.assertEqual(float(found), value)
                else:
                    self.assertEqual(found, self.expected(name, value), f"{name}, row {number}")
        for row, point in zip(rows, self.points):
            self.assertEqual((float(row["lon"]), float(row["lat"])), point)

    def test_every_codec_page_version_and_encoding(self):
        table = self.table(self.columns())
        plain = {"use_dictionary": False}
        delta = {"use_dictionary": False, "column_encoding": {
            "id": "DELTA_BYTE_ARRAY", "word": "DELTA_LENGTH_BYTE_ARRAY", "long": "DELTA_BINARY_PACKED",
            "small": "DELTA_BINARY_PACKED", "double": "BYTE_STREAM_SPLIT", "float": "BYTE_STREAM_SPLIT",
            "flag": "RLE", "us": "DELTA_BINARY_PACKED"}}
        for codec in ("none", "snappy", "gzip", "zstd"):
            for version in ("1.0", "2.0"):
                for settings in ({}, plain, delta):
                    with self.subTest(codec=codec, version=version, settings=settings):
                        pq.write_table(table, self.path, compression=codec, data_page_version=version,
                                       row_group_size=700, data_page_size=4096, **settings)
                        self.compare(table, self.rows())

    def test_old_moments_and_uuids(self):
        moments = [datetime.datetime(1969, 12, 31, 23, 59, 59, 500_000) + datetime.timedelta(days=n * 11)
                   for n in range(ROWS)]
        ids = [uuid.uuid4() for _ in range(ROWS)]
        table = self.table({"id": pa.array([f"p{n}" for n in range(ROWS)]), "old": pa.array(moments, pa.timestamp("ns")),
                            "uuid": pa.array([one.bytes for one in ids], pa.uuid())})
        pq.write_table(table, self.path, use_deprecated_int96_timestamps=True)
        for row, moment, one in zip(self.rows(), moments, ids):
            self.assertEqual(row["old"], moment.isoformat().rstrip("0").rstrip(".") + "Z" if "." in moment.isoformat()
                             else moment.isoformat() + "Z")
            self.assertEqual(row["uuid"], str(one))

    def test_nested_columns_and_lists(self):
        table = self.table({
            "id": pa.array([f"p{n}" for n in range(ROWS)]),
            "names": pa.array([None if n % 5 == 0 else {"primary": f"name {n}", "common": None if n % 3 else "x"}
                               for n in range(ROWS)],
                              pa.struct([("primary", pa.string()), ("common", pa.string())])),
            "tags": pa.array([None if n % 4 == 0 else [f"t{k}" for k in range(n % 4 - 1)] for n in range(ROWS)],
                             pa.list_(pa.string())),
            "numbers": pa.array([[n, n + 1] for n in range(ROWS)], pa.list_(pa.int32())),
            "bytes": pa.array([b"\x00\xff"] * ROWS)})
        pq.write_table(table, self.path, row_group_size=300, data_page_size=512)
        rows = self.rows()
        for n, row in enumerate(rows):
            self.assertEqual(row["names.primary"], "" if n % 5 == 0 else f"name {n}")
            self.assertEqual(row["names.common"], "x" if n % 5 and n % 3 == 0 else "")
            self.assertEqual(row["tags"], "" if n % 4 == 0 else "; ".join(f"t{k}" for k in range(n % 4 - 1)))
            self.assertEqual(row["numbers"], f"{n}; {n + 1}")

    def test_reference_systems(self):
        # The Greenwich observatory, about.
        east, north = 538_890.0, 177_320.0
        for crs, expected in [(CRS_27700, (51.4778, -0.0014)), ("EPSG:27700", (51.4778, -0.0014))]:
            table = self.table({"id": pa.array(["a"])}, [(east, north)], geo(crs=crs))
            pq.write_table(table, self.path)
            row = self.rows()[0]
            self.assertAlmostEqual(float(row["lat"]), expected[0], delta=0.001)
            self.assertAlmostEqual(float(row["lon"]), expected[1], delta=0.001)
        for crs in ({"id": {"authority": "OGC", "code": "CRS84"}}, {"id": {"authority": "EPSG", "code": 4326}}):
            table = self.table({"id": pa.array(["a"])}, [(-3.5, 54.25)], geo(crs=crs))
            pq.write_table(table, self.path)
            row = self.rows()[0]
            self.assertEqual((row["lat"], row["lon"]), ("54.25", "-3.5"))

    def test_places_as_two_numbers_and_with_heights(self):
        x, y = zip(*self.points)
        table = pa.table({"id": pa.array([f"p{n}" for n in range(ROWS)]),
                          "geometry": pa.StructArray.from_arrays([pa.array(x), pa.array(y)], ["x", "y"])})
        pq.write_table(table.replace_schema_metadata(geo("point")), self.path)
        for row, point in zip(self.rows(), self.points):
            self.assertEqual((float(row["lon"]), float(row["lat"])), point)
        for order in (0, 1):
            for flavor in ("iso", "extended"):
                wkb = [shapely.to_wkb(shapely.Point(x, y, 5), byte_order=order, flavor=flavor, include_srid=False)
                       for x, y in self.points]
                table = pa.table({"id": pa.array([f"p{n}" for n in range(ROWS)]), "geometry": pa.array(wkb)})
                pq.write_table(table.replace_schema_metadata(geo(types=["Point Z"])), self.path)
                for row, point in zip(self.rows(), self.points):
                    self.assertEqual((float(row["lon"]), float(row["lat"])), point)

    def test_without_places_columns_are_found(self):
        x, y = zip(*self.points)
        pq.write_table(pa.table({"name": [f"p{n}" for n in range(ROWS)], "latitude": y, "longitude": x}), self.path)
        for row, point in zip(self.rows(), self.points):
            self.assertEqual((float(row["longitude"]), float(row["latitude"])), point)

    def test_empty_files_and_missing_places(self):
        table = self.table({"id": pa.array([f"p{n}" for n in range(4)])}, [(1, 2), None, (3, 4), None])
        pq.write_table(table, self.path)
        said = self.run_ambit("within", self.path, "--bbox=-180,-90,180,90", "--format", "csv")
        # As of every format: a row without a place is no answer to a question about places.
        self.assertEqual(said.returncode, 1)
        self.assertIn("feature 2: its geometry is no point", said.stderr)
        pq.write_table(table.slice(0, 0), self.path)
        said = self.run_ambit("within", self.path, "--bbox=-180,-90,180,90", "--format", "csv")
        self.assertNotIn("Fatal", said.stderr)
        self.assertLessEqual(said.returncode, 1)

    def test_stations_are_imported_and_what_ambit_writes_is_read_again(self):
        database = f"{self.folder.name}/d.sqlite"
        table = self.table({"id": pa.array([f"s{n}" for n in range(ROWS)]),
                            "name": pa.array([f"School {n}" for n in range(ROWS)])})
        pq.write_table(table, self.path, compression="zstd")
        said = self.run_ambit("import", "stations", self.path, "--dataset", "s", "--database", database)
        self.assertEqual(said.returncode, 0, said.stderr)
        again = f"{self.folder.name}/again.parquet"
        said = self.run_ambit("within", "stations", "--bbox=-180,-90,180,90", "--database", database, "-o", again)
        self.assertEqual(said.returncode, 0, said.stderr)
        rows = self.rows(again)
        self.assertEqual({row["name"] for row in rows}, {f"School {n}" for n in range(ROWS)})

    def test_what_is_not_read_is_refused_in_a_sentence(self):
        table = self.table({"id": pa.array([f"p{n}" for n in range(ROWS)])})
        cases = []
        pq.write_table(table, self.path, compression="brotli")
        cases.append((pathlib.Path(self.path).read_bytes(), "Brotli"))
        pq.write_table(table, self.path, compression="lz4")
        cases.append((pathlib.Path(self.path).read_bytes(), "LZ4"))
        pq.write_table(table.replace_schema_metadata(geo("linestring")), self.path)
        cases.append((pathlib.Path(self.path).read_bytes(), "linestring"))
        pq.write_table(table, self.path)
        sound = pathlib.Path(self.path).read_bytes()
        cases += [(sound[:-4] + b"PARE", "encrypted"), (sound[:-100], "damaged"), (sound[:6], "damaged"),
                  (sound[:-8] + struct.pack("<I", 2 ** 31) + b"PAR1", "damaged")]
        for content, words in cases:
            with self.subTest(words):
                pathlib.Path(self.path).write_bytes(content)
                said = self.run_ambit("within", self.path, "--bbox=-180,-90,180,90", "--format", "csv")
                self.assertEqual(said.returncode, 1, said.stderr)
                self.assertIn(words, said.stderr)
                self.assertEqual(len(said.stderr.strip().splitlines()), 1, said.stderr)

    def test_no_mutant_is_more_than_a_sentence(self):
        columns = {name: column.slice(0, 60) for name, column in self.columns().items()}
        table = self.table(columns, self.points[:60])
        pq.write_table(table, self.path, compression="snappy", data_page_size=200)
        sound = pathlib.Path(self.path).read_bytes()
        for number in range(int(os.environ.get("AMBIT_LAYER_MUTANTS", "60"))):
            mutant = bytearray(sound)
            if number % 4 == 0:
                mutant = mutant[:random.randrange(len(sound))] + (sound[-8:] if number % 8 else b"")
            else:
                for _ in range(1 + number % 3):
                    mutant[random.randrange(4, len(mutant))] = random.randrange(256)
            pathlib.Path(self.path).write_bytes(mutant)
            said = self.run_ambit("within", self.path, "--bbox=-180,-90,180,90", "--format", "csv")
            self.assertIn(said.returncode, (0, 1), f"mutant {number}: {said.stderr}")
            self.assertNotIn("crashed", said.stderr, f"mutant {number}")
            self.assertNotIn("Fatal", said.stderr, f"mutant {number}")


if __name__ == "__main__":
    unittest.main()
