// The frame of every page: the head with the puzzles, the sheets, and the switch between light and dark.

import { button, h, s } from "./lib/dom.js";
import { keep } from "./lib/keep.js";
import { address, fileAddress } from "./lib/site.js";
import { PAGES } from "./puzzles/pages.js";
import { settingsSheet, statisticsSheet } from "./sheets.js";

/**
 * The document around a page.
 * @param {string} current
 * @param {HTMLElement} main
 */
export function frame(current, main) {
  const link = (/** @type {{name: string, title: string}} */ page) =>
    h("li", {}, h("a", { href: address(page.name), "aria-current": page.name === current ? "page" : null }, page.title));
  const head = h(
    "header",
    { class: "head" },
    h("a", { class: "skip", href: "#main" }, "Skip to the puzzle"),
    h("a", { class: "brand", href: address("") }, h("img", { src: fileAddress("icon.svg"), alt: "", width: 28, height: 28 }), "Tantalizer"),
    h("nav", { "aria-label": "Puzzles" }, h("ul", {}, ...PAGES.map(link), link({ name: "", title: "All" }))),
    h("div", { class: "head-end" }, sheetButton("Statistics", BARS, statisticsSheet), sheetButton("Settings", SLIDERS, settingsSheet), themeSwitch()),
  );
  main.id = "main";
  document.body.replaceChildren(head, main);
}

/** Pictures on buttons. */
const BARS = "M3 21h18M6 18v-6M12 18V5M18 18v-9";
const SLIDERS = "M4 7h9M19 7h1M16 4.5v5M4 17h1M11 17h9M8 14.5v5";

/** @param {string} name @param {string} picture @param {() => void} open */
function sheetButton(name, picture, open) {
  const control = button("", open, { class: "icon", "aria-label": name, title: name });
  control.append(s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: picture })));
  return control;
}

function themeSwitch() {
  const root = document.documentElement;
  const dark = () => root.dataset.theme === "dark" || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const control = button("", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    keep("theme", root.dataset.theme);
    show();
  }, { class: "icon theme" });
  const show = () => {
    control.textContent = dark() ? "☀" : "☾";
    control.setAttribute("aria-label", dark() ? "Light colours" : "Dark colours");
    control.title = control.getAttribute("aria-label") ?? "";
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
  return control;
}
