// The editor of every kind: what a puzzle file says, key by key, and at once what comes of it: no solution, one, or several and where two differ.

import { ask, AskError } from "../lib/api.js";
import { button, h } from "../lib/dom.js";

/** So long after the last key, in milliseconds, the puzzle is looked at. */
const SETTLE = 500;

/**
 * @param {Context} context
 * @param {any} page
 * @returns {Panel}
 */
export function editPanel(context, page) {
  const file = page.file();
  const board = /** @type {BoardDescription|null} */ (page.board);
  const blank = (board?.clues ?? []).filter(({ name }) => !(name in file)).map(({ name, rows, cols }) => [name, Array(rows).fill(Array(cols).fill("_").join(" ")).join("\n")]);
  const keys = [...Object.entries(file).filter(([key]) => key !== "puzzle"), ...blank];
  const untold = new Map(blank.map(([key, text]) => [key, text]));
  const said = h("p", { class: "verdict", role: "status" });
  let timer = 0;

  const controls = keys.map(([key, value]) => {
    const text = written(value);
    const area = h(text.includes("\n") ? "textarea" : "input", { id: `edit-${key}`, rows: Math.min(16, text.split("\n").length), spellcheck: "false", "data-passing": "" });
    area.value = text;
    area.addEventListener("input", () => {
      clearTimeout(timer);
      timer = window.setTimeout(look, SETTLE);
    });
    return { key, value, area };
  });

  const edited = () => {
    const values = controls.filter(({ key, area }) => area.value.trim() !== untold.get(key)).map(({ key, value, area }) => [key, read(area.value, value)]);
    return { puzzle: file.puzzle, ...Object.fromEntries(values) };
  };

  /** Shows the puzzle as it is now, and what is known of it. */
  const look = async () => {
    said.textContent = "Looking …";
    try {
      const now = edited();
      const answer = await ask("solve", { puzzle: now, unique: true, time_limit: 20 });
      const hint = answer.status === "unsatisfiable" ? (await ask("explain", { puzzle: now, hint: true, time_limit: 20 })).hint : "";
      await page.ready(now);
      context.show(null);
      if (JSON.stringify(now) !== JSON.stringify(page.file())) context.history.push({ file: now, play: { entries: {} } });
      said.textContent = "";
      tell(answer, hint);
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      said.textContent = error.message;
    }
  };

  /** @param {any} answer @param {string} hint */
  const tell = (answer, hint) => {
    const known = answer.unique === true ? "Exactly one solution." : answer.unique === false ? `Several solutions: two of them differ in ${answer.differ.join(", ")}.` : answer.status === "unsatisfiable" ? hint : "Whether there is one solution was not found out in time.";
    if (answer.unique === false) context.show({ title: "One of two solutions", solution: answer.solutions[0], marks: Object.fromEntries(answer.differ.flatMap((/** @type {string} */ places) => places.split(", ")).map((/** @type {string} */ place) => [place, "differs"])) });
    context.say(known, answer.unique === true ? "good" : "bad");
  };

  const take = () => {
    const entered = page.asClues();
    for (const { key, area } of controls) if (key in entered) area.value = entered[key];
    return look();
  };

  const element = h(
    "div",
    {},
    h("h2", {}, "Edit"),
    h("p", { class: "fine" }, "What the puzzle's file says. In clues, _ stands for none."),
    ...controls.map(({ key, area }) => h("div", { class: "field wide" }, h("label", { for: area.id }, key), area)),
    h("div", { class: "row" }, button("Look at it", look, { class: "strong" }), button("Take what is filled in", take)),
    said,
  );
  return { element, leave: () => clearTimeout(timer) };
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
