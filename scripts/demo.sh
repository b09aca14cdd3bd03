#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Toruscope in two commands, from a fresh clone: sets up, builds, then runs the applications on real data on a torus of
# 64 PEs - transforms a series, filters an image, multiplies a matrix, scans a series - each checked against a second
# method, and compares the algorithms of a complete exchange. The second time it only runs.
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
run run fft --input data/volcano.pgm --topology torus:8x8 --machine paragon --filter low-pass --cutoff 0.05
run run matvec --input data/lesmiserables.mtx --names data/lesmiserables-names.txt --topology torus:8x8 \
  --machine paragon --method pagerank
run run prefix --input data/nile.csv --topology torus:8x8 --machine paragon --operator smoothing
run compare alltoall --topology torus:8x8 --machine paragon --algorithm at2,direct
