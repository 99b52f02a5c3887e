"""The cases of `superflip algs`, counted as orbits of stickers, from nothing but where stickers are.

python3 case_sets.py [DIRECTORY]   prints each set with how many cases it has
A file of the name of a set in DIRECTORY is to have the stickers of its cases, a line each.
python3 case_sets.py --names FILE   a table of set, name and algorithm names each case of a set once, as cubers do

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


# What everybody knows by heart, and whose case it is.
KNOWN = """
oll-27 coll-S-1 cmll-S-Left-Bar zbll-S-67 2gll-S-67 cll-S-6 eg-CLL-S-6: R U R' U R U2 R'
oll-26 coll-AS-1 cmll-AS-Right-Bar zbll-AS-68 2gll-AS-68 cll-AS-1 eg-CLL-AS-1: R' U' R U' R' U2 R
oll-21 coll-H-1 cmll-H-Columns zbll-H-33 2gll-H-33 cll-H-4 eg-CLL-H-4: R U R' U R U' R' U R U2 R'
oll-22 coll-Pi-1 cmll-Pi-Right-Bar zbll-Pi-61 2gll-Pi-61 cll-Pi-6 eg-CLL-Pi-6: R U2 R2 U' R2 U' R2 U2 R
oll-23 coll-U-5 cmll-U-Backslash zbll-U-17: R2 D' R U2 R' D R U2 R
oll-24 coll-T-5 cmll-T-Left-Bar zbll-T-17 cll-T-1 eg-CLL-T-1: r U R' U' r' F R F'
oll-25 coll-L-5 cmll-L-Best zbll-L-29: F' r U R' U' r' F R
oll-27 coll-S-5 cmll-S-Backslash zbll-S-29 cll-S-3: R U' L' U R' U' L
oll-26 zbll-AS-30 coll-AS-5: R' U L U' R U L'
coll-H-4 zbll-H-27 cmll-H-Rows: F R U R' U' R U R' U' R U R' U' F'
pll-T zbll-PLL-T coll-O-Adjacent: R U R' U' R' F R2 U' R' U' R U R' F'
pll-Y zbll-PLL-Y coll-O-Diagonal cmll-O-Diagonal: F R U' R' U' R U R' F' R U R' U' R' F R F'
cll-U-1 eg-CLL-U-1: F R U R' U' F'
cll-L-5 eg-CLL-L-5: F R' F' R U R U' R'
wv-2 vls-WV-2: U R U' R'
wv-18 vls-WV-18: U2 R U2 R'
wv-15: L' U R U' R' L
sv-7: R U R'
sv-6: R U' R' U' R U' R'
sv-11: L' R U R' U' L
"""


def check_vls(name, state):
    """By definition: which edges of the last layer point aside, and how its corners beside the pair are twisted."""
    where, twist = "".join, {}
    if name.startswith("WV-"):
        return all(state[i] // 9 == 0 for i in (1, 3, 7))
    flipped = where(e for e, i in (("UB", 1), ("UF", 7), ("UL", 3)) if state[i] // 9 != 0)
    for corner, up, then in (("ULB", 0, 36), ("UFL", 6, 18), ("UBR", 2, 45)):
        twist[corner] = 0 if state[up] // 9 == 0 else 1 if state[then] // 9 == 0 else 2
    number = 9 * twist["ULB"] + 3 * twist["UFL"] + twist["UBR"] + 1
    groups = {"UB": "UB", "UF": "UF", "UL": "UL", "UBUL": "UBUL", "UBUF": "UFUB", "UFUL": "UFUL", "UBUFUL": "NE"}
    return name == f"{groups[flipped]}-{number}"


def undone(maneuver):
    """What the maneuver solves."""
    return done(" ".join(w[0] + {"": "'", "'": "", "2": "2"}[w[1:]] for w in reversed(maneuver.split())))


def check_names(table):
    rows = [line.split("\t") for line in Path(table).read_text().splitlines()[1:]]
    cases_of = {}
    for name in dict.fromkeys(row[0] for row in rows if row[0] in SETS):
        colors, of_text = SETS[name][0], cases(name)
        case = {of: of_text.get(undone(maneuver)[:54].translate(colors)) for s, of, maneuver in rows if s == name}
        assert len(case) == sum(row[0] == name for row in rows), f"{name}: a name twice"
        assert sorted(map(str, case.values())) == sorted(map(str, set(of_text.values()))), f"{name}: each case once"
        cases_of[name] = case
        print(name, len(case))
    for line in KNOWN.strip().splitlines():
        names, maneuver = line.split(": ")
        for name in names.split():
            name, _, of = name.partition("-")
            if name in SETS:
                colors, of_text = SETS[name][0], cases(name)
                assert cases_of[name][of] == of_text[undone(maneuver)[:54].translate(colors)], (name, of, maneuver)
    for name, of, maneuver in rows:
        if name == "vls":
            state = undone(maneuver)
            while sorted(x // 9 for x in (state[5], state[10])) != [1, 2]:  # until the pair is at UR
                state = after(state, done("U"))
            assert check_vls(of, state), (of, maneuver)
    same = {s: {(of, m) for t, of, m in rows if t == s} for s in ("zbll", "2gll")}
    assert same["2gll"] < same["zbll"], "2GLL is part of ZBLL"


def main():
    if sys.argv[1:2] == ["--names"]:
        return check_names(sys.argv[2])
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
