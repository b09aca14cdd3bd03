#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tables of bars.sh, from the JSON files of its runs: bars_table.py FOLDER bars|growth < ROWS.

bars: rows "label | program | benchmark | counter [| bar]". growth: rows "program|benchmark", one or more benchmarks each.
"""
import json
import pathlib
import statistics
import sys

UNITS = {"cpu_ns_per_message": "ns", "cpu_s_per_run": "s", "KiB_per_pe": "KiB", "speed_up": "times", "peak_MiB": "MiB"}


def runs(folder, program, benchmark):
    """{name: [counters of each run]} of the benchmarks that begin so; failed ones have none."""
    stem = f"{program} {benchmark}".replace("/", "_").replace(":", "_")
    found = {}
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        if path.name.rsplit(".", 2)[0] != stem or path.stat().st_size == 0:
            continue
        for run in json.loads(path.read_text(encoding="utf-8"))["benchmarks"]:
            if not run.get("error_occurred"):
                found.setdefault(run["name"].removesuffix("/process_time"), []).append(run)
    return found


def figure(value):
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def spread(values):
    return [figure(v) for v in (min(values), statistics.median(values), max(values))]


def print_bars(folder, rows):
    print("| case | bar | min | median | max | median / bar | | benchmark |")
    print("|---|---|---|---|---|---|---|---|")
    for row in rows:
        label, program, benchmark, counter, *own_bar = (field.strip() for field in row.split("|"))
        found = sum(runs(folder, program, benchmark).values(), [])
        where = f"`bench_{program} --benchmark_filter={benchmark}`"
        if not found:
            print(f"| {label} | | | | | | not measured | {where} |")
            continue
        values = [run[counter] for run in found]
        is_least = counter == "speed_up"
        bars = [float(own_bar[0])] if own_bar else [run["bar"] for run in found if "bar" in run]
        bar, ratio, verdict = "", "", ""
        if bars:
            middle = statistics.median(values) / statistics.median(bars)
            bar = ("at least " if is_least else "") + figure(statistics.median(bars)) + " " + UNITS[counter]
            ratio = f"{middle:.2f}"
            is_met = [(value >= limit if is_least else value <= limit) for value, limit in zip(values, bars * len(values))]
            verdict = "met" if (middle >= 1 if is_least else middle <= 1) else "**not met**"
            verdict += f", {sum(is_met)} of {len(values)}"
        print(f"| {label} | {bar} | " + " | ".join(spread(values)) + f" | {ratio} | {verdict} | {where} |")


def print_growth(folder, rows):
    print("| benchmark | unit | CPU: min | median | max | wall: median |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        program, benchmark = row.split("|")
        for name, found in runs(folder, program, benchmark).items():
            for counter in UNITS:
                if counter in found[0]:
                    values = [run[counter] for run in found]
                    walls = [run[other] for run in found if (other := counter.replace("cpu", "wall")) != counter and other in run]
                    wall = figure(statistics.median(walls)) if walls else ""
                    print(f"| `{name}` | {UNITS[counter]} | " + " | ".join(spread(values)) + f" | {wall} |")
                    break


def main():
    folder, kind = sys.argv[1:3]
    rows = [line.strip() for line in sys.stdin if line.strip()]
    (print_bars if kind == "bars" else print_growth)(folder, rows)


main()
