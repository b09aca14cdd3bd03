#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Makes fabrics with ibsim, lets opensm route them, and prints what ibnetdiscover and dump_fts say of them: the files of
# tests/formats/fabrics. Not a part of the tests: opensm takes seconds for each. Usage: scripts/fabrics.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib/setup.sh
[ $# = 1 ] || die "usage: scripts/fabrics.sh FOLDER"
need ibsim-utils opensm infiniband-diags python3
mkdir -p "$1"
folder=$(cd "$1" && pwd)
simulated=$(find /usr/lib -name libumad2sim.so | head -n 1)

# fabric NAME ENGINE...: NAME.ibnet, and NAME-ENGINE.lft for each engine.
fabric() {
  local name=$1 engine work
  python3 scripts/lib/ibsim_nets.py "$name" >"$folder/$name.sim"
  for engine in "${@:2}"; do
    work=$(mktemp -d)
    export IBSIM_SOCKNAME=fabric$$ OSM_TMP_DIR=$work OSM_CACHE_DIR=$work SIM_HOST=h0
    sleep 100 | ibsim -s "$folder/$name.sim" >"$work/ibsim.log" 2>&1 &
    sleep 1
    LD_PRELOAD=$simulated timeout 60 opensm -o -R "$engine" -f "$work/osm.log" >"$work/osm.out" 2>&1
    LD_PRELOAD=$simulated ibnetdiscover | grep -v 'generated on' >"$folder/$name.ibnet"
    LD_PRELOAD=$simulated dump_fts >"$folder/$name-$engine.lft"
    kill %% && wait || true
    rm -r "$work" && say "$name routed by $engine"
  done
  rm "$folder/$name.sim"
}

fabric tree minhop ftree
fabric trunk minhop ftree
fabric tree6 ftree
fabric torus minhop dor dfsssp nue
fabric torus55 minhop
