#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One version everywhere: the project's, that of CITATION.cff, of the newest section of CHANGELOG.md, and what projects ask for.

Usage: check_version.py [ROOT]. Prints each place that has another version; exits 1 if there is one.
"""
import re
import sys

import tree

PLACES = {
    "CITATION.cff": r"^version: (\S+)$",
    "CHANGELOG.md": r"^## \[(\d[^\]]*)\]",
    "python/toruscope/options.json": r'^\{"version": "([^"]+)"',
}
ASKS = ["starters/project/CMakeLists.txt.in", "tests/install/CMakeLists.txt", "tests/install/core/CMakeLists.txt", "docs/programs.md"]


def faults(root):
    def found(name, pattern):
        match = re.search(pattern, (root / name).read_text(encoding="utf-8"), re.MULTILINE)
        return match.group(1) if match else "none"

    version = found("CMakeLists.txt", r"^project\(\w+ VERSION (\S+)")
    wanted = {name: (pattern, version) for name, pattern in PLACES.items()}
    wanted |= {name: (r"find_package\(toruscope ([\d.]+)", version.rpartition(".")[0]) for name in ASKS}
    for name, (pattern, right) in wanted.items():
        if found(name, pattern) != right:
            yield f"{name}: version {found(name, pattern)}, and CMakeLists.txt has {version}"


if __name__ == "__main__":
    sys.exit(tree.tell(faults(tree.asked()), "version: the same everywhere"))
