#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a student gets beside points: what a run has printed, the run as a program, and results.json whatever happens.

Usage: check_student.py PROGRAM LABS
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

PROGRAM, LABS = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
PRINTS = """#include <toruscope/toruscope.hpp>
#include <iostream>
#include <memory>
using namespace toruscope;
void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  comm.print("I am " + std::to_string(comm.rank()) + " of " + std::to_string(comm.size()));
  const auto memory = std::unique_ptr<double[]>(new double[100]);  // as it is
  std::cout << &data[0] << " " << memory[7] << "\\n";
  std::cout << "root " << root << " has " << data.size() << "\\n";
}
"""


class Student(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_it(self, *words, code=0):
        done = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False, cwd=self.folder)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_sees_what_the_run_with_the_fault_has_printed(self):
        file = self.folder / "vera_lab1.cpp"
        file.write_text(PRINTS, encoding="utf-8")
        (self.folder / "wimm_lab1.cpp").write_text(PRINTS, encoding="utf-8")
        (self.folder / "99").mkdir()
        (self.folder / "99" / "y.cpp").write_text("", encoding="utf-8")
        done = self.run_it(PROGRAM, "grade", ".", "--format", "json", code=1)
        document = json.loads(done.stdout)
        self.assertEqual(len(document["results"]), 2)
        row = document["results"][0]
        self.assertEqual(row["student"], "vera")
        first = row["items"][0]
        self.assertEqual(first["trial"], "ring:2, root 0, 3 values")
        self.assertEqual(first, document["results"][1]["items"][0])  # addresses and memory as it is, too
        printed = [line for line in first["printed"].splitlines() if not line.startswith("0x")]
        self.assertEqual(sorted(printed),
                         ["[0 steps, PE 0] I am 0 of 2", "[0 steps, PE 1] I am 1 of 2", "root 0 has 3", "root 0 has 3"])
        self.assertIn("names lab 99, and there is none", document["passed_over"][0])
        self.assertIn(document["passed_over"][0], done.stderr)

    def test_sees_what_was_printed_before_the_process_ended(self):
        """Both kinds of lines, in room that they share."""
        file = self.folder / "01.cpp"
        for end in ("std::abort();", "_exit(0);", "throw 1;"):
            file.write_text(f"""#include <toruscope/toruscope.hpp>
#include <cstdlib>
#include <iostream>
#include <unistd.h>
using namespace toruscope;
void broadcast_on_ring(Communicator& comm, Rank, std::span<double>) {{
  if (comm.rank() != 1) return;
  for (int i = 0; i < 25; ++i) std::cout << "o" << i << std::endl;
  comm.compute(Ticks{{7}});
  for (int i = 0; i < 25; ++i) comm.print("m" + std::to_string(i));
  {end}
}}
""", encoding="utf-8")
            row = json.loads(self.run_it(PROGRAM, "grade", "01", file, "--format", "json", code=1).stdout)["results"][0]
            first = row["items"][0]
            self.assertEqual((row["ending"], first["trial"]), ("graded", "ring:2, root 0, 3 values"))
            self.assertEqual(first["printed"].splitlines(), [*(f"o{i}" for i in range(10)), "...",
                                                             *(f"[7 steps, PE 1] m{i}" for i in range(10)), "..."])

    def test_loses_a_line_by_too_much_memory_and_not_all(self):
        text = (LABS / "solutions" / "01-ring-broadcast.cpp").read_text(encoding="utf-8")
        head, brace, rest = text.partition("std::span<double> data) {\n")
        self.assertTrue(brace)
        file = self.folder / "01.cpp"
        file.write_text(f"{head}{brace}  std::vector<double> much(comm.size() == 33 ? std::size_t{{1}} << 29U : 1, 1.0);\n"
                        f"  data[0] *= much[0];\n{rest}", encoding="utf-8")
        row = json.loads(self.run_it(PROGRAM, "grade", "01", file, "--format", "json", code=1).stdout)["results"][0]
        self.assertEqual((row["ending"], row["points"], row["lost"]), ("graded", 75, ["rounds"]))
        fault = row["items"][3]
        self.assertEqual(fault["trial"], "ring:33, root 1, 1 values")
        self.assertIn("asks for more memory than the 1024 MiB that a lab has", fault["found"])
        line = (head + brace).count("\n") + 1
        if pathlib.Path("/usr/bin/addr2line").exists():
            self.assertIn(f"the line is 01.cpp:{line}", fault["found"])

    def test_is_told_of_the_exception_and_not_of_globals(self):
        file = self.folder / "09.cpp"
        file.write_text("""#include <toruscope/toruscope.hpp>
#include <stdexcept>
using namespace toruscope;
int calls = 0;
void shift_by(Communicator& comm, int, std::span<const double>, std::span<double>) {
  if (++calls > 0 && comm.rank() == 1) throw std::runtime_error("no partner");
}
int channel_on_ring(int, int, int, int) { throw std::out_of_range("no channel"); }
""", encoding="utf-8")
        row = json.loads(self.run_it(PROGRAM, "grade", "09", file, "--format", "json", code=1).stdout)["results"][0]
        for item, words in ((row["items"][0], "no partner"), (row["items"][3], "no channel")):
            self.assertIn(words, item["found"])
            self.assertIn("an exception that nobody catches", item["hint"])

    def test_is_advised_in_the_words_of_c(self):
        file = self.folder / "01.c"
        file.write_text("void broadcast_on_ring(int root, double *data, int n) { MPI_Send(root, data); }\n", encoding="utf-8")
        row = json.loads(self.run_it(PROGRAM, "grade", "01", file, "--format", "json", code=1).stdout)["results"][0]
        self.assertEqual(row["ending"], "not built")
        self.assertIn("in MPI_Send and MPI_Recv the buffer comes first", row["hint"])

    def test_is_told_what_to_call_in_place_of_start(self):
        """The policy of ports is the lab's: the advice to take another one is none."""
        file = self.folder / "01.cpp"
        file.write_text("""#include <toruscope/toruscope.hpp>
using namespace toruscope;
void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  Request tell = start(comm, [&](Communicator& own) {
    if (own.rank() == root) for (Rank r = 0; r < own.size(); ++r) if (r != root) own.send(r, data);
    if (own.rank() != root) own.recv(root, data);
  });
  comm.wait(tell);
}
""", encoding="utf-8")
        row = json.loads(self.run_it(PROGRAM, "grade", "01", file, "--format", "json", code=1).stdout)["results"][0]
        fault = row["items"][0]
        self.assertEqual((row["ending"], fault["trial"]), ("graded", "ring:2, root 0, 3 values"))
        self.assertIn("start: not under the port policy strict", fault["found"])
        self.assertTrue(fault["hint"].startswith("the machine of this run has strict ports, which no submission chooses"), fault["hint"])
        self.assertNotIn("use the policy queue", fault["found"] + fault["hint"])

    def test_reads_in_results_json_why_nothing_was_graded(self):
        results = self.folder / "results.json"
        for words, why in (([], "has no submission"), (["--bogus"], "nothing was graded: grade: unknown option --bogus; see `toruscope grade --help`.")):
            results.unlink(missing_ok=True)
            done = self.run_it(PROGRAM, "grade", "01", ".", "--format", "gradescope", "-o", results, *words, code=2)
            written = json.loads(results.read_text(encoding="utf-8"))
            self.assertEqual((written["score"], written["tests"]), (0, []))
            self.assertIn(why, written["output"])
            self.assertIn(why.removeprefix("nothing was graded: "), done.stderr)

    def test_has_the_list_of_labs_as_a_table_alone(self):
        self.assertIn("01-ring-broadcast", self.run_it(PROGRAM, "grade", code=0).stdout)
        for words, why in (
            (("--format", "json"), "without a lab there are none"),
            (("-o", self.folder / "labs.csv"), "the list of labs is a table alone"),
        ):
            self.assertIn(why, self.run_it(PROGRAM, "grade", *words, code=2).stderr)
        self.assertFalse((self.folder / "labs.csv").exists())

    def test_takes_a_run_to_a_debugger(self):
        solution = LABS / "solutions" / "01-ring-broadcast.cpp"
        made = self.run_it(PROGRAM, "grade", "01", solution, "--driver", "ring:16, root 0, 5 values", "-o", "driver.cpp")
        command = made.stderr.strip().removeprefix("toruscope: ")
        self.assertIn(command, (self.folder / "driver.cpp").read_text(encoding="utf-8"))
        build, program = command.split(" && ")
        self.run_it(*shlex.split(build))
        shown = self.run_it(program).stdout
        self.assertIn("T = 4 ticks, 15 messages", shown)
        self.assertEqual(len(set(re.findall(r"PE \d+: (.*)", shown))), 1, shown)

    def test_may_use_the_names_of_a_driver(self):
        solution = LABS / "solutions" / "01-ring-broadcast.cpp"
        own = "".join(f"int {name}(int x) {{ return x; }}\n" for name in ("numbers", "text", "program"))
        file = self.folder / "01.cpp"
        file.write_text(solution.read_text(encoding="utf-8") + own, encoding="utf-8")
        made = self.run_it(PROGRAM, "grade", "01", file, "--driver", "ring:16, root 0, 5 values", "-o", "driver.cpp")
        build, _ = made.stderr.strip().removeprefix("toruscope: ").split(" && ")
        self.run_it(*shlex.split(build), "-fsyntax-only")

    def test_keeps_a_submission_that_a_driver_would_overwrite(self):
        words = (LABS / "solutions/01-ring-broadcast.cpp", "--driver", "ring:16, root 0, 5 values", "-o")
        other = self.folder / "other.cpp"
        other.write_text("int other;\n", encoding="utf-8")
        done = self.run_it(PROGRAM, "grade", "01", *words, "other.cpp", code=2)
        self.assertIn("-o other.cpp is a file that no --driver has written", done.stderr)
        self.assertEqual(other.read_text(encoding="utf-8"), "int other;\n")
        for _ in range(2):
            self.run_it(PROGRAM, "grade", "01", *words, "driver.cpp")

    def test_is_told_which_runs_there_are(self):
        done = self.run_it(PROGRAM, "grade", "01", LABS / "01-ring-broadcast/starter.cpp", "-o", "marks.txt", code=1)
        self.assertEqual(done.stderr, "toruscope: grade: 1 of 1 submission has less than full marks\n")
        done = self.run_it(PROGRAM, "grade", "01", LABS / "solutions/01-ring-broadcast.cpp", "--driver", "ring:16", code=2)
        self.assertIn("ring:16, root 0, 5 values", done.stderr)

    def test_is_told_why_a_run_cannot_be_written(self):
        solution, run = LABS / "solutions/01-ring-broadcast.cpp", ("--driver", "ring:16, root 0, 5 values")
        odd = self.folder / "01\n.cpp"
        odd.write_text("", encoding="utf-8")
        for words, said in (((solution, *run, "-o", "driver"), "-o driver.cpp"), ((solution, *run, "-o", "driver.json"), "is to be C++"),
                            ((solution, *run, "-o", "a\nb.cpp"), "cannot stand in an #include"),
                            ((odd, *run, "-o", "driver.cpp"), "cannot stand in an #include")):
            done = self.run_it(PROGRAM, "grade", "01", *words, code=2)
            self.assertIn(said, done.stderr)
            self.assertEqual(done.stdout, "")
        self.assertIn("of which lab", self.run_it(PROGRAM, "grade", *run, code=2).stderr)
        self.assertEqual([file.name for file in self.folder.iterdir()], [odd.name])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
