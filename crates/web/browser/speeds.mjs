// How fast the engines are in the exported page, beside those of the program: ten questions, as a table.

import { engines } from "./test/engines.mjs";
import { askServer, serve } from "./test/server.mjs";

const REPEAT = 3;

const { server, site } = await serve();
const inPage = await engines();
const { examples } = await (await fetch(`${site}/api/about`)).json();
const puzzle = (name) => ({ puzzle: examples[name] });

const QUESTIONS = [
  ["Tricky Triple 8x8, empty: how many", "count", puzzle("tricky-triple-8x8-empty")],
  ["Tricky Triple 10x10, easy: explained", "explain", puzzle("tricky-triple/10x10-easy")],
  ["Tricky Triple 6x6: a new board", "design/tricky-triple", { rows: 6, cols: 6, seed: 1 }],
  ["Instant Insanity: three cubes, the fewest towers", "design/instant-insanity", { minimise: "adiis", cubes: 3, colours: 3 }],
  ["Instant Insanity: explained", "explain", puzzle("instant-insanity")],
  ["Spinpossible 3x3: all distances", "states/spinpossible", { rows: 3, cols: 3 }],
  ["Kropki, hard: explained", "explain", puzzle("kropki-hard")],
  ["Masyu, hard: unique", "solve", { ...puzzle("masyu-hard"), unique: true }],
  ["Fillomino, hard: unique", "solve", { ...puzzle("fillomino-hard"), unique: true }],
  ["Sudoku: a new puzzle", "design", { ...puzzle("sudoku"), seed: 1 }],
];

/** The median of some runs, in seconds; none if there was no answer. */
async function median(ask) {
  const times = [];
  for (let run = 0; run < REPEAT; run += 1) {
    const start = performance.now();
    const { answer } = await ask();
    if (!answer || answer.complete === false) return null;
    times.push((performance.now() - start) / 1000);
  }
  return times.sort((a, b) => a - b)[Math.floor(REPEAT / 2)];
}

const shown = (seconds) => (seconds === null ? "-" : seconds < 0.1 ? `${(1000 * seconds).toFixed(1)} ms` : `${seconds.toFixed(2)} s`);

console.log("| question | program | browser | browser / program |\n|---|---:|---:|---:|");
for (const [name, path, body] of QUESTIONS) {
  const asked = { ...body, time_limit: 60 };
  const [ours, theirs] = [await median(() => askServer(site, path, asked)), await median(() => inPage(path, asked).at(-1))];
  console.log(`| ${name} | ${shown(ours)} | ${shown(theirs)} | ${ours && theirs ? (theirs / ours).toFixed(1) : "-"} |`);
}
server.kill("SIGTERM");
