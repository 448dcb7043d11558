// What a click sets: one of some symbols, or the next one.

import { h } from "./dom.js";
import { roving } from "./roving.js";

/**
 * @param {{value: any, name: string, picture: Node|string}[]} options
 * @param {any} chosen
 * @param {(value: any) => void} choose
 */
export function brushes(options, chosen, choose) {
  const group = h("div", { class: "row brushes", role: "radiogroup", "aria-label": "What a click sets" });
  for (const { value, name, picture } of options) {
    const one = h("button", { type: "button", role: "radio", "aria-checked": String(value === chosen), tabindex: value === chosen ? 0 : -1, "aria-label": name, title: name, class: "brush" }, picture);
    one.addEventListener("click", () => {
      group.querySelectorAll("button").forEach((other) => other.setAttribute("aria-checked", String(other === one)));
      choose(value);
    });
    group.append(one);
  }
  roving(group, (one) => one.click());
  return group;
}
