/* What is to be reached: the whole cube, a goal that has a name, several together as a text, or stickers that are painted. */
import { askGoal, askGoals } from "./api.js";
import { make, makeSelect } from "./elements.js";
import { WAIT_MS } from "./entry.js";
import { FACES, solvedFacelets } from "./faces.js";
import { sayFault } from "./faults.js";
import { createPainter } from "./paint.js";
import { stickersAtFault } from "./partial.js";
import { sayGoal } from "./pictures.js";
import { MIB } from "./proof.js";
import { keep, label, say } from "./words.js";

const WRITTEN = "+";  /* in the list: none of its goals, but what is written beside it */

const FREE = {auf: "free after", preauf: "free before"};

/* Goals joined by + that are not named; "" for the whole cube. */
function withoutFree(text) {
  const rest = text.split("+").filter((part) => !(part.split(":")[0].trim() in FREE)).join("+");
  return rest === "solved" ? "" : rest;
}

/* The face whose turns are free at one end of a solution; "" for none. */
function freeFace(text, name) {
  const [, face = "U"] = text.split("+").map((part) => part.split(":")).find(([word]) => word.trim() === name) ?? ["", ""];
  return face.trim().toUpperCase();
}

/* A choice of such a face. */
function createFree(name, onChange) {
  const free = makeSelect(FREE[name], onChange);
  keep(() => free.fill(["", ...FACES], (face) => (face === "" ? say("free none") : `${face}: ${say(`side ${face}`)}`)));
  free.select.name = name;
  free.select.setAttribute("aria-describedby", "goal-fault");
  return free;
}

/** @param onChange(isNew)  another goal was entered; what it is is known now
 * @return {element, text(): "" for the whole cube, known(): a promise, false: it is no goal, isFaulty(), set(text),
 *          refuse(error): it does not go with the cube or the turns; null: it does, load(): lists the goals, once the page's backend is known,
 *          facelets(): of what is entered, sentence()} */
export function createGoal(onChange, letters) {
  const list = makeSelect("goal list", choose), field = make("input", ""), words = make("p", "hint"), fault = make("p", "verdict");
  const whole = solvedFacelets(3);
  const painter = createPainter(3, (facelets) => enter(facelets === whole ? "" : facelets, WAIT_MS, true), {letters, blank: "colour grey"});
  const free = Object.keys(FREE).map((name) => createFree(name, () => join(withoutFree(text)))), freeRow = make("div", "row", ...free.map(({element}) => element));
  const painting = make("details", "", label(make("summary", ""), "goal paint"), painter.element);
  let goals = [], text = "", found = null, error = null, refused = null, asked = new AbortController(), known = Promise.resolve(true);
  Object.assign(field, {type: "text", spellcheck: false, autocapitalize: "off", autocomplete: "off", id: "goal"});
  field.dataset.hint = "goal hint";
  fault.setAttribute("role", "status");
  fault.id = "goal-fault";
  field.setAttribute("aria-describedby", "goal-fault");

  function tellList() {
    const named = goals.map(({name, picture}) => [name, `${name}: ${sayGoal(name, picture)}`]);
    const names = [["", say("goal whole")], ...named, [WRITTEN, say("goal written")]];
    list.fill(names.map(([value]) => value), (value) => new Map(names).get(value));
    list.select.value = names.some(([value]) => value === withoutFree(text)) ? withoutFree(text) : WRITTEN;
    free.forEach((choice) => { choice.select.value = freeFace(text, choice.select.name); });
    freeRow.hidden = painter.isPainted || text.length === whole.length;
  }

  /* A part of a goal that is joined by +, with its side in place of the one that it has by default. */
  function sayPart(part) {
    const [word, side] = part.split(":").map((value) => value.trim()), named = goals.find(({name}) => name === word);
    if (word === "neutral") return say("goal neutral");
    if (word in FREE) return `${say(FREE[word])}: ${side ?? "U"}`;
    if (!named) return part;
    const words = sayGoal(word, named.picture), isNeutral = /\bneutral\b/.test(text);
    return side || isNeutral ? words.replace(/ \([A-Z]+\)$/, "") + (side ? ` (${side})` : "") : words;
  }

  /* A goal with the free turns that are chosen. */
  function join(goal) {
    const chosen = free.filter((choice) => choice.select.value !== "").map((choice) => `${choice.select.name}:${choice.select.value}`);
    enter([goal || (chosen.length > 0 ? "solved" : ""), ...chosen].filter(Boolean).join("+"), 0);
  }

  function tell() {
    const named = goals.find(({name}) => name === withoutFree(text)), wrong = error ?? refused;
    tellList();
    words.textContent = found === null ? "" : [
      named && sayGoal(named.name, named.picture), found.states > 1 && say("goal states", {n: found.states}), found.exact && say("goal exact"),
      !found.installed && found.file_bytes >= MIB && say("goal builds", {n: Math.ceil(found.file_bytes / MIB)}),
    ].filter(Boolean).join(" · ");
    const place = wrong?.column > 0 && !painter.isPainted ? say("column", {n: wrong.column}) : "";
    const message = wrong?.message.replace(`${wrong.field}: `, "");  /* what it is about is seen here */
    fault.textContent = wrong === null ? "" : place + (wrong.status === 0 ? say("no server") : sayFault(message, true));
    fault.classList.toggle("bad", wrong !== null);
    fault.hidden = wrong === null;
    field.setAttribute("aria-invalid", String(wrong !== null));
    painter.mark(error !== null && painter.isPainted ? stickersAtFault(error.message, painter.facelets()) : []);
  }

  async function look(signal, wait) {
    try {
      if (wait > 0) await new Promise((resolve) => { setTimeout(resolve, wait); });
      signal.throwIfAborted();
      found = text === "" ? null : await askGoal(text, signal);
      signal.throwIfAborted();
    } catch (reason) {
      if (signal.aborted) return false;
      error = reason;
    }
    if (!painter.isPainted) painter.show(found?.facelets ?? whole);
    tell();
    onChange(false);
    return error === null;
  }

  /* Another goal: from now on nothing is heard of the one before. */
  function enter(value, wait, isPainted = false) {
    painter.isPainted = isPainted;
    text = value;
    if (field.value.trim() !== text) field.value = text;
    asked.abort();
    asked = new AbortController();
    found = error = refused = null;
    known = look(asked.signal, wait);
    tell();
    onChange(true);
  }

  function choose() {
    if (list.select.value !== WRITTEN) join(list.select.value);
    else field.focus();
  }

  field.addEventListener("input", () => enter(field.value.trim(), WAIT_MS));
  painter.show(whole);
  keep(tell);
  return {
    element: make("div", "goal", list.element,
      make("label", "field", label(make("span", ""), "goal text"), field), freeRow, words, fault, painting),
    text: () => text, facelets: () => found?.facelets, known: () => known,
    /* What is reached, in a sentence. */
    sentence() {
      return say("goal asked", {goal: text.length === whole.length ? say("goal painted") : text.split("+").map(sayPart).join(" + ")});
    },
    isFaulty: () => error !== null,
    set: (value) => value !== text && enter(value, 0),
    refuse(reason) {
      refused = reason;
      tell();
    },
    async load() {
      goals = (await askGoals()).goals.filter(({name, states}) => name !== "solved" && states !== 1);
      tell();
    },
  };
}
