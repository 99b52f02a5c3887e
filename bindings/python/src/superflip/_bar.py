"""A bar on the terminal for tables that are built."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import Iterator, Optional

from ._blocking import TableProgress

_WIDTH = 30
#: Stages that take long only where a table is built.
_STAGES = ("building", "writing", "verifying")


def _line(table: str, stage: str, done: int, total: int) -> str:
    share = min(done / total, 1.0) if total else 0.0
    return f"{table}: {stage} [{'#' * int(share * _WIDTH):{_WIDTH}}] {share:4.0%}"


@contextmanager
def bar_unless(progress: Optional[TableProgress]) -> Iterator[Optional[TableProgress]]:
    """The caller's progress function or, if there is none and standard error is a terminal, one that draws a bar there and wipes it
    away at the end."""
    if progress is not None or sys.stderr is None or not sys.stderr.isatty():
        yield progress
        return
    stream, drawn = sys.stderr, 0

    def draw(table: str, stage: str, done: int, total: int) -> None:
        nonlocal drawn
        if stage in _STAGES:
            line = _line(table, stage, done, total)[:79]
            stream.write(f"\r{line:{drawn}}")
            stream.flush()
            drawn = len(line)

    try:
        yield draw
    finally:
        if drawn:
            stream.write(f"\r{'':{drawn}}\r")
            stream.flush()
