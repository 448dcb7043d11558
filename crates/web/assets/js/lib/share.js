// A link that carries the whole puzzle and how far it is played, in the part of the address that never leaves the browser.

import { address, here, PAGE } from "./site.js";

/** @param {State} state */
export function linkTo(state) {
  const bytes = new TextEncoder().encode(JSON.stringify({ file: state.file, play: state.play }));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  const code = btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  // Which of a kind's puzzles is played stands in the address as well.
  return `${location.origin}${state.file.puzzle === PAGE ? here() : address(state.file.puzzle)}#s=${code}`;
}

/**
 * What the address carries: nothing, a state, or what is left of a state that was damaged on the way.
 * @returns {{file: any, play: any, whole: boolean}|null}
 */
export function shared() {
  const code = /^#s=([\w-]*)/.exec(location.hash)?.[1];
  if (code === undefined) return null;
  const text = decoded(code);
  try {
    const { file, play } = JSON.parse(text);
    return { file, play, whole: true };
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
