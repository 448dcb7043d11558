// CSP mode: what it costs the computer to find all sets on the table, by backtrack search or by reformulation.

import { ask } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { choice, tick } from "../lib/form.js";

export class Effort {
  /**
   * @param {Context} context
   * @param {() => PuzzleFile} file
   */
  constructor(context, file) {
    this.context = context;
    this.file = file;
    this.on = tick("CSP mode", false, () => this.refresh());
    this.algorithm = choice("Solver", [["search", "backtrack search"], ["reformulation", "reformulation"]], "search");
    this.algorithm.select.addEventListener("change", () => this.refresh());
    this.table = h("table", { class: "effort", "aria-live": "polite" });
    this.box = h("div", { hidden: true }, this.algorithm.element, this.table);
    this.element = h("div", { class: "csp" }, this.on.element, this.box);
    this.asked = "";
  }

  async refresh() {
    this.box.hidden = !this.on.value;
    if (!this.on.value) {
      this.asked = "";
      return;
    }
    const puzzle = this.file();
    const key = JSON.stringify([puzzle.cards, this.algorithm.value]);
    if (key === this.asked) return;
    this.asked = key;
    try {
      const answer = await ask("solve", { puzzle, all: true, flags: { algorithm: this.algorithm.value } });
      if (key !== this.asked) return;
      const rows = [
        ["Cards", String(puzzle.cards.length)],
        ["Sets", answer.count],
        ["#CC, constraint checks", answer.statistics.constraint_checks],
        ["#NV, nodes visited", String(answer.statistics.nodes)],
        ["Time", `${(answer.seconds * 1000).toFixed(2)} ms`],
      ];
      fill(this.table, h("tbody", {}, ...rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "number" }, value)))));
    } catch (error) {
      this.asked = "";
      this.context.say(error instanceof Error ? error.message : String(error), "bad");
    }
  }
}
