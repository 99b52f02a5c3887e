"""What the tests share. SUPERFLIP_PDB_DIR names tables that are there; nothing writes to them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from typing import Iterator

import pytest

import superflip

#: Not near any limit of the machine: what hangs is ended by it.
PATIENCE_S = 120


@pytest.fixture(scope="session")
def solver() -> Iterator[superflip.Solver]:
    with superflip.Solver("korf", 2, build=False) as made:
        yield made


@pytest.fixture
def hard() -> superflip.Cube:
    """A cube at distance 20, for which Korf's tables need days."""
    return superflip.Cube("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")  # the superflip


class Child:
    """A Python program of its own."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(program)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            # Ctrl-C means something, also where the tests run in the background of a script.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def await_line(self, expected: str) -> None:
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        assert line == expected, self.end()

    def signal(self, number: int) -> None:
        os.kill(self.process.pid, number)

    def end(self) -> tuple[int, str, str]:
        """Exit status, output, errors; a program that hangs fails the test."""
        try:
            output, errors = self.process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise
        return self.process.returncode, output, errors


def run(program: str) -> tuple[int, str, str]:
    return Child(program).end()
