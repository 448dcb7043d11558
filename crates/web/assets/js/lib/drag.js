// Dragging with mouse, pen or finger: one thing is picked up, follows the pointer, and is dropped on something.

/** So far the pointer moves before a press is a drag. */
const START = 6;

/**
 * Makes an element draggable.
 * @param {HTMLElement} element
 * @param {object} options
 * @param {() => HTMLElement|null} options.ghost what follows the pointer; null if there is nothing to drag
 * @param {(target: Element|null) => void} options.drop
 */
export function draggable(element, { ghost, drop }) {
  element.addEventListener("pointerdown", (down) => {
    if (down.button !== 0) return;
    /** @type {HTMLElement|null} */
    let shown = null;
    const move = (/** @type {PointerEvent} */ event) => {
      if (!shown) {
        if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < START) return;
        shown = ghost();
        if (!shown) return end();
        shown.classList.add("ghost");
        document.body.append(shown);
        element.classList.add("dragged");
      }
      event.preventDefault();
      shown.style.left = `${event.clientX}px`;
      shown.style.top = `${event.clientY}px`;
    };
    const up = (/** @type {PointerEvent} */ event) => {
      const dragged = shown !== null;
      end();
      if (!dragged) return;
      // The click that follows a drag is none.
      addEventListener("click", stopClick, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", stopClick, { capture: true }), 50);
      drop(document.elementFromPoint(event.clientX, event.clientY));
    };
    const end = () => {
      shown?.remove();
      shown = null;
      element.classList.remove("dragged");
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("pointerup", up);
    addEventListener("pointercancel", end);
  });
}

/** @param {Event} event */
function stopClick(event) {
  event.stopPropagation();
  event.preventDefault();
}
