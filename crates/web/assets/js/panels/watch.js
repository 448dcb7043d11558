// Watch: how an engine finds its answer, with the board beside it: the search tree as it unfolds, what is learnt from conflicts, the layers of a diagram; two
// strategies side by side where that is wished.
//
// The engine tells everything at once; it is then played at a speed one can follow, forwards and backwards. A link leads to any of its points.

import { button, fill, h } from "../lib/dom.js";
import { choice, number, tick } from "../lib/form.js";
import { linkTo } from "../lib/share.js";
import { plural } from "../lib/words.js";
import { LayersLane } from "./watch_layers.js";
import { LessonsLane } from "./watch_lessons.js";
import { TreeLane } from "./watch_tree.js";

/** The figures of the engines that build no tree, by the names in their statistics. @type {Record<string, Record<string, string>>} */
const FIGURES = {
  learn: { nodes: "decisions", failures: "conflicts", restarts: "restarts", propagations: "propagations" },
  sat: { cnf_variables: "Boolean variables", cnf_clauses: "clauses", failures: "conflicts" },
  diagram: { peak_depth: "layers", nodes: "nodes", widest_layer: "nodes in the widest layer", failures: "nodes without a solution below" },
};

/**
 * @param {Context} context
 * @param {PageParts} parts
 * @returns {Panel}
 */
export function watchPanel(context, parts) {
  const { strategies, engines } = context.about;
  /** @type {Word} */
  const word = (place, value) => parts.word?.(place, value) ?? String(value);
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
  /** What belongs to a search is shown for a search. */
  const show = () => {
    const isSearch = engine.value === "search";
    for (const { element } of [one.variable, one.value, both]) element.hidden = !isSearch;
    second.hidden = !isSearch || !both.value;
  };

  /** What an engine tells, and its answer; null if it was cancelled. @param {{variable: {value: string}, value: {value: string}}} by */
  const search = async (by) => {
    const isSearch = engine.value === "search";
    const title = isSearch ? `${by.variable.value}, ${by.value.value}` : engine.value;
    const body = { puzzle: parts.file(), engine: engine.value, all: all.value, nodes: nodes.value, time_limit: 30, ...(isSearch ? { strategy: `${by.variable.value},${by.value.value}` } : {}) };
    /** @type {{nodes: WatchedNode[], lessons: LearntClause[], layers: DiagramLayer[]}} */
    const told = { nodes: [], lessons: [], layers: [] };
    const answer = await context.work.ask("Searching", "watch", body, {
      node: (node) => told.nodes.push(node),
      learnt: (clause) => told.lessons.push(clause),
      layer: (layer) => told.layers.push(layer),
      solution: (solution) => {
        if (told.nodes.length) told.nodes[told.nodes.length - 1].solution = solution;
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
    const [{ answer }] = searches;
    const lanes = searches.map((found) => laneOf(searches.length > 1 ? found.title : "", found, word)).filter((lane) => lane !== null);
    const figures = figuresOf(engine.value, answer);
    if (lanes.length === 0) {
      fill(result, h("p", { class: "verdict" }, `${atOnce(engine.value, answer)} ${verdict(answer)}`), figures);
      if (answer.solutions[0]) context.show({ title: "The solution", solution: answer.solutions[0] });
      return;
    }
    player = new Player(context, lanes, () => 1000 / Number(speed.value), link);
    fill(result, player.element, figures);
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
    h("div", { class: "fields" }, engine.element, nodes.element, one.variable.element, one.value.element),
    both.element,
    second,
    h("div", { class: "row" }, button("Start", () => begin(), { class: "strong" }), all.element),
    h("div", { class: "field wide" }, h("label", { for: "speed" }, "Speed"), speed),
    result,
  );
  engine.select.addEventListener("change", show);
  const { view } = context;
  context.view = null;
  // What is remembered of the form is set first.
  queueMicrotask(() => (view ? enter(view) : show()));
  return { element, leave: () => player?.stop() };
}

/** What there is to play of what an engine has told. @param {string} title @param {{told: {nodes: WatchedNode[], lessons: LearntClause[], layers: DiagramLayer[]}, answer: any}} found @param {Word} word @returns {WatchLane|null} */
function laneOf(title, { told, answer }, word) {
  if (told.nodes.length) return new TreeLane(title, told.nodes, verdict(answer), word);
  if (told.lessons.length) return new LessonsLane(told.lessons, verdict(answer), word);
  return told.layers.length ? new LayersLane(told.layers, verdict(answer), word) : null;
}

/** Why there is nothing to play. @param {string} engine @param {any} answer */
function atOnce(engine, answer) {
  if (answer.status === "unknown") return "The limits were reached before there was anything to show.";
  if (engine === "search") return "Propagation alone decides it: there is no tree.";
  return engine === "diagram" ? "There is no diagram: it is decided before." : "There was no conflict, so nothing was learnt.";
}

/** The figures of an engine, as a table; none of a search, which tells them beside its tree. @param {string} engine @param {any} answer */
function figuresOf(engine, answer) {
  const known = Object.entries(FIGURES[engine] ?? {}).filter(([key]) => answer.statistics[key] !== undefined);
  const rows = known.map(([key, noun]) => h("tr", {}, h("th", { scope: "row" }, noun), h("td", { class: "number" }, answer.statistics[key])));
  return rows.length > 0 && h("table", {}, h("tbody", {}, ...rows));
}

/** @param {any} answer */
function verdict(answer) {
  const { nodes, failures } = answer.statistics;
  const effort = nodes === undefined || answer.engine !== "search" ? "" : ` ${plural(nodes, "decision")}, ${plural(failures, "dead end")}.`;
  if (answer.status === "unsatisfiable") return `There is no solution.${effort}`;
  const found = `${answer.count} ${answer.count === "1" ? "solution" : "solutions"}`;
  return answer.complete ? `${found} found.${effort}` : `Stopped before the end; ${found} so far.${effort}`;
}

/** Plays what engines have told, step by step together. */
class Player {
  /**
   * @param {Context} context
   * @param {WatchLane[]} lanes
   * @param {() => number} delay milliseconds between two steps
   * @param {(at: number) => void} link
   */
  constructor(context, lanes, delay, link) {
    this.context = context;
    this.lanes = lanes;
    this.delay = delay;
    this.at = 0;
    this.last = Math.max(...lanes.map(({ length }) => length)) - 1;
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
      h("p", { class: "fine legend" }, `${this.front.legend}${lanes.length > 1 ? "; the board is that of the tree that was clicked last" : ""}`),
    );
  }

  /** Shows everything after so many steps. @param {number} index */
  show(index) {
    this.at = Math.min(index, this.last);
    this.lanes.forEach((lane) => lane.show(this.at));
    this.context.show({ title: "Watching the solver", ...this.front.overlay });
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
