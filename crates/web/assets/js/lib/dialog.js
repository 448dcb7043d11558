// A sheet over the page: Escape, its button, or a click beside it close it, and the keyboard goes back to where it was.

import { button, h } from "./dom.js";

/**
 * @param {string} title
 * @param {...(Node|string|null|undefined|false)} content
 */
export function dialog(title, ...content) {
  const heading = h("h2", { id: "sheet-title" }, title);
  const element = h("dialog", { class: "sheet", "aria-labelledby": heading.id }, h("div", {}, heading, ...content, h("div", { class: "row sheet-end" }, button("Close", () => element.close(), { class: "strong" }))));
  element.addEventListener("click", (event) => event.target === element && element.close());
  element.addEventListener("close", () => element.remove());
  document.body.append(element);
  element.showModal();
  return element;
}
