/* The cube that is to be solved: as a text in any form, painted, or drawn at random. */
import { askPosition, askScramble } from "./api.js";
import { make, makeButton } from "./elements.js";
import { solvedFacelets } from "./faces.js";
import { sayFault } from "./faults.js";
import { createPainter } from "./paint.js";
import { findFault, stickersAtFault } from "./partial.js";
import { describe, keep, label, say, sayMoves } from "./words.js";

const WAIT_MS = 250;  /* after a key or a sticker, before the server is asked */
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
  };
}

/* Nobody who paints means moves: what the program says of the other reading is left out. */
function withoutReading(error) {
  error.message = error.message.replace(/ \(read as facelets;[^)]*\)$/, "");
  return error;
}

/** @param onChange(position or null)  a cube that can be solved, or none yet
 * @return {element, request(): {scramble, puzzle, letters, parentheses}, position(), set({cube, puzzle, letters, parentheses})} */
export function createEntry(onChange) {
  const field = make("textarea", ""), verdict = make("p", "verdict"), facts = make("p", "hint");
  const puzzle = createChoice("puzzle", ["3x3x3", "2x2x2"], () => start(""));
  const letters = createChoice("letters", ["english", "french"], () => read(0));
  const parentheses = createChoice("parentheses", ["group", "niss"], () => read(0));
  const nets = make("div", ""), painters = {};
  let painter = null, now = null, fault = null, blanks = 0, timer = 0, asked = null;
  Object.assign(field, {rows: 3, spellcheck: false, autocapitalize: "off", autocomplete: "off", id: "scramble"});
  field.dataset.hint = "scramble hint";
  verdict.setAttribute("role", "status");
  verdict.id = "verdict";
  field.setAttribute("aria-describedby", "verdict");

  function tell() {
    verdict.classList.toggle("bad", fault !== null);
    field.setAttribute("aria-invalid", String(fault !== null));
    const place = fault?.column > 0 && !painter.isPainted ? say("column", {n: fault.column}) : "";
    const left = blanks > 0 ? say("blanks", {n: blanks}) : "";
    verdict.textContent = fault ? place + (fault.status === 0 ? say("no server") : sayFault(fault.message))
      : now ? say(now.solved ? "is solved" : "a cube") : left;
    facts.textContent = !now ? fault ? left : "" : [now.lower_bound > 0 && say("at least", {moves: sayMoves(now.lower_bound)}),
      now.symmetries > 1 && say("symmetries", {n: now.symmetries}), now.rotated && say("rotated")].filter(Boolean).join(" · ");
  }

  function settle(position, error, nBlank = 0) {
    now = position;
    fault = error;
    blanks = nBlank;
    if (error?.message.includes("--parentheses")) parentheses.element.hidden = false;
    if (position && !painter.isPainted) painter.show(position.facelets);
    painter.mark(error && painter.isPainted ? stickersAtFault(error.message, painter.facelets()) : []);
    tell();
    onChange(position);
  }

  /* Ask the server what the text is. */
  function read(wait = WAIT_MS) {
    clearTimeout(timer);
    asked?.abort();
    asked = new AbortController();
    const {signal} = asked;
    timer = setTimeout(async () => {
      try {
        settle(await askPosition(request(), signal), null);
      } catch (error) {
        if (error.name !== "AbortError") settle(null, painter.isPainted ? withoutReading(error) : error);
      }
    }, wait);
  }

  function paint(facelets) {
    painter.isPainted = true;
    field.value = facelets;
    const nBlank = [...facelets].filter((c) => c === ".").length;
    if (nBlank === 0) {
      read();
      return;
    }
    clearTimeout(timer);
    asked?.abort();
    const message = findFault(facelets);
    settle(null, message && {message}, nBlank);
  }

  function start(text, meaning) {
    const n = LAYERS[puzzle.value()];
    painter = painters[n] ??= createPainter(n, paint);
    painter.isPainted = false;
    painter.show(solvedFacelets(n));
    nets.replaceChildren(painter.element);
    field.value = text;
    parentheses.set(meaning);
    parentheses.element.hidden = parentheses.value() === undefined;
    read(0);
  }

  function request() {
    return {scramble: field.value, puzzle: puzzle.value(), letters: letters.value(), parentheses: parentheses.value()};
  }

  async function random() {
    try {
      const {scramble} = await askScramble(puzzle.value());
      letters.set("english");
      start(scramble);
    } catch (error) {
      settle(null, error);
    }
  }

  field.addEventListener("input", () => {
    painter.isPainted = false;
    read();
  });
  start("");
  keep(tell);
  const blank = () => {
    start("");
    painter.show(".".repeat(painter.facelets().length));
    paint(painter.facelets());
  };
  const root = make("section", "card entry", label(make("h2", ""), "the cube"),
    make("div", "row", puzzle.element, letters.element), make("label", "field", label(make("span", ""), "scramble label"), field), parentheses.element,
    make("div", "row", makeButton("random state", random), makeButton("solved state", () => start("")), makeButton("blank net", blank)),
    nets, verdict, facts);
  describe(root, "the cube");
  return {
    element: root, request, position: () => now,
    set(values) {
      puzzle.set(values.puzzle in LAYERS ? values.puzzle : "3x3x3");
      letters.set(values.letters === "french" ? "french" : "english");
      start(values.cube ?? "", values.parentheses);
    },
  };
}
