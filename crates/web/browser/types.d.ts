// The shapes of the page's data, for the type checker alone.

type Attributes = Record<string, unknown>;

/** A puzzle file as JSON. */
interface PuzzleFile {
  puzzle: string;
  [key: string]: any;
}

/** A puzzle and how far it is played: plain data. */
interface State {
  file: PuzzleFile;
  play: any;
}

/** What is looked at beside the game: a search at one of its points. */
interface View {
  watch?: any;
}

/** What a link carries. */
interface Carried {
  file: any;
  play: any;
  view?: View;
  whole: boolean;
}

/** A parameter of a design, as JSON Schema. */
interface Parameter {
  type?: string;
  enum?: string[];
  default?: any;
  minimum?: number;
  maximum?: number;
  description: string;
}

/** What the server offers. */
interface About {
  version: string;
  puzzles: { name: string; summary: string; design?: Record<string, Parameter> }[];
  /** The kinds that are models, with their puzzles, which are among the examples. */
  kinds: KindOffer[];
  /** What can be wished for of their clues. */
  clues: Record<string, Parameter>;
  engines: string[];
  strategies: { variables: string[]; values: string[] };
  limits: { quick_seconds: number; seconds: number; body_bytes: number };
  examples: Record<string, PuzzleFile>;
}

/** A kind that is a model. */
interface KindOffer {
  name: string;
  title: string;
  summary: string;
  puzzles: string[];
  /** Of its puzzles, by name, where it is known. */
  difficulty: Record<string, string>;
}

/** The boards of a puzzle, as the server describes them. */
interface BoardDescription {
  puzzle: string;
  file: PuzzleFile;
  title: string | null;
  rules: string | null;
  parameters: { name: string; type: string; dimensions: number; derived: boolean }[];
  /** The arrays that a puzzle may tell. */
  clues: { name: string; rows: number; cols: number; symbols: string[]; side?: "top" | "left" | "right" | "bottom" }[];
  grids: GridDescription[];
}

interface GridDescription {
  name: string;
  rows: number;
  cols: number;
  outside: Record<"top" | "left" | "right" | "bottom", string[]>;
  lines: Record<"above" | "before", [number, number][]>;
  between: Record<"above" | "before", [number, number, string][]>;
  cells: Omit<Slot, "board" | "at">[];
  looks: Record<string, Look>;
  edges: Slot[];
}

/** A cell, or the side of one: its value, or what may be filled in. */
interface Slot {
  board: string;
  at: number;
  place?: string;
  values?: number[];
  range?: [number, number];
  value?: number;
  given?: boolean;
  label?: string;
  pale?: boolean;
  side?: string;
  row?: number;
  col?: number;
}

/** How a value looks. */
interface Look {
  word: string;
  text: string;
  black?: boolean;
  ground?: string;
  ink?: string;
}

interface Progress {
  fraction?: number | null;
  nodes?: number;
  failures?: number;
  solutions?: number;
  distance?: number;
  lower_bound?: number;
  orbits?: number;
}

interface Listeners {
  signal?: AbortSignal;
  progress?: (progress: Progress) => void;
  solution?: (solution: any) => void;
  node?: (node: WatchedNode) => void;
  learnt?: (clause: LearntClause) => void;
  layer?: (layer: DiagramLayer) => void;
}

/** What is said about one place: a decision, or a part of what was learnt. */
interface Literal {
  variable: string;
  places: string[];
  relation: string;
  value: any;
}

/** A clause that was learnt from a conflict; `others` of its literals are about no place. */
interface LearntClause {
  literals: Literal[];
  others: number;
}

/** A layer of a decision diagram; of a large one, without its arcs. */
interface DiagramLayer {
  variable: string | null;
  places: string[];
  nodes: number;
  /** So many of them lead to a solution. */
  alive: number;
  values: any[] | null;
  arcs: [number, any, number][] | null;
}

/** What Watch plays: something with steps, one of which is shown. */
interface WatchLane {
  element: HTMLElement;
  length: number;
  /** Somebody chose a step. */
  pick: (step: number) => void;
  show(step: number): void;
  /** What the board shows of this step. */
  overlay: { values?: Record<string, any>; candidates?: Record<string, any[]>; marks?: Record<string, string> };
  legend: string;
}

/** How a value is called that stands at a place. */
type Word = (place: string, value: any) => string;

/** A node of a watched search. */
interface WatchedNode {
  depth: number;
  decision: Literal | null;
  second: boolean;
  changed: Record<string, any[]>;
  failed: string[] | null;
  solution?: any;
}

/** Something shown on the board instead of what is played. */
interface Overlay {
  title: string;
  solution?: any;
  values?: Record<string, any>;
  marks?: Record<string, string>;
  candidates?: Record<string, any[]>;
  board?: number[][];
  spin?: [number, number, number, number];
  cards?: string[];
  /** Moves that are made on the puzzle as it begins. */
  moves?: string[];
}

/** What a page gives to its parts. */
interface Context {
  history: import("../assets/js/lib/history.js").History;
  about: About;
  say: (text: string, kind?: string) => void;
  work: import("../assets/js/lib/work.js").Work;
  overlay: Overlay | null;
  /** The search that a link leads to, until it is shown. */
  view: any;
  /** Whether Check was pressed since the last step. */
  checked: boolean;
  /** Whether errors are shown. */
  readonly errors: boolean;
  show: (overlay: Overlay | null) => void;
  open: (file: PuzzleFile) => boolean;
  tab: (name: string) => void;
  /** Sees whether the game is over, and gives what is said then. */
  settle: () => string | null;
}

interface Panel {
  element: HTMLElement;
  leave?: () => void;
}

/** What a puzzle's module makes for its page. */
interface PageParts {
  element: HTMLElement;
  render(): void;
  /** What is said of a game that is won or over; null while it goes on. */
  finished(): string | null;
  file(): PuzzleFile;
  /** The question for the server's picture. */
  draw(): object;
  /** What only the page can draw, as SVG; null where the server's picture is the better one. */
  picture?(): string | null;
  hint(): void | Promise<void>;
  check(): void | Promise<void>;
  fresh(): HTMLElement;
  play?(): HTMLElement;
  describe?(solution: any): HTMLElement;
  explain?: boolean | (() => Panel);
  design?: () => Panel;
  edit?: () => Panel;
  watch?: boolean;
  /** How a value is called that stands at a place. */
  word?(place: string, value: any): string;
  unique?: boolean;
  engines?: boolean;
  /** The seconds of a game that counts its own. */
  readonly seconds?: number;
  /** What tells one game from another, if not the file. */
  identity?(): PuzzleFile;
}

/** A puzzle's module. */
interface PageModule {
  name: string;
  /** Under which name its game is kept, if not its own. */
  slot?: string;
  /** The tool that makes something new: what it is called, and whether it is shown first. */
  maker?: { title: string; first: boolean };
  /** Finds out what must be known of a state before it can be shown. */
  prepare?(state: State): Promise<void>;
  title: string;
  rules: string;
  how: string;
  keys: [string, string][];
  example: string;
  fromFile(file: PuzzleFile): State;
  /** Whether a state from a link or from an earlier visit can be played; it may also throw. */
  fits(state: any): boolean;
  /** The same game from its start, where that is more than its file. */
  restarted?(state: State): State;
  create(context: Context): PageParts;
}
