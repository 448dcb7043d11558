"""Models: every constraint against brute force, expressions, objectives, boards."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tantalizer
from tantalizer import Model
from tantalizer import constraints as tz

Values = Sequence[int]


def loop(successors: Values, start: int) -> set[int]:
    """The nodes that are visited from the start until one comes again; none if the way leaves the nodes."""
    seen: set[int] = set()
    node = start
    while node not in seen:
        if not 0 <= node < len(successors):
            return set()
        seen.add(node)
        node = successors[node]
    return seen if node == start else set()


def is_subcircuit(successors: Values) -> bool:
    if sorted(successors) != list(range(len(successors))):
        return False
    moved = [node for node, after in enumerate(successors) if node != after]
    return not moved or loop(successors, moved[0]) == set(moved)


def is_connected(chosen: Values) -> bool:
    edges = [(0, 1), (1, 2), (2, 3)]
    left = [vertex for vertex, value in enumerate(chosen) if value]
    reached = set(left[:1])
    for _ in left:
        reached |= {b for a, b in edges if a in reached and chosen[b]}
        reached |= {a for a, b in edges if b in reached and chosen[a]}
    return len(reached) == len(left)


def truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def busy(starts: Values) -> bool:
    durations, demands = [2, 1, 2], [1, 2, 1]
    tasks = list(zip(starts, durations, demands))
    loads = [sum(d for s, length, d in tasks if s <= time < s + length) for time in range(10)]
    return max(loads) <= 2


def apart(v: Values) -> bool:
    (x0, x1, y0, y1) = v
    return x0 + 2 <= x1 or x1 + 1 <= x0 or y0 + 1 <= y1 or y1 + 2 <= y0


def packed(v: Values) -> bool:
    loads = [sum(w for w, b in zip([2, 3], v[:2]) if b == number) for number in range(2)]
    return loads == list(v[2:])


# The name, how many variables with which values, the condition, and what it means.
CASES: list[tuple[str, int, tuple[int, int], Callable[[Any], Any], Callable[[Values], bool]]] = [
    ("all_different", 3, (0, 3), lambda x: tz.all_different(x), lambda v: len(set(v)) == 3),
    ("all_equal", 3, (0, 2), lambda x: tz.all_equal(x), lambda v: len(set(v)) == 1),
    ("sum", 3, (0, 3), lambda x: tz.sum(x) == 4, lambda v: sum(v) == 4),
    ("minimum", 3, (0, 3), lambda x: tz.minimum(x) >= 1, lambda v: min(v) >= 1),
    ("maximum", 3, (-2, 2), lambda x: tz.maximum(x) == x[0], lambda v: max(v) == v[0]),
    ("absolute", 2, (-3, 3), lambda x: abs(x[0]) == x[1], lambda v: abs(v[0]) == v[1]),
    ("distinct", 4, (0, 2), lambda x: tz.distinct(x) == 2, lambda v: len(set(v)) == 2),
    ("nvalue", 4, (0, 3), lambda x: tz.nvalue(x[:3], x[3]), lambda v: len(set(v[:3])) == v[3]),
    ("count", 4, (0, 2), lambda x: tz.count(x[:3], x[3]) == 1, lambda v: list(v[:3]).count(v[3]) == 1),
    ("element", 4, (0, 2), lambda x: tz.element(x[:3], x[3]) == 1, lambda v: v[v[3]] == 1),
    ("linear", 3, (0, 3), lambda x: tz.linear([2, -1, 1], x, "<=", 3), lambda v: 2 * v[0] - v[1] + v[2] <= 3),
    ("member", 2, (0, 5), lambda x: tz.member(x[0], [1, 4]), lambda v: v[0] in (1, 4)),
    ("compare", 2, (0, 3), lambda x: tz.compare(x[0], "!=", x[1]), lambda v: v[0] != v[1]),
    ("product", 3, (-2, 3), lambda x: x[0] * x[1] < x[2], lambda v: v[0] * v[1] < v[2]),
    (
        "divide",
        3,
        (-3, 3),
        lambda x: tz.arithm(x[0], "/", x[1], "=", x[2]),
        lambda v: v[1] != 0 and truncated(v[0], v[1]) == v[2],
    ),
    (
        "global_cardinality",
        4,
        (0, 2),
        lambda x: tz.global_cardinality(x[:3], [0, 2], [1, x[3]], closed=True),
        lambda v: list(v[:3]).count(0) == 1 and list(v[:3]).count(2) == v[3] and 1 not in v[:3],
    ),
    ("table", 2, (0, 3), lambda x: tz.table(x, [[0, 1], [3, 3]]), lambda v: tuple(v) in {(0, 1), (3, 3)}),
    ("forbidden", 2, (0, 3), lambda x: tz.forbidden(x, [[0, 1]]), lambda v: tuple(v) != (0, 1)),
    ("regular", 4, (0, 2), lambda x: tz.regular(x, "0* 1+ ."), lambda v: any(
        list(v[:3]) == [0] * zeros + [1] * (3 - zeros) for zeros in range(3)
    )),
    (
        "automaton",
        3,
        (0, 1),
        lambda x: tz.regular(x, [("a", 0, "a"), ("a", 1, "b"), ("b", 0, "b")], "a", ["b"]),
        lambda v: sum(v) == 1,
    ),
    ("lex_less", 4, (0, 2), lambda x: tz.lex_less(x[:2], x[2:]), lambda v: tuple(v[:2]) < tuple(v[2:])),
    ("lex_less_equal", 4, (0, 2), lambda x: tz.lex_less_equal(x[:2], x[2:]), lambda v: tuple(v[:2]) <= tuple(v[2:])),
    (
        "inverse",
        4,
        (0, 1),
        lambda x: tz.inverse(x[:2], x[2:]),
        lambda v: all(v[2 + v[i]] == i for i in range(2)) and all(v[v[2 + i]] == i for i in range(2)),
    ),
    ("circuit", 3, (0, 2), lambda x: tz.circuit(x), lambda v: len(loop(v, 0)) == 3),
    ("circuit from 1", 3, (1, 3), lambda x: tz.circuit(x, first=1), lambda v: len(loop([n - 1 for n in v], 0)) == 3),
    ("subcircuit", 3, (0, 2), lambda x: tz.subcircuit(x), is_subcircuit),
    ("connected", 4, (0, 1), lambda x: tz.connected(x, [(0, 1), (1, 2), (2, 3)]), is_connected),
    ("clause", 3, (0, 1), lambda x: tz.clause(x[0], ~x[1], x[2]), lambda v: bool(v[0] or not v[1] or v[2])),
    ("xor", 3, (0, 1), lambda x: tz.xor(x), lambda v: sum(v) % 2 == 1),
    ("xor, even", 3, (0, 1), lambda x: tz.xor(x, parity=False), lambda v: sum(v) % 2 == 0),
    ("reified", 2, (0, 1), lambda x: tz.reified(x[0] == 0, x[1]), lambda v: (v[0] == 0) == (v[1] == 1)),
    ("cumulative", 3, (0, 3), lambda x: tz.cumulative(x, [2, 1, 2], [1, 2, 1], 2), busy),
    ("no_overlap", 4, (0, 2), lambda x: tz.no_overlap(x[:2], x[2:], [2, 1], [1, 2]), apart),
    ("bin_packing", 4, (0, 5), lambda x: tz.bin_packing(x[:2], [2, 3], x[2:]), packed),
    (
        "path_count",
        4,
        (0, 2),
        lambda x: tz.path_count(3, 0, [2], [(0, 1, x[0]), (1, 2, x[1]), (0, 2, x[2])], x[3]),
        lambda v: v[0] * v[1] + v[2] == v[3],
    ),
    ("any_of, all_of", 3, (0, 2), lambda x: tz.any_of(tz.all_of(x[0] == 1, x[1] == 1), x[2] == 2), lambda v: (
        v[0] == v[1] == 1 or v[2] == 2
    )),
    ("implies", 2, (0, 3), lambda x: (x[0] > 1).implies(x[1] == 0), lambda v: v[0] <= 1 or v[1] == 0),
    ("exclusive or", 2, (0, 3), lambda x: (x[0] > 1) ^ (x[1] > 1), lambda v: (v[0] > 1) != (v[1] > 1)),
    ("conditions as numbers", 3, (0, 2), lambda x: (x[0] == 1) + 2 * (x[1] == 1) > x[2], lambda v: (
        (v[0] == 1) + 2 * (v[1] == 1) > v[2]
    )),
    ("from the right", 2, (0, 3), lambda x: 5 - x[0] >= 2 * x[1], lambda v: 5 - v[0] >= 2 * v[1]),
]


@pytest.mark.parametrize("name, length, values, made, meant", CASES, ids=[case[0] for case in CASES])
def test_a_constraint_means_what_it_says(
    name: str,
    length: int,
    values: tuple[int, int],
    made: Callable[[Any], Any],
    meant: Callable[[Values], bool],
) -> None:
    low, high = values
    whole = list(itertools.product(range(low, high + 1), repeat=length))

    def meaning(tuple_: Values) -> bool:
        try:
            return meant(list(tuple_))
        except IndexError:
            return False

    expected = {tuple_ for tuple_ in whole if meaning(tuple_)}
    for negated in (False, True):
        if negated and name == "element":
            # An index outside the array is no solution, wherever it is written.
            continue
        model = Model(name)
        x = model.integers("x", length, low, high)
        condition = made(x)
        model += ~condition if negated else condition
        found = {tuple(solution["x"]) for solution in model.solutions()}
        assert found == (set(whole) - expected if negated else expected)
        assert model.count() == len(found)


def test_arrays_have_the_shapes_of_numpy() -> None:
    model = Model("a Latin square")
    x = model.integers("x", (3, 3), 1, 3)
    for i in range(3):
        model.require(tz.all_different(x[i]), name=f"row {i}")
        model.require(tz.all_different(x[:, i]), name=f"column {i}")
    assert model.count() == 12
    model += x[0] == np.array([1, 2, 3])
    model += np.array([1, 2, 3]) == x[:, 0]
    solution = model.solve()
    assert solution is not None
    values = solution.value(x)
    assert isinstance(values, np.ndarray) and values.shape == (3, 3)
    assert solution["x"] == values.tolist()
    assert solution.value(x[0, 1]) == 2
    assert x.sum(axis=0).shape == (3,) and x.T[0, 1].name == "x[1,0]"
    assert (x + 1).reshape(9)[0] is not None


def test_the_best_solution() -> None:
    model = Model("knapsack")
    take = model.booleans("take", 4)
    weights, worth = np.array([3, 4, 5, 9]), np.array([3, 4, 4, 10])
    model += (weights * take).sum() <= 11
    value = (worth * take).sum()
    model.maximise(value)
    best = model.solve()
    assert best is not None
    expected = max(
        sum(w * t for w, t in zip(worth, chosen))
        for chosen in itertools.product([0, 1], repeat=4)
        if sum(w * t for w, t in zip(weights, chosen)) <= 11
    )
    assert sum(worth * best.value(take)) == expected
    assert best["take"] == [bool(one) for one in best.value(take)]
    model.satisfy()
    assert model.count() > 1


def test_auxiliary_variables_do_not_multiply_a_count() -> None:
    model = Model("two numbers")
    x = model.integers("x", 2, 0, 3)
    helper = model.truth_of(x[0] < x[1])
    model.value_of(x[0] + x[1])
    assert model.count() == 16
    model += helper
    assert model.count() == 6
    y = model.integer("y", 0, 9)
    assert model.count() == 60
    model.answer(x)
    assert model.count() == 6
    assert y.bounds == (0, 9)


def sudoku(clues: list[list[int]]) -> tuple[Model, Any]:
    model = Model("Sudoku")
    x = model.integers("x", (4, 4), 1, 4)
    for i in range(4):
        model.require(tz.all_different(x[i]), name=f"row {i + 1}")
        model.require(tz.all_different(x[:, i]), name=f"column {i + 1}")
    for row, col in itertools.product([0, 2], repeat=2):
        model.require(tz.all_different(x[row : row + 2, col : col + 2]), name="a box")
    regions = [[2 * (row // 2) + col // 2 for col in range(4)] for row in range(4)]
    model.board(x, regions=regions, symmetries=["board"], clues=clues)
    return model, x


def test_a_board_draws_and_explains_itself() -> None:
    model, x = sudoku([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])
    assert model._repr_svg_().startswith("<svg")
    assert model.unique()
    explanation = model.explain()
    assert explanation.difficulty and any("row" in step.sentence for step in explanation)
    hint = model.hint()
    assert all(place.startswith("r") for place in hint.sets)
    clash, _ = sudoku([[1, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    assert clash.solve() is None
    assert sorted(clash.explain().clash) == ["r1c1 = 1", "r1c4 = 1"]
    empty, _ = sudoku([[0] * 4] * 4)
    assert empty.count() == 288
    assert empty.counts().modulo["board"] is not None


def test_a_search_is_watched() -> None:
    model = Model("queens")
    queen = model.integers("queen", 4, 0, 3)
    model += tz.all_different(queen)
    model += tz.all_different(queen + list(range(4)))
    model += tz.all_different(queen - list(range(4)))
    tree = model.search_tree(all=True)
    assert tree.solutions == model.count() == 2
    assert tree[0]["depth"] == 0 and tree[1]["depth"] == 1 and "queen" in tree[1]["decision"]
    names = {one.name for one in queen}
    assert all(set(node["changed"]) <= names for node in tree), "auxiliary variables are nobody's places"
    assert tree._repr_svg_().startswith("<svg") and len(tree.to_pandas()) == len(tree)
    assert len(model.search_tree(all=True, nodes=2)) == 2


def test_a_certificate_of_a_model(tmp_path: Path) -> None:
    model, _ = sudoku([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])
    path = tmp_path / "proof"
    model.certificate(path, "unique")
    verdict = tantalizer.check(path)
    assert verdict, verdict
    counted = tmp_path / "count"
    sudoku([[0] * 4] * 4)[0].certificate(counted, "count")
    assert tantalizer.check(counted)


def test_what_is_wrong_is_told() -> None:
    model, other = Model("one"), Model("other")
    x, y = model.integer("x", 0, 3), other.integer("y", 0, 3)
    with pytest.raises(tantalizer.BadInput, match="two models"):
        _ = x + y
    with pytest.raises(tantalizer.BadInput, match="two models"):
        model += y == 1
    with pytest.raises(TypeError, match="write `&`"):
        _ = bool(x == 1)
    with pytest.raises(TypeError):
        model += 0 < x < 2
    with pytest.raises(TypeError):
        _ = x + 1.5
    with pytest.raises(tantalizer.BadInput, match="already"):
        model.integer("x", 0, 1)
    with pytest.raises(tantalizer.BadInput, match="least and the greatest"):
        model.integer("z")
    with pytest.raises(tantalizer.BadInput):
        model += x
        model.solve()
    with pytest.raises(tantalizer.BadInput, match="moves 2 places"):
        model.symmetry("swap", [[1, 0]])
        model.solve()
