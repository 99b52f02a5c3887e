/* What the package does wherever it runs; index.js and node.js say where. */
import { createEngine } from "./engine.js";

export class SuperflipError extends Error {
  constructor(code, message, place = {}) {
    super(message);
    this.name = "SuperflipError";
    this.code = code;
    Object.assign(this, place);
  }
}

const CODES_BY_FIELD = {goal: "BAD_GOAL", moves: "BAD_MOVES", metric: "BAD_OPTION", cost: "BAD_OPTION"};

function refusal(status, {message, field, row, column, token}) {
  if (status !== 422) return new SuperflipError("UNAVAILABLE", message);
  if (column === undefined) return new SuperflipError("BAD_OPTION", message);
  return new SuperflipError(CODES_BY_FIELD[field] ?? "BAD_CUBE", message, {column, ...(row === undefined ? {} : {row}), ...(token ? {token} : {})});
}

const SOLVER_OPTIONS = ["table", "threads", "directory", "onProgress", "signal"];
const SOLVE_OPTIONS = ["goal", "moves", "metric", "cost", "centers", "puzzle", "all", "n", "timeLimit", "onProgress", "signal"];

function refuseUnknown(options, known) {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new SuperflipError("BAD_OPTION", `unknown option '${unknown}'; expected some of ${known.join(", ")}`);
}

/* Rejects with the signal's reason, once it has one. */
function untilAborted(signal, promise) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function describe(cube, {facelets, result}) {
  const {status, length, solutions, lower_bound: lowerBound, complete, stopped, unreachable = null, nodes, seconds} = result;
  return {cube, facelets, status, length, moves: solutions[0]?.moves ?? null, solutions, lowerBound, complete, stopped, unreachable, nodes, seconds};
}

function bodyOf(cube, {goal, moves, metric, cost, centers, puzzle, all = false, n = 1, timeLimit}) {
  const given = {goal, moves, metric, cost, centers, time_limit: timeLimit};
  return {
    scramble: cube, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)),
    puzzle: puzzle === "2x2" ? "2x2x2" : undefined, n: all ? "all" : n,
  };
}

class Solver {
  #engine;
  #died = null;

  constructor(engine, died) {
    this.#engine = engine;
    died.then((error) => { this.#died = error; });
  }

  async #ask(request) {
    if (this.#died) throw this.#died;
    const {status, body} = await this.#engine.ask(request).catch((error) => { throw this.#died ?? new SuperflipError("WORKER_DIED", error.message); });
    if (status > 299) throw refusal(status, body.error);
    return body;
  }

  #follow(job, onProgress, signal) {
    return new Promise((resolve, reject) => {
      const take = (event) => onProgress?.({lowerBound: event.lower_bound, length: event.threshold, nodes: event.nodes_total, seconds: event.seconds});
      const stop = this.#engine.follow(job.id, {
        begin: take, progress: take, end: resolve, lost: (error) => reject(this.#died ?? new SuperflipError("WORKER_DIED", error.message)),
      });
      signal?.addEventListener("abort", stop, {once: true});
      if (signal?.aborted) stop();
    });
  }

  async #run(cube, options) {
    const {signal, onProgress} = options;
    const job = await this.#ask({method: "POST", path: "api/solve", body: bodyOf(cube, options)});
    const done = await this.#follow(job, onProgress, signal);
    if (done.result.status === "error") throw new SuperflipError("FAILED", done.result.error);
    return describe(cube, done);
  }

  async solve(cube, options = {}) {
    refuseUnknown(options, SOLVE_OPTIONS);
    options.signal?.throwIfAborted();
    if (typeof cube !== "string") throw new SuperflipError("BAD_CUBE", "a cube is a string: moves, or 54 facelets");
    return untilAborted(options.signal, this.#run(cube, options));
  }

  async* solveEach(cubes, options = {}) {
    for await (const cube of cubes) yield await this.solve(cube, options);
  }

  async tables() {
    const {tables} = await this.#ask({path: "tab/tables"});
    return tables.map(({name, file, bytes, build_bytes: buildBytes, build_seconds: buildSeconds, solve_seconds: solveSeconds, kept}) =>
      ({name, file, bytes, buildBytes, buildSeconds, solveSeconds, isKept: kept !== null}));
  }

  close() {
    this.#died ??= new SuperflipError("CLOSED", "the solver is closed");
    this.#engine.close();
  }

  [Symbol.dispose ?? Symbol("dispose")]() {
    this.close();
  }
}

/* The codes of tables that cannot be had. */
const CODES_BY_REASON = {memory: "NO_MEMORY", space: "NO_SPACE", worker: "WORKER_DIED"};

/** @param host  {startWorker(directory), isThreaded, threads} */
export async function makeSolver(host, options = {}) {
  refuseUnknown(options, SOLVER_OPTIONS);
  const {table = "coset-30m", threads = host.threads, directory, onProgress, signal} = options;
  signal?.throwIfAborted();
  let engine, die;
  const died = new Promise((resolve) => { die = resolve; });
  const isReady = new Promise((resolve, reject) => {
    function hear({state, name, stage, share, seconds, message, reason, kept}) {
      if (state === "failed") {
        const error = new SuperflipError(CODES_BY_REASON[reason] ?? "NO_TABLE", message);
        if (reason === "worker") die(error);
        reject(error);
      } else if (state === "ready") resolve(kept);
      else onProgress?.({table: name, stage: state === "waiting" ? "waiting" : stage, share: share ?? 0, seconds: seconds ?? 0});
    }
    engine = createEngine(() => host.startWorker(directory), {isThreaded: host.isThreaded, threads: host.isThreaded ? threads : 1, table}, hear);
  });
  try {
    await untilAborted(signal, isReady);
  } catch (error) {
    engine.close();
    throw error;
  }
  return new Solver(engine, died);
}
