/* How a cube is solved: by a shortest solution, or step by step, by a list that the program has or by one that is written. */
import { make, makeSelect, makeTick } from "./elements.js";
import { isText, keep, label, say } from "./words.js";

const OPTIMAL = "optimal", OWN_STEPS = "steps", BEST = 10;  /* so many solutions, where several beginnings go on */
const WIDTHS = [1, 10, 100];
const EXAMPLE = "EO = eo:FB\nDR = dr:UD ; turns U R D L F2 B2\nHTR = htr ; turns U D R2 L2 F2 B2\nfinish = solved ; turns U2 R2 F2 D2 L2 B2";

/** @return {element, offer(methods of the server), isByList(), sentence(): the one that is chosen, request(): what a request says of it, set(request)} */
export function createMethod(onChange) {
  const method = makeSelect("method", change), width = makeSelect("width", onChange), own = make("textarea", "");
  const niss = makeTick("niss", onChange), neutral = makeTick("neutral", onChange);
  const written = make("label", "field", label(make("span", ""), "own steps"), own);
  const settings = make("div", "", written, make("div", "row", width.element, niss.element, neutral.element));
  const elsewhere = label(make("p", "hint"), "by elsewhere"), root = make("div", "by", method.element, elsewhere, settings);
  let offered = [OPTIMAL], wanted = OPTIMAL;
  Object.assign(own, {rows: 4, spellcheck: false, autocapitalize: "off", autocomplete: "off", value: EXAMPLE});

  function tell() {
    method.fill(offered, (name) => isText(`by ${name}`) ? say(`by ${name}`) : name);
    width.fill(WIDTHS, (n) => say(n === 1 ? "width one" : "width some", {n}));
    method.select.value = offered.includes(wanted) ? wanted : OPTIMAL;
    method.element.hidden = offered.length === 1;
    settings.hidden = !isByList();
    written.hidden = method.select.value !== OWN_STEPS;
  }

  function change() {
    wanted = method.select.value;
    tell();
    onChange();
  }

  function isByList() {
    return method.select.value !== OPTIMAL;
  }

  own.addEventListener("input", onChange);
  keep(tell);
  elsewhere.hidden = true;  /* until it is known */
  return {
    element: root, isByList,
    sentence: () => method.select.selectedOptions[0].textContent,
    offer(methods) {
      offered = [OPTIMAL, ...methods.filter(({steps}) => steps).map(({name}) => name)];
      elsewhere.hidden = offered.includes("cfop");
      tell();
    },
    request() {
      if (!isByList()) return {};
      const n = Number(width.select.value), byWhat = method.select.value === OWN_STEPS ? {steps: own.value} : {method: method.select.value};
      return {...byWhat, width: n, n: n === 1 ? 1 : BEST, ...(niss.input.checked && {niss: true}), ...(neutral.input.checked && {neutral: "all"})};
    },
    set({method: name = OPTIMAL, steps, width: n, niss: tried, neutral: below}) {
      wanted = steps === undefined ? name : OWN_STEPS;
      if (steps !== undefined) own.value = steps;
      if (WIDTHS.includes(Number(n))) width.select.value = n;
      niss.input.checked = Boolean(tried);
      neutral.input.checked = Boolean(below);
      tell();
    },
  };
}
