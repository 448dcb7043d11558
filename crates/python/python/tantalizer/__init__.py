"""Tantalizer: a constraint workbench for combinatorial puzzles.

Describe a puzzle once, then ask anything of it: a solution, all of them, how many there are, whether it is unique, and why.

>>> import tantalizer
>>> puzzle = tantalizer.load('''
...     puzzle = "tricky-triple"
...     board = \"\"\"
...     1 . 1
...     . . .
...     3 . #
...     \"\"\"
... ''')
>>> puzzle.count(), puzzle.count(modulo="board")
(32, 32)
>>> print(puzzle.solve())
1---2---1
|   |   |
1---1---2
|   |   |
3---1---0
<BLANKLINE>
"""

import sys as _sys

from ._answers import (
    Count,
    Design,
    Explanation,
    Forced,
    Hint,
    SearchTree,
    Solution,
    Solutions,
    States,
    Step,
    Uniqueness,
    Verdict,
)
from ._array import Array
from ._model import Model
from ._native import VERSION as __version__
from ._native import BadInput, Condition, Defect, Error, Expression, Unanswered
from ._options import Options
from ._puzzle import Puzzle, check, design, kinds, load, parameters, states

__all__ = [
    "Array",
    "BadInput",
    "Condition",
    "Count",
    "Defect",
    "Design",
    "Error",
    "Explanation",
    "Expression",
    "Forced",
    "Hint",
    "Model",
    "Options",
    "Puzzle",
    "SearchTree",
    "Solution",
    "Solutions",
    "States",
    "Step",
    "Unanswered",
    "Uniqueness",
    "Verdict",
    "__version__",
    "check",
    "design",
    "kinds",
    "load",
    "parameters",
    "states",
]

if "cpmpy" in _sys.modules:
    # Whoever has imported CPMpy finds the solver there.
    from . import cpmpy as _cpmpy  # noqa: F401
