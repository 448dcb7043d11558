// Pictures of what lies on the board, as files of their own.

import { GREY, colourOf, lettering } from "./colours.js";
import { s } from "./dom.js";

/** The width of a field, of the gap between blocks of fields, and of the edge. */
const [FIELD, GAP, EDGE] = [40, 4, 8];

/**
 * Coloured fields as the text of an SVG file; a null is a field where nothing lies.
 * @param {(string|null)[][]} rows
 * @param {number} block so many fields are one piece, across and down
 */
export function fieldsPicture(rows, block) {
  const at = (/** @type {number} */ i) => EDGE + i * FIELD + Math.floor(i / block) * GAP;
  const fields = rows.flatMap((row, r) =>
    row.flatMap((colour, c) => {
      const [x, y] = [at(c), at(r)];
      const { fill, ink } = colour === null ? { fill: "#eeeee9", ink: "" } : colourOf(colour);
      const square = s("rect", { x, y, width: FIELD, height: FIELD, fill, stroke: "#55575f" });
      if (colour === null) return [square];
      const { text, size } = lettering(colour, FIELD, 17);
      return [square, s("text", { x: x + FIELD / 2, y: y + FIELD / 2 + size / 3, "text-anchor": "middle", "font-family": "sans-serif", "font-weight": 700, "font-size": size, fill: ink }, text)];
    }),
  );
  const [width, height] = [at(rows[0].length) + EDGE, at(rows.length) + EDGE];
  const picture = s("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, s("rect", { width, height, fill: "#ffffff" }), ...fields);
  return `${new XMLSerializer().serializeToString(picture)}\n`;
}

/**
 * Pieces with a colour at each side as the text of an SVG file; a null is a place where nothing lies.
 * @param {(string|null)[][]} rows the letters of each piece: top, right, bottom, left
 * @param {string|undefined} frame the letter that is grey
 */
export function sidesPicture(rows, frame) {
  const SIZE = 2 * FIELD;
  const ways = [[0, -1], [1, 0], [0, 1], [-1, 0]];
  const pieces = rows.flatMap((row, r) =>
    row.flatMap((fields, c) => {
      const [left, top] = [EDGE + c * SIZE, EDGE + r * SIZE];
      const [x, y] = [left + FIELD, top + FIELD];
      const ground = s("rect", { x: left, y: top, width: SIZE, height: SIZE, fill: "#eeeee9", stroke: "#55575f" });
      const sides = [...(fields ?? "")].flatMap((letter, i) => {
        const [right, down] = ways[i];
        const end = (/** @type {number} */ turn) => `${x + FIELD * (right + turn * down)},${y + FIELD * (down + turn * right)}`;
        const { fill, ink } = letter === frame ? GREY : colourOf(letter);
        const at = { x: x + right * FIELD * 0.66, y: y + down * FIELD * 0.66 + 5 };
        return [
          s("polygon", { points: `${x},${y} ${end(1)} ${end(-1)}`, fill, stroke: "#55575f", "stroke-width": 0.5 }),
          s("text", { ...at, "text-anchor": "middle", "font-family": "sans-serif", "font-weight": 700, "font-size": 15, fill: ink }, letter),
        ];
      });
      return [ground, ...sides];
    }),
  );
  const [width, height] = [2 * EDGE + rows[0].length * SIZE, 2 * EDGE + rows.length * SIZE];
  const picture = s("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, s("rect", { width, height, fill: "#ffffff" }), ...pieces);
  return `${new XMLSerializer().serializeToString(picture)}\n`;
}
