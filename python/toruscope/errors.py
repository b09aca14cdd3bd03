# SPDX-License-Identifier: Apache-2.0
"""What a command of the program can end with, besides a result: an exception for each exit code."""


class Error(Exception):
    """A command that did not end well: str() is the program's sentence.

    exit_code  of the program; None if it did not run
    result     the Result with what is known all the same; None if the program wrote none
    """

    def __init__(self, sentence, exit_code=None, result=None):
        super().__init__(sentence)
        self.exit_code = exit_code
        self.result = result


class NotFound(Error):
    """There is no program toruscope."""


class OtherVersion(Error):
    """The program that was found is of another version than this module."""


class WrongResult(Error):
    """Wrong data, times or bytes, or a requirement that does not hold: exit code 1."""


class Refused(Error):
    """Wrong usage, or a description that is refused: exit code 2."""


class Deadlock(Error):
    """PEs that wait for each other: exit code 3."""


class PortViolation(Error):
    """A broken port rule: exit code 4."""


class BoundBeaten(Error):
    """A run that was faster than its lower bound: exit code 5."""


class HostLimit(Error):
    """A limit of this computer, such as memory or the time limit: exit code 6."""


class ProgramError(Error):
    """A PE program that threw, or misused the interface: exit code 7."""


class Interrupted(Error):
    """A program that somebody else has interrupted: exit code 130."""


class RunEnded(BaseException):
    """In a PE program: the run has ended elsewhere, and so does this PE. It is not meant to be caught."""


class Aborted(BaseException):
    """In a PE program: Comm.Abort() was called. It is not meant to be caught."""


class Traceback(Exception):
    """The calls of a PE that led to an error, innermost last: the cause of the exception of its run."""


class ToruscopeWarning(UserWarning):
    """A warning of the program, such as a setting that no run has used."""


_OF_CODE = {1: WrongResult, 2: Refused, 3: Deadlock, 4: PortViolation, 5: BoundBeaten, 6: HostLimit, 7: ProgramError,
            130: Interrupted}


def error_of(exit_code, sentence, result):
    """The exception of an exit code."""
    return _OF_CODE.get(exit_code, Error)(sentence or f"the program ended with exit code {exit_code}", exit_code, result)
