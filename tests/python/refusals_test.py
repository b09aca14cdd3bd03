#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the module for Python refuses, and what it makes of a program that refuses, fails, or is not there: one exception.

Usage: refusals_test.py, with TORUSCOPE naming the program, and PYTHONPATH the module.
"""
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import toruscope

PACKAGE = pathlib.Path(toruscope.__file__).parent
PROGRAM = os.environ["TORUSCOPE"]


class Commands(unittest.TestCase):
    def raised(self, kind, exit_code, function, *given, **options):
        """The exception; it has the sentences of the program's own command line."""
        with self.assertRaises(toruscope.Error) as caught:
            function(*given, **options)
        self.assertIs(type(caught.exception), kind)
        self.assertEqual(caught.exception.exit_code, exit_code)
        return caught.exception

    def test_that_are_refused_say_why_as_the_program_does(self):
        error = self.raised(toruscope.Refused, 2, toruscope.compare, "allredce")
        told = subprocess.run([PROGRAM, "compare", "allredce"], capture_output=True, text=True, check=False).stderr
        self.assertEqual("toruscope: " + str(error) + "\n", told)
        self.assertIn("Did you mean allreduce?", str(error))
        self.assertIsNone(error.result)
        for call, words, sentence in (
                (toruscope.compare, (), "an operation is needed: "),
                (toruscope.grade, ("99",), "99"),
                (toruscope.app, ("fft",), "--input")):
            self.assertIn(sentence, str(self.raised(toruscope.Refused, 2, call, *words)))
        error = self.raised(toruscope.Refused, 2, toruscope.bench, "allreduce", block=8, plot=True)
        self.assertIn("neither varies here", str(error))
        error = self.raised(toruscope.Refused, 2, toruscope.verify, "broadcast", topology="ring:4", root=4, block="1.5")
        self.assertIn("1.5", str(error))

    def test_that_give_no_rows_show_why(self):
        error = self.raised(toruscope.WrongResult, 1, toruscope.verify, "allreduce", topology="torus:4x4", require="T<=1us")
        self.assertIn("allreduce", str(error.result))
        with self.assertRaisesRegex(TypeError, "^machine list has no page$"):
            toruscope.machines().page()
        with self.assertRaisesRegex(TypeError, '^operation: the name of one is needed, such as "allreduce", got <function'):
            toruscope.collective(lambda comm: 1)
        self.assertTrue(str(toruscope.grade()).startswith("lab "))
        self.assertIn("01-ring-broadcast", str(toruscope.grade()))

    def test_that_deadlock_have_a_result_and_a_page(self):
        error = self.raised(toruscope.Deadlock, 3, toruscope.verify, "shift", shift=2, topology="ring:8", block="4K",
                            switching="wormhole", virtual_channels=1, view=True)
        self.assertTrue(str(error).startswith("network deadlock at 1.05 us: 8 messages wait in the network"))
        self.assertIn("\n  cycle: 0 -> 2, 1 -> 3", str(error))
        self.assertEqual(error.result[0]["error"], "network deadlock at 1.05 us")
        self.assertNotIn("T", error.result[0])
        self.assertIn("early_end", error.result.shown["view"])

    def test_whose_requirement_does_not_hold_have_a_result(self):
        error = self.raised(toruscope.WrongResult, 1, toruscope.verify, "allreduce", topology="torus:4x4",
                            require=["T>=0s", "T<=1us"])
        self.assertTrue(str(error).startswith("require: T<=1us was asked of allreduce"))
        self.assertEqual(error.result[0]["T"], 4.232e-06)

    def test_that_are_too_large_or_too_long_are_limits_of_this_computer(self):
        error = self.raised(toruscope.HostLimit, 6, toruscope.verify, "allreduce", topology="torus:64x64", memory="1M")
        self.assertIn("--memory", str(error))
        self.raised(toruscope.HostLimit, 6, toruscope.verify, "alltoall", topology="torus:64x64", data="none", time_limit="20ms")

    def test_that_break_a_port_rule(self):
        self.raised(toruscope.PortViolation, 4, toruscope.verify, "gather", algorithm="flat", topology="ring:4", port_policy="strict")


class Arguments(unittest.TestCase):
    def test_that_there_are_not_are_refused_with_the_nearest(self):
        for call, sentence in (
                (lambda: toruscope.compare("allreduce", tpology="ring:4"), "there is no argument tpology; did you mean topology?"),
                (lambda: toruscope.compare("allreduce", format="csv"), "there is no argument format"),
                (lambda: toruscope.compare("allreduce", scale="p=4"), "there is no argument scale"),
                (lambda: toruscope.compare("allreduce", "ring:4"), "too many positional arguments"),
                (lambda: toruscope.compare("--help"), "a name is needed, got '--help'"),
                (lambda: toruscope.compare(""), "a name is needed, got ''"),
                (lambda: toruscope.compare("allreduce", block=True), "block: a value is needed (BYTES), got True"),
                (lambda: toruscope.compare("allreduce", refusals="yes"), "refusals: True or False is needed, got 'yes'")):
            with self.assertRaises(TypeError) as caught:
                call()
            self.assertIn(sentence, str(caught.exception))


class Program(unittest.TestCase):
    """In scratch copies of the package, where it finds other programs."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def package(self, place):
        shutil.copytree(PACKAGE, self.scratch / place / "toruscope")
        return self.scratch / place

    def script(self, place, text):
        path = self.scratch / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def says(self, place, code, **environment):
        """What a Python with the package of that place prints."""
        kept = {key: value for key, value in os.environ.items() if key not in ("TORUSCOPE", "PATH")}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                              env={**kept, "PYTHONPATH": str(self.scratch / place), "PATH": str(self.scratch / "path"), **environment})
        return (done.stdout + done.stderr).strip().splitlines()[-1]

    FIND = "import toruscope.program; print(toruscope.program.find())"
    LIST = "import toruscope; toruscope.machines()"

    def test_that_is_not_found_is_told_with_how_to_install(self):
        self.package("alone")
        told = self.says("alone", self.LIST)
        self.assertTrue(told.startswith("toruscope.errors.NotFound: there is no program toruscope, neither installed nor built nor in PATH: "
                                        "install the Debian package"), told)
        told = self.says("alone", self.LIST, TORUSCOPE="/nowhere/toruscope")
        self.assertTrue(told.startswith("toruscope.errors.NotFound: TORUSCOPE is /nowhere/toruscope, which is no program: install"), told)

    def test_of_another_version_is_refused(self):
        self.package("alone")
        self.script("path/toruscope", "echo toruscope 0.0.1\n")
        told = self.says("alone", self.LIST)
        self.assertRegex(told, r"^toruscope\.errors\.OtherVersion: .*/path/toruscope is of version 0\.0\.1, and this module of "
                               rf"version {toruscope.__version__}: install both")
        self.script("path/toruscope", "exit 3\n")
        self.assertIn("is of version unknown, and", self.says("alone", self.LIST))
        self.script("path/toruscope", "").write_bytes(b"\x7fELF")
        self.assertRegex(self.says("alone", self.LIST), r"^toruscope\.errors\.NotFound: .*/path/toruscope cannot be started \(.*\): install")

    def test_is_first_that_of_the_environment_then_beside_the_package_then_in_the_path(self):
        asked = self.script("asked/toruscope", "")
        beside = self.script("prefix/bin/toruscope", "")
        in_path = self.script("path/toruscope", "")
        self.package("prefix/lib/python3/dist-packages")
        self.package("alone")
        self.assertEqual(self.says("prefix/lib/python3/dist-packages", self.FIND, TORUSCOPE=str(asked)), str(asked))
        self.assertEqual(self.says("prefix/lib/python3/dist-packages", self.FIND), str(beside))
        self.assertEqual(self.says("alone", self.FIND), str(in_path))

    def test_is_the_newest_build_of_a_checkout(self):
        self.script("path/toruscope", "")
        self.package("checkout/python")
        builds = [self.script(f"checkout/build/{name}/cli/toruscope", "") for name in ("release", "bench", "dev")]
        for path, age in zip(builds, (20, 10, 30)):
            os.utime(path, (10**9 - age, 10**9 - age))
        self.assertEqual(self.says("checkout/python", self.FIND), str(builds[1]))

    def test_that_is_ended_by_a_signal_is_an_error_with_its_code(self):
        crash = self.script("crash", f'[ "$1" = --version ] && echo toruscope {toruscope.__version__} && exit\necho "toruscope: oh" >&2\nkill -SEGV $$\n')
        with mock.patch.dict(os.environ, TORUSCOPE=str(crash)), self.assertRaises(toruscope.Error) as caught:
            toruscope.machines()
        self.assertEqual((str(caught.exception), caught.exception.exit_code), ("oh", 139))


if __name__ == "__main__":
    unittest.main()
