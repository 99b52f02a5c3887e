/* A sheet of algorithms for a case with a goal, or whose stickers are grey. */
import assert from "node:assert/strict";
import { readdirSync, symlinkSync } from "node:fs";
import { after, before } from "node:test";
import { assertQuiet, launch, openMore, read, run, scratch, serve, shown, test, until } from "./browser.mjs";

const SUNE = "R U2 R' U' R U' R'", CROSS = "....U........R.......FF..D..R.DD..D.....LD.L.....B..B.";
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

/* Without the turns that are free, each once. */
function algorithms(...args) {
  const {solutions} = JSON.parse(run(["solve", "-q", "--json", "--all", "--over", "1", "--pdb-dir", tables.path("."), ...args]));
  return [...new Set(solutions.map(({moves, before: b = "", after: a = ""}) => moves.slice(b.length, moves.length - a.length).trim()))];
}

async function makeSheet(cube, goal, options) {
  const page = await browser.open(`${server.address}#cube=${encodeURIComponent(cube)}${goal && `&goal=${encodeURIComponent(goal)}`}`, options);
  await read(page);
  await openMore(page);
  await until(page, () => [...document.querySelectorAll("button")].some((b) => /^Algorithm(s|es)$/.test(b.textContent) && b.offsetParent && !b.disabled));
  await page.$$eval("button", (all) => all.find((b) => /^Algorithm(s|es)$/.test(b.textContent)).click());
  await until(page, () => document.querySelector(".sheet .algorithm") !== null);
  return page;
}

const listed = (page) => page.$$eval(".sheet .algorithm", (all) => all.map((e) => e.textContent));
const column = (page, key) => page.$$eval(".sheet .algorithms li", (all, of) => all.map((e) => Number(e.dataset[of])), key);
const isSorted = (numbers) => numbers.every((n, i) => i === 0 || numbers[i - 1] <= n);

test("all algorithms of a last layer, whatever its free turns: ranked by moves or by quarter turns, and played", async () => {
  const p = await makeSheet(SUNE, "oll+auf:U"), expected = algorithms("--goal", "oll+auf:U", SUNE);
  assert.deepEqual((await listed(p)).sort(), expected.sort());
  const lengths = await column(p, "length");
  assert.ok(Math.min(...lengths) === 7);
  assert.ok(isSorted(await column(p, "hand")));
  assert.equal(await p.$eval(".sheet .live", (e) => e.textContent), `Algorithms of 7 to ${Math.max(...lengths)} moves: ${expected.length}.`);
  for (const key of ["quarters", "length"]) {
    await p.select(".sheet [aria-label='Best first, by']", key);
    assert.ok(isSorted(await column(p, key)), key);
  }
  await p.$$eval(".sheet .algorithm", (all) => all.at(-1).click());
  await p.$$eval(".sheet [aria-label='To the end']", (all) => all[0].click());
  assert.match((await shown(p, ".sheet .player")).facelets, /^U{9}/);
  assertQuiet(p);
});

test("a case with grey stickers; another goal takes the sheet away; a whole cube without a goal has none", async () => {
  const p = await makeSheet(CROSS, "", {width: 320, height: 640, language: "fr"});
  assert.deepEqual((await listed(p)).sort(), algorithms(CROSS).sort());
  assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= 320));
  assert.equal(await p.$eval(".sheet .net rect:nth-of-type(1)", (e) => e.getAttribute("fill")), "var(--blank)");
  await p.$eval("#scramble", (field) => { field.value = "R U"; field.dispatchEvent(new Event("input")); });
  await until(p, () => document.querySelector("#sheet").hidden && [...document.querySelectorAll("button")].find((b) => b.textContent === "Algorithmes").hidden);
  assertQuiet(p);
});
