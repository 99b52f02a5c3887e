"""The wheel. It carries the library SUPERFLIP_SHARED_LIBRARY=FILE, or in a source distribution the one that `make` builds from library/,
and is then of that library's platform; without either it is for any machine and uses the installed libsuperflip.so.1. Everything else
stands in pyproject.toml."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1
    from wheel.bdist_wheel import bdist_wheel

SOURCES = Path(__file__).resolve().parent / "library"
BUILT = SOURCES / "build/wheel/lib/libsuperflip.so.1"
GIVEN = os.environ.get("SUPERFLIP_SHARED_LIBRARY")
LIBRARY = Path(GIVEN) if GIVEN else BUILT if SOURCES.exists() else None

MACHINES = {62: "x86_64", 183: "aarch64"}  # e_machine of ELF's header


def platform_of(library: bytes) -> str:
    """The tag of PEP 600: the machine, and the version of the GNU C library that the symbols need."""
    machine = MACHINES[int.from_bytes(library[18:20], "little")]
    minor = max(int(version) for version in re.findall(rb"\0GLIBC_2\.(\d+)", library))
    return f"manylinux_2_{minor}_{machine}"


class BuildWithLibrary(build_py):
    def run(self) -> None:
        super().run()
        if LIBRARY:
            if LIBRARY == BUILT:
                subprocess.run(["make", "-C", str(SOURCES), "FLAVOUR=wheel", "lib"], check=True)
            shutil.copyfile(LIBRARY, Path(self.build_lib) / "superflip" / "libsuperflip.so.1")


class WheelOfPlatform(bdist_wheel):
    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", platform_of(LIBRARY.read_bytes()) if LIBRARY else "any"


class DistributionWithLibrary(Distribution):
    def has_ext_modules(self) -> bool:
        return LIBRARY is not None


setup(distclass=DistributionWithLibrary, cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelOfPlatform})
