"""Which case is this?  A plain recognition of OLL and PLL on stickers in space, which shares nothing with the program but the names
and algorithms of books, compared with `superflip algs --which` on cubes turned and held in every way."""
import json
import random
import re
import subprocess
import sys

FACES = "URFDLB"
AXIS = {"U": (0, 1, 0), "D": (0, -1, 0), "R": (1, 0, 0), "L": (-1, 0, 0), "F": (0, 0, 1), "B": (0, 0, -1)}


def turned(v, axis):
    """A vector after a quarter turn clockwise, seen from where the axis points to."""
    (x, y, z), (a, b, c) = v, axis
    dot = x * a + y * b + z * c
    cross = (b * z - c * y, c * x - a * z, a * y - b * x)
    return tuple(dot * n - k for n, k in zip(axis, cross))


# Stickers in the order of 54 facelets: where each is, and where it looks.
ROWS = {"U": ((1, 0, 0), (0, 0, 1)), "R": ((0, 0, -1), (0, -1, 0)), "F": ((1, 0, 0), (0, -1, 0)),
        "D": ((1, 0, 0), (0, 0, -1)), "L": ((0, 0, 1), (0, -1, 0)), "B": ((-1, 0, 0), (0, -1, 0))}
STICKERS = [(tuple(AXIS[f][i] + col * ROWS[f][0][i] + row * ROWS[f][1][i] for i in range(3)), AXIS[f])
            for f in FACES for row in (-1, 0, 1) for col in (-1, 0, 1)]
INDEX = {s: i for i, s in enumerate(STICKERS)}


def permutation(axis, layers):
    """Where each sticker comes from when layers (1, 0, -1 along the axis) turn clockwise."""
    source = list(range(54))
    for i, (at, looks) in enumerate(STICKERS):
        if sum(p * a for p, a in zip(at, axis)) in layers:
            source[INDEX[turned(at, axis), turned(looks, axis)]] = i
    return source


LETTERS = {f: permutation(AXIS[f], (1,)) for f in FACES}
LETTERS |= {f.lower(): permutation(AXIS[f], (1, 0)) for f in FACES}
LETTERS |= {"M": permutation(AXIS["L"], (0,)), "E": permutation(AXIS["D"], (0,)), "S": permutation(AXIS["F"], (0,))}
LETTERS |= {"x": permutation(AXIS["R"], (1, 0, -1)), "y": permutation(AXIS["U"], (1, 0, -1)), "z": permutation(AXIS["F"], (1, 0, -1))}


def after(cube, moves):
    for word in moves.split():
        letter = word[0].lower() if word[1:2] == "w" else word[0]
        for _ in range({"": 1, "2": 2, "'": 3}[word.lstrip(word[0] + "w")]):
            cube = "".join(cube[i] for i in LETTERS[letter])
    return cube


def inverse(moves):
    flip = {"": "'", "'": "", "2": "2"}
    return " ".join(w.rstrip("'2") + flip[w[len(w.rstrip("'2")):]] for w in reversed(moves.split()))


SOLVED = "".join(f * 9 for f in FACES)
UPPER = [i for i, (at, _) in enumerate(STICKERS) if at[1] == 1]
LOWER = [i for i in range(54) if i not in UPPER]
HOLDS = [f"{a} {b}".strip() for a in ("", "x", "x'", "x2", "z", "z'") for b in ("", "y", "y'", "y2")]
TURNS = ("", "U", "U2", "U'")


def named(cube):
    """The colours named after the faces that have them in their centres."""
    return "".join(FACES[cube[4::9].index(c)] for c in cube)


def look(cube, kind):
    """What tells cases apart: where the colour of U is, or all stickers; the same for all ways to turn U before and after."""
    if kind == "oll":
        return min("".join(".U"[now[i] == "U"] for i in UPPER) for now in (after(cube, t) for t in TURNS))
    sides = "RFLB"
    return min("".join(now[i] if now[i] == "U" else sides[(sides.index(now[i]) + k) % 4] for i in UPPER)
               for now in (after(cube, t) for t in TURNS) for k in range(4))


def recognise(cube, known):
    """The names of a cube whose first two layers are solved, whichever side is above."""
    for hold in HOLDS:
        now = named(after(cube, hold))
        if all(now[i] == SOLVED[i] for i in LOWER):
            kind = "pll" if now[:9] == 9 * "U" else "oll"
            return kind, known[kind, look(now, kind)]
    return None


def main(superflip, source):
    cases, known, asked = [], {}, []
    for line in open(source, encoding="utf-8"):
        if line.startswith(("oll\t", "pll\t")):
            cases.append(line.rstrip("\n").split("\t"))
    for kind, name, moves in cases:
        made = after(SOLVED, inverse(moves))
        made = next(now for now in (named(after(made, h)) for h in HOLDS) if all(now[i] == SOLVED[i] for i in LOWER))
        assert known.setdefault((kind, look(made, kind)), name) == name, (kind, name)
    assert len(cases) == len(known) == 57 + 21
    chance = random.Random(78)
    for kind, name, moves in cases:
        ways = [(a, b, chance.choice(HOLDS[:4])) for a in TURNS for b in TURNS]
        ways += [(chance.choice(TURNS), chance.choice(TURNS), hold) for hold in HOLDS[4:]]
        for a, b, hold in ways:
            asked.append((kind, name, moves, hold, named(after(SOLVED, f"{a} {inverse(moves)} {b} {hold}"))))
    answers = subprocess.run([superflip, "algs", "--which", "--json"], input="\n".join(a[-1] for a in asked),
                             capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(answers) == len(asked), (len(answers), len(asked))
    for (kind, name, moves, hold, cube), answer in zip(asked, answers):
        assert recognise(cube, known) == (kind, name), (kind, name, cube)
        told = re.search(r"(?:\((\S+)\) )?" + kind + r"-(\w+)(?: \((\S+)\))?(?:,|$)", json.loads(answer)["cases"])
        assert told and told.group(2) == name, (kind, name, answer)
        if hold in ("", "y", "y'", "y2"):
            done = named(after(cube, f"{told.group(1) or ''} {moves} {told.group(3) or ''}"))
            is_done = done == SOLVED if kind == "pll" else done[:9] == 9 * "U" and all(done[i] == SOLVED[i] for i in LOWER)
            assert is_done, (kind, name, cube, answer)
    print(len(asked), "cubes")


if __name__ == "__main__":
    main(*sys.argv[1:])
