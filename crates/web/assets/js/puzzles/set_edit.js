// The editor of SET: cards are taken from the table and laid there, and at once how many sets there are.

import { ask } from "../lib/api.js";
import { button, h } from "../lib/dom.js";
import { choice } from "../lib/form.js";
import { editPanel } from "../panels/edit.js";
import { cardName, CHOICES } from "./set_cards.js";

/** @typedef {import("../panels/edit.js").Control} Control */

/**
 * @param {Context} context
 * @param {any} table
 * @param {(file: PuzzleFile) => State} state
 * @returns {Panel}
 */
export function editCards(context, table, state) {
  /** @param {Control[]} controls */
  const tools = ([cards]) => {
    const now = () => /** @type {string[]} */ (cards.now()).map((card) => card.trim()).filter(Boolean);
    const parts = CHOICES.map(({ name, options }) => choice(name, options));
    for (const { select } of parts) select.dataset.passing = "";
    const add = () => {
      const card = parts.map(({ value }) => value).join("");
      if (now().includes(card)) context.say(`There is ${cardName(card)} already.`, "bad");
      else cards.set([...now(), card]);
    };
    const remove = (/** @type {string} */ card) => now().length > 1 && cards.set(now().filter((other) => other !== card));
    return {
      element: h("div", {}, h("p", { class: "fine" }, "Click a card to take it away."), h("div", { class: "fields" }, ...parts.map(({ element }) => element)), h("div", { class: "row" }, button("Add this card", add))),
      begin: () => table.editWith({ cards: now, remove }),
      leave: () => table.editWith(null),
    };
  };
  return editPanel(context, table, { keys: [{ key: "cards", value: table.file().cards }], state, judge, tools });
}

/** How many sets there are, two of them if there are several, and what is in none. @param {PuzzleFile} file */
async function judge(file) {
  const answer = await ask("solve", { puzzle: file, all: true, time_limit: 10 });
  const sets = /** @type {string[][]} */ (answer.solutions.map((/** @type {any} */ one) => one.set));
  const spare = file.cards.filter((/** @type {string} */ card) => !sets.flat().includes(card)).map(cardName);
  const rest = sets.length && spare.length ? ` In none: ${spare.join(", ")}.` : "";
  const named = (/** @type {string[]} */ set) => set.map(cardName).join(", ");
  const count = sets.length === 0 ? "There is no set." : sets.length === 1 ? `Exactly one set: ${named(sets[0])}.` : `${sets.length} sets; two of them: ${named(sets[0])}; and ${named(sets[1])}.`;
  const overlay = sets.length ? { title: "A set", solution: answer.solutions[0] } : undefined;
  return { said: count + rest, good: sets.length > 0, overlay };
}
