"""Turn sets: slices, wide turns, and costs."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import superflip
from superflip import Cube, CubeError, Goal, Solver, Tables, Turns, UnknownName, UsageError


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("turns")


# Costs and solutions are those of tests/cli/turns.bats, which come from a search without tables.
@pytest.mark.parametrize(
    "goal, metric, moves, cost, scramble, length, n",
    [
        ("cross", "stm", None, None, "R F2 M", 3, 4),
        ("cross", "atm", None, None, "R L2 F B", 2, 1),
        ("cross", "htm", "R U r", None, "r U R' r2", 4, 1),
        ("eo:FB", "htm", None, "U=1 U2=1.5 (F B')=1.5 R=1.5", "F U R F'", 4, 2),
        ("cross", "qtm", "R U F", "R=10 U=13 F=11.5", "R F U'", 21.5, 1),
    ],
)
def test_solutions_cost_the_least(
    directory: Path, goal: str, metric: str, moves: str | None, cost: str | None, scramble: str, length: float, n: int
) -> None:
    with Solver(Goal(goal), metric=metric, moves=moves, cost=cost, directory=directory) as solver:
        result = solver.solve(scramble, n="all")
        assert solver.metric == metric and solver.turns == Turns(metric, moves, cost)
        assert (result.length, result.lower_bound, result.is_optimal, len(result.solutions)) == (length, length, True, n)
        assert result.iterations[-1].threshold == length and str(result).startswith(f"{length}*  ")
        assert {solution.length for solution in result.solutions} == {length}
        assert all(Goal(goal).holds(Cube(scramble), solution.numbers) for solution in result.solutions)
        assert [found.length for found in solver.solve_many([scramble, ""])] == [length, 0]
        with solver.start(scramble) as job:
            assert job.result().length == length and [found.length for found in job.solutions()] == [length]
    assert Tables(Goal(goal), turns=Turns(metric, moves, cost), directory=directory, build=False).bound(Cube(scramble)) <= length


def test_solutions_are_written_as_they_are_turned() -> None:
    result = superflip.solve("r U R' r2", goal="cross", moves="R U r")
    assert result.moves == "R Rw2 U' Rw'" and repr(result.solution) == "<Solution \"R Rw2 U' Rw'\", 4 in htm>"
    assert "R Rw2" in result._repr_html_() and pickle.loads(pickle.dumps(result)) == result
    assert superflip.solve("R", goal="cross", metric="stm", moves=[3, 4, 5]).length == 1


def test_free_turns_of_a_goal_need_not_be_turns_of_the_set() -> None:
    with Solver(Goal("cross+preauf:D"), moves="M U") as solver, solver.start("M U M D'") as job:
        assert str(job.result()) == "5*  D M' U' M'" and [str(found) for found in job.solutions()] == ["D M' U' M'"]


def test_a_set_that_cannot_solve_a_cube_says_why() -> None:
    result = superflip.solve("R", goal="cross", metric="stm", moves="M2 U2")
    assert result.is_unreachable and result.length is None and result.why_unreachable


@pytest.mark.parametrize("metric, moves, length", [("htm", "U R2", 2), ("qtm", "U R2", 3), ("qtm", "U2 R2", 4)])
def test_few_turns_of_faces_have_a_table_of_their_own(tmp_path: Path, metric: str, moves: str, length: int) -> None:
    with Solver(metric=metric, moves=moves, directory=tmp_path) as solver:
        assert solver.turns is None and solver.metric == metric
        assert solver.solve("U2 R2" if length == 4 else "U R2").length == length
        assert solver.solve("F").why_unreachable == "they never bring a piece to where it belongs"
    assert [file.stat().st_size < 1 << 20 for file in tmp_path.iterdir()] == [True]


def test_a_set_says_what_it_is() -> None:
    turns = Turns("stm", "M2 U2", "U2=1.5")
    assert (turns.metric, turns.identity) == ("stm", "U2=1.5 M2=1")
    assert turns == Turns("stm", "U2 M2", "U2=1.5") and hash(turns) == hash(pickle.loads(pickle.dumps(turns))) and turns != Turns("stm")
    assert repr(turns) == "Turns('stm', 'M2 U2', 'U2=1.5')"
    with pytest.raises(AttributeError):
        turns.metric = "htm"  # type: ignore[misc]


def test_what_is_no_set_or_does_not_go_with_one_is_refused() -> None:
    with pytest.raises(CubeError, match="'M' is there twice"):
        Turns("stm", "M M")
    with pytest.raises(UnknownName, match="metric is 'ltm'; expected htm, qtm, stm"):
        superflip.solve("R", metric="ltm")
    with pytest.raises(UsageError, match="method: only with turns of faces"):
        Solver(metric="stm", method="two-phase")
    with pytest.raises(UsageError, match="puzzle: only with turns of faces"):
        Solver(puzzle="2x2", moves="M U")
    with pytest.raises(UsageError, match="'korf'"):
        Solver("korf", metric="stm")
