// The reformulation of the cards on the table: the tree of subproblems, walked through node by node with the reasons.

import { button, fill, h } from "../lib/dom.js";
import { TreePicture } from "../lib/tree.js";
import { plural } from "../lib/words.js";
import { smallCard } from "./set_cards.js";

/**
 * @param {Context} context
 * @param {() => PuzzleFile} file
 * @returns {Panel}
 */
export function reformulationPanel(context, file) {
  const result = h("div", { class: "result" });
  const begin = async () => {
    const told = await context.work.ask("Reformulating", "explain", { puzzle: file(), time_limit: 20 });
    if (!told) return;
    if (!told.reformulation.root) return fill(result, h("p", {}, "There are too few cards for a set."));
    fill(result, new Walk(context, told.reformulation).element);
  };
  const element = h(
    "div",
    {},
    h("h2", {}, "Reformulation"),
    h("p", {}, "One attribute after the other is decided for all three cards at once: all alike in one value, or all different. What cannot hold a set is left out, with the reason."),
    h("div", { class: "row" }, button("Show the tree", begin, { class: "strong" })),
    result,
  );
  return { element };
}

/** A walk through the tree. */
class Walk {
  /** @param {Context} context @param {any} tree */
  constructor(context, tree) {
    this.context = context;
    this.tree = tree;
    /** @type {any[]} the nodes from the top, each before its children */
    this.nodes = [];
    /** @type {number[][]} */
    const children = [];
    const gather = (/** @type {any} */ node) => {
      const at = this.nodes.push(node) - 1;
      children.push([]);
      for (const child of node.children) children[at].push(gather(child));
      return at;
    };
    gather(tree.root);
    this.picture = new TreePicture({
      label: `Tree of ${this.nodes.length} subproblems`,
      children,
      kind: (node) => kindOf(this.nodes[node]),
      name: (node) => this.nodes[node].branch ?? "all cards",
      pick: (node) => this.show(node),
    });
    this.at = 0;
    this.details = h("div", { class: "details", "aria-live": "polite" });
    this.element = h(
      "div",
      {},
      h("p", { class: "fine" }, `${plural(tree.subproblems, "subproblem")}, ${tree.leaves} left to search, ${plural(tree.sets.length, "set")}; ${plural(tree.checks, "constraint check")}, ${plural(tree.nodes, "node")}.`),
      this.picture.element,
      h("div", { class: "row" }, button("◀ Back", () => this.show(this.at - 1)), button("Forward ▶", () => this.show(this.at + 1), { class: "strong" })),
      this.details,
    );
    this.show(0);
  }

  /** @param {number} index */
  show(index) {
    if (index < 0 || index >= this.nodes.length) return;
    this.at = index;
    this.picture.show(index);
    const node = this.nodes[index];
    this.context.show({ title: node.branch ? `Subproblem: ${node.branch}` : "All cards", cards: [...new Set(node.domains.flat())] });
    fill(this.details, h("h3", {}, `${index + 1} of ${this.nodes.length}: ${node.branch ?? "all cards"}`), ...this.tell(node));
  }

  /** @param {any} node */
  tell(node) {
    /** @type {HTMLElement[]} */
    const parts = [];
    node.domains.forEach((/** @type {string[]} */ cards, /** @type {number} */ i) => {
      const name = node.shared ? `${cards.length} cards, the same for all three` : `Card ${i + 1} is one of ${cards.length}`;
      parts.push(h("p", { class: "fine" }, name), h("p", { class: "small-cards" }, ...cards.map(smallCard)));
    });
    if (node.chosen) {
      const { attribute, test, heuristic, reason, tied } = node.chosen;
      parts.push(h("p", { class: "sentence" }, `Branch on ${attribute}: ${reason} (${test}, heuristic ${heuristic})${tied.length > 1 ? `; chance decided between ${tied.join(", ")}` : ""}.`));
    }
    if (node.not_made.length) {
      parts.push(h("ul", { class: "fine" }, ...node.not_made.map((/** @type {any} */ one) => h("li", {}, `not made: ${one.branch}, because ${one.because}`))));
    }
    if (node.leaf) {
      parts.push(h("p", { class: "sentence" }, `Searched: ${plural(node.leaf.sets.length, "set")}, ${plural(node.leaf.checks, "check")}, ${plural(node.leaf.nodes, "node")}.`));
      for (const set of node.leaf.sets) parts.push(h("p", { class: "small-cards" }, ...set.map(smallCard)));
    }
    if (node.table.length) parts.push(domainTable(node));
    return parts;
  }
}

/** @param {any} node */
function kindOf(node) {
  const holds = node.leaf ? node.leaf.sets.length > 0 : node.children.length > 0;
  if (!holds) return "failed";
  return node.leaf ? "solution" : "open";
}

/** The domain table of a subproblem. @param {any} node */
function domainTable(node) {
  const heads = node.shared ? ["cards"] : node.domains.map((/** @type {unknown} */ _, /** @type {number} */ i) => `card ${i + 1}`);
  const rows = node.table.flatMap((/** @type {any} */ block) =>
    block.rows.map((/** @type {any} */ row, /** @type {number} */ i) =>
      h("tr", {}, i === 0 && h("th", { scope: "row", rowspan: block.rows.length }, block.attribute), h("td", {}, row.value), ...row.counts.map((/** @type {number} */ count) => h("td", { class: "number" }, String(count)))),
    ),
  );
  return h("details", {}, h("summary", {}, "Domain table"), h("table", { class: "domain" }, h("thead", {}, h("tr", {}, h("th", {}, ""), h("th", {}, "value"), ...heads.map((/** @type {string} */ head) => h("th", {}, head)))), h("tbody", {}, ...rows)));
}
