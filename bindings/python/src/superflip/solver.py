"""Threads that solve cubes."""

from __future__ import annotations

import ctypes
from types import TracebackType
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Literal, Union

from . import _abi, errors
from ._blocking import TableProgress
from ._library import Handle, create, decode, lib, sized
from ._session import Fields, PathLike, Problem, fields_of, key_of, make_problem, moves_text, open_session, open_tables
from .cube import Cube
from .goal import Goal
from .job import Job, SolveProgress
from .moves import Moves
from .request import Request, check_keywords, request_fields
from .result import Result
from .stream import Item, Stream
from .tables import Tables, table_fields
from .turns import Turns, turns_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Solver"]

#: Problems that are kept, with their tables; the oldest one goes.
KEPT = 4


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
    width      keep this many beginnings after each step
    step_slack how many moves longer than the shortest a step may be
    niss       turns on the inverse, too: see Solution.chain; of a Goal as well
    begin      solutions go on from this skeleton, "(F) U R"; of a Goal as well
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
        begin: str | None = None,
        neutral: str | None = None,
        moves: Moves | None = None,
        cost: str | None = None,
        memory: int | None = None,
        directory: PathLike | None = None,
        preload: bool = False,
        build: bool = True,
        progress: TableProgress | None = None,
    ) -> None:
        if isinstance(table, Tables):
            directory, preload, build = table._directory, table._preload, False
            if table.turns is None and table.metric != metric:
                raise errors.UsageError(f"the tables are of the metric {table.metric!r}")
        self._open(directory, threads, memory, preload, build, progress)
        self._fields.update(
            fields_of(
                puzzle=puzzle, metric=metric, method=method, steps=steps, width=width if width != 1 else None,
                step_slack=step_slack if step_slack != 0 else None,
                niss=niss, begin=begin, neutral=neutral, moves=moves_text(moves), cost=cost,
            )
        )
        self._fields.update(table._searched_with() if isinstance(table, Tables) else table_fields(table))
        problem = self._problem(self._fields)
        self._tables: Tables | None = None
        if isinstance(table, Tables):
            self._tables = table if problem.tables is not None else None
        elif problem.tables is not None:
            self._tables = Tables.__new__(Tables)._become(problem.tables, self._fields, problem.turns, directory, preload)

    def _open(
        self, directory: PathLike | None, threads: int, memory: int | None, preload: bool, build: bool, progress: TableProgress | None
    ) -> None:
        self._handle: Handle | None = open_session(directory, threads, memory, preload, build)
        self._progress = progress
        self._fields: Fields = {}
        self._problems: dict[tuple[tuple[str, str], ...], Problem] = {}

    @classmethod
    def _of_everything(cls) -> Solver:
        """One that opens nothing before it is asked."""
        solver = cls.__new__(cls)
        solver._open(None, 0, None, False, True, None)
        return solver

    def _pointer(self) -> Handle:
        """The session; it is not closed as long as the caller holds this."""
        handle = self._handle
        if handle is None:
            raise errors.Closed("the solver is closed")
        return handle

    def _problem(self, fields: Fields) -> Problem:
        """The problem with these fields, its tables open, which may take long the first time."""
        session, key = self._pointer(), key_of(fields)
        problem = self._problems.get(key)
        if problem is None:
            handle = make_problem(fields)
            tables, goal = open_tables(session, handle, fields, self._progress, to_solve=True), fields.get("goal")
            problem = Problem(handle, tables, turns_of(fields), None if goal is None else str(goal), str(fields.get("metric", "htm")))
            self._problems[key] = problem
            if len(self._problems) > KEPT:
                self._problems.pop(list(self._problems)[0], None)
        return problem

    def _start(self, cube: Cube, fields: Fields, request: Request) -> Job:
        """Begin to solve a cube, with a request and with fields that the solver does not have."""
        fields = {**self._fields, **fields, **request_fields(request, cube.puzzle)}
        if not cube.is_whole and "goal" not in fields:
            fields["goal"] = Goal.of_cube(cube)
        problem, options = self._problem(fields), sized(_abi.JobOptions, approximates=bool(request.get("approximate")))
        job = create(
            lib.superflip_job_start, lib.superflip_job_free, self._pointer(), problem.handle, cube._handle, ctypes.byref(options)
        )
        return Job(self, job, cube, problem)

    def _about(self) -> tuple[str | None, int]:
        """The lower bound's name, and how many threads search, as a list without cubes tells them."""
        problem, options, told = self._problem(self._fields), sized(_abi.JobOptions, window=1), sized(_abi.Progress)
        job = create(lib.superflip_job_open, lib.superflip_job_free, self._pointer(), problem.handle, None, ctypes.byref(options))
        lib.superflip_job_progress(job, ctypes.byref(told))
        return decode(told.heuristic) if told.heuristic is not None else None, told.n_threads

    @property
    def puzzle(self) -> str:
        return str(self._fields.get("puzzle", "3x3"))

    @property
    def metric(self) -> str:
        return str(self._fields["metric"])

    @property
    def turns(self) -> Turns | None:
        """The turn set; None: turns of faces."""
        return turns_of(self._fields)

    @property
    def method(self) -> str:
        return str(self._fields["method"]) if "steps" not in self._fields else "steps"

    @property
    def tables(self) -> Tables | None:
        """What it searches with; None: it needs none."""
        return self._tables

    @property
    def heuristic(self) -> str | None:
        """The name of the lower bound; None: it uses none."""
        return self._about()[0]

    @property
    def threads(self) -> int:
        return self._about()[1]

    def cube(self, text: str) -> Cube:
        """A cube of the solver's puzzle from a text."""
        return Cube(text, puzzle=self.puzzle)

    def start(self, cube: Item, **request: Unpack[Request]) -> Job:
        """Begin to solve a cube, and return at once. See Request for the keywords."""
        check_keywords(request, self.start)
        return self._start(cube if isinstance(cube, Cube) else self.cube(cube), {}, request)

    def solve(self, cube: Item, *, progress: SolveProgress | None = None, **request: Unpack[Request]) -> Result:
        """Solve a cube. Ctrl-C ends it at once, and so does an exception that another signal's handler raises.

        cube      a Cube, or a text that is one
        progress  hears of the search, in this thread. False stops it: the result then says what is known
        request   see Request

        Raises CubeError, UsageError, and what makes a search fail (TableDamaged, MemoryShortage). A limit raises nothing: see
        Result.outcome and Result.lower_bound.
        """
        check_keywords(request, self.solve)
        return self.start(cube, **request).watch(progress)

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
        problem = self._problem({**self._fields, **request_fields(request, self.puzzle)})
        options = sized(
            _abi.JobOptions, window=window, finds_duplicates=find_duplicates, approximates=bool(request.get("approximate"))
        )
        job = create(lib.superflip_job_open, lib.superflip_job_free, self._pointer(), problem.handle, None, ctypes.byref(options))
        return Stream(self, job, problem, window, cubes, on_error == "return").results(progress)

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
        return f"<Solver of {self.puzzle}, {self.method}, {self.heuristic or 'no tables'}, {self.threads} threads>"
