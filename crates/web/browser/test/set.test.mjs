import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, field, filesAndPictures, openFile, press, says, shareRestores, site, soon, state, tool, undoAndRedo, verb, visit } from "./harness.mjs";

const table = (page) => page.locator(".card").evaluateAll((all) => all.map((card) => card.dataset.card));
const sets = async (page) => (await ask("solve", { puzzle: { puzzle: "set", cards: await table(page) }, all: true })).solutions.map((one) => one.set);
const score = async (page, player = 0) => Number(await page.locator(`[data-score="${player}"]`).textContent());
const deck = async (page) => Number(await page.locator("[data-deck]").textContent());

async function newGame(page, seed, players = "1") {
  await tool(page, "New");
  await field(page, "Seed").fill(String(seed));
  await field(page, "Players").selectOption(players);
  await press(page, "New game");
  await says(page, /dealt|No set among/);
}

/** Three cards of the table that are no set. */
function noSet(cards, all) {
  const [a, b] = cards;
  const third = cards.find((card) => card !== a && card !== b && !all.some((set) => set.includes(a) && set.includes(b) && set.includes(card)));
  return [a, b, third];
}

test("one player, to the end by clicks", () =>
  visit("/set", async (page) => {
    await newGame(page, 5);
    for (let found = 0; ; found += 1) {
      const all = await sets(page);
      await soon.equal(() => score(page), found);
      if (all.length === 0) break;
      assert.ok(found < 27);
      for (const card of all[0]) await page.locator(`[data-card="${card}"]`).click();
      if (found === 0) await undoAndRedo(page, async () => [await table(page), await score(page)]);
    }
    await soon.equal(() => deck(page), 0);
    await says(page, /The game is over: \d+ sets/);
    await verb(page, "Undo");
    await soon.doesNotMatch(() => page.textContent(".status"), /over/);
    await verb(page, "Redo");
    await says(page, /The game is over: \d+ sets/);
  }));

test("one player, to the end by keyboard", () =>
  visit("/set", async (page) => {
    await newGame(page, 8);
    for (;;) {
      const [set] = await sets(page);
      if (!set) break;
      for (const card of set) {
        const cards = await table(page);
        await page.locator(".card").first().focus();
        const goal = cards.indexOf(card);
        for (let row = 0; row < Math.floor(goal / 4); row += 1) await page.keyboard.press("ArrowDown");
        for (let col = 0; col < goal % 4; col += 1) await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Space");
      }
    }
    await says(page, /The game is over/);
  }));

test("a mistake costs a point and is explained", () =>
  visit("/set", async (page) => {
    const cards = noSet(await table(page), await sets(page));
    for (const card of cards) await page.locator(`[data-card="${card}"]`).click();
    await says(page, /No set: two agree in .*One point less/);
    await soon.equal(() => score(page), -1);
    await soon.equal(() => page.locator('.card[aria-pressed="true"]').count(), 0);
    await shareRestores(page, table);
    await filesAndPictures(page, "set");
  }));

test("two players call with their keys; wrong and late calls cost", () =>
  visit("/set", async (page) => {
    await page.clock.install();
    await newGame(page, 5, "2");
    const all = await sets(page);
    await page.locator(`[data-card="${all[0][0]}"]`).click();
    await says(page, /Call first/);
    await page.keyboard.press("a");
    await says(page, /Player 1 called/);
    await page.keyboard.press("l");
    for (const card of all[0]) await page.locator(`[data-card="${card}"]`).click();
    await says(page, /Player 1: A set!/);
    assert.deepEqual([await score(page, 0), await score(page, 1)], [1, 0]);
    await page.keyboard.press("l");
    await says(page, /Player 2 called/);
    for (const card of noSet(await table(page), await sets(page))) await page.locator(`[data-card="${card}"]`).click();
    await says(page, /Player 2: No set/);
    assert.deepEqual([await score(page, 0), await score(page, 1)], [1, -1]);
    await page.getByRole("button", { name: "Call (A)" }).click();
    await says(page, /Player 1 called/);
    await page.clock.fastForward(11_000);
    await says(page, /Player 1 took too long/);
    assert.deepEqual([await score(page, 0), await score(page, 1)], [0, -1]);
  }));

test("three more cards are dealt when twelve hold no set", () =>
  visit("/set", async (page) => {
    const seed = await page.evaluate(async (game) => {
      const { newGame } = await import(game);
      for (let seed = 0; ; seed += 1) if (newGame(seed, 1).table.length > 12) return seed;
    }, `${site}/js/puzzles/set_game.js`);
    await newGame(page, seed);
    const cards = await table(page);
    assert.ok(cards.length === 15 || cards.length === 18);
    await says(page, new RegExp(`No set among the first twelve: ${cards.length} cards`));
    assert.equal((await ask("count", { puzzle: { puzzle: "set", cards: cards.slice(0, 12) } })).count, "0");
    await soon.equal(() => deck(page), 81 - cards.length);
    const [set] = await sets(page);
    for (const card of set) await page.locator(`[data-card="${card}"]`).click();
    await says(page, /A set!/);
    // More than twelve lay there: none of them is replaced unless no set is left.
    const left = cards.filter((card) => !set.includes(card));
    assert.deepEqual((await table(page)).slice(0, left.length), left);
  }));

test("hints of one and two cards belong to a set; check counts sets", () =>
  visit("/set", async (page) => {
    const all = await sets(page);
    const hinted = () => page.locator(".card.hinted").evaluateAll((cards) => cards.map((card) => card.dataset.card));
    await press(page, "1 card hint");
    await says(page, /This card is part of a set/);
    const [one] = await hinted();
    assert.ok(all.some((set) => set.includes(one)));
    await press(page, "2 card hint");
    await says(page, /These two cards are part of a set/);
    const two = await hinted();
    assert.equal(two.length, 2);
    assert.ok(all.some((set) => two.every((card) => set.includes(card))));
    await verb(page, "Check");
    await says(page, new RegExp(`${all.length} sets? (is|are) on the table`));
    await verb(page, "Hint");
    await says(page, /part of a set/);
  }));

test("CSP mode shows the effort of both solvers", () =>
  visit("/set", async (page) => {
    const effort = () => page.locator(".effort td").allTextContents();
    await page.getByLabel("CSP mode").check();
    await page.getByText("#CC, constraint checks").waitFor();
    const search = await effort();
    await field(page, "Solver").selectOption("reformulation");
    await page.waitForFunction((old) => document.querySelectorAll(".effort td")[2]?.textContent !== old, search[2]);
    const reformulation = await effort();
    assert.equal(reformulation[1], search[1]);
    assert.equal(search[1], String((await sets(page)).length));
    assert.ok(Number(reformulation[2]) < Number(search[2]), `${reformulation[2]} checks, not fewer than ${search[2]}`);
    // It follows the game.
    const [set] = await sets(page);
    for (const card of set) await page.locator(`[data-card="${card}"]`).click();
    const now = String((await sets(page)).length);
    await page.waitForFunction((count) => document.querySelectorAll(".effort td")[1]?.textContent === count, now);
  }));

test("the reformulation tree is walked node by node", () =>
  visit("/set", async (page) => {
    await tool(page, "Explain");
    await press(page, "Show the tree");
    await page.getByText(/^1 of \d+: all cards/).waitFor();
    await page.getByText(/^Branch on/).waitFor();
    const count = await page.locator(".tree-node").count();
    for (let i = 2; i <= count; i += 1) {
      await press(page, "Forward ▶");
      await page.getByText(new RegExp(`^${i} of ${count}:`)).waitFor();
    }
    await press(page, "◀ Back");
    await page.getByText(new RegExp(`^${count - 1} of ${count}:`)).waitFor();
    assert.ok((await page.locator(".card.dim").count()) > 0);
    await page.locator(".tree-node").first().click();
    await page.getByText(/^1 of \d+: all cards/).waitFor();
  }));

test("sets are solved and counted, deals designed", () =>
  visit("/set", async (page) => {
    const all = await sets(page);
    await tool(page, "Solve");
    await press(page, "All");
    await page.getByText(/only solution|Solution 1 of \d+\./).first().waitFor();
    await soon.equal(() => page.locator(".card.marked").count(), 3);
    await press(page, "Count");
    await says(page, new RegExp(`Counted: ${all.length}`));
    await tool(page, "Design");
    await field(page, "Cards").fill("15");
    await field(page, "Sets").fill("2");
    await press(page, "Deal");
    await says(page, /15 cards with exactly 2 sets/);
    assert.equal((await sets(page)).length, 2);
    await press(page, "Most cards without a set");
    await says(page, /20 cards without a set/);
  }));

test("a game for two starts again as a game for two, with its clock and without its hint", () =>
  visit("/set", async (page) => {
    await page.clock.install();
    await newGame(page, 5, "2");
    const start = await table(page);
    await page.clock.fastForward(65_000);
    await page.keyboard.press("a");
    for (const card of (await sets(page))[0]) await page.locator(`[data-card="${card}"]`).click();
    await says(page, /A set!/);
    await verb(page, "Hint");
    await says(page, /part of a set/);
    await verb(page, "Restart");
    await soon.equal(() => page.locator("[data-score]").count(), 2);
    assert.deepEqual([await score(page, 0), await score(page, 1)], [0, 0]);
    await soon.deepEqual(() => table(page), start);
    await soon.equal(() => page.locator(".hinted").count(), 0);
    await soon.equal(() => page.locator(".clock").textContent(), "0:00");
    // The same cards come from the deck as before.
    const { play } = await state(page);
    const deck = await page.evaluate(async (game) => (await import(game)).newGame(5, 2).deck, `${site}/js/puzzles/set_game.js`);
    assert.deepEqual(play.deck, deck);
  }));

test("a call that is undone expires like any other", () =>
  visit("/set", async (page) => {
    await page.clock.install();
    await newGame(page, 5, "2");
    await page.keyboard.press("l");
    await says(page, /Player 2 called/);
    await page.clock.fastForward(11_000);
    await says(page, /Player 2 took too long/);
    await soon.equal(() => score(page, 1), -1);
    await verb(page, "Undo");
    await soon.equal(() => score(page, 1), 0);
    await soon.equal(() => page.locator(".calling").count(), 1);
    await page.clock.fastForward(11_000);
    await says(page, /Player 2 took too long/);
    await soon.equal(() => page.locator(".calling").count(), 0);
    // So does one that was open when the page was left.
    await page.keyboard.press("a");
    await page.reload();
    await page.locator(".calling").waitFor();
    await page.clock.fastForward(11_000);
    await says(page, /Player 1 took too long/);
  }));

test("cards without a set are no dead end, and other decks are refused with a word", () =>
  visit("/set", async (page) => {
    const before = await table(page);
    await openFile(page, '{"puzzle":"set","attributes":2,"values":3,"cards":["00","01","02"]}');
    await says(page, /81 cards/);
    await soon.deepEqual(() => table(page), before);
    await tool(page, "Design");
    await press(page, "Most cards without a set");
    await says(page, /20 cards without a set/);
    await page.getByRole("button", { name: "No set: deal three more" }).click();
    await says(page, /more cards are dealt/);
    assert.ok((await sets(page)).length > 0);
    await soon.equal(() => page.getByRole("button", { name: "No set: deal three more" }).count(), 0);
  }));
