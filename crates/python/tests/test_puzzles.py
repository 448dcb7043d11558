"""Puzzles: every question, its limits and its errors."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import tantalizer

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"

SMALL = """
puzzle = "tricky-triple"
board = '''
1 . 1
. . .
3 . #
'''
"""


@pytest.fixture(scope="module")
def board() -> tantalizer.Puzzle:
    return tantalizer.load(EXAMPLES / "tricky-triple.toml")


def test_a_puzzle_is_loaded_from_file_text_mapping_and_library(tmp_path: Path) -> None:
    text = tantalizer.load(SMALL)
    assert text.kind == "tricky-triple"
    assert tantalizer.load(text.file).file == text.file
    odd = tmp_path / "a=b.toml"
    odd.write_text(SMALL)
    assert tantalizer.load(str(odd)).file == text.file
    names = [kind["name"] for kind in tantalizer.kinds()]
    assert {"colors", "set", "sudoku"} <= set(names)


def test_solve_and_solutions_agree(board: tantalizer.Puzzle) -> None:
    solution = board.solve()
    assert solution is not None
    found = list(board.solutions())
    assert solution in found
    assert len(found) == board.count() == len(set(found))
    assert [dict(one) for one in board.solutions(limit=1)] == [dict(found[0])]


def test_counts_are_integers_with_symmetries() -> None:
    empty = tantalizer.load(EXAMPLES / "tricky-triple-4x4-empty.toml")
    counts = empty.counts()
    assert isinstance(counts, int) and counts == empty.count()
    assert set(counts.modulo) == {"board", "symbols", "all"}
    assert empty.count(modulo="board") == counts.modulo["board"]
    brute = {tuple(sum(one["board"], [])) for one in empty.solutions()}
    assert len(brute) == counts
    with pytest.raises(tantalizer.BadInput, match="no symmetry 'diagonal', expected one of: board"):
        empty.count(modulo="diagonal")


def test_a_count_may_have_hundreds_of_digits(tmp_path: Path) -> None:
    file = tmp_path / "digits.fzn"
    digits = "".join(f"var 0..9: x{number} :: output_var;\n" for number in range(400))
    file.write_text(digits + "solve satisfy;\n")
    assert tantalizer.load(file).count() == 10**400


def test_uniqueness_shows_where_two_solutions_differ() -> None:
    unique = tantalizer.load(EXAMPLES / "tricky-triple.toml").unique()
    assert bool(unique) is (len(unique.solutions) == 1)
    several = tantalizer.load(SMALL).unique()
    assert not several and len(several.solutions) == 2 and several.differ
    first, second = (one["board"] for one in several.solutions)
    places = [
        f"r{row + 1}c{col + 1}" for row in range(3) for col in range(3) if first[row][col] != second[row][col]
    ]
    assert several.differ == places
    assert "<svg" in several._repr_html_()


def test_what_is_forced_is_what_all_solutions_share() -> None:
    puzzle = tantalizer.load(SMALL)
    boards = [one["board"] for one in puzzle.solutions()]
    shared = {}
    for row in range(3):
        for col in range(3):
            values = {one[row][col] for one in boards}
            if len(values) == 1 and values != {0}:
                shared[f"r{row + 1}c{col + 1}"] = values.pop()
    forced = puzzle.forced()
    assert dict(forced) == shared
    assert "<svg" in (forced._repr_svg_() or "")


def test_samples_are_solutions_and_follow_the_seed() -> None:
    puzzle = tantalizer.load(EXAMPLES / "tricky-triple-5x5-empty.toml")
    one, other = puzzle.sample(5, seed=1), puzzle.sample(5, seed=2)
    assert one == puzzle.sample(5, seed=1) != other
    assert len(set(one)) == 5
    every = set(puzzle.solutions())
    assert set(one) <= every and set(other) <= every


def test_every_engine_says_the_same(board: tantalizer.Puzzle) -> None:
    counts = {engine: board.count(engine=engine) for engine in ["auto", "search", "learn", "sat", "diagram"]}
    assert len(set(counts.values())) == 1, counts
    with pytest.raises(tantalizer.BadInput, match="unknown engine `guess`"):
        board.count(engine="guess")
    with pytest.raises(TypeError, match="unexpected keyword argument 'engines'"):
        board.count(engines="sat")  # type: ignore[call-arg]


def test_explanations_and_hints() -> None:
    puzzle = tantalizer.load(EXAMPLES / "tricky-triple.toml")
    explanation = puzzle.explain()
    assert explanation.difficulty and len(explanation) > 0
    known = {}
    for step in explanation:
        assert step.sentence
        known.update(step.sets)
    solution = puzzle.solve()
    assert solution is not None
    for place, value in known.items():
        row, col = (int(part) for part in place[1:].split("c"))
        assert solution["board"][row - 1][col - 1] == value
    hint = puzzle.hint()
    assert hint.sentence and hint.sets
    place, value = next(iter(hint.sets.items()))
    wrong = puzzle.hint({place: 1 if value != 1 else 2})
    assert not wrong.sets and wrong.sentence != hint.sentence
    assert puzzle.hint(hint.sets).sets != hint.sets
    with pytest.raises(tantalizer.BadInput, match="there is no place r99c1"):
        puzzle.hint({"r99c1": 1})


def test_certificates_are_checked_and_spoiled_ones_refused(tmp_path: Path, board: tantalizer.Puzzle) -> None:
    path = tmp_path / "proof"
    board.certificate(path, "unique")
    verdict = tantalizer.check(path)
    assert verdict and "exactly" in str(verdict)
    spoiled = path.read_text().replace("\na ", "\na 1 ", 1) if "\na " in path.read_text() else path.read_text()[:-40]
    path.write_text(spoiled)
    refused = tantalizer.check(path)
    assert not refused and refused.reason
    with pytest.raises(tantalizer.BadInput, match="no such file"):
        tantalizer.check(tmp_path / "none")


def test_designs_come_with_a_puzzle() -> None:
    design = tantalizer.design("tricky-triple", rows=4, cols=4, seed=3)
    assert design.puzzle is not None and design.puzzle.unique()
    assert design["witness"] == tantalizer.design("tricky-triple", rows=4, cols=4, seed=3)["witness"]
    with pytest.raises(tantalizer.BadInput, match="unknown parameter `sides`"):
        tantalizer.design("tricky-triple", sides=4)
    assert "rows" in tantalizer.parameters("tricky-triple")
    with pytest.raises(tantalizer.BadInput, match="nothing called `chess` can be designed"):
        tantalizer.design("chess")


def test_states_of_a_puzzle_by_moves(tmp_path: Path) -> None:
    table = tmp_path / "table"
    states = tantalizer.states("spinpossible", rows=2, cols=3, farthest=1, table=table)
    assert sum(states.by_distance) == 2**6 * 720 and len(states.by_distance) == states.god_number + 1
    assert states["farthest"]
    assert tantalizer.check(table)
    with pytest.raises(tantalizer.BadInput, match="not played by moves"):
        tantalizer.load(SMALL).states()


def test_ways_have_their_length() -> None:
    solution = tantalizer.load(EXAMPLES / "spinpossible.toml").solve()
    assert solution is not None
    assert solution["optimal"] and solution["lower_bound"] == solution["length"] == len(solution["spins"])
    first = next(tantalizer.load(EXAMPLES / "spinpossible.toml").solutions())
    assert first["optimal"]


def test_limits_are_kept_and_told() -> None:
    large = tantalizer.load(EXAMPLES / "tricky-triple-10x10-empty.toml")
    start = time.monotonic()
    with pytest.raises(tantalizer.Unanswered, match="the time limit was reached") as stopped:
        large.count(engine="search", time_limit=0.3)
    assert time.monotonic() - start < 2
    assert isinstance(stopped.value.so_far, int) and stopped.value.so_far > 0
    with pytest.raises(tantalizer.Unanswered) as ended, large.solutions(engine="search", time_limit=0.3) as solutions:
        for _ in solutions:
            pass
    assert ended.value.so_far is None
    with pytest.raises(tantalizer.BadInput, match="expected a positive number"):
        large.count(time_limit=-1)


def test_errors_say_where() -> None:
    with pytest.raises(tantalizer.BadInput, match="the text:2: unknown puzzle `chess`"):
        tantalizer.load('\npuzzle = "chess"')
    with pytest.raises(tantalizer.BadInput, match="none.toml"):
        tantalizer.load("none.toml")
    assert issubclass(tantalizer.BadInput, tantalizer.Error)


def test_progress_is_told_and_other_threads_work_meanwhile() -> None:
    large = tantalizer.load(EXAMPLES / "tricky-triple-10x10-empty.toml")
    heard: list[object] = []
    counted = [0]
    stop = threading.Event()

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(tantalizer.Unanswered):
        large.count(engine="search", time_limit=1, progress=heard.append)
    stop.set()
    thread.join()
    assert heard and counted[0] > 50
    with pytest.raises(ZeroDivisionError):
        large.count(engine="search", time_limit=5, progress=lambda _: 1 / 0)


def test_an_iterator_can_be_left() -> None:
    large = tantalizer.load(EXAMPLES / "tricky-triple-10x10-empty.toml")
    solutions = large.solutions(engine="search")
    first = [next(solutions) for _ in range(3)]
    assert len(set(first)) == 3
    solutions.close()
    with pytest.raises(StopIteration):
        next(solutions)


INTERRUPTED = """
import sys, tantalizer
large = tantalizer.load(sys.argv[1])
print("asked", flush=True)
try:
    {question}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    "question", ["large.count(engine='search')", "list(large.solutions(engine='learn'))", "large.count(engine='diagram')"]
)
def test_an_interrupt_is_heard_at_once(question: str) -> None:
    program = [sys.executable, "-c", INTERRUPTED.format(question=question)]
    file = EXAMPLES / "tricky-triple-50x50-empty.toml"
    with subprocess.Popen([*program, str(file)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "asked\n"
        time.sleep(0.5)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - start < 0.5
        process.kill()


def test_pictures_are_drawn(board: tantalizer.Puzzle) -> None:
    for shown in [board, board.solve(), board.explain(), board.hint()]:
        assert shown is not None
        picture = shown._repr_svg_()
        assert picture is not None and picture.startswith("<svg")


def test_the_file_is_json(board: tantalizer.Puzzle) -> None:
    assert json.loads(json.dumps(board.file))["puzzle"] == board.kind


def test_a_widget_plays_a_puzzle(board: tantalizer.Puzzle) -> None:
    widget = pytest.importorskip("tantalizer.widget")
    play = widget.Play(board)
    blank = play.picture
    assert blank.startswith("<svg")
    play.hint()
    assert play.told and play.place and play.value
    place = play.place
    play.fill()
    assert list(play.entries) == [place] and play.picture != blank and play.told == ""
    play.place = "nowhere"
    play.fill()
    assert "there is no place nowhere" in play.told and list(play.entries) == [place]
    play.restart()
    assert play.entries == {} and play.picture == blank


def test_explanations_in_the_own_way_of_a_puzzle() -> None:
    explained = tantalizer.load(EXAMPLES / "instant-insanity.toml").explain()
    assert explained[0].sentence == "Cube 1 has R-G, R-W and B-W on opposite faces."
    assert (explained[0].sets, explained[0].removes, explained[0].technique) == ({}, {}, None)
