#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Are mistakes in a user's program refused in words, and is each told by one error?

Usage: check_refusals.py COMPILER SOURCE INCLUDE_FOLDER

Each line of SOURCE with "// refused: WORDS" is one mistake: the compiler must name the line and say the words; no other error may
come. Without these lines the source must compile.
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

MISTAKE = re.compile(r"^(.*\S)\s+// refused: (.+)$")


def compiled(compiler, source, include):
    words = [compiler, "-std=c++20", "-fsyntax-only", f"-I{include}", str(source)]
    if "clang" in subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout:
        words.append("-ferror-limit=0")
    return subprocess.run(words, capture_output=True, text=True, check=False)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    compiler, source, include = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    lines = source.read_text(encoding="utf-8").splitlines()
    mistakes = {number: match[2] for number, line in enumerate(lines, 1) if (match := MISTAKE.match(line))}
    faults = []

    done = compiled(compiler, source, include)
    errors = [line for line in done.stderr.splitlines() if re.search(r": (fatal )?error: ", line)]
    for number, words in mistakes.items():
        if f"{source.name}:{number}:" not in done.stderr:
            faults.append(f"{source}:{number}: is not refused")
        if not any(words in error for error in errors):
            faults.append(f"{source}:{number}: nothing says: {words}")
    for words, count in collections.Counter(mistakes.values()).items():
        if (told := sum(words in error for error in errors)) < count:
            faults.append(f"{source}: said {told} times, not {count}: {words}")
    faults += [f"not in words: {error}" for error in errors if not any(words in error for words in mistakes.values())]
    if len(errors) != len(mistakes):
        faults.append(f"{source}: {len(mistakes)} mistakes give {len(errors)} errors")

    with tempfile.TemporaryDirectory() as scratch:
        sound = pathlib.Path(scratch) / "sound.cpp"
        sound.write_text("\n".join(line for line in lines if not MISTAKE.match(line)) + "\n", encoding="utf-8")
        if (done := compiled(compiler, sound, include)).returncode != 0:
            faults.append(f"without the mistakes {source} does not compile:\n{done.stderr}")

    print("\n".join([*faults, f"refusals: {len(mistakes)} mistakes, {len(faults)} faults"]))
    return 1 if faults or not mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
