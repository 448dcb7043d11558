// Colors: lay the pieces so that touching fields match: fields at the corners of the pieces, or at their sides.

import { colourName, colourOf } from "../lib/colours.js";
import { button, fill, h } from "../lib/dom.js";
import { draggable } from "../lib/drag.js";
import { seedField, wishes } from "../lib/form.js";
import { makeGrid, withCoordinates } from "../lib/grid.js";
import { fieldsPicture, sidesPicture } from "../lib/picture.js";
import { noteDaily, seedOfToday } from "../lib/statistics.js";
import { editColors } from "./colors_edit.js";
import { mismatches, pieceOf, spoken, turned } from "./colors_pieces.js";

/** @typedef {{piece: number, turn: number}} Laid */

/** @type {PageModule} */
const page = {
  name: "colors",
  title: "Colors",
  rules: "Lay all pieces on the board. Where two pieces touch, the fields on both sides have the same colour. Pieces may be turned.",
  how: "Drag pieces to the board, or click one and then a place. Click a piece on the board to turn it. Borders that do not match are marked.",
  keys: [
    ["Enter", "pick a piece up, put it down"],
    ["R", "turn it"],
    ["Arrows", "move on the board"],
    ["Delete", "take it off the board"],
  ],
  example: "colors",
  fromFile(file) {
    /** @type {(Laid|null)[]} */
    const board = Array(file.rows * file.cols).fill(null);
    for (const { piece, row, col, turn } of file.hints ?? []) board[(row - 1) * file.cols + col - 1] = { piece: piece - 1, turn };
    return { file, play: { board, turns: file.pieces.map(() => 0) } };
  },
  fits({ file, play }) {
    const turn = (/** @type {any} */ value) => [0, 1, 2, 3].includes(value);
    const laid = play.board.filter(Boolean);
    const pieces = new Set(laid.map((/** @type {Laid} */ one) => one.piece));
    return (
      play.board.length === file.rows * file.cols &&
      play.turns.length === file.pieces.length &&
      play.turns.every(turn) &&
      pieces.size === laid.length &&
      laid.every((/** @type {Laid} */ one) => turn(one.turn) && typeof file.pieces[one.piece] === "string")
    );
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
    this.element = h("div", { class: "colors" });
    /** @type {number|null} the piece that is picked up */
    this.held = null;
    /** @type {PuzzleFile|null} */
    this.drawn = null;
    this.grid = makeGrid({ rows: 0, cols: 0, label: "", cell: () => h("button") });
    this.tray = h("div", { class: "tray", role: "group", "aria-label": "Pieces to lay" });
    /** What the editor has in place of the file's pieces, and what a click on a field does there. @type {{pieces(): string[], paint(piece: number, field: number): void}|null} */
    this.painter = null;
    this.edit = () => editColors(context, this, page.fromFile);
  }

  get file_() {
    return this.context.history.state.file;
  }

  /** @returns {{board: (Laid|null)[], turns: number[]}} */
  get play_() {
    return this.context.history.state.play;
  }

  file() {
    return this.file_;
  }

  get bySides() {
    return this.file_.match === "sides";
  }

  /** Fields of what lies at a place. @param {Laid|null} laid */
  fields(laid) {
    return laid ? turned(this.file_.pieces[laid.piece], laid.turn, this.bySides) : null;
  }

  /** @param {string} fields */
  pieceOf(fields) {
    return pieceOf(fields, this.file_.frame, this.bySides);
  }

  /** @param {string} fields */
  spoken(fields) {
    return spoken(fields, this.bySides);
  }

  /** Whether a piece lies where the puzzle puts it; it is said that it does. @param {number} piece */
  isGiven(piece) {
    const given = (this.file_.hints ?? []).some((/** @type {{piece: number}} */ hint) => hint.piece === piece + 1);
    if (given) this.context.say(`Piece ${piece + 1} is given: it stays where it lies.`);
    return given;
  }

  /**
   * Lays a piece, or takes it off where `at` is null.
   * @param {number} piece
   * @param {number|null} at
   * @param {number} [turned] how it is to be turned; as it is, if left out
   */
  lay(piece, at, turned) {
    const { board, turns } = this.play_;
    const there = at === null ? null : board[at];
    this.held = null;
    if (this.isGiven(piece) || (there && this.isGiven(there.piece))) return;
    const next = [...board];
    const from = board.findIndex((laid) => laid?.piece === piece);
    const turn = turned ?? (from >= 0 ? /** @type {Laid} */ (board[from]).turn : turns[piece]);
    if (from >= 0) next[from] = null;
    if (at !== null) {
      // What lies there goes to where the piece comes from, or back to the others.
      if (from >= 0 && from !== at) next[from] = board[at];
      next[at] = { piece, turn };
    }
    this.context.history.play({ board: next, turns: turns.map((old, i) => (i === piece ? turn : old)) });
  }

  /** @param {number} piece */
  turn(piece) {
    if (this.isGiven(piece)) return;
    const { board, turns } = this.play_;
    const more = (/** @type {number} */ turn) => (turn + 1) % 4;
    this.context.history.play({
      board: board.map((laid) => (laid?.piece === piece ? { piece, turn: more(laid.turn) } : laid)),
      turns: turns.map((turn, i) => (i === piece ? more(turn) : turn)),
    });
  }

  finished() {
    return this.solved() ? "Solved! All borders match." : null;
  }

  solved() {
    return this.play_.board.every(Boolean) && this.mismatches(this.play_.board).length === 0;
  }

  /** Borders whose fields differ. @param {(Laid|null)[]} board */
  mismatches(board) {
    return mismatches(this.file_, board.map((laid) => this.fields(laid)));
  }

  render() {
    if (this.file_ !== this.drawn) this.build();
    const overlay = this.context.overlay;
    const { cols } = this.file_;
    const board = overlay?.solution ? this.laidBy(overlay.solution) : this.play_.board;
    const bad = overlay || !this.context.errors ? [] : this.mismatches(board);
    const byFields = overlay && (overlay.candidates || overlay.values) ? overlay : null;
    const across = byFields && !this.bySides ? 2 : 1;
    if (across !== this.numbered) this.number(across);
    this.grid.cells.flat().forEach((cell, at) => {
      const [row, col] = [Math.floor(at / cols), at % cols];
      const laid = byFields ? null : board[at];
      const fields = this.fields(laid);
      if (byFields) fill(cell, this.open(byFields, row, col));
      else fill(cell, fields ? this.pieceOf(fields) : null, ...bad.filter((one) => one.at === at).map((one) => h("span", { class: `clash clash-${one.side}`, "aria-hidden": "true" }, "≠")));
      cell.classList.toggle("filled", Boolean(fields));
      cell.classList.toggle("mark-differs", !byFields && this.namesOf(row, col).some((name) => overlay?.marks?.[name] === "differs"));
      const says = fields ? `piece ${/** @type {Laid} */ (laid).piece + 1}, ${this.spoken(fields)}` : "empty";
      const wrong = bad.some((one) => one.at === at) ? ", does not match its neighbour" : "";
      cell.setAttribute("aria-label", `row ${row + 1} column ${col + 1}: ${says}${wrong}`);
    });
    this.renderTray(overlay ? [] : board);
  }

  /** The fields of a place while the solver is watched. @param {Overlay} overlay @param {number} row @param {number} col */
  open(overlay, row, col) {
    const fields = this.namesOf(row, col).map((name) => {
      const left = overlay.candidates?.[name] ?? (overlay.values?.[name] ? [overlay.values[name]] : []);
      const mark = overlay.marks?.[name];
      const field = h("span", { class: `fieldlet ${mark ? `mark-${mark}` : ""} ${left.length === 1 ? "known" : ""}` }, left.length === 1 ? left[0] : "");
      if (left.length === 1) {
        field.style.background = colourOf(left[0]).fill;
        field.style.color = colourOf(left[0]).ink;
      } else {
        field.textContent = String(left.length || "");
      }
      return field;
    });
    return h("span", { class: `piece open ${this.bySides ? "by-sides" : ""}` }, ...fields);
  }

  /** What the fields of a place are called in answers. @param {number} row @param {number} col */
  namesOf(row, col) {
    if (!this.bySides) return [[0, 0], [0, 1], [1, 0], [1, 1]].map(([down, right]) => `r${2 * row + down + 1}c${2 * col + right + 1}`);
    const [r, c] = [row + 1, col + 1];
    const [top, left] = [row ? `below r${r - 1}c${c}` : `above r${r}c${c}`, col ? `right of r${r}c${c - 1}` : `left of r${r}c${c}`];
    return [top, `right of r${r}c${c}`, `below r${r}c${c}`, left].map((side) => `the side ${side}`);
  }

  /** @param {any} solution @returns {(Laid|null)[]} */
  laidBy(solution) {
    const board = Array(this.file_.rows * this.file_.cols).fill(null);
    for (const { piece, row, col, turn } of solution.placements) board[(row - 1) * this.file_.cols + col - 1] = { piece: piece - 1, turn };
    return board;
  }

  build() {
    this.drawn = this.file_;
    this.held = null;
    const { rows, cols } = this.file_;
    this.grid = makeGrid({
      rows,
      cols,
      label: "Colors board",
      className: "colors-grid",
      cell: (row, col) => {
        const at = row * cols + col;
        const cell = h("button", { type: "button", class: "place", "data-at": at, onclick: () => this.click(at) });
        draggable(cell, {
          ghost: () => {
            const fields = this.context.overlay ? null : this.fields(this.play_.board[at]);
            return fields ? this.pieceOf(fields) : null;
          },
          drop: (target) => this.drop(/** @type {Laid} */ (this.play_.board[at]).piece, target),
        });
        return cell;
      },
      key: (row, col, event) => this.key(row * cols + col, event),
    });
    this.number(1);
  }

  /** Numbers rows and columns: of pieces, or of the fields that explanations speak of. @param {number} fields of a piece, across and down */
  number(fields) {
    const { rows, cols } = this.file_;
    this.numbered = fields;
    fill(this.element, withCoordinates(this.grid.element, fields * rows, fields * cols), this.tray);
  }

  /** @param {number} at */
  click(at) {
    if (this.context.overlay) return this.context.tab("play");
    const laid = this.play_.board[at];
    if (this.held !== null) this.lay(this.held, at);
    else if (laid) this.turn(laid.piece);
    this.grid.cells.flat()[at].focus();
  }

  /** @param {number} at @param {KeyboardEvent} event */
  key(at, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const laid = this.play_.board[at];
    if (event.key === "Enter" || event.key === " ") {
      if (this.held !== null) this.lay(this.held, at);
      else if (laid) this.hold(laid.piece);
    } else if (event.key.toLowerCase() === "r") {
      const piece = this.held ?? laid?.piece;
      if (piece !== undefined) this.turn(piece);
    } else if ((event.key === "Delete" || event.key === "Backspace") && laid) {
      this.lay(laid.piece, null);
    } else if (event.key === "Escape") {
      this.hold(null);
    } else return false;
    this.grid.cells.flat()[at].focus();
    return true;
  }

  /** @param {number|null} piece */
  hold(piece) {
    this.held = piece;
    this.context.say(piece === null ? "" : `Piece ${piece + 1} is picked up: choose a place.`);
    this.render();
  }

  /** @param {number} piece @param {Element|null} target */
  drop(piece, target) {
    const place = target?.closest("[data-at]");
    if (place instanceof HTMLElement) this.lay(piece, Number(place.dataset.at));
    else if (target?.closest(".tray")) this.lay(piece, null);
  }

  /** Lets the editor paint the pieces. @param {Board["painter"]} painter */
  paintWith(painter) {
    this.painter = painter;
    this.render();
  }

  /** What lies on the board, as hints of a file. */
  laid() {
    const { cols } = this.file_;
    return this.play_.board.flatMap((laid, at) => (laid ? [{ piece: laid.piece + 1, row: Math.floor(at / cols) + 1, col: (at % cols) + 1, turn: laid.turn }] : []));
  }

  /** All pieces, to be painted. @param {NonNullable<Board["painter"]>} painter */
  renderPaints({ pieces, paint }) {
    const names = this.bySides ? ["top", "right", "bottom", "left"] : ["top left", "top right", "bottom left", "bottom right"];
    const all = pieces().map((piece, i) => {
      const field = (/** @type {number} */ k) => h("button", { type: "button", class: "fieldlet known", "aria-label": `piece ${i + 1}, ${names[k]}: ${colourName(piece[k])}`, onclick: () => paint(i, k) });
      return h("span", { class: "tray-piece painted" }, pieceOf(piece, this.file_.frame, this.bySides, field));
    });
    fill(this.tray, ...all);
  }

  /** @param {(Laid|null)[]} board */
  renderTray(board) {
    if (this.painter) return this.renderPaints(this.painter);
    const laid = new Set(board.map((one) => one?.piece));
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.piece : undefined;
    const pieces = this.context.overlay ? [] : this.file_.pieces.map((/** @type {string} */ _, /** @type {number} */ i) => i).filter((/** @type {number} */ i) => !laid.has(i));
    const buttons = pieces.map((/** @type {number} */ piece) => {
      const fields = turned(this.file_.pieces[piece], this.play_.turns[piece], this.bySides);
      const one = h("button", { type: "button", class: "tray-piece", "data-piece": piece, "aria-pressed": String(this.held === piece), "aria-label": `piece ${piece + 1}, ${this.spoken(fields)}` }, this.pieceOf(fields));
      one.addEventListener("click", () => this.hold(this.held === piece ? null : piece));
      one.addEventListener("dblclick", () => this.turn(piece));
      one.addEventListener("keydown", (event) => {
        if (event.key.toLowerCase() !== "r" || event.ctrlKey || event.metaKey) return;
        this.turn(piece);
      });
      draggable(one, { ghost: () => this.pieceOf(turned(this.file_.pieces[piece], this.play_.turns[piece], this.bySides)), drop: (target) => this.drop(piece, target) });
      return one;
    });
    const held = this.held;
    fill(this.tray, ...buttons, held !== null && button("Turn ↻", () => this.turn(held), { class: "small" }));
    if (focused !== undefined) /** @type {HTMLElement|null} */ (this.tray.querySelector(`[data-piece="${focused}"]`))?.focus();
  }

  draw() {
    return { puzzle: this.file_ };
  }

  /** What is laid, also where it does not match. */
  picture() {
    const { rows, cols } = this.file_;
    const { board } = this.play_;
    if (!board.some(Boolean)) return null;
    if (this.bySides) return sidesPicture(Array.from({ length: rows }, (_, r) => board.slice(r * cols, (r + 1) * cols).map((laid) => this.fields(laid))), this.file_.frame);
    const field = (/** @type {number} */ r, /** @type {number} */ c) => this.fields(board[(r >> 1) * cols + (c >> 1)])?.[2 * (r & 1) + (c & 1)] ?? null;
    return fieldsPicture(Array.from({ length: 2 * rows }, (_, r) => Array.from({ length: 2 * cols }, (_, c) => field(r, c))), 2);
  }

  /** The solution that agrees with most of what is laid. */
  async nearest() {
    const answer = await this.context.work.ask("Looking for a solution", "solve", { puzzle: this.file_, limit: 500, time_limit: 10 });
    if (!answer) return null;
    if (answer.solutions.length === 0) {
      this.context.say(answer.status === "unsatisfiable" ? "These pieces have no solution." : "No solution was found within the limit; there may be one.", "bad");
      return null;
    }
    const same = (/** @type {(Laid|null)[]} */ board) => board.filter((laid, at) => laid && this.fields(laid) === this.fields(this.play_.board[at])).length;
    const boards = answer.solutions.map((/** @type {any} */ solution) => this.laidBy(solution));
    return boards.reduce((/** @type {(Laid|null)[]} */ best, /** @type {(Laid|null)[]} */ board) => (same(board) > same(best) ? board : best));
  }

  async hint() {
    if (this.solved()) return this.context.say("It is solved already.", "good");
    const board = await this.nearest();
    if (!board) return;
    const at = board.findIndex((/** @type {Laid|null} */ laid, /** @type {number} */ i) => this.fields(laid) !== this.fields(this.play_.board[i]));
    const { piece, turn } = board[at];
    const { cols } = this.file_;
    this.lay(piece, at, turn);
    if (this.solved()) return;
    this.context.say(`Piece ${piece + 1} belongs to row ${Math.floor(at / cols) + 1}, column ${(at % cols) + 1}: it is laid there.`);
  }

  check() {
    const bad = this.mismatches(this.play_.board).length;
    const left = this.play_.board.filter((laid) => !laid).length;
    if (bad) this.context.say(`${bad} ${bad === 1 ? "border does" : "borders do"} not match.`, "bad");
    else if (left) this.context.say(`All borders match; ${left} ${left === 1 ? "piece is" : "pieces are"} left.`, "good");
    else this.context.say("Solved! All borders match.", "good");
  }

  fresh() {
    const form = wishes(this.context.about, "colors", {
      rows: { label: "Rows", value: 3, max: 8 },
      cols: { label: "Columns", value: 3, max: 8 },
      colours: { label: "Colours", min: 2, max: 12 },
      sides: { label: "Match at the sides" },
      frame: { label: "With a frame" },
    });
    const seed = seedField();
    const make = async (/** @type {object} */ wish, isDaily = false) => {
      const made = await this.context.work.ask("Looking for pieces with one solution", "design/colors", { ...wish, time_limit: 60 });
      if (!made) return;
      seed.renew();
      if (isDaily) noteDaily(made.witness);
      this.context.open(made.witness);
      this.context.say("New pieces, with exactly one solution up to turns of the board.", "good");
    };
    return h("div", {}, h("h2", {}, "New pieces"), h("div", { class: "fields" }, ...form.fields, seed.element), ...form.ticks, h("div", { class: "row" }, button("New pieces", () => make({ ...form.value, seed: seed.value }), { class: "strong" }), button("Puzzle of the day", () => make({ rows: 3, cols: 3, colours: 5, seed: seedOfToday() }, true))));
  }
}
