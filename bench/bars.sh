#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures the rows of docs/performance.md and prints its tables in Markdown.
#
#   bench/bars.sh [--big] [--growth] [FOLDER]     FOLDER: of the benchmarks of a Release build; default build/bench/bench
#
# ROUNDS=5   every row is run so often, each time in a process of its own, all rows in turn, so that a busy minute hits all
# ONLY=REGEX only rows that match
# --big      also what takes minutes and 12 GiB;  --growth  also how cost grows with p, m, hops, workers, and the rivals
# Figures mean something on a quiet computer only: the load is printed with them.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
folder=$here/../build/bench/bench
rounds=${ROUNDS:-5}
big=0 growth=0
for argument in "$@"; do
  case $argument in
    --big) big=1 ;;
    --growth) growth=1 ;;
    -*) echo "bars.sh: unknown option $argument; there are --big and --growth" >&2; exit 2 ;;
    *) folder=$argument ;;
  esac
done
[[ $rounds =~ ^[1-9][0-9]*$ ]] || { echo "bars.sh: ROUNDS=$rounds is no whole number from 1" >&2; exit 2; }
[ -x "$folder/bench_ping_pong" ] || { echo "bars.sh: no benchmarks in $folder; build the preset bench" >&2; exit 2; }
failed=0
results=$(mktemp -d)
trap 'rm -r "$results"' EXIT

# label | program | benchmark | counter (unit) | bar, if the benchmark has none of its own
bars='ping-pong, 8 B, 2 PEs | ping_pong | ping_pong/bar_fibers/pes:2/ | cpu_ns_per_message
ping-pong, 8 B, beside 1022 idle PEs | ping_pong | ping_pong/bar_fibers/pes:1024/ | cpu_ns_per_message
ring shift, torus:128x128, 8 B | ring_shift | ring_shift/bar_torus/ | cpu_ns_per_message
ring shift, complete:1024, 8 B, named receives | ring_shift | ring_shift/bar_complete/size:1024/ | cpu_ns_per_message
ring shift, complete:16384, 8 B, named receives | ring_shift | ring_shift/bar_complete/size:16384/ | cpu_ns_per_message
direct all-to-all, torus:32x32, 8 B, complete | alltoall | direct/bar_32/ | cpu_s_per_run
direct all-to-all, torus:64x64, 8 B, complete | alltoall | direct/bar_64/ | cpu_s_per_run
random permutations, torus:128x128, 64 B | permutations | permutations/bar_cut_through/ | cpu_ns_per_message
random permutations, torus:128x128, 64 B, hop by hop | permutations | permutations/bar_hop_by_hop/size:128/rounds:32/workers:1/ | cpu_ns_per_message
random permutations, hypercube:14, 64 B | permutations | permutations/bar_hypercube/size:14/rounds:128/workers:1/ | cpu_ns_per_message
random permutations, torus:128x128, 64 B, a failed link | permutations | permutations/bar_failed_link/size:128/rounds:32/workers:1/ | cpu_ns_per_message
random permutations, torus:128x128, 64 B, store-and-forward | permutations | permutations/bar_stored/size:128/rounds:32/workers:1/ | cpu_ns_per_message
random permutations, torus:128x128, 64 B, 2 buffers | permutations | permutations/bar_buffers/size:128/rounds:32/workers:1/ | cpu_ns_per_message
random permutations, torus:128x128, 64 B, wormhole | permutations | permutations/bar_wormhole/size:128/rounds:32/workers:1/ | cpu_ns_per_message
AT2, torus:64x64, 64 B blocks, beside memcpy | alltoall | at2_beside_copy/bar_64/ | cpu_s_per_run
broadcast, 16,384 PEs, start-up included | collectives | collective/bar_broadcast/ | cpu_s_per_run
scan by Algorithm A, 16,384 PEs, start-up included | collectives | collective/bar_scan_a/ | cpu_s_per_run
allreduce, 16,384 PEs, start-up included | collectives | collective/bar_allreduce/ | cpu_s_per_run
start-up and tear-down of 16,384 PEs | start_up | start_up/bar_fibers/ | cpu_s_per_run
resident memory of an idle PE | idle_pe | idle_pe/bar_fibers/ | KiB_per_pe
2 workers, random permutations, torus:128x128 | workers | permutations/bar_128/ | speed_up
2 workers, random permutations, torus:128x128, hop by hop | workers | permutations/bar_hop_by_hop/ | speed_up
2 workers, random permutations, hypercube:14 | workers | permutations/bar_hypercube/ | speed_up
2 workers, random permutations, torus:128x128, a failed link | workers | permutations/bar_failed_link/ | speed_up
2 workers, random permutations, torus:128x128, store-and-forward | workers | permutations/bar_stored/ | speed_up
2 workers, random permutations, torus:128x128, 2 buffers | workers | permutations/bar_buffers/ | speed_up
2 workers, random permutations, torus:128x128, wormhole | workers | permutations/bar_wormhole/ | speed_up
2 workers, AT2, torus:64x64, 64 B blocks | workers | at2/bar_64/ | speed_up
2 workers, FFT of 4096x4096 on 32x32 PEs | workers | fft/bar_4096/ | speed_up'
if [ $big = 1 ]; then
  bars+='
AT2, torus:128x128, 8 B blocks | alltoall | at2/big_128/ | cpu_s_per_run
AT2, torus:128x128, 8 B blocks: memory | alltoall | at2/big_128/ | peak_MiB | 12288
broadcast, a million PEs, torus:1024x1024 | collectives | collective/big_broadcast/ | cpu_s_per_run
broadcast, a million PEs: memory | collectives | collective/big_broadcast/ | peak_MiB | 6144'
fi

# One file of results for each benchmark and round: program, benchmark, round are its name.
run() {
  local program=$1 benchmark=$2 round=$3 file
  file=$results/$(tr '/:' '__' <<< "$program $benchmark").$round.json
  [ ! -e "$file" ] || return 0
  "$folder/bench_$program" --benchmark_filter="^$benchmark" --benchmark_min_time=0 --benchmark_out="$file" \
    --benchmark_out_format=json > "$results/log" 2>&1 || { cat "$results/log" >&2; echo "bars.sh: $benchmark failed" >&2; failed=1; }
}

growing=$(
  for program in ring_shift permutations alltoall collectives start_up idle_pe; do
    "$folder/bench_$program" --benchmark_list_tests --benchmark_filter=grow_ 2> /dev/null | sed "s/^/$program|/"
  done
  printf '%s\n' 'ping_pong|condition_variable' 'collectives|serial'
)
[ -z "${ONLY:-}" ] || { bars=$(grep -E -- "$ONLY" <<< "$bars") || true; growing=$(grep -E -- "$ONLY" <<< "$growing") || true; }
[ -n "$bars" ] || { [ $growth = 1 ] && [ -n "$growing" ]; } || { echo "bars.sh: ONLY=$ONLY fits no row" >&2; exit 2; }

load_before=$(cut -d ' ' -f 1-3 /proc/loadavg)
for ((round = 1; round <= rounds; ++round)); do
  echo "round $round of $rounds, load $(cut -d ' ' -f 1-3 /proc/loadavg)" >&2
  while IFS='|' read -r _ program benchmark _; do
    [ -z "$program" ] || run "${program// /}" "${benchmark// /}" "$round"
  done <<< "$bars"
  [ $growth = 0 ] || while IFS='|' read -r program benchmark; do
    [ -z "$program" ] || run "$program" "$benchmark" "$round"
  done <<< "$growing"
done

echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors, $(awk '/MemTotal/ { printf "%.0f GiB", $2 / 1048576 }' /proc/meminfo);" \
  "Linux $(uname -r); $(c++ --version | head -n 1); $rounds runs each; load average $load_before before, $(cut -d ' ' -f 1-3 /proc/loadavg) after."
echo
[ -z "$bars" ] || "$here/bars_table.py" "$results" bars <<< "$bars"
[ $growth = 0 ] || { echo; "$here/bars_table.py" "$results" growth <<< "$growing"; }
exit $failed
