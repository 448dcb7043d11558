// New puzzles of a kind: those that come with the program, others of any size, and what can be known of their clues.

import { button, fill, h } from "../lib/dom.js";
import { number, seedField, wishes } from "../lib/form.js";
import { kept } from "../lib/keep.js";
import { address } from "../lib/site.js";
import { noteDaily, seedOfToday } from "../lib/statistics.js";
import { plural } from "../lib/words.js";

/** The size of a puzzle can be wished for up to this. */
const LARGEST = 20;

/**
 * @param {Context} context
 * @param {any} page
 * @returns {HTMLElement}
 */
export function freshPanel(context, page) {
  const file = page.file();
  const parameters = /** @type {BoardDescription|null} */ (page.board)?.parameters ?? [];
  // Regions, walls and the like fit one size only.
  const isFree = parameters.every(({ dimensions, derived }) => dimensions === 0 || derived);
  const sizes = parameters.filter(({ type, dimensions, derived }) => isFree && type === "int" && dimensions === 0 && !derived);
  const fields = sizes.map(({ name }) => ({ name, control: number(spelt(name), file[name], 1, LARGEST) }));
  const form = wishes(context.about, page.kind.name, { difficulty: { label: "Difficulty" }, symmetric: { label: "Symmetric" } });
  const seed = seedField();
  /** @param {object} wish @param {boolean} [isDaily] */
  const design = async (wish, isDaily = false) => {
    const made = await context.work.ask("Making a puzzle", "design", { ...wish, time_limit: 120 });
    if (!made) return;
    seed.renew();
    if (isDaily) noteDaily(made.witness);
    context.open(made.witness);
    context.say(`${made.clues ? plural(made.clues, "clue") : "Hints alone"}, exactly one solution.`, "good");
  };
  const make = () => {
    const size = Object.fromEntries(fields.map(({ name, control }) => [name, control.value]));
    return design({ puzzle: { ...file, ...size }, ...form.value, seed: seed.value });
  };
  // The same for everybody: the size of the example, and the date as seed.
  const daily = () => design({ puzzle: context.about.examples[page.kind.name], seed: seedOfToday() }, true);
  return h(
    "div",
    {},
    h("h2", {}, "Puzzles"),
    h("ul", { class: "puzzle-list" }, ...page.kind.puzzles.map((/** @type {string} */ name) => h("li", {}, h("a", { href: puzzleAddress(page.kind.name, name), "aria-current": name === page.puzzle ? "page" : null }, puzzleTitle(page.kind, name)), " ", standing(name)))),
    h("h2", {}, "New puzzle"),
    !isFree && h("p", { class: "fine" }, "Its regions, walls and the like are those of the puzzle that is shown."),
    h("div", { class: "fields" }, ...fields.map(({ control }) => control.element), ...form.fields, seed.element),
    ...form.ticks,
    h("div", { class: "row" }, button("New puzzle", make, { class: "strong" }), button("Puzzle of the day", daily)),
  );
}

/**
 * The way to the next puzzle of the collection that is not solved yet.
 * @param {About} about
 * @param {string} puzzle
 */
export function nextPuzzle(about, puzzle) {
  const all = about.kinds.flatMap((kind) => kind.puzzles.map((name) => ({ kind, name })));
  const at = all.findIndex(({ name }) => name === puzzle);
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find(({ name }) => !kept(`solved:${name}`));
  return at >= 0 && next ? h("p", {}, h("a", { href: puzzleAddress(next.kind.name, next.name) }, `Next puzzle: ${puzzleTitle(next.kind, next.name)}`)) : h("p", {});
}

/**
 * @param {Context} context
 * @param {any} page
 * @returns {Panel}
 */
export function designPanel(context, page) {
  const result = h("div", { class: "result", "aria-live": "polite" });
  const fewest = async () => {
    const file = page.file();
    const made = await context.work.ask("Looking for the fewest clues", "design", { puzzle: file, solution: file, fewest_clues: true, time_limit: 120 });
    if (!made) return;
    context.open(made.witness);
    context.tab("design");
    context.say(made.proved ? `${plural(made.minimum, "clue")}; fewer are not enough.` : `Not finished: ${plural(made.minimum, "clue")} so far; fewer than ${made.lower_bound} are not enough, the rest is not known.`, made.proved ? "good" : "bad");
  };
  const redundant = async () => {
    const answer = await context.work.ask("Looking which clues can go", "solve", { puzzle: page.file(), redundant: true, time_limit: 60 });
    if (!answer) return;
    const places = answer.redundant ?? [];
    if (answer.unique !== true) return context.say(answer.unique === false ? "There are several solutions: every clue may be needed." : "Whether there is one solution was not found out.", "bad");
    context.show({ title: "Clues that can go, one at a time", values: page.entered(), marks: Object.fromEntries(places.map((/** @type {string} */ place) => [place, "differs"])) });
    const text = places.length ? `Each of these can go by itself: ${places.join(", ")}.` : "No clue can go: without any of them there are several solutions.";
    fill(result, h("p", { class: "verdict" }, text));
    context.say(text);
  };
  return {
    element: h(
      "div",
      {},
      h("h2", {}, "Design"),
      h("p", {}, "Which clues of this puzzle can go; and the fewest from which its solution follows, with proof."),
      h("div", { class: "row" }, button("Clues that can go", redundant), button("Fewest clues", fewest, { class: "strong" })),
      result,
    ),
  };
}

/** A parameter's name as people write it. @param {string} name */
export const spelt = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** @param {string} kind @param {string} puzzle */
export const puzzleAddress = (kind, puzzle) => address(kind, puzzle === kind ? undefined : puzzle);

/** @param {KindOffer} kind @param {string} puzzle */
export const puzzleTitle = (kind, puzzle) => (puzzle === kind.name ? kind.title : `${kind.title}, ${puzzle.slice(kind.name.length + 1)}`);

/** How far a puzzle was played in this browser. @param {string} puzzle */
export function standing(puzzle) {
  if (kept(`solved:${puzzle}`)) return h("span", { class: "standing solved" }, "✓ solved");
  return kept(`game:${puzzle}`) ? h("span", { class: "standing" }, "begun") : null;
}
