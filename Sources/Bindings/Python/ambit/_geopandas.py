"""Joins of GeoDataFrames of points, in metres whatever their coordinate reference system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._frames import joined
from ._quadtree import QuadTree

if TYPE_CHECKING:
    import geopandas
    import numpy

    from ._types import Doubles

_HOWS = ("inner", "left", "right")


def sjoin_nearest(
    left_df: geopandas.GeoDataFrame,
    right_df: geopandas.GeoDataFrame,
    how: str = "inner",
    max_distance: float | None = None,
    lsuffix: str = "left",
    rsuffix: str = "right",
    distance_col: str | None = None,
    exclusive: bool = False,
    *,
    threads: int | None = None,
) -> geopandas.GeoDataFrame:
    """Each point with the nearest one of another frame, by the geodesic on WGS84.

    Takes what ``geopandas.sjoin_nearest`` takes and gives the same frame: the same columns, suffixes, index and
    order of rows, several rows where several are equally near. Only lengths differ: they are metres, however the
    frames are projected, and frames of different systems may be joined.

    Args:
        left_df: Points; None and empty ones have no nearest point and are nobody's.
        right_df: Points.
        how: "inner", "left" or "right", as for geopandas.
        max_distance: Metres, inclusive, more than 0; None for the whole Earth.
        lsuffix: What tells columns of the left frame from those of the right one.
        rsuffix: What tells columns of the right frame.
        distance_col: A column for the distance in metres; None for no such column.
        exclusive: Whether a point at the same place does not count.
        threads: As for :meth:`ambit.QuadTree.within`.

    Raises:
        TypeError: A frame is no GeoDataFrame or holds something else than points; the message says what helps.
        ValueError: A frame has no coordinate reference system, a point cannot be transformed to WGS84, or an
            argument is outside its range.
    """
    left, right = _checked(left_df, right_df, how)
    if max_distance is not None and not 0 < max_distance < float("inf"):
        raise ValueError(f"max_distance is {max_distance}; it is None, or finite and more than 0")
    if how == "right":
        right_rows, left_rows, meters = _nearest(right, left, max_distance, exclusive, threads)
    else:
        left_rows, right_rows, meters = _nearest(left, right, max_distance, exclusive, threads)
    return joined(
        left_df, right_df, (left_rows, right_rows, meters), how, (lsuffix, rsuffix), distance_col
    )


def sjoin_within(
    left_df: geopandas.GeoDataFrame,
    right_df: geopandas.GeoDataFrame,
    distance: Doubles,
    how: str = "inner",
    lsuffix: str = "left",
    rsuffix: str = "right",
    distance_col: str | None = None,
    *,
    threads: int | None = None,
) -> geopandas.GeoDataFrame:
    """Each point with all points of another frame within a distance, by the geodesic on WGS84.

    What ``geopandas.sjoin(left_df, right_df, predicate="dwithin", distance=...)`` does, in metres. The rows of a
    point stand in the order of the right frame.

    Args:
        left_df: As for :func:`sjoin_nearest`.
        right_df: As for :func:`sjoin_nearest`.
        distance: Metres, inclusive, finite and not negative; or one for each row of the left frame.
        how: As for :func:`sjoin_nearest`.
        lsuffix: As for :func:`sjoin_nearest`.
        rsuffix: As for :func:`sjoin_nearest`.
        distance_col: As for :func:`sjoin_nearest`.
        threads: As for :meth:`ambit.QuadTree.within`.

    Raises:
        TypeError: As for :func:`sjoin_nearest`.
        ValueError: As for :func:`sjoin_nearest`.
    """
    import numpy

    left, right = _checked(left_df, right_df, how)
    radii = numpy.asarray(distance, dtype="float64")
    if radii.ndim:
        if radii.shape != (len(left_df),):
            raise ValueError(
                f"distance has {radii.size} values and left_df {len(left_df)} rows; "
                "it is one number or one for each row"
            )
    bad = numpy.flatnonzero(~((radii >= 0) & numpy.isfinite(radii)))
    if bad.size:
        where = f"[{bad[0]}]" if radii.ndim else ""
        raise ValueError(
            f"distance{where} is {radii.flat[bad[0]]}; a distance is finite and not negative"
        )
    tree = QuadTree(lat=right.lat, lon=right.lon)
    found = tree.within(
        lat=left.lat,
        lon=left.lon,
        radius_m=radii[left.rows] if radii.ndim else float(radii),
        threads=threads,
    )
    left_rows, right_rows, meters = _rows(found, left, right)
    order = numpy.lexsort((right_rows, left_rows))
    return joined(
        left_df,
        right_df,
        (left_rows[order], right_rows[order], meters[order]),
        how,
        (lsuffix, rsuffix),
        distance_col,
    )


class _Points:
    """The points of a frame on WGS84, and in which rows they stand."""

    def __init__(self, frame: geopandas.GeoDataFrame, name: str) -> None:
        import numpy
        import shapely

        geometry = frame.geometry
        if geometry.crs is None:
            raise ValueError(
                f"{name} has no coordinate reference system, so nobody knows where its points are; "
                f"tell it: {name}.set_crs(4326) for longitudes and latitudes"
            )
        values = numpy.asarray(geometry.array)
        is_there = ~(shapely.is_missing(values) | shapely.is_empty(values))
        self.rows = numpy.flatnonzero(is_there)
        others = self.rows[shapely.get_type_id(values[self.rows]) != 0]
        if others.size:
            row = others[0]
            raise TypeError(
                f"{name} has a {values[row].geom_type} in row {row}; only points are joined: take "
                "geometry.representative_point(), or .explode() for points in several parts"
            )
        points = geometry.iloc[self.rows]
        if not _is_plain(points.crs):
            points = points.to_crs(4326)
        self.lon = points.x.to_numpy()
        self.lat = points.y.to_numpy()
        bad = numpy.flatnonzero(~((numpy.abs(self.lat) <= 90) & (numpy.abs(self.lon) <= 180)))
        if bad.size:
            row = self.rows[bad[0]]
            raise ValueError(
                f"{name} has {values[row]} in row {row}, which {geometry.crs.name} does not place on the "
                "Earth: longitudes lie between -180 and 180, latitudes between -90 and 90"
            )


def _is_plain(crs: Any) -> bool:
    """Whether coordinates are longitudes and latitudes on WGS84 already, as geopandas has them."""
    return crs.to_authority() in (("EPSG", "4326"), ("OGC", "CRS84"))


def _checked(left_df: Any, right_df: Any, how: str) -> tuple[_Points, _Points]:
    import geopandas

    for name, frame in (("left_df", left_df), ("right_df", right_df)):
        if not isinstance(frame, geopandas.GeoDataFrame):
            raise TypeError(f"{name} is a {type(frame).__name__}; it is a GeoDataFrame")
    if how not in _HOWS:
        raise ValueError(f'how is "{how}"; it is one of {", ".join(_HOWS)}')
    return _Points(left_df, "left_df"), _Points(right_df, "right_df")


def _nearest(
    centers: _Points,
    points: _Points,
    max_distance: float | None,
    exclusive: bool,
    threads: int | None,
) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    import numpy

    tree = QuadTree(lat=points.lat, lon=points.lon)
    found = tree.nearest(
        lat=centers.lat,
        lon=centers.lon,
        max_distance_m=max_distance,
        with_ties=True,
        threads=threads,
    )
    center_rows, point_rows, meters = _rows(found, centers, points)
    if not exclusive:
        return center_rows, point_rows, meters
    # Only those with somebody at their own place look on, past all who are there.
    counts = numpy.diff(numpy.asarray(found.offsets))
    first = numpy.asarray(found.offsets)[:-1]
    has_own = numpy.zeros(len(counts), dtype=bool)
    is_found = counts > 0
    has_own[is_found] = numpy.asarray(found.distances_m)[first[is_found]] == 0
    keep = ~numpy.repeat(has_own, counts)
    parts = [(center_rows[keep], point_rows[keep], meters[keep])]
    again = numpy.flatnonzero(has_own)
    for count in numpy.unique(counts[again]):
        those = again[counts[again] == count]
        others = tree.nearest(
            lat=centers.lat[those],
            lon=centers.lon[those],
            k=int(count) + 1,
            max_distance_m=max_distance,
            with_ties=True,
            threads=threads,
        )
        numbers, ids, distances = (numpy.asarray(column) for column in others.pairs())
        is_other = distances > 0
        parts.append(
            (
                centers.rows[those[numbers[is_other]]],
                points.rows[ids[is_other]],
                distances[is_other],
            )
        )
    columns = [numpy.concatenate(column) for column in zip(*parts)]
    order = numpy.lexsort((columns[1], columns[0]))
    return columns[0][order], columns[1][order], columns[2][order]


def _rows(
    found: Any, centers: _Points, points: _Points
) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """The pairs of an answer, as rows of both frames."""
    import numpy

    numbers, ids, meters = (numpy.asarray(column) for column in found.pairs())
    return centers.rows[numbers], points.rows[ids], meters
