// For everybody: the accessibility checker axe finds nothing on any page, whatever colours and sizes; the keyboard reaches everything and is never lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { field, openFile, press, says, soon, tool, verb, violations, visit } from "./harness.mjs";

const PAGES = ["/", "/nonsense", "/tricky-triple", "/colors", "/spinpossible", "/instant-insanity", "/set"];

/** Kinds that are models: cells, sides, and a model of one's own. All others have a look or two where they are played. */
const KINDS = ["/sudoku", "/slitherlink", "/minizinc"];

/** Looks of a page, and whether all tools are looked at in them. */
const LOOKS = [
  ["light", { colorScheme: "light", forcedColors: "none" }, true],
  ["dark", { colorScheme: "dark", forcedColors: "none" }, true],
  ["forced colours", { colorScheme: "light", forcedColors: "active" }, false],
];

const PHONE = { width: 360, height: 740 };

for (const path of [...PAGES, ...KINDS]) {
  test(`axe finds nothing in light, dark, forced colours and on a phone: ${path}`, () =>
    visit(
      path,
      async (page) => {
        const look = async (what, all) => {
          for (const [name, media, often] of LOOKS) {
            if (!all && !often) continue;
            await page.emulateMedia(media);
            await soon.deepEqual(() => violations(page), [], `${what}, ${name}`);
          }
        };
        await look("at first", true);
        if ((await page.getByRole("toolbar").count()) > 0) {
          await verb(page, "Hint");
          await says(page, /./);
          await look("after a hint", true);
        }
        for (const tab of await page.getByRole("tab").all()) {
          await tab.click();
          await look(await tab.textContent(), false);
        }
        await page.setViewportSize(PHONE);
        await soon.deepEqual(() => violations(page), [], "on a phone");
      },
      { mistakes: true },
    ));
}

const focused = (page) => page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.textContent);
const lost = (page) => page.evaluate(() => document.activeElement === document.body || document.activeElement === null);

test("the keyboard stays where it was while steps and solutions are walked through", () =>
  visit("/tricky-triple", async (page) => {
    await tool(page, "Explain");
    await press(page, "Start");
    await page.getByText(/^Step 1 of/).first().waitFor();
    for (let step = 2; step < 5; step += 1) {
      await press(page, "Forward ▶");
      await page.getByText(new RegExp(`^Step ${step} of`)).first().waitFor();
      await soon.equal(() => focused(page), "Forward ▶");
    }
    // At the end there is no further: the keyboard goes to what is left.
    await press(page, "Last");
    assert.ok(!(await lost(page)));
    await openFile(page, 'puzzle = "tricky-triple"\nboard = """\n1 . 1\n. . .\n3 . #\n"""\n');
    await says(page, /Opened/);
    await soon.match(() => focused(page), /^row 1 column 1/);
    await tool(page, "Solve");
    await press(page, "All");
    await page.getByText("Solution 1 of 32.").waitFor();
    await press(page, "Following ▶");
    await soon.equal(() => focused(page), "Following ▶");
    await page.getByRole("button", { name: "Back to play" }).press("Enter");
    await soon.match(() => focused(page), /^row \d column \d/);
  }));

test("the keyboard comes back after New and after Cancel", () =>
  visit("/spinpossible", async (page) => {
    await tool(page, "New");
    await field(page, "Rows").fill("2");
    await field(page, "Columns").fill("2");
    await field(page, "Distance").fill("3");
    await page.getByRole("button", { name: "New board" }).press("Enter");
    await says(page, /needs exactly 3 spins/);
    await page.getByText("proven minimum 3").waitFor();
    await soon.match(() => focused(page), /^row 1 column 1/);
    await tool(page, "New");
    await field(page, "Rows").fill("5");
    await field(page, "Columns").fill("5");
    await field(page, "Distance").fill("11");
    await page.getByRole("button", { name: "New board" }).press("Enter");
    await page.getByRole("button", { name: "Cancel" }).press("Enter");
    await says(page, /Cancelled/);
    await soon.equal(() => focused(page), "New board");
  }));

test("arrows, Home and End move in toolbars, choices, boards and trees", () =>
  visit("/tricky-triple", async (page) => {
    const keys = async (...names) => {
      for (const name of names) await page.keyboard.press(name);
      return focused(page);
    };
    await page.getByRole("button", { name: "Hint" }).focus();
    assert.equal(await keys("ArrowRight"), "Check");
    assert.equal(await keys("End"), "SVG");
    assert.equal(await keys("ArrowRight"), "Restart", "round about, past Undo and Redo that do nothing yet");
    await soon.equal(() => page.locator('.toolbar [tabindex="0"]').count(), 1);
    await page.getByRole("radio", { name: "next symbol" }).focus();
    assert.equal(await keys("ArrowRight", "ArrowRight"), "square");
    await soon.equal(() => page.getByRole("radio", { checked: true }).getAttribute("aria-label"), "square");
    await page.locator(".tt-grid .cell").first().focus();
    const { cols, rows } = await page.locator(".tt-grid").evaluate((grid) => ({ cols: grid.ariaColCount, rows: grid.ariaRowCount }));
    assert.match(await keys("End"), new RegExp(`^row 1 column ${cols}:`));
    assert.match(await keys("Control+End"), new RegExp(`^row ${rows} column ${cols}:`));
    assert.match(await keys("Home"), new RegExp(`^row ${rows} column 1:`));
    assert.match(await keys("Control+Home"), /^row 1 column 1:/);
    await openFile(page, 'puzzle = "tricky-triple"\nboard = """\n1 . 1 .\n. . . .\n3 . # .\n. . . 2\n"""\n');
    await says(page, /Opened/);
    await tool(page, "Watch");
    await press(page, "Start");
    await press(page, "Pause");
    await press(page, "End");
    const text = page.locator(".panel-body .sentence");
    const last = Number((await text.textContent()).split("/")[0]);
    await page.locator('.tree-node[tabindex="0"]').focus();
    await page.keyboard.press("ArrowLeft");
    await soon.match(() => text.textContent(), new RegExp(`^${last - 1}/`));
    await page.keyboard.press("Home");
    await soon.match(() => text.textContent(), /^1\//);
    await soon.equal(() => page.evaluate(() => document.activeElement.getAttribute("class")), "tree-node current");
  }));

test("board, chooser and messages fit on a small laptop, and a hint moves nothing", async () => {
  for (const path of PAGES.slice(2)) {
    await visit(
      path,
      async (page) => {
        const bottom = () => page.locator(".board").evaluate((board) => Math.round(board.getBoundingClientRect().bottom));
        const before = await bottom();
        if (path !== "/instant-insanity") assert.ok(before <= 800, `${path} reaches down to ${before}`);
        const top = () => page.locator(".board").evaluate((board) => board.getBoundingClientRect().top);
        const there = await top();
        await verb(page, "Hint");
        await says(page, /./);
        await soon.equal(() => top(), there, path);
      },
      { viewport: { width: 1280, height: 800 } },
    );
  }
});

test("progress and Cancel are on the screen of a phone, upright and lying", async () => {
  for (const viewport of [{ width: 360, height: 740 }, { width: 740, height: 360 }]) {
    await visit(
      "/spinpossible",
      async (page) => {
        await tool(page, "New");
        await field(page, "Rows").fill("5");
        await field(page, "Columns").fill("5");
        await field(page, "Distance").fill("11");
        await press(page, "New board");
        const cancel = page.getByRole("button", { name: "Cancel" });
        await cancel.waitFor();
        const seen = await cancel.evaluate((button) => {
          const { top, bottom } = button.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        });
        assert.ok(seen, JSON.stringify(viewport));
        await cancel.click();
        await page.evaluate(() => scrollTo(0, 0));
        // Most of a small board is seen at once.
        const rows = await page.locator(".tile-cell").evaluateAll((cells) => new Set(cells.filter((cell) => cell.getBoundingClientRect().bottom <= innerHeight).map((cell) => cell.dataset.row)).size);
        assert.equal(rows, 3, JSON.stringify(viewport));
      },
      { viewport, isMobile: true, hasTouch: true },
    );
  }
});
