"""The wheel and the sdist: built by Debian's tools, without a network, and taken by pip."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import unittest
import zipfile
from typing import List

import audiosession
from support import Folder

#: Debian's, which is not the first in the search path everywhere, and has Debian's build tools.
PYTHON = "/usr/bin/python3"
SOURCE = os.path.join(os.path.dirname(audiosession.__file__), os.pardir)
#: What a program that has types says and what a wrong one says, by the type checker.
USE = "import audiosession\naudiosession.Client('a').session('b').activate(wait=1.5)\n"
MISUSE = "import audiosession\naudiosession.Client('a').session('b').activate(wiat=1.5)\n"


class Distribution(unittest.TestCase):
    """What is built once for all tests, and installed anew by each."""

    folder: Folder

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Folder()
        cls.addClassCleanup(cls.folder.remove)
        copy = cls.folder.path + "/source"
        others = shutil.ignore_patterns("__pycache__", "build", "dist", "*.egg-info")
        shutil.copytree(SOURCE, copy, ignore=others)
        cls.run_program([PYTHON, "-m", "build", "--no-isolation", "--outdir", cls.dist(), copy])

    @classmethod
    def dist(cls) -> str:
        return cls.folder.path + "/dist"

    @classmethod
    def run_program(cls, words: List[str]) -> str:
        """Runs a program to which neither the checkout nor a registry is known."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        settings = {"PIP_NO_INDEX": "1", "PIP_NO_CACHE_DIR": "1", "PIP_CONFIG_FILE": os.devnull}
        ended = subprocess.run(
            words,
            cwd=cls.folder.path,
            env={**kept, **settings, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if ended.returncode != 0:
            raise AssertionError(f"{words}: {ended.stdout}")
        return ended.stdout

    def only(self, ending: str) -> str:
        (path,) = glob.glob(f"{self.dist()}/*{ending}")
        return path

    def environment(self, name: str, *options: str) -> str:
        """A new virtual environment; returns the path of its Python."""
        folder = f"{self.folder.path}/{name}"
        self.run_program([PYTHON, "-m", "venv", *options, folder])
        return folder + "/bin/python"

    def check(self, python: str) -> None:
        """The package is the one of this environment, and whole."""
        program = "import audiosession as it; print(it.__file__, it.__version__, it.Client)"
        file, version, client = self.run_program([python, "-I", "-c", program]).split(" ", 2)
        folder = os.path.dirname(file)
        self.assertEqual(os.path.commonpath([folder, self.folder.path]), self.folder.path)
        self.assertEqual((version, client), (audiosession.__version__, f"{audiosession.Client}\n"))
        whole = os.path.dirname(audiosession.__file__)
        self.assertEqual(self.files(folder), self.files(whole))
        listed = self.run_program([python, "-m", "pip", "list", "--format=freeze"]).splitlines()
        self.assertIn(f"audiosession=={audiosession.__version__}", listed)

    def files(self, folder: str) -> List[str]:
        return sorted(name for name in os.listdir(folder) if name.endswith((".py", ".typed")))

    def test_a_new_environment_takes_the_wheel(self) -> None:
        python = self.environment("of-the-wheel")
        self.run_program([python, "-m", "pip", "install", self.only(".whl")])
        self.check(python)
        if shutil.which("mypy"):
            check = ["mypy", "--strict", "--python-executable", python, "--cache-dir", os.devnull]
            self.run_program([*check, "-c", USE])
            with self.assertRaisesRegex(AssertionError, 'Unexpected keyword argument "wiat"'):
                self.run_program([*check, "-c", MISUSE])

    def test_a_new_environment_takes_the_sdist(self) -> None:
        # A wheel is made of it there, with Debian's tools, since there is no network to get others.
        python = self.environment("of-the-sdist", "--system-site-packages")
        install = ["install", "--no-build-isolation", "--ignore-installed"]
        self.run_program([python, "-m", "pip", *install, self.only(".tar.gz")])
        self.check(python)

    def test_the_licence_and_the_mark_of_types_are_in_the_wheel(self) -> None:
        with zipfile.ZipFile(self.only("-py3-none-any.whl")) as wheel:
            names = wheel.namelist()
        self.assertIn("audiosession/py.typed", names)
        self.assertEqual(sum(name.endswith("/LICENSE") for name in names), 1)
