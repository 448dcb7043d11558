// Tricky Triple: fill the cells so that every three white cells in a line hold exactly two different symbols.

import { check, hint } from "../advice.js";
import { brushes } from "../lib/brushes.js";
import { button, fill, h, s } from "../lib/dom.js";
import { number, seedField, wishes } from "../lib/form.js";
import { makeGrid, withCoordinates } from "../lib/grid.js";
import { anySeed } from "../lib/random.js";
import { plural } from "../lib/words.js";
import { symbolPicture, SYMBOLS } from "../lib/shapes.js";
import { noteDaily, seedOfToday } from "../lib/statistics.js";
import { editPanel } from "../panels/edit.js";
import { layerOf, layerTools } from "./kind_edit.js";
import { NONE, table } from "./kind_layers.js";

/** @param {number} row @param {number} col */
const place = (row, col) => `r${row + 1}c${col + 1}`;

/** @param {PuzzleFile} file @returns {string[][]} */
const boardOf = (file) => file.board.map((/** @type {string} */ line) => line.trim().split(/\s+/));

/** @param {string} token */
const isEmpty = (token) => token === "." || token === "_";

/** @type {PageModule} */
const page = {
  name: "tricky-triple",
  title: "Tricky Triple",
  rules: "Fill each white cell with a triangle, a square or a circle. Any three adjacent white cells in a line, also diagonally, hold exactly two different symbols.",
  how: "Choose a symbol and click cells, or click a cell again and again to go through the symbols. Lines that break the rule are struck through.",
  keys: [
    ["Arrows", "move"],
    ["1 2 3", "triangle, square, circle"],
    ["Space", "next symbol"],
    ["Delete", "empty"],
  ],
  example: "tricky-triple",
  fromFile(file) {
    const cells = boardOf(file).map((row) => row.map((token) => (/[123]/.test(token) ? Number(token) : 0)));
    return { file, play: { cells } };
  },
  fits({ file, play }) {
    const given = boardOf(file);
    const right = (/** @type {string} */ token, /** @type {any} */ value) => (isEmpty(token) ? [0, 1, 2, 3].includes(value) : value === (Number(token) || 0));
    return given.length > 0 && play.cells.length === given.length && given.every((line, r) => line.length > 0 && play.cells[r].length === line.length && line.every((token, c) => right(token, play.cells[r][c])));
  },
  create: (context) => new Board(context),
};
export default page;

/** @implements {PageParts} */
class Board {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.watch = true;
    this.explain = true;
    this.element = h("div", { class: "tt" });
    /** The symbol that a click sets; 0 goes through all. */
    this.brush = 0;
    /** The board of the file while it is edited. @type {import("./kind_layers.js").Layer|null} */
    this.layer = null;
    this.edit = () => this.editPanel();
    /** @type {PuzzleFile|null} */
    this.drawn = null;
    this.grid = makeGrid({ rows: 0, cols: 0, label: "", cell: () => h("button") });
    this.strikes = s("svg");
    this.chooser = this.brushes();
  }

  /** What the file says of every cell; while it is edited, what it is going to say. */
  get given() {
    const given = boardOf(this.context.history.state.file);
    const { layer } = this;
    return layer ? given.map((line, r) => line.map((_, c) => layer.at(r, c) ?? NONE)) : given;
  }

  /** @returns {number[][]} */
  get cells() {
    return this.context.history.state.play.cells;
  }

  /** @param {number} row @param {number} col @param {number} value */
  set(row, col, value) {
    if (!isEmpty(this.given[row][col])) return;
    if (this.cells[row][col] === value) return;
    const cells = this.cells.map((line) => [...line]);
    cells[row][col] = value;
    this.context.history.play({ cells });
  }

  /** @param {number} row @param {number} col */
  click(row, col) {
    if (this.layer) return this.layer.click(row, col);
    const now = this.cells[row][col];
    this.set(row, col, this.brush === 0 ? (now + 1) % 4 : now === this.brush ? 0 : this.brush);
  }

  /** All lines of three white cells. */
  lines() {
    const given = this.given;
    const white = (/** @type {number} */ r, /** @type {number} */ c) => given[r]?.[c] !== undefined && given[r][c] !== "#" && given[r][c] !== "0";
    /** @type {[number, number][][]} */
    const lines = [];
    given.forEach((line, r) =>
      line.forEach((_, c) => {
        for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
          /** @type {[number, number][]} */
          const three = [0, 1, 2].map((k) => [r + k * down, c + k * right]);
          if (three.every(([row, col]) => white(row, col))) lines.push(three);
        }
      }),
    );
    return lines;
  }

  /** Lines that are full and break the rule. @param {number[][]} cells */
  broken(cells) {
    return this.lines().filter((line) => {
      const values = line.map(([r, c]) => cells[r][c]);
      return values.every((value) => value > 0) && new Set(values).size !== 2;
    });
  }

  solved() {
    const full = this.given.every((line, r) => line.every((token, c) => token === "#" || token === "0" || this.cells[r][c] > 0));
    return full && this.broken(this.cells).length === 0;
  }

  finished() {
    return this.solved() ? "Solved! Every line holds exactly two symbols." : null;
  }

  render() {
    const { file } = this.context.history.state;
    if (file !== this.drawn) this.build(file);
    const overlay = this.context.overlay;
    const cells = this.shown(overlay);
    const broken = overlay?.candidates || !(overlay || this.context.errors) ? [] : this.broken(cells);
    const bad = new Set(broken.flat().map(([r, c]) => place(r, c)));
    const given = this.given;
    given.forEach((line, r) =>
      line.forEach((token, c) => {
        const cell = this.grid.cells[r][c];
        const black = token === "#" || token === "0";
        const clue = /[123]/.test(token);
        const value = cells[r][c];
        const mark = overlay?.marks?.[place(r, c)] ?? "";
        const left = overlay?.candidates?.[place(r, c)];
        // Large boards: only what has changed is drawn again.
        const key = [token, value, mark, left, bad.has(place(r, c))].join();
        if (cell.dataset.drawn === key) return;
        cell.dataset.drawn = key;
        cell.className = ["cell", black && "black", clue && "clue", bad.has(place(r, c)) && "broken", mark && `mark-${mark}`].filter(Boolean).join(" ");
        const several = left && left.length > 1 ? left : null;
        fill(cell, value > 0 && !several ? symbolPicture(value) : null, several ? h("span", { class: "candidates" }, ...several.map((one) => symbolPicture(one))) : null);
        const what = black ? "black" : `${SYMBOLS[value]}${clue ? ", given" : ""}${bad.has(place(r, c)) ? ", in a broken line" : ""}`;
        cell.setAttribute("aria-label", `row ${r + 1} column ${c + 1}: ${what}`);
      }),
    );
    const strikes = broken.map((line) => {
      const [from, to] = [line[0], line[2]];
      return s("line", { class: "strike", x1: from[1] + 0.5, y1: from[0] + 0.5, x2: to[1] + 0.5, y2: to[0] + 0.5 });
    });
    fill(this.strikes, ...strikes);
  }

  /** The values to show. @param {Overlay|null} overlay */
  shown(overlay) {
    if (overlay?.solution) return overlay.solution.board;
    if (!overlay?.values && !overlay?.candidates && !this.layer) return this.cells;
    return this.given.map((line, r) =>
      line.map((token, c) => {
        if (/[123]/.test(token)) return Number(token);
        const left = overlay?.candidates?.[place(r, c)];
        return overlay?.values?.[place(r, c)] ?? (left?.length === 1 ? left[0] : 0);
      }),
    );
  }

  /** @param {PuzzleFile} file */
  build(file) {
    this.drawn = file;
    const given = boardOf(file);
    const [rows, cols] = [given.length, given[0].length];
    this.grid = makeGrid({
      rows,
      cols,
      label: "Tricky Triple board",
      className: "tt-grid",
      cell: (row, col) => h("button", { type: "button", class: "cell", onclick: () => this.click(row, col) }),
      key: (row, col, event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return false;
        if (this.layer) return this.layer.key(row, col, event.key);
        if (/^[0-3]$/.test(event.key)) this.set(row, col, Number(event.key));
        else if (event.key === "Delete" || event.key === "Backspace") this.set(row, col, 0);
        else if (event.key === " ") this.set(row, col, (this.cells[row][col] + 1) % 4);
        else return false;
        return true;
      },
    });
    this.strikes = s("svg", { viewBox: `0 0 ${cols} ${rows}`, class: "strikes", "aria-hidden": "true" });
    fill(this.element, withCoordinates(h("div", { class: "tt-board" }, this.grid.element, this.strikes), rows, cols), this.chooser);
  }

  brushes() {
    const options = [0, 1, 2, 3].map((value) => ({ value, name: value ? SYMBOLS[value] : "next symbol", picture: value ? symbolPicture(value) : "↻" }));
    return brushes(options, this.brush, (value) => (this.brush = value));
  }

  file() {
    return this.context.history.state.file;
  }

  /** The puzzle with what is filled in as clues. */
  filled() {
    const board = this.given.map((line, r) => line.map((token, c) => (this.cells[r][c] > 0 ? this.cells[r][c] : token)).join(" "));
    return { puzzle: "tricky-triple", board };
  }

  draw() {
    return { puzzle: this.file(), values: this.entered() };
  }

  /** Clues and entries by place. @returns {Record<string, number>} */
  entered() {
    const all = this.cells.flatMap((line, r) => line.map((value, c) => /** @type {[string, number]} */ ([place(r, c), value])));
    return Object.fromEntries(all.filter(([, value]) => value > 0));
  }

  /** @param {string} _ @param {number} value */
  word(_, value) {
    return SYMBOLS[value];
  }

  hint() {
    return hint(this.context, this);
  }

  check() {
    const broken = this.broken(this.cells).length;
    if (broken) return this.context.say(`${broken} ${broken === 1 ? "line breaks" : "lines break"} the rule.`, "bad");
    return check(this.context, this);
  }

  fresh() {
    const form = wishes(this.context.about, "tricky-triple", {
      rows: { label: "Rows", min: 3, max: 12 },
      cols: { label: "Columns", min: 3, max: 12 },
      black: { label: "Black cells", value: 2, max: 40 },
      difficulty: { label: "Difficulty", value: "easy" },
      symmetric: { label: "Symmetric" },
    });
    const seed = seedField();
    const make = async (/** @type {object} */ wish, isDaily = false) => {
      const made = await this.context.work.ask("Making a board", "design/tricky-triple", { ...wish, time_limit: 60 });
      if (!made) return;
      seed.renew();
      if (isDaily) noteDaily(made.witness);
      this.context.open(made.witness);
      this.context.say(`${plural(made.clues, "clue")}, exactly one solution.`, "good");
    };
    return h("div", {}, h("h2", {}, "New board"), h("div", { class: "fields" }, ...form.fields, seed.element), ...form.ticks, h("div", { class: "row" }, button("New board", () => make({ ...form.value, seed: seed.value }), { class: "strong" }), button("Puzzle of the day", () => make({ rows: 6, cols: 6, black: 2, difficulty: "medium", seed: seedOfToday() }, true))));
  }

  /** What of the file is edited on the board from now on. @param {import("./kind_layers.js").Layer|null} layer */
  editLayer(layer) {
    this.layer = layer;
    // What a click writes is chosen elsewhere.
    this.chooser.hidden = layer !== null;
    this.render();
  }

  /** @returns {Panel} */
  editPanel() {
    const { given } = this;
    const [rows, cols] = [number("Rows", given.length, 1, 20), number("Columns", given[0].length, 1, 20)];
    for (const { input } of [rows, cols]) input.dataset.passing = "";
    /** @param {import("../panels/edit.js").Control[]} controls */
    const tools = ([board]) => {
      const size = () => table(board.area.value);
      const place = { key: "board", get rows() { return size().length; }, get cols() { return size()[0].length; } };
      const layers = layerTools([/** @type {import("./kind_layers.js").Layer} */ (layerOf(board, place))], () => ["1", "2", "3", "#", NONE], this);
      const blank = () => Array(rows.value).fill(Array(cols.value).fill(NONE).join(" "));
      const element = h("div", {}, layers.element, h("div", { class: "fields" }, rows.element, cols.element));
      return { ...layers, element, buttons: [button("Take what is filled in", () => board.set(this.filled().board)), button("Empty board", () => board.set(blank()))] };
    };
    return editPanel(this.context, this, { keys: [{ key: "board", value: this.file().board }], state: page.fromFile, clued: () => true, tools });
  }

  /** @returns {Panel} */
  design() {
    const result = h("div", { class: "result", "aria-live": "polite" });
    const fewest = async () => {
      const solved = this.solved() ? this.filled() : null;
      const size = this.given;
      const made = await this.context.work.ask("Looking for the fewest clues", "design/tricky-triple", {
        fewest_clues: true,
        time_limit: 120,
        ...(solved ? { solution: solved } : { rows: size.length, cols: size[0].length, seed: anySeed() }),
      });
      if (!made) return;
      this.context.open(made.witness);
      this.context.tab("design");
      this.context.say(made.proved ? `${plural(made.minimum, "clue")}; fewer are not enough.` : `Not finished: ${plural(made.minimum, "clue")} so far; fewer than ${made.lower_bound} are not enough, the rest is not known.`, made.proved ? "good" : "bad");
    };
    return {
      element: h("div", {}, h("h2", {}, "Design"), h("p", {}, "The fewest clues from which a solved board follows, with proof. If your board is solved it is taken, otherwise a solved board of this size is made."), h("div", { class: "row" }, button("Fewest clues", fewest, { class: "strong" })), result),
    };
  }
}
