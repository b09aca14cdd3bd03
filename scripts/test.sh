#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All checks, from a fresh clone: set-up, a checked build and its tests; again what machines, algorithms and
# applications do under Address-/UndefinedBehaviorSanitizer and, where threads meet, under ThreadSanitizer. Goes on after
# a failure; the last line counts everything.
#
#   scripts/test.sh            all of it
#   scripts/test.sh --quick    without sanitizers
#   scripts/test.sh --tidy     and clang-tidy, which takes as long as a build
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib/setup.sh

case "${1:-}" in
  "" | --quick | --tidy) ;;
  *) die "unknown option $1; usage: scripts/test.sh [--quick | --tidy]" ;;
esac
quick=${1:-}
jobs=$(nproc)
passed=0
failures=()
running=  # the name of the suite that runs
group=    # its processes
trap '[ -z "$group" ] || kill -- "-$group" 2>/dev/null || true' EXIT

# start NAME COMMAND...: runs a ctest beside what follows: tests wait for clocks and processes, and builds can use that.
start() {
  finish
  running=$1
  shift
  say "testing: $running"
  setsid "$@" > >(tee "build/$running.log" | grep --line-buffered -vE ' Passed |^ +Start ') 2>&1 &
  group=$!
}

# finish: waits for the suite that runs, remembers its counts and the names of what failed. What says that it cannot be
# run here (Skipped: a test that a sanitizer forbids) has not failed; ctest lists it too.
finish() {
  [ -n "$running" ] || return 0
  local name=$running log=build/$running.log total failed
  wait "$group" || true
  running= group=
  sleep 0.2  # until the log is complete
  total=$(sed -nE 's/.* tests failed out of ([0-9]+).*/\1/p' "$log" | tail -n 1)
  failed=$(sed -nE 's/.*, ([0-9]+) tests failed out of .*/\1/p' "$log" | tail -n 1)
  if [ -z "$total" ] || [ "$total" -eq 0 ]; then
    failures+=("$name: ctest ran no test")
    return
  fi
  passed=$((passed + total - failed))
  while IFS= read -r line; do failures+=("$name: $line"); done < <(
    sed -nE '/\((Skipped|Disabled)\)$/d; s/^\t *[0-9]+ - (.*)/\1/p' "$log")
}

# sanitized PRESET ENVIRONMENT...: the suites under a sanitizer, with fewer random cases: each takes ten times longer.
sanitized() {
  local preset=$1
  shift
  if ! (configure "$preset" && build "$preset"); then
    failures+=("$preset: was not built")
    return 0
  fi
  start "$preset" env RC_PARAMS="max_success=50" "$@" ctest --preset "$preset" -j "$jobs"
}

need "${packages_to_test[@]}"
# Line tables are all that a report needs, and take a third less time than what a debugger wants; folders that are compiled
# together take half of that again.
configure dev -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1" -DTORUSCOPE_UNITY=ON
build dev
start dev ctest --preset dev -j "$jobs"

if [ "$quick" != --quick ]; then
  sanitized asan ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1
  # ThreadSanitizer wants its own layout of the address space; with much randomisation (newer kernels) it finds none.
  fixed_layout=()
  if setarch "$(uname -m)" -R true 2>/dev/null; then fixed_layout=(setarch "$(uname -m)" -R); fi
  sanitized tsan TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1 "${fixed_layout[@]}"
fi
finish

if [ "$quick" = --tidy ]; then
  say "clang-tidy"
  if scripts/tidy.sh; then passed=$((passed + 1)); else failures+=("clang-tidy: findings above"); fi
fi

pkg-config --exists simgrid || say "left out: the comparison with SimGrid, whose package libsimgrid-dev is not installed"
total=$((passed + ${#failures[@]}))
echo
if [ ${#failures[@]} -gt 0 ]; then
  echo "The following tests FAILED:"
  printf '\t%s\n' "${failures[@]}"
fi
echo "$((100 * passed / (total > 0 ? total : 1)))% tests passed, ${#failures[@]} tests failed out of $total"
[ ${#failures[@]} -eq 0 ]
