// Asking the engines in this page. They run in workers, one question at a time in each; who wants no more ends the worker, and another one begins.

import { compiled, HAS_MINIZINC } from "./minizinc.js";
import { AskError, heard } from "./said.js";
import { EXPORTED, fileAddress } from "./site.js";

/** As many questions are worked on at once. */
const MOST = Math.max(2, Math.min(4, navigator.hardwareConcurrency || 2));

/** A worker that holds more, in bytes, is not asked again: its memory never gets smaller. */
const LARGE = 256 * 2 ** 20;

export const AWAY = "The engines could not be loaded. Is there a connection?";

/** @type {Worker[]} */
const idle = [];
/** @type {((worker: Worker) => void)[]} */
const waiting = [];
let workers = 0;

/** The program, loaded once for all workers. @type {Promise<WebAssembly.Module>|undefined} */
let program;

function loaded() {
  program ??= load().catch(() => {
    program = undefined;
    throw new AskError("offline", AWAY);
  });
  return program;
}

async function load() {
  const address = fileAddress("tantalizer.wasm");
  const response = await fetch(address);
  // A host that does not know what the file is cannot stop us.
  if (response.headers.get("Content-Type") !== "application/wasm") return WebAssembly.compile(await response.arrayBuffer());
  return WebAssembly.compileStreaming(response);
}

if (EXPORTED) {
  // Every page asks something: the engines are loaded while the rest of it is. That they are away is told to whoever asks.
  loaded().catch(() => {});
  // After the first visit everything is there without a connection. Where a browser has no such thing, the page works all the same.
  addEventListener("load", () => navigator.serviceWorker?.register(fileAddress("offline.js")).catch(() => {}));
}

/** A worker that has nothing to do. @param {AbortSignal} [signal] @returns {Promise<Worker>} */
async function free(signal) {
  const module = await loaded();
  signal?.throwIfAborted();
  const rested = idle.pop();
  if (rested) return rested;
  if (workers < MOST) {
    workers += 1;
    const worker = new Worker(fileAddress("js/worker.js"));
    worker.postMessage({ program: module });
    return worker;
  }
  return new Promise((resolve, reject) => {
    waiting.push(resolve);
    signal?.addEventListener("abort", () => {
      const at = waiting.indexOf(resolve);
      if (at >= 0) waiting.splice(at, 1);
      reject(signal.reason);
    });
  });
}

/** Gives a worker back, or ends it. @param {Worker} worker @param {boolean} usable */
function give(worker, usable) {
  worker.onmessage = worker.onerror = null;
  if (usable) {
    const next = waiting.shift();
    if (next) next(worker);
    else idle.push(worker);
    return;
  }
  worker.terminate();
  workers -= 1;
  // Another one takes the place of the one that is gone.
  const next = waiting.shift();
  if (next) free().then(next);
}

/**
 * Asks a worker, and has MiniZinc do before what the question needs, where the page has it.
 * @param {string} path
 * @param {object} body
 * @param {boolean} streamed
 * @param {Listeners} listeners
 */
async function carried(path, body, streamed, listeners) {
  const { signal } = listeners;
  const worker = await free(signal);
  let usable = false;
  /** @param {string} path @param {object} body @param {boolean} streamed */
  const put = async (path, body, streamed) => {
    usable = false;
    const said = await told(worker, path, body, streamed, listeners);
    usable = said.bytes < LARGE;
    return said;
  };
  try {
    for (;;) {
      const { answer, refused } = await put(path, body, streamed);
      if (!refused) return answer;
      if (!(refused instanceof AskError && refused.job && HAS_MINIZINC)) throw refused;
      const result = await compiled(refused.job, signal);
      await put("compiled", { job: refused.job, result }, false);
    }
  } finally {
    give(worker, usable);
  }
}

/**
 * What a worker says to one question: the answer or why there is none, and how much memory it holds by then.
 * @param {Worker} worker
 * @param {string} path
 * @param {object} body
 * @param {boolean} streamed
 * @param {Listeners} listeners
 * @returns {Promise<{answer?: any, refused?: unknown, bytes: number}>}
 */
function told(worker, path, body, streamed, listeners) {
  const { signal } = listeners;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    /** @type {any} */
    let answer;
    /** @type {unknown} */
    let refused;
    worker.onerror = () => reject(new AskError("offline", AWAY));
    worker.onmessage = ({ data }) => {
      if (data.done) {
        signal?.removeEventListener("abort", stop);
        return resolve({ answer, refused, bytes: data.bytes });
      }
      try {
        answer = heard(data.line, listeners) ?? answer;
      } catch (error) {
        refused = error;
      }
    };
    worker.postMessage({ path: `/api/${path}`, body: JSON.stringify(body), streamed });
  });
}

/**
 * Asks a question and waits for its answer.
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export const ask = (path, body, signal) => carried(path, body, false, { signal });

/**
 * Asks a question and hears of everything on the way to its answer.
 * @param {string} path
 * @param {object} body
 * @param {Listeners} listeners
 * @returns {Promise<any>}
 */
export const follow = (path, body, listeners) => carried(path, body, true, listeners);

/**
 * What the engines offer: puzzles, engines, strategies, examples.
 * @returns {Promise<About>}
 */
export const about = () => ask("about", {});
