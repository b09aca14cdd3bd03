# SPDX-License-Identifier: Apache-2.0
"""mpi4py's module of this name, as far as a PE program has it: `from toruscope import MPI`.

COMM_WORLD is the communicator of the PE that asks, and there is one in a function that toruscope.run() runs.
"""
from . import unsupported
from .buffers import (BOOL, BYTE, CHAR, COMPLEX, C_BOOL, C_DOUBLE_COMPLEX, C_FLOAT_COMPLEX, DOUBLE, DOUBLE_COMPLEX, FLOAT, INT,
                      INT16_T, INT32_T, INT64_T, INT8_T, LONG, LONG_LONG, SHORT, SIGNED_CHAR, UINT16_T, UINT32_T, UINT64_T,
                      UINT8_T, UNSIGNED, UNSIGNED_CHAR, UNSIGNED_LONG, UNSIGNED_LONG_LONG, UNSIGNED_SHORT, IN_PLACE, Datatype)
from .errors import Error as Exception  # noqa: A004
from .grids import Cartcomm, Compute_dims
from .lines import here
from .operators import BAND, BOR, BXOR, LAND, LOR, LXOR, MAX, MAXLOC, MIN, MINLOC, PROD, SUM, Op
from .pe import Comm
from .requests import ANY_SOURCE, ANY_TAG, PROC_NULL, UNDEFINED, Request, Status

COMM_WORLD: Comm  # by __getattr__
COMM_NULL = None
SUCCESS = 0
Intracomm = Comm


def _world():
    comm = getattr(here, "world", None)
    if comm is None:
        raise Exception("COMM_WORLD is the communicator of a PE: use it in a function that toruscope.run() runs")
    return comm


def Wtime() -> float:
    """This PE's clock in seconds; in steps on a machine that counts those."""
    return _world().Wtime()


def Get_processor_name() -> str:
    """The name of this PE."""
    return f"PE {_world().rank}"


def __getattr__(name):
    if name == "COMM_WORLD":
        return _world()
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(unsupported.sentence(name, Comm))
