// The state of a page, with undo and redo.
//
// A state is plain data and never changed in place, so a history is a list of states and a position in it.

/** No more states are kept. */
const MOST = 1000;

export class History {
  /** @param {State} state */
  constructor(state) {
    /** @type {State[]} */
    this.states = [state];
    this.at = 0;
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
