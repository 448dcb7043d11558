"""A small widget that plays a puzzle in a notebook: fill values in, ask for a hint, see what is wrong.

>>> import tantalizer
>>> from tantalizer.widget import Play
>>> play = Play(tantalizer.load({"puzzle": "tricky-triple", "board": ["1 1 .", ". 2 .", "3 . #"]}))
>>> play.place, play.value = "r1c3", "2"
>>> play.fill()
>>> play.entries
{'r1c3': 2}
"""

from __future__ import annotations

import json
from typing import Any

import anywidget
import traitlets

from ._native import BadInput, Unanswered
from ._puzzle import Questions

_SCRIPT = """
function render({ model, el }) {
  const picture = document.createElement("div");
  const told = document.createElement("p");
  told.setAttribute("role", "status");
  const field = (name, label) => {
    const input = document.createElement("input");
    input.setAttribute("aria-label", label);
    input.placeholder = label;
    input.size = 8;
    input.addEventListener("input", () => { model.set(name, input.value); model.save_changes(); });
    model.on("change:" + name, () => { input.value = model.get(name); });
    return input;
  };
  const button = (text, act) => {
    const made = document.createElement("button");
    made.textContent = text;
    made.addEventListener("click", () => model.send({ act }));
    return made;
  };
  const row = document.createElement("div");
  row.append(field("place", "place, as r1c2"), field("value", "value"), button("Fill in", "fill"),
    button("Take away", "clear"), button("Hint", "hint"), button("Start again", "restart"));
  const show = () => {
    picture.innerHTML = model.get("picture");
    told.textContent = model.get("told");
  };
  model.on("change:picture", show);
  model.on("change:told", show);
  show();
  el.append(picture, row, told);
}
export default { render };
"""


class Play(anywidget.AnyWidget):
    """A puzzle, or a model with a board, to be played."""

    _esm = _SCRIPT
    picture = traitlets.Unicode("").tag(sync=True)
    told = traitlets.Unicode("").tag(sync=True)
    place = traitlets.Unicode("").tag(sync=True)
    value = traitlets.Unicode("").tag(sync=True)

    def __init__(self, puzzle: Questions, *, time_limit: float = 10, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.puzzle = puzzle
        self.entries: dict[str, Any] = {}
        """What is filled in, by place."""
        self._time_limit = time_limit
        acts = {"fill": self.fill, "clear": self.clear, "hint": self.hint, "restart": self.restart}
        self.on_msg(lambda _, message, __: acts[message["act"]]())
        self._draw()

    def fill(self) -> None:
        """Fills the value in at the place."""
        self._change({**self.entries, self.place.strip(): _read(self.value.strip())})

    def clear(self) -> None:
        """Takes the value at the place away."""
        self._change({place: value for place, value in self.entries.items() if place != self.place.strip()})

    def restart(self) -> None:
        """Takes everything away."""
        self._change({})

    def hint(self) -> None:
        """Tells the next deduction, or what is wrong; its place and value are ready to be filled in."""
        try:
            hint = self.puzzle.hint(self.entries, time_limit=self._time_limit)
        except (BadInput, Unanswered) as error:
            self.told = str(error)
            return
        self.told = hint.sentence
        self.picture = hint._repr_svg_()
        for place, value in list(hint.sets.items())[:1]:
            self.place, self.value = place, str(value)

    def _change(self, entries: dict[str, Any]) -> None:
        before, self.entries = self.entries, entries
        try:
            self._draw()
            self.told = ""
        except BadInput as error:
            self.entries = before
            self.told = str(error)

    def _draw(self) -> None:
        self.picture = self.puzzle.draw(self.entries)


def _read(value: str) -> Any:
    """A value as JSON, or as the word that it is called by."""
    try:
        return json.loads(value)
    except ValueError:
        return value
