#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# make_expected.sh [PROGRAM...]: compiles the conformance programs with MPICH (Debian: mpich), runs them, and keeps what they
# print as their expected output. The first line of a program says how many ranks it has: // RANKS 4
# A line "// BY Open MPI" says that MPICH fails, and Open MPI (Debian: openmpi-bin) takes its place.
set -euo pipefail
cd "$(dirname "$0")/programs"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
programs=("$@")
[ ${#programs[@]} -gt 0 ] || programs=(*.c)
for source in "${programs[@]}"; do
  name=${source%.c}
  ranks=$(sed -n 's/^\/\/ RANKS \([0-9]*\).*/\1/p' "$source")
  compiler=mpicc.mpich
  launcher=(mpiexec.hydra -launcher fork)
  if grep -q '^// BY Open MPI' "$source"; then
    compiler=mpicc.openmpi
    launcher=(mpirun.openmpi --allow-run-as-root --oversubscribe)
  fi
  "$compiler" -std=gnu11 -O1 -w "$name.c" -o "$folder/$name" -lm
  UCX_LOG_LEVEL=fatal timeout 300 "${launcher[@]}" -n "$ranks" "$folder/$name" > "$folder/out"
  mv "$folder/out" "$name.expected"
  echo "$name: $ranks ranks, $(wc -l < "$name.expected") lines"
done
