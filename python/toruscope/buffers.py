# SPDX-License-Identifier: Apache-2.0
"""Buffers as mpi4py names them: an array alone, or a list of an array with a count, displacements and a type.

    comm.Send([array, MPI.INT], dest=1)
    comm.Recv([array, 5, MPI.DOUBLE], source=0)
    comm.Gatherv(array, [all, counts, displacements, MPI.DOUBLE])
"""
from __future__ import annotations

import itertools
import operator
import struct
from typing import Any

from . import unsupported


class Datatype:
    """The type of the elements of a buffer."""

    def __init__(self, name: str, format: str):
        self.name, self.format = name, format

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(unsupported.sentence(name, Datatype))

    def Get_size(self) -> int:
        """The bytes of an element."""
        return struct.calcsize(self.format.replace("Z", "") * (2 if "Z" in self.format else 1))

    size = property(Get_size, doc="The bytes of an element.")

    def Get_name(self) -> str:
        """The name in C."""
        return "MPI_" + self.name

    def __repr__(self) -> str:
        return self.name


BYTE, CHAR = Datatype("BYTE", "B"), Datatype("CHAR", "b")
SIGNED_CHAR, UNSIGNED_CHAR = Datatype("SIGNED_CHAR", "b"), Datatype("UNSIGNED_CHAR", "B")
SHORT, UNSIGNED_SHORT = Datatype("SHORT", "h"), Datatype("UNSIGNED_SHORT", "H")
INT, UNSIGNED = Datatype("INT", "i"), Datatype("UNSIGNED", "I")
LONG, UNSIGNED_LONG = Datatype("LONG", "l"), Datatype("UNSIGNED_LONG", "L")
LONG_LONG, UNSIGNED_LONG_LONG = Datatype("LONG_LONG", "q"), Datatype("UNSIGNED_LONG_LONG", "Q")
FLOAT, DOUBLE = Datatype("FLOAT", "f"), Datatype("DOUBLE", "d")
BOOL, C_BOOL = Datatype("BOOL", "?"), Datatype("C_BOOL", "?")
INT8_T, UINT8_T = Datatype("INT8_T", "b"), Datatype("UINT8_T", "B")
INT16_T, UINT16_T = Datatype("INT16_T", "h"), Datatype("UINT16_T", "H")
INT32_T, UINT32_T = Datatype("INT32_T", "i"), Datatype("UINT32_T", "I")
INT64_T, UINT64_T = Datatype("INT64_T", "l"), Datatype("UINT64_T", "L")
COMPLEX, DOUBLE_COMPLEX = Datatype("COMPLEX", "Zf"), Datatype("DOUBLE_COMPLEX", "Zd")
C_FLOAT_COMPLEX, C_DOUBLE_COMPLEX = Datatype("C_FLOAT_COMPLEX", "Zf"), Datatype("C_DOUBLE_COMPLEX", "Zd")
DATATYPES = {name: value for name, value in list(globals().items()) if isinstance(value, Datatype)}
_OF_CODE = {kind.format: kind for kind in reversed(DATATYPES.values())}
_ALIKE = {"q": "l", "Q": "L", "c": "b"}  # of the same bits


class _InPlace:
    """In place of sendbuf: the values are in recvbuf. (Of Scatter: in place of recvbuf, at the root.)"""

    def __repr__(self) -> str:
        return "IN_PLACE"


IN_PLACE = _InPlace()


def _is_one_number(value: Any) -> bool:
    return hasattr(value, "__index__") and not getattr(value, "shape", ())


def _type_of(call: str, value: Any) -> Datatype | None:
    if value is None or isinstance(value, Datatype):
        return value
    if isinstance(value, str) and value in _OF_CODE:
        return _OF_CODE[value]
    raise TypeError(f"{call}: a type such as MPI.INT or 'i' is needed, got {value!r}")


def _parts(call: str, spec: Any) -> tuple[Any, Any, Any, Datatype | None]:
    """(buffer, count or counts or None, displacements or None, type or None) of what is given for a buffer."""
    if not isinstance(spec, (list, tuple)):
        return spec, None, None, None
    if not 1 <= len(spec) <= 4 or not _has_memory(spec[0]):
        raise TypeError(f"{call}: a buffer is needed, such as an array of numpy, or [buffer, type], [buffer, count], [buffer, count, type]; "
                        f"got {_short(spec)}; for objects there is the call in small letters")
    buffer, *rest = spec
    kind = None
    if rest and (isinstance(rest[-1], (Datatype, str)) or rest[-1] is None):
        kind = _type_of(call, rest.pop())
    if len(rest) > 2:
        raise TypeError(f"{call}: the last of {_short(spec)} is a type such as MPI.INT or 'i', got {rest[-1]!r}")
    counts, places = (*rest, None, None)[:2]
    if places is None and isinstance(counts, (list, tuple)) and len(counts) == 2 and \
            (hasattr(counts[0], "__len__") or hasattr(counts[1], "__len__") or counts[1] is None):
        counts, places = counts
    return buffer, counts, places, kind


def _has_memory(buffer: Any) -> bool:
    try:
        memoryview(buffer).release()
    except TypeError:
        return False
    except (ValueError, BufferError):  # it has, and the extension says what is wrong
        pass
    return True


def _short(value: Any) -> str:
    told = " ".join(repr(value).split())
    return told if len(told) <= 80 else told[:77] + "..."


def _format_of(view: memoryview) -> str:
    return view.format.lstrip("@=<")


def _check_type(call: str, view: memoryview, kind: Datatype) -> None:
    found = _format_of(view)
    if {found, kind.format} & {"B"} or _ALIKE.get(found, found) == _ALIKE.get(kind.format, kind.format):
        return
    named = _OF_CODE.get(found)
    raise TypeError(f"{call}: the buffer holds values of type \"{found}\"{f' ({named})' if named else ''}, and {kind} was given")


def _elements(call: str, buffer: Any, kind: Datatype | None) -> memoryview:
    """The buffer as a line of elements of the type."""
    view = memoryview(buffer)
    if not view.c_contiguous:
        raise TypeError(f"{call}: with a count the buffer needs to be in one piece, row by row; numpy.ascontiguousarray() makes a copy that is")
    if kind is not None and kind.format != _format_of(view) and "Z" not in kind.format:
        _check_type(call, view, kind)
        if _format_of(view) == "B" and view.nbytes % kind.size:
            raise ValueError(f"{call}: {view.nbytes} bytes are no whole values of {kind}, of {kind.size} bytes each")
        return view.cast("B").cast(kind.format)
    if kind is not None:
        _check_type(call, view, kind)
    if view.ndim == 1:
        return view
    if hasattr(buffer, "reshape"):
        return memoryview(buffer.reshape(-1))
    return view.cast("B").cast(view.format)


def one(call: str, spec: Any) -> Any:
    """What is given for a buffer of a message, as one buffer; IN_PLACE and None stay."""
    if not isinstance(spec, (list, tuple)):
        return spec
    buffer, count, place, kind = _parts(call, spec)
    if count is None and place is None and kind is None:
        return buffer
    if count is None and place is None and _format_of(memoryview(buffer)) == kind.format:
        return buffer
    view = _elements(call, buffer, kind)
    if place is None and isinstance(count, tuple) and len(count) == 2:
        count, place = count
    begin = 0 if place is None else _whole(call, "displacement", place)
    if count is None:
        count = len(view) - begin
    elif not _is_one_number(count):
        raise TypeError(f"{call}: one count of elements is needed, got {_short(count)}")
    count = _whole(call, "count", count)
    if begin + count > len(view):
        raise ValueError(f"{call}: {count} elements{f' from {begin} on' if begin else ''} were given as the count, and the buffer has {len(view)}")
    return view[begin:begin + count]


def _whole(call: str, what: str, value: Any) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{call}: a {what} of elements is a whole number (int), got {value!r}") from None
    if number < 0:
        raise ValueError(f"{call}: a {what} of elements is 0 or more, got {number}")
    return number


class Blocks:
    """A buffer with a block of elements for each PE.

    data   the blocks one after the other: of the buffer itself, or a copy where it has gaps between them
    sizes  the bytes of each
    """

    def __init__(self, call: str, spec: Any, pes: int, is_filled: bool):
        buffer, counts, places, kind = _parts(call, spec)
        self._view = view = _elements(call, buffer, kind)
        counts = self._counts(call, counts, pes)
        together = list(itertools.accumulate([0, *counts[:-1]]))
        places = together if places is None else [_whole(call, "displacement", place) for place in places]
        if len(places) != pes:
            raise ValueError(f"{call}: displacements for the {pes} PEs are needed, got {len(places)}")
        self._pieces = [(place, place + count) for place, count in zip(places, counts)]
        for begin, end in self._pieces:
            if end > len(view) and end > begin:
                raise ValueError(f"{call}: a block lies at {begin} .. {end - 1}, and the buffer has {len(view)} elements")
        self.sizes = [count * view.itemsize for count in counts]
        self._is_apart = any(place != at and count for place, at, count in zip(places, together, counts))
        if not self._is_apart:
            self.data = view[:sum(counts)] if sum(counts) < len(view) else view
            return
        inner = sorted(piece for piece in self._pieces if piece[0] < piece[1])
        if is_filled and any(begin < end for (_, end), (begin, _) in zip(inner, inner[1:])):
            raise ValueError(f"{call}: blocks that are filled need to lie apart, got displacements {places} of counts {counts}")
        self._packed = bytearray(b"".join(view[begin:end].tobytes() for begin, end in self._pieces))
        self.data = memoryview(self._packed)
        if "Z" not in view.format:
            self.data = self.data.cast(_format_of(view))

    def _counts(self, call: str, counts: Any, pes: int) -> list[int]:
        if counts is None:
            if len(self._view) % pes:
                raise ValueError(f"{call}: {len(self._view)} elements are no equal blocks for {pes} PEs; [buffer, counts] gives blocks of "
                                 "different sizes")
            return [len(self._view) // pes] * pes
        if _is_one_number(counts):
            return [_whole(call, "count", counts)] * pes
        if not hasattr(counts, "__iter__") or isinstance(counts, (str, bytes)):
            raise TypeError(f"{call}: [buffer, counts] is needed, with a count of elements for each PE, got {_short(counts)}")
        counts = [_whole(call, "count", count) for count in counts]
        if len(counts) != pes:
            raise ValueError(f"{call}: counts of elements for the {pes} PEs are needed, 0 or more, got {counts}")
        return counts

    def spread(self) -> None:
        """Writes what was received to where the blocks lie."""
        if self._is_apart:
            into, width, begin = self._view.cast("B"), self._view.itemsize, 0
            for (first, last), size in zip(self._pieces, self.sizes):
                into[first * width:last * width] = self._packed[begin:begin + size]
                begin += size


def readable(call: str, spec: Any, is_root: bool) -> Any:
    """A buffer of Bcast: at the root one that cannot be written goes as a copy."""
    buffer = one(call, spec)
    try:
        view = memoryview(buffer)
    except (TypeError, ValueError, BufferError):
        return buffer
    return bytearray(view.tobytes("A")) if is_root and view.readonly and "O" not in view.format else buffer
