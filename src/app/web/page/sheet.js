/* A sheet of algorithms for a case: all solutions of the least length and of one move more, each once whatever turns are free. */
import { solveJob } from "./api.js";
import { make } from "./elements.js";
import { costOf, parseMoves } from "./faces.js";
import { sayFault } from "./faults.js";
import { createNet } from "./net.js";
import { createPlayer } from "./player.js";
import { sayCount, saySeconds } from "./proof.js";
import { describe, keep, label, say, sayNumber } from "./words.js";

const SHOWN = 100, FOUND = 5000, RANKS = ["length", "quarters"];

/* What is between free turns. */
function coreOf({moves, before = "", after = ""}) {
  return moves.slice(before.length, moves.length - after.length).trim();
}

/* Each algorithm once. */
function listAlgorithms(solutions, letters) {
  const first = new Map();
  for (const solution of solutions) {
    const core = coreOf(solution);
    if (!first.has(core)) first.set(core, {...solution, core, quarters: costOf(parseMoves(core, letters), "qtm")});
  }
  return [...first.values()];
}

/** @return {element, begin(request, signal)}: finds the algorithms, until the signal says that nobody wants them */
export function createSheet() {
  const net = createNet(3), state = make("p", "live"), rank = make("select", ""), body = make("tbody", ""), player = createPlayer();
  const heads = ["sheet algorithm", "sheet length", "sheet quarters"].map((key) => label(make("th", ""), key));
  const table = make("table", "methods", make("thead", "", make("tr", "", ...heads)), body);
  const ranking = make("label", "field", label(make("span", ""), "sheet rank"), describe(rank, "sheet rank"));
  let request = null, job = null, progress = null, failure = null, algorithms = [];
  heads.forEach((head) => { head.scope = "col"; });
  state.setAttribute("role", "status");

  function tell() {
    const chosen = rank.value || RANKS[0], lengths = algorithms.map(({length}) => length), result = job?.result;
    rank.replaceChildren(...RANKS.map((key) => Object.assign(make("option", "", say(`sheet by ${key}`)), {value: key})));
    rank.value = chosen;
    if (failure) state.textContent = sayFault(failure.message) || say("no server");
    else if (!result) state.textContent = progress ? say("nodes and time", {nodes: sayCount(progress.nodes_total), time: saySeconds(progress.seconds)}) : say("search begins");
    else if (result.status === "error") state.textContent = sayFault(result.error);
    else if (lengths.length === 0) state.textContent = say("sheet none");
    else state.textContent = [say("sheet found", {n: algorithms.length, from: Math.min(...lengths), to: Math.max(...lengths)}),
      algorithms.length > SHOWN && say("sheet shown", {n: SHOWN}), result.stopped && say("sheet stopped")].filter(Boolean).join(" ");
  }

  function play(algorithm, button) {
    player.element.hidden = false;
    player.load({facelets: job.facelets, stages: [{name: "", moves: algorithm.moves}], letters: request.letters, goal: request.goal});
    body.querySelectorAll("button").forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
  }

  function row(algorithm) {
    const button = make("button", "algorithm", algorithm.core || "–"), head = make("th", "", button);
    button.type = "button";
    button.addEventListener("click", () => play(algorithm, button));
    head.scope = "row";
    return make("tr", "", head, make("td", "number", sayNumber(algorithm.length)), make("td", "number", sayNumber(algorithm.quarters)));
  }

  function fillRows() {
    const by = rank.value === "quarters" ? ["quarters", "length"] : ["length", "quarters"];
    algorithms.sort((a, b) => a[by[0]] - b[by[0]] || a[by[1]] - b[by[1]] || (a.core < b.core ? -1 : 1));
    body.replaceChildren(...algorithms.slice(0, SHOWN).map(row));
    table.hidden = ranking.hidden = algorithms.length === 0;
    tell();
  }

  async function begin(asked, signal) {
    request = asked;
    job = progress = failure = null;
    algorithms = [];
    player.element.hidden = true;
    fillRows();
    const on = {
      asked: ({facelets}) => net.show(facelets, []),
      progress: (event) => {
        progress = event;
        tell();
      },
    };
    try {
      job = await solveJob({...asked, method: "optimal", n: FOUND, over: 1}, on, signal);
    } catch (error) {
      failure = error;
    }
    if (signal.aborted) return;
    algorithms = listAlgorithms(job?.result.solutions ?? [], request.letters);
    fillRows();
  }

  rank.addEventListener("change", fillRows);
  keep(tell);
  return {element: make("div", "sheet", net.element, state, ranking, make("div", "wide", table), player.element), begin};
}
