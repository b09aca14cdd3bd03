#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two classes of one name in one namespace are one class to the linker, which keeps the functions of either (the one-definition
rule). Holds the headers of all layers to a name for each class.

Usage: check_definitions.py [ROOT]. Prints each class that is defined twice; exits 1 if there is one.
"""
import collections
import re
import sys

import tree

LAYERS = ("runtime", "collectives", "formats", "apps", "picture", "reproduce", "view", "perfetto", "sandbox", "labs", "placement", "starters", "calibration", "cli", "include")
NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.MULTILINE)
CLASS = re.compile(r"^(?:struct|class|enum class|union) (?:alignas\(\d+\) )?(\w+)\b(?!::)[^;{}]*\{", re.MULTILINE)


def faults(root):
    places = collections.defaultdict(list)
    for layer in LAYERS:
        for header in tree.files(root / layer):
            if header.suffix != ".hpp":
                continue
            text = header.read_text(encoding="utf-8")
            for found in CLASS.finditer(text):
                around = [n[1] for n in NAMESPACE.finditer(text, 0, found.start())]
                places[(around[-1] if around else "", found[1])].append(header.relative_to(root))
    for (namespace, name), headers in sorted(places.items()):
        if len(set(headers)) > 1:
            yield f"{namespace}::{name} is defined in {', '.join(map(str, headers))}: give one another name"
    if not places:
        yield "there is no header"


if __name__ == "__main__":
    sys.exit(tree.tell(faults(tree.asked()), "each class has a name of its own"))
