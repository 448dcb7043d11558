// Watch: the search tree as it unfolds, with the board beside it.
//
// The server tells the whole search at once; it is then played at a speed one can follow, forwards and backwards.

import { button, fill, h } from "../lib/dom.js";
import { choice, number, tick } from "../lib/form.js";
import { TreePicture } from "../lib/tree.js";

/**
 * @param {Context} context
 * @param {PageParts} parts
 * @returns {Panel}
 */
export function watchPanel(context, parts) {
  const { strategies, engines } = context.about;
  const variable = choice("Variable", strategies.variables.map((name) => [name, name]), "leftmost");
  const value = choice("Value", strategies.values.map((name) => [name, name]), "min");
  const engine = choice("Engine", engines.filter((name) => name !== "auto").map((name) => [name, name]), "search");
  const all = tick("All solutions");
  const nodes = number("At most nodes", 1000, 10, 20000);
  const speed = h("input", { type: "range", min: 1, max: 60, value: 4, id: "speed" });
  const result = h("div", { class: "result" });
  /** @type {Player|null} */
  let player = null;

  const begin = async () => {
    player?.stop();
    const body = {
      puzzle: parts.file(),
      engine: engine.value,
      all: all.value,
      nodes: nodes.value,
      time_limit: 30,
      ...(engine.value === "search" ? { strategy: `${variable.value},${value.value}` } : {}),
    };
    /** @type {WatchedNode[]} */
    const told = [];
    const answer = await context.work.ask("Searching", "watch", body, {
      node: (node) => told.push(node),
      solution: (solution) => {
        if (told.length) told[told.length - 1].solution = solution;
      },
    });
    if (!answer) return;
    if (told.length === 0) {
      const none = engine.value === "search" ? "Propagation alone decides it: there is no tree." : `The engine ${engine.value} builds no tree that could be shown.`;
      fill(result, h("p", { class: "verdict" }, `${none} ${verdict(answer)}`));
      if (answer.solutions[0]) context.show({ title: "The solution", solution: answer.solutions[0] });
      return;
    }
    player = new Player(context, told, verdict(answer), () => 1000 / Number(speed.value));
    fill(result, player.element);
    player.show(0);
    player.play();
  };

  const element = h(
    "div",
    {},
    h("h2", {}, "Watch the solver"),
    h("div", { class: "fields" }, variable.element, value.element, engine.element, nodes.element),
    h("div", { class: "row" }, button("Start", begin, { class: "strong" }), all.element),
    h("div", { class: "field wide" }, h("label", { for: "speed" }, "Speed"), speed),
    result,
  );
  return { element, leave: () => player?.stop() };
}

/** @param {any} answer */
function verdict(answer) {
  const { nodes, failures } = answer.statistics;
  const effort = nodes === undefined ? "" : ` ${nodes} decisions, ${failures} dead ends.`;
  if (answer.status === "unsatisfiable") return `There is no solution.${effort}`;
  if (!answer.complete) return `Stopped before the end; ${answer.count} solutions so far.${effort}`;
  return `${answer.count} ${answer.count === "1" ? "solution" : "solutions"} found.${effort}`;
}

/** Plays a search. */
class Player {
  /**
   * @param {Context} context
   * @param {WatchedNode[]} nodes
   * @param {string} verdict
   * @param {() => number} delay milliseconds between two steps
   */
  constructor(context, nodes, verdict, delay) {
    this.context = context;
    this.nodes = nodes;
    this.verdict = verdict;
    this.delay = delay;
    this.at = 0;
    this.timer = 0;
    this.parents = parentsOf(nodes);
    this.text = h("p", { class: "sentence", "aria-live": "polite" });
    this.toggle = button("Pause", () => (this.timer ? this.stop() : this.play()), { class: "strong" });
    this.tree = new TreePicture({
      label: "Search tree",
      children: childrenOf(this.parents),
      kind: (node) => kindOf(nodes[node]),
      name: (node) => describe(nodes[node]),
      second: (node) => nodes[node].second,
      pick: (node) => this.jump(node),
    });
    this.element = h(
      "div",
      {},
      h("div", { class: "row" },
        this.toggle,
        button("◀ Back", () => this.step(-1)),
        button("Step ▶", () => this.step(1)),
        button("End", () => this.jump(this.nodes.length - 1))),
      this.text,
      this.tree.element,
      h("p", { class: "fine legend" }, "○ decision, × dead end, ◆ solution; dashed: the second branch"),
    );
  }

  /** Shows the search after this node. @param {number} index */
  show(index) {
    this.at = index;
    this.tree.show(index, index);
    const node = this.nodes[index];
    const last = index === this.nodes.length - 1;
    this.text.textContent = `${index + 1}/${this.nodes.length} · ${describe(node)}${last ? ` — ${this.verdict}` : ""}`;
    this.context.show({ title: "Watching the solver", candidates: this.candidates(index), marks: marksOf(node) });
  }

  /** What is left of every place at a node. @param {number} index */
  candidates(index) {
    const path = [];
    for (let at = index; at >= 0; at = this.parents[at]) path.push(at);
    /** @type {Record<string, any[]>} */
    const left = {};
    for (const at of path.reverse()) Object.assign(left, this.nodes[at].changed);
    return left;
  }

  /** @param {number} by */
  step(by) {
    this.stop();
    this.jump(this.at + by);
  }

  /** @param {number} index */
  jump(index) {
    if (index >= 0 && index < this.nodes.length) this.show(index);
  }

  play() {
    if (this.at === this.nodes.length - 1) this.show(0);
    this.toggle.textContent = "Pause";
    const next = () => {
      if (this.at >= this.nodes.length - 1) return this.stop();
      this.show(this.at + 1);
      this.timer = window.setTimeout(next, this.delay());
    };
    this.timer = window.setTimeout(next, this.delay());
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.toggle.textContent = "Play";
  }
}

/** After a restart there are several roots; the later ones hang below the first. @param {WatchedNode[]} nodes */
function parentsOf(nodes) {
  /** @type {number[]} */
  const last = [];
  return nodes.map((node, i) => {
    const parent = node.depth > 0 ? last[node.depth - 1] : i === 0 ? -1 : 0;
    last.length = node.depth;
    last[node.depth] = i;
    return parent;
  });
}

/** @param {number[]} parents */
function childrenOf(parents) {
  /** @type {number[][]} */
  const children = parents.map(() => []);
  parents.forEach((parent, node) => parent >= 0 && children[parent].push(node));
  return children;
}

/** @param {WatchedNode} node */
function kindOf(node) {
  if (node.failed) return "failed";
  return node.solution ? "solution" : "open";
}

/** @param {WatchedNode} node */
function describe(node) {
  const count = Object.keys(node.changed).length;
  const decision = node.decision ? `${node.decision.places[0] ?? node.decision.variable} ${node.decision.relation} ${node.decision.value}` : "The start";
  if (node.failed) return `${decision}: a dead end`;
  if (node.solution) return `${decision}: a solution`;
  const follows = node.decision ? count - node.decision.places.length : count;
  return follows > 0 && node.decision ? `${decision}: ${follows} more places change` : decision;
}

/** @param {WatchedNode} node */
function marksOf(node) {
  /** @type {Record<string, string>} */
  const marks = {};
  if (node.decision || node.failed) for (const place of Object.keys(node.changed)) marks[place] = "because";
  for (const place of node.failed ?? []) marks[place] = "failed";
  for (const place of node.decision?.places ?? []) marks[place] = node.failed ? "failed" : "focus";
  return marks;
}
