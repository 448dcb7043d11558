"""A solver for CPMpy: `import tantalizer.cpmpy`, and then `model.solve(solver="tantalizer")`.

Our expressions nest as CPMpy's do, so that little has to be taken apart: undefined functions are made total and constraints that we do not have are
decomposed by CPMpy's own transformations; everything else is translated as it stands. The variables of the user are the answer, so that variables which
transformations introduce never multiply a count.

>>> import cpmpy, tantalizer.cpmpy
>>> x = cpmpy.intvar(1, 4, shape=4)
>>> model = cpmpy.Model(cpmpy.AllDifferent(x), x[0] < x[1])
>>> model.solveAll(solver="tantalizer")
12
"""

from __future__ import annotations

import time
from typing import Any, Optional, cast

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import BoolVal, Comparison, Expression, Operator
from cpmpy.expressions.globalconstraints import DirectConstraint, GlobalConstraint
from cpmpy.expressions.globalfunctions import GlobalFunction
from cpmpy.expressions.utils import is_any_list, is_num
from cpmpy.expressions.variables import NegBoolView, _NumVarImpl
from cpmpy.solvers.solver_interface import ExitStatus, SolverInterface, SolverStatus
from cpmpy.solvers.utils import SolverLookup
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

from . import _native, constraints
from ._native import VERSION, Condition
from ._puzzle import Puzzle

ENGINES = ("search", "learn", "sat", "diagram")

LEAST, GREATEST = -(2**31), 2**31 - 1


class CPM_tantalizer(SolverInterface):  # type: ignore[misc]
    """Tantalizer behind CPMpy's interface. A subsolver is one of its engines, as in `tantalizer:search`."""

    supported_global_constraints = frozenset(
        {
            "alldifferent",
            "allequal",
            "circuit",
            "inverse",
            "table",
            "negative_table",
            "regular",
            "indomain",
            "xor",
            "cumulative",
            "gcc",
            "lex_less",
            "lex_lesseq",
            "min",
            "max",
            "abs",
            "mul",
            "div",
            "element",
            "count",
            "nvalue",
        }
    )
    supported_reified_global_constraints = supported_global_constraints

    @staticmethod
    def supported() -> bool:
        return True

    @classmethod
    def version(cls) -> Optional[str]:
        return VERSION

    @staticmethod
    def solvernames(installed: bool = True) -> list[str]:
        return list(ENGINES)

    @classmethod
    def solverversion(cls, subsolver: str) -> Optional[str]:
        return VERSION

    def __init__(self, cpm_model: Any = None, subsolver: Optional[str] = None) -> None:
        if subsolver is not None:
            subsolver = subsolver.split(":")[-1]
            if subsolver not in ENGINES:
                raise ValueError(f"unknown engine {subsolver!r}, expected one of {', '.join(ENGINES)}")
        self._engine = subsolver
        self._model = _native.Model("cpmpy")
        self._objective: Optional[_native.Expression] = None
        self._assumed: Optional[list[Any]] = None
        super().__init__(name="tantalizer", cpm_model=cpm_model)

    @property
    def native_model(self) -> _native.Model:
        return self._model

    # Questions.

    def solve(
        self,
        time_limit: Optional[float] = None,
        assumptions: Optional[list[Any]] = None,
        display: Any = None,
        **options: Any,
    ) -> bool:
        """Solves; `options` are the keywords of our questions, such as `engine`, `threads` and `seed`.

        `assumptions` are Boolean variables or their negations that are taken to hold; if there is no solution then, `get_core` gives some that clash.
        """
        self._assumed = None if assumptions is None else list(assumptions)
        keywords = self._keywords(time_limit, options)
        found, complete = self._told("best" if self.has_objective() else "one", None, self._assumed or [], keywords, display)
        self._ended(found, complete, complete and self.has_objective())
        return found > 0

    def solveAll(
        self,
        display: Any = None,
        time_limit: Optional[float] = None,
        solution_limit: Optional[int] = None,
        call_from_model: bool = False,
        **options: Any,
    ) -> int:
        """All solutions, or all best ones: how many there are."""
        found, complete = self._told("all", solution_limit, [], self._keywords(time_limit, options), display)
        self._ended(found, complete, complete and found != solution_limit)
        return found

    def _ended(self, found: int, complete: bool, nothing_better: bool) -> None:
        """Notes how a question ended, in CPMpy's words."""
        if found:
            self.cpm_status.exitstatus = ExitStatus.OPTIMAL if nothing_better else ExitStatus.FEASIBLE
        else:
            self.cpm_status.exitstatus = ExitStatus.UNSATISFIABLE if complete else ExitStatus.UNKNOWN

    def count(self, time_limit: Optional[float] = None, **options: Any) -> int:
        """How many solutions there are, or how many are best, without listing them."""
        puzzle = Puzzle(self._posed([]))
        return puzzle.count(**cast(Any, self._keywords(time_limit, options)))

    def get_core(self) -> list[Any]:
        """Assumptions of the last question that clash: there is no solution with all of them, and there is one without any one of them."""
        if self._assumed is None or self.cpm_status.exitstatus != ExitStatus.UNSATISFIABLE:
            raise ValueError("a core is asked for after `solve(assumptions=...)` found no solution")
        core = list(self._assumed)
        for assumption in self._assumed:
            rest = [other for other in core if other is not assumption]
            if not any(True for _ in self._posed(rest).solutions("one", None, self._keywords(None, {}))):
                core = rest
        return core

    def _told(
        self, question: str, number: Optional[int], assumed: list[Any], keywords: dict[str, Any], display: Any
    ) -> tuple[int, bool]:
        """Hands solutions on as they are found; how many there were, and whether the question was answered to its end."""
        start = time.time()
        found, complete, values = 0, True, None
        try:
            for solution in self._posed(assumed).solutions(question, number, keywords):
                found += 1
                values = solution.values()
                if display is not None:
                    self._take(values)
                    self.print_display(display)
        except _native.Unanswered:
            complete = False
        self.cpm_status = SolverStatus(self.name)
        # The second name is that of CPMpy 1.0.
        self.cpm_status.solve_time = self.cpm_status.runtime = time.time() - start
        self.objective_value_: Optional[int] = None
        if values is not None:
            self._take(values)
        else:
            for variable in self.user_vars:
                variable.clear()
        return found, complete

    def _keywords(self, time_limit: Optional[float], options: dict[str, Any]) -> dict[str, Any]:
        if time_limit is not None and time_limit <= 0:
            raise ValueError("Time limit must be positive")
        return {"engine": self._engine, "time_limit": time_limit, **options}

    def _posed(self, assumed: list[Any]) -> _native.Puzzle:
        variables = [self.solver_var(variable) for variable in self.user_vars]
        given = []
        for literal in assumed:
            negated = isinstance(literal, NegBoolView)
            variable = self.solver_var(literal._bv if negated else literal)
            given.append((variable.index, 0 if negated else 1))
        answer = [variable.index for variable in variables]
        return self._model.posed(None, answer, [], [], [], given)

    def _take(self, values: list[int]) -> None:
        """Hands the values of a solution to CPMpy's variables."""
        for variable in self.user_vars:
            value = values[self.solver_var(variable).index]
            variable._value = bool(value) if variable.is_bool() else value
        if self._objective is not None:
            self.objective_value_ = values[self._objective.index]

    # The model.

    def solver_var(self, cpm_var: Any) -> Any:
        if isinstance(cpm_var, NegBoolView):
            return ~self.solver_var(cpm_var._bv)
        if not isinstance(cpm_var, _NumVarImpl):
            return int(cpm_var)
        known = self._varmap.get(cpm_var.name)
        if known is None:
            least, greatest = (0, 1) if cpm_var.is_bool() else (int(cpm_var.lb), int(cpm_var.ub))
            if least < LEAST or greatest > GREATEST:
                raise NotSupportedError(f"{cpm_var.name} has values beyond 32 bits")
            known = self._varmap[cpm_var.name] = self._model.integer(cpm_var.name, least, greatest)
        return known

    def objective(self, expr: Any, minimize: bool) -> None:
        get_variables(expr, self.user_vars)
        expr, safe = safen_objective(expr)
        expr, decomposed = decompose_objective(
            expr,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        self._post(safe + decomposed)
        self._objective = self._model.value_of(self._expression(expr))
        if minimize:
            self._model.minimise(self._objective)
        else:
            self._model.maximise(self._objective)

    def has_objective(self) -> bool:
        return self._objective is not None

    def transform(self, cpm_expr: Any) -> list[Any]:
        constraints_ = no_partial_functions(toplevel_list(cpm_expr))
        transformed: list[Any] = decompose_in_tree(
            constraints_,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        return transformed

    def add(self, cpm_expr: Any) -> CPM_tantalizer:
        get_variables(cpm_expr, collect=self.user_vars)
        self._post(cpm_expr)
        return self

    __add__ = add

    def _post(self, cpm_expr: Any) -> None:
        for constraint in self.transform(cpm_expr):
            self._model.require(self._expression(constraint), None)

    def _expressions(self, items: Any) -> list[Any]:
        return [self._expression(item) for item in items]

    def _expression(self, expr: Any) -> Any:
        """A number, a condition, or nested lists of them."""
        if isinstance(expr, _NumVarImpl):
            return self.solver_var(expr)
        if isinstance(expr, BoolVal):
            return bool(expr.args[0])
        if is_any_list(expr):
            return self._expressions(expr)
        if is_num(expr):
            if int(expr) != expr:
                raise NotSupportedError(f"{expr} is no integer")
            return int(expr)
        if isinstance(expr, Comparison):
            left, right = self._expressions(expr.args)
            return _COMPARISONS[expr.name](left, right)
        if isinstance(expr, Operator):
            return self._operator(expr)
        if isinstance(expr, GlobalFunction):
            return self._function(expr)
        if isinstance(expr, GlobalConstraint):
            return self._constraint(expr)
        if isinstance(expr, DirectConstraint):
            return expr.callSolver(self, constraints)
        raise NotImplementedError(f"tantalizer: {expr} of the type {type(expr).__name__}")

    def _operator(self, expr: Expression) -> Any:
        if expr.name == "wsum":
            weights, parts = expr.args
            return _native.sum([int(w) * _number(x) for w, x in zip(weights, self._expressions(parts))])
        args = self._expressions(expr.args)
        if expr.name == "and":
            return _native.all_of(args)
        if expr.name == "or":
            return _native.any_of(args)
        if expr.name == "->":
            return _truth(args[0]).implies(args[1])
        if expr.name == "not":
            return ~_truth(args[0])
        if expr.name == "sum":
            return _native.sum(args)
        if expr.name == "sub":
            return _number(args[0]) - args[1]
        if expr.name == "-":
            return -_number(args[0])
        if expr.name == "mul":
            return _number(args[0]) * args[1]
        raise NotImplementedError(f"tantalizer: the operator {expr.name}")

    def _function(self, expr: GlobalFunction) -> Any:
        args = self._expressions(expr.args)
        if expr.name == "min":
            return _native.minimum(args)
        if expr.name == "max":
            return _native.maximum(args)
        if expr.name == "abs":
            return _native.absolute(args[0])
        if expr.name == "mul":
            return _number(args[0]) * args[1]
        if expr.name == "element":
            return _native.element(*args)
        if expr.name == "count":
            return _native.count(*args)
        if expr.name == "nvalue":
            return _native.distinct(args)
        if expr.name == "div":
            least, greatest = expr.get_bounds()
            quotient = self._model.auxiliary("quotient", int(least), int(greatest))
            self._model.require(_native.arithm(args[0], "/", args[1], "=", quotient), None)
            return quotient
        raise NotImplementedError(f"tantalizer: the function {expr.name}")

    def _constraint(self, expr: GlobalConstraint) -> Any:
        name = expr.name
        if name == "regular":
            array, transitions, start, accepting = expr.args
            return constraints.regular(self._expressions(array), transitions, start, accepting)
        if name in ("table", "negative_table"):
            array, rows = expr.args
            rows = [[int(value) for value in row] for row in rows]
            return _native.table(self._expressions(array), rows, name == "table")
        args = self._expressions(expr.args)
        if name == "alldifferent":
            return _native.all_different(args)
        if name == "allequal":
            return _native.all_equal(args)
        if name == "circuit":
            return _native.circuit(args, 0)
        if name == "inverse":
            return _native.inverse(args[0], args[1], 0)
        if name == "indomain":
            return constraints.member(args[0], args[1])
        if name == "xor":
            return _native.xor(args, True)
        if name in ("lex_less", "lex_lesseq"):
            return _native.lex(args[0], args[1], name == "lex_less")
        if name == "gcc":
            return _native.global_cardinality(args[0], args[1], args[2], bool(expr.closed))
        if name == "cumulative":
            *tasks, demands, capacity = args
            starts, durations = tasks[0], tasks[1]
            if not isinstance(demands, list):
                demands = [demands] * len(starts)
            conditions: list[Any] = [_native.cumulative(starts, durations, demands, capacity)]
            if len(tasks) == 3:
                conditions += [
                    _number(start) + length == end for start, length, end in zip(starts, durations, tasks[2])
                ]
            return _native.all_of(conditions)
        raise NotImplementedError(f"tantalizer: the constraint {name}")


def _number(x: Any) -> Any:
    """Something with operators, also for a plain number."""
    return _native.sum([x]) if isinstance(x, int) else x


def _truth(x: Any) -> Condition:
    return _native.all_of([x])


_COMPARISONS = {
    "==": lambda a, b: _number(a) == b,
    "!=": lambda a, b: _number(a) != b,
    "<": lambda a, b: _number(a) < b,
    "<=": lambda a, b: _number(a) <= b,
    ">": lambda a, b: _number(a) > b,
    ">=": lambda a, b: _number(a) >= b,
}


def register() -> None:
    """Makes CPMpy know the solver: its list is fixed, so that the method which gives it is wrapped."""
    known = SolverLookup.base_solvers.__func__
    if getattr(known, "_with_tantalizer", False):
        return

    def base_solvers(cls: Any) -> list[tuple[str, Any]]:
        return [*known(cls), ("tantalizer", CPM_tantalizer)]

    base_solvers._with_tantalizer = True  # type: ignore[attr-defined]
    SolverLookup.base_solvers = classmethod(base_solvers)


register()
