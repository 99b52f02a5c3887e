/* The tables of a tab, for people: which are there, which is used, how it comes to be. */
import { make, makeButton } from "./elements.js";
import { sayFault } from "./faults.js";
import { saySeconds } from "./proof.js";
import { describe, keep, label, say } from "./words.js";

const STAGES = {building: "tab building", writing: "tab writing", verifying: "tab checking", checking: "tab checking"};
const SMALLEST = "coset-30m", TABLE_KEY = "superflip-table";

function sayMebibytes(bytes) {
  return say("mebibytes", {n: Math.round(bytes / (1 << 20))});
}

/* A browser may refuse this storage, too. */
function rememberedTable() {
  try {
    return localStorage.getItem(TABLE_KEY) ?? SMALLEST;
  } catch {
    return SMALLEST;
  }
}

function rememberTable(table) {
  try {
    localStorage.setItem(TABLE_KEY, table);
  } catch { /* then it is chosen again next time */ }
}

function tellReady({built, kept, seconds, bytes, heap, unsound}) {
  const how = say(built ? "tab built" : "tab kept", {time: saySeconds(seconds), size: sayMebibytes(bytes), heap: sayMebibytes(heap)});
  const later = kept ? say("tab stays") : say("tab not kept");
  return [unsound && say("tab unsound", {message: sayFault(unsound)}), how, built && later].filter(Boolean).join(" ");
}

function tellTable(now) {
  if (now.state === "failed" && now.reason === "memory") return say("tab no memory", {name: now.name});
  if (now.state === "failed") return say(now.reason === "worker" ? "tab died" : "tab failed", {message: now.message});
  if (now.state === "waiting") return say("tab waits");
  if (now.state === "ready") return tellReady(now);
  return now.state === "working" ? say(STAGES[now.stage], {n: Math.round(100 * now.share), time: saySeconds(now.seconds)}) : say("tab loading");
}

/* What to expect of a table that is not used. */
function sayFacts(table) {
  const expected = say("tab expected", {time: saySeconds(table.solve_seconds)});
  return [table.kept !== null ? say("tab is there") : say("tab to build", {time: saySeconds(table.build_seconds), size: sayMebibytes(table.build_bytes)}),
          expected].join(" ");
}

function createTableChoice(choose) {
  const field = make("select", ""), facts = make("p", "hint");
  let tables = [];
  field.id = "table-choice";
  describe(field, "tab choice");
  field.addEventListener("change", tell);

  function chosen() {
    return tables.find(({name}) => name === field.value);
  }

  function tell() {
    facts.textContent = chosen() ? sayFacts(chosen()) : "";
    choose();
  }

  function set(listed, name) {
    tables = listed;
    field.replaceChildren(...tables.map((table) => new Option(say(table.kept !== null ? "tab option kept" : "tab option",
      {name: table.name, size: sayMebibytes(table.bytes)}), table.name)));
    field.value = name;
    tell();
  }

  return {
    field, facts, chosen,
    retell: () => set(tables, field.value),
    set: (listed, used) => set(listed, chosen()?.name ?? used),
    ofSize: (bytes) => tables.find((table) => table.bytes === bytes),
    smallerThan: (name) => tables[tables.findIndex((table) => table.name === name) - 1],
  };
}

/** @param tab  {use(table): begin anew with it, ask(path, options): of its library}
 *  @return {element, begin(isThreaded), take(message): a message of a worker about its table} */
export function createTableStatus(tab) {
  const bar = make("progress", ""), text = make("p", "live"), threads = make("p", "hint"), trouble = make("p", "bad"), file = make("input", "");
  const choice = createTableChoice(permit);
  const useButton = makeButton("tab use", () => use(choice.chosen().name)), cancelButton = makeButton("cancel", () => use(SMALLEST));
  const smallerButton = makeButton("tab use smaller", () => use(smaller()));
  const deleteButton = makeButton("tab delete", () => change("DELETE", choice.chosen().name)), saveButton = makeButton("tab save", save);
  const loadButton = makeButton("tab load", () => file.click());
  const root = make("section", "card", label(make("h2", ""), "tab table"), bar, text, make("div", "row", smallerButton, cancelButton),
    make("div", "row", choice.field, useButton, deleteButton, saveButton, loadButton), choice.facts, trouble, file, threads, label(make("p", "hint"), "tab how"));
  let now = {state: "loading"};
  bar.max = 1;
  text.setAttribute("role", "status");
  trouble.setAttribute("role", "alert");
  root.id = "table";
  file.type = "file";
  file.accept = ".pdb";
  file.hidden = true;
  file.addEventListener("change", load);

  function permit() {
    const table = choice.chosen(), isSet = table !== undefined, isUsed = now.name === table?.name && now.state !== "failed";
    useButton.disabled = !isSet || isUsed;
    deleteButton.disabled = saveButton.disabled = !isSet || table.kept === null;
    loadButton.disabled = !isSet;
    cancelButton.hidden = now.name === SMALLEST || !["working", "waiting"].includes(now.state);
    smallerButton.hidden = now.state !== "failed" || now.name === SMALLEST;
    label(smallerButton, "tab use smaller", {name: smaller()});
  }

  /* What fails at once has no list of tables. */
  function smaller() {
    return choice.smallerThan(now.name)?.name ?? SMALLEST;
  }

  function tell() {
    bar.hidden = now.state === "ready" || now.state === "failed";
    if (now.state === "working") bar.value = now.share;
    else bar.removeAttribute("value");
    text.classList.toggle("bad", now.state === "failed");
    text.textContent = tellTable(now);
    threads.textContent = !now.threads ? "" : now.isThreaded ? say(now.threads === 1 ? "tab one thread" : "tab threads", {n: now.threads}) : say("tab alone");
    root.dataset.state = now.state;
    root.dataset.threads = now.isThreaded ? now.threads : 0;
    permit();
  }

  async function list() {
    const {status, body} = await tab.ask("tab/tables");
    if (status === 200) choice.set(body.tables, now.name);
  }

  function use(name) {
    now = {state: "loading", name, isThreaded: now.isThreaded};
    rememberTable(name);
    trouble.textContent = "";
    tell();
    tab.use(name);
    list().catch(() => {});  /* a worker that died has said so */
  }

  /* @return what is wrong, undefined: nothing */
  async function change(method, name, body) {
    const {status, body: answered} = await tab.ask(`tab/tables/${name}`, {method, body});
    trouble.textContent = status === 200 ? "" : sayFault(answered.error.message);
    await list();
    return status === 200 ? undefined : answered.error;
  }

  async function save() {
    const {file: name, name: table} = choice.chosen(), {status, body} = await tab.ask(`tab/tables/${table}`);
    if (status !== 200) return;
    const link = make("a", "");
    link.href = URL.createObjectURL(body);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  async function load() {
    const [given] = file.files, table = given && choice.ofSize(given.size);
    file.value = "";
    if (!given) return;
    if (!table) trouble.textContent = say("tab no such file", {n: given.size});
    else if (await change("PUT", table.name, given) === undefined) use(table.name);
  }

  keep(() => {
    choice.retell();
    tell();
  });
  return {
    element: root,
    begin(isThreaded) {
      now.isThreaded = isThreaded;
      use(rememberedTable());
    },
    take(message) {
      const wasReady = now.state === "ready";
      now = {...now, ...message};
      tell();
      if (now.state !== "ready" || wasReady) return;
      list().catch(() => {});
      if (now.kept) navigator.storage?.persist?.().catch(() => {});  /* else a browser may clear it when it runs short of room */
    },
  };
}
