// The editor on the board, and what comes from elsewhere and goes there: files, links, pictures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { about, ask, download, field, fineInEveryLook, press, says, shareRestores, soon, state, tool, verb, visit } from "./harness.mjs";

const cells = (page) => page.locator(".kind-grid .cell");
const labels = (page) => cells(page).evaluateAll((all) => all.map((cell) => cell.ariaLabel));

/** Types something into a cell of the board. */
async function type(page, at, text) {
  await cells(page).nth(at).focus();
  await page.keyboard.type(text);
}

test("a board made on the board is found ambiguous, mended, and opened in another browser", () =>
  visit(
    "/latin-square",
    async (page) => {
      await tool(page, "Edit");
      await field(page, "n").fill("4");
      await press(page, "Clear clues");
      await page.waitForFunction(() => document.querySelectorAll(".kind-grid .cell").length === 16);
      await type(page, 0, "1");
      await says(page, /Several solutions: two of them differ in r\d/);
      assert.ok((await page.locator(".mark-differs").count()) >= 1);
      assert.match((await labels(page))[0], /cell 1$/);
      // The keyboard is still where it was.
      await soon.equal(() => page.evaluate(() => document.activeElement.ariaLabel), "row 1 column 1: cell 1");
      await type(page, 4, "1");
      await says(page, /There is no solution: r1c1 = 1 and r2c1 = 1 cannot both hold/);
      await soon.equal(() => page.locator(".mark-failed").count(), 2);
      await cells(page).nth(4).focus();
      await page.keyboard.press("Delete");
      for (const [at, value] of [[2, "3"], [8, "3"], [15, "2"]]) {
        await field(page, "A click writes").fill(value);
        await cells(page).nth(at).click();
      }
      await says(page, /Exactly one solution/);
      await page.getByText(/^Difficulty: \w+\.$/).waitFor();
      await page.getByText("No clue can go.").waitFor();
      await fineInEveryLook(page);
      // One more is too many: it can go.
      await type(page, 14, "1");
      await page.getByText(/clues? can go by itself: /).waitFor();
      await press(page, "Show them");
      assert.ok((await page.locator(".mark-removes").count()) >= 1);
      await verb(page, "Undo");
      await tool(page, "Play");
      const { file } = await state(page);
      assert.deepEqual(file.cell.trim().split(/\s+/), ["1", "_", "3", "_", "_", "_", "_", "_", "3", "_", "_", "_", "_", "_", "_", "2"]);
      await shareRestores(page, labels);
    },
    { mistakes: true },
  ));

test("hints outside and signs between cells are edited where they stand", async () => {
  await visit("/skyscrapers", async (page) => {
    await tool(page, "Edit");
    await field(page, "Edit on the board").selectOption("top");
    await page.getByLabel("top, column 2").fill("3");
    await says(page, /./);
    await page.waitForFunction(() => /_ 3/.test(document.querySelector("#edit-top").value));
    assert.match((await ask("read", { puzzle: (await state(page)).file })).top, /^\S+ 3 /);
  }, { mistakes: true });
  await visit("/futoshiki", async (page) => {
    await tool(page, "Edit");
    await field(page, "Edit on the board").selectOption("across");
    await press(page, "<");
    await cells(page).nth(0).click();
    await says(page, /./);
    assert.match((await state(page)).file.across, /^</);
  }, { mistakes: true });
});

test("every kind is edited on its board", async () => {
  const { kinds } = await about();
  const without = [];
  await visit("/sudoku", async (page) => {
    for (const { name } of kinds) {
      await page.goto(page.url().replace(/sudoku.*|[\w-]+$/, name));
      await cells(page).first().waitFor();
      await tool(page, "Edit");
      if ((await page.getByLabel("Edit on the board").count()) === 0) without.push(name);
    }
  });
  assert.deepEqual(without, []);
});

test("links of this page and of puzz.link and texts of files are opened, whatever they hold", () =>
  visit("/sudoku", async (page) => {
    const paste = async (text) => {
      await tool(page, "New");
      await page.getByText("From elsewhere").click();
      await page.getByLabel(/^A link of this page/).fill(text);
      await press(page, "Open this");
    };
    await paste("https://puzz.link/p?sudoku/4/4/1g2i3i4k");
    await says(page, /Opened/);
    const small = () => page.waitForFunction(() => document.querySelectorAll(".kind-grid .cell").length === 16);
    await small();
    await paste('puzzle = "sudoku"\nbox_rows = 2\nbox_cols = 2\ncell = """\n1 _ _ _\n_ _ 1 _\n_ 1 _ _\n_ _ _ 2\n"""\n');
    await says(page, /Opened/);
    await small();
    const { file } = await state(page);
    const own = page.url();
    await verb(page, "Undo");
    await paste(`See ${own} and play`);
    await says(page, /Opened from the link/);
    assert.deepEqual((await state(page)).file, file);
    await paste("https://puzz.link/p?slither/4/4/dgdh2c71");
    await page.waitForURL(/slitherlink/);
    await page.locator(".kind-board.dotted").waitFor();
    await soon.equal(() => cells(page).count(), 16);
  }, { mistakes: true }));

test("pictures are saved as PNG", async () => {
  for (const path of ["/sudoku", "/colors"]) {
    await visit(path, async (page) => {
      const { name, text } = await download(page, () => verb(page, "PNG"));
      assert.equal(name, `${path.slice(1)}.png`);
      assert.match(text.slice(0, 8), /PNG/);
      assert.ok(text.length > 1000);
    });
  }
});
