"""What is taken as a column, what comes out as one, and what is said of what is wrong."""

import array
import math
import subprocess
import sys
import unittest

import numpy
import pandas

import ambit


class ColumnTests(unittest.TestCase):
    def setUp(self):
        self.tree = ambit.QuadTree(lat=[10.0, 20.0, 30.0], lon=[40.0, 50.0, 60.0])

    def test_columns_of_every_kind_are_one_column(self):
        values = [10.0, 20.5, 30.0]
        wide = numpy.zeros((3, 2))
        wide[:, 1] = values
        kinds = [
            values, tuple(values), iter(values), array.array("d", values), array.array("f", values),
            memoryview(array.array("d", values)), memoryview(array.array("d", values[::-1]))[::-1],
            numpy.array(values), numpy.array(values, dtype="float32"), wide[:, 1], numpy.array(values, dtype=">f8"),
            pandas.Series(values), pandas.Series(values, dtype="Float64"), numpy.array(values, dtype=object),
        ]
        for lat in kinds:
            with self.subTest(kind=str(type(lat))):
                tree = ambit.QuadTree(lat=lat, lon=[1, 2, 3])
                self.assertEqual(tree.lat.tolist(), values)
        for ids in ([3, 1, 2], numpy.array([3, 1, 2], dtype="int32"), pandas.Series([3, 1, 2]),
                    numpy.array([3, 1, 2], dtype="uint64"), array.array("b", [3, 1, 2]), range(3, 0, -1)):
            tree = ambit.QuadTree(lat=values, lon=values, ids=ids)
            self.assertEqual(tree.ids.tolist(), [1, 2, 3])

    def test_one_number_of_any_kind_is_one_place(self):
        for lat in (10, 10.0, numpy.float64(10), numpy.float32(10), numpy.array(10.0), numpy.int8(10)):
            self.assertEqual(self.tree.within(lat=lat, lon=40.0, radius_m=1)[0], [(0, 0.0)])

    def test_answers_are_arrays_without_copying(self):
        matches = self.tree.nearest(lat=[10, 20], lon=[40, 50], k=2)
        for column, kind in ((matches.offsets, "int64"), (matches.ids, "int64"), (matches.distances_m, "float64")):
            values = numpy.asarray(column)
            self.assertEqual((values.dtype, values.ndim), (numpy.dtype(kind), 1))
            values[0] = 7
            self.assertEqual(column[0], 7)

    def test_columns_of_a_tree_are_its_own_and_read_only(self):
        lat = numpy.asarray(self.tree.lat)
        self.assertTrue(numpy.shares_memory(lat, numpy.asarray(self.tree.lat)))
        self.assertFalse(lat.flags.writeable)
        with self.assertRaises(TypeError):
            self.tree.lat[0] = 5.0
        self.tree = None
        self.assertEqual(lat.tolist(), [10, 20, 30])

    def test_matches_are_a_sequence_and_pairs(self):
        matches = self.tree.within(lat=[10, 0, 20], lon=[40, 0, 50], radius_m=[1, 1, 2e6])
        self.assertEqual(len(matches), 3)
        self.assertEqual([len(found) for found in matches], [1, 0, 3])
        self.assertEqual(matches[-1], matches[2])
        with self.assertRaises(IndexError):
            matches[3]
        pairs = matches.pairs()
        self.assertEqual(pairs.a.tolist(), [0, 2, 2, 2])
        self.assertEqual(pairs.b_ids.tolist()[:2], [0, 1])
        self.assertEqual(repr(matches), "<ambit.Matches of 3 centres, 4 found>")
        self.assertEqual(repr(self.tree), "<ambit.QuadTree of 3 points>")

    def test_nothing_of_numpy_is_needed(self):
        code = """
import sys
for name in ("numpy", "pandas", "geopandas", "shapely"): sys.modules[name] = None
import ambit
tree = ambit.QuadTree(lat=[1, 2], lon=[3, 4], ids=[8, 9])
found = tree.nearest(lat=[1.0], lon=[3.0], k=2)
print(found.ids.tolist(), found.ids.format, found.distances_m.format, round(found.distances_m[1]))
"""
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual(said.stdout, "[8, 9] q d 156876\n")

    def refused(self, error, words, call):
        with self.assertRaises(error) as caught:
            call()
        self.assertEqual(str(caught.exception), words)

    def test_what_is_outside_its_range_is_refused_by_name_place_and_value(self):
        tree, make = self.tree, ambit.QuadTree
        latitude, longitude = "a latitude lies between -90 and 90", "a longitude lies between -180 and 180"
        nan, inf = math.nan, math.inf
        for words, call in (
            (f"lat is 91.0; {latitude}", lambda: tree.nearest(lat=91, lon=0)),
            (f"lon is -180.5; {longitude}", lambda: tree.nearest(lat=1, lon=-180.5)),
            (f"lat[2] is nan; {latitude}", lambda: tree.nearest(lat=[1, 2, nan], lon=[1, 2, 3])),
            (f"lon[1] is inf; {longitude}", lambda: make(lat=[1, 2], lon=[1, inf])),
            (f"lat[0] is -90.1; {latitude}", lambda: make(lat=[-90.1, 95], lon=[1, 2])),
            (f"lon2[1] is 181.0; {longitude}", lambda: ambit.distance(lat1=1, lon1=1, lat2=[1, 1], lon2=[1, 181])),
            (f"lat1 is 99.0; {latitude}", lambda: ambit.distance(lat1=99, lon1=1, lat2=[1, 1], lon2=[1, 1])),
            ("radius_m is -1.0; a radius is finite and not negative",
             lambda: tree.within(lat=[1, 2], lon=[1, 2], radius_m=-1)),
            ("radius_m[1] is inf; a radius is finite and not negative",
             lambda: tree.within(lat=[1, 2], lon=[1, 2], radius_m=[1, inf])),
            ("max_distance_m is nan; a greatest distance is not negative; None is for the whole Earth",
             lambda: tree.nearest(lat=[1, 2], lon=[1, 2], max_distance_m=nan)),
            ("reach_m[1] is -2.0; a reach is not negative; infinity is for anywhere",
             lambda: make(lat=[1, 2], lon=[1, 2], reach_m=[1, -2])),
            ("ids[3] is 5, as ids[1] is; an id names one point",
             lambda: make(lat=[1] * 5, lon=[1] * 5, ids=[9, 5, 7, 5, 9])),
            ("ids[1] is 9223372036854775808; an id lies between -9223372036854775808 and 9223372036854775807",
             lambda: make(lat=[1, 2], lon=[1, 2], ids=[5, 2**63])),
            ("lat has 3 values and lon has 2; they go in pairs", lambda: tree.nearest(lat=[1, 2, 3], lon=[1, 2])),
            ("lat has 2 values and radius_m has 1; they go in pairs",
             lambda: tree.within(lat=[1, 2], lon=[1, 2], radius_m=[1])),
            ("lat is one number and lon has 1 values; they go in pairs", lambda: tree.nearest(lat=1, lon=[1])),
            ("k is 0; it is 1 or more", lambda: tree.nearest(lat=1, lon=1, k=0)),
            ("threads is 0; it is between 1 and 1024", lambda: tree.nearest(lat=1, lon=1, threads=0)),
            ("within_m is -1.0; it is finite and not negative", lambda: ambit.join(tree, tree, within_m=-1)),
        ):
            with self.subTest(words=words):
                self.refused(ValueError, words, call)

    def test_the_first_that_is_wrong_is_named_whichever_thread_meets_it(self):
        lat = numpy.zeros(100_000)
        lat[[77_777, 99_999, 40_001]] = 100
        for threads in (1, 8):
            self.refused(
                ValueError, "lat[40001] is 100.0; a latitude lies between -90 and 90",
                lambda: self.tree.nearest(lat=lat, lon=numpy.zeros(100_000), threads=threads))

    def test_what_is_no_column_of_numbers_is_refused_by_name(self):
        make = ambit.QuadTree
        for words, call in (
            ("lat[1] is '2'; it is a number", lambda: make(lat=[1, "2"], lon=[1, 2])),
            ("lon[0] is None; it is a number", lambda: make(lat=[1], lon=[None])),
            ("lat is '12'; it is a number or a column of numbers", lambda: make(lat="12", lon=[1, 2])),
            ("lat has 2 dimensions; it has one", lambda: make(lat=numpy.zeros((2, 2)), lon=[1, 2])),
            ("lat is a column of datetime64[D]; it is a column of numbers",
             lambda: make(lat=numpy.array(["2026-11-03"], dtype="M8[D]"), lon=[1])),
            ("ids[1] is 2.5; it is a whole number", lambda: make(lat=[1, 2], lon=[1, 2], ids=[5, 2.5])),
            ("ids is a column of float64; it is a column of whole numbers",
             lambda: make(lat=[1.0], lon=[1.0], ids=numpy.array([1.0]))),
            ("b is a list; it is an ambit.QuadTree", lambda: ambit.join(self.tree, [1], within_m=1)),
        ):
            with self.subTest(words=words):
                self.refused(TypeError, words, call)


if __name__ == "__main__":
    unittest.main()
