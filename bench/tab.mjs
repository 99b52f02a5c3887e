// Times of the page for static hosts in Chromium, beside the server and the command with the same table and as many threads.
//     node bench/tab.mjs FILE POSITIONS WAY...      POSITIONS: of the list, as 1-10 or 5;
//                                                   WAY: tab-2 (threads), tab-1, alone (no shared memory), serve-2, command-2, ...
// The table is $TABLE, or coset-30m. `make tab-bench` calls it. A row for each way and position as comma-separated values; MiB: what the
// process of the tab, or the server, holds after the answer (proportional set size).
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { launch, superflip, until } from "./browser.mjs";

const table = process.env.TABLE ?? "coset-30m";
const [file, positions, ...ways] = process.argv.slice(2);
const [first, last = first] = positions.split("-").map(Number);
const cubes = readFileSync(file, "utf8").split("\n").filter((line) => line !== "" && !line.startsWith("#"));

/* A server that says where it listens. */
async function start(program, args) {
  const server = spawn(program, args, {stdio: ["ignore", "ignore", "pipe"]});
  let said = "", address;
  for await (const text of server.stderr.iterator({destroyOnReturn: false})) if ((address = /http:\/\/\S+\//.exec(said += text)?.[0])) break;
  return {address, pid: server.pid, stop: () => server.kill("SIGTERM")};
}

function mebibytes(pid) {
  return Math.round(Number(/^Pss: *(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]) / 1024);
}

/* Of the largest process of the browser that shows pages. */
function rendererMebibytes() {
  return Math.max(...readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer") ? mebibytes(pid) : 0;
    } catch {  /* it has ended */
      return 0;
    }
  }));
}

async function openTab(threads) {
  const isAlone = threads === undefined;
  const host = await start(process.env.SERVE_STATIC, [process.env.STATIC, "0", ...(isAlone ? [] : ["--isolated"])]);
  const browser = await launch(), page = await browser.open("about:blank");
  await page.evaluateOnNewDocument((hasNoServiceWorker, name) => {
    if (location.protocol === "http:") localStorage.setItem("superflip-table", name);
    if (hasNoServiceWorker) Object.defineProperty(Navigator.prototype, "serviceWorker", {value: undefined});
    const Plain = Worker, later = setTimeout;
    window.setTimeout = (action, ms, ...values) => (ms === 2000 ? 0 : later(action, ms, ...values));  /* no solution meanwhile, which takes a processor */
    window.ended = [];
    window.Worker = class extends Plain {
      constructor(...given) {
        super(...given);
        this.addEventListener("message", ({data}) => data.name === "end" && window.ended.push(data.event.result));
      }
    };
  }, isAlone, table);
  await page.goto(isAlone ? host.address : `${host.address}?threads=${threads}`);
  await until(page, () => document.getElementById("table")?.dataset.state === "ready");
  console.error(await page.$eval("#table .live", (text) => text.textContent));
  return {
    async solve(cube) {
      await page.$eval(".entry textarea", (field, value) => { field.value = value; field.dispatchEvent(new Event("input")); }, cube);
      await until(page, (facelets) => document.querySelector(".stage .painter").dataset.facelets === facelets, cube);
      await page.evaluate(() => {
        window.ended = [];
        [...document.querySelectorAll("button")].find((button) => button.textContent === "Solve").click();
      });
      await until(page, () => window.ended.length > 0);
      return page.evaluate(() => window.ended[0]);
    },
    mebibytes: rendererMebibytes,
    async close() {
      await browser.close();
      host.stop();
    },
  };
}

async function openServer(threads) {
  const server = await start(superflip, ["serve", "--port", "0", "--heuristic", table, "--threads", threads, "--time-limit", "10h"]);
  return {
    async solve(cube) {
      const asked = await fetch(`${server.address}api/solve`, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({scramble: cube}),
      });
      const path = `${server.address}api/jobs/${(await asked.json()).id}`;
      await (await fetch(`${path}/events`)).text();
      return (await (await fetch(path)).json()).result;
    },
    mebibytes: () => mebibytes(server.pid),
    close: server.stop,
  };
}

function openCommand(threads) {
  const options = ["solve", "--heuristic", table, "--threads", threads, "--json"];
  return {
    solve: (cube) => JSON.parse(execFileSync(superflip, [...options, cube], {encoding: "utf8", stdio: ["ignore", "pipe", "ignore"]})),
    mebibytes: () => "",
    close() {},
  };
}

const open = {tab: openTab, alone: openTab, serve: openServer, command: openCommand};
console.log("way,position,length,nodes,seconds,MiB");
for (const way of ways) {
  const [name, threads] = way.split("-"), solver = await open[name](threads);
  for (let position = first; position <= last; position++) {
    const {length, nodes, seconds} = await solver.solve(cubes[position - 1]);
    console.log([way, position, length, nodes, seconds.toFixed(3), solver.mebibytes()].join(","));
  }
  await solver.close();
}
