#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Toruscope in two commands, from a fresh clone: sets up, builds, then transforms a real series on a torus of 64 PEs
# and compares the algorithms of its complete exchange. The second time it only runs.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib/setup.sh

need "${packages_to_build[@]}"
configure release -DTORUSCOPE_TESTS=OFF -DTORUSCOPE_BENCH=OFF
build release --target toruscope_program

run() {
  printf '\n$ toruscope %s\n' "$*"
  build/release/cli/toruscope "$@"
}
run run fft --input data/sunspots.csv --topology torus:8x8 --machine paragon --algorithm at2 \
  --unit months --per-year 12
run compare alltoall --topology torus:8x8 --machine paragon --algorithm at2,direct
