# SPDX-License-Identifier: Apache-2.0
# Made by scripts/python_types.py from options.json.
import os
from typing import Any, Callable, Sequence

from . import MPI as MPI
from .buffers import (BYTE as BYTE, CHAR as CHAR, SIGNED_CHAR as SIGNED_CHAR, UNSIGNED_CHAR as UNSIGNED_CHAR,
    SHORT as SHORT, UNSIGNED_SHORT as UNSIGNED_SHORT, INT as INT, UNSIGNED as UNSIGNED,
    LONG as LONG, UNSIGNED_LONG as UNSIGNED_LONG, LONG_LONG as LONG_LONG, UNSIGNED_LONG_LONG as UNSIGNED_LONG_LONG,
    FLOAT as FLOAT, DOUBLE as DOUBLE, BOOL as BOOL, C_BOOL as C_BOOL,
    INT8_T as INT8_T, UINT8_T as UINT8_T, INT16_T as INT16_T, UINT16_T as UINT16_T,
    INT32_T as INT32_T, UINT32_T as UINT32_T, INT64_T as INT64_T, UINT64_T as UINT64_T,
    COMPLEX as COMPLEX, DOUBLE_COMPLEX as DOUBLE_COMPLEX, C_FLOAT_COMPLEX as C_FLOAT_COMPLEX, C_DOUBLE_COMPLEX as C_DOUBLE_COMPLEX,
    Datatype as Datatype, IN_PLACE as IN_PLACE)
from .errors import (BoundBeaten as BoundBeaten, Deadlock as Deadlock, Error as Error, HostLimit as HostLimit,
    Interrupted as Interrupted, NotFound as NotFound, OtherVersion as OtherVersion, PortViolation as PortViolation,
    ProgramError as ProgramError, Refused as Refused, ToruscopeWarning as ToruscopeWarning, WrongResult as WrongResult)
from .grids import Cartcomm as Cartcomm, Compute_dims as Compute_dims
from .operators import (BAND as BAND, BOR as BOR, BXOR as BXOR, LAND as LAND,
    LOR as LOR, LXOR as LXOR, MAX as MAX, MAXLOC as MAXLOC,
    MIN as MIN, MINLOC as MINLOC, PROD as PROD, SUM as SUM,
    Op as Op)
from .pe import Comm as Comm
from .programs import collective as collective
from .requests import (ANY_SOURCE as ANY_SOURCE, ANY_TAG as ANY_TAG, PROC_NULL as PROC_NULL, UNDEFINED as UNDEFINED,
    Request as Request, Status as Status)
from .results import Page as Page, Picture as Picture, Result as Result, Row as Row

Value = str | int | float | os.PathLike[str]
__version__: str

def algorithms(
    operation: Value | None = ..., *, quiet: bool | None = ...
) -> Result:
    """The algorithms with their preconditions, formulas and sources."""

def app(
    app: Value | None = ..., *, input: Value | Sequence[Value] | None = ...,
    output: Value | Sequence[Value] | None = ..., algorithm: Value | Sequence[Value] | None = ...,
    data: Value | Sequence[Value] | None = ..., topology: Value | Sequence[Value] | None = ...,
    host: Value | Sequence[Value] | None = ..., embed: Value | Sequence[Value] | None = ...,
    fail: Value | Sequence[Value] | None = ..., machine: Value | Sequence[Value] | None = ...,
    ports: Value | Sequence[Value] | None = ..., lambda_: Value | Sequence[Value] | None = ...,
    port_policy: Value | Sequence[Value] | None = ..., switching: Value | Sequence[Value] | None = ...,
    virtual_channels: Value | Sequence[Value] | None = ..., buffers: Value | Sequence[Value] | None = ...,
    flit: Value | Sequence[Value] | None = ..., eager: Value | Sequence[Value] | None = ...,
    injection: Value | Sequence[Value] | None = ..., ts: Value | Sequence[Value] | None = ...,
    tr: Value | Sequence[Value] | None = ..., tm: Value | Sequence[Value] | None = ...,
    tw: Value | Sequence[Value] | None = ..., bandwidth: Value | Sequence[Value] | None = ...,
    th: Value | Sequence[Value] | None = ..., slow: Value | Sequence[Value] | None = ...,
    pieces: Value | Sequence[Value] | None = ..., rendezvous: Value | Sequence[Value] | None = ...,
    latency: Value | Sequence[Value] | None = ..., gap: Value | Sequence[Value] | None = ...,
    flop: Value | Sequence[Value] | None = ..., poll: Value | Sequence[Value] | None = ...,
    gamma: Value | Sequence[Value] | None = ..., tick: Value | Sequence[Value] | None = ...,
    scale: Value | Sequence[Value] | None = ..., workers: Value | Sequence[Value] | None = ...,
    engine: Value | Sequence[Value] | None = ..., network: Value | Sequence[Value] | None = ...,
    channel_capacity: Value | Sequence[Value] | None = ..., stack: Value | Sequence[Value] | None = ...,
    perturb: Value | Sequence[Value] | None = ..., memory: Value | Sequence[Value] | None = ...,
    time_limit: Value | Sequence[Value] | None = ..., seed: Value | Sequence[Value] | None = ...,
    measure_compute: bool | None = ..., events: Value | Sequence[Value] | None = ..., spans: bool | None = ...,
    export: Value | Sequence[Value] | None = ..., traffic: Value | Sequence[Value] | None = ...,
    links: Value | Sequence[Value] | None = ..., heatmap: Value | bool | Sequence[Value] | None = ...,
    critical_path: Value | bool | Sequence[Value] | None = ..., view: Value | bool | Sequence[Value] | None = ...,
    trace: Value | Sequence[Value] | None = ..., trace_filter: Value | Sequence[Value] | None = ...,
    require: Value | Sequence[Value] | None = ..., quiet: bool | None = ...,
    groups: Value | Sequence[Value] | None = ..., column: Value | Sequence[Value] | None = ...,
    mean: Value | Sequence[Value] | None = ..., sample_interval: Value | Sequence[Value] | None = ...,
    unit: Value | Sequence[Value] | None = ..., per_year: Value | Sequence[Value] | None = ...,
    filter: Value | Sequence[Value] | None = ..., cutoff: Value | Sequence[Value] | None = ...,
    upper_cutoff: Value | Sequence[Value] | None = ..., vector: Value | Sequence[Value] | None = ...,
    method: Value | Sequence[Value] | None = ..., iterations: Value | Sequence[Value] | None = ...,
    damping: Value | Sequence[Value] | None = ..., link_direction: Value | Sequence[Value] | None = ...,
    line: Value | Sequence[Value] | None = ..., broadcast: Value | Sequence[Value] | None = ...,
    reduce: Value | Sequence[Value] | None = ..., names: Value | Sequence[Value] | None = ...,
    operator: Value | Sequence[Value] | None = ..., factor: Value | Sequence[Value] | None = ...,
    start: Value | Sequence[Value] | None = ..., alpha: Value | Sequence[Value] | None = ...
) -> Result:
    """An application end to end on real input, checked against a serial computation."""

def bench(
    operation: Value | None = ..., *, data: Value | Sequence[Value] | None = ...,
    topology: Value | Sequence[Value] | None = ..., host: Value | Sequence[Value] | None = ...,
    embed: Value | Sequence[Value] | None = ..., fail: Value | Sequence[Value] | None = ...,
    machine: Value | Sequence[Value] | None = ..., ports: Value | Sequence[Value] | None = ...,
    lambda_: Value | Sequence[Value] | None = ..., port_policy: Value | Sequence[Value] | None = ...,
    switching: Value | Sequence[Value] | None = ..., virtual_channels: Value | Sequence[Value] | None = ...,
    buffers: Value | Sequence[Value] | None = ..., flit: Value | Sequence[Value] | None = ...,
    eager: Value | Sequence[Value] | None = ..., injection: Value | Sequence[Value] | None = ...,
    ts: Value | Sequence[Value] | None = ..., tr: Value | Sequence[Value] | None = ...,
    tm: Value | Sequence[Value] | None = ..., tw: Value | Sequence[Value] | None = ...,
    bandwidth: Value | Sequence[Value] | None = ..., th: Value | Sequence[Value] | None = ...,
    slow: Value | Sequence[Value] | None = ..., pieces: Value | Sequence[Value] | None = ...,
    rendezvous: Value | Sequence[Value] | None = ..., latency: Value | Sequence[Value] | None = ...,
    gap: Value | Sequence[Value] | None = ..., flop: Value | Sequence[Value] | None = ...,
    poll: Value | Sequence[Value] | None = ..., gamma: Value | Sequence[Value] | None = ...,
    tick: Value | Sequence[Value] | None = ..., scale: Value | Sequence[Value] | None = ...,
    workers: Value | Sequence[Value] | None = ..., engine: Value | Sequence[Value] | None = ...,
    network: Value | Sequence[Value] | None = ..., channel_capacity: Value | Sequence[Value] | None = ...,
    stack: Value | Sequence[Value] | None = ..., perturb: Value | Sequence[Value] | None = ...,
    memory: Value | Sequence[Value] | None = ..., time_limit: Value | Sequence[Value] | None = ...,
    seed: Value | Sequence[Value] | None = ..., quiet: bool | None = ..., values: Value | Sequence[Value] | None = ...,
    root: Value | Sequence[Value] | None = ..., partner: Value | Sequence[Value] | None = ...,
    window: Value | Sequence[Value] | None = ..., operator: Value | Sequence[Value] | None = ...,
    shift: Value | Sequence[Value] | None = ..., segment: Value | Sequence[Value] | None = ...,
    sweep: Value | Sequence[Value] | None = ..., refusals: bool | None = ...,
    algorithm: Value | Sequence[Value] | None = ..., block: Value | Sequence[Value] | None = ...,
    begin: Value | Sequence[Value] | None = ..., end: Value | Sequence[Value] | None = ...,
    factor: Value | Sequence[Value] | None = ..., plot_of: Value | Sequence[Value] | None = ...,
    require: Value | Sequence[Value] | None = ..., plot: Value | bool | Sequence[Value] | None = ...
) -> Result:
    """An operation over sizes, algorithms, machines and numbers of PEs: virtual and wall time."""

def compare(
    operation: Value | None = ..., *, data: Value | Sequence[Value] | None = ...,
    topology: Value | Sequence[Value] | None = ..., host: Value | Sequence[Value] | None = ...,
    embed: Value | Sequence[Value] | None = ..., fail: Value | Sequence[Value] | None = ...,
    machine: Value | Sequence[Value] | None = ..., ports: Value | Sequence[Value] | None = ...,
    lambda_: Value | Sequence[Value] | None = ..., port_policy: Value | Sequence[Value] | None = ...,
    switching: Value | Sequence[Value] | None = ..., virtual_channels: Value | Sequence[Value] | None = ...,
    buffers: Value | Sequence[Value] | None = ..., flit: Value | Sequence[Value] | None = ...,
    eager: Value | Sequence[Value] | None = ..., injection: Value | Sequence[Value] | None = ...,
    ts: Value | Sequence[Value] | None = ..., tr: Value | Sequence[Value] | None = ...,
    tm: Value | Sequence[Value] | None = ..., tw: Value | Sequence[Value] | None = ...,
    bandwidth: Value | Sequence[Value] | None = ..., th: Value | Sequence[Value] | None = ...,
    slow: Value | Sequence[Value] | None = ..., pieces: Value | Sequence[Value] | None = ...,
    rendezvous: Value | Sequence[Value] | None = ..., latency: Value | Sequence[Value] | None = ...,
    gap: Value | Sequence[Value] | None = ..., flop: Value | Sequence[Value] | None = ...,
    poll: Value | Sequence[Value] | None = ..., gamma: Value | Sequence[Value] | None = ...,
    tick: Value | Sequence[Value] | None = ..., workers: Value | Sequence[Value] | None = ...,
    engine: Value | Sequence[Value] | None = ..., network: Value | Sequence[Value] | None = ...,
    channel_capacity: Value | Sequence[Value] | None = ..., stack: Value | Sequence[Value] | None = ...,
    perturb: Value | Sequence[Value] | None = ..., memory: Value | Sequence[Value] | None = ...,
    time_limit: Value | Sequence[Value] | None = ..., seed: Value | Sequence[Value] | None = ...,
    quiet: bool | None = ..., block: Value | Sequence[Value] | None = ..., values: Value | Sequence[Value] | None = ...,
    root: Value | Sequence[Value] | None = ..., partner: Value | Sequence[Value] | None = ...,
    window: Value | Sequence[Value] | None = ..., operator: Value | Sequence[Value] | None = ...,
    shift: Value | Sequence[Value] | None = ..., segment: Value | Sequence[Value] | None = ...,
    algorithm: Value | Sequence[Value] | None = ..., sweep: Value | Sequence[Value] | None = ...,
    refusals: bool | None = ..., require: Value | Sequence[Value] | None = ...,
    view: Value | bool | Sequence[Value] | None = ..., heatmap: Value | bool | Sequence[Value] | None = ...,
    plot: Value | bool | Sequence[Value] | None = ...
) -> Result:
    """All algorithms of an operation on one machine, ranked."""

def explain(
    what: Value | None = ..., *, input: Value | Sequence[Value] | None = ...,
    data: Value | Sequence[Value] | None = ..., topology: Value | Sequence[Value] | None = ...,
    host: Value | Sequence[Value] | None = ..., embed: Value | Sequence[Value] | None = ...,
    fail: Value | Sequence[Value] | None = ..., machine: Value | Sequence[Value] | None = ...,
    ports: Value | Sequence[Value] | None = ..., lambda_: Value | Sequence[Value] | None = ...,
    port_policy: Value | Sequence[Value] | None = ..., switching: Value | Sequence[Value] | None = ...,
    virtual_channels: Value | Sequence[Value] | None = ..., buffers: Value | Sequence[Value] | None = ...,
    flit: Value | Sequence[Value] | None = ..., eager: Value | Sequence[Value] | None = ...,
    injection: Value | Sequence[Value] | None = ..., ts: Value | Sequence[Value] | None = ...,
    tr: Value | Sequence[Value] | None = ..., tm: Value | Sequence[Value] | None = ...,
    tw: Value | Sequence[Value] | None = ..., bandwidth: Value | Sequence[Value] | None = ...,
    th: Value | Sequence[Value] | None = ..., slow: Value | Sequence[Value] | None = ...,
    pieces: Value | Sequence[Value] | None = ..., rendezvous: Value | Sequence[Value] | None = ...,
    latency: Value | Sequence[Value] | None = ..., gap: Value | Sequence[Value] | None = ...,
    flop: Value | Sequence[Value] | None = ..., poll: Value | Sequence[Value] | None = ...,
    gamma: Value | Sequence[Value] | None = ..., tick: Value | Sequence[Value] | None = ...,
    workers: Value | Sequence[Value] | None = ..., engine: Value | Sequence[Value] | None = ...,
    network: Value | Sequence[Value] | None = ..., channel_capacity: Value | Sequence[Value] | None = ...,
    stack: Value | Sequence[Value] | None = ..., perturb: Value | Sequence[Value] | None = ...,
    memory: Value | Sequence[Value] | None = ..., time_limit: Value | Sequence[Value] | None = ...,
    seed: Value | Sequence[Value] | None = ..., quiet: bool | None = ..., block: Value | Sequence[Value] | None = ...,
    values: Value | Sequence[Value] | None = ..., root: Value | Sequence[Value] | None = ...,
    partner: Value | Sequence[Value] | None = ..., window: Value | Sequence[Value] | None = ...,
    operator: Value | Sequence[Value] | None = ..., shift: Value | Sequence[Value] | None = ...,
    segment: Value | Sequence[Value] | None = ..., algorithm: Value | Sequence[Value] | None = ...
) -> Result:
    """Why it takes so long: what T is made of, and what half of each cost would bring."""

def grade(
    lab: Value | None = ..., *files: Value, quiet: bool | None = ..., labs: Value | Sequence[Value] | None = ...,
    workers: Value | Sequence[Value] | None = ..., compiler: Value | Sequence[Value] | None = ...,
    view: Value | bool | Sequence[Value] | None = ..., totals: bool | None = ...
) -> Result:
    """Marks for solutions of the labs, with a hint for each point that is lost."""

def machines(
    *, quiet: bool | None = ...
) -> Result:
    """The presets and where their figures come from."""

def mpirun(
    program: Value | None = ..., *arguments: Value, host: Value | Sequence[Value] | None = ...,
    embed: Value | Sequence[Value] | None = ..., fail: Value | Sequence[Value] | None = ...,
    machine: Value | Sequence[Value] | None = ..., ports: Value | Sequence[Value] | None = ...,
    lambda_: Value | Sequence[Value] | None = ..., port_policy: Value | Sequence[Value] | None = ...,
    switching: Value | Sequence[Value] | None = ..., virtual_channels: Value | Sequence[Value] | None = ...,
    buffers: Value | Sequence[Value] | None = ..., flit: Value | Sequence[Value] | None = ...,
    eager: Value | Sequence[Value] | None = ..., injection: Value | Sequence[Value] | None = ...,
    ts: Value | Sequence[Value] | None = ..., tr: Value | Sequence[Value] | None = ...,
    tm: Value | Sequence[Value] | None = ..., tw: Value | Sequence[Value] | None = ...,
    bandwidth: Value | Sequence[Value] | None = ..., th: Value | Sequence[Value] | None = ...,
    slow: Value | Sequence[Value] | None = ..., pieces: Value | Sequence[Value] | None = ...,
    rendezvous: Value | Sequence[Value] | None = ..., latency: Value | Sequence[Value] | None = ...,
    gap: Value | Sequence[Value] | None = ..., flop: Value | Sequence[Value] | None = ...,
    poll: Value | Sequence[Value] | None = ..., gamma: Value | Sequence[Value] | None = ...,
    tick: Value | Sequence[Value] | None = ..., workers: Value | Sequence[Value] | None = ...,
    engine: Value | Sequence[Value] | None = ..., network: Value | Sequence[Value] | None = ...,
    channel_capacity: Value | Sequence[Value] | None = ..., stack: Value | Sequence[Value] | None = ...,
    perturb: Value | Sequence[Value] | None = ..., memory: Value | Sequence[Value] | None = ...,
    time_limit: Value | Sequence[Value] | None = ..., seed: Value | Sequence[Value] | None = ...,
    events: Value | Sequence[Value] | None = ..., spans: bool | None = ...,
    export: Value | Sequence[Value] | None = ..., traffic: Value | Sequence[Value] | None = ...,
    links: Value | Sequence[Value] | None = ..., heatmap: Value | bool | Sequence[Value] | None = ...,
    critical_path: Value | bool | Sequence[Value] | None = ..., view: Value | bool | Sequence[Value] | None = ...,
    trace: Value | Sequence[Value] | None = ..., trace_filter: Value | Sequence[Value] | None = ...,
    quiet: bool | None = ..., require: Value | Sequence[Value] | None = ...,
    sweep: Value | Sequence[Value] | None = ..., ranks: Value | Sequence[Value] | None = ..., check: bool | None = ...,
    virtual_time_limit: Value | Sequence[Value] | None = ..., measure_compute: bool | None = ...,
    algorithm: Value | Sequence[Value] | None = ..., topology: Value | Sequence[Value] | None = ...,
    tag_output: bool | None = ..., explain: bool | None = ...
) -> Result:
    """An MPI program as it is, each rank a PE, in virtual time."""

def phase(
    operation: Value | None = ..., *, topology: Value | Sequence[Value] | None = ...,
    host: Value | Sequence[Value] | None = ..., embed: Value | Sequence[Value] | None = ...,
    fail: Value | Sequence[Value] | None = ..., machine: Value | Sequence[Value] | None = ...,
    ports: Value | Sequence[Value] | None = ..., lambda_: Value | Sequence[Value] | None = ...,
    port_policy: Value | Sequence[Value] | None = ..., switching: Value | Sequence[Value] | None = ...,
    virtual_channels: Value | Sequence[Value] | None = ..., buffers: Value | Sequence[Value] | None = ...,
    flit: Value | Sequence[Value] | None = ..., eager: Value | Sequence[Value] | None = ...,
    injection: Value | Sequence[Value] | None = ..., ts: Value | Sequence[Value] | None = ...,
    tr: Value | Sequence[Value] | None = ..., tm: Value | Sequence[Value] | None = ...,
    tw: Value | Sequence[Value] | None = ..., bandwidth: Value | Sequence[Value] | None = ...,
    th: Value | Sequence[Value] | None = ..., slow: Value | Sequence[Value] | None = ...,
    pieces: Value | Sequence[Value] | None = ..., rendezvous: Value | Sequence[Value] | None = ...,
    latency: Value | Sequence[Value] | None = ..., gap: Value | Sequence[Value] | None = ...,
    flop: Value | Sequence[Value] | None = ..., poll: Value | Sequence[Value] | None = ...,
    gamma: Value | Sequence[Value] | None = ..., tick: Value | Sequence[Value] | None = ...,
    workers: Value | Sequence[Value] | None = ..., engine: Value | Sequence[Value] | None = ...,
    network: Value | Sequence[Value] | None = ..., channel_capacity: Value | Sequence[Value] | None = ...,
    stack: Value | Sequence[Value] | None = ..., perturb: Value | Sequence[Value] | None = ...,
    memory: Value | Sequence[Value] | None = ..., time_limit: Value | Sequence[Value] | None = ...,
    seed: Value | Sequence[Value] | None = ..., quiet: bool | None = ..., values: Value | Sequence[Value] | None = ...,
    root: Value | Sequence[Value] | None = ..., partner: Value | Sequence[Value] | None = ...,
    window: Value | Sequence[Value] | None = ..., operator: Value | Sequence[Value] | None = ...,
    shift: Value | Sequence[Value] | None = ..., segment: Value | Sequence[Value] | None = ...,
    begin: Value | Sequence[Value] | None = ..., algorithm: Value | Sequence[Value] | None = ...,
    end: Value | Sequence[Value] | None = ..., factor: Value | Sequence[Value] | None = ...,
    data: Value | Sequence[Value] | None = ..., over: Value | Sequence[Value] | None = ...,
    plot: Value | bool | Sequence[Value] | None = ...
) -> Result:
    """Which algorithm is fastest, over bytes and p, or over bytes and ts/tw: by run and by formula."""

def run(
    program: Callable[[Comm], Any], *, data: Value | Sequence[Value] | None = ...,
    topology: Value | Sequence[Value] | None = ..., host: Value | Sequence[Value] | None = ...,
    embed: Value | Sequence[Value] | None = ..., fail: Value | Sequence[Value] | None = ...,
    machine: Value | Sequence[Value] | None = ..., ports: Value | Sequence[Value] | None = ...,
    lambda_: Value | Sequence[Value] | None = ..., port_policy: Value | Sequence[Value] | None = ...,
    switching: Value | Sequence[Value] | None = ..., virtual_channels: Value | Sequence[Value] | None = ...,
    buffers: Value | Sequence[Value] | None = ..., flit: Value | Sequence[Value] | None = ...,
    eager: Value | Sequence[Value] | None = ..., injection: Value | Sequence[Value] | None = ...,
    ts: Value | Sequence[Value] | None = ..., tr: Value | Sequence[Value] | None = ...,
    tm: Value | Sequence[Value] | None = ..., tw: Value | Sequence[Value] | None = ...,
    bandwidth: Value | Sequence[Value] | None = ..., th: Value | Sequence[Value] | None = ...,
    slow: Value | Sequence[Value] | None = ..., pieces: Value | Sequence[Value] | None = ...,
    rendezvous: Value | Sequence[Value] | None = ..., latency: Value | Sequence[Value] | None = ...,
    gap: Value | Sequence[Value] | None = ..., flop: Value | Sequence[Value] | None = ...,
    poll: Value | Sequence[Value] | None = ..., gamma: Value | Sequence[Value] | None = ...,
    tick: Value | Sequence[Value] | None = ..., scale: Value | Sequence[Value] | None = ...,
    workers: Value | Sequence[Value] | None = ..., engine: Value | Sequence[Value] | None = ...,
    network: Value | Sequence[Value] | None = ..., channel_capacity: Value | Sequence[Value] | None = ...,
    stack: Value | Sequence[Value] | None = ..., perturb: Value | Sequence[Value] | None = ...,
    memory: Value | Sequence[Value] | None = ..., time_limit: Value | Sequence[Value] | None = ...,
    seed: Value | Sequence[Value] | None = ..., measure_compute: bool | None = ...,
    events: Value | Sequence[Value] | None = ..., spans: bool | None = ...,
    export: Value | Sequence[Value] | None = ..., traffic: Value | Sequence[Value] | None = ...,
    links: Value | Sequence[Value] | None = ..., heatmap: Value | bool | Sequence[Value] | None = ...,
    critical_path: Value | bool | Sequence[Value] | None = ..., view: Value | bool | Sequence[Value] | None = ...,
    trace: Value | Sequence[Value] | None = ..., trace_filter: Value | Sequence[Value] | None = ...,
    require: Value | Sequence[Value] | None = ..., quiet: bool | None = ...
) -> Result:
    """A program in Python on every PE: program(comm)."""

def verify(
    operation: Value | None = ..., *, data: Value | Sequence[Value] | None = ...,
    topology: Value | Sequence[Value] | None = ..., host: Value | Sequence[Value] | None = ...,
    embed: Value | Sequence[Value] | None = ..., fail: Value | Sequence[Value] | None = ...,
    machine: Value | Sequence[Value] | None = ..., ports: Value | Sequence[Value] | None = ...,
    lambda_: Value | Sequence[Value] | None = ..., port_policy: Value | Sequence[Value] | None = ...,
    switching: Value | Sequence[Value] | None = ..., virtual_channels: Value | Sequence[Value] | None = ...,
    buffers: Value | Sequence[Value] | None = ..., flit: Value | Sequence[Value] | None = ...,
    eager: Value | Sequence[Value] | None = ..., injection: Value | Sequence[Value] | None = ...,
    ts: Value | Sequence[Value] | None = ..., tr: Value | Sequence[Value] | None = ...,
    tm: Value | Sequence[Value] | None = ..., tw: Value | Sequence[Value] | None = ...,
    bandwidth: Value | Sequence[Value] | None = ..., th: Value | Sequence[Value] | None = ...,
    slow: Value | Sequence[Value] | None = ..., pieces: Value | Sequence[Value] | None = ...,
    rendezvous: Value | Sequence[Value] | None = ..., latency: Value | Sequence[Value] | None = ...,
    gap: Value | Sequence[Value] | None = ..., flop: Value | Sequence[Value] | None = ...,
    poll: Value | Sequence[Value] | None = ..., gamma: Value | Sequence[Value] | None = ...,
    tick: Value | Sequence[Value] | None = ..., workers: Value | Sequence[Value] | None = ...,
    engine: Value | Sequence[Value] | None = ..., network: Value | Sequence[Value] | None = ...,
    channel_capacity: Value | Sequence[Value] | None = ..., stack: Value | Sequence[Value] | None = ...,
    perturb: Value | Sequence[Value] | None = ..., memory: Value | Sequence[Value] | None = ...,
    time_limit: Value | Sequence[Value] | None = ..., seed: Value | Sequence[Value] | None = ...,
    events: Value | Sequence[Value] | None = ..., spans: bool | None = ...,
    export: Value | Sequence[Value] | None = ..., traffic: Value | Sequence[Value] | None = ...,
    links: Value | Sequence[Value] | None = ..., heatmap: Value | bool | Sequence[Value] | None = ...,
    critical_path: Value | bool | Sequence[Value] | None = ..., view: Value | bool | Sequence[Value] | None = ...,
    trace: Value | Sequence[Value] | None = ..., trace_filter: Value | Sequence[Value] | None = ...,
    quiet: bool | None = ..., all: bool | None = ..., long: bool | None = ...,
    algorithm: Value | Sequence[Value] | None = ..., staggered: bool | None = ...,
    block: Value | Sequence[Value] | None = ..., values: Value | Sequence[Value] | None = ...,
    root: Value | Sequence[Value] | None = ..., partner: Value | Sequence[Value] | None = ...,
    window: Value | Sequence[Value] | None = ..., operator: Value | Sequence[Value] | None = ...,
    shift: Value | Sequence[Value] | None = ..., segment: Value | Sequence[Value] | None = ...,
    require: Value | Sequence[Value] | None = ...
) -> Result:
    """One algorithm on stamped data: data, ports, links, formula, bound."""
