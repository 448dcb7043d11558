// Words for people.

/**
 * A number with what it counts: "1 clue", "2 clues".
 * @param {number|string} count
 * @param {string} noun
 */
export function plural(count, noun) {
  return `${Number(count).toLocaleString("en")} ${noun}${Number(count) === 1 ? "" : "s"}`;
}

/** Minutes and seconds of a game. @param {number} seconds */
export function clockTime(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A time that something took. @param {number} seconds */
export function duration(seconds) {
  if (seconds < 0.001) return "less than a millisecond";
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}
