#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Results of the module for Python: their numbers are those of the program, and what is shown of them.

Usage: results_test.py, with TORUSCOPE naming the program, and PYTHONPATH the module.
"""
import doctest
import html
import inspect
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest
import warnings
import xml.dom.minidom
from fractions import Fraction

import toruscope

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["TORUSCOPE"]


def told(*words):
    """What the program writes to standard output."""
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL).stdout


def without_host(json_value):
    """The value without what differs from run to run."""
    if isinstance(json_value, dict):
        return {key: without_host(value) for key, value in json_value.items() if key != "host"}
    return [without_host(value) for value in json_value] if isinstance(json_value, list) else json_value


def leaves(value, before=""):
    """(path, number) of each number outside lists and hosts."""
    for key, inner in value.items():
        if key == "host":
            continue
        if isinstance(inner, dict):
            yield from leaves(inner, before + key + ".")
        elif isinstance(inner, (int, float)) and not isinstance(inner, bool):
            yield before + key, inner


# A call, and the same as words.
CALLS = [
    (lambda: toruscope.compare("allreduce", topology="torus:4x4", block="64K"), "compare allreduce -t torus:4x4 --block 64K"),
    (lambda: toruscope.compare("broadcast", sweep=["topology=ring:4,torus:2x2", "ts=1us,2us"]),
     "compare broadcast --sweep topology=ring:4,torus:2x2 --sweep ts=1us,2us"),
    (lambda: toruscope.bench("allreduce", algorithm=["auto", "ring"], scale="p=4,16", topology="torus:4x4"),
     "bench allreduce -a auto,ring --scale p=4,16 -t torus:4x4"),
    (lambda: toruscope.bench("broadcast", algorithm="auto", block=64, sweep="machine=unit,paragon"),
     "bench broadcast -a auto --block 64 --sweep machine=unit,paragon"),
    (lambda: toruscope.bench("pingpong", topology="line:4", bandwidth="10GB/s", end="4K", factor=8),
     "bench pingpong -t line:4 --tw 10GB/s -e 4K -f 8"),
    (lambda: toruscope.verify("scan", topology="complete:9", machine="postal", lambda_="5/2"),
     "verify scan -t complete:9 -m postal --lambda 5/2"),
    (lambda: toruscope.verify("shift", topology="ring:8", shift=-3, buffers=1, eager=4, critical_path="full"),
     "verify shift -t ring:8 --shift -3 --buffers 1 --eager 4 --critical-path full"),
    (lambda: toruscope.verify("barrier", all=True, algorithm="dissemination"), "verify barrier --all -a dissemination"),
    (lambda: toruscope.phase("allreduce", topology="torus:2x2", begin=8, end=64, factor=8, over="p=4,6,16"),
     "phase allreduce -t torus:2x2 -b 8 -e 64 -f 8 --over p=4,6,16"),
    (lambda: toruscope.explain("alltoall", topology="torus:4x4"), "explain alltoall -t torus:4x4"),
    (lambda: toruscope.app("fft", input=ROOT / "data" / "nile.csv", topology="ring:8"),
     f"run fft --input {ROOT / 'data' / 'nile.csv'} -t ring:8"),
    (toruscope.machines, "machine list"),
    (lambda: toruscope.algorithms("scan"), "algo list scan"),
    (lambda: toruscope.grade("01"), "grade 01"),
]


class Numbers(unittest.TestCase):
    def test_are_those_of_the_program(self):
        for call, words in CALLS:
            with self.subTest(words):
                result, document = call(), json.loads(told(*words.split(), "--format", "json"))
                self.assertEqual(without_host(result.document), without_host(document))
                rows = next(document[key] for key in ("cells", "results", "algorithms", "machines") if key in document)
                self.assertEqual(len(result), len(rows))
                for row, right in zip(result, rows):
                    for path, number in leaves(right):
                        self.assertIn(number, (row[path], row.ticks.get(path)), f"{path} is {row[path]!r}")

    def test_of_time_are_seconds_beside_exact_ticks(self):
        row = toruscope.compare("allreduce", topology="torus:8x8", block="64K", algorithm="torus,recursive_doubling")[1]
        self.assertEqual(row["algorithm"], "recursive_doubling")
        self.assertEqual((row.ticks["T"], row["T"]), (921804000, 921.804e-6))  # as the README shows; a tick is 1 ps
        self.assertEqual((row.ticks["critical_path.link_wait"], row["critical_path.link_wait"]), (521888000, 521.888e-6))
        self.assertEqual((row["lower_bound.ticks"], row["lower_bound.seconds"]), (130074000, 130.074e-6))
        self.assertEqual(row["critical_path.startups"], 6)

    def test_of_all_times_are_ticks_times_the_tick(self):
        for tick, length in (("1ps", Fraction(1, 10**12)), ("100fs", Fraction(1, 10**13)), ("0.5ns", Fraction(5, 10**10))):
            row = toruscope.verify("alltoall", algorithm="direct", topology="torus:4x4", tick=tick)[0]
            self.assertEqual(row["T"], row.json["virtual_time"]["seconds"])
            times = {path: number for path, number in row.ticks.items() if not path.endswith("ticks")}
            self.assertLessEqual({"T", "critical_path.link_wait", "totals.port_wait", "totals.partner_wait", "links.wait"}, set(times))
            for path, ticks in times.items():
                self.assertEqual(row[path], float(ticks * length), path)

    def test_on_a_machine_of_steps_are_steps(self):
        row = toruscope.verify("broadcast", algorithm="postal", topology="complete:14", machine="postal", lambda_="5/2")[0]
        self.assertEqual(row.json["virtual_time"]["steps"], "15/2")  # f_{5/2}(14) of Bar-Noy and Kipnis
        self.assertEqual((row["T"], row["virtual_time.seconds"]), (7.5, None))

    def test_of_rows_on_several_machines_have_the_tick_of_their_own(self):
        unit, paragon = toruscope.bench("broadcast", algorithm="flat", block=90, topology="ring:2", sweep="machine=unit,paragon")
        self.assertEqual((unit["T"], paragon["T"]), (1, 75.999e-6))  # a startup; 75 us and 90 times 11.1 ns


class Functions(unittest.TestCase):
    verbs = {"app": "run", "machines": "machine list", "algorithms": "algo list"}

    def test_have_the_options_of_their_verb_as_arguments(self):
        of_tables = {"help", "help_all", "format", "json", "color", "columns", "validation", "driver", "shard", "resume"}
        for name in ("compare", "bench", "verify", "phase", "explain", "app", "mpirun", "grade", "machines", "algorithms"):
            verb = self.verbs.get(name, name)
            shown = re.findall(r"^  (?:-\w,)?(--[\w-]+(?:,--[\w-]+)*)", told(*verb.split(), "--help-all"), re.MULTILINE)
            options = {option[2:].replace("-", "_") for names in shown for option in names.split(",")} - of_tables
            options = {"lambda_" if option == "lambda" else option for option in options}
            parameters = inspect.signature(getattr(toruscope, name)).parameters
            arguments = {key for key, one in parameters.items() if one.kind == one.KEYWORD_ONLY}
            own = {"method", "column"} if name == "app" else set()
            self.assertLessEqual(own, arguments)
            self.assertLessEqual(options, arguments, name)
            if name != "app":
                self.assertEqual(options, arguments, name)
            self.assertIn("Arguments:" if name != "machines" else "presets", getattr(toruscope, name).__doc__)

    def test_are_documented_by_the_table_of_the_program(self):
        self.assertEqual((ROOT / "python" / "toruscope" / "options.json").read_text(encoding="utf-8"), told("schema", "options"))
        self.assertIn("time_limit: TIME\n      end the run after this wall time: 30s\n", toruscope.bench.__doc__)
        self.assertEqual(list(inspect.signature(toruscope.grade).parameters)[:2], ["lab", "files"])

    def test_are_shown_by_pydoc(self):
        done = subprocess.run([sys.executable, "-m", "pydoc", "toruscope"], capture_output=True, text=True, check=True)
        self.assertIn("compare     all algorithms of an operation on one machine, ranked", done.stdout)
        self.assertIn("    bench(operation: 'Value | None' = None, *, ", done.stdout)

    def test_take_values_as_they_come(self):
        row = toruscope.verify("allreduce", topology=pathlib.PurePath("ring:4"), block=2**10, quiet=True, spans=False, root=None)[0]
        self.assertEqual((row["topology"], row["block_bytes"]), ("ring:4", 1024))


class Shown(unittest.TestCase):
    def test_tables_are_those_of_the_program(self):
        def without_wall(text):
            return re.sub(r"^wall time .*$", "", text.rstrip("\n"), flags=re.MULTILINE)

        for call, words in CALLS:
            with self.subTest(words):
                self.assertEqual(without_wall(str(call())), without_wall(told(*words.split())))

    def test_rows_in_a_notebook_have_what_differs_and_say_the_rest_once(self):
        text = toruscope.compare("allreduce", topology="torus:8x8", block="64K", algorithm=["torus", "ring"])._repr_html_()
        self.assertTrue(text.startswith("<pre>operation allreduce, topology torus:8x8, pes 64, block_bytes 65,536, verified True</pre>"
                                        "<table><thead><tr><th>algorithm</th><th>T</th><th>efficiency</th>"), text)
        self.assertIn("<tr><td>torus</td><td>158.424 us</td><td>82.1 %</td><td>413.675 MB/s</td>", text)

    def test_pictures_and_pages_are_those_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            svg, page = (pathlib.Path(folder, name) for name in ("x.svg", "x.html"))
            words = ["compare", "broadcast", "-t", "ring:4", "-a", "flat,knomial"]
            told(*words, "--plot", str(svg), "--view", str(page), "--quiet")
            result = toruscope.compare("broadcast", topology="ring:4", algorithm="flat,knomial", plot=True, view=True)
            self.assertEqual(result.shown["plot"], svg.read_text(encoding="utf-8"))
            self.assertEqual(result._repr_svg_(), svg.read_text(encoding="utf-8"))
            mine, its = (re.sub(r'toruscope compare [^"]*"', '"', text)  # the command line
                         for text in (result.shown["view"], page.read_text(encoding="utf-8")))
            self.assertTrue(mine == its)
        xml.dom.minidom.parseString(result._repr_svg_())
        shown = result._repr_html_()
        self.assertIn("<td>knomial</td>", shown)
        self.assertIn('src="data:image/svg+xml;base64,', shown)
        framed = re.search(r'<iframe [^>]*srcdoc="([^"]*)"></iframe>', shown)
        self.assertEqual(html.unescape(framed[1]), result.shown["view"])

    def test_heatmap_is_a_picture_too(self):
        result = toruscope.verify("alltoall", topology="torus:4x4", heatmap=True)
        self.assertTrue(result.shown["heatmap"].startswith("<svg "))
        self.assertIsNone(toruscope.verify("alltoall", topology="torus:4x4")._repr_svg_())

    def test_names_of_files_are_files(self):
        with tempfile.TemporaryDirectory() as folder:
            result = toruscope.bench("allreduce", algorithm="ring", topology="ring:4", end=64, plot=pathlib.Path(folder, "x.svg"))
            self.assertEqual(result.shown, {})
            self.assertEqual(os.listdir(folder), ["x.svg"])

    def test_dataframes_are_made_of_the_rows(self):
        stand_in = types.ModuleType("pandas")
        stand_in.DataFrame = list
        sys.modules["pandas"] = stand_in
        try:
            result = toruscope.compare("barrier", topology="ring:4")
            self.assertEqual(result.to_dataframe(), result.rows)
        finally:
            del sys.modules["pandas"]

    def test_warnings_are_those_of_python(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            toruscope.verify("broadcast", topology="ring:4", flit=5)
        self.assertEqual([one.category for one in caught], [toruscope.ToruscopeWarning])
        self.assertIn("flit: 5 B given, but with cut-through switching", str(caught[0].message))
        self.assertEqual(caught[0].filename, __file__)

    def test_grades_of_one_submission_show_its_items(self):
        full = toruscope.grade("01", ROOT / "labs" / "solutions" / "01-ring-broadcast.cpp")
        self.assertEqual((full[0]["points"], full.exit_code), (100, 0))
        self.assertIn("\npoints      100 of 100\n", str(full))
        self.assertIn("<pre>lab 01-ring-broadcast: 100 of 100 points, ", full._repr_html_())
        with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
            file.write("int x = ;\n")
            file.flush()
            wrong = toruscope.grade("01", file.name)
        self.assertIn("does not compile", str(wrong))
        self.assertIn(":1:9: error: expected primary-expression", wrong._repr_html_())
        none = toruscope.grade("01", view=True)
        self.assertEqual((none[0]["points"], none.exit_code), (0, 1))
        self.assertIn("PE 1 ends with 0 at index 0", str(none))
        self.assertIn("</html>", none.shown["view"])


class Page(unittest.TestCase):
    def test_of_the_documentation_shows_what_happens(self):
        page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
        page = page[:page.index("## PE programs")] + page[page.index("## When a command fails"):]  # the chapters of programs_test.py
        shown = "".join(re.findall(r"^```pycon\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))
        test = doctest.DocTestParser().get_doctest(shown, {"toruscope": toruscope}, "python.md", None, 0)
        self.assertGreater(len(test.examples), 4)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        said = []
        self.assertEqual(runner.run(test, out=said.append).failed, 0, "".join(said))


if __name__ == "__main__":
    unittest.main()
