/* superflip in Node. */
import { availableParallelism, cpus } from "node:os";
import { Worker } from "node:worker_threads";
import { makeSolver } from "./solver.js";

/* A worker as browsers have it. */
function startWorker(directory) {
  const worker = new Worker(new URL("./worker/in-node.js", import.meta.url), {workerData: {directory}}), like = {
    onmessage: null, onerror: null,
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
  worker.on("message", (data) => like.onmessage?.({data}));
  worker.on("error", (error) => like.onerror?.(error));
  worker.on("exit", (status) => like.onerror?.({message: `the worker has ended with status ${status}`}));
  return like;
}

const host = {isThreaded: true, threads: Math.min(16, availableParallelism?.() ?? cpus().length), startWorker};

export const createSolver = (options) => makeSolver(host, options);
export { SuperflipError } from "./solver.js";
