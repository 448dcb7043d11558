// Explain: the solution as a slide show, one deduction after another.

import { button, fill, h } from "../lib/dom.js";

/**
 * @param {Context} context
 * @param {PageParts} parts
 * @returns {Panel}
 */
export function explainPanel(context, parts) {
  const result = h("div", { class: "result", "aria-live": "polite" });
  /** @type {any} */
  let told = null;
  let at = 0;

  /** @param {number} index */
  const show = (index) => {
    at = Math.max(0, Math.min(index, told.steps.length - 1));
    const step = told.steps[at];
    /** @type {Record<string, any>} */
    const values = {};
    for (const earlier of told.steps.slice(0, at + 1)) Object.assign(values, apart(earlier.sets));
    const title = `Step ${at + 1} of ${told.steps.length}${told.complete ? "" : " so far"}`;
    context.show({ title, values, marks: marksOf(step) });
    fill(
      result,
      h("p", { class: "fine" }, title, told.difficulty ? ` · ${told.difficulty}` : ""),
      ...supposed(told.steps, at).map((sentence) => h("p", { class: "fine" }, sentence)),
      h("p", { class: "sentence" }, step.sentence),
      step.size && h("p", { class: "fine" }, step.size === 1 ? "One rule is enough." : `${step.size} rules together${step.smallest ? "; no fewer force anything" : ""}.`),
      h("div", { class: "row" },
        button("First", () => show(0), { disabled: at === 0 }),
        button("◀ Back", () => show(at - 1), { disabled: at === 0 }),
        button("Forward ▶", () => show(at + 1), { disabled: at === told.steps.length - 1, class: "strong" }),
        button("Last", () => show(told.steps.length - 1), { disabled: at === told.steps.length - 1 })),
      at === told.steps.length - 1 && closing(told),
    );
  };

  const begin = async () => {
    told = await context.work.ask("Looking for the easiest deductions", "explain", { puzzle: parts.file(), time_limit: 60 });
    if (!told) return;
    if (told.status === "unsatisfiable" && told.clash) {
      const clash = told.clash.length ? told.clash.join(", ") : "whatever the clues say";
      fill(result, h("p", { class: "verdict" }, "There is no solution. These clash:"), h("p", {}, clash));
    } else if (told.steps.length === 0) {
      fill(result, closing(told) ?? h("p", {}, "Nothing is left to find out."));
    } else {
      show(0);
      if (!told.complete) context.say("Not finished: the limit was reached. These are the steps that were found.", "bad");
      /** @type {HTMLElement} */ (result.querySelector(".strong"))?.focus();
    }
  };

  const element = h("div", {}, h("h2", {}, "Explain"), h("p", {}, "The solution from the clues alone, the easiest deduction first, each with its reason."), h("div", { class: "row" }, button("Start", begin, { class: "strong" })), result);
  return { element };
}

/**
 * The suppositions that a step stands under, the outermost first.
 * @param {any[]} steps
 * @param {number} at
 * @returns {string[]}
 */
function supposed(steps, at) {
  const levels = [...Array(steps[at].under ?? 0).keys()];
  return levels.map((level) => steps.slice(0, at).findLast((step) => step.under === level).sentence);
}

/**
 * Values by place; several places that always hold the same are told apart.
 * @param {Record<string, any>} values
 * @returns {Record<string, any>}
 */
function apart(values = {}) {
  return Object.fromEntries(Object.entries(values).flatMap(([places, value]) => places.split(", ").map((place) => [place, value])));
}

/**
 * What a step sets, removes and uses.
 * @param {any} step
 * @returns {Record<string, string>}
 */
export function marksOf(step) {
  /** @type {Record<string, string>} */
  const marks = {};
  for (const place of step.places ?? []) marks[place] = "because";
  for (const place of Object.keys(apart(step.removes))) marks[place] = "removes";
  for (const place of Object.keys(apart(step.sets))) marks[place] = "focus";
  return marks;
}

/** What is said after the last step. @param {any} told */
function closing(told) {
  if (!told.complete) {
    const several = told.differ?.length ? ` There are several solutions: two of them differ in ${told.differ.join(", ")}.` : "";
    return h("p", { class: "verdict" }, `Not finished: the limit was reached, and more may follow from the clues.${several}`);
  }
  if (told.difficulty) return h("p", { class: "verdict" }, `Solved. Difficulty: ${told.difficulty}.`);
  if (told.differ?.length) return h("p", { class: "verdict" }, `Nothing more is forced: there are several solutions. Two of them differ in ${told.differ.join(", ")}.`);
  return null;
}
