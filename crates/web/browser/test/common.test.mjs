import assert from "node:assert/strict";
import { test } from "node:test";
import { field, longWork, openFile, press, says, site, soon, tool, verb, visit } from "./harness.mjs";

const PAGES = ["/", "/tricky-triple", "/colors", "/spinpossible", "/instant-insanity", "/set"];

test("no page is wider than a phone, whatever tool is shown", async () => {
  for (const path of PAGES) {
    await visit(
      path,
      async (page) => {
        const fits = async (what) => {
          const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.equal(over, 0, `${path} ${what} is ${over} pixels too wide`);
        };
        await fits("at first");
        for (const tab of await page.getByRole("tab").all()) {
          await tab.click();
          await fits(await tab.textContent());
        }
      },
      { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    );
  }
});

test("a board is played by touch", () =>
  visit(
    "/tricky-triple",
    async (page) => {
      const cell = page.locator(".tt-grid .cell").first();
      await cell.tap();
      await soon.match(() => cell.getAttribute("aria-label"), /triangle/);
    },
    { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  ));

test("light and dark are chosen and kept", () =>
  visit(
    "/",
    async (page) => {
      const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await colour();
      await page.getByRole("button", { name: "Dark colours" }).click();
      const dark = await colour();
      assert.notEqual(dark, light);
      await page.getByRole("link", { name: "SET", exact: true }).first().click();
      await page.waitForSelector(".cards");
      await soon.equal(() => colour(), dark);
    },
    { colorScheme: "light" },
  ));

test("every control has a name", async () => {
  for (const path of PAGES) {
    await visit(path, async (page) => {
      for (const tab of [null, ...(await page.getByRole("tab").all())]) {
        await tab?.click();
        const nameless = await page.evaluate(() =>
          [...document.querySelectorAll("button, input, select, a")]
            .filter((control) => !(control.ariaLabel || control.textContent.trim() || control.labels?.length || control.closest("[aria-hidden=true]")))
            .map((control) => control.outerHTML),
        );
        assert.deepEqual(nameless, [], path);
      }
    });
  }
});

test("long work tells how it goes and is cancelled", () =>
  visit("/spinpossible", async (page) => {
    await longWork(page);
    await page.getByText("Looking for a board").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await says(page, /Cancelled/);
    await page.locator(".work").waitFor({ state: "hidden" });
    // The page goes on.
    await verb(page, "Check");
    await says(page, /more spins are needed/);
  }));

test("mistakes are told, not thrown", () =>
  visit("/spinpossible", async (page) => {
    await tool(page, "New");
    await field(page, "Rows").fill("1");
    await field(page, "Columns").fill("2");
    await field(page, "Distance").fill("11");
    await press(page, "New board");
    await says(page, /farthest/);
    await openFile(page, 'puzzle = "nonsense"');
    await says(page, /unknown puzzle/);
    await openFile(page, "");
    await says(page, /empty/);
  }, { mistakes: true }));

test("a cut link shows the example", () =>
  visit("/colors#s=eyJmaWxl", async (page) => {
    await soon.equal(() => page.locator(".place").count(), 16);
    assert.ok(site);
  }));

test("files of another puzzle open its page", () =>
  visit("/tricky-triple", async (page) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), verb(page, "Open")]);
    const text = 'puzzle = "spinpossible"\nboard = """\n2 1\n4 3\n"""\n';
    await chooser.setFiles({ name: "other.toml", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.waitForURL(/spinpossible/);
    await page.waitForSelector(".tile-cell");
    await soon.equal(() => page.locator(".tile-cell").count(), 4);
  }));
