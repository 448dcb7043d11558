"""What comes back: objects that read like the JSON of the command line and draw themselves in a notebook."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _native

if TYPE_CHECKING:
    import numpy
    import pandas

    from ._puzzle import Puzzle


class Solution(Mapping[str, Any]):
    """A solution: a mapping with the fields of the command line's JSON.

    >>> import tantalizer
    >>> solution = tantalizer.load('puzzle = "tricky-triple"\\nboard = "1 . #"').solve()
    >>> solution["board"]
    [[1, 1, 0]]
    """

    __slots__ = ("_fields", "_native")

    def __init__(self, native: _native.Solution) -> None:
        self._native = native
        self._fields: Optional[dict[str, Any]] = None

    @property
    def fields(self) -> dict[str, Any]:
        """All fields."""
        if self._fields is None:
            self._fields = self._native.fields()
        return self._fields

    @property
    def values_in_order(self) -> list[int]:
        """The values of all variables, in the order of the model; of a puzzle that is played by moves, the numbers of the moves."""
        return self._native.values()

    def value(self, variables: Any) -> Any:
        """The value of a variable of a model, or the values of an array of them as an array of numpy."""
        values = self.values_in_order
        if isinstance(variables, _native.Expression):
            return values[variables.index]
        import numpy

        found = numpy.frompyfunc(lambda variable: values[variable.index], 1, 1)
        return numpy.asarray(found(numpy.asarray(variables, dtype=object)), dtype=int)

    def __getitem__(self, key: str) -> Any:
        return self.fields[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self.fields == other.fields

    def __hash__(self) -> int:
        return hash(tuple(self.values_in_order))

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        return f"Solution({self.fields!r})"

    def _repr_svg_(self) -> str:
        return self._native.svg()


class Solutions(Iterator[Solution]):
    """Solutions as they are found. The engine works on a thread of its own and stops when this is closed or forgotten."""

    __slots__ = ("_native",)

    def __init__(self, native: _native.Solutions) -> None:
        self._native = native

    def __iter__(self) -> Iterator[Solution]:
        # A loop asks this once, and then nothing of Python's for each solution.
        return map(Solution, self._native)

    def __next__(self) -> Solution:
        return Solution(next(self._native))

    def close(self) -> None:
        """Wants no more."""
        self._native.close()

    def __enter__(self) -> Solutions:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Count(int):
    """A number of solutions, an `int` like any other, with what was counted beside it.

    >>> import tantalizer
    >>> cubes = tantalizer.load('puzzle = "instant-insanity"\\npieces = ["RRGWBW", "BRWBGW", "GRWGBB", "WRGRBR"]')
    >>> count = cubes.counts()
    >>> count, count.modulo["axis"]
    (8, 2)
    """

    modulo: dict[str, Optional[int]]
    """How many there are up to each symmetry; None where a limit was reached."""
    fields: dict[str, Any]
    """The object of the command line's JSON."""

    def __new__(cls, count: int, modulo: dict[str, Optional[int]], fields: dict[str, Any]) -> Count:
        this = super().__new__(cls, count)
        this.modulo = modulo
        this.fields = fields
        return this


class Uniqueness:
    """Whether there is exactly one solution: true if so. If not, two solutions that are marked where they differ."""

    def __init__(self, unique: bool, solutions: list[Solution], fields: dict[str, Any]) -> None:
        self.unique = unique
        self.solutions = solutions
        self.differ: list[str] = fields.get("differ") or []
        """The places where the two solutions differ."""
        self.modulo: dict[str, Optional[bool]] = fields.get("unique_modulo") or {}
        """Whether there is one up to each symmetry, as far as it is known."""

    def __bool__(self) -> bool:
        return self.unique

    def __repr__(self) -> str:
        if self.unique:
            return "Uniqueness(unique)"
        if not self.solutions:
            return "Uniqueness(no solution)"
        return f"Uniqueness(not unique: two solutions differ in {', '.join(self.differ)})"

    def _repr_html_(self) -> str:
        pictures = "".join(solution._repr_svg_() for solution in self.solutions)
        return f"<p>{repr(self)[11:-1].capitalize()}.</p><div style='display: flex; gap: 2em'>{pictures}</div>"


class Forced(dict[str, Any]):
    """What holds in every solution: values by place."""

    def __init__(self, values: Mapping[str, Any], native: Optional[_native.Solution]) -> None:
        super().__init__(values)
        self._native = native

    def __str__(self) -> str:
        return self._native.text() if self._native else "no solution"

    def _repr_svg_(self) -> Optional[str]:
        return self._native.svg() if self._native else None


class Fields(Mapping[str, Any]):
    """A mapping with the fields of the command line's JSON."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields

    def __getitem__(self, key: str) -> Any:
        return self.fields[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)


class Step(Fields):
    """One deduction, with the fields of the command line's JSON."""

    @property
    def sentence(self) -> str:
        """The deduction as a person would say it."""
        return str(self.fields["sentence"])

    @property
    def sets(self) -> dict[str, Any]:
        """The values that follow, by place."""
        return dict(self.fields.get("sets", {}))

    @property
    def removes(self) -> dict[str, list[Any]]:
        """The values that are excluded, by place."""
        return dict(self.fields.get("removes", {}))

    @property
    def technique(self) -> Optional[str]:
        """What people call it, if they have a name for it."""
        technique = self.fields.get("technique")
        return None if technique is None else str(technique)

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"Step({self.sentence!r})"


class Explanation(Sequence[Step]):
    """The solution, one deduction after another; or which clues clash."""

    def __init__(self, native: _native.Explanation) -> None:
        self._native = native
        self.fields: dict[str, Any] = json.loads(native.json)
        """The object of the command line's JSON."""
        self.steps = [Step(step) for step in self.fields.get("steps", [])]

    @property
    def difficulty(self) -> Optional[str]:
        """How hard it is for people: `easy`, `medium`, `hard` or `expert`, if there is one solution."""
        difficulty = self.fields.get("difficulty")
        return None if difficulty is None else str(difficulty)

    @property
    def techniques(self) -> dict[str, int]:
        """How often each technique was needed."""
        return dict(self.fields.get("techniques", {}))

    @property
    def clash(self) -> list[str]:
        """The clues that cannot all be right, if there is no solution."""
        return list(self.fields.get("clash", []))

    def to_pandas(self) -> pandas.DataFrame:
        """The steps as a table."""
        import pandas

        return pandas.DataFrame([step.fields for step in self.steps])

    def __getitem__(self, index: Any) -> Any:
        return self.steps[index]

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        return self._native.text

    def __repr__(self) -> str:
        return f"Explanation({len(self.steps)} steps, {self.difficulty})"

    def _repr_svg_(self) -> str:
        return self._native.svg


class Hint(Explanation):
    """The next deduction, or what is wrong with what is filled in."""

    @property
    def sentence(self) -> str:
        """What the hint says."""
        return str(self.fields["hint"]) if "hint" in self.fields else str(self).strip()

    @property
    def sets(self) -> dict[str, Any]:
        """The values that follow, by place; none if something is wrong or nothing follows."""
        return self.steps[0].sets if self.steps else {}

    def __repr__(self) -> str:
        return f"Hint({self.sentence!r})"


class SearchTree(Sequence[dict[str, Any]]):
    """A search, node by node, in the order of the search: depth, decision, the places that it narrows, and where it fails."""

    def __init__(self, nodes: list[dict[str, Any]], svg: str) -> None:
        self.nodes = nodes
        self._svg = svg

    @property
    def solutions(self) -> int:
        """How many nodes are solutions."""
        return sum(1 for node in self.nodes if node["solution"])

    @property
    def failures(self) -> int:
        """How many nodes are dead ends."""
        return sum(1 for node in self.nodes if node["failed"] is not None)

    def to_pandas(self) -> pandas.DataFrame:
        """The nodes as a table."""
        import pandas

        return pandas.DataFrame(self.nodes)

    def __getitem__(self, index: Any) -> Any:
        return self.nodes[index]

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        return f"SearchTree({len(self)} nodes, {self.failures} dead ends, {self.solutions} solutions)"

    def _repr_svg_(self) -> str:
        return self._svg


class Verdict:
    """What came of checking a certificate: true if it is accepted."""

    def __init__(self, text: str, fields: dict[str, Any]) -> None:
        self.fields = fields
        """The object of the command line's JSON."""
        self._text = text

    @property
    def accepted(self) -> bool:
        """Whether the certificate is true."""
        return bool(self.fields["accepted"])

    @property
    def reason(self) -> Optional[str]:
        """Why it is refused."""
        reason = self.fields["reason"]
        return None if reason is None else str(reason)

    def __bool__(self) -> bool:
        return self.accepted

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Verdict({self._text.splitlines()[0]!r})"


class Design(Fields):
    """An instance that was designed, and what is known of it: a mapping with the fields of the command line's JSON."""

    def __init__(self, fields: dict[str, Any], puzzle: Optional[Puzzle]) -> None:
        super().__init__(fields)
        self.puzzle = puzzle
        """The instance, ready to be asked; None if there is none."""

    @property
    def proved(self) -> bool:
        """Whether what is said of it is proved."""
        return bool(self.fields.get("proved"))

    def __repr__(self) -> str:
        return f"Design({self.fields!r})"

    def _repr_svg_(self) -> Optional[str]:
        return self.puzzle._repr_svg_() if self.puzzle else None


class States(Fields):
    """How far every state of a puzzle is from solved: a mapping with the fields of the command line's JSON."""

    @property
    def god_number(self) -> int:
        """How far the farthest states are."""
        return int(self.fields["god_number"])

    @property
    def by_distance(self) -> list[int]:
        """How many states there are at each distance."""
        return [int(count) for count in self.fields["by_distance"]]

    @property
    def mean(self) -> float:
        """The mean distance."""
        return float(self.fields["mean"])

    def to_pandas(self) -> pandas.DataFrame:
        """The distances as a table."""
        import pandas

        counts = self.by_distance
        return pandas.DataFrame({"distance": range(len(counts)), "states": counts})

    def __array__(self, dtype: Any = None, copy: Any = None) -> numpy.ndarray[Any, Any]:
        import numpy

        return numpy.array(self.by_distance, dtype=dtype)

    def __repr__(self) -> str:
        return f"States(god_number={self.god_number}, by_distance={self.by_distance})"


Position = Union[Mapping[str, Any], Step]
"""What is filled in so far: values by place, such as `{"r1c2": 3}`."""
