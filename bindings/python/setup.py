"""The wheel. With SUPERFLIP_SHARED_LIBRARY=FILE it carries that library and is of this machine's kind; without, it is for any machine
and uses the installed libsuperflip.so.0. Everything else stands in pyproject.toml."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1
    from wheel.bdist_wheel import bdist_wheel

LIBRARY = os.environ.get("SUPERFLIP_SHARED_LIBRARY")


class BuildWithLibrary(build_py):
    def run(self) -> None:
        super().run()
        if LIBRARY:
            shutil.copyfile(LIBRARY, Path(self.build_lib) / "superflip" / "libsuperflip.so.0")


class WheelOfPlatform(bdist_wheel):
    def get_tag(self) -> tuple[str, str, str]:
        platform = super().get_tag()[2]
        return "py3", "none", platform if LIBRARY else "any"


class DistributionWithLibrary(Distribution):
    def has_ext_modules(self) -> bool:
        return bool(LIBRARY)


setup(distclass=DistributionWithLibrary, cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelOfPlatform})
