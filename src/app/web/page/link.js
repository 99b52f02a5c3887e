/* The cube and what is asked, in the part of the address that is not sent to a server. */
const KEYS = ["cube", "puzzle", "metric", "letters", "parentheses", "centers", "goal", "moves", "cost", "method", "steps", "width", "niss", "neutral", "n"];

export function readLink() {
  const values = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(KEYS.filter((key) => values.has(key)).map((key) => [key, values.get(key)]));
}

export function writeLink(values) {
  const kept = KEYS.filter((key) => values[key]).map((key) => [key, values[key]]);
  history.replaceState(null, "", `#${new URLSearchParams(kept)}`);
}
