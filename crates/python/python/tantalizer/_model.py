"""Models of one's own: variables, constraints, and the same questions as about puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np

from . import _native
from ._array import Array, Number, Truth, flat, numbers
from ._native import Expression
from ._puzzle import Puzzle, Questions

Shape = Union[int, tuple[int, ...]]
Permutation = Sequence[int]


class Model(Questions):
    """A model: variables with finitely many values, constraints over them, and perhaps what makes one solution better than another.

    >>> from tantalizer import Model
    >>> from tantalizer.constraints import all_different
    >>> model = Model("three digits")
    >>> x = model.integers("x", 3, 0, 9)
    >>> model.require(all_different(x), name="all different")
    >>> model += x.sum() == 7
    >>> model += (x[0] < x[1]) | (x[2] == 0)
    >>> model.count()
    15
    >>> model.maximise(x[0] * x[1])
    >>> best = model.solve()
    >>> best.value(x).tolist()
    [3, 4, 0]
    """

    def __init__(self, name: str = "model") -> None:
        self.name = name
        self._model = _native.Model(name)
        self._answer: Optional[list[int]] = None
        self._arrays: list[tuple[str, Optional[tuple[int, ...]], list[int], bool]] = []
        self._boards: list[dict[str, Any]] = []
        self._symmetries: list[tuple[str, list[tuple[Optional[list[int]], list[tuple[int, int]]]]]] = []
        self._clues: list[tuple[int, int]] = []
        self._posed: Optional[_native.Puzzle] = None

    # Variables.

    def integer(
        self,
        name: str,
        low: Optional[int] = None,
        high: Optional[int] = None,
        *,
        values: Optional[Iterable[int]] = None,
    ) -> Expression:
        """A variable from `low` to `high`, or with these values."""
        self._new(name)
        variable = self._variable(name, low, high, values)
        self._arrays.append((name, None, [variable.index], False))
        return variable

    def boolean(self, name: str) -> Expression:
        """A variable that is 0 or 1, and a condition as well."""
        self._new(name)
        variable = self._variable(name, 0, 1, None)
        self._arrays.append((name, None, [variable.index], True))
        return variable

    def integers(
        self,
        name: str,
        shape: Shape,
        low: Optional[int] = None,
        high: Optional[int] = None,
        *,
        values: Optional[Iterable[int]] = None,
    ) -> Array:
        """An array of variables of a shape, such as 4 or (9, 9)."""
        values = None if values is None else list(values)
        return self._array(name, shape, lambda index: self._variable(index, low, high, values), False)

    def booleans(self, name: str, shape: Shape) -> Array:
        """An array of variables that are 0 or 1."""
        return self._array(name, shape, lambda index: self._variable(index, 0, 1, None), True)

    def auxiliary(self, name: str, low: int, high: int) -> Expression:
        """A variable whose value the others determine, by constraints to be required. It is no part of the answer and multiplies no count."""
        self._posed = None
        return self._model.auxiliary(name, low, high)

    def value_of(self, expression: Number) -> Expression:
        """A variable that equals the expression."""
        self._posed = None
        return self._model.value_of(expression)

    def truth_of(self, condition: Truth) -> Expression:
        """A variable that is 1 if the condition holds, and 0 otherwise."""
        self._posed = None
        return self._model.truth_of(condition)

    # Constraints and what is wanted.

    def require(self, *conditions: Any, name: Optional[str] = None) -> None:
        """Requires conditions, in lists or arrays too; explanations call them by the name. Conditions of one name are one rule."""
        self._posed = None
        for condition in numbers(conditions):
            self._model.require(condition, name)

    def __iadd__(self, conditions: Any) -> Model:
        self.require(conditions)
        return self

    def minimise(self, expression: Number) -> None:
        """Smaller values of the expression are better: every question is about the best solutions."""
        self._posed = None
        self._model.minimise(expression)

    def maximise(self, expression: Number) -> None:
        """Larger values of the expression are better: every question is about the best solutions."""
        self._posed = None
        self._model.maximise(expression)

    def satisfy(self) -> None:
        """No solution is better than another."""
        self._posed = None
        self._model.clear_objective()

    def answer(self, *variables: Any) -> None:
        """Says which variables make up a solution. Two solutions that differ only elsewhere are one."""
        self._posed = None
        self._answer = [variable.index for variable in flat(variables)]

    def symmetry(
        self,
        name: str,
        generators: Iterable[Permutation] = (),
        *,
        values: Iterable[Mapping[int, int]] = (),
    ) -> None:
        """Declares a group of symmetries, by what makes it: permutations of the answer variables (where each goes), and renamings of values.

        >>> from tantalizer import Model
        >>> model = Model("four beads")
        >>> beads = model.integers("bead", 4, 0, 1)
        >>> model.symmetry("rotation", [[1, 2, 3, 0]])
        >>> model.count(modulo="rotation")
        6
        """
        self._posed = None
        moves: list[tuple[Optional[list[int]], list[tuple[int, int]]]] = [
            (numbers(generator), []) for generator in generators
        ]
        moves.extend((None, list(renaming.items())) for renaming in values)
        self._symmetries.append((name, moves))

    # How it looks.

    def board(
        self,
        array: Array,
        *,
        symbols: Sequence[str] = (),
        colours: Sequence[str] = (),
        regions: Any = (),
        top: Sequence[object] = (),
        left: Sequence[object] = (),
        right: Sequence[object] = (),
        bottom: Sequence[object] = (),
        labels: Any = (),
        shade: Optional[int] = None,
        symmetries: Sequence[str] = (),
        edges: bool = False,
        clues: Any = None,
        none: int = 0,
    ) -> None:
        """Says that people look at an array and fill it in, and how it looks, in the words of the annotations of MiniZinc models.

        `symbols` and `colours` show values, from the smallest on; `regions` are bordered; `top`, `left`, `right` and `bottom` are hints outside;
        `labels` are small texts in the cells; cells of the value `shade` are black; `symmetries` (`board`, `values`, `rows`, `columns`) are groups
        that the rules allow. With `edges`, the array stands on the sides of the cells of another board. `clues` are values that are given, with `none` where none is.
        With a board, its variables are the answer.
        """
        name = self._name_of(array)
        self._posed = None
        sides = [("top", top), ("left", left), ("right", right), ("bottom", bottom)]
        self._boards.append(
            {
                "array": name,
                "edges": edges,
                "symbols": list(symbols),
                "colours": list(colours),
                "regions": numbers(regions),
                "outside": [(side, [str(hint) for hint in hints]) for side, hints in sides if len(hints)],
                "labels": [str(label) for label in flat(labels)],
                "shade": shade,
                "symmetries": list(symmetries),
            }
        )
        if clues is not None:
            self.clues(array, clues, none)

    def clues(self, array: Any, values: Any, none: Optional[int] = 0) -> None:
        """Fixes variables to values that are given, each a rule of its own: a clash names it. `none` stands where nothing is given."""
        variables, given = list(flat(array)), numbers(values)
        if len(variables) != len(given):
            raise _native.BadInput(f"{len(given)} clues for {len(variables)} variables")
        self._posed = None
        pairs = zip(variables, given)
        self._clues.extend((variable.index, value) for variable, value in pairs if value != none)

    # Questions.

    def puzzle(self) -> Puzzle:
        """The model as it stands, as a puzzle."""
        return Puzzle(self._asked())

    def _asked(self) -> _native.Puzzle:
        if self._posed is None:
            self._posed = self._model.posed(
                self.name, self._answer, self._arrays, self._boards, self._symmetries, self._clues
            )
        return self._posed

    def __len__(self) -> int:
        return self._model.constraint_count()

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return self._model.text()

    def __repr__(self) -> str:
        return f"Model({self.name!r}, {len(self)} constraints)"

    def _repr_svg_(self) -> str:
        return self._asked().svg()

    def _variable(
        self, name: str, low: Optional[int], high: Optional[int], values: Optional[Iterable[int]]
    ) -> Expression:
        if values is not None:
            return self._model.integer_of(name, numbers(values))
        if low is None or high is None:
            raise _native.BadInput(f"{name}: expected the least and the greatest value, or values")
        return self._model.integer(name, int(low), int(high))

    def _array(self, name: str, shape: Shape, make: Any, boolean: bool) -> Array:
        self._new(name)
        shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
        array = np.empty(shape, dtype=object)
        for index in np.ndindex(*shape):
            array[index] = make(f"{name}[{','.join(map(str, index))}]")
        indices = [variable.index for variable in array.flat]
        self._arrays.append((name, tuple(int(size) for size in shape), indices, boolean))
        return array.view(Array)

    def _new(self, name: str) -> None:
        """Makes sure that a name is new."""
        if any(name == other for other, *_ in self._arrays):
            raise _native.BadInput(f"there is a variable {name} already")
        self._posed = None

    def _name_of(self, array: Array) -> str:
        wanted = [variable.index for variable in flat(array)]
        for name, _, indices, _ in self._arrays:
            if indices == wanted:
                return name
        raise _native.BadInput("a board is a whole array of the model, as `integers` or `booleans` made it")
