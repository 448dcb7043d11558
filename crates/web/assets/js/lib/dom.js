// Making elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
function apply(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes] `onclick` and the like are listeners
 * @param {...(Node|string|number|null|undefined|false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  apply(element, attributes);
  element.append(...inserted(children));
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Node|string|number|null|undefined|false)} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  apply(element, attributes);
  element.append(...inserted(children));
  return element;
}

/** @param {(Node|string|number|null|undefined|false)[]} children */
function inserted(children) {
  const there = children.filter((child) => child !== null && child !== undefined && child !== false);
  return there.map((child) => (typeof child === "number" ? String(child) : /** @type {Node|string} */ (child)));
}

/**
 * A button.
 * @param {string} text
 * @param {() => void} act
 * @param {Attributes} [attributes]
 */
export function button(text, act, attributes = {}) {
  return h("button", { type: "button", onclick: act, ...attributes }, text);
}

/**
 * Replaces what an element holds. The keyboard stays where it was: on the control of the same name, or else near it.
 * @param {Element} element
 * @param {...(Node|string|null|undefined|false)} children
 */
export function fill(element, ...children) {
  const active = document.activeElement;
  const held = active && active !== element && element.contains(active) ? active : null;
  const place = held ? controls(element).indexOf(held) : -1;
  element.replaceChildren(...inserted(children));
  if (!held || element.contains(document.activeElement)) return;
  const now = controls(element);
  const same = now.findIndex((one) => nameOf(one) === nameOf(held));
  const wanted = same >= 0 ? same : Math.max(0, place);
  const order = now.map((one, i) => ({ one, far: Math.abs(i - wanted) })).sort((a, b) => a.far - b.far);
  const next = order.find(({ one }) => !(/** @type {HTMLButtonElement} */ (one).disabled))?.one ?? element.closest("[tabindex]");
  /** @type {HTMLElement|null} */ (next)?.focus({ preventScroll: true });
  // Whoever types goes on typing.
  const typed = held instanceof HTMLInputElement && next instanceof HTMLInputElement && held.selectionStart !== null;
  if (typed && next.type === held.type) next.setSelectionRange(held.selectionStart, held.selectionEnd);
}

/** @param {Element} element */
function controls(element) {
  return [...element.querySelectorAll("button, input, select, summary, [tabindex]")];
}

/** @param {Element} control */
function nameOf(control) {
  return control.getAttribute("aria-label") ?? control.textContent;
}

/** Whether the user asked for less motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
