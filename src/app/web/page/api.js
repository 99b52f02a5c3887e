/* The server, as doc/openapi.yaml describes it, or who answers in its place. */

/** What the server says is wrong: its message, and where in the text of which field of the request (none: the scramble). */
export class ServerError extends Error {
  constructor(status, {message, field, row, column, token}) {
    super(message);
    Object.assign(this, {status, field, row, column, token});
  }
}

function textOf(query) {
  return new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined)).toString();
}

/* The server over HTTP; what the browser says of a connection is not for people. */
const server = {
  async ask(path, {method = "GET", query, body, signal} = {}) {
    const response = await fetch(query ? `${path}?${textOf(query)}` : path,
      {method, signal, ...(body === undefined ? {} : {headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)})});
    return {status: response.status, statusText: response.statusText, body: await response.json().catch(() => null)};
  },
  follow(id, on) {
    const source = new EventSource(`api/jobs/${id}/events`);
    for (const name of ["waiting", "begin", "progress", "iteration", "solution", "end"])
      source.addEventListener(name, (event) => {
        if (name === "end") source.close();
        on[name]?.(JSON.parse(event.data));
      });
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) on.lost?.();
    });
    return () => {
      if (source.readyState === EventSource.CLOSED) return;  /* it is done */
      source.close();
      cancelJob(id).catch(() => {});  /* without us the server cancels it a little later */
    };
  },
};
let backend = server;

/** Ask somebody else who answers like the server. @param other  {ask(path, {method, query, body, signal}), follow(id, on)} */
export function setBackend(other) {
  backend = other;
}

async function ask(path, options) {
  let response;
  try {
    response = await backend.ask(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError(0, {message: backend === server ? "" : error.message});
  }
  const {status, statusText, body} = response;
  if (status < 200 || status > 299) throw new ServerError(status, body?.error ?? {message: `${status} ${statusText}`});
  return body;
}

export function askServer() {
  return ask("api/server");
}

/** @param values.scramble, .puzzle, .letters, .parentheses */
export function askPosition(values, signal) {
  return ask("api/show", {query: values, signal});
}

/** All goals that have names, {goals}; one that is written. */
export function askGoals() {
  return ask("api/goals");
}
export function askGoal(goal, signal) {
  return ask("api/goals", {query: {goal}, signal});
}

export async function askScramble(puzzle, signal) {
  return (await ask("api/scramble", {query: {puzzle, type: "state"}, signal})).scrambles[0];
}

export function cancelJob(id) {
  return ask(`api/jobs/${id}`, {method: "DELETE"});
}

/** Solve.
 * @param on      functions by the names of events: asked (the job is known), waiting, begin, progress, iteration, solution
 * @param signal  ends it: the job is cancelled, and nothing more is heard of it
 * @return the job, done; rejects with a ServerError, or with the signal's reason */
export async function solveJob(request, on, signal) {
  const job = await ask("api/solve", {method: "POST", body: request});
  if (signal.aborted) cancelJob(job.id).catch(() => {});
  signal.throwIfAborted();
  on.asked?.(job);
  return new Promise((resolve, reject) => {
    const lost = (error) => reject(new ServerError(0, {message: error?.message ?? ""})), stop = backend.follow(job.id, {...on, end: resolve, lost});
    signal.addEventListener("abort", () => {
      stop();
      reject(signal.reason);
    });
  });
}
