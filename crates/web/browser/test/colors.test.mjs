import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, download, field, filesAndPictures, openFile, press, says, shareRestores, soon, tool, undoAndRedo, verb, visit } from "./harness.mjs";

const SMALL = { puzzle: "colors", rows: 2, cols: 2, pieces: ["RGBY", "GRYO", "BYRO", "YOOG"] };
const labels = (page) => page.locator(".place").evaluateAll((all) => all.map((place) => place.ariaLabel));

/** Makes a small solvable set, opens it, and gives its solution. */
async function small(page) {
  const { witness } = await ask("design/colors", { rows: 2, cols: 2, colours: 6, seed: 3 });
  const { solutions } = await ask("solve", { puzzle: witness });
  await openFile(page, JSON.stringify(witness));
  await says(page, /Opened/);
  return { file: witness, laid: solutions[0].placements };
}

test("played to the end by clicks", () =>
  visit("/colors", async (page) => {
    const { file, laid } = await small(page);
    for (const { piece, row, col, turn } of laid) {
      await page.locator(`[data-piece="${piece - 1}"]`).click();
      const place = page.locator(`[data-at="${(row - 1) * file.cols + col - 1}"]`);
      await place.click();
      for (let i = 0; i < turn; i += 1) await place.click();
    }
    await says(page, /Solved!/);
    await undoAndRedo(page, labels);
    await shareRestores(page, labels);
    await filesAndPictures(page, "colors");
  }));

test("played to the end by keyboard", () =>
  visit("/colors", async (page) => {
    const { file, laid } = await small(page);
    for (const { piece, row, col, turn } of laid) {
      const tray = page.locator(`[data-piece="${piece - 1}"]`);
      await tray.focus();
      for (let i = 0; i < turn; i += 1) await page.keyboard.press("r");
      await page.keyboard.press("Enter");
      await page.locator(".place").first().focus();
      for (let r = 1; r < row; r += 1) await page.keyboard.press("ArrowDown");
      for (let c = 1; c < col; c += 1) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
    }
    assert.equal((await labels(page)).length, file.rows * file.cols);
    await says(page, /Solved!/);
  }));

test("pieces are dragged to the board, about it and back", () =>
  visit("/colors", async (page) => {
    const drag = async (from, to) => {
      const [a, b] = [await page.locator(from).boundingBox(), await page.locator(to).boundingBox()];
      await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
      await page.mouse.down();
      await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
      await page.mouse.up();
    };
    await drag('[data-piece="0"]', '[data-at="5"]');
    assert.match((await labels(page))[5], /piece 1,/);
    await drag('[data-at="5"]', '[data-at="6"]');
    assert.match((await labels(page))[5], /empty/);
    assert.match((await labels(page))[6], /piece 1,/);
    await page.locator('[data-at="6"]').focus();
    await page.keyboard.press("Delete");
    assert.ok((await labels(page)).every((label) => /empty/.test(label)));
  }));

test("borders that do not match are marked and counted", () =>
  visit("/colors", async (page) => {
    await openFile(page, JSON.stringify(SMALL));
    await says(page, /Opened/);
    await page.locator('[data-piece="0"]').click();
    await page.locator('[data-at="0"]').click();
    await page.locator('[data-piece="3"]').click();
    await page.locator('[data-at="1"]').click();
    await soon.equal(() => page.locator(".clash").count(), 1);
    await verb(page, "Check");
    await says(page, /1 border does not match/);
    assert.match((await labels(page))[0], /does not match/);
    // The picture shows just what lies there: two pieces of four fields, as they lie.
    const { text } = await download(page, () => verb(page, "SVG"));
    assert.deepEqual([...text.matchAll(/>(\w)<\/text>/g)].map((match) => match[1]).join(""), "RGYOBYOG");
  }));

test("hints lead to the end", () =>
  visit("/colors", async (page) => {
    await small(page);
    for (let i = 0; i < 4; i += 1) {
      await verb(page, "Hint");
      await page.waitForFunction((count) => document.querySelectorAll(".place.filled").length === count, i + 1);
    }
    await says(page, /Solved!/);
  }));

test("solved, counted, explained, watched", () =>
  visit("/colors", async (page) => {
    await tool(page, "Solve");
    await press(page, "All");
    await page.getByText("Solution 1 of 4.").waitFor();
    assert.ok((await labels(page)).every((label) => /piece/.test(label)));
    await press(page, "Count");
    await says(page, /Counted: 4/);
    await page.getByRole("rowheader", { name: "Modulo rotation" }).waitFor();
    await small(page);
    await tool(page, "Explain");
    await press(page, "Start");
    await page.getByText(/^Step 1 of/).first().waitFor();
    await tool(page, "Watch");
    await press(page, "Start");
    await page.locator(".panel-body .sentence", { hasText: /^\d+\/\d+ · / }).waitFor();
    // Fields are spoken of, so fields are numbered; of two by two pieces there are four a side.
    await soon.deepEqual(() => page.locator(".numbers-across span").allTextContents(), ["1", "2", "3", "4"]);
    await press(page, "End");
    await page.getByText(/1 solution found/).waitFor();
    await soon.equal(() => page.locator(".fieldlet.known").count(), 16);
    await tool(page, "Play");
    await soon.deepEqual(() => page.locator(".numbers-across span").allTextContents(), ["1", "2"]);
  }));

test("new pieces come from their seed", () =>
  visit("/colors", async (page) => {
    const make = async () => {
      await tool(page, "New");
      await field(page, "Rows").fill("2");
      await field(page, "Columns").fill("3");
      await field(page, "Colours").fill("6");
      await field(page, "Seed").fill("11");
      await press(page, "New pieces");
      await says(page, /New pieces/);
      return page.locator(".tray-piece").evaluateAll((all) => all.map((piece) => piece.ariaLabel));
    };
    const first = await make();
    assert.equal(first.length, 6);
    assert.deepEqual(await make(), first);
  }));

test("pieces that match at their sides, with a frame and a hint", () =>
  visit("/colors", async (page) => {
    const { witness } = await ask("design/colors", { rows: 2, cols: 3, colours: 3, seed: 2, sides: true, frame: true });
    const { solutions } = await ask("solve", { puzzle: witness });
    const [given, ...others] = solutions[0].placements;
    await openFile(page, JSON.stringify({ ...witness, hints: [given] }));
    await says(page, /Opened/);
    assert.match((await labels(page))[0], new RegExp(`piece ${given.piece}, top grey|piece ${given.piece}, top E`));
    await page.locator('[data-at="0"]').click();
    await says(page, /is given/);
    // Laid as they come, pieces lie with their frame inside: that does not match.
    for (const { piece, row, col, turn } of others) {
      await page.locator(`[data-piece="${piece - 1}"]`).click();
      const place = page.locator(`[data-at="${(row - 1) * witness.cols + col - 1}"]`);
      await place.click();
      for (let i = 0; i < turn; i += 1) await place.click();
    }
    await says(page, /Solved!/);
    await page.locator('[data-at="5"]').click();
    await page.locator(".clash").first().waitFor();
    const { text } = await download(page, () => verb(page, "SVG"));
    assert.equal([...text.matchAll(/<polygon/g)].length, 4 * 6);
    await tool(page, "Watch");
    await press(page, "Start");
    await press(page, "End");
    await page.getByText(/1 solution found/).waitFor();
    await soon.equal(() => page.locator(".fieldlet.known").count(), 4 * 6);
  }));
