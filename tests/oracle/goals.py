#!/usr/bin/env python3
"""Goals that count pieces, compared with what `superflip` says of them.

    goals.py PROGRAM SEED [GOAL...]

For each goal: cubes that the program draws from it are at it; cubes a few turns away are as far as a
breadth-first search says; and the number of quarter turns to half-turn reduction is that of a search of its
29,400 cases, whose counts are printed.
"""
import collections
import json
import random
import subprocess
import sys

from stickers import KIND, NORMALS, SOLVED, STICKERS, TURNS, after, first_then, read, sequences, write

HALF = [face * 3 + 1 for face in range(6)]
FACE = [NORMALS.index(n) for _, n in STICKERS]
PIECES = sorted({p for p, _ in STICKERS if sum(map(abs, p)) > 1})


def unsolved(state):
    """How many corners and edges."""
    wrong = {STICKERS[i][0] for i in range(54) if state[i] != i}
    return sum(sum(map(abs, p)) == 3 for p in wrong), sum(sum(map(abs, p)) == 2 for p in wrong)


def axes_agree(state, kind, layers, axes):
    """The stickers of a kind of piece, in layers y, on faces of these axes, whose colours are not of their axis."""
    return sum(FACE[state[i]] % 3 != FACE[i] % 3 for i, (p, _) in enumerate(STICKERS)
               if KIND[i] == kind and p[1] in layers and FACE[i] % 3 in axes)


def is_dr(state):
    """Domino reduction along U-D: of corners and edges there the stickers on U and D, of others those on F and B."""
    return (axes_agree(state, 3, (1, -1), (0,)) + axes_agree(state, 2, (1, -1), (0,))
            + axes_agree(state, 2, (0,), (2,)) == 0)


def bad(state):
    """Corners and edges of a cube at DR that half turns do not bring home."""
    return axes_agree(state, 3, (1, -1), (1,)), axes_agree(state, 2, (1, -1), (1, 2))


# ---- quarter turns to half-turn reduction: where the corners are up to half turns of the solved cube, 420 ways, and
# which edges are in which slice, 70 ways ----

CORNERS = [p for p in PIECES if sum(map(abs, p)) == 3]
EDGES = [p for p in PIECES if sum(map(abs, p)) == 2 and p[1] != 0]
FIRST = {p: next(i for i, s in enumerate(STICKERS) if s[0] == p) for p in PIECES}
DR_TURNS = [m for m in range(18) if m % 3 == 1 or m // 3 in (0, 3)]


def corner_perm(state):
    return tuple(CORNERS.index(STICKERS[state[FIRST[p]]][0]) for p in CORNERS)


def closure(generators):
    found = {tuple(range(8))}
    todo = list(found)
    while todo:
        a = todo.pop()
        for g in generators:
            b = tuple(a[x] for x in g)
            if b not in found:
                found.add(b)
                todo.append(b)
    return found


BY_HALF_TURNS = closure([corner_perm(TURNS[m]) for m in HALF])
CASE = {}  # of each arrangement of the corners, the least that half turns make of it


def case(corners):
    if corners not in CASE:
        alike = [tuple(h[x] for x in corners) for h in BY_HALF_TURNS]
        CASE.update(dict.fromkeys(alike, min(alike)))
    return CASE[corners]


def edge_case(state):
    return tuple(STICKERS[state[FIRST[p]]][0][0] == 0 for p in EDGES)


def count_quarters():
    """The least number of quarter turns, by case, of all positions at DR."""
    corner_turn = {m: corner_perm(TURNS[m]) for m in DR_TURNS}
    edge_turn = {m: [EDGES.index(STICKERS[TURNS[m][FIRST[p]]][0]) for p in EDGES] for m in DR_TURNS}
    start = case(tuple(range(8))), edge_case(SOLVED)
    least = {start: 0}
    todo = collections.deque([start])
    while todo:
        now = todo.popleft()
        for m in DR_TURNS:
            then = (case(tuple(now[0][x] for x in corner_turn[m])), tuple(now[1][x] for x in edge_turn[m]))
            cost = least[now] + (m % 3 != 1)
            if cost < least.get(then, 99):
                least[then] = cost
                (todo.appendleft if m % 3 == 1 else todo.append)(then)
    return least


def run(program, *arguments):
    return subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    program, seed = sys.argv[1], int(sys.argv[2])
    random.seed(seed)
    least = count_quarters()
    print(sorted(collections.Counter(least.values()).items()))

    def n_quarters(state):
        return least[case(corner_perm(state)), edge_case(state)]

    goals = {
        "leave:3c": lambda c: unsolved(c)[0] <= 3 and unsolved(c)[1] == 0,
        "leave:3e": lambda c: unsolved(c)[1] <= 3 and unsolved(c)[0] == 0,
        "leave:2c2e": lambda c: unsolved(c)[0] <= 2 and unsolved(c)[1] <= 2,
        "leave:5c": lambda c: unsolved(c)[0] <= 5 and unsolved(c)[1] == 0,
        "dr:UD+4c4e": lambda c: is_dr(c) and bad(c) == (4, 4),
        "dr:UD+2c": lambda c: is_dr(c) and bad(c)[0] == 2,
        "dr:UD+3qt": lambda c: is_dr(c) and n_quarters(c) == 3,
        "dr:UD+4c4e+2qt": lambda c: is_dr(c) and bad(c) == (4, 4) and n_quarters(c) == 2,
    }
    level = [(s, c) for s, c in sequences(4)]
    for goal in sys.argv[3:] or goals:
        holds = goals[goal]
        for line in run(program, "scramble", "--type", goal, "-n", "3", "--seed", str(seed), "--format", "moves").splitlines():
            moves = read(line)
            state = after(SOLVED, moves)
            assert holds(state), f"{goal}: {line}"
            turns = [random.randrange(18) for _ in range(4)]
            begin = after(state, turns)
            expected = next(len(s) for s, c in level if holds(first_then(begin, c)))
            answer = json.loads(run(program, "solve", "-q", "--json", "--goal", goal, write(moves + turns)))
            end = after(begin, read(answer["solutions"][0]["moves"]))
            assert holds(end) and answer["length"] == expected and answer["status"] == "optimal", \
                f"{goal}: {write(moves + turns)}: {answer['length']}, expected {expected}"
    print("right")


if __name__ == "__main__":
    main()
