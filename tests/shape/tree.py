# SPDX-License-Identifier: Apache-2.0
"""The files of the repository, as the shape checks see them."""
import os
import pathlib
import sys

SKIPPED = {".git", "build", "__pycache__"}
CODE = {".cpp", ".hpp"}
SCRIPTS = {".py", ".sh", ".cmake"}


def files(root):
    """All files under root but those that git or a build made, by path."""
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = sorted(n for n in subfolders if n not in SKIPPED and not n.startswith("build-"))
        for name in sorted(names):
            yield pathlib.Path(folder, name)


def asked():
    """The root that the command line names; without one that of this repository."""
    return pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])


def tell(faults, well):
    """Prints the faults, or that all is well. Returns the exit code."""
    found = list(faults)
    print("\n".join(found) if found else well)
    return 1 if found else 0


def is_source(path):
    """Code, scripts and build descriptions: what carries a licence line and a limit of length."""
    return path.suffix in CODE | SCRIPTS or path.name == "CMakeLists.txt" or path.parts[-2:] == (".ci", "run")


def blocks(path, kind):
    """(line, text) of the fenced blocks of a page whose info string is `kind`, such as "sh run"."""
    inside, first, lines = False, 0, []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if inside and line.strip() == "```":
            inside = False
            yield first, "\n".join(lines) + "\n"
        elif inside:
            lines.append(line)
        elif line.strip() == "```" + kind:
            inside, first, lines = True, number + 1, []


def prose(path):
    """(line number, line) of a page outside its fenced blocks."""
    inside = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip().startswith("```"):
            inside = not inside
        elif not inside:
            yield number, line
