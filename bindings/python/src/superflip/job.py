"""One cube in work."""

from __future__ import annotations

import ctypes
import time
from types import TracebackType
from typing import TYPE_CHECKING, Callable, Iterator, Optional

from . import _abi
from ._library import SLICE_S, Handle, lib, sized, waited
from ._session import Problem
from .cube import Cube
from .result import Progress, Result, Solution, result_of
from .turns import Turns, cost_of

if TYPE_CHECKING:
    from .solver import Solver

__all__ = ["Job", "SolveProgress"]

#: Hears of a search. False stops it: the result then says what is known.
SolveProgress = Callable[[Progress], Optional[bool]]

#: For superflip_job_wait(): only the result counts.
_RESULT = (1 << 64) - 1

#: A progress function hears at least so often, in seconds.
TELL_S = 0.5


class Job:
    """A cube that is being solved; Solver.start() makes it. Any thread may ask, wait and cancel.

    As a context manager it is cancelled at the end. A job that nobody refers to any more is cancelled, too.
    """

    def __init__(self, solver: Solver, handle: Handle, cube: Cube, problem: Problem) -> None:
        self._solver = solver  # stays open as long as somebody waits
        self._handle = handle
        self._cube = cube
        self._problem = problem
        self._result: Result | None = None

    @property
    def cube(self) -> Cube:
        return self._cube

    @property
    def is_done(self) -> bool:
        return waited(lib.superflip_job_wait(self._handle, _RESULT, 0.0)) == _abi.OK

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the job is done; False after `timeout` seconds. Ctrl-C ends the waiting, and the job goes on."""
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            left = SLICE_S if end is None else min(SLICE_S, end - time.monotonic())
            if waited(lib.superflip_job_wait(self._handle, _RESULT, max(left, 0.0))) == _abi.OK:
                return True
            if left <= 0:
                return False

    def result(self, timeout: float | None = None) -> Result:
        """Wait for the result. Raises TimeoutError, or what made the search fail (TableDamaged, MemoryShortage)."""
        if self._result is None:
            if not self.wait(timeout):
                raise TimeoutError(f"the job is not done after {timeout} s")
            self._result = result_of(lib.superflip_job_result(self._handle), self._cube, 0, self._problem)
        return self._result

    def cancel(self) -> None:
        """Stop; returns at once. The result comes a few milliseconds later and tells what is known: Outcome.STOPPED, or better."""
        lib.superflip_job_cancel(self._handle)

    def _raw_progress(self) -> _abi.Progress:
        raw: _abi.Progress = sized(_abi.Progress)
        lib.superflip_job_progress(self._handle, ctypes.byref(raw))
        return raw

    def progress(self) -> Progress:
        """How far it is."""
        return progress_of(self._raw_progress(), self._problem.turns)

    def solutions(self) -> Iterator[Solution]:
        """Those found so far, in the order in which they were found; each solves the cube. Only the result says which is
        shortest."""
        moves, found, turns = (ctypes.c_uint8 * _abi.MAX_MOVES)(), _abi.Solution(), self._problem.turns
        i = 0
        while waited(lib.superflip_job_solution(self._handle, i, moves, ctypes.byref(found))) == _abi.OK:
            yield Solution(bytes(moves[: found.n_moves]), cost_of(turns, found.length), turns=turns, n_before=found.n_before, n_after=found.n_after)
            i += 1

    def watch(self, progress: SolveProgress | None) -> Result:
        """Wait for the result, and call `progress` in this thread whenever something changes, and twice a second. Cancelled at the end."""
        n_changes, told = _RESULT, 0.0
        with self:
            while progress is not None and not self.is_done:
                raw = self._raw_progress()
                now = time.monotonic()
                if raw.n_changes != n_changes or now - told >= TELL_S:
                    n_changes, told = raw.n_changes, now
                    if progress(progress_of(raw, self._problem.turns)) is False:
                        self.cancel()
                        break
                waited(lib.superflip_job_wait(self._handle, n_changes, SLICE_S))
            return self.result()

    def __enter__(self) -> Job:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.cancel()

    def __repr__(self) -> str:
        return f"<Job of {self._cube.facelets}, {'done' if self.is_done else 'in work'}>"


def progress_of(raw: _abi.Progress, turns: Turns | None) -> Progress:
    return Progress(
        raw.has_begun, raw.is_done, cost_of(turns, raw.threshold), cost_of(turns, raw.lower_bound), raw.n_solutions, raw.n_generated, raw.seconds,
        raw.checked_share, n_done=int(raw.is_done),
    )
