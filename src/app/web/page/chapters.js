/* A solution by a list of steps as chapters for the player. */
import { inverseMove, moveName, oppositeOf, parseMoves } from "./faces.js";

/* The moves of each step, "(R U) F2", as they are turned on the cube, and on the inverse. */
function stepsOf({step_moves: texts}, letters) {
  return texts.map((text) => {
    const step = {onCube: [], onInverse: []};
    for (const [all, inside] of text.matchAll(/\(([^)]*)\)|[^()]+/g))
      step[inside === undefined ? "onCube" : "onInverse"].push(...parseMoves(inside ?? all, letters));
    return step;
  });
}

/* Put a move after others; with one of its face that only the opposite face has followed it is one turn, or none. */
function append(played, next) {
  const isOpposite = played.at(-1)?.move.face === oppositeOf(next.move.face), at = played.length - (isOpposite ? 2 : 1), before = played[at];
  if (before?.move.face !== next.move.face) {
    played.push(next);
    return;
  }
  const turns = (before.move.turns + next.move.turns) % 4;
  if (turns === 0) played.splice(at, 1);
  else played[at] = {...before, move: {...before.move, turns}};
}

/** In the order in which they are turned: turns on the inverse come last, backwards, each undone.
 * @param solution  with the step_moves of a list of steps; else it is one chapter without a name
 * @return [{name, goal, moves, isOnInverse}], as the player takes them */
export function chaptersOf(solution, stages, letters) {
  if (solution.step_moves === undefined) return [{name: "", moves: solution.moves}];
  const steps = stepsOf(solution, letters).map((step, i) => ({...step, name: stages[i].name, goal: stages[i].goal}));
  const turned = steps.filter(({onCube, onInverse}) => onCube.length > 0 || onInverse.length === 0)
    .map((step) => ({...step, isOnInverse: false, moves: step.onCube}));
  const undone = steps.filter(({onInverse}) => onInverse.length > 0).reverse()
    .map((step) => ({...step, isOnInverse: true, moves: step.onInverse.map(inverseMove).reverse()}));
  const chapters = [...turned, ...undone], played = [];
  chapters.forEach(({moves}, chapter) => moves.forEach((move) => append(played, {move, chapter})));
  return chapters.map(({name, goal, isOnInverse}, i) => ({
    name, goal, isOnInverse, moves: played.filter(({chapter}) => chapter === i).map(({move}) => moveName(move, letters)).join(" "),
  }));
}
