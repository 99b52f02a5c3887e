"""The shortest ways to a goal with turns of a face free before them, by trying all: each view of the goal has its own face.

python3 free_before.py GOAL TURNS MOST SCRAMBLE...   prints the least number of turns for each, - if it is more than MOST
python3 free_before.py GOAL htm|qtm OVER SCRAMBLE...   all solutions by turns of faces, up to OVER longer: "LENGTH (FREE) MOVES"
GOAL is as in cross+preauf:D+auf:D+neutral; TURNS are letters, as in MU.  Scrambles leave the centres in place, and after the
turns the layer of D is where its center is.
"""

import itertools
import sys

from case_sets import PLACES, SOLVED, TURNS, after, done, quarter_turn

FACES = "URFDLB"
CENTERS = range(4, 54, 9)
ROTATIONS = []
for tilt in ("", "R", "RR", "RRR", "F", "FFF"):
    for n in range(4):
        state = SOLVED
        for face in tilt + "U" * n:
            state = after(state, quarter_turn(face, (-1, 0, 1)))
        ROTATIONS.append(state)
assert len(set(ROTATIONS)) == 24


def inverse(turn):
    return bytes(turn.index(i) for i in range(54)) + SOLVED[54:]


# ---- goals: which stickers may be where ----
def is_main(i):
    """Of the two stickers of an edge the one on U or D, else on F or B."""
    piece, looks = PLACES[i]
    return sum(map(abs, piece)) == 2 and (looks[1] != 0 or (piece[1] == 0 and looks[2] != 0))


def solved_where(holds):
    return {i: frozenset(range(i // 9 * 9, i // 9 * 9 + 9)) for i, (piece, _) in enumerate(PLACES) if holds(*piece)}


def is_cross(x, y, z):
    return y == -1 and abs(x) + abs(z) == 1


GOALS = {
    "cross": solved_where(is_cross),
    "xxxcross:FL,BL,BR": solved_where(lambda x, y, z: is_cross(x, y, z) or (y < 1 and x * z != 0 and (x, z) != (1, 1))),
    "f2l": solved_where(lambda x, y, z: y < 1),
    "oll": solved_where(lambda x, y, z: y < 1) | {i: frozenset(range(9)) for i in range(9)},
    "eo:FB": {i: frozenset(filter(is_main, range(54))) for i in range(54) if is_main(i)},
    "2x2x2": solved_where(lambda x, y, z: x < 1 and y < 1 and z < 1),
    "solved": solved_where(lambda x, y, z: True),
}


class View:
    def __init__(self, wanted, before, end, rotation):
        """As it is where a rotation brings it; faces, or "", are free before and at the end."""
        def face_from(face):
            turned = after(after(rotation, TURNS[face]), inverse(rotation))
            return next(other for other in FACES if TURNS[other] == turned)

        self.before = before and face_from(before)
        self.end = end and face_from(end)
        self.wanted = sorted((rotation[i], frozenset(rotation[k] for k in allowed)) for i, allowed in wanted.items())
        self.key = (self.before, self.end, tuple((i, tuple(sorted(allowed))) for i, allowed in self.wanted))

    def holds(self, state):
        for _ in range(4 if self.end else 1):
            if all(state[i] in allowed for i, allowed in self.wanted):
                return True
            state = after(state, TURNS[self.end]) if self.end else state
        return False


def views_of(goal):
    name, *others = goal.split("+")
    free = dict(part.split(":") for part in others if ":" in part)
    rotations = ROTATIONS if "neutral" in others else ROTATIONS[:1]
    views = [View(GOALS[name], free.get("preauf", ""), free.get("auf", ""), r) for r in rotations]
    return list({view.key: view for view in views}.values())


def starts_of(state, views):
    """The free turn, what it makes of the cube, and the views whose turn it is."""
    yield "", state, views
    for face in FACES:
        own = [view for view in views if view.before == face]
        for count in ("", "2", "'") if own else ():
            yield face + count, done(face + count, state), own


# ---- lengths, by any turns ----
def upright(state):
    return next(s for s in (after(state, r) for r in ROTATIONS) if all(s[i] == i for i in CENTERS))


def least(state, views, turns, most):
    levels = [({begun}, own) for _, begun, own in starts_of(state, views)]
    for length in range(most + 1):
        if any(view.holds(upright(s)) for states, own in levels for s in states for view in own):
            return length
        levels = [({after(s, turn) for s in states for turn in turns}, own) for states, own in levels]
    return "-"


# ---- solutions, by turns of faces ----
MOVES = [(face + count, done(face + count)) for face in FACES for count in ("", "2", "'")]


def paths(state, left, is_quarter, path=()):
    """All of that cost, of two opposite faces U, R, F first, and their ends."""
    if left == 0:
        yield path, state
    for move, turn in MOVES:
        cost = 2 if is_quarter and move[1:] == "2" else 1
        last = FACES.index(path[-1][0]) if path else None
        if cost <= left and not (path and FACES.index(move[0]) in (last, last - 3)):
            yield from paths(after(state, turn), left - cost, is_quarter, path + (move,))


def passed(state, path, is_quarter):
    """What a path leads to before its end, turns of an axis in any order; in quarter turns a half turn is two."""
    turns = [word for move in path for word in ([move[0]] * 2 if is_quarter and move[1:] == "2" else [move])]
    for _, run in itertools.groupby(turns, lambda turn: FACES.index(turn[0]) % 3):
        some, *others = itertools.product(*((turn, "") for turn in run))
        yield from (done(" ".join(chosen), state) for chosen in others)
        state = done(" ".join(some), state)


def has_paid(path, face):
    """Whether a turn of the face comes first, or after one of its opposite."""
    first = path[1:] if path and FACES.index(path[0][0]) == (FACES.index(face) + 3) % 6 else path
    return bool(first) and first[0][0] == face


def solutions(state, views, is_quarter, over):
    least_length = None
    for length in range(99):
        if least_length is not None and length > (least_length + over if least_length else 0):
            return
        for free, begun, own in starts_of(state, views):
            for path, end in paths(begun, length, is_quarter):
                if (any(view.holds(end) and not (view.before and has_paid(path, view.before))
                        and (path or not free or not view.holds(state)) for view in own)
                        and not any(view.holds(s) for s in passed(begun, path, is_quarter) for view in own)):
                    least_length = length if least_length is None else least_length
                    yield " ".join((str(length), f"({free})", *path))


def main():
    goal, turns, limit, *scrambles = sys.argv[1:]
    views, is_metric = views_of(goal), turns in ("htm", "qtm")
    turn_of = [] if is_metric else [done(letter + count) for letter in turns for count in ("", "2", "'")]
    for state in map(done, scrambles):
        assert all(state[i] == i for i in CENTERS)
        if is_metric:
            print(*sorted(solutions(state, views, turns == "qtm", int(limit))), sep="\n")
        else:
            print(least(state, views, turn_of, int(limit)))


main()
