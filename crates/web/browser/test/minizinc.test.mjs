// What MiniZinc flattens while it is played: models of one's own, and kinds whose regions, walls and lists of hints are edited. The exported page needs
// MiniZinc in it for these.

import assert from "node:assert/strict";
import { test } from "node:test";
import { field, press, says, shareRestores, soon, state, tool, visit } from "./harness.mjs";

const cells = (page) => page.locator(".kind-grid .cell");
const labels = (page) => cells(page).evaluateAll((all) => all.map((cell) => cell.ariaLabel));

/** Types something into a cell of the board. */
async function type(page, at, text) {
  await cells(page).nth(at).focus();
  await page.keyboard.type(text);
}

test("a model of one's own is flattened and played, and what is wrong with it is told at its line", () =>
  visit(
    "/minizinc",
    async (page) => {
      await page.getByRole("textbox", { name: "Model" }).fill('include "alldifferent.mzn";\nint: n;\narray[1..n] of var 1..n: place;\nconstraint alldifferent(plac);\nsolve satisfy;\n');
      await page.getByLabel(/^Data/).fill("n = 3;");
      await press(page, "Play this");
      await page.getByText(/undefined identifier|plac/).first().waitFor();
      const chosen = await page.getByRole("textbox", { name: "Model" }).evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
      assert.equal(chosen, "constraint alldifferent(plac);");
      await page.getByRole("textbox", { name: "Model" }).fill('include "alldifferent.mzn";\nint: n;\narray[1..n] of var 1..n: place;\nconstraint alldifferent(place);\nconstraint place[1] < place[2] /\\ place[2] < place[3];\nsolve satisfy;\n');
      await press(page, "Play this");
      await page.waitForFunction(() => document.querySelectorAll(".kind-grid .cell").length === 3);
      for (const [at, value] of [1, 2, 3].entries()) {
        await cells(page).nth(at).focus();
        await page.keyboard.press(String(value));
      }
      await says(page, /Solved!/);
      await shareRestores(page, labels);
      // No file of this machine is named by a model.
      await tool(page, "Model");
      await page.getByRole("textbox", { name: "Model" }).fill('include "/etc/hostname";\nsolve satisfy;\n');
      await press(page, "Play this");
      await page.getByText(/includes no other files/).waitFor();
    },
    { mistakes: true },
  ));

// What is no clue makes another model.
test("regions, black cells and lists of hints are edited where they stand", async () => {
  await visit("/nonogram", async (page) => {
    await tool(page, "Edit");
    await field(page, "Edit on the board").selectOption("row_runs");
    await page.getByLabel("row_runs, row 1").fill("2 2");
    await says(page, /./);
    assert.deepEqual((await state(page)).file.row_runs[0], [2, 2]);
    await page.getByLabel("row_runs, row 1").fill("5");
    await says(page, /There is no solution\. These rules clash/);
  }, { mistakes: true });
  await visit("/star-battle", async (page) => {
    const lines = () => page.locator(".kind-overlay .heavy").count();
    const before = await lines();
    await tool(page, "Edit");
    await field(page, "Edit on the board").selectOption("region");
    await type(page, 7, "A");
    await page.waitForFunction((before) => document.querySelectorAll(".kind-overlay .heavy").length !== before, before);
    assert.match((await state(page)).file.region, /^A A B D C C C A/);
  }, { mistakes: true });
  await visit("/akari", async (page) => {
    await tool(page, "Edit");
    await field(page, "Edit on the board").selectOption("wall");
    await cells(page).nth(0).click();
    await says(page, /solution|clash|r\d/);
    assert.match((await state(page)).file.wall, /^1 0/);
    await field(page, "Edit on the board").selectOption("");
    await soon.ok(() => cells(page).nth(0).evaluate((cell) => cell.classList.contains("black")));
  }, { mistakes: true });
});
