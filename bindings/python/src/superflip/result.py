"""What a solver answers."""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass, field
from enum import Enum
from html import escape
from typing import Any

from . import _abi, _picture, errors
from ._library import Handle, decode, lib, written
from ._session import Problem
from .cube import Cube
from .goal import Goal
from .moves import format_moves
from .turns import Turns, cost_of

__all__ = ["Iteration", "Outcome", "Progress", "Result", "Solution", "Stage"]


class Outcome(Enum):
    """How the work on a cube ended."""

    #: as many solutions as were asked for, or all that exist within the lengths asked for
    SOLVED = "solved"
    #: it is proved that there is no solution within max_length
    NONE = "none"
    #: stopped by a limit: the lower bound holds, and there may be solutions
    NODE_LIMIT = "node limit"
    TIME_LIMIT = "time limit"
    MEMORY_LIMIT = "memory limit"
    #: cancelled; as for a limit
    STOPPED = "stopped"
    #: solve_many(on_error="return"): the item is no cube; see Result.error
    INVALID = "invalid"


#: In the order of superflip_outcome.
_OUTCOMES = tuple(Outcome)


@dataclass(frozen=True, repr=False)
class Solution:
    """A solution. str() is its moves, "R U2 F'"."""

    #: the moves' numbers, face * 3 + clockwise quarter turns - 1; at both ends there may be a free turn of the goal
    numbers: bytes
    #: in moves of the metric, of a turn set its cost; free turns cost nothing
    length: float
    #: how many solutions it stands for, with up_to_symmetry
    n_images: int = 1
    #: the turn set that it was found with; None: turns of faces
    turns: Turns | None = field(default=None, compare=False)
    #: of a list of steps: the moves step by step, those on the inverse in parentheses, "(R U) F2 D"
    chain: str | None = None
    #: of a list of steps: how many moves each step has
    steps: tuple[int, ...] = ()
    #: of a goal that may be reached from several sides ("neutral"): the one that is, "cross:L"; else None
    reached: str | None = None
    #: of `reached`, if that is a side: its color, or colors, "yellow-orange", of a cube that is scrambled with white on top and green in
    #: front; None where the cube was not read from moves, or these turn the whole cube
    color: str | None = None
    #: how many of the moves, at the beginning and at the end, are free turns of the goal
    n_before: int = 0
    n_after: int = 0

    @property
    def moves(self) -> str:
        """The moves as "R U2 F'"; of a turn set as they are turned by hand, "M' Rw U2", but for free turns of the goal."""
        if self.turns is None:
            return format_moves(self.numbers)
        end = len(self.numbers) - self.n_after
        before, after = format_moves(self.numbers[: self.n_before]), format_moves(self.numbers[end:])
        return " ".join(part for part in (before, self.turns._write(self.numbers[self.n_before : end])[0], after) if part)

    def __str__(self) -> str:
        return self.moves

    def __repr__(self) -> str:
        return f"<Solution {self.moves!r}, {self.length} {'moves' if self.turns is None else 'in ' + self.turns.metric}>"


@dataclass(frozen=True)
class Iteration:
    """One iteration of the search."""

    #: length, or cost, of the solutions looked for
    threshold: float
    #: every node was visited: then n_generated does not depend on the number of threads
    is_complete: bool
    n_generated: int
    n_expanded: int
    #: of tables
    n_lookups: int
    n_solutions: int
    seconds: float


@dataclass(frozen=True, repr=False)
class Stage:
    """A stage of a method that has stages."""

    name: str
    #: Its moves as the method makes them, before any are merged
    numbers: bytes
    #: Its share of the solution, after merging; the shares of all stages are the solution
    merged_numbers: bytes
    #: of a list of steps: what it reaches, from the side from which it does, "eo:RL"; else None
    goal: str | None = None

    @property
    def moves(self) -> str:
        return format_moves(self.numbers)

    @property
    def merged_moves(self) -> str:
        return format_moves(self.merged_numbers)

    def __repr__(self) -> str:
        return f"<Stage {self.name!r}, {self.moves!r}>"


@dataclass(frozen=True)
class Progress:
    """How far the work is."""

    has_begun: bool
    is_done: bool
    #: of the iteration in progress, in moves, or a cost
    threshold: float
    #: proved so far, in moves, or a cost, if the tables are sound (checked_share)
    lower_bound: float
    #: found so far
    n_solutions: int
    #: nodes so far; of a list, of all its cubes
    n_generated: int
    #: since the work on the cube began, or since the list was begun
    seconds: float
    #: how much of the tables has been checked, 0 to 1
    checked_share: float
    #: of a list: the cube of threshold and lower_bound, from 0; None: none yet
    index: int | None = None
    #: of a list: cubes read and cubes done so far
    n_read: int = 1
    n_done: int = 0


@dataclass(frozen=True)
class Result:
    """What became of a cube. str() is what the command prints, "11*  D R2 ..."; the star says that the length is proved."""

    #: None only for an invalid item of a list
    cube: Cube | None
    outcome: Outcome
    #: in order of length, then of moves
    solutions: tuple[Solution, ...] = ()
    #: there are solutions, and it is proved that none is shorter than the first
    is_optimal: bool = False
    #: everything requested was found; of a method: there is a solution
    is_complete: bool = False
    #: of a method: solved, but a limit ended the search for shorter solutions
    has_hit_limit: bool = False
    #: the time limit came first, and the solution is that of the two-phase method
    is_approximate: bool = False
    #: the solver's moves do not solve this cube at all
    is_unreachable: bool = False
    #: of a turn set, why not
    why_unreachable: str | None = None
    #: of a list of steps: the step that has no solution by its turns
    stuck_at: str | None = None
    #: proved: nothing shorter solves the cube; 0 if nothing is proved
    lower_bound: float = 0
    n_generated: int = 0
    n_expanded: int = 0
    n_lookups: int = 0
    #: spent on this cube
    seconds: float = 0.0
    iterations: tuple[Iteration, ...] = field(default=(), repr=False)
    stages: tuple[Stage, ...] = field(default=(), repr=False)
    #: place in the list, from 0
    index: int = 0
    #: place of the cube in the list whose search answered this one, too; None: its own
    duplicate_of: int | None = None
    #: with Outcome.INVALID: what is wrong
    error: errors.SuperflipError | None = None
    #: what was to be reached; None: the solved cube
    goal: str | None = None
    metric: str = "htm"

    @property
    def solution(self) -> Solution | None:
        """The first solution, which is the shortest."""
        return self.solutions[0] if self.solutions else None

    @property
    def length(self) -> float | None:
        """Of the first solution, in moves of the metric, or its cost; None without one."""
        return self.solutions[0].length if self.solutions else None

    @property
    def moves(self) -> str | None:
        """Of the first solution; None without one."""
        return self.solutions[0].moves if self.solutions else None

    def as_dict(self) -> dict[str, Any]:
        """A row of a table: index, facelets, length, is_optimal, lower_bound, moves, n_solutions, outcome, n_generated, seconds,
        error."""
        return {
            "index": self.index,
            "facelets": self.cube.facelets if self.cube is not None else None,
            "length": self.length,
            "is_optimal": self.is_optimal,
            "lower_bound": self.lower_bound,
            "moves": self.moves,
            "n_solutions": len(self.solutions),
            "outcome": self.outcome.value,
            "n_generated": self.n_generated,
            "seconds": self.seconds,
            "error": str(self.error) if self.error is not None else None,
        }

    def __str__(self) -> str:
        if self.solutions:
            return f"{self.length}{'*' if self.is_optimal else ''}  {self.moves}".rstrip()
        if self.error is not None:
            return f"invalid: {self.error}"
        return f">={self.lower_bound}  {self.outcome.value}"

    def _repr_html_(self) -> str:
        """For notebooks: the cube, on which its solutions are played; stickers that the goal leaves open are grey."""
        if self.cube is None or self.solution is None:
            return f"<div>{escape(str(self))}</div>" + (_picture.net(self.cube.facelets) if self.cube is not None else "")
        solutions = [
            {"length": found.length, "moves": found.moves, "reached": found.reached, "color": found.color, "niss": found.chain, "steps": found.steps or None}
            for found in self.solutions
        ]
        record = {
            "scramble": str(self), "status": "optimal" if self.is_optimal else "solved", "lower_bound": self.lower_bound, "letters": "english",
            "goal": self.goal, "rotated": self.cube.is_rotated, "solutions": solutions,
            "stages": [{"name": stage.name, "moves": stage.moves, "goal": stage.goal} for stage in self.stages],
        }
        sides = {found.reached: _seen(found.reached) for found in self.solutions if found.reached is not None}
        return _picture.player(self.cube.facelets, record, _seen(self.goal), sides, self.metric)


def _seen(goal: str | None) -> str | None:
    """A goal's facelets; None: it is a position, or the solved cube."""
    try:
        return Goal(goal).facelets if goal is not None else None
    except errors.SuperflipError:
        return None


def _color_of(reached: str | None, cube: Cube) -> str | None:
    if reached is None or cube.form != "moves" or cube.is_rotated:
        return None
    names = {"U": "white", "R": "red", "F": "green", "D": "yellow", "L": "orange", "B": "blue"}
    sides = (side for side in re.findall(r":([URFDLB]+)(?=[+,]|$)", reached) if side[:2] not in ("UD", "FB", "RL"))
    return next(("-".join(names[face] for face in side) for side in sides), None)


def _solution(raw: Any, i: int, cube: Cube, turns: Turns | None, n_steps: int) -> Solution:
    found = _abi.Solution()
    lib.superflip_result_solution(raw, i, ctypes.byref(found))
    chain = written(lib.superflip_result_chain, raw, i, 0) if n_steps > 0 else None
    steps = tuple(int(lib.superflip_result_chain_step(raw, i, step, None)) for step in range(n_steps))
    reached = written(lib.superflip_result_reached, raw, i) or None
    return Solution(
        bytes(found.moves[: found.n_moves]), cost_of(turns, found.length), found.n_images, turns, chain, steps, reached, _color_of(reached, cube),
        found.n_before, found.n_after,
    )


def _iteration(raw: Any, i: int, turns: Turns | None) -> Iteration:
    found = lib.superflip_result_iteration(raw, i)[0]
    return Iteration(
        cost_of(turns, found.threshold), found.is_complete, found.n_generated, found.n_expanded, found.n_lookups, found.n_solutions, found.seconds
    )


def _stage(raw: Any, i: int) -> Stage:
    found = _abi.Stage()
    lib.superflip_result_stage(raw, i, ctypes.byref(found))
    goal = decode(found.goal) if found.goal is not None else None
    return Stage(decode(found.name), bytes(found.moves[: found.n_moves]), bytes(found.share[: found.n_share]), goal)


def _failure(status: int, tables: Handle | None) -> errors.SuperflipError:
    """Why there is no result: the tables know which file is at fault."""
    error = _abi.Error()
    is_of_table = tables is not None and _abi.TABLE_MISSING <= status <= _abi.TABLE_LOCKED
    if not is_of_table or lib.superflip_tables_await_check(tables, None, None, ctypes.byref(error)) != status:
        error.text = lib.superflip_status_text(status)
    return errors.of_status(status, error)


def result_of(raw: Any, cube: Cube, index: int, problem: Problem) -> Result:
    """Copy a result of the library; raise its failure.

    raw  a pointer or handle, which the caller keeps alive
    """
    turns = problem.turns
    found = ctypes.cast(getattr(raw, "_as_parameter_", raw), ctypes.POINTER(_abi.Result))[0]
    if found.outcome == _abi.FAILED:
        raise _failure(found.failure, problem.tables)
    return Result(
        cube=cube,
        outcome=_OUTCOMES[found.outcome],
        solutions=tuple(_solution(raw, i, cube, turns, found.n_stages if found.is_by_list else 0) for i in range(found.n_solutions)),
        is_optimal=found.is_optimal,
        is_complete=found.is_complete,
        has_hit_limit=found.has_hit_limit,
        is_approximate=found.is_approximate,
        is_unreachable=found.is_unreachable,
        why_unreachable=decode(found.why_unreachable) if found.why_unreachable is not None else None,
        stuck_at=decode(found.stuck_at) if found.stuck_at is not None else None,
        lower_bound=cost_of(turns, found.lower_bound),
        n_generated=found.n_generated,
        n_expanded=found.n_expanded,
        n_lookups=found.n_lookups,
        seconds=found.seconds,
        iterations=tuple(_iteration(raw, i, turns) for i in range(found.n_iterations)),
        stages=tuple(_stage(raw, i) for i in range(found.n_stages)),
        index=index,
        duplicate_of=found.duplicate_of - 1 if found.duplicate_of else None,
        goal=problem.goal,
        metric=problem.metric,
    )
