#!/usr/bin/env python3
"""The labels of `superflip scramble --label`, of lines "label: cubies", compared with what stickers say.

What is counted must be so; two cubes have one number if and only if turns of U before and after make one of the other.
"""
import re
import sys

from goals import bad, case, corner_perm, count_quarters, edge_case, is_dr, read_cubies, unsolved
from stickers import NUMBER, SOLVED, STICKERS, TURNS, after, first_then, read, turned

FACE_AT = {"U": (0, 1, 0), "R": (1, 0, 0), "F": (0, 0, 1), "D": (0, -1, 0), "L": (-1, 0, 0), "B": (0, 0, -1)}
UP = FACE_AT["U"]
# The whole cube a quarter turn around U.
AROUND = bytes(NUMBER[turned(p, UP), turned(n, UP)] for p, n in STICKERS)
SLOTS = {"FR": 0, "BR": 1, "BL": 2, "FL": 3}  # so many turns bring it there


def turn_around(state, times):
    """The cube as it is seen after so many quarter turns of the whole cube, solved faces renamed."""
    for _ in range(times):
        out = bytearray(54)
        for i, x in enumerate(state):
            out[AROUND[i]] = AROUND[x]
        state = bytes(out)
    return state


def pair(slot):
    """The stickers of a slot's corner and edge."""
    side = tuple(sum(FACE_AT[f][i] for f in slot) for i in range(3))
    return [i for i, (p, _) in enumerate(STICKERS) if p in (side, (side[0], -1, side[2]))]


def images(state):
    u = [SOLVED] + [TURNS[k] for k in range(3)]
    return {first_then(first_then(a, state), b) for a in u for b in u}


def check(label, state, least, names):
    """Whether a label is right, of numbered ones so far."""
    counted = re.fullmatch(r"(dr|htr)[+-](\d+)c(\d+)e(?:(\d+)qt)?", label)
    if counted and counted[1] == "htr":
        return unsolved(state) == (int(counted[2]), int(counted[3]))
    if counted:
        quarters = least[case(corner_perm(state)), edge_case(state)]
        return is_dr(state) and (*bad(state), quarters) == tuple(map(int, counted.groups()[1:]))
    slot = label[-2:]
    if slot in SLOTS:
        label = label[:-3]
        if [s for s in SLOTS if any(state[i] != i for i in pair(s))] != [slot]:
            return False
        # Of the pair, seen from where its slot is FR, where its stickers are; turns of U before are free.
        state = turn_around(state, SLOTS[slot])
        keys = {tuple(first_then(state, u).index(i) for i in pair("FR")) for u in [SOLVED] + TURNS[:3]}
    else:
        keys = images(state)
    known = names.setdefault(min(keys), label)
    return known == label


def main():
    least, names, n = count_quarters(), {}, 0
    for line in sys.stdin:
        label, cubies = line.rstrip("\n").split(": ")
        if not label.endswith("-skip"):
            assert check(label, read_cubies(cubies), least, names), line
        n += 1
    assert len(set(names.values())) == len(names), "two cases have one number"
    print(n, "labels are right,", len(names), "cases")


main()
