/* The 2x2x2 of the pages against the program: the same numbers, lengths and words. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before } from "node:test";
import { afterMoves, costOf, isSolved } from "../../src/app/web/page/faces.js";
import { faceletsOf, rank, readPocket, solveByTable, stateOf, STATES } from "../../src/app/web/page/pocket.js";
import { walkFrom, walkIndex, walkIsHome, walkOn } from "../../src/app/web/page/walk.js";
import { run, scratch, test } from "./browser.mjs";

let files;
before(() => { files = scratch(); });
after(() => files.remove());

for (const metric of ["htm", "qtm"])
  test(`solutions by the table have the program's lengths (${metric})`, () => {
    run(["pocket", "build", "--metric", metric, "-o", files.path(metric)]);
    const table = readFileSync(files.path(metric)).subarray(32);
    const states = run(["scramble", "--puzzle", "2x2", "--type", "state", "--format", "facelets", "-n", "200"]).trim().split("\n");
    const lengths = run(["solve", "--puzzle", "2x2", "--metric", metric, ...states]).trim().split("\n").map((line) => Number(/(\d+)\*/.exec(line)[1]));
    states.forEach((facelets, i) => {
      const index = rank(stateOf(readPocket(facelets).corners)), moves = solveByTable(table, metric, index);
      assert.equal(faceletsOf(index), facelets);
      assert.equal(costOf(moves, metric), lengths[i], facelets);
      assert.ok(isSolved(afterMoves(facelets, moves)), facelets);
    });
  });

test("numbers are Théry's", () => {
  const [facelets] = run(["scramble", "--puzzle", "2x2", "--type", "state", "--format", "facelets"]).trim().split("\n");
  /* The program holds the cube the other way up for his turns: x2. */
  const moves = run(["solve", "--puzzle", "2x2", facelets]).trim().replace(/^\d+\*? */, "");
  const inverse = moves === "" ? "" : moves.split(" ").reverse().map((m) => m.endsWith("2") ? m : m.endsWith("'") ? m[0] : `${m}'`).join(" ");
  const turned = inverse.replace(/[UF]/g, (face) => face === "U" ? "D" : "B");
  const n = /^n1 n2 n +\d+ \d+ (\d+)/m.exec(run(["pocket", "show", turned]))[1];
  assert.equal(rank(stateOf(readPocket(facelets).corners)), Number(n));
});

test("what is wrong with a painted 2x2x2 is said in the program's words", () => {
  const random = () => faceletsOf(Math.floor(Math.random() * STATES));
  for (let i = 0; i < 60; i++) {
    const facelets = [...random()];
    for (let k = 0; k <= i % 4; k++) {  /* swaps keep the counts, so that later checks have their turn */
      const a = Math.floor(Math.random() * 24), b = Math.floor(Math.random() * 24);
      if (i % 3 === 0) facelets[a] = facelets[b];
      else [facelets[a], facelets[b]] = [facelets[b], facelets[a]];
    }
    const text = facelets.join(""), {fault} = readPocket(text);
    /* Letters alone could be turns as well; W in place of U leaves no doubt. */
    const told = JSON.parse(run(["solve", "--puzzle", "2x2", "--json", "-q", text.replaceAll("U", "W")], [0, 3]));
    const words = (message) => message?.replaceAll("W", "U");
    assert.equal(fault?.message, words(told.error?.message), text);
  }
});

test("a walk takes turns until it is home", () => {
  const walk = walkFrom(1234567);
  walkOn(walk, 10);
  assert.equal(walk.turns, 10);
  walkOn(walk, 1e9);
  assert.ok(walkIsHome(walk));
  assert.equal(walkIndex(walk), 0);
});
