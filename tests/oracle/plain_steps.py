"""Steps of reconstructions, checked on stickers: what `superflip review --json` says of each is counted, done and, where it is short, searched
for again by a plain search that shares nothing with the program."""
import json
import re
import sys

from plain_cases import AXIS, FACES, SOLVED, STICKERS, after, named

COLORS = dict(zip(("white", "red", "green", "yellow", "orange", "blue"), FACES))
WORDS = [f + t for f in FACES for t in ("", "2", "'")]


def solved_piece(cube, faces):
    """Whether the piece of these faces, as the centres name them, is in place."""
    at = tuple(sum(AXIS[f][i] for f in faces) for i in range(3))
    return all(cube[i] == cube[FACES.index(f) * 9 + 4] for i, (p, looks) in enumerate(STICKERS) for f in faces
               if p == at and looks == AXIS[f])


def held_colors(cube, colors):
    """The faces that have these colours in their centres."""
    return "".join(FACES[cube[4::9].index(COLORS[c])] for c in colors)


def cross(cube, colors):
    d = held_colors(cube, colors[:1])
    return all(solved_piece(cube, d + f) for f in FACES if f != d and AXIS[f] != tuple(-x for x in AXIS[d]))


def pair(cube, bottom, colors):
    sides = held_colors(cube, colors)
    return solved_piece(cube, sides) and solved_piece(cube, sides + held_colors(cube, bottom))


def n_solved(cube, bottom):
    """How many pairs beside the cross are in place."""
    beside = [c for c in COLORS if AXIS[held_colors(cube, [c])] not in (AXIS[held_colors(cube, bottom)],
                                                                         tuple(-x for x in AXIS[held_colors(cube, bottom)]))]
    return sum(pair(cube, bottom, (a, b)) for a in beside for b in beside
               if a < b and AXIS[held_colors(cube, [a])] != tuple(-x for x in AXIS[held_colors(cube, [b])]))


def oriented(cube, bottom):
    """All but the upper layer is solved, which has one colour above."""
    d = held_colors(cube, bottom)
    u = next(f for f in FACES if AXIS[f] == tuple(-x for x in AXIS[d]))
    return (all(cube[i] == cube[FACES.index(next(f for f in FACES if AXIS[f] == looks)) * 9 + 4] for i, (p, looks) in enumerate(STICKERS)
                if sum(a * b for a, b in zip(p, AXIS[u])) < 1)
            and len({cube[i] for i, (p, looks) in enumerate(STICKERS) if looks == AXIS[u]}) == 1)


def edges_oriented(cube, axis):
    """Whether half turns of the faces of an axis, and any turns of the others, could solve all edges: of each place and of each piece
    one sticker says how it is turned."""
    order = {f: k for k, f in enumerate("UDFBRL" if axis == "FB" else "UDRLFB")}
    assert axis in ("FB", "RL")
    for at in {p for p, _ in STICKERS if sum(map(abs, p)) == 2}:
        here = {next(f for f in FACES if AXIS[f] == looks): FACES[cube[4::9].index(cube[i])]
                for i, (p, looks) in enumerate(STICKERS) if p == at}
        if here[min(here, key=order.get)] != min(here.values(), key=order.get):
            return False
    return True


def opposite(face):
    return next(f for f in FACES if AXIS[f] == tuple(-x for x in AXIS[face]))


def blocks(cube, bottom, sides, has_corners):
    """Whether blocks of 1x2x3 are at the bottom of these sides, wherever the centres between these are; or also all corners, but for a turn
    of the face above."""
    for _ in range(4):
        d, at = held_colors(cube, [bottom]), [held_colors(cube, [side]) for side in sides]
        beside = [f for f in FACES if f not in (d, opposite(d), at[0], opposite(at[0]))]
        pieces = [p for s in at for p in (s + d, *(s + f for f in beside), *(s + d + f for f in beside))]
        if all(solved_piece(cube, p) for p in pieces):
            u = opposite(d)
            corners = [u + s + f for s in (at[0], opposite(at[0])) for f in beside]
            turned = [after(cube, f"{u}{t}") for t in ("", "2", "'")] + [cube]
            if not has_corners or any(all(solved_piece(now, c) for c in corners) for now in turned):
                return True
        cube = after(cube, {"L": "M", "R": "M", "U": "E", "D": "E", "F": "S", "B": "S"}[at[0]])
    return False


def reduced(cube, colors):
    """Domino reduction: the faces of an axis show its colours only, and so do the slice's edges those of another axis."""
    ends = held_colors(cube, colors)
    slice_face = next(f for f in FACES if f not in ends)
    return (all({cube[FACES.index(f) * 9 + i] for i in range(9)} <= {COLORS[c] for c in colors} for f in ends)
            and all(cube[i] in (cube[FACES.index(f) * 9 + 4], cube[FACES.index(opposite(f)) * 9 + 4])
                    for f in (slice_face, opposite(slice_face)) for i, (p, looks) in enumerate(STICKERS)
                    if looks == AXIS[f] and sum(map(abs, p)) == 2 and not any(a * b for a, b in zip(p, AXIS[ends[0]]))))


def goals(steps):
    """A predicate for each step that this file knows."""
    bottom, n_pairs, found = [], 0, []
    for step in steps:
        colors, name = step["color"].split("-"), step["step"]
        n_pairs += name.count("pair")
        if name.startswith(("cross", "EO cross")):
            bottom = colors[:1]
            found.append((lambda c, b=bottom: cross(c, b)) if name == "cross" else None)
        elif name.endswith("pair"):
            found.append(lambda c, b=bottom, n=n_pairs: cross(c, b) and n_solved(c, b) >= n)
        elif name == "OLL":
            found.append(lambda c, b=bottom: oriented(c, b))
        elif name in ("PLL", "finish", "last six edges"):
            found.append(lambda c: named(c) == SOLVED)
        elif name in ("first block", "second block", "CMLL"):
            other = dict(zip(COLORS, ("yellow", "orange", "blue", "white", "red", "green")))[colors[1]]
            sides = colors[1:] if name == "first block" else [colors[1], other]
            found.append(lambda c, b=colors[0], s=sides, n=name: blocks(c, b, s, n == "CMLL"))
        elif name == "DR":
            found.append(lambda c, ends=colors: reduced(c, ends))
        elif name == "EO" and step["goal"] in ("eo:FB", "eo:RL"):
            found.append(lambda c, a=step["goal"][3:]: edges_oriented(c, a))
        else:
            found.append(None)
    return found


def reaches(cube, goal, depth, last=""):
    """Whether some face turns, at most so many, lead to a goal."""
    if goal(cube):
        return True
    return depth > 0 and any(reaches(after(cube, w), goal, depth - 1, w[0]) for w in WORDS if w[0] != last)


def undone(word):
    return word if "2" in word else word[0] if "'" in word else word + "'"


def main(longest):
    for line in sys.stdin:
        record = json.loads(line)
        cube, n_searched, on_inverse, on_cube = after(SOLVED, record["scramble"]), 0, [], []
        for step, goal in zip(record["steps"], goals(record["steps"])):
            words = [w for w in re.sub("[()]", "", step["written"]).split() if w[0] not in "xyz"]
            assert step["stm"] == len(words), step
            assert step["htm"] == sum(2 if w[0] in "MES" else 1 for w in words), step
            for inside, outside in re.findall(r"\(([^)]*)\)|([^()]+)", step["written"]):
                on_inverse += inside.split()
                on_cube += outside.split()
            before = cube
            cube = after(SOLVED, " ".join([*map(undone, reversed(on_inverse)), record["scramble"], *on_cube]))
            colors = step["color"].split("-")
            if "cross" in step["step"]:
                bottom = colors[:1]
            if step["step"].endswith("pair") and len(colors) == 2:
                assert pair(cube, bottom, colors) and not pair(before, bottom, colors), step
            if goal is None:
                continue
            assert goal(cube) and not goal(before), step
            if step["optimal"]:
                done = after(before, step["solution"])
                assert goal(done), step
                assert len(step["solution"].split()) == step["shortest"] <= step["stm" if step["metric"] == "stm" else "htm"], step
            if step["optimal"] and step["metric"] == "htm" and step["shortest"] <= longest:
                n_searched += 1
                assert not reaches(before, goal, step["shortest"] - 1), step
        assert record["solved"] == (named(cube) == SOLVED)
        assert record["all"]["htm"] == sum(s["htm"] for s in record["steps"])
        print(len(record["steps"]), "steps,", n_searched, "searched again")


if __name__ == "__main__":
    main(int(sys.argv[1]))
