/* The tables of worker.js: opened or built by the library, in files of its host (in-browser.js). */
"use strict";

/* Tables with the GiB of addresses that a worker asks for: not every browser has four to give. */
const TABLES = {"coset-30m": 1, "coset-125m": 1, "coset-300m": 2, "coset-1g": 4, "coset-2.6g": 4};
const INITIAL_PAGES = 1024, GIB_PAGES = 16384;  /* of WebAssembly; mk/tab.mk has the former, too */
const PIECE_BYTES = 8 << 20;
const ENOSPC = 51, EIO = 29;  /* as WASI numbers them */

function memoryFor(table) {
  return new WebAssembly.Memory({initial: INITIAL_PAGES, maximum: (TABLES[table] ?? 1) * GIB_PAGES, shared: true});
}

function factsOf(table) {
  return {...JSON.parse(call("facts", table)), file: fileOf(table)};
}

/* The tables that a worker may have, with what to expect of them here, and the bytes that are kept of each. */
async function listTables() {
  return {tables: await Promise.all(Object.keys(TABLES).map(async (name) => {
    const kept = await host.find(fileOf(name)).catch(() => null), bytes = kept?.size() ?? null;
    kept?.close();
    return {...factsOf(name), kept: bytes};
  }))};
}

/* The list of tables; a table's file: got as a File, deleted, put in place of the one that is kept. */
async function answerOfTables({method, path, body}) {
  const table = path.slice("tab/tables/".length);
  if (table === "") return listTables();
  if (!(table in TABLES)) throw new Refusal(404, `there is no table '${table}'`);
  try {
    if (method === "DELETE") await host.remove(fileOf(table));
    else if (method === "PUT") await putTable(table, body);
    else return await host.fileOf(fileOf(table));
  } catch (error) {
    throw new Refusal(507, `the file of '${table}': ${error.message}`);
  }
  return {};
}

async function putTable(table, blob) {
  const file = await host.create(fileOf(table), blob.size);
  try {
    for (let at = 0; at < blob.size; at += PIECE_BYTES)
      writeAll(file, new Uint8Array(await blob.slice(at, at + PIECE_BYTES).arrayBuffer()), at);
  } catch (error) {
    await file.discard();
    throw error;
  }
  await file.keep();
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

let lent = null;  /* the file that was lent last */

/* Lend what the host has kept. @return whether there was something */
async function lendKept(file) {
  lent = await host.find(file).catch(() => null);
  if (lent === null) return false;
  const path = `/tables/${file}`;
  if (!module.FS.analyzePath(path).exists) module.FS.writeFile(path, "");
  lend(module.FS.lookupPath(path).node, lent);
  return true;
}

/* A table that was built for a goal or for steps. */
function lendOther(name) {
  const path = `/tables/${name}`;
  module.FS.writeFile(path, "");
  lend(module.FS.lookupPath(path).node, host.openOther(name));
}

/* Have the host keep tables that the library has built for goals and steps, if it keeps others than those of TABLES. */
function keepBuilt() {
  for (const name of host.keepsOthers ? module.FS.readdir("/tables") : []) {
    const path = `/tables/${name}`, {node} = module.FS.lookupPath(path);
    if (!name.endsWith(".pdb") || node.own || node.isTemporary) continue;
    const kept = host.keepOther(name, module.FS.readFile(path));
    if (kept === null) node.isTemporary = true;
    else {
      lend(node, kept);
      node.contents = null;
    }
  }
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

/* Open a table, or build it, and tell how far that is. @return what there is to tell at the end */
function open(table, builds) {
  const begun = performance.now();
  return new Promise((resolve) => {
    let toldAt = 0, timer;
    function look() {
      const told = JSON.parse(call("table")), isOver = told.state !== "working", now = performance.now();
      if (!isOver && now - toldAt < POLL_MS) return;
      toldAt = now;
      Object.assign(told, {seconds: (now - begun) / 1000, heap: module.HEAPU8.length});
      if (!isOver) postMessage({table: told});
      else {
        clearInterval(timer);
        resolve(told);
      }
    }
    tellNow = look;
    call("open", table, builds);
    if (isThreaded) timer = setInterval(look, POLL_MS);
    else look();
  });
}

/* The library may ask for the size of a closed file until it is found again. */
function fixSize(file) {
  const size = file.size();
  file.size = () => size;
  return file;
}

/* Build a table into a file of the host's, or where that has no room, into memory. What was kept stays until there is another one. */
async function build(table) {
  const file = await host.create(fileOf(table), factsOf(table).bytes).catch(() => null);
  if (file === null) return open(table, true);
  lendToNext(file);
  const told = await open(table, true), isSound = told.state === "ready";
  if (lent !== null) fixSize(lent).close();  /* Windows puts no file in place of one that is open */
  await (isSound ? fixSize(file).keep() : fixSize(file).discard());
  if (told.reason === "space") return open(table, true);
  return {...told, kept: isSound && await lendKept(fileOf(table))};
}

/* @param given  its bytes, if the page has them */
async function openTable(table, given) {
  if (given) module.FS.writeFile(`/tables/${fileOf(table)}`, given);
  await host.alone(table, () => postMessage({table: {state: "waiting", name: table}}), async () => {
    const kept = !given && await lendKept(fileOf(table)), found = await open(table, false);
    const isUnsound = found.state === "unsound";
    const told = {kept: kept && !isUnsound, ...isUnsound ? await build(table) : found};
    postMessage({table: {...told, ...(kept && isUnsound ? {unsound: found.message} : {})}});
    if (told.built && told.state === "ready" && !told.kept && !isThreaded)
      postMessage({given: module.FS.readFile(`/tables/${fileOf(table)}`)});
  });
}
