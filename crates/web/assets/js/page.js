// A puzzle's page: the board with its verbs on one side, what is said and the tools on the other.

import { frame } from "./frame.js";
import { follow, opened, startingGame } from "./game.js";
import { about, ask, AskError } from "./lib/api.js";
import { button, fill, h } from "./lib/dom.js";
import { openFile, pixels, saveFile } from "./lib/files.js";
import { remember } from "./lib/form.js";
import { keep } from "./lib/keep.js";
import { roving } from "./lib/roving.js";
import { onSettings, setting } from "./lib/settings.js";
import { carriedBy, codeIn, linkTo, shared } from "./lib/share.js";
import { noteSolved } from "./lib/statistics.js";
import { Timer } from "./lib/timer.js";
import { Work } from "./lib/work.js";
import { explainPanel } from "./panels/explain.js";
import { solvePanel } from "./panels/solve.js";
import { watchPanel } from "./panels/watch.js";
import { BY_MOVES, PAGES } from "./puzzles/pages.js";

/** The keys that are the same everywhere. @type {[string, string][]} */
const KEYS = [
  ["Ctrl+Z", "undo"],
  ["Ctrl+Shift+Z, Ctrl+Y", "redo"],
  ["Home, End", "to the first or the last of a row, with Ctrl of the board; also in toolbars, tabs and choices, where arrows move"],
  ["Tab", "from the board to the tools, and on"],
  ["Esc", "closes a sheet"],
];

/** @param {PageModule} module */
export async function showPage(module) {
  document.title = `${module.title} · Tantalizer`;
  const waiting = h("p", { role: "status" }, "Loading …");
  const empty = h("main", { class: "home", "aria-busy": "true" }, h("h1", {}, module.title), waiting);
  frame(module.name, empty);
  try {
    const known = await about();
    const game = await startingGame(module, known);
    await module.prepare?.(game.history.state);
    const page = new Page(module, known, game.history);
    frame(module.name, page.element);
    page.begin(game.said, game.kind);
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    empty.removeAttribute("aria-busy");
    fill(waiting, `${error.message} `, button("Try again", () => showPage(module), { class: "strong" }));
  }
}

class Page {
  /**
   * @param {PageModule} module
   * @param {About} known
   * @param {import("./lib/history.js").History} history
   */
  constructor(module, known, history) {
    this.module = module;
    /** @type {Set<() => void|Promise<void>>} verbs that are not done yet */
    this.acting = new Set();
    this.status = h("p", { class: "status", role: "status", "aria-live": "polite" });
    const say = (/** @type {string} */ text, kind = "") => {
      this.status.textContent = text;
      this.status.dataset.kind = kind;
    };
    /** @type {Context} */
    this.context = {
      history,
      about: known,
      say,
      work: new Work(say),
      overlay: null,
      view: null,
      checked: false,
      get errors() {
        return setting("errors") || this.checked;
      },
      show: (overlay) => this.show(overlay),
      open: (file) => this.open(file),
      tab: (name) => this.select(name),
      settle: () => this.settle(),
    };
    /** Whether anything was done since the page was opened. */
    this.moved = false;
    this.parts = module.create(this.context);
    // A game that counts its own time shows it too.
    this.timer = this.parts.seconds === undefined ? new Timer(module.slot ?? module.name) : null;
    this.banner = h("div", { class: "banner", hidden: true });
    this.toolbar = this.makeToolbar();
    this.panel = h("div", { class: "panel-body", role: "tabpanel", tabindex: 0 });
    this.tabs = this.makeTabs();
    this.board = h("div", { class: `board board-${module.name}` }, this.parts.element);
    this.stage = h(
      "section",
      { class: "stage", "aria-label": "Puzzle" },
      h("div", { class: "title" }, h("h1", {}, module.title), module.rules && h("p", {}, module.rules)),
      this.toolbar,
      this.board,
      this.timer?.element,
    );
    const messages = h("section", { class: "messages", "aria-label": "Messages" }, this.banner, this.status, this.context.work.element);
    const side = h("aside", { class: "panel", "aria-label": "Tools" }, this.tabs, this.panel);
    this.element = h("main", { class: "page" }, this.stage, messages, side);
    history.listeners.push(() => {
      this.moved = true;
      this.changed();
    });
    onSettings(() => this.parts.render());
    follow(module, history, module.fromFile(known.examples[module.example]));
  }

  /** Shows the game. @param {string} said @param {string} [kind] */
  begin(said, kind) {
    this.select("play");
    this.changed();
    if (this.module.maker?.first) this.select("new");
    if (said) this.context.say(said, kind);
    this.enter(shared());
    this.listen();
  }

  /** Shows what a link leads to beside the game. @param {Carried|null} link */
  enter(link) {
    if (!link?.view?.watch || !this.parts.watch) return;
    this.context.view = link.view.watch;
    this.select("watch");
  }

  /** The verbs that act on the board. */
  makeToolbar() {
    const { history } = this.context;
    this.undo = button("Undo", () => history.undo(), { title: "Ctrl+Z" });
    this.redo = button("Redo", () => history.redo(), { title: "Ctrl+Shift+Z" });
    const guarded = (/** @type {() => void|Promise<void>} */ act) => () => this.guard(act);
    const toolbar = h(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": "Verbs" },
      h("span", { class: "group" }, this.undo, this.redo, button("Restart", () => this.restart())),
      h("span", { class: "group" },
        button("Hint", guarded(() => this.parts.hint()), { class: "strong" }),
        button("Check", guarded(() => this.check()), { class: "strong" })),
      h("span", { class: "group" },
        button("Share", guarded(() => this.share())),
        // Not every browser tells when its dialog is closed without a file: Open may be pressed again at any time.
        button("Open", () => this.guard(() => this.openFile())),
        button("Save", () => this.save()),
        button("PNG", guarded(() => this.png())),
        button("SVG", guarded(() => this.svg()))),
    );
    this.rove = roving(toolbar);
    return toolbar;
  }

  makeTabs() {
    const names = [["play", "Play"], ["new", this.module.maker?.title ?? "New"], ["solve", "Solve"]];
    if (this.parts.edit) names.splice(2, 0, ["edit", "Edit"]);
    if (this.parts.explain) names.push(["explain", "Explain"]);
    if (this.parts.design) names.push(["design", "Design"]);
    if (this.parts.watch) names.push(["watch", "Watch"]);
    const list = h("div", { role: "tablist", class: "tabs", "aria-label": "Tools" });
    for (const [name, text] of names) {
      list.append(h("button", { type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, onclick: () => this.select(name) }, text));
    }
    roving(list, (tab) => tab.click());
    return list;
  }

  /** Shows one of the tools. @param {string} name */
  select(name) {
    for (const tab of this.tabs.querySelectorAll("button")) {
      const chosen = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    this.panel.setAttribute("aria-labelledby", `tab-${name}`);
    this.leave?.();
    this.leave = undefined;
    this.show(null);
    const { context, parts } = this;
    const made = /** @type {Record<string, () => Panel>} */ ({
      play: () => ({ element: this.playPanel() }),
      new: () => ({ element: h("div", {}, parts.fresh(), this.pastePanel()) }),
      edit: () => /** @type {() => Panel} */ (parts.edit)(),
      solve: () => solvePanel(context, parts),
      explain: () => (typeof parts.explain === "function" ? parts.explain() : explainPanel(context, parts)),
      design: () => /** @type {() => Panel} */ (parts.design)(),
      watch: () => watchPanel(context, parts),
    })[name]();
    this.leave = made.leave;
    const played = name === "play" && this.panel.contains(document.activeElement);
    fill(this.panel, made.element);
    if (played) this.toBoard();
    if (name !== "play") remember(`settings:${this.module.name}/${name}`, made.element);
  }

  playPanel() {
    const keys = [...this.module.keys, ...KEYS].flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]);
    return h("div", {}, this.parts.play?.(), h("h2", {}, "How to play"), this.module.rules && h("p", { class: "rules" }, this.module.rules), h("p", {}, this.module.how), h("dl", { class: "keys" }, ...keys));
  }

  /** Something else than what is played. @param {Overlay|null} overlay */
  show(overlay) {
    const leaving = this.banner.contains(document.activeElement);
    this.context.overlay = overlay;
    this.banner.hidden = !overlay;
    if (overlay) {
      fill(this.banner, h("span", {}, overlay.title), button("Back to play", () => this.select("play"), { class: "small" }));
    }
    this.parts.render();
    this.keepInView(overlay !== null);
    if (leaving && !overlay) this.toBoard();
  }

  /** A board on which something is shown step by step stays in view beside what is said of it, if it leaves room for that. @param {boolean} shown */
  keepInView(shown) {
    const [stage, board] = [this.stage, this.board].map((element) => element.getBoundingClientRect());
    const beside = getComputedStyle(this.element).display === "grid";
    this.element.toggleAttribute("data-shown", shown && board.height < (beside ? 1 : 0.6) * innerHeight);
    this.element.style.setProperty("--above", `${board.top - stage.top}px`);
    this.element.style.setProperty("--board", `${stage.bottom - board.top}px`);
  }

  /** The keyboard goes to the board. */
  toBoard() {
    const first = this.board.querySelector("[tabindex='0'], button:not(:disabled)");
    /** @type {HTMLElement|null} */ (first)?.focus({ preventScroll: true });
  }

  /** Another state is shown: what was said of the last one no longer holds. */
  changed() {
    this.undo?.toggleAttribute("disabled", !this.context.history.canUndo);
    this.redo?.toggleAttribute("disabled", !this.context.history.canRedo);
    this.rove?.();
    this.context.checked = false;
    if (this.context.overlay) this.select("play");
    else this.parts.render();
    const finished = this.settle();
    this.context.say(finished ?? "", finished ? "good" : "");
  }

  /** Sees whether the game is over: then it looks so, the time stands, and it is counted. */
  settle() {
    const { file } = this.context.history.state;
    const finished = this.parts.finished();
    this.board.classList.toggle("finished", finished !== null);
    this.timer?.follow(file, finished !== null);
    if (finished === null || !this.moved) return finished;
    noteSolved(this.module.title, this.parts.identity?.() ?? file, this.timer?.seconds ?? this.parts.seconds ?? 0);
    if (JSON.stringify(file) === JSON.stringify(this.context.about.examples[this.module.example])) keep(`solved:${this.module.slot ?? this.module.name}`, true);
    return finished;
  }

  /** Says whether all is right, and shows what is not. */
  async check() {
    this.context.checked = true;
    this.parts.render();
    await this.parts.check();
  }

  /** Runs a verb, once at a time, and says what went wrong. @param {() => void|Promise<void>} act */
  async guard(act) {
    if (this.acting.has(act)) return;
    this.acting.add(act);
    this.context.say("");
    try {
      await act();
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      this.context.say(error.message, "bad");
    } finally {
      this.acting.delete(act);
    }
  }

  restart() {
    const { history } = this.context;
    history.push(this.module.restarted?.(history.state) ?? this.module.fromFile(history.state.file));
    this.timer?.reset();
    this.context.say("Started again.");
  }

  /** A new puzzle; whether it could be opened. @param {PuzzleFile} file */
  open(file) {
    try {
      this.context.history.push(this.module.fromFile(file));
    } catch (error) {
      // A puzzle that is right but that the page cannot show.
      this.context.say(error instanceof Error ? error.message : String(error), "bad");
      return false;
    }
    this.select("play");
    this.toBoard();
    return true;
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
    const file = await openFile();
    if (file) await this.openText(file.text, file.name);
  }

  /** Opens what a text says, whichever form it has; another puzzle is opened by its page. @param {string} text @param {string} [name] of its file */
  async openText(text, name) {
    const code = codeIn(text);
    const carried = code === undefined ? null : carriedBy(code);
    const file = await ask("read", carried ? { puzzle: carried.file } : { file: text, name });
    const known = [...PAGES, BY_MOVES, ...this.context.about.kinds, { name: "minizinc" }].some((page) => page.name === file.puzzle);
    if (!known) this.context.say(`The page has no board for puzzles of the kind ${file.puzzle}; the command line answers about them.`, "bad");
    else if (file.puzzle !== this.module.name) location.assign(linkTo({ file, play: carried?.play ?? null }));
    else if (carried) await this.openLink(carried);
    else if (this.open(file)) this.context.say("Opened.", "good");
  }

  /** Where a link or the text of a file is pasted. */
  pastePanel() {
    const area = h("textarea", { id: "paste", rows: 3, spellcheck: "false" });
    return h(
      "details",
      {},
      h("summary", {}, "From elsewhere"),
      h("div", { class: "field" }, h("label", { for: area.id }, "A link of this page or of puzz.link, or the text of a puzzle file or a model, flattened or not"), area),
      h("div", { class: "row" }, button("Open this", () => area.value.trim() && this.guard(() => this.openText(area.value)))),
    );
  }

  /** A link that was pasted, or typed over the address of this page. @param {Carried|null} link */
  async openLink(link) {
    if (!link) return;
    try {
      const { state, said } = await opened(this.module, link);
      this.context.history.push(state);
      this.context.say(said || "Opened from the link. Undo leads back.", said ? "bad" : "good");
      this.enter(link);
    } catch (error) {
      this.context.say(`The link is damaged or cut off (${error instanceof Error ? error.message : error}).`, "bad");
    }
  }

  save() {
    const file = this.parts.file();
    saveFile(`${this.module.name}.json`, `${JSON.stringify(file, null, 2)}\n`, "application/json");
    this.context.say("Saved as a puzzle file.", "good");
  }

  async svg() {
    saveFile(`${this.module.name}.svg`, await this.drawn(), "image/svg+xml");
    this.context.say("Saved as a picture.", "good");
  }

  async png() {
    saveFile(`${this.module.name}.png`, await pixels(await this.drawn()), "image/png");
    this.context.say("Saved as a picture.", "good");
  }

  /** The board as the text of an SVG file. @returns {Promise<string>} */
  async drawn() {
    return this.parts.picture?.() ?? (await ask("draw", this.parts.draw())).svg;
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
    // By now the address may already follow the game again, so the event tells what it was changed to.
    addEventListener("hashchange", (event) => this.guard(() => this.openLink(shared(event.newURL))));
    addEventListener("pagehide", () => this.context.work.cancel());
  }
}
