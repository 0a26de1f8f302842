"""Joins of frames: as geopandas lays them out, in metres by GeographicLib."""

import unittest

import geopandas
import numpy
import pandas
import shapely
from geopandas.testing import assert_geodataframe_equal

import ambit
from terrains import TERRAINS, TOLERANCE_M, oracle, points


def planar(count, seed, **columns):
    """Points within a few kilometres, where a plane and the ellipsoid agree on who is near whom."""
    source = numpy.random.default_rng(seed)
    geometry = geopandas.points_from_xy(500_000 + source.uniform(0, 5000, count), 4_500_000 + source.uniform(0, 5000, count))
    return geopandas.GeoDataFrame(columns or {"value": range(count)}, geometry=geometry, crs=32631)


def sorted_rows(frame, *names):
    """Rows in an order that does not depend on that of ties."""
    order = frame.reset_index()[list(names)].astype("float64").to_numpy()
    return frame.iloc[numpy.lexsort(order.T[::-1])]


class GeopandasTests(unittest.TestCase):
    def assert_like_geopandas(self, left, right, ties=False, **options):
        ours = ambit.sjoin_nearest(left, right, **options)
        theirs = geopandas.sjoin_nearest(left, right, **options)
        if "distance_col" in options:
            column = options["distance_col"]
            numpy.testing.assert_allclose(ours[column], theirs[column], rtol=2e-3, atol=1e-9)
            ours, theirs = ours.drop(columns=column), theirs.drop(columns=column)
        if ties:
            index = "index_left" if options.get("how") == "right" else "index_right"
            ours, theirs = (sorted_rows(frame, "index", index) for frame in (ours, theirs))
        assert_geodataframe_equal(ours, theirs)
        return ours

    def test_it_takes_the_place_of_geopandas_own(self):
        left, right = planar(60, 1, name=range(60), only_left=range(60)), planar(40, 2, name=range(40), other=range(40))
        left.index, right.index = [i * 3 for i in range(60)], [i * 5 for i in range(40)]
        for how in ("inner", "left", "right"):
            for more in ({}, {"max_distance": 300}, {"distance_col": "metres"}, {"lsuffix": "a", "rsuffix": "b"},
                         {"max_distance": 300, "distance_col": "metres"}):
                with self.subTest(how=how, **more):
                    joined = self.assert_like_geopandas(left, right, how=how, **more)
                    self.assertGreater(len(joined), 10)

    def test_indexes_of_every_kind_are_kept(self):
        for name, index in (
            ("named", pandas.Index([f"s{i}" for i in range(40)], name="code")),
            ("same name as a column", pandas.Index(range(100, 140), name="value")),
            ("dates", pandas.DatetimeIndex(list(pandas.date_range("2026-11-03", periods=40)))),
            ("two levels", pandas.MultiIndex.from_product([range(8), range(5)], names=["row", None])),
        ):
            for how in ("inner", "left", "right"):
                with self.subTest(index=name, how=how):
                    left, right = planar(50, 1, only=range(50)), planar(40, 2)
                    if name == "same name as a column":
                        right = right.rename(columns={"value": "other"})
                        left["value"] = 1
                    right.index = index
                    self.assert_like_geopandas(left, right, how=how, max_distance=400)
                    self.assert_like_geopandas(right, left, how=how, max_distance=400)

    def test_points_that_are_missing_or_empty_are_nobodys(self):
        left, right = planar(30, 3), planar(30, 4)
        for frame in (left, right):
            frame.loc[[2, 5], "geometry"] = None
            frame.loc[[7], "geometry"] = shapely.Point()
        for how in ("inner", "left", "right"):
            self.assert_like_geopandas(left, right, how=how, distance_col="metres")
        nobody = right.iloc[[2, 7]]
        for how in ("inner", "left", "right"):
            with self.subTest(how=how):
                joined = ambit.sjoin_nearest(left, nobody, how=how, distance_col="metres")
                self.assertEqual(len(joined), {"inner": 0, "left": 30, "right": 2}[how])
                self.assertTrue(joined["metres"].isna().all())

    def test_all_that_are_equally_near_are_found(self):
        left, right = planar(20, 5), planar(10, 6)
        right = pandas.concat([right, right, right.iloc[::2]], ignore_index=True)
        for how in ("inner", "left", "right"):
            joined = self.assert_like_geopandas(left, right, how=how, ties=True)
            self.assertGreater(len(joined), 20)

    def test_exclusive_leaves_out_who_is_at_the_same_place(self):
        frame = planar(30, 7)
        frame = pandas.concat([frame, frame.iloc[:10], frame.iloc[:3]], ignore_index=True)
        for how in ("inner", "left"):
            self.assert_like_geopandas(frame, frame, how=how, exclusive=True, ties=True)
        alone = ambit.sjoin_nearest(frame.iloc[:1], frame.iloc[:1], exclusive=True)
        self.assertEqual(len(alone), 0)

    def test_within_is_geopandas_dwithin(self):
        left, right = planar(50, 8), planar(60, 9)
        left.loc[4, "geometry"] = None
        each = numpy.linspace(100, 900, 50)
        for how in ("inner", "left", "right"):
            for distance in (700, each):
                # Nobody is so near to the limit that the scale of the projection decides.
                ours = ambit.sjoin_within(left, right, distance, how=how)
                theirs = geopandas.sjoin(left, right, how=how, predicate="dwithin", distance=distance * 0.9996)
                names = ("index", "index_left" if how == "right" else "index_right")
                assert_geodataframe_equal(sorted_rows(ours, *names), sorted_rows(theirs, *names))
                self.assertGreater(len(ours), 50)

    def test_nearest_and_within_are_what_brute_force_finds(self):
        for seed, (name, (_, radius)) in enumerate(TERRAINS.items()):
            with self.subTest(terrain=name):
                left_lat, left_lon = points(name, 25, seed)
                right_lat, right_lon = points(name, 120, seed + 50)
                left = geopandas.GeoDataFrame(geometry=geopandas.points_from_xy(left_lon, left_lat), crs=4326)
                right = geopandas.GeoDataFrame(geometry=geopandas.points_from_xy(right_lon, right_lat), crs=4326)
                far = [[oracle(*a, *b) for b in zip(right_lat, right_lon)] for a in zip(left_lat, left_lon)]
                near = ambit.sjoin_nearest(left, right, distance_col="metres")
                self.assertEqual(sorted(set(near.index)), list(range(25)))
                for row, metres, other in zip(near.index, near["metres"], near["index_right"]):
                    self.assertAlmostEqual(metres, min(far[row]), delta=TOLERANCE_M)
                    self.assertAlmostEqual(metres, far[row][other], delta=TOLERANCE_M)
                found = ambit.sjoin_within(left, right, radius)
                expected = {(a, b) for a, row in enumerate(far) for b, metres in enumerate(row) if metres <= radius}
                self.assertEqual(set(zip(found.index, found["index_right"])), expected)

    def test_systems_of_all_kinds_are_joined_in_metres(self):
        left = planar(30, 10)
        right = planar(30, 11)
        expected = ambit.sjoin_nearest(left, right, distance_col="metres")
        places = right.to_crs(4326).geometry
        for row in (0, 7, 29):
            here = left.to_crs(4326).geometry[row]
            least = min(oracle(here.y, here.x, place.y, place.x) for place in places)
            self.assertAlmostEqual(expected["metres"][row], least, delta=TOLERANCE_M)
        for crs in (4326, "OGC:CRS84", 3857, 3035, 4258):
            with self.subTest(crs=crs):
                joined = ambit.sjoin_nearest(left, right.to_crs(crs), distance_col="metres")
                self.assertEqual(joined.crs, left.crs)
                self.assertEqual(joined["index_right"].tolist(), expected["index_right"].tolist())
                numpy.testing.assert_allclose(joined["metres"], expected["metres"], atol=1e-3)

    def refused(self, error, words, call):
        with self.assertRaises(error) as caught:
            call()
        self.assertIn(words, str(caught.exception))

    def test_what_cannot_be_joined_is_refused_in_words(self):
        left, right = planar(5, 1), planar(5, 2)
        lines = right.copy()
        lines.loc[3, "geometry"] = shapely.LineString([(0, 0), (1, 1)])
        many = right.copy()
        many.loc[1, "geometry"] = shapely.MultiPoint([(0, 0)])
        lost = geopandas.GeoDataFrame(geometry=[shapely.Point(0, 0), shapely.Point(10, 95)], crs=4326)
        taken = left.rename(columns={"value": "index_right"})
        nearest, within = ambit.sjoin_nearest, ambit.sjoin_within
        for error, words, call in (
            (TypeError, "right_df has a LineString in row 3; only points are joined", lambda: nearest(left, lines)),
            (TypeError, "right_df has a MultiPoint in row 1", lambda: within(left, many, 5)),
            (TypeError, "left_df is a DataFrame", lambda: nearest(pandas.DataFrame(left), right)),
            (ValueError, "left_df has no coordinate reference system",
             lambda: nearest(left.set_crs(None, allow_override=True), right)),
            (ValueError, "right_df has POINT (10 95) in row 1, which WGS 84 does not place on the Earth",
             lambda: nearest(left, lost)),
            (ValueError, 'how is "outer"; it is one of inner, left, right', lambda: nearest(left, right, how="outer")),
            (ValueError, "max_distance is 0; it is None, or finite and more than 0",
             lambda: nearest(left, right, max_distance=0)),
            (ValueError, "distance is -1.0; a distance is finite and not negative", lambda: within(left, right, -1)),
            (ValueError, "distance[2] is nan", lambda: within(left, right, [1, 1, numpy.nan, 1, 1])),
            (ValueError, "distance has 2 values and left_df 5 rows", lambda: within(left, right, [1, 2])),
            (ValueError, '"index_right" is a column already', lambda: nearest(taken, right)),
        ):
            with self.subTest(words=words):
                self.refused(error, words, call)


if __name__ == "__main__":
    unittest.main()
