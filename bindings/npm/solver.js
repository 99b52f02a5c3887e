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

const CODES_BY_FIELD = {goal: "BAD_GOAL", moves: "BAD_MOVES", steps: "BAD_STEPS", metric: "BAD_OPTION", cost: "BAD_OPTION"};

function refusal(status, {message, field, row, column, token}) {
  if (status !== 422 && status !== 400) return new SuperflipError("UNAVAILABLE", message);
  if (column === undefined) return new SuperflipError("BAD_OPTION", message);
  return new SuperflipError(CODES_BY_FIELD[field] ?? "BAD_CUBE", message, {column, ...(row === undefined ? {} : {row}), ...(token ? {token} : {})});
}

const SOLVER_OPTIONS = ["table", "threads", "directory", "onProgress", "signal"];
const READ_OPTIONS = ["puzzle", "letters", "parentheses", "centers"];
const VERIFY_OPTIONS = [...READ_OPTIONS, "goal", "moves", "metric", "cost", "neutral"];
const SOLVE_OPTIONS = [...VERIFY_OPTIONS, "method", "steps", "width", "stepSlack", "niss", "begin", "all", "n", "over", "min", "max", "pastGoal",
                       "upToSymmetry", "deterministic", "timeLimit", "nodeLimit", "onProgress", "signal"];
const RANDOM_OPTIONS = ["puzzle", "seed"];
const PUZZLES = {"3x3": "3x3x3", "2x2": "2x2x2"};

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

const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/* An answer of the library with names as JavaScript has them. */
function renamed(value) {
  if (Array.isArray(value)) return value.map(renamed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [camel(name), renamed(part)]));
}

/* Options as the library has them; what is false or empty is left out. */
function fieldsOf({puzzle, onProgress, signal, ...options}) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== null && value !== false && value !== "");
  return {...Object.fromEntries(given.map(([name, value]) => [snake(name), value])), ...puzzle && {puzzle: PUZZLES[puzzle] ?? puzzle}};
}

function describe(cube, {facelets, result}) {
  const {status, length, solutions, lowerBound, complete, stopped, unreachable = null, stages = [], stuckAt = null, nodes, seconds} = renamed(result);
  return {
    cube, facelets, status, length, moves: solutions[0]?.moves ?? null, solutions, lowerBound, complete, stopped, unreachable, stages, stuckAt,
    nodes, seconds,
  };
}

function refuseNoText(code, what, ...texts) {
  if (texts.some((text) => typeof text !== "string")) throw new SuperflipError(code, `${what} is a string`);
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
    const {all = false, n = 1, ...others} = options, body = {scramble: cube, ...fieldsOf(others), n: all ? "all" : n};
    const job = await this.#ask({method: "POST", path: "api/solve", body});
    const done = await this.#follow(job, onProgress, signal);
    if (done.result.status === "error") throw new SuperflipError("FAILED", done.result.error);
    return describe(cube, done);
  }

  async solve(cube, options = {}) {
    refuseUnknown(options, SOLVE_OPTIONS);
    options.signal?.throwIfAborted();
    refuseNoText("BAD_CUBE", "a cube, moves or 54 facelets,", cube);
    return untilAborted(options.signal, this.#run(cube, options));
  }

  async* solveEach(cubes, options = {}) {
    for await (const cube of cubes) yield await this.solve(cube, options);
  }

  async apply(cube, moves, options = {}) {
    refuseUnknown(options, READ_OPTIONS);
    refuseNoText("BAD_CUBE", "a cube, or moves,", cube, moves);
    return (await this.#ask({method: "POST", path: "lib/apply", body: {cube, moves, ...fieldsOf(options)}})).cube;
  }

  async inverse(cube, options = {}) {
    refuseUnknown(options, READ_OPTIONS);
    refuseNoText("BAD_CUBE", "a cube", cube);
    return (await this.#ask({method: "POST", path: "lib/inverse", body: {cube, ...fieldsOf(options)}})).cube;
  }

  async verify(cube, solution, options = {}) {
    refuseUnknown(options, VERIFY_OPTIONS);
    refuseNoText("BAD_CUBE", "a cube, or a solution,", cube, solution);
    return renamed(await this.#ask({method: "POST", path: "lib/verify", body: {cube, solution, ...fieldsOf(options)}}));
  }

  async random(n = 1, options = {}) {
    refuseUnknown(options, RANDOM_OPTIONS);
    if (!Number.isSafeInteger(n) || n < 0) throw new SuperflipError("BAD_OPTION", "n: a whole number of at least 0");
    const {seed} = options, isWhole = seed === undefined || Number.isSafeInteger(seed) || typeof seed === "bigint";
    if (!isWhole || seed < 0) throw new SuperflipError("BAD_OPTION", "seed: a whole number of at least 0, of 64 bits as a BigInt");
    return (await this.#ask({method: "POST", path: "lib/random", body: {n, ...fieldsOf(options)}})).cubes;
  }

  async show(cube, options = {}) {
    refuseUnknown(options, READ_OPTIONS);
    refuseNoText("BAD_CUBE", "a cube", cube);
    return renamed(await this.#ask({path: "api/show", query: {scramble: cube, ...fieldsOf(options)}}));
  }

  async goals() {
    return renamed((await this.#ask({path: "api/goals"})).goals);
  }

  async goal(goal) {
    refuseNoText("BAD_GOAL", "a goal", goal);
    return renamed(await this.#ask({path: "api/goals", query: {goal}}));
  }

  async methods() {
    return renamed((await this.#ask({path: "api/server"})).methods);
  }

  async tables() {
    const {tables} = await this.#ask({path: "tab/tables"});
    return renamed(tables).map(({kept, ...facts}) => ({...facts, isKept: kept !== null}));
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
    if (table === null) resolve();
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
