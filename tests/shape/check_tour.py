#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the tour of a message in runtime/README.md to the code: each file that it names is there, and has each function named
behind it. Of a .cpp file that means a definition, of a header a declaration.

Usage: check_tour.py [ROOT]. Prints each line of the tour that is wrong; exits 1 if there is one.
"""
import re
import sys

import tree

TOUR = "runtime/README.md"
FOLDERS = ("runtime", ".")
# `pe/sends.cpp`: `write_route`, `book`
STOP = re.compile(r"`([\w/]+\.[ch]pp)`((?:: `\w+`(?:, `\w+`)*)?)")
CALLED = r"(?:\.|->|\breturn\s+|=\s*|\()\s*$"


def defines(text, suffix, function):
    """True if a .cpp file defines a function of that name, or a header declares one."""
    if suffix == ".cpp":
        return re.search(rf"^\S[^;\n]*\b(?:\w+::)?{function}\(", text, re.MULTILINE) is not None
    return any(not re.search(CALLED, text[text.rfind("\n", 0, found.start()) + 1:found.start()])
               and text[text.rfind("\n", 0, found.start()) + 1:found.start()].strip()
               for found in re.finditer(rf"\b{function}\(", text))


def faults(root):
    stations = 0
    for number, line in enumerate((root / TOUR).read_text(encoding="utf-8").splitlines(), 1):
        stations += bool(re.match(r"\| \d+ \|", line))
        for stop in STOP.finditer(line):
            file = next((root / folder / stop[1] for folder in FOLDERS if (root / folder / stop[1]).is_file()), None)
            if file is None:
                yield f"{TOUR}:{number}: there is no file {stop[1]}"
                continue
            text = file.read_text(encoding="utf-8")
            for function in re.findall(r"`(\w+)`", stop[2]):
                if not defines(text, file.suffix, function):
                    yield f"{TOUR}:{number}: {stop[1]} has no function {function}"
    if stations == 0:
        yield f"{TOUR}: has no table of stations"


if __name__ == "__main__":
    sys.exit(tree.tell(faults(tree.asked()), "the tour is as the code"))
