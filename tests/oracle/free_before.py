"""The least turns of a set to the cross, with turns of D free before them and after, by trying all.

python3 free_before.py TURNS MOST SCRAMBLE...   prints the length for each, - if it is more than MOST
TURNS are letters, as in MU.  Scrambles leave the centres in place.  After the turns the layer of D is where its center is.
"""

import sys

from case_sets import PLACES, TURNS, after, done

CENTERS = range(4, 54, 9)
D_CENTER = CENTERS["URFDLB".index("D")]
CROSS = {i for i, (piece, _) in enumerate(PLACES) if piece[1] == -1 and sum(map(abs, piece)) == 2}


def is_cross(state):
    return all(state[i] // 9 == state[i // 9 * 9 + 4] // 9 for i in range(54) if state[i] in CROSS)


def is_cross_but_for_d(state):
    down = "URFDLB"[next(i for i in CENTERS if state[i] == D_CENTER) // 9]
    for _ in range(4):
        if is_cross(state):
            return True
        state = after(state, TURNS[down])
    return False


def least(states, turns, most):
    for length in range(most + 1):
        if any(map(is_cross_but_for_d, states)):
            return length
        states = {after(state, turn) for state in states for turn in turns}
    return "-"


def main():
    turns = [done(letter + count) for letter in sys.argv[1] for count in ("", "2", "'")]
    for scramble in sys.argv[3:]:
        state = done(scramble)
        assert all(state[i] == i for i in CENTERS), scramble
        print(least({done("D " * n, state) for n in range(4)}, turns, int(sys.argv[2])))


main()
