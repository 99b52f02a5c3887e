/* The answer: its length, its moves at once or one by one, played by the cube in space; and every other solution that was asked for. */
import { chaptersOf } from "./chapters.js";
import { make, makeTick } from "./elements.js";
import { parseMoves, withCentres, withoutOpen } from "./faces.js";
import { sayFault } from "./faults.js";
import { createPlayer } from "./player.js";
import { keep, label, say, sayLength } from "./words.js";

const LISTED = 500;  /* a list of more helps nobody */

/* What costs nothing. */
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

/** @param stage()   the painter whose cube plays the answer
 * @param buttons   what else is done with it
 * @return {element, begin(request and facelets, and the stickers that its goal names; null while they are not known),
 *          take(name, event) as createProof(), awaitShort(): a short solution is being made} */
export function createAnswer(stage, ...buttons) {
  const length = make("h2", "length"), note = make("p", "hint"), goal = make("p", "hint wanted"), told = make("p", "unseen");
  const list = make("ol", "solutions"), count = make("summary", ""), all = make("details", "", count, list);
  const hints = makeTick("hints", () => player.hide(hints.input.checked)), player = createPlayer({stage, buttons: [...buttons, hints.element]});
  let job = null, chosen = null, solutions = [], request = null, awaitsShort = false;
  length.tabIndex = -1;
  told.setAttribute("role", "status");

  function choose(solution) {
    const isFirst = chosen === null;
    chosen = solution;
    const {facelets, centers} = job ?? request;
    const isOpen = request.seen && !request.width && !solution.reached;
    const start = typeof centers === "string" ? withCentres(facelets, centers)
      : isOpen ? withoutOpen(facelets, request.goal, request.seen, parseMoves(solution.moves, request.letters)) : facelets;
    /* The goals of stages are those of the first solution. */
    const stages = job?.result?.stages?.map(({name, goal}) => ({name, goal: solution === solutions[0] ? goal : undefined}));
    player.load({facelets: start, stages: chaptersOf(solution, stages, request.letters), letters: request.letters, goal: solution.reached ?? request.goal});
    list.querySelectorAll("button").forEach((button, i) => button.setAttribute("aria-pressed", String(solutions[i] === solution)));
    player.element.hidden = false;
    tell();
    if (!isFirst) return;
    comeIntoView();
    if (!hints.input.checked && !matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
  }

  /* Cube and moves are seen at once, at every width, and keys go on from here. */
  function comeIntoView() {
    const space = stage().element.getBoundingClientRect(), mine = root.getBoundingClientRect();
    length.focus({preventScroll: true});
    if (mine.left >= space.right) root.scrollIntoView({block: mine.height > innerHeight ? "start" : "nearest"});
    else stage().element.scrollIntoView({block: "start"});
  }

  function tell() {
    const result = job?.result, known = solutions[0];
    length.textContent = known ? sayLength(known.length, request?.cost) : result?.reachable === false ? say("unreachable") : result && result.status !== "optimal" ? say(result.status === "none" ? "none" : result.lower_bound > 0 ? "no solution yet" : "no solution", {bound: result.lower_bound}) : "";
    if (result?.status === "error") length.textContent = say("search failed");
    if (result?.stuck_at) length.textContent = say("stuck", {name: result.stuck_at});
    note.classList.toggle("bad", result?.status === "error");
    note.textContent = result?.unreachable ? sayFault(result.unreachable) : result?.status === "error" ? sayFault(result.error) : awaitsShort ? say("short is made") : !result || !known ? "" : request.width ? say("steps solved") : result.status === "optimal" ? say(request?.cost ? "proved cheapest" : "proved shortest")
      : result.approximate ? say("found in a hurry", {bound: result.lower_bound}) : say("not proved", {bound: result.lower_bound});
    goal.textContent = [request?.goal && say("goal asked", {goal: (chosen ?? known)?.reached ?? request.goal}), known && sayFree(chosen ?? known)].filter(Boolean).join(" · ");
    count.textContent = say(request?.width ? "solutions best" : solutions.length > LISTED ? "solutions cut" : "solutions found", {n: solutions.length, listed: LISTED});
    root.hidden = length.textContent === "";
    const said = [length.textContent, note.textContent, chosen !== null && !hints.input.checked && writeSolution(chosen)].filter(Boolean).join(" ");
    if (result && told.textContent !== said) told.textContent = said;
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
    button.addEventListener("click", () => choose(mine));
    list.append(make("li", "", button));
    all.hidden = request.n === 1;
    if (solutions.length === 1) choose(solution);
    tell();
  }

  function begin(asked) {
    request = asked;
    job = chosen = null;
    awaitsShort = false;
    solutions = [];
    list.replaceChildren();
    player.pause();
    player.element.hidden = all.hidden = true;
    all.open = false;
    told.textContent = "";
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
    tell();
  }

  const root = make("section", "card answer", length, note, goal, player.element, all, told);
  keep(tell);
  player.hide(false);
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
