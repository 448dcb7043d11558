// The editors of the five and their puzzles of the day: a puzzle is made on its board, found wanting, mended, and opened in another browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { about, ask, field, fineInEveryLook, press, says, shareRestores, soon, state, tool, visit } from "./harness.mjs";

/** Waits for what the editor says beside the status line. */
const fact = (page, text) => page.locator(".panel-body .facts").getByText(text).waitFor();

const labels = (selector) => (page) => page.locator(selector).evaluateAll((all) => all.map((one) => one.ariaLabel));

test("Tricky Triple: clues and black cells are written into cells", () =>
  visit("/tricky-triple", async (page) => {
    const cell = (at) => page.locator(".tt-grid .cell").nth(at);
    await tool(page, "Edit");
    await field(page, "Rows").fill("3");
    await field(page, "Columns").fill("3");
    await press(page, "Empty board");
    await says(page, /Several solutions: two of them differ in r\d/);
    assert.ok((await page.locator(".mark-differs").count()) >= 1);
    await soon.equal(() => page.locator(".tt-grid .cell").count(), 9);
    for (const at of [0, 1, 2]) {
      await cell(at).focus();
      await page.keyboard.press("1");
    }
    await says(page, /There is no solution\. These clues clash/);
    await soon.equal(() => page.locator(".mark-failed").count(), 3);
    await press(page, "#");
    for (const at of [1, 3, 4, 5, 7]) await cell(at).click();
    await cell(6).focus();
    await page.keyboard.press("2");
    await cell(8).focus();
    await page.keyboard.press("3");
    await says(page, /Exactly one solution/);
    await fact(page, /^Difficulty: \w+\.$/);
    await fact(page, "No clue can go.");
    await fineInEveryLook(page);
    await tool(page, "Play");
    assert.deepEqual((await state(page)).file.board, ["1 # 1", "# # #", "2 # 3"]);
    await shareRestores(page, labels(".tt-grid .cell"));
  }));

test("Colors: pieces are painted, the board gets another size, and what is laid becomes a hint that can go", () =>
  visit("/colors", async (page) => {
    await tool(page, "Edit");
    await field(page, "Rows").fill("1");
    await field(page, "Columns").fill("2");
    await field(page, "Columns").press("Tab");
    await page.waitForFunction(() => document.querySelectorAll(".tray-piece.painted").length === 2);
    await field(page, "pieces").fill("RGRB\nGYBB");
    await says(page, /Exactly one solution, up to turns of the board/);
    await page.getByLabel("A click paints").fill("K");
    await page.getByRole("button", { name: "piece 1, top right: green" }).click();
    await says(page, /There is no solution/);
    await page.getByRole("button", { name: "paint green" }).click();
    await page.getByRole("button", { name: "piece 1, top right: black" }).click();
    await says(page, /Exactly one solution, up to turns/);
    await fineInEveryLook(page);
    await tool(page, "Play");
    const place = page.locator(".colors-grid .place");
    for (const at of [0, 1]) {
      await page.locator(`.tray-piece[data-piece="${at}"]`).click();
      await place.nth(at).click();
    }
    await says(page, /Solved!/);
    await tool(page, "Edit");
    await press(page, "Give what is laid");
    await says(page, /Exactly one solution\./);
    await fact(page, "Each of these clues can go by itself: piece 1 at r1c1, piece 2 at r1c2.");
    const { file } = await state(page);
    assert.equal(file.hints.length, 2);
    await shareRestores(page, labels(".colors-grid .place"));
  }));

test("Instant Insanity: faces are painted on the nets, pieces come and go", () =>
  visit("/instant-insanity", async (page) => {
    const face = (name) => page.getByRole("button", { name });
    await tool(page, "Edit");
    await field(page, "pieces").fill("RGBWRG\nGBWRGB");
    await says(page, /solution|tower/);
    await page.waitForFunction(() => document.querySelectorAll(".net").length === 2);
    await page.getByLabel("A click paints").fill("R");
    for (let number = 2; number <= 6; number += 1) await face(new RegExp(`^piece 1, face ${number}:`)).click();
    for (let number = 1; number <= 6; number += 1) await face(new RegExp(`^piece 2, face ${number}:`)).click();
    await says(page, /There is no solution/);
    await soon.equal(() => field(page, "pieces").inputValue(), "RRRRRR\nRRRRRR");
    await press(page, "One more piece");
    await page.waitForFunction(() => document.querySelectorAll(".net").length === 3);
    await press(page, "One piece less");
    await page.waitForFunction(() => document.querySelectorAll(".net").length === 2);
    const { examples } = await about();
    await field(page, "pieces").fill(examples["instant-insanity"].pieces.join("\n"));
    await says(page, /Exactly one tower, however it is turned/);
    await fineInEveryLook(page);
    await field(page, "rule").fill("all-equal");
    await says(page, /There is no solution/);
    assert.equal((await state(page)).file.rule, "all-equal");
    await shareRestores(page, labels(".side-cell"));
  }));

test("Spinpossible: tiles change places and are turned", () =>
  visit("/spinpossible", async (page) => {
    const tile = (at) => page.locator(".tile-cell").nth(at);
    await tool(page, "Edit");
    await field(page, "Rows").fill("2");
    await field(page, "Columns").fill("2");
    await press(page, "All in order");
    await says(page, /It is in order already/);
    await soon.equal(() => page.locator(".tile-cell").count(), 4);
    await tile(0).click();
    await tile(0).click();
    await says(page, /^1 spin and no fewer; in one way only/);
    await tile(1).click();
    await tile(2).click();
    await says(page, /^\d spins and no fewer; in several ways: two of them differ in spin \d/);
    await tile(3).focus();
    await page.keyboard.press("-");
    await page.waitForFunction(() => /4, upside down/.test(document.querySelectorAll(".tile-cell")[3].ariaLabel));
    await says(page, /spins and no fewer/);
    await fineInEveryLook(page);
    await field(page, "single-spins").fill("false");
    await says(page, /cannot be solved|no fewer|No way was found/);
    const { file } = await state(page);
    assert.deepEqual([file.board, file["single-spins"]], [["-1  3", " 2 -4"], false]);
    await shareRestores(page, labels(".tile-cell"));
  }));

test("SET: cards come and go", () =>
  visit("/set", async (page) => {
    const card = (name) => page.locator(`.card[data-card="${name}"]`);
    await tool(page, "Edit");
    await field(page, "cards").fill("1rfo\n2rfo\n1gfo");
    await says(page, /There is no set\./);
    for (const [name, value] of [["Number", "3"], ["Colour", "r"], ["Filling", "f"], ["Shape", "o"]]) await field(page, name).selectOption(value);
    await press(page, "Add this card");
    await says(page, /Exactly one set: one red full oval, two red full ovals, three red full ovals\. In none: one green full oval\./);
    await soon.equal(() => page.locator(".card.marked").count(), 3);
    await field(page, "Colour").selectOption("p");
    await field(page, "Number").selectOption("1");
    await press(page, "Add this card");
    await says(page, /^2 sets; two of them: /);
    await fineInEveryLook(page);
    await card("2rfo").click();
    await says(page, /Exactly one set: one red full oval, one green full oval, one purple full oval/);
    assert.deepEqual((await state(page)).file.cards, ["1rfo", "1gfo", "3rfo", "1pfo"]);
    await shareRestores(page, labels(".card"));
  }));

/** What the puzzle of the day is like: how it is asked for, and what of its file follows. */
const DAYS = {
  "tricky-triple": { wish: { rows: 6, cols: 6, black: 2, difficulty: "medium" }, says: /exactly one solution/ },
  colors: { wish: { rows: 3, cols: 3, colours: 5 }, says: /exactly one solution/ },
  spinpossible: { wish: { rows: 3, cols: 3, distance: 5 }, says: /needs exactly 5 spins/ },
  "instant-insanity": { wish: { generate: "solvable", minimise: "adiis", cubes: 4, colours: 4 }, says: /New pieces/ },
};

for (const [name, { wish, says: told }] of Object.entries(DAYS)) {
  test(`the puzzle of the day is made from the date, and is the same for everybody: ${name}`, () =>
    visit(`/${name}`, async (page) => {
      await page.clock.setFixedTime(new Date("2026-03-05T23:30:00Z"));
      await tool(page, "New");
      await press(page, "Puzzle of the day");
      await says(page, told);
      const { file } = await state(page);
      const made = await ask(`design/${name}`, { ...wish, seed: 20260305, time_limit: 60 });
      assert.deepEqual(file, made.witness ?? made);
      const days = await page.evaluate(() => Object.values(JSON.parse(localStorage.getItem("daily"))));
      assert.deepEqual(days, ["2026-03-05"]);
    }));
}

test("the day's game of SET is dealt from the date", async () => {
  const table = (day) =>
    new Promise((resolve, reject) => {
      visit("/set", async (page) => {
        await page.clock.setFixedTime(new Date(day));
        await tool(page, "New");
        await press(page, "Puzzle of the day");
        await says(page, /dealt|cards\./);
        const { play } = await state(page);
        await soon.equal(() => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("daily"))).length), 1);
        resolve([play.seed, play.table]);
      }).catch(reject);
    });
  const [first, again, next] = [await table("2026-03-05T00:10:00Z"), await table("2026-03-05T23:50:00Z"), await table("2026-03-06T00:10:00Z")];
  assert.deepEqual(again, first);
  assert.equal(first[0], 20260305);
  assert.notDeepEqual(next[1], first[1]);
});
