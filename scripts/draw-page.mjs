// Pictures of the page of `superflip serve`: with an answer that plays, while it searches, and on a phone.
//     node draw-page.mjs DIRECTORY
// `make page-figures` calls it, beside tests/browser/browser.mjs.  The server takes the strongest table that is installed.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
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

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]), size = Buffer.alloc(4), sum = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/* A picture with its 128 commonest colours, which is a third as large. */
async function shoot(page, name) {
  const data = await page.screenshot({encoding: "base64"});
  const {width, height, pixels} = await page.evaluate(async (png) => {
    const image = Object.assign(new Image(), {src: `data:image/png;base64,${png}`});
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {width: image.width, height: image.height}), context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return {width: image.width, height: image.height, pixels: [...new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)]};
  }, data);
  const count = new Map(), coarse = (pixel) => pixel & 0xF8F8F8, split = (colour) => [colour & 255, colour >> 8 & 255, colour >> 16 & 255], exact = new Map();
  for (const pixel of pixels) {
    const group = exact.get(coarse(pixel)) ?? exact.set(coarse(pixel), new Map()).get(coarse(pixel)), colour = pixel & 0xFFFFFF;
    count.set(coarse(pixel), (count.get(coarse(pixel)) ?? 0) + 1);
    group.set(colour, (group.get(colour) ?? 0) + 1);
  }
  const groups = [...count].sort((x, y) => y[1] - x[1]).map(([key]) => key), kept = groups.slice(0, 128);
  const palette = kept.map((key) => split([...exact.get(key)].sort((x, y) => y[1] - x[1])[0][0]));
  const nearest = new Map(groups.map((key) => {
    const distances = palette.map((colour) => split(key).reduce((sum, x, i) => sum + (x + 4 - colour[i]) ** 2, 0));
    return [key, kept.includes(key) ? kept.indexOf(key) : distances.indexOf(Math.min(...distances))];
  }));
  const rows = Buffer.alloc((width + 1) * height), head = Buffer.alloc(13);
  pixels.forEach((pixel, i) => { rows[(width + 1) * Math.floor(i / width) + i % width + 1] = nearest.get(coarse(pixel)); });
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  writeFileSync(`${directory}/${name}`, Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", deflateSync(rows, {level: 9})), chunk("IEND", Buffer.alloc(0))]));
}

/* Solve, and wait until so many moves of the answer are made. */
async function answer(page, solve, n) {
  await press(page, solve);
  await until(page, (made) => Number(document.querySelector(".answer .player")?.dataset.index) >= made, n);
  await page.mouse.move(0, 0);
}

const desk = await open(NEAR, {width: 1000, height: 720, moves: true});
await answer(desk, "Solve", 5);
await new Promise((resolve) => { setTimeout(resolve, 150); });  /* in the middle of a turn */
await shoot(desk, "page.png");

const search = await open(FAR, {width: 1000, height: 1280});
await search.emulateMediaFeatures([{name: "prefers-color-scheme", value: "dark"}]);
await press(search, "Solve");
await until(search, () => / left for this length/.test(document.querySelector("#state").textContent) && document.querySelectorAll(".proof tbody tr.complete").length > 6 && document.querySelector(".answer .move"));
await search.$eval("#proof", (proof) => { proof.open = true; });
await search.mouse.move(0, 0);
await new Promise((resolve) => { setTimeout(resolve, 1000); });
await shoot(search, "page-proof.png");
await press(search, "Cancel");

const phone = await open(NEAR, {width: 360, height: 740, language: "fr", moves: true});
await answer(phone, "Résoudre", 5);
await shoot(phone, "page-phone.png");

await browser.close();
server.kill("SIGTERM");
