/* A worker with the library in it (src/web/tab/worker.js). */

/** @param options  {isThreaded, threads, opensTable} of the worker
 *  @param hear(message)  hears what is no answer
 *  @return {ask(request): its answer, restart(): ends the worker with what it does; a new one answers what was not answered} */
export function createLibrary(options, hear) {
  const waiting = new Map();  /* requests without an answer, and who waits for it */
  let worker = null, nAsked = 0, table;

  function begin() {
    worker = new Worker("worker.js");
    worker.onmessage = ({data}) => {
      if (data.kept) table = data.kept;
      else if (data.id === undefined) hear(data);
      else {
        waiting.get(data.id)?.resolve(data);
        waiting.delete(data.id);
      }
    };
    worker.onerror = (event) => hear({table: {state: "failed", message: event.message ?? ""}});
    worker.postMessage({...options, firstJob: nAsked, table});  /* so that no two jobs have one name */
    waiting.forEach(({request}) => worker.postMessage(request));
  }

  begin();
  return {
    ask(asked) {
      const request = {id: ++nAsked, ...asked}, reply = new Promise((resolve) => waiting.set(request.id, {request, resolve}));
      worker.postMessage(request);
      return reply;
    },
    restart() {
      worker.terminate();
      begin();
    },
  };
}
