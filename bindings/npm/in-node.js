/* The worker of the package in Node: what worker.js has of a browser (in-browser.js), from Node's modules. */
"use strict";
const fs = require("node:fs"), os = require("node:os"), path = require("node:path"), vm = require("node:vm");
const {parentPort, threadId, workerData: {directory}} = require("node:worker_threads");
const {tablesDirectory} = require("./places.js");
const besideThis = (name) => path.join(__dirname, name);

/* null: nothing is kept. */
function folder() {
  if (directory === null) throw new Error("nothing is kept");
  return directory ?? tablesDirectory(process.platform, process.env, os.homedir());
}

/* What was left by workers that were ended while they wrote. */
function removeLeftovers(file) {
  for (const name of fs.readdirSync(folder())) {
    const writer = name.startsWith(`${file}.tmp`) && /^(\d+)-\d+$/.exec(name.slice(file.length + ".tmp".length));
    if (!writer || Number(writer[1]) === process.pid) continue;
    try {
      process.kill(Number(writer[1]), 0);
    } catch ({code}) {
      if (code === "ESRCH") fs.rmSync(path.join(folder(), name), {force: true});
    }
  }
}

function opened(fd) {
  return {
    size: () => fs.fstatSync(fd).size,
    read: (bytes, at) => fs.readSync(fd, bytes, 0, bytes.length, at),
    write: (bytes, at) => fs.writeSync(fd, bytes, 0, bytes.length, at),
    truncate: (size) => fs.ftruncateSync(fd, size),
    close() {
      fs.closeSync(fd);
      fd = -1;  /* the number may be another file's soon */
    },
  };
}

/* A new file's name until it is whole. */
const temporaryOf = (name) => `${name}.tmp${process.pid}-${threadId}`;

const openKept = (file) => opened(fs.openSync(path.join(folder(), file), "r"));

const MOST_BYTES = 1 << 30;

const host = {
  mostBytes: MOST_BYTES,
  keepsOthers: directory !== null,
  optionsOf: (script) => ({
    locateFile: besideThis, mainScriptUrlOrBlob: besideThis(script), wasmBinary: fs.readFileSync(besideThis(script.replace(/js$/, "wasm"))),
  }),
  alone: (name, waits, act) => act(),  /* another process makes a file of its own */
  find: async (file) => openKept(file),
  async create(file) {
    const name = path.join(folder(), file), temporary = temporaryOf(name);
    fs.mkdirSync(folder(), {recursive: true});
    removeLeftovers(file);
    const made = opened(fs.openSync(temporary, "w+"));
    return {
      ...made,
      async keep() {
        made.close();
        fs.renameSync(temporary, name);
      },
      async discard() {
        made.close();
        fs.unlinkSync(temporary);
      },
    };
  },
  remove: async (file) => fs.unlinkSync(path.join(folder(), file)),

  /* Tables for goals and steps; the command's files, too. */
  others() {
    const isUsable = (file) => {
      fs.accessSync(path.join(folder(), file), fs.constants.R_OK);
      return fs.statSync(path.join(folder(), file)).size <= MOST_BYTES;
    };
    try {
      return fs.readdirSync(folder()).filter((file) => file.endsWith(".pdb") && isUsable(file));
    } catch {  /* nothing is kept, or not by this user */
      return [];
    }
  },
  openOther: openKept,
  keepOther(file, bytes) {
    const name = path.join(folder(), file), temporary = temporaryOf(name);
    try {
      fs.mkdirSync(folder(), {recursive: true});
      fs.writeFileSync(temporary, bytes);
      fs.renameSync(temporary, name);
      return openKept(file);
    } catch {  /* there is no room: it was built for this process only */
      fs.rmSync(temporary, {force: true});
      return null;
    }
  },
};

Object.assign(globalThis, {
  self: globalThis, require, host,
  postMessage: (message) => parentPort.postMessage(message),
  importScripts: (name) => vm.runInThisContext(fs.readFileSync(besideThis(name), "utf8"), {filename: besideThis(name)}),
});
importScripts("worker.js");
parentPort.on("message", (data) => self.onmessage({data}));
