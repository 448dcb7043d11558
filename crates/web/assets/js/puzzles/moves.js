// Puzzles by moves, from files that cubers use: the pieces as tables, moves as buttons, the shortest way, scrambles.

import { ask, AskError } from "../lib/api.js";
import { button, fill, h } from "../lib/dom.js";
import { number, seedField } from "../lib/form.js";
import { Memory } from "../lib/memory.js";
import { roving } from "../lib/roving.js";
import { noteDaily, seedOfToday } from "../lib/statistics.js";
import { plural } from "../lib/words.js";

/** How the pieces lie, and the moves. @typedef {{name: string, moves: string[], solved: boolean, orbits: {name: string, turns: number, pieces: {piece: number, turn: number, home: boolean}[]}[]}} Position */

/** Positions by puzzle. @type {Memory<Position>} */
const known = new Memory(500);

/** @param {PuzzleFile} file @returns {Promise<Position>} */
async function positionOf(file) {
  const key = JSON.stringify(file);
  return known.get(key) ?? known.keep(key, await ask("position", { puzzle: file }));
}

/** The puzzle after some more moves. @param {PuzzleFile} file @param {string[]} moves @returns {PuzzleFile} */
const after = (file, moves) => (moves.length ? { ...file, scramble: [file.scramble ?? "", ...moves].join(" ").trim() } : file);

/** @type {PageModule} */
const page = {
  name: "moves",
  title: "Puzzles by moves",
  rules: "Carry all pieces home by moves. The tables show which piece lies at each place, and how it is turned.",
  how: "Press the moves, or type them and press Enter. Open takes puzzles of your own: KPuzzle JSON, .tws files, or puzzle files.",
  keys: [["Arrows", "from move to move"]],
  example: "sliding-rows",
  fromFile: (file) => ({ file, play: { moves: [] } }),
  fits: ({ play }) => play.moves.every((/** @type {any} */ move) => typeof move === "string"),
  prepare: async ({ file, play }) => {
    await positionOf(after(file, play.moves));
  },
  create: (context) => new Pieces(context),
};
export default page;

/** @implements {PageParts} */
class Pieces {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.unique = false;
    this.watch = false;
    this.explain = false;
    this.element = h("div", { class: "moves" });
    this.tables = h("div", { class: "orbits" });
    this.buttons = h("div", { class: "row", role: "toolbar", "aria-label": "Moves" });
    this.counter = h("p", { class: "counter", "aria-live": "polite" });
    this.name = h("p", { class: "rule" });
    /** @type {string[]} */
    this.offered = [];
    fill(this.element, this.name, this.tables, this.buttons, this.typing(), this.counter);
  }

  /** @returns {string[]} */
  get made() {
    return this.context.history.state.play.moves;
  }

  file() {
    return this.context.history.state.file;
  }

  /** The position as a puzzle. */
  now() {
    return after(this.file(), this.made);
  }

  draw() {
    return { puzzle: this.now() };
  }

  /** Where a sequence of moves is typed. */
  typing() {
    const input = h("input", { id: "moves-typed", spellcheck: "false", autocapitalize: "off", "data-passing": "" });
    const make = async () => {
      const moves = input.value.trim().split(/\s+/).filter(Boolean);
      if (moves.length && (await this.make(moves))) input.value = "";
    };
    input.addEventListener("keydown", (event) => event.key === "Enter" && make());
    return h("div", { class: "row" }, h("div", { class: "field" }, h("label", { for: input.id }, "A sequence"), input), button("Make these", make));
  }

  /** Makes moves, if they may be made. @param {string[]} moves */
  async make(moves) {
    if (this.context.overlay) this.context.tab("play");
    const { state } = this.context.history;
    try {
      await positionOf(after(this.file(), [...this.made, ...moves]));
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      this.context.say(error.message, "bad");
      return false;
    }
    if (state !== this.context.history.state) return false;
    this.context.history.play({ moves: [...this.made, ...moves] });
    return true;
  }

  render() {
    const overlay = this.context.overlay;
    // What Solve finds begins where the puzzle does.
    const shown = overlay?.moves ? after(this.file(), overlay.moves) : this.now();
    const position = known.get(JSON.stringify(shown));
    this.counter.textContent = `${plural(this.made.length, "move")} made`;
    if (position) return this.show(position);
    positionOf(shown).then(
      () => {
        this.render();
        const finished = this.context.overlay ? null : this.context.settle();
        if (finished) this.context.say(finished, "good");
      },
      (error) => this.context.say(error.message, "bad"),
    );
  }

  /** @param {Position} position */
  show({ name, moves, orbits }) {
    this.name.textContent = name;
    if (moves.join(" ") !== this.offered.join(" ")) {
      this.offered = moves;
      fill(this.buttons, ...moves.map((move) => button(move, () => this.make([move]), { class: "small" })));
      roving(this.buttons);
    }
    fill(this.tables, ...orbits.map(table));
  }

  finished() {
    return known.get(JSON.stringify(this.now()))?.solved ? `Solved in ${plural(this.made.length, "move")}.` : null;
  }

  /** A shortest way from here; what kept it from being found is said. @param {string} what */
  async shortest(what) {
    const answer = await this.context.work.ask(what, "solve", { puzzle: this.now(), time_limit: 60 });
    const best = answer?.solutions[0];
    if (answer && !best) this.context.say(answer.status === "unsatisfiable" ? "From here it cannot be solved." : "No way was found within the limit; there may be one.", "bad");
    return best;
  }

  async hint() {
    const best = await this.shortest("Looking for a best next move");
    if (!best) return;
    if (best.length === 0) return this.context.say("It is solved already.", "good");
    const left = best.length - 1;
    this.context.say(`${best.moves[0]}: then ${left === 0 ? "it is solved" : `${left} more ${left === 1 ? "is" : "are"} enough${best.optimal ? ", and fewer are not" : ""}`}.`);
  }

  async check() {
    const best = await this.shortest("Looking how far it is");
    if (!best) return;
    if (best.length === 0) return this.context.say("Solved.", "good");
    this.context.say(`${plural(best.length, "more move")} ${best.length === 1 ? "is" : "are"} needed${best.optimal ? "" : " at most"}.`);
  }

  /** A way, move by move. @param {any} solution */
  describe(solution) {
    const steps = solution.moves.map((/** @type {string} */ move, /** @type {number} */ i) => h("li", {}, button(move, () => this.context.show({ title: `After ${plural(i + 1, "move")}`, moves: solution.moves.slice(0, i + 1) }), { class: "small" })));
    return h("div", {}, h("p", {}, `${plural(solution.length, "move")}${solution.optimal ? ", proven to be the fewest" : ""}. Press one to see the pieces after it.`), h("ol", { class: "way" }, ...steps));
  }

  fresh() {
    const distance = number("Distance", 5, 1, 40);
    const seed = seedField();
    const make = async (/** @type {object} */ wish, isDaily = false) => {
      const made = await this.context.work.ask("Looking for a scramble", "design/moves", { ...wish, time_limit: 60 });
      if (!made) return;
      seed.renew();
      if (isDaily) noteDaily(made.witness);
      await positionOf(made.witness);
      this.context.open(made.witness);
      this.context.say(`Scrambled: ${plural(made.distance, "move")} away, and no fewer.`, "good");
    };
    // A scramble that is asked for begins at the solved position.
    const definition = () => ({ ...this.file(), scramble: undefined, pattern: undefined });
    return h("div", {}, h("h2", {}, "New scramble"), h("div", { class: "fields" }, distance.element, seed.element), h("div", { class: "row" }, button("Scramble", () => make({ definition: definition(), distance: distance.value, seed: seed.value }), { class: "strong" }), button("Puzzle of the day", () => make({ definition: this.context.about.examples[page.example], distance: 6, seed: seedOfToday() }, true))));
  }
}

/** The pieces of an orbit by place. @param {Position["orbits"][number]} orbit */
function table({ name, turns, pieces }) {
  const cell = (/** @type {typeof pieces[number]} */ { piece, turn, home }) => h("td", { class: home ? "home" : "away" }, `${piece}${turn && turns > 1 ? `+${turn}` : ""}`, h("span", { "aria-hidden": "true" }, home ? " ✓" : ""));
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": `Pieces: ${name}` },
    h("table", { class: "orbit" }, h("caption", {}, name), h("thead", {}, h("tr", {}, h("th", { scope: "row" }, "place"), ...pieces.map((_, i) => h("th", { scope: "col" }, i)))), h("tbody", {}, h("tr", {}, h("th", { scope: "row" }, "piece"), ...pieces.map(cell)))),
  );
}
