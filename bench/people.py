#!/usr/bin/env python3
"""How long are the solutions of each method?

    make study NAME=people ARGS="[--cubes N] [--seconds S] [--seed S] [--lists] [--table NAME]
                                 [--distribution]"

The same uniform states for all methods, those of `superflip scramble --type state --seed S`: N (1,000) of
them, or as many as a method solves in S (60) seconds. Two-phase, which searches until it is stopped, has a
row for 10 and one for 100 ms; the last row is the optimum by the tables NAME (the strongest that are
installed). --lists: lists of steps, too, whose tables are built if they are missing. --distribution: how
often each number of moves came up. Three minutes.
"""

import argparse
import csv
import statistics
import sys
import time

import superflip
from layers import QUANTILES, distribution, tally


def measure(solver, arguments, **request):
    """Lengths of the solutions, and microseconds."""
    lengths, microseconds = [], []
    end = time.monotonic() + arguments.seconds
    for cube in superflip.random_cubes(arguments.cubes, arguments.seed):
        left = end - time.monotonic()
        result = solver.solve(cube, **{"time_limit": left, **request}) if left > 0 else None
        if result is None or not result.solutions:
            break
        if not cube.check(result.moves):
            sys.exit(f"people: {solver.method} does not solve {cube}")
        lengths.append(result.length)
        microseconds.append(result.seconds * 1e6)
    return lengths, microseconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cubes", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lists", action="store_true")
    parser.add_argument("--table", default="auto")
    parser.add_argument("--distribution", action="store_true")
    arguments = parser.parse_args()

    if arguments.table != "auto":
        superflip.build(arguments.table)
    measured = {}
    for method in superflip.methods():
        is_list = method.takes_steps
        if method.is_optimal or method.name in ("random-walk", "steps") or (is_list and not arguments.lists):
            continue
        with superflip.Solver(method=method.name, threads=1) as solver:
            if method.name == "two-phase":
                for ms in 10, 100:
                    measured[f"two-phase {ms} ms"] = measure(solver, arguments, time_limit=ms / 1000)
            else:
                measured[method.name] = measure(solver, arguments)
    with superflip.Solver(arguments.table) as solver:
        measured[f"optimal {solver.heuristic}"] = measure(solver, arguments)

    rows = csv.writer(sys.stdout, lineterminator="\n")
    if arguments.distribution:
        rows.writerow(["moves", *(name.replace(" ", "_") for name in measured)])
        rows.writerows(distribution([lengths for lengths, _ in measured.values()]))
        return
    rows.writerow(["method", "cubes", "mean", "standard_error", "deviation", *QUANTILES, "microseconds",
                   "microseconds_median"])
    for name, (lengths, microseconds) in measured.items():
        if not lengths:
            continue
        rows.writerow([name, len(lengths), *tally(lengths), f"{statistics.fmean(microseconds):.1f}",
                       f"{statistics.median(microseconds):.1f}"])


if __name__ == "__main__":
    main()
