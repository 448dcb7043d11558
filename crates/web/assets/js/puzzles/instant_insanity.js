// Instant Insanity: cubes or prisms stacked so that no long side shows a colour twice (or so that each shows one colour only).

import { colourName, colourOf, lettering } from "../lib/colours.js";
import { button, fill, h, s } from "../lib/dom.js";
import { seedField, tick, wishes } from "../lib/form.js";
import { makeGrid } from "../lib/grid.js";
import { fieldsPicture } from "../lib/picture.js";
import { bars } from "../lib/plot.js";
import { orientations, turn, turnsOf } from "../lib/solid.js";
import { noteDaily, seedOfToday } from "../lib/statistics.js";
import { Tower } from "./tower.js";
import { editTower } from "./tower_edit.js";

/** The colours of a piece's faces. @param {string|string[]} piece @returns {string[]} */
const coloursOf = (piece) => (typeof piece === "string" ? [...piece].filter((letter) => letter.trim()) : piece);

/** @param {PuzzleFile} file */
const sidesOf = (file) => file.sides ?? 4;

/** The colours at the places of every piece. @param {PuzzleFile} file @param {number[][]} faces @returns {string[][]} */
const shownBy = (file, faces) => file.pieces.map((/** @type {string|string[]} */ piece, /** @type {number} */ i) => faces[i].map((face) => coloursOf(piece)[face]));

/** What holds for the sides of this tower. @param {PuzzleFile} file */
function ruleOf(file) {
  if (file.rule !== "all-equal") return "Here each side of the tower shows every colour at most once.";
  return `Here each side of the tower shows one colour only${file["distinct-sides"] === false ? "" : ", and no two sides the same"}.`;
}

/**
 * The cells of the table that break the rule, as `piece,side`.
 * @param {PuzzleFile} file
 * @param {string[][]} shown
 */
function wrongIn(file, shown) {
  const wrong = new Set();
  const equal = file.rule === "all-equal";
  /** @type {(string|null)[]} */
  const uniform = [];
  for (let side = 0; side < sidesOf(file); side += 1) {
    const colours = shown.map((places) => places[side]);
    uniform.push(colours.every((colour) => colour === colours[0]) ? colours[0] : null);
    colours.forEach((colour, piece) => {
      const same = colours.filter((other) => other === colour).length;
      if (equal ? same < colours.length : same > 1) wrong.add(`${piece},${side}`);
    });
  }
  if (equal && file["distinct-sides"] !== false) {
    uniform.forEach((colour, side) => {
      if (colour !== null && uniform.filter((other) => other === colour).length > 1) shown.forEach((_, piece) => wrong.add(`${piece},${side}`));
    });
  }
  return wrong;
}

/** @type {PageModule} */
const page = {
  name: "instant-insanity",
  title: "Instant Insanity",
  rules: "Stack the pieces into a tower. The rule for its long sides stands above it.",
  how: "Click a face of the tower or of the table to turn its piece about the tower's axis; “tip” turns it over. Drag the tower to look at it from elsewhere. What repeats on a side is marked.",
  keys: [
    ["Enter", "turn the piece about the axis"],
    ["T", "tip it over"],
    ["Arrows", "move in the table"],
  ],
  example: "instant-insanity",
  fromFile(file) {
    const [sides, cube] = [sidesOf(file), file.sides === undefined];
    const start = Array.from({ length: sides + 2 }, (_, face) => face);
    /** @type {number[][]} */
    let faces = file.pieces.map(() => start);
    // Pieces that are written as they solve the puzzle start turned, the last one first.
    for (let moved = 0; moved < sides * faces.length && wrongIn(file, shownBy(file, faces)).size === 0; moved += 1) {
      const piece = faces.length - 1 - Math.floor(moved / sides);
      faces = faces.map((old, i) => (i === piece ? turn(old, turnsOf(sides, cube).around) : old));
    }
    return { file, play: { faces } };
  },
  fits({ file, play }) {
    const ways = new Set(orientations(sidesOf(file), file.sides === undefined).map(String));
    return play.faces.length === file.pieces.length && play.faces.every((/** @type {number[]} */ faces) => ways.has(String(faces)));
  },
  create: (context) => new Stack(context),
};
export default page;

/** @implements {PageParts} */
class Stack {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.watch = false;
    this.explain = true;
    this.element = h("div", { class: "ii" });
    /** @type {string} */
    this.drawn = "";
    this.grid = makeGrid({ rows: 0, cols: 0, label: "", cell: () => h("button") });
    this.tower = new Tower((piece) => this.turn(piece, "around"));
    this.nets = h("div", { class: "nets", role: "group", "aria-label": "Nets of the pieces" });
    this.tips = h("div", { class: "tips" });
    this.rule = h("p", { class: "rule" });
    this.editing = false;
    /** What the editor has in place of the file's pieces, and what a click on a face does there. @type {{pieces(): (string|string[])[], paint(piece: number, face: number): void}|null} */
    this.painter = null;
    this.edit = () => editTower(context, this, page.fromFile);
    this.design = () => this.designPanel();
  }

  file() {
    return this.context.history.state.file;
  }

  /** @returns {number[][]} */
  get faces() {
    return this.context.history.state.play.faces;
  }

  get sides() {
    return sidesOf(this.file());
  }

  get cube() {
    return this.file().sides === undefined;
  }

  /** The colours at the places of every piece. @param {number[][]} faces */
  shown(faces) {
    return shownBy(this.file(), faces);
  }

  /** @param {number} piece @param {"around"|"over"} how */
  turn(piece, how) {
    if (this.context.overlay) this.context.tab("play");
    const turns = turnsOf(this.sides, this.cube);
    this.context.history.play({ faces: this.faces.map((faces, i) => (i === piece ? turn(faces, turns[how]) : faces)) });
  }

  get solved() {
    return wrongIn(this.file(), this.shown(this.faces)).size === 0;
  }

  finished() {
    return this.solved ? "Solved! Every side is as it should be." : null;
  }

  render() {
    const overlay = this.context.overlay;
    const faces = overlay?.solution ? this.facesOf(overlay.solution) : this.faces;
    const shown = this.shown(faces);
    const shape = `${shown.length},${this.sides},${this.cube}`;
    if (shape !== this.drawn) this.build(shape, shown.length);
    const wrong = this.context.errors ? wrongIn(this.file(), shown) : new Set();
    this.rule.textContent = ruleOf(this.file());
    this.grid.cells.forEach((line, piece) =>
      line.forEach((cell, side) => {
        const colour = shown[piece][side];
        const bad = wrong.has(`${piece},${side}`);
        paint(cell, colour, 210 / this.sides);
        const mark = overlay?.marks?.[`orientation of piece ${piece + 1}`];
        cell.className = `side-cell ${bad ? "wrong" : ""} ${mark ? `mark-${mark}` : ""}`;
        cell.setAttribute("aria-label", `piece ${piece + 1}, side ${side + 1}: ${colourName(colour)}${bad ? (this.file().rule === "all-equal" ? ", not as the others" : ", repeated") : ""}`);
      }),
    );
    this.tower.render(shown, this.sides, wrong);
    this.renderNets();
  }

  /** How the pieces of a solution lie. @param {any} solution @returns {number[][]} */
  facesOf(solution) {
    const all = orientations(this.sides, this.cube);
    return this.file().pieces.map((/** @type {string|string[]} */ piece, /** @type {number} */ i) => {
      const colours = coloursOf(piece);
      const wanted = solution.sides[i].join();
      return all.find((faces) => faces.slice(0, this.sides).map((face) => colours[face]).join() === wanted) ?? all[0];
    });
  }

  /** @param {string} shape @param {number} pieces */
  build(shape, pieces) {
    this.drawn = shape;
    this.grid = makeGrid({
      rows: pieces,
      cols: this.sides,
      label: "What the sides of the tower show, a row for each piece",
      className: "sides-grid",
      cell: (piece) => h("button", { type: "button", class: "side-cell", onclick: () => this.turn(piece, "around") }),
      key: (piece, _, event) => {
        if (event.key.toLowerCase() !== "t" || event.ctrlKey || event.metaKey) return false;
        this.turn(piece, "over");
        return true;
      },
    });
    const tips = Array.from({ length: pieces }, (_, piece) => button("tip", () => this.turn(piece, "over"), { class: "small", "aria-label": `tip piece ${piece + 1} over` }));
    fill(this.tips, ...tips);
    const edit = tick("Edit colours: click the faces of the nets", this.editing, () => {
      this.editing = edit.value;
      this.render();
    });
    const heads = h("div", { class: "side-heads", "aria-hidden": "true" }, ...Array.from({ length: this.sides }, (_, side) => h("span", {}, `side ${side + 1}`)));
    heads.style.setProperty("--cols", String(this.sides));
    fill(
      this.element,
      this.rule,
      h("div", { class: "ii-top" }, this.tower.element, h("div", { class: "sides" }, heads, h("div", { class: "sides-row" }, this.grid.element, this.tips))),
      this.nets,
      edit.element,
    );
  }

  /** Lets the editor paint the nets. @param {Stack["painter"]} painter */
  paintWith(painter) {
    this.painter = painter;
    this.render();
  }

  renderNets() {
    const all = this.colours();
    const pieces = this.painter?.pieces() ?? this.file().pieces;
    const nets = pieces.map((/** @type {string|string[]} */ piece, /** @type {number} */ i) => {
      const colours = coloursOf(piece);
      return h("figure", { class: "net" }, this.net(colours, i, all), h("figcaption", {}, `${this.cube ? "cube" : "prism"} ${i + 1}`));
    });
    fill(this.nets, ...nets);
  }

  colours() {
    const used = new Set(this.file().pieces.flatMap(coloursOf));
    return [...used].sort();
  }

  /** @param {string[]} colours @param {number} piece @param {string[]} all */
  net(colours, piece, all) {
    const sides = this.sides;
    const editing = this.editing || this.painter !== null;
    // The sides in a row, the caps above and below the first.
    const at = (/** @type {number} */ face) => (face < sides ? [face, 1] : [0, face === sides ? 0 : 2]);
    const faces = colours.map((colour, face) => {
      const [x, y] = at(face);
      const { fill: background, ink } = colourOf(colour);
      const { text, size } = lettering(colour, 21, 11);
      const group = s(
        "g",
        { class: editing ? "net-face editing" : "net-face", transform: `translate(${x * 22 + 1} ${y * 22 + 1})` },
        s("rect", { width: 21, height: 21, rx: 3, fill: background, class: "edge" }),
        s("text", { x: 10.5, y: 15, fill: ink, class: "net-text", "font-size": size }, text),
      );
      if (editing) {
        const change = () => (this.painter ? this.painter.paint(piece, face) : this.recolour(piece, face, all[(all.indexOf(colour) + 1) % all.length]));
        group.setAttribute("tabindex", "0");
        group.setAttribute("role", "button");
        group.setAttribute("aria-label", `piece ${piece + 1}, face ${face + 1}: ${colourName(colour)}`);
        group.addEventListener("click", change);
        group.addEventListener("keydown", (event) => {
          if (event.key === "Enter" || event.key === " ") change();
        });
      }
      return group;
    });
    return s("svg", { viewBox: `0 0 ${sides * 22 + 2} 68`, class: "net-picture", role: editing ? "group" : "img", "aria-label": `net of piece ${piece + 1}: ${colours.map(colourName).join(", ")}` }, ...faces);
  }

  /** @param {number} piece @param {number} face @param {string} colour */
  recolour(piece, face, colour) {
    const file = this.file();
    const pieces = file.pieces.map((/** @type {string|string[]} */ old, /** @type {number} */ i) => {
      if (i !== piece) return old;
      const colours = coloursOf(old).map((one, k) => (k === face ? colour : one));
      return typeof old === "string" ? colours.join("") : colours;
    });
    this.context.history.push({ file: { ...file, pieces }, play: this.context.history.state.play });
  }

  draw() {
    return { puzzle: this.file() };
  }

  /** The sides of a tower that was turned, a row for each piece. */
  picture() {
    const start = page.fromFile(this.file()).play;
    if (JSON.stringify(start) === JSON.stringify(this.context.history.state.play)) return null;
    return fieldsPicture(this.shown(this.faces).map((places) => places.slice(0, this.sides)), Infinity);
  }

  /** The tower that agrees with most pieces as they lie. */
  async hint() {
    if (this.solved) return this.context.say("It is solved already.", "good");
    const answer = await this.context.work.ask("Looking for a tower", "solve", { puzzle: this.file(), limit: 500, time_limit: 10 });
    if (!answer) return;
    if (answer.solutions.length === 0) return this.context.say(answer.status === "unsatisfiable" ? "These pieces have no such tower." : "No such tower was found within the limit; there may be one.", "bad");
    const now = this.shown(this.faces).map((/** @type {string[]} */ places) => places.slice(0, this.sides).join());
    const same = (/** @type {any} */ solution) => solution.sides.filter((/** @type {string[]} */ side, /** @type {number} */ i) => side.join() === now[i]).length;
    const best = answer.solutions.reduce((/** @type {any} */ a, /** @type {any} */ b) => (same(b) > same(a) ? b : a));
    const piece = best.sides.findIndex((/** @type {string[]} */ side, /** @type {number} */ i) => side.join() !== now[i]);
    const target = this.facesOf(best)[piece];
    this.context.history.play({ faces: this.faces.map((faces, i) => (i === piece ? target : faces)) });
    if (!this.solved) this.context.say(`Piece ${piece + 1} is turned so that its sides show ${best.sides[piece].map(colourName).join(", ")}.`);
  }

  check() {
    const wrong = wrongIn(this.file(), this.shown(this.faces));
    const sides = new Set([...wrong].map((cell) => cell.split(",")[1]));
    if (wrong.size === 0) this.context.say("Solved! Every side is as it should be.", "good");
    else this.context.say(`${sides.size} of ${this.sides} sides ${sides.size === 1 ? "is" : "are"} not right yet.`, "bad");
  }

  fresh() {
    const form = wishes(this.context.about, "instant-insanity", {
      cubes: { label: "Pieces", min: 2, max: 8 },
      colours: { label: "Colours", value: 4, min: 2, max: 8 },
      sides: { label: "Shape", words: [["", "cubes"], ["3", "prisms, 3 sides"], ["5", "prisms, 5 sides"], ["6", "prisms, 6 sides"]] },
      minimise: { label: "Rule", words: [["adiis", "all different"], ["aeiis", "all equal"]] },
      generate: { label: "Colouring", words: [["solvable", "with a solution"], ["balanced", "balanced"], ["random", "random"]] },
    });
    const seed = seedField();
    const make = async (/** @type {object} */ wish, isDaily = false) => {
      const file = await this.context.work.ask("Colouring pieces", "design/instant-insanity", wish);
      if (!file) return;
      seed.renew();
      if (isDaily) noteDaily(file);
      this.context.open(file);
      this.context.say("New pieces.", "good");
    };
    const daily = () => make({ generate: "solvable", minimise: "adiis", cubes: 4, colours: 4, seed: seedOfToday() }, true);
    return h("div", {}, h("h2", {}, "New pieces"), h("div", { class: "fields" }, ...form.fields, seed.element), h("div", { class: "row" }, button("New pieces", () => make({ ...form.value, seed: seed.value }), { class: "strong" }), button("Puzzle of the day", daily)));
  }

  /** Which sets have the fewest towers, and how many sets have how many. @returns {Panel} */
  designPanel() {
    const form = wishes(this.context.about, "instant-insanity", {
      cubes: { label: "Cubes", min: 2, max: 5 },
      colours: { label: "Colours", value: 4, min: 2, max: 5 },
      minimise: { label: "Towers", words: [["adiis", "all different"], ["aeiis", "all equal"], ["both", "both kinds"]] },
    });
    const result = h("div", { class: "result", "aria-live": "polite" });
    const run = async () => {
      const told = await this.context.work.ask("Going through all sets", "design/instant-insanity", { ...form.value, histogram: true, time_limit: 120 });
      if (!told) return;
      if (!told.minimum) return fill(result, h("p", { class: "verdict" }, told.proved ? "No set has such towers: all were looked at." : "Not finished: no set with such towers was found so far."));
      const data = told.histogram.map((/** @type {any} */ row) => ({ label: row.solutions ?? "none", value: Number(row.instances) })).slice(0, 24);
      fill(
        result,
        h("p", { class: "verdict" }, `${told.proved ? "Proved: the" : "So far: the"} fewest towers are ${told.minimum.orientations} orientations, ${told.minimum.tower} up to turning the tower.`),
        h("p", { class: "fine" }, `Attained by ${Number(told.attained_by).toLocaleString("en")} of ${Number(told.instances).toLocaleString("en")} sets${told.proved ? "" : " looked at so far"}.`),
        h("div", { class: "row" }, button("Play the best set", () => this.context.open(told.witness), { class: "strong" })),
        bars("Sets by number of towers", data),
      );
    };
    return { element: h("div", {}, h("h2", {}, "Design"), h("p", {}, "Of all sets of cubes that show every colour: which have the fewest towers, but at least one? With proof, and the histogram."), h("div", { class: "fields" }, ...form.fields), h("div", { class: "row" }, button("Fewest towers", run, { class: "strong" })), result) };
  }
}

/** @param {HTMLElement} cell @param {string} colour @param {number} width in pixels */
function paint(cell, colour, width) {
  const { fill: background, ink } = colourOf(colour);
  cell.style.background = background;
  cell.style.color = ink;
  const { text, size } = lettering(colour, width, 16);
  cell.style.fontSize = `${size}px`;
  cell.textContent = text;
}
