#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Uses an installed package as its user would: the demonstration, a manual page, a program built by pkg-config, and grading.
# The package's own files and its dependencies are enough; every step that fails ends the test.
#
# Usage: smoke_test.sh VERSION [SOLUTION_OF_LAB_01]
set -euo pipefail
version=$1
solution=${2:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

checks=0
# holds WHAT COMMAND...: the command succeeds, or the test ends with what it printed.
holds() {
  local what=$1
  shift
  "$@" >out.txt 2>&1 || {
    printf 'FAILED: %s: %s\n' "$what" "$*"
    cat out.txt
    exit 1
  }
  checks=$((checks + 1))
}
# says TEXT: the last command printed it.
says() { grep -qF -- "$1" out.txt || { printf 'FAILED: "%s" is missing in:\n' "$1"; cat out.txt; exit 1; }; }
fails() { ! "$@"; }

holds "the program says its version" toruscope --version
says "toruscope $version"
holds "the demonstration runs" /usr/share/toruscope/demo.sh
says "Les Miserables"
says "check             ok"
holds "it writes its page" test -s sunspots.html
holds "a manual page is there" test -s /usr/share/man/man1/toruscope.1.gz
holds "bash completes" bash -n /usr/share/bash-completion/completions/toruscope
holds "schemas are there" test -s /usr/share/toruscope/schema/toruscope-1.json

if command -v python3 >/dev/null; then
  holds "Python finds the module, and the module the program" \
    python3 -c "import toruscope; print(toruscope.compare('allreduce', topology='torus:8x8', block='64K'))"
  says "147.768"
  holds "PE programs in Python run" \
    python3 -c "import toruscope; print(toruscope.run(lambda comm: comm.allreduce(comm.rank), topology='ring:4').values)"
  says "[6, 6, 6, 6]"
fi

cat >ring.cpp <<'CODE'
#include <toruscope/toruscope.hpp>
#include <iostream>
int main(int argc, char** argv) {
  using namespace toruscope;
  return toruscope::main(argc, argv, [](Communicator& comm) {
    double sum = comm.rank();
    allreduce(comm, sum);
    if (sum != 28) throw std::logic_error("wrong sum");
  });
}
CODE
if command -v pkg-config >/dev/null; then
  # shellcheck disable=SC2046  # flags are words
  holds "a program of one's own is built" g++ -std=c++20 ring.cpp -o ring $(pkg-config --cflags --libs toruscope)
  holds "and runs" ./ring run --topology ring:8
fi
holds "a project can be made" toruscope new first
if command -v cmake >/dev/null; then
  holds "and configured" cmake -S first -B first/build
  holds "and built" cmake --build first/build
  holds "and tested" ctest --test-dir first/build
fi

holds "labs are listed" toruscope grade
says "01-ring-broadcast"
holds "the starter of a lab gets no points" fails toruscope grade 01
says "0 of 100"
holds "a deadlock gets no points" fails toruscope grade 09 --view stopped.html
holds "and has its page" grep -q '"early_end"' stopped.html
if [ -n "$solution" ]; then
  holds "its solution gets all points" toruscope grade 01 "$solution"
  says "100 of 100"
fi
printf 'package: %d checks, all passed\n' "$checks"
