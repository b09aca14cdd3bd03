#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pairwise exchange as a schedule in GOAL, for LogGOPSim: schedule.py P BYTES REPETITIONS STEPS > FILE.

A rank's next send and receive begin when both of the step before are over. Source of the language: Hoefler, Siebert, Lumsdaine,
"Group Operation Assembly Language - a flexible way to express collective communication", ICPP 2009.
"""
import sys


def main():
    p, size, repetitions, steps = map(int, sys.argv[1:5])
    out = [f"num_ranks {p}\n"]
    for rank in range(p):
        out.append(f"rank {rank} {{\n")
        for i in range(repetitions * steps):
            d = 1 + i % steps * (p - 1) // steps
            out.append(f"s{i}: send {size}b to {(rank + d) % p} tag 0\n")
            out.append(f"r{i}: recv {size}b from {(rank - d) % p} tag 0\n")
            if i > 0:
                out.extend(f"{x}{i} requires {y}{i - 1}\n" for x in "sr" for y in "sr")
        out.append("}\n")
    sys.stdout.writelines(out)


main()
