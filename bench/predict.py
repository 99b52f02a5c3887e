#!/usr/bin/env python3
"""Does the number of nodes agree with theory?

    make study NAME=predict ARGS="[--heuristics NAME,...] [--depths A..B] [--problems N] [--seed S]
                                  [--budget SECONDS] [--cap N] [--metric htm|qtm] [--estimate N]"

The nodes that one complete iteration generates, predicted from the distribution of the heuristic's values
alone, and measured on random states by `superflip bench depth` as far as the budget (60 s for each
heuristic) allows: Table 3 of R. Korf, M. Reid, S. Edelkamp, "Time complexity of iterative-deepening-A*"
(Artificial Intelligence 129, 2001), with as many problems as theirs: 1000 up to depth 12, then 100, and 25
from depth 17 on. --cap: of larger values the theory takes N, as of tables that end at depth N - 1. A minute
for each heuristic.

--estimate: the nodes at all DEPTHS from N random states at two small thresholds, which no budget ends, with a
standard error. Why that is enough: at threshold t, all nodes at depth j are expanded whose value is at most
t - j. Of random states each is a random state itself, so the mean is the sum over j of the tree's nodes times
the share of states with such values, and the tree has 12 a(j-1) + 18 a(j-2) nodes at depth j. From the largest
value of the heuristic on, 11 for korf, all states have such a value, so the means obey the same recurrence but
for a constant, which is that of the theory. The two thresholds are the largest value and the next one. 20,000
states: half a minute.
"""

import argparse
import csv
import math
import sys
import time

from heuristic import distribution, run


def successors(metric):
    """The tree of canonical sequences: no face twice in a row (in quarter turns a clockwise one may be
    doubled), of opposite faces in one order only. For each kind of last move how many next moves there are of
    each kind."""
    kinds = {}
    faces = range(6)  # U R F D L B: opposite faces are 3 apart
    for last in [None, *faces]:
        kinds[last] = {face: 3 for face in faces if last is None or face not in (last, last - 3)}
    if metric == "qtm":  # kinds of their own: one clockwise turn, which may be made again
        doubled = {}
        for last, nexts in kinds.items():
            doubled[last] = {kind: 1 for face in nexts for kind in (face, (face, "once"))}
        for face in faces:
            doubled[face, "once"] = {**doubled[face], face: 1}
        kinds = doubled
    return kinds


def tree(metric, depth):
    """Nodes at each depth: 1, 18, 243, 3240 ... in half turns."""
    kinds, level, nodes = successors(metric), {None: 1}, [1]
    for _ in range(depth):
        following = {}
        for kind, n in level.items():
            for child, ways in kinds[kind].items():
                following[child] = following.get(child, 0) + n * ways
        level = following
        nodes.append(sum(level.values()))
    return nodes


def predict(metric, threshold, at_most):
    """Theorem 1: the nodes at depth i that are expanded with threshold c have at most c - i left; what an
    iteration generates is what one with threshold c + 1 expands. In quarter turns what is left says whether a
    node is odd."""
    left = range(threshold + 1, -1, -1)
    return sum(n * at_most[h % 2][h] for n, h in zip(tree(metric, threshold + 1), left))


def measure(name, depth, n, seconds, arguments):
    """The row of `superflip bench depth`, if there is one."""
    options = {"--heuristics": name, "--metric": arguments.metric, "--seed": arguments.seed, "--depths": depth,
               "--instances": n, "--time-budget": f"{seconds:.3f}", "--format": "csv"}
    lines = run("bench", "depth", "-q", *(str(word) for option in options.items() for word in option)).splitlines()
    return next(csv.DictReader(line for line in lines if not line.startswith("#")), {})


def estimates(name, at_most, arguments):
    """Depth, mean and standard error, without end: what two samples deviate from the theory by, carried on."""
    depth = next(value for value, share in enumerate(at_most[0]) if share == 1)
    samples = []
    for i in range(2):
        given = argparse.Namespace(**{**vars(arguments), "seed": arguments.seed + i})
        row = measure(name, depth + i, arguments.estimate, 1e9, given)
        off = float(row["generated"]) - predict("htm", depth + i, at_most)
        samples.append((off, float(row["generated_error"])))
    weights, following = (1, 0), (0, 1)
    while True:
        off = sum(weight * sample[0] for weight, sample in zip(weights, samples))
        error = math.hypot(*(weight * sample[1] for weight, sample in zip(weights, samples)))
        yield depth, predict("htm", depth, at_most) + off, error
        weights, following = following, tuple(12 * b + 18 * a for a, b in zip(weights, following))
        depth += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heuristics", default="korf")
    parser.add_argument("--depths", default="10..17")
    parser.add_argument("--problems", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=60)
    parser.add_argument("--cap", type=int, default=31)
    parser.add_argument("--metric", choices=["htm", "qtm"], default="htm")
    parser.add_argument("--estimate", type=int)
    arguments = parser.parse_args()
    if arguments.estimate and (arguments.metric == "qtm" or arguments.cap < 31):
        parser.error("--estimate: of half turns only, and without --cap")

    first, _, last = arguments.depths.partition("..")
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(["heuristic", "depth", "theoretical", "problems", "experimental", "experimental_error",
                   "error_percent", "seconds"])
    for name in arguments.heuristics.split(","):
        at_most = distribution(name, arguments.metric)
        if at_most is None:
            sys.exit(f"predict: no exact distribution is known for '{name}'; the smallest values, which "
                     "decide, are too rare to sample")
        at_most = [shares[: arguments.cap] + [1] * (32 - arguments.cap) for shares in at_most]
        if arguments.estimate:
            for depth, mean, error in estimates(name, at_most, arguments):
                if depth > int(last or first):
                    break
                theory = predict(arguments.metric, depth, at_most)
                if depth >= int(first):
                    rows.writerow([name, depth, round(theory), arguments.estimate, f"{mean:.12g}", f"{error:.6g}",
                                   f"{100 * abs(mean - theory) / theory:.3f}", None])
            continue
        end = time.monotonic() + arguments.budget
        for depth in range(int(first), int(last or first) + 1):
            n = arguments.problems or (1000 if depth <= 12 else 100 if depth <= 16 else 25)
            left = end - time.monotonic()
            row = measure(name, depth, n, left, arguments) if left > 0 else {}
            theory, mean = predict(arguments.metric, depth, at_most), row.get("generated")
            off = f"{100 * abs(float(mean) - theory) / theory:.3f}" if mean else None
            rows.writerow([name, depth, round(theory), row.get("instances", 0), mean, row.get("generated_error"),
                           off, row.get("seconds")])
            sys.stdout.flush()


if __name__ == "__main__":
    main()
