#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs our emulator and its peers, one after the other, several times over, and prints what a message costs each.
#
#   bench/peers/run.sh WORKDIR        programs, platforms and results go there
#
# ROUNDS=3            how often all is run
# TIMEOUT=300         seconds that one run may take
# TORUSCOPE_PEER=...  our program; default: build/bench/bench/peer_toruscope
# AMPICXX=.../ampicxx, LOGGOPSIM=folder of LogGOPSim and txt2bin: peers that no package has
# OTHER_PEER='name=command %p %operation %bytes %repetitions %steps': one more, which prints a RES line (workload.hpp)
# ONLY='pairwise'     only these operations
# What is not installed is named and left out. Figures mean something on a quiet computer only.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
work=${1:?usage: bench/peers/run.sh WORKDIR}
ours=$(realpath -m "${TORUSCOPE_PEER:-$here/../../build/bench/bench/peer_toruscope}")
rounds=${ROUNDS:-3}
limit=${TIMEOUT:-300}
mkdir -p "$work"
work=$(cd "$work" && pwd)
cd "$work"
: > results.txt

# operation p bytes repetitions steps: of 1024 PEs SimGrid gets some of the shifts (a message costs it more, the more are under
# way), and those that are fast enough all of them, too.
workloads=(
  "pingpong 2 8 20000 1"
  "ring 64 8 200 1"
  "ring 1024 8 20 1"
  "pairwise 64 8 5 63"
  "pairwise 256 8 1 255"
  "pairwise 1024 8 1 64"
  "pairwise 1024 8 1 1023"
)

say() { echo "$*" >&2; }
rows_of() { case $1 in 2) echo 1;; 64) echo 8;; 256) echo 16;; 1024) echo 32;; esac; }

# --- what is there ---------------------------------------------------------------------------------------------------------
# build NAME FILE COMPILER... : the program of a peer, or says why there is none.
build() {
  local name=$1 file=$2
  shift 2
  if "$@" -O2 -std=c++17 > "$file.log" 2>&1; then return 0; fi
  say "$name: its program was not built, see $work/$file.log"
  return 1
}
has_smpi=0 has_s4u=0 has_openmpi=0 has_ampi=0 has_loggopsim=0
[ -x "$ours" ] || { say "Toruscope: no $ours; build the target peer_toruscope or set TORUSCOPE_PEER"; exit 2; }
if command -v smpicxx > /dev/null; then
  if build SMPI peer_smpi smpicxx "$here/peer_mpi.cpp" -o peer_smpi; then has_smpi=1; fi
else
  say "SMPI: not installed (Debian package libsimgrid-dev)"
fi
if echo '#include <simgrid/s4u.hpp>' | g++ -std=c++17 -E -x c++ - > /dev/null 2>&1; then
  if build S4U peer_s4u g++ "$here/peer_s4u.cpp" -lsimgrid -o peer_s4u; then has_s4u=1; fi
else
  say "S4U: not installed (Debian package libsimgrid-dev)"
fi
if command -v mpicxx.openmpi > /dev/null; then
  if build "Open MPI" peer_openmpi mpicxx.openmpi "$here/peer_mpi.cpp" -o peer_openmpi; then has_openmpi=1; fi
else
  say "Open MPI: not installed (Debian packages libopenmpi-dev and openmpi-bin)"
fi
if [ -n "${AMPICXX:-}" ]; then
  if build AMPI peer_ampi "$AMPICXX" "$here/peer_mpi.cpp" -o peer_ampi; then has_ampi=1; fi
else
  say "AMPI: not given (AMPICXX=path of ampicxx of a Charm++ build)"
fi
if [ -x "${LOGGOPSIM:-}/LogGOPSim" ] && [ -x "${LOGGOPSIM:-}/txt2bin" ]; then
  has_loggopsim=1
else
  say "LogGOPSim: not given (LOGGOPSIM=folder of LogGOPSim and txt2bin)"
fi
[ -n "${OTHER_PEER:-}" ] || say "others: none given (OTHER_PEER='name=command')"

# --- one run each ----------------------------------------------------------------------------------------------------------
# A peer's RES line, under its name. A run that fails or takes too long is named and left out.
run() {
  local name=$1 line
  shift
  if line=$(timeout "$limit" "$@" 2> last.err | grep '^RES '); then
    echo "$name|$line" | tee -a results.txt
  else
    say "$name: no result: $* ($(tail -n 1 last.err))"
  fi
}

# It has no data and prints no RES line: processor time of the whole process, which reads a schedule made before.
run_loggopsim() {
  local p=$1 bytes=$2 repetitions=$3 steps=$4 file cpu
  file=schedule-$p-$bytes-$repetitions-$steps
  if [ ! -f "$file.bin" ]; then
    "$here/schedule.py" "$p" "$bytes" "$repetitions" "$steps" > "$file.goal"
    "$LOGGOPSIM/txt2bin" -i "$file.goal" -o "$file.bin" > /dev/null
    rm "$file.goal"
  fi
  if cpu=$(TIMEFORMAT='%U %S'; { time timeout "$limit" "$LOGGOPSIM/LogGOPSim" -b -f "$file.bin" > last.out 2>&1; } 2>&1); then
    cpu=$(awk '{ print $1 + $2 }' <<< "$cpu")
    echo "LogGOPSim (no data)|RES operation=pairwise p=$p bytes=$bytes messages=$((p * steps * repetitions))" \
      "cpu_s=$cpu ok=1" | tee -a results.txt
  else
    say "LogGOPSim: no result ($(tail -n 1 last.out))"
  fi
}

run_all() {
  local operation=$1 p=$2 bytes=$3 repetitions=$4 steps=$5 rows options=()
  local arguments=("$operation" "$bytes" "$repetitions" "$steps")
  rows=$(rows_of "$p")
  "$here/platform.py" "$rows" $((p / rows)) "hosts$p" > "torus$p.xml"
  run toruscope "$ours" "$p" "${arguments[@]}"
  # The fastest settings of SimGrid that were found; the time that a program takes itself is no part of the virtual time.
  options=(--cfg=network/crosstraffic:0 --log=root.thres:critical)
  if [ "$steps" -lt 1023 ]; then
    [ $has_smpi = 0 ] || run "SimGrid SMPI" smpirun -np "$p" -platform "torus$p.xml" -hostfile "hosts$p" -no-privatize \
      --cfg=smpi/simulate-computation:no "${options[@]}" ./peer_smpi one "${arguments[@]}"
    [ $has_s4u = 0 ] || run "SimGrid S4U" ./peer_s4u "torus$p.xml" "${arguments[@]}" --cfg=network/model:CM02 "${options[@]}"
  fi
  # Real processes: more than 64 on two cores take minutes to start.
  if [ $has_openmpi = 1 ] && [ "$p" -le 64 ]; then
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 run "Open MPI (no virtual time)" \
      mpirun.openmpi --oversubscribe --bind-to none -np "$p" ./peer_openmpi each "${arguments[@]}"
  fi
  [ $has_ampi = 0 ] || run "AMPI (no virtual time)" ./peer_ampi +p1 "+vp$p" one "${arguments[@]}"
  if [ $has_loggopsim = 1 ] && [ "$operation" = pairwise ]; then
    run_loggopsim "$p" "$bytes" "$repetitions" "$steps"
  fi
  if [ -n "${OTHER_PEER:-}" ]; then
    local command=${OTHER_PEER#*=}
    command=${command//%p/$p} command=${command//%operation/$operation} command=${command//%bytes/$bytes}
    command=${command//%repetitions/$repetitions} command=${command//%steps/$steps}
    run "${OTHER_PEER%%=*}" bash -c "$command"
  fi
}

for ((round = 1; round <= rounds; ++round)); do
  say "round $round of $rounds, load $(cut -d ' ' -f 1-3 /proc/loadavg)"
  for workload in "${workloads[@]}"; do
    read -r operation p bytes repetitions steps <<< "$workload"
    [[ " ${ONLY:-$operation} " == *" $operation "* ]] || continue
    run_all "$operation" "$p" "$bytes" "$repetitions" "$steps" > /dev/null
  done
done
"$here/table.py" results.txt
