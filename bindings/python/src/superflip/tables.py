"""Pattern databases: which there are, building, checking, opening them."""

from __future__ import annotations

import ctypes
import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from . import _abi, errors
from ._bar import bar_unless
from ._blocking import LongCall, TableProgress
from ._library import Handle, call, create, decode, encode_path, lib, sized
from ._session import Fields, PathLike, fields_of, make_problem, open_session, open_tables
from .cube import Cube
from .goal import Goal
from .moves import metric_number
from .turns import Turns, cost_of, turns_of

__all__ = ["Heuristic", "TableFile", "TableProgress", "Tables", "build", "choose", "directory", "list_all", "verify"]

@dataclass(frozen=True)
class Heuristic:
    """A lower bound to search with, and its tables."""

    name: str
    summary: str
    n_tables: int
    #: all of its tables are there; their headers were not read
    is_installed: bool
    #: chosen only by name
    is_for_comparison: bool
    #: of the files, or what they will be
    file_bytes: int
    #: of memory, to build what is missing
    build_bytes: int
    #: to build what is missing, in seconds; None: not measured
    build_s: float | None
    #: for one thread and a random position, on average, in seconds; None: not known, or not measured
    solve_s: float | None
    #: of its tables: those of "htm" serve "qtm", too
    table_metric: str


@dataclass(frozen=True)
class TableFile:
    """A table that is open."""

    name: str
    path: Path
    metric: str
    file_bytes: int
    is_preloaded: bool
    #: in memory now; None: the system does not tell
    resident_bytes: int | None


def _metric_name(number: int) -> str:
    return ("htm", "qtm", "turns")[number]


def table_fields(name: Union[str, Goal]) -> Fields:
    """What a problem is searched with by tables of this name."""
    return fields_of(goal=name) if isinstance(name, Goal) else fields_of(table=name if name != "auto" else None)


class Tables:
    """The tables of one heuristic, mapped into memory read-only, so that solvers and processes share them.

    name       a heuristic of tables.list_all(); "auto": the strongest that is installed and fits in memory; a Goal: those that
               bound the distance from it
    metric     "htm" counts a half turn as one move, "qtm" as two
    turns      the tables of a turn set, in place of a metric's
    directory  where the files are; None: $SUPERFLIP_PDB_DIR, else ~/.cache/superflip and what the system shares
    memory     bytes that the tables may take; None: for "auto" what is available, else any
    threads    that build and check; 0: all processors that this process may use
    preload    copy the files into memory on huge pages instead of mapping them
    build      with "auto", build Korf's tables (87 MB, a few seconds) if nothing is installed; of a Goal, what is missing. What is
               named is never built unasked: superflip.build(name)
    progress   hears of building and checking: table, stage, done, total. False cancels. None: on a terminal, a bar shows what is
               built

    Every byte is checked before an answer rests on it: at once below 256 MB, of larger tables beside the first search.
    Raises TableError, MemoryShortage, FileError, UnknownName, Cancelled.
    """

    def __init__(
        self,
        name: Union[str, Goal] = "auto",
        *,
        metric: str = "htm",
        turns: Turns | None = None,
        directory: PathLike | None = None,
        memory: int | None = None,
        threads: int = 0,
        preload: bool = False,
        build: bool = True,
        progress: TableProgress | None = None,
    ) -> None:
        said = (metric, None, None) if turns is None else turns._said
        fields = {**table_fields(name), **fields_of(metric=said[0], moves=said[1], cost=said[2])}
        problem, session = make_problem(fields), open_session(directory, threads, memory, preload, build)
        handle = open_tables(session, problem, fields, progress)
        assert handle is not None
        self._become(handle, fields, turns, directory, preload)

    def _become(self, handle: Handle, fields: Fields, turns: Turns | None, directory: PathLike | None, preload: bool) -> Tables:
        self._handle, self._fields, self._turns, self._directory, self._preload = handle, fields, turns, directory, preload
        return self

    def _searched_with(self) -> Fields:
        """What solvers are told to search with, the same that "auto" has found."""
        own = {} if "goal" in self._fields or self._turns is not None else fields_of(table=self.name)
        return {**{field: self._fields[field] for field in ("goal", "metric", "moves", "cost") if field in self._fields}, **own}

    def _info(self, i: int = 0) -> Any:
        """What there is to say of all, and of table i."""
        info = sized(_abi.TableInfo)
        lib.superflip_tables_table(self._handle, i, ctypes.byref(info))
        return info

    @property
    def name(self) -> str:
        """Of the heuristic, or of the goal."""
        return decode(self._info().heuristic)

    @property
    def turns(self) -> Turns | None:
        """None: turns of faces, in the metric."""
        return self._turns

    @property
    def metric(self) -> str:
        return str(self._fields["metric"])

    @property
    def kernel(self) -> str:
        """The search that is used with them on this processor."""
        return decode(self._info().kernel)

    @property
    def checked_share(self) -> float:
        """How much of them has been checked, 0 to 1."""
        return float(self._info().checked_share)

    def check(self, progress: TableProgress | None = None) -> None:
        """Wait until every byte has been checked. Raises TableDamaged or TableChanged."""

        def wait(hears: Any) -> None:
            call(lib.superflip_tables_await_check, self._handle, hears, None)

        LongCall(wait).run(progress)

    def bound(self, cube: Cube) -> float:
        """A lower bound of the cube's length or cost, or of its distance from the goal; check() the tables before you rely on it."""
        if cube.puzzle != "3x3":
            raise errors.UsageError("the tables are those of the 3x3x3")
        return cost_of(self._turns, lib.superflip_tables_bound(self._handle, cube._handle))

    @property
    def files(self) -> tuple[TableFile, ...]:
        found = []
        for i in range(self._info().n_tables):
            info = self._info(i)
            resident = info.resident_bytes if info.has_pages else None
            path = Path(os.fsdecode(info.path))
            found.append(
                TableFile(decode(info.name), path, _metric_name(info.metric), info.file_bytes, info.is_preloaded, resident)
            )
        return tuple(found)

    def __repr__(self) -> str:
        return f"Tables({self.name!r}, metric={self.metric!r})"


def _finite(seconds: float) -> float | None:
    return seconds if math.isfinite(seconds) else None


def _heuristic(raw: Any) -> Heuristic:
    return Heuristic(
        decode(raw.name), decode(raw.summary), raw.n_tables, raw.is_installed, raw.is_for_comparison, raw.file_bytes,
        raw.build_bytes, _finite(raw.build_s), _finite(raw.solve_s), _metric_name(raw.table_metric),
    )


def _catalogue(metric: str, where: PathLike | None, measure: bool) -> Handle:
    session, number = open_session(where), metric_number(metric)
    return create(lib.superflip_catalogue_make, lib.superflip_catalogue_free, session, number, measure)


def list_all(*, metric: str = "htm", directory: PathLike | None = None, measure: bool = False) -> list[Heuristic]:
    """All heuristics, weakest first.

    measure  measure this machine first, in a fifth of a second, for build_s and solve_s
    """
    catalogue = _catalogue(metric, directory, measure)
    found: list[Heuristic] = []
    while raw := lib.superflip_catalogue_at(catalogue, len(found)):
        found.append(_heuristic(raw[0]))
    return found


def choose(
    *,
    file_bytes: int | None = None,
    build_bytes: int | None = None,
    build_s: float | None = None,
    metric: str = "htm",
    directory: PathLike | None = None,
) -> Heuristic | None:
    """The heuristic that solves fastest within limits: bytes of its files, bytes of memory and seconds to build it. None: none
    fits. It need not be installed; build() it."""
    catalogue = _catalogue(metric, directory, measure=True)
    for name, limit in (("file_bytes", file_bytes), ("build_bytes", build_bytes), ("build_s", build_s)):
        if limit is not None and not limit > 0:
            raise errors.UsageError(f"{name} is {limit}; expected more than 0, or None")
    found = lib.superflip_catalogue_choose(catalogue, file_bytes or 0, build_bytes or 0, build_s or 0.0)
    return _heuristic(found[0]) if found else None


def _for_files(work: Any, name: Union[str, Goal], metric: str, where: PathLike | None, threads: int, progress: Any, *more: Any) -> None:
    problem, session = make_problem({**table_fields(name), **fields_of(metric=metric)}), open_session(where, threads)
    LongCall(lambda hears: call(work, session, problem, *more, hears, None)).run(progress)


def build(
    name: Union[str, Goal],
    *,
    metric: str = "htm",
    directory: PathLike | None = None,
    threads: int = 0,
    force: bool = False,
    wait: bool = True,
    progress: TableProgress | None = None,
) -> None:
    """Make sure that a heuristic's tables (or a single table, or those of a Goal) are there and sound; build what is missing.

    force     build again what is there, sound or not
    wait      if another process builds the table, wait for it; else raise TableLocked
    progress  hears of it: table, stage ("waiting", "building", "writing", "verifying"), done, total. False cancels.
              None: a bar on a terminal

    A file is written under a temporary name, verified, then renamed: nothing half done is left, also after Ctrl-C.
    """
    flags = (_abi.BUILD_AGAIN if force else 0) | (0 if wait else _abi.BUILD_NO_WAIT)
    with bar_unless(progress) as hear:
        _for_files(lib.superflip_tables_build, name, metric, directory, threads, hear, flags)


def verify(
    name: Union[str, Goal],
    *,
    metric: str = "htm",
    directory: PathLike | None = None,
    threads: int = 0,
    progress: TableProgress | None = None,
) -> None:
    """Read a heuristic's tables (or a single table, or those of a Goal) whole: header, checksums, and the entries counted again by depth.

    Raises TableDamaged, TableMissing ... for the first that is not sound.
    """
    _for_files(lib.superflip_tables_verify, name, metric, directory, threads, progress)


def directory(where: PathLike | None = None) -> Path:
    """The directory that tables are written to; it need not exist."""
    path = ctypes.create_string_buffer(4096)
    call(lib.superflip_tables_directory, encode_path(where) if where is not None else None, path)
    return Path(os.fsdecode(path.value))
