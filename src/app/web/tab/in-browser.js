/* What the worker has of a browser: its scripts by their address, and tables in the origin's private file system, as files with the
 * bytes of the command's. Whether what comes back is sound, the library's checksums tell.
 * A file of `host`: {size(), read(bytes, at), close()}; one that is made: {size(), read(bytes, at), write(bytes, at), truncate(size),
 * keep(): closed, in place of one of its name, discard()}. */
"use strict";

async function openFolder() {
  return (await navigator.storage.getDirectory()).getDirectoryHandle("superflip", {create: true});
}

/* Other tabs may read the same file. */
function readable(file) {
  const reader = new FileReaderSync();
  return {
    size: () => file.size,
    read(bytes, at) {
      const n = Math.min(bytes.length, file.size - at);
      for (let done = 0; done < n; done += PIECE_BYTES)
        bytes.set(new Uint8Array(reader.readAsArrayBuffer(file.slice(at + done, at + Math.min(n, done + PIECE_BYTES)))), done);
      return Math.max(0, n);
    },
    close() {},
  };
}

self.host = {
  mostBytes: 16 << 20,  /* of tables for goals and steps, which are built anew each time */

  optionsOf: (script) => ({mainScriptUrlOrBlob: new URL(script, self.location.href).href}),

  /** Do something with a table while no other tab does. @param waits()  is called if one does now */
  async alone(name, waits, act) {
    const lock = `superflip ${name}`;
    let got;  /* undefined: a browser that denies storage denies locks, too */
    try {
      await navigator.locks.request(lock, {ifAvailable: true}, (now) => {
        got = now;
        return now === null ? undefined : act();
      });
    } catch (error) {
      if (got !== undefined) throw error;
      return act();
    }
    if (got !== null) return undefined;
    waits();
    return navigator.locks.request(lock, act);
  },

  /** A file that was kept; rejects if there is none, or no storage. */
  async find(file) {
    return readable(await host.fileOf(file));
  },

  async fileOf(file) {
    return (await (await openFolder()).getFileHandle(file)).getFile();
  },

  async remove(file) {
    await (await openFolder()).removeEntry(file);
  },

  /** Begin a file of so many bytes, under another name until it is kept; rejects if there is no room, or no storage. */
  async create(file, bytes) {
    const folder = await openFolder(), {quota, usage} = await navigator.storage.estimate();
    if (quota - usage < bytes) throw new Error("there is no room");
    const entry = await folder.getFileHandle(`${file}.new`, {create: true}), handle = await entry.createSyncAccessHandle();
    handle.truncate(0);
    return {
      size: () => handle.getSize(),
      read: (memory, at) => handle.read(memory, {at}),
      write: (memory, at) => handle.write(memory, {at}),
      truncate: (size) => handle.truncate(size),
      async keep() {
        handle.close();
        await entry.move(file);
      },
      async discard() {
        handle.close();
        await host.remove(entry.name);
      },
    };
  },
};
