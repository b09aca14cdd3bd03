#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Toruscope in one command, from a fresh clone: sets up, builds, then runs applications on real data and compares
# algorithms, as scripts/lib/demonstration.sh says. The second time it only runs.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib/setup.sh

need "${packages_to_build[@]}"
configure release -DTORUSCOPE_TESTS=OFF -DTORUSCOPE_BENCH=OFF
build release --target toruscope_program

exec bash scripts/lib/demonstration.sh build/release/cli/toruscope data build
