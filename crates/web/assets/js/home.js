// The first page: all puzzles; and what is said where there is no page.

import { frame } from "./frame.js";
import { about, ask, AWAY } from "./lib/api.js";
import { h } from "./lib/dom.js";
import { kept } from "./lib/keep.js";
import { address } from "./lib/site.js";
import { puzzleAddress, puzzleTitle, standing } from "./puzzles/kind_new.js";
import { PAGES } from "./puzzles/pages.js";

export function home() {
  document.title = "Tantalizer";
  const gallery = h("div", {});
  show("Combinatorial puzzles, played and understood", "Play, get hints with reasons, find every solution, count them, design new instances, and watch the solver at work. Everything runs on this machine.", gallery);
  // Without the server, the five are what there is to show.
  about().then((known) => known.kinds.length && gallery.replaceChildren(...collection(known)), () => {});
}

export function nowhere() {
  document.title = "No such page · Tantalizer";
  show("There is no such page", `Nothing is at ${location.pathname}. These are the puzzles that can be played here:`);
}

export function unloaded() {
  show("This page could not be loaded", AWAY);
}

/** The puzzles with pages of their own, under a heading. @param {string} title @param {string} lead @param {HTMLElement} [below] */
function show(title, lead, below) {
  const card = (/** @type {typeof PAGES[number]} */ page) =>
    h("a", { class: "home-card", href: address(page.name) }, page.picture(), h("h2", {}, page.title), h("p", {}, page.lead));
  const main = h(
    "main",
    { class: "home" },
    h("h1", {}, title),
    h("p", { class: "lead" }, lead),
    h("div", { class: "home-cards" }, ...PAGES.map(card)),
    below,
  );
  frame("", main);
}

/** The puzzles of all kinds that are models. @param {About} known */
function collection(known) {
  const puzzles = known.kinds.flatMap((kind) => kind.puzzles.map((name) => ({ kind, name })));
  const word = h("input", { type: "search", id: "kind-search", placeholder: "sudoku, loop, ..." });
  const cards = puzzles.map(({ kind, name }) => {
    const picture = h("div", { class: "kind-picture" });
    const card = h("a", { class: "home-card", href: puzzleAddress(kind.name, name) }, picture, h("h3", {}, puzzleTitle(kind, name)), h("p", {}, kind.summary), standing(name));
    seen.observe(picture);
    pictures.set(picture, { name, file: known.examples[name] });
    return { card, text: `${name} ${kind.title} ${kind.summary}`.toLowerCase() };
  });
  word.addEventListener("input", () => cards.forEach(({ card, text }) => (card.hidden = !text.includes(word.value.trim().toLowerCase()))));
  const solved = puzzles.filter(({ name }) => kept(`solved:${name}`)).length;
  return [
    h("div", { class: "gallery-head" }, h("div", {}, h("h2", {}, `The collection: ${known.kinds.length} kinds`), h("p", {}, solved ? `${solved} of ${puzzles.length} puzzles solved in this browser. ` : "", h("a", { href: address("minizinc") }, "Play a model of your own"))), h("div", { class: "field" }, h("label", { for: "kind-search" }, "Search"), word)),
    h("div", { class: "home-cards" }, ...cards.map(({ card }) => card)),
  ];
}

/** Pictures that are not drawn yet. @type {Map<Element, {name: string, file: PuzzleFile}>} */
const pictures = new Map();

/** A puzzle is drawn when its card comes into sight, and once only while the browser is open. */
const seen = new IntersectionObserver((entries) => {
  for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
    seen.unobserve(target);
    draw(target);
  }
}, { rootMargin: "200px" });

/** @param {Element} picture */
async function draw(picture) {
  const { name, file } = /** @type {{name: string, file: PuzzleFile}} */ (pictures.get(picture));
  const key = `picture:${name}`;
  try {
    const svg = sessionStorage.getItem(key) ?? (await ask("draw", { puzzle: file, time_limit: 20 })).svg;
    picture.append(h("img", { alt: "", src: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) }));
    sessionStorage.setItem(key, svg);
  } catch {
    // The card says what it is without its picture.
    picture.remove();
  }
}
