/* A sheet of algorithms for a case: all solutions of the least length and of one move more, each once whatever turns are free. */
import { solveJob } from "./api.js";
import { createCopier } from "./copy.js";
import { make, makeButton, makeSelect } from "./elements.js";
import { costOf, moveName, parseMoves } from "./faces.js";
import { sayFault } from "./faults.js";
import { createNet } from "./net.js";
import { createPlayer } from "./player.js";
import { handPrice } from "./prices.js";
import { sayCount, saySeconds } from "./proof.js";
import { drawTop, isOfLastLayer } from "./top.js";
import { keep, label, say, sayMoves } from "./words.js";

const SHOWN = 100, FOUND = 5000, RANKS = ["hand", "length", "quarters"];
const TURNS = ["", "R U", "R U F", "R U L", "R U F L", "R U D", "M U"];

/* What is between free turns. */
function coreOf({moves, before = "", after = ""}) {
  return moves.slice(before.length, moves.length - after.length).trim();
}

/* Each algorithm once. */
function listAlgorithms(solutions, letters) {
  const first = new Map();
  for (const solution of solutions) {
    const core = coreOf(solution), moves = parseMoves(core, letters);
    if (!first.has(core)) first.set(core, {...solution, core, quarters: costOf(moves, "qtm"), hand: handPrice(moves.map((move) => moveName(move)).join(" "))});
  }
  return [...first.values()];
}

/** @param again()  begins once more: other turns were chosen
 * @return {element, begin(request, signal)}: finds the algorithms, until the signal says that nobody wants them */
export function createSheet(again) {
  const picture = make("div", "case"), heading = make("p", "scramble"), state = make("p", "live"), list = make("ol", "algorithms"), player = createPlayer();
  const rank = makeSelect("sheet rank", fill), turns = makeSelect("sheet turns", () => again());
  const copier = createCopier("copy list", "moves selected", () => {
    getSelection().selectAllChildren(list);
    return shown().map(({core}) => core).join("\n");
  });
  const row = make("div", "row", turns.element, rank.element, copier.button, makeButton("print", () => print()), copier.told);
  let request = null, job = null, progress = null, failure = null, algorithms = [];
  state.setAttribute("role", "status");

  function tell() {
    const lengths = algorithms.map(({length}) => length), result = job?.result;
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
    list.querySelectorAll("button").forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
    player.element.scrollIntoView({block: "nearest"});
  }

  function item(algorithm) {
    const button = make("button", "algorithm", algorithm.core || "–"), {length, quarters, hand} = algorithm;
    const more = {hand: say("sheet effort", {n: hand}), quarters: say("sheet quarters", {n: quarters})}[rank.select.value];
    button.type = "button";
    button.addEventListener("click", () => play(algorithm, button));
    const li = make("li", "", button, make("span", "hint", [sayMoves(length), more].filter(Boolean).join(" · ")));
    Object.assign(li.dataset, {length, quarters, hand});
    return li;
  }

  function shown() {
    const by = [rank.select.value, ...RANKS];
    algorithms.sort((a, b) => by.map((key) => a[key] - b[key]).find((difference) => difference !== 0) ?? (a.core < b.core ? -1 : 1));
    return algorithms.slice(0, SHOWN);
  }

  function fill() {
    list.replaceChildren(...shown().map(item));
    copier.clear();
    tell();
  }

  function draw(facelets) {
    const net = isOfLastLayer(facelets) ? {element: drawTop(facelets)} : createNet(3);
    net.show?.(facelets, []);
    picture.replaceChildren(net.element);
  }

  async function begin(asked, signal) {
    const some = turns.select.value;
    request = {...asked, ...(some && {moves: some, metric: some.startsWith("M") ? "stm" : "htm"})};
    heading.textContent = [request.scramble, request.goal && say("goal asked", {goal: request.goal})].filter(Boolean).join(" · ");
    job = progress = failure = null;
    algorithms = [];
    player.element.hidden = true;
    fill();
    const on = {
      asked: ({facelets}) => draw(facelets),
      progress: (event) => {
        progress = event;
        tell();
      },
    };
    try {
      job = await solveJob({...request, method: "optimal", n: FOUND, over: 1}, on, signal);
    } catch (error) {
      failure = error;
    }
    if (signal.aborted) return;
    algorithms = listAlgorithms(job?.result.solutions ?? [], request.letters);
    fill();
  }

  const root = make("section", "card whole sheet", label(make("h2", ""), "algorithms"), make("div", "head", picture, make("div", "", heading, row, state)), list, player.element);
  root.id = "sheet";
  keep(() => {
    rank.fill(RANKS, (key) => say(`sheet by ${key}`));
    turns.fill(TURNS, (some) => some || say("sheet any"));
    fill();
  });
  return {element: root, begin};
}
