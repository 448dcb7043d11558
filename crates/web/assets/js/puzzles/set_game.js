// The game of SET as plain data: every move makes a new state from the old one.

import { shuffled } from "../lib/random.js";
import { deck, holdsSet, isSet } from "./set_cards.js";

/** Cards on the table, unless there is no set among them. */
const TABLE = 12;

/**
 * @typedef {object} Game
 * @property {string[]} table
 * @property {string[]} deck cards to come, the next one first
 * @property {string[]} picked
 * @property {number} players
 * @property {number[]} scores
 * @property {number[]} found
 * @property {number|null} claim the player who has called, if any
 * @property {number} seed
 * @property {number} seconds played before the last move
 * @property {boolean} over
 */

/**
 * A game from a shuffled deck.
 * @param {number} seed
 * @param {number} players
 * @returns {Game}
 */
export function newGame(seed, players) {
  const order = shuffled(deck(), seed);
  return dealt({ ...empty(players, seed), table: order.slice(0, TABLE), deck: order.slice(TABLE) });
}

/**
 * A game with these cards on the table, the others shuffled below.
 * @param {string[]} table
 * @param {number} seed
 * @param {number} [players]
 * @returns {Game}
 */
export function gameOn(table, seed, players = 1) {
  const rest = deck().filter((card) => !table.includes(card));
  // Cards without a set lie there as they are; three more are dealt when the player asks.
  return { ...empty(players, seed), table: [...table], deck: shuffled(rest, seed) };
}

/** The same game from its start, where these cards lay on the table. @param {Game} game @param {string[]} table @returns {Game} */
export function again({ seed, players }, table) {
  const shuffled = newGame(seed, players);
  return shuffled.table.join() === table.join() ? shuffled : gameOn(table, seed, players);
}

/**
 * Whether something is a game.
 * @param {any} game
 */
export function isGame(game) {
  const known = new Set(deck());
  const cards = [...game.table, ...game.deck];
  const counts = (/** @type {any} */ list) => list.length === game.players && list.every(Number.isInteger);
  return (
    new Set(cards).size === cards.length &&
    cards.every((card) => known.has(card)) &&
    game.picked.every((/** @type {any} */ card) => game.table.includes(card)) &&
    [1, 2].includes(game.players) &&
    counts(game.scores) &&
    counts(game.found) &&
    [null, 0, 1].includes(game.claim) &&
    Number.isFinite(game.seconds) &&
    typeof game.over === "boolean"
  );
}

/** @param {number} players @param {number} seed @returns {Game} */
function empty(players, seed) {
  return { table: [], deck: [], picked: [], players, scores: Array(players).fill(0), found: Array(players).fill(0), claim: null, seed, seconds: 0, over: false };
}

/** Three more while there is no set; the end when there are none to deal. @param {Game} game @returns {Game} */
export function dealt(game) {
  let { table, deck: rest } = game;
  while (!holdsSet(table) && rest.length > 0) {
    table = [...table, ...rest.slice(0, 3)];
    rest = rest.slice(3);
  }
  return { ...game, table, deck: rest, over: !holdsSet(table) };
}

/** A player calls. @param {Game} game @param {number} player @returns {Game} */
export function claimed(game, player) {
  return game.over || game.claim !== null || player >= game.players ? game : { ...game, claim: player, picked: [] };
}

/** Who called took too long. @param {Game} game @returns {Game} */
export function expired(game) {
  return game.claim === null ? game : { ...scored(game, game.claim, -1), claim: null, picked: [] };
}

/** @param {Game} game @param {number} player @param {number} points @returns {Game} */
function scored(game, player, points) {
  return { ...game, scores: game.scores.map((score, i) => (i === player ? score + points : score)) };
}

/**
 * A card is picked or put back. Three cards are a set or a mistake.
 * @param {Game} game
 * @param {string} card
 * @returns {{game: Game, verdict: "set"|"wrong"|null, cards: string[]}}
 */
export function picked(game, card) {
  const cards = game.picked.includes(card) ? game.picked.filter((other) => other !== card) : [...game.picked, card];
  if (cards.length < 3) return { game: { ...game, picked: cards }, verdict: null, cards };
  const player = game.claim ?? 0;
  const after = { ...game, picked: [], claim: null };
  if (!isSet(cards)) return { game: scored(after, player, -1), verdict: "wrong", cards };
  const found = game.found.map((count, i) => (i === player ? count + 1 : count));
  const replaced = game.table.length <= TABLE;
  let { deck: rest } = game;
  const table = game.table.flatMap((other) => {
    if (!cards.includes(other)) return [other];
    if (!replaced || rest.length === 0) return [];
    const [next, ...left] = rest;
    rest = left;
    return [next];
  });
  return { game: dealt({ ...scored(after, player, 1), found, table, deck: rest }), verdict: "set", cards };
}
