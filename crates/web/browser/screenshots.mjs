// Pictures of every page, light, dark and in forced colours, on a laptop and on a phone, some of them in the middle of something; and two as they are
// printed. An argument names the scenes that are wanted, if not all.

import { mkdir } from "node:fs/promises";
import { chromium } from "playwright-core";
import { serve } from "./test/server.mjs";

const FOLDER = new URL("../../../target/screenshots/", import.meta.url).pathname;

const LAPTOP = { viewport: { width: 1280, height: 800 } };

const LOOKS = {
  light: { ...LAPTOP, colorScheme: "light" },
  dark: { ...LAPTOP, colorScheme: "dark" },
  forced: { ...LAPTOP, forcedColors: "active" },
  upright: { viewport: { width: 360, height: 740 } },
  lying: { viewport: { width: 740, height: 360 } },
};

/** A board whose search is worth watching. */
const BOARD = 'puzzle = "tricky-triple"\nboard = """\n1 . . . . 2\n. . . 3 . .\n. . # . . .\n. . . . . .\n2 . . . # .\n. . 3 . . 1\n"""\n';

/** What to do on a page before its picture is taken. */
const SCENES = [
  ["home", "/", async () => {}],
  ["gallery", "/", async (page) => {
    await page.getByLabel("Search").fill("loop");
    await page.locator(".home-card:visible .kind-picture img").first().waitFor();
  }],
  ["sudoku", "/sudoku", async (page) => {
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForSelector(".mark-focus");
  }],
  ...["slitherlink", "hashi", "nonogram", "kakuro", "zebra"].map((name) => [name, `/${name}`, async (page) => {
    await page.getByRole("tab", { name: "Solve" }).click();
    await page.locator(".panel-body").getByRole("button", { name: "First", exact: true }).click();
    await page.locator(".verdict").waitFor();
  }]),
  ["edited", "/latin-square", async (page) => {
    await page.getByRole("tab", { name: "Edit" }).click();
    await page.locator("#edit-cell").waitFor();
  }],
  ["edited-hints", "/nonogram", async (page) => {
    await page.getByRole("tab", { name: "Edit" }).click();
    await page.getByLabel("Edit on the board").selectOption("row_runs");
    await page.getByLabel("row_runs, row 1").fill("1 2");
    await page.locator(".status:not(:empty)").waitFor();
  }],
  ["edited-regions", "/star-battle", async (page) => {
    await page.getByRole("tab", { name: "Edit" }).click();
    await page.getByLabel("Edit on the board").selectOption("region");
    await page.getByRole("button", { name: "Look at it" }).click();
    await page.getByText(/^Difficulty: /).waitFor();
  }],
  ["settings", "/latin-square", async (page) => {
    await page.getByRole("button", { name: "Settings" }).click();
  }],
  ["statistics", "/takuzu", async (page) => {
    await page.evaluate(() => localStorage.setItem("statistics", JSON.stringify([["Sudoku", 512, "14", true], ["Sudoku", 430, "15", true], ["Takuzu", 95, "15", false], ["Slitherlink", 250, "16", true]].map(([kind, seconds, day, daily], i) => ({ kind, code: String(i), seconds, day: `2026-03-${day}`, daily })))));
    await page.getByRole("button", { name: "Statistics" }).click();
  }],
  ["pencilled", "/sudoku", async (page) => {
    await page.getByRole("button", { name: "Fill in pencil marks" }).click();
    await page.locator(".candidates-text").first().waitFor();
  }],
  ["compared", "/tricky-triple", async (page) => {
    await openFile(page, BOARD);
    await page.getByRole("tab", { name: "Watch" }).click();
    await page.getByLabel("Compare two strategies").check();
    await page.getByLabel("Variable, second").selectOption("ff");
    await page.getByLabel("All solutions").check();
    await page.locator(".panel-body").getByRole("button", { name: "Start" }).click();
    await page.locator(".lane").nth(1).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    for (let i = 0; i < 9; i += 1) await page.getByRole("button", { name: "Step ▶" }).click();
  }],
  ...[["watched-learnt", "sat", 12], ["watched-layers", "diagram", 20]].map(([name, engine, steps]) => [name, "/tricky-triple", async (page) => {
    await openFile(page, BOARD);
    await page.getByRole("tab", { name: "Watch" }).click();
    await page.getByLabel("Engine").selectOption(engine);
    await page.getByLabel("All solutions").check();
    await page.locator(".panel-body").getByRole("button", { name: "Start" }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    for (let i = 0; i < steps; i += 1) await page.getByRole("button", { name: "Step ▶" }).click();
  }]),
  ["minizinc", "/minizinc", async (page) => {
    await page.locator(".kind-grid").waitFor();
  }],
  ["tricky-triple", "/tricky-triple", async (page) => {
    await page.locator(".tt-grid .cell").nth(0).click();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForSelector(".mark-because");
  }],
  ["tricky-triple-explained", "/tricky-triple", async (page) => {
    await page.getByRole("tab", { name: "Explain" }).click();
    await page.locator(".panel-body").getByRole("button", { name: "Start" }).click();
    await page.locator(".sentence").waitFor();
    for (let i = 0; i < 5; i += 1) await page.getByRole("button", { name: "Forward ▶" }).click();
  }],
  ["tricky-triple-watched", "/tricky-triple", async (page) => {
    await openFile(page, BOARD);
    await page.getByRole("tab", { name: "Watch" }).click();
    await page.getByLabel("All solutions").check();
    await page.locator(".panel-body").getByRole("button", { name: "Start" }).click();
    await page.locator(".sentence").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "End" }).click();
    for (let i = 0; i < 3; i += 1) await page.getByRole("button", { name: "◀ Back" }).click();
  }],
  ["colors", "/colors", async (page) => {
    for (let i = 0; i < 7; i += 1) {
      await page.getByRole("button", { name: "Hint" }).click();
      await page.waitForFunction((count) => document.querySelectorAll(".place.filled").length === count, i + 1);
    }
    await page.locator(".tray-piece").first().click();
    await page.locator('[data-at="7"]').click();
  }],
  ["colors-watched", "/colors", async (page) => {
    await page.getByRole("tab", { name: "Watch" }).click();
    await page.locator(".panel-body").getByRole("button", { name: "Start" }).click();
    await page.locator(".sentence").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator(".tree-node").nth(40).dispatchEvent("click");
  }],
  ["spinpossible", "/spinpossible", async (page) => {
    await page.locator(".tile-cell").nth(0).click();
    await page.locator(".tile-cell").nth(4).click();
    await page.getByText(/1 spin used/).waitFor();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".spin-frame:not([hidden])").waitFor();
  }],
  ["spinpossible-distances", "/spinpossible", async (page) => {
    await page.getByRole("tab", { name: "Design" }).click();
    await page.getByLabel("Rows").fill("2");
    await page.getByRole("button", { name: "Distance table" }).click();
    await page.locator(".plot").waitFor();
  }],
  ["instant-insanity", "/instant-insanity", async (page) => {
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForFunction(() => document.querySelector(".status").textContent !== "");
  }],
  ["instant-insanity-design", "/instant-insanity", async (page) => {
    await page.getByRole("tab", { name: "Design" }).click();
    await page.getByRole("button", { name: "Fewest towers" }).click();
    await page.locator(".plot").waitFor();
  }],
  ["set", "/set", async (page) => {
    await page.getByLabel("CSP mode").check();
    await page.getByText("#CC").waitFor();
    await page.getByRole("button", { name: "2 card hint" }).click();
    await page.waitForSelector(".hinted");
  }],
  ["set-reformulation", "/set", async (page) => {
    await page.getByRole("tab", { name: "Explain" }).click();
    await page.getByRole("button", { name: "Show the tree" }).click();
    await page.locator(".details h3").waitFor();
    for (let i = 0; i < 3; i += 1) await page.getByRole("button", { name: "Forward ▶" }).click();
  }],
];

async function openFile(page, text) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open" }).click()]);
  await chooser.setFiles({ name: "puzzle.toml", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.getByText("Opened.").waitFor();
}

await mkdir(FOLDER, { recursive: true });
const { server, site } = await serve();
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: flags });
const wanted = new RegExp(process.argv[2] ?? "");
for (const [look, options] of Object.entries(LOOKS)) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  for (const [name, path, act] of SCENES.filter(([name]) => wanted.test(name))) {
    const page = await context.newPage();
    await page.goto(`${site}${path}`);
    await page.waitForSelector("main:not([aria-busy])");
    // Every picture begins with an untouched puzzle.
    if ((await page.evaluate(() => localStorage.length)) > 0) {
      await page.evaluate(() => localStorage.clear());
      await page.goto(`${site}/`);
      await page.goto(`${site}${path}`);
      await page.waitForSelector("main:not([aria-busy])");
    }
    await act(page);
    await page.screenshot({ path: `${FOLDER}${name}-${look}.png`, fullPage: look === "upright" });
    await page.close();
  }
  await context.close();
}
for (const [name, path] of [["printed", "/sudoku"], ["printed-several", "/"]]) {
  const page = await browser.newPage();
  await page.addInitScript(() => (window.print = () => (document.body.dataset.printed = "")));
  await page.goto(`${site}${path}`);
  if (path === "/") {
    await page.getByLabel("Difficulty").selectOption("easy");
    await page.getByRole("button", { name: "Print these" }).click();
    await page.locator("[data-printed]").waitFor();
  } else {
    await page.locator(".kind-grid").waitFor();
  }
  await page.pdf({ path: `${FOLDER}${name}.pdf`, format: "A4", margin: { top: "15mm", bottom: "15mm", left: "15mm", right: "15mm" } });
  await page.close();
}
await browser.close();
server.kill("SIGTERM");
console.log(`pictures are in ${FOLDER}`);
