/* Plays moves on a cube, stage by stage, each of which is a chapter: start, back, play, step, end, speed. */
import { afterMove, coloursOfSide, isSolved, layersOf, moveName, parseMoves, stickersOf } from "./faces.js";
import { createCopier } from "./copy.js";
import { make } from "./elements.js";
import { createNet } from "./net.js";
import { createViewer } from "./viewer.js";
import { describe, isText, keep, label, say, saySide, sayMoves } from "./words.js";
import { icon, iconButton } from "./icons.js";

/* A labelled slider. */
function makeSlider(key, min, max, step, value) {
  const input = make("input");
  Object.assign(input, {type: "range", min, max, step});
  input.value = value;
  return {input, element: make("label", "slider", label(make("span"), key), input)};
}

/* The program's names of stages are English; what the page knows it says in the reader's language. */
function stageTitle({name, goal, isOnInverse, first, end}, {positions: [facelets], isRotated}) {
  const said = isText(`stage ${name}`) ? say(`stage ${name}`) : name;
  const colours = isRotated ? "" : coloursOfSide(goal, facelets), side = goal?.includes(":") ? ` (${colours ? saySide(colours) : goal.slice(goal.indexOf(":") + 1)})` : "";
  return say("stage", {name: isOnInverse ? say("on inverse", {name: said}) : said, moves: sayMoves(end - first)}) + side;
}

/* The positions from the start to the end, and the moves as buttons. */
function readScript({facelets, stages, letters, goal, isRotated}) {
  const moves = [], positions = [facelets];
  const parts = stages.map(({moves: text, ...stage}) => {
    const first = moves.length;
    for (const move of parseMoves(text, letters)) {
      moves.push(move);
      positions.push(afterMove(positions[positions.length - 1], move));
    }
    return {...stage, first, end: moves.length};
  });
  return {moves, positions, parts, goal, isRotated};
}

/** @param options.isGlobal  keys work wherever the focus is
 * @param options.stage()   a painter that lends its cube; by default the player has one of its own
 * @param options.buttons   beside those of the player
 * @return {element, load({facelets, stages: [{name, goal, moves, isOnInverse}], letters, goal, isRotated: by the scramble}), play(), pause(), step(), go(index), hide(isSecret): each move is shown
 *          when it is made, index(), moves(), facelets()} */
export function createPlayer({isGlobal = false, stage = null, buttons: others = []} = {}) {
  const root = make("section", "player");
  describe(root, "player");
  const views = make("div", "views"), live = make("p", "live"), list = make("ol", "stages");
  const position = makeSlider("position", 0, 0, 1, 0), speed = makeSlider("speed", -2, 4, 0.5, 1);
  const playButton = iconButton("play", "play", () => (isPlaying ? pause() : play()));
  const buttons = make("div", "buttons", iconButton("start", "to start", () => go(0)), iconButton("back", "back", () => go(at - 1)),
    playButton, iconButton("step", "step", () => step()), iconButton("end", "to end", () => go(script.moves.length)));
  const line = make("p", "moves-text"), copier = createCopier("copy moves", "moves selected", selectMoves);
  const copyRow = make("div", "row", copier.button, ...others, copier.told);
  root.append(views, buttons, list, live, make("div", "sliders", position.element, speed.element), line, copyRow);
  views.hidden = stage !== null;

  let script = {moves: [], positions: [""], parts: []}, letters = null, at = 0, isPlaying = false, n = 0;
  let solid = null, net = null, moveButtons = [], revealed = 0, isSecret = false;

  const secondsAMove = () => 1 / 2 ** Number(speed.input.value);

  function tell() {
    const {moves, positions} = script, last = moves[at - 1];
    const isEnd = at === moves.length;
    let text = at === 0 && !isEnd ? say("at start", {n: moves.length}) : "";
    if (last?.layers) text = say("at turn", {i: at, n: moves.length, move: moveName(last, letters)});
    else if (last) text = say("at move", {i: at, n: moves.length, move: moveName(last, letters), face: say(`face ${last.face}`), turned: say(`turned ${last.turns}`)});
    if (isEnd) text += " " + say(moves.length === 0 ? "nothing to play" : isSolved(positions[at]) && !(script.goal && positions[at].includes(".")) ? "at end solved" : script.goal ? "at end goal" : "at end", {goal: script.goal});
    live.textContent = text.trim();
    position.input.setAttribute("aria-valuetext", say("position value", {i: at, n: moves.length}));
    speed.input.setAttribute("aria-valuetext", say("speed value", {n: 2 ** Number(speed.input.value)}));
  }

  /* What was played is known; what follows may be kept secret. */
  function reveal(n) {
    revealed = isSecret ? Math.max(revealed, n) : script.moves.length;
    moveButtons.forEach((button, i) => {
      button.textContent = i < revealed ? moveName(script.moves[i], letters) : "?";
      button.classList.toggle("secret", i >= revealed);
      if (i < revealed) button.removeAttribute("aria-label");
      else button.setAttribute("aria-label", say("secret move", {i: i + 1}));
    });
    line.textContent = script.moves.slice(0, revealed).map((move) => moveName(move, letters)).join(" ");
    root.dataset.revealed = revealed;
  }

  function hide(secret) {
    isSecret = secret;
    revealed = 0;
    reveal(at);
  }

  /* The whole solution, shown and selected, for browsers that do not let a page copy. */
  function selectMoves() {
    line.textContent = script.moves.map((move) => moveName(move, letters)).join(" ");
    getSelection().selectAllChildren(line);
    return line.textContent;
  }

  /* Mark the place in the list and the stickers that the last move has moved. */
  function mark() {
    const last = script.moves[at - 1];
    net.show(script.positions[at], last ? stickersOf(last, n) : []);
    reveal(at);
    position.input.value = at;
    moveButtons.forEach((button, i) => {
      button.classList.toggle("done", i < at);
      if (i === at - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    [...list.children].forEach((item, i) => {
      if (script.parts.length > 1 && i === chapter()) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    });
    root.dataset.index = at;
    root.dataset.facelets = script.positions[at];
    tell();
  }

  /* The part that goes on from here. */
  function chapter() {
    return script.parts.findLastIndex(({first}) => first <= at);
  }

  /* The beginning of this chapter, or, if we are there, of the one before. */
  function goBack() {
    go(script.parts.findLast(({first}) => first < at)?.first ?? 0);
  }

  function goOn() {
    go(script.parts.find(({first}) => first > at)?.first ?? script.moves.length);
  }

  function pause() {
    isPlaying = false;
    live.setAttribute("aria-live", "polite");
    playButton.replaceChildren(icon("play"));
    describe(playButton, "play");
  }

  function go(index) {
    pause();
    at = Math.max(0, Math.min(script.moves.length, index));
    solid.show(script.positions[at], at);
    mark();
  }

  async function advance() {
    const move = script.moves[at];
    at++;
    mark();
    await solid.turn(script.positions[at], move, Math.min(0.6, 0.8 * secondsAMove()), at);
  }

  function step() {
    pause();
    if (at < script.moves.length) advance();
  }

  async function play() {
    if (at === script.moves.length) go(0);
    const mine = script;
    isPlaying = mine.moves.length > 0;
    live.setAttribute("aria-live", "off");  /* nobody can hear so fast */
    if (isPlaying) {
      playButton.replaceChildren(icon("pause"));
      describe(playButton, "pause");
    }
    while (isPlaying && script === mine && at < mine.moves.length) {
      const pauseS = 0.2 * secondsAMove() + Math.max(0, 0.8 * secondsAMove() - 0.6);
      await advance();
      await new Promise((resolve) => setTimeout(resolve, 1000 * pauseS));
    }
    if (script === mine) pause();
  }

  function listMoves() {
    moveButtons = script.moves.map((move, i) => {
      const button = make("button", "move", moveName(move, letters));
      button.type = "button";
      button.addEventListener("click", () => go(i + 1));
      return button;
    });
    list.replaceChildren(...script.parts.map((part) => {
      const {name, first, end} = part, item = make("li", ""), title = make("button", "chapter", stageTitle(part, script));
      title.type = "button";
      title.addEventListener("click", () => go(first));
      if (name) item.append(make("h3", "", title));
      item.append(make("div", "move-list", ...moveButtons.slice(first, end)));
      return item;
    }));
  }

  function load(what) {
    pause();
    letters = what.letters;
    script = readScript(what);
    const layers = layersOf(what.facelets);
    if (stage !== null) ({solid, net} = stage().lend());
    else if (layers !== n) {
      net = createNet(layers);
      solid = createViewer(layers);
      views.replaceChildren(solid.element, net.element);
    }
    n = layers;
    solid.load?.(script);
    position.input.max = script.moves.length;
    copier.button.hidden = script.moves.length === 0;
    copyRow.hidden = script.moves.length === 0 && others.length === 0;
    copier.clear();
    listMoves();
    revealed = 0;
    go(0);
  }

  position.input.addEventListener("input", () => go(Number(position.input.value)));
  speed.input.addEventListener("input", tell);
  keep(() => {
    if (n === 0) return;
    list.querySelectorAll(".chapter").forEach((title, i) => {
      title.textContent = stageTitle(script.parts.filter((part) => part.name)[i], script);
    });
    tell();
  });
  (isGlobal ? document : root).addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, [data-own-keys]")) return;
    const action = {ArrowRight: event.shiftKey ? goOn : step, ArrowLeft: event.shiftKey ? goBack : () => go(at - 1), Home: () => go(0), End: () => go(script.moves.length)}[event.key];
    const toggles = event.key === " " && !event.target.closest("button, summary, a");
    if (!action && !toggles) return;
    event.preventDefault();
    if (action) action();
    else if (isPlaying) pause();
    else play();
  });
  return {element: root, load, play, pause, step, go, hide, index: () => at, moves: () => script.moves, facelets: () => script.positions[at]};
}
