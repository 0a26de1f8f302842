"""How the package is used, as mypy sees it."""

import array
from typing import assert_type

import numpy

import ambit

tree = ambit.QuadTree(lat=numpy.zeros(3), lon=[1.0, 2.0, 3.0], ids=array.array("q", [1, 2, 3]), reach_m=[1, 2, 3])
assert_type(tree.ids, memoryview[int])
assert_type(tree.lat, memoryview[float])

matches = tree.nearest(lat=38.9, lon=-77, k=3, max_distance_m=500, with_ties=True)
assert_type(matches, ambit.Matches)
assert_type(matches[0], list[tuple[int, float]])
assert_type(matches.distances_m, memoryview[float])
for found in tree.within(lat=numpy.zeros(2, dtype="float32"), lon=(1, 2), radius_m=numpy.float64(5), threads=2):
    assert_type(found, list[tuple[int, float]])

pairs = ambit.join(tree, tree, within_m=100)
assert_type(pairs, ambit.Pairs)
assert_type(matches.pairs().b_ids, memoryview[int])

assert_type(ambit.distance(lat1=1, lon1=2.5, lat2=3, lon2=4), float)
assert_type(ambit.distance(lat1=1, lon1=2.5, lat2=numpy.zeros(3), lon2=[1.0, 2.0, 3.0]), memoryview[float])
assert_type(ambit.__version__, str)
