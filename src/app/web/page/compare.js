/* The methods beside each other on one cube, one after the other. */
import { solveJob } from "./api.js";
import { make, makeButton } from "./elements.js";
import { sayFault } from "./faults.js";
import { createPlayer } from "./player.js";
import { sayCount, saySeconds } from "./proof.js";
import { keep, label, say, sayNumber } from "./words.js";

const METHODS = [{method: "layers"}, {method: "thistlethwaite"}, {method: "two-phase", time_limit: 1}, {method: "optimal"}];

/** @return {element, begin(request, signal)}: solves the cube by every method, until the signal says that nobody wants it */
export function createComparison() {
  const table = make("table", "methods"), body = make("tbody", ""), player = createPlayer();
  const heads = ["method", "method moves", "method nodes", "method time", "method stages"].map((key) => label(make("th", ""), key));
  heads.forEach((head) => { head.scope = "col"; });
  table.append(label(make("caption", ""), "methods caption"), make("thead", "", make("tr", "", ...heads)), body);
  let rows = [];

  function fill(row) {
    const {cells, job, failure} = row, result = job?.result;
    cells.moves.textContent = result?.solutions?.length > 0 ? sayNumber(result.length) : failure ? sayFault(failure.message) || say("no server") : result ? "–" : "…";
    cells.nodes.textContent = result?.nodes > 0 ? sayCount(result.nodes) : "";
    cells.time.textContent = result ? saySeconds(result.seconds) : "";
    cells.stages.textContent = (result?.stages ?? []).map(({merged_length: n}) => n).join(" + ");
    cells.show.disabled = !(result?.solutions?.length > 0);
  }

  function show({job, asked: {letters}}) {
    const {result, facelets} = job;
    player.element.hidden = false;
    player.load({facelets, stages: result.stages?.length > 0 ? result.stages : [{name: "", moves: result.solutions[0].moves}], letters});
    rows.forEach((row) => row.cells.show.setAttribute("aria-pressed", String(row.job === job)));
  }

  function addRow(asked) {
    const row = {asked, cells: {moves: make("td", "number"), nodes: make("td", "number"), time: make("td", "number"), stages: make("td", "number")}};
    row.cells.show = makeButton(`method ${asked.method}`, () => show(row));
    const head = make("th", "", row.cells.show);
    head.scope = "row";
    body.append(make("tr", "", head, row.cells.moves, row.cells.nodes, row.cells.time, row.cells.stages));
    body.lastChild.dataset.method = asked.method;
    fill(row);
    return row;
  }

  async function begin(request, signal) {
    body.replaceChildren();
    player.element.hidden = true;
    table.hidden = false;
    rows = METHODS.map((method) => addRow({...request, ...method}));
    for (const row of rows) {
      try {
        row.job = await solveJob(row.asked, {}, signal);
      } catch (error) {
        row.failure = error;
      }
      if (signal.aborted) return;
      fill(row);
      if (row.job?.result?.stages?.length > 0 && player.element.hidden) show(row);
    }
  }

  keep(() => rows.forEach(fill));
  table.hidden = player.element.hidden = true;
  const how = label(make("p", "hint"), "methods how");
  const root = make("section", "card whole", label(make("h2", ""), "methods"), how, make("div", "wide", table), player.element);
  root.id = "comparison";
  return {element: root, begin};
}
