"""The examples and the page that explains the package do what they say."""

from __future__ import annotations

import csv
import doctest
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from model import SOLVED, turned

import superflip


def document(name: str) -> Path:
    if name not in os.environ:
        pytest.skip(f"{name} is not set")
    return Path(os.environ[name])


def test_the_example_writes_random_states_with_their_lengths() -> None:
    example = document("SUPERFLIP_EXAMPLES") / "random_states.py"
    run = subprocess.run([sys.executable, example, "3", "5", "coset-30m"], capture_output=True, text=True, timeout=600)
    assert (run.returncode, run.stderr) == (0, "")
    rows = list(csv.DictReader(io.StringIO(run.stdout)))
    assert [row["index"] for row in rows] == ["0", "1", "2"]
    for row in rows:
        assert turned(row["facelets"], row["moves"]) == SOLVED
        assert row["is_optimal"] == "True" and int(row["length"]) == len(row["moves"].split()) <= 20


def test_the_sessions_of_the_page_print_what_it_shows() -> None:
    page = re.sub(r"^```.*$", "", document("SUPERFLIP_PYTHON_PAGE").read_text(), flags=re.MULTILINE)
    sessions = doctest.DocTestParser().get_doctest(page, {"superflip": superflip}, "python.md", None, 0)
    told: list[str] = []
    failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(sessions, out=told.append)
    assert tried > 10 and failed == 0, "".join(told)
