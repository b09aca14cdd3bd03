#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds every C++ file to .clang-format. Usage: check_format.py [ROOT]. To mend: clang-format-14 -i FILE."""
import pathlib
import re
import shutil
import subprocess
import sys

import tree


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    program = shutil.which("clang-format-14")
    if program is None:
        print("format: clang-format-14 is missing; scripts/test.sh installs it")
        return 1
    code = [str(path) for path in tree.files(root) if path.suffix in tree.CODE]
    if not code:
        print(f"format: no C++ files under {root}; is this the repository's root?")
        return 1
    done = subprocess.run([program, "--dry-run", "-Werror", *code], capture_output=True, text=True, check=False)
    faults = {}  # file -> its first fault
    for file, line in re.findall(r"^([^:\s]+):(\d+):\d+: error", done.stderr, re.MULTILINE):
        faults.setdefault(file, line)
    for file, line in faults.items():
        print(f"{pathlib.Path(file).relative_to(root)}:{line}: mend with: clang-format-14 -i FILE")
    if done.returncode != 0 and not faults:
        print(done.stderr)
    print(f"format: {len(code)} files, {len(faults)} faults")
    return 1 if done.returncode != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
