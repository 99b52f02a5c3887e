"""The shared library: found, loaded, and called.

Handles of the library are freed when the last reference to a Handle goes, and every call holds one. So no thread frees what another
one uses, and no lock is needed, whoever is interrupted when.
"""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any, Callable

from . import _abi, errors

#: How long a call of the library waits at most before Python looks for signals (Ctrl-C), in seconds.
SLICE_S = 0.05


def _candidates() -> list[str]:
    """Where the library may be: named by the user, carried by the wheel, installed."""
    named = os.environ.get("SUPERFLIP_LIBRARY")
    if named:
        return [named]
    carried = Path(__file__).with_name("libsuperflip.so.1")
    return [str(carried)] if carried.exists() else ["libsuperflip.so.1", "/usr/local/lib/libsuperflip.so.1"]


def _load() -> ctypes.CDLL:
    faults = []
    for name in _candidates():
        try:
            library = ctypes.CDLL(name)
            for function, (result, parameters) in _abi.FUNCTIONS.items():
                declared = getattr(library, function)
                declared.restype, declared.argtypes = result, parameters
            return library
        except (OSError, AttributeError) as fault:
            faults.append(str(fault))
    raise errors.LibraryNotFound(
        "libsuperflip.so.1 cannot be loaded: " + "; ".join(faults)
        + "; install libsuperflip1 or run `make install`, or name the file in SUPERFLIP_LIBRARY"
    )


lib: Any = _load()


class Handle:
    """A pointer that the library gave, freed with the last reference; the library knows what a forked child may free."""

    __slots__ = ("_as_parameter_", "_free", "__weakref__")

    def __init__(self, pointer: ctypes.c_void_p, free: Callable[[Any], None]) -> None:
        self._as_parameter_ = pointer
        self._free = free

    def __del__(self) -> None:
        self._free(self._as_parameter_)


def waited(status: int) -> int:
    """A status of a function that waits and says nothing more of its faults."""
    if status == _abi.FORKED:
        raise errors.of_status(status, _abi.Error())
    return status


def create(function: Callable[..., int], free: Callable[[Any], None], *arguments: Any) -> Handle:
    """Call a function whose last two parameters are the handle that it makes and an error."""
    pointer, error = ctypes.c_void_p(), _abi.Error()
    errors.check(function(*arguments, ctypes.byref(pointer), ctypes.byref(error)), error)
    return Handle(pointer, free)


def call(function: Callable[..., int], *arguments: Any) -> None:
    """Call a function whose last parameter is an error."""
    error = _abi.Error()
    errors.check(function(*arguments, ctypes.byref(error)), error)


def sized(structure: Any, **values: Any) -> Any:
    """A structure that begins with its size; what is not named is the library's default."""
    return structure(size=ctypes.sizeof(structure), **values)


def written(write: Callable[..., int], *arguments: Any) -> str:
    """What a function writes whose last two parameters are a text and its size."""
    size = write(*arguments, None, 0) + 1
    text = ctypes.create_string_buffer(size)
    write(*arguments, text, size)
    return decode(text.value)


def decode(raw: bytes) -> str:
    """A text of the library."""
    return raw.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """A text for the library, which ends at the first NUL: there must be none."""
    if "\0" in text:
        raise errors.UsageError("a text must not contain the character NUL")
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as fault:
        raise errors.UsageError(f"a text must not contain a surrogate, U+{ord(text[fault.start]):X}") from None


def encode_path(path: Any) -> bytes:
    """A path for the library."""
    raw = os.fsencode(path)
    if b"\0" in raw:
        raise errors.UsageError("a path must not contain the character NUL")
    return raw


def version() -> str:
    """The version of the shared library."""
    return decode(lib.superflip_version())
