/* Another cube in space in place of ours (viewer.js), as `make web` puts one there: it shows answers, ours is painted. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { assertQuiet, isSolved, launch, press, read, scratch, serve, shown, solve, test } from "./browser.mjs";

const ROOT = process.env.SUPERFLIP_ROOT ?? join(dirname(fileURLToPath(import.meta.url)), "../..");
/* It notes what it is told. */
const OTHER = `import { setViewer } from "./viewer.js";
import { startPage } from "./page.js";

setViewer((n) => {
  const element = Object.assign(document.createElement("div"), {className: "other"}), note = (what) => Object.assign(element.dataset, what);
  return {
    element,
    load: ({moves}) => note({layers: n, moves: moves.length}),
    show: (facelets, at) => note({facelets, at}),
    turn(facelets, move, seconds, at) {
      note({facelets, at});
      return Promise.resolve();
    },
  };
});
startPage();
`;
let browser, files, server, html;
before(async () => {
  files = scratch();
  cpSync(join(ROOT, "src/app/web/page"), files.path("page"), {recursive: true});
  writeFileSync(files.path("page/served.js"), OTHER);
  html = execFileSync(join(ROOT, "scripts/inline-page"), [files.path("page/page.html")], {encoding: "utf8"});
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.stop();
  files.remove();
});

test("it shows what the player plays, and gives way to the cube that is painted", async () => {
  const p = await browser.open("about:blank"), other = () => p.$eval(".stage .other", (e) => ({...e.dataset}));
  await p.setRequestInterception(true);
  p.on("request", (request) => new URL(request.url()).pathname === "/" ? request.respond({contentType: "text/html; charset=utf-8", body: html}) : request.continue());
  await p.goto(`${server.address}#cube=R%20U%20F2`);
  await read(p);
  assert.ok(await p.$(".stage .scene") && !await p.$(".stage .other"));
  await solve(p);
  assert.equal(await p.$(".stage .scene"), null);
  const {facelets} = await shown(p, ".answer .player");
  assert.deepEqual(await other(), {layers: "3", moves: "3", facelets, at: "0"});
  await press(p, "One move on");
  assert.equal((await other()).at, "1");
  await press(p, "To the end");
  assert.ok(isSolved((await other()).facelets));
  await press(p, "Back to painting");
  assert.equal(await p.$(".stage .other"), null);
  await (await p.$$(".stage .sticker"))[7].click();
  assert.notEqual(await p.$eval(".stage .painter", (painter) => painter.dataset.facelets), facelets);
  assertQuiet(p);
});
