// The first page: all puzzles; and what is said where there is no page.

import { frame } from "./frame.js";
import { h } from "./lib/dom.js";
import { PAGES } from "./puzzles/pages.js";

export function home() {
  document.title = "Tantalizer";
  show("Combinatorial puzzles, played and understood", "Play, get hints with reasons, find every solution, count them, design new instances, and watch the solver at work. Everything runs on this machine.");
}

export function nowhere() {
  document.title = "No such page · Tantalizer";
  show("There is no such page", `Nothing is at ${location.pathname}. These are the puzzles that can be played here:`);
}

export function unloaded() {
  show("This page could not be loaded", "The server does not answer. Is it still running?");
}

/** All puzzles, under a heading. @param {string} title @param {string} lead */
function show(title, lead) {
  const card = (/** @type {typeof PAGES[number]} */ page) =>
    h("a", { class: "home-card", href: `/${page.name}` }, page.picture(), h("h2", {}, page.title), h("p", {}, page.lead));
  const main = h(
    "main",
    { class: "home" },
    h("h1", {}, title),
    h("p", { class: "lead" }, lead),
    h("div", { class: "home-cards" }, ...PAGES.map(card)),
  );
  frame("", main);
}
