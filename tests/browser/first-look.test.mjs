/* What somebody does who has never seen the page: paint the cube in space, paste a scramble, solve, watch. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { after, before } from "node:test";
import { handPrice, HAND } from "../../src/app/web/page/prices.js";
import { assertQuiet, isSolved, launch, openMore, press, read, run, scratch, serve, shown, test, until } from "./browser.mjs";

const SCRAMBLE = "R U F2 L' D B2", SIZES = [[320, 568], [768, 1024], [1280, 900]];
const tables = scratch();
let browser, server;
before(async () => {
  for (const name of readdirSync(process.env.SUPERFLIP_PDB_DIR).filter((file) => /^(corners|edges|coset).*\.pdb$/.test(file))) symlinkSync(`${process.env.SUPERFLIP_PDB_DIR}/${name}`, tables.path(name));
  server = await serve("--pdb-dir", tables.path("."));
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.stop();
  tables.remove();
});

const faceletsOf = (...args) => /^facelets +(\w+)$/m.exec(run(["show", ...args]))[1];
const facelets = (page) => page.$eval(".stage .painter", (painter) => painter.dataset.facelets);

/* The colours of stickers, on the net and in space. */
function drawn(page) {
  return page.$eval(".stage", (stage) => {
    const colour = (style) => Object.assign(document.createElement("i"), {style}).style.color;
    return [[...stage.querySelectorAll(".sticker")].map((e) => colour(`color: ${e.style.background}`)), [...stage.querySelectorAll(".plate")].map((e) => colour(`color: ${e.style.getPropertyValue("--colour")}`))];
  });
}

/* Count how far what is seen moves by itself, from the first look on. */
function watchShifts(page) {
  return page.evaluate(() => {
    window.shifts = 0;
    new PerformanceObserver((list) => list.getEntries().filter((entry) => !entry.hadRecentInput).forEach((entry) => {
      window.shifts += entry.value;
      window.shifted = entry.sources.map(({node}) => node?.className || node?.nodeName).join();
    })).observe({type: "layout-shift", buffered: true});
  });
}

async function assertStill(page) {
  const [shifts, what, width] = await page.evaluate(() => [window.shifts, window.shifted, innerWidth]);
  assert.ok(shifts <= 0.05, `${width}: ${shifts} by ${what}`);
}

/* Where a sticker of the cube in space is seen. */
function middle(page, i) {
  return page.$$eval(".stage .plate", (plates, at) => {
    const {left, top, width, height} = plates[at].getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  }, i);
}

test("stickers are painted on the cube in space, by clicks and drags; beside them a drag turns the cube; the net shows the same", async () => {
  for (const [width, height] of SIZES) {
    const p = await browser.open(server.address, {width, height});
    await read(p);
    await p.click(".palette input[value=D]");
    await p.mouse.click(...await middle(p, 20));
    await p.mouse.move(...await middle(p, 0));
    await p.mouse.down();
    for (const i of [1, 2, 5]) await p.mouse.move(...await middle(p, i), {steps: 4});
    await p.mouse.up();
    const painted = [...await facelets(p)].flatMap((c, i) => (c !== "URFDLB"[Math.floor(i / 9)] ? [i] : []));
    assert.deepEqual(painted, [0, 1, 2, 5, 20], `${width}`);
    const [net, space] = await drawn(p);
    assert.deepEqual(net, space);
    assert.equal(await p.$$eval(".plate.fault", (all) => all.length), 14);  /* yellow, too often */
    const before = await p.$eval(".stage .solid", (solid) => solid.style.transform), box = await (await p.$(".stage .scene")).boundingBox();
    await p.mouse.move(box.x + 8, box.y + box.height - 8);
    await p.mouse.down();
    await p.mouse.move(box.x + 60, box.y + box.height - 30);
    await p.mouse.up();
    assert.notEqual(await p.$eval(".stage .solid", (solid) => solid.style.transform), before);
    await press(p, "The other side");
    await p.mouse.click(...await middle(p, 49));  /* the back is seen */
    assert.equal((await facelets(p))[49], "D");
    assertQuiet(p);
    await p.close();
  }
});

test("a finger paints stickers, and beside them turns the cube", async () => {
  const p = await browser.open(server.address, {width: 320, height: 568});
  await p.setViewport({width: 320, height: 568, hasTouch: true, isMobile: true});
  await read(p);
  await (await p.$(".palette input[value=D]")).tap();
  await p.touchscreen.tap(...await middle(p, 20));
  assert.equal((await facelets(p))[20], "D");
  const before = await p.$eval(".stage .solid", (solid) => solid.style.transform), box = await (await p.$(".stage .scene")).boundingBox();
  await p.touchscreen.touchStart(box.x + 8, box.y + box.height - 8);
  await p.touchscreen.touchMove(box.x + 60, box.y + box.height - 30);
  await p.touchscreen.touchEnd();
  assert.notEqual(await p.$eval(".stage .solid", (solid) => solid.style.transform), before);
  assert.equal(await p.evaluate(() => scrollY), 0);
  assertQuiet(p);
  await p.close();
});

test("an unfinished cube asks no server, nor a wrong one whose fault is seen here; a finished one is asked about once", async () => {
  const p = await browser.open(server.address), asked = () => p.addresses.filter((address) => address.includes("/api/show")).length;
  await read(p);
  await press(p, "Clear");
  const before = asked();
  await p.$$eval(".stage .sticker", (stickers) => stickers[0].focus());
  for (const key of "urfdlb") await p.keyboard.press(key);
  for (const text of ["UUUUUUUUUUUU", "(R U"]) {
    await p.$eval("#scramble", (field, value) => { field.value = value; field.dispatchEvent(new Event("input")); }, text);
    await new Promise((resolve) => { setTimeout(resolve, 400); });
  }
  assert.equal(asked(), before);
  assert.deepEqual(p.complaints, []);
  assert.ok(await p.$$eval("button", (all) => all.find((b) => b.textContent === "Solve").disabled));
  await p.type("#scramble", ")2");
  await until(p, () => document.querySelector(".stage .verdict").textContent === "A solvable cube.");
  assert.equal(asked(), before + 1);
  assertQuiet(p);
});

test("what lists accept is pasted: links, numbers, labels, comments", async () => {
  const p = await browser.open(server.address), paste = (text) => p.$eval("#scramble", (field, pasted) => {
    field.select();
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    if (field.dispatchEvent(new ClipboardEvent("paste", {clipboardData, cancelable: true, bubbles: true}))) {
      field.value = pasted;
      field.dispatchEvent(new Event("input"));
    }
  }, text);
  const forms = ["https://alg.cubing.net/?setup=R_U_R-_U-%0AF2&alg=F2", "https://alpha.twizzle.net/edit/?setup-alg=R+U+F2&alg=L", "1. R U2 F", "R2 U // a comment", "T-perm: R U R' F",
                 "3. 12.34[was good]   R U D2   @2024-01-31 12:00:00", "\"R U L\"", run(["show", "R U F'"]).split("\nfacelets")[0], faceletsOf("R U2 B")];
  await read(p);
  for (const form of forms) {
    await paste(form);
    await until(p, (want) => document.querySelector(".stage .painter").dataset.facelets === want, faceletsOf(form));
  }
  await paste("https://twizzle.net/edit/?puzzle=2x2x2&setup-alg=R+U+F2");
  await until(p, () => document.querySelectorAll(".entry .plate").length === 24 && document.querySelector(".stage .verdict").textContent === "A solvable cube.");
  assert.equal(await p.$eval("#scramble", (field) => field.value), "R U F2");
  await paste(`${server.address}#cube=R+U&goal=cross`);
  await until(p, (want) => document.querySelector(".stage .painter").dataset.facelets === want, faceletsOf("R U"));
  assert.equal(await p.$eval("#goal", (field) => field.value), "cross");
  assert.match(await p.$eval(".chips", (chips) => chips.textContent), /^Goal: the four edges of a face \(D\) ×$/);
  await p.click(".chip");
  assert.equal(await p.$eval("#goal", (field) => field.value), "");
  assertQuiet(p);
});

test("Enter solves; length, moves and the cube that plays them are seen without scrolling, at each width; the answer has the focus and is told", async () => {
  for (const [width, height] of SIZES)
    for (const language of ["en", "fr"]) {
      const p = await browser.open(server.address, {width, height, language, moves: true});
      await read(p);
      await watchShifts(p);
      await p.type("#scramble", SCRAMBLE);
      await p.keyboard.press("Enter");
      await until(p, () => document.querySelector(".answer .player")?.dataset.index === "6");  /* it plays by itself */
      assert.ok(isSolved((await shown(p, ".answer .player")).facelets));
      const outside = await p.evaluate(() => [".stage .plate", ".length", ".answer .hint", ".answer .buttons", ".answer .move-list"].filter((selector) => {
        const {top, bottom, left, right} = document.querySelector(selector).getBoundingClientRect();
        return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || bottom === top;
      }));
      assert.deepEqual(outside, [], `${width} ${language}`);
      assert.equal(await p.evaluate(() => document.activeElement.className), "length");
      assert.match(await p.$eval(".answer > .unseen", (told) => told.textContent), /^6 mo\w+ .* B2 D' L F2 U' R'$/);
      assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await assertStill(p);
      assertQuiet(p);
      await p.close();
    }
});

test("two presses, both in view, lead from the first look to a solution that plays, while a shorter one is searched for", async () => {
  for (const [width, height] of SIZES) {
    const p = await browser.open(server.address, {width, height, moves: true});
    await read(p);
    const outside = await p.$$eval(".form button", (all) => all.filter((e) => e.offsetParent && e.className === "primary" && e.getBoundingClientRect().bottom > innerHeight).length);
    assert.equal(outside, 0, `${width}`);
    await watchShifts(p);
    await press(p, "Random");
    await press(p, "Solve");  /* Korf's tables take minutes for it */
    await until(p, () => Number(document.querySelector(".answer .player").dataset.index) > 1);
    assert.match(await p.$eval(".answer .hint", (e) => e.textContent), /^A solution for now: at least \d+ moves are proved, and the search for a shorter one goes on\.$/);
    const length = await p.$eval(".length", (e) => e.textContent), moves = await p.$eval(".answer .moves-text", (e) => e.textContent);
    assert.ok(await p.$$eval("button", (all) => all.some((e) => e.textContent === "Cancel" && e.offsetParent)));
    assert.match(await p.$eval(".answer > .unseen", (told) => told.textContent), new RegExp(`^${length} .*${moves}$`));
    await assertStill(p);
    await press(p, "To the end");
    assert.ok(isSolved((await shown(p, ".answer .player")).facelets));
    await press(p, "Cancel");
    await until(p, () => document.querySelector(".answer .hint").textContent.startsWith("Stopped: at least "));
    assert.equal(await p.$eval(".answer .moves-text", (e) => e.textContent), moves);  /* what was played stays */
    assertQuiet(p);
    await p.close();
  }
});

test("the proved solution takes the place of a longer one that was shown meanwhile, and leaves one of its length", async () => {
  for (const longer of [0, 1]) {
    const p = await browser.open("about:blank");
    await p.evaluateOnNewDocument((worse) => {  /* the search lasts, and the other method has this solution */
      const {fetch: ask, EventSource: Source} = window, isShort = ({method, body}) => method === "POST" && body.includes("two-phase");
      window.mine = {facelets: "", id: "short", result: {solutions: [{moves: worse, length: worse.split(" ").length}]}};
      window.fetch = (path, options = {}) => (isShort(options) ? Promise.resolve(new Response(JSON.stringify(window.mine), {status: 202})) : ask(path, options));
      window.EventSource = class extends EventTarget {
        constructor(path) {
          super();
          this.readyState = 1;
          if (path.includes("short")) setTimeout(() => this.dispatchEvent(new MessageEvent("end", {data: JSON.stringify(window.mine)})));
          else window.release = () => { new Source(path).addEventListener("end", ({data}) => this.dispatchEvent(new MessageEvent("end", {data}))); };
        }
        close() { this.readyState = 2; }
      };
      window.EventSource.CLOSED = 2;
    }, longer > 0 ? "B2 D' L F2 U R' U2" : "B2 D' L F2 U' R'");
    await p.goto(`${server.address}#cube=${encodeURIComponent(SCRAMBLE)}`);
    await read(p);
    await press(p, "Solve");
    await until(p, () => document.querySelector(".answer .hint").textContent.startsWith("A solution for now"));
    assert.equal(await p.$eval(".length", (e) => e.textContent), `${6 + longer} moves`);
    await p.evaluate(() => window.release());
    await until(p, () => document.querySelector(".answer .hint").textContent === "Proved: no solution is shorter.");
    assert.equal(await p.$eval(".length", (e) => e.textContent), "6 moves");
    assert.equal(await p.$eval(".answer .moves-text", (e) => e.textContent), "B2 D' L F2 U' R'");
    assert.equal(await p.$$eval(".answer .solutions li", (all) => all.length), 1);
    assertQuiet(p);
    await p.close();
  }
});

test("of a goal from any side the answer tells the side, as the program does, and its cube has the other stickers grey", async () => {
  for (const scramble of [SCRAMBLE, `x y ${SCRAMBLE}`, "U D2 R F' L2 B"]) {
    const {solutions: [{moves, reached, color}]} = JSON.parse(run(["solve", "-q", "--json", "--goal", "cross+neutral", "--deterministic", scramble])), [, face] = reached.split(":");
    const p = await browser.open(`${server.address}#cube=${encodeURIComponent(scramble)}&goal=cross%2Bneutral&n=all`);
    await read(p);
    await until(p, () => document.querySelector(".chips").textContent === "Goal: the four edges of a face + any side ×all shortest solutions ×");
    await press(p, "Solve");
    await until(p, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
    await p.$$eval(".solutions button", (all, mine) => all.find((e) => e.textContent === mine).click(), `${moves} (${reached}, ${color})`);
    assert.equal(await p.$eval(".answer .wanted", (e) => e.textContent), `Goal: ${reached} · Side: ${color}`);
    await until(p, () => document.querySelector(".answer .player").dataset.facelets.includes("."));
    await press(p, "To the end");
    const end = (await shown(p, ".answer .player")).facelets, at = 9 * "URFDLB".indexOf(face);
    assert.equal([...end].filter((c) => c !== ".").length, 14);
    assert.ok([1, 3, 4, 5, 7].every((i) => end[at + i] === end[at + 4]));
    assertQuiet(p);
    await p.close();
  }
});

test("tables that a goal needs are told while they are built, and that is cancelled", async () => {
  const p = await browser.open(`${server.address}#cube=${encodeURIComponent(SCRAMBLE)}&goal=xxcross`);
  await read(p);
  await press(p, "Solve");
  await until(p, () => /^Building (the table|table \d+ of \d+), \d+ MiB: \d+ %$/.test(document.querySelector("#state").textContent) && document.querySelector(".answer progress").value > 0);
  await press(p, "Cancel");
  await until(p, () => [...document.querySelectorAll("button")].some((b) => b.textContent === "Solve" && !b.hidden));
  assertQuiet(p);
});

test("so are those of a list of steps: which of how many, and how large", async () => {
  const p = await browser.open(`${server.address}#cube=${encodeURIComponent(SCRAMBLE)}&method=roux`);
  await until(p, () => document.querySelector(".by select").value === "roux");
  await read(p);
  await press(p, "Solve");
  await until(p, () => /^Building table \d+ of \d+, \d+ MiB: \d+ %$/.test(document.querySelector("#state").textContent));
  assert.equal(await p.$eval("#proof", (e) => e.offsetParent), null);
  await press(p, "Cancel");
  await until(p, () => document.querySelector("#state").textContent === "Stopped before the search began");
  assert.equal(await p.$eval(".length", (e) => e.textContent), "No solution found.");
  assertQuiet(p);
});

test("the goal's grey stickers are grey on the cube that plays", async () => {
  const p = await browser.open(`${server.address}#cube=${encodeURIComponent(SCRAMBLE)}&goal=cross`);
  await read(p);
  await press(p, "Solve");
  await until(p, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
  const {facelets: at} = await shown(p, ".answer .player");
  assert.equal([...at].filter((c) => c !== ".").length, 14);
  assertQuiet(p);
});

test("a sheet has the top with its arrows; its algorithms are ranked by the program's prices, taken with some turns only, and copied", async () => {
  const prices = readFileSync(new URL("../../doc/prices/hand.prices", import.meta.url), "utf8").match(/^(turn|pair) .*/gm).map((line) => line.replace(/ +/g, " "));
  assert.deepEqual(prices, [...HAND.turns.map(([turns, price]) => `turn ${turns} = ${price}`), ...HAND.pairs.map(([pair, price]) => `pair ${pair} = ${price}`)]);
  assert.equal(handPrice("R U R'").toFixed(2), "2.80");
  const p = await browser.open(`${server.address}#cube=${encodeURIComponent("R U' R U R U R U' R' U' R2")}&goal=pll`, {width: 1280, height: 900});
  await browser.allow(server.address, "clipboard-read", "clipboard-sanitized-write");
  await read(p);
  await openMore(p);
  await until(p, () => [...document.querySelectorAll("button")].some((b) => b.textContent === "Algorithms" && b.offsetParent && !b.disabled));
  await p.select(".sheet [aria-label='With turns of']", "R U");
  await press(p, "Algorithms");
  await until(p, () => document.querySelector(".sheet .algorithm") !== null);
  const found = await p.$$eval(".sheet .algorithm", (all) => all.map((e) => e.textContent));
  assert.ok(found.every((moves) => /^[RU'2 ]+$/.test(moves)) && found.length > 1);
  assert.equal(await p.$eval(".sheet .top", (top) => top.dataset.arrows), "3");
  assert.ok((await p.$$eval(".sheet li", (all) => all.map((e) => e.getBoundingClientRect().left))).some((left, i, lefts) => left !== lefts[0]));  /* columns */
  await press(p, "Copy the list");
  await until(p, async (text) => await navigator.clipboard.readText() === text, found.join("\n"));
  await p.emulateMediaType("print");  /* the sheet alone, in two columns */
  assert.deepEqual(await p.$$eval("header, footer, .entry .form, .sheet select, .sheet .algorithm", (all) => all.filter((e) => e.offsetParent).map((e) => e.className)),
    found.map(() => "algorithm"));
  assertQuiet(p);
});
