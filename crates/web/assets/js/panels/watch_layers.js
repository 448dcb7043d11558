// A decision diagram, layer by layer: every way from the top to the bottom is a solution.

import { h, s } from "../lib/dom.js";
import { plural } from "../lib/words.js";

/** The width of the picture, so that it fits beside a board and on a phone; the room in it for the names of places; the distance of layers, and of nodes where there is room. */
const [WIDTH, NAMES, DOWN, ACROSS] = [290, 70, 44, 22];

/** Of a layer with more nodes only their number is shown. */
const MOST = 24;

/** The layers as a picture, and what the one that is looked at says. @implements {WatchLane} */
export class LayersLane {
  /**
   * @param {DiagramLayer[]} layers
   * @param {string} verdict
   * @param {Word} word
   */
  constructor(layers, verdict, word) {
    this.layers = layers;
    this.word = word;
    this.length = layers.length;
    this.verdict = verdict;
    this.legend = "Every way from the top to the bottom is a solution. Of layers with many nodes only their number is shown.";
    this.at = 0;
    /** @type {(step: number) => void} */
    this.pick = () => {};
    this.text = h("p", { class: "sentence", "aria-live": "polite" });
    const rows = layers.map((_, i) => spots(layers, i));
    const room = WIDTH - NAMES - 24;
    const x = (/** @type {number} */ at, /** @type {number} */ of) => NAMES + (WIDTH - NAMES) / 2 + (at - (of - 1) / 2) * Math.min(ACROSS, room / of);
    const y = (/** @type {number} */ layer) => 22 + layer * DOWN;
    this.rows = layers.map((layer, i) => {
      const here = rows[i];
      const next = i + 1 < rows.length ? rows[i + 1] : { nodes: ends(layers[i]), count: 1 };
      return s(
        "g",
        { class: "tree-node layer", role: "button", tabindex: -1, "aria-label": described(layer, i), onclick: () => this.pick(i) },
        ...arcs(layer, here, next, x, y(i), y(i + 1)),
        s("text", { class: "plot-label", x: NAMES - 12, y: y(i) + 5, "text-anchor": "end" }, nameOf(layer)),
        ...(here.nodes ? here.nodes.map((_, at) => s("circle", { class: "node open", cx: x(at, here.nodes?.length ?? 1), cy: y(i), r: 4 })) : [bar(here.count, x(0, 1), y(i))]),
        s("title", {}, described(layer, i)),
      );
    });
    const bottom = s("path", { class: "node solution", d: `M${x(0, 1)} ${y(layers.length) - 9} l9 9 l-9 9 l-9 -9 Z` });
    this.box = h("div", { class: "tree-box", role: "group", "aria-label": "Decision diagram" }, s("svg", { width: WIDTH, height: y(layers.length) + 22, class: "tree" }, ...this.rows, rows.some((row) => row.count > 0) && bottom));
    this.box.addEventListener("keydown", (event) => {
      const to = { ArrowUp: this.at - 1, ArrowDown: this.at + 1, Home: 0, End: this.length - 1 }[event.key];
      if (to === undefined || !this.rows[to]) return;
      event.preventDefault();
      this.pick(to);
      this.rows[this.at].focus({ preventScroll: true });
    });
    this.element = h("div", { class: "lane" }, this.text, this.box);
  }

  /** Shows the diagram down to a layer. @param {number} index */
  show(index) {
    this.at = Math.min(index, this.length - 1);
    this.rows.forEach((row, i) => {
      row.classList.toggle("hidden", i > this.at);
      row.classList.toggle("current", i === this.at);
      row.setAttribute("tabindex", i === this.at ? "0" : "-1");
    });
    const y = this.at * DOWN;
    if (y < this.box.scrollTop || y > this.box.scrollTop + this.box.clientHeight - 2 * DOWN) this.box.scrollTop = y - this.box.clientHeight / 2;
    const last = this.at === this.length - 1;
    this.text.textContent = `${this.at + 1}/${this.length} · ${sentence(this.layers[this.at], this.at, this.word)}${last ? ` — ${this.verdict}` : ""}`;
  }

  /** The values that the places so far have in solutions. */
  get overlay() {
    /** @type {Record<string, any[]>} */
    const candidates = {};
    for (const { places, values } of this.layers.slice(0, this.at + 1)) for (const place of places) candidates[place] = values ?? [];
    return { candidates, marks: Object.fromEntries(this.layers[this.at].places.map((place) => [place, "focus"])) };
  }
}

/** The nodes of a layer that lead to a solution, where they are few enough to be drawn. @param {DiagramLayer[]} layers @param {number} at @returns {{nodes: number[]|null, count: number}} */
function spots(layers, at) {
  const { arcs, alive } = layers[at];
  if (!arcs || alive > MOST) return { nodes: null, count: alive };
  return { nodes: [...new Set(arcs.map(([from]) => from))].sort((a, b) => a - b), count: alive };
}

/** Where the last layer leads to. @param {DiagramLayer} layer */
function ends({ arcs }) {
  return arcs && arcs.length > 0 ? [arcs[0][2]] : null;
}

/**
 * The arcs from one layer to the next, where both are drawn: one line for all values between the same nodes.
 * @param {DiagramLayer} layer
 * @param {{nodes: number[]|null}} here
 * @param {{nodes: number[]|null}} next
 * @param {(at: number, of: number) => number} x
 * @param {number} top
 * @param {number} bottom
 */
function arcs(layer, here, next, x, top, bottom) {
  if (!layer.arcs || !here.nodes || !next.nodes) return [];
  /** @type {Map<string, {from: number, to: number, values: any[]}>} */
  const lines = new Map();
  for (const [from, value, to] of layer.arcs) {
    // Below the last layer there is one end, however many nodes the diagram has there.
    const ends = next.nodes.length === 1 ? 0 : next.nodes.indexOf(to);
    const key = `${from} ${ends}`;
    const line = lines.get(key) ?? { from: here.nodes.indexOf(from), to: ends, values: [] };
    line.values.push(value);
    lines.set(key, line);
  }
  const [above, below] = [here.nodes.length, next.nodes.length];
  return [...lines.values()].map(({ from, to, values }) => s("line", { class: "edge", x1: x(from, above), y1: top, x2: x(to, below), y2: bottom }, s("title", {}, values.join(", "))));
}

/** So many nodes. @param {number} count @param {number} x @param {number} y */
function bar(count, x, y) {
  return s("g", {}, s("rect", { class: "node open", x: x - 60, y: y - 10, width: 120, height: 20, rx: 10 }), s("text", { class: "plot-label", x, y: y + 5, "text-anchor": "middle" }, plural(count, "node")));
}

/** @param {DiagramLayer} layer */
const nameOf = ({ places, variable }) => places[0] ?? variable ?? "(helper)";

/** @param {DiagramLayer} layer @param {number} at */
const described = (layer, at) => `Layer ${at + 1}, ${nameOf(layer)}: ${plural(layer.alive, "node")}`;

/** What a layer says. @param {DiagramLayer} layer @param {number} at @param {Word} word */
function sentence(layer, at, word) {
  const { nodes, alive, places } = layer;
  const values = layer.values?.map((value) => (places[0] ? word(places[0], value) : value));
  const what = `Layer ${at + 1} is about ${nameOf(layer)}.`;
  if (alive === 0) return `${what} None of its ${plural(nodes, "node")} leads to a solution.`;
  const before = at === 0 ? "The diagram begins here" : `What the ${plural(at, "layer")} before leave comes down to ${plural(nodes, "case")}`;
  const lead = nodes === alive ? "" : `, of which ${alive} ${alive === 1 ? "leads" : "lead"} to a solution`;
  const left = values && values.length > 0 ? ` In solutions it is ${values.length > 1 ? `${values.slice(0, -1).join(", ")} or ${values[values.length - 1]}` : values[0]}.` : "";
  return `${what} ${before}${at === 0 ? "" : lead}.${left}`;
}
