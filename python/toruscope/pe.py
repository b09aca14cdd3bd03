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
from __future__ import annotations

import functools
import numbers
import operator
import random
from typing import Any, Sequence

from . import errors, unsupported
from .buffers import one
from .collectives import Collectives
from .requests import ANY_SOURCE, ANY_TAG, OF_NOBODY, PROC_NULL, UNDEFINED, Request, Status, ended

__all__ = ["Comm"]


class Comm(Collectives):
    """A group of PEs, in which this PE has a rank. `algorithm` names one of the tables (toruscope.algorithms()), or `auto`."""

    def __init__(self, native, key=None):
        self._native, self._key = native, key  # key: what tells the PEs of one communicator from others; None: not told
        self._made = self._entered = 0

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(unsupported.sentence(name, Comm))

    def _derived(self, native, *key) -> Comm:
        return Comm(native, None if self._key is None else (self._key, *key))

    # --- who am I ---

    def Get_rank(self) -> int:
        """This PE, 0 .. size - 1."""
        return self._native.rank

    def Get_size(self) -> int:
        """The number of PEs."""
        return self._native.size

    rank = property(Get_rank, doc="This PE, 0 .. size - 1.")
    size = property(Get_size, doc="The number of PEs.")

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides of the grid of PEs."""
        return tuple(self._native.sides)

    @property
    def coordinates(self) -> tuple[int, ...]:
        """This PE's place in the grid."""
        return tuple(self._native.coordinates)

    def shift(self, dimension: int, distance: int) -> int:
        """The rank so many steps away along a dimension, around its end."""
        return self._native.shift(dimension, distance)

    def line(self, dimension: int) -> Comm:
        """The line of PEs through this one along a dimension, as a communicator."""
        others = tuple(at for d, at in enumerate(self.coordinates) if d != dimension)
        native = self._native.line(dimension)
        made = self.__dict__.setdefault("_lines", {})
        made[dimension] = made.get(dimension, 0) + 1
        return self._derived(native, "line", dimension, others, made[dimension])

    # --- other communicators ---

    def Split(self, color: int = 0, key: int = 0) -> Comm | None:
        """The PEs of the same color, ordered by (key, rank). With UNDEFINED it is COMM_NULL, which is None."""
        if color != UNDEFINED and not 0 <= operator.index(color) <= _MOST:
            raise ValueError(f"Split: a color is 0 or more, or UNDEFINED, got {color}")
        self._made += 1
        native = self._native.split(color, key)
        return None if color == UNDEFINED else self._derived(native, self._made, int(color))

    def Dup(self) -> Comm:
        """The same PEs with messages of their own."""
        self._made += 1
        return self._derived(self._native.duplicate(), self._made)

    Clone = Dup

    def Create_cart(self, dims: Sequence[int], periods: bool | Sequence[bool] = False, reorder: bool = False) -> Comm | None:
        """A grid of the first PEs, row by row; periods: whether its dimensions close. None on the PEs that are left over."""
        from . import grids
        return grids.create(self, dims, periods)

    def Free(self) -> None:
        """Gives the communicator up; calls of it are errors from then on."""
        self._native = _Freed()

    def Abort(self, errorcode: int = 0) -> None:
        """Ends the run, with an error that names this PE and its line."""
        raise errors.Aborted(f"Abort({errorcode}) was called")

    # --- virtual time ---

    def now(self) -> int:
        """This PE's clock in ticks, exact."""
        return self._native.now()

    def Wtime(self) -> float:
        """This PE's clock in seconds; in steps on a machine that counts those."""
        return self._native.time()

    def compute(self, seconds: float) -> None:
        """Works for so long, rounded to whole ticks; on a machine that counts steps, for so many."""
        if not isinstance(seconds, numbers.Real):
            raise TypeError(f"compute: a number of seconds is needed (1e-6 is 1 us), got {seconds!r}")
        self._native.compute(seconds)

    def compute_operations(self, count: int) -> None:
        """Works for so many arithmetic operations, each of the machine's `flop`."""
        self._native.compute_operations(count)

    def print(self, *values: Any, sep: str = " ") -> None:
        """Prints a line. Lines are ordered by virtual time, then by rank. The builtin print() of a PE does the same."""
        self._native.print(sep.join(map(str, values)))

    @functools.cached_property
    def random(self) -> random.Random:
        """A random.Random of this PE, seeded by the option `seed` and the rank."""
        return random.Random(self._native.random())

    # --- messages of objects ---

    def send(self, obj: Any, dest: int, tag: int = 0) -> None:
        """Sends an object. It does not wait for the receive."""
        if self._has("send", "dest", dest, tag):
            self._native.send_object(dest, self._pickled(obj), tag)

    def ssend(self, obj: Any, dest: int, tag: int = 0) -> None:
        """Sends an object no earlier than the receive has begun."""
        if self._has("ssend", "dest", dest, tag):
            self._native.send(dest, self._pickled(obj), tag, True)

    def bsend(self, obj: Any, dest: int, tag: int = 0) -> None:
        """Sends an object from a buffer of the system's: the PE goes on at once."""
        _buffered(self.isend(obj, dest, tag))

    def recv(self, buf: None = None, source: int = ANY_SOURCE, tag: int = ANY_TAG, status: Status | None = None) -> Any:
        """The object that comes. buf is there as mpi4py has it, and None."""
        _no_buffer("recv", buf)
        if not self._has("recv", "source", source, tag):
            return ended((OF_NOBODY, None), status)
        return ended(self._native.recv_object(source, tag), status)

    def sendrecv(self, sendobj: Any, dest: int, sendtag: int = 0, recvbuf: None = None, source: int = ANY_SOURCE,
                 recvtag: int = ANY_TAG, status: Status | None = None) -> Any:
        """Sends one and receives one at the same time. recvbuf is there as mpi4py has it, and None."""
        _no_buffer("sendrecv", recvbuf)
        if not self._has("sendrecv", "source", source, recvtag):
            self.send(sendobj, dest, sendtag)
            return ended((OF_NOBODY, None), status)
        if not self._has("sendrecv", "dest", dest, sendtag):
            return self.recv(None, source, recvtag, status)
        if status is not None and (source == ANY_SOURCE or recvtag == ANY_TAG):
            return _both(self.irecv(None, source, recvtag), self.isend(sendobj, dest, sendtag), status)
        data = self._native.sendrecv_object(dest, self._pickled(sendobj), sendtag, source, recvtag)
        return ended(((source, recvtag, len(data)), data), status)

    def isend(self, obj: Any, dest: int, tag: int = 0) -> Request:
        """Begins to send an object."""
        if not self._has("isend", "dest", dest, tag):
            return Request(None, (OF_NOBODY, None))
        return Request(self._native.isend_object(dest, self._pickled(obj), tag))

    ibsend = isend

    def issend(self, obj: Any, dest: int, tag: int = 0) -> Request:
        """Begins to send an object, which ends no earlier than the receive has begun."""
        if not self._has("issend", "dest", dest, tag):
            return Request(None, (OF_NOBODY, None))
        return Request(self._native.isend(dest, self._pickled(obj), tag, True))

    def irecv(self, buf: None = None, source: int = ANY_SOURCE, tag: int = ANY_TAG) -> Request:
        """Begins to receive an object. buf is there as mpi4py has it, and None."""
        _no_buffer("irecv", buf)
        if not self._has("irecv", "source", source, tag):
            return Request(None, (OF_NOBODY, None))
        return Request(self._native.irecv_object(source, tag))

    def iprobe(self, source: int = ANY_SOURCE, tag: int = ANY_TAG, status: Status | None = None) -> bool:
        """True if there is such a message by now."""
        received = self._native.probe(source, tag) if self._has("iprobe", "source", source, tag) else OF_NOBODY
        if received is not None and status is not None:
            status._set(received)
        return received is not None

    Iprobe = iprobe

    def probe(self, source: int = ANY_SOURCE, tag: int = ANY_TAG, status: Status | None = None) -> bool:
        """Waits until there is such a message."""
        received = self._native.wait_for_message(source, tag) if self._has("probe", "source", source, tag) else OF_NOBODY
        if status is not None:
            status._set(received)
        return True

    Probe = probe

    # --- messages of buffers: an array, or a list with a count and a type (help(toruscope.buffers)) ---

    def Send(self, buf: Any, dest: int, tag: int = 0) -> None:
        """Sends a buffer. It does not wait for the receive."""
        if self._has("Send", "dest", dest, tag):
            self._native.send(dest, one("Send", buf), tag, False)

    Rsend = Send

    def Ssend(self, buf: Any, dest: int, tag: int = 0) -> None:
        """Sends no earlier than the receive has begun."""
        if self._has("Ssend", "dest", dest, tag):
            self._native.send(dest, one("Ssend", buf), tag, True)

    def Bsend(self, buf: Any, dest: int, tag: int = 0) -> None:
        """Sends from a buffer of the system's: the PE goes on at once."""
        _buffered(self.Isend(buf, dest, tag))

    def Recv(self, buf: Any, source: int = ANY_SOURCE, tag: int = ANY_TAG, status: Status | None = None) -> None:
        """Fills buf. A message that is longer is an error, and a shorter one leaves the rest."""
        received = OF_NOBODY
        if self._has("Recv", "source", source, tag):
            received = self._native.recv(source, one("Recv", buf), tag)
        if status is not None:
            status._set(received)

    def Sendrecv(self, sendbuf: Any, dest: int, sendtag: int = 0, recvbuf: Any = None, source: int = ANY_SOURCE,
                 recvtag: int = ANY_TAG, status: Status | None = None) -> None:
        """Sends one and receives one at the same time."""
        if not self._has("Sendrecv", "source", source, recvtag):
            self.Send(sendbuf, dest, sendtag)
            ended((OF_NOBODY, None), status)
        elif not self._has("Sendrecv", "dest", dest, sendtag):
            self.Recv(recvbuf, source, recvtag, status)
        elif status is not None:
            _both(self.Irecv(recvbuf, source, recvtag), self.Isend(sendbuf, dest, sendtag), status)
        else:
            self._native.sendrecv(dest, one("Sendrecv", sendbuf), sendtag, source, one("Sendrecv", recvbuf), recvtag)

    def Sendrecv_replace(self, buf: Any, dest: int, sendtag: int = 0, source: int = ANY_SOURCE, recvtag: int = ANY_TAG,
                         status: Status | None = None) -> None:
        """Sends buf, and fills it with what comes."""
        into = one("Sendrecv_replace", buf)
        self.Sendrecv(memoryview(into).tobytes("A"), dest, sendtag, into, source, recvtag, status)

    def Isend(self, buf: Any, dest: int, tag: int = 0) -> Request:
        """Begins to send a buffer, which is read now."""
        if not self._has("Isend", "dest", dest, tag):
            return Request(None, (OF_NOBODY, None))
        return Request(self._native.isend(dest, one("Isend", buf), tag, False))

    Ibsend = Irsend = Isend

    def Issend(self, buf: Any, dest: int, tag: int = 0) -> Request:
        """Begins to send a buffer, which ends no earlier than the receive has begun."""
        if not self._has("Issend", "dest", dest, tag):
            return Request(None, (OF_NOBODY, None))
        return Request(self._native.isend(dest, one("Issend", buf), tag, True))

    def Irecv(self, buf: Any, source: int = ANY_SOURCE, tag: int = ANY_TAG) -> Request:
        """Begins to fill buf, which belongs to the receive until it has ended."""
        if not self._has("Irecv", "source", source, tag):
            return Request(None, (OF_NOBODY, None))
        return Request(self._native.irecv(source, one("Irecv", buf), tag))

    def _has(self, call: str, side: str, partner: int, tag: int) -> bool:
        """Whether there is a partner; False of PROC_NULL."""
        if type(partner) is int and type(tag) is int and 0 <= tag <= _MOST and 0 <= partner < self._native.size:  # nearly always
            return True
        for what, number in ((side, partner), ("tag", tag)):
            if type(number) is not int and not hasattr(number, "__index__"):
                raise TypeError(f"{call}: {what}: a whole number (int) is needed, got {number!r}")
        if not 0 <= tag <= _MOST and not (side == "source" and tag == ANY_TAG):
            raise errors.ProgramError(f"{call}: tag: 0 .. {_MOST}{' or ANY_TAG' * (side == 'source')} is needed, got {tag}", 7)
        if partner == PROC_NULL:
            return False
        if not 0 <= partner < self._native.size and not (side == "source" and partner == ANY_SOURCE):
            raise errors.ProgramError(f"{call}: {side}: {partner!r} is not a rank (ranks are 0..{self.size - 1}, or PROC_NULL"
                                      f"{', or ANY_SOURCE' * (side == 'source')})", 7)
        return True


_MOST = (1 << 31) - 1


class _Freed:
    """In place of a communicator that was given up."""

    def __getattr__(self, name):
        raise errors.ProgramError("the communicator was given up by Free", 7)


def _no_buffer(call: str, buf: None) -> None:
    if buf is not None:
        raise TypeError(f"{call}: the first argument is a buffer, as mpi4py has it, and must be None, got {buf!r}; name the source: "
                        f"{call}(source={buf!r})" if isinstance(buf, int) else
                        f"{call}: a buffer for the pickled object is not supported; leave it out")


def _both(receive: Request, send: Request, status: Status) -> Any:
    return Request.waitall([receive, send], [status])[0]


def _buffered(request: Request) -> None:
    """Keeps a send that nobody waits for until the PE ends."""
    from .lines import here
    here.buffered.append(request)
