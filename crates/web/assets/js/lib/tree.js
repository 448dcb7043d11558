// Trees drawn from the top down: leaves side by side, every node in the middle above its children.

import { s } from "./dom.js";

/** The distance of leaves, and of levels. */
const [ACROSS, DOWN] = [26, 42];

/**
 * Where the nodes go. `children[i]` lists the children of node `i`; 0 is the root.
 * @param {number[][]} children
 */
export function layout(children) {
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
export function mark(kind) {
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
export function reveal(box, x, y) {
  const [left, top] = [x - box.clientWidth / 2, y - box.clientHeight / 2];
  if (x < box.scrollLeft + 40 || x > box.scrollLeft + box.clientWidth - 40) box.scrollLeft = left;
  if (y < box.scrollTop + 40 || y > box.scrollTop + box.clientHeight - 40) box.scrollTop = top;
}
