// The first page: all puzzles.

import { frame } from "./frame.js";
import { h } from "./lib/dom.js";
import { PAGES } from "./puzzles/pages.js";

export function home() {
  document.title = "Tantalizer";
  const card = (/** @type {typeof PAGES[number]} */ page) =>
    h("a", { class: "home-card", href: `/${page.name}` }, page.picture(), h("h2", {}, page.title), h("p", {}, page.lead));
  const main = h(
    "main",
    { class: "home" },
    h("h1", {}, "Combinatorial puzzles, played and understood"),
    h("p", { class: "lead" }, "Play, get hints with reasons, find every solution, count them, design new instances, and watch the solver at work. Everything runs on this machine."),
    h("div", { class: "home-cards" }, ...PAGES.map(card)),
  );
  frame("", main);
}
