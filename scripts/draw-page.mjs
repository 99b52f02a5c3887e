// Pictures of the page of `superflip serve`: while it searches, with an answer, and on a phone.
//     node draw-page.mjs DIRECTORY
// `make page-figures` calls it, beside tests/browser/browser.mjs.  The server takes the strongest table that is installed.
import { spawn } from "node:child_process";
import { launch, press, superflip, until } from "./browser.mjs";

const [directory] = process.argv.slice(2);
const FAR = "U F2 U' R2 B2 D' L2 D F2 L2 U2 R' B U' R D2 F' L' U F", NEAR = "D2 R2 F D L2 U F L' U2 B R2 D2 L B2 R";

const server = spawn(superflip, ["serve", "--port", "0"], {stdio: ["ignore", "ignore", "pipe"]});
let said = "", address;
for await (const text of server.stderr.iterator({destroyOnReturn: false})) if ((address = /http:\/\/\S+\//.exec(said += text)?.[0])) break;
const browser = await launch();

async function open(cube, options) {
  const page = await browser.open(`${address}#cube=${encodeURIComponent(cube)}`, options);
  await until(page, () => !document.querySelector(".primary").disabled && document.querySelector(".entry .verdict").textContent !== "");
  await page.mouse.move(0, 0);
  return page;
}

/* Solve, show a few moves, and wait for the last of them to be made. */
async function answer(page, solve, next) {
  await press(page, solve);
  await until(page, () => document.querySelector(".answer .length").textContent !== "" && document.querySelector("#proof .live").textContent !== "");
  for (let i = 0; i < 5; i++) await press(page, next);
  await new Promise((resolve) => { setTimeout(resolve, 1500); });
  await page.mouse.move(0, 0);
}

const search = await open(FAR, {width: 1200, height: 820});
await press(search, "Solve");
await search.mouse.move(0, 0);
await until(search, () => / left for this length$/.test(document.querySelector("#proof .live").textContent) &&
                          document.querySelectorAll(".proof tbody tr.complete").length > 6);
await new Promise((resolve) => { setTimeout(resolve, 1500); });
await search.screenshot({path: `${directory}/page.png`});
await press(search, "Cancel");

const desk = await open(NEAR, {width: 1200, height: 820});
await answer(desk, "Solve", "Next move");
await desk.$eval(".answer", (card) => card.scrollIntoView());
await new Promise((resolve) => { setTimeout(resolve, 500); });
await desk.screenshot({path: `${directory}/page-answer.png`});

const phone = await open(NEAR, {width: 390, height: 844, language: "fr"});
await phone.emulateMediaFeatures([{name: "prefers-color-scheme", value: "dark"}]);
await answer(phone, "Résoudre", "Mouvement suivant");
await phone.$eval(".answer", (card) => card.scrollIntoView());
await new Promise((resolve) => { setTimeout(resolve, 2000); });
await phone.screenshot({path: `${directory}/page-phone.png`});

await browser.close();
server.kill("SIGTERM");
