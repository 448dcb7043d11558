// Kinds that are models: each is played to its end from the description of its boards alone; made, hinted, checked, explained, watched and shared like the others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { about, ask, at, field, filesAndPictures, press, says, shareRestores, soon, state, tool, undoAndRedo, verb, violations, visit } from "./harness.mjs";

const folder = new URL("../../../../kinds/", import.meta.url);
const names = (await import("node:fs")).readdirSync(folder).filter((file) => file.endsWith(".mzn")).map((file) => file.slice(0, -4));

const LOOKS = [
  { colorScheme: "light", forcedColors: "none" },
  { colorScheme: "dark", forcedColors: "none" },
  { colorScheme: "light", forcedColors: "active" },
];

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

const cells = (page) => page.locator(".kind-grid .cell");
const labels = (page) => cells(page).evaluateAll((all) => all.map((cell) => cell.ariaLabel));

/** What a kind's page plays: its board, and the values that a player enters. */
async function game(page) {
  const { searchParams, pathname } = new URL(page.url());
  const name = searchParams.get("p") ?? searchParams.get("page") ?? decodeURIComponent(pathname.slice(1));
  const file = (await about()).examples[name];
  const board = await ask("board", { puzzle: file, time_limit: 20 });
  const { solutions } = await ask("solve", { puzzle: file, time_limit: 60 });
  const [grid] = board.grids;
  const value = (array, at) => Number(solutions[0][array].flat()[at]);
  const open = (slot) => slot.values;
  const entries = grid.edges.length
    ? grid.edges.filter(open).map((edge) => ({ ...edge, wanted: value(edge.board, edge.at) })).filter(({ wanted }) => wanted === 1)
    : grid.cells.map((cell, at) => ({ ...cell, at, wanted: value(grid.name, at) })).filter(open);
  return { file, grid, entries, word: (entry) => grid.looks[entry.wanted]?.word };
}

/** The cell that an edge belongs to, and on which side of it. */
function besides({ side, row, col }, { rows, cols }) {
  if (side === "above") return row < rows ? { at: row * cols + col, key: "ArrowUp", name: "above", x: 0.5, y: 0.1 } : { at: (row - 1) * cols + col, key: "ArrowDown", name: "below", x: 0.5, y: 0.9 };
  return col < cols ? { at: row * cols + col, key: "ArrowLeft", name: "left", x: 0.1, y: 0.5 } : { at: row * cols + col - 1, key: "ArrowRight", name: "right", x: 0.9, y: 0.5 };
}

/** Whether a cell says that it holds a value. */
const holds = async (cell, word) => (await cell.getAttribute("aria-label")).replace(/^[^:]*: /, "").split(", ")[0] === word;

/** Enters values by keyboard: typed where there is a key, else gone through. */
async function byKeyboard(page, { grid, word }, entries) {
  for (const entry of entries) {
    if (entry.side) {
      const { at, key, name } = besides(entry, grid);
      await cells(page).nth(at).focus();
      await page.keyboard.press(`Shift+${key}`);
      await soon.match(() => cells(page).nth(at).getAttribute("aria-label"), new RegExp(`line ${name}`));
      continue;
    }
    const cell = cells(page).nth(entry.at);
    const wanted = word(entry);
    await cell.focus();
    if (/^\w+$/.test(wanted) && wanted !== "empty") {
      await page.keyboard.type(wanted);
      continue;
    }
    for (let step = 0; step <= entry.values.length && !(await holds(cell, wanted)); step += 1) await page.keyboard.press("Space");
    await soon.ok(() => holds(cell, wanted), `${await cell.getAttribute("aria-label")}, expected ${wanted}`);
  }
}

/** Enters values by clicks or by taps. */
async function byPointer(page, { grid, word }, entries, touch) {
  const act = async (cell, x = 0.5, y = 0.5) => {
    const box = await cell.boundingBox();
    const position = { x: box.width * x, y: box.height * y };
    await (touch ? cell.tap({ position }) : cell.click({ position }));
  };
  for (const entry of entries) {
    if (entry.side) {
      const { at, name, x, y } = besides(entry, grid);
      await act(cells(page).nth(at), x, y);
      await soon.match(() => cells(page).nth(at).getAttribute("aria-label"), new RegExp(`line ${name}`));
      continue;
    }
    const cell = cells(page).nth(entry.at);
    const wanted = word(entry);
    const brush = page.getByRole("radio", { name: wanted, exact: true });
    if ((await brush.getAttribute("aria-checked")) !== "true") await (touch ? brush.tap() : brush.click());
    if (!(await holds(cell, wanted))) await act(cell);
    await soon.ok(() => holds(cell, wanted), `${await cell.getAttribute("aria-label")}, expected ${wanted}`);
  }
}

test("every kind that comes with the program has a page", () =>
  visit("/", async (page) => {
    await page.locator(".gallery-head").waitFor();
    const { kinds } = await about();
    assert.deepEqual(kinds.map((kind) => kind.name), [...names].sort());
    await soon.equal(() => page.locator(".home-card h3").count(), 2 * names.length);
  }));

for (const [i, name] of names.entries()) {
  test(`played to the end by keyboard, mouse and touch, with a reload in the middle: ${name}`, () =>
    visit(
      `/${name}`,
      async (page) => {
        await page.emulateMedia(LOOKS[i % LOOKS.length]);
        await soon.deepEqual(() => violations(page), []);
        const played = await game(page);
        const third = Math.ceil(played.entries.length / 3);
        await byKeyboard(page, played, played.entries.slice(0, third));
        const before = await labels(page);
        await page.reload();
        await cells(page).first().waitFor();
        await soon.deepEqual(() => labels(page), before);
        await byPointer(page, played, played.entries.slice(third, 2 * third), false);
        await byPointer(page, played, played.entries.slice(2 * third), true);
        await says(page, /Solved!/);
      },
      i % 4 === 3 ? PHONE : { hasTouch: true },
    ));
}

for (const name of ["slitherlink", "hashi", "nonogram"]) {
  test(`played to the end by keyboard alone: ${name}`, () =>
    visit(`/${name}`, async (page) => {
      const played = await game(page);
      await byKeyboard(page, played, played.entries);
      await says(page, /Solved!/);
    }));
}

for (const name of ["slitherlink", "hashi", "nonogram"]) {
  for (const [how, touch] of [["mouse", false], ["touch", true]]) {
    test(`played to the end by ${how}, with a reload in the middle: ${name}`, () =>
      visit(
        `/${name}`,
        async (page) => {
          const played = await game(page);
          const half = Math.ceil(played.entries.length / 2);
          await byPointer(page, played, played.entries.slice(0, half), touch);
          const before = await labels(page);
          await page.reload();
          await page.locator(".kind-grid").first().waitFor();
          await soon.deepEqual(() => labels(page), before);
          await byPointer(page, played, played.entries.slice(half), touch);
          await says(page, /Solved!/);
          await undoAndRedo(page, labels);
          await says(page, /Solved!/);
        },
        touch ? PHONE : {},
      ));
  }
}

test("a drag paints, the other button goes backwards", () =>
  visit("/nonogram", async (page) => {
    const boxes = [];
    for (const at of [5, 6, 7]) boxes.push(await cells(page).nth(at).boundingBox());
    const [first, ...rest] = boxes.map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
    await page.mouse.move(...first);
    await page.mouse.down();
    for (const spot of rest) await page.mouse.move(...spot, { steps: 4 });
    await page.mouse.up();
    const now = await labels(page);
    assert.equal(now.filter((label) => /black/.test(label)).length, 3);
    await cells(page).nth(5).click({ button: "right" });
    await soon.ok(() => holds(cells(page).nth(5), "empty"));
  }));

test("hints, checks and what is wrong", () =>
  visit("/sudoku", async (page) => {
    await verb(page, "Hint");
    await says(page, /r\d+c\d+/);
    assert.ok((await page.locator(".mark-focus").count()) >= 1);
    await page.getByRole("button", { name: "Back to play" }).click();
    await verb(page, "Check");
    await says(page, /So far, so good/);
    const played = await game(page);
    const [entry] = played.entries;
    const wrong = entry.values.find((value) => value !== entry.wanted);
    await cells(page).nth(entry.at).focus();
    await page.keyboard.press(String(wrong));
    await verb(page, "Check");
    await page.locator(".mark-failed").first().waitFor();
    await page.keyboard.press("Control+z");
    await filesAndPictures(page, "sudoku");
  }));

test("explained, solved, watched and shared", () =>
  visit("/star-battle?p=star-battle-hard", async (page) => {
    await tool(page, "Explain");
    await press(page, "Start");
    await page.getByText(/^Step 1 of/).first().waitFor();
    await press(page, "Last");
    await page.getByText(/Difficulty:/).waitFor();
    await tool(page, "Solve");
    await press(page, "Unique?");
    await page.getByText("Exactly one solution.").first().waitFor();
    await tool(page, "Watch");
    await press(page, "Start");
    await page.locator(".panel-body .sentence, .panel-body .verdict").first().waitFor();
    await tool(page, "Play");
    const played = await game(page);
    await byKeyboard(page, played, played.entries.slice(0, 5));
    await shareRestores(page, labels);
    assert.match(page.url(), /p=star-battle-hard/);
  }));

for (const name of names) {
  test(`the search is watched, and what follows is told: ${name}`, () =>
    visit(`/${name}?p=${name}-hard`, async (page) => {
      await tool(page, "Watch");
      await press(page, "Start");
      await page.locator(".tree-node").first().waitFor();
      await press(page, "Pause");
      await page.locator(".tree-node").first().click();
      await soon.match(() => page.locator(".panel-body .sentence").textContent(), /^1\/\d+ · The start(: a solution|\. Propagation alone decides \d+ places?; \d+ (is|are) open\.)/);
    }));
}

test("new puzzles come from their seed; clues that can go, and the fewest", () =>
  visit("/latin-square", async (page) => {
    const make = async () => {
      await tool(page, "New");
      await field(page, "N").fill("4");
      await field(page, "Seed").fill("7");
      await press(page, "New puzzle");
      await says(page, /clues?, exactly one solution/);
      return (await state(page)).file;
    };
    const first = await make();
    await soon.equal(() => cells(page).count(), 16);
    assert.deepEqual(await make(), first);
    await tool(page, "New");
    await press(page, "Puzzle of the day");
    await says(page, /clues?, exactly one solution/);
    const daily = (await state(page)).file;
    await make();
    await tool(page, "New");
    await press(page, "Puzzle of the day");
    await says(page, /clues?, exactly one solution/);
    assert.deepEqual((await state(page)).file, daily);
    await make();
    await tool(page, "Design");
    await press(page, "Clues that can go");
    await says(page, /No clue can go/);
    await press(page, "Fewest clues");
    await says(page, /clues; fewer are not enough/);
  }));

test("the gallery finds kinds and marks what was begun and solved", () =>
  visit("/takuzu", async (page) => {
    const played = await game(page);
    await byKeyboard(page, played, played.entries);
    await says(page, /Solved!/);
    await page.getByRole("link", { name: "Next puzzle: Takuzu, hard" }).click();
    await page.waitForURL(/takuzu-hard/);
    await cells(page).first().waitFor();
    const hard = await game(page);
    await byKeyboard(page, hard, hard.entries.slice(0, 1));
    await page.goto(at("/"));
    const card = (title) => page.locator(".home-card", { has: page.getByRole("heading", { name: title, exact: true }) });
    await card("Takuzu").getByText("solved").waitFor();
    await page.getByText(`1 of ${2 * names.length} puzzles solved`).waitFor();
    await card("Takuzu, hard").getByText("begun").waitFor();
    await page.getByLabel("Search").fill("takuzu");
    await soon.equal(() => page.locator(".home-card:visible h3").count(), 2);
    await card("Takuzu").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => [...document.querySelectorAll(".kind-picture img")].some((picture) => picture.naturalWidth > 0));
  }));

test("the gallery is sifted by kind, size, difficulty and what was played, and keeps that", () =>
  visit("/", async (page) => {
    await page.locator(".gallery-head").waitFor();
    const shown = () => page.locator(".home-card:visible h3").allTextContents();
    const { kinds } = await about();
    const all = (await shown()).length;
    await page.getByLabel("Difficulty").selectOption("easy");
    const easy = kinds.flatMap(({ difficulty }) => Object.values(difficulty)).filter((level) => level === "easy").length;
    assert.equal((await shown()).length, easy);
    assert.ok(easy > 0 && easy < all);
    const sizes = await page.getByLabel("Size").locator("option").allTextContents();
    let sum = 0;
    for (const size of sizes.slice(1)) {
      await page.getByLabel("Size").selectOption(size);
      sum += (await shown()).length;
    }
    assert.equal(sum, easy, "every puzzle has one size");
    await page.getByLabel("Size").selectOption("");
    await page.getByLabel("Kind").selectOption("sudoku");
    await soon.deepEqual(() => shown(), ["Sudoku"]);
    await page.reload();
    await page.locator(".gallery-head").waitFor();
    await soon.deepEqual(() => shown(), ["Sudoku"]);
    await page.getByLabel("Played").selectOption("solved");
    await page.getByText("No puzzle is like that.").waitFor();
  }));

test("pencil marks are made, kept and rubbed out", () =>
  visit("/sudoku", async (page) => {
    const { entries } = await game(page);
    const cell = cells(page).nth(entries[0].at);
    await cell.focus();
    await page.keyboard.press("F2");
    await page.keyboard.press("4");
    await page.keyboard.press("7");
    await soon.match(() => cell.getAttribute("aria-label"), /perhaps 4 7/);
    await page.reload();
    await cell.waitFor();
    await soon.match(() => cell.getAttribute("aria-label"), /perhaps 4 7/);
    await page.getByLabel("Pencil marks").check();
    await cell.focus();
    await page.keyboard.press("4");
    await soon.match(() => cell.getAttribute("aria-label"), /perhaps 7/);
    await page.keyboard.press("F2");
    await page.keyboard.press("4");
    await soon.ok(() => holds(cell, "4"));
  }));

test("a board made in the editor is found ambiguous, mended, shared and opened elsewhere", () =>
  visit(
    "/latin-square",
    async (page) => {
      await tool(page, "Edit");
      await field(page, "n").fill("4");
      await field(page, "cell").fill("1 _ _ _\n_ _ _ _\n_ _ _ _\n_ _ _ _");
      await says(page, /Several solutions: two of them differ in r\d/);
      assert.ok((await page.locator(".mark-differs").count()) >= 1);
      await field(page, "cell").fill("1 _ _ _\n1 _ _ _\n_ _ _ _\n_ _ _ _");
      await says(page, /no solution.*r1c1.*r2c1/s);
      await field(page, "cell").fill("1 _ 3 _\n_ _ _ _\n3 _ _ _\n_ _ _ 2");
      await says(page, /Exactly one solution/);
      await tool(page, "Play");
      await shareRestores(page, labels);
    },
    { mistakes: true },
  ));
