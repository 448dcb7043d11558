// Watch: the search tree as it unfolds, with the board beside it; two strategies side by side where that is wished.
//
// The server tells the whole search at once; it is then played at a speed one can follow, forwards and backwards. A link leads to any of its points.

import { button, fill, h } from "../lib/dom.js";
import { choice, number, tick } from "../lib/form.js";
import { linkTo } from "../lib/share.js";
import { TreePicture } from "../lib/tree.js";
import { plural } from "../lib/words.js";

/** What engines without a tree tell, by the names in their statistics, and what they keep to themselves. @type {Record<string, {tells: Record<string, string>, not: string}>} */
const OTHERS = {
  learn: { tells: { nodes: "decisions", failures: "conflicts", restarts: "restarts", propagations: "propagations" }, not: "Which clauses it has learnt from its conflicts, it does not tell." },
  sat: { tells: { cnf_variables: "Boolean variables", cnf_clauses: "clauses", failures: "conflicts" }, not: "Which clauses it has learnt from its conflicts, it does not tell." },
  diagram: { tells: { peak_depth: "layers", nodes: "nodes", widest_layer: "nodes in the widest layer", failures: "nodes without a solution below" }, not: "What its nodes stand for, it does not tell." },
};

/**
 * @param {Context} context
 * @param {PageParts} parts
 * @returns {Panel}
 */
export function watchPanel(context, parts) {
  const { strategies, engines } = context.about;
  const names = (/** @type {string[]} */ list) => list.map((name) => /** @type {[string, string]} */ ([name, name]));
  const strategy = (/** @type {string} */ which, /** @type {string} */ first) => ({ variable: choice(`Variable${which}`, names(strategies.variables), first), value: choice(`Value${which}`, names(strategies.values), "min") });
  const [one, other] = [strategy("", "leftmost"), strategy(", second", strategies.variables.find((name) => name !== "leftmost") ?? "leftmost")];
  const engine = choice("Engine", names(engines.filter((name) => name !== "auto")), "search");
  const all = tick("All solutions");
  const both = tick("Compare two strategies", false, () => show());
  const nodes = number("At most nodes", 1000, 10, 20000);
  const speed = h("input", { type: "range", min: 1, max: 60, value: 4, id: "speed" });
  const second = h("div", { class: "fields" }, other.variable.element, other.value.element);
  const result = h("div", { class: "result" });
  /** @type {Player|null} */
  let player = null;
  const show = () => (second.hidden = !both.value);

  /** A search, told node by node; null if it was cancelled. @param {{variable: {value: string}, value: {value: string}}} by */
  const search = async (by) => {
    const isSearch = engine.value === "search";
    const title = isSearch ? `${by.variable.value},${by.value.value}` : engine.value;
    const body = { puzzle: parts.file(), engine: engine.value, all: all.value, nodes: nodes.value, time_limit: 30, ...(isSearch ? { strategy: title } : {}) };
    /** @type {WatchedNode[]} */
    const told = [];
    const answer = await context.work.ask("Searching", "watch", body, {
      node: (node) => told.push(node),
      solution: (solution) => {
        if (told.length) told[told.length - 1].solution = solution;
      },
    });
    return answer && { title, told, answer };
  };

  /** @param {number} [at] where to stop at once; else it is played */
  const begin = async (at) => {
    player?.stop();
    const searches = [];
    for (const by of both.value && engine.value === "search" ? [one, other] : [one]) {
      const found = await search(by);
      if (!found) return;
      searches.push(found);
    }
    const [{ told, answer }] = searches;
    if (told.length === 0) {
      fill(result, ...withoutTree(engine.value, answer));
      if (answer.solutions[0]) context.show({ title: "The solution", solution: answer.solutions[0] });
      return;
    }
    const lanes = searches.filter((found) => found.told.length).map((found) => new Lane(searches.length > 1 ? found.title : "", found.told, verdict(found.answer)));
    player = new Player(context, lanes, () => 1000 / Number(speed.value), link);
    fill(result, player.element);
    player.show(at ?? 0);
    if (at === undefined) player.play();
  };

  /** A link that opens the search where it is now. @param {number} at */
  const link = async (at) => {
    const watch = { at, engine: engine.value, all: all.value, both: both.value, nodes: nodes.value, strategies: [one, other].map(({ variable, value }) => [variable.value, value.value]) };
    const text = linkTo(context.history.state, { watch });
    try {
      await navigator.clipboard.writeText(text);
      context.say("The link is copied: it opens the search at this point.", "good");
    } catch {
      history.replaceState(null, "", text);
      context.say("The link is in the address bar: it opens the search at this point.", "good");
    }
  };

  /** Begins where a link says. @param {any} view */
  const enter = (view) => {
    const choose = (/** @type {ReturnType<typeof choice>} */ field, /** @type {unknown} */ value) => {
      if ([...field.select.options].some((option) => option.value === value)) field.value = String(value);
    };
    choose(engine, view.engine);
    [one, other].forEach((by, i) => {
      choose(by.variable, view.strategies?.[i]?.[0]);
      choose(by.value, view.strategies?.[i]?.[1]);
    });
    all.value = view.all === true;
    both.value = view.both === true;
    if (Number.isInteger(view.nodes)) nodes.value = view.nodes;
    show();
    return begin(Number.isInteger(view.at) && view.at >= 0 ? view.at : 0);
  };

  const element = h(
    "div",
    {},
    h("h2", {}, "Watch the solver"),
    h("div", { class: "fields" }, one.variable.element, one.value.element, engine.element, nodes.element),
    both.element,
    second,
    h("div", { class: "row" }, button("Start", () => begin(), { class: "strong" }), all.element),
    h("div", { class: "field wide" }, h("label", { for: "speed" }, "Speed"), speed),
    result,
  );
  const { view } = context;
  context.view = null;
  // What is remembered of the form is set first.
  queueMicrotask(() => (view ? enter(view) : show()));
  return { element, leave: () => player?.stop() };
}

/** What is told of a search that shows no tree. @param {string} engine @param {any} answer */
function withoutTree(engine, answer) {
  const other = OTHERS[engine];
  if (!other) return [h("p", { class: "verdict" }, `${engine === "search" ? "Propagation alone decides it: there is no tree." : `The engine ${engine} builds no tree that could be shown.`} ${verdict(answer)}`)];
  const known = Object.entries(other.tells).filter(([key]) => answer.statistics[key] !== undefined);
  const rows = known.map(([key, noun]) => h("tr", {}, h("th", { scope: "row" }, noun), h("td", { class: "number" }, answer.statistics[key])));
  return [h("p", { class: "verdict" }, `The engine ${engine} builds no tree that could be shown. ${verdict(answer)}`), h("table", {}, h("tbody", {}, ...rows)), h("p", { class: "fine" }, other.not)];
}

/** @param {any} answer */
function verdict(answer) {
  const { nodes, failures } = answer.statistics;
  const effort = nodes === undefined ? "" : ` ${nodes} decisions, ${failures} dead ends.`;
  if (answer.status === "unsatisfiable") return `There is no solution.${effort}`;
  if (!answer.complete) return `Stopped before the end; ${answer.count} solutions so far.${effort}`;
  return `${answer.count} ${answer.count === "1" ? "solution" : "solutions"} found.${effort}`;
}

/** One search: its tree, and what happens at a node. */
class Lane {
  /**
   * @param {string} title
   * @param {WatchedNode[]} nodes
   * @param {string} verdict
   */
  constructor(title, nodes, verdict) {
    this.nodes = nodes;
    this.verdict = verdict;
    this.at = 0;
    this.parents = parentsOf(nodes);
    /** Somebody chose a node. @type {(node: number) => void} */
    this.pick = () => {};
    this.text = h("p", { class: "sentence", "aria-live": "polite" });
    this.tree = new TreePicture({
      label: title ? `Search tree, ${title}` : "Search tree",
      children: childrenOf(this.parents),
      kind: (node) => kindOf(nodes[node]),
      name: (node) => describe(nodes[node]),
      second: (node) => nodes[node].second,
      pick: (node) => this.pick(node),
    });
    this.element = h("div", { class: "lane" }, title && h("h3", {}, title), this.text, this.tree.element);
  }

  /** Shows the search after this node, or at its end. @param {number} index */
  show(index) {
    this.at = Math.min(index, this.nodes.length - 1);
    this.tree.show(this.at, this.at);
    const node = this.nodes[this.at];
    const last = this.at === this.nodes.length - 1;
    this.text.textContent = `${this.at + 1}/${this.nodes.length} · ${describe(node)}${node.solution ? "" : `. ${consequence(node)}`}${last ? ` — ${this.verdict}` : ""}`;
  }

  /** What is left of every place where it is shown. */
  get candidates() {
    const path = [];
    for (let at = this.at; at >= 0; at = this.parents[at]) path.push(at);
    /** @type {Record<string, any[]>} */
    const left = {};
    for (const at of path.reverse()) Object.assign(left, this.nodes[at].changed);
    return left;
  }
}

/** Plays searches, step by step together. */
class Player {
  /**
   * @param {Context} context
   * @param {Lane[]} lanes
   * @param {() => number} delay milliseconds between two steps
   * @param {(at: number) => void} link
   */
  constructor(context, lanes, delay, link) {
    this.context = context;
    this.lanes = lanes;
    this.delay = delay;
    this.at = 0;
    this.last = Math.max(...lanes.map(({ nodes }) => nodes.length)) - 1;
    this.timer = 0;
    /** The one whose board is shown. */
    this.front = lanes[0];
    for (const lane of lanes) {
      lane.pick = (node) => {
        this.front = lane;
        this.jump(node);
      };
    }
    this.toggle = button("Pause", () => (this.timer ? this.stop() : this.play()), { class: "strong" });
    this.element = h(
      "div",
      {},
      h("div", { class: "row" },
        this.toggle,
        button("◀ Back", () => this.step(-1)),
        button("Step ▶", () => this.step(1)),
        button("End", () => this.jump(this.last)),
        button("Link to this point", () => link(this.at))),
      h("div", { class: "lanes" }, ...lanes.map(({ element }) => element)),
      h("p", { class: "fine legend" }, `○ decision, × dead end, ◆ solution; dashed: the second branch${lanes.length > 1 ? "; the board is that of the tree that was clicked last" : ""}`),
    );
  }

  /** Shows the searches after so many nodes. @param {number} index */
  show(index) {
    this.at = Math.min(index, this.last);
    this.lanes.forEach((lane) => lane.show(this.at));
    this.context.show({ title: "Watching the solver", candidates: this.front.candidates, marks: marksOf(this.front.nodes[this.front.at]) });
  }

  /** @param {number} by */
  step(by) {
    this.stop();
    this.jump(this.at + by);
  }

  /** @param {number} index */
  jump(index) {
    if (index >= 0 && index <= this.last) this.show(index);
  }

  play() {
    if (this.at === this.last) this.show(0);
    this.toggle.textContent = "Pause";
    const next = () => {
      if (this.at >= this.last) return this.stop();
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
  const decision = decided(node);
  if (node.failed) return `${decision}: a dead end`;
  return node.solution ? `${decision}: a solution` : decision;
}

/** @param {WatchedNode} node */
function decided({ decision, depth }) {
  if (!decision) return depth === 0 ? "The start" : "A choice behind the board";
  return `${decision.places[0] ?? decision.variable} ${decision.relation} ${decision.value}`;
}

/** What follows from a decision by propagation, in a sentence. @param {WatchedNode} node */
export function consequence(node) {
  if (node.failed) return node.failed.length ? `What is left of ${listed(node.failed)} cannot keep a rule.` : "Some rule cannot be kept any more.";
  const own = new Set(node.decision?.places ?? []);
  const others = Object.entries(node.changed).filter(([place]) => !own.has(place));
  const fixed = others.filter(([, left]) => left.length === 1).map(([place, [value]]) => `${place} = ${value}`);
  const narrowed = others.filter(([, left]) => left.length > 1);
  if (node.depth === 0) return `Propagation alone decides ${plural(fixed.length, "place")}; ${narrowed.length} are open.`;
  if (others.length === 0) return "Nothing else follows at once.";
  const open = narrowed.map(([place, left]) => (left.length <= FEW ? `${place} keeps ${left.join(" or ")}` : `${place} keeps ${left.length} values`));
  return `So ${listed([...fixed, ...open])}.`;
}

/** So many things are named; of more, how many. */
const NAMED = 5;

/** So many values are named one by one. */
const FEW = 4;

/** @param {string[]} parts */
function listed(parts) {
  const rest = parts.length - NAMED;
  return rest > 1 ? `${parts.slice(0, NAMED).join(", ")} and ${rest} more` : parts.join(", ");
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
