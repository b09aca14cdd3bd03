#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds every include to the order of the layers, a file sees its own layer and those below, and each folder to its namespace. A
public header names the library to link, and includes headers of that library and of those below it.

Usage: check_layers.py [ROOT]. Prints each offending line with the layers allowed there; exits 1 if there is one.
"""
import pathlib
import re
import sys

# layer -> the private layers that it may include, besides its own
ALLOWED = {
    "runtime/core": [],
    "runtime/files": ["runtime/core"],
    "runtime/topology": ["runtime/core", "runtime/files"],
    "runtime/model": ["runtime/core", "runtime/files", "runtime/topology"],
    "runtime/trace": ["runtime/core", "runtime/files", "runtime/topology", "runtime/model"],
    "runtime/channel": ["runtime/core", "runtime/files", "runtime/topology", "runtime/model"],
}
ALLOWED["runtime/path"] = ["runtime/trace", *ALLOWED["runtime/channel"], "runtime/channel"]
ALLOWED["runtime/network"] = [*ALLOWED["runtime/path"], "runtime/path"]
ALLOWED["runtime/pe"] = [*ALLOWED["runtime/path"], "runtime/path"]
ALLOWED["runtime/engine"] = [*ALLOWED["runtime/path"], "runtime/path", "runtime/network", "runtime/pe"]
ALLOWED["runtime"] = [*ALLOWED["runtime/engine"], "runtime/engine"]
ALLOWED["collectives"] = [*ALLOWED["runtime"], "runtime"]
ALLOWED["formats"] = [*ALLOWED["collectives"], "collectives"]
ALLOWED["apps"] = [*ALLOWED["formats"], "formats"]
ALLOWED["picture"] = [*ALLOWED["runtime"], "runtime"]
ALLOWED["reproduce"] = [*ALLOWED["apps"], "apps", "picture"]
ALLOWED["view"] = [*ALLOWED["apps"], "apps", "picture"]
ALLOWED["perfetto"] = [*ALLOWED["view"], "view"]
ALLOWED["sandbox"] = [*ALLOWED["runtime"], "runtime"]
ALLOWED["labs"] = [*ALLOWED["view"], "view", "sandbox"]
ALLOWED["synthesis"] = [*ALLOWED["runtime"], "runtime"]
ALLOWED["placement"] = [*ALLOWED["runtime"], "runtime"]
ALLOWED["starters"] = [*ALLOWED["collectives"], "collectives"]
ALLOWED["calibration"] = [*ALLOWED["runtime"], "runtime"]
ALLOWED["cli"] = [*ALLOWED["view"], "view", "perfetto", "sandbox", "labs", "reproduce", "synthesis", "placement", "starters", "calibration"]
# Inside the command line, lowest first: the process, what was typed, files; machines, runs of them, tables of runs; runs under watch that
# tell what they do, plots; verbs, and the command that finds the verb.
for folder in ("process", "options", "files", "machines", "runs", "tables", "execution", "plots", "verbs", "command"):
    ALLOWED[f"cli/{folder}"] = list(ALLOWED["cli"])
    ALLOWED["cli"].append(f"cli/{folder}")

# What MPI programs call, and the program that loads them: on top of the command line, whose verb `mpirun` goes on there.
ALLOWED["mpi"] = []  # public calls alone, like a program
ALLOWED["mpi/labs"] = ["labs", "mpi"]  # of the runner of labs, for solutions in C
ALLOWED["mpi/launch"] = [*ALLOWED["cli"], "cli", "mpi"]

ALLOWED["python"] = []  # PE programs in Python: public calls alone, too

# The algorithms over real MPI: calls/ takes the place of runtime's engine, whose private names it defines anew.
ALLOWED["on_mpi/calls"] = [*ALLOWED["runtime"], "runtime", "on_mpi"]
ALLOWED["on_mpi"] = [*ALLOWED["cli"], "cli"]

# folder -> where its names live, besides the public namespace toruscope
NAMESPACE = {"runtime": "core", "include": "detail",  # detail: what the templates of public headers need
             **{layer: layer for layer in ALLOWED if "/" not in layer and layer != "runtime"}}

PUBLIC = "include"
NAMESPACE_OPENED = re.compile(r"^namespace toruscope::(\w+)")
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


LINK = re.compile(r"^// Link +toruscope::(\w+)$", re.MULTILINE)
ALL = "toruscope"  # the library that is all of them


def library_faults(root, path):
    """(line, what is wrong) with the library that a public header names, or with those of the headers that it includes."""
    text = path.read_text(encoding="utf-8")
    named = LINK.findall(text)
    layers = [("runtime" if name == "core" else name) for name in named]
    if len(named) != 1 or (named[0] != ALL and ("/" in layers[0] or layers[0] not in ALLOWED)):
        yield 1, "a public header says once, in its head, which library to link: // Link  toruscope::core"
        return
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        header = root / PUBLIC / match[2] if match else None
        if header is None or not header.is_file() or named[0] == ALL:
            continue
        for other in LINK.findall(header.read_text(encoding="utf-8")):
            layer = "runtime" if other == "core" else other
            if layer != layers[0] and layer not in ALLOWED[layers[0]]:
                yield number, f"a header of toruscope::{named[0]} may not include one of toruscope::{other}, which is not below it"


def layer_of(path):
    """The layer of a path from the root, or None: the longest known folder in front of it."""
    folders = path.split("/")[:-1]
    while folders:
        name = "/".join(folders)
        if name in ALLOWED:
            return name
        if name == PUBLIC:
            return PUBLIC
        folders.pop()
    return None


def fault(root, file, kind, target):
    """Why the file may not include the target, or None."""
    layer = layer_of(file)
    if layer == PUBLIC:
        if kind == '"':
            return "a public header includes only <toruscope/...> and the standard library"
        if "/" in target and not target.startswith("toruscope/"):
            return "a public header shows no other library to its user"
        return None
    if target.startswith("toruscope/"):
        return None if kind == "<" else "public headers are included as <toruscope/...>"
    if kind == "<":
        return None
    if not (root / target).is_file():
        return "quoted includes are written from the repository's root, and there is no such file"
    other = layer_of(target)
    if other == layer or other in ALLOWED[layer]:
        return None
    below = ", ".join([layer, *reversed(ALLOWED[layer])])
    return f"{layer} may include {below}, not {other or 'what belongs to no layer'}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    faults = files = 0
    for folder in NAMESPACE:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".hpp", ".cpp"):
                continue
            files += 1
            file = path.relative_to(root).as_posix()
            for number, reason in library_faults(root, path) if folder == PUBLIC else ():
                faults += 1
                print(f"{file}:{number}: {reason}")
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                reason = match and fault(root, file, *match.groups())
                opened = NAMESPACE_OPENED.match(line)
                if opened and opened[1] != NAMESPACE[folder]:
                    reason = f"the namespace of {folder} is toruscope::{NAMESPACE[folder]}"
                if reason:
                    faults += 1
                    print(f"{file}:{number}: {line.strip()}\n  {reason}")
    if files == 0:
        print(f"layers: no source files under {root}; is this the repository's root?")
        return 1
    print(f"layers: {files} files, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
