// What a player chooses and what is counted: settings, the time, pencil marks filled in, errors at once, statistics.

import assert from "node:assert/strict";
import { test } from "node:test";
import { about, ask, at, download, press, says, soon, tool, verb, violations, visit } from "./harness.mjs";

const LOOKS = [
  { colorScheme: "light", forcedColors: "none" },
  { colorScheme: "dark", forcedColors: "none" },
  { colorScheme: "light", forcedColors: "active" },
];

const PHONE = { width: 360, height: 740 };

const cells = (page) => page.locator(".kind-grid .cell");
const sheet = (page, name) => page.locator(".head").getByRole("button", { name, exact: true }).click();
const close = (page) => page.getByRole("button", { name: "Close" }).click();

/** Chooses a setting. */
async function set(page, label, value) {
  await sheet(page, "Settings");
  await page.getByLabel(label).setChecked(value);
  await close(page);
}

/** The seconds that the page shows. */
async function seconds(page) {
  const [, minutes, rest] = /(\d+):(\d\d)/.exec(await page.locator(".timer").textContent());
  return 60 * Number(minutes) + Number(rest);
}

/** The cells of a kind's example that are open, each with its solution. */
async function open(name) {
  const file = (await about()).examples[name];
  const { grids } = await ask("board", { puzzle: file, time_limit: 20 });
  const { solutions } = await ask("solve", { puzzle: file, time_limit: 20 });
  const values = solutions[0][grids[0].name].flat();
  return grids[0].cells.map((cell, at) => ({ ...cell, at, wanted: values[at] })).filter((cell) => cell.values);
}

/** Plays a kind of digits to its end. */
async function play(page, name) {
  for (const { at, wanted } of await open(name)) {
    await cells(page).nth(at).focus();
    await page.keyboard.press(String(wanted));
  }
  await says(page, /Solved!/);
}

test("the time goes on after a reload, and stands while nobody looks and when it is solved", () =>
  visit("/latin-square", async (page) => {
    await page.clock.install();
    await page.reload();
    await cells(page).first().waitFor();
    await page.clock.runFor(70_000);
    const before = await seconds(page);
    assert.ok(before >= 60 && before <= 75, `${before} s`);
    await page.reload();
    await cells(page).first().waitFor();
    await page.clock.runFor(10_000);
    const after = await seconds(page);
    assert.ok(after >= before + 5 && after <= before + 15, `${after} s after ${before} s`);
    const hide = (hidden) => page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
    await hide(true);
    await page.clock.runFor(100_000);
    await hide(false);
    assert.ok((await seconds(page)) <= after + 5);
    await play(page, "latin-square");
    const end = await seconds(page);
    await page.clock.runFor(50_000);
    await soon.equal(() => seconds(page), end);
    await verb(page, "Restart");
    assert.ok((await seconds(page)) <= 5);
  }));

test("settings are chosen, kept and heeded", () =>
  visit("/latin-square", async (page) => {
    const left = (selector) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().left);
    await soon.ok(() => page.locator(".timer").isVisible());
    await soon.ok(() => page.locator(".numbers-across").first().isVisible());
    assert.ok((await left(".panel")) > (await left(".board")));
    await set(page, "Show the time", false);
    await set(page, "Show the numbers of rows and columns", false);
    await set(page, "Tools on the left, for the left hand", true);
    for (const again of [false, true]) {
      if (again) await page.reload();
      await cells(page).first().waitFor();
      await soon.ok(() => page.locator(".timer").isHidden());
      await soon.ok(() => page.locator(".numbers-across").first().isHidden());
      assert.ok((await left(".panel")) < (await left(".board")));
    }
    await page.goto(at("/set"));
    await page.locator(".card").first().waitFor();
    await soon.ok(() => page.locator(".clock").isHidden());
  }));

test("errors are shown at once, or on Check", () =>
  visit("/latin-square", async (page) => {
    const [first] = await open("latin-square");
    // What the row holds already.
    const { cols } = (await ask("board", { puzzle: (await about()).examples["latin-square"] })).grids[0];
    const file = (await about()).examples["latin-square"];
    const given = (await ask("board", { puzzle: file })).grids[0].cells;
    const row = Math.floor(first.at / cols);
    const twice = given.find((cell, at) => Math.floor(at / cols) === row && cell.value !== undefined) ?? given.find((cell, at) => at % cols === first.at % cols && cell.value !== undefined);
    await cells(page).nth(first.at).focus();
    await page.keyboard.press(String(twice.value));
    await page.locator(".kind-grid .mark-failed").first().waitFor();
    await soon.match(() => cells(page).nth(first.at).getAttribute("aria-label"), /cannot be right/);
    await verb(page, "Undo");
    await soon.equal(() => page.locator(".kind-grid .mark-failed").count(), 0);
    await set(page, "Show errors at once", false);
    await cells(page).nth(first.at).focus();
    await page.keyboard.press(String(twice.value));
    await page.waitForTimeout(1000);
    await soon.equal(() => page.locator(".kind-grid .mark-failed").count(), 0);
    await verb(page, "Check");
    await page.locator(".kind-grid .mark-failed").first().waitFor();
    // The same for a puzzle with a page of its own.
    await page.goto(at("/tricky-triple"));
    const triple = page.locator(".tt-grid .cell");
    const brush = page.getByRole("radio", { name: "triangle" });
    await brush.click();
    for (const cell of (await triple.all()).slice(0, 5)) if (/empty/.test(await cell.getAttribute("aria-label"))) await cell.click();
    for (const cell of (await triple.all()).slice(5, 15)) if (/empty/.test(await cell.getAttribute("aria-label"))) await cell.click();
    await soon.equal(() => page.locator(".tt-grid .broken").count(), 0);
    await verb(page, "Check");
    await page.locator(".tt-grid .broken").first().waitFor();
    await set(page, "Show errors at once", true);
    assert.ok((await page.locator(".tt-grid .broken").count()) > 0);
  }));

test("pencil marks are filled in with what the rules leave", () =>
  visit("/sudoku", async (page) => {
    const [first, ...others] = await open("sudoku");
    await page.getByRole("button", { name: "Fill in pencil marks" }).click();
    await says(page, /what each rule by itself leaves/);
    const marks = async (cell) => /perhaps ([\d ]+)/.exec(await cells(page).nth(cell.at).getAttribute("aria-label"))?.[1].split(" ").map(Number);
    const counts = [];
    for (const cell of [first, ...others]) {
      const now = await marks(cell);
      counts.push(now?.length);
      assert.ok(now?.includes(cell.wanted), `${cell.place}: ${now}`);
    }
    // Fewer than all nine are left where clues are near, but the puzzle is not solved by them; one step takes them back.
    assert.ok(counts.every((count) => count < 9));
    assert.ok(counts.some((count) => count > 3), counts.join(" "));
    await verb(page, "Undo");
    await soon.equal(() => marks(first), undefined);
    // What is entered counts.
    await cells(page).nth(first.at).focus();
    await page.keyboard.press(String(first.wanted));
    await page.getByRole("button", { name: "Fill in pencil marks" }).click();
    await says(page, /what each rule by itself leaves/);
    const near = others.find((cell) => Math.floor(cell.at / 9) === Math.floor(first.at / 9));
    assert.ok(!(await marks(near)).includes(first.wanted));
  }));

test("what is solved is counted, saved and erased, and the day's puzzle makes a streak", () =>
  visit("/latin-square", async (page) => {
    await sheet(page, "Statistics");
    await page.getByText("Nothing was solved in this browser yet.").waitFor();
    await close(page);
    await play(page, "latin-square");
    await tool(page, "New");
    await press(page, "Puzzle of the day");
    await says(page, /exactly one solution/);
    const { file } = JSON.parse(Buffer.from(new URL(await link(page)).hash.replace("#s=", ""), "base64url").toString());
    const { solutions } = await ask("solve", { puzzle: file, time_limit: 20 });
    for (const [i, value] of solutions[0].cell.flat().entries()) {
      await cells(page).nth(i).focus();
      await page.keyboard.press(String(value));
    }
    await says(page, /Solved!/);
    await page.reload();
    await cells(page).first().waitFor();
    await sheet(page, "Statistics");
    await page.getByText("2 puzzles solved. Puzzle of the day: 1 day in a row; the most were 1.").waitFor();
    const row = page.getByRole("row").filter({ hasText: "Latin square" });
    await soon.equal(() => row.locator("td").first().textContent(), "2");
    for (const look of LOOKS) {
      await page.emulateMedia(look);
      await soon.deepEqual(() => violations(page), []);
    }
    await page.setViewportSize(PHONE);
    await soon.deepEqual(() => violations(page), []);
    const saved = await download(page, () => page.getByRole("button", { name: "Save as file" }).click());
    assert.equal(JSON.parse(saved.text).solved.length, 2);
    await page.getByRole("button", { name: "Erase …" }).click();
    await page.getByRole("button", { name: "Keep" }).click();
    await page.getByText("2 puzzles solved.").waitFor();
    await page.getByRole("button", { name: "Erase …" }).click();
    await page.getByRole("button", { name: "Erase", exact: true }).click();
    await page.getByText("Nothing was solved in this browser yet.").waitFor();
    await page.reload();
    await cells(page).first().waitFor();
    await sheet(page, "Statistics");
    await page.getByText("Nothing was solved in this browser yet.").waitFor();
  }));

/** The link to what the page plays. */
async function link(page) {
  await verb(page, "Share");
  await says(page, /link/);
  return page.url();
}

test("streaks are counted by days", () =>
  visit("/", async (page) => {
    const streaks = await page.evaluate(async () => {
      const { streaks } = await import(document.querySelector("script[type=module]").src.replace("main.js", "lib/statistics.js"));
      const on = (...days) => days.map((day) => ({ day: `2026-03-${day}`, daily: true }));
      const of = (all, day) => streaks(all, `2026-03-${day}`);
      return [of([], "01"), of(on("01", "02", "03"), "03"), of(on("01", "02", "03"), "04"), of(on("01", "02", "03"), "05"), of(on("01", "02", "04"), "04"), of([{ day: "2026-03-04", daily: false }], "04")];
    });
    assert.deepEqual(streaks.map(({ now, longest }) => [now, longest]), [[0, 0], [3, 3], [3, 3], [0, 3], [1, 2], [0, 0]]);
  }));

test("the sheet of settings is for everybody", () =>
  visit("/sudoku", async (page) => {
    await sheet(page, "Settings");
    for (const look of LOOKS) {
      await page.emulateMedia(look);
      await soon.deepEqual(() => violations(page), []);
    }
    await page.setViewportSize(PHONE);
    await soon.deepEqual(() => violations(page), []);
    await page.keyboard.press("Escape");
    await soon.equal(() => page.locator("dialog").count(), 0);
    await soon.equal(() => page.evaluate(() => document.activeElement.ariaLabel), "Settings");
  }));

test("a game that is over is seen to be so, without movement where that is not welcome", async () => {
  for (const [reducedMotion, moves] of [["reduce", false], ["no-preference", true]]) {
    await visit("/latin-square", async (page) => {
      await soon.equal(() => page.locator(".board.finished").count(), 0);
      await play(page, "latin-square");
      const board = page.locator(".board.finished");
      await board.waitFor();
      assert.equal((await board.evaluate((one) => getComputedStyle(one).animationName)) !== "none", moves);
      await soon.notEqual(() => board.evaluate((one) => getComputedStyle(one).outlineStyle), "none");
    }, { reducedMotion });
  }
});

test("the bar is one line on a lying phone", () =>
  visit("/sudoku", async (page) => {
    const { bar, buttons } = await page.evaluate(() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      return { bar: box(".head"), buttons: box(".head-end") };
    });
    assert.ok(bar.height < 50, `${bar.height} pixels high`);
    assert.ok(buttons.right <= 740 && buttons.top < 10, JSON.stringify(buttons));
  }, { viewport: { width: 740, height: 360 }, isMobile: true, hasTouch: true }));

test("the help names all keys", async () => {
  for (const [path, own] of [["/sudoku", ["Arrows", "Space", "Delete", "F2", "Shift+Arrows"]], ["/set", ["A", "L"]], ["/tricky-triple", ["1"]]]) {
    await visit(path, async (page) => {
      const keys = (await page.locator(".keys kbd").allTextContents()).join(" ");
      for (const key of [...own, "Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y", "Home", "End", "Tab", "Esc"]) assert.ok(keys.includes(key), `${path}: ${key} in ${keys}`);
    });
  }
});
