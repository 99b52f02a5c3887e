"""Goals in which only some pieces count: a cross, oriented edges, a block."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from . import _abi, errors
from ._library import Handle, call, decode, encode, lib, sized, written
from ._session import PathLike, fields_of, make_problem, open_session
from .cube import Cube
from .moves import Moves

__all__ = ["Goal", "GoalInfo", "GoalName"]


@dataclass(frozen=True)
class GoalName:
    """A goal that has a name."""

    name: str
    #: what may follow the name, ":FACE"; "" if nothing does
    arguments: str
    #: what is solved, in words
    picture: str


@dataclass(frozen=True)
class GoalInfo:
    """A goal and its tables."""

    #: positions of what counts; None: too many to count for a table
    n_states: int | None
    #: from how many sides, or in how many ways, it can be reached
    n_sides: int
    n_tables: int
    #: the tables tell the distance itself: nothing is searched in vain
    is_exact: bool
    #: all of its tables are there; their headers were not read
    is_installed: bool
    #: of the tables, or what they will be
    file_bytes: int
    #: of memory, to build what is missing
    build_bytes: int


class Goal:
    """What a solution is to reach if not all pieces count. It never changes, and can be compared, hashed, and pickled.

    >>> cross = Goal("cross")
    >>> cross.holds(Cube("U")), cross.holds(Cube("R"))
    (True, False)
    >>> Goal("cross:D+FR") == Goal("xcross:FR")
    True

    >>> Goal("cross", auf="D", neutral="all").name
    'cross+auf:D+neutral'

    text     names of Goal.names() with their arguments, joined by "+", or 54 stickers, "." where one does not matter
    auf      a face whose turns cost nothing at the end
    preauf   a face whose turns cost nothing before the first move
    neutral  whichever of these faces, such as "UD", or "all"

    Raises GoalError, which says where the text is wrong, and which name was perhaps meant.
    """

    __slots__ = ("_handle",)
    _handle: Handle

    def __init__(self, text: str, *, auf: str | None = None, preauf: str | None = None, neutral: str | None = None) -> None:
        more = [("+auf:", auf), ("+preauf:", preauf), ("+neutral", neutral and ("" if neutral == "all" else f":{neutral}"))]
        self._become(lib.superflip_goal_parse, encode(text + "".join(name + face for name, face in more if face is not None)))

    def _become(self, function: Any, source: Any) -> Goal:
        pointer, error = ctypes.c_void_p(), _abi.Error()
        errors.check(function(source, ctypes.byref(pointer), ctypes.byref(error)), error, errors.GoalError)
        object.__setattr__(self, "_handle", Handle(pointer, lib.superflip_goal_free))
        return self

    @classmethod
    def of_cube(cls, cube: Cube) -> Goal:
        """That all that is seen of a cube is solved; of a whole cube it is the solved cube. Raises GoalError if too little is seen."""
        return cls.__new__(cls)._become(lib.superflip_goal_of_cube, cube._handle)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a goal does not change: {name} cannot be set")

    @staticmethod
    def names() -> list[GoalName]:
        """All goals that have names."""
        found: list[GoalName] = []
        arguments, picture = ctypes.c_char_p(), ctypes.c_char_p()
        while name := lib.superflip_goal_at(len(found), ctypes.byref(arguments), ctypes.byref(picture)):
            found.append(GoalName(decode(name), decode(arguments.value or b""), decode(picture.value or b"")))
        return found

    @property
    def name(self) -> str:
        """As it was written, without spaces."""
        return decode(lib.superflip_goal_name(self._handle))

    @property
    def is_solved(self) -> bool:
        """Whether it is the solved cube."""
        return bool(lib.superflip_goal_is_solved(self._handle))

    @property
    def facelets(self) -> str:
        """54 letters, "." where not all cubes at the goal have the same colour."""
        return written(lib.superflip_goal_facelets, self._handle)

    @property
    def patterns(self) -> str:
        """Which pieces count, and how, seen from which sides: the same for equal goals."""
        return written(lib.superflip_goal_patterns, self._handle)

    def holds(self, cube: Cube, moves: Moves = ()) -> bool:
        """Whether a cube of the 3x3x3, after moves, is at the goal. Raises UsageError if what is seen of it does not tell."""
        found = ctypes.c_bool()
        call(lib.superflip_goal_holds, self._handle, cube.turn(moves)._handle, ctypes.byref(found))
        return found.value

    def info(self, *, metric: str = "htm", directory: PathLike | None = None) -> GoalInfo:
        """What it takes to search for it. Raises MemoryShortage if no tables are small enough."""
        found, problem = sized(_abi.Needs), make_problem(fields_of(goal=self, metric=metric))
        call(lib.superflip_session_measure, open_session(directory), problem, None, ctypes.byref(found))
        return GoalInfo(
            found.n_states or None, found.n_sides, found.n_tables, found.is_exact, found.is_installed, found.file_bytes,
            found.build_bytes,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Goal):
            return NotImplemented
        return self.patterns == other.patterns

    def __hash__(self) -> int:
        return hash(self.patterns)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Goal({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Goal, (self.name,)
