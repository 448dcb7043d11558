// One grid of a kind: its cells, the lines and marks between them, the hints around it. Everything is done by mouse, touch and keyboard.

import { fill, h, s } from "../lib/dom.js";
import { makeGrid, withCoordinates } from "../lib/grid.js";
import { NONE } from "./kind_layers.js";
import { discOf, labelOf, lookOf, pencilled, symbolOf } from "./kind_symbols.js";

/** Letters that are typed within so many milliseconds belong together. */
const TOGETHER = 900;

/** The sides of a cell: the key, what it is called, and at which cell it is told. @type {[string, string, string, number, number][]} */
const AROUND = [
  ["ArrowUp", "above", "above", 0, 0],
  ["ArrowRight", "right", "before", 0, 1],
  ["ArrowDown", "below", "above", 1, 0],
  ["ArrowLeft", "left", "before", 0, 0],
];

/** The width of a cell in the picture of lines. */
const CELL = 100;

export class GridView {
  /**
   * @param {any} board the board of the page
   * @param {GridDescription} grid
   * @param {string} label
   * @param {import("./kind_layers.js").Layer|null} layer what of the file is edited on it
   */
  constructor(board, grid, label, layer) {
    this.board = board;
    this.layer = layer;
    this.grid = grid;
    /** @type {Slot[]} */
    this.cells = grid.cells.map((cell, at) => ({ ...cell, board: grid.name, at }));
    this.edges = grid.edges;
    this.slots = [...this.edges, ...this.cells];
    this.sides = new Map(this.edges.map((edge) => [`${edge.side} ${edge.row} ${edge.col}`, edge]));
    this.typed = { text: "", when: 0, at: -1 };
    /** What a drag paints. @type {{from: Slot, value?: number|null}|null} */
    this.stroke = null;
    const { rows, cols } = grid;
    this.view = makeGrid({ rows, cols, label, className: "kind-grid", cell: (row, col) => this.cell(row, col), key: (row, col, event) => this.key(row, col, event) });
    this.lines = s("svg", { viewBox: `0 0 ${cols * CELL} ${rows * CELL}`, class: "kind-overlay", "aria-hidden": "true" });
    const stack = h("div", { class: `kind-board${this.edges.length ? " dotted" : ""}` }, this.view.element, this.lines);
    this.element = withCoordinates(stack, rows, cols, grid.outside, layer?.place.side && layer.fields());
  }

  /** @param {number} row @param {number} col */
  at(row, col) {
    return this.cells[row * this.grid.cols + col];
  }

  /** What a slot that is left alone stands for: nothing is drawn there, or the cell is not black. @param {Slot} slot @returns {number|null} */
  rest(slot) {
    const values = slot.values ?? [];
    if (slot.side) return values.includes(0) ? 0 : null;
    const empty = values.find((value) => this.grid.looks[value]?.word === "empty");
    if (empty !== undefined) return empty;
    const black = values.some((value) => this.grid.looks[value]?.black);
    return black && values.length === 2 ? (values.find((value) => !this.grid.looks[value]?.black) ?? null) : null;
  }

  /** The values of a slot as clicks go through them: what is left alone comes last. @param {Slot} slot @returns {number[]} */
  order(slot) {
    const rest = this.rest(slot);
    const values = slot.values ?? [];
    return rest === null ? values : [...values.filter((value) => value !== rest), rest];
  }

  /** @param {Slot} slot @param {number} by */
  step(slot, by) {
    const all = [null, ...this.order(slot)];
    const at = all.indexOf(this.board.entry(slot));
    return all[(at + by + all.length) % all.length];
  }

  /** What a click sets. @param {Slot} slot @returns {number|null|undefined} */
  wanted(slot) {
    const { brush, steps } = this.board;
    if (brush === null) return steps ? this.step(slot, 1) : undefined;
    if (!slot.values?.includes(brush)) return undefined;
    return this.board.entry(slot) === brush ? null : brush;
  }

  /** @param {number} row @param {number} col */
  cell(row, col) {
    const slot = this.at(row, col);
    const cell = h("button", { type: "button", class: "cell" });
    const target = (/** @type {MouseEvent} */ event) => (this.edges.length ? this.nearest(row, col, event) : slot);
    cell.addEventListener("click", (event) => {
      if (this.layer) return this.layer.click(row, col);
      const one = target(event);
      const value = one && this.wanted(one);
      if (one && value !== undefined) this.board.set(one, value);
    });
    cell.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (this.layer) return this.layer.clear(row, col);
      const one = target(event);
      if (one?.values) this.board.set(one, this.step(one, -1));
    });
    if (this.edges.length) return cell;
    cell.addEventListener("focus", () => this.same(slot));
    cell.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || this.layer) return;
      if (cell.hasPointerCapture(event.pointerId)) cell.releasePointerCapture(event.pointerId);
      this.stroke = { from: slot };
      addEventListener("pointerup", () => (this.stroke = null), { once: true });
    });
    cell.addEventListener("pointerenter", () => this.paint(slot));
    return cell;
  }

  /** Shows which cells hold the same as the one that is looked at. @param {Slot} slot */
  same(slot) {
    const value = this.board.shown(slot);
    const equal = value !== null && value !== this.rest(slot);
    this.cells.forEach((other, at) => {
      const cell = this.view.cells[Math.floor(at / this.grid.cols)][at % this.grid.cols];
      cell.toggleAttribute("data-same", equal && this.board.shown(other) === value);
    });
  }

  /** A drag has come to another cell. @param {Slot} slot */
  paint(slot) {
    const { stroke } = this;
    if (!stroke || (slot === stroke.from && stroke.value === undefined)) return;
    if (stroke.value === undefined) {
      const value = this.wanted(stroke.from);
      if (value === undefined) return;
      stroke.value = value;
      this.board.set(stroke.from, value);
    }
    if (stroke.value === null || slot.values?.includes(stroke.value)) this.board.set(slot, stroke.value);
  }

  /** The side of a cell that is nearest to a click. @param {number} row @param {number} col @param {MouseEvent} event */
  nearest(row, col, event) {
    const box = this.view.cells[row][col].getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    // By keyboard a click has no place.
    if (event.detail === 0) return null;
    const far = [y, 1 - x, 1 - y, x];
    return this.side(row, col, far.indexOf(Math.min(...far)));
  }

  /** @param {number} row @param {number} col @param {number} which @returns {Slot|null} */
  side(row, col, which) {
    const [, , side, down, right] = AROUND[which];
    return this.sides.get(`${side} ${row + down} ${col + right}`) ?? null;
  }

  /** @param {number} row @param {number} col @param {KeyboardEvent} event */
  key(row, col, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (this.layer) return this.layer.key(row, col, event.key);
    const slot = this.at(row, col);
    const which = AROUND.findIndex(([key]) => key === event.key);
    if (event.shiftKey && which >= 0) {
      const edge = this.side(row, col, which);
      if (edge?.values) this.board.set(edge, this.step(edge, 1));
      return Boolean(edge);
    }
    if (event.key === "F2") {
      this.board.togglePencil?.();
      return true;
    }
    if (!slot.values && !slot.range) return false;
    if (event.key === "Delete" || event.key === "Backspace") this.board.set(slot, null);
    else if (event.key === " ") this.board.set(slot, this.step(slot, event.shiftKey ? -1 : 1));
    else if ([...event.key].length === 1) return this.type(slot, event.key.toLowerCase());
    else return false;
    return true;
  }

  /** The value that begins with what was typed. @param {Slot} slot @param {string} letter */
  type(slot, letter) {
    const now = Date.now();
    const goesOn = this.typed.at === slot.at && now - this.typed.when < TOGETHER;
    for (const text of goesOn ? [this.typed.text + letter, letter] : [letter]) {
      const value = this.called(slot, text);
      if (value === undefined) continue;
      this.typed = { text, when: now, at: slot.at };
      this.board.set(slot, value);
      return true;
    }
    return false;
  }

  /** @param {Slot} slot @param {string} text @returns {number|undefined} */
  called(slot, text) {
    const number = Number(text);
    if (slot.range) return /^\d+$/.test(text) && slot.range[0] <= number && number <= slot.range[1] ? number : undefined;
    const order = this.order(slot);
    const names = order.map((value) => lookOf(this.grid, slot, value).word.toLowerCase());
    const exact = names.indexOf(text);
    const at = exact >= 0 ? exact : names.findIndex((name) => name.startsWith(text));
    if (at >= 0) return order[at];
    if (".-".includes(text)) return this.rest(slot) ?? undefined;
    // Symbols that no key has are counted.
    return names.some((name) => /^\d/.test(name)) ? undefined : order[number - 1];
  }

  render() {
    const { rows, cols } = this.grid;
    for (let row = 0; row < rows; row += 1) for (let col = 0; col < cols; col += 1) this.renderCell(row, col);
    this.renderLines();
  }

  /** @param {number} row @param {number} col */
  renderCell(row, col) {
    const { overlay } = this.board.context;
    const slot = this.at(row, col);
    const cell = this.view.cells[row][col];
    const edited = this.layer?.at(row, col);
    if (typeof edited === "string") return this.renderEdited(row, col, edited);
    const value = this.board.shown(slot);
    const wrong = !overlay && this.board.wrong.has(slot.place ?? "");
    const mark = overlay?.marks?.[slot.place ?? ""] ?? (wrong ? "failed" : "");
    const left = overlay ? overlay.candidates?.[slot.place ?? ""] : this.board.notes(slot);
    const sides = this.edges.length ? this.sidesInWords(row, col) : "";
    // Only what has changed is drawn again.
    const drawn = JSON.stringify([value, mark, left, sides]);
    if (cell.dataset.drawn === drawn) return;
    cell.dataset.drawn = drawn;
    const look = value === null ? null : lookOf(this.grid, slot, value);
    const several = value === null && left && left.length > (overlay ? 1 : 0) ? left : null;
    const fixed = !slot.values && !slot.range;
    cell.className = ["cell", fixed && "fixed", slot.given && "clue", slot.pale && "pale", look?.black && "black", mark && `mark-${mark}`].filter(Boolean).join(" ");
    const words = several?.map((/** @type {number} */ one) => lookOf(this.grid, slot, one).text).join(" ");
    fill(cell, look && !(fixed && !slot.given && look.word === "empty") && symbolOf(look), several && pencilled(this.grid, slot, several), slot.label && labelOf(slot.label));
    const open = this.edges.length && !fixed && !look ? "" : look ? look.word + (look.black && look.word !== "black" ? ", black" : "") : "empty";
    const said = [open, words && `perhaps ${words}`, slot.given && "given", wrong && "cannot be right", slot.label && `marked ${slot.label}`, sides].filter(Boolean).join(", ");
    cell.setAttribute("aria-label", `row ${row + 1} column ${col + 1}: ${said || "no number"}`);
  }

  /** A cell while what the file says of it is edited. @param {number} row @param {number} col @param {string} word */
  renderEdited(row, col, word) {
    const slot = this.at(row, col);
    const cell = this.view.cells[row][col];
    const mark = this.board.context.overlay?.marks?.[slot.place ?? ""];
    const text = word === NONE ? "" : word;
    const key = this.layer?.place.key;
    cell.dataset.drawn = "";
    cell.className = ["cell", "edited", slot.pale && "pale", mark && `mark-${mark}`].filter(Boolean).join(" ");
    fill(cell, symbolOf({ word: text || "none", text }), slot.label && slot.label !== text && labelOf(slot.label));
    cell.setAttribute("aria-label", `row ${row + 1} column ${col + 1}: ${key} ${text || "none"}`);
  }

  /** @param {number} row @param {number} col */
  sidesInWords(row, col) {
    const said = AROUND.map(([, name], which) => {
      const edge = this.side(row, col, which);
      const value = edge && this.board.shown(edge);
      return edge && value !== null && value !== undefined ? `${lookOf(this.grid, edge, value).word} ${name}` : "";
    });
    return said.filter(Boolean).join(", ");
  }

  renderLines() {
    const { lines, between, rows, cols } = this.grid;
    const { overlay } = this.board.context;
    const ends = (/** @type {string} */ side, /** @type {number} */ row, /** @type {number} */ col) => ({
      x1: col * CELL,
      y1: row * CELL,
      x2: (col + (side === "above" ? 1 : 0)) * CELL,
      y2: (row + (side === "above" ? 0 : 1)) * CELL,
    });
    const heavy = /** @type {const} */ (["above", "before"]).flatMap((side) => lines[side].map(([row, col]) => s("line", { class: "heavy", ...ends(side, row, col) })));
    const dots = this.edges.length ? Array.from({ length: (rows + 1) * (cols + 1) }, (_, i) => s("circle", { class: "dot", cx: (i % (cols + 1)) * CELL, cy: Math.floor(i / (cols + 1)) * CELL, r: 5 })) : [];
    const drawn = this.edges.flatMap((edge) => {
      const at = ends(edge.side ?? "", edge.row ?? 0, edge.col ?? 0);
      const value = this.board.shown(edge);
      const mark = overlay ? overlay.marks?.[edge.place ?? ""] : this.board.wrong.has(edge.place ?? "") && "failed";
      const middle = { x: (at.x1 + at.x2) / 2, y: (at.y1 + at.y2) / 2 };
      return [
        mark && s("line", { class: `side mark-${mark}`, ...at }),
        value === 1 && s("line", { class: `drawn${edge.values ? "" : " fixed"}`, ...at }),
        value === 0 && edge.values && !overlay?.solution && s("path", { class: "free", d: `M${middle.x - 9} ${middle.y - 9} l18 18 m0 -18 l-18 18` }),
      ];
    });
    const marks = /** @type {const} */ (["above", "before"]).flatMap((side) =>
      between[side].flatMap(([row, col, text]) => {
        const { x1, y1, x2, y2 } = ends(side, row, col);
        const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
        const disc = discOf(text);
        return [s("circle", { class: `between ${disc ?? ""}`, cx: x, cy: y, r: disc ? 14 : 17 }), !disc && s("text", { x, y: y + 11 }, text)];
      }),
    );
    fill(this.lines, ...heavy, ...dots, ...drawn, ...marks);
  }
}
