/* The server in a worker of a page, or of Node: it passes on what the page asks, and the events of jobs
 * (doc/openapi.yaml); only tab/tables (tables.js) and lib/ (cubes.js) are none of the server's. The first
 * message says how it begins: {isThreaded, threads, table, given}; without a table it solves nothing, with
 * null only what takes none. Then it hears {id, method, path, query, body} and answers {id, status, body}.
 * Besides it says {table: ...} while the table is made, {job, name, event} for each event of a job, and
 * {given: bytes} if the page is to keep the table for its next worker. Without threads (isThreaded) this
 * worker searches itself: it hears nothing meanwhile, and is ended to stop a search. */
"use strict";
if (self.host === undefined) importScripts("in-browser.js");
importScripts("tables.js");
importScripts("cubes.js");

const POLL_MS = 60, ACCEPTED = 202;
let module = null, isThreaded = false, tellNow = () => {};

/* Call the module with texts and numbers. @return the text that it returns, null: none */
function call(name, ...args) {
  const given = args.map((arg) => {
    if (typeof arg !== "string") return arg;
    const size = module.lengthBytesUTF8(arg) + 1, at = module._malloc(size);
    module.stringToUTF8(arg, at, size);
    return at;
  });
  try {
    const at = module[`_tab_${name}`](...given);
    return at ? module.UTF8ToString(at) : null;
  } finally {
    given.forEach((at, i) => typeof args[i] === "string" && module._free(at));
  }
}

class Refusal extends Error {
  constructor(status, message, place = {}) {
    super(message);
    this.status = status;
    this.place = place;
  }
}

/* ---- the server ---- */
function ask({method = "GET", path, query = {}, body}) {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return JSON.parse(call("call", method, `/${path}`, JSON.stringify(body ?? Object.fromEntries(texts))));
}

/* @return whether there may be more events later */
function tellEvents() {
  const events = call("events"), lines = /^(?:job: (.*)|event: (.*)\nid: .*\ndata: (.*))$/gm;
  let job;
  for (const [, id, name, data] of (events ?? "").matchAll(lines)) {
    if (id !== undefined) job = id;
    else {
      if (name === "end") keepBuilt();
      postMessage({job, name, event: JSON.parse(data)});
    }
  }
  return events !== null;
}

/* Once the page knows of the job. */
function begin(id) {
  ask({path: `api/jobs/${id}/events`});
  if (isThreaded) {
    tellEvents();
    return;
  }
  tellNow = tellEvents;
  call("work");
  while (tellEvents());
}

/* ---- beginning, and what is heard ---- */
async function start({isThreaded: asked, threads, table, given}) {
  isThreaded = asked;
  const script = isThreaded ? "superflip.js" : "superflip-alone.js";
  importScripts(script);
  const options = {...host.optionsOf(script), ...isThreaded ? {wasmMemory: memoryFor(table)} : {}};
  module = await createSuperflip({nThreads: threads, howFar: () => tellNow(), ...options});
  const fault = call("start", threads, host.mostBytes);
  if (fault !== null) {
    module = null;
    throw new Error(fault);
  }
  module.FS.mkdir("/tables");
  host.others?.().filter((file) => file !== fileOf(table)).forEach(lendOther);
  if (isThreaded) setInterval(tellEvents, POLL_MS);
  if (table === undefined) return;
  if (table === null) {
    call("fail", "no table was asked for");
    return;
  }
  const isOpened = openTable(table, given).catch(fail);
  if (!isThreaded) await isOpened;
}

function fail(error) {
  const message = String(error?.message ?? error);
  if (module !== null) call("fail", message);
  postMessage({table: {state: "failed", message, ...(error instanceof RangeError ? {reason: "memory"} : {})}});
}

async function answer(request) {
  if (module === null) throw new Refusal(503, "the library could not be loaded");
  if (request.path.startsWith("tab/tables")) return {status: 200, body: await answerOfTables(request)};
  if (request.path.startsWith("lib/")) return {status: 200, body: askLibrary(request)};
  if (!request.path.startsWith("api/")) throw new Refusal(404, `no ${request.path}`);
  return ask(request);
}

async function reply(request) {
  const answered = await answer(request).catch((error) => {
    if (!(error instanceof Refusal)) setTimeout(() => { throw error; });  /* the worker dies of it */
    return {status: error.status ?? 500, body: {error: {status: error.status ?? 500, message: error.message, ...error.place}}};
  });
  postMessage({id: request.id, ...answered});
  if (request.path === "api/solve" && answered.status === ACCEPTED) begin(answered.body.id);
}

let started = null;
self.onmessage = ({data}) => {
  if (started === null) started = start(data).catch(fail);
  else started.then(() => reply(data));
};
