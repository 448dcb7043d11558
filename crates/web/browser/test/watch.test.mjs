// Watching for a class: what follows in a sentence, two strategies side by side, a link to a point of the search, engines without a tree.

import assert from "node:assert/strict";
import { test } from "node:test";
import { field, fineInEveryLook, onPage, openFile, press, says, soon, tool, visit } from "./harness.mjs";

const BOARD = 'puzzle = "tricky-triple"\nboard = """\n1 . . . . 2\n. . . 3 . .\n. . # . . .\n. . . . . .\n2 . . . # .\n. . 3 . . 1\n"""\n';

const sentences = (page) => page.locator(".panel-body .sentence").allTextContents();

async function watched(page) {
  await openFile(page, BOARD);
  await says(page, /Opened/);
  await tool(page, "Watch");
}

test("what follows from a decision is told in a sentence", () =>
  visit("/tricky-triple", async (page) => {
    await watched(page);
    await press(page, "Start");
    await press(page, "Pause");
    await page.locator(".tree-node").first().click();
    assert.match((await sentences(page))[0], /^1\/\d+ · The start\. Propagation alone decides \d+ places?; \d+ are open\./);
    let told = "";
    for (let step = 0; step < 6; step += 1) {
      await press(page, "Step ▶");
      told += (await sentences(page))[0];
    }
    assert.match(told, /So r\d+c\d+ (= \d|keeps \d)|Nothing else follows at once|cannot keep a rule/);
    assert.match(told, /So r\d+c\d+/);
  }));

test("two strategies are watched side by side, and a link opens them where they are", () =>
  visit("/tricky-triple", async (page) => {
    await watched(page);
    await soon.ok(() => field(page, "Variable, second").isHidden());
    await page.getByLabel("Compare two strategies").check();
    await field(page, "Variable, second").selectOption("ff");
    await page.getByLabel("All solutions").check();
    await press(page, "Start");
    await press(page, "Pause");
    await page.locator(".lane").nth(1).waitFor();
    await soon.deepEqual(() => page.locator(".lane h3").allTextContents(), ["leftmost,min", "ff,min"]);
    const lefts = await page.locator(".lane").evaluateAll((lanes) => lanes.map((lane) => lane.getBoundingClientRect().left));
    assert.ok(lefts[1] > lefts[0], "beside each other");
    await press(page, "Step ▶");
    await press(page, "Step ▶");
    const before = await sentences(page);
    assert.equal(before.length, 2);
    await fineInEveryLook(page);
    const board = await page.locator(".tt-grid .cell").evaluateAll((cells) => cells.map((cell) => cell.ariaLabel));
    await press(page, "Link to this point");
    await says(page, /opens the search at this point/);
    const link = await page.evaluate(() => navigator.clipboard.readText()).catch(() => page.url());
    await visit(link, async (other) => {
      await other.locator(".lane").nth(1).waitFor();
      await soon.deepEqual(() => sentences(other), before);
      await soon.deepEqual(() => other.locator(".tt-grid .cell").evaluateAll((cells) => cells.map((cell) => cell.ariaLabel)), board);
      await soon.equal(() => other.getByRole("tab", { selected: true }).textContent(), "Watch");
    });
  }, { permissions: ["clipboard-read", "clipboard-write"] }));

for (const [engine, told] of [["sat", "clauses"], ["diagram", "layers"], ["learn", "conflicts"]]) {
  test(`the engine ${engine} tells its figures, and what it does not tell is said`, { skip: onPage && engine === "learn" && "the browser has no learn" }, () =>
    visit("/tricky-triple", async (page) => {
      await watched(page);
      await field(page, "Engine").selectOption(engine);
      await press(page, "Start");
      const row = page.locator(".panel-body tr").filter({ has: page.getByRole("rowheader", { name: told, exact: true }) });
      await soon.match(() => row.locator("td").textContent(), /^\d+$/);
      await page.getByText(/it does not tell\.$/).waitFor();
    }));
}
