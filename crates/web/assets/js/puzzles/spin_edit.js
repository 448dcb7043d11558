// The editor of Spinpossible: two tiles change places, one is turned, and at once how many spins the board needs.

import { ask } from "../lib/api.js";
import { button, h } from "../lib/dom.js";
import { number } from "../lib/form.js";
import { plural } from "../lib/words.js";
import { editPanel } from "../panels/edit.js";
import { noWay } from "./spin_board.js";

/** @typedef {import("../panels/edit.js").Control} Control */

/**
 * @param {Context} context
 * @param {any} page
 * @param {(file: PuzzleFile) => State} state
 * @returns {Panel}
 */
export function editSpins(context, page, state) {
  const file = page.file();
  const keys = [{ key: "board", value: file.board }, { key: "single-spins", value: true, untold: "true" }];

  /** @param {Control[]} controls */
  const tools = ([board]) => {
    const now = () => /** @type {string[]} */ (board.now()).map((line) => line.trim().split(/\s+/).map(Number));
    /** The tile that is picked. @type {[number, number]|null} */
    let picked = null;
    const written = (/** @type {number[][]} */ tiles) => board.set(tiles.map((line) => line.join(" ")));
    const turn = (/** @type {number} */ row, /** @type {number} */ col) => written(now().map((line, r) => line.map((tile, c) => (r === row && c === col ? -tile : tile))));
    const press = (/** @type {number} */ row, /** @type {number} */ col) => {
      if (!picked) {
        picked = [row, col];
        page.frame([row + 1, col + 1, row + 1, col + 1]);
        return context.say("Click the tile that it changes places with, or the same one again to turn it.");
      }
      const [top, left] = picked;
      picked = null;
      if (top === row && left === col) return turn(row, col);
      const tiles = now();
      [tiles[row][col], tiles[top][left]] = [tiles[top][left], tiles[row][col]];
      written(tiles);
    };
    const [rows, cols] = [number("Rows", page.start.length, 1, 9), number("Columns", page.start[0].length, 1, 9)];
    for (const { input } of [rows, cols]) input.dataset.passing = "";
    const inOrder = () => written(Array.from({ length: rows.value }, (_, r) => Array.from({ length: cols.value }, (_, c) => r * cols.value + c + 1)));
    return {
      element: h("div", {}, h("p", { class: "fine" }, "Click two tiles to exchange them, or one twice to turn it; by keys, Enter picks and minus turns."), h("div", { class: "fields" }, rows.element, cols.element)),
      buttons: [button("All in order", inOrder)],
      begin: () => page.editWith({ board: now, press, turn }),
      leave: () => page.editWith(null),
    };
  };
  return editPanel(context, page, { keys, state, judge, tools });
}

/** How many spins a board needs, and whether in one way or in several. @param {PuzzleFile} file */
async function judge(file) {
  const answer = await ask("solve", { puzzle: file, unique: true, time_limit: 20 });
  const [best] = answer.solutions;
  if (!best) return { said: noWay(answer), good: false };
  if (best.length === 0) return { said: "It is in order already.", good: false };
  const ways = answer.unique === true ? "in one way only" : answer.unique === false ? `in several ways: two of them differ in ${answer.differ.join(", ")}` : "whether in one way only was not found out";
  return { said: `${plural(best.length, "spin")}${best.optimal ? " and no fewer" : `, at least ${best.lower_bound}`}; ${ways}.`, good: best.optimal === true };
}
