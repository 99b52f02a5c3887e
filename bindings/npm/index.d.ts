/** Tables, smallest first: 32 MB, 129 MB, 318 MB, 1.3 GB. A larger one takes longer to build and solves faster. */
export type TableName = "coset-30m" | "coset-125m" | "coset-300m" | "coset-1g";

export interface TableProgress {
  table: TableName;
  /** "waiting": another tab makes the table */
  stage: "waiting" | "checking" | "building" | "writing" | "verifying";
  /** of the stage, 0 to 1 */
  share: number;
  seconds: number;
}

export interface SolverOptions {
  /** default: "coset-30m" */
  table?: TableName;
  /** default: one for each processor; a page that is not cross-origin isolated has one */
  threads?: number;
  /** Node: where tables are kept; default: the command's directory; null: nowhere */
  directory?: string | null;
  onProgress?: (progress: TableProgress) => void;
  /** ends the building, too */
  signal?: AbortSignal;
}

export interface SolveOptions {
  /** "cross", "eo:RL", "2x2x2+FR"; default: the whole cube */
  goal?: string;
  /** the only turns permitted, "R U F2", "M U"; a letter alone is all turns of its layer */
  moves?: string;
  /** default: "htm" */
  metric?: "htm" | "qtm" | "stm" | "atm" | "stqm" | "etm";
  /** "U=1 U2=1.5 (R L')=2": what turns cost otherwise than in the metric */
  cost?: string;
  /** centres count, too: moves turn them, and "U+ R2 F-" after facelets names those that are turned */
  centers?: boolean;
  /** default: "3x3" */
  puzzle?: "3x3" | "2x2";
  /** all shortest solutions */
  all?: boolean;
  /** at most so many shortest solutions; default: 1 */
  n?: number;
  /** seconds; then `status` is "bound" or "solved" */
  timeLimit?: number;
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

export interface Solver {
  /** @param cube  moves from the solved cube, or facelets */
  solve(cube: string, options?: SolveOptions): Promise<Result>;
  /** One after the other, in order; a bad cube ends it. */
  solveEach(cubes: Iterable<string> | AsyncIterable<string>, options?: SolveOptions): AsyncGenerator<Result, void, undefined>;
  tables(): Promise<TableFacts[]>;
  /** End the workers; what is in work rejects with the code "CLOSED". */
  close(): void;
}

export type ErrorCode =
  | "BAD_CUBE" | "BAD_GOAL" | "BAD_MOVES" | "BAD_OPTION"
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
