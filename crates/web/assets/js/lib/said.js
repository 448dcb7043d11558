// What comes back of a question, whoever carries it.

/** What is said when there is no answer. */
export class AskError extends Error {
  /**
   * @param {string} kind
   * @param {string} message
   * @param {import("./minizinc.js").Job} [job] what MiniZinc would have to do first
   */
  constructor(kind, message, job) {
    super(message);
    this.kind = kind;
    this.job = job;
  }
}

/** Whether an error is only that somebody cancelled. @param {unknown} error */
export function cancelled(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** One line on the way to an answer, told to whoever listens; gives the answer once it is there. @param {string} line @param {Listeners} listeners */
export function heard(line, listeners) {
  const said = JSON.parse(line);
  if (said.error) throw new AskError(said.error.kind, said.error.message, said.error.job);
  if (said.progress) listeners.progress?.(said.progress);
  if (said.solution) listeners.solution?.(said.solution);
  if (said.node) listeners.node?.(said.node);
  if (said.learnt) listeners.learnt?.(said.learnt);
  if (said.layer) listeners.layer?.(said.layer);
  return said.answer;
}
