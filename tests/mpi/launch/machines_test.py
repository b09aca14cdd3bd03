#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs programs of tests/mpi/launch/programs by `toruscope mpirun` on several machines, and asks where their time goes."""
import json
import os
import shutil
import subprocess
import unittest

from launcher import FOLDER, TORUSCOPE, WRAPPERS, built, main, mpirun, place, run

# A machine on which nothing costs but hops.
HOPS = ("--ts", "0s", "--tw", "0s", "--th", "1us")


class Machines(unittest.TestCase):
    def test_sweep(self):
        words = ("mpirun", "-n", 8, "--sweep", "topology=ring:8,complete:8", *HOPS, built("far.c"))
        ended = run(TORUSCOPE, *words, text="17\n")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        rows = [line.split() for line in ended.stdout.splitlines() if line.startswith(("ring:8", "complete:8"))]
        self.assertEqual([row[:2] for row in rows], [["ring:8", "4"], ["complete:8", "1"]], ended.stdout)
        self.assertEqual(ended.stderr.count("got 17\n"), 2)  # each run reads the same
        for workers in (1, 2, 4):
            ended = run(TORUSCOPE, "mpirun", "--quiet", "-j", workers, "-n", 8, "--sweep", "topology=ring:8,complete:8", "--sweep",
                        "th=1us,3us", "--ts", "0s", "--tw", "0s", "--format", "json", built("far.c"), "fails")
            self.assertEqual(ended.returncode, 8, ended.stderr)
            results = json.loads(ended.stdout)["results"]
            self.assertEqual([(r["sweep"]["topology"], r["sweep"]["th"], r["program_code"]) for r in results],
                             [("ring:8", "1us", 8), ("ring:8", "3us", 8), ("complete:8", "1us", 8), ("complete:8", "3us", 8)])
            self.assertEqual([r["virtual_time"]["seconds"] for r in results], [4e-6, 12e-6, 1e-6, 3e-6])

    def test_placement(self):
        words = ("mpirun", "-n", 8, "-t", "ring:8", *HOPS)
        ended = run(TORUSCOPE, *words, "--embed", "greedy", built("far.c"), text="17\n")
        self.assertEqual((ended.returncode, ended.stdout), (0, "got 17\n"), ended.stderr)  # each run reads it, the last one prints
        self.assertIn("ring:8 placed by greedy", ended.stderr)
        self.assertRegex(" ".join(ended.stderr.split()), "greedy: T 1 us, .*in order: T 4 us")
        ended = run(TORUSCOPE, *words, "--embed", "greedy", built("far.c"), "fails", text="17\n")
        plain = run(TORUSCOPE, *words, built("far.c"), "fails", text="17\n")
        self.assertEqual((ended.returncode, ended.stdout), (plain.returncode, plain.stdout), ended.stderr)

    def test_algorithms(self):
        startups = ("--ts", "1us", "--tw", "0s", "--th", "0s", "--format", "json")
        # 2 (p - 1) and log2 p messages, one after the other
        for algorithm, words, sum_of_ranks, microseconds in (("ring", (), 84, 14), ("recursive_doubling", (), 84, 3),
                                                             ("ring", ("halves",), 34, 6), ("recursive_doubling", ("halves",), 34, 2)):
            ended = run(TORUSCOPE, "mpirun", "-n", 8, "--algorithm", f"all-reduce={algorithm},bcast=auto", *startups, built("sums.c"), *words)
            self.assertEqual((ended.returncode, ended.stderr), (0, f"{sum_of_ranks}\n"))
            result = json.loads(ended.stdout)["results"][0]
            self.assertEqual(result["virtual_time"]["seconds"], microseconds * 1e-6, algorithm)
            calls = 2 if words else 1  # of two halves, or of all
            self.assertEqual(result["collectives"], [{"operation": "allreduce", "algorithm": algorithm, "calls": calls}])
        ended = run(TORUSCOPE, "mpirun", "-n", 8, "--algorithm", "allreduce=ring", built("sums.c"))
        self.assertIn("collectives       allreduce by ring\n", ended.stderr)

    def test_sweep_of_algorithms(self):
        machine = ("-n", 8, "--ts", "1us", "--tw", "0s", "--th", "0s")
        ring, doubling, two = "allreduce=ring", "allreduce=recursive_doubling", "allreduce=ring,bcast=auto"
        for axis, names in ((f"algorithm={ring},{doubling}", [ring, doubling]), (f"algorithm={doubling};{two}", [doubling, two])):
            ended = run(TORUSCOPE, "mpirun", *machine, "--format", "json", "--sweep", axis, built("sums.c"))
            results = json.loads(ended.stdout)["results"]
            microseconds = {ring: 14, doubling: 3, two: 14}
            self.assertEqual([(r["sweep"]["algorithm"], r["virtual_time"]["seconds"]) for r in results],
                             [(name, microseconds[name] * 1e-6) for name in names], ended.stderr)
        table = run(TORUSCOPE, "mpirun", "--quiet", *machine, "--sweep", f"algorithm={ring},{doubling}", built("sums.c")).stdout
        rows = [line.split()[:2] for line in table.splitlines() if line.startswith("allreduce=")]
        self.assertEqual(rows, [[ring, "14"], [doubling, "3"]], table)
        for words, sentence in ((("mpirun", "-n", 8, "--sweep", "algorithm=ring", built("sums.c")), "of which operation?"),
                                (("bench", "allreduce", "--sweep", "algorithm=ring,auto"), "algorithm is swept by mpirun alone")):
            ended = run(TORUSCOPE, *words)
            self.assertEqual((ended.returncode, ended.stdout), (2, ""), ended.stderr)
            self.assertIn(sentence, ended.stderr)

    def test_algorithms_refuse(self):
        for asked, sentence in (("ring", "of which operation? Write OPERATION=NAME"), ("bcast=nosuch", "broadcast algorithm"),
                                ("shift=direct", "MPI has no function of operation shift"), ("sum=ring", "operation"),
                                ("allreduce=torus", "allreduce/torus: needs a torus")):
            ended = run(TORUSCOPE, "mpirun", "-n", 8, "--algorithm", asked, built("sums.c"))
            self.assertEqual((ended.returncode, ended.stdout), (2, ""), ended.stderr)
            self.assertIn(sentence, ended.stderr)

    def test_sweep_refuses(self):
        for words, sentence in ((("--sweep", "block=1,2"), "--sweep block is for collective operations"),
                                (("--sweep", "th=1us,2us", "--events", "e.jsonl"), "--events would be written by every run"),
                                (("--sweep", "topology=ring:4,ring:8"), "8 ranks, and ring:4 has 4 PEs"), (("--columns", "T"), "--sweep")):
            ended = run(TORUSCOPE, "mpirun", "-n", 8, *words, built("far.c"))
            self.assertEqual((ended.returncode, ended.stdout), (2, ""), ended.stderr)
            self.assertIn(sentence, ended.stderr)

    def test_input_that_cannot_be_kept(self):
        words = [TORUSCOPE, "mpirun", "-n", "8", "--sweep", "th=1us,2us", built("far.c")]
        folder = os.open(FOLDER, os.O_RDONLY)
        try:
            for more, code, sentence in (((), 6, "standard input cannot be read for several runs (Is a directory)"),
                                         (("--virtual-time-limit", "5"), 2, "virtual time limit: it needs a unit")):
                ended = subprocess.run([*words[:2], *more, *words[2:]], stdin=folder, capture_output=True, text=True, check=False)
                self.assertEqual((ended.returncode, ended.stdout), (code, ""), ended.stderr)
                self.assertIn(sentence, ended.stderr)
        finally:
            os.close(folder)
        ended = run(*words[:2], "--memory", "1M", *words[2:], text="1\n" * (1 << 20))
        self.assertEqual((ended.returncode, ended.stdout), (6, ""), ended.stderr)
        self.assertIn("standard input, which is kept for several runs, is longer than the limit of memory, 1 MiB", ended.stderr)

    def test_virtual_time_limit(self):
        first = None
        for workers in (1, 2, 4):
            ended = mpirun(4, built("far.c"), "forever", options=["-j", workers, "--virtual-time-limit", "2500ms"])
            self.assertEqual(ended.returncode, 7)
            self.assertIn("mpirun: the virtual time limit of 2500ms has passed", ended.stderr)
            self.assertIn("(PE 0 at 3", ended.stderr)
            first = first or ended.stdout
            self.assertEqual(ended.stdout, first)
        self.assertEqual([first.splitlines().count(str(rank)) for rank in range(4)], [3, 3, 3, 3])
        self.assertEqual(mpirun(4, built("far.c"), options=["--virtual-time-limit", "1s"]).returncode, 0)
        self.assertEqual(mpirun(4, built("far.c"), options=["--virtual-time-limit", "5"]).returncode, 2)


class Why(unittest.TestCase):
    def test_explanation_names_calls_and_lines(self):
        ended = run(TORUSCOPE, "mpirun", "-n", 8, "-t", "ring:8", *HOPS, "--explain", built("far.c"), "work", text="4\n")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        lines = [" ".join(line.split()) for line in ended.stdout.splitlines()]
        # 2 ms of work, four hops of 1 us
        self.assertIn("outside of MPI 2 ms 99.8 % 0", lines, ended.stdout)
        self.assertIn(f"MPI_Recv, {place('far.c', 'MPI_Recv')} 4 us 0.2 % 1", lines)
        self.assertEqual(ended.stderr.count("got 4\n"), 1)

    def test_a_call_whose_error_is_returned_ends(self):
        ended = run(TORUSCOPE, "mpirun", "-n", 8, "-t", "ring:8", *HOPS, "--explain", "--format", "json", built("far.c"), "wrong")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        calls = json.loads(ended.stdout)["results"][0]["mpi_calls"]
        self.assertEqual([(call["function"], call["line"], call["messages"]) for call in calls],
                         [("MPI_Recv", place("far.c", "MPI_Recv"), 1)])

    def test_explanation_refuses_files(self):
        for option, value in (("--events", "e.jsonl"), ("--trace", "t.json"), ("--view", "v.html"), ("--export", "e.goal"),
                              ("--traffic", "t.csv"), ("--links", "l.csv"), ("--heatmap", "h.svg")):
            ended = mpirun(8, built("far.c"), options=["--explain", option, value])
            self.assertEqual((ended.returncode, ended.stdout), (2, ""), ended.stderr)
            self.assertIn(f"mpirun: {option} is for one run, --explain makes several", ended.stderr)
            self.assertFalse((FOLDER / value).exists())

    def test_explanation_ends_as_a_run(self):
        words = ("-t", "ring:8", *HOPS, "--explain")
        for program, how, more, code in (("far.c", "work", ("--require", "T<=3ms"), 0), ("far.c", "work", ("--require", "T<=2ms"), 1),
                                         ("far.c", "fails", ("--require", "T<=1us"), 8), ("ends.c", "mpi_abort", (), 42),
                                         ("ends.c", "deadlock", (), 3)):
            ended = mpirun(8, built(program), how, options=[*words, *more])
            self.assertEqual(ended.returncode, code, ended.stderr)
        ended = run(TORUSCOPE, "mpirun", "-n", 2, "--explain", built("far.c"), "unread")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("mpirun: 1 message was never received; the first is 0 -> 1, tag 7, 4 bytes", ended.stderr)

    def test_critical_path_has_them(self):
        ended = run(TORUSCOPE, "mpirun", "-n", 8, "-t", "ring:8", "--ts", "5us", "--tw", "0s", "--th", "1us", "--critical-path", "--format",
                    "json", built("far.c"))
        self.assertEqual(ended.returncode, 0, ended.stderr)
        calls = json.loads(ended.stdout)["results"][0]["mpi_calls"]
        self.assertEqual([(call["function"], call["line"], call["messages"]) for call in calls],
                         [("MPI_Send", place("far.c", "MPI_Send(&read"), 0), ("MPI_Recv", place("far.c", "MPI_Recv"), 1)])

    def test_lines_of_fortran(self):
        if shutil.which("gfortran") is None:
            self.skipTest("no gfortran")
        source = FOLDER / "wait.f90"
        source.write_text("program wait\n  use mpi\n  integer :: e, v\n  call mpi_init(e)\n"
                          "  call mpi_recv(v, 1, mpi_integer, 0, 0, mpi_comm_world, mpi_status_ignore, e)\nend program\n")
        self.assertEqual(run(WRAPPERS / "toruscope-mpifort", "-g", source, "-o", FOLDER / "wait").returncode, 0)
        ended = mpirun(2, FOLDER / "wait")
        self.assertEqual(ended.returncode, 3, ended.stderr)
        self.assertIn("    in MPI_Recv, wait.f90:5\n", ended.stderr)


if __name__ == "__main__":
    main()
