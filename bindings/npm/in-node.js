/* The worker of the package in Node: what worker.js has of a browser (in-browser.js), from Node's modules. */
"use strict";
const fs = require("node:fs"), os = require("node:os"), path = require("node:path"), vm = require("node:vm");
const {parentPort, threadId, workerData: {directory}} = require("node:worker_threads");
const besideThis = (name) => path.join(__dirname, name);

/* The command's directory, whose files serve both; null: nothing is kept. */
function folder() {
  if (directory === null) throw new Error("nothing is kept");
  return directory ?? process.env.SUPERFLIP_PDB_DIR ?? path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache"), "superflip");
}

function opened(fd) {
  return {
    size: () => fs.fstatSync(fd).size,
    read: (bytes, at) => fs.readSync(fd, bytes, 0, bytes.length, at),
    write: (bytes, at) => fs.writeSync(fd, bytes, 0, bytes.length, at),
    truncate: (size) => fs.ftruncateSync(fd, size),
    close: () => fs.closeSync(fd),
  };
}

const host = {
  optionsOf: (script) => ({
    locateFile: besideThis, mainScriptUrlOrBlob: besideThis(script), wasmBinary: fs.readFileSync(besideThis(script.replace(/js$/, "wasm"))),
  }),
  alone: (name, waits, act) => act(),  /* another process makes a file of its own */
  async find(file) {
    return opened(fs.openSync(path.join(folder(), file), "r"));
  },
  async create(file) {
    const name = path.join(folder(), file), temporary = `${name}.tmp${process.pid}-${threadId}`;
    fs.mkdirSync(folder(), {recursive: true});
    const made = opened(fs.openSync(temporary, "w+"));
    return {...made, close() {
      made.close();
      fs.renameSync(temporary, name);
    }};
  },
  remove: async (file) => fs.unlinkSync(path.join(folder(), file)),
};

Object.assign(globalThis, {
  self: globalThis, require, host,
  postMessage: (message) => parentPort.postMessage(message),
  importScripts: (name) => vm.runInThisContext(fs.readFileSync(besideThis(name), "utf8"), {filename: besideThis(name)}),
});
importScripts("worker.js");
parentPort.on("message", (data) => self.onmessage({data}));
