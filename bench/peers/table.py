#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of run.sh: table.py RESULTS. Lines "peer|RES operation=... p=... cpu_s=... messages=... ok=1"; peer "toruscope" is ours.

Processor time per message in microseconds, of all runs, and the quotient of the medians: the peer's over ours.
"""
import collections
import statistics
import sys


def read(path):
    """{workload: {peer: [microseconds per message]}} in the order of the file, and what was wrong."""
    found, wrong = collections.OrderedDict(), []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            peer, _, result = line.strip().partition("|")
            fields = dict(word.split("=", 1) for word in result.split()[1:])
            if fields["ok"] != "1":
                wrong.append(line.strip())
                continue
            messages = int(fields["messages"])
            workload = f"{fields['operation']} p = {fields['p']}, {fields['bytes']} B, {messages:,} messages"
            found.setdefault(workload, collections.OrderedDict()).setdefault(peer, []).append(
                1e6 * float(fields["cpu_s"]) / messages)
    return found, wrong


def main():
    found, wrong = read(sys.argv[1])
    print("| workload | program | runs | CPU us per message: min | median | max | times ours |")
    print("|---|---|---|---|---|---|---|")
    for workload, peers in found.items():
        ours = statistics.median(peers["toruscope"]) if "toruscope" in peers else None
        for peer, costs in peers.items():
            middle = statistics.median(costs)
            ratio = "" if peer == "toruscope" or not ours else f"{middle / ours:.1f}"
            print(f"| {workload} | {peer} | {len(costs)} | {min(costs):.3g} | {middle:.3g} | {max(costs):.3g} | {ratio} |")
    for line in wrong:
        print(f"wrong data: {line}", file=sys.stderr)
    return 1 if wrong or not found else 0


sys.exit(main())
