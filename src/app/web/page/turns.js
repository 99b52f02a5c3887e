/* What is counted, and which turns a solution may have: half or quarter turns of faces, slices, axes, or turns and costs that are written. */
import { createChoice } from "./entry.js";
import { make } from "./elements.js";
import { label } from "./words.js";

const OWN = "own", METRICS = ["htm", "qtm", "stm", "atm", OWN];
const BEYOND_FACES = /[^URFDLB123'\s]/;  /* slices, wide turns, several layers at once */

function createField(key, hint) {
  const input = make("input", "");
  Object.assign(input, {type: "text", spellcheck: false, autocapitalize: "off", autocomplete: "off"});
  input.dataset.hint = hint;
  return {input, element: make("label", "field", label(make("span", ""), key), input)};
}

/** @return {element, request(): what a request says of them, isOwn(): they are written, isSet(): they are a turn set, set(request), limit(metrics)} */
export function createTurns(onChange) {
  const metric = createChoice("metric", METRICS, change), moves = createField("turns", "turns hint"), costs = createField("costs", "costs hint");
  const own = make("div", "own", moves.element, costs.element);

  function change() {
    own.hidden = metric.value() !== OWN;
    onChange();
  }

  function request() {
    if (metric.value() !== OWN) return {metric: metric.value()};
    const wanted = moves.input.value.trim(), cost = costs.input.value.trim();
    return {metric: wanted === "" || BEYOND_FACES.test(wanted) ? "stm" : "htm", ...(wanted && {moves: wanted}), ...(cost && {cost})};
  }

  for (const {input} of [moves, costs]) input.addEventListener("input", onChange);
  own.hidden = true;
  return {
    element: make("div", "", metric.element, own), request,
    isOwn: () => metric.value() === OWN,
    isSet: () => !["htm", "qtm"].includes(metric.value()),
    set({metric: counted = "htm", moves: wanted = "", cost = ""}) {
      metric.set(wanted !== "" || cost !== "" ? OWN : METRICS.includes(counted) ? counted : "htm");
      moves.input.value = wanted;
      costs.input.value = cost;
      own.hidden = metric.value() !== OWN;
    },
    limit(metrics) {
      metric.limit([...metrics, ...(metrics.includes("stm") ? [OWN] : [])]);
      own.hidden = metric.value() !== OWN;
    },
  };
}
