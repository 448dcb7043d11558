// A plain file server, such as any host is: files below a folder of the site, and nothing else.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, normalize } from "node:path";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/**
 * Serves the files of a folder under /club/puzzles/, and notes what was asked for.
 * @param {string} folder
 */
export async function files(folder) {
  const base = "/club/puzzles/";
  const asked = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    asked.push(pathname);
    const name = normalize(pathname).slice(base.length) || "index.html";
    const bytes = pathname.startsWith(base) && request.method === "GET" && (await readFile(`${folder}/${name}`).catch(() => null));
    if (!bytes) return void response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" }).end(bytes);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, site: `http://127.0.0.1:${server.address().port}${base.slice(0, -1)}`, asked };
}
