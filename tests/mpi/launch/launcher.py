# SPDX-License-Identifier: Apache-2.0
"""What the tests of `toruscope mpirun` share: the words of their command line, a folder, programs built there and run.

Usage of each: NAME_test.py TORUSCOPE FOLDER_OF_THE_WRAPPERS [unittest's words]
"""
import atexit
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
TORUSCOPE, WRAPPERS = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
MADE = tempfile.TemporaryDirectory()
atexit.register(MADE.cleanup)
FOLDER = pathlib.Path(MADE.name).resolve()


def run(*words, text="", **options):
    return subprocess.run([str(word) for word in words], input=text, capture_output=True, text=True, cwd=FOLDER, timeout=300,
                          check=False, **options)


def built(name, *words, wrapper=None):
    source = PROGRAMS / name
    program = FOLDER / source.stem
    if wrapper is None:
        wrapper = {".c": "toruscope-mpicc", ".cpp": "toruscope-mpicxx"}.get(source.suffix, "toruscope-mpifort")
    if not program.exists():
        made = run(WRAPPERS / wrapper, "-g", source, "-o", program, *words)
        assert made.returncode == 0, made.stderr
    return program


def place(name, text):
    """The place of the first line of a program that has this text, "ends.c:22"."""
    lines = (PROGRAMS / name).read_text(encoding="utf-8").splitlines()
    return f"{name}:{next(i for i, line in enumerate(lines, 1) if text in line)}"


def mpirun(ranks, program, *words, options=(), text=""):
    return run(TORUSCOPE, "mpirun", "-n", ranks, "--quiet", *options, program, *words, text=text)


def main():
    os.environ["LC_ALL"] = "C"
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
