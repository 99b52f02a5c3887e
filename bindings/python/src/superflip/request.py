"""What can be asked of a cube: one set of keywords for all ways to solve."""

from __future__ import annotations

import inspect
import math
from typing import Any, Callable, Literal, TypedDict, Union

from . import _abi, errors
from ._library import initial, lib
from .cube import Cube
from .goal import Goal, goal_of
from .moves import whole

__all__ = ["Request"]


class Request(TypedDict, total=False):
    """Keywords of solve(), start() and solve_many(). Without any: one shortest solution, proved, without limits."""

    #: at most so many solutions (1), or "all"
    n: Union[int, Literal["all"]]
    #: also solutions of up to the optimum + this many moves (0; with a Goal and n, as many as n solutions take)
    over: int
    #: no shorter solutions (0)
    min_length: int
    #: no longer ones (None: no limit)
    max_length: int | None
    #: nodes (None: no limit)
    node_limit: int | None
    #: seconds, from when the work on the cube begins (None: no limit)
    time_limit: float | None
    #: the same solution each time, whatever threads do, at the price of a complete last iteration
    deterministic: bool
    #: with n="all": of solutions that symmetries of the cube exchange only the first
    up_to_symmetry: bool
    #: with a goal: also solutions that reach it before their end
    past_goal: bool
    #: if a limit comes first: a short solution by the two-phase method, not proved
    approximate: bool
    #: what to reach (None: the solved cube): a position, or, of superflip.solve() only, a Goal; a text is either
    goal: Union[Cube, Goal, str, None]


_KEYS = frozenset(Request.__annotations__)


def checked_whole(name: str, value: Any, least: int, most: int) -> int:
    number = whole(value)
    if number is None or not least <= number <= most:
        raise errors.UsageError(f"{name} is {value!r}; expected a whole number from {least} to {most}")
    return number


def check_keywords(request: Request, function: Callable[..., Any]) -> None:
    """Raise TypeError for a keyword that neither the function nor a request has, with all that they have."""
    unknown = set(request) - _KEYS
    if unknown:
        own = {name for name, p in inspect.signature(function).parameters.items() if p.kind is p.KEYWORD_ONLY}
        raise TypeError(f"unknown keyword {min(unknown)!r}; expected some of {', '.join(sorted(own | _KEYS))}")


def to_library(request: Request, has_goal: bool = False) -> Any:
    """The request as the library takes it."""
    raw = initial(_abi.Request, lib.superflip_request_init)
    n = request.get("n", 1)
    raw.n_solutions = _abi.ALL if isinstance(n, str) and n == "all" else checked_whole("n", n, 1, (1 << 63) - 1)
    most = _abi.MAX_LENGTH if has_goal and raw.n_solutions > 1 else 0
    raw.over_optimal = checked_whole("over", request.get("over", most), 0, _abi.MAX_LENGTH)
    raw.min_length = checked_whole("min_length", request.get("min_length", 0), 0, _abi.MAX_LENGTH)
    max_length = request.get("max_length")
    if max_length is not None:
        raw.max_length = checked_whole("max_length", max_length, 0, _abi.MAX_LENGTH)
    node_limit = request.get("node_limit")
    if node_limit is not None:
        raw.node_limit = checked_whole("node_limit", node_limit, 1, (1 << 64) - 1)
    time_limit = request.get("time_limit")
    if time_limit is not None:
        if not isinstance(time_limit, (int, float)) or not 0 < time_limit < math.inf:
            raise errors.UsageError(f"time_limit is {time_limit!r}; expected seconds, more than 0, or None")
        raw.time_limit_s = time_limit
    raw.is_deterministic = request.get("deterministic", False)
    raw.up_to_symmetry = request.get("up_to_symmetry", False)
    raw.past_goal = request.get("past_goal", False)
    raw.approximates = request.get("approximate", False)
    goal = goal_of(request.get("goal"))
    if isinstance(goal, Goal):
        raise errors.UsageError(f"the goal {goal.name!r} has tables of its own: use Solver(Goal({goal.name!r})), or superflip.solve()")
    if goal is not None:
        raw.goal = goal._handle._as_parameter_
        raw.keeps = goal
    return raw
