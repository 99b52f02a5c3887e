"""Pattern databases."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import superflip
from superflip import Cancelled, Cube, TableDamaged, TableError, TableMissing, Tables, UnknownName, UsageError, tables


def test_heuristics_are_listed_weakest_first(tmp_path: Path) -> None:
    found = {heuristic.name: heuristic for heuristic in tables.list_all()}
    names = list(found)
    assert names.index("corners") < names.index("korf") < names.index("coset-8g")
    assert found["korf"].is_installed and found["korf"].n_tables == 3 and found["korf"].file_bytes > 86_000_000
    assert found["coset-8g"].build_s is None
    measured = {heuristic.name: heuristic for heuristic in tables.list_all(measure=True, directory=tmp_path)}
    assert not measured["coset-8g"].is_installed and measured["coset-8g"].table_metric == "htm"
    assert (measured["coset-8g"].build_s or 0) > (measured["coset-30m"].build_s or 0) > 0
    assert 0 < (measured["coset-8g"].solve_s or 0) < (measured["coset-30m"].solve_s or 0)


def test_a_budget_chooses() -> None:
    small, large = tables.choose(file_bytes=100_000_000), tables.choose(file_bytes=10_000_000_000, build_bytes=1 << 40)
    assert small is not None and large is not None
    assert small.file_bytes <= 100_000_000 < large.file_bytes
    assert tables.choose(file_bytes=1) is None
    with pytest.raises(UsageError, match="file_bytes is 0"):
        tables.choose(file_bytes=0)


def test_tables_tell_what_they_are() -> None:
    opened = Tables("korf", build=False)
    opened.check()
    assert opened.name == "korf" and opened.metric == "htm" and opened.checked_share == 1
    assert [file.name for file in opened.files][0] == "corners" and all(file.path.is_file() for file in opened.files)
    assert opened.bound(Cube("")) == 0 and 1 <= opened.bound(Cube("R U F")) <= 3
    with pytest.raises(UsageError):
        opened.bound(Cube("", puzzle="2x2"))


def test_a_table_is_built_verified_damaged_and_mended(tmp_path: Path) -> None:
    heard: set[str] = set()
    name = "orientation"

    def hear(table: str, stage: str, done: int, total: int) -> None:
        assert 0 <= done <= total and table
        heard.add(stage)

    assert tables.directory(tmp_path) == tmp_path
    with pytest.raises(TableMissing) as missing:
        Tables(name, directory=tmp_path)
    assert str(missing.value).endswith(f"not installed; call superflip.build('orientation', directory={str(tmp_path)!r})")
    assert not list(tmp_path.iterdir())
    assert missing.value.path == str(tmp_path / "twist-htm.pdb")
    superflip.build(name, directory=tmp_path, progress=hear)
    tables.verify(name, directory=tmp_path, progress=hear)
    files = list(tmp_path.glob("*.pdb"))
    assert files and heard
    with open(files[0], "r+b") as file:
        file.seek(-1, os.SEEK_END)
        last = file.read(1)[0]
        file.seek(-1, os.SEEK_END)
        file.write(bytes([last ^ 1]))
    with pytest.raises(TableDamaged) as damaged:
        tables.verify(name, directory=tmp_path)
    assert damaged.value.path == str(files[0]) and str(files[0]) in str(damaged.value)
    name_of_file = files[0].name.replace("-htm.pdb", "")
    assert str(damaged.value).endswith(f"; call superflip.build({name_of_file!r}, directory={str(tmp_path)!r}, force=True)")
    with pytest.raises(TableDamaged):
        Tables(name, directory=tmp_path)
    tables.build(name, directory=tmp_path, force=True)
    tables.verify(name, directory=tmp_path)


def test_a_build_is_cancelled_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        tables.build("edges-upper", directory=tmp_path, threads=1, progress=lambda *_: False)

    def fail(*_: object) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        tables.build("edges-upper", directory=tmp_path, threads=1, progress=fail)
    assert not list(tmp_path.glob("*.pdb")) and not list(tmp_path.glob("*.tmp*"))


def test_faults_are_told(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"table is 'korff'; no such name, did you mean 'korf'\? superflip.tables.list_all\(\) lists them"):
        Tables("korff")
    with pytest.raises((TableError, superflip.FileError)):
        Tables("korf", directory=tmp_path / "missing", build=False)
    with pytest.raises(superflip.MemoryShortage):
        Tables("korf", memory=1000, build=False)
    with pytest.raises(UsageError, match="memory is 0"):
        Tables("korf", memory=0)


def test_what_is_large_is_never_built_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUPERFLIP_PDB_DIR", str(tmp_path))
    with pytest.raises(TableMissing, match=r"; call superflip.build\('coset-8g'\)$"):
        superflip.Solver("coset-8g")
    with pytest.raises(TableMissing, match=r"; call superflip.build\('coset-8g', metric='qtm'\)$"):
        superflip.Solver("coset-8g", metric="qtm")
    with pytest.raises(TableMissing, match="; call it with build=True$"):
        Tables(turns=superflip.Turns("stm"), build=False)
    assert not list(tmp_path.iterdir())


def test_a_terminal_shows_a_bar_while_a_table_is_built(tmp_path: Path) -> None:
    main, terminal = os.openpty()
    without_tqdm = "import sys; sys.modules['tqdm'] = None"
    program = f"{without_tqdm}; import superflip; superflip.build('twist', directory={str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", program], stderr=terminal, check=True)
    os.close(terminal)
    shown = os.read(main, 65536).decode()
    assert shown.startswith("\rtwist: ") and "] 100%" in shown and shown.endswith("\r") and "\n" not in shown
    silent = subprocess.run([sys.executable, "-c", program.replace("'twist'", "'flip'")], capture_output=True, check=True)
    assert silent.stderr == silent.stdout == b""
