"""Solving without a word about solvers."""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING

from .cube import Cube
from .job import SolveProgress
from .request import Request
from .result import Result
from .solver import Solver
from .stream import Item

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["solve"]

_lock = Lock()
_solvers: dict[tuple[str, str, int], Solver] = {}


def _forget_parents() -> None:
    """In a forked child: the parent's solvers have no threads here, and its lock may be held."""
    global _lock
    _lock = Lock()
    _solvers.clear()


os.register_at_fork(after_in_child=_forget_parents)


def _solver_for(puzzle: str, metric: str) -> Solver:
    with _lock:
        key = puzzle, metric, os.getpid()
        if key not in _solvers:
            _solvers[key] = Solver(puzzle=puzzle, metric=metric)
        return _solvers[key]


def solve(cube: Item, *, metric: str = "htm", progress: SolveProgress | None = None, **request: Unpack[Request]) -> Result:
    """Solve a cube with a solver that is made at the first call and kept: the strongest tables that are installed, all processors.
    If none are installed, Korf's are built first (87 MB, a few seconds).

    >>> print(superflip.solve("R U R' U' R' F R2 U' R' U' R U R' F'"))
    11*  D R2 D' F2 U F2 R2 U R2 U' R2

    cube  a Cube, or a text that is one of the 3x3x3

    Otherwise as Solver.solve().
    """
    wanted = cube if isinstance(cube, Cube) else Cube(cube)
    return _solver_for(wanted.puzzle, metric).solve(wanted, progress=progress, **request)
