"""Sessions of the library, and problems: what is asked, as fields with values."""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from . import _abi, errors
from ._bar import bar_unless
from ._blocking import LongCall, TableProgress
from ._library import Handle, call, create, encode, encode_path, lib, sized
from .moves import Moves, format_moves, whole

if TYPE_CHECKING:
    from .turns import Turns

__all__ = ["PathLike"]

PathLike = Union[str, "os.PathLike[str]"]

#: Values of keywords, by the fields that they are for; the texts are the library's to check.
Fields = dict[str, Any]

_FLAGS = ("niss", "deterministic", "up-to-symmetry", "past-goal", "french", "centers")
_NAMES = ("heuristic", "method", "metric")


class Problem(NamedTuple):
    """A problem that has been checked."""

    handle: Handle
    #: what it is searched with; None: it needs none
    tables: Handle | None
    #: what lengths are costs of; None: turns of faces
    turns: Turns | None
    #: what is reached, as a text; None: the solved cube
    goal: str | None
    metric: str


def fields_of(**keywords: Any) -> Fields:
    """The fields that keywords are for; None and False are what a problem has anyway."""
    return {errors.field_of(name): value for name, value in keywords.items() if value is not None and value is not False}


def goal_fields(goal: Any, puzzle: str) -> Fields:
    """The fields of a goal: a Cube, a Goal, a text, or None."""
    if getattr(goal, "puzzle", puzzle) != puzzle:
        raise errors.UsageError("the goal and the cube are of different puzzles")
    return fields_of(goal=goal, centers=getattr(goal, "centers", None) is not None)


def moves_text(moves: Moves | None) -> str | None:
    """A set of moves as a text."""
    if moves is None or isinstance(moves, str):
        return moves
    names = [format_moves([move]) for move in moves]
    return " ".join(name if len(name) > 1 else name + "1" for name in names)  # a letter alone would be all turns of its face


def _text(field: str, value: Any) -> str:
    number = None if field in _FLAGS else whole(value)
    if number is not None:
        return str(number)
    if field in _FLAGS:
        return "yes" if value else "no"
    return f"{value:.9f}" if isinstance(value, float) else str(value)


def key_of(fields: Fields) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((field, _text(field, value)) for field, value in fields.items()))


def make_problem(fields: Fields) -> Handle:
    """A problem with these fields, checked. Raises UsageError with the keyword at fault, UnknownName, or TextError."""
    problem, error = create(lib.superflip_problem_create, lib.superflip_problem_free), _abi.Error()
    for field, value in fields.items():
        status = lib.superflip_problem_set(problem, encode(field), encode(_text(field, value)), ctypes.byref(error))
        if status == _abi.BAD_TEXT:
            raise errors.of_value(field, value, error, errors.UnknownName if field in _NAMES else errors.UsageError)
        errors.check(status, error)
    call(lib.superflip_problem_check, problem)
    return problem


def open_session(
    directory: PathLike | None = None, threads: int = 0, memory: int | None = None, preload: bool = False, build: bool = True
) -> Handle:
    """A session. No thread of the library ever calls Python, so that a program may end at any time."""
    n_threads = whole(threads)
    if n_threads is None or not 0 <= n_threads <= 1024:
        raise errors.UsageError(f"threads is {threads!r}; expected a number from 0 (all processors) to 1024")
    if memory is not None and memory < 1:
        raise errors.UsageError(f"memory is {memory}; expected bytes, at least 1, or None")
    options = sized(
        _abi.SessionOptions, directory=encode_path(directory) if directory is not None else None, n_threads=n_threads,
        memory_bytes=memory or 0, node_bytes=memory or 0, preloads=preload, builds_nothing=not build,
    )
    return create(lib.superflip_session_open, lib.superflip_session_close, ctypes.byref(options))


def open_tables(
    session: Handle, problem: Handle, fields: Fields, progress: TableProgress | None, to_solve: bool = False
) -> Handle | None:
    """The tables of a problem, built if they may be; None: it needs none.

    to_solve  have the session begin what solves the problem, and keep it
    """

    def work(hears: Any) -> Handle:
        if to_solve:
            options = sized(_abi.JobOptions, window=1, notify=hears)
            create(lib.superflip_job_open, lib.superflip_job_free, session, problem, None, ctypes.byref(options))
        return create(lib.superflip_tables_open, lib.superflip_tables_close, session, problem, None, hears, None)

    with bar_unless(progress) as hear:
        try:
            tables = LongCall(work).run(hear)
        except errors.TableMissing as missing:
            if "goal" in fields:
                name = str(fields["goal"])
                missing.args = (str(missing).replace(f"build({name!r}", f"build(Goal({name!r})"),)
            raise
    return tables if tables._as_parameter_ else None
