// Colours by their letters. The letter is always shown too: colour alone never carries a meaning.

/** Fill and ink of the letters that have a colour of their own. */
const known = /** @type {Record<string, [string, string]>} */ ({
  R: ["#d9363e", "#fff"],
  G: ["#237a35", "#fff"],
  B: ["#1c6fd1", "#fff"],
  W: ["#f1f3f5", "#212529"],
  Y: ["#ffd43b", "#212529"],
  O: ["#f98b25", "#212529"],
  P: ["#9c36b5", "#fff"],
  N: ["#8a5a35", "#fff"],
  K: ["#343a40", "#fff"],
  C: ["#22b8cf", "#212529"],
  M: ["#cc2f66", "#fff"],
});

/** What frames a board. */
export const GREY = { fill: "#9aa0a6", ink: "#212529" };

/**
 * @param {string} letter
 * @returns {{fill: string, ink: string}}
 */
export function colourOf(letter) {
  const entry = known[letter] ?? known[letterOf(letter)];
  if (entry) return { fill: entry[0], ink: entry[1] };
  let code = 0;
  for (const part of letter) code = (code * 31 + (part.codePointAt(0) ?? 0)) % 360;
  return { fill: `hsl(${(code * 137) % 360} 55% 72%)`, ink: "#212529" };
}

const names = /** @type {Record<string, string>} */ ({
  R: "red", G: "green", B: "blue", W: "white", Y: "yellow", O: "orange", P: "purple", N: "brown", K: "black", C: "cyan", M: "pink",
});

/** The letter of a colour that is written as a word. @param {string} word */
function letterOf(word) {
  return Object.keys(names).find((letter) => names[letter] === word.toLowerCase()) ?? "";
}

/**
 * A colour's letter or word so that it fits into a field: smaller, or else shortened.
 * @param {string} colour
 * @param {number} width in pixels
 * @param {number} largest the largest size of its letters
 */
export function lettering(colour, width, largest) {
  const text = width / colour.length < 6 ? colour.slice(0, 3) : colour;
  return { text, size: Math.min(largest, (0.85 * width) / (0.7 * text.length)) };
}

/** What a screen reader says. @param {string} letter */
export function colourName(letter) {
  return names[letter] ?? letter;
}
