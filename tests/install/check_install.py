#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs a built Toruscope into a scratch folder and uses it as a stranger would.

Usage: check_install.py BUILD_FOLDER CONFIGURATION COMPILER

The consumer project beside this file adds a collective, a topology and a machine of its own and is built by
find_package; `toruscope new` makes projects that build and pass their tests, and an
algorithm of every operation that compiles; the module for Python is imported; a lab is graded, and so is one of its own, that of docs/own_labs.md; the program with which docs/programs.md begins
builds by its CMakeLists.txt and by pkg-config, as shown there, and prints what is shown; a program that needs the machine
alone is linked without OpenSSL; the archives hold machine code alone, so that a program is linked in a fraction of a second.
"""
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


class Checker:
    def __init__(self, scratch, configuration, compiler):
        self.scratch = scratch
        self.prefix = scratch / "prefix"
        self.configuration = configuration
        self.compiler = compiler
        self.checks = self.faults = 0

    def run(self, *words, code=0, says=(), env=None, cwd=None):
        """Runs a command; its exit code and what it says must be as told, wherever a table breaks its lines."""
        done = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False,
                              cwd=cwd or self.scratch, env={**os.environ, **(env or {})})
        output = done.stdout + done.stderr
        words_said = " ".join(output.split())
        missing = [text for text in says if " ".join(text.split()) not in words_said]
        self.checks += 1
        if done.returncode != code or missing:
            self.faults += 1
            print(f"$ {' '.join(str(w) for w in words)}\nended with {done.returncode}, not {code}; "
                  f"missing: {missing}\n{output}")
        return output

    def expect(self, holds, fault):
        self.checks += 1
        if not holds:
            self.faults += 1
            print(fault)

    def build(self, source, *options):
        """Configures and builds a project that is to find the installed package."""
        folder = self.scratch / (source.name + "-build")
        self.run("cmake", "-S", source, "-B", folder, "-G", "Ninja", f"-DCMAKE_BUILD_TYPE={self.configuration}",
                 f"-DCMAKE_CXX_COMPILER={self.compiler}", f"-DCMAKE_PREFIX_PATH={self.prefix}", *options)
        self.run("cmake", "--build", folder)
        return folder


def check_objects(c):
    """Every link of a user's program would optimise the library again if its objects were made for that."""
    archives = sorted(c.prefix.rglob("libtoruscope_*.a"))
    c.expect(len(archives) == 16, f"there are {len(archives)} archives")
    for archive in archives:
        c.expect(".gnu.lto_" not in c.run("readelf", "-SW", archive), f"{archive.name} holds intermediate code of the compiler")
    for found in c.prefix.rglob("toruscopeTargets*.cmake"):
        c.expect("-flto" not in found.read_text(encoding="utf-8"), f"{found.name} asks for link-time optimisation")
    folder = c.scratch / "release"
    c.run("cmake", "-S", HERE.parent.parent, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
          f"-DCMAKE_CXX_COMPILER={c.compiler}", "-DTORUSCOPE_TESTS=OFF", "-DTORUSCOPE_BENCH=OFF")
    c.expect("-flto" not in (folder / "build.ninja").read_text(encoding="utf-8"), "a Release build optimises at link time")


def check_program_alone(c):
    """Who builds the target of the program alone, as scripts/demo.sh does, can install: what the installation takes from the build
    folder is there after configuring, or comes with the program."""
    folder = c.scratch / "release"
    comes = c.run("ninja", "-C", folder, "-t", "inputs", "toruscope_program").split("\n")
    script = (folder / "cmake_install.cmake").read_text(encoding="utf-8")
    # What is OPTIONAL is installed if it was built.
    installs = " ".join(re.findall(r"file\(INSTALL DESTINATION (?:(?! OPTIONAL )[^()])*FILES ([^()]*)\)", script))
    taken = set(re.findall(rf'"{re.escape(str(folder))}/([^"]*)"', installs))
    c.expect({"cli/toruscope", "labs/toruscope-lab-runner"} <= taken, f"the installation takes {sorted(taken)} from the build folder")
    for file in sorted(taken - {"cli/toruscope"}):  # the program itself
        c.expect((folder / file).exists() or file in comes, f"toruscope_program is built without {file}, which is installed")


def check_real_mpi(c, build):
    """What was built for an MPI is installed."""
    for program in sorted((build / "on_mpi").glob("toruscope-mpi.*")):
        c.run(c.prefix / "bin" / program.name, "--help", says=["bench", "phase"])


def check_pages(c):
    for folder in (c.prefix / "share" / "doc" / "toruscope", c.prefix / "share" / "toruscope"):
        c.run(sys.executable, HERE.parent / "shape" / "check_text.py", "links", folder,
              says=["links: 0 faults"], env={"PYTHONDONTWRITEBYTECODE": "1"})
    # The labs' pages find the documents beside them, and a browser goes on from there.
    for page in (c.prefix / "share" / "toruscope" / "docs").glob("**/*.md"):
        for target in re.findall(r"\]\((\.\./[^)#:\s]+)", page.read_text(encoding="utf-8")):
            c.expect(os.path.exists(os.path.normpath(page.parent / target)), f"{page}: there is no {target}")
    for page in ("README.md", "docs/model.md", "collectives/README.md"):
        c.expect((c.prefix / "share" / "doc" / "toruscope" / page).is_file(), f"{page} is not installed")


def check_link(c, folder, target):
    """A link copies machine code, which touches some 100 MiB and what it reads of the archive; generating the code of the library
    again touches many times as much. Unlike its time, the number of pages does not depend on what else this computer does."""
    count = ("import resource, subprocess, sys; subprocess.run(sys.argv[1], shell=True, check=True); "
             "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt)")
    command = c.run("ninja", "-C", folder, "-t", "commands", target).splitlines()[-1]
    touched = int(c.run(sys.executable, "-c", count, command, cwd=folder).split()[-1]) * resource.getpagesize()
    archive = sum(a.stat().st_size for a in c.prefix.rglob("libtoruscope*.a"))
    most = 2 * archive + 300 * 2**20
    c.expect(touched <= most, f"linking {target} touches {touched >> 20} MiB, and at most {most >> 20} MiB are expected")


def check_consumer(c):
    folder = c.build(HERE, "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
    check_link(c, folder, "consumer")
    program = folder / "consumer"
    c.expect("libcrypto" in c.run("readelf", "-d", program), "what has the command line does not need libcrypto")
    rotation = ("verify", "alltoall", "--algorithm", "rotation")
    c.run(program, *rotation, "--topology", "hamming:3x4", "--machine", "fast",
          says=["hamming:3x4", "fast:", "ok: data correct"])
    c.run(program, *rotation, "--topology", "complete:6", says=["ok: data correct, predicted T met"])
    c.run(program, *rotation, "--topology", "ring:1", code=2, says=["needs at least 2 PEs", "use "])
    c.run(program, *rotation, "--topology", "haming:3x4", code=2, says=["Did you mean hamming?"])
    c.run(program, *rotation, "--topology", "hamming:3xfour", code=2, says=["--topology hamming:3xfour: "])
    c.run(program, "compare", "alltoall", "--topology", "hamming:4x4", says=["rotation", "direct"])
    c.run(program, "algo", "show", "rotation", says=["p - 1 steps", "rounds on ring:8"])
    c.run(program, "machine", "list", says=["a machine of today"])
    c.run(program, "verify", "broadcast", "--topology", "hamming:3x5", "--events", "events.jsonl", says=["ok: data correct"])
    c.run(program, "run", "--topology", "hamming:2x3", says=["PE 0] on 6 PEs"])


def check_core(c, pkg_config):
    program = c.build(HERE / "core") / "ring"
    flags = c.run("pkg-config", "--cflags", "--libs", "toruscope-core", env=pkg_config).split()
    c.run(c.compiler, "-std=c++20", HERE / "core" / "main.cpp", "-o", "ring", *flags)
    for built in (program, c.scratch / "ring"):
        c.run(built, says=["4 messages, "])
        c.expect("libcrypto" not in c.run("readelf", "-d", built), f"{built.name} needs the machine alone and is linked with libcrypto")
    nothing = c.scratch / "nothing"
    nothing.mkdir()
    (nothing / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(nothing CXX)\nfind_package(toruscope REQUIRED COMPONENTS cores)\n",
        encoding="utf-8")
    c.run("cmake", "-S", nothing, "-B", nothing / "build", f"-DCMAKE_PREFIX_PATH={c.prefix}", code=1, says=["cores"])


def check_new_project(c):
    toruscope = c.prefix / "bin" / "toruscope"
    c.run(toruscope, "new", "first", says=["made first:", f"-DCMAKE_PREFIX_PATH={c.prefix}"])
    c.run(toruscope, "new", "first", code=2, says=["first is there already"])
    folder = c.build(c.scratch / "first")
    c.run("ctest", "--test-dir", folder, "--output-on-failure", says=["100% tests passed"])
    c.run(folder / "first", "compare", "broadcast", "--topology", "ring:8", says=["chain", "recursive_doubling"])

    c.run(toruscope, "new", "second", "--operation", "allreduce", says=["pass_around.cpp"])
    folder = c.build(c.scratch / "second")
    c.run("ctest", "--test-dir", folder, "--output-on-failure", says=["100% tests passed"])
    c.run(folder / "second", "verify", "allreduce", "--algorithm", "pass_around", "--topology", "ring:8", "--operator", "affine",
          code=2, says=["needs an operator that commutes; use ", ", or --operator sum"])
    c.run(folder / "second", "verify", "allreduce", "--algorithm", "pass_around", "--topology", "ring:8", "--block", "1G",
          "--data", "none", says=["without data, predicted T met"])

    listing = json.loads(c.run(toruscope, "algo", "list", "--format", "json"))
    sources = []
    point_to_point = {"bandwidth", "bibandwidth", "bisection", "multi_pair", "pingpong", "sendrecv"}
    c.run(toruscope, "new", "own_pairs", "--operation", "pingpong", code=2,
          says=["there is no project of pingpong; there are projects of ", "allreduce, "])
    for operation in sorted({algorithm["operation"] for algorithm in listing["algorithms"]} - {"broadcast", "allreduce"}
                            - point_to_point):
        c.run(toruscope, "new", f"own_{operation}", "--operation", operation, says=["next:"])
        sources += [p for p in (c.scratch / f"own_{operation}").glob("*.cpp") if p.name != "main.cpp"]
    c.run(c.compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{c.prefix / 'include'}", *sources)


def check_grade(c):
    toruscope = c.prefix / "bin" / "toruscope"
    c.run(toruscope, "grade", says=["01-ring-broadcast"])
    c.run(toruscope, "grade", "01", HERE.parents[1] / "labs" / "solutions" / "01-ring-broadcast.cpp", "--compiler", c.compiler,
          says=["100 of 100"])
    c.run(toruscope, "grade", "01", HERE.parents[1] / "labs" / "solutions" / "01-ring-broadcast.c", "--compiler", c.compiler,
          says=["100 of 100"])
    c.run(toruscope, "grade", "01", "--compiler", c.compiler, code=1, says=["0 of 100"])
    header = c.prefix / "include" / "toruscope-mpi" / "mpi.h"
    header.rename(header.with_suffix(".away"))  # as where MPI programs are not built for
    solutions = HERE.parents[1] / "labs" / "solutions"
    c.run(toruscope, "grade", "01", solutions / "01-ring-broadcast.c", solutions / "01-ring-broadcast.cpp", "--compiler", c.compiler, code=6,
          says=["not graded: is C, and this", "build the target toruscope_mpirun"])
    header.with_suffix(".away").rename(header)
    labs = c.prefix / "share" / "toruscope" / "labs"
    c.expect({f.name for f in labs.rglob("*") if f.is_file()} == {"README.md", "starter.cpp", "starter.c", "mpi.h", "notebook.ipynb"}, "labs have other files than students get")


SWAP = """#include <toruscope/toruscope.hpp>
using namespace toruscope;
void swap_pairs(Communicator& comm, std::span<double> data) {
  [[maybe_unused]] const int partner = comm.rank() ^ 1;
  std::vector<double> others(data.size());
  %s
  std::copy(others.begin(), others.end(), data.begin());
}
"""


def check_own_labs(c):
    """The lab of docs/own_labs.md, by its CMakeLists.txt."""
    page = (HERE.parents[1] / "docs" / "own_labs.md").read_text(encoding="utf-8")
    project = c.scratch / "labs-project"
    lab = project / "20-swap"
    lab.mkdir(parents=True)
    (lab / "checks.cpp").write_text(first_block(page, "cpp checks"), encoding="utf-8")
    (lab / "starter.cpp").write_text(SWAP % "(void)0;", encoding="utf-8")
    (project / "CMakeLists.txt").write_text(first_block(page, "cmake"), encoding="utf-8")
    runner = c.build(project) / "my-labs"
    names = c.run("nm", "--dynamic", "--defined-only", runner)
    for space in ("4core", "11collectives", "4labs"):
        c.expect(f" _ZN9toruscope{space}" not in names, f"a submission finds names of {space} in {runner.name}")

    grade = (c.prefix / "bin" / "toruscope", "grade", "--labs", runner)
    c.run(*grade, says=["20-swap", "PEs of a pair swap their values", "data 60, rounds 40"])
    c.run(*grade, "20", "--compiler", c.compiler, code=1, says=["points      0 of 100", "data: PE 0 ends with 0 at index 0"])
    sources = {
        "right": ("comm.sendrecv(partner, data, partner, others);", 100, [None, None]),
        "slow": ("if (comm.rank() < partner) { comm.send(partner, data); comm.recv(partner, others); } else { "
                 "comm.recv(partner, others); comm.send(partner, data); }", 60, [None, "2 rounds instead of 1"]),
        "opens": ('static_cast<void>(std::fopen("swap_was_here", "w"));', 0, None),
        "includes": ("comm.sendrecv(partner, data, partner, others);", 0, None)}
    for name, (line, _, _) in sources.items():
        header = "labs/support/lab.hpp" if name == "includes" else "cstdio"
        (project / f"20-{name}.cpp").write_text(f"#include <{header}>\n" + SWAP % line, encoding="utf-8")
    told = c.run(*grade, "20", *(project / f"20-{name}.cpp" for name in sources), "--compiler", c.compiler, "--format", "json", code=1,
                 says=["3 of 4 submissions have less than full marks"])
    rows, _ = json.JSONDecoder().raw_decode(told)  # what stands on standard error comes after it
    for row in rows["results"]:
        _, points, found = sources[row["student"]]
        c.expect(row["points"] == points, f"{row['student']} gets {row['points']} points, and {points} are right: {row}")
        c.expect(found is None or [item["found"] for item in row["items"]] == found, f"of {row['student']} other faults are found: {row}")
    endings = {row["student"]: (row["ending"], row["reason"]) for row in rows["results"]}
    c.expect(endings["opens"] == ("stopped", "opens the file swap_was_here (ring:2, 3 values)"), f"a file can be opened: {endings}")
    c.expect(endings["includes"][0] == "not built", f"a submission finds the headers of checks: {endings}")

    command = c.run(*grade, "20", project / "20-right.cpp", "--compiler", c.compiler, "--driver", "ring:8, 3 values", "-o", "swap.cpp")
    c.run("sh", "-c", command.strip().removeprefix("toruscope: "), says=["T = 1 ticks, 8 messages"])

    c.run(*grade[:-1], c.scratch / "none", code=2, says=["there is no file", "toruscope_add_labs"])
    c.run(*grade[:-1], "/bin/true", code=2, says=["does not tell its labs"])
    checks = lab / "checks.cpp"
    right = checks.read_text(encoding="utf-8")
    for here, wrong, said in (('report->finish.time == Ticks{1}, "rounds"', 'report->finish.time == Ticks{1}, "rond"', "has no item rond"),
                              ("exam.function<Swap>()", "exam.function<Swap>(1)", "there is no function 1"),
                              ("  for (const int p", "  static_cast<void>(exam.function<Swap>());\n  for (const int p", "inside a trial's program")):
        c.expect(here in right, f"the lab of docs/own_labs.md has no {here}")
        checks.write_text(right.replace(here, wrong), encoding="utf-8")
        c.run("cmake", "--build", runner.parent)
        c.run(*grade, "20", project / "20-right.cpp", "--compiler", c.compiler, code=2, says=["the checks of lab 20-swap end in an error", said])
    checks.write_text(right, encoding="utf-8")
    checks.write_text(checks.read_text(encoding="utf-8").replace('"data", 60', '"data", 50'), encoding="utf-8")
    c.run("cmake", "--build", runner.parent)
    c.run(*grade, code=2, says=["lab 20-swap: the items of its rubric have 90 points"])


def check_python(c, build):
    """The module for Python finds the program of its installation, and has its extension beside it."""
    module = c.prefix / "lib" / "python3" / "dist-packages"
    c.run(sys.executable, "-c", "import toruscope; print(toruscope.program.find(), toruscope.compare('barrier', topology='ring:4'))",
          env={"PYTHONPATH": str(module)}, says=[str(c.prefix / "bin" / "toruscope"), "dissemination"])
    suffixes = {f.suffix for f in module.rglob("*") if f.is_file()}
    c.expect(suffixes - {".so"} == {".py", ".pyi", ".typed", ".json"}, "the module for Python has other files than its own")
    if any((build / "python" / "extension").glob("*.so")):
        c.run("/usr/bin/python3", "-c", "import toruscope; print(toruscope.run(lambda comm: comm.allreduce(comm.rank), topology='ring:4').values)",
              env={"PYTHONPATH": str(module)}, says=["[6, 6, 6, 6]"])


def check_demonstration(c):
    c.run(c.prefix / "share" / "toruscope" / "demo.sh", says=["torus of 8x8", "docs/tutorial.md"])
    c.expect((c.scratch / "sunspots.html").is_file(), "the demonstration writes no page")
    c.expect((c.prefix / "share" / "toruscope" / "calibrate.c").is_file(), "calibrate.c is not installed")


def first_block(page, kind):
    """The text of the first fenced block of a page whose info string is `kind`."""
    return re.search(rf"^```{kind}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE).group(1)


def check_first_program(c, pkg_config):
    page = (HERE.parents[1] / "docs" / "programs.md").read_text(encoding="utf-8")
    project = c.scratch / "pi-project"
    project.mkdir()
    (project / "pi.cpp").write_text(first_block(page, "cpp run"), encoding="utf-8")
    (project / "CMakeLists.txt").write_text(first_block(page, "cmake"), encoding="utf-8")
    shown = first_block(page, "text").splitlines()
    exact = [line for line in shown if line != "..."]
    c.run(c.build(project) / "pi", says=exact)

    flags = c.run("pkg-config", "--cflags", "--libs", "toruscope", env=pkg_config).split()
    c.run(c.compiler, "-std=c++20", project / "pi.cpp", "-o", "pi", *flags)
    c.run(c.scratch / "pi", says=exact)
    shared = next(c.prefix.rglob("libtoruscope.so"))
    c.run(c.compiler, "-std=c++20", project / "pi.cpp", "-o", "shared-pi", f"-I{c.prefix}/include", shared, f"-Wl,-rpath,{shared.parent}")
    c.expect("libtoruscope.so.0" in c.run("readelf", "-d", c.scratch / "shared-pi"), "the shared library is not asked for by libtoruscope.so.0")
    c.run(c.scratch / "shared-pi", says=exact)
    seen = c.run("nm", "--dynamic", "--defined-only", shared)
    c.expect("_ZN9toruscope12Communicator" in seen and " _ZN9toruscope4core" not in seen, "the shared library shows what is its own")

    c.run(c.compiler, "-std=c++20", "-D_GLIBCXX_DEBUG", project / "pi.cpp", "-o", "debug", *flags, code=1,
          says=["the_library_is_compiled_with_GLIBCXX_DEBUG_as_this_program_is"])


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        c = Checker(pathlib.Path(scratch).resolve(), sys.argv[2], sys.argv[3])
        c.run("cmake", "--install", pathlib.Path(sys.argv[1]).resolve(), "--prefix", c.prefix)
        if c.faults == 0:
            pkg_config = {"PKG_CONFIG_PATH": str(next(c.prefix.rglob("toruscope.pc")).parent)}
            check_objects(c)
            check_program_alone(c)
            check_real_mpi(c, pathlib.Path(sys.argv[1]).resolve())
            check_pages(c)
            check_consumer(c)
            check_core(c, pkg_config)
            check_new_project(c)
            check_grade(c)
            check_own_labs(c)
            check_python(c, pathlib.Path(sys.argv[1]).resolve())
            check_demonstration(c)
            check_first_program(c, pkg_config)
    print(f"install: {c.checks} commands, {c.faults} faults")
    return 1 if c.faults else 0


if __name__ == "__main__":
    sys.exit(main())
