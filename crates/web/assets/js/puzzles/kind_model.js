// A model of one's own and its data: pasted or opened, flattened, and then played; what MiniZinc says against it is shown at its line.

import { ask, AskError } from "../lib/api.js";
import { button, fill, h } from "../lib/dom.js";
import { openFile } from "../lib/files.js";

/**
 * @param {Context} context
 * @param {PuzzleFile} file
 * @returns {HTMLElement}
 */
export function modelPanel(context, file) {
  const model = h("textarea", { id: "model-text", rows: 14, spellcheck: "false" });
  const data = h("textarea", { id: "model-data", rows: 6, spellcheck: "false" });
  model.value = file.mzn ?? file.flatzinc ?? "";
  data.value = file.data ?? "";
  const said = h("div", { class: "result", role: "alert" });

  const play = async () => {
    fill(said, "Flattening …");
    const made = { puzzle: "minizinc", mzn: model.value, data: data.value };
    try {
      await ask("board", { puzzle: made, time_limit: 30 });
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      return refused(error.message);
    }
    fill(said);
    context.open(made);
  };

  /** @param {string} message */
  const refused = (message) => {
    fill(said, h("pre", { class: "complaint" }, message));
    const line = Number(/\.mzn:(\d+)/.exec(message)?.[1] ?? 0);
    if (line) chooseLine(model, line);
  };

  const opener = (/** @type {HTMLTextAreaElement} */ area) => async () => {
    const file = await openFile();
    if (file) area.value = file.text;
  };

  return h(
    "div",
    {},
    h("h2", {}, "A model in MiniZinc"),
    h("p", {}, "With the annotations of ", h("code", {}, "tantalizer.mzn"), " it says what its board is; without any, its arrays are boards of numbers."),
    h("div", { class: "field wide" }, h("label", { for: "model-text" }, "Model"), model),
    h("div", { class: "row" }, button("Open model", opener(model), { class: "small" })),
    h("div", { class: "field wide" }, h("label", { for: "model-data" }, "Data, as in a puzzle file or a .dzn file"), data),
    h("div", { class: "row" }, button("Open data", opener(data), { class: "small" }), button("Play this", play, { class: "strong" })),
    said,
  );
}

/** @param {HTMLTextAreaElement} area @param {number} line */
function chooseLine(area, line) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
