/* The worker of the page for static hosts beside `superflip serve`: the same requests have the same answers. */
import assert from "node:assert/strict";
import { copyFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { launch, scratch, serve, test } from "./browser.mjs";
import { FILE, serveStatic } from "./pages.mjs";

const folder = scratch();
const wanted = [];
let browser, host, server;

/* [path, query], or a request that is solved. */
const QUESTIONS = [
  ["api/show", {scramble: "R U F2"}], ["api/show", {scramble: "(R U)2 x", letters: "french"}],
  ["api/show", {scramble: "R U X"}], ["api/show", {scramble: "R2 U", puzzle: "2x2x2"}],
  ["api/show", {scramble: "R U", puzzle: "4x4x4"}], ["api/show", {}], ["api/show", {scramble: "U2 R2", centers: "true"}],
  ["api/goals", {goal: "eo:RL"}], ["api/goals", {goal: "eo+crss"}], ["api/nothing", {}],
  {scramble: "R U F2 L' D B2 U2 R2"}, {scramble: "R L U2 D2", n: "all"}, {scramble: "R U F'", metric: "qtm"},
  {scramble: "D2 F' R2 B U2 R F", goal: "cross"}, {scramble: "R", moves: "U D"}, {scramble: "R U R'", moves: "R U"},
  {scramble: "M U M'", metric: "stm"}, {scramble: "R U2 F", puzzle: "2x2x2"}, {scramble: "R U F D", method: "layers"},
  {scramble: "R U F D", method: "fmc"}, {scramble: "U2 R2", centers: true}, {scramble: "R U", over: 1, n: 3},
  {scramble: "R U", colour: "red"}, {scramble: "R U", method: "layers", moves: "R U"}, {scramble: "R U", n: 0}, {},
].map((asked) => (Array.isArray(asked) ? asked : ["api/solve", undefined, asked]));

before(async () => {
  cpSync(process.env.STATIC, folder.path("site"), {recursive: true});
  for (const name of [FILE, `site/${FILE}`]) copyFileSync(join(process.env.SUPERFLIP_PDB_DIR, FILE), folder.path(name));
  [host, server, browser] = await Promise.all([
    serveStatic("--isolated", folder.path("site")), serve("--heuristic", "auto", "--threads", "1", "--pdb-dir", folder.path(".")), launch(),
  ]);
});
after(async () => {
  await browser.close();
  host.stop();
  server.stop();
  folder.remove();
});

/* What is of one answer only: names, times, and how the server keeps house. */
function common(value) {
  if (Array.isArray(value)) return value.map(common);
  if (value === null || typeof value !== "object") return value;
  const own = ["id", "seconds", "predicted", "progress", "installed", "lookups"];
  return Object.fromEntries(Object.entries(value).filter(([name]) => !own.includes(name)).map(([name, of]) => [name, common(of)]));
}

async function askServer([path, query, body]) {
  const options = body && {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)};
  const response = await fetch(`${server.address}${path}?${new URLSearchParams(query ?? {})}`, options);
  let told = await response.json();
  while (response.status === 202 && told.state !== "done") {
    await new Promise((resolve) => { setTimeout(resolve, 20); });
    told = await (await fetch(`${server.address}api/jobs/${told.id}`)).json();
  }
  return {status: response.status, body: told};
}

/* The same in a worker of the page. */
function askWorker(page, isThreaded) {
  return page.evaluate(async (questions, withThreads, file) => {
    const worker = new Worker("worker.js"), answers = new Map(), ended = new Map();
    const wait = async (of, id) => {
      while (!of.has(id)) await new Promise((resolve) => { setTimeout(resolve, 20); });
      return of.get(id);
    };
    worker.onmessage = ({data}) => {
      if (data.table) answers.set(data.table.state, data.table);
      else if (data.id !== undefined) answers.set(data.id, data);
      else if (data.name === "end") ended.set(data.job, data.event);
    };
    const given = new Uint8Array(await (await fetch(file)).arrayBuffer()), told = [];
    worker.postMessage({isThreaded: withThreads, threads: 1, table: "coset-30m", given});
    await wait(answers, "ready");
    for (const [path, query, body] of questions) {
      worker.postMessage({id: told.length, method: body ? "POST" : "GET", path, query: query ?? undefined, body});
      const {status, body: answer} = await wait(answers, told.length);
      told.push({status, body: status === 202 ? await wait(ended, answer.id) : answer});
    }
    worker.terminate();
    return told;
  }, QUESTIONS, isThreaded, FILE);
}

/* Nodes of lists of steps depend on the tables that are there. */
test("the server answers", async () => {
  for (const question of QUESTIONS) wanted.push(common(await askServer(question)));
});

for (const isThreaded of [true, false])
  test(`requests have the server's answers, ${isThreaded ? "with" : "without"} threads`, async () => {
    const page = await browser.open(`${host.address}worker.js`), answers = await askWorker(page, isThreaded);
    for (const [i, question] of QUESTIONS.entries())
      assert.deepEqual(common(answers[i]), wanted[i], JSON.stringify(question));
    await page.close();
  });
