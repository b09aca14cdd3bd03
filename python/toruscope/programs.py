# SPDX-License-Identifier: Apache-2.0
"""PE programs and collective algorithms in Python, by the extension: the program's command line in a process of its own, which
begins as a copy of this one."""
import contextlib
import functools
import importlib
import inspect
import os
import pathlib
import pickle
import re
import signal
import sys

from . import collectives, errors, lines, pe, program, requests
from .table import TABLE

INSTALL = ("it is part of the Debian package (apt install ./toruscope_VERSION_amd64.deb), and of a build where Debian's pybind11-dev "
           "and python3-dev are installed; it is for Debian's /usr/bin/python3")
_NOTHING = pickle.dumps(None)
_FAILED = 70  # exit code of a process whose own part failed
_own = {}  # (operation, name) -> (function, refusal)


def extension():
    """The extension, of this installation or of the build of the program."""
    try:
        try:
            found = importlib.import_module("._extension", __package__)
        except ImportError:
            build = pathlib.Path(program.find()).resolve().parents[1] / "python" / "extension"
            package = sys.modules[__package__]
            if str(build) not in package.__path__:
                package.__path__.append(str(build))
            found = importlib.import_module("._extension", __package__)
    except ImportError as error:
        raise errors.NotFound(f"programs in Python need the extension of this module ({error}): {INSTALL}") from None
    if found.version != TABLE["version"]:
        raise errors.OtherVersion(f"{found.__file__} is of version {found.version}, and this module of version {TABLE['version']}: "
                                  "install both from one package")
    return found


def collective(operation, name=None, function=None, *, refusal=None):
    """Adds a collective algorithm in Python to the table of an operation: compare(), verify() and the others know it from then on.

    function(comm, ...) is run by each PE. It gets what an algorithm in C++ gets (<toruscope/catalogue.hpp>): buffers as memoryviews
    of bytes, sizes as lists, and of reductions an operator: combine(left, right, into) for buffers of whole elements, combine.element
    bytes each. refusal(case) tells in words why it cannot do a case (case.p, case.bytes, case.sides, ...), or None. Without a
    function it is a decorator:

        @toruscope.collective("broadcast", "pass_on")
        def pass_on(comm, root, data): ...
    """
    if not isinstance(operation, str):
        raise TypeError(f"operation: the name of one is needed, such as \"allreduce\", got {operation!r}; of a function it is "
                        "@toruscope.collective(\"allreduce\")")
    if function is None:
        return lambda given: collective(operation, name or given.__name__, given, refusal=refusal)
    if not callable(function):
        raise TypeError(f"function: a function of a communicator and more is needed, got {function!r}")
    if refusal is not None and not callable(refusal):
        raise TypeError(f"refusal: a function of a case is needed, got {refusal!r}")
    name = name or getattr(function, "__name__", "")
    if not re.fullmatch(r"[A-Za-z0-9_]+", name):
        raise ValueError(f"name: letters, digits and underlines are needed, got {name!r}")
    extension().check(_entry(operation, name, function, refusal))
    _own[operation, name] = function, refusal
    return function


def _entry(operation, name, function, refusal):
    summary = next(iter((function.__doc__ or "").strip().splitlines()), "in Python")
    return extension().OwnAlgorithm(operation, name, summary, _on_pe(function), refusal)


def _on_pe(function):
    """The function as the extension calls it, with a communicator that has mpi4py's names."""
    def run_own(native, *arguments):
        outer, lines.here.comm = getattr(lines.here, "comm", None), pe.Comm(native)
        if not hasattr(lines.here, "buffered"):
            lines.here.buffered = []
        try:
            function(lines.here.comm, *arguments)
        finally:  # which gives an exception its __traceback__, too
            lines.here.comm = outer
    return run_own


def has_own():
    return bool(_own)


def with_threads(verb, arguments):
    """The arguments of a command whose PEs run Python: on threads, one at a time unless asked otherwise. Their stacks have room for
    recursions through functions in C up to Python's own limit."""
    if arguments.get("engine") not in (None, "threads"):
        raise TypeError(f"engine: programs in Python run on threads, got {arguments['engine']!r}")
    arguments = {name: value for name, value in arguments.items() if value is not None}
    settings = {"workers": 1, "stack": "4M", **arguments, "engine": "threads"}
    if verb.verb == "phase":  # its runs carry none by default, and a function in Python is handed buffers
        settings = {"data": "carried", **settings}
    return {name: value for name, value in settings.items() if name in arguments or name in verb.options}


def check_program(name, body):
    """Refuses what is no function of one communicator."""
    if not callable(body):
        raise TypeError(f"{name}: a function of a communicator is needed, got {body!r}")
    if inspect.isgeneratorfunction(body) or inspect.iscoroutinefunction(body) or inspect.isasyncgenfunction(body):
        kind = "a generator" if inspect.isgeneratorfunction(body) else "async"
        raise TypeError(f"{name}: {body.__name__} is {kind}, and nobody would run it; a plain function of a communicator is needed")
    try:
        signature = inspect.signature(body)
    except (TypeError, ValueError):  # of a builtin
        return
    try:
        signature.bind(None)
    except TypeError:
        told = getattr(body, "__name__", type(body).__name__)
        raise TypeError(f"{name}: a function of one communicator is needed, program(comm), got {told}{signature}") from None


def run(command, files, body):
    """Carries out the command in a process of its own, where each PE runs body(comm). Returns what program.run() returns, what
    the PEs returned, and the traceback of each that failed by its number."""
    with contextlib.ExitStack() as stack:
        returned = program.memory_file(stack, "returned")
        told = program.run(command, [*files, returned], functools.partial(_carry_out, command, body, returned))
        returned.seek(0)
        written = returned.read()
    if written:
        values, tracebacks, differ = pickle.loads(written)
        said = [line for one in told[2] for line in (one, *_calls_in(one, differ))]
        return told[0], told[1], said, list(map(pickle.loads, values)), tracebacks
    if told[0] not in (_FAILED, 130) and not any(line.startswith("toruscope: ") for line in told[2]):  # 130: an interrupt
        raise errors.Error("\n".join([*told[2], f"the process of the run has ended before the run was over: {_end(told[0])}"]), told[0])
    return told[0], told[1], [_of_python(line) for line in told[2] if not line.endswith("the run was: run")], None, {}


def _calls_in(line, places):
    """The lines of collective calls that differ, of the PEs that the sentence names."""
    if "collectives differ: " not in line:
        return []
    return [f"  PE {pe}  in {lines.place(*places[int(pe)])}" for pe in re.findall(r"PE (\d+) called", line) if int(pe) in places]


def _of_python(line):
    """A sentence about the stack in words of this module."""
    found = re.search(r"used more than its stack of (\d+) KiB", line)
    if not found:
        return line
    return (f"{line[:found.end()]}: a recursion without an end, or one through functions in C, such as sorted(key=...), that is too deep "
            f"for it; try stack=\"{4 * int(found[1])}K\"")


def _end(code):
    names = {number.value: number.name for number in signal.Signals}
    return f"it was ended by {names[code - 128]}" if code - 128 in names else f"something in it called os._exit({code})"


@functools.lru_cache(maxsize=None)
def _most_pes():
    """Threads that this computer has room for: the stack of each is a mapping of memory."""
    return int(pathlib.Path("/proc/sys/vm/max_map_count").read_text(encoding="ascii"))


def _pickled(value):
    try:
        return pickle.dumps(value)
    except Exception as error:
        raise TypeError(f"the value that the program returns, of type {type(value).__name__}, cannot be pickled, which brings it back "
                        f"({type(error).__name__}: {error}); return what is in it") from None


def _carry_out(command, body, returned):
    """In that process."""
    values, tracebacks = {}, {}
    sys.stdout = printed = lines.Printed()

    def run_pe(native):
        here = lines.here
        if native.size > _most_pes():  # there is no result, and no other PE is begun
            os.write(2, f"toruscope: {native.size:,} PEs in Python are as many threads, and this computer has room for {_most_pes():,} "
                     "(/proc/sys/vm/max_map_count); run fewer\n".encode())
            os._exit(6)
        here.comm = here.world = comm = pe.Comm(native, "world")
        here.buffered = []
        try:
            value = body(comm)
            requests.Request.waitall(here.buffered)
            printed.end()
            values[native.world_rank] = _pickled(value)
        except errors.RunEnded:
            raise
        except BaseException as error:  # caught once, an exception has its __traceback__, which C++ asks for
            tracebacks[native.world_rank] = lines.calls_of(error)
            raise

    algorithms = [_entry(operation, name, function, refusal) for (operation, name), (function, refusal) in _own.items()]
    code = extension().main(command, body and run_pe, algorithms)
    # None where a PE has not come to its end
    pickle.dump(([values.get(rank, _NOTHING) for rank in range(max(values, default=-1) + 1)], tracebacks,
                 collectives.lines_that_differ()), returned)
    returned.flush()
    return code
