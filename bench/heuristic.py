#!/usr/bin/env python3
"""How are the values of a heuristic distributed?

    make study NAME=heuristic ARGS="[--sample N] [--seed S] [--metric htm|qtm] HEURISTIC..."

Over all states where that is known exactly: from the entries of a table; several tables are taken as
independent. And over N (100,000) random states, those of `superflip scramble --seed S`. Missing tables are
built. The last lines are the means; R. Korf, M. Reid and S. Edelkamp (Artificial Intelligence 129, 2001)
print 8.898 for korf. 3 s per 100,000 states.
"""

import argparse
import collections
import csv
import math
import os
import re
import subprocess
import sys

import superflip

SUPERFLIP = os.environ.get("SUPERFLIP", "superflip")
#: Those whose value is the largest entry of their tables.
LARGEST_ENTRY = {"corners", "edges-upper", "edges-lower", "edges", "orientation", "korf", "korf7"}


def run(*arguments, check=False):
    """What `superflip` prints."""
    try:
        return subprocess.run([SUPERFLIP, *arguments], check=check, stdout=subprocess.PIPE, text=True).stdout
    except OSError as error:
        sys.exit(f"{SUPERFLIP}: {error.strerror}; put `superflip` into PATH, or its path into SUPERFLIP")


def distribution(name, metric):
    """at_most[parity][h]: the share of the states of a parity with a value of at most h; None: not known.

    In half turns both are the same; in quarter turns the parity of a state is that of its distance, so that
    the entry of all corners has it, too.
    """
    superflip.build(name, metric=metric)
    if name not in LARGEST_ENTRY:
        return None
    at_most = [[1.0] * 32, [1.0] * 32]
    info = run("pdb", "info", name, "--metric", metric, check=True)
    for table in info.split("\nfile  "):
        entries = {int(h): int(n) for h, n in re.findall(r"^ *(\d+) +(\d+)$", table, re.MULTILINE)}
        for parity in range(2):
            fixed = metric == "qtm" and "\ntable            corners:" in table
            counts = {h: n for h, n in entries.items() if not fixed or h % 2 == parity}
            for h in range(32):
                within = sum(n for value, n in counts.items() if value <= h)
                at_most[parity][h] *= within / sum(counts.values())
    return at_most


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", type=lambda text: int(float(text)), default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--metric", choices=["htm", "qtm"], default="htm")
    parser.add_argument("heuristic", nargs="+")
    arguments = parser.parse_args()

    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(["heuristic", "value", "share", "at_most", "sample", "sample_share"])
    means = []
    for name in arguments.heuristic:
        at_most = distribution(name, arguments.metric)
        tables = superflip.Tables(name, metric=arguments.metric)
        cubes = superflip.random_cubes(arguments.sample, arguments.seed)
        sample = collections.Counter(int(tables.bound(cube)) for cube in cubes)
        both = [sum(shares) / 2 for shares in zip(*at_most)] if at_most else None
        last = next(h for h in range(32) if both[h] == 1) if at_most else max(sample)
        for h in range(last + 1):
            share = both[h] - (both[h - 1] if h else 0) if at_most else None
            sampled = sample[h] / max(arguments.sample, 1)
            rows.writerow([name, h, share, both[h] if at_most else None, sample[h], sampled])
        if at_most:
            how = "over all states" if len(tables.files) == 1 else "if the tables are independent"
            means.append(f"# mean of {name}: {sum(1 - share for share in both):.6f} {how}")
        if sample:
            mean = sum(h * n for h, n in sample.items()) / arguments.sample
            variance = sum((h - mean) ** 2 * n for h, n in sample.items()) / arguments.sample
            error = math.sqrt(variance / arguments.sample)
            means.append(f"# mean of {name}: {mean:.5f} +- {error:.5f} over the sample")
    print(*means, sep="\n")


if __name__ == "__main__":
    main()
