/* The tables of the page for static hosts: chosen, built, kept, deleted, saved and loaded; and what a browser may do to them. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { assertQuiet, launch, press, run, scratch, test, until } from "./browser.mjs";
import { FILE, changeKept, enter, kept, serveStatic, tableText, waitForTable } from "./pages.mjs";

const MEDIUM = "coset-125m", isSlow = Boolean(process.env.SUPERFLIP_SLOW_TESTS);
const hosts = [], folder = scratch();
let browser;

before(async () => { browser = await launch(); });
after(async () => {
  await browser.close();
  hosts.forEach((host) => host.stop());
  folder.remove();
});

/* A page of an origin of its own, whose storage is empty. */
async function openHost(site) {
  const host = await serveStatic("--isolated", ...(site ? [site] : []));
  hosts.push(host);
  return host.address;
}

/* The same with the smallest table in its storage: to build it takes a while. @return [the page, its address] */
async function openKept(site = changedSite("kept", "")) {
  const address = await openHost(site), page = await browser.open(`${address}empty.html`);
  await page.evaluate(async (name) => {
    const stored = await (await (await navigator.storage.getDirectory()).getDirectoryHandle("superflip", {create: true})).getFileHandle(name, {create: true});
    await (await fetch(name)).body.pipeTo(await stored.createWritable());
  }, FILE);
  await page.goto(address);
  await waitForTable(page);
  assert.match(await tableText(page), /^Found in this browser and checked/);
  return [page, address];
}

/* The page's files, and the table, with something put before its library, in the worker and in its threads. */
function changedSite(name, script) {
  const site = folder.path(name);
  cpSync(process.env.STATIC, site, {recursive: true});
  cpSync(join(process.env.SUPERFLIP_PDB_DIR, FILE), join(site, FILE));
  writeFileSync(join(site, "empty.html"), "<!doctype html><link rel=icon href=data:,>");
  for (const library of ["superflip.js", "superflip-alone.js"])
    writeFileSync(join(site, library), script + readFileSync(join(site, library), "utf8"));
  return site;
}

async function choose(page, name) {
  await until(page, (value) => [...document.querySelectorAll("#table-choice option")].some((option) => option.value === value), name);
  await page.select("#table-choice", name);
}

async function assertSolves(page) {
  await enter(page, "R U R' U' F2 L D' B");
  await press(page, "Solve");
  await until(page, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
  assert.equal(await page.$eval(".length", (length) => length.textContent), "8 moves");
}

test("the page lists its tables with their bytes and what to expect; the one that is kept is found, saved as the command's file, deleted", async () => {
  const address = await openHost(), p = await browser.open(address);
  await waitForTable(p);
  await until(p, () => document.querySelectorAll("#table-choice option").length === 5 && /kept here/.test(document.querySelector("#table-choice option").textContent));
  assert.match((await p.$$eval("#table-choice option", (options) => options.map((option) => option.textContent))).join(), /coset-30m: 30 MiB, kept here,coset-125m: 1\d\d MiB,coset-300m: 303 MiB,coset-1g: 1,229 MiB,coset-2.6g: 2,568 MiB/);
  await choose(p, MEDIUM);
  await until(p, () => /It is built here in about .*, and takes \d+ MiB of memory besides meanwhile\. A random position then takes about /.test(document.getElementById("table").innerText));
  const ofCommand = readFileSync(join(process.env.SUPERFLIP_PDB_DIR, FILE)), saved = folder.path("saved"), driver = await p.createCDPSession();
  assert.equal((await kept(p)).sha256, createHash("sha256").update(ofCommand).digest("hex"));
  await choose(p, "coset-30m");
  await driver.send("Browser.setDownloadBehavior", {behavior: "allow", downloadPath: saved});
  await press(p, "Save as a file");
  while (!existsSync(join(saved, FILE))) await new Promise((resolve) => { setTimeout(resolve, 50); });
  assert.ok(ofCommand.equals(readFileSync(join(saved, FILE))));
  await press(p, "Delete it here");
  await until(p, () => !/kept here/.test(document.querySelector("#table-choice").textContent));
  assert.equal(await kept(p), null);
  await assertSolves(p);
  assertQuiet(p);
});

test("a file of the command is loaded; one of another size, or of another version, is said to be no table", async () => {
  const [p] = await openKept(), whole = readFileSync(join(process.env.SUPERFLIP_PDB_DIR, FILE)), input = await p.$("#table input[type=file]");
  const short = folder.path("short.pdb"), later = folder.path("later.pdb");
  writeFileSync(short, whole.subarray(0, 1000000));
  await input.uploadFile(short);
  await until(p, () => /No table of this page has 1,000,000 bytes/.test(document.getElementById("table").innerText));
  await press(p, "Delete it here");
  await until(p, () => !/kept here/.test(document.querySelector("#table-choice").textContent));
  await input.uploadFile(join(process.env.SUPERFLIP_PDB_DIR, FILE));
  await until(p, () => /kept here/.test(document.querySelector("#table-choice").textContent));
  await until(p, () => /^Found in this browser and checked/.test(document.querySelector("#table .live").textContent));
  whole[8] ^= 0x40;
  writeFileSync(later, whole);
  await input.uploadFile(later);
  await until(p, () => /What was kept could not be used \(.*\)\. Built and checked/.test(document.querySelector("#table .live").textContent));
  await assertSolves(p);
  assertQuiet(p);
});

test("a larger table is cancelled while it is built, and the smallest is there again; a tab that is closed meanwhile leaves nothing wrong", async () => {
  const [p, address] = await openKept();
  await choose(p, MEDIUM);
  await press(p, "Use this table");
  await until(p, () => /^Building the table: /.test(document.querySelector("#table .live").textContent));
  await press(p, "Cancel");
  await waitForTable(p);
  assert.match(await tableText(p), /^Found in this browser/);
  await choose(p, MEDIUM);
  await press(p, "Use this table");
  await until(p, () => /^Building the table: /.test(document.querySelector("#table .live").textContent));
  await p.close();
  const again = await browser.open(address);
  await until(again, () => /^Building the table: /.test(document.querySelector("#table .live")?.textContent));
  await press(again, "Cancel");
  await waitForTable(again);
  await assertSolves(again);
  assertQuiet(again);
});

test("a tab that is closed while it writes: the half of a file is not used", async () => {
  const [p] = await openKept();
  await changeKept(p, {at: 0, bytes: new Array(4096).fill(0), size: 20000000});  /* the header is written last */
  await p.reload();
  await waitForTable(p);
  assert.match(await tableText(p), /^What was kept could not be used \(.*\)\. Built and checked/);
  await assertSolves(p);
  assertQuiet(p);
});

test("two tabs build at once: the second waits, and finds what the first has made", async () => {
  const address = await openHost(), [p, q] = await Promise.all([browser.open(address), browser.open(address)]);
  await Promise.all([waitForTable(p), waitForTable(q)]);
  assert.deepEqual([await tableText(p), await tableText(q)].map((text) => text.split(" ")[0]).sort(), ["Built", "Found"]);
  assertQuiet(p);
  assertQuiet(q);
});

test("storage that is denied, or full: the table is built, used, and said not to be kept", async () => {
  const denied = changedSite("denied", "navigator.storage.getDirectory = navigator.locks.request = () => Promise.reject(new DOMException('no', 'SecurityError'));\n");
  const full = changedSite("full", `if (self.FileSystemSyncAccessHandle) FileSystemSyncAccessHandle.prototype.write = () => { throw new DOMException('full', 'QuotaExceededError'); };\n`);
  for (const site of [denied, full]) {
    const p = await browser.open(await openHost(site));
    await waitForTable(p);
    assert.match(await tableText(p), /The browser has no room for it, or does not permit storage: the next visit builds it again\.$/);
    await assertSolves(p);
    assertQuiet(p);
  }
});

test("a table beyond 2 GiB is loaded, and solves", {skip: !isSlow && "minutes, and 8 GB of disk: SUPERFLIP_SLOW_TESTS"}, async () => {
  const p = await browser.open(await openHost()), cube = "B2 L2 D2 F2 U B2 U2 L2 B2 R2 F' D' U2 F L B' D2 L U R'", large = folder.path("large");
  await waitForTable(p);
  run(["pdb", "build", "-q", "coset-2.6g", "--pdb-dir", large]);
  await (await p.$("#table input[type=file]")).uploadFile(join(large, "coset-2.6g-htm.pdb"));
  await until(p, () => /^Found in this browser and checked in .*: 2,568 MiB/.test(document.querySelector("#table .live").textContent));
  await enter(p, cube);
  await press(p, "Solve");
  await until(p, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
  const [length] = run(["solve", "-q", "--heuristic", "coset-2.6g", "--pdb-dir", large, cube]).split("*");
  assert.equal(await p.$eval(".length", (text) => text.textContent), `${length} moves`);
  assertQuiet(p);
});

test("a file that the storage has no room for leaves the one that is kept", async () => {
  const full = changedSite("filled", `if (self.FileSystemSyncAccessHandle) FileSystemSyncAccessHandle.prototype.write = () => { throw new DOMException('full', 'QuotaExceededError'); };\n`);
  const [p] = await openKept(full), before = await kept(p);
  await (await p.$("#table input[type=file]")).uploadFile(join(process.env.SUPERFLIP_PDB_DIR, FILE));
  await until(p, () => /the file of 'coset-30m': full/.test(document.getElementById("table").innerText));
  assert.deepEqual(await kept(p), before);
  assertQuiet(p);
});

test("a table that cannot be had for whatever reason: a search for it ends, and says so", async () => {
  const p = await browser.open(await openHost(changedSite("broken", `if (self.host) self.host.alone = async () => { throw new Error("out of order"); };\n`)));
  await until(p, () => document.getElementById("table")?.dataset.state === "failed");
  assert.match(await tableText(p), /out of order/);
  await enter(p, "R U R' U' F2 L D' B");
  await press(p, "Solve");
  await until(p, () => document.querySelector(".answer .hint").textContent === "out of order");
  assertQuiet(p);
});

test("a table that is kept is asked to be spared when the browser clears storage; one that is not kept is not", async () => {
  const denied = changedSite("unkept", "navigator.storage.getDirectory = () => Promise.reject(new DOMException('no', 'SecurityError'));\n");
  for (const [site, n] of [[changedSite("kept-well", ""), 1], [denied, 0]]) {
    const p = await browser.open("about:blank");
    await p.evaluateOnNewDocument(() => {
      window.nAsked = 0;
      StorageManager.prototype.persist = async () => { window.nAsked++; return true; };
    });
    await p.goto(await openHost(site));
    await waitForTable(p);
    assert.equal(await p.evaluate(() => window.nAsked), n);
  }
});

test("addresses that the browser refuses: the next smaller table is offered", async () => {
  const [p] = await openKept(changedSite("narrow", `{ const Memory = WebAssembly.Memory;
WebAssembly.Memory = function (asked) {
  if (asked.maximum > 16384) throw new RangeError("no addresses");
  return new Memory(asked);
}; }\n`));
  await choose(p, "coset-300m");
  await press(p, "Use this table");
  await until(p, () => document.getElementById("table").dataset.state === "failed");
  assert.match(await tableText(p), /^This browser does not give the page the memory that coset-300m takes\.$/);
  await until(p, () => [...document.querySelectorAll("#table button")].some((button) => button.textContent === "Use coset-125m" && !button.hidden));
  await p.reload();  /* the choice is remembered, and there is no list of tables */
  await until(p, () => document.getElementById("table")?.dataset.state === "failed");
  await press(p, "Use coset-30m");
  await waitForTable(p);
  assertQuiet(p);
});

test("memory that the browser refuses is said, and the next smaller table is offered", async () => {
  const poor = changedSite("poor", `{ const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (n) {
  if (this.buffer.byteLength + n * 65536 > 200 * 1048576) throw new RangeError("no memory");
  return grow.call(this, n);
}; }\n`);
  const [p] = await openKept(poor);
  await choose(p, MEDIUM);
  await press(p, "Use this table");
  await until(p, () => document.getElementById("table").dataset.state === "failed");
  assert.match(await tableText(p), /^This browser does not give the page the memory that coset-125m takes\.$/);
  await press(p, "Use coset-30m");
  await waitForTable(p);
  await assertSolves(p);
  assertQuiet(p);
});

for (const [who, isWho, why] of [["the worker", "self.host", "gone"], ["a thread", "!self.host", "a thread has died"]])
  test(`${who} dies: it is said; a search in it ends, and a table that is chosen begins anew`, async () => {
    const dies = `if (${isWho}) new BroadcastChannel("end").onmessage = () => { setTimeout(() => { throw new Error("gone"); }); };\n`;
    const [p] = await openKept(changedSite(who.replace(" ", "-"), dies));
    await enter(p, "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
    await press(p, "Solve");
    await until(p, () => document.querySelector(".proof tbody tr.complete") !== null);
    await p.evaluate(() => new BroadcastChannel("end").postMessage(0));
    await until(p, () => document.getElementById("table").dataset.state === "failed");
    assert.match(await tableText(p), new RegExp(`^The library has stopped \\(.*${why}\\); choose a table`));
    await until(p, () => [...document.querySelectorAll("button")].some((button) => button.textContent === "Solve" && !button.hidden));
    assert.ok(!/Proved: no solution is shorter/.test(await p.$eval("main", (main) => main.innerText)));
    await press(p, "Use this table");
    await waitForTable(p);
    await assertSolves(p);
    assertQuiet(p, /gone|thread|worker sent an error|ErrorEvent/);
  });
