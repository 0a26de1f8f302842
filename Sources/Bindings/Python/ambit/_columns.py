"""Columns of numbers out of what has them in another form.

The engine uses 64-bit numbers without gaps where they are; whatever else it is given comes here. Numpy is used
only for what comes from numpy.
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Iterable
from typing import Any

_LEAST_ID, _GREATEST_ID = -(2**63), 2**63 - 1


def doubles(value: Any, name: str) -> Any:
    """A float, or a buffer of 64-bit floats.

    Raises TypeError, naming the argument, for what is no number or column of numbers.
    """
    if isinstance(value, (str, bytes, bytearray)):
        raise TypeError(f"{name} is {_shown(value)}; it is a number or a column of numbers")
    if hasattr(value, "__array__"):
        made = _from_array(value, name, "fiu", "float64")
        return float(made) if getattr(made, "ndim", 1) == 0 else made
    if not isinstance(value, Iterable):
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            raise TypeError(f"{name} is {_shown(value)}; it is a number or a column of numbers") from None
    _refuse_dimensions(value, name)
    column = array("d")
    for index, number in enumerate(value):
        try:
            if isinstance(number, (str, bytes)):
                raise TypeError
            column.append(number)
        except (TypeError, ValueError, OverflowError):
            raise TypeError(f"{name}[{index}] is {_shown(number)}; it is a number") from None
    return column


def integers(value: Any, name: str) -> Any:
    """A buffer of 64-bit whole numbers.

    Raises TypeError for what is no column of whole numbers and ValueError for one that takes more bits, naming
    the argument and where it stands.
    """
    if isinstance(value, (str, bytes, bytearray)) or not isinstance(value, Iterable):
        raise TypeError(f"{name} is {_shown(value)}; it is a column of whole numbers")
    if hasattr(value, "__array__"):
        import numpy

        kind = numpy.asarray(value).dtype
        if kind.kind != "u" or kind.itemsize < 8:
            return _from_array(value, name, "iu", "int64")
        value = numpy.asarray(value).tolist()
    _refuse_dimensions(value, name)
    column = array("q")
    for index, number in enumerate(value):
        try:
            column.append(operator.index(number))
        except TypeError:
            raise TypeError(f"{name}[{index}] is {_shown(number)}; it is a whole number") from None
        except OverflowError:
            raise ValueError(
                f"{name}[{index}] is {number}; an id lies between {_LEAST_ID} and {_GREATEST_ID}"
            ) from None
    return column


def _from_array(value: Any, name: str, kinds: str, wanted: str) -> Any:
    import numpy

    made = numpy.asarray(value)
    if made.dtype.kind == "O":
        # Numbers in disguise, such as pandas' nullable ones, or a hole among them.
        if made.ndim == 1:
            return (doubles if wanted == "float64" else integers)(made.tolist(), name)
    if made.ndim > 1:
        raise TypeError(f"{name} has {made.ndim} dimensions; it has one")
    if made.dtype.kind not in kinds:
        word = "numbers" if wanted == "float64" else "whole numbers"
        raise TypeError(f"{name} is a column of {made.dtype}; it is a column of {word}")
    return numpy.ascontiguousarray(made, dtype=wanted) if made.ndim else made


def _refuse_dimensions(value: Any, name: str) -> None:
    dimensions = getattr(value, "ndim", 1)
    if dimensions != 1:
        raise TypeError(f"{name} has {dimensions} dimensions; it has one")


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."
