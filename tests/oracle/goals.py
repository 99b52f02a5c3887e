#!/usr/bin/env python3
"""Goals that count pieces, compared with what `superflip` says of them.

    goals.py PROGRAM SEED [GOAL...]

For each goal: cubes that the program draws from it are at it; cubes a few turns away are as far as a
breadth-first search says; and the number of quarter turns to half-turn reduction is that of a search of its
29,400 cases, whose counts are printed.  `superflip show --goal` says the number of cubes of each class of corners.
"""
import collections
import json
import random
import subprocess
import sys

from stickers import FACES, KIND, NORMALS, NUMBER, SOLVED, STICKERS, TURNS, after, first_then, read, sequences

HALF = [face * 3 + 1 for face in range(6)]
FACE = [NORMALS.index(n) for _, n in STICKERS]
PIECES = sorted({p for p, _ in STICKERS if sum(map(abs, p)) > 1})


PLACES = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR"


def stickers_of(name):
    """Of a place, or of the piece that belongs there, in the order of its name."""
    normals = [NORMALS[FACES.index(f)] for f in name]
    return [NUMBER[tuple(map(sum, zip(*normals))), n] for n in normals]


def read_cubies(text):
    state = bytearray(SOLVED)
    for place, piece in zip(PLACES.split(), text.split()):
        for at, sticker in zip(stickers_of(place), stickers_of(piece)):
            state[at] = sticker
    return bytes(state)


def write_cubies(state):
    return " ".join("".join(FACES[FACE[state[i]]] for i in stickers_of(place)) for place in PLACES.split())


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


# ---- classes of corners: bad ones, a or b of four, and the quarter turns of the corners alone ----

def count_corner_quarters():
    """By case; corners are solved, too, if the whole cube is turned about U-D."""
    turn = {m: corner_perm(TURNS[m]) for m in DR_TURNS}
    least = {case(corner_perm(after(SOLVED, moves))): 0 for moves in ([], [0, 11])}
    todo = collections.deque(least)
    while todo:
        now = todo.popleft()
        for m in DR_TURNS:
            then, cost = case(tuple(now[x] for x in turn[m])), least[now] + (m % 3 != 1)
            if cost < least.get(then, 99):
                least[then] = cost
                (todo.appendleft if m % 3 == 1 else todo.append)(then)
    return least


def tetrad(place):
    return place[0] * place[1] * place[2]


def bad_places(corners):
    return [p for p, piece in zip(CORNERS, corners) if tetrad(p) != tetrad(CORNERS[piece])]


def corner_class(corners, least):
    bad_ones = bad_places(corners)
    letter = "c"
    if len(bad_ones) == 4:
        # Two corners of a tetrad are on one face.
        axes = [next(axis for axis in range(3) if one[axis] == other[axis])
                for one, other in ([p for p in bad_ones if tetrad(p) == t] for t in (1, -1))]
        letter = "a" if axes[0] == axes[1] else "b"
    return f"{min(len(bad_ones), 8 - len(bad_ones))}{letter}{least[case(corners)]}"


def bad_edges_beside(state):
    """Of a cube that is turned so that fewer corners are bad, or as many and fewer edges."""
    n_corners, n_edges = bad(state)
    return 8 - n_edges if (n_corners, n_edges) > (4, 4) else n_edges


def check_sizes(program, least):
    """All 420 cases of corners go with 70 of edges, and half turns make 663,552 cubes of each."""
    n = collections.Counter(corner_class(c, least) for c in set(CASE.values()))
    assert sum(n.values()) == 420 and len(n) == 14, n
    for name in n:
        said = run(program, "show", "--goal", "dr+" + name, "--color", "never")
        expected = n[name] * 70 * 663552
        assert f"size        {expected:,} cubes\n" in said, f"{name}: {expected:,}, not {said}"


def run(program, *arguments):
    return subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    program, seed = sys.argv[1], int(sys.argv[2])
    random.seed(seed)
    least = count_quarters()
    print(sorted(collections.Counter(least.values()).items()))

    corner_quarters = count_corner_quarters()
    check_sizes(program, corner_quarters)

    def n_quarters(state):
        return least[case(corner_perm(state)), edge_case(state)]

    def is_of(state, name):
        return is_dr(state) and corner_class(corner_perm(state), corner_quarters) == name

    goals = {
        "leave:3c": lambda c: unsolved(c)[0] <= 3 and unsolved(c)[1] == 0,
        "leave:3e": lambda c: unsolved(c)[1] <= 3 and unsolved(c)[0] == 0,
        "leave:2c2e": lambda c: unsolved(c)[0] <= 2 and unsolved(c)[1] <= 2,
        "leave:5c": lambda c: unsolved(c)[0] <= 5 and unsolved(c)[1] == 0,
        "dr:UD+4c4e": lambda c: is_dr(c) and bad(c) == (4, 4),
        "dr:UD+2c": lambda c: is_dr(c) and bad(c)[0] == 2,
        "dr:UD+3qt": lambda c: is_dr(c) and n_quarters(c) == 3,
        "dr:UD+4a3": lambda c: is_of(c, "4a3"),
        "4b3": lambda c: is_of(c, "4b3"),
        "4c4": lambda c: is_of(c, "4a4") or is_of(c, "4b4"),
        "dr:UD+2c3+6e": lambda c: is_of(c, "2c3") and bad_edges_beside(c) == 6,
        "4b2+2e": lambda c: is_of(c, "4b2") and bad_edges_beside(c) == 2,
        "0c0+0e": lambda c: is_of(c, "0c0") and bad_edges_beside(c) == 0,
        "dr:UD+4c4e+2qt": lambda c: is_dr(c) and bad(c) == (4, 4) and n_quarters(c) == 2,
    }
    level = [(s, c) for s, c in sequences(4)]
    for goal in sys.argv[3:] or goals:
        holds = goals[goal]
        for line in run(program, "scramble", "--type", goal, "-n", "3", "--seed", str(seed), "--format", "cubies").splitlines():
            state = read_cubies(line)
            assert holds(state), f"{goal}: {line}"
            begin = after(state, [random.randrange(18) for _ in range(4)])
            expected = next(len(s) for s, c in level if holds(first_then(begin, c)))
            answer = json.loads(run(program, "solve", "-q", "--json", "--goal", goal, write_cubies(begin)))
            end = after(begin, read(answer["solutions"][0]["moves"]))
            assert holds(end) and answer["length"] == expected and answer["status"] == "optimal", \
                f"{goal}: {write_cubies(begin)}: {answer['length']}, expected {expected}"
    print("right")


if __name__ == "__main__":
    main()
