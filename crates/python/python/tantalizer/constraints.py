"""All constraints by their names.

Those that are numbers (`sum`, `count`, `maximum`...) are expressions; the others are conditions, to be required by a model, or put together
with `&`, `|`, `~` and `implies`. Lists may be arrays of any shape; where a variable is expected, an expression does as well.

>>> from tantalizer import Model
>>> from tantalizer.constraints import all_different, circuit
>>> model = Model("a round trip")
>>> after = model.integers("after", 4, 0, 3)
>>> model += circuit(after)
>>> model.count()
6
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Optional, Union

from . import _native
from ._array import Number, Numbers, Truth, numbers
from ._native import Condition, Expression

__all__ = [
    "absolute",
    "all_different",
    "all_equal",
    "all_of",
    "any_of",
    "arithm",
    "bin_packing",
    "circuit",
    "clause",
    "compare",
    "connected",
    "count",
    "cumulative",
    "distinct",
    "element",
    "forbidden",
    "global_cardinality",
    "inverse",
    "lex_less",
    "lex_less_equal",
    "linear",
    "maximum",
    "member",
    "minimum",
    "no_overlap",
    "nvalue",
    "path_count",
    "regular",
    "reified",
    "subcircuit",
    "sum",
    "table",
    "xor",
]


def sum(parts: Numbers) -> Expression:
    """The sum of numbers; a condition counts 1 if it holds."""
    return _native.sum(numbers(parts))


def minimum(parts: Numbers) -> Expression:
    """The smallest number."""
    return _native.minimum(numbers(parts))


def maximum(parts: Numbers) -> Expression:
    """The largest number."""
    return _native.maximum(numbers(parts))


def absolute(x: Number) -> Expression:
    """The absolute value."""
    return _native.absolute(x)


def distinct(parts: Numbers) -> Expression:
    """How many different values there are."""
    return _native.distinct(numbers(parts))


def count(parts: Numbers, value: Number) -> Expression:
    """How many of the numbers equal `value`."""
    return _native.count(numbers(parts), value)


def element(array: Numbers, index: Number) -> Expression:
    """The entry with this number, from 0. Wherever it is written, the index must lie within the array."""
    return _native.element(numbers(array), index)


def all_different(parts: Numbers) -> Condition:
    """No two are equal."""
    return _native.all_different(numbers(parts))


def all_equal(parts: Numbers) -> Condition:
    """All are equal."""
    return _native.all_equal(numbers(parts))


def all_of(*conditions: Any) -> Condition:
    """Each of them holds."""
    return _native.all_of(numbers(conditions))


def any_of(*conditions: Any) -> Condition:
    """At least one of them holds."""
    return _native.any_of(numbers(conditions))


def clause(*conditions: Any) -> Condition:
    """At least one of them holds: the name of `any_of` among the constraints."""
    return any_of(*conditions)


def xor(conditions: Iterable[Truth], parity: bool = True) -> Condition:
    """The number of those that hold is odd, or (`parity=False`) even."""
    return _native.xor(numbers(conditions), parity)


def reified(condition: Truth, by: Truth) -> Condition:
    """`by` holds exactly if the condition does."""
    return ~_native.all_of([condition]) ^ by


def member(x: Number, values: Iterable[int]) -> Condition:
    """`x` is one of the values."""
    return _native.sum([x]).is_in(numbers(values))


def compare(x: Number, rel: str, y: Number) -> Condition:
    """`x` stands in a relation (`=`, `!=`, `<`, `<=`, `>`, `>=`) to `y`."""
    return _native.linear([1], [x], rel, y)


def linear(coefficients: Iterable[int], parts: Numbers, rel: str, right: Number) -> Condition:
    """The weighted sum stands in a relation to `right`."""
    return _native.linear(numbers(coefficients), numbers(parts), rel, right)


def arithm(x: Number, op: str, y: Number, rel: str, z: Number) -> Condition:
    """`x op y rel z`, with `op` one of `+ - * /`; `/` truncates toward zero, and a division by zero satisfies no relation."""
    return _native.arithm(x, op, y, rel, z)


def nvalue(parts: Numbers, number: Number) -> Condition:
    """Exactly so many different values occur."""
    return distinct(parts) == number


def global_cardinality(
    parts: Numbers, values: Iterable[int], counts: Numbers, closed: bool = False
) -> Condition:
    """Each of the values occurs so many times; if `closed`, no other value does."""
    return _native.global_cardinality(numbers(parts), numbers(values), numbers(counts), closed)


def table(parts: Numbers, rows: Iterable[Iterable[int]]) -> Condition:
    """The numbers are one of the rows."""
    return _native.table(numbers(parts), [numbers(row) for row in rows], True)


def forbidden(parts: Numbers, rows: Iterable[Iterable[int]]) -> Condition:
    """The numbers are none of the rows."""
    return _native.table(numbers(parts), [numbers(row) for row in rows], False)


def regular(
    parts: Numbers,
    automaton: Union[str, Iterable[tuple[Hashable, int, Hashable]]],
    start: Optional[Hashable] = None,
    accepting: Iterable[Hashable] = (),
) -> Condition:
    """The numbers are a word that matches a regular expression (`"0* 1 1 0*"`), or that an automaton accepts.

    An automaton is its transitions (state, value, state), where it starts and which states accept; it may have a choice.

    >>> from tantalizer import Model
    >>> from tantalizer.constraints import regular
    >>> model = Model("two neighbours")
    >>> model += regular(model.integers("x", 4, 0, 1), "0* 1 1 0*")
    >>> model.count()
    3
    """
    if isinstance(automaton, str):
        return _native.regular(numbers(parts), automaton)
    transitions = list(automaton)
    states: dict[Hashable, int] = {}
    known = [state for source, _, target in transitions for state in (source, target)]
    for state in [start, *known, *accepting]:
        states.setdefault(state, len(states))
    steps = [(states[source], int(value), states[target]) for source, value, target in transitions]
    return _native.automaton(numbers(parts), len(states), states[start], [states[state] for state in accepting], steps)


def lex_less_equal(left: Numbers, right: Numbers) -> Condition:
    """One list does not come after the other in lexicographic order."""
    return _native.lex(numbers(left), numbers(right), False)


def lex_less(left: Numbers, right: Numbers) -> Condition:
    """One list comes before the other in lexicographic order."""
    return _native.lex(numbers(left), numbers(right), True)


def inverse(forward: Numbers, backward: Numbers, first: int = 0) -> Condition:
    """Two arrays are inverse maps of each other; `first` is the number of their first entry."""
    return _native.inverse(numbers(forward), numbers(backward), first)


def circuit(successors: Numbers, first: int = 0) -> Condition:
    """Following the successors visits all nodes in one loop; `first` is the number of the first node."""
    return _native.circuit(numbers(successors), first)


def subcircuit(successors: Numbers, first: int = 0) -> Condition:
    """The same for some of the nodes; the others are their own successors."""
    return _native.subcircuit(numbers(successors), first)


def connected(chosen: Iterable[Truth], edges: Iterable[tuple[int, int]]) -> Condition:
    """The chosen vertices of a graph are connected by the edges among them."""
    return _native.connected(numbers(chosen), [(int(a), int(b)) for a, b in edges])


def cumulative(starts: Numbers, durations: Numbers, demands: Numbers, capacity: Number) -> Condition:
    """At no time do the tasks that run take more than the capacity."""
    return _native.cumulative(numbers(starts), numbers(durations), numbers(demands), capacity)


def no_overlap(x: Numbers, y: Numbers, widths: Numbers, heights: Numbers, strict: bool = True) -> Condition:
    """No two rectangles overlap; if `strict`, not even those without an area lie in others."""
    return _native.no_overlap(numbers(x), numbers(y), numbers(widths), numbers(heights), strict)


def bin_packing(bins: Numbers, weights: Iterable[int], loads: Numbers, first: int = 0) -> Condition:
    """The load of each bin is the sum of the weights of the items in it; `first` is the number of the first bin."""
    return _native.bin_packing(numbers(bins), numbers(weights), numbers(loads), first)


def path_count(
    nodes: int,
    start: int,
    accepting: Iterable[int],
    arcs: Sequence[tuple[int, int, Number]],
    total: Number,
) -> Condition:
    """`total` is the sum, over all paths from the start to an accepting node, of the products of the multiplicities on the arcs.

    An arc is (from, to, multiplicity), and leads to a node with a larger number.
    """
    ends = [(source, target) for source, target, _ in arcs]
    return _native.path_count(nodes, start, list(accepting), ends, [often for _, _, often in arcs], total)
