// What stays in this browser: games and settings. Where nothing can be kept (a private window, a full store), the page works all the same.

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
