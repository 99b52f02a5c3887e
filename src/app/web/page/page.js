/* The page: a cube is painted, solved and played. What is shown and asked belongs to the cube that was entered last: another one
 * empties the page and ends the runs. */
import { askServer, cancelJob, solveJob } from "./api.js";
import { createAnswer } from "./answer.js";
import { createComparison } from "./compare.js";
import { createCopier } from "./copy.js";
import { createChoice, createEntry } from "./entry.js";
import { make, makeButton } from "./elements.js";
import { costOf, parseMoves } from "./faces.js";
import { sayFault } from "./faults.js";
import { createGoal } from "./goal.js";
import { createMethod } from "./method.js";
import { readLink, writeLink } from "./link.js";
import { createProof } from "./proof.js";
import { createSheet } from "./sheet.js";
import { createTurns } from "./turns.js";
import { createLanguageChoice, describe, keep, label, labelDocument, say } from "./words.js";

const SHORT_S = 1, EARLY_MS = 2000;  /* for a short solution in place of one that was cancelled; before one is shown meanwhile */
const turns = createTurns(() => { failure = null; tellTrouble(); permit(); remember(); }), n = createChoice("solutions", ["one", "all"], () => { permit(); remember(); });
const method = createMethod(() => { forget(); permit(); remember(); });
const trouble = make("p", "verdict bad"), chips = make("div", "row chips"), solveButton = makeButton("solve", solve), cancelButton = makeButton("cancel", cancel);
const compareButton = makeButton("compare", compare), sheetButton = makeButton("algorithms", makeSheet), link = createCopier("copy link", "link in address", () => {
  remember();
  return location.href;
});
const proof = createProof(), comparison = createComparison(), sheet = createSheet(() => makeSheet());
const answer = createAnswer(() => entry.painter(), make("div", "doing", proof.state, make("div", "row", cancelButton)), link.button, makeButton("edit", () => { forget(); permit(); solveButton.focus(); }), link.told);
const more = make("details", "more"), about = make("section", "card about");
const runs = {};  /* by what is done: who ends it */
let entry = null, goal = null, job = null, isCancelled = false, failure = null, position, metrics = ["htm", "qtm", "stm", "atm"], limitS = Infinity, canRunTwo = false;

entry = createEntry((entered) => {
  position = entered;
  if (position === undefined) {
    solveButton.disabled = compareButton.disabled = sheetButton.disabled = false;
    forget();
    return;
  }
  permit();
  if (position) remember();
}, make("div", "row", solveButton));
goal = createGoal((isNew) => {
  if (isNew) forget();
  permit();
  if (!goal.isFaulty()) remember();
}, () => entry.request().letters);

/* The 2x2x2 is read from its table: one method, one goal; methods solve whole cubes, with turns of faces. */
function permit() {
  if (entry === null || goal === null) return;
  const {puzzle, centers} = entry.request(), isPocket = puzzle === "2x2x2", isSearchOnly = isPocket || centers || position?.whole === false;
  method.element.hidden = isSearchOnly;
  turns.element.hidden = isByList();
  turns.limit(isPocket ? metrics.slice(0, 2) : metrics);
  n.element.hidden = isByList();
  goal.element.hidden = isPocket || isByList();
  compareButton.hidden = isSearchOnly || wantedGoal() !== "";
  sheetButton.hidden = isPocket || centers || isByList() || (wantedGoal() === "" && position?.whole !== false);
  compareButton.disabled = position === null;
  sheetButton.disabled = solveButton.disabled = position === null || (!isPocket && !isByList() && goal.isFaulty());
  tellChips();
  tellTrouble();
}

/* What is chosen that is not what most want; a press takes it back. */
function tellChips() {
  const {metric, moves, cost} = turns.request(), counted = turns.isOwn() ? [say("metric own"), moves, cost].filter(Boolean).join(" · ") : say(`metric ${metric}`);
  const chosen = [
    ...entry.chips(), wantedGoal() !== "" && [goal.sentence(), () => goal.set("")],
    isByList() && [method.sentence(), () => { method.set({}); forget(); }],
    !turns.element.hidden && (metric !== "htm" || turns.isOwn()) && [counted, () => turns.set({})],
    isAll() && [say("solutions all"), () => n.set("one")],
  ].filter(Boolean);
  chips.replaceChildren(...chosen.map(([text, reset]) => {
    const chip = make("button", "chip", `${text} ×`);
    chip.type = "button";
    chip.setAttribute("aria-label", say("take back", {what: text}));
    chip.addEventListener("click", () => {
      reset();
      permit();
      remember();
      solveButton.focus();
    });
    return chip;
  }));
  chips.hidden = chosen.length === 0;
}

function isAll() {
  return n.value() === "all" && !n.element.hidden;
}

function isByList() {
  return !method.element.hidden && method.isByList();
}

function wantedGoal() {
  return entry.request().puzzle === "3x3x3" && !isByList() ? goal.text() : "";
}

/* Begin something anew. @return a signal that tells when it is over */
function beginRun(name) {
  runs[name]?.abort();
  runs[name] = new AbortController();
  return runs[name].signal;
}

function forget() {
  beginRun("solve");
  beginRun("compare");
  beginRun("sheet");
  job = failure = null;
  setRunning(false);
  tellTrouble();
  answer.begin(null);
  entry?.painter().release();
  proof.element.hidden = proof.state.hidden = comparison.element.hidden = sheet.element.hidden = true;
  about.hidden = false;
}

function remember() {
  const {scramble, puzzle, letters, parentheses, centers} = entry.request();
  writeLink({cube: scramble, parentheses, centers, puzzle: puzzle === "3x3x3" ? "" : puzzle, ...turns.request(), metric: turns.request().metric === "htm" ? "" : turns.request().metric,
             letters: letters === "english" ? "" : letters, goal: wantedGoal(), ...method.request(), n: isAll() ? "all" : ""});
  link.clear();
}

function openLink() {
  const linked = readLink();
  turns.set(linked);
  method.set(linked);
  goal.set(linked.goal ?? "");
  n.set(linked.n === "all" ? "all" : "one");
  entry.set(linked);
}

function setRunning(isRunning) {
  cancelButton.hidden = !isRunning;
  solveButton.hidden = isRunning;
  answer.keepPlace(isRunning);
}

/* Whether it does not go with the goal, which is told there: marked centres have no trouble of their own. */
function isOfGoal(error) {
  return ["goal", "centers"].includes(error?.field);
}

/* Beside the button: what the server refused, or why there is nothing to solve. */
function tellTrouble() {
  goal?.refuse(isOfGoal(failure) ? failure : null);
  if (isOfGoal(failure) || goal?.isFaulty()) more.open = true;
  if (failure !== null) trouble.textContent = isOfGoal(failure) ? "" : failure.message === "" ? say("no server") : sayFault(failure.message);
  else trouble.textContent = position === null ? entry.told() : "";
  trouble.hidden = trouble.textContent === "";
  trouble.classList.toggle("bad", failure !== null || (entry !== null && entry.isFaulty()));
  trouble.setAttribute("aria-hidden", String(failure === null));  /* what is beside the stickers is told there */
}

function fail(error) {
  if (job === null) forget();  /* nothing was begun */
  if (position?.whole === false && error.status === 422 && error.field === undefined) entry.refuse(error);
  else failure = error;
  setRunning(false);
  tellTrouble();
}

/* What the server tells goes to the proof and to the answer. */
function take(name, event) {
  proof.take(name, event);
  answer.take(name, event);
}

async function solve() {
  const signal = beginRun("solve"), counted = turns.request();
  job = failure = null;
  isCancelled = false;
  tellTrouble();
  proof.begin({...isByList() ? method.request() : counted, limit_s: limitS});
  answer.begin(null);
  entry.painter().release();
  proof.element.hidden = isByList();
  proof.state.hidden = false;
  about.hidden = true;
  more.open = false;
  setRunning(true);
  try {
    const found = await entry.known(), isGoal = await goal.known();
    signal.throwIfAborted();
    const cube = entry.request(), wanted = wantedGoal();
    const request = isByList() ? {...cube, ...method.request()} : {...cube, ...counted, method: "optimal", n: isAll() ? "all" : 1, ...(wanted && {goal: wanted})};
    if (found === null || (wanted && !isGoal)) forget();
    else await follow(request, signal);
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}

async function follow(request, signal) {
  const on = Object.fromEntries(["waiting", "begin", "progress", "iteration", "solution"].map((name) => [name, (event) => take(name, event)]));
  let early = [], timer, isShortPossible = false;
  on.asked = (asked) => {
    job = asked;
    answer.begin({...request, facelets: job.facelets, centers: job.centers, rotated: job.rotated, seen: request.goal && goal.facelets()});
    isShortPossible = request.puzzle === "3x3x3" && !request.goal && !request.width && !request.centers && !turns.isSet() && !job.facelets.includes(".") && !isAlone();
    timer = setTimeout(async () => {
      if (!isShortPossible || !canRunTwo) return;
      early = await solveShort(request, signal);
      if (job === asked && solveButton.hidden) answer.takeEarly(early);
    }, EARLY_MS);
  };
  const ended = await solveJob(request, on, signal).finally(() => clearTimeout(timer)), hasNone = ended.result.solutions.length === 0;
  take("end", hasNone && early.length > 0 ? withShort(ended, early) : ended);
  setRunning(false);
  if (!isCancelled || !isShortPossible || !hasNone || early.length > 0) return;
  answer.awaitShort();
  const short = await solveShort(request, signal);
  if (!signal.aborted) answer.take("end", withShort(ended, short));
}

/* A page without threads ends a search together with its worker: another search would wait for a new one and its table. */
function isAlone() {
  return document.querySelector("#table")?.dataset.threads === "0";
}

/* A search that lasts shows a solution meanwhile, and one that is cancelled leaves one all the same, as a time limit does. */
async function solveShort(request, signal) {
  const asked = {...request, metric: "htm", method: "two-phase", n: 1, time_limit: SHORT_S};
  const {result: {solutions}} = await solveJob(asked, {}, signal).catch(() => ({result: {solutions: []}}));
  return solutions.map(({moves}) => ({moves, length: costOf(parseMoves(moves, request.letters), request.metric)}));
}

function withShort(ended, solutions) {
  return {...ended, result: {...ended.result, approximate: solutions.length > 0, solutions}};
}

function cancel() {
  isCancelled = true;
  if (job === null) forget();  /* it waits for its cube, or for the server */
  else cancelJob(job.id).catch(fail);
}

/* What another card does with the cube that is entered. */
async function run(name, card, request) {
  const signal = beginRun(name);
  if (await entry.known() === null || signal.aborted) return;
  const isDone = card.begin(request(), signal);
  card.element.hidden = false;
  card.element.scrollIntoView({block: "nearest"});
  await isDone;
  card.element.scrollIntoView({block: "nearest"});
}

function compare() {
  return run("compare", comparison, entry.request);
}

function makeSheet() {
  const goal = wantedGoal();
  return run("sheet", sheet, () => ({...entry.request(), ...turns.request(), ...(goal && {goal})}));
}

async function askAbout() {
  try {
    const server = await askServer();
    document.getElementById("version").textContent = server.version;
    metrics = server.metrics ?? ["htm", "qtm"];
    limitS = server.limits?.seconds ?? Infinity;
    canRunTwo = server.limits?.running > 1;
    method.offer(server.methods ?? []);
    permit();
  } catch { /* what needs the server says so itself */ }
}

/** Show the page, once its backend is known (api.js). @param cards  of its own */
export function startPage(...cards) {
  labelDocument();
  document.querySelector("header").append(createLanguageChoice());
  solveButton.className = "primary";
  trouble.setAttribute("role", "alert");
  describe(chips, "chosen");
  chips.setAttribute("role", "group");
  more.append(label(make("summary", ""), "more"), entry.settings, goal.element, method.element, turns.element, n.element, make("div", "row", sheetButton, compareButton));
  entry.form.append(chips, trouble, more);
  about.append(label(make("h2", ""), "about"), label(make("p", ""), "about text"));
  document.querySelector("main").append(label(make("p", "lead"), "lead"), entry.element, answer.element, proof.element, about, ...cards, sheet.element, comparison.element);
  forget();
  keep(permit);
  document.addEventListener("keydown", (event) => {
    const {key, ctrlKey, metaKey, shiftKey, target} = event, isText = target.id === "scramble" || (target.tagName === "INPUT" && target.type === "text");
    if (key !== "Enter" || !(ctrlKey || metaKey || (isText && !shiftKey)) || solveButton.hidden) return;
    event.preventDefault();
    if (!solveButton.disabled) solve();
  });
  if (location.hash !== "") openLink();
  window.addEventListener("hashchange", openLink);
  askAbout();
  goal.load().then(permit, () => { /* whoever solves is told */ });
}
