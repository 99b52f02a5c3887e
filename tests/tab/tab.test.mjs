/* The page for static hosts, with and without the headers that threads need; the table is built in the tab. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { assertQuiet, isSolved, launch, openMore, press, run, shown, test, until } from "./browser.mjs";
import { changeKept, enter, kept, serveStatic, waitForTable } from "./pages.mjs";

const SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";  /* 20 moves */
const isSlow = Boolean(process.env.SUPERFLIP_SLOW_TESTS);
let browser, plain, isolated, alone;

before(async () => {
  [plain, isolated, alone] = await Promise.all([serveStatic(), serveStatic("--isolated"), serveStatic()]);  /* three origins, each with a storage of its own */
  browser = await launch();
});
after(async () => {
  await browser.close();
  [plain, isolated, alone].forEach((host) => host.stop());
});

/* A page that may not share memory between threads, and without the worker that would permit it. */
async function openAlone(hash = "") {
  const page = await browser.open("about:blank");
  await page.evaluateOnNewDocument(() => { Object.defineProperty(Navigator.prototype, "serviceWorker", {value: undefined}); });
  await page.goto(`${alone.address}${hash}`);
  await waitForTable(page);
  assert.ok(!await page.evaluate(() => crossOriginIsolated));
  return page;
}

/* Solve a text, and read what was proved. */
async function solve(page, text) {
  await page.reload();
  await waitForTable(page);
  await enter(page, text);
  await press(page, "Solve");
  await until(page, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
  assert.equal(await page.$eval(".answer .hint", (hint) => hint.textContent), "Proved: no solution is shorter.");
  return parseInt(await page.$eval(".length", (length) => length.textContent), 10);
}

test("without headers the page isolates itself, builds its table while it tells how far it is, and finds it again", async () => {
  const p = await browser.open(plain.address);
  await until(p, () => /^Building the table: \d+ %/.test(document.querySelector("#table .live")?.textContent));
  await until(p, () => document.querySelector(".entry .verdict").textContent === "Solved.");
  assert.doesNotMatch(await p.$eval(".stage", (stage) => stage.innerText), /at least/);  /* the table tells bounds once it is there */
  await waitForTable(p);
  assert.ok(await p.evaluate(() => crossOriginIsolated));
  assert.match(await p.$eval("#table .live", (text) => text.textContent), /^Built and checked in /);
  assert.ok((await kept(p)).size > 30000000);
  const again = await browser.open(plain.address);
  await waitForTable(again);
  assert.match(await again.$eval("#table .live", (text) => text.textContent), /^Found in this browser and checked in /);
  assertQuiet(p);
  assertQuiet(again);
});

test("a kept table with a wrong byte is not used but built again", async () => {
  const p = await browser.open(plain.address);
  await waitForTable(p);
  await changeKept(p, {at: 20000000, bytes: [0, 1, 2, 3]});
  await p.reload();
  await waitForTable(p);
  assert.match(await p.$eval("#table .live", (text) => text.textContent), /^What was kept could not be used \(.*\)\. Built and checked in /);
  assertQuiet(p);
});

test("lengths are those of the command, and the solution plays to the solved cube", async () => {
  const p = await browser.open(isolated.address);
  await waitForTable(p);
  assert.ok(await p.evaluate(() => !navigator.serviceWorker.controller));
  const cubes = ["", "R U R' U'", "R L U2 D2 F2 B2", "R U F2 L' D B2 U2 R2 F' L U' B", "U2 F' R2 B L' D2 F U R' B2 D L2 U'"];
  for (const cube of cubes) {
    const length = parseInt(run(["solve", "--heuristic", "korf", cube]), 10);
    assert.equal(await solve(p, cube), length, cube);
    assert.equal(await p.$eval(".bound", (bound) => bound.textContent), `At least ${length} move${length === 1 ? "" : "s"}: proved`);
    if (length === 0) continue;
    const rows = await p.$$eval(".proof tbody tr", (all) => all.map((row) => Number(row.dataset.threshold)));
    assert.equal(rows.at(-1), length);
    await press(p, "To the end");
    assert.ok(isSolved((await shown(p, ".answer .player")).facelets));
  }
  assertQuiet(p);
});

test("quarter turns and all solutions", async () => {
  const p = await browser.open(`${isolated.address}#cube=R2+U&metric=qtm`);
  assert.equal(await solve(p, "R2 U"), 3);
  const q = await browser.open(isolated.address);
  await waitForTable(q);
  await enter(q, "R L U2 D2");
  await openMore(q);
  await q.click("input[value=all]");
  await press(q, "Solve");
  await until(q, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
  const want = run(["solve", "--all", "R L U2 D2"]).trim().split("\n").map((line) => line.replace(/^\d+\*? +/, "")).sort();
  assert.deepEqual((await q.$$eval(".solutions button", (buttons) => buttons.map((b) => b.textContent))).sort(), want);
  assertQuiet(p);
  assertQuiet(q);
});

test("goals: tables are built in the tab, lengths are those of the command, what is too large is refused, with threads and without", async () => {
  const cube = "D2 F' R2 B U2 R F L2 D' B2 U R2 D F2 L", hash = `#cube=${encodeURIComponent(cube)}&goal=`;
  const want = (goal) => parseInt(run(["solve", "-q", "--goal", goal, cube]), 10);
  const link = (goal) => `${hash}${encodeURIComponent(goal)}`;
  for (const open of [async (goal) => browser.open(`${isolated.address}${link(goal)}`), async (goal) => openAlone(link(goal))]) {
    for (const goal of ["cross", "eo:RL", "2x2x2", "eoline", "cross+auf:U+preauf:U"]) {
      const p = await open(goal);
      await waitForTable(p);
      await until(p, () => / states/.test(document.querySelector(".goal .hint").textContent));
      await press(p, "Solve");
      await until(p, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
      assert.equal(await p.$eval(".answer .hint", (hint) => hint.textContent), "Proved: no solution is shorter.");
      assert.equal(parseInt(await p.$eval(".length", (e) => e.textContent), 10), want(goal), goal);
      assert.equal(await p.$eval(".answer .wanted", (e) => e.textContent), `Goal: ${goal}${goal.includes("preauf") ? " · The first turn is free." : ""}`);
      assert.ok(await p.$$eval(".goal option", (options) => options.length) > 20);
      assertQuiet(p);
      await p.close();
    }
    const p = await open("xcross");
    await waitForTable(p);
    await press(p, "Solve");
    await until(p, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
    assert.match(await p.$eval(".answer .hint", (hint) => hint.textContent), /^the goal 'xcross' needs tables of \d+ MiB, more than this tab builds$/);
    await p.$eval("#goal", (field) => { field.value = "eo+crss"; field.dispatchEvent(new Event("input")); });
    await until(p, () => document.querySelector("#goal-fault").textContent.startsWith("Column 4: there is no goal 'crss'; did you mean 'cross'?"));
    await p.$eval("#goal", (field) => { field.value = ""; field.dispatchEvent(new Event("input")); });
    await enter(p, "....U........R.......FF..D..R.DD..D.....LD.L.....B..B.");  /* the cross after R U F; the rest is grey */
    await until(p, () => document.querySelector(".entry .verdict").textContent === "A part of a cube.");
    await press(p, "Solve");
    await until(p, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
    assert.equal(await p.$eval(".length", (e) => e.textContent), "2 moves");
    await p.close();
  }
});

test("lists of steps: fewest moves as the command finds them, a step without a solution, tables that are too large; with threads and without", async () => {
  const cube = "R' U' F D2 L2 F U2 R2 F' L B D' B2 U L' F R2 D B' R' U' F", hash = `#cube=${encodeURIComponent(cube)}&method=fmc&width=10&niss=true`;
  const found = run(["solve", "-q", "--method", "fmc", "--width", "10", "--niss", "-n", "10", cube]).trim().split("\n").map((line) => line.replace(/^\d+ {2}| {2}\[.*/g, ""));
  for (const open of [async () => browser.open(`${isolated.address}${hash}`), async () => openAlone(hash)]) {
    const p = await open();
    await waitForTable(p);
    await until(p, () => document.querySelectorAll(".by option").length > 2);
    assert.match(await p.$eval(".by .hint", (hint) => hint.textContent), /^CFOP, Roux and others need larger tables/);
    await press(p, "Solve");
    await until(p, () => document.querySelectorAll(".answer .chapter").length >= 4);
    const listed = await p.$$eval(".solutions button", (all) => all.map((e) => e.textContent));
    assert.equal(listed[0], found[0]);
    assert.equal(listed.length, found.length);  /* which of two chains with one solution is told depends on qsort() */
    await press(p, "To the end");
    assert.ok(isSolved((await shown(p, ".answer .player")).facelets));
    await p.select(".by select", "steps");
    const write = (text) => p.$eval(".by textarea", (field, value) => { field.value = value; field.dispatchEvent(new Event("input")); }, text);
    await write("EO = eo:FB ; turns U R\nDR = dr:UD ; turns U R D L F2 B2\nHTR = htr ; turns U D R2 L2 F2 B2\nall = solved ; turns U2 R2 F2 D2 L2 B2");
    await press(p, "Solve");
    await until(p, () => document.querySelector(".length").textContent === "The step EO has no solution by its turns");
    await write("cross = cross\nall = solved");
    await press(p, "Solve");
    await until(p, () => /^these steps need tables of \d+ MiB, more than this tab builds$/.test(document.querySelector(".answer .hint").textContent));
    assertQuiet(p);
    await p.close();
  }
});

test("faults are said in the command's words; random states, the 2x2x2 and the methods work", async () => {
  const p = await browser.open(isolated.address);
  await waitForTable(p);
  await p.type(".entry textarea", "R U X");
  await until(p, () => document.querySelector(".entry .verdict").textContent.startsWith("Column 5: 'X' is not a move"));
  await enter(p, "R U F2 L' D B2");
  await openMore(p);
  await press(p, "Compare methods");
  await until(p, () => [...document.querySelectorAll(".methods tbody tr")].length === 4 &&
                       [...document.querySelectorAll(".methods tbody tr")].every((row) => /^\d+$/.test(row.cells[1].textContent)));
  const lengths = await p.$$eval(".methods tbody tr", (rows) => rows.map((row) => Number(row.cells[1].textContent)));
  assert.equal(lengths[3], 6);
  assert.equal(Math.min(...lengths), 6);
  await press(p, "Layer by layer");
  await p.$$eval("#comparison .icon", (buttons) => buttons.at(-1).click());
  assert.ok(isSolved((await shown(p, "#comparison .player")).facelets));
  await openMore(p);
  await p.click("input[value='2x2x2']");
  await press(p, "Random");
  await until(p, () => document.querySelector(".entry textarea").value !== "");
  const scramble = await p.$eval(".entry textarea", (field) => field.value);
  await press(p, "Solve");
  await until(p, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
  assert.equal(parseInt(await p.$eval(".length", (e) => e.textContent), 10), parseInt(run(["solve", "--puzzle", "2x2", scramble]), 10));
  assertQuiet(p);
});

test("a search is cancelled, and what was proved stays; nothing is wider than a phone", async () => {
  const p = await browser.open(`${isolated.address}#cube=${encodeURIComponent(SUPERFLIP)}`, {width: 375, height: 812});
  await waitForTable(p);
  await press(p, "Solve");
  await until(p, () => document.querySelector(".proof tbody tr.complete") !== null);
  await press(p, "Cancel");
  await until(p, () => document.querySelector("#state").textContent.startsWith("Stopped after "));
  assert.match(await p.$eval(".bound", (e) => e.textContent), /^At least \d+ moves: proved$/);
  assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= 375));
  assertQuiet(p);
});

/* Nodes of the iterations that are complete, by length: the same for any number of threads and on any machine. */
function nodesOfCommand(text) {
  const record = JSON.parse(run(["solve", "--heuristic", "coset-30m", "--threads", "1", "--json", text]));
  return record.nodes_by_depth.filter(({complete}) => complete).map(({threshold, generated}) => [threshold, generated]);
}

function nodesOfPage(page) {
  return page.$$eval(".proof tbody tr.complete", (rows) => rows.map((row) => [Number(row.dataset.threshold), Number(row.cells[2].textContent.replace(/\D/g, ""))]));
}

test("iterations have the nodes of the command's, with one thread, with more, and without threads", async () => {
  const cube = "R U F2 L' D B2 U2 R2 F' L U' B D2 R'", want = nodesOfCommand(cube);
  assert.ok(want.length > 2);
  for (const open of [() => browser.open(isolated.address), () => browser.open(`${isolated.address}?threads=1`), openAlone]) {
    const p = await open();
    await solve(p, cube);
    assert.deepEqual((await nodesOfPage(p)).filter(([length]) => want.some(([known]) => known === length)), want);
    assertQuiet(p);
  }
});

test("without threads the page solves, compares and answers while it searches; what was stopped leaves its bound", async () => {
  const p = await openAlone();
  assert.match(await p.$eval("#table", (section) => section.innerText), /gives the page no threads/);
  assert.equal(await p.$eval("#table", (section) => section.dataset.threads), "0");
  await enter(p, SUPERFLIP);
  await press(p, "Solve");
  await until(p, () => document.querySelectorAll(".proof tbody tr.complete").length >= 3);
  await press(p, "Cancel");
  await until(p, () => document.querySelector("#state").textContent.startsWith("Stopped after "));
  assert.match(await p.$eval(".bound", (e) => e.textContent), /^At least \d+ moves: proved$/);
  // Another text ends the search of the cube before, and is read while that still has the only thread.
  await press(p, "Solve");
  await until(p, () => document.querySelectorAll(".proof tbody tr.complete").length >= 3);
  await p.$eval(".entry textarea", (field) => { field.value = "R U X"; field.dispatchEvent(new Event("input")); });
  await until(p, () => document.querySelector(".entry .verdict").textContent.startsWith("Column 5: 'X' is not a move"));
  await enter(p, "R U F2 L' D B2");
  await openMore(p);
  await press(p, "Compare methods");
  await until(p, () => [...document.querySelectorAll(".methods tbody tr")].length === 4 &&
                       [...document.querySelectorAll(".methods tbody tr")].every((row) => /^\d+$/.test(row.cells[1].textContent)));
  assert.equal(await solve(p, "R L U2 D2 F2 B2"), 6);
  assertQuiet(p);
});

test("without threads a search that was given up before it began tells nothing of the next cube", async () => {
  const p = await openAlone();
  await enter(p, SUPERFLIP);
  await openMore(p);
  await press(p, "Compare methods");
  await until(p, () => [...document.querySelectorAll(".methods tbody tr")].slice(0, 3).every((row) => /^\d+$/.test(row.cells[1]?.textContent)) &&
                       document.querySelectorAll(".methods tbody tr").length === 4);
  await press(p, "Solve");  /* it waits for the comparison's optimal search */
  await enter(p, "R U F2 L' D B2");
  await until(p, () => document.querySelector(".entry .verdict").textContent === "A solvable cube.");
  await new Promise((resolve) => { setTimeout(resolve, 5000); });  /* a new worker has taken the search that nobody wants, and was ended */
  await press(p, "Solve");
  await until(p, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent || document.querySelector("#state").textContent.startsWith("Stopped"));
  assert.equal(await p.$eval(".answer .hint", (hint) => hint.textContent), "Proved: no solution is shorter.");
  assert.equal(await p.$eval(".length", (length) => length.textContent), "6 moves");
  assertQuiet(p);
});

test("a random position is proved optimal in the tab", {skip: !isSlow && "a minute or more: SUPERFLIP_SLOW_TESTS"}, async () => {
  const p = await browser.open(isolated.address);
  await waitForTable(p);
  /* Drawn with seed 5; that it is 17 moves deep, coset-300m says as well. */
  assert.equal(await solve(p, "RDRUULUFLFUDDRRUFLLRDBFBDLRBFBLDDFBFDFBRLRRBLBLFDBUUUU"), 17);
  await press(p, "To the end");
  assert.ok(isSolved((await shown(p, ".answer .player")).facelets));
  assertQuiet(p);
});
