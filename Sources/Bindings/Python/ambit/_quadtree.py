"""The index, and what joins two of them."""

from __future__ import annotations

import operator
from array import array
from typing import TYPE_CHECKING, Any

from . import _engine
from ._matches import Matches, Pairs

if TYPE_CHECKING:
    from ._types import Doubles, Integers

_MOST_THREADS = 1024


class QuadTree:
    """Points with an id and a reach, found by where they are, exactly on the WGS84 ellipsoid.

    A tree never changes once it is made, so any number of threads may ask it at once. A question lets other
    threads of Python run until it is answered.

    A point is found when its distance is at most the radius and at most its own reach, both inclusive. It takes
    about 46 bytes a point, and 8 more each for ids and reaches that are given.
    """

    __slots__ = ("_tree",)

    def __init__(
        self,
        *,
        lat: Doubles,
        lon: Doubles,
        ids: Integers | None = None,
        reach_m: Doubles | None = None,
    ) -> None:
        """Builds a tree, in O(n) and in O(n log n) for ids in no order.

        Args:
            lat: Latitudes, degrees, -90 to 90.
            lon: Longitudes, degrees east, -180 to 180, as many.
            ids: Whole numbers of 64 bits, as many and all different; None for 0, 1, 2, ...
            reach_m: From how far each is found, metres; infinity for anywhere. None for anywhere for all. Kept
                to 24 significant bits, which is exact for whole metres up to 16,777 km.

        Raises:
            ValueError: A value is not a number, outside its range or a second time there, or columns have
                different lengths.
            TypeError: What was given is no column of numbers.
            MemoryError: There is no memory for so many.
        """
        self._tree = _engine.make(lat, lon, ids, reach_m)

    def __len__(self) -> int:
        return len(_engine.columns(self._tree)[1])

    def __repr__(self) -> str:
        return f"<ambit.QuadTree of {len(self)} points>"

    def __reduce__(self) -> tuple[Any, ...]:
        ids, lat, lon, reach_m = _engine.columns(self._tree)
        parts = (ids, lat, lon, reach_m)
        return _restored, tuple(None if part is None else part.tobytes() for part in parts)

    @property
    def ids(self) -> memoryview[int]:
        """The ids in ascending order, 64-bit and read-only."""
        ids, lat, _, _ = _engine.columns(self._tree)
        if ids is not None:
            return ids
        # They are the positions, which the tree does not keep.
        return memoryview(array("q", range(len(lat)))).toreadonly()

    @property
    def lat(self) -> memoryview[float]:
        """The latitudes in the order of the ids, read-only and not copied."""
        return _engine.columns(self._tree)[1]

    @property
    def lon(self) -> memoryview[float]:
        """The longitudes in the order of the ids, read-only and not copied."""
        return _engine.columns(self._tree)[2]

    @property
    def reach_m(self) -> memoryview[float] | None:
        """The reaches in the order of the ids, read-only and not copied; None where none were given."""
        return _engine.columns(self._tree)[3]

    def within(
        self, *, lat: Doubles, lon: Doubles, radius_m: Doubles, threads: int | None = None
    ) -> Matches:
        """For each centre all points within a radius that reach it: nearest first, ties by id.

        Args:
            lat: Latitudes of the centres, or one number.
            lon: Longitudes of the centres, or one number.
            radius_m: The radius in metres, inclusive, or one for each centre; finite and not negative.
            threads: How many to use at most; None for as many as there are processors for this process.

        Raises:
            ValueError: As for a tree, naming the argument, where it stands, the value and what is allowed.
        """
        return Matches(*_engine.within(self._tree, lat, lon, radius_m, _threads(threads)))

    def nearest(
        self,
        *,
        lat: Doubles,
        lon: Doubles,
        k: int = 1,
        max_distance_m: Doubles | None = None,
        with_ties: bool = False,
        threads: int | None = None,
    ) -> Matches:
        """For each centre the ``k`` nearest points that reach it: nearest first, ties by id.

        Args:
            lat: Latitudes of the centres, or one number.
            lon: Longitudes of the centres, or one number.
            k: How many, 1 or more.
            max_distance_m: None, or a bound in metres, inclusive, or one for each centre.
            with_ties: Whether all further points that are as far as the last one count too.
            threads: As for :meth:`within`.

        Raises:
            ValueError: As for :meth:`within`.
        """
        count = operator.index(k)
        if count < 1:
            raise ValueError(f"k is {count}; it is 1 or more")
        return Matches(
            *_engine.nearest(
                self._tree,
                lat,
                lon,
                max_distance_m,
                min(count, 2**62),
                with_ties,
                _threads(threads),
            )
        )


def join(a: QuadTree, b: QuadTree, *, within_m: float, threads: int | None = None) -> Pairs:
    """All pairs of a point of one tree and a point of another that are within a distance of one another.

    Args:
        a: The points from which is looked; their own reaches do not matter.
        b: The points that are found, each from within its reach.
        within_m: Metres, inclusive.
        threads: As for :meth:`QuadTree.within`.

    Returns:
        The ids of both and the distance: in the order of the ids of ``a``, then nearest first, ties by id.

    Raises:
        ValueError: The distance is negative or not finite.
    """
    for name, tree in (("a", a), ("b", b)):
        if not isinstance(tree, QuadTree):
            raise TypeError(f"{name} is a {type(tree).__name__}; it is an ambit.QuadTree")
    try:
        within_m = float(within_m)
    except (TypeError, ValueError):
        raise TypeError(f"within_m is {within_m!r}; it is a number") from None
    if not 0 <= within_m < float("inf"):
        raise ValueError(f"within_m is {within_m}; it is finite and not negative")
    ids, lat, lon, _ = _engine.columns(a._tree)
    offsets, b_ids, distances_m = _engine.within(b._tree, lat, lon, within_m, _threads(threads))
    return Pairs(_engine.expand(offsets, ids), b_ids, distances_m)


def _threads(threads: int | None) -> int:
    if threads is None:
        return 0
    count = operator.index(threads)
    if not 1 <= count <= _MOST_THREADS:
        raise ValueError(f"threads is {count}; it is between 1 and {_MOST_THREADS}")
    return count


def _restored(
    ids: bytes | None, lat: bytes, lon: bytes, reach_m: bytes | None
) -> QuadTree:
    """A tree out of what pickling kept of it."""
    return QuadTree(
        lat=memoryview(lat).cast("d"),
        lon=memoryview(lon).cast("d"),
        ids=None if ids is None else memoryview(ids).cast("q"),
        reach_m=None if reach_m is None else memoryview(reach_m).cast("d"),
    )
