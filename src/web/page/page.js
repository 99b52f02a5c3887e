/* The page: a cube is entered, its proof is watched, its solution played. */
import { askServer, askSolve, cancelJob, followJob } from "./api.js";
import { createAnswer } from "./answer.js";
import { createComparison } from "./compare.js";
import { createChoice, createEntry } from "./entry.js";
import { make, makeButton } from "./elements.js";
import { sayFault } from "./faults.js";
import { readLink, writeLink } from "./link.js";
import { createProof } from "./proof.js";
import { createLanguageChoice, keep, label, labelDocument, say } from "./words.js";

const proof = createProof(), answer = createAnswer(), comparison = createComparison();
const metric = createChoice("metric", ["htm", "qtm"], remember), n = createChoice("solutions", ["one", "all"], () => {});
const trouble = make("p", "verdict bad"), solveButton = makeButton("solve", solve), cancelButton = makeButton("cancel", cancel);
const compareButton = makeButton("compare", compare), linkButton = makeButton("copy link", copyLink), copied = make("span", "hint");
let job = null, stopFollowing = null, failure = null;

const entry = createEntry((position) => {
  solveButton.disabled = compareButton.disabled = position === null;
  /* The 2x2x2 is read from its table: one solution, one method. */
  n.element.hidden = compareButton.hidden = entry.request().puzzle === "2x2x2";
  if (position) remember();
});

function remember() {
  const {scramble, puzzle, letters, parentheses} = entry.request();
  writeLink({cube: scramble, parentheses, puzzle: puzzle === "3x3x3" ? "" : puzzle, metric: metric.value() === "htm" ? "" : metric.value(),
             letters: letters === "english" ? "" : letters});
  copied.textContent = "";
}

function openLink() {
  const linked = readLink();
  metric.set(linked.metric === "qtm" ? "qtm" : "htm");
  entry.set(linked);
}

async function copyLink() {
  remember();
  try {
    await navigator.clipboard.writeText(location.href);
    label(copied, "link copied");
  } catch {  /* not permitted: the address line has it */
    label(copied, "link in address");
  }
}

function setRunning(isRunning) {
  cancelButton.hidden = !isRunning;
  solveButton.hidden = isRunning;
}

function tellTrouble() {
  trouble.hidden = failure === null;
  trouble.textContent = failure === null ? "" : failure.status === 0 ? say("no server") : sayFault(failure.message);
}

function fail(error) {
  failure = error;
  setRunning(false);
  tellTrouble();
}

async function solve() {
  const request = {...entry.request(), metric: metric.value(), method: "optimal", n: n.value() === "all" && !n.element.hidden ? "all" : 1};
  failure = null;
  tellTrouble();
  stopFollowing?.();
  proof.begin(request.metric);
  answer.begin({...request, facelets: entry.position().facelets});
  document.getElementById("results").hidden = false;
  setRunning(true);
  try {
    job = await askSolve(request);
    answer.begin({...request, facelets: job.facelets});  /* the text may be newer than the position that was shown */
  } catch (error) {
    fail(error);
    return;
  }
  const on = Object.fromEntries(["waiting", "begin", "progress", "iteration", "solution"].map((name) => [name, (event) => {
    proof.take(name, event);
    answer.take(name, event);
  }]));
  on.end = (ended) => {
    proof.take("end", ended);
    answer.take("end", ended);
    setRunning(false);
  };
  on.lost = () => fail({status: 0});
  stopFollowing = followJob(job.id, on);
}

async function cancel() {
  try {
    await cancelJob(job.id);
  } catch (error) {
    fail(error);
  }
}

async function compare() {
  const card = document.getElementById("comparison"), isDone = comparison.begin(entry.request());
  card.hidden = false;
  card.scrollIntoView({block: "nearest"});
  await isDone;
}

/* Solve, compare, the link: what is done with the cube. */
function createActions() {
  solveButton.className = "primary";
  return make("section", "card", label(make("h2", ""), "solve it"), make("div", "row", metric.element, n.element),
    make("div", "row", solveButton, cancelButton, compareButton, linkButton, copied), trouble);
}

async function tellVersion() {
  try {
    const {version} = await askServer();
    document.getElementById("version").textContent = version;
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
  setRunning(false);
  keep(tellTrouble);
  if (location.hash !== "") openLink();
  window.addEventListener("hashchange", openLink);
  tellVersion();
}
