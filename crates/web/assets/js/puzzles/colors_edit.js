// The editor of Colors: the fields of the pieces are painted where they lie to be taken, the board gets another size, and pieces that are laid become hints.

import { ask } from "../lib/api.js";
import { button, h } from "../lib/dom.js";
import { number } from "../lib/form.js";
import { editPanel } from "../panels/edit.js";
import { colourBrush } from "./paint.js";

/** @typedef {import("../panels/edit.js").Control} Control */
/** @typedef {{piece: number, row: number, col: number, turn: number}} Given */

/**
 * @param {Context} context
 * @param {any} board
 * @param {(file: PuzzleFile) => State} state
 * @returns {Panel}
 */
export function editColors(context, board, state) {
  const file = board.file();
  const keys = [
    { key: "pieces", value: file.pieces },
    { key: "rows", value: file.rows },
    { key: "cols", value: file.cols },
    { key: "match", value: file.match ?? "", untold: "corners" },
    { key: "frame", value: file.frame ?? "", untold: "" },
    { key: "hints", value: file.hints ?? {}, untold: "[]" },
  ];

  /** @param {Control[]} controls */
  const tools = ([pieces, rows, cols, , , hints]) => {
    const now = () => /** @type {string[]} */ (pieces.now());
    const brush = colourBrush([...new Set(now().join(""))].sort());
    const painted = (/** @type {string} */ piece, /** @type {number} */ field) => [...piece].map((colour, i) => (i === field ? [...brush.colour][0] : colour)).join("");
    const paint = (/** @type {number} */ piece, /** @type {number} */ field) => pieces.set(now().map((one, i) => (i === piece ? painted(one, field) : one)));
    const size = [number("Rows", file.rows, 1, 20), number("Columns", file.cols, 1, 20)];
    /** As many pieces as the board has places: the last ones go, or new ones come. */
    const resize = () => {
      const [down, across] = size.map((control) => control.value);
      const blank = brush.colour.charAt(0).repeat(4);
      hints.set([]);
      rows.set(down);
      cols.set(across);
      pieces.set(Array.from({ length: down * across }, (_, i) => now()[i] ?? blank));
    };
    for (const { input } of size) {
      input.dataset.passing = "";
      input.addEventListener("change", resize);
    }
    return {
      element: h("div", {}, h("p", { class: "fine" }, "Click the fields of the pieces."), brush.element, h("div", { class: "fields" }, ...size.map(({ element }) => element))),
      buttons: [button("Give what is laid", () => hints.set(board.laid())), button("Give nothing", () => hints.set([]))],
      begin: () => board.paintWith({ pieces: now, paint }),
      leave: () => board.paintWith(null),
    };
  };

  return editPanel(context, board, {
    keys,
    state,
    upTo: { name: "rotation", said: "Exactly one solution, up to turns of the board." },
    clued: ({ hints }) => hints?.length > 0,
    redundant,
    tools,
  });
}

/** Which hints can go, one at a time: without them there is still one solution. @param {PuzzleFile} file */
async function redundant(file) {
  const spare = [];
  for (const hint of /** @type {Given[]} */ (file.hints)) {
    const hints = file.hints.filter((/** @type {Given} */ other) => other !== hint);
    const { unique } = await ask("solve", { puzzle: { ...file, hints }, unique: true, time_limit: 10 });
    if (unique === true) spare.push(`piece ${hint.piece} at r${hint.row}c${hint.col}`);
  }
  return spare;
}
