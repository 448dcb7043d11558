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
    assert.match((await sentences(page))[0], /^1\/\d+ · The start\. Propagation alone decides \d+ places?; \d+ (is|are) open\./);
    let told = "";
    for (let step = 0; step < 6; step += 1) {
      await press(page, "Step ▶");
      told += (await sentences(page))[0];
    }
    assert.match(told, /So r\d+c\d+ (=|keeps) (triangle|square|circle)|Nothing else follows at once|cannot keep a rule/);
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
    await soon.deepEqual(() => page.locator(".lane h3").allTextContents(), ["leftmost, min", "ff, min"]);
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

/** Goes to the beginning of what is told, and steps through some of it; gives the sentences. */
async function stepped(page, steps) {
  await press(page, "Start");
  await press(page, "Pause");
  for (;;) {
    await press(page, "◀ Back");
    if (/^1\//.test((await sentences(page))[0])) break;
  }
  const told = [(await sentences(page))[0]];
  for (let step = 0; step < steps; step += 1) {
    await press(page, "Step ▶");
    told.push((await sentences(page))[0]);
  }
  return told;
}

for (const viewport of [{ width: 360, height: 740 }, { width: 740, height: 360 }]) {
  test(`on a phone of ${viewport.width} by ${viewport.height} the board stays in view beside what is said of it`, () =>
    visit(
      "/tricky-triple",
      async (page) => {
        await watched(page);
        await press(page, "Start");
        await press(page, "Pause");
        await press(page, "Step ▶");
        await page.locator(".panel-body .sentence").scrollIntoViewIfNeeded();
        const box = (selector) => page.locator(selector).first().evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return { top, bottom };
        });
        const [board, sentence] = [await box(".tt-grid"), await box(".panel-body .sentence")];
        assert.ok(board.top >= 0 && board.bottom <= viewport.height, `the board reaches from ${board.top} to ${board.bottom}`);
        assert.ok(sentence.bottom > 0 && sentence.top < viewport.height, `the sentence reaches from ${sentence.top} to ${sentence.bottom}`);
        if (viewport.width < viewport.height) assert.ok(sentence.top >= board.bottom, "nothing lies over it");
      },
      { viewport },
    ));
}

const figure = (page, name) => page.locator(".panel-body tr").filter({ has: page.getByRole("rowheader", { name, exact: true }) }).locator("td");

for (const engine of ["sat", "learn"]) {
  test(`what the engine ${engine} learns is told conflict by conflict, on the board too, and a link opens it there`, { skip: onPage && engine === "learn" && "the browser has no learn" }, () =>
    visit("/tricky-triple", async (page) => {
      await watched(page);
      await page.getByLabel("All solutions").check();
      await field(page, "Engine").selectOption(engine);
      const told = await stepped(page, 6);
      told.forEach((sentence, i) => assert.match(sentence, new RegExp(`^${i + 1}/\\d+ · A (last )?conflict`)));
      assert.match(told.join(" "), /So (one of these holds: )?r\d+c\d+ ([=≠] (triangle|square|circle)|[≤>] \d)/);
      await soon.match(() => figure(page, "conflicts").textContent(), /^\d+$/);
      await soon.equal(() => page.locator(".lessons li:visible").count(), 7);
      await page.locator('.lesson[aria-current="step"]').focus();
      for (let back = 0; back < 7 && (await page.locator(".tt-grid .mark-because").count()) === 0; back += 1) await page.keyboard.press("ArrowUp");
      assert.ok((await page.locator(".tt-grid .mark-because").count()) > 0, "the places are marked");
      const before = await sentences(page);
      await fineInEveryLook(page);
      await press(page, "Link to this point");
      await says(page, /opens the search at this point/);
      const link = await page.evaluate(() => navigator.clipboard.readText()).catch(() => page.url());
      await visit(link, (other) => soon.deepEqual(() => sentences(other), before));
      await press(page, "End");
      await soon.match(async () => (await sentences(page))[0], /solutions? (found|so far)/);
    }, { permissions: ["clipboard-read", "clipboard-write"] }));
}

test("a diagram is shown layer by layer, and the board tells which values places have in solutions", () =>
  visit("/tricky-triple", async (page) => {
    await watched(page);
    await field(page, "Engine").selectOption("diagram");
    const told = await stepped(page, 3);
    assert.match(told[0], /^1\/\d+ · Layer 1 is about r\d+c\d+\. The diagram begins here\. In solutions it is /);
    assert.match(told[3], /^4\/\d+ · Layer 4 is about r\d+c\d+\. What the 3 layers before leave comes down to \d+ cases?/);
    await soon.equal(() => page.locator(".layer:not(.hidden)").count(), 4);
    await page.locator(".layer.current").focus();
    await page.keyboard.press("ArrowUp");
    await soon.match(async () => (await sentences(page))[0], /^3\//);
    await soon.equal(() => page.locator(".tt-grid .mark-focus").count(), 1);
    await fineInEveryLook(page);
    await press(page, "End");
    await soon.match(() => figure(page, "layers").textContent(), /^\d+$/);
  }));
