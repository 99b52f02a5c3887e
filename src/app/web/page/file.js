/* The page that `superflip solve --html` and `show --html` write: cubes with their solutions, played without a server. */
import { chaptersOf } from "./chapters.js";
import { parseMoves, withoutOpen } from "./faces.js";
import { createPlayer } from "./player.js";
import { createPocketLab } from "./pocket-lab.js";
import { createLanguageChoice, isText, keep, labelDocument, say, sayMoves, sayNames } from "./words.js";

const {puzzle, metric, cubes, table} = JSON.parse(document.getElementById("data").textContent);
const player = createPlayer({isGlobal: true});
const cubeChoice = document.getElementById("cube"), solutionChoice = document.getElementById("solution");
let cube = cubes[0], solution = 0;

/* What is played: the steps of a list, the stages of a method, or the moves of a solution. */
function stagesOf({record}) {
  const {stages, solutions, letters} = record, played = solutions?.[solution];
  /* The goals of stages are those of the first solution. */
  if (played?.step_moves) return chaptersOf(played, stages.map(({name, goal}) => ({name, goal: solution === 0 ? goal : undefined})), letters);
  return stages?.length > 0 ? stages : [{name: "", moves: played?.moves ?? ""}];
}

const sideOf = (found) => found?.reached ? ` (${[found.reached, sayNames(found.color)].filter(Boolean).join(", ")})` : "";

/* Whether the scramble may turn the whole cube, so that colours of sides are others than those of the centres that are drawn. */
function isRotated({scramble, rotated = /[^URFDLB\d'\s()]/.test(scramble)}) {
  return rotated;
}

function result({record}) {
  const n = record.solutions?.length > 0 ? record.solutions[solution].length : null;
  if (record.error) return `${say("no cube")}: ${record.error.message}`;
  if (isText(`shown ${record.status}`)) return say(`shown ${record.status}`);
  const text = record.status === "bound" && n === null ? say("bound only", {bound: record.lower_bound})
    : record.status === "none" ? say("none") : say(`found ${record.status}`, {moves: sayMoves(n ?? 0), bound: record.lower_bound});
  return `${text} (${say(metric === "qtm" ? "half turns count two" : "half turns count one")})${sideOf(record.solutions?.[solution])}`;
}

function tell() {
  const {record} = cube;
  document.getElementById("scramble").textContent = record.scramble;
  document.getElementById("label").textContent = record.label ?? "";
  document.getElementById("result").textContent = result(cube);
  document.title = `superflip: ${record.scramble}`;
}

function choose() {
  const {record} = cube;
  solutionChoice.replaceChildren(...(record.solutions ?? []).map((s, i) => new Option(`${i + 1}: ${s.moves}${sideOf(s)}`, i)));
  solutionChoice.value = solution;
  document.getElementById("choose-solution").hidden = !(record.solutions?.length > 1) || (record.stages?.length > 0 && !record.solutions[0].steps);
  player.element.hidden = record.error !== undefined;
  const played = record.solutions?.[solution], seen = played?.reached ? cube.seen_from?.[played.reached] : cube.seen, isOpen = seen && played && !record.centers && !played.steps;
  const facelets = isOpen ? withoutOpen(cube.facelets, played.reached ?? record.goal, seen, parseMoves(played.moves, record.letters)) : cube.facelets;
  if (!record.error)
    player.load({facelets, stages: stagesOf(cube), letters: record.letters, goal: played?.reached ?? (isOpen ? record.goal : undefined), isRotated: isRotated(record)});
  tell();
}

labelDocument();
document.querySelector("header").append(createLanguageChoice());
cubeChoice.replaceChildren(...cubes.map(({record}, i) => new Option(`${i + 1}: ${record.label ?? record.scramble}`, i)));
document.getElementById("choose-cube").hidden = cubes.length < 2;
cubeChoice.addEventListener("change", () => {
  cube = cubes[cubeChoice.value];
  solution = 0;
  choose();
});
solutionChoice.addEventListener("change", () => {
  solution = Number(solutionChoice.value);
  choose();
});
document.getElementById("player").replaceWith(player.element);
choose();
keep(tell);
if (puzzle === "2x2x2")
  document.querySelector("main").append(createPocketLab(table, metric, cubes.find(({facelets}) => facelets)?.facelets ?? "UUUURRRRFFFFDDDDLLLLBBBB"));
