"""Solving without a word about solvers."""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING

from ._session import fields_of, moves_text
from .cube import Cube
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
_kept: Solver | None = None


def _forget_parent() -> None:
    """In a forked child: the parent's solver has no threads here, and its lock may be held."""
    global _lock, _kept
    _lock, _kept = Lock(), None


os.register_at_fork(after_in_child=_forget_parent)


def _solver() -> Solver:
    """The solver for whatever is asked, made at the first call."""
    global _kept
    with _lock:
        if _kept is None:
            _kept = Solver._of_everything()
        return _kept


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

    Otherwise as Solver.solve().
    """
    check_keywords(request, solve)
    wanted = cube if isinstance(cube, Cube) else Cube(cube)
    fields = fields_of(puzzle=wanted.puzzle, metric=metric, moves=moves_text(moves), cost=cost)
    return _solver()._start(wanted, fields, request).watch(progress)
