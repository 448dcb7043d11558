// Every kind of puzzle that is a model: played from the description of its boards that the server makes, with nothing of its own.

import { check, hint } from "../advice.js";
import { ask, AskError } from "../lib/api.js";
import { brushes } from "../lib/brushes.js";
import { button, fill, h } from "../lib/dom.js";
import { tick } from "../lib/form.js";
import { GridView } from "./kind_grid.js";
import { editKind } from "./kind_edit.js";
import { modelPanel } from "./kind_model.js";
import { designPanel, freshPanel, nextPuzzle, spelt } from "./kind_new.js";
import { lookOf, symbolOf } from "./kind_symbols.js";

/** So many values are gone through by clicks; of more, a click only chooses the cell. */
const FEW = 4;

/** So long after the last entry, in milliseconds, errors are looked for. */
const SETTLE = 300;

/** Descriptions by puzzle. @type {Map<string, BoardDescription>} */
const described = new Map();

/**
 * The boards of a puzzle.
 * @param {PuzzleFile} file
 * @returns {Promise<BoardDescription>}
 */
async function describe(file) {
  const key = JSON.stringify(file);
  const known = described.get(key) ?? (await ask("board", { puzzle: file, time_limit: 20 }));
  described.set(key, known);
  return known;
}

/**
 * The page of a kind, or of one of its puzzles.
 * @param {KindOffer} kind
 * @param {string} puzzle
 * @returns {PageModule}
 */
export function kindPage(kind, puzzle) {
  return {
    name: kind.name,
    slot: puzzle,
    title: kind.title,
    rules: "",
    how: "Choose a symbol and click cells, or click a cell again and again to go through the symbols; the other mouse button goes backwards. Dragging paints. Cells can also be typed into.",
    keys: [
      ["Arrows", "move"],
      ["letters, digits", "the symbol that begins so, or the first, second … one"],
      ["Space", "next symbol; with Shift the one before"],
      ["Delete", "empty"],
      ["F2", "pencil marks"],
      ["Shift+Arrows", "the side of the cell, where lines are drawn along sides"],
    ],
    example: puzzle,
    maker: kind.puzzles.length ? undefined : { title: "Model", first: true },
    fromFile: (file) => ({ file, play: { entries: {} } }),
    fits: ({ play }) => Object.values(play.entries).every((values) => Array.isArray(values)) && typeof (play.notes ?? {}) === "object",
    prepare: async ({ file }) => {
      await describe(file);
    },
    create: (context) => new KindBoard(context, kind, puzzle),
  };
}

/** @implements {PageParts} */
class KindBoard {
  /**
   * @param {Context} context
   * @param {KindOffer} kind
   * @param {string} puzzle
   */
  constructor(context, kind, puzzle) {
    this.context = context;
    this.kind = kind;
    this.puzzle = puzzle;
    this.watch = true;
    this.explain = true;
    this.edit = kind.puzzles.length ? () => editKind(context, this) : undefined;
    this.element = h("div", { class: "kind" });
    /** What a click sets; null goes through all. @type {number|null} */
    this.brush = null;
    /** What of the file is edited on the board. @type {import("./kind_layers.js").Layer|null} */
    this.layer = null;
    /** Whether pencil marks are made. */
    this.pencil = false;
    /** @type {PuzzleFile|null} */
    this.drawn = null;
    /** @type {BoardDescription|null} */
    this.board = null;
    /** @type {GridView[]} */
    this.grids = [];
    /** Whether positions that look finished are solutions. @type {Map<string, boolean>} */
    this.judged = new Map();
    /** Places that cannot all be right. @type {Set<string>} */
    this.wrong = new Set();
    this.looking = 0;
    /** The state that is shown. @type {State|null} */
    this.seen = null;
  }

  /** @returns {Record<string, (number|null)[]>} */
  get entries() {
    return this.context.history.state.play.entries;
  }

  /** All cells and sides that are filled in. @returns {Slot[]} */
  get open() {
    return this.grids.flatMap((grid) => grid.slots).filter((slot) => slot.values || slot.range);
  }

  /** What is entered at a slot. @param {Slot} slot @returns {number|null} */
  entry(slot) {
    const value = this.entries[slot.board]?.[slot.at] ?? null;
    const fits = value !== null && (slot.values?.includes(value) || (slot.range && slot.range[0] <= value && value <= slot.range[1]));
    return fits ? value : null;
  }

  /** The pencil marks of a slot. @param {Slot} slot @returns {number[]} */
  notes(slot) {
    const notes = this.context.history.state.play.notes?.[slot.board]?.[slot.at];
    return Array.isArray(notes) ? notes.filter((value) => slot.values?.includes(value)) : [];
  }

  /** @param {Slot} slot @param {number|null} value */
  set(slot, value) {
    if (!(slot.values || slot.range)) return;
    if (this.pencil && value !== null && !slot.side && slot.values) return this.note(slot, value);
    if (this.entry(slot) === value) return;
    const values = [...(this.entries[slot.board] ?? [])];
    while (values.length <= slot.at) values.push(null);
    values[slot.at] = value;
    this.step({ entries: { ...this.entries, [slot.board]: values } });
    this.judge();
    this.lookSoon(slot);
  }

  /** Where errors are shown at once, looks after the last entry whether it broke a rule. @param {Slot} slot what was entered last */
  lookSoon(slot) {
    clearTimeout(this.looking);
    if (!this.context.errors || !slot.place) return;
    this.looking = window.setTimeout(async () => {
      const { state } = this.context.history;
      const { broken } = await ask("candidates", { puzzle: this.file(), from: this.entered(), time_limit: 10 }).catch(unanswered);
      if (!broken || state !== this.context.history.state) return;
      this.wrong = new Set(broken.length ? broken : [slot.place]);
      this.render();
    }, SETTLE);
  }

  /** Pencil marks in all open cells: what each rule by itself leaves there. */
  async fillNotes() {
    const left = await this.context.work.ask("Looking what the rules leave", "candidates", { puzzle: this.file(), from: this.entered(), time_limit: 20 });
    if (!left) return;
    if (left.broken) return this.context.say("Something is not right: Check says what.", "bad");
    /** @type {Record<string, Record<number, number[]>>} */
    const notes = {};
    for (const slot of this.open.filter((one) => !one.side && one.values && one.place)) {
      const values = left.candidates[slot.place ?? ""] ?? slot.values;
      if (this.entry(slot) === null) (notes[slot.board] ??= {})[slot.at] = values;
    }
    this.step({ notes });
    this.context.say("Pencil marks show what each rule by itself leaves, with what is on the board.");
  }

  /** Makes a pencil mark, or rubs it out. @param {Slot} slot @param {number} value */
  note(slot, value) {
    const now = this.notes(slot);
    const next = now.includes(value) ? now.filter((one) => one !== value) : [...now, value].sort((a, b) => a - b);
    const { notes } = this.context.history.state.play;
    this.step({ notes: { ...notes, [slot.board]: { ...notes?.[slot.board], [slot.at]: next } } });
  }

  /** A step of the game. @param {object} change */
  step(change) {
    this.context.history.play({ ...this.context.history.state.play, ...change });
  }

  /** What is shown at a slot: what is given, entered, or laid over it. @param {Slot} slot @returns {number|null} */
  shown(slot) {
    if (slot.value !== undefined) return slot.value;
    const overlay = this.context.overlay;
    if (overlay?.solution) return Number(overlay.solution[slot.board]?.flat()[slot.at] ?? 0);
    if (!overlay?.values && !overlay?.candidates) return this.entry(slot);
    const left = overlay.candidates?.[slot.place ?? ""];
    return overlay.values?.[slot.place ?? ""] ?? (left?.length === 1 ? left[0] : null);
  }

  /** The position as it counts once it looks finished: cells left alone stand for what they may mean; null before. */
  position() {
    /** @type {Record<string, number>} */
    const values = {};
    for (const grid of this.grids) {
      for (const slot of grid.slots.filter((slot) => slot.values || slot.range)) {
        const value = this.entry(slot) ?? grid.rest(slot);
        // Where lines are drawn along sides, the cells follow from them.
        if (value === null && grid.edges.length > 0 && !slot.side) continue;
        if (value === null) return null;
        if (slot.place) values[slot.place] = value;
      }
    }
    return values;
  }

  /** Asks whether a position that looks finished is a solution. */
  async judge() {
    const position = this.position();
    const key = JSON.stringify(position);
    if (!position || this.judged.has(key)) return;
    try {
      const answer = await ask("solve", { puzzle: this.file(), from: position, unique: true, time_limit: 10 });
      this.judged.set(key, answer.unique === true);
    } catch (error) {
      // Check will say what is the matter.
      if (!(error instanceof AskError)) throw error;
      return;
    }
    if (JSON.stringify(this.position()) !== key || this.context.overlay) return;
    const finished = this.context.settle();
    const whole = this.open.every((slot) => this.entry(slot) !== null);
    if (finished) this.context.say(finished, "good");
    else if (whole) this.context.say("Something is not right yet: Check says what.", "bad");
  }

  finished() {
    const position = this.board && this.position();
    return position && this.judged.get(JSON.stringify(position)) ? "Solved!" : null;
  }

  render() {
    const { file } = this.context.history.state;
    if (file !== this.drawn) this.build(file);
    if (this.context.history.state !== this.seen) this.wrong.clear();
    this.seen = this.context.history.state;
    this.grids.forEach((grid) => grid.render());
  }

  /** @param {PuzzleFile} file */
  build(file) {
    this.drawn = file;
    this.judged.clear();
    const known = described.get(JSON.stringify(file));
    if (known) return this.lay(known);
    this.board = null;
    this.grids = [];
    fill(this.element, h("p", { role: "status" }, "Loading …"));
    describe(file).then(
      (board) => {
        if (this.drawn !== file) return;
        this.lay(board);
        this.render();
      },
      (error) => this.drawn === file && fill(this.element, h("p", { role: "alert" }, error.message)),
    );
  }

  /** What is edited on the board from now on. @param {import("./kind_layers.js").Layer|null} layer */
  editLayer(layer) {
    this.layer = layer;
    if (this.board) this.lay(this.board);
    this.render();
  }

  /** Makes a puzzle known, so that it can be shown at once. @param {PuzzleFile} file */
  ready(file) {
    return describe(file);
  }

  /** @param {BoardDescription} board */
  lay(board) {
    this.board = board;
    const several = board.grids.length > 1;
    this.grids = board.grids.map((grid, i) => new GridView(this, grid, several ? grid.name : this.kind.title, i === 0 ? this.layer : null));
    const [options, few] = this.options();
    this.steps = few;
    if (!options.some(({ value }) => value === this.brush)) this.brush = null;
    const parts = this.grids.flatMap((grid) => [several && h("h2", {}, grid.grid.name), grid.element]);
    // What is edited is chosen elsewhere.
    const tools = this.layer ? [] : [options.length > 1 && brushes(options, this.brush, (value) => (this.brush = value)), !options.some(({ name }) => name === "line") && this.pencilSwitch()];
    fill(this.element, board.rules && h("p", { class: "kind-rules" }, board.rules), ...parts, ...tools, inWords(board));
    this.judge();
  }

  pencilSwitch() {
    const control = tick("Pencil marks (F2)", this.pencil, () => (this.pencil = control.value));
    this.togglePencil = () => (this.pencil = control.value = !this.pencil);
    return h("div", { class: "row pencil" }, control.element, button("Fill in pencil marks", () => this.fillNotes(), { class: "small" }));
  }

  /** What a click may set, and whether clicks may go through it all. @returns {[{value: any, name: string, picture: Node|string}[], boolean]} */
  options() {
    const edges = this.grids.flatMap((grid) => grid.edges).some((edge) => edge.values);
    /** @type {Map<number, {value: any, name: string, picture: Node|string}>} */
    const found = new Map();
    for (const grid of this.grids) {
      for (const slot of grid.slots) {
        if (edges !== Boolean(slot.side)) continue;
        for (const value of grid.order(slot)) {
          const look = lookOf(grid.grid, slot, value);
          if (!found.has(value)) found.set(value, { value, name: look.word, picture: symbolOf(look) });
        }
      }
    }
    const most = Math.max(0, ...this.open.map((slot) => slot.values?.length ?? Infinity));
    const few = edges || most <= FEW;
    return [[{ value: null, name: few ? "next symbol" : "choose cells", picture: few ? "↻" : "☞" }, ...found.values()], few];
  }

  file() {
    return this.context.history.state.file;
  }

  /** What is entered, by place. @returns {Record<string, number>} */
  entered() {
    const all = this.open.map((slot) => /** @type {[string, number|null]} */ ([slot.place ?? "", this.entry(slot)]));
    return /** @type {Record<string, number>} */ (Object.fromEntries(all.filter(([, value]) => value !== null)));
  }

  /** What is given and entered, as the clues of a puzzle file. @returns {Record<string, string>} */
  asClues() {
    const told = this.board?.clues.map(({ name }) => name) ?? [];
    const grids = this.grids.filter(({ grid }) => told.includes(grid.name));
    const symbol = (/** @type {GridDescription} */ grid, /** @type {Slot} */ slot) => {
      const value = slot.given ? slot.value : this.entry(slot);
      return (value !== undefined && value !== null && lookOf(grid, slot, value).text) || "_";
    };
    return Object.fromEntries(grids.map(({ grid, cells }) => [grid.name, Array.from({ length: grid.rows }, (_, row) => cells.slice(row * grid.cols, (row + 1) * grid.cols).map((slot) => symbol(grid, slot)).join(" ")).join("\n")]));
  }

  draw() {
    return { puzzle: this.file(), values: this.entered() };
  }

  /** @param {string} place @param {any} value */
  word(place, value) {
    const grid = this.grids.find(({ slots }) => slots.some((slot) => slot.place === place));
    const slot = grid?.slots.find((one) => one.place === place);
    return grid && slot ? lookOf(grid.grid, slot, value).word : String(value);
  }

  hint() {
    return hint(this.context, this);
  }

  check() {
    return check(this.context, this);
  }

  play() {
    return nextPuzzle(this.context.about, this.puzzle);
  }

  fresh() {
    return this.kind.puzzles.length ? freshPanel(this.context, this) : modelPanel(this.context, this.file());
  }

  design() {
    return designPanel(this.context, this);
  }
}

/** What is known where nobody answers. @param {unknown} error @returns {any} */
function unanswered(error) {
  if (error instanceof AskError) return {};
  throw error;
}

/** What a puzzle says in words, which no board shows. @param {BoardDescription} board */
function inWords({ file, parameters }) {
  const lists = parameters.filter(({ dimensions, name }) => dimensions > 0 && file[name]?.length);
  if (!lists.some(({ type }) => type === "string")) return null;
  const row = (/** @type {any} */ value) => (Array.isArray(value) ? value.join(" – ") : String(value));
  return h("dl", { class: "kind-says" }, ...lists.flatMap(({ name }) => [h("dt", {}, spelt(name)), h("dd", {}, file[name].map(row).join("; "))]));
}
