// Solve: the first solution, the next, all of them, how many, whether there is only one.

import { button, fill, h } from "../lib/dom.js";
import { choice, number } from "../lib/form.js";
import { duration, plural } from "../lib/words.js";

/**
 * @param {Context} context
 * @param {PageParts} parts
 * @returns {Panel}
 */
export function solvePanel(context, parts) {
  const engine = choice("Engine", context.about.engines.map((name) => [name, name]), "auto");
  const seconds = number("Seconds", 20, 1, context.about.limits.seconds);
  const result = h("div", { class: "result", "aria-live": "polite" });
  /** @type {any[]} */
  let solutions = [];
  let complete = false;
  let at = 0;

  const body = () => ({
    puzzle: parts.file(),
    engine: engine.value,
    time_limit: seconds.value,
  });

  /** Shows the solution of this number. @param {number} index */
  const show = (index) => {
    at = index;
    const title = complete ? `Solution ${at + 1} of ${solutions.length}` : `Solution ${at + 1}`;
    context.show({ title, solution: solutions[at] });
    const noun = !complete ? `${title}; there may be more.` : solutions.length === 1 ? "The only solution." : `${title}.`;
    fill(
      result,
      h("p", { class: "verdict" }, noun),
      parts.describe ? parts.describe(solutions[at]) : null,
      solutions.length > 1 &&
        h("div", { class: "row" },
          button("◀ Previous", () => show((at + solutions.length - 1) % solutions.length)),
          button("Following ▶", () => show((at + 1) % solutions.length))),
    );
  };

  /** @param {any} answer */
  const none = (answer) => {
    const text = answer.status === "unsatisfiable" ? "There is no solution." : "Nothing was found within the limits.";
    fill(result, h("p", { class: "verdict" }, text));
    context.say(text, "bad");
  };

  /**
   * @param {string} what
   * @param {object} extra
   * @param {number} index which solution to show
   */
  const solve = async (what, extra, index) => {
    let found = 0;
    const answer = await context.work.ask(what, "solve", { ...body(), ...extra }, {
      solution: () => (found += 1),
    });
    if (!answer) return;
    solutions = answer.solutions;
    complete = answer.complete && !("limit" in extra && !answer.complete) && Object.keys(extra).length > 0;
    if (solutions.length === 0) return none(answer);
    show(Math.min(index, solutions.length - 1));
    result.append(statistics(answer));
    if (index >= solutions.length) context.say(answer.complete ? "There are no more solutions." : "No other solution was found within the limits.");
    else context.say(`Found by ${answer.engine} in ${duration(answer.seconds)}.`, "good");
    if (found === 0 && solutions.length === 0) none(answer);
  };

  const count = async () => {
    const answer = await context.work.ask("Counting", "count", body());
    if (!answer) return;
    const none = !answer.complete && answer.count === "0";
    const rows = [none ? ["Solutions", "none found so far"] : [answer.complete ? "Solutions" : "At least", answer.count]];
    if (answer.pictures) rows.push(["Pictures of the sides", answer.pictures]);
    for (const [name, value] of Object.entries(answer.modulo)) rows.push([`Modulo ${name}`, value ?? "unknown"]);
    fill(
      result,
      h("table", {}, h("tbody", {}, ...rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "number" }, grouped(value)))))),
      statistics(answer),
    );
    const text = answer.complete ? `Counted: ${grouped(answer.count)}.` : none ? "Not counted to the end: none found so far." : `Not counted to the end: at least ${grouped(answer.count)}.`;
    context.say(text, answer.complete ? "good" : "bad");
  };

  const unique = async () => {
    const answer = await context.work.ask("Looking for a second solution", "solve", { ...body(), unique: true });
    if (!answer) return;
    solutions = answer.solutions;
    complete = answer.complete;
    if (solutions.length === 0) return none(answer);
    show(0);
    const text = answer.unique === true ? "Exactly one solution." : answer.unique === false ? "Not unique: the two differ in the marked places." : "Not known whether it is the only one.";
    result.prepend(h("p", { class: "verdict" }, text));
    if (answer.differ) context.show({ title: "One of two solutions", solution: solutions[0], marks: Object.fromEntries(answer.differ.map((/** @type {string} */ place) => [place, "differs"])) });
    context.say(text);
  };

  const element = h(
    "div",
    {},
    h("h2", {}, "Solve"),
    h("div", { class: "row" },
      button("First", () => solve("Looking for a solution", {}, 0), { class: "strong" }),
      button("Next", () => solve("Looking for the next", { limit: solutions.length === 0 ? 1 : at + 2 }, at + (solutions.length ? 1 : 0))),
      button("All", () => solve("Finding all", { all: true }, 0)),
      button("Count", count),
      parts.unique !== false && button("Unique?", unique)),
    result,
    parts.engines !== false && h("details", {}, h("summary", {}, "How"), h("div", { class: "fields" }, engine.element, seconds.element)),
  );
  return { element };
}

/** @param {any} answer */
function statistics(answer) {
  const known = answer.statistics ?? {};
  const parts = [answer.engine];
  if (known.nodes !== undefined) parts.push(plural(known.nodes, "node"));
  if (known.failures !== undefined) parts.push(plural(known.failures, "dead end"));
  parts.push(duration(answer.seconds));
  return h("p", { class: "fine" }, parts.join(" · "));
}

/** A number with gaps between thousands. @param {string|number} value */
export function grouped(value) {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}
