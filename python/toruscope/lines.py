# SPDX-License-Identifier: Apache-2.0
"""Lines of a PE program: those of its code, which errors and deadlocks name, and those that it prints."""
import linecache
import os
import re
import sys
import sysconfig
import threading
import traceback

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_LIBRARIES = tuple({sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib", "purelib", "platlib")} |
                   {os.sep + "dist-packages" + os.sep, os.sep + "site-packages" + os.sep, "<frozen "})
_MOST = 1000  # characters of what an exception says


def place(file, line, function):
    text = linecache.getline(file, line).strip()
    where = _cell(file, line) if "ipykernel_" in file else f"{os.path.basename(file)}:{line}"
    return f"{where} in {function}" + (f": {text}" if text else "")


def _cell(file, line):
    """A line of a cell, which is told by its number, as In[3] has it, where IPython knows it."""
    try:
        from IPython import get_ipython
        name = get_ipython().compile._filename_map[file]
        return f"cell {name}, line {line}"
    except Exception:
        return f"a cell, line {line}"


def _is_of_package(file):
    return os.path.dirname(file) == _PACKAGE


def _is_of_program(file):
    """Whether a file is neither of this package nor of an installed library."""
    return not _is_of_package(file) and not any(part in file for part in _LIBRARIES)


def line_of(thread):
    """Where a thread is in the program; empty if it is in none."""
    frame = sys._current_frames().get(thread)
    frames = []
    while frame:
        frames.append(frame)
        frame = frame.f_back
    found = next((one for one in frames if _is_of_program(one.f_code.co_filename)),
                 next((one for one in frames if not _is_of_package(one.f_code.co_filename)), None))
    return found and "in " + place(found.f_code.co_filename, found.f_lineno, found.f_code.co_name) or ""


def _of_arguments(said):
    """What the extension says of arguments of wrong types, in words of this package."""
    call = re.match(r"TypeError: (\w+)\(\): incompatible function arguments", said)
    return said if not call else (f"TypeError: {call[1].removesuffix('_object')}: an argument has a wrong type: ranks, tags, sizes and "
                                  "counts are whole numbers (int), algorithms are names (str)")


def _said(error):
    """What an exception says; of a group, what each of it says, and of one that has a cause, that."""
    said = _of_arguments(traceback.format_exception_only(error)[-1].strip() if not isinstance(error, SyntaxError)
                         else "".join(traceback.format_exception_only(error)).strip())
    said = re.sub(r"^toruscope\.errors\.\w+: ", "", said)
    if isinstance(error, BaseExceptionGroup):
        said += ": " + "; ".join(map(_said, error.exceptions))
    if error.__cause__ is not None:
        said += f" (from {_said(error.__cause__)})"
    return said if len(said) <= _MOST else f"{said[:_MOST - 100]} ... ({len(said):,} characters)"


def sentence_of(error):
    """What an exception says, and the last line of the program that led to it."""
    entries = traceback.extract_tb(error.__traceback__)
    lines = [entry for entry in entries if _is_of_program(entry.filename)] or \
        [entry for entry in entries if not _is_of_package(entry.filename)]
    comm = getattr(here, "comm", None)
    grid = f"at {comm.coordinates} of {'x'.join(map(str, comm.sides))}, " if comm and len(comm.sides) > 1 else ""
    return grid + _said(error) + (f", at {place(lines[-1].filename, lines[-1].lineno, lines[-1].name)}" if lines else "")


def calls_of(error):
    """The traceback of an exception without the frames of this package that began the program."""
    begin = error.__traceback__
    while begin and _is_of_package(begin.tb_frame.f_code.co_filename):
        begin = begin.tb_next
    if not any(not _is_of_package(entry.filename) for entry in traceback.extract_tb(error.__traceback__)):
        return ""
    text = "".join(traceback.format_exception(type(error), error, begin)).rstrip()
    return text if len(text) <= 20 * _MOST else f"{text[:10 * _MOST]}\n  ...\n{text[-10 * _MOST:]}"


here = threading.local()  # of the PE that this thread is: comm; world, that of all PEs; buffered, sends that nobody waits for


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
