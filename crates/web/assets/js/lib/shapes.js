// The three symbols of Tricky Triple: told apart by shape, and by colour as well.

import { s } from "./dom.js";

/** What the symbols are called. */
export const SYMBOLS = ["empty", "triangle", "square", "circle"];

/**
 * A symbol around the origin, 100 wide and high.
 * @param {number} value 1, 2 or 3
 */
export function symbol(value) {
  if (value === 1) return s("path", { class: "symbol symbol-1", d: "M0 -36 L40 34 L-40 34 Z" });
  if (value === 2) return s("rect", { class: "symbol symbol-2", x: -33, y: -33, width: 66, height: 66, rx: 6 });
  return s("circle", { class: "symbol symbol-3", r: 36 });
}

/**
 * A symbol as a picture of its own.
 * @param {number} value
 * @param {string} [className]
 */
export function symbolPicture(value, className = "") {
  return s("svg", { viewBox: "-50 -50 100 100", class: `symbol-picture ${className}`, "aria-hidden": "true" }, symbol(value));
}
