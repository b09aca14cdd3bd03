#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""PE programs as they are written for mpi4py: its buffers, names and positions of arguments.

Usage: mpi_test.py, with TORUSCOPE naming the program of the build, and PYTHONPATH the module.
"""
import array
import functools
import os
import unittest

import support
from support import Case, doubles

import toruscope
from toruscope import MPI

try:
    import numpy
except ImportError:
    numpy = None

HERE = os.path.basename(__file__)
line_with = functools.partial(support.line_with, __file__)


class Buffers(Case):
    def test_have_types_and_counts(self):
        def program(comm):
            numbers, all_of, status = array.array("i", range(6)), array.array("i", [0] * 6), MPI.Status()
            got = []
            for sent, into in (([numbers, MPI.INT], [all_of, "i"]), ([numbers, 5], all_of), ([numbers, 2, MPI.INT], (all_of, 4)),
                               ([numbers, (3, 1), MPI.INT], [all_of, 3, 2, MPI.INT]), ([numbers, MPI.BYTE], [all_of, None])):
                all_of[:] = array.array("i", [9] * 6)
                if comm.rank == 0:
                    comm.Send(sent, dest=1, tag=7)
                elif comm.rank == 1:
                    comm.Recv(into, source=0, tag=7, status=status)
                    got.append((all_of.tolist(), status.Get_count(MPI.INT), status.Get_count(), status.Get_count(MPI.DOUBLE)))
            value = [array.array("d", [comm.rank]), 1, MPI.DOUBLE]
            comm.Bcast(value, root=2)
            comm.Bcast(b"read" if comm.rank == 0 else (text := bytearray(4)), root=0)
            total = doubles(0)
            comm.Allreduce([doubles(comm.rank), MPI.DOUBLE], [total, MPI.DOUBLE], op=MPI.SUM)
            return got, value[0][0], None if comm.rank == 0 else bytes(text), total[0]

        values = self.values(program)
        self.assertEqual(values[1], ([([0, 1, 2, 3, 4, 5], 6, 24, 3), ([0, 1, 2, 3, 4, 9], 5, 20, MPI.UNDEFINED),
                                      ([0, 1, 9, 9, 9, 9], 2, 8, 1), ([9, 9, 1, 2, 3, 9], 3, 12, MPI.UNDEFINED),
                                      ([0, 1, 2, 3, 4, 5], 6, 24, 3)], 2, b"read", 6))

    def test_that_are_wrong_are_refused(self):
        for spec, text in (
                ([1, 2], "Send: a buffer is needed, such as an array of numpy, or [buffer, type], [buffer, count], [buffer, count, type]; got [1, 2]"),
                ([doubles(1), MPI.INT], 'Send: the buffer holds values of type "d" (DOUBLE), and INT was given'),
                ([doubles(1), "x"], "Send: a type such as MPI.INT or 'i' is needed, got 'x'"),
                ([doubles(1), 2], "Send: 2 elements were given as the count, and the buffer has 1"),
                ([doubles(1), -1], "Send: a count of elements is 0 or more, got -1"),
                ([doubles(1), 1.5], "Send: one count of elements is needed, got 1.5"),
                ([bytearray(7), MPI.INT], "Send: 7 bytes are no whole values of INT, of 4 bytes each")):
            self.refused(toruscope.ProgramError, lambda comm: comm.Send(spec, 1), text, HERE)

    def test_have_blocks_with_gaps(self):
        counts, places = [1, 0, 3, 2], [8, 0, 4, 1]

        def program(comm):
            me, mine = comm.rank, doubles(*[comm.rank] * counts[comm.rank])
            at_root, everywhere, back = (doubles(*[9] * 10) for _ in range(3))
            comm.Gatherv(mine, [at_root, counts, places, MPI.DOUBLE] if me == 1 else None, root=1)
            comm.Allgatherv([mine, MPI.DOUBLE], [everywhere, (counts, places)])
            comm.Scatterv([everywhere, counts, places, MPI.DOUBLE] if me == 0 else None, [back, counts[me]], root=0)
            equal = doubles(*[0] * 8)
            comm.Gatherv(doubles(me, me), equal, root=3)
            part = doubles(0, 0)
            comm.Scatterv(equal if me == 3 else None, part, root=3)
            crossed = doubles(*[9] * 8)
            comm.Alltoallv([doubles(*range(10 * me, 10 * me + 4)), 1, MPI.DOUBLE], [crossed, ([1] * 4, [6, 4, 2, 0])])
            return at_root.tolist(), everywhere.tolist(), back.tolist()[:counts[me]], equal.tolist(), part.tolist(), crossed.tolist()

        spread = [9, 3, 3, 9, 2, 2, 2, 9, 0, 9]
        for me, (at_root, everywhere, back, equal, part, crossed) in enumerate(self.values(program)):
            self.assertEqual((at_root, everywhere), (spread if me == 1 else [9] * 10, spread))
            self.assertEqual(back, [me] * counts[me])
            self.assertEqual((equal, part), ([0, 0, 1, 1, 2, 2, 3, 3] if me == 3 else [0] * 8, [me, me]))
            self.assertEqual(crossed, [30 + me, 9, 20 + me, 9, 10 + me, 9, me, 9])

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_of_numpy(self):
        def program(comm):
            table = numpy.arange(6, dtype=complex).reshape(2, 3) * (comm.rank == 0)
            comm.Bcast([table, 4, MPI.DOUBLE_COMPLEX])
            fixed = numpy.arange(3.0)
            fixed.flags.writeable = comm.rank != 0
            comm.Bcast(fixed if comm.rank == 0 else (fixed := numpy.zeros(3)))
            gathered = numpy.zeros((4, 3), complex)
            comm.Gatherv([numpy.full(2, comm.rank, complex), MPI.C_DOUBLE_COMPLEX], [gathered, 2, [0, 3, 6, 9]] if comm.rank == 0 else None)
            return table.real.tolist(), fixed.tolist(), gathered.real.tolist()

        values = self.values(program)
        self.assertEqual(values[0][2], [[0, 0, 0], [1, 1, 0], [2, 2, 0], [3, 3, 0]])
        self.assertEqual(values[3][:2], ([[0, 1, 2], [3, 0, 0]], [0, 1, 2]))
        self.refused(toruscope.ProgramError, lambda comm: comm.Recv(numpy.zeros(2, "M8[s]"), 0),
                     "Recv: the numpy.ndarray does not show its memory: cannot include dtype 'M' in a buffer")
        self.refused(toruscope.ProgramError, lambda comm: comm.allreduce(numpy.zeros(2), MPI.MAX), "MAX compares whole objects")


class Names(Case):
    def test_of_the_world(self):
        def program(comm):
            world = MPI.COMM_WORLD
            return world.Get_rank(), MPI.Get_processor_name(), MPI.Wtime()

        self.assertEqual(self.values(program), [(me, f"PE {me}", 0.0) for me in range(4)])
        with self.assertRaisesRegex(toruscope.Error, "COMM_WORLD is the communicator of a PE"):
            MPI.COMM_WORLD  # pylint: disable=pointless-statement

    def test_of_nobody(self):
        def program(comm):
            up = comm.rank - 1 if comm.rank else MPI.PROC_NULL
            down = comm.rank + 1 if comm.rank < comm.size - 1 else MPI.PROC_NULL
            status, into = MPI.Status(), doubles(9)
            objects = comm.sendrecv(comm.rank, down, source=up, status=status)
            comm.Sendrecv(doubles(comm.rank), down, recvbuf=into, source=up)
            request = comm.irecv(source=up, tag=3)
            comm.isend("sent", down, 3).wait()
            return objects, status.Get_source(), status.count > 0, into[0], request.wait(), comm.iprobe(MPI.PROC_NULL)

        values = self.values(program)
        self.assertEqual(values, [(None, MPI.PROC_NULL, False, 9, None, True)] +
                         [(me - 1, me - 1, True, me - 1, "sent", True) for me in (1, 2, 3)])

    def test_of_ranks_and_tags_that_there_are_not(self):
        for call, text in (
                (lambda comm: comm.send(1, -1), "send: dest: -1 is not a rank (ranks are 0..3, or PROC_NULL)"),
                (lambda comm: comm.Recv(doubles(0), 4), "Recv: source: 4 is not a rank (ranks are 0..3, or PROC_NULL, or ANY_SOURCE)"),
                (lambda comm: comm.send(1, MPI.ANY_SOURCE), "send: dest: ANY_SOURCE is not a rank (ranks are 0..3, or PROC_NULL)"),
                (lambda comm: comm.send(1, 1, tag=1 << 31), "send: tag: 0 .. 2147483647 is needed, got 2147483648"),
                (lambda comm: comm.send(1, 2.0), "TypeError: send: dest: a whole number (int) is needed, got 2.0"),
                (lambda comm: comm.compute("1us"), "compute: a number of seconds is needed (1e-6 is 1 us), got '1us'"),
                (lambda comm: comm.compute(1e300), "got 1e+300"),
                (lambda comm: comm.recv(3), "must be None, got 3; name the source: recv(source=3)"),
                (lambda comm: comm.Split(-1), "Split: a color is 0 or more, or UNDEFINED, got -1"),
                (lambda comm: comm.Ibcast(doubles(1)), "there is no Ibcast: non-blocking collective calls are not supported"),
                (lambda comm: comm.Recv_init(doubles(1)), "there is no Recv_init: persistent requests are not supported"),
                (lambda comm: comm.Brcast(doubles(1)), "there is no Brcast: did you mean Bcast?"),
                (lambda comm: MPI.DOUBLE.Create_vector(4, 1, 4), "there is no Create_vector: derived types are not supported; copy into an array"),
                (lambda comm: MPI.Win, "there is no Win: it is not supported")):
            self.refused(toruscope.ProgramError, call, text, HERE)

    def test_of_probes_and_modes(self):
        def program(comm):
            status, got = MPI.Status(), []
            if comm.rank == 0:
                comm.compute(1e-3)
                comm.ssend("a", 1, 5)
                comm.bsend("b", 1)
                comm.Bsend(doubles(1, 2), 1)
                comm.Rsend(doubles(3), 1)
                comm.issend("c", 1).wait()
            elif comm.rank == 1:
                comm.probe(status=status)
                got = [status.source, status.tag, comm.Wtime() >= 1e-3, comm.recv(None, 0, 5), comm.recv(None, 0)]
                comm.Probe(source=0, status=status)
                into = doubles(*[0] * status.Get_count(MPI.DOUBLE))
                comm.Recv(into, 0)
                comm.Recv(one := doubles(0), 0)
                got += [into.tolist(), one[0], comm.recv(source=0)]
            return got

        self.assertEqual(self.values(program)[1], [0, 5, True, "a", "b", [1, 2], 3, "c"])
        self.refused(toruscope.Deadlock, lambda comm: comm.probe(source=0), "4 of 4 PEs wait")
        self.refused(toruscope.Deadlock, lambda comm: comm.ssend(1, (comm.rank + 1) % 4), "ssend")

    def test_of_exchanges_tell_what_came(self):
        def program(comm):
            after, before = (comm.rank + 1) % 4, (comm.rank - 1) % 4
            status, told, into = MPI.Status(), [], doubles(0, 0)
            told.append(comm.sendrecv("x" * comm.rank, after, 2, source=before, recvtag=2, status=status))
            told += [status.source, status.tag]
            told.append(comm.sendrecv(comm.rank, after, 3, None, MPI.ANY_SOURCE, MPI.ANY_TAG, status))
            told += [status.source, status.tag]
            comm.Sendrecv(doubles(comm.rank), after, 4, into, MPI.ANY_SOURCE, 4, status)
            told += [into[0], status.source, status.Get_count(MPI.DOUBLE)]
            comm.Sendrecv_replace([mine := doubles(comm.rank, 1), MPI.DOUBLE], after, source=before)
            return told + mine.tolist()

        for me, told in enumerate(self.values(program)):
            before = (me - 1) % 4
            self.assertEqual(told, ["x" * before, before, 2, before, before, 3, before, before, 1, before, 1])

    def test_of_communicators(self):
        def program(comm):
            half = comm.Split(MPI.UNDEFINED if comm.rank == 0 else 1, -comm.rank)
            if comm.rank == 0:
                return half != MPI.COMM_NULL
            clone = half.Clone()
            ranks = clone.allgather(comm.rank)
            clone.Free()
            try:
                clone.barrier()
            except toruscope.ProgramError as error:
                return ranks, str(error)
            return None

        self.assertEqual(self.values(program), [False] + [([3, 2, 1], "the communicator was given up by Free")] * 3)

        def aborts(comm):
            if comm.rank == 1:
                try:
                    comm.Abort(3)  # here
                except Exception:
                    pass
            comm.barrier()

        self.refused(toruscope.ProgramError, aborts, "PE 1", "Abort(3) was called, at", line_with("# here"))

    def test_of_grids(self):
        def program(comm):
            grid = comm.Create_cart([2, 3], periods=[True, False])
            if grid is None:
                return None
            row = grid.Sub([False, True])
            return (grid.Get_coords(grid.rank), grid.Get_cart_rank([-1, 2]), grid.Shift(0, 1), grid.Shift(1), grid.Get_topo()[:2],
                    row.allgather(grid.rank), row.dims)

        values = self.values(program, "ring:8")
        self.assertEqual(values[6:], [None, None])
        self.assertEqual(values[3], ([1, 0], 5, (0, 0), (MPI.PROC_NULL, 4), ([2, 3], [True, False]), [3, 4, 5], [3]))
        self.refused(toruscope.ProgramError, lambda comm: comm.Create_cart([3, 3]), "sides of 1 or more for at most 4 PEs are needed, got [3, 3]")
        self.assertEqual([MPI.Compute_dims(12, 2), MPI.Compute_dims(24, 3), MPI.Compute_dims(12, [0, 2]), MPI.Compute_dims(7, 2)],
                         [[4, 3], [4, 3, 2], [6, 2], [7, 1]])
        with self.assertRaisesRegex(ValueError, r"Compute_dims: 12 PEs have no grid with sides \[0, 5\]"):
            MPI.Compute_dims(12, [0, 5])

    def test_of_requests(self):
        def program(comm):
            if comm.rank:
                comm.compute((4 - comm.rank) * 1e-3)
                comm.send(comm.rank, 0, tag=comm.rank)
                comm.Send(doubles(comm.rank), 0)
                return None
            requests = [comm.irecv(None, MPI.ANY_SOURCE, source) for source in (1, 2, 3)]
            order = [MPI.Request.waitany(requests) for _ in range(4)]
            into, statuses = [doubles(0) for _ in range(3)], []
            requests = [comm.Irecv(one, source, 0) for source, one in enumerate(into, 1)]
            while not MPI.Request.Testall(requests):
                comm.compute(1e-6)
            MPI.Request.Waitall(requests, statuses)
            return order, [one[0] for one in into], requests[0].test(), MPI.Request.Waitany(requests)

        self.assertEqual(self.values(program)[0], ([(2, 3), (1, 2), (0, 1), (MPI.UNDEFINED, None)], [1, 2, 3], (True, None), MPI.UNDEFINED))

        def told(comm):
            if comm.rank:
                comm.send("x", 0, tag=10 * comm.rank)
                return None
            requests, statuses = [comm.irecv() for _ in range(3)], []
            objects = MPI.Request.waitall(requests, statuses)
            return objects, sorted((status.source, status.tag) for status in statuses)

        self.assertEqual(self.values(told)[0], (["x"] * 3, [(1, 10), (2, 20), (3, 30)]))


class Reductions(Case):
    def test_have_more_operators(self):
        def program(comm):
            counts, into = [1, 0, 2, 1], doubles(*[0] * 2)
            comm.Reduce_scatter(doubles(*range(4)), into, counts)
            equal = doubles(0)
            comm.Reduce_scatter(doubles(*range(4)), equal, op=MPI.MAX)
            flags = array.array("i", [comm.rank == 2, 1])
            comm.Allreduce(MPI.IN_PLACE, flags, MPI.LXOR)
            concat = MPI.Op.Create(lambda left, right: left + "," + right)
            return (into.tolist()[:counts[comm.rank]], equal[0], flags.tolist(), comm.allreduce((comm.rank % 2, comm.rank), MPI.MAXLOC),
                    comm.allreduce((comm.rank % 2, comm.rank), MPI.MINLOC), comm.allreduce(str(comm.rank), concat))

        for me, value in enumerate(self.values(program)):
            self.assertEqual(value, ([[0], [], [4, 8], [12]][me], me, [1, 0], (1, 1), (0, 0), "0,1,2,3"))
        self.refused(toruscope.ProgramError, lambda comm: comm.Reduce_scatter(doubles(1, 2), doubles(0), [1] * 4),
                     "Reduce_scatter: sendbuf has 2 elements, and recvcounts ask for 4")

    def test_that_differ_between_pes_are_errors(self):
        sentence = "collectives differ: PE 0 called {0} with {1}, and PE 1 with {2}; all PEs of a communicator must combine values of one type by one operator"
        for workers in (1, 4):
            self.refused(toruscope.ProgramError, lambda comm: comm.Allreduce(doubles(1, 1), doubles(0, 0), MPI.SUM if comm.rank else MPI.MAX),
                         "PE 1 threw", sentence.format("Allreduce", 'MAX of values of type "d"', 'SUM of values of type "d"'), workers=workers)
        for name, values in (("Allreduce", 1), ("Scan", 1), ("Reduce", 1)):
            self.refused(toruscope.ProgramError, lambda comm: getattr(comm, name)(array.array("dq"[comm.rank > 0], [1]), array.array("dq"[comm.rank > 0], [1])),
                         sentence.format(name, 'SUM of values of type "d"', 'SUM of values of type "q"'))

        def apart(comm):  # each row by its own operator
            row = comm.line(1)
            for _ in range(3):
                row.Allreduce(MPI.IN_PLACE, mine := doubles(1 + comm.rank), MPI.SUM if comm.rank < 2 else MPI.MAX)
            return mine[0]

        self.assertEqual(self.values(apart, "torus:2x2"), [3, 3, 4, 4])


if __name__ == "__main__":
    unittest.main()
