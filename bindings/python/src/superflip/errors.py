"""What can go wrong, as exceptions. All of them are SuperflipError; most are also the built-in exception that fits."""

from __future__ import annotations

import os
import re
from typing import Any, Optional

from . import _abi

__all__ = [
    "Cancelled", "Closed", "CubeError", "FileError", "InternalError", "LibraryNotFound", "MemoryShortage", "NotEnoughSpace",
    "SuperflipError", "TableChanged", "TableDamaged", "TableError", "TableForeign", "TableLocked", "TableMissing", "ThreadError",
    "UnknownName", "UsageError",
]


class SuperflipError(Exception):
    """Something went wrong. str() is one line that says what, and what mends it."""

    #: a file or directory at fault, or None; of a path above 255 bytes "..." and its end
    path: Optional[str] = None
    #: the system's error number, or None
    system_errno: Optional[int] = None


class LibraryNotFound(SuperflipError, ImportError):
    """libsuperflip.so.1 cannot be loaded."""


class UsageError(SuperflipError, ValueError):
    """An argument is out of range, or arguments exclude each other."""


class UnknownName(UsageError):
    """No heuristic, table, method or turn has this name."""


class TextError(SuperflipError, ValueError):
    """A text is not what it should be."""

    #: line of the text, from 1
    line: int = 1
    #: column in that line, from 1, in characters; None: the fault has no position (a twist, a flip, a parity)
    column: Optional[int] = None
    #: what stands there, perhaps shortened; "" if nothing does
    token: str = ""


class CubeError(TextError):
    """A text is no cube and no moves."""


class GoalError(TextError):
    """A text is no goal."""


class Cancelled(SuperflipError):
    """Somebody cancelled the work before there was an answer."""


class Closed(SuperflipError, ValueError):
    """The solver was closed, or belongs to the parent process."""


class MemoryShortage(SuperflipError, MemoryError):
    """There is not enough memory, or the tables do not fit in the memory that they may take."""


class ThreadError(SuperflipError, RuntimeError):
    """The system gives no more threads."""


class FileError(SuperflipError, OSError):
    """A file or directory cannot be read or written."""


class NotEnoughSpace(FileError):
    """The disk is too full for a table."""


class TableError(SuperflipError):
    """A table cannot be used."""


class TableMissing(TableError):
    """The table is not installed."""


class TableForeign(TableError):
    """The file is no table, or one of another version, coordinate or metric."""


class TableDamaged(TableError):
    """The table's header, size or checksum is wrong."""


class TableChanged(TableError):
    """Somebody wrote to the table while it was in use."""


class TableLocked(TableError):
    """Another process is building the table."""


class InternalError(SuperflipError):
    """A fault of the library. Please report it."""


_CLASSES: dict[int, type[SuperflipError]] = {
    _abi.CANCELLED: Cancelled,
    _abi.BAD_ARGUMENT: UsageError,
    _abi.UNKNOWN_NAME: UnknownName,
    _abi.FORKED: Closed,
    _abi.NO_MEMORY: MemoryShortage,
    _abi.TOO_LARGE: MemoryShortage,
    _abi.NO_THREADS: ThreadError,
    _abi.IO: FileError,
    _abi.NO_SPACE: NotEnoughSpace,
    _abi.TABLE_MISSING: TableMissing,
    _abi.TABLE_FOREIGN: TableForeign,
    _abi.TABLE_DAMAGED: TableDamaged,
    _abi.TABLE_CHANGED: TableChanged,
    _abi.TABLE_LOCKED: TableLocked,
}

#: Keywords that are not called as the fields of the library are.
_FIELDS = {"n": "solutions", "min_length": "min", "max_length": "max", "table": "heuristic"}
_KEYWORDS = {field: keyword for keyword, field in _FIELDS.items()}

#: What mends a fault, after the library's message of it.
_ADVICE = {
    _abi.TABLE_CHANGED: "verify its tables, then try again",
    _abi.TABLE_LOCKED: "wait until it is done, or choose another directory",
    _abi.NO_SPACE: "make room, or choose another directory",
    _abi.NO_MEMORY: "close other programs, or choose a smaller table",
}


def field_of(keyword: str) -> str:
    """The field of the library that a keyword sets."""
    return _FIELDS.get(keyword, keyword.replace("_", "-"))


def _keyword_of(field: str) -> str:
    return _KEYWORDS.get(field, field.replace("-", "_"))


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _advice(status: int, path: str, heuristic: str) -> str:
    """What mends the fault of a table.

    heuristic  that it is missing for; "": its own name is in its path
    """
    from .tables import directory  # which may raise what is here

    if status not in (_abi.TABLE_MISSING, _abi.TABLE_FOREIGN, _abi.TABLE_DAMAGED):
        return _ADVICE.get(status, "")
    where, file = os.path.split(path)
    named = re.fullmatch(r"(.+)-(htm|qtm)\.pdb", file)
    if named is None:  # of a turn set
        return "call it with build=True" if status == _abi.TABLE_MISSING else "delete it: it is built again when it is needed"
    keywords = {
        "metric": "qtm" if named[2] == "qtm" else None, "directory": where if where != str(directory()) else None,
        "force": True if status != _abi.TABLE_MISSING else None,
    }
    return f"call superflip.build({heuristic or named[1]!r}{''.join(f', {name}={value!r}' for name, value in keywords.items() if value)})"


def _joined(text: str, advice: str) -> str:
    return text if not advice else f"{text} {advice}" if text.endswith("?") else f"{text}; {advice}"


def of_value(field: str, value: Any, error: _abi.Error, kind: type[UsageError]) -> UsageError:
    """The exception for a value that a field does not take."""
    advice = "superflip.tables.list_all() lists them" if field == "heuristic" else ""
    return kind(_joined(f"{_keyword_of(field)} is {value!r}; {_text(error.text)}", advice))


def of_status(status: int, error: _abi.Error, of_text: type[TextError] = CubeError) -> SuperflipError:
    """The exception for what a function of the library returned."""
    text, path, token = _text(error.text), _text(error.path), _text(error.token)
    field = _text(error.field) if error.field is not None else None
    advice = _advice(status, path, token) if path else "call it with build=True" if status == _abi.TABLE_MISSING else ""
    if status == _abi.FORKED:
        text = "the solver belongs to the parent process; make one in the child"
    elif status == _abi.IO and path and path not in text:
        text = f"{path}: {text}"
    elif status == _abi.BAD_ARGUMENT and field is not None:
        text = f"{_keyword_of(field)}: {text}"
    kind: type[SuperflipError] = _CLASSES.get(status, InternalError)
    if status == _abi.BAD_TEXT:
        kind = of_text
    if status == _abi.BAD_TEXT and field == "goal":
        kind = GoalError
    if kind is GoalError and text.startswith("there is no goal"):
        advice = "superflip.Goal.names() lists them"
    made = kind(_joined(text, advice) or f"status {status}")
    made.path = path or None
    made.system_errno = error.system_errno or None
    if isinstance(made, TextError):
        made.line = error.row + 1
        made.column = error.column or None
        made.token = token
    if isinstance(made, OSError) and error.system_errno:
        made.errno = error.system_errno
    return made


def check(status: int, error: _abi.Error, of_text: type[TextError] = CubeError) -> None:
    """Raise what a status means, unless it is SUPERFLIP_OK.

    of_text  for a text that is wrong
    """
    if status != _abi.OK:
        raise of_status(status, error, of_text)
