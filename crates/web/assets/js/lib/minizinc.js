// MiniZinc in this page: its compiler as WebAssembly, where the page was written with it. The engines say what is to be compiled; here it is done, once
// for all of them.

import { Memory } from "./memory.js";
import { AskError } from "./said.js";
import { fileAddress } from "./site.js";

/** What is to be compiled. @typedef {{files: Record<string, string>, arguments: string[], outputs: string[]}} Job */

/** What came of it: texts, or MiniZinc's words against it. @typedef {{Ok: string[]}|{Err: string}} Result */

/** The folder of MiniZinc's files; the document names it where they are. */
const folder = document.querySelector('meta[name="minizinc"]')?.getAttribute("content") ?? null;

/** Whether the page has it. */
export const HAS_MINIZINC = folder !== null;

/** So long may one job take, in milliseconds, once MiniZinc is loaded. */
const LONGEST = 60_000;

/** @type {Memory<Result>} */
const results = new Memory(64);

/** A worker that has MiniZinc loaded and nothing to do. @type {Promise<Worker>|null} */
let ready = null;

/** @returns {Promise<Worker>} */
async function loaded() {
  const away = () => new AskError("offline", "MiniZinc could not be loaded. Is there a connection?");
  const [wasmURL, dataURL] = ["minizinc.wasm", "minizinc.data"].map((name) => fileAddress(`${folder}/${name}`));
  // Its worker does not tell that a file is missing, so it is asked for before; no more than whether it is there.
  const control = new AbortController();
  const found = await fetch(wasmURL, { signal: control.signal }).catch(() => null);
  control.abort();
  if (!found?.ok) throw away();
  const worker = new Worker(fileAddress(`${folder}/minizinc-worker.js`));
  return new Promise((resolve, reject) => {
    worker.onerror = () => reject(away());
    worker.onmessage = ({ data }) => data.type === "ready" && resolve(worker);
    worker.postMessage({ wasmURL, dataURL });
  });
}

/** A worker once it is loaded, unless somebody wants no more: then the next one has it. @param {Promise<Worker>} loading @param {AbortSignal} [signal] @returns {Promise<Worker>} */
function unlessStopped(loading, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      ready ??= loading;
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    loading.then(resolve, reject).finally(() => signal?.removeEventListener("abort", stop));
  });
}

/**
 * Has something compiled. Whoever comes while another job is done gets a MiniZinc of its own; who wants no more ends it.
 * @param {Job} job
 * @param {AbortSignal} [signal]
 * @returns {Promise<Result>}
 */
export async function compiled(job, signal) {
  const key = JSON.stringify(job);
  const known = results.get(key);
  if (known) return known;
  const taken = ready ?? loaded();
  ready = null;
  const worker = await unlessStopped(taken, signal);
  let usable = false;
  try {
    const result = await run(worker, job, signal);
    usable = true;
    return results.keep(key, result);
  } finally {
    worker.onmessage = worker.onerror = null;
    if (usable && !ready) ready = Promise.resolve(worker);
    else worker.terminate();
  }
}

/** @param {Worker} worker @param {Job} job @param {AbortSignal} [signal] @returns {Promise<Result>} */
function run(worker, { files, arguments: args, outputs }, signal) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new AskError("unanswered", "not answered: MiniZinc has compiled for too long")), LONGEST);
    const stop = () => reject(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    worker.onerror = () => reject(new AskError("internal", "MiniZinc has failed; the answer is lost"));
    worker.onmessage = ({ data }) => {
      if (data.type !== "exit") return;
      clearTimeout(late);
      signal?.removeEventListener("abort", stop);
      const texts = outputs.length ? outputs.map((name) => data.outputFiles?.[name]) : [data.stdout];
      if (data.code === 0 && texts.every(Boolean)) resolve({ Ok: texts });
      // MiniZinc calls the folder of its files so.
      else resolve({ Err: (data.stderr || data.stdout || data.message || `MiniZinc ended with ${data.code}`).replaceAll("/minizinc/", "").trim() });
    };
    worker.postMessage({ jsonStream: false, files, args, outputFiles: outputs });
  });
}
