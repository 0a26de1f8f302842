"""What is taken as a column. For type checkers; nothing here is needed at run time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, SupportsFloat, SupportsIndex, Union


class HasBuffer(Protocol):
    """Whatever has the buffer protocol: ``array.array``, memoryviews, arrays of numpy."""

    def __buffer__(self, flags: int, /) -> memoryview: ...


class HasArray(Protocol):
    """An array of numpy, a series of pandas, or anything else that numpy can take."""

    def __array__(self) -> Any: ...


Doubles = Union[SupportsFloat, HasBuffer, HasArray, Iterable[SupportsFloat]]
"""One number, or a column of them."""
Integers = Union[HasBuffer, HasArray, Iterable[SupportsIndex]]
"""A column of whole numbers."""
