# SPDX-License-Identifier: Apache-2.0
"""Requests of sends and receives under way, and what is known of a message that came."""
from __future__ import annotations

import pickle
from typing import Any, Sequence

from .buffers import BYTE, Datatype


class Named(int):
    """A number that is shown by its name."""

    def __new__(cls, number: int, name: str):
        made = super().__new__(cls, number)
        made.name = name
        return made

    def __getnewargs__(self):
        return int(self), self.name

    def __repr__(self) -> str:
        return self.name


_FIRST = -(1 << 31)  # any_source and any_tag of the library: no sum of ranks or tags; the others follow
ANY_SOURCE, ANY_TAG = Named(_FIRST, "ANY_SOURCE"), Named(_FIRST, "ANY_TAG")
PROC_NULL, UNDEFINED = Named(_FIRST + 1, "PROC_NULL"), Named(_FIRST + 2, "UNDEFINED")
OF_NOBODY = (PROC_NULL, ANY_TAG, 0)  # received from PROC_NULL


class Status:
    """Where a message came from: source, tag, and count, its bytes."""

    def __init__(self) -> None:
        self.source, self.tag, self.count = ANY_SOURCE, ANY_TAG, 0

    def _set(self, received) -> None:
        self.source, self.tag, self.count = received

    def Get_source(self) -> int:
        """The rank of the sender."""
        return self.source

    def Get_tag(self) -> int:
        """The tag of the message."""
        return self.tag

    def Get_count(self, datatype: Datatype = BYTE) -> int:
        """The values of this type in the message, bytes by default; UNDEFINED if they are no whole values."""
        return UNDEFINED if self.count % datatype.size else self.count // datatype.size

    Get_elements = Get_count

    def Get_error(self) -> int:
        """0: an error is an exception."""
        return 0


class Request:
    """A send or receive under way. It must end by a wait or a successful test. One that has ended counts for nothing."""

    def __init__(self, native, what=None):
        self._native, self._what = native, what  # what: (received, object) of one that has ended, and was not asked for

    def wait(self, status: Status | None = None) -> Any:
        """Waits for its end, and returns the object that came, if it is a receive of one."""
        return self._end(self._native.wait() if self._native else None, status)

    def test(self, status: Status | None = None) -> tuple[bool, Any]:
        """(True, the object that came) if it has ended, else (False, None)."""
        what = self._native.test() if self._native else None
        return (False, None) if self._native and what is None else (True, self._end(what, status))

    def Wait(self, status: Status | None = None) -> bool:
        """Waits for its end."""
        self.wait(status)
        return True

    def Test(self, status: Status | None = None) -> bool:
        """True if it has ended."""
        return self.test(status)[0]

    def _end(self, what, status):
        what = what or self._what
        self._native = self._what = None
        if what is not None:
            return ended(what, status)
        if status is not None:
            status.__init__()
        return None

    @staticmethod
    def _hold(requests, ends):
        """Keeps how requests have ended, until somebody asks."""
        for request, what in zip(requests, ends):
            request._native, request._what = None, what

    @staticmethod
    def waitall(requests: Sequence[Request], statuses: list[Status] | None = None) -> list:
        """Waits for all, and returns the objects that came."""
        from . import programs
        under_way = [request for request in requests if request._native]
        Request._hold(under_way, programs.extension().wait_all([one._native for one in under_way], statuses is not None))
        if statuses is None:
            return [request._end(None, None) for request in requests]
        statuses += [Status() for _ in range(len(requests) - len(statuses))]
        return [request._end(None, status) for request, status in zip(requests, statuses)]

    @staticmethod
    def Waitall(requests: Sequence[Request], statuses: list[Status] | None = None) -> bool:
        """Waits for all."""
        Request.waitall(requests, statuses)
        return True

    @staticmethod
    def testall(requests: Sequence[Request], statuses: list[Status] | None = None) -> tuple[bool, list | None]:
        """(True, the objects that came) if all have ended, else (False, None), and none counts as ended."""
        from . import programs
        under_way = [request for request in requests if request._native]
        if statuses is None:
            ends = programs.extension().test_all([one._native for one in under_way])
            if ends is None:
                return False, None
            Request._hold(under_way, ends)
        else:  # each tells what it has received
            for request in under_way:
                what = request._native.test()
                if what is None:
                    return False, None
                Request._hold([request], [what])
        return True, Request.waitall(requests, statuses)

    @staticmethod
    def Testall(requests: Sequence[Request], statuses: list[Status] | None = None) -> bool:
        """True if all have ended; else none counts as ended."""
        return Request.testall(requests, statuses)[0]

    @staticmethod
    def waitany(requests: Sequence[Request], status: Status | None = None) -> tuple[int, Any]:
        """Waits for the one that ends first: (its index, the object that came); (UNDEFINED, None) if all have ended before."""
        from . import programs
        under_way = [(index, request) for index, request in enumerate(requests) if request._native or request._what]
        for index, request in under_way:
            if not request._native:
                return index, request._end(None, status)
        if not under_way:
            return UNDEFINED, None
        which, what = programs.extension().wait_any([request._native for _, request in under_way])
        index, request = under_way[which]
        return index, request._end(what, status)

    @staticmethod
    def Waitany(requests: Sequence[Request], status: Status | None = None) -> int:
        """Waits for the one that ends first: its index, UNDEFINED if all have ended before."""
        return Request.waitany(requests, status)[0]


def ended(what, status):
    """The object that came, if it is a receive of one; the status has whence."""
    received, data = what
    if status is not None:
        status._set(received)
    return None if data is None else pickle.loads(data)
