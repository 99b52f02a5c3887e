/* A worker with the library in it (worker.js). */

/** @param startWorker()  a worker that runs worker.js
 *  @param options  what worker.js hears first
 *  @param hear(message)  hears what is no answer
 *  @param die(error)  hears that the worker has died; requests reject with the error
 *  @return {ask(request): its answer, restart(): ends the worker with what it does; a new one answers what was not answered, close()} */
export function createLibrary(startWorker, options, hear, die) {
  const waiting = new Map();  /* requests without an answer, and who waits for it */
  let worker = null, nAsked = 0, given, fault = null;

  function begin() {
    worker = startWorker();
    worker.onmessage = ({data}) => {
      if (data.given) given = data.given;
      else if (data.id === undefined) hear(data);
      else {
        waiting.get(data.id)?.resolve(data);
        waiting.delete(data.id);
      }
    };
    worker.onerror = ({message}) => {  /* of a thread's death emscripten tells nothing but an object */
      end(new Error(message && !message.includes("[object") ? message : "a thread has died"));
      die(fault);
    };
    worker.postMessage({...options, given});
    waiting.forEach(({request}) => worker.postMessage(request));
  }

  function end(error) {
    fault = error;
    worker.onmessage = worker.onerror = null;
    worker.terminate();
    waiting.forEach(({reject}) => reject(fault));
    waiting.clear();
  }

  begin();
  return {
    ask(asked) {
      if (fault !== null) return Promise.reject(fault);
      const request = {id: ++nAsked, ...asked};
      const reply = new Promise((resolve, reject) => { waiting.set(request.id, {request, resolve, reject}); });
      worker.postMessage(request);
      return reply;
    },
    restart() {
      worker.terminate();
      begin();
    },
    close() {
      end(new Error("closed"));
    },
  };
}
