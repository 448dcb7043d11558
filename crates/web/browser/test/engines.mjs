// The engines of the exported page without a browser: its worker, run here, answers as it does there.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createContext, Script } from "node:vm";

/** The folder that `cargo xtask page` has written. */
export const exported = process.env.TANTALIZER_PAGE;

/** Asks the engines a question; gives all lines, the last with the answer or the error. */
export async function engines() {
  assert.ok(exported, "the variable TANTALIZER_PAGE names the folder of the exported page");
  const [program, source] = await Promise.all([readFile(`${exported}/tantalizer.wasm`), readFile(`${exported}/js/worker.js`, "utf8")]);
  const script = new Script(source);
  const module = await WebAssembly.compile(program);
  let worker;
  const begin = () => {
    worker = createContext({ TextDecoder, TextEncoder, WebAssembly, performance, Uint8Array });
    script.runInContext(worker);
    worker.onmessage({ data: { program: module } });
  };
  return (path, body, streamed = false) => {
    if (!worker) begin();
    const lines = [];
    let bytes;
    worker.postMessage = (said) => {
      if (said.done) bytes = said.bytes;
      else lines.push(JSON.parse(said.line));
    };
    worker.onmessage({ data: { path: `/api/${path}`, body: JSON.stringify(body), streamed } });
    // As the page does it.
    if (bytes > 256 * 2 ** 20) worker = undefined;
    return lines;
  };
}
