#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs programs of tests/mpi/launch/programs by `toruscope mpirun`: what is each rank's own, what comes out in which order, how runs
end, and what is refused.
"""
import json
import shutil
import struct
import subprocess
import unittest

from launcher import FOLDER, PROGRAMS, TORUSCOPE, WRAPPERS, built, main, mpirun, place, run


class OwnOfARank(unittest.TestCase):
    def test_variables_and_lines(self):
        ended = mpirun(4, built("hello.c"), "x")
        self.assertEqual(ended.returncode, 3, ended.stderr)
        numbers = "argument x, rand 886 383, large 0"
        self.assertEqual(ended.stdout.splitlines(),
                         [f"rank {r} of 4: counter {6 + r}, {numbers}" for r in range(4)] +
                         [f"rank ended with {6 + r}" for r in range(4)])
        self.assertEqual(ended.stderr.splitlines(), [f"error of {r}" for r in range(4)])

    def test_options_and_input(self):
        ended = mpirun(2, built("texts.c"), "file1", "-n", "4", "-v", "file2", "--steps=9", "--verb", text="17\nsecond line\n")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        lines = ended.stdout.splitlines()
        self.assertEqual(lines[:8], [f"{r}: {o}" for o in ("n 4", "v -", "s 9", "v -") for r in range(2)])
        for line in ("0: word file1", "0: word file2", "1: word file2", "0: scanf 1, 17", "0: fgets second line", "0: end 1",
                     "1: scanf -1, 0", "1: end 1", "0: 383 0.170828", "1: 290 0.041630", "1: not lost"):
            self.assertIn(line, lines)

    def test_copies_of_variables_of_the_c_library(self):
        program = FOLDER / "copied"
        flags = run(WRAPPERS / "toruscope-mpicc", "-show").stdout.split()[1:-2]
        made = run("gcc", PROGRAMS / "texts.c", "-o", program, "-fPIE", "-pie", *flags)
        self.assertEqual(made.returncode, 0, made.stderr)
        words = ("file1", "-n", "4", "-v", "file2", "--steps=9", "--verb")
        ended, other = (mpirun(2, p, *words, text="17\nsecond line\n") for p in (program, built("texts.c")))
        self.assertEqual((ended.returncode, ended.stdout), (0, other.stdout), ended.stderr)

    def test_cpp_streams(self):
        ended = mpirun(2, built("streams.cpp"), text="99\n")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        lines = ended.stdout.splitlines()
        self.assertEqual(lines[:4], ["constructed", "constructed", "0: 3.142", "1: 3.14159"])
        for line in ("0: 5 0 1", "1: 6 1 1", "0: read 99", "1: nothing to read", "0: slept 3000010 ns", "destroyed after 1"):
            self.assertIn(line, lines)
        self.assertEqual(ended.stderr.splitlines(), ["0: on cerr", "1: on cerr"])

    def test_fortran_units(self):
        if shutil.which("gfortran") is None:
            self.skipTest("no gfortran")
        shutil.copy(PROGRAMS / "in.txt", FOLDER)
        ended = mpirun(2, built("units.f90"), text="55\n")
        self.assertEqual(ended.returncode, 4, ended.stderr)
        lines = [" ".join(line.split()) for line in ended.stdout.splitlines()]
        for line in ("0 line 1 first 0", "1 line 1 first 0", "0 line 2 second 0", "1 line 2 second 0", "begun by 0, ended by 0",
                     "begun by 1, ended by 1", "0 seeded 0.4711125", "1 seeded 0.4711125", "0 read 55", "1 nothing to read"):
            self.assertIn(line, lines)
        self.assertEqual((FOLDER / "out1").read_text().split(), ["of", "rank", "1", "again", "1"])
        self.assertIn("STOP 4", ended.stderr)

    def test_fortran(self):
        if shutil.which("gfortran") is None:
            self.skipTest("no gfortran")
        ended = mpirun(3, built("stencil.f90", "-w"))
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertEqual(sorted(ended.stdout.splitlines()), [  # as MPICH prints them, but for the last line
            "block  1.0  2.0  0.0  1.0  2.0  0.0", "from  2  1  1  1", "from  2  2  2  1",
            "rank 0:   0.0  1.0 F T  0 T", "rank 0: sums    18.0    3.0    3.0 T",
            "rank 1:   0.0  2.0 F T  1 F", "rank 1: sums    18.0    3.0    3.0 T",
            "rank 2:   1.0  2.0 F T  2 F", "rank 2: sums    18.0    3.0    3.0 T",
            "the grid|  8 T Tpe0 F 16  3  1  1"])
        ended = mpirun(3, built("fixed.f"))
        self.assertEqual((ended.returncode, ended.stdout.split()[:3]), (42, ["RANK", "0", "42"]), ended.stderr)
        new = FOLDER / "new.f90"
        new.write_text("program new\n  use, intrinsic :: iso_c_binding\n  use mpi_f08\nend program\n")
        self.assertIn("mpi_f08 is not there", run(WRAPPERS / "toruscope-mpifort", new).stderr)

    def test_openmp(self):
        ended = mpirun(2, built("regions.c", "-fopenmp"), options=["-j", 1])
        result = "4950 4950 30 50 1 1 11 17 1234 threads 1 parallel 0 later 1"
        self.assertEqual(ended.stdout.splitlines(), [f"{r}: {result}" for r in range(2)], ended.stderr)

    def test_clocks(self):
        lines = mpirun(2, built("clocks.c")).stdout.splitlines()
        self.assertEqual(lines[0], "Sat Jan  1 00:00:02 2000")
        self.assertIn("monotonic 2.001000020", lines)
        self.assertEqual(lines.count("work 0.250000010"), 2)
        self.assertIn("day 946684802.001000, MPI_Wtime 2.001000040", lines)


class Polls(unittest.TestCase):
    def test_loops_end(self):
        first = None
        for workers in (1, 2, 4):
            ended = mpirun(4, built("polls.c"), options=["-j", workers])
            self.assertEqual(ended.returncode, 0, ended.stderr)
            first = first or ended.stdout
            self.assertEqual(ended.stdout, first)
        lines = ["at first 0 0", "values 10 11, 7 turns"] + [f"{(r + 1) % 4}: from {r}" for r in range(4)]
        self.assertEqual(sorted(first.splitlines()), sorted(lines + [f"{r}: then {(r + 1) % 4}, soon" for r in range(4)]))

    def test_without_hope(self):
        ended = mpirun(2, built("polls.c"), "never")
        self.assertEqual(ended.returncode, 3)
        self.assertIn("deadlock", ended.stderr)
        self.assertIn("10000", ended.stderr.replace(",", ""))


class Order(unittest.TestCase):
    def test_is_the_same_for_any_number_of_workers(self):
        for program, ranks in ((built("ring.c"), 64), (built("hello.c"), 33), (built("streams.cpp"), 16)):
            first = mpirun(ranks, program, options=["-j", 1])
            for workers in (2, 4):
                other = mpirun(ranks, program, options=["-j", workers])
                self.assertEqual((first.stdout, first.stderr, first.returncode), (other.stdout, other.stderr, other.returncode))

    def test_lines_with_their_ranks(self):
        ended = mpirun(2, built("ends.c"), options=["--tag-output"])
        self.assertEqual(ended.stdout.splitlines(), ["[0] begun", "[1] begun"])

    def test_that_cannot_be_written(self):
        source, talks = FOLDER / "talks.c", FOLDER / "talks"
        source.write_text("#include <stdio.h>\nint main(void) { for (int i = 0; i < 5000; ++i) puts(\"a line of some length\"); return 0; }\n")
        self.assertEqual(run(WRAPPERS / "toruscope-mpicc", source, "-o", talks).returncode, 0)
        for options in ((), ("--tag-output",)):
            for program in (built("ends.c"), talks):  # at the end, and while the run goes on
                with open("/dev/full", "w", encoding="utf-8") as full:
                    ended = subprocess.run([TORUSCOPE, "mpirun", "-n", "2", "--quiet", *options, program], stdout=full,
                                           stderr=subprocess.PIPE, text=True, timeout=300, check=False)
                self.assertEqual(ended.returncode, 6, ended.stderr)
                self.assertIn("cannot write to standard output: the disk is full", ended.stderr)

    def test_fewer_ranks_than_pes(self):
        ended = mpirun(3, built("ends.c"), "exit", options=["-t", "torus:2x4"])
        self.assertEqual((ended.returncode, ended.stdout), (12, "begun\n" * 3))


class Loading(unittest.TestCase):
    def test_finds_the_names_by_itself(self):
        flags = [word for word in run(WRAPPERS / "toruscope-mpicc", "-show").stdout.split()[1:] if "rpath" not in word]
        self.assertEqual(run("gcc", PROGRAMS / "ends.c", "-o", FOLDER / "elsewhere", *flags).returncode, 0)
        self.assertEqual(mpirun(2, FOLDER / "elsewhere").returncode, 0)

    def test_memory_is_short(self):
        ended = mpirun(64, built("ends.c"), options=["--memory", "1M"])
        self.assertEqual(ended.returncode, 6, ended.stderr)

    def test_many_ranks(self):
        ended = mpirun(1000, built("ends.c"), "exit")
        self.assertEqual(ended.returncode, 255, ended.stderr)
        self.assertEqual(ended.stdout, "begun\n" * 1000)


class Ends(unittest.TestCase):
    def check(self, how, code, words):
        ended = mpirun(3, built("ends.c"), how)
        self.assertEqual(ended.returncode, code, ended.stderr)
        for word in words:
            self.assertIn(word, ended.stderr)

    def test_codes(self):
        self.check("mpi_abort", 42, ["PE 1", "MPI_Abort(42)", f"in MPI_Abort, {place('ends.c', '42')}"])
        self.check("abort", 134, ["PE 1", "abort()", "MPI_Barrier"])
        self.check("assert", 134, ["Assertion `rank == 0' failed"])
        self.check("deadlock", 3, ["deadlock", "PE 1  recv from 0", f"    in MPI_Recv, {place('ends.c', 'MPI_Recv')}\n",
                                       f"    in MPI_Finalize, {place('ends.c', 'MPI_Finalize')}\n"])
        self.check("missing", 7, ["PE 1", "MPI_Win_fence"])
        self.check("_exit", 7, [])
        self.check("quick_exit", 8, [])
        self.check("exit", 12, [])

    def test_crash_names_rank_place_and_call(self):
        ended = mpirun(4, built("ends.c"), "crash", options=["-t", "torus:2x2"])
        self.assertEqual(ended.returncode, -11)
        self.assertIn("rank 1 of 4 at (0, 1); its last MPI call was MPI_Barrier, its last line: begun", ended.stderr)
        self.assertEqual(ended.stdout, 4 * "begun\n")  # those before the crash

    def test_exception_that_nobody_catches(self):
        ended = mpirun(2, built("streams.cpp"), "throw")
        self.assertEqual(ended.returncode, 134)
        self.assertIn("what():  nobody catches me", ended.stderr)

    def test_alone_it_is_one_rank(self):
        ended = run(built("hello.c"), "y")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(ended.stdout.splitlines()[0], "rank 0 of 1: counter 6, argument y, rand 886 383, large 0")

    def test_document(self):
        ended = mpirun(3, built("ends.c"), "exit", options=["--format", "json"])
        self.assertEqual(json.loads(ended.stdout)["results"][0]["program_code"], 12)


class Profiling(unittest.TestCase):
    def test_a_library_before_mpi(self):
        for command in (("toruscope-mpicc", "-c", PROGRAMS / "profile.c", "-o", "profile.o"),
                        ("toruscope-mpicc", PROGRAMS / "far.c", "-L.", "-lprofile", "-o", "profiled")):
            self.assertEqual(run(WRAPPERS / command[0], *command[1:]).returncode, 0)
            run("ar", "rc", "libprofile.a", "profile.o")
        ended = mpirun(4, FOLDER / "profiled", text="3\n")
        self.assertEqual(sorted(ended.stdout.splitlines()),
                         ["0: 1 sends, 4 bytes", "1: 0 sends, 0 bytes", "2: 0 sends, 0 bytes", "3: 0 sends, 0 bytes", "got 3"], ended.stderr)
        self.assertEqual(run(TORUSCOPE, "mpirun", "--check", FOLDER / "profiled").stdout, "all MPI functions that it names are there\n")


class Refusals(unittest.TestCase):
    def refused(self, program, *words, code=2, ranks=2):
        ended = mpirun(ranks, program)
        self.assertEqual(ended.returncode, code, ended.stderr)
        self.assertEqual(len(ended.stderr.splitlines()), 1, ended.stderr)
        for word in words:
            self.assertIn(word, ended.stderr)

    def made(self, name, compiler, *words, source="ends.c"):
        program = FOLDER / name
        made = run(compiler, PROGRAMS / source, "-o", program, *words)
        self.assertEqual(made.returncode, 0, made.stderr)
        return program

    def test_files(self):
        self.refused("./none", "there is no program")
        self.refused(FOLDER, "is a folder")
        script = FOLDER / "script"
        script.write_text("#!/bin/sh\n")
        self.refused(script, "is a script")
        text = FOLDER / "text"
        text.write_text("no program")
        self.refused(text, "no ELF file")
        program = built("ends.c")
        short = FOLDER / "short"
        short.write_bytes(program.read_bytes()[:300])
        self.refused(short, "damaged")
        other = bytearray(program.read_bytes())
        other[18] = 0xB7
        strange = FOLDER / "strange"
        strange.write_bytes(other)
        self.refused(strange, "another kind of processor")

    def test_damaged_headers(self):
        program = built("hello.c").read_bytes()
        headers, = struct.unpack_from("<Q", program, 32)
        count, = struct.unpack_from("<H", program, 56)
        places = [headers + 56 * i + byte for i in range(count) for byte in (2, 9, 21, 34, 45)]
        kinds = [struct.unpack_from("<IIQQQQ", program, headers + 56 * i) for i in range(count)]
        for _, _, begin, _, _, size in (kind for kind in kinds if kind[0] == 2):  # the dynamic section
            places += [entry + byte for entry in range(begin, begin + size, 16) for byte in (1, 11)]
        self.assertGreater(len(places), 100)
        sound = mpirun(1, built("hello.c"))
        damaged = FOLDER / "damaged"
        refused = 0
        for place in places[::2]:
            damaged.write_bytes(program[:place] + bytes([program[place] ^ 0x41]) + program[place + 1:])
            with self.subTest(place=place):
                ended = mpirun(1, damaged)
                told = ended.stderr.splitlines()
                is_sound = (ended.returncode, ended.stdout) == (sound.returncode, sound.stdout)
                self.assertTrue(is_sound or (ended.returncode == 2 and len(told) == 1), ended.stderr)
                refused += not is_sound
        self.assertGreater(refused, 20)

    def test_kinds(self):
        flags = run(WRAPPERS / "toruscope-mpicc", "-show").stdout.split()[1:-2]
        self.refused(self.made("fixed", "gcc", *flags, "-no-pie", "-fno-pie"), "not position-independent", "toruscope-mpicc")
        self.refused(self.made("object", "gcc", "-c", *flags[:1]), "object file")
        c = FOLDER / "plain.c"
        c.write_text("int main(void) { return 0; }\n")
        self.refused(self.made("static", "gcc", "-static", source=c), "statically linked")
        c.write_text("_Thread_local int own = 3; int main(void) { return own; }\n")
        self.refused(self.made("local", WRAPPERS / "toruscope-mpicc", source=c), "thread_local", "static")
        c.write_text("int shared(void) { static int n; return n++; }\n")
        self.made("libmine.so", "gcc", "-shared", "-fPIC", source=c)
        self.refused(FOLDER / "libmine.so", "shared library")
        c.write_text("int shared(void); int main(void) { return shared(); }\n")
        self.refused(self.made("sharing", WRAPPERS / "toruscope-mpicc", f"{FOLDER}/libmine.so", source=c), "libmine.so", "statically")
        c.write_text("int main(void) { return 0; }\n")
        self.made("libmpi.so.40", "gcc", "-shared", "-fPIC", "-Wl,-soname,libmpi.so.40", source=c)
        self.refused(self.made("other", "gcc", "-Wl,--no-as-needed", f"{FOLDER}/libmpi.so.40", source=c), "another MPI", "libmpi.so.40")
        cpp = FOLDER / "copy.cpp"
        cpp.write_text("#include <iostream>\nint main() { std::cout << 1; }\n")
        self.refused(self.made("copy", "g++", "-fPIE", "-pie", source=cpp), "-fPIC")

    def test_outputs_in_place_of_what_is_read(self):
        program = built("ends.c")
        before = program.read_bytes()
        named = FOLDER / "named.html"
        named.write_bytes(before)
        named.chmod(0o755)
        for words in (("-o", program, program), ("--format", "json", "-o", f"./{program.name}", program), ("--view", named, named)):
            ended = run(TORUSCOPE, "mpirun", "-n", 1, *words)
            self.assertEqual(ended.returncode, 2, ended.stderr)
        self.assertEqual((program.read_bytes(), named.read_bytes()), (before, before))
        read = FOLDER / "read.txt"
        read.write_text("17\n")
        with open(read, encoding="utf-8") as file:
            ended = subprocess.run([TORUSCOPE, "mpirun", "-n", "1", "-o", str(read), str(program)], stdin=file, capture_output=True,
                                   check=False)
        self.assertEqual((ended.returncode, read.read_text(encoding="utf-8")), (2, "17\n"), ended.stderr)

    def test_more_ranks_than_pes(self):
        ended = run(TORUSCOPE, "mpirun", "-np", 9, "-t", "torus:2x4", built("ends.c"))
        self.assertEqual(ended.returncode, 2)
        self.assertIn("9 ranks", ended.stderr)

    def test_check(self):
        ended = run(TORUSCOPE, "mpirun", "--check", built("ends.c"))
        self.assertEqual((ended.returncode, ended.stdout), (0, "MPI_Win_fence\n"))

    def test_wrappers(self):
        wrapper = WRAPPERS / "toruscope-mpicc"
        for word in ("-static", "-no-pie"):
            ended = run(wrapper, word, PROGRAMS / "ends.c")
            self.assertEqual(ended.returncode, 2)
            self.assertIn(word, ended.stderr)
        self.assertTrue(run(wrapper, "-show").stdout.strip().endswith("-fPIC"))
        bad = FOLDER / "bad.c"
        bad.write_text("int main(void) { return }\n")
        self.assertEqual(run(wrapper, bad).returncode, 1)
        private = FOLDER / "private.c"
        private.write_text("static int n;\n#pragma omp threadprivate(n)\nint main(void) { return n; }\n")
        ended = run(wrapper, "-fopenmp", private, "-o", FOLDER / "private")
        self.assertIn("-fopenmp is left out", ended.stderr)
        self.assertEqual(mpirun(2, FOLDER / "private").returncode, 0)


if __name__ == "__main__":
    main()
