// The cards of SET: their names, the rule, and their pictures.

import { h, s } from "../lib/dom.js";

/** A card is written as in puzzle files: number, colour, filling, shape. */
const VALUES = ["123", "rgp", "sfe", "sod"];

/** All 81 cards. @returns {string[]} */
export function deck() {
  return [...VALUES[0]].flatMap((n) => [...VALUES[1]].flatMap((c) => [...VALUES[2]].flatMap((f) => [...VALUES[3]].map((shape) => n + c + f + shape))));
}

/** Whether three cards agree or differ in everything. @param {string[]} cards */
export function isSet(cards) {
  return cards.length === 3 && [0, 1, 2, 3].every((i) => new Set(cards.map((card) => card[i])).size !== 2);
}

/** The card that makes a set of two. @param {string} a @param {string} b */
function third(a, b) {
  return VALUES.map((values, i) => (a[i] === b[i] ? a[i] : [...values].find((value) => value !== a[i] && value !== b[i]))).join("");
}

/** Whether there is a set among the cards. @param {string[]} cards */
export function holdsSet(cards) {
  const there = new Set(cards);
  return cards.some((a, i) => cards.slice(i + 1).some((b) => there.has(third(a, b))));
}

const WORDS = /** @type {Record<string, string>[]} */ ([
  { 1: "one", 2: "two", 3: "three" },
  { r: "red", g: "green", p: "purple" },
  { s: "striped", f: "full", e: "empty" },
  { s: "squiggle", o: "oval", d: "diamond" },
]);

/** What a card is made of: each attribute with its values and their words. */
export const CHOICES = ["Number", "Colour", "Filling", "Shape"].map((name, i) => ({ name, options: [...VALUES[i]].map((value) => /** @type {[string, string]} */ ([value, WORDS[i][value]])) }));

/** What a screen reader says. @param {string} card */
export function cardName(card) {
  const words = [...card].map((value, i) => WORDS[i][value]);
  return `${words[0]} ${words[1]} ${words[2]} ${words[3]}${card[0] === "1" ? "" : "s"}`;
}

const COLOURS = /** @type {Record<string, string>} */ ({ r: "#d9363e", g: "#237a35", p: "#8432a8" });

const SHAPES = /** @type {Record<string, string>} */ ({
  o: "M-14 -24 a14 14 0 0 1 28 0 v48 a14 14 0 0 1 -28 0 z",
  d: "M0 -38 L17 0 L0 38 L-17 0 Z",
  s: "M-6 -36 C 14 -44, 20 -22, 11 -6 C 4 6, 8 12, 13 20 C 18 34, 0 44, -10 34 C -20 24, -14 10, -8 0 C -3 -10, -10 -12, -14 -20 C -17 -28, -14 -33, -6 -36 Z",
});

/** The patterns of striped cards; once on the page. */
export function patterns() {
  const pattern = ([letter, colour] = ["", ""]) =>
    s("pattern", { id: `stripes-${letter}`, width: 6, height: 6, patternUnits: "userSpaceOnUse" }, s("rect", { width: 6, height: 2, fill: colour }));
  return s("svg", { width: 0, height: 0, class: "patterns", "aria-hidden": "true" }, s("defs", {}, ...Object.entries(COLOURS).map(pattern)));
}

/** The picture of a card. @param {string} card */
export function cardPicture(card) {
  const [count, letter, filling, shape] = card;
  const number = Number(count);
  const colour = COLOURS[letter];
  const inside = filling === "f" ? colour : filling === "s" ? `url(#stripes-${letter})` : "none";
  const shapes = Array.from({ length: number }, (_, i) => s("path", { d: SHAPES[shape], transform: `translate(${75 + (i - (number - 1) / 2) * 42} 50)`, fill: inside, stroke: colour, "stroke-width": 3 }));
  return s("svg", { viewBox: "-12 0 174 100", class: "card-picture", "aria-hidden": "true" }, ...shapes, s("text", { x: -6, y: 18, class: "card-letter", fill: colour }, letter.toUpperCase()));
}

/** A small card for lists. @param {string} card */
export function smallCard(card) {
  return h("span", { class: "small-card", title: cardName(card), role: "img", "aria-label": cardName(card) }, cardPicture(card));
}
