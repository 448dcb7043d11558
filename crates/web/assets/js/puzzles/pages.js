// The pages of the puzzles, in the order of the head. One entry each.

import { colourOf } from "../lib/colours.js";
import { s } from "../lib/dom.js";
import { symbol } from "../lib/shapes.js";

/** @param {...Node} children */
const picture = (...children) => s("svg", { viewBox: "0 0 120 120", class: "home-picture", "aria-hidden": "true" }, ...children);

/** Puzzles that come from files: their page is not in the head. */
export const BY_MOVES = { name: "moves", load: () => import("./moves.js") };

/** @type {{name: string, title: string, lead: string, load: () => Promise<{default: PageModule}>, picture: () => SVGElement}[]} */
export const PAGES = [
  {
    name: "tricky-triple",
    title: "Tricky Triple",
    lead: "Two symbols in every line of three",
    load: () => import("./tricky_triple.js"),
    picture: () =>
      picture(
        ...[1, 3, 3, 1, 3, 1, 2, 2, 1].map((value, i) => {
          const at = `translate(${10 + (i % 3) * 34} ${10 + Math.floor(i / 3) * 34})`;
          return s("g", { transform: at }, s("rect", { width: 32, height: 32, rx: 5, class: "tile" }), s("g", { transform: "translate(16 16) scale(0.32)" }, symbol(value)));
        }),
      ),
  },
  {
    name: "colors",
    title: "Colors",
    lead: "Lay the pieces so that touching fields match",
    load: () => import("./colors.js"),
    picture: () =>
      picture(
        ...["R", "G", "G", "B", "Y", "B", "B", "R", "Y", "B", "B", "R", "G", "O", "O", "R"].map((letter, i) =>
          s("rect", { x: 9 + (i % 4) * 26 + (i % 4 > 1 ? 2 : 0), y: 9 + Math.floor(i / 4) * 26 + (i > 7 ? 2 : 0), width: 25, height: 25, fill: colourOf(letter).fill }),
        ),
      ),
  },
  {
    name: "spinpossible",
    title: "Spinpossible",
    lead: "Turn rectangles upside down until all is in order",
    load: () => import("./spinpossible.js"),
    picture: () =>
      picture(
        ...[9, 2, 3, 4, 5, 6, 7, 8, -1].map((value, i) => {
          const [x, y] = [27 + (i % 3) * 34, 27 + Math.floor(i / 3) * 34];
          return s("g", { transform: `translate(${x} ${y}) rotate(${value < 0 ? 180 : 0})` }, s("rect", { x: -16, y: -16, width: 32, height: 32, rx: 5, class: "tile" }), s("text", { class: "tile-text", y: 6 }, Math.abs(value)));
        }),
      ),
  },
  {
    name: "instant-insanity",
    title: "Instant Insanity",
    lead: "Stack cubes so that no side shows a colour twice",
    load: () => import("./instant_insanity.js"),
    picture: () =>
      picture(
        ...["R", "G", "B", "W"].flatMap((letter, i) => {
          const y = 10 + i * 25;
          const other = ["B", "W", "G", "R"][i];
          return [
            s("path", { d: `M30 ${y} l30 8 v24 l-30 -8 z`, fill: colourOf(letter).fill, class: "edge" }),
            s("path", { d: `M60 ${y + 8} l30 -8 v24 l-30 8 z`, fill: colourOf(other).fill, class: "edge" }),
          ];
        }),
        s("path", { d: "M30 10 l30 -8 l30 8 l-30 8 z", fill: colourOf("Y").fill, class: "edge" }),
      ),
  },
  {
    name: "set",
    title: "SET",
    lead: "Three cards that agree or differ in everything",
    load: () => import("./set.js"),
    picture: () =>
      picture(
        ...["#d9363e", "#237a35", "#9c36b5"].map((colour, i) =>
          s(
            "g",
            { transform: `translate(${14 + i * 34} 30)` },
            s("rect", { width: 28, height: 60, rx: 5, class: "tile" }),
            ...Array.from({ length: i + 1 }, (_, k) =>
              s("ellipse", { cx: 14, cy: 30 + (k - i / 2) * 16, rx: 9, ry: 5.5, fill: i === 1 ? "none" : colour, stroke: colour, "stroke-width": 2 }),
            ),
          ),
        ),
      ),
  },
];
