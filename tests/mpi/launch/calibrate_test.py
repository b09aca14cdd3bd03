#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles calibrate.c strictly, lets it measure emulated machines, and expects `toruscope calibrate` to find their costs again.

Usage: calibrate_test.py TORUSCOPE FOLDER_OF_THE_WRAPPERS [unittest's words]
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest

TORUSCOPE = WRAPPERS = FOLDER = None
UNITS = {"fs": 1e-15, "ps": 1e-12, "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=FOLDER, timeout=600, check=False)


def seconds(text):
    number, unit = re.fullmatch(r"([0-9.]+)([a-z]+)", text).groups()
    return float(number) * UNITS[unit]


class CalibratedEmulation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        (FOLDER / "calibrate.c").write_text(run(TORUSCOPE, "calibrate", "--program").stdout)
        made = run(WRAPPERS / "toruscope-mpicc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "calibrate.c", "-o", "calibrate")
        assert made.returncode == 0, made.stderr

    def calibrated(self, costs, ranks=2, network="complete:2", words=()):
        """The settings of the machine that is found on a machine of these costs, and what the command said."""
        options = [word for name, cost in costs.items() for word in ("--" + name, cost)]
        measured = run(TORUSCOPE, "mpirun", "-n", ranks, "--quiet", "-t", network, *options, *([] if "th" in costs else ["--th", "0s"]),
                       "./calibrate", "-r", 3, "-e", 1048576, *words)
        self.assertEqual(measured.returncode, 0, measured.stderr)
        (FOLDER / "measured.csv").write_text(measured.stdout)
        found = run(TORUSCOPE, "calibrate", "measured.csv", "-o", "found.toml", "--quiet")
        self.assertEqual(found.returncode, 0, found.stderr)
        self.assertEqual(run(TORUSCOPE, "machine", "check", "found.toml").returncode, 0)
        return tomllib.loads((FOLDER / "found.toml").read_text()), found.stdout

    def expect(self, found, costs):
        for name, cost in costs.items():
            self.assertAlmostEqual(seconds(found.get(name, "0s")) / seconds(cost), 1, delta=2e-5, msg=name)

    def test_startups_and_bytes(self):
        costs = {"ts": "900ns", "tr": "400ns", "tw": "80ps", "latency": "600ns"}
        found, _ = self.calibrated(costs)
        self.expect(found, costs)
        self.assertEqual(set(found) - {"source"}, set(costs))

    def test_transmission_and_gap(self):
        costs = {"ts": "900ns", "tr": "400ns", "tm": "70ns", "tw": "80ps", "latency": "600ns", "gap": "2us"}
        found, _ = self.calibrated(costs)
        self.expect(found, costs)

    def test_hops_by_a_map(self):
        (FOLDER / "map.txt").write_text("0 1 1\n0 2 2\n0 4 4\n1 4 3\n")
        costs = {"ts": "900ns", "tr": "400ns", "tw": "80ps", "latency": "600ns", "th": "50ns"}
        found, text = self.calibrated(costs, 8, "ring:8", ("-d", "map.txt"))
        self.expect(found, costs)
        self.assertIn("fan-out", text)  # compared, and not fitted

    def test_maps_that_are_not_understood(self):
        for content, reason in (("0 1 1\n# far\n0 2 2\n", "not RANK RANK LINKS"), ("0 1 1\n0 2\n", "not RANK RANK LINKS"),
                                ("0 1 1\n" * 1001, "more than 1000 lines"), ("", "the map has no line")):
            (FOLDER / "wrong.txt").write_text(content)
            refused = run(TORUSCOPE, "mpirun", "-n", 4, "--quiet", "-t", "ring:4", "./calibrate", "-d", "wrong.txt")
            self.assertNotEqual(refused.returncode, 0)
            self.assertIn("calibrate: -d: ", refused.stderr)
            self.assertIn(reason, refused.stderr)


if __name__ == "__main__":
    TORUSCOPE, WRAPPERS = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        FOLDER = pathlib.Path(folder)
        unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
