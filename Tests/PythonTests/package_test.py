"""The wheel, its types, and what its documentation shows."""

import doctest
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import unittest
import zipfile

import ambit  # noqa: F401  (before a test stands beside the sources of the same name)
import notebook

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "Sources/Bindings/Python"
HERE = pathlib.Path(__file__).resolve().parent


def run(*command, **more):
    return subprocess.run(
        [str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        check=False, **more)


class PackageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.wheel = pathlib.Path(os.environ.get("AMBIT_WHEEL") or max((ROOT / ".build/python/dist").glob("*.whl")))
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)

    def test_it_installs_alone_answers_and_goes_without_a_trace(self):
        made = run(sys.executable, "-m", "venv", self.folder / "fresh")
        self.assertEqual(made.returncode, 0, made.stdout)
        python = self.folder / "fresh/bin/python"
        packages = pathlib.Path(run(
            python, "-c", "import sysconfig; print(sysconfig.get_path('platlib'))").stdout.strip())
        before = {path for path in packages.rglob("*") if "__pycache__" not in path.parts}
        installed = run(python, "-m", "pip", "install", "--no-index", "--quiet", self.wheel)
        self.assertEqual(installed.returncode, 0, installed.stdout)
        # Nothing of this build's folders helps it.
        asked = run(
            python, "-I", "-c",
            "import ambit; print(ambit.__version__, ambit.QuadTree(lat=[1], lon=[2]).nearest(lat=1, lon=2)[0])",
            env={"PATH": "/usr/bin:/bin"})
        version = re.search(r'version = "([^"]+)"', (ROOT / "Sources/ambit/Ambit.swift").read_text())[1]
        self.assertEqual(asked.stdout, f"{version} [(0, 0.0)]\n")
        removed = run(python, "-m", "pip", "uninstall", "--yes", "--quiet", "ambit")
        self.assertEqual(removed.returncode, 0, removed.stdout)
        after = {path for path in packages.rglob("*") if "__pycache__" not in path.parts}
        self.assertEqual(after, before)

    def test_its_name_says_what_it_runs_on(self):
        name = re.fullmatch(r"ambit-[\d.]+-cp311-abi3-(.+)\.whl", self.wheel.name)
        self.assertIsNotNone(name, self.wheel.name)
        machine = sysconfig.get_platform().split("-")[-1]
        libraries = []
        with zipfile.ZipFile(self.wheel) as wheel:
            libraries = [wheel.read(entry) for entry in wheel.namelist() if entry.endswith(".so")]
        self.assertEqual(len(libraries), 2)
        if name[1] == f"linux_{machine}":
            return
        promised = re.fullmatch(rf"manylinux_2_(\d+)_{machine}", name[1])
        self.assertIsNotNone(promised, name[1])
        needed = [int(minor) for library in libraries for minor in re.findall(rb"GLIBC_2\.(\d+)", library)]
        self.assertLessEqual(max(needed), int(promised[1]))
        # Those that every such Linux has.
        for library in libraries:
            others = set(re.findall(rb"\x00(lib[\w+]+\.so[.\d]*)(?=\x00)", library)) - {
                b"libAmbitC.so", b"libc.so.6", b"libm.so.6", b"libstdc++.so.6", b"libgcc_s.so.1"}
            self.assertEqual(others, set())

    def test_its_types_are_right_and_complete(self):
        package = pathlib.Path(run(
            sys.executable, "-c", "import ambit; print(ambit.__path__[0])", cwd=self.folder).stdout.strip())
        self.assertTrue((package / "py.typed").is_file())
        # Modules that type checkers alone import, and the engine's library, which is no module.
        allowed = self.folder / "allowed"
        allowed.write_text("ambit\\._\\w+\\.(geopandas|pandas|numpy)\nambit\\.libAmbitC\n")
        for command in (
            ("mypy", "--config-file", SOURCE / "pyproject.toml", "--strict", "--package", "ambit"),
            ("mypy", "--config-file", SOURCE / "pyproject.toml", "--strict", HERE / "typed_use.py"),
            ("mypy.stubtest", "--mypy-config-file", SOURCE / "pyproject.toml", "--allowlist", allowed, "ambit"),
        ):
            checked = run(sys.executable, "-m", *command, cwd=self.folder)
            self.assertEqual(checked.returncode, 0, checked.stdout)

    def test_types_refuse_what_is_wrong(self):
        wrong = self.folder / "wrong.py"
        wrong.write_text(
            "import ambit\n"
            "ambit.QuadTree(lat=[1.0])\n"
            "ambit.QuadTree(lat=['1'], lon=[2.0])\n"
            "ambit.QuadTree(lat=[1.0], lon=[2.0]).nearest([1.0], [2.0])\n"
            "x: int = ambit.distance(lat1=1, lon1=1, lat2=1, lon2=1)\n")
        checked = run(sys.executable, "-m", "mypy", "--strict", wrong, cwd=self.folder)
        for line in (2, 3, 4, 5):
            self.assertIn(f"wrong.py:{line}: error", checked.stdout)

    def test_what_the_documentation_shows_is_what_happens(self):
        failed, tried = doctest.testfile(str(SOURCE / "README.md"), module_relative=False, encoding="utf-8")
        self.assertGreater(tried, 5)
        self.assertEqual(failed, 0)

    def test_the_notebook_shows_what_happens(self):
        before = os.getcwd()
        os.chdir(SOURCE)
        self.addCleanup(os.chdir, before)
        stored, shown = notebook.run("nearest-stations.ipynb")
        self.assertEqual(stored["nbformat"], 4)
        self.assertGreater(sum(cell["cell_type"] == "code" for cell in stored["cells"]), 5)
        self.assertEqual(shown, stored)


if __name__ == "__main__":
    unittest.main()
