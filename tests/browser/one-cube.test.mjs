/* One cube, one answer: what the page shows and asks belongs to the cube that was entered last, however late answers come. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { assertQuiet, hold, isSolved, launch, openMore, press, read, run, serve, shown, solve, test, until } from "./browser.mjs";

const SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";  /* hours away with these tables */

let browser, server;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.stop();
});

function open(cube) {
  return browser.open(`${server.address}#cube=${encodeURIComponent(cube)}`);
}

function faceletsOf(moves) {
  return /^facelets +(\w+)$/m.exec(run(["show", moves]))[1];
}

function setText(page, text) {
  return page.$eval(".entry textarea", (field, value) => {
    field.value = value;
    field.dispatchEvent(new Event("input"));
  }, text);
}

const verdict = (page) => page.$eval(".entry .verdict", (e) => e.textContent);
const isHidden = (page, selector) => page.$eval(selector, (e) => e.closest("[hidden]") !== null);

test("a random state is announced while it is made, and Solve waits for it", async () => {
  const p = await open(""), held = await hold(p, /api\/scramble/), asked = [];
  p.on("request", (request) => request.url().endsWith("/api/solve") && asked.push(JSON.parse(request.postData())));
  await read(p);
  await press(p, "Random");
  await press(p, "Solve");
  await held.arrived();
  assert.equal(await verdict(p), "Making a random state …");
  assert.deepEqual(asked, []);
  assert.ok(await isHidden(p, ".answer .player"));
  await held.release({scrambles: [{scramble: "R U F"}]});
  await until(p, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
  assert.deepEqual(asked.map(({scramble}) => scramble), ["R U F"]);
  assert.equal(await p.$eval(".length", (e) => e.textContent), "3 moves");
  assert.equal((await shown(p, ".answer .player")).facelets, faceletsOf("R U F"));
  assert.equal(await p.$eval(".stage .painter", (e) => e.dataset.facelets), faceletsOf("R U F"));
  assertQuiet(p);
});

test("a random state that comes after another cube was entered is not taken", async () => {
  const p = await open(""), held = await hold(p, /api\/scramble/);
  await read(p);
  await press(p, "Random");
  await held.arrived();
  await setText(p, "F B");
  await held.release({scrambles: [{scramble: "R U F"}]}).catch(() => {});  /* the page may have ended the request */
  await solve(p);
  assert.equal(await p.$eval(".entry textarea", (field) => field.value), "F B");
  assert.equal((await shown(p, ".answer .player")).facelets, faceletsOf("F B"));
  assertQuiet(p);
});

test("another cube takes the answer, its proof and the methods of the one before off the page", async () => {
  const p = await open("R U");
  for (const another of [() => press(p, "Back to painting"), () => setText(p, "F"), () => press(p, "Solved"), () => press(p, "Clear"),
                         () => p.evaluate(() => { location.hash = "#cube=D"; })]) {
    await setText(p, "R U");
    await solve(p);
    await openMore(p);
    await press(p, "Compare methods");
    await until(p, () => !document.getElementById("comparison").hidden);
    assert.equal(await isHidden(p, ".answer"), false);
    await another();
    await until(p, () => document.querySelector(".answer").closest("[hidden]") !== null);
    assert.ok(await isHidden(p, "#proof"));
    assert.ok(await isHidden(p, "#comparison"));
  }
  assertQuiet(p, /status of 422/);
});

test("a search that the server accepts after another cube was entered is cancelled and not shown", async () => {
  const p = await open(SUPERFLIP), held = await hold(p, /api\/solve/), cancelled = [];
  p.on("request", (request) => request.method() === "DELETE" && cancelled.push(request.url()));
  await read(p);
  await press(p, "Solve");
  await held.arrived();
  await setText(p, "R");
  await until(p, () => document.querySelector(".entry").getAttribute("aria-busy") === "false");
  await held.release();
  while (cancelled.length === 0) await new Promise((resolve) => { setTimeout(resolve, 20); });
  assert.ok(await isHidden(p, ".answer"));
  await press(p, "Solve");
  await held.release();
  await until(p, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
  assert.equal(await p.$eval(".length", (e) => e.textContent), "1 move");
  assertQuiet(p);
});

test("a cube that is entered while another one is searched ends that search", async () => {
  const p = await open(SUPERFLIP);
  await read(p);
  await press(p, "Solve");
  await until(p, () => document.querySelector(".proof tbody tr") !== null);
  const ended = p.waitForRequest((request) => request.method() === "DELETE");
  await setText(p, "R U");
  await ended;
  await solve(p);
  assert.equal(await p.$eval(".length", (e) => e.textContent), "2 moves");
  assertQuiet(p);
});

test("after Cancel a short solution is offered, beside what was proved", async () => {
  const p = await open(SUPERFLIP);
  await read(p);
  await press(p, "Solve");
  await until(p, () => /^At least \d+ moves: proved$/.test(document.querySelector(".bound").textContent) && document.querySelector(".proof tbody tr") !== null);
  await press(p, "Cancel");
  await until(p, () => /^\d+ moves$/.test(document.querySelector(".length").textContent));
  assert.match(await p.$eval(".answer .hint", (e) => e.textContent), /^Stopped: at least \d+ moves are proved, and this solution is one of the two-phase method\.$/);
  assert.match(await p.$eval(".bound", (e) => e.textContent), /^At least \d+ moves: proved$/);
  await press(p, "To the end");
  assert.ok(isSolved((await shown(p, ".answer .player")).facelets));
  assertQuiet(p);
});

test("Ctrl+Enter and Enter solve, and Solve waits for the text that was just typed", async () => {
  const p = await open("");
  await read(p);
  await p.type(".entry textarea", "R U R' U'");
  await p.keyboard.down("Control");
  await p.keyboard.press("Enter");
  await p.keyboard.up("Control");
  await until(p, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
  assert.equal(await p.$eval(".length", (e) => e.textContent), "4 moves");
  await p.type("#scramble", " F");
  await p.keyboard.press("Enter");
  await until(p, () => document.querySelector(".length").textContent === "5 moves");
  assert.equal(await p.evaluate(() => document.activeElement.className), "length");
  assertQuiet(p);
});

test("the solution can be selected as far as it is shown, and copied whole", async () => {
  const p = await open("R U F");
  await browser.allow(server.address, "clipboard-read", "clipboard-sanitized-write");
  await solve(p);
  const text = () => p.$eval(".answer .moves-text", (e) => e.textContent);
  assert.equal(await text(), "F' U' R'");
  await p.click(".answer .switch input");  /* one move at a time */
  assert.equal(await text(), "");
  await press(p, "One move on");
  assert.equal(await text(), "F'");
  await press(p, "Copy the moves");
  await until(p, () => document.querySelector(".answer .moves-text").textContent === "F' U' R'");
  assert.equal(await p.evaluate(() => getSelection().toString()), "F' U' R'");
  await until(p, () => document.querySelector(".answer .row [role=status]:last-child").textContent !== "");
  assert.equal(await p.evaluate(() => navigator.clipboard.readText()), "F' U' R'");
  assertQuiet(p);
});
