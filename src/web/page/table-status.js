/* How the table of a tab comes to be, for people. */
import { make } from "./elements.js";
import { saySeconds } from "./proof.js";
import { keep, label, say } from "./words.js";

function sayMebibytes(bytes) {
  return say("mebibytes", {n: Math.round(bytes / (1 << 20))});
}

function tellTable(now) {
  if (now.state === "failed") return say("tab failed", {message: now.message});
  if (now.state === "ready")
    return say(now.built ? "tab built" : "tab kept", {time: saySeconds(now.seconds), size: sayMebibytes(now.bytes), heap: sayMebibytes(now.heap + now.bytes)});
  return now.stage === "building" ? say("tab building", {n: Math.round(100 * now.share), time: saySeconds(now.seconds)}) : say("tab loading");
}

/** @return {element, take(message): a message of the worker about its table} */
export function createTableStatus() {
  const bar = make("progress", ""), text = make("p", "live"), threads = make("p", "hint");
  const root = make("section", "card", label(make("h2", ""), "tab table"), bar, text, threads, label(make("p", "hint"), "tab how"));
  let now = {state: "loading"};
  bar.max = 1;
  text.setAttribute("role", "status");
  root.id = "table";
  function tell() {
    bar.hidden = now.state === "ready" || now.state === "failed";
    if (now.stage === "building") bar.value = now.share;
    else bar.removeAttribute("value");
    text.classList.toggle("bad", now.state === "failed");
    text.textContent = tellTable(now);
    threads.textContent = !now.threads ? "" : now.isThreaded ? say(now.threads === 1 ? "tab one thread" : "tab threads", {n: now.threads}) : say("tab alone");
    root.dataset.state = now.state;
    root.dataset.threads = now.isThreaded ? now.threads : 0;
  }
  keep(tell);
  return {
    element: root,
    take(message) {
      now = {...now, ...message};
      tell();
    },
  };
}
