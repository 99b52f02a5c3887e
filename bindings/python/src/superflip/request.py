"""What can be asked of a cube: one set of keywords for all ways to solve."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Literal, TypedDict, Union

from ._session import Fields, fields_of, goal_fields
from .cube import Cube
from .goal import Goal

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
    #: what to reach (None: the solver's goal, or the solved cube): a position, or a Goal; a text is either
    goal: Union[Cube, Goal, str, None]


_KEYS = frozenset(Request.__annotations__)


def check_keywords(request: Request, function: Callable[..., Any]) -> None:
    """Raise TypeError for a keyword that neither the function nor a request has, with all that they have."""
    unknown = set(request) - _KEYS
    if unknown:
        own = {name for name, p in inspect.signature(function).parameters.items() if p.kind is p.KEYWORD_ONLY}
        raise TypeError(f"unknown keyword {min(unknown)!r}; expected some of {', '.join(sorted(own | _KEYS))}")


def request_fields(request: Request, puzzle: str) -> Fields:
    """The request as fields of a problem; `approximate` is none."""
    keywords: dict[str, Any] = {name: value for name, value in request.items() if name not in ("approximate", "goal")}
    return {**fields_of(**keywords), **goal_fields(request.get("goal"), puzzle)}
