// A puzzle file's arrays as layers of the board: what stands in the cells, between them, or outside is typed where it belongs.
//
// Which layer belongs where follows from its shape alone: as many rows and columns as the board has (one less: between two cells), or one entry
// for each row or column. So every kind is edited alike, its clues, regions and black cells.

import { h } from "../lib/dom.js";

/** Letters that are typed within so many milliseconds belong together. */
const TOGETHER = 900;

/** What an entry without a clue is. */
export const NONE = "_";

/**
 * Where a layer stands.
 * @typedef {{key: string, side?: "top"|"left"|"right"|"bottom", rows: number, cols: number}} Place
 */

/** The words of a text, row by row. @param {string} text */
export const table = (text) => text.trim().split("\n").map((line) => line.trim().split(/\s+/));

/**
 * Where the text of a key belongs; null if it does not stand on the board.
 * @param {string} key
 * @param {string} text
 * @param {BoardDescription} board
 * @returns {Place|null}
 */
export function placeOf(key, text, board) {
  const [grid] = board.grids;
  const clue = board.clues.find(({ name }) => name === key);
  if (clue?.side) return { key, side: clue.side, rows: grid.rows, cols: grid.cols };
  const lines = table(text);
  const [rows, cols] = [lines.length, Math.max(...lines.map((line) => line.length))];
  const near = (/** @type {number} */ count, /** @type {number} */ whole) => count === whole || count === whole - 1;
  const isWhole = lines.every((line) => line.length === cols);
  if (isWhole && near(rows, grid.rows) && near(cols, grid.cols) && rows * cols > 1 && (rows === grid.rows || cols === grid.cols)) return { key, rows, cols };
  // Lists of numbers, one for each row or column. On a square board, hints of the rows are told first.
  if (clue || rows < 2 || !/^[\d\s]+$/.test(text)) return null;
  const isSquare = grid.rows === grid.cols;
  if (rows === grid.rows && !(isSquare && /col/i.test(key))) return { key, side: "left", rows: grid.rows, cols: grid.cols };
  return rows === grid.cols ? { key, side: "top", rows: grid.rows, cols: grid.cols } : null;
}

/** A layer that is edited on the board. */
export class Layer {
  /**
   * @param {Place} place
   * @param {{read: () => string, write: (text: string) => void}} text
   */
  constructor(place, text) {
    this.place = place;
    this.text = text;
    /** What a click writes. */
    this.brush = table(text.read()).flat().find((word) => ![NONE, ".", "0"].includes(word)) ?? "1";
    this.typed = { text: "", when: 0, at: "" };
  }

  /** What stands in a cell; null where the layer has none. @param {number} row @param {number} col @returns {string|null} */
  at(row, col) {
    const { side, rows, cols } = this.place;
    return side || row >= rows || col >= cols ? null : (table(this.text.read())[row]?.[col] ?? NONE);
  }

  /** @param {number} row @param {number} col @param {string} word */
  set(row, col, word) {
    const lines = table(this.text.read());
    lines[row][col] = word;
    this.text.write(lines.map((line) => line.join(" ")).join("\n"));
  }

  /** Nothing stands there: a cell without a clue, or the number that means none. @param {number} row @param {number} col */
  clear(row, col) {
    const words = table(this.text.read()).flat();
    this.set(row, col, words.includes(NONE) || !words.includes("0") ? NONE : "0");
  }

  /** A click writes, and takes away what it wrote. @param {number} row @param {number} col */
  click(row, col) {
    const now = this.at(row, col);
    if (now === null) return;
    if (now === this.brush) this.clear(row, col);
    else this.set(row, col, this.brush);
  }

  /** @param {number} row @param {number} col @param {string} key @returns {boolean} whether it took the key */
  key(row, col, key) {
    if (this.at(row, col) === null) return false;
    if (key === "Delete" || key === "Backspace") this.clear(row, col);
    else if (key === " " || key === "Enter") this.click(row, col);
    else if ([...key].length === 1) this.set(row, col, this.together(`${row} ${col}`, key));
    else return false;
    return true;
  }

  /** What is typed together: digits make one number, all else is one letter. @param {string} at @param {string} letter */
  together(at, letter) {
    const now = Date.now();
    const goesOn = this.typed.at === at && now - this.typed.when < TOGETHER && /^\d+$/.test(this.typed.text + letter);
    const text = goesOn ? this.typed.text + letter : letter;
    this.typed = { text, when: now, at };
    return text;
  }

  /** The hints of a side: of each row or column what is written there. @returns {string[]} */
  get hints() {
    const { side, rows, cols } = this.place;
    const lines = table(this.text.read());
    const words = lines.length === 1 ? lines[0] : lines.map((line) => line.filter((word) => word !== "0").join(" ") || "0");
    const count = side === "top" || side === "bottom" ? cols : rows;
    return Array.from({ length: count }, (_, i) => words[i] ?? NONE);
  }

  /** @param {number} i @param {string} words */
  setHint(i, words) {
    const hints = this.hints;
    hints[i] = words.trim() || NONE;
    if (table(this.text.read()).length === 1) return this.text.write(hints.map((hint) => hint.split(/\s+/)[0]).join(" "));
    // Shorter lists end in zeros.
    const lists = hints.map((hint) => hint.split(/\s+/).map((word) => (word === NONE ? "0" : word)));
    const longest = Math.max(...lists.map((list) => list.length));
    this.text.write(lists.map((list) => [...list, ...Array(longest - list.length).fill("0")].join(" ")).join("\n"));
  }

  /** Fields for the hints of a side, where the hints are. */
  fields() {
    const { side, key } = this.place;
    const noun = side === "top" || side === "bottom" ? "column" : "row";
    return h("div", { class: `hints hints-${side}`, role: "group", "aria-label": key }, ...this.hints.map((hint, i) => {
      const input = h("input", { value: hint === NONE ? "" : hint, "aria-label": `${key}, ${noun} ${i + 1}`, size: 3, "data-passing": "" });
      input.addEventListener("input", () => this.setHint(i, input.value));
      return input;
    }));
  }
}
