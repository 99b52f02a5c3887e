#!/usr/bin/env node
/* superflip at a command line, wherever Node runs: arguments become requests of the package's solver, whose reader says what is
 * wrong with them. Options, lines and exit statuses are those of the command superflip. */
import { createReadStream, openSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { parseArgs } from "node:util";
import { createSolver } from "./node.js";

const UNSOLVED = 1, USAGE = 2, BAD_SCRAMBLE = 3, FILE = 4, MEMORY = 5;  /* exit statuses */
const STATUS_BY_CODE = {NO_MEMORY: MEMORY, NO_SPACE: FILE, NO_TABLE: FILE, UNAVAILABLE: FILE, WORKER_DIED: MEMORY, FAILED: UNSOLVED};
const AT_ONCE = 8;

/* Options: short name, value (null: none), what they are, and where they go. */
const OF_REQUEST = {
  solutions: ["n", "N", "find up to N of the shortest solutions"],
  all: [null, null, "find all shortest solutions"],
  over: ["O", "K", "also solutions up to K moves longer"],
  min: ["m", "LENGTH", "the shortest length to search for"],
  max: ["M", "LENGTH", "the longest length to search for"],
  goal: [null, "GOAL", "reach this instead: cross, eo:FB, xcross:FR, or a position"],
  neutral: [null, "FACES", "with a goal or steps: on whichever of FACES (all) is best"],
  "past-goal": [null, null, "with a goal: also solutions that reach it before their end"],
  moves: [null, "TURNS", "use these turns only: \"R U\", \"M U\""],
  cost: [null, "COSTS", "what turns cost: \"U=1 U2=1.5\""],
  metric: [null, "NAME", "htm (default), qtm, stm, atm, stqm, etm"],
  method: [null, "NAME", "optimal (default), two-phase, cfop, roux, ..."],
  width: [null, "N", "with steps: keep the N best beginnings"],
  "step-slack": [null, "K", "with steps: they may be K moves longer"],
  niss: [null, null, "with a goal or steps: also turn on the inverse"],
  begin: [null, "SKELETON", "with a goal or steps: continue from these turns: \"(F) U R\""],
  "up-to-symmetry": [null, null, "with --all: one of those that symmetries exchange"],
  deterministic: [null, null, "the same solution each time"],
  "time-limit": [null, "SECONDS", "give up on a cube after SECONDS (10m)"],
  "node-limit": [null, "N", "give up on a cube after N nodes (5G)"],
  centers: [null, null, "centres count, too"],
  puzzle: [null, "3x3|2x2", "which puzzle"],
  french: [null, null, "moves are written with H B A P G D"],
  parentheses: [null, "group|niss", "what (R U) means"],
};
const OF_SOLVER = {
  table: [null, "NAME", "coset-30m (default), coset-125m, coset-300m, coset-1g, coset-2.6g"],
  threads: ["t", "N", "threads; default: one for each processor"],
  "pdb-dir": [null, "DIRECTORY", "where tables are kept"],
  json: [null, null, "a line of JSON for each cube"],
  quiet: ["q", null, "no progress on standard error"],
};
const SOLVING = {...OF_REQUEST, ...OF_SOLVER};
const COMMANDS = {
  solve: {takes: "[SCRAMBLE...]", does: "solve the arguments, or the lines of standard input", options: SOLVING, run: solve},
  batch: {takes: "FILE", does: "solve the lines of FILE (-: standard input), several at once", options: SOLVING, run: batch},
  scramble: {
    takes: "", does: "random positions, each equally likely", run: scramble,
    options: {
      n: ["n", "N", "how many"], seed: ["s", "S", "the same ones for the same seed"], puzzle: [null, "3x3|2x2", "which puzzle"],
      format: ["f", "FORMAT", "facelets (default), cubies, moves"],
    },
  },
  serve: {takes: "", does: "the page that solves in the browser, on a port of this machine", run: serve, options: {port: ["p", "N", "default: 8080; 0: any"]}},
};

class Failure extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const say = (line) => process.stdout.write(`${line}\n`);
const complain = (line) => process.stderr.write(`superflip: ${line}\n`);

function help(name) {
  if (name === undefined) {
    const lines = Object.entries(COMMANDS).map(([command, {takes, does}]) => `  ${`${command} ${takes}`.padEnd(22)}${does}`);
    return `usage: superflip COMMAND [OPTION...]\n\n${lines.join("\n")}\n\n"superflip COMMAND --help" lists options.`;
  }
  const {takes, does, options} = COMMANDS[name];
  const lines = Object.entries(options).map(([option, [short, value, text]]) =>
    `  ${short ? `-${short}, ` : "    "}${`--${option}${value ? ` ${value}` : ""}`.padEnd(26)}${text}`);
  return `usage: superflip ${name} [OPTION...] ${takes}\n${does}\n\n${lines.join("\n")}`;
}

/* Numbers are numbers in a request; what is not one its reader refuses by name. */
const valueOf = (text) => /^\d+$/.test(text) ? Number(text) : text;

/* What is asked of each cube, as solve() of the package takes it. */
function requestOf(values) {
  const {solutions, french, ...given} = Object.fromEntries(Object.entries(values).filter(([name]) => name in OF_REQUEST));
  const named = Object.entries(given).map(([name, value]) =>
    [name.replace(/-(.)/g, (_, letter) => letter.toUpperCase()), typeof value === "string" ? valueOf(value) : value]);
  return {...Object.fromEntries(named), ...solutions !== undefined && {n: valueOf(solutions)}, ...french && {letters: "french"}};
}

/* @return {tell(text), clear()}: one line at a terminal, or nothing */
function progressLine(isQuiet) {
  const isShown = !isQuiet && process.stderr.isTTY, write = (text) => isShown && process.stderr.write(`\r\x1b[K${text}`);
  return {tell: write, clear: () => write("")};
}

async function openSolver(values, line, table) {
  const threads = values.threads === undefined ? undefined : Number(values.threads);
  if (threads !== undefined && !(Number.isSafeInteger(threads) && threads > 0)) throw new Failure(USAGE, "--threads: a whole number of at least 1");
  const solver = await createSolver({
    table, threads, directory: values["pdb-dir"],
    onProgress: ({table: name, stage, share}) => line.tell(`${name}: ${stage} ${Math.round(100 * share)} %`),
  });
  line.clear();
  return solver;
}

/* Optimal searches of the whole cube take a table; the 2x2x2 has none, and other methods have their own. */
const needsTable = ({method = "optimal", puzzle = "3x3"}) => puzzle !== "2x2" && method === "optimal";

async function* linesOf(input) {
  let rest = "";
  input.setEncoding("utf8");
  for await (const piece of input) {
    const lines = (rest + piece).split(/\r?\n/);
    rest = lines.pop();
    yield* lines;
  }
  yield rest;
}

/* Cubes of a list: no blank lines, no comments. */
async function* cubesOf(input) {
  for await (const line of linesOf(input)) {
    const cube = line.replace(/(^|\s)#.*/, "").trim();
    if (cube !== "") yield cube;
  }
}

/* Solve cubes, so many at once. @return {cube, result} or {cube, error} of each in order */
async function* inOrder(solver, cubes, request, atOnce) {
  const waiting = [];
  for await (const cube of cubes) {
    waiting.push(solver.solve(cube, request).then((result) => ({cube, result}), (error) => ({cube, error})));
    if (waiting.length === atOnce) yield waiting.shift();
  }
  yield* waiting;
}

function linesOfResult({status, solutions, lowerBound, complete, stopped, unreachable, stuckAt}, {max = 40, min = 0, niss: isBothWays, begin, cost}) {
  const lines = solutions.map(({length, moves, reached, bySymmetry, niss, steps}) => {
    const isByStep = (isBothWays || begin) && niss !== undefined, text = isByStep ? niss : moves;
    const lengths = isByStep && steps.length > 1 ? `  [${steps.join(" + ")}]` : "";
    const notes = [reached, bySymmetry > 1 ? `${bySymmetry} by symmetry` : undefined].filter(Boolean).map((note) => `  (${note})`);
    return `${length}${length <= lowerBound ? "*" : ""}${text ? "  " : ""}${text}${lengths}${notes.join("")}`;
  });
  if (stuckAt !== null) return [`-  none: the step '${stuckAt}' has no solution by its turns`];
  if (status === "none" && unreachable !== null) return [`-  none: ${unreachable}`];
  if (status === "none")
    return [`>=${lowerBound}  none: proved that no solution ${cost ? "costs" : "has"} ${min > 0 ? `${min} to` : "at most"} ${max}${cost ? "" : min === 0 && max === 1 ? " move" : " moves"}`];
  if (status === "bound") {
    const found = lines.length > 0 ? `best found, not proved shortest (${stopped}): ${lines[0]}` : `no solution found (${stopped})`;
    return [`>=${lowerBound}  at least ${lowerBound} moves; ${found}`];
  }
  return complete || stopped === null ? lines : [...lines, `-  there may be more: ${stopped}`];
}

const placeOf = ({row, column}) => column === undefined ? "" : `${row === undefined ? "" : `line ${row}, `}column ${column}: `;

/* What a cube has in a line of JSON. */
function recordOf(id, cube, result, {column, token, message} = {}) {
  return {id, ...result ?? {cube, status: "error", error: {column, token, message}}};
}

/** @param isList  what is no cube becomes a line that says so; otherwise it ends the command
 *  @return the exit status */
async function solveAll(values, cubes, {isList, isNumbered}) {
  const request = requestOf(values), line = progressLine(values.quiet);
  const solver = await openSolver(values, line, needsTable(request) ? values.table ?? "coset-30m" : null);
  const onProgress = ({lowerBound, nodes}) => line.tell(`at least ${lowerBound} moves, ${nodes.toLocaleString("en")} nodes`);
  let n = 0, status = 0;
  try {
    for await (const {cube, result, error} of inOrder(solver, cubes, {...request, onProgress}, isList ? AT_ONCE : 1)) {
      n++;
      line.clear();
      if (error && !(isList && error.code === "BAD_CUBE")) throw error;
      const lines = error ? [`-  error: ${placeOf(error)}${error.message}`] : linesOfResult(result, request);
      if (values.json) say(JSON.stringify(recordOf(n, cube, result, error)));
      else lines.forEach((text) => say(`${isNumbered ? `${n}.  ` : ""}${text}`));
      if (error || !["optimal", "solved"].includes(result.status)) status = UNSOLVED;
    }
    return status;
  } finally {
    line.clear();
    solver.close();
  }
}

async function solve(values, scrambles) {
  const isNumbered = scrambles.length === 0 ? !process.stdin.isTTY : scrambles.length > 1;
  return solveAll(values, scrambles.length === 0 ? cubesOf(process.stdin) : scrambles, {isList: false, isNumbered});
}

async function batch(values, files) {
  if (files.length !== 1) throw new Failure(USAGE, "batch: name one FILE; - is standard input");
  return solveAll(values, cubesOf(files[0] === "-" ? process.stdin : createReadStream(files[0], {fd: openSync(files[0])})), {isList: true, isNumbered: true});
}

async function scramble({n = "1", seed, puzzle, format = "facelets"}) {
  if (!["facelets", "cubies", "moves"].includes(format)) throw new Failure(USAGE, `--format: '${format}'; expected facelets, cubies or moves`);
  if (!/^\d+$/.test(n) || (seed !== undefined && !/^\d+$/.test(seed))) throw new Failure(USAGE, "-n and --seed: whole numbers");
  const solver = await createSolver({table: null, threads: 1});
  try {
    for (const cube of await solver.random(Number(n), {puzzle, ...seed !== undefined && {seed: BigInt(seed)}})) {
      if (format === "facelets") say(cube);
      else if (format === "cubies") say((await solver.show(cube, {puzzle})).cubies);
      else {
        const {moves} = await solver.solve(cube, puzzle === "2x2" ? {puzzle} : {method: "two-phase", max: 22});
        say((await solver.show(moves, {puzzle})).inverse);
      }
    }
    return 0;
  } finally {
    solver.close();
  }
}

const TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".wasm": "application/wasm"};

/* The files beside the worker, and nothing else; the headers let the page's threads share memory. */
async function serve({port = "8080"}) {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) throw new Failure(USAGE, "--port: 0 to 65535");
  const directory = new URL("./worker/", import.meta.url);
  const files = new Map(readdirSync(directory).filter((name) => extname(name) in TYPES).map((name) => [`/${name}`, name]));
  files.set("/", "index.html");
  const server = createServer((request, response) => {
    const name = files.get(request.url.replace(/[?#].*/, "")), isRead = ["GET", "HEAD"].includes(request.method);
    const headers = {
      "Content-Type": TYPES[extname(name ?? "")] ?? "text/plain", "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Resource-Policy": "same-origin",
    };
    if (name === undefined || !isRead) {
      response.writeHead(isRead ? 404 : 405, headers).end(isRead ? "not found\n" : "only GET and HEAD\n");
      return;
    }
    response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : readFileSync(new URL(name, directory)));
  });
  return new Promise((resolve, reject) => {
    server.on("error", (error) => reject(new Failure(FILE, `port ${port}: ${error.message}`)));
    server.listen(Number(port), "127.0.0.1", () => complain(`http://127.0.0.1:${server.address().port}/ solves in the browser; Ctrl-C ends it`));
  });
}

/* @return the exit status */
async function run([name, ...args]) {
  const {version} = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));
  if (name === "--version") {
    say(`superflip ${version} (npm)`);
    return 0;
  }
  if (name === undefined || ["help", "--help", "-h"].includes(name)) {
    say(help(args.find((arg) => arg in COMMANDS)));
    return name === undefined ? USAGE : 0;
  }
  if (!Object.hasOwn(COMMANDS, name)) throw new Failure(USAGE, `there is no command '${name}'; "superflip help" lists them`);
  const command = COMMANDS[name];
  const known = Object.entries({...command.options, help: ["h", null]}).map(([option, [short, value]]) =>
    [option, {type: value ? "string" : "boolean", ...short && {short}}]);
  let parsed;
  try {
    parsed = parseArgs({args, options: Object.fromEntries(known), allowPositionals: true});
  } catch (error) {
    throw new Failure(USAGE, error.message);
  }
  if (parsed.values.help) {
    say(help(name));
    return 0;
  }
  if (parsed.positionals.length > 0 && command.takes === "") throw new Failure(USAGE, `${name}: takes no '${parsed.positionals[0]}'`);
  return command.run(parsed.values, parsed.positionals);
}

function statusOf(error) {
  if (error instanceof Failure) return error.status;
  if (error.code === "BAD_CUBE") return BAD_SCRAMBLE;
  return /^BAD_/.test(error.code) ? USAGE : STATUS_BY_CODE[error.code] ?? FILE;
}

process.stdout.on("error", () => process.exit(FILE));
run(process.argv.slice(2)).then((status) => { process.exitCode = status; }, (error) => {
  complain(`${placeOf(error)}${error.message}`);
  process.exitCode = statusOf(error);
});
