#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Faults of PE programs in Python: what is told of them.

Usage: faults_test.py, with TORUSCOPE naming the program of the build, and PYTHONPATH the module.
"""
import functools
import json
import os
import unittest
from unittest import mock

import support
import toruscope
from support import Case, doubles
from toruscope import programs

HERE = os.path.basename(__file__)
line_with = functools.partial(support.line_with, __file__)


class Faults(Case):
    def test_name_the_line_at_which_each_pe_waits(self):
        def program(comm):
            got = doubles(0)
            if comm.rank:
                comm.Recv(got, comm.rank - 1)  # from the one before
            else:
                comm.recv(source=3)  # from the last

        error = self.refused(toruscope.Deadlock, program, line_with("# from the one before"), line_with("# from the last"),
                             "in program", "comm.Recv(got, comm.rank - 1)")
        self.assertIn("</html>", error.result.page())

    def test_of_a_program_name_pe_place_and_line(self):
        def helper(comm):
            raise ValueError("no input")  # the fault

        def program(comm):
            if comm.rank == 5:
                comm.compute(1e-6)
                helper(comm)
            comm.barrier()

        self.refused(toruscope.ProgramError, program, "PE 5", "(1, 1)", "2x4", "ValueError: no input", line_with("# the fault"),
                     topology="torus:2x4")

        class Ball(ValueError):
            thrown = True

        def throws(comm):
            raise Ball("too far")

        error = self.refused(toruscope.ProgramError, throws, "Ball: too far")
        self.assertEqual(str(error.result), str(error))

    def test_in_libraries_name_the_line_of_the_program(self):
        def program(comm):
            if comm.rank == 1:
                json.loads("{bad")  # no JSON

        error = self.refused(toruscope.ProgramError, program, "PE 1 threw", "json.decoder.JSONDecodeError: Expecting property name",
                             f"at {line_with('# no JSON')} in program: json.loads")
        self.assertIn("in raw_decode", str(error.__cause__))

        def sleeps(comm):
            if comm.rank:
                functools.reduce(lambda left, right: comm.recv(source=0), [1, 2])  # waits
            comm.barrier()

        self.refused(toruscope.Deadlock, sleeps, line_with("# waits"))

    def test_have_the_calls_that_led_there(self):
        def inner(x):
            return 1 / x  # by nothing

        def middle(x):
            return inner(x - 2)

        error = self.refused(toruscope.ProgramError, lambda comm: comm.rank != 2 or middle(2), "PE 2 threw", line_with("# by nothing"))
        said = str(error.__cause__)
        self.assertTrue(said.startswith("on PE 2\nTraceback (most recent call last):\n"), said)
        self.assertEqual([line.split()[-1] for line in said.splitlines() if line.startswith("  File ")], ["<lambda>", "middle", "inner"])
        self.assertTrue(said.endswith("ZeroDivisionError: division by zero"), said)
        self.assertIsNone(self.refused(toruscope.Deadlock, lambda comm: comm.recv()).__cause__)

        def wrapped(comm):
            try:
                raise KeyError("k")
            except KeyError as error:
                raise ExceptionGroup("two", [ValueError("a"), TypeError("b")]) from error

        self.refused(toruscope.ProgramError, wrapped, "ExceptionGroup: two (2 sub-exceptions): ValueError: a; TypeError: b (from KeyError: 'k'), at ")

        def long(comm):
            raise ValueError("x" * 100_000)

        error = self.refused(toruscope.ProgramError, long, "x" * 800 + " ... (100,012 characters), at ")
        self.assertLess(len(str(error)), 1200)

    def test_at_hard_ends_are_those_of_the_library(self):
        def forever(comm):
            while True:
                pass

        def heedless(comm):
            while True:
                try:
                    comm.recv(source=0)
                except BaseException:
                    pass

        for program in (forever, heedless):
            error = self.refused(toruscope.HostLimit, program, "PE 0 runs on worker 0", time_limit="1s")
            self.assertTrue(str(error).startswith("run: the time limit passed, and the run did not end by itself\n"), error)
            self.assertEqual(error.exit_code, 6)

        def deep(comm):
            def again(x):
                return sorted([1, 2], key=again)  # deep
            again(1)

        with mock.patch.object(programs, "_most_pes", return_value=3):
            error = self.refused(toruscope.HostLimit, lambda comm: comm.barrier())
        self.assertEqual(str(error), "4 PEs in Python are as many threads, and this computer has room for 3 (/proc/sys/vm/max_map_count); run fewer")
        self.refused(toruscope.ProgramError, deep, "RecursionError: maximum recursion depth exceeded", line_with("# deep"))
        error = self.refused(toruscope.HostLimit, deep, stack="256K")
        self.assertEqual(str(error), "PE 0 used more than its stack of 256 KiB: a recursion without an end, or one through functions in C, such as "
                         'sorted(key=...), that is too deep for it; try stack="1024K"')

    def test_of_calls_that_differ_name_the_lines(self):
        def program(comm):
            comm.barrier()
            if comm.rank == 1:
                comm.allgather(1)  # the one
            else:
                comm.bcast(1)  # the other

        self.refused(toruscope.ProgramError, program, "collectives differ: PE 0 called broadcast",
                     f"\n  PE 0  in {line_with('# the other')} in program: comm.bcast(1)", f"\n  PE 1  in {line_with('# the one')} in program")

    def test_of_calls_name_the_line(self):
        self.refused(toruscope.ProgramError, lambda comm: comm.send(1, 99), "99", HERE)

        def too_long(comm):
            if comm.rank == 0:
                comm.Send(doubles(1, 2, 3), 1)
            if comm.rank == 1:
                comm.Recv(doubles(0), 0)  # too short

        self.refused(toruscope.ProgramError, too_long, "24", "8", line_with("# too short"))
        self.refused(toruscope.ProgramError, lambda comm: comm.Gather(doubles(1), doubles(1), 0), "ather")
        self.refused(toruscope.ProgramError, lambda comm: comm.scatter([1]), "an object for each of the 4 PEs")
        self.refused(toruscope.ProgramError, lambda comm: comm.compute(-1), "0 or more")

    def test_can_be_caught(self):
        def program(comm):
            try:
                comm.send(1, 99)
            except toruscope.ProgramError as error:
                return error.exit_code, comm.allgather(comm.rank)

        self.assertEqual(self.values(program), [(7, [0, 1, 2, 3])] * 4)

    def test_end_the_other_pes_by_what_they_need_not_catch(self):
        def program(comm):
            try:
                comm.recv(source=(comm.rank + 1) % comm.size)
            except Exception:
                raise AssertionError("that was no exception") from None
            finally:
                comm.send(1, 0)  # does nothing any more

        self.refused(toruscope.Deadlock, program)

    def test_what_cannot_be_pickled_is_one(self):
        self.refused(toruscope.ProgramError, lambda comm: lambda: 1, "PE 0", "the value that the program returns, of type function, cannot be pickled")
        error = self.refused(toruscope.ProgramError, lambda comm: comm, "of type Comm, cannot be pickled")
        self.assertIsNone(error.__cause__)
        self.refused(toruscope.ProgramError, lambda comm: comm.send(print if comm is None else (lambda: 1), 0), "pickle")

    def test_before_a_run_are_refused(self):
        with self.assertRaisesRegex(TypeError, "a function of a communicator is needed, got 3"):
            toruscope.run(3)
        def generates(comm):
            yield 1

        async def waits(comm):
            pass

        for program, text in ((generates, "generates is a generator, and nobody would run it"), (waits, "waits is async, and"),
                              (lambda: 1, r"a function of one communicator is needed, program\(comm\), got <lambda>\(\)"),
                              (lambda a, b: 1, r"got <lambda>\(a, b\)")):
            with self.assertRaisesRegex(TypeError, text):
                toruscope.run(program)
        with self.assertRaisesRegex(TypeError, "run on threads, got 'fibers'"):
            toruscope.run(self.ring_of_nothing, engine="fibers")
        with self.assertRaisesRegex(TypeError, "there is no argument topologie; did you mean topology"):
            toruscope.run(self.ring_of_nothing, topologie="ring:3")
        self.refused(toruscope.Refused, self.ring_of_nothing, "torus:0x4", topology="torus:0x4")
        with mock.patch.object(programs.importlib, "import_module", side_effect=ImportError("No module named _extension")), \
                self.assertRaisesRegex(toruscope.errors.NotFound, "pybind11-dev"):
            toruscope.run(self.ring_of_nothing)

    @staticmethod
    def ring_of_nothing(comm):
        comm.barrier()


if __name__ == "__main__":
    unittest.main()
