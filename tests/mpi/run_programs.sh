#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_programs.sh STAND_IN FOLDER [NAME...]: runs the conformance programs, compiled into FOLDER/NAME.so, with 1, 2 and 4
# workers, and compares what they print with the expected output, which a real MPI printed (make_expected.sh).
set -uo pipefail
stand_in=$1
folder=$2
shift 2
here=$(cd "$(dirname "$0")/programs" && pwd)
names=("$@")
[ ${#names[@]} -gt 0 ] || for source in "$here"/*.c; do names+=("$(basename "$source" .c)"); done
failed=0
for name in "${names[@]}"; do
  ranks=$(sed -n 's/^\/\/ RANKS \([0-9]*\).*/\1/p' "$here/$name.c")
  machine=$(sed -n 's/^\/\/ RANKS [0-9]*, on \(.*\)/\1/p' "$here/$name.c")
  for workers in 1 2 4; do
    if ! difference=$(diff "$here/$name.expected" <("$stand_in" "$ranks" "${machine:-complete}" "$workers" "$folder/$name.so" 2>&1)); then
      echo "$name, $workers workers: differs from $name.expected"
      head -20 <<< "$difference"
      failed=1
      break
    fi
  done
done
exit $failed
