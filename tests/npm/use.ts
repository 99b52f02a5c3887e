/* How programs use the package; compiled, not run. */
import { createSolver, SuperflipError, type ErrorCode, type Result, type Solver } from "superflip";

const controller = new AbortController();
const solver: Solver = await createSolver({table: "coset-300m", threads: 4, directory: null, signal: controller.signal, onProgress: ({stage, share}) => console.log(stage, share)});
const found: Result = await solver.solve("R U R' U'", {goal: "cross", moves: "R U", metric: "stm", all: true, signal: controller.signal});
const moves: string | null = found.moves;
for await (const {length, solutions} of solver.solveEach(["R", "U"])) console.log(length, solutions[0]?.moves, moves);
const [{bytes, isKept}] = await solver.tables();
try {
  await solver.solve("R U X");
} catch (error) {
  if (error instanceof SuperflipError) console.log(error.code satisfies ErrorCode, error.column, bytes, isKept);
}
// @ts-expect-error: no such table
await createSolver({table: "coset-31m"});
solver.close();
