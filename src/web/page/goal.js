/* What is to be reached: the whole cube, a goal that has a name, several together as a text, or stickers that are painted. */
import { askGoal, askGoals } from "./api.js";
import { make } from "./elements.js";
import { WAIT_MS } from "./entry.js";
import { solvedFacelets } from "./faces.js";
import { sayFault } from "./faults.js";
import { createPainter } from "./paint.js";
import { stickersAtFault } from "./partial.js";
import { sayGoal } from "./pictures.js";
import { describe, keep, label, say } from "./words.js";

const MIB = 2 ** 20;
const WRITTEN = "+";  /* in the list: none of its goals, but what is written beside it */

/** @param onChange(isNew)  another goal was entered; what it is is known now
 * @return {element, text(): "" for the whole cube, known(): a promise, false: it is no goal, isFaulty(), set(text),
 *          load(): lists the goals, once the page's backend is known} */
export function createGoal(onChange, letters) {
  const list = make("select", ""), field = make("input", ""), words = make("p", "hint"), fault = make("p", "verdict");
  const whole = solvedFacelets(3);
  const painter = createPainter(3, (facelets) => enter(facelets === whole ? "" : facelets, WAIT_MS, true), letters, "colour grey");
  const painting = make("details", "", label(make("summary", ""), "goal paint"), painter.element);
  let goals = [], text = "", found = null, error = null, asked = new AbortController(), known = Promise.resolve(true);
  Object.assign(field, {type: "text", spellcheck: false, autocapitalize: "off", autocomplete: "off", id: "goal"});
  field.dataset.hint = "goal hint";
  describe(list, "goal list");
  fault.setAttribute("role", "status");
  fault.id = "goal-fault";
  field.setAttribute("aria-describedby", "goal-fault");

  function tellList() {
    const named = goals.map(({name, picture}) => [name, `${name}: ${sayGoal(name, picture)}`]);
    const names = [["", say("goal whole")], ...named, [WRITTEN, say("goal written")]];
    list.replaceChildren(...names.map(([value, said]) => {
      const option = make("option", "", said);
      option.value = value;
      return option;
    }));
    list.value = names.some(([value]) => value === text) ? text : WRITTEN;
  }

  function tell() {
    const named = goals.find(({name}) => name === text);
    tellList();
    words.textContent = found === null ? "" : [
      named && sayGoal(named.name, named.picture), found.states > 1 && say("goal states", {n: found.states}), found.exact && say("goal exact"),
      !found.installed && found.file_bytes >= MIB && say("goal builds", {n: Math.ceil(found.file_bytes / MIB)}),
    ].filter(Boolean).join(" · ");
    const place = error?.column > 0 && !painter.isPainted ? say("column", {n: error.column}) : "";
    fault.textContent = error === null ? "" : place + (error.status === 0 ? say("no server") : sayFault(error.message, true));
    fault.classList.toggle("bad", error !== null);
    fault.hidden = error === null;
    field.setAttribute("aria-invalid", String(error !== null));
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
    found = error = null;
    known = look(asked.signal, wait);
    tell();
    onChange(true);
  }

  list.addEventListener("change", () => {
    if (list.value !== WRITTEN) enter(list.value, 0);
    else field.focus();
  });
  field.addEventListener("input", () => enter(field.value.trim(), WAIT_MS));
  painter.show(whole);
  keep(tell);
  return {
    element: make("div", "goal", make("label", "field", label(make("span", ""), "goal label"), list),
      make("label", "field", label(make("span", ""), "goal text"), field), words, fault, painting),
    text: () => text, known: () => known, isFaulty: () => error !== null,
    set: (value) => value !== text && enter(value, 0),
    async load() {
      goals = (await askGoals()).goals.filter(({name, states}) => name !== "solved" && states !== 1);
      tell();
    },
  };
}
