/* The answer: its length, its moves at once or one by one, played by the cube in space; and every other solution that was asked for. */
import { askGoal } from "./api.js";
import { chaptersOf } from "./chapters.js";
import { make, makeTick } from "./elements.js";
import { coloursOfSide, parseMoves, withCentres, withoutOpen } from "./faces.js";
import { sayFault } from "./faults.js";
import { createPlayer } from "./player.js";
import { keep, label, say, sayLength, sayNames, saySide } from "./words.js";

const LISTED = 500;  /* a list of more helps nobody */

/* What costs nothing. */
function sayFree({before, after}) {
  const key = before && after ? "both are free" : before ? "first is free" : after ? "last is free" : null;
  return key && say(key);
}

/* The moves; free turns, and turns on the inverse, in parentheses; and the side from which the goal is reached. */
function writeSolution({moves, niss, before, after, reached}, side) {
  const turns = moves.split(" "), last = turns.length - 1;
  const from = reached ? ` (${[reached, side].filter(Boolean).join(", ")})` : "";
  if (niss !== undefined || moves === "") return (niss || "–") + (side && from);
  const text = turns.map((turn, i) => (i === 0 && before) || (i === last && after) ? `(${turn})` : turn).join(" ");
  return text + from;
}

/** @param stage()   the painter whose cube plays the answer
 * @param doing     an element that tells what is done now; its place is above the answer until there is one
 * @param buttons   what else is done with it
 * @return {element, keepPlace(isAwaited): so that nothing moves when it comes,
 *          begin(request and facelets, and the stickers that its goal names; null while they are not known),
 *          take(name, event) as createProof(), awaitShort(): a short solution is being made, takeEarly(solutions): such ones, while a
 *          shorter one is searched for} */
export function createAnswer(stage, doing, ...buttons) {
  const length = make("h2", "length"), note = make("p", "hint"), goal = make("p", "hint wanted"), told = make("p", "unseen"), about = label(make("p", "hint"), "about text");
  const list = make("ol", "solutions"), count = make("summary", ""), all = make("details", "", count, list);
  const hints = makeTick("hints", () => player.hide(hints.input.checked)), player = createPlayer({stage, buttons: [...buttons, hints.element]});
  let job = null, chosen = null, solutions = [], request = null, awaitsShort = false, isEarly = false, isAwaited = false, bound = 0, seenFrom = {};
  length.tabIndex = -1;
  told.setAttribute("role", "status");

  /* The side from which a solution reaches its goal. A scramble that turns the whole cube is drawn as if it did not: then only the
   * server knows the colours. */
  function sideOf({reached, color}) {
    const {facelets, rotated} = job ?? request;
    return color ? sayNames(color) : rotated ? "" : saySide(coloursOfSide(reached, facelets));
  }

  /* The stickers of the goal from the side from which it is reached are asked for once. */
  async function learnSeen(solution) {
    const mine = seenFrom;
    mine[solution.reached] = undefined;
    mine[solution.reached] = await askGoal(solution.reached).then(({facelets}) => facelets, () => undefined);
    if (mine === seenFrom && chosen?.reached === solution.reached) load(chosen, true);
  }

  function load(solution, isAgain = false) {
    const {facelets, centers} = job ?? request, {moves, reached} = solution;
    const seen = request.width ? undefined : reached ? seenFrom[reached] : request.seen;
    const start = typeof centers === "string" ? withCentres(facelets, centers)
      : seen ? withoutOpen(facelets, reached ?? request.goal, seen, parseMoves(moves, request.letters)) : facelets;
    if (isAgain && start === facelets) return;
    /* The goals of stages are those of the first solution. */
    const stages = job?.result?.stages?.map(({name, goal}) => ({name, goal: solution === solutions[0] ? goal : undefined}));
    player.load({facelets: start, stages: chaptersOf(solution, stages, request.letters), letters: request.letters, goal: solution.reached ?? request.goal, isRotated: (job ?? request).rotated});
    if (isAgain) playUnasked();
    else if (reached && request.goal && !request.width && !(reached in seenFrom)) learnSeen(solution);
  }

  function playUnasked() {
    if (!hints.input.checked && !matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
  }

  /* @param isBetter  it is the proved one in place of an early one */
  function choose(solution, isBetter = false) {
    const isFirst = chosen === null;
    chosen = solution;
    load(solution);
    list.querySelectorAll("button").forEach((button, i) => button.setAttribute("aria-pressed", String(solutions[i] === solution)));
    player.element.hidden = false;
    tell();
    if (isFirst) {
      all.before(doing);
      comeIntoView();
      length.focus({preventScroll: true});
    }
    if (isFirst || isBetter) playUnasked();
  }

  /* Cube and moves are seen at once, at every width. */
  function comeIntoView() {
    const space = stage().element.getBoundingClientRect(), mine = root.getBoundingClientRect();
    if (mine.left >= space.right) root.scrollIntoView({block: mine.height > innerHeight ? "start" : "nearest"});
    else stage().element.scrollIntoView({block: "start"});
  }

  function tell() {
    const result = job?.result, known = solutions[0], from = known && sideOf(chosen ?? known);
    length.textContent = known ? sayLength(known.length, request?.cost) : result?.reachable === false ? say("unreachable") : result && result.status !== "optimal" ? say(result.status === "none" ? "none" : result.lower_bound > 0 ? "no solution yet" : "no solution", {bound: result.lower_bound}) : "";
    if (result?.status === "error") length.textContent = say("search failed");
    if (result?.stuck_at) length.textContent = say("stuck", {name: result.stuck_at});
    note.classList.toggle("bad", result?.status === "error");
    note.textContent = result?.unreachable ? sayFault(result.unreachable) : result?.status === "error" ? sayFault(result.error) : awaitsShort ? say("short is made") : isEarly && !result ? say("early", {bound}) : !result || !known ? "" : request.width ? say("steps solved") : result.status === "optimal" ? say(request?.cost ? "proved cheapest" : "proved shortest")
      : result.approximate ? say("found in a hurry", {bound: result.lower_bound}) : say("not proved", {bound: result.lower_bound});
    goal.textContent = [request?.goal && say("goal asked", {goal: (chosen ?? known)?.reached ?? request.goal}), from && say("side", {colours: from}), known && sayFree(chosen ?? known)].filter(Boolean).join(" · ");
    count.textContent = say(request?.width ? "solutions best" : solutions.length > LISTED ? "solutions cut" : "solutions found", {n: solutions.length, listed: LISTED});
    if (isAwaited && length.textContent === "") length.textContent = say("awaited");
    about.hidden = !isAwaited || known !== undefined || Boolean(request?.width);
    root.classList.toggle("awaited", isAwaited);
    root.hidden = length.textContent === "";
    const said = [length.textContent, note.textContent, chosen !== null && !hints.input.checked && writeSolution(chosen, from)].filter(Boolean).join(" ");
    if ((result || isEarly) && told.textContent !== said) told.textContent = said;
  }

  /* An early solution that is as short as the one that is proved stays. */
  function add(solution) {
    const isBetter = isEarly;
    if (isEarly && request.n === 1 && solution.length >= solutions[0].length) return;
    if (isEarly) empty();
    const known = solutions.findIndex(({moves}) => moves === solution.moves);
    if (known >= 0) {  /* only the result says which turns are free */
      Object.assign(solutions[known], solution);
      if (known < LISTED) list.children[known].firstChild.textContent = writeSolution(solutions[known], sideOf(solution));
      return;
    }
    solutions.push(solution);
    if (solutions.length > LISTED) return;
    const button = make("button", "", writeSolution(solution, sideOf(solution))), mine = solution;
    button.type = "button";
    button.addEventListener("click", () => choose(mine));
    list.append(make("li", "", button));
    all.hidden = request.n === 1;
    if (solutions.length === 1) choose(solution, isBetter);
    tell();
  }

  function empty() {
    solutions = [];
    isEarly = false;
    list.replaceChildren();
  }

  function begin(asked) {
    request = asked;
    job = chosen = null;
    awaitsShort = false;
    bound = 0;
    seenFrom = {};
    empty();
    player.pause();
    player.element.hidden = all.hidden = true;
    about.before(doing);
    all.open = false;
    told.textContent = "";
    tell();
  }

  /* A solution that was found while a shorter one was looked for gives way to it, or to the same with its steps. */
  function takeResult(ended) {
    job = ended;
    awaitsShort = false;
    const found = ended.result?.solutions ?? [];
    if (!isEarly && found.length > 0 && (found[0].moves !== solutions[0]?.moves || found[0].steps)) empty();
    found.forEach(add);
    isEarly = isAwaited = false;
    tell();
  }

  const root = make("section", "card answer", length, note, goal, doing, about, player.element, all, told);
  keep(tell);
  player.hide(false);
  return {
    element: root, begin,
    keepPlace(isKept) {
      isAwaited = isKept;
      tell();
      if (isAwaited) comeIntoView();
    },
    awaitShort() {
      awaitsShort = true;
      tell();
    },
    takeEarly(found) {
      if (solutions.length > 0 || found.length === 0) return;
      found.forEach(add);
      isEarly = true;
      tell();
    },
    take(name, event) {
      if (event.lower_bound > bound) bound = event.lower_bound;
      if (isEarly && name === "iteration") tell();
      if (name === "solution") add(event);
      if (name === "end") takeResult(event);
    },
  };
}
