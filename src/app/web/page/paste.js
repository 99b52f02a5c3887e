/* The scramble in what people paste: a link, a line of a list, with its number, label, time and comment, as the program's lists have
 * them (src/app/input). What is not known is left as it is: the program says what is wrong with it. */
const PAGES = /^(?:https?:\/\/)?(?:www\.)?(?:alg\.cubing\.net|(?:alpha\.|experiments\.)?(?:twizzle|cubing)\.net)\//;
const SETUP = ["setup", "setup-alg", "experimental-setup-alg"];
const TURN = /^(?:[URFDLBHPGMESxyzurfdlbhpgA]w?[123]?(?:['’i-]|2')?)+$/;
const NUMBER = /^\s*(?:\d+\s*[.):]|\(\d+\)|\[\d+\]|E\d+|Extra \d+\.)(?=\s)\s*/;
const TIME = /^\(?(?:DNF(?:\([\d:.]+\))?|[\d:]*\d\.\d+\+?)\)?(?:=[\d.:+=]+)?(?:\[[^\]]*\])?\s+/;

/* Values of a link are written with _ - and + in place of blanks and primes. */
function decode(value) {
  return decodeURIComponent(value.replace(/[_+]/g, " ").replace(/-/g, "'"));
}

/* @return {text, puzzle}; null: no scramble is found in it */
function readPageLink(link) {
  const values = new Map(link.slice(link.indexOf("?") + 1).split("&").filter((part) => part.includes("=")).map((part) => {
    const at = part.indexOf("=");
    return [part.slice(0, at), decode(part.slice(at + 1))];
  }));
  const text = [...SETUP, "alg"].map((key) => values.get(key)?.replace(/\/\/.*/g, "").trim()).find(Boolean);
  return text === undefined ? null : {text: text.replace(/\s+/g, " "), puzzle: values.get("puzzle") ?? "3x3x3"};
}

/* "T-perm: R U", "Sune, R U", "Scramble 2 - R U": words before a sign, of which at most one could be a turn. */
function withoutLabel(line) {
  if (/^\s*(?:[([]|face )/i.test(line)) return line;
  for (const [sign, , at] of [...line.matchAll(/[:;,\t|=]|[-–—](?=\s)/g)].map((found) => [...found, undefined, found.index])) {
    const words = line.slice(0, at).split(/[\s.,:;()]+/).filter(Boolean), nTurns = words.filter((word) => TURN.test(word)).length;
    const rest = line.slice(at + sign.length).trim();
    if (nTurns <= 1 && words.length > nTurns && (TURN.test(rest.split(/\s+/)[0]) || /^["“([]/.test(rest))) return rest;
  }
  return line;
}

function readLine(line) {
  const rest = line.replace(/(?:#|\/\/).*/, "").replace(/\s@\d.*/, "").replace(/\s\(\d+[fqs]\*?\)\s*$/, "");
  return withoutLabel(rest.replace(NUMBER, "").replace(TIME, "")).trim().replace(/^["“](.*)["”]$/, "$1");
}

/** @return {text, puzzle: of a link, undefined: as it is} */
export function readPasted(text) {
  const pasted = text.trim();
  try {
    const found = PAGES.test(pasted) ? readPageLink(pasted) : null;
    if (found) return found;
  } catch { /* a % without two digits: the program says so */ }
  if (/^(?:https?:|\[\|)/.test(pasted)) return {text: pasted};
  const lines = pasted.split(/\r?\n/).filter((line) => readLine(line) !== "");
  /* A list: its first cube. Other texts of several lines are one cube. */
  if (lines.length > 1 && lines.filter((line) => NUMBER.test(line)).length > 1) return {text: readLine(lines.find((line) => NUMBER.test(line)))};
  return {text: lines.map(readLine).join("\n")};
}
