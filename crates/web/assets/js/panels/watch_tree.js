// A search as a tree: what was decided, what follows from it, where it fails.

import { h } from "../lib/dom.js";
import { TreePicture } from "../lib/tree.js";
import { plural } from "../lib/words.js";

/** One search: its tree, and what happens at a node. @implements {WatchLane} */
export class TreeLane {
  /**
   * @param {string} title
   * @param {WatchedNode[]} nodes
   * @param {string} verdict
   * @param {Word} word
   */
  constructor(title, nodes, verdict, word) {
    this.nodes = nodes;
    this.word = word;
    this.length = nodes.length;
    this.verdict = verdict;
    this.legend = "○ decision, × dead end, ◆ solution; dashed: the second branch";
    this.at = 0;
    this.parents = parentsOf(nodes);
    /** @type {(node: number) => void} */
    this.pick = () => {};
    this.text = h("p", { class: "sentence", "aria-live": "polite" });
    this.tree = new TreePicture({
      label: title ? `Search tree, ${title}` : "Search tree",
      children: childrenOf(this.parents),
      kind: (node) => kindOf(nodes[node]),
      name: (node) => describe(nodes[node], word),
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
    this.text.textContent = `${this.at + 1}/${this.nodes.length} · ${describe(node, this.word)}${node.solution ? "" : `. ${consequence(node, this.word)}`}${last ? ` — ${this.verdict}` : ""}`;
  }

  /** What is left of every place where it is shown. */
  get overlay() {
    const path = [];
    for (let at = this.at; at >= 0; at = this.parents[at]) path.push(at);
    /** @type {Record<string, any[]>} */
    const candidates = {};
    for (const at of path.reverse()) Object.assign(candidates, this.nodes[at].changed);
    return { candidates, marks: marksOf(this.nodes[this.at]) };
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

/** @param {WatchedNode} node @param {Word} word */
function describe(node, word) {
  const decision = decided(node, word);
  if (node.failed) return `${decision}: a dead end`;
  return node.solution ? `${decision}: a solution` : decision;
}

/** @param {WatchedNode} node @param {Word} word */
function decided({ decision }, word) {
  return decision ? stated(decision, word) : "The start";
}

/** A literal in the words of the board; what is less or more is so by number. @param {Literal} literal @param {Word} word */
export function stated({ places: [place], variable, relation, value }, word) {
  return `${place ?? variable} ${relation} ${place && "=≠".includes(relation) ? word(place, value) : value}`;
}

/** What follows from a decision by propagation, in a sentence. @param {WatchedNode} node @param {Word} word */
export function consequence(node, word) {
  if (node.failed) return node.failed.length ? `What is left of ${listed(node.failed)} cannot keep a rule.` : "Some rule cannot be kept any more.";
  const own = new Set(node.decision?.places ?? []);
  const others = Object.entries(node.changed).filter(([place]) => !own.has(place));
  const fixed = others.filter(([, left]) => left.length === 1).map(([place, [value]]) => `${place} = ${word(place, value)}`);
  const narrowed = others.filter(([, left]) => left.length > 1);
  if (node.depth === 0) return `Propagation alone decides ${plural(fixed.length, "place")}; ${narrowed.length} ${narrowed.length === 1 ? "is" : "are"} open.`;
  if (others.length === 0) return "Nothing else follows at once.";
  const open = narrowed.map(([place, left]) => (left.length <= FEW ? `${place} keeps ${left.map((value) => word(place, value)).join(" or ")}` : `${place} keeps ${left.length} values`));
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
