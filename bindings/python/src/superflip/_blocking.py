"""Calls of the library that take long: in a thread of their own, so that signals, exceptions and progress stay with the caller."""

from __future__ import annotations

import threading
from typing import Any, Callable, Generic, Optional, TypeVar

from . import _abi
from ._library import SLICE_S, decode

T = TypeVar("T")

#: Hears of tables being built, written, verified or checked: table, stage, done, total. False cancels.
TableProgress = Callable[[str, str, int, int], Optional[bool]]


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

    def _hear(self, _context: object, table: bytes, stage: bytes, done: int, total: int) -> bool:
        """In the thread of the call: note it down for the caller, and say whether to go on."""
        self._latest = decode(table or b""), decode(stage or b""), done, total
        return not self._is_cancelled

    def _work(self) -> None:
        try:
            self._answer = self._function(_abi.ProgressFunction(self._hear))
        except BaseException as fault:  # raised again in the caller's thread
            self._fault = fault
        finally:
            self._is_over.set()

    def _tell(self, progress: TableProgress | None) -> None:
        latest, self._latest = self._latest, None
        if latest is not None and progress is not None and progress(*latest) is False:
            self._is_cancelled = True

    def run(self, progress: TableProgress | None, can_cancel: bool) -> T:
        """Wait for the answer.

        can_cancel  the library hears of a cancellation through the progress function, and is waited for; else an interrupted call
                    is left alone in its thread
        """
        thread = threading.Thread(target=self._work, name="superflip", daemon=not can_cancel)
        thread.start()
        try:
            while not self._is_over.wait(SLICE_S):
                self._tell(progress)
            self._tell(progress)
        except BaseException:
            self._is_cancelled = True
            if can_cancel:
                thread.join()
            raise
        if self._fault is not None:
            raise self._fault
        answer, self._answer = self._answer, None
        return answer  # type: ignore[return-value]  # T may be None
