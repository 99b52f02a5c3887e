"""Threads that solve cubes."""

from __future__ import annotations

import ctypes
from types import TracebackType
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Literal, Union

from . import _abi, errors
from ._blocking import LongCall, TableProgress
from ._library import Handle, create, decode, encode, encode_path, initial, lib
from .cube import Cube
from .goal import Goal
from .job import Job, SolveProgress
from .methods import methods
from .moves import Moves, metric_number, parse_set, puzzle_number
from .request import Request, check_keywords, checked_whole, to_library
from .result import Result
from .stream import Item, Stream
from .tables import PathLike, Tables, checked_threads
from .turns import Turns, turns_of, turns_of_tables

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Solver"]


class Solver:
    """Threads that solve cubes, several at once, and all of them one that is hard. Threads may share a solver.

    table      what to search with: Tables, or what Tables() takes: a heuristic of tables.list_all(), "auto", or a Goal, for which
               the solver then searches
    threads    0: all processors that this process may use
    puzzle     "3x3" or "2x2" (which needs no tables)
    metric     "htm" counts a half turn as one move, "qtm" as two, "stm" a slice as one; also "atm", "stqm", "etm" (see Turns)
    method     "optimal": shortest solutions, proved; else a name of methods()
    steps      solve by this list of steps, a text as in doc/steps; its missing tables are built, in `directory`. Also for methods that
               are lists, such as "fmc":
    width      go on with so many beginnings after each step
    step_slack steps may be so many moves longer than the shortest
    niss       try the inverse, too: see Solution.chain
    neutral    the faces that may be below, "UD" or "all"; None: as the list has it
    moves      solutions of these moves only, "U R F"; by one thread. With slices or wide turns, "M U", they are a turn set (see Turns)
    cost       what turns cost, "U=1 U2=1.5"; lengths and bounds are then costs
    memory     bytes, for the tables, and for nodes of methods that keep them; None: what is available
    directory  where tables are; see Tables
    preload    copy the tables into memory on huge pages
    build      with "auto", build Korf's tables (87 MB, a few seconds) if none are installed; of a Goal, what is missing; see Tables
    progress   hears of tables being built and checked: table, stage, done, total. False cancels. None: on a terminal, a bar shows
               what is built

    Close it, or use it in a with statement, to have its threads end at once; or forget it. A child that was forked needs a solver
    of its own.
    """

    def __init__(
        self,
        table: Union[str, Goal, Tables] = "auto",
        threads: int = 0,
        *,
        puzzle: str = "3x3",
        metric: str = "htm",
        method: str = "optimal",
        steps: str | None = None,
        width: int = 1,
        step_slack: int = 0,
        niss: bool = False,
        neutral: str | None = None,
        moves: Moves | None = None,
        cost: str | None = None,
        memory: int | None = None,
        directory: PathLike | None = None,
        preload: bool = False,
        build: bool = True,
        progress: TableProgress | None = None,
    ) -> None:
        self._handle: Handle | None = None
        options = initial(_abi.SolverOptions, lib.superflip_solver_options_init)
        options.puzzle, options.n_threads = puzzle_number(puzzle), checked_threads(threads)
        if steps is not None and method != "optimal":
            raise errors.UsageError("steps is a method; leave out the other one")
        method = "steps" if steps is not None else method
        options.method, options.steps = encode(method), encode(steps) if steps is not None else None
        options.width, options.step_slack = checked_whole("width", width, 1, 10000), checked_whole("step_slack", step_slack, 0, 10)
        options.has_niss = niss
        options.neutral = encode(neutral) if neutral is not None else None
        options.directory = encode_path(directory) if directory is not None else None
        turns = table.turns if isinstance(table, Tables) else turns_of(metric, moves, cost)
        if turns is None:
            options.metric = metric_number(metric)
            options.moves = parse_set(moves) if moves is not None else _abi.ALL_MOVES
        elif puzzle != "3x3" or method != "optimal":
            raise errors.UsageError("turn sets are for the 3x3x3 and the method 'optimal'")
        options.memory_bytes = memory or 0
        found = lib.superflip_method_find(options.method)
        if not found:
            raise errors.UnknownName(f"there is no method {method!r}; methods: {', '.join(m.name for m in methods())}")
        if not found[0].takes_steps and (width, step_slack, niss, neutral) != (1, 0, False, None):
            raise errors.UsageError(f"width, step_slack, niss and neutral are for lists of steps, not for the method {method!r}")
        self._puzzle, self._metric, self._method, self._turns = puzzle, metric if turns is None else turns.metric, method, turns
        self._tables: Tables | None = None
        needs_tables = puzzle == "3x3" and found[0].takes_tables
        if isinstance(table, Tables):
            self._tables = table if needs_tables else None
        elif needs_tables:
            # The states that few turns make have a table of their own, which is far better than those of all turns.
            may_have = build and table == "auto" and turns is None and options.moves != _abi.ALL_MOVES
            few = turns_of_tables(options.metric, options.moves, memory) if may_have else None
            self._tables = Tables(
                table, metric=metric, directory=directory, memory=memory, threads=threads, preload=preload, build=build,
                turns=few or turns, progress=progress,
            )

        self._has_goal = self._tables is not None and self._tables._has_goal

        def make(_: Any) -> Handle:
            return create(lib.superflip_solver_create, lib.superflip_solver_free, ctypes.byref(options), self._tables_handle())

        # The library could call a progress function from threads of its own at any time later, also while Python ends: it gets none.
        self._handle = LongCall(make).run(None, can_cancel=False)

    def _tables_handle(self) -> Handle | None:
        return self._tables._handle if self._tables is not None else None

    def _pointer(self) -> Handle:
        """The solver; it is not freed as long as the caller holds this."""
        handle = self._handle
        if handle is None:
            raise errors.Closed("the solver is closed")
        return handle

    @property
    def puzzle(self) -> str:
        return self._puzzle

    @property
    def metric(self) -> str:
        return self._metric

    @property
    def turns(self) -> Turns | None:
        """The turn set; None: turns of faces."""
        return self._turns

    @property
    def method(self) -> str:
        return self._method

    @property
    def tables(self) -> Tables | None:
        """What it searches with; None: it needs none."""
        return self._tables

    @property
    def heuristic(self) -> str | None:
        """The name of the lower bound; None: it uses none."""
        name = lib.superflip_solver_heuristic(self._pointer())
        return decode(name) if name is not None else None

    @property
    def threads(self) -> int:
        return int(lib.superflip_solver_threads(self._pointer()))

    def cube(self, text: str) -> Cube:
        """A cube of the solver's puzzle from a text."""
        return Cube(text, puzzle=self._puzzle)

    def start(self, cube: Item, **request: Unpack[Request]) -> Job:
        """Begin to solve a cube, and return at once. See Request for the keywords."""
        check_keywords(request, self.start)
        wanted = cube if isinstance(cube, Cube) else self.cube(cube)
        raw = to_library(request, self._has_goal)
        solver = self._pointer()
        handle = create(lib.superflip_job_start, lib.superflip_job_free, solver, wanted._handle, ctypes.byref(raw))
        return Job(self, handle, wanted, self._tables_handle())

    def solve(self, cube: Item, *, progress: SolveProgress | None = None, **request: Unpack[Request]) -> Result:
        """Solve a cube. Ctrl-C ends it at once, and so does an exception that another signal's handler raises.

        cube      a Cube, or a text that is one
        progress  hears of the search, in this thread. False stops it: the result then says what is known
        request   see Request

        Raises CubeError, UsageError, and what makes a search fail (TableDamaged, MemoryShortage). A limit raises nothing: see
        Result.outcome and Result.lower_bound.
        """
        check_keywords(request, self.solve)
        with self.start(cube, **request) as job:
            return job.result() if progress is None else job.watch(progress)

    def solve_many(
        self,
        cubes: Iterable[Item],
        *,
        window: int = 1024,
        find_duplicates: bool = False,
        on_error: Literal["raise", "return"] = "raise",
        progress: SolveProgress | None = None,
        **request: Unpack[Request],
    ) -> Iterator[Result]:
        """Solve many cubes: yields a Result for each, in their order, while it reads them.

        cubes            Cubes, or texts; read in this thread, at most `window` ahead of the results
        window           cubes in work, and results not yet taken. 1: each result comes before the next cube is read
        find_duplicates  cubes equal up to symmetry and inversion to an earlier one take its answer
        on_error         a text that is no cube raises CubeError after the results before it; "return": it has a Result, too, with
                         Outcome.INVALID and error
        progress         hears of the work about twice a second. False cancels: the iterator raises Cancelled
        request          see Request

        An exception of the iterable is raised after the results of the cubes before it. Close the iterator, or forget it, to stop.
        """
        check_keywords(request, self.solve_many)
        if not isinstance(window, int) or not 1 <= window <= 1 << 24:
            raise errors.UsageError(f"window is {window!r}; expected a whole number from 1 to {1 << 24}")
        if on_error not in ("raise", "return"):
            raise errors.UsageError(f"on_error is {on_error!r}; expected 'raise' or 'return'")
        raw = to_library(request, self._has_goal)
        options = initial(_abi.StreamOptions, lib.superflip_stream_options_init)
        options.window, options.finds_duplicates = window, find_duplicates
        solver = self._pointer()
        handle = create(
            lib.superflip_stream_open, lib.superflip_stream_free, solver, ctypes.byref(raw), ctypes.byref(options)
        )
        return Stream(self, handle, window, cubes, on_error == "return").results(progress)

    def close(self) -> None:
        """Cancel what is in work, in whatever thread, and end the solver's threads. Jobs keep their results."""
        self._handle = None

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._handle is None:
            return "<Solver, closed>"
        return f"<Solver of {self._puzzle}, {self._method}, {self.heuristic or 'no tables'}, {self.threads} threads>"
