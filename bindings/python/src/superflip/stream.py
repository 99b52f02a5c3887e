"""Many cubes in work."""

from __future__ import annotations

import ctypes
import time
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Iterable, Iterator, Union

from . import _abi, errors
from ._library import SLICE_S, Handle, call, lib, sized, waited
from ._session import Problem
from .cube import Cube
from .job import TELL_S, SolveProgress, progress_of
from .result import Outcome, Result, result_of

if TYPE_CHECKING:
    from .solver import Solver

__all__: list[str] = []

Item = Union[Cube, str]


class Stream:
    """A list that is read and solved at the same time; the results come in its order.

    One thread does both: it reads an item, then takes a result if there is one, and waits for results only while the window is
    full. So memory is bounded, the caller's iterable runs in the caller's thread, and there is no thread that could be left over.
    """

    def __init__(
        self, solver: Solver, handle: Handle, problem: Problem, window: int, items: Iterable[Item], returns_errors: bool
    ) -> None:
        self._solver = solver  # stays open as long as somebody reads
        self._handle = handle
        self._problem = problem
        self._window = window
        self._items = iter(items)
        self._returns_errors = returns_errors
        self._n_read = 0
        #: what was read and not yet answered: a cube in work, or why an item is none
        self._open: deque[tuple[int, Cube | errors.SuperflipError]] = deque()
        self._n_in_work = 0
        self._is_read = False
        self._fault: BaseException | None = None
        self._told = 0.0

    def results(self, progress: SolveProgress | None) -> Iterator[Result]:
        try:
            while True:
                if not self._is_read and len(self._open) < self._window:
                    self._read()
                elif not self._open:
                    break
                must_wait = self._is_read or len(self._open) >= self._window
                result = self._take(SLICE_S if must_wait else 0.0)
                self._tell(progress)
                if result is not None:
                    yield result
            if self._fault is not None:
                raise self._fault
        finally:
            lib.superflip_job_cancel(self._handle)

    def _read(self) -> None:
        """Read an item and give it to the library. A fault is told after the results of the items before it."""
        try:
            item = next(self._items)
        except StopIteration:
            self._end(None)
            return
        except Exception as fault:
            self._end(fault)
            return
        index, self._n_read = self._n_read, self._n_read + 1
        try:
            cube = item if isinstance(item, Cube) else self._solver.cube(item)
            self._add(index, cube)
        except (errors.CubeError, errors.UsageError) as fault:
            if self._returns_errors:
                self._open.append((index, fault))
            else:
                self._end(fault)
        except TypeError as fault:
            self._end(fault)

    def _end(self, fault: BaseException | None) -> None:
        self._is_read, self._fault = True, fault
        lib.superflip_job_finish(self._handle)

    def _add(self, index: int, cube: Cube) -> None:
        session = self._solver._pointer()  # held during the call
        call(lib.superflip_job_add, self._handle, index + 1, cube._handle, 0.0)
        del session
        self._open.append((index, cube))
        self._n_in_work += 1

    def _take(self, timeout_s: float) -> Result | None:
        """The next result in order; None: not yet."""
        if not self._open:
            return None
        index, item = self._open[0]
        if isinstance(item, errors.SuperflipError):
            self._open.popleft()
            return Result(None, Outcome.INVALID, index=index, error=item)
        pointer = ctypes.c_void_p()
        status = waited(lib.superflip_job_next(self._handle, timeout_s, ctypes.byref(pointer)))
        if status == _abi.TIMEOUT:
            return None
        if status == _abi.END:
            raise errors.Cancelled(f"the solver was closed before cube {index} was solved")
        raw = Handle(pointer, lib.superflip_result_free)
        self._open.popleft()
        self._n_in_work -= 1
        return result_of(raw, item, index, self._problem)

    def _tell(self, progress: SolveProgress | None) -> None:
        now = time.monotonic()
        if progress is None or now - self._told < TELL_S:
            return
        self._told = now
        raw = sized(_abi.Progress)
        lib.superflip_job_progress(self._handle, ctypes.byref(raw))
        told = replace(
            progress_of(raw, self._problem.turns), index=raw.id - 1 if raw.id else None, n_read=self._n_read, n_done=raw.n_done
        )
        if progress(told) is False:
            raise errors.Cancelled(f"cancelled by the progress function; {told.n_done} of {self._n_read} cubes read were solved")
