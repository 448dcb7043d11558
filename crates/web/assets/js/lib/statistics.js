// What was solved in this browser, how long it took, and on which days the puzzle of the day was solved in a row. Nothing of it leaves the browser
// unless it is saved as a file.

import { codeOf, forget, keep, kept } from "./keep.js";

/**
 * A puzzle that was solved.
 * @typedef {object} Solved
 * @property {string} kind
 * @property {string} code which puzzle
 * @property {number} seconds
 * @property {string} day
 * @property {boolean} daily whether it was the puzzle of that day
 */

const [KEY, DAILY] = ["statistics", "daily"];

/** No more are kept; the oldest go. */
const [MOST, MOST_DAILY] = [5000, 100];

/** A day in milliseconds. */
const DAY = 86_400_000;

/** The date; days begin everywhere at the same moment, so that all have the same puzzle. */
export const today = () => new Date().toISOString().slice(0, 10);

/** What the puzzles of this day are made from. */
export const seedOfToday = () => Number(today().replaceAll("-", ""));

/** @returns {Solved[]} */
export function allSolved() {
  const all = kept(KEY);
  return Array.isArray(all) ? all : [];
}

/** Notes a puzzle that was solved, once. @param {string} kind @param {PuzzleFile} file @param {number} seconds */
export function noteSolved(kind, file, seconds) {
  const [all, code, day] = [allSolved(), codeOf(file), today()];
  if (all.some((one) => one.code === code)) return;
  const daily = kept(DAILY)?.[code] === day;
  keep(KEY, [...all, { kind, code, seconds: Math.round(seconds), day, daily }].slice(-MOST));
}

/** Notes which puzzle is one of this day. @param {PuzzleFile} file */
export function noteDaily(file) {
  const others = Object.entries(kept(DAILY) ?? {});
  keep(DAILY, Object.fromEntries([...others.slice(1 - MOST_DAILY), [codeOf(file), today()]]));
}

/** Erases what was solved, the marks of it and the times. Games stay. */
export function eraseStatistics() {
  forget(KEY, DAILY, "solved:", "time:");
}

/** How many were solved of each kind, and the times. @param {Solved[]} all */
export function byKind(all) {
  const kinds = [...new Set(all.map(({ kind }) => kind))].sort();
  return kinds.map((kind) => {
    const times = all.filter((one) => one.kind === kind).map(({ seconds }) => seconds);
    return { kind, solved: times.length, best: Math.min(...times), mean: times.reduce((sum, one) => sum + one, 0) / times.length };
  });
}

/** Days in a row with a puzzle of the day: the last ones, if they reach to today or yesterday, and the most. @param {Solved[]} all @param {string} day */
export function streaks(all, day) {
  const number = (/** @type {string} */ one) => Math.round(Date.parse(one) / DAY);
  const days = [...new Set(all.filter(({ daily }) => daily).map((one) => number(one.day)))].sort((a, b) => a - b);
  let [longest, run] = [0, 0];
  days.forEach((one, i) => {
    run = one === days[i - 1] + 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  return { now: number(day) - (days.at(-1) ?? -Infinity) <= 1 ? run : 0, longest };
}
