"""How a question is to be answered: the keywords that every question takes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Optional, TypedDict, Union

Progress = Mapping[str, Any]
"""How far the work is: `fraction` (of 1, if the engine can tell), `nodes`, `failures`, `solutions`, and what else is known."""


class Options(TypedDict, total=False):
    """The keywords that every question takes."""

    engine: Optional[str]
    """Which engine answers: `auto`, `search`, `learn`, `sat`, `diagram`, or one that a kind of puzzle brings along."""
    strategy: Optional[str]
    """How `search` branches, such as `ff` or `dom-wdeg,max`."""
    threads: Optional[int]
    """Threads to use; 0 for as many as there are cores."""
    seed: Optional[int]
    """Where all randomness comes from."""
    time_limit: Optional[float]
    """Seconds; when they are over, the question raises `Unanswered`."""
    memory_limit: Optional[int]
    """Megabytes that the work may use."""
    progress: Optional[Union[bool, Callable[[Progress], object]]]
    """A function that hears how far the work is, or True for a bar of tqdm."""


def keywords(options: Options) -> tuple[dict[str, Any], Callable[[], None]]:
    """The keywords as the native half takes them, and what to do at the end."""
    given: dict[str, Any] = dict(options)
    told = given.pop("progress", None)
    if told is None or told is False:
        return given, lambda: None
    if told is True:
        bar = _Bar()
        given["progress"] = lambda text: bar.show(json.loads(text))
        return given, bar.close
    given["progress"] = lambda text: told(json.loads(text))
    return given, lambda: None


class _Bar:
    """A bar of tqdm, in a notebook or on a terminal."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm

        self._bar = tqdm(total=1.0, bar_format="{l_bar}{bar}| {elapsed}{postfix}")

    def show(self, progress: Progress) -> None:
        fraction = progress.get("fraction")
        if fraction is not None:
            self._bar.n = fraction
        told = {key: value for key, value in progress.items() if key != "fraction" and value is not None}
        self._bar.set_postfix(told)

    def close(self) -> None:
        self._bar.close()
