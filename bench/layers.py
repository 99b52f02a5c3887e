#!/usr/bin/env python3
"""How long are solutions layer by layer, stage by stage?

    make study NAME=layers ARGS="[--cubes N] [--turns N|uniform] [--faces 5|6] [--seed S] [--distribution]"

N cubes (10,000), scrambled by 42 clockwise quarter turns of the faces W R B G O (5), as Guillaume Boulanger
and Axel Ardisson did, or of Y, too (6, the default), or uniform states: quarter turns, moves after their
filter, which merges turns of one face that follow each other, and folded, also across turns of the opposite
face. An independent transcription of their program has means of 353.24 quarter turns and 163.14 moves.
--distribution: how often each number came up. 10 s for 10,000 cubes.
"""

import argparse
import collections
import csv
import itertools
import random
import statistics
import sys

import superflip

FACES = "UBLRFD"  # W R B G O Y
COUNTS = ["quarter turns", "moves filtered", "moves folded", "folded in quarter turns"]
QUANTILES = {"min": 0, "p1": 0.01, "p25": 0.25, "median": 0.5, "p75": 0.75, "p99": 0.99, "max": 1}


def quantile(values, share):
    """The smallest of the sorted values that at least this share of all do not exceed."""
    return next(value for i, value in enumerate(values, 1) if i >= share * len(values))


def tally(values):
    """Mean, standard error, deviation, extremes and percentiles."""
    values = sorted(values)
    deviation = statistics.stdev(values) if len(values) > 1 else float("nan")
    error = deviation / len(values) ** 0.5
    quantiles = (quantile(values, share) for share in QUANTILES.values())
    return [f"{statistics.fmean(values):.3f}", f"{error:.3f}", f"{deviation:.2f}", *quantiles]


def distribution(columns):
    """Rows from the least to the largest number that came up: the number, then how often in each column."""
    counts = [collections.Counter(column) for column in columns]
    values = set().union(*counts)
    return [[value, *(count[value] for count in counts)] for value in range(min(values), max(values) + 1)]


def fold(moves):
    """The quarter turns, 1 to 3, of what is left when turns of an axis that follow each other are merged."""
    runs = []  # of an axis each: turns of its two faces
    for move in moves:
        face, turns = divmod(move, 3)
        if not runs or runs[-1][0] != face % 3:
            runs.append((face % 3, [0, 0]))
        merged = runs[-1][1]
        merged[face // 3] = (merged[face // 3] + turns + 1) % 4
        if merged == [0, 0]:
            runs.pop()
    return [turns for _, merged in runs for turns in merged if turns]


def count(moves):
    """Each of COUNTS of a stage's moves, which are face * 3 + quarter turns - 1."""
    runs = itertools.groupby(moves, lambda move: move // 3)
    filtered = sum(sum(move % 3 + 1 for move in run) % 4 != 0 for _, run in runs)
    folded = fold(moves)
    return len(moves), filtered, len(folded), sum(2 if turns == 2 else 1 for turns in folded)


def scrambles(arguments):
    if arguments.turns == "uniform":
        return superflip.random_cubes(arguments.cubes, arguments.seed)
    chance = random.Random(arguments.seed)
    faces = FACES[: arguments.faces]
    turns = int(arguments.turns)
    return (superflip.Cube(" ".join(chance.choices(faces, k=turns))) for _ in range(arguments.cubes))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cubes", type=int, default=10_000)
    parser.add_argument("--turns", default="42")
    parser.add_argument("--faces", type=int, choices=[5, 6], default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--distribution", action="store_true")
    arguments = parser.parse_args()

    counts = collections.defaultdict(list)
    with superflip.Solver(method="layers") as solver:
        for result in solver.solve_many(scrambles(arguments)):
            for stage in result.stages:
                counts[stage.name].append(count(stage.numbers))
            counts["all"].append(count(b"".join(stage.numbers for stage in result.stages)))

    rows = csv.writer(sys.stdout, lineterminator="\n")
    if arguments.distribution:
        rows.writerow(["moves", *(name.replace(" ", "_") for name in COUNTS)])
        rows.writerows(distribution(list(zip(*counts["all"]))))
        return
    rows.writerow(["stage", "count", "mean", "standard_error", "deviation", *QUANTILES])
    for i, name in enumerate(COUNTS):
        for stage, of_cubes in counts.items():
            rows.writerow([stage, name, *tally(of_cube[i] for of_cube in of_cubes)])


if __name__ == "__main__":
    main()
