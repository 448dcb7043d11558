// Hint and Check for boards that are filled in place by place: the next deduction, or what cannot be right.

import { marksOf } from "./panels/explain.js";

/** A board that is filled in. @typedef {PageParts & {entered(): Record<string, any>}} Filled */

/**
 * What follows from what is filled in, or what in it is wrong; null if that was not found out.
 * @param {Context} context
 * @param {Filled} board
 * @param {string} what
 */
const next = (context, board, what) => context.work.ask(what, "explain", { puzzle: board.file(), from: board.entered(), hint: true, time_limit: 10 });

/** @param {Context} context @param {Filled} board */
export async function hint(context, board) {
  if (board.finished()) return context.say("It is solved already.", "good");
  const told = await next(context, board, "Looking for the next deduction");
  if (!told) return;
  if (told.status === "unsatisfiable") return clash(context, board, told);
  const [step] = told.steps;
  if (step) context.show({ title: "Hint: the next easiest deduction", values: board.entered(), marks: marksOf(step) });
  context.say(step || told.complete ? told.hint : "No deduction was found within the limit; there may be one.", step || told.complete ? "" : "bad");
}

/** @param {Context} context @param {Filled} board */
export async function check(context, board) {
  const finished = board.finished();
  if (finished) return context.say(finished, "good");
  const told = await next(context, board, "Looking whether this can still be solved");
  if (told?.status === "unsatisfiable") return clash(context, board, told);
  if (told) context.say("So far, so good: this can still be solved.", "good");
}

/** The clues that clash, as marks. @param {{clash: string[]}} told */
export function clashMarks({ clash }) {
  // A clue is written as its places and its value.
  const places = clash.flatMap((clue) => (clue.includes(" = ") ? clue.split(" = ")[0].split(", ") : [/r\d+c\d+/.exec(clue)?.[0] ?? ""]));
  return Object.fromEntries(places.map((one) => [one, "failed"]));
}

/** @param {Context} context @param {Filled} board @param {any} told */
function clash(context, board, told) {
  context.show({ title: "These cannot all be right", values: board.entered(), marks: clashMarks(told) });
  context.say(told.hint, "bad");
}
