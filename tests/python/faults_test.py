#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Faults of PE programs in Python: what is told of them.

Usage: faults_test.py, with TORUSCOPE naming the program of the build, and PYTHONPATH the module.
"""
import functools
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

        self.refused(toruscope.ProgramError, throws, "Ball: too far")

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
        self.refused(toruscope.ProgramError, lambda comm: lambda: 1, "pickle", "PE 0")
        self.refused(toruscope.ProgramError, lambda comm: comm.send(print if comm is None else (lambda: 1), 0), "pickle")

    def test_before_a_run_are_refused(self):
        with self.assertRaisesRegex(TypeError, "a function of a communicator is needed, got 3"):
            toruscope.run(3)
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
