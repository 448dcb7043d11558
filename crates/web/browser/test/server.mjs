// The server of the program to test.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Starts a server; it says where it is. */
export async function serve(flags = [], more = {}) {
  const binary = process.env.TANTALIZER;
  assert.ok(binary, "the variable TANTALIZER names the program to test");
  const server = spawn(binary, ["serve", "--port", "0", ...flags], { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...more } });
  const [line] = await once(createInterface(server.stdout), "line");
  return { server, site: line.trim().replace(/\/$/, "") };
}

/** Asks a server; gives the answer or the error, as the last line of a stream has it. */
export async function askServer(site, path, body) {
  const question = () => fetch(`${site}/api/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  // While the engines of the exported page work in this process, a server closes a connection that nobody uses; a new one is opened then.
  const response = await question().catch(question);
  const said = await response.json();
  return response.ok ? { answer: said } : said;
}
