// Trees drawn from the top down: leaves side by side, every node in the middle above its children.

import { h, s } from "./dom.js";

/** The distance of leaves, and of levels. */
const [ACROSS, DOWN] = [26, 42];

/** A tree that can be walked through, by clicks and by arrow keys. */
export class TreePicture {
  /**
   * @param {object} options
   * @param {string} options.label
   * @param {number[][]} options.children the children of every node; 0 is the root, and parents come first
   * @param {(node: number) => string} options.kind
   * @param {(node: number) => string} options.name
   * @param {(node: number) => boolean} [options.second] whether a node is the second branch of its parent
   * @param {(node: number) => void} options.pick
   */
  constructor({ label, children, kind, name, second, pick }) {
    this.places = layout(children);
    const { xs, ys, width, height } = this.places;
    const parents = children.map(() => -1);
    children.forEach((below, node) => below.forEach((child) => (parents[child] = node)));
    this.edges = parents.map((parent, node) => (parent < 0 ? null : s("line", { class: second?.(node) ? "edge second" : "edge", x1: xs[parent], y1: ys[parent], x2: xs[node], y2: ys[node] })));
    this.nodes = children.map((_, node) => s("g", { class: "tree-node", transform: `translate(${xs[node]} ${ys[node]})`, role: "button", tabindex: -1, "aria-label": name(node), onclick: () => pick(node) }, mark(kind(node)), s("title", {}, name(node))));
    this.element = h("div", { class: "tree-box", role: "group", "aria-label": label }, s("svg", { width, height, class: "tree" }, s("g", {}, ...this.edges), s("g", {}, ...this.nodes)));
    this.element.addEventListener("keydown", (event) => {
      const { at } = this;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: parents[at], ArrowDown: children[at][0], Home: 0 }[event.key];
      if (to === undefined || !this.nodes[to]) return;
      event.preventDefault();
      pick(to);
      this.nodes[this.at].focus({ preventScroll: true });
    });
    this.at = 0;
  }

  /** Marks a node; those after the last are not there yet. @param {number} node @param {number} [last] */
  show(node, last = this.nodes.length) {
    this.at = node;
    this.nodes.forEach((group, i) => {
      group.classList.toggle("hidden", i > last);
      group.classList.toggle("current", i === node);
      group.setAttribute("tabindex", i === node ? "0" : "-1");
      this.edges[i]?.classList.toggle("hidden", i > last);
    });
    reveal(this.element, this.places.xs[node], this.places.ys[node]);
  }
}

/**
 * Where the nodes go. `children[i]` lists the children of node `i`; 0 is the root.
 * @param {number[][]} children
 */
function layout(children) {
  const xs = new Array(children.length).fill(0);
  const ys = new Array(children.length).fill(0);
  let leaf = 0;
  let deepest = 0;
  /** @type {[number, number, boolean][]} */
  const stack = children.length ? [[0, 0, false]] : [];
  while (stack.length) {
    const [node, depth, seen] = /** @type {[number, number, boolean]} */ (stack.pop());
    const below = children[node];
    if (!seen && below.length) {
      stack.push([node, depth, true]);
      for (const child of [...below].reverse()) stack.push([child, depth + 1, false]);
      continue;
    }
    ys[node] = 18 + depth * DOWN;
    deepest = Math.max(deepest, depth);
    if (below.length) {
      xs[node] = (xs[below[0]] + xs[below[below.length - 1]]) / 2;
    } else {
      xs[node] = 18 + leaf * ACROSS;
      leaf += 1;
    }
  }
  return { xs, ys, width: 36 + Math.max(0, leaf - 1) * ACROSS, height: 36 + deepest * DOWN };
}

/**
 * The mark of a node: a circle, a cross for a dead end, a diamond for a solution.
 * @param {string} kind
 */
function mark(kind) {
  if (kind === "failed") return s("path", { class: "node failed", d: "M-6 -6 L6 6 M6 -6 L-6 6" });
  if (kind === "solution") return s("path", { class: "node solution", d: "M0 -9 L9 0 L0 9 L-9 0 Z" });
  return s("circle", { class: "node open", r: 6 });
}

/**
 * Scrolls a box so that a point of the picture in it is seen.
 * @param {HTMLElement} box
 * @param {number} x
 * @param {number} y
 */
function reveal(box, x, y) {
  const [left, top] = [x - box.clientWidth / 2, y - box.clientHeight / 2];
  if (x < box.scrollLeft + 40 || x > box.scrollLeft + box.clientWidth - 40) box.scrollLeft = left;
  if (y < box.scrollTop + 40 || y > box.scrollTop + box.clientHeight - 40) box.scrollTop = top;
}
