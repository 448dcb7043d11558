// The frame of every page: the head with the puzzles, and the switch between light and dark.

import { button, h } from "./lib/dom.js";
import { address, fileAddress } from "./lib/site.js";
import { PAGES } from "./puzzles/pages.js";

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
    themeSwitch(),
  );
  main.id = "main";
  document.body.replaceChildren(head, main);
}

function themeSwitch() {
  const root = document.documentElement;
  const dark = () => root.dataset.theme === "dark" || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const control = button("", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // It lasts until the page is left.
    }
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
