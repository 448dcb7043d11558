// The pieces of Colors: how they are turned, what does not match, and how they look.

import { colourName, colourOf, GREY } from "../lib/colours.js";
import { h } from "../lib/dom.js";

/** @typedef {"top"|"right"|"bottom"|"left"} Side */

/**
 * A piece after some quarter turns clockwise.
 * @param {string} fields top left, top right, bottom left, bottom right; or top, right, bottom, left
 * @param {number} turn
 * @param {boolean} [bySides] whether the fields lie at its sides
 */
export function turned(fields, turn, bySides) {
  let [a, b, c, d] = fields;
  for (let i = 0; i < turn % 4; i += 1) [a, b, c, d] = bySides ? [d, a, b, c] : [c, a, d, b];
  return a + b + c + d;
}

/** Which fields lie along each side, from the left or from the top on. */
const ALONG_CORNERS = { top: [0, 1], right: [1, 3], bottom: [2, 3], left: [0, 2] };
const ALONG_SIDES = { top: [0], right: [1], bottom: [2], left: [3] };

/**
 * Borders whose fields differ: a place and on which of its sides. The frame's colour lies at the edge of the board, and nowhere else.
 * @param {PuzzleFile} file
 * @param {(string|null)[]} fields of what lies at each place
 * @returns {{at: number, side: Side}[]}
 */
export function mismatches({ rows, cols, frame, match }, fields) {
  const bySides = match === "sides";
  const along = (/** @type {string} */ of, /** @type {Side} */ side) => (bySides ? ALONG_SIDES : ALONG_CORNERS)[side].map((field) => of[field]);
  /** @type {{at: number, side: Side}[]} */
  const bad = [];
  fields.forEach((here, at) => {
    if (!here) return;
    const [row, col] = [Math.floor(at / cols), at % cols];
    /** @type {[Side, Side, boolean, number][]} */
    const sides = [
      ["top", "bottom", row === 0, at - cols],
      ["right", "left", col === cols - 1, at + 1],
      ["bottom", "top", row === rows - 1, at + cols],
      ["left", "right", col === 0, at - 1],
    ];
    for (const [side, opposite, isEdge, next] of sides) {
      const own = along(here, side);
      if (isEdge) {
        if (frame && own.some((colour) => colour !== frame)) bad.push({ at, side });
      } else if (fields[next] && (side === "right" || side === "bottom")) {
        const other = along(/** @type {string} */ (fields[next]), opposite);
        const framed = bySides && own[0] === frame;
        if (framed || own.some((colour, i) => colour !== other[i])) bad.push({ at, side });
      }
    }
  });
  return bad;
}

/** @param {string} fields @param {string|undefined} frame the letter that is grey @param {boolean} bySides @param {(i: number) => HTMLElement} [make] what a field is made of */
export function pieceOf(fields, frame, bySides, make = () => h("span", { class: "fieldlet known" })) {
  const parts = [...fields].map((letter, i) => {
    const field = make(i);
    field.textContent = letter;
    const { fill: background, ink } = letter === frame ? GREY : colourOf(letter);
    field.style.background = background;
    field.style.color = ink;
    return field;
  });
  return h("span", { class: `piece ${bySides ? "by-sides" : ""}` }, ...parts);
}

/** @param {string} fields @param {boolean} bySides */
export function spoken(fields, bySides) {
  const [a, b, c, d] = [...fields].map(colourName);
  return bySides ? `top ${a}, right ${b}, bottom ${c}, left ${d}` : `top ${a} ${b}, bottom ${c} ${d}`;
}
