#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures of MPI programs (docs/performance.md): what 1,024 ranks take beside SMPI, what a message takes beside a native one,
what a rank's memory is.

Usage: figures.py PREFIX WORKDIR. PREFIX: an installed Release build. Needs smpicc (Debian: libsimgrid-dev) and valgrind;
what is missing is left out. Times are of the processor, of the whole process and its children, in turn, medians of the rounds.
"""
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
PREFIX, WORK = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
ROUNDS = {"start": 7, "any": 3, "pairwise": 1}
MPIRUN = [PREFIX / "bin" / "toruscope", "mpirun", "--quiet", "-j", 1]


def made(*words):
    subprocess.run([str(word) for word in words], check=True, cwd=WORK)


def usage(*words):
    """Processor time in seconds."""
    with open(WORK / "said.txt", "w", encoding="utf-8") as said:
        process = subprocess.Popen([str(word) for word in words], cwd=WORK, stdout=said, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: code {process.returncode}, see {WORK}/said.txt")
    return used.ru_utime + used.ru_stime


def instructions(*words):
    """As callgrind counts them."""
    told = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *(str(word) for word in words)], cwd=WORK,
                          capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", told.stderr)
    if told.returncode != 0 or found is None:
        sys.exit(f"{' '.join(map(str, words))}: {told.stderr[-500:]}")
    return int(found[1])


def beside_smpi():
    if shutil.which("smpicc") is None:
        return print("SMPI: not installed (Debian package libsimgrid-dev)")
    made("smpicc", "-O2", HERE / "exchanges.c", "-o", "exchanges_smpi")
    with open(WORK / "torus.xml", "w", encoding="utf-8") as platform:
        subprocess.run([HERE.parent / "peers" / "platform.py", "32", "32", WORK / "hosts"], check=True, stdout=platform)
    smpi = ["smpirun", "-np", 1024, "-platform", "torus.xml", "-hostfile", "hosts", "--cfg=smpi/simulate-computation:no",
            "--cfg=network/crosstraffic:0", "--log=root.thres:critical"]
    for what, rounds in ROUNDS.items():
        ours, theirs = [], []
        for _ in range(rounds):
            ours.append(usage(*MPIRUN, "-n", 1024, "-t", "torus:32x32", "./exchanges", what))
            theirs.append(usage(*smpi, "./exchanges_smpi", what))
        mine, other = statistics.median(ours), statistics.median(theirs)
        print(f"{what}, 1,024 ranks: {mine:.2f} s, SMPI {other:.2f} s: {other / mine:.1f} times less", flush=True)


def ping_pong():
    if shutil.which("valgrind") is None:
        return print("valgrind: not installed")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "toruscope"], check=True, capture_output=True, text=True,
                           env={**os.environ, "PKG_CONFIG_PATH": str(PREFIX / "lib" / "pkgconfig")}).stdout.split()
    made("g++", "-std=c++20", "-O2", HERE / "ping_pong.cpp", "-o", "ping_pong", *flags)
    program = PREFIX / "bin" / "toruscope-mpirun"
    few, many = 1000, 11000
    counts = {}
    for name, words in (("native", ["./ping_pong"]), ("MPI", [program, *MPIRUN[2:], "-n", 2, "./exchanges", "pingpong"])):
        counts[name] = (instructions(*words, many) - instructions(*words, few)) / (2 * (many - few))
    print(f"ping-pong: {counts['MPI']:,.0f} instructions a message, native {counts['native']:,.0f}: "
          f"{counts['MPI'] / counts['native']:.2f} times")


def held(ranks):
    """Resident KiB of a process whose ranks have met: all, and those of stacks, which are one mapping."""
    with subprocess.Popen([str(word) for word in (PREFIX / "bin" / "toruscope-mpirun", *MPIRUN[2:], "-n", ranks, "./exchanges", "held")],
                          cwd=WORK, stdin=subprocess.PIPE) as process:
        stat, waits, until = pathlib.Path(f"/proc/{process.pid}/wchan"), 0, time.monotonic() + 600
        while waits < 5:  # for its input
            time.sleep(0.2)
            if process.poll() is not None or time.monotonic() > until:
                process.kill()
                sys.exit(f"{ranks} ranks: ended, or were not seen to wait for input (/proc/PID/wchan)")
            waits = waits + 1 if "pipe_read" in stat.read_text(encoding="utf-8") else 0
        everything = stacks = size = 0
        for line in pathlib.Path(f"/proc/{process.pid}/smaps").read_text(encoding="utf-8").splitlines():
            word, _, value = line.partition(":")
            if word == "Size":
                size = int(value.split()[0])
            elif word == "Rss":
                everything += int(value.split()[0])
                stacks += int(value.split()[0]) if size >= 8192 * ranks else 0
        process.stdin.write(b"x")
        process.stdin.close()
        process.wait()
    return everything, stacks


def memory():
    few, many = 64, 4096
    all_few, stacks_few = held(few)
    all_many, stacks_many = held(many)
    each, stack = (all_many - all_few) / (many - few), (stacks_many - stacks_few) / (many - few)
    print(f"memory, 4,096 ranks: {each:.1f} KiB a rank, of which its stack {stack:.1f} KiB", flush=True)


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    made(PREFIX / "bin" / "toruscope-mpicc", "-O2", HERE / "exchanges.c", "-o", "exchanges")
    memory()
    ping_pong()
    beside_smpi()


main()
