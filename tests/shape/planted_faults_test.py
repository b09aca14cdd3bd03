#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each shape check finds the fault that is planted for it, and nothing in the same tree without the fault."""
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"


def check(script, *arguments):
    done = subprocess.run([sys.executable, str(script), *map(str, arguments)], capture_output=True, text=True,
                          check=False)
    return done.returncode, done.stdout


class Planted(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name)
        self.write("include/toruscope/units.hpp", LICENCE + "// Link  toruscope::core\n#include <cstdint>\n")
        self.write("runtime/path/link.hpp", LICENCE + "#include <toruscope/units.hpp>\n")
        self.write("runtime/engine/pe.hpp", LICENCE + '#include "runtime/path/link.hpp"\n')

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def finds(self, script, *arguments, plant, says):
        before, output = check(script, *arguments, self.root)
        self.assertEqual(before, 0, output)
        self.write(*plant)
        after, output = check(script, *arguments, self.root)
        self.assertEqual(after, 1, output)
        self.assertIn(says, output)

    def test_layers_refuse_an_include_of_a_higher_layer(self):
        self.finds(ROOT / "cmake/check_layers.py",
                   plant=("runtime/path/up.hpp", LICENCE + '\n#include "runtime/engine/pe.hpp"\n'),
                   says="runtime/path/up.hpp:3")

    def test_layers_refuse_an_include_of_a_higher_folder_of_the_command_line(self):
        self.write("cli/verbs/verbs.hpp", LICENCE + '#include "cli/tables/page.hpp"\n')
        self.write("cli/tables/page.hpp", LICENCE)
        self.finds(ROOT / "cmake/check_layers.py",
                   plant=("cli/tables/up.cpp", LICENCE + '#include "cli/verbs/verbs.hpp"\n'),
                   says="cli/tables/up.cpp:2")

    def test_layers_refuse_a_private_include_in_a_public_header(self):
        self.finds(ROOT / "cmake/check_layers.py",
                   plant=("include/toruscope/leak.hpp", LICENCE + '#include "runtime/path/link.hpp"\n'),
                   says="include/toruscope/leak.hpp:2")

    def test_layers_refuse_another_library_in_a_public_header(self):
        self.finds(ROOT / "cmake/check_layers.py",
                   plant=("include/toruscope/leak.hpp", LICENCE + "#include <boost/context/fiber.hpp>\n"),
                   says="no other library")

    def test_layers_refuse_a_public_header_that_names_no_library(self):
        self.finds(ROOT / "cmake/check_layers.py", plant=("include/toruscope/bare.hpp", LICENCE + "#include <array>\n"),
                   says="include/toruscope/bare.hpp:1: a public header says once")

    def test_layers_refuse_a_public_header_of_a_higher_library(self):
        self.write("include/toruscope/page.hpp", LICENCE + "// Link  toruscope::view\n#include <toruscope/units.hpp>\n")
        self.finds(ROOT / "cmake/check_layers.py",
                   plant=("include/toruscope/up.hpp", LICENCE + "// Link  toruscope::core\n#include <toruscope/page.hpp>\n"),
                   says="include/toruscope/up.hpp:3: a header of toruscope::core may not include one of toruscope::view")

    def test_layers_refuse_a_path_that_is_not_from_the_root(self):
        self.finds(ROOT / "cmake/check_layers.py",
                   plant=("runtime/path/near.hpp", LICENCE + '#include "link.hpp"\n'), says="from the repository's root")

    def test_layers_refuse_the_namespace_of_another(self):
        self.finds(ROOT / "cmake/check_layers.py",
                   plant=("cli/row.cpp", LICENCE + "\nnamespace toruscope::core {\n}\n"), says="cli/row.cpp:3")

    def test_tour_refuses_a_function_that_went(self):
        self.write("runtime/README.md", "| 1 | mailbox | `path/box.cpp`: `deliver`; `path/box.hpp`: `match` | |\n")
        self.write("runtime/path/box.hpp", LICENCE + "struct Box {\n  void deliver();\n  void match();\n};\n")
        self.write("runtime/path/box.cpp", LICENCE + "void Box::deliver() {\n  match();\n}\n")
        self.finds(HERE / "check_tour.py",
                   plant=("runtime/path/box.cpp", LICENCE + "void Box::put() {\n  deliver();\n}\n"),
                   says="path/box.cpp has no function deliver")

    def test_tour_refuses_a_file_that_went(self):
        self.write("runtime/README.md", "| 1 | link | `path/link.hpp` | |\n")
        self.finds(HERE / "check_tour.py", plant=("runtime/README.md", "| 1 | link | `path/wire.hpp` | |\n"),
                   says="there is no file path/wire.hpp")

    def test_definitions_refuse_two_classes_of_one_name(self):
        self.write("cli/row.hpp", LICENCE + "namespace toruscope::x {\nstruct Row;\n}\n")
        self.write("apps/row.hpp", LICENCE + "namespace toruscope::x {\nstruct Row {\n};\n}\n")
        self.finds(HERE / "check_definitions.py",
                   plant=("cli/row.hpp", LICENCE + "namespace toruscope::x {\nclass Row final {\n};\n}\n"),
                   says="toruscope::x::Row is defined in apps/row.hpp, cli/row.hpp")

    def test_entries_refuse_a_description_without_a_line(self):
        described = LICENCE + "namespace {\nvoid part(Scan& entry) {\n}\n}  // namespace\n\nvoid a(Scan& entry) {\n}\n"
        self.write("collectives/catalogue.cpp", LICENCE + "    TORUSCOPE_ENTRY(Scan, a),\n")
        self.write("runtime/topology/topologies.cpp", LICENCE)
        self.write("collectives/a.cpp", described)
        self.finds(HERE / "check_entries.py", plant=("collectives/a.cpp", described + "\nvoid b(Scan& entry) {\n}\n"),
                   says="collectives/a.cpp: b is described, and collectives/catalogue.cpp has no line of it")

    def test_licence_finds_a_file_without_its_line(self):
        self.finds(HERE / "check_text.py", "licence", plant=("scripts/bare.sh", "#!/bin/sh\ntrue\n"),
                   says="scripts/bare.sh:2")

    def test_forbidden_finds_a_path_of_one_machine(self):
        self.finds(HERE / "check_text.py", "forbidden", plant=("docs/page.md", "see /ho" + "me/me/notes\n"),
                   says="docs/page.md:1")

    def test_forbidden_finds_unfinished_work(self):
        self.finds(HERE / "check_text.py", "forbidden", plant=("cli/a.cpp", LICENCE + "// TO" + "DO later\n"),
                   says="cli/a.cpp:2")

    def test_length_finds_a_long_file_without_a_reason(self):
        self.finds(HERE / "check_text.py", "length", plant=("cli/a.cpp", LICENCE + "\n" * 400), says="cli/a.cpp:401")

    def test_length_accepts_a_reason_and_refuses_it_once_it_is_stale(self):
        self.write("cli/a.cpp", LICENCE + "\n" * 400)
        self.write("tests/shape/long_files.txt", "cli/a.cpp: one table\n")
        self.finds(HERE / "check_text.py", "length", plant=("cli/a.cpp", LICENCE), says="remove its reason")

    def test_columns_find_a_wide_comment_and_pass_over_code_and_strings(self):
        self.write("apps/a.cpp", LICENCE + f'const char* a = "//{"x" * 99}";\nauto b = R"(\n//{"x" * 99})";\n')
        self.write("apps/b.cpp", LICENCE + f"int {'b' * 99} = 1'000'000;\nint c;  // {'x' * 89}\n")
        self.finds(HERE / "check_text.py", "columns", plant=("apps/c.cpp", LICENCE + f"int c;  // {'x' * 90}\n"),
                   says="apps/c.cpp:2: a comment of 101 columns")

    def test_paths_find_a_file_name_that_leads_nowhere(self):
        self.write("docs/page.md", "see `path/link.hpp`\n")
        self.finds(HERE / "check_text.py", "paths", plant=("docs/b.md", "see `path/gone.hpp`\n"), says="docs/b.md:1")

    def test_links_find_a_page_and_a_heading_that_are_not_there(self):
        self.write("docs/page.md", "# Two ports, `k = 2`\nsee [here](../include/toruscope/units.hpp), [above](#two-ports-k--2)\n")
        self.write("docs/b.md", "```cpp\n[x](int a) {}\n```\n[x](page.md#two-ports-k--2)\n")
        self.finds(HERE / "check_text.py", "links", plant=("docs/c.md", "[x](gone.md)\n"), says="a link to gone.md")
        self.write("docs/c.md", "")
        self.finds(HERE / "check_text.py", "links", plant=("docs/d.md", "[x](page.md#one-port)\n"), says="#one-port, a heading")

    def test_version_finds_a_place_that_has_another(self):
        asks = "find_package(toruscope 1.2 REQUIRED)\n"
        for name in ("starters/project/CMakeLists.txt.in", "tests/install/CMakeLists.txt", "tests/install/core/CMakeLists.txt",
                     "docs/programs.md"):
            self.write(name, asks)
        self.write("CMakeLists.txt", "project(toruscope VERSION 1.2.0 LANGUAGES CXX\n")
        self.write("CHANGELOG.md", "## [Unreleased]\n\n## [1.2.0] - 2026-01-01\n")
        self.write("CITATION.cff", "version: 1.2.0\n")
        self.write("python/toruscope/options.json", '{"version": "1.2.0",\n')
        self.finds(HERE / "check_version.py", plant=("CITATION.cff", "version: 1.1.0\n"), says="CITATION.cff: version 1.1.0")

    @unittest.skipUnless(shutil.which("clang-format-14"), "clang-format-14 is missing")
    def test_format_finds_a_badly_set_file(self):
        self.finds(HERE / "check_format.py", plant=("cli/a.cpp", LICENCE + "int   a ;\n"), says="cli/a.cpp:2")

    def tool(self, script):
        path = self.write("bin/tool", "#!/bin/sh\n" + script)
        os.chmod(path, path.stat().st_mode | stat.S_IXUSR)
        return path

    def test_commands_find_a_failing_command_and_an_output_that_changed(self):
        self.tool('echo "T = 40  ticks, wall $$ s"\nexit "${1:-0}"\n')

        def page(text):
            return check(HERE / "check_commands.py", self.root / "bin", self.write("page.md", text))

        self.assertEqual(page("```console run\n$ tool\nT = 40 ticks, wall ... s\n```\n")[0], 0)
        self.assertEqual(page("```console run\n$ tool; tool\nT = 40 ticks, ...\n...\n```\n")[0], 0)
        self.assertIn("prints something else", page("```console run\n$ tool\nT = 41 ticks, wall ... s\n```\n")[1])
        self.assertIn("ended with 3", page("```console run\n$ tool 3\n```\n")[1])
        self.assertEqual(page("no marked block\n")[0], 1)

    @unittest.skipUnless(shutil.which("g++"), "g++ is missing")
    def test_refusals_find_a_mistake_that_compiles_and_an_error_in_other_words(self):
        mistake = 'static_assert(sizeof(char) > 1, "it is one");  // refused: it is one\n'

        def source(text):
            return check(HERE / "check_refusals.py", "g++", self.write("a.cpp", LICENCE + text), self.root)

        self.assertEqual(source(mistake)[0], 0)
        self.assertIn("a.cpp:3: is not refused", source(mistake + "int a = 0;  // refused: it is one\n")[1])
        self.assertIn("not in words", source(mistake + 'int* a = 1.5;  // refused: a static_assert\n')[1])
        self.assertIn("does not compile", source(mistake + "int a = b;\n")[1])
        self.assertEqual(source("int a = 0;\n")[0], 1)


if __name__ == "__main__":
    unittest.main()
