// The editor of every kind that is a model: what a puzzle file says, typed on the board or key by key.

import { AskError } from "../lib/api.js";
import { button, fill, h } from "../lib/dom.js";
import { choice } from "../lib/form.js";
import { editPanel } from "../panels/edit.js";
import { Layer, NONE, placeOf } from "./kind_layers.js";

/** @typedef {import("../panels/edit.js").Control} Control */

/**
 * @param {Context} context
 * @param {any} page
 * @returns {Panel}
 */
export function editKind(context, page) {
  const file = page.file();
  const board = /** @type {BoardDescription|null} */ (page.board);
  const clues = board?.clues ?? [];
  const told = Object.entries(file).filter(([key]) => key !== "puzzle").map(([key, value]) => ({ key, value }));
  const blank = clues.filter(({ name }) => !(name in file)).map(({ name, rows, cols }) => {
    const text = Array(rows).fill(Array(cols).fill(NONE).join(" ")).join("\n");
    return { key: name, value: text, untold: text };
  });
  const state = (/** @type {PuzzleFile} */ file) => ({ file, play: { entries: {} } });
  const ready = (/** @type {PuzzleFile} */ file) => page.ready(file).then(() => file);

  /** @param {Control[]} controls */
  const take = (controls) => {
    const entered = page.asClues();
    for (const control of controls) if (control.key in entered) control.set(entered[control.key]);
  };

  /** The same puzzle without clues, as large as the numbers say now. @param {PuzzleFile} edited */
  const clear = async (edited) => {
    const names = clues.map(({ name }) => name);
    const bare = /** @type {PuzzleFile} */ (Object.fromEntries(Object.entries(edited).filter(([key]) => !names.includes(key))));
    try {
      await page.ready(bare);
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      return context.say(error.message, "bad");
    }
    context.history.push(state(bare));
    context.tab("edit");
  };

  /** @param {Control[]} controls @param {() => PuzzleFile} edited */
  const tools = (controls, edited) => {
    const found = board ? controls.flatMap((control) => layerOf(control, placeOf(control.key, control.area.value, board)) ?? []) : [];
    const named = clues.map(({ name }) => name);
    // Clues of the cells come first: they are edited most.
    const order = (/** @type {Layer} */ { place }) => (named.includes(place.key) ? 0 : 2) + (place.side ? 1 : 0);
    found.sort((a, b) => order(a) - order(b));
    const words = (/** @type {string} */ key) => clues.find(({ name }) => name === key)?.symbols ?? [];
    const layers = found.length ? layerTools(found, words, page) : {};
    const buttons = [button("Take what is filled in", () => take(controls)), clues.length > 0 && button("Clear clues", () => clear(edited()))];
    return { ...layers, buttons };
  };
  return editPanel(context, page, { keys: [...told, ...blank], state, ready, clued: () => true, tools });
}

/** A key that stands on the board. @param {Control} control @param {import("./kind_layers.js").Place|null} place */
export const layerOf = (control, place) => place && new Layer(place, { read: () => control.area.value, write: control.set });

/**
 * What of the file can be edited on the board: a choice, and what a click writes.
 * @param {Layer[]} found
 * @param {(key: string) => string[]} symbols those that may be written
 * @param {{editLayer(layer: Layer|null): void}} page
 */
export function layerTools(found, symbols, page) {
  const which = choice("Edit on the board", [...found.map(({ place }) => /** @type {[string, string]} */ ([place.key, place.key])), ["", "nothing"]]);
  const brush = h("input", { id: "edit-brush", size: 4, "data-passing": "" });
  const buttons = h("div", { class: "row" });
  const layer = () => found.find(({ place }) => place.key === which.value) ?? null;
  const paint = (/** @type {string} */ text) => {
    const now = layer();
    if (now && text.trim()) now.brush = text.trim();
  };
  brush.addEventListener("input", () => paint(brush.value));
  const begin = () => {
    const now = layer();
    brush.value = now?.brush ?? "";
    fill(buttons, ...symbols(which.value).map((word) => button(word, () => paint((brush.value = word)), { class: "small" })));
    page.editLayer(now);
  };
  which.select.addEventListener("change", begin);
  which.select.dataset.passing = "";
  const element = h("div", {}, h("p", { class: "fine" }, "Type into cells of the board, or click them; Delete empties, and hints outside have fields."), h("div", { class: "fields" }, which.element, h("div", { class: "field" }, h("label", { for: brush.id }, "A click writes"), brush)), buttons);
  return { element, begin, leave: () => page.editLayer(null) };
}
