/* The page: a cube is entered, its proof is watched, its solution played. What is shown and asked belongs to the cube that was entered
 * last: another one empties the page and ends the runs. */
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
import { createLanguageChoice, keep, label, labelDocument, say } from "./words.js";

const SHORT_S = 1;  /* for a short solution in place of one that was cancelled */
const proof = createProof(), answer = createAnswer(), comparison = createComparison(), sheet = createSheet();
const turns = createTurns(() => { failure = null; tellTrouble(); permit(); remember(); }), n = createChoice("solutions", ["one", "all"], () => {});
const method = createMethod(() => { forget(); permit(); remember(); });
const trouble = make("p", "verdict bad"), solveButton = makeButton("solve", solve), cancelButton = makeButton("cancel", cancel);
const compareButton = makeButton("compare", compare), sheetButton = makeButton("algorithms", makeSheet), link = createCopier("copy link", "link in address", () => {
  remember();
  return location.href;
});
const runs = {};  /* by what is done: who ends it */
let goal = null, job = null, isCancelled = false, failure = null, position, metrics = ["htm", "qtm", "stm", "atm"];

const entry = createEntry((entered) => {
  position = entered;
  if (position === undefined) {
    solveButton.disabled = compareButton.disabled = sheetButton.disabled = false;
    forget();
    return;
  }
  permit();
  if (position) remember();
});
goal = createGoal((isNew) => {
  if (isNew) forget();
  permit();
  if (!goal.isFaulty()) remember();
}, () => entry.request().letters);

/* The 2x2x2 is read from its table: one solution, one method, one goal; methods solve whole cubes, with turns of faces. */
function permit() {
  const {puzzle, centers} = entry.request(), isPocket = puzzle === "2x2x2", isSearchOnly = isPocket || centers || position?.whole === false;
  method.element.hidden = isSearchOnly;
  turns.element.hidden = isByList();
  turns.limit(isPocket ? metrics.slice(0, 2) : metrics);
  n.element.hidden = goal.element.hidden = isPocket || isByList();
  compareButton.hidden = isSearchOnly || wantedGoal() !== "";
  sheetButton.hidden = isPocket || centers || isByList() || (wantedGoal() === "" && position?.whole !== false);
  compareButton.disabled = position === null;
  sheetButton.disabled = solveButton.disabled = position === null || (!isPocket && !isByList() && goal.isFaulty());
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
  document.getElementById("results").hidden = document.getElementById("comparison").hidden = document.getElementById("sheet").hidden = true;
}

function remember() {
  const {scramble, puzzle, letters, parentheses, centers} = entry.request();
  writeLink({cube: scramble, parentheses, centers, puzzle: puzzle === "3x3x3" ? "" : puzzle, ...turns.request(), metric: turns.request().metric === "htm" ? "" : turns.request().metric,
             letters: letters === "english" ? "" : letters, goal: wantedGoal(), ...method.request()});
  link.clear();
}

function openLink() {
  const linked = readLink();
  turns.set(linked);
  method.set(linked);
  goal.set(linked.goal ?? "");
  entry.set(linked);
}

function setRunning(isRunning) {
  cancelButton.hidden = !isRunning;
  solveButton.hidden = isRunning;
}

/* Whether it does not go with the goal, which is told there: marked centres have no trouble of their own. */
function isOfGoal(error) {
  return ["goal", "centers"].includes(error?.field);
}

function tellTrouble() {
  goal?.refuse(isOfGoal(failure) ? failure : null);
  trouble.hidden = failure === null || isOfGoal(failure);
  trouble.textContent = failure === null ? "" : failure.message === "" ? say("no server") : sayFault(failure.message);
}

function fail(error) {
  if (isOfGoal(error)) forget();  /* nothing was begun */
  failure = error;
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
  proof.begin(counted);
  answer.begin(null);
  document.getElementById("results").hidden = false;
  document.getElementById("proof").parentElement.hidden = isByList();
  setRunning(true);
  try {
    const found = await entry.known(), isGoal = await goal.known();
    signal.throwIfAborted();
    const cube = entry.request(), wanted = wantedGoal();
    const request = isByList() ? {...cube, ...method.request()} : {...cube, ...counted, method: "optimal", n: n.value() === "all" && !n.element.hidden ? "all" : 1, ...(wanted && {goal: wanted})};
    if (found === null || (wanted && !isGoal)) forget();
    else await follow(request, signal);
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}

async function follow(request, signal) {
  const on = Object.fromEntries(["waiting", "begin", "progress", "iteration", "solution"].map((name) => [name, (event) => take(name, event)]));
  on.asked = (asked) => {
    job = asked;
    answer.begin({...request, facelets: job.facelets, centers: job.centers});
  };
  const ended = await solveJob(request, on, signal);
  const wantsShort = isCancelled && request.puzzle === "3x3x3" && !request.goal && !request.width && !request.centers && !turns.isSet() && !job.facelets.includes(".") && ended.result.solutions.length === 0 && !isAlone();
  take("end", ended);
  setRunning(false);
  if (wantsShort) await offerShort(request, ended, signal);
}

/* A page without threads ends a search together with its worker: another search would wait for a new one and its table. */
function isAlone() {
  return document.querySelector("#table")?.dataset.threads === "0";
}

/* A cancelled search leaves a solution all the same, as a time limit does. */
async function offerShort(request, ended, signal) {
  answer.awaitShort();
  const asked = {...request, metric: "htm", method: "two-phase", n: 1, time_limit: SHORT_S};
  const {result: {solutions}} = await solveJob(asked, {}, signal).catch(() => ended);
  if (signal.aborted) return;
  const counted = solutions.map(({moves}) => ({moves, length: costOf(parseMoves(moves, request.letters), request.metric)}));
  answer.take("end", {...ended, result: {...ended.result, approximate: true, solutions: counted}});
}

function cancel() {
  isCancelled = true;
  if (job === null) forget();  /* it waits for its cube, or for the server */
  else cancelJob(job.id).catch(fail);
}

async function compare() {
  const signal = beginRun("compare"), card = document.getElementById("comparison");
  if (await entry.known() === null || signal.aborted) return;
  const isDone = comparison.begin(entry.request(), signal);
  card.hidden = false;
  card.scrollIntoView({block: "nearest"});
  await isDone;
}

async function makeSheet() {
  const signal = beginRun("sheet"), card = document.getElementById("sheet"), goal = wantedGoal();
  if (await entry.known() === null || signal.aborted) return;
  const isDone = sheet.begin({...entry.request(), ...turns.request(), ...(goal && {goal})}, signal);
  card.hidden = false;
  card.scrollIntoView({block: "nearest"});
  await isDone;
}

/* Solve, compare, the link: what is done with the cube. */
function createActions() {
  solveButton.className = "primary";
  return make("section", "card", label(make("h2", ""), "solve it"), goal.element, method.element, make("div", "row", turns.element, n.element),
    make("div", "row", solveButton, cancelButton, sheetButton, compareButton, link.button, link.told), trouble);
}

async function tellVersion() {
  try {
    const server = await askServer();
    document.getElementById("version").textContent = server.version;
    metrics = server.metrics ?? ["htm", "qtm"];
    method.offer(server.methods ?? []);
    permit();
  } catch { /* what needs the server says so itself */ }
}

/** Show the page, once its backend is known (api.js). */
export function startPage() {
  labelDocument();
  document.querySelector("header").append(createLanguageChoice());
  document.getElementById("entry").append(entry.element);
  document.getElementById("actions").replaceWith(createActions());
  document.getElementById("proof").append(proof.element);
  document.getElementById("answer").replaceWith(answer.element);
  document.getElementById("compare").append(comparison.element);
  document.getElementById("algorithms").append(sheet.element);
  setRunning(false);
  keep(tellTrouble);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || solveButton.hidden || solveButton.disabled) return;
    event.preventDefault();
    solve();
  });
  if (location.hash !== "") openLink();
  window.addEventListener("hashchange", openLink);
  tellVersion();
  goal.load().catch(() => { /* whoever solves is told */ });
}
