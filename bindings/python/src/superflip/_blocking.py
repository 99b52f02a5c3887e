"""Calls of the library that take long: in a thread of their own, so that signals, exceptions and progress stay with the caller."""

from __future__ import annotations

import threading
from typing import Any, Callable, Generic, Optional, TypeVar

from . import _abi
from ._library import SLICE_S, decode

T = TypeVar("T")

#: Hears of tables being built, written, verified or checked: table, stage, and of that stage done of total parts. False cancels.
TableProgress = Callable[[str, str, int, int], Optional[bool]]

_TOTAL = 1000


class LongCall(Generic[T]):
    """One call and what it tells while it goes on."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        """function  gets the progress function for the library"""
        self._function = function
        self._latest: tuple[str, str, int, int] | None = None
        self._is_cancelled = False
        self._is_over = threading.Event()
        self._answer: T | None = None
        self._fault: BaseException | None = None

    def _hear(self, _context: object, progress: Any) -> bool:
        """In the thread of the call: note it down for the caller, and say whether to go on."""
        raw = progress[0]
        self._latest = decode(raw.table), decode(raw.stage or b""), round(raw.share * _TOTAL), _TOTAL
        return not self._is_cancelled

    def _work(self) -> None:
        try:
            self._answer = self._function(_abi.Notify(self._hear))
        except BaseException as fault:  # raised again in the caller's thread
            self._fault = fault
        finally:
            self._is_over.set()

    def _tell(self, progress: TableProgress | None) -> None:
        latest, self._latest = self._latest, None
        if latest is not None and progress is not None and progress(*latest) is False:
            self._is_cancelled = True

    def run(self, progress: TableProgress | None) -> T:
        """Wait for the answer. The library hears of a cancellation where it tells of progress."""
        thread = threading.Thread(target=self._work, name="superflip")
        thread.start()
        try:
            while not self._is_over.wait(SLICE_S):
                self._tell(progress)
            self._tell(progress)
        except BaseException:
            self._is_cancelled = True
            thread.join()
            raise
        if self._fault is not None:
            raise self._fault
        answer, self._answer = self._answer, None
        return answer  # type: ignore[return-value]  # T may be None
