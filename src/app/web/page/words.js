/* What the pages say, in English and French. */
import { IN_ENGLISH, IN_FRENCH } from "./texts.js";

const TEXTS = {en: IN_ENGLISH, fr: IN_FRENCH};
const renewers = [];             /* what keep() was given */
const valuesOf = new WeakMap();  /* of labelled elements */
let language = remembered() ?? (navigator.language?.startsWith("fr") ? "fr" : "en");

/* A page opened as a file may have no storage. */
function remembered() {
  try {
    const value = localStorage.getItem("superflip-language");
    return value in TEXTS ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A text in the reader's language, {name} replaced by values.name. */
export function say(key, values = {}) {
  const text = TEXTS[language][key] ?? IN_ENGLISH[key];
  if (text === undefined) throw new Error(`no text '${key}'`);
  return text.replace(/\{(\w+)\}/g, (_, name) => typeof values[name] === "number" ? sayNumber(values[name]) : values[name]);
}

export function isText(key) {
  return key in IN_ENGLISH;
}

export function sayNumber(n) {
  return n.toLocaleString(language, {maximumFractionDigits: 2});
}

export function sayMoves(n) {
  return say(n === 1 ? "one move" : "moves", {n});
}

/** A side by the letters of its colours: "yellow-orange". */
export function saySide(letters) {
  return [...letters].map((letter) => say(`colour ${letter}`)).join("-");
}

/** The same by the program's names of colours. */
export function sayNames(colors = "") {
  const names = {white: "U", red: "R", green: "F", yellow: "D", orange: "L", blue: "B"};
  return saySide(colors.split("-").map((name) => names[name] ?? "").join(""));
}

/** A length of a solution; where turns have costs of their own it is a cost. */
export function sayLength(n, hasCosts) {
  return hasCosts ? say("a cost", {n}) : sayMoves(n);
}

function renewElement(element) {
  const values = valuesOf.get(element), {say: text, describe: description, hint} = element.dataset;
  if (text) element.textContent = say(text, values);
  if (description) element.setAttribute("aria-label", say(description, values));
  if (description && element.tagName === "BUTTON") element.title = say(description, values);
  if (hint) element.placeholder = say(hint);
}

/** Label an element, or say what it is to a screen reader; it is said again when the language changes. */
export function label(element, key, values) {
  element.dataset.say = key;
  valuesOf.set(element, values);
  renewElement(element);
  return element;
}
export function describe(element, key, values) {
  element.dataset.describe = key;
  valuesOf.set(element, values);
  renewElement(element);
  return element;
}

/** The same for the elements of the document whose data-say, data-describe or data-hint names a text. */
export function labelDocument() {
  document.documentElement.lang = language;
  document.querySelectorAll("[data-say], [data-describe], [data-hint]").forEach(renewElement);
}

/** Run `renew` now and whenever the language changes; for what lasts as long as the page. */
export function keep(renew) {
  renewers.push(renew);
  renew();
}

export function currentLanguage() {
  return language;
}

export function setLanguage(value) {
  language = value;
  try {
    localStorage.setItem("superflip-language", value);
  } catch { /* then it is asked again next time */ }
  labelDocument();
  renewers.forEach((renew) => renew());
}

/** A choice of the language. */
export function createLanguageChoice() {
  const group = document.createElement("div");
  group.className = "languages";
  group.setAttribute("role", "group");
  describe(group, "language");
  for (const [code, name] of [["en", "English"], ["fr", "Français"]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.lang = code;
    button.textContent = name;
    button.addEventListener("click", () => setLanguage(code));
    keep(() => button.setAttribute("aria-pressed", String(language === code)));
    group.append(button);
  }
  return group;
}
