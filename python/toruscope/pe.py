# SPDX-License-Identifier: Apache-2.0
"""What a PE program in Python calls: a communicator with mpi4py's names.

    def program(comm):
        total = numpy.zeros(1)
        comm.Allreduce(numpy.array([comm.Get_rank()], float), total)
        return total[0]

    toruscope.run(program, topology="torus:4x4")

Calls in small letters send any object that can be pickled. Those with a capital letter send and fill buffers, such as arrays of
numpy: in one piece, of any type; reductions are of numbers. Objects of different sizes go by two collective calls, of their sizes
and then of themselves. All take virtual time and nothing else: two runs of a program are equal.
"""
import array
import functools
import itertools
import operator
import pickle
import random

from .requests import ANY_SOURCE, ANY_TAG, Request, Status, ended as _ended

__all__ = ["ANY_SOURCE", "ANY_TAG", "Comm", "Op", "Request", "Status"]


class Op:
    """An operator: of buffers by its name, of objects a function."""

    def __init__(self, name, function):
        self.name, self._function = name, function

    def __call__(self, left, right):
        return self._function(left, right)

    def __repr__(self):
        return self.name.upper()


SUM, PROD, MIN, MAX = Op("sum", operator.add), Op("prod", operator.mul), Op("min", min), Op("max", max)
LAND, LOR = Op("land", lambda left, right: bool(left and right)), Op("lor", lambda left, right: bool(left or right))
BAND, BOR, BXOR = Op("band", operator.and_), Op("bor", operator.or_), Op("bxor", operator.xor)


class _InPlace:
    """In place of sendbuf: the values are in recvbuf. (Of Scatter: in place of recvbuf, at the root.)"""

    def __repr__(self):
        return "IN_PLACE"


IN_PLACE = _InPlace()


def _sizes(numbers):
    return array.array("Q", numbers)


def _cut(data, sizes):
    """The objects in data, one after the other."""
    ends = list(itertools.accumulate(sizes))
    return [pickle.loads(memoryview(data)[end - size:end]) for size, end in zip(sizes, ends)]


class Comm:
    """A group of PEs, in which this PE has a rank. `algorithm` names one of the tables (toruscope.algorithms()), or `auto`."""

    def __init__(self, native):
        self._native = native

    # --- who am I ---

    def Get_rank(self):
        return self._native.rank

    def Get_size(self):
        return self._native.size

    rank = property(Get_rank, doc="This PE, 0 .. size - 1.")
    size = property(Get_size, doc="The number of PEs.")

    @property
    def sides(self):
        """The sides of the grid of PEs."""
        return tuple(self._native.sides)

    @property
    def coordinates(self):
        """This PE's place in the grid."""
        return tuple(self._native.coordinates)

    def shift(self, dimension, distance):
        """The rank so many steps away along a dimension, around its end."""
        return self._native.shift(dimension, distance)

    def line(self, dimension):
        """The line of PEs through this one along a dimension, as a communicator."""
        return Comm(self._native.line(dimension))

    def Split(self, color=0, key=0):
        """The PEs of the same color, ordered by (key, rank)."""
        return Comm(self._native.split(color, key))

    def Dup(self):
        """The same PEs with messages of their own."""
        return Comm(self._native.duplicate())

    # --- virtual time ---

    def now(self):
        """This PE's clock in ticks, exact."""
        return self._native.now()

    def Wtime(self):
        """This PE's clock in seconds; in steps on a machine that counts those."""
        return self._native.time()

    def compute(self, seconds):
        """Works for so long, rounded to whole ticks; on a machine that counts steps, for so many."""
        self._native.compute(seconds)

    def compute_operations(self, count):
        """Works for so many arithmetic operations, each of the machine's `flop`."""
        self._native.compute_operations(count)

    def print(self, *values, sep=" "):
        """Prints a line. Lines are ordered by virtual time, then by rank. The builtin print() of a PE does the same."""
        self._native.print(sep.join(map(str, values)))

    @functools.cached_property
    def random(self):
        """A random.Random of this PE, seeded by the option `seed` and the rank."""
        return random.Random(self._native.random())

    # --- messages ---

    def send(self, obj, dest, tag=0):
        self._native.send_object(dest, self._pickled(obj), tag)

    def recv(self, source=ANY_SOURCE, tag=ANY_TAG, status=None):
        return _ended(self._native.recv_object(source, tag), status)

    def sendrecv(self, sendobj, dest, sendtag=0, source=ANY_SOURCE, recvtag=ANY_TAG):
        """Sends one and receives one at the same time."""
        return pickle.loads(self._native.sendrecv_object(dest, self._pickled(sendobj), sendtag, source, recvtag))

    def isend(self, obj, dest, tag=0):
        return Request(self._native.isend_object(dest, self._pickled(obj), tag))

    def irecv(self, source=ANY_SOURCE, tag=ANY_TAG):
        return Request(self._native.irecv_object(source, tag))

    def Send(self, buf, dest, tag=0):
        self._native.send(dest, buf, tag, False)

    def Ssend(self, buf, dest, tag=0):
        """Sends no earlier than the receive has begun."""
        self._native.send(dest, buf, tag, True)

    def Recv(self, buf, source=ANY_SOURCE, tag=ANY_TAG, status=None):
        """Fills buf. A message that is longer is an error, and a shorter one leaves the rest."""
        received = self._native.recv(source, buf, tag)
        if status is not None:
            status._set(received)

    def Sendrecv(self, sendbuf, dest, sendtag=0, recvbuf=None, source=ANY_SOURCE, recvtag=ANY_TAG):
        """Sends one and receives one at the same time."""
        self._native.sendrecv(dest, sendbuf, sendtag, source, recvbuf, recvtag)

    def Isend(self, buf, dest, tag=0):
        return Request(self._native.isend(dest, buf, tag, False))

    def Issend(self, buf, dest, tag=0):
        return Request(self._native.isend(dest, buf, tag, True))

    def Irecv(self, buf, source=ANY_SOURCE, tag=ANY_TAG):
        return Request(self._native.irecv(source, buf, tag))

    def iprobe(self, source=ANY_SOURCE, tag=ANY_TAG, status=None):
        """True if there is such a message by now."""
        received = self._native.probe(source, tag)
        if received is not None and status is not None:
            status._set(received)
        return received is not None

    Iprobe = iprobe

    # --- collective calls of objects ---

    def barrier(self, *, algorithm="auto"):
        self._native.barrier(algorithm)

    def bcast(self, obj, root=0, *, algorithm="auto"):
        data = self._pickled(obj) if self.rank == root else b""
        size = _sizes([len(data)])
        self._native.broadcast(size, root, "auto")
        data = bytearray(data) if self.rank == root else bytearray(size[0])
        self._native.broadcast(data, root, algorithm)
        return obj if self.rank == root else pickle.loads(data)

    def gather(self, sendobj, root=0, *, algorithm="auto"):
        """The list of all objects at the root, None elsewhere."""
        data = self._pickled(sendobj)
        sizes = _sizes([0] * self.size) if self.rank == root else _sizes([])
        self._native.gather(_sizes([len(data)]), sizes, root, "auto")
        all_data = bytearray(sum(sizes))
        self._native.gatherv(data, all_data, sizes.tolist(), root, algorithm)
        return _cut(all_data, sizes) if self.rank == root else None

    def scatter(self, sendobj, root=0, *, algorithm="auto"):
        """The root's object of this rank, of a list."""
        parts = self._parts("scatter", sendobj) if self.rank == root else []
        sizes, size = _sizes(map(len, parts)), _sizes([0])
        self._native.scatter(sizes, size, root, "auto")
        data = bytearray(size[0])
        self._native.scatterv(b"".join(parts), sizes.tolist(), data, root, algorithm)
        return pickle.loads(data)

    def allgather(self, sendobj, *, algorithm="auto"):
        """The list of all objects."""
        data, sizes = self._pickled(sendobj), _sizes([0] * self.size)
        self._native.allgather(_sizes([len(data)]), sizes, "auto")
        all_data = bytearray(sum(sizes))
        self._native.allgatherv(data, all_data, sizes.tolist(), algorithm)
        return _cut(all_data, sizes)

    def alltoall(self, sendobj, *, algorithm="auto"):
        """What the others have for this PE: a list, for a list."""
        parts = self._parts("alltoall", sendobj)
        out, into = _sizes(map(len, parts)), _sizes([0] * self.size)
        self._native.alltoall(out, into, "auto")
        data = bytearray(sum(into))
        self._native.alltoallv(b"".join(parts), out.tolist(), data, into.tolist(), algorithm)
        return _cut(data, into)

    def reduce(self, sendobj, op=SUM, root=0, *, algorithm="auto"):
        """All objects, combined in rank order, at the root; None elsewhere. They are gathered; op is any function of two."""
        gathered = self.gather(sendobj, root, algorithm=algorithm)
        return None if gathered is None else functools.reduce(op, gathered)

    def allreduce(self, sendobj, op=SUM, *, algorithm="auto"):
        """All objects, combined in rank order. They are gathered everywhere; op is any function of two."""
        return functools.reduce(op, self.allgather(sendobj, algorithm=algorithm))

    def scan(self, sendobj, op=SUM, *, algorithm="auto"):
        """The objects of ranks 0 .. rank, combined. All are gathered everywhere."""
        return functools.reduce(op, self.allgather(sendobj, algorithm=algorithm)[:self.rank + 1])

    def exscan(self, sendobj, op=SUM, *, algorithm="auto"):
        """The objects of ranks 0 .. rank - 1, combined; None on rank 0."""
        before = self.allgather(sendobj, algorithm=algorithm)[:self.rank]
        return functools.reduce(op, before) if before else None

    # --- collective calls of buffers ---

    Barrier = barrier

    def Bcast(self, buf, root=0, *, algorithm="auto"):
        self._native.broadcast(buf, root, algorithm)

    def Gather(self, sendbuf, recvbuf, root=0, *, algorithm="auto"):
        self._only_at_root("Gather", sendbuf, root)
        self._native.gather(_in_place(sendbuf), recvbuf if self.rank == root else None, root, algorithm)

    def Gatherv(self, sendbuf, recvbuf, root=0, *, algorithm="auto"):
        """recvbuf, at the root: [buffer, counts], or [buffer, (counts, displacements)]."""
        self._only_at_root("Gatherv", sendbuf, root)
        into, sizes = self._blocks("Gatherv", recvbuf) if self.rank == root else (bytearray(), [])
        self._native.gatherv(_in_place(sendbuf), into, sizes, root, algorithm)

    def Scatter(self, sendbuf, recvbuf, root=0, *, algorithm="auto"):
        self._only_at_root("Scatter", recvbuf, root)
        self._native.scatter(sendbuf if self.rank == root else None, _in_place(recvbuf), root, algorithm)

    def Scatterv(self, sendbuf, recvbuf, root=0, *, algorithm="auto"):
        """sendbuf, at the root: [buffer, counts], or [buffer, (counts, displacements)]."""
        data, sizes = self._blocks("Scatterv", sendbuf) if self.rank == root else (b"", [])
        self._native.scatterv(data, sizes, recvbuf, root, algorithm)

    def Allgather(self, sendbuf, recvbuf, *, algorithm="auto"):
        self._native.allgather(_in_place(sendbuf), recvbuf, algorithm)

    def Allgatherv(self, sendbuf, recvbuf, *, algorithm="auto"):
        """recvbuf: [buffer, counts], or [buffer, (counts, displacements)]."""
        self._native.allgatherv(_in_place(sendbuf), *self._blocks("Allgatherv", recvbuf), algorithm)

    def Alltoall(self, sendbuf, recvbuf, *, algorithm="auto"):
        self._native.alltoall(_in_place(sendbuf), recvbuf, algorithm)

    def Alltoallv(self, sendbuf, recvbuf, *, algorithm="auto"):
        """sendbuf and recvbuf: [buffer, counts], or [buffer, (counts, displacements)]."""
        self._native.alltoallv(*self._blocks("Alltoallv", sendbuf), *self._blocks("Alltoallv", recvbuf), algorithm)

    def Reduce(self, sendbuf, recvbuf, op=SUM, root=0, *, algorithm="auto"):
        self._native.reduce(_in_place(sendbuf), recvbuf, _number_operator("Reduce", op), root, algorithm)

    def Allreduce(self, sendbuf, recvbuf, op=SUM, *, algorithm="auto"):
        self._native.allreduce(_in_place(sendbuf), recvbuf, _number_operator("Allreduce", op), algorithm)

    def Reduce_scatter_block(self, sendbuf, recvbuf, op=SUM, *, algorithm="auto"):
        self._native.reduce_scatter(_in_place(sendbuf), recvbuf, _number_operator("Reduce_scatter_block", op), algorithm)

    def Scan(self, sendbuf, recvbuf, op=SUM, *, algorithm="auto"):
        self._native.scan(_in_place(sendbuf), recvbuf, _number_operator("Scan", op), False, algorithm)

    def Exscan(self, sendbuf, recvbuf, op=SUM, *, algorithm="auto"):
        self._native.scan(_in_place(sendbuf), recvbuf, _number_operator("Exscan", op), True, algorithm)

    def _pickled(self, obj):
        if not self._native.carries_data:
            raise TypeError("objects need data, and in a run with data=\"none\" messages have lengths only; send buffers there")
        return pickle.dumps(obj, pickle.HIGHEST_PROTOCOL)

    def _only_at_root(self, call, buf, root):
        if buf is IN_PLACE and self.rank != root:
            raise ValueError(f"{call}: IN_PLACE is for the root, PE {root}; PE {self.rank} needs a buffer")

    def _blocks(self, call, buf):
        """The buffer of [buffer, counts] or [buffer, (counts, displacements)], and the bytes of each block."""
        try:
            data, counts = buf
            has_both = len(counts) == 2 and hasattr(counts[0], "__len__")
            counts, displacements = map(list, counts if has_both else (counts, itertools.accumulate([0, *counts][:-1])))
            together = list(itertools.accumulate([0, *map(operator.index, counts)][:-1]))
        except (TypeError, ValueError):
            raise TypeError(f"{call}: [buffer, counts] is needed, with a count of elements for each PE, got {buf!r}") from None
        if len(counts) != self.size or min(counts) < 0:
            raise ValueError(f"{call}: counts of elements for the {self.size} PEs are needed, 0 or more, got {counts}")
        if displacements != together:
            raise ValueError(f"{call}: the blocks need to lie one after the other, at {together}, got {displacements}")
        view = memoryview(data)
        if sum(counts) * view.itemsize > view.nbytes:
            raise ValueError(f"{call}: the counts are {sum(counts)} elements in all, and the buffer has {view.nbytes // view.itemsize}")
        if sum(counts) * view.itemsize < view.nbytes and view.c_contiguous:  # the rest stays as it is
            data = view.cast("B")[:sum(counts) * view.itemsize]
        return data, [count * view.itemsize for count in counts]

    def _parts(self, call, objects):
        parts = [self._pickled(one) for one in objects]
        if len(parts) != self.size:
            raise ValueError(f"{call}: an object for each of the {self.size} PEs is needed, got {len(parts)}")
        return parts


def _number_operator(call, op):
    if not any(op is one for one in (SUM, PROD, MIN, MAX, LAND, LOR, BAND, BOR, BXOR)):
        raise TypeError(f"{call}: buffers are combined by SUM, PROD, MIN, MAX, LAND, LOR, BAND, BOR or BXOR; objects have "
                        "reduce, allreduce and scan, which take any function")
    return op.name


def _in_place(buf):
    return None if buf is IN_PLACE else buf
