#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The process of a PE program in Python: its end, its files, its garbage.

Usage: copies_test.py, with TORUSCOPE naming the program of the build, and PYTHONPATH the module.
"""
import contextlib
import gc
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

import toruscope


class Runs(unittest.TestCase):
    def test_in_garbage_of_another_thread_end_with_their_pe(self):
        def program(comm):
            if comm.rank == 0:
                cycle = [comm.irecv(source=1)]
                cycle.append(cycle)
                del cycle
            comm.barrier()
            gc.collect()      # by PE 3 as well, before PE 0 ends
            comm.barrier()

        for workers in (1, 2):
            with self.assertRaisesRegex(toruscope.ProgramError, "the irecv from PE 1.*destroyed before its wait.*PE 0"):
                toruscope.run(program, topology="ring:4", workers=workers)

    def test_end_with_their_process(self):
        code = "import toruscope; toruscope.run(lambda comm: [comm.barrier() for _ in iter(int, 1)])"
        for number in (signal.SIGKILL, signal.SIGTERM):
            parent = subprocess.Popen([sys.executable, "-c", code])
            children = pathlib.Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
            while not children.read_text(encoding="ascii"):
                time.sleep(0.01)
            child = pathlib.Path("/proc", children.read_text(encoding="ascii").split()[0])
            time.sleep(0.5)  # the copy has said by then with whom it ends
            parent.send_signal(number)
            parent.wait()
            while child.exists() and "Z" not in (child / "stat").read_text(encoding="ascii").split():
                time.sleep(0.01)

    def test_ended_by_the_program_are_told(self):
        for code in (0, 5):
            with self.assertRaisesRegex(toruscope.Error, rf"os._exit\({code}\)"):
                toruscope.run(lambda comm: os._exit(code), topology="ring:2")

    def test_keep_files_that_were_open_apart(self):
        with contextlib.ExitStack() as stack:
            files = [stack.enter_context(open(os.devnull, "w", encoding="ascii")) for _ in range(8)]

            def program(comm):
                for file in files:
                    os.write(file.fileno(), b"noise")

            result = toruscope.run(program, topology="ring:2")
        self.assertNotIn("noise", str(result))

    def test_a_crash_ends_no_more_than_the_run(self):
        def program(comm):
            os.kill(os.getpid(), signal.SIGKILL)

        with self.assertRaises(toruscope.Error) as caught:
            toruscope.run(program, topology="ring:2")
        self.assertEqual(caught.exception.exit_code, 128 + signal.SIGKILL)


if __name__ == "__main__":
    unittest.main()
