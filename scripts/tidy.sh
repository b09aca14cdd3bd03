#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy over the sources of the library and the program.
#
#   scripts/tidy.sh              all sources
#   scripts/tidy.sh PATTERN...   those whose path matches one of the regular expressions
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib/setup.sh

need "${packages_to_test[@]}"
configure tidy
[ $# -gt 0 ] || set -- '(runtime|collectives|apps|picture|reproduce|view|labs|cli)/'
log=build/tidy.log
status=0
run-clang-tidy-14 -quiet -p build/tidy -j "$(nproc)" "${@/#/^$PWD/}" >"$log" 2>&1 || status=$?
grep -E '(warning|error):' "$log" | sort -u >&2 || true
exit "$status"
