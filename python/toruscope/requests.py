# SPDX-License-Identifier: Apache-2.0
"""Requests of sends and receives under way, and what is known of a message that came."""
import pickle

ANY_SOURCE = ANY_TAG = -(1 << 31)  # any_source and any_tag of the library: no sum of ranks or tags


class Status:
    """Where a message came from: source, tag, and count, its bytes."""

    def __init__(self):
        self.source, self.tag, self.count = ANY_SOURCE, ANY_TAG, 0

    def _set(self, received):
        self.source, self.tag, self.count = received

    def Get_source(self):
        return self.source

    def Get_tag(self):
        return self.tag

    def Get_count(self):
        """The bytes of the message."""
        return self.count


class Request:
    """A send or receive under way. It must end by a wait or a successful test."""

    def __init__(self, native):
        self._native = native

    def wait(self, status=None):
        """Waits for its end, and returns the object that came, if it is a receive of one."""
        return ended(self._native.wait(), status)

    def test(self, status=None):
        """(True, the object that came) if it has ended, else (False, None)."""
        what = self._native.test()
        return (False, None) if what is None else (True, ended(what, status))

    def Wait(self, status=None):
        self.wait(status)

    def Test(self, status=None):
        return self.test(status)[0]

    @staticmethod
    def waitall(requests):
        """Waits for all, and returns the objects that came."""
        from . import programs
        return [None if data is None else pickle.loads(data)
                for data in programs.extension().wait_all([request._native for request in requests])]

    @staticmethod
    def Waitall(requests):
        Request.waitall(requests)

    @staticmethod
    def waitany(requests, status=None):
        """Waits for the one that ends first: (its index, the object that came)."""
        from . import programs
        which, what = programs.extension().wait_any([request._native for request in requests])
        return which, ended(what, status)


def ended(what, status):
    """The object that came, if it is a receive of one; the status has whence."""
    received, data = what
    if status is not None:
        status._set(received)
    return None if data is None else pickle.loads(data)
