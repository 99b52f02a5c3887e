/* Any state of the 2x2x2, turned or painted by hand, solved by the table mod 3; and a random walk from the same state. */
import { afterMove, costOf, FACES, isSolved, moveName } from "./faces.js";
import { make, makeButton } from "./elements.js";
import { createNet } from "./net.js";
import { createPainter } from "./paint.js";
import { createPlayer } from "./player.js";
import { sayFault } from "./faults.js";
import { findFault, stickersAtFault } from "./partial.js";
import { decodeTable, faceletsOf, ORIS, rank, readPocket, solveByTable, stateOf, STATES } from "./pocket.js";
import { keep, label, say, sayMoves } from "./words.js";
import { walkFrom, walkIndex, walkIsHome, walkOn } from "./walk.js";

function turnButtons(turn) {
  const group = make("div", "turns");
  for (const face of FACES)
    for (const turns of [1, 3]) {
      const move = {face, turns}, button = make("button", "move", moveName(move));
      button.type = "button";
      button.addEventListener("click", () => turn(move));
      group.append(button);
    }
  return group;
}

/* The walk: so many turns between two pictures as the chosen speed asks for. */
function createWalk(currentIndex, solutionLength) {
  const net = createNet(2), text = make("p", "live"), speed = make("input");
  Object.assign(speed, {type: "range", min: 0, max: 8, step: 0.5});
  speed.value = 5;
  let walk = walkFrom(0), isRunning = false, startIndex = 0, before = 0, owed = 0, rate = 0;
  const toggle = makeButton("walk start", () => (isRunning ? stop() : start()));

  function tell() {
    net.show(faceletsOf(walkIndex(walk)));
    text.textContent = walk.turns > 0 && walkIsHome(walk) ? say("walk home", {n: walk.turns, m: solutionLength(startIndex)})
      : say("walk turns", {n: walk.turns}) + (isRunning ? `, ${say("walk rate", {n: Math.round(rate)})}` : "");
    speed.setAttribute("aria-valuetext", say("walk rate", {n: Math.round(10 ** Number(speed.value))}));
  }
  function stop() {
    isRunning = false;
    label(toggle, "walk start");
    tell();
  }
  function frame(now) {
    if (!isRunning) return;
    const seconds = Math.min(0.1, (now - before) / 1000);
    before = now;
    owed += seconds * 10 ** Number(speed.value);
    const turns = walk.turns, until = performance.now() + 40;
    while (owed >= 1 && !walkIsHome(walk) && performance.now() < until) {
      const some = Math.min(owed, 100000);
      walkOn(walk, Math.floor(some));
      owed -= Math.floor(some);
    }
    owed = Math.min(owed, 10 ** Number(speed.value));
    if (seconds > 0) rate = 0.9 * rate + 0.1 * (walk.turns - turns) / seconds;
    if (walkIsHome(walk)) stop();
    else requestAnimationFrame(frame);
    tell();
  }
  function start() {
    startIndex = currentIndex();
    walk = walkFrom(startIndex);
    isRunning = true;
    owed = rate = 0;
    before = performance.now();
    label(toggle, "walk stop");
    requestAnimationFrame(frame);
  }
  keep(tell);
  return make("section", "card walk", label(make("h2", ""), "the walk"), label(make("p", "hint"), "walk how", {states: STATES}),
    net.element, text, make("label", "slider", label(make("span"), "walk speed"), speed), make("div", "row", toggle));
}

/** @param table   of distances mod 3, base64
 * @param metric   in which it counts
 * @param facelets of the state to begin with
 * @return element */
export function createPocketLab(table, metric, facelets) {
  const bytes = decodeTable(table), player = createPlayer(), verdict = make("p", "verdict"), numbers = make("p", "hint");
  const painter = createPainter(2, take);
  let now = facelets, index = 0;
  verdict.setAttribute("role", "status");

  const solve = (of) => solveByTable(bytes, metric, of);

  /* What a painted net is: its corners, or its fault, or neither while stickers are blank. */
  function readNet() {
    if (!now.includes(".")) return readPocket(now);
    const message = findFault(now);
    return message ? {fault: {message, stickers: stickersAtFault(message, now)}} : {};
  }
  function tell() {
    const {corners, fault} = readNet();
    verdict.classList.toggle("bad", fault !== undefined);
    numbers.hidden = player.element.hidden = corners === undefined;
    if (!corners) {
      verdict.textContent = fault ? sayFault(fault.message) : say("blanks", {n: [...now].filter((c) => c === ".").length});
      return;
    }
    verdict.textContent = isSolved(now) ? say("is solved") : say("distance", {moves: sayMoves(costOf(solve(index), metric))});
    const state = rank(stateOf(corners));
    numbers.textContent = say("state number", {n: state, n1: Math.floor(state / ORIS), n2: state % ORIS});
  }
  function take(painted) {
    now = painted;
    const {corners, fault} = readNet();
    painter.mark(fault?.stickers ?? []);
    if (corners) {
      index = rank(stateOf(corners));
      player.load({facelets: now, stages: [{name: "", moves: solve(index).map((move) => moveName(move)).join(" ")}]});
    }
    tell();
  }
  function set(state) {
    painter.show(state);
    take(state);
  }

  set(facelets);
  keep(tell);
  const random = () => set(faceletsOf(Math.floor(crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32 * STATES)));
  const hands = make("section", "card", label(make("h2", ""), "try it"),
    label(make("p", "hint"), "try it how", {bytes: bytes.length, states: STATES}), painter.element, turnButtons((move) => set(afterMove(now, move))),
    make("div", "row", makeButton("random state", random), makeButton("solved state", () => set(faceletsOf(0))),
         makeButton("move back to start", () => set(facelets))), verdict, numbers);
  return make("div", "lab", hands, make("section", "card", label(make("h2", ""), "solution"), player.element),
              createWalk(() => index, (of) => costOf(solve(of), metric)));
}
