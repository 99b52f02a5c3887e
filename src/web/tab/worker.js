/* The library in a worker of a page, or of Node: answers what the page asks as the server would (doc/openapi.yaml), and tells the same
 * events; only tab/tables (tables.js) is none of the server's. The first message says how it begins: {isThreaded, threads, table, given};
 * without a table it solves nothing. Then it hears {id, method, path, query, body} and answers {id, status, body}; a job has the id of the
 * request that asked for it, so that no two workers of a page have jobs of one name. Besides it says {table: ...} while the table is made,
 * {job, name, event} for each event of a job, and {given: bytes} if the page is to keep the table for its next worker. Without threads
 * (isThreaded) this worker searches itself: it hears nothing meanwhile, and is ended to stop a search. */
"use strict";
if (self.host === undefined) importScripts("in-browser.js");
importScripts("tables.js");

const POLL_MS = 60, PROGRESS_MS = 150, MAX_SOLUTIONS = 10000, KEPT_JOBS = 20;
const PUZZLES = ["3x3x3", "2x2x2"], METRICS = ["htm", "qtm"], ALL_METRICS = [...METRICS, "stm", "atm", "stqm", "etm"], FORMS = ["moves", "facelets", "cubies"];
const LISTS = ["fmc", "steps"];  /* the tables of the other lists are too large for a tab */
const READ_FRENCH = 1, READ_GROUPS = 2, READ_NISS = 4, READ_CENTERS = 32, FACELETS = 1, CUBIES = 2, ALL = -1;
const jobs = new Map();
let module = null, isThreaded = false, nThreads = 1, accepted = null, tellNow = () => {};

/* ---- calls of the module ---- */
function numbers(name, n, ...args) {
  const at = module[`_${name}`](...args);
  return at === 0 ? null : Array.from(module.HEAPF64.subarray(at / 8, at / 8 + n));
}

function text(name, ...args) {
  const at = module[`_${name}`](...args);
  return at === 0 ? null : module.UTF8ToString(at);
}

/* Call a function with a text as one of its arguments. */
function withText(value, call) {
  const size = module.lengthBytesUTF8(value) + 1, at = module._malloc(size);
  module.stringToUTF8(value, at, size);
  try {
    return call(at);
  } finally {
    module._free(at);
  }
}

class Refusal extends Error {
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/* ---- cubes ---- */
function choice(name, value, values, otherwise) {
  if (value === undefined) return otherwise;
  if (!values.includes(value)) throw new Refusal(422, {message: `${name}: '${value}'; expected one of ${values.join(" ")}`});
  return values.indexOf(value);
}

function readOptions({letters, parentheses, centers}) {
  const french = choice("letters", letters, ["english", "french"], 0) === 1 ? READ_FRENCH : 0;
  const marked = choice("centers", centers === undefined ? centers : String(centers), ["false", "true"], 0) === 1 ? READ_CENTERS : 0;
  return french | marked | [0, READ_GROUPS, READ_NISS][choice("parentheses", parentheses, ["group", "niss"], -1) + 1];
}

/* Why a text was not read. @param field  of the request; none: the scramble */
function refusal(field) {
  const [row, column] = numbers("tab_error_place", 2);
  return new Refusal(422, {message: text("tab_error_text"), column, token: text("tab_error_token"), ...(row > 0 ? {row: row + 1} : {}), ...field});
}

/* A cube of the module; who gets it frees it. */
function parse(asked) {
  const puzzle = choice("puzzle", asked.puzzle, PUZZLES, 0), options = readOptions(asked);
  const cube = withText(asked.scramble ?? "", (at) => module._tab_cube(puzzle, at, options));
  if (cube !== 0) return cube;
  throw refusal({});
}

/* A goal of the module; who gets it frees it. */
function parseGoal(asked) {
  const goal = withText(asked, (at) => module._tab_goal(at));
  if (goal !== 0) return goal;
  throw refusal({field: "goal"});
}

function describeGoal(asked, named) {
  const goal = parseGoal(asked), [states, sides, exact, installed, bytes] = numbers("tab_goal_facts", 5, goal);
  const described = {
    name: asked.replaceAll(" ", ""), ...named, facelets: text("tab_goal_facelets", goal), states: states || null, sides, exact: exact === 1,
    installed: installed === 1, file_bytes: bytes || null,
  };
  module._superflip_goal_free(goal);
  return described;
}

function listGoals() {
  const goals = [];
  for (let name; (name = text("tab_goal_at", goals.length, 0)) !== null;)
    goals.push(describeGoal(name, {arguments: text("tab_goal_at", goals.length, 1), picture: text("tab_goal_at", goals.length, 2)}));
  return {goals};
}

/* What `act` gives; if it refuses, nobody else frees what there is: [["cube", its address], ...]. */
function orFree(owned, act) {
  try {
    return act();
  } catch (error) {
    owned.forEach(([kind, at]) => module[`_superflip_${kind}_free`](at));
    throw error;
  }
}

/* Whether the goal of a request goes with its cube and its turns. */
function checkGoal({goal: asked}, cube, goal, turns) {
  if (asked && goal !== 0 && module._tab_goal_fits(goal, cube, turns) === 0)
    throw new Refusal(422, {message: text("tab_error_text"), field: "goal"});
}

/* The turn set of a request, 0 for turns of faces in a metric that has tables. */
function wantedTurns({metric = METRICS[0], moves = "", cost = "", ...asked}) {
  if (moves === "" && cost === "" && METRICS.includes(metric)) return 0;
  const turns = withText(metric, (of) => withText(moves, (at) => withText(cost, (costs) => module._tab_turns(of, at, costs, readOptions(asked)))));
  if (turns === 0) throw refusal({field: numbers("tab_error_place", 2)[1] === 0 ? "metric" : moves === "" ? "cost" : "moves"});
  return turns;
}

/* Of a job by a list of steps, the list. */
function takeSteps(at, {steps = "", width = 1, niss = false, neutral = ""}) {
  if (withText(steps, (list) => withText(neutral, (faces) => module._tab_job_by_steps(at, list, width, niss, faces)))) return;
  const refused = new Refusal(422, {message: text("tab_error_text"), field: "steps"});
  module._tab_job_free(at);
  throw refused;
}

/* The goal of a request, 0 for the solved cube. */
function wantedGoal({goal: asked}, cube, whole) {
  const goal = asked ? parseGoal(asked) : whole ? 0 : module._tab_goal_of_cube(cube);
  if (goal === 0 && !whole) throw refusal({});
  if (goal === 0 || module._superflip_goal_is_solved(goal) === 0) return goal;
  module._superflip_goal_free(goal);
  return 0;
}

/* A cube without the centres that are turned, which are told beside it. */
function textOfCube(cube, form) {
  const centers = text("tab_cube_centers", cube), all = text("tab_cube_text", cube, form);
  return centers ? all.slice(0, -centers.length - 1) : all;
}

function describe(asked) {
  const cube = parse(asked), [form, rotated, solved, bound, whole] = numbers("tab_cube_facts", 5, cube);
  const position = {
    puzzle: asked.puzzle ?? PUZZLES[0], form: FORMS[form], facelets: textOfCube(cube, FACELETS), cubies: textOfCube(cube, CUBIES), centers: text("tab_cube_centers", cube),
    rotated: rotated === 1, solved: solved === 1, whole: whole === 1, lower_bound: bound < 0 ? null : bound,
  };
  module._superflip_cube_free(cube);
  return position;
}

/* The server writes random states as moves, by a method with large tables; here they are facelets. */
function randomState({puzzle}) {
  const cube = module._tab_random_cube(choice("puzzle", puzzle, PUZZLES, 0));
  if (cube === 0) throw new Refusal(503, {message: text("tab_error_text")});
  const scramble = text("tab_cube_text", cube, FACELETS);
  module._superflip_cube_free(cube);
  return {puzzle, type: "state", scrambles: [{scramble, facelets: scramble}]};
}

/* ---- jobs ---- */
function solve(asked, id) {
  const cube = parse(asked), {method = asked.steps === undefined ? "optimal" : "steps", metric = "htm", n = 1, time_limit: limit = 0} = asked;
  const [, rotated, , , whole] = numbers("tab_cube_facts", 5, cube), facelets = textOfCube(cube, FACELETS), centers = text("tab_cube_centers", cube);
  const goal = orFree([["cube", cube]], () => wantedGoal(asked, cube, whole === 1));
  const turns = orFree([["cube", cube], ["goal", goal]], () => wantedTurns(asked));
  orFree([["cube", cube], ["goal", goal], ["turns", turns]], () => checkGoal(asked, cube, goal, turns));
  const counted = turns === 0 ? METRICS.indexOf(metric) : 0, count = n === "all" ? MAX_SOLUTIONS : n;
  const at = withText(method, (name) => module._tab_job(cube, goal, turns, counted, name, count, limit, readOptions(asked)));
  if (at === 0) throw new Refusal(422, {message: text("tab_error_text")});
  if (LISTS.includes(method)) takeSteps(at, asked);
  const job = {
    at, asked: {...asked, method, metric, n}, id: String(id), rotated: rotated === 1, facelets, centers, nIterations: 0, nSolutions: 0, nodes: -1,
    toldAt: 0, hasBegun: false, result: null,
  };
  jobs.set(job.id, job);
  for (const old of jobs.values())
    if (jobs.size > KEPT_JOBS && old.result) jobs.delete(old.id);
  accepted = job;
  return describeJob(job);
}

/* Once the page knows of it. */
function begin(job) {
  if (isThreaded) job.timer = setInterval(tell, POLL_MS, job);
  tellNow = () => tell(job);
  module._tab_job_begin(job.at);
  if (!isThreaded) tell(job);
}

function iteration(job, i) {
  const all = numbers("tab_job_iteration", 8, job.at, i);
  if (all === null) return null;
  const [threshold, generated, expanded, lookups, complete, seconds, predicted, nSolutions] = all;
  return {
    threshold, generated, expanded, lookups, complete: complete === 1, seconds, predicted: predicted || null,
    lower_bound: threshold + (complete === 1 && nSolutions === 0 ? 1 : 0), nSolutions,
  };
}

function progress(job) {
  const [done, begun, threshold, bound, nodes, seconds, solutions, predicted, nIterations, threads] = numbers("tab_job_progress", 10, job.at);
  let before = 0, secondsBefore = 0;
  for (let i = 0; i < nIterations; i++) {
    const it = iteration(job, i);
    before += it?.generated ?? 0;
    secondsBefore += it?.seconds ?? 0;
  }
  const now = Math.max(0, nodes - before), secondsNow = seconds - secondsBefore;
  const left = predicted > 0 && now > 0 && secondsNow > 0 && done === 0 ? Math.max(0, predicted - now) * secondsNow / now : null;
  return {
    isDone: done === 1, hasBegun: begun === 1, threads,
    event: {threshold: begun === 1 && threshold > 0 ? threshold : null, lower_bound: bound, nodes: now, nodes_total: nodes,
            predicted: predicted || null, seconds, solutions, time_left: left, checked_share: 1},
  };
}

function say(job, name, event) {
  job.toldAt = performance.now();
  postMessage({job: job.id, name, event});
}

function tellIterations(job, isWanted) {
  for (let it; (it = iteration(job, job.nIterations)) !== null && isWanted(it); job.nIterations++) say(job, "iteration", it);
}

/* In the order in which a search makes them: a solution belongs to the iteration that ends after it. */
function tellFound(job) {
  tellIterations(job, ({nSolutions}) => nSolutions === 0);
  for (let moves; (moves = text("tab_job_solution", job.at, job.nSolutions)) !== null;)
    say(job, "solution", {length: module._tab_length(), moves, number: ++job.nSolutions});
  tellIterations(job, () => true);
}

function tell(job) {
  const {isDone, hasBegun, event} = progress(job);
  if (hasBegun && !job.hasBegun) {
    job.hasBegun = true;
    say(job, "begin", event);
  }
  tellFound(job);
  if (isDone) {
    clearInterval(job.timer);
    job.result = result(job);
    say(job, "end", describeJob(job));
    module._tab_job_free(job.at);
  } else if (hasBegun && event.nodes_total !== job.nodes && performance.now() - job.toldAt >= PROGRESS_MS) {
    job.nodes = event.nodes_total;
    say(job, "progress", event);
  }
}

/* ---- results ---- */
const OUTCOMES = ["solved", "none", "node limit", "time limit", "memory limit", "interrupted", "error"];

function statusOf(outcome, isOptimal, hasHitLimit, n) {
  if (OUTCOMES[outcome] === "error") return "error";
  if (n > 0 && isOptimal) return "optimal";
  if (OUTCOMES[outcome] === "solved" || hasHitLimit) return "solved";
  return OUTCOMES[outcome] === "none" ? "none" : "bound";
}

function stages(job, n) {
  return Array.from({length: n}, (_, i) => {
    const moves = text("tab_result_stage_moves", job.at, i);
    return {name: text("tab_result_stage_name", job.at, i), goal: text("tab_result_stage_goal", job.at, i), length: module._tab_result_stage_length(job.at, i),
            merged_length: moves.split(" ").filter(Boolean).length, moves};
  });
}

/* What a solution by a list of steps has besides. */
function stepsOf(job, i, n) {
  return {niss: text("tab_result_chain", job.at, i), steps: Array.from({length: n}, (_, step) => module._tab_result_step(job.at, i, step))};
}

function result(job) {
  const all = numbers("tab_job_result", 11, job.at), {threads} = progress(job);
  if (all === null)
    return {status: "error", length: null, lower_bound: 0, complete: false, stopped: "error", solutions: [], seconds: 0, nodes: 0,
            nodes_by_depth: [], heuristic: null, threads: 0, error: text("tab_job_fault", job.at)};
  const [outcome, isOptimal, isComplete, hasHitLimit, length, bound, n, nIterations, nStages, nodes, seconds] = all;
  const wantsMore = job.asked.n === "all" || job.asked.n > 1;
  const stopped = OUTCOMES[outcome] === "solved" ? (wantsMore && n === (job.asked.n === "all" ? MAX_SOLUTIONS : job.asked.n) ? "solution limit" : null)
    : OUTCOMES[outcome] === "none" ? null : OUTCOMES[outcome];
  const isByList = LISTS.includes(job.asked.method), stuck = isByList ? text("tab_result_stuck", job.at) : null;
  const status = statusOf(outcome, isOptimal, hasHitLimit, n), unreachable = text("tab_result_unreachable", job.at);
  return {
    status, length: n > 0 ? length : null, lower_bound: bound, complete: isComplete === 1 && stopped === null, stopped,
    solutions: Array.from({length: n}, (_, i) => {
      const moves = text("tab_result_solution", job.at, i);
      const length = module._tab_length(), [nBefore, nAfter] = numbers("tab_result_free_turns", 2, job.at, i), turns = moves.split(" "), reached = text("tab_result_reached", job.at, i);
      return {length, moves, ...(nBefore > 0 ? {before: turns[0]} : {}), ...(nAfter > 0 ? {after: turns.at(-1)} : {}), ...(reached && {reached}), ...(isByList ? stepsOf(job, i, nStages) : {})};
    }),
    seconds, nodes, nodes_by_depth: Array.from({length: nIterations}, (_, i) => iteration(job, i)), heuristic: text("tab_job_heuristic", job.at), threads,
    ...(unreachable !== null ? {reachable: false, unreachable} : {}),
    ...(stuck !== null ? {stuck_at: stuck} : {}),
    ...(nStages > 0 ? {stages: stages(job, nStages)} : {}), ...(status === "error" ? {error: text("tab_job_fault", job.at)} : {}),
  };
}

function describeJob(job) {
  const {scramble, puzzle, metric, method, goal} = job.asked;
  return {
    id: job.id, state: job.result ? "done" : job.hasBegun ? "running" : "waiting", ahead: 0, scramble, facelets: job.facelets, centers: job.centers, rotated: job.rotated, goal: goal || null,
    puzzle: puzzle ?? PUZZLES[0], metric, method, result: job.result,
  };
}

/* ---- what is asked ---- */
function find(id) {
  const job = jobs.get(id);
  if (job === undefined) throw new Refusal(404, {message: "no such job"});
  return job;
}

function answer({id: request, method, path, query, body}) {
  const [, id] = /^api\/jobs\/(\w+)$/.exec(path) ?? [];
  if (path === "api/server") return {version: text("superflip_version"), metrics: ALL_METRICS, methods: LISTS.map((name) => ({name, steps: true}))};
  if (path === "api/show") return describe(query);
  if (path === "api/goals") return query?.goal === undefined ? listGoals() : describeGoal(query.goal, {});
  if (path === "tab/tables") return listTables();
  if (path.startsWith("tab/tables/")) return answerOfTable(method, path.slice("tab/tables/".length), body);
  if (path === "api/scramble") return randomState(query);
  if (path === "api/solve") return solve(body, request);
  if (id !== undefined && method === "DELETE") {
    const job = find(id);
    if (!job.result) module._tab_job_cancel(job.at);
    return {};
  }
  if (id !== undefined) return describeJob(find(id));
  throw new Refusal(404, {message: `no ${path}`});
}

/* ---- beginning, and what is heard ---- */
async function start({isThreaded: asked, threads, table, given}) {
  isThreaded = asked;
  nThreads = threads;
  const script = isThreaded ? "superflip.js" : "superflip-alone.js";
  importScripts(script);
  const memory = isThreaded ? {wasmMemory: memoryFor(table)} : {};
  module = await createSuperflip({nThreads, howFar: () => tellNow(), ...host.optionsOf(script), ...memory});
  if (table === undefined) return;
  const isOpened = openTable(table, given).catch(fail);
  if (!isThreaded) await isOpened;
}

function fail(error) {
  const message = String(error?.message ?? error);
  if (module !== null) withText(message, (at) => module._tab_fail(at));
  postMessage({table: {state: "failed", message, ...(error instanceof RangeError ? {reason: "memory"} : {})}});
}

async function reply(request) {
  const {id} = request;
  try {
    if (module === null) throw new Refusal(503, {message: "the library could not be loaded"});
    postMessage({id, status: 200, body: await answer(request)});
  } catch (error) {
    if (!(error instanceof Refusal)) setTimeout(() => { throw error; });  /* the worker dies of it */
    else postMessage({id, status: error.status, body: {error: {status: error.status, ...error.error}}});
  }
  const job = accepted;
  accepted = null;
  if (job) begin(job);
}

let started = null;
self.onmessage = ({data}) => {
  if (started === null) started = start(data).catch(fail);
  else started.then(() => reply(data));
};
