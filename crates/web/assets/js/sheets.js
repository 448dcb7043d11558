// The sheets that every page has: settings, and statistics.

import { dialog } from "./lib/dialog.js";
import { button, fill, h } from "./lib/dom.js";
import { saveFile } from "./lib/files.js";
import { tick } from "./lib/form.js";
import { choose, setting, SETTINGS } from "./lib/settings.js";
import { allSolved, byKind, eraseStatistics, streaks, today } from "./lib/statistics.js";
import { clockTime, plural } from "./lib/words.js";

export function settingsSheet() {
  const ticks = /** @type {[import("./lib/settings.js").Setting, {label: string}][]} */ (Object.entries(SETTINGS)).map(([name, { label }]) => {
    const control = tick(label, setting(name), () => choose(name, control.value));
    return control.element;
  });
  dialog("Settings", ...ticks, h("p", { class: "fine" }, "Kept in this browser."));
}

export function statisticsSheet() {
  const content = h("div", { class: "statistics" });
  const show = () => fill(content, ...figures(allSolved(), ask));
  const ask = () => {
    const question = h("p", { role: "alert" }, "Erase what was solved, its marks, times and streaks? Games that are begun stay.");
    fill(content, question, h("div", { class: "row" }, button("Erase", erase, { class: "strong" }), button("Keep", show)));
  };
  const erase = () => {
    eraseStatistics();
    show();
  };
  show();
  dialog("Statistics", content);
}

/** @param {import("./lib/statistics.js").Solved[]} all @param {() => void} erase */
function figures(all, erase) {
  if (all.length === 0) return [h("p", {}, "Nothing was solved in this browser yet.")];
  const { now, longest } = streaks(all, today());
  const cells = (/** @type {(string|number)[]} */ values) => values.map((value) => h("td", { class: "number" }, value));
  const rows = byKind(all).map(({ kind, solved, best, mean }) => h("tr", {}, h("th", { scope: "row" }, kind), ...cells([solved, clockTime(best), clockTime(mean)])));
  const save = () => saveFile("tantalizer-statistics.json", `${JSON.stringify({ solved: all }, null, 2)}\n`, "application/json");
  return [
    h("p", {}, `${plural(all.length, "puzzle")} solved. Puzzle of the day: ${plural(now, "day")} in a row; the most were ${longest}.`),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "By kind" }, h("table", {}, h("thead", {}, h("tr", {}, ...["Kind", "Solved", "Best", "Mean"].map((text, i) => h("th", { scope: "col", class: i > 0 && "number" }, text)))), h("tbody", {}, ...rows))),
    h("div", { class: "row" }, button("Save as file", save), button("Erase …", erase)),
  ];
}
