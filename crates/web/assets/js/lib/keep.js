// What stays in this browser: games, settings, times and what was solved; and, until it is closed, pictures. Where nothing can be kept (a private
// window, a full store), the page works all the same.

/**
 * @param {string} key
 * @param {any} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The address still carries the game.
  }
}

/**
 * What was kept, or null.
 * @param {string} key
 * @returns {any}
 */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a text until the browser is closed. @param {string} key @param {string} text */
export function keepForNow(key, text) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // It is made again when it is needed.
  }
}

/** @param {string} key @returns {string|null} */
export function keptForNow(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Forgets what is kept under keys that begin so. @param {...string} beginnings */
export function forget(...beginnings) {
  try {
    const keys = Object.keys(localStorage).filter((key) => beginnings.some((beginning) => key.startsWith(beginning)));
    keys.forEach((key) => localStorage.removeItem(key));
  } catch {
    // Nothing is kept.
  }
}

/** A short name for a puzzle, under which something is kept of it. @param {PuzzleFile} file */
export function codeOf(file) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of JSON.stringify(file)) {
    const code = letter.codePointAt(0) ?? 0;
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return (4294967296 * (2097151 & (b ^ (a >>> 15))) + (a >>> 0)).toString(36);
}
