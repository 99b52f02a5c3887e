"""A bar on the terminal, or in a notebook, for tables that are built: by tqdm if it is there."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Iterator, Optional, Union

from ._blocking import TableProgress

tqdm: Any = None
try:
    tqdm = import_module("tqdm.auto").tqdm
except ImportError:
    pass

_WIDTH = 30
#: Stages that take long only where a table is built.
_STAGES = ("waiting", "building", "writing", "verifying")


class _PlainBar:
    """On the terminal, without tqdm."""

    def __init__(self) -> None:
        self._drawn = 0

    def draw(self, label: str, done: int, total: int) -> None:
        share = min(done / total, 1.0) if total else 0.0
        self._write(f"{label} [{'#' * int(share * _WIDTH):{_WIDTH}}] {share:4.0%}"[:79])

    def close(self) -> None:
        if self._drawn:
            self._write("")
            sys.stderr.write("\r")

    def _write(self, line: str) -> None:
        sys.stderr.write(f"\r{line:{self._drawn}}")
        sys.stderr.flush()
        self._drawn = len(line)


class _TqdmBar:
    def __init__(self) -> None:
        self._label = ""
        self._bar: Any = None

    def draw(self, label: str, done: int, total: int) -> None:
        if label != self._label:
            self.close()
            self._label, self._bar = label, tqdm(desc=label, total=total, leave=False, unit_scale=True)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def _is_watched() -> bool:
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    return is_terminal or (tqdm is not None and "ipykernel" in sys.modules)


@contextmanager
def bar_unless(progress: Optional[TableProgress]) -> Iterator[Optional[TableProgress]]:
    """The caller's progress function or, if there is none and somebody watches, one that draws a bar and wipes it away at the end."""
    if progress is not None or not _is_watched():
        yield progress
        return
    bar: Union[_TqdmBar, _PlainBar] = _TqdmBar() if tqdm is not None else _PlainBar()

    def draw(table: str, stage: str, done: int, total: int) -> None:
        if stage in _STAGES:
            bar.draw(f"{table}: {stage}", done, total)

    try:
        yield draw
    finally:
        bar.close()
