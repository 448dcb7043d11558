// A grid of buttons: one stop of the Tab key, arrow keys within, rows and columns for screen readers.

import { h } from "./dom.js";

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
        const step = /** @type {Record<string, number[]>} */ ({
          ArrowUp: [-1, 0],
          ArrowDown: [1, 0],
          ArrowLeft: [0, -1],
          ArrowRight: [0, 1],
        })[event.key];
        if (step && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey) {
          event.preventDefault();
          move(row + step[0], col + step[1]);
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
