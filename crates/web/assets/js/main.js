// The start: which page the address names, and the module that makes it, loaded when its page is shown.

import { home, nowhere, unloaded } from "./home.js";
import { about } from "./lib/api.js";
import { applySettings } from "./lib/settings.js";
import { PAGE, PUZZLE } from "./lib/site.js";
import { showPage } from "./page.js";
import { BY_MOVES, PAGES } from "./puzzles/pages.js";

/** Models that people bring along. @type {KindOffer} */
const OWN = { name: "minizinc", title: "Your own model", summary: "", puzzles: [], difficulty: {} };

applySettings();
const page = [...PAGES, BY_MOVES].find((page) => page.name === PAGE);
if (page) {
  page.load().then((module) => showPage(module.default), unloaded);
} else if (PAGE === "") {
  home();
} else {
  about().then(ofKind, unloaded);
}

/** A kind that is a model, or one of its puzzles. @param {About} known */
async function ofKind(known) {
  const kind = PAGE === OWN.name ? OWN : known.kinds.find((kind) => kind.name === PAGE);
  if (!kind) return nowhere();
  const puzzle = kind.puzzles.includes(PUZZLE) ? PUZZLE : (kind.puzzles[0] ?? kind.name);
  const { kindPage } = await import("./puzzles/kind.js");
  return showPage(kindPage(kind, puzzle));
}
