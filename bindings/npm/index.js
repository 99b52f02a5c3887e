/* superflip in a browser. */
import { makeSolver } from "./solver.js";

const isThreaded = globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer !== "undefined";
const host = {
  isThreaded, threads: Math.min(16, navigator.hardwareConcurrency || 1),
  startWorker: () => new Worker(new URL("./worker/worker.js", import.meta.url)),
};

export const createSolver = (options) => makeSolver(host, options);
export { SuperflipError } from "./solver.js";
