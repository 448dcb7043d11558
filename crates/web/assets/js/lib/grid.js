// A grid of buttons: one stop of the Tab key, arrow keys within, rows and columns for screen readers.

import { button, h } from "./dom.js";

/**
 * @param {object} options
 * @param {number} options.rows
 * @param {number} options.cols
 * @param {string} options.label
 * @param {string} [options.className]
 * @param {(row: number, col: number) => HTMLElement} options.cell makes the cell, a button or the like
 * @param {(row: number, col: number, event: KeyboardEvent) => boolean|void} [options.key] says whether it took the key
 */
export function makeGrid({ rows, cols, label, className = "", cell, key }) {
  /** @type {HTMLElement[][]} */
  const cells = [];
  const grid = h("div", { role: "grid", "aria-label": label, class: `grid ${className}`, "aria-rowcount": rows, "aria-colcount": cols });
  let focus = [0, 0];

  /** @param {number} row @param {number} col */
  const move = (row, col) => {
    if (row < 0 || col < 0 || row >= rows || col >= cols) return;
    cells[focus[0]][focus[1]].tabIndex = -1;
    focus = [row, col];
    cells[row][col].tabIndex = 0;
    cells[row][col].focus();
  };

  for (let row = 0; row < rows; row += 1) {
    const line = h("div", { role: "row", class: "grid-row", "aria-rowindex": row + 1 });
    cells.push([]);
    for (let col = 0; col < cols; col += 1) {
      const element = cell(row, col);
      element.setAttribute("role", "gridcell");
      element.setAttribute("aria-colindex", String(col + 1));
      element.dataset.row = String(row);
      element.dataset.col = String(col);
      element.tabIndex = row === 0 && col === 0 ? 0 : -1;
      element.addEventListener("focus", () => {
        cells[focus[0]][focus[1]].tabIndex = -1;
        focus = [row, col];
        element.tabIndex = 0;
      });
      element.addEventListener("keydown", (event) => {
        if (key?.(row, col, event)) {
          event.preventDefault();
          return;
        }
        const goal = /** @type {Record<string, [number, number]>} */ ({
          ArrowUp: [row - 1, col],
          ArrowDown: [row + 1, col],
          ArrowLeft: [row, col - 1],
          ArrowRight: [row, col + 1],
          Home: [event.ctrlKey ? 0 : row, 0],
          End: [event.ctrlKey ? rows - 1 : row, cols - 1],
        })[event.key];
        const plain = !event.shiftKey && !event.altKey && !event.metaKey && (!event.ctrlKey || !event.key.startsWith("Arrow"));
        if (goal && plain) {
          event.preventDefault();
          move(...goal);
        }
      });
      cells[row].push(element);
      line.append(element);
    }
    grid.append(line);
  }
  grid.style.setProperty("--cols", String(cols));
  grid.style.setProperty("--rows", String(rows));
  return { element: grid, cells, move };
}

/** Cells of large boards can be so wide, in rem. */
const ZOOM = [0.5, 0.8, 1.1, 1.5, 2, 2.6];

/** More cells than this do not fit on every screen. */
const LARGE = 300;

/** What stands around a board, and how it is called. @type {[string, string][]} */
const AROUND = [["top", "above the columns"], ["left", "left of the rows"], ["right", "right of the rows"], ["bottom", "below the columns"]];

/**
 * A board with the numbers of its rows and columns, as hints name them; a large one can be made larger and smaller.
 * @param {HTMLElement} board
 * @param {number} rows
 * @param {number} cols
 * @param {Record<string, string[]>} [outside] what else stands around it
 * @param {HTMLElement|""|null} [edited] in place of what stands on its side
 */
export function withCoordinates(board, rows, cols, outside = {}, edited) {
  const numbers = (/** @type {number} */ count, /** @type {string} */ className) => h("div", { class: `numbers ${className}`, "aria-hidden": "true" }, ...Array.from({ length: count }, (_, i) => h("span", {}, i + 1)));
  const isEdited = (/** @type {string} */ side) => edited && edited.classList.contains(`hints-${side}`);
  const hints = AROUND.filter(([side]) => !isEdited(side) && outside[side]?.some((hint) => hint !== "")).map(([side, name]) => h("div", { class: `hints hints-${side}`, role: "group", "aria-label": name }, ...outside[side].map((hint) => h("span", {}, hint))));
  if (edited) hints.push(/** @type {HTMLDivElement} */ (edited));
  const element = h("div", { class: "coordinates" }, numbers(cols, "numbers-across"), numbers(rows, "numbers-down"), ...hints, board);
  element.classList.toggle("hinted", hints.length > 0);
  element.style.setProperty("--cols", String(cols));
  element.style.setProperty("--rows", String(rows));
  if (rows * cols <= LARGE) return element;
  let at = ZOOM.indexOf(1.5);
  const zoom = (/** @type {number} */ by) => {
    at = Math.max(0, Math.min(ZOOM.length - 1, at + by));
    element.style.setProperty("--cell", `${ZOOM[at]}rem`);
  };
  element.classList.add("large");
  return h("div", {}, h("div", { class: "row zoom" }, button("−", () => zoom(-1), { class: "small", "aria-label": "Smaller" }), button("+", () => zoom(1), { class: "small", "aria-label": "Larger" })), element);
}
