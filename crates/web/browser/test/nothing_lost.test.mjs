// A game outlives reloads, other pages and links: whatever brings another position, what was played can be found again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { at, field, openFile, says, soon, state, tool, verb, visit } from "./harness.mjs";

/** For every puzzle: a move, and what is seen of the position. */
const PUZZLES = [
  { path: "/tricky-triple", move: (page) => page.locator(".tt-grid .cell:not(.clue):not(.black)").first().click(), cells: ".tt-grid .cell" },
  {
    path: "/colors",
    move: async (page) => {
      await page.locator(".tray-piece").first().click();
      await page.locator('.place:not(.filled)').first().click();
    },
    cells: ".place",
  },
  {
    path: "/spinpossible",
    move: async (page) => {
      await page.locator(".tile-cell").nth(0).click();
      await page.locator(".tile-cell").nth(4).click();
    },
    cells: ".tile-cell",
  },
  { path: "/instant-insanity", move: (page) => page.locator(".side-cell").first().click(), cells: ".side-cell" },
  { path: "/set", move: (page) => page.locator('.card[aria-pressed="false"]').first().click(), cells: ".card", pressed: true },
];

const look = (page, { cells }) => page.locator(cells).evaluateAll((all) => all.map((cell) => `${cell.ariaLabel} ${cell.ariaPressed}`));

/** Plays a move and waits until it is seen. */
async function play(page, puzzle) {
  const before = await look(page, puzzle);
  await puzzle.move(page);
  await page.waitForFunction(
    ([cells, before]) => JSON.stringify([...document.querySelectorAll(cells)].map((cell) => `${cell.ariaLabel} ${cell.ariaPressed}`)) !== before,
    [puzzle.cells, JSON.stringify(before)],
  );
  return look(page, puzzle);
}

const ready = (page, puzzle) => page.locator(puzzle.cells).first().waitFor();

for (const puzzle of PUZZLES) {
  test(`${puzzle.path}: a reload, another page and back keep the game, and so does Undo`, () =>
    visit(puzzle.path, async (page) => {
      const start = await look(page, puzzle);
      const entries = await page.evaluate(() => history.length);
      const first = await play(page, puzzle);
      const second = await play(page, puzzle);
      await page.waitForFunction(() => location.hash.startsWith("#s="));
      await soon.equal(() => page.evaluate(() => history.length), entries, "the address fills the history");
      await page.reload();
      await ready(page, puzzle);
      await soon.deepEqual(() => look(page, puzzle), second);
      await page.getByRole("link", { name: "Tantalizer" }).click();
      await page.locator(".home-card").first().waitFor();
      await page.goBack();
      await ready(page, puzzle);
      await soon.deepEqual(() => look(page, puzzle), second);
      await page.goto(at("/"));
      await page.goto(at(puzzle.path));
      await ready(page, puzzle);
      await soon.deepEqual(() => look(page, puzzle), second);
      await verb(page, "Undo");
      await soon.deepEqual(() => look(page, puzzle), first);
      await verb(page, "Undo");
      await soon.deepEqual(() => look(page, puzzle), start);
    }));
}

test("the address says where one is, at once after leaving too", () =>
  visit("/tricky-triple", async (page) => {
    const [puzzle] = PUZZLES;
    const shown = await play(page, puzzle);
    // Left before the address has settled: the game is kept all the same.
    await page.goto(at("/set"));
    await page.goto(at("/tricky-triple"));
    await ready(page, puzzle);
    await soon.deepEqual(() => look(page, puzzle), shown);
  }));

test("a shared link that was played on is not reset, and a foreign one does not cover a game for good", () =>
  visit("/tricky-triple", async (page) => {
    const [puzzle] = PUZZLES;
    await openFile(page, 'puzzle = "tricky-triple"\nboard = """\n1 . 1\n. . .\n3 . #\n"""\n');
    await says(page, /Opened/);
    await state(page);
    const link = page.url();
    const shared = await look(page, puzzle);
    const played = await play(page, puzzle);
    await page.goto(at("/"));
    await page.goto(link);
    await ready(page, puzzle);
    await soon.deepEqual(() => look(page, puzzle), played);
    await says(page, /played on from this link.*Undo/);
    await verb(page, "Undo");
    await soon.deepEqual(() => look(page, puzzle), shared);
    await verb(page, "Redo");
    // Another link over the same game.
    const other = { file: { puzzle: "tricky-triple", board: [". .", ". ."] }, play: null };
    await page.goto(at("/"));
    await page.goto(at(`/tricky-triple#s=${coded(JSON.stringify(other))}`));
    await page.waitForFunction(() => document.querySelectorAll(".tt-grid .cell").length === 4);
    await says(page, /Undo brings back the game/);
    await page.goto(at("/set"));
    await page.goto(at("/tricky-triple"));
    await page.waitForFunction(() => document.querySelectorAll(".tt-grid .cell").length === 4);
    await verb(page, "Undo");
    await soon.deepEqual(() => look(page, puzzle), played);
    // A link that is pasted over the address of the open page, which follows the game with a little delay.
    await page.waitForFunction((code) => !location.hash.endsWith(code), coded(JSON.stringify(other)));
    await page.evaluate((hash) => (location.hash = hash), `#s=${coded(JSON.stringify(other))}`);
    await says(page, /Opened from the link/);
    await soon.equal(() => page.locator(".tt-grid .cell").count(), 4);
    await verb(page, "Undo");
    await soon.deepEqual(() => look(page, puzzle), played);
  }));

const coded = (text) => Buffer.from(text).toString("base64url");

/** Links that were damaged on the way: what is left of them, and what is shown. */
const DAMAGED = [
  ["no code at all", "/tricky-triple", "", /damaged/],
  ["letters that are no code", "/tricky-triple", "a", /damaged/],
  ["not JSON", "/colors", coded("hello"), /damaged/],
  ["JSON that is no object", "/colors", coded("[1, 2]"), /damaged/],
  ["null", "/set", coded("null"), /damaged/],
  ["no puzzle", "/set", coded('{"file":{},"play":null}'), /damaged/],
  ["a list for a puzzle", "/set", coded('{"file":[],"play":null}'), /damaged/],
  ["an unknown puzzle", "/set", coded('{"file":{"puzzle":"chess"},"play":null}'), /damaged.*chess/],
  ["an empty board", "/tricky-triple", coded('{"file":{"puzzle":"tricky-triple","board":[]},"play":null}'), /damaged/],
  ["a board of nothing", "/spinpossible", coded('{"file":{"puzzle":"spinpossible","board":[""]},"play":{"spins":[]}}'), /damaged/],
  ["cubes with two faces", "/instant-insanity", coded('{"file":{"puzzle":"instant-insanity","pieces":["RG","GB"]},"play":null}'), /damaged/],
  ["cards of another deck", "/set", coded('{"file":{"puzzle":"set","attributes":2,"cards":["11","12"]},"play":null}'), /damaged.*81 cards/],
  ["too few pieces", "/colors", coded('{"file":{"puzzle":"colors","rows":2,"cols":2,"pieces":["RGBY"]},"play":null}'), /damaged/],
];

/** Opens links one after the other on one page: the first with the page, the others over its address. */
async function openAll(path, links, look) {
  await visit(
    `${path}#s=${links[0]}`,
    async (page) => {
      await page.waitForSelector(".status");
      for (const [i, link] of links.entries()) {
        if (i > 0) await page.evaluate((hash) => (location.hash = hash), `#s=${link}`);
        await look(page, i);
        await page.evaluate(() => (document.querySelector(".status").textContent = ""));
      }
    },
    { mistakes: true },
  );
}

test("links of which nothing can be read say so and show the example", async () => {
  for (const { path, cells } of PUZZLES) {
    const links = DAMAGED.filter((one) => one[1] === path);
    await openAll(path, links.map((one) => one[2]), async (page, i) => {
      await page.locator(cells).first().waitFor();
      await says(page, links[i][3]);
    });
  }
});

/** Games that do not belong to their puzzle: the puzzle is kept. */
const WRONG_GAMES = [
  ["/tricky-triple", { puzzle: "tricky-triple", board: ["1 .", ". #"] }, [{}, { cells: [[1, 0]] }, { cells: [[1, 7], [0, 0]] }, { cells: [[2, 0], [0, 0]] }, "x", { cells: null }]],
  ["/colors", { puzzle: "colors", rows: 1, cols: 2, pieces: ["RGBY", "RGBY"] }, [{}, { board: [null], turns: [0, 0] }, { board: [{ piece: 5, turn: 0 }, null], turns: [0, 0] }, { board: [{ piece: 0, turn: 0 }, { piece: 0, turn: 0 }], turns: [0, 0] }]],
  ["/spinpossible", { puzzle: "spinpossible", board: ["2 1"] }, [{}, { spins: [[1, 1, 1]] }, { spins: [[1, 1, 5, 2]] }, { spins: [["a", 1, 1, 2]] }]],
  ["/instant-insanity", { puzzle: "instant-insanity", pieces: ["RRGWBW", "BRWBGW"] }, [{}, { faces: [[0, 1, 2, 3, 4, 5]] }, { faces: [[0, 1, 2, 3, 4, 9], [0, 1, 2, 3, 4, 5]] }]],
  ["/set", { puzzle: "set", cards: ["1rfo", "2rfo", "3rfo"] }, [{}, { table: ["1rfo"] }, { table: ["xxxx"], deck: [], picked: [], players: 1, scores: [0], found: [0], claim: null, seconds: 0, over: false }]],
];

test("links whose game does not fit keep the puzzle and say so", async () => {
  for (const [path, file, games] of WRONG_GAMES) {
    await openAll(path, games.map((play) => coded(JSON.stringify({ file, play }))), async (page, i) => {
      await says(page, /this is its puzzle, but how far it was played cannot be read/);
      const { file: shown } = await state(page);
      assert.deepEqual({ ...shown, ...file }, shown, JSON.stringify(games[i]));
    });
  }
});

test("links that were cut off keep the puzzle while it is whole", async () => {
  const file = { puzzle: "spinpossible", board: ["2 1", "4 3"] };
  const text = JSON.stringify({ file, play: { spins: [[1, 1, 1, 2]] } });
  const whole = coded(text);
  const afterFile = Math.ceil(((text.indexOf("}") + 1) * 4) / 3);
  const readable = [afterFile, afterFile + 1, afterFile + 7, whole.length - 2];
  await openAll("/spinpossible", readable.map((length) => whole.slice(0, length)), async (page, i) => {
    await says(page, /cannot be read/);
    await soon.equal(() => page.locator(".tile-cell").count(), 4, `${readable[i]} of ${whole.length} letters`);
  });
  const lost = [afterFile - 2, 20, 5];
  await openAll("/spinpossible", lost.map((length) => whole.slice(0, length)), async (page) => {
    await says(page, /damaged or cut off/);
    await soon.equal(() => page.locator(".tile-cell").count(), 9);
  });
});

test("a link to another puzzle opens its page", () =>
  visit(`/set#s=${coded(JSON.stringify({ file: { puzzle: "spinpossible", board: ["2 1"] }, play: null }))}`, async (page) => {
    await page.waitForURL(/spinpossible/);
    await page.waitForFunction(() => document.querySelectorAll(".tile-cell").length === 2);
  }));

test("what was kept by something else is no obstacle", () =>
  visit("/", async (page) => {
    for (const rubbish of ["{", "[]", '{"states":[{"file":{"puzzle":"colors"},"play":{}}],"at":0}', '{"states":[],"at":3}']) {
      await page.evaluate((text) => localStorage.setItem("game:colors", text), rubbish);
      await page.goto(at("/colors"));
      await page.waitForFunction(() => document.querySelectorAll(".place").length === 16);
    }
  }));

test("the settings of New and Design stay, but not the seed", () =>
  visit("/tricky-triple", async (page) => {
    await tool(page, "New");
    await field(page, "Rows").fill("7");
    await field(page, "Difficulty").selectOption("hard");
    await field(page, "Symmetric").check();
    await field(page, "Seed").fill("1234567");
    await tool(page, "Play");
    await page.reload();
    await tool(page, "New");
    await soon.equal(() => field(page, "Rows").inputValue(), "7");
    await soon.equal(() => field(page, "Difficulty").inputValue(), "hard");
    await soon.ok(() => field(page, "Symmetric").isChecked());
    await soon.notEqual(() => field(page, "Seed").inputValue(), "1234567");
    await page.goto(at("/instant-insanity"));
    await tool(page, "Design");
    await field(page, "Towers").selectOption("both");
    await page.reload();
    await tool(page, "Design");
    await soon.equal(() => field(page, "Towers").inputValue(), "both");
  }));
