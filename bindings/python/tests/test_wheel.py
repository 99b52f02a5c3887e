"""The package as it is installed: its files, its command, what it draws."""

from __future__ import annotations

import html
import io
import json
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import superflip
from superflip import __main__ as command
from superflip import _bar

LIBRARY = Path(superflip.__file__).with_name("libsuperflip.so.1")
carries_library = pytest.mark.skipif(not LIBRARY.exists(), reason="the library is installed elsewhere")


def readelf(option: str) -> str:
    if shutil.which("readelf") is None:
        pytest.skip("readelf (binutils) is not installed")
    return subprocess.run(["readelf", "-W", option, LIBRARY], capture_output=True, text=True, check=True).stdout


@carries_library
def test_the_tag_is_true() -> None:
    wheel = metadata.distribution("superflip").read_text("WHEEL") or ""
    tag = re.search(r"^Tag: py3-none-manylinux_2_(\d+)_(\w+)$", wheel, re.MULTILINE)
    assert tag is not None, wheel
    needed = [int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", readelf("--version-info"))]
    assert needed and max(needed) == int(tag[1])
    assert tag[2].replace("x86_64", "X86-64").replace("aarch64", "AArch64") in readelf("--file-header")


@carries_library
def test_the_library_stands_alone_and_is_stripped() -> None:
    needed = re.findall(r"NEEDED.*\[(.*)\]", readelf("--dynamic"))
    assert needed and all(name.startswith(("libc.", "libm.", "ld-linux", "libgcc_s.")) for name in needed), needed
    assert ".symtab" not in readelf("--sections")


@carries_library
def test_the_licence_is_there() -> None:
    files = metadata.files("superflip") or []
    licence = [file for file in files if file.name == "LICENSE" and ".dist-info" in str(file)]
    assert len(licence) == 1 and "MIT License" in licence[0].read_text()


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert command.main(["--puzzle", "2x2", "R U F"]) == 0
    assert re.fullmatch(r"3\*  \S+ \S+ \S+\n", capsys.readouterr().out)
    monkeypatch.setattr(sys, "stdin", io.StringIO("R U R' U'\n\nR2 X\n"))
    assert command.main(["--json", "--table", "korf"]) == 1
    good, bad = map(json.loads, capsys.readouterr().out.splitlines())
    assert (good["length"], good["is_optimal"], bad["outcome"]) == (4, True, "invalid")
    assert command.main(["--table", "nonsense", "R"]) == 2
    assert "nonsense" in capsys.readouterr().err


def played(result: superflip.Result) -> tuple[str, Any]:
    """The page in a notebook's frame, and the cube that it plays."""
    page = html.unescape(re.search(r'srcdoc="([^"]*)"', result._repr_html_())[1])  # type: ignore[index]
    return page, json.loads(re.search(r'id="data">(.*)</script>', page)[1])["cubes"][0]  # type: ignore[index]


def test_a_result_is_drawn_and_played(solver: superflip.Solver) -> None:
    result = solver.solve("R U R' U'")
    page, cube = played(result)
    assert result.cube is not None and cube["facelets"] == result.cube.facelets and cube["seen"] is None
    assert [found["moves"] for found in cube["record"]["solutions"]] == [result.moves] and cube["record"]["status"] == "optimal"
    assert not re.search(r"""(src|href)=["']?(https?:|//)""", page)
    result = superflip.solve("R U F2 L", goal="cross", n="all", over=1)
    _, cube = played(result)
    assert cube["seen"] == superflip.Goal("cross").facelets and cube["record"]["goal"] == "cross"
    assert len(cube["record"]["solutions"]) == len(result.solutions) > 1
    result = superflip.solve("R U F2 L' D B2", goal="cross+neutral", n="all")
    _, cube = played(result)
    assert cube["seen_from"] == {side: superflip.Goal(side).facelets for side in ("cross:F", "cross:D", "cross:U")}
    assert [found["color"] for found in cube["record"]["solutions"]] == [found.color for found in result.solutions]
    assert superflip.Cube("R")._repr_html_().count('class="f"') == 54
    assert superflip.Cube(superflip.Goal("cross").facelets, grey=True)._repr_html_().count("#b9c0cb") == 40
    assert superflip.Cube("R", puzzle="2x2")._repr_html_().count('class="f"') == 24
    assert "none" in solver.solve("R U R' U'", max_length=3)._repr_html_()


@pytest.mark.parametrize("with_tqdm", [False, True])
def test_a_bar_where_somebody_watches(with_tqdm: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if with_tqdm:
        pytest.importorskip("tqdm")
    else:
        monkeypatch.setattr(_bar, "tqdm", None)
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    with _bar.bar_unless(None) as progress:
        assert progress is not None
        for done in (0, 30, 60):
            progress("corners", "building", done, 60)
        progress("corners", "checking", 1, 2)
    assert "corners: building" in terminal.getvalue() and "checking" not in terminal.getvalue()
