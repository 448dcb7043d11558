// A server and a browser for the tests. Every page that is opened must stay free of errors in its console and of requests
// to any other host: this is checked when the page is closed.
//
// With CARRIER=page the same tests play the exported page, from a plain file server and in a subfolder, as hosts have it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { engines, exported } from "./engines.mjs";
import { files } from "./files.mjs";
import { serve } from "./server.mjs";

export { serve };

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** No single step of a test may take longer. */
const PATIENCE = 30_000;

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Whether the exported page is tested. */
export const onPage = process.env.CARRIER === "page";

let server;
let browser;
export let site = "";

/** The address of a page, named by its path on the server. @param {string} path @param {string} [home] */
export function at(path, home = site) {
  if (!onPage) return `${home}${path}`;
  const { pathname, searchParams, hash } = new URL(path, "http://page");
  const query = pathname === "/" ? "" : `?${new URLSearchParams([["page", decodeURIComponent(pathname.slice(1))], ...searchParams])}`;
  return `${home}/${query}${hash}`;
}

before(async () => {
  ({ server, site } = await (onPage ? files(exported) : serve()));
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS });
});

after(async () => {
  await browser?.close();
  if (!server) return;
  if (onPage) return void server.close();
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  const [code] = await ended;
  assert.equal(code, 0, "the server stops gracefully");
});

/**
 * Opens a page, lets a test use it, and checks that nothing went wrong beside what the test looks at.
 * @param {string} path
 * @param {(page: import("playwright-core").Page) => Promise<void>} use
 * @param {import("playwright-core").BrowserContextOptions & {mistakes?: boolean}} [options] with `mistakes`, the server may refuse questions or be away; `home` is another server than that of all tests
 */
export async function visit(path, use, { mistakes = false, home = site, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, reducedMotion: "reduce", acceptDownloads: true, serviceWorkers: "block", ...options });
  context.setDefaultTimeout(PATIENCE);
  const troubles = [];
  context.on("request", (request) => {
    const { protocol } = new URL(request.url());
    if (!["blob:", "data:"].includes(protocol) && !request.url().startsWith(`${home}/`)) troubles.push(`a request to ${request.url()}`);
  });
  if (process.env.FRESH_ASSETS) await context.route(/\/(css|js)\//, fresh);
  const page = await context.newPage();
  page.on("console", (message) => {
    // The browser itself notes every answer that is a refusal.
    if (mistakes && /^Failed to load resource: /.test(message.text())) return;
    // Only one test wants what keeps the exported page without a connection.
    if (/^Service Worker registration blocked/.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning") troubles.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => troubles.push(`error: ${error.stack ?? error.message}`));
  try {
    await page.goto(path.startsWith("http") ? path : at(path));
    await page.waitForSelector("main:not([aria-busy])");
    await use(page);
    assert.deepEqual(troubles, []);
  } catch (error) {
    if (troubles.length) console.error(troubles.join("\n"));
    throw error;
  } finally {
    await context.close();
  }
}

/** With FRESH_ASSETS the page's files are taken as they lie in the folder: nothing is built again after a change. */
function fresh(route) {
  const { pathname } = new URL(route.request().url());
  return route.fulfill({ path: new URL(`../../assets/${pathname.slice(pathname.search(/(css|js)\//))}`, import.meta.url).pathname });
}

/**
 * The assertions, for what a page comes to show: `await soon.equal(() => locator.count(), 2)`. The page answers a click
 * when it can, so what is read is read again until it is right, or until nothing more is to be expected.
 */
export const soon = new Proxy(assert, {
  get: (_, name) => async (read, ...expected) => {
    for (const end = Date.now() + PATIENCE; ; await new Promise((again) => setTimeout(again, 50))) {
      const shown = await read();
      try {
        return assert[name](shown, ...expected);
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  },
});

/** What the accessibility checker finds on a page as it is. */
export async function violations(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
}

/** How a page may look: in light, dark and forced colours, and on a phone. */
const LOOKS = [
  ["light", { colorScheme: "light", forcedColors: "none" }],
  ["dark", { colorScheme: "dark", forcedColors: "none" }],
  ["forced colours", { colorScheme: "light", forcedColors: "active" }],
];
const PHONE = { width: 360, height: 740 };

/** The accessibility checker finds nothing on a page as it is, however it looks. */
export async function fineInEveryLook(page) {
  const size = page.viewportSize();
  for (const viewport of [size, PHONE]) {
    await page.setViewportSize(viewport);
    for (const [name, media] of LOOKS) {
      await page.emulateMedia(media);
      assert.deepEqual(await violations(page), [], `${name}, ${viewport.width} pixels wide`);
    }
  }
  await page.emulateMedia(LOOKS[0][1]);
  await page.setViewportSize(size);
}

let direct;

/** Asks the engines directly. */
export async function ask(path, body) {
  if (onPage) {
    direct ??= await engines();
    const { answer, error } = direct(path, body).at(-1);
    assert.ok(answer, JSON.stringify(error));
    return answer;
  }
  const response = await fetch(`${site}/api/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const answer = await response.json();
  assert.ok(response.ok, JSON.stringify(answer));
  return answer;
}

/** What there is to ask about. */
export async function about() {
  if (onPage) return ask("about", {});
  return (await fetch(`${site}/api/about`)).json();
}

/** Waits until the status line says something. */
export async function says(page, pattern) {
  try {
    await page.waitForFunction(([source, flags]) => new RegExp(source, flags).test(document.querySelector(".status")?.textContent ?? ""), [pattern.source, pattern.flags]);
  } catch {
    assert.match(await page.textContent(".status"), pattern);
  }
}

/** A verb of the toolbar. */
export const verb = (page, name) => page.getByRole("toolbar", { name: "Verbs" }).getByRole("button", { name, exact: true }).click();

/** A tool beside the board. */
export const tool = (page, name) => page.getByRole("tab", { name, exact: true }).click();

/** A button of the tool that is shown. */
export const press = (page, name) => page.locator(".panel-body").getByRole("button", { name, exact: true }).click();

/** A field of the tool that is shown. */
export const field = (page, name) => page.locator(".panel-body").getByLabel(name, { exact: true });

/** Starts something on Spinpossible's page that takes long: a board of 25 tiles that is eleven spins away. */
export async function longWork(page) {
  await tool(page, "New");
  await field(page, "Rows").fill("5");
  await field(page, "Columns").fill("5");
  await field(page, "Distance").fill("11");
  await press(page, "New board");
}

/** What the page plays: the state in its share link. */
export async function state(page) {
  await verb(page, "Share");
  await says(page, /link/);
  const code = new URL(page.url()).hash.replace("#s=", "");
  return JSON.parse(Buffer.from(code, "base64url").toString());
}

/** What a click downloads, as text. */
export async function download(page, click) {
  const [saved] = await Promise.all([page.waitForEvent("download"), click()]);
  const chunks = [];
  for await (const chunk of await saved.createReadStream()) chunks.push(chunk);
  return { name: saved.suggestedFilename(), text: Buffer.concat(chunks).toString() };
}

/** Opens a puzzle file through the button and the browser's own dialog. */
export async function openFile(page, text, name = "puzzle.toml") {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), verb(page, "Open")]);
  await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

/** Shares a page, opens the link in another browser, and checks that the same is played there. */
export async function shareRestores(page, look) {
  const { file, play } = await state(page);
  const shown = await look(page);
  await visit(page.url(), async (other) => {
    await soon.deepEqual(() => look(other), shown);
    const again = await state(other);
    assert.deepEqual(again.file, file);
    assert.deepEqual({ ...again.play, seconds: 0 }, { ...play, seconds: 0 });
  });
}

/** Undo takes the last step back, redo makes it again, by buttons and by keys. */
export async function undoAndRedo(page, look) {
  const now = await look(page);
  await verb(page, "Undo");
  await soon.notDeepEqual(() => look(page), now);
  const before = await look(page);
  await verb(page, "Redo");
  await soon.deepEqual(() => look(page), now);
  await page.keyboard.press("Control+z");
  await soon.deepEqual(() => look(page), before);
  await page.keyboard.press("Control+Shift+z");
  await soon.deepEqual(() => look(page), now);
}

/** Save gives a puzzle file that Open takes, SVG a picture. */
export async function filesAndPictures(page, puzzle) {
  const saved = await download(page, () => verb(page, "Save"));
  const file = JSON.parse(saved.text);
  assert.equal(file.puzzle, puzzle);
  const picture = await download(page, () => verb(page, "SVG"));
  assert.equal(picture.name, `${puzzle}.svg`);
  assert.match(picture.text, /^<svg[\s\S]*<\/svg>\s*$/);
  await openFile(page, saved.text);
  await says(page, /Opened/);
}
