// Boards of Spinpossible: numbers, negative where they are upside down, and what spins do to them.

/** @typedef {[number, number, number, number]} Spin top, left, bottom, right, from 1 */

/** @param {PuzzleFile} file @returns {number[][]} */
export const boardOf = (file) => file.board.map((/** @type {string} */ line) => line.trim().split(/\s+/).map(Number));

/**
 * The board after a spin.
 * @param {number[][]} board
 * @param {Spin} spin
 */
export function spun(board, [top, left, bottom, right]) {
  return board.map((line, r) =>
    line.map((value, c) => {
      const within = r >= top - 1 && r <= bottom - 1 && c >= left - 1 && c <= right - 1;
      return within ? -board[top + bottom - 2 - r][left + right - 2 - c] : value;
    }),
  );
}

/** @param {number[][]} board */
export const inOrder = (board) => board.flat().every((value, i) => value === i + 1);

/** Why there is no way to show. @param {any} answer */
export function noWay(answer) {
  return answer.status === "unsatisfiable" ? "This board cannot be solved." : "No way was found within the limit; there may be one.";
}

/** @param {Spin} spin */
export const named = ([top, left, bottom, right]) => (top === bottom && left === right ? `the tile in row ${top}, column ${left}` : `rows ${top}–${bottom}, columns ${left}–${right}`);
