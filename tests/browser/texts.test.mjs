/* The texts of the pages: both languages have all of them, and each is used. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { IN_ENGLISH, IN_FRENCH } from "../../src/app/web/page/texts.js";

const directory = new URL("../../src/app/web/page/", import.meta.url);
const sources = readdirSync(directory).filter((name) => /\.(js|html)$/.test(name) && name !== "texts.js")
  .map((name) => readFileSync(new URL(name, directory), "utf8")).join("\n");

test("English and French have the same keys, with the same values in them", () => {
  assert.deepEqual(Object.keys(IN_FRENCH).sort(), Object.keys(IN_ENGLISH).sort());
  const values = (text) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
  for (const key of Object.keys(IN_ENGLISH)) assert.deepEqual(values(IN_FRENCH[key]), values(IN_ENGLISH[key]), key);
});

test("the pages are small: 4,200 lines of JavaScript, 250 kB", () => {
  const lines = readdirSync(directory).filter((name) => name.endsWith(".js")).map((name) => readFileSync(new URL(name, directory), "utf8").split("\n").length - 1);
  assert.ok(lines.reduce((sum, n) => sum + n) <= 4200);
  const inline = (page) => execFileSync(fileURLToPath(new URL("../../../../scripts/inline-page", directory)), [fileURLToPath(new URL(page, directory))]);
  for (const page of ["page.html", "file.html", "tab.html"]) assert.ok(inline(page).length <= 250000, page);
});

test("every text is used", () => {
  /* Some keys end in a value: say(`face ${face}`). */
  const isUsed = (key) => sources.includes(`"${key}"`) || sources.includes(`\`${key}\``) ||
    [...key.matchAll(/ /g)].some(({index}) => sources.includes(`\`${key.slice(0, index + 1)}\${`));
  const isChoice = (key) => ["puzzle", "letters", "metric", "solutions", "parentheses"].includes(key.split(" ")[0]);
  assert.deepEqual(Object.keys(IN_ENGLISH).filter((key) => !isUsed(key) && !isChoice(key)), []);
});
