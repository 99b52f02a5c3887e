"""What can go wrong, as exceptions. All of them are SuperflipError; most are also the built-in exception that fits."""

from __future__ import annotations

from typing import Optional

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
    """libsuperflip.so.0 cannot be loaded."""


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


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def of_status(status: int, error: _abi.Error, of_text: type[TextError] = CubeError) -> SuperflipError:
    """The exception for what a function of the library returned."""
    text, path = _text(error.text), _text(error.path)
    message = f"{path}: {text}" if path and status == _abi.IO and path not in text else text
    kind = of_text if status == _abi.BAD_TEXT else _CLASSES.get(status, InternalError)
    made = kind(message or f"status {status}")
    made.path = path or None
    made.system_errno = error.system_errno or None
    if isinstance(made, TextError):
        made.line = error.row + 1
        made.column = error.column or None
        made.token = _text(error.token)
    if isinstance(made, OSError) and error.system_errno:
        made.errno = error.system_errno
    return made


