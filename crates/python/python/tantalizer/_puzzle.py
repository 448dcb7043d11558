"""Puzzles and the questions about them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, TypeVar, Union

from . import _native
from ._answers import (
    Count,
    Design,
    Explanation,
    Forced,
    Hint,
    Position,
    SearchTree,
    Solution,
    Solutions,
    States,
    Uniqueness,
    Verdict,
)
from ._options import Options, keywords

if TYPE_CHECKING:
    from typing_extensions import Unpack

# What is known when a limit is reached, where nothing is.
_native.Unanswered.so_far = None

Paths = Iterable[Union[str, "os.PathLike[str]"]]
T = TypeVar("T")


class Questions:
    """The questions that can be asked of a puzzle, and of a model of one's own."""

    def _asked(self) -> _native.Puzzle:
        """The puzzle as the native half knows it."""
        raise NotImplementedError

    def solve(self, **options: Unpack[Options]) -> Optional[Solution]:
        """A solution, the best one if some are better than others; None if there is none.

        Raises `Unanswered` if a limit is reached before that is known; its `so_far` is then the best solution found, or None.
        """
        answer = self._ask("one", None, options)
        solutions = _solutions(answer)
        if not answer.answered:
            raise _unanswered(answer.reason, solutions[-1] if solutions else None)
        return solutions[-1] if solutions else None

    def solutions(self, limit: Optional[int] = None, **options: Unpack[Options]) -> Solutions:
        """All solutions, or the first `limit` of them, one after the other as they are found; `progress` hears nothing beside them.

        >>> import tantalizer
        >>> board = tantalizer.load('puzzle = "tricky-triple"\\nboard = ". . ."')
        >>> sum(1 for _ in board.solutions())
        18
        """
        given, _ = keywords(options)
        given.pop("progress", None)
        return Solutions(self._asked().solutions("all", limit, given))

    def count(self, modulo: Optional[str] = None, **options: Unpack[Options]) -> int:
        """How many solutions there are, or how many up to a symmetry, such as `modulo="board"`.

        Raises `Unanswered` if a limit is reached; its `so_far` is then a lower bound.
        """
        if modulo is None:
            count, complete, reason, _, _ = self._count(False, False, options)
            if not complete:
                raise _unanswered(reason, count)
            return count
        counts = self.counts(**options).modulo
        if modulo not in counts:
            known = ", ".join(counts) or "none"
            raise _native.BadInput(f"there is no symmetry {modulo!r}, expected one of: {known}")
        wanted = counts[modulo]
        if wanted is None:
            raise _unanswered("the limits were reached before all was counted", None)
        return wanted

    def counts(self, find_symmetries: bool = False, **options: Unpack[Options]) -> Count:
        """How many solutions there are, with the numbers up to each symmetry of the puzzle beside it.

        With `find_symmetries`, symmetries that nobody declared are looked for as well.
        """
        count, complete, reason, modulo, text = self._count(True, find_symmetries, options)
        if not complete:
            raise _unanswered(reason, count)
        return Count(count, dict(modulo), json.loads(text))

    def unique(self, **options: Unpack[Options]) -> Uniqueness:
        """Whether there is exactly one solution; stops at the second."""
        answer = self._ask("unique", None, options)
        fields = json.loads(answer.json)
        solutions = _solutions(answer)
        if fields["unique"] is None:
            raise _unanswered(answer.reason, solutions[0] if solutions else None)
        return Uniqueness(fields["unique"], solutions, fields)

    def forced(self, **options: Unpack[Options]) -> Forced:
        """What holds in every solution: values by place.

        Raises `Unanswered` if a limit is reached; its `so_far` is then what is known.
        """
        answer = self._ask("forced", None, options)
        fields = json.loads(answer.json)
        forced = Forced(fields.get("forced") or {}, answer.forced)
        if not answer.answered:
            raise _unanswered(answer.reason, forced)
        return forced

    def sample(self, number: int, **options: Unpack[Options]) -> list[Solution]:
        """Solutions, each as likely as any other and none twice; all of them if there are fewer."""
        answer = self._ask("sample", number, options)
        solutions = _solutions(answer)
        if not answer.answered:
            raise _unanswered(answer.reason, solutions)
        return solutions

    def redundant(self, **options: Unpack[Options]) -> list[str]:
        """The places of the clues that can go, one at a time, with one solution left."""
        answer = self._ask("redundant", None, options)
        if not answer.answered:
            raise _unanswered(answer.reason, None)
        fields = json.loads(answer.json)
        if fields.get("redundant") is None:
            raise _native.BadInput("which clues can go is asked of a puzzle with exactly one solution")
        return list(fields["redundant"])

    def explain(self, position: Optional[Position] = None, **options: Unpack[Options]) -> Explanation:
        """The solution, one deduction after another, from what is filled in (`{"r1c2": 3}`); or which clues clash."""
        return Explanation(self._explain(False, position, options))

    def hint(self, position: Optional[Position] = None, **options: Unpack[Options]) -> Hint:
        """The next deduction only, from what is filled in; or what is wrong with that."""
        return Hint(self._explain(True, position, options))

    def search_tree(self, all: bool = False, nodes: int = 200, **options: Unpack[Options]) -> SearchTree:
        """The tree of a search for one solution, or for all of them, up to so many nodes; `strategy` says how it branches."""
        asked = self._asked()
        listed, svg = _with(options, lambda given: asked.search_tree(all, nodes, given))
        return SearchTree(json.loads(listed), svg)

    def draw(self, position: Optional[Position] = None) -> str:
        """The puzzle as SVG, with some values filled in."""
        return self._asked().draw(json.dumps(dict(position or {})))

    def certificate(
        self,
        path: Union[str, os.PathLike[str]],
        question: str = "one",
        limit: Optional[int] = None,
        **options: Unpack[Options],
    ) -> None:
        """Answers a question (`one`, `all`, `unique`, `count` or `forced`) and writes the answer down with its proof, for `check`.

        A name that ends in `.pbp` is a proof for VeriPB.
        """
        asked = self._asked()
        _with(options, lambda given: asked.certificate(os.fspath(path), question, limit, given))

    def _ask(self, question: str, number: Optional[int], options: Options) -> _native.Answer:
        asked = self._asked()
        return _with(options, lambda given: asked.ask(question, number, given))

    def _count(self, symmetries: bool, find: bool, options: Options) -> _native.Counts:
        asked = self._asked()
        return _with(options, lambda given: asked.count(symmetries, find, given))

    def _explain(self, hint: bool, position: Optional[Position], options: Options) -> _native.Explanation:
        asked, filled = self._asked(), json.dumps(dict(position or {}))
        explained = _with(options, lambda given: asked.explain(hint, filled, given))
        if explained.reason is not None:
            raise _unanswered(explained.reason, Explanation(explained))
        return explained


class Puzzle(Questions):
    """A puzzle: an instance of a kind, ready to be asked. `load` makes one."""

    def __init__(self, native: _native.Puzzle) -> None:
        self._native = native

    def _asked(self) -> _native.Puzzle:
        return self._native

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return self._native.name

    @property
    def file(self) -> dict[str, Any]:
        """The puzzle file, as JSON."""
        fields: dict[str, Any] = json.loads(self._native.json())
        return fields

    def states(
        self,
        farthest: Optional[int] = None,
        table: Union[None, str, os.PathLike[str]] = None,
        **options: Unpack[Options],
    ) -> States:
        """How far every state of a puzzle that is played by moves is from solved.

        With `farthest`, so many of the farthest states are shown; with `table`, the distances are kept in a file, which `check` takes.
        """
        path = None if table is None else os.fspath(table)
        return States(json.loads(_with(options, lambda given: self._native.states(farthest, path, given))))

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        return f"Puzzle({self.kind!r})"

    def _repr_svg_(self) -> str:
        return self._native.svg()


def load(
    source: Union[str, os.PathLike[str], Mapping[str, Any]],
    *,
    data: Paths = (),
    kinds: Paths = (),
    parameters: Optional[Mapping[str, Any]] = None,
    flags: Optional[Mapping[str, str]] = None,
    **options: Unpack[Options],
) -> Puzzle:
    """Opens a puzzle.

    `source` is a file (a puzzle file, or a model of MiniZinc), the name of a puzzle that comes with the program, the text of a puzzle file or of a
    model, or its fields as a mapping. A model takes `data` files and `parameters`; `kinds` are folders with kinds of
    puzzles that are models; `flags` are those that only some kinds of puzzles understand.

    >>> import tantalizer
    >>> tantalizer.load({"puzzle": "set", "cards": ["1rfo", "2rfo", "3rfo"]}).count()
    1
    """
    if isinstance(source, Mapping):
        text, is_text = json.dumps(dict(source)), True
    else:
        text = os.fspath(source)
        # Text says what something equals; a file may have such a name.
        is_text = isinstance(source, str) and any(mark in text for mark in "\n={") and not os.path.exists(text)
    assignments = [f"{name}={_assigned(value)}" for name, value in (parameters or {}).items()]
    given = dict(flags or {})
    native = _with(
        options,
        lambda asked: _native.load(text, is_text, _paths(data), _paths(kinds), assignments, given, asked),
    )
    return Puzzle(native)


def check(path: Union[str, os.PathLike[str]], **options: Unpack[Options]) -> Verdict:
    """Verifies a certificate, or a distance table: whether it is true, and what has to be trusted beside it."""
    fields, text = _with(options, lambda given: _native.check(os.fspath(path), given))
    return Verdict(text, json.loads(fields))


def design(
    kind: str,
    *,
    data: Paths = (),
    kinds: Paths = (),
    parameters: Optional[Mapping[str, Any]] = None,
    engine: Optional[str] = None,
    threads: Optional[int] = None,
    seed: Optional[int] = None,
    time_limit: Optional[float] = None,
    memory_limit: Optional[int] = None,
    progress: Any = None,
    **wishes: Any,
) -> Design:
    """Finds an instance of a kind with a wanted property, and proves it.

    `kind` is a name or a `.mzn` file; `wishes` are the flags of the command line (`tantalizer.parameters(kind)` lists them), and
    `parameters` are those of a model.

    >>> import tantalizer
    >>> board = tantalizer.design("tricky-triple", rows=3, cols=3, seed=1)
    >>> bool(board.puzzle.unique())
    True
    """
    options = Options(
        engine=engine,
        threads=threads,
        seed=seed,
        time_limit=time_limit,
        memory_limit=memory_limit,
        progress=progress,
    )
    given = {name: value.file if isinstance(value, Puzzle) else value for name, value in wishes.items()}
    assignments = [f"{name}={_assigned(value)}" for name, value in (parameters or {}).items()]
    text = _with(
        options,
        lambda asked: _native.design(kind, json.dumps(given), _paths(data), _paths(kinds), assignments, asked),
    )
    fields: dict[str, Any] = json.loads(text)
    witness = fields.get("witness")
    return Design(fields, load(witness, kinds=kinds) if witness else None)


def parameters(kind: str) -> dict[str, dict[str, Any]]:
    """What can be wished for in the design of a kind, as JSON Schema."""
    described: dict[str, dict[str, Any]] = json.loads(_native.parameters(kind))
    return described


def states(
    source: Union[str, os.PathLike[str], Mapping[str, Any], Puzzle],
    *,
    rows: Optional[int] = None,
    cols: Optional[int] = None,
    single_spins: bool = True,
    farthest: Optional[int] = None,
    table: Union[None, str, os.PathLike[str]] = None,
    **options: Unpack[Options],
) -> States:
    """How far every state of a puzzle that is played by moves is from solved: of a puzzle, or of all boards of Spinpossible of a size.

    >>> import tantalizer
    >>> tantalizer.states("spinpossible", rows=2, cols=2).god_number
    5
    """
    if source == "spinpossible":
        rows, cols = rows or 3, cols or 3
        board = "\n".join(" ".join(str(row * cols + col + 1) for col in range(cols)) for row in range(rows))
        source = {"puzzle": "spinpossible", "board": board, "single-spins": single_spins}
    puzzle = source if isinstance(source, Puzzle) else load(source)
    return puzzle.states(farthest, table, **options)


def kinds(folders: Paths = ()) -> list[dict[str, Any]]:
    """The kinds of puzzles: name, summary, and a puzzle file to start from."""
    known: list[dict[str, Any]] = json.loads(_native.kinds(_paths(folders)))
    return known


def _solutions(answer: _native.Answer) -> list[Solution]:
    return [Solution(solution) for solution in answer.solutions]


def _unanswered(reason: Optional[str], so_far: object) -> _native.Unanswered:
    error = _native.Unanswered(f"not answered: {reason or 'the work ended early'}")
    error.so_far = so_far
    return error


def _with(options: Options, work: Callable[[dict[str, Any]], T]) -> T:
    """Does the work with the keywords, and takes a progress bar away at the end."""
    given, close = keywords(options)
    try:
        return work(given)
    finally:
        close()


def _paths(paths: Paths) -> list[str]:
    return [str(Path(path)) for path in paths]


def _assigned(value: Any) -> str:
    """A value as MiniZinc writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, Iterable):
        items = list(value)
        if items and isinstance(items[0], Iterable) and not isinstance(items[0], str):
            rows = " | ".join(", ".join(_assigned(item) for item in row) for row in items)
            return f"[| {rows} |]"
        return "[" + ", ".join(_assigned(item) for item in items) + "]"
    return str(value)
