// The start: which page the address names, and the module that makes it, loaded when its page is shown.

import { home, nowhere, unloaded } from "./home.js";
import { showPage } from "./page.js";
import { PAGES } from "./puzzles/pages.js";

const name = location.pathname.replace(/^\/+/, "");
const page = PAGES.find((page) => page.name === name);
if (page) {
  page.load().then((module) => showPage(module.default), unloaded);
} else if (name === "") {
  home();
} else {
  nowhere();
}
