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

/**
 * Controls for some parameters of a design, as the server describes them; what is said here comes first.
 * @param {About} about
 * @param {string} puzzle
 * @param {Record<string, {label: string, value?: any, min?: number, max?: number}>} shown
 */
export function wishes(about, puzzle, shown) {
  const described = about.puzzles.find((known) => known.name === puzzle)?.design ?? {};
  const controls = Object.entries(shown).map(([key, { label, value, min, max }]) => {
    const schema = described[key];
    if (schema.type === "boolean") return { key, isTick: true, control: tick(label, value) };
    if (schema.enum) {
      const words = schema.enum.map((word) => /** @type {[string, string]} */ ([word, word]));
      return { key, isTick: false, control: choice(label, [["", "any"], ...words], value) };
    }
    return { key, isTick: false, control: number(label, value ?? schema.default, min ?? schema.minimum ?? 0, max ?? schema.maximum ?? 1e9) };
  });
  const elements = (/** @type {boolean} */ ticks) => controls.filter(({ isTick }) => isTick === ticks).map(({ control }) => control.element);
  return {
    fields: elements(false),
    ticks: elements(true),
    /** What is wished for; a choice that was not made is left out. */
    get value() {
      return Object.fromEntries(controls.map(({ key, control }) => [key, control.value]).filter(([, value]) => value !== ""));
    },
  };
}
