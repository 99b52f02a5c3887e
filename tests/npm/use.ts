/* How programs use the package; compiled, not run. */
import { createSolver, SuperflipError, type ErrorCode, type Goal, type Result, type Solver, type Verdict } from "superflip";

const controller = new AbortController();
const solver: Solver = await createSolver({table: "coset-300m", threads: 4, directory: null, signal: controller.signal, onProgress: ({stage, share}) => console.log(stage, share)});
const found: Result = await solver.solve("R U R' U'", {goal: "cross", moves: "R U", metric: "stm", all: true, signal: controller.signal});
const moves: string | null = found.moves;
for await (const {length, solutions} of solver.solveEach(["R", "U"])) console.log(length, solutions[0]?.moves, moves);
const [state]: string[] = await solver.random(1, {seed: 2n ** 63n, puzzle: "3x3"});
const verdict: Verdict = await solver.verify(await solver.apply(state, "R U"), await solver.inverse("R"), {goal: "cross", neutral: "all"});
const goals: Goal[] = [...await solver.goals(), await solver.goal("cross")];
const steps: Result = await solver.solve(state, {method: "cfop", niss: false, width: 2, stepSlack: 1, nodeLimit: "5G", timeLimit: 2});
console.log(verdict.length, goals[0].picture, steps.stages[0]?.mergedLength, steps.stuckAt, (await solver.show(state)).order, (await solver.methods())[0].name);
const [{bytes, isKept}] = await solver.tables();
try {
  await solver.solve("R U X");
} catch (error) {
  if (error instanceof SuperflipError) console.log(error.code satisfies ErrorCode, error.column, bytes, isKept);
}
// @ts-expect-error: no such puzzle
await solver.random(1, {puzzle: "4x4"});
// @ts-expect-error: verify takes no limits
await solver.verify("R", "R'", {timeLimit: 1});
const quick: Solver = await createSolver({table: null});
quick.close();
// @ts-expect-error: no such table
await createSolver({table: "coset-31m"});
solver.close();
