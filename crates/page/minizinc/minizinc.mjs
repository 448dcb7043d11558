#!/usr/bin/env node
// MiniZinc from the package `minizinc` of npm, as a program: its compiler and its solvers as WebAssembly, with the files of this machine.
//
// It sees a folder of its own, `/minizinc`, into which everything goes that the arguments name. It starts no other programs: its own solvers can be asked,
// and models be flattened for others (`MINIZINC=.../minizinc.mjs tantalizer ...`).

import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createRequire } from "node:module";
import vm from "node:vm";

const require = createRequire(import.meta.url);
const dist = join(import.meta.dirname, "node_modules/minizinc/dist");
const HERE = "/minizinc";

/** Options that are followed by a file that is written. */
const WRITES = ["--fzn", "--ozn", "--output-paths-to-file", "--output-fzn-to-file", "--output-ozn-to-file", "-o", "--output-to-file"];

/** @type {Record<string, string>} */
const files = {};
const kind = (path) => statSync(path, { throwIfNoEntry: false });
const inside = (path) => HERE + resolve(path);

/** Takes a file along, or all of a folder that MiniZinc reads. */
function take(path) {
  if (kind(path)?.isDirectory()) for (const name of readdirSync(path)) take(join(path, name));
  else if (/\.(mzn|dzn|json|msc|fzn)$/.test(path)) files[resolve(path).slice(1)] = readFileSync(path, "utf8");
}

const outputs = [];
const args = process.argv.slice(2).map((word, at, words) => {
  const [before] = words.slice(at - 1, at);
  if (at > 0 && WRITES.includes(before)) {
    outputs.push(word);
    files[join(dirname(resolve(word)), ".keep").slice(1)] = "";
    return inside(word);
  }
  if (!kind(word)) return word;
  take(word);
  // What stands beside a model may be included, and beside a solver stands its library.
  if (kind(word).isFile()) for (const name of readdirSync(dirname(resolve(word)))) {
    const beside = join(dirname(resolve(word)), name);
    if (word.endsWith(".msc") || name.endsWith(".mzn")) take(beside);
  }
  return inside(word);
});

let hear;
let asked = false;
const said = (message) => {
  // It is ready once more after each job.
  if (message.type === "ready" && !asked) {
    asked = true;
    return hear({ data: { jsonStream: false, files, args, outputFiles: outputs.map((path) => resolve(path).slice(1)) } });
  }
  if (message.type !== "exit") return;
  const shown = (text) => (text ?? "").replaceAll(`${HERE}/`, "/");
  process.stdout.write(shown(message.stdout));
  process.stderr.write(shown(message.stderr ?? message.message));
  for (const path of outputs) {
    const text = message.outputFiles?.[resolve(path).slice(1)];
    if (text !== null && text !== undefined) writeFileSync(path, text);
  }
  process.exitCode = message.code === 0 ? 0 : 1;
};
Object.assign(globalThis, { require, __dirname: dist, __filename: join(dist, "minizinc-worker.js"), addEventListener: (_, listener) => (hear = listener), postMessage: said });
vm.runInThisContext(readFileSync(join(dist, "minizinc-worker.js"), "utf8"));
hear({ data: { wasmURL: join(dist, "minizinc.wasm"), dataURL: join(dist, "minizinc.data") } });
