"""Ctrl-C, exits, forks: nothing hangs, whatever is ended when."""

from __future__ import annotations

import signal

import pytest
from conftest import Child, run

#: The superflip, at distance 20: Korf's tables need days.
HARD = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"

#: What a program waits in when the signal comes.
WAITING = {
    "solve": f"solver.solve('{HARD}', progress=begun)",
    "solve_many": f"list(solver.solve_many(['R', '{HARD}', '{HARD}'], progress=begun))",
    "result": f"job = solver.start('{HARD}'); begun(); job.result()",
    "module": f"superflip.solve('{HARD}', progress=begun)",
}

PROGRAM = """
    import superflip
    solver = superflip.Solver("korf", 2, build=False)
    told = []
    def begun(*_):
        if not told:
            told.append(1)
            print("begun", flush=True)
    try:
        {waiting}
    except KeyboardInterrupt:
        assert solver.solve("R U").length == 2
        print("interrupted")
"""


@pytest.mark.parametrize("what", WAITING)
def test_ctrl_c_ends_at_once_and_the_solver_lives_on(what: str) -> None:
    child = Child(PROGRAM.format(waiting=WAITING[what]))
    child.await_line("begun")
    child.signal(signal.SIGINT)
    status, output, errors = child.end()
    assert (status, output, errors) == (0, "interrupted\n", "")


def test_ctrl_c_without_a_handler_ends_the_program() -> None:
    child = Child(PROGRAM.replace("except KeyboardInterrupt", "except ZeroDivisionError").format(waiting=WAITING["solve"]))
    child.await_line("begun")
    child.signal(signal.SIGINT)
    status, _, errors = child.end()
    assert status == -signal.SIGINT and "KeyboardInterrupt" in errors


def test_ctrl_c_ends_the_building_of_a_table_and_leaves_nothing() -> None:
    child = Child(
        """
        import os, superflip, tempfile
        with tempfile.TemporaryDirectory() as directory:
            told = []
            try:
                superflip.tables.build("korf7", directory=directory, threads=1,
                                       progress=lambda *_: told or told.append(print("begun", flush=True)))
            except KeyboardInterrupt:
                print([name for name in os.listdir(directory) if not name.endswith(".lock")])
        """
    )
    child.await_line("begun")
    child.signal(signal.SIGINT)
    assert child.end() == (0, "[]\n", "")


@pytest.mark.parametrize("ending", ["pass", "sys.exit(3)", "os._exit(3)", "1 / 0"])
@pytest.mark.parametrize("work", ["solver.start(hard)", "next(solver.solve_many(['R', hard, hard]))"])
def test_a_program_ends_while_cubes_are_in_work(ending: str, work: str) -> None:
    status, _, errors = run(
        f"""
        import os, sys, superflip
        hard = "{HARD}"
        solver = superflip.Solver("korf", 2, build=False)
        kept = [{work}, superflip.default._solver().start(hard)]
        {ending}
        """
    )
    assert status == {"pass": 0, "1 / 0": 1}.get(ending, 3)
    assert errors == "" or "ZeroDivisionError" in errors


def test_a_program_ends_while_daemon_threads_wait() -> None:
    assert run(
        f"""
        import threading, time, superflip
        solver = superflip.Solver("korf", 2, build=False)
        for work in (lambda: solver.solve("{HARD}"), lambda: list(solver.solve_many(["R", "{HARD}"]))):
            threading.Thread(target=work, daemon=True).start()
        time.sleep(0.3)
        print("end")
        """
    ) == (0, "end\n", "")


def test_a_forked_child_is_told_to_make_its_own_solver() -> None:
    status, output, errors = run(
        """
        import os, superflip
        solver = superflip.Solver("korf", 2, build=False)
        assert superflip.solve("R U").length == 2
        job, cubes = solver.start("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"), solver.solve_many(["R"] * 3, window=2)
        next(cubes)
        if os.fork() == 0:
            for use in (lambda: solver.solve("R"), job.result, lambda: job.is_done, lambda: next(cubes)):
                try:
                    use()
                except superflip.Closed as error:
                    print(error, flush=True)
            del job, cubes, use
            solver.close()
            print(superflip.solve("R U").length, superflip.Solver("korf", 1, build=False).solve("R U F").length, flush=True)
            raise SystemExit
        print(os.wait()[1], solver.solve("R").length)
        """
    )
    assert (status, errors) == (0, "")
    said = "the solver belongs to the parent process; make one in the child"
    assert output == f"{said}\n{said}\n{said}\n{said}\n2 3\n0 1\n"


def test_processes_of_multiprocessing_solve() -> None:
    assert run(
        """
        import multiprocessing, superflip
        def length(cube):
            return superflip.solve(cube).length
        if __name__ == "__main__":
            superflip.solve("R")
            with multiprocessing.get_context("fork").Pool(2) as pool:
                print(pool.map(length, [superflip.Cube("R U"), superflip.Cube("F"), superflip.Cube("")]))
        """
    ) == (0, "[2, 1, 0]\n", "")


def test_jobs_are_cancelled_at_any_time() -> None:
    """Many jobs, each cancelled or forgotten a little later than the one before; the last one still answers."""
    assert run(
        f"""
        import time, superflip
        solver = superflip.Solver("korf", 2, build=False)
        for i in range(200):
            job = solver.start("{HARD}" if i % 2 else "R U R' U' R' F R2 U' R' U' R U R' F'")
            time.sleep(i * 2e-5)
            if i % 3:
                job.cancel()
            if i % 5 == 0:
                job.cancel()
                job.result()
        for i in range(100):
            results = solver.solve_many(["R", "{HARD}", "U"] * 3, window=1 + i % 9)
            next(results)
            time.sleep(i * 2e-5)
            results.close()
        for i in range(20):
            another = superflip.Solver("korf", 2, build=False)
            job = another.start("{HARD}")
            time.sleep(i * 1e-3)
            another.close()
            assert job.result().outcome is superflip.Outcome.STOPPED
        print(solver.solve("R U F").length)
        """
    ) == (0, "3\n", "")


def test_asyncio_waits_in_a_thread_and_cancels() -> None:
    assert run(
        f"""
        import asyncio, superflip
        solver = superflip.Solver("korf", 2, build=False)
        async def main():
            job = solver.start("{HARD}")
            waiting = asyncio.create_task(asyncio.to_thread(job.result))
            await asyncio.sleep(0.1)
            job.cancel()
            print((await waiting).outcome.value, (await asyncio.to_thread(solver.solve, "R U")).length)
        asyncio.run(main())
        """
    ) == (0, "stopped 2\n", "")


def test_many_threads_start_wait_and_cancel() -> None:
    assert run(
        f"""
        import random, threading, superflip
        solver = superflip.Solver("korf", 2, build=False)
        jobs = []
        def work(seed):
            draw = random.Random(seed)
            for _ in range(50):
                jobs.append(solver.start("{HARD}"))
                draw.choice(jobs).wait(draw.random() * 0.002)
                draw.choice(jobs).cancel()
        threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        [job.cancel() for job in jobs]
        print({{job.result().outcome.value for job in jobs}})
        """
    ) == (0, "{'stopped'}\n", "")
