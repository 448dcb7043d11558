// Files of the user: opening and saving.

import { h } from "./dom.js";

/**
 * Asks for a file and reads it as text.
 * @returns {Promise<{name: string, text: string}|null>}
 */
export function openFile() {
  return new Promise((resolve) => {
    const input = h("input", { type: "file", id: "file-input", hidden: true });
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      input.remove();
      resolve(file ? { name: file.name, text: await file.text() } : null);
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
 * @param {string|Blob} content
 * @param {string} type
 */
export function saveFile(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Pictures are made of so many pixels for each unit of the drawing. */
const SHARPNESS = 2;

/** A drawing as a PNG file. @param {string} svg @returns {Promise<Blob>} */
export async function pixels(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = h("canvas", { width: image.naturalWidth * SHARPNESS, height: image.naturalHeight * SHARPNESS });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large")))));
  } finally {
    URL.revokeObjectURL(url);
  }
}
