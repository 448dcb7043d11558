// Words for people.

/**
 * A number with what it counts: "1 clue", "2 clues".
 * @param {number|string} count
 * @param {string} noun
 */
export function plural(count, noun) {
  return `${Number(count).toLocaleString("en")} ${noun}${Number(count) === 1 ? "" : "s"}`;
}
