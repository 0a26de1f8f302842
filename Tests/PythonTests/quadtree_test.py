"""Answers against brute force by GeographicLib's own Python."""

import array
import math
import pickle
import random
import struct
import unittest

import ambit
from terrains import TERRAINS, TOLERANCE_M, oracle, points


class QuadTreeTests(unittest.TestCase):
    def each_terrain(self, count=250, centers=12):
        for seed, (name, (_, radius)) in enumerate(TERRAINS.items()):
            lat, lon = points(name, count, seed)
            center_lat, center_lon = points(name, centers, seed + 100)
            far = [[oracle(a, o, b, p) for b, p in zip(lat, lon)]
                   for a, o in zip(center_lat, center_lon)]
            yield radius, (lat, lon), (center_lat, center_lon), far

    def assert_ordered(self, found):
        self.assertEqual(found, sorted(found, key=lambda pair: (pair[1], pair[0])))

    def test_within_is_what_brute_force_finds(self):
        total = 0
        for radius, (lat, lon), (center_lat, center_lon), far in self.each_terrain():
            source = random.Random(7)
            ids = [source.randrange(-2**63, 2**63) for _ in lat]
            tree = ambit.QuadTree(lat=lat, lon=lon, ids=ids)
            matches = tree.within(lat=center_lat, lon=center_lon, radius_m=radius)
            self.assertEqual(len(matches), len(center_lat))
            for found, distances in zip(matches, far):
                by_id = dict(found)
                self.assertEqual(len(by_id), len(found))
                for identifier, distance in zip(ids, distances):
                    if distance <= radius - TOLERANCE_M:
                        self.assertAlmostEqual(by_id[identifier], distance, delta=TOLERANCE_M)
                    elif distance > radius + TOLERANCE_M:
                        self.assertNotIn(identifier, by_id)
                self.assert_ordered(found)
                total += len(found)
        self.assertGreater(total, 1000)

    def test_nearest_is_what_brute_force_finds(self):
        for radius, (lat, lon), (center_lat, center_lon), far in self.each_terrain():
            tree = ambit.QuadTree(lat=lat, lon=lon)
            for k, bound in ((1, None), (7, None), (500, None), (7, radius / 4)):
                matches = tree.nearest(lat=center_lat, lon=center_lon, k=k, max_distance_m=bound)
                for found, distances in zip(matches, far):
                    expected = sorted(d for d in distances if bound is None or d <= bound)[:k]
                    self.assertEqual(len(found), len(expected))
                    for (identifier, distance), right in zip(found, expected):
                        self.assertAlmostEqual(distance, right, delta=TOLERANCE_M)
                        self.assertAlmostEqual(distances[identifier], right, delta=TOLERANCE_M)
                    self.assert_ordered(found)

    def test_points_are_found_from_within_their_reach(self):
        for radius, (lat, lon), (center_lat, center_lon), far in self.each_terrain(count=150):
            source = random.Random(3)
            reach = [source.choice([0.0, radius * source.random(), math.inf]) for _ in lat]
            # Reaches are kept as 32-bit floats are.
            kept = [struct.unpack("f", struct.pack("f", value))[0] for value in reach]
            tree = ambit.QuadTree(lat=lat, lon=lon, reach_m=reach)
            self.assertEqual(tree.reach_m.tolist(), reach)
            matches = tree.within(lat=center_lat, lon=center_lon, radius_m=radius)
            for found, distances in zip(matches, far):
                by_id = dict(found)
                for number, distance in enumerate(distances):
                    bound = min(radius, kept[number])
                    if distance <= bound - TOLERANCE_M:
                        self.assertIn(number, by_id)
                    elif distance > bound + TOLERANCE_M:
                        self.assertNotIn(number, by_id)

    def test_radii_are_inclusive_to_the_last_bit(self):
        lat, lon = points("clustered", 100, 1)
        tree = ambit.QuadTree(lat=lat, lon=lon)
        distances = ambit.distance(lat1=38.9, lon1=-77.0, lat2=lat, lon2=lon)
        for number in range(0, 100, 9):
            exact = distances[number]
            radii = [exact, math.nextafter(exact, 0)]
            at, below = tree.within(lat=[38.9] * 2, lon=[-77.0] * 2, radius_m=radii)
            self.assertIn((number, exact), at)
            self.assertNotIn(number, dict(below))

    def test_ties_come_by_id_whatever_the_order_of_the_points(self):
        ids = [5, -3, 2**62, 0, 17]
        tree = ambit.QuadTree(lat=[1.0] * 5, lon=[180.0, -180.0] * 2 + [180.0], ids=ids)
        self.assertEqual([i for i, _ in tree.nearest(lat=1, lon=180, k=5)[0]], sorted(ids))
        self.assertEqual([i for i, _ in tree.nearest(lat=1, lon=180, k=2)[0]], [-3, 0])
        self.assertEqual([i for i, _ in tree.within(lat=0, lon=-180, radius_m=1e6)[0]], sorted(ids))
        self.assertEqual(tree.ids.tolist(), sorted(ids))

    def test_ties_with_the_last_one_are_found_when_asked_for(self):
        # Three in one place, two of them on the other side of the antimeridian; one farther.
        tree = ambit.QuadTree(lat=[0, 0, 0, 1], lon=[180, -180, 180, 180])
        near = tree.nearest(lat=0, lon=179, k=1, with_ties=True)[0]
        self.assertEqual([i for i, _ in near], [0, 1, 2])
        self.assertEqual(len({d for _, d in near}), 1)
        self.assertEqual([i for i, _ in tree.nearest(lat=0, lon=179, k=4, with_ties=True)[0]], [0, 1, 2, 3])
        self.assertEqual(
            tree.nearest(lat=0, lon=179, k=1, max_distance_m=10, with_ties=True)[0], [])

    def test_many_places_are_answered_alike_by_any_number_of_threads(self):
        lat, lon = points("clustered", 2000, 5)
        tree = ambit.QuadTree(lat=lat, lon=lon)
        center_lat, center_lon = points("clustered", 5000, 6)
        one = tree.nearest(lat=center_lat, lon=center_lon, k=3, threads=1)
        for threads in (2, 7, 64):
            other = tree.nearest(lat=center_lat, lon=center_lon, k=3, threads=threads)
            self.assertEqual(one.offsets, other.offsets)
            self.assertEqual(one.ids, other.ids)
            self.assertEqual(one.distances_m, other.distances_m)
        for index in (0, 4095, 4999):
            alone = tree.nearest(lat=center_lat[index], lon=center_lon[index], k=3)
            self.assertEqual(alone[0], one[index])

    def test_a_join_is_every_pair_that_brute_force_finds(self):
        for radius, (lat, lon), (other_lat, other_lon), far in self.each_terrain(count=150, centers=30):
            a_ids = random.Random(1).sample(range(1000), 30)
            a = ambit.QuadTree(lat=other_lat, lon=other_lon, ids=a_ids)
            b = ambit.QuadTree(lat=lat, lon=lon)
            pairs = ambit.join(a, b, within_m=radius)
            found = {(x, y): d for x, y, d in zip(pairs.a, pairs.b_ids, pairs.distances_m)}
            self.assertEqual(len(found), len(pairs.a))
            for x, distances in zip(a_ids, far):
                for y, distance in enumerate(distances):
                    if distance <= radius - TOLERANCE_M:
                        self.assertAlmostEqual(found[x, y], distance, delta=TOLERANCE_M)
                    elif distance > radius + TOLERANCE_M:
                        self.assertNotIn((x, y), found)
            rows = list(zip(pairs.a, pairs.distances_m, pairs.b_ids))
            self.assertEqual(rows, sorted(rows))

    def test_distances_are_geographiclibs(self):
        for name in TERRAINS:
            lat1, lon1 = points(name, 200, 1)
            lat2, lon2 = points(name, 200, 2)
            expected = [oracle(*place) for place in zip(lat1, lon1, lat2, lon2)]
            for given, right in zip(ambit.distance(lat1=lat1, lon1=lon1, lat2=lat2, lon2=lon2), expected):
                self.assertAlmostEqual(given, right, delta=TOLERANCE_M)
            from_one = ambit.distance(lat1=lat1[0], lon1=lon1[0], lat2=lat2, lon2=lon2)
            to_one = ambit.distance(lat1=lat2, lon1=lon2, lat2=lat1[0], lon2=lon1[0])
            for number, right in enumerate(oracle(lat1[0], lon1[0], *p) for p in zip(lat2, lon2)):
                self.assertAlmostEqual(from_one[number], right, delta=TOLERANCE_M)
                self.assertAlmostEqual(to_one[number], right, delta=TOLERANCE_M)
        self.assertAlmostEqual(
            ambit.distance(lat1=0, lon1=0, lat2=0.5, lon2=179.5), oracle(0, 0, 0.5, 179.5), places=3)

    def test_nothing_gives_nothing(self):
        empty = ambit.QuadTree(lat=[], lon=[], ids=[], reach_m=[])
        some = ambit.QuadTree(lat=[1.0], lon=[2.0])
        self.assertEqual((len(empty), len(some)), (0, 1))
        self.assertEqual(list(empty.nearest(lat=[1, 2], lon=[3, 4], k=5)), [[], []])
        self.assertEqual(list(empty.nearest(lat=1, lon=3, with_ties=True)), [[]])
        for matches in (some.within(lat=[], lon=[], radius_m=1), some.nearest(lat=[], lon=[]),
                        some.within(lat=array.array("d"), lon=(), radius_m=[])):
            self.assertEqual((list(matches), list(matches.offsets), list(matches.ids)), ([], [0], []))
        for pairs in (ambit.join(empty, some, within_m=5), ambit.join(some, empty, within_m=5)):
            self.assertEqual([list(column) for column in pairs], [[], [], []])
        self.assertEqual(list(ambit.distance(lat1=[], lon1=[], lat2=[], lon2=[])), [])
        self.assertEqual(list(ambit.distance(lat1=1, lon1=1, lat2=[], lon2=[])), [])

    def test_a_tree_outlives_pickling(self):
        lat, lon = points("antimeridian", 50, 1)
        for more in ({}, {"ids": list(range(50, 0, -1))}, {"reach_m": [10.0] * 50}):
            tree = ambit.QuadTree(lat=lat, lon=lon, **more)
            other = pickle.loads(pickle.dumps(tree))
            self.assertEqual(other.ids, tree.ids)
            self.assertEqual(other.reach_m, tree.reach_m)
            self.assertEqual(list(other.nearest(lat=lat, lon=lon, k=3)), list(tree.nearest(lat=lat, lon=lon, k=3)))


if __name__ == "__main__":
    unittest.main()
