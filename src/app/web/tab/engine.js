/* The library in workers: it answers as the server does. With threads one worker answers everything; without them a second one answers
 * while the first one searches, and is ended when a search is stopped. */
import { createLibrary } from "./library.js";

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
        const sum = (name) => iteration.reduce((total, event) => total + event[name], 0);  /* iterations may have ended since it was told how far it is */
        return {...job, state: "done", result: {
          status: solution.length > 0 ? "solved" : "bound", length: solution[0]?.length ?? null, lower_bound: Math.max(0, ...bounds), complete: false,
          stopped: "interrupted", solutions: solution.map(({length, moves}) => ({length, moves})), seconds: Math.max(last?.seconds ?? 0, sum("seconds")),
          nodes: Math.max(last?.nodes_total ?? 0, sum("generated")), nodes_by_depth: iteration, heuristic: null, threads: 1,
        }};
      });
      jobs.clear();
      return ended;
    },
  };
}

/** @param startWorker()  a worker that runs worker.js
 *  @param options  {isThreaded, threads, table: its name}
 *  @param hear(told)  hears how far the table is; {state: "failed", message} also if a worker has died
 *  @return {ask({method, path, query, body}): {status, body}, rejects if the worker has died; follow(id, on): on[name](event) for each
 *          event of a job, on.lost(error) if there will be no more; it returns who cancels the job; close(message): what
 *          is in work rejects with it} */
export function createEngine(startWorker, options, hear) {
  const followers = new Map(), early = new Map(), records = createRecords();
  const searcher = createLibrary(startWorker, options, take, die);
  const asker = options.isThreaded ? searcher : createLibrary(startWorker, {...options, table: undefined}, take, die);

  function take(data) {
    if (data.table) hear(data.table);
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

  function loseAll(error) {
    const lost = [...followers.values()];
    followers.clear();
    lost.forEach((on) => on.lost?.(error));
  }

  function die(error) {
    hear({state: "failed", message: error.message, reason: "worker"});
    loseAll(error);
  }

  function stopAll() {
    const ended = records.stopAll();
    if (ended.length === 0) return;
    searcher.restart();
    ended.forEach((job) => tellFollower({job: job.id, name: "end", event: job}));
  }

  const engine = {
    async ask({method = "GET", path, query, body}) {
      if (method === "DELETE" && asker !== searcher) {
        stopAll();
        return {status: 200, body: {}};
      }
      const isOfJobs = path === "api/solve" || path.startsWith("api/jobs/");
      const given = query && Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
      const answered = await (isOfJobs ? searcher : asker).ask({method, path, query: given, body});
      if (path === "api/solve" && answered.status === 202) records.add(answered.body);
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
        engine.ask({method: "DELETE", path: `api/jobs/${id}`}).catch(() => {});  /* it has died */
      };
    },
    close(message = "closed") {
      searcher.close();
      if (asker !== searcher) asker.close();
      loseAll(new Error(message));
    },
  };
  return engine;
}
