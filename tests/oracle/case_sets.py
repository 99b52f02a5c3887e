"""The cases of `superflip algs`, counted as orbits of stickers, from nothing but where stickers are.

python3 case_sets.py [DIRECTORY]   prints each set with how many cases it has
A file of the name of a set in DIRECTORY is to have the stickers of its cases, a line each.

Maneuvers other than those of the program lead from the solved cube to all states of a set.
"""

import sys
from pathlib import Path

SIDES = {"U": (1, 1), "R": (0, 1), "F": (2, 1), "D": (1, -1), "L": (0, -1), "B": (2, -1)}


def places():
    """The 54 stickers in the order of a net: the middle of a piece, and which way it looks."""
    steps = (-1, 0, 1)
    net = {
        "U": [(x, 1, z) for z in steps for x in steps],
        "R": [(1, -y, -z) for y in steps for z in steps],
        "F": [(x, -y, 1) for y in steps for x in steps],
        "D": [(x, -1, -z) for z in steps for x in steps],
        "L": [(-1, -y, z) for y in steps for z in steps],
        "B": [(-x, -y, -1) for y in steps for x in steps],
    }
    for face, pieces in net.items():
        axis, sign = SIDES[face]
        for piece in pieces:
            yield piece, tuple(sign if i == axis else 0 for i in range(3))


PLACES = list(places())
REST = bytes(range(54, 256))
SOLVED = bytes(range(54)) + REST


def quarter_turn(face, layers):
    axis, sign = SIDES[face]
    a, b = (axis + 1) % 3, (axis + 2) % 3

    def turned(v):
        out = list(v)
        out[a], out[b] = (-sign * v[b], sign * v[a])
        return tuple(out)

    come = [PLACES.index((turned(p), turned(n))) if p[axis] in layers else i for i, (p, n) in enumerate(PLACES)]
    return bytes(come) + REST


TURNS = {face: quarter_turn(face, (sign,)) for face, (_, sign) in SIDES.items()}
TURNS |= {face.lower(): quarter_turn(face, (sign, 0)) for face, (_, sign) in SIDES.items()}
TURNS |= {name: quarter_turn(face, (0,)) for name, face in (("M", "L"), ("E", "D"), ("S", "F"))}


def after(state, turn):
    return turn.translate(state)


def done(maneuver, state=SOLVED):
    for word in maneuver.split():
        for _ in range({"2": 2, "'": 3}.get(word[1:], 1)):
            state = after(state, TURNS[word[0]])
    return state


def seen_stickers(corners, edges, lower):
    """What is seen of the last layer's corners and edges ("all", "up", ""), and which kinds of the others."""
    colors = bytearray(b"." * 256)
    for i, (piece, looks) in enumerate(PLACES):
        kind = sum(map(abs, piece))
        of_layer = {3: corners, 2: edges, 1: "all"}[kind] if piece[1] == 1 else "all" * (kind in lower)
        if of_layer == "all" or (of_layer == "up" and looks[1] == 1):
            colors[i] = ord("URFDLB"[i // 9])
    return bytes(colors)


ANTISUNE_L, FLIPS, J, A, Z_LIKE = (
    "L' U' L U' L' U2 L", "f R U R' U' f'", "R U R' F' R U R' U' R' F R2 U' R'",
    "R' F R' B2 R F' R' B2 R2", "M2 U M2 U2 M2 U M2")
ALL = (1, 2, 3)
UP = seen_stickers("up", "up", ALL)
WHOLE = seen_stickers("all", "all", ALL)
# What is seen, maneuvers, and from what states: as the maneuvers leave the solved cube, or what else is done.
SETS = {
    "oll": (UP, (ANTISUNE_L, FLIPS), ("",)),
    "pll": (WHOLE, (J, A), ("",)),
    "coll": (seen_stickers("all", "up", ALL), (ANTISUNE_L, J), ("",)),
    "zbll": (WHOLE, (ANTISUNE_L, J), ("",)),
    "ell": (WHOLE, ("M' U' M U2 M' U' M", "R U' R U R U R U' R' U' R2"), ("",)),
    "eoll": (seen_stickers("", "up", ALL), (FLIPS,), ("",)),
    "ocll": (UP, (ANTISUNE_L,), ("",)),
    "cll": (seen_stickers("all", "", ALL), (ANTISUNE_L, J), ("",)),
    "2gll": (WHOLE, ("R U R' U R U2 R'", "R U' R U R U R U' R' U' R2"), ("",)),
    "zbls": (seen_stickers("", "up", ALL), ("R U' R'", "F' U' F"), ("",)),
    "wv": (UP, (ANTISUNE_L,), ("R U R'",)),
    "sv": (UP, (ANTISUNE_L,), ("R U' R'",)),
    "vls": (UP, (ANTISUNE_L, FLIPS), ("R U R'",)),
    "hls": (UP, (ANTISUNE_L, FLIPS), ("R U' R'",)),
    # Of the 2x2x2 the corner DBL stays: two at the front below change places, or the two beside it.
    "eg": (seen_stickers("all", "", (1, 3)), (ANTISUNE_L, J), ("", "F R' U2 F2 R' F", "F2 R2 F2")),
    "lse": (WHOLE, ("M' U M", "M U M'", "M2 U M2"), ("",)),
}
BEFORE_AND_AFTER = [(done("U " * a), done("U " * b)) for a in range(4) for b in range(4)]


def cases(name):
    """Each case as the least text of its stickers, and how the solved cube looks after turns of U."""
    colors, maneuvers, beginnings = SETS[name]

    def looks(state):
        return state[:54].translate(colors)

    steps = [done("U")] + [done(m) for m in maneuvers]
    found, todo = {looks(SOLVED): SOLVED}, [SOLVED]
    for state in todo:
        for step in steps:
            new = after(state, step)
            if looks(new) not in found:
                found[looks(new)] = new
                todo.append(new)
    of_text = {}
    for beginning in beginnings:
        for state in todo:
            state = after(state, done(beginning))
            if looks(state) not in of_text:
                texts = {looks(after(after(a, state), b)) for a, b in BEFORE_AND_AFTER}
                least = min(texts)
                of_text |= dict.fromkeys(texts, least)
    solved = {of_text.get(looks(after(SOLVED, b))) for _, b in BEFORE_AND_AFTER}
    return {text: least for text, least in of_text.items() if least not in solved}


def main():
    for name in SETS:
        of_text = cases(name)
        all_cases = sorted(set(of_text.values()))
        print(name, len(all_cases))
        path = Path(*sys.argv[1:2], name)
        if path.is_file():
            told = sorted(of_text[line] for line in path.read_bytes().split())
            assert told == all_cases, f"{path}: these are not the cases of {name}, each once"


if __name__ == "__main__":
    main()
