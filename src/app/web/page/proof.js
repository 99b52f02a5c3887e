/* The proof as it grows: a row for each length, its nodes on a logarithmic scale beside the prediction. */
import { make } from "./elements.js";
import { isText, keep, label, say, sayLength, sayNumber } from "./words.js";

const DECADES = 13;  /* of the scale */
export const MIB = 2 ** 20;
const LONG_S = 1e6;  /* nobody waits so long */
const POCKET_STATES = 3674160;

/** "1.2 million" in few characters. */
export function sayCount(n) {
  const [size, key] = n >= 1e12 ? [1e12, "trillion"] : n >= 1e9 ? [1e9, "billion"] : n >= 1e6 ? [1e6, "million"] : [1, "ones"];
  return say(key, {n: size === 1 ? Math.round(n) : Number((n / size).toPrecision(3))});
}

export function saySeconds(s) {
  if (s < 0.0995) return say("milliseconds", {n: Number((1000 * s).toPrecision(2))});
  if (s < 99.5) return say("seconds", {n: Number(s.toPrecision(2))});
  const minutes = Math.floor(s / 60);
  return minutes < 100 ? say("minutes", {n: minutes, s: Math.round(s % 60)}) : say("hours", {n: Number((s / 3600).toPrecision(2))});
}

function share(n) {
  return `${100 * Math.min(1, Math.log10(Math.max(1, n)) / DECADES)}%`;
}

/* Which table a job needs, as "table 3 of 7, 47 MiB", and what is done to it. */
function sayTable({name, stage, share, number, of, bytes}) {
  const size = bytes ? say("table size", {n: Math.ceil(bytes / MIB)}) : "";
  const table = say(!number ? "table named" : of > 1 ? "table of several" : "table alone", {name, number, of}) + size;
  return say(isText(`table ${stage}`) ? `table ${stage}` : "table building", {table, n: Math.floor(100 * share)});
}

/** @return {element, state: what is being done now, begin(metric and cost of the request, width: it is a list of steps, limit_s of the
 *          server), take(name, event): an event of the server}; begin() empties it */
export function createProof() {
  const bound = make("span", "bound"), bar = make("progress", ""), state = make("p", "live"), body = make("tbody", ""), table = make("table", "proof");
  const heads = ["proof length", "proof nodes", "proof count", "proof time"].map((key) => label(make("th", ""), key));
  heads.forEach((head) => { head.scope = "col"; });
  table.append(label(make("caption", ""), "proof caption"), make("thead", "", make("tr", "", ...heads)), body);
  state.setAttribute("role", "status");
  state.id = "state";
  let rows = new Map(), progress = null, ahead = null, result = null, asked = {metric: "htm"};

  function row(threshold) {
    if (rows.has(threshold)) return rows.get(threshold);
    const cells = {bar: make("span", "bar"), tick: make("span", "tick"), nodes: make("td", "number"), time: make("td", "number")};
    const head = make("th", "", sayNumber(threshold));
    head.scope = "row";
    cells.scale = make("td", "scale", cells.bar, cells.tick);
    cells.element = make("tr", "", head, cells.scale, cells.nodes, cells.time);
    cells.element.dataset.threshold = threshold;
    const after = [...rows].filter(([length]) => length > threshold).sort(([a], [b]) => a - b)[0];
    body.insertBefore(cells.element, after ? after[1].element : null);
    rows.set(threshold, cells);
    return cells;
  }

  function drawRow(threshold, nodes, predicted, seconds, isComplete) {
    const cells = row(threshold);
    cells.bar.style.width = share(nodes);
    cells.tick.hidden = !(predicted > 0);
    cells.tick.style.left = share(predicted ?? 1);
    cells.element.classList.toggle("complete", isComplete);
    cells.nodes.textContent = sayCount(nodes);
    cells.time.textContent = seconds === null ? "" : saySeconds(seconds);
    cells.scale.title = predicted > 0 ? say("proof row", {nodes: sayCount(nodes), predicted: sayCount(predicted)}) : sayCount(nodes);
    cells.data = {...cells.data, nodes, predicted, seconds, isComplete};
  }

  function tell() {
    const table = result ? null : progress?.table;
    bar.hidden = !table;
    if (table) bar.value = table.share;
    const lower = result?.lower_bound ?? progress?.lower_bound;
    bound.textContent = lower === undefined || result?.status === "error" ? "" : say("proved so far", {moves: sayLength(lower, asked.cost)}) + (asked.metric === "qtm" ? ` (${say("half turns count two")})` : "");
    if (result?.status === "error") state.textContent = say("nothing proved");
    else if (result?.heuristic === "pocket") state.textContent = say("search none", {states: POCKET_STATES, time: saySeconds(result.seconds)});
    else if (result) state.textContent = say(!result.stopped ? "search done" : result.nodes > 0 ? "search stopped" : "stopped early", {nodes: sayCount(result.nodes), time: saySeconds(result.seconds)});
    else if (ahead !== null) state.textContent = say(ahead === 0 ? "search waits next" : "search waits", {n: ahead});
    else if (table) state.textContent = sayTable(table);
    else if (progress) state.textContent = [
      progress.threshold !== null && say(asked.cost ? "searching cost" : "searching", {n: progress.threshold}),
      progress.step ? say("at step", {n: progress.step, time: saySeconds(progress.seconds)})
        : say("nodes and time", {nodes: sayCount(progress.nodes_total), time: saySeconds(progress.seconds)}),
      progress.time_left !== null && progress.time_left > 0 && say("time left", {time: saySeconds(progress.time_left)}),
      progress.checked_share < 1 && say("checking", {n: Math.round(100 * progress.checked_share)}),
      asked.limit_s < LONG_S && say("stops after", {time: saySeconds(asked.limit_s)}),
    ].filter(Boolean).join(" · ");
    else state.textContent = say(asked.width ? "steps begin" : "search begins");
  }

  function begin(wanted) {
    body.replaceChildren();
    rows = new Map();
    progress = result = null;
    ahead = null;
    asked = wanted;
    table.hidden = true;
    tell();
  }

  function takeProgress(event) {
    progress = event;
    ahead = null;
    if (event.threshold === null) return;
    table.hidden = false;
    if (!rows.get(event.threshold)?.data?.isDone) drawRow(event.threshold, event.nodes, event.predicted, null, false);
  }

  function take(name, event) {
    if (name === "waiting") ahead = event.ahead;
    if (name === "begin" || name === "progress") takeProgress(event);
    if (name === "iteration") {
      table.hidden = false;
      drawRow(event.threshold, event.generated, event.predicted, event.seconds, event.complete);
      rows.get(event.threshold).data.isDone = true;
      if (progress) progress.lower_bound = Math.max(progress.lower_bound, event.lower_bound);
    }
    if (name === "end") result = event.result;
    tell();
  }

  keep(() => {
    for (const [threshold, {data}] of rows)
      if (data) drawRow(threshold, data.nodes, data.predicted, data.seconds, data.isComplete);
    tell();
  });
  table.hidden = true;
  const summary = make("summary", "", label(make("span", ""), "proof"), " ", bound);
  const root = make("details", "card", summary, label(make("p", ""), "about text"), table);
  root.id = "proof";
  return {element: root, state: make("div", "", bar, state), begin, take};
}
