#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The colours of view/page/theme.css: pairs of roles that meet are told apart in normal and in colour-blind sight, and contrast
with the background.

Usage: colours_test.py THEME.css. Distances are of OKLab, times 100. Source of the simulation: Machado, Oliveira, Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, full severity.
"""
import math
import pathlib
import re
import sys

SIGHTS = {
    "normal": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
PAIRS = [("send", "recv"), ("send", "wait"), ("send", "crit"), ("recv", "wait"), ("recv", "crit"), ("wait", "crit"),
         ("reach", "crit"), ("reach", "wait")]
LEAST_DISTANCE = 11.5
LEAST_CONTRAST = {"ink": 7, "ink2": 4.5, "ink3": 3, "send": 4.5, "recv": 3, "wait": 2.95, "crit": 4.5, "reach": 4.5}


def linear(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= .04045 else ((c + .055) / 1.055) ** 2.4 for c in parts]


def oklab(rgb):
    r, g, b = (max(0, c) for c in rgb)
    cones = [(.4122214708 * r + .5363325363 * g + .0514459929 * b) ** (1 / 3),
             (.2119034982 * r + .6806995451 * g + .1073969566 * b) ** (1 / 3),
             (.0883024619 * r + .2817188376 * g + .6299787005 * b) ** (1 / 3)]
    rows = [[.2104542553, .793617785, -.0040720468], [1.9779984951, -2.428592205, .4505937099],
            [.0259040371, .7827717662, -.808675766]]
    return [sum(a * c for a, c in zip(row, cones)) for row in rows]


def seen(colour, sight):
    rgb = linear(colour)
    return oklab([sum(a * c for a, c in zip(row, rgb)) for row in SIGHTS[sight]])


def contrast(one, other):
    light = [sum(w * c for w, c in zip((.2126, .7152, .0722), linear(colour))) for colour in (one, other)]
    return (max(light) + .05) / (min(light) + .05)


def main():
    blocks = re.findall(r"\{([^}]*)\}", pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    themes = {name: dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", block)) for name, block in zip(("light", "dark"), blocks)}
    faults = []
    for theme, colours in themes.items():
        for sight in SIGHTS:
            distance, pair = min((100 * math.dist(seen(colours[a], sight), seen(colours[b], sight)), f"{a} and {b}") for a, b in PAIRS)
            print(f"{theme}, {sight}: least distance {distance:.1f}, of {pair}")
            if distance < LEAST_DISTANCE:
                faults.append(f"{theme}, {sight}: {pair} are {distance:.1f} apart; at least {LEAST_DISTANCE}")
        for role, least in LEAST_CONTRAST.items():
            if (ratio := contrast(colours[role], colours["bg"])) < least:
                faults.append(f"{theme}: {role} has contrast {ratio:.2f} with the background; at least {least}")
    print("\n".join(faults) or "all roles are told apart")
    return 1 if faults or len(themes) != 2 else 0


if __name__ == "__main__":
    sys.exit(main())
