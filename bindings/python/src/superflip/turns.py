"""Turn sets: slices, wide turns, rotations, two faces at once, and what each turn costs."""

from __future__ import annotations

import ctypes
from typing import Any, Union

from . import errors
from ._library import Handle, decode, lib, written
from ._session import Fields, fields_of, make_problem
from .moves import format_moves, to_array

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
    #: a problem with these turns
    _handle: Handle
    _said: tuple[str, str | None, str | None]

    def __init__(self, metric: str, moves: str | None = None, cost: str | None = None) -> None:
        object.__setattr__(self, "_handle", make_problem(fields_of(metric=metric, moves=moves, cost=cost)))
        object.__setattr__(self, "_said", (metric, moves, cost))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a turn set does not change: {name} cannot be set")

    @property
    def metric(self) -> str:
        return self._said[0]

    @property
    def identity(self) -> str:
        """All turns with their costs, the same text for the same set."""
        metric, moves = self._lines()
        if "=" in moves:
            return moves
        return " ".join(f"{move}={2 if move.endswith('2') and metric == 'qtm' else 1}" for move in moves.split())

    def _lines(self) -> tuple[str, str]:
        """The metric that the library takes them for, and with costs a turn set, without any turns of faces."""
        lines = dict(line.split("=", 1) for line in written(lib.superflip_problem_identity, self._handle).splitlines())
        return lines["metric"], lines["moves"] if lines["moves"] != "all" else format_moves(range(18))

    def _write(self, numbers: bytes) -> tuple[str, float]:
        """A solution as it is turned by hand, and its cost."""
        array, units, size = to_array(numbers), ctypes.c_uint(), 12 * len(numbers) + 1
        text = ctypes.create_string_buffer(size)
        if not lib.superflip_problem_write(self._handle, array, len(array), ctypes.byref(units), text, size, None):
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


def cost_of(turns: Turns | None, units: int) -> Union[int, float]:
    """A length of the library as people have it; without a turn set it is a number of moves."""
    if turns is None:
        return units
    cost = float(lib.superflip_problem_cost(turns._handle, units))
    return int(cost) if cost.is_integer() else cost


def turns_of(fields: Fields) -> Turns | None:
    """The turn set of a problem; None: turns of faces."""
    metric, moves, cost = fields.get("metric", "htm"), fields.get("moves"), fields.get("cost")
    if metric in ("htm", "qtm") and moves is None and cost is None:
        return None
    turns = Turns(metric, moves, cost)
    return turns if "=" in turns._lines()[1] else None
