#!/usr/bin/env python3
"""All solutions of the 2x2x2 by turns of U, R and F, from its stickers: no table, no code of superflip.
    pocket.py htm|qtm OVER    lines SCRAMBLE on standard input; for each its solutions of the least length and of
                              up to OVER more, sorted, then an empty line
    pocket.py words N         every 40th shortest scramble of N turns
A solution is half a word that is made from the scramble and half a word that is taken back from the solved cube.
"""
import sys
from functools import cache
from itertools import product

AXIS = {"U": (1, 1), "R": (0, 1), "F": (2, 1)}  # axis and side
STICKERS = [(p, a) for p in product((-1, 1), repeat=3) for a in range(3)]


def quarter(axis, v):
    """A clockwise quarter turn as seen from the positive end."""
    b, c = (axis + 1) % 3, (axis + 2) % 3
    w = list(v)
    w[b], w[c] = v[c], -v[b]
    return tuple(w)


def permutation(face):
    axis, side = AXIS[face]
    index = {s: i for i, s in enumerate(STICKERS)}
    out = list(range(24))
    for i, (place, normal) in enumerate(STICKERS):
        if place[axis] == side:
            # The normal's axis is all that is kept: a corner shows one sticker on each.
            to = normal if normal == axis else 3 - axis - normal
            out[index[quarter(axis, place), to]] = i
    return out


QUARTER = {face: permutation(face) for face in AXIS}
MOVES = [face + turns for face in AXIS for turns in ("", "2", "'")]
SOLVED = tuple(2 * a + (p[a] > 0) for p, a in STICKERS)


@cache
def turned(state, move):
    for _ in range({"": 1, "2": 2, "'": 3}[move[1:]]):
        state = tuple(state[i] for i in QUARTER[move[0]])
    return state


def after(state, word):
    for move in word:
        state = turned(state, move)
    return state


def cost(word, metric):
    return sum(2 if metric == "qtm" and move[1:] == "2" else 1 for move in word)


@cache
def words(state, length):
    """By their ends: words of so many turns without a face twice in a row."""
    if length == 0:
        return {state: [()]}
    ends = {}
    for end, before in words(state, length - 1).items():
        for move in MOVES:
            to = turned(end, move)
            for word in before:
                if not word or word[-1][0] != move[0]:
                    ends.setdefault(to, []).append((*word, move))
    return ends


def inverse(word):
    return tuple(m[0] + {"": "'", "2": "2", "'": ""}[m[1:]] for m in reversed(word))


def solutions(state, n):
    there, back = words(state, n - n // 2), words(SOLVED, n // 2)
    return [a + inverse(b) for end in there.keys() & back.keys() for a in there[end] for b in back[end]
            if not a or not b or a[-1][0] != b[-1][0]]


def main():
    if sys.argv[1] == "words":
        n, seen = int(sys.argv[2]), set()
        for length in range(n):
            seen |= words(SOLVED, length).keys()
        for end, ways in sorted(words(SOLVED, n).items())[::40]:
            if end not in seen:
                print(" ".join(ways[0]))
        return
    metric, over = sys.argv[1], int(sys.argv[2])
    for line in sys.stdin:
        words.cache_clear()
        state, found, n = after(SOLVED, line.split()), [], 0
        # A word of n turns costs at least n.
        while not found or n <= min(cost(w, metric) for w in found) + over:
            found += solutions(state, n)
            n += 1
        most = min(cost(w, metric) for w in found) + over
        print(*sorted(" ".join(w) for w in found if cost(w, metric) <= most), "", sep="\n")


main()
