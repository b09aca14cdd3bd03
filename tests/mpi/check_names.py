#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every function that mpi.h declares links: the library defines it, once; and it defines no other MPI_ function.

Usage: check_names.py ROOT LIBRARY. Prints each name that is missing or in surplus; exits 1 if there is one.
"""
import pathlib
import re
import subprocess
import sys


def main():
    root, library = pathlib.Path(sys.argv[1]), sys.argv[2]
    declared = set()
    for header in (root / "mpi" / "include").glob("mpi_*functions.h"):
        declared |= set(re.findall(r"\b(MPI_\w+)\(", header.read_text(encoding="utf-8")))
    symbols = subprocess.run(["nm", "--defined-only", "--format=posix", library], check=True, capture_output=True, text=True).stdout
    defined = set(re.findall(r"^(MPI_\w+) T", symbols, re.MULTILINE))
    for name in sorted(declared - defined):
        print(f"{name}: mpi.h declares it, and the library does not have it")
    for name in sorted(defined - declared):
        print(f"{name}: the library has it, and mpi.h does not declare it")
    print(f"names: {len(declared)} declared, {len(defined)} defined")
    return 0 if declared == defined and declared else 1


if __name__ == "__main__":
    sys.exit(main())
