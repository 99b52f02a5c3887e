/* The cube that is to be solved: as a text in any form, painted, or drawn at random. */
import { askPosition, askScramble } from "./api.js";
import { make, makeButton, makeTick } from "./elements.js";
import { centresOf, solvedFacelets, withCentres, writeCentres } from "./faces.js";
import { sayFault } from "./faults.js";
import { createPainter } from "./paint.js";
import { CENTRE_STICKERS, findFault, stickersAtFault } from "./partial.js";
import { describe, keep, label, say, sayMoves } from "./words.js";

export const WAIT_MS = 250;  /* after a key or a sticker, before the server is asked */
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
 * @return {element, request(): {scramble, puzzle, letters, parentheses, centers}, known(): a promise of the position of the cube that was
 *          entered last, null if it is none or another one followed, set({cube, puzzle, letters, parentheses, centers})} */
export function createEntry(onChange) {
  const field = make("textarea", ""), verdict = make("p", "verdict"), facts = make("p", "hint"), drawing = make("progress", "");
  const puzzle = createChoice("puzzle", ["3x3x3", "2x2x2"], () => start(""));
  const letters = createChoice("letters", ["english", "french"], () => read(0));
  const parentheses = createChoice("parentheses", ["group", "niss"], () => read(0));
  const marked = makeTick("marked centres", markCentres), markedHint = label(make("p", "hint"), "marked centres how");
  const nets = make("div", ""), painters = {};
  let painter = null, now = null, fault = null, isDrawing = false, asked = null, known = null;
  Object.assign(field, {rows: 3, spellcheck: false, autocapitalize: "off", autocomplete: "off", id: "scramble"});
  field.dataset.hint = "scramble hint";
  verdict.setAttribute("role", "status");
  verdict.id = "verdict";
  field.setAttribute("aria-describedby", "verdict");

  function tell() {
    const blanks = painter.isPainted ? [...painter.facelets()].filter((c) => c === ".").length : 0;
    verdict.classList.toggle("bad", fault !== null);
    field.setAttribute("aria-invalid", String(fault !== null));
    drawing.hidden = !isDrawing;
    const place = fault?.column > 0 && !painter.isPainted ? say("column", {n: fault.column}) : "";
    const left = blanks > 0 ? say("blanks", {n: blanks}) : "";
    verdict.textContent = isDrawing ? say("drawing") : fault ? place + (fault.status === 0 ? say("no server") : sayFault(fault.message, painter.isPainted))
      : now && !now.whole ? left || say("a part") : now ? say(now.solved ? "is solved" : "a cube") : left;
    facts.textContent = now && !now.whole ? say("grey stickers") : !now ? fault ? left : "" : [now.lower_bound > 0 && say("at least", {moves: sayMoves(now.lower_bound)}),
      now.symmetries > 1 && say("symmetries", {n: now.symmetries}), now.rotated && say("rotated")].filter(Boolean).join(" · ");
  }

  /* What was written as a net is shown as if it had been painted, not the cube before it. */
  function showFaultyNet() {
    const written = field.value.trim();
    if (!/^[URFDLB.]+$/.test(written) || written.length !== painter.facelets().length) return;
    painter.isPainted = true;
    painter.show(written);
  }

  function settle(position, error) {
    root.setAttribute("aria-busy", "false");
    isDrawing = false;
    now = position;
    fault = error;
    if (error?.message.includes("parentheses: group")) parentheses.element.hidden = false;
    if (error) showFaultyNet();
    if (position && !painter.isPainted) painter.show(position.facelets);
    if (position && !painter.isPainted) showCentres(position.centers);
    painter.mark(error && painter.isPainted ? stickersAtFault(error.message, painter.facelets()) : []);
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

  /* How many are left to paint is known before the server answers. */
  function settleBlanks() {
    now = fault = null;
    painter.mark([]);
    tell();
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
    if (painter.isPainted || now?.centers) field.value = painter.facelets();
    showCentres();
    read(0);
  }

  /* Whether it can be solved as it is: of the 3x3x3 what is grey does not matter, if anything but the centres is seen. */
  function isComplete(facelets) {
    const n = LAYERS[puzzle.value()], perFace = n * n;
    return !facelets.includes(".") || (n === 3 && !hasMarks() && [...facelets].some((c, i) => c !== "." && i % perFace !== 4));
  }

  /* Ask the server what the text is. */
  function read(wait = WAIT_MS) {
    enter(async (signal) => {
      await new Promise((resolve) => { setTimeout(resolve, wait); });
      signal.throwIfAborted();
      return askPosition(request(), signal);
    });
  }

  function paint(facelets) {
    painter.isPainted = true;
    field.value = [facelets, writeCentres(painter.centres() ?? [], CENTRE_STICKERS.map((i) => facelets[i]))].filter(Boolean).join(" ");
    const message = facelets.includes(".") ? findFault(facelets) : null;
    if (message === null && isComplete(facelets)) {
      if (facelets.includes(".")) settleBlanks();
      read();
      return;
    }
    enter(async () => {
      if (message) throw new Error(message);
      return null;
    });
  }

  function fill(text, meaning) {
    const n = LAYERS[puzzle.value()];
    painter = painters[n] ??= createPainter(n, paint, letters.value);
    painter.isPainted = false;
    painter.show(solvedFacelets(n));
    showCentres();
    nets.replaceChildren(painter.element);
    field.value = text;
    parentheses.set(meaning);
    parentheses.element.hidden = parentheses.value() === undefined;
  }

  function start(text, meaning) {
    fill(text, meaning);
    read(0);
  }

  function request() {
    return {scramble: field.value, puzzle: puzzle.value(), letters: letters.value(), parentheses: parentheses.value(), ...(hasMarks() && {centers: true})};
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

  function blank() {
    fill("");
    painter.show(".".repeat(painter.facelets().length));
    paint(painter.facelets());
  }

  field.addEventListener("input", () => {
    painter.isPainted = false;
    read();
  });
  const root = make("section", "card entry", label(make("h2", ""), "the cube"),
    make("div", "row", puzzle.element, letters.element), make("label", "field", label(make("span", ""), "scramble label"), field), parentheses.element,
    make("div", "row", makeButton("random state", random), makeButton("solved state", () => start("")), makeButton("blank net", blank)),
    nets, marked.element, markedHint, drawing, verdict, facts);
  describe(root, "the cube");
  start("");
  keep(tell);
  return {
    element: root, request, known: () => known,
    set(values) {
      puzzle.set(values.puzzle in LAYERS ? values.puzzle : "3x3x3");
      letters.set(values.letters === "french" ? "french" : "english");
      marked.input.checked = values.centers === "true";
      start(values.cube ?? "", values.parentheses);
    },
  };
}
