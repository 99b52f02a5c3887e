"""Cubes: reading, writing, turning."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from model import SOLVED, turned

import superflip
from superflip import Cube, CubeError, UsageError

TURNS = [face + count for face in "URFDLB" for count in ("", "2", "'")]


def scrambles(n: int, length: int) -> list[str]:
    draw = random.Random(31)
    return [" ".join(draw.choice(TURNS) for _ in range(length)) for _ in range(n)]


@pytest.mark.parametrize("scramble", ["", "R U R' U'", *scrambles(20, 25)])
def test_facelets_are_those_of_the_geometry(scramble: str) -> None:
    assert Cube(scramble).facelets == turned(SOLVED, scramble)


def test_moves_facelets_reids_line_and_cubies_are_the_same_cube() -> None:
    for scramble in scrambles(10, 25):
        cube = Cube(scramble)
        assert cube.form == "moves"
        for other in (Cube(cube.facelets), Cube(cube.reid), Cube.from_cubies(*cube.cubies), Cube.from_moves(scramble)):
            assert other == cube and hash(other) == hash(cube) and other.facelets == cube.facelets
        assert Cube(cube.facelets).form == "facelets" and Cube(cube.reid).form == "cubies"


def test_products_inverses_and_turns() -> None:
    for a, b in zip(scrambles(5, 12), scrambles(10, 9)[5:]):
        assert Cube(a) * Cube(b) == Cube(f"{a} {b}") == Cube(a).turn(b)
        assert (Cube(a) * Cube(a).inverse()).is_solved
        assert not Cube(a).is_solved


@pytest.mark.parametrize("puzzle", ["3x3", "2x2"])
def test_turns_of_the_whole_cube_go_on_from_any_form_of_it(puzzle: str) -> None:
    draw = random.Random(67)
    held = [*TURNS, "x", "y'", "z2", "z", *(["M", "E'", "S2", "Rw", "f'"] if puzzle == "3x3" else [])]
    for _ in range(50):
        a, b, c = (" ".join(draw.choice(turns) for _ in range(5)) for turns in (held, held, TURNS))
        cube, joined = Cube(a, puzzle=puzzle), Cube(f"{a} {b} {c}", puzzle=puzzle)
        assert cube.turn(b).turn(c) == Cube(cube.facelets, puzzle=puzzle).turn(f"{b} {c}") == joined
        assert cube.turn(b).turn(c).is_rotated == joined.is_rotated
    assert Cube("U").turn("x U") == Cube("B U") and Cube("U") * Cube("x U") == Cube("U U")


def test_a_rotated_cube_says_so() -> None:
    assert Cube("x R").is_rotated and not Cube("R").is_rotated


def test_cubes_are_immutable_and_survive_pickling_and_copying() -> None:
    for cube in (Cube("R U F"), Cube("R U F", puzzle="2x2")):
        for twin in (pickle.loads(pickle.dumps(cube)), copy.copy(cube), copy.deepcopy(cube)):
            assert twin == cube and twin.puzzle == cube.puzzle
        with pytest.raises(AttributeError):
            cube.facelets = "x"  # type: ignore[misc]
        assert eval(repr(cube), {"Cube": Cube}) == cube


def test_centres_count_where_they_are_asked_for() -> None:
    half, cubies_only = "B' U2 L2 D2 F' B", "R2 D2 L2 F"
    cube = Cube(half, centers=True)
    assert cube.centers == "U2 F- D2 L2" and cube.facelets == Cube(half).facelets and str(cube) == f"{cube.facelets} {cube.centers}"
    assert Cube(half).centers is None and Cube("", centers=True).centers == "" and cube != Cube(half)
    assert pickle.loads(pickle.dumps(cube)) == eval(repr(cube)) == cube and (cube * cube.inverse()).is_solved
    assert Cube(half).check(cubies_only) and not cube.check(cubies_only) and cube.check("B' F D2 L2 U2 B")


def test_cubes_of_two_puzzles_differ() -> None:
    assert Cube("") != Cube("", puzzle="2x2") and Cube("") != "U" * 54


def test_a_2x2x2_held_differently_is_the_same() -> None:
    a, b = Cube("R", puzzle="2x2"), Cube("L", puzzle="2x2")
    assert a == b and hash(a) == hash(b)
    assert len(a.facelets) == 24


def test_a_wrong_move_is_named_with_line_column_and_token() -> None:
    with pytest.raises(CubeError, match="'Q' is not a move") as caught:
        Cube("R U\nF Q")
    assert (caught.value.line, caught.value.column, caught.value.token) == (2, 3, "Q")
    with pytest.raises(ValueError):
        Cube("R U Q")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SOLVED[:53], "53"),
        (SOLVED.replace("UR", "RU", 1), "corner|edge|cubie"),
        (SOLVED.replace("B", "L"), "L"),
        ("R\0U", "NUL"),
        ("R \ud800", "surrogate"),
    ],
)
def test_wrong_facelets_are_told(text: str, said: str) -> None:
    with pytest.raises(CubeError, match=said):
        Cube(text)


def test_a_twist_a_flip_and_a_parity_are_told_in_turn() -> None:
    corners, edges = list(range(8)), list(range(12))
    with pytest.raises(UsageError, match="corner orientations"):
        Cube.from_cubies(corners, [1, *[0] * 7], edges, [1, *[0] * 11])
    with pytest.raises(UsageError, match="edge orientations|flip"):
        Cube.from_cubies(corners, [0] * 8, edges, [1, *[0] * 11])
    with pytest.raises(UsageError, match="parity|swap"):
        Cube.from_cubies([1, 0, *range(2, 8)], [0] * 8, edges, [0] * 12)
    with pytest.raises(UsageError, match="corner_perm"):
        Cube.from_cubies([0] * 7, [0] * 8)


def test_french_letters_and_parentheses() -> None:
    assert Cube("H D", french=True) == Cube("U R")
    assert Cube("(R U)3", parentheses="groups") == Cube("R U R U R U")
    assert Cube("R (U)", parentheses="niss") == Cube("U' R")
    eo, skeleton = superflip.Goal("eo:FB"), Cube("F R U")
    assert skeleton.check("(F)", goal=eo, parentheses="niss") and not skeleton.check("(F)", goal=eo, parentheses="groups")
    assert skeleton.check("R' (F U)", parentheses="niss") == skeleton.check("R' U' F'")
    assert Cube("F R U").check("x U'", goal=superflip.Goal("cross:D")) == Cube("F R U").check("F'", goal=superflip.Goal("cross:D"))
    with pytest.raises(UsageError, match="parentheses"):
        Cube("R", parentheses="round")
    with pytest.raises(UsageError, match="puzzle is '4x4'; expected one of 3x3, 2x2"):
        Cube("R", puzzle="4x4")


def test_random_cubes_repeat_with_a_seed_and_differ_without() -> None:
    assert list(superflip.random_cubes(5, 31)) == list(superflip.random_cubes(5, 31))
    assert len(set(superflip.random_cubes(100))) == 100
    assert Cube.random(31) == next(superflip.random_cubes(1, 31))
    with pytest.raises(UsageError, match="seed"):
        superflip.Random(-1)


def test_random_cubes_have_each_corner_everywhere() -> None:
    seen = {(place, cubie) for cube in superflip.random_cubes(500, 1) for place, cubie in enumerate(cube.cubies.corner_perm)}
    assert len(seen) == 64


def test_moves_are_read_and_written() -> None:
    assert superflip.parse_moves("R U2 F' Rw M") == superflip.parse_moves(superflip.format_moves(superflip.parse_moves("R U2 F' Rw M")))
    assert superflip.format_moves([0, 1, 2, 17]) == "U U2 U' B'"
    assert superflip.format_moves([0, 3], french=True) == "H D"
    assert superflip.parse_moves("R U " * 100) == (3, 0) * 100
    assert (superflip.length_of("R2 U"), superflip.length_of("R2 U", "qtm")) == (2, 3)
    with pytest.raises(UsageError, match="a move is 18"):
        Cube.from_moves([18])


def test_solutions_are_checked() -> None:
    cube = Cube("R U R' U'")
    assert cube.check("U R U' R'") and cube.check("U R U' R'").length == 4
    assert not cube.check("U R U'")
    assert cube.check("R2 U2", metric="qtm").length == 4
    assert Cube("R").check("U", goal=Cube("R U"))
    with pytest.raises(CubeError):
        cube.check("nonsense")


def test_repr_shows_the_moves_that_a_cube_was_made_of() -> None:
    assert repr(Cube("R U R' U'")) == 'Cube("R U R\' U\'")'
    assert repr(Cube.from_moves([0, 3])) == "Cube('U R')"
    assert repr(Cube("R U", puzzle="2x2")) == "Cube('R U', puzzle='2x2')"
    facelets = Cube("R U").facelets
    assert repr(Cube(facelets)) == repr(Cube("H", french=True).turn("U'").turn("R U")) == f"Cube({facelets!r})"


class Array:
    """What arrays of numpy have of numpy's own."""

    def __init__(self, values: list[object], dtype: str) -> None:
        self.values, self.dtype = values, dtype

    def ravel(self) -> Array:
        return self

    def tolist(self) -> list[object]:
        return self.values


class Number:
    """A whole number that is no int."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_arrays_and_their_numbers_are_read_or_refused_in_words() -> None:
    cube = Cube("R U F2")
    assert Cube(Array(list(cube.facelets), "<U1")) == Cube(list(cube.facelets)) == cube  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="array of single letters, got Array of int64; numbers are for Cube.from_moves"):
        Cube(Array([0] * 54, "int64"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="got Array of <U2"):
        Cube(Array(["UF", "UR"], "<U2"))  # type: ignore[arg-type]
    assert Cube.from_moves([Number(3), Number(0)]) == Cube("R U")  # type: ignore[list-item]
    cubies = [[Number(value) for value in part] for part in cube.cubies]
    assert Cube.from_cubies(*cubies) == cube  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="corner_ori is .*; expected 8 small whole numbers"):
        Cube.from_cubies(cubies[0], [0.0] * 8)  # type: ignore[arg-type, list-item]
    assert Cube.random(Number(7)) == Cube.random(7)  # type: ignore[arg-type]


def test_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    cube = Cube("R U F2")
    assert Cube(numpy.array(list(cube.facelets)).reshape(6, 3, 3)) == cube
    assert Cube(numpy.array([cube.facelets])[0]) == cube
    assert Cube.from_cubies(*(numpy.array(part) for part in cube.cubies)) == cube
    assert Cube.from_moves(numpy.array([3, 0, 7])) == cube
    for wrong in (numpy.zeros(54), numpy.zeros(54, dtype=int), numpy.array([cube.facelets] * 2)):
        with pytest.raises(TypeError, match="got ndarray of"):
            Cube(wrong)
    with pytest.raises(UsageError, match="whole numbers"):
        Cube.from_cubies(numpy.zeros((8, 2), dtype=int), numpy.zeros(8, dtype=int))
