// The start: which page the address names, and the modules that make it.

import { home } from "./home.js";
import { showPage } from "./page.js";

/** The modules of the puzzles, loaded when their page is shown. */
const pages = {
  "tricky-triple": () => import("./puzzles/tricky_triple.js"),
  colors: () => import("./puzzles/colors.js"),
  spinpossible: () => import("./puzzles/spinpossible.js"),
  "instant-insanity": () => import("./puzzles/instant_insanity.js"),
  set: () => import("./puzzles/set.js"),
};

const name = location.pathname.replace(/^\/+/, "");
const load = /** @type {Record<string, () => Promise<{default: PageModule}>>} */ (pages)[name];
if (load) {
  load().then((module) => showPage(module.default));
} else {
  home();
}
