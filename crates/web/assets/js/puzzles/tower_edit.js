// The editor of Instant Insanity: faces are painted on the nets, pieces added and taken away.

import { button, h } from "../lib/dom.js";
import { editPanel } from "../panels/edit.js";
import { colourBrush } from "./paint.js";

/** @typedef {import("../panels/edit.js").Control} Control */

/**
 * @param {Context} context
 * @param {any} stack
 * @param {(file: PuzzleFile) => State} state
 * @returns {Panel}
 */
export function editTower(context, stack, state) {
  const file = stack.file();
  const keys = [
    { key: "pieces", value: file.pieces },
    { key: "rule", value: file.rule ?? "", untold: "all-different" },
    { key: "sides", value: file.sides ?? 4, untold: "" },
    { key: "distinct-sides", value: true, untold: "true" },
  ];
  /** @param {Control[]} controls */
  const tools = ([pieces]) => {
    const brush = colourBrush(stack.colours());
    const now = () => /** @type {(string|string[])[]} */ (pieces.now());
    const painted = (/** @type {string|string[]} */ piece, /** @type {number} */ face) => {
      const colours = [...piece].map((colour, i) => (i === face ? brush.colour : colour));
      return typeof piece === "string" ? colours.join("") : colours;
    };
    const paint = (/** @type {number} */ piece, /** @type {number} */ face) => pieces.set(now().map((one, i) => (i === piece ? painted(one, face) : one)));
    return {
      element: h("div", {}, h("p", { class: "fine" }, "Click the faces of the nets. Without sides, the pieces are cubes."), brush.element),
      buttons: [button("One more piece", () => pieces.set([...now(), now()[now().length - 1]])), button("One piece less", () => now().length > 1 && pieces.set(now().slice(0, -1)))],
      begin: () => stack.paintWith({ pieces: now, paint }),
      leave: () => stack.paintWith(null),
    };
  };
  return editPanel(context, stack, { keys, state, upTo: { name: "tower", said: "Exactly one tower, however it is turned." }, tools });
}
