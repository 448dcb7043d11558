// The editor of every puzzle: what its file says, key by key or on the board, and at once what comes of it: no solution, one with its difficulty
// and the clues that can go, or several and where two differ.

import { clashMarks } from "../advice.js";
import { ask, AskError } from "../lib/api.js";
import { button, fill, h } from "../lib/dom.js";

/** So long after the last key, in milliseconds, the puzzle is looked at. */
const SETTLE = 500;

/**
 * A key of the file, the value that it has or would have, and, where the file need not say it, the text that says nothing.
 * @typedef {{key: string, value: any, untold?: string}} Key
 */

/** A key, where it is written, what it is now, and how to make it something else. @typedef {Key & {area: HTMLInputElement|HTMLTextAreaElement, now(): any, set(value: any): void}} Control */

/** What is known of a puzzle: what is said, what is shown, and whether it has exactly one solution. @typedef {{said: string, good: boolean, overlay?: Overlay, unique?: boolean}} Verdict */

/**
 * What a page brings along to be edited.
 * @typedef {object} Edited
 * @property {Key[]} keys
 * @property {(file: PuzzleFile) => State} state the puzzle, not yet played
 * @property {(file: PuzzleFile) => Promise<PuzzleFile>} [ready] finds out what must be known of a puzzle before it is shown, and how it is written; if not said, as it is read
 * @property {(file: PuzzleFile) => Promise<Verdict>} [judge] where more is to be told than of others
 * @property {{name: string, said: string}} [upTo] of solutions that are one up to a symmetry: its name, and what is said
 * @property {(file: PuzzleFile) => boolean} [clued] whether there are clues that may be too many
 * @property {(file: PuzzleFile) => Promise<string[]|undefined>} [redundant] which of them can go, where it is not enough to ask
 * @property {(controls: Control[], edited: () => PuzzleFile) => Tools} [tools] what is edited on the board, and what else there is to press
 */

/** @typedef {{element?: HTMLElement, buttons?: (HTMLElement|false)[], begin?: () => void, leave?: () => void}} Tools */

/**
 * @param {Context} context
 * @param {PageParts} page
 * @param {Edited} puzzle
 * @returns {Panel}
 */
export function editPanel(context, page, puzzle) {
  const said = h("p", { class: "verdict", role: "status" });
  const facts = h("div", { class: "facts", "aria-live": "polite" });
  let timer = 0;
  /** What is looked at; what was looked at before says nothing more. */
  let looked = 0;

  const controls = puzzle.keys.map((key) => {
    const text = written(key.value);
    const area = h(text.includes("\n") ? "textarea" : "input", { id: `edit-${key.key}`, rows: Math.min(16, text.split("\n").length), spellcheck: "false", "data-passing": "" });
    area.value = key.key in context.history.state.file ? text : (key.untold ?? text);
    const changed = () => {
      // What was said of the puzzle before no longer holds, nor what is being found out about it.
      looked += 1;
      said.textContent = "";
      fill(facts);
      context.say("");
      page.render();
      clearTimeout(timer);
      timer = window.setTimeout(look, SETTLE);
    };
    area.addEventListener("input", changed);
    const set = (/** @type {any} */ value) => {
      area.value = written(value);
      changed();
    };
    return { ...key, area, now: () => read(area.value, key.value), set };
  });

  const edited = () => {
    const told = controls.filter(({ untold, area }) => area.value.trim() !== untold);
    return { puzzle: page.file().puzzle, ...Object.fromEntries(told.map(({ key, now }) => [key, now()])) };
  };

  /** Shows the puzzle as it is now, and what is known of it. */
  const look = async () => {
    const turn = (looked += 1);
    said.textContent = "Looking …";
    fill(facts);
    try {
      const now = edited();
      const verdict = await (puzzle.judge ?? judged)(now, puzzle);
      const ready = await (puzzle.ready ?? asRead)(now);
      if (turn !== looked) return;
      context.show(null);
      if (JSON.stringify(ready) !== JSON.stringify(context.history.state.file)) context.history.push(puzzle.state(ready));
      said.textContent = "";
      if (verdict.overlay) context.show(verdict.overlay);
      context.say(verdict.said, verdict.good ? "good" : "bad");
      if (verdict.unique && puzzle.clued?.(now)) await more(now, turn);
    } catch (error) {
      // A puzzle that is right but that the page cannot show is told as well.
      if (!(error instanceof AskError || error instanceof RangeError)) throw error;
      if (turn === looked) said.textContent = error.message;
    }
  };

  /** How hard a puzzle is, and which of its clues can go. @param {PuzzleFile} now @param {number} turn */
  const more = async (now, turn) => {
    fill(facts, h("p", { class: "fine" }, "Looking how hard it is, and which clues can go …"));
    const told = await ask("explain", { puzzle: now, time_limit: 15 }).catch(untold);
    const places = await (puzzle.redundant ?? redundant)(now).catch(untold);
    if (turn !== looked) return;
    // Not every puzzle has a measure of difficulty.
    const hard = !told?.complete ? "How hard it is was not found out in time." : told.difficulty ? `Difficulty: ${told.difficulty}.` : null;
    fill(
      facts,
      hard !== null && h("p", {}, hard),
      h("p", {}, places === undefined ? "Which clues can go was not found out in time." : places.length ? `Each of these clues can go by itself: ${places.join(", ")}.` : "No clue can go."),
      Boolean(places?.length) && button("Show them", () => context.show({ title: "Clues that can go, one at a time", values: {}, marks: marked(places ?? [], "removes") }), { class: "small" }),
    );
  };

  const tools = puzzle.tools?.(controls, edited);
  const element = h(
    "div",
    {},
    h("h2", {}, "Edit"),
    tools?.element,
    said,
    facts,
    h("div", { class: "row" }, button("Look at it", look, { class: "strong" }), ...(tools?.buttons ?? [])),
    h("p", { class: "fine" }, `What the puzzle's file says.${controls.some(({ area }) => /(^|\s)_(\s|$)/.test(area.value)) ? " In clues, _ stands for none." : ""}`),
    ...controls.map(({ key, area }) => h("div", { class: "field wide" }, h("label", { for: area.id }, key), area)),
  );
  // The page shows the panel first, and then what is edited on the board.
  if (tools?.begin) queueMicrotask(tools.begin);
  return {
    element,
    leave: () => {
      clearTimeout(timer);
      looked += 1;
      tools?.leave?.();
    },
  };
}

/** Whether there is no solution, one, or several. @param {PuzzleFile} file @param {Edited} puzzle @returns {Promise<Verdict>} */
async function judged(file, { upTo }) {
  const answer = await ask("solve", { puzzle: file, unique: true, time_limit: 20 });
  if (answer.status === "unsatisfiable") {
    const clash = await ask("explain", { puzzle: file, hint: true, time_limit: 20 });
    const marks = clash.clash ? clashMarks(clash) : {};
    return { said: clash.hint ?? "There is no solution.", good: false, overlay: Object.keys(marks).length ? { title: "These cannot all be right", values: {}, marks } : undefined };
  }
  if (answer.unique === true) return { said: "Exactly one solution.", good: true, unique: true };
  if (upTo && answer.unique_modulo?.[upTo.name] === true) return { said: upTo.said, good: true, unique: true };
  if (answer.unique !== false) return { said: "Whether there is one solution was not found out in time.", good: false };
  const overlay = { title: "One of two solutions", solution: answer.solutions[0], marks: marked(answer.differ, "differs") };
  return { said: `Several solutions: two of them differ in ${answer.differ.join(", ")}.`, good: false, overlay };
}

/** A puzzle as links and saved files have it. @param {PuzzleFile} file @returns {Promise<PuzzleFile>} */
const asRead = (file) => ask("read", { puzzle: file });

/** Which clues can go, one at a time. @param {PuzzleFile} file @returns {Promise<string[]|undefined>} */
const redundant = async (file) => (await ask("solve", { puzzle: file, redundant: true, time_limit: 15 })).redundant;

/** What is known where nobody answers. @param {unknown} error */
function untold(error) {
  if (error instanceof AskError) return undefined;
  throw error;
}

/** @param {string[]} names places, some of which are told together @param {string} mark */
function marked(names, mark) {
  return Object.fromEntries(names.flatMap((places) => places.split(", ")).map((place) => [place, mark]));
}

/** A value as people write it: a board as its rows. @param {any} value */
function written(value) {
  if (typeof value === "string") return value.trimEnd();
  if (Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === "string" && row.length > 1)) return value.join("\n");
  const isBoard = Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === "number"));
  return isBoard ? value.map((/** @type {number[]} */ row) => row.join(" ")).join("\n") : JSON.stringify(value);
}

/** @param {string} text @param {any} before what it was */
function read(text, before) {
  if (typeof before === "string") return text;
  const rows = text.trim().split("\n");
  if (Array.isArray(before) && before.every((row) => typeof row === "string")) return rows;
  try {
    return JSON.parse(text);
  } catch {
    const numbers = rows.map((row) => row.trim().split(/\s+/).map(Number));
    return numbers.flat().every(Number.isFinite) ? numbers : text;
  }
}
