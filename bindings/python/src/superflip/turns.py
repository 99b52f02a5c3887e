"""Turn sets: slices, wide turns, rotations, two faces at once, and what each turn costs."""

from __future__ import annotations

import ctypes
from typing import Any, Union

from . import _abi, errors
from ._library import Handle, call, create, decode, encode, initial, lib
from .moves import Moves, format_moves, metric_number, to_array

__all__ = ["Turns"]


class Turns:
    """Which turns solutions may have, and what each costs (doc/turns.md). It never changes, and can be compared, hashed, and pickled.

    >>> Turns("stm", "M2 U2").identity
    'U2=1 M2=1'

    metric  "htm", "qtm", "stm" (a slice is one turn), "atm" (an axis), "stqm" or "etm" (rotations count): what turns cost that `cost`
            does not name
    moves   "M U", "R U r", "(R L') U2", a letter alone is all turns of its layers; None: those of the metric
    cost    "U=1 U2=1.5 (R L')=2"; None: as in the metric

    Raises CubeError, which says where a text is wrong, and UnknownName.
    """

    __slots__ = ("_handle", "_said")
    _handle: Handle
    _said: tuple[str, str | None, str | None]

    def __init__(self, metric: str, moves: str | None = None, cost: str | None = None) -> None:
        texts = (encode(metric), encode(moves) if moves is not None else None, encode(cost) if cost is not None else None)
        object.__setattr__(self, "_handle", create(lib.superflip_turns_parse, lib.superflip_turns_free, *texts, 0))
        object.__setattr__(self, "_said", (metric, moves, cost))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a turn set does not change: {name} cannot be set")

    @property
    def metric(self) -> str:
        return decode(lib.superflip_turns_metric(self._handle))

    @property
    def identity(self) -> str:
        """All turns with their costs, the same text for the same set."""
        size = lib.superflip_turns_identity(self._handle, None, 0) + 1
        text = ctypes.create_string_buffer(size)
        lib.superflip_turns_identity(self._handle, text, size)
        return decode(text.value)

    def _write(self, numbers: bytes) -> tuple[str, float]:
        """A solution as it is turned by hand, and its cost."""
        array, units, size = to_array(numbers), ctypes.c_uint(), 12 * len(numbers) + 1
        text = ctypes.create_string_buffer(size)
        if not lib.superflip_turns_write(self._handle, array, len(array), ctypes.byref(units), text, size):
            raise errors.UsageError(f"the turns {self.identity} cannot replace {format_moves(numbers)}, axis by axis")
        return decode(text.value), cost_of(self, units.value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Turns):
            return NotImplemented
        return self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __repr__(self) -> str:
        return f"Turns({', '.join(repr(text) for text in self._said if text is not None)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Turns, self._said


def turns_of_tables(metric: int, moves: int, memory: int | None) -> Turns | None:
    """The set that tables for solvers of these moves are best opened with; None: those of all turns serve."""
    options = initial(_abi.TablesOptions, lib.superflip_tables_options_init)
    options.metric, options.memory_bytes = metric, memory or 0
    pointer = ctypes.c_void_p()
    call(lib.superflip_turns_of_tables, ctypes.byref(options), moves, ctypes.byref(pointer))
    if not pointer:
        return None
    turns: Turns = object.__new__(Turns)
    object.__setattr__(turns, "_handle", Handle(pointer, lib.superflip_turns_free))
    return turns


def cost_of(turns: Turns | None, units: int) -> Union[int, float]:
    """A length of the library as people have it; without a turn set it is a number of moves."""
    if turns is None:
        return units
    cost = float(lib.superflip_turns_cost(turns._handle, units))
    return int(cost) if cost.is_integer() else cost


def _is_of_faces(moves: str) -> bool:
    bits = ctypes.c_uint32()
    try:
        call(lib.superflip_moves_parse_set, encode(moves), 0, ctypes.byref(bits))
    except errors.SuperflipError:
        return False
    return True


def turns_of(metric: str, moves: Moves | None, cost: str | None) -> Turns | None:
    """What the keywords metric, moves and cost mean; None: turns of faces in half or quarter turns, which have searches of their own."""
    if cost is None and metric in ("htm", "qtm") and (not isinstance(moves, str) or _is_of_faces(moves)):
        return None
    if moves is not None and not isinstance(moves, str):
        names = [format_moves([move]) for move in moves]
        moves = " ".join(name if len(name) > 1 else name + "1" for name in names)  # a letter alone would be all turns of its face
    turns, metric_bits, bits = Turns(metric, moves, cost), ctypes.c_int(), ctypes.c_uint32()
    costs_nothing = lib.superflip_turns_are_moves(turns._handle, ctypes.byref(metric_bits), ctypes.byref(bits))
    return None if costs_nothing and metric in ("htm", "qtm") and metric_bits.value == metric_number(metric) else turns
