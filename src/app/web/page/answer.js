/* The answer: its length first, then its moves one by one or all at once; and every other solution that was asked for. */
import { chaptersOf } from "./chapters.js";
import { make, makeButton } from "./elements.js";
import { withCentres } from "./faces.js";
import { sayFault } from "./faults.js";
import { createPlayer } from "./player.js";
import { keep, label, say, sayLength } from "./words.js";

const LISTED = 500;  /* a list of more helps nobody */

/* What costs nothing, without telling the moves. */
function sayFree({before, after}) {
  const key = before && after ? "both are free" : before ? "first is free" : after ? "last is free" : null;
  return key && say(key);
}

/* The moves; free turns, and turns on the inverse, in parentheses. */
function writeSolution({moves, niss, before, after, reached}) {
  const turns = moves.split(" "), last = turns.length - 1;
  if (niss !== undefined || moves === "") return niss || "–";
  const text = turns.map((turn, i) => (i === 0 && before) || (i === last && after) ? `(${turn})` : turn).join(" ");
  return reached ? `${text} (${reached})` : text;
}

/** @return {element, begin(request and facelets, null while they are not known), take(name, event) as createProof(),
 * awaitShort(): a short solution is being made} */
export function createAnswer() {
  const length = make("p", "length"), note = make("p", "hint"), goal = make("p", "hint wanted"), player = createPlayer();
  const list = make("ol", "solutions"), count = make("summary", ""), all = make("details", "", count, list);  /* closed: it would tell the moves */
  const nextButton = makeButton("next move", () => player.step());
  const allButton = makeButton("reveal all", () => { player.reveal(player.moves().length); player.play(); });
  nextButton.className = "primary";
  const buttons = make("div", "row", nextButton, allButton);
  let job = null, chosen = null, solutions = [], request = null, awaitsShort = false;
  length.setAttribute("role", "status");

  function choose(solution, isSecret) {
    chosen = solution;
    const {facelets, centers} = job ?? request, start = typeof centers === "string" ? withCentres(facelets, centers) : facelets;
    /* The goals of stages are those of the first solution. */
    const stages = job?.result?.stages?.map(({name, goal}) => ({name, goal: solution === solutions[0] ? goal : undefined}));
    player.load({facelets: start, stages: chaptersOf(solution, stages, request.letters), letters: request.letters,
                 goal: solution.reached ?? request.goal, isSecret});
    list.querySelectorAll("button").forEach((button, i) => button.setAttribute("aria-pressed", String(solutions[i] === solution)));
    tell();
    player.element.hidden = false;
    buttons.hidden = solution.length === 0;
  }

  function tell() {
    const result = job?.result, known = solutions[0];
    length.textContent = known ? sayLength(known.length, request?.cost) : result?.reachable === false ? say("unreachable") : result && result.status !== "optimal" ? say(result.status === "none" ? "none" : "no solution yet", {bound: result.lower_bound}) : "";
    if (result?.status === "error") length.textContent = say("search failed");
    if (result?.stuck_at) length.textContent = say("stuck", {name: result.stuck_at});
    if (request?.width && !result) length.textContent = say("steps begin");
    note.classList.toggle("bad", result?.status === "error");
    note.textContent = result?.unreachable ? sayFault(result.unreachable) : result?.status === "error" ? sayFault(result.error) : awaitsShort ? say("short is made") : !result || !known ? "" : request.width ? say("steps solved") : result.status === "optimal" ? say(request?.cost ? "proved cheapest" : "proved shortest")
      : result.approximate ? say("found in a hurry", {bound: result.lower_bound}) : say("not proved", {bound: result.lower_bound});
    goal.textContent = [request?.goal && say("goal asked", {goal: (chosen ?? known)?.reached ?? request.goal}), known && sayFree(chosen ?? known)].filter(Boolean).join(" · ");
    count.textContent = say(request?.width ? "solutions best" : solutions.length > LISTED ? "solutions cut" : "solutions found", {n: solutions.length, listed: LISTED});
    root.hidden = length.textContent === "";
  }

  function add(solution) {
    const known = solutions.findIndex(({moves}) => moves === solution.moves);
    if (known >= 0) {  /* only the result says which turns are free */
      Object.assign(solutions[known], solution);
      if (known < LISTED) list.children[known].firstChild.textContent = writeSolution(solutions[known]);
      return;
    }
    solutions.push(solution);
    if (solutions.length > LISTED) return;
    const button = make("button", "", writeSolution(solution)), mine = solution;
    button.type = "button";
    button.addEventListener("click", () => choose(mine, false));
    list.append(make("li", "", button));
    all.hidden = request.n === 1;
    if (solutions.length === 1) choose(solution, true);
    tell();
  }

  function begin(asked) {
    request = asked;
    job = chosen = null;
    awaitsShort = false;
    solutions = [];
    list.replaceChildren();
    player.element.hidden = buttons.hidden = all.hidden = true;
    all.open = false;
    tell();
  }

  /* A solution that was found while a shorter one was looked for gives way to it, or to the same with its steps. */
  function takeResult(ended) {
    job = ended;
    awaitsShort = false;
    const found = ended.result?.solutions ?? [];
    if (found.length > 0 && (found[0].moves !== solutions[0]?.moves || found[0].steps)) {
      solutions = [];
      list.replaceChildren();
    }
    found.forEach(add);
    if (chosen === null && solutions.length > 0) choose(solutions[0], true);
    tell();
  }

  const root = make("section", "card answer", label(make("h2", ""), "answer"), length, note, goal, buttons, player.element, all);
  keep(tell);
  return {
    element: root, begin,
    awaitShort() {
      awaitsShort = true;
      tell();
    },
    take(name, event) {
      if (name === "solution") add(event);
      if (name === "end") takeResult(event);
    },
  };
}
