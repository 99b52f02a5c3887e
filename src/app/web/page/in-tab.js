/* In place of the server: the library in workers of this page (src/app/web/tab), with the table that was chosen. */
import { createEngine } from "../tab/engine.js";
import { createTableStatus } from "./table-status.js";
import { say } from "./words.js";

const MAX_THREADS = 16;

/* For hosts that set no headers a service worker of ours adds them, and the page is loaded once more.
 * @return whether memory may be shared; null: the page is being loaded again */
async function isolate() {
  if (crossOriginIsolated || !navigator.serviceWorker) return crossOriginIsolated;
  try {
    if (sessionStorage.getItem("superflip-isolated")) return false;
    sessionStorage.setItem("superflip-isolated", "tried");
    await navigator.serviceWorker.register("isolate.js");
    await navigator.serviceWorker.ready;
  } catch {  /* not permitted here */
    return false;
  }
  location.reload();
  return null;
}

function countThreads() {
  const asked = Number(new URLSearchParams(location.search).get("threads"));
  return Math.max(1, Math.min(MAX_THREADS, Math.floor(asked) || navigator.hardwareConcurrency || 1));
}

/** @return {element, ask(path, {method, query, body, signal}): {status, body}, follow(id, on)} as api.js wants it */
export function createTab() {
  let engine = null, options, begun;
  const isBegun = new Promise((resolve) => { begun = resolve; });
  const status = createTableStatus({
    use(table) {
      engine?.close(say("tab changed"));
      engine = createEngine(() => new Worker("worker.js"), {...options, table}, status.take);
    },
    ask,
  });

  async function start() {
    const isIsolated = await isolate();
    if (isIsolated === null) return;
    const isThreaded = isIsolated && typeof SharedArrayBuffer !== "undefined";
    options = {isThreaded, threads: isThreaded ? countThreads() : 1};
    status.begin(isThreaded);
    begun();
  }

  async function ask(path, {signal, ...request} = {}) {
    await isBegun;
    const answered = await engine.ask({path, ...request});
    signal?.throwIfAborted();
    return answered;
  }

  start();
  return {element: status.element, ask, follow: (id, on) => engine.follow(id, on)};
}
