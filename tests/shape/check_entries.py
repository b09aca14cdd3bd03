#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A function that describes an algorithm or a topology, and that no line of the table names, is found by nobody. Holds the two
together.

Usage: check_entries.py [ROOT]. Prints each function without a line; exits 1 if there is one.
"""
import re
import sys

import tree

# folder, table, a line of it, what is described there
TABLES = (
    ("collectives", "collectives/catalogue.cpp", r"^ +TORUSCOPE_ENTRY\(\w+, (\w+)\)", r"^void (\w+)\(\w+& entry\) \{"),
    ("runtime/topology", "runtime/topology/topologies.cpp", r"^ +TORUSCOPE_TOPOLOGY\((\w+)\)", r"^void (\w+)\(TopologyEntry& entry\) \{"),
)
UNNAMED = re.compile(r"^namespace \{.*?^\}  // namespace$", re.MULTILINE | re.DOTALL)


def faults(root):
    for folder, table, line, function in TABLES:
        named = set(re.findall(line, (root / table).read_text(encoding="utf-8"), re.MULTILINE))
        for path in tree.files(root / folder):
            if path.suffix != ".cpp":
                continue
            for name in re.findall(function, UNNAMED.sub("", path.read_text(encoding="utf-8")), re.MULTILINE):
                if name not in named:
                    yield f"{path.relative_to(root)}: {name} is described, and {table} has no line of it"


if __name__ == "__main__":
    sys.exit(tree.tell(faults(tree.asked()), "entries: each has its line"))
