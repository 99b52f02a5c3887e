/* A solution by a list of steps as chapters for the player. */
import { inverseMove, moveName, oppositeOf, parseMoves } from "./faces.js";

/* The moves of each step, and whether they are turned on the inverse: "(R U) F2 D" by lengths [2, 1, 1]. */
function stepsOf({niss, steps}, letters) {
  const moves = [...niss.matchAll(/\(([^)]*)\)|[^()]+/g)].flatMap(([all, inside]) =>
    parseMoves(inside ?? all, letters).map((move) => ({move, isOnInverse: inside !== undefined})));
  return steps.map((n) => {
    const mine = moves.splice(0, n);
    return {moves: mine.map(({move}) => move), isOnInverse: mine[0]?.isOnInverse === true};
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

/** In the order in which they are turned: steps on the inverse come last, backwards, each turn undone.
 * @param solution  with the niss and steps of a list of steps; else it is one chapter without a name
 * @return [{name, goal, moves, isOnInverse}], as the player takes them */
export function chaptersOf(solution, stages, letters) {
  if (solution.steps === undefined) return [{name: "", moves: solution.moves}];
  const steps = stepsOf(solution, letters).map((step, i) => ({...step, name: stages[i].name, goal: stages[i].goal}));
  const undone = steps.filter(({isOnInverse}) => isOnInverse).reverse().map((step) => ({...step, moves: step.moves.map(inverseMove).reverse()}));
  const chapters = [...steps.filter(({isOnInverse}) => !isOnInverse), ...undone], played = [];
  chapters.forEach(({moves}, chapter) => moves.forEach((move) => append(played, {move, chapter})));
  return chapters.map(({name, goal, isOnInverse}, i) => ({
    name, goal, isOnInverse, moves: played.filter(({chapter}) => chapter === i).map(({move}) => moveName(move, letters)).join(" "),
  }));
}
