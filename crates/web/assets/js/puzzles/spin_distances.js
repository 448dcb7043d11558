// How many boards of Spinpossible are how far from solved.

import { button, fill, h } from "../lib/dom.js";
import { number, tick } from "../lib/form.js";
import { bars } from "../lib/plot.js";
import { plural } from "../lib/words.js";

/**
 * @param {Context} context
 * @param {number[][]} start the board that is played
 * @param {boolean} singleSpins whether its single tiles may be spun
 * @returns {Panel}
 */
export function distancePanel(context, start, singleSpins) {
  const rows = number("Rows", Math.min(3, start.length), 1, 3);
  const cols = number("Columns", Math.min(3, start[0].length), 1, 9);
  const single = tick("Single tiles may be spun", singleSpins);
  const result = h("div", { class: "result", "aria-live": "polite" });
  const table = async () => {
    const told = await context.work.ask("Going through all boards", "states/spinpossible", { rows: rows.value, cols: cols.value, no_single: !single.value, farthest: 1, time_limit: 120 });
    if (!told) return;
    const farthest = told.farthest?.[0];
    fill(
      result,
      h("p", { class: "verdict" }, `${Number(told.boards).toLocaleString("en")} boards; the farthest need ${plural(told.god_number, "spin")}, ${told.mean.toFixed(2)} on average.`),
      bars("Boards by distance", told.by_distance.map((/** @type {string} */ count, /** @type {number} */ i) => ({ label: String(i), value: Number(count) }))),
      farthest && h("div", { class: "row" }, button("Play a farthest board", () => context.open({ puzzle: "spinpossible", board: farthest, ...(single.value ? {} : { "single-spins": false }) }))),
    );
  };
  return { element: h("div", {}, h("h2", {}, "Distances"), h("p", {}, "How many boards are how far from solved, by going through all of them."), h("div", { class: "fields" }, rows.element, cols.element), single.element, h("div", { class: "row" }, button("Distance table", table, { class: "strong" })), result) };
}
