// Long work: a line that tells how it goes, and a button that ends it. Leaving the page ends it too.

import { AskError, cancelled, follow } from "./api.js";
import { button, fill, h } from "./dom.js";
import { plural } from "./words.js";

export class Work {
  /** @param {(text: string, kind?: string) => void} say */
  constructor(say) {
    this.say = say;
    this.element = h("div", { class: "work", hidden: true, role: "group", "aria-label": "Work in progress" });
    /** @type {AbortController|null} */
    this.running = null;
  }

  /** Ends what is being worked on. */
  cancel() {
    this.running?.abort();
  }

  /**
   * Asks a question that may take long; gives null if it was cancelled or failed, which is then said.
   * @param {string} what shown while it lasts
   * @param {string} path
   * @param {object} body
   * @param {Listeners} [listeners]
   * @returns {Promise<any>}
   */
  async ask(what, path, body, listeners = {}) {
    this.cancel();
    this.say("");
    const control = new AbortController();
    this.running = control;
    const asker = document.activeElement;
    const bar = h("progress", { "aria-label": what });
    const text = h("span", { class: "work-text" }, what);
    fill(this.element, text, bar, button("Cancel", () => control.abort(), { class: "small" }));
    // Work that ends at once should not flicker.
    const shown = setTimeout(() => (this.element.hidden = false), 150);
    const start = Date.now();
    let said = " …";
    const tell = () => {
      const seconds = Math.floor((Date.now() - start) / 1000);
      text.textContent = `${what}${said}${seconds > 1 ? ` (${seconds} s)` : ""}`;
    };
    const clock = setInterval(tell, 1000);
    try {
      return await follow(path, body, {
        ...listeners,
        signal: control.signal,
        progress: (progress) => {
          if (typeof progress.fraction === "number") bar.value = Math.min(1, progress.fraction);
          said = told(progress);
          tell();
        },
      });
    } catch (error) {
      if (cancelled(error)) {
        // Whatever was asked instead has its own word.
        if (this.running === control) this.say("Cancelled.");
      }
      else if (error instanceof AskError) this.say(sentence(error.message), "bad");
      else throw error;
      return null;
    } finally {
      clearTimeout(shown);
      clearInterval(clock);
      if (this.running === control) {
        this.running = null;
        const held = this.element.contains(document.activeElement);
        this.element.hidden = true;
        if (held && asker instanceof HTMLElement) asker.focus();
      }
    }
  }
}

/** @param {Progress} progress */
function told(progress) {
  const parts = [];
  if (progress.nodes) parts.push(plural(progress.nodes, "node"));
  if (progress.solutions) parts.push(plural(progress.solutions, "solution"));
  if (progress.distance) parts.push(`distance ${progress.distance}`);
  if (progress.lower_bound) parts.push(`at least ${plural(progress.lower_bound, "clue")}`);
  if (progress.orbits) parts.push(`${plural(progress.orbits, "set")} up to colours`);
  return parts.length ? `: ${parts.join(", ")}` : " …";
}

/** @param {string} text */
function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
