#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""PE programs in Python, by the extension.

Usage: programs_test.py, with TORUSCOPE naming the program of the build, and PYTHONPATH the module.
"""
import array
import functools
import os
import re
import sys
import unittest

import support
import toruscope
from support import Case, doubles

try:
    import numpy
except ImportError:
    numpy = None

HERE = os.path.basename(__file__)
line_with = functools.partial(support.line_with, __file__)


class Calls(Case):
    def test_of_objects_bring_what_was_sent(self):
        def program(comm):
            me, p = comm.Get_rank(), comm.Get_size()
            after, before = (me + 1) % p, (me - 1) % p
            status = toruscope.Status()
            request = comm.isend({"from": me}, after, tag=7)
            got = comm.recv(source=toruscope.ANY_SOURCE, tag=7, status=status)
            request.wait()
            later = comm.irecv(source=before, tag=1)
            exchanged = comm.sendrecv(("x", me), after, source=before)
            comm.send([me] * me, after, tag=1)
            return {
                "recv": got["from"], "source": status.Get_source(), "tag": status.Get_tag(), "later": later.wait(),
                "exchanged": exchanged,
                "bcast": comm.bcast("word" * 100 if me == 2 else None, root=2), "gather": comm.gather(me * "a", root=1),
                "scatter": comm.scatter(["s"] * p if me == 0 else None), "allgather": comm.allgather(me ** 2),
                "alltoall": comm.alltoall([(me, d) for d in range(p)]), "allreduce": comm.allreduce([me], algorithm="ring"),
                "reduce": comm.reduce(me, toruscope.MAX, root=3), "scan": comm.scan(me), "exscan": comm.exscan(str(me)),
                "probe": comm.iprobe(), "barrier": comm.barrier()}

        values = self.values(program)
        for me, value in enumerate(values):
            before = (me - 1) % 4
            self.assertEqual(value, {
                "recv": before, "source": before, "tag": 7, "later": [before] * before, "exchanged": ("x", before),
                "bcast": "word" * 100, "gather": ["", "a", "aa", "aaa"] if me == 1 else None, "scatter": "s",
                "allgather": [0, 1, 4, 9], "alltoall": [(source, me) for source in range(4)], "allreduce": [0, 1, 2, 3],
                "reduce": 3 if me == 3 else None, "scan": sum(range(me + 1)), "exscan": "".join(map(str, range(me))) or None,
                "probe": False, "barrier": None})

    def test_of_buffers_fill_them(self):
        def program(comm):
            me, p = comm.rank, comm.size
            mine, all_of = doubles(me, 1), doubles(*[0] * (2 * p))
            results = {}

            def taken(name, into):
                results[name] = list(into)

            into = doubles(me, me)
            comm.Bcast(into, root=2)
            taken("Bcast", into)
            comm.Allgather(mine, all_of)
            taken("Allgather", all_of)
            comm.Alltoall(doubles(*[10 * me + d for d in range(p) for _ in range(2)]), all_of)
            taken("Alltoall", all_of)
            comm.Gather(mine, all_of if me == 1 else None, root=1)
            taken("Gather", all_of if me == 1 else [])
            comm.Scatter(all_of if me == 1 else None, into, root=1)
            taken("Scatter", into)
            comm.Allreduce(mine, into, toruscope.MAX, algorithm="recursive_doubling")
            taken("Allreduce", into)
            comm.Allreduce(toruscope.IN_PLACE, into)
            taken("in place", into)
            comm.Reduce(mine, into if me == 3 else None, toruscope.SUM, root=3)
            taken("Reduce", into if me == 3 else [])
            comm.Scan(mine, into)
            taken("Scan", into)
            into = doubles(9, 9)
            comm.Exscan(mine, into, toruscope.PROD)
            taken("Exscan", into)
            comm.Reduce_scatter_block(doubles(*range(2 * p)), into)
            taken("Reduce_scatter_block", into)
            flags = array.array("B", [1 << me])
            comm.Allreduce(toruscope.IN_PLACE, flags, toruscope.BOR)
            taken("bits", flags)
            comm.Barrier()
            all_of = doubles(*[me] * 2 * p)
            comm.Allgather(toruscope.IN_PLACE, all_of)
            taken("Allgather in place", all_of)
            all_of = doubles(*[10 * me + d for d in range(p)])
            comm.Alltoall(toruscope.IN_PLACE, all_of)
            taken("Alltoall in place", all_of)
            all_of = doubles(*[me] * p) if me == 2 else None
            comm.Gather(toruscope.IN_PLACE if me == 2 else doubles(me), all_of, root=2)
            taken("Gather in place", all_of or [])
            into = toruscope.IN_PLACE if me == 2 else doubles(9)
            comm.Scatter(all_of, into, root=2)
            taken("Scatter in place", all_of if me == 2 else into)
            values = doubles(*range(2 * p))
            comm.Reduce_scatter_block(toruscope.IN_PLACE, values)
            taken("Reduce_scatter_block in place", values[:2])
            return results

        for me, value in enumerate(self.values(program)):
            each = [x for source in range(4) for x in (source, 1)]
            self.assertEqual(value, {
                "Bcast": [2, 2], "Allgather": each, "Alltoall": [10 * source + me for source in range(4) for _ in range(2)],
                "Gather": each if me == 1 else [], "Scatter": [me, 1], "Allreduce": [3, 1], "in place": [12, 4],
                "Reduce": [6, 4] if me == 3 else [], "Scan": [sum(range(me + 1)), me + 1], "Exscan": [0, 1] if me else [9, 9],
                "Reduce_scatter_block": [8 * me, 8 * me + 4], "bits": [15],
                "Allgather in place": [source for source in range(4) for _ in range(2)],
                "Alltoall in place": [10 * source + me for source in range(4)],
                "Gather in place": [0, 1, 2, 3] if me == 2 else [], "Scatter in place": [0, 1, 2, 3] if me == 2 else [me],
                "Reduce_scatter_block in place": [8 * me, 8 * me + 4]})

    def test_of_blocks_of_different_sizes_move_them(self):
        counts = [1, 0, 3, 2]

        def program(comm):
            me = comm.rank
            mine = doubles(*[me] * counts[me])
            at_root, all_of, back = doubles(*[9] * 6), doubles(*[9] * 6), doubles(*[9] * counts[me])
            comm.Gatherv(mine, [at_root, counts] if me == 1 else None, root=1)
            comm.Scatterv([at_root, (counts, [0, 1, 1, 4])] if me == 1 else None, back, root=1)
            comm.Allgatherv(mine, [all_of, counts])
            in_place = doubles(*[me] * 6)
            comm.Allgatherv(toruscope.IN_PLACE, [in_place, counts])
            into = array.array("h", [9] * 4 * counts[me])
            comm.Alltoallv([array.array("h", [me] * 6), counts], [into, [counts[me]] * 4])
            return at_root.tolist(), back.tolist(), all_of.tolist(), in_place.tolist(), into.tolist()

        all_of = [0, 2, 2, 2, 3, 3]
        for me, (at_root, back, everywhere, in_place, into) in enumerate(self.values(program)):
            self.assertEqual(at_root, all_of if me == 1 else [9] * 6)
            self.assertEqual(back, [me] * counts[me])
            self.assertEqual((everywhere, in_place), (all_of, all_of))
            self.assertEqual(into, [source for source in range(4) for _ in range(counts[me])])

        for buffers, text in ((lambda: doubles(1, 2, 3), "3 elements are no equal blocks for 4 PEs"), (lambda: [doubles(1, 2, 3, 4), [1, 1, 1]], "for the 4 PEs"),
                              (lambda: [doubles(*range(8)), ([2] * 4, [0, 1, 4, 6])], "need to lie apart, got displacements [0, 1, 4, 6]"),
                              (lambda: [doubles(1), [1] * 4], "the buffer has 1")):
            self.refused(toruscope.ProgramError, lambda comm: comm.Allgatherv(doubles(1), buffers()), text)
        self.refused(toruscope.ProgramError, lambda comm: comm.Gather(toruscope.IN_PLACE, doubles(0) * 4, root=2), "IN_PLACE is for the root, PE 2")

    def test_of_work_give_speed_ups(self):
        def program(comm):
            comm.compute_operations(6000 // comm.size)
            comm.barrier()

        result = toruscope.run(program, topology="ring:4", scale="p=1,4", ts="1us", tw="0", th="0", flop="1ns")
        self.assertEqual([row.ticks["T"] for row in result], [6_000_000, 1_500_000 + 2 * 1_000_000])
        self.assertEqual([row["scaling.speed_up"] for row in result], [1, 6 / 3.5])
        self.assertIsNone(result.values)
        self.refused(toruscope.ProgramError, lambda comm: comm.compute_operations(-1), "-1")

    def test_of_numpy_buffers(self):
        if numpy is None:
            self.skipTest("there is no numpy")

        def program(comm):
            me, p = comm.rank, comm.size
            counts = [1, 2, 3, 4]
            gathered = numpy.zeros(12)
            comm.Gatherv(numpy.full(me + 1, float(me)), [gathered, counts] if me == 1 else None, root=1)
            flags, all_flags = numpy.array([me != 2, True]), numpy.empty(2, bool)
            comm.Allreduce(flags, all_flags, toruscope.LAND)
            total = numpy.empty(2, complex)
            comm.Allreduce(numpy.array([me + 1j, 2]), total)
            columns = numpy.asfortranarray(numpy.arange(6.0).reshape(2, 3) if me == 0 else numpy.zeros((2, 3)))
            comm.Bcast(columns)
            return gathered.tolist(), all_flags.tolist(), total.tolist(), columns.tolist()

        for me, (gathered, flags, total, columns) in enumerate(self.values(program)):
            self.assertEqual(gathered, [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 0, 0] if me == 1 else [0] * 12)
            self.assertEqual((flags, total, columns), ([False, True], [6 + 4j, 8], [[0, 1, 2], [3, 4, 5]]))
        self.refused(toruscope.ProgramError, lambda comm: comm.Alltoall(numpy.arange(6), numpy.empty(6, int)), "6 elements are no equal blocks for 4 PEs")
        self.refused(toruscope.ProgramError, lambda comm: comm.Allgather(numpy.zeros(1, "f4"), numpy.zeros(4)), 'values of types "d" and "f"')
        self.refused(toruscope.ProgramError, lambda comm: comm.Recv(numpy.zeros((4, 4))[:, 1], 0), "receive into a new array")

    def test_of_wrong_types_say_so(self):
        self.refused(toruscope.ProgramError, lambda comm: comm.send(1, comm.size / 2), "TypeError: send: an argument has a wrong type", HERE)

    def test_of_requests_wait_for_one_and_for_all(self):
        def program(comm):
            p, me = comm.size, comm.rank
            if me:
                comm.compute((p - me) * 1e-3)  # the last is first
                comm.Send(doubles(me), 0)
                comm.send("object", 0, tag=1)
                return None
            into = [doubles(0) for _ in range(p - 1)]
            requests = [comm.Irecv(one, source + 1, 0) for source, one in enumerate(into)]
            first = toruscope.Request.waitany(requests)[0]
            toruscope.Request.Waitall(requests[:first] + requests[first + 1:])
            objects = [comm.irecv(None, source, 1) for source in range(1, p)]
            ended = objects[0].test()
            while not ended[0]:
                comm.compute(1e-6)
                ended = objects[0].test()
            return first, [one[0] for one in into], ended[1], toruscope.Request.waitall(objects[1:])

        self.assertEqual(self.values(program)[0], (2, [1, 2, 3], "object", ["object", "object"]))

    def test_of_groups_and_grids(self):
        def program(comm):
            row = comm.line(1)
            half = comm.Split(comm.rank % 2, -comm.rank)
            return comm.coordinates, comm.sides, row.allgather(comm.rank), half.allgather(comm.rank), comm.shift(0, 1), comm.Dup().size

        values = self.values(program, "torus:2x4")
        self.assertEqual(values[5], ((1, 1), (2, 4), [4, 5, 6, 7], [7, 5, 3, 1], 1, 8))

    def test_of_time_are_exact(self):
        def program(comm):
            comm.compute(2.5e-6 * comm.rank)
            return comm.now(), comm.Wtime()

        result = toruscope.run(program, topology="ring:4")
        self.assertEqual(result.values[3], (7500000, 7.5e-6))
        self.assertEqual(result[0].ticks["T"], 7500000)
        self.assertEqual(self.values(lambda comm: (comm.compute(3), comm.now())[1], machine="unit")[0], 3)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_of_numpy(self):
        def program(comm):
            total = numpy.empty((2, 3), numpy.float32)
            comm.Allreduce(numpy.full((2, 3), comm.rank, numpy.float32), total)
            halves = numpy.arange(8)
            with_error = []
            for send in (lambda: comm.Send(halves[::2], 0), lambda: comm.Send(numpy.array([print]), 0),
                         lambda: comm.Allreduce(halves.astype(complex), halves.astype(complex), toruscope.MAX),
                         lambda: comm.Allreduce(halves, numpy.zeros(8)), lambda: comm.Allreduce(halves, numpy.zeros(4, int)),
                         lambda: comm.Recv(b"fixed", 0), lambda: comm.Send([1, 2], 0)):
                try:
                    send()
                except TypeError as error:
                    with_error.append(str(error))
            return total.tolist(), with_error

        total, errors = self.values(program)[1]
        self.assertEqual(total, [[6, 6, 6], [6, 6, 6]])
        for text, error in zip(("Send: the numpy.ndarray is not in one piece; numpy.ascontiguousarray()", "holds objects of Python",
                                'not defined for values of type "Zd"', 'bytes of type "l" and recvbuf 64 of type "d"',
                                "sendbuf has 64 bytes", "Recv: the bytes cannot be written to", "a buffer is needed"), errors, strict=True):
            self.assertIn(text, error)


class Runs(Case):
    @staticmethod
    def ring(comm):
        """The table's ring, block by block."""
        p, me, length = comm.size, comm.rank, 16
        view, got = memoryview(doubles(*[1] * (p * length))), doubles(*[0] * length)
        block = lambda r: view[r % p * length:(r % p + 1) * length]
        for step in range(p - 1):
            comm.Sendrecv(block(me - step), (me + 1) % p, recvbuf=got, source=(me - 1) % p)
            mine = block(me - step - 1)
            for i, value in enumerate(got):
                mine[i] += value
        for step in range(p - 1):
            comm.Sendrecv(block(me + 1 - step), (me + 1) % p, recvbuf=block(me - step), source=(me - 1) % p)
        print(comm.rank, "has", view[0])
        return list(view) == [p] * (p * length)

    def test_take_the_time_of_the_same_in_cpp(self):
        for topology in ("ring:8", "torus:3x4"):
            mine = toruscope.run(self.ring, topology=topology)
            its = toruscope.verify("allreduce", algorithm="ring", topology=topology, block=128 * len(mine.values))
            self.assertEqual(set(mine.values), {True})
            for key in ("T", "critical_path.startups", "critical_path.bytes", "totals.messages", "totals.hops"):
                self.assertEqual(mine[0][key], its[0][key], key)
            self.assertEqual(mine[0].ticks["T"], its[0].ticks["T"])

    def test_call_the_algorithms_of_the_tables(self):
        def program(comm):
            comm.Allreduce(toruscope.IN_PLACE, doubles(*[1] * 100), algorithm="recursive_doubling")

        mine = toruscope.run(program, topology="torus:4x4")
        its = toruscope.verify("allreduce", algorithm="recursive_doubling", topology="torus:4x4", block=800)
        self.assertEqual(mine[0].ticks["T"], its[0].ticks["T"])
        self.refused(toruscope.Refused, lambda comm: comm.Barrier(algorithm="ringg"), "ringg")

    def test_are_the_same_with_any_workers(self):
        def program(comm):
            for _ in range(3):
                comm.compute(comm.random.random() * 1e-5)
                comm.send(comm.rank, (comm.rank * 5 + 1) % comm.size)
                got = comm.recv()
                print("got", got)
            return comm.now(), got, comm.random.random()

        runs = [toruscope.run(program, topology="torus:4x4", workers=workers) for workers in (1, 2, 4)]
        for run in runs[1:]:
            self.assertEqual((run.values, run.output, run[0].ticks), (runs[0].values, runs[0].output, runs[0][0].ticks))
        self.assertEqual(len(runs[0].output.splitlines()), 48)

    def test_show_lines_in_virtual_order(self):
        def program(comm):
            comm.compute(1e-6 * (3 - comm.rank))
            print("PE", comm.rank, end="")
            print("!\nsecond")
            sys.stdout.write("rest")

        lines = toruscope.run(program, topology="ring:3").output.splitlines()
        self.assertEqual([re.sub(r"^.*?(PE \d!|second|rest)$", r"\1", line) for line in lines],
                         ["PE 2!", "second", "rest", "PE 1!", "second", "rest", "PE 0!", "second", "rest"])

    def test_see_what_was_there_and_change_nothing(self):
        seen = [1, 2]
        values = self.values(lambda comm: (seen.append(comm.rank), len(seen) > 2)[1])
        self.assertEqual((values, seen), ([True] * 4, [1, 2]))

    def test_have_pages_and_take_options(self):
        result = toruscope.run(self.ring, topology="ring:3", machine="paragon", heatmap=True)
        self.assertIn("</html>", result.page())
        self.assertTrue(result.shown["heatmap"].startswith("<svg "))
        self.assertIn("paragon", str(result))
        shown = result._repr_html_()
        self.assertIn("<td>program</td>", shown)
        for title, is_in in (("algorithm", False), ("block_bytes", False), ("link_wait", True), ("port_wait", True)):
            self.assertEqual(f"<th>{title}</th>" in shown, is_in, title)
        self.assertEqual(repr(result.page()), f"<page of {len(result.page()):,} characters>")

    def test_without_data_send_lengths(self):
        def program(comm):
            into = doubles(*[0] * 1000)
            comm.Allreduce(into, into)
            comm.Bcast(into)

        times = [toruscope.run(program, topology="ring:4", data=data)[0].ticks["T"] for data in ("none", None)]
        self.assertEqual(times[0], times[1])
        self.refused(toruscope.ProgramError, lambda comm: comm.bcast(1), "send buffers there", data="none")


if __name__ == "__main__":
    unittest.main()
