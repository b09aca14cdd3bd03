#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Processes of the module for Python: progress as it comes, an interrupt that leaves nothing, MPI programs.

Usage: process_test.py, with TORUSCOPE naming the program, and PYTHONPATH the module.
"""
import io
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

import toruscope

PROGRAM = pathlib.Path(os.environ["TORUSCOPE"])
MPI = PROGRAM.parents[1] / "mpi" / "launch" / "toruscope-mpicc"

# Minutes of work; nobody waits for its end.
LONG = """
import sys, toruscope
print("begins", flush=True)
try:
    toruscope.bench("alltoall", algorithm="direct", topology="torus:64x64", data="none", scale="p=4000,4096", plot=PLOT)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Stub(unittest.TestCase):
    """Scripts in place of the program."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def program(self, text):
        """A script with this text, which writes a document of no rows unless it ends before."""
        path = self.scratch / "program"
        path.write_text(f'#!/bin/bash\nif [ "$1" = --version ]; then echo toruscope {toruscope.__version__}; exit; fi\n'
                        f'{text}\nwhile [ "$1" != --json ]; do shift; done\necho "{{}}" >"$2"\n', encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return mock.patch.dict(os.environ, TORUSCOPE=str(path))

    def test_progress_is_one_line_that_goes_away(self):
        with self.program(r"""printf '\r\033[K3 of 24 runs' >&2; printf '\r\033[K' >&2; echo 'a note' >&2
printf '\r\033[K24 of' >&2"""), mock.patch("sys.stderr", Terminal()) as shown:
            result = toruscope.machines()
        self.assertEqual(result.messages, ["a note"])
        line = ""  # as a terminal shows it
        seen = set()
        for part in shown.getvalue().split("\r"):
            line = part + line[len(part):]
            seen.add(line.strip())
        self.assertLessEqual(seen, {"", "3 of 24 runs", "24 of"})
        self.assertEqual(line.strip(), "")

    def test_progress_comes_while_the_program_runs(self):
        with self.program(rf"""printf '\r\033[K3 of 24 runs' >&2; while [ ! -e {self.scratch}/seen ]; do sleep 0.01; done"""):
            shown = Terminal()
            shown.write = lambda text: "3 of 24 runs" in text and (self.scratch / "seen").touch()
            with mock.patch("sys.stderr", shown):
                toruscope.machines()  # ends, as the line is shown before

    def test_progress_is_for_terminals_and_notebooks_alone(self):
        with self.program(r"printf '\r\033[K3 of 24 runs' >&2"), mock.patch("sys.stderr", io.StringIO()) as shown:
            toruscope.machines()
            self.assertEqual(shown.getvalue(), "")
            with mock.patch.dict(sys.modules, ipykernel=None):
                toruscope.machines()
        self.assertIn("\r3 of 24 runs", shown.getvalue())

    def test_progress_in_a_notebook_is_an_output_that_is_emptied(self):
        shown = []

        def display(data, **options):
            self.assertEqual(options, {"raw": True, "display_id": True})
            shown.append(data)
            return mock.Mock(update=lambda data, raw: shown.append(data))

        python = mock.Mock(get_ipython=lambda: mock.Mock(kernel=1), display=mock.Mock(display=display))
        with self.program(r"printf '\r\033[K3 of 24 runs' >&2; sleep 0.2; printf '\r\033[K' >&2"), \
                mock.patch("sys.stderr", io.StringIO()) as errors, mock.patch.dict(sys.modules, ipykernel=mock.Mock(), IPython=python):
            toruscope.machines()
        self.assertEqual((shown[0], shown[-1], errors.getvalue()), ({"text/plain": "3 of 24 runs"}, {"text/plain": ""}, ""))

    def test_no_other_file_is_open_in_the_program(self):
        with self.program("for file in /proc/$$/fd/*; do readlink $file; done | grep -c -e memfd: -e /mine >&2"), \
                open(self.scratch / "mine", "w", encoding="utf-8"):
            self.assertEqual(toruscope.machines().messages, ["2"])  # the document and the table

    def test_where_there_is_no_terminal_lines_come_all_the_same(self):
        with self.program("echo 'a note' >&2"), mock.patch("os.openpty", side_effect=OSError(19, "No such device")):
            self.assertEqual(toruscope.machines().messages, ["a note"])

    def test_threads_run_side_by_side(self):
        results = []
        with self.program("echo $$ >&2"):
            threads = [threading.Thread(target=lambda: results.append(toruscope.machines().messages[0])) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(len(set(results)), 4)

    def test_a_program_that_heeds_no_signal_is_killed(self):
        with self.program(f"trap '' TERM INT\necho $$ >{self.scratch}/id; while true; do sleep 0.05; done"), \
                mock.patch("toruscope.program.PATIENCE", (0.1, 0.1)):
            interrupt = threading.Thread(target=self.interrupt_at, args=(self.scratch / "id",))
            interrupt.start()
            with self.assertRaises(KeyboardInterrupt):
                toruscope.machines()
            interrupt.join()
        self.assertFalse(pathlib.Path("/proc", (self.scratch / "id").read_text(encoding="utf-8").strip()).exists())

    @staticmethod
    def interrupt_at(file):
        while not file.exists() or not file.read_text(encoding="utf-8"):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)


def session_of(process):
    """The processes of its session but itself, as their command lines by their numbers."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, session, *_ = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            command = (folder / "cmdline").read_text(encoding="utf-8").split("\0")
        except OSError:
            continue
        if int(session) == process.pid and state != "Z" and int(folder.name) != process.pid:
            found[int(folder.name)] = command
    return found


def runs(number, command):
    """True of the program once it has workers."""
    return command[0] == str(PROGRAM) and "bench" in command and len(os.listdir(f"/proc/{number}/task")) > 1


def compiles(_, command):
    return command[0].endswith("cc1plus")


class Interrupt(unittest.TestCase):
    def interrupted(self, code, is_awaited, send):
        """Starts Python with this code in a session of its own, interrupts it once there is a process as awaited."""
        with tempfile.TemporaryDirectory() as scratch:
            process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                       start_new_session=True, cwd=scratch, env={**os.environ, "TMPDIR": scratch})
            self.assertEqual(process.stdout.readline(), "begins\n")
            while not any(is_awaited(*one) for one in session_of(process).items()):
                self.assertIsNone(process.poll(), "it ended too early")
                time.sleep(0.01)
            send(process.pid, signal.SIGINT)
            out, err = process.communicate()
            self.assertEqual((out, err), ("interrupted\n", ""))
            self.assertEqual(session_of(process), {})
            self.assertEqual(os.listdir(scratch), [])

    def test_of_python_alone_leaves_no_process_and_no_file(self):
        self.interrupted(LONG.replace("PLOT", "None"), runs, os.kill)

    def test_of_the_whole_group_does_not_either(self):
        self.interrupted(LONG.replace("PLOT", "None"), runs, os.killpg)

    def test_with_pictures_under_way_does_not_either(self):
        self.interrupted(LONG.replace("PLOT", "True"), runs, os.kill)

    def test_of_grading_ends_the_compiler_too(self):
        code = LONG.replace(LONG[LONG.index("toruscope.bench"):LONG.index("\nexcept")], 'toruscope.grade("01", view=True)')
        self.interrupted(code, compiles, os.kill)


@unittest.skipUnless(MPI.with_name("toruscope-mpirun").exists(), "toruscope-mpirun is not built")
class MpiPrograms(unittest.TestCase):
    SOURCE = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int rank, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("sum %d, %s\\n", sum, argc > 1 ? argv[1] : "-");
  if (rank == 1) fprintf(stderr, "an error\\n");
  if (argc > 2) MPI_Recv(&sum, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return argc > 1 ? atoi(argv[1]) : 0;
}
"""

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.scratch)
        pathlib.Path(cls.scratch, "sum.c").write_text(cls.SOURCE, encoding="utf-8")
        cls.sum = os.path.join(cls.scratch, "sum")
        subprocess.run([MPI, os.path.join(cls.scratch, "sum.c"), "-o", cls.sum], check=True)

    def test_have_their_output_and_a_row(self):
        result = toruscope.mpirun(self.sum, ranks=8, topology="ring:8", view=True)
        self.assertEqual((result.output, result.exit_code), ("sum 28, -\n", 0))
        self.assertIn("an error", result.messages)
        self.assertEqual(result[0]["pes"], 8)
        self.assertGreater(result[0]["T"], 0)
        self.assertIn("</html>", result.shown["view"])

    def test_have_their_exit_code(self):
        result = toruscope.mpirun(self.sum, "3", ranks=2)
        self.assertEqual((result.output, result.exit_code), ("sum 1, 3\n", 3))

    def test_that_deadlock_raise(self):
        with self.assertRaises(toruscope.Deadlock) as caught:
            toruscope.mpirun(self.sum, 0, "--wait", ranks=2)
        self.assertIn("MPI_Recv", str(caught.exception))

    def test_can_be_checked(self):
        self.assertEqual(toruscope.mpirun(self.sum, check=True).rows, [])


if __name__ == "__main__":
    unittest.main()
