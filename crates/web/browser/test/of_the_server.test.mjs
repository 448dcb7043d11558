// What only a server has: kinds in folders of its machine, and a machine without MiniZinc.

import assert from "node:assert/strict";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { serve, soon, visit } from "./harness.mjs";

const folder = new URL("../../../../kinds/", import.meta.url);
const cells = (page) => page.locator(".kind-grid .cell");
const labels = (page) => cells(page).evaluateAll((all) => all.map((cell) => cell.ariaLabel));

test("kinds of one's own are played, whatever they are called", async () => {
  const place = await mkdtemp(join(tmpdir(), "tantalizer-kinds-"));
  await writeFile(join(place, "zwei Farben.mzn"), (await readFile(new URL("yin-yang.mzn", folder), "utf8")).replace('"Yin-yang"', '"Zwei Farben"'));
  await writeFile(join(place, "zwei Farben.toml"), (await readFile(new URL("yin-yang.toml", folder), "utf8")).replace('"yin-yang"', '"zwei Farben"'));
  const { server, site: own } = await serve(["--kinds", place]);
  try {
    await visit(`${own}/zwei%20Farben`, async (page) => {
      await page.getByRole("heading", { name: "Zwei Farben" }).waitFor();
      await cells(page).first().focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Space");
      const before = await labels(page);
      await page.reload();
      await cells(page).first().waitFor();
      await soon.deepEqual(() => labels(page), before);
    }, { home: own });
  } finally {
    server.kill("SIGTERM");
  }
});

test("without MiniZinc kinds are played at their usual sizes, and the page says what needs it", async () => {
  const { server, site: own } = await serve([], { MINIZINC: "/nowhere/minizinc" });
  try {
    await visit(`${own}/sudoku`, (page) => cells(page).first().waitFor(), { home: own });
    await visit(`${own}/minizinc`, (page) => page.getByText(/needs MiniZinc, and .* was not found/).waitFor(), { home: own, mistakes: true });
  } finally {
    server.kill("SIGTERM");
  }
});
