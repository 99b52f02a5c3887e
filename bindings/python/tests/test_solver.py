"""One cube at a time."""

from __future__ import annotations

import pickle
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from model import SOLVED, turned

import superflip
from superflip import Cube, CubeError, Goal, Outcome, Progress, Solver, UnknownName, UsageError

T_PERM = "R U R' U' R' F R2 U' R' U' R U R' F'"
FACES, COUNTS = "URFDLB", ("", "2", "'")


def exact_lengths(most: int) -> dict[str, int]:
    """All cubes within so many moves, breadth-first in the geometric model."""
    found = {SOLVED: 0}
    layer = [SOLVED]
    for length in range(1, most + 1):
        after = []
        for facelets in layer:
            for face, count in product(FACES, COUNTS):
                child = turned(facelets, face + count)
                if child not in found:
                    found[child] = length
                    after.append(child)
        layer = after
    return found


def test_lengths_are_those_of_a_breadth_first_search(solver: Solver) -> None:
    found = exact_lengths(2)
    assert len(found) == 262
    for result, (facelets, length) in zip(solver.solve_many(found), found.items()):
        assert result.length == length and result.is_optimal
        assert turned(facelets, result.moves or "") == SOLVED


def test_a_known_cube_has_its_length_and_is_solved(solver: Solver) -> None:
    result = solver.solve(T_PERM)
    assert result.outcome is Outcome.SOLVED and result.is_optimal and result.length == result.lower_bound == 11
    assert turned(Cube(T_PERM).facelets, result.moves or "") == SOLVED
    assert str(result) == f"11*  {result.moves}" and str(result.solution) == result.moves
    assert repr(result.solution) == f"<Solution {result.moves!r}, 11 moves>" and repr(result.solution) in repr(result)
    assert result.n_generated > 0 and result.iterations[-1].threshold == 11
    assert Cube(T_PERM).check(result.moves or "")
    assert result.as_dict()["length"] == 11 and result.as_dict()["outcome"] == "solved"


def test_the_solved_cube_has_an_empty_solution(solver: Solver) -> None:
    result = solver.solve("")
    assert (result.length, result.moves, result.is_optimal) == (0, "", True)


def test_all_solutions_are_different_and_each_solves(solver: Solver) -> None:
    cube = Cube("F2 B2 R2 L2 U2 D2")
    result = solver.solve(cube, n="all")
    moves = [solution.moves for solution in result.solutions]
    assert result.is_complete and len(moves) == len(set(moves)) > 3
    assert all(turned(cube.facelets, text) == SOLVED for text in moves)
    few = solver.solve(cube, n="all", up_to_symmetry=True)
    assert sum(solution.n_images for solution in few.solutions) == len(moves) > len(few.solutions)
    assert len(solver.solve(cube, n=3).solutions) == 3
    longer = solver.solve("R U", n="all", over=6)
    assert {solution.length for solution in longer.solutions} == {2, 8}
    assert all(turned(Cube("R U").facelets, solution.moves) == SOLVED for solution in longer.solutions)


def test_lengths_are_limited(solver: Solver) -> None:
    none = solver.solve(T_PERM, max_length=10)
    assert none.outcome is Outcome.NONE and none.lower_bound == 11 and none.length is None and none.solution is None
    assert str(none) == ">=11  none"
    longer = solver.solve("R U", min_length=4)
    assert longer.length == 8 and not longer.is_optimal  # nothing has 4 to 7
    assert turned(Cube("R U").facelets, longer.moves or "") == SOLVED


def test_another_position_is_reached(solver: Solver) -> None:
    result = solver.solve("R", goal=Cube("R U F"))
    assert turned(Cube("R").facelets, result.moves or "") == Cube("R U F").facelets and result.length == 2


def test_the_answer_is_the_same_each_time_if_it_is_to_be(solver: Solver) -> None:
    assert len({solver.solve(T_PERM, deterministic=True).moves for _ in range(3)}) == 1


def test_limits_end_a_search_with_what_is_proved(solver: Solver, hard: Cube) -> None:
    for result, outcome in (
        (solver.solve(hard, time_limit=0.2), Outcome.TIME_LIMIT),
        (solver.solve(hard, node_limit=1_000_000), Outcome.NODE_LIMIT),
    ):
        assert result.outcome is outcome and not result.solutions and not result.is_optimal
        assert 8 <= result.lower_bound <= 20


def test_the_time_limit_can_give_a_short_solution(solver: Solver, hard: Cube) -> None:
    result = solver.solve(hard, time_limit=0.2, approximate=True)
    assert result.is_approximate and not result.is_optimal and 20 <= (result.length or 0) <= 30
    assert turned(hard.facelets, result.moves or "") == SOLVED


def test_quarter_turns() -> None:
    with Solver("coset-30m", metric="qtm", build=False) as solver:
        assert solver.solve("R2 U").length == 3
        assert solver.solve("F2 B2 R2 L2 U2 D2").length == 12


def test_the_2x2x2() -> None:
    with Solver(puzzle="2x2") as solver:
        result = solver.solve("R U F' R2 U' F R U2")
        assert result.length == 8 and result.is_optimal and solver.tables is None and solver.heuristic == "pocket"
        assert Cube("R U F' R2 U' F R U2", puzzle="2x2").check(result.moves or "")
        for cube in superflip.random_cubes(50, 2, puzzle="2x2"):
            assert cube.check(solver.solve(cube).moves or "") and (solver.solve(cube).length or 0) <= 11
        assert solver.solve("R U", goal="R").moves == "U'" and solver.solve("R U", goal="solved").length == 2
        with pytest.raises(UsageError):
            solver.solve(Cube("R"))
        with pytest.raises(UsageError, match="of different puzzles"):
            solver.solve("R", goal=Cube("R"))


def test_few_moves_are_enough_for_some_cubes() -> None:
    with Solver("korf", moves="R U", build=False) as solver:
        result = solver.solve("R U R' U'")
        assert result.length == 4 and set(result.moves or "") <= set("RU2' ")
        assert solver.solve("F").is_unreachable


def test_other_methods() -> None:
    names = [method.name for method in superflip.methods()]
    assert names[0] == "optimal" and {"two-phase", "thistlethwaite"} <= set(names)
    with Solver(method="thistlethwaite") as solver:
        cube = Cube.random(7)
        result = solver.solve(cube)
        assert turned(cube.facelets, result.moves or "") == SOLVED and not result.is_optimal and (result.length or 0) <= 45
        assert len(result.stages) == 4
        together = " ".join(stage.moves for stage in result.stages)
        assert turned(cube.facelets, together) == SOLVED
        assert b"".join(stage.merged_numbers for stage in result.stages) == result.solutions[0].numbers
        assert " ".join(stage.merged_moves for stage in result.stages if stage.merged_moves) == result.moves


def test_lists_of_steps(tmp_path: Path) -> None:
    scramble = "R' U' F D2 L2 F U2 R2 F' L B D' B2 U L' F R2 D B' R' U' F"
    with Solver(method="fmc", width=50, niss=True, directory=tmp_path) as solver:
        result = solver.solve(scramble, n=5)
        assert len({solution.chain for solution in result.solutions}) == 5 and any("(" in (s.chain or "") for s in result.solutions)
        for solution in result.solutions:
            assert Cube(scramble).check(solution.moves) and len(solution.steps) == 4 and sum(solution.steps) >= solution.length
        assert [stage.name for stage in result.stages] == ["EO", "DR", "HTR", "finish"]
        assert [stage.goal for stage in result.stages][2:] == ["htr", "solved"]
        assert {result.stages[0].goal} <= {"eo:FB", "eo:RL", "eo:UD"}
    own = "EO = eo:FB ; turns U R\nDR = dr:UD ; turns U R D L F2 B2\nHTR = htr ; turns U D R2 L2 F2 B2\nend = solved ; turns U2 R2 F2 D2 L2 B2\n"
    with Solver(steps=own, directory=tmp_path) as solver:
        assert solver.method == "steps" and solver.solve("R2").solutions[0].steps == (0, 0, 0, 1)
        assert solver.solve("F").stuck_at == "EO" and not solver.solve("F").solutions
    with pytest.raises(superflip.SuperflipError, match="line 1, column 5: there is no goal 'crosss'"):
        Solver(steps="a = crosss\n")
    for options in ({"steps": own, "method": "fmc"}, {"niss": True}, {"method": "fmc", "width": 0}):
        with pytest.raises(UsageError):
            Solver(**options)  # type: ignore[arg-type]


def test_skeletons_of_goals(tmp_path: Path) -> None:
    scramble = "R' U' F D2 L2 F U2 R2 F' L B D' B2 U L' F R2 D B' R' U' F"
    for begin, steps in (None, 1), ("(R' D2)", 2):
        with Solver(Goal("eo+neutral"), niss=True, begin=begin, directory=tmp_path) as solver:
            result = solver.solve(scramble, n=6)
        assert result.is_optimal == (begin is None) and any("(" in (s.chain or "") for s in result.solutions)
        for solution in result.solutions:
            assert len(solution.steps) == steps and (solution.chain or "").startswith(begin or "")
            assert Goal(solution.reached or "").holds(Cube(f"{scramble} {solution.chain}", parentheses="niss"))


def test_solve_makes_a_solver_by_itself() -> None:
    assert superflip.solve("R U").length == 2
    assert superflip.solve(Cube("R2 U")).length == 2
    assert superflip.solve("R2 U", metric="qtm").length == 3
    assert superflip.solve(Cube("R U", puzzle="2x2")).length == 2


def test_results_survive_pickling(solver: Solver) -> None:
    result = solver.solve("R U F")
    assert pickle.loads(pickle.dumps(result)) == result


def test_progress_is_told_and_can_stop(solver: Solver, hard: Cube) -> None:
    heard: list[Progress] = []

    def hear(progress: Progress) -> bool:
        heard.append(progress)
        return progress.lower_bound < 12

    result = solver.solve(hard, progress=hear)
    assert result.outcome is Outcome.STOPPED and result.lower_bound >= 12
    bounds = [progress.lower_bound for progress in heard]
    assert bounds == sorted(bounds) and heard[-1].n_generated > 0
    assert solver.solve("R U", progress=heard.append).length == 2


def test_an_exception_of_the_progress_function_ends_the_search(solver: Solver, hard: Cube) -> None:
    def fail(progress: Progress) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        solver.solve(hard, progress=fail)
    assert solver.solve("R").length == 1


def test_a_job_is_asked_awaited_and_cancelled(solver: Solver, hard: Cube) -> None:
    job = solver.start(hard)
    assert not job.is_done and not job.wait(0.05) and job.cube == hard
    with pytest.raises(TimeoutError):
        job.result(0.01)
    job.cancel()
    assert job.result().outcome is Outcome.STOPPED and job.is_done
    with solver.start("F2 B2 R2 L2 U2 D2", n="all") as other:
        result = other.result()
        assert {s.moves for s in other.solutions()} == {s.moves for s in result.solutions}
        assert other.progress().is_done


def test_jobs_keep_their_results_when_the_solver_closes(hard: Cube) -> None:
    solver = Solver("korf", 2, build=False)
    done, running = solver.start("R U"), solver.start(hard)
    assert done.result().length == 2
    solver.close()
    assert running.result().outcome is Outcome.STOPPED and done.result().length == 2
    for use in ("solver.solve('R')", "solver.threads", "next(solver.solve_many(['R']))"):
        with pytest.raises(superflip.Closed):
            eval(use)
    solver.close()


def test_two_solvers_share_tables() -> None:
    tables = superflip.Tables("korf", build=False)
    with Solver(tables, 1) as a, Solver(tables, 2) as b:
        assert a.tables is b.tables is tables and (a.threads, b.threads) == (1, 2)
        assert a.solve(T_PERM).length == b.solve(T_PERM).length == 11
        with Solver(a.tables, 1) as c:
            assert c.heuristic == "korf" and c.method == "optimal"
        del tables
    with pytest.raises(UsageError, match="the tables are of the metric 'htm'"):
        Solver(superflip.Tables("korf", build=False), metric="qtm")


@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        ({"n": 0}, "n is 0; expected a whole number of at least 1"),
        ({"over": -1}, "over is -1"),
        ({"max_length": 41}, "max_length is 41; expected a whole number from 0 to 40"),
        ({"time_limit": 0}, "time_limit is 0; expected seconds"),
        ({"time_limit": float("nan")}, "time_limit is nan"),
        ({"node_limit": 0}, "node_limit is 0"),
        ({"min_length": 4, "max_length": 3}, "min_length: 4 is greater than max 3"),
        ({"up_to_symmetry": True}, "up_to_symmetry: needs all solutions"),
    ],
)
def test_values_out_of_range_are_refused(solver: Solver, keywords: dict[str, int], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        solver.solve("R", **keywords)  # type: ignore[arg-type]


def test_wrong_arguments_are_refused(solver: Solver) -> None:
    of_request = set(superflip.Request.__annotations__)
    keywords: list[tuple[Any, set[str]]] = [
        (superflip.solve, {"metric", "moves", "cost", "progress"}),
        (solver.solve, {"progress"}),
        (solver.start, set()),
        (solver.solve_many, {"window", "find_duplicates", "on_error", "progress"}),
    ]
    for function, more in keywords:
        with pytest.raises(TypeError, match="unknown keyword 'limit'; expected some of ") as unknown:
            function("R", limit=3)
        assert set(str(unknown.value).split("some of ")[1].split(", ")) == of_request | more
    with pytest.raises(TypeError, match="expected a text, or an array of single letters, got int"):
        solver.solve(3)  # type: ignore[arg-type]
    with pytest.raises(CubeError):
        solver.solve("R Q")
    with pytest.raises(UnknownName, match="nosuch"):
        Solver("nosuch")
    with pytest.raises(UnknownName, match="method is 'nosuch'; expected optimal, two-phase"):
        Solver(method="nosuch")
    with pytest.raises(UsageError, match="threads is -1"):
        Solver(threads=-1)
    with pytest.raises(UnknownName, match="metric is 'ltm'; expected htm, qtm, stm"):
        Solver(metric="ltm")


@pytest.mark.parametrize("deterministic", [False, True])
def test_what_is_proved_meanwhile_is_not_beyond_the_shortest_solution(solver: Solver, deterministic: bool) -> None:
    beyond = solver.start("R U", n="all", over=20, deterministic=deterministic)
    for job in (beyond, solver.start("R U", min_length=13, deterministic=deterministic)):
        with job:
            while (told := job.progress()).threshold < 7:
                job.wait(0.005)
            assert told.lower_bound <= 2
    assert beyond.result().lower_bound == 2
