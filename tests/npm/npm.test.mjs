/* The npm package as it is packed: installed in an empty folder, and driven in Node and in Chromium; where NODE names a Node, in that one
 * and no browser. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertQuiet, launch, run, scratch, superflip, until } from "./browser.mjs";

const MAX_TARBALL_BYTES = 1000000, FILE = "coset-30m-htm.pdb", HERE = dirname(fileURLToPath(import.meta.url));
const folder = scratch(), app = folder.path("app"), tables = folder.path("tables");
const SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";  /* 20 moves: no test waits for its end */
const packed = process.env.PACKAGE, node = process.env.NODE ?? process.execPath, inChromium = process.env.NODE ? test.skip : test;
let browser, hosts;

function call(program, args, cwd = app) {
  return execFileSync(program, args, {cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"]});
}

/* Run a module in Node that has `solver`, and whose last expression is what it tells. @return that */
function inNode(options, body, program = [node]) {
  writeFileSync(join(app, "run.mjs"), `import { createSolver, SuperflipError } from "superflip";
const solver = await createSolver({threads: 2, directory: ${JSON.stringify(tables)}, ...${options}});
const told = await (async () => { ${body} })();
solver.close();
console.log(JSON.stringify(told));`);
  return JSON.parse(call(program[0], [...program.slice(1), "run.mjs"]));
}

async function serve(...options) {
  const server = spawn(process.env.SERVE_STATIC, [app, "0", ...options], {stdio: ["ignore", "ignore", "pipe"]});
  const address = await new Promise((resolve, reject) => {
    server.stderr.on("data", (text) => resolve(/http:\S+/.exec(text)[0]));
    server.on("exit", () => reject(new Error("no static server")));
  });
  return {address, stop: () => server.kill("SIGTERM")};
}

before(async () => {
  mkdirSync(app, {recursive: true});
  mkdirSync(tables);
  writeFileSync(join(app, "package.json"), JSON.stringify({name: "app", private: true, type: "module"}));
  call("npm", ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", packed]);
  writeFileSync(join(app, "index.html"), `<!doctype html><link rel="icon" href="data:,"><script type="module">
import * as superflip from "./node_modules/superflip/index.js";
globalThis.superflip = superflip;
</script>`);
  if (process.env.NODE) return;
  hosts = await Promise.all([serve("--isolated"), serve()]);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  hosts?.forEach((host) => host.stop());
  folder.remove();
});

test("the tarball is small, without dependencies, and has the program's version", () => {
  assert.ok(statSync(packed).size <= MAX_TARBALL_BYTES, `${statSync(packed).size} bytes`);
  assert.deepEqual(readdirSync(join(app, "node_modules")).filter((name) => !name.startsWith(".")), ["superflip"]);
  const {version, dependencies, homepage, repository} = JSON.parse(readFileSync(join(app, "node_modules/superflip/package.json"), "utf8"));
  assert.equal(`superflip ${version}`, run(["--version"]).split("\n")[0].slice(0, `superflip ${version}`.length));
  assert.equal(dependencies, undefined);
  assert.match(homepage, /^https:/);
  assert.equal(repository.url, `git+${homepage}.git`);
});

test("its types are those of its use", () => {
  copyFileSync(join(HERE, "use.ts"), join(app, "use.ts"));
  call("node", [join(HERE, "node_modules/typescript/bin/tsc"), "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext",
                "--lib", "es2022,dom", "use.ts"]);
});

test("Node: the table is built, and its file is the command's", () => {
  const {stages, length} = inNode("{onProgress: ({stage}) => stages.add(stage)}".replace("stages.add", "(globalThis.stages ??= new Set()).add"),
    `return {stages: [...globalThis.stages], length: (await solver.solve("R U R' U' F2 L D' B")).length};`);
  assert.ok(stages.includes("building"));
  assert.equal(length, 8);
  assert.ok(statSync(join(tables, FILE)).size > 30000000);
  run(["pdb", "verify", "coset-30m", "--pdb-dir", tables]);
});

test("Node: a table of another version, or cut short, is built again, and stays where there is no room for the new one", () => {
  const path = join(tables, FILE), whole = readFileSync(path), ofLater = Buffer.from(whole);
  ofLater[8] ^= 0x40;
  writeFileSync(path, ofLater);
  assert.equal(inNode("{}", "return (await solver.solve('R U F')).length;", ["sh", "-c", 'ulimit -f 10000; exec "$0" "$@"', node]), 3);
  assert.deepEqual(readdirSync(tables).filter((name) => name.startsWith(FILE)), [FILE]);
  assert.ok(ofLater.equals(readFileSync(path)));
  for (const damage of [() => truncateSync(path, 1000000), () => writeFileSync(path, ofLater)]) {
    damage();
    assert.equal(inNode("{}", "return (await solver.solve('R U F')).length;"), 3);
    assert.ok(whole.equals(readFileSync(path)));
  }
});

test("Node: goals, turn sets, metrics, all solutions and the 2x2x2 have the command's lengths", () => {
  const cube = "D2 F' R2 B U2 R F L2", lines = (args) => run(["solve", "-q", ...args, cube]).trim().split("\n");
  const told = inNode("{}", `const cube = ${JSON.stringify(cube)}, solve = async (options) => (await solver.solve(cube, options)).length;
    const all = await solver.solve("R L U2 D2", {all: true});
    return {goal: await solve({goal: "cross"}), qtm: await solve({metric: "qtm"}), stm: (await solver.solve("M U M'", {metric: "stm"})).length,
            moves: await solver.solve("R U R' U R", {moves: "R U"}), cost: (await solver.solve("U2", {moves: "U", cost: "U2=1.5"})).length,
            never: await solver.solve("R", {moves: "U D"}), all: all.solutions.map(({moves}) => moves).sort(),
            marked: (await solver.solve("F2 B2 L2 D2 L2 F2 B2 R2 U2 R2", {centers: true})).length,
            pocket: (await solver.solve("R U2 F", {puzzle: "2x2"})).length};`);
  assert.equal(told.goal, parseInt(lines(["--goal", "cross"])[0], 10));
  assert.equal(told.qtm, parseInt(lines(["--metric", "qtm"])[0], 10));
  assert.equal(told.stm, 3);
  assert.match(told.moves.moves, /^[RU'2 ]+$/);
  assert.equal(told.moves.status, "optimal");
  assert.equal(told.cost, 1.5);
  assert.equal(told.never.status, "none");
  assert.match(told.never.unreachable, /never/);
  assert.deepEqual(told.all, run(["solve", "--all", "R L U2 D2"]).trim().split("\n").map((line) => line.replace(/^\d+\*? +/, "")).sort());
  assert.equal(told.marked, 10);
  assert.equal(told.pocket, 3);
});

test("Node: a list, one after the other; what is wrong is an error with a code", () => {
  const told = inNode("{}", `const lengths = [], fault = (promise) => promise.then(() => null, ({code, message, column, token}) => ({code, message, column, token}));
    for await (const {length} of solver.solveEach(["", "R", "R U"])) lengths.push(length);
    return {lengths, cube: await fault(solver.solve("R U X")), twisted: await fault(solver.solve(7)), goal: await fault(solver.solve("R", {goal: "crss"})),
            moves: await fault(solver.solve("R", {moves: "R Q"})),
            option: await fault(solver.solve("R", {time_limit: 1})), ofSolver: await fault(createSolver({tabel: "coset-30m"})), metric: await fault(solver.solve("R", {metric: "xyz"})),
            isError: await solver.solve("R U X").catch((error) => error instanceof SuperflipError && error instanceof Error)};`);
  assert.deepEqual(told.lengths, [0, 1, 2]);
  assert.deepEqual([told.cube.code, told.cube.column, told.cube.token], ["BAD_CUBE", 5, "X"]);
  assert.match(told.cube.message, /'X' is not a move/);
  assert.equal(told.twisted.code, "BAD_CUBE");
  assert.equal(told.goal.code, "BAD_GOAL");
  assert.match(told.goal.message, /did you mean 'cross'\?/);
  assert.equal(told.moves.code, "BAD_MOVES");
  assert.equal(told.metric.code, "BAD_OPTION");
  assert.equal(told.option.code, "BAD_OPTION");
  assert.match(told.option.message, /^unknown option 'time_limit'; expected some of puzzle, .*, timeLimit, nodeLimit, onProgress, signal$/);
  assert.equal(told.ofSolver.code, "BAD_OPTION");
  assert.match(told.ofSolver.message, /^unknown option 'tabel'; expected some of table, threads, directory, onProgress, signal$/);
  assert.ok(told.isError);
});

test("Node: an AbortSignal stops a search, and the building; a solver that is closed rejects", () => {
  const told = inNode("{}", `const why = (promise) => promise.then(() => null, (error) => error.code ?? error.message);
    const controller = new AbortController(), cube = ${JSON.stringify(SUPERFLIP)};
    const search = why(solver.solve(cube, {signal: controller.signal, onProgress: () => controller.abort(new Error("enough"))}));
    const stopped = await search, next = (await solver.solve("R U")).length;
    const limited = await solver.solve(cube, {timeLimit: 0.5});
    const building = await why(createSolver({directory: null, signal: AbortSignal.timeout(300)}).catch((error) => { throw new Error(error.name); }));
    const other = await createSolver({threads: 1, directory: ${JSON.stringify(tables)}}), closed = why(other.solve(cube, {onProgress: () => other.close()}));
    return {stopped, next, limited: [limited.status, limited.lowerBound > 5], building, closed: await closed, later: await why(other.solve("R"))};`);
  assert.deepEqual(told, {stopped: "enough", next: 2, limited: ["bound", true], building: "TimeoutError", closed: "CLOSED", later: "CLOSED"});
});

for (const [name, at] of [["with threads", 0], ["without", 1]])
  inChromium(`Chromium, ${name}: builds, solves, stops; bad cubes are refused`, async () => {
    const page = await browser.open(hosts[at].address);
    await until(page, () => globalThis.superflip !== undefined);
    const told = await page.evaluate(async (cube) => {
      const stages = new Set(), solver = await superflip.createSolver({onProgress: ({stage}) => stages.add(stage)});
      const {length, moves, status} = await solver.solve("R U R' U' F2 L D' B");
      const code = await solver.solve("R U X").catch((error) => error.code);
      const controller = new AbortController();
      const stopped = await solver.solve(cube, {signal: controller.signal, onProgress: () => controller.abort()}).catch((error) => error.name);
      const lengths = [];
      for await (const found of solver.solveEach(["R", "R U"])) lengths.push(found.length);
      const kept = (await solver.tables()).filter(({isKept}) => isKept).map((table) => table.name);
      solver.close();
      return {isIsolated: crossOriginIsolated, wasBuilt: stages.has("building"), length, moves, status, code, stopped, lengths, kept};
    }, SUPERFLIP);
    assert.equal(told.isIsolated, at === 0);
    assert.ok(told.wasBuilt);
    assert.deepEqual([told.length, told.status, told.code, told.stopped, told.lengths, told.kept],
      [8, "optimal", "BAD_CUBE", "AbortError", [1, 2], ["coset-30m"]]);
    assertQuiet(page);
    await page.close();
  });

inChromium("Chromium: a worker that dies rejects what is in work, and what is asked later", async () => {
  const page = await browser.open(hosts[0].address);
  await until(page, () => globalThis.superflip !== undefined);
  await page.evaluate(async (cube) => {
    globalThis.solver = await superflip.createSolver();
    globalThis.code = new Promise((resolve) => {
      solver.solve(cube, {onProgress: () => { globalThis.isSearching = true; }}).catch((error) => resolve(error.code));
    });
  }, SUPERFLIP);
  await until(page, () => globalThis.isSearching);
  await page.workers().find((worker) => worker.url().endsWith("/worker.js")).evaluate(() => { setTimeout(() => { throw new Error("gone"); }); });
  assert.deepEqual(await page.evaluate(async () => [await code, await solver.solve("R").catch((error) => error.code)]), ["WORKER_DIED", "WORKER_DIED"]);
  await page.close();
});

inChromium("Chromium: the example", async () => {
  const page = await browser.open(`${hosts[0].address}node_modules/superflip/example.html`);
  await until(page, () => document.getElementById("told").textContent === "Ready.");
  await page.click("#solve");
  await until(page, () => /: 8 moves, proved shortest$/.test(document.getElementById("told").textContent));
  assertQuiet(page, /favicon|404/);
});
