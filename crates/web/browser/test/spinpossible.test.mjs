import assert from "node:assert/strict";
import { test } from "node:test";
import { about, ask, field, filesAndPictures, press, says, shareRestores, soon, tool, undoAndRedo, verb, visit } from "./harness.mjs";

const tile = (page, row, col) => page.locator(`.tile-cell[data-row="${row - 1}"][data-col="${col - 1}"]`);
const labels = (page) => page.locator(".tile-cell").evaluateAll((all) => all.map((cell) => cell.ariaLabel));

/** A shortest solution of the example. */
async function spins(page) {
  const { examples } = await about();
  const { solutions } = await ask("solve", { puzzle: examples.spinpossible });
  return solutions[0].spins;
}

const middle = async (locator) => {
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

test("played to the end by dragging", () =>
  visit("/spinpossible", async (page) => {
    const way = await spins(page);
    await page.getByText(`proven minimum ${way.length}`).waitFor();
    for (const [i, [top, left, bottom, right]] of way.entries()) {
      if (top === bottom && left === right) {
        await tile(page, top, left).click();
        await tile(page, top, left).click();
      } else {
        await page.mouse.move(...(await middle(tile(page, top, left))));
        await page.mouse.down();
        await page.mouse.move(...(await middle(tile(page, bottom, right))), { steps: 6 });
        await page.mouse.up();
      }
      await page.getByText(new RegExp(`^${i + 1} spins? used`)).waitFor();
    }
    await says(page, /Solved in \d+ spins: the fewest possible!/);
    await undoAndRedo(page, labels);
    await shareRestores(page, labels);
    await filesAndPictures(page, "spinpossible");
  }));

test("played to the end by keyboard", () =>
  visit("/spinpossible", async (page) => {
    for (const [i, [top, left, bottom, right]] of (await spins(page)).entries()) {
      await tile(page, top, left).focus();
      for (let r = top; r < bottom; r += 1) await page.keyboard.press("Shift+ArrowDown");
      for (let c = left; c < right; c += 1) await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("Enter");
      await page.getByText(new RegExp(`^${i + 1} spins? used`)).waitFor();
    }
    await says(page, /Solved in/);
  }));

test("a spin is animated unless less motion is asked for", () =>
  visit(
    "/spinpossible",
    async (page) => {
      await tile(page, 1, 1).click();
      await tile(page, 2, 2).click();
      await page.waitForSelector(".turning");
      await page.getByText(/^1 spin used/).waitFor();
      await soon.equal(() => page.locator(".turning").count(), 0);
    },
    { reducedMotion: "no-preference" },
  ));

test("hint, check, solve, explain", () =>
  visit("/spinpossible", async (page) => {
    const way = await spins(page);
    await verb(page, "Check");
    await says(page, new RegExp(`${way.length} more spins are needed`));
    await verb(page, "Hint");
    await says(page, /^Spin .*and fewer are not/);
    await page.locator(".spin-frame:not([hidden])").waitFor();
    await tool(page, "Solve");
    await press(page, "First");
    await page.getByText(/proven to be the fewest/).waitFor();
    await press(page, "Play it");
    await page.getByText("Solved", { exact: true }).waitFor();
    await press(page, "Count");
    await says(page, /Counted: \d+/);
    await tool(page, "Explain");
    await press(page, "Start");
    await page.getByText(`${way.length} spins left`, { exact: false }).waitFor();
    for (let i = 0; i < way.length; i += 1) await press(page, "Forward ▶");
    await page.getByText("Everything is in order.").waitFor();
  }));

test("boards at a distance, and the table of distances", () =>
  visit("/spinpossible", async (page) => {
    await tool(page, "New");
    await field(page, "Rows").fill("2");
    await field(page, "Columns").fill("3");
    await field(page, "Distance").fill("5");
    await field(page, "Seed").fill("4");
    await press(page, "New board");
    await says(page, /needs exactly 5 spins/);
    await page.getByText("proven minimum 5").waitFor();
    assert.equal((await labels(page)).length, 6);
    await tool(page, "Design");
    await field(page, "Rows").fill("2");
    await field(page, "Columns").fill("2");
    await press(page, "Distance table");
    await page.getByText(/384 boards; the farthest need 5 spins/).waitFor();
    await soon.equal(() => page.locator(".plot-bar").count(), 6);
    await press(page, "Play a farthest board");
    await page.getByText("proven minimum 5").waitFor();
  }));

test("a drag over a hint spins at once, and tiles in place are marked by more than colour", () =>
  visit("/spinpossible", async (page) => {
    await verb(page, "Hint");
    await page.getByText("Hint: a best next spin").waitFor();
    await tile(page, 1, 1).dragTo(tile(page, 1, 2));
    await page.getByText(/1 spin used/).waitFor();
    await soon.ok(() => page.locator(".banner").isHidden());
    await verb(page, "Undo");
    const right = page.locator(".tile-cell.right");
    assert.ok((await right.count()) > 0);
    await soon.match(() => right.first().getAttribute("aria-label"), /in place/);
    await soon.match(() => right.first().textContent(), /✓/);
  }));

test("what New has proved is known on the board", () =>
  visit("/spinpossible", async (page) => {
    await tool(page, "New");
    await field(page, "Rows").fill("4");
    await field(page, "Columns").fill("4");
    await field(page, "Distance").fill("6");
    await press(page, "New board");
    await says(page, /needs exactly 6 spins/);
    await soon.match(() => page.textContent(".counter"), /proven minimum 6/);
    await page.reload();
    await page.locator(".tile-cell").first().waitFor();
    await soon.match(() => page.textContent(".counter"), /proven minimum 6/);
  }));
