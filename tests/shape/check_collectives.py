#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does each page with a table of collectives name every algorithm that the program knows, and no other?

Usage: check_collectives.py PROGRAM PAGE...   A table row names its operation in the first column, an algorithm in `...`.
"""
import json
import pathlib
import re
import subprocess
import sys

ROW = re.compile(r"^\| *([a-z_-]+) *\|(.*)$", re.MULTILINE)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    listing = subprocess.run([sys.argv[1], "algo", "list", "--format", "json"], capture_output=True, text=True, check=True)
    known = {(a["operation"], a["algorithm"]) for a in json.loads(listing.stdout)["algorithms"]}
    operations = {operation for operation, _ in known}
    faults = 0
    for page in map(pathlib.Path, sys.argv[2:]):
        named = set()
        for operation, rest in ROW.findall(page.read_text(encoding="utf-8")):
            operation = operation.replace("-", "")
            if operation in operations:
                named |= {(operation, name) for name in re.findall(r"`([a-z0-9_]+)`", rest)}
        for operation, name in sorted(known - named):
            faults += 1
            print(f"{page}: the table does not name {operation}/{name}")
        for operation, name in sorted(named - known):
            faults += 1
            print(f"{page}: the table names {operation}/{name}, which the program does not know")
    print(f"collectives: {len(known)} algorithms, {faults} faults")
    return 1 if faults or not known else 0


if __name__ == "__main__":
    sys.exit(main())
