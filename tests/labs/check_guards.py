#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What guards a grading: who grades keeps files and points, whatever compiler, computer and class there are.

Usage: check_guards.py PROGRAM RUNNER LABS
"""
import csv
import io
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

PROGRAM, RUNNER, LABS = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve()


class Guards(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()

    def write(self, name, text, mode=0o644):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return path

    def compiler(self, commands):
        return self.write("bin/g++", f"#!/bin/sh\n{commands}\n", 0o755)

    def grade(self, *words, limits=(), **environment):
        def limit():
            for what, most in limits:
                resource.setrlimit(what, (most, most))
        return subprocess.run([PROGRAM, "grade", *map(str, words)], capture_output=True, text=True, check=False, cwd=self.folder,
                              env={**os.environ, **environment}, preexec_fn=limit)  # pylint: disable=subprocess-popen-preexec-fn

    def test_a_class_with_a_wrapped_compiler(self):
        """The compiler reads nothing that lies beside it; an error with the words of a full memory is one; a folder that cannot be
        read is told, and nobody else is forgotten."""
        wrapper = self.compiler('exec /usr/bin/g++ "$@"')
        secret = self.write("bin/beside.txt", "the_word_beside\n")
        self.write("class/01-anna.cpp", f'#include "{secret}"\n')
        self.write("class/01-ben.cpp", "#error out of memory\n")
        here = os.getcwd()
        os.chdir(self.folder / "class")
        for _ in range(25):  # a path that is too long to be opened
            os.mkdir("d" * 200)
            os.chdir("d" * 200)
        os.chdir(here)
        done = self.grade("class", "--compiler", wrapper, "--format", "json")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("cannot be read: File name too long", done.stderr)
        rows = json.loads(done.stdout)
        anna, ben = rows["results"]
        self.assertEqual([anna["reason"], ben["reason"]], ["does not compile"] * 2)
        self.assertIn("out of memory", ben["compiler"])
        how = next(one for one in rows["host"]["containment"] if one["what"].startswith("files"))
        if how["enforced"]:
            self.assertNotIn("the_word_beside", done.stdout)
            self.assertIn(str(wrapper), how["how"])
            self.assertNotIn(str(self.folder) + ",", how["how"])

    def test_a_compiler_that_needs_what_it_cannot_read(self):
        self.write("bin/words", "exec /usr/bin/g++\n")
        compiler = self.compiler(f'. {self.folder}/bin/words "$@"')
        done = self.grade("01", self.write("01.cpp", "#error\n"), "--compiler", compiler, "--format", "json")
        self.assertIn(done.returncode, (1, 2), done.stderr)  # 1: a kernel without Landlock
        if done.returncode == 2:
            self.assertIn("cannot build the library's header where submissions are built", done.stderr)
            self.assertEqual(done.stdout, "")

    def test_a_class_whose_grading_ends_early(self):
        """What was found out is there; the others have no points, also none of 0."""
        compiler = self.compiler('grep -q 01-ben lab.unit.cpp && kill -KILL $$; exec /usr/bin/g++ "$@"')
        for name in ("anna", "ben", "carl"):
            self.write(f"class/01-{name}.cpp", "#error\n")
        done = self.grade("class", "-j", "1", "--compiler", compiler, "--format", "csv")
        self.assertEqual(done.returncode, 6, done.stderr)
        self.assertIn("1 of 3 submissions were graded", done.stderr)
        self.assertIn("this computer ended the compiler", done.stderr)
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        self.assertEqual([(row["points"], row["ending"]) for row in rows],
                         [("0", "not built"), ("", "not graded"), ("", "not graded")])

    def test_a_runner_that_cannot_start_costs_nobody_points(self):
        runner = self.write("labs", f'#!/bin/sh\n[ "$1" = labs ] && exec {RUNNER} labs\necho no such library\nexit 127\n', 0o755)
        solution = LABS / "solutions" / "01-ring-broadcast.cpp"
        done = self.grade("--labs", runner, "01", solution)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertIn(f"{runner} ends where submissions run, before it has one; it says: no such library", done.stderr)
        self.assertEqual(self.grade("--labs", RUNNER, "01", solution).returncode, 0)

    def test_an_error_of_the_checks_is_nobody_s_mark(self):
        """Who writes into the channel without the line that nobody else knows says nothing of a lab."""
        solution = LABS / "solutions" / "01-ring-broadcast.cpp"
        for line, code, words in (("$line lab no item rond", 2, "the checks of lab 01-ring-broadcast end in an error (ring:2), with "),
                                  ("lab no item rond", 1, "")):
            runner = self.write("labs", f"""#!/bin/sh
[ "$1" = labs ] && exec {RUNNER} labs
read -r line
echo "$line case 1 data ring:2" >&3
echo "{line}" >&3
""", 0o755)
            done = self.grade("--labs", runner, "01", solution, solution, "-j", "1", "--format", "csv")
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn(words, done.stderr)
            endings = {row["ending"] for row in csv.DictReader(io.StringIO(done.stdout))}
            self.assertEqual(endings, set() if code == 2 else {"foul"}, done.stdout)
            self.assertEqual("no item rond; correct its checks.cpp" in done.stderr, code == 2)

    def test_limits_of_the_computer_are_no_marks(self):
        source = self.write("01.cpp", "")
        for limit, words in ((resource.RLIMIT_CPU, "ulimit -t"), (resource.RLIMIT_FSIZE, "ulimit -f"), (resource.RLIMIT_NOFILE, "ulimit -n")):
            done = self.grade("01", source, limits=[(limit, 9)])
            self.assertEqual((done.returncode, done.stdout), (6, ""), done.stderr)
            self.assertIn(words, done.stderr)
        done = self.grade("01", source, TMPDIR="/no/such/folder")
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertIn("TMPDIR names /no/such/folder", done.stderr)

    def test_a_folder_without_room_for_another_file_is_named(self):
        """A file system of four inodes: its root, the grading's folder, and two files."""
        mounted = self.folder / "few"
        mounted.mkdir()
        apart = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"]), "sh", "-c"]
        mount = f"mount -t tmpfs -o nr_inodes=4 none {mounted}"
        if subprocess.run([*apart, mount], capture_output=True, check=False).returncode != 0:
            self.skipTest("this computer lets nobody mount a file system of few inodes")
        source = self.write("01.cpp", "")
        done = subprocess.run([*apart, f"{mount} && TMPDIR={mounted} exec {PROGRAM} grade 01 {source}"],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (6, ""), done.stderr)
        self.assertRegex(done.stderr, rf"^toruscope: grade: cannot make {mounted}/toruscope-grade-[0-9a-f]{{16}}/lab.unit.cpp: "
                                      r"No space left on device; make room there, also for more files \(df -i\), or set TMPDIR to another folder\n$")

    def test_the_runner_gives_a_submission_what_the_headers_declare(self):
        names = subprocess.run(["nm", "--dynamic", "--defined-only", RUNNER], capture_output=True, text=True, check=True).stdout
        self.assertIn("_ZN9toruscope17builtin_catalogueEv", names)
        for space in ("4core", "11collectives", "4labs"):
            self.assertNotIn(f" _ZN9toruscope{space}", names)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
