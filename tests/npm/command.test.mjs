/* The package's command, and what its interface does without a search, in the Node that NODE names. */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { run, scratch, superflip as native } from "./browser.mjs";

const node = process.env.NODE ?? process.execPath;
const folder = scratch(), app = folder.path("app"), tables = folder.path("cache/superflip"), command = join(app, "node_modules/superflip/command.js");
const env = {...process.env, XDG_CACHE_HOME: folder.path("cache")};
delete env.SUPERFLIP_PDB_DIR;

/* @return {status, lines, errors} */
function superflip(args, input = "") {
  const {status, stdout, stderr} = spawnSync(node, [command, ...args], {encoding: "utf8", env, cwd: app, input});
  return {status, lines: stdout.split("\n").slice(0, -1), errors: stderr};
}

/* Run a module that has `solver`, which has no table. @return what its body returns */
function inNode(body) {
  writeFileSync(join(app, "run.mjs"), `import { createSolver, SuperflipError } from "superflip";
const solver = await createSolver({threads: 2, table: null}), fault = (promise) => promise.then(() => null, ({code, column, token, message}) => ({code, column, token, message}));
const told = await (async () => { ${body} })();
solver.close();
console.log(JSON.stringify(told));`);
  return JSON.parse(execFileSync(node, ["run.mjs"], {cwd: app, env, encoding: "utf8"}));
}

/* Facelets of scrambles, by the command. */
function converted(scrambles) {
  return execFileSync(native, ["convert", "--to", "facelets"], {encoding: "utf8", input: `${scrambles.join("\n")}\n`}).trim().split("\n");
}

before(() => {
  mkdirSync(app, {recursive: true});
  writeFileSync(join(app, "package.json"), JSON.stringify({name: "app", private: true, type: "module"}));
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", process.env.PACKAGE], {cwd: app});
});
after(() => folder.remove());

test("npm installs the command, and it says its version and what it can do", () => {
  const version = run(["--version"]).split(/\s/)[1];
  assert.equal(execFileSync("npx", ["--no-install", "superflip", "--version"], {cwd: app, env, encoding: "utf8"}), `superflip ${version} (npm)\n`);
  assert.deepEqual(superflip(["--version"]).lines, [`superflip ${version} (npm)`]);
  const {status, lines} = superflip(["help"]);
  assert.equal(status, 0);
  for (const name of ["solve", "batch", "scramble", "serve"]) {
    assert.ok(lines.some((line) => line.includes(name)));
    assert.match(superflip([name, "--help"]).lines[0], new RegExp(`^usage: superflip ${name}`));
  }
});

test("solve prints what the command prints, and keeps its table in the cache directory", () => {
  const told = superflip(["solve", "--deterministic", "R U R' U'", "R U R' U' R' F R2 U' R' U' R U R' F'"]);
  assert.equal(told.errors, "");
  assert.deepEqual(told.lines, run(["solve", "-q", "--deterministic", "R U R' U'", "R U R' U' R' F R2 U' R' U' R U R' F'"]).trim().split("\n"));
  assert.deepEqual(readdirSync(tables).filter((name) => name.endsWith(".pdb")), ["coset-30m-htm.pdb"]);
  assert.deepEqual(superflip(["solve", "R U R' U'"]).lines.map((line) => line.slice(0, 4)), ["4*  "]);
  const all = ["solve", "--all", "R L U2 D2"];
  assert.deepEqual(superflip(all).lines.sort(), run([...all, "-q"]).trim().split("\n").sort());
});

test("solve takes goals, turns, metrics, costs, the 2x2x2 and methods", () => {
  const cube = "D2 F' R2 B U2 R F L2", length = (...args) => parseFloat(superflip(["solve", ...args]).lines[0]);
  for (const args of [["--goal", "cross", cube], ["--metric", "qtm", cube], ["--metric", "stm", "M U M'"], ["--puzzle", "2x2", "R U2 F R'"],
                      ["--moves", "U", "--cost", "U2=1.5", "U2"], ["--goal", "cross", "--neutral", "all", cube]])
    assert.equal(length(...args), parseFloat(run(["solve", "-q", ...args])), args.join(" "));
  assert.ok(length("--method", "two-phase", cube) >= 8);
  for (const args of [["--max", "2", cube], ["--goal", "cross", "--max", "1", "D2 F' R2 B U2 R F L2 D' B2"]]) {
    const none = superflip(["solve", ...args]);
    assert.deepEqual([none.status, none.lines[0].replace(/^>=\d+/, "")], [1, run(["solve", "-q", ...args], [1]).trim().replace(/^>=\d+/, "")]);
  }
  assert.match(superflip(["solve", "--moves", "U D", "R"]).lines[0], /^-  none: /);
});

test("batch numbers its lines, says which are no cube, and goes on; also as JSON", () => {
  const list = "R U R' U'  # T-perm\r\n\n# a comment\nR U X\nM2 E2 S2\n", args = ["batch", "-"];
  writeFileSync(join(app, "list.txt"), list);
  const told = superflip(["batch", "list.txt"]);
  assert.equal(told.status, 1);
  assert.deepEqual(told.lines.map((line) => line.slice(0, 6)), ["1.  4*", "2.  - ", "3.  6*"]);
  assert.match(told.lines[1], /^2\.  -  error: column 5: 'X' is not a move/);
  const records = superflip([...args, "--json"], list).lines.map((line) => JSON.parse(line));
  assert.deepEqual(records.map(({id, status, length}) => [id, status, length ?? null]), [[1, "optimal", 4], [2, "error", null], [3, "optimal", 6]]);
  assert.equal(records[1].error.column, 5);
  const many = Array.from({length: 40}, (_, i) => "R U ".repeat(i % 5 + 1)).join("\n");
  assert.deepEqual(superflip(args, many).lines.map((line) => parseInt(line.split(/ +/)[1], 10)), Array.from({length: 40}, (_, i) => 2 * (i % 5 + 1)));
});

test("tables of steps are built once, and kept as the command's", () => {
  const args = ["--method", "cfop", "--pdb-dir", folder.path("steps"), "D2 F' R2 B U2 R F L2 D' B2"];
  const first = superflip(["solve", ...args]), built = readdirSync(folder.path("steps")).sort(), again = superflip(["solve", ...args]);
  assert.deepEqual([first.status, first.errors], [0, ""]);
  assert.ok(built.length > 0 && built.every((name) => name.endsWith(".pdb")), built.join(" "));
  assert.deepEqual(readdirSync(folder.path("steps")).sort(), built);
  assert.deepEqual(again.lines, first.lines);
  assert.equal(first.lines[0], run(["solve", "-q", ...args]).trim().split("\n")[0]);
});

test("what is wrong has the command's exit status", () => {
  for (const [args, status, message] of [
    [["solve", "R U X"], 3, /column 5: 'X' is not a move/], [["solve", "--goal", "crss", "R"], 2, /did you mean 'cross'/], [["solve", "--metric", "xyz", "R"], 2, /metric/],
    [["solve", "--tabel", "x", "R"], 2, /--tabel/], [["solve", "--max", "x", "R"], 2, /max: /], [["sovle"], 2, /no command 'sovle'/], [["batch"], 2, /name one FILE/],
    [["batch", "nowhere.txt"], 4, /nowhere\.txt/], [["scramble", "-f", "xyz"], 2, /--format/], [["serve", "--port", "x"], 2, /--port/], [["serve", "more"], 2, /takes no 'more'/],
  ]) {
    const told = superflip(args);
    assert.deepEqual([told.status, told.lines], [status, []], args.join(" "));
    assert.match(told.errors, message);
  }
});

test("scramble draws the command's positions of a seed, in three forms", () => {
  const args = ["scramble", "-n", "3", "--seed", "7"];
  assert.deepEqual(superflip(args).lines, run(args).trim().split("\n"));
  assert.deepEqual(superflip([...args, "-f", "cubies"]).lines, run([...args, "-f", "cubies"]).trim().split("\n"));
  const moves = superflip([...args, "-f", "moves"]).lines;
  assert.deepEqual(converted(moves), superflip(args).lines);
  assert.equal(superflip(["scramble", "--puzzle", "2x2"]).lines[0].length, 24);
  assert.notEqual(superflip(["scramble"]).lines[0], superflip(["scramble"]).lines[0]);
});

test("serve has the page and its files, with the headers that threads take, and nothing else", async () => {
  const server = spawn(node, [command, "serve", "--port", "0"], {stdio: ["ignore", "ignore", "pipe"], env});
  const address = await new Promise((resolve, reject) => {
    server.stderr.on("data", (text) => resolve(/http:\S+/.exec(text)[0]));
    server.on("exit", () => reject(new Error("it does not serve")));
  });
  const page = await fetch(address), wasm = await fetch(`${address}superflip.wasm`);
  assert.match(await page.text(), /<title>superflip<\/title>/);
  assert.equal(page.headers.get("Cross-Origin-Opener-Policy"), "same-origin");
  assert.equal(page.headers.get("Cross-Origin-Embedder-Policy"), "require-corp");
  assert.equal(wasm.headers.get("Content-Type"), "application/wasm");
  for (const name of ["../package.json", "..%2fpackage.json", "package.json", "nothing"]) assert.equal((await fetch(address + name)).status, 404, name);
  assert.equal((await fetch(address, {method: "POST", body: ""})).status, 405);
  server.kill();
});

test("apply, inverse and random are the library's", () => {
  const told = inNode(`return {applied: await solver.apply("R U", "F2 M"), further: await solver.apply(await solver.apply("R", ""), "U F2"), held: await solver.apply(await solver.apply("U L2", ""), "M x U y' R"), inverse: await solver.inverse("R U F"), states: await solver.random(2, {seed: 2026}),
    marked: await solver.apply("R", "U2", {centers: true}), small: await solver.apply("R", "U", {puzzle: "2x2"}),
    smallHeld: await solver.apply(await solver.apply("U L2", "", {puzzle: "2x2"}), "x U y' R", {puzzle: "2x2"}), smallAtOnce: await solver.apply("U L2 x U y' R", "", {puzzle: "2x2"}),
    n: (await solver.random(5)).length,
    french: await solver.apply("H", "D", {letters: "french"}), largest: (await solver.random(1, {seed: 2n ** 64n - 1n})).length,
    faults: [await fault(solver.apply("R U X", "R")), await fault(solver.apply("R", "R Q")), await fault(solver.apply("R")), await fault(solver.random(-1)),
             await fault(solver.inverse("R", {puzzle: "4x4"})), await fault(solver.inverse("R", {puzzle: "2x2"}))]};`);
  const facelets = (text) => converted([text])[0];
  assert.equal(told.applied, facelets("R U F2 M"));
  assert.equal(told.further, facelets("R U F2"));
  assert.equal(told.held, facelets("U L2 M x U y' R"));
  assert.equal(told.smallHeld, told.smallAtOnce);
  assert.equal(told.inverse, facelets("F' U' R'"));
  assert.deepEqual(told.states, run(["scramble", "-n", "2", "--seed", "2026"]).trim().split("\n"));
  assert.match(told.marked, /^\S{54} U2 R\+$/);
  assert.equal(told.small.length, 24);
  assert.equal(told.french, facelets("U R"));
  assert.deepEqual([told.n, told.largest], [5, 1]);
  assert.deepEqual(told.faults.map(({code}) => code), ["BAD_CUBE", "BAD_CUBE", "BAD_CUBE", "BAD_OPTION", "BAD_OPTION", "BAD_OPTION"]);
  assert.deepEqual([told.faults[0].column, told.faults[0].token], [5, "X"]);
  assert.match(told.faults[0].message, /'X' is not a move/);
});

test("verify judges solutions, of goals and turns too", () => {
  const told = inNode(`const judge = (...args) => solver.verify(...args);
    return {right: await judge("R U R' U'", "U R U' R'"), wrong: await judge("R U", "U"), cross: await judge("R", "R'", {goal: "cross"}),
            slice: await judge("M", "M'", {metric: "stm"}), cost: await judge("U2", "U2", {moves: "U", cost: "U2=1.5"}), forbidden: await judge("R", "R'", {moves: "U"}),
            small: await judge("R U2 F", "F' U2 R'", {puzzle: "2x2"}),
            faults: [await fault(judge("R", "R Q")), await fault(judge("R", "R'", {goal: "crss"})), await fault(judge("R", "R'", {metric: "xyz"}))]};`);
  assert.deepEqual(told.right, {solves: true, isPermitted: true, nMoves: 4, length: 4});
  assert.equal(told.wrong.solves, false);
  assert.equal(told.cross.solves, true);
  assert.deepEqual([told.slice.solves, told.slice.length, told.slice.nMoves], [true, 1, 2]);
  assert.equal(told.cost.length, 1.5);
  assert.deepEqual([told.forbidden.isPermitted, told.forbidden.length], [false, null]);
  assert.deepEqual([told.small.solves, told.small.length], [true, 3]);
  assert.deepEqual(told.faults.map(({code}) => code), ["BAD_CUBE", "BAD_GOAL", "BAD_OPTION"]);
});

test("quick and human methods, lists of steps, goals and methods are told", () => {
  const told = inNode(`const cube = "D2 F' R2 B U2 R F L2 D' B2", find = (options) => solver.solve(cube, options);
    const quick = await find({method: "two-phase"}), layers = await find({method: "thistlethwaite"}), steps = await find({steps: "step cross\\n"}).catch((error) => error.code);
    return {quick: quick.status, verdict: await solver.verify(cube, quick.moves), stages: layers.stages.map(({mergedLength, moves}) => [mergedLength, typeof moves]),
            length: layers.length, total: layers.stages.reduce((sum, stage) => sum + stage.mergedLength, 0), goals: (await solver.goals()).map(({name}) => name), cross: await solver.goal("cross"),
            methods: (await solver.methods()).map(({name}) => name), goal: (await find({goal: "cross"})).length, shown: await solver.show("R U"),
            optimal: await fault(solver.solve(cube)), method: await fault(find({method: "xyz"})), bad: await fault(solver.goal("crss")), grouped: await fault(solver.show("(R U)"))};`);
  assert.ok(["optimal", "solved"].includes(told.quick));
  assert.ok(told.verdict.solves);
  assert.equal(told.stages.length, 4);
  assert.equal(told.total, told.length);
  assert.deepEqual(told.goals.slice(0, 2), ["solved", "cross"]);
  assert.deepEqual([told.cross.states, told.cross.exact], [190080, true]);
  assert.deepEqual(told.methods.slice(0, 3), ["optimal", "two-phase", "thistlethwaite"]);
  assert.equal(told.goal, parseInt(run(["solve", "-q", "--goal", "cross", "D2 F' R2 B U2 R F L2 D' B2"]), 10));
  assert.deepEqual([told.shown.form, told.shown.inverse, told.shown.order], ["moves", "U' R'", 105]);
  assert.match(told.optimal.message, /no table was asked for/);
  assert.deepEqual([told.method.code, told.bad.code], ["BAD_OPTION", "BAD_GOAL"]);
});

test("tables are kept where the system keeps such files", () => {
  const {tablesDirectory} = createRequire(import.meta.url)(join(app, "node_modules/superflip/worker/places.js"));
  assert.equal(tablesDirectory("linux", {}, "/home/ann"), "/home/ann/.cache/superflip");
  assert.equal(tablesDirectory("linux", {XDG_CACHE_HOME: "/var/cache/ann"}, "/home/ann"), "/var/cache/ann/superflip");
  assert.equal(tablesDirectory("darwin", {}, "/Users/ann"), "/Users/ann/Library/Caches/superflip");
  assert.equal(tablesDirectory("win32", {LOCALAPPDATA: "C:\\Users\\ann\\AppData\\Local"}, "C:\\Users\\ann"), "C:\\Users\\ann\\AppData\\Local\\superflip");
  assert.equal(tablesDirectory("win32", {}, "C:\\Users\\ann"), "C:\\Users\\ann\\AppData\\Local\\superflip");
  assert.equal(tablesDirectory("win32", {SUPERFLIP_PDB_DIR: "D:\\tables"}, "C:\\Users\\ann"), "D:\\tables");
});

test("what a killed worker left of a table is removed when one is built", () => {
  const gone = `coset-30m-htm.pdb.tmp${spawnSync(node, ["-e", ""]).pid}-1`;
  mkdirSync(folder.path("other"));
  writeFileSync(folder.path(`other/${gone}`), "");
  assert.equal(superflip(["solve", "-q", "--pdb-dir", folder.path("other"), "R"]).lines[0], "1*  R'");
  assert.deepEqual(readdirSync(folder.path("other")), ["coset-30m-htm.pdb"]);
});
