// The first page: all puzzles; and what is said where there is no page.

import { frame } from "./frame.js";
import { about, ask, AWAY } from "./lib/api.js";
import { button, h } from "./lib/dom.js";
import { choice, remember } from "./lib/form.js";
import { keepForNow, kept, keptForNow } from "./lib/keep.js";
import { address } from "./lib/site.js";
import { puzzleAddress, puzzleTitle, standing } from "./puzzles/kind_new.js";
import { PAGES } from "./puzzles/pages.js";

export function home() {
  document.title = "Tantalizer";
  const gallery = h("div", { class: "gallery" });
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
    h("a", { class: "home-card", href: address(page.name) }, page.picture(), h("h2", {}, page.title), h("p", {}, page.lead), standing(page.name));
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
  const word = h("input", { type: "search", id: "kind-search", placeholder: "sudoku, loop, ...", "data-passing": "" });
  const any = /** @type {[string, string]} */ (["", "any"]);
  const levels = known.clues.difficulty.enum ?? [];
  const kindField = choice("Kind", [any, ...known.kinds.map(({ name, title }) => /** @type {[string, string]} */ ([name, title]))]);
  const sizeField = choice("Size", [any, ...SIZES.map(({ name }) => /** @type {[string, string]} */ ([name, name]))]);
  const levelField = choice("Difficulty", [any, ...levels.map((level) => /** @type {[string, string]} */ ([level, level]))]);
  const stateField = choice("Played", [any, ["not yet", "not yet"], ["begun", "begun"], ["solved", "solved"]]);
  const cards = puzzles.map(({ kind, name }) => {
    const picture = h("div", { class: "kind-picture" });
    const level = kind.difficulty[name] ?? "";
    const size = sizeOf(known.examples[name]);
    const state = standing(name);
    const card = h("a", { class: "home-card", href: puzzleAddress(kind.name, name) }, picture, h("h3", {}, puzzleTitle(kind, name)), h("p", {}, kind.summary), h("p", { class: "level" }, level), state);
    seen.observe(picture);
    pictures.set(picture, { name, file: known.examples[name] });
    const played = state ? (state.classList.contains("solved") ? "solved" : "begun") : "not yet";
    return { card, text: `${name} ${kind.title} ${kind.summary}`.toLowerCase(), is: [kind.name, size, level, played] };
  });
  const none = h("p", { role: "status" });
  const sift = () => {
    const wanted = [kindField, sizeField, levelField, stateField].map((field) => field.value);
    for (const { card, text, is } of cards) card.hidden = !text.includes(word.value.trim().toLowerCase()) || wanted.some((one, i) => one !== "" && one !== is[i]);
    none.textContent = cards.every(({ card }) => card.hidden) ? "No puzzle is like that." : "";
  };
  /** All that are sifted out are drawn before, also those that nobody has seen yet. */
  const print = async () => {
    none.textContent = "Drawing …";
    const shown = cards.filter(({ card }) => !card.hidden).map(({ card }) => card.querySelector(".kind-picture"));
    await Promise.all(shown.map((picture) => picture && draw(picture)));
    none.textContent = "";
    window.print();
  };
  const fields = h("div", { class: "gallery-fields" }, h("div", { class: "field" }, h("label", { for: "kind-search" }, "Search"), word), kindField.element, sizeField.element, levelField.element, stateField.element);
  fields.addEventListener("input", sift);
  // Labels are known once they stand in the document.
  queueMicrotask(() => {
    remember("settings:gallery", fields);
    sift();
  });
  const solved = puzzles.filter(({ name }) => kept(`solved:${name}`)).length;
  return [
    h("div", { class: "gallery-head" }, h("div", {}, h("h2", {}, `The collection: ${known.kinds.length} kinds`), h("p", {}, solved ? `${solved} of ${puzzles.length} puzzles solved in this browser. ` : "", h("a", { href: address("minizinc") }, "Play a model of your own"), ", or ", h("a", { href: address("moves") }, "a puzzle by moves"), " from a file.")), button("Print these", print)),
    fields,
    none,
    h("div", { class: "home-cards" }, ...cards.map(({ card }) => card)),
  ];
}

/** Sizes by the longest side. @type {{name: string, most: number}[]} */
const SIZES = [
  { name: "up to 5", most: 5 },
  { name: "6 to 8", most: 8 },
  { name: "9 and more", most: Infinity },
];

/** How large a puzzle is, by the longest of the lists and boards in its file, or by its numbers where there are none. @param {PuzzleFile} file */
function sizeOf({ puzzle, ...file }) {
  const lines = (/** @type {any} */ value) => (typeof value === "string" ? value.trim().split("\n").map((line) => line.trim().split(/\s+/)) : Array.isArray(value) ? value : []);
  const sides = Object.values(file).flatMap((value) => [lines(value), ...lines(value)]).map((list) => (Array.isArray(list) ? list.length : 0));
  const numbers = Object.values(file).filter((value) => typeof value === "number");
  const longest = Math.max(0, ...sides) || Math.max(0, ...numbers);
  return SIZES.find(({ most }) => longest <= most)?.name ?? "";
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
  const wanted = pictures.get(picture);
  if (!wanted) return;
  pictures.delete(picture);
  const { name, file } = wanted;
  const key = `picture:${name}`;
  try {
    const svg = keptForNow(key) ?? (await ask("draw", { puzzle: file, time_limit: 20 })).svg;
    const image = h("img", { alt: "", src: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) });
    picture.append(image);
    keepForNow(key, svg);
    await image.decode();
  } catch {
    // The card says what it is without its picture.
    picture.remove();
  }
}
