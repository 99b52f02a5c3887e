#!/usr/bin/env python3
"""Insertions by brute force on stickers, compared with `superflip insert`.

    insert.py PROGRAM MAX_MOVES INSERTIONS CASES SEED [corners|edges]

Each case is a random skeleton that maneuvers of at most MAX_MOVES moves make a solution of a scramble.  All
ways to insert up to INSERTIONS (1 or 2) such maneuvers are tried; the solutions of the program have to solve
the scramble, what is inserted has to make them, and the first has to be as short as the shortest found here.
"""
import itertools
import json
import random
import subprocess
import sys

from stickers import KIND, SOLVED, STICKERS, after, first_then, inverse, read, sequences, undone, write


def folded(moves):
    """Runs of one axis as the turns of its two faces."""
    runs = []
    for m in moves:
        if not runs or runs[-1][0] != m // 3 % 3:
            runs.append((m // 3 % 3, [0, 0]))
        runs[-1][1][m // 9] += m % 3 + 1
        if all(q % 4 == 0 for q in runs[-1][1]):
            runs.pop()
    return [(axis + 3 * side) * 3 + q % 4 - 1
            for axis, quarters in runs for side, q in enumerate(quarters) if q % 4]


def places(moves):
    """Each way to cut the moves in two, those of opposite faces in either order."""
    for i in range(len(moves) + 1):
        yield moves[:i], moves[i:]
        if 0 < i < len(moves) and moves[i - 1] // 3 % 3 == moves[i] // 3 % 3:
            yield moves[:i - 1] + [moves[i]], [moves[i - 1]] + moves[i + 1:]


def maneuvers(most, kind):
    """What makes each state that moves up to five pieces of a kind, in at most so many moves."""
    groups = {}
    hide = bytes(255 if i < 54 and KIND[i] == kind else i for i in range(256))
    for s, c in sequences((most + 1) // 2):
        groups.setdefault(c.translate(hide), []).append((s, c))
    out = {}
    for group in groups.values():
        for (a, x), (b, y) in itertools.product(group, repeat=2):
            if len(b) <= len(a) <= len(b) + 1 and len(a) + len(b) <= most and x != y:
                made = first_then(x, inverse(y))
                if len({tuple(STICKERS[i][0]) for i in range(54) if made[i] != i}) <= 5:
                    out.setdefault(made, []).append(list(a) + undone(b))
    return out


def best(scramble, skeleton, table, n_left):
    """The fewest moves of a solution by up to n_left insertions."""
    found = 1000
    then = set()
    for left, right in places(skeleton):
        begun = after(scramble, left)
        end = inverse(after(SOLVED, right))
        for x in table.get(first_then(inverse(begun), end), ()):
            found = min(found, len(folded(left + x + right)))
        if n_left > 1:
            then.update(tuple(folded(left + x + right)) for xs in table.values() for x in xs)
    for moves in then:
        found = min(found, best(scramble, list(moves), table, n_left - 1))
    return found


def main():
    program, most, n_insertions, n_cases, seed = sys.argv[1], *map(int, sys.argv[2:6])
    kind = 2 if sys.argv[6:] != ["corners"] else 3
    table = maneuvers(most, kind)
    algorithms = [x for xs in table.values() for x in xs]
    random.seed(seed)
    for _ in range(n_cases):
        skeleton = folded([random.randrange(18) for _ in range(random.randrange(6, 10))])
        whole = skeleton
        for _ in range(n_insertions):
            at = random.randrange(len(whole) + 1)
            whole = whole[:at] + random.choice(algorithms) + whole[at:]
        scramble = undone(whole)
        answer = json.loads(subprocess.run(
            [program, "insert", "-q", "--json", "-n", "5", "-M", str(most), "--insertions", str(n_insertions),
             write(scramble), write(skeleton)], check=False, stdout=subprocess.PIPE).stdout)
        case = f"{write(scramble)} | {write(skeleton)}"
        start = after(SOLVED, scramble)
        if after(start, skeleton) == SOLVED:
            continue
        for s in answer["solutions"]:
            assert after(start, read(s["moves"])) == SOLVED and len(read(s["moves"])) == s["length"], case
            now = skeleton
            for step in s["insertions"]:
                into, x, at = read(step["into"]), read(step["moves"]), step["after"]
                assert folded(into) == now and 0 < len(x) <= most, case
                now = folded(into[:at] + x + into[at:])
                assert len(now) == len(into) + len(x) - step["cancelled"], case
            assert now == read(s["moves"]) and len(s["insertions"]) <= n_insertions, case
        expected = best(start, skeleton, table, n_insertions)
        assert expected == answer["length"], f"{case}: {answer['length']}, but there is one of {expected}"
    print(f"{n_cases} right")


main()
