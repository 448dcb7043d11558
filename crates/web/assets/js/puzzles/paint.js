// Colours to paint pieces with, in an editor: those that are there, and any other letter.

import { colourName, colourOf } from "../lib/colours.js";
import { h } from "../lib/dom.js";

/** @param {string[]} colours */
export function colourBrush(colours) {
  const input = h("input", { id: "edit-brush", size: 4, value: colours[0] ?? "A", "data-passing": "" });
  const paint = (/** @type {string} */ colour) => {
    const one = h("button", { type: "button", class: "small", "aria-label": `paint ${colourName(colour)}`, onclick: () => (input.value = colour) }, colour);
    const { fill, ink } = colourOf(colour);
    Object.assign(one.style, { background: fill, color: ink });
    return one;
  };
  const element = h("div", {}, h("div", { class: "field" }, h("label", { for: input.id }, "A click paints"), input), h("div", { class: "row paints" }, ...colours.map(paint)));
  return {
    element,
    get colour() {
      return input.value.trim() || colours[0];
    },
  };
}
