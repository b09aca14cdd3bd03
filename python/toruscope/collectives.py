# SPDX-License-Identifier: Apache-2.0
"""Collective calls of a communicator: of objects, in small letters, and of buffers."""
from __future__ import annotations

import array
import functools
import itertools
import pickle
import sys
from typing import Any, Callable

from . import errors, operators
from .buffers import IN_PLACE, Blocks, one, readable
from .operators import SUM, Op

# (communicator, number of the call) -> {rank: (what was called, with which operator, the PE, its line)}; of all PEs in this process
_calls: dict = {}


def _sizes(numbers) -> array.array:
    return array.array("Q", numbers)


def _cut(data, sizes) -> list:
    """The objects in data, one after the other."""
    ends = list(itertools.accumulate(sizes))
    return [pickle.loads(memoryview(data)[end - size:end]) for size, end in zip(sizes, ends)]


def _given(call: str, buf: Any) -> Any:
    return None if buf is IN_PLACE else one(call, buf)


class Collectives:
    """The part of Comm that all its PEs call together."""

    _native: Any
    _key: Any
    rank: int
    size: int

    # --- of objects ---

    def barrier(self, *, algorithm: str = "auto") -> None:
        """Waits until all have called it."""
        self._native.barrier(algorithm)

    Barrier = barrier

    def bcast(self, obj: Any, root: int = 0, *, algorithm: str = "auto") -> Any:
        """The root's object."""
        data = self._pickled(obj) if self.rank == root else b""
        size = _sizes([len(data)])
        self._native.broadcast(size, root, "auto")
        data = bytearray(data) if self.rank == root else bytearray(size[0])
        self._native.broadcast(data, root, algorithm)
        return obj if self.rank == root else pickle.loads(data)

    def gather(self, sendobj: Any, root: int = 0, *, algorithm: str = "auto") -> list | None:
        """The list of all objects at the root, None elsewhere."""
        data = self._pickled(sendobj)
        sizes = _sizes([0] * self.size) if self.rank == root else _sizes([])
        self._native.gather(_sizes([len(data)]), sizes, root, "auto")
        all_data = bytearray(sum(sizes))
        self._native.gatherv(data, all_data, sizes.tolist(), root, algorithm)
        return _cut(all_data, sizes) if self.rank == root else None

    def scatter(self, sendobj: Any, root: int = 0, *, algorithm: str = "auto") -> Any:
        """The root's object of this rank, of a list."""
        parts = self._parts("scatter", sendobj) if self.rank == root else []
        sizes, size = _sizes(map(len, parts)), _sizes([0])
        self._native.scatter(sizes, size, root, "auto")
        data = bytearray(size[0])
        self._native.scatterv(b"".join(parts), sizes.tolist(), data, root, algorithm)
        return pickle.loads(data)

    def allgather(self, sendobj: Any, *, algorithm: str = "auto") -> list:
        """The list of all objects."""
        data, sizes = self._pickled(sendobj), _sizes([0] * self.size)
        self._native.allgather(_sizes([len(data)]), sizes, "auto")
        all_data = bytearray(sum(sizes))
        self._native.allgatherv(data, all_data, sizes.tolist(), algorithm)
        return _cut(all_data, sizes)

    def alltoall(self, sendobj: Any, *, algorithm: str = "auto") -> list:
        """What the others have for this PE: a list, for a list."""
        parts = self._parts("alltoall", sendobj)
        out, into = _sizes(map(len, parts)), _sizes([0] * self.size)
        self._native.alltoall(out, into, "auto")
        data = bytearray(sum(into))
        self._native.alltoallv(b"".join(parts), out.tolist(), data, into.tolist(), algorithm)
        return _cut(data, into)

    def reduce(self, sendobj: Any, op: Callable[[Any, Any], Any] = SUM, root: int = 0, *, algorithm: str = "auto") -> Any:
        """All objects, combined in rank order, at the root; None elsewhere. They are gathered; op is any function of two."""
        gathered = self.gather(sendobj, root, algorithm=algorithm)
        return None if gathered is None else functools.reduce(op, gathered)

    def allreduce(self, sendobj: Any, op: Callable[[Any, Any], Any] = SUM, *, algorithm: str = "auto") -> Any:
        """All objects, combined in rank order. They are gathered everywhere; op is any function of two."""
        return functools.reduce(op, self.allgather(sendobj, algorithm=algorithm))

    def scan(self, sendobj: Any, op: Callable[[Any, Any], Any] = SUM, *, algorithm: str = "auto") -> Any:
        """The objects of ranks 0 .. rank, combined. All are gathered everywhere."""
        return functools.reduce(op, self.allgather(sendobj, algorithm=algorithm)[:self.rank + 1])

    def exscan(self, sendobj: Any, op: Callable[[Any, Any], Any] = SUM, *, algorithm: str = "auto") -> Any:
        """The objects of ranks 0 .. rank - 1, combined; None on rank 0."""
        before = self.allgather(sendobj, algorithm=algorithm)[:self.rank]
        return functools.reduce(op, before) if before else None

    # --- of buffers: an array, or a list with a count and a type (help(toruscope.buffers)) ---

    def Bcast(self, buf: Any, root: int = 0, *, algorithm: str = "auto") -> None:
        """Fills buf with the root's."""
        self._native.broadcast(readable("Bcast", buf, self.rank == root), root, algorithm)

    def Gather(self, sendbuf: Any, recvbuf: Any, root: int = 0, *, algorithm: str = "auto") -> None:
        """Fills recvbuf at the root with the blocks of all."""
        self._only_at_root("Gather", sendbuf, root)
        self._native.gather(_given("Gather", sendbuf), one("Gather", recvbuf) if self.rank == root else None, root, algorithm)

    def Gatherv(self, sendbuf: Any, recvbuf: Any, root: int = 0, *, algorithm: str = "auto") -> None:
        """recvbuf, at the root: [buffer, counts], or [buffer, (counts, displacements)]."""
        self._only_at_root("Gatherv", sendbuf, root)
        if self.rank != root:
            self._native.gatherv(_given("Gatherv", sendbuf), bytearray(), [], root, algorithm)
            return
        into = Blocks("Gatherv", recvbuf, self.size, True)
        self._native.gatherv(_given("Gatherv", sendbuf), into.data, into.sizes, root, algorithm)
        into.spread()

    def Scatter(self, sendbuf: Any, recvbuf: Any, root: int = 0, *, algorithm: str = "auto") -> None:
        """Fills recvbuf with this PE's block of the root's sendbuf."""
        self._only_at_root("Scatter", recvbuf, root)
        self._native.scatter(one("Scatter", sendbuf) if self.rank == root else None, _given("Scatter", recvbuf), root, algorithm)

    def Scatterv(self, sendbuf: Any, recvbuf: Any, root: int = 0, *, algorithm: str = "auto") -> None:
        """sendbuf, at the root: [buffer, counts], or [buffer, (counts, displacements)]."""
        self._only_at_root("Scatterv", recvbuf, root)
        parts, sizes = b"", []
        if self.rank == root:
            blocks = Blocks("Scatterv", sendbuf, self.size, False)
            parts, sizes = blocks.data, blocks.sizes
        into = bytearray(sizes[root]) if recvbuf is IN_PLACE else one("Scatterv", recvbuf)
        self._native.scatterv(parts, sizes, into, root, algorithm)

    def Allgather(self, sendbuf: Any, recvbuf: Any, *, algorithm: str = "auto") -> None:
        """Fills recvbuf with the blocks of all."""
        self._native.allgather(_given("Allgather", sendbuf), one("Allgather", recvbuf), algorithm)

    def Allgatherv(self, sendbuf: Any, recvbuf: Any, *, algorithm: str = "auto") -> None:
        """recvbuf: [buffer, counts], or [buffer, (counts, displacements)]."""
        into = Blocks("Allgatherv", recvbuf, self.size, True)
        self._native.allgatherv(_given("Allgatherv", sendbuf), into.data, into.sizes, algorithm)
        into.spread()

    def Alltoall(self, sendbuf: Any, recvbuf: Any, *, algorithm: str = "auto") -> None:
        """Sends a block of sendbuf to each, and fills recvbuf with one from each."""
        self._native.alltoall(_given("Alltoall", sendbuf), one("Alltoall", recvbuf), algorithm)

    def Alltoallv(self, sendbuf: Any, recvbuf: Any, *, algorithm: str = "auto") -> None:
        """sendbuf and recvbuf: [buffer, counts], or [buffer, (counts, displacements)]."""
        if sendbuf is IN_PLACE:
            raise TypeError("Alltoallv: IN_PLACE is not supported; send from a copy")
        out, into = Blocks("Alltoallv", sendbuf, self.size, False), Blocks("Alltoallv", recvbuf, self.size, True)
        self._native.alltoallv(out.data, out.sizes, into.data, into.sizes, algorithm)
        into.spread()

    def Reduce(self, sendbuf: Any, recvbuf: Any, op: Op = SUM, root: int = 0, *, algorithm: str = "auto") -> None:
        """Fills recvbuf at the root with the values of all, combined element by element."""
        self._only_at_root("Reduce", sendbuf, root)
        name, sent, into = operators.name_of("Reduce", op), _given("Reduce", sendbuf), one("Reduce", recvbuf)
        self._combined("Reduce", op, into if sent is None else sent, self.rank == root,
                       lambda: self._native.reduce(sent, into, name, root, algorithm))

    def Allreduce(self, sendbuf: Any, recvbuf: Any, op: Op = SUM, *, algorithm: str = "auto") -> None:
        """Fills recvbuf with the values of all, combined element by element."""
        name, sent, into = operators.name_of("Allreduce", op), _given("Allreduce", sendbuf), one("Allreduce", recvbuf)
        self._combined("Allreduce", op, into, True, lambda: self._native.allreduce(sent, into, name, algorithm))

    def Reduce_scatter_block(self, sendbuf: Any, recvbuf: Any, op: Op = SUM, *, algorithm: str = "auto") -> None:
        """Fills recvbuf with this PE's block of the values of all, combined element by element. The blocks are of one size."""
        call = "Reduce_scatter_block"
        name, sent, into = operators.name_of(call, op), _given(call, sendbuf), one(call, recvbuf)
        self._combined(call, op, into, True, lambda: self._native.reduce_scatter(sent, into, name, algorithm))

    def Reduce_scatter(self, sendbuf: Any, recvbuf: Any, recvcounts: Any = None, op: Op = SUM, *, algorithm: str = "auto") -> None:
        """The same with blocks of recvcounts elements. Without recvcounts they are of the length that recvbuf has on each PE."""
        call = "Reduce_scatter"
        name, sent, into = operators.name_of(call, op), _given(call, sendbuf), one(call, recvbuf)
        if recvcounts is None:
            if sent is None:
                raise TypeError(f"{call}: with IN_PLACE recvcounts are needed, a count of elements for each PE")
            recvcounts = self.allgather(memoryview(into).nbytes // memoryview(into).itemsize)
        counts = list(recvcounts)
        if len(counts) != self.size or not all(hasattr(count, "__index__") and count >= 0 for count in counts):
            raise ValueError(f"{call}: recvcounts are {self.size} counts of elements, 0 or more, got {counts}")
        self._combined(call, op, into, True, lambda: self._native.reduce_scatterv(sent, into, counts, name, algorithm))

    def Scan(self, sendbuf: Any, recvbuf: Any, op: Op = SUM, *, algorithm: str = "auto") -> None:
        """Fills recvbuf with the values of ranks 0 .. rank, combined element by element."""
        name, sent, into = operators.name_of("Scan", op), _given("Scan", sendbuf), one("Scan", recvbuf)
        self._combined("Scan", op, into, True, lambda: self._native.scan(sent, into, name, False, algorithm))

    def Exscan(self, sendbuf: Any, recvbuf: Any, op: Op = SUM, *, algorithm: str = "auto") -> None:
        """Fills recvbuf with the values of ranks 0 .. rank - 1, combined element by element; on rank 0 it stays."""
        name, sent, into = operators.name_of("Exscan", op), _given("Exscan", sendbuf), one("Exscan", recvbuf)
        self._combined("Exscan", op, into, self.rank > 0, lambda: self._native.scan(sent, into, name, True, algorithm))

    def _combined(self, call: str, op: Op, values: Any, has_result: bool, carry_out: Callable[[], None]) -> None:
        """Carries out a reduction, and compares what the PEs combine: one with a result has it after those it is from have begun."""
        record = _calls.get((self._key, self._entered))
        if record is None or self.rank not in record:  # in an algorithm, whose messages are its own
            return carry_out()
        try:
            kind = memoryview(values).format.lstrip("@=<")
        except (TypeError, ValueError, BufferError):  # which the call refuses
            kind = ""
        name, _, *where = record[self.rank]
        record[self.rank] = (name, f"{op!r} of values of type \"{kind}\"", *where)
        carry_out()
        first = record.get(0)
        if has_result and first:
            ranks = sorted(record) if call == "Reduce" else [self.rank]
            for _, with_what, pe, _ in (record[rank] for rank in ranks):
                if with_what != first[1]:
                    raise errors.ProgramError(f"collectives differ: PE {first[2]} called {call} with {first[1]}, and PE {pe} with {with_what}; "
                                              "all PEs of a communicator must combine values of one type by one operator", 7)
        return None

    def _enter(self, call: str, frame) -> None:
        """Notes a call and its line, for the report of calls that differ."""
        self._entered += 1
        record = _calls.setdefault((self._key, self._entered), {})
        record[self.rank] = call, None, self._native.world_rank, (frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
        if len(record) == self.size:  # and so all have left the one before
            before = _calls.get((self._key, self._entered - 1), {})
            if len({of[0] for of in before.copy().values()}) == 1:
                _calls.pop((self._key, self._entered - 1), None)

    def _pickled(self, obj: Any) -> bytes:
        if not self._native.carries_data:
            raise TypeError("objects need data, and in a run with data=\"none\" messages have lengths only; send buffers there")
        return pickle.dumps(obj, pickle.HIGHEST_PROTOCOL)

    def _only_at_root(self, call: str, buf: Any, root: int) -> None:
        if buf is IN_PLACE and self.rank != root:
            raise ValueError(f"{call}: IN_PLACE is for the root, PE {root}; PE {self.rank} needs a buffer")

    def _parts(self, call: str, objects: Any) -> list[bytes]:
        parts = [self._pickled(one) for one in objects]
        if len(parts) != self.size:
            raise ValueError(f"{call}: an object for each of the {self.size} PEs is needed, got {len(parts)}")
        return parts


def _noted(method):
    @functools.wraps(method)
    def noted(self, *given, **named):
        caller = sys._getframe(1)
        if self._key is not None and caller.f_code.co_filename != __file__:
            self._enter(method.__name__, caller)
        return method(self, *given, **named)
    return noted


for _name in [name for name in vars(Collectives) if not name.startswith("_")]:
    if callable(vars(Collectives)[_name]):
        setattr(Collectives, _name, _noted(vars(Collectives)[_name]))


def lines_that_differ() -> dict:
    """(file, line, function) of each PE, where they made different calls: of the first of these on the first communicator."""
    for record in _calls.values():
        if len({of[0] for of in record.values()}) > 1:
            return {pe: line for _, _, pe, line in record.values()}
    return {}
