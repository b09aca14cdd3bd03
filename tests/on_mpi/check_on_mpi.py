#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs toruscope-mpi, and a program of a user, under a real MPI.

Usage: check_on_mpi.py MPIRUN TOOL BY_HAND TORUSCOPE. What is right is known without the tool: virtual times are those that TORUSCOPE
prints by another verb, places and verdicts are counted here anew, and BY_HAND has algorithms that must fail.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

FEW = ["--warm-up", "1", "--iterations", "3", "--repeats", "3"]


class Ranks:
    """Starts programs on many ranks, in a folder of their own."""

    def __init__(self, mpirun, folder):
        self.folder = folder
        self.start = [mpirun]
        version = subprocess.run([mpirun, "--version"], capture_output=True, text=True, check=False).stdout
        self.is_open_mpi = "Open MPI" in version or "OpenRTE" in version
        if self.is_open_mpi:
            self.start += ["--allow-run-as-root", "--oversubscribe"]

    def run(self, ranks, *words, code=0, more=()):
        done = subprocess.run([*self.start, *more, "-n", str(ranks), *map(str, words)], cwd=self.folder, capture_output=True,
                              text=True, timeout=600, check=False)
        assert done.returncode == code, f"{words}: code {done.returncode}, not {code}\n{done.stdout}\n{done.stderr}"
        return done

    def rows(self, *words):
        return json.loads(self.run(*words, "--format", "json").stdout)["results"]


def check_algorithms(ranks, tool):
    """Every algorithm on numbers of ranks that are no powers of two, too; data of five lengths."""
    if not ranks.is_open_mpi:  # whose ranks wait without giving way: many on few cores take minutes
        ranks.run(3, tool, "verify", "--all", "allreduce", "-t", "ring:3")
    machines = ((3, "complete:3"), (4, "torus:2x2"), (5, "ring:5"), (6, "mesh:2x3"))
    for count, network in machines if ranks.is_open_mpi else ((2, "ring:2"),):
        rows = ranks.rows(count, tool, "verify", "--all", "-t", network)
        assert len(rows) == 23 and all(row["algorithms"] > 0 for row in rows), rows
    ranks.run(4, tool, "verify", "broadcast", "-t", "ring:4", "--host", "torus:2x2", "--embed", "gray", *FEW)


def check_table(ranks, tool, toruscope):
    rows = ranks.rows(4, tool, "bench", "allreduce", "-t", "torus:2x2", "-b", "8", "-e", "512", "-f", "64", "--model", toruscope, *FEW)
    for size in (8, 512):
        here = [row for row in rows if row["block_bytes"] == size]
        own = [row for row in here if row["is_mpi"]]
        assert [row["algorithm"] for row in own] == ["MPI_Allreduce"] and own[0]["model_ticks"] is None, own
        compared = json.loads(subprocess.run([toruscope, "compare", "allreduce", "-t", "torus:2x2", "--block", str(size), "--format",
                                              "json"], capture_output=True, text=True, check=True).stdout)["results"]
        expected = {row["algorithm"]: row["virtual_time"]["ticks"] for row in compared}
        assert {row["algorithm"]: row["model_ticks"] for row in here if not row["is_mpi"]} == expected
        for row in here:
            times = row["seconds"]
            assert 0 < times["minimum"] <= times["median"] <= times["maximum"], row
            assert row["place"] == 1 + sum(other["seconds"]["median"] < times["median"] for other in here) or \
                any(other is not row and other["seconds"]["median"] == times["median"] for other in here), row
        for row, after in zip(here, here[1:]):
            spread = row["seconds"]["maximum"] - row["seconds"]["minimum"]
            assert row["distinguished"] == (spread <= after["seconds"]["median"] - row["seconds"]["median"]), (row, after)
    table = ranks.run(4, tool, "bench", "allreduce", "-t", "torus:2x2", "-e", "8", "--model", toruscope, *FEW).stdout
    for words in ("a barrier before each call", "maximum over ranks", "fastest of ours by measurement", "MPI_Allreduce"):
        assert words in " ".join(table.split()), table
    for dialect, words in (("osu", "# OSU MPI Allreduce Latency Test"), ("imb", "Allreduce"), ("nccl", "busbw")):
        assert words in ranks.run(4, tool, "bench", "allreduce", "-a", "ring", "-e", "64", "--format", dialect, *FEW).stdout
    ranks.run(2, tool, "bench", "allreduce", "-e", "4K", "-f", "8", "--plot", "plot.svg", "--model", toruscope, *FEW)
    picture = pathlib.Path(ranks.folder, "plot.svg").read_text(encoding="utf-8")
    assert "ring, model" in picture and "MPI_Allreduce" in picture


def check_refusals(ranks, tool):
    for words, reason in (
            (["bench", "allreduce", "-t", "torus:3x3"], "torus:3x3 has 9 PEs, and there are 2 ranks"),
            (["bench", "allreduce", "-m", "unit"], "the machine counts steps, and real MPI has seconds"),
            (["bench", "allreduce", "--port-policy", "strict"], "port policy strict"),
            (["verify", "allreduce", "--events", "e.jsonl"], "--events: it has no meaning over real MPI"),
            (["verify", "allreduce", "--spans"], "--spans: it has no meaning over real MPI"),
            (["compare", "allreduce", "-a", "swing"], "swing: needs a torus"),
            (["run", "fft"], "over real MPI there are bench, compare, phase and verify"),
            (["bench", "allreduce", "--iterations", "0"], "--iterations")):
        errors = ranks.run(2, tool, *words, code=2).stderr
        assert reason in errors and errors.count("toruscope-mpi: ") == 1, errors


def is_running(name):
    for command in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if os.path.basename(command.read_text(encoding="utf-8", errors="replace").split("\0")[0]) == name:
                return True
        except OSError:
            pass
    return False


def check_bad_ends(ranks, by_hand):
    ranks.run(4, by_hand, "verify", "allreduce", "-a", "messages", "-t", "torus:2x2", "--model", "none", *FEW)
    name = os.path.basename(by_hand)
    for algorithm, code, what in (
            ("throws", 7, "rank 1: allreduce by throws, 8 bytes on 4 ranks: rank 1 has had enough"),
            ("wrong", 1, "rank 0: allreduce by wrong, 8 bytes on 4 ranks: wrong data: element 0"),
            ("truncates", 7, "a message from 0 is longer than its buffer of 4 bytes"),
            ("starts", 7, "start: an operation beside the program runs on the emulated machine alone")):
        errors = ranks.run(4, by_hand, "verify", "allreduce", "-a", algorithm, "--model", "none", "-o", "result.csv", code=code).stderr
        assert what in errors and errors.count("toruscope-mpi: ") == 1, errors
        assert not pathlib.Path(ranks.folder, "result.csv").exists(), "a partial file"
    assert "needs a power of two" in ranks.run(3, by_hand, "verify", "allreduce", "-a", "throws", code=2).stderr
    start = time.monotonic()
    subprocess.run([*ranks.start, "-n", "4", by_hand, "verify", "allreduce", "-a", "killed", "--model", "none"], cwd=ranks.folder,
                   capture_output=True, timeout=100, check=False)
    ended = time.monotonic() - start
    deadline = time.monotonic() + 20
    while is_running(name) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(name), "a process is left"
    print(f"start to end of a command of which one process was killed: {ended:.2f} s")


def check_rules(ranks, tool):
    ranks.run(4, tool, "phase", "allreduce", "-a", "ring,recursive_doubling,bine", "-e", "4K", "-f", "8", "--rules", "tuned.conf",
              "--model", "none", *FEW)
    lines = [line.split("#")[0].split() for line in pathlib.Path(ranks.folder, "tuned.conf").read_text(encoding="utf-8").splitlines()]
    assert lines[:4] == [["1"], ["2"], ["1"], ["4"]] and int(lines[4][0]) == len(lines) - 5, lines
    assert all(rule[1] in ("3", "4") for rule in lines[5:]) and lines[5][0] == "0", lines
    if ranks.is_open_mpi:
        ranks.run(4, tool, "compare", "allreduce", "-a", "ring", "--model", "none", *FEW,
                  more=["--mca", "coll_tuned_use_dynamic_rules", "1", "--mca", "coll_tuned_dynamic_rules_filename", "tuned.conf"])


def main():
    mpirun, tool, by_hand, toruscope = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        ranks = Ranks(mpirun, folder)
        check_algorithms(ranks, tool)
        check_table(ranks, tool, toruscope)
        check_refusals(ranks, tool)
        check_bad_ends(ranks, by_hand)
        check_rules(ranks, tool)
    print("over real MPI: all as it should be")


if __name__ == "__main__":
    main()
