/* In place of the server: the library in workers of this page. With threads one worker answers everything; without them a second one
 * answers while the first one searches, and is ended when a search is stopped. */
import { createLibrary } from "./library.js";
import { createTableStatus } from "./table-status.js";

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

/* What is known of jobs from their events: the result of one that was stopped with its worker. */
function createRecords() {
  const jobs = new Map();
  return {
    add(job) {
      jobs.set(job.id, {...jobs.get(job.id), job});
    },
    take({job: id, name, event}) {
      const known = jobs.get(id) ?? {};
      if (name === "end") jobs.delete(id);
      else jobs.set(id, {...known, [name]: [...known[name] ?? [], event]});
    },
    stopAll() {
      const ended = [...jobs.values()].filter(({job}) => job).map(({job, begin = [], progress = [], iteration = [], solution = []}) => {
        const last = progress.at(-1) ?? begin.at(-1), bounds = [...begin, ...progress, ...iteration].map((event) => event.lower_bound);
        return {...job, state: "done", result: {
          status: solution.length > 0 ? "solved" : "bound", length: solution[0]?.length ?? null, lower_bound: Math.max(0, ...bounds), complete: false,
          stopped: "interrupted", solutions: solution.map(({length, moves}) => ({length, moves})), seconds: last?.seconds ?? 0,
          nodes: last?.nodes_total ?? 0, nodes_by_depth: iteration, heuristic: null, threads: 1,
        }};
      });
      jobs.clear();
      return ended;
    },
  };
}

/** @return {element, ask(path, {method, query, body}): {status, body}, follow(id, on)} as api.js wants it */
export function createTab() {
  const status = createTableStatus(), followers = new Map(), early = new Map(), records = createRecords();
  let searcher = null, asker = null, begun;
  const isBegun = new Promise((resolve) => { begun = resolve; });

  function hear(data) {
    if (data.table) status.take(data.table);
    if (data.job === undefined) return;
    records.take(data);
    tellFollower(data);
  }

  function tellFollower(data) {
    const on = followers.get(data.job);
    if (on) on[data.name]?.(data.event);
    else early.set(data.job, [...early.get(data.job) ?? [], data]);
    if (data.name === "end") followers.delete(data.job);
  }

  function stopAll() {
    const ended = records.stopAll();
    if (ended.length === 0) return;
    searcher.restart();
    ended.forEach((job) => tellFollower({job: job.id, name: "end", event: job}));
  }

  async function start() {
    const isIsolated = await isolate();
    if (isIsolated === null) return;
    const isThreaded = isIsolated && typeof SharedArrayBuffer !== "undefined", threads = isThreaded ? countThreads() : 1;
    status.take({isThreaded});
    searcher = createLibrary({isThreaded, threads, opensTable: true}, hear);
    asker = isThreaded ? searcher : createLibrary({isThreaded, threads, opensTable: false}, hear);
    begun();
  }

  start();
  return {
    element: status.element,
    async ask(path, {method = "GET", query, body, signal} = {}) {
      await isBegun;
      if (method === "DELETE" && asker !== searcher) {
        stopAll();
        return {status: 200, body: {}};
      }
      const isOfJobs = path === "api/solve" || path.startsWith("api/jobs/");
      const request = {method, path, query: query && Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)), body};
      const answered = await (isOfJobs ? searcher : asker).ask(request);
      if (path === "api/solve" && answered.status === 200) records.add(answered.body);
      signal?.throwIfAborted();
      return answered;
    },
    follow(id, on) {
      followers.set(id, on);
      const before = early.get(id) ?? [];
      early.delete(id);
      before.forEach(tellFollower);
      return () => {
        if (!followers.delete(id)) return;  /* it is done */
        early.delete(id);
        this.ask(`api/jobs/${id}`, {method: "DELETE"});
      };
    },
  };
}
