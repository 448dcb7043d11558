// Labelled controls.

import { h } from "./dom.js";
import { keep, kept } from "./keep.js";
import { anySeed } from "./random.js";

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
 * A whole number. One that is out of range is put right, and the field says so.
 * @param {string} label
 * @param {number} value
 * @param {number} min
 * @param {number} max
 */
export function number(label, value, min, max) {
  const note = h("span", { class: "field-note", role: "status" });
  const input = h("input", { type: "number", inputmode: "numeric", value, min, max, step: 1 });
  const read = () => {
    const given = Math.round(Number(input.value));
    if (input.value === "" || !Number.isFinite(given)) return { right: value, why: "a whole number is needed" };
    if (given < min) return { right: min, why: `at least ${min}` };
    if (given > max) return { right: max, why: `at most ${max}` };
    return { right: given, why: "" };
  };
  input.addEventListener("change", () => {
    const { right, why } = read();
    note.textContent = why;
    input.value = String(right);
  });
  const element = labelled(label, input);
  element.append(note);
  return {
    element,
    input,
    get value() {
      return read().right;
    },
    set value(given) {
      input.value = String(given);
    },
  };
}

/** Where chance comes from: another number each time, unless somebody chooses one. */
export function seedField() {
  const control = number("Seed", anySeed(), 0, 1e9);
  control.input.dataset.passing = "";
  return Object.assign(control, { renew: () => (control.value = anySeed()) });
}

/**
 * Keeps what is set in a form, and sets it again: all but what is new each time.
 * @param {string} key
 * @param {HTMLElement} form
 */
export function remember(key, form) {
  const controls = /** @type {(HTMLInputElement|HTMLSelectElement)[]} */ ([...form.querySelectorAll("input:not([data-passing]), select")]);
  const nameOf = (/** @type {HTMLInputElement|HTMLSelectElement} */ control) => control.labels?.[0]?.textContent ?? "";
  const ticks = (/** @type {HTMLInputElement|HTMLSelectElement} */ control) => control instanceof HTMLInputElement && control.type === "checkbox";
  const settings = kept(key) ?? {};
  for (const control of controls) {
    const value = settings[nameOf(control)];
    if (value === undefined) continue;
    if (ticks(control)) /** @type {HTMLInputElement} */ (control).checked = value === true;
    else if (!(control instanceof HTMLSelectElement) || [...control.options].some((option) => option.value === value)) control.value = String(value);
  }
  form.addEventListener("change", () => {
    const values = controls.map((control) => [nameOf(control), ticks(control) ? /** @type {HTMLInputElement} */ (control).checked : control.value]);
    keep(key, { ...kept(key), ...Object.fromEntries(values) });
  });
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
 * Controls for some parameters of a design, as the server describes them; what is said here comes first: a value to start from, other
 * limits, and as `words` what can be chosen and how that is called.
 * @param {About} about
 * @param {string} puzzle
 * @param {Record<string, {label: string, value?: any, min?: number, max?: number, words?: [string, string][]}>} shown
 */
export function wishes(about, puzzle, shown) {
  const described = about.puzzles.find((known) => known.name === puzzle)?.design ?? about.clues;
  const controls = Object.entries(shown).map(([key, { label, value, min, max, words }]) => {
    const schema = described[key];
    if (schema.type === "boolean") return { key, isTick: true, control: tick(label, value) };
    const named = words ?? (schema.enum && [["", "any"], ...schema.enum.map((word) => [word, word])]);
    if (named) return { key, isTick: false, control: choice(label, /** @type {[string, string][]} */ (named), value) };
    return { key, isTick: false, control: number(label, value ?? schema.default, min ?? schema.minimum ?? 0, max ?? schema.maximum ?? 1e9) };
  });
  const elements = (/** @type {boolean} */ ticks) => controls.filter(({ isTick }) => isTick === ticks).map(({ control }) => control.element);
  return {
    fields: elements(false),
    ticks: elements(true),
    /** What is wished for; a choice that was not made is left out. */
    get value() {
      const chosen = controls.filter(({ control }) => control.value !== "");
      return Object.fromEntries(chosen.map(({ key, control }) => [key, described[key].type === "integer" ? Number(control.value) : control.value]));
    },
  };
}
