/* The server, as doc/openapi.yaml describes it, or who answers in its place. */

/** What the server says is wrong: its message, and where in the text. */
export class ServerError extends Error {
  constructor(status, {message, row, column, token}) {
    super(message);
    Object.assign(this, {status, row, column, token});
  }
}

function textOf(query) {
  return new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined)).toString();
}

/* The server over HTTP. */
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
    return () => source.close();
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
    throw new ServerError(0, {message: ""});
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

export async function askScramble(puzzle) {
  return (await ask("api/scramble", {query: {puzzle, type: "state"}})).scrambles[0];
}

export function askSolve(request) {
  return ask("api/solve", {method: "POST", body: request});
}

export function cancelJob(id) {
  return ask(`api/jobs/${id}`, {method: "DELETE"});
}

/** Follow a job.
 * @param on  functions by the names of events: waiting, begin, progress, iteration, solution, end; and lost(), when the
 *            connection is gone for good
 * @return a function that stops following; the server then cancels the job */
export function followJob(id, on) {
  return backend.follow(id, on);
}

/** Solve and wait for the result. @param onBegin(id)  when the job is known, for whoever wants to cancel it */
export async function solveJob(request, onBegin) {
  const job = await askSolve(request);
  onBegin?.(job.id);
  return new Promise((resolve, reject) => {
    followJob(job.id, {end: resolve, lost: () => reject(new ServerError(0, {message: ""}))});
  });
}
