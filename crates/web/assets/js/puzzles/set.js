// SET: three cards that agree or differ in each attribute. A game for one or two, and a look at how the computer finds sets.

import { button, fill, h } from "../lib/dom.js";
import { choice, seedField, wishes } from "../lib/form.js";
import { noteDaily, seedOfToday } from "../lib/statistics.js";
import { clockTime } from "../lib/words.js";
import { cardName, cardPicture, deck, holdsSet, patterns, smallCard } from "./set_cards.js";
import { again, claimed, dealt, expired, gameOn, isGame, newGame, picked } from "./set_game.js";
import { editCards } from "./set_edit.js";
import { reformulationPanel } from "./set_tree.js";
import { Effort } from "./set_effort.js";

/** So long may whoever called take. */
const CLAIM_SECONDS = 10;

/** The keys to call with, by player. */
const CLAIM_KEYS = ["a", "l"];

/** @type {PageModule} */
const page = {
  name: "set",
  title: "SET",
  rules: "Three cards are a set if in number, colour, filling and shape they are all alike or all different. Find sets until the deck is used up.",
  how: "Click three cards. With two players, call first (A or L, or your button): then you have ten seconds, and a mistake costs a point.",
  keys: [
    ["Arrows", "move"],
    ["Space", "pick a card"],
    ["A / L", "player 1 / player 2 calls"],
  ],
  example: "set-twelve",
  fromFile(file) {
    if (file.attributes || file.values) throw new RangeError("The page plays with the deck of 81 cards.");
    return { file, play: gameOn(file.cards, 1) };
  },
  fits: ({ file, play }) => Array.isArray(file.cards) && isGame(play),
  restarted: ({ file, play }) => ({ file, play: again(play, file.cards) }),
  create: (context) => new Table(context),
};
export default page;

/** @typedef {import("./set_game.js").Game} Game */

/** @implements {PageParts} */
class Table {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.unique = false;
    this.watch = false;
    this.cards = h("div", { class: "cards", role: "group", "aria-label": "Cards on the table" });
    this.clock = h("span", { class: "clock", role: "timer" });
    this.players = h("div", { class: "players" });
    this.element = h("div", { class: "set" }, patterns(), this.players, this.cards);
    this.effort = new Effort(context, () => this.file());
    this.explain = () => reformulationPanel(context, () => this.file());
    /** What the editor has in place of the cards on the table, and what a click on one does there. @type {{cards(): string[], remove(card: string): void}|null} */
    this.editor = null;
    this.edit = () => editCards(context, this, page.fromFile);
    this.design = () => this.designPanel();
    /** @type {string[]} cards that a hint shows */
    this.hinted = [];
    this.began = Date.now();
    this.timer = 0;
    /** @type {Game|null} the state of the game that is shown */
    this.shown = null;
    addEventListener("keydown", (event) => this.key(event));
    setInterval(() => this.showTime(), 500);
  }

  /** @returns {Game} */
  get game() {
    return this.context.history.state.play;
  }

  /** Seconds played. */
  get seconds() {
    return this.over ? this.game.seconds : this.game.seconds + (Date.now() - this.began) / 1000;
  }

  file() {
    return { puzzle: "set", cards: this.game.table };
  }

  /** Deals are told apart by their seeds. */
  identity() {
    return { puzzle: "set", seed: this.game.seed, players: this.game.players };
  }

  draw() {
    return { puzzle: this.file() };
  }

  /** @param {Game} game */
  push(game) {
    this.context.history.play({ ...game, seconds: this.seconds });
  }

  finished() {
    return this.over ? `The game is over: ${this.result(this.game)}` : null;
  }

  get over() {
    return this.game.over || (this.stuck && this.game.deck.length === 0);
  }

  /** Whether no set lies there. */
  get stuck() {
    return !holdsSet(this.game.table);
  }

  /** Lets the editor change the cards. @param {Table["editor"]} editor */
  editWith(editor) {
    this.editor = editor;
    this.render();
  }

  /** @param {string} card */
  pick(card) {
    if (this.editor) return this.editor.remove(card);
    if (this.context.overlay) return this.context.tab("play");
    const { game } = this;
    if (this.over) return this.context.say("The game is over.");
    if (game.players > 1 && game.claim === null) return this.context.say("Call first: A for player 1, L for player 2.");
    const { game: next, verdict, cards } = picked(game, card);
    this.push(next);
    if (this.over) return;
    const who = game.players > 1 ? `Player ${(game.claim ?? 0) + 1}: ` : "";
    if (verdict === "set") this.context.say(`${who}A set!${next.table.length > 12 ? ` ${next.table.length} cards, so that there is a set.` : ""}`, "good");
    else if (verdict === "wrong") this.context.say(`${who}${whyNot(cards)} One point less.`, "bad");
  }

  /** @param {Game} game */
  result(game) {
    if (game.players === 1) return `${game.found[0]} sets, ${game.scores[0]} points in ${clockTime(this.seconds)}.`;
    const [a, b] = game.scores;
    return a === b ? `a draw, ${a} to ${b}.` : `player ${a > b ? 1 : 2} wins ${Math.max(a, b)} to ${Math.min(a, b)}.`;
  }

  /** @param {number} player */
  claim(player) {
    if (this.context.overlay) this.context.tab("play");
    const next = claimed(this.game, player);
    if (next === this.game) return;
    this.push(next);
    this.context.say(`Player ${player + 1} called: pick three cards within ${CLAIM_SECONDS} seconds.`);
  }

  /** Another state of the game is shown: the clock goes on from there, and whoever has called there has their time. */
  turned() {
    const { game } = this;
    if (game === this.shown) return;
    this.shown = game;
    this.hinted = [];
    this.began = Date.now();
    clearTimeout(this.timer);
    if (game.claim === null) return;
    this.timer = window.setTimeout(() => {
      this.push(expired(this.game));
      this.context.say(`Player ${(game.claim ?? 0) + 1} took too long. One point less.`, "bad");
    }, CLAIM_SECONDS * 1000);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input:not([type=checkbox]), select")) return;
    const player = CLAIM_KEYS.indexOf(event.key.toLowerCase());
    if (player >= 0 && this.game.players > 1) this.claim(player);
  }

  render() {
    this.turned();
    const { game } = this;
    const overlay = this.context.overlay;
    const shown = overlay?.solution ? overlay.solution.set : overlay?.cards ?? null;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.index : undefined;
    const known = deck();
    const table = this.editor?.cards().filter((card) => known.includes(card)) ?? game.table;
    const cards = table.map((card, i) => {
      const marked = shown?.includes(card);
      const one = h(
        "button",
        {
          type: "button",
          class: `card ${shown && !marked ? "dim" : ""} ${marked ? "marked" : ""} ${this.hinted.includes(card) ? "hinted" : ""}`,
          "aria-pressed": String(game.picked.includes(card)),
          "aria-label": `${cardName(card)}${this.hinted.includes(card) ? ", hint" : ""}`,
          "data-card": card,
          "data-index": i,
          tabindex: i === 0 ? 0 : -1,
          onclick: () => this.pick(card),
        },
        cardPicture(card),
      );
      one.addEventListener("keydown", (event) => this.move(i, event));
      return one;
    });
    fill(this.cards, ...cards);
    if (focused !== undefined) this.focus(Math.min(Number(focused), cards.length - 1));
    this.renderPlayers();
    this.effort.refresh();
  }

  /** @param {number} index */
  focus(index) {
    const cards = /** @type {NodeListOf<HTMLElement>} */ (this.cards.querySelectorAll(".card"));
    cards.forEach((card, i) => (card.tabIndex = i === index ? 0 : -1));
    cards[index]?.focus();
  }

  /** @param {number} index @param {KeyboardEvent} event */
  move(index, event) {
    const columns = getComputedStyle(this.cards).gridTemplateColumns.split(" ").length;
    const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns })[event.key];
    if (!step) return;
    event.preventDefault();
    const to = index + step;
    if (to >= 0 && to < this.game.table.length) this.focus(to);
  }

  renderPlayers() {
    const { game } = this;
    const player = (/** @type {number} */ i) =>
      h(
        "div",
        { class: `player ${game.claim === i ? "calling" : ""}` },
        h("span", {}, game.players > 1 ? `Player ${i + 1}` : "Points"),
        h("strong", { "data-score": i }, String(game.scores[i])),
        h("span", { class: "fine" }, `${game.found[i]} ${game.found[i] === 1 ? "set" : "sets"}`),
        game.players > 1 && button(`Call (${CLAIM_KEYS[i].toUpperCase()})`, () => this.claim(i), { class: "small", disabled: this.over || game.claim !== null }),
      );
    fill(this.players, ...game.scores.map((_, i) => player(i)), h("div", { class: "player" }, h("span", {}, "Deck"), h("strong", { "data-deck": game.deck.length }, String(game.deck.length)), this.clock), this.stuck && game.deck.length > 0 && button("No set: deal three more", () => this.dealMore(), { class: "strong" }));
    this.showTime();
  }

  dealMore() {
    const before = this.game.table.length;
    this.push(dealt(this.game));
    this.context.say(`${this.game.table.length - before} more cards are dealt.`);
  }

  showTime() {
    this.clock.textContent = clockTime(this.seconds);
  }

  /** Shows so many cards of one set. @param {number} count */
  async show(count) {
    const answer = await this.context.work.ask("Looking for sets", "solve", { puzzle: this.file(), all: true });
    if (!answer) return;
    const first = answer.solutions[0]?.set;
    if (!first) return this.context.say(answer.complete ? "There is no set on the table." : "No set was found within the limit; there may be one.");
    // Keep to the set that is already begun.
    const same = answer.solutions.find((/** @type {any} */ one) => this.hinted.length && this.hinted.every((card) => one.set.includes(card)));
    this.hinted = (same?.set ?? first).slice(0, count);
    this.context.tab("play");
    this.context.say(`${count === 1 ? "This card is" : "These two cards are"} part of a set: ${this.hinted.map(cardName).join(", ")}.`);
    this.render();
  }

  hint() {
    return this.show(this.hinted.length === 1 ? 2 : 1);
  }

  async check() {
    const answer = await this.context.work.ask("Counting the sets", "count", { puzzle: this.file() });
    if (!answer) return;
    const sets = Number(answer.count);
    if (!answer.complete) return this.context.say(sets === 0 ? "No set was found within the limit; there may be one." : `At least ${sets} ${sets === 1 ? "set is" : "sets are"} on the table.`, "bad");
    this.context.say(sets === 0 ? "There is no set on the table." : `${sets} ${sets === 1 ? "set is" : "sets are"} on the table.`, "good");
  }

  play() {
    return h(
      "div",
      {},
      h("div", { class: "row" }, button("1 card hint", () => this.show(1)), button("2 card hint", () => this.show(2))),
      this.effort.element,
    );
  }

  /** @param {any} solution */
  describe(solution) {
    return h("p", { class: "small-cards" }, ...solution.set.map(smallCard));
  }

  fresh() {
    const players = choice("Players", [["1", "one"], ["2", "two on one keyboard"]], String(this.game.players));
    const seed = seedField();
    const start = (/** @type {number} */ from, /** @type {number} */ players) => {
      const game = newGame(from, players);
      this.context.history.push({ file: { puzzle: "set", cards: game.table }, play: game });
      this.context.tab("play");
      seed.renew();
      this.context.say(game.table.length > 12 ? `No set among the first twelve: ${game.table.length} cards.` : "Twelve cards are dealt.");
    };
    const daily = () => {
      start(seedOfToday(), 1);
      noteDaily(this.identity());
    };
    return h("div", {}, h("h2", {}, "New game"), h("div", { class: "fields" }, players.element, seed.element), h("div", { class: "row" }, button("New game", () => start(seed.value, Number(players.value)), { class: "strong" }), button("Puzzle of the day", daily)));
  }

  /** Deals with a wanted number of sets. @returns {Panel} */
  designPanel() {
    const form = wishes(this.context.about, "set", { cards: { label: "Cards", min: 3 }, sets: { label: "Sets" } });
    const seed = seedField();
    const make = async (/** @type {object} */ wish) => {
      const made = await this.context.work.ask("Looking for such a deal", "design/set", { ...wish, time_limit: 60 });
      if (!made) return;
      seed.renew();
      this.context.open(made.witness);
      this.context.tab("design");
      this.context.say(made.maximum ? `${made.maximum} cards without a set; one more always makes one.` : `${made.objective}.`, "good");
    };
    return {
      element: h(
        "div",
        {},
        h("h2", {}, "Design a deal"),
        h("div", { class: "fields" }, ...form.fields, seed.element),
        h("div", { class: "row" }, button("Deal", () => make({ ...form.value, seed: seed.value }), { class: "strong" }), button("Most cards without a set", () => make({ largest_cap: true }))),
      ),
    };
  }
}

/** Why three cards are no set. @param {string[]} cards */
function whyNot(cards) {
  const names = ["number", "colour", "filling", "shape"];
  const bad = names.filter((_, i) => new Set(cards.map((card) => card[i])).size === 2);
  return `No set: two agree in ${bad.join(" and in ")}, the third does not.`;
}
