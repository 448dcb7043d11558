// A link that carries the whole puzzle and how far it is played, in the part of the address that never leaves the browser.

import { address, here, PAGE } from "./site.js";

/** @param {State} state @param {View} [view] what is looked at beside the game */
export function linkTo(state, view) {
  const bytes = new TextEncoder().encode(JSON.stringify({ file: state.file, play: state.play, view }));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  const code = btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  // Which of a kind's puzzles is played stands in the address as well.
  return `${location.origin}${state.file.puzzle === PAGE ? here() : address(state.file.puzzle)}#s=${code}`;
}

/**
 * What an address carries, that of this page if nothing else is said: nothing, a state, or what is left of a state that was damaged on the way.
 * @param {string} [from]
 * @returns {Carried|null}
 */
export function shared(from = location.href) {
  const { hash } = new URL(from);
  const code = hash.startsWith("#s=") ? codeIn(hash) : undefined;
  return code === undefined ? null : carriedBy(code);
}

/** What a link in a text carries, still in code. @param {string} text */
export const codeIn = (text) => /#s=([\w-]*)/.exec(text)?.[1];

/** What a code stands for, or what is left of it. @param {string} code @returns {Carried} */
export function carriedBy(code) {
  const text = decoded(code);
  try {
    const { file, play, view } = JSON.parse(text);
    return { file, play, view, whole: true };
  } catch {
    return { file: firstObject(text.slice(1)), play: null, whole: false };
  }
}

/** @param {string} code */
function decoded(code) {
  // One letter alone at the end says nothing.
  const usable = code.length % 4 === 1 ? code.slice(0, -1) : code;
  const text = atob(usable.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
}

/** The first object of a text, if all of it is there: in a link that is the puzzle. @param {string} text */
function firstObject(text) {
  const start = text.indexOf("{");
  for (let end = text.indexOf("}", start); start >= 0 && end >= 0; end = text.indexOf("}", end + 1)) {
    try {
      return JSON.parse(text.slice(start, end + 1));
    } catch {
      // It ends later.
    }
  }
  return null;
}
