/* Lists of steps on the page: chosen, written, on the inverse; their steps are chapters of the player. */
import assert from "node:assert/strict";
import { readdirSync, symlinkSync } from "node:fs";
import { after, before } from "node:test";
import { assertQuiet, isSolved, launch, press, read, run, scratch, serve, shown, test, until } from "./browser.mjs";

const SCRAMBLE = "R' U' F D2 L2 F U2 R2 F' L B D' B2 U L' F R2 D B' R' U' F", FMC = ["EO", "DR", "HTR", "finish"];
const tables = scratch();
let browser, server;
before(async () => {
  for (const name of readdirSync(process.env.SUPERFLIP_PDB_DIR).filter((file) => file.endsWith(".pdb"))) symlinkSync(`${process.env.SUPERFLIP_PDB_DIR}/${name}`, tables.path(name));
  server = await serve("--pdb-dir", tables.path("."));
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.stop();
  tables.remove();
});

async function open(more, options) {
  const page = await browser.open(`${server.address}#cube=${encodeURIComponent(SCRAMBLE)}${more}`, options);
  await until(page, () => document.querySelectorAll(".by option").length > 5);
  await read(page);
  return page;
}

async function solveBySteps(page) {
  await press(page, "Solve");
  await until(page, () => document.querySelector(".answer .chapter") !== null || /no solution|pas de solution/.test(document.querySelector(".length").textContent));
}

const textOf = (page, selector) => page.$eval(selector, (e) => e.textContent);
const titles = (page) => page.$$eval(".answer .chapter", (all) => all.map((e) => e.textContent));
const current = (page) => page.$eval(".answer li[aria-current] .chapter", (e) => e.textContent.replace(/:.*/, ""));
const firstMove = (page, chapter) => page.$$eval(".answer .stages li", (items, i) =>
  items.slice(0, i).reduce((n, item) => n + item.querySelectorAll(".move").length, 0), chapter);

test("fewest moves: each step is a chapter, to which clicks and keys jump, and the one at hand is marked", async () => {
  const p = await open("");
  await p.select(".by select", "fmc");
  assert.ok(await p.$eval(".goal", (e) => e.hidden));
  await solveBySteps(p);
  const length = parseInt(run(["solve", "-q", "--method", "fmc", "--pdb-dir", tables.path("."), SCRAMBLE]), 10);
  assert.equal(await textOf(p, ".length"), `${length} moves`);
  assert.equal(await textOf(p, ".answer .hint"), "Step by step: nothing is proved about the sum.");
  assert.equal(await p.$eval("#proof", (e) => e.offsetParent), null);
  assert.deepEqual((await titles(p)).map((title) => title.replace(/:.*/, "")), FMC);
  assert.equal(await p.$$eval(".answer .move", (all) => all.length), length);
  assert.equal(await current(p), "EO");
  await p.$$eval(".answer .chapter", (all) => all[2].click());
  assert.equal(Number((await shown(p, ".answer .player")).index), await firstMove(p, 2));
  assert.equal(await current(p), "HTR");
  await p.$$eval(".answer .chapter", (all) => all[2].focus());
  const go = async (key) => {
    await p.keyboard.down("Shift");
    await p.keyboard.press(key);
    await p.keyboard.up("Shift");
  };
  for (const [key, chapter] of [["ArrowLeft", 1], ["ArrowRight", 2], ["ArrowRight", 3]]) {
    await go(key);
    assert.equal(await current(p), FMC[chapter]);
    assert.equal(Number((await shown(p, ".answer .player")).index), await firstMove(p, chapter));
  }
  await press(p, "To the end");
  assert.ok(isSolved((await shown(p, ".answer .player")).facelets));
  assertQuiet(p);
});

test("on the inverse, from any face, several beginnings: the best are listed, and each is played to the solved cube", async () => {
  const p = await open("&method=fmc&width=100&niss=true&neutral=all");
  await solveBySteps(p);
  const found = run(["solve", "-q", "--method", "fmc", "--niss", "--neutral", "all", "--width", "100", "-n", "10", "--pdb-dir", tables.path("."), SCRAMBLE]);
  const chains = found.trim().split("\n").map((line) => line.replace(/^\d+ {2}| {2}\[.*/g, ""));
  assert.deepEqual(await p.$$eval(".solutions button", (all) => all.map((e) => e.textContent)), chains);
  assert.ok(chains.some((chain) => chain.includes("(")));
  for (const [i, chain] of chains.entries()) {
    await p.$$eval(".solutions button", (all, at) => all[at].click(), i);
    assert.equal((await titles(p)).some((title) => title.includes(", on the inverse: ")), chain.includes("("), chain);
    await press(p, "To the end");
    assert.ok(isSolved((await shown(p, ".answer .player")).facelets), chain);
    assert.equal(await p.$$eval(".answer .move", (all) => all.length), parseInt(found.split("\n")[i], 10), chain);
  }
  assert.equal(await p.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("niss")), "true");
  assertQuiet(p);
});

test("the step that is searched is told, with the server's time limit, and the search is cancelled", async () => {
  const hard = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", p = await open("&steps=cross%20%3D%20cross%0Aall%20%3D%20solved");
  await p.$eval("#scramble", (field, text) => { field.value = text; field.dispatchEvent(new Event("input")); }, hard);
  await read(p);
  await press(p, "Solve");
  await until(p, () => /^step 2, [\d.]+ m?s · stops after 60 s$/.test(document.querySelector("#state").textContent));
  await press(p, "Cancel");
  await until(p, () => document.querySelector("#state").textContent.startsWith("Stopped"));
  assertQuiet(p);
});

test("a list of one's own, in French on a phone: its fault has a line, a step without a solution is named", async () => {
  const p = await open("", {width: 320, height: 640, language: "fr"});
  await p.select(".by select", "steps");
  assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= 320));
  const write = (text) => p.$eval(".by textarea", (field, value) => { field.value = value; field.dispatchEvent(new Event("input")); }, text);
  const start = () => p.$$eval("button", (all) => all.find((b) => b.textContent === "Résoudre").click());
  await write("croix = cross\ntout = sloved");
  await start();
  await until(p, () => [...document.querySelectorAll(".verdict.bad")].some((e) => e.textContent === "Ligne 2, colonne 8 : il n’y a pas de but « sloved » ; vouliez-vous dire « solved » ?"));
  await write("EO = eo:FB ; turns U R\ntout = solved");
  await start();
  await until(p, () => document.querySelector(".length").textContent === "L’étape EO n’a pas de solution avec ses mouvements");
  await write("EO = eo:FB\nDR = dr:UD ; turns U R D L F2 B2\nHTR = htr ; turns U D R2 L2 F2 B2\ntout = solved ; turns U2 R2 F2 D2 L2 B2");
  await start();
  await until(p, () => document.querySelectorAll(".answer .chapter").length === 4);
  assertQuiet(p, /status of 422/);
});
