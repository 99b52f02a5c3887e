#!/usr/bin/env python3
"""How do heuristics, databases and methods compare, by optimal length?

    make study NAME=chen_li ARGS="[--table 1|2|3] [--cubes N] [--depths A..B] [--seconds S] [--nodes N]
                                  [--memory GB] [--seed S] [--published]"

The tables of Kevin Chen and Yuxiang Li's report on Korf's method: 1 heuristics, 2 single databases, 3
methods, the last three with Korf's tables; with Korf's variant of the Manhattan heuristic, and A*.
Milliseconds and generated nodes of the textbook searches (src/engine/steps/textbook.c, one thread) are means over
N (10) random scrambles of each optimal length. Once a limit is hit (10 s, 2 GB), the column ends, and a
line below the table says why. --published: their milliseconds beside ours, and only the cells that they
have. Two minutes for each table.
"""

import argparse
import csv
import random
import statistics
import sys

import superflip

#: For each table its lengths, and its columns: method, table, their first length and milliseconds.
TABLES = {
    1: (3, 13, {
        "simple": ("ida", "simple", 3, [0, 2, 20, 223, 1380]),
        "manhattan": ("ida", "manhattan8", 3, [3, 5, 26, 135, 215, 1118]),
        "pattern": ("ida", "korf", 3, [0, 0, 0, 0, 0, 1, 6, 16, 151, 275, 1125]),
        "korf_manhattan": ("ida", "manhattan", 3, []),
    }),
    2: (6, 12, {
        "corners": ("ida", "corners", 6, [4, 21, 228, 440]),
        "edges_1": ("ida", "edges-upper", 6, [3, 1, 31, 59, 216, 892, 1229]),
        "edges_2": ("ida", "edges-lower", 6, [2, 2, 20, 96, 200, 1229, 712]),
    }),
    # At 14 they had fewer than five trials.
    3: (1, 14, {
        "bfs": ("bfs", "auto", 1, [0, 0, 0, 5, 687, 7965]),
        "dfs": ("dfs", "auto", 1, [0, 0, 5, 187, 466, 1142]),
        "ida": ("ida", "korf", 1, [0, 0, 0, 0, 0, 0, 0, 1, 6, 17, 76, 62, 2290, 4742]),
        "ida_pq": ("ida-pq", "korf", 1, [0, 0, 0, 0, 0, 0, 0, 1, 12, 205, 453, 490, 2643, 5281]),
        "astar": ("astar", "korf", 1, []),
    }),
}


def scrambles(solver, depth, n, seed):
    """Random walks of so many moves that no shorter sequence replaces; the same for any choice of depths."""
    chance = random.Random(seed * 100 + depth)
    while n > 0:
        moves = (chance.choice("URFDLB") + chance.choice(["", "2", "'"]) for _ in range(depth))
        cube = superflip.Cube(" ".join(moves))
        if solver.solve(cube, max_length=depth - 1).outcome is superflip.Outcome.NONE:
            n -= 1
            yield cube


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--table", type=int, choices=TABLES, default=1)
    parser.add_argument("--cubes", type=int, default=10)
    parser.add_argument("--depths")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--nodes", type=lambda text: int(float(text)))
    parser.add_argument("--memory", type=float, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--published", action="store_true")
    arguments = parser.parse_args()

    first, last, columns = TABLES[arguments.table]
    if arguments.depths:
        first, last = (int(depth) for depth in (arguments.depths + ".." + arguments.depths).split("..")[:2])
    superflip.build("korf")
    optimal = superflip.Solver("korf")
    memory = int(arguments.memory * 1e9)
    solvers = {}
    for name, (method, table, _, _) in columns.items():
        solvers[name] = superflip.Solver(table, 1, method=method, memory=memory)
    ended = {}

    def cells(name, depth, cubes):
        _, _, their_first, their_ms = columns[name]
        theirs = their_ms[depth - their_first] if 0 <= depth - their_first < len(their_ms) else None
        beside = [theirs] if arguments.published and their_ms else []
        if arguments.published and theirs is None:
            return [None, None, *beside]
        results = []
        for cube in cubes if name not in ended else []:
            result = solvers[name].solve(cube, time_limit=arguments.seconds, node_limit=arguments.nodes)
            results.append(result)
            if not result.solutions:
                ended[name] = f"# {name}: length {depth} and up: {result.outcome.value}"
                break
        if name in ended:
            return [None, None, *beside]
        ms = statistics.fmean(result.seconds * 1e3 for result in results)
        nodes = statistics.fmean(result.n_generated for result in results)
        return [f"{ms:.3f}", round(nodes), *beside]

    rows = csv.writer(sys.stdout, lineterminator="\n")
    titles = ["depth"]
    for name, (_, _, _, theirs) in columns.items():
        titles += [f"{name}_ms", f"{name}_nodes"]
        titles += [f"{name}_published_ms"] if arguments.published and theirs else []
    rows.writerow(titles)
    for depth in range(first, last + 1):
        cubes = list(scrambles(optimal, depth, arguments.cubes, arguments.seed))
        rows.writerow([depth, *(cell for name in columns for cell in cells(name, depth, cubes))])
        sys.stdout.flush()
    print(*ended.values(), sep="\n", end="\n" if ended else "")


if __name__ == "__main__":
    main()
