"""Arrays of expressions: numpy's, with comparisons that make conditions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Union

import numpy as np

from . import _native

Number = Union[_native.Expression, _native.Condition, int]
"""What stands for an integer: an expression, a condition (1 if it holds), or a number."""
Truth = Union[_native.Condition, _native.Expression, bool]
"""What is true or false: a condition, a variable that is 0 or 1, or a truth value."""
Numbers = Iterable[Any]
"""Numbers in a list, an array, or lists of lists."""


class Array(np.ndarray[Any, Any]):
    """An array of variables, expressions or conditions, of any shape: all that numpy does with shapes, and operators entry by entry."""

    @staticmethod
    def of(items: Any) -> Array:
        """The items as an array."""
        array = np.empty(np.shape(items), dtype=object)
        array[...] = items
        return array.view(Array)

    def sum(self, axis: Any = None, *args: Any, **keywords: Any) -> Any:
        """The sum of all entries, or along an axis."""
        if axis is None:
            return _native.sum(list(flat(self)))
        return super().sum(axis, *args, **keywords)


def _compared(name: str) -> Callable[[Array, object], Array]:
    compare = np.frompyfunc(getattr(operator, name), 2, 1)

    def compared(self: Array, other: object) -> Array:
        return np.asarray(compare(np.asarray(self), other), dtype=object).view(Array)

    return compared


for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(Array, f"__{_name}__", _compared(_name))


def flat(items: object) -> Iterator[Any]:
    """The entries of a list, an array, a generator, or lists of these, one after the other."""
    if isinstance(items, (_native.Expression, _native.Condition, str)) or not isinstance(items, Iterable):
        yield items
    elif isinstance(items, np.ndarray):
        yield from items.flat
    else:
        for item in items:
            yield from flat(item)


def numbers(items: Numbers) -> list[Any]:
    """The entries as a list, with numbers of numpy as plain ones."""
    return [item.item() if isinstance(item, np.generic) else item for item in flat(items)]
