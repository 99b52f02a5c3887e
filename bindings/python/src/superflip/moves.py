"""Moves, as text ("R U2 F'") and as numbers: face * 3 + clockwise quarter turns - 1, faces in the order U R F D L B."""

from __future__ import annotations

import ctypes
import operator
import re
from typing import Any, Iterable, Union

from . import _abi, errors
from ._library import call, decode, encode, lib

__all__ = ["Moves", "format_moves", "length_of", "parse_moves"]

#: Moves as a text in any notation that a cube is read from, or as numbers from 0 to 17.
Moves = Union[str, Iterable[int]]

_PUZZLES = {"3x3": 0, "2x2": 1}
_METRICS = {"htm": 0, "qtm": 1}
_PARENTHESES = {None: 0, "groups": _abi.READ_GROUPS, "niss": _abi.READ_NISS}


def _number_of(names: dict[str, int], what: str, name: str) -> int:
    try:
        return names[name]
    except (KeyError, TypeError):
        raise errors.UsageError(f"{what} is {name!r}; expected one of {', '.join(names)}") from None


def puzzle_number(puzzle: str) -> int:
    return _number_of(_PUZZLES, "puzzle", puzzle)


def metric_number(metric: str) -> int:
    return _number_of(_METRICS, "metric", metric)


def reading_options(french: bool, parentheses: str | None) -> int:
    if parentheses not in _PARENTHESES:
        raise errors.UsageError(f"parentheses is {parentheses!r}; expected None, 'groups' or 'niss'")
    return (_abi.READ_FRENCH if french else 0) | _PARENTHESES[parentheses]


def whole(value: Any) -> int | None:
    """A whole number of any type that is one (numpy has many); None: it is none."""
    try:
        return operator.index(value)
    except TypeError:
        return None


def text_of(value: Any) -> str:
    """A text, or an array of letters as one: facelets in the order of reading."""
    if isinstance(value, str):
        return value
    letters = value.ravel().tolist() if hasattr(value, "ravel") else value
    if isinstance(letters, (list, tuple)) and letters and all(isinstance(letter, str) and len(letter) == 1 for letter in letters):
        return "".join(letters)
    what = f"{type(value).__name__} of {value.dtype}" if hasattr(value, "dtype") else type(value).__name__
    raise TypeError(
        f"expected a text, or an array of single letters, got {what}; numbers are for Cube.from_moves() and Cube.from_cubies()"
    )


def readable(value: Any) -> bytes:
    """A text for the library's readers."""
    text = text_of(value)
    bad = re.search("[\0\ud800-\udc7f\udd00-\udfff]", text)
    if bad:
        before, character = text[: bad.start()], "character NUL" if bad[0] == "\0" else f"surrogate U+{ord(bad[0]):X}"
        error = errors.CubeError(f"the {character} is no part of a cube")
        error.line, error.column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise error
    return encode(text)


def parse_moves(text: str, *, puzzle: str = "3x3", french: bool = False, parentheses: str | None = None) -> tuple[int, ...]:
    """The numbers of the moves in a text. Wide turns, slices and rotations become face turns as seen by whoever holds the cube
    at the end.

    Raises CubeError, which says where the text is wrong.
    """
    number, options, raw = puzzle_number(puzzle), reading_options(french, parentheses), readable(text)
    n, capacity = ctypes.c_size_t(), 64
    while True:
        moves = (ctypes.c_uint8 * capacity)()
        call(lib.superflip_moves_parse, number, raw, options, moves, capacity, ctypes.byref(n))
        if n.value <= capacity:
            return tuple(moves[: n.value])
        capacity = n.value


def to_array(moves: Iterable[int]) -> ctypes.Array[ctypes.c_uint8]:
    """Numbers as the library takes them."""
    numbers = []
    for move in moves:
        number = whole(move)
        if number is None or not 0 <= number < 18:
            raise errors.UsageError(f"a move is {move!r}; expected a number from 0 to 17")
        numbers.append(number)
    return (ctypes.c_uint8 * len(numbers))(*numbers)


def numbers_of(moves: Moves, puzzle: str) -> tuple[int, ...]:
    return parse_moves(moves, puzzle=puzzle) if isinstance(moves, str) else tuple(moves)


def format_moves(moves: Iterable[int], *, french: bool = False) -> str:
    """Moves as "R U2 F'"; with french, the faces are H B A P G D."""
    array = to_array(moves)
    size = 3 * len(array) + 1
    text = ctypes.create_string_buffer(size)
    lib.superflip_moves_write(array, len(array), _abi.READ_FRENCH if french else 0, text, size)
    return decode(text.value)


def length_of(moves: Moves, metric: str = "htm") -> int:
    """What moves cost: a half turn is one move in "htm" and two in "qtm"."""
    array = to_array(numbers_of(moves, "3x3"))
    return int(lib.superflip_moves_length(metric_number(metric), array, len(array)))
