/* The tables of worker.js: opened or built by the library, in files of its host (in-browser.js). */
"use strict";

/* Tables with the GiB of addresses that a worker asks for: not every browser has four to give. */
const TABLES = {"coset-30m": 1, "coset-125m": 1, "coset-300m": 2, "coset-1g": 4};
const INITIAL_PAGES = 1024, GIB_PAGES = 16384;  /* of WebAssembly; mk/tab.mk has the former, too */
const WORKING = 0, FAILED = 2, UNSOUND = 3, STATES = ["working", "ready", "failed", "working"];
const NO_MEMORY = 20, NO_SPACE = 23, REASONS = {[NO_MEMORY]: "memory", [NO_SPACE]: "space"};
const PIECE_BYTES = 8 << 20;
const ENOSPC = 51, EIO = 29;  /* as WASI numbers them */

function memoryFor(table) {
  return new WebAssembly.Memory({initial: INITIAL_PAGES, maximum: (TABLES[table] ?? 1) * GIB_PAGES, shared: true});
}

function factsOf(table) {
  const [bytes, buildBytes, buildSeconds, solveSeconds] = withText(table, (at) => numbers("tab_table_facts", 4, at));
  return {name: table, file: fileOf(table), bytes, build_bytes: buildBytes, build_seconds: buildSeconds, solve_seconds: solveSeconds / nThreads};
}

/* The tables that a worker may have, with what to expect of them here, and the bytes that are kept of each. */
async function listTables() {
  return {tables: await Promise.all(Object.keys(TABLES).map(async (name) => {
    const kept = await host.find(fileOf(name)).catch(() => null), bytes = kept?.size() ?? null;
    kept?.close();
    return {...factsOf(name), kept: bytes};
  }))};
}

/* A table's file: got as a File, deleted, put in place of the one that is kept. */
async function answerOfTable(method, table, body) {
  if (!(table in TABLES)) throw new Refusal(404, {message: `there is no table '${table}'`});
  try {
    if (method === "DELETE") await host.remove(fileOf(table));
    else if (method === "PUT") await putTable(table, body);
    else return await host.fileOf(fileOf(table));
  } catch (error) {
    throw new Refusal(507, {message: `the file of '${table}': ${error.message}`});
  }
  return {};
}

async function putTable(table, blob) {
  const file = await host.create(fileOf(table), blob.size);
  try {
    for (let at = 0; at < blob.size; at += PIECE_BYTES)
      writeAll(file, new Uint8Array(await blob.slice(at, at + PIECE_BYTES).arrayBuffer()), at);
  } catch (error) {
    file.close();
    await host.remove(fileOf(table));
    throw error;
  }
  file.close();
}

function writeAll(file, bytes, at) {
  if (file.write(bytes, at) < bytes.length) throw new Error("there is no room");
}

function fileOf(table) {
  return `${table}-htm.pdb`;
}

function orErrno(number, act) {
  try {
    return act();
  } catch {
    throw new module.FS.ErrnoError(number);
  }
}

/* Make a file of the module's one of the host's, in place of another one: what is read and written does not lie in memory. */
function lend(node, file) {
  node.own ??= {ofNode: node.node_ops, ofStreams: node.stream_ops};
  const {getattr, setattr} = node.own.ofNode;
  node.node_ops = {
    ...node.own.ofNode,
    getattr: (of) => ({...getattr(of), size: file.size()}),
    setattr(of, {size, ...others}) {
      setattr(of, others);
      if (size !== undefined) orErrno(ENOSPC, () => file.truncate(size));
    },
  };
  node.stream_ops = {
    ...node.own.ofStreams,
    read: (stream, memory, at, length, position) => orErrno(EIO, () => file.read(memory.subarray(at, at + length), position)),
    write: (stream, memory, at, length, position) => orErrno(ENOSPC, () => {
      writeAll(file, memory.subarray(at, at + length), position);
      return length;
    }),
  };
}

/* Lend what the host has kept. @return whether there was something */
async function lendKept(file) {
  const kept = await host.find(file).catch(() => null);
  if (kept === null) return false;
  const path = `/tables/${file}`;
  if (!module.FS.analyzePath(path).exists) module.FS.writeFile(path, "");
  lend(module.FS.lookupPath(path).node, kept);
  return true;
}

/* The next file that the library begins under a temporary name is this one. */
function lendToNext(file) {
  const {node} = module.FS.lookupPath("/tables"), {mknod} = node.node_ops;
  node.node_ops = {...node.node_ops, mknod(parent, name, ...others) {
    const made = mknod(parent, name, ...others);
    if (!name.includes(".tmp")) return made;
    node.node_ops = {...node.node_ops, mknod};
    lend(made, file);
    return made;
  }};
}

/* Open a table, or build it, and tell how far that is. @return {state, status, ...} */
function open(table, builds) {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    let toldAt = 0, timer;
    function look() {
      const [state, share, bytes, status] = numbers("tab_table", 4), isOver = state !== WORKING, now = performance.now();
      if (!isOver && now - toldAt < POLL_MS) return;
      toldAt = now;
      const told = {state: STATES[state], name: table, stage: text("tab_table_text"), share, seconds: (now - begun) / 1000, bytes,
                    heap: module.HEAPU8.length, threads: nThreads, built: builds};
      if (state === FAILED) Object.assign(told, {message: told.stage, reason: REASONS[status]});
      if (!isOver) postMessage({table: told});
      else {
        clearInterval(timer);
        resolve({isUnsound: state === UNSOUND, status, told});
      }
    }
    tellNow = look;
    const fault = withText(table, (at) => module._tab_open(nThreads, at, builds));
    if (fault !== 0) reject(new Error(`no thread (${fault})`));
    else if (isThreaded) timer = setInterval(look, POLL_MS);
    else look();
  });
}

/* The library may ask for the size until the file is found again. */
function close(file) {
  const size = file.size();
  file.close();
  file.size = () => size;
}

/* Build a table into a file of the host's, or where that has no room, into memory. */
async function build(table) {
  const file = await host.create(fileOf(table), factsOf(table).bytes).catch(() => null);
  if (file === null) return {...await open(table, true), isKept: false};
  lendToNext(file);
  const opened = await open(table, true), isSound = opened.told.state === "ready";
  close(file);
  if (!isSound) await host.remove(fileOf(table));
  if (opened.status === NO_SPACE) return {...await open(table, true), isKept: false};
  return {...opened, isKept: isSound && await lendKept(fileOf(table))};
}

/* @param given  its bytes, if the page has them */
async function openTable(table, given) {
  module.FS.mkdir("/tables");
  if (given) module.FS.writeFile(`/tables/${fileOf(table)}`, given);
  await host.alone(table, () => postMessage({table: {state: "waiting", name: table}}), async () => {
    const wasKept = !given && await lendKept(fileOf(table)), found = await open(table, false);
    const {isKept, told} = found.isUnsound ? await build(table) : {...found, isKept: wasKept};
    postMessage({table: {...told, kept: isKept, ...(wasKept && found.isUnsound ? {unsound: found.told.stage} : {})}});
    if (told.built && told.state === "ready" && !isKept && !isThreaded) postMessage({given: module.FS.readFile(`/tables/${fileOf(table)}`)});
  });
}
