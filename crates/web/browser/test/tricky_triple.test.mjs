import assert from "node:assert/strict";
import { test } from "node:test";
import { about, ask, field, filesAndPictures, openFile, press, says, shareRestores, soon, tool, undoAndRedo, verb, visit } from "./harness.mjs";

const cells = (page) => page.locator(".tt-grid .cell");
const labels = (page) => cells(page).evaluateAll((all) => all.map((cell) => cell.ariaLabel));

/** The example and its solution. */
async function example(page) {
  const { examples } = await about();
  const file = examples["tricky-triple"];
  const { solutions } = await ask("solve", { puzzle: file });
  return { file, given: file.board.map((line) => line.split(" ")), solved: solutions[0].board };
}

test("played to the end by clicks", () =>
  visit("/tricky-triple", async (page) => {
    const { given, solved } = await example(page);
    for (const [r, line] of given.entries()) {
      for (const [c, token] of line.entries()) {
        if (token !== ".") continue;
        const cell = cells(page).nth(r * line.length + c);
        for (let click = 0; click < solved[r][c]; click += 1) await cell.click();
      }
    }
    await says(page, /Solved!/);
    await undoAndRedo(page, labels);
    await shareRestores(page, labels);
    await filesAndPictures(page, "tricky-triple");
    await verb(page, "Restart");
    assert.equal((await labels(page)).filter((label) => /empty/.test(label)).length, given.flat().filter((token) => token === ".").length);
  }));

test("played to the end by keyboard", () =>
  visit("/tricky-triple", async (page) => {
    const { given, solved } = await example(page);
    await cells(page).first().focus();
    for (const [r, line] of given.entries()) {
      for (const [c, token] of line.entries()) {
        if (token === ".") await page.keyboard.press(String(solved[r][c]));
        if (c < line.length - 1) await page.keyboard.press("ArrowRight");
      }
      for (let c = 1; c < line.length; c += 1) await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowDown");
    }
    await says(page, /Solved!/);
  }));

test("broken lines are marked, checked, and clash", () =>
  visit("/tricky-triple", async (page) => {
    const { given } = await example(page);
    // Fill the first row with one symbol.
    await cells(page).first().focus();
    for (let c = 0; c < given[0].length; c += 1) {
      await page.keyboard.press("2");
      await page.keyboard.press("ArrowRight");
    }
    assert.ok((await page.locator(".cell.broken").count()) >= 3);
    assert.ok((await page.locator(".strike").count()) >= 1);
    await verb(page, "Check");
    await says(page, /break the rule|breaks the rule/);
    await verb(page, "Hint");
    await says(page, /are squares, but .* hold exactly two different symbols/);
    // It is the broken line that is blamed, nothing else.
    await soon.equal(() => page.locator(".mark-failed").count(), 3);
    await soon.equal(() => page.locator(".mark-failed.broken").count(), 3);
  }));

test("a hint names the easiest deduction and marks its cells", () =>
  visit("/tricky-triple", async (page) => {
    await verb(page, "Check");
    await says(page, /So far, so good/);
    await verb(page, "Hint");
    await says(page, /For r\d+c\d+ only a (triangle|square|circle) is left: not a .* \(line /);
    assert.ok((await page.locator(".mark-focus").count()) >= 1);
    assert.ok((await page.locator(".mark-because").count()) >= 1);
    await page.getByRole("button", { name: "Back to play" }).click();
    await soon.equal(() => page.locator(".mark-focus").count(), 0);
  }));

test("the explanation is a slide show that ends with the solution", () =>
  visit("/tricky-triple", async (page) => {
    const { solved } = await example(page);
    await tool(page, "Explain");
    await press(page, "Start");
    await page.getByText(/^Step 1 of/).first().waitFor();
    await press(page, "Forward ▶");
    await page.getByText(/^Step 2 of/).first().waitFor();
    await press(page, "◀ Back");
    await press(page, "Last");
    await page.getByText(/Difficulty:/).waitFor();
    const names = ["", "triangle", "square", "circle"];
    const shown = await labels(page);
    solved.flat().forEach((value, i) => value && assert.match(shown[i], new RegExp(names[value])));
  }));

test("solve: first, next, all, count, unique", () =>
  visit("/tricky-triple", async (page) => {
    await openFile(page, 'puzzle = "tricky-triple"\nboard = """\n1 . 1\n. . .\n3 . #\n"""\n');
    await says(page, /Opened/);
    await tool(page, "Solve");
    await press(page, "First");
    await page.getByText("Solution 1; there may be more.").waitFor();
    await press(page, "Next");
    await page.getByText("Solution 2; there may be more.").waitFor();
    await press(page, "All");
    await page.getByText("Solution 1 of 32.").waitFor();
    await press(page, "Following ▶");
    await page.getByText("Solution 2 of 32.").waitFor();
    await press(page, "Unique?");
    await page.getByText(/Not unique/).first().waitFor();
    assert.ok((await page.locator(".mark-differs").count()) >= 1);
    await press(page, "Count");
    await says(page, /Counted: 32/);
    await page.getByRole("rowheader", { name: "Modulo all" }).waitFor();
  }));

test("new boards come from their seed, and the fewest clues are proved", () =>
  visit("/tricky-triple", async (page) => {
    const make = async () => {
      await tool(page, "New");
      await field(page, "Rows").fill("4");
      await field(page, "Columns").fill("4");
      await field(page, "Black cells").fill("1");
      await field(page, "Seed").fill("7");
      await press(page, "New board");
      await says(page, /clues, exactly one solution/);
      return labels(page);
    };
    const first = await make();
    assert.equal(first.length, 16);
    assert.equal(first.filter((label) => /black/.test(label)).length, 1);
    assert.deepEqual(await make(), first);
    await tool(page, "Design");
    await press(page, "Fewest clues");
    await says(page, /clues; fewer are not enough/);
  }));

test("the solver is watched: played, paused, stepped", () =>
  visit("/tricky-triple", async (page) => {
    await openFile(page, 'puzzle = "tricky-triple"\nboard = """\n1 . 1 .\n. . . .\n3 . # .\n. . . 2\n"""\n');
    await says(page, /Opened/);
    await tool(page, "Watch");
    await field(page, "Speed").fill("1");
    await press(page, "Start");
    const text = page.locator(".panel-body .sentence");
    await text.waitFor();
    await press(page, "Pause");
    await press(page, "Step ▶");
    const at = Number((await text.textContent()).split("/")[0]);
    await press(page, "Step ▶");
    await page.getByText(new RegExp(`^${at + 1}/`)).waitFor();
    await press(page, "◀ Back");
    await page.getByText(new RegExp(`^${at}/`)).waitFor();
    await press(page, "End");
    await page.getByText(/a solution — 1 solution found/).waitFor();
    assert.ok((await page.locator(".tree-node:not(.hidden)").count()) > 2);
    await soon.equal(() => page.locator(".node.solution").count(), 1);
    // Another engine builds no tree, and tells its figures and what it has learnt, if anything.
    await field(page, "Engine").selectOption("sat");
    await press(page, "Start");
    await page.getByRole("rowheader", { name: "conflicts", exact: true }).waitFor();
    await soon.equal(() => page.locator(".tree-node").count(), 0);
    await page.getByText(/^1\/\d+ · A (last )?conflict|^There was no conflict, so nothing was learnt\./).waitFor();
  }));

test("a large board is scrolled and zoomed, and still played", () =>
  visit("/tricky-triple", async (page) => {
    const rows = Array.from({ length: 100 }, () => Array(100).fill(".").join(" "));
    await openFile(page, JSON.stringify({ puzzle: "tricky-triple", board: rows }));
    await says(page, /Opened/);
    const width = () => cells(page).first().evaluate((cell) => cell.getBoundingClientRect().width);
    const before = await width();
    assert.ok(before >= 18, `cells of ${before} pixels`);
    await page.getByRole("button", { name: "Larger" }).click();
    assert.ok((await width()) > before);
    for (let i = 0; i < 5; i += 1) await page.getByRole("button", { name: "Smaller" }).click();
    assert.ok((await width()) < 10);
    await cells(page).nth(205).click();
    await soon.match(() => cells(page).nth(205).getAttribute("aria-label"), /row 3 column 6: triangle/);
    await page.reload();
    await cells(page).nth(205).waitFor();
    await soon.match(() => cells(page).nth(205).getAttribute("aria-label"), /triangle/);
  }));
