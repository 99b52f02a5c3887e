/* Chromium for the tests: every request, console message and error of a page is kept. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as testOfNode } from "node:test";
import puppeteer from "puppeteer-core";

export const superflip = process.env.SUPERFLIP ?? "build/release/superflip";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
               "--disable-component-update", "--disable-sync",
               "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];  /* WebGL without a graphics card */
const LIMIT_MS = Number(process.env.SUPERFLIP_LIMIT_MS ?? 1200000);  /* of every wait, only so that a fault does not hang for ever: no test depends on the machine's speed */

/** A test as node:test has it, which ends at a limit: a condition that was lost fails a wait, or else its test, and hangs nothing. */
export function test(name, ...rest) {
  const body = rest.pop();
  return testOfNode(name, {timeout: 1.25 * LIMIT_MS, ...rest[0]}, body);
}

/** What the program prints on standard output; a status that is not among `statuses` fails the test. */
export function run(args, statuses = [0]) {
  try {
    return execFileSync(superflip, args, {encoding: "utf8", stdio: ["ignore", "pipe", "pipe"]});
  } catch (error) {
    assert.ok(statuses.includes(error.status), error.stderr);
    return error.stdout;
  }
}

/** A server of the test's own on a free port.  @return {address, stop()}, once it listens */
export async function serve(...options) {
  const server = spawn(superflip, ["serve", "--port", "0", "--heuristic", "korf", ...options], {stdio: ["ignore", "ignore", "pipe"]});
  const address = await new Promise((resolve, reject) => {
    let said = "";
    server.stderr.on("data", (text) => {
      said += text;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
      if (found) resolve(found[0]);
    });
    server.on("exit", () => reject(new Error(said)));
  });
  return {address, stop: () => server.kill("SIGTERM")};
}

export function scratch() {
  const directory = mkdtempSync(join(tmpdir(), "superflip-browser-"));
  return {path: (name) => join(directory, name), remove: () => rmSync(directory, {recursive: true, force: true})};
}

export async function launch() {
  const profile = scratch();
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, userDataDir: profile.path("profile"), args: FLAGS,
    timeout: LIMIT_MS, protocolTimeout: LIMIT_MS,
  });
  return {
    open: (address, options) => open(browser, address, options),
    allow: (address, ...permissions) => browser.defaultBrowserContext().overridePermissions(new URL(address).origin, permissions),
    async close() {
      await browser.close();
      profile.remove();
    },
  };
}

/** Open a page.
 * @param options.moves  an answer plays by itself, as most have it
 * @return puppeteer's page with .complaints (of the console, and errors) and .addresses (asked for) */
async function open(browser, address, {width = 1280, height = 900, language = "en", moves = false} = {}) {
  const page = await browser.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  page.complaints = [];
  page.addresses = [];
  page.on("console", (message) => ["error", "warning", "warn"].includes(message.type()) && page.complaints.push(message.text()));
  page.on("pageerror", (error) => page.complaints.push(error.message));
  page.on("request", (request) => page.addresses.push(request.url()));
  await page.evaluateOnNewDocument((value) => { Object.defineProperty(navigator, "language", {value}); }, language);
  await page.setViewport({width, height});
  if (!moves) await page.emulateMediaFeatures([{name: "prefers-reduced-motion", value: "reduce"}]);
  await page.goto(address);
  return page;
}

/** Nothing was asked of another machine and nothing went wrong.
 * @param expected  complaints that belong to the test: the browser's own about an answer 422 */
export function assertQuiet(page, expected = /^$/) {
  const isOfDriver = (text) => text.startsWith("[.WebGL-");  /* drawing without a card is slow, it says */
  assert.deepEqual(page.complaints.filter((text) => !expected.test(text) && !isOfDriver(text)), []);
  assert.deepEqual(page.addresses.filter((address) => !/^(file:|data:|blob:|http:\/\/127\.0\.0\.1:)/.test(address)), []);
}

/** Click the button with this text or description. */
export async function press(page, name) {
  const button = await page.waitForSelector(`::-p-aria([name="${name}"][role="button"])`);
  await button.click();
}

/** Wait until a function of the page is true. */
export function until(page, condition, ...args) {
  return page.waitForFunction(condition, {polling: 50}, ...args);
}

/** Hold the page's requests whose path matches.
 * @return {arrived(): the first one that waits, release(answer): let it through, or answer it with this object} */
export async function hold(page, path) {
  const held = [];
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (path.test(new URL(request.url()).pathname)) held.push(request);
    else request.continue();
  });
  async function arrived() {
    while (held.length === 0) await new Promise((resolve) => { setTimeout(resolve, 20); });
    return held[0];
  }
  return {
    arrived,
    async release(answer) {
      const request = await arrived();
      held.shift();
      if (answer === undefined) await request.continue();
      else await request.respond({status: 200, contentType: "application/json", body: JSON.stringify(answer)});
    },
  };
}

/** Wait until the page knows what the cube is. */
export function read(page) {
  return until(page, () => !document.querySelector(".entry .verdict").classList.contains("bad") && document.querySelector(".entry .verdict").textContent !== "");
}

/** Open what few need. */
export function openMore(page) {
  return page.$eval(".more", (details) => { details.open = true; });
}

/** Paint a sticker by a key. */
export async function paint(page, sticker, key) {
  await page.$$eval(".stage .sticker", (stickers, i) => stickers[i].focus(), sticker);
  await page.keyboard.press(key);
}

export async function solve(page) {
  await read(page);
  await press(page, "Solve");
  await until(page, () => document.querySelector(".answer:not(.awaited) .hint")?.textContent);
}

/** The state that a player shows. */
export function shown(page, selector = ".player") {
  return page.$eval(selector, (player) => ({...player.dataset}));
}

export function isSolved(facelets) {
  const perFace = facelets.length / 6;
  return [...facelets].every((c, i) => c === facelets[i - i % perFace]);
}
