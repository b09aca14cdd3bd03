#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Collective algorithms in Python as entries of the tables, and the page of the documentation on them and on PE programs.

Usage: algorithms_test.py, with TORUSCOPE naming the program of the build, and PYTHONPATH the module.
"""
import array
import doctest
import linecache
import os
import pathlib
import re
import unittest

import toruscope
from toruscope import programs

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = os.path.basename(__file__)


class Collectives(unittest.TestCase):
    def setUp(self):
        self.addCleanup(programs._own.clear)

    @staticmethod
    def ring(comm, data, combine):
        """blocks around the ranks"""
        p, me = comm.size, comm.rank
        length = -(-len(data) // combine.element // p) * combine.element
        padded = memoryview(bytearray(length * p))
        padded[:len(data)] = data
        block = lambda r: padded[r % p * length:(r % p + 1) * length]
        got = bytearray(length)
        for step in range(p - 1):
            comm.Sendrecv(block(me - step), (me + 1) % p, recvbuf=got, source=(me - 1) % p)
            combine(got, block(me - step - 1), block(me - step - 1))
        for step in range(p - 1):
            comm.Sendrecv(block(me + 1 - step), (me + 1) % p, recvbuf=block(me - step), source=(me - 1) % p)
        data[:] = padded[:len(data)]

    def test_are_verified_and_compared_like_entries(self):
        toruscope.collective("allreduce", "mine", self.ring)
        for topology, block in (("ring:7", 1000), ("torus:3x4", 4096)):
            rows = toruscope.compare("allreduce", topology=topology, block=block, algorithm=["mine", "ring", "torus"] if "x" in topology
                                     else ["mine", "ring"], view=True)
            of = {row["algorithm"]: row for row in rows}
            self.assertTrue(of["mine"]["verified"])
            self.assertEqual(of["mine"].ticks["T"], of["ring"].ticks["T"])
            self.assertIn("</html>", rows.shown["view"])
        self.assertIn("mine", [row["algorithm"] if "algorithm" in row else row["name"] for row in toruscope.algorithms("allreduce")])
        drawn = toruscope.bench("allreduce", algorithm=["mine", "ring"], topology="ring:4", end=64, plot=True)
        self.assertIn("mine", drawn._repr_svg_())

    def test_are_called_by_name(self):
        @toruscope.collective("broadcast")
        def pass_on(comm, root, data):
            v = (comm.rank - root) % comm.size
            if v > 0:
                comm.Recv(data, (comm.rank - 1) % comm.size)
            if v < comm.size - 1:
                comm.Send(data, (comm.rank + 1) % comm.size)

        def program(comm):
            data = array.array("d", [comm.rank])
            comm.Bcast(data, root=2, algorithm="pass_on")
            return data[0]

        self.assertEqual(toruscope.run(program, topology="ring:4").values, [2] * 4)
        self.assertTrue(toruscope.verify("broadcast", algorithm="pass_on", topology="ring:5", root=3, block=100)[0]["verified"])

    def test_that_are_wrong_are_found_out(self):
        toruscope.collective("broadcast", "lazy", lambda comm, root, data: None)
        with self.assertRaises(toruscope.WrongResult):
            toruscope.verify("broadcast", algorithm="lazy", topology="ring:4")
        toruscope.collective("barrier", "fails", lambda comm: 1 / 0)
        with self.assertRaisesRegex(toruscope.ProgramError, f"ZeroDivisionError: division by zero, at {HERE}"):
            toruscope.verify("barrier", algorithm="fails", topology="ring:4")
        toruscope.collective("barrier", "waits", lambda comm: comm.recv())
        with self.assertRaisesRegex(toruscope.Deadlock, HERE):
            toruscope.verify("barrier", algorithm="waits", topology="ring:4")

    def test_do_not_keep_buffers(self):
        kept = []

        @toruscope.collective("broadcast")
        def keeps(comm, root, data):
            kept.append(memoryview(data)[:8])

        with self.assertRaisesRegex(toruscope.ProgramError, "keeps a view of a buffer"):
            toruscope.verify("broadcast", algorithm="keeps", topology="ring:4", block=64)

    def test_are_in_maps(self):
        toruscope.collective("allreduce", "mine", self.ring)
        drawn = toruscope.phase("allreduce", algorithm=["mine", "ring"], over="p=2,4", topology="ring:4", begin=64, end=64)
        self.assertEqual(len(drawn), 2)

    def test_refuse_cases_in_their_own_words(self):
        toruscope.collective("barrier", "even", lambda comm: None, refusal=lambda case: "needs an even p" if case.p % 2 else None)
        with self.assertRaisesRegex(toruscope.Refused, "needs an even p"):
            toruscope.verify("barrier", algorithm="even", topology="ring:5")

    def test_that_no_table_takes_are_refused_at_once_and_forgotten(self):
        for operation, name, text in (("sorting", "mine", "there is no operation sorting"), ("barrier", "dissemination", "the name is taken"),
                                      ("barrier", "auto", "a name of its own")):
            with self.assertRaisesRegex(toruscope.Refused, text):
                toruscope.collective(operation, name, lambda comm: None)
        for name in ("a b,c", "<lambda>", "file:x"):
            with self.assertRaisesRegex(ValueError, "name: letters, digits and underlines"):
                toruscope.collective("barrier", name, lambda comm: None)
        with self.assertRaisesRegex(TypeError, "refusal: a function of a case"):
            toruscope.collective("barrier", "mine", lambda comm: None, refusal="no")
        with self.assertRaisesRegex(TypeError, "function: a function of a communicator"):
            toruscope.collective("barrier", "none", 3)
        self.assertTrue(toruscope.verify("barrier", algorithm="dissemination", topology="ring:4")[0]["verified"])

    def test_get_sizes_and_blocks(self):
        def equal(comm, send, receive, block):
            sizes(comm, send, [block] * comm.size, receive, [block] * comm.size)

        def sizes(comm, send, send_sizes, receive, receive_sizes):
            ends = lambda of, r: slice(sum(of[:r]), sum(of[:r + 1]))
            requests = [comm.Isend(send[ends(send_sizes, d)], d) for d in range(comm.size)]
            for source in range(comm.size):
                comm.Recv(receive[ends(receive_sizes, source)], source)
            toruscope.Request.Waitall(requests)

        for operation, function in (("alltoall", equal), ("alltoallv", sizes)):
            toruscope.collective(operation, "direct_in_python", function)
            self.assertTrue(toruscope.verify(operation, algorithm="direct_in_python", topology="ring:4", block=24)[0]["verified"])


class Page(unittest.TestCase):
    def test_of_the_documentation_shows_what_happens(self):
        self.addCleanup(programs._own.clear)
        page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
        chapter = page[page.index("## PE programs"):page.index("## When a command fails")]
        shown = {"toruscope": toruscope}
        said = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        examples = 0
        for kind, text in re.findall(r"^```(python run|pycon)\n(.*?)^```$", chapter, re.DOTALL | re.MULTILINE):
            if kind == "pycon":
                test = doctest.DocTestParser().get_doctest(text, shown, "python.md", None, 0)
                examples += len(test.examples)
                self.assertEqual(runner.run(test, out=said.append, clear_globs=False).failed, 0, "".join(said))
                shown = test.globs
            else:
                name = f"program_{examples}.py"
                linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
                exec(compile(text, name, "exec"), shown)
        self.assertGreater(examples, 5)


if __name__ == "__main__":
    unittest.main()
