// Whatever takes time shows it and can be ended; whatever goes wrong is said; and nothing that is said outlives what it was said of.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, at, field, longWork, openFile, press, says, serve, site, soon, tool, verb, visit } from "./harness.mjs";

/** Holds the answers to a question back until they are let go. */
async function hold(page, path) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  let asked = 0;
  await page.route(`**/api/${path}`, async (route) => {
    asked += 1;
    await released;
    await route.continue().catch(() => {});
  });
  return { release, asked: () => asked };
}

const VERBS = [
  ["/tricky-triple", "Hint", "explain"],
  ["/tricky-triple", "Check", "explain"],
  ["/colors", "Hint", "solve"],
  ["/spinpossible", "Hint", "solve"],
  ["/spinpossible", "Check", "solve"],
  ["/instant-insanity", "Hint", "solve"],
  ["/set", "Hint", "solve"],
  ["/set", "Check", "count"],
];

test("hints and checks show that they work, can be cancelled, and are asked once however often one clicks", async () => {
  for (const [path, name, question] of VERBS) {
    await visit(path, async (page) => {
      if (path === "/spinpossible") await page.getByText(/proven minimum \d/).waitFor();
      const held = await hold(page, question);
      for (let click = 0; click < 4; click += 1) await verb(page, name);
      await page.locator(".work").waitFor();
      await soon.ok(() => page.locator(".work progress").isVisible(), `${path} ${name}`);
      assert.equal(held.asked(), 1, `${path} ${name}`);
      await page.getByRole("button", { name: "Cancel" }).click();
      await says(page, /Cancelled/);
      held.release();
      await page.unroute(`**/api/${question}`);
      await verb(page, name);
      await says(page, /^(?!Cancelled)./);
    });
  }
});

test("a server that stops in the middle of its work is told, not thrown", async () => {
  const { server, site: own } = await serve();
  await visit(
    `${own}/spinpossible`,
    async (page) => {
      await page.getByText(/proven minimum \d/).waitFor();
      await longWork(page);
      await page.locator(".work").waitFor();
      server.kill("SIGKILL");
      await says(page, /server (stopped|does not answer)/);
      await verb(page, "Hint");
      await says(page, /does not answer/);
    },
    { mistakes: true, home: own },
  );
});

test("a description that is slow or fails is told, and asked for again", () =>
  visit("/", async (page) => {
    let fail = true;
    await page.route("**/api/about", async (route) => (fail ? route.abort() : route.continue()));
    await page.goto(at("/set"));
    await page.getByText(/The server does not answer/).waitFor();
    await soon.equal(() => page.locator("h1").textContent(), "SET");
    fail = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".card").first().waitFor();
    // A link is not called damaged because the server is away.
    await page.route("**/api/read", (route) => route.abort());
    await page.goto(at("/"));
    await page.goto(at(`/set#s=${Buffer.from('{"file":{"puzzle":"set","cards":["1rfo","2rfo","3rfo"]},"play":null}').toString("base64url")}`));
    await page.getByText(/The server does not answer/).waitFor();
    await page.unroute("**/api/read");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".card").length === 3);
    // A slow one says that something is being loaded.
    await page.unroute("**/api/about");
    const held = await hold(page, "about");
    await page.goto(at("/colors"));
    await page.getByText("Loading").waitFor();
    held.release();
    await page.locator(".place").first().waitFor();
  }, { mistakes: true }));

test("numbers out of range are put right with a word", () =>
  visit("/tricky-triple", async (page) => {
    await tool(page, "New");
    const rows = field(page, "Rows");
    for (const [given, right, said] of [["500", "12", "at most 12"], ["1", "3", "at least 3"], ["", "6", "whole number"], ["5", "5", ""]]) {
      await rows.fill(given);
      await rows.blur();
      if (given !== "") await soon.equal(() => rows.inputValue(), right);
      await soon.match(() => rows.locator("xpath=../*[@class='field-note']").textContent(), new RegExp(said));
    }
  }));

test("unknown pages are pages, and a slash at the end is none", async () => {
  await visit("/nonsense", async (page) => {
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    await page.getByText("Nothing is at /nonsense").waitFor();
    await soon.equal(() => page.locator(".home-card").count(), 5);
  }, { mistakes: true });
  await visit("/set/", async (page) => {
    await page.locator(".card").first().waitFor();
    assert.equal(new URL(page.url()).pathname, "/set");
  });
});

test("an explanation that was cut off says so at its first step", () =>
  visit("/tricky-triple", async (page) => {
    await page.route("**/api/explain", async (route) => {
      const answer = await ask("explain", JSON.parse(route.request().postData()));
      const cut = { ...answer, complete: false, difficulty: null, steps: answer.steps.slice(0, 2) };
      await route.fulfill({ contentType: "application/x-ndjson", body: `${JSON.stringify({ answer: cut })}\n` });
    });
    await tool(page, "Explain");
    await press(page, "Start");
    await says(page, /Not finished: the limit was reached/);
  }));

/** Boards that one move solves, and that move. */
const NEARLY = [
  ["/tricky-triple", 'puzzle = "tricky-triple"\nboard = """\n1 1 .\n"""\n', async (page) => {
    await page.locator(".tt-grid .cell").nth(2).click();
    await page.locator(".tt-grid .cell").nth(2).click();
  }],
  ["/colors", '{"puzzle":"colors","rows":1,"cols":1,"pieces":["RGBY"]}', async (page) => {
    await page.locator(".tray-piece").click();
    await page.locator(".place").click();
  }],
  ["/spinpossible", 'puzzle = "spinpossible"\nboard = """\n-2 -1\n"""\n', async (page) => {
    await page.locator(".tile-cell").nth(0).click();
    await page.locator(".tile-cell").nth(1).click();
  }],
  ["/instant-insanity", '{"puzzle":"instant-insanity","pieces":["RGBWRR","GRWBRR"]}', async (page) => {
    for (let turn = 0; turn < 4; turn += 1) {
      if (/Solved/.test(await page.textContent(".status"))) break;
      await page.locator(".side-cell").last().click();
    }
  }],
];

test("nothing is called solved any more once it is undone, and is again once it is redone", async () => {
  for (const [path, file, move] of NEARLY) {
    await visit(path, async (page) => {
      await openFile(page, file);
      await says(page, /Opened/);
      await move(page);
      await says(page, /Solved/);
      await verb(page, "Undo");
      await soon.doesNotMatch(() => page.textContent(".status"), /Solved/, path);
      await verb(page, "Redo");
      await says(page, /Solved/);
      await verb(page, "Restart");
      await soon.doesNotMatch(() => page.textContent(".status"), /Solved/, path);
    });
  }
});

test("a hint's banner goes when another tool is chosen", () =>
  visit("/tricky-triple", async (page) => {
    await verb(page, "Hint");
    await page.locator(".banner").waitFor();
    await tool(page, "Design");
    await soon.ok(() => page.locator(".banner").isHidden());
    await soon.equal(() => page.locator(".mark-focus").count(), 0);
  }));
