#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands that a page shows, and compares what they print with what the page says they print.

Usage: check_commands.py PROGRAM_FOLDER PAGE...

In a block ```console run, lines "$ command" are run with PROGRAM_FOLDER in front of PATH, in a scratch folder that has
the repository's data/. Each must succeed. The lines after a command, if any, are its standard output; "..." there
stands for any text in that line, a line of "..." for any lines. Runs of blanks count as one.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import tree


def commands(text):
    """(command, expected lines) of a block; a command goes on after a backslash."""
    found = []
    for line in text.splitlines():
        if found and found[-1][0].endswith("\\") and not found[-1][1]:
            found[-1][0] = found[-1][0][:-1] + line.strip()
        elif line.startswith("$ "):
            found.append([line[2:], []])
        elif found:
            found[-1][1].append(line)
    return found


def matches(expected, printed):
    def blank(line):
        return " ".join(line.split())

    def pattern(line):
        if line.strip() == "...":
            return r"(.*\n)*"
        return re.escape(blank(line)).replace(re.escape("..."), ".*") + r"\n"

    wanted = "".join(pattern(line) for line in expected if line.strip())
    got = "".join(blank(line) + "\n" for line in printed.splitlines() if line.strip())
    return wanted == "" or re.fullmatch(wanted, got) is not None


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve()
    run = faults = 0
    for page in map(pathlib.Path, sys.argv[2:]):
        root = page.resolve().parent
        while not (root / "CMakePresets.json").exists() and root != root.parent:
            root = root.parent
        with tempfile.TemporaryDirectory() as scratch:
            if (root / "data").is_dir():
                pathlib.Path(scratch, "data").symlink_to(root / "data")
            for line, text in tree.blocks(page, "console run"):
                for command, expected in commands(text):
                    run += 1
                    # A login shell's settings must not matter, the host's terminal neither.
                    result = subprocess.run(
                        ["bash", "-c", f'PATH="{folder}:$PATH"; {command}'],
                        cwd=scratch, capture_output=True, text=True, check=False)
                    if result.returncode != 0:
                        faults += 1
                        print(f"{page}:{line}: `{command}` ended with {result.returncode}\n{result.stderr}")
                    elif not matches(expected, result.stdout):
                        faults += 1
                        print(f"{page}:{line}: `{command}` prints something else; now it is\n{result.stdout}")
    print(f"commands: {run} run, {faults} faults")
    return 1 if faults or run == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
