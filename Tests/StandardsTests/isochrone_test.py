"""Areas that are reached in time, looked at by a library of geometry that nobody here wrote."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "PythonSupport"))

from served import AMBIT, ROOT  # noqa: E402

import shapely  # noqa: E402
import shapely.geometry  # noqa: E402


def ambit(*arguments):
    return subprocess.run([AMBIT, *arguments], capture_output=True, text=True)


def grid(west, south, step, count):
    """Streets in a grid of so many blocks, over the antimeridian if they come to it."""
    def place(x, y):
        longitude = west + x * step
        return [longitude - 360 if longitude > 180 else longitude, south + y * step]

    lines = []
    for one in range(count + 1):
        for two in range(count):
            for line in [[place(two, one), place(two + 1, one)],
                         [place(one, two), place(one, two + 1)]]:
                if abs(line[0][0] - line[1][0]) > 180:
                    # A street that crosses it is two in GeoJSON.
                    middle = line[0][1]
                    east, west_end = sorted(line, reverse=True)
                    lines.append([east, [180, middle]])
                    lines.append([[-180, middle], west_end])
                else:
                    lines.append(line)
    lines = [line for line in lines if line[0] != line[1]]
    return {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"highway": "residential", "name": f"S{number}"},
         "geometry": {"type": "LineString", "coordinates": line}}
        for number, line in enumerate(lines)]}


class IsochroneTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ambit-isochrones-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.database = str(self.folder / "roads.sqlite")

    def load(self, west, south, step=0.002, count=20):
        path = self.folder / "roads.geojson"
        path.write_text(json.dumps(grid(west, south, step, count)))
        done = ambit("import", "roads", str(path), "--dataset", "r", "--database", self.database,
                     "--force", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)

    def areas(self, *arguments):
        done = ambit("isochrone", *arguments, "--format", "geojson", "--database", self.database)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["features"], done.stderr

    def check(self, place, mode):
        features, _ = self.areas("--at", place, "--by", mode, "--within", "2min,5min,9min")
        self.assertEqual([feature["properties"]["within"] for feature in features],
                         ["2min", "5min", "9min"])
        before = None
        for feature in features:
            shape = shapely.geometry.shape(feature["geometry"])
            self.assertTrue(shape.is_valid, shapely.is_valid_reason(shape))
            self.assertGreater(shape.area, 0)
            if before is not None:
                self.assertLess(before.difference(shape).area, 1e-12)
            before = shape
        return before

    def test_areas_are_valid_and_lie_in_each_other(self):
        for west, south, place in [(10.0, 50.0, "50.02,10.02"), (179.98, -17.0, "-16.98,-179.9999"),
                                   (179.96, -17.0, "-16.98,179.9998"), (25.0, 78.0, "78.02,25.02")]:
            with self.subTest(west=west, south=south):
                self.load(west, south)
                for mode in ["walk", "drive"]:
                    whole = self.check(place, mode)
                    latitude, longitude = map(float, place.split(","))
                    self.assertTrue(whole.buffer(1e-9).contains(
                        shapely.Point(longitude, latitude)), place)
                    if west > 179:
                        bounds = whole.bounds
                        self.assertLessEqual(bounds[0], -179.9)
                        self.assertGreaterEqual(bounds[2], 179.9)

    def test_what_cannot_be_drawn_is_told(self):
        self.load(10.0, 50.0, count=4)
        places = self.folder / "places.csv"
        places.write_text("name,lat,lon\nhere,50.004,10.004\nfar,0,0\n")
        features, errors = self.areas("--at", str(places), "--by", "walk", "--within", "3min")
        self.assertEqual([feature["geometry"] is None for feature in features], [False, True])
        self.assertIn("1 place is farther than 1000 m", errors)
        for within in ["0min", "9h", "5km", "", "5min,"]:
            refused = ambit("isochrone", "--at", "50,10", "--within", within, "--database",
                            self.database)
            self.assertEqual(refused.returncode, 64, within)
            self.assertIn("--within", refused.stderr)


if __name__ == "__main__":
    unittest.main()
