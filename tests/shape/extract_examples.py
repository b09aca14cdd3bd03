#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes one C++ program of the examples in the documentation, so that each is compiled and run.

Usage: extract_examples.py OUTPUT.cpp PAGE...

A block ```cpp run is the inside of a function, where expect(condition) ends the program with 1 if it does not hold.
A block ```cpp run that has its own main is a whole program: its main is called, and must return 0. A main that takes
arguments is called once for each line "//   NAME WORDS..." of the block's first comment, with these words.
"""
import pathlib
import re
import sys

import tree

HEAD = """// SPDX-License-Identifier: Apache-2.0
// Made from the documentation by tests/shape/extract_examples.py.
#include <toruscope/toruscope.hpp>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>
{includes}
using namespace toruscope;
[[maybe_unused]] static int call(int (*program)(int, char**), std::vector<std::string> words) {{
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  return program(static_cast<int>(arguments.size()), arguments.data());
}}
#define expect(...) \\
  ((__VA_ARGS__) ? void() : (std::fprintf(stderr, "%s:%d: does not hold: %s\\n", __FILE__, __LINE__, #__VA_ARGS__), std::exit(1)))
"""


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    includes, functions, calls = [], [], []
    for page in sys.argv[2:]:
        path = pathlib.Path(page)
        for line, text in tree.blocks(path, "cpp run"):
            includes += re.findall(r"^#include <(?!toruscope/toruscope).*>$", text, re.MULTILINE)
            name = f"example_{len(calls) + 1}"
            body = re.sub(r"^(#include <.*>|using namespace toruscope;)$", "", text, flags=re.MULTILINE)
            body, mains = re.subn(r"\bint main\(", "int program(", body)
            words = [c.split() for c in re.findall(r"^//   (.+)$", text, re.MULTILINE)] if "char** argv" in text else []
            where = f'#line {line} "{path.name}"\n'
            if mains:
                functions.append(f"namespace {name} {{\n{where}{body}}}\n")
                for command in words:
                    strings = ", ".join(f'"{word}"' for word in command)
                    calls.append(f"  if (call({name}::program, {{{strings}}}) != 0) return 1;\n")
                if not words:
                    calls.append(f"  if ({name}::program() != 0) return 1;\n")
            else:
                functions.append(f"static void {name}() {{\n{where}{body}}}\n")
                calls.append(f"  {name}();\n")
    if not calls:
        sys.exit("extract_examples: no block ```cpp run in these pages")
    pathlib.Path(sys.argv[1]).write_text(
        HEAD.format(includes="\n".join(sorted(set(includes)))) + "".join(functions) + "int main() {\n" +
        "".join(calls) + f'  std::printf("%d examples hold\\n", {len(calls)});\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
