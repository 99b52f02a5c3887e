"""The cube as geometry, independent of the library: 54 stickers, each with a place and a direction, turned in space."""

from __future__ import annotations

Vector = tuple[int, int, int]
Sticker = tuple[Vector, Vector]

#: Direction of each face (x right, y up, z towards the viewer), and the directions of its columns and rows as they are written.
FACES: dict[str, tuple[Vector, Vector, Vector]] = {
    "U": ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    "R": ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    "F": ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    "D": ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    "L": ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "B": ((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
}


def _add(a: Vector, b: Vector, c: Vector) -> Vector:
    return a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2]


def _scaled(v: Vector, k: int) -> Vector:
    return v[0] * k, v[1] * k, v[2] * k


def _dot(a: Vector, b: Vector) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


#: All stickers in the order in which facelets are written.
PLACES: list[Sticker] = [
    (_add(face, _scaled(right, column), _scaled(down, row)), face)
    for face, right, down in FACES.values()
    for row in (-1, 0, 1)
    for column in (-1, 0, 1)
]


def _clockwise(axis: Vector, v: Vector) -> Vector:
    """A quarter turn about an axis, clockwise as seen from its tip."""
    return _add(_cross(v, axis), _scaled(axis, _dot(axis, v)), (0, 0, 0))


def turned(facelets: str, moves: str) -> str:
    """Facelets after moves such as "R U2 F'"."""
    for move in moves.split():
        axis = FACES[move[0]][0]
        for _ in range({"": 1, "2": 2, "'": 3}[move[1:]]):
            after = list(facelets)
            for index, (place, direction) in enumerate(PLACES):
                if _dot(place, axis) == 1:
                    after[PLACES.index((_clockwise(axis, place), _clockwise(axis, direction)))] = facelets[index]
            facelets = "".join(after)
    return facelets


SOLVED = "".join(face * 9 for face in FACES)
