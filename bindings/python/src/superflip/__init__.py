"""Provably shortest solutions of the Rubik's Cube.

>>> import superflip
>>> result = superflip.solve(superflip.Cube("R U R' U'"))
>>> print(result)
4*  U R U' R'

Cube                  a position: from moves, facelets, cubies, or at random
Goal                  what to reach if not all pieces count: a cross, oriented edges, a block
Turns                 slices, wide turns, rotations, and what each turn costs
solve                 solve a cube with a solver that is made once
Solver                a solver of your own: solve, solve_many, start
build                 build the tables of a heuristic, once
tables                pattern databases: list_all, choose, verify
methods               other ways to solve
parse_moves ...       moves as numbers

doc/python.md shows how a list of a thousand cubes is solved.
"""

from . import tables
from ._library import version as library_version
from ._version import VERSION as __version__
from .cube import Cube, Cubies, Random, Verdict, random_cubes
from .default import solve
from .errors import (
    Cancelled,
    Closed,
    CubeError,
    FileError,
    GoalError,
    InternalError,
    LibraryNotFound,
    MemoryShortage,
    NotEnoughSpace,
    SuperflipError,
    TableChanged,
    TableDamaged,
    TableError,
    TableForeign,
    TableLocked,
    TableMissing,
    TextError,
    ThreadError,
    UnknownName,
    UsageError,
)
from .goal import Goal, GoalInfo, GoalName
from .job import Job
from .methods import Method, methods
from .moves import format_moves, length_of, parse_moves
from .request import Request
from .result import Iteration, Outcome, Progress, Result, Solution, Stage
from .solver import Solver
from .tables import Tables, build
from .turns import Turns

__all__ = [
    "Cancelled", "Closed", "Cube", "CubeError", "Cubies", "FileError", "Goal", "GoalError", "GoalInfo", "GoalName", "InternalError",
    "Iteration", "Job", "LibraryNotFound", "MemoryShortage", "Method", "NotEnoughSpace", "Outcome", "Progress", "Random", "Request",
    "Result", "Solution", "Solver", "Stage", "SuperflipError", "TableChanged", "TableDamaged", "TableError", "TableForeign", "TableLocked", "TableMissing",
    "Tables", "TextError", "ThreadError", "Turns", "UnknownName", "UsageError", "Verdict", "__version__", "build", "format_moves", "length_of",
    "library_version", "methods", "parse_moves", "random_cubes", "solve", "tables",
]
