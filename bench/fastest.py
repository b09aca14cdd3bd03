#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/fastest.md: what is fastest where on every preset that has a network, and the second best.

    bench/fastest.py PROGRAM FOLDER [--seconds 60] [--only PRESET,...] > tables.md

Runs `PROGRAM compare OPERATION -m PRESET --block SIZE --data none` one after the other. FOLDER keeps their JSON, so that
a second call goes on where the first one stopped. A run that takes longer is given up, with the larger sizes of its row.
"""
import argparse
import json
import pathlib
import subprocess
import sys

OPERATIONS = ["allreduce", "reduce_scatter", "allgather", "broadcast", "alltoall"]
SIZES = {"1K": "1 KiB", "64K": "64 KiB", "1M": "1 MiB", "16M": "16 MiB"}
UNITS = [("s", 1), ("ms", 1e-3), ("us", 1e-6)]


def presets(program):
    """Names of the presets that bring a network of their own, in the order of the list."""
    listed = subprocess.run([program, "machine", "list", "--format", "json"], check=True, capture_output=True, text=True)
    return [machine["name"] for machine in json.loads(listed.stdout)["machines"] if machine.get("topology")]


def result(options, preset, operation, size):
    """The JSON of a run, from an earlier call if there was one; None if it was given up."""
    path = pathlib.Path(options.folder) / f"{preset} {operation} {size}.json"
    given_up = path.with_suffix(".given_up")
    if given_up.exists():
        return None
    if not path.exists():
        run = path.with_suffix(".part.json")
        command = [options.program, "compare", operation, "-m", preset, "--block", size, "--data", "none"]
        print(*command[1:], file=sys.stderr, flush=True)
        try:
            subprocess.run(command + ["--json", str(run)], check=True, stdout=subprocess.DEVNULL, timeout=options.seconds)
        except subprocess.TimeoutExpired:
            given_up.touch()
            return None
        run.rename(path)
    return json.loads(path.read_text(encoding="utf-8"))


def time(seconds):
    unit, factor = next((u for u in UNITS if seconds >= u[1]), UNITS[-1])
    value = seconds / factor
    return f"{value:.{3 if value < 10 else 2 if value < 100 else 1}f} {unit}"


def names(runs):
    """Algorithms of equal T; of more than two the first one, and how many."""
    listed = [f"`{run['algorithm']}`" for run in runs]
    return " = ".join(listed) if len(listed) <= 2 else f"{listed[0]} = {len(listed) - 1} more"


def cell(found):
    """Fastest and second best with T, and the fastest one's share of the lower bound."""
    if found is None:
        return "not run"
    times = sorted({run["virtual_time"]["ticks"] for run in found["results"]})
    groups = [[run for run in found["results"] if run["virtual_time"]["ticks"] == ticks] for ticks in times[:2]]
    text = "; ".join(f"{names(group)} {time(group[0]['virtual_time']['seconds'])}" for group in groups)
    return f"{text}; {100 * groups[0][0]['efficiency']:.1f} %"


def print_table(options, operation, machines):
    print(f"\n## {operation}\n")
    print("| preset | " + " | ".join(SIZES.values()) + " |")
    print("|---" * (len(SIZES) + 1) + "|")
    for preset in machines:
        cells, is_given_up = [], False
        for size in SIZES:
            found = None if is_given_up else result(options, preset, operation, size)
            is_given_up = found is None
            cells.append(cell(found))
        print(f"| `{preset}` | " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", help="some presets: a,b")
    options = parser.parse_args()
    pathlib.Path(options.folder).mkdir(parents=True, exist_ok=True)
    machines = options.only.split(",") if options.only else presets(options.program)
    for operation in OPERATIONS:
        print_table(options, operation, machines)


if __name__ == "__main__":
    main()
