// A puzzle's page: the board with its verbs on one side, the tools on the other.

import { frame } from "./frame.js";
import { about, ask, AskError } from "./lib/api.js";
import { button, fill, h } from "./lib/dom.js";
import { openFile, saveFile } from "./lib/files.js";
import { History } from "./lib/history.js";
import { linkTo, shared } from "./lib/share.js";
import { Work } from "./lib/work.js";
import { explainPanel } from "./panels/explain.js";
import { solvePanel } from "./panels/solve.js";
import { watchPanel } from "./panels/watch.js";

/** @param {PageModule} module */
export async function showPage(module) {
  document.title = `${module.title} · Tantalizer`;
  const known = await about();
  const page = new Page(module, known, start(module, known));
  frame(module.name, page.element);
  page.listen();
}

/**
 * The state in the address, or the example.
 * @param {PageModule} module
 * @param {About} known
 * @returns {State}
 */
function start(module, known) {
  const state = shared();
  if (state && state.file.puzzle === module.name) {
    try {
      return resumed(module, state);
    } catch {
      // A link that was cut off: the example instead.
    }
  }
  return module.fromFile(known.examples[module.example]);
}

/**
 * A shared state; without a game in it, the puzzle from its start.
 * @param {PageModule} module
 * @param {State} state
 * @returns {State}
 */
function resumed(module, state) {
  const fresh = module.fromFile(state.file);
  return { file: state.file, play: state.play ?? fresh.play };
}

class Page {
  /**
   * @param {PageModule} module
   * @param {About} known
   * @param {State} state
   */
  constructor(module, known, state) {
    this.module = module;
    this.status = h("p", { class: "status", role: "status", "aria-live": "polite" });
    const say = (/** @type {string} */ text, kind = "") => {
      this.status.textContent = text;
      this.status.dataset.kind = kind;
    };
    const history = new History(state);
    /** @type {Context} */
    this.context = {
      history,
      about: known,
      say,
      work: new Work(say),
      overlay: null,
      show: (overlay) => this.show(overlay),
      open: (file) => this.open(file),
      tab: (name) => this.select(name),
    };
    this.parts = module.create(this.context);
    this.banner = h("div", { class: "banner", hidden: true });
    this.toolbar = this.makeToolbar();
    this.panel = h("div", { class: "panel-body", role: "tabpanel", tabindex: 0 });
    this.tabs = this.makeTabs();
    const stage = h(
      "section",
      { class: "stage", "aria-label": "Puzzle" },
      h("div", { class: "title" }, h("h1", {}, module.title), h("p", {}, module.rules)),
      this.toolbar,
      this.banner,
      this.status,
      this.context.work.element,
      h("div", { class: `board board-${module.name}` }, this.parts.element),
    );
    const side = h("aside", { class: "panel", "aria-label": "Tools" }, this.tabs, this.panel);
    this.element = h("main", { class: "page" }, stage, side);
    history.listeners.push(() => this.refresh());
    this.select("play");
    this.refresh();
  }

  /** The verbs that act on the board. */
  makeToolbar() {
    const { history } = this.context;
    this.undo = button("Undo", () => history.undo(), { title: "Ctrl+Z" });
    this.redo = button("Redo", () => history.redo(), { title: "Ctrl+Shift+Z" });
    const guarded = (/** @type {() => void|Promise<void>} */ act) => () => this.guard(act);
    return h(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": "Verbs" },
      h("span", { class: "group" }, this.undo, this.redo, button("Restart", () => this.restart())),
      h("span", { class: "group" },
        button("Hint", guarded(() => this.parts.hint()), { class: "strong" }),
        button("Check", guarded(() => this.parts.check()), { class: "strong" })),
      h("span", { class: "group" },
        button("Share", guarded(() => this.share())),
        button("Open", guarded(() => this.openFile())),
        button("Save", () => this.save()),
        button("SVG", guarded(() => this.svg()))),
    );
  }

  makeTabs() {
    const names = [["play", "Play"], ["new", "New"], ["solve", "Solve"]];
    if (this.parts.explain) names.push(["explain", "Explain"]);
    if (this.parts.design) names.push(["design", "Design"]);
    if (this.parts.watch) names.push(["watch", "Watch"]);
    const list = h("div", { role: "tablist", class: "tabs", "aria-label": "Tools" });
    for (const [name, text] of names) {
      list.append(h("button", { type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, onclick: () => this.select(name) }, text));
    }
    list.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      const at = names.findIndex(([name]) => name === this.current);
      this.select(names[(at + step + names.length) % names.length][0]);
      /** @type {HTMLElement} */ (list.querySelector("[aria-selected=true]")).focus();
    });
    return list;
  }

  /** Shows one of the tools. @param {string} name */
  select(name) {
    this.current = name;
    for (const tab of this.tabs.querySelectorAll("button")) {
      const chosen = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    this.panel.setAttribute("aria-labelledby", `tab-${name}`);
    this.leave?.();
    this.leave = undefined;
    if (name === "play") this.show(null);
    const { context, parts } = this;
    const made = /** @type {Record<string, () => Panel>} */ ({
      play: () => ({ element: this.playPanel() }),
      new: () => ({ element: parts.fresh() }),
      solve: () => solvePanel(context, parts),
      explain: () => (typeof parts.explain === "function" ? parts.explain() : explainPanel(context, parts)),
      design: () => /** @type {() => Panel} */ (parts.design)(),
      watch: () => watchPanel(context, parts),
    })[name]();
    this.leave = made.leave;
    fill(this.panel, made.element);
  }

  playPanel() {
    const keys = this.module.keys.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]);
    return h("div", {}, this.parts.play?.(), h("h2", {}, "How to play"), h("p", {}, this.module.how), h("dl", { class: "keys" }, ...keys));
  }

  /** Something else than what is played. @param {Overlay|null} overlay */
  show(overlay) {
    this.context.overlay = overlay;
    this.banner.hidden = !overlay;
    if (overlay) {
      fill(this.banner, h("span", {}, overlay.title), button("Back to play", () => this.select("play"), { class: "small" }));
    }
    this.parts.render();
  }

  refresh() {
    this.undo?.toggleAttribute("disabled", !this.context.history.canUndo);
    this.redo?.toggleAttribute("disabled", !this.context.history.canRedo);
    if (this.context.overlay) this.select("play");
    else this.parts.render();
  }

  /** Runs a verb and says what went wrong. @param {() => void|Promise<void>} act */
  async guard(act) {
    this.context.say("");
    try {
      await act();
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      this.context.say(error.message, "bad");
    }
  }

  restart() {
    const { history } = this.context;
    history.push(this.module.fromFile(history.state.file));
    this.context.say("Started again.");
  }

  /** A new puzzle. @param {PuzzleFile} file */
  open(file) {
    try {
      this.context.history.push(this.module.fromFile(file));
    } catch (error) {
      // A puzzle that is right but that the page cannot show.
      return this.context.say(error instanceof Error ? error.message : String(error), "bad");
    }
    this.select("play");
  }

  async share() {
    const link = linkTo(this.context.history.state);
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      this.context.say("The link is copied: it carries the puzzle and how far you are.", "good");
    } catch {
      this.context.say("The link is in the address bar: it carries the puzzle and how far you are.", "good");
    }
  }

  async openFile() {
    const text = await openFile();
    if (text === null) return;
    const file = await ask("read", { file: text });
    if (file.puzzle === this.module.name) {
      this.open(file);
      this.context.say("Opened.", "good");
    } else {
      // Another puzzle's file: its page opens it.
      location.assign(linkTo({ file, play: null }).replace(location.pathname, `/${file.puzzle}`));
    }
  }

  save() {
    const file = this.parts.file();
    saveFile(`${this.module.name}.json`, `${JSON.stringify(file, null, 2)}\n`, "application/json");
    this.context.say("Saved as a puzzle file.", "good");
  }

  async svg() {
    const { svg } = await ask("draw", this.parts.draw());
    saveFile(`${this.module.name}.svg`, svg, "image/svg+xml");
    this.context.say("Saved as a picture.", "good");
  }

  listen() {
    addEventListener("keydown", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (!(event.ctrlKey || event.metaKey) || target.matches("input, select, textarea")) return;
      const key = event.key.toLowerCase();
      if (key === "z") event.shiftKey ? this.context.history.redo() : this.context.history.undo();
      else if (key === "y") this.context.history.redo();
      else return;
      event.preventDefault();
    });
    addEventListener("hashchange", () => {
      const state = shared();
      if (state?.file.puzzle === this.module.name) this.context.history.push(resumed(this.module, state));
    });
    addEventListener("pagehide", () => this.context.work.cancel());
  }
}
