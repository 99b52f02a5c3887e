/* Cubes whose centres are marked: turned by clicks and keys, written, solved, played and linked. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { FACES, solvedFacelets } from "../../src/app/web/page/faces.js";
import { assertQuiet, isSolved, launch, openMore, press, read, run, serve, shown, solve, test, until } from "./browser.mjs";

const SCRAMBLE = "B' U2 L2 D2 F' B", SOLVED = solvedFacelets(3);
let browser, server;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.stop();
});

function open(more, options) {
  return browser.open(`${server.address}${more}`, options);
}

const textOf = (page, selector) => page.$eval(selector, (e) => e.textContent);
const fieldOf = (page) => page.$eval("#scramble", (field) => field.value);
const centres = (page) => page.$eval(".stage .painter", (painter) => painter.dataset.centres);
const linked = (page, key) => page.evaluate((of) => new URLSearchParams(location.hash.slice(1)).get(of), key);

/* The button of a face's centre. */
function centre(page, face) {
  return page.evaluateHandle((i) => document.querySelectorAll(".stage .sticker")[i], 9 * FACES.indexOf(face) + 4);
}

async function tick(page) {
  await openMore(page);
  await page.focus(".more .switch input");
  await page.keyboard.press("Space");
}

/* What each mark that is seen is turned by, as drawn: on the net, on the cube in space. */
function drawn(page) {
  return page.$eval(".stage", (stage) => [".sticker.marked .mark", ".solid.marked .mark"].map((marks) =>
    [...stage.querySelectorAll(marks)].map((mark) => mark.parentElement.style.getPropertyValue("--quarters")).join("")));
}

test("a scramble turns the marks, and so do the moves of its solution, which is longer for them", async () => {
  const p = await open(`#cube=${encodeURIComponent(SCRAMBLE)}`);
  await read(p);
  assert.equal(await centres(p), "");
  await tick(p);
  await until(p, () => document.querySelector(".stage .painter").dataset.centres === "203220");
  assert.equal(await linked(p, "centers"), "true");
  assert.ok(await p.$$eval("button", (all) => all.find((b) => b.textContent === "Compare methods").hidden));
  await solve(p);
  const [, length] = /^(\d+)\*/.exec(run(["solve", "-q", "--centers", SCRAMBLE]));
  assert.equal(await textOf(p, ".length"), `${length} moves`);
  assert.equal(length, "6");
  assert.deepEqual(await drawn(p), ["203220", "203220"]);
  await press(p, "To the end");
  assert.deepEqual(await drawn(p), ["000000", "000000"]);
  const {facelets} = await shown(p, ".answer .player");
  assert.ok(isSolved(facelets.slice(0, 54)) && facelets.endsWith("000000"));
  await tick(p);
  await until(p, () => document.querySelector(".stage .painter").dataset.centres === "");
  assert.equal(await p.$eval(".answer", (e) => e.closest("[hidden]") !== null), true);
  await solve(p);
  assert.equal(await textOf(p, ".length"), "4 moves");
  assertQuiet(p);
});

test("centres are turned by clicks and by keys, and told to a screen reader and in the text", async () => {
  const p = await open("", {width: 320, height: 640});
  await read(p);
  await press(p, "The unfolded cube");
  await tick(p);
  await (await centre(p, "U")).click();
  await (await centre(p, "U")).press("Enter");
  const front = await centre(p, "F");
  await front.focus();
  await p.keyboard.press("-");
  assert.equal(await fieldOf(p), `${SOLVED} U2 F-`);
  await p.keyboard.press("ArrowUp");
  await p.keyboard.press("ArrowDown");
  await p.keyboard.press("+");
  assert.equal(await fieldOf(p), `${SOLVED} U2`);
  assert.equal(await p.evaluate((e) => e.getAttribute("aria-label"), await centre(p, "U")), "up face, row 2, column 2: white, turned by 180 degrees");
  await (await centre(p, "D")).press("r");  /* a key paints */
  assert.match(await fieldOf(p), /DDDDRDDDD/);
  assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= 320));
  assertQuiet(p, /status of 422/);
});

test("marks are read from the text and the link; what cannot be is told; without marks their text goes", async () => {
  const p = await open(`#cube=${encodeURIComponent(`${SOLVED} R+ L-`)}&centers=true`);
  await until(p, () => document.querySelector(".stage .painter").dataset.centres === "010030");
  await p.$eval("#scramble", (field) => { field.value += " Q+"; field.dispatchEvent(new Event("input")); });
  await until(p, () => document.querySelector("#verdict").classList.contains("bad"));
  await p.$eval("#scramble", (field) => { field.value = field.value.replace(" Q+", ""); field.dispatchEvent(new Event("input")); });
  await read(p);
  await p.select(".goal select", "cross");
  await p.select("select[name='auf']", "U");
  await press(p, "Solve");
  await until(p, () => document.querySelector("#goal-fault").textContent === "a free turn (auf) would turn a centre that counts");
  await tick(p);
  await read(p);
  assert.equal(await fieldOf(p), SOLVED);
  assert.ok(await p.$eval("#goal-fault", (fault) => fault.hidden));
  await tick(p);
  await press(p, "Clear");
  await (await centre(p, "U")).click();
  assert.equal(await centres(p), "100000");
  assert.equal(await textOf(p, ".entry .verdict"), "Stickers left to paint: 48.");
  await openMore(p);
  await p.click("input[value='2x2x2']");
  await read(p);
  assert.ok(await p.$eval(".more .switch", (e) => e.hidden));
  assertQuiet(p, /status of 422/);
});
