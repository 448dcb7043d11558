// What comes from other programs: FlatZinc, and puzzles by moves in the forms that cubers use. Opened from any page, and played.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { about, ask, field, fineInEveryLook, openFile, press, says, shareRestores, soon, state, tool, verb, visit } from "./harness.mjs";

const example = (name) => readFile(new URL(`../../../../examples/${name}`, import.meta.url), "utf8");

const pieces = (page) => page.locator(".orbit td").allTextContents();

/** Makes a move by its button. */
const move = (page, name) => page.getByRole("toolbar", { name: "Moves" }).getByRole("button", { name, exact: true }).click();

const made = (page, count) => page.getByText(`${count} ${count === 1 ? "move" : "moves"} made`).waitFor();

test("a puzzle by moves is played to its end, by buttons and by what is typed", () =>
  visit("/moves", async (page) => {
    const file = (await about()).examples["sliding-rows"];
    const { solutions } = await ask("solve", { puzzle: file });
    const before = await pieces(page);
    const [first, ...rest] = solutions[0].moves;
    await move(page, first);
    await made(page, 1);
    await soon.notDeepEqual(() => pieces(page), before);
    await verb(page, "Hint");
    await says(page, new RegExp(`: then ${rest.length - 1} more .* enough`));
    await verb(page, "Check");
    await says(page, new RegExp(`^${rest.length} more moves are needed`));
    await verb(page, "Undo");
    await made(page, 0);
    await soon.deepEqual(() => pieces(page), before);
    await verb(page, "Redo");
    await made(page, 1);
    await page.getByLabel("A sequence").fill("sideways");
    await page.getByRole("button", { name: "Make these" }).click();
    await says(page, /unknown move/);
    await shareRestores(page, pieces);
    await page.getByLabel("A sequence").fill(rest.join(" "));
    await page.keyboard.press("Enter");
    await says(page, /^Solved in 5 moves/);
    await soon.equal(() => page.locator(".orbit td.away").count(), 0);
    await fineInEveryLook(page);
  }, { mistakes: true }));

test("a definition for twsearch is pasted into another page, scrambled, and its shortest way is shown move by move", () =>
  visit("/sudoku", async (page) => {
    await paste(page, await example("top-spin.tws"));
    await page.waitForURL(/moves/);
    await page.getByText("TopSpin9").waitFor();
    await tool(page, "New");
    await field(page, "Distance").fill("4");
    await press(page, "Scramble");
    await says(page, /4 moves away, and no fewer/);
    await tool(page, "Solve");
    await press(page, "First");
    await page.getByText("4 moves, proven to be the fewest.").waitFor();
    await page.locator(".way button").last().click();
    await page.getByText("After 4 moves").waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".orbit td.away").length === 0);
    await press(page, "Count");
    await says(page, /Counted: /);
  }));

/** Opens a text from where texts are pasted. */
async function paste(page, text) {
  await tool(page, "New");
  await page.getByText("From elsewhere").click();
  await page.getByLabel(/^A link of this page/).fill(text);
  await press(page, "Open this");
}

test("KPuzzle JSON is pasted, and its pieces are turned", () =>
  visit("/tricky-triple", async (page) => {
    await paste(page, await example("skewb.json"));
    await page.waitForURL(/moves/);
    await page.getByText("skewb", { exact: true }).waitFor();
    await soon.equal(() => page.locator(".orbit").count(), 2);
    await move(page, "UFR");
    await made(page, 1);
    assert.ok((await pieces(page)).some((text) => /^\d\+[12]$/.test(text)));
  }));

const FLAT = "var 1..3: a; var 1..3: b; var 1..3: c;\narray [1..3] of var int: place :: output_array([1..3]) = [a, b, c];\nconstraint int_lt(a, b);\nconstraint int_lt(b, c);\nsolve satisfy;\n";

test("FlatZinc is opened, drawn as boards and played; a mistake in it is told", () =>
  visit(
    "/sudoku",
    async (page) => {
      await openFile(page, FLAT.replace("int_lt(a, b)", "int_lt(a, d)"), "order.fzn");
      await says(page, /line 3: `d` is not declared/);
      await openFile(page, FLAT, "order.fzn");
      await page.waitForURL(/minizinc/);
      await page.waitForFunction(() => document.querySelectorAll(".kind-grid .cell").length === 3);
      const cells = page.locator(".kind-grid .cell");
      for (const at of [0, 1, 2]) {
        await cells.nth(at).focus();
        await page.keyboard.press(String(at + 1));
      }
      await says(page, /Solved!/);
      assert.equal((await state(page)).file.flatzinc, FLAT);
      await shareRestores(page, (one) => one.locator(".kind-grid .cell").evaluateAll((all) => all.map((cell) => cell.ariaLabel)));
      // Changed where it stands, it is still FlatZinc.
      await tool(page, "Model");
      await page.getByRole("textbox", { name: "Model" }).fill(FLAT.replaceAll("1..3: a", "2..2: a"));
      await press(page, "Play this");
      await page.waitForFunction(() => document.querySelector(".kind-grid .cell")?.ariaLabel.includes("2"));
      await tool(page, "Solve");
      await press(page, "Count");
      await says(page, /Counted: 0/);
    },
    { mistakes: true },
  ));
