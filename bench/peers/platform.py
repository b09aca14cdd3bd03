#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A torus for SimGrid as platform file: platform.py ROWS COLUMNS HOSTFILE > PLATFORM.

Hosts n-0, n-1, ... in rows; each link 1 GB/s and 50 ns, as of the machine `generic`.
"""
import sys


def main():
    rows, columns, hostfile = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    p = rows * columns
    print(f"""<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="torus" topology="TORUS" topo_parameters="{rows},{columns}" prefix="n-" suffix="" radical="0-{p - 1}"
           speed="1Gf" bw="1GBps" lat="50ns"/>
</platform>""")
    with open(hostfile, "w", encoding="utf-8") as out:
        out.writelines(f"n-{i}\n" for i in range(p))


main()
