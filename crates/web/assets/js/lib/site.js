// Where the page lies: behind a server that answers, or as plain files in a folder of any host, with the engines in the page itself.

/** Whether it is plain files; the document says so. */
export const EXPORTED = document.querySelector('meta[name="carrier"]')?.getAttribute("content") === "worker";

/** The page's folder, seen from this file. */
const BASE = new URL("../../", import.meta.url);

/** The address of one of the page's files. @param {string} path */
export const fileAddress = (path) => new URL(path, BASE).href;

/**
 * The address of a page; the first page has no name. A server knows every page by its name; plain files have one document for all.
 * @param {string} name
 * @param {string} [puzzle] one of several
 */
export function address(name, puzzle) {
  const query = new URLSearchParams();
  if (EXPORTED && name) query.set("page", name);
  if (puzzle) query.set("p", puzzle);
  const path = EXPORTED ? BASE.pathname : `/${encodeURIComponent(name)}`;
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

const query = new URLSearchParams(location.search);

/** The page that this address names. */
export const PAGE = EXPORTED ? (query.get("page") ?? "") : decodeURIComponent(location.pathname.replace(/^\/+/, ""));

/** Which of its puzzles. */
export const PUZZLE = query.get("p") ?? "";

/** This address without the game that it carries. */
export const here = () => location.pathname + location.search;
