"""Two frames put side by side by pairs of rows, as geopandas lays out a spatial join."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import geopandas
    import numpy
    import pandas


def joined(
    left_df: geopandas.GeoDataFrame,
    right_df: geopandas.GeoDataFrame,
    pairs: tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray],
    how: str,
    suffixes: tuple[str, str],
    distance_col: str | None,
) -> geopandas.GeoDataFrame:
    """The frame of a spatial join.

    Args:
        left_df: One frame.
        right_df: The other frame.
        pairs: Rows of the left frame, rows of the right one and their distances; in the order of the rows of
            the frame that is kept whole, which is the right one for "right".
        how: "inner", "left" or "right": which rows without a partner stay, and whose geometry and index.
        suffixes: For columns of one name, and for an index without a name.
        distance_col: Where the distances go; None for nowhere.
    """
    import pandas

    left_rows, right_rows, meters = pairs
    if how == "right":
        whole, other = right_df, left_df
        whole_rows, other_rows, meters = _completed(right_rows, left_rows, meters, len(right_df))
    else:
        whole, other = left_df, right_df
        whole_rows, other_rows = left_rows, right_rows
        if how == "left":
            whole_rows, other_rows, meters = _completed(
                left_rows, right_rows, meters, len(left_df)
            )
    lsuffix, rsuffix = suffixes
    whole_suffix, other_suffix = (rsuffix, lsuffix) if how == "right" else (lsuffix, rsuffix)
    partners = _with_index(other.drop(columns=other.geometry.name), other_suffix, whole)
    _refuse_index_name(whole, whole_suffix, other)
    common = _common(whole, partners, whole_suffix, other_suffix)
    geometry = whole.geometry.name
    whole_names = [
        name if name == geometry else _renamed(name, common, whole_suffix) for name in whole.columns
    ]
    partner_names = [_renamed(name, common, other_suffix) for name in partners.columns]

    kept = whole.take(whole_rows)
    # A named level of the index is renamed as a column of that name would be.
    kept.index.names = [
        None if name is None else _renamed(name, common, whole_suffix) for name in kept.index.names
    ]
    taken = _taken(partners, other_rows)
    taken.index = kept.index
    kept.columns = whole_names
    taken.columns = partner_names
    sides = [taken, kept] if how == "right" else [kept, taken]
    result = pandas.concat(sides, axis=1)
    if how == "right":
        result = type(whole)(result, geometry=whole.geometry.name, crs=whole.crs)
    if distance_col is not None:
        result[distance_col] = meters
    return result


def _completed(
    rows: numpy.ndarray, partners: numpy.ndarray, meters: numpy.ndarray, count: int
) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """The pairs by rows, with those rows among them that have no partner: -1, and no distance."""
    import numpy

    order = numpy.lexsort((partners, rows))
    rows, partners, meters = rows[order], partners[order], meters[order]
    is_alone = numpy.ones(count, dtype=bool)
    is_alone[rows] = False
    alone = numpy.flatnonzero(is_alone)
    places = numpy.searchsorted(rows, alone)
    return (
        numpy.insert(rows, places, alone),
        numpy.insert(partners, places, -1),
        numpy.insert(meters, places, numpy.nan),
    )


def _taken(frame: pandas.DataFrame, rows: numpy.ndarray) -> pandas.DataFrame:
    """The rows of a frame; nothing in all columns for -1."""
    import pandas

    numbered = frame.set_axis(pandas.RangeIndex(len(frame)), axis=0)
    if (rows >= 0).all():
        return numbered.take(rows)
    return numbered.reindex(rows)


def _index_names(frame: Any, suffix: str) -> list[Any]:
    """What the levels of a frame's index are called as columns."""
    levels = list(frame.index.names)
    if len(levels) == 1:
        return [f"index_{suffix}" if levels[0] is None else levels[0]]
    return [f"index_{suffix}{i}" if name is None else name for i, name in enumerate(levels)]


def _refuse_index_name(frame: Any, suffix: str, other: Any) -> None:
    for given, name in zip(frame.index.names, _index_names(frame, suffix)):
        if given is None and (name in frame.columns or name in other.columns):
            raise ValueError(
                f'"{name}" is a column already, and what the index would be called; rename the column, or '
                "give another lsuffix or rsuffix"
            )


def _with_index(frame: Any, suffix: str, other: Any) -> Any:
    """A frame with its index as its first columns."""
    import pandas

    _refuse_index_name(frame, suffix, other)
    names = _index_names(frame, suffix)
    levels = frame.index.to_frame(index=False)
    levels.columns = names
    columns = pandas.DataFrame(frame).set_axis(levels.index, axis=0)
    return pandas.concat([levels, columns], axis=1)


def _common(whole: Any, partners: Any, whole_suffix: str, other_suffix: str) -> set[Any]:
    """The names that columns, or named levels of an index, of both frames have."""
    names = set(whole.columns) | {name for name in whole.index.names if name is not None}
    common = names & set(partners.columns)
    if common and not whole_suffix and not other_suffix:
        raise ValueError(f"both frames have the columns {sorted(map(str, common))}; give a suffix")
    return common


def _renamed(name: Any, common: set[Any], suffix: str | None) -> Any:
    return f"{name}_{suffix}" if name in common and suffix is not None else name
