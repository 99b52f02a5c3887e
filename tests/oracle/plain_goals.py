#!/usr/bin/env python3
"""Crosses and oriented edges by a plain breadth-first search over stickers, which shares nothing with superflip.

    plain_goals.py eo|cross|pair...   "KIND LENGTH STATES" of each; pair: crosses whose edges at DR and DF are solved
    plain_goals.py                    of lines "KIND 54-FACELETS": KIND, the length, and what is seen of the cube; neutral: the length
                                      of the nearest of six crosses, and its face
"""
import sys
from collections import Counter

NORMAL = {"U": (0, 1, 0), "R": (1, 0, 0), "F": (0, 0, 1), "D": (0, -1, 0), "L": (-1, 0, 0), "B": (0, 0, -1)}
# Where facelet (row, column) of a face is, from 0 to 2 each.
PLACE = {
    "U": lambda r, c: (c - 1, 1, r - 1), "R": lambda r, c: (1, 1 - r, 1 - c), "F": lambda r, c: (c - 1, 1 - r, 1),
    "D": lambda r, c: (c - 1, -1, 1 - r), "L": lambda r, c: (-1, 1 - r, c - 1), "B": lambda r, c: (1 - c, 1 - r, -1),
}
STICKERS = [(PLACE[f](i // 3, i % 3), NORMAL[f]) for f in "URFDLB" for i in range(9)]
NUMBER = {s: i for i, s in enumerate(STICKERS)}


def rotated(v, n):
    """A quarter turn clockwise, as seen from where the normal n points."""
    cross = (n[1] * v[2] - n[2] * v[1], n[2] * v[0] - n[0] * v[2], n[0] * v[1] - n[1] * v[0])
    along = sum(a * b for a, b in zip(n, v))
    return tuple(along * a - b for a, b in zip(n, cross))


def turn(face, only_layer):
    """Where each of the 54 stickers goes."""
    n = NORMAL[face]
    return [NUMBER[(rotated(p, n), rotated(d, n))] if not only_layer or sum(a * b for a, b in zip(p, n)) == 1 else i
            for i, (p, d) in enumerate(STICKERS)]


def then(a, b):
    return [b[i] for i in a]


MOVES = [m for face in "URFDLB" for q in [turn(face, True)] for m in (q, then(q, q), then(then(q, q), q))]
EDGES = [i for i, (p, _) in enumerate(STICKERS) if p.count(0) == 1]
OTHER = {i: next(j for j in EDGES if STICKERS[j][0] == STICKERS[i][0] and j != i) for i in EDGES}
AT = {i: k for k, i in enumerate(EDGES)}
FACE = ["URFDLB"[i // 9] for i in range(54)]

# ---- a cross: where the stickers of D of four edges are ----
HOME = [next(i for i in EDGES if FACE[i] == "D" and FACE[OTHER[i]] == side) for side in "RFLB"]


def code(places):
    return sum(AT[p] * 24 ** k for k, p in enumerate(places))


def crosses():
    pair = [[AT[m[EDGES[i % 24]]] + 24 * AT[m[EDGES[i // 24]]] for i in range(576)] for m in MOVES]
    distance = {code(HOME): 0}
    frontier = list(distance)
    while frontier:
        found = []
        for c in frontier:
            low, high, d = c % 576, c // 576, distance[c] + 1
            for p in pair:
                n = p[low] + 576 * p[high]
                if n not in distance:
                    distance[n] = d
                    found.append(n)
        frontier = found
    return distance


# A rotation of the whole cube that brings a face to D.
TO_D = {"D": [], "U": ["R", "R"], "F": ["L"], "B": ["R"], "R": ["F"], "L": ["B"]}


def cross_of(cube, face):
    ways = list(range(54))
    for f in TO_D[face]:
        ways = then(ways, turn(f, False))
    back = {ways[i]: i for i in range(54)}
    assert FACE[back[HOME[0]]] == face
    places = []
    for home in HOME:
        side = FACE[OTHER[back[home]]]
        places.append(ways[next(i for i in EDGES if cube[i] == face and cube[OTHER[i]] == side)])
    return code(places)


# ---- oriented edges: where the stickers are that must be on U, D, or between these on F, B ----
def is_good(face, other):
    return face in "UD" or (face in "FB" and other in "RL")


GOOD = frozenset(i for i in EDGES if is_good(FACE[i], FACE[OTHER[i]]))


def orientations():
    distance, frontier = {GOOD: 0}, [GOOD]
    while frontier:
        found = []
        for s in frontier:
            for m in MOVES:
                n = frozenset(m[i] for i in s)
                if n not in distance:
                    distance[n] = distance[s] + 1
                    found.append(n)
        frontier = found
    return distance


CROSSES, FLIPS = {}, {}


def lengths_of(kind):
    known, search = (FLIPS, orientations) if kind == "eo" else (CROSSES, crosses)
    known.update({} if known else search())
    return known


for kind in sys.argv[1:]:
    lengths = Counter(n for c, n in lengths_of(kind).items() if kind != "pair" or c % 576 == code(HOME) % 576)
    for length, n in sorted(lengths.items()):
        print(kind, length, n)
for line in sys.stdin if len(sys.argv) == 1 else []:
    kind, cube = line.split()
    known = lengths_of(kind)
    if kind == "eo":
        good = frozenset(i for i in EDGES if is_good(cube[i], cube[OTHER[i]]))
        print(kind, known[good], "".join("x" if i in good else "." for i in EDGES))
    elif kind == "cross":
        print(kind, known[cross_of(cube, "D")], cross_of(cube, "D"))
    else:
        print(kind, *min((known[cross_of(cube, f)], f) for f in "URFDLB"))
