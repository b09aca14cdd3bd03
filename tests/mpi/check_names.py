#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The library defines the functions of mpi_functions.h, each, and no other of MPI: a name too many would hide what is missing from
`mpirun --check`. All that mpi.h declares has its name in the library for linking.

Usage: check_names.py ROOT LIBRARY. Prints each name that is missing or in surplus; exits 1 if there is one.
"""
import pathlib
import re
import subprocess
import sys

# Of C alone: conversions, memory that Fortran gets by itself, the program's own attributes.
C_ONLY = {"MPI_Alloc_mem", "MPI_Free_mem", "MPI_Comm_create_keyval",
          "MPI_Comm_free_keyval", "MPI_Comm_set_attr", "MPI_Comm_delete_attr", "MPI_Keyval_create", "MPI_Keyval_free", "MPI_Attr_put",
          "MPI_Attr_delete"}


def names_in(text):
    return {"MPI_" + name for name in re.findall(r"\bTORUSCOPE_MPI\((\w+)\)", text)}


def main():
    root, library = pathlib.Path(sys.argv[1]), sys.argv[2]
    there, others = (names_in((root / "mpi" / "include" / name).read_text(encoding="utf-8"))
                     for name in ("mpi_functions.h", "mpi_other_functions.h"))
    links = set((root / "mpi" / "launch" / "names.txt").read_text(encoding="utf-8").split())
    symbols = subprocess.run(["nm", "--defined-only", "--format=posix", library], check=True, capture_output=True, text=True).stdout
    defined = set(re.findall(r"^(MPI_\w+) T", symbols, re.MULTILINE))
    fortran = set(re.findall(r"^(mpi_\w+)_ T", symbols, re.MULTILINE))
    in_both = {name for name in there - C_ONLY if not name.endswith(("_c2f", "_f2c"))}
    faults = [({name for name in in_both if name.lower() not in fortran}, "Fortran does not have it"),
              (there - defined, "mpi_functions.h declares it, and the library does not have it"),
              (defined - there, "the library has it, and mpi_functions.h does not declare it"),
              (there & others, "both lists of functions declare it"),
              ((there | others) - links, "mpi.h declares it, and names.txt does not have it, so that it does not link")]
    for names, fault in faults:
        for name in sorted(names):
            print(f"{name}: {fault}")
    print(f"names: {len(there)} there, {len(others)} declared besides, {len(links)} link")
    return 1 if any(names for names, _ in faults) or not there else 0


if __name__ == "__main__":
    sys.exit(main())
