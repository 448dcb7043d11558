import assert from "node:assert/strict";
import { test } from "node:test";
import { about, ask, download, field, filesAndPictures, openFile, press, says, shareRestores, site, soon, tool, undoAndRedo, verb, visit } from "./harness.mjs";

const labels = (page) => page.locator(".side-cell").evaluateAll((all) => all.map((cell) => cell.ariaLabel));

/** For every piece of the example, the turns that bring it to where a solution has it. */
const turns = async (page) => {
  const file = (await about()).examples["instant-insanity"];
  const { solutions } = await ask("solve", { puzzle: file });
  return page.evaluate(async ({ file, solutions, solid }) => {
    const { turn, turnsOf } = await import(solid);
    const moves = turnsOf(4, true);
    return file.pieces.map((piece, i) => {
      const goal = solutions[0].sides[i].join("");
      const open = [{ faces: [0, 1, 2, 3, 4, 5], way: [] }];
      for (const { faces, way } of open) {
        if (faces.slice(0, 4).map((face) => piece[face]).join("") === goal) return way;
        for (const move of ["around", "over"]) open.push({ faces: turn(faces, moves[move]), way: [...way, move] });
      }
      return [];
    });
  }, { file, solutions, solid: `${site}/js/lib/solid.js` });
};

test("played to the end by clicks", () =>
  visit("/instant-insanity", async (page) => {
    assert.ok((await page.locator(".side-cell.wrong").count()) > 0);
    for (const [piece, way] of (await turns(page)).entries()) {
      for (const move of way) {
        if (move === "around") await page.locator(`.side-cell[data-row="${piece}"][data-col="0"]`).click();
        else await page.getByRole("button", { name: `tip piece ${piece + 1} over` }).click();
      }
    }
    await says(page, /Solved!/);
    await soon.equal(() => page.locator(".side-cell.wrong").count(), 0);
    await undoAndRedo(page, labels);
    await shareRestores(page, labels);
    await filesAndPictures(page, "instant-insanity");
  }));

test("played to the end by keyboard", () =>
  visit("/instant-insanity", async (page) => {
    await page.locator(".side-cell").first().focus();
    for (const way of await turns(page)) {
      for (const move of way) await page.keyboard.press(move === "around" ? "Enter" : "t");
      await page.keyboard.press("ArrowDown");
    }
    await says(page, /Solved!/);
  }));

test("the tower is turned by dragging, its pieces by clicking", () =>
  visit("/instant-insanity", async (page) => {
    const look = () => page.locator(".tower").evaluate((tower) => tower.style.transform);
    const before = await look();
    const box = await page.locator(".tower-scene").boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 5, { steps: 4 });
    await page.mouse.up();
    await soon.notEqual(() => look(), before);
    const sides = await labels(page);
    await page.mouse.click(x, y);
    await soon.notDeepEqual(() => labels(page), sides);
    // The picture is of the tower as it stands.
    const { text } = await download(page, () => verb(page, "SVG"));
    const shown = await page.locator(".side-cell").allTextContents();
    assert.deepEqual([...text.matchAll(/>(\w+)<\/text>/g)].map((match) => match[1]), shown);
  }));

test("hints lead to the end; check, solve, count, explain", () =>
  visit("/instant-insanity", async (page) => {
    await verb(page, "Check");
    await says(page, /not right yet/);
    for (let i = 0; i < 4; i += 1) {
      await verb(page, "Hint");
      await says(page, /./);
      if (/Solved/.test(await page.locator(".status").textContent())) break;
    }
    await says(page, /Solved!/);
    await tool(page, "Solve");
    await press(page, "First");
    await page.getByText(/^Solution 1/).first().waitFor();
    await soon.equal(() => page.locator(".side-cell.wrong").count(), 0);
    await press(page, "Count");
    await page.getByRole("rowheader", { name: "Modulo tower" }).waitFor();
    await tool(page, "Explain");
    await press(page, "Start");
    await page.getByText(/^Step 1 of/).first().waitFor();
  }));

test("colours are edited, pieces made, sets designed", () =>
  visit("/instant-insanity", async (page) => {
    await page.getByLabel(/Edit colours/).check();
    const net = page.locator(".net-face").first();
    const before = await net.textContent();
    await net.click();
    await soon.notEqual(() => page.locator(".net-face").first().textContent(), before);
    await tool(page, "New");
    await field(page, "Pieces").fill("5");
    await field(page, "Colours").fill("5");
    await field(page, "Shape").selectOption("5");
    await field(page, "Seed").fill("2");
    await press(page, "New pieces");
    await says(page, /New pieces/);
    assert.equal((await labels(page)).length, 25);
    await tool(page, "Solve");
    await press(page, "First");
    await page.getByText(/^Solution 1/).first().waitFor();
    await tool(page, "Design");
    await press(page, "Fewest towers");
    await page.getByText(/Proved: the fewest towers are 8 orientations, 1 up to turning/).waitFor();
    assert.ok((await page.locator(".plot-bar").count()) > 3);
    await press(page, "Play the best set");
    assert.equal((await labels(page)).length, 16);
  }));

test("the page says which rule holds, and no puzzle starts solved", () =>
  visit("/instant-insanity", async (page) => {
    await page.getByText("Here each side of the tower shows every colour at most once.").waitFor();
    const { examples } = await about();
    await openFile(page, JSON.stringify(examples["instant-insanity-equal"]));
    await page.getByText("Here each side of the tower shows one colour only, and no two sides the same.").waitFor();
    await openFile(page, JSON.stringify(examples["instant-insanity-prisms"]));
    await page.waitForFunction(() => document.querySelectorAll(".side-cell").length === 18);
    assert.ok((await page.locator(".side-cell.wrong").count()) > 0);
    // Colours that are words stay within their faces.
    const over = await page.locator(".face, .side-cell").evaluateAll((all) => all.filter((face) => face.scrollWidth > face.clientWidth + 2).length);
    assert.equal(over, 0);
  }));
