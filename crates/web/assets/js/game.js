// Where a page starts: the game in the address, the one that was left here, or the example. Nothing that was played is thrown away: what the
// address brings is laid on top of it, so that Undo leads back.

import { ask, AskError } from "./lib/api.js";
import { History } from "./lib/history.js";
import { keep, kept } from "./lib/keep.js";
import { linkTo, shared } from "./lib/share.js";
import { address, here } from "./lib/site.js";

/** The address follows the game after so many milliseconds; browsers do not like it to change more often. */
const SETTLE = 250;

/**
 * @param {PageModule} module
 * @param {About} known
 * @returns {Promise<{history: History, said: string, kind?: string}>}
 */
export async function startingGame(module, known) {
  const old = leftHere(module);
  const link = shared();
  const fresh = () => old ?? new History([module.fromFile(known.examples[module.example])]);
  if (!link) return { history: fresh(), said: "" };
  try {
    const played = old?.states.find((state) => same(state, link));
    const { state, said } = played ? { state: played, said: "" } : await opened(module, link);
    if (old && !said && leadsTo(old, state)) {
      const on = same(old.state, state) ? "" : "You have played on from this link: that is shown. Undo leads back to where the link is.";
      return { history: old, said: on };
    }
    const begun = old ? "Opened from the link. Undo brings back the game that you had here." : "";
    const states = old ? old.states.slice(0, old.at + 1) : [];
    return { history: new History([...states, state]), said: said || begun, kind: said ? "bad" : "" };
  } catch (error) {
    // A server that is away says nothing about the link.
    if (error instanceof AskError && error.kind !== "bad-request") throw error;
    const reason = error instanceof AskError || error instanceof RangeError ? ` (${error.message})` : "";
    const shown = old ? "your game" : "the example";
    return { history: fresh(), said: `The link is damaged or cut off${reason}: this is ${shown}.`, kind: "bad" };
  }
}

/** Whether a state is in a game; one that was undone is done again. @param {History} game @param {State} state */
function leadsTo(game, state) {
  const at = game.states.findIndex((other) => same(other, state));
  game.at = Math.max(game.at, at);
  return at >= 0;
}

/**
 * What a link carries, as far as it can be read.
 * @param {PageModule} module
 * @param {Carried} link
 * @returns {Promise<{state: State, said: string}>}
 */
export async function opened(module, link) {
  if (typeof link.file?.puzzle !== "string") throw new RangeError("no puzzle can be read from it");
  const file = await ask("read", { puzzle: link.file });
  if (file.puzzle !== module.name) {
    location.replace(address(file.puzzle) + location.hash);
    return new Promise(() => {});
  }
  const state = module.fromFile(file);
  if (link.play && fits(module, { file, play: link.play })) return { state: { file, play: link.play }, said: "" };
  const whole = link.whole && (link.play === null || link.play === undefined);
  return { state, said: whole ? "" : "The link is damaged or cut off: this is its puzzle, but how far it was played cannot be read." };
}

/**
 * Keeps the game here and in the address from now on.
 * @param {PageModule} module
 * @param {History} game
 * @param {State} example an untouched example needs no address of its own
 */
export function follow(module, game, example) {
  let timer = 0;
  const write = () => {
    clearTimeout(timer);
    timer = 0;
    history.replaceState(null, "", same(game.state, example) ? here() : linkTo(game.state));
  };
  const keepGame = () => keep(`game:${module.slot ?? module.name}`, game.last);
  if (!same(game.state, example)) keepGame();
  game.listeners.push(() => {
    keepGame();
    timer ||= window.setTimeout(write, SETTLE);
  });
  addEventListener("pagehide", () => timer && write());
}

/** The game that was left on this page, as far as it can still be played. @param {PageModule} module */
function leftHere(module) {
  const last = kept(`game:${module.slot ?? module.name}`);
  if (!Array.isArray(last?.states)) return null;
  const states = last.states.filter((/** @type {any} */ state) => fits(module, state));
  const at = states.indexOf(last.states[last.at]);
  return states.length ? new History(states, at < 0 ? undefined : at) : null;
}

/** Whether a state is one of this puzzle. @param {PageModule} module @param {any} state */
function fits(module, state) {
  try {
    return state.file.puzzle === module.name && module.fits(state);
  } catch {
    return false;
  }
}

/** @param {any} a @param {any} b */
const same = (a, b) => JSON.stringify([a.file, a.play]) === JSON.stringify([b.file, b.play]);
