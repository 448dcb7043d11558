// Spinpossible: put the numbers in order by turning rectangles upside down.

import { ask } from "../lib/api.js";
import { button, fill, h, pause, still } from "../lib/dom.js";
import { seedField, tick, wishes } from "../lib/form.js";
import { makeGrid, withCoordinates } from "../lib/grid.js";
import { keep, kept } from "../lib/keep.js";
import { noteDaily, seedOfToday } from "../lib/statistics.js";
import { plural } from "../lib/words.js";
import { boardOf, inOrder, named, noWay, spun } from "./spin_board.js";
import { distancePanel } from "./spin_distances.js";
import { editSpins } from "./spin_edit.js";
import { waysPanel } from "./spin_ways.js";

/** So many boards are remembered with the number of spins that they need. */
const MOST_MINIMA = 50;

/** @typedef {import("./spin_board.js").Spin} Spin */

/** @type {PageModule} */
const page = {
  name: "spinpossible",
  title: "Spinpossible",
  rules: "Put the numbers in order and upright. A move turns any rectangle of tiles through half a circle: places are exchanged, and every number in it is turned upside down.",
  how: "Drag across a rectangle of tiles to spin it, or click two opposite corners. Try to need no more spins than the proven minimum.",
  keys: [
    ["Arrows", "move"],
    ["Shift+Arrows", "choose a rectangle"],
    ["Enter", "spin it"],
    ["Escape", "choose anew"],
  ],
  example: "spinpossible",
  fromFile: (file) => ({ file, play: { spins: [] } }),
  fits({ file, play }) {
    const board = boardOf(file);
    const [rows, cols] = [board.length, board[0].length];
    const within = (/** @type {any} */ low, /** @type {any} */ high, /** @type {number} */ most) => Number.isInteger(low) && Number.isInteger(high) && 1 <= low && low <= high && high <= most;
    return play.spins.every((/** @type {any} */ spin) => spin.length === 4 && within(spin[0], spin[2], rows) && within(spin[1], spin[3], cols));
  },
  create: (context) => new Board(context),
};
export default page;

/** @implements {PageParts} */
class Board {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.unique = false;
    this.watch = false;
    this.tiles = h("div", { class: "spin-board" });
    this.counter = h("p", { class: "counter", "aria-live": "polite" });
    this.element = h("div", { class: "spin" });
    this.grid = makeGrid({ rows: 0, cols: 0, label: "", cell: () => h("button") });
    /** @type {string} */
    this.size = "";
    /** @type {[number, number]|null} */
    this.anchor = null;
    /** @type {[number, number]} */
    this.end = [0, 0];
    /** @type {Map<string, number>} the least number of spins of boards that were asked about */
    this.minima = new Map(kept("spins needed") ?? []);
    this.dragging = false;
    /** What the editor has in place of the file's board, and what presses do there. @type {{board(): number[][], press(row: number, col: number): void, turn(row: number, col: number): void}|null} */
    this.editor = null;
    this.edit = () => editSpins(context, this, page.fromFile);
    this.explain = () => waysPanel(context, this);
    this.design = () => distancePanel(context, this.start, this.single);
    addEventListener("pointerup", () => this.release());
  }

  get start() {
    return boardOf(this.context.history.state.file);
  }

  /** @returns {Spin[]} */
  get spins() {
    return this.context.history.state.play.spins;
  }

  /** What lies there now. */
  get board() {
    return this.spins.reduce(spun, this.start);
  }

  get single() {
    return this.context.history.state.file["single-spins"] !== false;
  }

  file() {
    return this.context.history.state.file;
  }

  /** The board as it is now, as a puzzle. */
  now() {
    const file = { puzzle: "spinpossible", board: this.board.map((line) => line.join(" ")) };
    return this.single ? file : { ...file, "single-spins": false };
  }

  draw() {
    return { puzzle: this.now() };
  }

  render() {
    const overlay = this.context.overlay;
    const board = overlay?.board ?? this.edited() ?? this.board;
    const size = `${board.length}x${board[0].length}`;
    if (size !== this.size) this.build(board.length, board[0].length);
    this.size = size;
    board.forEach((/** @type {number[]} */ line, /** @type {number} */ r) =>
      line.forEach((value, c) => {
        const cell = this.grid.cells[r][c];
        const right = value === r * line.length + c + 1;
        cell.className = `tile-cell ${value < 0 ? "down" : ""} ${right ? "right" : ""}`;
        fill(cell, h("span", { class: "digit" }, Math.abs(value)), value < 0 || right ? h("span", { class: "flag", "aria-hidden": "true" }, right ? "✓" : "↻") : null);
        cell.setAttribute("aria-label", `row ${r + 1} column ${c + 1}: ${Math.abs(value)}${value < 0 ? ", upside down" : ""}${right ? ", in place" : ""}`);
      }),
    );
    this.frame(overlay?.spin ?? this.chosen());
    this.count();
  }

  /** What the editor has, once it is a board. */
  edited() {
    const board = this.editor?.board();
    return board?.every((line) => line.length === board[0].length && line.every(Number.isFinite)) ? board : undefined;
  }

  /** Lets the editor change the board. @param {Board["editor"]} editor */
  editWith(editor) {
    this.editor = editor;
    this.render();
  }

  /** How many spins were used, against the least. */
  async count() {
    const used = this.spins.length;
    const key = JSON.stringify(this.file());
    const least = this.minima.get(key);
    const solved = inOrder(this.board);
    this.counter.textContent = `${plural(used, "spin")} used · proven minimum ${least === undefined ? "…" : least < 0 ? "not known" : least}`;
    this.counter.dataset.kind = solved && least === used ? "good" : "";
    if (least !== undefined) return;
    try {
      const answer = await ask("solve", { puzzle: this.file() });
      const best = answer.solutions[0];
      this.learn(key, best?.optimal ? best.length : -1);
    } catch {
      this.minima.set(key, -1);
    }
    if (JSON.stringify(this.file()) === key) this.count();
  }

  /** How many spins a board needs; -1 if that was not found out. @param {string} key @param {number} least */
  learn(key, least) {
    this.minima.set(key, least);
    // What is proven need not be found out again, not even on another day.
    keep("spins needed", [...this.minima].filter((one) => one[1] >= 0).slice(-MOST_MINIMA));
  }

  /** @param {number} rows @param {number} cols */
  build(rows, cols) {
    this.anchor = null;
    this.grid = makeGrid({
      rows,
      cols,
      label: "Spinpossible board",
      className: "spin-grid",
      cell: (row, col) => {
        const cell = h("button", { type: "button", class: "tile-cell" });
        cell.addEventListener("pointerdown", (event) => {
          if (event.button !== 0) return;
          cell.releasePointerCapture?.(event.pointerId);
          this.press(row, col);
        });
        return cell;
      },
      key: (row, col, event) => this.key(row, col, event),
    });
    this.grid.element.addEventListener("pointermove", (event) => {
      if (!this.dragging) return;
      const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-row]");
      if (!(cell instanceof HTMLElement)) return;
      this.end = [Number(cell.dataset.row), Number(cell.dataset.col)];
      this.moved ||= this.anchor?.[0] !== this.end[0] || this.anchor?.[1] !== this.end[1];
      this.frame(this.chosen());
    });
    this.box = h("div", { class: "spin-frame", hidden: true });
    fill(this.tiles, this.grid.element, this.box);
    fill(this.element, withCoordinates(this.tiles, rows, cols), this.counter);
  }

  /** @param {number} row @param {number} col */
  press(row, col) {
    if (this.editor) return this.editor.press(row, col);
    if (this.context.overlay) this.context.tab("play");
    if (this.anchor && !this.dragging) {
      // The second of two corners.
      this.end = [row, col];
      this.spin();
      return;
    }
    this.anchor = [row, col];
    this.end = [row, col];
    this.dragging = true;
    this.moved = false;
    this.frame(this.chosen());
  }

  release() {
    if (!this.dragging) return;
    this.dragging = false;
    if (this.moved) this.spin();
    else this.context.say("One corner is chosen. Click the opposite corner, or the same tile again to spin it alone.");
  }

  /** @param {number} row @param {number} col @param {KeyboardEvent} event */
  key(row, col, event) {
    if (this.editor) {
      if (event.key === "-") this.editor.turn(row, col);
      else if (event.key === "Enter" || event.key === " ") this.editor.press(row, col);
      else return false;
      return true;
    }
    if (event.key === "Enter" || event.key === " ") {
      if (!this.anchor) {
        this.anchor = [row, col];
        this.end = [row, col];
      }
      this.spin();
      return true;
    }
    if (event.key === "Escape") {
      this.anchor = null;
      this.frame(null);
      return true;
    }
    const step = /** @type {Record<string, number[]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] })[event.key];
    if (!step) return false;
    if (!event.shiftKey) {
      this.anchor = null;
      this.frame(null);
      return false;
    }
    this.anchor ??= [row, col];
    this.end = [Math.max(0, Math.min(this.grid.cells.length - 1, row + step[0])), Math.max(0, Math.min(this.grid.cells[0].length - 1, col + step[1]))];
    this.grid.move(...this.end);
    this.frame(this.chosen());
    return true;
  }

  /** The rectangle between the two corners. @returns {Spin|null} */
  chosen() {
    if (!this.anchor) return null;
    const [a, b] = [this.anchor, this.end];
    return [Math.min(a[0], b[0]) + 1, Math.min(a[1], b[1]) + 1, Math.max(a[0], b[0]) + 1, Math.max(a[1], b[1]) + 1];
  }

  /** Frames a rectangle. @param {Spin|null} spin */
  frame(spin) {
    if (!this.box) return;
    this.box.hidden = !spin;
    if (!spin) return;
    const [top, left, bottom, right] = spin;
    const [rows, cols] = [this.grid.cells.length, this.grid.cells[0].length];
    Object.assign(this.box.style, {
      top: `${((top - 1) / rows) * 100}%`,
      left: `${((left - 1) / cols) * 100}%`,
      height: `${((bottom - top + 1) / rows) * 100}%`,
      width: `${((right - left + 1) / cols) * 100}%`,
    });
  }

  async spin() {
    const spin = this.chosen();
    this.anchor = null;
    if (!spin) return;
    if (!this.single && spin[0] === spin[2] && spin[1] === spin[3]) {
      this.frame(null);
      return this.context.say("Here single tiles may not be spun.", "bad");
    }
    await this.animate(spin);
    this.context.history.play({ spins: [...this.spins, spin] });
    this.grid.cells[this.end[0]][this.end[1]].focus();
    if (!inOrder(this.board)) this.context.say(`Spun ${named(spin)}.`);
  }

  finished() {
    if (!inOrder(this.board)) return null;
    const least = this.minima.get(JSON.stringify(this.file())) ?? -1;
    const used = this.spins.length;
    return `Solved in ${plural(used, "spin")}${least === used ? ": the fewest possible!" : least > 0 ? `; ${least} would do.` : "."}`;
  }

  /** Turns the tiles of a rectangle. @param {Spin} spin */
  async animate([top, left, bottom, right]) {
    if (still()) return;
    const moving = this.grid.cells.slice(top - 1, bottom).flatMap((line) => line.slice(left - 1, right));
    const boxes = moving.map((cell) => cell.getBoundingClientRect());
    const [first, last] = [boxes[0], boxes[boxes.length - 1]];
    const [x, y] = [(first.left + last.right) / 2, (first.top + last.bottom) / 2];
    const turns = moving.map((cell, i) => {
      cell.style.transformOrigin = `${x - boxes[i].left}px ${y - boxes[i].top}px`;
      cell.classList.add("turning");
      const turn = cell.animate([{ transform: "rotate(0deg)" }, { transform: "rotate(180deg)" }], { duration: 380, easing: "ease-in-out" });
      return turn.finished.catch(() => {});
    });
    await Promise.all(turns);
    moving.forEach((cell) => cell.classList.remove("turning"));
  }

  /** A shortest way from here; what kept it from being found is said. @param {string} what */
  async shortest(what) {
    const answer = await this.context.work.ask(what, "solve", { puzzle: this.now(), time_limit: 20 });
    const best = answer?.solutions[0];
    if (answer && !best) this.context.say(noWay(answer), "bad");
    if (best?.optimal && this.spins.length === 0) this.learn(JSON.stringify(this.file()), best.length);
    return best;
  }

  async hint() {
    if (inOrder(this.board)) return this.context.say("It is solved already.", "good");
    const best = await this.shortest("Looking for a best next spin");
    if (!best) return;
    const spin = best.spins[0];
    this.context.show({ title: "Hint: a best next spin", board: this.board, spin });
    if (best.length === 1) return this.context.say(`Spin ${named(spin)}: then it is solved.`);
    this.context.say(`Spin ${named(spin)}: then ${best.length - 1} more ${best.length === 2 ? "is" : "are"} enough${best.optimal ? ", and fewer are not" : "; perhaps fewer are too"}.`);
  }

  async check() {
    const used = this.spins.length;
    if (inOrder(this.board)) return this.context.say(`Solved in ${plural(used, "spin")}.`, "good");
    const best = await this.shortest("Looking how far it is");
    if (!best) return;
    this.context.say(`${best.length} more ${best.length === 1 ? "spin is" : "spins are"} needed${best.optimal ? "" : " at most"}: ${used + best.length} in all.`);
  }

  /** @param {any} solution */
  describe(solution) {
    const list = solution.spins.map((/** @type {Spin} */ spin) => h("li", {}, named(spin)));
    const element = h("div", {}, h("p", {}, `${plural(solution.length, "spin")}${solution.optimal ? ", proven to be the fewest" : `; at least ${solution.lower_bound} are needed`}.`), h("ol", { class: "spins" }, ...list), h("div", { class: "row" }, button("Play it", () => this.playBack(solution.spins), { class: "strong" })));
    return element;
  }

  /** @param {Spin[]} spins */
  async playBack(spins) {
    let board = this.start;
    for (const spin of spins) {
      this.context.show({ title: `Spin ${named(spin)}`, board, spin });
      await pause(500);
      if (!this.context.overlay) return;
      await this.animate(spin);
      board = spun(board, spin);
    }
    this.context.show({ title: "Solved", board });
  }

  fresh() {
    const form = wishes(this.context.about, "spinpossible", {
      rows: { label: "Rows", max: 5 },
      cols: { label: "Columns", max: 5 },
      distance: { label: "Distance", min: 1, max: 11 },
    });
    const single = tick("Single tiles may be spun", true);
    const seed = seedField();
    const make = async (/** @type {object} */ wish, isDaily = false) => {
      const made = await this.context.work.ask("Looking for a board", "design/spinpossible", { ...wish, time_limit: 60 });
      if (!made) return;
      seed.renew();
      if (isDaily) noteDaily(made.witness);
      // The design has proved it; nobody needs to find it out again.
      this.learn(JSON.stringify(made.witness), made.distance);
      this.context.open(made.witness);
      this.context.say(`A board that needs exactly ${plural(made.distance, "spin")}.`, "good");
    };
    return h("div", {}, h("h2", {}, "New board"), h("div", { class: "fields" }, ...form.fields, seed.element), single.element, h("div", { class: "row" }, button("New board", () => make({ ...form.value, no_single: !single.value, seed: seed.value }), { class: "strong" }), button("Puzzle of the day", () => make({ rows: 3, cols: 3, distance: 5, seed: seedOfToday() }, true))));
  }
}
