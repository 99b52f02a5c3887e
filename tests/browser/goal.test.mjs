/* Goals on the page: chosen from the list, written, painted with grey; solved, told and linked. */
import assert from "node:assert/strict";
import { readdirSync, symlinkSync } from "node:fs";
import { after, before } from "node:test";
import { assertQuiet, launch, openMore, paint, press, run, scratch, serve, shown, solve, test, until } from "./browser.mjs";

const SCRAMBLE = "D2 F' R2 B U2 R F L2 D' B2 U R2 D F2 L", CROSS = "....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.";
const FAULTY = /status of 422/;
const tables = scratch();  /* those of the server, and room for those of goals */
let browser, server;
before(async () => {
  const directory = process.env.SUPERFLIP_PDB_DIR;
  for (const name of readdirSync(directory).filter((file) => file.endsWith(".pdb"))) symlinkSync(`${directory}/${name}`, tables.path(name));
  server = await serve("--pdb-dir", tables.path("."));
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.stop();
  tables.remove();
});

function open(cube, options, more = "") {
  return browser.open(`${server.address}#cube=${encodeURIComponent(cube)}${more}`, options);
}

function lengthOf(goal) {
  return parseInt(run(["solve", "-q", "--pdb-dir", tables.path("."), "--goal", goal, SCRAMBLE]), 10);
}

function write(page, text) {
  return page.$eval("#goal", (field, value) => { field.value = value; field.dispatchEvent(new Event("input")); }, text);
}

const textOf = (page, selector) => page.$eval(selector, (e) => e.textContent);
const isHidden = (page, selector) => page.$eval(selector, (e) => e.closest("[hidden]") !== null);

/* Wait for what the page says of the goal. */
function said(page, pattern) {
  return until(page, (source) => new RegExp(source).test(document.querySelector(".goal .hint").textContent), pattern.source);
}

/* The stickers that a goal names have its colours at the end. */
async function assertReached(page, goal) {
  await press(page, "To the end");
  const {facelets} = await shown(page, ".answer .player");
  [...goal].forEach((colour, i) => assert.ok(colour === "." || facelets[i] === colour, `sticker ${i}: ${facelets}`));
}

test("a goal is chosen from the list, told in words, solved and shown with the result", async () => {
  const p = await open(SCRAMBLE);
  await until(p, () => document.querySelectorAll(".goal option").length > 20);
  const listed = run(["help", "goals"]).match(/^ {2}\S+ +.*$/gm).map((line) => /^ {2}([^ :]+)/.exec(line)[1]);
  const offered = await p.$$eval(".goal option", (options) => options.map(({value}) => value));
  assert.deepEqual(listed.filter((name) => !offered.includes(name)), ["solved", "auf", "preauf", "neutral"]);
  await p.select(".goal select", "cross");
  await said(p, /^the four edges of a face \(D\) · 190,080 states · the table tells the distance/);
  assert.equal(await p.$eval("#goal", (field) => field.value), "cross");
  assert.equal(await p.$eval(".goal .painter", (e) => e.dataset.facelets), CROSS);
  assert.ok(await p.$$eval("button", (all) => all.find((b) => b.textContent === "Compare methods").hidden));
  await solve(p);
  assert.equal(await textOf(p, ".length"), `${lengthOf("cross")} moves`);
  assert.equal(await textOf(p, ".answer .hint"), "Proved: no solution is shorter.");
  assert.equal(await textOf(p, ".answer .wanted"), "Goal: cross");
  await assertReached(p, CROSS);
  assert.match(await textOf(p, ".answer .live"), /The end: the goal cross is reached\.$/);
  await p.select(".goal select", "");
  assert.ok(await isHidden(p, ".answer"));
  assertQuiet(p);
});

test("several goals are written together; a fault is told with its column and forbids solving", async () => {
  const p = await open(SCRAMBLE);
  await write(p, "eo+crss");
  await until(p, () => document.querySelector("#goal-fault").textContent.startsWith("Column 4: there is no goal 'crss'; did you mean 'cross'?"));
  assert.equal(await p.$eval("#goal", (field) => field.getAttribute("aria-invalid")), "true");
  assert.ok(await p.$$eval("button", (all) => all.find((b) => b.textContent === "Solve").disabled));
  await write(p, "eo:RL+cross+neutral");
  await until(p, () => document.querySelector("#goal-fault").textContent !== "" || document.querySelector(".goal .hint").textContent !== "");
  await write(p, "2x2x2:DBL+neutral");
  await said(p, /^253,440 states/);
  assert.equal(await p.$eval(".goal select", (list) => list.selectedOptions[0].textContent), "as written below");
  await solve(p);
  assert.equal(await textOf(p, ".length"), `${lengthOf("2x2x2+neutral")} moves`);
  await openMore(p);
  await p.click("input[value='2x2x2']");
  await until(p, () => document.querySelector(".goal").hidden);
  assertQuiet(p, FAULTY);
});

test("free turns are chosen at both ends, told with the answer and kept in the link; what does not go with them is told there", async () => {
  const p = await open("U R U", {}, "&goal=cross"), free = (name, face) => p.select(`select[name="${name}"]`, face), goal = () => p.$eval("#goal", (field) => field.value);
  await free("auf", "U");
  assert.equal(await goal(), "cross+auf:U");
  await p.select(".goal select", "");
  await free("preauf", "U");
  assert.equal(await goal(), "solved+auf:U+preauf:U");
  await solve(p);
  assert.equal(await textOf(p, ".length"), "1 move");
  assert.equal(await textOf(p, ".answer .wanted"), "Goal: solved+auf:U+preauf:U · The first and the last turn are free.");
  assert.equal(await textOf(p, ".answer .solutions"), "(U') R' (U')");
  assert.equal(await p.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("goal")), "solved+auf:U+preauf:U");
  await free("auf", "");
  await write(p, "f2l+preauf:B");
  assert.deepEqual(await p.$$eval(".goal select", (lists) => lists.map(({value}) => value)), ["f2l", "", "B"]);
  await write(p, "cross+preauf:U+preauf:D");
  await until(p, () => document.querySelector("#goal-fault").textContent.includes("turns of one face only are free before the first move"));
  await write(p, "cross+preauf:U");
  await openMore(p);
  await p.click("input[value='stm']");
  await solve(p);
  assert.ok(await isHidden(p, "#goal-fault"));
  await openMore(p);
  await p.click(".goal summary");
  await p.$$eval(".goal .sticker", (stickers) => stickers[4].focus());
  await p.keyboard.press("Delete");
  assert.ok(await isHidden(p, "select[name='auf']"));
  assertQuiet(p, FAULTY);
});

test("a goal is painted with grey by keys, and its faults are marked", async () => {
  const p = await open("U L2", {}, "&goal=cross"), threeEdges = [...CROSS].map((c, i) => (i === 34 || i === 52 ? "." : c)).join("");
  await said(p, /190,080 states/);
  await openMore(p);
  await p.click(".goal summary");
  for (const i of [34, 52]) {
    await p.$$eval(".goal .sticker", (stickers, at) => stickers[at].focus(), i);
    await p.keyboard.press("Delete");
  }
  await said(p, /^10,560 states/);
  assert.equal(await p.$eval("#goal", (field) => field.value), threeEdges);
  assert.equal(await p.$eval(".goal .sticker", (sticker) => sticker.getAttribute("aria-label")), "up face, row 1, column 1: grey: does not matter");
  await solve(p);
  assert.equal(await textOf(p, ".length"), "1 move");
  await openMore(p);
  await p.$$eval(".goal .sticker", (stickers) => stickers[28].focus());
  await p.keyboard.press("u");
  await until(p, () => document.querySelector("#goal-fault").textContent !== "");
  assert.ok(await p.$$eval(".goal .fault", (all) => all.length) >= 1);
  assertQuiet(p, FAULTY);
});

test("of a net that is painted in part what is seen is solved; the rest is grey and does not matter", async () => {
  const p = await open("");
  const whole = /^facelets +(\w+)$/m.exec(run(["show", "R U F"]))[1], isSeen = (i) => "....U........R.......FF..D..R.DD..D.....LD.L.....B..B."[i] !== ".";
  await press(p, "Clear");
  for (let i = 0; i < 54; i++)
    if (isSeen(i)) await paint(p, i, whole[i].toLowerCase());
  await until(p, () => document.querySelector(".entry .verdict").textContent === "A part of a cube." &&
                       document.querySelector(".entry .verdict + .hint").textContent === "Grey stickers do not matter: the others are put in place.");
  assert.ok(await p.$$eval("button", (all) => all.find((b) => b.textContent === "Compare methods").hidden));
  await press(p, "Solve");
  await until(p, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
  assert.equal(await textOf(p, ".length"), "2 moves");
  await assertReached(p, CROSS);
  assert.match(await textOf(p, ".answer .live"), /The end: solved\.$/);
  assertQuiet(p, FAULTY);
});

test("the link holds the goal; Ctrl+Enter solves; a phone and French have room for it", async () => {
  const p = await open("U L2", {width: 320, height: 640, language: "fr"}, "&goal=cross");
  await said(p, /^les quatre arêtes d’une face \(D\) · 190.080 états/);
  assert.equal(await p.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("goal")), "cross");
  const inEnglish = await p.$$eval(".goal option", (options) => options.filter(({value, textContent}) => /\b(the|all|as|beside)\b/.test(textContent) && value !== "").map(({value}) => value));
  assert.deepEqual(inEnglish, []);
  await openMore(p);
  await p.click(".goal summary");
  assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= 320));
  await p.focus("#goal");
  await p.keyboard.down("Control");
  await p.keyboard.press("Enter");
  await p.keyboard.up("Control");
  await until(p, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
  assert.equal(await textOf(p, ".answer .wanted"), "But : cross");
  const nameless = await p.$$eval("button, input, select, textarea", (controls) => controls.filter((c) => c.offsetParent &&
    !(c.getAttribute("aria-label") || c.textContent.trim() || c.labels?.[0]?.textContent.trim())).map((c) => c.outerHTML));
  assert.deepEqual(nameless, []);
  assertQuiet(p);
});
