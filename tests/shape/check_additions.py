#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An algorithm is one file and one line, a topology too: adds one of each to a copy of the tree.

Usage: check_additions.py ROOT COMPILER LIBRARY... Nothing but two new files and a line in two tables may be needed: CMake finds the
files, and a program of the copy verifies the algorithm on the topology. Only what changed is compiled; the libraries are those of
ROOT, and have no say where the copy has.
"""
import filecmp
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FOLDERS = ("cmake", "include", "runtime", "collectives", "formats", "apps")

ALGORITHM = """// SPDX-License-Identifier: Apache-2.0
// Broadcast from PE to PE along the ranks.

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void pass_on(Broadcast& entry) {
  entry.summary = "from PE to PE along the ranks";
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    const int p = comm.size();
    const int v = (comm.rank() - root + p) % p;
    if (v > 0) comm.recv((comm.rank() - 1 + p) % p, data);
    if (v < p - 1) comm.send((comm.rank() + 1) % p, data);
  };
}

}  // namespace toruscope::collectives
"""

TOPOLOGY = """// SPDX-License-Identifier: Apache-2.0
// The hypercube of the guide, docs/adding.md.

#include <toruscope/topology.hpp>

#include <bit>

namespace toruscope {
namespace {

%s
}  // namespace

void cube(TopologyEntry& entry) {
  entry.form = "cube:D";
  entry.description = "2^D nodes, a link for each bit of their numbers";
  entry.make = [](std::string_view sizes) -> TopologyPtr {
    return std::make_shared<Cube>(std::stoi(std::string(sizes)));
  };
}

}  // namespace toruscope
"""

PROGRAM = """#include "collectives/verify.hpp"
#include <iostream>
int main() {
  using namespace toruscope;
  const TopologyPtr cube = parse_topology("cube:3");
  const Parameters unit = preset("unit");
  const Broadcast& entry = choose(builtin_catalogue().broadcast(), "pass_on", case_of(*cube, unit, 8));
  const Verdict verdict = verify(entry, cube, unit, {}, {8, 5});
  std::cout << cube->name() << ", " << entry.name << ": " << entry.summary << ", " << verdict.report.totals.messages
            << " messages, " << (verdict.ok() ? "ok" : "wrong") << std::endl;
}
"""
SAYS = "cube:3, pass_on: from PE to PE along the ranks, 7 messages, ok"


def add_line(table, after, line):
    """Puts the line behind the last one of the table that begins like this."""
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    last = max(i for i, text in enumerate(lines) if text.strip().startswith(after))
    lines.insert(last + 1, line)
    table.write_text("".join(lines), encoding="utf-8")


def differences(one, other):
    """Files that only one of the two folders has, or that differ."""
    seen = filecmp.dircmp(one, other)
    for name in seen.left_only + seen.right_only + seen.diff_files:
        yield name
    for name in seen.common_dirs:
        yield from (f"{name}/{path}" for path in differences(pathlib.Path(one, name), pathlib.Path(other, name)))


def run(*command, cwd):
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(str(c) for c in command[:4])} ... ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    root, compiler, libraries = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder, "copy")
        copy.mkdir()
        for name in FOLDERS:
            shutil.copytree(root / name, copy / name)
        shutil.copy(root / "CMakeLists.txt", copy)

        guide = (root / "docs/adding.md").read_text(encoding="utf-8")
        cube = re.search(r"^class Cube .*?^};\n", guide, re.DOTALL | re.MULTILINE)[0]
        (copy / "collectives/broadcast/pass_on.cpp").write_text(ALGORITHM, encoding="utf-8")
        add_line(copy / "collectives/catalogue.cpp", "TORUSCOPE_ENTRY(Broadcast,", "    TORUSCOPE_ENTRY(Broadcast, pass_on),\n")
        (copy / "runtime/topology/cube.cpp").write_text(TOPOLOGY % cube, encoding="utf-8")
        add_line(copy / "runtime/topology/topologies.cpp", "TORUSCOPE_TOPOLOGY(", "      TORUSCOPE_TOPOLOGY(cube),\n")
        changed = sorted(path for name in FOLDERS for path in (f"{name}/{p}" for p in differences(root / name, copy / name))
                         if "__pycache__" not in path)

        build = pathlib.Path(folder, "build")
        run("cmake", "-S", copy, "-B", build, f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
            "-DTORUSCOPE_UNITY=OFF", "-DTORUSCOPE_COMMAND_LINE=OFF", "-DTORUSCOPE_TESTS=OFF", "-DTORUSCOPE_BENCH=OFF", cwd=copy)
        compiled = {str(pathlib.Path(c["file"]).relative_to(copy))
                    for c in json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))}
        missed = [path for path in changed if path not in compiled]
        if missed:
            sys.exit(f"CMake does not find {', '.join(missed)}")

        (copy / "program.cpp").write_text(PROGRAM, encoding="utf-8")
        program = pathlib.Path(folder, "program")
        run(compiler, "-std=c++20", "-I.", "-Iinclude", "program.cpp", *changed, *libraries, "-lpthread", "-Wl,-z,muldefs", "-o", program,
            cwd=copy)
        said = run(program, cwd=copy).strip()
    if said != SAYS:
        sys.exit(f"the copy's program says\n  {said}\nand not\n  {SAYS}")
    print(f"an algorithm and a topology: {', '.join(changed)}")
    return 0 if len(changed) == 4 else 1


if __name__ == "__main__":
    sys.exit(main())
