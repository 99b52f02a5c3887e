"""Positions of the 3x3x3 and the 2x2x2 that turns can solve."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, Iterator, NamedTuple, Sequence, Union

from . import _abi, _picture, errors
from ._library import Handle, call, create, decode, lib, sized
from ._session import fields_of, goal_fields, make_problem
from .moves import (
    Moves,
    format_moves,
    numbers_of,
    puzzle_number,
    readable,
    reading_options,
    text_of,
    to_array,
    whole,
)

if TYPE_CHECKING:
    from .goal import Goal

__all__ = ["Cube", "Cubies", "Random", "Verdict", "random_cubes"]

_FORMS = ("moves", "facelets", "cubies")
_NAMES = ("3x3", "2x2")


class Cubies(NamedTuple):
    """A position on the cubie level: corner_perm[URF] is the cubie in the URF position, corner_ori[URF] its twist there in
    clockwise thirds."""

    #: 0 to 7: URF UFL ULB UBR DFR DLF DBL DRB
    corner_perm: tuple[int, ...]
    #: 0 to 2, sum divisible by 3
    corner_ori: tuple[int, ...]
    #: 0 to 11: UR UF UL UB DR DF DL DB FR FL BL BR; 0, 1 ... 11 for the 2x2x2
    edge_perm: tuple[int, ...]
    #: 0 or 1, even sum; 0 for the 2x2x2
    edge_ori: tuple[int, ...]


@dataclass(frozen=True)
class Verdict:
    """What a solution does to a cube. True if it solves it."""

    #: whether it leads from the cube to the goal
    solves: bool
    #: in face turns: a slice is two, a rotation none
    n_moves: int
    #: in moves of the metric
    length: int

    def __bool__(self) -> bool:
        return self.solves


def _array(values: Sequence[int], n: int, what: str) -> Any:
    numbers = [number for number in map(whole, values) if number is not None and 0 <= number < 256]
    if len(numbers) != n or len(values) != n:
        raise errors.UsageError(f"{what} is {list(values)!r}; expected {n} small whole numbers")
    return (ctypes.c_uint8 * n)(*numbers)


class Cube:
    """A position that turns can solve. It never changes, can be compared, hashed, and pickled.

    >>> Cube("R U R' U'")
    Cube("R U R' U'")
    >>> Cube("R U R' U'").facelets
    'UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB'
    """

    __slots__ = ("_handle", "_key", "_moves")
    _handle: Handle
    _key: tuple[str, str] | None
    #: the moves that it was made from, if Cube() reads them as they are; "": for repr() its facelets
    _moves: str

    def __init__(
        self,
        text: str = "",
        *,
        puzzle: str = "3x3",
        french: bool = False,
        parentheses: str | None = None,
        grey: bool = False,
        centers: bool = False,
    ) -> None:
        """Read a position in any form that people write: moves (brackets, commutators, wide turns, slices, rotations), 54 facelets
        as letters or colours, or Reid's line of cubies; for the 2x2x2 moves, 24 facelets, or Théry's fourteen numbers.

        text         "" is the solved cube; an array of letters, such as numpy's, is read as the text of them
        puzzle       "3x3" or "2x2"
        french       the letters of the faces are H B A P G D
        parentheses  what bare parentheses mean: "groups", "niss" (turns on the inverse), or None: a text that would be two
                     different cubes is refused
        grey         facelets or cubies of the 3x3x3 may have stickers that do not matter, "."; see is_whole
        centers      centres of the 3x3x3 count: moves turn them, and after facelets and cubies "U+ R2 F-" names those that are
                     turned; every solution leaves them upright

        Raises CubeError with line, column, token and text of the first fault.
        """
        options = reading_options(french, parentheses) | (_abi.READ_GREY if grey else 0)
        options |= _abi.READ_CENTERS if centers else 0
        self._become(create(lib.superflip_cube_parse, lib.superflip_cube_free, puzzle_number(puzzle), readable(text), options))
        if self.form == "moves" and not options:
            object.__setattr__(self, "_moves", text_of(text))

    def _become(self, handle: Handle) -> None:
        object.__setattr__(self, "_handle", handle)
        object.__setattr__(self, "_key", None)
        object.__setattr__(self, "_moves", "")

    @classmethod
    def _of(cls, function: Any, *arguments: Any) -> Cube:
        cube = cls.__new__(cls)
        cube._become(create(function, lib.superflip_cube_free, *arguments))
        return cube

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a cube does not change: {name} cannot be set")

    @classmethod
    def from_moves(cls, moves: Moves, *, puzzle: str = "3x3") -> Cube:
        """The solved cube after moves, which are a text or numbers from 0 to 17."""
        numbers = numbers_of(moves, puzzle)
        cube = Cube("", puzzle=puzzle).turn(numbers)
        object.__setattr__(cube, "_moves", format_moves(numbers))
        return cube

    @classmethod
    def from_cubies(
        cls,
        corner_perm: Sequence[int],
        corner_ori: Sequence[int],
        edge_perm: Sequence[int] = tuple(range(12)),
        edge_ori: Sequence[int] = (0,) * 12,
        *,
        puzzle: str = "3x3",
    ) -> Cube:
        """The position with these cubies; see Cubies. Raises UsageError if no turns make it, and says which law is broken."""
        cubies = _abi.Cubies(
            _array(corner_perm, 8, "corner_perm"),
            _array(corner_ori, 8, "corner_ori"),
            _array(edge_perm, 12, "edge_perm"),
            _array(edge_ori, 12, "edge_ori"),
        )
        return cls._of(lib.superflip_cube_from_cubies, puzzle_number(puzzle), ctypes.byref(cubies))

    @classmethod
    def random(cls, seed: int | None = None, *, puzzle: str = "3x3") -> Cube:
        """A cube, each position equally likely; always the same one for the same seed."""
        return Random(seed).cube(puzzle=puzzle)

    def _facts(self) -> _abi.Facts:
        facts: _abi.Facts = lib.superflip_cube_facts(self._handle)
        return facts

    @property
    def puzzle(self) -> str:
        """ "3x3" or "2x2"."""
        return _NAMES[self._facts().puzzle]

    @property
    def form(self) -> str:
        """The form that it was read from: "moves", "facelets" or "cubies"."""
        return _FORMS[self._facts().form]

    @property
    def is_rotated(self) -> bool:
        """Whether the text turned the whole cube: solutions then go on from how it is held at the end."""
        return bool(self._facts().is_rotated)

    @property
    def is_whole(self) -> bool:
        """Whether all of its stickers matter, or only one cube has those that are seen. Otherwise it stands for all that look like it:
        superflip.solve() solves what is seen, Goal.of_cube() is the goal to do so, and there are no cubies, products and inverses."""
        return bool(self._facts().is_whole)

    @property
    def is_solved(self) -> bool:
        return bool(self._facts().is_solved)

    @property
    def centers(self) -> str | None:
        """Which centres are turned, "U+ R2 F-"; None if they do not count."""
        return self._write(_abi.FORM_CENTERS) if self._facts().has_centers else None

    def _write(self, form: int) -> str:
        size = 128
        text = ctypes.create_string_buffer(size)
        lib.superflip_cube_write(self._handle, form, text, size)
        return decode(text.value)

    @property
    def facelets(self) -> str:
        """54 (or 24) letters, faces in the order U R F D L B, row by row."""
        return self._write(_abi.FORM_FACELETS)[:54]

    @property
    def reid(self) -> str:
        """Reid's line of cubies, "UF UR UB ..."; of a 2x2x2 Théry's fourteen numbers."""
        return self._write(_abi.FORM_CUBIES)[:67]

    @property
    def cubies(self) -> Cubies:
        """The permutations and orientations of corners and edges."""
        if not self.is_whole:
            raise errors.UsageError("not all of the cube is seen")
        raw = _abi.Cubies()
        lib.superflip_cube_get_cubies(self._handle, ctypes.byref(raw))
        return Cubies(tuple(raw.corner_perm), tuple(raw.corner_ori), tuple(raw.edge_perm), tuple(raw.edge_ori))

    def turn(self, moves: Moves) -> Cube:
        """The cube after more moves, which are a text or numbers from 0 to 17: Cube(a).turn(b) == Cube(a + " " + b), also where b turns
        the whole cube."""
        if isinstance(moves, str):
            return self._of(lib.superflip_cube_turned_by, self._handle, readable(moves), 0)
        array = to_array(moves)
        return self._of(lib.superflip_cube_turned, self._handle, array, len(array))

    def inverse(self) -> Cube:
        """The position that undoes this one; of the 3x3x3."""
        return self._of(lib.superflip_cube_inverse, self._handle)

    def __mul__(self, other: object) -> Cube:
        """First this position, then the other one, however they are held; of the 3x3x3: Cube(a) * Cube(b) == Cube(a + " " + b),
        unless b turns the whole cube."""
        if not isinstance(other, Cube):
            return NotImplemented
        return self._of(lib.superflip_cube_product, self._handle, other._handle)

    def check(
        self,
        solution: str,
        *,
        metric: str = "htm",
        goal: Union[Cube, Goal, None] = None,
        french: bool = False,
        parentheses: str | None = None,
    ) -> Verdict:
        """Turn the cube by a solution and see whether it is solved, or has become the goal."""
        fields = fields_of(
            puzzle=self.puzzle, metric=metric, french=french, parentheses="group" if parentheses == "groups" else parentheses
        )
        verdict = sized(_abi.Verdict)
        problem = make_problem({**fields, **goal_fields(goal, self.puzzle)})
        call(lib.superflip_problem_verify, problem, self._handle, readable(solution), ctypes.byref(verdict))
        return Verdict(bool(verdict.solves), verdict.n_moves, verdict.length)

    def _identity(self) -> tuple[str, str]:
        """What equal cubes have in common: a 2x2x2 that is held differently has the same numbers."""
        if self._key is None:
            object.__setattr__(self, "_key", (self.puzzle + ("" if self.centers is None else " with centers"), self._write(_abi.FORM_CUBIES)))
        assert self._key is not None
        return self._key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cube):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __str__(self) -> str:
        return self._write(_abi.FORM_FACELETS)

    def __repr__(self) -> str:
        text = self._moves or str(self)
        more = ", puzzle='2x2'" if self.puzzle == "2x2" else "" if self.is_whole else ", grey=True"
        more += "" if self.centers is None else ", centers=True"
        return f"Cube({text!r}{more})"

    def _repr_html_(self) -> str:
        """For notebooks: its net."""
        return _picture.net(self.facelets)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.is_whole and self.centers is None:
            return (_from_state, (self.puzzle, self.cubies))
        return (_from_facelets, (str(self), self.centers is not None))


def _from_state(puzzle: str, cubies: Cubies) -> Cube:
    return Cube.from_cubies(*cubies, puzzle=puzzle)


def _from_facelets(facelets: str, centers: bool = False) -> Cube:
    return Cube(facelets, grey=True, centers=centers)


class Random:
    """A source of random cubes. Threads may share it.

    seed  the same cubes for the same seed on every machine and in every version; None: from the operating system's generator
    """

    def __init__(self, seed: int | None = None) -> None:
        self._lock = Lock()
        free = lib.superflip_random_free
        if seed is None:
            self._handle = create(lib.superflip_random_from_system, free)
        elif (number := whole(seed)) is not None and 0 <= number < 1 << 64:
            self._handle = create(lib.superflip_random_from_seed, free, number)
        else:
            raise errors.UsageError(f"seed is {seed!r}; expected a number from 0 to 2**64 - 1")

    def cube(self, *, puzzle: str = "3x3") -> Cube:
        """A cube, each position equally likely."""
        number = puzzle_number(puzzle)
        with self._lock:
            return Cube._of(lib.superflip_cube_random, self._handle, number)


def random_cubes(n: int, seed: int | None = None, *, puzzle: str = "3x3") -> Iterator[Cube]:
    """n random cubes, each position equally likely; always the same ones for the same seed."""
    source = Random(seed)
    return (source.cube(puzzle=puzzle) for _ in range(n))
