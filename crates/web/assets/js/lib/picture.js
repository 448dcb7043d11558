// Pictures of what lies on the board, as files of their own.

import { colourOf, lettering } from "./colours.js";
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
