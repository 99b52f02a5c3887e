"""Many cubes at a time."""

from __future__ import annotations

import ctypes
import gc
import threading
from typing import Iterator

import pytest

import superflip
from superflip import Cancelled, Cube, CubeError, Outcome, Solver, _abi
from superflip._library import Handle, call, create, lib, sized

SCRAMBLES = ["R U F", "", "R", "F2 B2 R2 L2 U2 D2", "R U R' U' R' F R2 U' R' U' R U R' F'", "R L"]
LENGTHS = [3, 0, 1, 6, 11, 2]


def test_results_come_in_order(solver: Solver) -> None:
    results = list(solver.solve_many(SCRAMBLES * 50))
    assert [result.length for result in results] == LENGTHS * 50
    assert [result.index for result in results] == list(range(300))
    assert [result.cube for result in results] == [Cube(text) for text in SCRAMBLES] * 50


@pytest.mark.parametrize("window", [1, 2, 7, 1024])
def test_no_more_is_read_than_the_window_allows(solver: Solver, window: int) -> None:
    n_read = 0

    def endless() -> Iterator[str]:
        nonlocal n_read
        while True:
            n_read += 1
            yield "R U F"

    results = solver.solve_many(endless(), window=window)
    for n_taken in range(1, 40):
        assert next(results).length == 3
        assert n_read <= n_taken - 1 + window
    results.close()  # type: ignore[attr-defined]


def test_with_a_window_of_one_a_result_comes_before_the_next_cube_is_read(solver: Solver) -> None:
    order: list[str] = []

    def read() -> Iterator[str]:
        for text in ("R", "U2", "F'"):
            order.append(f"read {text}")
            yield text

    for result in solver.solve_many(read(), window=1):
        order.append(f"solved {result.moves}")
    assert order == ["read R", "solved R'", "read U2", "solved U2", "read F'", "solved F"]


def test_a_fault_comes_after_the_results_before_it(solver: Solver) -> None:
    results = solver.solve_many(["R", "U U2", "R Q", "F"])
    assert [next(results).length, next(results).length] == [1, 1]
    with pytest.raises(CubeError, match="'Q' is not a move"):
        next(results)
    with pytest.raises(StopIteration):
        next(results)


def test_faults_can_be_results(solver: Solver) -> None:
    results = list(solver.solve_many(["R Q", "R", Cube("R", puzzle="2x2"), "X", "U F"], on_error="return"))
    assert [result.length for result in results] == [None, 1, None, None, 2]
    assert [result.index for result in results] == list(range(5))
    assert [result.outcome for result in results].count(Outcome.INVALID) == 3
    assert isinstance(results[0].error, CubeError) and results[0].error.column == 3
    assert str(results[0]).startswith("invalid: ") and "'Q'" in results[0].as_dict()["error"]


def test_an_exception_of_the_iterable_comes_after_the_results_before_it(solver: Solver) -> None:
    def read() -> Iterator[str]:
        yield "R"
        yield "U"
        raise OSError("the disk is gone")

    results = solver.solve_many(read())
    assert [next(results).moves, next(results).moves] == ["R'", "U'"]
    with pytest.raises(OSError, match="the disk is gone"):
        next(results)


def test_limits_and_keywords_hold_for_all(solver: Solver, hard: Cube) -> None:
    results = list(solver.solve_many([hard, "R", hard], time_limit=0.3))
    assert [result.outcome for result in results] == [Outcome.TIME_LIMIT, Outcome.SOLVED, Outcome.TIME_LIMIT]
    assert [len(result.solutions) for result in solver.solve_many(["F2 B2 R2 L2 U2 D2", "R"], n=2)] == [2, 1]


def test_equal_cubes_are_solved_once(solver: Solver) -> None:
    results = list(solver.solve_many(["R U F", "R U F", "F R U"], find_duplicates=True, window=1))
    assert [result.duplicate_of for result in results] == [None, 0, 0]
    assert all(result.cube is not None and result.cube.check(result.moves or "") for result in results)


def test_an_iterator_is_closed_early_or_forgotten(solver: Solver, hard: Cube) -> None:
    results = solver.solve_many(["R", hard, hard])
    assert next(results).length == 1
    results.close()  # type: ignore[attr-defined]
    results = solver.solve_many(["R", hard, hard])
    assert next(results).length == 1
    del results
    solver.solve_many([hard])
    gc.collect()
    assert solver.solve("R U").length == 2


def test_the_iterator_keeps_its_solver() -> None:
    results = Solver("korf", 1, build=False).solve_many(SCRAMBLES)
    gc.collect()
    assert [result.length for result in results] == LENGTHS


def test_closing_the_solver_ends_the_iterator_of_another_thread(hard: Cube) -> None:
    solver = Solver("korf", 2, build=False)
    begun = threading.Event()
    caught: list[Exception | list[superflip.Result]] = []

    def work() -> None:
        results = solver.solve_many(["R", hard, hard])
        next(results)
        begun.set()
        try:
            caught.append(list(results))
        except (Cancelled, superflip.Closed) as error:
            caught.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    solver.close()
    thread.join()
    assert isinstance(caught[0], Exception) or {result.outcome for result in caught[0]} == {Outcome.STOPPED}


def test_progress_is_told_and_cancels(solver: Solver, hard: Cube) -> None:
    heard = []

    def hear(progress: superflip.Progress) -> bool:
        heard.append(progress)
        return progress.n_done < 2

    results = solver.solve_many(["R", "U", hard], progress=hear)
    assert [next(results).length, next(results).length] == [1, 1]
    with pytest.raises(Cancelled, match="2 of 3 cubes read were solved"):
        next(results)
    assert heard[-1].n_read == 3 and heard[-1].n_done == 2 and heard[-1].index == 2


def test_one_solver_serves_several_threads(solver: Solver) -> None:
    answers: dict[int, list[float | None]] = {}

    def work(number: int) -> None:
        answers[number] = [result.length for result in solver.solve_many(SCRAMBLES * 5, window=3)]
        answers[number].append(solver.solve("R U F").length)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {number: LENGTHS * 5 + [3] for number in range(4)}


def open_list(solver: Solver) -> Handle:
    """A list of one cube at a time, as a C program has it."""
    problem, options = solver._problem(solver._fields), sized(_abi.JobOptions, window=1)
    return create(lib.superflip_job_open, lib.superflip_job_free, solver._pointer(), problem.handle, None, ctypes.byref(options))


def test_who_waits_for_a_list_learns_that_its_session_is_closed() -> None:
    solver = Solver("korf", 2, build=False)
    job = open_list(solver)
    told: list[int] = []

    def take() -> None:
        told.append(lib.superflip_job_next(job, -1.0, ctypes.byref(ctypes.c_void_p())))

    waiting = threading.Thread(target=take, daemon=True)
    waiting.start()
    waiting.join(0.2)
    solver.close()
    waiting.join(60)
    assert told == [_abi.END]


def test_a_list_that_takes_no_cube_says_why(solver: Solver, hard: Cube) -> None:
    job, error = open_list(solver), _abi.Error()
    call(lib.superflip_job_add, job, 1, hard._handle, 0.0)
    full = lib.superflip_job_add(job, 2, hard._handle, 0.0, ctypes.byref(error))
    assert (error.status, error.text) == (full, b"no room until a result is taken")
    lib.superflip_job_cancel(job)
    assert lib.superflip_job_add(job, 2, hard._handle, 0.0, ctypes.byref(error)) == _abi.CANCELLED
    assert (error.status, error.text) == (_abi.CANCELLED, b"cancelled")
