#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the scripts of docs/many_computers.md as they stand there, and compares what they merge with one run.

Usage: check_many_computers.py PAGE FOLDER_OF_TORUSCOPE. The first script is for GNU parallel, the second a job of a Slurm array,
which is run once for each number of the array with the variables that Slurm sets. Exits 77 if GNU parallel is not installed.
"""
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def rows(path):
    """The table without what depends on the host."""
    with open(path, newline="", encoding="utf-8") as file:
        table = list(csv.reader(file))
    kept = [i for i, title in enumerate(table[0]) if not title.startswith("host.")]
    return [[row[i] for i in kept] for row in table]


def main():
    page = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    if not shutil.which("parallel"):
        print("GNU parallel is not installed")
        return 77
    scripts = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(scripts) == 2, "the page has two scripts"
    environment = dict(os.environ, PATH=f"{pathlib.Path(sys.argv[2]).resolve()}:{os.environ['PATH']}", PARALLEL_HOME=".")
    command = re.search(r"toruscope (bench .*?) -j", scripts[0])[1].split()
    assert " ".join(command) in scripts[1], "both scripts run one command"
    parts = int(re.search(r"--array=1-(\d+)", scripts[1])[1])

    with tempfile.TemporaryDirectory() as folder:
        def run(words, **more):
            subprocess.run(words, cwd=folder, env={**environment, **more}, check=True, timeout=600)
        run(["toruscope", *command, "-o", "one.csv", "--quiet"])
        expected = rows(f"{folder}/one.csv")
        run(["bash", "-c", scripts[0]])
        assert rows(f"{folder}/all.csv") == expected, "GNU parallel: another table than that of one run"
        for path in pathlib.Path(folder).glob("part-*.csv"):
            path.unlink()
        for i in range(1, parts + 1):
            run(["bash", "-c", scripts[1]], SLURM_ARRAY_TASK_ID=str(i), SLURM_ARRAY_TASK_COUNT=str(parts), SLURM_CPUS_PER_TASK="1")
        files = sorted(path.name for path in pathlib.Path(folder).glob("part-*.csv"))
        assert len(files) == parts, files
        run(["toruscope", "merge", *files, "-o", "slurm.csv"])
        assert rows(f"{folder}/slurm.csv") == expected, "Slurm: another table than that of one run"
    print(f"both scripts: {len(expected) - 1} rows of {parts} parts, as of one run")
    return 0


if __name__ == "__main__":
    sys.exit(main())
