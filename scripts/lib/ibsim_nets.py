#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints a network for ibsim by name: trees of leaves and spines, tori with hosts at each switch."""
import sys


def tree(leaves, spines, hosts, cables):
    for leaf in range(leaves):
        yield from ((f"h{leaf * hosts + host}", f"leaf{leaf}") for host in range(hosts))
    for leaf in range(leaves):
        for spine in range(spines):
            yield from ((f"leaf{leaf}", f"spine{spine}") for _ in range(cables))


def torus(rows, columns, hosts):
    places = [(i, j) for i in range(rows) for j in range(columns)]
    for i, j in places:
        yield from ((f"h{(i * columns + j) * hosts + host}", f"s{i}.{j}") for host in range(hosts))
    for i, j in places:
        yield f"s{i}.{j}", f"s{(i + 1) % rows}.{j}"
        yield f"s{i}.{j}", f"s{i}.{(j + 1) % columns}"


NETWORKS = {"tree": tree(4, 2, 4, 1), "trunk": tree(4, 4, 4, 2), "tree6": tree(6, 3, 6, 1), "torus": torus(4, 4, 1),
            "torus55": torus(5, 5, 2)}

lines = {}
for ends in NETWORKS[sys.argv[1]]:
    ports = [len(lines.setdefault(node, [])) + 1 for node in ends]
    for own, other in ((0, 1), (1, 0)):
        lines[ends[own]].append(f'[{ports[own]}]\t"{ends[other]}"[{ports[other]}]')
for node, connected in lines.items():
    kind = f"Hca\t{len(connected)}" if node.startswith("h") else "Switch\t36"
    print(f'{kind}\t"{node}"', *connected, "", sep="\n")
