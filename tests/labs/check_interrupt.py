#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A signal that ends `toruscope grade`, at whatever stage, leaves no folder below TMPDIR.

Usage: check_interrupt.py PROGRAM LABS
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, LABS = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
LONGEST = 60  # seconds until a folder is there


class Interrupt(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def left_behind(self, how, after, folders, times=1):
        """What lies below TMPDIR, when the signal came so long after the folder of that number."""
        submission = LABS / "solutions" / "01-ring-broadcast.cpp"
        with subprocess.Popen([PROGRAM, "grade", "01", submission], env={**os.environ, "TMPDIR": str(self.folder)},
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as grading:
            seen, until = set(), time.monotonic() + LONGEST
            while len(seen) < folders and grading.poll() is None and time.monotonic() < until:
                seen |= set(self.folder.iterdir())
            time.sleep(after)
            for _ in range(times):
                grading.send_signal(how)
                time.sleep(0.02)
            grading.wait()
        time.sleep(0.2)  # what was killed with it may still write
        return list(self.folder.iterdir())

    def test_leaves_nothing_in_each_stage(self):
        for how, times in ((signal.SIGINT, 1), (signal.SIGTERM, 1), (signal.SIGINT, 3), (signal.SIGQUIT, 1)):
            for folders in (1, 2, 3, 4):
                for after in (0, 0.3):
                    with self.subTest(how=how.name, times=times, folders=folders, after=after):
                        self.assertEqual(self.left_behind(how, after, folders, times), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
