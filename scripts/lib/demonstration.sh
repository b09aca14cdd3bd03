#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs applications on real data on a torus of 64 PEs, each checked against a second method, and at last three
# algorithms for one allreduce, of a short vector and of a long one. Its last twenty lines can be read without any
# other page. It is installed as share/toruscope/demo.sh, beside the data; scripts/demo.sh runs it in the source tree.
#
# Usage: demo.sh [PROGRAM [DATA_FOLDER [FOLDER_OF_RESULTS]]]
# By default: the program that is installed with it, the data beside it, and the current folder.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=${1:-$here/../../bin/toruscope}
data=${2:-$here/data}
out=${3:-.}
pages=docs
[ ! -d "$here/../doc/toruscope/docs" ] || pages=$(cd "$here/../doc/toruscope/docs" && pwd)

run() {
  printf '\n$ toruscope %s\n' "$*"
  "$program" "$@"
}
tell() {
  printf '\n'
  printf '%s\n' "$@"
}

tell "1. Applications on real data: 64 processors of an Intel Paragon (1993), a torus of 8x8" \
  "   The cycle of the sunspots, by a Fourier transform:"
run run fft --input "$data"/sunspots.csv --topology torus:8x8 --machine paragon --algorithm at2 \
  --unit months --per-year 12 --view "$out"/sunspots.html
tell "   An image without its fine detail, by a transform in two dimensions:"
run run fft --input "$data"/volcano.pgm --topology torus:8x8 --machine paragon --filter low-pass --cutoff 0.05
tell "   Who matters in Les Miserables, by PageRank:"
run run matvec --input "$data"/lesmiserables.mtx --names "$data"/lesmiserables-names.txt --topology torus:8x8 \
  --machine paragon --method pagerank
tell "   The Nile's level, smoothed by a scan:"
run run prefix --input "$data"/nile.csv --topology torus:8x8 --machine paragon --operator smoothing

three=(allreduce --topology torus:8x8 --operator sum --algorithm torus,ring,recursive_doubling)
tell "2. All 64 add up a vector (allreduce), by three algorithms. Where does the time of 1 MiB go?"
run compare "${three[@]}" --block 1M
tell "   And is it the same with a short vector, 8 bytes?"
run compare "${three[@]}" --sweep block=8,1M --columns T,bound,startups,bytes --quiet
tell "T is the time until all 64 have the sum; no algorithm can be faster than the" \
  "lower bound. A message costs a startup of 1 us, and each of its bytes 1 ns. With" \
  "8 bytes startups decide: recursive doubling has fewest. With 1 MiB bytes decide:" \
  "it sends the whole vector 6 times, the others send it twice, in pieces. (auto is" \
  "what the library takes if no algorithm is named.)" \
  "To watch the first run, open $out/sunspots.html in a browser." \
  "Next: $pages/model.md, $pages/tutorial.md."
