#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`toruscope grade --view` makes the page of the first run with a fault, also of one that ended early; or says why there is none.

Usage: check_view.py PROGRAM LABS HOSTILE
"""
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from check_labs import wrong_submissions

PROGRAM, LABS, HOSTILE = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
DATA = re.compile(r'<script id="data" type="application/json">(.*?)</script>', re.DOTALL)


class View(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.page = self.folder / "fault.html"

    def grade(self, lab, file, code=1):
        """What is said on standard error; the page's data, None without a page; the row of the submission."""
        done = subprocess.run([PROGRAM, "grade", lab, str(file), "--view", str(self.page), "--format", "json"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        data = json.loads(DATA.search(self.page.read_text(encoding="utf-8"))[1]) if self.page.exists() else None
        return done.stderr, data, json.loads(done.stdout)["results"][0]

    def first_fault(self, row):
        return next(item for item in row["items"] if item["trial"])

    def check_is_of(self, data, row):
        """The page is of the run that the first lost item names."""
        self.assertIn(self.first_fault(row)["trial"], data["command"])
        return data["early_end"]

    def test_deadlock_of_pes(self):
        _, data, row = self.grade("01", LABS / "wrong/01-ring-broadcast/all_receive_first.cpp")
        early = self.check_is_of(data, row)
        self.assertEqual(early["reason"], self.first_fault(row)["found"])
        self.assertEqual(len(early["waiting"]), data["network"]["pes"])
        for one in early["waiting"]:
            self.assertIn(f"PE {one['pe']}  {one['what']}", early["reason"])

    def test_deadlock_of_worms(self):
        halves = [(LABS / name).read_text(encoding="utf-8") for name in ("solutions/09-deadlock.cpp", "09-deadlock/starter.cpp")]
        self.assertTrue(all(half.count("int channel_on_ring") == 1 for half in halves))
        file = self.folder / "09.cpp"
        shift, channels = halves[0].split("int channel_on_ring")[0], halves[1].split("int channel_on_ring")[1]
        file.write_text(f"{shift}int channel_on_ring{channels}", encoding="utf-8")
        _, data, row = self.grade("09", file)
        self.assertEqual(row["lost"], ["channels"])
        early = self.check_is_of(data, row)
        self.assertEqual(len(early["stuck"]), data["network"]["pes"])
        for one in early["stuck"]:
            self.assertTrue(one["holds"])
            held = [other for other in early["stuck"] if one["wants"] in other["holds"]]
            self.assertTrue(held, "nobody holds what this one wants")

    def test_port_violation(self):
        source = (LABS / "solutions/01-ring-broadcast.cpp").read_text(encoding="utf-8")
        begun = source.replace("comm.send((middle + root) % p, data);", "sends.push_back(comm.isend((middle + root) % p, data));")
        begun = begun.replace("  int first", "  std::vector<Request> sends;\n  int first")
        begun = begun.removesuffix("}\n") + "  for (Request& send : sends) comm.wait(send);\n}\n"
        self.assertEqual(begun.count("sends"), 3)
        file = self.folder / "01.cpp"
        file.write_text(begun, encoding="utf-8")
        _, data, row = self.grade("01", file)
        early = self.check_is_of(data, row)
        self.assertEqual(row["lost"], ["links"])
        self.assertIn("breaks the rule one", early["reason"])
        self.assertEqual(early["waiting"], [])

    def test_run_that_came_to_its_end(self):
        _, data, row = self.grade("01", LABS / "wrong/01-ring-broadcast/chain.cpp")
        self.assertIn(self.first_fault(row)["trial"], data["command"])
        self.assertNotIn("early_end", data)

    def test_the_fault_and_what_was_printed_stand_on_the_page_as_text(self):
        file = self.folder / "01.cpp"
        file.write_text("""#include <toruscope/toruscope.hpp>
#include <iostream>
using namespace toruscope;
void broadcast_on_ring(Communicator& comm, Rank, std::span<double>) {
  comm.print("<b>I am</b> " + std::to_string(comm.rank()));
  std::cout << "</pre><script>alert(1)</script>\\n";
}
""", encoding="utf-8")
        _, _, row = self.grade("01", file)
        page = self.page.read_text(encoding="utf-8")
        note = html.unescape(re.search(r'<pre class="note" tabindex="0">(.*?)</pre>', page, re.DOTALL)[1])
        fault = self.first_fault(row)
        self.assertEqual(note, f"{fault['item']}: {fault['found']}\nin {fault['trial']}\n{fault['hint']}\nprinted in this run:\n{fault['printed']}")
        self.assertIn("[0 steps, PE 1] <b>I am</b> 1\n", note)
        self.assertIn("</pre><script>alert(1)</script>\n", note)
        self.assertNotIn("<script>alert(1)", page)

    def test_nothing_to_show_is_told(self):
        said, data, _ = self.grade("01", LABS / "solutions/01-ring-broadcast.cpp", 0)
        self.assertIsNone(data)
        self.assertTrue(said.rstrip().endswith("--view: no page: no run had a fault"), said)
        self.page.write_text("old", encoding="utf-8")
        said = subprocess.run([PROGRAM, "grade", "01", str(LABS / "solutions/01-ring-broadcast.cpp"), "--view", str(self.page)],
                              capture_output=True, text=True, check=True).stderr
        self.assertIn(f"no run had a fault; {self.page} is from an earlier command", said)
        self.assertEqual(self.page.read_text(encoding="utf-8"), "old")

    def test_the_page_of_a_class_says_whose_it_is(self):
        files = [self.folder / name for name in ("01-ada.cpp", "01-bob.cpp")]
        for file, text in zip(files, ("solutions/01-ring-broadcast.cpp", "wrong/01-ring-broadcast/chain.cpp")):
            file.write_text((LABS / text).read_text(encoding="utf-8"), encoding="utf-8")
        subprocess.run([PROGRAM, "grade", "01", *map(str, files), "--view", str(self.page)], capture_output=True, check=False)
        page = self.page.read_text(encoding="utf-8")
        self.assertRegex(page, r'<pre class="note" tabindex="0">submission: [^<]*01-bob')

    def test_a_submission_that_was_stopped_is_told(self):
        said, data, row = self.grade("01", HOSTILE / "sleeps.cpp")
        self.assertIsNone(data)
        self.assertIn(f"was stopped, and what it had recorded went with its process: it {row['reason']}", said)

    def test_a_prediction_shows_the_run_that_it_is_compared_with(self):
        wrong_11 = self.folder / "wrong"
        wrong_11.mkdir()
        wrong_submissions(LABS, "11-fft-transpose", wrong_11)
        for lab, file in (("08", "wrong/08-pipelining/bytes_for_values.cpp"), ("10", "10-allreduce-crossover/starter.cpp"),
                          ("11", wrong_11 / "hops_on_top.cpp")):
            _, data, row = self.grade(lab, LABS / file)
            self.assertIn(self.first_fault(row)["trial"], data["command"])
            self.assertGreater(data["totals"]["messages"], 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
