"""Goals in which only some pieces count."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from model import SOLVED, turned

import superflip
from superflip import Cube, CubeError, Goal, GoalError, Solver, TableMissing, Tables, UsageError

SCRAMBLE = "D2 F' R2 B U2 R F L2 D' B2 U R2 D F2 L"
#: the facelets of each edge
EDGES = [(5, 10), (7, 19), (3, 37), (1, 46), (32, 16), (28, 25), (30, 43), (34, 52), (23, 12), (21, 41), (50, 39), (48, 14)]
CROSS = "....U........R..R.....F..F..D.DDD.D.....L..L.....B..B."


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("goals")


def shows(facelets: str, goal: str) -> bool:
    """Whether the stickers that a goal names have its colours."""
    return all(have == want for have, want in zip(facelets, goal) if want != ".")


@pytest.mark.parametrize("text, length", [("cross", 6), (CROSS, 6), ("cross+neutral", 5), ("eo:RL", 5), ("2x2x2", 5), ("eoline", 7)])
def test_a_goal_is_reached_in_the_fewest_moves(directory: Path, text: str, length: int) -> None:
    goal = Goal(text)
    with Solver(goal, directory=directory) as solver:
        result = solver.solve(SCRAMBLE)
        assert (result.length, result.is_optimal) == (length, True)
        assert goal.holds(Cube(SCRAMBLE), result.moves or "") and not goal.holds(Cube(SCRAMBLE))
        assert shows(turned(Cube(SCRAMBLE).facelets, result.moves or ""), goal.facelets)
        assert Cube(SCRAMBLE).check(result.moves or "", goal=goal) and not Cube(SCRAMBLE).check("R", goal=goal)
        assert [found.length for found in solver.solve_many(["", SCRAMBLE])] == [0, length]
    assert Tables(goal, directory=directory, build=False).bound(Cube(SCRAMBLE)) == length
    assert goal.info(directory=directory).is_installed


def test_a_solution_names_the_side_that_it_reaches(directory: Path) -> None:
    cube = Cube("R U F2 L D")
    with Solver(Goal("cross+neutral"), directory=directory) as solver, Solver(Goal("cross"), directory=directory) as other:
        found = solver.solve(cube, n="all").solutions
        unknown = [solver.solve(other).solutions[0] for other in (Cube(cube.facelets), Cube("x R U F2 L D"))]
        assert other.solve(cube).solutions[0].reached is None
    assert {(s.reached, s.color) for s in found} == {("cross:F", "green"), ("cross:L", "orange"), ("cross:U", "white")}
    assert all(s.reached is not None and s.color is None for s in unknown)
    assert all(Goal(s.reached or "").holds(cube, s.moves) for s in found)


def test_all_solutions_of_a_goal_are_those_of_its_stickers(directory: Path) -> None:
    with Solver(Goal("cross"), directory=directory) as solver, Solver(Goal(CROSS), directory=directory) as other:
        found, same = (one.solve("R F D", n="all", over=1) for one in (solver, other))
    assert len(found.solutions) > 3 and {s.moves for s in found.solutions} == {s.moves for s in same.solutions}


def test_solutions_that_reach_a_goal_before_their_end_are_left_out(directory: Path) -> None:
    with Solver(Goal("eo:FB"), directory=directory) as solver:
        assert [s.moves for s in solver.solve("F", n="all", over=1).solutions] == ["F", "F'"]
        assert "F U" in [s.moves for s in solver.solve("F", n="all", over=1, past_goal=True).solutions]


def test_the_n_best_may_be_longer_than_the_shortest(directory: Path) -> None:
    with Solver(Goal("eo:FB"), directory=directory) as solver:
        assert [s.length for s in solver.solve("F", n=3).solutions] == [1, 1, 4]
        assert len(solver.solve("F", n=3, over=0).solutions) == 2


def test_turns_that_are_free_and_sides_are_parts_of_a_goal(directory: Path) -> None:
    assert Goal("cross", auf="D") == Goal("cross+auf:D") and Goal("cross", neutral="UD") == Goal("cross+neutral:UD")
    assert Goal("cross", neutral="all") == Goal("cross+neutral")
    with Solver(Goal("cross", auf="D", preauf="D"), directory=directory) as solver:
        assert solver.solve("D' R2 D").length == 1
        with solver.start("D' R2 D") as job:
            assert job.result().length == 1 and [found.length for found in job.solutions()] == [1]
        found = solver.solve("R D2 F", n="all", over=2)
    assert not any(solution.moves.endswith(("D D", "D2 D", "D' D")) for solution in found.solutions)
    assert superflip.solve("R U F", goal=Goal("cross", preauf="D", neutral="all")).length == 1
    with pytest.raises(GoalError, match="one face only"):
        Goal("cross+preauf:U", preauf="D")


def test_solve_takes_goals_and_their_texts() -> None:
    assert superflip.solve("U L2", goal="cross").moves == superflip.solve("U L2", goal=Goal("cross")).moves == "L2"
    assert superflip.solve("U L2", goal=Goal("cross"), metric="qtm").length == 2
    assert superflip.solve("R U", goal="R").moves == superflip.solve("R U", goal=Cube("R")).moves == "U'"
    assert superflip.solve("R U", goal=Goal("solved")).length == 2
    with pytest.raises(UsageError, match="goal: 'cross' is of the 3x3x3"):
        superflip.solve(Cube("R", puzzle="2x2"), goal="cross")


def test_what_is_seen_of_a_cube_is_solved(directory: Path) -> None:
    whole = Cube("R U F")
    edges = {i for edge in EDGES if any(whole.facelets[i] == "D" for i in edge) for i in edge}
    seen = Cube("".join(c if i in edges or i % 9 == 4 else "." for i, c in enumerate(whole.facelets)), grey=True)
    assert not seen.is_whole and whole.is_whole and Goal.of_cube(seen) == Goal("cross") and Goal.of_cube(whole).is_solved
    assert superflip.solve(seen).length == superflip.solve(whole, goal="cross").length == 2
    assert eval(repr(seen)) == seen == pickle.loads(pickle.dumps(seen)) != whole
    with Solver(Goal("cross"), directory=directory) as solver:
        assert solver.solve(seen).length == 2
    with pytest.raises(UsageError):
        Goal("2x2x2").holds(seen)
    with pytest.raises(UsageError, match="not all of the cube is seen"):
        seen.cubies
    with pytest.raises(CubeError):
        Cube(seen.facelets)


def test_a_goal_tells_what_it_is(tmp_path: Path) -> None:
    goal = Goal(" cross : F ")
    assert (goal.name, str(goal), repr(goal)) == ("cross:F", "cross:F", "Goal('cross:F')")
    assert goal == Goal("cross:F") != Goal("cross") and hash(goal) == hash(Goal("cross:f")) and goal != "cross:F"
    assert pickle.loads(pickle.dumps(goal)) == goal
    assert Goal("cross") == Goal(CROSS) and Goal("cross").facelets == CROSS
    assert Goal("solved").is_solved and Goal("solved").facelets == SOLVED and not goal.is_solved
    info, large = goal.info(directory=tmp_path), Goal("f2l").info(directory=tmp_path)
    assert (info.n_states, info.n_sides, info.is_exact, info.is_installed) == (190080, 1, True, False)
    assert (large.n_states, large.is_exact) == (None, False) and large.file_bytes > info.file_bytes > 190080 / 2
    assert Goal("xcross").info().n_sides == 4
    with pytest.raises(AttributeError, match="does not change"):
        goal.text = "cross"


def test_each_name_is_a_goal() -> None:
    names = Goal.names()
    assert {"solved", "cross", "xcross", "f2l", "eo", "dr", "oll"} <= {name.name for name in names}
    for name in names:
        assert Goal(name.name).holds(Cube("")) and name.picture


def test_faults_have_a_column() -> None:
    with pytest.raises(GoalError, match="did you mean 'cross'") as fault:
        Goal("eo+crss")
    assert (fault.value.line, fault.value.column, fault.value.token) == (1, 4, "crss")
    with pytest.raises(GoalError, match="no side of 'cross'"):
        superflip.solve("R", goal="cross:X")
    with pytest.raises(UsageError, match="NUL"):
        Goal("cross\0")
    with pytest.raises(UsageError, match="surrogate"):
        Goal("cross\ud800")
    with pytest.raises(UsageError, match="path.*NUL"):
        Goal("cross").info(directory="a\0b")


def test_tables_of_a_goal_are_built_only_where_that_is_allowed(tmp_path: Path) -> None:
    goal = Goal("eo")
    with pytest.raises(TableMissing, match=r"superflip.build\(Goal\('eo'\), directory="):
        Tables(goal, directory=tmp_path, build=False)
    superflip.build(goal, directory=tmp_path)
    superflip.tables.verify(goal, directory=tmp_path)
    assert Tables(goal, directory=tmp_path, build=False).name == "eo"


def test_a_solver_takes_goals_of_requests_unless_its_tables_are_for_whole_cubes(solver: Solver, directory: Path) -> None:
    with pytest.raises(UsageError, match="table: only for whole cubes: 'korf'"):
        solver.solve("R", goal="cross")
    assert solver.solve("R U", goal="R").moves == "U'"
    with Solver(Goal("eo:FB"), directory=directory) as other:
        assert [other.solve(SCRAMBLE, goal=goal).length for goal in (None, "cross", Goal("eo:RL"))] == [5, 6, 5]
        assert [found.length for found in other.solve_many([SCRAMBLE], goal="cross")] == [6]
