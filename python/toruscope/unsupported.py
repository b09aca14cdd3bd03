# SPDX-License-Identifier: Apache-2.0
"""mpi4py's names that there are not: a sentence for each kind."""
import difflib
import re

_KINDS = (
    (r"I(barrier|bcast|gatherv?|scatterv?|allgatherv?|alltoall[vw]?|reduce|allreduce|reduce_scatter(_block)?|scan|exscan|neighbor_\w+)",
     "non-blocking collective calls are not supported; use the blocking one"),
    (r"i(barrier|bcast|gather|scatter|allgather|alltoall|reduce|allreduce)", "non-blocking collective calls are not supported; "
     "use the blocking one"),
    (r"I?[Mm]probe|im?probe", "matched probes are not supported; use probe and recv"),
    (r"(Send|Recv|Bsend|Ssend|Rsend)_init", "persistent requests are not supported; use Isend and Irecv"),
    (r"[Nn]eighbor_\w+|Create_(dist_)?graph\w*", "neighbourhoods are not supported; use sendrecv with Shift of a Create_cart"),
    (r"Alltoallw|Create_(vector|contiguous|struct|indexed|subarray|resized)\w*", "derived types are not supported; copy into an array in "
     "one piece"),
    (r"Get_group|Create(_group|_from_group)?|Split_type|Create_intercomm|Is_inter|Merge|Spawn\w*|Get_parent|Connect|Accept|Disconnect",
     "groups of their own, several computers and further processes are not supported; use Split"),
    (r"Win|File|Info|[GS]et_(attr|errhandler|info|name)|Get_topology", "it is not supported"))


def sentence(name, kind):
    """What is said of an attribute that there is not."""
    said = next((said for pattern, said in _KINDS if re.fullmatch(pattern, name)), None)
    if said is None:
        near = difflib.get_close_matches(name, dir(kind), 1)
        said = f"did you mean {near[0]}?" if near else "help(toruscope.Comm) has the calls that there are"
    return f"there is no {name}: {said}"
