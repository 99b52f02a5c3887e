#!/usr/bin/env python3
"""Random states with optimal lengths, as CSV: n, seed, and the table to search with are the arguments.

    random_states.py 1000 2026 >states.csv
"""

import csv
import sys

import superflip


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    table = sys.argv[3] if len(sys.argv) > 3 else "auto"
    columns = ["index", "facelets", "length", "is_optimal", "moves", "n_generated", "seconds"]
    rows = csv.DictWriter(sys.stdout, columns, extrasaction="ignore", lineterminator="\n")
    rows.writeheader()
    with superflip.Solver(table) as solver:
        for result in solver.solve_many(superflip.random_cubes(n, seed), progress=report):
            rows.writerow(result.as_dict())


def report(progress: superflip.Progress) -> None:
    if sys.stderr.isatty():
        print(f"\r{progress.n_done} cubes, {progress.seconds:.0f} s", end="", file=sys.stderr)


if __name__ == "__main__":
    main()
