"""The structures and constants of superflip._abi are those of the header."""

from __future__ import annotations

import ctypes
import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import superflip
from superflip import _abi
from superflip._library import call, create, lib, sized, written
from superflip._session import make_problem, open_session
from superflip.errors import field_of
from superflip.request import Request

CONSTANTS = {
    "SUPERFLIP_CANCELLED": _abi.CANCELLED,
    "SUPERFLIP_BAD_ARGUMENT": _abi.BAD_ARGUMENT,
    "SUPERFLIP_UNKNOWN_NAME": _abi.UNKNOWN_NAME,
    "SUPERFLIP_NO_MEMORY": _abi.NO_MEMORY,
    "SUPERFLIP_NO_THREADS": _abi.NO_THREADS,
    "SUPERFLIP_FORKED": _abi.FORKED,
    "SUPERFLIP_IO": _abi.IO,
    "SUPERFLIP_NO_SPACE": _abi.NO_SPACE,
    "SUPERFLIP_TOO_LARGE": _abi.TOO_LARGE,
    "SUPERFLIP_TABLE_MISSING": _abi.TABLE_MISSING,
    "SUPERFLIP_TABLE_LOCKED": _abi.TABLE_LOCKED,
    "SUPERFLIP_INTERNAL": _abi.INTERNAL,
    "SUPERFLIP_READ_NISS": _abi.READ_NISS,
    "SUPERFLIP_READ_GREY": _abi.READ_GREY,
    "SUPERFLIP_READ_CENTERS": _abi.READ_CENTERS,
    "SUPERFLIP_FORM_CUBIES": _abi.FORM_CUBIES,
    "SUPERFLIP_FORM_CENTERS": _abi.FORM_CENTERS,
    "SUPERFLIP_FAILED": _abi.FAILED,
    "SUPERFLIP_STOPPED": _abi.STOPPED,
    "SUPERFLIP_MAX_MOVES": _abi.MAX_MOVES,
    "SUPERFLIP_BUILD_AGAIN": _abi.BUILD_AGAIN,
    "SUPERFLIP_BUILD_NO_WAIT": _abi.BUILD_NO_WAIT,
}


def test_structures_and_constants_are_those_of_the_header(tmp_path: Path) -> None:
    include, compiler = os.environ.get("SUPERFLIP_INCLUDE"), shutil.which("gcc")
    if include is None or compiler is None:
        pytest.skip("gcc or SUPERFLIP_INCLUDE, the directory of superflip.h, is missing")
    expected = {name: value for name, value in CONSTANTS.items()}
    for name, structure in _abi.STRUCTURES.items():
        expected[f"sizeof({name})"] = ctypes.sizeof(structure)
        for field in structure._fields_:
            expected[f"offsetof({name}, {field[0]})"] = getattr(structure, field[0]).offset
            expected[f"sizeof((({name} *)0)->{field[0]})"] = getattr(structure, field[0]).size
    lines = "\n".join(f'printf("%lld\\n", (long long)({expression}));' for expression in expected)
    source, program = tmp_path / "layout.c", tmp_path / "layout"
    source.write_text(f"#include <superflip.h>\n#include <stddef.h>\n#include <stdio.h>\nint main(void) {{\n{lines}\n}}\n")
    subprocess.run([compiler, f"-I{include}", str(source), "-o", str(program)], check=True)
    printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
    assert dict(zip(expected, map(int, printed))) == expected


def test_the_library_has_the_version_of_the_package() -> None:
    assert superflip.library_version() == superflip.__version__


def test_a_library_that_is_missing_or_another_one_is_told() -> None:
    for file in ("/nonexistent/libsuperflip.so.1", "libc.so.6"):
        program = "import superflip"
        environment = {**os.environ, "SUPERFLIP_LIBRARY": file}
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
        assert run.returncode == 1
        assert "LibraryNotFound: libsuperflip.so.1 cannot be loaded: " in run.stderr and "SUPERFLIP_LIBRARY" in run.stderr


def test_in_a_virtual_environment_the_wheel_carries_the_library() -> None:
    if sys.prefix == sys.base_prefix:
        pytest.skip("no virtual environment")
    package = Path(superflip.__file__).parent
    assert package.is_relative_to(sys.prefix) and (package / "py.typed").is_file()
    with open("/proc/self/maps") as maps:
        assert str(package / "libsuperflip.so.1") in maps.read()


class Field(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_char_p), ("help", ctypes.c_char_p), ("identifies", ctypes.c_bool)]


# Fields without a keyword of their own: what Python has instead.
OTHERWISE = {
    "auf": "a goal's text",
    "centers": "a Cube or Goal with centers",
    "exclude": "moves of a Solver",
    "french": "letters of functions that read and write",
    "parentheses": "parentheses of functions that read",
}


def test_every_field_of_a_problem_has_a_keyword() -> None:
    field, fields = Field(), list[str]()
    while lib.superflip_field_at(len(fields), ctypes.byref(field)):
        fields.append(field.name.decode())
    assert len(fields) > 20
    keywords = {field_of(name) for name in {*inspect.signature(superflip.Solver.__init__).parameters, *Request.__annotations__}}
    assert set(fields) - keywords == set(OTHERWISE)


def test_a_value_that_is_refused_leaves_the_problem_as_it_was() -> None:
    problem, error = create(lib.superflip_problem_create, lib.superflip_problem_free), _abi.Error()
    call(lib.superflip_problem_set, problem, b"heuristic", b"korf")
    for field, value in ((b"heuristic", b"korff"), (b"max", b"41"), (b"method", b"nosuch")):
        assert lib.superflip_problem_set(problem, field, value, ctypes.byref(error)) == _abi.BAD_TEXT
    call(lib.superflip_problem_check, problem)
    lines = written(lib.superflip_problem_identity, problem).splitlines()
    assert {"heuristic=korf", "max=40", "method=optimal"} <= set(lines)


@pytest.mark.parametrize(("method", "field", "value"), [("steps", "steps", "x = nosuch"), ("cfop", "neutral", "XY")])
def test_a_list_of_steps_at_fault_is_named_by_its_field(method: str, field: str, value: str) -> None:
    problem, error = make_problem({"method": method, field: value}), _abi.Error()
    needs = sized(_abi.Needs)
    status = lib.superflip_session_measure(open_session(), problem, None, ctypes.byref(needs), ctypes.byref(error))
    assert (status, error.field) == (_abi.BAD_TEXT, field.encode())
