"""The solver for CPMpy: counts beside OR-Tools' enumeration, optimisation, assumptions, limits."""

from __future__ import annotations

import itertools
from typing import Any, Callable

import pytest

cpmpy = pytest.importorskip("cpmpy")

import tantalizer.cpmpy  # noqa: E402

Made = tuple[Any, list[Any]]


def queens() -> Made:
    x = cpmpy.intvar(0, 5, shape=6)
    model = cpmpy.Model(cpmpy.AllDifferent(x))
    model += cpmpy.AllDifferent([x[i] + i for i in range(6)])
    model += cpmpy.AllDifferent([x[i] - i for i in range(6)])
    return model, list(x)


def magic() -> Made:
    x = cpmpy.intvar(1, 9, shape=(3, 3))
    model = cpmpy.Model(cpmpy.AllDifferent(x))
    model += [sum(row) == 15 for row in x] + [sum(col) == 15 for col in x.T]
    model += [sum(x[i, i] for i in range(3)) == 15, sum(x[i, 2 - i] for i in range(3)) == 15]
    return model, list(x.flat)


def division() -> Made:
    x, y = cpmpy.intvar(-5, 5), cpmpy.intvar(-2, 2)
    return cpmpy.Model((x // y == 2) | (x % y == 1)), [x, y]


def elements() -> Made:
    x, i = cpmpy.intvar(0, 3, shape=3), cpmpy.intvar(-1, 3)
    return cpmpy.Model((x[i] == 2) != (cpmpy.Count(x, 1) >= 2)), [*x, i]


def tables() -> Made:
    x = cpmpy.intvar(0, 3, shape=3)
    b = cpmpy.boolvar()
    rows = [[0, 1, 2], [3, 2, 1], [1, 1, 1]]
    return cpmpy.Model(b == cpmpy.Table(x, rows), b.implies(x[0] > 0), cpmpy.AllEqual(x[:2]) | b), [*x, b]


def trips() -> Made:
    x = cpmpy.intvar(0, 4, shape=5)
    return cpmpy.Model(cpmpy.Circuit(x), x[0] < x[1]), list(x)


def tasks() -> Made:
    x = cpmpy.intvar(0, 4, shape=3)
    return cpmpy.Model(cpmpy.Cumulative(x, [2, 1, 2], demand=[1, 2, 1], capacity=2)), list(x)


def words() -> Made:
    x = cpmpy.intvar(0, 1, shape=5)
    moves = [("a", 0, "a"), ("a", 1, "b"), ("b", 1, "b"), ("b", 0, "c"), ("c", 0, "c")]
    return cpmpy.Model(cpmpy.Regular(x, moves, "a", ["b", "c"])), list(x)


def functions() -> Made:
    x = cpmpy.intvar(-3, 3, shape=3)
    model = cpmpy.Model(cpmpy.max(x) - cpmpy.min(x) >= abs(x[0]), x[0] * x[1] < x[2], cpmpy.NValue(x) == 2)
    return model, list(x)


def cardinalities() -> Made:
    x, n = cpmpy.intvar(0, 2, shape=4), cpmpy.intvar(0, 4, shape=2)
    model = cpmpy.Model(cpmpy.GlobalCardinalityCount(x, [0, 2], n), cpmpy.LexLess(x[:2], x[2:]))
    model += cpmpy.Xor([x[0] == 1, x[1] == 1, n[0] == 2])
    return model, [*x, *n]


MODELS: list[Callable[[], Made]] = [
    queens,
    magic,
    division,
    elements,
    tables,
    trips,
    tasks,
    words,
    functions,
    cardinalities,
]


@pytest.mark.parametrize("made", MODELS, ids=lambda made: made.__name__)
def test_counts_are_those_of_ortools(made: Callable[[], Made]) -> None:
    found: dict[str, set[tuple[int, ...]]] = {}
    for solver in ["tantalizer", "ortools"]:
        model, variables = made()
        seen: list[tuple[int, ...]] = []
        count = model.solveAll(solver=solver, display=lambda: seen.append(tuple(int(v.value()) for v in variables)))
        assert count == len(seen)
        found[solver] = set(seen)
        assert len(seen) == len(found[solver]), f"{solver} shows a solution twice"
    assert found["tantalizer"] == found["ortools"]
    solver = cpmpy.SolverLookup.get("tantalizer", made()[0])
    assert solver.count() == len(found["ortools"])


def test_better_and_better_solutions_are_shown() -> None:
    marks = cpmpy.intvar(0, 60, shape=7)
    gaps = [marks[j] - marks[i] for i in range(7) for j in range(i + 1, 7)]
    increasing = [marks[i] < marks[i + 1] for i in range(6)]
    model = cpmpy.Model(marks[0] == 0, *increasing, cpmpy.AllDifferent(gaps))
    model.minimize(marks[-1])
    shown: list[int] = []
    assert model.solve(solver="tantalizer:search", display=lambda: shown.append(int(marks[-1].value())))
    # Search begins with the smallest marks, which is greedy and not the best.
    assert len(shown) > 1
    assert shown == sorted(shown, reverse=True)
    assert shown[-1] == model.objective_value() == 25


def test_the_best_solution_is_found() -> None:
    x = cpmpy.intvar(0, 9, shape=3)
    model = cpmpy.Model(cpmpy.AllDifferent(x), sum(x) <= 12)
    model.maximize(x[0] * x[1] - cpmpy.max(x))
    assert model.solve(solver="tantalizer")
    best = max(
        a * b - max(a, b, c) for a, b, c in itertools.permutations(range(10), 3) if a + b + c <= 12
    )
    assert model.objective_value() == best
    assert model.status().exitstatus == cpmpy.solvers.solver_interface.ExitStatus.OPTIMAL
    assert all(engine in cpmpy.SolverLookup.supported() for engine in ["tantalizer", "tantalizer:sat"])


def test_assumptions_and_cores() -> None:
    a, b, c = cpmpy.boolvar(shape=3)
    solver = cpmpy.SolverLookup.get("tantalizer", cpmpy.Model(a.implies(b), ~b | ~c))
    assert solver.solve(assumptions=[a])
    assert b.value() and not c.value()
    assert not solver.solve(assumptions=[c, ~b, a])
    assert {str(one) for one in solver.get_core()} in [{str(c), str(a)}, {str(~b), str(a)}]
    assert solver.solve(assumptions=[~a, c])


def test_no_solution_and_limits() -> None:
    x = cpmpy.intvar(0, 3, shape=5)
    model = cpmpy.Model(cpmpy.AllDifferent(x))
    assert not model.solve(solver="tantalizer")
    assert model.status().exitstatus == cpmpy.solvers.solver_interface.ExitStatus.UNSATISFIABLE
    many = cpmpy.Model(cpmpy.sum(cpmpy.intvar(0, 9, shape=40)) >= 3)
    assert many.solveAll(solver="tantalizer", solution_limit=7) == 7
    assert many.solveAll(solver="tantalizer", time_limit=0.2) > 7
    with pytest.raises(ValueError):
        many.solve(solver="tantalizer", time_limit=-1)
    with pytest.raises(ValueError):
        many.solve(solver="tantalizer:guess")
    assert tantalizer.cpmpy.CPM_tantalizer.version()
