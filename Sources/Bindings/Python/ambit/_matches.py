"""Answers: columns side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from . import _engine


class Pairs(NamedTuple):
    """Pairs of points, as three columns of one length.

    ``a`` is whatever stands first in the question: the number of a centre, or the id of a point of the first
    tree. ``b_ids`` are ids of points that were found, and ``distances_m`` how far they are, in metres.
    """

    a: memoryview[int]
    b_ids: memoryview[int]
    distances_m: memoryview[float]


class Matches:
    """What was found for each of many centres.

    The points of centre ``i`` stand in ``ids`` and ``distances_m`` from ``offsets[i]`` to before
    ``offsets[i + 1]`` (compressed sparse rows), nearest first, ties by id. All three are memoryviews over the
    engine's own memory, which lives as long as any of them: ``numpy.asarray(matches.ids)`` copies nothing.

    As a sequence it has an entry for each centre: the list of its ``(id, distance in metres)``.
    """

    __slots__ = ("distances_m", "ids", "offsets")

    offsets: memoryview[int]
    """64-bit, one more than there are centres."""
    ids: memoryview[int]
    """64-bit."""
    distances_m: memoryview[float]
    """64-bit, metres along the geodesic."""

    def __init__(
        self, offsets: memoryview[int], ids: memoryview[int], distances_m: memoryview[float]
    ) -> None:
        self.offsets = offsets
        self.ids = ids
        self.distances_m = distances_m

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> list[tuple[int, float]]:
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"centre {index} of {len(self)}")
        start, end = self.offsets[index], self.offsets[index + 1]
        return list(zip(self.ids[start:end].tolist(), self.distances_m[start:end].tolist()))

    def __iter__(self) -> Iterator[list[tuple[int, float]]]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"<ambit.Matches of {len(self)} centres, {len(self.ids)} found>"

    def pairs(self) -> Pairs:
        """The same as one column each for the centre's number, the id and the distance.

        Takes O(n) for n pairs; ids and distances are not copied.
        """
        return Pairs(_engine.expand(self.offsets, None), self.ids, self.distances_m)
