#!/usr/bin/env python3
"""All skeletons that lead a scramble to a goal, with turns on the inverse, by plain enumeration: the oracle of
`superflip solve --goal GOAL --niss --all --over K`.

    niss.py GOAL OVER MOVES SCRAMBLE

GOAL is eo:FB, eo:RL, eo:UD, dr:UD or cross:D; MOVES the turns that may be used. Prints, sorted, the skeletons of the least
length and of up to OVER more: "3 (F) U R". Nothing is shared with superflip: the cube is 54 stickers in space, its turns
are rotations, and goals are told by colours.
"""
import sys

AXES = {"R": (0, 1), "L": (0, -1), "U": (1, 1), "D": (1, -1), "F": (2, 1), "B": (2, -1)}
FACES = "URFDLB"
OPPOSITE = dict(zip(FACES, "DLBURF"))


def face_of(normal):
    return next(face for face, (axis, sign) in AXES.items() if normal[axis] == sign)


# A sticker is where its cubie is and where it looks to.
STICKERS = sorted(
    (cubie, normal)
    for cubie in ((x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1))
    for normal in (tuple(sign if i == axis else 0 for i in range(3)) for axis, sign in AXES.values())
    if sum(c * n for c, n in zip(cubie, normal)) == 1
)
NUMBER = {sticker: i for i, sticker in enumerate(STICKERS)}
COLOUR = [face_of(normal) for _, normal in STICKERS]
KIND = [sum(map(abs, cubie)) for cubie, _ in STICKERS]  # 1: centre, 2: edge, 3: corner


def turned(vector, axis, sign):
    """A quarter turn clockwise, seen from where the face looks to."""
    a, b = (axis + 1) % 3, (axis + 2) % 3
    out = list(vector)
    out[a], out[b] = sign * vector[b], -sign * vector[a]
    return tuple(out)


def quarter_turn(face):
    axis, sign = AXES[face]
    table = bytearray(range(256))
    for i, (cubie, normal) in enumerate(STICKERS):
        if cubie[axis] == sign:
            table[i] = NUMBER[turned(cubie, axis, sign), turned(normal, axis, sign)]
    return bytes(table)


# A cube maps each sticker to where it is; the cube after a turn is cube.translate(turn).
SOLVED = bytes(range(256))
TURN = {}
for face in FACES:
    quarter = quarter_turn(face)
    TURN[face], TURN[face + "2"] = quarter, quarter.translate(quarter)
    TURN[face + "'"] = TURN[face + "2"].translate(quarter)


def undone(turn):
    return turn[0] + {"": "'", "'": "", "2": "2"}[turn[1:]]


def after(cube, turns):
    for turn in turns:
        cube = cube.translate(TURN[turn])
    return cube


def inverse_of(cube):
    out = bytearray(256)
    for i, at in enumerate(cube):
        out[at] = i
    return bytes(out)


# ---- goals ----

def edge_is_good(faces, colours, axis):
    """An edge is oriented if it gets home without quarter turns of the axis. faces: where its two stickers are."""
    main, rest = (a for a in ("UD", "RL", "FB") if a != axis)
    # The sticker that counts: on a face of `main` if there is one, else on one of `axis`.
    k = 0 if faces[0] in main or (faces[1] not in main and faces[0] in axis) else 1
    if colours[k] in rest:
        return False
    return colours[k] not in axis or colours[1 - k] not in main


EDGES = {}
for number, (place, _) in enumerate(STICKERS):
    if KIND[number] == 2:
        EDGES.setdefault(place, []).append(number)
# [axis][sticker of an edge]: where it may be
GOOD = {
    axis: {
        pair[0]: {
            here[k] for here in EDGES.values() for k in (0, 1)
            if edge_is_good([COLOUR[here[k]], COLOUR[here[1 - k]]], [COLOUR[pair[0]], COLOUR[pair[1]]], axis)
        }
        for pair in EDGES.values()
    }
    for axis in ("UD", "RL", "FB")
}


def is_eo(axis):
    good = list(GOOD[axis].items())
    return lambda cube: all(cube[sticker] in places for sticker, places in good)


def is_dr(cube):
    """Colours of U and D on U and D only, but for edges of the slice between, which are in it, their F and B on F and B."""
    for i in range(54):
        if KIND[i] > 1 and (COLOUR[i] in "UD") != (COLOUR[cube[i]] in "UD"):
            return False
    return is_eo("FB")(cube)


def is_cross(cube):
    return all(cube[i] == i for i in range(54) if KIND[i] == 2 and "D" in (COLOUR[k] for k in EDGES[STICKERS[i][0]]))


GOALS = {"eo:FB": is_eo("FB"), "eo:RL": is_eo("RL"), "eo:UD": is_eo("UD"), "dr:UD": is_dr, "cross:D": is_cross}


# ---- enumeration ----

def sequences(moves, n):
    """All of n turns: no face twice in a row, opposite faces only in the order U D, R L, F B."""
    if n == 0:
        yield ()
        return
    for head in sequences(moves, n - 1):
        for turn in moves:
            last = head[-1][0] if head else ""
            if turn[0] != last and not (last == OPPOSITE[turn[0]] and FACES.index(last) > FACES.index(turn[0])):
                yield head + (turn,)


def beginnings(turns):
    """What is done of turns when some are left, those that commute in any order."""
    for i in range(len(turns) + 1):
        yield turns[:i]
        if 0 < i < len(turns) and turns[i][0] == OPPOSITE[turns[i - 1][0]]:
            yield turns[: i - 1] + (turns[i],)


def ends(turns):
    """The numbers of the turns that may be done last."""
    n = len(turns)
    return [i for i in range(n) if i == n - 1 or (i == n - 2 and turns[i][0] == OPPOSITE[turns[i + 1][0]])]


def skeletons(goal, moves, scramble, over):
    holds = GOALS[goal]
    cube = after(SOLVED, scramble)

    def leads(on_inverse, on_cube):
        before = after(SOLVED, [undone(turn) for turn in reversed(on_inverse)])
        return holds(after(before.translate(cube), on_cube))

    def is_clockwise(on_inverse, on_cube):
        for side, turns in enumerate((on_inverse, on_cube)):
            for i in ends(turns):
                other = turns[:i] + (turns[i][0],) + turns[i + 1:]
                if turns[i].endswith("'") and other[i] in moves and leads(*((other, on_cube) if side == 0 else (on_inverse, other))):
                    return False
        return True

    def is_new(on_inverse, on_cube):
        return not any(
            leads(a, b) for a in beginnings(on_inverse) for b in beginnings(on_cube) if (a, b) != (on_inverse, on_cube)
        )

    shortest, length = None, 0
    while shortest is None or length <= shortest + over:
        for n in range(length + 1):
            for on_inverse in sequences(moves, n):
                begun = after(SOLVED, [undone(turn) for turn in reversed(on_inverse)]).translate(cube)
                for on_cube in sequences(moves, length - n):
                    if holds(after(begun, on_cube)) and is_clockwise(on_inverse, on_cube) and is_new(on_inverse, on_cube):
                        shortest = length if shortest is None else shortest
                        parts = [f"({' '.join(on_inverse)})" if on_inverse else "", " ".join(on_cube)]
                        yield f"{length} {' '.join(filter(None, parts))}".rstrip()
        length += 1


def main():
    goal, over, moves, scramble = sys.argv[1:]
    all_turns = [turn for letter in moves.split() for turn in ([letter] if len(letter) > 1 else [letter, letter + "2", letter + "'"])]
    print(*sorted(skeletons(goal, all_turns, tuple(scramble.split()), int(over))), sep="\n")


main()
