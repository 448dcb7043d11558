// How long a puzzle is played: counted while its page is seen and it is not solved, and kept, so that it goes on after a reload.

import { h } from "./dom.js";
import { codeOf, keep, kept } from "./keep.js";
import { clockTime } from "./words.js";

/** The times of so many puzzles are kept for each page. */
const MOST_KEPT = 20;

/** It is kept every so many seconds. */
const OFTEN = 5;

export class Timer {
  /** @param {string} slot under which name the page's game is kept */
  constructor(slot) {
    this.key = `time:${slot}`;
    this.code = "";
    /** Seconds before it was started last. */
    this.before = 0;
    /** When it was started; null while it stands. @type {number|null} */
    this.since = null;
    this.over = false;
    this.element = h("p", { class: "timer" });
    setInterval(() => this.tick(), 1000);
    document.addEventListener("visibilitychange", () => this.settle());
    addEventListener("pagehide", () => this.write());
  }

  get seconds() {
    return this.before + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  /** What is played now, and whether that is over. @param {PuzzleFile} file @param {boolean} over */
  follow(file, over) {
    const code = codeOf(file);
    if (code !== this.code) {
      this.write();
      this.code = code;
      this.since = null;
      this.before = Number(kept(this.key)?.[code]) || 0;
    }
    this.over = over;
    this.settle();
  }

  /** From the start. */
  reset() {
    this.before = 0;
    if (this.since !== null) this.since = performance.now();
    this.write();
    this.show();
  }

  /** Goes or stands, as it must. */
  settle() {
    const goes = !this.over && !document.hidden;
    if (goes && this.since === null) this.since = performance.now();
    if (!goes && this.since !== null) {
      this.before = this.seconds;
      this.since = null;
      this.write();
    }
    this.show();
  }

  tick() {
    if (this.since === null) return;
    if (Math.floor(this.seconds) % OFTEN === 0) this.write();
    this.show();
  }

  show() {
    this.element.textContent = `Time ${clockTime(this.seconds)}`;
  }

  write() {
    if (!this.code) return;
    const { [this.code]: _, ...others } = kept(this.key) ?? {};
    keep(this.key, Object.fromEntries([...Object.entries(others).slice(1 - MOST_KEPT), [this.code, Math.round(this.seconds)]]));
  }
}
