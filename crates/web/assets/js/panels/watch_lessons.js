// What an engine learns from its conflicts, one clause after another: the most that engines without a tree can show of their way.

import { h } from "../lib/dom.js";
import { plural } from "../lib/words.js";
import { stated } from "./watch_tree.js";

/** The clauses as a list, and what the one that is looked at says. @implements {WatchLane} */
export class LessonsLane {
  /**
   * @param {LearntClause[]} lessons
   * @param {string} verdict
   * @param {Word} word
   */
  constructor(lessons, verdict, word) {
    this.lessons = lessons;
    this.word = word;
    this.length = lessons.length;
    this.verdict = verdict;
    this.legend = "Every line was learnt from a conflict: one of its parts holds in every solution that was not found before. What the engine has made for itself to think in is only counted.";
    this.at = 0;
    /** @type {(step: number) => void} */
    this.pick = () => {};
    this.text = h("p", { class: "sentence", "aria-live": "polite" });
    this.lines = lessons.map((clause, i) => h("li", {}, h("button", { type: "button", class: "lesson", onclick: () => this.pick(i), tabindex: -1 }, told(clause, word))));
    this.list = h("ol", { class: "lessons" }, ...this.lines);
    this.list.addEventListener("keydown", (event) => {
      const to = { ArrowUp: this.at - 1, ArrowDown: this.at + 1, Home: 0, End: this.length - 1 }[event.key];
      if (to === undefined || !this.lines[to]) return;
      event.preventDefault();
      this.pick(to);
      this.button(this.at).focus({ preventScroll: true });
    });
    this.element = h("div", { class: "lane" }, this.text, this.list);
  }

  /** @param {number} at */
  button(at) {
    return /** @type {HTMLButtonElement} */ (this.lines[at].firstElementChild);
  }

  /** Shows what is learnt up to here. @param {number} index */
  show(index) {
    this.at = Math.min(index, this.length - 1);
    this.lines.forEach((line, i) => {
      line.hidden = i > this.at;
      this.button(i).tabIndex = i === this.at ? 0 : -1;
      if (i === this.at) this.button(i).setAttribute("aria-current", "step");
      else this.button(i).removeAttribute("aria-current");
    });
    this.list.scrollTop = this.lines[this.at].offsetTop - this.list.offsetTop;
    const last = this.at === this.length - 1;
    this.text.textContent = `${this.at + 1}/${this.length} · ${sentence(this.lessons[this.at], this.word)}${last ? ` — ${this.verdict}` : ""}`;
  }

  /** The places that the clause is about, and what is known for certain by now. */
  get overlay() {
    /** @type {Record<string, any>} */
    const values = {};
    for (const { literals, others } of this.lessons.slice(0, this.at + 1)) {
      if (literals.length === 1 && others === 0 && literals[0].relation === "=") for (const place of literals[0].places) values[place] = literals[0].value;
    }
    /** @type {Record<string, string>} */
    const marks = {};
    for (const { places } of this.lessons[this.at].literals) for (const place of places) marks[place] = "because";
    return { values, marks };
  }
}

/** A clause, as it stands in the list. @param {LearntClause} clause @param {Word} word */
function told({ literals, others }, word) {
  const parts = literals.map((literal) => stated(literal, word));
  if (others > 0) parts.push(`${others}${parts.length ? " more" : ""} of its own`);
  return parts.join(" or ") || "nothing can hold any more";
}

/** What was learnt, in a sentence. @param {LearntClause} clause @param {Word} word */
function sentence({ literals, others }, word) {
  if (literals.length === 0) return others === 0 ? "A last conflict: nothing can hold any more." : `A conflict. What it teaches is about ${plural(others, "thing")} that the engine has made for itself.`;
  const own = others > 0 ? `, or ${others} more that the engine has made for itself` : "";
  if (literals.length === 1 && others === 0) return `A conflict. So ${stated(literals[0], word)}, for certain.`;
  return `A conflict. So one of these holds: ${literals.map((literal) => stated(literal, word)).join(", ")}${own}.`;
}
