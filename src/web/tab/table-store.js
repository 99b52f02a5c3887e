/* The table in the browser's storage, so that it is built once. Whether what comes back is sound, the library's checksums tell. */
"use strict";

function openStore() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("superflip", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("tables");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function ask(mode, act) {
  const store = await openStore();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = store.transaction("tables", mode), request = act(transaction.objectStore("tables"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    store.close();
  }
}

/** The bytes that were stored, or undefined: a browser may refuse storage, or have cleared it. */
async function loadTable() {
  try {
    return await ask("readonly", (tables) => tables.get("coset-30m-htm"));
  } catch {
    return undefined;
  }
}

/** Keep the table. @return false if that is refused: no room, or not permitted */
async function storeTable(bytes) {
  try {
    await ask("readwrite", (tables) => tables.put(bytes, "coset-30m-htm"));
    return true;
  } catch {
    return false;
  }
}
