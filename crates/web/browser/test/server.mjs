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
