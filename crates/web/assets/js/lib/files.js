// Files of the user: opening and saving.

import { h } from "./dom.js";

/**
 * Asks for a file and reads it as text.
 * @returns {Promise<string|null>}
 */
export function openFile() {
  return new Promise((resolve) => {
    const input = h("input", { type: "file", accept: ".toml,.json,.mzn,.dzn,application/json,text/plain", id: "file-input", hidden: true });
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      input.remove();
      resolve(file ? await file.text() : null);
    });
    input.addEventListener("cancel", () => {
      input.remove();
      resolve(null);
    });
    document.body.append(input);
    input.click();
  });
}

/**
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function saveFile(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
