"""Distances between places."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from . import _engine
from ._quadtree import _threads

if TYPE_CHECKING:
    from ._types import Doubles


# Four single numbers are columns too, as far as types go; what comes first counts.
@overload
def distance(  # type: ignore[overload-overlap]
    *,
    lat1: float,
    lon1: float,
    lat2: float,
    lon2: float,
    threads: int | None = None,
) -> float: ...
@overload
def distance(
    *, lat1: Doubles, lon1: Doubles, lat2: Doubles, lon2: Doubles, threads: int | None = None
) -> memoryview[float]: ...
def distance(
    *, lat1: Doubles, lon1: Doubles, lat2: Doubles, lon2: Doubles, threads: int | None = None
) -> float | memoryview[float]:
    """The distance in metres along the geodesic from each place to the other with the same number.

    Either side may be one place for all. To 0.02 mm up to 50 km, 0.1 mm to 300 km and 0.0002 mm beyond, the
    antipodes included.

    Args:
        lat1: Latitudes measured from, degrees, or one number.
        lon1: Longitudes measured from.
        lat2: Latitudes measured to.
        lon2: Longitudes measured to.
        threads: As for :meth:`QuadTree.within`.

    Returns:
        A number for two places, and otherwise a column.

    Raises:
        ValueError: Naming the argument, where it stands, the value and what is allowed.
    """
    return _engine.distances(lat1, lon1, lat2, lon2, _threads(threads))
