"""Solving without a word about solvers."""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING

from . import errors
from .cube import Cube
from .goal import Goal, goal_of
from .job import SolveProgress
from .moves import Moves
from .request import Request, check_keywords
from .result import Result
from .solver import Solver
from .stream import Item

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["solve"]

_lock = Lock()
_solvers: dict[tuple[object, ...], Solver] = {}

#: Solvers that are kept; the oldest one goes.
KEPT = 8


def _forget_parents() -> None:
    """In a forked child: the parent's solvers have no threads here, and its lock may be held."""
    global _lock
    _lock = Lock()
    _solvers.clear()


os.register_at_fork(after_in_child=_forget_parents)


def _solver_for(puzzle: str, metric: str, goal: Goal | None = None, moves: Moves | None = None, cost: str | None = None) -> Solver:
    with _lock:
        moves = moves if moves is None or isinstance(moves, str) else tuple(moves)
        key = puzzle, metric, goal, moves, cost, os.getpid()
        if key not in _solvers:
            _solvers[key] = Solver(goal or "auto", puzzle=puzzle, metric=metric, moves=moves, cost=cost)
            if len(_solvers) > KEPT:
                del _solvers[next(iter(_solvers))]
        return _solvers[key]


def solve(
    cube: Item,
    *,
    metric: str = "htm",
    moves: Moves | None = None,
    cost: str | None = None,
    progress: SolveProgress | None = None,
    **request: Unpack[Request],
) -> Result:
    """Solve a cube with a solver that is made at the first call and kept: the strongest tables that are installed, all processors.
    If none are installed, Korf's are built first (87 MB, a few seconds).

    >>> print(superflip.solve("R U R' U' R' F R2 U' R' U' R U R' F'"))
    11*  D R2 D' F2 U F2 R2 U R2 U' R2

    cube                 a Cube, also one of which not all is seen, or a text that is one of the 3x3x3
    metric, moves, cost  as of a Solver: solve(cube, metric="stm", moves="M U")
    goal                 also a Goal, or its text: solve(cube, goal="cross"); its tables are built when they are missing

    Otherwise as Solver.solve().
    """
    check_keywords(request, solve)
    wanted = cube if isinstance(cube, Cube) else Cube(cube)
    goal = goal_of(request.get("goal"))
    pieces = goal if isinstance(goal, Goal) else None if wanted.is_whole else Goal.of_cube(wanted)
    if pieces is not None and wanted.puzzle != "3x3":
        raise errors.UsageError(f"the goal {pieces.name!r} is of the 3x3x3")
    request["goal"] = goal if isinstance(goal, Cube) else None
    return _solver_for(wanted.puzzle, metric, pieces, moves, cost).solve(wanted, progress=progress, **request)
