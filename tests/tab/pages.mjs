/* What the tests of the page for static hosts have in common. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { until } from "./browser.mjs";

export const FILE = "coset-30m-htm.pdb";

/** A static host of the test's own.  @return {address, stop()} */
export async function serveStatic(...given) {
  const options = given.filter((option) => option.startsWith("--")), [site = process.env.STATIC] = given.filter((option) => !option.startsWith("--"));
  const server = spawn(process.env.SERVE_STATIC ?? "scripts/serve-static", [site, "0", ...options], {stdio: ["ignore", "ignore", "pipe"]});
  const address = await new Promise((resolve, reject) => {
    server.stderr.on("data", (text) => resolve(/http:\S+/.exec(text)[0]));
    server.on("exit", () => reject(new Error("no static server")));
  });
  return {address, stop: () => server.kill("SIGTERM")};
}

export function tableText(page) {
  return page.$eval("#table .live", (text) => text.textContent);
}

export async function waitForTable(page) {
  await until(page, () => ["ready", "failed"].includes(document.getElementById("table")?.dataset.state));
  assert.equal(await page.$eval("#table", (table) => table.dataset.state), "ready", await tableText(page));
}

/** Enter a text; the empty one is there from the beginning. */
export async function enter(page, text) {
  if (text !== "") await page.$eval(".entry textarea", (field, value) => { field.value = value; field.dispatchEvent(new Event("input")); }, text);
  await until(page, () => !Array.from(document.querySelectorAll("button")).find((b) => b.textContent === "Solve").disabled);
}

/** The table that the browser keeps.  @return {size, sha256}, null: none */
export function kept(page, name = FILE) {
  return page.evaluate(async (of) => {
    try {
      const file = await (await (await (await navigator.storage.getDirectory()).getDirectoryHandle("superflip")).getFileHandle(of)).getFile();
      const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
      return {size: file.size, sha256: [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")};
    } catch (error) {
      if (error.name !== "NotFoundError") throw error;
      return null;
    }
  }, name);
}

/** Write to the table that the browser keeps.
 * @param changes  {at, bytes} written, then cut to `size`, if it is given */
export function changeKept(page, {at, bytes, size}, name = FILE) {
  return page.evaluate(async (of, position, data, length) => {
    const handle = await (await (await navigator.storage.getDirectory()).getDirectoryHandle("superflip")).getFileHandle(of);
    const writer = await handle.createWritable({keepExistingData: true});
    await writer.write({type: "write", position, data: new Uint8Array(data)});
    if (length) await writer.truncate(length);
    await writer.close();
  }, name, at, bytes, size);
}
