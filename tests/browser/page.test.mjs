/* The page of `superflip serve`, with a server of its own. */
import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { after, before } from "node:test";
import { assertQuiet, isSolved, launch, openMore, paint, press, read, run, scratch, serve, shown, solve, test, until } from "./browser.mjs";

let browser, server;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.stop();
});

const FAULTY = /status of 422/;  /* the browser's own line about each refused cube */

function open(cube, options, more = "") {
  return browser.open(`${server.address}#cube=${encodeURIComponent(cube)}${more}`, options);
}

test("a cube is painted, its faults are named, it is solved, and played to the end, which is solved", async () => {
  const p = await open("");
  const facelets = /^facelets +(\w+)$/m.exec(run(["show", "R U F2 L' D B2 U2 R2"]))[1];
  await read(p);
  await p.click(`.palette input[value=${facelets[0]}]`);
  await p.click(".stage .sticker");
  for (let i = 1; i < 54; i++)
    if (facelets[i] !== "URFDLB"[Math.floor(i / 9)]) await paint(p, i, facelets[i].toLowerCase());
  await until(p, (text) => document.querySelector(".entry .verdict").textContent === text, "A solvable cube.");

  await paint(p, 10, facelets[10] === "U" ? "r" : "u");
  await until(p, () => /^10 stickers are \w+; there are 9 of each colour$/.test(document.querySelector(".entry .verdict").textContent));
  assert.equal(await p.$$eval(".stage .sticker.fault", (stickers) => stickers.length), 10);
  assert.equal(await p.$eval(".entry textarea", (field) => field.getAttribute("aria-invalid")), "true");
  await paint(p, 10, facelets[10].toLowerCase());

  await solve(p);
  const length = parseInt(run(["solve", "--heuristic", "korf", facelets]), 10);
  assert.equal(await p.$eval(".length", (e) => e.textContent), `${length} moves`);
  assert.equal(await p.$eval(".bound", (e) => e.textContent), `At least ${length} moves: proved`);
  const rows = await p.$$eval(".proof tbody tr", (all) => all.map((row) => Number(row.dataset.threshold)));
  assert.ok(rows.length > 0 && rows.at(-1) === length, String(rows));
  assert.equal((await shown(p, ".answer .player")).revealed, String(length));
  assert.equal((await shown(p, ".answer .player")).index, "0");
  await p.$eval(".answer .slider:last-child input", (speed) => { speed.value = 4; speed.dispatchEvent(new Event("input")); });
  await press(p, "Play");
  await until(p, (n) => document.querySelector(".answer .player").dataset.index === String(n), length);
  assert.ok(isSolved((await shown(p, ".answer .player")).facelets));
  assertQuiet(p, FAULTY);
});

test("each fault of a painted net is said, and marked", async () => {
  const p = await open("");
  await read(p);
  const faults = [
    [[[8, "r"], [9, "u"]], "The top-right-front corner is red, white, and green: the piece has these colours the other way round", 3],
    [[[5, "r"], [10, "u"]], "One edge is flipped: turns of the faces cannot solve this cube", 0],
    [[[8, "r"], [9, "f"], [20, "u"]], "One corner is twisted: turns of the faces cannot solve this cube", 0],
    [[[4, "r"], [13, "u"]], "The centres do not lie as on a cube, however it is held", 0],
  ];
  for (const [stickers, message, nMarked] of faults) {
    await press(p, "Solved");
    await read(p);
    for (const [i, key] of stickers) await paint(p, i, key);
    await until(p, (text) => document.querySelector(".entry .verdict").textContent === text, message);
    assert.equal(await p.$$eval(".stage .sticker.fault", (all) => all.length), nMarked);
  }
  await press(p, "Clear");
  assert.equal(await p.$eval(".entry .verdict", (e) => e.textContent), "Paint the stickers that matter; those that are grey do not.");
  assert.match(await p.$eval(".stage .painter", (painter) => painter.dataset.facelets), /^(?:\.{4}[URFDLB]\.{4}){6}$/);
  assertQuiet(p, FAULTY);
});

test("faults of a net are named while stickers are still blank", async () => {
  const p = await open("");
  await read(p);
  await press(p, "Clear");
  const verdict = () => p.$eval(".entry .verdict", (e) => e.textContent);
  for (let i = 0; i < 9; i++) await paint(p, i, "u");
  assert.equal(await verdict(), "A part of a cube.");
  assert.equal(await p.$eval(".entry .palette", (palette) => palette.innerText.replace(/\s+/g, " ")), "8 8 8 8 8");
  await paint(p, 9, "u");
  assert.equal(await verdict(), "10 stickers are white; there are 9 of each colour");
  assert.equal(await p.$eval(".form .verdict", (e) => e.textContent), await verdict());
  assert.equal(await p.$$eval(".stage .sticker.fault", (all) => all.length), 10);
  await paint(p, 9, "Delete");
  assert.equal(await verdict(), "A part of a cube.");
  await paint(p, 10, "u");
  await paint(p, 0, "Delete");
  assert.equal(await verdict(), "The top-right edge is white and white: there is no such piece");
  assert.equal(await p.$$eval(".stage .sticker.fault", (all) => all.length), 2);
  assertQuiet(p);
});

test("a mistake in a text is named with its column", async () => {
  const p = await open("");
  await p.type(".entry textarea", "R U X");
  await until(p, () => document.querySelector(".entry .verdict").textContent.startsWith("Column 5: 'X' is not a move"));
  assert.ok(await p.$$eval("button", (buttons) => buttons.find((b) => b.textContent === "Solve").disabled));
  assertQuiet(p, FAULTY);
});

test("facelets that are no cube are shown in the net, with the stickers at fault", async () => {
  const facelets = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBR", p = await open(facelets);
  await until(p, () => document.querySelector(".entry .verdict").textContent === "10 stickers are red; there are 9 of each colour");
  assert.equal(await p.$eval(".stage .painter", (painter) => painter.dataset.facelets), facelets);
  assert.equal(await p.$$eval(".stage .sticker.fault", (all) => all.length), 10);
  assertQuiet(p, FAULTY);
});

test("parentheses with two readings are asked about", async () => {
  const p = await open("R (U F) D");
  await until(p, () => document.querySelector(".entry .verdict").textContent.endsWith("(NISS); say which"));
  await p.click("input[value=niss]");
  await read(p);
  const [group, niss] = ["R U F D", "F' U' R D"].map((moves) => /^facelets +(\w+)$/m.exec(run(["show", moves]))[1]);
  const holds = (facelets) => until(p, (want) => document.querySelector(".stage .painter").dataset.facelets === want, facelets);
  await holds(niss);
  await p.click("input[value=group]");
  await holds(group);
  assertQuiet(p, FAULTY);
});

test("all solutions are listed, each once, and each can be played", async () => {
  const p = await open("R L U2 D2");
  await read(p);
  await openMore(p);
  await p.click("input[value=all]");
  await solve(p);
  const want = run(["solve", "--all", "R L U2 D2"]).trim().split("\n").map((line) => line.replace(/^\d+\*? +/, "")).sort();
  const have = await p.$$eval(".solutions button", (buttons) => buttons.map((b) => b.textContent));
  assert.equal(await p.$eval(".answer details", (list) => list.open), false);
  assert.deepEqual([...have].sort(), want);
  await p.$$eval(".solutions button", (buttons) => buttons.at(-1).click());
  await press(p, "To the end");
  assert.ok(isSolved((await shown(p, ".answer .player")).facelets));
  assertQuiet(p);
});

test("quarter turns count as the link says, and the link holds the cube", async () => {
  const p = await open("R2 U", {}, "&metric=qtm");
  await solve(p);
  assert.equal(await p.$eval(".length", (e) => e.textContent), "3 moves");
  await p.$eval(".entry textarea", (field) => { field.value = "F B"; field.dispatchEvent(new Event("input")); });
  await until(p, () => location.hash === "#cube=F+B&metric=qtm");
  assertQuiet(p);
});

test("slices, own turns and their costs are chosen, told and played; the link holds them", async () => {
  const p = await open("r U R' r2", {}, "&goal=cross&moves=R+U+r&cost=U%3D1.5");
  await solve(p);
  assert.equal(await p.$eval(".own input", (field) => field.value), "R U r");
  assert.equal(await p.$eval(".length", (e) => e.textContent), "cost 4.5");
  assert.equal(await p.$eval(".answer .hint", (e) => e.textContent), "Proved: no solution is cheaper.");
  await press(p, "Play");
  await press(p, "To the end");
  assert.equal(await p.$eval(".answer .moves-text", (e) => e.textContent.split(" ").sort().join(" ")), "R Rw' Rw2 U'");
  const end = /^facelets +(\w+)$/m.exec(run(["show", `r U R' r2 ${await p.$eval(".answer .moves-text", (e) => e.textContent)}`]))[1];
  const {facelets} = await shown(p, ".answer .player");
  const turned = Object.fromEntries([4, 13, 22, 31, 40, 49].map((centre, face) => [facelets[centre], "URFDLB"[face]]));
  assert.equal([...facelets].map((colour) => turned[colour]).join(""), end);
  await p.evaluate(() => { location.hash = "#cube=M2+E2+S2&goal=cross&metric=stm"; });
  await read(p);
  await solve(p);
  assert.equal(await p.$eval("input[name=metric]:checked", (e) => e.value), "stm");
  assert.match(await p.$eval(".length", (e) => e.textContent), /^[1-3] moves?$/);
  await p.evaluate(() => { location.hash = "#cube=R&goal=cross&moves=M2+U2"; });
  await read(p);
  await solve(p);
  assert.equal(await p.$eval(".length", (e) => e.textContent), "These turns never solve this cube");
  assert.equal(await p.$eval(".answer .hint", (e) => e.textContent), "they never bring a piece to where the goal wants it");
  assertQuiet(p);
});

test("a link that is opened in the page brings all that it says, and nothing of the cube before", async () => {
  const p = await open("H D2", {}, "&puzzle=2x2x2&metric=qtm&letters=french");
  const chosen = () => p.evaluate(() => ["puzzle", "metric", "letters"].map((name) => document.querySelector(`input[name=${name}]:checked`).value).join(" "));
  await read(p);
  assert.equal(await chosen(), "2x2x2 qtm french");
  assert.equal(await p.$$eval(".stage .sticker", (all) => all.length), 24);
  await p.evaluate(() => { location.hash = `#${new URLSearchParams({cube: "R (U F)", parentheses: "niss"})}`; });
  await until(p, (want) => document.querySelector(".stage .painter").dataset.facelets === want,
              /^facelets +(\w+)$/m.exec(run(["show", "F' U' R"]))[1]);
  assert.equal(await chosen(), "3x3x3 htm english");
  await until(p, () => location.hash === "#cube=R+%28U+F%29&parentheses=niss");
  assertQuiet(p);
});

test("the 2x2x2: a random state, solved", async () => {
  const p = await open("", {}, "&puzzle=2x2x2");
  await read(p);
  await press(p, "Random");
  await until(p, () => document.querySelector(".entry textarea").value !== "");
  await solve(p);
  const scramble = await p.$eval(".entry textarea", (field) => field.value);
  assert.equal(parseInt(await p.$eval(".length", (e) => e.textContent), 10), parseInt(run(["solve", "--puzzle", "2x2", scramble]), 10));
  assert.match(await p.$eval("#state", (e) => e.textContent), /^Read from the table of all 3,674,160 states in /);
  await press(p, "To the end");
  assert.ok(isSolved((await shown(p, ".answer .player")).facelets));
  assertQuiet(p);
});

test("the 2x2x2: all shortest solutions", async () => {
  const p = await open("R2 U2 R2", {}, "&puzzle=2x2x2");
  await openMore(p);
  await p.click('input[name="solutions"][value="all"]');
  await solve(p);
  await until(p, () => document.querySelector(".answer").textContent.includes("All solutions: 2"));
  assertQuiet(p);
});

test("the methods stand beside each other, the optimal one is not longer, and stages can be played", async () => {
  const p = await open("R U F2 L' D B2");
  await read(p);
  await openMore(p);
  await press(p, "Compare methods");
  await until(p, () => [...document.querySelectorAll(".methods tbody tr")].length === 4 &&
                       [...document.querySelectorAll(".methods tbody tr")].every((row) => /^\d+$/.test(row.cells[1].textContent)));
  const lengths = await p.$$eval(".methods tbody tr", (rows) => rows.map((row) => Number(row.cells[1].textContent)));
  assert.equal(Math.min(...lengths), lengths[3]);
  const sums = await p.$$eval(".methods tbody tr", (rows) => rows.slice(0, 3).map((row) => row.cells[4].textContent.split(" + ").reduce((sum, n) => sum + Number(n), 0)));
  assert.deepEqual(sums, lengths.slice(0, 3));
  await press(p, "Layer by layer");
  assert.equal(await p.$$eval("#comparison h3", (titles) => titles.length), 5);
  await p.$$eval("#comparison .icon", (buttons) => buttons.at(-1).click());
  assert.ok(isSolved((await shown(p, "#comparison .player")).facelets));
  assertQuiet(p);
});

test("a search that fails says why and proves nothing", async () => {
  const tables = scratch();
  for (const path of run(["pdb", "path", "korf"]).trim().split("\n")) symlinkSync(path, tables.path(basename(path)));
  writeFileSync(tables.path("corners-qtm.pdb"), "torn");  /* opened by the first cube in quarter turns */
  const torn = await serve("--pdb-dir", tables.path("."));
  const p = await browser.open(`${torn.address}#cube=R&metric=qtm`);
  await solve(p);
  assert.match(await p.$eval(".answer .hint", (e) => e.textContent), /corners-qtm\.pdb: not a pattern database/);
  assert.equal(await p.$eval(".bound", (e) => e.textContent), "");
  assertQuiet(p);
  torn.stop();
  tables.remove();
});

test("while a cube is searched its nodes stand beside the prediction on a logarithmic scale, and the time left is told", async () => {
  const p = await open("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
  await read(p);
  await press(p, "Solve");
  await until(p, () => /^searching for \d+ moves · .* nodes in .* · .* left for this length · stops after 60 s$/.test(document.querySelector("#state").textContent));
  const rows = await p.$$eval(".proof tbody tr.complete", (all) => all.map((row) => ({
    nodes: Number(row.cells[2].textContent.replaceAll(",", "")), bar: parseFloat(row.querySelector(".bar").style.width),
    tick: parseFloat(row.querySelector(".tick").style.left), title: row.querySelector(".scale").title,
  })));
  const place = (count) => 100 * Math.log10(count) / 13;
  assert.ok(rows.length > 3);
  for (const {nodes, bar, tick, title} of rows.filter((row) => row.nodes >= 100)) {
    const predicted = Number(/ nodes, predicted ([\d,]+)$/.exec(title)?.[1].replaceAll(",", ""));
    assert.ok(Math.abs(bar - place(nodes)) < 0.1, title);
    if (predicted >= 100) assert.ok(Math.abs(tick - place(predicted)) < 0.1, title);
  }
  assert.match(await p.$eval(".length", (e) => e.textContent), /^(Searching …|\d+ moves)$/);
  await press(p, "Cancel");
  assertQuiet(p);
});

test("a search is cancelled, and what was proved stays", async () => {
  const p = await open("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");  /* the superflip takes hours with these tables */
  await read(p);
  await press(p, "Solve");
  await until(p, () => /^At least \d+ moves: proved$/.test(document.querySelector(".bound").textContent) && document.querySelector(".proof tbody tr") !== null);
  await press(p, "Cancel");
  await until(p, () => document.querySelector("#state").textContent.startsWith("Stopped after "));
  assert.match(await p.$eval(".bound", (e) => e.textContent), /^At least \d+ moves: proved$/);
  assertQuiet(p);
});

test("French", async () => {
  const p = await open("R U X", {language: "fr"});
  await until(p, () => document.querySelector(".entry .verdict").textContent.startsWith("Colonne 5 : « X » n’est pas un mouvement"));
  assert.equal(await p.evaluate(() => document.documentElement.lang), "fr");
  assertQuiet(p, FAULTY);
});

test("French letters: the solution and the methods are written and played in them", async () => {
  const p = await open("H D P2", {}, "&letters=french");
  await solve(p);
  assert.equal(await p.$$eval(".stage .sticker[data-face]", (centres) => centres.map((centre) => centre.dataset.face).join("")), "HDABGP");
  await press(p, "Play");
  assert.equal(await p.$eval(".answer .moves-text", (e) => e.textContent), "P2 D' H'");
  await openMore(p);
  await press(p, "Compare methods");
  await until(p, () => document.querySelector("#comparison .moves-text").textContent !== "");
  await p.$$eval("#comparison .icon", (buttons) => buttons.at(-1).click());
  assert.ok(isSolved((await shown(p, "#comparison .player")).facelets));
  assertQuiet(p);
});

test("every control has a name, also on a phone, and nothing is wider than it", async () => {
  const p = await open("D2 R2 F D L2 U F L' U2 B R2", {width: 320, height: 640});
  await solve(p);
  const width = await p.$eval(".stage .space > :first-child", (view) => view.querySelector("twisty-player, .inside").getBoundingClientRect().width);
  assert.ok(width >= 100, String(width));
  await press(p, "Français");  /* its words are longer */
  await openMore(p);
  await press(p, "Comparer les méthodes");
  await until(p, () => [...document.querySelectorAll(".methods tbody tr")].length === 4 &&
                       [...document.querySelectorAll(".methods tbody tr")].every((row) => /^\d+$/.test(row.cells[1].textContent)));
  assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= 320));
  assert.ok(await p.$eval(".wide", (box) => box.scrollWidth <= box.clientWidth), "the methods are cut");
  await press(p, "English");  /* kept for all pages of an address */
  const nameless = await p.$$eval("button, input, select, textarea", (controls) => controls.filter((c) => c.offsetParent &&
    !(c.getAttribute("aria-label") || c.textContent.trim() || c.labels?.[0]?.textContent.trim())).map((c) => c.outerHTML));
  assert.deepEqual(nameless, []);
});

test("<twisty-player> shows what the net shows", async (t) => {
  const p = await open("R U F2 L'");
  if (await p.evaluate(() => customElements.get("twisty-player") === undefined)) return t.skip("the page was built without cubing.js; `make web` builds it with");
  await solve(p);
  const isSolvedThere = () => p.$eval(".stage twisty-player", async (player) => {
    const pattern = await player.experimentalModel.currentPattern.get();
    return pattern.experimentalIsSolved({ignorePuzzleOrientation: true, ignoreCenterOrientation: true});
  });
  assert.equal(await isSolvedThere(), false);
  await p.$$eval(".answer .icon", (buttons) => buttons.at(-1).click());
  assert.equal(await isSolvedThere(), true);
  await p.$$eval(".answer .icon", (buttons) => buttons[1].click());
  assert.equal(await isSolvedThere(), false);
  await p.$$eval(".answer .icon", (buttons) => buttons[3].click());
  for (let i = 0; i < 600 && !(await isSolvedThere()); i++) await new Promise((resolve) => { setTimeout(resolve, 50); });
  assert.equal(await isSolvedThere(), true);
  assertQuiet(p);
});
