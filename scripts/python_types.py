#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes python/toruscope/__init__.pyi, the types of the module for editors and mypy, from the table of options.

Usage: python_types.py [--check]. --check: exit code 1 if the file is not what would be written.
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FILE = ROOT / "python" / "toruscope" / "__init__.pyi"
sys.path.insert(0, str(ROOT / "python"))

import toruscope  # noqa: E402
from toruscope import buffers  # noqa: E402

HEAD = """# SPDX-License-Identifier: Apache-2.0
# Made by scripts/python_types.py from options.json.
import os
from typing import Any, Callable, Sequence

from . import MPI as MPI
from .buffers import {buffers}
from .errors import {errors}
from .grids import Cartcomm as Cartcomm, Compute_dims as Compute_dims
from .operators import {operators}
from .pe import Comm as Comm
from .programs import collective as collective
from .requests import {requests}
from .results import Page as Page, Picture as Picture, Result as Result, Row as Row

Value = str | int | float | os.PathLike[str]
__version__: str
"""
ERRORS = ("BoundBeaten", "Deadlock", "Error", "HostLimit", "Interrupted", "NotFound", "OtherVersion", "PortViolation", "ProgramError",
          "Refused", "ToruscopeWarning", "WrongResult")
OPERATORS = ("BAND", "BOR", "BXOR", "LAND", "LOR", "LXOR", "MAX", "MAXLOC", "MIN", "MINLOC", "PROD", "SUM", "Op")
REQUESTS = ("ANY_SOURCE", "ANY_TAG", "PROC_NULL", "UNDEFINED", "Request", "Status")


def text():
    """The whole file."""
    def named(names):
        return "(" + ",\n    ".join(", ".join(f"{name} as {name}" for name in names[i:i + 4]) for i in range(0, len(names), 4)) + ")"
    head = HEAD.format(errors=named(ERRORS), operators=named(OPERATORS), requests=named(REQUESTS),
                       buffers=named([*buffers.DATATYPES, "Datatype", "IN_PLACE"]))
    functions = [toruscope.VERBS[name].stub(name) for name in sorted(toruscope.VERBS)]
    return head + "\n" + "\n".join(functions)


def main(words):
    if words == ["--check"]:
        if not FILE.exists() or FILE.read_text(encoding="utf-8") != text():
            print(f"{FILE.relative_to(ROOT)} is not of options.json: mend with scripts/python_types.py")
            return 1
        return 0
    FILE.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
