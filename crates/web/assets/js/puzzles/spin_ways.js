// A shortest way of Spinpossible, spin by spin.

import { button, fill, h } from "../lib/dom.js";
import { plural } from "../lib/words.js";
import { named, spun } from "./spin_board.js";

/**
 * A shortest solution, spin by spin, with the distance left.
 * @param {Context} context
 * @param {any} page
 * @returns {Panel}
 */
export function waysPanel(context, page) {
  const result = h("div", { class: "result", "aria-live": "polite" });
  const begin = async () => {
    const best = await page.shortest("Looking for a shortest way");
    if (!best) return;
    const boards = [page.board];
    for (const spin of best.spins) boards.push(spun(boards[boards.length - 1], spin));
    const show = (/** @type {number} */ at) => {
      const left = best.length - at;
      const done = left === 0;
      context.show({ title: `Step ${at} of ${best.length}`, board: boards[at], spin: done ? undefined : best.spins[at] });
      const proof = best.optimal ? `No way is shorter than ${best.length}: all boards nearer to the solved one were tried from both ends.` : `At least ${plural(best.lower_bound, "spin")} ${best.lower_bound === 1 ? "is" : "are"} needed.`;
      const right = boards[at].flat().filter((/** @type {number} */ value, /** @type {number} */ i) => value === i + 1).length;
      fill(
        result,
        h("p", { class: "sentence" }, done ? "Everything is in order." : `${plural(left, "spin")} left. Spin ${named(best.spins[at])}.`),
        h("p", { class: "fine" }, `${right} of ${boards[at].flat().length} tiles are in place and upright. ${at === 0 ? proof : ""}`),
        h("div", { class: "row" }, button("◀ Back", () => show(at - 1), { disabled: at === 0 }), button("Forward ▶", () => show(at + 1), { disabled: done, class: "strong" })),
      );
    };
    show(0);
  };
  return { element: h("div", {}, h("h2", {}, "Explain"), h("p", {}, "A shortest way from the board as it lies, spin by spin."), h("div", { class: "row" }, button("Start", begin, { class: "strong" })), result) };
}
