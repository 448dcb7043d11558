// The engines in a worker of the page: the other side of `crates/page`. One question at a time, told line by line.

/** @type {any} */
let engines;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** What ends a question from within. */
class Ended extends Error {
  /** @param {string} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** A text in the memory of the engines. @param {number} start @param {number} length */
const text = (start, length) => decoder.decode(new Uint8Array(engines.memory.buffer, start, length));

const env = {
  tantalizer_now: () => performance.now(),
  tantalizer_tell: (/** @type {number} */ start, /** @type {number} */ length) => postMessage({ line: text(start, length) }),
  tantalizer_out_of_memory: () => {
    throw new Ended("memory", "there is not enough memory for this in a browser: a smaller puzzle or question may fit");
  },
  tantalizer_mistake: (/** @type {number} */ start, /** @type {number} */ length) => {
    throw new Ended("internal", `a mistake in this program; the answer is lost (${text(start, length)})`);
  },
};

onmessage = ({ data }) => {
  if (data.program) {
    engines = new WebAssembly.Instance(data.program, { env }).exports;
    return;
  }
  try {
    const path = encoder.encode(data.path);
    const body = encoder.encode(data.body);
    const start = engines.room(path.length + body.length);
    const room = new Uint8Array(engines.memory.buffer, start, path.length + body.length);
    room.set(path);
    room.set(body, path.length);
    engines.ask(path.length, data.streamed);
    postMessage({ done: true, bytes: engines.memory.buffer.byteLength });
  } catch (error) {
    // What the engines were doing lies about half done: they are not asked again.
    const { kind, message } = error instanceof Ended ? error : new Ended("internal", `the engines have failed (${error}); the answer is lost`);
    postMessage({ line: JSON.stringify({ error: { kind, message } }) });
    postMessage({ done: true, bytes: Infinity });
  }
};
