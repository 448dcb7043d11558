// Asking a server: one JSON object, or a stream of lines.

import { AskError, cancelled, heard } from "./said.js";

export const AWAY = "The server does not answer. Is it still running?";

const offline = () => new AskError("offline", AWAY);

/**
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @param {string} [accept]
 */
async function post(path, body, signal, accept = "application/json") {
  let response;
  try {
    response = await fetch(`/api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: accept },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (cancelled(error)) throw error;
    throw offline();
  }
  if (!response.ok) {
    const said = await response.json().catch(() => null);
    throw new AskError(said?.error?.kind ?? "unknown", said?.error?.message ?? response.statusText);
  }
  return response;
}

/**
 * Asks a question and waits for its answer.
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, body, signal) {
  const response = await post(path, body, signal);
  return response.json().catch((error) => {
    throw cancelled(error) ? error : lost();
  });
}

/**
 * Asks a question and hears of everything on the way to its answer.
 * @param {string} path
 * @param {object} body
 * @param {Listeners} listeners
 * @returns {Promise<any>}
 */
export async function follow(path, body, listeners) {
  const response = await post(path, body, listeners.signal, "application/x-ndjson");
  let answer;
  for await (const line of lines(response)) {
    answer = heard(line, listeners) ?? answer;
  }
  if (!answer) throw lost();
  return answer;
}

/** The server went away while it was answering. */
const lost = () => new AskError("lost", "The server stopped in the middle of its answer. Is it still running?");

/** @param {Response} response */
async function* lines(response) {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error) => {
        throw cancelled(error) ? error : lost();
      });
      if (done) break;
      rest += decoder.decode(value, { stream: true });
      const parts = rest.split("\n");
      rest = parts.pop() ?? "";
      yield* parts.filter((part) => part !== "");
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * What the server offers: puzzles, engines, strategies, examples.
 * @returns {Promise<About>}
 */
export async function about() {
  const response = await fetch("/api/about").catch(() => null);
  const known = response?.ok ? await response.json().catch(() => null) : null;
  if (!known) throw offline();
  return known;
}
