// Times of the page for static hosts in Chromium, beside the command with the same table and as many threads.
//     node bench/tab.mjs FILE N MODE...          MODE: 2 (threads), 1, alone (without shared memory), command-2, command-1
// `make tab-bench` calls it. A row a cube and mode as comma-separated values: cube, mode, length, nodes, seconds; then of each page how
// the table came to be and the memory of its process (proportional set size, at the end).
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { launch, superflip, until } from "./browser.mjs";

const [file, count, ...modes] = process.argv.slice(2);
const cubes = readFileSync(file, "utf8").split("\n").filter((line) => line !== "" && !line.startsWith("#")).slice(0, Number(count));

async function serve(...options) {
  const server = spawn(process.env.SERVE_STATIC, [process.env.STATIC, "0", ...options], {stdio: ["ignore", "ignore", "pipe"]});
  const address = await new Promise((resolve) => { server.stderr.on("data", (text) => resolve(/http:\S+/.exec(text)[0])); });
  return {address, stop: () => server.kill("SIGTERM")};
}

/* Of the largest process of the browser that shows pages, in MiB. */
function rendererMebibytes() {
  const sizes = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer")) return 0;
      return Number(/^Pss: *(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]) / 1024;
    } catch {  /* it has ended */
      return 0;
    }
  });
  return Math.round(Math.max(...sizes));
}

function tell(cube, mode, {length, nodes, seconds}) {
  console.log([cubes.indexOf(cube) + 1, mode, length, nodes, seconds.toFixed(3)].join(","));
}

async function measurePage(mode) {
  const isAlone = mode === "alone", host = await serve(...(isAlone ? [] : ["--isolated"])), browser = await launch(), page = await browser.open("about:blank");
  await page.evaluateOnNewDocument((hasNoServiceWorker) => {
    if (hasNoServiceWorker) Object.defineProperty(Navigator.prototype, "serviceWorker", {value: undefined});
    const Plain = Worker;
    window.ended = [];
    window.Worker = class extends Plain {
      constructor(...given) {
        super(...given);
        this.addEventListener("message", ({data}) => data.name === "end" && window.ended.push(data.event.result));
      }
    };
  }, isAlone);
  await page.goto(isAlone ? host.address : `${host.address}?threads=${mode}`);
  await until(page, () => document.getElementById("table")?.dataset.state === "ready");
  console.log(`# ${mode}: ${await page.$eval("#table .live", (text) => text.textContent)}`);
  for (const cube of cubes) {
    await page.$eval(".entry textarea", (field, value) => { field.value = value; field.dispatchEvent(new Event("input")); }, cube);
    await new Promise((resolve) => { setTimeout(resolve, 500); });
    await page.evaluate(() => [...document.querySelectorAll("button")].find((button) => button.textContent === "Solve").click());
    while (await page.evaluate(() => window.ended.length) <= cubes.indexOf(cube)) await new Promise((resolve) => { setTimeout(resolve, 100); });
    tell(cube, mode, await page.evaluate(() => window.ended.at(-1)));
  }
  console.log(`# ${mode}: ${rendererMebibytes()} MiB`);
  await browser.close();
  host.stop();
}

function measureCommand(mode) {
  const options = ["solve", "--heuristic", "coset-30m", "--threads", mode.split("-")[1], "--json"];
  for (const cube of cubes) tell(cube, mode, JSON.parse(execFileSync(superflip, [...options, cube], {encoding: "utf8", stdio: ["ignore", "pipe", "ignore"]})));
}

for (const mode of modes) {
  if (mode.startsWith("command-")) measureCommand(mode);
  else await measurePage(mode);
}
