"""Ways to solve."""

from __future__ import annotations

from dataclasses import dataclass

from ._library import decode, lib

__all__ = ["Method", "methods"]


@dataclass(frozen=True)
class Method:
    """A way to solve, for Solver(method=...)."""

    name: str
    summary: str
    #: what it finds is shortest
    is_optimal: bool
    #: Result.stages tells its stages
    has_stages: bool
    #: works with metric "qtm"
    counts_quarter_turns: bool
    #: time_limit and max_length have an effect
    searches: bool
    #: the time limit of requests without one, in seconds; None: it ends by itself
    usual_s: float | None
    #: a list of steps: Solver's width, step_slack, niss and neutral, and Solution.steps
    takes_steps: bool = False


def methods() -> list[Method]:
    """All methods, "optimal" first."""
    found: list[Method] = []
    while raw := lib.superflip_method_at(len(found)):
        method = raw[0]
        found.append(
            Method(
                decode(method.name), decode(method.summary), method.is_optimal, method.has_stages, method.counts_quarter_turns,
                method.searches, method.usual_s or None, method.takes_steps,
            )
        )
    return found
