# SPDX-License-Identifier: Apache-2.0
"""Lines of a PE program: those of its code, which errors and deadlocks name, and those that it prints."""
import linecache
import os
import re
import sys
import threading
import traceback

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


def _place(file, line, function):
    text = linecache.getline(file, line).strip()
    where = f"a cell, line {line}" if "ipykernel_" in file else f"{os.path.basename(file)}:{line}"
    return f"{where} in {function}" + (f": {text}" if text else "")


def line_of(thread):
    """Where a thread is in the program; empty if it is in none."""
    frame = sys._current_frames().get(thread)
    while frame and os.path.dirname(frame.f_code.co_filename) == _PACKAGE:
        frame = frame.f_back
    return frame and "in " + _place(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name) or ""


def _of_arguments(said):
    """What the extension says of arguments of wrong types, in words of this package."""
    call = re.match(r"TypeError: (\w+)\(\): incompatible function arguments", said)
    return said if not call else (f"TypeError: {call[1].removesuffix('_object')}: an argument has a wrong type: ranks, tags, sizes and "
                                  "counts are whole numbers (int), algorithms are names (str)")


def sentence_of(error):
    """What an exception says, and the line of the program where it was raised."""
    lines = [entry for entry in traceback.extract_tb(error.__traceback__) if os.path.dirname(entry.filename) != _PACKAGE]
    said = _of_arguments("".join(traceback.format_exception_only(error)).strip())
    comm = getattr(here, "comm", None)
    grid = f"at {comm.coordinates} of {'x'.join(map(str, comm.sides))}, " if comm and len(comm.sides) > 1 else ""
    return grid + said + (f", at {_place(lines[-1].filename, lines[-1].lineno, lines[-1].name)}" if lines else "")


here = threading.local()  # comm: of the PE that this thread is


class Printed:
    """Standard output of PEs: whole lines go to print() of their communicators."""

    def write(self, text):
        comm = getattr(here, "comm", None)
        if comm is None:
            os.write(1, text.encode())
            return len(text)
        *whole, here.rest = (getattr(here, "rest", "") + text).split("\n")
        for line in whole:
            comm.print(line)
        return len(text)

    def flush(self):
        pass

    def end(self):
        """Prints what a PE has left without an end of line."""
        if getattr(here, "rest", ""):
            self.write("\n")
