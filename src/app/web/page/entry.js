/* The cube that is to be solved: painted, as a text in any form, or drawn at random. */
import { askPosition, askScramble } from "./api.js";
import { make, makeButton, makeTick } from "./elements.js";
import { centresOf, FACES, solvedFacelets, withCentres, writeCentres } from "./faces.js";
import { sayFault } from "./faults.js";
import { createPainter } from "./paint.js";
import { CENTRE_STICKERS, findFault, stickersAtFault } from "./partial.js";
import { readPasted } from "./paste.js";
import { describe, keep, label, say, sayMoves } from "./words.js";

export const WAIT_MS = 250;  /* after a key, before the server is asked */
export const LAYERS = {"3x3x3": 3, "2x2x2": 2};

/* A choice of one of some values; each is said by a text "key value". */
export function createChoice(key, values, onChange) {
  const root = make("fieldset", "choice"), legend = label(make("legend", ""), key);
  const inputs = values.map((value) => {
    const input = make("input", "");
    Object.assign(input, {type: "radio", name: key, value, checked: value === values[0]});
    input.addEventListener("change", () => onChange(value));
    root.append(make("label", "", input, label(make("span", ""), `${key} ${value}`)));
    return input;
  });
  root.prepend(legend);
  return {
    element: root,
    value: () => inputs.find((input) => input.checked)?.value,
    set(value) {
      inputs.forEach((input) => { input.checked = input.value === value; });
    },
    /* Offer some of the values only. */
    limit(some) {
      inputs.forEach((input) => { input.parentElement.hidden = !some.includes(input.value); });
      if (!some.includes(this.value())) this.set(some[0]);
    },
  };
}

/** @param onChange(position)  undefined: another cube was entered, and what it is is not known yet; null: none that can be solved
 * @param actions  a row of buttons, which those of the entry follow
 * @return {element, form: a part of it that buttons follow, settings: what few need, painter(): that is shown, chips(): [text, reset()]
 *          or false for each setting,
 *          request(): {scramble, puzzle, letters, parentheses, centers}, known(): a promise of the position of the cube that was entered
 *          last, null if it is none or another one followed, told(): what is said of it, isFaulty(), refuse(error): what the server says of it
 *          later, set({cube, puzzle, letters, parentheses, centers})} */
export function createEntry(onChange, actions) {
  const field = make("textarea", ""), verdict = make("p", "verdict"), facts = make("p", "hint");
  const puzzle = createChoice("puzzle", ["3x3x3", "2x2x2"], () => start(""));
  const letters = createChoice("letters", ["english", "french"], () => read(0));
  const parentheses = createChoice("parentheses", ["group", "niss"], () => read(0));
  const marked = makeTick("marked centres", markCentres), markedHint = label(make("p", "hint"), "marked centres how");
  const nets = make("div", "stage"), painters = {};
  let painter = null, isPainted = false, now = null, fault = null, isDrawing = false, asked = null, known = null;
  Object.assign(field, {rows: 2, spellcheck: false, autocapitalize: "off", autocomplete: "off", id: "scramble"});
  field.dataset.hint = "scramble hint";
  verdict.setAttribute("role", "status");
  verdict.id = "verdict";
  field.setAttribute("aria-describedby", "verdict");

  function sayWrong() {
    const before = Math.max(0, field.value.indexOf(request().scramble));  /* a number, a label */
    const place = fault?.column > 0 && !isPainted ? say("column", {n: fault.column + before}) : "";
    return fault === null ? "" : place + (fault.status === 0 ? say("no server") : sayFault(fault.message, isPainted));
  }

  function tell() {
    const facelets = painter.facelets(), nBlank = isPainted ? facelets.split(".").length - 1 : 0;
    const left = nBlank > 0 && now === null ? say(isGreyPossible() ? "paint on" : "blanks", {n: nBlank}) : "";
    verdict.classList.toggle("bad", fault !== null);
    field.setAttribute("aria-invalid", String(fault !== null));
    verdict.textContent = isDrawing ? say("drawing") : fault ? sayWrong() : now ? say(!now.whole ? "a part" : now.solved ? "is solved" : "a cube") : left;
    facts.textContent = now?.solved && now.whole ? "" : now && !now.whole ? say("grey stickers") : !now ? "" : [now.lower_bound > 0 && say("at least", {moves: sayMoves(now.lower_bound)}),
      now.symmetries > 1 && say("symmetries", {n: now.symmetries}), now.rotated && say("rotated")].filter(Boolean).join(" · ");
  }

  /* What was written as a net is shown as if it had been painted, not the cube before it. */
  function showFaultyNet() {
    const written = field.value.trim();
    if (!/^[URFDLB.]+$/.test(written) || written.length !== painter.facelets().length) return;
    isPainted = true;
    painter.show(written);
  }

  function settle(position, error) {
    root.setAttribute("aria-busy", "false");
    isDrawing = false;
    now = position;
    fault = error;
    if (error?.message.includes("parentheses: group")) parentheses.element.hidden = false;
    if (error) showFaultyNet();
    if (position && !isPainted) painter.show(position.facelets);
    if (position && !isPainted) showCentres(position.centers);
    painter.mark(error && isPainted ? stickersAtFault(error.message, painter.facelets()) : []);
    tell();
    onChange(position);
  }

  async function look(find, signal) {
    let position = null, error = null;
    try {
      position = await find(signal);
    } catch (reason) {
      error = reason;
    }
    if (signal.aborted) return null;
    settle(position, error);
    return position;
  }

  /* Another cube: from now on nothing is heard of the one before. @param find(signal)  a promise of its position */
  function enter(find) {
    asked?.abort();
    asked = new AbortController();
    isDrawing = false;
    root.setAttribute("aria-busy", "true");
    known = look(find, asked.signal);
    onChange(undefined);
  }

  /* A cube of which all is known here: no server is asked. @param position  null: it is not finished, or wrong */
  function enterKnown(position, message) {
    asked?.abort();
    onChange(undefined);
    known = Promise.resolve(position);
    settle(position, message === null ? null : new Error(message));
  }

  function hasMarks() {
    return marked.input.checked && puzzle.value() === "3x3x3";
  }

  /* @param turned  "U+ R2": those that are turned */
  function showCentres(turned) {
    painter.showCentres(hasMarks() ? centresOf(withCentres(solvedFacelets(3), turned ?? "")) : null);
    marked.element.hidden = puzzle.value() !== "3x3x3";
    markedHint.hidden = !hasMarks();
  }

  /* Without marks their text would be moves. */
  function markCentres() {
    if (isPainted || now?.centers) field.value = painter.facelets();
    showCentres();
    if (isPainted) paint(painter.facelets());
    else read(0);
  }

  /* Of the 3x3x3 what is grey does not matter. */
  function isGreyPossible() {
    return LAYERS[puzzle.value()] === 3 && !hasMarks();
  }

  /* Ask the server what the text is, unless it is an unfinished one. */
  function read(wait = WAIT_MS) {
    const {scramble} = request(), isNet = /^[URFDLB.]{10,}$/.test(scramble), open = scramble.split(/[([]/).length - scramble.split(/[)\]]/).length;
    if (wait > 0 && (open > 0 || (isNet && scramble.length < 6 * LAYERS[puzzle.value()] ** 2))) {
      enterKnown(null, null);
      verdict.textContent = say(open > 0 ? "open bracket" : "facelets so far", {n: scramble.length, all: 6 * LAYERS[puzzle.value()] ** 2});
      return;
    }
    enter(async (signal) => {
      await new Promise((resolve) => { setTimeout(resolve, wait); });
      signal.throwIfAborted();
      return askPosition(request(), signal);
    });
  }

  function paint(facelets) {
    isPainted = true;
    field.value = [facelets, writeCentres(painter.centres() ?? [], CENTRE_STICKERS.map((i) => facelets[i]))].filter(Boolean).join(" ");
    const n = LAYERS[puzzle.value()], isBlank = facelets.includes("."), message = isBlank || n === 3 ? findFault(facelets) : null;
    if (message === null && !isBlank) {
      painter.mark([]);
      read();
      return;
    }
    const isPart = message === null && isGreyPossible() && [...facelets].some((c, i) => c !== "." && i % 9 !== 4);
    enterKnown(isPart ? {facelets, whole: false, solved: false} : null, message);
  }

  function fill(text, meaning) {
    const n = LAYERS[puzzle.value()];
    painter?.release();
    painter = painters[n] ??= createPainter(n, paint, {letters: letters.value, isSolid: true});
    isPainted = false;
    painter.show(solvedFacelets(n));
    showCentres();
    nets.replaceChildren(painter.element);
    painter.element.lastChild.before(verdict, facts);  /* beside the stickers */
    field.value = text;
    parentheses.set(meaning);
    parentheses.element.hidden = parentheses.value() === undefined;
  }

  function start(text, meaning) {
    fill(text, meaning);
    read(0);
  }

  function request() {
    return {scramble: readPasted(field.value).text, puzzle: puzzle.value(), letters: letters.value(), parentheses: parentheses.value(), ...(hasMarks() && {centers: true})};
  }

  function random() {
    enter(async (signal) => {
      const {scramble} = await askScramble(puzzle.value(), signal);
      signal.throwIfAborted();
      letters.set("english");
      fill(scramble);
      return askPosition(request(), signal);
    });
    isDrawing = true;
    now = fault = null;
    tell();
  }

  /* A cube without colours, but for its centres. */
  function clear() {
    const n = LAYERS[puzzle.value()];
    fill("");
    painter.show([...FACES].map((face) => (n === 3 ? `....${face}....` : "....")).join(""));
    paint(painter.facelets());
  }

  field.addEventListener("input", () => {
    isPainted = false;
    read();
  });
  /* What a link or a list has is seen at once; one of this page is opened. */
  field.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text") ?? "", found = readPasted(text);
    if (text.trim() === found.text && !text.includes("#cube=")) return;
    event.preventDefault();
    if (text.includes("#cube=")) {
      location.hash = text.trim().slice(text.trim().indexOf("#"));
      return;
    }
    if (found.puzzle in LAYERS && found.puzzle !== puzzle.value()) {
      puzzle.set(found.puzzle);
      start(found.text);
      return;
    }
    field.setRangeText(found.text, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input"));
  });
  const form = make("div", "card form", make("label", "field", label(make("span", ""), "scramble label"), field), parentheses.element, actions);
  actions.append(makeButton("random", random), makeButton("clear", clear), makeButton("solved state", () => start("")));
  const root = make("section", "entry", nets, form);
  describe(root, "the cube");
  start("");
  keep(tell);
  return {
    element: root, form, settings: make("div", "", puzzle.element, letters.element, marked.element, markedHint), request,
    painter: () => painter, known: () => known, isFaulty: () => fault !== null, told: () => verdict.textContent,
    chips: () => [
      puzzle.value() !== "3x3x3" && [say("puzzle 2x2x2"), () => { puzzle.set("3x3x3"); start(""); }],
      letters.value() !== "english" && [say("letters french"), () => { letters.set("english"); read(0); }],
      hasMarks() && [say("marked centres"), () => { marked.input.checked = false; markCentres(); }],
    ],
    /* What the server says of a cube that is painted in part, once it is asked. */
    refuse(error) {
      settle(null, error);
    },
    set(values) {
      puzzle.set(values.puzzle in LAYERS ? values.puzzle : "3x3x3");
      letters.set(values.letters === "french" ? "french" : "english");
      marked.input.checked = values.centers === "true";
      start(values.cube ?? "", values.parentheses);
    },
  };
}
