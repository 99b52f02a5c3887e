/* The page without a mouse, in the dark, at 200 %. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { assertQuiet, launch, serve, shown, solve, test, until } from "./browser.mjs";

let browser, server;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.stop();
});

/* Go on by Tab to the control with this text or description; what has the focus must be marked. */
async function tabTo(page, name) {
  for (let i = 0; i < 200; i++) {
    const [found, outline] = await page.evaluate(() => {
      const e = document.activeElement;
      return [e.getAttribute("aria-label") ?? e.textContent, getComputedStyle(e).outlineStyle];
    });
    if (found === name) {
      assert.notEqual(outline, "none", name);
      return;
    }
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not come to '${name}'`);
}

test("by keys alone a cube is entered, solved, and its solution played to the end and copied", async () => {
  const p = await browser.open(server.address);
  await browser.allow(server.address, "clipboard-read", "clipboard-sanitized-write");
  await until(p, () => document.querySelector(".entry .verdict").textContent === "Solved.");
  for (let i = 0; i < 20 && !await p.evaluate(() => document.activeElement.id === "scramble"); i++) await p.keyboard.press("Tab");
  await p.keyboard.type("R U F2");
  await tabTo(p, "Solve");
  await p.keyboard.press("Enter");
  await until(p, () => document.querySelector(".answer .hint").textContent === "Proved: no solution is shorter.");
  await tabTo(p, "To the end");
  await p.keyboard.press("Enter");
  assert.equal((await shown(p, ".answer .player")).index, "3");
  await tabTo(p, "Copy the moves");
  await p.keyboard.press("Enter");
  await until(p, async () => await navigator.clipboard.readText() === "F2 U' R'");
  assertQuiet(p);
});

/* Texts whose contrast with what lies below them is less than 4.5 (WCAG 2.2, 1.4.3), with their contrast. */
function findPale() {
  const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = (rgb) => rgb.slice(0, 3).map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  function ground(e) {
    for (; e; e = e.parentElement) {
      const colour = channels(getComputedStyle(e).backgroundColor);
      if (colour[3] !== 0) return colour;
    }
    return [255, 255, 255];
  }
  return [...document.querySelectorAll("body *")]
    .filter((e) => e.offsetParent && !e.disabled && [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim() !== ""))
    .map((e) => {
      const [a, b] = [luminance(channels(getComputedStyle(e).color)), luminance(ground(e))].sort((x, y) => y - x);
      return [e.textContent, (a + 0.05) / (b + 0.05)];
    }).filter(([, contrast]) => contrast < 4.5);
}

test("in light and dark colours all texts can be read; at 200 % nothing is wider than the window", async () => {
  for (const value of ["light", "dark"]) {
    const p = await browser.open("about:blank", {width: 640, height: 450});  /* a window of 1280 pixels at 200 % */
    await p.emulateMediaFeatures([{name: "prefers-color-scheme", value}]);
    await p.goto(`${server.address}#cube=${encodeURIComponent("R U F2 L' D B2")}`);
    await solve(p);
    const paper = await p.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
    assert.equal(Math.max(...paper) < 128, value === "dark");
    assert.deepEqual(await p.evaluate(findPale), []);
    assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= 640));
    assertQuiet(p);
  }
});
