#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An interrupt of a PE program in Python ends all PEs, and leaves no process.

Usage: interrupts_test.py, with TORUSCOPE naming the program of the build, and PYTHONPATH the module.
"""
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest


INTERRUPTED = """
import toruscope
def program(comm):
    WORK
try:
    toruscope.run(program, topology="ring:8", workers=2)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


class Interrupt(unittest.TestCase):
    def interrupted(self, work):
        code = INTERRUPTED.replace("WORK", work)
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   start_new_session=True)
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while not self.is_running(children.read_text(encoding="utf-8").split()):
            self.assertIsNone(process.poll(), "it ended too early")
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=30)
        self.assertEqual(out, "interrupted\n")
        alive = [folder.name for folder in pathlib.Path("/proc").glob("[0-9]*") if self.session_of(folder) == process.pid]
        self.assertEqual(alive, [])

    @staticmethod
    def session_of(folder):
        try:
            return int((folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[3])
        except OSError:
            return None

    @staticmethod
    def is_running(children):
        return any(len(os.listdir(f"/proc/{child}/task")) > 2 for child in children)

    def test_ends_pes_that_exchange_messages(self):
        self.interrupted("while True: comm.sendrecv(1, (comm.rank + 1) % 8, source=(comm.rank - 1) % 8)")

    def test_ends_pes_that_never_call(self):
        self.interrupted("while True: pass")


if __name__ == "__main__":
    unittest.main()
