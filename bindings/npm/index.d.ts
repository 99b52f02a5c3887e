/** Tables, smallest first: 32 MB, 129 MB, 318 MB, 1.3 GB, 2.7 GB. A larger one takes longer to build and solves faster. */
export type TableName = "coset-30m" | "coset-125m" | "coset-300m" | "coset-1g" | "coset-2.6g";

export interface TableProgress {
  table: TableName;
  /** "waiting": another tab makes the table */
  stage: "waiting" | "checking" | "building" | "writing" | "verifying";
  /** of the stage, 0 to 1 */
  share: number;
  seconds: number;
}

export interface SolverOptions {
  /** default: "coset-30m"; null: none, for methods that need not find a shortest solution, goals, turn sets, the 2x2x2, and what is no search */
  table?: TableName | null;
  /** default: one for each processor; a page that is not cross-origin isolated has one */
  threads?: number;
  /** Node: where tables are kept; default: the user's cache directory; null: nowhere */
  directory?: string | null;
  onProgress?: (progress: TableProgress) => void;
  /** ends the building, too */
  signal?: AbortSignal;
}

export type Puzzle = "3x3" | "2x2";
export type Metric = "htm" | "qtm" | "stm" | "atm" | "stqm" | "etm";

/** How texts are read. */
export interface ReadOptions {
  /** default: "3x3" */
  puzzle?: Puzzle;
  /** of moves: "french" is H B A P G D; default: "english" */
  letters?: "english" | "french";
  /** what (R U) means; default: such a text is refused */
  parentheses?: "group" | "niss";
  /** centres count, too: moves turn them, and "U+ R2 F-" after facelets names those that are turned */
  centers?: boolean;
}

/** What a solution may be. */
export interface VerifyOptions extends ReadOptions {
  /** "cross", "eo:RL", "2x2x2+FR", or a position; default: the whole cube */
  goal?: string;
  /** the only turns permitted, "R U F2", "M U"; a letter alone is all turns of its layer */
  moves?: string;
  /** default: "htm" */
  metric?: Metric;
  /** "U=1 U2=1.5 (R L')=2": what turns cost otherwise than in the metric */
  cost?: string;
  /** "all" or faces, "UD": of a goal, those on which it may be reached; of a list of steps, those that may be below */
  neutral?: string;
}

export interface SolveOptions extends VerifyOptions {
  /** default: "optimal"; `methods()` lists them: "two-phase" is quick, "cfop", "roux" and others go step by step */
  method?: string;
  /** instead of `method`: a list of steps, line by line (doc/steps.md) */
  steps?: string;
  /** with a list of steps: how many beginnings are kept after each step; default: 1 */
  width?: number;
  /** with a list of steps: how many moves longer than the shortest a step may be */
  stepSlack?: number;
  /** with a goal or a list of steps: also turn on the inverse */
  niss?: boolean;
  /** of a goal or a list of steps: solutions go on from this skeleton, "(F) U R" */
  begin?: string;
  /** all shortest solutions */
  all?: boolean;
  /** at most this many shortest solutions, with a goal the best; default: 1 */
  n?: number;
  /** also solutions up to this many moves longer than the shortest */
  over?: number;
  /** the shortest and the longest length to search for */
  min?: number;
  max?: number;
  /** with a goal: also solutions that reach it before their end */
  pastGoal?: boolean;
  /** with `all`: of solutions that symmetries exchange one */
  upToSymmetry?: boolean;
  /** the same solution each time */
  deterministic?: boolean;
  /** seconds, or "10m"; then `status` is "bound" or "solved" */
  timeLimit?: number | string;
  /** generated nodes, or "5G" */
  nodeLimit?: number | string;
  onProgress?: (progress: SearchProgress) => void;
  /** stops the search; the promise rejects with the signal's reason */
  signal?: AbortSignal;
}

export interface SearchProgress {
  /** proved so far: no solution is shorter */
  lowerBound: number;
  /** of the solutions looked for now */
  length: number | null;
  nodes: number;
  seconds: number;
}

export interface Solution {
  moves: string;
  length: number;
  /** of a goal that may be reached from several sides, "cross+neutral": the one that is, "cross:L" */
  reached?: string;
  /** of `reached`, if that is a side and the scramble is moves: its color, or colors, "yellow-orange", scrambled with white on top and green in front */
  color?: string;
  /** with `upToSymmetry`: for how many it stands */
  bySymmetry?: number;
  /** of a list of steps: the moves step by step, those on the inverse in parentheses, and how many each step has */
  niss?: string;
  steps?: number[];
  stepMoves?: string[];
}

/** A part of what a method does. */
export interface Stage {
  name: string;
  /** turns as the method makes them */
  length: number;
  /** moves of the solution that are the stage's */
  mergedLength: number;
  moves: string;
  /** the cube after it */
  facelets: string;
  /** of a list of steps */
  goal?: string;
  inverse?: boolean;
}

export interface Result {
  /** as it was given */
  cube: string;
  facelets: string;
  /** "optimal": proved, no solution is shorter; "solved": found, not proved; "bound": stopped before one was found; "none": there is none */
  status: "optimal" | "solved" | "bound" | "none";
  length: number | null;
  /** the first of `solutions`; null: none */
  moves: string | null;
  solutions: Solution[];
  lowerBound: number;
  /** all that was asked for was found */
  complete: boolean;
  /** why it ended before; null: it did not */
  stopped: string | null;
  /** why the permitted turns never solve it; null: they may */
  unreachable: string | null;
  /** of methods that have stages, those of the first solution */
  stages: Stage[];
  /** of a list of steps: the step that has no solution by its turns */
  stuckAt: string | null;
  nodes: number;
  seconds: number;
}

export interface TableFacts {
  name: TableName;
  /** its file's name, the same for the command `superflip` */
  file: string;
  bytes: number;
  /** of memory, besides, while it is built */
  buildBytes: number;
  /** expected here */
  buildSeconds: number;
  /** of a random position, on average, as expected here */
  solveSeconds: number;
  isKept: boolean;
}

/** What became of a cube by a solution; no search is trusted, and none is made. */
export interface Verdict {
  solves: boolean;
  /** it has turns of `moves` only */
  isPermitted: boolean;
  /** in face turns; a slice is two, a rotation none */
  nMoves: number;
  /** in the metric, or what it costs; null: not permitted */
  length: number | null;
}

/** A position, described; what is not known of a 2x2x2, or with grey stickers, is missing. */
export interface Position {
  form: "moves" | "facelets" | "cubies";
  facelets: string;
  cubies: string;
  centers: string | null;
  rotated: boolean;
  solved: boolean;
  whole: boolean;
  /** the text as face turns, and backwards; null: it is no moves */
  moves: string | null;
  inverse: string | null;
  symmetries?: number;
  parity?: "even" | "odd";
  order?: number;
  cycles?: string;
  lowerBound: number | null;
}

export interface Goal {
  name: string;
  /** of `goals()`: what may follow the name, and what is solved, in words */
  arguments?: string;
  picture?: string;
  /** "." where not all cubes at the goal have the same colour */
  facelets: string;
  /** null: too many to count for a table */
  states: number | null;
  /** from how many sides it can be reached */
  sides: number;
  /** the tables tell the distance */
  exact: boolean;
  fileBytes: number | null;
}

export interface Method {
  name: string;
  summary: string;
  /** what it finds is shortest */
  optimal: boolean;
  stages: boolean;
  /** a list of steps */
  steps: boolean;
  /** it counts quarter turns */
  qtm: boolean;
}

export interface Solver {
  /** @param cube  moves from the solved cube, or facelets */
  solve(cube: string, options?: SolveOptions): Promise<Result>;
  /** One after the other, in order; a bad cube ends it. */
  solveEach(cubes: Iterable<string> | AsyncIterable<string>, options?: SolveOptions): AsyncGenerator<Result, void, undefined>;
  /** The facelets of a cube after more moves. */
  apply(cube: string, moves: string, options?: ReadOptions): Promise<string>;
  /** The facelets of the inverse of a 3x3x3. */
  inverse(cube: string, options?: ReadOptions): Promise<string>;
  verify(cube: string, solution: string, options?: VerifyOptions): Promise<Verdict>;
  /** Facelets of positions, each equally likely; of one seed the same ones everywhere, as in C and in Python. */
  random(n?: number, options?: {puzzle?: Puzzle; seed?: number | bigint}): Promise<string[]>;
  show(cube: string, options?: ReadOptions): Promise<Position>;
  /** Goals that have names. */
  goals(): Promise<Goal[]>;
  /** One goal, read and measured. */
  goal(goal: string): Promise<Goal>;
  methods(): Promise<Method[]>;
  tables(): Promise<TableFacts[]>;
  /** End the workers; what is in work rejects with the code "CLOSED". */
  close(): void;
}

export type ErrorCode =
  | "BAD_CUBE" | "BAD_GOAL" | "BAD_MOVES" | "BAD_STEPS" | "BAD_OPTION"
  | "NO_MEMORY" | "NO_SPACE" | "NO_TABLE" | "UNAVAILABLE" | "FAILED" | "WORKER_DIED" | "CLOSED";

export class SuperflipError extends Error {
  code: ErrorCode;
  /** of a text that was not read: where, from 1, and what stands there */
  row?: number;
  column?: number;
  token?: string;
}

/** Start the workers, and build the table unless it is kept from before. */
export function createSolver(options?: SolverOptions): Promise<Solver>;
