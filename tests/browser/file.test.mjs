/* Pages of `solve --html` and `show --html`, opened as files. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before } from "node:test";
import { assertQuiet, isSolved, launch, press, run, scratch, shown, test, until } from "./browser.mjs";

let browser, files;
before(async () => {
  browser = await launch();
  files = scratch();
});
after(async () => {
  await browser.close();
  files.remove();
});

function page(name, ...args) {
  run([...args.slice(0, 1), "--html", files.path(name), ...args.slice(1)], [0, 3]);
  return `file://${files.path(name)}`;
}

test("a solution is stepped, jumped and played to its end, which is solved", async () => {
  const p = await browser.open(page("solve.html", "solve", "R U F2 L' D"));
  const start = (await shown(p)).facelets;
  await press(p, "One move on");
  assert.equal((await shown(p)).index, "1");
  await press(p, "One move back");
  assert.deepEqual([(await shown(p)).index, (await shown(p)).facelets], ["0", start]);
  await press(p, "To the end");
  assert.ok(isSolved((await shown(p)).facelets));
  await press(p, "To the start");
  await p.$eval(".player .slider:last-child input", (speed) => { speed.value = 4; speed.dispatchEvent(new Event("input")); });
  await press(p, "Play");
  await until(p, () => document.querySelector(".player").dataset.index === "5");
  assert.ok(isSolved((await shown(p)).facelets));
  assert.match(await p.$eval(".player .live", (e) => e.textContent), /The end: solved\.$/);
  assertQuiet(p);
});

test("with a goal the stickers that it leaves open are grey, whichever solution is played", async () => {
  const p = await browser.open(page("goal.html", "solve", "--goal", "cross", "--all", "--over", "1", "R U F2 L' D B2"));
  const nSeen = async () => [...(await shown(p)).facelets].filter((c) => c !== ".").length;
  assert.ok(await p.$$eval("#solution option", (options) => options.length) > 1);
  assert.equal(await nSeen(), 14);
  await p.select("#solution", "1");
  assert.equal(await nSeen(), 14);
  await press(p, "To the end");
  assert.match((await shown(p)).facelets, /^\.{4}U\.{5}/);
  assert.match(await p.$eval(".player .live", (e) => e.textContent), /The end: the goal cross is reached\.$/);
  assertQuiet(p);
});

test("so are they of a goal from any side, which the solution names with its colour", async () => {
  const p = await browser.open(page("neutral.html", "solve", "--goal", "cross+neutral", "--all", "--deterministic", "R U F2 L' D B2"));
  assert.deepEqual(await p.$$eval("#solution option", (options) => options.map((e) => e.textContent.replace(/.*\(/, "("))), ["(cross:F, green)", "(cross:D, yellow)", "(cross:U, white)"]);
  for (const [solution, seen] of [["0", /^\.{4}U.{13}\.F\.FFF\.F\./], ["2", /^\.U\.UUU\.U\./]]) {
    await p.select("#solution", solution);
    assert.equal([...(await shown(p)).facelets].filter((c) => c !== ".").length, 14);
    await press(p, "To the end");
    assert.match((await shown(p)).facelets, seen);
  }
  writeFileSync(files.path("own.steps"), "cross = cross:F\nfinish = solved\n");
  for (const [scramble, side] of [["R U F2", "green"], ["x R U F2", "F"]]) {  /* of a cube that is turned as a whole green is elsewhere */
    await p.goto(page(`${side}.html`, "solve", "--steps", files.path("own.steps"), scramble));
    assert.match(await p.$eval(".chapter", (e) => e.textContent), new RegExp(`^cross: \\d moves? \\(${side}\\)$`));
  }
  assertQuiet(p);
});

test("steps of a list are chapters, those on the inverse last, and each solution ends solved", async () => {
  const p = await browser.open(page("steps.html", "solve", "--method", "fmc", "--niss", "-n", "3", "--width", "10", "R' U' F D2 L2 F U2 R2 F' L B D' B2 U L' F R2 D B' R' U' F"));
  const titles = () => p.$$eval(".chapter", (all) => all.map((e) => e.textContent));
  const told = [];
  for (const solution of ["0", "1", "2"]) {
    await p.select("#solution", solution);
    told.push(...await titles());
    await press(p, "To the end");
    assert.ok(isSolved((await shown(p)).facelets), solution);
  }
  assert.ok(told.length >= 12);  // a step with turns on both sides is two chapters
  assert.ok(told.some((title) => title.includes("on the inverse")));
  assertQuiet(p);
});

test("keys do the same", async () => {
  const p = await browser.open(page("keys.html", "solve", "R U F2"));
  await p.keyboard.press("ArrowRight");
  await p.keyboard.press("ArrowRight");
  await p.keyboard.press("ArrowLeft");
  assert.equal((await shown(p)).index, "1");
  await p.keyboard.press("End");
  assert.ok(isSolved((await shown(p)).facelets));
  await p.keyboard.press("Home");
  assert.equal((await shown(p)).index, "0");
});

test("every stage of every method ends where the next begins, and the last one solved", async () => {
  for (const method of ["layers", "thistlethwaite", "two-phase"]) {
    const time = method === "two-phase" ? ["--time-limit", "1"] : [];
    const p = await browser.open(page(`${method}.html`, "solve", "--method", method, ...time, "R U F2 L' D B R2 U'"));
    const n = await p.$$eval(".player h3", (titles) => titles.length);
    assert.ok(n >= 2, method);
    await press(p, "To the end");
    assert.ok(isSolved((await shown(p)).facelets), method);
    assertQuiet(p);
  }
});

test("in a frame, as a notebook shows a result, it plays", async () => {
  const p = await browser.open("about:blank"), text = readFileSync(new URL(page("frame.html", "solve", "R U F2")), "utf8");
  await p.evaluate((srcdoc) => document.body.append(Object.assign(document.createElement("iframe"), {srcdoc})), text);
  const frame = await (await p.waitForSelector("iframe")).contentFrame();
  await frame.waitForSelector(".player .move");
  await frame.$eval(".player [aria-label='To the end']", (button) => button.click());
  assert.ok(isSolved(await frame.$eval(".player", (player) => player.dataset.facelets)));
  assertQuiet(p);
});

test("French: the page's words, and the letters of moves", async () => {
  const p = await browser.open(page("french.html", "solve", "--french", "H D2"), {language: "fr-FR"});
  assert.equal(await p.$eval(".player button", (button) => button.getAttribute("aria-label")), "Au début");
  assert.deepEqual(await p.$$eval(".move", (moves) => moves.map((m) => m.textContent)), ["D2", "H'"]);
  await press(p, "English");
  assert.equal(await p.$eval(".player button", (button) => button.getAttribute("aria-label")), "To the start");
  assertQuiet(p);
});

test("several cubes: one is chosen, and one that is none says why", async () => {
  const p = await browser.open(page("list.html", "solve", "R", "R U X", "F2 D"));
  await p.select("#cube", "2");
  assert.equal(await p.$eval("#scramble", (e) => e.textContent), "F2 D");
  await p.select("#cube", "1");
  assert.match(await p.$eval("#result", (e) => e.textContent), /'X' is not a move/);
  assertQuiet(p);
});

test("the page of a 2x2x2 solves what is turned, drawn at random and painted, and names faults", async () => {
  const p = await browser.open(page("pocket.html", "solve", "--puzzle", "2x2", "R U F2 R'"));
  const lab = ".lab .player";
  for (let i = 0; i < 10; i++) {
    await press(p, "Random state");
    const {facelets} = await shown(p, lab);
    const want = parseInt(run(["solve", "--puzzle", "2x2", facelets]), 10);
    assert.equal(await p.$$eval(`${lab} .move`, (moves) => moves.length), want, facelets);
  }
  await p.$$eval(".lab button", (buttons) => buttons.find((b) => b.textContent === "Solved").click());
  await p.$$eval(".turns .move", (moves) => moves.find((m) => m.textContent === "R'").click());
  assert.deepEqual(await p.$$eval(`${lab} .move`, (moves) => moves.map((m) => m.textContent)), ["R"]);
  await p.focus(".sticker");
  await p.keyboard.press("f");
  assert.equal(await p.$eval(".verdict", (e) => e.textContent), "5 stickers are green; there are 4 of each colour");
  assert.equal(await p.$$eval(".sticker.fault", (stickers) => stickers.length), 5);
  await p.keyboard.press("Delete");
  assert.equal(await p.$eval(".verdict", (e) => e.textContent), "Stickers left to paint: 1.");
  await p.keyboard.press("u");
  assert.equal(await p.$eval(".verdict", (e) => e.textContent), "1 move from solved");
  await p.keyboard.press("f");
  await press(p, "Français");
  assert.equal(await p.$eval(".verdict", (e) => e.textContent), "5 autocollants sont verts ; il y en a 4 de chaque couleur");
  await press(p, "English");  /* kept for all pages that are files */
  assertQuiet(p);
});

test("the random walk finds home", async () => {
  const p = await browser.open(page("walk.html", "solve", "--puzzle", "2x2", "R U"));
  await p.$eval(".walk input", (speed) => { speed.value = 8; });
  await press(p, "Start from your state");
  await until(p, () => /^Solved after [\d,]+ turns; the table needs \d+\.$/.test(document.querySelector(".walk .live").textContent));
  assertQuiet(p);
});

test("nothing is wider than a phone, and every control has a name", async () => {
  const p = await browser.open(page("phone.html", "solve", "--puzzle", "2x2", "R U F2 R'"), {width: 375, height: 800});
  assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= 375));
  const nameless = await p.$$eval("button, input, select, textarea", (controls) => controls.filter((c) => c.offsetParent &&
    !(c.getAttribute("aria-label") || c.textContent.trim() || c.labels?.[0]?.textContent.trim())).map((c) => c.outerHTML));
  assert.deepEqual(nameless, []);
});
