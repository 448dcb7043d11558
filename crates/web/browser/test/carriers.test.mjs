// One interface, two carriers: what the server answers over HTTP and what the engines of the exported page answer must be the same, where both have an answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { engines } from "./engines.mjs";
import { about, site } from "./harness.mjs";
import { askServer } from "./server.mjs";

const asked = await engines();
const inPage = (path, body, streamed) => asked(path, body, streamed).at(-1);

const served = (path, body) => askServer(site, path, body);

/** Limits differ in what they cut off: what was cut off says nothing, and is not compared. */
const whole = ({ answer, error }) => (error ? error.kind !== "unanswered" : answer.complete !== false);

/** Both answers, if both are whole. */
async function both(path, body) {
  const [one, other] = [await served(path, body), inPage(path, body)];
  return whole(one) && whole(other) ? [one, other] : null;
}

/** What must be the same of an answer. Which solutions are shown, and how they were found, may differ. */
function essence({ answer, error }) {
  if (error) return { kind: error.kind, message: error.message };
  const { status, count, unique, unique_modulo, forced, redundant, modulo, pictures } = answer;
  return { status, count, unique, unique_modulo, forced, redundant, modulo, pictures };
}

/** Counts up to symmetries that one of two had no time for are left out of both. */
function comparable(...answers) {
  const both = answers.map(essence);
  const missing = both.flatMap(({ modulo }) => Object.keys(modulo ?? {}).filter((name) => modulo[name] === null));
  for (const { modulo } of both) missing.forEach((name) => delete modulo[name]);
  return both;
}

test("the same status, counts, uniqueness and forced values of every puzzle", async (t) => {
  const { examples } = await about();
  let compared = 0;
  let cut = 0;
  for (const [name, puzzle] of Object.entries(examples).filter(([name]) => name !== "minizinc")) {
    for (const [path, body] of [["solve", {}], ["solve", { unique: true }], ["solve", { forced: true }], ["count", {}]]) {
      const pair = await both(path, { puzzle, ...body });
      if (!pair) {
        cut += 1;
        continue;
      }
      compared += 1;
      const [one, other] = comparable(...pair);
      assert.deepEqual(other, one, `${path} ${JSON.stringify(body)} of ${name}`);
    }
  }
  t.diagnostic(`${compared} answers compared, ${cut} cut off by the limit`);
  assert.ok(cut < compared / 10, `${cut} of ${compared} answers were cut off`);
});

test("the same boards, pictures and files", async () => {
  const { examples } = await about();
  for (const [name, puzzle] of Object.entries(examples).filter(([name]) => name !== "minizinc")) {
    for (const path of ["read", "draw", "board"]) {
      assert.deepEqual(inPage(path, { puzzle }), await served(path, { puzzle }), `${path} of ${name}`);
    }
  }
});

test("hints and explanations lead to the same end", async () => {
  const { examples } = await about();
  for (const name of ["tricky-triple", "colors-refuted", "instant-insanity-equal", "sudoku", "takuzu", "nonogram", "futoshiki", "star-battle"]) {
    const pair = await both("explain", { puzzle: examples[name], time_limit: 20 });
    assert.ok(pair, `${name} is explained by both`);
    const end = ({ answer: { status, steps, clash } }) => ({ status, sets: Object.assign({}, ...steps.map((step) => step.sets)), clash: Boolean(clash?.length) });
    assert.deepEqual(end(pair[1]), end(pair[0]), name);
    const marks = await both("candidates", { puzzle: examples[name], time_limit: 20 });
    assert.deepEqual(marks?.[1], marks?.[0], `pencil marks of ${name}`);
    const hints = await both("explain", { puzzle: examples[name], hint: true, time_limit: 20 });
    assert.ok(hints, `${name} has a hint from both`);
    assert.equal(hints[1].answer.steps.length, hints[0].answer.steps.length, name);
  }
});

test("the same designs from a seed", async () => {
  const wishes = [
    ["design/tricky-triple", { rows: 5, cols: 5, seed: 3 }],
    ["design/spinpossible", { rows: 3, cols: 3, distance: 5, seed: 4 }],
    ["design/colors", { rows: 2, cols: 3, colours: 4, seed: 5 }],
    ["design/set", { cards: 12, sets: 3, seed: 6 }],
    ["design/instant-insanity", { minimise: "adiis", cubes: 2, colours: 3 }],
    ["design", { puzzle: { puzzle: "latin-square", n: 4 }, seed: 7 }],
    ["design", { puzzle: { puzzle: "sudoku" }, seed: 8 }],
  ];
  for (const [path, body] of wishes) {
    const [one, other] = [await served(path, { ...body, time_limit: 30 }), inPage(path, { ...body, time_limit: 30 })];
    const same = ({ answer, error }) => (error ? error : { ...answer, seconds: 0, statistics: null });
    assert.deepEqual(same(other), same(one), `${path} ${JSON.stringify(body)}`);
  }
});

test("a search is watched, and a table of distances made, as by the server", async () => {
  const { examples } = await about();
  const lines = asked("watch", { puzzle: examples["tricky-triple"], all: true }, true);
  const nodes = lines.filter((line) => line.node).length;
  assert.ok(nodes > 0);
  const answer = (await served("watch", { puzzle: examples["tricky-triple"], all: true })).answer;
  assert.equal(lines.at(-1).answer.count, answer.count);
  assert.equal(lines.at(-1).answer.statistics.nodes, answer.statistics.nodes);
  const table = { rows: 3, cols: 3, farthest: 3, time_limit: 60 };
  const same = ({ answer }) => ({ ...answer, seconds: 0 });
  assert.deepEqual(same(inPage("states/spinpossible", table)), same(await served("states/spinpossible", table)));
});

test("what is wrong is refused in the same words", async () => {
  const wrong = [["solve", {}], ["solve", { puzzle: { puzzle: "nothing" } }], ["solve", { puzzle: { puzzle: "set", cards: ["1rfo"] }, colour: 1 }], ["count", { puzzle: { puzzle: "sudoku", board: [[1]] } }]];
  for (const [path, body] of wrong) assert.deepEqual(inPage(path, body), await served(path, body));
  assert.equal(inPage("nothing", {}).error.kind, "not-found");
  // What needs MiniZinc says so.
  assert.equal(inPage("board", { puzzle: { puzzle: "minizinc", mzn: "var 1..3: x; solve satisfy;" } }).error.kind, "no-minizinc");
});
