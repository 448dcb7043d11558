// Labelled controls.

import { h } from "./dom.js";

let next = 0;

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
function labelled(label, control) {
  control.id ||= `field-${(next += 1)}`;
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control);
}

/**
 * A whole number.
 * @param {string} label
 * @param {number} value
 * @param {number} min
 * @param {number} max
 */
export function number(label, value, min, max) {
  const input = h("input", { type: "number", inputmode: "numeric", value, min, max, step: 1 });
  return {
    element: labelled(label, input),
    get value() {
      const given = Math.round(Number(input.value));
      return Number.isFinite(given) ? Math.min(max, Math.max(min, given)) : value;
    },
    set value(given) {
      input.value = String(given);
    },
  };
}

/**
 * One of some values.
 * @param {string} label
 * @param {[string, string][]} options value and text
 * @param {string} [value]
 */
export function choice(label, options, value) {
  const select = h("select", {}, ...options.map(([code, text]) => h("option", { value: code, selected: code === value }, text)));
  return {
    element: labelled(label, select),
    select,
    get value() {
      return select.value;
    },
    set value(given) {
      select.value = given;
    },
  };
}

/**
 * Yes or no.
 * @param {string} label
 * @param {boolean} [checked]
 * @param {() => void} [changed]
 */
export function tick(label, checked = false, changed) {
  const input = h("input", { type: "checkbox", checked, onchange: changed });
  return {
    element: h("label", { class: "tick" }, input, h("span", {}, label)),
    get value() {
      return input.checked;
    },
    set value(given) {
      input.checked = given;
    },
  };
}
