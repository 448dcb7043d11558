// A memory that forgets: so many things are kept by name, the oldest goes first.

/** @template T */
export class Memory {
  /** @param {number} most */
  constructor(most) {
    this.most = most;
    /** @type {Map<string, T>} */
    this.kept = new Map();
  }

  /** @param {string} name */
  get(name) {
    return this.kept.get(name);
  }

  /** @param {string} name @param {T} thing */
  keep(name, thing) {
    this.kept.set(name, thing);
    const [oldest] = this.kept.keys();
    if (this.kept.size > this.most) this.kept.delete(oldest);
    return thing;
  }
}
