// A row of controls that is one stop of the Tab key: arrows, Home and End move within it.

/**
 * @param {HTMLElement} element
 * @param {(control: HTMLElement) => void} [reached] what moving to a control does besides
 * @returns {() => void} to be called when controls were switched on or off
 */
export function roving(element, reached) {
  const controls = () => /** @type {HTMLButtonElement[]} */ ([...element.querySelectorAll("button")]).filter((one) => !one.disabled);
  /** @param {HTMLElement|undefined} control */
  const settle = (control) => element.querySelectorAll("button").forEach((one) => (one.tabIndex = one === control ? 0 : -1));
  element.addEventListener("focusin", (event) => settle(/** @type {HTMLElement} */ (event.target)));
  element.addEventListener("keydown", (event) => {
    const all = controls();
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = all[(to + all.length) % all.length];
    next.focus();
    reached?.(next);
  });
  return () => {
    const all = controls();
    settle(all.find((one) => one.tabIndex === 0) ?? all[0]);
  };
}
