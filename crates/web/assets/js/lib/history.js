// The state of a page, with undo and redo.
//
// A state is plain data and never changed in place, so a history is a list of states and a position in it.

/** No more states are held. */
const MOST = 1000;

/** No more states, and about so many letters, are kept when the page is left. */
const [MOST_KEPT, LETTERS_KEPT] = [100, 200_000];

export class History {
  /**
   * @param {State[]} states
   * @param {number} [at]
   */
  constructor(states, at = states.length - 1) {
    this.states = states;
    this.at = at;
    /** @type {(() => void)[]} */
    this.listeners = [];
  }

  get state() {
    return this.states[this.at];
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.states.length - 1;
  }

  /** The last states, to be kept: as many as there is room for. */
  get last() {
    const room = Math.min(MOST_KEPT, Math.floor(LETTERS_KEPT / JSON.stringify(this.state).length));
    const from = Math.max(0, this.at + 1 - Math.max(1, room));
    return { states: this.states.slice(from, this.at + 1 + room), at: this.at - from };
  }

  /** A step further. @param {State} state */
  push(state) {
    this.states.length = this.at + 1;
    this.states.push(state);
    if (this.states.length > MOST) this.states.shift();
    this.at = this.states.length - 1;
    this.tell();
  }

  /** The same file, played on. @param {any} play */
  play(play) {
    this.push({ file: this.state.file, play });
  }

  undo() {
    if (!this.canUndo) return;
    this.at -= 1;
    this.tell();
  }

  redo() {
    if (!this.canRedo) return;
    this.at += 1;
    this.tell();
  }

  tell() {
    this.listeners.forEach((listener) => listener());
  }
}
