#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executes the notebooks of labs and lectures, as a student would, by Debian's nbconvert.

Usage: notebooks_test.py, with TORUSCOPE naming the program, and PYTHONPATH the module.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Notebooks(unittest.TestCase):
    def executed(self, book):
        """The outputs of its cells of code, a list for each."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "book.ipynb")
            path.write_text(json.dumps(book), encoding="utf-8")
            done = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace", path], capture_output=True,
                                  text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr[-3000:])
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return [cell["outputs"] for cell in cells if cell["cell_type"] == "code"]

    def html_of(self, outputs):
        return "".join("".join(one["data"].get("text/html", "")) for one in outputs if "data" in one)

    def test_of_labs_grade_what_is_written_in_them(self):
        paths = sorted((ROOT / "labs").glob("*/notebook.ipynb"))
        self.assertEqual([path.parent.name[:2] for path in paths], ["01", "02", "05", "07", "10"])
        for path in paths:
            with self.subTest(path.parent.name):
                book = json.loads(path.read_text(encoding="utf-8"))
                solution = (ROOT / "labs" / "solutions" / f"{path.parent.name}.cpp").read_text(encoding="utf-8")
                cell = next(cell for cell in book["cells"] if cell["source"][0].startswith("%%writefile"))
                outputs = self.executed(book)
                marks = self.html_of(outputs[-1])
                self.assertIn("<th>points</th>", marks)
                self.assertIn("<td>0</td>", marks)
                self.assertIn("</iframe>", "".join(map(self.html_of, outputs)))
                cell["source"] = [cell["source"][0], solution]
                self.assertNotIn("<td>0</td>", self.html_of(self.executed(book)[-1]))

    def test_of_lectures_run_to_their_ends(self):
        paths = sorted((ROOT / "docs" / "lectures").glob("*.ipynb"))
        self.assertEqual(len(paths), 3)
        for path in paths:
            with self.subTest(path.name):
                shown = "".join(map(self.html_of, self.executed(json.loads(path.read_text(encoding="utf-8")))))
                self.assertIn("<table>", shown)
                self.assertIn("image/svg+xml", shown)


if __name__ == "__main__":
    unittest.main()
