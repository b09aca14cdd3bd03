# SPDX-License-Identifier: Apache-2.0
"""Toruscope from Python: distributed-memory machines in exact virtual time.

    import toruscope
    print(toruscope.compare("allreduce", topology="torus:8x8", block="64K"))

Each function is a verb of the program `toruscope`, which it starts. Its arguments have the names of the options:
`toruscope bench allreduce --time-limit 30s` is `toruscope.bench("allreduce", time_limit="30s")`. An option without a value
is True, several values are a list.

run         a function of Python on every PE, run(program): program(comm) has a Comm, with mpi4py's names
compare     all algorithms of an operation on one machine, ranked
bench       an operation over sizes, algorithms, machines and numbers of PEs
verify      one algorithm, checked
phase       which algorithm is fastest where
explain     why a run takes so long
app         an application on real input (the verb `run`)
mpirun      an MPI program, each rank a PE
grade       marks for solutions of the labs
machines    the machines
algorithms  the algorithms
collective  adds an algorithm in Python

They return a Result, a list of rows. In a notebook it is a table, with the picture of plot=True and the page of view=True
below it. A command that fails raises an Error with the program's sentence; its kinds, by exit code: WrongResult,
Refused, Deadlock, PortViolation, BoundBeaten, HostLimit, ProgramError, Interrupted; besides NotFound and OtherVersion, of
the program. Warnings are ToruscopeWarning. docs/python.md tells the rest.
"""
import contextlib
import functools
import json
import re
import warnings

from . import program, programs
from .errors import (BoundBeaten, Deadlock, Error, HostLimit, Interrupted, NotFound, OtherVersion, PortViolation, ProgramError,
                     Refused, ToruscopeWarning, Traceback, WrongResult, error_of)
from .grids import Cartcomm, Compute_dims
from .operators import BAND, BOR, BXOR, LAND, LOR, LXOR, MAX, MAXLOC, MIN, MINLOC, PROD, SUM, Op
from .pe import Comm
from .buffers import DATATYPES, IN_PLACE, Datatype
from .programs import collective
from .requests import ANY_SOURCE, ANY_TAG, PROC_NULL, UNDEFINED, Request, Status
from .results import Page, Picture, Result, Row
from .table import SHOWN, TABLE, Verb
from . import MPI

globals().update(DATATYPES)
__version__ = TABLE["version"]
__all__ = ["algorithms", "app", "bench", "compare", "explain", "grade", "machines", "mpirun", "phase", "verify",
           "run", "collective", "MPI", "Comm", "Cartcomm", "Compute_dims", "Request", "Status", "Datatype", *DATATYPES,
           "Op", "SUM", "PROD", "MIN", "MAX", "LAND", "LOR", "LXOR", "BAND", "BOR", "BXOR", "MINLOC", "MAXLOC",
           "IN_PLACE", "ANY_SOURCE", "ANY_TAG", "PROC_NULL", "UNDEFINED",
           "Result", "Row", "Page", "Picture", "Error", "WrongResult", "Refused", "Deadlock", "PortViolation", "BoundBeaten",
           "HostLimit", "ProgramError", "Interrupted", "NotFound", "OtherVersion", "ToruscopeWarning"]
WITH_OWN = {"compare", "bench", "verify", "phase", "explain", "algo list"}  # verbs that know collective algorithms in Python


VERBS = {}  # by the names of the functions


def _function(name, verb, rest=None, program=None):
    """The function of a verb."""
    VERBS[name] = verb = Verb(verb, rest, program)

    def function(*given, **options):
        return _carry_out(verb, verb.bind(*given, **options))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = verb.docstring()
    function.__signature__ = verb.signature(Result)
    return function


def _carry_out(verb, arguments):
    """Runs the program and returns its result, with its warnings, or raises an exception."""
    body = arguments.get(verb.program)
    if verb.program:
        programs.check_program(verb.program, body)
    if body or (programs.has_own() and verb.verb in WITH_OWN):
        programs.extension()
        words, path = programs.with_threads(verb, arguments), "toruscope"  # of the command that is told
    else:
        words, path = arguments, program.find()
        program.require_version(path, __version__)
    with contextlib.ExitStack() as stack:
        document, table = (program.memory_file(stack, name) for name in ("document", "table"))
        files = {name: program.memory_file(stack, name) for name in SHOWN if name in verb.options and arguments.get(name) is True}
        named = {name: program.name_of(file) for name, file in files.items()}
        form = ["--format=table", "-o", program.name_of(table), "--json", program.name_of(document)]
        if verb.verb == "grade" and not any(arguments.values()):
            form = []  # it tells the labs
        command = [path, *verb.command({**words, **named}, form)]
        written_to, values, tracebacks = [document, table, *files.values()], None, {}
        if words is arguments:
            exit_code, output, lines = program.run(command, written_to)
        else:
            exit_code, output, lines, values, tracebacks = programs.run(command, written_to, body)
            if arguments.get("scale"):
                values = None  # of several runs
        written, table_text = program.content(document), program.content(table)
        shown = {name: text for name, file in files.items() if (text := program.content(file))}
    again = functools.partial(_carry_out, verb, {**arguments, "view": True}) if "view" in verb.options else None
    result = Result(json.loads(written or "{}"), table_text, shown, output, lines, command, exit_code, values, again)
    for line in lines:
        if line.startswith("warning: "):
            warnings.warn(line.removeprefix("warning: "), ToruscopeWarning, stacklevel=3)
    is_of_program = verb.verb == "mpirun" and any(row.get("program_code") == exit_code for row in result.rows)
    is_of_marks = verb.verb == "grade" and exit_code == 1
    if exit_code == 0 or is_of_program or (is_of_marks and result.rows):
        return result
    sentences = [line.removeprefix("toruscope: ") for line in lines if not line.startswith("warning: ")]
    error = error_of(exit_code, "\n".join(sentences), result if written else None)
    result.sentence = str(error)
    failed = re.match(r"PE (\d+)\b", str(error))
    calls = tracebacks.get(int(failed[1])) if failed else None
    if calls:
        raise error from Traceback(f"on PE {failed[1]}\n{calls}")
    raise error


compare = _function("compare", "compare")
bench = _function("bench", "bench")
verify = _function("verify", "verify")
phase = _function("phase", "phase")
explain = _function("explain", "explain")
app = _function("app", "run")
run = _function("run", "run", program="program")
mpirun = _function("mpirun", "mpirun", "arguments")
grade = _function("grade", "grade")
machines = _function("machines", "machine list")
algorithms = _function("algorithms", "algo list")
