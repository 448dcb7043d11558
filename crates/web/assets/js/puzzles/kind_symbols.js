// How the values of a board look: text, black, a colour, or lines through the cell, which join those of the next one.

import { h, s } from "../lib/dom.js";

/** Lines to the top, right, bottom and left: none, one or two. @type {Record<string, [number, number, number, number]>} */
const ARMS = {
  "─": [0, 1, 0, 1],
  "│": [1, 0, 1, 0],
  "└": [1, 1, 0, 0],
  "┘": [1, 0, 0, 1],
  "┐": [0, 0, 1, 1],
  "┌": [0, 1, 1, 0],
  "├": [1, 1, 1, 0],
  "┤": [1, 0, 1, 1],
  "┬": [0, 1, 1, 1],
  "┴": [1, 1, 0, 1],
  "┼": [1, 1, 1, 1],
  "═": [0, 2, 0, 2],
  "║": [2, 0, 2, 0],
};

/** What the sides of cells are called. @type {Look[]} */
const SIDES = [
  { word: "free", text: "×" },
  { word: "line", text: "━" },
];

/**
 * @param {GridDescription} grid
 * @param {Slot} slot
 * @param {number} value
 * @returns {Look}
 */
export function lookOf(grid, slot, value) {
  return (slot.side ? SIDES[value] : grid.looks[value]) ?? { word: String(value), text: String(value) };
}

/** @param {Look} look @returns {Node|string} */
export function symbolOf(look) {
  if (look.black) return h("span", { class: "kind-symbol black" });
  const { text } = look;
  if (look.word === "empty") return h("span", { class: "kind-symbol rest" }, "·");
  if (ARMS[text]) return lines(ARMS[text]);
  const disc = discOf(text);
  if (disc) return h("span", { class: `kind-symbol disc ${disc}` });
  const symbol = h("span", { class: "kind-symbol" }, text);
  symbol.style.setProperty("--letters", String(lettersOf(text)));
  if (look.ground && look.ground !== "#ffffff") {
    symbol.classList.add("tinted");
    symbol.style.setProperty("--ground", look.ground);
    symbol.style.setProperty("--ink", look.ink ?? "");
  }
  return symbol;
}

/** For how many letters a line must have room: words stand below each other, and short ones are not much larger than long ones. @param {string} text */
function lettersOf(text) {
  const longest = Math.max(1, ...text.split(" ").map((word) => [...word].length));
  return /\p{L}{2}/u.test(text) ? Math.max(5, longest) : longest;
}

/**
 * The values that a cell may still have: each at a place of its own where all of them are single letters, else one after the other.
 * @param {GridDescription} grid
 * @param {Slot} slot
 * @param {number[]} left
 */
export function pencilled(grid, slot, left) {
  const text = (/** @type {number} */ value) => lookOf(grid, slot, value).text;
  const all = slot.values ?? [];
  if (all.length < 2 || all.some((value) => [...text(value)].length !== 1)) return h("span", { class: "candidates-text" }, left.map(text).join(" "));
  const marks = h("span", { class: "candidates-text placed" }, ...all.map((value) => h("span", {}, left.includes(value) && text(value))));
  marks.style.setProperty("--side", String(Math.ceil(Math.sqrt(all.length))));
  return marks;
}

/** Black and white discs, which as letters would change their colours with those of the page. @param {string} text */
export function discOf(text) {
  return { "●": "full", "○": "hollow" }[text];
}

/** Small text in a corner. @param {string} text */
export function labelOf(text) {
  const disc = discOf(text);
  return h("span", { class: `kind-label ${disc ? `disc ${disc}` : ""}` }, disc ? "" : text);
}

/** @param {[number, number, number, number]} arms */
function lines(arms) {
  const ends = [[50, 0], [100, 50], [50, 100], [0, 50]];
  const strokes = arms.flatMap((weight, i) => {
    const [x, y] = ends[i];
    const asides = weight === 0 ? [] : weight === 1 ? [0] : [-9, 9];
    return asides.map((aside) => {
      const [dx, dy] = x === 50 ? [aside, 0] : [0, aside];
      return s("line", { x1: 50 + dx, y1: 50 + dy, x2: x + dx, y2: y + dy });
    });
  });
  return s("svg", { viewBox: "0 0 100 100", class: "kind-lines", "aria-hidden": "true" }, ...strokes);
}
