// What players choose for all puzzles, kept in the browser. What is only a matter of looks stands at the document, where style sheets see it.

import { keep, kept } from "./keep.js";

/** @typedef {"coordinates"|"errors"|"left"|"timer"} Setting */

/** What can be chosen: how it is called, and what holds until somebody chooses. @type {Record<Setting, {label: string, usual: boolean}>} */
export const SETTINGS = {
  timer: { label: "Show the time", usual: true },
  coordinates: { label: "Show the numbers of rows and columns", usual: true },
  errors: { label: "Show errors at once, not only on Check", usual: true },
  left: { label: "Tools on the left, for the left hand", usual: false },
};

const KEY = "settings";

/** @type {(() => void)[]} */
const listeners = [];

/** @param {Setting} name @returns {boolean} */
export function setting(name) {
  const chosen = kept(KEY)?.[name];
  return typeof chosen === "boolean" ? chosen : SETTINGS[name].usual;
}

/** @param {Setting} name @param {boolean} value */
export function choose(name, value) {
  keep(KEY, { ...kept(KEY), [name]: value });
  applySettings();
  listeners.forEach((listener) => listener());
}

/** Tells whenever something else was chosen. @param {() => void} listener */
export function onSettings(listener) {
  listeners.push(listener);
}

/** Writes the choices where style sheets see them. */
export function applySettings() {
  for (const name of /** @type {Setting[]} */ (Object.keys(SETTINGS))) {
    document.documentElement.toggleAttribute(`data-${name}`, setting(name));
  }
}
